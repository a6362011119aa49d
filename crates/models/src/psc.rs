//! The SC axiom of RC11 and RC20, `acyclic (psc_base | psc_F)`, checked for the newest event only.
//!
//! Seq_cst events of one thread are ordered by psc, so the set of events from which the new event can be reached is,
//! per thread, a prefix: one bound per lane. We grow the bounds backwards until nothing changes or the new event itself
//! turns up. A new event that is not seq_cst matters only as the middle of an edge out of a fence that happens before
//! it.
//!
//! With `xpo` for program order extended by thread creation and join (C11's "sequenced before" through a thread's begin
//! and end):
//!
//! | part of the axiom | where |
//! |---|---|
//! | `scb ⊇ xpo`, `(xpo \ loc) ; hb ; (xpo \ loc)`, in RC20 `xpo ; hb ; xpo` | `before_in_order` |
//! | `[F] ; hb? ; scb` by `xpo` | `fences_known_to` the program-order predecessor |
//! | `scb ⊇ hb & loc` | `before_at_location` |
//! | `scb ⊇ co \| fr`, `[F] ; hb? ; (co \| fr)` | `below` |
//! | `scb ; hb? ; [F]`, `psc_F` | `up_to_fence` |

use raddle_graph::clock::{Clock, Lane};
use raddle_graph::graph::Graph;
use raddle_graph::node::{Kind, Loc, Slot};

use crate::reach::{ProgramOrder, Search};

/// Which paths along program order, happens-before and program order again belong to `scb`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Detours {
    /// `(xpo \ loc) ; hb ; (xpo \ loc)`: those that begin and end with a step between different locations (RC11).
    OverOtherLocations,
    /// `xpo ; hb ; xpo` (RC20).
    All,
}

/// Does the newest event of a thread close no psc cycle?
#[inline]
pub fn acyclic_through<S: Copy, const N: usize>(
    graph: &Graph<S, N>,
    event: Slot,
    detours: Detours,
    search: &mut Search,
) -> bool {
    // If all accesses are seq_cst, program order and communication are part of psc: the sign is the cycle.
    !may_close_cycle(graph, event, search) || (graph.has_weak_accesses() && closes_no_cycle(graph, event, detours))
}

/// Is there a sign that it might? Every psc edge is a path along program order and communication: without a cycle there,
/// which takes few steps to see, there is none in psc.
#[inline]
pub fn may_close_cycle<S: Copy, const N: usize>(graph: &Graph<S, N>, event: Slot, search: &mut Search) -> bool {
    graph.has_sc_events()
        && !matches!(graph.node(event).kind, Kind::Fence)
        && !search.acyclic_through::<ProgramOrder, S, N>(graph, event)
}

/// The same as `acyclic_through`, without looking for a sign first.
pub fn closes_no_cycle<S: Copy, const N: usize>(graph: &Graph<S, N>, event: Slot, detours: Detours) -> bool {
    let node = graph.node(event);
    let has_fences = graph.has_sc_fences();
    // Cycles through an edge out of a fence that has the event in its middle …
    if has_fences {
        let mut middle = Backward { graph, event, detours, has_fences, as_middle: true, bounds: [0; N], closed: false };
        middle.fences_known_to(event);
        if !middle.run() {
            return false;
        }
    }
    // … and, if it is itself seq_cst, cycles through the event.
    if !node.mode.is_sc() {
        return true;
    }
    let mut end = Backward { graph, event, detours, has_fences, as_middle: false, bounds: [0; N], closed: false };
    end.predecessors(event);
    end.run()
}

/// The events found so far to reach the start: of each lane, the seq_cst ones among the first so many.
struct Backward<'a, S, const N: usize> {
    graph: &'a Graph<S, N>,
    event: Slot,
    detours: Detours,
    /// Are there seq_cst fences?
    has_fences: bool,
    /// Is the event looked for as the middle of an edge, rather than as the end of one?
    as_middle: bool,
    bounds: [u32; N],
    closed: bool,
}

