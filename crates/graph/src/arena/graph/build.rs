//! Adding the next event of a thread, and taking back the newest one.

use super::{Graph, Object};
use crate::arena::clock::{Clock, Lane};
use crate::arena::lanes::{ByLane, LaneSet};
use crate::arena::node::{Kind, Loc, Node, Slot};
use crate::arena::table::Key;
use crate::{Address, Mode, Standing, ThreadId};

/// Undoing more events than this resets each thread once, instead of event by event.
const MAX_STEPWISE_UNDO: usize = 8;

/// So many accesses of a thread to a location are searched one by one.
const STRIDE: u32 = 16;

/// How far threads go back whose events are taken back, newest first.
pub(super) struct Left<const N: usize> {
    lanes: LaneSet<N>,
    /// The position of the oldest of those events, for each of the lanes.
    index: ByLane<u32, N>,
}

impl<const N: usize> Default for Left<N> {
    fn default() -> Left<N> {
        Left { lanes: LaneSet::default(), index: ByLane::all(0) }
    }
}

impl<const N: usize> Left<N> {
    /// Notes an event that is taken back.
    #[inline(always)]
    pub(super) fn note<S>(&mut self, node: &Node<S, N>) {
        self.lanes.insert(node.lane);
        self.index[node.lane] = node.index;
    }
}

impl<S: Copy, const N: usize> Graph<S, N> {
    /// Takes a slot for the next event of a thread and fills in what does not depend on where it reads from. The event
    /// is not part of the graph until linked. Its state is that before it until it is set.
    #[inline(always)]
    pub fn begin(&mut self, thread: ThreadId, kind: Kind, mode: Mode) -> Slot {
        let slot = self.allocate();
        let entry = &self.threads[thread];
        let (lane, index) = (Lane::of(thread), entry.events.len() as u32);
        let before = entry.events.last().copied();
        let (standing, state) = (entry.standing, entry.state);
        self.inherit(slot, lane, before);
        let node = &mut self.nodes[slot];
        node.porf.set(lane, index + 1);
        node.hb.set(lane, index + 1);
        (node.standing_before, node.state_before) = (standing, state);
        (node.standing, node.state) = (standing, state);
        (node.kind, node.mode, node.lane, node.index, node.before) = (kind, mode, lane, index, before);
        if let Kind::Read { loc, .. } | Kind::Write { loc, .. } = kind {
            self.follow_access(slot, self.locations[loc].newest[lane]);
        } else {
            (node.prev_access, node.location_release, node.skip, node.depth) = (None, None, None, 0);
        }
        slot
    }

    /// What an event knows from the one before it in its thread, or, if it is the first, from the one that started that.
    #[inline(always)]
    fn inherit(&mut self, slot: Slot, lane: Lane, before: Option<Slot>) {
        let Some(before) = before else { return self.inherit_start(slot, lane) };
        self.inherit_clocks(slot, before);
        let parent = &self.nodes[before];
        let (release_fence, sc_fence, pending) = (parent.release_fence, parent.sc_fence, parent.pending);
        let node = &mut self.nodes[slot];
        (node.release_fence, node.sc_fence, node.pending) = (release_fence, sc_fence, pending);
    }

    #[inline(always)]
    fn inherit_start(&mut self, slot: Slot, lane: Lane) {
        let node = &mut self.nodes[slot];
        (node.release_fence, node.sc_fence, node.pending) = (None, None, None);
        match self.threads[lane].spawned_by {
            Some(spawn) => self.inherit_clocks(slot, spawn),
            None => (node.porf, node.hb) = (Clock::initial(), Clock::initial()),
        }
    }

    #[inline(always)]
    fn inherit_clocks(&mut self, slot: Slot, parent: Slot) {
        // One after the other, so that nothing has to wait for its turn in memory.
        let porf = self.nodes[parent].porf;
        self.nodes[slot].porf = porf;
        let hb = self.nodes[parent].hb;
        self.nodes[slot].hb = hb;
    }

    /// Fills in which accesses of the same thread to the same location came before.
    #[inline(always)]
    fn follow_access(&mut self, slot: Slot, prev_access: Option<Slot>) {
        let (mut location_release, mut skip, mut depth) = (None, None, 0);
        if let Some(prev) = prev_access {
            let node = &self.nodes[prev];
            (location_release, skip, depth) = (node.location_release, node.skip, node.depth + 1);
            if depth >= STRIDE && depth % STRIDE <= 1 {
                skip = if depth % STRIDE == 0 { self.skip_from(prev) } else { Some(prev) };
            }
        }
        let node = &mut self.nodes[slot];
        (node.prev_access, node.location_release) = (prev_access, location_release);
        (node.skip, node.depth) = (skip, depth);
    }

