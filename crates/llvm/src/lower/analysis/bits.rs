//! Bit sets for the dataflow analyses.

use smallvec::{SmallVec, smallvec};

/// A set of numbers below a bound. Most sets are small, and then not on the heap.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Bits {
    words: SmallVec<[u64; 2]>,
}

impl Bits {
    /// The empty set of numbers below `bound`.
    pub fn new(bound: usize) -> Bits {
        Bits { words: smallvec![0; bound.div_ceil(64)] }
    }

    /// The set of all numbers below `bound`.
    pub fn full(bound: usize) -> Bits {
        let mut bits = Bits { words: smallvec![u64::MAX; bound.div_ceil(64)] };
        if let (Some(last), 1..) = (bits.words.last_mut(), bound % 64) {
            *last = u64::MAX >> (64 - bound % 64);
        }
        bits
    }

    pub fn contains(&self, number: usize) -> bool {
        self.words.get(number / 64).is_some_and(|word| word >> (number % 64) & 1 == 1)
    }

    /// Adds a number, which must be below the bound; returns whether it is new.
    pub fn insert(&mut self, number: usize) -> bool {
        let word = &mut self.words[number / 64];
        let before = *word;
        *word |= 1 << (number % 64);
        *word != before
    }

    pub fn remove(&mut self, number: usize) {
        if let Some(word) = self.words.get_mut(number / 64) {
            *word &= !(1 << (number % 64));
        }
    }

    /// Adds all of another set; returns whether anything is new.
    pub fn unite(&mut self, other: &Bits) -> bool {
        let mut changed = false;
        for (word, more) in self.words.iter_mut().zip(&other.words) {
            changed |= *more & !*word != 0;
            *word |= more;
        }
        changed
    }

    /// Keeps what is in both sets.
    pub fn intersect(&mut self, other: &Bits) {
        self.words.iter_mut().zip(&other.words).for_each(|(word, more)| *word &= more);
    }

    /// Removes all elements of another set.
    pub fn subtract(&mut self, other: &Bits) {
        self.words.iter_mut().zip(&other.words).for_each(|(word, less)| *word &= !less);
    }

    /// Removes all elements.
    pub fn clear(&mut self) {
        self.words.fill(0);
    }

    /// The least number that is not in the set; it may be the bound.
    pub fn first_absent(&self) -> usize {
        let word = self.words.iter().position(|word| *word != u64::MAX).unwrap_or(self.words.len());
        word * 64 + self.words.get(word).map_or(0, |word| word.trailing_ones() as usize)
    }

    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|word| *word == 0)
    }

    pub fn intersects(&self, other: &Bits) -> bool {
        self.words.iter().zip(&other.words).any(|(a, b)| a & b != 0)
    }

    /// The numbers, ascending.
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.words.iter().enumerate().flat_map(|(index, &word)| {
            let mut rest = word;
            std::iter::from_fn(move || {
                let bit = rest.trailing_zeros();
                rest &= rest.wrapping_sub(1);
                (bit < 64).then_some(index * 64 + bit as usize)
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets() {
        let mut bits = Bits::new(130);
        assert!(bits.insert(0) && bits.insert(129) && bits.insert(64));
        assert!(!bits.insert(64) && !bits.contains(999));
        assert_eq!(bits.iter().collect::<Vec<_>>(), [0, 64, 129]);
        bits.remove(64);
        assert!(!bits.contains(64) && bits.contains(129));
        let mut full = Bits::full(70);
        assert_eq!(full.iter().count(), 70);
        full.intersect(&bits);
        assert_eq!(full.iter().collect::<Vec<_>>(), [0]);
        assert!(full.unite(&Bits::full(70)) && !full.unite(&Bits::new(70)));
        assert_eq!((bits.first_absent(), full.first_absent(), Bits::full(128).first_absent()), (1, 70, 128));
        full.subtract(&Bits::full(69));
        assert_eq!(full.iter().collect::<Vec<_>>(), [69]);
        full.clear();
        assert!(full.is_empty());
    }
}
