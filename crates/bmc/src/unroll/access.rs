//! Accesses: where they may lead, and what they do there.

use raddle_graph::{Address, Mode, ThreadId, Value, Width};
use raddle_ir::symbolic::{Place, Reach};
use raddle_ir::{Area, BinaryOp, Instr, UNDEFINED, UpdateKind};
use raddle_program::Program as _;

use super::{Stop, Unroller};
use crate::aig::{Aig, Lit};
use crate::memory::{Cells, Deed, Memory, Modes, Stores, Updated, initial};
use crate::state::State;
use crate::value::{Sym, Values};
use crate::word::Word;

/// Where an access may lead, each with when it does.
#[derive(Default)]
pub(super) struct Targets {
    /// To locations that others may see.
    pub shared: Cells,
    /// To bytes that nobody writes.
    pub constant: Vec<(Lit, Value)>,
    /// To bytes that only the thread knows.
    pub private: Vec<(Lit, u64)>,
}

impl Targets {
    /// When it leads to a location that others may see.
    pub fn is_shared(&self, aig: &mut Aig) -> Lit {
        aig.any(self.shared.iter().map(|&(when, _)| when))
    }
}

/// How many addresses an access may have.
const MAX_ADDRESSES: usize = 256;
/// How many bytes an object may have that is accessed at any of them.
const MAX_BYTES: u64 = 1 << 16;

