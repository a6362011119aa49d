//! The symbolic engine: all executions of a program as one formula, for a SAT solver.
//!
//! Threads are unrolled, each by itself, over a graph of gates (`aig`, `word`, `unroll`); what they do to the memory that they share
//! goes through a trait (`memory`), behind which events, reads-from and an order without cycles say what a model allows (`order`).

pub mod aig;
mod flow;
mod memory;
mod order;
mod sat;
mod solve;
mod state;
mod unroll;
mod value;
mod witness;
pub mod word;

pub use solve::{Answer, Found, Options, Stats, Unsolved, Vacuous, executions, knows, solve};
