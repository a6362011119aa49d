//! The line between computation and communication: a program is a set of deterministic threads that ask for
//! *actions* and are answered with values. Nothing else crosses it (papers: "shared memory abstraction").

use raddle_graph::{Address, Dependence, Dependencies, Mode, ThreadId, UpdateOp, Value, Width};
use serde::{Deserialize, Serialize};

/// What a thread wants to do next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    /// Read a location.
    Read {
        /// The location.
        addr: Address,
        /// The order of the access.
        mode: Mode,
        /// May the thread block at once, before any other action, for some value read? (If in doubt: true.)
        awaits: bool,
    },
    /// Write a location.
    Write {
        /// The location.
        addr: Address,
        /// The order of the access.
        mode: Mode,
        /// The value to write.
        value: Value,
    },
    /// Read a location and reserve it (load-linked, load-exclusive).
    Reserve {
        /// The location.
        addr: Address,
        /// The order of the access.
        mode: Mode,
    },
    /// Write a location that the thread's newest `Reserve` reserved, if nobody else wrote it since; executions in which
    /// somebody did do not exist. (A program in which the store may fail chooses before.) Without a reservation of this
    /// location, or if that was used before, there is no such execution either.
    Conditional {
        /// The location.
        addr: Address,
        /// The order of the access.
        mode: Mode,
        /// The value to write.
        value: Value,
    },
    /// Read a location and, depending on the value, write it, atomically.
    Update {
        /// The location.
        addr: Address,
        /// The order of the update when it stores.
        mode: Mode,
        /// What it stores.
        op: UpdateOp,
        /// The width at which it computes.
        width: Width,
        /// May the thread block at once, before any other action, for some value read? (If in doubt: true.)
        awaits: bool,
    },
    /// A fence.
    Fence {
        /// Its order; never `Na`.
        mode: Mode,
        /// The location that it is about (never address 0), if it is about one.
        on: Option<Address>,
    },
    /// Start another thread.
    Spawn {
        /// A thread that is not started yet.
        thread: ThreadId,
    },
    /// Wait until another thread has finished.
    Join {
        /// The thread to wait for.
        thread: ThreadId,
    },
    /// Begin the life of an object: the next one of this thread.
    Allocate {
        /// Its first byte. A function of the thread and of how many objects it allocated before.
        base: Address,
        /// How many bytes it has.
        size: u64,
    },
    /// End the life of an object.
    Free {
        /// What the program says is its first byte.
        base: Address,
    },
    /// Take any of the values below `count`.
    Choose {
        /// How many there are; at least 1.
        count: u64,
    },
    /// Arrive at a barrier.
    Arrive {
        /// The barrier.
        barrier: Address,
        /// How often this thread arrived there before.
        round: u32,
    },
    /// Leave a barrier, after all arrivals of the round.
    Depart {
        /// The barrier.
        barrier: Address,
        /// The round.
        round: u32,
        /// How many arrivals a round has.
        count: u32,
    },
    /// The program has learnt something about itself that changes its threads: explore it again from the beginning.
    Restart,
    /// Nothing more: an assumption failed. The thread stays here for good.
    Block,
    /// Nothing more: a bound on the program's loops was reached. The thread stays here for good.
    Bound,
    /// Nothing more: an error, which the program can describe.
    Fail(FailureId),
    /// Nothing more: the thread ran to its end.
    Finish,
}

impl Action {
    /// The location accessed, for reads, writes and updates of every kind.
    pub fn addr(&self) -> Option<Address> {
        match *self {
            Action::Read { addr, .. }
            | Action::Write { addr, .. }
            | Action::Reserve { addr, .. }
            | Action::Conditional { addr, .. }
            | Action::Update { addr, .. } => Some(addr),
            _ => None,
        }
    }

    /// How the location is accessed.
    pub(crate) fn mode(&self) -> Option<Mode> {
        match *self {
            Action::Read { mode, .. }
            | Action::Write { mode, .. }
            | Action::Reserve { mode, .. }
            | Action::Conditional { mode, .. }
            | Action::Update { mode, .. } => Some(mode),
            _ => None,
        }
    }
}

/// Names an error; `Program` implementations hand out descriptions for it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct FailureId(pub u32);

/// The answer to an action.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Answer {
    /// The value read, for reads and updates; the value taken, for choices; what the thread waited for returned, for
    /// joins; 0 otherwise.
    pub value: Value,
    /// For updates: was something stored? (A weak compare-exchange may fail although the value is there.)
    pub stored: bool,
}

