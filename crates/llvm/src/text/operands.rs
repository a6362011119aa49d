//! Visitors for the operands and blocks of an instruction, in the order of the text.

use crate::text::ids::BlockId;
use crate::text::instr::{Call, Callee, Clause, InstructionKind, Operand};

impl InstructionKind {
    /// Visits every operand, in order.
    pub fn for_each_operand(&self, mut visit: impl FnMut(Operand)) {
        use InstructionKind::*;
        match self {
            Alloca { count, .. } => count.iter().for_each(|operand| visit(*operand)),
            Load { pointer, .. } => visit(*pointer),
            Store { value, pointer, .. } => [*value, *pointer].into_iter().for_each(visit),
            CmpXchg(it) => [it.pointer, it.expected, it.new].into_iter().for_each(visit),
            AtomicRmw { pointer, value, .. } => [*pointer, *value].into_iter().for_each(visit),
            GetElementPtr { base, indices, .. } => {
                visit(*base);
                indices.iter().for_each(|operand| visit(*operand));
            }
            Binary { operands, .. } | Icmp { operands, .. } | Fcmp { operands, .. } | ExtractElement(operands) => {
                operands.iter().for_each(|operand| visit(*operand));
            }
            Select(operands) | InsertElement(operands) | ShuffleVector(operands) => {
                operands.iter().for_each(|operand| visit(*operand));
            }
            FNeg { value, .. } | Cast { value, .. } | Freeze(value) | Resume(value) => visit(*value),
            ExtractValue { aggregate, .. } => visit(*aggregate),
            InsertValue { aggregate, value, .. } => [*aggregate, *value].into_iter().for_each(visit),
            Phi { incoming } => incoming.iter().for_each(|(operand, _)| visit(*operand)),
            VaArg { list, .. } => visit(*list),
            Call(call) | Invoke { call, .. } | CallBr { call, .. } => visit_call(call, visit),
            LandingPad { clauses, .. } => {
                clauses.iter().for_each(|(Clause::Catch(operand) | Clause::Filter(operand))| visit(*operand));
            }
            CondBr { condition, .. } => visit(*condition),
            Switch { value, cases, .. } => {
                visit(*value);
                cases.iter().for_each(|(constant, _)| visit(Operand::Constant(*constant)));
            }
            IndirectBr { address, .. } => visit(*address),
            Ret(value) => value.iter().for_each(|operand| visit(*operand)),
            Fence(_) | Br(_) | Unreachable | Unsupported { .. } => {}
        }
    }

    /// Visits every block, including the incoming blocks of phis.
    pub(crate) fn for_each_block_mut(&mut self, mut visit: impl FnMut(&mut BlockId)) {
        use InstructionKind::*;
        match self {
            Phi { incoming } => incoming.iter_mut().for_each(|(_, block)| visit(block)),
            Br(block) => visit(block),
            CondBr { then, otherwise, .. } => [then, otherwise].into_iter().for_each(visit),
            Switch { default, cases, .. } => {
                visit(default);
                cases.iter_mut().for_each(|(_, block)| visit(block));
            }
            IndirectBr { targets, .. } => targets.iter_mut().for_each(visit),
            Invoke { normal, unwind, .. } => [normal, unwind].into_iter().for_each(visit),
            CallBr { fallthrough, targets, .. } => {
                visit(fallthrough);
                targets.iter_mut().for_each(visit);
            }
            _ => {}
        }
    }

    /// The successors of a terminator.
    pub fn successors(&self) -> Vec<BlockId> {
        use InstructionKind::*;
        match self {
            Br(block) => vec![*block],
            CondBr { then, otherwise, .. } => vec![*then, *otherwise],
            Switch { default, cases, .. } => {
                [*default].into_iter().chain(cases.iter().map(|(_, block)| *block)).collect()
            }
            IndirectBr { targets, .. } => targets.to_vec(),
            Invoke { normal, unwind, .. } => vec![*normal, *unwind],
            CallBr { fallthrough, targets, .. } => [*fallthrough].into_iter().chain(targets.iter().copied()).collect(),
            _ => Vec::new(),
        }
    }
}

fn visit_call(call: &Call, mut visit: impl FnMut(Operand)) {
    if let Callee::Value(operand) = call.callee {
        visit(operand);
    }
    call.arguments.iter().for_each(|argument| visit(argument.value));
    call.bundles.iter().flat_map(|bundle| &bundle.operands).for_each(|operand| visit(*operand));
}
