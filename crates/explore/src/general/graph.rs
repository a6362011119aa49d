//! The general engine's graphs: events by thread and position, where a thread may have holes; reads-from; coherence. Nothing
//! of a graph tells in which order its events were added. Graphs are values: every alternative is a graph of its own.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

use raddle_graph::{Address, Dependencies, EventId, Execution, Label, Mode, ReadSet, Relation, Source, ThreadId};
use raddle_models::axioms::{Candidate, Node};

use super::part::Part;
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
    /// Read halves: from which reads the write half is computed.
    pub half: Option<Arc<Dependencies>>,
    /// Conditional stores: the position of the reservation that it uses.
    pub reserved: Option<u32>,
    /// Conditional stores: there is no place for it. Its thread goes no further, and no model sees it.
    pub failed: bool,
    /// The accesses before it in its thread whose addresses were computed from reads. They order those reads before this event,
    /// whether they are there or not.
    pub earlier: Arc<Vec<Addressed>>,
}

/// An access whose address was computed from reads.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Addressed {
    pub position: u32,
    pub reads: ReadSet,
}

impl Event {
    /// An event that an action leaves behind and that reads nothing.
    pub fn new(action: Action, label: Label, depends: Arc<Dependencies>) -> Event {
        Event {
            action,
            label,
            source: None,
            known: true,
            spurious: false,
            fails_in_vain: false,
            depends,
            half: None,
            reserved: None,
            failed: false,
            earlier: Arc::default(),
        }
    }

    /// Is it a half of an update that is one instruction?
    pub fn is_update(&self) -> bool {
        matches!(self.action, Action::Update { .. })
    }

    /// Is it a write that others can see?
    pub fn is_write(&self) -> bool {
        self.label.is_write() && !self.failed
    }

    /// Is it neither read nor write, nor a store that failed?
    pub fn is_local(&self) -> bool {
        !self.label.is_read() && !self.label.is_write()
    }

    /// The write that it reads from, unless that is an initial one.
    pub fn source_event(&self) -> Option<EventId> {
        match self.source {
            Some(Source::Event(id)) => Some(id),
            _ => None,
        }
    }

    /// The same, but for their values.
    pub fn is_like(&self, other: &Event) -> bool {
        let without_value = |mut label: Label| {
            if let Label::Read { value, .. } | Label::Write { value, .. } = &mut label {
                *value = 0;
            }
            label
        };
        without_value(self.label) == without_value(other.label)
            && (self.source, self.spurious, self.failed) == (other.source, other.spurious, other.failed)
    }

    /// Are they the same event of two graphs?
    fn is_same(&self, other: &Event) -> bool {
        (self.label, self.source, self.spurious, self.failed)
            == (other.label, other.source, other.spurious, other.failed)
    }
}

/// A graph.
#[derive(Clone, Debug)]
pub(super) struct Graph<S> {
    /// The events of each thread by position. The last of each thread is there; others may be missing.
    pub threads: Vec<Arc<Vec<Option<Arc<Event>>>>>,
    /// The writes of each location, the initial one left out, in coherence order.
    pub co: Arc<BTreeMap<Address, Vec<EventId>>>,
    /// How far each thread has come.
    pub runs: Vec<Arc<Run<S>>>,
    /// What the first chain of the graph takes along in its big steps, if that chain is known to build all of it (`chain`).
    pub taken: Option<Arc<Part>>,
    /// The graphs through which it was reached and that came of revisits.
    pub revisited: Option<Arc<Revisited<S>>>,
}

/// A graph that came of a revisit and was visited, and those before it.
#[derive(Debug)]
pub(super) struct Revisited<S> {
    pub graph: Graph<S>,
    pub part: Part,
    pub earlier: Option<Arc<Revisited<S>>>,
}

impl<S: Clone> Graph<S> {
    pub fn get(&self, id: EventId) -> Option<&Event> {
        self.threads.get(id.thread.index())?.get(id.index as usize)?.as_deref()
    }

    /// Graphs share events that they have in common: asking for one makes it this graph's own.
    pub fn get_mut(&mut self, id: EventId) -> Option<&mut Event> {
        let thread = Arc::make_mut(self.threads.get_mut(id.thread.index())?);
        thread.get_mut(id.index as usize)?.as_mut().map(Arc::make_mut)
    }

    /// Every event with its name, thread by thread.
    pub fn events(&self) -> impl Iterator<Item = (EventId, &Event)> {
        self.threads.iter().enumerate().flat_map(|(thread, events)| {
            events.iter().enumerate().filter_map(move |(index, event)| {
                let id = EventId { thread: ThreadId(thread as u16), index: index as u32 };
                Some((id, event.as_deref()?))
            })
        })
    }

