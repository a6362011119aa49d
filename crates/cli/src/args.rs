//! The command line: what is accepted, and what it means.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::{Args, Parser, Subcommand, ValueEnum};
use raddle_explore::{Equivalence, Options};
use raddle_models::ModelName;

/// Checks concurrent programs under weak memory models.
///
/// Enumerates every execution that the memory model allows, each exactly once.
#[derive(Parser, Debug)]
#[command(name = "raddle", version, arg_required_else_help = true)]
#[command(
    after_help = "A plain `raddle FILE.litmus` is `raddle litmus FILE.litmus`.\n\nExit status: 0 verified; 1 an \
                  error was found; 2 wrong or unsupported input or command line; 3 no verdict (a limit, or --strict \
                  and a bound); 70 a fault in Raddle."
)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
    /// Colours on standard error.
    #[arg(long, global = true, value_enum, default_value_t = When::Auto, value_name = "WHEN")]
    pub(crate) color: When,
}

#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    /// Runs litmus tests and prints one block per test.
    Litmus(LitmusArgs),
    /// Lists the memory models, or shows the definition of one.
    Models(ModelsArgs),
    /// Prints a completion script for a shell.
    Completions {
        /// The shell.
        shell: clap_complete::Shell,
    },
}

#[derive(Args, Debug)]
pub(crate) struct LitmusArgs {
    /// Litmus files; `@LIST` names a file that lists more, one per line; a folder stands for the litmus files in it.
    #[arg(required = true, value_name = "FILE.litmus | @LIST | DIR")]
    pub(crate) inputs: Vec<PathBuf>,
    /// The memory model.
    #[arg(long, value_name = "NAME", default_value = "rc11")]
    pub(crate) model: ModelName,
    /// What counts as one execution: program order, reads-from and modification order, or the first two only.
    #[arg(long, value_enum, default_value_t = EquivalenceArg::Mo)]
    pub(crate) equivalence: EquivalenceArg,
    /// Worker threads, at most 256; 0 means all cores.
    #[arg(short = 'j', value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(0..=256))]
    pub(crate) workers: u16,
    /// A bound on the iterations of every loop; the result then holds up to it.
    #[arg(long, value_name = "N")]
    pub(crate) unroll: Option<u32>,
    /// Let weak compare-exchanges fail although the expected value is there.
    #[arg(long)]
    pub(crate) spurious_failures: bool,
    /// Do not report data races.
    #[arg(long)]
    pub(crate) no_race_detection: bool,
    /// Stop each test after so many seconds.
    #[arg(long, value_name = "S", value_parser = seconds)]
    pub(crate) timeout: Option<Duration>,
    /// Stop each test after so many executions.
    #[arg(long, value_name = "N")]
    pub(crate) max_executions: Option<u64>,
    /// What goes to standard output.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
    /// Print every execution before the test's result.
    #[arg(long)]
    pub(crate) print_executions: bool,
    /// Draw an execution in DOT: one that shows an error, or else one that satisfies the condition.
    #[arg(long, value_name = "FILE.dot")]
    pub(crate) graph: Option<PathBuf>,
    /// Exit with status 3 if a result holds only up to a bound, or says nothing because no execution counts.
    #[arg(long)]
    pub(crate) strict: bool,
    /// Remember every execution and fail if one is met twice (for Raddle's own tests).
    #[arg(long, hide = true)]
    pub(crate) detect_duplicates: bool,
}

#[derive(Args, Debug)]
pub(crate) struct ModelsArgs {
    /// Print the definition of a model.
    #[arg(long, value_name = "NAME")]
    pub(crate) show: Option<ModelName>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
pub(crate) enum EquivalenceArg {
    /// (po, rf, mo)
    Mo,
    /// (po, rf)
    Wb,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
pub(crate) enum Format {
    /// One block per test, as other litmus tools print it.
    Text,
    /// One JSON object per test and line.
    Json,
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

impl LitmusArgs {
    /// How to explore.
    pub(crate) fn options(&self) -> Options {
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        Options {
            equivalence: match self.equivalence {
                EquivalenceArg::Mo => Equivalence::Mo,
                EquivalenceArg::Wb => Equivalence::Wb,
            },
            workers: if self.workers == 0 { cores() } else { usize::from(self.workers) },
            spurious_failures: self.spurious_failures,
            detect_duplicates: self.detect_duplicates,
            timeout: self.timeout,
            max_executions: self.max_executions,
        }
    }
}

fn seconds(text: &str) -> Result<Duration, String> {
    let number: f64 = text.parse().map_err(|_| "expected a number of seconds".to_owned())?;
    Duration::try_from_secs_f64(number).map_err(|error| error.to_string())
}

/// Inserts the subcommand that a plain `raddle FILE` leaves out.
pub(crate) fn with_subcommand(mut args: Vec<OsString>) -> Vec<OsString> {
    let names_litmus = |arg: &OsString| {
        let path = Path::new(arg);
        path.extension().is_some_and(|ending| ending == "litmus") || path.is_dir()
    };
    let is_command = |arg: &OsString| ["litmus", "models", "completions", "help"].iter().any(|name| arg == name);
    if args.len() > 1 && !args[1..].iter().any(is_command) && args[1..].iter().any(names_litmus) {
        args.insert(1, "litmus".into());
    }
    args
}

/// The C, C++ or LLVM file that a plain `raddle FILE` names: a later version will check it.
pub(crate) fn names_program(args: &[OsString]) -> Option<&Path> {
    let is_program = |path: &&Path| {
        path.extension().is_some_and(|ending| ["c", "cc", "cpp", "cxx", "ll"].iter().any(|known| ending == *known))
    };
    args.get(1..)?.iter().map(Path::new).find(is_program)
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
        assert_eq!(with_subcommand(args("raddle prog.c")), args("raddle prog.c"));
        assert_eq!(names_program(&args("raddle check prog.c")), Some(Path::new("prog.c")));
        assert_eq!(names_program(&args("raddle sb.litmus")), None);
    }

    #[test]
    fn seconds_may_have_a_fraction() {
        assert_eq!(seconds("0.5"), Ok(Duration::from_millis(500)));
        assert!(seconds("-1").is_err() && seconds("soon").is_err());
    }
}
