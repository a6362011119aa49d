//! The languages in which the threads of a litmus test are written.

use std::fmt;

/// The language of a test's threads.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Dialect {
    /// C.
    C,
    /// 32-bit x86, the destination first.
    X86,
    /// 64-bit x86, the destination last.
    X86_64,
    /// 64-bit ARM.
    AArch64,
    /// 32-bit ARM.
    Arm,
    /// POWER.
    Ppc,
    /// 64-bit RISC-V.
    Riscv,
    /// A generic assembly language whose annotations mean what the model says they mean.
    Lisa,
}

impl Dialect {
    /// Every dialect.
    pub const ALL: [Dialect; 8] = [
        Dialect::C,
        Dialect::X86,
        Dialect::X86_64,
        Dialect::AArch64,
        Dialect::Arm,
        Dialect::Ppc,
        Dialect::Riscv,
        Dialect::Lisa,
    ];

    /// The word with which a file of the dialect begins.
    pub fn name(self) -> &'static str {
        match self {
            Dialect::C => "C",
            Dialect::X86 => "X86",
            Dialect::X86_64 => "X86_64",
            Dialect::AArch64 => "AArch64",
            Dialect::Arm => "ARM",
            Dialect::Ppc => "PPC",
            Dialect::Riscv => "RISCV",
            Dialect::Lisa => "LISA",
        }
    }

    /// The dialect of that name; some have several names.
    pub(crate) fn named(name: &str) -> Option<Dialect> {
        if name == "Bell" {
            return Some(Dialect::Lisa);
        }
        Dialect::ALL.into_iter().find(|dialect| dialect.name() == name)
    }

    /// How many bits an address has.
    pub(crate) fn address_bits(self) -> u8 {
        match self {
            Dialect::X86 | Dialect::Arm => 32,
            _ => 64,
        }
    }
}

impl fmt::Display for Dialect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
