//! Partial store order: as TSO, but stores to different locations may also pass each other. A release (or stronger)
//! store is preceded, a release or acquire-release fence replaced, by a store-store barrier.
//!
//! | axiom | where |
//! |---|---|
//! | SCPV `acyclic (po-loc \| com)` | `floor` |
//! | ATOMICITY | by construction: the explorer places an update's write directly after its source |
//! | `acyclic (rfe \| fr \| co \| ppo \| fenced)` | `admits`, with `PartialStoreOrder` |

use raddle_graph::graph::{Graph, Synchronisation};
use raddle_graph::node::{Kind, Loc, Slot};

use crate::ModelName;
use crate::axioms::{Candidate, Judge};
use crate::coherence::program_order_floor;
use crate::model::{Lookup, Model};
use crate::reach::{Order, Search};
use crate::tso::{everything_later, is_flushed, is_full_fence};

/// Partial store order.
#[derive(Clone, Copy, Debug)]
pub struct Pso;

impl Model for Pso {
    const IS_LOCAL: bool = false;
    const COHERES_WITH_HB: bool = false;
    type Memory = ();

    fn synchronisation(&self) -> Synchronisation {
        Synchronisation::AllAtomics
    }

    #[inline(always)]
    fn floor<S: Copy, const N: usize>(&self, graph: &Graph<S, N>, event: Slot, loc: Loc) -> usize {
        program_order_floor(graph, event, loc)
    }

    fn admits<S: Copy, const N: usize>(
        &self,
        graph: &Graph<S, N>,
        event: Slot,
        _: &impl Lookup<S, N>,
        search: &mut Search,
        (): &mut (),
    ) -> bool {
        search.acyclic_through::<PartialStoreOrder, S, N>(graph, event)
    }

    fn judge<'c>(&'c self, candidate: &'c Candidate) -> Judge<'c> {
        Judge::new(ModelName::Pso, candidate)
    }
}

/// Program order without what unordered store buffers undo: a write before a later access of another location.
struct PartialStoreOrder;

impl Order for PartialStoreOrder {
    const INTERNAL_RF: bool = false;

    fn successors<S: Copy, const N: usize>(
        graph: &Graph<S, N>,
        event: Slot,
        later: &[Slot],
        reach: &mut dyn FnMut(Slot),
    ) -> bool {
        let node = graph.node(event);
        if node.is_read() || is_full_fence(graph, event) {
            everything_later(graph, later, reach);
            return true;
        }
        if !node.is_write() {
            return false;
        }
        let mut fenced = is_flushed(graph, event);
        let mut stores_fenced = fenced;
        for &next in later {
            fenced |= is_full_fence(graph, next);
            let node = graph.node(next);
            stores_fenced |= fenced || (matches!(node.kind, Kind::Fence) && node.mode.is_release());
            let barrier_before = node.is_write() && node.mode.is_release();
            if fenced || (node.is_write() && (stores_fenced || barrier_before)) {
                reach(next);
                if node.is_read() {
                    break;
                }
            }
        }
        true
    }
}
