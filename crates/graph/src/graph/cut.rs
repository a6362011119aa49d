//! Backward revisits: cutting away what is newer than a read and not needed by the write it will read, and putting it
//! back.
//!
//! Deleted events stay untouched in the arena, so `restore` only relinks them, in exactly the reverse order. Cost:
//! linear in the events newer than the read.

use super::Graph;
use crate::node::{Kind, Slot};

/// What `restore` needs to undo a `cut`.
#[derive(Clone, Copy, Debug)]
pub struct Cut {
    /// The revisited read, as it was.
    pub read: Slot,
    /// The event that takes its place.
    pub revisited: Slot,
    /// The write that it will read.
    pub write: Slot,
    /// The read's stamp: older events are not touched.
    pub stamp: u32,
    saved_from: usize,
}

impl<S: Clone, const N: usize> Graph<S, N> {
    /// Deletes `read` and every newer event outside the prefix of `write`, the newest event, which must not be placed.
    /// In place of `read` a new event stands, with the same stamp, which still lacks its source.
    pub fn cut(&mut self, read: Slot, write: Slot) -> Cut {
        let stamp = self.node(read).stamp;
        let saved_from = self.saved.len();
        self.saved.extend_from_slice(&self.trail[stamp as usize..]);
        for at in (saved_from..self.saved.len()).rev() {
            let slot = self.saved[at];
            if self.is_deleted_by(slot, write) {
                self.unlink_deleted(slot);
            }
        }
        self.trail.truncate(stamp as usize);
        let node = self.node(read);
        let Some(thread) = node.lane.thread() else { unreachable!("every event in the trail belongs to a thread") };
        let revisited = self.begin(thread, node.kind, node.mode);
        self.link(revisited);
        for at in saved_from + 1..self.saved.len() {
            let slot = self.saved[at];
            if !self.is_deleted_by(slot, write) {
                self.append_to_trail(slot);
            }
        }
        self.node_mut(write).has_older_reader = true;
        Cut { read, revisited, write, stamp, saved_from }
    }

    /// Undoes a `cut`; everything added since must have been taken back, and the write unplaced.
    pub fn restore(&mut self, cut: Cut) {
        self.node_mut(cut.write).has_older_reader = false;
        self.unlink_from_thread(cut.revisited);
        self.drop_source(cut.revisited);
        self.release(cut.revisited);
        self.trail.truncate(cut.stamp as usize);
        for at in cut.saved_from..self.saved.len() {
            let slot = self.saved[at];
            self.append_to_trail(slot);
            if self.is_deleted_by(slot, cut.write) {
                self.relink_deleted(slot);
            }
        }
        self.saved.truncate(cut.saved_from);
    }

    fn is_deleted_by(&self, slot: Slot, write: Slot) -> bool {
        !self.in_prefix(slot, write)
    }

    fn append_to_trail(&mut self, slot: Slot) {
        self.node_mut(slot).stamp = self.trail.len() as u32;
        self.trail.push(slot);
    }

    fn unlink_deleted(&mut self, slot: Slot) {
        self.unlink_from_thread(slot);
        let node = self.node(slot);
        match node.kind {
            Kind::Read { .. } => {
                if let Some(source) = node.rf {
                    let (prev, next) = (node.prev_reader, node.next_reader);
                    self.unlink_reader(source, prev, next);
                }
            }
            Kind::Write { .. } => self.unplace(slot),
            _ => {}
        }
    }

    fn relink_deleted(&mut self, slot: Slot) {
        self.link_into_thread(slot);
        match self.node(slot).kind {
            Kind::Read { .. } => self.relink_reader(slot),
            Kind::Write { .. } => self.place(slot, self.node(slot).co as usize),
            _ => {}
        }
    }
}
