//! What a C program learns about itself while it is explored: which threads there are, where plain accesses have to be
//! split, which accesses nobody else sees, and whether threads that do the same can be told apart.
//!
//! None of this can be told from the code. Threads get their numbers from who started them, as the how many-th: a thread that is not
//! in the table yet makes the exploration begin again. So does an overlap of two locations: plain accesses are then
//! split at the byte where they overlap, for a plain access of 8 bytes says no more than two of 4.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use raddle_graph::{Address, ThreadId};
use raddle_program::Span;

use crate::memory::Memory;
use crate::memory::layout;
use crate::memory::wide::PartStores;
use crate::{FunctionId, Program};

/// The threads that were seen to be started.
#[derive(Debug, Default)]
pub(crate) struct ThreadTable {
    /// Who started each thread, as the how many-th (from 0): a path from the thread that runs from the beginning. Ordered
    /// by length, then by value, so that numbers do not depend on which thread was seen first.
    paths: Vec<Path>,
    /// The same as parent and number.
    starts: Vec<(ThreadId, u16)>,
    unknown: Mutex<Vec<Path>>,
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Path {
    /// The thread at the beginning, then the numbers.
    steps: Vec<u16>,
    /// What it runs: the function first seen.
    entry: FunctionId,
}

impl Clone for ThreadTable {
    fn clone(&self) -> ThreadTable {
        ThreadTable { paths: self.paths.clone(), starts: self.starts.clone(), unknown: Mutex::default() }
    }
}

impl PartialEq for ThreadTable {
    fn eq(&self, other: &ThreadTable) -> bool {
        self.paths == other.paths
    }
}

impl Eq for ThreadTable {}

impl ThreadTable {
    pub(crate) fn len(&self) -> usize {
        self.starts.len()
    }

    /// The thread that `parent` starts as its `number`-th; `first` is the number of the table's first thread.
    pub(crate) fn find(&self, first: usize, parent: ThreadId, number: u16) -> Option<ThreadId> {
        let index = self.starts.iter().position(|&start| start == (parent, number))?;
        Some(ThreadId((first + index) as u16))
    }

    /// Who started a thread, as the how many-th.
    pub(crate) fn start_of(&self, first: usize, thread: ThreadId) -> Option<(ThreadId, u16)> {
        self.starts.get(thread.index().checked_sub(first)?).copied()
    }

    /// Does the thread start others?
    pub(crate) fn has_children(&self, thread: ThreadId) -> bool {
        self.starts.iter().any(|&(parent, _)| parent == thread)
    }

    /// Notes a thread that `find` does not know.
    pub(crate) fn note(&self, first: usize, parent: ThreadId, number: u16, entry: FunctionId) {
        let mut steps = match parent.index().checked_sub(first).and_then(|index| self.paths.get(index)) {
            Some(path) => path.steps.clone(),
            None => vec![parent.0],
        };
        steps.push(number);
        self.unknown.lock().unwrap_or_else(PoisonError::into_inner).push(Path { steps, entry });
    }

    /// What a thread runs.
    pub(crate) fn entry(&self, index: usize) -> Option<FunctionId> {
        self.paths.get(index).map(|path| path.entry)
    }

    fn learn(&mut self, first: usize) -> bool {
        let known = self.paths.len();
        self.paths.append(self.unknown.get_mut().unwrap_or_else(PoisonError::into_inner));
        self.paths.sort_by(|a, b| (a.steps.len(), a).cmp(&(b.steps.len(), b)));
        self.paths.dedup_by(|a, b| a.steps == b.steps);
        self.starts.clear();
        for path in &self.paths {
            let (&number, parent) = path.steps.split_last().unwrap_or((&0, &[]));
            let parent = match self.paths.iter().position(|other| other.steps == parent) {
                Some(index) => ThreadId((first + index) as u16),
                None => ThreadId(parent.first().copied().unwrap_or(0)),
            };
            self.starts.push((parent, number));
        }
        self.paths.len() > known
    }
}

/// Instructions that were taken for visible and turned out to be a matter of their thread (see `awaits`), by function and
/// position.
#[derive(Debug, Default)]
pub(crate) struct LocalAccesses {
    known: Vec<(u32, u32)>,
    unknown: Mutex<Vec<(u32, u32)>>,
}

impl Clone for LocalAccesses {
    fn clone(&self) -> LocalAccesses {
        LocalAccesses { known: self.known.clone(), unknown: Mutex::default() }
    }
}

impl PartialEq for LocalAccesses {
    fn eq(&self, other: &LocalAccesses) -> bool {
        self.known == other.known
    }
}

impl Eq for LocalAccesses {}

impl LocalAccesses {
    /// What was learnt.
    pub(crate) fn known(&self) -> &[(u32, u32)] {
        &self.known
    }

