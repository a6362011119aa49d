//! Words of 16 bytes. A value has 64 bits: what stands for a pair of two is a number that is looked up here.
//!
//! Equal pairs have equal numbers, so that whole words are compared and exchanged as any other value. The number is a hash
//! of the pair, so that it does not depend on who came first; should two pairs ever have the same one, the second gets
//! another. The pair of zeros is 0, and a number that stands for no pair stands for the pair of itself and itself (a front
//! end may have such a number for what has no value).

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::{LazyLock, PoisonError, RwLock};

use crate::Value;

static PAIRS: LazyLock<RwLock<HashMap<Value, [Value; 2]>>> = LazyLock::new(RwLock::default);

/// The number that stands for a pair, low word first.
pub fn pair(halves: [Value; 2]) -> Value {
    if halves == [0, 0] {
        return 0;
    }
    let mut number = mix(halves[0] ^ mix(halves[1] ^ 0x9e37_79b9_7f4a_7c15));
    loop {
        let known = PAIRS.read().unwrap_or_else(PoisonError::into_inner).get(&number).copied();
        match known {
            Some(known) if known == halves => return number,
            None if number != 0 => {
                if let Entry::Vacant(entry) = PAIRS.write().unwrap_or_else(PoisonError::into_inner).entry(number) {
                    entry.insert(halves);
                    return number;
                }
                // Somebody was faster: look again.
            }
            _ => number = mix(number.wrapping_add(1)),
        }
    }
}

/// The pair that a number stands for.
pub fn halves(number: Value) -> [Value; 2] {
    PAIRS.read().unwrap_or_else(PoisonError::into_inner).get(&number).copied().unwrap_or([number, number])
}

/// Spreads the bits of a number (the finaliser of splitmix64, which loses nothing).
fn mix(number: u64) -> u64 {
    let number = (number ^ number >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ number >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ number >> 31
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pair_is_a_number_and_back() {
        for halves in [[0, 0], [1, 0], [0, 1], [u64::MAX, 7], [7, 7]] {
            assert_eq!(super::halves(pair(halves)), halves);
            assert_eq!(pair(halves), pair(halves));
        }
        assert_ne!(pair([1, 0]), pair([0, 1]));
        assert_eq!(halves(0x1234), [0x1234, 0x1234], "not one of a pair");
    }
}
