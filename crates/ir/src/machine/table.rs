//! The tables: what each access and fence of C11 becomes on a machine, as clang translates it (a test of the crate `llvm`
//! compares them with the assembly of the clang that is installed).
//!
//! The schemes were first written down as "C/C++11 mappings to processors" (Sewell, Ševčík and others) for x86, ARMv7, ARMv8 and
//! POWER (its variant with the fence of seq_cst accesses in front), and in the RISC-V unprivileged manual, table A.6. Compilers
//! differ in updates: clang puts `lwsync` behind those of POWER that acquire, on both outcomes of a compare-exchange, and on
//! most machines the load of a compare-exchange has the stronger of its two orders, whether it stores or not.

use raddle_graph::{Mode, Tag, Width};

use crate::UpdateKind;

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
    /// A read-modify-write that always stores.
    Update,
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

/// What a compare-exchange becomes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ExchangeRow {
    /// The order of success, or the stronger of both where only that matters.
    pub success: Mode,
    /// The order of failure; `None` if the stronger of both decides.
    pub failure: Option<Mode>,
    /// The instructions where it stores, for people.
    pub instructions: &'static str,
    /// Those where it does not.
    pub failing: &'static str,
    /// The fence in front, whatever the outcome is.
    pub before: Option<Tag>,
    /// The order of the instructions, if it stores and if it does not.
    pub becomes: [Mode; 2],
    /// What comes behind, if it stores and if it does not.
    pub after: [After; 2],
}

/// The bits of the smallest access for which RISC-V has updates without further extensions.
const WORD_BITS: u32 = 32;

/// Extensions of instruction sets that compilers use where they may.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Extensions {
    /// ARMv8: updates are single instructions (from v8.1 on).
    pub lse: bool,
    /// ARMv8: acquire loads are `LDAPR`, which may pass an earlier release (from v8.3 on).
    pub rcpc: bool,
    /// RISC-V: compare-exchanges are single instructions.
    pub zacas: bool,
    /// RISC-V: there are updates of one and two bytes.
    pub zabha: bool,
}

impl Extensions {
    /// Those with which code for the machine differs, none first.
    pub fn of(machine: Machine) -> impl Iterator<Item = Extensions> {
        const NONE: Extensions = Extensions { lse: false, rcpc: false, zacas: false, zabha: false };
        let further: &[Extensions] = match machine {
            Machine::Armv8 => &[Extensions { lse: true, ..NONE }, Extensions { lse: true, rcpc: true, ..NONE }],
            Machine::Riscv => &[Extensions { zacas: true, ..NONE }],
            Machine::X86 | Machine::Armv7 | Machine::Power => &[],
        };
        std::iter::once(NONE).chain(further.iter().copied())
    }

    /// Does RISC-V have a single instruction for the update? Bits of less than a word are changed by an update of the word.
    fn is_single(self, kind: UpdateKind, width: Width) -> bool {
        let is_word = width.bits() >= WORD_BITS || self.zabha;
        match kind {
            UpdateKind::Nand => self.has_single_exchange(width),
            UpdateKind::And | UpdateKind::Or | UpdateKind::Xor => true,
            UpdateKind::Exchange
            | UpdateKind::Add
            | UpdateKind::Sub
            | UpdateKind::Max
            | UpdateKind::Min
            | UpdateKind::UMax
            | UpdateKind::UMin => is_word,
        }
    }

