//! Running a sketch: a state is a position in the thread's code, the registers, and the thread's next action.
//! Nothing is allocated while it runs.

use raddle_explore::{Action, Allocation, Answer, FailureId, Features, Program, Span, Waits};
use raddle_graph::{Address, ConditionOp, Dependencies, Mode, ThreadId, UpdateOp, Value, Width};

use super::code::{Code, Mutexes, Op, Visible};
use super::depend::Tracked;
use super::{BARRIERS, Loc, Mutex, OBJECT_SIZE, Operand, Place, REGISTERS, Reg, STRIDE, Sketch, Stmt, Test};

/// The value of a mutex that is held.
const HELD: Value = 1;

/// The largest value of a semaphore.
const SEMAPHORE_MAX: Value = i32::MAX as Value;

/// The state of a thread.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct State {
    thread: u16,
    at: u16,
    registers: [Value; REGISTERS],
    /// How often the thread has passed each barrier.
    rounds: [u32; BARRIERS],
    /// The mutexes that the thread holds, one bit each.
    held: u8,
    /// The group of waiters that the thread joined last.
    group: u16,
    action: Action,
    tracked: Tracked,
}

impl State {
    /// What the registers hold.
    pub fn registers(&self) -> &[Value; REGISTERS] {
        &self.registers
    }

    /// The thread's next action.
    pub fn action(&self) -> &Action {
        &self.action
    }

    fn holds(&self, test: Test) -> bool {
        (self.registers[usize::from(test.reg)] == test.value) == test.equal
    }

    fn value(&self, operand: Operand) -> Value {
        let registers = operand.registers().filter(|_| !operand.cancels);
        let base = registers.fold(0, |sum: Value, reg| sum.wrapping_add(self.registers[usize::from(reg)]));
        Width::W32.truncate(base.wrapping_add(operand.plus))
    }

    fn cell(&self, base: Loc, index: Operand) -> Place {
        Place::of(base + (self.value(index) & 1) as Loc)
    }

    /// Does the thread hold the mutex?
    pub fn has(&self, mutex: Mutex) -> bool {
        self.held & (1 << mutex) != 0
    }

    fn set(&mut self, reg: Reg, value: Value) {
        self.registers[usize::from(reg)] = value;
    }

    /// Runs up to the next visible action.
    fn run(&mut self, code: &Code) {
        self.action = loop {
            let Some(op) = code.get(self.at) else {
                break Action::Finish;
            };
            match *op {
                // No other thread can take or release a mutex that this thread holds.
                Op::Visible(Visible::TryLock(reg, mutex), _) if self.has(mutex) => {
                    self.set(reg, 0);
                    self.tracked.forget(reg);
                    self.at += 1;
                }
                Op::Visible(visible, awaits) => break self.act(visible, awaits),
                Op::Assume(test) if !self.holds(test) => {
                    self.tracked.branch(test);
                    break Action::Block;
                }
                Op::Assert(test) if !self.holds(test) => {
                    self.tracked.branch(test);
                    break Action::Fail(FailureId(u32::from(self.at)));
                }
                Op::ExitIf(test) if self.holds(test) => {
                    self.tracked.branch(test);
                    break Action::Exit;
                }
                Op::Assume(test) | Op::Assert(test) | Op::ExitIf(test) => {
                    self.tracked.branch(test);
                    self.at += 1;
                }
                Op::Unless(test, target) => {
                    self.tracked.branch(test);
                    // Code is short: a sketch with 65,536 operations would be none.
                    self.at = if self.holds(test) { self.at + 1 } else { target as u16 };
                }
                Op::Jump(target) => self.at = target as u16,
            }
        };
    }

