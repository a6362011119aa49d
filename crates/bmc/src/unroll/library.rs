//! What the operating system and the C library do for a thread: threads, mutexes, objects, inputs. The interpreter's `library.rs`
//! is what this follows.

use raddle_graph::{Mode, ThreadId, Value, Width};
use raddle_ir::symbolic::Reach;
use raddle_ir::{Area, Instr, Operand, Reg, Region};
use raddle_program::{Discovery, Program as _};

use super::{Start, Stop, Unroller, Wait};
use crate::aig::{Aig, Lit};
use crate::memory::{Memory, Modes};
use crate::state::State;
use crate::value::{Sym, Values};
use crate::word::Word;

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

/// How many bytes `Copy` and `Fill` may move.
const MAX_BULK: u64 = 4096;

impl<M: Memory> Unroller<'_, M> {
    /// An instruction that may concern others.
    pub(super) fn visible(&mut self, state: &mut State, instr: &Instr) -> Result<(), Stop> {
        if state.own.private.is_torn {
            self.hole(state, Lit::TRUE, "an object of the stack whose size depends on the way to it");
            return Ok(());
        }
        match *instr {
            Instr::Load { .. }
            | Instr::LoadRaw { .. }
            | Instr::Store { .. }
            | Instr::Update { .. }
            | Instr::CompareExchange { .. }
            | Instr::UpdateWithin { .. } => self.access(state, instr)?,
            Instr::Fence { mode, on: None } => {
                let deed = self.deed(state, Lit::TRUE);
                self.memory.fence(deed, mode);
            }
            Instr::Spawn { thread } => {
                let deed = self.deed(state, Lit::TRUE);
                self.memory.start(deed, thread);
                self.changed(state);
                let entry = self.program.thread_table()[thread.index()].entry;
                let start = Start { when: state.guard, entry, argument: Sym::constant(0) };
                self.starts.entry(thread).or_default().push(start);
            }
            Instr::Join { thread } => {
                self.join(state, Lit::TRUE, thread);
            }
            Instr::Start { function, argument, handle } => self.start(state, function, argument, handle)?,
            Instr::JoinHandle { handle, result } => self.join_handle(state, handle, result),
            Instr::Detach { handle } => {
                for (is, thread) in self.threads_of(state, handle) {
                    self.set_gone(state, is, thread);
                }
            }
            Instr::Self_ { dst } => {
                let handle = self.program.handle_of(self.me());
                self.set(state, dst, Sym::constant(handle));
            }
            Instr::Lock { .. } => self.lock(state, instr)?,
            Instr::Unlock { .. } => self.unlock(state, instr)?,
            Instr::Holds { dst, addr } => match self.get(state, addr).as_constant() {
                Some(lock) => {
                    let count = state.own.holds(lock);
                    let holds = count.is_nonzero(self.aig);
                    self.set(state, dst, Sym::flag(holds));
                }
                None => self.hole(state, Lit::TRUE, "a lock of which it is not known which it is"),
            },
            Instr::Choose { dst, count } => self.choose(state, dst, count),
            Instr::ThreadLocal { dst, offset } => {
                let address = self.program.thread_local(self.me(), offset);
                self.set(state, dst, Sym::constant(address));
            }
            Instr::Private { dst, size, .. } => self.private(state, dst, size),
            Instr::Forget { addr } | Instr::Expire { addr } => match self.get(state, addr).as_constant() {
                Some(addr) if matches!(instr, Instr::Forget { .. }) => state.own.private.forget(addr),
                Some(addr) => state.own.private.expire(addr),
                None => self.hole(state, Lit::TRUE, "the end of the life of an unknown object"),
            },
            Instr::Allocate { dst, size, region } => self.allocate(state, dst, size, region),
            Instr::Free { addr, region } => self.end_life(state, addr, Some(region)),
            Instr::Release { addr } => self.end_life(state, addr, None),
            Instr::Copy { to, from, count, apart, .. } => self.copy(state, (to, from), count, apart)?,
            Instr::Fill { to, value, count, .. } => self.fill(state, to, value, count)?,
            Instr::Condition { .. } => self.hole(state, Lit::TRUE, "a condition variable, or a futex"),
            Instr::BarrierArrive { .. }
            | Instr::BarrierDepart { .. }
            | Instr::BarrierRound { .. }
            | Instr::BarrierCrowded { .. } => self.hole(state, Lit::TRUE, "a barrier"),
            Instr::Own { .. } => self.hole(state, Lit::TRUE, "a lock that is no mutex"),
            Instr::Float { .. } | Instr::Convert { .. } => self.hole(state, Lit::TRUE, "a floating-point number"),
            Instr::Wide { .. } | Instr::Pack { .. } | Instr::Unpack { .. } => {
                self.hole(state, Lit::TRUE, "an integer of more than 64 bits");
            }
            Instr::Reserve { .. } | Instr::Conditional { .. } => {
                self.hole(state, Lit::TRUE, "a load-exclusive or store-exclusive instruction");
            }
            Instr::Clock { .. } | Instr::AdvanceClock { .. } => self.hole(state, Lit::TRUE, "a clock"),
            Instr::Spurious { .. } => self.hole(state, Lit::TRUE, "a wait that may end without a reason"),
            Instr::Fence { on: Some(_), .. } => self.hole(state, Lit::TRUE, "a fence that is about one location"),
            Instr::CallBegins { .. } | Instr::CallEnds { .. } => {
                self.hole(state, Lit::TRUE, "a call that is compared with a specification");
            }
            Instr::NewestSlot { .. } => self.hole(state, Lit::TRUE, "a stack that is saved and restored"),
            Instr::Move { .. }
            | Instr::Binary { .. }
            | Instr::Truncate { .. }
            | Instr::SignExtend { .. }
            | Instr::Select { .. }
            | Instr::Unary { .. }
            | Instr::Checked { .. }
            | Instr::Jump { .. }
            | Instr::Branch { .. }
            | Instr::Switch { .. }
            | Instr::Fork { .. }
            | Instr::Meet { .. }
            | Instr::Call { .. }
            | Instr::CallPointer { .. }
            | Instr::Return { .. }
            | Instr::Assume { .. }
            | Instr::Require { .. }
            | Instr::Assert { .. }
            | Instr::Fail { .. }
            | Instr::LoopBound { .. }
            | Instr::LoopEnter { .. }
            | Instr::LoopHead { .. }
            | Instr::Output { .. }
            | Instr::Exit { .. }
            | Instr::EndProcess
            | Instr::Finish => unreachable!("others do not see these"),
        }
        Ok(())
    }

    /// Others may have noticed.
    fn changed(&mut self, state: &mut State) {
        state.own.change(self.aig, Lit::TRUE);
        state.own.newest_read = None;
    }

    fn start(&mut self, state: &mut State, function: Operand, argument: Operand, handle: Reg) -> Result<(), Stop> {
        let (function, argument) = (self.get(state, function), self.get(state, argument));
        let starts = state.own.starts.clone().unwrap_or_else(|| Sym::constant(0));
        let (Some(functions), Some(numbers)) = (function.values.list(), starts.values.list()) else {
            self.hole(state, Lit::TRUE, "a start of a thread of which too little is known");
            return Ok(());
        };
        let (functions, numbers) = (functions.to_vec(), numbers.to_vec());
        let mut name = Sym::constant(0);
        for (&address, &number) in functions.iter().flat_map(|f| numbers.iter().map(move |n| (f, n))) {
            let (is_function, is_number) = (function.is(self.aig, address), starts.is(self.aig, number));
            let is = self.aig.and(is_function, is_number);
            let when = self.aig.and(state.guard, is);
            if when == Lit::FALSE {
                continue;
            }
            let parameters = |id: raddle_ir::FunctionId| self.program.functions()[id.index()].parameters;
            let Some(entry) = self.program.function_at(address).filter(|&id| parameters(id) <= 1) else {
                self.error(state, is);
                continue;
            };
            let Ok(nth) = u16::try_from(number) else {
                self.hole(state, is, "more threads than there may be");
                continue;
            };
            let Some(thread) = self.program.started_by(self.me(), nth, entry) else {
                return Err(Stop::Learn(Discovery::Thread { parent: self.me(), nth, entry: entry.0 }));
            };
            let deed = self.deed(state, is);
            self.memory.start(deed, thread);
            self.starts.entry(thread).or_default().push(Start { when, entry, argument: argument.clone() });
            name = Sym::choose(self.aig, is, &Sym::constant(self.program.handle_of(thread)), &name);
        }
        state.own.starts = Some(starts.plus(self.aig, 1));
        self.changed(state);
        self.set(state, handle, name);
        Ok(())
    }

    /// The threads that a handle names; others than those that this thread may join are errors.
    fn threads_of(&mut self, state: &mut State, handle: Operand) -> Vec<(Lit, ThreadId)> {
        let handle = self.get(state, handle);
        let Some(list) = handle.values.list().map(<[u64]>::to_vec) else {
            self.hole(state, Lit::TRUE, "a thread of which it is not known which it is");
            return Vec::new();
        };
        let mut threads = Vec::new();
        for value in list {
            let is = handle.is(self.aig, value);
            let index = value.checked_sub(1).filter(|&index| index < self.program.threads() as u64);
            let Some(thread) = index.map(|index| ThreadId(index as u16)) else {
                self.error(state, is);
                continue;
            };
            let gone = state.own.gone.get(&value).copied().unwrap_or(Lit::FALSE);
            let wrong = self.aig.and(is, gone);
            self.error(state, wrong);
            threads.push((is, thread));
        }
        threads
    }

    fn set_gone(&mut self, state: &mut State, is: Lit, thread: ThreadId) {
        let gone = state.own.gone.entry(self.program.handle_of(thread)).or_insert(Lit::FALSE);
        *gone = self.aig.or(*gone, is);
    }

    fn join_handle(&mut self, state: &mut State, handle: Operand, result: Option<Reg>) {
        let mut value = Sym::constant(0);
        for (is, thread) in self.threads_of(state, handle) {
            if thread == self.me() {
                self.error(state, is);
                continue;
            }
            let returned = self.join(state, is, thread);
            value = Sym::choose(self.aig, is, &returned, &value);
            self.set_gone(state, is, thread);
        }
        if let Some(reg) = result {
            self.set(state, reg, value);
        }
    }

    /// Waits for the end of a thread, and gives what it returned.
    fn join(&mut self, state: &mut State, is: Lit, child: ThreadId) -> Sym {
        let (has_ended, result) = {
            let end = &self.ends[child.index()];
            (end.has_ended, end.result.clone())
        };
        let here = self.aig.and(state.guard, is);
        let waits = self.aig.and(here, !has_ended);
        if waits != Lit::FALSE {
            self.waits.push(Wait { thread: self.me(), when: waits, read: None });
        }
        let goes_on = self.aig.or(!is, has_ended);
        self.narrow(state, goes_on);
        let deed = self.deed(state, is);
        if deed.guard != Lit::FALSE {
            self.memory.join(deed, child);
        }
        self.changed(state);
        result
    }

    fn mutex(&self) -> Reach {
        Reach { library: true, ..self.reach(Width::W32, Mode::Rlx, true, true) }
    }

    /// The address of a mutex, and what kind it is: both have to be known.
    fn mutex_of(&mut self, state: &mut State, addr: Operand, kind: Operand) -> Option<(Sym, Value)> {
        let (addr, kind) = (self.get(state, addr), self.get(state, kind).as_constant());
        if kind.is_none() || addr.values.list().is_none() {
            self.hole(state, Lit::TRUE, "a mutex of which too little is known");
        }
        self.found.locks.extend(addr.values.list().into_iter().flatten().copied());
        kind.map(|kind| (addr, kind))
    }

    fn lock(&mut self, state: &mut State, instr: &Instr) -> Result<(), Stop> {
        let Instr::Lock { addr, kind, attempt, result } = *instr else { unreachable!("called for a lock") };
        let Some((addr, kind)) = self.mutex_of(state, addr, kind) else { return Ok(()) };
        if kind > ERROR_CHECKING {
            self.error(state, Lit::TRUE);
            return Ok(());
        }
        let mine = self.held(state, &addr);
        // What the thread knows without looking.
        let known = match kind {
            RECURSIVE => Some(0),
            _ if attempt => Some(EBUSY),
            ERROR_CHECKING => Some(EDEADLK),
            _ => None,
        };
        let mut outcome = Sym::constant(0);
        let mut asks = state.clone();
        let mut knows = None;
        if let Some(known) = known {
            let mut other = state.clone();
            self.narrow(&mut other, mine);
            self.narrow(&mut asks, !mine);
            if kind == RECURSIVE {
                self.hold(&mut other, &addr, Lit::TRUE);
                other.own.change(self.aig, Lit::TRUE);
            }
            self.set(&mut other, result, Sym::constant(known));
            knows = Some(other);
        }
        if asks.guard != Lit::FALSE {
            let failure = if attempt || self.program.tries_locks() { Mode::Rlx } else { Mode::Acq.of_read() };
            let modes = Modes { success: Mode::Acq, failure };
            let mut new = |aig: &mut Aig, old: &Sym| (old.is(aig, FREE), Sym::constant(HELD));
            let reach = self.mutex();
            let (updated, _) = self.update(&mut asks, &addr, modes, reach, &mut new)?;
            let is_held = updated.old.is(self.aig, HELD);
            let is_mutex = self.aig.or(updated.stored, is_held);
            self.error(&mut asks, !is_mutex);
            if attempt {
                outcome = Sym::choose(self.aig, updated.stored, &Sym::constant(0), &Sym::constant(EBUSY));
            } else {
                self.require(&mut asks, updated.stored);
            }
            self.hold(&mut asks, &addr, updated.stored);
            self.set(&mut asks, result, outcome);
        }
        *state = asks;
        if let Some(known) = knows {
            state.merge(self.aig, known);
        }
        Ok(())
    }

    /// Does the thread hold the lock?
    fn held(&mut self, state: &State, addr: &Sym) -> Lit {
        let mut held = Lit::FALSE;
        for &lock in addr.values.list().into_iter().flatten() {
            let (is, count) = (addr.is(self.aig, lock), state.own.holds(lock));
            let holds = count.is_nonzero(self.aig);
            let both = self.aig.and(is, holds);
            held = self.aig.or(held, both);
        }
        held
    }

    /// The thread holds the lock once more, if the condition holds.
    fn hold(&mut self, state: &mut State, addr: &Sym, when: Lit) {
        self.count(state, addr, when, 1);
    }

    fn count(&mut self, state: &mut State, addr: &Sym, when: Lit, by: u64) {
        for &lock in addr.values.list().into_iter().flatten() {
            let is = addr.is(self.aig, lock);
            let is = self.aig.and(is, when);
            let count = state.own.holds(lock);
            let more = count.plus(self.aig, by);
            let count = Sym::choose(self.aig, is, &more, &count);
            state.own.held.insert(lock, count);
        }
    }

    fn unlock(&mut self, state: &mut State, instr: &Instr) -> Result<(), Stop> {
        let Instr::Unlock { addr, kind, result } = *instr else { unreachable!("called for an unlock") };
        let Some((addr, kind)) = self.mutex_of(state, addr, kind) else { return Ok(()) };
        let held = self.held(state, &addr);
        let mut refused = None;
        if matches!(kind, RECURSIVE | ERROR_CHECKING) {
            let mut other = state.clone();
            self.narrow(&mut other, !held);
            self.narrow(state, held);
            self.set(&mut other, result, Sym::constant(EPERM));
            refused = Some(other);
        } else {
            self.error(state, !held);
        }
        let mut once = Lit::FALSE;
        for &lock in addr.values.list().into_iter().flatten() {
            let (is, count) = (addr.is(self.aig, lock), state.own.holds(lock));
            let is_one = count.is(self.aig, 1);
            let both = self.aig.and(is, is_one);
            once = self.aig.or(once, both);
        }
        let mut inner = state.clone();
        self.narrow(&mut inner, !once);
        self.narrow(state, once);
        if state.guard != Lit::FALSE {
            let reach = self.mutex();
            self.store(state, &addr, &Sym::constant(FREE), Mode::Rel, reach)?;
        }
        inner.own.change(self.aig, Lit::TRUE);
        for state in [&mut *state, &mut inner] {
            self.count(state, &addr, Lit::TRUE, u64::MAX);
            self.set(state, result, Sym::constant(0));
        }
        state.merge(self.aig, inner);
        if let Some(refused) = refused {
            state.merge(self.aig, refused);
        }
        Ok(())
    }

    fn choose(&mut self, state: &mut State, dst: Reg, count: Operand) {
        let Some(count) = self.get(state, count).as_constant() else {
            return self.hole(state, Lit::TRUE, "a choice among a number of values that is not constant");
        };
        if count <= 1 {
            self.narrow(state, Lit::constant(count == 1));
            self.set(state, dst, Sym::constant(0));
            return;
        }
        let bits = 64 - (count - 1).leading_zeros();
        let word = Word::free(self.aig, bits);
        let below = Word::binary(self.aig, raddle_ir::BinaryOp::Ult, Width::W64, &word, &Word::constant(count));
        let below = below.word.bits()[0];
        let demand = self.aig.or(!state.guard, below);
        self.demands.push(demand);
        let deed = self.deed(state, Lit::TRUE);
        self.memory.choose(deed, word);
        self.changed(state);
        let values = if count <= 64 { Values::of(0..count) } else { Values::ANY };
        self.set(state, dst, Sym::new(word, values));
    }

    fn private(&mut self, state: &mut State, dst: Reg, size: Operand) {
        let Some(size) = self.get(state, size).as_constant() else {
            return self.hole(state, Lit::TRUE, "an object whose size is not constant");
        };
        let Some(units) = state.own.private.units else {
            return self.hole(
                state,
                Lit::TRUE,
                "an object of the stack whose address depends on which others there are",
            );
        };
        let Some((base, more)) = self.program.private_base(units, size) else {
            return self.hole(state, Lit::TRUE, "an object that is too large");
        };
        state.own.private.add(base, size, units + more);
        self.set(state, dst, Sym::constant(base));
    }

    fn allocate(&mut self, state: &mut State, dst: Reg, size: Operand, region: Region) {
        let size = self.get(state, size).as_constant();
        let allocated = state.own.allocated.clone().unwrap_or_else(|| Sym::constant(0));
        let (Some(size), Some(numbers)) = (size, allocated.values.list().map(<[u64]>::to_vec)) else {
            return self.hole(state, Lit::TRUE, "an object whose size is not constant");
        };
        let mut base = Sym::constant(0);
        for number in numbers {
            let is = allocated.is(self.aig, number);
            let index = u32::try_from(number).ok();
            let Some(address) = index.and_then(|index| self.program.dynamic_base(region, self.me(), index, size))
            else {
                self.hole(state, is, "an object that is too large, or too many of them");
                continue;
            };
            if self.found.objects.insert(address, size).is_some_and(|other| other != size) {
                self.hole(state, is, "an object whose size depends on the execution");
            }
            base = Sym::choose(self.aig, is, &Sym::constant(address), &base);
        }
        state.own.allocated = Some(allocated.plus(self.aig, 1));
        self.changed(state);
        self.set(state, dst, base);
    }

    /// Ends the life of an object of a region, or of the stack; does nothing for address 0.
    fn end_life(&mut self, state: &mut State, addr: Operand, belongs: Option<Region>) {
        let addr = self.get(state, addr);
        let Some(list) = addr.values.list().map(<[u64]>::to_vec) else {
            return self.hole(state, Lit::TRUE, "the end of the life of an unknown object");
        };
        let mut objects = Vec::new();
        for address in list.into_iter().filter(|&address| address != 0) {
            let is = addr.is(self.aig, address);
            let fits = match (Area::of(address), belongs) {
                (Area::Dynamic { region: Region::Stack, offset: 0, .. }, None) => true,
                (Area::Dynamic { region: Region::Zeroed, offset: 0, .. }, Some(belongs)) => belongs == Region::Heap,
                (Area::Dynamic { region: Region::Stack, .. }, _) => false,
                (Area::Dynamic { region, offset: 0, .. }, Some(belongs)) => region == belongs,
                _ => false,
            };
            let Some(size) = self.known.objects.get(&address).copied().filter(|_| fits) else {
                self.error(state, is);
                continue;
            };
            // A mutex in it that this thread holds could never be unlocked any more.
            let held: Vec<Sym> =
                state.own.held.range(address..address + size).map(|(_, count)| count.clone()).collect();
            for count in held {
                let holds = count.is_nonzero(self.aig);
                let wrong = self.aig.and(is, holds);
                self.error(state, wrong);
            }
            objects.push((is, raddle_graph::Address(address)));
        }
        let some = self.aig.any(objects.iter().map(|&(is, _)| is));
        let deed = self.deed(state, some);
        if deed.guard == Lit::FALSE {
            return;
        }
        if self.known.locks.iter().any(|lock| matches!(Area::of(*lock), Area::Dynamic { .. })) {
            self.hole(state, some, "the end of the life of an object where others have mutexes");
            return;
        }
        self.memory.free(deed, objects);
        state.own.change(self.aig, some);
        state.own.newest_read = None;
    }

    fn fill(&mut self, state: &mut State, to: Operand, value: Operand, count: Operand) -> Result<(), Stop> {
        let (to, value) = (self.get(state, to), self.get(state, value));
        let (Some(to), Some(count)) = (to.as_constant(), self.get(state, count).as_constant()) else {
            self.hole(state, Lit::TRUE, "memory that is set, of which it is not known which it is");
            return Ok(());
        };
        if !self.is_private_bulk(state, to, count) {
            return Ok(());
        }
        let Some(byte) = value.as_constant().map(|value| value & 0xff) else {
            self.hole(state, Lit::TRUE, "memory that is set to a value that is not constant");
            return Ok(());
        };
        for (offset, size) in pieces(count) {
            let low = u64::MAX >> (64 - 8 * size);
            let value = Sym::constant((byte * 0x0101_0101_0101_0101) & low);
            state.own.private.store(self.aig, Lit::TRUE, (to + offset, size), &value);
        }
        Ok(())
    }

    /// Can the bytes be moved at once, because only this thread knows them? Otherwise they cannot be.
    fn is_private_bulk(&mut self, state: &mut State, to: u64, count: u64) -> bool {
        if count == 0 {
            return false;
        }
        if matches!(Area::of(to), Area::Private) && count <= MAX_BULK && state.own.private.has(to, count) {
            return true;
        }
        self.hole(state, Lit::TRUE, "a copy of memory that threads may share");
        false
    }

    fn copy(
        &mut self,
        state: &mut State,
        (to, from): (Operand, Operand),
        count: Operand,
        apart: bool,
    ) -> Result<(), Stop> {
        let [to, from, count] = [to, from, count].map(|it| self.get(state, it).as_constant());
        let (Some(to), Some(from), Some(count)) = (to, from, count) else {
            self.hole(state, Lit::TRUE, "memory that is copied, of which it is not known which it is");
            return Ok(());
        };
        let overlaps = to != from && to < from.saturating_add(count) && from < to.saturating_add(count);
        if overlaps {
            let what = if apart { "a copy between ranges that overlap" } else { "a move between ranges that overlap" };
            self.hole(state, Lit::TRUE, what);
            return Ok(());
        }
        if !self.is_private_bulk(state, to, count) {
            return Ok(());
        }
        for (offset, size) in pieces(count) {
            let (source, target) = (from + offset, to + offset);
            let width = Width::new(8 * size as u8);
            let Some(width) = width else { unreachable!("a piece has at most 8 bytes") };
            let reach = Reach { width, writes: false, library: false, aligned: false };
            match self.program.place_of(source, reach) {
                raddle_ir::symbolic::Place::Constant(value) => {
                    state.own.private.store(self.aig, Lit::TRUE, (target, size), &Sym::constant(value));
                }
                raddle_ir::symbolic::Place::Private if state.own.private.has(source, size) => {
                    let Some((value, defined)) = state.own.private.load(self.aig, source, size) else {
                        unreachable!("the object was found")
                    };
                    self.hole(state, !defined, "a copy of memory that holds nothing");
                    state.own.private.store(self.aig, Lit::TRUE, (target, size), &value);
                }
                _ => {
                    self.hole(state, Lit::TRUE, "a copy of memory that threads may share");
                    return Ok(());
                }
            }
        }
        Ok(())
    }
}

/// The pieces of at most 8 bytes of so many bytes: where each begins, and how long it is.
fn pieces(count: u64) -> impl Iterator<Item = (u64, u64)> {
    (0..count).step_by(8).map(move |offset| (offset, (count - offset).min(8)))
}
