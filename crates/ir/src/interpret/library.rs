//! What the operating system and the C library do for a thread: objects, threads, mutexes, condition variables, barriers.

use raddle_graph::{Address, ConditionOp, Mode, ThreadId, UpdateOp, Value, Width};
use raddle_program::{Action, Answer, Discovery, Program as _};

use super::access::Access;
use super::loops;
use super::{Next, Observer, Performed, get, stop};
use crate::interpret::state::{Own, State};
use crate::memory::Found;
use crate::memory::layout::{self, Area};
use crate::{ConditionKind, FailureKind, Instr, Program, Region};

/// Error numbers of Linux.
const EPERM: Value = 1;
const EBUSY: Value = 16;
const EDEADLK: Value = 35;

/// What a mutex holds.
const FREE: Value = 0;
const HELD: Value = 1;

/// Kinds of mutexes.
const RECURSIVE: Value = 1;
const ERROR_CHECKING: Value = 2;

/// How many threads a program may have: the explorer knows no more.
pub(crate) const MAX_THREADS: usize = 127;

/// The handle of a thread; never 0.
pub(super) fn handle(thread: ThreadId) -> Value {
    Value::from(thread.0) + 1
}

/// How many waiters a notification is for.
fn most(value: Value) -> u16 {
    u16::try_from(value).unwrap_or(u16::MAX)
}

impl Program {
    /// Begins the life of an object.
    pub(super) fn allocate(&self, size: u64, region: Region, own: &mut Own) -> Performed {
        let base = layout::dynamic_base(region, own.thread, own.allocated, size);
        let base = Address(base.ok_or(FailureKind::Unsupported)?);
        stop(own, Action::Allocate { base, size })
    }

    /// Ends the life of an object on the heap.
    pub(super) fn free(&self, addr: u64, belongs: Region, own: &mut Own) -> Performed {
        match Area::of(addr) {
            _ if addr == 0 => Ok(Next::GoOn),
            Area::Dynamic { region: Region::Stack, .. } => Err(FailureKind::InvalidFree),
            // What `new[]` returns is not always where the block begins.
            Area::Dynamic { region, .. } if region.family() != belongs => Err(FailureKind::MismatchedFree),
            Area::Dynamic { offset: 0, .. } => self.end_life(addr, own),
            _ => Err(FailureKind::InvalidFree),
        }
    }

    /// Ends the life of an object on the stack.
    pub(super) fn release(&self, addr: u64, own: &mut Own) -> Performed {
        match Area::of(addr) {
            _ if addr == 0 => Ok(Next::GoOn),
            Area::Dynamic { region: Region::Stack, offset: 0, .. } => self.end_life(addr, own),
            _ => Err(FailureKind::InvalidFree),
        }
    }

    /// Ends the life of an object. A mutex in it that this thread holds could never be unlocked any more.
    fn end_life(&self, base: u64, own: &mut Own) -> Performed {
        let is_inside = |mutex: u64| layout::is_dynamic(mutex) && layout::dynamic_place(mutex).0 == base;
        if own.marks.held().any(is_inside) {
            Err(FailureKind::EndedLock)
        } else {
            stop(own, Action::Free { base: Address(base) })
        }
    }

    /// Starts a thread, if it is in the table; otherwise the program has to learn of it first.
    pub(super) fn start_thread(&self, function: Value, own: &mut Own) -> Performed {
        let entry = self.callee(function)?;
        if self.functions[entry.index()].parameters > 1 {
            return Err(FailureKind::Unsupported);
        }
        match self.table.find(own.thread, own.starts) {
            // Of the functions that it runs in different executions, all have to be seen to know the first.
            Some(thread) if self.table.entry(thread).is_none_or(|known| known <= entry) => {
                return stop(own, Action::Spawn { thread });
            }
            None if self.threads() >= MAX_THREADS => return Err(FailureKind::TooManyThreads),
            _ => {}
        }
        stop(own, Action::Learn(Discovery::Thread { parent: own.thread, nth: own.starts, entry: entry.0 }))
    }

    /// The first state of the thread that the `Spawn` at which `parent` stands starts.
    pub(crate) fn child_with<O: Observer, const TRACK: bool>(&self, parent: &State, observer: &mut O) -> State {
        let Action::Spawn { thread } = parent.own.action else { unreachable!("only a spawn has a child") };
        let Instr::Start { function, argument, .. } = *self.instr(parent) else {
            return self.start_with::<O, TRACK>(thread, observer);
        };
        let Ok(entry) = self.callee(get(parent.frame(), function)) else {
            unreachable!("a thread that cannot be started is not spawned")
        };
        let function = &self.functions[entry.index()];
        let registers = self.prepared[entry.index()].frame::<TRACK>();
        let mut state = State::new(thread, entry.0, registers);
        if function.parameters > 0 {
            state.frame_mut()[0] = get(parent.frame(), argument);
        }
        if TRACK {
            state.track(self.picks);
        }
        let mut budget = self.local_budget;
        self.run::<O, TRACK>(&mut state, &mut budget, observer);
        state
    }

