//! Reads that wait in vain: a program whose reads wait for writes that come after them (`open`) is of no use in a graph in which one of
//! these writes will never come. Such a graph is given up where a thread reads.
//!
//! What is waited for is *missing* if the writer is over, and no such write of it is behind the read. All that could still change that is
//! a revisit by which events of the writer are deleted, or some that they were computed from. Threads that are not over may revisit
//! reads of what they may write. The oldest of these, and whatever is younger, may be deleted, and those threads may do something
//! else then, and revisit older reads. Where this stops is how far the graph may change. If it stops before it comes to the writer,
//! the graph is of no use, nor is any that the visit makes of it: they all have the events of the writer, and the read that waits, which
//! is no maximal event that a revisit could delete. (`docs/internals/xmm.md`, section 4, has the proof.)

use raddle_graph::node::Slot;
use raddle_graph::{EventId, Standing, ThreadId};
use raddle_program::{Action, Awaited, Program};
use smallvec::SmallVec;

use super::StateId;
use super::core::Core;

impl<P: Program, const N: usize> Core<'_, P, N> {
    /// Does a thread that stands at this state read?
    pub(super) fn reads(&self, state: StateId) -> bool {
        matches!(self.states.action(state), Action::Read { .. } | Action::Update { .. })
    }

    /// Does a read wait for a write that will never come?
    pub(super) fn waits_in_vain(&mut self) -> bool {
        let lanes = || self.graph.lanes().filter_map(|lane| lane.thread());
        let states: SmallVec<[_; 16]> =
            lanes().filter_map(|thread| Some((thread, *self.graph.state(thread)?))).collect();
        let mut waits: SmallVec<[(EventId, Awaited); 4]> = SmallVec::new();
        for (thread, state) in states {
            self.states.keep(state);
            self.program.visit_waits(self.states.get(state), &mut |index, awaited| {
                waits.push((EventId { thread, index }, awaited));
            });
        }
        let slot = |read: EventId| self.graph.threads()[read.thread.index()].events[read.index as usize];
        let reads: SmallVec<[Slot; 4]> = waits.iter().map(|&(read, _)| slot(read)).collect();
        (0..waits.len()).any(|nth| {
            let awaited = waits[nth].1;
            let reads = if awaited.alone { &reads[nth..=nth] } else { &reads };
            self.is_missing(reads, awaited) && self.stays(awaited.writer)
        })
    }

    /// Will the thread do nothing more unless some of its events are deleted?
    fn is_over(&self, thread: ThreadId) -> bool {
        let has_events = !self.graph.threads()[thread.index()].events.is_empty();
        has_events && matches!(self.graph.standing(thread), Standing::Finished | Standing::Exited | Standing::Stuck)
    }

    /// Is the writer over, and is nothing that it wrote what is waited for and behind one of the reads that wait?
    fn is_missing(&self, reads: &[Slot], Awaited { writer, addr, value, .. }: Awaited) -> bool {
        let graph = &self.graph;
        let is_it = |&slot: &Slot| {
            let node = graph.node(slot);
            node.is_write()
                && node.value == value
                && node.loc().is_some_and(|loc| graph.location(loc).addr == addr)
                && reads.iter().any(|&read| graph.in_prefix(read, slot))
        };
        self.is_over(writer) && !graph.threads()[writer.index()].events.iter().any(is_it)
    }

    /// Does the visit leave the events of the thread, which is over, and what is before them as they are, whatever it makes of the graph?
    fn stays(&self, over: ThreadId) -> bool {
        let graph = &self.graph;
        let trail = graph.trail();
        let last = graph.threads()[over.index()].events.last();
        let Some(newest) = last.and_then(|&last| trail.iter().rposition(|&slot| graph.in_prefix(slot, last))) else {
            unreachable!("a thread that is over has events, each in its own prefix")
        };
        // The threads that may write something yet, and what may be revisited by then: everything from there on.
        let mut free: SmallVec<[ThreadId; 16]> =
            graph.lanes().filter_map(|lane| lane.thread()).filter(|&thread| !self.is_over(thread)).collect();
        let mut settled = trail.len();
        loop {
            let Some(oldest) = trail[..settled].iter().position(|&slot| self.may_be_revisited(slot, &free)) else {
                return true;
            };
            if oldest <= newest {
                return false;
            }
            for &slot in &trail[oldest..settled] {
                let thread = graph.node(slot).lane.thread();
                free.extend(thread.filter(|thread| !free.contains(thread)));
            }
            settled = oldest;
        }
    }

    /// Is it a read of what another one of these threads may write?
    fn may_be_revisited(&self, event: Slot, threads: &[ThreadId]) -> bool {
        let node = self.graph.node(event);
        let Some(loc) = node.loc().filter(|_| node.is_read()) else { return false };
        let addr = self.graph.location(loc).addr;
        threads.iter().any(|&thread| node.lane.thread() != Some(thread) && self.program.may_write(thread, addr))
    }
}