    fn act(&self, visible: Visible, awaits: bool) -> Action {
        let read = |place: Place, mode| Action::Read { addr: place.address(), mode, awaits };
        let write = |place: Place, mode, value| Action::Write { addr: place.address(), mode, value };
        let update =
            |place: Place, mode, op| Action::Update { addr: place.address(), mode, op, width: Width::W32, awaits };
        let condition = |condition, op| Action::Update {
            addr: Place::Condition(condition).address(),
            // It orders nothing: the mutex that goes with it does.
            mode: Mode::Rlx,
            op: UpdateOp::Condition(op),
            width: Width::W64,
            awaits,
        };
        match visible {
            Visible::Load(_, loc, mode) => read(Place::of(loc), mode),
            Visible::Store(loc, value, mode) => write(Place::of(loc), mode, self.value(value)),
            Visible::LoadAt(_, base, index, mode) => read(self.cell(base, index), mode),
            Visible::StoreAt(base, index, value, mode) => write(self.cell(base, index), mode, self.value(value)),
            Visible::Reserve(_, loc, mode) => Action::Reserve { addr: Place::of(loc).address(), mode },
            Visible::Conditional(loc, value, mode) => {
                Action::Conditional { addr: Place::of(loc).address(), mode, value: self.value(value) }
            }
            Visible::FetchAdd(_, loc, value, mode) => update(Place::of(loc), mode, UpdateOp::Add(self.value(value))),
            Visible::Exchange(_, loc, value, mode) => {
                update(Place::of(loc), mode, UpdateOp::Exchange(self.value(value)))
            }
            Visible::CompareExchange { loc, expected, desired, success, failure, weak, .. } => {
                let (expected, desired) = (self.value(expected), self.value(desired));
                let op = UpdateOp::CompareExchange { expected, desired, failure, weak };
                update(Place::of(loc), success, op)
            }
            Visible::Fence(mode) => Action::Fence { mode, on: None },
            Visible::Spawn(thread) => Action::Spawn { thread: ThreadId(thread) },
            Visible::Join(thread) => Action::Join { thread: ThreadId(thread) },
            Visible::Choose(_, count) => Action::Choose { count },
            Visible::Allocate(object) => Action::Allocate { base: Place::Object(object).address(), size: OBJECT_SIZE },
            Visible::Free(object) => Action::Free { base: Place::Object(object).address() },
            Visible::Lock(mutex, Mutexes::ByRule) => {
                update(Place::Mutex(mutex), Mode::Acq, UpdateOp::Lock { held: HELD })
            }
            Visible::Lock(mutex, Mutexes::Words) | Visible::TryLock(_, mutex) => {
                let op = UpdateOp::CompareExchange { expected: 0, desired: HELD, failure: Mode::Rlx, weak: false };
                update(Place::Mutex(mutex), Mode::Acq, op)
            }
            Visible::Unlock(mutex) => write(Place::Mutex(mutex), Mode::Rel, 0),
            Visible::SemWait(semaphore) => {
                let op = UpdateOp::AddWithin { operand: Value::MAX, low: 1, high: SEMAPHORE_MAX };
                update(Place::Semaphore(semaphore), Mode::Acq, op)
            }
            Visible::SemPost(semaphore) => {
                let op = UpdateOp::AddWithin { operand: 1, low: 0, high: SEMAPHORE_MAX - 1 };
                update(Place::Semaphore(semaphore), Mode::Rel, op)
            }
            Visible::Arrive(barrier) => {
                Action::Arrive { barrier: Place::Barrier(barrier).address(), round: self.rounds[usize::from(barrier)] }
            }
            Visible::Depart(barrier, count) => Action::Depart {
                barrier: Place::Barrier(barrier).address(),
                round: self.rounds[usize::from(barrier)],
                count,
            },
            Visible::Register(of) => condition(of, ConditionOp::Register),
            Visible::Wake(of) => condition(of, ConditionOp::Wake { group: self.group }),
            Visible::Signal(of) => condition(of, ConditionOp::Signal),
            Visible::Broadcast(of) => condition(of, ConditionOp::Broadcast),
        }
    }

    /// Takes the answer; false if the thread has to wait.
    fn take(&mut self, visible: Visible, answer: Answer) -> bool {
        self.tracked.take(visible, answer);
        match visible {
            Visible::Load(reg, ..)
            | Visible::LoadAt(reg, ..)
            | Visible::Reserve(reg, ..)
            | Visible::FetchAdd(reg, ..)
            | Visible::Exchange(reg, ..)
            | Visible::Choose(reg, _) => self.set(reg, answer.value),
            Visible::CompareExchange { done, seen, .. } => {
                self.set(seen, answer.value);
                self.set(done, u64::from(answer.stored));
            }
            Visible::TryLock(done, mutex) => {
                self.held |= u8::from(answer.stored) << mutex;
                self.set(done, u64::from(answer.stored));
            }
            Visible::Lock(mutex, _) => {
                self.held |= u8::from(answer.stored) << mutex;
                return answer.stored;
            }
            Visible::Unlock(mutex) => self.held &= !(1 << mutex),
            Visible::SemWait(_) => return answer.stored,
            Visible::Depart(barrier, _) => self.rounds[usize::from(barrier)] += 1,
            Visible::Register(_) => self.group = ConditionOp::group_of(answer.value),
            Visible::Wake(_) => return ConditionOp::may_pass(self.group, answer.value),
            Visible::Store(..)
            | Visible::StoreAt(..)
            | Visible::Conditional(..)
            | Visible::Fence(_)
            | Visible::Spawn(_)
            | Visible::Join(_)
            | Visible::Allocate(_)
            | Visible::Free(_)
            | Visible::SemPost(_)
            | Visible::Arrive(_)
            | Visible::Signal(_)
            | Visible::Broadcast(_) => {}
        }
        true
    }
}

impl Sketch {
    /// The state from which a thread that waits for a resource came to wait there: it may try again.
    pub fn before_waiting(&self, state: &State) -> Option<State> {
        let code = &self.code[usize::from(state.thread)];
        match code.get(state.at) {
            Some(&Op::Visible(visible, awaits)) if state.action == Action::Block => {
                Some(State { action: state.act(visible, awaits), ..*state })
            }
            _ => None,
        }
    }
}

impl Program for Sketch {
    type State = State;

