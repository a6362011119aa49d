//! The tables: what each access and fence of C11 becomes on a machine, as compilers translate it.
//!
//! Sources: "C/C++11 mappings to processors" (Sewell, Ševčík and others) for x86, ARMv7, ARMv8 and POWER (its variant with
//! the fence of seq_cst accesses in front); the RISC-V unprivileged manual, table A.6, for RISC-V.

use std::fmt;

use raddle_graph::{Mode, Tag};

/// What C11 code is compiled for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Machine {
    /// x86, and SPARC in its TSO mode.
    X86,
    /// 32-bit ARM.
    Armv7,
    /// 64-bit ARM.
    Armv8,
    /// POWER.
    Power,
    /// RISC-V.
    Riscv,
}

/// A kind of access, or a fence.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AccessKind {
    /// A load.
    Load,
    /// A store.
    Store,
    /// A read-modify-write that stores.
    Update,
    /// A compare-exchange that stores nothing.
    Failure,
    /// A fence.
    Fence,
}

/// What comes behind an access.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum After {
    /// Nothing.
    Nothing,
    /// A fence.
    Fence(Tag),
    /// A branch that depends on the value read, and then a fence.
    Branch(Tag),
}

/// A row of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Row {
    /// What C11 has.
    pub kind: AccessKind,
    /// With which order.
    pub order: Mode,
    /// The instructions, for people.
    pub instructions: &'static str,
    /// The fence in front.
    pub before: Option<Tag>,
    /// The order of the instruction itself; for fences, what they become.
    pub becomes: Mode,
    /// What comes behind.
    pub after: After,
}

const fn row(
    kind: AccessKind,
    order: Mode,
    instructions: &'static str,
    before: Option<Tag>,
    becomes: Mode,
    after: After,
) -> Row {
    Row { kind, order, instructions, before, becomes, after }
}

use AccessKind::{Failure, Fence, Load, Store, Update};
use After::{Branch, Fence as Then, Nothing};
use Mode::{Acq, AcqRel, Rel, Rlx, Sc};

/// The model of x86 takes C11's seq_cst stores and fences for what they become, so they stay as they are.
const X86: &[Row] = &[
    row(Load, Rlx, "mov", None, Rlx, Nothing),
    row(Load, Acq, "mov", None, Acq, Nothing),
    row(Load, Sc, "mov", None, Sc, Nothing),
    row(Store, Rlx, "mov", None, Rlx, Nothing),
    row(Store, Rel, "mov", None, Rel, Nothing),
    row(Store, Sc, "mov; mfence", None, Sc, Nothing),
    row(Update, Rlx, "lock xadd", None, Rlx, Nothing),
    row(Update, Acq, "lock xadd", None, Acq, Nothing),
    row(Update, Rel, "lock xadd", None, Rel, Nothing),
    row(Update, AcqRel, "lock xadd", None, AcqRel, Nothing),
    row(Update, Sc, "lock xadd", None, Sc, Nothing),
    row(Failure, Rlx, "lock cmpxchg", None, Mode::Tag(Tag::Locked), Nothing),
    row(Failure, Acq, "lock cmpxchg", None, Mode::Tag(Tag::Locked), Nothing),
    row(Failure, Sc, "lock cmpxchg", None, Mode::Tag(Tag::Locked), Nothing),
    row(Fence, Acq, "nothing", None, Acq, Nothing),
    row(Fence, Rel, "nothing", None, Rel, Nothing),
    row(Fence, AcqRel, "nothing", None, AcqRel, Nothing),
    row(Fence, Sc, "mfence", None, Sc, Nothing),
];