impl<M: Memory> Unroller<'_, M> {
    /// Who does what now, on this condition.
    pub(super) fn deed(&mut self, state: &State, when: Lit) -> Deed {
        Deed { thread: self.thread, guard: self.aig.and(state.guard, when), position: self.position() }
    }

    /// Where an access may lead. That it leads nowhere is an error.
    pub(super) fn targets(&mut self, state: &mut State, addr: &Sym, reach: Reach) -> Result<Targets, Stop> {
        let mut targets = Targets::default();
        if reach.width.is_of_pair() {
            self.hole(state, Lit::TRUE, "an access of 16 bytes");
            return Ok(targets);
        }
        let list = match addr.values.list() {
            Some(list) => list.to_vec(),
            None => match self.addresses(state, addr, reach.width.bytes()) {
                Some(list) => {
                    let known = list.iter().fold(Lit::FALSE, |any, &address| {
                        let is = addr.is(self.aig, address);
                        self.aig.or(any, is)
                    });
                    self.error(state, !known);
                    list
                }
                None => {
                    self.hole(state, Lit::TRUE, "an access at an address of which too little is known");
                    return Ok(targets);
                }
            },
        };
        let size = reach.width.bytes();
        for address in list {
            let is = addr.is(self.aig, address);
            let may_be = self.aig.and(state.guard, is);
            if may_be == Lit::FALSE {
                continue;
            }
            match self.program.place_of(address, reach) {
                Place::Learn(discovery) => return Err(Stop::Learn(discovery)),
                Place::Error(_) => self.error(state, is),
                Place::Constant(value) => targets.constant.push((is, value)),
                Place::Private if state.own.private.has(address, size) => targets.private.push((is, address)),
                Place::Private => self.error(state, is),
                Place::Shared(location) if !self.program.has_bytes() => targets.shared.push((is, location)),
                Place::Shared(location) => match Area::of(address) {
                    Area::ThreadLocal { thread, .. } if thread != self.thread => {
                        self.hole(state, is, "an access to a thread-local variable of another thread");
                    }
                    Area::Dynamic { .. } if !self.is_in_object(address, size) => self.error(state, is),
                    _ => targets.shared.push((is, location)),
                },
            }
        }
        Ok(targets)
    }

    /// All addresses at which so many bytes are in an object, if they are not too many.
    fn addresses(&self, state: &State, addr: &Sym, size: u64) -> Option<Vec<u64>> {
        // Whether an object that threads allocate is there depends on the execution.
        let is_changing = self.program.has_thread_locals() || !self.known.objects.is_empty();
        if !self.program.has_bytes() || is_changing {
            return None;
        }
        let objects = self.program.static_objects().into_iter().chain(state.own.private.spans());
        let mut list = Vec::new();
        for (base, length) in objects {
            if length > MAX_BYTES {
                return None;
            }
            for address in (base..base + length).filter(|it| it + size <= base + length) {
                if addr.word.may_be(address) {
                    list.push(address);
                }
                if list.len() > MAX_ADDRESSES {
                    return None;
                }
            }
        }
        Some(list)
    }

    fn is_in_object(&self, address: u64, size: u64) -> bool {
        let object = self.known.objects.range(..=address).next_back();
        object.is_some_and(|(base, length)| (address - base).checked_add(size).is_some_and(|end| end <= *length))
    }

    /// What may be read at a location.
    fn values_at(&self, cells: &Cells) -> Values {
        let one = |location: &Address| {
            let first = initial(self.program.initial_value(*location));
            self.known.stored.get(location).map_or(first.clone(), |stored| stored.union(&first))
        };
        cells.iter().fold(Values::none(), |all, (_, location)| all.union(&one(location)))
    }

    /// May one of the locations hold nothing at first?
    fn may_be_undefined(&self, cells: &Cells) -> bool {
        self.program.has_bytes() && cells.iter().any(|(_, location)| self.program.initial_value(*location) == UNDEFINED)
    }

    /// A load; a raw one takes what holds nothing for 0.
    pub(super) fn load(
        &mut self,
        state: &mut State,
        addr: &Sym,
        mode: Mode,
        reach: Reach,
        raw: bool,
    ) -> Result<Sym, Stop> {
        let targets = self.targets(state, addr, reach)?;
        let mut value = Sym::constant(0);
        if !targets.shared.is_empty() {
            let is_shared = targets.is_shared(self.aig);
            let deed = self.deed(state, is_shared);
            let values = self.values_at(&targets.shared);
            value = self.memory.read(self.aig, deed, mode, targets.shared.clone(), values);
            if self.may_be_undefined(&targets.shared) {
                let undefined = self.memory.undefined(self.aig);
                if raw {
                    value = Sym::choose(self.aig, undefined, &Sym::constant(0), &value);
                } else {
                    self.error(state, undefined);
                }
            }
            let only_shared = targets.constant.is_empty() && targets.private.is_empty();
            state.own.newest_read = only_shared.then(|| self.memory.newest());
        }
        for (when, constant) in targets.constant {
            value = Sym::choose(self.aig, when, &Sym::constant(constant), &value);
        }
        for (when, address) in targets.private {
            let Some((mut held, defined)) = state.own.private.load(self.aig, address, reach.width.bytes()) else {
                unreachable!("the object was found")
            };
            if raw {
                held = Sym::choose(self.aig, defined, &held, &Sym::constant(0));
            } else {
                let undefined = self.aig.and(when, !defined);
                self.error(state, undefined);
            }
            value = Sym::choose(self.aig, when, &held, &value);
        }
        Ok(value.truncate(reach.width))
    }

    /// A store.
    pub(super) fn store(
        &mut self,
        state: &mut State,
        addr: &Sym,
        value: &Sym,
        mode: Mode,
        reach: Reach,
    ) -> Result<(), Stop> {
        let value = value.truncate(reach.width);
        let targets = self.targets(state, addr, reach)?;
        if !targets.shared.is_empty() {
            self.refuse_undefined(state, &value);
            let is_shared = targets.is_shared(self.aig);
            let deed = self.deed(state, is_shared);
            self.memory.write(self.aig, deed, mode, targets.shared.clone(), &value);
            state.own.change(self.aig, is_shared);
            state.own.newest_read = None;
        }
        for (when, address) in targets.private {
            state.own.private.store(self.aig, when, (address, reach.width.bytes()), &value);
        }
        Ok(())
    }

    /// The number that stands for no value cannot be stored.
    fn refuse_undefined(&mut self, state: &mut State, value: &Sym) {
        if self.program.has_bytes() {
            let is = value.is(self.aig, UNDEFINED);
            self.hole(state, is, "a store of the number by which memory without a value is known");
        }
    }

    /// An update. Gives what it read, and when it stored.
    pub(super) fn update(
        &mut self,
        state: &mut State,
        addr: &Sym,
        modes: Modes,
        reach: Reach,
        new: &mut Stores<'_>,
    ) -> Result<(Updated, Targets), Stop> {
        let targets = self.targets(state, addr, reach)?;
        let nothing = Updated { old: Sym::constant(0), stored: Lit::FALSE };
        if !targets.private.is_empty() && !targets.shared.is_empty() {
            self.hole(state, Lit::TRUE, "an update of what may be shared or not");
            return Ok((nothing, targets));
        }
        if !targets.shared.is_empty() {
            let is_shared = targets.is_shared(self.aig);
            let deed = self.deed(state, is_shared);
            let values = self.values_at(&targets.shared);
            let updated = self.memory.update(self.aig, deed, modes, targets.shared.clone(), values, new);
            if self.may_be_undefined(&targets.shared) {
                let undefined = self.memory.undefined(self.aig);
                self.hole(state, undefined, "an update of memory that may hold nothing");
            }
            let (stored, stores) = new(self.aig, &updated.old);
            self.refuse_undefined(state, &stores);
            let same = stores.word.equals(self.aig, &updated.old.word);
            let changed = self.aig.and(stored, !same);
            state.own.change(self.aig, changed);
            state.own.newest_read = Some(self.memory.newest());
            return Ok((updated, targets));
        }
        let mut all = nothing;
        for &(when, address) in &targets.private {
            let Some((old, defined)) = state.own.private.load(self.aig, address, reach.width.bytes()) else {
                unreachable!("the object was found")
            };
            let undefined = self.aig.and(when, !defined);
            self.error(state, undefined);
            let (stored, value) = new(self.aig, &old);
            let stores = self.aig.and(when, stored);
            state.own.private.store(self.aig, stores, (address, reach.width.bytes()), &value);
            all.old = Sym::choose(self.aig, when, &old, &all.old);
            all.stored = self.aig.choose(when, stored, all.stored);
        }
        Ok((all, targets))
    }

    /// Where the instruction at which the thread stands reaches.
    pub(super) fn reach(&self, width: Width, mode: Mode, writes: bool, aligned: bool) -> Reach {
        let library = self.stack.last().is_some_and(|&(function, pc)| self.program.is_library(function, pc));
        Reach { width, writes, library, aligned: aligned || mode.is_atomic() }
    }

    /// An access of a single instruction.
    pub(super) fn access(&mut self, state: &mut State, instr: &Instr) -> Result<(), Stop> {
        match *instr {
            Instr::Load { dst, addr, mode, width, aligned } => {
                let (addr, reach) = (self.get(state, addr), self.reach(width, mode, false, aligned));
                let value = self.load(state, &addr, mode, reach, false)?;
                self.set(state, dst, value);
            }
            Instr::LoadRaw { dst, addr, width } => {
                let addr = self.get(state, addr);
                let reach = Reach { library: false, ..self.reach(width, Mode::Na, false, false) };
                let value = self.load(state, &addr, Mode::Na, reach, true)?;
                self.set(state, dst, value);
            }
            Instr::Store { addr, value, mode, width, aligned } => {
                let (addr, value) = (self.get(state, addr), self.get(state, value));
                let reach = self.reach(width, mode, true, aligned);
                self.store(state, &addr, &value, mode, reach)?;
            }
            Instr::Update { kind, addr, value, mode, width, old } => {
                let (addr, operand) = (self.get(state, addr), self.get(state, value).truncate(width));
                let mut new = |aig: &mut Aig, old: &Sym| (Lit::TRUE, computed(aig, kind, width, old, &operand));
                let modes = Modes { success: mode, failure: mode.of_read() };
                let reach = self.reach(width, Mode::Rlx, true, true);
                let (updated, _) = self.update(state, &addr, modes, reach, &mut new)?;
                if let Some(reg) = old {
                    self.set(state, reg, updated.old.truncate(width));
                }
            }
            Instr::CompareExchange { addr, expected, desired, success, failure, weak, width, old, stored } => {
                let addr = self.get(state, addr);
                let [expected, desired] = [expected, desired].map(|it| self.get(state, it).truncate(width));
                if weak && self.spurious {
                    self.hole(state, Lit::TRUE, "a weak compare-exchange, which may fail without a reason");
                }
                let mut new = |aig: &mut Aig, old: &Sym| (old.word.equals(aig, &expected.word), desired.clone());
                let reach = self.reach(width, Mode::Rlx, true, true);
                let (updated, _) = self.update(state, &addr, Modes { success, failure }, reach, &mut new)?;
                if let Some(reg) = old {
                    self.set(state, reg, updated.old.truncate(width));
                }
                if let Some(reg) = stored {
                    self.set(state, reg, Sym::flag(updated.stored));
                }
            }
            Instr::UpdateWithin { addr, operand, ref range, mode, width, old, stored } => {
                let addr = self.get(state, addr);
                let [operand, low, high] = [operand, range[0], range[1]].map(|it| self.get(state, it).truncate(width));
                let mut new = |aig: &mut Aig, old: &Sym| {
                    let mut le =
                        |a: &Sym, b: &Sym| Word::binary(aig, BinaryOp::Ule, width, &a.word, &b.word).word.bits()[0];
                    let (is_range, above, below) = (le(&low, &high), le(&low, old), le(old, &high));
                    let (both, either) = (aig.and(above, below), aig.or(above, below));
                    let inside = aig.choose(is_range, both, either);
                    (inside, computed(aig, UpdateKind::Add, width, old, &operand))
                };
                let modes = Modes { success: mode, failure: mode.of_read() };
                let reach = self.reach(width, Mode::Rlx, true, true);
                let (updated, _) = self.update(state, &addr, modes, reach, &mut new)?;
                if let Some(reg) = old {
                    self.set(state, reg, updated.old.truncate(width));
                }
                if let Some(reg) = stored {
                    self.set(state, reg, Sym::flag(updated.stored));
                }
            }
            _ => unreachable!("called for accesses"),
        }
        Ok(())
    }

    /// The thread that is unrolled.
    pub(super) fn me(&self) -> ThreadId {
        self.thread
    }
}