    /// Notes one more.
    pub(crate) fn note(&self, function: u32, pc: u32) {
        self.unknown.lock().unwrap_or_else(PoisonError::into_inner).push((function, pc));
    }

    fn learn(&mut self) -> bool {
        let known = self.known.len();
        self.known.append(self.unknown.get_mut().unwrap_or_else(PoisonError::into_inner));
        self.known.sort_unstable();
        self.known.dedup();
        self.known.len() > known
    }
}

/// May threads be told apart that do the same?
#[derive(Debug, Default)]
pub(crate) struct ToldApart {
    known: bool,
    seen: AtomicBool,
}

impl Clone for ToldApart {
    fn clone(&self) -> ToldApart {
        ToldApart { known: self.known, seen: AtomicBool::new(false) }
    }
}

impl PartialEq for ToldApart {
    fn eq(&self, other: &ToldApart) -> bool {
        self.known == other.known
    }
}

impl Eq for ToldApart {}

impl ToldApart {
    /// Is it known that they may?
    pub(crate) fn known(&self) -> bool {
        self.known
    }

    /// They may.
    pub(crate) fn set(&mut self) {
        self.known = true;
    }

    /// Notes that they may.
    pub(crate) fn note(&self) {
        self.seen.store(true, Ordering::Relaxed);
    }

    fn learn(&mut self) -> bool {
        let news = *self.seen.get_mut() && !self.known;
        self.known |= news;
        news
    }
}

/// How many boundaries an object gets one by one.
const ONE_BY_ONE: usize = 16;

/// The bytes at which plain accesses are split.
///
/// They are learnt one by one; an object with many (an array, a string) gets its boundaries in every word, so that the
/// number of explorations stays small. Where that splits something that an atomic access needs whole, it is taken back.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Boundaries {
    /// Learnt bytes, in order.
    exact: Vec<u64>,
    /// Bytes that are no boundaries although a pattern says so, in order.
    whole: Vec<u64>,
    /// In these bytes (from, to behind) every address is a boundary whose place in its word the mask has.
    patterns: Vec<(u64, u64, u8)>,
}

impl Boundaries {
    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.exact.is_empty()
    }

    fn by_pattern(&self, byte: u64) -> bool {
        let inside =
            |&&(start, end, mask): &&(u64, u64, u8)| (start..end).contains(&byte) && mask & 1 << (byte % 8) != 0;
        self.patterns.iter().find(inside).is_some()
    }

    fn contains(&self, byte: u64) -> bool {
        self.exact.binary_search(&byte).is_ok() || (self.by_pattern(byte) && self.whole.binary_search(&byte).is_err())
    }

    /// How many of the bytes from `start` on, at most `size`, can be accessed together.
    #[inline]
    pub(crate) fn piece(&self, start: u64, size: u64) -> u64 {
        if self.is_empty() {
            return size;
        }
        (1..size).find(|&length| self.contains(start.saturating_add(length))).unwrap_or(size)
    }

    /// Takes back the boundaries inside of a word.
    fn forget(&mut self, word: Span) {
        let inside = |byte: u64| byte > word.start && byte < word.start + word.length;
        self.exact.retain(|&byte| !inside(byte));
        for byte in word.start + 1..word.start + word.length {
            if self.by_pattern(byte)
                && let Err(place) = self.whole.binary_search(&byte)
            {
                self.whole.insert(place, byte);
            }
        }
    }

    /// Is there something to try where two accesses overlap?
    fn can_learn(&self, byte: u64) -> bool {
        self.exact.binary_search(&byte).is_err()
    }

    /// Makes it a boundary, or takes back that it is one by pattern only. False if there is nothing to try.
    fn learn(&mut self, byte: u64, extent: (u64, u64)) -> bool {
        let Err(place) = self.exact.binary_search(&byte) else { return false };
        if self.by_pattern(byte)
            && let Err(place) = self.whole.binary_search(&byte)
        {
            self.whole.insert(place, byte);
            return true;
        }
        self.exact.insert(place, byte);
        let (start, end) = extent;
        let here = self.exact.partition_point(|&b| b < start)..self.exact.partition_point(|&b| b < end);
        if here.len() > ONE_BY_ONE {
            let mask = self.exact[here].iter().fold(0, |mask, byte| mask | 1 << (byte % 8));
            match self.patterns.iter_mut().find(|pattern| pattern.0 == start) {
                Some(pattern) => pattern.2 |= mask,
                None => self.patterns.push((start, end, mask)),
            }
        }
        true
    }
}

impl Program {
    /// Takes in what threads learnt that stood at `Restart`. False if there was nothing.
    pub fn learn(&mut self) -> bool {
        let threads = self.table.learn(self.threads.len());
        let accesses = self.local_accesses.learn();
        if accesses {
            self.analyse();
        }
        let twins = self.told_apart.learn();
        let mut words = false;
        for object in self.memory.iter_mut().flat_map(|memory| &mut memory.statics) {
            words |= object.words.learn();
        }
        threads || accesses || twins || words
    }