/// A set of deterministic threads.
///
/// Given the same answers a thread performs the same actions; nothing about it may depend on the other threads,
/// on the host, or on the order in which the explorer happens to run things.
pub trait Program: Sync {
    /// The state of one thread between two actions.
    type State: Clone + Send + Sync;

    /// How many threads there are, started or not.
    fn threads(&self) -> usize;

    /// Does the thread run from the beginning (rather than from its `Spawn`)?
    fn starts(&self, thread: ThreadId) -> bool;

    /// The initial value of a location.
    fn initial_value(&self, addr: Address) -> Value;

    /// The thread's state at its first action.
    fn start(&self, thread: ThreadId) -> Self::State;

    /// How many bytes a state owns besides its own: a guess will do.
    fn size(&self, _state: &Self::State) -> usize {
        0
    }

    /// The action at which the thread stands. Cheap: it is asked often.
    fn action<'a>(&self, state: &'a Self::State) -> &'a Action;

    /// From which reads of the thread the action at which it stands was computed. Programs that do not keep track say
    /// that there are none.
    fn dependencies(&self, _state: &Self::State) -> Dependencies {
        Dependencies::default()
    }

    /// Calls `visit` on every read from which the action was computed, and on every one from which the address of an
    /// earlier action was; as `dependencies`, but quickly. False if the program cannot do that: then it was not called.
    fn visit_dependencies(&self, _state: &Self::State, _visit: &mut dyn FnMut(Dependence, u32)) -> bool {
        false
    }

    /// Answers the action and runs the thread up to its next one.
    fn step(&self, state: &mut Self::State, answer: Answer);

    /// Can the program say of two states that they do the same?
    fn compares_states(&self) -> bool {
        false
    }

    /// Will a thread do the same in both states, whatever the answers, and will nobody see a difference? If so the explorer
    /// goes on with one of them. `false` is always right.
    fn does_the_same(&self, _one: &Self::State, _other: &Self::State) -> bool {
        false
    }

    /// The first state of the thread that the `Spawn` at which `parent` stands starts.
    fn child(&self, parent: &Self::State) -> Self::State {
        match *self.action(parent) {
            Action::Spawn { thread } => self.start(thread),
            _ => parent.clone(),
        }
    }

    /// The thread that does the same as the one which the `Spawn` at which `parent` stands starts, if the two may change
    /// places in every execution: same code, same argument, started one directly after the other, and nobody tells them
    /// apart. The newest such thread.
    fn twin(&self, _parent: &Self::State) -> Option<ThreadId> {
        None
    }

    /// The same for a thread that runs from the beginning.
    fn twin_at_start(&self, _thread: ThreadId) -> Option<ThreadId> {
        None
    }

    /// What a thread that has finished returned.
    fn result(&self, _state: &Self::State) -> Value {
        0
    }

    /// The bytes of a location; `None` if it overlaps no other.
    fn span(&self, _addr: Address) -> Option<Span> {
        None
    }

    /// Two locations overlap: can the program learn to do without one of them, by accessing memory in other pieces?
    fn can_learn_overlap(&self, _first: Address, _second: Address) -> bool {
        false
    }

    /// In which object that a thread allocated an address lies, alive or not; `None` for all other memory.
    fn allocation(&self, _addr: Address) -> Option<Allocation> {
        None
    }

    /// What a thread that stands at `Block` waits for.
    fn waits_for(&self, _state: &Self::State) -> Waits {
        Waits::Assumption
    }
}

/// The bytes of a location.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Span {
    /// The first one.
    pub start: u64,
    /// How many there are; at least 1.
    pub length: u64,
}

impl Span {
    /// Do the two have a byte in common?
    pub fn overlaps(self, other: Span) -> bool {
        self.start < other.start.saturating_add(other.length) && other.start < self.start.saturating_add(self.length)
    }
}

/// An object that a thread allocated.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Allocation {
    /// The thread.
    pub thread: ThreadId,
    /// How many the thread allocated before.
    pub index: u32,
}

/// What a thread waits for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Waits {
    /// Nothing that could come: the execution is one that the program excludes.
    Assumption,
    /// A loop without effects, which would go on if its reads read something else.
    Spin {
        /// How many reads the iteration had.
        reads: u32,
    },
    /// A lock, a semaphore, a condition, a barrier, the end of a thread: nothing else will make it go on.
    Resource,
}
