//! What is found out about code before it runs, and what is kept beside its values while it does.

pub(crate) mod awaits;
pub(crate) mod counted_loops;
pub(crate) mod counters;
pub(crate) mod live;
mod local;
pub(crate) mod origins;
pub(crate) mod picks;
