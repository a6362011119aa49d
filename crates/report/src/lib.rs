//! Checking a program: from a C file to a verdict that a person, or a script, can read.
//!
//! - [`Input`] reads a C file (through clang) or an LLVM file; [`check`](check()) explores it and returns an [`Outcome`].
//! - An [`Outcome`] prints itself for people; [`Report`] is its JSON form.
//!
//! ```no_run
//! use raddle_report::{Input, Options, Unwatched, Verdict, check};
//!
//! let program = Input::new("queue.c").read()?;
//! let outcome = check(&program, &Options::default(), &Run::default(), &Unwatched)?;
//! print!("{outcome}");
//! assert_eq!(outcome.verdict(), Verdict::Ok);
//! # Ok::<(), raddle_report::CheckError>(())
//! ```
//!
//! Inside: `finder` looks at executions while they are explored and keeps a `scene` of those that are wrong; `describe`
//! says what is wrong with one, `story` tells it thread by thread.

mod check;
mod describe;
mod dot;
mod elsewhere;
mod finder;
mod growth;
mod headers;
mod input;
mod json;
mod leak;
mod options;
mod outcome;
mod scene;
mod source;
mod sources;
mod story;
mod text;
mod told;
mod words;

pub use check::{CheckError, check};
pub use input::{Input, is_program};
pub use json::{Report, refusal};
pub use options::{Observed, Options, Unwatched, Watch};
pub use outcome::{ErrorReport, Outcome, Place, Related, UNSUPPORTED, Verdict};
pub use source::Source;
