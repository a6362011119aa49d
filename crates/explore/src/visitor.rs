//! What an exploration shows: final graphs, and who looks at them.

use raddle_graph::{Address, EventId, Execution, Label, ThreadId, Value};
use raddle_program::Waits;

/// How an execution ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ending {
    /// Every thread ran to its end, or the process ended and nobody would have gone on.
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
    /// One access (the lower by name), or the allocation of what the other one accesses.
    pub first: EventId,
    /// The other. A thread's end, which is behind its last event, if its thread-local memory is accessed.
    pub second: EventId,
}

impl Race {
    /// The race of two events, if they access one location in different threads: what a file flags need not be a race.
    pub(crate) fn new((first, one): (EventId, Label), (second, other): (EventId, Label)) -> Option<Race> {
        let addr = one.addr()?;
        let is_race = other.addr() == Some(addr) && first.thread != second.thread;
        is_race.then(|| Race { addr, first: first.min(second), second: first.max(second) })
    }
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
    /// The end of the life of an object whose allocation by another thread does not happen before.
    FreeTooEarly {
        /// The allocation.
        allocated: EventId,
    },
    /// The end of the life of an object with a mutex that a thread holds.
    FreeLocked {
        /// Where it was locked.
        lock: EventId,
        /// The end of the life, if the thread has gone on since.
        freed: Option<EventId>,
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

/// How an execution that has a cycle is known to be possible under XMM: what is committed in it happens in another one, too.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Derivation {
    /// The other execution.
    pub source: Execution,
    /// Each committed event with the one that it is known from.
    pub committed: Vec<(EventId, EventId)>,
}

/// One explored execution, as shown to a `Visitor`.
pub trait FinalGraph<State> {
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
    /// An access to the thread-local memory of another thread that nothing orders before the end of that, if there is one. Every model
    /// has these.
    fn late_access(&self) -> Option<Race>;
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
    /// The writes of a value to a location by a thread.
    fn writes(&self, thread: ThreadId, addr: Address, value: Value) -> Vec<EventId>;
    /// The write that a read reads from; `None` for the initial one.
    fn source(&self, read: EventId) -> Option<EventId>;
    /// May the one event be before the other by program order, reads-from and the starting, joining and meeting of threads?
    fn may_lead(&self, first: EventId, second: EventId) -> bool;
    /// Does the one event happen before the other, as `rc11`, `rc20` or `ra` say, under the one that is explored? `None` where the engine
    /// does not know: then the execution says it.
    fn happens_before(&self, first: EventId, second: EventId) -> Option<bool>;
    /// Shows the state of its thread before an event; of the write of an update, that before its read.
    fn look_before(&self, event: EventId, look: &mut dyn FnMut(&State));
    /// A number that distinguishes what a thread did: its events, and which of its own writes they read.
    fn fingerprint(&self, thread: ThreadId) -> u64;
    /// For each thread a number that distinguishes what it did and how it came to that: its events with all values, what the threads had
    /// returned for which it waited, and the same of the thread that started it, up to there. So long that no two have the same.
    fn footprints(&self) -> Vec<u128>;
    /// The execution itself.
    fn execution(&self) -> Execution;
    /// The load-buffering races of the execution, if it has no cycle: each a read and a write.
    fn buffering_races(&self) -> Vec<(EventId, EventId)>;
    /// Under XMM: how the execution is known, if it has a cycle; then how the execution is from which it is known, if that has one; and
    /// so on. Empty where nobody looked for it.
    fn derivations(&self) -> Vec<Derivation> {
        Vec::new()
    }
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
    fn visit(&mut self, found: &dyn FinalGraph<State>) -> Proceed;

    /// Called when the exploration ends because a thread has as many events as it may have (`Limit::MaxEvents`), in this execution.
    fn too_long(&mut self, _thread: ThreadId, _execution: &Execution) {}

    /// Has it no use for executions that are plain (`FinalGraph::is_plain`)? Then it is shown one only now and then, so that it
    /// can stop the exploration. Asked once.
    fn skips_plain(&self) -> bool {
        false
    }
}
