//! Loops that wait, under XMM: an iteration that leads nowhere is left out of executions (`docs/internals/blocking.md`), but what it read may be
//! in a race that could close a cycle. So it has to be noticed where there would be such a race with it.
//!
//! Two things are collected, from all graphs: what threads may read in such iterations, and where such a read would be in a race, or on the way
//! of one. If nothing is in both, these iterations need not be looked at. More may be noticed than there is.
//!
//! Every graph to which nothing can be added is asked, so a question is dropped when it is answered once for all: a read that would matter
//! whatever other threads do need not be asked about again, and when it is known that there is something in both, nothing is.

use std::cell::{LazyCell, OnceCell};

use raddle_graph::clock::{Clock, Lane};
use raddle_graph::graph::{Graph, Thread};
use raddle_graph::lanes::LaneSet;
use raddle_graph::node::{Loc, Slot};
use raddle_graph::{Address, ThreadId};
use raddle_models::Model;
use raddle_program::{Action, Program, Waits};
use rustc_hash::{FxHashMap, FxHashSet};
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

/// When a read would matter.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
struct Matters {
    /// Whatever other threads do?
    always: bool,
    /// If one of these threads has an iteration that leads nowhere, too.
    with: AnyLanes,
}

/// A set of lanes of a graph of any width.
type AnyLanes = LaneSet<256>;

impl Matters {
    fn add(&mut self, other: Matters) {
        self.always |= other.always;
        self.with = self.with.or(other.with);
    }
}

/// What is known about iterations that lead nowhere.
#[derive(Default)]
pub(crate) struct Idling {
    reads: FxHashSet<IdleRead>,
    /// Reads that threads may repeat where they waited, and those of `reads` that are not repeated: when they would matter.
    asked: FxHashMap<IdleRead, Matters>,
    /// Is it known that an iteration that leads nowhere may matter?
    is_decided: bool,
    /// Was a graph finished?
    has_seen_graphs: bool,
    /// Was a read that is not repeated met late, when graphs had been finished in which nobody looked whether it matters?
    is_late: bool,
    /// States in which threads wait that were looked at before.
    met: StateSet,
    /// States before reads after which a thread may block that were looked at before.
    awaited: StateSet,
}

impl Idling {
    pub(crate) fn add(&mut self, other: Idling) {
        let met = |one: &Idling, other: &Idling| {
            one.reads.iter().any(|read| !read.is_repeated && !other.reads.contains(read))
        };
        self.is_late |= self.has_seen_graphs && met(&other, self) || other.has_seen_graphs && met(self, &other);
        self.has_seen_graphs |= other.has_seen_graphs;
        self.reads.extend(other.reads);
        for (read, matters) in other.asked {
            self.asked.entry(read).or_default().add(matters);
        }
        self.is_late |= other.is_late;
    }

    /// May an iteration that leads nowhere matter?
    pub(crate) fn may_matter(&self) -> bool {
        let may_idle = |with: AnyLanes| self.reads.iter().any(|read| with.contains(Lane::of(read.thread)));
        let mut asked = self.reads.iter().filter_map(|read| self.asked.get(read));
        self.is_late || asked.any(|matters| matters.always || may_idle(matters.with))
    }

    /// Will be asked when the read matters.
    fn ask(&mut self, read: IdleRead) {
        self.asked.entry(read).or_default();
    }

    /// States have other names from now on.
    pub(super) fn forget_states(&mut self) {
        self.met.clear();
        self.awaited.clear();
    }
}

/// A set of states.
#[derive(Default)]
struct StateSet(Vec<u64>);

impl StateSet {
    /// Adds the state. Was it not there?
    #[inline]
    fn insert(&mut self, state: StateId) -> bool {
        let (word, bit) = (state.index() / 64, 1 << (state.index() % 64));
        if word >= self.0.len() {
            self.0.resize(word + 1, 0);
        }
        let is_new = self.0[word] & bit == 0;
        self.0[word] |= bit;
        is_new
    }

    fn clear(&mut self) {
        self.0.clear();
    }
}

