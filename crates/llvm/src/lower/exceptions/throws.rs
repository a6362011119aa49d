//! Which functions may end with an exception, so that only calls of those look for one.
//!
//! An exception is one word, the address of the runtime's record of it. A function that ends with one returns it behind
//! all results that any function of the program can have; who calls it asks for that word, too, and finds 0 there after
//! an ordinary return. Nothing of this is done in programs in which nothing throws.

use crate::lower::analysis::bits::Bits;
use crate::lower::analysis::escape::callee;
use crate::lower::link::reach::Reached;
use crate::lower::link::{Linked, Target};
use crate::text::instr::{Call, Callee, Clause, InstructionKind, Operand};
use crate::text::module::{Function, Module};

/// The function of the runtime that does nothing but end with the exception it is given.
pub(crate) const UNWIND: &str = "__raddle_unwind";
/// The function of the runtime that says whether a handler for a type catches an exception.
pub(crate) const CATCHES: &str = "__raddle_catches";
/// The function of the runtime that is given exceptions that nobody catches.
pub(crate) const UNCAUGHT: &str = "__raddle_uncaught";

/// What may throw.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Throws {
    /// By function with a body.
    functions: Bits,
    /// Whether a function whose address is used may throw.
    pointers: bool,
}

/// Whether there is a runtime in which exceptions can begin.
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

    /// Adds what may throw among the functions that are reached; whether there was anything new.
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

    /// Whether a call may end with an exception.
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

    /// The blocks of a function that control can come to: behind an invoke that does not throw, only the ordinary one.
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

    /// Where control can go from the end of a block.
    pub fn successors(&self, linked: &Linked<'_>, number: usize, last: &InstructionKind) -> Vec<usize> {
        match last {
            InstructionKind::Invoke { call, normal, .. } if !self.may_throw(linked, number, call) => {
                vec![normal.index()]
            }
            kind => kind.successors().into_iter().map(|block| block.index()).collect(),
        }
    }
}

/// Whether a clause catches everything: a null type, or a list of types that may pass that is empty.
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
