//! What is known from the executions that were found: who reads and writes what, and in which order.
//!
//! Threads are learnt from one by one, and what one thread did in one execution is combined with what another did elsewhere. So more
//! may be taken for possible than is, never less; and a thread that did the same as before need not be looked at again.

use std::collections::{BTreeMap, BTreeSet};

use raddle_graph::{Address, Event, EventId, Execution, Label, ThreadId, UpdateOp, Value, Width};
use raddle_program::replay::{Unwatched, replay};
use raddle_program::{Action, Program};
use rustc_hash::{FxHashMap, FxHashSet};

use super::weak::{Orders, Weak, weak_pairs};
use crate::fingerprint;
use crate::open::Familiar;

/// So many fingerprints of threads are remembered at once.
const MAX_MET: usize = 1 << 14;

/// Where a thread reads.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Place {
    pub(super) reader: ThreadId,
    pub(super) addr: Address,
    /// Does it take a lock there? Such a read does not wait.
    pub(super) is_lock: bool,
}

/// A thread reads a location and later writes one; or a thread does that it starts, or that waits for its end or meets it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Segment {
    pub(super) from: Place,
    pub(super) writer: ThreadId,
    pub(super) to: Address,
    /// May the write come first?
    pub(super) is_weak: bool,
}

/// Where threads wait for each other, and what is before or behind that.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Point {
    Read(Place),
    Write(ThreadId, Address),
    Start(ThreadId),
    End(ThreadId),
    /// All barriers are taken for one.
    Barrier,
}

/// An update that a thread performs.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Update {
    thread: ThreadId,
    addr: Address,
    op: UpdateOp,
    width: Width,
}

/// An event of a thread of an open graph, with the positions of the reads from which it was computed.
pub(super) struct OpenEvent {
    pub(super) label: Label,
    pub(super) needs: Vec<usize>,
}

/// What was written: who, where and which value.
pub(super) type Written = (ThreadId, Address, Value);

/// Where the update whose read is there does not store, but might if it read something else. In no execution without a cycle need it do so:
/// another update may always have taken what it expects.
fn might_store(events: &[Event], read: u32, updates: &BTreeMap<u32, (Address, UpdateOp, Width)>) -> Option<Address> {
    let &(addr, op, _) = updates.get(&read)?;
    let next = events.get(read as usize + 1).map(|next| next.label);
    let stores = matches!(next, Some(Label::Write { exclusive: true, .. }));
    (op.is_conditional() && !stores).then_some(addr)
}

/// What is known.
#[derive(Clone, Debug)]
pub(super) struct Known {
    /// The most reads that a thread has of a location.
    reads: BTreeMap<(ThreadId, Address), u32>,
    /// The most writes.
    pub(super) counts: BTreeMap<(ThreadId, Address), u32>,
    /// What was written.
    writes: BTreeSet<Written>,
    updates: Vec<Update>,
    segments: BTreeSet<Segment>,
    /// What is before what, across threads.
    across: BTreeSet<(Point, Point)>,
    /// What threads did that were looked at before.
    met: FxHashSet<(ThreadId, u64)>,
    /// Events of threads of open graphs that were learnt, by the fingerprint of what the thread did.
    met_open: FxHashSet<(ThreadId, (u64, u32))>,
    /// Which reads the model does not order before which writes of a thread, for threads of the same shape in which all of them are sure
    /// to be there or not.
    shapes: FxHashMap<(u64, bool), Vec<(u32, u32)>>,
    /// Is a write not ordered after a read that it was computed from, under a model whose values have to come from somewhere?
    has_loose_dependencies: bool,
}

impl Known {
    pub(super) fn new() -> Known {
        Known {
            reads: BTreeMap::new(),
            counts: BTreeMap::new(),
            writes: BTreeSet::new(),
            updates: Vec::new(),
            segments: BTreeSet::new(),
            across: BTreeSet::new(),
            met: FxHashSet::default(),
            met_open: FxHashSet::default(),
            has_loose_dependencies: false,
            shapes: FxHashMap::default(),
        }
    }

    /// Is it new that the thread does what the fingerprint is of? From now on it is not.
    pub(super) fn is_new(&mut self, thread: ThreadId, fingerprint: u64) -> bool {
        if self.met.len() > MAX_MET {
            self.met.clear();
        }
        self.met.insert((thread, fingerprint))
    }

    /// Was the event of a thread of an open graph learnt before?
    pub(super) fn has_met_open(&self, thread: ThreadId, event: (u64, u32)) -> bool {
        self.met_open.contains(&(thread, event))
    }

    /// Notes that it was.
    pub(super) fn note_open(&mut self, thread: ThreadId, event: (u64, u32)) {
        if self.met_open.len() > MAX_MET {
            self.met_open.clear();
        }
        self.met_open.insert((thread, event));
    }

    /// Might a value come from nowhere, as far as is seen?
    pub(super) fn has_loose_dependencies(&self) -> bool {
        self.has_loose_dependencies
    }

