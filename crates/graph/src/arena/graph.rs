//! The execution graph under construction: an arena of events, built and taken back one event at a time.
//!
//! Everything the explorer does to a graph is one of three things: add the next event of a thread (`begin`, then
//! `link`), take back the newest event (`pop`), or cut away what is newer than a revisited read (`cut`, undone by
//! `restore`). Each is undone exactly by its inverse, so nothing is copied and nothing is replayed. Events keep the
//! state of their thread after them, so a thread resumes from its newest event. Layout: one node per event, clocks
//! inline, intrusive lists. Hold slots, not references: the arena moves when it grows.
//!
//! Invariants: each thread's events are a prefix of its program order; the trail (insertion order) is consistent with
//! program order, and with reads-from except for reads revisited by a newer write; per location, `co[0]` is the initial
//! write.

mod build;
mod communicate;
mod cut;
mod invariants;
mod record;
mod synchronise;
#[cfg(test)]
mod tests;
mod threads;

use std::collections::{BTreeMap, HashMap};
use std::hash::{BuildHasherDefault, Hasher};

use self::invariants::Occasions;
use self::threads::Threads;
use crate::arena::clock::{Clock, Lane};
use crate::arena::lanes::{ByLane, LaneSet};
use crate::arena::node::{Kind, Loc, Node, Slot};
use crate::arena::table::{Key, Table};
use crate::{Address, Group, Mode, Standing, ThreadId, Value};
pub use cut::Cut;

/// Which accesses synchronise.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Synchronisation {
    /// Those that their order says. Later stores of the thread that released continue its release sequence, as in C11.
    AsLabelled,
    /// Those that their order says. Only updates continue a release sequence, as in C++20.
    UpdatesContinue,
    /// Every atomic access, as if it were at least acquire or release.
    AllAtomics,
    /// None. Only starting and joining threads, and barriers, make events happen before others of other threads.
    ThreadsOnly,
}

/// What the graph knows of one location.
#[derive(Clone, Debug)]
pub struct Location<const N: usize> {
    /// Its address.
    pub addr: Address,
    /// Its initial write.
    pub initial: Slot,
    /// Its writes: in coherence order where that is tracked, the initial one first.
    pub co: Vec<Slot>,
    /// The lanes that access it.
    pub accessors: LaneSet<N>,
    /// The newest access of each lane.
    pub newest: ByLane<Option<Slot>, N>,
    /// Has the exploration ever seen a non-atomic access here?
    pub has_plain: bool,
    /// What limits its life, if that matters to accesses of other threads.
    pub life: Option<Life>,
    /// Is it a mutex? Then its writes revisit nothing: its locks are displaced instead.
    pub is_lock: bool,
    /// The locations that share bytes with it.
    pub overlaps: Vec<Loc>,
    /// How many bytes it has, where that is known.
    length: u64,
}

/// What limits the life of a location.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Life {
    /// It is a part of an object, which nobody may access before it is allocated.
    Object {
        /// The thread that allocates the object.
        thread: ThreadId,
        /// Which one of that thread's it is.
        index: u32,
    },
    /// It belongs to a thread, and ends with that.
    Local(ThreadId),
}

/// What the graph knows of one thread. Its size is a power of two: threads are looked up all the time.
#[derive(Clone, Debug)]
#[repr(align(128))]
pub struct Thread<S> {
    /// The state before the first event.
    pub start: S,
    /// Where the thread stands then.
    pub(crate) starts_at: Standing,
    /// Where it stands now.
    pub(crate) standing: Standing,
    /// Its state now.
    pub(crate) state: S,
    /// Is it running (or done)?
    pub started: bool,
    /// The next older symmetric thread.
    pub symmetric_to: Option<ThreadId>,
    /// The event that started it, unless it runs from the beginning.
    pub spawned_by: Option<Slot>,
    /// The events that waited for its end, in no particular order.
    pub joins: Vec<Slot>,
    /// Its events in program order.
    pub events: Vec<Slot>,
    /// The objects that it allocated, in that order.
    pub objects: Vec<Object>,
}

