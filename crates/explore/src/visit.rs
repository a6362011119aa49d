//! The explorer of one worker: builds a graph event by event, reports it when nothing can be added, and goes back to
//! the newest choice that has an alternative left (`docs/internals/exploration.md`, sections 2 and 3).
//!
//! Where things are: `core` has what every part works on: the graph, the states of its threads, the open choices (`tree`).
//! `schedule` picks the next thread; `reads` and `writes` add events and their alternatives; `mo` finds backward revisits in `mo`
//! mode, `wb/` in `wb` mode, with the scratch of `scan`; `rules/` has what not every program needs: waits, mutexes, objects,
//! symmetric threads; `buffering` and `idling` notice that there may be executions with cycles, which are not built here; `share` hands work to other workers;
//! `finals` shows final graphs.

mod buffering;
mod core;
mod finals;
mod idling;
mod mo;
mod reads;
mod rules;
mod scan;
mod schedule;
mod share;
mod states;
mod tree;
mod vain;
mod wb;
mod writes;

use raddle_graph::node::{Kind, Slot};
use raddle_graph::{Group, Mode, ThreadId, UpdateOp};
use raddle_models::Model;
use raddle_models::reach::Search;

use self::buffering::Buffering;
use self::core::{Core, ForModel};
use self::finals::Show;
pub(crate) use self::idling::Idling;
use self::scan::Scan;
use self::schedule::{Next, Waiting};
use self::states::{Branching, StateId, States};
use self::tree::{After, Choice, Frame};
use self::wb::Witness;
use crate::explore::Call;
use crate::isolation::Isolation;
use crate::pool::{Shared, Stopped};
use crate::{ExploreError, Limit, Totals, Visitor};
use raddle_program::{Action, Discovery, Program};
pub(crate) use share::Job;

/// The explorer of one worker.
pub(crate) struct Visit<'a, P: Program, M: Model, const N: usize> {
    core: Core<'a, P, N>,
    model: M,
    search: Search,
    memory: M::Memory,
    /// How many writes of each location a revisit scan has deleted.
    scan: Scan<u32>,
    witness: Witness,
    buffering: Buffering,
    show: Show<'a, P::State>,
    /// What atomic sections must fulfil, if there are any.
    isolation: Option<Isolation>,
    /// Set when the graph violates the symmetry order: `explore` must backtrack.
    is_cut: bool,
}

impl<'a, P: Program, M: Model, const N: usize> Visit<'a, P, M, N> {
    pub(crate) fn new(
        call: Call<'a, P>,
        model: M,
        shared: &'a Shared<'a, Job<N>>,
        visitor: &'a mut dyn Visitor<P::State>,
    ) -> Self {
        let for_model = ForModel {
            synchronisation: model.synchronisation(),
            has_races: M::HAS_RACES,
            tracks_dependencies: model.tracks_dependencies(),
            notes_idling: M::CYCLES_LEAVE_LOCATION,
        };
        Visit {
            core: Core::new(call.program, for_model, call.options, shared),
            buffering: Buffering::new(model.may_buffer()),
            model,
            search: Search::default(),
            memory: M::Memory::default(),
            scan: Scan::default(),
            witness: Witness::default(),
            show: Show::new(visitor),
            isolation: call.isolation,
            is_cut: false,
        }
    }

    pub(crate) fn into_totals(self) -> Totals {
        self.core.shared.add_idling(self.core.idling);
        self.core.shared.tell(self.core.totals.events_added - self.core.pace.reported.events_added);
        self.core.totals
    }

    /// Explores everything that follows from a job.
    pub(crate) fn explore(&mut self, job: Job<N>) -> Result<(), Stopped> {
        let mut forward = match job {
            Job::Start => true,
            Job::Resume(handover) => {
                self.take_up(*handover)?;
                false
            }
        };
        loop {
            while forward {
                forward = self.extend()?;
            }
            // A graph that violates the symmetry order is abandoned for its next alternative.
            forward = self.alternative()? && !std::mem::take(&mut self.is_cut);
            if !forward {
                if self.core.tree.frames.is_empty() {
                    return Ok(());
                }
                self.check_time()?;
            }
        }
    }

