//! From a complete graph of the open program to executions: its reads that wait are given their writes.

use std::collections::BTreeMap;

use raddle_graph::{Event, EventId, Execution, Label, Relation, Source, ThreadId};
use raddle_program::Program;
use smallvec::SmallVec;

use super::program::{Chosen, Kind, Open, OpenState};
use super::things::Thing;
use crate::FinalGraph;

/// The notes of each thread about its events, by position.
type Logs<'a> = Vec<Option<&'a [(u32, Chosen)]>>;

/// An execution whose reads have been given their writes.
pub(crate) struct Closed<'a> {
    pub(crate) execution: &'a Execution,
    /// The reads that waited, in order.
    pub(crate) cut: &'a [EventId],
    /// The reads that took locks, in order.
    pub(crate) locks: &'a [EventId],
    /// For each event, by thread, its position in the open graph.
    pub(crate) origins: &'a [Vec<u32>],
}

/// Which open graphs are closed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Which {
    /// Those in which reads wait.
    Waiting,
    /// Those in which none does, too.
    All,
}

/// Calls `visit` for everything that comes of a complete graph of the open program: each read that waits is given every write
/// that it may have waited for and that puts it on a cycle.
pub(crate) fn close<P: Program>(
    program: &P,
    found: &dyn FinalGraph<OpenState<P::State>>,
    which: Which,
    visit: &mut dyn FnMut(&Closed<'_>),
) {
    if !may_close(program, found, which) {
        return;
    }
    let open = found.execution();
    let threads = (0..open.threads.len()).map(|thread| ThreadId(thread as u16));
    let logs: Logs<'_> = threads.map(|thread| found.state(thread).map(|state| state.log.as_slice())).collect();
    let Some(Translated { mut execution, waits, locks, origins }) = translate(&open, &logs) else { return };
    let sources = |thing: &Thing| {
        let events = execution.threads[thing.writer.index()].iter();
        let is_it = |event: &Event| event.label.is_write_of(thing.addr, thing.value);
        let found = (0..).zip(events).filter(|(_, event)| is_it(event));
        found.map(|(index, _)| EventId { thread: thing.writer, index }).collect::<Vec<_>>()
    };
    let mut options: Vec<(EventId, Vec<EventId>)> = waits.iter().map(|(read, thing)| (*read, sources(thing))).collect();
    if !on_cycles(&execution, &mut options) {
        return;
    }
    let cut: Vec<EventId> = waits.iter().map(|(read, _)| *read).collect();
    let (cut, locks, origins) = (&*cut, &*locks, &*origins);
    assign(&mut execution, &options, &mut |execution| visit(&Closed { execution, cut, locks, origins }));
}

/// May every read that waits be on a cycle, and is there one? A path between two of them leads to what the second one waits for.
fn may_close<P: Program>(program: &P, found: &dyn FinalGraph<OpenState<P::State>>, which: Which) -> bool {
    let mut waits: SmallVec<[(EventId, Thing); 4]> = SmallVec::new();
    for thread in (0..program.threads()).map(|thread| ThreadId(thread as u16)) {
        let state = found.state(thread);
        if state.is_some_and(|state| Open::is_lost(program, state)) {
            return false;
        }
        let log = state.map_or(&[][..], |state| state.log.as_slice());
        waits.extend(log.iter().filter_map(|&(index, chosen)| match chosen {
            Chosen::Wait { thing, .. } => Some((EventId { thread, index }, thing)),
            _ => None,
        }));
    }
    if waits.is_empty() {
        return which == Which::All;
    }
    let mut leads = Relation::empty(waits.len());
    for (to, (_, thing)) in waits.iter().enumerate() {
        let sources = found.writes(thing.writer, thing.addr, thing.value);
        for (from, (read, _)) in waits.iter().enumerate() {
            if sources.iter().any(|&source| found.may_lead(*read, source)) {
                leads.insert(from, to);
            }
        }
    }
    let leads = leads.plus();
    (0..waits.len()).all(|read| leads.contains(read, read))
}

/// An open graph without its choices.
struct Translated {
    /// Reads that wait have no source yet.
    execution: Execution,
    /// What they wait for.
    waits: Vec<(EventId, Thing)>,
    /// The reads that took locks.
    locks: Vec<EventId>,
    /// Where each event was.
    origins: Vec<Vec<u32>>,
}

fn translate(open: &Execution, logs: &Logs<'_>) -> Option<Translated> {
    let mut result = Execution { ends: open.ends.clone(), init: open.init.clone(), ..Execution::default() };
    let (mut waits, mut locks) = (Vec::new(), Vec::new());
    // Where each event is now.
    let mut names: Vec<Vec<u32>> = Vec::new();
    let mut origins: Vec<Vec<u32>> = Vec::new();
    for (nth, events) in open.threads.iter().enumerate() {
        let thread = ThreadId(nth as u16);
        let log = logs.get(nth).copied().flatten().unwrap_or_default();
        let chosen: BTreeMap<u32, Chosen> = log.iter().copied().collect();
        let (mut kept, mut named, mut origin) = (Vec::new(), Vec::new(), Vec::new());
        let mut is_half = false;
        for (index, event) in (0..).zip(events) {
            named.push(kept.len() as u32);
            match chosen.get(&index) {
                Some(Chosen::Read) => {}
                Some(&Chosen::Free { base }) => kept.push(Event { label: Label::Free { base }, rf: None }),
                Some(&Chosen::Wait { thing, mode, kind }) => {
                    waits.push((EventId { thread, index: kept.len() as u32 }, thing));
                    let label =
                        Label::Read { addr: thing.addr, mode, value: thing.value, exclusive: kind.is_exclusive() };
                    kept.push(Event { label, rf: None });
                    is_half = kind == Kind::Update;
                }
                other => {
                    if other == Some(&Chosen::Lock) {
                        locks.push(EventId { thread, index: kept.len() as u32 });
                    }
                    let mut event = *event;
                    let is_pair = other == Some(&Chosen::Pair);
                    match &mut event.label {
                        Label::Write { exclusive, .. } => *exclusive |= is_pair || std::mem::take(&mut is_half),
                        Label::Read { exclusive, .. } => *exclusive |= is_pair,
                        _ => {}
                    }
                    kept.push(event);
                }
            }
            if kept.len() > origin.len() {
                origin.push(index);
            }
        }
        // Nobody writes between the halves of an update; one whose write is missing is not complete.
        if is_half {
            return None;
        }
        result.threads.push(kept);
        names.push(named);
        origins.push(origin);
    }
    let name = |id: EventId| EventId { index: names[id.thread.index()][id.index as usize], ..id };
    for event in result.threads.iter_mut().flatten() {
        if let Some(Source::Event(id)) = &mut event.rf {
            *id = name(*id);
        }
    }
    let orders = open.co.iter().flatten();
    result.co = Some(orders.map(|(&addr, order)| (addr, order.iter().map(|&id| name(id)).collect())).collect());
    Some(Translated { execution: result, waits, locks, origins })
}

/// Leaves those sources that may put their reads on a cycle. False if a read has none.
fn on_cycles(execution: &Execution, options: &mut [(EventId, Vec<EventId>)]) -> bool {
    let Some(reach) = Porf::new(execution, options) else { return false };
    for (read, sources) in options {
        let read = reach.number(*read);
        sources.retain(|&source| reach.closure.contains(read, reach.number(source)));
        if sources.is_empty() {
            return false;
        }
    }
    true
}

/// `(po | sync | rf)+` over events, whether reads have their sources or not.
pub(crate) struct Porf {
    first: Vec<usize>,
    closure: Relation,
}

impl Porf {
    /// With the sources that reads may be given. `None` if one can be given none.
    pub(crate) fn new(execution: &Execution, options: &[(EventId, Vec<EventId>)]) -> Option<Porf> {
        let mut first = Vec::new();
        let mut size = 0;
        for events in &execution.threads {
            first.push(size);
            size += events.len();
        }
        if options.iter().any(|(_, sources)| sources.is_empty()) {
            return None;
        }
        let mut closure = Relation::empty(size);
        let number = |id: EventId| first[id.thread.index()] + id.index as usize;
        let last = |thread: ThreadId| execution.threads[thread.index()].len().checked_sub(1);
        for (id, event) in execution.events() {
            if id.index > 0 {
                closure.insert(number(id) - 1, number(id));
            }
            if let Some(Source::Event(source)) = event.rf {
                closure.insert(number(source), number(id));
            }
            match event.label {
                Label::Spawn { thread } if last(thread).is_some() => closure.insert(number(id), first[thread.index()]),
                Label::Join { thread } => {
                    if let Some(last) = last(thread) {
                        closure.insert(first[thread.index()] + last, number(id));
                    }
                }
                Label::Depart { barrier, round } => {
                    let arrivals =
                        execution.events().filter(|(_, event)| event.label == Label::Arrive { barrier, round });
                    arrivals.for_each(|(arrival, _)| closure.insert(number(arrival), number(id)));
                }
                _ => {}
            }
        }
        for (read, sources) in options {
            sources.iter().for_each(|&source| closure.insert(number(source), number(*read)));
        }
        Some(Porf { closure: closure.plus(), first })
    }

    /// Is the one event before the other?
    pub(crate) fn leads(&self, first: EventId, second: EventId) -> bool {
        self.closure.contains(self.number(first), self.number(second))
    }

    fn number(&self, id: EventId) -> usize {
        self.first[id.thread.index()] + id.index as usize
    }
}

/// Gives the reads their sources in every way.
fn assign(execution: &mut Execution, options: &[(EventId, Vec<EventId>)], visit: &mut dyn FnMut(&Execution)) {
    let Some(((read, sources), rest)) = options.split_first() else { return visit(execution) };
    for &source in sources {
        execution.threads[read.thread.index()][read.index as usize].rf = Some(Source::Event(source));
        assign(execution, rest, visit);
    }
    execution.threads[read.thread.index()][read.index as usize].rf = None;
}
