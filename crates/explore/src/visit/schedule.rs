//! Which thread moves next.
//!
//! The choice is a function of the graph, never of how it came about: `wb` mode needs that, and resuming elsewhere too.
//! Writes and other events that read nothing go first, because a read that comes after the writes it may read from need
//! not be revisited by them.

use raddle_graph::clock::Lane;
use raddle_graph::{Address, Group, Standing, ThreadId, UpdateOp};

use super::core::Core;
use raddle_program::{Action, Program};

/// A thread that reads, and how.
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

/// Where a thread stands that is about to do that; `by_rule` says whether waits and mutexes have rules of their own.
#[inline(never)]
pub(super) fn standing<P: Program>(program: &P, action: &Action, by_rule: bool) -> Standing {
    // What a thread allocated may be gone.
    let is_lasting = |addr| program.allocation(addr).is_none();
    match *action {
        Action::Fence { .. }
        | Action::Spawn { .. }
        | Action::Allocate { .. }
        | Action::Choose { .. }
        | Action::Arrive { .. }
        | Action::Reserve { .. }
        | Action::Conditional { .. }
        | Action::Learn(_) => Standing::Moves,
        Action::Write { addr, .. } if is_lasting(addr) => Standing::Writes,
        Action::Write { .. } | Action::Free { .. } | Action::Depart { .. } => Standing::MayMove,
        // A thread that does not exist is joined at once, which is then told.
        Action::Join { thread } if thread.index() >= program.threads() => Standing::Moves,
        Action::Join { .. } => Standing::Joins,
        // Mutexes have a rule of their own.
        Action::Update { op: UpdateOp::Lock { .. }, .. } if by_rule => Standing::MayRead,
        Action::Read { awaits: true, .. } | Action::Update { awaits: true, .. } if by_rule => Standing::Awaits,
        Action::Read { addr, .. } | Action::Update { addr, .. } if is_lasting(addr) => Standing::Reads,
        Action::Read { .. } | Action::Update { .. } => Standing::MayRead,
        Action::Block | Action::Bound | Action::Fail(_) => Standing::Stuck,
        Action::Finish => Standing::Finished,
        Action::Exit => Standing::Exited,
    }
}

impl<P: Program, const N: usize> Core<'_, P, N> {
    /// The thread to move next; `None` if all have ended, or wait at reads that may block.
    #[inline(always)]
    pub(super) fn next(&mut self) -> Option<ThreadId> {
        // With symmetric threads or overlapping memory, no group of threads is known to be enabled.
        if self.symmetry.has_symmetric_threads | self.graph.has_overlaps() {
            return self.next_asking_each();
        }
        if !self.graph.group(Group::MayMove).is_empty() {
            let found = self.first_enabled(Group::Movers, Group::MayMove, true);
            if found.is_some() {
                return found;
            }
        } else if let Some(thread) = self.graph.group(Group::Movers).first_thread() {
            return Some(thread);
        }
        if self.graph.all_are_over() {
            return None;
        }
        let joiner = self.first_that_can_join();
        if joiner.is_some() {
            return joiner;
        }
        if !self.graph.group(Group::MayRead).is_empty() {
            return self.first_enabled(Group::Readers, Group::MayRead, true);
        }
        self.graph.group(Group::Readers).first_thread()
    }

    #[inline(never)]
    fn next_asking_each(&mut self) -> Option<ThreadId> {
        self.first_enabled(Group::Movers, Group::MayMove, false)
            .or_else(|| self.first_that_can_join())
            .or_else(|| self.first_enabled(Group::Readers, Group::MayRead, false))
    }

    /// The first thread that waits for the end of one that has ended.
    #[inline(always)]
    fn first_that_can_join(&self) -> Option<ThreadId> {
        // Nobody can be joined before somebody has finished.
        if self.graph.group(Group::Over).is_empty() {
            return None;
        }
        self.graph.group(Group::Joiners).find(|&joiner| self.can_join(joiner)).and_then(Lane::thread)
    }

    /// The first enabled thread of two groups. Those of `surely` are enabled, if `is_sure`; the others are asked.
    #[inline(never)]
    fn first_enabled(&mut self, surely: Group, perhaps: Group, is_sure: bool) -> Option<ThreadId> {
        let (surely, perhaps) = (self.graph.group(surely), self.graph.group(perhaps));
        let mut lanes = surely.or(perhaps);
        let found = lanes.find(|&lane| {
            (is_sure && surely.contains(lane)) || lane.thread().is_some_and(|thread| self.can_move(thread))
        });
        found.and_then(Lane::thread)
    }

    /// Can the thread, which does not wait, do what it is about to do?
    #[inline]
    fn can_move(&mut self, thread: ThreadId) -> bool {
        match self.graph.standing(thread) {
            _ if self.is_behind_symmetric_thread(thread) => false,
            Standing::Moves => true,
            Standing::Writes | Standing::Reads if !self.graph.has_overlaps() => true,
            _ => self.can_do_action(thread),
        }
    }

    /// Has the thread finished for which this one waits?
    #[inline]
    fn can_join(&self, joiner: Lane) -> bool {
        let state = joiner.thread().and_then(|thread| self.graph.state(thread));
        state.is_some_and(|&state| match *self.states.action(state) {
            Action::Join { thread: child } => self.graph.standing(child) == Standing::Finished,
            _ => false,
        })
    }

    fn can_do_action(&mut self, thread: ThreadId) -> bool {
        let Some(action) = self.action(thread) else {
            unreachable!("threads that are not started are in no such group")
        };
        match action {
            Action::Free { base } => self.free_fault(thread, base).is_none(),
            Action::Depart { barrier, round, count } => self.may_depart(barrier, round, count),
            Action::Update { addr, op: UpdateOp::Lock { .. }, .. } if !self.is_wb() => {
                self.access_fault(thread, addr).is_none() && self.may_lock(thread, addr)
            }
            Action::Write { addr, .. } | Action::Read { addr, .. } | Action::Update { addr, .. } => {
                self.access_fault(thread, addr).is_none()
            }
            _ => true,
        }
    }

    /// Have all arrived?
    fn may_depart(&self, barrier: Address, round: u32, count: u32) -> bool {
        self.graph.meeting(barrier, round).is_some_and(|meeting| meeting.arrivals.len() >= count as usize)
    }
}