impl<S: Copy> Thread<S> {
    /// A thread without events, with its first state, where it stands then, and whether it runs from the beginning.
    fn new(start: S, standing: Standing, started: bool) -> Thread<S> {
        Thread {
            state: start,
            start,
            starts_at: standing,
            standing: if started { standing } else { Standing::Absent },
            started,
            symmetric_to: None,
            spawned_by: None,
            joins: Vec::new(),
            events: Vec::new(),
            objects: Vec::new(),
        }
    }
}

/// An object that a thread allocated.
#[derive(Clone, Copy, Debug)]
pub struct Object {
    /// The event that began its life.
    pub allocated: Slot,
    /// Its first byte.
    pub base: Address,
    /// How many bytes it has.
    pub size: u64,
    /// The event that ended its life.
    pub freed: Option<Slot>,
}

/// One use of a barrier.
#[derive(Clone, Debug)]
pub struct Meeting {
    /// The barrier.
    pub barrier: Address,
    /// Which use of it, counted by each thread for itself.
    pub round: u32,
    /// The arrivals.
    pub arrivals: Vec<Slot>,
    /// The departures.
    pub departures: Vec<Slot>,
}

/// What addresses are multiplied with to spread them.
const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;

/// How many locations are found without a look at the whole table.
const RECENT: usize = 64;

/// How many events a graph has room for before its table is moved. Memory that is not used is not touched.
const INITIAL_EVENTS: usize = 1 << 12;

/// For so many more events room is made when there is none. With wide clocks they take 8 kB; blocks of more than that
/// the C library copies with a single instruction, which tools count once for each byte.
const BLOCK: usize = 12;

#[inline]
fn recent_place(addr: Address) -> usize {
    (addr.0.wrapping_mul(SPREAD) >> (u64::BITS - RECENT.ilog2())) as usize
}

/// A multiplicative hash: addresses need spreading, not protection.
#[derive(Default)]
pub struct AddressHasher(u64);

impl Hasher for AddressHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(u64::from(byte));
        }
    }

    fn write_u64(&mut self, value: u64) {
        self.0 = (self.0 ^ value).wrapping_mul(SPREAD).rotate_left(26);
    }
}

/// No location has more bytes.
const LONGEST: u64 = 16;

type AddressMap = HashMap<Address, Loc, BuildHasherDefault<AddressHasher>>;

/// An execution graph under construction.
#[derive(Clone, Debug)]
pub struct Graph<S, const N: usize> {
    sync: Synchronisation,
    nodes: Table<Slot, Node<S, N>, BLOCK>,
    /// What slots hold before they are taken for the first time.
    blank: Box<[Node<S, N>; BLOCK]>,
    top: usize,
    side: Vec<Clock<N>>,
    trail: Vec<Slot>,
    threads: Threads<S, N>,
    /// The lanes of all threads.
    all: LaneSet<N>,
    /// The threads of each group.
    groups: [LaneSet<N>; Group::COUNT],
    locations: Table<Loc, Location<N>>,
    by_address: AddressMap,
    /// Locations that were looked up not long ago.
    recent: [Option<(Address, Loc)>; RECENT],
    /// The locations whose bytes are known, by the first one.
    by_byte: BTreeMap<u64, Vec<Loc>>,
    /// Have two locations a byte in common?
    has_overlaps: bool,
    meetings: Vec<Meeting>,
    /// The events that cuts deleted, those of each cut newest first.
    saved: Vec<Slot>,
    /// The first states of the threads whose start a cut deleted, and the older threads that they are symmetric to.
    saved_starts: Vec<(S, Standing, Option<ThreadId>)>,
    /// How many objects are alive.
    live_objects: i32,
    sc_events: u32,
    /// Has the exploration ever met a seq_cst fence?
    has_sc_fences: bool,
    /// Has it ever met an access that is not seq_cst?
    has_weak_accesses: bool,
    /// How many events race with older ones.
    races: u32,
    /// When the invariants were checked.
    occasions: Occasions,
}

/// The bytes of a location: the first one, and how many.
pub type Bytes = (u64, u64);

