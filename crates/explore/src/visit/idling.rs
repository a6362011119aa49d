//! Loops that wait, under XMM: an iteration that leads nowhere is left out of executions (`docs/internals/blocking.md`), but what it read may be
//! in a race that could close a cycle. So it has to be noticed where there would be such a race with it.
//!
//! Two things are collected, from all graphs: what threads may read in such iterations, and where such a read would be in a race, or on the way
//! of one. If nothing is in both, these iterations need not be looked at. More may be noticed than there is.

use raddle_graph::clock::{Clock, Lane};
use raddle_graph::graph::{Graph, Thread};
use raddle_graph::node::{Loc, Slot};
use raddle_graph::{Address, ThreadId};
use raddle_models::Model;
use raddle_program::{Action, Program, Waits};
use rustc_hash::FxHashSet;
use smallvec::SmallVec;

use super::core::Core;
use super::{StateId, Visit};

/// A read of a thread in an iteration that leads nowhere.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct IdleRead {
    thread: ThreadId,
    addr: Address,
    /// Does it acquire?
    acquires: bool,
    /// Is it repeated before the thread goes on?
    is_repeated: bool,
}

/// What is known about iterations that lead nowhere.
#[derive(Default)]
pub(crate) struct Idling {
    reads: FxHashSet<IdleRead>,
    /// Reads that would matter; some only if a certain other thread may have such iterations, too.
    matters: FxHashSet<(IdleRead, Needs)>,
    /// What threads read when they waited, and whether that acquires if they go on waiting.
    awaited: FxHashSet<(ThreadId, Address, bool)>,
    /// Were there other workers, whose threads may have waited for more?
    has_others: bool,
    /// Was a graph finished?
    has_seen_graphs: bool,
    /// Was a read that is not repeated met late, when graphs had been finished in which nobody looked whether it matters?
    is_late: bool,
    /// States in which threads wait that were looked at before.
    met: FxHashSet<StateId>,
}

impl Idling {
    pub(crate) fn add(&mut self, other: Idling) {
        let met = |one: &Idling, other: &Idling| {
            one.reads.iter().any(|read| !read.is_repeated && !other.reads.contains(read))
        };
        self.is_late |= self.has_seen_graphs && met(&other, self) || other.has_seen_graphs && met(self, &other);
        self.has_seen_graphs |= other.has_seen_graphs;
        self.reads.extend(other.reads);
        self.matters.extend(other.matters);
        self.is_late |= other.is_late;
    }

    /// May an iteration that leads nowhere matter?
    pub(crate) fn may_matter(&self) -> bool {
        let may_idle = |thread| self.reads.iter().any(|read| read.thread == thread);
        self.is_late || self.matters.iter().any(|(read, with)| self.reads.contains(read) && with.is_none_or(may_idle))
    }

    /// A thread may block after the action.
    pub(super) fn note_awaited(&mut self, thread: ThreadId, action: &Action) {
        match *action {
            Action::Read { addr, mode, .. } => self.awaited.insert((thread, addr, mode.is_acquire())),
            Action::Update { addr, mode, op, .. } => {
                self.awaited.insert((thread, addr, op.failure_mode(mode).is_acquire()))
            }
            _ => unreachable!("a thread blocks after it has read"),
        };
    }

    fn is_awaited(&self, thread: ThreadId, addr: Address, acquires: bool) -> bool {
        self.has_others || self.awaited.contains(&(thread, addr, acquires))
    }

    /// Goes on with what another worker began.
    pub(super) fn note_others(&mut self) {
        self.has_others = true;
    }

    /// States have other names from now on.
    pub(super) fn forget_states(&mut self) {
        self.met.clear();
    }
}

/// What would have to be so for a race: that a thread, if it is given, has an iteration that leads nowhere, too.
type Needs = Option<ThreadId>;

