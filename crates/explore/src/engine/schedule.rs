//! Which thread moves next.
//!
//! The choice is a function of the graph, never of how it came about: `wb` mode needs that, and resuming elsewhere too.
//! Writes and other events that read nothing go first, because a read that comes after the writes it may read from need
//! not be revisited by them.

use raddle_graph::{Address, ThreadId, UpdateOp};
use raddle_models::Model;

use super::Engine;
use crate::Visitor;
use crate::program::{Action, Program};

/// A thread that can move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Next {
    pub(super) thread: ThreadId,
    pub(super) waiting: Waiting,
}

/// How a read that may block is explored (`waits`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Waiting {
    /// Like any read: from every source.
    No,
    /// The last write lets it pass: only from sources that do.
    Passes,
    /// The last write blocks it, but another lets it pass: from those, or from the last one.
    Parked,
}

impl<P: Program, M: Model, V: Visitor<P::State>, const N: usize> Engine<'_, P, M, V, N> {
    /// The thread to move next; `None` if the graph is final.
    pub(super) fn next(&mut self) -> Option<Next> {
        let mut reader = None;
        let mut waits = false;
        let by_rule = !self.is_wb();
        for index in 0..self.graph.threads().len() {
            let thread = ThreadId(index as u16);
            let Some(state) = self.graph.state(thread) else { continue };
            if self.is_behind_twin(thread) {
                continue;
            }
            let next = Next { thread, waiting: Waiting::No };
            match *self.program.action(state) {
                Action::Fence { .. }
                | Action::Spawn { .. }
                | Action::Allocate { .. }
                | Action::Choose { .. }
                | Action::Arrive { .. }
                | Action::Reserve { .. }
                | Action::Conditional { .. }
                | Action::Restart => return Some(next),
                Action::Write { addr, .. } => {
                    if self.access_fault(addr).is_none() {
                        return Some(next);
                    }
                }
                Action::Free { base } => {
                    if self.free_fault(thread, base).is_none() {
                        return Some(next);
                    }
                }
                Action::Join { thread: child } => {
                    if self.may_join(child) {
                        return Some(next);
                    }
                }
                Action::Depart { barrier, round, count } => {
                    if self.may_depart(barrier, round, count) {
                        return Some(next);
                    }
                }
                Action::Update { addr, op: UpdateOp::Lock { .. }, .. } if by_rule => {
                    if reader.is_none() && self.access_fault(addr).is_none() && self.may_lock(thread, addr) {
                        reader = Some(next);
                    }
                }
                Action::Read { awaits: true, .. } | Action::Update { awaits: true, .. } if by_rule => waits = true,
                Action::Read { addr, .. } | Action::Update { addr, .. } => {
                    if reader.is_none() && self.access_fault(addr).is_none() {
                        reader = Some(next);
                    }
                }
                Action::Block | Action::Bound | Action::Fail(_) | Action::Finish => {}
            }
        }
        reader.or_else(|| if waits { self.next_waiting() } else { None })
    }

    /// Has the thread finished? One that does not exist is joined at once, which is then told.
    fn may_join(&self, thread: ThreadId) -> bool {
        thread.index() >= self.graph.threads().len()
            || self.graph.state(thread).is_some_and(|state| *self.program.action(state) == Action::Finish)
    }

    /// Have all arrived?
    fn may_depart(&self, barrier: Address, round: u32, count: u32) -> bool {
        self.graph.meeting(barrier, round).is_some_and(|meeting| meeting.arrivals.len() >= count as usize)
    }
}
