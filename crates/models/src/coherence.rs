//! Coherence: how far back a new access may reach (RC11's COHERENCE, and SCPV of the hardware models).
//!
//! Within a thread the accesses of one location only move forward in coherence order, so of each thread only the newest
//! access that the new event knows of matters.

use raddle_graph::clock::Lane;
use raddle_graph::graph::Graph;
use raddle_graph::node::{Loc, Slot};

/// The floor given by happens-before: the coherence-latest write pinned by an access that happens before the event.
#[inline(always)]
pub fn happens_before_floor<S: Copy, const N: usize>(graph: &Graph<S, N>, event: Slot, loc: Loc) -> usize {
    let (own, location) = (graph.node(event).lane, graph.location(loc));
    let highest = location.co.len() - 1;
    let others = location.accessors.without(own);
    if others.is_empty() {
        debug_assert_eq!(highest, program_order_floor(graph, event, loc), "a thread knows its own writes");
        return highest;
    }
    let mut floor = program_order_floor(graph, event, loc);
    for lane in others {
        // Nothing is above the last write. Without this, each read of a thread that polls would look at all of another's.
        if floor >= highest {
            break;
        }
        floor = floor.max(known_floor(graph, event, loc, lane));
    }
    floor
}

/// The floor given by the newest access of a lane that happens before the event.
#[inline]
fn known_floor<S: Copy, const N: usize>(graph: &Graph<S, N>, event: Slot, loc: Loc, lane: Lane) -> usize {
    let known = graph.node(event).hb.get(lane);
    if known == 0 {
        return 0;
    }
    let newest = graph.newest_access(loc, lane, |_, node| node.index < known);
    newest.map_or(0, |access| graph.node(graph.pin(access)).co as usize)
}

/// The floor given by program order alone, to an access that is its thread's newest.
#[inline]
pub fn program_order_floor<S: Copy, const N: usize>(graph: &Graph<S, N>, event: Slot, loc: Loc) -> usize {
    let node = graph.node(event);
    debug_assert!([Some(event), node.prev_access].contains(&graph.location(loc).newest[node.lane]), "the newest");
    node.prev_access.map_or(0, |access| graph.node(graph.pin(access)).co as usize)
}
