//! The `raddle` command: see the library of this crate.

use std::process::ExitCode;

fn main() -> ExitCode {
    raddle_cli::run(std::env::args_os().collect())
}
