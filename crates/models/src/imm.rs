//! IMM, the intermediate memory model, restricted to executions without a cycle of program order and reads-from.
//!
//! | axiom | where |
//! |---|---|
//! | COHERENCE, ATOMICITY, SC | as in RC11 |
//! | `acyclic (rfe \| bob \| ppo \| detour \| psc_F)` | `admits` |
//!
//! Every part of the last one but `psc_F` is a path of program order and reads-from, so without seq_cst fences there is
//! nothing to check. With them: a cycle goes backwards through fences, by `psc_F` or by the rest, and every such cycle is also
//! one of program order and communication, which is looked for first because that takes few steps.

use raddle_graph::graph::{Graph, Synchronisation};
use raddle_graph::node::{Kind, Loc, Slot};

use crate::axioms::{Candidate, Judge};
use crate::coherence::happens_before_floor;
use crate::model::{Lookup, Model};
use crate::preserved::{co_previous, earlier, external_source, is_thread_event, thread_order};
use crate::reach::Search;
use crate::{ModelName, psc};

/// IMM.
#[derive(Clone, Copy, Debug)]
pub struct Imm;

impl Model for Imm {
    const TRACKS_DEPENDENCIES: bool = true;
    const SYNCHRONISATION: Synchronisation = Synchronisation::AsLabelled;
    const IS_LOCAL: bool = true;
    const COHERES_WITH_HB: bool = true;
    const ALLOWS_BUFFERING: bool = true;

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
    ) -> bool {
        if !psc::may_close_cycle(graph, event, search) {
            return true;
        }
        psc::closes_no_cycle(graph, event) && (!has_relay(graph) || acyclic_through(graph, event, lookup))
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

    fn judge<'c>(&self, candidate: &'c Candidate) -> Judge<'c> {
        Judge::new(ModelName::Imm, candidate)
    }
}

/// A fence, or what is like one.
fn is_barrier<S: Copy, const N: usize>(graph: &Graph<S, N>, event: Slot) -> bool {
    let node = graph.node(event);
    let is_fence = node.kind == Kind::Fence && (node.mode.is_acquire() || node.mode.is_release());
    is_fence || is_thread_event(node.kind)
}

/// The reads from which `ppo` leads to a write: by chains of dependencies and of what the thread reads from itself.
fn dependencies<S: Copy, const N: usize>(
    graph: &Graph<S, N>,
    write: Slot,
    lookup: &impl Lookup<S, N>,
    reach: &mut dyn FnMut(Slot),
) {
    let before = earlier(graph, write);
    let mut in_chain = vec![false; before.len() + 1];
    in_chain[before.len()] = true;
    // Chains lead backwards, so one pass from the end sees every member before it is needed.
    for index in (0..in_chain.len()).rev() {
        let slot = before.get(index).copied().unwrap_or(write);
        let node = graph.node(slot);
        // What is before a barrier is reached through it.
        if slot != write && is_barrier(graph, slot) {
            break;
        }
        // Everything follows the read half of an update.
        in_chain[index] |= node.is_read() && node.is_exclusive();
        if !in_chain[index] {
            continue;
        }
        if slot != write && node.is_read() {
            reach(slot);
        }
        // `addr ; po` is asked for at the end: what is earlier there is earlier here.
        lookup.visit(graph, slot, &mut |_, read| mark(&mut in_chain, read));
        if let Some(source) = node.rf.map(|source| graph.node(source)).filter(|source| source.lane == node.lane) {
            mark(&mut in_chain, source.index.into());
        }
    }
}

fn mark(in_chain: &mut [bool], index: u32) {
    if let Some(is_member) = in_chain.get_mut(index as usize) {
        *is_member = true;
    }
}

/// Are there seq_cst fences, and do three threads read from each other? Otherwise the SC axiom is all there is to check: a path of
/// `ar` from one such fence to another that goes from thread to thread once is in `psc_F`, and one that goes on to a third is
/// the only way to more, since what comes back to a thread is later there.
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

