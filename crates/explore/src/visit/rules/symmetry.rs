//! Threads that may change places (`docs/internals/symmetry.md`): of the executions that differ only in which of several
//! twins did what, those in which their first accesses are in order are explored.
//!
//! Twins have the same code and the same argument and were started one directly after the other. Their first events
//! access the same location; their *rank* is the place in coherence order of that write, or of what that read reads. A
//! graph is cut when an older twin ranks above the next younger one that is there. The younger one never makes its first
//! step before the older one. If the first event of a twin is deleted and that of a younger one stays, the default is no
//! longer "last in coherence order", which would be cut, but "as late as the younger one allows"; without that,
//! executions are lost.

use raddle_graph::clock::Clock;
use raddle_graph::node::{Kind, Loc, Slot};
use raddle_graph::{Mode, ThreadId, Value};
use raddle_models::Model;

use crate::visit::{Choice, StateId, Visit};
use raddle_program::{Action, Program};

/// What is known about symmetric threads.
#[derive(Default)]
pub(in crate::visit) struct Symmetry {
    /// Has the exploration ever met any?
    pub(in crate::visit) has_symmetric_threads: bool,
}

impl<P: Program, M: Model, const N: usize> Visit<'_, P, M, N> {
    /// Tells the graph of twins among the threads that run from the beginning.
    pub(in crate::visit) fn note_twins_at_start(&mut self) {
        for index in 0..self.graph.threads().len() {
            let thread = ThreadId(index as u16);
            if let Some(twin) = self.program.twin_at_start(thread) {
                let start = self.graph.threads()[index].start;
                self.set_start(thread, start, Some(twin));
            }
        }
    }

    /// Sets the first state of a thread and its twin, if it can have one: only those are twins whose first event is an
    /// access.
    pub(in crate::visit) fn set_start(&mut self, thread: ThreadId, start: StateId, twin: Option<ThreadId>) {
        let accesses =
            matches!(self.states.action(start), Action::Read { .. } | Action::Write { .. } | Action::Update { .. });
        let twin = twin.filter(|_| accesses && self.options.symmetry && !self.is_wb());
        self.symmetry.has_symmetric_threads |= twin.is_some();
        self.graph.set_start(thread, start, self.states.standing(start), twin);
    }

    fn first_event(&self, thread: ThreadId) -> Option<Slot> {
        self.graph.threads()[thread.index()].events.first().copied()
    }

    fn older_twin(&self, thread: ThreadId) -> Option<ThreadId> {
        self.graph.threads()[thread.index()].twin
    }

    fn younger_twin(&self, thread: ThreadId) -> Option<ThreadId> {
        let mut threads = (0..self.graph.threads().len()).map(|index| ThreadId(index as u16));
        threads.find(|&other| self.graph.state(other).is_some() && self.older_twin(other) == Some(thread))
    }

    /// Must the thread wait with its first step for an older twin?
    #[inline]
    pub(in crate::visit) fn is_behind_twin(&self, thread: ThreadId) -> bool {
        self.symmetry.has_symmetric_threads
            && self.first_event(thread).is_none()
            && self.older_twin(thread).is_some_and(|older| self.first_event(older).is_none())
    }

    /// Where the first event of a twin stands among the writes of its location.
    fn rank(&self, first: Slot) -> u32 {
        self.graph.node(self.graph.pin(first)).co
    }

    /// Are the thread's twins in order, as far as this event, which was just placed or given a source, matters?
    #[inline]
    pub(in crate::visit) fn respects_twins(&self, event: Slot) -> bool {
        !self.symmetry.has_symmetric_threads || self.are_twins_in_order(event)
    }

    fn are_twins_in_order(&self, event: Slot) -> bool {
        if self.graph.node(event).index != 0 {
            return true;
        }
        let Some(thread) = self.graph.node(event).lane.thread() else { return true };
        let rank = self.rank(event);
        let older = std::iter::successors(self.older_twin(thread), |&older| self.older_twin(older));
        let younger = std::iter::successors(self.younger_twin(thread), |&younger| self.younger_twin(younger));
        let nearest_older = older.filter_map(|twin| self.first_event(twin)).next();
        let nearest_younger = younger.filter_map(|twin| self.first_event(twin)).next();
        nearest_older.is_none_or(|other| self.rank(other) <= rank)
            && nearest_younger.is_none_or(|other| rank <= self.rank(other))
    }

    /// Was the access added the default way, given that everything newer that is not in the clock is deleted? The general
    /// form of `is_maximal`: with twins, what is deleted need not be the end of coherence order.
    #[inline(never)]
    pub(in crate::visit) fn is_maximal_among_twins(&mut self, event: Slot, loc: Loc, keep: &Clock<N>) -> bool {
        let node = self.graph.node(event);
        // The place of an update's write follows from its read, which was or will be looked at.
        if node.is_write() && node.is_exclusive() {
            return true;
        }
        let stamp = node.stamp;
        if let Some(younger) = self.remaining_younger_twin(event, keep) {
            return match self.graph.node(event).is_write() {
                true => self.next_remaining(event, loc, stamp, keep) == Some(younger),
                false => self.default_source(event, loc, younger, keep) == self.graph.node(event).rf,
            };
        }
        let pin = self.graph.pin(event);
        self.next_remaining(pin, loc, stamp, keep).is_none()
    }

    /// Does an event stay when everything newer than the stamp that is not in the clock is deleted?
    fn remains(&self, slot: Slot, stamp: u32, keep: &Clock<N>) -> bool {
        let node = self.graph.node(slot);
        node.lane.thread().is_none() || node.stamp <= stamp || keep.contains(node.lane, node.index)
    }

    /// The next write in coherence order that remains.
    fn next_remaining(&self, write: Slot, loc: Loc, stamp: u32, keep: &Clock<N>) -> Option<Slot> {
        let after = &self.graph.location(loc).co[self.graph.node(write).co as usize + 1..];
        after.iter().copied().find(|&other| self.remains(other, stamp, keep))
    }

    /// The first event of the nearest younger twin for which it remains, if the event is a twin's first.
    fn remaining_younger_twin(&self, event: Slot, keep: &Clock<N>) -> Option<Slot> {
        let node = self.graph.node(event);
        if node.index != 0 {
            return None;
        }
        let mut younger =
            std::iter::successors(self.younger_twin(node.lane.thread()?), |&twin| self.younger_twin(twin));
        younger.find_map(|twin| self.first_event(twin).filter(|&first| self.remains(first, node.stamp, keep)))
    }

    /// What the first read of a twin reads by default when it comes after that of a younger one: the last write that the
    /// model allows and that does not rank above what the younger one reads.
    fn default_source(&mut self, read: Slot, loc: Loc, younger: Slot, keep: &Clock<N>) -> Option<Slot> {
        let node = self.graph.node(read);
        let (stamp, thread) = (node.stamp, node.lane.thread()?);
        let limit = self.graph.node(younger).rf?;
        let is_taken = self.graph.node(younger).is_exclusive();
        let cut = self.graph.cut_before(stamp, *keep);
        let end = self.graph.node(limit).co as usize + 1;
        let event = self.graph.begin(thread, Kind::Read { loc, exclusive: false }, Mode::Rlx);
        let floor = self.model.floor(&self.graph, event, loc);
        self.graph.release(event);
        let mut found = None;
        for position in (floor..end).rev() {
            let source = self.graph.location(loc).co[position];
            // An update cannot read what the younger twin's update reads, even if the write of that is not there.
            if source == limit && is_taken && self.would_store(thread, self.graph.node(source).value) {
                continue;
            }
            if self.can_read(thread, loc, Choice { slot: source, spurious: false }) {
                found = Some(source);
                break;
            }
        }
        self.graph.restore(cut);
        found
    }

    /// Would the thread's next action store, if it read this value?
    pub(in crate::visit) fn would_store(&self, thread: ThreadId, value: Value) -> bool {
        let Some(&state) = self.graph.state(thread) else { return false };
        match *self.states.action(state) {
            Action::Update { op, width, .. } => self.program.would_store(op, width, value),
            _ => false,
        }
    }
}
