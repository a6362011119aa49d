//! The result of running a test.

use raddle_check::{Answer, BufferingRaces, Story};
use raddle_explore::{Equivalence, Plan, Totals};
use raddle_graph::{EventId, Execution};
use raddle_ir::FailureKind;
use raddle_models::MemoryModel;

use crate::condition::{Condition, Location, Quantifier};

/// The answer to a test's condition.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Reply {
    /// The condition holds.
    Ok,
    /// It does not, or a thread failed.
    No,
    /// The program has a data race, so that anything may happen.
    Undef,
    /// A limit was reached before the answer was known.
    Unknown,
}

impl Reply {
    /// The word in results.
    pub fn name(self) -> &'static str {
        match self {
            Reply::Ok => "Ok",
            Reply::No => "No",
            Reply::Undef => "Undef",
            Reply::Unknown => "Unknown",
        }
    }
}

/// A final state, and how many executions end in it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StateCount {
    /// The values of the observed locations.
    pub values: Vec<(Location, String)>,
    /// The number of executions that end in it.
    pub count: u64,
}

/// One access of a race.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RacingAccess {
    /// The event.
    pub event: EventId,
    /// Its line.
    pub line: u32,
    /// Its column.
    pub column: u32,
}

/// A data race.
#[derive(Clone, PartialEq, Debug)]
pub struct FoundRace {
    /// The variable.
    pub location: String,
    /// One access.
    pub first: RacingAccess,
    /// The other.
    pub second: RacingAccess,
    /// An execution in which nothing orders them.
    pub execution: Execution,
    /// The same execution with names, values and source lines.
    pub story: Story,
}

/// A failed assertion, or another error of a thread.
#[derive(Clone, PartialEq, Debug)]
pub struct FoundFailure {
    /// What went wrong.
    pub kind: FailureKind,
    /// The same in words.
    pub message: String,
    /// The thread.
    pub thread: u16,
    /// Its line.
    pub line: u32,
    /// Its column.
    pub column: u32,
    /// In how many executions.
    pub count: u64,
    /// One of them.
    pub execution: Execution,
    /// The same execution with names, values and source lines.
    pub story: Story,
}

/// An execution that decides the question.
#[derive(Clone, PartialEq, Debug)]
pub struct Witness {
    /// The execution.
    pub execution: Execution,
    /// The same execution with names, values and source lines.
    pub story: Story,
}

/// The result of running a test.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The test's name.
    pub name: String,
    /// What it asks.
    pub condition: Condition,
    /// Under which model.
    pub model: MemoryModel,
    /// What counts as one execution.
    pub equivalence: Equivalence,
    /// How it was explored.
    pub plan: Plan,
    /// How many workers explored.
    pub workers: usize,
    /// How many threads the test has.
    pub threads: usize,
    /// Load-buffering races in the executions without a cycle, if they were counted.
    pub buffering: Option<BufferingRaces>,
    /// The final states, in order.
    pub states: Vec<StateCount>,
    /// How many executions satisfy the condition's proposition.
    pub positive: u64,
    /// How many do not.
    pub negative: u64,
    /// The answer.
    pub reply: Reply,
    /// A data race, if there is one.
    pub race: Option<FoundRace>,
    /// What the model flagged in some execution, by name.
    pub flags: Vec<String>,
    /// Failures, each once.
    pub failures: Vec<FoundFailure>,
    /// An execution that contradicts `~exists` or `forall` (or, if asked for, satisfies `exists`), if there is one.
    pub witness: Option<Witness>,
    /// What the explorer counted.
    pub totals: Totals,
    /// The bound on loops, if it was reached: the result holds only up to it.
    pub bounded: Option<u64>,
    /// The lines of the loops that were cut, if they are known.
    pub cut_loops: Vec<u32>,
    /// Warnings about the test.
    pub warnings: Vec<String>,
    /// The hash of the test.
    pub hash: u128,
    /// How long it took.
    pub seconds: f64,
}

impl Outcome {
    /// How often the proposition holds.
    pub fn observation(&self) -> &'static str {
        match (self.positive, self.negative) {
            (0, _) => "Never",
            (_, 0) => "Always",
            _ => "Sometimes",
        }
    }

    /// Is a stated expectation contradicted?
    pub fn is_contradicted(&self) -> bool {
        self.condition.quantifier != Quantifier::Exists && self.witness.is_some()
    }

    /// Is the answer vacuous, because no execution is complete and satisfies the filter?
    pub fn is_vacuous(&self) -> bool {
        self.positive + self.negative == 0
    }

    /// The verdict. Errors are races, failures, and final states that the condition rules out. `~exists` and `forall` state what is
    /// expected; `exists` asks a question, and neither answer is an error.
    pub fn answer(&self) -> Answer {
        if self.race.is_some() || !self.failures.is_empty() || self.is_contradicted() {
            Answer::Error
        } else if self.totals.limit.is_some() || self.totals.uncertain {
            Answer::Unknown
        } else {
            Answer::Ok
        }
    }
}