    fn has_single_exchange(self, width: Width) -> bool {
        self.zacas && (width.bits() >= WORD_BITS || self.zabha)
    }
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

use AccessKind::{Fence, Load, Store, Update};
use After::{Branch, Fence as Then, Nothing};
use Mode::{Acq, AcqRel, Rel, Rlx, Sc};

/// The model of x86 takes C11's seq_cst stores and fences for what they become, so they stay as they are.
const X86: &[Row] = &[
    row(Load, Rlx, "mov", None, Rlx, Nothing),
    row(Load, Acq, "mov", None, Acq, Nothing),
    row(Load, Sc, "mov", None, Sc, Nothing),
    row(Store, Rlx, "mov", None, Rlx, Nothing),
    row(Store, Rel, "mov", None, Rel, Nothing),
    row(Store, Sc, "xchg", None, Sc, Nothing),
    row(Update, Rlx, "lock xadd", None, Rlx, Nothing),
    row(Update, Acq, "lock xadd", None, Acq, Nothing),
    row(Update, Rel, "lock xadd", None, Rel, Nothing),
    row(Update, AcqRel, "lock xadd", None, AcqRel, Nothing),
    row(Update, Sc, "lock xadd", None, Sc, Nothing),
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
    row(Update, Acq, "lwarx; stwcx.; lwsync", None, Rlx, Then(Tag::Lwsync)),
    row(Update, Rel, "lwsync; lwarx; stwcx.", Some(Tag::Lwsync), Rlx, Nothing),
    row(Update, AcqRel, "lwsync; lwarx; stwcx.; lwsync", Some(Tag::Lwsync), Rlx, Then(Tag::Lwsync)),
    row(Update, Sc, "sync; lwarx; stwcx.; lwsync", Some(Tag::Sync), Rlx, Then(Tag::Lwsync)),
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
    row(Store, Sc, "fence rw,w; sw; fence rw,rw", Some(Tag::FenceMW), Rlx, Then(Tag::FenceMM)),
    row(Update, Rlx, "amo", None, Rlx, Nothing),
    row(Update, Acq, "amo.aq", None, Acq, Nothing),
    row(Update, Rel, "amo.rl", None, Rel, Nothing),
    row(Update, AcqRel, "amo.aqrl", None, AcqRel, Nothing),
    row(Update, Sc, "amo.aqrl", None, AcqRel, Nothing),
    row(Fence, Acq, "fence r,rw", None, Mode::Tag(Tag::FenceRM), Nothing),
    row(Fence, Rel, "fence rw,w", None, Mode::Tag(Tag::FenceMW), Nothing),
    row(Fence, AcqRel, "fence.tso", None, Mode::Tag(Tag::FenceTso), Nothing),
    row(Fence, Sc, "fence rw,rw", None, Mode::Tag(Tag::FenceMM), Nothing),
];

/// Updates by one instruction. That with both orders also holds back what follows its write.
const ARMV8_LSE: &[Row] = &[
    row(Update, Rlx, "ldadd", None, Rlx, Nothing),
    row(Update, Acq, "ldadda", None, Acq, Nothing),
    row(Update, Rel, "ldaddl", None, Rel, Nothing),
    row(Update, AcqRel, "ldaddal", None, Mode::Tag(Tag::AmoAcqRel), Nothing),
    row(Update, Sc, "ldaddal", None, Mode::Tag(Tag::AmoAcqRel), Nothing),
];

const ARMV8_RCPC: &[Row] = &[row(Load, Acq, "ldapr", None, Mode::Tag(Tag::AcqPc), Nothing)];

const fn exchange(
    success: Mode,
    [instructions, failing]: [&'static str; 2],
    before: Option<Tag>,
    becomes: [Mode; 2],
    after: After,
) -> ExchangeRow {
    ExchangeRow { success, failure: None, instructions, failing, before, becomes, after: [after; 2] }
}

const fn locked(order: Mode) -> ExchangeRow {
    exchange(order, ["lock cmpxchg"; 2], None, [order, Mode::Tag(Tag::Locked)], Nothing)
}

const X86_EXCHANGES: &[ExchangeRow] = &[locked(Rlx), locked(Acq), locked(Rel), locked(AcqRel), locked(Sc)];

/// The barrier of a release stands between the comparison and the store; that of an acquire is there on the outcomes that acquire.
const fn armv7(success: Mode, failure: Mode) -> ExchangeRow {
    let releases = matches!(success, Rel | AcqRel | Sc);
    let acquires = [matches!(success, Acq | AcqRel | Sc), matches!(failure, Acq | Sc)];
    let instructions = match (releases, acquires[0]) {
        (false, false) => "ldrex; strex",
        (false, true) => "ldrex; strex; dmb",
        (true, false) => "ldrex; dmb; strex",
        (true, true) => "ldrex; dmb; strex; dmb",
    };
    let barrier = Then(Tag::DmbSy);
    ExchangeRow {
        success,
        failure: Some(failure),
        instructions,
        failing: if acquires[1] { "ldrex; dmb" } else { "ldrex" },
        before: None,
        becomes: [if releases { Mode::Tag(Tag::DmbStrex) } else { Rlx }, Rlx],
        after: [if acquires[0] { barrier } else { Nothing }, if acquires[1] { barrier } else { Nothing }],
    }
}

const ARMV7_EXCHANGES: &[ExchangeRow] = &[
    armv7(Rlx, Rlx),
    armv7(Rlx, Acq),
    armv7(Rlx, Sc),
    armv7(Acq, Rlx),
    armv7(Acq, Acq),
    armv7(Acq, Sc),
    armv7(Rel, Rlx),
    armv7(Rel, Acq),
    armv7(Rel, Sc),
    armv7(AcqRel, Rlx),
    armv7(AcqRel, Acq),
    armv7(AcqRel, Sc),
    armv7(Sc, Rlx),
    armv7(Sc, Acq),
    armv7(Sc, Sc),
];

const ARMV8_EXCHANGES: &[ExchangeRow] = &[
    exchange(Rlx, ["ldxr; stxr", "ldxr"], None, [Rlx, Rlx], Nothing),
    exchange(Acq, ["ldaxr; stxr", "ldaxr"], None, [Acq, Acq], Nothing),
    exchange(Rel, ["ldxr; stlxr", "ldxr"], None, [Rel, Rlx], Nothing),
    exchange(AcqRel, ["ldaxr; stlxr", "ldaxr"], None, [AcqRel, Acq], Nothing),
    exchange(Sc, ["ldaxr; stlxr", "ldaxr"], None, [AcqRel, Acq], Nothing),
];

const ARMV8_LSE_EXCHANGES: &[ExchangeRow] = &[
    exchange(Rlx, ["cas"; 2], None, [Rlx, Rlx], Nothing),
    exchange(Acq, ["casa"; 2], None, [Acq, Acq], Nothing),
    exchange(Rel, ["casl"; 2], None, [Rel, Rlx], Nothing),
    exchange(AcqRel, ["casal"; 2], None, [Mode::Tag(Tag::AmoAcqRel), Acq], Nothing),
    exchange(Sc, ["casal"; 2], None, [Mode::Tag(Tag::AmoAcqRel), Acq], Nothing),
];

const POWER_EXCHANGES: &[ExchangeRow] = &[
    exchange(Rlx, ["lwarx; stwcx.", "lwarx"], None, [Rlx; 2], Nothing),
    exchange(Acq, ["lwarx; stwcx.; lwsync", "lwarx; lwsync"], None, [Rlx; 2], Then(Tag::Lwsync)),
    exchange(Rel, ["lwsync; lwarx; stwcx.", "lwsync; lwarx"], Some(Tag::Lwsync), [Rlx; 2], Nothing),
    exchange(
        AcqRel,
        ["lwsync; lwarx; stwcx.; lwsync", "lwsync; lwarx; lwsync"],
        Some(Tag::Lwsync),
        [Rlx; 2],
        Then(Tag::Lwsync),
    ),
    exchange(Sc, ["sync; lwarx; stwcx.; lwsync", "sync; lwarx; lwsync"], Some(Tag::Sync), [Rlx; 2], Then(Tag::Lwsync)),
];

/// A pair of two instructions, each with its own order.
const fn reserved(success: Mode, instructions: [&'static str; 2], tag: Tag) -> ExchangeRow {
    exchange(success, instructions, None, [Mode::Tag(tag); 2], Nothing)
}

const RISCV_EXCHANGES: &[ExchangeRow] = &[
    exchange(Rlx, ["lr; sc", "lr"], None, [Rlx, Rlx], Nothing),
    reserved(Acq, ["lr.aq; sc", "lr.aq"], Tag::LrAq),
    reserved(Rel, ["lr; sc.rl", "lr"], Tag::ScRl),
    reserved(AcqRel, ["lr.aq; sc.rl", "lr.aq"], Tag::LrAqScRl),
    reserved(Sc, ["lr.aqrl; sc.rl", "lr.aqrl"], Tag::LrAqrlScRl),
];

/// One that stores nothing is a load: what is left of its annotation is the acquire.
const RISCV_ZACAS: &[ExchangeRow] = &[
    exchange(Rlx, ["amocas"; 2], None, [Rlx, Rlx], Nothing),
    exchange(Acq, ["amocas.aq"; 2], None, [Acq, Mode::Tag(Tag::LrAq)], Nothing),
    exchange(Rel, ["amocas.rl"; 2], None, [Rel, Rlx], Nothing),
    exchange(AcqRel, ["amocas.aqrl"; 2], None, [AcqRel, Mode::Tag(Tag::LrAq)], Nothing),
    exchange(Sc, ["amocas.aqrl"; 2], None, [AcqRel, Mode::Tag(Tag::LrAq)], Nothing),
];

impl Machine {
    /// Every machine.
    pub const ALL: [Machine; 5] = [Machine::X86, Machine::Armv7, Machine::Armv8, Machine::Power, Machine::Riscv];

    /// The machine that the model of that name describes; `None` for models of C11 itself.
    pub fn of_model(name: &str) -> Option<Machine> {
        Some(match name {
            "tso" => Machine::X86,
            "armv7" => Machine::Armv7,
            "armv8" | "armv8-2018" => Machine::Armv8,
            "power" => Machine::Power,
            "riscv" | "ztso" => Machine::Riscv,
            _ => return None,
        })
    }

    /// The table without extensions.
    fn base(self) -> &'static [Row] {
        match self {
            Machine::X86 => X86,
            Machine::Armv7 => ARMV7,
            Machine::Armv8 => ARMV8,
            Machine::Power => POWER,
            Machine::Riscv => RISCV,
        }
    }

    /// Does the extension belong to the machine?
    fn has(self, machine: Machine, extension: bool) -> bool {
        self == machine && extension
    }

    /// The table of loads, stores, updates and fences.
    pub fn table(self, extensions: Extensions) -> impl Iterator<Item = &'static Row> {
        let rows = self.base().iter();
        rows.map(move |row| self.row(row.kind, row.order, extensions).map_or(row, |row| row))
    }

    /// What an access or fence of that order becomes; `None` for plain accesses and what is the machine's already, which
    /// stay as they are.
    pub fn row(self, kind: AccessKind, order: Mode, extensions: Extensions) -> Option<&'static Row> {
        let lse = if self.has(Machine::Armv8, extensions.lse) { ARMV8_LSE } else { &[] };
        let rcpc = if self.has(Machine::Armv8, extensions.rcpc) { ARMV8_RCPC } else { &[] };
        let mut rows = [lse, rcpc, self.base()].into_iter().flatten();
        rows.find(|row| (row.kind, row.order) == (kind, order))
    }

