//! A whole execution with the relations of which XMM's definition speaks, and its core.

use std::cell::OnceCell;

use raddle_graph::{EventId, EventSet, Execution, Label, Relation, Source, ThreadEnd, ThreadId};
use raddle_models::axioms::{Candidate, Node};

/// An execution, or the core of one.
pub(super) struct Graph {
    pub(super) candidate: Candidate,
    pub(super) co: Relation,
    pub(super) rpo: Relation,
}

/// The graph of an execution, which is made when somebody asks.
pub(super) struct LazyGraph<'a> {
    execution: &'a Execution,
    graph: OnceCell<Graph>,
}

impl<'a> LazyGraph<'a> {
    pub(super) fn new(execution: &'a Execution) -> LazyGraph<'a> {
        LazyGraph { execution, graph: OnceCell::new() }
    }

    pub(super) fn get(&self) -> &Graph {
        self.graph.get_or_init(|| Graph::new(self.execution))
    }
}

impl Graph {
    /// The graph of a recorded execution.
    pub(super) fn new(execution: &Execution) -> Graph {
        let candidate = match Candidate::new(execution) {
            Ok(candidate) => candidate,
            Err(violation) => unreachable!("reads read what was written: {violation}"),
        };
        let co = match execution.co.as_ref().map(|co| candidate.coherence(co)) {
            Some(Ok(co)) => co,
            _ => unreachable!("every write has its place in coherence order"),
        };
        let rpo = ordered(&candidate);
        Graph { candidate, co, rpo }
    }

    pub(super) fn thread(&self, element: usize) -> Option<ThreadId> {
        match self.candidate.node(element) {
            Node::Event(id) => Some(id.thread),
            Node::Init(_) => None,
        }
    }

    /// `po | sync | rf`, without some edges of `rf` into reads.
    pub(super) fn porf_without(&self, reads: &EventSet) -> Relation {
        let Candidate { po, sync, rf, .. } = &self.candidate;
        let kept = &EventSet::full(self.candidate.size()) - reads;
        po | sync | rf.restrict_range(&kept)
    }

    /// Is there a cycle of `rpo | rf`? No graph that is reached has one.
    pub(super) fn has_ordered_cycle(&self) -> bool {
        !(&self.rpo | &self.candidate.rf).is_acyclic()
    }

    /// The events that are on a cycle of `porf`, given the transitive closure of that.
    pub(super) fn on_cycles(&self, porf: &Relation) -> EventSet {
        let size = self.candidate.size();
        EventSet::from_elements(size, (0..size).filter(|&element| porf.contains(element, element)))
    }
}

/// `rpo`: what releases and acquires keep in order inside threads, and what starting, joining and meeting of threads orders.
fn ordered(candidate: &Candidate) -> Relation {
    let order = |before: usize, after: usize| {
        let (first, second) = (candidate.label(before), candidate.label(after));
        acquires(first) || releases(second) || goes_before_fence(first, second) || follows_fence(first, second)
    };
    let mut result = candidate.sync.clone();
    for (before, after) in candidate.po.pairs().filter(|&(before, after)| order(before, after)) {
        result.insert(before, after);
    }
    result.plus()
}

/// Is everything behind it ordered behind it?
fn acquires(label: Label) -> bool {
    match label {
        Label::Read { mode, .. } | Label::Fence { mode, .. } => mode.is_acquire(),
        Label::Join { .. } | Label::Depart { .. } => true,
        _ => false,
    }
}

/// Is everything before it ordered before it?
fn releases(label: Label) -> bool {
    match label {
        Label::Write { mode, .. } | Label::Fence { mode, .. } => mode.is_release(),
        Label::Spawn { .. } | Label::Arrive { .. } => true,
        _ => false,
    }
}

fn goes_before_fence(first: Label, second: Label) -> bool {
    matches!((first, second), (Label::Read { mode: read, .. }, Label::Fence { mode, .. })
        if read.is_atomic() && mode.is_acquire())
}

fn follows_fence(first: Label, second: Label) -> bool {
    matches!((first, second), (Label::Fence { mode, .. }, Label::Write { mode: write, .. })
        if write.is_atomic() && mode.is_release())
}

/// The part of an execution that has these events and the choices before them, as an execution. They are closed under program order and
/// reads-from.
pub(super) fn part(execution: &Execution, has: impl Fn(EventId) -> bool) -> Execution {
    let mut threads = Vec::with_capacity(execution.threads.len());
    for (thread, events) in (0..).map(ThreadId).zip(&execution.threads) {
        let last = (0..events.len() as u32).rev().find(|&index| has(EventId { thread, index }));
        threads.push(events[..last.map_or(0, |last| last as usize + 1)].to_vec());
    }
    let is_accessed =
        |addr| threads.iter().flatten().any(|event: &raddle_graph::Event| event.label.addr() == Some(addr));
    let init =
        execution.init.iter().filter(|&(&addr, _)| is_accessed(addr)).map(|(&addr, &value)| (addr, value)).collect();
    let kept = |order: &Vec<EventId>| order.iter().copied().filter(|&id| has(id)).collect::<Vec<_>>();
    let co = execution.co.iter().flatten().map(|(&addr, order)| (addr, kept(order)));
    let co = co.filter(|(_, order)| !order.is_empty()).collect();
    let ends = vec![ThreadEnd::Blocked; threads.len()];
    Execution { threads, ends, co: Some(co), init, ..Execution::default() }
}

/// The source of a read, if that is an event.
pub(super) fn source(execution: &Execution, read: EventId) -> Option<EventId> {
    match execution.get(read)?.rf? {
        Source::Event(id) => Some(id),
        Source::Init => None,
    }
}
