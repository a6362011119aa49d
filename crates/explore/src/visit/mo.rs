//! Which reads a new write revisits: the maximality test of `mo` mode.
//!
//! Of all the graphs that lead to the same revisited graph, exactly one has the part that the revisit deletes built the
//! default way: every write added last in coherence order, every read reading the last write. Only that one performs
//! the revisit, so nothing needs to be remembered.
//!
//! Going from the newest event to older ones, let D be what is deleted so far. An event d passes if all writes
//! coherence-after it (after what it reads, for a read) are in D, and it is not read by anything older. So the deleted
//! writes of a location are always the end of its coherence order, and one counter per location decides in constant
//! time.

use raddle_graph::clock::Clock;
use raddle_graph::node::{Kind, Node, Slot};
use raddle_models::Model;

use super::core::Core;
use super::reads::Place;
use super::{Choice, Visit};
use raddle_program::Program;

impl<P: Program, const N: usize> Core<'_, P, N> {
    /// How a read can be revisited by a write: as it is, and by failing spuriously if it may.
    #[inline]
    pub(super) fn ways_to_revisit(&self, read: Slot, write: Slot) -> impl Iterator<Item = Choice> + use<P, N> {
        let node = self.graph.node(read);
        let place = Place { lane: node.lane, index: node.index };
        let may_fail = self.may_fail_spuriously(place, *self.graph.state_before(read), self.graph.node(write).value);
        let failure = may_fail.then_some(Choice { slot: read, spurious: true });
        failure.into_iter().chain([Choice { slot: read, spurious: false }])
    }

    /// The stamp of the oldest read that the write might revisit: of its location, outside its prefix.
    #[inline(always)]
    pub(super) fn oldest_revisitable(&self, write: Slot) -> Option<u32> {
        let graph = &self.graph;
        let node = graph.node(write);
        let location = graph.location(node.loc()?);
        // The locks of a mutex are displaced by other locks, never revisited.
        if location.is_lock && !self.is_wb() {
            return None;
        }
        let mut oldest = u32::MAX;
        for lane in location.accessors.without(node.lane) {
            let known = node.porf.get(lane);
            let mut next = location.newest[lane];
            while let Some(access) = next {
                let access = graph.node(access);
                if access.index < known {
                    break;
                }
                if access.is_read() {
                    oldest = oldest.min(access.stamp);
                }
                next = access.prev_access;
            }
        }
        (oldest != u32::MAX).then_some(oldest)
    }
}

impl<P: Program, M: Model, const N: usize> Visit<'_, P, M, N> {
    /// Pushes the reads that the write, the newest event and without a place, revisits. None is older than the stamp.
    pub(super) fn scan_for_revisits(&mut self, write: Slot, oldest: u32) {
        let Some(loc) = self.core.graph.node(write).loc() else { unreachable!("a write accesses a location") };
        if self.core.is_wb() {
            self.scan_for_sequential_runs(write, oldest);
            return;
        }
        self.scan.begin();
        // It has no place: nothing comes before or after it there.
        self.core.graph.node_mut(write).co = u32::MAX;
        let keep = self.core.graph.node(write).porf;
        for stamp in (oldest..self.core.graph.node(write).stamp).rev() {
            let event = self.core.graph.trail()[stamp as usize];
            let node = self.core.graph.node(event);
            if keep.contains(node.lane, node.index) {
                continue;
            }
            if !self.is_maximal(event, &keep) {
                return;
            }
            let node = self.core.graph.node(event);
            if node.is_read() && node.loc() == Some(loc) {
                self.core.tree.choices.extend(self.core.ways_to_revisit(event, write));
            }
        }
    }

    /// Would the write of an update, whose read is begun and reads from `source`, revisit `other`?
    pub(super) fn would_revisit(&mut self, read: Slot, source: Slot, other: Slot) -> bool {
        let mut keep = self.core.graph.node(read).porf;
        keep.join(&self.core.graph.node(source).porf);
        self.scan.begin();
        let oldest = self.core.graph.node(other).stamp as usize;
        for stamp in (oldest..self.core.graph.trail().len()).rev() {
            let event = self.core.graph.trail()[stamp];
            let node = self.core.graph.node(event);
            let is_kept = keep.contains(node.lane, node.index);
            if (is_kept && event == other) || (!is_kept && !self.is_maximal(event, &keep)) {
                return false;
            }
        }
        true
    }

    /// Was the event added the default way, given that everything newer that is not in the clock is deleted?
    #[inline(always)]
    pub(super) fn is_maximal(&mut self, event: Slot, keep: &Clock<N>) -> bool {
        let node = self.core.graph.node(event);
        let Some(loc) = node.loc() else { return is_first_choice(node) };
        // One test instead of three.
        if node.has_older_reader | node.spurious | node.displaces {
            return false;
        }
        if self.core.symmetry.has_symmetric_threads {
            return self.is_maximal_among_symmetric(event, loc, keep);
        }
        let is_write = node.is_write();
        let position = self.core.graph.node(self.core.graph.pin(event)).co as usize;
        let deleted = self.scan.meet(loc);
        let last = self.core.graph.location(loc).co.len() - 1 - *deleted as usize;
        *deleted += u32::from(is_write);
        position == last
    }
}

/// Is the event not a choice, or one that took its first value, which is what is taken by default?
pub(super) fn is_first_choice<S, const N: usize>(node: &Node<S, N>) -> bool {
    node.kind != Kind::Choose || node.value == 0
}
