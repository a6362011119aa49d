//! Where cycles are cut: for which threads, locations and writers reads wait.
//!
//! A cycle of program order and reads-from enters a thread where that reads from another one, passes on to a later write, and enters the next.
//! What threads read and later write (`Segment`) tells which cycles there may be. As many *entries* are chosen as cut all those that the model
//! may allow, and none that could be left out.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use raddle_graph::{Address, Components, ThreadId, Value};
use raddle_program::Program;

use super::known::{Known, Place};
use super::weak::Orders;

/// The search for entries that can be left out ends after so many edges were looked at. Those that are left cost time and lose nothing.
const MAX_EDGES_LOOKED_AT: usize = 100_000_000;

/// A thread reads a location from another thread.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Entry {
    pub(super) reader: ThreadId,
    pub(super) addr: Address,
    pub(super) writer: ThreadId,
}

/// Where cycles are cut.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct Entries(BTreeSet<Entry>);

impl Entries {
    /// Entries that cut every cycle which the model may allow, as far as is known.
    pub(super) fn choose<P: Program>(known: &Known, program: &P, orders: &Orders<'_>) -> Entries {
        let mut passages = Passages::new(known, orders);
        let costs = passages.costs(known, program);
        let ranks = ranks(program.threads(), &passages.entries, &costs);
        let goes_down = |entry: &Entry| ranks[entry.reader.index()] < ranks[entry.writer.index()];
        let is_down: Vec<bool> = passages.entries.iter().map(goes_down).collect();
        let is_weak = passages.begin_weak();
        // Every cycle leads to a lower thread somewhere, and begins a weak passage somewhere: either kind may be enough.
        let down = passages.necessary(&is_down, &costs);
        let weak = passages.necessary(&is_weak, &costs);
        let sum = |chosen: &[bool]| {
            chosen.iter().zip(&costs).filter(|(chosen, _)| **chosen).map(|(_, cost)| cost).sum::<u64>()
        };
        let chosen = if sum(&weak) < sum(&down) { weak } else { down };
        Entries(passages.entries.iter().zip(chosen).filter(|(_, chosen)| *chosen).map(|(entry, _)| *entry).collect())
    }

    pub(super) fn contains(&self, entry: Entry) -> bool {
        self.0.contains(&entry)
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = Entry> {
        self.0.iter().copied()
    }
}

/// A cycle may enter a thread at a place, and from there enter another one.
#[derive(Clone, Copy, Debug)]
struct Passage {
    from: u32,
    to: u32,
    /// By which entry; `None` by a lock, for which nobody waits.
    entry: Option<usize>,
    /// May the model allow a cycle because of it?
    is_weak: bool,
    /// Does it leave the location, where accesses of one are ordered?
    changes: bool,
}

/// All passages that are on a cycle which the model may allow.
struct Passages {
    places: usize,
    passages: Vec<Passage>,
    /// All entries, in order.
    entries: Vec<Entry>,
    components: Components,
    /// How many edges may still be looked at.
    left: usize,
}

/// What there is in a component of passages.
#[derive(Clone, Copy, Default)]
struct Found {
    is_weak: bool,
    changes: bool,
}

impl Passages {
    fn new(known: &Known, orders: &Orders<'_>) -> Passages {
        let segments = known.segments(orders);
        let places: BTreeSet<Place> = segments.iter().map(|segment| segment.from).collect();
        let places: Vec<Place> = places.into_iter().collect();
        let mut readers = BTreeMap::<Address, Vec<u32>>::new();
        (0..).zip(&places).for_each(|(nth, place)| readers.entry(place.addr).or_default().push(nth));
        let number = |place: &Place| match places.binary_search(place) {
            Ok(nth) => nth as u32,
            Err(_) => unreachable!("all places are there"),
        };
        let mut found = Vec::new();
        for segment in &segments {
            let changes = !orders.coherent || segment.from.addr != segment.to;
            for &to in readers.get(&segment.to).into_iter().flatten() {
                let Place { reader, addr, is_lock } = places[to as usize];
                if reader != segment.writer {
                    let entry = (!is_lock).then_some(Entry { reader, addr, writer: segment.writer });
                    found.push((entry, number(&segment.from), to, segment.is_weak, changes));
                }
            }
        }
        let entries: BTreeSet<Entry> = found.iter().filter_map(|(entry, ..)| *entry).collect();
        let entries: Vec<Entry> = entries.into_iter().collect();
        let nth = |entry: Entry| match entries.binary_search(&entry) {
            Ok(nth) => nth,
            Err(_) => unreachable!("all entries are there"),
        };
        let passage = |(entry, from, to, is_weak, changes): (Option<Entry>, _, _, _, _)| Passage {
            from,
            to,
            entry: entry.map(nth),
            is_weak,
            changes,
        };
        let passages: Vec<Passage> = found.into_iter().map(passage).collect();
        let left = MAX_EDGES_LOOKED_AT;
        let mut all = Passages { places: places.len(), passages, entries, components: Components::default(), left };
        all.keep_possible();
        all
    }

