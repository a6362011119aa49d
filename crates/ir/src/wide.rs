//! Words that are accessed both whole and in parts, all atomically: bytes of a lock word, halves of a counter.
//!
//! Such a word is one location. A load of a part reads the whole and takes its part; an update of a part is an update of
//! the whole that keeps the rest. A store of a part is such an update, too: values are right, but as updates carry on what
//! earlier releases published, who acquires one part may learn more than the models promise, and reports say so. Where
//! updates are fences (TSO, PSO), a store must not become one: there words are not widened.

use raddle_explore::Span;
use raddle_graph::Address;

use crate::layout;

/// The words found to be accessed whole and in parts.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct WideWords {
    words: Vec<Span>,
    /// May words be widened at all?
    pub allowed: bool,
}

/// No word is longer.
const LONGEST: u64 = 8;

impl WideWords {
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
        let fits = length.is_power_of_two() && length <= LONGEST && start % length == 0;
        let word = Span { start, length };
        (self.allowed && fits && !self.words.contains(&word)).then_some(word)
    }

    /// Takes in a word; smaller ones in it are forgotten.
    pub(crate) fn add(&mut self, word: Span) {
        self.words.retain(|known| !known.overlaps(word));
        self.words.push(word);
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = Address> + '_ {
        self.words.iter().map(|word| layout::location(word.start, word.length))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_and_its_bytes_are_one() {
        let mut wide = WideWords { allowed: true, ..WideWords::default() };
        let (word, byte) = (layout::location(64, 4), layout::location(65, 1));
        assert_eq!(wide.around(65, 1), None);
        let joined = wide.joined(word, byte).unwrap();
        wide.add(joined);
        assert_eq!(wide.around(65, 1), Some(Span { start: 64, length: 4 }));
        assert_eq!(wide.around(64, 4), None, "that is all of it");
        assert_eq!(wide.joined(word, byte), None, "nothing new");
        assert!(wide.has_inside(66) && !wide.has_inside(64));
        let around = layout::location(64, 8);
        wide.add(wide.joined(around, byte).unwrap());
        assert_eq!(wide.iter().collect::<Vec<_>>(), [around]);
    }

    #[test]
    fn only_what_is_aligned_is_a_word() {
        let wide = WideWords { allowed: true, ..WideWords::default() };
        assert_eq!(wide.joined(layout::location(62, 4), layout::location(64, 4)), None);
        assert_eq!(WideWords::default().joined(layout::location(64, 4), layout::location(64, 1)), None);
    }
}
