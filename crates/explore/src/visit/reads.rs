//! Adding a read, and going through the writes it may read from.

use raddle_graph::clock::Lane;
use raddle_graph::node::{Kind, Loc, Node, Slot};
use raddle_graph::{Address, Mode, ThreadId, Value};
use raddle_models::Model;

use super::core::Core;
use super::schedule::{Next, Waiting};
use super::{Branching, Choice, Frame, StateId, Visit};
use raddle_program::{Action, Answer, Program};

/// Where in its thread an event is, or will be.
#[derive(Clone, Copy)]
pub(super) struct Place {
    pub(super) lane: Lane,
    pub(super) index: u32,
}

impl<P: Program, const N: usize> Core<'_, P, N> {
    /// How the thread's next action can read from a source: as it is, and by failing spuriously if it may. The first is tried last.
    #[inline]
    pub(super) fn ways_to_read(&self, thread: ThreadId, source: Slot) -> impl Iterator<Item = Choice> + use<P, N> {
        let value = self.graph.node(source).value;
        let place = Place { lane: Lane::of(thread), index: self.graph.threads()[thread.index()].events.len() as u32 };
        let may_fail = self.graph.state(thread).is_some_and(|&before| self.may_fail_spuriously(place, before, value));
        let failure = may_fail.then_some(Choice { slot: source, spurious: true });
        failure.into_iter().chain([Choice { slot: source, spurious: false }])
    }

    /// May the action of a thread that stands there in that state fail although it reads the value that it expects? Not if that is in
    /// vain.
    #[inline]
    pub(super) fn may_fail_spuriously(&self, place: Place, before: StateId, value: Value) -> bool {
        self.has_spurious_failures
            && matches!(*self.states.action(before), Action::Update { op, width, .. }
                if op.is_weak() && self.program.stores(op, width, value).is_some())
            && !self.fails_in_vain(place, before, value)
    }

    #[cold]
    fn fails_in_vain(&self, place: Place, before: StateId, value: Value) -> bool {
        // A conflict with the second write is a race with the first, too, if the thread told nobody of that in between.
        let is_silent =
            |node: &Node<StateId, N>| node.is_read() && !node.is_write() || node.is_write() && node.mode == Mode::Na;
        let Some(thread) = place.lane.thread() else { unreachable!("initial writes do not fail") };
        let events = &self.graph.threads()[thread.index()].events;
        let rewrites = |addr: Address, value: Value| {
            let earlier = events[..place.index as usize].iter().rev().map(|&event| self.graph.node(event));
            let at = |node: &Node<StateId, N>| node.loc().is_some_and(|loc| self.graph.location(loc).addr == addr);
            let mut silent = earlier.take_while(|node| is_silent(node));
            let last = silent.find(|node| at(node));
            self.has_races && last.is_some_and(|last| last.is_write() && last.value == value)
        };
        self.program.fails_in_vain(&self.states.copy(before), value, &rewrites)
    }

    /// What the update of a read stores if it reads `value`, and how the read is ordered then.
    pub(super) fn label_reading(&self, read: Slot, value: Value, spurious: bool) -> (Option<Value>, Mode) {
        match *self.states.action(*self.graph.state_before(read)) {
            Action::Update { op, width, mode, .. } => {
                let stores = if spurious { None } else { self.program.stores(op, width, value) };
                (stores, if stores.is_none() { op.failure_mode(mode) } else { mode })
            }
            Action::Read { mode, .. } => (None, mode),
            _ => unreachable!("a read came from a read or an update"),
        }
    }
}

