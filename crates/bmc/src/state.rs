//! What a thread knows at a point of its code: its registers, the memory that only it knows, the locks that it holds, and when it
//! comes there. Where ways meet, so do their states.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use raddle_graph::Value;

use crate::aig::{Aig, Lit};
use crate::value::{Sym, Values};
use crate::word::Word;

/// Bytes that were stored together.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Cell {
    size: u64,
    value: Sym,
    /// When they hold something.
    defined: Lit,
}

/// An object that only the thread knows.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Object {
    size: u64,
    /// By offset; bytes that are in none hold nothing.
    cells: BTreeMap<u64, Cell>,
    /// Has its life ended? Then nothing is in bounds.
    is_over: bool,
}

/// The objects that only the thread knows, by address.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Private {
    objects: Rc<BTreeMap<u64, Object>>,
    /// How much room they take; `None` if that depends on the way on which the thread came.
    pub units: Option<u32>,
    /// Do the bounds of an object depend on the way on which the thread came?
    pub is_torn: bool,
}

impl Default for Private {
    fn default() -> Private {
        Private { objects: Rc::default(), units: Some(0), is_torn: false }
    }
}

impl Private {
    /// Begins the life of an object.
    pub fn add(&mut self, base: u64, size: u64, units: u32) {
        let object = Object { size, cells: BTreeMap::new(), is_over: false };
        Rc::make_mut(&mut self.objects).insert(base, object);
        self.units = Some(units);
    }

    /// Where the objects of a call begin that are about to be made.
    pub fn mark(&self) -> usize {
        self.objects.len()
    }

    /// Forgets all but the first so many objects.
    pub fn release(&mut self, mark: usize) {
        if let Some(&first) = self.objects.keys().nth(mark) {
            Rc::make_mut(&mut self.objects).split_off(&first);
        }
    }

    /// The object in which these bytes lie, and how far from its first one.
    fn find(&self, addr: u64, size: u64) -> Option<(u64, u64)> {
        let (&base, object) = self.objects.range(..=addr).next_back()?;
        let offset = addr - base;
        (!object.is_over && offset.checked_add(size)? <= object.size).then_some((base, offset))
    }

    /// The objects whose lives have not ended: where each begins, and how many bytes it has.
    pub fn spans(&self) -> impl Iterator<Item = (u64, u64)> {
        self.objects.iter().filter(|(_, object)| !object.is_over).map(|(&base, object)| (base, object.size))
    }

    /// Are these bytes in an object?
    pub fn has(&self, addr: u64, size: u64) -> bool {
        self.find(addr, size).is_some()
    }

    /// Makes an object hold nothing; if it is not one, nothing happens.
    pub fn forget(&mut self, base: u64) {
        if let Some(object) = Rc::make_mut(&mut self.objects).get_mut(&base) {
            object.cells.clear();
        }
    }

    /// Ends the life of an object; if it is not one, nothing happens.
    pub fn expire(&mut self, base: u64) {
        if let Some(object) = Rc::make_mut(&mut self.objects).get_mut(&base) {
            object.cells.clear();
            object.is_over = true;
        }
    }

    /// What these bytes, which are in an object, hold, and when they hold anything.
    pub fn load(&self, aig: &mut Aig, addr: u64, size: u64) -> Option<(Sym, Lit)> {
        let (base, offset) = self.find(addr, size)?;
        Some(self.objects.get(&base)?.load(aig, offset, size))
    }

    /// Stores bytes, which are in an object, if the condition holds.
    pub fn store(&mut self, aig: &mut Aig, condition: Lit, (addr, size): (u64, u64), value: &Sym) {
        let Some((base, offset)) = self.find(addr, size) else { return };
        let Some(object) = Rc::make_mut(&mut self.objects).get_mut(&base) else { return };
        if condition == Lit::TRUE || object.is_whole(offset, size) {
            object.store(aig, condition, (offset, size), value);
            return;
        }
        for byte in 0..size {
            let shift = 8 * byte as u32;
            let low = std::array::from_fn(|bit| if bit < 8 { value.word.down(shift).bits()[bit] } else { Lit::FALSE });
            let part = Sym::new(Word::from_bits(low), value.values.map(|value| Some(value >> shift & 0xff)));
            object.store(aig, condition, (offset + byte, 1), &part);
        }
    }

