//! The general engine's graphs: events by thread and position, where a thread may have holes; reads-from; coherence; the
//! order in which the events were added. Graphs are values: every alternative is a graph of its own.

use std::collections::BTreeMap;
use std::sync::Arc;

use raddle_graph::{Address, Dependencies, EventId, EventSet, Execution, Label, Relation, Source, ThreadId};
use raddle_models::axioms::{Candidate, Node};

use super::replay::Run;
use raddle_program::Action;

/// One event.
#[derive(Clone, Debug)]
pub(super) struct Event {
    /// What the thread was about to do; an update's halves share theirs.
    pub action: Action,
    /// What it did. Values that are not known yet are 0.
    pub label: Label,
    /// Reads: where the value comes from.
    pub source: Option<Source>,
    /// Writes: is the value known? It is not while it depends on a read that is missing or reads such a value.
    pub known: bool,
    /// Reads of weak compare-exchanges: fails although it need not.
    pub spurious: bool,
    /// Reads of weak compare-exchanges: would that lead the thread back to where it was?
    pub fails_in_vain: bool,
    /// From which reads of its thread it was computed.
    pub depends: Arc<Dependencies>,
}

impl Event {
    /// Is it a half of an update that is one instruction?
    pub fn is_update(&self) -> bool {
        matches!(self.action, Action::Update { .. })
    }
}

/// A graph.
#[derive(Clone, Debug)]
pub(super) struct Graph<S> {
    /// The events of each thread by position. The last of each thread is there; others may be missing.
    pub threads: Vec<Vec<Option<Event>>>,
    /// The writes of each location, the initial one left out, in coherence order.
    pub co: BTreeMap<Address, Vec<EventId>>,
    /// The events in the order in which they were added.
    pub order: Vec<EventId>,
    /// How far each thread has come.
    pub runs: Vec<Run<S>>,
}

impl<S: Clone> Graph<S> {
    pub fn get(&self, id: EventId) -> Option<&Event> {
        self.threads.get(id.thread.index())?.get(id.index as usize)?.as_ref()
    }

    pub fn get_mut(&mut self, id: EventId) -> Option<&mut Event> {
        self.threads.get_mut(id.thread.index())?.get_mut(id.index as usize)?.as_mut()
    }

    /// Every event with its name, thread by thread.
    pub fn events(&self) -> impl Iterator<Item = (EventId, &Event)> {
        self.threads.iter().enumerate().flat_map(|(thread, events)| {
            events.iter().enumerate().filter_map(move |(index, event)| {
                let id = EventId { thread: ThreadId(thread as u16), index: index as u32 };
                Some((id, event.as_ref()?))
            })
        })
    }

    /// Adds an event at the end of the insertion order. A write is not placed in coherence order by this.
    pub fn add(&mut self, id: EventId, event: Event) {
        let thread = &mut self.threads[id.thread.index()];
        let index = id.index as usize;
        if thread.len() <= index {
            thread.resize_with(index + 1, || None);
        }
        thread[index] = Some(event);
        self.order.push(id);
    }

    /// Removes events.
    pub fn remove(&mut self, ids: &[EventId]) {
        for id in ids {
            if let Some(event) = self.threads[id.thread.index()].get_mut(id.index as usize) {
                *event = None;
            }
        }
        for thread in &mut self.threads {
            while let Some(None) = thread.last() {
                thread.pop();
            }
        }
        self.order.retain(|id| !ids.contains(id));
        for writes in self.co.values_mut() {
            writes.retain(|id| !ids.contains(id));
        }
        self.co.retain(|_, writes| !writes.is_empty());
    }

    /// The writes of a location in coherence order, the initial one left out.
    pub fn writes(&self, addr: Address) -> &[EventId] {
        self.co.get(&addr).map_or(&[], Vec::as_slice)
    }

    /// Places a write in coherence order, before the one that stands at `slot`.
    pub fn place(&mut self, write: EventId, addr: Address, slot: usize) {
        self.co.entry(addr).or_default().insert(slot, write);
    }

    /// The read half to which a write half belongs, if it is there.
    pub fn read_half(&self, write: EventId) -> Option<EventId> {
        let event = self.get(write)?;
        match event.action {
            Action::Update { .. } => {
                let read = EventId { index: write.index.checked_sub(1)?, ..write };
                self.get(read).map(|_| read)
            }
            Action::Conditional { addr, .. } => self.reservation(write, addr),
            _ => None,
        }
    }

    /// The newest reservation before the position, if it is of the location and not used up.
    pub fn reservation(&self, before: EventId, addr: Address) -> Option<EventId> {
        for index in (0..before.index).rev() {
            let id = EventId { index, ..before };
            let Some(event) = self.get(id) else { continue };
            match event.action {
                Action::Conditional { .. } => return None,
                Action::Reserve { addr: reserved, .. } => return (reserved == addr).then_some(id),
                _ => {}
            }
        }
        None
    }

    /// The write half that belongs to a read half, whether it is there or not: for updates that are one instruction.
    pub fn write_half(read: EventId, event: &Event) -> Option<EventId> {
        let is_half = event.is_update() && matches!(event.label, Label::Read { exclusive: true, .. });
        is_half.then_some(EventId { index: read.index + 1, ..read })
    }

    /// Is an event missing of which a later one of its thread is there?
    pub fn has_holes(&self) -> bool {
        self.threads.iter().any(|events| {
            // Behind an update that stores nothing the place of its write half is free.
            let is_free = |place: usize| match place.checked_sub(1).and_then(|before| events[before].as_ref()) {
                Some(read) => read.is_update() && matches!(read.label, Label::Read { exclusive: false, .. }),
                None => false,
            };
            (0..events.len()).any(|place| events[place].is_none() && !is_free(place))
        })
    }

