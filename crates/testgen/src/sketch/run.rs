//! Running a sketch: each thread's statements are flattened to a vector of operations with jumps, and a state is a
//! position in it, the registers, and the action at which the thread stands. Nothing is allocated while it runs.

use raddle_explore::{Action, Answer, FailureId, Program};
use raddle_graph::{Address, Mode, ThreadId, UpdateOp, Value, Width};

use super::{Loc, Operand, REGISTERS, Reg, Sketch, Stmt, Test};

/// One operation of the flattened code.
#[derive(Clone, Copy, Debug)]
enum Op {
    /// An access or other visible action; `awaits` is filled in when the code is complete.
    Visible(Visible, bool),
    /// Goes on at the target unless the test holds.
    Unless(Test, usize),
    /// Goes on at the target.
    Jump(usize),
    Assume(Test),
    Assert(Test),
}

#[derive(Clone, Copy, Debug)]
enum Visible {
    Load(Reg, Loc, Mode),
    Store(Loc, Operand, Mode),
    FetchAdd(Reg, Loc, Operand, Mode),
    Exchange(Reg, Loc, Operand, Mode),
    CompareExchange {
        done: Reg,
        seen: Reg,
        loc: Loc,
        expected: Value,
        desired: Operand,
        success: Mode,
        failure: Mode,
        weak: bool,
    },
    Fence(Mode),
    Spawn(u16),
    Join(u16),
}

/// The code of one thread.
#[derive(Clone, Debug)]
pub(super) struct Code(Vec<Op>);

impl Code {
    pub(super) fn new(body: &[Stmt]) -> Code {
        let mut code = Code(Vec::new());
        code.flatten(body);
        for at in 0..code.0.len() {
            let awaits = code.may_block_before_acting(at + 1);
            if let Op::Visible(_, flag) = &mut code.0[at] {
                *flag = awaits;
            }
        }
        code
    }

    fn flatten(&mut self, body: &[Stmt]) {
        for stmt in body {
            let visible = match *stmt {
                Stmt::Load { reg, loc, mode } => Visible::Load(reg, loc, mode),
                Stmt::Store { loc, value, mode } => Visible::Store(loc, value, mode),
                Stmt::FetchAdd { reg, loc, value, mode } => Visible::FetchAdd(reg, loc, value, mode),
                Stmt::Exchange { reg, loc, value, mode } => Visible::Exchange(reg, loc, value, mode),
                Stmt::CompareExchange { done, seen, loc, expected, desired, success, failure, weak } => {
                    Visible::CompareExchange { done, seen, loc, expected, desired, success, failure, weak }
                }
                Stmt::Fence(mode) => Visible::Fence(mode),
                Stmt::Spawn(thread) => Visible::Spawn(thread),
                Stmt::Join(thread) => Visible::Join(thread),
                Stmt::Assume(test) => {
                    self.0.push(Op::Assume(test));
                    continue;
                }
                Stmt::Assert(test) => {
                    self.0.push(Op::Assert(test));
                    continue;
                }
                Stmt::If { test, ref then, ref otherwise } => {
                    self.branch(test, then, otherwise);
                    continue;
                }
            };
            self.0.push(Op::Visible(visible, false));
        }
    }

    fn branch(&mut self, test: Test, then: &[Stmt], otherwise: &[Stmt]) {
        let unless = self.0.len();
        self.0.push(Op::Unless(test, 0));
        self.flatten(then);
        let jump = self.0.len();
        self.0.push(Op::Jump(0));
        self.0[unless] = Op::Unless(test, self.0.len());
        self.flatten(otherwise);
        self.0[jump] = Op::Jump(self.0.len());
    }

    /// Is there a path from here to an assumption, whatever the registers hold, that does nothing visible?
    fn may_block_before_acting(&self, at: usize) -> bool {
        match self.0.get(at) {
            None | Some(Op::Visible(..)) => false,
            Some(Op::Assume(_)) => true,
            Some(Op::Assert(_)) => self.may_block_before_acting(at + 1),
            Some(&Op::Jump(target)) => self.may_block_before_acting(target),
            Some(&Op::Unless(_, target)) => {
                self.may_block_before_acting(at + 1) || self.may_block_before_acting(target)
            }
        }
    }
}

/// Where a thread stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct State {
    thread: u16,
    at: u16,
    registers: [Value; REGISTERS],
    action: Action,
}