/// What an update stores.
fn computed(aig: &mut Aig, kind: UpdateKind, width: Width, old: &Sym, operand: &Sym) -> Sym {
    let arithmetic = |aig: &mut Aig, op: BinaryOp| {
        let word = Word::binary(aig, op, width, &old.word, &operand.word).word;
        Sym::new(word, old.values.combine(&operand.values, |a, b| op.apply(width, a, b).ok()))
    };
    match kind {
        UpdateKind::Exchange => operand.clone(),
        UpdateKind::Add => arithmetic(aig, BinaryOp::Add),
        UpdateKind::Sub => arithmetic(aig, BinaryOp::Sub),
        UpdateKind::And => arithmetic(aig, BinaryOp::And),
        UpdateKind::Or => arithmetic(aig, BinaryOp::Or),
        UpdateKind::Xor => arithmetic(aig, BinaryOp::Xor),
        UpdateKind::Nand => {
            let both = arithmetic(aig, BinaryOp::And);
            let ones = width.truncate(Value::MAX);
            let word = Word::binary(aig, BinaryOp::Xor, width, &both.word, &Word::constant(ones)).word;
            Sym::new(word, both.values.map(|value| Some(value ^ ones)))
        }
        UpdateKind::Max | UpdateKind::Min | UpdateKind::UMax | UpdateKind::UMin => {
            let op = if matches!(kind, UpdateKind::Max | UpdateKind::Min) { BinaryOp::Slt } else { BinaryOp::Ult };
            let less = Word::binary(aig, op, width, &old.word, &operand.word).word.bits()[0];
            match kind {
                UpdateKind::Max | UpdateKind::UMax => Sym::choose(aig, less, operand, old),
                _ => Sym::choose(aig, less, old, operand),
            }
        }
    }
}
