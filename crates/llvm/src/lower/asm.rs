//! Inline assembly: the few forms that programs use as barriers and hints.

use raddle_graph::Mode;
use raddle_ir::{FailureKind, Instr, Operand};

use super::body::Body;
use super::error::LowerError;
use crate::instr::{Call, InlineAsm, Instruction};

/// What a piece of assembly means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Meaning {
    /// Nothing to us.
    Nothing,
    /// A fence.
    Fence(Mode),
    /// The end.
    Trap,
}

impl<'m> Body<'_, 'm> {
    pub(super) fn assembly(&mut self, it: &'m Instruction, call: &'m Call, asm: &InlineAsm) -> Result<(), LowerError> {
        match meaning(&asm.template) {
            Some(Meaning::Nothing) => {}
            Some(Meaning::Fence(mode)) => {
                if matches!(mode, Mode::Acq | Mode::Rel) {
                    self.world.note("lfence and sfence are taken as acquire and release fences");
                }
                self.emit(Instr::Fence { mode, on: None });
            }
            Some(Meaning::Trap) => self.fail(FailureKind::Abort, "the program traps"),
            None => return Err(self.unknown_assembly(asm)),
        }
        self.pass_through(it, call, asm)
    }

    fn unknown_assembly(&self, asm: &InlineAsm) -> LowerError {
        LowerError::Assembly {
            place: self.place(),
            template: asm.template.to_string(),
            constraints: asm.constraints.to_string(),
            help: "replace it by C11 atomics where the program is checked".to_owned(),
        }
    }

    /// Results are the inputs that share their registers: `asm("" : "+r"(x))`.
    fn pass_through(&mut self, it: &'m Instruction, call: &'m Call, asm: &InlineAsm) -> Result<(), LowerError> {
        let mut results = 0;
        let mut inputs: Vec<(&str, usize)> = Vec::new();
        let mut next = 0;
        for constraint in asm.constraints.split(',') {
            if constraint.starts_with('~') || constraint.starts_with('!') {
                continue;
            }
            let indirect = constraint.contains('*');
            if constraint.starts_with('=') && !indirect {
                results += 1;
                continue;
            }
            inputs.push((constraint, next));
            next += 1;
        }
        let mut words: Vec<Operand> = Vec::new();
        for result in 0..results {
            let tied = inputs.iter().find(|(constraint, _)| constraint.parse() == Ok(result));
            let Some(argument) = tied.and_then(|(_, index)| call.arguments.get(*index)) else {
                return Err(self.unknown_assembly(asm));
            };
            words.extend(self.value(argument.value)?.iter());
        }
        let ty = call.result;
        if words.len() != self.words(ty)?.len() {
            return Err(self.unknown_assembly(asm));
        }
        self.define(it, words.into());
        Ok(())
    }
}

/// The meaning of a template; nothing if it is not known. Several instructions are several meanings, of which at most one
/// may be something.
fn meaning(template: &str) -> Option<Meaning> {
    let mut meaning = Meaning::Nothing;
    for statement in template.split([';', '\n']) {
        let statement = statement.split('#').next().unwrap_or("").trim();
        let words = statement.split_whitespace().collect::<Vec<_>>().join(" ").to_ascii_lowercase();
        let found = match &*words {
            // Prefixes that stand alone before a `;`, hints, and no instruction at all.
            "" | "lock" | "rep" | "nop" | "pause" | "rep nop" | "yield" | "endbr64" => Meaning::Nothing,
            "mfence" | "lock mfence" => Meaning::Fence(Mode::Sc),
            "lfence" => Meaning::Fence(Mode::Acq),
            "sfence" => Meaning::Fence(Mode::Rel),
            "ud2" | "hlt" | "int3" | "int $$3" => Meaning::Trap,
            other if template.contains("lock") && is_locked_nothing(other) => Meaning::Fence(Mode::Sc),
            _ => return None,
        };
        match (meaning, found) {
            (Meaning::Nothing, found) => meaning = found,
            (_, Meaning::Nothing) => {}
            _ => return None,
        }
    }
    Some(meaning)
}

/// `lock addl $0, (%rsp)` and its like, which are fences because of the prefix.
fn is_locked_nothing(statement: &str) -> bool {
    let statement = statement.strip_prefix("lock ").unwrap_or(statement);
    let Some((operation, operands)) = statement.split_once(' ') else { return false };
    let operands = operands.replace(' ', "");
    let Some((value, place)) = operands.split_once(',') else { return false };
    let stack = ["(%rsp)", "(%%rsp)", "(%esp)", "(%%esp)"].iter().any(|end| place.ends_with(end));
    matches!(operation, "addl" | "addq" | "orl" | "orq") && matches!(value, "$$0" | "$0" | "$$0x0") && stack
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_templates() {
        for nothing in ["", " \n\t", "pause", "rep; nop", "rep nop", "# comment", "nop\n\tnop"] {
            assert_eq!(meaning(nothing), Some(Meaning::Nothing), "{nothing}");
        }
        for fence in ["mfence", "lock; addl $$0,0(%rsp)", "lock addl $$0, -4(%rsp)", "mfence\n"] {
            assert_eq!(meaning(fence), Some(Meaning::Fence(Mode::Sc)), "{fence}");
        }
        for unknown in ["mov $1, $0", "lock; cmpxchg %1, %2", "mfence; lfence", "rdtsc", "lock; addl $$1,0(%rsp)"] {
            assert_eq!(meaning(unknown), None, "{unknown}");
        }
    }
}