    /// The thread that a handle names, unless this thread joined or detached it.
    fn thread_of(&self, handle: Value, own: &Own) -> Result<ThreadId, FailureKind> {
        let index = handle.checked_sub(1).filter(|&index| index < self.threads() as u64);
        let thread = index.map(|index| ThreadId(index as u16)).ok_or(FailureKind::InvalidJoin)?;
        if own.marks.is_gone(thread) { Err(FailureKind::InvalidJoin) } else { Ok(thread) }
    }

    pub(super) fn join(&self, handle: Value, own: &mut Own) -> Performed {
        self.check_outside_section(own)?;
        let thread = self.thread_of(handle, own)?;
        if thread == own.thread { Err(FailureKind::InvalidJoin) } else { stop(own, Action::Join { thread }) }
    }

    pub(super) fn detach(&self, handle: Value, own: &mut Own) -> Result<(), FailureKind> {
        let thread = self.thread_of(handle, own)?;
        own.marks.set_detached(thread);
        Ok(())
    }

    /// Is the thread inside an atomic section?
    pub(super) fn is_in_section(&self, own: &Own) -> bool {
        self.sections.is_some_and(|lock| own.marks.holds(layout::byte(lock)) > 0)
    }

    /// Before a wait that only another thread can end: inside an atomic section none will.
    fn check_outside_section(&self, own: &Own) -> Result<(), FailureKind> {
        if self.is_in_section(own) { Err(FailureKind::WaitInSection) } else { Ok(()) }
    }

    /// Ends the thread, or the process with it.
    pub(super) fn end(&self, own: &mut Own, end: Action) -> Performed {
        if self.is_in_section(own) { Err(FailureKind::EndInSection) } else { stop(own, end) }
    }

    pub(super) fn lock(&self, instr: &Instr, awaits: bool, regs: &mut [Value], own: &mut Own) -> Performed {
        let Instr::Lock { addr, kind, attempt, result } = *instr else { unreachable!("called for a lock") };
        let (addr, kind) = (get(regs, addr), get(regs, kind));
        if kind > ERROR_CHECKING {
            return Err(FailureKind::InvalidLock);
        }
        let known = match kind {
            _ if own.marks.holds(addr) == 0 => None,
            RECURSIVE => {
                own.marks.hold(addr);
                own.effects = own.effects.wrapping_add(1);
                Some(0)
            }
            _ if attempt => Some(EBUSY),
            ERROR_CHECKING => Some(EDEADLK),
            // It waits for itself, like for anybody else.
            _ => None,
        };
        if let Some(known) = known {
            regs[result.index()] = known;
            return Ok(Next::GoOn);
        }
        if !attempt {
            self.check_outside_section(own)?;
        }
        let op = if attempt || self.tried_locks {
            UpdateOp::CompareExchange { expected: FREE, desired: HELD, failure: Mode::Rlx, weak: false }
        } else {
            UpdateOp::Lock { held: HELD }
        };
        let access = Access {
            addr,
            mode: Mode::Acq,
            width: Width::W32,
            awaits: awaits || !attempt,
            library: true,
            aligned: false,
        };
        match self.update(access, op, own)? {
            None => Ok(Next::Stop),
            Some(answer) => self.lock_answered(instr, answer, regs, own),
        }
    }

    pub(super) fn lock_answered(&self, instr: &Instr, answer: Answer, regs: &mut [Value], own: &mut Own) -> Performed {
        let Instr::Lock { addr, attempt, result, .. } = *instr else { unreachable!("called for a lock") };
        self.check_defined(answer)?;
        if answer.stored {
            own.marks.hold_since(get(regs, addr), loops::accesses(own));
            regs[result.index()] = 0;
            return Ok(Next::GoOn);
        }
        match answer.value {
            FREE | HELD if attempt => {
                regs[result.index()] = EBUSY;
                Ok(Next::GoOn)
            }
            FREE | HELD => stop(own, Action::Block),
            _ => Err(FailureKind::InvalidLock),
        }
    }

    pub(super) fn unlock(&self, instr: &Instr, regs: &mut [Value], own: &mut Own) -> Performed {
        let Instr::Unlock { addr, kind, result } = *instr else { unreachable!("called for an unlock") };
        let (addr, kind) = (get(regs, addr), get(regs, kind));
        match own.marks.holds(addr) {
            0 if matches!(kind, RECURSIVE | ERROR_CHECKING) => {
                regs[result.index()] = EPERM;
                return Ok(Next::GoOn);
            }
            0 => return Err(FailureKind::InvalidUnlock),
            1 => {}
            _ => {
                own.marks.let_go(addr);
                own.effects = own.effects.wrapping_add(1);
                regs[result.index()] = 0;
                return Ok(Next::GoOn);
            }
        }
        let access = Access { addr, mode: Mode::Rel, width: Width::W32, awaits: false, library: true, aligned: false };
        let next = self.store(access, FREE, own)?;
        if next == Next::GoOn {
            own.marks.let_go(addr);
            regs[result.index()] = 0;
        }
        Ok(next)
    }