    /// Where the access after this one, the first of a stride, skips to. Other accesses skip to the first of their stride, the
    /// first ones so that any older one is reached in logarithmically many steps (the jump pointers of skew-binary lists).
    #[cold]
    fn skip_from(&self, prev: Slot) -> Option<Slot> {
        let last = self.nodes[prev].skip?;
        let Some(first) = self.nodes[last].skip else { return Some(last) };
        let Some(second) = self.nodes[first].skip else { return Some(last) };
        let [depth, first_depth, second_depth] = [last, first, second].map(|slot| self.nodes[slot].depth);
        Some(if depth - first_depth == first_depth - second_depth { second } else { last })
    }

    /// Puts a begun event into the trail, its thread and its location's access lists.
    #[inline(always)]
    pub fn link(&mut self, slot: Slot) {
        let node = &self.nodes[slot];
        let (lane, standing, state) = (node.lane, node.standing, node.state);
        self.link_waiting(slot);
        self.stand(lane, state, standing);
    }

    /// The same for an event whose thread does not yet go on: it stays where it stands, until told (`advance`).
    #[inline]
    pub fn link_waiting(&mut self, slot: Slot) {
        let node = &self.nodes[slot];
        self.link_begun(slot, node.lane, node.kind, node.mode);
    }

    /// Begins an access of a location, by a thread in that state, and links it. Its thread still has to be told where it
    /// stands then (`advance_thread`, `stay`).
    #[inline(always)]
    pub fn append(&mut self, (thread, state): (ThreadId, S), loc: Loc, kind: Kind, mode: Mode) -> Slot {
        let slot = self.allocate();
        let lane = Lane::of(thread);
        let before = self.threads[lane].events.last().copied();
        self.inherit(slot, lane, before);
        let entry = &mut self.threads[lane];
        let index = entry.events.len() as u32;
        entry.events.push(slot);
        let standing = self.threads[lane].standing;
        let node = &mut self.nodes[slot];
        (node.standing_before, node.state_before) = (standing, state);
        node.porf.set(lane, index + 1);
        node.hb.set(lane, index + 1);
        (node.kind, node.mode, node.lane, node.index, node.before) = (kind, mode, lane, index, before);
        node.stamp = self.trail.len() as u32;
        self.trail.push(slot);
        self.sc_events += u32::from(mode.is_sc());
        let location = &mut self.locations[loc];
        let prev_access = location.newest[lane].replace(slot);
        if prev_access.is_none() {
            location.accessors.insert(lane);
        }
        self.follow_access(slot, prev_access);
        slot
    }

    #[inline(always)]
    fn link_begun(&mut self, slot: Slot, lane: Lane, kind: Kind, mode: Mode) {
        let stamp = self.trail.len() as u32;
        self.trail.push(slot);
        self.nodes[slot].stamp = stamp;
        self.link_labelled(slot, lane, kind, mode);
    }

    /// Puts an event into its thread and its location's access lists; its thread still has to be told where it stands.
    #[inline(always)]
    pub(super) fn link_event(&mut self, slot: Slot) {
        let node = &self.nodes[slot];
        let (lane, kind, mode) = (node.lane, node.kind, node.mode);
        self.races += u32::from(node.races);
        self.link_labelled(slot, lane, kind, mode);
    }

    #[inline(always)]
    pub(super) fn link_labelled(&mut self, slot: Slot, lane: Lane, kind: Kind, mode: Mode) {
        self.sc_events += u32::from(mode.is_sc());
        self.threads[lane].events.push(slot);
        if let Kind::Read { loc, .. } | Kind::Write { loc, .. } = kind {
            let location = &mut self.locations[loc];
            location.newest[lane] = Some(slot);
            location.accessors.insert(lane);
        } else {
            self.link_rare(slot);
        }
    }

    fn link_rare(&mut self, slot: Slot) {
        let node = &self.nodes[slot];
        let (lane, value) = (node.lane, node.value);
        match node.kind {
            Kind::Read { .. } | Kind::Write { .. } | Kind::Choose => {}
            Kind::Fence => self.has_sc_fences |= node.mode.is_sc(),
            Kind::Spawn(child) => {
                let entry = &mut self.threads[child];
                entry.started = true;
                entry.spawned_by = Some(slot);
                let (start, starts_at) = (entry.start, entry.starts_at);
                self.stand(Lane::of(child), start, starts_at);
            }
            Kind::Join(target) => self.threads[target].joins.push(slot),
            Kind::Allocate { size } => {
                let object = Object { allocated: slot, base: Address(value), size, freed: None };
                self.threads[lane].objects.push(object);
                self.live_objects += 1;
            }
            Kind::Free { thread, index } => {
                self.threads[thread].objects[index as usize].freed = Some(slot);
                self.live_objects -= 1;
            }
            Kind::Arrive { round } => self.meeting_mut(Address(value), round).arrivals.push(slot),
            Kind::Depart { round } => self.meeting_mut(Address(value), round).departures.push(slot),
        }
    }

