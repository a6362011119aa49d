//! A candidate execution: the relations fixed by the program and by what each read reads from, before any choice of
//! coherence. Notation as in the models' definitions.
//!
//! Elements are numbered: first the initial write of each location accessed, by address, then the events thread by
//! thread in program order.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use raddle_graph::{Address, Dependencies, EventId, EventSet, Execution, Label, Mode, ReadSet, Relation, Source};

use super::Violation;

/// An element of a candidate.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Node {
    /// The initial write of a location.
    Init(Address),
    /// An event of a thread.
    Event(EventId),
}

impl fmt::Display for Node {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Node::Init(addr) => write!(f, "init {addr}"),
            Node::Event(id) => write!(f, "{id}"),
        }
    }
}

/// Events with program order and reads-from.
#[derive(Clone, Debug)]
pub struct Candidate {
    nodes: Vec<Node>,
    labels: Vec<Label>,
    /// The initial writes.
    pub init: EventSet,
    /// R.
    pub reads: EventSet,
    /// W, initial writes included.
    pub writes: EventSet,
    /// F.
    pub fences: EventSet,
    /// Starts of threads and waits for their end, arrivals at and departures from barriers.
    pub thread_events: EventSet,
    /// Both halves of updates.
    pub exclusive: EventSet,
    /// Program order: transitive, within each thread, initial writes left out.
    pub po: Relation,
    /// From each write to the reads that read from it.
    pub rf: Relation,
    /// From the read half to the write half of each update.
    pub rmw: Relation,
    /// Address dependencies, from reads. All five are empty where nobody keeps track.
    pub addr: Relation,
    /// Data dependencies, from reads.
    pub data: Relation,
    /// Control dependencies, from reads.
    pub ctrl: Relation,
    /// From reads to the compare-exchanges whose expected value was computed from them.
    pub casdep: Relation,
    /// Of the control dependencies, those that end where branches meet again, if one goes by the source.
    pub joined: Relation,
    /// What starting and joining threads order: everything up to the start before all of the child and its join,
    /// all of the child before everything from the join on. And what barriers order: everything up to an arrival before
    /// everything from a departure of the same round on.
    pub sync: Relation,
    /// Pairs of accesses to one location (each with itself too), and of fences that are about it.
    pub loc: Relation,
    /// Pairs of elements that are not of one thread. Initial writes are of no thread.
    pub external: Relation,
}

impl Candidate {
    /// The candidate that underlies the execution, whose `co` is not looked at. Fails with the axiom `WELL-FORMED`
    /// where a read reads from nothing, from elsewhere or a value that is not there.
    pub fn new(execution: &Execution) -> Result<Candidate, Violation> {
        let locations: BTreeSet<Address> = execution.events().filter_map(|(_, event)| event.label.addr()).collect();
        let mut nodes = Vec::new();
        let mut labels = Vec::new();
        for &addr in &locations {
            let value = execution.init.get(&addr).copied().unwrap_or(0);
            nodes.push(Node::Init(addr));
            labels.push(Label::Write { addr, mode: Mode::Na, value, exclusive: false });
        }
        for (id, event) in execution.events() {
            nodes.push(Node::Event(id));
            labels.push(event.label);
        }

        let mut candidate = Candidate::from_parts(nodes, labels, |id| execution.dependencies.get(&id).cloned());
        candidate.read_from(execution)?;
        Ok(candidate)
    }

