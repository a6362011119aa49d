//! A self-contained copy of the graph for another worker: only the events that are part of it, in insertion order.

use super::{AddressMap, Graph, Location, Thread};
use crate::node::{ClockRef, Node, Slot};

impl<S: Clone, const N: usize> Graph<S, N> {
    /// The graph without the dead events of its arena, and where the given events went.
    pub fn compact<const K: usize>(&self, followed: [Slot; K]) -> (Graph<S, N>, [Slot; K]) {
        let mut live: Vec<Slot> = self.locations.iter().map(|location| location.initial).collect();
        live.extend_from_slice(&self.trail);
        let mut moved = vec![None; self.nodes.len()];
        for (to, from) in live.iter().enumerate() {
            moved[from.index()] = Some(Slot::new(to));
        }
        let map = |slot: Slot| {
            // Whatever a live event refers to is live: sources, predecessors and fences are in its prefix, readers are
            // in the graph.
            debug_assert!(moved[slot.index()].is_some(), "a live event refers to a dead one");
            moved[slot.index()].unwrap_or(slot)
        };
        let nodes = live.iter().map(|&slot| self.moved_node(slot, &map)).collect();
        let threads = self.threads.iter().map(|thread| Thread {
            start: thread.start.clone(),
            started: thread.started,
            spawned_by: thread.spawned_by.map(map),
            joined_by: thread.joined_by.map(map),
            events: thread.events.iter().copied().map(map).collect(),
        });
        let locations = self.locations.iter().map(|location| Location {
            addr: location.addr,
            initial: map(location.initial),
            co: location.co.iter().copied().map(map).collect(),
            newest: location.newest.iter().map(|newest| newest.map(map)).collect(),
            has_plain: location.has_plain,
            deleted: 0,
            need: None,
            scan: 0,
        });
        let copy = Graph {
            sync: self.sync,
            nodes,
            permanent: (0..live.len()).map(|at| at < self.locations.len()).collect(),
            top: live.len(),
            side: self.side.clone(),
            trail: self.trail.iter().copied().map(map).collect(),
            threads: threads.collect(),
            locations: locations.collect(),
            by_address: AddressMap::clone(&self.by_address),
            saved: Vec::new(),
            sc_events: self.sc_events,
        };
        (copy, followed.map(map))
    }

    fn moved_node(&self, slot: Slot, map: &impl Fn(Slot) -> Slot) -> Node<S, N> {
        let mut node = self.node(slot).clone();
        for reference in [
            &mut node.rf,
            &mut node.prev_access,
            &mut node.first_reader,
            &mut node.prev_reader,
            &mut node.next_reader,
            &mut node.release_fence,
            &mut node.sc_fence,
            &mut node.location_release,
        ] {
            *reference = reference.map(map);
        }
        node.message = node.message.map(|message| match message {
            ClockRef::Of(slot) => ClockRef::Of(map(slot)),
            side => side,
        });
        node
    }
}
