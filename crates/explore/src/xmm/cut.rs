//! Of which open graph an execution with cycles is taken: its first cut.
//!
//! A cut is a set of reads that may wait and without whose sources there is no cycle. The first one is the smallest, and of those the least.
//! Most closed graphs are not taken, so this is told from lists, before any relation is computed.

use std::collections::BTreeSet;

use raddle_graph::{EventId, Execution, Label, Source, ThreadId};

use crate::open::{Thing, Things};

/// The events of an execution by number, with what leads from one to the next.
struct Porf {
    ids: Vec<EventId>,
    /// Program order, and the starting, joining and meeting of threads.
    next: Vec<Vec<usize>>,
    /// The source of a read, and the reads of a write.
    source: Vec<Option<usize>>,
    readers: Vec<Vec<usize>>,
    /// The cycle on which an event is, named by an event of it.
    cycle: Vec<Option<usize>>,
}

impl Porf {
    fn new(execution: &Execution) -> Porf {
        let mut first = Vec::with_capacity(execution.threads.len());
        let mut ids = Vec::new();
        for (thread, events) in (0..).map(ThreadId).zip(&execution.threads) {
            first.push(ids.len());
            ids.extend((0..events.len()).map(|index| EventId { thread, index: index as u32 }));
        }
        let number = |id: EventId| first[id.thread.index()] + id.index as usize;
        let length = |thread: ThreadId| execution.threads[thread.index()].len();
        let size = ids.len();
        let (mut next, mut source, mut readers) = (vec![Vec::new(); size], vec![None; size], vec![Vec::new(); size]);
        for (id, event) in execution.events() {
            let this = number(id);
            if (id.index as usize) + 1 < length(id.thread) {
                next[this].push(this + 1);
            }
            if let Some(Source::Event(from)) = event.rf {
                source[this] = Some(number(from));
                readers[number(from)].push(this);
            }
            match event.label {
                Label::Spawn { thread } if length(thread) > 0 => next[this].push(first[thread.index()]),
                Label::Join { thread } if length(thread) > 0 => {
                    next[first[thread.index()] + length(thread) - 1].push(this);
                }
                Label::Depart { barrier, round } => {
                    let is_it =
                        |(_, event): &(EventId, &raddle_graph::Event)| event.label == Label::Arrive { barrier, round };
                    execution.events().filter(is_it).for_each(|(arrival, _)| next[number(arrival)].push(this));
                }
                _ => {}
            }
        }
        let mut porf = Porf { ids, next, source, readers, cycle: vec![None; size] };
        porf.find_cycles();
        porf
    }

    fn successors(&self, event: usize) -> impl Iterator<Item = usize> {
        self.next[event].iter().chain(&self.readers[event]).copied()
    }

    /// Finds the strongly connected components, by two searches.
    fn find_cycles(&mut self) {
        let size = self.ids.len();
        let (mut met, mut order) = (vec![false; size], Vec::with_capacity(size));
        for start in 0..size {
            if std::mem::replace(&mut met[start], true) {
                continue;
            }
            let mut path = vec![(start, 0)];
            while let Some((event, nth)) = path.last_mut() {
                match self.successors(*event).nth(*nth) {
                    Some(next) => {
                        *nth += 1;
                        if !std::mem::replace(&mut met[next], true) {
                            path.push((next, 0));
                        }
                    }
                    None => {
                        order.push(*event);
                        path.pop();
                    }
                }
            }
        }
        let mut before = vec![Vec::new(); size];
        for event in 0..size {
            self.successors(event).for_each(|next| before[next].push(event));
        }
        let mut met = vec![false; size];
        for &start in order.iter().rev() {
            if std::mem::replace(&mut met[start], true) {
                continue;
            }
            let mut component = vec![start];
            let mut nth = 0;
            while let Some(&event) = component.get(nth) {
                nth += 1;
                for &earlier in &before[event] {
                    if !std::mem::replace(&mut met[earlier], true) {
                        component.push(earlier);
                    }
                }
            }
            if component.len() > 1 {
                component.into_iter().for_each(|event| self.cycle[event] = Some(start));
            }
        }
    }

    /// Have these cycles, by name, none left without the sources of the reads?
    fn is_cut(&self, cycles: &BTreeSet<usize>, reads: &[(usize, Thing)]) -> bool {
        let is_in = |event: usize| self.cycle[event].is_some_and(|cycle| cycles.contains(&cycle));
        let events: Vec<usize> = (0..self.ids.len()).filter(|&event| is_in(event)).collect();
        let is_lost = |read: usize| reads.iter().any(|&(lost, _)| lost == read);
        let mut count = vec![0; self.ids.len()];
        let successors = |event: usize| {
            let reads = self.readers[event].iter().filter(|&&read| !is_lost(read));
            self.next[event].iter().chain(reads).copied().filter(move |&next| self.cycle[next] == self.cycle[event])
        };
        events.iter().for_each(|&event| successors(event).for_each(|next| count[next] += 1));
        let mut free: Vec<usize> = events.iter().copied().filter(|&event| count[event] == 0).collect();
        let mut done = 0;
        while let Some(event) = free.pop() {
            done += 1;
            for next in successors(event) {
                count[next] -= 1;
                if count[next] == 0 {
                    free.push(next);
                }
            }
        }
        done == events.len()
    }
}

