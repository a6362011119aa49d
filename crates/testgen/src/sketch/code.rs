//! The code of a thread: its statements flattened to a vector of operations with jumps.

use raddle_graph::{Mode, Value};

use super::{Barrier, Condition, Loc, Mutex, Object, Operand, Reg, Semaphore, Stmt, Test};

/// One operation.
#[derive(Clone, Copy, Debug)]
pub(super) enum Op {
    /// An access or other visible action; may the thread block at once when it is answered?
    Visible(Visible, bool),
    /// Jumps to the target unless the test holds.
    Unless(Test, usize),
    /// Jumps to the target.
    Jump(usize),
    Assume(Test),
    Assert(Test),
    ExitIf(Test),
}

/// An action that other threads can observe.
#[derive(Clone, Copy, Debug)]
pub(super) enum Visible {
    Load(Reg, Loc, Mode),
    Store(Loc, Operand, Mode),
    LoadAt(Reg, Loc, Operand, Mode),
    StoreAt(Loc, Operand, Operand, Mode),
    Reserve(Reg, Loc, Mode),
    Conditional(Loc, Operand, Mode),
    FetchAdd(Reg, Loc, Operand, Mode),
    Exchange(Reg, Loc, Operand, Mode),
    CompareExchange {
        done: Reg,
        seen: Reg,
        loc: Loc,
        expected: Operand,
        desired: Operand,
        success: Mode,
        failure: Mode,
        weak: bool,
    },
    Fence(Mode),
    Spawn(u16),
    Join(u16),
    Choose(Reg, Value),
    Allocate(Object),
    Free(Object),
    Lock(Mutex, Mutexes),
    Unlock(Mutex),
    TryLock(Reg, Mutex),
    SemWait(Semaphore),
    SemPost(Semaphore),
    Arrive(Barrier),
    Depart(Barrier, u32),
    /// The first part of waiting for a condition: from now on signals count.
    Register(Condition),
    /// The last part: waits for a signal.
    Wake(Condition),
    Signal(Condition),
    Broadcast(Condition),
}

impl Visible {
    /// Is it an update, of which two events may come?
    pub(super) fn is_update(&self) -> bool {
        matches!(
            self,
            Visible::FetchAdd(..)
                | Visible::Exchange(..)
                | Visible::CompareExchange { .. }
                | Visible::Lock(..)
                | Visible::TryLock(..)
                | Visible::SemWait(_)
                | Visible::SemPost(_)
                | Visible::Register(_)
                | Visible::Wake(_)
                | Visible::Signal(_)
                | Visible::Broadcast(_)
        )
    }

    /// Does the thread wait here if it does not get what it wants?
    fn waits(&self) -> bool {
        matches!(self, Visible::Lock(..) | Visible::SemWait(_) | Visible::Wake(_))
    }
}

/// What mutexes are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Mutexes {
    /// Known to the explorer, which has a rule for them.
    ByRule,
    /// Words like any other.
    Words,
}

/// The code of one thread.
#[derive(Clone, Debug)]
pub(super) struct Code {
    ops: Vec<Op>,
    mutexes: Mutexes,
}

impl Code {
    pub(super) fn new(body: &[Stmt], mutexes: Mutexes) -> Code {
        let mut code = Code { ops: Vec::new(), mutexes };
        code.flatten(body);
        for at in 0..code.ops.len() {
            let blocks_after = code.may_block_before_acting(at + 1);
            if let Op::Visible(visible, awaits) = &mut code.ops[at] {
                *awaits = visible.waits() || blocks_after;
            }
        }
        code
    }

    /// Does it reserve locations, or use a reservation?
    pub(super) fn reserves(&self) -> bool {
        self.ops.iter().any(|op| matches!(op, Op::Visible(Visible::Reserve(..) | Visible::Conditional(..), _)))
    }

    /// Does it update locations in one step?
    pub(super) fn updates(&self) -> bool {
        self.ops.iter().any(|op| matches!(op, Op::Visible(visible, _) if visible.is_update()))
    }

    pub(super) fn get(&self, at: u16) -> Option<&Op> {
        self.ops.get(usize::from(at))
    }

