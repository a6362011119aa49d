//! What every part of a visit works on, whatever the model: the graph, the states of its threads, the open choices, and how far
//! the worker has come.
//!
//! It is not generic in the model: what does not ask the model is compiled once for each kind of program and width, not once
//! for each model as well.

use raddle_graph::clock::Clock;
use raddle_graph::graph::{Graph, Life, Synchronisation};
use raddle_graph::node::{Kind, Loc, Slot};
use raddle_graph::{Address, Mode, ThreadId, Value};

use super::idling::Idling;
use super::rules::symmetry::Symmetry;
use super::share::Job;
use super::states::{Branching, StateId, States};
use super::tree::{Frame, Tree};
use super::wb::Witness;
use crate::pool::{Shared, Stopped};
use crate::{Allocation, Equivalence, ExploreError, Options, Totals};
use raddle_program::{Action, Answer, Program};

/// How many events are added between two polls of the limits and of whether another worker waits for work. Few with debug
/// assertions, so that all tests hand over work all the time.
const EVENTS_BETWEEN_POLLS: u32 = if cfg!(debug_assertions) { 4 } else { 1024 };

/// The size of a graph, in events, up to which the full number of events is added between polls. Adding an event to a larger one,
/// and showing it, may mean going through all of it.
const EVENTS_OF_SMALL_GRAPH: usize = 128;

/// How many events are added until the next poll, so that it comes within some milliseconds whatever the size of the graph.
fn events_until_poll(size: usize) -> u32 {
    let times_larger = (size / EVENTS_OF_SMALL_GRAPH).max(1) as u32;
    (EVENTS_BETWEEN_POLLS / times_larger).max(1)
}

/// The graph of one worker, with what builds it.
pub(super) struct Core<'a, P: Program, const N: usize> {
    pub(super) program: &'a P,
    pub(super) options: &'a Options,
    pub(super) shared: &'a Shared<'a, Job<N>>,
    pub(super) graph: Graph<StateId, N>,
    pub(super) states: States<'a, P>,
    pub(super) tree: Tree,
    /// The read half of an update whose write half must come next, and what that stores.
    pub(super) forced: Option<(Slot, Value)>,
    pub(super) symmetry: Symmetry,
    pub(super) pace: Pace,
    pub(super) totals: Totals,
    is_wb: bool,
    /// How many events a thread may have: as many as the options say, or as can be counted.
    pub(super) max_events: usize,
    /// `Model::HAS_RACES` and `Model::tracks_dependencies` of the model that is explored.
    pub(super) has_races: bool,
    pub(super) tracks_dependencies: bool,
    /// Do iterations matter that lead nowhere, and are there loops that wait?
    pub(super) notes_idling: bool,
    pub(super) idling: Idling,
    /// Do accesses synchronise that are labelled so?
    pub(super) synchronises: bool,
    /// May a compare-exchange fail although it finds what it expects?
    pub(super) has_spurious_failures: bool,
}

/// What the core must know of the model.
pub(super) struct ForModel {
    pub(super) synchronisation: Synchronisation,
    pub(super) has_races: bool,
    pub(super) tracks_dependencies: bool,
    pub(super) notes_idling: bool,
}

/// When to poll the limits and whether another worker waits for work.
pub(super) struct Pace {
    pub(super) events_until_poll: u32,
    /// Alternatives may be refused one after the other, each after a search, without an event being added.
    pub(super) refusals_until_look: u32,
    /// What was reported to the run.
    pub(super) reported: Totals,
}

impl Pace {
    /// Before something that may take long.
    pub(super) fn poll_soon(&mut self) {
        self.events_until_poll = 1;
    }
}

