//! Binary relations over a small set of events, as bit matrices, with the operators in which memory models
//! are written: `a | b`, `a & b`, `a - b` (the papers' `a \ b`), `a.seq(&b)` (`a ; b`), `a.inverse()`, `a.opt()`
//! (`a?`), `a.plus()`, `a.star()`, `set.identity()` (`[S]`), `a_set.times(&b_set)` (`A * B`).
//!
//! The elements are `0..size`. Up to 64 of them a row is one machine word, which is what the full checks of
//! litmus-size executions rely on for speed.

mod set;

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Sub, SubAssign};

pub use set::EventSet;
use smallvec::{SmallVec, smallvec};

/// Bits in a word of a row.
const WORD: usize = u64::BITS as usize;

/// Relations of up to this many words are stored without an allocation: those of tests with a handful of accesses, of which oracles
/// judge millions.
const INLINE_WORDS: usize = 16;

/// A relation over the elements `0..size`.
///
/// ```
/// use raddle_graph::Relation;
/// let po = Relation::from_pairs(3, [(0, 1), (1, 2)]).plus();
/// let fr = Relation::from_pairs(3, [(2, 0)]);
/// assert!(po.contains(0, 2));
/// assert!(!(&po | &fr).is_acyclic());
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Relation {
    size: usize,
    /// Words per row; at least 1.
    words: usize,
    /// Row after row. Bits at or beyond `size` are 0.
    bits: SmallVec<[u64; INLINE_WORDS]>,
}

impl Relation {
    /// The relation that relates nothing.
    pub fn empty(size: usize) -> Relation {
        let words = size.div_ceil(WORD).max(1);
        Relation { size, words, bits: smallvec![0; size * words] }
    }

    /// Every element related to itself only.
    pub fn identity(size: usize) -> Relation {
        let mut result = Relation::empty(size);
        for element in 0..size {
            result.insert(element, element);
        }
        result
    }

    /// Exactly these pairs.
    pub fn from_pairs(size: usize, pairs: impl IntoIterator<Item = (usize, usize)>) -> Relation {
        let mut result = Relation::empty(size);
        for (from, to) in pairs {
            result.insert(from, to);
        }
        result
    }

    /// Every pair of distinct or equal elements for which `related` holds.
    pub fn from_fn(size: usize, related: impl Fn(usize, usize) -> bool) -> Relation {
        let mut result = Relation::empty(size);
        let words = result.words;
        for from in 0..size {
            let row = &mut result.bits[from * words..(from + 1) * words];
            for to in 0..size {
                row[to / WORD] |= u64::from(related(from, to)) << (to % WORD);
            }
        }
        result
    }

    /// The number of elements related over (not the number of pairs).
    pub fn size(&self) -> usize {
        self.size
    }

    /// Relates `from` to `to`.
    pub fn insert(&mut self, from: usize, to: usize) {
        let (word, bit) = self.place(from, to);
        self.bits[word] |= bit;
    }

    /// Relates `from` to every element of a range.
    pub fn insert_range(&mut self, from: usize, to: std::ops::Range<usize>) {
        assert!(from < self.size && to.end <= self.size, "elements are below the size");
        let row = &mut self.bits[from * self.words..(from + 1) * self.words];
        for (nth, word) in row.iter_mut().enumerate() {
            let first = to.start.saturating_sub(nth * WORD);
            let end = to.end.saturating_sub(nth * WORD).min(WORD);
            if first < end {
                *word |= (u64::MAX >> (WORD - (end - first))) << first;
            }
        }
    }

    /// Relates `from` to `to` no longer.
    pub fn remove(&mut self, from: usize, to: usize) {
        let (word, bit) = self.place(from, to);
        self.bits[word] &= !bit;
    }

    /// Is `from` related to `to`?
    pub fn contains(&self, from: usize, to: usize) -> bool {
        let (word, bit) = self.place(from, to);
        self.bits[word] & bit != 0
    }

    /// Does it relate nothing?
    pub fn is_empty(&self) -> bool {
        self.bits.iter().all(|&word| word == 0)
    }

    /// Is no element related to itself?
    pub fn is_irreflexive(&self) -> bool {
        (0..self.size).all(|element| !self.contains(element, element))
    }

    /// Is its transitive closure irreflexive?
    pub fn is_acyclic(&self) -> bool {
        self.on_or_before_a_cycle().is_empty()
    }

