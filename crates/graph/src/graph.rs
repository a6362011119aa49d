//! The execution graph under construction: an arena of events, built and taken back one event at a time.
//!
//! Everything the explorer does to a graph is one of three things: add the next event of a thread (`begin`, then
//! `link_*`), take back the newest event (`pop`), or cut away what is newer than a revisited read (`cut`, undone by
//! `restore`). Each is undone exactly by its inverse, so nothing is copied and nothing is replayed. Events keep the
//! state of their thread after them, so a thread resumes from its newest event. Layout: one node per event, clocks
//! inline, intrusive lists. Hold slots, not references: the arena moves when it grows.
//!
//! Invariants: each thread's events are a prefix of its program order; the trail (insertion order) is consistent with
//! program order, and with reads-from except for reads revisited by a newer write; per location, `co[0]` is the initial
//! write.

mod compact;
mod cut;
mod record;
mod synchronise;

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use crate::clock::{Clock, Lane, MAX_EVENTS};
use crate::node::{Kind, Loc, Node, Slot};
use crate::{Address, Mode, ThreadId, Value};
pub use cut::Cut;

/// Which accesses synchronise.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Synchronisation {
    /// Those that their order says.
    AsLabelled,
    /// Every atomic access, as if it were at least acquire or release.
    AllAtomics,
}

/// What the graph knows of one location.
#[derive(Clone, Debug)]
pub struct Location {
    /// Its address.
    pub addr: Address,
    /// Its initial write.
    pub initial: Slot,
    /// Its writes: in coherence order where that is tracked, the initial one first.
    pub co: Vec<Slot>,
    /// The newest access of each lane.
    pub newest: Vec<Option<Slot>>,
    /// Has the exploration ever seen a non-atomic access here?
    pub has_plain: bool,
    /// Scratch of the revisit scan: how many of the writes are being deleted.
    pub deleted: u32,
    /// Scratch of the revisit scan: what the deleted reads need memory to hold.
    pub need: Option<Slot>,
    /// Scratch of the revisit scan: which scan `deleted` and `need` belong to.
    pub scan: u32,
}

/// What the graph knows of one thread.
#[derive(Clone, Debug)]
pub struct Thread<S> {
    /// The state before the first event.
    pub start: S,
    /// Is it running (or done)?
    pub started: bool,
    /// The event that started it, unless it runs from the beginning.
    pub spawned_by: Option<Slot>,
    /// The event that waited for its end.
    pub joined_by: Option<Slot>,
    /// Its events in program order.
    pub events: Vec<Slot>,
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
        self.0 = (self.0 ^ value).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(26);
    }
}

type AddressMap = HashMap<Address, Loc, BuildHasherDefault<AddressHasher>>;

/// An execution graph under construction.
#[derive(Clone, Debug)]
pub struct Graph<S, const N: usize> {
    sync: Synchronisation,
    nodes: Vec<Node<S, N>>,
    /// Slots that hold initial writes and are never handed out again.
    permanent: Vec<bool>,
    top: usize,
    side: Vec<Clock<N>>,
    trail: Vec<Slot>,
    threads: Vec<Thread<S>>,
    locations: Vec<Location>,
    by_address: AddressMap,
    saved: Vec<Slot>,
    sc_events: u32,
}

impl<S: Clone, const N: usize> Graph<S, N> {
    /// An empty graph over threads (fewer than `N`), each with its first state and whether it runs from the beginning.
    pub fn new(sync: Synchronisation, threads: impl IntoIterator<Item = (S, bool)>) -> Graph<S, N> {
        let threads: Vec<_> = threads
            .into_iter()
            .map(|(start, started)| Thread { start, started, spawned_by: None, joined_by: None, events: Vec::new() })
            .collect();
        assert!(threads.len() < N, "the clocks have too few lanes");
        Graph {
            sync,
            nodes: Vec::new(),
            permanent: Vec::new(),
            top: 0,
            side: Vec::new(),
            trail: Vec::new(),
            threads,
            locations: Vec::new(),
            by_address: AddressMap::default(),
            saved: Vec::new(),
            sc_events: 0,
        }
    }

