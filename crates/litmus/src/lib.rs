//! Litmus tests: small concurrent programs with a question about their final states.
//!
//! Reads files of the C dialect of the `.litmus` format, as herd does, explores their executions under a memory
//! model, and prints results as herd does. C bodies may use more of C than herd accepts: full expressions with
//! C's conversions, and all loops.
//!
//! Where the format leaves C, it follows herd: a plain access `*x` is non-atomic whatever the type of `x`, and a race
//! makes the answer `Undef`; locations and registers that are never mentioned are 0; `=>` binds tighter than `/\`.
//! Signed arithmetic wraps; division by zero, accesses outside of variables and failed assertions are errors.
//!
//! `Test::parse` reads a file, `run` explores it and gives an `Outcome`; `raddle-report` renders that as text and JSON.

mod asm;
mod ast;
mod condition;
mod count;
mod ctype;
mod dialect;
mod error;
mod explain;
mod hash;
mod lex;
mod lines;
mod linux;
mod lower;
mod observe;
mod outcome;
mod parse;
mod run;
mod story;
mod test;

pub use condition::{Condition, Constant, Location, Proposition, Quantifier};
pub use dialect::Dialect;
pub use error::{Error, Span};
pub use explain::{Endpoint, ExplainedEdge, Explanation, Reason, Witnessed, explain};
pub use outcome::{FoundFailure, FoundRace, Outcome, RacingAccess, Reply, StateCount, Witness};
pub use run::{CountedExecution, DEFAULT_MAX_EVENTS_OF_TESTS, Observer, RunError, TestOptions, run, run_observed};
pub use test::Test;
