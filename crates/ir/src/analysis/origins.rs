//! Which reads of a thread its registers, its private memory and its program counter were computed from
//! (HMC, Algorithm 1).
//!
//! A set of reads has one bit for each event of the thread. All sets of a thread are equally long, and one word as long as
//! the thread is short, so that a state is copied with one copy of memory. The private memory of a thread is a list of
//! byte ranges: those that are not in it were computed from nothing.
//!
//! Where picks matter, a set has a second half: the reads from which a value was computed otherwise than by picking it among
//! others, as a conditional select or a comparison does. Whatever unites sets unites both halves.

use raddle_graph::ReadSet;

use crate::{Operand, Reg};

/// The place of the program counter's set: what was decided so far.
const COUNTER: usize = 0;
/// The place of the set of the pieces that were read of a load that is split.
const PIECES: usize = 1;
/// The place of the set of what was decided by branches that have met again.
const JOINED: usize = 2;
/// The place of the set of all reads that decided where the thread accessed memory. Its second half has those by which
/// something was picked that the thread wrote.
const ADDRESSES: usize = 3;
/// Where the sets of registers begin.
const REGISTERS: usize = 4;

/// Bytes of private memory that were computed from the same reads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Range {
    start: u64,
    end: u64,
}

/// What a thread's values were computed from.
#[derive(Debug)]
pub(crate) struct Origins {
    /// How many events the thread has performed.
    events: u32,
    /// How many words a set has.
    stride: usize,
    /// How many of them hold all reads: all words, or the first half if picks matter.
    width: usize,
    /// The first register of the current frame.
    base: usize,
    /// The sets of the program counter, of the pieces of a load, of what is joined, and of the registers of all frames.
    sets: Vec<u64>,
    /// Disjoint, by address; their sets are in `range_sets`.
    ranges: Vec<Range>,
    range_sets: Vec<u64>,
    /// A set that is being made; not part of the state.
    scratch: Vec<u64>,
}

impl PartialEq for Origins {
    fn eq(&self, other: &Origins) -> bool {
        (self.events, self.stride, self.width, self.base) == (other.events, other.stride, other.width, other.base)
            && (&self.sets, &self.ranges, &self.range_sets) == (&other.sets, &other.ranges, &other.range_sets)
    }
}

impl Eq for Origins {}

impl Clone for Origins {
    fn clone(&self) -> Origins {
        Origins {
            sets: self.sets.clone(),
            ranges: self.ranges.clone(),
            range_sets: self.range_sets.clone(),
            scratch: Vec::new(),
            ..*self
        }
    }

    #[inline]
    fn clone_from(&mut self, source: &Origins) {
        (self.events, self.base) = (source.events, source.base);
        (self.stride, self.width) = (source.stride, source.width);
        self.sets.clone_from(&source.sets);
        if !self.ranges.is_empty() || !source.ranges.is_empty() {
            self.ranges.clone_from(&source.ranges);
            self.range_sets.clone_from(&source.range_sets);
        }
    }
}

impl Origins {
    /// Of a thread at its beginning.
    pub(crate) fn new(registers: u16, picks: bool) -> Origins {
        let stride = if picks { 2 } else { 1 };
        Origins {
            events: 0,
            stride,
            width: 1,
            base: 0,
            sets: vec![0; (REGISTERS + usize::from(registers)) * stride],
            ranges: Vec::new(),
            range_sets: Vec::new(),
            scratch: Vec::new(),
        }
    }

    /// How many bytes it takes, with all that it owns.
    pub(crate) fn size(&self) -> usize {
        let sets = self.sets.capacity() + self.range_sets.capacity() + self.scratch.capacity();
        size_of::<Origins>() + size_of::<u64>() * sets + size_of::<Range>() * self.ranges.capacity()
    }

    /// The thread has performed events.
    #[inline]
    pub(crate) fn advance(&mut self, count: u32) {
        self.events += count;
    }

    /// Makes sets long enough for the next event.
    #[inline]
    fn make_room(&mut self) {
        if self.events as usize / 64 >= self.width {
            self.widen();
        }
    }

