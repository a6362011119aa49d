//! The line between computation and communication: a program is a set of deterministic threads that ask for
//! *actions* and are answered with values. Nothing else crosses it (papers: "shared memory abstraction").

use raddle_graph::{Address, Mode, ThreadId, UpdateOp, Value, Width};

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
    /// Nothing more: an assumption failed. The thread stays here for good.
    Block,
    /// Nothing more: a bound on the program's loops was reached. The thread stays here for good.
    Bound,
    /// Nothing more: an error, which the program can describe.
    Fail(FailureId),
    /// Nothing more: the thread ran to its end.
    Finish,
}

/// Names an error; `Program` implementations hand out descriptions for it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct FailureId(pub u32);

/// The answer to an action.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Answer {
    /// The value read, for reads and updates; 0 otherwise.
    pub value: Value,
    /// For updates: was something stored? (A weak compare-exchange may fail although the value is there.)
    pub stored: bool,
}

/// A set of deterministic threads.
///
/// Given the same answers a thread performs the same actions; nothing about it may depend on the other threads,
/// on the host, or on the order in which the explorer happens to run things.
pub trait Program: Sync {
    /// The state of one thread between two actions. `clone_from` should reuse what the target owns.
    type State: Clone + Send + Sync;

    /// How many threads there are, started or not.
    fn threads(&self) -> usize;

    /// Does the thread run from the beginning (rather than from its `Spawn`)?
    fn starts(&self, thread: ThreadId) -> bool;

    /// The initial value of a location.
    fn initial_value(&self, addr: Address) -> Value;

    /// The thread's state at its first action.
    fn start(&self, thread: ThreadId) -> Self::State;

    /// The action at which the thread stands. Cheap: it is asked often.
    fn action<'a>(&self, state: &'a Self::State) -> &'a Action;

    /// Answers the action and runs the thread up to its next one.
    fn step(&self, state: &mut Self::State, answer: Answer);
}
