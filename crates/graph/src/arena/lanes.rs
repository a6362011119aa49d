//! Sets of lanes, one bit each: which threads access a location, which ones stand where; and tables with an entry for each.

use std::ops::{Index, IndexMut};

use crate::ThreadId;
use crate::arena::clock::Lane;

/// Something for each lane. As in clocks, the number of lanes is a power of two, and looking up needs no check.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ByLane<T, const N: usize>([T; N]);

impl<T: Copy, const N: usize> ByLane<T, N> {
    /// The same for all.
    pub fn all(value: T) -> ByLane<T, N> {
        ByLane([value; N])
    }
}

impl<T, const N: usize> Index<Lane> for ByLane<T, N> {
    type Output = T;

    #[inline]
    fn index(&self, lane: Lane) -> &T {
        &self.0[lane.place::<N>()]
    }
}

impl<T, const N: usize> IndexMut<Lane> for ByLane<T, N> {
    #[inline]
    fn index_mut(&mut self, lane: Lane) -> &mut T {
        &mut self.0[lane.place::<N>()]
    }
}

/// A set of lanes, of those that a clock of `N` has: at most 128. Where there are at most 64, the first word is all there is
/// to look at.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct LaneSet<const N: usize>([u64; 2]);

impl<const N: usize> LaneSet<N> {
    const HAS_SECOND: bool = {
        assert!(N <= 256, "a clock of 256 cells has 128 lanes");
        N > 64
    };

    /// The lanes of the first `count` threads.
    pub fn of_threads(count: usize) -> LaneSet<N> {
        (1..=count as u16).map(Lane).collect()
    }

    /// Is there no lane in the set?
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0[0] == 0 && (!Self::HAS_SECOND || self.0[1] == 0)
    }

    /// Is it the same set?
    #[inline]
    pub fn is(self, other: LaneSet<N>) -> bool {
        self.0[0] == other.0[0] && (!Self::HAS_SECOND || self.0[1] == other.0[1])
    }

    /// The first thread, in a set of threads.
    #[inline]
    pub fn first_thread(mut self) -> Option<ThreadId> {
        self.next().map(|lane| {
            debug_assert!(lane != Lane::INIT, "a set of threads");
            ThreadId(lane.0.wrapping_sub(1))
        })
    }

    /// Is the lane in the set?
    #[inline]
    pub fn contains(self, lane: Lane) -> bool {
        self.0[Self::word(lane)] & bit(lane) != 0
    }

    /// Adds a lane.
    #[inline]
    pub fn insert(&mut self, lane: Lane) {
        self.0[Self::word(lane)] |= bit(lane);
    }

    /// Takes a lane out.
    #[inline]
    pub fn remove(&mut self, lane: Lane) {
        self.0[Self::word(lane)] &= !bit(lane);
    }

    /// Adds a lane that is not in the set, or takes out one that is.
    #[inline]
    pub(crate) fn toggle(&mut self, lane: Lane) {
        self.0[Self::word(lane)] ^= bit(lane);
    }

    /// The lanes that are in either set.
    #[inline]
    pub fn or(mut self, other: LaneSet<N>) -> LaneSet<N> {
        self.0[0] |= other.0[0];
        if Self::HAS_SECOND {
            self.0[1] |= other.0[1];
        }
        self
    }

    /// The set without a lane.
    #[inline]
    pub fn without(mut self, lane: Lane) -> LaneSet<N> {
        self.remove(lane);
        self
    }

    #[inline]
    fn word(lane: Lane) -> usize {
        if Self::HAS_SECOND { usize::from(lane.0 >> 6 & 1) } else { 0 }
    }

    fn next_of_second(&mut self) -> Option<Lane> {
        let word = self.0[1];
        if word == 0 {
            return None;
        }
        self.0[1] = word & (word - 1);
        Some(Lane(64 + word.trailing_zeros() as u16))
    }
}

#[inline]
fn bit(lane: Lane) -> u64 {
    1 << (lane.0 & 63)
}

/// Lowest first.
impl<const N: usize> Iterator for LaneSet<N> {
    type Item = Lane;

    #[inline]
    fn next(&mut self) -> Option<Lane> {
        let word = self.0[0];
        if word == 0 {
            return if Self::HAS_SECOND { self.next_of_second() } else { None };
        }
        self.0[0] = word & (word - 1);
        Some(Lane(word.trailing_zeros() as u16))
    }
}

impl<const N: usize> FromIterator<Lane> for LaneSet<N> {
    fn from_iter<I: IntoIterator<Item = Lane>>(lanes: I) -> LaneSet<N> {
        let mut set = LaneSet::default();
        lanes.into_iter().for_each(|lane| set.insert(lane));
        set
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lanes_come_out_in_order() {
        let lanes = [Lane(127), Lane(3), Lane(0), Lane(64)];
        let mut set: LaneSet<128> = lanes.into_iter().collect();
        assert_eq!(set.collect::<Vec<_>>(), [Lane(0), Lane(3), Lane(64), Lane(127)]);
        set.remove(Lane(64));
        assert!(!set.contains(Lane(64)) && set.contains(Lane(127)) && !set.without(Lane(3)).contains(Lane(3)));
    }
}
