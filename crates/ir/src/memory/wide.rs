//! Words that are accessed both whole and in parts: bytes of a lock word, halves of a counter, a pointer and its tag.
//!
//! Such a word is one location. A load of a part reads the whole and takes its part; an update of a part is an update of
//! the whole that keeps the rest. A plain store of a part is a plain read of the whole and a plain write of it: nobody may write in
//! between, for that would be a race. So is every store before there are other threads. An atomic store of a part
//! is an update, too: values are right, but as updates carry on what earlier releases published, and parts of one location are never seen
//! to change in different orders, there are machines that do more, and reports say so. Where updates are fences and stores are not
//! (TSO), such a store is refused; without it, nothing is added there.

use std::collections::BTreeSet;

use raddle_graph::Address;
use raddle_program::Span;

use crate::memory::layout;

/// What becomes of stores to parts of words, once there are several threads.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PartStores {
    /// Plain ones are plain reads and writes of the whole word, because races are errors; atomic ones are updates.
    Raced,
    /// All are updates.
    Updates,
    /// They are refused.
    Refused,
}

/// The words found to be accessed whole and in parts.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct WideWords {
    /// In order of address; none lies in another.
    words: Vec<Span>,
    /// What becomes of stores to parts; without it, words are not widened at all.
    pub stores: Option<PartStores>,
}

/// No word has more bytes.
const MAX_WORD_BYTES: u64 = 16;

impl WideWords {
    /// The words that were learnt, without those that lie in others. (Their sizes are powers of two and they are aligned, so
    /// that of two that overlap one lies in the other.)
    pub(crate) fn new(learnt: &BTreeSet<Span>, stores: Option<PartStores>) -> WideWords {
        let is_inside = |word: &Span| learnt.iter().any(|other| other.length > word.length && other.overlaps(*word));
        WideWords { words: learnt.iter().copied().filter(|word| !is_inside(word)).collect(), stores }
    }

    /// Is there none?
    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// The word that the bytes are a part of, if they are not all of it.
    #[inline]
    pub(crate) fn around(&self, start: u64, length: u64) -> Option<Span> {
        if self.words.is_empty() {
            return None;
        }
        let is_part =
            |word: &&Span| length < word.length && start >= word.start && start + length <= word.start + word.length;
        self.words.iter().find(is_part).copied()
    }

    /// Does the byte lie inside of a word, so that accesses are not to be split there?
    pub(crate) fn has_inside(&self, byte: u64) -> bool {
        self.words.iter().any(|word| byte > word.start && byte < word.start + word.length)
    }

    /// The word that two locations make up together, if that is a new one.
    pub(crate) fn joined(&self, first: Address, second: Address) -> Option<Span> {
        let (first, second) = (layout::span(first), layout::span(second));
        let start = first.start.min(second.start);
        let length = (first.start + first.length).max(second.start + second.length) - start;
        let fits = length.is_power_of_two() && length <= MAX_WORD_BYTES && start % length == 0;
        let word = Span { start, length };
        (self.stores.is_some() && fits && !self.words.contains(&word)).then_some(word)
    }

    pub(crate) fn spans(&self) -> impl Iterator<Item = Span> + Clone + '_ {
        self.words.iter().copied()
    }

    /// Their locations.
    pub(crate) fn iter(&self) -> impl Iterator<Item = Address> + '_ {
        self.words.iter().map(|word| layout::location(word.start, word.length))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_and_its_bytes_are_one() {
        let mut learnt = BTreeSet::new();
        let wide = WideWords::new(&learnt, Some(PartStores::Raced));
        let (word, byte) = (layout::location(64, 4), layout::location(65, 1));
        assert_eq!(wide.around(65, 1), None);
        let joined = wide.joined(word, byte).unwrap();
        learnt.insert(joined);
        let wide = WideWords::new(&learnt, Some(PartStores::Raced));
        assert_eq!(wide.around(65, 1), Some(Span { start: 64, length: 4 }));
        assert_eq!(wide.around(64, 4), None, "that is all of it");
        assert_eq!(wide.joined(word, byte), None, "nothing new");
        assert!(wide.has_inside(66) && !wide.has_inside(64));
        let around = layout::location(64, 8);
        learnt.insert(wide.joined(around, byte).unwrap());
        let wide = WideWords::new(&learnt, Some(PartStores::Raced));
        assert_eq!(wide.iter().collect::<Vec<_>>(), [around]);
    }

    #[test]
    fn only_what_is_aligned_is_a_word() {
        let wide = WideWords { stores: Some(PartStores::Refused), ..WideWords::default() };
        assert_eq!(wide.joined(layout::location(62, 4), layout::location(64, 4)), None);
        assert_eq!(WideWords::default().joined(layout::location(64, 4), layout::location(64, 1)), None);
    }
}
