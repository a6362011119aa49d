//! Running a program along an execution.

use raddle_explore::{Action, Answer, Program};
use raddle_graph::{Address, Event, Execution, Label, ThreadEnd, ThreadId};

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
                let label = Label::Read { addr, mode: op.failure_mode(mode), value, exclusive: false };
                let may_fail = op.is_weak() || op.stores(width, value).is_none();
                (may_fail && first.label == label).then_some((1, Answer { value, stored: false }))
            }
        }
        Action::Write { addr, mode, value } => {
            let label = Label::Write { addr, mode, value, exclusive: false };
            (first.label == label).then_some((1, nothing))
        }
        Action::Fence { mode, on } => (first.label == Label::Fence { mode, on }).then_some((1, nothing)),
        Action::Spawn { thread } => (first.label == Label::Spawn { thread }).then_some((1, nothing)),
        Action::Join { thread } => (first.label == Label::Join { thread }).then_some((1, nothing)),
        Action::Choose { count } => match first.label {
            Label::Choose { value } if value < count => Some((1, Answer { value, stored: false })),
            _ => None,
        },
        Action::Arrive { barrier, round } => (first.label == Label::Arrive { barrier, round }).then_some((1, nothing)),
        Action::Depart { barrier, round, .. } => {
            (first.label == Label::Depart { barrier, round }).then_some((1, nothing))
        }
        Action::Allocate { base, size } => (first.label == Label::Allocate { base, size }).then_some((1, nothing)),
        Action::Free { base } => (first.label == Label::Free { base }).then_some((1, nothing)),
        Action::Reserve { .. } | Action::Conditional { .. } | Action::Learn(_) => {
            unreachable!("no sketch does that")
        }
        Action::Block | Action::Bound | Action::Fail(_) | Action::Finish | Action::Exit => None,
    }
}

/// How threads in these states end.
pub(super) fn ends(states: &[Option<State>]) -> Vec<ThreadEnd> {
    states.iter().map(|state| end(state.as_ref())).collect()
}

pub(super) fn end(state: Option<&State>) -> ThreadEnd {
    match state.map(State::action) {
        None => ThreadEnd::NotStarted,
        Some(Action::Finish | Action::Exit) => ThreadEnd::Finished,
        Some(Action::Fail(_)) => ThreadEnd::Failed,
        Some(_) => ThreadEnd::Blocked,
    }
}
