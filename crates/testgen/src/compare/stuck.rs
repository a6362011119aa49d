//! Executions in which threads wait: what they wait for, and whether that can still come.
//!
//! A thread may be shown to wait after a read that made it wait, or before it. For comparing who waits, such reads are
//! *stripped*: no event depends on them, because their threads do nothing more.

use raddle_explore::{Action, Answer, Program, Waits};
use raddle_graph::{Address, Execution, ThreadEnd, UpdateOp, Value};

use crate::Sketch;
use crate::sketch::State;

/// The threads of an execution in their last states.
pub(super) struct Stuck<'a> {
    pub(super) program: &'a Sketch,
    pub(super) execution: &'a Execution,
    pub(super) states: &'a [Option<State>],
}

/// Which reads after which threads wait are taken away.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Strip {
    /// Those of mutexes that the explorer knows as such.
    Mutexes,
    /// All that wait for a resource.
    Resources,
}

impl Stuck<'_> {
    /// What each thread waits for, given final memory.
    pub(super) fn waits(&self, memory: &dyn Fn(Address) -> Value) -> Vec<Option<Waits>> {
        self.states.iter().map(|state| self.thread_waits(state.as_ref()?, memory)).collect()
    }

    fn thread_waits(&self, state: &State, memory: &dyn Fn(Address) -> Value) -> Option<Waits> {
        match *state.action() {
            Action::Block => Some(self.program.waits_for(state)),
            Action::Join { .. } | Action::Depart { .. } => Some(Waits::Resource),
            Action::Read { .. } | Action::Update { .. } => self.would_wait(state, memory),
            _ => None,
        }
    }

    /// What the thread, whose next action is a read, waits for if it reads the value in memory.
    fn would_wait(&self, state: &State, memory: &dyn Fn(Address) -> Value) -> Option<Waits> {
        let answer = match *state.action() {
            Action::Read { addr, .. } => Answer { value: memory(addr), stored: false },
            Action::Update { addr, op, width, .. } => {
                let value = memory(addr);
                Answer { value, stored: op.stores(width, value).is_some() }
            }
            _ => return None,
        };
        let mut ahead = *state;
        self.program.step(&mut ahead, answer);
        (*ahead.action() == Action::Block).then(|| self.program.waits_for(&ahead))
    }

    /// Do all threads that have not finished wait for resources that will not come?
    pub(super) fn is_deadlock(&self, memory: &dyn Fn(Address) -> Value) -> bool {
        let is_over = |state: &Option<State>| {
            let Some(state) = state else { return true };
            match *state.action() {
                Action::Finish | Action::Join { .. } | Action::Depart { .. } => true,
                Action::Block => {
                    let before = self.program.before_waiting(state);
                    before.is_some_and(|before| self.would_wait(&before, memory) == Some(Waits::Resource))
                }
                _ => self.would_wait(state, memory) == Some(Waits::Resource),
            }
        };
        self.execution.ends.contains(&ThreadEnd::Blocked) && self.states.iter().all(is_over)
    }

    /// Is the next action of all waiting threads a lock, a join or a departure from a barrier?
    pub(super) fn stands_before_resources(&self) -> bool {
        self.states.iter().flatten().all(|state| match state.action() {
            Action::Update { op, .. } => matches!(op, UpdateOp::Lock { .. }),
            Action::Join { .. } | Action::Depart { .. } | Action::Finish | Action::Fail(_) => true,
            _ => false,
        })
    }

    /// The execution without reads that made threads wait.
    pub(super) fn stripped(&self, strip: Strip) -> Execution {
        let mut result = self.execution.clone();
        for (state, events) in self.states.iter().zip(&mut result.threads) {
            let Some(before) = state.and_then(|state| self.program.before_waiting(&state)) else { continue };
            let is_lock = matches!(before.action(), Action::Update { op: UpdateOp::Lock { .. }, .. });
            if is_lock || strip == Strip::Resources {
                events.pop();
            }
        }
        let accessed = result.threads.iter().flatten().filter_map(|event| event.label.addr());
        let values = accessed.map(|addr| (addr, self.program.initial_value(addr)));
        result.init = values.filter(|&(_, value)| value != 0).collect();
        result
    }
}