    /// The location of an address; `initial` is its initial value, asked for at the first meeting.
    pub fn locate(&mut self, addr: Address, initial: impl FnOnce() -> Value) -> Loc {
        if let Some(&loc) = self.by_address.get(&addr) {
            return loc;
        }
        let loc = Loc(self.locations.len() as u32);
        let slot = self.allocate();
        self.permanent[slot.index()] = true;
        let node = &mut self.nodes[slot.index()];
        node.kind = Kind::Write { loc, exclusive: false };
        node.mode = Mode::Rlx;
        node.lane = Lane::INIT;
        // No event has index u16::MAX, and every clock contains all smaller ones in the initial lane.
        node.index = 0;
        node.value = initial();
        node.porf = Clock::initial();
        node.hb = Clock::initial();
        self.locations.push(Location {
            addr,
            initial: slot,
            co: vec![slot],
            newest: vec![None; self.threads.len() + 1],
            has_plain: false,
            deleted: 0,
            need: None,
            scan: 0,
        });
        self.by_address.insert(addr, loc);
        loc
    }

    /// The event in a slot.
    #[inline]
    pub fn node(&self, slot: Slot) -> &Node<S, N> {
        &self.nodes[slot.index()]
    }

    /// The event in a slot, to change its value or thread state.
    #[inline]
    pub fn node_mut(&mut self, slot: Slot) -> &mut Node<S, N> {
        &mut self.nodes[slot.index()]
    }

    /// What is known of a location.
    #[inline]
    pub fn location(&self, loc: Loc) -> &Location {
        &self.locations[loc.index()]
    }

    /// What is known of a location, for the scratch fields.
    #[inline]
    pub fn location_mut(&mut self, loc: Loc) -> &mut Location {
        &mut self.locations[loc.index()]
    }

    /// Every location met so far.
    pub fn locations(&self) -> impl Iterator<Item = (Loc, &Location)> {
        self.locations.iter().enumerate().map(|(index, location)| (Loc(index as u32), location))
    }

    /// The location of an address, if the exploration has met it.
    pub fn find(&self, addr: Address) -> Option<Loc> {
        self.by_address.get(&addr).copied()
    }

    /// Every thread.
    #[inline]
    pub fn threads(&self) -> &[Thread<S>] {
        &self.threads
    }

    /// The events in the order in which they were added.
    #[inline]
    pub fn trail(&self) -> &[Slot] {
        &self.trail
    }

    /// The state of a thread now; `None` if it is not started.
    #[inline]
    pub fn state(&self, thread: ThreadId) -> Option<&S> {
        let entry = &self.threads[thread.index()];
        match entry.events.last() {
            Some(&last) => Some(&self.nodes[last.index()].state),
            None => entry.started.then_some(&entry.start),
        }
    }

    /// Is any event of the graph seq_cst?
    #[inline]
    pub fn has_sc_events(&self) -> bool {
        self.sc_events > 0
    }

    /// Is `x` in the porf-prefix of `e` (or `e` itself)?
    #[inline]
    pub fn in_prefix(&self, x: Slot, e: Slot) -> bool {
        let node = self.node(x);
        self.node(e).porf.contains(node.lane, node.index)
    }

    /// The write that a read or write stands for in coherence order: itself, or what it reads.
    #[inline]
    pub fn pin(&self, access: Slot) -> Slot {
        self.node(access).rf.unwrap_or(access)
    }

    /// The write directly after `write` in coherence order.
    #[inline]
    pub fn co_next(&self, write: Slot) -> Option<Slot> {
        let node = self.node(write);
        // Only writes have a place in coherence order.
        let loc = node.loc()?;
        self.location(loc).co.get(node.co as usize + 1).copied()
    }

    /// Is the write the last of its location in coherence order?
    #[inline]
    pub fn is_co_last(&self, write: Slot) -> bool {
        self.co_next(write).is_none()
    }

    /// Is the write the source of an update whose write half is in coherence order, directly after it?
    #[inline]
    pub fn is_consumed(&self, write: Slot) -> bool {
        self.co_next(write).is_some_and(|next| self.node(next).is_exclusive())
    }