    /// Do picks matter?
    #[inline]
    pub(crate) fn has_picks(&self) -> bool {
        self.width < self.stride
    }

    /// Adds the next event to the set at a place.
    #[inline]
    fn insert_event(&mut self, place: usize) {
        let (word, bit) = (self.events as usize / 64, 1 << (self.events % 64));
        self.sets[place + word] |= bit;
        if self.has_picks() {
            self.sets[place + self.width + word] |= bit;
        }
    }

    #[cold]
    fn widen(&mut self) {
        let (old, new) = (self.width, 2 * (self.events as usize / 64).max(1));
        // Halves are widened like sets.
        let widen = |sets: &mut Vec<u64>| {
            let mut wide = vec![0; sets.len() / old * new];
            for (to, from) in wide.chunks_mut(new).zip(sets.chunks(old)) {
                to[..old].copy_from_slice(from);
            }
            *sets = wide;
        };
        widen(&mut self.sets);
        widen(&mut self.range_sets);
        self.stride = self.stride / old * new;
        self.width = new;
    }

    #[inline]
    fn place(&self, reg: Reg) -> usize {
        (REGISTERS + self.base + reg.index()) * self.stride
    }

    /// A word of the union of what operands were computed from.
    #[inline]
    fn word(&self, operands: &[Operand], word: usize) -> u64 {
        let mut union = 0;
        for operand in operands {
            if let Operand::Reg(reg) = *operand {
                union |= self.sets[self.place(reg) + word];
            }
        }
        union
    }

    /// The register is computed from the operands.
    #[inline]
    pub(crate) fn assign(&mut self, dst: Reg, operands: &[Operand]) {
        let place = self.place(dst);
        for word in 0..self.stride {
            self.sets[place + word] = self.word(operands, word);
        }
    }

    /// The register is one of the `strong` operands, or computed from them; the `picks` say which, or what of them.
    pub(crate) fn pick(&mut self, dst: Reg, picks: &[Operand], strong: &[Operand]) {
        let place = self.place(dst);
        for word in 0..self.stride {
            let picked = if word < self.width { self.word(picks, word) } else { 0 };
            self.sets[place + word] = picked | self.word(strong, word);
        }
    }

    /// The same, and the next event is one of those that say which.
    pub(crate) fn pick_by_event(&mut self, dst: Reg, picks: &[Operand]) {
        self.make_room();
        self.pick(dst, picks, &[]);
        let place = self.place(dst);
        self.sets[place + self.events as usize / 64] |= 1 << (self.events % 64);
    }

    /// The thread goes where the operands say.
    #[inline]
    pub(crate) fn decide(&mut self, operands: &[Operand]) {
        for word in 0..self.stride {
            let decides = self.word(operands, word);
            self.sets[COUNTER * self.stride + word] |= decides;
            self.sets[JOINED * self.stride + word] &= !decides;
        }
    }

    /// Branches begin: the register holds what was decided by those that are still open.
    pub(crate) fn fork(&mut self, mark: Reg) {
        let place = self.place(mark);
        for word in 0..self.stride {
            self.sets[place + word] = self.sets[COUNTER * self.stride + word] & !self.sets[JOINED * self.stride + word];
        }
    }

    /// The branches since the fork have met.
    pub(crate) fn meet(&mut self, mark: Reg) {
        let place = self.place(mark);
        for word in 0..self.stride {
            self.sets[JOINED * self.stride + word] = self.sets[COUNTER * self.stride + word] & !self.sets[place + word];
        }
    }

    /// What was decided by branches that have met again.
    pub(crate) fn joined(&self) -> ReadSet {
        self.read_set(|word| self.sets[JOINED * self.stride + word])
    }

    /// The thread goes where all of private memory says.
    pub(crate) fn decide_by_memory(&mut self) {
        for set in self.range_sets.chunks(self.stride) {
            for (known, word) in self.sets.iter_mut().zip(set) {
                *known |= word;
            }
        }
    }

    /// The thread goes where the next event says.
    pub(crate) fn decide_by_event(&mut self) {
        self.make_room();
        self.insert_event(COUNTER * self.stride);
    }

