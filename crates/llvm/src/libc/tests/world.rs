//! Small programs that use the library, and what exploring them shows.

use std::collections::BTreeSet;

use raddle_engine::explore;
use raddle_explore::{Ending, ExploreError, FinalGraph, Options, Proceed, Program as _, Run, Visitor};
use raddle_graph::{Address, ThreadId, Value};
use raddle_ir::{FailureKind, Operand, Program, ProgramBuilder, Reg, State};
use raddle_models::ModelName;

use crate::libc::code::Code;
use crate::libc::{Library, Resolution};
use crate::lower::LowerOptions;

/// Calls a library function: `lib!(code, "name", argument, …)`.
macro_rules! lib {
    ($code:expr, $name:expr $(, $argument:expr)* $(,)?) => {
        $code.lib($name, &[$(raddle_ir::Operand::from($argument)),*])
    };
}
pub(super) use lib;

/// A program under construction.
pub(super) struct TestProgram {
    pub(super) library: Library,
    program: ProgramBuilder,
}

/// Every wait ends for a reason, so that each effect of a signal can be told.
pub(super) fn never_spurious() -> LowerOptions {
    LowerOptions { spurious_wakeups: false, ..LowerOptions::default() }
}

impl TestProgram {
    /// A program that declares the use of these external functions.
    pub(super) fn new(externals: &[&str]) -> TestProgram {
        TestProgram::with(externals, &never_spurious())
    }

    pub(super) fn with(externals: &[&str], options: &LowerOptions) -> TestProgram {
        let mut program = ProgramBuilder::new();
        program.c_memory(true);
        TestProgram { library: Library::new(externals, options), program }
    }

    /// A variable, initially zero.
    pub(super) fn variable(&mut self, name: &str, size: u64) -> u64 {
        self.program.reserve_static(name, size, 16, false)
    }

    /// A constant string.
    pub(super) fn text(&mut self, text: &str) -> u64 {
        let mut bytes = text.as_bytes().to_vec();
        bytes.push(0);
        let base = self.program.reserve_static(text, bytes.len() as u64, 1, true);
        self.program.set_static_bytes(base, bytes);
        base
    }

