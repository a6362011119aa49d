//! The arena in which the explorer builds graphs: events as slots, clocks and sets of lanes, and what threads are about to do.

pub mod clock;
pub mod graph;
pub mod lanes;
pub mod node;
pub mod standing;
mod table;
