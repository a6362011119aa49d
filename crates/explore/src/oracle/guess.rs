//! The enumerator for models that allow cycles of program order and reads-from.
//!
//! Nothing says in which order the events of such an execution could be added, so none is assumed. Instead:
//!
//! 1. `guess/history`: each thread runs alone, and each of its reads returns every value that some write may have put there.
//!    Which values those are is a fixpoint: what the threads write when they read these values is added to them.
//! 2. `guess/combine`: one history of each thread, such that joins, barriers and locks fit together.
//! 3. `guess/location`: for each location every order of its writes, and for each read every write that has its value.
//! 4. The judge sees the whole, and nothing else decides.
//!
//! **Values out of thin air.** In `x = y + 1 || y = x + 1` the fixpoint never ends: every value seems possible if the other
//! thread guesses well. So the rounds are counted. In an execution in which no value depends on itself, a value depends on
//! each write of the execution at most once, so after as many rounds as there are writes all values of such executions
//! are known. What is assumed of the models is only this: a value that is not reached that way is not guessed. Executions
//! in which a value does depend on itself are shown to the judge like all others, where the value is among those known.

mod combine;
mod history;
mod location;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

use raddle_graph::{Address, EventId, Execution, Label, Relation, ThreadId, Value};
use raddle_models::axioms::Candidate;
use raddle_models::cat::{CatModel, Evaluator};

use crate::{Action, Limit, Program, Run};
use combine::Whole;
use history::{History, Values};

/// What to enumerate, and how much of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Guessing {
    /// May a weak compare-exchange fail although the expected value is there?
    pub spurious_failures: bool,
    /// Leave out at once what is not coherent location by location (`acyclic (po-loc | rf | co | fr)`) and updates between
    /// whose halves another thread's write comes. Every model that Raddle knows forbids both; somebody's own may not.
    pub coherent: bool,
    /// The program is too large after this many steps of threads, combinations and candidates.
    pub limit: usize,
}

impl Default for Guessing {
    fn default() -> Guessing {
        Guessing { spurious_failures: false, coherent: true, limit: 1_000_000 }
    }
}

/// A candidate execution with a coherence order, whatever models say of it.
pub struct Guess<'a, State> {
    /// Its events and relations.
    pub candidate: &'a Candidate,
    /// Its coherence order.
    pub co: &'a Relation,
    /// Is this the first coherence order of the candidate?
    pub is_first: bool,
    histories: &'a [Option<&'a History<State>>],
    values: &'a Values,
    init: &'a BTreeMap<Address, Value>,
}

impl<State> Guess<'_, State> {
    /// The state in which a thread ended; `None` if it was never started.
    pub fn state(&self, thread: ThreadId) -> Option<&State> {
        self.histories.get(thread.index()).copied().flatten().map(|history| &history.end)
    }

    /// Does a write write a value that no read was given to guess? That is so only where values seem to grow for ever.
    pub fn has_unread_values(&self) -> bool {
        let is_guessed = |label| match label {
            Label::Write { addr, value, .. } => self.values.get(&addr).is_some_and(|values| values.contains(&value)),
            _ => true,
        };
        let written = &self.candidate.writes - &self.candidate.init;
        !written.iter().all(|write| is_guessed(self.candidate.label(write)))
    }

    /// The last value of a location in coherence order; `None` for a location that is not accessed.
    pub fn memory(&self, addr: Address) -> Option<Value> {
        let at = |&element: &usize| self.candidate.label(element).addr() == Some(addr);
        let mut writes = self.candidate.writes.iter().filter(at);
        let last = writes.find(|&write| self.co.successors(write).next().is_none())?;
        combine::written(self.candidate.label(last))
    }

    /// The execution itself.
    pub fn execution<P: Program<State = State>>(&self, program: &P) -> Execution {
        combine::execution(program, self.candidate, self.co, self.histories, self.init)
    }
}

/// How guessing ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Guessed {
    /// Every candidate was shown.
    All,
    /// The visitor broke it off.
    Broken,
    /// A limit of the run was reached.
    Over(Limit),
    /// The program is too large, or does not know itself yet.
    TooLarge,
}

/// Shows every candidate execution of the program with every coherence order, once each; executions in which threads
/// wait for good, or fail, among them.
pub fn for_each_candidate<P: Program>(
    program: &P,
    guessing: Guessing,
    run: &Run,
    visit: &mut dyn FnMut(&Guess<'_, P::State>) -> ControlFlow<()>,
) -> Guessed {
    // Programs may be smaller than the distance between two polls: look once at the beginning.
    let mut budget = Budget { left: guessing.limit, run, over: run.spend(0).err() };
    let flow = history::of_all_threads(program, guessing, &mut budget)
        .and_then(|(families, values)| Whole::new(program, guessing, &families, &values).combine(&mut budget, visit));
    match (flow, budget.over) {
        (Some(ControlFlow::Continue(())), _) => Guessed::All,
        (Some(ControlFlow::Break(())), _) => Guessed::Broken,
        (None, Some(limit)) => Guessed::Over(limit),
        (None, None) => Guessed::TooLarge,
    }
}

/// Every execution of the program that the judge allows, blocked and failed ones included, with its coherence order; `None`
/// if the program is too large.
pub fn executions_under<P: Program>(
    program: &P,
    judge: &mut dyn FnMut(&Candidate, &Relation) -> bool,
    guessing: Guessing,
) -> Option<BTreeSet<Execution>> {
    let mut found = BTreeSet::new();
    let guessed = for_each_candidate(program, guessing, &Run::default(), &mut |guess| {
        if judge(guess.candidate, guess.co) {
            found.insert(guess.execution(program));
        }
        ControlFlow::Continue(())
    });
    (guessed == Guessed::All).then_some(found)
}

/// Every execution of the program that the model allows, as [`executions_under`].
pub fn executions_under_model<P: Program>(
    program: &P,
    model: &CatModel,
    guessing: Guessing,
) -> Option<BTreeSet<Execution>> {
    let mut evaluator = Evaluator::new(model);
    let mut found = BTreeSet::new();
    let guessed = for_each_candidate(program, guessing, &Run::default(), &mut |guess| {
        if guess.is_first {
            evaluator.load(guess.candidate);
        }
        if evaluator.allows_coherence(guess.candidate, guess.co) {
            found.insert(guess.execution(program));
        }
        ControlFlow::Continue(())
    });
    (guessed == Guessed::All).then_some(found)
}

/// How many steps are taken between two looks at the limits of the run.
const STEPS_BETWEEN_POLLS: usize = 256;

/// How much may still be done.
struct Budget<'r> {
    left: usize,
    run: &'r Run,
    over: Option<Limit>,
}

impl Budget<'_> {
    /// Takes one step; `None` if there is none left, or the run is over.
    fn spend(&mut self) -> Option<()> {
        self.left = self.left.checked_sub(1)?;
        if self.left.is_multiple_of(STEPS_BETWEEN_POLLS) {
            self.over = self.run.spend(STEPS_BETWEEN_POLLS as u64).err();
        }
        self.over.is_none().then_some(())
    }
}

/// May a lock that stands in this state take a word with that value, or would it wait?
fn takes_lock<P: Program>(program: &P, state: &P::State, value: Value) -> bool {
    let mut after = state.clone();
    program.step(&mut after, crate::Answer { value, stored: value == 0 });
    value == 0 || *program.action(&after) != Action::Block
}

fn event(thread: ThreadId, index: usize) -> EventId {
    EventId { thread, index: index as u32 }
}
