//! An execution with everything that a report may want to know about it, kept after the explorer has moved on.

use raddle_explore::{Action, Derivation, Ending, Fault, FinalGraph, Program as _, Waits};
use raddle_graph::{EventId, Execution, ThreadId};
use raddle_ir::{Call, Position, Program, SpuriousKind, State};
use raddle_program::replay;

/// How one thread ended.
#[derive(Clone, Debug)]
pub(crate) struct Stand {
    /// Its state there; `None` if it was never started.
    pub state: Option<State>,
    /// Why it must not do what it is about to do, if so.
    pub fault: Option<Fault>,
    /// What it waits for, if it waits for good.
    pub waits: Option<Waits>,
}

/// An execution, and where its threads stand at its end.
#[derive(Clone, Debug)]
pub(crate) struct Scene {
    pub ending: Ending,
    pub execution: Execution,
    pub stands: Vec<Stand>,
    /// How it is known, if it has a cycle (`FinalGraph::derivations`).
    pub derivations: Vec<Derivation>,
}

/// One thing that a thread did: one event, or the two of an update that stores.
#[derive(Clone, Debug)]
pub(crate) struct Step {
    /// The (first) event.
    pub event: EventId,
    /// What the thread asked for.
    pub action: Action,
    /// Where, if that has a line.
    pub position: Option<Position>,
    /// The function that it was in; empty if none has lines.
    pub function: String,
    /// How it got there: the functions that it was in, from the inside out, with headers and what was inlined.
    pub calls: Vec<Call>,
    /// For the start of a thread: the state in which that begins.
    pub child: Option<State>,
    /// Does it choose whether something happens without a reason?
    pub spurious: Option<SpuriousKind>,
}

impl Scene {
    pub fn new(program: &Program, found: &dyn FinalGraph<State>) -> Scene {
        let stand = |thread: ThreadId| Stand {
            state: found.state(thread).cloned(),
            fault: found.fault(thread),
            waits: found.waits(thread),
        };
        let stands = threads(program).map(stand).collect();
        Scene { ending: found.ending(), execution: found.execution(), stands, derivations: found.derivations() }
    }

    /// An execution from which another one is known.
    pub fn of_source(program: &Program, execution: Execution, derivations: &[Derivation]) -> Scene {
        let states = replay::replay(program, &execution, &mut replay::Unwatched, &mut |_| {});
        let stand = |state: Option<State>| {
            let is_blocked = state.as_ref().is_some_and(|state| *program.action(state) == Action::Block);
            let waits = state.as_ref().filter(|_| is_blocked).map(|state| program.waits_for(state));
            Stand { state, fault: None, waits }
        };
        let stands = states.into_iter().map(stand).collect();
        Scene { ending: Ending::Complete, execution, stands, derivations: derivations.to_vec() }
    }

    /// Where a thread stands at the end; `None` if it was never started.
    pub fn state(&self, thread: ThreadId) -> Option<&State> {
        self.stands[thread.index()].state.as_ref()
    }

    /// What every thread did, by running it again.
    pub fn steps(&self, program: &Program) -> Vec<Vec<Step>> {
        let mut steps = vec![Vec::new(); self.stands.len()];
        replay::replay(program, &self.execution, &mut replay::Unwatched, &mut |step| {
            let action = *program.action(step.state);
            let (function, position) = innermost(program, step.state);
            let child = matches!(action, Action::Spawn { .. }).then(|| program.child(step.state));
            let spurious = program.spurious_kind(step.state);
            let calls = program.calls(step.state);
            let step = Step { event: step.event, action, position, function, calls, child, spurious };
            steps[step.event.thread.index()].push(step);
        });
        steps
    }
}

/// The innermost function with lines that a thread is in, and where it stands there. Without such a function the name is empty.
pub(crate) fn innermost(program: &Program, state: &State) -> (String, Option<Position>) {
    let (function, position) = program.stack(state).into_iter().next().unzip();
    (function.unwrap_or_default(), position)
}

/// The threads of a program.
pub(crate) fn threads(program: &Program) -> impl Iterator<Item = ThreadId> + use<> {
    (0..program.threads() as u16).map(ThreadId)
}
