//! What a word holds of which some parts were written and others not yet.
//!
//! A word of up to 8 bytes that was never written holds `UNDEFINED`. If only parts of it were written since, it holds a mark,
//! which bytes those are, and the bytes: up to five, which is enough for a half and for single bytes. Words of 16 bytes are
//! pairs of such words.

use raddle_graph::{Pairs, Value, Width};

use crate::memory::layout::UNDEFINED;

/// The top 16 bits of such words. As for `UNDEFINED`: no program stores such numbers, or it is refused.
const MARK: u64 = 0x7ff6;
const MASK_SHIFT: u32 = 40;
/// How many bytes fit beside the mark and the mask.
const MAX_PART_BYTES: u32 = 5;

/// Has the word no value, or not in all of its parts?
#[inline]
pub fn is_undefined(word: Value) -> bool {
    word == UNDEFINED || word >> 48 == MARK
}

/// A part of a word: how many bytes the word has, at which the part begins, and how many it has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Part {
    pub word: u64,
    pub start: u64,
    pub length: u64,
}

impl Part {
    /// What a word holds there; `None` if that is nothing.
    pub(crate) fn of(self, word: Value, pairs: &Pairs) -> Option<Value> {
        if self.word > 8 {
            return self.in_half().of(pairs.halves(word)[self.half()], pairs);
        }
        if !is_undefined(word) {
            return Some((word >> (8 * self.start)) & ones(self.length));
        }
        let (mask, bytes) = unpack(word);
        (mask & self.mask() == self.mask()).then(|| (bytes >> (8 * self.start)) & ones(self.length))
    }

    /// The word with that part replaced; `None` if there is no way to write that down.
    pub(crate) fn replace(self, word: Value, value: Value, pairs: &Pairs) -> Option<Value> {
        if self.word > 8 {
            let mut halves = pairs.halves(word);
            let half = &mut halves[self.half()];
            *half = self.in_half().replace(*half, value, pairs)?;
            return Some(pairs.number(halves));
        }
        let value = value & ones(self.length);
        let insert = |word: Value| (word & !(ones(self.length) << (8 * self.start))) | value << (8 * self.start);
        if !is_undefined(word) {
            return Some(insert(word)).filter(|word| !is_undefined(*word));
        }
        let (mask, bytes) = unpack(word);
        let (mask, bytes) = (mask | self.mask(), insert(bytes));
        if u64::from(mask) == ones_in(self.word) {
            return Some(bytes).filter(|word| !is_undefined(*word));
        }
        (mask.count_ones() <= MAX_PART_BYTES).then(|| pack(mask, bytes))
    }

    /// The width of an update of that part; `None` if it is not in one half of a pair.
    pub(crate) fn width(self) -> Option<Width> {
        let width = u8::try_from(8 * self.length).ok().and_then(Width::new)?;
        let shift = u8::try_from(8 * self.start).ok()?;
        if self.word > 8 { width.within_pair(shift) } else { width.within(shift) }
    }

    fn half(self) -> usize {
        (self.start / 8) as usize
    }

    fn in_half(self) -> Part {
        Part { word: 8, start: self.start % 8, length: self.length }
    }

    fn mask(self) -> u8 {
        (ones_in(self.length) << self.start) as u8
    }
}

/// So many bits, all set.
fn ones_in(count: u64) -> u64 {
    if count >= 64 { u64::MAX } else { (1 << count) - 1 }
}

/// So many bytes, all ones.
fn ones(bytes: u64) -> u64 {
    ones_in(8 * bytes)
}

/// Which bytes of a word that is not defined are, and those.
fn unpack(word: Value) -> (u8, Value) {
    if word == UNDEFINED {
        return (0, 0);
    }
    let mask = (word >> MASK_SHIFT) as u8;
    let (mut bytes, mut rest) = (0, word);
    for byte in (0..8).filter(|byte| mask & 1 << byte != 0) {
        bytes |= (rest & 0xff) << (8 * byte);
        rest >>= 8;
    }
    (mask, bytes)
}

fn pack(mask: u8, bytes: Value) -> Value {
    let mut packed = 0;
    for (place, byte) in (0..8).filter(|byte| mask & 1 << byte != 0).enumerate() {
        packed |= (bytes >> (8 * byte) & 0xff) << (8 * place);
    }
    MARK << 48 | u64::from(mask) << MASK_SHIFT | packed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_written_one_after_the_other() {
        let pairs = Pairs::default();
        for halves in [[0, 4], [4, 0]] {
            let part = |start| Part { word: 8, start, length: 4 };
            let one = part(halves[0]).replace(UNDEFINED, 7, &pairs).unwrap();
            assert!(is_undefined(one));
            assert_eq!((part(halves[0]).of(one, &pairs), part(halves[1]).of(one, &pairs)), (Some(7), None));
            let both = part(halves[1]).replace(one, 9, &pairs).unwrap();
            assert_eq!(both, 7 << (8 * halves[0]) | 9 << (8 * halves[1]));
            assert_eq!(
                part(halves[1]).replace(both, 0xffff_ffff, &pairs).map(|word| part(halves[0]).of(word, &pairs)),
                Some(Some(7))
            );
        }
    }

    #[test]
    fn short_words_are_complete_sooner() {
        let pairs = Pairs::default();
        let part = |start| Part { word: 4, start, length: 2 };
        let one = part(2).replace(UNDEFINED, 0xabcd, &pairs).unwrap();
        assert_eq!((part(2).of(one, &pairs), part(0).of(one, &pairs)), (Some(0xabcd), None));
        assert_eq!(part(0).replace(one, 1, &pairs), Some(0xabcd_0001));
    }

    #[test]
    fn halves_of_a_pair_are_written_one_after_the_other() {
        let pairs = Pairs::default();
        let part = |start| Part { word: 16, start, length: 8 };
        let one = part(8).replace(UNDEFINED, 7, &pairs).unwrap();
        assert_eq!((part(0).of(one, &pairs), part(8).of(one, &pairs)), (None, Some(7)));
        let both = part(0).replace(one, u64::MAX, &pairs).unwrap();
        assert_eq!(both, pairs.number([u64::MAX, 7]));
        let word = Part { word: 16, start: 12, length: 4 };
        assert_eq!(word.replace(both, 1, &pairs), Some(pairs.number([u64::MAX, 1 << 32 | 7])));
    }

    #[test]
    fn too_many_bytes_are_not_written_down() {
        let pairs = Pairs::default();
        let word =
            (0..5).try_fold(UNDEFINED, |word, start| Part { word: 8, start, length: 1 }.replace(word, 1, &pairs));
        assert!(word.is_some_and(is_undefined));
        assert_eq!(Part { word: 8, start: 5, length: 1 }.replace(word.unwrap(), 1, &pairs), None);
    }
}
