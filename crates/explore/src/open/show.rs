//! Shows executions that have a cycle to the visitor, with what is asked about them.

use raddle_graph::{Address, Event, EventId, Execution, Label, ThreadId, Value};
use raddle_program::Program;
use raddle_program::replay::{Unwatched, replay};

use super::Ended;
use crate::ending::{Ends, Facts, Shown};
use crate::explore::Call;
use crate::{Ending, Fault, Limit, LiveObject, Proceed, Race, Totals, Visitor};

/// A feature that is not judged in executions with cycles.
pub(crate) struct Undefined(pub(crate) &'static str);

/// The least race of an execution.
pub(crate) type FindRace<'a> = dyn Fn(&Execution) -> Option<Race> + 'a;

/// Counts the execution and shows it.
pub(crate) fn show<P: Program>(
    call: &Call<'_, P>,
    execution: &Execution,
    race: &FindRace<'_>,
    visitor: &mut dyn Visitor<P::State>,
    totals: &mut Totals,
) -> Result<(), Ended> {
    call.run.count()?;
    call.run.spend(execution.events().count() as u64)?;
    if let Some(seen) = call.seen {
        seen.insert(execution.clone())?;
    }
    let states = replay(call.program, execution, &mut Unwatched, &mut |_| {});
    let mut ends = Ends::default();
    states.iter().flatten().for_each(|state| ends.add(call.program.action(state), || false));
    let facts = |ending| CyclicFacts { program: call.program, execution, states: &states, ending, race };
    if ends.has_waiting_after_exit() && Shown::new(facts(Ending::Blocked)).is_settled() {
        ends.settle();
    }
    let ending = ends.count(totals);
    match visitor.visit(&Shown::new(facts(ending))) {
        Proceed::Continue => Ok(()),
        Proceed::Stop => Err(Limit::Stopped.into()),
    }
}

/// Has the execution nothing that is not judged where there are cycles: objects that come and go, locations that overlap?
pub(crate) fn check_defined<P: Program>(
    program: &P,
    execution: &Execution,
    states: &[&P::State],
) -> Result<(), Undefined> {
    let comes_and_goes = |label: &Label| matches!(label, Label::Free { .. } | Label::Allocate { .. });
    let is_object = |addr: Address| program.allocation(addr).is_some() || program.owner(addr).is_some();
    // Also what a thread must not access, and stands before.
    let is_before_object = |state: &P::State| program.action(state).addr().is_some_and(is_object);
    let mut accessed: Vec<Address> = execution.events().filter_map(|(_, event)| event.label.addr()).collect();
    accessed.sort_unstable();
    accessed.dedup();
    if execution.events().any(|(_, event)| comes_and_goes(&event.label))
        || accessed.iter().copied().any(is_object)
        || states.iter().any(|state| is_before_object(state))
    {
        return Err(Undefined("objects that come and go, in executions with load buffering"));
    }
    let spans: Vec<_> = accessed.iter().filter_map(|&addr| program.span(addr)).collect();
    let overlaps = |(nth, span): (usize, &raddle_program::Span)| spans[..nth].iter().any(|other| span.overlaps(*other));
    match spans.iter().enumerate().any(overlaps) {
        true => Err(Undefined("accesses of different sizes to the same memory")),
        false => Ok(()),
    }
}

/// What is known about an execution.
struct CyclicFacts<'a, P: Program> {
    program: &'a P,
    execution: &'a Execution,
    states: &'a [Option<P::State>],
    ending: Ending,
    race: &'a FindRace<'a>,
}

impl<P: Program> Facts<P> for CyclicFacts<'_, P> {
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
        (self.race)(self.execution)
    }

    /// Nobody shows executions with thread-local memory.
    fn late_access(&self) -> Option<Race> {
        None
    }

    /// Or with objects, or with locations that overlap.
    fn fault(&self, _thread: ThreadId) -> Option<Fault> {
        None
    }

    fn live_objects(&self) -> Vec<LiveObject> {
        Vec::new()
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
}