/// Are these reads the first cut of the execution? They are sorted.
pub(super) fn is_first_cut(execution: &Execution, cut: &[EventId], things: &Things) -> bool {
    let porf = Porf::new(execution);
    let labelled = (0..porf.ids.len()).filter_map(|read| {
        let (id, from) = (porf.ids[read], porf.ids[porf.source[read]?]);
        porf.cycle[read]?;
        let Label::Read { addr, mode, value, exclusive } = execution.get(id)?.label else { return None };
        let thing = Thing { reader: id.thread, addr, value, writer: from.thread };
        (id.thread != from.thread && things.contains(mode, exclusive, thing)).then_some((read, thing))
    });
    let mut classes: Vec<Class> = Vec::new();
    for (read, thing) in labelled {
        let one = Class {
            cycles: porf.cycle[read].into_iter().collect(),
            threads: BTreeSet::from([thing.reader, thing.writer]),
            groups: BTreeSet::from([things.group(thing.addr)]),
            reads: vec![(read, thing)],
        };
        let (with, mut rest): (Vec<Class>, Vec<Class>) = classes.into_iter().partition(|class| class.meets(&one));
        rest.push(with.into_iter().fold(one, Class::and));
        classes = rest;
    }
    // A cycle without a read that may wait has no cut.
    let has_class = |cycle: &usize| classes.iter().any(|class| class.cycles.contains(cycle));
    if !porf.cycle.iter().flatten().all(has_class) {
        return false;
    }
    let mut left = cut.len();
    for class in &mut classes {
        class.reads.sort_unstable();
        let Some(first) = class.first_cut(execution, &porf, things) else { return false };
        left = match left.checked_sub(first.len()) {
            Some(left) if first.iter().all(|id| cut.contains(id)) => left,
            _ => return false,
        };
    }
    left == 0
}

/// Reads on cycles that have to be looked at together: what may be waited for at once is told by threads and groups of locations. The
/// union of the first cuts of classes is the first cut.
struct Class {
    cycles: BTreeSet<usize>,
    threads: BTreeSet<ThreadId>,
    groups: BTreeSet<Option<usize>>,
    reads: Vec<(usize, Thing)>,
}

impl Class {
    fn meets(&self, other: &Class) -> bool {
        !self.cycles.is_disjoint(&other.cycles)
            || !self.threads.is_disjoint(&other.threads)
            || !self.groups.is_disjoint(&other.groups)
    }

    fn and(mut self, other: Class) -> Class {
        self.cycles.extend(other.cycles);
        self.threads.extend(other.threads);
        self.groups.extend(other.groups);
        self.reads.extend(other.reads);
        self
    }

    fn first_cut(&self, execution: &Execution, porf: &Porf, things: &Things) -> Option<Vec<EventId>> {
        (1..=self.reads.len()).find_map(|count| {
            let mut found = None;
            // What may not wait together may not with more, either.
            let is_allowed = |chosen: &[(usize, Thing)]| {
                let waits: BTreeSet<Thing> = chosen.iter().map(|(_, thing)| *thing).collect();
                things.allows(&waits)
            };
            subsets(&self.reads, count, &mut Vec::new(), &is_allowed, &mut |chosen| {
                let is_first = porf.is_cut(&self.cycles, chosen) && fits_turns(execution, porf, chosen, things);
                if is_first {
                    found = Some(chosen.iter().map(|&(read, _)| porf.ids[read]).collect());
                }
                is_first
            });
            found
        })
    }
}

/// Calls `visit` for the subsets of that size all parts of which are allowed, in order, until it is content.
fn subsets<T: Copy>(
    rest: &[T],
    count: usize,
    chosen: &mut Vec<T>,
    is_allowed: &dyn Fn(&[T]) -> bool,
    visit: &mut dyn FnMut(&[T]) -> bool,
) -> bool {
    if count == 0 {
        return visit(chosen);
    }
    for (nth, &one) in rest.iter().enumerate() {
        if rest.len() - nth < count {
            return false;
        }
        chosen.push(one);
        let is_content = is_allowed(chosen) && subsets(&rest[nth + 1..], count - 1, chosen, is_allowed, visit);
        chosen.pop();
        if is_content {
            return true;
        }
    }
    false
}

/// Do the threads begin to wait as often as they may? As the open program counts: a thread begins anew when it waits for something
/// else, or has accessed the location in between.
fn fits_turns(execution: &Execution, porf: &Porf, chosen: &[(usize, Thing)], things: &Things) -> bool {
    let places: BTreeSet<_> = chosen.iter().map(|(_, thing)| (thing.reader, thing.addr)).collect();
    places.into_iter().all(|(thread, addr)| {
        let (mut turns, mut last) = (0, None);
        for (index, event) in (0..).zip(&execution.threads[thread.index()]) {
            if event.label.addr() == Some(addr) {
                let id = EventId { thread, index };
                let wait = chosen.iter().find(|&&(read, _)| porf.ids[read] == id).map(|(_, thing)| *thing);
                turns += u32::from(wait.is_some() && wait != last);
                last = wait;
            }
        }
        turns <= things.turns(thread, addr)
    })
}