    /// Adds one event. False if there is none to add, or no way to add it: an alternative is needed.
    #[inline(always)]
    fn extend(&mut self) -> Result<bool, Stopped> {
        if let Some((read, stores)) = self.core.forced {
            self.core.forced = None;
            return Ok(self.add_update_write(read, stores));
        }
        let Some(thread) = self.core.next() else { return self.extend_waiting() };
        self.check_room(thread)?;
        let state = *self.core.graph.state_of_started(thread);
        if self.core.program.knows_writers() && self.core.reads(state) && self.core.waits_in_vain() {
            return Ok(false);
        }
        match *self.core.states.action(state) {
            Action::Update { addr, mode, op: UpdateOp::Lock { .. }, .. } if !self.core.is_wb() => {
                Ok(self.core.accessible(state, addr)?.is_none_or(|loc| self.add_lock(thread, loc, mode)))
            }
            Action::Read { addr, mode, .. } if !self.core.is_wb() => {
                let Some(loc) = self.core.accessible(state, addr)? else { return Ok(true) };
                Ok(self.add_plain_read((thread, state), loc, mode))
            }
            Action::Read { addr, mode, .. } | Action::Update { addr, mode, .. } => {
                let updates = matches!(self.core.states.action(state), Action::Update { .. });
                let next = Next { thread, waiting: Waiting::No };
                Ok(self.core.accessible(state, addr)?.is_none_or(|loc| self.add_read(next, loc, mode, updates)))
            }
            Action::Write { addr, mode, value } => {
                let Some(loc) = self.core.accessible(state, addr)? else { return Ok(true) };
                Ok(self.add_write((thread, state), loc, mode, value))
            }
            Action::Fence { mode, on } => {
                let fence = self.core.add_event(thread, Kind::Fence, mode, on.map_or(0, |addr| addr.0), 0);
                self.core.graph.set_fence(fence);
                Ok(true)
            }
            Action::Spawn { thread: child } => {
                self.core.check_spawn(thread, child)?;
                let (start, symmetric_to) = self.core.states.child(state);
                self.core.set_start(child, start, symmetric_to);
                self.core.add_local(thread, Kind::Spawn(child), Mode::AcqRel);
                Ok(true)
            }
            Action::Join { thread: child } => {
                self.core.check_join(thread, child)?;
                let result = self.core.result(child);
                let join = self.core.add_event(thread, Kind::Join(child), Mode::AcqRel, 0, result);
                self.core.graph.set_join(join, child);
                Ok(true)
            }
            Action::Allocate { base, size } => {
                self.core.add_event(thread, Kind::Allocate { size }, Mode::Rlx, base.0, 0);
                Ok(true)
            }
            Action::Free { base } => Ok(self.core.add_free(thread, base)),
            Action::Choose { count } => {
                let stamp = self.core.graph.trail().len();
                self.core.tree.frames.push(Frame::Choose { thread, stamp, next: 0, count });
                Ok(self.core.next_choice(thread, stamp, 0, count))
            }
            Action::Arrive { barrier, round } => {
                self.core.add_event(thread, Kind::Arrive { round }, Mode::AcqRel, barrier.0, 0);
                Ok(true)
            }
            Action::Depart { barrier, round, count } => {
                let meeting = self.core.graph.meeting(barrier, round);
                if meeting.is_some_and(|meeting| meeting.arrivals.len() > count as usize) {
                    return Err(ExploreError::Learn(Discovery::CrowdedBarrier(barrier)).into());
                }
                let departure = self.core.add_event(thread, Kind::Depart { round }, Mode::AcqRel, barrier.0, 0);
                self.core.graph.set_departure(departure, barrier, round);
                Ok(true)
            }
            Action::Reserve { .. } | Action::Conditional { .. } => Err(ExploreError::Unplanned { thread }.into()),
            Action::Learn(discovery) => Err(ExploreError::Learn(discovery).into()),
            Action::Block | Action::Bound | Action::Fail(_) | Action::Finish | Action::Exit => {
                unreachable!("the scheduler picks threads that can move")
            }
        }
    }