impl State {
    /// What the registers hold.
    pub fn registers(&self) -> &[Value; REGISTERS] {
        &self.registers
    }

    /// The action at which the thread stands.
    pub fn action(&self) -> &Action {
        &self.action
    }

    fn holds(&self, test: Test) -> bool {
        (self.registers[usize::from(test.reg)] == test.value) == test.equal
    }

    fn value(&self, operand: Operand) -> Value {
        let base = operand.reg.map_or(0, |reg| self.registers[usize::from(reg)]);
        Width::W32.truncate(base.wrapping_add(operand.plus))
    }

    fn set(&mut self, reg: Reg, value: Value) {
        self.registers[usize::from(reg)] = value;
    }

    /// Runs up to the next visible action.
    fn run(&mut self, code: &Code) {
        self.action = loop {
            let Some(op) = code.0.get(usize::from(self.at)) else {
                break Action::Finish;
            };
            match *op {
                Op::Visible(visible, awaits) => break self.act(visible, awaits),
                Op::Assume(test) if !self.holds(test) => break Action::Block,
                Op::Assert(test) if !self.holds(test) => {
                    break Action::Fail(FailureId(u32::from(self.at)));
                }
                Op::Assume(_) | Op::Assert(_) => self.at += 1,
                // Code is short: a sketch with 65,536 operations would be none.
                Op::Unless(test, target) if !self.holds(test) => self.at = target as u16,
                Op::Unless(..) => self.at += 1,
                Op::Jump(target) => self.at = target as u16,
            }
        };
    }

    fn act(&self, visible: Visible, awaits: bool) -> Action {
        let addr = |loc: Loc| Address(u64::from(loc) + 1);
        let update = |loc, mode, op| Action::Update { addr: addr(loc), mode, op, width: Width::W32, awaits };
        match visible {
            Visible::Load(_, loc, mode) => Action::Read { addr: addr(loc), mode, awaits },
            Visible::Store(loc, value, mode) => Action::Write { addr: addr(loc), mode, value: self.value(value) },
            Visible::FetchAdd(_, loc, value, mode) => update(loc, mode, UpdateOp::Add(self.value(value))),
            Visible::Exchange(_, loc, value, mode) => update(loc, mode, UpdateOp::Exchange(self.value(value))),
            Visible::CompareExchange { loc, expected, desired, success, failure, weak, .. } => update(
                loc,
                success,
                UpdateOp::CompareExchange { expected, desired: self.value(desired), failure, weak },
            ),
            Visible::Fence(mode) => Action::Fence { mode },
            Visible::Spawn(thread) => Action::Spawn { thread: ThreadId(thread) },
            Visible::Join(thread) => Action::Join { thread: ThreadId(thread) },
        }
    }
}

impl Program for Sketch {
    type State = State;

    fn threads(&self) -> usize {
        self.threads.len()
    }

    fn starts(&self, thread: ThreadId) -> bool {
        !self.spawned[thread.index()]
    }

    fn initial_value(&self, addr: Address) -> Value {
        let index = addr.0.checked_sub(1).and_then(|index| usize::try_from(index).ok());
        index.and_then(|index| self.init.get(index)).copied().unwrap_or(0)
    }

    fn start(&self, thread: ThreadId) -> State {
        let mut state = State { thread: thread.0, at: 0, registers: [0; REGISTERS], action: Action::Finish };
        state.run(&self.code[thread.index()]);
        state
    }

    fn action<'a>(&self, state: &'a State) -> &'a Action {
        &state.action
    }

    fn step(&self, state: &mut State, answer: Answer) {
        let code = &self.code[usize::from(state.thread)];
        // Only a thread that stands at a visible action can be answered.
        let Some(Op::Visible(visible, _)) = code.0.get(usize::from(state.at)) else {
            debug_assert!(false, "a thread that cannot move was answered");
            return;
        };
        match *visible {
            Visible::Load(reg, ..) | Visible::FetchAdd(reg, ..) | Visible::Exchange(reg, ..) => {
                state.set(reg, answer.value);
            }
            Visible::CompareExchange { done, seen, .. } => {
                state.set(seen, answer.value);
                state.set(done, u64::from(answer.stored));
            }
            Visible::Store(..) | Visible::Fence(_) | Visible::Spawn(_) | Visible::Join(_) => {}
        }
        state.at += 1;
        state.run(code);
    }
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