impl<'a, P: Program, const N: usize> Core<'a, P, N> {
    pub(super) fn new(
        program: &'a P,
        model: ForModel,
        options: &'a Options,
        shared: &'a Shared<'a, Job<N>>,
    ) -> Core<'a, P, N> {
        let ForModel { synchronisation, has_races, tracks_dependencies, notes_idling } = model;
        let mut states = States::new(program, options.equivalence != Equivalence::Wb, tracks_dependencies);
        states.ignores_dependencies = options.ignore_dependencies;
        let threads = (0..program.threads()).map(|thread| {
            let thread = ThreadId(thread as u16);
            let start = states.add(program.start(thread));
            (start, states.standing(start), program.starts(thread))
        });
        // SAFETY: a worker has one graph, and keys of that graph only: in `tree`, `forced` and `states` here, in `scan`, `witness`,
        // `search` and `memory` of `Visit`. When it takes up work of another worker, the graph comes with its tree; `forced` is empty
        // then, `scan`, `witness`, `search` and `memory` begin anew whenever they are used, and `states` forgets its locations (`Visit::take_up`).
        #[expect(unsafe_code, reason = "the graph looks keys up without a check")]
        let graph = unsafe { Graph::new(synchronisation, threads) };
        let mut core = Core {
            program,
            options,
            shared,
            graph,
            states,
            tree: Tree::default(),
            forced: None,
            symmetry: Symmetry::default(),
            pace: Pace {
                events_until_poll: EVENTS_BETWEEN_POLLS,
                refusals_until_look: EVENTS_BETWEEN_POLLS,
                reported: Totals::default(),
            },
            totals: Totals::default(),
            is_wb: options.equivalence == Equivalence::Wb,
            max_events: options.max_events.min(Clock::<N>::MAX_EVENTS),
            has_races,
            tracks_dependencies,
            notes_idling: notes_idling && program.features().waits,
            idling: Idling::default(),
            synchronises: synchronisation != Synchronisation::ThreadsOnly,
            has_spurious_failures: options.spurious_failures && program.features().weak_exchanges,
        };
        core.note_symmetric_at_start();
        core
    }

    /// Stops at a limit, evicts snapshots if there are too many, and hands work to a worker that waits for some.
    #[cold]
    pub(super) fn poll(&mut self, witness: &Witness) -> Result<(), Stopped> {
        self.pace.events_until_poll = events_until_poll(self.graph.trail().len());
        let work = self.totals.events_added - self.pace.reported.events_added;
        self.shared.advance(&self.totals, &mut self.pace.reported);
        self.shared.poll(work)?;
        if self.states.is_full(self.graph.trail().len()) {
            self.states.evict_all_but(self.graph.states().copied());
            self.idling.forget_states();
        }
        if self.shared.is_hungry() {
            self.share_oldest_choice(witness);
        }
        Ok(())
    }

    /// Stops at a limit.
    #[cold]
    pub(super) fn look(&mut self) -> Result<(), Stopped> {
        self.pace.refusals_until_look = events_until_poll(self.graph.trail().len());
        self.shared.poll(0)
    }

    pub(super) fn add_local(&mut self, thread: ThreadId, kind: Kind, mode: Mode) -> Slot {
        self.add_event(thread, kind, mode, 0, 0)
    }

    /// Adds an event that neither reads nor writes memory; `value` is its own, `answer` what its thread gets.
    pub(super) fn add_event(&mut self, thread: ThreadId, kind: Kind, mode: Mode, value: Value, answer: Value) -> Slot {
        let slot = self.graph.begin(thread, kind, mode);
        self.graph.node_mut(slot).value = value;
        let ways = if kind == Kind::Choose { Branching::Multiple } else { Branching::Single };
        self.answer(slot, Answer { value: answer, stored: false }, ways);
        self.graph.link(slot);
        self.totals.events_added += 1;
        slot
    }

    pub(super) fn check_spawn(&self, thread: ThreadId, child: ThreadId) -> Result<(), ExploreError> {
        match self.graph.threads().get(child.index()) {
            None => Err(ExploreError::Misuse { thread, what: "starts a thread that does not exist" }),
            Some(child) if child.started => {
                Err(ExploreError::Misuse { thread, what: "starts a thread that runs already" })
            }
            Some(_) => Ok(()),
        }
    }

    pub(super) fn check_join(&self, thread: ThreadId, child: ThreadId) -> Result<(), ExploreError> {
        match self.graph.threads().get(child.index()) {
            None => Err(ExploreError::Misuse { thread, what: "waits for a thread that does not exist" }),
            Some(_) => Ok(()),
        }
    }

    #[inline(always)]
    pub(super) fn undo_to(&mut self, length: usize) {
        if self.graph.trail().len() > length {
            self.graph.pop_to(length);
        }
    }

    /// Runs the thread of an event, which is not linked, on.
    #[inline(always)]
    pub(super) fn answer(&mut self, slot: Slot, answer: Answer, ways: Branching) {
        let (after, standing) = self.states.go_on(*self.graph.state_before(slot), answer, ways);
        self.graph.set_state(slot, after, standing);
    }

    /// What the thread is about to do.
    #[inline]
    pub(super) fn action(&self, thread: ThreadId) -> Option<Action> {
        self.graph.state(thread).map(|&state| *self.states.action(state))
    }

    /// What the thread, which has finished, returned.
    pub(super) fn result(&self, thread: ThreadId) -> Value {
        let Some(&state) = self.graph.state(thread) else { unreachable!("a thread that has finished was started") };
        self.program.result(self.states.get(state))
    }

    /// The location at which the action of a state is.
    #[inline(always)]
    pub(super) fn loc_of(&mut self, state: StateId, addr: Address) -> Loc {
        match self.states.loc(state) {
            Some(loc) => loc,
            None => self.find_loc_of(state, addr),
        }
    }

    /// The same if that is not known yet.
    #[inline(never)]
    pub(super) fn find_loc_of(&mut self, state: StateId, addr: Address) -> Loc {
        let loc = self.locate(addr);
        if let Some(mode) = self.states.note_loc(state, loc).mode() {
            self.graph.note_access(loc, mode);
        }
        loc
    }

    /// The location at which the next action of a thread is.
    pub(super) fn loc_before(&mut self, thread: ThreadId, addr: Address) -> Loc {
        match self.graph.state(thread) {
            Some(&state) => self.loc_of(state, addr),
            None => self.locate(addr),
        }
    }

    #[inline(always)]
    pub(super) fn locate(&mut self, addr: Address) -> Loc {
        match self.graph.recent(addr) {
            Some(loc) => loc,
            None => self.locate_anew(addr),
        }
    }

    #[inline(never)]
    pub(super) fn locate_anew(&mut self, addr: Address) -> Loc {
        let program = self.program;
        let loc = self.graph.locate(addr, || {
            let bytes = program.span(addr).map(|span| (span.start, span.length));
            (program.initial_value(addr), bytes)
        });
        if let Some(owner) = program.owner(addr) {
            self.graph.set_life(loc, Life::Local(owner));
        } else if self.has_races
            && let Some(Allocation { thread, index }) = program.allocation(addr)
        {
            self.graph.set_life(loc, Life::Object { thread, index });
        }
        loc
    }

    /// Does the program let the thread, which stands at a choice, take the value?
    fn may_choose(&mut self, thread: ThreadId, value: u64) -> bool {
        if value == 0 || !self.program.restricts_choices() {
            return true;
        }
        let all: Vec<StateId> =
            self.graph.lanes().filter_map(|lane| self.graph.state(lane.thread()?).copied()).collect();
        all.iter().for_each(|&state| self.states.keep(state));
        let Some(&state) = self.graph.state(thread) else { unreachable!("a thread that chooses was started") };
        let mut all = all.iter().map(|&state| self.states.get(state));
        self.program.may_choose(self.states.get(state), value, &mut all)
    }

    /// Takes the next value of an open choice.
    pub(super) fn next_choice(&mut self, thread: ThreadId, stamp: usize, next: u64, count: u64) -> bool {
        self.tree.frames.pop();
        let next = (next..count).find(|&value| self.may_choose(thread, value)).unwrap_or(count);
        if next >= count {
            return false;
        }
        if next + 1 < count {
            self.tree.frames.push(Frame::Choose { thread, stamp, next: next + 1, count });
        }
        self.add_event(thread, Kind::Choose, Mode::Rlx, next, next);
        true
    }

    /// Are executions explored up to reads-from, rather than one by one for each coherence order?
    #[inline(always)]
    pub(super) fn is_wb(&self) -> bool {
        self.is_wb
    }
}
