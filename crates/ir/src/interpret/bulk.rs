//! Copying and filling memory, cell by cell.
//!
//! A cell is up to 8 bytes, a power of two, aligned on both sides; it does not cross what the program learnt to be a
//! boundary, and its bytes all hold a value or all hold nothing. The scratch registers remember how many bytes are done
//! and how long the current cell is.

use raddle_graph::{Mode, Value};
use raddle_program::{Action, Answer, Span};

use super::access::{check_thread, location, low_bytes, part_stored, store_part, word_of};
use super::{Next, Performed, depend, forwards, get, stop};
use crate::interpret::state::Own;
use crate::memory::layout::{self, UNDEFINED};
use crate::memory::{Found, Memory};
use crate::{FailureKind, Instr, Operand, Program};

/// What is copied, or where is filled.
#[derive(Clone, Copy)]
struct Bulk {
    to: u64,
    source: Source,
    count: u64,
    /// The scratch registers.
    done: usize,
    length: usize,
    /// Is the rest of a word read or updated of which a part is written? And what is that part?
    pending: usize,
    value: usize,
    awaits: bool,
}

#[derive(Clone, Copy)]
enum Source {
    Memory(u64),
    Byte(u8),
}

/// A part of the work.
#[derive(Clone, Copy)]
struct Cell {
    to: u64,
    source: Source,
    size: u64,
}

impl Bulk {
    fn new(instr: &Instr, awaits: bool, regs: &[Value]) -> Option<Bulk> {
        let new = |to: Operand, source, count: Operand, scratch: crate::Reg| Bulk {
            to: get(regs, to),
            source,
            count: get(regs, count),
            done: scratch.index(),
            length: scratch.index() + 1,
            pending: scratch.index() + 2,
            value: scratch.index() + 3,
            awaits,
        };
        match *instr {
            Instr::Copy { to, from, count, scratch, .. } => {
                Some(new(to, Source::Memory(get(regs, from)), count, scratch))
            }
            Instr::Fill { to, value, count, scratch } => {
                Some(new(to, Source::Byte(get(regs, value) as u8), count, scratch))
            }
            _ => None,
        }
    }

    /// Remembers what is to be written, if the thread stands at something else than the write of it: a part of a word.
    fn remember(self, value: Value, regs: &mut [Value], own: &Own) {
        if matches!(own.action, Action::Read { .. } | Action::Update { .. }) {
            regs[self.pending] = 1;
            regs[self.value] = value;
        }
    }

    /// From the last byte to the first? So that bytes are read before they are overwritten.
    fn backwards(self) -> bool {
        match self.source {
            Source::Memory(from) => from < self.to && self.to - from < self.count,
            Source::Byte(_) => false,
        }
    }

    /// Do the ranges overlap, without being the same?
    fn overlaps(self) -> bool {
        match self.source {
            Source::Memory(from) => from != self.to && from.abs_diff(self.to) < self.count,
            Source::Byte(_) => false,
        }
    }

    /// The cell of that size that comes next after `done` bytes.
    fn cell(self, done: u64, size: u64) -> Cell {
        let offset = if self.backwards() { self.count - done - size } else { done };
        let source = match self.source {
            Source::Memory(from) => Source::Memory(from.wrapping_add(offset)),
            byte => byte,
        };
        Cell { to: self.to.wrapping_add(offset), source, size }
    }

    /// The next cell, as large as it can be.
    fn next_cell(self, done: u64, memory: &Memory, own: &Own) -> Result<Cell, FailureKind> {
        let mut size = (self.count - done).min(8);
        size = 1 << size.ilog2();
        loop {
            let cell = self.cell(done, size);
            if size == 1 || cell.fits(memory, own)? {
                return Ok(cell);
            }
            size /= 2;
        }
    }
}

impl Cell {
    fn from(self) -> Option<u64> {
        match self.source {
            Source::Memory(from) => Some(from),
            Source::Byte(_) => None,
        }
    }