    /// Tells threads where they stand.
    pub(super) fn stand_again(&mut self, lanes: LaneSet<N>) {
        for lane in lanes {
            let entry = &self.threads[lane];
            if !entry.started {
                continue;
            }
            let (state, standing) = match entry.events.last() {
                Some(&last) => (self.nodes[last].state, self.nodes[last].standing),
                None => (entry.start, entry.starts_at),
            };
            self.stand(lane, state, standing);
        }
    }

    /// Takes an event out of its location's access lists, the list of readers of its source, and coherence order; its
    /// thread still has it.
    #[inline(always)]
    pub(super) fn unlink(&mut self, slot: Slot) {
        let node = &self.nodes[slot];
        let (lane, prev) = (node.lane, node.prev_access);
        self.races -= u32::from(node.races);
        self.sc_events -= u32::from(node.mode.is_sc());
        match node.kind {
            Kind::Read { loc, .. } => {
                let (source, before, after) = (node.rf, node.prev_reader, node.next_reader);
                self.unlink_access(loc, lane, prev);
                if let Some(source) = source {
                    self.unlink_reader(source, before, after);
                }
            }
            Kind::Write { loc, .. } => {
                let placed = node.placed;
                self.unlink_access(loc, lane, prev);
                if placed {
                    self.unplace(slot);
                }
            }
            _ => self.unlink_rare(slot),
        }
    }

    #[inline(always)]
    fn unlink_access(&mut self, loc: Loc, lane: Lane, prev: Option<Slot>) {
        let location = &mut self.locations[loc];
        location.newest[lane] = prev;
        if prev.is_none() {
            location.accessors.remove(lane);
        }
    }

    fn unlink_rare(&mut self, slot: Slot) {
        let node = &self.nodes[slot];
        let (lane, value) = (node.lane, node.value);
        match node.kind {
            Kind::Read { .. } | Kind::Write { .. } | Kind::Fence | Kind::Choose => {}
            Kind::Spawn(child) => {
                let entry = &mut self.threads[child];
                entry.started = false;
                entry.spawned_by = None;
                let start = entry.start;
                self.stand(Lane::of(child), start, Standing::Absent);
            }
            Kind::Join(target) => self.threads[target].joins.retain(|&join| join != slot),
            Kind::Allocate { .. } => {
                self.threads[lane].objects.pop();
                self.live_objects -= 1;
            }
            Kind::Free { thread, index } => {
                self.live_objects += 1;
                // The allocation may be gone already: a thread can free what it never learnt of by reading.
                if let Some(object) = self.threads[thread].objects.get_mut(index as usize) {
                    object.freed = None;
                }
            }
            Kind::Arrive { round } => self.meeting_mut(Address(value), round).arrivals.retain(|&event| event != slot),
            Kind::Depart { round } => self.meeting_mut(Address(value), round).departures.retain(|&event| event != slot),
        }
    }

    /// Changes what kind of read a linked read is: the value that it reads decides whether a compare-exchange succeeds.
    #[inline]
    pub fn relabel(&mut self, read: Slot, is_exclusive: bool, mode: Mode) {
        let node = &mut self.nodes[read];
        if let Kind::Read { exclusive, .. } = &mut node.kind {
            *exclusive = is_exclusive;
        }
        let before = std::mem::replace(&mut node.mode, mode);
        self.sc_events += u32::from(mode.is_sc());
        self.sc_events -= u32::from(before.is_sc());
        self.has_weak_accesses |= !mode.is_sc();
    }

    /// Notes whether a linked event races with one that was added before.
    pub fn set_races(&mut self, slot: Slot, races: bool) {
        let before = std::mem::replace(&mut self.nodes[slot].races, races);
        self.races += u32::from(races);
        self.races -= u32::from(before);
    }

    /// Sets the thread's state after an event that is not linked, and where the thread stands then.
    #[inline(always)]
    pub fn set_state(&mut self, slot: Slot, state: S, standing: Standing) {
        let node = &mut self.nodes[slot];
        (node.state, node.standing) = (state, standing);
    }

    /// The same for the newest event of a thread.
    #[inline(always)]
    pub fn advance(&mut self, slot: Slot, state: S, standing: Standing) {
        self.advance_thread(slot, self.nodes[slot].lane, state, standing);
    }

    /// The same for the newest event of a thread, in that lane.
    #[inline(always)]
    pub fn advance_thread(&mut self, slot: Slot, lane: Lane, state: S, standing: Standing) {
        let node = &mut self.nodes[slot];
        (node.state, node.standing) = (state, standing);
        self.stand(lane, state, standing);
    }

    /// Leaves the thread of its newest event, which was appended, where it stands.
    #[inline(always)]
    pub fn stay(&mut self, slot: Slot) {
        let node = &mut self.nodes[slot];
        (node.state, node.standing) = (node.state_before, node.standing_before);
    }

