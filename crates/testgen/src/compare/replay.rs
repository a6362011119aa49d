//! Running a program along an execution, and on from where it stands.

use raddle_explore::{Action, Answer, Program};
use raddle_graph::{Address, Event, EventId, Execution, Label, Source, ThreadEnd, ThreadId, UpdateOp, Value};

use super::source_value;
use crate::Sketch;
use crate::sketch::State;

/// The state in which each thread ends, `None` for those that were not started; an error if the execution is not one of
/// the program.
pub(super) fn states(program: &Sketch, execution: &Execution) -> Result<Vec<Option<State>>, String> {
    let threads = Program::threads(program);
    if execution.threads.len() != threads || execution.ends.len() != threads {
        return Err(format!("the program has {threads} threads"));
    }
    let spawned = |thread| {
        let spawn = Label::Spawn { thread };
        execution.events().any(|(_, event)| event.label == spawn)
    };
    let mut states = Vec::new();
    for (index, events) in execution.threads.iter().enumerate() {
        let thread = ThreadId(index as u16);
        if !program.starts(thread) && !spawned(thread) {
            states.push(None);
            continue;
        }
        let mut state = program.start(thread);
        let mut rest = events.as_slice();
        while let Some((event, after)) = rest.split_first() {
            let second = after.first();
            let (used, answer) = answer(program, execution, program.action(&state), event, second)
                .ok_or_else(|| format!("{thread} is at {:?}, not at {event}", program.action(&state)))?;
            program.step(&mut state, answer);
            rest = &rest[used..];
        }
        states.push(Some(state));
    }
    Ok(states)
}

/// How many events the action became, and what it was answered; `None` if it cannot have become these.
fn answer(
    program: &Sketch,
    execution: &Execution,
    action: &Action,
    first: &Event,
    second: Option<&Event>,
) -> Option<(usize, Answer)> {
    let read = |addr: Address| {
        let Label::Read { addr: at, value, .. } = first.label else {
            return None;
        };
        let source = source_value(program, execution, addr, first.rf?)?;
        (at == addr && value == source).then_some(value)
    };
    let nothing = Answer { value: 0, stored: false };
    match *action {
        Action::Read { addr, mode, .. } => {
            let value = read(addr)?;
            let label = Label::Read { addr, mode, value, exclusive: false };
            (first.label == label).then_some((1, Answer { value, stored: false }))
        }
        Action::Update { addr, mode, op, width, .. } => {
            let value = read(addr)?;
            if first.label.is_exclusive() {
                let stored = op.stores(width, value)?;
                let read = Label::Read { addr, mode, value, exclusive: true };
                let write = Label::Write { addr, mode, value: stored, exclusive: true };
                let both = first.label == read && second.is_some_and(|second| second.label == write);
                both.then_some((2, Answer { value, stored: true }))
            } else {
                let UpdateOp::CompareExchange { failure, weak, .. } = op else {
                    return None;
                };
                let label = Label::Read { addr, mode: failure, value, exclusive: false };
                let may_fail = weak || op.stores(width, value).is_none();
                (may_fail && first.label == label).then_some((1, Answer { value, stored: false }))
            }
        }
        Action::Write { addr, mode, value } => {
            let label = Label::Write { addr, mode, value, exclusive: false };
            (first.label == label).then_some((1, nothing))
        }
        Action::Fence { mode } => (first.label == Label::Fence { mode }).then_some((1, nothing)),
        Action::Spawn { thread } => (first.label == Label::Spawn { thread }).then_some((1, nothing)),
        Action::Join { thread } => (first.label == Label::Join { thread }).then_some((1, nothing)),
        Action::Block | Action::Bound | Action::Fail(_) | Action::Finish => None,
    }
}

/// How threads in these states end.
pub(super) fn ends(states: &[Option<State>]) -> Vec<ThreadEnd> {
    states.iter().map(|state| end(state.as_ref())).collect()
}

fn end(state: Option<&State>) -> ThreadEnd {
    match state.map(State::action) {
        None => ThreadEnd::NotStarted,
        Some(Action::Finish) => ThreadEnd::Finished,
        Some(Action::Fail(_)) => ThreadEnd::Failed,
        Some(_) => ThreadEnd::Blocked,
    }
}

