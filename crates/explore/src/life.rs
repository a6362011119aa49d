//! The life of objects in graphs of every kind, also with cycles: which accesses and which ends of life are wrong. The rules are
//! those of the fast engine: under models without races program order, reads-from and what starting and joining threads orders are all
//! the order that a program can rely on; under the others happens-before is (`Judged`).

use std::cell::OnceCell;

use raddle_graph::{Address, EventId, Execution, Label, Relation, Source, ThreadId};
use raddle_models::axioms::{Candidate, Node, rc20_happens_before};
use raddle_program::{Action, Program, Span};

use crate::{Fault, LiveObject, Race};

/// The events of a graph.
pub(crate) trait Events: Copy {
    fn events(self) -> impl Iterator<Item = (EventId, Label)>;
    /// What an event did, and what it read from.
    fn get(self, id: EventId) -> Option<(Label, Option<Source>)>;
    fn threads(self) -> usize;
    /// Behind the last event of a thread.
    fn end(self, thread: ThreadId) -> EventId;
    /// What is before an event (which may be about to happen): all the order that a program can rely on.
    fn before(self, event: EventId) -> Before {
        Before::new(self, event)
    }
    /// Is that happens-before? Then the beginning of a life, too, must be before its end.
    fn has_races(self) -> bool {
        false
    }
}

impl Events for &Execution {
    fn events(self) -> impl Iterator<Item = (EventId, Label)> {
        Execution::events(self).map(|(id, event)| (id, event.label))
    }

    fn get(self, id: EventId) -> Option<(Label, Option<Source>)> {
        Execution::get(self, id).map(|event| (event.label, event.rf))
    }

    fn threads(self) -> usize {
        self.threads.len()
    }

    fn end(self, thread: ThreadId) -> EventId {
        EventId { thread, index: self.threads[thread.index()].len() as u32 }
    }
}

/// Why a thread that stands before an event must not perform the action; without a state if it has performed it in a larger graph.
pub(crate) fn fault<P: Program>(
    program: &P,
    graph: impl Events,
    event: EventId,
    action: &Action,
    state: Option<&P::State>,
) -> Option<Fault> {
    match *action {
        Action::Free { base } => free_fault(program, graph, event, base),
        ref action => access_fault(program, graph, state, action.addr()?),
    }
}

fn access_fault<P: Program>(program: &P, graph: impl Events, state: Option<&P::State>, addr: Address) -> Option<Fault> {
    // What was performed in a larger graph overlaps with nothing there.
    if state.is_some()
        && let Some((access, at)) = overlapping(program, graph, addr)
        && !program.can_learn_overlap(at, addr)
    {
        return Some(Fault::MixedSize { access });
    }
    bounds_fault(program, graph, state, addr).or_else(|| {
        let object = object(program, graph, addr)?;
        object.freed(graph).map(|freed| Fault::UseAfterFree { freed })
    })
}

/// Is the access outside of every object?
fn bounds_fault<P: Program>(program: &P, graph: impl Events, state: Option<&P::State>, addr: Address) -> Option<Fault> {
    program.allocation(addr)?;
    let Some(object) = object(program, graph, addr) else { return Some(Fault::OutOfBounds) };
    // A word that is not inside may be that of another object, which has the same address in another execution.
    let is_inside = |span: Span| span.is_inside(object.bytes());
    let may_be_outside = state.is_some_and(|state| !program.accessed(state).is_some_and(is_inside));
    (!is_inside(program.span(addr)?) && may_be_outside).then_some(Fault::OutOfBounds)
}

