//! The life of objects in the general engine: which accesses and which ends of life are wrong. The rules are those of the
//! fast engine for models without races: program order, reads-from and what starting and joining threads orders are all the
//! order that a program can rely on.

use raddle_graph::{Address, EventId, Label, Source, ThreadId};

use super::graph::{Event, Graph, Within};
use crate::{ExploreError, Fault, LiveObject, Race};
use raddle_program::{Action, Discovery, Program, Span};

/// Why the thread must not do what it is about to do.
pub(super) fn fault<P: Program>(program: &P, graph: &Graph<P::State>, thread: ThreadId) -> Option<Fault> {
    let run = graph.runs.get(thread.index())?;
    let state = run.state.as_ref()?;
    fault_of(program, graph.whole(), EventId { thread, index: run.next }, program.action(state), Some(state))
}

/// Why a thread that stands before an event must not perform the action; without a state if it has performed it in a larger graph.
pub(super) fn fault_of<P: Program>(
    program: &P,
    graph: Within<'_, P::State>,
    event: EventId,
    action: &Action,
    state: Option<&P::State>,
) -> Option<Fault> {
    match *action {
        Action::Free { base } => free_fault(program, graph, event, base),
        ref action => access_fault(program, graph, state, action.addr()?),
    }
}

/// An object of the program: the event that began its life and the one that ended it.
struct Object {
    allocated: EventId,
    base: Address,
    size: u64,
    freed: Option<EventId>,
}

/// The objects that threads allocated.
fn objects<'a, S: Clone>(graph: Within<'a, S>) -> impl Iterator<Item = Object> + use<'a, S> {
    graph.events().filter_map(move |(allocated, event)| {
        let Label::Allocate { base, size } = event.label else { return None };
        let freed = graph.events().find(|(_, event)| event.label == Label::Free { base }).map(|(id, _)| id);
        Some(Object { allocated, base, size, freed })
    })
}

fn object<P: Program>(program: &P, graph: Within<'_, P::State>, addr: Address) -> Option<Object> {
    let wanted = program.allocation(addr)?;
    objects(graph).find(|object| program.allocation(object.base) == Some(wanted))
}

/// The objects whose life has not ended.
pub(super) fn live_objects<S: Clone>(graph: &Graph<S>) -> Vec<LiveObject> {
    let live = objects(graph.whole()).filter(|object| object.freed.is_none());
    let named = |Object { allocated, base, size, .. }| LiveObject { allocated: graph.name(allocated), base, size };
    live.map(named).collect()
}

fn access_fault<P: Program>(
    program: &P,
    graph: Within<'_, P::State>,
    state: Option<&P::State>,
    addr: Address,
) -> Option<Fault> {
    // What was performed in a larger graph overlaps with nothing there.
    if state.is_some()
        && let Some(access) = overlapping(program, graph, addr)
        && graph.get(access).and_then(|event| event.label.addr()).is_some_and(|at| !program.can_learn_overlap(at, addr))
    {
        return Some(Fault::MixedSize { access });
    }
    program.allocation(addr)?;
    let Some(object) = object(program, graph, addr) else { return Some(Fault::OutOfBounds) };
    let bytes = Span { start: object.base.0, length: object.size };
    // A word that is not inside may be that of another object, which has the same address in another execution.
    let is_inside = |span: Span| span.is_inside(bytes);
    let may_be_outside = state.is_some_and(|state| !program.accessed(state).is_some_and(is_inside));
    if !is_inside(program.span(addr)?) && may_be_outside {
        return Some(Fault::OutOfBounds);
    }
    // What fills a hole may well be older than what is there: final graphs are looked at as a whole.
    object.freed.filter(|_| !graph.has_holes()).map(|freed| Fault::UseAfterFree { freed })
}

fn free_fault<P: Program>(program: &P, graph: Within<'_, P::State>, event: EventId, base: Address) -> Option<Fault> {
    let object = program.allocation(base).and_then(|_| object(program, graph, base));
    let Some(object) = object.filter(|object| object.base == base) else { return Some(Fault::InvalidFree) };
    if let Some(freed) = object.freed {
        return Some(Fault::DoubleFree { freed });
    }
    if graph.has_holes() {
        return None;
    }
    let before = before(graph, event);
    let unordered = accesses(program, graph, &object).filter(|access| !before.contains(access));
    unordered.min().map(|access| Fault::FreeInUse { access })
}

/// The accesses to an object.
fn accesses<P: Program>(program: &P, graph: Within<'_, P::State>, object: &Object) -> impl Iterator<Item = EventId> {
    let wanted = program.allocation(object.base);
    let of_object = move |addr: Address| wanted.is_some() && program.allocation(addr) == wanted;
    graph.events().filter(move |(_, event)| event.label.addr().is_some_and(of_object)).map(|(id, _)| id)
}

