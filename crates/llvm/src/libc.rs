//! What stands for the functions that a program calls and does not define: the C library, pthreads, and the interface
//! for verification.

use raddle_ir::{FunctionId, ProgramBuilder};

use crate::lower::LowerOptions;

/// The library functions of one program.
#[derive(Debug)]
pub(crate) struct Library {}

/// What stands for an external function.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(dead_code)]
pub(crate) enum Known {
    /// A function of the program: call it with all fixed arguments.
    Function(FunctionId),
    /// One of the printf family: the format is this argument, and the result is 0.
    Output {
        /// Which argument is the format; the variadic ones follow.
        format: usize,
    },
    /// It has no effect, and its result is 0.
    Nothing,
    /// It is known, and not supported: why, and what to do.
    Refused(String),
    /// Nobody knows it.
    Unknown,
}

impl Library {
    /// The library for a program that declares and uses these external functions.
    pub(crate) fn new(_externals: &[&str], _options: &LowerOptions) -> Library {
        Library {}
    }

    /// What stands for an external function; made on first use.
    pub(crate) fn function(&mut self, _builder: &mut ProgramBuilder, _name: &str) -> Known {
        Known::Unknown
    }

    /// May the pointer given as that argument be remembered by, or shown to others through, the function?
    pub(crate) fn lets_escape(_name: &str, _argument: usize) -> bool {
        true
    }

    /// The function that the first thread runs: the constructors in order, `main` with its arguments, and what is to be
    /// done at exit. All of them take and give registers as `Call` does; `returns` says whether `main` has a result.
    pub(crate) fn entry(
        &mut self,
        builder: &mut ProgramBuilder,
        constructors: &[FunctionId],
        main: FunctionId,
        arguments: &[u64],
        returns: bool,
    ) -> FunctionId {
        let id = builder.declare("start", 0);
        let mut code = builder.function(id);
        for constructor in constructors {
            code.call(*constructor, &[], None);
        }
        let arguments: Vec<_> = arguments.iter().map(|argument| (*argument).into()).collect();
        let result = returns.then(|| code.register());
        code.call(main, &arguments, result);
        code.finish();
        builder.define(code);
        id
    }
}
