//! Happens-before (`rs`, `sw`, `hb` of RC11 and RC20), maintained incrementally with vector clocks.
//!
//! A write's *message* is the clock that a read which synchronises with it joins: that of the write itself if it releases, of the
//! last release fence or (not in RC20) release write before it otherwise, joined with the message of the release sequence
//! that it continues. A relaxed read keeps the message as *pending* for the next acquire fence.

use super::{Graph, Synchronisation};
use crate::arena::clock::Clock;
use crate::arena::node::{ClockRef, Slot};
use crate::{Address, Mode, ThreadId};

impl<S: Copy, const N: usize> Graph<S, N> {
    /// Joins the message of its source into the clock of a read, or keeps it for an acquire fence.
    #[inline(always)]
    pub(super) fn receive(&mut self, read: Slot, message: Option<ClockRef>, mode: Mode) {
        let Some(message) = message else { return };
        if mode.is_acquire() || (self.sync == Synchronisation::AllAtomics && mode.is_atomic()) {
            let learnt = *self.clock(message);
            self.nodes[read].hb.join(&learnt);
        } else {
            self.receive_later(read, message);
        }
    }

    /// Keeps a message for an acquire fence, if the read is atomic.
    #[inline(never)]
    fn receive_later(&mut self, read: Slot, message: ClockRef) {
        let node = &self.nodes[read];
        if !node.mode.is_atomic() {
            return;
        }
        let mut learnt = *self.clock(message);
        if let Some(pending) = node.pending {
            learnt.join(&self.side[pending as usize]);
        }
        self.nodes[read].pending = Some(self.side.len() as u32);
        self.side.push(learnt);
    }

    /// Computes the message of a write that is linked into the graph.
    #[inline]
    pub fn set_message(&mut self, write: Slot) {
        let node = &self.nodes[write];
        self.set_message_of(write, node.mode, node.is_exclusive());
    }

    /// The same for a caller that knows the mode of the write, and whether it is half of an update.
    #[inline(always)]
    pub fn set_message_of(&mut self, write: Slot, mode: Mode, exclusive: bool) {
        if !mode.is_atomic() || self.sync == Synchronisation::ThreadsOnly {
            self.nodes[write].message = None;
            return;
        }
        let node = &self.nodes[write];
        let releases = mode.is_release() || self.sync == Synchronisation::AllAtomics;
        let own = if releases {
            Some(write)
        } else {
            // Both are events of this thread, so the clock of the later one includes that of the earlier one.
            match (node.release_fence, node.location_release) {
                (Some(fence), Some(release)) if self.node(fence).index < self.node(release).index => Some(release),
                (fence, release) => fence.or(release),
            }
        };
        // The write half of an update continues the release sequence of what its read half reads.
        let read = if exclusive { node.prev_access } else { None };
        let continued = read.and_then(|read| self.node(read).rf).and_then(|source| self.node(source).message);
        let message = match (own.map(ClockRef::Of), continued) {
            (Some(own), Some(continued)) => {
                let mut joined = *self.clock(own);
                joined.join(self.clock(continued));
                self.side.push(joined);
                Some(ClockRef::Side(self.side.len() as u32 - 1))
            }
            (own, continued) => own.or(continued),
        };
        let node = &mut self.nodes[write];
        node.message = message;
        if releases && self.sync != Synchronisation::UpdatesContinue {
            node.location_release = Some(write);
        }
    }

    /// Joins pending messages into the clock of an acquire fence; marks release and seq_cst fences for later events.
    pub fn set_fence(&mut self, fence: Slot) {
        let node = &self.nodes[fence];
        let (mode, pending) = (node.mode, node.pending);
        if mode.is_acquire()
            && let Some(pending) = pending
        {
            let learnt = self.side[pending as usize];
            self.nodes[fence].hb.join(&learnt);
        }
        let node = &mut self.nodes[fence];
        if mode.is_release() {
            node.release_fence = Some(fence);
        }
        if mode.is_sc() {
            node.sc_fence = Some(fence);
        }
    }

    /// Orders everything in the joined thread before a join. A thread without events has the clock of the event that started it.
    pub fn set_join(&mut self, join: Slot, target: ThreadId) {
        let entry = &self.threads[target];
        if let Some(last) = entry.events.last().copied().or(entry.spawned_by) {
            self.learn(join, last);
        }
    }

    /// Orders all arrivals of the round before a departure from a barrier.
    pub fn set_departure(&mut self, departure: Slot, barrier: Address, round: u32) {
        let arrivals = self.meeting(barrier, round).map_or(0, |meeting| meeting.arrivals.len());
        for at in 0..arrivals {
            let Some(arrival) = self.meeting(barrier, round).map(|meeting| meeting.arrivals[at]) else {
                unreachable!("learning from an arrival ends no meeting")
            };
            self.learn(departure, arrival);
        }
    }

    /// Orders the allocation of an object before its `free`.
    pub fn set_free(&mut self, free: Slot, allocated: Slot) {
        self.learn(free, allocated);
    }

    /// Orders `from` and everything before it before `event`.
    fn learn(&mut self, event: Slot, from: Slot) {
        let (porf, hb) = (self.node(from).porf, self.node(from).hb);
        let node = &mut self.nodes[event];
        node.porf.join(&porf);
        node.hb.join(&hb);
    }

    #[inline(always)]
    fn clock(&self, reference: ClockRef) -> &Clock<N> {
        match reference {
            ClockRef::Of(slot) => &self.node(slot).hb,
            ClockRef::Side(index) => &self.side[index as usize],
        }
    }
}