impl<S: Copy, const N: usize> Graph<S, N> {
    /// An empty graph over threads (fewer than `N`), each with its first state, where it stands
    /// then, and whether it runs from the beginning.
    ///
    /// # Safety
    ///
    /// A graph looks up events and locations without a check. Every `Slot`, `Loc` and `Cut` given to this graph, or to a clone
    /// of it, must have been handed out by this graph, or by the one that the clone was made of before it was made. Safe code
    /// cannot make a graph, so that it cannot mix up the keys of two:
    ///
    /// ```compile_fail,E0133
    /// use raddle_graph::Standing;
    /// use raddle_graph::graph::{Graph, Synchronisation};
    /// let graph = Graph::<(), 2>::new(Synchronisation::AsLabelled, [((), Standing::Moves, true)]);
    /// ```
    #[expect(unsafe_code, reason = "lookups without a check are a measured part of the hot path; callers prove them")]
    pub unsafe fn new(sync: Synchronisation, threads: impl IntoIterator<Item = (S, Standing, bool)>) -> Graph<S, N> {
        let threads = Threads::new(threads);
        let groups = groups_of(threads.all());
        Graph {
            sync,
            nodes: Table::with_capacity(INITIAL_EVENTS),
            blank: Box::new([Node::blank(threads.all()[0].start); BLOCK]),
            top: 0,
            side: Vec::new(),
            trail: Vec::new(),
            all: LaneSet::of_threads(threads.all().len()),
            threads,
            groups,
            locations: Table::new(),
            by_address: AddressMap::default(),
            recent: [None; RECENT],
            by_byte: BTreeMap::new(),
            has_overlaps: false,
            meetings: Vec::new(),
            saved: Vec::new(),
            saved_starts: Vec::new(),
            live_objects: 0,
            sc_events: 0,
            has_sc_fences: false,
            has_weak_accesses: false,
            races: 0,
            occasions: Occasions::default(),
        }
    }

    /// The location of an address; `describe` gives its initial value and, if it may overlap others, its bytes, and is
    /// asked at the first meeting.
    pub fn locate(&mut self, addr: Address, describe: impl FnOnce() -> (Value, Option<Bytes>)) -> Loc {
        let loc = self.by_address.get(&addr).copied().unwrap_or_else(|| self.add_location(addr, describe()));
        self.recent[recent_place(addr)] = Some((addr, loc));
        loc
    }

    /// Notes that a location is accessed like that, before it is for the first time.
    #[inline]
    pub fn note_access(&mut self, loc: Loc, mode: Mode) {
        self.has_weak_accesses |= !mode.is_sc();
        if !mode.is_atomic() {
            self.locations[loc].has_plain = true;
        }
    }

    /// Notes what limits the life of a location.
    pub fn set_life(&mut self, loc: Loc, life: Life) {
        self.locations[loc].life = Some(life);
    }

    /// The thread that must not have ended before an access of another one to its thread-local memory.
    pub fn outliving(&self, access: Slot) -> Option<ThreadId> {
        let node = &self.nodes[access];
        match self.locations[node.loc()?].life? {
            Life::Local(owner) => Some(owner).filter(|_| node.lane.thread() != Some(owner)),
            Life::Object { .. } => None,
        }
    }

    /// The beginning of the life of the object that an access is to, if that is another thread's and does not happen before it.
    pub fn later_allocation(&self, access: Slot) -> Option<Slot> {
        let node = &self.nodes[access];
        let Life::Object { thread, index } = self.locations[node.loc()?].life? else { return None };
        let allocated = self.threads.all().get(thread.index())?.objects.get(index as usize)?.allocated;
        let allocation = &self.nodes[allocated];
        let is_before = allocation.lane == node.lane || node.hb.contains(allocation.lane, allocation.index);
        (!is_before).then_some(allocated)
    }

    /// The location of an address, if it was looked up not long ago.
    #[inline]
    pub fn recent(&self, addr: Address) -> Option<Loc> {
        self.recent[recent_place(addr)].filter(|&(recent, _)| recent == addr).map(|(_, loc)| loc)
    }