fn free_fault<P: Program>(program: &P, graph: impl Events, event: EventId, base: Address) -> Option<Fault> {
    let Some(object) = object(program, graph, base).filter(|object| object.base == base) else {
        return Some(Fault::InvalidFree);
    };
    if let Some(freed) = object.freed(graph) {
        return Some(Fault::DoubleFree { freed });
    }
    let before = graph.before(event);
    if graph.has_races() && !before.contains(object.allocated) {
        return Some(Fault::FreeTooEarly { allocated: object.allocated });
    }
    let unordered = accesses(program, graph, &object).filter(|&access| !before.contains(access));
    unordered.min().map(|access| Fault::FreeInUse { access })
}

/// Why an event must not be in a whole graph, in which its thread stood in that state before it. What an end of life that comes too
/// early is to itself, it is to an access.
pub(crate) fn fault_of_event<P: Program>(
    program: &P,
    graph: impl Events,
    event: EventId,
    state: &P::State,
) -> Option<Fault> {
    let is_before = |first, second| graph.before(second).contains(first);
    match *program.action(state) {
        Action::Free { base } => {
            let Some(object) = object(program, graph, base).filter(|object| object.base == base) else {
                return Some(Fault::InvalidFree);
            };
            let others = frees(graph, object.base).filter(|&other| other != event);
            if graph.has_races() && !is_before(object.allocated, event) {
                return Some(Fault::FreeTooEarly { allocated: object.allocated });
            }
            // Of two, it is the one that is not before the other.
            let mut earlier =
                others.filter(|&other| !is_before(event, other) && (is_before(other, event) || other < event));
            earlier.next().map(|freed| Fault::DoubleFree { freed })
        }
        ref action => {
            let addr = action.addr()?;
            bounds_fault(program, graph, Some(state), addr).or_else(|| {
                let mut frees = frees(graph, object(program, graph, addr)?.base);
                frees.find(|&free| !is_before(event, free)).map(|freed| Fault::UseAfterFree { freed })
            })
        }
    }
}

/// An end of life while another thread holds a lock in the object, given the states in which threads end.
pub(crate) fn free_locked<'s, P: Program>(
    program: &P,
    graph: impl Events,
    state: impl Fn(ThreadId) -> Option<&'s P::State>,
) -> Option<(EventId, Fault)>
where
    P::State: 's,
{
    objects(graph).find_map(|object| {
        let freed = object.freed(graph)?;
        let mut others = threads(graph).filter(|&thread| thread != freed.thread);
        let lock = others.find_map(|thread| {
            let addr = program.holds_within(state(thread)?, object.bytes())?;
            let is_lock =
                |id: EventId, label: Label| id.thread == thread && label.is_read() && label.addr() == Some(addr);
            graph.events().filter(|&(id, label)| is_lock(id, label)).map(|(id, _)| id).last()
        })?;
        Some((freed, Fault::FreeLocked { lock, freed: Some(freed) }))
    })
}

/// The accesses to the thread-local memory of other threads that nothing orders before the ends of these, given the states in which
/// threads end. The location, the access and the end.
pub(crate) fn late_accesses<'s, P: Program>(
    program: &P,
    graph: impl Events,
    state: impl Fn(ThreadId) -> Option<&'s P::State>,
) -> impl Iterator<Item = (Address, EventId, EventId)>
where
    P::State: 's,
{
    graph.events().filter_map(move |(access, label)| {
        let addr = label.addr()?;
        let thread = program.owner(addr).filter(|owner| *owner != access.thread)?;
        let has_ended = *program.action(state(thread)?) == Action::Finish;
        let end = graph.end(thread);
        (has_ended && !graph.before(end).contains(access)).then_some((addr, access, end))
    })
}

/// The least late access of a whole execution.
pub(crate) fn late_access<'s, P: Program>(
    program: &P,
    graph: impl Events,
    state: impl Fn(ThreadId) -> Option<&'s P::State>,
) -> Option<Race>
where
    P::State: 's,
{
    let late = late_accesses(program, graph, state);
    late.map(|(addr, access, end)| Race { addr, first: access.min(end), second: access.max(end) }).min()
}

