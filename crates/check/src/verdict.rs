//! What checking a program gave.

use std::num::NonZeroU32;

use raddle_bmc::Stats as SymbolicStats;
use raddle_explore::{Equivalence, Limit, Plan, Totals};
use raddle_graph::ThreadId;
use raddle_models::{MemoryModel, ModelName};

use crate::buffering::BufferingRaces;
use crate::error::Error;
use crate::growth::Growing;
use crate::specification::SeenHistories;

/// What checking a program gave.
#[derive(Clone, Debug)]
pub struct Verdict {
    /// The file, as it was named.
    pub file: String,
    /// Under which model.
    pub model: MemoryModel,
    /// What counts as one execution.
    pub equivalence: Equivalence,
    /// How it was explored.
    pub plan: Plan,
    /// How many workers explored.
    pub workers: usize,
    /// How many threads the program has.
    pub threads: usize,
    /// How often the program was explored, until everything about it was known.
    pub rounds: u32,
    /// What the explorer counted.
    pub totals: Totals,
    /// What was seen of calls, if they were compared with a specification.
    pub calls: Option<SeenHistories>,
    /// Load-buffering races in the executions without a cycle, if they were counted.
    pub buffering: Option<BufferingRaces>,
    /// What is wrong: the first error found, or all that are distinct.
    pub errors: Vec<Error>,
    /// Things worth knowing.
    pub warnings: Vec<Warning>,
    /// What was assumed about the program, and what else is known about its error.
    pub notes: Vec<Note>,
    /// The bound on loops, if it was reached: the result holds only up to it.
    pub bounded: Option<u64>,
    /// The loops that the bound has cut, each by its file and line.
    pub cut_loops: Vec<(String, u32)>,
    /// Why no execution runs to its end, if none does: then nothing was shown.
    pub vacuity: Option<Vacuity>,
    /// The limit that ended the exploration early, if one did. Never `Stopped`.
    pub limit: Option<Limit>,
    /// What each thread of some execution printed, if that was asked for and there is no error.
    pub output: Vec<(ThreadId, String)>,
    /// What the symbolic engine needed, if that has checked it: then there are no executions to count.
    pub symbolic: Option<SymbolicStats>,
    /// How long all of it took, compiling and notes included.
    pub seconds: f64,
}

/// What a result means for whoever asked.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Answer {
    /// Everything was explored and nothing is wrong.
    Ok,
    /// Something is wrong with the program.
    Error,
    /// The program needs something that Raddle cannot do.
    Unsupported,
    /// The exploration was cut off before anything was found, or no execution runs to its end.
    Unknown,
}

impl Answer {
    /// The word in results. A contract with scripts.
    pub fn name(self) -> &'static str {
        match self {
            Answer::Ok => "ok",
            Answer::Error => "error",
            Answer::Unsupported | Answer::Unknown => "unknown",
        }
    }
}

/// Something worth knowing about a result.
#[derive(Clone, Debug)]
pub enum Warning {
    /// A leak, where leaks are not errors.
    Leak(Box<Error>),
    /// The bound on loops has cut these, each named by its file and line.
    CutLoops {
        /// The bound.
        unroll: u64,
        /// The loops.
        loops: Vec<(String, u32)>,
    },
    /// A thread has as many events as it may have.
    TooManyEvents(TooLong),
    /// A thread took as many steps as it may without an event.
    TooManySteps(Box<Error>),
    /// No execution runs to its end.
    Vacuous {
        /// Why none does.
        why: Vacuity,
        /// How many are blocked.
        blocked: u64,
    },
    /// The exploration met a bound, and executions may be missing.
    Uncertain,
    /// Under `xmm`, executions that need more commits at once were not explored.
    UpToCommits {
        /// How many were.
        commits: NonZeroU32,
    },
}

