//! Happens-before, kept up to date event by event: what a write tells, what a read, fence or join learns (RC11's `rs`,
//! `sw`, `hb`).

use super::{Graph, Synchronisation};
use crate::clock::Clock;
use crate::node::{ClockRef, Slot};
use crate::{Address, Mode, ThreadId};

impl<S: Copy, const N: usize> Graph<S, N> {
    /// A read's part of synchronisation: learn the message at once, or keep it for an acquire fence.
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

    /// Computes what a linked write tells its readers.
    #[inline]
    pub fn set_message(&mut self, write: Slot) {
        let node = &self.nodes[write];
        self.set_message_of(write, node.mode, node.is_exclusive());
    }

    /// The same for a write of which is known how it is ordered, and whether it is half of an update.
    #[inline(always)]
    pub fn set_message_of(&mut self, write: Slot, mode: Mode, exclusive: bool) {
        if !mode.is_atomic() {
            self.nodes[write].message = None;
            return;
        }
        let node = &self.nodes[write];
        let releases = mode.is_release() || self.sync == Synchronisation::AllAtomics;
        let own = if releases {
            Some(write)
        } else {
            // Both are events of this thread, so the later one knows what the earlier one knows.
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
        if releases {
            node.location_release = Some(write);
        }
    }

    /// Computes the effect of a fence on what its thread knows and tells.
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

    /// Makes a join event learn all that the joined thread knew at its end.
    pub fn set_join(&mut self, join: Slot, target: ThreadId) {
        let entry = &self.threads[target];
        if let Some(last) = entry.events.last().copied().or(entry.spawned_by) {
            self.learn(join, last);
        }
    }

    /// Makes a departure learn all that those knew who arrived.
    pub fn set_departure(&mut self, departure: Slot, barrier: Address, round: u32) {
        let arrivals = self.meeting(barrier, round).map_or(0, |meeting| meeting.arrivals.len());
        for at in 0..arrivals {
            let Some(arrival) = self.meeting(barrier, round).map(|meeting| meeting.arrivals[at]) else {
                unreachable!("learning from an arrival ends no meeting")
            };
            self.learn(departure, arrival);
        }
    }

    /// Makes the end of an object's life come after its beginning.
    pub fn set_free(&mut self, free: Slot, allocated: Slot) {
        self.learn(free, allocated);
    }

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
