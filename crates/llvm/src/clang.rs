//! The compiler: finding it, running it, and caching what it writes.

pub(crate) mod cache;
mod compile;
mod depfile;
mod discover;
pub(crate) mod error;
mod first_use;
mod process;
#[cfg(all(test, unix))]
mod scripts;
mod search;
pub(crate) mod sync_builtins;
mod version;

pub use compile::{Compilation, Compiled, Text};
pub use process::{Patience, Stopped};
pub use sync_builtins::SyncBuiltins;
pub use version::Version;

use std::ffi::OsString;
use std::path::PathBuf;

/// A clang that can be used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Clang {
    /// The program to run.
    pub program: PathBuf,
    /// Its version.
    pub version: Version,
    /// Arguments in front of all others.
    prefix: Vec<OsString>,
    flavour: Flavour,
}

/// Differences in how compilers are called.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Flavour {
    Clang,
    /// The clang of Python's `ziglang`: it must be told the language, and checks undefined behaviour unless told not
    /// to.
    Zig,
}
