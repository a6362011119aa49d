//! A self-contained copy of the graph, or of what it was some events ago, for another worker: only the events that are
//! part of it, in insertion order, in an arena of their own.

use super::arena::Arena;
use super::{AddressMap, Graph, Location, Meeting, Object, Thread, groups_of};
use crate::Standing;
use crate::clock::Lane;
use crate::node::{ClockRef, Kind, Node, Slot};

/// Where the events of a graph are in a compact copy.
pub struct Moves(Vec<Option<Slot>>);

impl Moves {
    fn get(&self, slot: Slot) -> Option<Slot> {
        self.0[slot.index()]
    }

    /// Where an event that is part of the copy is there.
    pub fn of(&self, slot: Slot) -> Slot {
        self.get(slot).unwrap_or_else(|| unreachable!("what an event of the copy rests on is part of it"))
    }
}

impl<S: Clone, const N: usize> Graph<S, N> {
    /// The graph of the `length` oldest events, and where they are in it. No read among them may have been revisited by
    /// a newer write than these.
    pub fn compact(&self, length: usize) -> (Graph<S, N>, Moves) {
        let mut live: Vec<Slot> = self.locations.iter().map(|location| location.initial).collect();
        live.extend_from_slice(&self.trail[..length]);
        let mut moves = Moves(vec![None; self.nodes.len()]);
        for (to, from) in live.iter().enumerate() {
            moves.0[from.index()] = Some(Slot::new(to));
        }
        let threads: Vec<_> = self.threads.iter().map(|thread| self.moved_thread(thread, &moves)).collect();
        let objects = threads.iter().flat_map(|thread| &thread.objects);
        let mut copy = Graph {
            live_objects: objects.map(|object| i32::from(object.freed.is_none())).sum(),
            all: self.all,
            groups: groups_of(&threads),
            threads,
            sync: self.sync,
            nodes: Arena::new(live.iter().map(|&slot| self.moved_node(slot, &moves)).collect()),
            permanent: (0..live.len()).map(|at| at < self.locations.len()).collect(),
            top: live.len(),
            side: self.side.clone(),
            trail: self.trail[..length].iter().map(|&slot| moves.of(slot)).collect(),
            locations: self.locations.iter().map(|location| self.moved_location(location, &moves)).collect(),
            by_address: AddressMap::clone(&self.by_address),
            by_byte: self.by_byte.clone(),
            has_overlaps: self.has_overlaps,
            meetings: self.meetings.iter().map(|meeting| moved_meeting(meeting, &moves)).collect(),
            saved: Vec::new(),
            saved_starts: Vec::new(),
            races: self.count(length, |node| node.races),
            sc_events: self.count(length, |node| node.mode.is_sc()),
            has_sc_fences: self.has_sc_fences,
            has_weak_accesses: self.has_weak_accesses,
        };
        for &slot in &live {
            copy.link_readers(moves.of(slot), self.readers(slot).filter_map(|reader| moves.get(reader)));
        }
        for loc in 0..copy.locations.len() {
            for at in 0..copy.locations[loc].co.len() {
                let write = copy.locations[loc].co[at];
                copy.nodes[write].co = at as u32;
            }
        }
        (copy, moves)
    }

    fn count(&self, length: usize, is_wanted: impl Fn(&Node<S, N>) -> bool) -> u32 {
        self.trail[..length].iter().map(|&slot| u32::from(is_wanted(self.node(slot)))).sum()
    }

    fn moved_node(&self, slot: Slot, moves: &Moves) -> Node<S, N> {
        let mut node = self.node(slot).clone();
        for reference in [
            &mut node.rf,
            &mut node.before,
            &mut node.prev_access,
            &mut node.release_fence,
            &mut node.sc_fence,
            &mut node.location_release,
        ] {
            *reference = reference.map(|slot| moves.of(slot));
        }
        node.message = node.message.map(|message| match message {
            ClockRef::Of(slot) => ClockRef::Of(moves.of(slot)),
            side => side,
        });
        // Readers are linked when all events are there.
        (node.first_reader, node.prev_reader, node.next_reader) = (None, None, None);
        node
    }

    fn moved_location(&self, location: &Location, moves: &Moves) -> Location {
        let newest_live = |newest: &Option<Slot>| {
            let accesses = std::iter::successors(*newest, |&access| self.node(access).prev_access);
            accesses.filter_map(|access| moves.get(access)).next()
        };
        let newest: Vec<_> = location.newest.iter().map(newest_live).collect();
        let lanes = (0..).map(Lane).zip(&newest);
        Location {
            accessors: lanes.filter_map(|(lane, newest)| newest.map(|_| lane)).collect(),
            addr: location.addr,
            initial: moves.of(location.initial),
            co: location.co.iter().filter_map(|&write| moves.get(write)).collect(),
            newest,
            has_plain: location.has_plain,
            is_lock: location.is_lock,
            overlaps: location.overlaps.clone(),
            length: location.length,
            deleted: 0,
            need: None,
            scan: 0,
        }
    }

    fn moved_thread(&self, thread: &Thread<S>, moves: &Moves) -> Thread<S> {
        let spawned_by = thread.spawned_by.and_then(|spawn| moves.get(spawn));
        let started = thread.started && spawned_by.is_some() == thread.spawned_by.is_some();
        let live = thread.events.iter().rev().find(|&&event| moves.get(event).is_some());
        let (state, standing) = match live {
            Some(&last) => (&self.node(last).state, self.node(last).standing),
            None if started => (&thread.start, thread.starts_at),
            None => (&thread.start, Standing::Absent),
        };
        let object = |object: &Object| {
            let freed = object.freed.and_then(|free| moves.get(free));
            Some(Object { allocated: moves.get(object.allocated)?, freed, ..*object })
        };
        Thread {
            start: thread.start.clone(),
            starts_at: thread.starts_at,
            standing,
            state: state.clone(),
            started,
            twin: thread.twin,
            spawned_by,
            joins: thread.joins.iter().filter_map(|&join| moves.get(join)).collect(),
            events: thread.events.iter().filter_map(|&event| moves.get(event)).collect(),
            objects: thread.objects.iter().filter_map(object).collect(),
        }
    }

    fn link_readers(&mut self, write: Slot, readers: impl Iterator<Item = Slot>) {
        let mut last = None;
        for reader in readers {
            match last {
                None => self.nodes[write].first_reader = Some(reader),
                Some(last) => self.node_mut(last).next_reader = Some(reader),
            }
            self.nodes[reader].prev_reader = last;
            last = Some(reader);
        }
        debug_assert!(last.is_none() || matches!(self.node(write).kind, Kind::Write { .. }), "only writes are read");
    }
}

fn moved_meeting(meeting: &Meeting, moves: &Moves) -> Meeting {
    let moved = |events: &[Slot]| events.iter().filter_map(|&event| moves.get(event)).collect();
    Meeting { arrivals: moved(&meeting.arrivals), departures: moved(&meeting.departures), ..*meeting }
}
