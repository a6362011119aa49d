//! What to explore, and how.

use std::num::NonZeroU32;

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

/// Which reading of XMM's definition counts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum XmmRules {
    /// The definition of `docs/internals/xmm.md`.
    #[default]
    Thesis,
    /// Without condition 2 and the guard.
    Literal,
    /// With condition 4 in its later form: threads look one way, by whatever a write can be seen.
    Vf,
}

/// What XMM allows, and how far that is looked for. Other models do not care.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct XmmOptions {
    /// The rules.
    pub rules: XmmRules,
    /// Must a race answer for each cycle?
    pub guard: bool,
    /// How many things may be committed at once, where executions are explored; `None` for any number.
    pub commits: Option<NonZeroU32>,
}

impl XmmOptions {
    /// How many things may be committed at once, unless somebody says otherwise.
    pub const DEFAULT_COMMITS: NonZeroU32 = NonZeroU32::new(2).unwrap();
}

impl Default for XmmOptions {
    fn default() -> XmmOptions {
        XmmOptions { rules: XmmRules::Thesis, guard: true, commits: Some(XmmOptions::DEFAULT_COMMITS) }
    }
}

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
    /// Is the model told of no dependencies ? No value is computed from itself nevertheless.
    pub ignore_dependencies: bool,
    /// What `xmm` allows.
    pub xmm: XmmOptions,
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
            xmm: XmmOptions::default(),
            detect_duplicates: false,
        }
    }
}
