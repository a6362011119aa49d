//! Which reads a new write revisits in `wb` mode, and which graphs are consistent there (`docs/internals/wb.md`,
//! sections 2 and 6).
//!
//! The revisit is taken iff the deleted part, with the read, is a sequential run that starts from the kept part: memory
//! starts as the last writes of one canonical witness; then, in insertion order, each deleted read reads memory and
//! each deleted write overwrites it. Going from the newest event to older ones, `need` is what the deleted readers of
//! each location still have to find in memory.

use raddle_graph::ThreadId;
use raddle_graph::node::{Loc, Slot};
use raddle_models::Model;

use super::writes_before::Blocks;
use crate::visit::mo::is_first_choice;
use crate::visit::wb::witness;
use crate::visit::{Choice, Visit};
use raddle_program::Program;

/// What is known about coherence orders of the graph.
#[derive(Default)]
pub(in crate::visit) struct Witness {
    blocks: Blocks,
    /// Is the order in which each location's writes stand a coherence order that the model allows?
    pub(in crate::visit) holds: bool,
    /// Have writes ever been reordered to make it one?
    pub(in crate::visit) has_reordered: bool,
}

impl<P: Program, M: Model, const N: usize> Visit<'_, P, M, N> {
    /// Does coherence alone decide, without a search for a witness?
    fn is_local(&self) -> bool {
        M::IS_LOCAL && !self.graph.has_sc_events()
    }

    /// Every write that a begun read may read from, as far as coherence says.
    pub(in crate::visit) fn sources_up_to_rf(&mut self, thread: ThreadId, read: Slot, loc: Loc) {
        let mut sources = smallvec::SmallVec::<[Slot; 16]>::new();
        if M::COHERES_WITH_HB {
            let known = self.graph.hb_before(read);
            self.witness.blocks.sources(&self.graph, loc, &known, |source| sources.push(source));
        } else {
            let writes = self.graph.location(loc).co.iter().copied();
            sources.extend(writes.filter(|&source| !self.is_passed_by(read, source)));
        }
        for source in sources {
            self.tree.choices.extend(self.ways_to_read(thread, source));
        }
    }

    /// Does the write come, in its own thread, before what the read's thread has seen of the location?
    fn is_passed_by(&self, read: Slot, source: Slot) -> bool {
        let Some(seen) = self.graph.node(read).prev_access.map(|access| self.graph.pin(access)) else { return false };
        let (source, seen) = (self.graph.node(source), self.graph.node(seen));
        let is_initial = source.lane.thread().is_none();
        if is_initial { seen.lane.thread().is_some() } else { source.lane == seen.lane && source.index < seen.index }
    }

    /// Is the graph, to which a read was just added, consistent?
    pub(in crate::visit) fn has_witness_after_read(&mut self, read: Slot, source: Slot) -> bool {
        if self.is_local() {
            self.witness.holds = false;
            return true;
        }
        self.fits_present_order(read, source) || self.find_witness()
    }

    /// Does the order in which the writes stand show that the graph is consistent? That spares most searches: taking back
    /// events never spoils an order, and adding them at its end does not either.
    fn fits_present_order(&mut self, read: Slot, source: Slot) -> bool {
        let Some(loc) = self.graph.node(read).loc() else { unreachable!("a read accesses a location") };
        self.witness.holds
            && self.model.floor(&self.graph, read, loc) <= self.graph.node(source).co as usize
            && (self.graph.is_co_last(source) || self.admits(read))
    }

    /// Looks for an order that shows that the graph is consistent, and puts the writes in it.
    fn find_witness(&mut self) -> bool {
        // A search may take long: look soon whether to stop.
        self.pace.poll_soon();
        let Some(orders) = witness(&self.model, &self.record()) else { return false };
        self.graph.set_coherence(&orders);
        (self.witness.holds, self.witness.has_reordered) = (true, true);
        true
    }

    /// After a cut is restored: the writes may stand in another order by now than when the cut was made.
    pub(in crate::visit) fn forget_witness(&mut self) {
        self.witness.holds = false;
        if self.witness.has_reordered {
            self.graph.sort_writes_by_age();
        }
    }

    /// Adds the write of an update to its location's writes, if the graph stays consistent.
    pub(in crate::visit) fn join_consumers(&mut self, write: Slot, read: Slot, source: Slot) -> bool {
        if self.is_consumed_by_other(source, read, |_| true) {
            return false;
        }
        if self.witness.holds && !self.is_local() {
            self.graph.place(write, self.graph.node(source).co as usize + 1);
            if self.graph.is_co_last(write) || self.admits(write) {
                return true;
            }
            self.graph.unplace(write);
        }
        let Some(loc) = self.graph.node(write).loc() else { unreachable!("a write accesses a location") };
        self.graph.place(write, self.graph.location(loc).co.len());
        if self.is_local() {
            self.witness.holds = false;
            return true;
        }
        if self.find_witness() {
            return true;
        }
        self.graph.unplace(write);
        false
    }

    fn is_consumed_by_other(&self, source: Slot, read: Slot, inside: impl Fn(Slot) -> bool) -> bool {
        self.graph.readers(source).any(|other| other != read && inside(other) && self.graph.node(other).is_exclusive())
    }

    pub(in crate::visit) fn scan_for_sequential_runs(&mut self, write: Slot, oldest: u32) {
        let Some(target) = self.graph.node(write).loc() else { unreachable!("a write accesses a location") };
        let mut needed = smallvec::SmallVec::<[Loc; 8]>::new();
        for stamp in (oldest..self.graph.node(write).stamp).rev() {
            let event = self.graph.trail()[stamp as usize];
            if self.graph.in_prefix(event, write) {
                continue;
            }
            let node = self.graph.node(event);
            if !is_first_choice(node) {
                return;
            }
            let (Some(loc), is_write, source) = (node.loc(), node.is_write(), node.rf) else { continue };
            if node.has_older_reader || node.spurious {
                return;
            }
            let (mark, is_new) = self.scan.meet(loc);
            if is_new {
                needed.push(loc);
            }
            if is_write {
                if mark.need.is_some_and(|need| need != event) {
                    return;
                }
                mark.need = None;
                continue;
            }
            if mark.need.is_some() && mark.need != source {
                return;
            }
            mark.need = source;
            if loc == target {
                for choice in self.ways_to_revisit(event, write) {
                    if self.starts_from_memory(choice, write, &needed) {
                        self.tree.choices.push(choice);
                    }
                }
            }
        }
    }

    /// Is the revisited graph consistent, and is what the deleted reads need what memory holds by default? Memory must
    /// be a function of the revisited graph: whether that has seq_cst events decides how it is computed, not whether
    /// this one does.
    fn starts_from_memory(&mut self, Choice { slot: read, spurious }: Choice, write: Slot, needed: &[Loc]) -> bool {
        let (_, mode) = self.label_reading(read, self.graph.node(write).value, spurious);
        if self.is_local() && !mode.is_sc() {
            return self.starts_from_local_memory(read, write, needed);
        }
        let needs: smallvec::SmallVec<[(Loc, Slot); 8]> =
            needed.iter().filter_map(|&loc| Some((loc, self.scan.meet(loc).0.need?))).collect();
        let (cut, revisited) = self.graph.cut(read, write);
        self.read_from(revisited, write, spurious);
        let ok = if self.is_local() {
            self.starts_from_local_memory(revisited, write, needed)
        } else {
            self.starts_from_witness(write, &needs)
        };
        self.graph.restore(cut);
        ok
    }

    fn starts_from_local_memory(&mut self, read: Slot, write: Slot, needed: &[Loc]) -> bool {
        let graph = &self.graph;
        let stamp = graph.node(read).stamp;
        let kept = |slot: Slot| {
            let node = graph.node(slot);
            slot != write
                && (node.lane.thread().is_none()
                    || node.stamp < stamp
                    || (slot != read && graph.in_prefix(slot, write)))
        };
        for &loc in needed {
            if let Some(need) = self.scan.meet(loc).0.need
                && need != self.witness.blocks.default_write(graph, loc, &kept)
            {
                return false;
            }
        }
        let node = graph.node(write);
        let (Some(loc), true) = (node.loc(), node.is_exclusive()) else { return true };
        let Some(half) = node.prev_access else { unreachable!("a write half follows its read half") };
        let Some(source) = graph.node(half).rf else { unreachable!("a read half reads") };
        let known = graph.hb_before(read);
        !self.is_consumed_by_other(source, half, kept)
            && self.witness.blocks.may_follow(graph, loc, &known, source, &kept)
    }

    fn starts_from_witness(&mut self, write: Slot, needs: &[(Loc, Slot)]) -> bool {
        self.pace.poll_soon();
        // The write is part of the graph, though not yet of the list of writes.
        let Some(orders) = witness(&self.model, &self.record()) else { return false };
        let revisiting = self.graph.id(write);
        needs.iter().all(|&(loc, need)| {
            let order = orders.get(&self.graph.location(loc).addr);
            let last = order.and_then(|order| order.iter().rev().find(|&&id| Some(id) != revisiting).copied());
            last == self.graph.id(need)
        })
    }
}
