//! From the files of a program to something that can be checked: C and C++ through clang, LLVM's textual IR directly.
//!
//! [`Input`] says which files and how to compile them; reading it gives a [`Source`]; that with options is a [`SourceProgram`],
//! which `raddle_check::check` takes.

mod error;
mod extensions;
mod headers;
mod input;
mod lines;
mod optimisation;
mod program;
mod source;
mod temporary;

pub use error::ProgramError;
pub use input::{Input, is_program};
pub use program::{CompiledProgram, SourceProgram};
pub use source::Source;
pub(crate) use temporary::TemporaryFolder;
pub use temporary::remove_temporary_folders;
