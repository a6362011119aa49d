//! Reads-from and coherence: where reads read, where writes stand, and the lists that make both quick to walk.

use std::collections::BTreeMap;

use super::Graph;
use crate::arena::clock::Lane;
use crate::arena::node::{Loc, Node, Slot};
use crate::{Address, EventId, Mode, Value};

impl<S: Copy, const N: usize> Graph<S, N> {
    /// Makes a read take its value from `source`, and computes what depends on it. The value.
    #[inline(always)]
    pub fn set_source(&mut self, read: Slot, source: Slot) -> Value {
        // A read that had no source still knows what it began with.
        if self.drop_source(read) {
            self.inherit_again(read);
            self.side.truncate(self.nodes[read].side_base as usize);
        }
        self.set_first_source(read, source, self.nodes[read].mode)
    }

    /// The same for a read that has no source yet, and of which is known how it is ordered. The value that it reads.
    #[inline(always)]
    pub fn set_first_source(&mut self, read: Slot, source: Slot, mode: Mode) -> Value {
        let from = &mut self.nodes[source];
        let (value, message, porf, next) = (from.value, from.message, from.porf, from.first_reader.replace(read));
        if let Some(next) = next {
            self.nodes[next].prev_reader = Some(read);
        }
        let node = &mut self.nodes[read];
        node.rf = Some(source);
        node.value = value;
        node.prev_reader = None;
        node.next_reader = next;
        node.porf.join(&porf);
        self.receive(read, message, mode);
        value
    }

    /// Makes a read take its value from nowhere. Did it have a source?
    #[inline(always)]
    pub(super) fn drop_source(&mut self, read: Slot) -> bool {
        let node = &mut self.nodes[read];
        let Some(source) = node.rf.take() else { return false };
        let (prev, next) = (node.prev_reader, node.next_reader);
        self.unlink_reader(source, prev, next);
        true
    }

    #[inline(always)]
    pub(super) fn unlink_reader(&mut self, source: Slot, prev: Option<Slot>, next: Option<Slot>) {
        match prev {
            Some(prev) => self.nodes[prev].next_reader = next,
            None => self.nodes[source].first_reader = next,
        }
        if let Some(next) = next {
            self.nodes[next].prev_reader = prev;
        }
    }

    /// Undoes `unlink_reader`, if done in reverse order.
    pub(super) fn relink_reader(&mut self, read: Slot) {
        let node = &self.nodes[read];
        let Some(source) = node.rf else { return };
        let (prev, next) = (node.prev_reader, node.next_reader);
        match prev {
            Some(prev) => self.nodes[prev].next_reader = Some(read),
            None => self.nodes[source].first_reader = Some(read),
        }
        if let Some(next) = next {
            self.nodes[next].prev_reader = Some(read);
        }
    }

    /// Puts a write at a position of its location's coherence order.
    #[inline(always)]
    pub fn place(&mut self, write: Slot, position: usize) {
        let Some(loc) = self.node(write).loc() else { unreachable!("a write accesses a location") };
        if position == self.locations[loc].co.len() {
            self.place_last(write, loc);
        } else {
            self.insert(write, loc, position);
        }
    }

    /// Puts a write at the end of its location's coherence order.
    #[inline(always)]
    pub fn place_last(&mut self, write: Slot, loc: Loc) {
        let co = &mut self.locations[loc].co;
        let node = &mut self.nodes[write];
        (node.placed, node.co) = (true, co.len() as u32);
        co.push(write);
    }

    /// Puts a write before others in coherence order.
    fn insert(&mut self, write: Slot, loc: Loc, position: usize) {
        self.nodes[write].placed = true;
        let co = &mut self.locations[loc].co;
        co.insert(position, write);
        for (at, &slot) in co.iter().enumerate().skip(position) {
            self.nodes[slot].co = at as u32;
        }
    }

    /// Takes a write out of its location's coherence order. It remembers its position.
    pub fn unplace(&mut self, write: Slot) {
        let node = &self.nodes[write];
        let (Some(loc), position) = (node.loc(), node.co as usize) else { unreachable!("a write accesses a location") };
        self.nodes[write].placed = false;
        let co = &mut self.locations[loc].co;
        if position + 1 == co.len() {
            co.pop();
            return;
        }
        co.remove(position);
        for (at, &slot) in co.iter().enumerate().skip(position) {
            self.nodes[slot].co = at as u32;
        }
    }

    /// Moves a placed write one position down in coherence order.
    #[inline]
    pub fn lower(&mut self, write: Slot) {
        let node = &self.nodes[write];
        let (Some(loc), position) = (node.loc(), node.co as usize) else { unreachable!("a write accesses a location") };
        let co = &mut self.locations[loc].co;
        co.swap(position - 1, position);
        let other = co[position];
        self.nodes[write].co = position as u32 - 1;
        self.nodes[other].co = position as u32;
    }

    /// Makes the writes of each location, all of them given, stand in this order.
    pub fn set_coherence(&mut self, orders: &BTreeMap<Address, Vec<EventId>>) {
        for (&addr, order) in orders {
            let Some(loc) = self.find(addr) else { continue };
            let location = &mut self.locations[loc];
            debug_assert_eq!(location.co.len(), order.len() + 1, "every write is given");
            for (at, id) in (1..).zip(order) {
                let write = self.threads[id.thread].events[id.index as usize];
                location.co[at] = write;
                self.nodes[write].co = at as u32;
            }
        }
    }

    /// Makes the writes of each location stand in the order in which they were added: an update after its source.
    pub fn sort_writes_by_age(&mut self) {
        for location in self.locations.all_mut() {
            let nodes = &mut self.nodes;
            location.co[1..].sort_unstable_by_key(|&write| nodes[write].stamp);
            for (at, &write) in location.co.iter().enumerate() {
                nodes[write].co = at as u32;
            }
        }
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
        std::iter::successors(self.location(loc).newest[lane], |&access| self.node(access).prev_access)
    }

    /// The newest access of a lane to a location that is as wanted. What is wanted of an access must hold for the older ones,
    /// too.
    #[inline]
    pub fn newest_access(&self, loc: Loc, lane: Lane, is_wanted: impl Fn(Slot, &Node<S, N>) -> bool) -> Option<Slot> {
        let mut at = self.location(loc).newest[lane]?;
        loop {
            let node = self.node(at);
            if is_wanted(at, node) {
                return Some(at);
            }
            at = match node.skip {
                Some(skip) if !is_wanted(skip, self.node(skip)) => skip,
                _ => node.prev_access?,
            };
        }
    }

    /// The write that a read or write stands for in coherence order: itself, or what it reads.
    #[inline]
    pub fn pin(&self, access: Slot) -> Slot {
        self.node(access).rf.unwrap_or(access)
    }
}
