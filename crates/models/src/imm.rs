//! IMM, the intermediate memory model, restricted to executions without a cycle of program order and reads-from.
//!
//! | axiom | where |
//! |---|---|
//! | COHERENCE, ATOMICITY, SC | as in RC11 |
//! | `acyclic (rfe \| bob \| ppo \| detour \| psc_F)` | `admits` |
//!
//! The union in the last axiom is called `ar`. Every part of it but `psc_F` is a path of program order and reads-from, so without
//! seq_cst fences `ar` is acyclic by construction. With them, every cycle of `ar` is also one of program order and
//! communication. `psc::may_close_cycle` searches for the latter first, because that takes few steps.

use raddle_graph::graph::{Graph, Synchronisation};
use raddle_graph::node::{Kind, Loc, Slot};

use crate::axioms::{Candidate, Judge};
use crate::coherence::happens_before_floor;
use crate::model::{Lookup, Model};
use crate::preserved::{co_previous, earlier, external_source, is_thread_event, thread_order};
use crate::reach::Search;
use crate::{ModelName, psc};

/// The model. It has no state.
#[derive(Clone, Copy, Debug)]
pub struct Imm;

impl Model for Imm {
    const IS_LOCAL: bool = true;
    const COHERES_WITH_HB: bool = true;
    const ALLOWS_BUFFERING: bool = true;
    const ORDERS_AFTER_UPDATES: bool = true;
    type Memory = ();

    fn tracks_dependencies(&self) -> bool {
        true
    }

    fn synchronisation(&self) -> Synchronisation {
        Synchronisation::AsLabelled
    }

    #[inline(always)]
    fn floor<S: Copy, const N: usize>(&self, graph: &Graph<S, N>, event: Slot, loc: Loc) -> usize {
        happens_before_floor(graph, event, loc)
    }

    fn admits<S: Copy, const N: usize>(
        &self,
        graph: &Graph<S, N>,
        event: Slot,
        lookup: &impl Lookup<S, N>,
        search: &mut Search,
        (): &mut (),
    ) -> bool {
        if !psc::may_close_cycle(graph, event, search) {
            return true;
        }
        psc::closes_no_cycle(graph, event, psc::Detours::OverOtherLocations)
            && (!has_relay(graph) || acyclic_through(graph, event, lookup))
    }

    /// `rfe | bob | ppo`, and the starting and joining of threads.
    fn before<S: Copy, const N: usize>(
        &self,
        graph: &Graph<S, N>,
        event: Slot,
        lookup: &impl Lookup<S, N>,
        reach: &mut dyn FnMut(Slot),
    ) {
        thread_order(graph, event, reach);
        external_source(graph, event).into_iter().for_each(&mut *reach);
        let node = graph.node(event);
        let before = earlier(graph, event);
        if is_barrier(graph, event) || (node.is_write() && node.mode.is_release()) {
            before.iter().copied().for_each(reach);
            return;
        }
        let is_write = node.is_write();
        for &slot in before.iter().rev() {
            let other = graph.node(slot);
            let acquires = other.is_read() && other.mode.is_acquire();
            let releases = is_write && other.is_write() && other.mode.is_release() && other.loc() == node.loc();
            if acquires || releases {
                reach(slot);
            }
            if is_barrier(graph, slot) {
                reach(slot);
                break;
            }
        }
        if is_write {
            dependencies(graph, event, lookup, reach);
        }
    }

    fn judge<'c>(&'c self, candidate: &'c Candidate) -> Judge<'c> {
        Judge::new(ModelName::Imm, candidate)
    }
}

/// Does the event order everything before it in its thread with everything after it? Fences do, and so do starts and joins of
/// threads.
fn is_barrier<S: Copy, const N: usize>(graph: &Graph<S, N>, event: Slot) -> bool {
    let node = graph.node(event);
    let is_fence = node.kind == Kind::Fence && (node.mode.is_acquire() || node.mode.is_release());
    is_fence || is_thread_event(node.kind)
}

/// Visits the reads from which `ppo` leads to a write: by chains of dependencies and of reads-from within the thread.
fn dependencies<S: Copy, const N: usize>(
    graph: &Graph<S, N>,
    write: Slot,
    lookup: &impl Lookup<S, N>,
    reach: &mut dyn FnMut(Slot),
) {
    let before = earlier(graph, write);
    let mut in_chain = vec![false; before.len() + 1];
    in_chain[before.len()] = true;
    // Dependencies and internal reads-from lead to earlier events, so one pass from the end suffices.
    for index in (0..in_chain.len()).rev() {
        let slot = before.get(index).copied().unwrap_or(write);
        let node = graph.node(slot);
        // The caller reaches the barrier, and through it everything earlier.
        if slot != write && is_barrier(graph, slot) {
            break;
        }
        // `ppo` orders the read half of an update before everything that follows it.
        in_chain[index] |= node.is_read() && node.is_exclusive();
        if !in_chain[index] {
            continue;
        }
        if slot != write && node.is_read() {
            reach(slot);
        }
        // For the write, `lookup` includes `addr ; po`, which covers the addresses of all events of the chain.
        lookup.visit(graph, slot, &mut |how, read| in_chain[read as usize] |= how.orders_writes());
        if let Some(source) = node.rf.map(|source| graph.node(source)).filter(|source| source.lane == node.lane) {
            in_chain[source.index as usize] = true;
        }
    }
}

