//! The line between computation and communication: a program is a set of deterministic threads that ask for
//! *actions* and are answered with values. Nothing else crosses it (papers: "shared memory abstraction").
//!
//! Engines that explore, engines that solve, and programs of every kind meet here; none of them knows the other.

mod action;
mod program;
pub mod replay;

pub use action::{Action, Answer, Discovery, FailureId};
pub use program::{Allocation, Awaited, Features, Program, Span, Waits};
