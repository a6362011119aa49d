//! Coherence: how far back a new access may reach (RC11's COHERENCE, and SCPV of the hardware models).
//!
//! Within a thread the accesses of one location only move forward in coherence order, so of each thread only the newest
//! access that the new event knows of matters.

use raddle_graph::graph::Graph;
use raddle_graph::node::{Loc, Slot};

/// The floor given by happens-before: the coherence-latest write pinned by an access that happens before the event.
pub fn happens_before_floor<S: Clone, const N: usize>(graph: &Graph<S, N>, event: Slot, loc: Loc) -> usize {
    let hb = &graph.node(event).hb;
    let mut floor = 0;
    for lane in graph.lanes() {
        let known =
            graph.accesses(loc, lane).find(|&access| access != event && hb.contains(lane, graph.node(access).index));
        if let Some(access) = known {
            floor = floor.max(graph.node(graph.pin(access)).co as usize);
        }
    }
    floor
}

/// The floor given by program order alone.
pub fn program_order_floor<S: Clone, const N: usize>(graph: &Graph<S, N>, event: Slot, loc: Loc) -> usize {
    graph
        .accesses(loc, graph.node(event).lane)
        .find(|&access| access != event)
        .map_or(0, |access| graph.node(graph.pin(access)).co as usize)
}
