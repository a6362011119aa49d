//! Reachability along the order edges of a graph: does a path lead from an event back to itself?
//!
//! Used by the models with one global order (SC, TSO, PSO), and to rule out psc cycles. Communication edges are followed one step at a time (a
//! write to its readers and its coherence successor, a read to the coherence successor of its source: their closure is
//! rf | co | fr); how far program order reaches is the model's own (`Order`).

use raddle_graph::Address;
use raddle_graph::graph::Graph;
use raddle_graph::node::{Kind, Slot};

use crate::preserved::co_previous;

/// Scratch memory of searches, reused between them.
#[derive(Clone, Debug, Default)]
pub struct Search {
    epoch: u32,
    seen: Vec<u32>,
    stack: Vec<Slot>,
    /// Of a search in breadth: from which place of the stack each event was reached.
    parents: Vec<usize>,
}

/// The part of program order that a model preserves.
pub trait Order {
    /// Are reads ordered after a write of their own thread that they read from?
    const INTERNAL_RF: bool;

    /// Calls `reach` on events among the `later` ones of its thread that are ordered after the event, at least enough of
    /// them to reach all others; tells whether the end of the thread is ordered after it, too.
    fn successors<S: Copy, const N: usize>(
        graph: &Graph<S, N>,
        event: Slot,
        later: &[Slot],
        reach: &mut dyn FnMut(Slot),
    ) -> bool;
}

impl Search {
    /// Forgets what was met.
    pub(crate) fn begin(&mut self) {
        self.epoch = self.epoch.wrapping_add(1);
        if self.epoch == 0 {
            self.seen.clear();
            self.epoch = 1;
        }
        self.stack.clear();
    }

    pub(crate) fn push(&mut self, slot: Slot) {
        if slot.index() >= self.seen.len() {
            self.seen.resize(slot.index() + 1, 0);
        }
        let seen = &mut self.seen[slot.index()];
        if *seen != self.epoch {
            *seen = self.epoch;
            self.stack.push(slot);
        }
    }

    /// Is there no path from the event back to itself?
    pub fn acyclic_through<O: Order, S: Copy, const N: usize>(&mut self, graph: &Graph<S, N>, event: Slot) -> bool {
        self.begin();
        // The event itself is not marked at first: meeting it again is what we look for.
        self.expand::<O, S, N>(graph, event);
        while let Some(slot) = self.stack.pop() {
            if slot == event {
                return false;
            }
            self.expand::<O, S, N>(graph, slot);
        }
        true
    }

    /// The events that are on cycles of program order and communication with the event, itself included if there are any.
    pub(crate) fn component<S: Copy, const N: usize>(&mut self, graph: &Graph<S, N>, event: Slot, out: &mut Vec<Slot>) {
        out.clear();
        self.begin();
        self.push(event);
        while let Some(slot) = self.stack.pop() {
            self.expand::<ProgramOrder, S, N>(graph, slot);
        }
        // Of what comes after the event, what also comes before it: going back, marks are moved to the next epoch.
        let after = self.epoch;
        self.begin();
        if self.epoch < after {
            // The marks are gone with the old epochs. This happens once in 2^32 searches.
            return self.component(graph, event, out);
        }
        self.seen[event.index()] = self.epoch;
        self.stack.push(event);
        while let Some(slot) = self.stack.pop() {
            out.push(slot);
            predecessors(graph, slot, |before| {
                let seen = &mut self.seen[..];
                if let Some(mark) = seen.get_mut(before.index()).filter(|mark| **mark == after) {
                    *mark = self.epoch;
                    self.stack.push(before);
                }
            });
        }
    }

    /// The events of a shortest cycle of program order and communication through the event, if there is one.
    pub(crate) fn cycle<S: Copy, const N: usize>(&mut self, graph: &Graph<S, N>, event: Slot, out: &mut Vec<Slot>) {
        out.clear();
        self.begin();
        self.parents.clear();
        self.expand::<ProgramOrder, S, N>(graph, event);
        self.parents.resize(self.stack.len(), usize::MAX);
        let mut next = 0;
        while let Some(&slot) = self.stack.get(next) {
            if slot == event {
                let path = std::iter::successors(Some(next), |&at| self.parents.get(at).copied());
                out.extend(path.map_while(|at| self.stack.get(at)));
                return;
            }
            self.expand::<ProgramOrder, S, N>(graph, slot);
            self.parents.resize(self.stack.len(), next);
            next += 1;
        }
    }

