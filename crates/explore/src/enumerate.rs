//! The enumerator in the explorer's clothes: shows every execution that a model allows to a visitor, found by guessing.
//!
//! It takes any model: axioms that no exploration could follow are no matter to it. It is for programs of the size of a
//! litmus test, and knows nothing of objects that come and go.

use std::cell::RefCell;
use std::ops::ControlFlow;

use raddle_graph::{Address, Execution, ThreadId, Value};

use crate::explore::{Call, Staged};
use crate::general::Axioms;
use crate::oracle::{Guess, Guessed, Guessing, for_each_candidate};
use crate::{
    Action, Ending, ExploreError, Fault, Final, Limit, LiveObject, Proceed, Program, Race, Totals, Visitor, Waits,
};

/// How many steps of guessing a program may take.
const MAX_STEPS: usize = 2_000_000;

/// Shows every execution of the program that the axioms allow, each exactly once. Unless `coherent`, executions are guessed
/// that no sensible model allows.
pub(crate) fn enumerate<P, A, V>(
    call: Call<'_, P>,
    mut axioms: A,
    coherent: bool,
    mut visitor: V,
) -> Result<Staged<V>, ExploreError>
where
    P: Program,
    A: Axioms,
    V: Visitor<P::State>,
{
    let Call { program, options, run, seen } = call;
    let mut totals = Totals::default();
    let mut failure = None;
    let guessing = Guessing { spurious_failures: options.spurious_failures, coherent, limit: MAX_STEPS };
    let guessed = for_each_candidate(program, guessing, run, &mut |guess| {
        totals.events_added += guess.candidate.size() as u64;
        if !axioms.allow(guess.candidate, guess.co) {
            return ControlFlow::Continue(());
        }
        if let Err(limit) = run.count() {
            totals.limit = Some(limit);
            return ControlFlow::Break(());
        }
        if let Some(seen) = seen
            && let Err(error) = seen.insert(guess.execution(program))
        {
            failure = Some(error);
            return ControlFlow::Break(());
        }
        let found =
            Found { guess, program, ending: ending(program, guess, &mut totals), axioms: RefCell::new(&mut axioms) };
        match visitor.visit(&found) {
            Proceed::Continue => ControlFlow::Continue(()),
            Proceed::Stop => {
                totals.limit = Some(Limit::Stopped);
                ControlFlow::Break(())
            }
        }
    });
    if let Some(error) = failure {
        return Err(error);
    }
    match guessed {
        Guessed::All | Guessed::Broken => {}
        Guessed::Over(limit) => totals.limit = Some(limit),
        Guessed::TooLarge => return Err(ExploreError::TooLarge { limit: MAX_STEPS }),
    }
    Ok(Staged { totals, visitors: vec![visitor], may_have_cycles: false })
}

/// Counts the execution.
fn ending<P: Program>(program: &P, guess: &Guess<'_, P::State>, totals: &mut Totals) -> Ending {
    let (mut waits, mut failed) = (false, false);
    for thread in threads(program) {
        match guess.state(thread).map(|state| *program.action(state)) {
            None | Some(Action::Finish) => {}
            Some(Action::Fail(_)) => failed = true,
            Some(Action::Bound) => {
                waits = true;
                totals.bound_reached = true;
            }
            Some(_) => waits = true,
        }
    }
    let (ending, count) = match (failed, waits) {
        (true, _) => (Ending::Failed, &mut totals.failed),
        (false, true) => (Ending::Blocked, &mut totals.blocked),
        (false, false) => (Ending::Complete, &mut totals.complete),
    };
    *count += 1;
    ending
}

fn threads<P: Program>(program: &P) -> impl Iterator<Item = ThreadId> + use<P> {
    (0..program.threads()).map(|thread| ThreadId(thread as u16))
}

/// A guess that the model allows, as a visitor sees it.
struct Found<'a, 'g, P: Program, A> {
    guess: &'a Guess<'g, P::State>,
    program: &'a P,
    ending: Ending,
    axioms: RefCell<&'a mut A>,
}

impl<P: Program, A: Axioms> Final<P::State> for Found<'_, '_, P, A> {
    fn ending(&self) -> Ending {
        self.ending
    }

    fn state(&self, thread: ThreadId) -> Option<&P::State> {
        self.guess.state(thread)
    }

    fn memory(&self, addr: Address) -> Value {
        self.guess.memory(addr).unwrap_or_else(|| self.program.initial_value(addr))
    }

    fn race(&self) -> Option<Race> {
        let candidate = self.guess.candidate;
        let races = self.axioms.borrow_mut().races(candidate, self.guess.co);
        let race = |(first, second): (_, _)| {
            let element = candidate.element(raddle_models::axioms::Node::Event(first))?;
            let addr = candidate.label(element).addr()?;
            Some(Race { addr, first: first.min(second), second: first.max(second) })
        };
        races.into_iter().filter_map(race).min()
    }

    fn fault(&self, _thread: ThreadId) -> Option<Fault> {
        None
    }

    fn waits(&self, thread: ThreadId) -> Option<Waits> {
        let state = self.state(thread)?;
        match *self.program.action(state) {
            Action::Block => Some(self.program.waits_for(state)),
            Action::Join { .. } | Action::Depart { .. } => Some(Waits::Resource),
            _ => None,
        }
    }

    fn is_deadlock(&self) -> bool {
        false
    }

    fn livelock(&self) -> Option<ThreadId> {
        None
    }

    fn live_objects(&self) -> Vec<LiveObject> {
        Vec::new()
    }

    fn final_memory(&self) -> Vec<(Address, Value)> {
        let candidate = self.guess.candidate;
        let mut accessed: Vec<Address> = candidate.writes.iter().filter_map(|e| candidate.label(e).addr()).collect();
        accessed.sort_unstable();
        accessed.dedup();
        accessed.into_iter().map(|addr| (addr, self.memory(addr))).collect()
    }

    fn execution(&self) -> Execution {
        self.guess.execution(self.program)
    }
}
