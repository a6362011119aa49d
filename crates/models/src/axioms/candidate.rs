//! A candidate execution: the events of an execution with the relations that hold before a coherence order is chosen (program
//! order, reads-from, dependencies, synchronisation of threads). The fields are named as in the definitions of the models.
//!
//! The elements of all sets and relations are numbers: first the initial write of each accessed location, by address, then
//! the events, thread by thread in program order.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::ops::{Range, RangeInclusive};

use raddle_graph::{
    Address, Dependencies, EventId, EventSet, Execution, Label, Mode, ReadSet, Relation, Source, ThreadId,
};

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

/// Events with every relation but coherence.
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
    /// Address dependencies, from reads. This and the six relations below are empty if the program tracks no dependencies.
    pub addr: Relation,
    /// Data dependencies, from reads.
    pub data: Relation,
    /// Control dependencies, from reads.
    pub ctrl: Relation,
    /// From reads to the compare-exchanges whose expected value was computed from them.
    pub casdep: Relation,
    /// The control dependencies of events behind the join point of the branch, in programs that mark it. LKMM ignores them.
    pub joined: Relation,
    /// The address dependencies that only pick the address among values.
    pub picked_addr: Relation,
    /// The data dependencies that only pick the value among others, and what lets a compare-exchange store.
    pub picked_data: Relation,
    /// What starting and joining threads order: everything up to the start is before the whole child and its join, and the
    /// whole child is before everything from the join on. What barriers order: everything up to an arrival is before
    /// everything from a departure of the same round on.
    pub sync: Relation,
    /// Same location: reflexive on accesses, and on fences that name a location.
    pub loc: Relation,
    /// Different threads. Initial writes belong to no thread, so they are external to every other element.
    pub external: Relation,
}

impl Candidate {
    /// The candidate of an execution, whose `co` is ignored. Choices are no elements. Fails with the axiom `WELL-FORMED` if a read has no source, if its
    /// source is no write of its location, or if that write has another value.
    pub fn new(execution: &Execution) -> Result<Candidate, Violation> {
        let locations: BTreeSet<Address> = execution.events().filter_map(|(_, event)| event.label.addr()).collect();
        let mut nodes = Vec::new();
        let mut labels = Vec::new();
        for &addr in &locations {
            let value = execution.init.get(&addr).copied().unwrap_or(0);
            nodes.push(Node::Init(addr));
            labels.push(Label::Write { addr, mode: Mode::Na, value, exclusive: false });
        }
        for (id, event) in execution.events().filter(|(_, event)| !matches!(event.label, Label::Choose { .. })) {
            nodes.push(Node::Event(id));
            labels.push(event.label);
        }

        let mut candidate =
            Candidate::from_parts(nodes, labels, |id| execution.dependencies.get(&id).map(Cow::Borrowed));
        candidate.fill_reads_from(execution)?;
        Ok(candidate)
    }

