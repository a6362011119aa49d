//! Why a C file could not be compiled to a module, and what to do about it.

use std::path::PathBuf;

use super::Stopped;
use crate::text::error::ParseError;

/// Why there is no module.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// No clang was found.
    #[error(
        "no clang was found, and C and C++ programs need one (15 or newer)\n  \
         looked for: {looked_for}\n  \
         install it (Debian, Ubuntu: `apt install clang-19`; Fedora: `dnf install clang`; macOS: `brew install llvm`; \
         anywhere: `pip install ziglang`), or name one with --clang PATH or RADDLE_CLANG"
    )]
    NoClang {
        /// The names that were tried.
        looked_for: String,
    },
    /// Every clang that was found is too old.
    #[error(
        "`{path}` is clang {version}, which is too old: clang 15 is the first without typed pointers\n  \
         install a newer one beside it (Debian, Ubuntu: `apt install clang-19`), or name one with --clang PATH or \
         RADDLE_CLANG"
    )]
    TooOld {
        /// The program.
        path: PathBuf,
        /// Its version.
        version: String,
    },
    /// A program that was named explicitly is not a usable clang.
    #[error("`{path}`, given by {given_by}, is not a clang: {reason}\n  give the path of clang 15 or newer")]
    NotClang {
        /// The program.
        path: PathBuf,
        /// The option or variable that names it.
        given_by: &'static str,
        /// What it did instead.
        reason: String,
    },
    /// The compiler refused the program.
    #[error("`{path}` does not compile; clang says:\n{messages}")]
    Compile {
        /// The source file.
        path: PathBuf,
        /// The whole output of clang.
        messages: String,
    },
    /// The compiler could not be run.
    #[error("could not run `{path}`: {source}\n  check that it can be executed, or name another one with --clang PATH")]
    Run {
        /// The program.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// The compiler was ended.
    #[error("`{path}` was not compiled: {why}")]
    Stopped {
        /// The source file.
        path: PathBuf,
        /// Why.
        why: Stopped,
    },
    /// What the compiler wrote is too large.
    #[error("`{path}` becomes {megabytes} MB of LLVM IR; up to {largest} MB are read")]
    LargeModule {
        /// The source file.
        path: PathBuf,
        /// The size of the module.
        megabytes: u64,
        /// The largest size that is read.
        largest: u64,
    },
    /// A file could not be read or written.
    #[error("could not {action} `{path}`: {source}")]
    Io {
        /// What was tried.
        action: &'static str,
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// The text is not valid LLVM IR.
    #[error(transparent)]
    Parse(#[from] ParseError),
}