/// The accesses to objects that nothing makes happen after the beginning of their life.
pub(crate) fn accesses_too_early<P: Program>(program: &P, graph: impl Events) -> impl Iterator<Item = Race> {
    let object = move |access: EventId| {
        let addr = graph.get(access)?.0.addr()?;
        Some((addr, object(program, graph, addr)?.allocated))
    };
    let accesses = graph.events().filter_map(move |(access, _)| Some((access, object(access)?)));
    let early = accesses.filter(move |&(access, (_, allocated))| !graph.before(access).contains(allocated));
    early.map(|(access, (addr, allocated))| Race { addr, first: access.min(allocated), second: access.max(allocated) })
}

/// The objects whose life has not ended.
pub(crate) fn live_objects(graph: impl Events) -> impl Iterator<Item = LiveObject> {
    let live = objects(graph).filter(move |object| object.freed(graph).is_none());
    live.map(|Object { allocated, base, size }| LiveObject { allocated, base, size })
}

/// An access to a location that shares bytes with this one, and that location.
pub(crate) fn overlapping<P: Program>(program: &P, graph: impl Events, addr: Address) -> Option<(EventId, Address)> {
    let span = program.span(addr)?;
    let overlaps = |at: Address| at != addr && program.span(at).is_some_and(|other| other.overlaps(span));
    graph.events().find_map(|(id, label)| Some((id, label.addr().filter(|&at| overlaps(at))?)))
}

/// An object that a thread allocated.
struct Object {
    allocated: EventId,
    base: Address,
    size: u64,
}

impl Object {
    fn bytes(&self) -> Span {
        Span { start: self.base.0, length: self.size }
    }

    /// The event that ended its life.
    fn freed(&self, graph: impl Events) -> Option<EventId> {
        frees(graph, self.base).next()
    }
}

fn objects(graph: impl Events) -> impl Iterator<Item = Object> {
    graph.events().filter_map(|(allocated, label)| match label {
        Label::Allocate { base, size } => Some(Object { allocated, base, size }),
        _ => None,
    })
}

fn object<P: Program>(program: &P, graph: impl Events, addr: Address) -> Option<Object> {
    let wanted = program.allocation(addr)?;
    objects(graph).find(|object| program.allocation(object.base) == Some(wanted))
}

fn frees(graph: impl Events, base: Address) -> impl Iterator<Item = EventId> {
    graph.events().filter(move |(_, label)| *label == Label::Free { base }).map(|(id, _)| id)
}

/// The accesses to an object.
fn accesses<P: Program>(program: &P, graph: impl Events, object: &Object) -> impl Iterator<Item = EventId> {
    let wanted = program.allocation(object.base);
    let of_object = move |addr: Address| wanted.is_some() && program.allocation(addr) == wanted;
    graph.events().filter(move |(_, label)| label.addr().is_some_and(of_object)).map(|(id, _)| id)
}

fn threads(graph: impl Events) -> impl Iterator<Item = ThreadId> {
    (0..graph.threads()).map(|thread| ThreadId(thread as u16))
}

/// What comes before an event (which may be about to happen) in program order, by reads-from and by threads.
pub(crate) struct Before {
    /// How many events of each thread.
    counts: Vec<u32>,
}

impl Before {
    fn new<G: Events>(graph: G, event: EventId) -> Before {
        let mut before = Before { counts: vec![0; graph.threads()] };
        let mut todo = Vec::new();
        before.add_causes(graph, event, &mut todo);
        before.add(event, &mut todo);
        while let Some(id) = todo.pop() {
            before.add_causes(graph, id, &mut todo);
        }
        before
    }

    fn contains(&self, id: EventId) -> bool {
        id.index < self.counts[id.thread.index()]
    }

    /// Adds the events of a thread before this one.
    fn add(&mut self, end: EventId, todo: &mut Vec<EventId>) {
        let count = &mut self.counts[end.thread.index()];
        todo.extend((*count..end.index).map(|index| EventId { index, ..end }));
        *count = end.index.max(*count);
    }