    fn fits(self, memory: &Memory, own: &Own) -> Result<bool, FailureKind> {
        let (size, boundaries) = (self.size, &memory.boundaries);
        if self.to & (size - 1) != 0 || boundaries.piece(self.to, size) < size {
            return Ok(false);
        }
        let Source::Memory(from) = self.source else { return Ok(true) };
        if from & (size - 1) != 0 {
            return Ok(false);
        }
        match memory.find(from, size)? {
            Found::Shared | Found::Static(..) => Ok(boundaries.piece(from, size) == size),
            Found::Constant(..) => Ok(true),
            Found::Private => Ok(own.private.is_defined(from, size)?.is_some()),
        }
    }

    /// What to write: a number, or `UNDEFINED`; `None` if the explorer has to be asked.
    fn fetch(self, memory: &Memory, own: &Own) -> Result<Option<Value>, FailureKind> {
        let size = self.size;
        let from = match self.source {
            Source::Byte(byte) => return Ok(Some(low_bytes(u64::from_le_bytes([byte; 8]), size))),
            Source::Memory(from) => from,
        };
        let value = match memory.find(from, size)? {
            Found::Shared | Found::Static(..) => return Ok(None),
            Found::Constant(object, offset) => object.read(offset, size, &memory.pairs),
            Found::Private if own.private.is_defined(from, size)? == Some(false) => return Ok(Some(UNDEFINED)),
            Found::Private => own.private.load(from, size)?,
        };
        if value == UNDEFINED { Err(FailureKind::Unsupported) } else { Ok(Some(value)) }
    }

    /// Writes a number, or nothing at all; asks the explorer to do so if others may see it.
    fn write(self, value: Value, memory: &Memory, own: &mut Own) -> Performed {
        match memory.find(self.to, self.size)? {
            found @ (Found::Shared | Found::Static(..)) => {
                if let Err(discovery) = found.write(memory, self.size) {
                    return stop(own, Action::Learn(discovery));
                }
                let action = match word_of(memory, self.to, self.size) {
                    None => {
                        forwards::overwrite(memory, own, Span { start: self.to, length: self.size });
                        Action::Write { addr: layout::location(self.to, self.size), mode: Mode::Na, value }
                    }
                    Some(_) if value == UNDEFINED => return Err(FailureKind::PartOfWord),
                    Some((addr, part)) => {
                        let action = store_part(memory, Mode::Na, addr, part, value, own)?;
                        if matches!(action, Action::Update { .. }) {
                            forwards::store(memory, own, Span { start: self.to, length: self.size }, Mode::Na);
                        }
                        action
                    }
                };
                stop(own, action)
            }
            Found::Constant(..) => Err(FailureKind::ReadOnly),
            Found::Private if value == UNDEFINED => own.private.undefine(self.to, self.size).map(|()| Next::GoOn),
            Found::Private => own.private.store(self.to, self.size, value).map(|()| Next::GoOn),
        }
    }
}

impl Program {
    /// Begins to copy or fill.
    pub(super) fn bulk(&self, instr: &Instr, awaits: bool, regs: &mut [Value], own: &mut Own) -> Performed {
        match (Bulk::new(instr, awaits, regs), &self.memory) {
            (Some(bulk), Some(memory)) => {
                if matches!(instr, Instr::Copy { apart: true, .. }) && bulk.overlaps() {
                    return Err(FailureKind::OverlappingCopy);
                }
                check_thread(bulk.to, own)?;
                if let Source::Memory(from) = bulk.source {
                    check_thread(from, own)?;
                }
                (regs[bulk.done], regs[bulk.pending]) = (0, 0);
                depend::begin_bulk(instr, own);
                go_on(instr, bulk, memory, regs, own)
            }
            // Without bytes there is nothing to copy.
            _ => Err(FailureKind::Unsupported),
        }
    }

