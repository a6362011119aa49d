//! Update operations: what a read-modify-write stores, given what it read.

use serde::{Deserialize, Serialize};

use crate::condition::ConditionOp;
use crate::{Mode, Pairs, Value};

/// In a shift: the bits are in a word of 128, whose values stand for pairs. Both marks are multiples of 64.
const PART_OF_PAIR: u8 = 128;
/// In place of a shift: all bits of such a word. (No part begins at its last bit.)
const WHOLE_PAIR: u8 = 255;

/// Which half of a pair a shift leads to.
fn half(shift: u8) -> usize {
    usize::from((shift - PART_OF_PAIR) / 64)
}

/// A width in bits, from 1 to 64. Arithmetic wraps at it. An update may work on that many bits of a wider word: then it
/// also says from which bit on. Words of 128 bits are values that stand for pairs (`Pairs`).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Width {
    bits: u8,
    shift: u8,
}

impl Width {
    /// 32 bits.
    pub const W32: Width = Width { bits: 32, shift: 0 };
    /// 64 bits.
    pub const W64: Width = Width { bits: 64, shift: 0 };

    /// 128 bits: whole values, each of which stands for a pair.
    pub const PAIR: Width = Width { bits: 64, shift: WHOLE_PAIR };

    /// A width of `bits`, if that is between 1 and 64.
    pub fn new(bits: u8) -> Option<Width> {
        (1..=64).contains(&bits).then_some(Width { bits, shift: 0 })
    }

    /// The number of bits.
    pub fn bits(self) -> u32 {
        u32::from(self.bits)
    }

    /// How many bytes hold that many bits.
    #[inline(always)]
    pub fn bytes(self) -> u64 {
        if self.shift == WHOLE_PAIR { 16 } else { u64::from(self.bits.div_ceil(8)) }
    }

    /// The same number of bits of a word of 128 bits, from that bit on; `None` if they are not in one half.
    pub fn within_pair(self, shift: u8) -> Option<Width> {
        let fits = shift < 128 && u32::from(shift % 64) + self.bits() <= 64;
        fits.then_some(Width { shift: PART_OF_PAIR | shift, ..self })
    }

    /// The same number of bits of a wider word, from that bit on; `None` if the word has no room for them.
    pub fn within(self, shift: u8) -> Option<Width> {
        (u32::from(shift) + self.bits() <= 64).then_some(Width { shift, ..self })
    }

    /// Is it about (a part of) a word of 128 bits?
    #[inline(always)]
    pub fn is_of_pair(self) -> bool {
        self.shift >= PART_OF_PAIR
    }

    /// The bits that the width is about, of a word. What a word of 128 bits stands for is looked up in the table of pairs.
    #[inline(always)]
    pub fn extract<'p>(self, word: Value, pairs: impl FnOnce() -> &'p Pairs) -> Value {
        if self.is_of_pair() { self.extract_from_pair(word, pairs()) } else { self.extract_from_word(word) }
    }

    /// The same for a word of at most 64 bits.
    #[inline(always)]
    fn extract_from_word(self, word: Value) -> Value {
        debug_assert!(!self.is_of_pair(), "a table of pairs is needed");
        self.truncate(word >> (self.shift % 64))
    }

    /// The same for a word of 128 bits.
    #[cold]
    fn extract_from_pair(self, word: Value, pairs: &Pairs) -> Value {
        match self.shift {
            WHOLE_PAIR => word,
            shift => self.truncate(pairs.halves(word)[half(shift)] >> (shift % 64)),
        }
    }

    /// Keeps the low bits only.
    #[inline]
    pub fn truncate(self, value: Value) -> Value {
        value & (u64::MAX >> (64 - self.bits()))
    }

    /// The value read as a two's-complement number of this width.
    pub fn signed(self, value: Value) -> i64 {
        let unused = 64 - self.bits();
        ((value << unused) as i64) >> unused
    }
}