impl<P: Program, const N: usize> Core<'_, P, N> {
    /// The thread blocks after what it is about to do. If because it waits in a loop, notes what the iteration reads.
    #[cold]
    pub(super) fn note_idle(&mut self, thread: ThreadId, after: StateId) {
        if !self.idling.met.insert(after) {
            return;
        }
        let mut count = 0;
        self.states.look(after, &mut |state| {
            if let Waits::Spin { reads } = self.program.waits_for(state) {
                count = reads as usize;
            }
        });
        if count == 0 {
            return;
        }
        let newest = match self.action(thread) {
            Some(Action::Read { addr, mode, .. }) => (addr, mode.is_acquire()),
            Some(Action::Update { addr, mode, op, .. }) => (addr, op.failure_mode(mode).is_acquire()),
            _ => unreachable!("a thread blocks after it has read"),
        };
        let graph = &self.graph;
        let events = &graph.threads()[thread.index()].events;
        let reads = events.iter().rev().map(|&event| graph.node(event)).filter(|node| node.is_read());
        let earlier = reads.take(count - 1).filter_map(|node| Some((node.loc()?, node.mode.is_acquire())));
        let mut all: SmallVec<[(Address, bool); 8]> = SmallVec::from_slice(&[newest]);
        all.extend(earlier.map(|(loc, acquires)| (graph.location(loc).addr, acquires)));
        // What the next iteration begins with is what this one began with.
        let is_repeated = all.len() == 1;
        let idling = &mut self.idling;
        for (addr, acquires) in all {
            let is_new = idling.reads.insert(IdleRead { thread, addr, acquires, is_repeated });
            idling.is_late |= is_new && !is_repeated && idling.has_seen_graphs;
        }
    }

    /// Notes where in this graph, to which nothing can be added, a read of an iteration that leads nowhere would matter.
    #[inline(never)]
    pub(super) fn note_where_idling_matters(&mut self) {
        let mut found = std::mem::take(&mut self.idling.matters);
        self.idling.has_seen_graphs = true;
        let unseen = Unseen::new(&self.graph);
        for thread in self.graph.lanes().filter_map(|lane| lane.thread()) {
            for (loc, location) in self.graph.locations().filter(|(_, location)| location.co.len() > 1) {
                let addr = location.addr;
                let is_read_weakly = self.idling.is_awaited(thread, addr, false);
                let is_read = is_read_weakly || self.idling.is_awaited(thread, addr, true);
                let is_read = is_read && self.reads_at(thread, loc);
                let is_lone = |lone: &IdleRead| (lone.thread, lone.addr, lone.is_repeated) == (thread, addr, false);
                for is_repeated in [true, false] {
                    // What is repeated is read in the graph, if the thread goes on.
                    let may_be = match is_repeated {
                        true => is_read,
                        false => self.idling.reads.iter().any(is_lone),
                    };
                    if !may_be {
                        continue;
                    }
                    for acquires in [false, true] {
                        if !acquires && is_repeated && !is_read_weakly {
                            continue;
                        }
                        let read = IdleRead { thread, addr, acquires, is_repeated };
                        let mut note = |needs| {
                            found.insert((read, needs));
                        };
                        self.races(read, loc, &unseen, &mut note);
                        self.leads_to_races(read, loc, &unseen, &mut note);
                    }
                }
            }
        }
        self.idling.matters = found;
    }

    fn reads_at(&self, thread: ThreadId, loc: Loc) -> bool {
        self.graph.accesses(loc, Lane::of(thread)).any(|access| self.graph.node(access).is_read())
    }

    /// Races in which the read, of this location, would be: with a write of another thread behind something that the thread
    /// did after it, which does not happen before that.
    fn races(&self, read: IdleRead, loc: Loc, unseen: &Unseen, visit: &mut dyn FnMut(Needs)) {
        let graph = &self.graph;
        let lane = Lane::of(read.thread);
        // It comes after the first one there is, if there is one.
        let from = graph.accesses(loc, lane).last().map_or(0, |access| graph.node(access).index + 1);
        for &write in &graph.location(loc).co[1..] {
            let node = graph.node(write);
            let is_strong = read.acquires && node.mode.is_release();
            if node.lane != lane && !is_strong && node.hb.get(lane) <= from {
                self.ways_behind(write, (lane, from), unseen, visit);
            }
        }
    }

    /// Races that there would be if the read, of this location, took the value of another thread's write.
    fn leads_to_races(&self, read: IdleRead, loc: Loc, unseen: &Unseen, visit: &mut dyn FnMut(Needs)) {
        let graph = &self.graph;
        let lane = Lane::of(read.thread);
        let co = &graph.location(loc).co;
        let mut elsewhere = |writes: &[Slot], known: Slot, from: u32| {
            for &write in writes {
                let node = graph.node(write);
                if node.lane != lane && node.lane.thread().is_some() && !graph.in_prefix(write, known) {
                    self.closes(write, (lane, from), unseen, visit);
                }
            }
        };
        if !read.is_repeated {
            if let Some(&last) = graph.threads()[read.thread.index()].events.last() {
                elsewhere(co, last, 0);
            }
            return;
        }
        for read in graph.accesses(loc, lane) {
            if let Some(source) = graph.node(read).rf {
                elsewhere(&co[..graph.node(source).co as usize], read, graph.node(read).index);
            }
        }
    }

    /// Races of a read that is before the first write with a second write that is behind what a thread did from some event on.
    fn closes(&self, first: Slot, from: (Lane, u32), unseen: &Unseen, visit: &mut dyn FnMut(Needs)) {
        let graph = &self.graph;
        let prefix = graph.node(first).porf;
        for &read in graph.trail() {
            let before = graph.node(read);
            let Some(loc) = before.loc().filter(|_| before.is_read()) else { continue };
            if !prefix.contains(before.lane, before.index) {
                continue;
            }
            for &write in &graph.location(loc).co[1..] {
                let node = graph.node(write);
                let is_ordered = node.lane == before.lane
                    || node.hb.contains(before.lane, before.index)
                    || before.hb.contains(node.lane, node.index);
                let is_strong = before.mode.is_acquire() && node.mode.is_release();
                if !is_ordered && !is_strong {
                    self.ways_behind(write, from, unseen, visit);
                }
            }
        }
    }

    /// Is the event behind what the thread did from that event on, or might it be, if another thread read something else in an iteration that
    /// leads nowhere?
    fn ways_behind(&self, event: Slot, (lane, from): (Lane, u32), unseen: &Unseen, visit: &mut dyn FnMut(Needs)) {
        let node = self.graph.node(event);
        if node.porf.get(lane) > from {
            visit(None);
        }
        for other in self.graph.lanes().filter(|&other| other != lane && node.porf.get(other) > 0) {
            if unseen.is_there(&node.porf, other) {
                visit(other.thread());
            }
        }
    }
}

/// The newest write of each thread.
struct Unseen(SmallVec<[(Lane, u32); 16]>);

impl Unseen {
    fn new<const N: usize>(graph: &Graph<StateId, N>) -> Unseen {
        let newest = |thread: &Thread<StateId>| {
            let write = thread.events.iter().rev().map(|&event| graph.node(event)).find(|node| node.is_write())?;
            Some((write.lane, write.index))
        };
        Unseen(graph.threads().iter().filter_map(newest).collect())
    }

    /// Is there a write of another thread than that of the lane that is not in the set?
    fn is_there<const N: usize>(&self, set: &Clock<N>, lane: Lane) -> bool {
        self.0.iter().any(|&(writer, newest)| writer != lane && !set.contains(writer, newest))
    }
}

impl<P: Program, M: Model, const N: usize> Visit<'_, P, M, N> {
    /// At a graph to which nothing can be added.
    #[inline(always)]
    pub(super) fn note_idling(&mut self) {
        if M::CYCLES_LEAVE_LOCATION && self.core.notes_idling && !self.has_noted_buffering() {
            self.core.note_where_idling_matters();
        }
    }
}
