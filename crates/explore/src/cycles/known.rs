//! What is known from the executions that were found: who reads and writes what, and which paths could close a cycle.

use std::collections::{BTreeMap, BTreeSet};
use std::hash::{Hash as _, Hasher as _};

use raddle_graph::{Address, Dependencies, Event, EventId, Execution, Label, ThreadId, UpdateOp, Value, Width};
use raddle_models::{MemoryModel, ModelName};
use raddle_program::replay::{Unwatched, replay};
use raddle_program::{Action, Program};
use rustc_hash::{FxHashSet, FxHasher};

use super::judge::late_from;
use crate::open::{Bound, Thing, Things, Who};

/// So many fingerprints of threads are remembered at once.
const MAX_MET: usize = 1 << 14;

/// What the model is known to order. Where that is not known, more is tried.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Ordering {
    /// Accesses of one location, and reads before writes that were computed from them.
    usual: bool,
    /// Acquires before everything behind them, and everything before releases.
    modes: bool,
}

impl Ordering {
    pub(super) fn of(model: &MemoryModel) -> Ordering {
        let modes = matches!(model.named(), Some(ModelName::Imm | ModelName::Armv8 | ModelName::Armv82018));
        Ordering { usual: model.named().is_some(), modes }
    }
}

/// A thread reads a location, and it or one that it starts or that waits for it later writes one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Segment {
    reader: ThreadId,
    from: Address,
    writer: ThreadId,
    to: Address,
    /// May the write come first?
    is_weak: bool,
}

/// What is known.
#[derive(Clone, Debug)]
pub(super) struct Known {
    ordering: Ordering,
    reads: BTreeSet<(ThreadId, Address)>,
    /// What was written, and whether some such write is late.
    writes: BTreeMap<(ThreadId, Address, Value), bool>,
    /// The updates that a thread is known to perform at a location, and whether some such update is late.
    updates: Vec<(ThreadId, Address, UpdateOp, Width, bool)>,
    /// The most writes that a thread has of a location.
    counts: BTreeMap<(ThreadId, Address), u32>,
    segments: BTreeSet<Segment>,
    /// The threads of executions that were looked at before, by fingerprint.
    met: FxHashSet<u64>,
}

impl Known {
    pub(super) fn new(ordering: Ordering) -> Known {
        Known {
            ordering,
            reads: BTreeSet::new(),
            writes: BTreeMap::new(),
            updates: Vec::new(),
            counts: BTreeMap::new(),
            segments: BTreeSet::new(),
            met: FxHashSet::default(),
        }
    }

    /// Learns from an execution.
    pub(super) fn learn<P: Program>(&mut self, program: &P, execution: &Execution) {
        if self.met.len() > MAX_MET {
            self.met.clear();
        }
        let mut is_new = false;
        for (thread, events) in (0..).map(ThreadId).zip(&execution.threads) {
            if self.met.insert(fingerprint(thread, events)) {
                is_new = true;
                self.learn_thread(execution, thread, events);
            }
        }
        if is_new && execution.threads.iter().flatten().any(|event| event.label.is_read()) {
            self.learn_updates(program, execution);
        }
        let synchronises =
            |event: &Event| matches!(event.label, Label::Spawn { .. } | Label::Join { .. } | Label::Depart { .. });
        if execution.threads.iter().flatten().any(synchronises) {
            self.learn_across(execution);
        }
    }

