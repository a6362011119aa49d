//! Update operations: what a read-modify-write stores, given what it read.

use crate::condition::ConditionOp;
use crate::{Mode, Value};

/// A width in bits, from 1 to 64. Arithmetic wraps at it. An update may work on that many bits of a wider word: then it
/// also says from which bit on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Width {
    bits: u8,
    shift: u8,
}

impl Width {
    /// 32 bits.
    pub const W32: Width = Width { bits: 32, shift: 0 };
    /// 64 bits.
    pub const W64: Width = Width { bits: 64, shift: 0 };

    /// A width of `bits`, if that is between 1 and 64.
    pub fn new(bits: u8) -> Option<Width> {
        (1..=64).contains(&bits).then_some(Width { bits, shift: 0 })
    }

    /// The number of bits.
    pub fn bits(self) -> u32 {
        u32::from(self.bits)
    }

    /// The same number of bits of a wider word, from that bit on; `None` if the word has no room for them.
    pub fn within(self, shift: u8) -> Option<Width> {
        (u32::from(shift) + self.bits() <= 64).then_some(Width { shift, ..self })
    }

    /// The bits of a word that the width is about.
    pub fn extract(self, word: Value) -> Value {
        self.truncate(word >> self.shift)
    }

    /// The word with those bits replaced.
    pub fn insert(self, word: Value, value: Value) -> Value {
        let mask = self.truncate(Value::MAX) << self.shift;
        (word & !mask) | (value << self.shift & mask)
    }

    /// Keeps the low bits only.
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
    /// The value stored after `old` was read; `None` if nothing is stored.
    #[inline(always)]
    pub fn stores(self, width: Width, old: Value) -> Option<Value> {
        let word = old;
        let old = width.extract(word);
        let signed = |value| width.signed(value);
        let new = match self {
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
        };
        Some(width.insert(word, new))
    }

    /// How the read is ordered when nothing is stored, if the update is ordered as `mode`.
    pub fn failure_mode(self, mode: Mode) -> Mode {
        match self {
            UpdateOp::CompareExchange { failure, .. } => failure,
            _ => mode.of_read(),
        }
    }

    /// Does it depend on the value read whether anything is stored?
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
    fn a_failed_compare_exchange_stores_nothing() {
        let op = UpdateOp::CompareExchange { expected: 0, desired: 7, failure: Mode::Rlx, weak: false };
        assert_eq!(op.stores(Width::W32, 0), Some(7));
        assert_eq!(op.stores(Width::W32, 1), None);
    }
}
