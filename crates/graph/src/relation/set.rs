//! Sets of events, as bit vectors: the domains and ranges of relations.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Sub, SubAssign};

use smallvec::{SmallVec, smallvec};

use super::{Relation, WORD, operator};

/// A set of elements out of `0..size`.
///
/// ```
/// use raddle_graph::EventSet;
/// let reads = EventSet::from_elements(4, [0, 2]);
/// let writes = EventSet::from_elements(4, [1]);
/// assert_eq!((&reads | &writes).iter().collect::<Vec<_>>(), [0, 1, 2]);
/// assert!(reads.times(&writes).contains(2, 1));
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct EventSet {
    pub(super) size: usize,
    /// Bits at or beyond `size` are 0.
    pub(super) bits: SmallVec<[u64; 2]>,
}

impl EventSet {
    /// The set without elements.
    pub fn empty(size: usize) -> EventSet {
        EventSet { size, bits: smallvec![0; size.div_ceil(WORD).max(1)] }
    }

    /// All of `0..size`.
    pub fn full(size: usize) -> EventSet {
        EventSet::from_elements(size, 0..size)
    }

    /// Exactly these elements.
    pub fn from_elements(size: usize, elements: impl IntoIterator<Item = usize>) -> EventSet {
        let mut result = EventSet::empty(size);
        for element in elements {
            result.insert(element);
        }
        result
    }

    /// How many elements there could be (not how many there are).
    pub fn size(&self) -> usize {
        self.size
    }

    /// Adds an element.
    pub fn insert(&mut self, element: usize) {
        let (word, bit) = self.place(element);
        self.bits[word] |= bit;
    }

    /// Takes an element away.
    pub fn remove(&mut self, element: usize) {
        let (word, bit) = self.place(element);
        self.bits[word] &= !bit;
    }

    /// Is the element in the set?
    pub fn contains(&self, element: usize) -> bool {
        let (word, bit) = self.place(element);
        self.bits[word] & bit != 0
    }

    /// Is nothing in the set?
    pub fn is_empty(&self) -> bool {
        self.bits.iter().all(|&word| word == 0)
    }

    /// How many elements there are.
    pub fn len(&self) -> usize {
        self.bits.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// The elements in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = usize> {
        ones(&self.bits)
    }

    /// `[S]`: each element of the set related to itself.
    #[must_use]
    pub fn identity(&self) -> Relation {
        Relation::from_pairs(self.size, self.iter().map(|element| (element, element)))
    }

    /// `A * B`: each element of this set related to each of the other.
    #[must_use]
    pub fn times(&self, other: &EventSet) -> Relation {
        let pairs = self.iter().flat_map(|from| other.iter().map(move |to| (from, to)));
        Relation::from_pairs(self.size, pairs)
    }

    /// The bits, padded with zeros to whole words; at least one.
    pub fn words(&self) -> &[u64] {
        &self.bits
    }

    pub(super) fn add_words(&mut self, words: &[u64]) {
        for (word, &more) in self.bits.iter_mut().zip(words) {
            *word |= more;
        }
    }

    pub(super) fn meets_words(&self, words: &[u64]) -> bool {
        self.bits.iter().zip(words).any(|(&word, &other)| word & other != 0)
    }

    fn place(&self, element: usize) -> (usize, u64) {
        assert!(element < self.size, "{element} is not an element below {}", self.size);
        (element / WORD, 1 << (element % WORD))
    }
}

operator!(EventSet, BitOr bitor, BitOrAssign bitor_assign, |a, b| a | b);
operator!(EventSet, BitAnd bitand, BitAndAssign bitand_assign, |a, b| a & b);
operator!(EventSet, Sub sub, SubAssign sub_assign, |a, b| a & !b);

/// The positions of the bits that are set, in ascending order.
pub(super) fn ones(words: &[u64]) -> impl Iterator<Item = usize> {
    words.iter().enumerate().flat_map(|(index, &word)| {
        let mut rest = word;
        std::iter::from_fn(move || {
            let bit = rest.trailing_zeros() as usize;
            rest &= rest.checked_sub(1)?;
            Some(index * WORD + bit)
        })
    })
}