    /// The candidate of these elements with their labels, and the dependencies that events have, without reads-from: `rf`
    /// is still to be filled. `nodes` is sorted. Threads may have holes: then program order passes over them.
    pub fn from_parts(
        nodes: Vec<Node>,
        labels: Vec<Label>,
        dependencies: impl Fn(EventId) -> Option<Dependencies>,
    ) -> Candidate {
        let size = nodes.len();
        let all = |property: &dyn Fn(usize) -> bool| {
            EventSet::from_elements(size, (0..size).filter(|&element| property(element)))
        };
        let thread = |element: usize| match nodes[element] {
            Node::Init(_) => None,
            Node::Event(id) => Some(id.thread),
        };
        let same_thread = |a, b| thread(a).is_some() && thread(a) == thread(b);
        let po = Relation::from_fn(size, |a, b| a < b && same_thread(a, b));
        let location = |element: usize| match labels[element] {
            Label::Fence { on, .. } => on,
            label => label.addr(),
        };
        let loc = Relation::from_fn(size, |a, b| location(a).is_some() && location(a) == location(b));

        let starts_or_joins = Relation::from_fn(size, |a, b| match (labels[a], labels[b]) {
            (Label::Spawn { thread: child }, Label::Join { thread: joined }) if child == joined => true,
            (Label::Spawn { thread: child }, _) if thread(b) == Some(child) => true,
            (_, Label::Join { thread: child }) => thread(a) == Some(child),
            (Label::Arrive { barrier, round }, Label::Depart { barrier: at, round: of }) => {
                (barrier, round) == (at, of)
            }
            _ => false,
        });

        let mut candidate = Candidate {
            init: all(&|e| matches!(nodes[e], Node::Init(_))),
            fences: all(&|e| matches!(labels[e], Label::Fence { .. })),
            thread_events: all(&|e| is_thread_event(&labels[e])),
            sync: po.opt().seq(&starts_or_joins).seq(&po.opt()),
            external: Relation::from_fn(size, |a, b| a != b && !same_thread(a, b)),
            rf: Relation::empty(size),
            rmw: Relation::from_pairs(size, updates(&nodes, &labels)),
            exclusive: all(&|e| labels[e].is_exclusive()),
            reads: all(&|e| labels[e].is_read()),
            writes: all(&|e| labels[e].is_write()),
            addr: Relation::empty(size),
            data: Relation::empty(size),
            ctrl: Relation::empty(size),
            casdep: Relation::empty(size),
            joined: Relation::empty(size),
            nodes,
            labels,
            po,
            loc,
        };
        candidate.depend(dependencies);
        candidate
    }

    /// Fills the dependencies.
    fn depend(&mut self, dependencies: impl Fn(EventId) -> Option<Dependencies>) {
        for element in 0..self.size() {
            let Node::Event(id) = self.nodes[element] else { continue };
            let Some(Dependencies { addr, data, ctrl, expected, joined }) = dependencies(id) else { continue };
            let reads = |set: &ReadSet| {
                let node = |index| Node::Event(EventId { index, ..id });
                let elements: Vec<usize> = set.iter().filter_map(|index| self.element(node(index))).collect();
                elements
            };
            let [addr, data, ctrl, casdep, joined] = [addr, data, ctrl, expected, joined].map(|set| reads(&set));
            addr.into_iter().for_each(|read| self.addr.insert(read, element));
            data.into_iter().for_each(|read| self.data.insert(read, element));
            ctrl.into_iter().for_each(|read| self.ctrl.insert(read, element));
            casdep.into_iter().for_each(|read| self.casdep.insert(read, element));
            joined.into_iter().for_each(|read| self.joined.insert(read, element));
        }
    }

    /// Is there a cycle of program order, reads-from, and the starting, joining and meeting of threads? Then the events
    /// cannot be added one after the other, each behind what it follows from.
    pub fn has_porf_cycle(&self) -> bool {
        !(&(&self.po | &self.rf) | &self.sync).is_acyclic()
    }

    /// The number of elements.
    pub fn size(&self) -> usize {
        self.nodes.len()
    }

    /// What an element is.
    pub fn node(&self, element: usize) -> Node {
        self.nodes[element]
    }

    /// The label of an element.
    pub fn label(&self, element: usize) -> Label {
        self.labels[element]
    }

    /// The number of that initial write or event, if it is there.
    pub fn element(&self, node: Node) -> Option<usize> {
        // `nodes` is sorted: `Init` before `Event`, each by its name.
        self.nodes.binary_search(&node).ok()
    }

