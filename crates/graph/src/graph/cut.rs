//! Backward revisits: cutting away what is newer than a read and not needed by the write it will read, and putting it
//! back.
//!
//! Deleted events stay untouched in the arena, so `restore` only relinks them, in exactly the reverse order. Cost:
//! linear in the events newer than the read.

use super::Graph;
use crate::clock::Clock;
use crate::lanes::LaneSet;
use crate::node::{Kind, Slot};
use crate::{Standing, ThreadId};

/// What `restore` needs to undo a `cut`.
#[derive(Clone, Copy, Debug)]
pub struct Cut {
    /// The events deleted were at least as new; older ones are not touched.
    stamp: u32,
    revisit: Option<Revisit>,
    saved_from: usize,
}

/// An event that was as new as what a cut deletes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Saved {
    slot: Slot,
    is_deleted: bool,
}

/// A read that reads from a newer write.
#[derive(Clone, Copy, Debug)]
struct Revisit {
    /// The event that takes the place of the read.
    revisited: Slot,
    /// The write that it will read.
    write: Slot,
}

impl<S: Copy, const N: usize> Graph<S, N> {
    /// Deletes `read` and every newer event outside the prefix of `write`, the newest event, which must not be placed.
    /// In place of `read` a new event stands, with the same stamp, which still lacks its source.
    pub fn cut(&mut self, read: Slot, write: Slot) -> (Cut, Slot) {
        let node = self.node(read);
        let (stamp, kind, mode) = (node.stamp, node.kind, node.mode);
        let Some(thread) = node.lane.thread() else { unreachable!("every event in the trail belongs to a thread") };
        let mut cut = self.delete(stamp, self.node(write).porf);
        let revisited = self.begin(thread, kind, mode);
        self.link_waiting(revisited);
        self.keep_rest(&cut);
        self.node_mut(write).has_older_reader = true;
        cut.revisit = Some(Revisit { revisited, write });
        (cut, revisited)
    }

    /// Deletes the event with that stamp and every newer one that is not in the clock.
    pub fn cut_before(&mut self, stamp: u32, keep: Clock<N>) -> Cut {
        let cut = self.delete(stamp, keep);
        self.keep_rest(&cut);
        cut
    }

    fn delete(&mut self, stamp: u32, keep: Clock<N>) -> Cut {
        let cut = Cut { stamp, revisit: None, saved_from: self.saved.len() };
        let mut lanes = LaneSet::default();
        while self.trail.len() > stamp as usize
            && let Some(slot) = self.trail.pop()
        {
            let node = &self.nodes[slot];
            let is_deleted = !keep.contains(node.lane, node.index);
            self.saved.push(Saved { slot, is_deleted });
            if is_deleted {
                lanes.insert(node.lane);
                self.unlink_deleted(slot);
            }
        }
        self.stand_again(lanes);
        cut
    }

    fn keep_rest(&mut self, cut: &Cut) {
        for at in (cut.saved_from..self.saved.len()).rev() {
            let Saved { slot, is_deleted } = self.saved[at];
            if !is_deleted {
                self.append_to_trail(slot);
            }
        }
    }

    /// Undoes a `cut`; everything added since must have been taken back, and the write unplaced.
    pub fn restore(&mut self, cut: Cut) {
        if let Some(Revisit { revisited, write }) = cut.revisit {
            self.node_mut(write).has_older_reader = false;
            // Its thread is told where it stands below: the event of which it took the place comes back.
            self.unlink_event(revisited);
            self.drop_source(revisited);
            self.release(revisited);
        }
        self.trail.truncate(cut.stamp as usize);
        let mut lanes = LaneSet::default();
        while self.saved.len() > cut.saved_from
            && let Some(Saved { slot, is_deleted }) = self.saved.pop()
        {
            self.append_to_trail(slot);
            if is_deleted {
                lanes.insert(self.nodes[slot].lane);
                self.relink_deleted(slot);
            }
        }
        self.stand_again(lanes);
    }

    fn append_to_trail(&mut self, slot: Slot) {
        self.node_mut(slot).stamp = self.trail.len() as u32;
        self.trail.push(slot);
    }

    #[inline]
    fn unlink_deleted(&mut self, slot: Slot) {
        let node = &self.nodes[slot];
        match node.kind {
            Kind::Read { .. } => {
                let (source, prev, next) = (node.rf, node.prev_reader, node.next_reader);
                self.unlink_event(slot);
                if let Some(source) = source {
                    self.unlink_reader(source, prev, next);
                }
            }
            Kind::Write { .. } => {
                self.unlink_event(slot);
                self.unplace(slot);
            }
            kind => {
                if let Kind::Spawn(child) = kind {
                    // Another start of the same thread may come with another state.
                    let child = &self.threads[child];
                    self.saved_starts.push((child.start, child.starts_at, child.twin));
                }
                self.unlink_event(slot);
            }
        }
    }

    #[inline]
    fn relink_deleted(&mut self, slot: Slot) {
        let node = &self.nodes[slot];
        match node.kind {
            Kind::Read { .. } => {
                self.link_event(slot);
                self.relink_reader(slot);
            }
            Kind::Write { .. } => {
                let position = node.co as usize;
                self.link_event(slot);
                self.place(slot, position);
            }
            kind => {
                if let Kind::Spawn(child) = kind
                    && let Some((start, standing, twin)) = self.saved_starts.pop()
                {
                    self.set_start(child, start, standing, twin);
                }
                self.link_event(slot);
            }
        }
    }

    /// Sets the first state of a thread that is about to start, where it stands then, and of which other one it is a twin.
    pub fn set_start(&mut self, child: ThreadId, start: S, standing: Standing, twin: Option<ThreadId>) {
        let child = &mut self.threads[child];
        child.state = start;
        (child.start, child.starts_at, child.twin) = (start, standing, twin);
    }
}