/// Is there no cycle of `ar` through the newest event of a thread?
fn acyclic_through<S: Copy, const N: usize>(graph: &Graph<S, N>, event: Slot, lookup: &impl Lookup<S, N>) -> bool {
    let size = graph.trail().iter().map(|slot| slot.index() + 1).max().unwrap_or(0);
    [Part::Whole, Part::Middle].into_iter().all(|part| {
        let mut backward = Backward {
            graph,
            lookup,
            start: (event, part),
            seen: vec![[false; 2]; size],
            open: Vec::new(),
            met: false,
        };
        backward.expand(event, part);
        backward.run()
    })
}

/// As what an event stands on a cycle.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    /// As the end of edges of `ar`.
    Whole,
    /// Within `psc_F`: what happens after a seq_cst fence, and is before (or itself) something in `eco` that happens before
    /// another.
    Middle,
}

struct Backward<'a, S, L, const N: usize> {
    graph: &'a Graph<S, N>,
    lookup: &'a L,
    start: (Slot, Part),
    seen: Vec<[bool; 2]>,
    open: Vec<(Slot, Part)>,
    met: bool,
}

impl<S: Copy, L: Lookup<S, N>, const N: usize> Backward<'_, S, L, N> {
    /// False if the start was met.
    fn run(mut self) -> bool {
        while let Some((slot, part)) = self.open.pop() {
            if self.met {
                return false;
            }
            self.expand(slot, part);
        }
        !self.met
    }

    fn push(&mut self, slot: Slot, part: Part) {
        self.met |= (slot, part) == self.start;
        // Initial writes come before everything, and nothing before them.
        let Some(seen) = self.seen.get_mut(slot.index()).filter(|_| self.graph.node(slot).lane.thread().is_some())
        else {
            return;
        };
        if !std::mem::replace(&mut seen[part as usize], true) {
            self.open.push((slot, part));
        }
    }

    fn expand(&mut self, slot: Slot, part: Part) {
        let graph = self.graph;
        let node = graph.node(slot);
        match part {
            Part::Whole => {
                let mut before = Vec::new();
                Imm.before(graph, slot, self.lookup, &mut |slot| before.push(slot));
                before.into_iter().for_each(|slot| self.push(slot, Part::Whole));
                self.detours(slot);
                if node.kind == Kind::Fence && node.mode.is_sc() {
                    self.known_to(slot);
                }
            }
            Part::Middle => {
                for lane in graph.lanes() {
                    let events = &graph.threads()[lane.index() - 1].events;
                    let last = usize::from(node.hb.get(lane)).checked_sub(1).and_then(|last| events.get(last));
                    let fence = last.and_then(|&last| graph.node(last).sc_fence);
                    fence.into_iter().for_each(|fence| self.push(fence, Part::Whole));
                }
                match node.rf {
                    Some(source) => self.push(source, Part::Middle),
                    None => {
                        let Some(before) = co_previous(graph, slot) else { return };
                        self.push(before, Part::Middle);
                        graph.readers(before).for_each(|reader| self.push(reader, Part::Middle));
                    }
                }
            }
        }
    }

    /// Everything that happens before a seq_cst fence.
    fn known_to(&mut self, fence: Slot) {
        let graph = self.graph;
        let known = graph.node(fence).hb;
        for lane in graph.lanes() {
            let events = &graph.threads()[lane.index() - 1].events;
            let known = usize::from(known.get(lane)).min(events.len());
            events[..known].iter().filter(|&&event| event != fence).for_each(|&event| self.push(event, Part::Middle));
        }
    }

    /// `po & (coe ; rfe)`: earlier writes that the write of another thread overwrote that this read reads.
    fn detours(&mut self, read: Slot) {
        let graph = self.graph;
        let Some(source) = external_source(graph, read) else { return };
        let loc = graph.node(read).loc();
        for &slot in earlier(graph, read) {
            let node = graph.node(slot);
            if node.is_write() && node.loc() == loc && node.co < graph.node(source).co {
                self.push(slot, Part::Whole);
            }
        }
    }
}