    /// The events.
    pub fn part(&self) -> Part {
        self.events().map(|(id, _)| id).collect()
    }

    pub fn is_empty(&self) -> bool {
        self.threads.iter().all(|events| events.is_empty())
    }

    /// Have both graphs the same events, sources and coherence?
    pub fn is_same(&self, other: &Graph<S>) -> bool {
        let is_same = |(one, other): (&Option<Arc<Event>>, &Option<Arc<Event>>)| match (one, other) {
            (Some(one), Some(other)) => Arc::ptr_eq(one, other) || one.is_same(other),
            (None, None) => true,
            _ => false,
        };
        let threads = || self.threads.iter().zip(&other.threads);
        let is_same_thread = |(one, other): (&Arc<Vec<_>>, &Arc<Vec<_>>)| {
            Arc::ptr_eq(one, other) || (one.len() == other.len() && one.iter().zip(other.iter()).all(is_same))
        };
        threads().all(is_same_thread) && self.co == other.co
    }

    /// Has the other graph, without what is not in the part, the same events, sources and coherence as this one, which has the events
    /// of the part? Values follow from that.
    pub fn is_part_of(&self, part: &Part, other: &Graph<S>) -> bool {
        let is_same = |(id, event): (EventId, &Event)| other.get(id).is_some_and(|other| event.is_like(other));
        self.events().all(is_same)
            && other.co.iter().all(|(&addr, writes)| {
                writes.iter().filter(|&&write| part.contains(write)).eq(self.writes(addr).iter())
            })
    }

    /// Is the event last in its thread, and last in coherence order or a read of what is last there?
    pub fn is_last(&self, id: EventId) -> bool {
        let is_last_of_thread = self.threads[id.thread.index()].len() == id.index as usize + 1;
        let Some(event) = self.get(id).filter(|event| is_last_of_thread && !event.failed) else { return false };
        let last = event.label.addr().and_then(|addr| self.writes(addr).last().copied());
        match (event.label, event.action) {
            (Label::Read { .. }, _) => event.source_event() == last,
            // There may be something between it and what was reserved.
            (Label::Write { .. }, Action::Conditional { .. }) => false,
            (Label::Write { .. }, _) => last == Some(id),
            _ => true,
        }
    }

    /// Adds an event. A write is not placed in coherence order by this.
    pub fn add(&mut self, id: EventId, mut event: Event) {
        let thread = Arc::make_mut(&mut self.threads[id.thread.index()]);
        let index = id.index as usize;
        if thread.len() <= index {
            thread.resize_with(index + 1, || None);
        }
        let before = thread[..index].iter().enumerate().rev().find_map(|(at, event)| Some((at, event.as_ref()?)));
        if let Some((position, before)) = before {
            event.earlier = before.earlier.clone();
            if !before.depends.addr.is_empty() {
                let reads = before.depends.addr.clone();
                Arc::make_mut(&mut event.earlier).push(Addressed { position: position as u32, reads });
            }
        }
        thread[index] = Some(Arc::new(event));
    }

    /// Removes all events but some.
    pub fn retain(&mut self, keep: impl Fn(EventId) -> bool) {
        for (thread, events) in self.threads.iter_mut().enumerate() {
            let name = |index: usize| EventId { thread: ThreadId(thread as u16), index: index as u32 };
            if events.iter().enumerate().all(|(index, event)| event.is_none() || keep(name(index))) {
                continue;
            }
            let events = Arc::make_mut(events);
            for (index, event) in events.iter_mut().enumerate() {
                if !keep(name(index)) {
                    *event = None;
                }
            }
            while let Some(None) = events.last() {
                events.pop();
            }
        }
        let co = Arc::make_mut(&mut self.co);
        for writes in co.values_mut() {
            writes.retain(|&id| keep(id));
        }
        co.retain(|_, writes| !writes.is_empty());
        self.taken = None;
    }

    /// The writes of a location in coherence order, the initial one left out.
    pub fn writes(&self, addr: Address) -> &[EventId] {
        self.co.get(&addr).map_or(&[], Vec::as_slice)
    }

    /// Places a write in coherence order, before the one that stands at `slot`.
    pub fn place(&mut self, write: EventId, addr: Address, slot: usize) {
        Arc::make_mut(&mut self.co).entry(addr).or_default().insert(slot, write);
    }

    /// The read half to which a write half belongs, if it is there.
    pub fn read_half(&self, write: EventId) -> Option<EventId> {
        let event = self.get(write)?;
        match event.action {
            Action::Update { .. } => {
                let read = EventId { index: write.index.checked_sub(1)?, ..write };
                self.get(read).map(|_| read)
            }
            Action::Conditional { .. } => {
                let read = EventId { index: event.reserved?, ..write };
                self.get(read).map(|_| read)
            }
            _ => None,
        }
    }

