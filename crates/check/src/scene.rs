//! An execution with everything that a report may want to know about it, kept after the explorer has moved on.

use raddle_explore::{Action, Answer, Ending, Fault, Final, Program as _, Waits};
use raddle_graph::{Event, EventId, Execution, Label, ThreadId};
use raddle_ir::{Position, Program, State};

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
}

/// One thing that a thread did: one event, or the two of an update that stores.
#[derive(Clone, Debug)]
pub(crate) struct Step {
    /// The (first) event.
    pub event: EventId,
    /// What the thread asked for.
    pub action: Action,
    /// Where.
    pub position: Position,
    /// The function that it was in.
    pub function: String,
    /// For the start of a thread: the state in which that begins.
    pub child: Option<State>,
}

impl Scene {
    pub fn new(program: &Program, found: &dyn Final<State>) -> Scene {
        let stand = |thread: ThreadId| Stand {
            state: found.state(thread).cloned(),
            fault: found.fault(thread),
            waits: found.waits(thread),
        };
        let stands = threads(program).map(stand).collect();
        Scene { ending: found.ending(), execution: found.execution(), stands }
    }

    /// Where a thread stands at the end; `None` if it was never started.
    pub fn state(&self, thread: ThreadId) -> Option<&State> {
        self.stands[thread.index()].state.as_ref()
    }

    /// What every thread did, by running it again.
    pub fn steps(&self, program: &Program) -> Vec<Vec<Step>> {
        let mut starts: Vec<Option<State>> = vec![None; self.stands.len()];
        for thread in threads(program).filter(|&thread| program.starts(thread)) {
            starts[thread.index()] = Some(program.start(thread));
        }
        let mut steps = vec![Vec::new(); self.stands.len()];
        // A thread is started by one that was known before it, but nothing depends on that here: repeat until no new thread
        // begins.
        let mut pending = true;
        while pending {
            pending = false;
            for thread in threads(program) {
                if let Some(start) = starts[thread.index()].take() {
                    steps[thread.index()] = self.replay(program, thread, start);
                    for step in &steps[thread.index()] {
                        if let (Action::Spawn { thread }, Some(child)) = (step.action, &step.child) {
                            starts[thread.index()] = Some(child.clone());
                        }
                    }
                    pending = true;
                }
            }
        }
        steps
    }

    fn replay(&self, program: &Program, thread: ThreadId, mut state: State) -> Vec<Step> {
        let mut steps = Vec::new();
        let events: &[Event] = self.execution.threads.get(thread.index()).map_or(&[], Vec::as_slice);
        let mut index = 0;
        while let Some(event) = events.get(index) {
            let action = *program.action(&state);
            let (function, position) = program.stack(&state).into_iter().next().unwrap_or_default();
            let child = matches!(action, Action::Spawn { .. }).then(|| program.child(&state));
            steps.push(Step { event: EventId { thread, index: index as u32 }, action, position, function, child });
            let (answer, length) = self.answer(program, &action, &event.label);
            program.step(&mut state, answer);
            index += length;
        }
        steps
    }

    /// The answer that an event gave to an action, and how many events that took.
    fn answer(&self, program: &Program, action: &Action, label: &Label) -> (Answer, usize) {
        let value = |value| (Answer { value, stored: false }, 1);
        match (*label, action) {
            (Label::Read { value, exclusive, .. }, Action::Update { .. }) => {
                (Answer { value, stored: exclusive }, 1 + usize::from(exclusive))
            }
            (Label::Read { value: read, .. }, _) => value(read),
            (Label::Choose { value: chosen }, _) => value(chosen),
            (Label::Join { thread }, _) => {
                let Some(state) = self.state(thread) else {
                    unreachable!("thread {thread} was joined and never started")
                };
                value(program.result(state))
            }
            _ => value(0),
        }
    }
}

/// The threads of a program.
pub(crate) fn threads(program: &Program) -> impl Iterator<Item = ThreadId> + use<> {
    (0..program.threads() as u16).map(ThreadId)
}