impl<S: Copy, const N: usize> Backward<'_, S, N> {
    /// Grows the bounds to the end; false if the event was met.
    fn run(mut self) -> bool {
        let mut done = [0; N];
        while !self.closed {
            let Some(lane) = (1..=self.graph.threads().len()).find(|&lane| done[lane] < self.bounds[lane]) else {
                return true;
            };
            let events = &self.graph.threads()[lane - 1].events;
            let (first, end) = (done[lane] as usize, self.bounds[lane] as usize);
            done[lane] = self.bounds[lane];
            // What reaches an event of the thread before a fence reaches the fence, too: the last one stands for all of it.
            let fence = self.graph.node(events[end - 1]).sc_fence.map(|fence| self.graph.node(fence).index as usize);
            for &slot in &events[fence.unwrap_or(0).max(first)..end] {
                if self.graph.node(slot).mode.is_sc() {
                    self.predecessors(slot);
                }
            }
        }
        false
    }

    fn raise(&mut self, lane: Lane, count: u32) {
        let bound = &mut self.bounds[lane.index()];
        *bound = (*bound).max(count);
        let target = self.graph.node(self.event);
        self.closed |= !self.as_middle && lane == target.lane && count > target.index;
    }

    /// Everything with a psc edge to the seq_cst event.
    fn predecessors(&mut self, to: Slot) {
        let node = self.graph.node(to);
        self.before_in_order(to);
        match node.kind {
            Kind::Write { loc, .. } => {
                self.before_at_location(to, loc);
                self.below(loc, node.co, node.co, Self::through);
            }
            Kind::Read { loc, .. } => self.before_at_location(to, loc),
            Kind::Fence => self.up_to_fence(to),
            Kind::Spawn(_)
            | Kind::Join(_)
            | Kind::Allocate { .. }
            | Kind::Free { .. }
            | Kind::Choose
            | Kind::Arrive { .. }
            | Kind::Depart { .. } => {}
        }
    }

    fn before_in_order(&mut self, to: Slot) {
        let graph = self.graph;
        let node = graph.node(to);
        self.raise(node.lane, node.index);
        if let Some(before) = graph.parent(to) {
            self.fences_known_to(before);
        }
        let last_step_from = match self.detours {
            Detours::OverOtherLocations => previous_elsewhere(graph, to),
            Detours::All => graph.parent(to),
        };
        let Some(last_step_from) = last_step_from else { return };
        let known = graph.node(last_step_from).hb;
        for lane in graph.lanes() {
            let count = match self.detours {
                Detours::OverOtherLocations => followed_elsewhere(graph, lane, &known),
                Detours::All => followed(graph, lane, &known),
            };
            self.raise(lane, count);
        }
    }

    fn before_at_location(&mut self, to: Slot, loc: Loc) {
        let graph = self.graph;
        let known = graph.node(to).hb;
        for lane in graph.location(loc).accessors {
            let last = graph.newest_access(loc, lane, |access, node| access != to && known.contains(lane, node.index));
            if let Some(access) = last {
                self.through(access);
            }
        }
    }

    /// Goes on with the newest access of each thread that comes to the location's writes from below: a write placed before
    /// `writes`, a read of a write placed before `reads`.
    fn below(&mut self, loc: Loc, writes: u32, reads: u32, go_on: fn(&mut Self, Slot)) {
        let graph = self.graph;
        for lane in graph.location(loc).accessors {
            // A thread's accesses move forward in coherence order, and `writes` is `reads`, or one more.
            let last = graph.newest_access(loc, lane, |access, node| {
                let limit = if node.is_read() { reads } else { writes };
                graph.node(node.rf.unwrap_or(access)).co < limit
            });
            if let Some(access) = last {
                go_on(self, access);
            }
        }
    }

    /// The access, or fences that happen before it, or seq_cst accesses of its thread and location before it.
    fn through(&mut self, access: Slot) {
        let graph = self.graph;
        self.fences_through(access);
        let bound = self.bounds[graph.node(access).lane.index()];
        let strong = std::iter::successors(Some(access), |&earlier| graph.node(earlier).prev_access)
            .take_while(|&earlier| graph.node(earlier).index >= bound)
            .find(|&earlier| graph.node(earlier).mode.is_sc());
        if let Some(strong) = strong {
            self.raise(graph.node(strong).lane, graph.node(strong).index + 1);
        }
    }

    fn fences_through(&mut self, access: Slot) {
        self.closed |= self.as_middle && access == self.event;
        self.fences_known_to(access);
    }

    fn fences_known_to(&mut self, slot: Slot) {
        if !self.has_fences {
            return;
        }
        let known = self.graph.node(slot).hb;
        for lane in self.graph.lanes() {
            self.last_fence(lane, known.get(lane));
        }
    }

    /// The last seq_cst fence among the first so many events of a lane.
    fn last_fence(&mut self, lane: Lane, count: u32) {
        let events = &self.graph.threads()[lane.index() - 1].events;
        let last = (count as usize).checked_sub(1).and_then(|last| self.graph.node(events[last]).sc_fence);
        if let Some(fence) = last {
            self.raise(lane, self.graph.node(fence).index + 1);
        }
    }

    fn up_to_fence(&mut self, fence: Slot) {
        let graph = self.graph;
        let known = graph.node(fence).hb;
        let own = graph.node(fence).lane;
        for lane in graph.lanes() {
            // scb by program order into something that happens before the fence.
            self.raise(lane, followed(graph, lane, &known));
            if lane != own {
                self.last_fence(lane, known.get(lane));
            }
        }
        for (loc, location) in graph.locations() {
            let mut write_top = 0;
            let mut any_write = 0;
            let mut any_read = 0;
            for lane in location.accessors {
                let newest = graph.newest_access(loc, lane, |_, node| known.contains(lane, node.index));
                let Some(access) = newest else { continue };
                let node = graph.node(access);
                let position = graph.node(graph.pin(access)).co;
                any_read = any_read.max(position);
                any_write = any_write.max(if node.is_read() { position + 1 } else { position });
                self.before_at_location(access, loc);
                let earlier = std::iter::successors(Some(access), |&earlier| graph.node(earlier).prev_access);
                // A thread's accesses move forward in coherence order: older ones add nothing if one does not.
                let write = earlier
                    .take_while(|&earlier| graph.node(graph.pin(earlier)).co > write_top)
                    .map(|earlier| graph.node(earlier))
                    .find(|earlier| earlier.is_write());
                write_top = write_top.max(write.map_or(0, |write| write.co));
            }
            self.below(loc, write_top, write_top, Self::through);
            // psc_F: eco may end in a read, and only fences count.
            self.below(loc, any_write, any_read, Self::fences_through);
        }
    }
}

