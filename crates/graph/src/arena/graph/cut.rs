//! Backward revisits: cutting away what is newer than a read and not needed by the write it will read, and putting it
//! back.
//!
//! Deleted events stay untouched in the arena, so `restore` only relinks them, in exactly the reverse order. They know where
//! they were in the trail: what is kept moves down into the gaps, and up again. Cost: linear in the events newer than the read.

use super::Graph;
use super::build::Left;
use crate::arena::clock::{Clock, Lane};
use crate::arena::lanes::LaneSet;
use crate::arena::node::{Kind, Slot};
use crate::{Standing, ThreadId};

/// What `restore` needs to undo a `cut`.
#[derive(Clone, Copy, Debug)]
pub struct Cut {
    revisit: Option<Revisit>,
    saved_from: usize,
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
        self.node_mut(revisited).stamp = stamp;
        self.trail[stamp as usize] = revisited;
        self.link_labelled(revisited, Lane::of(thread), kind, mode);
        self.close_gaps(cut.saved_from, 1);
        self.node_mut(write).has_older_reader = true;
        cut.revisit = Some(Revisit { revisited, write });
        self.sample_invariants();
        (cut, revisited)
    }

    /// Deletes the event with that stamp and every newer one that is not in the clock.
    pub fn cut_before(&mut self, stamp: u32, keep: Clock<N>) -> Cut {
        let cut = self.delete(stamp, keep);
        self.close_gaps(cut.saved_from, 0);
        self.sample_invariants();
        cut
    }

    /// Unlinks what is deleted, newest first; it stays in the trail.
    #[inline(always)]
    fn delete(&mut self, stamp: u32, keep: Clock<N>) -> Cut {
        let cut = Cut { revisit: None, saved_from: self.saved.len() };
        let mut left = Left::default();
        for at in (stamp as usize..self.trail.len()).rev() {
            let slot = self.trail[at];
            let node = &self.nodes[slot];
            if keep.contains(node.lane, node.index) {
                continue;
            }
            if let Kind::Spawn(child) = node.kind {
                // Another start of the same thread may come with another state.
                let child = &self.threads[child];
                self.saved_starts.push((child.start, child.starts_at, child.symmetric_to));
            }
            self.saved.push(slot);
            left.note(node);
            self.unlink(slot);
        }
        self.go_back(&left);
        cut
    }

    /// Moves the events that are kept down to where the deleted ones were in the trail, of which so many have a substitute.
    #[inline(always)]
    fn close_gaps(&mut self, saved_from: usize, substitutes: usize) {
        let Graph { nodes, trail, saved, .. } = self;
        let Some(&oldest) = saved[saved_from..].last() else { return };
        let mut gap = nodes[oldest].stamp as usize;
        let mut end = gap + substitutes;
        for newer in (saved_from..saved.len()).rev() {
            let next = if newer > saved_from { nodes[saved[newer - 1]].stamp as usize } else { trail.len() };
            for at in gap + 1..next {
                let kept = trail[at];
                trail[end] = kept;
                nodes[kept].stamp = end as u32;
                end += 1;
            }
            gap = next;
        }
        trail.truncate(end);
    }

    /// Moves the events that were kept up again, and puts the deleted ones between them. Undoes `close_gaps`.
    fn open_gaps(&mut self, saved_from: usize, substitutes: usize) {
        let Graph { nodes, trail, saved, .. } = self;
        let deleted = &saved[saved_from..];
        let (mut from, mut to) = (trail.len(), trail.len() + deleted.len() - substitutes);
        deleted.iter().for_each(|&slot| trail.push(slot));
        trail.truncate(to);
        for &slot in deleted {
            let gap = nodes[slot].stamp as usize;
            while to > gap + 1 {
                (from, to) = (from - 1, to - 1);
                let kept = trail[from];
                trail[to] = kept;
                nodes[kept].stamp = to as u32;
            }
            trail[gap] = slot;
            to = gap;
        }
    }

    /// Undoes a `cut`; everything added since must have been taken back, and the write unplaced.
    pub fn restore(&mut self, cut: Cut) {
        if let Some(Revisit { revisited, write }) = cut.revisit {
            self.node_mut(write).has_older_reader = false;
            // Its thread is told where it stands below: the event of which it took the place comes back.
            self.unlink(revisited);
            self.threads[self.nodes[revisited].lane].events.pop();
            self.release(revisited);
        }
        self.open_gaps(cut.saved_from, usize::from(cut.revisit.is_some()));
        let mut lanes = LaneSet::default();
        while self.saved.len() > cut.saved_from
            && let Some(slot) = self.saved.pop()
        {
            lanes.insert(self.nodes[slot].lane);
            self.relink_deleted(slot);
        }
        self.stand_again(lanes);
        self.sample_invariants();
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
                    && let Some((start, standing, symmetric_to)) = self.saved_starts.pop()
                {
                    self.set_start(child, start, standing, symmetric_to);
                }
                self.link_event(slot);
            }
        }
    }

    /// Sets the first state of a thread that is about to start, where it stands then, and the older thread that it is symmetric to.
    pub fn set_start(&mut self, child: ThreadId, start: S, standing: Standing, symmetric_to: Option<ThreadId>) {
        let child = &mut self.threads[child];
        child.state = start;
        (child.start, child.starts_at, child.symmetric_to) = (start, standing, symmetric_to);
    }
}
