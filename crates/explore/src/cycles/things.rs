//! From what is known to what reads may wait for.

use std::collections::BTreeMap;

use raddle_graph::{Address, ThreadId, Value};
use raddle_program::Program;

use super::entries::{Entries, Entry};
use super::known::{Known, Written};
use crate::open::{Bound, Thing, Things, Who};

/// What reads may wait for where cycles are cut.
pub(super) fn things<P: Program>(known: &Known, entries: &Entries, program: &P) -> Things {
    let mut values = BTreeMap::<(ThreadId, Address), Vec<Value>>::new();
    for (writer, addr, value) in known.written(program) {
        values.entry((writer, addr)).or_default().push(value);
    }
    let mut things = Vec::new();
    let mut turns = BTreeMap::new();
    for Entry { reader, addr, writer } in entries.iter() {
        for &value in values.get(&(writer, addr)).into_iter().flatten() {
            things.push((who(known, reader, (writer, addr, value)), Thing { reader, addr, value, writer }));
        }
        let others = known.counts.iter().filter(|((writer, at), _)| *writer != reader && *at == addr);
        turns.insert((reader, addr), others.map(|(_, count)| count).sum());
    }
    let things = Things::new(things.into_iter(), BTreeMap::new(), turns, Bound::None);
    // A load-linked may read what another one does.
    if program.features().reservations || are_enough(known, entries) {
        things
    } else {
        things.with_most_writes(known.counts.clone())
    }
}

/// Are there as many writes as there may be reads that wait for them?
fn are_enough(known: &Known, entries: &Entries) -> bool {
    let mut waits = BTreeMap::<(ThreadId, Address), u32>::new();
    for Entry { reader, addr, writer } in entries.iter() {
        *waits.entry((writer, addr)).or_default() += known.reads_at(reader, addr);
    }
    waits.iter().all(|(place, &reads)| known.counts.get(place).is_some_and(|&writes| reads <= writes))
}

/// Who reads what was never written is an update, with which the writer would read the same. If it may fail, it is one that need not store,
/// which looks like any read.
fn who(known: &Known, reader: ThreadId, write: Written) -> Who {
    if known.is_written(&write) || known.has_conditional(reader, write.1) { Who::All } else { Who::Updates }
}
