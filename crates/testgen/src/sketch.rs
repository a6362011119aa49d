//! Sketches: programs of a few threads, small enough for the oracle.
//!
//! Statements are what C11 offers: accesses of every kind and order, fences, branches, assumptions, thread creation and
//! join. `sketch/run.rs` runs a sketch as a [`Program`](raddle_explore::Program); `sketch/litmus.rs` prints it.

mod litmus;
mod run;

pub use run::State;

use raddle_graph::{Mode, Value};

/// How many registers a thread has. All start at 0.
pub const REGISTERS: usize = 8;

/// A register of the thread; below [`REGISTERS`].
pub type Reg = u8;

/// A shared location, numbered from 0.
pub type Loc = u8;

/// What an access stores or adds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Operand {
    /// A register, if the value depends on one.
    pub reg: Option<Reg>,
    /// What is added to it.
    pub plus: Value,
}

impl From<Value> for Operand {
    fn from(value: Value) -> Operand {
        Operand { reg: None, plus: value }
    }
}

/// A test of a register.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Test {
    /// The register.
    pub reg: Reg,
    /// The value that it is compared with.
    pub value: Value,
    /// Must it be that value, or any other?
    pub equal: bool,
}

/// A statement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Stmt {
    /// `reg = load(loc)`.
    Load {
        /// Where the value goes.
        reg: Reg,
        /// The location.
        loc: Loc,
        /// `Na`, `Rlx`, `Acq` or `Sc`.
        mode: Mode,
    },
    /// `store(loc, value)`.
    Store {
        /// The location.
        loc: Loc,
        /// The value.
        value: Operand,
        /// `Na`, `Rlx`, `Rel` or `Sc`.
        mode: Mode,
    },
    /// `reg = fetch_add(loc, value)`.
    FetchAdd {
        /// Where the old value goes.
        reg: Reg,
        /// The location.
        loc: Loc,
        /// What is added.
        value: Operand,
        /// Any order but `Na`.
        mode: Mode,
    },
    /// `reg = exchange(loc, value)`.
    Exchange {
        /// Where the old value goes.
        reg: Reg,
        /// The location.
        loc: Loc,
        /// The new value.
        value: Operand,
        /// Any order but `Na`.
        mode: Mode,
    },
    /// `seen = expected; done = compare_exchange(loc, &seen, desired)`.
    CompareExchange {
        /// Becomes 1 if the value was stored, 0 if not.
        done: Reg,
        /// Becomes the value that was there.
        seen: Reg,
        /// The location.
        loc: Loc,
        /// The value that must be there.
        expected: Value,
        /// The new value.
        desired: Operand,
        /// The order when it stores: any but `Na`.
        success: Mode,
        /// The order when it does not: `Rlx`, `Acq` or `Sc`.
        failure: Mode,
        /// May it fail although the expected value is there?
        weak: bool,
    },
    /// A fence of any order but `Na`.
    Fence(Mode),
    /// `if (test) { … } else { … }`.
    If {
        /// The condition.
        test: Test,
        /// What is done if it holds.
        then: Vec<Stmt>,
        /// What is done if it does not.
        otherwise: Vec<Stmt>,
    },
    /// Only executions in which the test holds are of interest: otherwise the thread blocks.
    Assume(Test),
    /// The thread fails unless the test holds.
    Assert(Test),
    /// Starts a thread.
    Spawn(u16),
    /// Waits for a thread's end.
    Join(u16),
}

impl Stmt {
    /// The statements nested in this one.
    pub fn nested(&self) -> impl Iterator<Item = &Stmt> {
        let (then, otherwise): (&[Stmt], &[Stmt]) = match self {
            Stmt::If { then, otherwise, .. } => (then, otherwise),
            _ => (&[], &[]),
        };
        then.iter().chain(otherwise)
    }

    /// Is this statement, or one nested in it, such a statement?
    fn any(&self, property: fn(&Stmt) -> bool) -> bool {
        property(self) || self.nested().any(|inner| inner.any(property))
    }

    /// The location accessed, and whether non-atomically.
    fn access(&self) -> Option<(Loc, bool)> {
        match *self {
            Stmt::Load { loc, mode, .. } | Stmt::Store { loc, mode, .. } => Some((loc, mode == Mode::Na)),
            Stmt::FetchAdd { loc, .. } | Stmt::Exchange { loc, .. } | Stmt::CompareExchange { loc, .. } => {
                Some((loc, false))
            }
            _ => None,
        }
    }
}

