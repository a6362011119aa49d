//! Graphs for an audit: events, where reads read from, coherence, dependencies; drawn at random, cut down and extended.
//!
//! Events may be missing before others of their thread. The numbers of events are those of the graph's candidate: initial
//! writes first, then thread by thread.

use std::borrow::Cow;
use std::collections::BTreeMap;

use raddle_graph::{
    Address, Dependencies, Event, EventId, EventSet, Execution, Label, Mode, ReadSet, Relation, Source, ThreadEnd,
    ThreadId, Value,
};

use super::LOCATIONS;
use super::draw::{Alphabet, Random};
use crate::axioms::{Candidate, Node};

/// A graph; every location has its initial write.
#[derive(Clone, Debug)]
pub(super) struct Graph {
    events: BTreeMap<EventId, Label>,
    sources: BTreeMap<EventId, Source>,
    /// The writes of each location in coherence order, the initial one left out.
    co: BTreeMap<Address, Vec<EventId>>,
    dependencies: BTreeMap<EventId, Dependencies>,
    /// Are some of them picks?
    picks: bool,
}

impl Graph {
    fn new(picks: bool) -> Graph {
        Graph {
            events: BTreeMap::new(),
            sources: BTreeMap::new(),
            co: LOCATIONS.iter().map(|&addr| (addr, Vec::new())).collect(),
            dependencies: BTreeMap::new(),
            picks,
        }
    }

    /// A random graph of about so many events.
    pub(super) fn draw(random: &mut Random, alphabet: &Alphabet, size: usize) -> Graph {
        let threads = 2 + random.below(2);
        let mut graph = Graph::new(alphabet.picks);
        for _ in 0..size {
            graph.push_any(ThreadId(random.below(threads) as u16), &LOCATIONS, random, alphabet);
        }
        graph.communicate(random);
        graph
    }

    /// A random graph in which two threads read each other's last writes before they write: load buffering, with about so
    /// many events around it.
    pub(super) fn draw_ring(random: &mut Random, alphabet: &Alphabet, around: usize) -> Graph {
        let [first, second, other] = [0, 1, 2].map(ThreadId);
        let [x, y] = LOCATIONS;
        let read = |addr| Label::Read { addr, mode: Mode::Rlx, value: 0, exclusive: false };
        let write = |addr| Label::Write { addr, mode: Mode::Rlx, value: 0, exclusive: false };
        let mut graph = Graph::new(alphabet.picks);
        let reads = [graph.push(first, read(x), random), graph.push(second, read(y), random)];
        for _ in 0..around {
            let thread = [first, first, second, other][random.below(4)];
            // Mostly about one location: coherence is what makes things hard.
            let places = if random.one_in(3) { &LOCATIONS[..] } else { &LOCATIONS[..1] };
            graph.push_any(thread, places, random, alphabet);
        }
        let writes = [graph.push(first, write(y), random), graph.push(second, write(x), random)];
        if !random.one_in(3) {
            graph.dependencies.remove(&writes[0]);
        }
        if random.one_in(2) {
            graph.dependencies.entry(writes[1]).or_default().data.insert(reads[1].index);
        }
        graph.communicate(random);
        graph.sources.insert(reads[0], Source::Event(writes[1]));
        graph.sources.insert(reads[1], Source::Event(writes[0]));
        graph.fill_values();
        graph
    }

    /// Adds a random event, or the two of an update.
    fn push_any(&mut self, thread: ThreadId, places: &[Address], random: &mut Random, alphabet: &Alphabet) {
        let addr = places[random.below(places.len())];
        if random.one_in(8) {
            let mode = alphabet.update(random);
            let read = self.push(thread, Label::Read { addr, mode, value: 0, exclusive: true }, random);
            let write = self.push(thread, Label::Write { addr, mode, value: 0, exclusive: true }, random);
            self.dependencies.entry(write).or_default().data.insert(read.index);
        } else {
            let label = alphabet.label(addr, random);
            self.push(thread, label, random);
        }
    }

    /// Chooses coherence and what reads read, among all writes.
    fn communicate(&mut self, random: &mut Random) {
        let writes: Vec<(EventId, Address)> = self.writes().collect();
        for (write, addr) in writes {
            let order = self.co.entry(addr).or_default();
            order.insert(random.below(order.len() + 1), write);
        }
        let reads: Vec<(EventId, Address)> = self.reads().collect();
        for (read, addr) in reads {
            let order = &self.co[&addr];
            let source = match random.below(order.len() + 1) {
                0 => Source::Init,
                nth => Source::Event(order[nth - 1]),
            };
            self.sources.insert(read, source);
        }
        self.fill_values();
    }

