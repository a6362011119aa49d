//! Adding the next event of a thread, and taking back the newest one.

use super::{Graph, Object};
use crate::clock::{Clock, Lane, MAX_EVENTS};
use crate::lanes::LaneSet;
use crate::node::{Kind, Node, Slot};
use crate::table::Key;
use crate::{Address, Mode, Standing, ThreadId};

/// So many accesses are searched one by one.
const FEW: u32 = 4;

impl<S: Clone, const N: usize> Graph<S, N> {
    /// Takes a slot for the next event of a thread and fills in what does not depend on where it reads from. The event
    /// is not part of the graph until linked. Its state is that before it until it is set.
    #[inline]
    pub fn begin(&mut self, thread: ThreadId, kind: Kind, mode: Mode) -> Slot {
        let slot = self.allocate();
        let entry = &self.threads[thread];
        let (lane, index) = (Lane::of(thread), entry.events.len() as u16);
        let before = entry.events.last().copied();
        let parent = before.or(entry.spawned_by);
        let (standing, state) = (entry.standing, entry.state.clone());
        let (mut prev_access, mut location_release) = (None, None);
        let (mut skip, mut depth) = (None, 0);
        if let Kind::Read { loc, .. } | Kind::Write { loc, .. } = kind {
            prev_access = self.locations[loc].newest[lane];
            if let Some(prev) = prev_access {
                let node = &self.nodes[prev];
                (location_release, depth) = (node.location_release, node.depth + 1);
                if depth > FEW {
                    skip = Some(self.skip_from(prev));
                }
            }
        }
        let (mut porf, mut hb) = match parent {
            Some(parent) => (self.nodes[parent].porf, self.nodes[parent].hb),
            None => (Clock::initial(), Clock::initial()),
        };
        porf.set(lane, index + 1);
        hb.set(lane, index + 1);
        let (release_fence, sc_fence, pending) = match before {
            Some(before) => {
                let before = &self.nodes[before];
                (before.release_fence, before.sc_fence, before.pending)
            }
            None => (None, None, None),
        };
        let node = &mut self.nodes[slot];
        (node.porf, node.hb) = (porf, hb);
        (node.release_fence, node.sc_fence, node.pending) = (release_fence, sc_fence, pending);
        (node.standing, node.state) = (standing, state);
        (node.kind, node.mode, node.lane, node.index) = (kind, mode, lane, index);
        (node.before, node.prev_access, node.location_release) = (before, prev_access, location_release);
        (node.skip, node.depth) = (skip, depth);
        slot
    }

    /// How far the access after this one may skip: so that any older one is reached in logarithmically many steps (the
    /// jump pointers of skew-binary lists).
    #[cold]
    fn skip_from(&self, prev: Slot) -> Slot {
        let node = &self.nodes[prev];
        let Some(first) = node.skip else { return prev };
        let Some(second) = self.nodes[first].skip else { return prev };
        let [first_depth, second_depth] = [first, second].map(|slot| self.nodes[slot].depth);
        if node.depth - first_depth == first_depth - second_depth { second } else { prev }
    }

    /// Puts a begun event into the trail, its thread and its location's access lists.
    #[inline]
    pub fn link(&mut self, slot: Slot) {
        let node = &self.nodes[slot];
        let (lane, standing, state) = (node.lane, node.standing, node.state.clone());
        self.link_waiting(slot);
        self.stand(lane, state, standing);
    }

    /// The same for an event whose thread does not yet go on: it stays where it stands, until told (`advance`).
    #[inline]
    pub fn link_waiting(&mut self, slot: Slot) {
        let stamp = self.trail.len() as u32;
        self.trail.push(slot);
        self.nodes[slot].stamp = stamp;
        self.link_event(slot);
    }