    /// Does it relate `a` to `c` whenever it relates `a` to `b` and `b` to `c`?
    pub fn is_transitive(&self) -> bool {
        (self.seq(self) - self).is_empty()
    }

    /// The elements of some cycle, in order, each related to the next and the last to the first.
    pub fn find_cycle(&self) -> Option<Vec<usize>> {
        let remaining = self.on_or_before_a_cycle();
        // Every element that remains has a successor that remains: walk until one is met again.
        let mut path = vec![remaining.iter().next()?];
        loop {
            let last = path[path.len() - 1];
            let next = self.successors(last).find(|&next| remaining.contains(next))?;
            if let Some(start) = path.iter().position(|&element| element == next) {
                path.drain(..start);
                return Some(path);
            }
            path.push(next);
        }
    }

    /// The shortest path of one or more steps leading from `from` to `to`, both ends included.
    pub fn find_path(&self, from: usize, to: usize) -> Option<Vec<usize>> {
        let mut previous = vec![None; self.size];
        let mut queue = std::collections::VecDeque::from([from]);
        while let Some(element) = queue.pop_front() {
            for next in self.successors(element) {
                if next == to {
                    let mut path = vec![to, element];
                    let mut at = element;
                    while at != from {
                        at = previous[at]?;
                        path.push(at);
                    }
                    path.reverse();
                    return Some(path);
                }
                if next != from && previous[next].is_none() {
                    previous[next] = Some(element);
                    queue.push_back(next);
                }
            }
        }
        None
    }

    /// All pairs, by first and then by second element.
    pub fn pairs(&self) -> impl Iterator<Item = (usize, usize)> {
        (0..self.size).flat_map(move |from| self.successors(from).map(move |to| (from, to)))
    }

    /// The elements that `from` is related to, in ascending order.
    pub fn successors(&self, from: usize) -> impl Iterator<Item = usize> {
        set::ones(self.row(from))
    }

    /// The elements related to something.
    pub fn domain(&self) -> EventSet {
        let related = |&element: &usize| self.row(element).iter().any(|&word| word != 0);
        EventSet::from_elements(self.size, (0..self.size).filter(related))
    }

    /// The elements that something is related to.
    pub fn range(&self) -> EventSet {
        let mut result = EventSet::empty(self.size);
        for element in 0..self.size {
            result.add_words(self.row(element));
        }
        result
    }

    /// Composition: `a ; b` relates what one step of `a` followed by one of `b` leads to.
    #[must_use]
    pub fn seq(&self, then: &Relation) -> Relation {
        self.assert_same_size(then.size);
        let mut result = Relation::empty(self.size);
        if self.words == 1 {
            let rows = &then.bits[..];
            for (row, &middles) in result.bits.iter_mut().zip(&self.bits) {
                let mut middles = middles;
                while middles != 0 {
                    *row |= rows[middles.trailing_zeros() as usize];
                    middles &= middles - 1;
                }
            }
        } else {
            for from in 0..self.size {
                let row = from * self.words..(from + 1) * self.words;
                for middle in self.successors(from) {
                    for (word, &more) in result.bits[row.clone()].iter_mut().zip(then.row(middle)) {
                        *word |= more;
                    }
                }
            }
        }
        result
    }

    /// Every pair turned round.
    #[must_use]
    pub fn inverse(&self) -> Relation {
        Relation::from_pairs(self.size, self.pairs().map(|(from, to)| (to, from)))
    }

    /// Transitive closure: one or more steps.
    #[must_use]
    pub fn plus(&self) -> Relation {
        let mut result = self.clone();
        // Warshall: after the round of `middle`, paths through elements up to `middle` are closed.
        if self.words == 1 {
            let rows = &mut result.bits[..];
            for middle in 0..rows.len() {
                let through = rows[middle];
                for row in rows.iter_mut().filter(|row| **row >> middle & 1 != 0) {
                    *row |= through;
                }
            }
            return result;
        }
        let mut through = vec![0; self.words];
        for middle in 0..self.size {
            through.copy_from_slice(result.row(middle));
            for from in 0..self.size {
                if result.contains(from, middle) {
                    let start = from * self.words;
                    for (word, &more) in result.bits[start..start + self.words].iter_mut().zip(&through) {
                        *word |= more;
                    }
                }
            }
        }
        result
    }

    /// Zero steps or one.
    #[must_use]
    pub fn opt(&self) -> Relation {
        self | &Relation::identity(self.size)
    }