/// A thread that has as many events as it may have.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TooLong {
    /// The thread.
    pub thread: ThreadId,
    /// Its function.
    pub name: String,
    /// How many it may have.
    pub limit: usize,
    /// The file and line of its last events.
    pub at: Vec<(String, u32)>,
    /// The loop that it iterates most often, if there is one.
    pub growing: Option<Growing>,
}

/// Why no execution runs to its end.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Vacuity {
    /// The program assumes what does not hold.
    Assumptions,
    /// Loops are cut off.
    Bound,
    /// Threads wait for what never comes.
    Waits,
    /// Calls were to be compared with a specification, and there is none.
    Calls,
}

/// What was assumed about a program, or what else is known about its error.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Note {
    /// The front end says it.
    Understood(String),
    /// Words that are accessed whole and in parts are explored as one location each.
    WidenedWords {
        /// Some of them.
        names: Vec<String>,
        /// How many more there are.
        more: usize,
    },
    /// A thread goes on without a reason at most once in each place, although more would make a difference.
    SpuriousOnce,
    /// No thread goes on without a reason, although some might.
    NeverSpurious,
    /// What further checks say about the error.
    Elsewhere(Elsewhere),
    /// The check was ended before all notes on its error were computed.
    NotFinished,
}

/// What checks of variants of a program say about its error.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Elsewhere {
    /// The error is there under `sc`, too.
    Sequential,
    /// There is no error under `rc11`, where later stores of a thread continue its release sequences.
    ReleaseSequences,
    /// What machines make of the program.
    Machines {
        /// Is the error a race, which machines do not know?
        is_race: bool,
        /// There is no error under these.
        right: Vec<ModelName>,
        /// The same error is there under these.
        same: Vec<ModelName>,
        /// Other errors.
        others: Vec<OtherError>,
    },
    /// Under these models the program is right only because dependencies order accesses.
    Dependencies(Vec<ModelName>),
    /// With an acquire load at this file and line there is no error under the model.
    Acquire {
        /// The file.
        file: String,
        /// The line.
        line: u32,
        /// Only where its function was called from these files and lines, from the inside out; all calls if there are none.
        calls: Vec<(String, u32)>,
        /// The model.
        model: ModelName,
    },
    /// This was not found out.
    Undecided {
        /// What was asked.
        question: Question,
        /// Why there is no answer.
        why: Open,
    },
}

/// Why a check of a variant of a program decided nothing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Open {
    /// A limit struck before.
    Limit(Limit),
    /// Loops were cut off after so many iterations.
    Unroll(u64),
    /// No execution runs to its end there.
    Vacuous,
    /// Executions may be missing there.
    Uncertain,
    /// It cannot be checked there at all.
    Refused(String),
}

/// What a check of a variant of a program was to find out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Question {
    /// Is there an error under these models, too?
    Models(Vec<ModelName>),
    /// Is it dependencies that keep the program right under these models?
    Dependencies(Vec<ModelName>),
    /// Is there no error with an acquire load at one of these lines, in a file?
    Acquire(Vec<(String, u32)>),
}

/// An error of a variant of a program that is not the one of the program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OtherError {
    /// The model under which it was found.
    pub model: ModelName,
    /// Its kind.
    pub kind: &'static str,
    /// The file and line where it is, if that is known.
    pub place: Option<(String, u32)>,
}

impl Verdict {
    /// What the result means.
    pub fn answer(&self) -> Answer {
        if self.errors.iter().any(|error| !error.problem.is_unsupported()) {
            Answer::Error
        } else if !self.errors.is_empty() {
            Answer::Unsupported
        } else if self.limit.is_some()
            || self.totals.uncertain
            || self.vacuity.is_some_and(|why| why != Vacuity::Assumptions)
        {
            Answer::Unknown
        } else {
            Answer::Ok
        }
    }

    /// Did no execution run to its end, so that `ok` says nothing?
    pub fn is_vacuous(&self) -> bool {
        self.vacuity.is_some()
    }

    /// The executions that did not end up waiting.
    pub fn executions(&self) -> u64 {
        self.totals.complete + self.totals.failed
    }
}
