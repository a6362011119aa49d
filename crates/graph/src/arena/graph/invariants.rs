//! What holds of every graph between two changes: the lists, clocks and counters that are kept up to date event by event are
//! what one gets by computing them anew from the trail.
//!
//! A check takes time linear in the size of the graph (times the lanes of a clock). Where assertions are on, cuts, restores and
//! final graphs are checked: at first often, then one in `CHECK_INTERVAL`.

use std::collections::HashMap;

use super::{Graph, groups_of};
use crate::arena::clock::{Clock, Lane};
use crate::arena::lanes::LaneSet;
use crate::arena::node::{ClockRef, Kind, Loc, Node, Slot};
use crate::{Standing, ThreadId};

/// From so many occasions on, one in so many is used for a check; before, those whose number is a power of two.
const CHECK_INTERVAL: u32 = 64;

/// How many occasions for a check there were.
#[derive(Clone, Default, Debug)]
pub(super) struct Occasions(u32);

impl Occasions {
    /// Is this, the next one, used?
    fn is_next_used(&mut self) -> bool {
        self.0 = self.0.wrapping_add(1);
        self.0.is_power_of_two() || self.0.is_multiple_of(CHECK_INTERVAL)
    }
}

impl<S: Copy, const N: usize> Graph<S, N> {
    /// Where assertions are on, checks the invariants now and then.
    #[inline]
    pub(super) fn sample_invariants(&mut self) {
        if cfg!(debug_assertions) && self.occasions.is_next_used() {
            self.check_invariants();
        }
    }

    /// The same for a graph to which nothing will be added.
    #[inline]
    pub fn sample_invariants_of_final(&mut self) {
        if cfg!(debug_assertions) && self.occasions.is_next_used() {
            self.check_invariants();
            self.check_completeness();
        }
    }

    /// Panics if the graph is not consistent in itself. A read without source and a write without place are allowed.
    pub fn check_invariants(&self) {
        self.check_trail();
        self.check_threads();
        self.check_accesses();
        self.check_reads_from();
        self.check_coherence();
        self.check_clocks();
        self.check_rare();
        self.check_counters();
    }

    /// Panics if a read has no source, or a write no place.
    fn check_completeness(&self) {
        for &slot in &self.trail {
            let node = self.node(slot);
            assert!(!node.is_read() || node.rf.is_some(), "the read {:?} has no source", self.id(slot));
            assert!(!node.is_write() || node.placed, "the write {:?} has no place", self.id(slot));
        }
    }

    /// Is the event in the trail, or an initial write?
    fn is_present(&self, slot: Slot) -> bool {
        let node = self.node(slot);
        node.is_permanent || self.trail.get(node.stamp as usize) == Some(&slot)
    }

    fn events(&self) -> impl Iterator<Item = (Slot, &Node<S, N>)> {
        self.trail.iter().map(|&slot| (slot, self.node(slot)))
    }

    /// Insertion order is consistent with program order, and each event knows its place in both.
    fn check_trail(&self) {
        for (stamp, (slot, node)) in self.events().enumerate() {
            assert_eq!(node.stamp as usize, stamp, "the stamp of {:?}", self.id(slot));
            assert!(slot.index() < self.top && !node.is_permanent, "{:?} has no slot of its own", self.id(slot));
            assert!(node.lane != Lane::INIT, "an initial write is in the trail");
            let thread = &self.threads[node.lane];
            assert_eq!(thread.events.get(node.index as usize), Some(&slot), "{:?} in its thread", self.id(slot));
            let before = (node.index as usize).checked_sub(1).map(|index| thread.events[index]);
            assert_eq!(node.before, before, "what is before {:?}", self.id(slot));
            let parent = self.parent(slot);
            assert!(
                parent.is_none_or(|parent| self.node(parent).stamp < node.stamp && self.is_present(parent)),
                "{:?} was added before what precedes it",
                self.id(slot)
            );
        }
        let events: usize = self.threads.all().iter().map(|thread| thread.events.len()).sum();
        assert_eq!(events, self.trail.len(), "events of threads, and in the trail");
    }

    /// Each thread stands where its newest event left it, and is in the group of that.
    fn check_threads(&self) {
        for (index, thread) in self.threads.all().iter().enumerate() {
            let standing = match thread.events.last() {
                _ if !thread.started => Standing::Absent,
                Some(&last) => self.node(last).standing,
                None => thread.starts_at,
            };
            assert_eq!(thread.standing, standing, "where T{index} stands");
            assert!(thread.started || thread.events.is_empty(), "T{index} has events, but is not started");
            let is_start = |slot| self.is_present(slot) && self.node(slot).kind == Kind::Spawn(ThreadId(index as u16));
            assert!(thread.spawned_by.is_none_or(is_start), "what started T{index} is no start of it");
        }
        let groups: [LaneSet<N>; _] = groups_of(self.threads.all());
        assert_eq!(self.groups, groups, "the groups of threads");
    }

    /// The accesses of each thread to each location are chained, newest first.
    fn check_accesses(&self) {
        let mut newest: HashMap<(Loc, Lane), Slot> = HashMap::new();
        for (slot, node) in
            self.threads.all().iter().flat_map(|thread| &thread.events).map(|&slot| (slot, self.node(slot)))
        {
            let Some(loc) = node.loc() else { continue };
            let before = newest.insert((loc, node.lane), slot);
            assert_eq!(node.prev_access, before, "the access before {:?}", self.id(slot));
            let depth = before.map_or(0, |before| self.node(before).depth + 1);
            assert_eq!(node.depth, depth, "how many accesses are before {:?}", self.id(slot));
            let is_older = |skip| self.node(skip).loc() == Some(loc) && self.node(skip).depth < depth;
            assert!(node.skip.is_none_or(is_older), "where {:?} skips to", self.id(slot));
        }
        for (loc, location) in self.locations() {
            for lane in self.all {
                let access = newest.get(&(loc, lane)).copied();
                assert_eq!(location.newest[lane], access, "the newest access of {lane:?} to {}", location.addr);
                assert_eq!(
                    location.accessors.contains(lane),
                    access.is_some(),
                    "does {lane:?} access {}",
                    location.addr
                );
            }
        }
    }