    pub(super) fn condition(&self, instr: &Instr, awaits: bool, regs: &mut [Value], own: &mut Own) -> Performed {
        let Instr::Condition { kind, addr, group, .. } = *instr else { unreachable!("called for a condition") };
        let op = match kind {
            ConditionKind::Register | ConditionKind::Enqueue => ConditionOp::Register,
            ConditionKind::Signal => ConditionOp::Signal,
            ConditionKind::Broadcast => ConditionOp::Broadcast,
            ConditionKind::Wake | ConditionKind::Sleep | ConditionKind::Doze => {
                ConditionOp::Wake { group: get(regs, group) as u16 }
            }
            ConditionKind::Notify => ConditionOp::Notify { most: most(get(regs, group)) },
        };
        if kind.waits() {
            self.check_outside_section(own)?;
        }
        let awaits = awaits || kind.waits();
        if kind.is_futex() {
            // Who enqueues behind a notification must see what was written before it: that is what futexes are for.
            let mode = match kind {
                ConditionKind::Enqueue => Mode::Acq,
                ConditionKind::Notify => Mode::Rel,
                _ => Mode::Rlx,
            };
            let addr = self.futex(get(regs, addr))?;
            return stop(own, Action::Update { addr, mode, op: UpdateOp::Condition(op), width: Width::W64, awaits });
        }
        // A condition variable orders nothing: the mutex that goes with it does.
        let access =
            Access { addr: get(regs, addr), mode: Mode::Rlx, width: Width::W64, awaits, library: true, aligned: false };
        match self.update(access, UpdateOp::Condition(op), own)? {
            None => Ok(Next::Stop),
            Some(answer) => self.condition_answered(instr, answer, regs, own),
        }
    }

    pub(super) fn condition_answered(
        &self,
        instr: &Instr,
        answer: Answer,
        regs: &mut [Value],
        own: &mut Own,
    ) -> Performed {
        let Instr::Condition { kind, group, dst, .. } = *instr else { unreachable!("called for a condition") };
        self.check_defined(answer)?;
        if !kind.is_futex() && !kind.waits() && ConditionOp::is_destroyed(answer.value) {
            return Err(FailureKind::DestroyedCondition);
        }
        match kind {
            ConditionKind::Register | ConditionKind::Enqueue => {
                if let Some(reg) = dst {
                    regs[reg.index()] = ConditionOp::group_of(answer.value).into();
                }
                Ok(Next::GoOn)
            }
            ConditionKind::Notify => {
                if let Some(reg) = dst {
                    regs[reg.index()] = most(get(regs, group)).min(ConditionOp::waiters(answer.value)).into();
                }
                Ok(Next::GoOn)
            }
            kind if kind.waits() && !answer.stored => {
                let passes = ConditionOp::may_pass(get(regs, group) as u16, answer.value);
                if passes { Ok(Next::GoOn) } else { stop(own, Action::Block) }
            }
            _ => Ok(Next::GoOn),
        }
    }

    /// The location of the queue of a futex. It belongs to the system: a notification may come when the program's word is gone.
    fn futex(&self, addr: u64) -> Result<Address, FailureKind> {
        const SIZE: u64 = 4;
        match Area::of(addr) {
            Area::Null => Err(FailureKind::NullDereference),
            Area::Static | Area::Dynamic { .. } | Area::ThreadLocal { .. } if addr.is_multiple_of(SIZE) => {
                Ok(layout::shadow(addr, SIZE))
            }
            Area::Static | Area::Dynamic { .. } | Area::ThreadLocal { .. } => Err(FailureKind::Misaligned),
            Area::Private | Area::Function | Area::Nowhere => Err(FailureKind::OutOfBounds),
        }
    }

    /// The location of a barrier, which other threads have to see.
    fn barrier(&self, addr: u64) -> Result<Address, FailureKind> {
        const SIZE: u64 = 4;
        let Some(memory) = &self.memory else { return Ok(Address(addr)) };
        match memory.find(addr, SIZE)? {
            Found::Shared | Found::Static(..) => Ok(layout::location(addr, SIZE)),
            Found::Constant(..) | Found::Private => Err(FailureKind::Barrier),
        }
    }

    pub(super) fn arrive(&self, addr: u64, own: &mut Own) -> Performed {
        let round = own.marks.arrivals(addr);
        stop(own, Action::Arrive { barrier: self.barrier(addr)?, round })
    }

    pub(super) fn crowded(&self, addr: u64, own: &mut Own) -> Performed {
        stop(own, Action::Learn(Discovery::CrowdedBarrier(self.barrier(addr)?)))
    }

    pub(super) fn depart(&self, addr: u64, round: Value, count: Value, own: &mut Own) -> Performed {
        let number = |value: Value| u32::try_from(value).map_err(|_| FailureKind::Barrier);
        let (barrier, round, count) = (self.barrier(addr)?, number(round)?, number(count)?);
        if count == 0 {
            return Err(FailureKind::Barrier);
        }
        self.check_outside_section(own)?;
        stop(own, Action::Depart { barrier, round, count })
    }
}