    /// Do the two hold the same?
    pub fn equals(&self, aig: &mut Aig, other: &Private) -> Lit {
        if Rc::ptr_eq(&self.objects, &other.objects) || self.objects == other.objects {
            return Lit::TRUE;
        }
        if !self.objects.keys().eq(other.objects.keys()) {
            return Lit::FALSE;
        }
        let mut same = Lit::TRUE;
        for (one, other) in self.objects.values().zip(other.objects.values()) {
            let starts = one.cells.iter().chain(&other.cells);
            let spans: BTreeSet<(u64, u64)> = starts.map(|(&offset, cell)| (offset, cell.size)).collect();
            let pieces = spans.into_iter().flat_map(|(offset, size)| {
                let is_whole = one.is_whole(offset, size) && other.is_whole(offset, size);
                let step = if is_whole { size } else { 1 };
                (offset..offset + size).step_by(step as usize).map(move |at| (at, step))
            });
            for (offset, size) in pieces.collect::<BTreeSet<_>>() {
                let ((a, has_a), (b, has_b)) = (one.load(aig, offset, size), other.load(aig, offset, size));
                let equal = a.word.equals(aig, &b.word);
                let neither = aig.and(!has_a, !has_b);
                let agree = aig.equal(has_a, has_b);
                let either = aig.or(neither, equal);
                same = aig.all([same, agree, either]);
            }
        }
        same
    }

    /// Becomes the other, if the condition holds.
    pub fn merge(&mut self, aig: &mut Aig, condition: Lit, then: &Private) {
        if condition == Lit::FALSE {
            return;
        }
        // Addresses are those of the interpreter, and in it they depend on what was made before.
        if self.units != then.units {
            self.units = None;
        }
        self.is_torn |= then.is_torn;
        if Rc::ptr_eq(&self.objects, &then.objects) || self.objects == then.objects {
            return;
        }
        let objects = Rc::make_mut(&mut self.objects);
        for (&base, theirs) in then.objects.iter() {
            let Some(mine) = objects.get_mut(&base) else {
                let before = objects.range(..base).next_back();
                let reaches_into = before.is_some_and(|(before, object)| base - before < object.size);
                let overlaps = objects.range(base..).next().is_some_and(|(next, _)| next - base < theirs.size);
                self.is_torn |= reaches_into || overlaps;
                objects.insert(base, theirs.clone());
                continue;
            };
            self.is_torn |= mine.size != theirs.size && !(mine.is_over && theirs.is_over);
            // What is alive on one way only cannot be reached on the other.
            mine.is_over &= theirs.is_over;
            mine.size = mine.size.max(theirs.size);
            let starts = mine.cells.iter().chain(&theirs.cells);
            let spans: BTreeSet<(u64, u64)> = starts.map(|(&offset, cell)| (offset, cell.size)).collect();
            // What is in one piece on both ways stays so.
            let pieces = spans.into_iter().flat_map(|(offset, size)| {
                let is_whole = mine.is_whole(offset, size) && theirs.is_whole(offset, size);
                let step = if is_whole { size } else { 1 };
                (offset..offset + size).step_by(step as usize).map(move |at| (at, step))
            });
            for (offset, size) in pieces.collect::<BTreeSet<_>>() {
                if mine.cells.get(&offset) == theirs.cells.get(&offset) {
                    continue;
                }
                let ((a, has_a), (b, has_b)) = (theirs.load(aig, offset, size), mine.load(aig, offset, size));
                let value = Sym::choose(aig, condition, &a, &b);
                let defined = aig.choose(condition, has_a, has_b);
                mine.put(offset, Cell { size, value, defined });
            }
        }
    }
}