    /// Learns from an execution in which some thread does what is new.
    pub(super) fn learn<P: Program>(&mut self, program: &P, orders: &mut Orders<'_>, execution: &Execution) {
        let mut updates = Vec::new();
        replay(program, execution, &mut Unwatched, &mut |step| {
            if let Action::Update { addr, op, width, .. } = *program.action(step.state) {
                updates.push((step.event, addr, op, width));
            }
        });
        for (thread, events) in (0..).map(ThreadId).zip(&execution.threads) {
            let own = updates.iter().filter(|(event, ..)| event.thread == thread);
            let of: BTreeMap<u32, (Address, UpdateOp, Width)> =
                own.map(|&(event, addr, op, width)| (event.index, (addr, op, width))).collect();
            let takes_lock = |index| of.get(&index).is_some_and(|(_, op, _)| matches!(op, UpdateOp::Lock { .. }));
            self.learn_thread(thread, events, &of, &takes_lock, &|_| true);
            self.learn_segments(execution, thread, &of, orders);
        }
    }

    fn learn_thread(
        &mut self,
        thread: ThreadId,
        events: &[Event],
        updates: &BTreeMap<u32, (Address, UpdateOp, Width)>,
        takes_lock: &dyn Fn(u32) -> bool,
        has_value: &dyn Fn(u32) -> bool,
    ) {
        let (mut reads, mut counts) = (BTreeMap::<Address, u32>::new(), BTreeMap::<Address, u32>::new());
        let mut before: BTreeSet<Point> = BTreeSet::from([Point::Start(thread)]);
        for (index, event) in (0..).zip(events) {
            if let Some(&(addr, op, width)) = updates.get(&index) {
                self.add_update(Update { thread, addr, op, width });
            }
            match event.label {
                Label::Read { addr, .. } => {
                    *reads.entry(addr).or_default() += 1;
                    if let Some(addr) = might_store(events, index, updates) {
                        *counts.entry(addr).or_default() += 1;
                    }
                    before.insert(Point::Read(Place { reader: thread, addr, is_lock: takes_lock(index) }));
                }
                Label::Write { addr, value, .. } => {
                    *counts.entry(addr).or_default() += 1;
                    if has_value(index) {
                        self.writes.insert((thread, addr, value));
                    }
                    self.pass(&before, Point::Write(thread, addr));
                }
                Label::Spawn { thread: child } => self.pass(&before, Point::Start(child)),
                Label::Arrive { .. } => self.pass(&before, Point::Barrier),
                Label::Depart { .. } => {
                    before.insert(Point::Barrier);
                }
                Label::Join { thread: child } => {
                    before.insert(Point::End(child));
                }
                _ => {}
            }
        }
        self.pass(&before, Point::End(thread));
        for (most, found) in [(&mut self.reads, reads), (&mut self.counts, counts)] {
            for (addr, count) in found {
                let most = most.entry((thread, addr)).or_default();
                *most = count.max(*most);
            }
        }
    }

    /// Learns that a thread of an open graph, which did this, reads or writes what its last event does. What it wrote before that need not
    /// be possible.
    pub(super) fn learn_open(
        &mut self,
        thread: ThreadId,
        events: &[OpenEvent],
        takes_lock: &dyn Fn(u32) -> bool,
        orders: &Orders<'_>,
    ) {
        let Some(last) = events.len().checked_sub(1) else { unreachable!("there is a last event") };
        let labels: Vec<Event> = events.iter().map(|event| Event { label: event.label, rf: None }).collect();
        self.learn_thread(thread, &labels, &BTreeMap::new(), takes_lock, &|index| index as usize == last);
        for (index, event) in events.iter().enumerate() {
            let Label::Write { addr: to, .. } = event.label else { continue };
            for (read, before) in events[..index].iter().enumerate() {
                let Label::Read { addr, .. } = before.label else { continue };
                let from = Place { reader: thread, addr, is_lock: takes_lock(read as u32) };
                let is_weak = !orders.dependencies || !event.needs.contains(&read);
                let is_weak = is_weak && !(from.is_lock && orders.synchronises);
                self.segments.insert(Segment { from, writer: thread, to, is_weak });
            }
        }
    }

    /// What need not be noted any more.
    pub(super) fn familiar(&self) -> Familiar {
        Familiar { reads: self.reads.keys().copied().collect(), writes: self.writes.iter().copied().collect() }
    }

    fn pass(&mut self, before: &BTreeSet<Point>, to: Point) {
        // Of accesses of one thread, segments tell.
        let is_across = |from: &Point| !matches!((from, to), (Point::Read(_), Point::Write(..)));
        self.across.extend(before.iter().filter(|from| is_across(from)).map(|&from| (from, to)));
    }

