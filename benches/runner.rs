//! The benchmark runner, as `cargo bench` starts it.

use std::process::ExitCode;

fn main() -> ExitCode {
    raddle_bench::run(std::path::Path::new(env!("CARGO_BIN_EXE_empty-process")))
}