/// Are there seq_cst fences, and do at least three threads read from other threads or are read by them? Otherwise the SC axiom
/// implies this one: a path of `ar` between two such fences that changes threads once is in `psc_F`, and one that returns to its
/// thread arrives at a later event there, which program order gives already.
fn has_relay<S: Copy, const N: usize>(graph: &Graph<S, N>) -> bool {
    let events = || graph.threads().iter().map(|thread| &thread.events);
    if !events().any(|events| events.last().is_some_and(|&last| graph.node(last).sc_fence.is_some())) {
        return false;
    }
    let mut lanes: u128 = 0;
    for &event in events().flatten() {
        if let Some(source) = external_source(graph, event).map(|source| graph.node(source).lane)
            && source.thread().is_some()
        {
            lanes |= 1 << source.index() | 1 << graph.node(event).lane.index();
        }
    }
    lanes.count_ones() >= 3
}

/// Is there no cycle of `ar` through the newest event of a thread? It may be on the cycle in either role.
fn acyclic_through<S: Copy, const N: usize>(graph: &Graph<S, N>, event: Slot, lookup: &impl Lookup<S, N>) -> bool {
    let size = graph.trail().iter().map(|slot| slot.index() + 1).max().unwrap_or(0);
    [Role::Endpoint, Role::InsidePsc].into_iter().all(|role| {
        let mut search = CycleSearch {
            graph,
            lookup,
            start: (event, role),
            seen: vec![[false; 2]; size],
            worklist: Vec::new(),
            found_start: false,
        };
        search.expand(event, role);
        !search.returns_to_start()
    })
}

/// Why an event is on a path of `ar`.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    /// An edge of `ar` begins or ends at it.
    Endpoint,
    /// It is in the middle of a `psc_F` edge, on the `eco?` of `[F_sc] ; hb ; eco? ; hb ; [F_sc]`.
    InsidePsc,
}

/// A depth-first search against the direction of `ar`, for a path that returns to where it began.
struct CycleSearch<'a, S, L, const N: usize> {
    graph: &'a Graph<S, N>,
    lookup: &'a L,
    start: (Slot, Role),
    /// By slot and role.
    seen: Vec<[bool; 2]>,
    worklist: Vec<(Slot, Role)>,
    found_start: bool,
}

impl<S: Copy, L: Lookup<S, N>, const N: usize> CycleSearch<'_, S, L, N> {
    fn returns_to_start(mut self) -> bool {
        while let Some((slot, role)) = self.worklist.pop() {
            if self.found_start {
                return true;
            }
            self.expand(slot, role);
        }
        self.found_start
    }

    fn push(&mut self, slot: Slot, role: Role) {
        self.found_start |= (slot, role) == self.start;
        // Nothing is before an initial write, so it is on no cycle.
        if self.graph.node(slot).lane.thread().is_none() {
            return;
        }
        if !std::mem::replace(&mut self.seen[slot.index()][role as usize], true) {
            self.worklist.push((slot, role));
        }
    }

    /// Pushes what is one step before the event in this role.
    fn expand(&mut self, slot: Slot, role: Role) {
        let graph = self.graph;
        let node = graph.node(slot);
        match role {
            Role::Endpoint => {
                let mut before = Vec::new();
                Imm.before(graph, slot, self.lookup, &mut |slot| before.push(slot));
                before.into_iter().for_each(|slot| self.push(slot, Role::Endpoint));
                self.push_detours(slot);
                if node.kind == Kind::Fence && node.mode.is_sc() {
                    self.push_happening_before(slot);
                }
            }
            Role::InsidePsc => {
                for lane in graph.lanes() {
                    let events = &graph.threads()[lane.index() - 1].events;
                    let last = (node.hb.get(lane) as usize).checked_sub(1).and_then(|last| events.get(last));
                    let fence = last.and_then(|&last| graph.node(last).sc_fence);
                    fence.into_iter().for_each(|fence| self.push(fence, Role::Endpoint));
                }
                match node.rf {
                    Some(source) => self.push(source, Role::InsidePsc),
                    None => {
                        let Some(before) = co_previous(graph, slot) else { return };
                        self.push(before, Role::InsidePsc);
                        graph.readers(before).for_each(|reader| self.push(reader, Role::InsidePsc));
                    }
                }
            }
        }
    }

    /// Pushes everything that happens before a seq_cst fence.
    fn push_happening_before(&mut self, fence: Slot) {
        let graph = self.graph;
        let hb = graph.node(fence).hb;
        for lane in graph.lanes() {
            let events = &graph.threads()[lane.index() - 1].events;
            let count = (hb.get(lane) as usize).min(events.len());
            events[..count]
                .iter()
                .filter(|&&event| event != fence)
                .for_each(|&event| self.push(event, Role::InsidePsc));
        }
    }

    /// Pushes the starts of `detour = po & (coe ; rfe)` edges: earlier writes of the thread that are coherence-before the read's
    /// source in another thread.
    fn push_detours(&mut self, read: Slot) {
        let graph = self.graph;
        let Some(source) = external_source(graph, read) else { return };
        let loc = graph.node(read).loc();
        for &slot in earlier(graph, read) {
            let node = graph.node(slot);
            if node.is_write() && node.loc() == loc && node.co < graph.node(source).co {
                self.push(slot, Role::Endpoint);
            }
        }
    }
}
