//! Loads, stores and updates: of cells, or of C's bytes.
//!
//! Of the memory of C programs, the explorer sees what threads may share. Plain accesses are split where the program
//! learnt that others see a boundary; the pieces follow each other, lowest address first.

use raddle_graph::{Address, Mode, Pairs, ThreadId, UpdateOp, Value, Width};
use raddle_program::{Action, Answer, Span};

use super::{Next, Performed, forwards, get, stop};
use crate::interpret::state::Own;
use crate::memory::layout::{self, UNDEFINED};
use crate::memory::parts::{Part, is_undefined};
use crate::memory::unwritten::LibraryRead;
use crate::memory::wide::PartStores;
use crate::memory::{Found, Memory};
use crate::{FailureKind, Instr, Operand, Program, Reg, State, UpdateKind};

/// An access that an instruction asks for.
#[derive(Clone, Copy)]
pub(super) struct Access {
    pub addr: u64,
    pub mode: Mode,
    pub width: Width,
    pub awaits: bool,
    /// Is it an access of a library function?
    pub library: bool,
    /// Must the address be a multiple of the size? So it must for all that are atomic.
    pub aligned: bool,
}

impl Access {
    /// How many bytes it accesses.
    #[inline]
    pub(super) fn size(self) -> u64 {
        self.width.bytes()
    }

    /// The bytes.
    #[inline]
    fn span(self) -> Span {
        Span { start: self.addr, length: self.size() }
    }

    /// Finds the memory, which must still be there.
    #[inline(always)]
    fn find<'m>(self, memory: &'m Memory, own: &Own) -> Result<Found<'m>, FailureKind> {
        let found = self.locate(memory)?;
        check_thread(self.addr, own)?;
        Ok(found)
    }

    /// Finds the memory; most accesses need an address that fits.
    #[inline(always)]
    fn locate(self, memory: &Memory) -> Result<Found<'_>, FailureKind> {
        let size = self.size();
        let found = memory.find(self.addr, size)?;
        if (self.aligned || self.mode.is_atomic()) && (!size.is_power_of_two() || self.addr & (size - 1) != 0) {
            return Err(FailureKind::Misaligned);
        }
        Ok(found)
    }

    /// The piece that begins that many bytes behind the first one: its address, and how long it is.
    #[inline]
    fn piece(self, memory: &Memory, part: u64) -> (u64, u64) {
        let (start, rest) = (self.addr + part, self.size() - part);
        (start, if self.mode.is_atomic() { rest } else { memory.boundaries.piece(start, rest) })
    }

    #[inline]
    fn read_piece(self, memory: &Memory, part: u64) -> Action {
        let (start, length) = self.piece(memory, part);
        let awaits = self.awaits && part + length == self.size();
        Action::Read { addr: location(memory, start, length), mode: self.mode, awaits }
    }

    #[inline]
    fn write_piece(self, memory: &Memory, part: u64, value: Value, own: &mut Own) -> Result<Action, FailureKind> {
        let (start, length) = self.piece(memory, part);
        let value = low_bytes(value >> (8 * part), length);
        if value == UNDEFINED {
            // Others could not tell it from nothing.
            return Err(FailureKind::Unsupported);
        }
        if let Some((addr, part)) = word_of(memory, start, length) {
            let action = store_part(memory, self.mode, addr, part, value, own)?;
            if matches!(action, Action::Update { .. }) {
                forwards::store(memory, own, Span { start, length }, self.mode);
            }
            return Ok(action);
        }
        forwards::overwrite(memory, own, Span { start, length });
        Ok(Action::Write { addr: layout::location(start, length), mode: self.mode, value })
    }
}

/// Refuses the thread-local memory of a thread whose end this one has waited for.
#[inline(always)]
pub(super) fn check_thread(addr: u64, own: &Own) -> Result<(), FailureKind> {
    match layout::thread_local_owner(addr) {
        Some(thread) if own.marks.has_joined(thread) => Err(FailureKind::EndedThread),
        _ => Ok(()),
    }
}

/// The word of which some bytes are a part, and which part.
#[inline]
pub(super) fn word_of(memory: &Memory, start: u64, length: u64) -> Option<(Address, Part)> {
    let word = memory.wide.around(start, length)?;
    let part = Part { word: word.length, start: start - word.start, length };
    Some((layout::location(word.start, word.length), part))
}

/// The location of some bytes, or of the word of which they are a part.
#[inline]
pub(super) fn location(memory: &Memory, start: u64, length: u64) -> Address {
    word_of(memory, start, length).map_or_else(|| layout::location(start, length), |(word, _)| word)
}

