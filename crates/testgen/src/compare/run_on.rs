//! Running a program on from where an execution stands.

use raddle_explore::{Action, Answer, Program};
use raddle_graph::{Address, Event, EventId, Execution, Label, Source, ThreadId, UpdateOp, Value};

use super::replay::{ends, states};
use super::source_value;
use crate::Sketch;
use crate::sketch::State;

/// An execution with coherence in which threads wait at reads that may block, run on: one thread after the other, each
/// reading what is last in coherence order and writing after it. Every model allows that. An error if a thread stands
/// at something that it could have done at once.
pub(super) fn run_on(program: &Sketch, execution: &Execution) -> Result<Execution, String> {
    let mut run = Run { program, states: states(program, execution)?, execution: execution.clone() };
    for thread in 0..run.states.len() {
        if let Some(state) = &run.states[thread]
            && !may_only_block(state.action())
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

/// Is it a read that the explorer may leave out? A lock of a free mutex is none.
fn may_only_block(action: &Action) -> bool {
    match action {
        Action::Update { op: UpdateOp::Lock { .. }, .. } => false,
        Action::Read { awaits, .. } | Action::Update { awaits, .. } => *awaits,
        _ => false,
    }
}

struct Run<'a> {
    program: &'a Sketch,
    states: Vec<Option<State>>,
    execution: Execution,
}

impl Run<'_> {
    fn can_move(&self, action: &Action) -> bool {
        match *action {
            Action::Join { thread } => {
                self.states[thread.index()].as_ref().is_some_and(|child| *child.action() == Action::Finish)
            }
            Action::Depart { barrier, round, count } => {
                let arrival = Label::Arrive { barrier, round };
                self.execution.events().filter(|(_, event)| event.label == arrival).count() >= count as usize
            }
            // It never reads what makes it wait.
            Action::Update { addr, op: UpdateOp::Lock { .. }, .. } => self.last(addr).1 == 0,
            Action::Block | Action::Bound | Action::Fail(_) | Action::Finish | Action::Exit => false,
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
                answer.value = self.read(thread, addr, |value| {
                    let exclusive = op.stores(width, value).is_some();
                    let mode = if exclusive { mode } else { op.failure_mode(mode) };
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
            Action::Fence { mode, on } => self.push(thread, Label::Fence { mode, on }, None),
            Action::Spawn { thread: child } => {
                self.push(thread, Label::Spawn { thread: child }, None);
                self.states[child.index()] = Some(self.program.start(child));
            }
            Action::Join { thread: child } => self.push(thread, Label::Join { thread: child }, None),
            Action::Choose { .. } => self.push(thread, Label::Choose { value: 0 }, None),
            Action::Arrive { barrier, round } => self.push(thread, Label::Arrive { barrier, round }, None),
            Action::Depart { barrier, round, .. } => self.push(thread, Label::Depart { barrier, round }, None),
            Action::Allocate { base, size } => self.push(thread, Label::Allocate { base, size }, None),
            Action::Free { base } => self.push(thread, Label::Free { base }, None),
            Action::Reserve { .. } | Action::Conditional { .. } | Action::Learn(_) => {
                unreachable!("no sketch does that")
            }
            Action::Block | Action::Bound | Action::Fail(_) | Action::Finish | Action::Exit => return,
        }
        self.program.step(&mut state, answer);
        self.states[thread] = Some(state);
    }

    /// The last write of a location and its value.
    fn last(&self, addr: Address) -> (Source, Value) {
        let last = self.execution.co.iter().flatten().find(|(at, _)| **at == addr);
        let source = last.and_then(|(_, order)| order.last()).map_or(Source::Init, |&id| Source::Event(id));
        // Coherence orders writes of its location only: the execution passed the axioms.
        (source, source_value(self.program, &self.execution, addr, source).unwrap_or(0))
    }

    fn read(&mut self, thread: usize, addr: Address, label: impl Fn(Value) -> Label) -> Value {
        let (source, value) = self.last(addr);
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