    /// Adds an event at a thread's end, with random dependencies on reads before it.
    fn push(&mut self, thread: ThreadId, label: Label, random: &mut Random) -> EventId {
        let index = self.events.keys().filter(|id| id.thread == thread).map(|id| id.index + 1).max().unwrap_or(0);
        let id = EventId { thread, index };
        let reads = self.events.iter().filter(|(id, label)| id.thread == thread && label.is_read());
        let reads: Vec<u32> = reads.map(|(id, _)| id.index).collect();
        let mut some = |times: usize| -> ReadSet { reads.iter().copied().filter(|_| random.one_in(times)).collect() };
        let is_access = label.addr().is_some();
        let mut dependencies = Dependencies {
            addr: if is_access { some(6) } else { ReadSet::default() },
            data: if label.is_write() { some(3) } else { ReadSet::default() },
            ctrl: some(6),
            ..Dependencies::default()
        };
        if self.picks {
            let mut some = |reads: &ReadSet| -> ReadSet { reads.iter().filter(|_| random.one_in(2)).collect() };
            dependencies.picked_addr = some(&dependencies.addr);
            dependencies.picked_data = some(&dependencies.data);
        }
        // Whether an event happens that comes later depends on no less.
        let before = EventId { thread, index: index.wrapping_sub(1) };
        if let Some(earlier) = self.dependencies.get(&before) {
            dependencies.ctrl.extend(&earlier.ctrl);
        }
        if !dependencies.is_empty() {
            self.dependencies.insert(id, dependencies);
        }
        self.events.insert(id, label);
        id
    }

    fn writes(&self) -> impl Iterator<Item = (EventId, Address)> {
        let at = |(&id, label): (&EventId, &Label)| Some((id, label.addr().filter(|_| label.is_write())?));
        self.events.iter().filter_map(at)
    }

    fn reads(&self) -> impl Iterator<Item = (EventId, Address)> {
        let at = |(&id, label): (&EventId, &Label)| Some((id, label.addr().filter(|_| label.is_read())?));
        self.events.iter().filter_map(at)
    }

    /// The threads that have events.
    pub(super) fn threads(&self) -> Vec<ThreadId> {
        let mut threads: Vec<ThreadId> = self.events.keys().map(|id| id.thread).collect();
        threads.dedup();
        threads
    }

    /// Gives each write a value of its own, and reads what they read.
    fn fill_values(&mut self) {
        let mut values: BTreeMap<EventId, Value> = BTreeMap::new();
        for (number, (id, _)) in (1..).zip(self.writes()) {
            values.insert(id, number);
        }
        for (id, label) in &mut self.events {
            match label {
                Label::Write { value, .. } => *value = values[id],
                Label::Read { value, .. } => {
                    *value = match self.sources.get(id) {
                        Some(Source::Event(write)) => values.get(write).copied().unwrap_or(0),
                        _ => 0,
                    };
                }
                _ => {}
            }
        }
    }

    /// The graph as models see it.
    pub(super) fn candidate(&self) -> (Candidate, Relation) {
        let mut nodes: Vec<Node> = LOCATIONS.iter().map(|&addr| Node::Init(addr)).collect();
        let initial = |addr| Label::Write { addr, mode: Mode::Na, value: 0, exclusive: false };
        let mut labels: Vec<Label> = LOCATIONS.iter().map(|&addr| initial(addr)).collect();
        for (&id, &label) in &self.events {
            nodes.push(Node::Event(id));
            labels.push(label);
        }
        let mut candidate = Candidate::from_parts(nodes, labels, |id| self.dependencies.get(&id).map(Cow::Borrowed));
        for (&read, &source) in &self.sources {
            let source = match source {
                Source::Init => self.events.get(&read).and_then(Label::addr).map(Node::Init),
                Source::Event(write) => Some(Node::Event(write)),
            };
            let pair = source.and_then(|source| candidate.element(source)).zip(candidate.element(Node::Event(read)));
            if let Some((source, read)) = pair {
                candidate.rf.insert(source, read);
            }
        }
        let mut co = candidate.initial_coherence();
        for order in self.co.values() {
            let order: Vec<usize> = order.iter().filter_map(|&id| candidate.element(Node::Event(id))).collect();
            for (place, &earlier) in order.iter().enumerate() {
                order[place + 1..].iter().for_each(|&later| co.insert(earlier, later));
            }
        }
        (candidate, co)
    }

