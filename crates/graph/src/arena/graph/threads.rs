//! The threads of a graph, by lane. As in clocks, looking one up needs no check.

use std::ops::{Index, IndexMut};

use super::Thread;
use crate::arena::clock::Lane;
use crate::{Standing, ThreadId};

/// The threads of a graph. There is one for each lane: nobody runs in that of the initial writes, and in those left over.
#[derive(Clone, Debug)]
pub(super) struct Threads<S, const N: usize> {
    by_lane: Box<[Thread<S>; N]>,
    count: usize,
}

impl<S: Copy, const N: usize> Threads<S, N> {
    /// Fewer than `N` threads, each with its first state, where it stands then, and whether it runs from the beginning.
    pub(super) fn new(threads: impl IntoIterator<Item = (S, Standing, bool)>) -> Threads<S, N> {
        let threads: Vec<_> = threads.into_iter().map(|(start, at, started)| Thread::new(start, at, started)).collect();
        assert!(!threads.is_empty() && threads.len() < N, "the clocks have too few lanes");
        let nobody = Thread::new(threads[0].start, Standing::Absent, false);
        let by_lane = std::array::from_fn(|lane| {
            lane.checked_sub(1).and_then(|thread| threads.get(thread)).unwrap_or(&nobody).clone()
        });
        Threads { by_lane: Box::new(by_lane), count: threads.len() }
    }

    /// All threads.
    pub(super) fn all(&self) -> &[Thread<S>] {
        &self.by_lane[1..=self.count]
    }
}

impl<S, const N: usize> Index<Lane> for Threads<S, N> {
    type Output = Thread<S>;

    #[inline]
    fn index(&self, lane: Lane) -> &Thread<S> {
        &self.by_lane[lane.place::<N>()]
    }
}

impl<S, const N: usize> IndexMut<Lane> for Threads<S, N> {
    #[inline]
    fn index_mut(&mut self, lane: Lane) -> &mut Thread<S> {
        &mut self.by_lane[lane.place::<N>()]
    }
}

impl<S, const N: usize> Index<ThreadId> for Threads<S, N> {
    type Output = Thread<S>;

    #[inline]
    fn index(&self, thread: ThreadId) -> &Thread<S> {
        &self[Lane::of(thread)]
    }
}

impl<S, const N: usize> IndexMut<ThreadId> for Threads<S, N> {
    #[inline]
    fn index_mut(&mut self, thread: ThreadId) -> &mut Thread<S> {
        &mut self[Lane::of(thread)]
    }
}
