//! Shows executions that were put together, as the fast engine shows its graphs: to the visitor, with what is asked about them.

use std::borrow::Cow;
use std::cell::RefCell;

use raddle_graph::{Address, Event, EventId, Execution, Label, ThreadId, Value};
use raddle_program::Program;
use raddle_program::replay::{Unwatched, replay};

use super::beginning::beginning;
use super::{Cycles, Ended, fault};
use crate::ending::{Ends, Facts, Shown};
use crate::explore::Call;
use crate::fingerprint;
use crate::life::{self, Events, Judged, Order};
use crate::{Derivation, Ending, Fault, Limit, LiveObject, Proceed, Race, Totals, Visitor};

/// The least race of an execution.
pub(crate) type FindRace<'a> = dyn FnMut(&Execution) -> Option<Race> + 'a;

/// How an execution is known to be possible (`FinalGraph::derivations`).
pub(crate) type Derive<'a> = dyn Fn(&Execution) -> Vec<Derivation> + 'a;

/// The states in which threads end.
pub(crate) type States<'a, S> = dyn FnMut() -> Vec<Option<S>> + 'a;

/// What is asked about executions that are shown.
pub(crate) struct Questions<'a, S> {
    /// If they are known.
    pub(crate) states: Option<&'a mut States<'a, S>>,
    pub(crate) race: &'a mut FindRace<'a>,
    /// Which order the life of objects relies on.
    pub(crate) order: Order,
    pub(crate) derive: &'a Derive<'a>,
    /// Are executions without a cycle shown by another stage or round?
    pub(crate) only_cyclic: bool,
}

/// Counts the execution and shows it, up to what threads do wrong in it or what sees the middle of an atomic section.
///
/// Several executions may begin like that: such a beginning is shown once, and where only executions with a cycle are shown, only if it
/// has one.
pub(crate) fn show<P: Program>(
    call: &Call<'_, P>,
    execution: &Execution,
    questions: Questions<'_, P::State>,
    visitor: &mut dyn Visitor<P::State>,
    totals: &mut Totals,
) -> Result<(), Ended> {
    call.run.spend(execution.events().count() as u64)?;
    let part = call.isolation.and_then(|isolation| isolation.part(execution));
    let shown = match &part {
        Some(part) => {
            let lengths: Vec<usize> = part.lengths().map(|(_, length)| length as usize).collect();
            Cow::Owned(beginning(call.program, execution, &lengths))
        }
        None => fault::up_to_faults(call.program, execution, questions.order),
    };
    let is_new = |execution: &Execution| {
        (!questions.only_cyclic || Cycles::of(execution).exist())
            && call.parts.is_new(fingerprint::of_execution(execution))
    };
    if matches!(&shown, Cow::Owned(beginning) if !is_new(beginning)) {
        return Ok(());
    }
    let derive = || derivations(&shown, (questions.derive)(execution));
    let states = match (&shown, questions.states) {
        (Cow::Borrowed(_), Some(states)) => states(),
        _ => replay(call.program, &shown, &mut Unwatched, &mut |_| {}),
    };
    let judged = Judged::new(&shown, questions.order);
    let faults = fault::faults(call.program, &shown, &judged, &states);
    let mut ends = Ends::default();
    for (state, fault) in states.iter().zip(&faults) {
        if fault.is_some() {
            ends.fail();
        } else if let Some(state) = state {
            ends.add(call.program.action(state), || false);
        }
    }
    let race: RefCell<&mut FindRace<'_>> = RefCell::new(questions.race);
    let facts = |ending| {
        let (execution, judged, states, faults) = (&*shown, &judged, &*states, &*faults);
        CyclicFacts { program: call.program, execution, judged, states, faults, ending, race: &race, derive: &derive }
    };
    let told = *totals;
    let ending = if part.is_some() {
        let whole = facts(Ending::Failed);
        if whole.race().or_else(|| whole.late_access()).is_some() {
            ends.fail();
        }
        if !ends.is_of_interest() {
            return Ok(());
        }
        ends.count_part(totals);
        Ending::Failed
    } else {
        call.run.count()?;
        if let Some(seen) = call.seen {
            seen.insert(shown.clone().into_owned())?;
        }
        if ends.has_waiting_after_exit() && Shown::new(facts(Ending::Blocked)).is_settled() {
            ends.settle();
        }
        ends.count(totals)
    };
    call.run.advance(totals, &told);
    match visitor.visit(&Shown::new(facts(ending))) {
        Proceed::Continue => Ok(()),
        Proceed::Stop => Err(Limit::Stopped.into()),
    }
}