/// What an update does with the value it read.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum UpdateOp {
    /// Stores the operand.
    Exchange(Value),
    /// Stores the sum.
    Add(Value),
    /// Stores the difference.
    Sub(Value),
    /// Stores the bitwise and.
    And(Value),
    /// Stores the bitwise or.
    Or(Value),
    /// Stores the bitwise exclusive or.
    Xor(Value),
    /// Stores the complement of the bitwise and.
    Nand(Value),
    /// Stores the larger, as signed numbers.
    Max(Value),
    /// Stores the smaller, as signed numbers.
    Min(Value),
    /// Stores the larger, as unsigned numbers.
    UMax(Value),
    /// Stores the smaller, as unsigned numbers.
    UMin(Value),
    /// Stores `desired` if the value read is `expected`; otherwise it is only a read, ordered as `failure`.
    CompareExchange {
        /// The value that must be there.
        expected: Value,
        /// The value stored then.
        desired: Value,
        /// The order of the read when nothing is stored.
        failure: Mode,
        /// May it fail although the value is there?
        weak: bool,
    },
    /// Takes a mutex: stores `held` if the value is 0, otherwise nothing. The word is written by such updates and by
    /// their holders' stores of 0 only, and a thread that gets nothing waits: the explorer relies on both.
    Lock {
        /// What a held mutex holds.
        held: Value,
    },
    /// Stores the sum if the value read is in a range (of unsigned numbers), otherwise nothing: semaphores,
    /// reader-writer locks. A range whose `low` exceeds its `high` goes around: from `low` up, and up to `high`.
    AddWithin {
        /// What is added.
        operand: Value,
        /// The least value that is in the range.
        low: Value,
        /// The greatest value that is in the range.
        high: Value,
    },
    /// An operation on a condition variable.
    Condition(ConditionOp),
}

impl UpdateOp {
    /// The value stored after `old` was read; `None` if nothing is stored. Words of 16 bytes are updated as a whole only.
    #[inline(always)]
    pub fn stores(self, width: Width, old: Value) -> Option<Value> {
        if width.is_of_pair() { self.stores_whole_pair(width, old) } else { self.stores_within(width, old) }
    }

    #[inline(always)]
    fn stores_within(self, width: Width, old: Value) -> Option<Value> {
        let new = self.computes(width, width.extract_from_word(old))?;
        let mask = width.truncate(Value::MAX) << width.shift;
        Some((old & !mask) | (new << width.shift & mask))
    }

    #[cold]
    fn stores_whole_pair(self, width: Width, old: Value) -> Option<Value> {
        assert_eq!(width, Width::PAIR, "a table of pairs is needed to update a part of one");
        self.computes(width, old)
    }

    /// The same for (a part of) a word of 128 bits.
    #[cold]
    pub fn stores_into_pair(self, width: Width, old: Value, pairs: &Pairs) -> Option<Value> {
        if width == Width::PAIR {
            return self.computes(width, old);
        }
        let mut halves = pairs.halves(old);
        let half = &mut halves[half(width.shift)];
        *half = self.stores_within(Width { shift: width.shift % 64, ..width }, *half)?;
        Some(pairs.number(halves))
    }

    /// What takes the place of the bits that were read.
    #[inline(always)]
    fn computes(self, width: Width, old: Value) -> Option<Value> {
        let signed = |value| width.signed(value);
        Some(match self {
            UpdateOp::Exchange(v) => v,
            UpdateOp::Add(v) => old.wrapping_add(v),
            UpdateOp::Sub(v) => old.wrapping_sub(v),
            UpdateOp::And(v) => old & v,
            UpdateOp::Or(v) => old | v,
            UpdateOp::Xor(v) => old ^ v,
            UpdateOp::Nand(v) => !(old & v),
            UpdateOp::Max(v) => {
                if signed(old) >= signed(v) {
                    old
                } else {
                    v
                }
            }
            UpdateOp::Min(v) => {
                if signed(old) <= signed(v) {
                    old
                } else {
                    v
                }
            }
            UpdateOp::UMax(v) => old.max(v),
            UpdateOp::UMin(v) => old.min(v),
            UpdateOp::CompareExchange { expected, desired, .. } => {
                if old != expected {
                    return None;
                }
                desired
            }
            UpdateOp::Lock { held } => {
                if old != 0 {
                    return None;
                }
                held
            }
            UpdateOp::AddWithin { operand, low, high } => {
                let inside = if low <= high { (low..=high).contains(&old) } else { old >= low || old <= high };
                if !inside {
                    return None;
                }
                old.wrapping_add(operand)
            }
            UpdateOp::Condition(op) => op.stores(old)?,
        })
    }

