//! Exploration: enumerates every execution of a program that a memory model allows, each exactly once.
//!
//! `explore` is the fast explorer; `oracle` is the slow, obviously correct one that it is judged by.

pub mod options;
pub mod oracle;
pub mod program;

pub use options::*;
pub use program::{Action, Answer, FailureId, Program};
