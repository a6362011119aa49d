//! Blocked executions: what their threads wait for, and whether it is a deadlock.
//!
//! Engines differ in where a waiting thread stands: after the read that made it wait, or before it. Executions are compared with
//! these reads *stripped*. No event depends on them, because their threads do nothing more.

use raddle_explore::{Action, Answer, Program, Waits};
use raddle_graph::{Address, Execution, ThreadEnd, UpdateOp, Value};

use crate::Sketch;
use crate::sketch::State;

/// An execution with the last states of its threads.
pub(super) struct Stuck<'a> {
    pub(super) program: &'a Sketch,
    pub(super) execution: &'a Execution,
    /// By thread; `None` if it was not started.
    pub(super) states: &'a [Option<State>],
}

/// Which reads are stripped, of those that made a thread wait.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Strip {
    /// Those of `UpdateOp::Lock`: mutexes that the explorer knows as such.
    Mutexes,
    /// All that made a thread wait for a resource.
    Resources,
}

impl Stuck<'_> {
    /// What each thread waits for, given the final memory; `None` for threads that do not wait.
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

    /// What the thread waits for once it has read the value in memory. `None` if it does not wait then, or if its next action is
    /// no read.
    fn would_wait(&self, state: &State, memory: &dyn Fn(Address) -> Value) -> Option<Waits> {
        let answer = match *state.action() {
            Action::Read { addr, .. } => Answer { value: memory(addr), stored: false },
            Action::Update { addr, op, width, .. } => {
                let value = memory(addr);
                Answer { value, stored: op.stores(width, value).is_some() }
            }
            _ => return None,
        };
        let mut next = *state;
        self.program.step(&mut next, answer);
        (*next.action() == Action::Block).then(|| self.program.waits_for(&next))
    }

    /// Did a thread end the process?
    pub(super) fn has_exited(&self) -> bool {
        self.states.iter().flatten().any(|state| *state.action() == Action::Exit)
    }

    /// Do all threads that have not finished wait for resources, such that none of them can go on from the final memory, and the
    /// process goes on?
    pub(super) fn is_deadlock(&self, memory: &dyn Fn(Address) -> Value) -> bool {
        self.execution.ends.contains(&ThreadEnd::Blocked) && !self.has_exited() && self.is_settled(memory)
    }

    /// Can no thread go on from the final memory?
    pub(super) fn is_settled(&self, memory: &dyn Fn(Address) -> Value) -> bool {
        let cannot_go_on = |state: &Option<State>| {
            let Some(state) = state else { return true };
            match *state.action() {
                Action::Finish | Action::Exit | Action::Join { .. } | Action::Depart { .. } => true,
                Action::Block => {
                    let before = self.program.before_waiting(state);
                    before.is_some_and(|before| self.would_wait(&before, memory) == Some(Waits::Resource))
                }
                _ => self.would_wait(state, memory) == Some(Waits::Resource),
            }
        };
        self.states.iter().all(cannot_go_on)
    }

    /// Is the next action of all waiting threads a lock, a join or a departure from a barrier?
    pub(super) fn stands_before_resources(&self) -> bool {
        self.states.iter().flatten().all(|state| match state.action() {
            Action::Update { op, .. } => matches!(op, UpdateOp::Lock { .. }),
            Action::Join { .. } | Action::Depart { .. } | Action::Finish | Action::Exit | Action::Fail(_) => true,
            _ => false,
        })
    }

    /// The execution without those reads that made threads wait.
    pub(super) fn stripped(&self, strip: Strip) -> Execution {
        let mut result = self.execution.clone();
        for (state, events) in self.states.iter().zip(&mut result.threads) {
            let Some(before) = state.and_then(|state| self.program.before_waiting(&state)) else { continue };
            let is_lock = matches!(before.action(), Action::Update { op: UpdateOp::Lock { .. }, .. });
            if is_lock || strip == Strip::Resources {
                events.pop();
            }
        }
        // Initial values are listed for accessed locations only, and fewer may be accessed now.
        let accessed = result.threads.iter().flatten().filter_map(|event| event.label.addr());
        let values = accessed.map(|addr| (addr, self.program.initial_value(addr)));
        result.init = values.filter(|&(_, value)| value != 0).collect();
        result
    }
}