/// What a store to a part of a word begins with: a read, after which the whole is written, or an update.
#[cold]
pub(super) fn store_part(
    memory: &Memory,
    mode: Mode,
    addr: Address,
    part: Part,
    value: Value,
    own: &Own,
) -> Result<Action, FailureKind> {
    // Before there are others, nobody can come between a read and a write.
    let is_alone = own.thread == ThreadId(0) && own.starts == 0;
    let raced = !mode.is_atomic() && memory.wide.stores == Some(PartStores::Raced);
    if is_alone || raced {
        let mode = if mode.is_atomic() { Mode::Rlx } else { mode };
        return Ok(Action::Read { addr, mode, awaits: false });
    }
    if memory.wide.stores == Some(PartStores::Refused) {
        return Err(FailureKind::PartOfWord);
    }
    let width = part.width().ok_or(FailureKind::PartOfWord)?;
    let mode = if mode.is_atomic() { mode } else { Mode::Rlx };
    Ok(Action::Update { addr, mode, op: UpdateOp::Exchange(value), width, awaits: false })
}

/// The low bytes of a number, at most 8.
#[inline]
pub(super) fn low_bytes(value: Value, count: u64) -> Value {
    if count >= 8 { value } else { value & ((1 << (8 * count)) - 1) }
}

impl Program {
    /// The bytes of the access at which a thread stands, if it is one of a single instruction.
    pub(super) fn access_of(&self, state: &State) -> Option<Span> {
        let (addr, width) = match *self.instr(state) {
            Instr::Load { addr, width, .. }
            | Instr::LoadRaw { addr, width, .. }
            | Instr::Store { addr, width, .. }
            | Instr::Update { addr, width, .. }
            | Instr::CompareExchange { addr, width, .. }
            | Instr::UpdateWithin { addr, width, .. } => (addr, width),
            _ => return None,
        };
        let start = match addr {
            Operand::Reg(reg) => state.frame().get(reg.index()).copied()?,
            Operand::Const(start) => start,
        };
        Some(Span { start, length: width.bytes() })
    }

    #[inline(always)]
    pub(super) fn load(&self, access: Access, dst: Reg, regs: &mut [Value], own: &mut Own) -> Performed {
        match &self.memory {
            None => {
                let Access { addr, mode, width, awaits, .. } = access;
                stop(own, Action::Read { addr: self.cell_of(addr, width)?, mode, awaits })
            }
            Some(memory) => load_bytes(memory, access, dst, regs, own),
        }
    }

    /// Goes on with a load after a piece of it was read. A raw one takes what has no value for 0.
    #[inline(always)]
    pub(super) fn loaded(
        &self,
        access: Access,
        dst: Reg,
        (value, raw): (Value, bool),
        regs: &mut [Value],
        own: &mut Own,
    ) -> Performed {
        let value = match &self.memory {
            None => Some(value),
            Some(memory) => bytes_loaded(memory, access, value, raw, own)?,
        };
        let Some(value) = value else { return Ok(Next::Stop) };
        regs[dst.index()] = access.width.truncate(value);
        Ok(Next::GoOn)
    }

    #[inline(always)]
    pub(super) fn store(&self, access: Access, value: Value, own: &mut Own) -> Performed {
        let value = access.width.truncate(value);
        match &self.memory {
            None => {
                let addr = self.cell_of(access.addr, access.width)?;
                stop(own, Action::Write { addr, mode: access.mode, value })
            }
            Some(memory) => store_bytes(memory, access, value, own),
        }
    }

    /// Goes on with a store after a piece of it was written, or the word was read of which it is a part.
    #[inline(always)]
    pub(super) fn stored(&self, access: Access, value: Value, answer: Answer, own: &mut Own) -> Performed {
        let Some(memory) = &self.memory else { return Ok(Next::GoOn) };
        let value = access.width.truncate(value);
        let (start, length) = access.piece(memory, u64::from(own.part));
        if !matches!(own.action, Action::Write { .. })
            && let Some((addr, part)) = word_of(memory, start, length)
            && let Some(write) = part_stored(
                &memory.pairs,
                access.mode,
                addr,
                part,
                low_bytes(value >> (8 * own.part), length),
                answer,
                own,
            )?
        {
            return stop(own, write);
        }
        let done = u64::from(own.part) + length;
        if done < access.size() {
            own.part = done as u8;
            let action = access.write_piece(memory, done, value, own)?;
            return stop(own, action);
        }
        own.part = 0;
        Ok(Next::GoOn)
    }

