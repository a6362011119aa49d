//! What the explorer asks of a model while it builds a graph.
//!
//! The graph before the new event was consistent, and the new event is the last of its thread, so only what it adds is
//! checked. An event that is last in coherence order (a write placed last, a read of the last write, a fence) adds no
//! outgoing edge to any of the orders below and never needs a check.

use raddle_graph::graph::{Graph, Synchronisation};
use raddle_graph::node::{Loc, Slot};
use raddle_graph::{Dependence, Dependencies};

use crate::axioms::{Candidate, Judge};
use crate::reach::Search;

/// Where a model finds dependencies: the graph keeps states of threads, and only the program can read them.
pub trait Lookup<S, const N: usize> {
    /// Calls `visit` on the position of every read of its thread from which an event was computed, or the address of an
    /// earlier event.
    fn visit(&self, graph: &Graph<S, N>, event: Slot, visit: &mut dyn FnMut(Dependence, u32));

    /// All that is known about what an event was computed from. Takes longer.
    fn dependencies(&self, graph: &Graph<S, N>, event: Slot) -> Dependencies;

    /// Is the event to be left out of paths, because it may not be there if something else is read?
    fn may_be_absent(&self, _graph: &Graph<S, N>, _event: Slot) -> bool {
        false
    }
}

/// A memory model with an incremental checker. A value, so that models that differ in little share their code.
pub trait Model: Clone + Send + Sync {
    /// Is a race with a non-atomic access undefined behaviour, rather than just an access?
    const HAS_RACES: bool = false;

    /// Without seq_cst events, do the axioms speak of one location at a time? Then coherence alone decides.
    const IS_LOCAL: bool;

    /// Do accesses of one location that happen before each other, as the graph has it, stand so in coherence order?
    const COHERES_WITH_HB: bool;

    /// Does the model allow cycles of program order and reads-from, if no dependency forbids them? The explorer builds no
    /// such executions; with what `before` says it notices that there may be some.
    const ALLOWS_BUFFERING: bool = false;

    /// Does every cycle of program order and reads-from that the model allows have accesses of two locations in one thread?
    const CYCLES_LEAVE_LOCATION: bool = false;

    /// Buffers of checks that are reused between them, beside those of searches.
    type Memory: Default;

    /// Does it matter to the model from which reads an event was computed?
    fn tracks_dependencies(&self) -> bool {
        false
    }

    /// `ALLOWS_BUFFERING`, where that is known only of the value.
    fn may_buffer(&self) -> bool {
        Self::ALLOWS_BUFFERING
    }

    /// Are the reads that a write depends on, or an earlier address of its thread, and the read half of its update, ordered
    /// before it? And before a write that releases, all earlier events, if such writes synchronise?
    fn orders_dependencies(&self) -> bool {
        self.tracks_dependencies()
    }

    /// Is what an update reads ordered before all later writes of its thread?
    const ORDERS_AFTER_UPDATES: bool = false;

    /// Which accesses synchronise: what the graph keeps as happens-before.
    fn synchronisation(&self) -> Synchronisation;

    /// The place in coherence order of the newest write of the location that the event is known to come after. A read
    /// must read that write or a later one; a write must be placed after it.
    fn floor<S: Copy, const N: usize>(&self, graph: &Graph<S, N>, event: Slot, loc: Loc) -> usize;

    /// Does the event, newest in its thread and placed or reading at or above the floor, close no forbidden cycle?
    fn admits<S: Copy, const N: usize>(
        &self,
        graph: &Graph<S, N>,
        event: Slot,
        lookup: &impl Lookup<S, N>,
        search: &mut Search,
        memory: &mut Self::Memory,
    ) -> bool;

    /// Calls `reach` on events that the model orders before this one whatever is read elsewhere, at least enough of them to
    /// reach all others: reads-from between threads, and what is preserved of program order.
    fn before<S: Copy, const N: usize>(
        &self,
        _graph: &Graph<S, N>,
        _event: Slot,
        _lookup: &impl Lookup<S, N>,
        _reach: &mut dyn FnMut(Slot),
    ) {
    }

    /// Makes the search meet all events that the model orders before this one whatever is read elsewhere, and no others.
    fn mark_before<S: Copy, const N: usize>(
        &self,
        graph: &Graph<S, N>,
        event: Slot,
        lookup: &impl Lookup<S, N>,
        search: &mut Search,
        _memory: &mut Self::Memory,
    ) {
        // The model forbids cycles of `before`, so the search does not stop early.
        search.comes_back(event, |slot, reach| {
            if lookup.may_be_absent(graph, slot) {
                return;
            }
            self.before(graph, slot, lookup, reach);
        });
    }

    /// Does the model itself tell which executions have data races?
    fn flags_races(&self) -> bool {
        false
    }

    /// The data races that it tells of.
    fn flagged_races<S: Copy, const N: usize>(
        &self,
        _graph: &Graph<S, N>,
        _lookup: &impl Lookup<S, N>,
        _memory: &mut Self::Memory,
    ) -> Vec<(Slot, Slot)> {
        Vec::new()
    }

    /// The full axioms, for one execution.
    fn judge<'c>(&'c self, candidate: &'c Candidate) -> Judge<'c>;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Armv8, C11, Imm, ModelName, Pso, Sc, Tso};

    fn agrees<M: Model>(model: M, name: ModelName) {
        assert_eq!(M::HAS_RACES, name.has_races(), "{name}");
        assert_eq!(model.tracks_dependencies(), name.tracks_dependencies(), "{name}");
    }

    #[test]
    fn fast_models_agree_with_their_names() {
        agrees(Sc, ModelName::Sc);
        agrees(Tso, ModelName::Tso);
        agrees(Pso, ModelName::Pso);
        agrees(C11::RA, ModelName::Ra);
        agrees(C11::RC11, ModelName::Rc11);
        agrees(C11::RC20, ModelName::Rc20);
        agrees(Imm, ModelName::Imm);
        agrees(Armv8, ModelName::Armv8);
    }
}
