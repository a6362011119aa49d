//! Reads after which a thread may block at once (`assume`, waiting loops): rule S of
//! `docs/internals/blocking.md`, section 2, exact for every model.
//!
//! A waiting thread moves when the last write lets it pass, then only from sources that do; if no thread can move
//! otherwise, one that some older source lets pass may do so, or read the last write and block. A thread that nothing
//! lets pass is not in the graph at all: it enters after the write that wakes it. Updates that wait get a last attempt
//! on final graphs: their write may still revisit the update that consumed what they would read. `wb` mode does not use
//! any of this.
//!
//! Only what has no effect is left out: an update that stores before its thread blocks is explored like any other, and
//! so is a read that blocks but takes part in a data race.

use raddle_graph::clock::Lane;
use raddle_graph::lanes::LaneSet;
use raddle_graph::node::{Kind, Loc, Slot};
use raddle_graph::{Address, Mode, ThreadId, UpdateOp};
use raddle_models::Model;

use crate::pool::Stopped;
use crate::visit::core::Core;
use crate::visit::finals::race_with;
use crate::visit::schedule::{Next, Waiting};
use crate::visit::{Branching, Choice, Frame, Visit};
use raddle_program::{Action, Answer, Program};

impl<P: Program, const N: usize> Core<'_, P, N> {
    /// The location at which the thread, which stands at an action that may block, may do so.
    fn waits_at(&self, thread: ThreadId) -> Option<Address> {
        if self.is_behind_symmetric_thread(thread) {
            return None;
        }
        match self.action(thread) {
            Some(Action::Read { addr, .. } | Action::Update { addr, .. }) => {
                self.access_fault(thread, addr).is_none().then_some(addr)
            }
            _ => unreachable!("a thread that may block after reading reads"),
        }
    }

    /// Does the thread go on, rather than block at once, if its next action takes this choice? An update that stores
    /// counts as going on even if it blocks then: others can see what it stored.
    #[inline]
    pub(in crate::visit) fn lets_pass(&mut self, thread: ThreadId, choice: Choice) -> bool {
        let Some(&state) = self.graph.state(thread) else { unreachable!("a thread that acts was started") };
        let value = self.graph.node(choice.slot).value;
        let stored = match *self.states.action(state) {
            Action::Update { op, width, .. } => !choice.spurious && self.program.would_store(op, width, value),
            _ => false,
        };
        if stored && !self.notes_idling {
            return true;
        }
        let after = self.states.after(state, Answer { value, stored }, Branching::Multiple);
        let passes = *self.states.action(after) != Action::Block;
        if !passes && self.notes_idling {
            self.note_idle(thread, after);
        }
        stored || passes
    }

    fn stores(&self, thread: ThreadId, source: Slot) -> bool {
        match self.action(thread) {
            Some(Action::Update { op, width, .. }) => {
                self.program.stores(op, width, self.graph.node(source).value).is_some()
            }
            _ => unreachable!("the thread stands at an update"),
        }
    }
}

