//! Adding a write, and going through its places in coherence order; adding the write half of an update; backward
//! revisits.

use raddle_graph::clock::Lane;
use raddle_graph::node::{Kind, Loc, Slot};
use raddle_graph::{Mode, ThreadId, Value};
use raddle_models::Model;

use super::core::Core;
use super::{After, Branching, Choice, Frame, StateId, Visit};
use raddle_program::{Action, Answer, Program};

impl<P: Program, const N: usize> Core<'_, P, N> {
    /// The read and what its update stores, if it is the read half of one that does.
    #[inline]
    pub(super) fn update_of(&self, read: Slot) -> Option<(Slot, Value)> {
        if !self.graph.node(read).is_exclusive() {
            return None;
        }
        match *self.states.action(*self.graph.state_before(read)) {
            Action::Update { op, width, .. } => {
                Some((read, self.program.stores(op, width, self.graph.node(read).value)?))
            }
            _ => unreachable!("an exclusive read came from an update"),
        }
    }

    /// The read that a write just placed has revisited: the only one that reads it.
    #[inline]
    fn revisited(&self, write: Slot, after: After) -> Option<Slot> {
        match after {
            After::Scan { .. } => None,
            After::Restore(_) => self.graph.readers(write).next(),
        }
    }
}

impl<P: Program, M: Model, const N: usize> Visit<'_, P, M, N> {
    /// Adds a write, last in coherence order; no event that is last needs a check.
    #[inline(always)]
    pub(super) fn add_write(
        &mut self,
        (thread, before): (ThreadId, StateId),
        loc: Loc,
        mode: Mode,
        value: Value,
    ) -> bool {
        let stamp = self.core.graph.trail().len();
        let write = self.core.graph.append((thread, before), loc, Kind::Write { loc, exclusive: false }, mode);
        self.core.graph.node_mut(write).value = value;
        let (after, standing) = self.core.states.go_on(before, Answer { value: 0, stored: false }, Branching::Single);
        self.core.graph.advance_thread(write, Lane::of(thread), after, standing);
        self.core.graph.set_message_of(write, mode, false);
        self.note_race(write, loc);
        self.note_buffering(write);
        self.core.totals.events_added += 1;
        let location = self.core.graph.location(loc);
        let end = location.co.len();
        // Where nobody else is there are no other places and no reads to revisit.
        if location.accessors.without(Lane::of(thread)).is_empty() {
            self.core.graph.place_last(write, loc);
            return self.core.respects_symmetry(write);
        }
        // In `wb` mode a write has one place only: the list of writes is no order.
        let floor = if self.core.is_wb() { end - 1 } else { self.model.floor(&self.core.graph, write, loc) };
        self.core.graph.place_last(write, loc);
        let oldest = self.core.oldest_revisitable(write);
        if floor + 1 < end || oldest.is_some() {
            self.core.tree.frames.push(Frame::Write { write, stamp, floor, after: After::Scan { oldest } });
        }
        self.core.respects_symmetry(write)
    }

    /// Adds the write half of an update, directly after what its read half reads. Where that is not possible
    /// it may still revisit the update that stands in its way.
    pub(super) fn add_update_write(&mut self, read: Slot, stores: Value) -> bool {
        let write = self.begin_update_write(read, stores);
        let stamp = self.core.graph.trail().len() - 1;
        self.note_buffering(write);
        let fits = self.place_after_source(write, read);
        self.core.totals.events_added += 1;
        let oldest = self.core.oldest_revisitable(write);
        if !fits || oldest.is_some() {
            self.core.tree.frames.push(Frame::Write { write, stamp, floor: usize::MAX, after: After::Scan { oldest } });
        }
        fits
    }

    /// Links the write half of an update, without a place.
    pub(super) fn begin_update_write(&mut self, read: Slot, value: Value) -> Slot {
        let node = self.core.graph.node(read);
        let (mode, thread, loc) = (node.mode, node.lane.thread(), node.loc());
        let (Some(thread), Some(loc)) = (thread, loc) else {
            unreachable!("a read belongs to a thread and accesses a location")
        };
        // The thread has moved on when its update read.
        let state = *self.core.graph.state_of_started(thread);
        let write = self.core.graph.append((thread, state), loc, Kind::Write { loc, exclusive: true }, mode);
        self.core.graph.stay(write);
        self.core.graph.node_mut(write).value = value;
        self.core.graph.set_message_of(write, mode, true);
        self.note_race(write, loc);
        write
    }

    /// Puts the write of an update where it must be, if it can be there.
    fn place_after_source(&mut self, write: Slot, read: Slot) -> bool {
        let Some(source) = self.core.graph.node(read).rf else { unreachable!("an update reads before it writes") };
        if self.core.is_wb() {
            return self.join_consumers(write, read, source);
        }
        if self.core.graph.is_consumed(source) {
            return false;
        }
        self.core.graph.place(write, self.core.graph.node(source).co as usize + 1);
        if self.core.graph.is_co_last(write) || self.admits(write) {
            return true;
        }
        self.core.graph.unplace(write);
        false
    }

    /// Moves a write to its next place down in coherence order; after the last one come its revisits.
    pub(super) fn next_place(&mut self, write: Slot, stamp: usize, floor: usize, after: After) -> bool {
        if !self.core.graph.node(write).is_exclusive() {
            while self.core.graph.node(write).co as usize > floor.saturating_add(1) {
                self.core.graph.lower(write);
                // An update stays directly after its source.
                let splits =
                    self.core.graph.co_next(write).is_some_and(|next| self.core.graph.node(next).is_exclusive());
                if !splits && self.admits_placed(write, after) {
                    self.core.totals.events_added += 1;
                    self.core.forced = self.core.revisited(write, after).and_then(|read| self.core.update_of(read));
                    return true;
                }
            }
        }
        if self.core.graph.node(write).placed {
            self.core.graph.unplace(write);
        }
        self.core.tree.frames.pop();
        match after {
            After::Scan { oldest: None } => {
                self.core.undo_to(stamp);
                false
            }
            After::Scan { oldest: Some(oldest) } => {
                let base = self.core.tree.choices.len();
                self.scan_for_revisits(write, oldest);
                if self.core.tree.choices.len() == base {
                    self.core.undo_to(stamp);
                    return false;
                }
                self.core.tree.frames.push(Frame::Revisits { write, stamp, base });
                self.next_revisit(write, stamp, base)
            }
            After::Restore(cut) => {
                self.core.graph.restore(cut);
                self.witness.forget(&mut self.core.graph);
                false
            }
        }
    }

    fn admits_placed(&mut self, write: Slot, after: After) -> bool {
        if !(self.core.respects_symmetry(write) && self.admits(write)) {
            return false;
        }
        // A revisited read goes where its write goes.
        self.core.revisited(write, after).is_none_or(|read| self.core.respects_symmetry(read) && self.admits(read))
    }

    /// Performs the next revisit by a write that is the newest event and has no place.
    pub(super) fn next_revisit(&mut self, write: Slot, stamp: usize, base: usize) -> bool {
        while self.core.tree.choices.len() > base {
            let Some(Choice { slot: read, spurious }) = self.core.tree.choices.pop() else { break };
            let (cut, revisited) = self.core.graph.cut(read, write);
            let stores = self.read_from(revisited, write, spurious);
            if self.visit_revisited((revisited, stores), write, After::Restore(cut)) {
                return true;
            }
            self.core.graph.restore(cut);
        }
        self.core.tree.frames.pop();
        self.core.undo_to(stamp);
        false
    }

    /// Goes on from a graph in which `read`, whose update stores that, if it is one, was just revisited by `write`, which has
    /// no place yet. False, without a frame, if there is none.
    pub(super) fn visit_revisited(&mut self, (read, stores): (Slot, Option<Value>), write: Slot, after: After) -> bool {
        let stamp = self.core.graph.trail().len() - 1;
        let Some(loc) = self.core.graph.node(write).loc() else { unreachable!("a write accesses a location") };
        let floor = if self.core.is_wb() {
            self.core.graph.place(write, self.core.graph.location(loc).co.len());
            // An update's place is after its source, which may not be the end.
            self.witness.holds &= !self.core.graph.node(write).is_exclusive();
            usize::MAX
        } else {
            // What happens before the read must not be above the write; the write itself has no place to compare with.
            let below = self.model.floor(&self.core.graph, write, loc).max(self.floor_without(read, write));
            if !self.place_revisiting(write, read, below) {
                return false;
            }
            below
        };
        self.core.totals.events_added += 1;
        self.core.tree.frames.push(Frame::Write { write, stamp, floor, after });
        self.core.forced = stores.map(|stores| (read, stores));
        // At the end of coherence order the symmetry order may be violated; lower places must respect it.
        self.is_cut = !(self.core.respects_symmetry(write) && self.core.respects_symmetry(read));
        true
    }

    /// The floor of a revisited read, which knows the write by now.
    fn floor_without(&mut self, read: Slot, write: Slot) -> usize {
        let Some(loc) = self.core.graph.node(write).loc() else { unreachable!("a write accesses a location") };
        // With a position of 0 the write raises no floor.
        self.core.graph.node_mut(write).co = 0;
        self.model.floor(&self.core.graph, read, loc)
    }

    fn place_revisiting(&mut self, write: Slot, read: Slot, floor: usize) -> bool {
        let Some(loc) = self.core.graph.node(write).loc() else { unreachable!("a write accesses a location") };
        if !self.core.graph.node(write).is_exclusive() {
            self.core.graph.place(write, self.core.graph.location(loc).co.len());
            return true;
        }
        let source = self.core.graph.node(write).prev_access.and_then(|half| self.core.graph.node(half).rf);
        let Some(source) = source else {
            unreachable!("the read half of an update is the access before its write half")
        };
        let position = self.core.graph.node(source).co as usize;
        if position < floor || self.core.graph.is_consumed(source) {
            return false;
        }
        self.core.graph.place(write, position + 1);
        if self.core.graph.is_co_last(write) || (self.admits(write) && self.admits(read)) {
            return true;
        }
        self.core.graph.unplace(write);
        false
    }
}