    /// The newest reservation before the position, if it is of the location and not used up. Nothing before it may be missing.
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
        self.whole().has_holes()
    }

    /// All of it.
    pub fn whole(&self) -> Within<'_, S> {
        Within { graph: self, has: None }
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
        View::new(self, &[])
    }
}

/// A graph, or the part of it that has these events.
pub(super) struct Within<'a, S> {
    pub graph: &'a Graph<S>,
    pub has: Option<&'a Part>,
}

impl<S> Clone for Within<'_, S> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S> Copy for Within<'_, S> {}

impl<'a, S: Clone> Within<'a, S> {
    pub fn contains(self, id: EventId) -> bool {
        self.has.is_none_or(|has| has.contains(id))
    }

    pub fn get(self, id: EventId) -> Option<&'a Event> {
        self.graph.get(id).filter(|_| self.contains(id))
    }

    pub fn events(self) -> impl Iterator<Item = (EventId, &'a Event)> {
        self.graph.events().filter(move |&(id, _)| self.contains(id))
    }

    /// Is an event missing of which a later one of its thread is there?
    pub fn has_holes(self) -> bool {
        (0..self.graph.threads.len()).any(|thread| self.first_hole(ThreadId(thread as u16)).is_some())
    }

    /// The first event of the thread that is missing although a later one is there.
    pub fn first_hole(self, thread: ThreadId) -> Option<EventId> {
        let length = self.graph.threads[thread.index()].len() as u32;
        let ids = || (0..length).map(|index| EventId { thread, index });
        let last = ids().rev().find(|&id| self.get(id).is_some())?;
        ids().take_while(|&id| id < last).find(|&id| self.get(id).is_none() && !self.is_free(id))
    }

    /// Is it the place of a write half behind an update that stores nothing? No event belongs there.
    pub fn is_free(self, id: EventId) -> bool {
        let read = id.index.checked_sub(1).and_then(|index| self.get(EventId { index, ..id }));
        read.is_some_and(|read| read.is_update() && matches!(read.label, Label::Read { exclusive: false, .. }))
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
    /// The graph with virtual writes.
    pub fn new<S: Clone>(graph: &Graph<S>, halves: &[Virtual]) -> View {
        let present = graph.events().filter(|(_, event)| !event.failed);
        let mut found: Vec<(EventId, Label, Option<&Event>)> =
            present.map(|(id, event)| (id, event.label, Some(event))).collect();
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
            let label = Label::Write { addr, mode: Mode::Na, value: 0, exclusive: false };
            (Node::Init(addr), label)
        });
        let ghosts = ghosts(graph);
        let mut events: Vec<(Node, Label)> = found.iter().map(|&(id, label, _)| (Node::Event(id), label)).collect();
        if !ghosts.is_empty() {
            events.extend(ghosts.iter().enumerate().map(|(nth, (&id, _))| (Node::Event(id), ghost_label(nth))));
            events.sort_unstable_by_key(|&(node, _)| node);
        }
        let (nodes, labels) = init.chain(events).unzip();
        let mut candidate = Candidate::from_parts(nodes, labels, |id| match (graph.get(id), ghosts.get(&id)) {
            (Some(event), _) => Some(Cow::Borrowed(&*event.depends)),
            (None, Some(reads)) => Some(Cow::Owned(Dependencies { addr: (*reads).clone(), ..Dependencies::default() })),
            (None, None) => None,
        });

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
            for &id in graph.writes(addr) {
                order.extend(candidate.element(Node::Event(id)));
                behind(&mut order, Source::Event(id));
            }
            for (place, &earlier) in order.iter().enumerate() {
                order[place + 1..].iter().for_each(|&later| co.insert(earlier, later));
            }
        }
        View { candidate, co }
    }
}

/// The accesses that are missing before present ones of their threads, and whose addresses were computed from reads. Models order
/// those reads before what follows the access (`addr ; po`), whether it is there or not.
fn ghosts<S: Clone>(graph: &Graph<S>) -> BTreeMap<EventId, &ReadSet> {
    let named = graph.events().flat_map(|(id, event)| {
        event.earlier.iter().map(move |earlier| (EventId { index: earlier.position, ..id }, &earlier.reads))
    });
    named.filter(|&(id, _)| graph.get(id).is_none()).collect()
}

/// As what models see such an access: a relaxed read of a location of its own.
fn ghost_label(nth: usize) -> Label {
    Label::Read { addr: Address(u64::MAX - nth as u64), mode: Mode::Rlx, value: 0, exclusive: false }
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
