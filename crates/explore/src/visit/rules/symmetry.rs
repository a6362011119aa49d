//! Symmetric threads (`docs/internals/symmetry.md`): of the executions that differ only in which of several symmetric
//! threads did what, those in which their first accesses are in order are explored.
//!
//! Symmetric threads have the same code and the same argument and were started one directly after the other. Their first events
//! access the same location; their *rank* is the place in coherence order of that write, or of what that read reads. A
//! graph is abandoned when an older thread ranks above the next younger symmetric one that is there. The younger one never
//! makes its first step before the older one. If the first event of a thread is deleted and that of a younger one stays,
//! the default is no longer "last in coherence order", which would be abandoned, but "as late as the younger one allows";
//! without that, executions are lost.

use raddle_graph::clock::Clock;
use raddle_graph::node::{Kind, Loc, Slot};
use raddle_graph::{Mode, ThreadId, Value};
use raddle_models::Model;

use crate::visit::core::Core;
use crate::visit::{Choice, StateId, Visit};
use raddle_program::{Action, Program};

/// What is known about symmetric threads.
#[derive(Default)]
pub(in crate::visit) struct Symmetry {
    /// Has the exploration ever met any?
    pub(in crate::visit) has_symmetric_threads: bool,
}

impl<P: Program, const N: usize> Core<'_, P, N> {
    /// Tells the graph which of the threads that run from the beginning are symmetric.
    pub(in crate::visit) fn note_symmetric_at_start(&mut self) {
        for index in 0..self.graph.threads().len() {
            let thread = ThreadId(index as u16);
            if let Some(older) = self.program.symmetric_at_start(thread) {
                let start = self.graph.threads()[index].start;
                self.set_start(thread, start, Some(older));
            }
        }
    }

    /// Sets the first state of a thread and the older thread that it is symmetric to. Only threads whose first event is an
    /// access count as symmetric.
    pub(in crate::visit) fn set_start(&mut self, thread: ThreadId, start: StateId, older: Option<ThreadId>) {
        let accesses =
            matches!(self.states.action(start), Action::Read { .. } | Action::Write { .. } | Action::Update { .. });
        let older = older.filter(|_| accesses && self.options.symmetry && !self.is_wb());
        self.symmetry.has_symmetric_threads |= older.is_some();
        self.graph.set_start(thread, start, self.states.standing(start), older);
    }

    fn first_event(&self, thread: ThreadId) -> Option<Slot> {
        self.graph.threads()[thread.index()].events.first().copied()
    }

    fn older_symmetric(&self, thread: ThreadId) -> Option<ThreadId> {
        self.graph.threads()[thread.index()].symmetric_to
    }

    fn younger_symmetric(&self, thread: ThreadId) -> Option<ThreadId> {
        let mut threads = (0..self.graph.threads().len()).map(|index| ThreadId(index as u16));
        threads.find(|&other| self.graph.state(other).is_some() && self.older_symmetric(other) == Some(thread))
    }

    /// Must the thread wait with its first step for an older symmetric one?
    #[inline]
    pub(in crate::visit) fn is_behind_symmetric_thread(&self, thread: ThreadId) -> bool {
        self.symmetry.has_symmetric_threads
            && self.first_event(thread).is_none()
            && self.older_symmetric(thread).is_some_and(|older| self.first_event(older).is_none())
    }

    /// Where the first event of a symmetric thread stands among the writes of its location.
    fn rank(&self, first: Slot) -> u32 {
        self.graph.node(self.graph.pin(first)).co
    }

    /// Do the thread and those symmetric to it rank in order? Asked for an event that was just placed or given a source.
    #[inline]
    pub(in crate::visit) fn respects_symmetry(&self, event: Slot) -> bool {
        !self.symmetry.has_symmetric_threads || self.is_in_symmetry_order(event)
    }

    fn is_in_symmetry_order(&self, event: Slot) -> bool {
        if self.graph.node(event).index != 0 {
            return true;
        }
        let Some(thread) = self.graph.node(event).lane.thread() else { unreachable!("initial writes are never added") };
        let rank = self.rank(event);
        let older = std::iter::successors(self.older_symmetric(thread), |&older| self.older_symmetric(older));
        let younger = std::iter::successors(self.younger_symmetric(thread), |&younger| self.younger_symmetric(younger));
        let nearest_older = older.filter_map(|other| self.first_event(other)).next();
        let nearest_younger = younger.filter_map(|other| self.first_event(other)).next();
        nearest_older.is_none_or(|other| self.rank(other) <= rank)
            && nearest_younger.is_none_or(|other| rank <= self.rank(other))
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

    /// The first event of the nearest younger symmetric thread whose first event remains, if the event is its thread's first.
    fn remaining_younger_symmetric(&self, event: Slot, keep: &Clock<N>) -> Option<Slot> {
        let node = self.graph.node(event);
        if node.index != 0 {
            return None;
        }
        let mut younger =
            std::iter::successors(self.younger_symmetric(node.lane.thread()?), |&other| self.younger_symmetric(other));
        younger.find_map(|other| self.first_event(other).filter(|&first| self.remains(first, node.stamp, keep)))
    }

    /// Would the thread's next action store, if it read this value?
    #[inline]
    pub(in crate::visit) fn would_store(&self, thread: ThreadId, value: Value) -> bool {
        let Some(&state) = self.graph.state(thread) else { unreachable!("a thread that acts was started") };
        match *self.states.action(state) {
            Action::Update { op, width, .. } => self.program.would_store(op, width, value),
            _ => false,
        }
    }
}