    /// The register holds what the next event reads.
    #[inline]
    pub(crate) fn assign_event(&mut self, dst: Reg) {
        self.make_room();
        let place = self.place(dst);
        self.sets[place..place + self.stride].fill(0);
        self.insert_event(place);
    }

    /// The register is computed from the next event, too.
    pub(crate) fn add_event(&mut self, dst: Reg) {
        self.make_room();
        self.insert_event(self.place(dst));
    }

    /// The next event reads a piece of what a load wants.
    pub(crate) fn add_piece(&mut self) {
        self.make_room();
        self.insert_event(PIECES * self.stride);
    }

    /// The register holds all pieces.
    pub(crate) fn assign_pieces(&mut self, dst: Reg) {
        let place = self.place(dst);
        for word in 0..self.stride {
            self.sets[place + word] = std::mem::take(&mut self.sets[PIECES * self.stride + word]);
        }
    }

    /// Are any pieces known?
    #[inline]
    pub(crate) fn has_pieces(&self) -> bool {
        self.sets[PIECES * self.stride..JOINED * self.stride].iter().any(|&word| word != 0)
    }

    /// The operands decided where the thread accesses memory.
    #[inline]
    pub(crate) fn note_addresses(&mut self, operands: &[Operand]) {
        if operands.iter().any(|operand| matches!(operand, Operand::Reg(_))) {
            for word in 0..self.width {
                self.sets[ADDRESSES * self.stride + word] |= self.word(operands, word);
            }
        }
    }

    /// The thread writes the operands.
    #[inline]
    pub(crate) fn note_picks(&mut self, operands: &[Operand]) {
        if self.has_picks() {
            for word in 0..self.width {
                self.sets[ADDRESSES * self.stride + self.width + word] |= self.picked_word(operands, word);
            }
        }
    }

    /// The thread writes because of what the operands are, and of what the next event reads.
    pub(crate) fn note_picking_event(&mut self, operands: &[Operand]) {
        if self.has_picks() {
            self.make_room();
            let place = ADDRESSES * self.stride + self.width;
            for word in 0..self.width {
                self.sets[place + word] |= self.word(operands, word);
            }
            self.sets[place + self.events as usize / 64] |= 1 << (self.events % 64);
        }
    }

    /// A word of the set of reads by which operands were picked, and from which they were not computed otherwise.
    fn picked_word(&self, operands: &[Operand], word: usize) -> u64 {
        self.word(operands, word) & !self.word(operands, self.width + word)
    }

    /// Where the registers of the current frame begin.
    pub(crate) fn frame(&self) -> usize {
        self.base
    }

    /// Do registers of a frame, or private memory, hold something of events since the one that the mark holds, by which
    /// neither was decided where the thread goes nor where it accesses memory?
    pub(crate) fn holds_undecided(&self, frame: usize, registers: &[Reg], mark: Reg) -> bool {
        let stride = self.stride;
        let of =
            |reg: Reg, word| self.sets.get((REGISTERS + frame + reg.index()) * stride + word).copied().unwrap_or(0);
        let mut is_since = false;
        (0..self.width).any(|word| {
            let held = registers.iter().fold(0, |set, &reg| set | of(reg, word));
            let held = self.range_sets.iter().skip(word).step_by(stride).fold(held, |set, range| set | range);
            let decided = self.sets[COUNTER * stride + word] | self.sets[ADDRESSES * stride + word];
            let first = of(mark, word);
            let since = if is_since { !0 } else { first.wrapping_neg() };
            is_since |= first != 0;
            held & since & !decided != 0
        })
    }

    /// Calls a function on every read from which the operands were computed.
    pub(crate) fn visit(&self, operands: &[Operand], visit: &mut dyn FnMut(u32)) {
        self.visit_words(|word| self.word(operands, word), visit);
    }

    /// Calls a function on every read from which the operands were computed, and whether only by picking them.
    pub(crate) fn visit_kinds(&self, operands: &[Operand], visit: &mut dyn FnMut(bool, u32)) {
        if !self.has_picks() {
            return self.visit(operands, &mut |read| visit(false, read));
        }
        self.visit_words(|word| self.word(operands, self.width + word), &mut |read| visit(false, read));
        self.visit_words(|word| self.picked_word(operands, word), &mut |read| visit(true, read));
    }