    fn learn_thread(&mut self, execution: &Execution, thread: ThreadId, events: &[Event]) {
        let none = Dependencies::default();
        let mut reads: Vec<(u32, Address, bool)> = Vec::new();
        let mut counts = BTreeMap::<Address, u32>::new();
        let mut is_late = false;
        for (index, event) in (0..).zip(events) {
            match event.label {
                Label::Read { addr, mode, exclusive, .. } => {
                    self.reads.insert((thread, addr));
                    reads.push((index, addr, mode.is_acquire()));
                    // It may take a lock.
                    is_late |= exclusive && mode.is_acquire();
                }
                Label::Write { addr: to, mode, value, .. } => {
                    *counts.entry(to).or_default() += 1;
                    *self.writes.entry((thread, to, value)).or_default() |= is_late;
                    let depends = execution.dependencies.get(&EventId { thread, index }).unwrap_or(&none);
                    let computes =
                        |read| [&depends.addr, &depends.data, &depends.ctrl].iter().any(|set| set.contains(read));
                    for &(read, from, acquires) in &reads {
                        let is_ordered = (self.ordering.modes && (acquires || mode.is_release()))
                            || (self.ordering.usual && computes(read));
                        let is_weak = !is_ordered;
                        self.segments.insert(Segment { reader: thread, from, writer: thread, to, is_weak });
                    }
                }
                _ => {}
            }
        }
        for (addr, count) in counts {
            let most = self.counts.entry((thread, addr)).or_default();
            *most = count.max(*most);
        }
    }

    /// Learns which updates there are.
    ///
    /// A further value that one stores may be written in executions with cycles alone: two updates cannot read the same, so one that
    /// stands before what another one's operand was computed from keeps that from reading what it read itself.
    fn learn_updates<P: Program>(&mut self, program: &P, execution: &Execution) {
        let mut found = Vec::new();
        replay(program, execution, &mut Unwatched, &mut |step| {
            if let Action::Update { addr, op, width, .. } = *program.action(step.state) {
                found.push((step.event, addr, op, width));
            }
        });
        if found.is_empty() {
            return;
        }
        let locks: Vec<EventId> = found.iter().map(|(id, ..)| *id).collect();
        let late = late_from(execution, &locks);
        for (id, addr, op, width) in found {
            self.add_update((id.thread, addr, op, width, id.index >= late[id.thread.index()]));
        }
    }

    fn add_update(&mut self, update: (ThreadId, Address, UpdateOp, Width, bool)) {
        if !self.updates.contains(&update) {
            self.updates.push(update);
        }
    }

    /// What is written, also by updates that read what they are not known to have read.
    fn written<P: Program>(&self, program: &P) -> BTreeMap<(ThreadId, Address, Value), bool> {
        let mut written = self.writes.clone();
        for &(thread, addr, op, width, is_late) in &self.updates {
            let others = self.writes.keys().filter(|(_, at, _)| *at == addr).map(|&(.., value)| value);
            for value in others.chain([program.initial_value(addr)]) {
                if let Some(stored) = program.stores(op, width, value) {
                    *written.entry((thread, addr, stored)).or_default() |= is_late;
                }
            }
        }
        written
    }

    /// Learns what comes of threads that start others, wait for their ends and meet.
    fn learn_across(&mut self, execution: &Execution) {
        let may_lock =
            |event: &Event| matches!(event.label, Label::Read { exclusive: true, mode, .. } if mode.is_acquire());
        let locks: Vec<EventId> = execution.events().filter(|(_, event)| may_lock(event)).map(|(id, _)| id).collect();
        let late = late_from(execution, &locks);
        for (id, event) in execution.events().filter(|(id, _)| id.index >= late[id.thread.index()]) {
            if let Label::Write { addr, value, .. } = event.label {
                self.writes.insert((id.thread, addr, value), true);
            }
        }
        // What was read before each event, in other threads.
        let count = execution.threads.len();
        let mut before: Vec<BTreeSet<(ThreadId, Address)>> = vec![BTreeSet::new(); count];
        let mut arrived: BTreeSet<(ThreadId, Address)> = BTreeSet::new();
        let mut moved = true;
        while std::mem::take(&mut moved) {
            for (thread, events) in (0..).map(ThreadId).zip(&execution.threads) {
                let mut so_far = before[thread.index()].clone();
                for event in events {
                    let mut pass = |to: &mut BTreeSet<(ThreadId, Address)>, from: &BTreeSet<(ThreadId, Address)>| {
                        let old = to.len();
                        to.extend(from);
                        moved |= to.len() > old;
                    };
                    match event.label {
                        Label::Read { addr, .. } => {
                            so_far.insert((thread, addr));
                        }
                        Label::Spawn { thread: child } if child.index() < count => {
                            pass(&mut before[child.index()], &so_far);
                        }
                        Label::Arrive { .. } => pass(&mut arrived, &so_far),
                        Label::Depart { .. } => so_far.extend(&arrived),
                        Label::Join { thread: child } if child.index() < count => {
                            so_far.extend(&before[child.index()]);
                            let reads = execution.threads[child.index()].iter();
                            let reads = reads.filter(|event| event.label.is_read());
                            so_far.extend(reads.filter_map(|event| Some((child, event.label.addr()?))));
                        }
                        Label::Write { addr: to, .. } => {
                            for &(reader, from) in so_far.iter().filter(|(reader, _)| *reader != thread) {
                                self.segments.insert(Segment { reader, from, writer: thread, to, is_weak: false });
                            }
                        }
                        _ => {}
                    }
                }
            }
        }
    }

