//! From a recorded execution back to its threads, by running them again: the one place that knows how an event answers an
//! action. (Judges keep their own, on purpose.)

use raddle_graph::{EventId, Execution, Label, ThreadId, Value};

use crate::{Action, Answer, Program};

/// How an event, and for updates the one behind it, answered an action.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Answered {
    /// The answer.
    pub answer: Answer,
    /// How many events that took: two for an update that stores, else one.
    pub length: usize,
}

impl Answered {
    /// How an event answered an action. `result` says what the thread returned that a join waited for; `None` if that is not
    /// known yet.
    pub fn by(action: &Action, label: &Label, result: impl FnOnce(ThreadId) -> Option<Value>) -> Option<Answered> {
        let plain = |value| Answered { answer: Answer { value, stored: false }, length: 1 };
        Some(match (*label, action) {
            (Label::Read { value, exclusive, .. }, Action::Update { .. }) => {
                Answered { answer: Answer { value, stored: exclusive }, length: 1 + usize::from(exclusive) }
            }
            (Label::Read { value, .. } | Label::Choose { value }, _) => plain(value),
            (Label::Join { thread }, _) => plain(result(thread)?),
            _ => plain(0),
        })
    }
}

/// Runs the threads of a program: as they are, or while something watches them.
pub trait Runner<P: Program> {
    /// The first state of a thread that runs from the beginning.
    fn start(&mut self, program: &P, thread: ThreadId) -> P::State {
        program.start(thread)
    }

    /// The first state of a thread that the `Spawn` at which `parent` stands starts.
    fn child(&mut self, program: &P, parent: &P::State, _child: ThreadId) -> P::State {
        program.child(parent)
    }

    /// Answers a thread's action and runs it up to its next one.
    fn step(&mut self, program: &P, _thread: ThreadId, state: &mut P::State, answer: Answer) {
        program.step(state, answer);
    }
}

/// Runs threads as they are.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unwatched;

impl<P: Program> Runner<P> for Unwatched {}

/// A thread that is about to perform events of the execution.
pub struct Step<'a, S> {
    /// The first of them.
    pub event: EventId,
    /// How many there are.
    pub length: usize,
    /// Where the thread stands.
    pub state: &'a S,
}

impl<S> Step<'_, S> {
    /// Does the event belong to the step?
    pub fn includes(&self, event: EventId) -> bool {
        let events = self.event.index..self.event.index + self.length as u32;
        self.event.thread == event.thread && events.contains(&event.index)
    }
}

/// Runs all threads over the events of an execution, shows every step before it is taken, and returns the states in which
/// the threads end; `None` for those that were not started.
pub fn replay<P: Program>(
    program: &P,
    execution: &Execution,
    runner: &mut impl Runner<P>,
    visit: &mut dyn FnMut(Step<'_, P::State>),
) -> Vec<Option<P::State>> {
    let threads = execution.threads.len().min(program.threads());
    let mut states: Vec<Option<P::State>> = Vec::with_capacity(threads);
    for thread in (0..threads).map(|index| ThreadId(index as u16)) {
        states.push(program.starts(thread).then(|| runner.start(program, thread)));
    }
    let mut done = vec![0; threads];
    // Threads wait for each other's beginnings and ends, and for nothing else: what they read is recorded.
    let mut has_moved = true;
    while std::mem::take(&mut has_moved) {
        for (thread, done) in done.iter_mut().enumerate() {
            while let Some(length) = advance(program, execution, runner, visit, &mut states, (thread, *done)) {
                *done += length;
                has_moved = true;
            }
        }
    }
    states
}

/// Lets a thread take its next step; `None` if it has none left, or waits for another thread.
fn advance<P: Program>(
    program: &P,
    execution: &Execution,
    runner: &mut impl Runner<P>,
    visit: &mut dyn FnMut(Step<'_, P::State>),
    states: &mut [Option<P::State>],
    (index, done): (usize, usize),
) -> Option<usize> {
    let thread = ThreadId(index as u16);
    let event = execution.threads[index].get(done)?;
    let state = states[index].as_ref()?;
    let result = |other: ThreadId| {
        let ended = states.get(other.index())?.as_ref().filter(|ended| *program.action(ended) == Action::Finish)?;
        Some(program.result(ended))
    };
    if *program.action(state) == Action::Block {
        // It goes on: the loop in which it waits was left out elsewhere, and is not here.
        let idle = program.idle(state)?;
        states[index] = Some(idle);
        return Some(0);
    }
    let Answered { answer, length } = Answered::by(program.action(state), &event.label, result)?;
    visit(Step { event: EventId { thread, index: done as u32 }, length, state });
    if let (Label::Spawn { thread: child }, Action::Spawn { .. }) = (event.label, program.action(state))
        && let Some(None) = states.get(child.index())
    {
        states[child.index()] = Some(runner.child(program, state, child));
    }
    runner.step(program, thread, states[index].as_mut()?, answer);
    Some(length)
}
