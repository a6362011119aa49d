//! What is known from the executions that are reached: who reads and writes what, and which races could close a cycle.

use std::collections::{BTreeMap, BTreeSet};

use raddle_graph::{Address, EventId, Execution, Label, Mode, ThreadId};
use raddle_models::axioms::{Candidate, rc20_happens_before};

use super::graph::{Graph, source};
use crate::XmmOptions;
use crate::open::{Bound, Thing, Things, Who};

/// A thread reads a location and later writes one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Segment {
    thread: ThreadId,
    from: Address,
    to: Address,
    /// Are both accesses at most relaxed?
    is_weak: bool,
}

/// The class of a race that could close a cycle: the thread of the read, the location, the thread of the write.
pub(super) type Class = (ThreadId, Address, ThreadId);

/// What is known.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct Known {
    segments: BTreeSet<Segment>,
    /// What reads read from writes of other threads that do not release, with the order of the read.
    labels: BTreeSet<(Mode, Thing)>,
    /// The most writes that a thread has of a location.
    writes: BTreeMap<(ThreadId, Address), u32>,
    pub(super) classes: BTreeSet<Class>,
}

impl Known {
    /// Learns from an execution; from its races, too, if they matter.
    pub(super) fn learn(&mut self, execution: &Execution, with_races: bool) {
        let mut writes = BTreeMap::<_, u32>::new();
        let mut has_weak = false;
        for (thread, events) in (0..).map(ThreadId).zip(&execution.threads) {
            let mut reads: Vec<(Address, bool)> = Vec::new();
            for (index, event) in (0..).zip(events) {
                match event.label {
                    Label::Read { addr, mode, value, .. } => {
                        if !reads.contains(&(addr, mode.is_acquire())) {
                            reads.push((addr, mode.is_acquire()));
                        }
                        let from = source(execution, EventId { thread, index }).filter(|from| from.thread != thread);
                        let releases = |from| execution.get(from).and_then(|write| write.label.mode());
                        if let Some(from) = from.filter(|&from| releases(from).is_some_and(|mode| !mode.is_release())) {
                            self.labels.insert((mode, Thing { reader: thread, addr, value, writer: from.thread }));
                        }
                    }
                    Label::Write { addr: to, mode, .. } => {
                        *writes.entry((thread, to)).or_default() += 1;
                        for &(from, acquires) in &reads {
                            let is_weak = !acquires && !mode.is_release();
                            has_weak |= is_weak;
                            self.segments.insert(Segment { thread, from, to, is_weak });
                        }
                    }
                    _ => {}
                }
            }
        }
        for (place, count) in writes {
            let most = self.writes.entry(place).or_default();
            *most = count.max(*most);
        }
        // A path that `rpo | rf` does not follow has a weak step.
        if with_races && has_weak && self.may_have_new_class(execution) {
            self.classes.extend(classes(&Graph::new(execution)));
        }
    }

    /// Is one of these races, each a read and a write, of a class that is not known?
    pub(super) fn has_new_class(&self, execution: &Execution, races: &[(EventId, EventId)]) -> bool {
        races.iter().any(|&(read, write)| {
            let addr = execution.get(read).and_then(|event| event.label.addr());
            addr.is_some_and(|addr| !self.classes.contains(&(read.thread, addr, write.thread)))
        })
    }

    /// May there be a race whose class is not known?
    fn may_have_new_class(&self, execution: &Execution) -> bool {
        execution.events().any(|(read, event)| {
            let Label::Read { addr, .. } = event.label else { return false };
            let is_new = |(write, event): (EventId, &raddle_graph::Event)| {
                matches!(event.label, Label::Write { addr: at, .. } if at == addr)
                    && write.thread != read.thread
                    && !self.classes.contains(&(read.thread, addr, write.thread))
            };
            execution.events().any(is_new)
        })
    }

    pub(super) fn add(&mut self, other: Known) {
        self.segments.extend(other.segments);
        self.labels.extend(other.labels);
        self.classes.extend(other.classes);
        for (place, count) in other.writes {
            let most = self.writes.entry(place).or_default();
            *most = count.max(*most);
        }
    }

    /// Could a cycle that changes the location have a weak step?
    pub(super) fn may_close(&self) -> bool {
        self.segments
            .iter()
            .any(|segment| segment.is_weak && self.leads(segment.thread, segment.to, segment.from, None))
    }

    /// What reads may wait for.
    pub(super) fn things(&self, options: XmmOptions) -> Things {
        let closing = self.labels.iter().filter(|(_, thing)| !options.guard || self.is_closing(thing));
        let closing = closing.map(|&(mode, thing)| (Who::Mode(mode), thing));
        let mut turns = BTreeMap::new();
        for (_, thing) in &self.labels {
            let others = self.writes.iter().filter(|((writer, at), _)| *writer != thing.reader && *at == thing.addr);
            turns.insert((thing.reader, thing.addr), others.map(|(_, count)| count).sum());
        }
        let bound = Bound::OneWay { most: options.commits.map(|most| most.get()) };
        Things::new(closing, self.groups(), turns, bound)
    }

