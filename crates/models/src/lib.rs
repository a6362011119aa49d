//! Memory models: which executions are allowed.
//!
//! `Model` is what the explorer asks while it builds graphs; one file per model implements it, incrementally. `axioms`
//! holds the full check of each model, which follows the published axioms literally over bit-matrix relations and is
//! slow.

pub mod axioms;
mod coherence;
pub mod model;
mod psc;
mod pso;
mod ra;
mod rc11;
pub mod reach;
mod sc;
mod tso;

pub use model::Model;
pub use pso::Pso;
pub use ra::Ra;
pub use rc11::Rc11;
pub use sc::Sc;
pub use tso::Tso;

use std::fmt;
use std::str::FromStr;

/// A built-in memory model.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum ModelName {
    /// Sequential consistency.
    Sc,
    /// Total store order, as on x86.
    Tso,
    /// Partial store order, as on SPARC.
    Pso,
    /// Release/acquire: RC11 with every atomic access at least acquire or release.
    Ra,
    /// The repaired C11 model.
    Rc11,
}

impl ModelName {
    /// Every built-in model.
    pub const ALL: [ModelName; 5] = [ModelName::Sc, ModelName::Tso, ModelName::Pso, ModelName::Ra, ModelName::Rc11];

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            ModelName::Sc => "sc",
            ModelName::Tso => "tso",
            ModelName::Pso => "pso",
            ModelName::Ra => "ra",
            ModelName::Rc11 => "rc11",
        }
    }

    /// Other names it is known by.
    pub fn aliases(self) -> &'static [&'static str] {
        match self {
            ModelName::Sc | ModelName::Ra => &[],
            ModelName::Tso => &["x86", "x86tso"],
            ModelName::Pso => &["sparc-pso"],
            ModelName::Rc11 => &["c11"],
        }
    }

    /// What it is, in a line.
    pub fn summary(self) -> &'static str {
        match self {
            ModelName::Sc => "sequential consistency",
            ModelName::Tso => "total store order, as on x86",
            ModelName::Pso => "partial store order, as on SPARC",
            ModelName::Ra => "release/acquire: rc11 with every atomic access at least acquire or release",
            ModelName::Rc11 => "the repaired C11 model (the default)",
        }
    }

    /// Its definition, to be read.
    pub fn definition(self) -> &'static str {
        match self {
            ModelName::Sc => include_str!("definitions/sc.txt"),
            ModelName::Tso => include_str!("definitions/tso.txt"),
            ModelName::Pso => include_str!("definitions/pso.txt"),
            ModelName::Ra => include_str!("definitions/ra.txt"),
            ModelName::Rc11 => include_str!("definitions/rc11.txt"),
        }
    }

    /// Is a race with a non-atomic access undefined behaviour (a language model), rather than just an access (a
    /// hardware one)?
    pub fn has_races(self) -> bool {
        matches!(self, ModelName::Sc | ModelName::Ra | ModelName::Rc11)
    }
}

impl fmt::Display for ModelName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// No built-in model has this name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownModel(pub String);

impl fmt::Display for UnknownModel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "there is no memory model called `{}`; Raddle knows", self.0)?;
        for (i, model) in ModelName::ALL.into_iter().enumerate() {
            write!(f, "{} {model}", if i == 0 { "" } else { "," })?;
        }
        Ok(())
    }
}

impl std::error::Error for UnknownModel {}

impl FromStr for ModelName {
    type Err = UnknownModel;

    fn from_str(text: &str) -> Result<ModelName, UnknownModel> {
        ModelName::ALL
            .into_iter()
            .find(|model| {
                let mut names = model.aliases().iter().copied().chain([model.name()]);
                names.any(|name| name.eq_ignore_ascii_case(text))
            })
            .ok_or_else(|| UnknownModel(text.to_owned()))
    }
}