impl<P: Program, const N: usize> Core<'_, P, N> {
    /// The thread blocks after what it is about to do. If because it waits in a loop, notes what the iteration reads.
    #[inline]
    pub(super) fn note_idle(&mut self, thread: ThreadId, after: StateId) {
        if self.idling.met.insert(after) {
            self.note_first_idle(thread, after);
        }
    }

    #[cold]
    fn note_first_idle(&mut self, thread: ThreadId, after: StateId) {
        let mut count = 0;
        self.states.look(after, &mut |state| {
            if let Waits::Spin { reads } = self.program.waits_for(state) {
                count = reads as usize;
            }
        });
        if count == 0 {
            return;
        }
        let Some(newest) = self.action(thread).map(|action| read_in_vain(&action)) else {
            unreachable!("a thread that acts was started")
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
            if is_new && !is_repeated {
                idling.is_late |= idling.has_seen_graphs;
                // It may be ordered more than it is here.
                for acquires in [false, true] {
                    idling.ask(IdleRead { thread, addr, acquires, is_repeated });
                }
            }
        }
        idling.is_decided = idling.may_matter();
    }

    /// The thread may block after what it does in this state.
    #[inline]
    pub(super) fn note_awaited(&mut self, thread: ThreadId, state: StateId) {
        if self.notes_idling && self.idling.awaited.insert(state) {
            self.note_first_awaited(thread, state);
        }
    }

    #[cold]
    fn note_first_awaited(&mut self, thread: ThreadId, state: StateId) {
        let (addr, acquires) = read_in_vain(self.states.action(state));
        let read = IdleRead { thread, addr, acquires: true, is_repeated: true };
        self.idling.ask(read);
        if !acquires {
            self.idling.ask(IdleRead { acquires, ..read });
        }
    }

    /// Notes where in this graph, to which nothing can be added, a read of an iteration that leads nowhere would matter.
    #[inline(never)]
    fn note_where_idling_matters(&mut self) {
        self.idling.has_seen_graphs = true;
        let mut asked = std::mem::take(&mut self.idling.asked);
        let finder = Finder { graph: &self.graph, unseen: OnceCell::new() };
        let mut is_new = false;
        for (&read, matters) in asked.iter_mut().filter(|(_, matters)| !matters.always) {
            is_new |= finder.look(read, matters);
        }
        self.idling.asked = asked;
        if is_new {
            self.idling.is_decided = self.idling.may_matter();
        }
    }
}

/// What the action reads, and whether it acquires, if the thread goes on waiting.
fn read_in_vain(action: &Action) -> (Address, bool) {
    match *action {
        Action::Read { addr, mode, .. } => (addr, mode.is_acquire()),
        Action::Update { addr, mode, op, .. } => (addr, op.failure_mode(mode).is_acquire()),
        _ => unreachable!("a thread blocks after it has read"),
    }
}

/// Finds where reads of iterations that lead nowhere would matter in a graph.
struct Finder<'g, const N: usize> {
    graph: &'g Graph<StateId, N>,
    unseen: OnceCell<Unseen>,
}