impl<P: Program, M: Model, const N: usize> Visit<'_, P, M, N> {
    pub(super) fn add_read(&mut self, next: Next, loc: Loc, mode: Mode, updates: bool) -> bool {
        let read = self.core.graph.begin(next.thread, Kind::Read { loc, exclusive: false }, mode);
        let base = self.core.tree.choices.len();
        if self.core.is_wb() {
            self.sources_up_to_rf(next.thread, read, loc);
        } else {
            self.sources_from_floor(next, read, loc, updates);
        }
        self.branch_on_sources(read, base)
    }

    /// Adds a read, by a thread in that state, for which every write from the floor on is a source.
    #[inline(always)]
    pub(super) fn add_plain_read(&mut self, (thread, before): (ThreadId, StateId), loc: Loc, mode: Mode) -> bool {
        let read = self.core.graph.append((thread, before), loc, Kind::Read { loc, exclusive: false }, mode);
        let floor = self.model.floor(&self.core.graph, read, loc);
        let co = &self.core.graph.location(loc).co;
        let highest = co.len() - 1;
        let last = co[highest];
        let ways = if floor < highest {
            self.core.tree.frames.push(Frame::Read {
                read,
                stamp: self.core.graph.trail().len() - 1,
                base: self.core.tree.choices.len(),
            });
            for &slot in &co[floor..highest] {
                self.core.tree.choices.push(Choice { slot, spurious: false });
            }
            Branching::Multiple
        } else {
            Branching::Single
        };
        // Only the symmetry order can forbid reading the last write.
        let value = self.core.graph.set_first_source(read, last, mode);
        self.go_on((read, Lane::of(thread)), before, loc, Answer { value, stored: false }, ways);
        if !self.core.respects_symmetry(read) {
            // Other sources, if there are any, are the next alternative.
            if ways == Branching::Single {
                self.core.graph.pop();
            }
            return false;
        }
        self.core.totals.events_added += 1;
        true
    }

    /// Every write from the floor on: the last one ends up on top, to be tried first.
    #[inline]
    fn sources_from_floor(&mut self, next: Next, read: Slot, loc: Loc, updates: bool) {
        let floor = self.model.floor(&self.core.graph, read, loc);
        let end = self.core.graph.location(loc).co.len();
        for position in floor..end {
            let source = self.core.graph.location(loc).co[position];
            // With symmetric threads, the default also depends on the read and the write themselves.
            let is_taken = updates
                && !self.core.symmetry.has_symmetric_threads
                && self.is_taken_for_good(next.thread, read, source);
            let is_last = position + 1 == end;
            if self.core.has_spurious_failures {
                for choice in self.core.ways_to_read(next.thread, source) {
                    if (!is_taken || choice.spurious) && self.is_wanted(next, loc, choice, is_last) {
                        self.core.tree.choices.push(choice);
                    }
                }
                continue;
            }
            let choice = Choice { slot: source, spurious: false };
            if !is_taken && self.is_wanted(next, loc, choice, is_last) {
                self.core.tree.choices.push(choice);
            }
        }
    }

    /// Is the choice one that a read that may block is to be explored with?
    #[inline]
    fn is_wanted(&mut self, next: Next, loc: Loc, choice: Choice, is_last: bool) -> bool {
        match next.waiting {
            Waiting::No => true,
            Waiting::Parked if is_last && !choice.spurious => true,
            Waiting::Passes | Waiting::Parked => {
                self.core.lets_pass(next.thread, choice) || self.races(next.thread, loc, choice)
            }
        }
    }

    /// Would the update of a begun read store if it read from this source, and in vain? So it is if another update reads
    /// the source, too, and the write would not revisit that.
    fn is_taken_for_good(&mut self, thread: ThreadId, read: Slot, source: Slot) -> bool {
        let taken =
            self.core.graph.co_next(source).map(|next| self.core.graph.node(next)).filter(|next| next.is_exclusive());
        let Some((is_read_by_older, Some(taken))) = taken.map(|write| (write.has_older_reader, write.before)) else {
            return false;
        };
        if self.may_read_from_later_update(taken, read) {
            return false;
        }
        // Only what was built the default way is revisited, and that is a quick way to see that it was not.
        self.core.would_store(thread, self.core.graph.node(source).value)
            && (is_read_by_older || !self.would_revisit(read, source, taken))
    }

    /// Links a begun read and takes the first of its choices.
    #[inline(always)]
    pub(super) fn branch_on_sources(&mut self, read: Slot, base: usize) -> bool {
        let stamp = self.core.graph.trail().len();
        self.core.graph.link_waiting(read);
        if self.take_source(read, base) {
            if self.core.tree.choices.len() > base {
                self.core.tree.frames.push(Frame::Read { read, stamp, base });
            }
            return true;
        }
        self.core.undo_to(stamp);
        false
    }

    pub(super) fn next_source(&mut self, read: Slot, stamp: usize, base: usize) -> bool {
        let found = self.take_source(read, base);
        if self.core.tree.choices.len() <= base {
            self.core.tree.frames.pop();
        }
        if !found {
            self.core.undo_to(stamp);
        }
        found
    }

    /// Reads from the first of the choices that the model allows.
    #[inline(always)]
    fn take_source(&mut self, read: Slot, base: usize) -> bool {
        while self.core.tree.choices.len() > base {
            let Some(choice) = self.core.tree.choices.pop() else { break };
            let stores = self.read_from(read, choice.slot, choice.spurious);
            if self.may_read(read, choice.slot) {
                self.core.totals.events_added += 1;
                self.core.forced = stores.map(|stores| (read, stores));
                return true;
            }
        }
        false
    }

    #[inline(always)]
    fn may_read(&mut self, read: Slot, source: Slot) -> bool {
        if self.core.is_wb() {
            self.has_witness_after_read(read, source)
        } else {
            self.core.respects_symmetry(read) && (self.core.graph.is_co_last(source) || self.admits(read))
        }
    }

    /// Makes a linked read take its value from `source` and runs its thread on. What its update stores, if it is one
    /// that does.
    #[inline(always)]
    pub(super) fn read_from(&mut self, read: Slot, source: Slot, spurious: bool) -> Option<Value> {
        let value = self.core.graph.node(source).value;
        let before = *self.core.graph.state_before(read);
        let mut stores = None;
        if let Action::Update { op, width, mode, .. } = *self.core.states.action(before) {
            stores = if spurious { None } else { self.core.program.stores(op, width, value) };
            self.core.graph.relabel(
                read,
                stores.is_some(),
                if stores.is_none() { op.failure_mode(mode) } else { mode },
            );
            self.core.graph.node_mut(read).spurious = spurious;
        }
        let value = self.core.graph.set_source(read, source);
        let node = self.core.graph.node(read);
        let Some(loc) = node.loc() else { unreachable!("a read accesses a location") };
        let answer = Answer { value, stored: stores.is_some() };
        self.go_on((read, node.lane), before, loc, answer, Branching::Multiple);
        stores
    }

    /// Runs on the thread of a read, in which it was in that state, after the read got its source.
    #[inline(always)]
    fn go_on(&mut self, (read, lane): (Slot, Lane), before: StateId, loc: Loc, answer: Answer, ways: Branching) {
        self.note_race(read, loc);
        let (after, standing) = self.core.states.go_on(before, answer, ways);
        self.core.graph.advance_thread(read, lane, after, standing);
    }
}