    /// Does a path of segments lead from the read of the thing to a weak segment of its writer into its location, and does it
    /// change the location?
    fn is_closing(&self, thing: &Thing) -> bool {
        self.segments.iter().any(|last| {
            let is_last = last.is_weak && last.thread == thing.writer && last.to == thing.addr;
            is_last && self.leads(last.thread, last.to, last.from, Some(thing.reader))
        })
    }

    /// Is there a path of segments that begins at the location `start` (with one of the thread `first`, if that is given), ends at
    /// the location `end`, where the thread `last` reads, and changes the location, the step from `end` to `start` counted?
    fn leads(&self, last: ThreadId, start: Address, end: Address, first: Option<ThreadId>) -> bool {
        // A place on the way: the thread that wrote the location, and whether the location has changed.
        let mut met: BTreeSet<(ThreadId, Address, bool)> = BTreeSet::new();
        let mut pending: Vec<(ThreadId, Address, bool)> = Vec::new();
        let begins = |segment: &&Segment| segment.from == start && first.is_none_or(|first| segment.thread == first);
        for segment in self.segments.iter().filter(begins) {
            pending.push((segment.thread, segment.to, segment.from != segment.to || start != end));
        }
        while let Some(place) = pending.pop() {
            let (thread, at, changed) = place;
            if !met.insert(place) {
                continue;
            }
            if at == end && thread != last && changed {
                return true;
            }
            for next in self.segments.iter().filter(|next| next.from == at && next.thread != thread) {
                pending.push((next.thread, next.to, changed || next.from != next.to));
            }
        }
        false
    }

    /// The locations that segments lead between in both directions, by number.
    fn groups(&self) -> BTreeMap<Address, usize> {
        let places: BTreeSet<Address> = self.segments.iter().flat_map(|segment| [segment.from, segment.to]).collect();
        let places: Vec<Address> = places.into_iter().collect();
        let number = |addr: Address| places.binary_search(&addr).ok();
        let pairs = self.segments.iter().filter_map(|segment| Some((number(segment.from)?, number(segment.to)?)));
        let reach = raddle_graph::Relation::from_pairs(places.len(), pairs).plus();
        let group = |one: usize| {
            let same = |&other: &usize| other == one || (reach.contains(one, other) && reach.contains(other, one));
            (0..places.len()).find(same).unwrap_or(one)
        };
        places.iter().enumerate().map(|(one, &addr)| (addr, group(one))).collect()
    }
}

/// The classes of the races of a graph that could close a cycle.
fn classes(graph: &Graph) -> BTreeSet<Class> {
    let Candidate { po, sync, rf, loc, reads, writes, .. } = &graph.candidate;
    let hb = rc20_happens_before(&graph.candidate);
    let ordered = (&graph.rpo | rf).plus();
    let steps = (po | sync).plus().restrict_domain(reads).restrict_range(writes);
    // From a read to the writes that a path leads to: any, and those on which the location changes.
    let any = steps.seq(&rf.seq(&steps).star());
    let changing = (&steps - loc) | (&steps - loc).seq(rf).seq(&any) | any.seq(rf).seq(&(&steps - loc));
    let changing = &changing | any.seq(rf).seq(&(&steps - loc)).seq(rf).seq(&any);
    let mut found = BTreeSet::new();
    for (read, write) in (changing & loc).pairs() {
        let (Some(reader), Some(writer), Some(addr)) =
            (graph.thread(read), graph.thread(write), graph.candidate.label(read).addr())
        else {
            continue;
        };
        let is_weak = graph.candidate.label(read).mode().is_some_and(|mode| !mode.is_acquire())
            || graph.candidate.label(write).mode().is_some_and(|mode| !mode.is_release());
        let is_free = !hb.contains(read, write) && !hb.contains(write, read) && !ordered.contains(read, write);
        if reader != writer && is_weak && is_free && !rf.contains(write, read) {
            found.insert((reader, addr, writer));
        }
    }
    found
}

/// Does each cycle of the core have an edge of reads-from of one of the classes?
pub(super) fn is_guarded(core: &Execution, graph: &Graph, classes: &BTreeSet<Class>) -> bool {
    let size = graph.candidate.size();
    let answers = |&read: &usize| {
        let raddle_models::axioms::Node::Event(id) = graph.candidate.node(read) else { return false };
        let from = source(core, id);
        let addr = graph.candidate.label(read).addr();
        from.zip(addr).is_some_and(|(from, addr)| classes.contains(&(id.thread, addr, from.thread)))
    };
    let answering = raddle_graph::EventSet::from_elements(size, graph.candidate.reads.iter().filter(answers));
    graph.porf_without(&answering).is_acyclic()
}
