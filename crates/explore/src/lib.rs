//! Exploration: enumerates every execution of a program that a memory model allows, each exactly once.
//!
//! `explore` is the fast explorer; `oracle` is the slow, obviously correct one that it is judged by.

mod engine;
mod exhaustive;
mod explore;
pub mod general;
pub mod options;
pub mod oracle;
mod pool;
mod witness;

pub use exhaustive::exhaustive;
pub use explore::{explore, explore_by_axioms, explore_fast, explore_under};
pub use options::*;
pub use raddle_program::{Action, Allocation, Answer, FailureId, Program, Span, Waits};