    fn flatten(&mut self, body: &[Stmt]) {
        for stmt in body {
            match *stmt {
                Stmt::Load { reg, loc, mode } => self.push(Visible::Load(reg, loc, mode)),
                Stmt::Store { loc, value, mode } => self.push(Visible::Store(loc, value, mode)),
                Stmt::LoadAt { reg, base, index, mode } => self.push(Visible::LoadAt(reg, base, index, mode)),
                Stmt::StoreAt { base, index, value, mode } => self.push(Visible::StoreAt(base, index, value, mode)),
                Stmt::Reserve { reg, loc, mode } => self.push(Visible::Reserve(reg, loc, mode)),
                Stmt::Conditional { done, loc, value, mode } => {
                    // Whether it succeeds is chosen, and no control dependency.
                    if let Some(done) = done {
                        self.push(Visible::Choose(done, 2));
                        self.ops.push(Op::Unless(Test { reg: done, value: 1, equal: true }, self.ops.len() + 2));
                    }
                    self.push(Visible::Conditional(loc, value, mode));
                }
                Stmt::FetchAdd { reg, loc, value, mode } => self.push(Visible::FetchAdd(reg, loc, value, mode)),
                Stmt::Exchange { reg, loc, value, mode } => self.push(Visible::Exchange(reg, loc, value, mode)),
                Stmt::CompareExchange { done, seen, loc, expected, desired, success, failure, weak } => {
                    self.push(Visible::CompareExchange { done, seen, loc, expected, desired, success, failure, weak });
                }
                Stmt::Fence(mode) => self.push(Visible::Fence(mode)),
                Stmt::Spawn(thread) => self.push(Visible::Spawn(thread)),
                Stmt::Join(thread) => self.push(Visible::Join(thread)),
                Stmt::Choose { reg, count } => self.push(Visible::Choose(reg, count)),
                Stmt::Allocate(object) => self.push(Visible::Allocate(object)),
                Stmt::Free(object) => self.push(Visible::Free(object)),
                Stmt::Lock(mutex) => self.push(Visible::Lock(mutex, self.mutexes)),
                Stmt::Unlock(mutex) => self.push(Visible::Unlock(mutex)),
                Stmt::TryLock { reg, mutex } => self.push(Visible::TryLock(reg, mutex)),
                Stmt::SemWait(semaphore) => self.push(Visible::SemWait(semaphore)),
                Stmt::SemPost(semaphore) => self.push(Visible::SemPost(semaphore)),
                Stmt::Barrier { barrier, count } => {
                    self.push(Visible::Arrive(barrier));
                    self.push(Visible::Depart(barrier, count));
                }
                Stmt::Wait { condition, mutex } => {
                    self.push(Visible::Register(condition));
                    self.push(Visible::Unlock(mutex));
                    self.push(Visible::Wake(condition));
                    self.push(Visible::Lock(mutex, self.mutexes));
                }
                Stmt::Signal(condition) => self.push(Visible::Signal(condition)),
                Stmt::Broadcast(condition) => self.push(Visible::Broadcast(condition)),
                Stmt::Assume(test) => self.ops.push(Op::Assume(test)),
                Stmt::Assert(test) => self.ops.push(Op::Assert(test)),
                Stmt::ExitIf(test) => self.ops.push(Op::ExitIf(test)),
                Stmt::If { test, ref then, ref otherwise } => self.branch(test, then, otherwise),
            }
        }
    }

    fn push(&mut self, visible: Visible) {
        // Whether it awaits is known when the code is complete.
        self.ops.push(Op::Visible(visible, false));
    }

    fn branch(&mut self, test: Test, then: &[Stmt], otherwise: &[Stmt]) {
        let unless = self.ops.len();
        self.ops.push(Op::Unless(test, 0));
        self.flatten(then);
        let jump = self.ops.len();
        self.ops.push(Op::Jump(0));
        self.ops[unless] = Op::Unless(test, self.ops.len());
        self.flatten(otherwise);
        self.ops[jump] = Op::Jump(self.ops.len());
    }

    /// Is there a path from here to an assumption, whatever the registers hold, that does nothing visible?
    fn may_block_before_acting(&self, at: usize) -> bool {
        match self.ops.get(at) {
            // A thread that holds the mutex reads nothing.
            Some(Op::Visible(Visible::TryLock(..), _)) => self.may_block_before_acting(at + 1),
            None | Some(Op::Visible(..)) => false,
            Some(Op::Assume(_)) => true,
            Some(Op::Assert(_) | Op::ExitIf(_)) => self.may_block_before_acting(at + 1),
            Some(&Op::Jump(target)) => self.may_block_before_acting(target),
            Some(&Op::Unless(_, target)) => {
                self.may_block_before_acting(at + 1) || self.may_block_before_acting(target)
            }
        }
    }
}
