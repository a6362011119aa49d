//! From a complete graph of the open program to executions: its reads that wait are given their writes.
//!
//! An execution with cycles may come of several open graphs: of every *cut*, a set of reads that may wait and without whose
//! sources there is no cycle. It is taken from one, its first cut: the smallest one, and of those the least. So none is found twice,
//! and nothing need be remembered.

use std::collections::{BTreeMap, BTreeSet};

use raddle_graph::{Event, EventId, EventSet, Execution, Label, Source, ThreadId};
use raddle_models::axioms::{Judge, Node};

use super::graph::{Graph, part};
use super::open::{Chosen, Thing, Things};

/// An execution with a cycle that satisfies RC20's other axioms, and its core.
pub(super) struct Closed {
    pub(super) execution: Execution,
    pub(super) graph: Graph,
    pub(super) core: Execution,
}

/// The choices of each thread that are no events of the program, by position.
pub(super) type Logs<'a> = Vec<Option<&'a [(u32, Chosen)]>>;

/// Calls `visit` for every execution that is taken from the open graph.
pub(super) fn close(open: &Execution, logs: &Logs<'_>, things: &Things, visit: &mut dyn FnMut(Closed)) {
    let Some((execution, waits)) = translate(open, logs) else { return };
    if waits.is_empty() {
        return;
    }
    let sources = |thing: &Thing| {
        let events = execution.threads[thing.writer.index()].iter();
        let is_it = |event: &Event| matches!(event.label, Label::Write { addr, value, .. } if (addr, value) == (thing.addr, thing.value));
        let found = (0..).zip(events).filter(|(_, event)| is_it(event));
        found.map(|(index, _)| EventId { thread: thing.writer, index }).collect::<Vec<_>>()
    };
    let mut options: Vec<(EventId, Vec<EventId>)> = waits.iter().map(|(read, thing)| (*read, sources(thing))).collect();
    if !on_cycles(&execution, &mut options) {
        return;
    }
    let cut: Vec<EventId> = waits.iter().map(|(read, _)| *read).collect();
    let mut execution = execution;
    assign(&mut execution, &options, &mut |execution| {
        if let Some(closed) = judge(execution, &cut, things) {
            visit(closed);
        }
    });
}

/// The open graph without its choices, with reads that have no source yet, and what those wait for.
fn translate(open: &Execution, logs: &Logs<'_>) -> Option<(Execution, Vec<(EventId, Thing)>)> {
    let mut result = Execution { ends: open.ends.clone(), init: open.init.clone(), ..Execution::default() };
    let mut waits = Vec::new();
    // Where each event is now.
    let mut names: Vec<Vec<u32>> = Vec::new();
    for (nth, events) in open.threads.iter().enumerate() {
        let thread = ThreadId(nth as u16);
        let log = logs.get(nth).copied().flatten().unwrap_or_default();
        let chosen: BTreeMap<u32, Chosen> = log.iter().copied().collect();
        let (mut kept, mut named) = (Vec::new(), Vec::new());
        let mut is_half = false;
        for (index, event) in (0..).zip(events) {
            named.push(kept.len() as u32);
            match chosen.get(&index) {
                Some(Chosen::Read) => {}
                Some(&Chosen::Wait { thing, mode, stores }) => {
                    waits.push((EventId { thread, index: kept.len() as u32 }, thing));
                    let label = Label::Read { addr: thing.addr, mode, value: thing.value, exclusive: stores };
                    kept.push(Event { label, rf: None });
                    is_half = stores;
                }
                None => {
                    let mut event = *event;
                    if let Label::Write { exclusive, .. } = &mut event.label
                        && std::mem::take(&mut is_half)
                    {
                        *exclusive = true;
                    }
                    kept.push(event);
                }
            }
        }
        // Nobody writes between the halves of an update; one whose write is missing is not complete.
        if is_half {
            return None;
        }
        result.threads.push(kept);
        names.push(named);
    }
    let name = |id: EventId| EventId { index: names[id.thread.index()][id.index as usize], ..id };
    for event in result.threads.iter_mut().flatten() {
        if let Some(Source::Event(id)) = &mut event.rf {
            *id = name(*id);
        }
    }
    let orders = open.co.iter().flatten();
    result.co = Some(orders.map(|(&addr, order)| (addr, order.iter().map(|&id| name(id)).collect())).collect());
    Some((result, waits))
}

