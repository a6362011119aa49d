//! What to explore, how far, and what came of it.

use std::time::Duration;

use raddle_graph::{Address, EventId, Execution, ThreadId, Value};
use raddle_models::ModelName;
use thiserror::Error;

use crate::Waits;

/// What counts as one execution.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Equivalence {
    /// Program order, reads-from and modification order.
    #[default]
    Mo,
    /// Program order and reads-from: some modification order exists.
    Wb,
}

impl Equivalence {
    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Equivalence::Mo => "mo",
            Equivalence::Wb => "wb",
        }
    }
}

/// How to explore.
#[derive(Clone, Debug)]
pub struct Options {
    /// What counts as one execution.
    pub equivalence: Equivalence,
    /// How many workers explore side by side (at least 1).
    pub workers: usize,
    /// May a weak compare-exchange fail although the expected value is there?
    pub spurious_failures: bool,
    /// Of executions that differ only in which of several equal threads did what, explore few (`mo` mode only).
    pub symmetry: bool,
    /// Remember every execution and fail if one is met twice. Memory grows with their number: for tests.
    pub detect_duplicates: bool,
    /// Stop after this long.
    pub timeout: Option<Duration>,
    /// Stop after this many executions, blocked ones included.
    pub max_executions: Option<u64>,
    /// Stop after about this much work, each worker for itself. The unit is one event added; an engine that goes through all
    /// of a graph whenever it adds to it counts the square of its size. Unlike time, it is the same everywhere.
    pub max_work: Option<u64>,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            equivalence: Equivalence::Mo,
            workers: 1,
            spurious_failures: false,
            symmetry: true,
            detect_duplicates: false,
            timeout: None,
            max_executions: None,
            max_work: None,
        }
    }
}

/// How an exploration that did not visit everything was cut short.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Limit {
    /// `Options::timeout` was reached.
    Timeout,
    /// `Options::max_executions` was reached.
    MaxExecutions,
    /// `Options::max_work` was reached.
    MaxWork,
    /// A visitor asked to stop.
    Stopped,
}

/// What an exploration counted.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Totals {
    /// Executions in which every thread ran to its end.
    pub complete: u64,
    /// Executions in which some thread waits for good (and none failed). Their number depends on how waits are
    /// explored.
    pub blocked: u64,
    /// Executions in which some thread failed.
    pub failed: u64,
    /// Events added to graphs on the way, each source and each place that an event was given counted.
    pub events_added: u64,
    /// Did some thread reach a loop bound? Then the counts hold only up to that bound.
    pub bound_reached: bool,
    /// Why the exploration ended early, if it did.
    pub limit: Option<Limit>,
}

/// How an execution ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ending {
    /// Every thread ran to its end.
    Complete,
    /// Some thread waits for good.
    Blocked,
    /// Some thread failed.
    Failed,
}

/// Two conflicting accesses of different threads, at least one non-atomic, that nothing orders.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Race {
    /// The location.
    pub addr: Address,
    /// One access (the lower by name).
    pub first: EventId,
    /// The other.
    pub second: EventId,
}

/// Why a thread must not do what it is about to do.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Fault {
    /// An access outside of every object.
    OutOfBounds,
    /// An access to an object whose life has ended, or may have: nothing orders the access before its end.
    UseAfterFree {
        /// The end of its life.
        freed: EventId,
    },
    /// The end of the life of an object which another thread may still be using: nothing orders that before.
    FreeInUse {
        /// An access.
        access: EventId,
    },
    /// A second end of the life of an object.
    DoubleFree {
        /// The first.
        freed: EventId,
    },
    /// The end of the life of something that is not an object, or not its first byte.
    InvalidFree,
    /// An access to memory that is also accessed as another location, which overlaps this one.
    MixedSize {
        /// Such an access.
        access: EventId,
    },
}

/// An object that a thread allocated, in an execution.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct LiveObject {
    /// The event that began its life.
    pub allocated: EventId,
    /// Its first byte.
    pub base: Address,
    /// How many bytes it has.
    pub size: u64,
}

