//! What to check, and who watches.

use raddle_explore::Ending;
use raddle_graph::Execution;
use raddle_models::{MemoryModel, ModelName};

use crate::growth::Growing;
use crate::specification::Specification;
use crate::story::Story;
use crate::verdict::Verdict;

/// How to check a program. How far to go is for its [`Run`](raddle_explore::Run) to say.
#[derive(Clone, Debug)]
pub struct Options {
    /// The memory model.
    pub model: MemoryModel,
    /// How to explore.
    pub explore: raddle_explore::Options,
    /// Are data races errors?
    pub races: bool,
    /// Are waits that can never end errors?
    pub liveness: bool,
    /// Are leaks errors, rather than warnings?
    pub leaks: bool,
    /// How many steps (jumps and calls) a thread may take without an event (`Limit::MaxSteps`); by default as many as the program says.
    pub max_steps: Option<u64>,
    /// Collect distinct errors instead of stopping at the first.
    pub keep_going: bool,
    /// Keep what the program prints.
    pub show_output: bool,
    /// Count load-buffering races in executions without a cycle.
    pub buffering_races: bool,
    /// Compare the calls that the program marks with this.
    pub specification: Option<Specification>,
    /// If there is an error under a model of the language: find out what machines make of it, and what would repair it.
    pub diagnose: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            model: ModelName::Rc20.into(),
            explore: raddle_explore::Options::default(),
            races: true,
            liveness: false,
            leaks: false,
            max_steps: None,
            keep_going: false,
            show_output: false,
            buffering_races: false,
            specification: None,
            diagnose: false,
        }
    }
}

/// Watches a check from outside: sees executions as they are found.
pub trait Watch: Sync {
    /// Are executions that end like this to be shown?
    fn wants(&self, _ending: Ending) -> bool {
        false
    }

    /// Called when an error was found, before notes on it are computed, which may take a while. What it is given lacks them.
    fn found(&self, _verdict: &Verdict) {}

    /// Called once if the exploration takes long and a thread runs through a loop again and again.
    fn growing(&self, _growing: &Growing) {}

    /// Called when something was learnt about the program that makes the exploration begin anew: executions may have been shown, and be shown again.
    fn again(&self) {}

    /// Called once for each execution that is wanted, from any worker, in no particular order.
    fn execution(&self, _observed: &Observed<'_>) {}
}

/// Watches nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unwatched;

impl Watch for Unwatched {}

/// An execution shown to a [`Watch`].
pub struct Observed<'a> {
    /// How it ended.
    pub ending: Ending,
    /// The execution.
    pub execution: &'a Execution,
    /// The same with names, values and source lines.
    pub story: &'a dyn Fn() -> Story,
}