impl<P: Program, M: Model, const N: usize> Visit<'_, P, M, N> {
    /// The thread to move next if only these, which may block, are left.
    pub(in crate::visit) fn next_waiting(&mut self, awaiting: LaneSet<N>) -> Option<Next> {
        if awaiting.is_empty() {
            return None;
        }
        for thread in awaiting.filter_map(Lane::thread) {
            let Some(addr) = self.core.waits_at(thread) else { continue };
            if self.core.graph.events_of(thread) >= self.core.max_events {
                // There is no room to try: `extend` tells.
                return Some(Next { thread, waiting: Waiting::No });
            }
            let loc = self.core.loc_before(thread, addr);
            let last = self.core.graph.location(loc).co.last().copied();
            if last.is_some_and(|last| self.core.lets_pass(thread, Choice { slot: last, spurious: false })) {
                return Some(Next { thread, waiting: Waiting::Passes });
            }
        }
        awaiting
            .filter_map(Lane::thread)
            .find(|&thread| self.core.waits_at(thread).is_some_and(|addr| self.has_wanted_source(thread, addr)))
            .map(|thread| Next { thread, waiting: Waiting::Parked })
    }

    /// Is there a source that lets the thread pass, consistently (for an update: with its write), or makes it race?
    fn has_wanted_source(&mut self, thread: ThreadId, addr: Address) -> bool {
        let loc = self.core.loc_before(thread, addr);
        let read = self.core.graph.begin(thread, Kind::Read { loc, exclusive: false }, Mode::Rlx);
        let floor = self.model.floor(&self.core.graph, read, loc);
        self.core.graph.release(read);
        let end = self.core.graph.location(loc).co.len();
        for position in (floor..end).rev() {
            let source = self.core.graph.location(loc).co[position];
            for choice in self.core.ways_to_read(thread, source) {
                let wanted = self.core.lets_pass(thread, choice) && self.can_read(thread, loc, choice);
                if wanted || self.races(thread, loc, choice) {
                    return true;
                }
            }
        }
        false
    }

    pub(in crate::visit) fn can_read(&mut self, thread: ThreadId, loc: Loc, choice: Choice) -> bool {
        let source = choice.slot;
        let read = self.core.graph.begin(thread, Kind::Read { loc, exclusive: false }, Mode::Rlx);
        self.core.graph.link(read);
        let label = self.read_from(read, source, choice.spurious);
        let mut ok = self.core.graph.is_co_last(source) || self.admits(read);
        if let Some(value) = label
            && ok
        {
            ok = !self.core.graph.is_consumed(source);
            if ok {
                let write = self.begin_update_write(read, value);
                let position = self.core.graph.node(source).co as usize + 1;
                self.core.graph.place(write, position);
                ok = self.core.graph.is_co_last(write) || self.admits(write);
                self.core.graph.pop();
            }
        }
        self.core.graph.pop();
        ok
    }

    /// On a final graph: the next waiting update with satisfying but consumed sources.
    #[inline(never)]
    pub(in crate::visit) fn next_late_attempt(&mut self, from: u16) -> Result<bool, Stopped> {
        for index in from..self.core.graph.threads().len() as u16 {
            let thread = ThreadId(index);
            let Some(Action::Update { addr, mode, op, awaits, .. }) = self.core.action(thread) else { continue };
            let is_lock = matches!(op, UpdateOp::Lock { .. });
            let is_off = self.core.access_fault(thread, addr).is_some() || self.core.is_behind_symmetric_thread(thread);
            if !(awaits || is_lock) || is_off {
                continue;
            }
            self.check_room(thread)?;
            if let Some(Frame::Late { thread, .. }) = self.core.tree.frames.last_mut() {
                *thread = index + 1;
            }
            if is_lock {
                return Ok(self.displace(thread));
            }
            self.core.note_awaited(thread, *self.core.graph.state_of_started(thread));
            let loc = self.core.locate(addr);
            let read = self.core.graph.begin(thread, Kind::Read { loc, exclusive: false }, mode);
            let floor = self.model.floor(&self.core.graph, read, loc);
            let base = self.core.tree.choices.len();
            for position in floor..self.core.graph.location(loc).co.len() {
                let source = self.core.graph.location(loc).co[position];
                let choice = Choice { slot: source, spurious: false };
                if self.core.graph.is_consumed(source)
                    && self.core.lets_pass(thread, choice)
                    && self.core.stores(thread, source)
                {
                    self.core.tree.choices.push(choice);
                }
            }
            return Ok(self.branch_on_sources(read, base));
        }
        self.core.tree.frames.pop();
        Ok(false)
    }

    /// Would the thread's next action, a read that only blocks, take part in a data race if it took this choice? Then it
    /// is worth exploring.
    pub(in crate::visit) fn races(&mut self, thread: ThreadId, loc: Loc, choice: Choice) -> bool {
        let mode = match self.core.action(thread) {
            Some(Action::Read { mode, .. } | Action::Update { mode, .. }) => mode,
            _ => unreachable!("the thread stands at a read"),
        };
        let flags_races = self.model.flags_races();
        if !flags_races && (!M::HAS_RACES || (mode.is_atomic() && !self.core.may_race(loc))) {
            return false;
        }
        let read = self.core.graph.begin(thread, Kind::Read { loc, exclusive: false }, mode);
        self.core.graph.link(read);
        self.read_from(read, choice.slot, choice.spurious);
        let races = match flags_races {
            true => self.flagged_races().iter().any(|&(first, second)| [first, second].contains(&read)),
            false => race_with(&self.core.graph, read).is_some(),
        };
        let races = races && (self.core.graph.is_co_last(choice.slot) || self.admits(read));
        self.core.graph.pop();
        races
    }
}