impl<const N: usize> Finder<'_, N> {
    /// Adds when the read would matter in this graph. Is something of that new?
    fn look(&self, read: IdleRead, matters: &mut Matters) -> bool {
        let graph = self.graph;
        let Some(loc) = graph.recent(read.addr).or_else(|| graph.find(read.addr)) else { return false };
        if graph.location(loc).co.len() == 1 {
            return false;
        }
        let mut accesses = graph.accesses(loc, Lane::of(read.thread)).map(|access| graph.node(access));
        // What is repeated is read in the graph, if the thread goes on.
        if read.is_repeated && !accesses.any(|node| node.is_read()) {
            return false;
        }
        let known = *matters;
        self.races(read, loc, matters);
        self.leads_to_races(read, loc, matters);
        *matters != known
    }

    /// Races in which the read, of this location, would be: with a write of another thread behind something that the thread
    /// did after it, which does not happen before that.
    fn races(&self, read: IdleRead, loc: Loc, matters: &mut Matters) {
        let graph = self.graph;
        let lane = Lane::of(read.thread);
        // It comes after the first one there is, if there is one.
        let from = LazyCell::new(|| graph.accesses(loc, lane).last().map_or(0, |access| graph.node(access).index + 1));
        for &write in &graph.location(loc).co[1..] {
            let node = graph.node(write);
            let is_strong = read.acquires && node.mode.is_release();
            if node.lane != lane && !is_strong && node.hb.get(lane) <= *from {
                let ways = self.new_ways_behind(write, (lane, *from), matters);
                matters.add(ways);
            }
        }
    }

    /// Races that there would be if the read, of this location, took the value of another thread's write.
    fn leads_to_races(&self, read: IdleRead, loc: Loc, matters: &mut Matters) {
        let graph = self.graph;
        let lane = Lane::of(read.thread);
        let co = &graph.location(loc).co;
        let mut elsewhere = |writes: &[Slot], known: Slot, from: u32| {
            for &write in writes {
                let node = graph.node(write);
                if node.lane != lane && node.lane.thread().is_some() && !graph.in_prefix(write, known) {
                    self.closes(write, (lane, from), matters);
                }
            }
        };
        if !read.is_repeated {
            if let Some(&last) = graph.threads()[read.thread.index()].events.last() {
                elsewhere(co, last, 0);
            }
            return;
        }
        let place = |read: Slot| Some((read, graph.node(graph.node(read).rf?).co as usize));
        let mut reads = graph.accesses(loc, lane).filter_map(place).peekable();
        while let Some((read, end)) = reads.next() {
            // What an older read may take instead, too, is known to as few events there, and more is behind it.
            let start = reads.peek().map_or(0, |&(_, older)| older.min(end));
            elsewhere(&co[start..end], read, graph.node(read).index);
        }
    }

    /// Races of a read that is before the first write with a second write that is behind what a thread did from some event on.
    fn closes(&self, first: Slot, from: (Lane, u32), matters: &mut Matters) {
        if matters.always {
            return;
        }
        for (loc, location) in self.graph.locations() {
            for &write in &location.co[1..] {
                let ways = self.new_ways_behind(write, from, matters);
                if ways != Matters::default() && self.races_before(first, (loc, write)) {
                    matters.add(ways);
                }
            }
        }
    }

    /// Is a read that is before the first write in a race with the second one, of this location?
    fn races_before(&self, first: Slot, (loc, write): (Loc, Slot)) -> bool {
        let graph = self.graph;
        let (prefix, node) = (&graph.node(first).porf, graph.node(write));
        let mut others = graph.lanes().filter(|&lane| lane != node.lane && prefix.get(lane) > 0);
        others.any(|lane| {
            let mut reads = graph.accesses(loc, lane).map(|access| graph.node(access)).filter(|read| read.is_read());
            reads.any(|read| {
                let is_before = prefix.contains(lane, read.index);
                let is_ordered = node.hb.contains(lane, read.index) || read.hb.contains(node.lane, node.index);
                let is_strong = read.mode.is_acquire() && node.mode.is_release();
                is_before && !is_ordered && !is_strong
            })
        })
    }

    /// Is the event behind what the thread did from that event on, or might it be, if another thread read something else in an iteration that
    /// leads nowhere? Leaves out what is known.
    fn new_ways_behind(&self, event: Slot, (lane, from): (Lane, u32), known: &Matters) -> Matters {
        let mut ways = Matters::default();
        if known.always {
            return ways;
        }
        let node = self.graph.node(event);
        ways.always = node.porf.get(lane) > from;
        let is_new = |&other: &Lane| other != lane && !known.with.contains(other) && node.porf.get(other) > 0;
        for other in self.graph.lanes().filter(is_new) {
            if self.unseen.get_or_init(|| Unseen::new(self.graph)).is_there(&node.porf, other) {
                ways.with.insert(other);
            }
        }
        ways
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
        if M::CYCLES_LEAVE_LOCATION
            && self.core.notes_idling
            && !self.core.idling.is_decided
            && !self.has_noted_buffering()
        {
            self.core.note_where_idling_matters();
        }
    }
}