    /// The graph as an execution. No event of it is missing.
    pub(super) fn execution(&self) -> Execution {
        let count = self.events.keys().map(|id| id.thread.index() + 1).max().unwrap_or(0);
        let mut threads = vec![Vec::new(); count];
        for (id, &label) in &self.events {
            threads[id.thread.index()].push(Event { label, rf: self.sources.get(id).copied() });
        }
        let co = self.co.iter().filter(|(_, order)| !order.is_empty());
        Execution {
            ends: vec![ThreadEnd::Finished; count],
            threads,
            co: Some(co.map(|(&addr, order)| (addr, order.clone())).collect()),
            init: BTreeMap::new(),
            dependencies: self.dependencies.clone(),
        }
    }

    /// An event of the graph as text.
    pub(super) fn event_text(&self, id: EventId) -> String {
        self.events
            .get(&id)
            .map_or_else(String::new, |&label| Event { label, rf: self.sources.get(&id).copied() }.to_string())
    }

    /// What is left when only these elements of the candidate are kept.
    pub(super) fn restrict(&self, kept: &EventSet) -> Graph {
        let ids: Vec<EventId> = self.events.keys().copied().collect();
        let stays = |id: &EventId| ids.binary_search(id).is_ok_and(|place| kept.contains(LOCATIONS.len() + place));
        let mut rest = self.clone();
        rest.events.retain(|id, _| stays(id));
        rest.sources.retain(|id, _| stays(id));
        rest.dependencies.retain(|id, _| stays(id));
        rest.co.values_mut().for_each(|order| order.retain(&stays));
        rest
    }

    /// This graph's element `missing` put back into `rest` in every way; with the other half of its update, if it has one.
    pub(super) fn choices(&self, rest: &Graph, missing: usize, update: Option<usize>) -> Vec<Graph> {
        let id = |element: usize| self.events.keys().copied().nth(element - LOCATIONS.len());
        let Some((id, label)) = id(missing).and_then(|id| Some((id, *self.events.get(&id)?))) else {
            unreachable!("what is missing is an event of this graph")
        };
        let second = update.and_then(id_of(self));
        let mut base = rest.clone();
        for id in std::iter::once(id).chain(second) {
            if let Some(&label) = self.events.get(&id) {
                base.events.insert(id, label);
            }
            if let Some(dependencies) = self.dependencies.get(&id) {
                base.dependencies.insert(id, dependencies.clone());
            }
        }
        let order = label.addr().and_then(|addr| rest.co.get(&addr).cloned()).unwrap_or_default();
        match label {
            Label::Read { addr, .. } => (0..=order.len())
                .map(|place| {
                    let mut choice = base.clone();
                    let source = if place == 0 { Source::Init } else { Source::Event(order[place - 1]) };
                    choice.sources.insert(id, source);
                    if let Some(write) = second
                        && !order.contains(&write)
                    {
                        choice.co.entry(addr).or_default().insert(place, write);
                    }
                    choice
                })
                .collect(),
            Label::Write { addr, .. } => (0..=order.len())
                .map(|place| {
                    let mut choice = base.clone();
                    choice.co.entry(addr).or_default().insert(place, id);
                    choice
                })
                .collect(),
            _ => vec![base],
        }
    }

    /// This graph with an event at the end of a thread: a write that is last in coherence order, or a read of the last
    /// write.
    pub(super) fn append_last(&self, thread: ThreadId, label: Label, random: &mut Random) -> (Graph, EventId) {
        let mut larger = self.clone();
        let id = larger.push(thread, label, random);
        match label {
            Label::Read { addr, .. } => {
                let last = larger.co.get(&addr).and_then(|order| order.last().copied());
                larger.sources.insert(id, last.map_or(Source::Init, Source::Event));
            }
            Label::Write { addr, .. } => larger.co.entry(addr).or_default().push(id),
            _ => {}
        }
        larger.fill_values();
        (larger, id)
    }
}

/// The name of an element of a graph's candidate.
fn id_of(graph: &Graph) -> impl Fn(usize) -> Option<EventId> {
    |element| graph.events.keys().copied().nth(element.checked_sub(LOCATIONS.len())?)
}
