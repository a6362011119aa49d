//! From a complete graph of the open program to executions: its reads that wait are given their writes.

use std::collections::BTreeMap;

use raddle_graph::{Components, Event, EventId, Execution, Label, Numbers, Relation, Source, ThreadId};
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
    /// Its cycles, if they are known.
    pub(crate) cycles: Option<&'a Cycles>,
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
    let Some(cycles) = on_cycles(&execution, &mut options) else { return };
    let cut: Vec<EventId> = waits.iter().map(|(read, _)| *read).collect();
    let (cut, locks, origins) = (&*cut, &*locks, &*origins);
    // Where there is no choice of sources, all executions have these cycles: there is one.
    let cycles = options.iter().all(|(_, sources)| sources.len() == 1).then_some(&cycles);
    assign(&mut execution, &options, &mut |execution| visit(&Closed { execution, cut, locks, origins, cycles }));
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

/// Leaves those sources that may put their reads on a cycle. `None` if a read has none, otherwise the cycles with all sources that are left.
fn on_cycles(execution: &Execution, options: &mut [(EventId, Vec<EventId>)]) -> Option<Cycles> {
    if options.iter().any(|(_, sources)| sources.is_empty()) {
        return None;
    }
    let cycles = Cycles::new(execution, options);
    for (read, sources) in options {
        sources.retain(|&source| cycles.joins(source, *read));
        if sources.is_empty() {
            return None;
        }
    }
    Some(cycles)
}

/// The cycles of program order, reads-from, and the starting, joining and meeting of threads.
pub(crate) struct Cycles {
    numbers: Numbers,
    components: Components,
}

impl Cycles {
    /// Those of an execution, whose reads may also be given these sources.
    fn new(execution: &Execution, options: &[(EventId, Vec<EventId>)]) -> Cycles {
        let numbers = Numbers::of(execution);
        let mut edges = Vec::with_capacity(2 * numbers.count());
        numbers.add_porf(execution, &mut edges);
        for (read, sources) in options {
            edges.extend(sources.iter().map(|&source| (numbers.number(source), numbers.number(*read))));
        }
        Cycles { components: Components::of(numbers.count(), &edges), numbers }
    }

    pub(crate) fn of(execution: &Execution) -> Cycles {
        Cycles::new(execution, &[])
    }

    /// Those that are left if these reads have no source.
    pub(crate) fn without(execution: &Execution, cut: &[EventId]) -> Cycles {
        let mut open = execution.clone();
        for &read in cut {
            open.threads[read.thread.index()][read.index as usize].rf = None;
        }
        Cycles::of(&open)
    }

    /// Are both events on one cycle?
    pub(crate) fn joins(&self, first: EventId, second: EventId) -> bool {
        self.components.join(self.numbers.number(first), self.numbers.number(second))
    }

    /// Is there one?
    pub(crate) fn exist(&self) -> bool {
        self.components.cycles().next().is_some()
    }
}

/// `(po | sync | rf)+` over the events of an execution.
pub(super) struct Porf {
    numbers: Numbers,
    closure: Relation,
}

impl Porf {
    pub(super) fn of(execution: &Execution) -> Porf {
        let numbers = Numbers::of(execution);
        let mut edges = Vec::new();
        numbers.add_porf(execution, &mut edges);
        let edges = edges.into_iter().map(|(from, to)| (from as usize, to as usize));
        Porf { closure: Relation::from_pairs(numbers.count(), edges).plus(), numbers }
    }

    /// Is the one event before the other?
    pub(super) fn leads(&self, first: EventId, second: EventId) -> bool {
        self.closure.contains(self.numbers.number(first) as usize, self.numbers.number(second) as usize)
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