    /// The candidate of these elements. `rf` is empty: the caller fills it. `nodes` must be sorted. Threads may have holes;
    /// program order then leads over them.
    pub fn from_parts<'d>(
        nodes: Vec<Node>,
        labels: Vec<Label>,
        dependencies: impl Fn(EventId) -> Option<Cow<'d, Dependencies>>,
    ) -> Candidate {
        let size = nodes.len();
        let all = |property: &dyn Fn(usize) -> bool| {
            EventSet::from_elements(size, (0..size).filter(|&element| property(element)))
        };
        let thread = |element: usize| match nodes[element] {
            Node::Init(_) => None,
            Node::Event(id) => Some(id.thread),
        };
        // The elements of each thread are neighbours.
        let mut po = Relation::empty(size);
        let mut external = Relation::empty(size);
        let mut from = 0;
        while from < size {
            let length = nodes[from..].iter().take_while(|node| is_of_thread(**node, thread(from))).count().max(1);
            let end = from + length;
            for element in from..end {
                po.insert_range(element, element + 1..end);
                external.insert_range(element, 0..from);
                external.insert_range(element, end..size);
            }
            from = end;
        }
        let location = |element: usize| match labels[element] {
            Label::Fence { on, .. } => on,
            label => label.addr(),
        };
        let mut located: Vec<(Address, usize)> = (0..size).filter_map(|e| Some((location(e)?, e))).collect();
        located.sort_unstable();
        let mut loc = Relation::empty(size);
        for same in located.chunk_by(|one, other| one.0 == other.0) {
            for &(_, one) in same {
                same.iter().for_each(|&(_, other)| loc.insert(one, other));
            }
        }

        // Everything up to an event that synchronises threads is before everything from another on. Most programs have few of them.
        let mut sync = Relation::empty(size);
        let first =
            |wanted: ThreadId| nodes.partition_point(|&node| !matches!(node, Node::Event(id) if id.thread >= wanted));
        let of_thread = |thread: ThreadId| first(thread)..first(ThreadId(thread.0 + 1));
        let around = |element: usize| thread(element).map_or(element..element + 1, &of_thread);
        let mut order = |earlier: RangeInclusive<usize>, later: Range<usize>| {
            earlier.into_iter().for_each(|element| sync.insert_range(element, later.clone()));
        };
        for (element, label) in labels.iter().enumerate().filter(|(_, label)| is_thread_event(label)) {
            let labels = &labels;
            let all = |wanted: Label| (0..size).filter(move |&other| labels[other] == wanted);
            let so_far = around(element).start..=element;
            match *label {
                Label::Spawn { thread: child } => {
                    order(so_far.clone(), of_thread(child));
                    all(Label::Join { thread: child }).for_each(|join| order(so_far.clone(), join..around(join).end));
                }
                Label::Join { thread: child } => {
                    let Range { start, end } = of_thread(child);
                    if start < end {
                        order(start..=end - 1, element..around(element).end);
                    }
                }
                Label::Arrive { barrier, round } => {
                    all(Label::Depart { barrier, round }).for_each(|depart| {
                        order(so_far.clone(), depart..around(depart).end);
                    });
                }
                _ => {}
            }
        }

        let mut candidate = Candidate {
            init: all(&|e| matches!(nodes[e], Node::Init(_))),
            fences: all(&|e| matches!(labels[e], Label::Fence { .. })),
            thread_events: all(&|e| is_thread_event(&labels[e])),
            sync,
            external,
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
            picked_addr: Relation::empty(size),
            picked_data: Relation::empty(size),
            nodes,
            labels,
            po,
            loc,
        };
        candidate.fill_dependencies(dependencies);
        candidate
    }

    /// Fills the relations of dependencies. Reads in a hole of their thread are no elements and are left out.
    fn fill_dependencies<'d>(&mut self, dependencies: impl Fn(EventId) -> Option<Cow<'d, Dependencies>>) {
        for element in 0..self.size() {
            let Node::Event(id) = self.nodes[element] else { continue };
            let Some(found) = dependencies(id) else { continue };
            let Dependencies { addr, data, ctrl, expected, joined, picked_addr, picked_data } = &*found;
            let Candidate { nodes, .. } = self;
            let fill = |relation: &mut Relation, reads: &ReadSet| {
                for index in reads.iter() {
                    if let Ok(read) = nodes.binary_search(&Node::Event(EventId { index, ..id })) {
                        relation.insert(read, element);
                    }
                }
            };
            fill(&mut self.addr, addr);
            fill(&mut self.data, data);
            fill(&mut self.ctrl, ctrl);
            fill(&mut self.casdep, expected);
            fill(&mut self.joined, joined);
            fill(&mut self.picked_addr, picked_addr);
            fill(&mut self.picked_data, picked_data);
        }
    }

    /// Is there a cycle of program order, reads-from and `sync`? Then there is no order in which the events can be added such that
    /// each comes after its porf-prefix.
    pub fn has_porf_cycle(&self) -> bool {
        !(&(&self.po | &self.rf) | &self.sync).is_acyclic()
    }

    /// The number of elements.
    pub fn size(&self) -> usize {
        self.nodes.len()
    }

    /// The initial write or event that has this number.
    pub fn node(&self, element: usize) -> Node {
        self.nodes[element]
    }

    /// The label of an element; initial writes are labelled as plain writes.
    pub fn label(&self, element: usize) -> Label {
        self.labels[element]
    }

    /// The number of an initial write or event, if it is an element.
    pub fn element(&self, node: Node) -> Option<usize> {
        // `nodes` is sorted: `Init` before `Event`, then by address or event.
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
            let Some(addr) = self.labels[write].addr() else { unreachable!("every write has a location") };
            result.entry(addr).or_default().push(write);
        }
        result
    }

    /// The part of coherence that holds in every execution: each location's initial write is before its other writes.
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
            let elements: Option<Vec<usize>> = order.iter().map(|&id| self.element(Node::Event(id))).collect();
            let order = elements.ok_or_else(malformed)?;
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

    /// Fills `rf` from the sources of an execution.
    fn fill_reads_from(&mut self, execution: &Execution) -> Result<(), Violation> {
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
                    let is_valid = matches!(self.labels[source], Label::Write { addr: at, value: written, .. }
                        if at == addr && written == value);
                    let read = self.element(read).ok_or_else(malformed)?;
                    if !is_valid {
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

/// From the read half to the write half of each update. The read half is the last exclusive read before the write in its thread,
/// if it has the same location and no other write half follows it.
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

/// Is it an event of that thread? (An initial write is one of no thread, and by itself.)
fn is_of_thread(node: Node, thread: Option<ThreadId>) -> bool {
    matches!(node, Node::Event(id) if Some(id.thread) == thread)
}

fn is_thread_event(label: &Label) -> bool {
    matches!(label, Label::Spawn { .. } | Label::Join { .. } | Label::Arrive { .. } | Label::Depart { .. })
}
