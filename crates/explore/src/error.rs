//! Why an exploration cannot be carried out.

use raddle_graph::{Execution, ThreadId};
use raddle_program::Discovery;
use thiserror::Error;

use crate::Refusal;

/// Why an exploration cannot be carried out.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ExploreError {
    /// No engine can explore the program exactly.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// A thread has more events than the narrow engine can count: the program has to be explored by the wide one (`Options::is_long`).
    #[error("thread {thread} has more events in one execution than the narrow engine can count")]
    TooManyEvents {
        /// The thread.
        thread: ThreadId,
    },
    /// Found by `Options::detect_duplicates`: a fault of the explorer.
    #[error("an execution was visited twice: this is a fault in Raddle")]
    Duplicate {
        /// The execution.
        execution: Box<Execution>,
    },
    /// The program is not what it seemed: it has to learn this, and be explored again.
    #[error("{0}")]
    Learn(Discovery),
    /// The search under `xmm` gave up.
    #[error("under xmm, executions still justify new ones after {rounds} rounds of re-execution: the search gives up")]
    XmmRounds {
        /// After so many rounds.
        rounds: usize,
    },
    /// The enumerator gave up.
    #[error("the program is too large to guess its executions: more than {limit} steps")]
    TooLarge {
        /// After so many steps.
        limit: usize,
    },
    /// The model allows values that come from nowhere.
    #[error("the model allows executions in which values depend on themselves: what they are is open")]
    ThinAir {
        /// Such an execution.
        execution: Box<Execution>,
    },
    /// A thread reserves a location, although `Features` say that none does: the plan was wrong.
    #[error("thread {thread} reserves a location, which its program did not announce: this is a fault in Raddle")]
    Unplanned {
        /// The thread.
        thread: ThreadId,
    },
    /// The program asked for something that makes no sense, such as starting a thread twice.
    #[error("thread {thread}: {what}")]
    Misuse {
        /// The thread that asked.
        thread: ThreadId,
        /// What was wrong.
        what: &'static str,
    },
}

impl ExploreError {
    /// Is it a fault of Raddle, rather than something about the program?
    pub fn is_fault(&self) -> bool {
        matches!(self, ExploreError::Duplicate { .. } | ExploreError::Unplanned { .. })
    }
}
