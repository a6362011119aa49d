//! The cut of an execution: the reads that have to wait for it to be found. It depends on nothing but the execution and an order of the
//! threads, so an execution is found in one open graph only.

use std::collections::BTreeSet;

use raddle_graph::{Address, EventId, Execution, Label, Source, ThreadId};

use crate::open::{Porf, Thing, Things};

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
/// barrier or a lock, as nothing else does any more; it would go on and leave by an edge of reads-from, whose write is late then.
pub(super) fn cut(execution: &Execution, locks: &[EventId], rank: &Rank) -> Vec<EventId> {
    let Some(porf) = Porf::new(execution, &[]) else { unreachable!("every read has its source") };
    let late = late_from(execution, locks, rank);
    let is_in = |read: EventId, source: EventId| {
        let is_late = source.index >= late[source.thread.index()];
        (rank.is_below(read.thread, source.thread) || (is_late && read.thread != source.thread))
            && porf.leads(read, source)
            && locks.binary_search(&read).is_err()
    };
    let reads = execution.events().filter_map(|(id, event)| match event.rf {
        Some(Source::Event(source)) => Some((id, source)),
        _ => None,
    });
    reads.filter(|&(read, source)| is_in(read, source)).map(|(read, _)| read).collect()
}

/// For each thread: from which event on its events are late. They follow a join, a meeting at a barrier, a lock that was taken or the start
/// of a lower thread, by program order and the starting of threads.
fn late_from(execution: &Execution, locks: &[EventId], rank: &Rank) -> Vec<u32> {
    let mut late = vec![u32::MAX; execution.threads.len()];
    let mut moved = true;
    while std::mem::take(&mut moved) {
        for (id, event) in execution.events() {
            let thread = id.thread.index();
            let begins = match event.label {
                Label::Join { .. } | Label::Depart { .. } => Some((thread, id.index)),
                Label::Spawn { thread: child } if id.index >= late[thread] || rank.is_below(child, id.thread) => {
                    Some((child.index(), 0))
                }
                _ if locks.binary_search(&id).is_ok() => Some((thread, id.index)),
                _ => None,
            };
            if let Some((thread, index)) = begins
                && thread < late.len()
                && index < late[thread]
            {
                late[thread] = index;
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
