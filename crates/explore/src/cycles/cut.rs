//! The cut of an execution: the reads that have to wait for it to be found. It depends on nothing but the execution and an order of the
//! threads, so an execution is found in one open graph only.

use std::collections::BTreeSet;

use raddle_graph::{Address, EventId, Execution, Label, Source, ThreadId};

use crate::open::{Closed, Cycles, Thing, Things};

/// An order of the threads: for each thread, its place.
#[derive(Clone, Debug)]
pub(super) struct Rank(Vec<usize>);

impl Rank {
    /// The threads in this order.
    pub(super) fn new(order: &[ThreadId]) -> Rank {
        let mut places = vec![0; order.len()];
        order.iter().enumerate().for_each(|(place, thread)| places[thread.index()] = place);
        Rank(places)
    }

    pub(super) fn is_below(&self, first: ThreadId, second: ThreadId) -> bool {
        self.0[first.index()] < self.0[second.index()]
    }
}

/// The cut of an execution: the reads on cycles that read from a higher thread, or from a *late* write of another one. Locks have none of
/// them.
///
/// Without the edges into these there is no cycle. One would lead from a thread to a lower one by the start or the end of a thread, a
/// barrier or a lock, as nothing else does any more; it would go on, perhaps to further threads in such ways, and leave by an edge of
/// reads-from, whose write is late then.
pub(super) fn cut(closed: &Closed<'_>, rank: &Rank) -> Vec<EventId> {
    let Closed { execution, locks, .. } = *closed;
    let found;
    let cycles = match closed.cycles {
        Some(cycles) => cycles,
        None => {
            found = Cycles::of(execution);
            &found
        }
    };
    let late = late_from(execution, locks, rank);
    let is_in = |read: EventId, source: EventId| {
        let is_late = source.index >= late[source.thread.index()];
        (rank.is_below(read.thread, source.thread) || (is_late && read.thread != source.thread))
            && cycles.joins(read, source)
            && locks.binary_search(&read).is_err()
    };
    let reads = execution.events().filter_map(|(id, event)| match event.rf {
        Some(Source::Event(source)) => Some((id, source)),
        _ => None,
    });
    reads.filter(|&(read, source)| is_in(read, source)).map(|(read, _)| read).collect()
}

/// For each thread: from which event on its events are late. They follow what comes from a higher thread, or from a late event of another
/// one: the end of a thread that is waited for, a meeting at a barrier, a lock that was released, the start of a thread.
fn late_from(execution: &Execution, locks: &[EventId], rank: &Rank) -> Vec<u32> {
    let mut late = vec![u32::MAX; execution.threads.len()];
    let events = |thread: ThreadId| execution.threads.get(thread.index()).map_or(0, Vec::len) as u32;
    let mut moved = true;
    while std::mem::take(&mut moved) {
        for (id, event) in execution.events() {
            let comes_late = |from: EventId, thread: ThreadId| {
                rank.is_below(thread, from.thread) || from.index >= late[from.thread.index()]
            };
            let begins = match event.label {
                Label::Join { thread: child } => {
                    let end = EventId { thread: child, index: events(child).saturating_sub(1) };
                    comes_late(end, id.thread).then_some((id.thread, id.index))
                }
                Label::Depart { barrier, round } => {
                    let mut arrivals =
                        execution.events().filter(|(_, event)| event.label == Label::Arrive { barrier, round });
                    let is_late = arrivals.any(|(arrival, _)| comes_late(arrival, id.thread));
                    is_late.then_some((id.thread, id.index))
                }
                Label::Spawn { thread: child } => comes_late(id, child).then_some((child, 0)),
                _ if locks.binary_search(&id).is_ok() => match event.rf {
                    Some(Source::Event(source)) => comes_late(source, id.thread).then_some((id.thread, id.index)),
                    _ => None,
                },
                _ => None,
            };
            if let Some((thread, index)) = begins
                && thread.index() < late.len()
                && index < late[thread.index()]
            {
                late[thread.index()] = index;
                moved = true;
            }
        }
    }
    late
}

/// Could the execution be found with these things to wait for?
pub(super) fn fits(execution: &Execution, cut: &[EventId], things: &Things) -> bool {
    let thing = |read: &EventId| {
        let event = execution.get(*read)?;
        let (Label::Read { addr, value, mode, exclusive }, Some(Source::Event(source))) = (event.label, event.rf)
        else {
            return None;
        };
        Some((mode, exclusive, Thing { reader: read.thread, addr, value, writer: source.thread }))
    };
    let found: Vec<_> = cut.iter().filter_map(thing).collect();
    let places: BTreeSet<(ThreadId, Address)> = found.iter().map(|(.., thing)| (thing.reader, thing.addr)).collect();
    found.iter().all(|&(mode, stores, thing)| things.contains(mode, stores, thing))
        && places.into_iter().all(|(thread, addr)| {
            let (mut turns, mut last) = (0, None);
            for (index, event) in (0..).zip(&execution.threads[thread.index()]) {
                if event.label.addr() == Some(addr) {
                    let read = EventId { thread, index };
                    let wait = cut.binary_search(&read).ok().map(|nth| found[nth].2);
                    turns += u32::from(wait.is_some() && wait != last);
                    last = wait;
                }
            }
            turns <= things.turns(thread, addr)
        })
}