    /// Reads have the value of their source, which has each of them in its list of readers once.
    fn check_reads_from(&self) {
        let mut reads = 0;
        for (slot, node) in self.events() {
            let Some(source) = node.rf else { continue };
            let from = self.node(source);
            assert!(node.is_read() && from.is_write() && node.loc() == from.loc(), "what {:?} reads", self.id(slot));
            assert!(self.is_present(source), "{:?} reads from a write that is gone", self.id(slot));
            assert_eq!(node.value, from.value, "the value that {:?} reads", self.id(slot));
            reads += 1;
        }
        let writes = self.events().filter(|(_, node)| node.is_write()).map(|(slot, _)| slot);
        for write in writes.chain(self.locations().map(|(_, location)| location.initial)) {
            let mut before = None;
            for reader in self.readers(write) {
                let node = self.node(reader);
                assert!(self.is_present(reader), "a reader of {:?} is gone", self.id(write));
                assert_eq!((node.rf, node.prev_reader), (Some(write), before), "a reader of {:?}", self.id(write));
                before = Some(reader);
                assert!(reads > 0, "more readers than reads");
                reads -= 1;
            }
        }
        assert_eq!(reads, 0, "reads that their sources do not know");
    }

    /// Placed writes know where they are in their location's list, which begins with the initial one.
    fn check_coherence(&self) {
        let mut placed = self.events().filter(|(_, node)| node.placed).count();
        for (loc, location) in self.locations() {
            assert_eq!(location.co.first(), Some(&location.initial), "the initial write of {}", location.addr);
            for (at, &write) in location.co.iter().enumerate() {
                let node = self.node(write);
                assert!(node.is_write() && node.loc() == Some(loc), "a write of {}", location.addr);
                assert!(node.placed && self.is_present(write), "a write of {} is gone", location.addr);
                assert_eq!(node.co as usize, at, "the place of {:?}", self.id(write));
            }
            placed -= location.co.len() - 1;
        }
        assert_eq!(placed, 0, "writes that are in no list");
    }

    /// An event knows itself, what is before it, and what it learns from others. It is known to happen before another only if it
    /// is in the prefix of that.
    fn check_clocks(&self) {
        for (slot, node) in self.events() {
            let name = self.id(slot);
            let (mut porf, mut hb) = self
                .parent(slot)
                .map_or((Clock::initial(), Clock::initial()), |parent| (self.node(parent).porf, self.node(parent).hb));
            porf.set(node.lane, node.index + 1);
            hb.set(node.lane, node.index + 1);
            if let Some(source) = node.rf {
                porf.join(&self.node(source).porf);
            }
            if node.loc().is_some() {
                assert_eq!(node.porf, porf, "the prefix of {name:?}");
            } else {
                assert!(node.porf.includes(&porf), "the prefix of {name:?}");
            }
            assert!(node.hb.includes(&hb), "{name:?} does not know what its thread knew");
            assert!(node.porf.includes(&node.hb), "{name:?} knows what is not in its prefix");
            let side = [
                node.pending,
                match node.message {
                    Some(ClockRef::Side(index)) if node.is_write() => Some(index),
                    _ => None,
                },
            ];
            for index in side.into_iter().flatten() {
                assert!((index as usize) < self.side.len(), "{name:?} refers to a clock that is gone");
            }
        }
    }

    /// Joins, objects and barriers have exactly the events that are about them.
    fn check_rare(&self) {
        let count = |is_wanted: fn(Kind) -> bool| self.events().filter(|(_, node)| is_wanted(node.kind)).count();
        let threads = self.threads.all();
        let joins = threads.iter().flat_map(|thread| &thread.joins).filter(|&&slot| self.is_present(slot)).count();
        assert_eq!(joins, count(|kind| matches!(kind, Kind::Join(_))), "waits for the end of threads");
        let allocated =
            threads.iter().flat_map(|thread| &thread.objects).filter(|object| self.is_present(object.allocated));
        let allocations = count(|kind| matches!(kind, Kind::Allocate { .. }));
        assert_eq!(allocated.count(), allocations, "objects");
        let frees = count(|kind| matches!(kind, Kind::Free { .. }));
        assert_eq!(i64::from(self.live_objects), allocations as i64 - frees as i64, "objects that are alive");
        let arrivals =
            self.meetings.iter().flat_map(|meeting| &meeting.arrivals).filter(|&&slot| self.is_present(slot));
        assert_eq!(arrivals.count(), count(|kind| matches!(kind, Kind::Arrive { .. })), "arrivals at barriers");
        let departures =
            self.meetings.iter().flat_map(|meeting| &meeting.departures).filter(|&&slot| self.is_present(slot));
        assert_eq!(departures.count(), count(|kind| matches!(kind, Kind::Depart { .. })), "departures from barriers");
    }

    fn check_counters(&self) {
        let sc_events = self.events().filter(|(_, node)| node.mode.is_sc()).count();
        assert_eq!(self.sc_events as usize, sc_events, "seq_cst events");
        assert_eq!(self.races as usize, self.events().filter(|(_, node)| node.races).count(), "events that race");
        let has_sc_fence = self.events().any(|(_, node)| node.kind == Kind::Fence && node.mode.is_sc());
        assert!(self.has_sc_fences || !has_sc_fence, "a seq_cst fence was not noted");
    }
}
