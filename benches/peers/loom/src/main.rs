//! The programs under loom.

#[path = "../../measure.rs"]
mod measure;
#[path = "../../programs/all.rs"]
mod programs;
mod tool;

fn main() -> std::process::ExitCode {
    measure::main()
}