    /// Follows predecessors from an event on until there are no more, or the event is met again: true then.
    /// `before` calls its second argument on them.
    pub fn comes_back(&mut self, event: Slot, mut before: impl FnMut(Slot, &mut dyn FnMut(Slot))) -> bool {
        self.begin();
        before(event, &mut |slot| self.push(slot));
        while let Some(slot) = self.stack.pop() {
            if slot == event {
                return true;
            }
            before(slot, &mut |slot| self.push(slot));
        }
        false
    }

    /// Did the last search meet the event?
    pub fn has_met(&self, slot: Slot) -> bool {
        self.seen.get(slot.index()).is_some_and(|&epoch| epoch == self.epoch)
    }

    fn expand<O: Order, S: Copy, const N: usize>(&mut self, graph: &Graph<S, N>, slot: Slot) {
        let node = graph.node(slot);
        match node.kind {
            Kind::Read { .. } => {
                if let Some(next) = node.rf.and_then(|source| graph.co_next(source)) {
                    self.push(next);
                }
            }
            Kind::Write { .. } => {
                if let Some(next) = graph.co_next(slot) {
                    self.push(next);
                }
                for reader in graph.readers(slot) {
                    if O::INTERNAL_RF || graph.node(reader).lane != node.lane {
                        self.push(reader);
                    }
                }
            }
            Kind::Fence | Kind::Join(_) | Kind::Allocate { .. } | Kind::Free { .. } | Kind::Choose => {}
            Kind::Depart { .. } => {}
            Kind::Arrive { round } => {
                let meeting = graph.meeting(Address(node.value), round);
                meeting.into_iter().flat_map(|meeting| &meeting.departures).for_each(|&event| self.push(event));
            }
            Kind::Spawn(child) => {
                let child = &graph.threads()[child.index()];
                child.events.iter().for_each(|&event| self.push(event));
                child.joins.iter().for_each(|&join| self.push(join));
            }
        }
        // Initial writes have no thread, and nothing is after them but through communication and the start of threads:
        // no cycle goes through them.
        let Some(thread) = node.lane.thread() else { return };
        let thread = &graph.threads()[thread.index()];
        let later = &thread.events[node.index as usize + 1..];
        let reaches_end = O::successors(graph, slot, later, &mut |next| self.push(next));
        if reaches_end {
            thread.joins.iter().for_each(|&join| self.push(join));
        }
    }
}

/// Visits the events directly before an event in program order, communication, and the order of starting and joining threads and
/// of barriers: the inverse of what `Search` follows with `ProgramOrder`, up to closure.
fn predecessors<S: Copy, const N: usize>(graph: &Graph<S, N>, slot: Slot, mut visit: impl FnMut(Slot)) {
    let node = graph.node(slot);
    graph.parent(slot).into_iter().for_each(&mut visit);
    node.rf.into_iter().for_each(&mut visit);
    match node.kind {
        Kind::Write { .. } if node.placed => {
            if let Some(before) = co_previous(graph, slot) {
                visit(before);
                graph.readers(before).for_each(visit);
            }
        }
        Kind::Join(child) => {
            let child = &graph.threads()[child.index()];
            child.events.last().copied().or(child.spawned_by).into_iter().for_each(visit);
        }
        Kind::Depart { round } => {
            let meeting = graph.meeting(Address(node.value), round);
            meeting.into_iter().flat_map(|meeting| &meeting.arrivals).copied().for_each(visit);
        }
        _ => {}
    }
}

/// All of program order.
pub(crate) struct ProgramOrder;

impl Order for ProgramOrder {
    const INTERNAL_RF: bool = true;

    fn successors<S: Copy, const N: usize>(
        _: &Graph<S, N>,
        _: Slot,
        later: &[Slot],
        reach: &mut dyn FnMut(Slot),
    ) -> bool {
        if let Some(&next) = later.first() {
            reach(next);
        }
        true
    }
}
