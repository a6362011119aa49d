//! What a thread of a sketch can do.

use raddle_graph::{Mode, Value};

/// How many registers a thread has. All start at 0.
pub const REGISTERS: usize = 8;

/// A register of the thread; below [`REGISTERS`].
pub type Reg = u8;

/// A shared location, numbered from 0. Those from [`OBJECTS`] on are what is in objects.
pub type Loc = u8;

/// The location in object 0.
pub const OBJECTS: Loc = 0x80;

/// An object, numbered from 0: a location that exists only for some time.
pub type Object = u8;

/// How many mutexes a program may have.
pub const MUTEXES: usize = 8;

/// A mutex; below [`MUTEXES`]. It is no location: statements for mutexes are all that access it.
pub type Mutex = u8;

/// A semaphore, numbered from 0.
pub type Semaphore = u8;

/// A condition variable, numbered from 0.
pub type Condition = u8;

/// How many barriers a program may have.
pub const BARRIERS: usize = 2;

/// A barrier; below [`BARRIERS`].
pub type Barrier = u8;

/// What an access stores, adds or expects.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Operand {
    /// A register, if the value is computed from one.
    pub reg: Option<Reg>,
    /// Another register that is added.
    pub also: Option<Reg>,
    /// Do the registers cancel out (`r ^ r`)? Then the value depends on them only syntactically.
    pub cancels: bool,
    /// What is added.
    pub plus: Value,
}

impl From<Value> for Operand {
    fn from(value: Value) -> Operand {
        Operand { reg: None, also: None, cancels: false, plus: value }
    }
}

impl Operand {
    /// `reg + plus`.
    pub fn of(reg: Reg, plus: Value) -> Operand {
        Operand { reg: Some(reg), also: None, cancels: false, plus }
    }

    /// `(reg ^ reg) + plus`.
    pub fn fake(reg: Reg, plus: Value) -> Operand {
        Operand { reg: Some(reg), also: None, cancels: true, plus }
    }

    /// The registers from which it is computed.
    pub(super) fn registers(self) -> impl Iterator<Item = Reg> {
        self.reg.into_iter().chain(self.also)
    }
}

/// A test of a register.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Test {
    /// The register.
    pub reg: Reg,
    /// The value that it is compared with.
    pub value: Value,
    /// Must it be that value, or any other?
    pub equal: bool,
}

