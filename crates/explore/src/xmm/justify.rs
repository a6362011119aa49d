//! Whether a core is justified: the least sets of events that may be committed, and where they are in an execution that is reached.

use raddle_graph::{EventId, EventSet, Execution, Label, Relation, Source, ThreadId};
use raddle_models::axioms::{Candidate, Node};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::graph::{Graph, LazyGraph};
use crate::Derivation;

/// A core that waits to be justified.
pub(super) struct Core {
    pub(super) execution: Execution,
    pub(super) graph: Graph,
    sets: Vec<EventSet>,
    /// What is compared of each of its elements.
    names: Vec<Name>,
}

impl Core {
    pub(super) fn new(execution: Execution) -> Core {
        let graph = Graph::new(&execution);
        let sets = least_sets(&graph);
        let name = |element: usize| (graph.thread(element), comparable(graph.candidate.label(element)));
        let names = (0..graph.candidate.size()).map(name).collect();
        Core { execution, graph, sets, names }
    }

    /// How an execution that is reached justifies the core, if it does. `labels` are its events by thread and label.
    pub(super) fn derive(&self, execution: &Execution, graph: &LazyGraph<'_>, labels: &Labels) -> Option<Derivation> {
        let is_there = |set: &&EventSet| set.iter().all(|event| labels.contains_key(&self.names[event]));
        let found = self.sets.iter().filter(is_there).find_map(|set| self.embed(set, graph.get(), labels))?;
        let name = |graph: &Graph, element| match graph.candidate.node(element) {
            Node::Event(id) => id,
            Node::Init(_) => unreachable!("initial writes are not committed"),
        };
        let graph = graph.get();
        let committed = found.into_iter().map(|(ours, theirs)| (name(&self.graph, ours), name(graph, theirs)));
        Some(Derivation { source: execution.clone(), committed: committed.collect() })
    }

    fn embed(&self, set: &EventSet, graph: &Graph, labels: &Labels) -> Option<Vec<(usize, usize)>> {
        let mut events: Vec<(usize, Vec<usize>)> = Vec::new();
        for event in set.iter() {
            let from_start = from_start(&self.graph, event);
            let same = labels.get(&self.names[event])?.iter().filter(|(_, starts)| *starts == from_start);
            let places: Vec<usize> = same.filter_map(|&(id, _)| graph.candidate.element(Node::Event(id))).collect();
            if places.is_empty() {
                return None;
            }
            events.push((event, places));
        }
        // Those with the fewest places first.
        events.sort_by_key(|(_, places)| places.len());
        let mut chosen = Vec::new();
        choose(&self.graph, graph, &events, &mut chosen).then_some(chosen)
    }
}

/// What of an event is compared: its thread and its label.
type Name = (Option<ThreadId>, Label);

/// The events of an execution by what is compared, in order; each with whether it reads an initial value.
pub(super) type Labels = FxHashMap<Name, SmallVec<[(EventId, bool); 2]>>;

/// The events of an execution by thread and label.
pub(super) fn labels(execution: &Execution) -> Labels {
    let mut labels = Labels::default();
    for (id, event) in execution.events() {
        let name = (Some(id.thread), comparable(event.label));
        labels.entry(name).or_default().push((id, event.rf == Some(Source::Init)));
    }
    labels
}

/// What is compared of a label. Whether a write is half of an update does not matter.
fn comparable(label: Label) -> Label {
    match label {
        Label::Write { addr, mode, value, .. } => Label::Write { addr, mode, value, exclusive: false },
        other => other,
    }
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
/// Reads are committed one after the other, fewest first: what contains a set that was found is left out. Only those are tried that are in the
/// way: reads of other threads' writes that are on a cycle, or by which threads look at each other.
fn least_sets(graph: &Graph) -> Vec<EventSet> {
    let Candidate { rf, init, .. } = &graph.candidate;
    let size = graph.candidate.size();
    let needs = (rf | &graph.rpo).plus();
    let cycles = graph.on_cycles(&graph.porf_without(&EventSet::empty(size)).plus());
    let unstable = unstable(graph, &EventSet::empty(size));
    let is_in_the_way = |&(write, read): &(usize, usize)| {
        let (writer, reader) = (graph.thread(write), graph.thread(read));
        let is_unstable = || unstable.iter().any(|&(from, to)| (Some(from), Some(to)) == (writer, reader));
        writer.is_some() && writer != reader && (cycles.contains(read) || is_unstable())
    };
    let reads: std::collections::BTreeSet<usize> = rf.pairs().filter(is_in_the_way).map(|(_, read)| read).collect();
    let closed: Vec<EventSet> = reads
        .into_iter()
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
    unstable(graph, committed).is_empty()
}

/// What there is of "the writer's thread before the reader's" that a cycle leads to.
fn unstable(graph: &Graph, committed: &EventSet) -> Vec<(ThreadId, ThreadId)> {
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
            return edges;
        }
    }
}
