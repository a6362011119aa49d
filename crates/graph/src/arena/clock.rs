//! Vector clocks: sets of events closed under program order, as one counter per lane.
//!
//! Lane 0 holds the initial writes, which every clock contains; the thread `t` has lane `t + 1`. Counters are 16 bits wide in short
//! clocks, of up to 128 cells; in long ones, of 256, they are 32 bits wide, and lane `l` has its low half in cell `l` and its high half
//! in cell `l + 128`. So a thread may have at most `Clock::MAX_EVENTS` events before another is begun, and one more for an update.

use crate::ThreadId;

/// A thread, or the initial writes, as an index into a clock.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Lane(pub u16);

impl Lane {
    /// The lane of the initial writes.
    pub const INIT: Lane = Lane(0);

    /// The lane of a thread.
    pub fn of(thread: ThreadId) -> Lane {
        Lane(thread.0 + 1)
    }

    /// The thread of a lane; `None` for the initial writes.
    pub fn thread(self) -> Option<ThreadId> {
        self.0.checked_sub(1).map(ThreadId)
    }

    /// Where what belongs to the lane is in a table of `N` entries. `N` is a power of two, so this is a mask, and needs no check.
    #[inline]
    pub(crate) fn place<const N: usize>(self) -> usize {
        const { assert!(N.is_power_of_two()) };
        debug_assert!(self.index() < N, "the table has that lane");
        self.index() & (N - 1)
    }

    /// The lane's position in a vector.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// A set of events: of each lane, the first so many.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Clock<const N: usize>([u16; N]);

impl<const N: usize> Clock<N> {
    /// Has each lane two cells?
    const IS_LONG: bool = N > 128;
    /// How many lanes there are.
    const LANES: usize = if Self::IS_LONG { N / 2 } else { N };
    /// The most events one thread may have in one execution before another is begun.
    pub const MAX_EVENTS: usize = if Self::IS_LONG { u32::MAX as usize - 2 } else { u16::MAX as usize - 1 };

    /// The initial writes only.
    pub fn initial() -> Clock<N> {
        let mut clock = Clock([0; N]);
        clock.set(Lane::INIT, if Self::IS_LONG { u32::MAX } else { u32::from(u16::MAX) });
        clock
    }

    /// The counter of a lane, by its position.
    #[inline(always)]
    fn count(&self, place: usize) -> u32 {
        let low = u32::from(self.0[place]);
        if Self::IS_LONG { low | u32::from(self.0[place + Self::LANES]) << 16 } else { low }
    }

    /// How many events of the lane are in the set.
    #[inline]
    pub fn get(&self, lane: Lane) -> u32 {
        self.count(lane.place::<N>() & (Self::LANES - 1))
    }

    /// Makes the set contain the first `count` events of the lane.
    #[inline]
    pub fn set(&mut self, lane: Lane, count: u32) {
        let place = lane.place::<N>() & (Self::LANES - 1);
        self.0[place] = count as u16;
        if Self::IS_LONG {
            self.0[place + Self::LANES] = (count >> 16) as u16;
        }
    }

    /// Is the `index`-th event of the lane in the set?
    #[inline]
    pub fn contains(&self, lane: Lane, index: u32) -> bool {
        index < self.get(lane)
    }

    /// Are all events of another set in this one?
    pub fn includes(&self, other: &Clock<N>) -> bool {
        (0..Self::LANES).all(|place| self.count(place) >= other.count(place))
    }

    /// Adds the events of another set.
    #[inline(always)]
    pub fn join(&mut self, other: &Clock<N>) {
        if Self::IS_LONG {
            for place in 0..Self::LANES {
                let count = self.count(place).max(other.count(place));
                self.0[place] = count as u16;
                self.0[place + Self::LANES] = (count >> 16) as u16;
            }
            return;
        }
        // All loads before all stores, so that the compiler takes many cells at once; and the maximum by two operations that
        // every x86-64 has for eight cells.
        let (mine, theirs) = (self.0, other.0);
        self.0 = std::array::from_fn(|cell| mine[cell] + theirs[cell].saturating_sub(mine[cell]));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_join_contains_what_either_side_contains() {
        let (a, b) = (Lane::of(ThreadId(0)), Lane::of(ThreadId(1)));
        let mut left = Clock::<4>::initial();
        left.set(a, 2);
        let mut right = Clock::<4>::initial();
        right.set(a, 1);
        right.set(b, 3);
        left.join(&right);
        assert!(left.contains(a, 1) && left.contains(b, 2) && left.contains(Lane::INIT, 7));
        assert!(!left.contains(a, 2) && !left.contains(b, 3));
    }

    #[test]
    fn long_clocks_count_beyond_16_bits() {
        let (a, b) = (Lane::of(ThreadId(0)), Lane::of(ThreadId(126)));
        let mut left = Clock::<256>::initial();
        left.set(a, 0x1_0002);
        left.set(b, 0xffff);
        let mut right = Clock::<256>::initial();
        right.set(a, 0xfff0);
        right.set(b, 0x1_0000);
        assert!(!left.includes(&right) && !right.includes(&left));
        left.join(&right);
        assert_eq!((left.get(a), left.get(b)), (0x1_0002, 0x1_0000));
        assert!(left.includes(&right) && left.contains(a, 0x1_0001) && !left.contains(a, 0x1_0002));
        assert!(left.contains(Lane::INIT, 0x1234_5678));
        assert_eq!(left.get(Lane::of(ThreadId(1))), 0);
    }
}