    /// Calls a function on every read by which something was picked that the thread wrote.
    pub(crate) fn visit_picks(&self, visit: &mut dyn FnMut(u32)) {
        if self.has_picks() {
            self.visit_words(|word| self.sets[ADDRESSES * self.stride + self.width + word], visit);
        }
    }

    /// The reads by which the operands were picked, and from which they were not computed otherwise.
    pub(crate) fn picked(&self, operands: &[Operand]) -> ReadSet {
        match self.has_picks() {
            true => self.read_set(|word| self.picked_word(operands, word)),
            false => ReadSet::default(),
        }
    }

    /// Calls a function on every read that decided where the thread went.
    pub(crate) fn visit_counter(&self, visit: &mut dyn FnMut(u32)) {
        self.visit_words(|word| self.sets[COUNTER * self.stride + word], visit);
    }

    /// The same for the addresses of all earlier accesses.
    pub(crate) fn visit_addresses(&self, visit: &mut dyn FnMut(u32)) {
        self.visit_words(|word| self.sets[ADDRESSES * self.stride + word], visit);
    }

    fn visit_words(&self, words: impl Fn(usize) -> u64, visit: &mut dyn FnMut(u32)) {
        for index in 0..self.width {
            let mut word = words(index);
            while word != 0 {
                visit(64 * index as u32 + word.trailing_zeros());
                word &= word - 1;
            }
        }
    }

    /// What the program counter was computed from.
    pub(crate) fn counter(&self) -> ReadSet {
        self.read_set(|word| self.sets[COUNTER * self.stride + word])
    }

    /// What the operands were computed from.
    pub(crate) fn of(&self, operands: &[Operand]) -> ReadSet {
        self.read_set(|word| self.word(operands, word))
    }

    fn read_set(&self, words: impl Fn(usize) -> u64) -> ReadSet {
        let mut set = ReadSet::default();
        self.visit_words(words, &mut |read| set.insert(read));
        set
    }
}

/// Calls.
impl Origins {
    /// A call: as many registers more, the first of which hold the arguments. `caller` is the number of registers that
    /// there are.
    pub(crate) fn enter(&mut self, caller: u32, registers: u16, args: &[Operand]) {
        let (old, stride) = ((REGISTERS + caller as usize) * self.stride, self.stride);
        self.sets.truncate(old);
        for arg in args.iter().take(registers.into()) {
            for word in 0..stride {
                let computed = self.word(std::slice::from_ref(arg), word);
                self.sets.push(computed);
            }
        }
        self.sets.resize(old + usize::from(registers) * stride, 0);
        self.base = caller as usize;
    }

    /// The end of a call: registers of the caller, whose frame begins at `base`, hold the results.
    pub(crate) fn leave(&mut self, base: u32, results: &[Reg], values: &[Operand]) {
        let (base, stride) = (base as usize, self.stride);
        for (index, reg) in results.iter().enumerate() {
            let place = (REGISTERS + base + reg.index()) * stride;
            for word in 0..stride {
                self.sets[place + word] =
                    values.get(index).map_or(0, |value| self.word(std::slice::from_ref(value), word));
            }
        }
        self.sets.truncate((REGISTERS + self.base) * stride);
        self.base = base;
    }
}

/// Private memory.
impl Origins {
    /// The ranges that have one of these bytes.
    fn overlapping(&self, start: u64, end: u64) -> std::ops::Range<usize> {
        let first = self.ranges.partition_point(|range| range.end <= start);
        let count = self.ranges[first..].partition_point(|range| range.start < end);
        first..first + count
    }

    /// The register holds what is in these bytes, which the operands chose.
    pub(crate) fn load(&mut self, dst: Reg, addr: u64, size: u64, operands: &[Operand]) {
        let ranges = self.overlapping(addr, addr.saturating_add(size));
        let place = self.place(dst);
        for word in 0..self.stride {
            let mut union = self.word(operands, word);
            for range in ranges.clone() {
                union |= self.range_sets[range * self.stride + word];
            }
            self.sets[place + word] = union;
        }
    }