    /// Puts an event into its thread and its location's access lists; its thread still has to be told where it stands.
    #[inline(always)]
    pub(super) fn link_event(&mut self, slot: Slot) {
        let node = &self.nodes[slot];
        let (lane, kind) = (node.lane, node.kind);
        let (is_sc, is_plain) = (node.mode.is_sc(), node.mode == Mode::Na);
        self.races += u32::from(node.races);
        self.sc_events += u32::from(is_sc);
        self.threads[lane].events.push(slot);
        if let Kind::Read { loc, .. } | Kind::Write { loc, .. } = kind {
            self.has_weak_accesses |= !is_sc;
            let location = &mut self.locations[loc];
            location.newest[lane] = Some(slot);
            location.accessors.insert(lane);
            location.has_plain |= is_plain;
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
                let (start, starts_at) = (entry.start.clone(), entry.starts_at);
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

    #[inline]
    pub(super) fn unlink_from_thread(&mut self, slot: Slot) {
        self.unlink_event(slot);
        self.stand_where_left(self.nodes[slot].lane, self.nodes[slot].before);
    }

    /// Tells threads where they stand.
    pub(super) fn stand_again(&mut self, lanes: LaneSet<N>) {
        for lane in lanes {
            if self.threads[lane].started {
                self.stand_where_left(lane, self.threads[lane].events.last().copied());
            }
        }
    }

    /// Makes a thread stand where an event, its newest one if any, left it.
    #[inline(always)]
    fn stand_where_left(&mut self, lane: Lane, last: Option<Slot>) {
        let (state, standing) = match last {
            Some(last) => (self.nodes[last].state.clone(), self.nodes[last].standing),
            None => (self.threads[lane].start.clone(), self.threads[lane].starts_at),
        };
        self.stand(lane, state, standing);
    }

    /// Takes an event out of its thread and its location's access lists; its thread still has to be told where it stands.
    #[inline(always)]
    pub(super) fn unlink_event(&mut self, slot: Slot) {
        let node = &self.nodes[slot];
        let (lane, kind, prev, is_sc) = (node.lane, node.kind, node.prev_access, node.mode.is_sc());
        self.races -= u32::from(node.races);
        self.sc_events -= u32::from(is_sc);
        self.threads[lane].events.pop();
        if let Kind::Read { loc, .. } | Kind::Write { loc, .. } = kind {
            let location = &mut self.locations[loc];
            location.newest[lane] = prev;
            if prev.is_none() {
                location.accessors.remove(lane);
            }
        } else {
            self.unlink_rare(slot);
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
                let start = entry.start.clone();
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
        let node = &mut self.nodes[slot];
        (node.state, node.standing) = (state.clone(), standing);
        let lane = node.lane;
        self.stand(lane, state, standing);
    }

    /// The state of the event's thread before the event.
    #[inline]
    pub fn state_before(&self, slot: Slot) -> &S {
        let node = self.node(slot);
        match node.before {
            Some(before) => &self.node(before).state,
            None => &self.threads[node.lane].start,
        }
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

    #[inline(always)]
    pub(super) fn inherit_clocks(&mut self, slot: Slot) {
        let (mut porf, mut hb) = match self.parent(slot) {
            Some(parent) => {
                let parent = &self.nodes[parent];
                (parent.porf, parent.hb)
            }
            None => (Clock::initial(), Clock::initial()),
        };
        let node = &mut self.nodes[slot];
        porf.set(node.lane, node.index + 1);
        hb.set(node.lane, node.index + 1);
        (node.porf, node.hb) = (porf, hb);
    }

    /// Makes a thread stand somewhere else.
    #[inline(always)]
    fn stand(&mut self, lane: Lane, state: S, standing: Standing) {
        let entry = &mut self.threads[lane];
        entry.state = state;
        let before = std::mem::replace(&mut entry.standing, standing).group();
        let now = standing.group();
        if before != now {
            self.groups[before as usize].remove(lane);
            self.groups[now as usize].insert(lane);
        }
    }

    /// Takes back the newest event.
    #[inline]
    pub fn pop(&mut self) {
        let Some(slot) = self.trail.pop() else { return };
        let node = &mut self.nodes[slot];
        let (source, prev, next) = (node.rf.take(), node.prev_reader, node.next_reader);
        let (placed, side_base) = (node.placed, node.side_base as usize);
        self.unlink_from_thread(slot);
        if let Some(source) = source {
            self.unlink_reader(source, prev, next);
        }
        if placed {
            self.unplace(slot);
        }
        self.side.truncate(side_base);
        self.top = slot.index();
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
        while self.top < self.nodes.len() {
            let slot = Slot::new(self.top);
            self.top += 1;
            let node = &mut self.nodes[slot];
            if !node.is_permanent {
                node.reset(side_base);
                return slot;
            }
        }
        self.top += 1;
        self.grow(side_base)
    }

    #[cold]
    fn grow(&mut self, side_base: u32) -> Slot {
        self.nodes.push(Node {
            kind: Kind::Fence,
            mode: Mode::Rlx,
            lane: Lane::INIT,
            index: 0,
            before: None,
            value: 0,
            stamp: 0,
            has_older_reader: false,
            spurious: false,
            displaces: false,
            races: false,
            placed: false,
            is_permanent: false,
            rf: None,
            co: 0,
            prev_access: None,
            skip: None,
            depth: 0,
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
            standing: Standing::Absent,
            // Slots are taken only for events of threads and the locations they access.
            state: self.threads[Lane::INIT].start.clone(),
        })
    }

    /// Has the thread no room for another event?
    pub fn is_full(&self, thread: ThreadId) -> bool {
        self.threads[thread].events.len() >= MAX_EVENTS
    }
}