    /// Takes in that two locations overlap. True if memory is accessed in other pieces now, so that the program should be
    /// explored again: plain accesses are split, or else, if that does not help because an atomic access would have to
    /// be split, atomic ones are widened. False if nothing helps.
    pub fn learn_overlap(&mut self, first: Address, second: Address) -> bool {
        let Some(memory) = &mut self.memory else { return false };
        let was_whole = memory.is_whole();
        let learnt = memory.learn_overlap(first, second);
        if was_whole && learnt {
            self.translate();
        }
        learnt
    }

    /// Lets words that are accessed whole and in parts be explored as one location each.
    pub fn allow_widening(&mut self, stores: PartStores) {
        if let Some(memory) = &mut self.memory {
            memory.wide.stores = Some(stores);
        }
    }

    /// The words found to be accessed whole and in parts.
    pub fn widened(&self) -> Vec<Address> {
        self.memory.iter().flat_map(|memory| memory.wide.iter()).collect()
    }
}

impl Memory {
    fn learn_overlap(&mut self, first: Address, second: Address) -> bool {
        let mut learnt = false;
        for byte in edges(first, second) {
            let extent = self.extent(byte);
            learnt |= !self.wide.has_inside(byte) && self.boundaries.learn(byte, extent);
        }
        if !learnt && let Some(word) = self.wide.joined(first, second) {
            self.wide.add(word);
            self.boundaries.forget(word);
            return true;
        }
        learnt
    }

    /// Would `learn_overlap` learn something?
    pub(crate) fn can_learn_overlap(&self, first: Address, second: Address) -> bool {
        let can_split = |byte| !self.wide.has_inside(byte) && self.boundaries.can_learn(byte);
        edges(first, second).any(can_split) || self.wide.joined(first, second).is_some()
    }
}

/// Where one of two locations begins or ends inside the other.
fn edges(first: Address, second: Address) -> impl Iterator<Item = u64> {
    let ends = |inner: Span, outer: Span| {
        let inside = move |byte: &u64| *byte > outer.start && *byte < outer.start + outer.length;
        [inner.start, inner.start + inner.length].into_iter().filter(inside)
    };
    let (first, second) = (layout::span(first), layout::span(second));
    ends(first, second).chain(ends(second, first))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_threads_depend_on_who_started_them_only() {
        let main = ThreadId(0);
        let entry = FunctionId(0);
        let mut one = ThreadTable::default();
        for number in 0..2 {
            one.note(1, main, number, entry);
        }
        assert!(one.learn(1));
        one.note(1, ThreadId(1), 0, entry);
        assert!(one.learn(1));
        one.note(1, main, 2, entry);
        assert!(one.learn(1));
        assert!(!one.learn(1));

        let mut other = ThreadTable::default();
        other.note(1, main, 0, entry);
        other.learn(1);
        for (parent, number) in [(ThreadId(1), 0), (main, 2), (main, 1), (main, 1)] {
            other.note(1, parent, number, entry);
        }
        other.learn(1);
        assert_eq!(one, other);
        let found = [(0, 0), (0, 1), (0, 2), (1, 0)].map(|(parent, number)| one.find(1, ThreadId(parent), number));
        assert_eq!(found, [1, 2, 3, 4].map(|thread| Some(ThreadId(thread))));
        assert_eq!(one.find(1, ThreadId(2), 0), None);
    }

    #[test]
    fn accesses_are_split_at_what_was_learnt() {
        let mut boundaries = Boundaries::default();
        assert_eq!(boundaries.piece(64, 8), 8);
        assert!(boundaries.learn(68, (64, 128)));
        assert!(!boundaries.learn(68, (64, 128)), "an atomic access would have to be split");
        assert_eq!([boundaries.piece(64, 8), boundaries.piece(68, 4), boundaries.piece(66, 8)], [4, 4, 2]);
        assert_eq!(boundaries.piece(72, 8), 8);
    }

    #[test]
    fn long_objects_are_split_by_pattern_except_where_that_is_wrong() {
        let mut boundaries = Boundaries::default();
        for word in 0..=ONE_BY_ONE as u64 {
            assert!(boundaries.learn(1024 + 8 * word + 4, (1024, 4096)));
        }
        assert_eq!(boundaries.piece(2048, 8), 4, "learnt from the others");
        assert_eq!(boundaries.piece(4096, 8), 8, "another object");
        assert!(boundaries.learn(2052, (1024, 4096)));
        assert_eq!(boundaries.piece(2048, 8), 8, "needed whole");
        assert!(boundaries.learn(2052, (1024, 4096)));
        assert_eq!(boundaries.piece(2048, 8), 4);
        assert!(!boundaries.learn(2052, (1024, 4096)));
    }
}
