//! The enumerator in the explorer's clothes: shows every execution that a model allows to a visitor, found by guessing.
//!
//! It takes any model: axioms that no exploration could follow are no matter to it. It is for programs of the size of a
//! litmus test, and knows nothing of objects that come and go.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::ops::ControlFlow;

use raddle_graph::{Address, Event, EventId, Execution, Label, ThreadId, Value};
use raddle_models::axioms::Node;
use raddle_program::replay::{Unwatched, replay};

use crate::axioms::Axioms;
use crate::ending::{Ends, Facts, Shown};
use crate::explore::{Call, Staged};
use crate::oracle::{Guess, Guessed, Guessing, for_each_candidate, reached_by_xmm};
use crate::{Ending, ExploreError, Fault, Limit, LiveObject, Proceed, Program, Race, Totals, Visitor};

/// How many steps of guessing a program may take.
const MAX_STEPS: usize = 2_000_000;

/// Shows every execution of the program that XMM allows, each exactly once. They are known when all have been guessed, and
/// guessed once more to be shown.
pub(crate) fn enumerate_xmm<P, V>(call: Call<'_, P>, axioms: Axioms<'_>, visitor: V) -> Result<Staged<V>, ExploreError>
where
    P: Program,
    V: Visitor<P::State>,
{
    let Call { options, run, .. } = call;
    let guessing = Guessing { spurious_failures: options.spurious_failures, coherent: true, limit: MAX_STEPS };
    match reached_by_xmm(call.program, options.xmm, guessing, run) {
        Ok(reached) => enumerate(call, axioms, true, Some(&reached.executions), visitor),
        Err(Guessed::Over(limit)) => {
            let totals = Totals { limit: Some(limit), ..Totals::default() };
            Ok(Staged { totals, visitors: vec![visitor], may_have_cycles: false })
        }
        Err(Guessed::TooLarge) => Err(ExploreError::TooLarge { limit: MAX_STEPS }),
        Err(ended @ (Guessed::All | Guessed::Broken)) => unreachable!("these are no failures: {ended:?}"),
    }
}

/// Shows every execution of the program that the axioms allow, or those that are known to be allowed, each exactly once. Unless `coherent`, executions are guessed
/// that no sensible model allows.
pub(crate) fn enumerate<P, V>(
    call: Call<'_, P>,
    mut axioms: Axioms<'_>,
    coherent: bool,
    allowed: Option<&BTreeSet<Execution>>,
    mut visitor: V,
) -> Result<Staged<V>, ExploreError>
where
    P: Program,
    V: Visitor<P::State>,
{
    let Call { program, options, run, isolation, seen, .. } = call;
    assert!(isolation.is_none(), "programs with atomic sections are not enumerated");
    let mut totals = Totals::default();
    let mut failure = None;
    let guessing = Guessing { spurious_failures: options.spurious_failures, coherent, limit: MAX_STEPS };
    let guessed = for_each_candidate(program, guessing, run, &mut |guess| {
        totals.events_added += guess.candidate.size() as u64;
        let is_allowed = match allowed {
            Some(allowed) => allowed.contains(&guess.execution(program)),
            None => axioms.allow(guess.candidate, guess.co),
        };
        if !is_allowed {
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
        let ending = ends(program, guess).count(&mut totals);
        let found = GuessFacts { guess, program, ending, axioms: RefCell::new(&mut axioms) };
        match visitor.visit(&Shown::new(found)) {
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

/// How the threads stand. Objects that come and go are not guessed, so that nothing is a fault.
fn ends<P: Program>(program: &P, guess: &Guess<'_, P::State>) -> Ends {
    let mut ends = Ends::default();
    for thread in 0..program.threads() {
        if let Some(state) = guess.state(ThreadId(thread as u16)) {
            ends.add(program.action(state), || false);
        }
    }
    ends
}

/// What is known about a guess that the model allows.
struct GuessFacts<'a, 'g, 'm, P: Program> {
    guess: &'a Guess<'g, P::State>,
    program: &'a P,
    ending: Ending,
    axioms: RefCell<&'a mut Axioms<'m>>,
}

impl<P: Program> Facts<P> for GuessFacts<'_, '_, '_, P> {
    fn program(&self) -> &P {
        self.program
    }

    fn ending(&self) -> Ending {
        self.ending
    }

    fn state(&self, thread: ThreadId) -> Option<&P::State> {
        self.guess.state(thread)
    }

    fn memory(&self, addr: Address) -> Value {
        self.guess.memory(addr).unwrap_or_else(|| self.program.initial_value(addr))
    }

    /// No thread-local memory is guessed.
    fn late_access(&self) -> Option<Race> {
        None
    }

    fn race(&self) -> Option<Race> {
        let candidate = self.guess.candidate;
        let races = self.axioms.borrow_mut().races(candidate, self.guess.co);
        let race = |(first, second): (_, _)| {
            let labelled = |id| Some((id, candidate.label(candidate.element(Node::Event(id))?)));
            Race::new(labelled(first)?, labelled(second)?)
        };
        races.into_iter().filter_map(race).min()
    }

    fn fault(&self, _thread: ThreadId) -> Option<Fault> {
        None
    }

    fn before_newest_read(&self, thread: ThreadId) -> Option<P::State> {
        let execution = self.execution();
        let events = execution.threads.get(thread.index())?;
        let newest = events.iter().rposition(|event| !matches!(event.label, Label::Fence { .. }))?;
        let index = events[newest].label.is_read().then_some(newest as u32)?;
        let mut before = None;
        replay(self.program, &execution, &mut Unwatched, &mut |step| {
            if step.includes(EventId { thread, index }) {
                before = Some(step.state.clone());
            }
        });
        before
    }

    fn newest_values_read(&self, thread: ThreadId, most: usize) -> Vec<(Address, Value)> {
        let execution = self.execution();
        let value = |event: &Event| match event.label {
            Label::Read { addr, value, .. } => Some((addr, value)),
            _ => None,
        };
        let events = execution.threads.get(thread.index()).map_or(&[][..], Vec::as_slice);
        events.iter().rev().filter_map(value).take(most).collect()
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
