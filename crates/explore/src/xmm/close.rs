//! From a complete graph of the open program to executions under XMM.
//!
//! An execution with cycles may come of several open graphs: of every *cut*, a set of reads that may wait and without whose
//! sources there is no cycle. It is taken from one, its first cut: the smallest one, and of those the least. So none is found twice,
//! and nothing need be remembered.

use raddle_graph::{EventId, EventSet, Execution, Relation};
use raddle_models::axioms::{Judge, Node};

use super::cut::is_first_cut;
use super::graph::{Graph, part};
use crate::open::Things;

/// An execution with a cycle that satisfies RC20's other axioms, and its core.
pub(super) struct Cyclic {
    pub(super) execution: Execution,
    pub(super) core: Execution,
}

/// Is it consistent, is there no ordered cycle, and is the cut its first one?
pub(super) fn judge(execution: &Execution, cut: &[EventId], things: &Things) -> Option<Cyclic> {
    // Of most that is so: the cheapest question first.
    if !is_first_cut(execution, cut, things) {
        return None;
    }
    let graph = Graph::new(execution);
    if graph.has_ordered_cycle() || Judge::of_xmm(&graph.candidate).check(&graph.co).is_err() {
        return None;
    }
    let porf = graph.porf_without(&EventSet::empty(graph.candidate.size())).plus();
    let core = core(execution, &graph, &porf, &graph.on_cycles(&porf));
    Some(Cyclic { execution: execution.clone(), core })
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