    /// Adds a location that the exploration has not met, with its initial value and, if it may overlap others, its bytes.
    fn add_location(&mut self, addr: Address, (initial, bytes): (Value, Option<Bytes>)) -> Loc {
        let loc = Loc::new(self.locations.len());
        let slot = self.allocate();
        let node = &mut self.nodes[slot];
        node.is_permanent = true;
        node.kind = Kind::Write { loc, exclusive: false };
        node.mode = Mode::Rlx;
        node.lane = Lane::INIT;
        // Every clock contains every index of the initial lane.
        node.index = 0;
        node.co = 0;
        node.placed = true;
        node.before = None;
        (node.prev_access, node.skip, node.depth) = (None, None, 0);
        node.release_fence = None;
        node.sc_fence = None;
        node.location_release = None;
        node.pending = None;
        node.message = None;
        node.value = initial;
        node.porf = Clock::initial();
        node.hb = Clock::initial();
        self.locations.push(Location {
            addr,
            initial: slot,
            co: vec![slot],
            accessors: LaneSet::default(),
            newest: ByLane::all(None),
            has_plain: false,
            life: None,
            is_lock: false,
            overlaps: Vec::new(),
            length: 0,
        });
        self.by_address.insert(addr, loc);
        if let Some(bytes) = bytes {
            self.note_bytes(loc, bytes);
        }
        loc
    }

    fn note_bytes(&mut self, loc: Loc, bytes: Bytes) {
        self.locations[loc].length = bytes.1;
        let others: Vec<Loc> = self.overlapping_bytes(bytes).collect();
        for &other in &others {
            self.locations[other].overlaps.push(loc);
        }
        self.has_overlaps |= !others.is_empty();
        self.locations[loc].overlaps = others;
        self.by_byte.entry(bytes.0).or_default().push(loc);
    }

