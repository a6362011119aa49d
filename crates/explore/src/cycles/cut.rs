//! The cut of an execution: the reads that have to wait for it to be found. It depends on nothing but the execution and where cycles are cut,
//! so an execution is found in one open graph only.

use std::collections::BTreeSet;

use raddle_graph::{Address, EventId, Execution, Label, Source, ThreadId};

use super::entries::{Entries, Entry};
use crate::open::{Closed, Cycles, Thing, Things};

/// What may wait in a round of the search.
#[derive(Clone, Default, Debug)]
pub(super) struct Plan {
    /// Where cycles are cut.
    pub(super) entries: Entries,
    pub(super) things: Things,
}

impl Plan {
    /// May nothing wait?
    pub(super) fn is_empty(&self) -> bool {
        self.things.is_empty()
    }

    /// Are the same executions found?
    pub(super) fn is_same(&self, other: &Plan) -> bool {
        self.entries == other.entries && self.things.is_same(&other.things)
    }

    /// Is an execution with a cycle found? It is if its cut may wait, and cuts all of its cycles.
    pub(super) fn finds(&self, closed: &Closed<'_>) -> bool {
        if self.is_empty() {
            return false;
        }
        let cut = cut(closed, &self.entries);
        fits(closed.execution, &cut, &self.things) && !Cycles::without(closed.execution, &cut).exist()
    }
}

/// The cut of an execution: the reads on cycles that enter their threads where cycles are cut. Locks have none of them.
pub(super) fn cut(closed: &Closed<'_>, entries: &Entries) -> Vec<EventId> {
    let Closed { execution, locks, .. } = *closed;
    let found;
    let cycles = match closed.cycles {
        Some(cycles) => cycles,
        None => {
            found = Cycles::of(execution);
            &found
        }
    };
    let enters = |read: EventId, source: EventId, addr: Address| {
        read.thread != source.thread
            && entries.contains(Entry { reader: read.thread, addr, writer: source.thread })
            && cycles.joins(read, source)
            && locks.binary_search(&read).is_err()
    };
    let reads = execution.events().filter_map(|(id, event)| match (event.rf, event.label.addr()) {
        (Some(Source::Event(source)), Some(addr)) => Some((id, source, addr)),
        _ => None,
    });
    reads.filter(|&(read, source, addr)| enters(read, source, addr)).map(|(read, ..)| read).collect()
}

/// May these reads wait for what they read in the execution?
fn fits(execution: &Execution, cut: &[EventId], things: &Things) -> bool {
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
        && things.can_be_written(found.iter().map(|&(_, stores, thing)| (thing, stores)))
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