/// A statement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Stmt {
    /// `reg = load(loc)`.
    Load {
        /// Where the value goes.
        reg: Reg,
        /// The location.
        loc: Loc,
        /// `Na`, `Rlx`, `Acq` or `Sc`.
        mode: Mode,
    },
    /// `store(loc, value)`.
    Store {
        /// The location.
        loc: Loc,
        /// The value.
        value: Operand,
        /// `Na`, `Rlx`, `Rel` or `Sc`.
        mode: Mode,
    },
    /// `reg = load(base + (index & 1))`: one of two cells.
    LoadAt {
        /// Where the value goes.
        reg: Reg,
        /// The first cell; the second is the next location.
        base: Loc,
        /// Which of them.
        index: Operand,
        /// As of `Load`.
        mode: Mode,
    },
    /// `store(base + (index & 1), value)`.
    StoreAt {
        /// The first cell; the second is the next location.
        base: Loc,
        /// Which of them.
        index: Operand,
        /// The value.
        value: Operand,
        /// As of `Store`.
        mode: Mode,
    },
    /// `reg = load(loc)`, and reserves the location.
    Reserve {
        /// Where the value goes.
        reg: Reg,
        /// The location.
        loc: Loc,
        /// The order of the load.
        mode: Mode,
    },
    /// `done = store(loc, value)`, if the location is still reserved; may fail for no reason.
    Conditional {
        /// Becomes 1 if the value was stored, 0 if not. Without it, there are no executions in which the store fails.
        done: Option<Reg>,
        /// The location.
        loc: Loc,
        /// The value.
        value: Operand,
        /// The order of the store.
        mode: Mode,
    },
    /// `reg = fetch_add(loc, value)`.
    FetchAdd {
        /// Where the old value goes.
        reg: Reg,
        /// The location.
        loc: Loc,
        /// What is added.
        value: Operand,
        /// Any order but `Na`.
        mode: Mode,
    },
    /// `reg = exchange(loc, value)`.
    Exchange {
        /// Where the old value goes.
        reg: Reg,
        /// The location.
        loc: Loc,
        /// The new value.
        value: Operand,
        /// Any order but `Na`.
        mode: Mode,
    },
    /// `seen = expected; done = compare_exchange(loc, &seen, desired)`.
    CompareExchange {
        /// Becomes 1 if the value was stored, 0 if not.
        done: Reg,
        /// Becomes the value that was there.
        seen: Reg,
        /// The location.
        loc: Loc,
        /// The value that must be there.
        expected: Operand,
        /// The new value.
        desired: Operand,
        /// The order when it stores: any but `Na`.
        success: Mode,
        /// The order when it does not: `Rlx`, `Acq` or `Sc`.
        failure: Mode,
        /// May it fail although the expected value is there?
        weak: bool,
    },
    /// A fence of any order but `Na`.
    Fence(Mode),
    /// `if (test) { … } else { … }`.
    If {
        /// The condition.
        test: Test,
        /// What is done if it holds.
        then: Vec<Stmt>,
        /// What is done if it does not.
        otherwise: Vec<Stmt>,
    },
    /// Takes any value below `count`.
    Choose {
        /// Where the value goes.
        reg: Reg,
        /// How many values there are; at least 1.
        count: Value,
    },
    /// Begins the life of an object, which holds 0. A statement of the thread itself, not in a branch.
    Allocate(Object),
    /// Ends the life of an object.
    Free(Object),
    /// Takes a mutex; waits while it is held, even by the thread itself.
    Lock(Mutex),
    /// Releases a mutex that the thread holds.
    Unlock(Mutex),
    /// `reg = trylock(mutex) == 0`: takes a mutex if it is free. In a program with such a statement mutexes are ordinary words.
    TryLock {
        /// Becomes 1 if the mutex was taken, 0 if not.
        reg: Reg,
        /// The mutex.
        mutex: Mutex,
    },
    /// Takes one from a semaphore; waits while it is 0.
    SemWait(Semaphore),
    /// Adds one to a semaphore.
    SemPost(Semaphore),
    /// Waits until `count` threads have come here as often as this one.
    Barrier {
        /// The barrier.
        barrier: Barrier,
        /// How many threads it waits for: the same in all statements.
        count: u32,
    },
    /// Releases a mutex, waits to be woken, and takes the mutex again.
    Wait {
        /// The condition variable.
        condition: Condition,
        /// A mutex that the thread holds.
        mutex: Mutex,
    },
    /// Wakes one of the threads that wait.
    Signal(Condition),
    /// Wakes all threads that wait.
    Broadcast(Condition),
    /// Only executions in which the test holds are of interest: otherwise the thread blocks.
    Assume(Test),
    /// The thread fails unless the test holds.
    Assert(Test),
    /// The thread ends the process if the test holds.
    ExitIf(Test),
    /// Starts a thread.
    Spawn(u16),
    /// Waits for a thread's end.
    Join(u16),
}

impl Stmt {
    /// The statements nested in this one.
    pub fn nested(&self) -> impl Iterator<Item = &Stmt> {
        let (then, otherwise): (&[Stmt], &[Stmt]) = match self {
            Stmt::If { then, otherwise, .. } => (then, otherwise),
            _ => (&[], &[]),
        };
        then.iter().chain(otherwise)
    }

    /// Is this statement, or one nested in it, such a statement?
    pub(super) fn any(&self, property: fn(&Stmt) -> bool) -> bool {
        property(self) || self.nested().any(|inner| inner.any(property))
    }

