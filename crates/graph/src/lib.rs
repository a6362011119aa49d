//! What an execution is made of: ids, access modes, labels, the recorded execution and its text forms,
//! bit-matrix relations, vector clocks, and the arena in which the explorer builds graphs.
//!
//! This crate knows nothing of programs, memory models or exploration.

mod arena;
mod components;
pub mod condition;
pub mod dependencies;
pub mod execution;
pub mod ids;
pub mod label;
pub mod mode;
mod pairs;
pub mod relation;
pub mod tag;
pub mod update;

pub use arena::standing::{Group, Standing};
pub use arena::{clock, graph, lanes, node, standing};
pub use components::Components;
pub use condition::ConditionOp;
pub use dependencies::{Dependence, Dependencies, ReadSet};
pub use execution::{Event, Execution, Numbers, Source, ThreadEnd};
pub use ids::{Address, EventId, ThreadId, Value};
pub use label::Label;
pub use mode::Mode;
pub use pairs::Pairs;
pub use relation::{EventSet, Relation};
pub use tag::Tag;
pub use update::{UpdateOp, Width};
