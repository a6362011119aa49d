//! loom: every interleaving that differs, without a bound on preemptions.

pub use loom::sync::atomic::AtomicI32 as Atomic;
pub use loom::thread::{spawn, yield_now as pause};

/// Explores a program; gives the number of blocked executions.
pub fn explore(program: crate::programs::Program) -> u64 {
    let mut builder = loom::model::Builder::new();
    builder.preemption_bound = None;
    builder.max_branches = 1_000_000;
    builder.check(program);
    0
}