/// An execution with coherence in which threads wait at reads that may block, run on: one thread after the other, each
/// reading what is last in coherence order and writing after it. Every model allows that. An error if a thread stands
/// at something that it could have done at once.
pub(super) fn run_on(program: &Sketch, execution: &Execution) -> Result<Execution, String> {
    let mut run = Run { program, states: states(program, execution)?, execution: execution.clone() };
    for thread in 0..run.states.len() {
        if let Some(state) = &run.states[thread]
            && !waits(state.action())
            && run.can_move(state.action())
        {
            return Err(format!("T{thread} stands at {:?} and could go on", state.action()));
        }
    }
    while let Some(thread) = run.next() {
        run.step(thread);
    }
    run.execution.ends = ends(&run.states);
    Ok(run.execution)
}

fn waits(action: &Action) -> bool {
    matches!(action, Action::Read { awaits: true, .. } | Action::Update { awaits: true, .. })
}

struct Run<'a> {
    program: &'a Sketch,
    states: Vec<Option<State>>,
    execution: Execution,
}

impl Run<'_> {
    fn can_move(&self, action: &Action) -> bool {
        match *action {
            Action::Join { thread } => end(self.states[thread.index()].as_ref()) == ThreadEnd::Finished,
            Action::Block | Action::Bound | Action::Fail(_) | Action::Finish => false,
            _ => true,
        }
    }

    fn next(&self) -> Option<usize> {
        (0..self.states.len()).find(|&thread| {
            let state = self.states[thread].as_ref();
            state.is_some_and(|state| self.can_move(state.action()))
        })
    }

    fn step(&mut self, thread: usize) {
        let Some(mut state) = self.states[thread] else { return };
        let mut answer = Answer { value: 0, stored: false };
        match *state.action() {
            Action::Read { addr, mode, .. } => {
                answer.value = self.read(thread, addr, |value| Label::Read { addr, mode, value, exclusive: false });
            }
            Action::Update { addr, mode, op, width, .. } => {
                let failure = match op {
                    UpdateOp::CompareExchange { failure, .. } => failure,
                    _ => mode,
                };
                answer.value = self.read(thread, addr, |value| {
                    let exclusive = op.stores(width, value).is_some();
                    let mode = if exclusive { mode } else { failure };
                    Label::Read { addr, mode, value, exclusive }
                });
                if let Some(value) = op.stores(width, answer.value) {
                    answer.stored = true;
                    self.write(thread, addr, Label::Write { addr, mode, value, exclusive: true });
                }
            }
            Action::Write { addr, mode, value } => {
                self.write(thread, addr, Label::Write { addr, mode, value, exclusive: false });
            }
            Action::Fence { mode } => self.push(thread, Label::Fence { mode }, None),
            Action::Spawn { thread: child } => {
                self.push(thread, Label::Spawn { thread: child }, None);
                self.states[child.index()] = Some(self.program.start(child));
            }
            Action::Join { thread: child } => self.push(thread, Label::Join { thread: child }, None),
            Action::Block | Action::Bound | Action::Fail(_) | Action::Finish => return,
        }
        self.program.step(&mut state, answer);
        self.states[thread] = Some(state);
    }

    fn read(&mut self, thread: usize, addr: Address, label: impl Fn(Value) -> Label) -> Value {
        let last = self.execution.co.iter().flatten().find(|(at, _)| **at == addr);
        let source = last.and_then(|(_, order)| order.last()).map_or(Source::Init, |&id| Source::Event(id));
        // Coherence orders writes of its location only: the execution passed the axioms.
        let value = source_value(self.program, &self.execution, addr, source).unwrap_or(0);
        self.push(thread, label(value), Some(source));
        value
    }

    fn write(&mut self, thread: usize, addr: Address, label: Label) {
        let id = EventId { thread: ThreadId(thread as u16), index: self.execution.threads[thread].len() as u32 };
        self.push(thread, label, None);
        if let Some(co) = &mut self.execution.co {
            co.entry(addr).or_default().push(id);
        }
    }

    fn push(&mut self, thread: usize, label: Label, rf: Option<Source>) {
        // A location accessed for the first time shows its initial value from now on.
        if let Some(addr) = label.addr() {
            let value = self.program.initial_value(addr);
            if value != 0 {
                self.execution.init.insert(addr, value);
            }
        }
        self.execution.threads[thread].push(Event { label, rf });
    }
}
