//! From a complete graph of the open program to executions under XMM.
//!
//! An execution with cycles may come of several open graphs: of every *cut*, a set of reads that may wait and without whose
//! sources there is no cycle. It is taken from one, its first cut: the smallest one, and of those the least. So none is found twice,
//! and nothing need be remembered.

use std::collections::BTreeSet;

use raddle_graph::{EventId, EventSet, Execution, Label, Relation};
use raddle_models::axioms::{Judge, Node};

use super::graph::{Graph, part};
use crate::open::{Thing, Things};

/// An execution with a cycle that satisfies RC20's other axioms, and its core.
pub(super) struct Cyclic {
    pub(super) execution: Execution,
    pub(super) graph: Graph,
    pub(super) core: Execution,
}

/// Is it consistent, is there no ordered cycle, and is the cut its first one?
pub(super) fn judge(execution: &Execution, cut: &[EventId], things: &Things) -> Option<Cyclic> {
    let graph = Graph::new(execution);
    let element = |id: EventId| graph.candidate.element(Node::Event(id));
    let size = graph.candidate.size();
    let porf = graph.porf_without(&EventSet::empty(size)).plus();
    let cycles = graph.on_cycles(&porf);
    let cut: BTreeSet<usize> = cut.iter().filter_map(|&id| element(id)).collect();
    if !cut.iter().all(|&read| cycles.contains(read)) || graph.has_ordered_cycle() {
        return None;
    }
    if Judge::of_xmm(&graph.candidate).check(&graph.co).is_err() || first_cut(&graph, &cycles, things) != Some(cut) {
        return None;
    }
    let core = core(execution, &graph, &porf, &cycles);
    Some(Cyclic { execution: execution.clone(), graph, core })
}

/// The core of a graph: what is on a cycle or before one.
fn core(execution: &Execution, graph: &Graph, porf: &Relation, cycles: &EventSet) -> Execution {
    let before: Vec<usize> = cycles.iter().collect();
    let element = |id: EventId| graph.candidate.element(Node::Event(id));
    let is_in = |id| element(id).is_some_and(|event| before.iter().any(|&cycle| porf.contains(event, cycle)));
    part(execution, is_in)
}

/// The core of an execution, which has none if it has no cycle.
pub(super) fn core_of(execution: &Execution) -> Option<Execution> {
    let graph = Graph::new(execution);
    let porf = graph.porf_without(&EventSet::empty(graph.candidate.size())).plus();
    let cycles = graph.on_cycles(&porf);
    (!cycles.is_empty()).then(|| core(execution, &graph, &porf, &cycles))
}

/// The first cut of a graph, by elements: the smallest, and of those the least. `None` if there is none that may be waited for.
fn first_cut(graph: &Graph, cycles: &EventSet, things: &Things) -> Option<BTreeSet<usize>> {
    let thing = |read: usize| {
        let source = graph.candidate.rf.inverse().successors(read).next()?;
        let (reader, writer) = (graph.thread(read)?, graph.thread(source)?);
        let Label::Read { addr, mode, value, exclusive } = graph.candidate.label(read) else { return None };
        let thing = Thing { reader, addr, value, writer };
        (reader != writer && things.contains(mode, exclusive, thing)).then_some((read, thing))
    };
    let reads: Vec<(usize, Thing)> = (&graph.candidate.reads & cycles).iter().filter_map(thing).collect();
    (1..=reads.len()).find_map(|count| {
        let mut found = None;
        subsets(&reads, count, &mut Vec::new(), &mut |chosen| {
            let set = EventSet::from_elements(graph.candidate.size(), chosen.iter().map(|(read, _)| *read));
            let waits: BTreeSet<Thing> = chosen.iter().map(|(_, thing)| *thing).collect();
            let is_cut =
                things.allows(&waits) && graph.porf_without(&set).is_acyclic() && fits_turns(graph, chosen, things);
            if is_cut {
                found = Some(set.iter().collect());
            }
            is_cut
        });
        found
    })
}

/// Calls `visit` for the subsets of that size, in order, until it is content.
fn subsets<T: Copy>(rest: &[T], count: usize, chosen: &mut Vec<T>, visit: &mut dyn FnMut(&[T]) -> bool) -> bool {
    if count == 0 {
        return visit(chosen);
    }
    for (nth, &one) in rest.iter().enumerate() {
        if rest.len() - nth < count {
            return false;
        }
        chosen.push(one);
        let is_content = subsets(&rest[nth + 1..], count - 1, chosen, visit);
        chosen.pop();
        if is_content {
            return true;
        }
    }
    false
}

/// Do the threads begin to wait as often as they may? As the open program counts: a thread begins anew when it waits for something
/// else, or has accessed the location in between.
fn fits_turns(graph: &Graph, chosen: &[(usize, Thing)], things: &Things) -> bool {
    let places: BTreeSet<_> = chosen.iter().map(|(_, thing)| (thing.reader, thing.addr)).collect();
    places.into_iter().all(|(thread, addr)| {
        let (mut turns, mut last) = (0, None);
        for element in 0..graph.candidate.size() {
            if graph.thread(element) == Some(thread) && graph.candidate.label(element).addr() == Some(addr) {
                let wait = chosen.iter().find(|(read, _)| *read == element).map(|(_, thing)| *thing);
                turns += u32::from(wait.is_some() && wait != last);
                last = wait;
            }
        }
        turns <= things.turns(thread, addr)
    })
}