/// Leaves those sources that may put their reads on a cycle. False if a read has none.
fn on_cycles(execution: &Execution, options: &mut [(EventId, Vec<EventId>)]) -> bool {
    let Some(reach) = porf(execution, options) else { return false };
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
struct Porf {
    first: Vec<usize>,
    closure: raddle_graph::Relation,
}

impl Porf {
    fn number(&self, id: EventId) -> usize {
        self.first[id.thread.index()] + id.index as usize
    }
}

fn porf(execution: &Execution, options: &[(EventId, Vec<EventId>)]) -> Option<Porf> {
    let mut first = Vec::new();
    let mut size = 0;
    for events in &execution.threads {
        first.push(size);
        size += events.len();
    }
    if options.iter().any(|(_, sources)| sources.is_empty()) {
        return None;
    }
    let mut closure = raddle_graph::Relation::empty(size);
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
                let arrivals = execution.events().filter(|(_, event)| event.label == Label::Arrive { barrier, round });
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

/// Gives the reads their sources in every way.
fn assign(execution: &mut Execution, options: &[(EventId, Vec<EventId>)], visit: &mut dyn FnMut(&Execution)) {
    let Some(((read, sources), rest)) = options.split_first() else { return visit(execution) };
    for &source in sources {
        execution.threads[read.thread.index()][read.index as usize].rf = Some(Source::Event(source));
        assign(execution, rest, visit);
    }
    execution.threads[read.thread.index()][read.index as usize].rf = None;
}

/// Is it consistent, is there no ordered cycle, and is the cut its first one?
fn judge(execution: &Execution, cut: &[EventId], things: &Things) -> Option<Closed> {
    let graph = Graph::new(execution);
    let element = |id: EventId| graph.candidate.element(Node::Event(id));
    let size = graph.candidate.size();
    let porf = graph.porf_without(&EventSet::empty(size)).plus();
    let cycles = graph.on_cycles(&porf);
    let cut: BTreeSet<usize> = cut.iter().filter_map(|&id| element(id)).collect();
    if !cut.iter().all(|&read| cycles.contains(read)) || graph.has_ordered_cycle() {
        return None;
    }
    if Judge::of_xmm(&graph.candidate).check(&graph.co).is_err() || first_cut(&graph, &cycles, things) != Some(cut) {
        return None;
    }
    let before: Vec<usize> = cycles.iter().collect();
    let is_in = |id| element(id).is_some_and(|event| before.iter().any(|&cycle| porf.contains(event, cycle)));
    let core = part(execution, is_in);
    Some(Closed { execution: execution.clone(), graph, core })
}

/// The first cut of a graph, by elements: the smallest, and of those the least. `None` if there is none that may be waited for.
fn first_cut(graph: &Graph, cycles: &EventSet, things: &Things) -> Option<BTreeSet<usize>> {
    let thing = |read: usize| {
        let source = graph.candidate.rf.inverse().successors(read).next()?;
        let (reader, writer) = (graph.thread(read)?, graph.thread(source)?);
        let Label::Read { addr, mode, value, .. } = graph.candidate.label(read) else { return None };
        let thing = Thing { reader, addr, value, writer };
        (reader != writer && things.contains(mode, thing)).then_some((read, thing))
    };
    let reads: Vec<(usize, Thing)> = (&graph.candidate.reads & cycles).iter().filter_map(thing).collect();
    (1..=reads.len()).find_map(|count| {
        let mut found = None;
        subsets(&reads, count, &mut Vec::new(), &mut |chosen| {
            let set = EventSet::from_elements(graph.candidate.size(), chosen.iter().map(|(read, _)| *read));
            let waits: BTreeSet<Thing> = chosen.iter().map(|(_, thing)| *thing).collect();
            let is_cut =
                things.allows(&waits) && graph.porf_without(&set).is_acyclic() && fits_turns(graph, chosen, things);
            if is_cut {
                found = Some(set.iter().collect());
            }
            is_cut
        });
        found
    })
}

/// Calls `visit` for the subsets of that size, in order, until it is content.
fn subsets<T: Copy>(rest: &[T], count: usize, chosen: &mut Vec<T>, visit: &mut dyn FnMut(&[T]) -> bool) -> bool {
    if count == 0 {
        return visit(chosen);
    }
    for (nth, &one) in rest.iter().enumerate() {
        if rest.len() - nth < count {
            return false;
        }
        chosen.push(one);
        let is_content = subsets(&rest[nth + 1..], count - 1, chosen, visit);
        chosen.pop();
        if is_content {
            return true;
        }
    }
    false
}

/// Do the threads begin to wait as often as they may? As the open program counts: a thread begins anew when it waits for something
/// else, or has accessed the location in between.
fn fits_turns(graph: &Graph, chosen: &[(usize, Thing)], things: &Things) -> bool {
    let places: BTreeSet<_> = chosen.iter().map(|(_, thing)| (thing.reader, thing.addr)).collect();
    places.into_iter().all(|(thread, addr)| {
        let (mut turns, mut last) = (0, None);
        for element in 0..graph.candidate.size() {
            if graph.thread(element) == Some(thread) && graph.candidate.label(element).addr() == Some(addr) {
                let wait = chosen.iter().find(|(read, _)| *read == element).map(|(_, thing)| *thing);
                turns += u32::from(wait.is_some() && wait != last);
                last = wait;
            }
        }
        turns <= things.turns(thread, addr)
    })
}