const ARMV7: &[Row] = &[
    row(Load, Rlx, "ldr", None, Rlx, Nothing),
    row(Load, Acq, "ldr; dmb", None, Rlx, Then(Tag::DmbSy)),
    row(Load, Sc, "ldr; dmb", None, Rlx, Then(Tag::DmbSy)),
    row(Store, Rlx, "str", None, Rlx, Nothing),
    row(Store, Rel, "dmb; str", Some(Tag::DmbSy), Rlx, Nothing),
    row(Store, Sc, "dmb; str; dmb", Some(Tag::DmbSy), Rlx, Then(Tag::DmbSy)),
    row(Update, Rlx, "ldrex; strex", None, Rlx, Nothing),
    row(Update, Acq, "ldrex; strex; dmb", None, Rlx, Then(Tag::DmbSy)),
    row(Update, Rel, "dmb; ldrex; strex", Some(Tag::DmbSy), Rlx, Nothing),
    row(Update, AcqRel, "dmb; ldrex; strex; dmb", Some(Tag::DmbSy), Rlx, Then(Tag::DmbSy)),
    row(Update, Sc, "dmb; ldrex; strex; dmb", Some(Tag::DmbSy), Rlx, Then(Tag::DmbSy)),
    row(Failure, Rlx, "ldrex", None, Rlx, Nothing),
    row(Failure, Acq, "ldrex; dmb", None, Rlx, Then(Tag::DmbSy)),
    row(Failure, Sc, "ldrex; dmb", None, Rlx, Then(Tag::DmbSy)),
    row(Fence, Acq, "dmb", None, Mode::Tag(Tag::DmbSy), Nothing),
    row(Fence, Rel, "dmb", None, Mode::Tag(Tag::DmbSy), Nothing),
    row(Fence, AcqRel, "dmb", None, Mode::Tag(Tag::DmbSy), Nothing),
    row(Fence, Sc, "dmb", None, Mode::Tag(Tag::DmbSy), Nothing),
];

const ARMV8: &[Row] = &[
    row(Load, Rlx, "ldr", None, Rlx, Nothing),
    row(Load, Acq, "ldar", None, Acq, Nothing),
    row(Load, Sc, "ldar", None, Acq, Nothing),
    row(Store, Rlx, "str", None, Rlx, Nothing),
    row(Store, Rel, "stlr", None, Rel, Nothing),
    row(Store, Sc, "stlr", None, Rel, Nothing),
    row(Update, Rlx, "ldxr; stxr", None, Rlx, Nothing),
    row(Update, Acq, "ldaxr; stxr", None, Acq, Nothing),
    row(Update, Rel, "ldxr; stlxr", None, Rel, Nothing),
    row(Update, AcqRel, "ldaxr; stlxr", None, AcqRel, Nothing),
    row(Update, Sc, "ldaxr; stlxr", None, AcqRel, Nothing),
    row(Failure, Rlx, "ldxr", None, Rlx, Nothing),
    row(Failure, Acq, "ldaxr", None, Acq, Nothing),
    row(Failure, Sc, "ldaxr", None, Acq, Nothing),
    row(Fence, Acq, "dmb ishld", None, Mode::Tag(Tag::DmbLd), Nothing),
    row(Fence, Rel, "dmb ish", None, Mode::Tag(Tag::DmbSy), Nothing),
    row(Fence, AcqRel, "dmb ish", None, Mode::Tag(Tag::DmbSy), Nothing),
    row(Fence, Sc, "dmb ish", None, Mode::Tag(Tag::DmbSy), Nothing),
];

const POWER: &[Row] = &[
    row(Load, Rlx, "ld", None, Rlx, Nothing),
    row(Load, Acq, "ld; cmp; bc; isync", None, Rlx, Branch(Tag::Isync)),
    row(Load, Sc, "sync; ld; cmp; bc; isync", Some(Tag::Sync), Rlx, Branch(Tag::Isync)),
    row(Store, Rlx, "st", None, Rlx, Nothing),
    row(Store, Rel, "lwsync; st", Some(Tag::Lwsync), Rlx, Nothing),
    row(Store, Sc, "sync; st", Some(Tag::Sync), Rlx, Nothing),
    row(Update, Rlx, "lwarx; stwcx.", None, Rlx, Nothing),
    row(Update, Acq, "lwarx; stwcx.; bc; isync", None, Rlx, Branch(Tag::Isync)),
    row(Update, Rel, "lwsync; lwarx; stwcx.", Some(Tag::Lwsync), Rlx, Nothing),
    row(Update, AcqRel, "lwsync; lwarx; stwcx.; bc; isync", Some(Tag::Lwsync), Rlx, Branch(Tag::Isync)),
    row(Update, Sc, "sync; lwarx; stwcx.; bc; isync", Some(Tag::Sync), Rlx, Branch(Tag::Isync)),
    row(Failure, Rlx, "lwarx", None, Rlx, Nothing),
    row(Failure, Acq, "lwarx; bc; isync", None, Rlx, Branch(Tag::Isync)),
    row(Failure, Sc, "sync; lwarx; bc; isync", Some(Tag::Sync), Rlx, Branch(Tag::Isync)),
    row(Fence, Acq, "lwsync", None, Mode::Tag(Tag::Lwsync), Nothing),
    row(Fence, Rel, "lwsync", None, Mode::Tag(Tag::Lwsync), Nothing),
    row(Fence, AcqRel, "lwsync", None, Mode::Tag(Tag::Lwsync), Nothing),
    row(Fence, Sc, "sync", None, Mode::Tag(Tag::Sync), Nothing),
];