/// The newest event before this one in `xpo` that does not access the same location.
fn previous_elsewhere<S: Copy, const N: usize>(graph: &Graph<S, N>, event: Slot) -> Option<Slot> {
    let loc = graph.node(event).loc();
    std::iter::successors(graph.parent(event), |&before| graph.parent(before))
        .find(|&before| loc.is_none() || graph.node(before).loc() != loc)
}

/// How many of the lane's events have a later event of the thread (or its end) in the clock.
fn followed<S: Copy, const N: usize>(graph: &Graph<S, N>, lane: Lane, known: &Clock<N>) -> u32 {
    let count = known.get(lane);
    if is_joined_within(graph, lane, known) { count } else { count.saturating_sub(1) }
}

/// As `followed`, where the later event must not access the same location.
fn followed_elsewhere<S: Copy, const N: usize>(graph: &Graph<S, N>, lane: Lane, known: &Clock<N>) -> u32 {
    let mut count = followed(graph, lane, known);
    if count == known.get(lane) {
        return count;
    }
    let events = &graph.threads()[lane.index() - 1].events;
    let loc = graph.node(events[count as usize]).loc();
    while loc.is_some() && count > 0 && graph.node(events[count as usize - 1]).loc() == loc {
        count -= 1;
    }
    count
}

fn is_joined_within<S: Copy, const N: usize>(graph: &Graph<S, N>, lane: Lane, known: &Clock<N>) -> bool {
    let joins = &graph.threads()[lane.index() - 1].joins;
    joins.iter().any(|&join| known.contains(graph.node(join).lane, graph.node(join).index))
}