    pub(super) fn add(&mut self, other: Known) {
        self.reads.extend(other.reads);
        self.segments.extend(other.segments);
        for (write, is_late) in other.writes {
            *self.writes.entry(write).or_default() |= is_late;
        }
        other.updates.into_iter().for_each(|update| self.add_update(update));
        for (place, count) in other.counts {
            let most = self.counts.entry(place).or_default();
            *most = count.max(*most);
        }
    }

    /// What reads may wait for.
    pub(super) fn things<P: Program>(&self, program: &P) -> Things {
        let written = self.written(program);
        let mut things = Vec::new();
        let mut turns = BTreeMap::new();
        for &(reader, addr) in &self.reads {
            let is_written = |&(&(writer, at, _), &is_late): &(&(ThreadId, Address, Value), &bool)| {
                at == addr && (reader < writer || (is_late && writer != reader))
            };
            let writes: Vec<_> = written.iter().filter(is_written).map(|(&write, _)| write).collect();
            let writers: BTreeSet<ThreadId> = writes.iter().map(|&(writer, ..)| writer).collect();
            let closing: BTreeSet<ThreadId> =
                writers.into_iter().filter(|&writer| self.is_closing(reader, addr, writer)).collect();
            let writes = writes.into_iter().filter(|(writer, ..)| closing.contains(writer));
            // Who reads what was never written is an update, with which the writer would read the same.
            let who = |write: &(ThreadId, Address, Value)| {
                if self.writes.contains_key(write) { Who::All } else { Who::Updates }
            };
            things.extend(
                writes.map(|write @ (writer, addr, value)| (who(&write), Thing { reader, addr, value, writer })),
            );
            let others = self.counts.iter().filter(|((writer, at), _)| *writer != reader && *at == addr);
            turns.insert((reader, addr), others.map(|(_, count)| count).sum());
        }
        Things::new(things.into_iter(), BTreeMap::new(), turns, Bound::None)
    }

    /// Does a path of segments, one of them weak, lead from what the reader reads there to what the writer writes there? Where accesses
    /// of one location are ordered it leads over another one.
    fn is_closing(&self, reader: ThreadId, addr: Address, writer: ThreadId) -> bool {
        type Place = (ThreadId, Address, bool, bool);
        let mut met: BTreeSet<Place> = BTreeSet::new();
        let begins = self.segments.iter().filter(|segment| (segment.reader, segment.from) == (reader, addr));
        let changes = |segment: &Segment| !self.ordering.usual || segment.from != segment.to;
        let mut pending: Vec<Place> =
            begins.map(|segment| (segment.writer, segment.to, segment.is_weak, changes(segment))).collect();
        while let Some(place) = pending.pop() {
            let (thread, at, is_weak, has_changed) = place;
            if !met.insert(place) {
                continue;
            }
            if is_weak && has_changed && (thread, at) == (writer, addr) {
                return true;
            }
            for next in self.segments.iter().filter(|next| next.from == at && next.reader != thread) {
                pending.push((next.writer, next.to, is_weak || next.is_weak, has_changed || changes(next)));
            }
        }
        false
    }
}

/// What a thread did, as far as it is learnt from.
fn fingerprint(thread: ThreadId, events: &[Event]) -> u64 {
    let mut hasher = FxHasher::default();
    thread.hash(&mut hasher);
    events.iter().for_each(|event| event.label.hash(&mut hasher));
    hasher.finish()
}