    /// A function; returns its address.
    pub(super) fn function(&mut self, name: &str, parameters: u16, body: impl FnOnce(&mut Code<'_>)) -> u64 {
        let id = self.program.declare(name, parameters);
        let mut code = Code::new(&mut self.library, &mut self.program, id);
        body(&mut code);
        code.define();
        self.program.function_address(id)
    }

    /// Explores the program with this `main`.
    pub(super) fn run(mut self, main: impl FnOnce(&mut Code<'_>)) -> Outcome {
        let id = self.program.declare("main", 0);
        let mut code = Code::new(&mut self.library, &mut self.program, id);
        main(&mut code);
        code.ret(0);
        code.define();
        let entry = self.library.entry(&mut self.program, &[], id, &[], true);
        self.program.thread(entry, &[]);
        check(self.program.build().expect("the program is valid"))
    }

    /// Explores a program with `main` only, and requires one execution without errors.
    pub(super) fn run_alone(self, main: impl FnOnce(&mut Code<'_>)) -> Outcome {
        let outcome = self.run(main);
        assert_eq!(outcome.failures, [] as [&str; 0]);
        assert_eq!((outcome.complete, outcome.blocked), (1, 0));
        outcome
    }
}

impl Code<'_> {
    /// Calls a library function.
    pub(super) fn lib(&mut self, name: &str, arguments: &[Operand]) -> Reg {
        match self.library_function(name) {
            Resolution::Function(id) => self.call_for(id, arguments),
            other => panic!("{name} is {other:?}"),
        }
    }

    /// An assertion of the test.
    pub(super) fn check(&mut self, lhs: impl Into<Operand>, rhs: impl Into<Operand>) {
        let same = self.equal(lhs, rhs);
        let differ = self.not(same);
        self.fail_if(differ, FailureKind::Assertion, "check");
    }

    /// Starts threads with these functions, with their numbers as arguments, and waits for all of them.
    pub(super) fn parallel(&mut self, functions: &[u64]) {
        let handles: Vec<Reg> =
            (0..).zip(functions).map(|(index, &function)| lib!(self, "__VERIFIER_spawn", function, index)).collect();
        for handle in handles {
            lib!(self, "__VERIFIER_join", handle);
        }
    }
}

/// What an exploration found.
#[derive(Clone, Default, Debug)]
pub(super) struct Outcome {
    pub(super) complete: u64,
    pub(super) blocked: u64,
    pub(super) deadlocks: u64,
    pub(super) races: u64,
    /// Kinds of failures and their messages, or the faults found by the explorer.
    pub(super) failures: Vec<String>,
    /// Final memory of every complete execution.
    memory: Vec<Vec<(Address, Value)>>,
    /// The number of live objects at the end of complete executions.
    pub(super) alive: BTreeSet<usize>,
}

impl Outcome {
    /// The final values of a 4-byte variable in complete executions.
    pub(super) fn values(&self, variable: u64) -> BTreeSet<Value> {
        let at = |memory: &Vec<(Address, Value)>| {
            let found = memory.iter().find(|(addr, _)| addr.0 & ((1 << 56) - 1) == variable);
            found.map_or(0, |&(_, value)| value)
        };
        self.memory.iter().map(at).collect()
    }

    /// Requires a number of executions without errors.
    pub(super) fn fine(&self, complete: u64) -> &Outcome {
        assert_eq!(self.failures, [] as [&str; 0]);
        assert_eq!((self.races, self.deadlocks), (0, 0));
        assert_eq!(self.complete, complete);
        self
    }

    /// Requires an error whose description contains this text, in some execution.
    pub(super) fn wrong(&self, words: &str) -> &Outcome {
        assert!(self.failures.iter().any(|failure| failure.contains(words)), "{words}: {self:?}");
        self
    }
}

struct Watch<'a> {
    program: &'a Program,
    outcome: Outcome,
}

impl Visitor<State> for Watch<'_> {
    fn visit(&mut self, found: &dyn FinalGraph<State>) -> Proceed {
        let outcome = &mut self.outcome;
        outcome.races += u64::from(found.race().is_some());
        match found.ending() {
            Ending::Complete => {
                outcome.complete += 1;
                outcome.memory.push(found.final_memory());
                outcome.alive.insert(found.live_objects().len());
            }
            Ending::Blocked => {
                outcome.blocked += 1;
                outcome.deadlocks += u64::from(found.is_deadlock());
            }
            Ending::Failed => {
                for thread in (0..self.program.threads()).map(|thread| ThreadId(thread as u16)) {
                    if let Some(fault) = found.fault(thread) {
                        outcome.failures.push(format!("{fault:?}"));
                    } else if let Some(raddle_explore::Action::Fail(id)) =
                        found.state(thread).map(|state| *self.program.action(state))
                    {
                        let failure = self.program.failure(id);
                        outcome.failures.push(format!("{}: {}", failure.kind.name(), failure.message));
                    }
                }
            }
        }
        Proceed::Continue
    }
}

/// Explores a program, again whenever it learns something about itself.
fn check(mut program: Program) -> Outcome {
    let options = Options { detect_duplicates: true, symmetry: false, ..Options::default() };
    loop {
        let result = explore(&program, &ModelName::Rc11.into(), &options, &Run::default(), || Watch {
            program: &program,
            outcome: Outcome::default(),
        });
        match result {
            Ok((_, watches)) => {
                return watches.into_iter().next().expect("there is one worker").outcome;
            }
            Err(ExploreError::Learn(discovery)) => assert!(program.learn(discovery)),
            Err(error) => panic!("{error}"),
        }
    }
}