    /// How the read is ordered when nothing is stored, if the update is ordered as `mode`.
    pub fn failure_mode(self, mode: Mode) -> Mode {
        match self {
            UpdateOp::CompareExchange { failure, .. } => failure,
            _ => mode.of_read(),
        }
    }

    /// Does it depend on the value read whether anything is stored?
    #[inline]
    pub fn is_conditional(self) -> bool {
        matches!(
            self,
            UpdateOp::CompareExchange { .. }
                | UpdateOp::Lock { .. }
                | UpdateOp::AddWithin { .. }
                | UpdateOp::Condition(_)
        )
    }

    /// Does the value stored, if one is, depend on the value read?
    pub fn stores_what_it_read(self) -> bool {
        !matches!(self, UpdateOp::Exchange(_) | UpdateOp::CompareExchange { .. } | UpdateOp::Lock { .. })
    }

    /// May it fail although it would store, given what it read?
    pub fn is_weak(self) -> bool {
        matches!(self, UpdateOp::CompareExchange { weak: true, .. })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arithmetic_wraps_at_the_width() {
        let byte = Width::new(8).unwrap();
        assert_eq!(UpdateOp::Add(1).stores(byte, 255), Some(0));
        assert_eq!(UpdateOp::Sub(1).stores(Width::W32, 0), Some(0xffff_ffff));
        assert_eq!(UpdateOp::Nand(0xf0).stores(byte, 0xff), Some(0x0f));
        assert_eq!(UpdateOp::Max(1).stores(byte, 0xff), Some(1), "0xff is -1");
        assert_eq!(UpdateOp::UMax(1).stores(byte, 0xff), Some(0xff));
    }

    #[test]
    fn an_update_of_a_part_leaves_the_rest() {
        let second = Width::new(8).and_then(|byte| byte.within(8)).unwrap();
        assert_eq!(UpdateOp::Add(1).stores(second, 0x12_ff_34), Some(0x12_00_34));
        let swap = UpdateOp::CompareExchange { expected: 0x56, desired: 0x78, failure: Mode::Rlx, weak: false };
        assert_eq!(swap.stores(second, 0x12_56_34), Some(0x12_78_34));
        assert_eq!(Width::W32.within(40), None);
    }

    #[test]
    fn halves_and_wholes_of_pairs_are_updated() {
        let pairs = Pairs::default();
        let word = pairs.number([5, 7]);
        let (low, high) = (Width::W64.within_pair(0).unwrap(), Width::W64.within_pair(64).unwrap());
        assert_eq!((low.extract(word, || &pairs), high.extract(word, || &pairs)), (5, 7));
        assert_eq!(UpdateOp::Add(1).stores_into_pair(high, word, &pairs), Some(pairs.number([5, 8])));
        assert_eq!(UpdateOp::Exchange(9).stores_into_pair(low, word, &pairs), Some(pairs.number([9, 7])));
        let byte = Width::new(8).and_then(|byte| byte.within_pair(72)).unwrap();
        assert_eq!(UpdateOp::Or(1).stores_into_pair(byte, word, &pairs), Some(pairs.number([5, 0x107])));
        assert_eq!((Width::PAIR.bytes(), high.bytes(), byte.bytes()), (16, 8, 1));
        let next = pairs.number([6, 8]);
        let swap = |expected| UpdateOp::CompareExchange { expected, desired: next, failure: Mode::Rlx, weak: false };
        assert_eq!(swap(word).stores_into_pair(Width::PAIR, word, &pairs), Some(next));
        assert_eq!(swap(next).stores_into_pair(Width::PAIR, word, &pairs), None);
        assert_eq!(Width::W64.within_pair(32), None);
    }

    #[test]
    fn a_failed_compare_exchange_stores_nothing() {
        let op = UpdateOp::CompareExchange { expected: 0, desired: 7, failure: Mode::Rlx, weak: false };
        assert_eq!(op.stores(Width::W32, 0), Some(7));
        assert_eq!(op.stores(Width::W32, 1), None);
    }
}