/// A program of a few threads.
#[derive(Clone, Debug)]
pub struct Sketch {
    init: Vec<Value>,
    threads: Vec<Vec<Stmt>>,
    code: Vec<run::Code>,
    /// Is the thread started by a statement?
    spawned: Vec<bool>,
}

impl PartialEq for Sketch {
    fn eq(&self, other: &Sketch) -> bool {
        // Everything else follows from these.
        self.init == other.init && self.threads == other.threads
    }
}

impl Sketch {
    /// The program of these threads, with all locations at 0.
    ///
    /// ```
    /// use raddle_graph::Mode;
    /// use raddle_testgen::Sketch;
    /// use raddle_testgen::sketch::Stmt;
    ///
    /// let write = Stmt::Store { loc: 0, value: 1.into(), mode: Mode::Rlx };
    /// let read = Stmt::Load { reg: 0, loc: 0, mode: Mode::Acq };
    /// let program = Sketch::new(vec![vec![write], vec![read]]);
    /// assert!(program.to_string().contains("atomic_store_explicit(x, 1, memory_order_relaxed);"));
    /// ```
    ///
    /// # Panics
    /// If a register or thread does not exist, a thread is started by two statements, or it starts or joins itself.
    pub fn new(threads: Vec<Vec<Stmt>>) -> Sketch {
        Sketch::with_initial_values(Vec::new(), threads)
    }

    /// The program of these threads, with these initial values of locations 0, 1, …; the others are 0.
    ///
    /// # Panics
    /// As [`Sketch::new`].
    pub fn with_initial_values(init: Vec<Value>, threads: Vec<Vec<Stmt>>) -> Sketch {
        let code = threads.iter().map(|body| run::Code::new(body)).collect();
        let mut sketch = Sketch { init, spawned: vec![false; threads.len()], threads, code };
        sketch.spawned = sketch.started_by_statements();
        sketch
    }

    /// The statements of each thread.
    pub fn threads(&self) -> &[Vec<Stmt>] {
        &self.threads
    }

    /// May a thread block at an assumption?
    pub fn has_assumptions(&self) -> bool {
        self.any(|stmt| matches!(stmt, Stmt::Assume(_)))
    }

    /// Does it start or join threads?
    pub fn has_thread_events(&self) -> bool {
        self.any(|stmt| matches!(stmt, Stmt::Spawn(_) | Stmt::Join(_)))
    }

    /// How many locations the program speaks of.
    pub fn locations(&self) -> usize {
        let accessed = self.flat().filter_map(|(_, stmt)| stmt.access());
        accessed.map(|(loc, _)| usize::from(loc) + 1).max().unwrap_or(0).max(self.init.len())
    }

    fn any(&self, property: fn(&Stmt) -> bool) -> bool {
        self.threads.iter().flatten().any(|stmt| stmt.any(property))
    }

    /// Every statement, nested ones too, with its thread.
    fn flat(&self) -> impl Iterator<Item = (usize, &Stmt)> {
        fn collect<'a>(body: &'a [Stmt], into: &mut Vec<&'a Stmt>) {
            for stmt in body {
                into.push(stmt);
                if let Stmt::If { then, otherwise, .. } = stmt {
                    collect(then, into);
                    collect(otherwise, into);
                }
            }
        }
        self.threads.iter().enumerate().flat_map(|(thread, body)| {
            let mut all = Vec::new();
            collect(body, &mut all);
            all.into_iter().map(move |stmt| (thread, stmt))
        })
    }

    fn started_by_statements(&self) -> Vec<bool> {
        let mut started = vec![false; self.threads.len()];
        for (thread, stmt) in self.flat() {
            if let Stmt::Spawn(child) | Stmt::Join(child) = *stmt {
                let child = usize::from(child);
                assert!(child < self.threads.len(), "there is a thread {child}");
                assert!(child != thread, "a thread does not start or join itself");
                if matches!(stmt, Stmt::Spawn(_)) {
                    let twice = std::mem::replace(&mut started[child], true);
                    assert!(!twice, "a thread is started once");
                }
            }
        }
        started
    }
}
