//! Barriers and hints of x86-64, and those of other machines in portable programs.
//!
//! Under the model of its own machine a barrier has the semantics of that model. Elsewhere it is the closest C11 fence,
//! and a note says which.

use raddle_graph::{Mode, Tag};
use raddle_ir::machine::Machine;

use super::operand::AsmOperand;
use super::template::{self, AsmInstruction, Statement};

/// The semantics of a barrier.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Barrier {
    /// As a C11 fence; `None` if it orders no accesses by itself.
    pub c11: Option<Mode>,
    /// Whether the C11 fence is stronger, or weaker, than the barrier.
    pub differs: bool,
    /// The machines that have it, and its names in their models.
    machines: &'static [Machine],
    tag: Tag,
}

impl Barrier {
    /// The fence under the model of a machine, or under one of C11.
    pub(super) fn on(self, machine: Option<Machine>) -> Option<Mode> {
        match machine {
            Some(machine) if self.machines.contains(&machine) => Some(Mode::Tag(self.tag)),
            _ => self.c11,
        }
    }
}

const X86: &[Machine] = &[Machine::X86];
const ARM: &[Machine] = &[Machine::Armv7, Machine::Armv8];
const POWER: &[Machine] = &[Machine::Power];
const RISCV: &[Machine] = &[Machine::Riscv];

/// The barrier that an instruction stands for.
pub(super) fn barrier(it: &AsmInstruction) -> Option<Barrier> {
    use Mode::{Acq, AcqRel, Rel, Sc};
    let words: Option<Vec<&str>> = it
        .arguments
        .iter()
        .map(|argument| if let AsmOperand::Label(word) = argument { Some(&**word) } else { None })
        .collect();
    let words: Vec<String> = words?.iter().map(|word| word.to_ascii_lowercase()).collect();
    let words: Vec<&str> = words.iter().map(|word| &**word).collect();
    let found = |c11, differs, machines, tag| Some(Barrier { c11, differs, machines, tag });
    match (&*it.name, &words[..]) {
        ("mfence", []) => found(Some(Sc), false, X86, Tag::Mfence),
        ("lfence", []) => found(Some(Acq), true, X86, Tag::Lfence),
        ("sfence", []) => found(Some(Rel), true, X86, Tag::Sfence),
        ("dmb", [] | ["sy" | "ish" | "osh" | "nsh"]) => found(Some(Sc), false, ARM, Tag::DmbSy),
        ("dmb", ["ld" | "ishld" | "oshld" | "nshld"]) => found(Some(Acq), false, ARM, Tag::DmbLd),
        ("dmb", ["st" | "ishst" | "oshst" | "nshst"]) => found(Some(Rel), true, ARM, Tag::DmbSt),
        ("dsb", [] | ["sy" | "ish" | "osh" | "nsh"]) => found(Some(Sc), false, ARM, Tag::DsbSy),
        ("dsb", ["ld" | "ishld" | "oshld" | "nshld"]) => found(Some(Acq), false, ARM, Tag::DsbLd),
        ("dsb", ["st" | "ishst" | "oshst" | "nshst"]) => found(Some(Rel), true, ARM, Tag::DsbSt),
        // They order loads together with a preceding branch, and nothing by themselves.
        ("isb", [] | ["sy"]) => found(None, true, ARM, Tag::Isb),
        ("isync", []) => found(None, true, POWER, Tag::Isync),
        ("sync" | "hwsync", []) => found(Some(Sc), false, POWER, Tag::Sync),
        ("lwsync", []) => found(Some(AcqRel), false, POWER, Tag::Lwsync),
        ("eieio", []) => found(Some(Rel), true, POWER, Tag::Eieio),
        ("fence", [] | ["rw" | "iorw", "rw" | "iorw"]) => found(Some(Sc), false, RISCV, Tag::FenceMM),
        ("fence", ["r", "rw"]) => found(Some(Acq), false, RISCV, Tag::FenceRM),
        ("fence", ["rw", "w"]) => found(Some(Rel), false, RISCV, Tag::FenceMW),
        ("fence", ["r", "r"]) => found(Some(Acq), true, RISCV, Tag::FenceRR),
        ("fence", ["w", "w"]) => found(Some(Rel), true, RISCV, Tag::FenceWW),
        ("fence.tso", []) => found(Some(AcqRel), false, RISCV, Tag::FenceTso),
        _ => None,
    }
}

/// Whether a template is assembly that only x86 has: not just hints and barriers of other machines.
pub(crate) fn is_of_x86(template: &str) -> bool {
    let Ok(statements) = template::parse(template) else { return false };
    statements.iter().any(|statement| match statement {
        Statement::Label(_) => false,
        Statement::Instruction(it) => !is_hint(it) && barrier(it).is_none_or(|barrier| barrier.machines == X86),
    })
}

/// Adds the note about the fence that a barrier is taken for.
pub(super) fn note(it: &AsmInstruction, mode: Option<Mode>) -> String {
    if matches!(&*it.name, "lfence" | "sfence") {
        return "lfence and sfence are treated as acquire and release fences".to_owned();
    }
    let word =
        |argument: &AsmOperand| if let AsmOperand::Label(word) = argument { format!(" {word}") } else { String::new() };
    let text: String = it.arguments.iter().map(word).collect();
    match mode {
        Some(Mode::Acq) => format!("`{}{text}` is treated as an acquire fence", it.name),
        Some(_) => format!("`{}{text}` is treated as a release fence", it.name),
        None => format!("`{}{text}` is ignored: by itself it orders no accesses", it.name),
    }
}

/// Whether an instruction is a hint to the processor.
pub(super) fn is_hint(it: &AsmInstruction) -> bool {
    let idle = it.arguments.is_empty() && matches!(&*it.name, "nop" | "pause" | "yield" | "endbr64" | "vzeroupper");
    idle || (it.name.starts_with("prefetch") && it.arguments.len() == 1)
}

/// Whether an instruction ends the program.
pub(super) fn is_trap(it: &AsmInstruction) -> bool {
    let named = (&*it.name, &it.arguments[..]);
    matches!(named, ("ud2" | "hlt" | "int3", []) | ("int", [AsmOperand::Number(3)]))
}
