//! The `raddle` command.
//!
//! Standard output carries results and nothing else; diagnostics go to standard error. Exit statuses are in `status`.

mod args;
mod diagnostic;
mod inputs;
mod litmus;
mod models;
mod status;

use std::process::ExitCode;

use clap::{CommandFactory, Parser};

use args::{Cli, Command};
use status::Status;

fn main() -> ExitCode {
    let args = args::with_subcommand(std::env::args_os().collect());
    if let Some(file) = args::names_program(&args) {
        let message = format!("{}: this version of Raddle checks litmus tests only", file.display());
        diagnostic::Diagnostic::new(message)
            .help("write the core of the program as a litmus test: see docs/guide.md")
            .emit();
        return Status::BadInput.into();
    }
    // Clap's own exit status for a wrong command line is 2, as ours.
    let cli = Cli::parse_from(args);
    diagnostic::set_up(cli.color);
    let run = || match &cli.command {
        Command::Litmus(args) => litmus::run(args),
        Command::Models(args) => models::run(args),
        Command::Completions { shell } => {
            clap_complete::generate(*shell, &mut Cli::command(), "raddle", &mut std::io::stdout());
            Status::Verified
        }
    };
    let status = std::panic::catch_unwind(std::panic::AssertUnwindSafe(run)).unwrap_or_else(|_| {
        eprintln!("raddle: this is a fault in Raddle, not in the program; please report it with the input");
        Status::Fault
    });
    status.into()
}