    /// Goes on after the explorer read or wrote a cell.
    pub(super) fn bulk_answered(
        &self,
        instr: &Instr,
        awaits: bool,
        answer: Answer,
        regs: &mut [Value],
        own: &mut Own,
    ) -> Performed {
        let (Some(bulk), Some(memory)) = (Bulk::new(instr, awaits, regs), &self.memory) else {
            unreachable!("what is answered was begun")
        };
        let cell = bulk.cell(regs[bulk.done], regs[bulk.length]);
        if regs[bulk.pending] != 0 {
            let value = std::mem::take(&mut regs[bulk.value]);
            regs[bulk.pending] = 0;
            let Some((addr, part)) = word_of(memory, cell.to, cell.size) else {
                unreachable!("the store to a part of a word is pending")
            };
            if let Some(write) = part_stored(&memory.pairs, Mode::Na, addr, part, value, answer, own)? {
                return stop(own, write);
            }
        } else if let Action::Read { .. } = own.action {
            let value = match (cell.from().and_then(|from| word_of(memory, from, cell.size)), answer.value) {
                (Some((_, part)), value) => part.of(value, &memory.pairs).unwrap_or(UNDEFINED),
                (None, UNDEFINED) => UNDEFINED,
                (None, value) => low_bytes(value, cell.size),
            };
            depend::fetched(instr, None, true, cell.size, own);
            if cell.write(value, memory, own)? == Next::Stop {
                bulk.remember(value, regs, own);
                return Ok(Next::Stop);
            }
            depend::filled(instr, cell.to, cell.size, own);
        }
        regs[bulk.done] += regs[bulk.length];
        go_on(instr, bulk, memory, regs, own)
    }
}

/// The bytes that a thread accesses which stands at a cell: those of the cell that lie in the location. Those of both sides if the
/// location has both.
pub(super) fn accessed(instr: &Instr, regs: &[Value], action: &Action) -> Option<Span> {
    let bulk = Bulk::new(instr, false, regs)?;
    let cell = bulk.cell(regs[bulk.done], regs[bulk.length]);
    let location = layout::span(action.addr()?);
    let sides = [cell.from(), Some(cell.to)].into_iter().flatten();
    let accessed = sides.map(|start| Span { start, length: cell.size }).filter(|side| side.is_inside(location));
    accessed.reduce(|one, other| {
        let start = one.start.min(other.start);
        Span { start, length: (one.start + one.length).max(other.start + other.length) - start }
    })
}

/// Copies or fills cell by cell until the explorer has to be asked.
fn go_on(instr: &Instr, bulk: Bulk, memory: &Memory, regs: &mut [Value], own: &mut Own) -> Performed {
    while regs[bulk.done] < bulk.count {
        let done = regs[bulk.done];
        let cell = bulk.next_cell(done, memory, own)?;
        regs[bulk.length] = cell.size;
        let next = match cell.fetch(memory, own)? {
            Some(value) => {
                depend::fetched(instr, cell.from(), false, cell.size, own);
                let next = cell.write(value, memory, own)?;
                if next == Next::Stop {
                    bulk.remember(value, regs, own);
                }
                next
            }
            None => {
                if let Some(start) = cell.from() {
                    forwards::load(memory, own, Span { start, length: cell.size }, Mode::Na)?;
                }
                stop(own, read(bulk, cell, done, memory))?
            }
        };
        if next == Next::Stop {
            return Ok(next);
        }
        depend::filled(instr, cell.to, cell.size, own);
        regs[bulk.done] = done + cell.size;
    }
    Ok(Next::GoOn)
}

/// Asks for the content of a cell. The thread goes on at once only if it writes to memory of its own.
fn read(bulk: Bulk, cell: Cell, done: u64, memory: &Memory) -> Action {
    let Source::Memory(from) = cell.source else { unreachable!("a byte that is given is not read") };
    let is_last = done + cell.size == bulk.count;
    let awaits =
        bulk.awaits && is_last && !matches!(memory.find(cell.to, cell.size), Ok(Found::Shared | Found::Static(..)));
    Action::Read { addr: location(memory, from, cell.size), mode: Mode::Na, awaits }
}
