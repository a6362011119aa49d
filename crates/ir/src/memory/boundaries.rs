//! The bytes at which plain accesses are split, for a plain access of 8 bytes says no more than two of 4.
//!
//! They are learnt one by one; an object with many (an array, a string) gets its boundaries in every word, so that the
//! number of explorations stays small. Where that splits something that an atomic access needs whole, it is taken back.

use std::collections::BTreeSet;

use raddle_program::Span;

/// An object with more learnt boundaries than this has them in every word.
const MAX_SINGLE_BOUNDARIES: usize = 16;

/// What was learnt about where accesses begin and end. Learning adds to it in any order.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct Edges {
    /// Bytes at which accesses are split.
    pub split: BTreeSet<u64>,
    /// Bytes at which they are not, although the pattern of their object says so, unless they are in `split`, too.
    pub whole: BTreeSet<u64>,
}

/// The bytes at which plain accesses are split.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Boundaries {
    /// Learnt bytes, in order.
    exact: Vec<u64>,
    /// Bytes that are no boundaries although a pattern says so, in order.
    whole: Vec<u64>,
    /// In these bytes (from, to behind) every address is a boundary whose place in its word the mask has.
    patterns: Vec<(u64, u64, u8)>,
}

/// What is to be learnt about a byte where two accesses overlap.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Lesson {
    /// Accesses are split there.
    Split,
    /// They are not: a pattern was wrong.
    Whole,
}

impl Boundaries {
    /// The boundaries that follow from what was learnt: `extent` gives the object of a byte, and nothing is split inside of
    /// `words`.
    pub(crate) fn new(
        edges: &Edges,
        words: impl Iterator<Item = Span> + Clone,
        extent: impl Fn(u64) -> (u64, u64),
    ) -> Boundaries {
        let mut boundaries = Boundaries { exact: Vec::new(), whole: Vec::new(), patterns: Vec::new() };
        // In order of address, so that the bytes of an object follow each other.
        let split: Vec<u64> = edges.split.iter().copied().collect();
        for bytes in split.chunk_by(|&one, &other| extent(one) == extent(other)) {
            if bytes.len() > MAX_SINGLE_BOUNDARIES {
                let (start, end) = extent(bytes[0]);
                let mask = bytes.iter().fold(0, |mask, byte| mask | 1 << (byte % 8));
                boundaries.patterns.push((start, end, mask));
            }
        }
        let inside = |word: Span| word.start + 1..word.start + word.length;
        let is_inside = |byte: u64| words.clone().any(|word| inside(word).contains(&byte));
        boundaries.exact = split.into_iter().filter(|&byte| !is_inside(byte)).collect();
        let mut whole = edges.whole.clone();
        whole.extend(words.clone().flat_map(inside).filter(|&byte| boundaries.by_pattern(byte)));
        boundaries.whole = whole.into_iter().collect();
        boundaries
    }

    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.exact.is_empty() && self.patterns.is_empty()
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

    /// What is to be tried where two accesses overlap; `None` if they are split there already.
    pub(crate) fn lesson(&self, byte: u64) -> Option<Lesson> {
        if self.exact.binary_search(&byte).is_ok() {
            return None;
        }
        let is_wrong = self.by_pattern(byte) && self.whole.binary_search(&byte).is_err();
        Some(if is_wrong { Lesson::Whole } else { Lesson::Split })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One object from 64 to 128, another from 1024 to 4096, and nothing else.
    fn extent(byte: u64) -> (u64, u64) {
        match byte {
            64..128 => (64, 128),
            1024..4096 => (1024, 4096),
            _ => (byte, byte),
        }
    }

    /// Learns what is to be learnt of a byte. False if that is nothing.
    fn learn(edges: &mut Edges, byte: u64) -> bool {
        match boundaries(edges).lesson(byte) {
            Some(Lesson::Split) => edges.split.insert(byte),
            Some(Lesson::Whole) => edges.whole.insert(byte),
            None => false,
        }
    }

    fn boundaries(edges: &Edges) -> Boundaries {
        Boundaries::new(edges, std::iter::empty(), extent)
    }

    #[test]
    fn accesses_are_split_at_what_was_learnt() {
        let mut edges = Edges::default();
        assert_eq!(boundaries(&edges).piece(64, 8), 8);
        assert!(learn(&mut edges, 68));
        assert!(!learn(&mut edges, 68), "an atomic access would have to be split");
        let split = boundaries(&edges);
        assert_eq!([split.piece(64, 8), split.piece(68, 4), split.piece(66, 8)], [4, 4, 2]);
        assert_eq!(split.piece(72, 8), 8);
    }

    #[test]
    fn long_objects_are_split_by_pattern_except_where_that_is_wrong() {
        let mut edges = Edges::default();
        for word in 0..=MAX_SINGLE_BOUNDARIES as u64 {
            assert!(learn(&mut edges, 1024 + 8 * word + 4));
        }
        assert_eq!(boundaries(&edges).piece(2048, 8), 4, "learnt from the others");
        assert_eq!(boundaries(&edges).piece(4096, 8), 8, "another object");
        assert!(learn(&mut edges, 2052));
        assert_eq!(boundaries(&edges).piece(2048, 8), 8, "needed whole");
        assert!(learn(&mut edges, 2052));
        assert_eq!(boundaries(&edges).piece(2048, 8), 4);
        assert!(!learn(&mut edges, 2052));
    }

    #[test]
    fn nothing_is_split_inside_of_a_word_whatever_was_learnt_first() {
        let mut edges = Edges::default();
        for word in 0..=MAX_SINGLE_BOUNDARIES as u64 {
            learn(&mut edges, 1024 + 8 * word + 4);
        }
        let word = Span { start: 1032, length: 8 };
        let boundaries = Boundaries::new(&edges, std::iter::once(word), extent);
        assert_eq!(boundaries.piece(1032, 8), 8, "split by itself before");
        let word = Span { start: 2048, length: 8 };
        let boundaries = Boundaries::new(&edges, std::iter::once(word), extent);
        assert_eq!([boundaries.piece(2048, 8), boundaries.piece(2056, 8)], [8, 4], "split by pattern");
    }
}
