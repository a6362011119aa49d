//! What a thread asks of memory, and what it is answered.

use std::fmt;

use raddle_graph::{Address, Mode, ThreadId, UpdateOp, Value, Width};
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
    /// Nothing more before this is known about the program: it changes what threads do, so the program has to be explored
    /// again from the beginning.
    Learn(Discovery),
    /// Nothing more: an assumption failed. The thread stays here for good.
    Block,
    /// Nothing more: a bound on the program's loops was reached. The thread stays here for good.
    Bound,
    /// Nothing more: an error, which the program can describe.
    Fail(FailureId),
    /// Nothing more: the thread ran to its end.
    Finish,
    /// Nothing more: the thread ended the process. Nobody comes back from waiting for this thread, and nobody who waits then waits in
    /// vain. (What the other threads do may always come before the end, so they go on.)
    Exit,
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
    pub fn mode(&self) -> Option<Mode> {
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

/// Something about a program that only running it shows. The program that comes from knowing it does not stop there again.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Discovery {
    /// A thread starts another one, which has no number yet.
    Thread {
        /// Who starts it.
        parent: ThreadId,
        /// How many threads the parent started before.
        nth: u16,
        /// The function that it runs.
        entry: u32,
    },
    /// An instruction that was taken for visible to others accesses memory of its thread.
    ThreadLocal {
        /// Its function.
        function: u32,
        /// Its position in the function.
        pc: u32,
    },
    /// The program can distinguish threads that run the same code with the same argument.
    Distinguishable,
    /// Words of a static object that were taken for constant are written.
    SharedWord {
        /// The object.
        object: u32,
        /// The words, a bit each.
        words: u16,
    },
    /// Two locations overlap and are accessed in one execution. The one accessed first, and the one about to be accessed.
    Overlap(Address, Address),
    /// More threads arrive at a barrier in one round than it waits for: which of them meet is open, and barriers cannot be
    /// explored as one event each.
    CrowdedBarrier(Address),
    /// A thread went on without a reason (a weak compare-exchange failed, a wait ended) once more than is explored.
    ManySpurious,
}

impl fmt::Display for Discovery {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Discovery::Overlap(first, second) => {
                write!(f, "memory is accessed in different sizes: {first} and {second} overlap")
            }
            Discovery::CrowdedBarrier(barrier) => {
                write!(f, "more threads use the barrier at {barrier} than it waits for")
            }
            Discovery::Thread { .. }
            | Discovery::ThreadLocal { .. }
            | Discovery::Distinguishable
            | Discovery::SharedWord { .. }
            | Discovery::ManySpurious => f.write_str("the program has to be explored again"),
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
