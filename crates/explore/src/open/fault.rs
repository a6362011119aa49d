//! What threads do wrong with objects in executions with cycles. Nothing stopped them where that was found (`open/program`), so an
//! execution is shown up to there: a thread stands before what it must not do, as the fast engine leaves it.

use std::borrow::Cow;

use raddle_graph::{Address, Event, EventId, Execution, Label, ThreadId};
use raddle_program::Program;
use raddle_program::replay::{Unwatched, replay};

use super::beginning::beginning;
use super::close::Porf;
use crate::Fault;
use crate::life::{self, Events, Judged, Order};

/// The execution without what is wrong in it and all that comes behind that.
pub(super) fn up_to_faults<'e, P: Program>(program: &P, execution: &'e Execution, order: Order) -> Cow<'e, Execution> {
    let mut result = Cow::Borrowed(execution);
    while let Some((event, _)) = first_wrong(program, &Judged::new(&result, order), &result) {
        let beginning = without(program, &result, event);
        let states = replay(program, &beginning, &mut Unwatched, &mut |_| {});
        // What is on a cycle with that which makes it wrong is not wrong without it.
        if standing(program, &Judged::new(&beginning, order), &states, event.thread).is_none() {
            break;
        }
        result = Cow::Owned(beginning);
    }
    result
}

/// Why each thread must not do what it is about to do, or should not have done what it did, given the states in which threads end.
pub(super) fn faults<P: Program>(
    program: &P,
    execution: &Execution,
    judged: &Judged<'_>,
    states: &[Option<P::State>],
) -> Vec<Option<Fault>> {
    let state = |thread: ThreadId| states.get(thread.index())?.as_ref();
    let late = first_wrong(program, judged, execution).or_else(|| life::free_locked(program, judged, state));
    let late = |thread| late.filter(|(event, _)| event.thread == thread).map(|(_, fault)| fault);
    let threads = (0..states.len()).map(|thread| ThreadId(thread as u16));
    threads.map(|thread| standing(program, judged, states, thread).or_else(|| late(thread))).collect()
}

/// Why the thread must not do what it is about to do.
fn standing<P: Program>(
    program: &P,
    judged: &Judged<'_>,
    states: &[Option<P::State>],
    thread: ThreadId,
) -> Option<Fault> {
    let state = states.get(thread.index())?.as_ref()?;
    let next = judged.end(thread);
    life::fault(program, judged, next, program.action(state), Some(state))
}

/// The first event that must not be in the execution, and why.
fn first_wrong<P: Program>(program: &P, judged: &Judged<'_>, execution: &Execution) -> Option<(EventId, Fault)> {
    let is_object = |addr: Address| program.allocation(addr).is_some();
    let has_life = |label: Label| matches!(label, Label::Free { .. }) || label.addr().is_some_and(is_object);
    // Most programs have no objects.
    if !execution.events().any(|(_, event)| has_life(event.label)) {
        return None;
    }
    let mut found = None;
    replay(program, execution, &mut Unwatched, &mut |step| {
        if found.is_none() {
            let fault = life::fault_of_event(program, judged, step.event, step.state);
            found = fault.map(|fault| (step.event, fault));
        }
    });
    found
}

/// The execution without the event and all that comes behind it.
fn without<P: Program>(program: &P, execution: &Execution, event: EventId) -> Execution {
    let porf = Porf::of(execution);
    let kept = |(thread, events): (u16, &Vec<Event>)| {
        let ids = (0..events.len()).map(|index| EventId { thread: ThreadId(thread), index: index as u32 });
        ids.take_while(|&id| id != event && !porf.leads(event, id)).count()
    };
    let lengths: Vec<usize> = (0..).zip(&execution.threads).map(kept).collect();
    beginning(program, execution, &lengths)
}