    /// Performs an update in private memory and gives its answer, or makes the thread stand at it.
    #[inline]
    pub(super) fn update(&self, access: Access, op: UpdateOp, own: &mut Own) -> Result<Option<Answer>, FailureKind> {
        let Access { addr, mode, width, awaits, .. } = access;
        let mut width = width;
        let location = match &self.memory {
            None => self.cell_of(addr, width)?,
            Some(memory) => match access.find(memory, own)? {
                found @ (Found::Shared | Found::Static(..)) => {
                    if let Err(discovery) = found.write(memory, access.size()) {
                        own.action = Action::Learn(discovery);
                        return Ok(None);
                    }
                    if let UpdateOp::CompareExchange { failure, .. } = op {
                        // If it fails, it is a load.
                        forwards::load(memory, own, access.span(), failure)?;
                    }
                    match word_of(memory, addr, access.size()) {
                        None => {
                            if !op.is_conditional() {
                                forwards::overwrite(memory, own, access.span());
                            }
                            layout::location(addr, access.size())
                        }
                        Some((word, part)) => {
                            width = part.width().ok_or(FailureKind::PartOfWord)?;
                            forwards::store(memory, own, access.span(), mode);
                            word
                        }
                    }
                }
                Found::Constant(..) => return Err(FailureKind::ReadOnly),
                Found::Private => {
                    let value = load_private(memory, own, addr, access.size())?;
                    let new = self.stored_by(op, width, value);
                    if let Some(new) = new {
                        store_private(memory, own, addr, access.size(), new)?;
                    }
                    return Ok(Some(Answer { value, stored: new.is_some() }));
                }
            },
        };
        own.action = Action::Update { addr: location, mode, op, width, awaits };
        Ok(None)
    }

    /// The location that an address stands for, if threads may reserve it.
    pub(super) fn reservable(&self, addr: u64, width: Width) -> Result<Address, FailureKind> {
        let Some(memory) = &self.memory else { return self.cell_of(addr, width) };
        let access = Access { addr, mode: Mode::Rlx, width, awaits: false, library: false, aligned: false };
        match access.locate(memory)? {
            Found::Shared if word_of(memory, addr, access.size()).is_none() => {
                Ok(layout::location(addr, access.size()))
            }
            _ => Err(FailureKind::Unsupported),
        }
    }

    /// Refuses what an update read if it was nothing.
    pub(super) fn check_defined(&self, answer: Answer) -> Result<(), FailureKind> {
        let Some(memory) = &self.memory else { return Ok(()) };
        match answer.value {
            UNDEFINED => Err(FailureKind::UninitializedRead),
            // Some part of the word has no value: what the update stored cannot be told.
            value if !memory.wide.is_empty() && is_undefined(value) => Err(FailureKind::PartOfWord),
            _ => Ok(()),
        }
    }
}

#[inline(always)]
fn load_bytes(memory: &Memory, access: Access, dst: Reg, regs: &mut [Value], own: &mut Own) -> Performed {
    let value = match access.find(memory, own)? {
        Found::Static(object, offset) if access.library => {
            match memory.sightings.library_reads(object, offset, access.size()) {
                LibraryRead::Unwritten => object.read(offset, access.size(), &memory.pairs),
                LibraryRead::Shared => {
                    forwards::load(memory, own, access.span(), access.mode)?;
                    return stop(own, access.read_piece(memory, 0));
                }
                LibraryRead::Surprise(discovery) => return stop(own, Action::Learn(discovery)),
            }
        }
        Found::Shared | Found::Static(..) => {
            forwards::load(memory, own, access.span(), access.mode)?;
            return stop(own, access.read_piece(memory, 0));
        }
        Found::Constant(object, offset) => object.read(offset, access.size(), &memory.pairs),
        Found::Private => load_private(memory, own, access.addr, access.size())?,
    };
    regs[dst.index()] = access.width.truncate(value);
    Ok(Next::GoOn)
}

/// The value of a load of which a piece was read; `None` if there are more pieces.
#[inline]
fn bytes_loaded(
    memory: &Memory,
    access: Access,
    value: Value,
    raw: bool,
    own: &mut Own,
) -> Result<Option<Value>, FailureKind> {
    let size = access.size();
    let (start, length) = access.piece(memory, u64::from(own.part));
    let value = match word_of(memory, start, length) {
        Some((_, part)) => part.of(value, &memory.pairs),
        None => Some(value).filter(|&value| value != UNDEFINED && (memory.wide.is_empty() || !is_undefined(value))),
    };
    let value = match value {
        Some(value) => value,
        None if raw => 0,
        None => return Err(FailureKind::UninitializedRead),
    };
    if length == size {
        return Ok(Some(value));
    }
    own.value |= low_bytes(value, length) << (8 * own.part);
    let done = u64::from(own.part) + length;
    if done < size {
        own.part = done as u8;
        own.action = access.read_piece(memory, done);
        return Ok(None);
    }
    own.part = 0;
    Ok(Some(std::mem::take(&mut own.value)))
}