    /// Adds a read of a thread after which that may block at once, if one may move; all others are over or wait.
    #[inline(never)]
    fn extend_waiting(&mut self) -> Result<bool, Stopped> {
        let Some(next) = self.next_waiting(self.core.graph.group(Group::Awaiting)) else {
            self.finish()?;
            return Ok(false);
        };
        self.check_room(next.thread)?;
        let state = *self.core.graph.state_of_started(next.thread);
        let (Action::Read { addr, mode, .. } | Action::Update { addr, mode, .. }) = *self.core.states.action(state)
        else {
            unreachable!("a thread that may block after reading reads")
        };
        let updates = matches!(self.core.states.action(state), Action::Update { .. });
        self.core.note_awaited(next.thread, state);
        Ok(self.core.accessible(state, addr)?.is_none_or(|loc| self.add_read(next, loc, mode, updates)))
    }

    /// Before an event of a thread is added: is there room for it? Polls every `EVENTS_BETWEEN_POLLS` events.
    #[inline(always)]
    fn check_room(&mut self, thread: ThreadId) -> Result<(), Stopped> {
        if self.core.graph.events_of(thread) >= self.core.max_events {
            return Err(self.too_long(thread));
        }
        self.core.pace.events_until_poll = self.core.pace.events_until_poll.wrapping_sub(1);
        if self.core.pace.events_until_poll == 0 {
            self.core.poll(&self.witness)?;
        }
        Ok(())
    }

    /// A thread has as many events as it may have, or as can be counted.
    #[cold]
    fn too_long(&mut self, thread: ThreadId) -> Stopped {
        if self.core.max_events < self.core.options.max_events {
            return ExploreError::TooManyEvents { thread }.into();
        }
        self.show.too_long(thread, &self.core.record());
        self.core.shared.stop(Limit::MaxEvents)
    }

    /// After a choice without a further alternative. Many such in a row add no event, and so never poll.
    #[inline(always)]
    fn check_time(&mut self) -> Result<(), Stopped> {
        self.core.pace.refusals_until_look = self.core.pace.refusals_until_look.wrapping_sub(1);
        if self.core.pace.refusals_until_look == 0 {
            self.core.look()?;
        }
        Ok(())
    }

    /// Goes to the next alternative of the newest choice. False if it had none: the one before is next.
    fn alternative(&mut self) -> Result<bool, Stopped> {
        self.core.forced = None;
        match self.core.tree.frames.last() {
            None => Ok(false),
            Some(&Frame::Read { read, stamp, base }) => {
                self.core.undo_to(stamp + 1);
                Ok(self.next_source(read, stamp, base))
            }
            Some(&Frame::Write { write, stamp, floor, after }) => {
                self.core.undo_to(stamp + 1);
                Ok(self.next_place(write, stamp, floor, after))
            }
            Some(&Frame::Revisits { write, stamp, base }) => {
                self.core.undo_to(stamp + 1);
                Ok(self.next_revisit(write, stamp, base))
            }
            Some(Frame::Given) => {
                self.core.unwind(&mut self.witness);
                Ok(false)
            }
            Some(&Frame::Late { stamp, thread }) => {
                self.core.undo_to(stamp);
                self.next_late_attempt(thread)
            }
            Some(&Frame::Lock { thread, stamp }) => {
                self.core.undo_to(stamp);
                self.core.tree.frames.pop();
                Ok(self.displace(thread))
            }
            Some(&Frame::Displace { thread, stamp, base }) => {
                self.core.undo_to(stamp);
                Ok(self.next_displacement(thread, base))
            }
            Some(&Frame::Displaced { stamp, cut }) => {
                self.core.undo_to(stamp);
                self.core.graph.restore(cut);
                self.core.tree.frames.pop();
                Ok(false)
            }
            Some(&Frame::Choose { thread, stamp, next, count }) => {
                self.core.undo_to(stamp);
                Ok(self.core.next_choice(thread, stamp, next, count))
            }
        }
    }

    /// May the event, which reads or stands where coherence order says, stay?
    fn admits(&mut self, event: Slot) -> bool {
        let Visit { core, model, search, memory, .. } = self;
        model.admits(&core.graph, event, &buffering::OfStates(&core.states), search, memory)
    }
}
