//! Which functions may throw, so that only calls of those check for an exception.
//!
//! An exception is one word, the address of the runtime's record of it. It is returned behind the longest result that
//! any function of the program has; a caller of a function that may throw asks for that word, too, and finds 0 there
//! after an ordinary return. Programs in which nothing throws have none of this.

use crate::lower::analysis::bits::Bits;
use crate::lower::analysis::escape::callee;
use crate::lower::link::reach::Reached;
use crate::lower::link::{Linked, Target};
use crate::text::instr::{Call, Callee, Clause, InstructionKind, Operand};
use crate::text::module::{Function, Module};

/// The runtime function that throws its argument.
pub(crate) const UNWIND: &str = "__raddle_unwind";
/// The runtime function that decides whether a handler for a type catches an exception.
pub(crate) const CATCHES: &str = "__raddle_catches";
/// The runtime function that receives uncaught exceptions.
pub(crate) const UNCAUGHT: &str = "__raddle_uncaught";

/// What may throw.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Throws {
    /// By function with a body.
    functions: Bits,
    /// Whether a function whose address is taken may throw.
    pointers: bool,
}

/// Whether the program has a runtime that can throw.
pub(crate) fn can_throw(linked: &Linked<'_>) -> bool {
    linked.modules.iter().any(|module| module.by_name.contains_key(UNWIND))
}

impl Throws {
    /// Nothing throws.
    pub fn nothing(linked: &Linked<'_>) -> Throws {
        Throws { functions: Bits::new(linked.function_count()), pointers: false }
    }

    /// Whether anything throws.
    pub fn anything(&self) -> bool {
        !self.functions.is_empty()
    }

    /// Adds the reached functions that may throw; returns whether there are new ones.
    pub fn grow(&mut self, linked: &Linked<'_>, reached: &Reached) -> bool {
        let mut grown = false;
        let mut changed = true;
        while changed {
            changed = false;
            for &index in &reached.functions {
                if !self.functions.contains(index) && self.lets_out(linked, index) {
                    changed |= self.functions.insert(index);
                }
            }
            if !self.pointers && reached.taken_functions.iter().any(|index| self.functions.contains(*index)) {
                self.pointers = true;
                changed = true;
            }
            grown |= changed;
        }
        grown
    }

    /// Whether an exception can leave a function, as far as is known.
    fn lets_out(&self, linked: &Linked<'_>, index: usize) -> bool {
        let (number, function) = linked.function(index);
        let module = &linked.modules[number];
        if module.has_attribute(function.attributes, "nounwind") {
            return false;
        }
        let live = self.live_blocks(linked, number, function);
        let blocks = function.blocks.iter().enumerate().filter(|(block, _)| live.contains(*block));
        blocks.flat_map(|(_, block)| &block.instructions).any(|instruction| match &instruction.kind {
            InstructionKind::Resume(_) => true,
            InstructionKind::Call(call) => self.may_throw(linked, number, call),
            InstructionKind::LandingPad { cleanup, clauses } => {
                !cleanup && !clauses.iter().any(|it| is_any(module, *it))
            }
            _ => false,
        })
    }

    /// Whether a call may throw.
    pub fn may_throw(&self, linked: &Linked<'_>, number: usize, call: &Call) -> bool {
        let module = &linked.modules[number];
        if matches!(call.callee, Callee::Asm(_)) || module.has_attribute(call.attributes, "nounwind") {
            return false;
        }
        match callee(linked, number, module, call) {
            Some(Target::Function(index)) => self.functions.contains(index),
            Some(Target::ExternalFunction(index)) => match &*linked.externals[index].name {
                UNWIND => true,
                "pthread_once" => self.pointers,
                _ => false,
            },
            _ => self.pointers,
        }
    }

    /// The reachable blocks of a function, without landing pads of calls that cannot throw.
    pub fn live_blocks(&self, linked: &Linked<'_>, number: usize, function: &Function) -> Bits {
        if function.personality.is_none() {
            return Bits::full(function.blocks.len());
        }
        let mut live = Bits::new(function.blocks.len());
        let mut open = vec![0];
        while let Some(block) = open.pop() {
            if live.insert(block)
                && let Some(last) = function.blocks.get(block).and_then(|block| block.terminator())
            {
                open.extend(self.successors(linked, number, &last.kind));
            }
        }
        live
    }

    /// The successors of a block with this terminator.
    pub fn successors(&self, linked: &Linked<'_>, number: usize, last: &InstructionKind) -> Vec<usize> {
        match last {
            InstructionKind::Invoke { call, normal, .. } if !self.may_throw(linked, number, call) => {
                vec![normal.index()]
            }
            kind => kind.successors().into_iter().map(|block| block.index()).collect(),
        }
    }
}

/// Whether a clause catches everything: a null type, or an empty list of exceptions that may pass.
fn is_any(module: &Module, clause: Clause) -> bool {
    use crate::text::constant::ConstantValue::{Aggregate, Null, Zero};
    let constant = |operand: Operand| match operand {
        Operand::Constant(id) => Some(&module.constant(id).value),
        _ => None,
    };
    match clause {
        Clause::Catch(operand) => matches!(constant(operand), Some(Null | Zero)),
        Clause::Filter(operand) => match constant(operand) {
            Some(Zero) => true,
            Some(Aggregate(parts)) => parts.is_empty(),
            _ => false,
        },
    }
}