impl Object {
    /// Were these bytes stored together, or none of them?
    fn is_whole(&self, offset: u64, size: u64) -> bool {
        match self.cells.get(&offset) {
            Some(cell) => cell.size == size,
            None => self.cells.range(..offset + size).next_back().is_none_or(|(at, cell)| at + cell.size <= offset),
        }
    }

    fn store(&mut self, aig: &mut Aig, condition: Lit, (offset, size): (u64, u64), value: &Sym) {
        let (before, defined) = self.load(aig, offset, size);
        let value = Sym::choose(aig, condition, value, &before);
        let defined = aig.or(condition, defined);
        self.put(offset, Cell { size, value, defined });
    }

    fn load(&self, aig: &mut Aig, offset: u64, size: u64) -> (Sym, Lit) {
        if let Some(cell) = self.cells.get(&offset).filter(|cell| cell.size == size) {
            return (cell.value.clone(), cell.defined);
        }
        let mut bits = [Lit::FALSE; 64];
        let mut defined = Lit::TRUE;
        let mut values = Values::of([0]);
        for byte in 0..size.min(8) {
            let (value, has) = self.byte(offset + byte);
            bits[byte as usize * 8..][..8].copy_from_slice(&value.word.bits()[..8]);
            defined = aig.and(defined, has);
            values = values.combine(&value.values, |low, high| Some(low | high << (8 * byte)));
        }
        (Sym::new(Word::from_bits(bits), values), defined)
    }

    fn byte(&self, at: u64) -> (Sym, Lit) {
        let Some((&start, cell)) = self.cells.range(..=at).next_back().filter(|(start, cell)| at - **start < cell.size)
        else {
            return (Sym::constant(0), Lit::FALSE);
        };
        let shift = 8 * (at - start) as u32;
        let word = cell.value.word.down(shift);
        let low = std::array::from_fn(|bit| if bit < 8 { word.bits()[bit] } else { Lit::FALSE });
        let values = cell.value.values.map(|value: Value| Some(value >> shift & 0xff));
        (Sym::new(Word::from_bits(low), values), cell.defined)
    }

    /// Puts a cell in the place of all that it overlaps, of which the rest stays, byte by byte.
    fn put(&mut self, offset: u64, cell: Cell) {
        let end = offset + cell.size;
        let overlaps: Vec<(u64, u64)> = self
            .cells
            .range(..end)
            .filter(|(start, other)| **start + other.size > offset)
            .map(|(&start, other)| (start, other.size))
            .collect();
        for (start, size) in overlaps {
            let bytes: Vec<(u64, (Sym, Lit))> =
                (start..start + size).filter(|at| *at < offset || *at >= end).map(|at| (at, self.byte(at))).collect();
            self.cells.remove(&start);
            for (at, (value, defined)) in bytes {
                self.cells.insert(at, Cell { size: 1, value, defined });
            }
        }
        self.cells.insert(offset, cell);
    }
}

/// A loop that may wait: what its last iteration began with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Waiting {
    /// Has an iteration begun?
    pub is_again: Lit,
    /// Has the thread changed memory since?
    pub has_changed: Lit,
    /// How many iterations changed nothing.
    pub tries: Sym,
    /// The registers with which it began.
    pub copies: Vec<Sym>,
    /// Its private memory.
    pub private: Private,
}

/// What belongs to the thread, not to one of its calls.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Own {
    /// The memory that only it knows.
    pub private: Private,
    /// How often it holds each lock.
    pub held: BTreeMap<u64, Sym>,
    /// How many threads it started.
    pub starts: Option<Sym>,
    /// How many objects it allocated.
    pub allocated: Option<Sym>,
    /// The handles that it must not use any more.
    pub gone: BTreeMap<u64, Lit>,
    /// The loops in which it is that may wait, by the depth of their call and their first register.
    pub waiting: BTreeMap<(usize, u16), Waiting>,
    /// The newest event, if it is a read and the same on all ways.
    pub newest_read: Option<usize>,
}

