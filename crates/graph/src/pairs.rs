//! Words of 16 bytes. A value has 64 bits: what stands for a pair of two is a number.
//!
//! The number is a hash of the pair. So equal pairs have equal numbers, in every process, and whole words are compared and exchanged
//! as any other value. The way back needs a table of the pairs met, which belongs to one program. Two pairs with the same number
//! would be confused: that is an internal error, at odds of one to 2^63 for two of them.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::{PoisonError, RwLock};

use crate::Value;

/// Numbers of pairs have this bit, which sets them apart from 0 and from what front ends have for words without a value.
const IS_PAIR: Value = 1 << 63;

/// The pairs that some values of a program stand for.
#[derive(Debug, Default)]
pub struct Pairs(RwLock<HashMap<Value, [Value; 2]>>);

impl Pairs {
    /// The number that stands for a pair, low word first. That of two zeros is 0.
    pub fn number(&self, halves: [Value; 2]) -> Value {
        if halves == [0, 0] {
            return 0;
        }
        let number = number(halves);
        if self.get(number).is_none() {
            self.note(number, halves);
        }
        assert_eq!(self.get(number), Some(halves), "internal error: two words of 16 bytes have the same number");
        number
    }

    /// The pair that a number stands for: itself and itself, if it is no pair's (0, and what stands for a word without a value).
    pub fn halves(&self, number: Value) -> [Value; 2] {
        self.get(number).unwrap_or([number, number])
    }

    fn get(&self, number: Value) -> Option<[Value; 2]> {
        self.0.read().unwrap_or_else(PoisonError::into_inner).get(&number).copied()
    }

    fn note(&self, number: Value, halves: [Value; 2]) {
        // Somebody may have been faster.
        if let Entry::Vacant(entry) = self.0.write().unwrap_or_else(PoisonError::into_inner).entry(number) {
            entry.insert(halves);
        }
    }
}

impl Clone for Pairs {
    fn clone(&self) -> Pairs {
        Pairs(RwLock::new(self.0.read().unwrap_or_else(PoisonError::into_inner).clone()))
    }
}

/// What was met makes no difference between programs.
impl PartialEq for Pairs {
    fn eq(&self, _: &Pairs) -> bool {
        true
    }
}

impl Eq for Pairs {}

/// The number of a pair, a pure function.
fn number(halves: [Value; 2]) -> Value {
    mix(halves[0] ^ mix(halves[1] ^ 0x9e37_79b9_7f4a_7c15)) | IS_PAIR
}

/// Spreads the bits of a number (the finaliser of splitmix64, which loses nothing).
fn mix(number: u64) -> u64 {
    let number = (number ^ number >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ number >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ number >> 31
}

#[cfg(test)]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind};

    use super::*;

    #[test]
    fn a_pair_is_a_number_and_back() {
        let pairs = Pairs::default();
        for halves in [[0, 0], [1, 0], [0, 1], [u64::MAX, 7], [7, 7]] {
            assert_eq!(pairs.halves(pairs.number(halves)), halves);
            assert_eq!(pairs.number(halves), pairs.number(halves));
        }
        assert_ne!(pairs.number([1, 0]), pairs.number([0, 1]));
        assert_eq!(pairs.halves(0x1234), [0x1234, 0x1234], "not one of a pair");
    }

    #[test]
    fn a_number_means_the_same_everywhere_but_tables_are_not_shared() {
        let (here, there) = (Pairs::default(), Pairs::default());
        here.number([3, 4]);
        let number = here.number([1, 2]);
        assert_eq!(number, 0xf282_6f98_653e_9e57, "in every process");
        assert_eq!(there.halves(number), [number, number], "the other one has not met it");
        assert_eq!(there.number([1, 2]), number, "whoever comes first");
        assert_eq!(there.halves(number), [1, 2]);
    }

    #[test]
    fn a_collision_is_an_error() {
        let pairs = Pairs::default();
        pairs.note(number([1, 2]), [3, 4]);
        assert!(catch_unwind(AssertUnwindSafe(|| pairs.number([1, 2]))).is_err());
    }
}
