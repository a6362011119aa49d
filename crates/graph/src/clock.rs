//! Vector clocks: sets of events closed under program order, as one counter per lane.
//!
//! Lane 0 holds the initial writes, which every clock contains; the thread `t` has lane `t + 1`. Counters are 16 bits
//! wide: a thread may have at most `MAX_EVENTS` events before another is begun (`Graph::is_full`), and one more for an update.

use crate::ThreadId;

/// The most events one thread may have in one execution.
pub const MAX_EVENTS: usize = u16::MAX as usize - 1;

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
    /// The initial writes only.
    pub fn initial() -> Clock<N> {
        let mut lanes = [0; N];
        lanes[0] = u16::MAX;
        Clock(lanes)
    }

    /// How many events of the lane are in the set.
    #[inline]
    pub fn get(&self, lane: Lane) -> u16 {
        self.0[lane.place::<N>()]
    }

    /// Makes the set contain the first `count` events of the lane.
    #[inline]
    pub fn set(&mut self, lane: Lane, count: u16) {
        self.0[lane.place::<N>()] = count;
    }

    /// Is the `index`-th event of the lane in the set?
    #[inline]
    pub fn contains(&self, lane: Lane, index: u16) -> bool {
        index < self.0[lane.place::<N>()]
    }

    /// Are all events of another set in this one?
    pub fn includes(&self, other: &Clock<N>) -> bool {
        self.0.iter().zip(&other.0).all(|(mine, theirs)| mine >= theirs)
    }

    /// Adds the events of another set.
    #[inline(always)]
    pub fn join(&mut self, other: &Clock<N>) {
        for (mine, theirs) in self.0.iter_mut().zip(&other.0) {
            *mine = (*mine).max(*theirs);
        }
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
}