    /// Forgets all that is on no cycle which the model may allow.
    fn keep_possible(&mut self) {
        let found = self.find(|_| true);
        let Passages { passages, components, entries, .. } = self;
        passages.retain(|passage| is_possible(passage, components, &found));
        let used: BTreeSet<usize> = passages.iter().filter_map(|passage| passage.entry).collect();
        let now: BTreeMap<usize, usize> = used.iter().enumerate().map(|(now, &before)| (before, now)).collect();
        passages.iter_mut().for_each(|passage| passage.entry = passage.entry.map(|before| now[&before]));
        *entries = used.iter().map(|&nth| entries[nth]).collect();
    }

    /// What there is in each component of the passages that are `left`.
    fn find(&mut self, left: impl Fn(&Passage) -> bool) -> Vec<Found> {
        let edges: Vec<(u32, u32)> =
            self.passages.iter().filter(|passage| left(passage)).map(|passage| (passage.from, passage.to)).collect();
        self.left = self.left.saturating_sub(self.passages.len());
        self.components.find(self.places, &edges);
        let mut found = vec![Found::default(); self.places];
        for passage in self.passages.iter().filter(|passage| left(passage)) {
            if self.components.join(passage.from, passage.to) {
                let found = &mut found[self.components.component(passage.from) as usize];
                found.is_weak |= passage.is_weak;
                found.changes |= passage.changes;
            }
        }
        found
    }

    /// Is no cycle left that the model may allow, if these entries are cut?
    fn are_cut(&mut self, chosen: &[bool]) -> bool {
        let is_left = |passage: &Passage| passage.entry.is_none_or(|entry| !chosen[entry]);
        let found = self.find(is_left);
        let Passages { passages, components, .. } = &*self;
        // Locks alone are on no cycle.
        let mut entered = passages.iter().filter(|passage| is_left(passage) && passage.entry.is_some());
        !entered.any(|passage| is_possible(passage, components, &found))
    }

    /// Entries that cut everything, and of which none can be left out. The `preferred` ones are left out last, and dear ones before cheap
    /// ones.
    fn necessary(&mut self, preferred: &[bool], costs: &[u64]) -> Vec<bool> {
        let all = vec![true; self.entries.len()];
        let mut chosen = if self.are_cut(preferred) { preferred.to_vec() } else { all };
        let mut order: Vec<usize> = (0..chosen.len()).filter(|&nth| chosen[nth]).collect();
        order.sort_by_key(|&nth| (preferred[nth], Reverse(costs[nth])));
        for nth in order {
            chosen[nth] = false;
            if self.left == 0 || !self.are_cut(&chosen) {
                chosen[nth] = true;
            }
        }
        chosen
    }

    /// For each entry: does a weak passage begin there?
    fn begin_weak(&self) -> Vec<bool> {
        let begins_weak: BTreeSet<u32> =
            self.passages.iter().filter(|passage| passage.is_weak).map(|passage| passage.from).collect();
        let mut entries = vec![false; self.entries.len()];
        for passage in &self.passages {
            if let Some(entry) = passage.entry {
                entries[entry] |= begins_weak.contains(&passage.to);
            }
        }
        entries
    }

    /// In how many ways reads could wait there, for each entry.
    fn costs<P: Program>(&self, known: &Known, program: &P) -> Vec<u64> {
        let mut values = BTreeMap::<(ThreadId, Address), BTreeSet<Value>>::new();
        for (writer, addr, value) in known.written(program) {
            values.entry((writer, addr)).or_default().insert(value);
        }
        let cost = |entry: &Entry| {
            let reads = u64::from(known.reads_at(entry.reader, entry.addr));
            let values = values.get(&(entry.writer, entry.addr)).map_or(1, |values| values.len() as u64);
            reads * values
        };
        self.entries.iter().map(cost).collect()
    }
}

/// Is a passage on a cycle that the model may allow?
fn is_possible(passage: &Passage, components: &Components, found: &[Found]) -> bool {
    let of_component = found[components.component(passage.from) as usize];
    components.join(passage.from, passage.to) && of_component.is_weak && of_component.changes
}

/// An order of so many threads, as the place of each, in which entries from higher threads cost least.
fn ranks(threads: usize, entries: &[Entry], costs: &[u64]) -> Vec<usize> {
    // What it costs if the second thread is higher.
    let mut cost = vec![vec![0_i64; threads]; threads];
    for (entry, &of_entry) in entries.iter().zip(costs) {
        cost[entry.reader.index()][entry.writer.index()] += of_entry as i64;
    }
    let mut order: Vec<usize> = (0..threads).collect();
    // Move threads to where they cost least, as long as that helps. The sum shrinks each time, so this ends.
    let mut moved = true;
    while std::mem::take(&mut moved) {
        for place in 0..threads {
            let thread = order[place];
            let mut best = (0, place);
            for step in [-1_isize, 1] {
                let (mut gain, mut at) = (0, place);
                while let Some(next) = at.checked_add_signed(step).filter(|&next| next < threads) {
                    let other = order[next];
                    let (first, second) = if step < 0 { (other, thread) } else { (thread, other) };
                    gain += cost[first][second] - cost[second][first];
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
    let mut ranks = vec![0; threads];
    order.iter().enumerate().for_each(|(place, &thread)| ranks[thread] = place);
    ranks
}
