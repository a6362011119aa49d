//! From what is known to what reads may wait for.

use std::collections::{BTreeMap, BTreeSet};

use raddle_graph::{Address, ThreadId, Value};
use raddle_program::Program;

use super::cut::Rank;
use super::known::{Known, Segment, Written};
use crate::open::{Bound, Thing, Things, Who};

/// Paths that lead from reads to writes, over what threads read and later write.
struct Paths {
    /// Does the model keep accesses of one location in order?
    is_coherent: bool,
    by_start: BTreeMap<Address, Vec<Segment>>,
}

impl Paths {
    fn new(known: &Known, is_coherent: bool) -> Paths {
        let mut by_start = BTreeMap::<Address, Vec<Segment>>::new();
        known.segments().into_iter().for_each(|segment| by_start.entry(segment.from).or_default().push(segment));
        Paths { is_coherent, by_start }
    }

    fn from(&self, addr: Address) -> impl Iterator<Item = &Segment> {
        self.by_start.get(&addr).into_iter().flatten()
    }

    /// The threads to whose writes of a location a path leads from what the reader reads there, over a step that is weak. Where accesses of
    /// one location are ordered it leads over another one.
    fn closing(&self, reader: ThreadId, addr: Address) -> BTreeSet<ThreadId> {
        type Place = (ThreadId, Address, bool, bool);
        let changes = |segment: &Segment| !self.is_coherent || segment.from != segment.to;
        let mut found = BTreeSet::new();
        let mut met: BTreeSet<Place> = BTreeSet::new();
        let begins = self.from(addr).filter(|segment| segment.reader == reader);
        let mut pending: Vec<Place> =
            begins.map(|segment| (segment.writer, segment.to, segment.is_weak, changes(segment))).collect();
        while let Some(place) = pending.pop() {
            let (thread, at, is_weak, has_changed) = place;
            if !met.insert(place) {
                continue;
            }
            if is_weak && has_changed && at == addr {
                found.insert(thread);
            }
            for next in self.from(at).filter(|next| next.reader != thread) {
                pending.push((next.writer, next.to, is_weak || next.is_weak, has_changed || changes(next)));
            }
        }
        found
    }
}

/// For each thread and location that it reads: the threads whose writes there it may be on a cycle with.
pub(super) struct Closing(BTreeMap<(ThreadId, Address), BTreeSet<ThreadId>>);

impl Closing {
    pub(super) fn new(known: &Known, is_coherent: bool) -> Closing {
        let paths = Paths::new(known, is_coherent);
        Closing(known.reads.keys().map(|&(reader, addr)| ((reader, addr), paths.closing(reader, addr))).collect())
    }

    /// The order of so many threads in which fewest reads wait.
    pub(super) fn rank(&self, known: &Known, threads: usize) -> Rank {
        // How many reads of the first thread wait for the second if that is higher, each for so many values.
        let mut cost = vec![vec![0; threads]; threads];
        for (&(reader, addr), writers) in &self.0 {
            let reads = u64::from(known.reads[&(reader, addr)]);
            for writer in known.writers(addr).filter(|writer| writers.contains(writer)) {
                cost[reader.index()][writer.index()] += reads;
            }
        }
        let spawns: BTreeSet<(ThreadId, ThreadId)> = known.spawns().collect();
        let may_swap = |first: ThreadId, second: ThreadId| !spawns.contains(&(first, second));
        let mut order: Vec<ThreadId> = (0..threads).map(|thread| ThreadId(thread as u16)).collect();
        // Move threads to where they cost least, as long as that helps. The sum shrinks each time, so this ends.
        let mut moved = true;
        while std::mem::take(&mut moved) {
            for place in 0..threads {
                let thread = order[place];
                let mut best = (0, place);
                for step in [-1isize, 1] {
                    let (mut gain, mut at) = (0, place);
                    while let Some(next) = at.checked_add_signed(step).filter(|&next| next < threads) {
                        let other = order[next];
                        let (first, second) = if step < 0 { (other, thread) } else { (thread, other) };
                        if !may_swap(first, second) {
                            break;
                        }
                        let cost = |one: ThreadId, other: ThreadId| cost[one.index()][other.index()] as i64;
                        gain += cost(first, second) - cost(second, first);
                        at = next;
                        if gain > best.0 {
                            best = (gain, at);
                        }
                    }
                }
                if best.0 > 0 {
                    order.remove(place);
                    order.insert(best.1, thread);
                    moved = true;
                }
            }
        }
        Rank::new(&order)
    }

    /// What reads may wait for.
    pub(super) fn things<P: Program>(&self, known: &Known, program: &P, rank: &Rank) -> Things {
        let mut by_location = BTreeMap::<Address, Vec<(ThreadId, Value, bool)>>::new();
        for ((writer, addr, value), is_late) in known.written(program, rank) {
            by_location.entry(addr).or_default().push((writer, value, is_late));
        }
        let mut things = Vec::new();
        let mut turns = BTreeMap::new();
        for (&(reader, addr), closing) in &self.0 {
            for &(writer, value, is_late) in by_location.get(&addr).into_iter().flatten() {
                let waits =
                    closing.contains(&writer) && (rank.is_below(reader, writer) || (is_late && writer != reader));
                if waits {
                    things.push((who(known, (writer, addr, value)), Thing { reader, addr, value, writer }));
                }
            }
            let others = known.counts.iter().filter(|((writer, at), _)| *writer != reader && *at == addr);
            turns.insert((reader, addr), others.map(|(_, count)| count).sum());
        }
        Things::new(things.into_iter(), BTreeMap::new(), turns, Bound::None)
    }
}

/// Who reads what was never written is an update, with which the writer would read the same.
fn who(known: &Known, write: Written) -> Who {
    if known.is_written(&write) { Who::All } else { Who::Updates }
}