    /// What the program calls an event: places that are free do not count.
    pub fn name(&self, id: EventId) -> EventId {
        let before = self
            .threads
            .get(id.thread.index())
            .map_or(&[][..], |events| &events[..events.len().min(id.index as usize)]);
        EventId { index: before.iter().flatten().count() as u32, ..id }
    }

    /// The whole graph, for the axioms.
    pub fn view(&self) -> View {
        View::new(self, |_| true, &[])
    }
}

/// The write half of an update that is not there (yet) and is counted as if it were: directly behind what its read half
/// reads from.
#[derive(Clone, Copy, Debug)]
pub(super) struct Virtual {
    pub read: EventId,
    pub source: Source,
}

/// A graph, or a part of one, as the axioms see it.
pub(super) struct View {
    pub candidate: Candidate,
    pub co: Relation,
}

impl View {
    /// The part of the graph that is kept, with virtual writes.
    pub fn new<S: Clone>(graph: &Graph<S>, keep: impl Fn(EventId) -> bool, halves: &[Virtual]) -> View {
        let mut found: Vec<(EventId, Label, Option<&Event>)> =
            graph.events().filter(|&(id, _)| keep(id)).map(|(id, event)| (id, event.label, Some(event))).collect();
        for half in halves {
            if let Some(Label::Read { addr, mode, .. }) = graph.get(half.read).map(|event| event.label) {
                let id = EventId { index: half.read.index + 1, ..half.read };
                found.push((id, Label::Write { addr, mode, value: 0, exclusive: true }, None));
            }
        }
        found.sort_unstable_by_key(|&(id, ..)| id);
        let mut addresses: Vec<Address> = found.iter().filter_map(|(_, label, _)| label.addr()).collect();
        addresses.sort_unstable();
        addresses.dedup();

        let init = addresses.iter().map(|&addr| {
            let label = Label::Write { addr, mode: raddle_graph::Mode::Na, value: 0, exclusive: false };
            (Node::Init(addr), label)
        });
        let events = found.iter().map(|&(id, label, _)| (Node::Event(id), label));
        let (nodes, labels) = init.chain(events).unzip();
        let mut candidate = Candidate::from_parts(nodes, labels, |id| Some((*graph.get(id)?.depends).clone()));

        let element = |candidate: &Candidate, source: Source, addr: Address| match source {
            Source::Init => candidate.element(Node::Init(addr)),
            Source::Event(id) => candidate.element(Node::Event(id)),
        };
        let mut rmw = Relation::empty(candidate.size());
        for &(id, label, event) in &found {
            let Some(this) = candidate.element(Node::Event(id)) else { continue };
            if let (Some(source), Some(addr)) = (event.and_then(|event| event.source), label.addr())
                && let Some(source) = element(&candidate, source, addr)
            {
                candidate.rf.insert(source, this);
            }
            let read = match event {
                Some(_) if !label.is_write() => None,
                Some(_) => graph.read_half(id),
                None => Some(EventId { index: id.index - 1, ..id }),
            };
            if let Some(read) = read.and_then(|read| candidate.element(Node::Event(read))) {
                rmw.insert(read, this);
            }
        }
        candidate.rmw = rmw;

        let mut co = candidate.initial_coherence();
        for &addr in &addresses {
            let mut order: Vec<usize> = Vec::new();
            let behind = |order: &mut Vec<usize>, source: Source| {
                for half in halves.iter().filter(|half| half.source == source) {
                    let is_here = graph.get(half.read).is_some_and(|read| read.label.addr() == Some(addr));
                    let id = EventId { index: half.read.index + 1, ..half.read };
                    order.extend(candidate.element(Node::Event(id)).filter(|_| is_here));
                }
            };
            behind(&mut order, Source::Init);
            for &id in graph.writes(addr).iter().filter(|&&id| keep(id)) {
                order.extend(candidate.element(Node::Event(id)));
                behind(&mut order, Source::Event(id));
            }
            for (place, &earlier) in order.iter().enumerate() {
                order[place + 1..].iter().for_each(|&later| co.insert(earlier, later));
            }
        }
        View { candidate, co }
    }

    /// The elements of events.
    pub fn elements(&self, ids: impl IntoIterator<Item = EventId>) -> EventSet {
        let elements = ids.into_iter().filter_map(|id| self.candidate.element(Node::Event(id)));
        EventSet::from_elements(self.candidate.size(), elements)
    }
}

impl<S: Clone> Graph<S> {
    /// The graph as an execution.
    pub fn execution(
        &self,
        ends: Vec<raddle_graph::ThreadEnd>,
        initial: impl Fn(Address) -> raddle_graph::Value,
    ) -> Execution {
        let threads = self.threads.iter().map(|events| {
            let present = events.iter().flatten();
            let source = |source: Source| match source {
                Source::Init => Source::Init,
                Source::Event(id) => Source::Event(self.name(id)),
            };
            present.map(|event| raddle_graph::Event { label: event.label, rf: event.source.map(source) }).collect()
        });
        let accessed = self.events().filter_map(|(_, event)| event.label.addr());
        let init = accessed.map(|addr| (addr, initial(addr))).filter(|&(_, value)| value != 0).collect();
        let dependencies = self.events().filter(|(_, event)| !event.depends.is_empty());
        let dependencies = dependencies.map(|(id, event)| {
            let name = |index| Some(self.name(EventId { index, ..id }).index);
            (self.name(id), event.depends.renamed(name))
        });
        let names = |order: &Vec<EventId>| order.iter().map(|&id| self.name(id)).collect();
        let co = self.co.iter().map(|(&addr, order)| (addr, names(order))).collect();
        Execution { threads: threads.collect(), ends, co: Some(co), init, dependencies: dependencies.collect() }
    }
}