    /// Reflexive and transitive closure: any number of steps.
    #[must_use]
    pub fn star(&self) -> Relation {
        self.plus().opt()
    }

    /// The pairs whose first element is in the set: `[S] ; r`.
    #[must_use]
    pub fn restrict_domain(&self, set: &EventSet) -> Relation {
        self.assert_same_size(set.size());
        let mut result = self.clone();
        for element in 0..self.size {
            if !set.contains(element) {
                result.bits[element * self.words..(element + 1) * self.words].fill(0);
            }
        }
        result
    }

    /// The pairs whose second element is in the set: `r ; [S]`.
    #[must_use]
    pub fn restrict_range(&self, set: &EventSet) -> Relation {
        self.assert_same_size(set.size());
        let mut result = self.clone();
        for row in result.bits.chunks_mut(self.words) {
            for (word, &kept) in row.iter_mut().zip(set.words()) {
                *word &= kept;
            }
        }
        result
    }

    /// The bits, row after row, each row padded with zeros to whole words; at least one word to a row.
    pub fn words(&self) -> &[u64] {
        &self.bits
    }

    /// The relation whose bits these are, as [`Relation::words`] gives them. Bits beyond the elements are cleared.
    ///
    /// # Panics
    /// If there are not as many words as a relation of that size has.
    pub fn from_words(size: usize, bits: &[u64]) -> Relation {
        let mut result = Relation::empty(size);
        result.bits.copy_from_slice(bits);
        result.restrict_range(&EventSet::full(size))
    }

    fn row(&self, element: usize) -> &[u64] {
        &self.bits[element * self.words..(element + 1) * self.words]
    }

    fn place(&self, from: usize, to: usize) -> (usize, u64) {
        assert!(from < self.size && to < self.size, "({from}, {to}) is not a pair of elements below {}", self.size);
        (from * self.words + to / WORD, 1 << (to % WORD))
    }

    fn assert_same_size(&self, size: usize) {
        assert_eq!(self.size, size, "relations and sets over different elements cannot be combined");
    }

    /// What is left when elements without successors are taken away for as long as there are any: exactly the
    /// elements from which a cycle can be reached, so nothing if there is no cycle.
    fn on_or_before_a_cycle(&self) -> EventSet {
        let mut remaining = EventSet::full(self.size);
        loop {
            let mut changed = false;
            // Backwards, because most relations here mostly follow the numbering, so one round removes most.
            for element in (0..self.size).rev() {
                if remaining.contains(element) && !remaining.meets_words(self.row(element)) {
                    remaining.remove(element);
                    changed = true;
                }
            }
            if !changed {
                return remaining;
            }
        }
    }
}

/// Implements an operator for every mix of owned and borrowed operands, reusing the left one if it is owned.
macro_rules! operator {
    ($type:ty, $trait:ident $method:ident, $assign_trait:ident $assign_method:ident, $combine:expr) => {
        impl $assign_trait<&$type> for $type {
            fn $assign_method(&mut self, other: &$type) {
                assert_eq!(self.size, other.size, "relations and sets over different elements cannot be combined");
                let combine: fn(u64, u64) -> u64 = $combine;
                for (word, &more) in self.bits.iter_mut().zip(&other.bits) {
                    *word = combine(*word, more);
                }
            }
        }

        impl $trait<&$type> for $type {
            type Output = $type;
            fn $method(mut self, other: &$type) -> $type {
                $assign_trait::$assign_method(&mut self, other);
                self
            }
        }

        impl $trait<$type> for $type {
            type Output = $type;
            fn $method(self, other: $type) -> $type {
                $trait::$method(self, &other)
            }
        }

        impl $trait<&$type> for &$type {
            type Output = $type;
            fn $method(self, other: &$type) -> $type {
                $trait::$method(self.clone(), other)
            }
        }

        impl $trait<$type> for &$type {
            type Output = $type;
            fn $method(self, other: $type) -> $type {
                $trait::$method(self.clone(), &other)
            }
        }
    };
}
use operator;

operator!(Relation, BitOr bitor, BitOrAssign bitor_assign, |a, b| a | b);
operator!(Relation, BitAnd bitand, BitAndAssign bitand_assign, |a, b| a & b);
operator!(Relation, Sub sub, SubAssign sub_assign, |a, b| a & !b);

#[cfg(test)]
mod tests;
