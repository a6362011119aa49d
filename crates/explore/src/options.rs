//! What to explore, and how.

/// What counts as one execution.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Equivalence {
    /// Program order, reads-from and modification order.
    #[default]
    Mo,
    /// Program order and reads-from: some modification order exists.
    Wb,
}

impl Equivalence {
    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Equivalence::Mo => "mo",
            Equivalence::Wb => "wb",
        }
    }
}

/// How many events a thread may have in one execution, unless somebody says otherwise: enough to fill a megabyte word by word, and
/// so few that memory has room for them.
pub const DEFAULT_MAX_EVENTS: usize = 1 << 18;

/// How to explore. How far is for [`Run`](crate::Run) to say.
#[derive(Clone, Debug)]
pub struct Options {
    /// What counts as one execution.
    pub equivalence: Equivalence,
    /// How many workers explore side by side (at least 1).
    pub workers: usize,
    /// May a weak compare-exchange fail although the expected value is there?
    pub spurious_failures: bool,
    /// Of executions that differ only in which of several symmetric threads did what, explore few (`mo` mode only).
    pub symmetry: bool,
    /// The most events that a thread may have in one execution (`Limit::MaxEvents`).
    pub max_events: usize,
    /// Has a thread more events than the narrow engine can count (`ExploreError::TooManyEvents`)?
    pub is_long: bool,
    /// Guess executions instead of exploring them: slow, and right for every model.
    pub enumerate: bool,
    /// Is the model told of no dependencies (general engine and enumerator)? What is computed from what is known nevertheless.
    pub ignore_dependencies: bool,
    /// Remember every execution and fail if one is met twice. Memory grows with their number: for tests.
    pub detect_duplicates: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            equivalence: Equivalence::Mo,
            workers: 1,
            spurious_failures: false,
            symmetry: true,
            max_events: DEFAULT_MAX_EVENTS,
            is_long: false,
            enumerate: false,
            ignore_dependencies: false,
            detect_duplicates: false,
        }
    }
}
