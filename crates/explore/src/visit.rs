//! The explorer of one worker: builds a graph event by event, reports it when nothing can be added, and goes back to
//! the newest choice that has an alternative left (`docs/internals/exploration.md`, sections 2 and 3).
//!
//! Where things are: `tree` holds the open choices; `schedule` picks the next thread; `reads` and `writes` add events and their
//! alternatives; `mo` finds backward revisits in `mo` mode, `wb/` in `wb` mode; `rules/` has what not every program needs:
//! waits, mutexes, objects, symmetric threads; `buffering` notices executions that only the general engine builds; `share` hands
//! work to other workers; `finals` shows final graphs.

mod buffering;
mod finals;
mod mo;
mod reads;
mod rules;
mod schedule;
mod share;
mod states;
mod tree;
mod wb;
mod writes;

use raddle_graph::graph::Graph;
use raddle_graph::node::{Kind, Loc, Slot};
use raddle_graph::{Address, Group, Mode, ThreadId, UpdateOp, Value};
use raddle_models::Model;
use raddle_models::reach::Search;

use self::buffering::Buffering;
use self::finals::Show;
use self::mo::Scan;
use self::rules::symmetry::Symmetry;
use self::schedule::{Next, Waiting};
use self::states::{Branching, StateId, States};
use self::tree::{After, Choice, Frame, Tree};
use self::wb::Witness;
use crate::pool::{Shared, Stopped};
use crate::{Equivalence, ExploreError, Options, Totals, Visitor};
use raddle_program::{Action, Answer, Discovery, Program};
pub(crate) use share::Job;

/// How many events are added between two polls of the limits and of whether another worker waits for work. Few with debug
/// assertions, so that all tests hand over work all the time.
const EVENTS_BETWEEN_POLLS: u32 = if cfg!(debug_assertions) { 4 } else { 1024 };

/// The explorer of one worker.
pub(crate) struct Visit<'a, P: Program, M: Model, const N: usize> {
    program: &'a P,
    options: &'a Options,
    shared: &'a Shared<'a, Job<N>>,
    graph: Graph<StateId, N>,
    states: States<'a, P>,
    tree: Tree,
    /// The read half of an update whose write half must come next, and what that stores.
    forced: Option<(Slot, Value)>,
    search: Search,
    scan: Scan,
    pace: Pace,
    witness: Witness,
    totals: Totals,
    show: Show<'a, P::State>,
    symmetry: Symmetry,
    buffering: Buffering,
    /// Set when the graph violates the symmetry order: `explore` must backtrack.
    is_cut: bool,
    model: M,
}

/// When to poll the limits and whether another worker waits for work.
struct Pace {
    events_until_poll: u32,
    /// How many of the events added were reported to the run.
    reported: u64,
}

impl Pace {
    /// Before something that may take long.
    fn poll_soon(&mut self) {
        self.events_until_poll = 1;
    }
}

impl<'a, P: Program, M: Model, const N: usize> Visit<'a, P, M, N> {
    pub(crate) fn new(
        program: &'a P,
        model: M,
        options: &'a Options,
        shared: &'a Shared<'a, Job<N>>,
        visitor: &'a mut dyn Visitor<P::State>,
    ) -> Self {
        let mut states = States::new(program, options.equivalence != Equivalence::Wb, M::TRACKS_DEPENDENCIES);
        let threads = (0..program.threads()).map(|thread| {
            let thread = ThreadId(thread as u16);
            let start = states.add(program.start(thread));
            (start, states.standing(start), program.starts(thread))
        });
        // SAFETY: a worker has one graph, and keys of that graph only: in `tree`, `forced`, `scan`, `witness`, `search`, `states`. When
        // it takes up work of another worker, the graph comes with its tree; `forced` is empty then, `scan`, `witness`
        // and `search` begin anew whenever they are used, and `states` forgets its locations (`share::take_up`).
        #[expect(unsafe_code, reason = "the graph looks keys up without a check")]
        let graph = unsafe { Graph::new(M::SYNCHRONISATION, threads) };
        let mut engine = Visit {
            program,
            options,
            shared,
            graph,
            states,
            tree: Tree::default(),
            forced: None,
            search: Search::default(),
            scan: Scan::default(),
            pace: Pace { events_until_poll: EVENTS_BETWEEN_POLLS, reported: 0 },
            witness: Witness::default(),
            totals: Totals::default(),
            show: Show::new(visitor),
            symmetry: Symmetry::default(),
            buffering: Buffering::default(),
            is_cut: false,
            model,
        };
        engine.note_symmetric_at_start();
        engine
    }

