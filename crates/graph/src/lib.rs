//! What an execution is made of: ids, access modes, labels, the recorded execution and its text forms,
//! bit-matrix relations, vector clocks, and the arena in which the explorer builds graphs.
//!
//! This crate knows nothing of programs, memory models or exploration.

pub mod clock;
pub mod condition;
pub mod dependencies;
pub mod execution;
pub mod graph;
pub mod ids;
pub mod label;
pub mod lanes;
pub mod mode;
pub mod node;
mod pairs;
pub mod relation;
pub mod standing;
mod table;
pub mod tag;
pub mod update;

pub use condition::ConditionOp;
pub use dependencies::{Dependence, Dependencies, ReadSet};
pub use execution::{Event, Execution, Source, ThreadEnd};
pub use ids::{Address, EventId, ThreadId, Value};
pub use label::Label;
pub use mode::Mode;
pub use pairs::Pairs;
pub use relation::{EventSet, Relation};
pub use standing::{Group, Standing};
pub use tag::Tag;
pub use update::{UpdateOp, Width};