#[inline(always)]
fn store_bytes(memory: &Memory, access: Access, value: Value, own: &mut Own) -> Performed {
    match access.find(memory, own)? {
        found @ (Found::Shared | Found::Static(..)) => {
            if let Err(discovery) = found.write(memory, access.size()) {
                return stop(own, Action::Learn(discovery));
            }
            let action = access.write_piece(memory, 0, value, own)?;
            stop(own, action)
        }
        Found::Constant(..) => Err(FailureKind::ReadOnly),
        Found::Private => store_private(memory, own, access.addr, access.size(), value).map(|()| Next::GoOn),
    }
}

/// Goes on with a store to a part of a word: the write of the whole, if the word was read.
#[cold]
pub(super) fn part_stored(
    pairs: &Pairs,
    mode: Mode,
    addr: Address,
    part: Part,
    value: Value,
    answer: Answer,
    own: &Own,
) -> Result<Option<Action>, FailureKind> {
    if let Action::Read { .. } = own.action {
        let value = part.replace(answer.value, value, pairs).ok_or(FailureKind::PartOfWord)?;
        return Ok(Some(Action::Write { addr, mode, value }));
    }
    // An update keeps the rest of the word, which must have a value, unless that is the other half of a pair.
    let is_half = part.word > 8 && part.length == 8;
    if !is_half && part.of(answer.value, pairs).is_none() { Err(FailureKind::PartOfWord) } else { Ok(None) }
}

/// Up to 16 bytes of private memory.
#[inline(always)]
fn load_private(memory: &Memory, own: &Own, addr: u64, size: u64) -> Result<Value, FailureKind> {
    if size <= 8 {
        return own.private.load(addr, size);
    }
    Ok(memory.pairs.number([own.private.load(addr, 8)?, own.private.load(addr + 8, 8)?]))
}

#[inline(always)]
fn store_private(memory: &Memory, own: &mut Own, addr: u64, size: u64, value: Value) -> Result<(), FailureKind> {
    if size <= 8 {
        return own.private.store(addr, size, value);
    }
    let [low, high] = memory.pairs.halves(value);
    own.private.store(addr, 8, low)?;
    own.private.store(addr + 8, 8, high)
}

/// What the update that an instruction asks for does where; `None` if it asks for none.
pub(super) fn update_of(instr: &Instr, awaits: bool, regs: &[Value]) -> Option<(Access, UpdateOp)> {
    Some(match *instr {
        Instr::Update { kind, addr, value, mode, width, .. } => {
            let op = update_op(kind, width.truncate(get(regs, value)));
            (Access { addr: get(regs, addr), mode, width, awaits, library: false, aligned: false }, op)
        }
        Instr::CompareExchange { addr, expected, desired, success, failure, weak, width, .. } => {
            let expected = width.truncate(get(regs, expected));
            let desired = width.truncate(get(regs, desired));
            let op = UpdateOp::CompareExchange { expected, desired, failure, weak };
            (Access { addr: get(regs, addr), mode: success, width, awaits, library: false, aligned: false }, op)
        }
        Instr::UpdateWithin { addr, operand, ref range, mode, width, .. } => {
            let [operand, low, high] = [operand, range[0], range[1]].map(|o| width.truncate(get(regs, o)));
            (
                Access { addr: get(regs, addr), mode, width, awaits, library: false, aligned: false },
                UpdateOp::AddWithin { operand, low, high },
            )
        }
        _ => return None,
    })
}

/// Hands what an update did to the registers that want it.
pub(super) fn settle_update(instr: &Instr, answer: Answer, regs: &mut [Value]) {
    let (old_to, stored_to, width) = match *instr {
        Instr::Update { old, width, .. } => (old, None, width),
        Instr::CompareExchange { old, stored, width, .. } | Instr::UpdateWithin { old, stored, width, .. } => {
            (old, stored, width)
        }
        _ => return,
    };
    if let Some(reg) = old_to {
        regs[reg.index()] = width.truncate(answer.value);
    }
    if let Some(reg) = stored_to {
        regs[reg.index()] = answer.stored.into();
    }
}

fn update_op(kind: UpdateKind, value: Value) -> UpdateOp {
    match kind {
        UpdateKind::Exchange => UpdateOp::Exchange(value),
        UpdateKind::Add => UpdateOp::Add(value),
        UpdateKind::Sub => UpdateOp::Sub(value),
        UpdateKind::And => UpdateOp::And(value),
        UpdateKind::Or => UpdateOp::Or(value),
        UpdateKind::Xor => UpdateOp::Xor(value),
        UpdateKind::Nand => UpdateOp::Nand(value),
        UpdateKind::Max => UpdateOp::Max(value),
        UpdateKind::Min => UpdateOp::Min(value),
        UpdateKind::UMax => UpdateOp::UMax(value),
        UpdateKind::UMin => UpdateOp::UMin(value),
    }
}
