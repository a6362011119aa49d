//! Counts final states, and keeps an example execution for each problem.
//!
//! Of several examples the smallest is kept, so that the report does not depend on the number of workers or on the order in which
//! they visit executions.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use raddle_check::BufferingCounter;
use raddle_explore::{Action, Derivation, Ending, FailureId, FinalGraph, Proceed, Program as _, Race, Visitor};
use raddle_graph::{Execution, ThreadId, Value};
use raddle_ir::State;
use raddle_models::axioms::Candidate;
use raddle_models::cat::{CatModel, Evaluator};

use crate::condition::Quantifier;
use crate::run::{CountedExecution, Observer, TestOptions};
use crate::test::{Compiled, Test};

/// An execution, and how it is known, if it has a cycle (`FinalGraph::derivations`).
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Found {
    pub execution: Execution,
    pub derivations: Vec<Derivation>,
}

impl Found {
    fn new(found: &dyn FinalGraph<State>) -> Found {
        Found { execution: found.execution(), derivations: found.derivations() }
    }
}

/// The number of executions with a failure, the thread that failed, and one of the executions.
#[derive(Clone, Debug)]
pub(crate) struct Failed {
    pub count: u64,
    pub example: (ThreadId, Found),
}

/// A visitor that counts final states.
pub(crate) struct Counter<'a> {
    compiled: &'a Compiled,
    source: &'a str,
    quantifier: Quantifier,
    races: bool,
    keep_witness: bool,
    observer: Option<&'a dyn Observer>,
    values: Vec<Value>,
    /// By final state: the number of executions.
    pub states: HashMap<Box<[Value]>, u64>,
    pub positive: u64,
    pub negative: u64,
    evaluator: Option<Evaluator<'a>>,
    /// What the model flagged.
    pub flags: BTreeSet<String>,
    /// The smallest race, with an execution that has it.
    pub race: Option<(Race, Found)>,
    pub failures: HashMap<FailureId, Failed>,
    /// A witness: satisfies the proposition of `exists` or `~exists`, or violates that of `forall`.
    pub witness: Option<Found>,
    /// A thread that has as many events as it may have.
    pub too_long: Option<ThreadId>,
    /// The lines of the loops that a bound has cut.
    pub cut: BTreeSet<u32>,
    /// Load-buffering races, if they are to be counted.
    pub buffering: Option<BufferingCounter>,
}

impl<'a> Counter<'a> {
    /// `flags` is the model, if it has any.
    pub fn new(
        compiled: &'a Compiled,
        test: &'a Test,
        options: &TestOptions,
        flags: Option<&'a CatModel>,
        observer: Option<&'a dyn Observer>,
    ) -> Self {
        let quantifier = test.condition().quantifier;
        Counter {
            compiled,
            source: test.source(),
            quantifier,
            races: options.races,
            keep_witness: options.witness || quantifier != Quantifier::Exists,
            observer,
            values: Vec::new(),
            states: HashMap::new(),
            positive: 0,
            negative: 0,
            evaluator: flags.map(Evaluator::new),
            flags: BTreeSet::new(),
            race: None,
            failures: HashMap::new(),
            witness: None,
            too_long: None,
            cut: BTreeSet::new(),
            buffering: options.buffering_races.then(BufferingCounter::default),
        }
    }

    /// Adds what another worker counted.
    pub fn add(&mut self, other: Counter<'_>) {
        for (state, count) in other.states {
            *self.states.entry(state).or_default() += count;
        }
        self.positive += other.positive;
        self.negative += other.negative;
        self.flags.extend(other.flags);
        self.cut.extend(other.cut);
        if let (Some(buffering), Some(other)) = (&mut self.buffering, other.buffering) {
            buffering.add(other);
        }
        self.race = self.race.take().into_iter().chain(other.race).min();
        self.too_long = self.too_long.or(other.too_long);
        self.witness = self.witness.take().into_iter().chain(other.witness).min();
        for (id, failed) in other.failures {
            self.fail(id, failed);
        }
    }

