//! The interface of programs: deterministic threads behind actions and answers.

use raddle_graph::{Address, Dependence, Dependencies, ThreadId, UpdateOp, Value, Width};

use crate::{Action, Answer};

/// What a read waits for: that a thread writes a value to a location.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Awaited {
    /// The thread.
    pub writer: ThreadId,
    /// The location.
    pub addr: Address,
    /// The value.
    pub value: Value,
    /// Has the write to be behind this very read, rather than behind any read that waits?
    pub alone: bool,
}

/// A set of deterministic threads.
///
/// Given the same answers a thread performs the same actions; nothing about it may depend on the other threads,
/// on the host, or on the order in which the explorer happens to run things.
pub trait Program: Sync {
    /// The state of one thread between two actions.
    type State: Clone + Send + Sync;

    /// What engines have to know before they begin.
    fn features(&self) -> Features;

    /// How many threads there are, started or not.
    fn threads(&self) -> usize {
        self.features().threads
    }

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

    /// The value that an update stores after `old` was read; `None` if nothing is stored. Programs that update parts of words of
    /// 16 bytes look up what those stand for.
    #[inline(always)]
    fn stores(&self, op: UpdateOp, width: Width, old: Value) -> Option<Value> {
        op.stores(width, old)
    }

    /// Is anything stored after `old` was read?
    #[inline]
    fn would_store(&self, op: UpdateOp, width: Width, old: Value) -> bool {
        !op.is_conditional() || self.stores(op, width, old).is_some()
    }

    /// Is it in vain that the weak compare-exchange at which a thread stands fails although it finds the value that it expects? So it is
    /// if the thread comes back to where it stands and others notice nothing, or if it has failed like that before. `rewrites` says
    /// whether the thread, by a plain write of a value, would repeat its last write of that location.
    fn fails_in_vain(&self, _state: &Self::State, _value: Value, _rewrites: &dyn Fn(Address, Value) -> bool) -> bool {
        false
    }

    /// Are there choices that `may_choose` forbids?
    fn restricts_choices(&self) -> bool {
        false
    }

    /// Is it known which threads may write what? Then a graph is given up if a read of it waits in vain.
    fn knows_writers(&self) -> bool {
        false
    }

    /// May the thread write the location in any graph?
    fn may_write(&self, _thread: ThreadId, _addr: Address) -> bool {
        true
    }

    /// The events of the thread that stand for reads which wait for a write to come after them: their positions, and for what.
    fn visit_waits(&self, _state: &Self::State, _visit: &mut dyn FnMut(u32, Awaited)) {}

    /// May the thread that stands at a `Choose` take this value, where all started threads have come so far? 0 it always may. What is
    /// forbidden stays forbidden however the threads go on.
    fn may_choose(&self, _state: &Self::State, _value: Value, _all: &mut dyn Iterator<Item = &Self::State>) -> bool {
        true
    }

    /// Answers the action and runs the thread up to its next one.
    fn step(&self, state: &mut Self::State, answer: Answer);

    /// Can the program say of two states that they do the same?
    fn compares_states(&self) -> bool {
        false
    }

    /// Will a thread do the same in both states, whatever the answers, and will nobody see a difference? If so the explorer
    /// goes on with one of them. `false` is always right.
    fn is_equivalent(&self, _one: &Self::State, _other: &Self::State) -> bool {
        false
    }

    /// The first state of the thread that the `Spawn` at which `parent` stands starts.
    fn child(&self, parent: &Self::State) -> Self::State {
        match *self.action(parent) {
            Action::Spawn { thread } => self.start(thread),
            action => unreachable!("only a spawn has a child, not {action:?}"),
        }
    }

    /// The newest thread that is symmetric to the one that the `Spawn` at which `parent` stands starts: exchanging the two
    /// gives an execution for every execution. Same code, same argument, started one directly after the other, and nobody can
    /// distinguish them.
    fn symmetric_to(&self, _parent: &Self::State) -> Option<ThreadId> {
        None
    }

    /// The same for a thread that runs from the beginning.
    fn symmetric_at_start(&self, _thread: ThreadId) -> Option<ThreadId> {
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

    /// The bytes that the action at which a thread stands is about. `None` if they are those of its location; they are fewer if
    /// that is a word of which the thread accesses a part.
    fn accessed(&self, _state: &Self::State) -> Option<Span> {
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

    /// The thread to which an address belongs as long as it runs: that of its thread-local variables.
    fn owner(&self, _addr: Address) -> Option<ThreadId> {
        None
    }

    /// The location of a lock among these bytes that a thread holds.
    fn holds_within(&self, _state: &Self::State, _bytes: Span) -> Option<Address> {
        None
    }

    /// Where a thread that stands at `Block` because a loop waits stands if it goes through the loop once more, in vain so far. `None` for all
    /// others.
    fn idle(&self, _state: &Self::State) -> Option<Self::State> {
        None
    }

    /// What a thread that stands at `Block` waits for.
    fn waits_for(&self, _state: &Self::State) -> Waits {
        Waits::Assumption
    }
}

/// What a program may do, as far as it matters to the choice of an engine. If in doubt: true, but for `enumerable`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Features {
    /// How many threads there are, started or not.
    pub threads: usize,
    /// May a thread reserve locations (`Action::Reserve`)?
    pub reservations: bool,
    /// May a thread update a location in one step (`Action::Update`)?
    pub updates: bool,
    /// May a compare-exchange fail although it finds what it expects?
    pub weak_exchanges: bool,
    /// Are there loops that may wait (`Waits::Spin`)?
    pub waits: bool,
    /// May a thread write memory, or read it plainly, behind the end of a branch?
    pub loose_control: bool,
    /// The lock of atomic sections, if there are any: 0 when it is free. Nobody sees the middle of what a thread does while it holds
    /// that.
    pub sections: Option<Address>,
    /// Is the program of the size of a litmus test, without objects that come and go, so that its executions can be guessed?
    pub enumerable: bool,
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

    /// Does the other one have all of these?
    pub fn is_inside(self, other: Span) -> bool {
        other.start <= self.start && self.start.saturating_add(self.length) <= other.start.saturating_add(other.length)
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