const RISCV: &[Row] = &[
    row(Load, Rlx, "lw", None, Rlx, Nothing),
    row(Load, Acq, "lw; fence r,rw", None, Rlx, Then(Tag::FenceRM)),
    row(Load, Sc, "fence rw,rw; lw; fence r,rw", Some(Tag::FenceMM), Rlx, Then(Tag::FenceRM)),
    row(Store, Rlx, "sw", None, Rlx, Nothing),
    row(Store, Rel, "fence rw,w; sw", Some(Tag::FenceMW), Rlx, Nothing),
    row(Store, Sc, "fence rw,w; sw", Some(Tag::FenceMW), Rlx, Nothing),
    row(Update, Rlx, "amo", None, Rlx, Nothing),
    row(Update, Acq, "amo.aq", None, Acq, Nothing),
    row(Update, Rel, "amo.rl", None, Rel, Nothing),
    row(Update, AcqRel, "amo.aqrl", None, AcqRel, Nothing),
    row(Update, Sc, "amo.aqrl", None, AcqRel, Nothing),
    row(Failure, Rlx, "lr", None, Rlx, Nothing),
    row(Failure, Acq, "lr.aq", None, Acq, Nothing),
    row(Failure, Sc, "lr.aqrl", None, AcqRel, Nothing),
    row(Fence, Acq, "fence r,rw", None, Mode::Tag(Tag::FenceRM), Nothing),
    row(Fence, Rel, "fence rw,w", None, Mode::Tag(Tag::FenceMW), Nothing),
    row(Fence, AcqRel, "fence.tso", None, Mode::Tag(Tag::FenceTso), Nothing),
    row(Fence, Sc, "fence rw,rw", None, Mode::Tag(Tag::FenceMM), Nothing),
];

impl Machine {
    /// Every machine.
    pub const ALL: [Machine; 5] = [Machine::X86, Machine::Armv7, Machine::Armv8, Machine::Power, Machine::Riscv];

    /// The machine that the model of that name describes; `None` for models of C11 itself.
    pub fn of_model(name: &str) -> Option<Machine> {
        Some(match name {
            "tso" => Machine::X86,
            "armv7" => Machine::Armv7,
            "armv8" => Machine::Armv8,
            "power" => Machine::Power,
            "riscv" | "ztso" => Machine::Riscv,
            _ => return None,
        })
    }

    /// The table.
    pub fn table(self) -> &'static [Row] {
        match self {
            Machine::X86 => X86,
            Machine::Armv7 => ARMV7,
            Machine::Armv8 => ARMV8,
            Machine::Power => POWER,
            Machine::Riscv => RISCV,
        }
    }

    /// What an access or fence of that order becomes; `None` for plain accesses and what is the machine's already, which
    /// stay as they are.
    pub fn row(self, kind: AccessKind, order: Mode) -> Option<&'static Row> {
        self.table().iter().find(|row| (row.kind, row.order) == (kind, order))
    }
}

impl fmt::Display for Machine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in self.table() {
            let kind = match row.kind {
                AccessKind::Load => "load",
                AccessKind::Store => "store",
                AccessKind::Update => "update",
                AccessKind::Failure => "failed compare-exchange",
                AccessKind::Fence => "fence",
            };
            writeln!(f, "{kind:<24} {:<7} {}", row.order.name(), row.instructions)?;
        }
        Ok(())
    }
}