    fn features(&self) -> Features {
        Features {
            threads: self.threads.len(),
            reservations: self.code.iter().any(Code::reserves),
            updates: self.code.iter().any(Code::updates),
            weak_exchanges: self.any(|stmt| matches!(stmt, Stmt::CompareExchange { weak: true, .. })),
            waits: false,
            loose_control: false,
            sections: self.has_sections.then_some(Place::Mutex(0).address()),
            enumerable: true,
        }
    }

    fn threads(&self) -> usize {
        self.threads.len()
    }

    fn starts(&self, thread: ThreadId) -> bool {
        !self.spawned[thread.index()]
    }

    fn initial_value(&self, addr: Address) -> Value {
        let (kind, number) = (addr.0 / STRIDE, (addr.0 % STRIDE).wrapping_sub(1) as usize);
        let values = match kind {
            0 => &self.init,
            2 => &self.semaphores,
            _ => return 0,
        };
        values.get(number).copied().unwrap_or(0)
    }

    fn start(&self, thread: ThreadId) -> State {
        let mut state = State {
            thread: thread.0,
            at: 0,
            registers: [0; REGISTERS],
            rounds: [0; BARRIERS],
            held: 0,
            group: 0,
            action: Action::Finish,
            tracked: Tracked::default(),
        };
        state.run(&self.code[thread.index()]);
        state
    }

    fn action<'a>(&self, state: &'a State) -> &'a Action {
        &state.action
    }

    fn dependencies(&self, state: &State) -> Dependencies {
        match self.code[usize::from(state.thread)].get(state.at) {
            Some(&Op::Visible(visible, _)) => state.tracked.of(visible),
            _ => state.tracked.of_nothing(),
        }
    }

    fn step(&self, state: &mut State, answer: Answer) {
        let code = &self.code[usize::from(state.thread)];
        // Only a thread with a visible next action can be answered.
        let Some(&Op::Visible(visible, _)) = code.get(state.at) else {
            debug_assert!(false, "a thread that cannot move was answered");
            return;
        };
        if state.take(visible, answer) {
            state.at += 1;
            state.run(code);
        } else {
            state.action = Action::Block;
        }
    }

    fn span(&self, addr: Address) -> Option<Span> {
        object_at(addr).map(|_| Span { start: addr.0, length: OBJECT_SIZE })
    }

    fn allocation(&self, addr: Address) -> Option<Allocation> {
        *self.objects.get(object_at(addr)?)?
    }

    /// Neighbours with equal bodies. Comparisons with an oracle, which knows no symmetry, switch that off.
    fn symmetric_at_start(&self, thread: ThreadId) -> Option<ThreadId> {
        let older = thread.0.checked_sub(1)?;
        (self.threads[usize::from(older)] == self.threads[thread.index()]).then_some(ThreadId(older))
    }

    fn waits_for(&self, state: &State) -> Waits {
        match self.code[usize::from(state.thread)].get(state.at) {
            Some(Op::Visible(..)) => Waits::Resource,
            _ => Waits::Assumption,
        }
    }
}

/// The object that is at an address.
fn object_at(addr: Address) -> Option<usize> {
    Some((addr.0.checked_sub(Place::Object(0).address().0)? / OBJECT_SIZE) as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOAD: Stmt = Stmt::Load { reg: 0, loc: 0, mode: Mode::Rlx };
    const TEST: Test = Test { reg: 0, value: 1, equal: true };

    fn awaits(body: Vec<Stmt>) -> bool {
        let program = Sketch::new(vec![body]);
        let state = program.start(ThreadId(0));
        matches!(program.action(&state), Action::Read { awaits: true, .. })
    }

    #[test]
    fn a_read_awaits_if_an_assumption_comes_before_any_other_action() {
        assert!(awaits(vec![LOAD, Stmt::Assume(TEST)]));
        assert!(!awaits(vec![LOAD, LOAD, Stmt::Assume(TEST)]));
        let inside = Stmt::If { test: TEST, then: vec![LOAD], otherwise: vec![Stmt::Assume(TEST)] };
        assert!(awaits(vec![LOAD, inside]));
        let before = Stmt::If { test: TEST, then: vec![LOAD], otherwise: vec![LOAD] };
        assert!(!awaits(vec![LOAD, before, Stmt::Assume(TEST)]));
    }

    #[test]
    fn a_branch_is_taken_by_the_value_read() {
        let store = |value: Value| Stmt::Store { loc: 1, value: value.into(), mode: Mode::Rlx };
        let program = Sketch::new(vec![vec![
            LOAD,
            Stmt::If { test: TEST, then: vec![store(5)], otherwise: vec![store(6)] },
            store(7),
        ]]);
        for (value, expected) in [(1, 5), (2, 6)] {
            let mut state = program.start(ThreadId(0));
            let mut answer = |value| {
                program.step(&mut state, Answer { value, stored: false });
                *program.action(&state)
            };
            let written = |action| match action {
                Action::Write { value, .. } => Some(value),
                _ => None,
            };
            assert_eq!(written(answer(value)), Some(expected));
            assert_eq!(written(answer(0)), Some(7));
            assert_eq!(answer(0), Action::Finish);
        }
    }
}
