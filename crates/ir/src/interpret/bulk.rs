//! Copying and filling memory, cell by cell.
//!
//! A cell is up to 8 bytes, a power of two, aligned on both sides; it does not cross what the program learnt to be a
//! boundary, and its bytes all hold a value or all hold nothing. The scratch registers remember how many bytes are done
//! and how long the current cell is.

use raddle_explore::{Action, Answer};
use raddle_graph::{Mode, Value};

use super::access::low_bytes;
use super::{Next, Performed, depend, get, stop};
use crate::layout::{self, UNDEFINED};
use crate::memory::{Found, Memory};
use crate::state::Own;
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
            awaits,
        };
        match *instr {
            Instr::Copy { to, from, count, scratch } => Some(new(to, Source::Memory(get(regs, from)), count, scratch)),
            Instr::Fill { to, value, count, scratch } => {
                Some(new(to, Source::Byte(get(regs, value) as u8), count, scratch))
            }
            _ => None,
        }
    }

    /// From the last byte to the first? So that bytes are read before they are overwritten.
    fn backwards(self) -> bool {
        match self.source {
            Source::Memory(from) => from < self.to && self.to - from < self.count,
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
            Found::Constant(object, offset) => object.read(offset, size),
            Found::Private if own.private.is_defined(from, size)? == Some(false) => return Ok(Some(UNDEFINED)),
            Found::Private => own.private.load(from, size)?,
        };
        if value == UNDEFINED { Err(FailureKind::Unsupported) } else { Ok(Some(value)) }
    }

    /// Writes a number, or nothing at all; asks the explorer to do so if others may see it.
    fn write(self, value: Value, memory: &Memory, own: &mut Own) -> Performed {
        match memory.find(self.to, self.size)? {
            Found::Static(object, offset) if !object.words.write(object.size, offset, self.size) => {
                stop(own, Action::Restart)
            }
            Found::Shared | Found::Static(..) => {
                let addr = layout::location(self.to, self.size);
                stop(own, Action::Write { addr, mode: Mode::Na, value })
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
                regs[bulk.done] = 0;
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
        let (Some(bulk), Some(memory)) = (Bulk::new(instr, awaits, regs), &self.memory) else { return Ok(Next::GoOn) };
        if let Action::Read { .. } = own.action {
            let cell = bulk.cell(regs[bulk.done], regs[bulk.length]);
            let value = if answer.value == UNDEFINED { UNDEFINED } else { low_bytes(answer.value, cell.size) };
            depend::fetched(instr, None, true, cell.size, own);
            if cell.write(value, memory, own)? == Next::Stop {
                return Ok(Next::Stop);
            }
            depend::filled(instr, cell.to, cell.size, own);
        }
        regs[bulk.done] += regs[bulk.length];
        go_on(instr, bulk, memory, regs, own)
    }
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
                cell.write(value, memory, own)?
            }
            None => stop(own, read(bulk, cell, done, memory)?)?,
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
fn read(bulk: Bulk, cell: Cell, done: u64, memory: &Memory) -> Result<Action, FailureKind> {
    let Source::Memory(from) = cell.source else { return Err(FailureKind::Unsupported) };
    let is_last = done + cell.size == bulk.count;
    let awaits =
        bulk.awaits && is_last && !matches!(memory.find(cell.to, cell.size), Ok(Found::Shared | Found::Static(..)));
    Ok(Action::Read { addr: layout::location(from, cell.size), mode: Mode::Na, awaits })
}