    /// What an update becomes. RISC-V has no single instruction for some of them, and for few of less than a word.
    pub fn update(self, kind: UpdateKind, width: Width, order: Mode, extensions: Extensions) -> Option<Row> {
        let row = *self.row(Update, order, extensions)?;
        if self != Machine::Riscv || extensions.is_single(kind, width) {
            return Some(row);
        }
        let pair = RISCV_EXCHANGES.iter().find(|pair| pair.success == order)?;
        Some(Row { instructions: pair.instructions, becomes: pair.becomes[0], ..row })
    }

    /// Is an update a loop that is repeated until its store succeeds, such that the branch at its end orders what it read before later
    /// stores?
    ///
    /// POWER performs no store before the branches in front of it are decided, and the success of `stwcx.` is not known before what
    /// `lwarx` read; RISC-V counts the result of `sc` as a dependency, and `sc` comes after its `lr`. Arm's model says
    /// that the result of a store-exclusive carries no dependency. (A compare-exchange that is a loop branches on what it read.)
    pub fn branches_on_success(self, kind: UpdateKind, width: Width, extensions: Extensions) -> bool {
        match self {
            Machine::Power => true,
            Machine::Riscv => !extensions.is_single(kind, width),
            Machine::X86 | Machine::Armv7 | Machine::Armv8 => false,
        }
    }