    pub(crate) fn into_totals(self) -> Totals {
        self.shared.tell(self.totals.events_added - self.pace.reported);
        self.totals
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
            if !forward && self.tree.frames.is_empty() {
                return Ok(());
            }
        }
    }

    /// Adds one event. False if there is none to add, or no way to add it: an alternative is needed.
    #[inline(always)]
    fn extend(&mut self) -> Result<bool, Stopped> {
        if let Some((read, stores)) = self.forced {
            self.forced = None;
            return Ok(self.add_update_write(read, stores));
        }
        let Some(thread) = self.next() else { return self.extend_waiting() };
        self.check_room(thread)?;
        let state = *self.graph.state_of_started(thread);
        match *self.states.action(state) {
            Action::Update { addr, mode, op: UpdateOp::Lock { .. }, .. } if !self.is_wb() => {
                Ok(self.accessible(state, addr)?.is_none_or(|loc| self.add_lock(thread, loc, mode)))
            }
            Action::Read { addr, mode, .. } if !self.is_wb() => {
                let Some(loc) = self.accessible(state, addr)? else { return Ok(true) };
                Ok(self.add_plain_read((thread, state), loc, mode))
            }
            Action::Read { addr, mode, .. } | Action::Update { addr, mode, .. } => {
                let updates = matches!(self.states.action(state), Action::Update { .. });
                let next = Next { thread, waiting: Waiting::No };
                Ok(self.accessible(state, addr)?.is_none_or(|loc| self.add_read(next, loc, mode, updates)))
            }
            Action::Write { addr, mode, value } => {
                let Some(loc) = self.accessible(state, addr)? else { return Ok(true) };
                Ok(self.add_write((thread, state), loc, mode, value))
            }
            Action::Fence { mode, on } => {
                let fence = self.add_event(thread, Kind::Fence, mode, on.map_or(0, |addr| addr.0), 0);
                self.graph.set_fence(fence);
                Ok(true)
            }
            Action::Spawn { thread: child } => {
                self.check_spawn(thread, child)?;
                let (start, symmetric_to) = self.states.child(state);
                self.set_start(child, start, symmetric_to);
                self.add_local(thread, Kind::Spawn(child), Mode::AcqRel);
                Ok(true)
            }
            Action::Join { thread: child } => {
                self.check_join(thread, child)?;
                let result = self.result(child);
                let join = self.add_event(thread, Kind::Join(child), Mode::AcqRel, 0, result);
                self.graph.set_join(join, child);
                Ok(true)
            }
            Action::Allocate { base, size } => {
                self.add_event(thread, Kind::Allocate { size }, Mode::Rlx, base.0, 0);
                Ok(true)
            }
            Action::Free { base } => Ok(self.add_free(thread, base)),
            Action::Choose { count } => {
                let stamp = self.graph.trail().len();
                self.tree.frames.push(Frame::Choose { thread, stamp, next: 0, count });
                Ok(self.next_choice(thread, stamp, 0, count))
            }
            Action::Arrive { barrier, round } => {
                self.add_event(thread, Kind::Arrive { round }, Mode::AcqRel, barrier.0, 0);
                Ok(true)
            }
            Action::Depart { barrier, round, count } => {
                let meeting = self.graph.meeting(barrier, round);
                if meeting.is_some_and(|meeting| meeting.arrivals.len() > count as usize) {
                    return Err(ExploreError::Learn(Discovery::CrowdedBarrier(barrier)).into());
                }
                let departure = self.add_event(thread, Kind::Depart { round }, Mode::AcqRel, barrier.0, 0);
                self.graph.set_departure(departure, barrier, round);
                Ok(true)
            }
            Action::Reserve { .. } | Action::Conditional { .. } => Err(ExploreError::Unplanned { thread }.into()),
            Action::Learn(discovery) => Err(ExploreError::Learn(discovery).into()),
            Action::Block | Action::Bound | Action::Fail(_) | Action::Finish => {
                unreachable!("the scheduler picks threads that can move")
            }
        }
    }

    /// Adds a read of a thread after which that may block at once, if one may move; all others are over or wait.
    #[inline(never)]
    fn extend_waiting(&mut self) -> Result<bool, Stopped> {
        let Some(next) = self.next_waiting(self.graph.group(Group::Awaiting)) else {
            self.finish()?;
            return Ok(false);
        };
        self.check_room(next.thread)?;
        let state = *self.graph.state_of_started(next.thread);
        let (Action::Read { addr, mode, .. } | Action::Update { addr, mode, .. }) = *self.states.action(state) else {
            unreachable!("a thread that may block after reading reads")
        };
        let updates = matches!(self.states.action(state), Action::Update { .. });
        Ok(self.accessible(state, addr)?.is_none_or(|loc| self.add_read(next, loc, mode, updates)))
    }

    /// Before an event of a thread is added: is there room for it? Polls every `EVENTS_BETWEEN_POLLS` events.
    #[inline(always)]
    fn check_room(&mut self, thread: ThreadId) -> Result<(), Stopped> {
        if self.graph.is_full(thread) {
            let limit = raddle_graph::clock::MAX_EVENTS;
            let execution = Box::new(self.record());
            return Err(ExploreError::TooManyEvents { thread, limit, execution }.into());
        }
        self.pace.events_until_poll = self.pace.events_until_poll.wrapping_sub(1);
        if self.pace.events_until_poll == 0 {
            self.poll()?;
        }
        Ok(())
    }

    /// Stops at a limit, evicts snapshots if there are too many, and hands work to a worker that waits for some.
    #[cold]
    fn poll(&mut self) -> Result<(), Stopped> {
        self.pace.events_until_poll = EVENTS_BETWEEN_POLLS;
        let done = self.totals.events_added;
        self.shared.poll(done - std::mem::replace(&mut self.pace.reported, done))?;
        if self.states.is_full(self.graph.trail().len()) {
            self.states.evict_all_but(self.graph.states().copied());
        }
        if self.shared.is_hungry() {
            self.share_oldest_choice();
        }
        Ok(())
    }

    fn add_local(&mut self, thread: ThreadId, kind: Kind, mode: Mode) -> Slot {
        self.add_event(thread, kind, mode, 0, 0)
    }

    /// Adds an event that neither reads nor writes memory; `value` is its own, `answer` what its thread gets.
    fn add_event(&mut self, thread: ThreadId, kind: Kind, mode: Mode, value: Value, answer: Value) -> Slot {
        let slot = self.graph.begin(thread, kind, mode);
        self.graph.node_mut(slot).value = value;
        let ways = if kind == Kind::Choose { Branching::Multiple } else { Branching::Single };
        self.answer(slot, Answer { value: answer, stored: false }, ways);
        self.graph.link(slot);
        self.totals.events_added += 1;
        slot
    }

    fn check_spawn(&self, thread: ThreadId, child: ThreadId) -> Result<(), ExploreError> {
        match self.graph.threads().get(child.index()) {
            None => Err(ExploreError::Misuse { thread, what: "starts a thread that does not exist" }),
            Some(child) if child.started => {
                Err(ExploreError::Misuse { thread, what: "starts a thread that runs already" })
            }
            Some(_) => Ok(()),
        }
    }

    fn check_join(&self, thread: ThreadId, child: ThreadId) -> Result<(), ExploreError> {
        match self.graph.threads().get(child.index()) {
            None => Err(ExploreError::Misuse { thread, what: "waits for a thread that does not exist" }),
            Some(_) => Ok(()),
        }
    }

    /// Goes to the next alternative of the newest choice. False if it had none: the one before is next.
    fn alternative(&mut self) -> Result<bool, Stopped> {
        self.forced = None;
        match self.tree.frames.last() {
            None => Ok(false),
            Some(&Frame::Read { read, stamp, base }) => {
                self.undo_to(stamp + 1);
                Ok(self.next_source(read, stamp, base))
            }
            Some(&Frame::Write { write, stamp, floor, after }) => {
                self.undo_to(stamp + 1);
                Ok(self.next_place(write, stamp, floor, after))
            }
            Some(&Frame::Revisits { write, stamp, base }) => {
                self.undo_to(stamp + 1);
                Ok(self.next_revisit(write, stamp, base))
            }
            Some(Frame::Given) => {
                self.unwind();
                Ok(false)
            }
            Some(&Frame::Late { stamp, thread }) => {
                self.undo_to(stamp);
                Ok(self.next_late_attempt(thread))
            }
            Some(&Frame::Lock { thread, stamp }) => {
                self.undo_to(stamp);
                self.tree.frames.pop();
                Ok(self.displace(thread))
            }
            Some(&Frame::Displace { thread, stamp, base }) => {
                self.undo_to(stamp);
                Ok(self.next_displacement(thread, base))
            }
            Some(&Frame::Displaced { stamp, cut }) => {
                self.undo_to(stamp);
                self.graph.restore(cut);
                self.tree.frames.pop();
                Ok(false)
            }
            Some(&Frame::Choose { thread, stamp, next, count }) => {
                self.undo_to(stamp);
                Ok(self.next_choice(thread, stamp, next, count))
            }
        }
    }

    #[inline(always)]
    fn undo_to(&mut self, length: usize) {
        if self.graph.trail().len() > length {
            self.graph.pop_to(length);
        }
    }

    /// Runs the thread of an event, which is not linked, on.
    #[inline(always)]
    fn answer(&mut self, slot: Slot, answer: Answer, ways: Branching) {
        let (after, standing) = self.states.go_on(*self.graph.state_before(slot), answer, ways);
        self.graph.set_state(slot, after, standing);
    }

    /// What the thread is about to do.
    #[inline]
    fn action(&self, thread: ThreadId) -> Option<Action> {
        self.graph.state(thread).map(|&state| *self.states.action(state))
    }

    /// What the thread, which has finished, returned.
    fn result(&self, thread: ThreadId) -> Value {
        let Some(&state) = self.graph.state(thread) else { unreachable!("a thread that has finished was started") };
        self.program.result(self.states.get(state))
    }

    /// The location at which the action of a state is.
    #[inline(always)]
    fn loc_of(&mut self, state: StateId, addr: Address) -> Loc {
        match self.states.loc(state) {
            Some(loc) => loc,
            None => self.find_loc_of(state, addr),
        }
    }

    /// The same if that is not known yet.
    #[inline(never)]
    fn find_loc_of(&mut self, state: StateId, addr: Address) -> Loc {
        let loc = self.locate(addr);
        if let Some(mode) = self.states.note_loc(state, loc).mode() {
            self.graph.note_access(loc, mode);
        }
        loc
    }

    /// The location at which the next action of a thread is.
    fn loc_before(&mut self, thread: ThreadId, addr: Address) -> Loc {
        match self.graph.state(thread) {
            Some(&state) => self.loc_of(state, addr),
            None => self.locate(addr),
        }
    }

    #[inline(always)]
    fn locate(&mut self, addr: Address) -> Loc {
        match self.graph.recent(addr) {
            Some(loc) => loc,
            None => self.locate_anew(addr),
        }
    }

    #[inline(never)]
    fn locate_anew(&mut self, addr: Address) -> Loc {
        let program = self.program;
        self.graph.locate(addr, || {
            let bytes = program.span(addr).map(|span| (span.start, span.length));
            (program.initial_value(addr), bytes)
        })
    }

    /// Takes the next value of an open choice.
    fn next_choice(&mut self, thread: ThreadId, stamp: usize, next: u64, count: u64) -> bool {
        self.tree.frames.pop();
        if next >= count {
            return false;
        }
        if next + 1 < count {
            self.tree.frames.push(Frame::Choose { thread, stamp, next: next + 1, count });
        }
        self.add_event(thread, Kind::Choose, Mode::Rlx, next, next);
        true
    }

    fn is_wb(&self) -> bool {
        self.options.equivalence == Equivalence::Wb
    }

    /// May the event, which reads or stands where coherence order says, stay?
    fn admits(&mut self, event: Slot) -> bool {
        self.model.admits(&self.graph, event, &buffering::OfStates(&self.states), &mut self.search)
    }
}