impl Own {
    /// How often the thread holds a lock.
    pub fn holds(&self, lock: u64) -> Sym {
        self.held.get(&lock).cloned().unwrap_or_else(|| Sym::constant(0))
    }

    /// Notes that memory was changed, if the condition holds.
    pub fn change(&mut self, aig: &mut Aig, condition: Lit) {
        for waiting in self.waiting.values_mut() {
            waiting.has_changed = aig.or(waiting.has_changed, condition);
        }
    }
}

/// A thread at a point of its code.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct State {
    /// When it comes there.
    pub guard: Lit,
    /// What belongs to the thread.
    pub own: Own,
    /// The registers of its newest call.
    pub regs: Vec<Sym>,
}

impl State {
    /// Another way leads to the same point.
    pub fn merge(&mut self, aig: &mut Aig, other: State) {
        if other.guard == Lit::FALSE {
            return;
        }
        if self.guard == Lit::FALSE {
            *self = other;
            return;
        }
        let condition = other.guard;
        self.guard = aig.or(self.guard, condition);
        for (mine, theirs) in self.regs.iter_mut().zip(&other.regs) {
            *mine = Sym::choose(aig, condition, theirs, mine);
        }
        self.own.merge(aig, condition, other.own);
    }
}

impl Own {
    fn merge(&mut self, aig: &mut Aig, condition: Lit, then: Own) {
        self.private.merge(aig, condition, &then.private);
        let zero = Sym::constant(0);
        let locks: Vec<u64> = self.held.keys().chain(then.held.keys()).copied().collect();
        for lock in locks {
            let count = Sym::choose(aig, condition, &then.holds(lock), &self.holds(lock));
            self.held.insert(lock, count);
        }
        let count = |it: &Option<Sym>| it.clone().unwrap_or_else(|| zero.clone());
        self.starts = Some(Sym::choose(aig, condition, &count(&then.starts), &count(&self.starts)));
        self.allocated = Some(Sym::choose(aig, condition, &count(&then.allocated), &count(&self.allocated)));
        let handles: Vec<u64> = self.gone.keys().chain(then.gone.keys()).copied().collect();
        for handle in handles {
            let is_gone = |own: &Own| own.gone.get(&handle).copied().unwrap_or(Lit::FALSE);
            let gone = aig.choose(condition, is_gone(&then), is_gone(self));
            self.gone.insert(handle, gone);
        }
        // Who has not entered a loop, or only just has, is not at its head again.
        for (key, mine) in &mut self.waiting {
            if !then.waiting.contains_key(key) {
                mine.is_again = aig.and(!condition, mine.is_again);
            }
        }
        for (key, mut theirs) in then.waiting {
            let Some(mine) = self.waiting.get_mut(&key) else {
                theirs.is_again = aig.and(condition, theirs.is_again);
                self.waiting.insert(key, theirs);
                continue;
            };
            if mine.is_again == Lit::FALSE {
                (mine.copies, mine.private) = (theirs.copies.clone(), theirs.private.clone());
            } else if theirs.is_again != Lit::FALSE {
                for (mine, theirs) in mine.copies.iter_mut().zip(&theirs.copies) {
                    *mine = Sym::choose(aig, condition, theirs, mine);
                }
                mine.private.merge(aig, condition, &theirs.private);
            }
            mine.is_again = aig.choose(condition, theirs.is_again, mine.is_again);
            mine.has_changed = aig.choose(condition, theirs.has_changed, mine.has_changed);
            mine.tries = Sym::choose(aig, condition, &theirs.tries, &mine.tries);
        }
        if self.newest_read != then.newest_read {
            self.newest_read = None;
        }
    }
}
