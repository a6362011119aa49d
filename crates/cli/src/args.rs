//! The command line: what is accepted, and what it means.

mod check;
mod common;
mod history;
mod litmus;
mod model;

use std::ffi::OsString;
use std::path::Path;
use std::time::Duration;

use clap::{Args, Parser, Subcommand, ValueEnum};
use raddle_models::ModelName;

pub(crate) use check::{CheckArgs, EngineArg};
pub(crate) use common::Format;
pub(crate) use history::HistoryArgs;
pub(crate) use litmus::LitmusArgs;
pub(crate) use model::ModelArg;

/// Checks concurrent programs under weak memory models.
///
/// Enumerates every execution that the memory model allows, each exactly once.
#[derive(Parser, Debug)]
#[command(name = "raddle", version, arg_required_else_help = true)]
#[command(after_help = "A plain `raddle FILE` is `raddle check FILE` or `raddle litmus FILE`, by the file's \
                  ending.\n\nExit status: 0 verified; 1 an error was found; 2 wrong or unsupported input or command line; \
                  3 no verdict (a limit, or --strict and a bound); 70 a fault in Raddle; 130 interrupted.")]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
    /// Colours on standard error.
    #[arg(long, global = true, value_enum, default_value_t = When::Auto, value_name = "WHEN")]
    pub(crate) color: When,
}

#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    /// Checks a C program, or one in LLVM IR.
    Check(CheckArgs),
    /// Runs litmus tests and prints one block per test.
    Litmus(LitmusArgs),
    /// Judges calls of a concurrent object that were recorded elsewhere: could it have answered so?
    History(HistoryArgs),
    /// Lists the memory models, or shows the definition of one.
    Models(ModelsArgs),
    /// Prints a completion script for a shell.
    Completions {
        /// The shell.
        shell: clap_complete::Shell,
    },
}

#[derive(Args, Debug)]
pub(crate) struct ModelsArgs {
    /// Print the definition of a model, in the cat language.
    #[arg(long, value_name = "NAME", conflicts_with = "audit")]
    pub(crate) show: Option<ModelName>,
    /// Test whether a model has the properties that exploring every execution relies on.
    #[arg(long, value_name = "FILE.cat|NAME")]
    pub(crate) audit: Option<ModelArg>,
    /// Stop the audit after this many seconds.
    #[arg(long, value_name = "S", value_parser = common::seconds, default_value = "60", requires = "audit")]
    pub(crate) timeout: Duration,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
pub(crate) enum When {
    /// On a terminal.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// Inserts the subcommand that a plain `raddle FILE` leaves out.
pub(crate) fn with_subcommand(mut args: Vec<OsString>) -> Vec<OsString> {
    // Arguments after `--` are for the compiler.
    let ours: Vec<&OsString> = args.iter().skip(1).take_while(|arg| *arg != "--").collect();
    let is_command = |arg: &&&OsString| Command::has_subcommand(&arg.to_string_lossy()) || **arg == "help";
    // A first word that names no file is a misspelt subcommand: clap suggests the right one.
    let is_word = |arg: &&OsString| arg.to_str().is_some_and(|arg| arg.chars().all(char::is_alphabetic));
    let is_misspelt = ours.first().is_some_and(|first| is_word(first) && !Path::new(first).exists());
    if !is_misspelt
        && ours.iter().find(is_command).is_none()
        && let Some(command) = ours.iter().find_map(|arg| command_for(Path::new(arg)))
    {
        args.insert(1, command.into());
    }
    args
}

/// Is one of the arguments a flag of the compiler, in the wrong place?
pub(crate) fn has_compiler_flag(args: &[OsString]) -> bool {
    let ours = args.iter().skip(1).take_while(|arg| *arg != "--").filter_map(|arg| arg.to_str());
    let starts = ["-std=", "-D", "-I", "-O", "-W", "-f", "-g", "-include", "-pthread", "-l", "-U", "-m"];
    ours.into_iter().any(|arg| starts.iter().any(|start| arg.starts_with(start)))
}

/// The subcommand for a file, by its ending.
fn command_for(path: &Path) -> Option<&'static str> {
    if path.extension().is_some_and(|ending| ending == "litmus") || path.is_dir() {
        Some("litmus")
    } else {
        raddle_llvm::is_program(path).then_some("check")
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_command_line_is_well_formed() {
        Cli::command().debug_assert();
    }

    #[test]
    fn a_plain_file_picks_its_subcommand() {
        let args = |text: &str| text.split(' ').map(OsString::from).collect::<Vec<_>>();
        assert_eq!(with_subcommand(args("raddle sb.litmus")), args("raddle litmus sb.litmus"));
        assert_eq!(with_subcommand(args("raddle --model sc sb.litmus")), args("raddle litmus --model sc sb.litmus"));
        assert_eq!(with_subcommand(args("raddle litmus sb.litmus")), args("raddle litmus sb.litmus"));
        assert_eq!(with_subcommand(args("raddle models")), args("raddle models"));
        assert_eq!(with_subcommand(args("raddle -j 2 prog.c")), args("raddle check -j 2 prog.c"));
        assert_eq!(with_subcommand(args("raddle check prog.c")), args("raddle check prog.c"));
        assert_eq!(with_subcommand(args("raddle chek prog.c")), args("raddle chek prog.c"));
        assert_eq!(with_subcommand(args("raddle prog.ll")), args("raddle check prog.ll"));
        assert_eq!(with_subcommand(args("raddle prog.c -- -DN=2 check")), args("raddle check prog.c -- -DN=2 check"));
    }
}