/// How what is shown of an execution is known: of what is committed in the whole, that which is shown.
fn derivations(shown: &Execution, mut derivations: Vec<Derivation>) -> Vec<Derivation> {
    if let Some(first) = derivations.first_mut() {
        first.committed.retain(|&(event, _)| shown.get(event).is_some());
    }
    derivations
}

/// What is known about an execution.
struct CyclicFacts<'a, 'r, P: Program> {
    program: &'a P,
    execution: &'a Execution,
    judged: &'a Judged<'a>,
    states: &'a [Option<P::State>],
    /// What each thread does wrong.
    faults: &'a [Option<Fault>],
    ending: Ending,
    race: &'a RefCell<&'r mut FindRace<'r>>,
    derive: &'a dyn Fn() -> Vec<Derivation>,
}

impl<P: Program> Facts<P> for CyclicFacts<'_, '_, P> {
    fn program(&self) -> &P {
        self.program
    }

    fn ending(&self) -> Ending {
        self.ending
    }

    fn state(&self, thread: ThreadId) -> Option<&P::State> {
        self.states.get(thread.index())?.as_ref()
    }

    fn before_newest_read(&self, thread: ThreadId) -> Option<P::State> {
        let events = self.execution.threads.get(thread.index())?;
        let newest = events.iter().rposition(|event| !matches!(event.label, Label::Fence { .. }))?;
        let index = events[newest].label.is_read().then_some(newest as u32)?;
        let mut before = None;
        replay(self.program, self.execution, &mut Unwatched, &mut |step| {
            if step.includes(EventId { thread, index }) {
                before = Some(step.state.clone());
            }
        });
        before
    }

    fn newest_values_read(&self, thread: ThreadId, most: usize) -> Vec<(Address, Value)> {
        let value = |event: &Event| match event.label {
            Label::Read { addr, value, .. } => Some((addr, value)),
            _ => None,
        };
        let events = self.execution.threads.get(thread.index()).map_or(&[][..], Vec::as_slice);
        events.iter().rev().filter_map(value).take(most).collect()
    }

    fn memory(&self, addr: Address) -> Value {
        let last = self.execution.co.as_ref().and_then(|co| co.get(&addr)?.last().copied());
        match last.and_then(|last| self.execution.get(last)).map(|event| event.label) {
            Some(Label::Write { value, .. }) => value,
            _ => self.program.initial_value(addr),
        }
    }

    fn race(&self) -> Option<Race> {
        let early = match self.judged.has_races() {
            true => life::accesses_too_early(self.program, self.judged).min(),
            false => None,
        };
        let race = (self.race.borrow_mut())(self.execution);
        race.into_iter().chain(early).min()
    }

    fn late_access(&self) -> Option<Race> {
        life::late_access(self.program, self.judged, |thread| self.state(thread))
    }

    fn fault(&self, thread: ThreadId) -> Option<Fault> {
        self.faults.get(thread.index()).copied().flatten()
    }

    fn live_objects(&self) -> Vec<LiveObject> {
        life::live_objects(self.execution).collect()
    }

    fn final_memory(&self) -> Vec<(Address, Value)> {
        let mut accessed: Vec<Address> = self.execution.events().filter_map(|(_, event)| event.label.addr()).collect();
        accessed.sort_unstable();
        accessed.dedup();
        accessed.into_iter().map(|addr| (addr, self.memory(addr))).collect()
    }

    fn execution(&self) -> Execution {
        self.execution.clone()
    }

    fn derivations(&self) -> Vec<Derivation> {
        (self.derive)()
    }
}
