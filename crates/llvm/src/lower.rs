//! Lowering: from modules to a program that can be explored.

/// What the user decides about the program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LowerOptions {
    /// The function that the first thread runs.
    pub entry: String,
    /// How often a loop may run, if that is bounded.
    pub unroll: Option<u64>,
    /// Whether loops that only wait are cut.
    pub spin_cut: bool,
    /// Whether a barrier is explored as one event.
    pub barrier_reduction: bool,
    /// What volatile accesses mean.
    pub volatile: Volatile,
}

/// What a volatile access means.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Volatile {
    /// It is a relaxed atomic access, as production code takes it to be.
    #[default]
    Relaxed,
    /// It is an ordinary access, as C11 says.
    Plain,
}

impl Default for LowerOptions {
    fn default() -> LowerOptions {
        LowerOptions {
            entry: "main".to_owned(),
            unroll: None,
            spin_cut: true,
            barrier_reduction: true,
            volatile: Volatile::Relaxed,
        }
    }
}