    /// The location accessed, and whether non-atomically.
    pub(super) fn access(&self) -> Option<(Loc, bool)> {
        match *self {
            Stmt::Load { loc, mode, .. } | Stmt::Store { loc, mode, .. } => Some((loc, mode == Mode::Na)),
            Stmt::FetchAdd { loc, .. } | Stmt::Exchange { loc, .. } | Stmt::CompareExchange { loc, .. } => {
                Some((loc, false))
            }
            _ => None,
        }
    }

    /// The last location that it may access.
    pub(super) fn last_location(&self) -> Option<Loc> {
        match *self {
            Stmt::LoadAt { base, .. } | Stmt::StoreAt { base, .. } => Some(base + 1),
            Stmt::Reserve { loc, .. } | Stmt::Conditional { loc, .. } => Some(loc),
            _ => self.access().map(|(loc, _)| loc),
        }
    }

    /// Is it something that only machines have, or that only `Display` can print?
    pub(super) fn is_machine(&self) -> bool {
        let has_tag = |mode| matches!(mode, Mode::Tag(_));
        match *self {
            Stmt::LoadAt { .. } | Stmt::StoreAt { .. } | Stmt::Reserve { .. } | Stmt::Conditional { .. } => true,
            Stmt::Load { mode, .. }
            | Stmt::Fence(mode)
            | Stmt::FetchAdd { mode, .. }
            | Stmt::Exchange { mode, .. }
            | Stmt::CompareExchange { success: mode, .. } => has_tag(mode),
            _ => false,
        }
    }

    /// The registers that the statement itself names.
    pub(super) fn registers(&self) -> Vec<Reg> {
        match *self {
            Stmt::LoadAt { reg, index, .. } => index.registers().chain([reg]).collect(),
            Stmt::StoreAt { index, value, .. } => index.registers().chain(value.registers()).collect(),
            Stmt::Reserve { reg, .. } => vec![reg],
            Stmt::Conditional { done, value, .. } => value.registers().chain(done).collect(),
            Stmt::Load { reg, .. } | Stmt::Choose { reg, .. } | Stmt::TryLock { reg, .. } => vec![reg],
            Stmt::Store { value, .. } => value.registers().collect(),
            Stmt::FetchAdd { reg, value, .. } | Stmt::Exchange { reg, value, .. } => {
                value.registers().chain([reg]).collect()
            }
            Stmt::CompareExchange { done, seen, expected, desired, .. } => {
                expected.registers().chain(desired.registers()).chain([done, seen]).collect()
            }
            Stmt::If { test, .. } | Stmt::Assume(test) | Stmt::Assert(test) | Stmt::ExitIf(test) => vec![test.reg],
            _ => Vec::new(),
        }
    }

    /// The mutex that the statement names.
    pub(super) fn mutex(&self) -> Option<Mutex> {
        match *self {
            Stmt::Lock(mutex) | Stmt::Unlock(mutex) | Stmt::TryLock { mutex, .. } | Stmt::Wait { mutex, .. } => {
                Some(mutex)
            }
            _ => None,
        }
    }

    /// The semaphore that the statement names.
    pub(super) fn semaphore(&self) -> Option<Semaphore> {
        match *self {
            Stmt::SemWait(semaphore) | Stmt::SemPost(semaphore) => Some(semaphore),
            _ => None,
        }
    }

    /// The condition variable that the statement names.
    pub(super) fn condition(&self) -> Option<Condition> {
        match *self {
            Stmt::Wait { condition, .. } | Stmt::Signal(condition) | Stmt::Broadcast(condition) => Some(condition),
            _ => None,
        }
    }

    /// The barrier that the statement names, with the number of threads that it waits for.
    pub(super) fn barrier(&self) -> Option<(Barrier, u32)> {
        match *self {
            Stmt::Barrier { barrier, count } => Some((barrier, count)),
            _ => None,
        }
    }

    /// The object that the statement accesses, allocates or frees.
    pub(super) fn object(&self) -> Option<Object> {
        match *self {
            Stmt::Allocate(object) | Stmt::Free(object) => Some(object),
            _ => self.access().and_then(|(loc, _)| loc.checked_sub(OBJECTS)),
        }
    }
}