    /// The locations that have one of these bytes.
    pub fn overlapping_bytes(&self, (start, length): Bytes) -> impl Iterator<Item = Loc> + '_ {
        // What begins further below does not reach so far.
        let near = self.by_byte.range(start.saturating_sub(LONGEST)..start.saturating_add(length));
        let with_start = near.flat_map(|(&at, locs)| locs.iter().map(move |&loc| (at, loc)));
        with_start.filter(move |&(at, loc)| at + self.location(loc).length > start).map(|(_, loc)| loc)
    }

    /// The locations that begin in a range of bytes.
    pub fn locations_in(&self, start: u64, size: u64) -> impl Iterator<Item = Loc> + '_ {
        self.by_byte.range(start..start.saturating_add(size)).flat_map(|(_, locs)| locs.iter().copied())
    }

    /// Has the exploration ever met two locations that share bytes?
    #[inline]
    pub fn has_overlaps(&self) -> bool {
        self.has_overlaps
    }

    /// A location that shares bytes with this one and is accessed.
    pub fn overlapping(&self, loc: Loc) -> Option<Loc> {
        self.location(loc).overlaps.iter().copied().find(|&other| self.is_accessed(other))
    }

    /// Is there an access to the location?
    pub fn is_accessed(&self, loc: Loc) -> bool {
        !self.location(loc).accessors.is_empty()
    }

    /// What is known of one use of a barrier, if a thread has arrived there.
    pub fn meeting(&self, barrier: Address, round: u32) -> Option<&Meeting> {
        self.meetings.iter().find(|meeting| meeting.barrier == barrier && meeting.round == round)
    }

    fn meeting_mut(&mut self, barrier: Address, round: u32) -> &mut Meeting {
        let found = self.meetings.iter().position(|meeting| meeting.barrier == barrier && meeting.round == round);
        let at = found.unwrap_or_else(|| {
            self.meetings.push(Meeting { barrier, round, arrivals: Vec::new(), departures: Vec::new() });
            self.meetings.len() - 1
        });
        &mut self.meetings[at]
    }

    /// The event in a slot.
    #[inline]
    pub fn node(&self, slot: Slot) -> &Node<S, N> {
        &self.nodes[slot]
    }

    /// The event in a slot, to change its value or thread state.
    #[inline]
    pub fn node_mut(&mut self, slot: Slot) -> &mut Node<S, N> {
        &mut self.nodes[slot]
    }

    /// What is known of a location.
    #[inline]
    pub fn location(&self, loc: Loc) -> &Location<N> {
        &self.locations[loc]
    }

    /// What is known of a location, for the scratch fields.
    #[inline]
    pub fn location_mut(&mut self, loc: Loc) -> &mut Location<N> {
        &mut self.locations[loc]
    }

    /// Every location met so far.
    pub fn locations(&self) -> impl Iterator<Item = (Loc, &Location<N>)> {
        self.locations.all().iter().enumerate().map(|(index, location)| (Loc::new(index), location))
    }

    /// The location of an address, if the exploration has met it.
    pub fn find(&self, addr: Address) -> Option<Loc> {
        self.by_address.get(&addr).copied()
    }

    /// Every thread.
    #[inline]
    pub fn threads(&self) -> &[Thread<S>] {
        self.threads.all()
    }

    /// The lanes of all threads.
    #[inline]
    pub fn lanes(&self) -> LaneSet<N> {
        self.all
    }

    /// The events in the order in which they were added.
    #[inline]
    pub fn trail(&self) -> &[Slot] {
        &self.trail
    }

    /// The state of a thread now; `None` if it is not started.
    #[inline]
    pub fn state(&self, thread: ThreadId) -> Option<&S> {
        let entry = &self.threads[thread];
        entry.started.then_some(&entry.state)
    }

    /// The state of a thread, which is started, now.
    #[inline]
    pub fn state_of_started(&self, thread: ThreadId) -> &S {
        debug_assert!(self.threads[thread].started);
        &self.threads[thread].state
    }

    /// Every state that is part of the graph, or of what a cut deleted and `restore` would bring back.
    pub fn states(&self) -> impl Iterator<Item = &S> {
        let nodes = self.nodes.all()[..self.top].iter().map(|node| &node.state);
        let starts = self.threads.all().iter().map(|thread| &thread.start);
        nodes.chain(starts).chain(self.saved_starts.iter().map(|(start, ..)| start))
    }

    /// Where a thread stands now.
    #[inline]
    pub fn standing(&self, thread: ThreadId) -> Standing {
        self.threads[thread].standing
    }

    /// The threads of a group.
    #[inline]
    pub fn group(&self, group: Group) -> LaneSet<N> {
        self.groups[group as usize]
    }

    /// Are all threads finished, or not started?
    #[inline]
    pub fn all_are_over(&self) -> bool {
        self.groups[Group::Over as usize].is(self.all)
    }

    /// Is any object alive?
    #[inline]
    pub fn has_live_objects(&self) -> bool {
        self.live_objects > 0
    }

    /// Is any event of the graph seq_cst?
    #[inline]
    pub fn has_sc_events(&self) -> bool {
        self.sc_events > 0
    }

    /// Has the exploration ever met a seq_cst fence?
    #[inline]
    pub fn has_sc_fences(&self) -> bool {
        self.has_sc_fences
    }

    /// Has the exploration ever met an access that is not seq_cst?
    #[inline]
    pub fn has_weak_accesses(&self) -> bool {
        self.has_weak_accesses
    }

    /// Is there a data race, as far as it was noted?
    #[inline]
    pub fn has_races(&self) -> bool {
        self.races > 0
    }

    /// Is `x` in the porf-prefix of `e` (or `e` itself)?
    #[inline]
    pub fn in_prefix(&self, x: Slot, e: Slot) -> bool {
        let node = self.node(x);
        self.node(e).porf.contains(node.lane, node.index)
    }
}

fn groups_of<S, const N: usize>(threads: &[Thread<S>]) -> [LaneSet<N>; Group::COUNT] {
    let mut sets = [LaneSet::default(); Group::COUNT];
    for (index, thread) in threads.iter().enumerate() {
        sets[thread.standing.group() as usize].insert(Lane(index as u16 + 1));
    }
    sets
}