/// One explored execution, as shown to a `Visitor`.
pub trait Final<State> {
    /// How it ended.
    fn ending(&self) -> Ending;
    /// Is it complete, and known to be without races and without objects that are still alive? Quick, and true of most
    /// executions of most programs; false says nothing.
    fn is_plain(&self) -> bool {
        false
    }
    /// The state in which a thread ended; `None` if it was never started.
    fn state(&self, thread: ThreadId) -> Option<&State>;
    /// The last value of a location in coherence order (in `wb` mode: in the canonical witness).
    fn memory(&self, addr: Address) -> Value;
    /// A data race, if the model knows races and there is one: the least by location, then by name.
    fn race(&self) -> Option<Race>;
    /// Why the thread must not do what it is about to do, if so. The execution has then ended as failed.
    fn fault(&self, thread: ThreadId) -> Option<Fault>;
    /// What the thread waits for, if it waits for good.
    fn waits(&self, thread: ThreadId) -> Option<Waits>;
    /// Do all threads that have not finished wait for resources (and is there one)?
    fn is_deadlock(&self) -> bool;
    /// A thread that spins for ever: what it read in its last iteration is the last of its locations, and no other thread
    /// will write there, because all that have not finished spin for ever, too, or wait for resources in vain.
    fn livelock(&self) -> Option<ThreadId>;
    /// The objects whose life has not ended.
    fn live_objects(&self) -> Vec<LiveObject>;
    /// Every location accessed, with its last value as for `memory`.
    fn final_memory(&self) -> Vec<(Address, Value)>;
    /// The execution itself.
    fn execution(&self) -> Execution;
}

/// Should the exploration go on?
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Proceed {
    /// Go on.
    Continue,
    /// Stop as soon as possible.
    Stop,
}

/// Sees every execution, in no particular order. Each worker has one of its own.
pub trait Visitor<State>: Send {
    /// Called once per execution, blocked and failed ones included.
    fn visit(&mut self, found: &dyn Final<State>) -> Proceed;

    /// Has it no use for executions that are plain (`Final::is_plain`)? Then it is shown one only now and then, so that it
    /// can stop the exploration. Asked once.
    fn skips_plain(&self) -> bool {
        false
    }
}

/// Why an exploration cannot be carried out.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ExploreError {
    /// More threads than any engine has room for.
    #[error("the program has {threads} threads; at most {limit} can be explored")]
    TooManyThreads {
        /// How many there are.
        threads: usize,
        /// How many there may be.
        limit: usize,
    },
    /// A thread that does not stop adding events.
    #[error("thread {thread} performed more than {limit} actions in one execution: does it loop without a bound?")]
    TooManyEvents {
        /// The thread.
        thread: ThreadId,
        /// How many events it may have.
        limit: usize,
        /// The execution so far.
        execution: Box<Execution>,
    },
    /// Found by `Options::detect_duplicates`: a fault of the explorer.
    #[error("an execution was visited twice: this is a fault in Raddle")]
    Duplicate {
        /// The execution.
        execution: Box<Execution>,
    },
    /// A thread stands at `Restart`.
    #[error("the program has to be explored again")]
    Restart,
    /// Two locations that overlap are accessed in one execution, and the program says that it can learn from that.
    #[error("memory is accessed in different sizes: {first} and {second} overlap")]
    Overlap {
        /// One.
        first: Address,
        /// The other, which was about to be accessed.
        second: Address,
    },
    /// More threads arrived at a barrier in one round than it has room for: which of them meet is open, and barriers
    /// cannot be explored as one event each.
    #[error("more threads use the barrier at {barrier} than it waits for")]
    Crowded {
        /// The barrier.
        barrier: Address,
    },
    /// `Equivalence::Wb` under a model for which only `Equivalence::Mo` is known.
    #[error(
        "executions can be told apart by reads-from alone (wb) only under models that forbid load buffering; use mo"
    )]
    OnlyMo,
    /// The enumerator gave up.
    #[error("the program is too large to guess its executions: more than {limit} steps")]
    TooLarge {
        /// After so many steps.
        limit: usize,
    },
    /// Events of a thread changed although nothing did that they depend on: the program's dependencies are wrong.
    #[error("thread {thread} does not do what its dependencies say: this is a fault in Raddle")]
    Unstable {
        /// The thread.
        thread: ThreadId,
    },
    /// The model allows values that come from nowhere.
    #[error("the model allows executions in which values depend on themselves: what they are is open")]
    ThinAir {
        /// Such an execution.
        execution: Box<Execution>,
    },
    /// There is no engine for the model.
    #[error("programs cannot be explored under {model}")]
    NoEngine {
        /// The model.
        model: ModelName,
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