impl<P: Program, M: Model, const N: usize> Visit<'_, P, M, N> {
    /// Was the access added the default way, given that everything newer that is not in the clock is deleted? The general
    /// form of `is_maximal`: with symmetric threads, what is deleted need not be the end of coherence order.
    #[inline(never)]
    pub(in crate::visit) fn is_maximal_among_symmetric(&mut self, event: Slot, loc: Loc, keep: &Clock<N>) -> bool {
        let node = self.core.graph.node(event);
        // The place of an update's write follows from its read, which was or will be looked at.
        if node.is_write() && node.is_exclusive() {
            return true;
        }
        let stamp = node.stamp;
        if let Some(younger) = self.core.remaining_younger_symmetric(event, keep) {
            return match self.core.graph.node(event).is_write() {
                true => self.core.next_remaining(event, loc, stamp, keep) == Some(younger),
                false => self.default_source(event, loc, younger, keep) == self.core.graph.node(event).rf,
            };
        }
        let pin = self.core.graph.pin(event);
        self.core.next_remaining(pin, loc, stamp, keep).is_none()
    }

    /// What a thread's first read reads by default when the one of a younger symmetric thread was there before: the last write
    /// that the model allows and that does not rank above the source of the younger one.
    fn default_source(&mut self, read: Slot, loc: Loc, younger: Slot, keep: &Clock<N>) -> Option<Slot> {
        let node = self.core.graph.node(read);
        let (stamp, thread) = (node.stamp, node.lane.thread()?);
        let limit = self.core.graph.node(younger).rf?;
        let is_taken = self.core.graph.node(younger).is_exclusive();
        let cut = self.core.graph.cut_before(stamp, *keep);
        let end = self.core.graph.node(limit).co as usize + 1;
        let event = self.core.graph.begin(thread, Kind::Read { loc, exclusive: false }, Mode::Rlx);
        let floor = self.model.floor(&self.core.graph, event, loc);
        self.core.graph.release(event);
        let mut found = None;
        for position in (floor..end).rev() {
            let source = self.core.graph.location(loc).co[position];
            // An update cannot read what the younger thread's update reads, even if the write of that is not there.
            if source == limit && is_taken && self.core.would_store(thread, self.core.graph.node(source).value) {
                continue;
            }
            if self.can_read(thread, loc, Choice { slot: source, spurious: false }) {
                found = Some(source);
                break;
            }
        }
        self.core.graph.restore(cut);
        found
    }
}