/// An access to an object in a whole graph that nothing orders before the end of its life.
fn use_after_free<P: Program>(program: &P, graph: &Graph<P::State>) -> Option<(EventId, Fault)> {
    objects(graph.whole()).find_map(|object| {
        let freed = object.freed?;
        let before = before(graph.whole(), freed);
        let access = accesses(program, graph.whole(), &object).find(|access| !before.contains(access))?;
        Some((access, Fault::UseAfterFree { freed }))
    })
}

/// What is wrong in a whole graph, and the event that is.
pub(super) fn late_fault<P: Program>(program: &P, graph: &Graph<P::State>) -> Option<(EventId, Fault)> {
    use_after_free(program, graph).or_else(|| free_locked(program, graph))
}

/// An end of life while another thread holds a lock in the object.
fn free_locked<P: Program>(program: &P, graph: &Graph<P::State>) -> Option<(EventId, Fault)> {
    objects(graph.whole()).find_map(|object| {
        let freed = object.freed?;
        let bytes = Span { start: object.base.0, length: object.size };
        let others = (0..graph.runs.len()).map(|index| ThreadId(index as u16)).filter(|&thread| thread != freed.thread);
        let lock = others.into_iter().find_map(|thread| {
            let addr = program.holds_within(graph.runs[thread.index()].state.as_ref()?, bytes)?;
            let is_lock = |event: &Event| event.label.is_read() && event.label.addr() == Some(addr);
            graph.events().filter(|(id, event)| id.thread == thread && is_lock(event)).map(|(id, _)| id).last()
        })?;
        Some((freed, Fault::FreeLocked { lock, freed: Some(freed) }))
    })
}

/// An access to the thread-local memory of another thread that nothing orders before its end.
pub(super) fn late_access<P: Program>(program: &P, graph: &Graph<P::State>) -> Option<Race> {
    let late = graph.events().filter_map(|(access, event)| {
        let addr = event.label.addr()?;
        let thread = program.owner(addr).filter(|owner| *owner != access.thread)?;
        let has_ended = *program.action(graph.runs.get(thread.index())?.state.as_ref()?) == Action::Finish;
        let end = EventId { thread, index: graph.threads[thread.index()].len() as u32 };
        let is_late = has_ended && !before(graph.whole(), end).contains(&access);
        let access = graph.name(access);
        is_late.then(|| Race { addr, first: access.min(end), second: access.max(end) })
    });
    late.min()
}

/// What comes before an event (which may be about to happen) in program order, by reads-from and by threads.
fn before<S: Clone>(graph: Within<'_, S>, event: EventId) -> Vec<EventId> {
    let mut found = Vec::new();
    let mut todo = vec![event];
    while let Some(id) = todo.pop() {
        let mut visit = |id: EventId| {
            if !found.contains(&id) {
                found.push(id);
                todo.push(id);
            }
        };
        (0..id.index).map(|index| EventId { index, ..id }).filter(|&id| graph.get(id).is_some()).for_each(&mut visit);
        let started = graph.events().filter(|(_, event)| event.label == Label::Spawn { thread: id.thread });
        started.for_each(|(id, _)| visit(id));
        match graph.get(id).map(|event| (event.source, event.label)) {
            Some((Some(Source::Event(source)), _)) => visit(source),
            Some((_, Label::Join { thread })) => {
                let length = graph.graph.threads[thread.index()].len() as u32;
                (0..length).map(|index| EventId { thread, index }).for_each(visit);
            }
            Some((_, Label::Depart { barrier, round })) => {
                let arrivals = graph.events().filter(|(_, event)| event.label == Label::Arrive { barrier, round });
                arrivals.for_each(|(id, _)| visit(id));
            }
            _ => {}
        }
    }
    found
}

/// An access to a location that shares bytes with this one.
fn overlapping<P: Program>(program: &P, graph: Within<'_, P::State>, addr: Address) -> Option<EventId> {
    let span = program.span(addr)?;
    let overlaps = |at: Address| at != addr && program.span(at).is_some_and(|other| other.overlaps(span));
    graph.events().find(|(_, event)| event.label.addr().is_some_and(overlaps)).map(|(id, _)| id)
}

/// An error if the memory is accessed in other pieces, too, and the program can learn from that.
pub(super) fn check_overlap<P: Program>(
    program: &P,
    graph: &Graph<P::State>,
    addr: Address,
) -> Result<(), ExploreError> {
    let other = overlapping(program, graph.whole(), addr).and_then(|access| graph.get(access)?.label.addr());
    match other {
        Some(first) if program.can_learn_overlap(first, addr) => {
            Err(ExploreError::Learn(Discovery::Overlap(first, addr)))
        }
        _ => Ok(()),
    }
}
