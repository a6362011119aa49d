//! The compiler: which one to use, and how it is run.

pub(crate) mod cache;
mod compile;
mod depfile;
mod discover;
pub(crate) mod error;
mod first_use;
#[cfg(all(test, unix))]
mod scripts;
mod version;

pub use compile::{Compilation, Compiled, Text};
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
    /// What comes in front of all other arguments.
    prefix: Vec<OsString>,
    flavour: Flavour,
}

/// How a clang wants to be spoken to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Flavour {
    Clang,
    /// The one inside of Python's `ziglang`: it wants to be told the language, and checks undefined behaviour unless it
    /// is told not to.
    Zig,
}