    /// How updates, compiled like that, are ordered before later stores of their thread: `imm` orders what they read before those.
    pub fn order_after_updates(self, extensions: Extensions) -> Option<&'static str> {
        match self {
            Machine::X86 => None,
            Machine::Power => Some(
                "An update is repeated until its store succeeds: the branch orders what it read before later stores, as in imm.",
            ),
            Machine::Armv7 | Machine::Armv8 if !extensions.lse => Some(
                "An update is repeated until its store succeeds, but the result of a store-exclusive carries no dependency: later\n\
                 stores may pass what a relaxed update reads. imm forbids that.",
            ),
            Machine::Armv7 | Machine::Armv8 => Some(
                "Updates are single instructions: later stores may pass what a relaxed one reads. imm forbids that.",
            ),
            Machine::Riscv => Some(
                "Most updates are single instructions: later stores may pass what a relaxed one reads. imm forbids that. Others are\n\
                 repeated until their store succeeds: the branch orders what they read before later stores.",
            ),
        }
    }

    /// The table of compare-exchanges.
    pub fn exchanges(self, extensions: Extensions) -> &'static [ExchangeRow] {
        match self {
            Machine::X86 => X86_EXCHANGES,
            Machine::Armv7 => ARMV7_EXCHANGES,
            Machine::Armv8 if extensions.lse => ARMV8_LSE_EXCHANGES,
            Machine::Armv8 => ARMV8_EXCHANGES,
            Machine::Power => POWER_EXCHANGES,
            Machine::Riscv if extensions.zacas => RISCV_ZACAS,
            Machine::Riscv => RISCV_EXCHANGES,
        }
    }

    /// What a compare-exchange of these orders becomes; `None` if they are not C11's.
    pub fn exchange(
        self,
        [success, failure]: [Mode; 2],
        width: Width,
        extensions: Extensions,
    ) -> Option<&'static ExchangeRow> {
        let extensions = Extensions { zacas: extensions.has_single_exchange(width), ..extensions };
        let merged = stronger(success, failure);
        self.exchanges(extensions).iter().find(|row| match row.failure {
            Some(fails) => (row.success, fails) == (success, failure),
            None => row.success == merged,
        })
    }

    /// What comes behind taking a lock of the library. It is not clang that translated the library: on POWER it has the branch
    /// and `isync`, which order less than `lwsync`.
    pub fn after_lock(self) -> After {
        match self {
            Machine::X86 | Machine::Armv8 | Machine::Riscv => Nothing,
            Machine::Armv7 => Then(Tag::DmbSy),
            Machine::Power => Branch(Tag::Isync),
        }
    }

    /// The fence in front of giving a lock back.
    pub fn before_unlock(self) -> Option<Tag> {
        self.base().iter().find(|row| (row.kind, row.order) == (Store, Rel)).and_then(|row| row.before)
    }

    /// As what programs are compiled, where that is a choice.
    pub fn variant(self, extensions: Extensions) -> Option<&'static str> {
        match self {
            Machine::Armv8 => Some(match (extensions.lse, extensions.rcpc) {
                (false, false) => "ARMv8.0: acquire loads are LDAR, updates are pairs of exclusives",
                (true, false) => {
                    "ARMv8 with LSE, as v8.1: acquire loads are LDAR, updates are single instructions (LSE)"
                }
                (true, true) => {
                    "ARMv8 with LSE and RCPC, as v8.3: acquire loads are LDAPR, updates are single instructions (LSE)"
                }
                (false, true) => "ARMv8 with RCPC: acquire loads are LDAPR, updates are pairs of exclusives",
            }),
            Machine::Riscv if extensions.zacas => Some("RISC-V with Zacas: compare-exchanges are AMOCAS"),
            Machine::Riscv => Some("RISC-V without Zacas: compare-exchanges are LR and SC"),
            Machine::X86 | Machine::Armv7 | Machine::Power => None,
        }
    }

    /// The tables, to be read.
    pub fn show(self, extensions: Extensions) -> String {
        let mut text = String::new();
        for row in self.table(extensions) {
            let kind = match row.kind {
                AccessKind::Load => "load",
                AccessKind::Store => "store",
                AccessKind::Update => "update",
                AccessKind::Fence => "fence",
            };
            text += &format!("{kind:<17} {:<10} {}\n", row.order.name(), row.instructions);
        }
        for row in self.exchanges(extensions) {
            let orders = match row.failure {
                Some(failure) => format!("{}/{}", row.success.name(), failure.name()),
                None => row.success.name().to_owned(),
            };
            let failing =
                if row.failing == row.instructions { String::new() } else { format!("; failing: {}", row.failing) };
            text += &format!("{:<17} {orders:<10} {}{failing}\n", "compare-exchange", row.instructions);
        }
        text
    }
}

/// The order that counts where a compare-exchange has one: not weaker than either.
fn stronger(success: Mode, failure: Mode) -> Mode {
    match (success, failure) {
        (_, Sc) => Sc,
        (Rlx, Acq) => Acq,
        (Rel, Acq) => AcqRel,
        _ => success,
    }
}