    /// Learns which reads of a thread its writes may overtake.
    fn learn_segments(
        &mut self,
        execution: &Execution,
        thread: ThreadId,
        updates: &BTreeMap<u32, (Address, UpdateOp, Width)>,
        orders: &mut Orders<'_>,
    ) {
        let events = &execution.threads[thread.index()];
        // Whether a compare-exchange stores may change with what is read before it, and with it the order through it.
        let is_certain =
            !updates.values().any(|(_, op, _)| op.is_conditional()) && orders.is_certain(execution, thread);
        let shape = (fingerprint::of_shape(execution, thread), is_certain);
        let pairs = match self.shapes.get(&shape) {
            Some(pairs) => pairs,
            None => {
                let Weak { pairs, has_loose_dependencies } = weak_pairs(orders, execution, thread, is_certain);
                self.has_loose_dependencies |= has_loose_dependencies;
                if self.shapes.len() > MAX_MET {
                    self.shapes.clear();
                }
                self.shapes.entry(shape).or_insert(pairs)
            }
        };
        let weak: BTreeSet<(u32, u32)> = pairs.iter().copied().collect();
        let mut reads = Vec::new();
        for (index, event) in (0..).zip(events) {
            match event.label {
                Label::Read { addr, .. } => {
                    let op = updates.get(&index).map(|(_, op, _)| op);
                    let is_lock = matches!(op, Some(UpdateOp::Lock { .. }));
                    reads.push((index, Place { reader: thread, addr, is_lock }));
                    if let Some(to) = might_store(events, index, updates) {
                        let update = EventId { thread, index };
                        self.segments.extend(reads.iter().map(|&(read, from)| {
                            let is_strong = read == index || (from.is_lock && orders.synchronises);
                            let is_weak = !is_strong && orders.may_overtake(execution, update, read);
                            Segment { from, writer: thread, to, is_weak }
                        }));
                    }
                }
                Label::Write { addr: to, .. } => self.segments.extend(reads.iter().map(|&(read, from)| {
                    let is_weak = weak.contains(&(read, index)) && !(from.is_lock && orders.synchronises);
                    Segment { from, writer: thread, to, is_weak }
                })),
                _ => {}
            }
        }
    }

    /// May an update of the thread store there depending on what it reads?
    pub(super) fn has_conditional(&self, thread: ThreadId, addr: Address) -> bool {
        self.updates.iter().any(|update| (update.thread, update.addr) == (thread, addr) && update.op.is_conditional())
    }

    fn add_update(&mut self, update: Update) {
        if !self.updates.contains(&update) {
            self.updates.push(update);
        }
    }

    pub(super) fn add(&mut self, other: Known) {
        for (most, found) in [(&mut self.reads, other.reads), (&mut self.counts, other.counts)] {
            for (place, count) in found {
                let most = most.entry(place).or_default();
                *most = count.max(*most);
            }
        }
        self.writes.extend(other.writes);
        other.updates.into_iter().for_each(|update| self.add_update(update));
        self.segments.extend(other.segments);
        self.across.extend(other.across);
        self.has_loose_dependencies |= other.has_loose_dependencies;
    }

    /// What is written. Also by updates that read what they are not known to have read.
    ///
    /// A further value that one stores may be written in executions with cycles alone: two updates cannot read the same, so one that
    /// stands before what another one's operand was computed from keeps that from reading what it read itself.
    pub(super) fn written<P: Program>(&self, program: &P) -> BTreeSet<Written> {
        let mut written = self.writes.clone();
        for update in &self.updates {
            let others = self.writes.iter().filter(|(_, at, _)| *at == update.addr).map(|&(.., value)| value);
            let stored = others.chain([program.initial_value(update.addr)]);
            let stored = stored.filter_map(|value| program.stores(update.op, update.width, value));
            written.extend(stored.map(|value| (update.thread, update.addr, value)));
        }
        written
    }

    /// How often a thread at most reads a location that it is known to read.
    pub(super) fn reads_at(&self, thread: ThreadId, addr: Address) -> u32 {
        match self.reads.get(&(thread, addr)) {
            Some(&count) => count,
            None => unreachable!("segments begin with reads, which are learnt with them"),
        }
    }

    /// Was the value written, in an execution that was found?
    pub(super) fn is_written(&self, write: &Written) -> bool {
        self.writes.contains(write)
    }

    /// All segments, also those across threads, which are weak if the model does not order what threads wait for.
    pub(super) fn segments(&self, orders: &Orders<'_>) -> BTreeSet<Segment> {
        let mut segments = self.segments.clone();
        let mut after = BTreeMap::<Point, Vec<Point>>::new();
        for &(from, to) in &self.across {
            after.entry(from).or_default().push(to);
        }
        for &begin in after.keys() {
            let Point::Read(from) = begin else { continue };
            let mut met = BTreeSet::from([begin]);
            let mut pending = vec![begin];
            while let Some(point) = pending.pop() {
                for &next in after.get(&point).into_iter().flatten().filter(|&&next| met.insert(next)) {
                    match next {
                        Point::Write(writer, to) if writer != from.reader => {
                            segments.insert(Segment { from, writer, to, is_weak: !orders.synchronises });
                        }
                        _ => pending.push(next),
                    }
                }
            }
        }
        segments
    }
}
