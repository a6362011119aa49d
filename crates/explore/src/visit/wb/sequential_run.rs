//! Which reads a new write revisits in `wb` mode, and which graphs are consistent there (`docs/internals/wb.md`,
//! sections 2 and 6).
//!
//! The revisit is taken iff the deleted part, with the read, is a sequential run that starts from the kept part: memory
//! starts as the last writes of one canonical witness; then, in insertion order, each deleted read reads memory and
//! each deleted write overwrites it. Going from the newest event to older ones, `need` is what the deleted readers of
//! each location still have to find in memory.

use raddle_graph::ThreadId;
use raddle_graph::graph::Graph;
use raddle_graph::node::{Loc, Slot};
use raddle_models::Model;

use super::writes_before::Blocks;
use crate::visit::core::Core;
use crate::visit::mo::is_first_choice;
use crate::visit::scan::Scan;
use crate::visit::wb::witness;
use crate::visit::{Choice, Visit};
use raddle_program::Program;

/// Writes that a read may read from.
type Sources = smallvec::SmallVec<[Slot; 16]>;

/// What is known about coherence orders of the graph.
#[derive(Default)]
pub(in crate::visit) struct Witness {
    blocks: Blocks,
    /// What the deleted reads of a revisit scan need memory to hold.
    needs: Scan<Option<Slot>>,
    /// Is the order in which each location's writes stand a coherence order that the model allows?
    pub(in crate::visit) holds: bool,
    /// Have writes ever been reordered to make it one?
    pub(in crate::visit) has_reordered: bool,
}

impl Witness {
    /// After a cut is restored: the writes may stand in another order by now than when the cut was made.
    pub(in crate::visit) fn forget<S: Copy, const N: usize>(&mut self, graph: &mut Graph<S, N>) {
        self.holds = false;
        if self.has_reordered {
            graph.sort_writes_by_age();
        }
    }

    /// The writes that a begun read may read from, as far as accesses that happen before each other stand so in coherence order.
    fn sources_after_hb<S: Copy, const N: usize>(&mut self, graph: &Graph<S, N>, read: Slot, loc: Loc) -> Sources {
        let mut sources = Sources::new();
        self.blocks.sources(graph, loc, &graph.hb_before(read), |source| sources.push(source));
        sources
    }

    /// Is what the deleted reads need what memory holds by default, where coherence alone decides?
    fn starts_from_local_memory<P: Program, const N: usize>(
        &mut self,
        core: &Core<'_, P, N>,
        (read, write): (Slot, Slot),
        needed: &[Loc],
    ) -> bool {
        let graph = &core.graph;
        let stamp = graph.node(read).stamp;
        let kept = |slot: Slot| {
            let node = graph.node(slot);
            slot != write
                && (node.lane.thread().is_none()
                    || node.stamp < stamp
                    || (slot != read && graph.in_prefix(slot, write)))
        };
        for &loc in needed {
            if let Some(need) = *self.needs.meet(loc)
                && need != self.blocks.default_write(graph, loc, &kept)
            {
                return false;
            }
        }
        let node = graph.node(write);
        let (Some(loc), true) = (node.loc(), node.is_exclusive()) else { return true };
        let Some(half) = node.prev_access else { unreachable!("a write half follows its read half") };
        let Some(source) = graph.node(half).rf else { unreachable!("a read half reads") };
        let known = graph.hb_before(read);
        !core.is_consumed_by_other(source, half, kept) && self.blocks.may_follow(graph, loc, &known, source, &kept)
    }
}

impl<P: Program, const N: usize> Core<'_, P, N> {
    /// The writes of a location that do not come, in their own threads, before what the read's thread has seen.
    fn sources_not_passed_by(&self, read: Slot, loc: Loc) -> Sources {
        let writes = self.graph.location(loc).co.iter().copied();
        writes.filter(|&source| !self.is_passed_by(read, source)).collect()
    }

    /// Does the write come, in its own thread, before what the read's thread has seen of the location?
    fn is_passed_by(&self, read: Slot, source: Slot) -> bool {
        let Some(seen) = self.graph.node(read).prev_access.map(|access| self.graph.pin(access)) else { return false };
        let (source, seen) = (self.graph.node(source), self.graph.node(seen));
        let is_initial = source.lane.thread().is_none();
        if is_initial { seen.lane.thread().is_some() } else { source.lane == seen.lane && source.index < seen.index }
    }

    fn is_consumed_by_other(&self, source: Slot, read: Slot, inside: impl Fn(Slot) -> bool) -> bool {
        self.graph.readers(source).any(|other| other != read && inside(other) && self.graph.node(other).is_exclusive())
    }
}

