//! The `raddle` command, as a library: `main` is one call of [`run`], and tests can parse command lines.
//!
//! Standard output carries results and nothing else; diagnostics go to standard error. Exit statuses are in `status`.

/// Prints a line to standard error. If that is closed, nobody wants to know.
macro_rules! tell {
    ($($text:tt)*) => {{
        use std::io::Write as _;
        let _ = writeln!(std::io::stderr(), $($text)*);
    }};
}

mod args;
mod check;
mod diagnostic;
mod history;
mod inputs;
mod litmus;
mod models;
mod process;
mod status;
mod watchdog;

use std::cell::RefCell;
use std::ffi::OsString;
use std::io::Write;
use std::process::ExitCode;

use clap::{CommandFactory, FromArgMatches, Parser};
use raddle_check::Options;
use raddle_explore::Limits;
use raddle_llvm::{Input, LowerOptions};

use args::{Cli, Command};
use status::Status;

/// Runs the command; the first argument is its own name.
pub fn run(args: Vec<OsString>) -> ExitCode {
    let args = args::with_subcommand(args);
    let cli = match Cli::try_parse_from(&args) {
        Ok(cli) => cli,
        Err(error) => {
            // Clap's own exit status for a wrong command line is 2, as ours.
            let status = u8::try_from(error.exit_code()).map_or(ExitCode::FAILURE, ExitCode::from);
            // If standard error is closed, there is nowhere to report that. What was asked for goes to standard output.
            let printed = error.print().and_then(|()| std::io::stdout().flush());
            if let Err(lost) = printed
                && !error.use_stderr()
                && lost.kind() != std::io::ErrorKind::BrokenPipe
            {
                tell!("raddle: cannot write to standard output: {lost}");
                return Status::Fault.into();
            }
            if error.kind() == clap::error::ErrorKind::UnknownArgument && args::has_compiler_flag(&args) {
                tell!("\nFlags for the compiler go behind `--`: raddle check FILE -- -std=c11 -DN=2");
            }
            return status;
        }
    };
    diagnostic::set_up(cli.color);
    let run = || match &cli.command {
        Command::Check(args) => check::run(args),
        Command::Litmus(args) => litmus::run(args),
        Command::History(args) => history::run(args),
        Command::Models(args) => models::run(args),
        Command::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(*shell, &mut Cli::command(), "raddle", &mut script);
            process::print(&String::from_utf8_lossy(&script));
            Status::Verified
        }
    };
    let status = std::panic::catch_unwind(std::panic::AssertUnwindSafe(run)).unwrap_or_else(|_| {
        tell!("raddle: this is a fault in Raddle, not in the program; please report it with the input");
        Status::Fault
    });
    // That nothing is wrong is not known to somebody who could not be told.
    if status == Status::Verified && process::is_output_lost() { Status::Fault.into() } else { status.into() }
}

/// Understands a command line without doing what it says; the first argument is the command's own name. Files that it names are not read.
///
/// ```
/// assert!(raddle_cli::understand(["raddle", "queue.c", "--model", "tso"]).is_ok());
/// assert!(raddle_cli::understand(["raddle", "check"]).is_err());
/// ```
pub fn understand(args: impl IntoIterator<Item = impl Into<OsString>>) -> Result<(), Box<dyn std::error::Error>> {
    let args = args::with_subcommand(args.into_iter().map(Into::into).collect());
    // Asked whenever a command line is wrong.
    let _ = args::has_compiler_flag(&args);
    // Described once: that takes longer than to understand a line.
    thread_local!(static DESCRIPTION: RefCell<clap::Command> = RefCell::new(Cli::command()));
    let mut matches = DESCRIPTION.with_borrow_mut(|it| it.try_get_matches_from_mut(args))?;
    if let Command::Check(args) = Cli::from_arg_matches_mut(&mut matches)?.command {
        let _ = (args.input(), args.lower_options(), args.explore.limits());
    }
    Ok(())
}

/// What the arguments behind `raddle check` ask for: which files, what they mean, how to check them, and how
/// far to go.
///
/// ```
/// let (_, lower, _, _) = raddle_cli::parse_check(["queue.c", "--unroll", "3", "--", "-DN=2"]).expect("well formed");
/// assert_eq!(lower.unroll, Some(3));
/// assert!(raddle_cli::parse_check(["queue.c", "--no-such-option"]).is_err());
/// ```
pub fn parse_check(
    args: impl IntoIterator<Item = impl Into<OsString>>,
) -> Result<(Input, LowerOptions, Options, Limits), Box<dyn std::error::Error>> {
    let args = ["raddle".into(), "check".into()].into_iter().chain(args.into_iter().map(Into::into));
    match Cli::try_parse_from(args)?.command {
        Command::Check(args) => {
            Ok((args.input(), args.lower_options(), args.options(args.model()?), args.explore.limits()))
        }
        _ => Err("not a check".into()),
    }
}