    /// These bytes hold what was computed from the operands.
    pub(crate) fn store(&mut self, addr: u64, size: u64, operands: &[Operand]) {
        let mut set = std::mem::take(&mut self.scratch);
        set.clear();
        set.extend((0..self.stride).map(|word| self.word(operands, word)));
        let is_empty = set.iter().all(|&word| word == 0);
        if !is_empty || !self.ranges.is_empty() {
            let new = Range { start: addr, end: addr.saturating_add(size) };
            self.replace(new, if is_empty { None } else { Some(&set) });
        }
        self.scratch = set;
    }

    /// Gives a range its set, or none.
    fn replace(&mut self, new: Range, set: Option<&[u64]>) {
        let stride = self.stride;
        let old = self.overlapping(new.start, new.end);
        let (mut ranges, mut sets) = (Vec::new(), Vec::new());
        if let Some(first) = self.ranges[old.clone()].first().filter(|first| first.start < new.start) {
            ranges.push(Range { start: first.start, end: new.start });
            sets.extend_from_slice(&self.range_sets[old.start * stride..][..stride]);
        }
        if let Some(set) = set {
            ranges.push(new);
            sets.extend_from_slice(set);
        }
        if let Some(last) = self.ranges[old.clone()].last().filter(|last| last.end > new.end) {
            ranges.push(Range { start: new.end, end: last.end });
            sets.extend_from_slice(&self.range_sets[(old.end - 1) * stride..][..stride]);
        }
        self.range_sets.splice(old.start * stride..old.end * stride, sets);
        self.ranges.splice(old, ranges);
    }

    /// One of these bytes was written, and the operands chose which: now all of them depend on the operands.
    pub(crate) fn blur(&mut self, start: u64, size: u64, operands: &[Operand]) {
        let set: Vec<u64> = (0..self.stride).map(|word| self.word(operands, word)).collect();
        if set.iter().all(|&word| word == 0) {
            return;
        }
        let end = start.saturating_add(size);
        let mut at = start;
        while at < end {
            let index = self.overlapping(at, end).start;
            match self.ranges.get(index).copied().filter(|range| range.start < end) {
                Some(range) if range.start <= at => {
                    for (known, word) in self.range_sets[index * self.stride..].iter_mut().zip(&set) {
                        *known |= word;
                    }
                    at = range.end;
                }
                next => {
                    let gap = Range { start: at, end: next.map_or(end, |range| range.start) };
                    self.replace(gap, Some(&set));
                    at = gap.end;
                }
            }
        }
    }

    /// These bytes hold what the thread goes by from now on.
    pub(crate) fn decide_by(&mut self, addr: u64, size: u64) {
        for range in self.overlapping(addr, addr.saturating_add(size)) {
            for word in 0..self.stride {
                self.sets[COUNTER * self.stride + word] |= self.range_sets[range * self.stride + word];
            }
        }
    }

