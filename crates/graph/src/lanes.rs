//! Sets of lanes, one bit each: which threads access a location, which ones stand where.

use crate::clock::Lane;

/// A set of lanes. No clock has more than 128.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct LaneSet(u128);

impl LaneSet {
    /// The lanes of the first `count` threads.
    #[inline]
    pub fn of_threads(count: usize) -> LaneSet {
        LaneSet(((1 << count) - 1) << 1)
    }

    /// Is there no lane in the set?
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Is the lane in the set?
    #[inline]
    pub fn contains(self, lane: Lane) -> bool {
        self.0 & bit(lane) != 0
    }

    /// Adds a lane.
    #[inline]
    pub fn insert(&mut self, lane: Lane) {
        self.0 |= bit(lane);
    }

    /// Takes a lane out.
    #[inline]
    pub fn remove(&mut self, lane: Lane) {
        self.0 &= !bit(lane);
    }

    /// The set without a lane.
    #[inline]
    pub fn without(self, lane: Lane) -> LaneSet {
        LaneSet(self.0 & !bit(lane))
    }

    /// The lanes that are in either set.
    #[inline]
    pub fn or(self, other: LaneSet) -> LaneSet {
        LaneSet(self.0 | other.0)
    }
}

#[inline]
fn bit(lane: Lane) -> u128 {
    1 << (lane.0 & 127)
}

/// Lowest first.
impl Iterator for LaneSet {
    type Item = Lane;

    #[inline]
    fn next(&mut self) -> Option<Lane> {
        if self.0 == 0 {
            return None;
        }
        let lane = self.0.trailing_zeros() as u16;
        self.0 &= self.0 - 1;
        Some(Lane(lane))
    }
}

impl FromIterator<Lane> for LaneSet {
    fn from_iter<I: IntoIterator<Item = Lane>>(lanes: I) -> LaneSet {
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
        let mut set: LaneSet = lanes.into_iter().collect();
        assert_eq!(set.collect::<Vec<_>>(), [Lane(0), Lane(3), Lane(64), Lane(127)]);
        set.remove(Lane(64));
        assert!(!set.contains(Lane(64)) && set.contains(Lane(127)) && !set.without(Lane(3)).contains(Lane(3)));
    }
}
