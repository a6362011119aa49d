//! Generated programs on which the fast explorer and the slow oracle must agree, execution by execution.
//!
//! A [`Sketch`] is a small program. [`exhaustive`] enumerates all of a size, [`random`] draws larger ones and shrinks
//! those that fail, [`known`] lists programs on which tempting shortcuts go wrong, [`notation`] reads others that are written in a
//! line, [`mutate`] changes a little about them. [`bytecode`] draws threads as front ends write them. [`compare`](compare()) is the judge.

pub mod bytecode;
pub mod compare;
pub mod exhaustive;
pub mod known;
pub mod mutate;
pub mod notation;
pub mod random;
pub mod sketch;

pub use compare::{Mismatch, Settings, Stats, compare};
pub use sketch::Sketch;
