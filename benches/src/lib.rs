//! The benchmark runner: the cost of the programs of `table.tsv`, in instructions, time and memory.
//!
//! Instructions are counted by valgrind, so they depend neither on the machine's load nor on its speed; those of a program that
//! does nothing are subtracted. `README.md` beside this package says how to run it and what it prints.

mod baseline;
mod buffering;
mod cat;
mod error;
mod goals;
mod measure;
mod memory;
mod model;
mod numbers;
mod options;
mod parallel;
mod plots;
mod raddle;
mod relative;
mod report;
mod run;
mod startup;
mod svg;
mod table;

use std::path::Path;
use std::process::ExitCode;

use clap::Parser;

use options::Options;

/// Runs what the command line asks for. `empty_process` is a program that does nothing.
///
/// The exit status is 0 if all is well, 1 if a goal is missed, a count is wrong or something became much slower, and 2
/// if nothing could be measured.
pub fn run(empty_process: &Path) -> ExitCode {
    let options = Options::parse();
    if !options.bench {
        // `cargo test --all-targets` starts benchmarks, too, but does not want to wait for them.
        println!("nothing is measured by tests: cargo bench -p raddle-bench");
        return ExitCode::SUCCESS;
    }
    match run::run(&options, empty_process) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}