    /// Adds what comes before an event by anything but program order.
    fn add_causes(&mut self, graph: impl Events, id: EventId, todo: &mut Vec<EventId>) {
        let behind = |id: EventId| EventId { index: id.index + 1, ..id };
        if id.index == 0 {
            let starts = graph.events().filter(|(_, label)| *label == Label::Spawn { thread: id.thread });
            starts.for_each(|(start, _)| self.add(behind(start), todo));
        }
        match graph.get(id) {
            Some((_, Some(Source::Event(source)))) => self.add(behind(source), todo),
            Some((Label::Join { thread }, _)) => self.add(graph.end(thread), todo),
            Some((Label::Depart { barrier, round }, _)) => {
                let arrivals = graph.events().filter(|(_, label)| *label == Label::Arrive { barrier, round });
                arrivals.for_each(|(arrival, _)| self.add(behind(arrival), todo));
            }
            _ => {}
        }
    }
}

/// Which order programs can rely on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Order {
    /// Program order, reads-from, and the starting and joining of threads.
    Porf,
    /// Happens-before of `rc20`.
    HappensBefore,
}

/// An execution, with the order that programs can rely on, which is computed when somebody asks.
pub(crate) struct Judged<'a> {
    execution: &'a Execution,
    order: Order,
    /// With the inverse of happens-before.
    happens_before: OnceCell<(Candidate, Relation)>,
}

impl<'a> Judged<'a> {
    pub(crate) fn new(execution: &'a Execution, order: Order) -> Judged<'a> {
        Judged { execution, order, happens_before: OnceCell::new() }
    }

    /// The events that happen before this one, and those of its thread that are before it.
    fn happens_before(&self, event: EventId) -> Before {
        let (candidate, after) = self.happens_before.get_or_init(|| {
            let Ok(candidate) = Candidate::new(self.execution) else { unreachable!("reads read what was written") };
            let after = rc20_happens_before(&candidate).inverse();
            (candidate, after)
        });
        let mut counts = vec![0; self.execution.threads.len()];
        counts[event.thread.index()] = event.index;
        // What is about to happen comes behind the last event of its thread, or behind the start of that.
        let is_start = |(_, label): &(EventId, Label)| *label == Label::Spawn { thread: event.thread };
        // Choices are no events of a model.
        let is_event = |&id: &EventId| candidate.element(Node::Event(id)).is_some();
        let last = (0..=event.index).rev().map(|index| EventId { index, ..event }).find(is_event);
        let last = last.or_else(|| Events::events(self.execution).find(is_start).map(|(start, _)| start));
        let Some(last) = last else { return Before { counts } };
        let Some(element) = candidate.element(Node::Event(last)) else { unreachable!("{last} is an event") };
        let earlier = after.successors(element).filter_map(|other| match candidate.node(other) {
            Node::Event(id) => Some(id),
            Node::Init(_) => None,
        });
        for id in earlier.chain((last != event).then_some(last)) {
            let count = &mut counts[id.thread.index()];
            *count = (id.index + 1).max(*count);
        }
        Before { counts }
    }
}

impl Events for &Judged<'_> {
    fn events(self) -> impl Iterator<Item = (EventId, Label)> {
        Events::events(self.execution)
    }

    fn get(self, id: EventId) -> Option<(Label, Option<Source>)> {
        Events::get(self.execution, id)
    }

    fn threads(self) -> usize {
        Events::threads(self.execution)
    }

    fn end(self, thread: ThreadId) -> EventId {
        Events::end(self.execution, thread)
    }

    fn before(self, event: EventId) -> Before {
        match self.order {
            Order::Porf => Before::new(self, event),
            Order::HappensBefore => self.happens_before(event),
        }
    }

    fn has_races(self) -> bool {
        self.order == Order::HappensBefore
    }
}
