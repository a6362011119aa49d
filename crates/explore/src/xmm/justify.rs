//! Whether a core is justified: the least sets of events that may be committed, and where they are in an execution that is reached.

use raddle_graph::{EventSet, Execution, Label, Relation, ThreadId};
use raddle_models::axioms::{Candidate, Node};
use rustc_hash::FxHashSet;

use super::graph::Graph;
use crate::Derivation;

/// A core that waits to be justified.
pub(super) struct Core {
    pub(super) execution: Execution,
    pub(super) graph: Graph,
    sets: Vec<EventSet>,
}

impl Core {
    pub(super) fn new(execution: Execution) -> Core {
        let graph = Graph::new(&execution);
        let sets = least_sets(&graph);
        Core { execution, graph, sets }
    }

    /// How an execution that is reached justifies the core, if it does. `labels` are the threads and labels of its events.
    pub(super) fn derive(&self, execution: &Execution, graph: &Graph, labels: &Labels) -> Option<Derivation> {
        let is_there = |event: usize| labels.contains(&self.labelled(event));
        if !self.sets.iter().any(|set| set.iter().all(is_there)) {
            return None;
        }
        let found = self.sets.iter().find_map(|set| self.embed(set, graph))?;
        let name = |graph: &Graph, element| match graph.candidate.node(element) {
            Node::Event(id) => id,
            Node::Init(_) => unreachable!("initial writes are not committed"),
        };
        let committed = found.into_iter().map(|(ours, theirs)| (name(&self.graph, ours), name(graph, theirs)));
        Some(Derivation { source: execution.clone(), committed: committed.collect() })
    }

    fn labelled(&self, event: usize) -> (Option<ThreadId>, Label) {
        (self.graph.thread(event), comparable(self.graph.candidate.label(event)))
    }

    fn embed(&self, set: &EventSet, graph: &Graph) -> Option<Vec<(usize, usize)>> {
        let ours = &self.graph;
        let mut events: Vec<(usize, Vec<usize>)> = Vec::new();
        for event in set.iter() {
            let is_same = |&there: &usize| {
                ours.thread(event) == graph.thread(there)
                    && looks_like(ours.candidate.label(event), graph.candidate.label(there))
                    && from_start(ours, event) == from_start(graph, there)
            };
            let places: Vec<usize> = (0..graph.candidate.size()).filter(is_same).collect();
            if places.is_empty() {
                return None;
            }
            events.push((event, places));
        }
        // Those with the fewest places first.
        events.sort_by_key(|(_, places)| places.len());
        let mut chosen = Vec::new();
        choose(ours, graph, &events, &mut chosen).then_some(chosen)
    }
}

/// Threads and labels, as far as they are compared.
pub(super) type Labels = FxHashSet<(Option<ThreadId>, Label)>;

/// The threads and labels of an execution's events.
pub(super) fn labels(execution: &Execution) -> Labels {
    execution.events().map(|(id, event)| (Some(id.thread), comparable(event.label))).collect()
}

/// What is compared of a label.
fn comparable(label: Label) -> Label {
    match label {
        Label::Write { addr, mode, value, .. } => Label::Write { addr, mode, value, exclusive: false },
        other => other,
    }
}

/// Do the labels agree? Whether a write is half of an update does not matter.
fn looks_like(ours: Label, theirs: Label) -> bool {
    comparable(ours) == comparable(theirs)
}

/// Does it read an initial value?
fn from_start(graph: &Graph, event: usize) -> bool {
    let label = graph.candidate.label(event);
    let init = label.addr().and_then(|addr| graph.candidate.element(Node::Init(addr)));
    init.is_some_and(|init| graph.candidate.rf.contains(init, event))
}

fn choose(ours: &Graph, theirs: &Graph, events: &[(usize, Vec<usize>)], chosen: &mut Vec<(usize, usize)>) -> bool {
    let Some(((event, places), rest)) = events.split_first() else { return true };
    for &place in places {
        let agrees = chosen.iter().all(|&(other, there)| {
            let both = |relation: fn(&Graph) -> &Relation, is_exact: bool| {
                let one_way = |a: (usize, usize), b: (usize, usize)| {
                    let (we, they) = (relation(ours).contains(a.0, b.0), relation(theirs).contains(a.1, b.1));
                    if is_exact { we == they } else { !we || they }
                };
                one_way((*event, place), (other, there)) && one_way((other, there), (*event, place))
            };
            place != there
                && both(|graph| &graph.candidate.rf, false)
                && both(|graph| &graph.co, false)
                && both(|graph| &graph.candidate.rmw, false)
                && both(|graph| &graph.rpo, true)
        });
        if agrees {
            chosen.push((*event, place));
            if choose(ours, theirs, rest, chosen) {
                return true;
            }
            chosen.pop();
        }
    }
    false
}

/// The least sets of events that may be committed: with a committed read its source is, with an event what `rpo` orders before it;
/// the other reads look one way; and without the sources of committed reads there is no cycle.
///
/// Reads are committed one after the other, fewest first: what contains a set that was found is left out.
fn least_sets(graph: &Graph) -> Vec<EventSet> {
    let Candidate { rf, init, reads, .. } = &graph.candidate;
    let size = graph.candidate.size();
    let needs = (rf | &graph.rpo).plus();
    let closed: Vec<EventSet> = reads
        .iter()
        .map(|read| {
            (needs.restrict_range(&EventSet::from_elements(size, [read])).domain() - init)
                | &EventSet::from_elements(size, [read])
        })
        .collect();
    let mut found: Vec<EventSet> = Vec::new();
    let mut layer: Vec<(usize, EventSet)> = vec![(0, EventSet::empty(size))];
    while !layer.is_empty() {
        let mut next = Vec::new();
        for (from, set) in layer {
            let is_covered = |set: &EventSet| found.iter().any(|least| (least - set).is_empty());
            if is_covered(&set) {
                continue;
            }
            if is_stable(graph, &set) && graph.porf_without(&set).is_acyclic() {
                found.push(set);
                continue;
            }
            for (nth, more) in closed.iter().enumerate().skip(from) {
                if !(more - &set).is_empty() {
                    next.push((nth + 1, &set | more));
                }
            }
        }
        layer = next;
    }
    let is_least = |set: &&EventSet| !found.iter().any(|other| other != *set && (other - *set).is_empty());
    found.iter().filter(is_least).cloned().collect()
}

/// Has "the writer's thread before the reader's", over reads of other threads that are not committed, no cycle?
fn is_stable(graph: &Graph, committed: &EventSet) -> bool {
    let mut edges: Vec<_> = graph
        .candidate
        .rf
        .pairs()
        .filter(|&(_, read)| !committed.contains(read))
        .filter_map(|(write, read)| Some((graph.thread(write)?, graph.thread(read)?)))
        .filter(|(writer, reader)| writer != reader)
        .collect();
    loop {
        let before = edges.len();
        let writers: std::collections::BTreeSet<_> = edges.iter().map(|&(writer, _)| writer).collect();
        edges.retain(|(_, reader)| writers.contains(reader));
        if edges.len() == before {
            return edges.is_empty();
        }
    }
}