impl<P: Program, M: Model, const N: usize> Visit<'_, P, M, N> {
    /// Does coherence alone decide, without a search for a witness?
    fn is_local(&self) -> bool {
        M::IS_LOCAL && !self.core.graph.has_sc_events()
    }

    /// Every write that a begun read may read from, as far as coherence says.
    pub(in crate::visit) fn sources_up_to_rf(&mut self, thread: ThreadId, read: Slot, loc: Loc) {
        let sources = if M::COHERES_WITH_HB {
            self.witness.sources_after_hb(&self.core.graph, read, loc)
        } else {
            self.core.sources_not_passed_by(read, loc)
        };
        for source in sources {
            self.core.tree.choices.extend(self.core.ways_to_read(thread, source));
        }
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
        let Some(loc) = self.core.graph.node(read).loc() else { unreachable!("a read accesses a location") };
        self.witness.holds
            && self.model.floor(&self.core.graph, read, loc) <= self.core.graph.node(source).co as usize
            && (self.core.graph.is_co_last(source) || self.admits(read))
    }

    /// Looks for an order that shows that the graph is consistent, and puts the writes in it.
    fn find_witness(&mut self) -> bool {
        // A search may take long: look soon whether to stop.
        self.core.pace.poll_soon();
        let Some(orders) = witness(&self.model, &self.core.record()) else { return false };
        self.core.graph.set_coherence(&orders);
        (self.witness.holds, self.witness.has_reordered) = (true, true);
        true
    }

    /// Adds the write of an update to its location's writes, if the graph stays consistent.
    pub(in crate::visit) fn join_consumers(&mut self, write: Slot, read: Slot, source: Slot) -> bool {
        if self.core.is_consumed_by_other(source, read, |_| true) {
            return false;
        }
        if self.witness.holds && !self.is_local() {
            self.core.graph.place(write, self.core.graph.node(source).co as usize + 1);
            if self.core.graph.is_co_last(write) || self.admits(write) {
                return true;
            }
            self.core.graph.unplace(write);
        }
        let Some(loc) = self.core.graph.node(write).loc() else { unreachable!("a write accesses a location") };
        self.core.graph.place(write, self.core.graph.location(loc).co.len());
        if self.is_local() {
            self.witness.holds = false;
            return true;
        }
        if self.find_witness() {
            return true;
        }
        self.core.graph.unplace(write);
        false
    }

    pub(in crate::visit) fn scan_for_sequential_runs(&mut self, write: Slot, oldest: u32) {
        self.witness.needs.begin();
        let Some(target) = self.core.graph.node(write).loc() else { unreachable!("a write accesses a location") };
        let mut needed = smallvec::SmallVec::<[Loc; 8]>::new();
        for stamp in (oldest..self.core.graph.node(write).stamp).rev() {
            let event = self.core.graph.trail()[stamp as usize];
            if self.core.graph.in_prefix(event, write) {
                continue;
            }
            let node = self.core.graph.node(event);
            if !is_first_choice(node) {
                return;
            }
            let (Some(loc), is_write, source) = (node.loc(), node.is_write(), node.rf) else { continue };
            if node.has_older_reader || node.spurious {
                return;
            }
            let need = self.witness.needs.meet(loc);
            if is_write {
                if need.is_some_and(|need| need != event) {
                    return;
                }
                *need = None;
                continue;
            }
            if need.is_some() && *need != source {
                return;
            }
            if need.is_none() {
                needed.push(loc);
            }
            *need = source;
            if loc == target {
                for choice in self.core.ways_to_revisit(event, write) {
                    if self.starts_from_memory(choice, write, &needed) {
                        self.core.tree.choices.push(choice);
                    }
                }
            }
        }
    }

    /// Is the revisited graph consistent, and is what the deleted reads need what memory holds by default? Memory must
    /// be a function of the revisited graph: whether that has seq_cst events decides how it is computed, not whether
    /// this one does.
    fn starts_from_memory(&mut self, Choice { slot: read, spurious }: Choice, write: Slot, needed: &[Loc]) -> bool {
        let (_, mode) = self.core.label_reading(read, self.core.graph.node(write).value, spurious);
        if self.is_local() && !mode.is_sc() {
            return self.witness.starts_from_local_memory(&self.core, (read, write), needed);
        }
        let needs: smallvec::SmallVec<[(Loc, Slot); 8]> =
            needed.iter().filter_map(|&loc| Some((loc, (*self.witness.needs.meet(loc))?))).collect();
        let (cut, revisited) = self.core.graph.cut(read, write);
        self.read_from(revisited, write, spurious);
        let ok = if self.is_local() {
            self.witness.starts_from_local_memory(&self.core, (revisited, write), needed)
        } else {
            self.starts_from_witness(write, &needs)
        };
        self.core.graph.restore(cut);
        ok
    }

    fn starts_from_witness(&mut self, write: Slot, needs: &[(Loc, Slot)]) -> bool {
        self.core.pace.poll_soon();
        // The write is part of the graph, though not yet of the list of writes.
        let Some(orders) = witness(&self.model, &self.core.record()) else { return false };
        let revisiting = self.core.graph.id(write);
        needs.iter().all(|&(loc, need)| {
            let order = orders.get(&self.core.graph.location(loc).addr);
            let last = order.and_then(|order| order.iter().rev().find(|&&id| Some(id) != revisiting).copied());
            last == self.core.graph.id(need)
        })
    }
}