    /// The state of the event's thread before the event.
    #[inline]
    pub fn state_before(&self, slot: Slot) -> &S {
        &self.node(slot).state_before
    }

    /// Makes the state before an event that which the event before it left, or the first one of its thread, and gives it.
    pub fn inherit_state(&mut self, slot: Slot) -> &S {
        let node = &self.nodes[slot];
        let (state, standing) = match node.before {
            Some(before) => (self.nodes[before].state, self.nodes[before].standing),
            None => (self.threads[node.lane].start, self.threads[node.lane].starts_at),
        };
        let node = &mut self.nodes[slot];
        (node.state_before, node.standing_before) = (state, standing);
        &node.state_before
    }

    /// The event directly before this one: of its thread, or else the one that started the thread.
    #[inline]
    pub fn parent(&self, slot: Slot) -> Option<Slot> {
        let node = &self.nodes[slot];
        match node.before {
            Some(before) => Some(before),
            None => self.threads[node.lane].spawned_by,
        }
    }

    /// What happens before an event whatever it reads.
    pub fn hb_before(&self, slot: Slot) -> Clock<N> {
        self.parent(slot).map_or_else(Clock::initial, |parent| self.node(parent).hb)
    }

    /// Makes an event know again what it knew when it began.
    #[inline(always)]
    pub(super) fn inherit_again(&mut self, slot: Slot) {
        let node = &self.nodes[slot];
        let (lane, index) = (node.lane, node.index);
        self.inherit(slot, lane, node.before);
        let node = &mut self.nodes[slot];
        node.porf.set(lane, index + 1);
        node.hb.set(lane, index + 1);
    }

    /// Makes a thread stand somewhere else.
    #[inline(always)]
    fn stand(&mut self, lane: Lane, state: S, standing: Standing) {
        let entry = &mut self.threads[lane];
        entry.state = state;
        let before = std::mem::replace(&mut entry.standing, standing).group();
        let now = standing.group();
        if before != now {
            self.groups[before as usize].toggle(lane);
            self.groups[now as usize].toggle(lane);
        }
    }

    /// Takes back the newest event.
    pub fn pop(&mut self) {
        self.pop_to(self.trail.len().saturating_sub(1));
    }

    /// Takes back the newest events until so many are left.
    pub fn pop_to(&mut self, length: usize) {
        let Some(&oldest) = self.trail.get(length) else { return };
        if self.trail.len() - length > MAX_STEPWISE_UNDO {
            let mut left = Left::default();
            for at in (length..self.trail.len()).rev() {
                let slot = self.trail[at];
                left.note(&self.nodes[slot]);
                self.unlink(slot);
            }
            self.go_back(&left);
        } else {
            for at in (length..self.trail.len()).rev() {
                let slot = self.trail[at];
                let node = &self.nodes[slot];
                let (lane, state, standing) = (node.lane, node.state_before, node.standing_before);
                self.unlink(slot);
                self.threads[lane].events.pop();
                self.stand(lane, state, standing);
            }
        }
        self.trail.truncate(length);
        // What is newer is above.
        self.side.truncate(self.nodes[oldest].side_base as usize);
        self.top = oldest.index();
    }

    /// Takes events, all of which are unlinked, out of their threads.
    pub(super) fn go_back(&mut self, left: &Left<N>) {
        for lane in left.lanes {
            self.threads[lane].events.truncate(left.index[lane] as usize);
        }
        self.stand_again(left.lanes);
    }

    /// Gives back the slot of an event that was begun but is not linked.
    #[inline(always)]
    pub fn release(&mut self, slot: Slot) {
        self.side.truncate(self.nodes[slot].side_base as usize);
        self.top = slot.index();
    }

    #[inline(always)]
    pub(super) fn allocate(&mut self) -> Slot {
        let side_base = self.side.len() as u32;
        if self.nodes.all().get(self.top).is_none_or(|node| node.is_permanent) {
            self.go_to_free_slot();
        }
        let slot = Slot::new(self.top);
        self.top += 1;
        self.nodes[slot].reset(side_base);
        slot
    }

    /// Passes the slots of initial writes, and makes room if there is none.
    #[cold]
    #[inline(never)]
    fn go_to_free_slot(&mut self) {
        while self.nodes.all().get(self.top).is_some_and(|node| node.is_permanent) {
            self.top += 1;
        }
        if self.top == self.nodes.len() {
            self.grow();
        }
    }

    /// Makes room for more events.
    #[cold]
    #[inline(never)]
    fn grow(&mut self) {
        self.nodes.push_block(&self.blank);
    }

    /// How many events the thread has.
    #[inline]
    pub fn events_of(&self, thread: ThreadId) -> usize {
        self.threads[thread].events.len()
    }
}