    /// The readers of a write.
    pub fn readers(&self, write: Slot) -> impl Iterator<Item = Slot> + '_ {
        std::iter::successors(self.node(write).first_reader, |&read| self.node(read).next_reader)
    }

    /// The accesses of a lane to a location, newest first.
    pub fn accesses(&self, loc: Loc, lane: Lane) -> impl Iterator<Item = Slot> + '_ {
        std::iter::successors(self.location(loc).newest[lane.index()], |&access| self.node(access).prev_access)
    }

    /// Has the thread no room for another event?
    pub fn is_full(&self, thread: ThreadId) -> bool {
        self.threads[thread.index()].events.len() >= MAX_EVENTS
    }

    /// Takes a slot for the next event of a thread and fills in what does not depend on where it reads from. The event
    /// is not part of the graph until linked. Its `state` is that before the event.
    pub fn begin(&mut self, thread: ThreadId, kind: Kind, mode: Mode) -> Slot {
        let slot = self.allocate();
        let entry = &self.threads[thread.index()];
        let lane = Lane::of(thread);
        let index = entry.events.len() as u16;
        let before = entry.events.last().copied();
        let prev_access = match kind {
            Kind::Read { loc, .. } | Kind::Write { loc, .. } => self.locations[loc.index()].newest[lane.index()],
            _ => None,
        };
        let location_release = prev_access.and_then(|prev| self.nodes[prev.index()].location_release);
        if let Some(before) = before {
            if let Ok([node, before]) = self.nodes.get_disjoint_mut([slot.index(), before.index()]) {
                node.release_fence = before.release_fence;
                node.sc_fence = before.sc_fence;
                node.pending = before.pending;
                node.state.clone_from(&before.state);
            }
        } else {
            let node = &mut self.nodes[slot.index()];
            node.release_fence = None;
            node.sc_fence = None;
            node.pending = None;
            node.state.clone_from(&entry.start);
        }
        let node = &mut self.nodes[slot.index()];
        node.kind = kind;
        node.mode = mode;
        node.lane = lane;
        node.index = index;
        node.value = 0;
        node.prev_access = prev_access;
        node.location_release = location_release;
        self.inherit_clocks(slot);
        slot
    }

    /// Puts a begun event into the trail, its thread and its location's access lists.
    pub fn link(&mut self, slot: Slot) {
        let stamp = self.trail.len() as u32;
        self.trail.push(slot);
        self.nodes[slot.index()].stamp = stamp;
        self.link_into_thread(slot);
    }

    fn link_into_thread(&mut self, slot: Slot) {
        let node = &self.nodes[slot.index()];
        // Every event in the trail belongs to a thread: initial writes are never in it.
        let Some(thread) = node.lane.thread() else { return };
        let (lane, kind, plain) = (node.lane, node.kind, node.mode == Mode::Na);
        self.sc_events += u32::from(node.mode.is_sc());
        self.threads[thread.index()].events.push(slot);
        match kind {
            Kind::Read { loc, .. } | Kind::Write { loc, .. } => {
                let location = &mut self.locations[loc.index()];
                location.newest[lane.index()] = Some(slot);
                location.has_plain |= plain;
            }
            Kind::Spawn(child) => {
                let child = &mut self.threads[child.index()];
                child.started = true;
                child.spawned_by = Some(slot);
            }
            Kind::Join(target) => self.threads[target.index()].joined_by = Some(slot),
            Kind::Fence => {}
        }
    }

    fn unlink_from_thread(&mut self, slot: Slot) {
        let node = &self.nodes[slot.index()];
        let Some(thread) = node.lane.thread() else { return };
        let (lane, kind, prev) = (node.lane, node.kind, node.prev_access);
        self.sc_events -= u32::from(node.mode.is_sc());
        self.threads[thread.index()].events.pop();
        match kind {
            Kind::Read { loc, .. } | Kind::Write { loc, .. } => self.locations[loc.index()].newest[lane.index()] = prev,
            Kind::Spawn(child) => {
                let child = &mut self.threads[child.index()];
                child.started = false;
                child.spawned_by = None;
            }
            Kind::Join(target) => self.threads[target.index()].joined_by = None,
            Kind::Fence => {}
        }
    }

    /// Makes a read take its value from `source`, and computes what depends on it.
    pub fn set_source(&mut self, read: Slot, source: Slot) {
        self.drop_source(read);
        self.inherit_clocks(read);
        let from = &mut self.nodes[source.index()];
        let (value, message, porf, next) = (from.value, from.message, from.porf, from.first_reader.replace(read));
        if let Some(next) = next {
            self.nodes[next.index()].prev_reader = Some(read);
        }
        let node = &mut self.nodes[read.index()];
        node.rf = Some(source);
        node.value = value;
        node.prev_reader = None;
        node.next_reader = next;
        node.porf.join(&porf);
        let (mode, side_base) = (node.mode, node.side_base);
        self.side.truncate(side_base as usize);
        self.receive(read, message, mode);
    }

    /// Changes what kind of read a linked read is: the value that it reads decides whether a compare-exchange succeeds.
    pub fn relabel(&mut self, read: Slot, is_exclusive: bool, mode: Mode) {
        let node = &mut self.nodes[read.index()];
        if let Kind::Read { exclusive, .. } = &mut node.kind {
            *exclusive = is_exclusive;
        }
        let before = std::mem::replace(&mut node.mode, mode);
        self.sc_events += u32::from(mode.is_sc());
        self.sc_events -= u32::from(before.is_sc());
    }

    /// Makes the thread state of an event that of its predecessor again.
    pub fn reset_state(&mut self, slot: Slot) {
        let node = &self.nodes[slot.index()];
        let (lane, index) = (node.lane, usize::from(node.index));
        // Initial writes have no state worth resetting.
        let Some(thread) = lane.thread() else { return };
        let entry = &self.threads[thread.index()];
        match index.checked_sub(1) {
            Some(before) => {
                let before = entry.events[before];
                if let Ok([node, before]) = self.nodes.get_disjoint_mut([slot.index(), before.index()]) {
                    node.state.clone_from(&before.state);
                }
            }
            None => self.nodes[slot.index()].state.clone_from(&entry.start),
        }
    }

    /// The state of the event's thread before the event.
    pub fn state_before(&self, slot: Slot) -> &S {
        let node = self.node(slot);
        let entry = &self.threads[node.lane.thread().map_or(0, ThreadId::index)];
        match usize::from(node.index).checked_sub(1) {
            Some(before) => &self.node(entry.events[before]).state,
            None => &entry.start,
        }
    }

    /// The event directly before this one: of its thread, or the one that started the thread.
    fn parent(&self, slot: Slot) -> Option<Slot> {
        let node = &self.nodes[slot.index()];
        let entry = &self.threads[node.lane.thread()?.index()];
        match usize::from(node.index).checked_sub(1) {
            Some(before) => Some(entry.events[before]),
            None => entry.spawned_by,
        }
    }

    /// What happens before an event whatever it reads.
    pub fn hb_before(&self, slot: Slot) -> Clock<N> {
        self.parent(slot).map_or_else(Clock::initial, |parent| self.node(parent).hb)
    }

    fn inherit_clocks(&mut self, slot: Slot) {
        let porf = self.parent(slot).map_or_else(Clock::initial, |parent| self.node(parent).porf);
        let hb = self.hb_before(slot);
        let node = &mut self.nodes[slot.index()];
        node.porf = porf;
        node.hb = hb;
        node.porf.set(node.lane, node.index + 1);
        node.hb.set(node.lane, node.index + 1);
    }

    fn drop_source(&mut self, read: Slot) {
        let node = &mut self.nodes[read.index()];
        let Some(source) = node.rf.take() else { return };
        let (prev, next) = (node.prev_reader, node.next_reader);
        self.unlink_reader(source, prev, next);
    }

    fn unlink_reader(&mut self, source: Slot, prev: Option<Slot>, next: Option<Slot>) {
        match prev {
            Some(prev) => self.nodes[prev.index()].next_reader = next,
            None => self.nodes[source.index()].first_reader = next,
        }
        if let Some(next) = next {
            self.nodes[next.index()].prev_reader = prev;
        }
    }

    /// Undoes `unlink_reader`, if done in reverse order.
    fn relink_reader(&mut self, read: Slot) {
        let node = &self.nodes[read.index()];
        let Some(source) = node.rf else { return };
        let (prev, next) = (node.prev_reader, node.next_reader);
        match prev {
            Some(prev) => self.nodes[prev.index()].next_reader = Some(read),
            None => self.nodes[source.index()].first_reader = Some(read),
        }
        if let Some(next) = next {
            self.nodes[next.index()].prev_reader = Some(read);
        }
    }

    /// Puts a write at a position of its location's coherence order.
    pub fn place(&mut self, write: Slot, position: usize) {
        let Some(loc) = self.node(write).loc() else { return };
        let co = &mut self.locations[loc.index()].co;
        co.insert(position, write);
        self.nodes[write.index()].placed = true;
        for (at, &slot) in co.iter().enumerate().skip(position) {
            self.nodes[slot.index()].co = at as u32;
        }
    }

    /// Takes a write out of its location's coherence order. It remembers its position.
    pub fn unplace(&mut self, write: Slot) {
        let node = &self.nodes[write.index()];
        let (Some(loc), position) = (node.loc(), node.co as usize) else { return };
        let co = &mut self.locations[loc.index()].co;
        co.remove(position);
        self.nodes[write.index()].placed = false;
        for (at, &slot) in co.iter().enumerate().skip(position) {
            self.nodes[slot.index()].co = at as u32;
        }
    }

    /// Moves a placed write one position down in coherence order.
    pub fn lower(&mut self, write: Slot) {
        let node = &self.nodes[write.index()];
        let (Some(loc), position) = (node.loc(), node.co as usize) else { return };
        let co = &mut self.locations[loc.index()].co;
        co.swap(position - 1, position);
        let other = co[position];
        self.nodes[write.index()].co = position as u32 - 1;
        self.nodes[other.index()].co = position as u32;
    }

    /// Takes back the newest event.
    pub fn pop(&mut self) {
        let Some(slot) = self.trail.pop() else { return };
        if self.nodes[slot.index()].placed {
            self.unplace(slot);
        }
        self.unlink_from_thread(slot);
        self.drop_source(slot);
        self.release(slot);
    }

    /// Gives back the slot of an event that was begun but is not linked.
    pub fn release(&mut self, slot: Slot) {
        self.side.truncate(self.nodes[slot.index()].side_base as usize);
        self.top = slot.index();
    }

    fn allocate(&mut self) -> Slot {
        while self.permanent.get(self.top).copied().unwrap_or(false) {
            self.top += 1;
        }
        let slot = Slot::new(self.top);
        self.top += 1;
        let side_base = self.side.len() as u32;
        match self.nodes.get_mut(slot.index()) {
            Some(node) => {
                node.has_older_reader = false;
                node.spurious = false;
                node.placed = false;
                node.rf = None;
                node.first_reader = None;
                node.message = None;
                node.side_base = side_base;
            }
            None => {
                self.permanent.push(false);
                self.nodes.push(Node {
                    kind: Kind::Fence,
                    mode: Mode::Rlx,
                    lane: Lane::INIT,
                    index: 0,
                    value: 0,
                    stamp: 0,
                    has_older_reader: false,
                    spurious: false,
                    placed: false,
                    rf: None,
                    co: 0,
                    prev_access: None,
                    first_reader: None,
                    prev_reader: None,
                    next_reader: None,
                    message: None,
                    release_fence: None,
                    sc_fence: None,
                    location_release: None,
                    pending: None,
                    side_base,
                    porf: Clock::initial(),
                    hb: Clock::initial(),
                    // Slots are taken only for events of threads and the locations they access.
                    state: self.threads[0].start.clone(),
                });
            }
        }
        slot
    }
}
