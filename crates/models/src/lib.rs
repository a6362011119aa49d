//! Memory models: which executions are allowed.
//!
//! `Model` is what the explorer asks while it builds graphs; one file per model implements it, incrementally. `axioms`
//! holds the full check of each model, which follows the published axioms literally over bit-matrix relations and is
//! slow.

mod armv8;
pub mod audit;
pub mod axioms;
mod c11;
pub mod cat;
mod coherence;
mod imm;
mod memory_model;
pub mod model;
mod preserved;
mod psc;
mod pso;
pub mod reach;
mod sc;
mod tso;
mod xmm;

pub use armv8::Armv8;
pub use c11::C11;
pub use cat::{CatModel, Stepwise};
pub use imm::Imm;
pub use memory_model::MemoryModel;
pub use model::{Lookup, Model};
pub use pso::Pso;
pub use sc::Sc;
pub use tso::{BufferUse, Tso};
pub use xmm::Xmm;

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
    /// RC11 with the release sequences and the order of seq_cst events of C++20.
    Rc20,
    /// RC20 with load buffering: executions that are built from what other executions did.
    Xmm,
    /// The intermediate model between C11 and machines.
    Imm,
    /// 64-bit ARM.
    Armv8,
    /// 64-bit ARM, as it was published in 2018.
    Armv82018,
    /// 32-bit ARM.
    Armv7,
    /// POWER.
    Power,
    /// RISC-V.
    Riscv,
    /// RISC-V with the extension for total store order.
    Ztso,
    /// The Linux kernel's model.
    Lkmm,
}

impl ModelName {
    /// Every built-in model.
    pub const ALL: [ModelName; 15] = [
        ModelName::Sc,
        ModelName::Tso,
        ModelName::Pso,
        ModelName::Ra,
        ModelName::Rc11,
        ModelName::Rc20,
        ModelName::Xmm,
        ModelName::Imm,
        ModelName::Armv8,
        ModelName::Armv82018,
        ModelName::Armv7,
        ModelName::Power,
        ModelName::Riscv,
        ModelName::Ztso,
        ModelName::Lkmm,
    ];

    /// Those that need no dependencies: they forbid every cycle of program order and reads-from.
    pub const WITHOUT_DEPENDENCIES: [ModelName; 6] =
        [ModelName::Sc, ModelName::Tso, ModelName::Pso, ModelName::Ra, ModelName::Rc11, ModelName::Rc20];

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            ModelName::Sc => "sc",
            ModelName::Tso => "tso",
            ModelName::Pso => "pso",
            ModelName::Ra => "ra",
            ModelName::Rc11 => "rc11",
            ModelName::Rc20 => "rc20",
            ModelName::Xmm => "xmm",
            ModelName::Imm => "imm",
            ModelName::Armv8 => "armv8",
            ModelName::Armv82018 => "armv8-2018",
            ModelName::Armv7 => "armv7",
            ModelName::Power => "power",
            ModelName::Riscv => "riscv",
            ModelName::Ztso => "ztso",
            ModelName::Lkmm => "lkmm",
        }
    }

    /// Other names it is known by.
    pub fn aliases(self) -> &'static [&'static str] {
        match self {
            ModelName::Sc
            | ModelName::Ra
            | ModelName::Xmm
            | ModelName::Imm
            | ModelName::Armv82018
            | ModelName::Ztso => &[],
            ModelName::Tso => &["x86", "x86tso"],
            ModelName::Pso => &["sparc-pso"],
            ModelName::Rc11 => &["c11"],
            ModelName::Rc20 => &["c++20", "c20"],
            ModelName::Armv8 => &["aarch64"],
            ModelName::Armv7 => &["arm"],
            ModelName::Power => &["ppc"],
            ModelName::Riscv => &["rvwmo"],
            ModelName::Lkmm => &["linux"],
        }
    }

    /// What it is, in a line.
    pub fn summary(self) -> &'static str {
        match self {
            ModelName::Sc => "sequential consistency",
            ModelName::Tso => "total store order, as on x86",
            ModelName::Pso => "partial store order, as on SPARC",
            ModelName::Ra => "release/acquire: rc11 with every atomic access at least acquire or release",
            ModelName::Rc11 => "the repaired C11 model",
            ModelName::Rc20 => "the same with the release sequences of C++20 (the default)",
            ModelName::Xmm => "rc20 with the load buffering that its executions justify",
            ModelName::Imm => "what every machine guarantees to compiled C11 programs, load buffering included",
            ModelName::Armv8 => "64-bit ARM",
            ModelName::Armv82018 => "64-bit ARM, as published in 2018",
            ModelName::Armv7 => "32-bit ARM",
            ModelName::Power => "POWER",
            ModelName::Riscv => "RISC-V",
            ModelName::Ztso => "RISC-V with total store order",
            ModelName::Lkmm => "the Linux kernel",
        }
    }

    /// Does it look at dependencies?
    pub fn tracks_dependencies(self) -> bool {
        self != ModelName::Xmm && !ModelName::WITHOUT_DEPENDENCIES.contains(&self)
    }

    /// Its definition, to be read: the text of its cat file.
    pub fn definition(self) -> &'static str {
        self.cat().source()
    }

    /// Its axioms as a cat file.
    pub fn cat(self) -> &'static CatModel {
        match CatModel::shipped(self.name()) {
            Some(model) => model,
            None => unreachable!("a cat file is shipped for {self}, as for every model"),
        }
    }

    /// Is a race with a non-atomic access undefined behaviour (a language model), rather than just an access (a
    /// hardware one)?
    pub fn has_races(self) -> bool {
        matches!(self, ModelName::Sc | ModelName::Ra | ModelName::Rc11 | ModelName::Rc20 | ModelName::Xmm)
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
