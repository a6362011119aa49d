//! Helpers to drive C programs by hand.

use raddle_graph::{Address, Mode, ThreadId, Width};
use raddle_program::{Action, Answer, Program as _};

use crate::memory::layout::{self, UNDEFINED};
use crate::{FailureKind, FunctionBuilder, Position, Program, ProgramBuilder, Reg, State};

/// Addresses of the objects that every program here has.
#[derive(Clone, Copy)]
pub struct Objects {
    /// 64 bytes, of which the first 8 are 1 to 8.
    pub x: u64,
    /// The constant `hello`.
    pub text: u64,
}

/// A program whose first thread runs this code.
pub fn program(write: impl FnOnce(&mut FunctionBuilder, Objects)) -> Program {
    build(|_| (), write)
}

/// The same, with something done to the program before.
pub fn build(prepare: impl FnOnce(&mut ProgramBuilder), write: impl FnOnce(&mut FunctionBuilder, Objects)) -> Program {
    let mut program = ProgramBuilder::new();
    let x = program.reserve_static("x", 64, 8, false);
    program.set_static_bytes(x, (1..=8).collect());
    let text = program.reserve_static("text", 6, 1, true);
    program.set_static_bytes(text, b"hello\0".to_vec());
    program.reserve_thread_local("t", 8, 8, vec![7]);
    prepare(&mut program);
    let main = program.declare("start", 0);
    let mut code = program.function(main);
    // Code without lines would be taken for the library's.
    code.at(Position { file: 0, line: 1, column: 1 });
    write(&mut code, Objects { x, text });
    code.finish();
    program.define(code);
    program.thread(main, &[]);
    program.build().unwrap()
}

/// Memory that remembers what was written last: good enough for one thread.
pub struct Runner {
    pub program: Program,
    pub state: State,
    pub memory: Vec<(Address, u64)>,
    /// What the thread did.
    pub log: Vec<Action>,
}

impl Runner {
    pub fn new(program: Program) -> Runner {
        let state = program.start(ThreadId(0));
        Runner { program, state, memory: Vec::new(), log: Vec::new() }
    }

    pub fn read(&self, addr: Address) -> u64 {
        let written = self.memory.iter().rev().find(|(at, _)| *at == addr).map(|(_, value)| *value);
        written.unwrap_or_else(|| self.program.initial_value(addr))
    }

    /// Answers one action.
    pub fn step(&mut self) -> Action {
        let action = *self.program.action(&self.state);
        let mut answer = Answer { value: 0, stored: false };
        match action {
            Action::Read { addr, .. } => answer.value = self.read(addr),
            Action::Write { addr, value, .. } => self.memory.push((addr, value)),
            Action::Update { addr, op, width, .. } => {
                answer.value = self.read(addr);
                if let Some(new) = op.stores(width, answer.value) {
                    self.memory.push((addr, new));
                    answer.stored = true;
                }
            }
            _ => {}
        }
        self.log.push(action);
        self.program.step(&mut self.state, answer);
        action
    }

    /// Runs to the end, learning what there is to learn, and gives the last action.
    pub fn finish(&mut self) -> Action {
        loop {
            match *self.program.action(&self.state) {
                Action::Learn(discovery) => {
                    assert!(self.program.learn(discovery), "something was learnt");
                    self.state = self.program.start(ThreadId(0));
                    self.memory.clear();
                    self.log.clear();
                }
                end @ (Action::Finish | Action::Block | Action::Bound | Action::Fail(_)) => return end,
                _ => drop(self.step()),
            }
        }
    }

    /// The kind of failure that the thread ended in.
    pub fn failure(&mut self) -> FailureKind {
        let end = self.finish();
        assert!(matches!(end, Action::Fail(_)), "{end:?}");
        self.program.failed(&self.state).unwrap().kind
    }

    pub fn register(&self, reg: Reg) -> u64 {
        self.state.register(reg)
    }
}

/// Runs one thread to its end.
pub fn run(write: impl FnOnce(&mut FunctionBuilder, Objects)) -> Runner {
    let mut runner = Runner::new(program(write));
    runner.finish();
    runner
}

/// The failure in which one thread ends.
pub fn failure(write: impl FnOnce(&mut FunctionBuilder, Objects)) -> FailureKind {
    Runner::new(program(write)).failure()
}

/// A location as the explorer sees it.
pub fn at(addr: u64, size: u64) -> Address {
    layout::location(addr, size)
}

pub const W8: fn() -> Width = || Width::new(8).unwrap();
pub const NA: Mode = Mode::Na;
pub const NOTHING: u64 = UNDEFINED;
