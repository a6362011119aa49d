//! Reads that wait in vain: a program whose reads wait for writes that come after them (`open`) is of no use in a graph in which one of
//! these writes will never come. Such a graph is given up where a thread reads.
//!
//! A read waits for a write of a thread, which has to be behind the read in `porf`. If the thread is over, all that could still change
//! that is a revisit of a read which is before one of its writes, or of an older one, by which events are deleted. There is none if no
//! thread that goes on writes the location of any read that is at most as old as the newest event before the end of the thread. Then the graph is of no use,
//! nor is any that the visit makes of it: all have these events.

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
        waits.iter().any(|&(read, awaited)| self.is_in_vain(read, awaited))
    }

    fn is_over(&self, thread: ThreadId) -> bool {
        matches!(self.graph.standing(thread), Standing::Finished | Standing::Exited)
    }

    fn is_in_vain(&self, read: EventId, awaited: Awaited) -> bool {
        let Awaited { writer, addr, value } = awaited;
        let graph = &self.graph;
        let threads = graph.threads();
        let (Some(&read), Some(&last)) =
            (threads[read.thread.index()].events.get(read.index as usize), threads[writer.index()].events.last())
        else {
            return false;
        };
        let is_at = |slot: Slot, addr| graph.node(slot).loc().is_some_and(|loc| graph.location(loc).addr == addr);
        let is_it = |slot: Slot| {
            let node = graph.node(slot);
            node.is_write() && node.value == value && is_at(slot, addr) && graph.in_prefix(read, slot)
        };
        if !self.is_over(writer) || threads[writer.index()].events.iter().any(|&slot| is_it(slot)) {
            return false;
        }
        let trail = graph.trail();
        let newest = trail.iter().rposition(|&slot| graph.in_prefix(slot, last)).map_or(0, |newest| newest + 1);
        let goes_on: SmallVec<[ThreadId; 16]> =
            graph.lanes().filter_map(|lane| lane.thread()).filter(|&thread| !self.is_over(thread)).collect();
        trail[..newest].iter().all(|&slot| {
            let node = graph.node(slot);
            let Some(loc) = node.loc().filter(|_| node.is_read()) else { return true };
            let addr = graph.location(loc).addr;
            let others = goes_on.iter().filter(|&&thread| node.lane.thread() != Some(thread));
            !others.into_iter().any(|&thread| self.program.may_write(thread, addr))
        })
    }
}