    /// The elements (of reads, writes and fences) whose mode has the property.
    pub fn with_mode(&self, property: impl Fn(Mode) -> bool) -> EventSet {
        let has = |&element: &usize| self.labels[element].mode().is_some_and(&property);
        EventSet::from_elements(self.size(), (0..self.size()).filter(has))
    }

    /// The writes of each location that has any, initial ones left out, by number.
    pub fn writes_by_location(&self) -> BTreeMap<Address, Vec<usize>> {
        let mut result = BTreeMap::<Address, Vec<usize>>::new();
        for write in (&self.writes - &self.init).iter() {
            if let Some(addr) = self.labels[write].addr() {
                result.entry(addr).or_default().push(write);
            }
        }
        result
    }

    /// The part of coherence that is always there: each location's initial write before its other writes.
    pub fn initial_coherence(&self) -> Relation {
        self.init.times(&(&self.writes - &self.init)) & &self.loc
    }

    /// Coherence as a relation, from the writes of each location in order. Fails with the axiom `WELL-FORMED` unless
    /// exactly the writes of each location are given, once each.
    pub fn coherence(&self, orders: &BTreeMap<Address, Vec<EventId>>) -> Result<Relation, Violation> {
        let malformed = || Violation { axiom: "WELL-FORMED".into(), cycle: Vec::new() };
        let expected = self.writes_by_location();
        if !orders.keys().eq(expected.keys()) {
            return Err(malformed());
        }
        let mut co = self.initial_coherence();
        for (order, expected) in orders.values().zip(expected.values()) {
            let order: Vec<usize> = order.iter().filter_map(|&id| self.element(Node::Event(id))).collect();
            let mut sorted = order.clone();
            sorted.sort_unstable();
            if sorted != *expected {
                return Err(malformed());
            }
            for (i, &earlier) in order.iter().enumerate() {
                for &later in &order[i + 1..] {
                    co.insert(earlier, later);
                }
            }
        }
        Ok(co)
    }

    /// Fills `rf`.
    fn read_from(&mut self, execution: &Execution) -> Result<(), Violation> {
        for (id, event) in execution.events() {
            let read = Node::Event(id);
            let malformed = || Violation { axiom: "WELL-FORMED".into(), cycle: vec![read] };
            match (event.label, event.rf) {
                (Label::Read { addr, value, .. }, Some(source)) => {
                    let source = match source {
                        Source::Init => Node::Init(addr),
                        Source::Event(id) => Node::Event(id),
                    };
                    let source = self.element(source).ok_or_else(malformed)?;
                    let fits = matches!(self.labels[source], Label::Write { addr: at, value: written, .. }
                        if at == addr && written == value);
                    let read = self.element(read).ok_or_else(malformed)?;
                    if !fits {
                        return Err(malformed());
                    }
                    self.rf.insert(source, read);
                }
                (Label::Read { .. }, None) | (_, Some(_)) => return Err(malformed()),
                (_, None) => {}
            }
        }
        Ok(())
    }
}

/// From the read half to the write half of each update: a write belongs to the newest exclusive read of its thread, if
/// that is of the same location and not of another update.
fn updates(nodes: &[Node], labels: &[Label]) -> Vec<(usize, usize)> {
    let mut result = Vec::new();
    let mut reserved: Option<usize> = None;
    for (element, label) in labels.iter().enumerate() {
        let thread = |element: usize| match nodes[element] {
            Node::Init(_) => None,
            Node::Event(id) => Some(id.thread),
        };
        match label {
            Label::Read { exclusive: true, .. } => reserved = Some(element),
            Label::Write { exclusive: true, addr, .. } => {
                let read = reserved.take().filter(|&read| thread(read) == thread(element));
                result.extend(read.filter(|&read| labels[read].addr() == Some(*addr)).map(|read| (read, element)));
            }
            _ => {}
        }
    }
    result
}

fn is_thread_event(label: &Label) -> bool {
    matches!(label, Label::Spawn { .. } | Label::Join { .. } | Label::Arrive { .. } | Label::Depart { .. })
}
