//! Programs as drawn: registers are named relative to what is set before, locations and threads modulo how many there are.

use raddle_graph::{Mode, Value};

use crate::Sketch;
use crate::sketch::{Loc, Operand, REGISTERS, Reg, Stmt, Test};

/// A value that is a constant, or a register (if any is set) plus a constant.
#[derive(Clone, Copy, Debug)]
pub(super) struct RawOperand {
    pub(super) register: Option<u8>,
    pub(super) plus: Value,
}

/// A test of a register, if any is set.
#[derive(Clone, Copy, Debug)]
pub(super) struct RawTest {
    pub(super) register: u8,
    pub(super) value: Value,
    pub(super) equal: bool,
}

/// What the value just read must be, or must not be, for the thread to go on.
type Wait = Option<(Value, bool)>;

#[derive(Clone, Debug)]
pub(super) enum RawStmt {
    Load {
        loc: Loc,
        mode: Mode,
        wait: Wait,
    },
    Store {
        loc: Loc,
        value: RawOperand,
        mode: Mode,
    },
    FetchAdd {
        loc: Loc,
        value: RawOperand,
        mode: Mode,
        wait: Wait,
    },
    Exchange {
        loc: Loc,
        value: RawOperand,
        mode: Mode,
        wait: Wait,
    },
    CompareExchange {
        loc: Loc,
        expected: Value,
        desired: RawOperand,
        success: Mode,
        failure: Mode,
        weak: bool,
        wait: bool,
    },
    Fence(Mode),
    If {
        test: RawTest,
        then: Vec<RawStmt>,
        otherwise: Vec<RawStmt>,
    },
    Assume(RawTest),
    Assert(RawTest),
}

/// A first thread that starts the others.
#[derive(Clone, Debug)]
pub(super) struct RawSpawns {
    pub(super) before: Vec<RawStmt>,
    pub(super) between: Vec<RawStmt>,
    pub(super) joins: Vec<u16>,
    pub(super) after: Vec<RawStmt>,
    /// Is the last thread started by the last but one, rather than by the first?
    pub(super) nested: bool,
}

#[derive(Clone, Debug)]
pub(super) struct RawProgram {
    pub(super) init: Vec<Value>,
    pub(super) bodies: Vec<Vec<RawStmt>>,
    pub(super) spawns: Option<RawSpawns>,
    pub(super) locations: u8,
}

impl RawProgram {
    pub(super) fn sketch(self) -> Sketch {
        let locations = self.locations;
        let body = |raw: &[RawStmt]| {
            let mut thread = Thread::new(locations);
            let mut into = Vec::new();
            thread.add(raw, &mut into);
            into
        };
        let mut threads: Vec<Vec<Stmt>> = self.bodies.iter().map(|raw| body(raw)).collect();
        if let Some(spawns) = &self.spawns {
            add_main(spawns, &mut threads, locations);
        }
        let mut init = self.init;
        init.truncate(usize::from(locations));
        Sketch::with_initial_values(init, threads)
    }
}

/// Puts a thread in front that starts and joins the others. It replaces the last one, so that there are not more.
fn add_main(spawns: &RawSpawns, threads: &mut Vec<Vec<Stmt>>, locations: u8) {
    if threads.len() > 2 {
        threads.pop();
    }
    let children = threads.len() as u16;
    let nested = spawns.nested && children >= 2;
    if nested {
        let parent = usize::from(children) - 2;
        threads[parent].insert(0, Stmt::Spawn(children));
    }
    let mut main = Thread::new(locations);
    let mut body = Vec::new();
    main.add(&spawns.before, &mut body);
    let mut started = 1..=(children - u16::from(nested));
    body.extend(started.next().map(Stmt::Spawn));
    main.add(&spawns.between, &mut body);
    body.extend(started.map(Stmt::Spawn));
    body.extend(spawns.joins.iter().map(|join| Stmt::Join(1 + join % children)));
    main.add(&spawns.after, &mut body);
    threads.insert(0, body);
}

/// The registers of a thread, as its statements come.
struct Thread {
    locations: u8,
    set: usize,
}

impl Thread {
    fn new(locations: u8) -> Thread {
        Thread { locations, set: 0 }
    }

    fn add(&mut self, raw: &[RawStmt], into: &mut Vec<Stmt>) {
        for stmt in raw {
            self.add_one(stmt, into);
        }
    }

    fn add_one(&mut self, raw: &RawStmt, into: &mut Vec<Stmt>) {
        match *raw {
            RawStmt::Load { loc, mode, wait } => {
                let (reg, loc) = (self.fresh(), self.loc(loc));
                into.push(Stmt::Load { reg, loc, mode });
                into.extend(assume(reg, wait));
            }
            RawStmt::Store { loc, value, mode } => {
                let (loc, value) = (self.loc(loc), self.operand(value));
                into.push(Stmt::Store { loc, value, mode });
            }
            RawStmt::FetchAdd { loc, value, mode, wait } => {
                let (value, loc) = (self.operand(value), self.loc(loc));
                let reg = self.fresh();
                into.push(Stmt::FetchAdd { reg, loc, value, mode });
                into.extend(assume(reg, wait));
            }
            RawStmt::Exchange { loc, value, mode, wait } => {
                let (value, loc) = (self.operand(value), self.loc(loc));
                let reg = self.fresh();
                into.push(Stmt::Exchange { reg, loc, value, mode });
                into.extend(assume(reg, wait));
            }
            RawStmt::CompareExchange { loc, expected, desired, success, failure, weak, wait } => {
                let (desired, loc) = (self.operand(desired), self.loc(loc));
                let (seen, done) = (self.fresh(), self.fresh());
                into.push(Stmt::CompareExchange { done, seen, loc, expected, desired, success, failure, weak });
                into.extend(assume(done, wait.then_some((1, true))));
            }
            RawStmt::Fence(mode) => into.push(Stmt::Fence(mode)),
            RawStmt::If { test, ref then, ref otherwise } => match self.test(test) {
                Some(test) => {
                    let (mut yes, mut no) = (Vec::new(), Vec::new());
                    self.add(then, &mut yes);
                    self.add(otherwise, &mut no);
                    into.push(Stmt::If { test, then: yes, otherwise: no });
                }
                // Nothing to test: what it would guard is left.
                None => self.add(then, into),
            },
            RawStmt::Assume(test) => into.extend(self.test(test).map(Stmt::Assume)),
            RawStmt::Assert(test) => into.extend(self.test(test).map(Stmt::Assert)),
        }
    }

    fn loc(&self, loc: Loc) -> Loc {
        loc % self.locations
    }

    fn fresh(&mut self) -> Reg {
        let reg = self.set % REGISTERS;
        self.set += 1;
        reg as Reg
    }

    /// One of the registers set so far.
    fn register(&self, which: u8) -> Option<Reg> {
        let set = self.set.min(REGISTERS);
        (set > 0).then(|| (usize::from(which) % set) as Reg)
    }

    fn operand(&self, raw: RawOperand) -> Operand {
        Operand { reg: raw.register.and_then(|which| self.register(which)), plus: raw.plus }
    }

    fn test(&self, raw: RawTest) -> Option<Test> {
        let reg = self.register(raw.register)?;
        Some(Test { reg, value: raw.value, equal: raw.equal })
    }
}

fn assume(reg: Reg, wait: Wait) -> Option<Stmt> {
    wait.map(|(value, equal)| Stmt::Assume(Test { reg, value, equal }))
}