    /// Private objects from this address on are no more.
    pub(crate) fn release(&mut self, from: u64) {
        let kept = self.ranges.partition_point(|range| range.start < from);
        self.ranges.truncate(kept);
        self.range_sets.truncate(kept * self.stride);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const R: [Reg; 4] = [Reg(0), Reg(1), Reg(2), Reg(3)];

    fn of(origins: &Origins, reg: Reg) -> Vec<u32> {
        origins.of(&[reg.into()]).iter().collect()
    }

    /// Registers that hold what the events 0, 1, 2 read.
    fn three_reads() -> Origins {
        let mut origins = Origins::new(4, false);
        for reg in &R[..3] {
            origins.assign_event(*reg);
            origins.advance(1);
        }
        origins
    }

    #[test]
    fn sets_grow_with_the_thread() {
        let mut origins = three_reads();
        origins.advance(200);
        origins.assign_event(R[1]);
        origins.assign(R[3], &[R[0].into(), R[1].into(), 7.into()]);
        assert_eq!(of(&origins, R[3]), [0, 203]);
        origins.decide(&[R[2].into()]);
        assert_eq!(origins.counter().iter().collect::<Vec<_>>(), [2]);
    }

    #[test]
    fn picks_grow_with_the_thread() {
        let mut origins = Origins::new(4, true);
        for reg in &R[..2] {
            origins.assign_event(*reg);
            origins.advance(1);
        }
        origins.pick(R[2], &[R[0].into()], &[R[1].into()]);
        origins.advance(100);
        origins.assign_event(R[3]);
        origins.assign(R[2], &[R[2].into(), R[3].into()]);
        assert_eq!(of(&origins, R[2]), [0, 1, 102]);
        assert_eq!(origins.picked(&[R[2].into()]).iter().collect::<Vec<_>>(), [0]);
        origins.pick_by_event(R[3], &[R[2].into()]);
        assert_eq!(origins.picked(&[R[3].into()]).iter().collect::<Vec<_>>(), [0, 1, 102]);
        origins.note_picks(&[R[2].into()]);
        let mut picks = Vec::new();
        origins.visit_picks(&mut |read| picks.push(read));
        assert_eq!(picks, [0]);
    }

    #[test]
    fn calls_hand_sets_over() {
        let mut origins = three_reads();
        origins.enter(4, 2, &[R[1].into()]);
        assert_eq!(of(&origins, R[0]), [1]);
        assert_eq!(of(&origins, R[1]), [0; 0]);
        origins.leave(0, &[R[3], R[2]], &[R[0].into()]);
        assert_eq!(of(&origins, R[3]), [1]);
        assert_eq!(of(&origins, R[2]), [0; 0], "a result that is not given is 0");
        assert_eq!(of(&origins, R[0]), [0]);
    }

    #[test]
    fn what_is_held_and_decides_nothing() {
        let mut origins = three_reads();
        let holds = |origins: &Origins, mark| origins.holds_undecided(0, &R[..3], mark);
        origins.advance(100);
        origins.assign_event(R[3]);
        assert!(!holds(&origins, R[3]), "all of it is older");
        origins.assign_event(R[0]);
        origins.advance(1);
        assert!(holds(&origins, R[3]));
        origins.decide(&[R[0].into()]);
        assert!(!holds(&origins, R[3]));
        origins.assign_event(R[1]);
        origins.advance(1);
        origins.note_addresses(&[R[1].into()]);
        assert!(!holds(&origins, R[3]));
        origins.assign_event(R[2]);
        origins.store(100, 8, &[R[2].into()]);
        origins.assign(R[2], &[]);
        assert!(holds(&origins, R[3]));
    }

    #[test]
    fn bytes_have_sets() {
        let mut origins = three_reads();
        origins.store(100, 8, &[R[0].into()]);
        origins.store(104, 2, &[R[1].into()]);
        let mut at = |addr, size| {
            origins.load(R[3], addr, size, &[]);
            of(&origins, R[3])
        };
        assert_eq!(at(100, 8), [0, 1]);
        assert_eq!(at(100, 4), [0]);
        assert_eq!(at(104, 2), [1]);
        assert_eq!(at(106, 4), [0]);
        assert_eq!(at(108, 4), [0; 0]);
        origins.store(100, 8, &[]);
        assert!(origins.ranges.is_empty() && origins.range_sets.is_empty());
    }

    #[test]
    fn a_store_somewhere_matters_everywhere() {
        let mut origins = three_reads();
        origins.store(104, 4, &[R[0].into()]);
        origins.blur(100, 12, &[R[1].into()]);
        let mut at = |addr, size| {
            origins.load(R[3], addr, size, &[R[2].into()]);
            of(&origins, R[3])
        };
        assert_eq!(at(100, 4), [1, 2]);
        assert_eq!(at(104, 4), [0, 1, 2]);
        assert_eq!(at(108, 4), [1, 2]);
        assert_eq!(at(112, 4), [2]);
        origins.release(104);
        origins.load(R[3], 104, 8, &[]);
        assert_eq!(of(&origins, R[3]), [0; 0]);
    }
}