    fn fail(&mut self, id: FailureId, failed: Failed) {
        match self.failures.get_mut(&id) {
            None => {
                self.failures.insert(id, failed);
            }
            Some(known) => {
                known.count += failed.count;
                if failed.example < known.example {
                    known.example = failed.example;
                }
            }
        }
    }

    /// Notes which loops a bound has cut.
    fn note_cuts(&mut self, found: &dyn FinalGraph<State>) {
        let program = &self.compiled.lowered.program;
        for state in (0..program.threads()).filter_map(|thread| found.state(ThreadId(thread as u16))) {
            if *program.action(state) == Action::Bound {
                self.cut.extend(program.position(state).map(|position| position.line));
            }
        }
    }

    fn count_failures(&mut self, found: &dyn FinalGraph<State>) {
        let program = &self.compiled.lowered.program;
        for thread in (0..program.threads()).map(|thread| ThreadId(thread as u16)) {
            let Some(state) = found.state(thread) else { continue };
            if let Action::Fail(id) = *program.action(state) {
                self.fail(id, Failed { count: 1, example: (thread, Found::new(found)) });
            }
        }
    }

    /// Counts an execution in which every thread ran to its end.
    fn count(&mut self, found: &dyn FinalGraph<State>) {
        let observation = &self.compiled.observation;
        observation.read(found, &mut self.values);
        if !observation.passes(&self.values) {
            return;
        }
        let satisfies = observation.satisfies(&self.values);
        if self.races && self.evaluator.is_some() {
            self.note_race(found);
            self.note_flags(found);
        }
        *if satisfies { &mut self.positive } else { &mut self.negative } += 1;
        let state = observation.state(&self.values);
        match self.states.get_mut(state) {
            Some(count) => *count += 1,
            None => {
                self.states.insert(state.into(), 1);
            }
        }
        if self.keep_witness && satisfies == (self.quantifier != Quantifier::Forall) {
            self.witness = self.witness.take().into_iter().chain([Found::new(found)]).min();
        }
        if let Some(observer) = self.observer {
            let (compiled, source) = (self.compiled, self.source);
            let Found { execution, derivations } = Found::new(found);
            observer.execution(&CountedExecution { satisfies, execution, derivations, compiled, source });
        }
    }

    /// Notes what the model flags in an execution.
    fn note_flags(&mut self, found: &dyn FinalGraph<State>) {
        let Some(evaluator) = &mut self.evaluator else { return };
        let execution = found.execution();
        let Ok(candidate) = Candidate::new(&execution) else { unreachable!("what was explored is well formed") };
        let no_writes = BTreeMap::new();
        let Ok(co) = candidate.coherence(execution.co.as_ref().unwrap_or(&no_writes)) else {
            unreachable!("a modification order that was explored is one")
        };
        self.flags.extend(evaluator.flags(&candidate, &co).into_iter().map(|flag| flag.name));
    }

    fn note_race(&mut self, found: &dyn FinalGraph<State>) {
        let Some(race) = found.race() else { return };
        // Recording an execution is expensive, and only the smallest race is shown.
        if self.race.as_ref().is_none_or(|(known, _)| race <= *known) {
            self.race = self.race.take().into_iter().chain([(race, Found::new(found))]).min();
        }
    }
}

impl Visitor<State> for Counter<'_> {
    fn too_long(&mut self, thread: ThreadId, _: &Execution) {
        self.too_long = Some(thread);
    }

    fn visit(&mut self, found: &dyn FinalGraph<State>) -> Proceed {
        // A model with flags flags races itself, in the complete executions (`count`).
        if self.races && self.evaluator.is_none() {
            self.note_race(found);
        }
        if let Some(buffering) = &mut self.buffering {
            buffering.note(&self.compiled.lowered.program, found);
        }
        match found.ending() {
            Ending::Blocked => self.note_cuts(found),
            Ending::Failed => {
                self.note_cuts(found);
                self.count_failures(found);
            }
            Ending::Complete => self.count(found),
        }
        Proceed::Continue
    }
}
