//! Options that every command which explores has.

use std::time::Duration;

use clap::{Args, ValueEnum};
use raddle_explore::{DEFAULT_MAX_EVENTS, Equivalence, Limits, Options};

use super::model::ModelArg;

#[derive(Args, Debug)]
pub(crate) struct ExploreArgs {
    /// The memory model: a name, or a file in the cat language. By default a litmus test's own, and rc20 for programs.
    #[arg(long, value_name = "NAME|FILE.cat")]
    pub(crate) model: Option<ModelArg>,
    /// What counts as one execution: program order, reads-from and modification order, or the first two only.
    #[arg(long, value_enum, default_value_t = EquivalenceArg::Mo)]
    pub(crate) equivalence: EquivalenceArg,
    /// Worker threads, at most 256; 0 means all cores.
    #[arg(short = 'j', value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(0..=256))]
    pub(crate) workers: u16,
    /// A bound on the iterations of every loop; the result then holds up to it.
    #[arg(long, value_name = "N")]
    pub(crate) unroll: Option<u32>,
    /// Weak compare-exchanges do not fail although the expected value is there, and waits do not end without a signal.
    #[arg(long)]
    pub(crate) no_spurious: bool,
    /// The opposite, which is the default.
    #[arg(long, hide = true, conflicts_with = "no_spurious")]
    spurious_failures: bool,
    /// Do not report data races.
    #[arg(long)]
    pub(crate) no_race_detection: bool,
    /// Stop after this many seconds, for each test or program.
    #[arg(long, value_name = "S", value_parser = seconds)]
    pub(crate) timeout: Option<Duration>,
    /// Stop after this many executions, for each test or program.
    #[arg(long, value_name = "N")]
    pub(crate) max_executions: Option<u64>,
    /// Stop where a thread has this many events in one execution [default: 262144, of a litmus test 65534].
    #[arg(long, value_name = "N")]
    pub(crate) max_events: Option<usize>,
    /// What goes to standard output.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
    /// Store every execution and fail if one is found twice (for Raddle's own tests).
    #[arg(long, hide = true)]
    pub(crate) detect_duplicates: bool,
}

impl ExploreArgs {
    /// How to explore.
    pub(crate) fn options(&self) -> Options {
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        Options {
            equivalence: match self.equivalence {
                EquivalenceArg::Mo => Equivalence::Mo,
                EquivalenceArg::Wb => Equivalence::Wb,
            },
            workers: if self.workers == 0 { cores() } else { usize::from(self.workers) },
            spurious_failures: !self.no_spurious,
            // Commands decide whether to use symmetry.
            symmetry: false,
            detect_duplicates: self.detect_duplicates,
            enumerate: false,
            ignore_dependencies: false,
            max_events: self.max_events.unwrap_or(DEFAULT_MAX_EVENTS),
            is_long: false,
        }
    }

    /// The limits for each test or program.
    pub(crate) fn limits(&self) -> Limits {
        Limits { timeout: self.timeout, max_executions: self.max_executions, max_work: None }
    }
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
    /// For people; for litmus tests one block per test, as other litmus tools print it.
    Text,
    /// One JSON object per test or program, on a line of its own.
    Json,
}

pub(super) fn seconds(text: &str) -> Result<Duration, String> {
    let number: f64 = text.parse().map_err(|_| "expected a number of seconds".to_owned())?;
    Duration::try_from_secs_f64(number).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seconds_may_have_a_fraction() {
        assert_eq!(seconds("0.5"), Ok(Duration::from_millis(500)));
        assert!(seconds("-1").is_err() && seconds("soon").is_err());
    }
}
