//! What can be checked: the interface between front ends and the check.

use std::fmt;

use raddle_explore::Discovery;
use raddle_graph::{Address, ThreadId};
use raddle_ir::machine::AcquireAt;
use raddle_ir::{Position, Program};
use raddle_models::MemoryModel;

/// What a front end made of its input: it can be compiled for each memory model.
pub trait Checkable {
    /// The program for one model.
    type Subject<'a>: Subject<Error = Self::Error>
    where
        Self: 'a;
    /// Why there is no program.
    type Error: FrontEndError;

    /// Compiles the program for a target.
    fn subject(&self, target: &Target) -> Result<Self::Subject<'_>, Self::Error>;
}

/// What a program is compiled for.
#[derive(Clone, Debug)]
pub struct Target {
    /// The memory model under which it will be explored.
    pub model: MemoryModel,
    /// Are data races errors?
    pub races: bool,
    /// These relaxed reads acquire.
    pub acquire: Option<AcquireAt>,
    /// How many steps a thread may take without an event; by default as many as the code says.
    pub max_steps: Option<u64>,
}

impl Target {
    /// The program as it is, for a model.
    pub fn new(model: MemoryModel, races: bool) -> Target {
        Target { model, races, acquire: None, max_steps: None }
    }
}

/// A program, what its parts are called, and what it learns about itself.
pub trait Subject {
    /// Why it cannot go on.
    type Error: FrontEndError;

    /// The program, with everything that is known about it so far.
    fn program(&self) -> &Program;

    /// What its parts are called.
    fn names(&self) -> &dyn Names;

    /// Takes in what an exploration found out about the program. False if it cannot do anything with that: then the exploration
    /// has failed.
    fn learn(&mut self, found: Discovery) -> Result<bool, Self::Error>;

    /// The bound on the iterations of loops, if there is one.
    fn unroll(&self) -> Option<u64> {
        None
    }

    /// What the user should know about how the program was understood.
    fn notes(&self) -> &[String] {
        &[]
    }

    /// The same, if there is an error: what it may be due to.
    fn error_notes(&self) -> &[String] {
        &[]
    }

    /// Does it rely on what x86 does, rather than on its language?
    fn is_for_x86(&self) -> bool {
        false
    }
}

/// What the parts of a program are called, and its source.
pub trait Names: Sync {
    /// The file that the user named.
    fn file(&self) -> &str;

    /// The function that a thread runs.
    fn thread(&self, thread: ThreadId) -> String;

    /// A location of a static or thread-local variable, or of memory of which nothing else is known.
    fn location(&self, addr: Address) -> String;

    /// A byte of the local variable whose life begins at a position; `None` if it has no name.
    fn local(&self, declared: Position, offset: u64) -> Option<String>;

    /// The static or thread-local variable whose first byte this is; `None` if it has no name.
    fn variable(&self, _base: Address) -> Option<String> {
        None
    }

    /// The local variable whose life begins at a position; `None` if it has no name.
    fn local_variable(&self, _declared: Position) -> Option<String> {
        None
    }

    /// A line of the source, without the white space around it; empty if it is not known.
    fn line(&self, file: &str, line: u32) -> String;
}

/// Why a program cannot be checked, as its front end says it.
pub trait FrontEndError: std::error::Error {
    /// Where that is, if it is known.
    fn place(&self) -> Option<InputPlace> {
        None
    }
}

impl FrontEndError for std::convert::Infallible {}

/// Where a program cannot be checked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InputPlace {
    /// The file.
    pub file: String,
    /// The line, from 1; 0 if it is not known.
    pub line: u32,
    /// The column, from 1; 0 if it is not known.
    pub column: u32,
}

impl fmt::Display for InputPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.file, self.line, self.column)
    }
}
