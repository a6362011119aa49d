//! Options that every command which explores has.

use std::num::NonZeroU32;
use std::time::Duration;

use clap::{Args, ValueEnum};
use raddle_explore::{DEFAULT_MAX_EVENTS, Equivalence, Limits, Options, XmmOptions, XmmRules};

use raddle_models::ModelName;

use super::model::ModelArg;
use crate::diagnostic::Diagnostic;

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
    /// Under xmm: how many things may be committed at once where executions are explored, or `all` [default: 2].
    #[arg(long, value_name = "K|all", value_parser = commits)]
    xmm_commits: Option<Commits>,
    /// Under xmm: no race must answer for a cycle.
    #[arg(long)]
    xmm_no_guard: bool,
    /// Under xmm: which reading of its definition counts [default: thesis].
    #[arg(long, value_enum)]
    xmm_rules: Option<XmmRulesArg>,
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
            xmm: XmmOptions {
                rules: match self.xmm_rules {
                    None | Some(XmmRulesArg::Thesis) => XmmRules::Thesis,
                    Some(XmmRulesArg::Literal) => XmmRules::Literal,
                    Some(XmmRulesArg::Vf) => XmmRules::Vf,
                },
                guard: !self.xmm_no_guard,
                commits: match self.xmm_commits {
                    None => Some(XmmOptions::DEFAULT_COMMITS),
                    Some(Commits::AtMost(most)) => Some(most),
                    Some(Commits::All) => None,
                },
            },
            max_events: self.max_events.unwrap_or(DEFAULT_MAX_EVENTS),
            is_long: false,
        }
    }

    /// Is it the model xmm?
    pub(crate) fn is_xmm(&self) -> bool {
        self.model == Some(ModelArg::Named(ModelName::Xmm))
    }

    /// What is wrong if an option of xmm was given with another model.
    pub(crate) fn misplaced_xmm_option(&self) -> Option<Diagnostic> {
        let given = [
            ("--xmm-commits", self.xmm_commits.is_some()),
            ("--xmm-no-guard", self.xmm_no_guard),
            ("--xmm-rules", self.xmm_rules.is_some()),
        ];
        let (option, _) = given.into_iter().find(|&(_, is_given)| is_given)?;
        (!self.is_xmm()).then(|| Diagnostic::new(format!("{option} is about the model xmm")).help("add --model xmm"))
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

/// How many things may be committed at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Commits {
    AtMost(NonZeroU32),
    All,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
pub(crate) enum XmmRulesArg {
    /// The definition of docs/internals/xmm.md.
    Thesis,
    /// Committed events need not be closed under rpo, and no race must answer for a cycle.
    Literal,
    /// Threads with uncommitted events look one way, by whatever a write can be seen.
    Vf,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
pub(crate) enum Format {
    /// For people; for litmus tests one block per test, as other litmus tools print it.
    Text,
    /// One JSON object per test or program, on a line of its own.
    Json,
}

fn commits(text: &str) -> Result<Commits, String> {
    match text {
        "all" => Ok(Commits::All),
        _ => text.parse().map(Commits::AtMost).map_err(|_| "expected `all`, or a number of at least 1".to_owned()),
    }
}

pub(super) fn seconds(text: &str) -> Result<Duration, String> {
    let number: f64 = text.parse().map_err(|_| "expected a number of seconds".to_owned())?;
    Duration::try_from_secs_f64(number).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn at_least_one_thing_is_committed() {
        assert_eq!(commits("all"), Ok(Commits::All));
        assert_eq!(commits("3"), Ok(Commits::AtMost(NonZeroU32::new(3).unwrap())));
        assert!(commits("0").is_err() && commits("-1").is_err() && commits("few").is_err());
    }

    #[test]
    fn seconds_may_have_a_fraction() {
        assert_eq!(seconds("0.5"), Ok(Duration::from_millis(500)));
        assert!(seconds("-1").is_err() && seconds("soon").is_err());
    }
}
