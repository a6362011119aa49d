//! What checking a program gave.

use raddle_explore::{Equivalence, Limit, Totals};
use raddle_graph::{EventId, Execution, ThreadId};
use raddle_models::MemoryModel;

/// The kind of an error that says nothing about the program, only about Raddle.
pub const UNSUPPORTED: &str = "unsupported";

/// A place in the source, and the thread that was there.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Place {
    /// The file.
    pub file: String,
    /// The line, from 1; 0 if it is not known.
    pub line: u32,
    /// The column, from 1; 0 if it is not known.
    pub column: u32,
    /// The function.
    pub function: String,
    /// The thread.
    pub thread: ThreadId,
}

/// Another place that belongs to an error.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Related {
    /// What happened there: "freed", "allocated".
    pub what: String,
    /// Where.
    pub place: Place,
    /// The event, if there is one.
    pub event: Option<EventId>,
}

/// An error of the program.
#[derive(Clone, Debug)]
pub struct ErrorReport {
    /// One word.
    pub kind: &'static str,
    /// The same in more words.
    pub message: String,
    /// What to do about it, where there is something to say; else empty.
    pub help: &'static str,
    /// Where, if that is known.
    pub place: Option<Place>,
    /// Other places that belong to it.
    pub related: Vec<Related>,
    /// The event. A thread fails between two events: then it is the last one before, if there is one.
    pub event: Option<EventId>,
    /// An execution in which it happens. There is none if the program cannot be explored that far.
    pub execution: Option<Execution>,
    /// The same execution thread by thread, for people.
    pub story: String,
    /// The same execution in the DOT language.
    pub dot: String,
    /// What each thread printed, if that was asked for.
    pub output: Vec<(ThreadId, String)>,
}

/// What checking a program gave. `Display` prints it for people.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The file, as it was named.
    pub file: String,
    /// Under which model.
    pub model: MemoryModel,
    /// What counts as one execution.
    pub equivalence: Equivalence,
    /// How many workers explored.
    pub workers: usize,
    /// How many threads the program has.
    pub threads: usize,
    /// How often the program was explored, until everything about it was known.
    pub rounds: u32,
    /// What the explorer counted.
    pub totals: Totals,
    /// What is wrong: the first error found, or all that are distinct.
    pub errors: Vec<ErrorReport>,
    /// Things worth knowing.
    pub warnings: Vec<String>,
    /// What was assumed about the program.
    pub notes: Vec<String>,
    /// The bound on loops, if it was reached: the result holds only up to it.
    pub bounded: Option<u64>,
    /// The limit that ended the exploration, if one did.
    pub limit: Option<&'static str>,
    /// What each thread of some execution printed, if that was asked for and there is no error.
    pub output: Vec<(ThreadId, String)>,
    /// How long it took.
    pub seconds: f64,
}

/// What a result means for whoever asked.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Verdict {
    /// Everything was explored and nothing is wrong.
    Ok,
    /// Something is wrong with the program.
    Error,
    /// The program needs something that Raddle cannot do.
    Unsupported,
    /// A limit was reached first.
    Unknown,
}

impl Verdict {
    /// The word in results.
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Ok => "ok",
            Verdict::Error => "error",
            Verdict::Unsupported | Verdict::Unknown => "unknown",
        }
    }
}

impl Outcome {
    /// What the result means.
    pub fn verdict(&self) -> Verdict {
        if self.errors.iter().any(|error| error.kind != UNSUPPORTED) {
            Verdict::Error
        } else if !self.errors.is_empty() {
            Verdict::Unsupported
        } else if self.limit.is_some() {
            Verdict::Unknown
        } else {
            Verdict::Ok
        }
    }

    /// Did no execution run to its end, so that `ok` says nothing?
    pub fn is_vacuous(&self) -> bool {
        self.totals.complete + self.totals.failed == 0
    }

    /// The executions that did not end up waiting.
    pub fn executions(&self) -> u64 {
        self.totals.complete + self.totals.failed
    }
}

/// The name of a limit on the command line. A visitor that stops because it found an error reaches no limit.
pub(crate) fn limit_name(limit: Limit) -> Option<&'static str> {
    // Who looks for one error stops at the first.
    (limit != Limit::Stopped).then(|| limit.name())
}
