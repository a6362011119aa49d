//! Instructions as text.

use std::fmt;

use super::ShowName;
use super::constant::ShowConstant;
use crate::text::ids::BlockId;
use crate::text::instr::{Atomic, Call, Callee, Clause, Instruction, InstructionKind, Operand};
use crate::text::module::{Function, Module};

pub(super) struct ShowOperand<'m> {
    pub module: &'m Module,
    pub function: &'m Function,
    pub operand: Operand,
}

impl fmt::Display for ShowOperand<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.operand {
            Operand::Local(id) => write!(f, "%{}", ShowName(&self.function.local(id).name)),
            Operand::Constant(id) => ShowConstant { module: self.module, id, typed: false }.fmt(f),
            Operand::Metadata(_) => f.write_str("metadata"),
        }
    }
}

pub(super) struct ShowInstruction<'m> {
    pub module: &'m Module,
    pub function: &'m Function,
    pub instruction: &'m Instruction,
}

impl<'m> ShowInstruction<'m> {
    fn show(&self, operand: Operand) -> ShowOperand<'m> {
        ShowOperand { module: self.module, function: self.function, operand }
    }

    /// With the type in front.
    fn typed(&self, operand: Operand) -> String {
        let ty = self.module.type_of(self.function, operand);
        format!("{} {}", self.module.types.show(ty), self.show(operand))
    }

    fn all(&self, operands: &[Operand]) -> String {
        operands.iter().map(|operand| self.typed(*operand)).collect::<Vec<_>>().join(", ")
    }

    /// Two operands of one type.
    fn pair(&self, operands: &[Operand; 2]) -> String {
        format!("{}, {}", self.typed(operands[0]), self.show(operands[1]))
    }

    fn block(&self, id: BlockId) -> String {
        format!("%{}", ShowName(&self.function.block(id).name))
    }

    fn blocks(&self, ids: &[BlockId]) -> String {
        ids.iter().map(|id| self.block(*id)).collect::<Vec<_>>().join(", ")
    }

    /// The scope if there is one, and the ordering.
    fn atomic(&self, atomic: Atomic) -> String {
        match atomic.scope {
            Some(scope) => format!("{:?} {}", self.module.text(scope), atomic.ordering),
            None => atomic.ordering.to_string(),
        }
    }

    fn call(&self, f: &mut fmt::Formatter<'_>, call: &Call) -> fmt::Result {
        write!(f, "{}{} ", call.flags, self.module.types.show(call.signature.unwrap_or(call.result)))?;
        match &call.callee {
            Callee::Value(callee) => write!(f, "{}", self.show(*callee))?,
            Callee::Asm(asm) => {
                let flags = [
                    (asm.side_effect, "sideeffect "),
                    (asm.align_stack, "alignstack "),
                    (asm.intel_dialect, "intel "),
                    (asm.unwind, "unwind "),
                ];
                let flags: String = flags.iter().filter(|(set, _)| *set).map(|(_, name)| *name).collect();
                write!(f, "asm {flags}{:?}, {:?}", asm.template, asm.constraints)?;
            }
        }
        let arguments: Vec<_> = call.arguments.iter().map(|argument| self.typed(argument.value)).collect();
        write!(f, "({})", arguments.join(", "))?;
        for bundle in &call.bundles {
            write!(f, " [{:?}({})]", bundle.name, self.all(&bundle.operands))?;
        }
        for name in ["noreturn", "returns_twice"] {
            if self.module.has_attribute(call.attributes, name) {
                write!(f, " {name}")?;
            }
        }
        Ok(())
    }

    /// Volatility and alignment.
    fn access(volatile: bool, align: Option<u64>) -> String {
        let align = align.map(|align| format!(", align {align}")).unwrap_or_default();
        format!("{align}{}", if volatile { ", volatile" } else { "" })
    }

    fn memory(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use InstructionKind::*;
        match &self.instruction.kind {
            Alloca { ty, count, align } => {
                write!(f, "alloca {}", self.module.types.show(*ty))?;
                if let Some(count) = count {
                    write!(f, ", {}", self.typed(*count))?;
                }
                f.write_str(&Self::access(false, *align))
            }
            Load { ty, pointer, volatile, atomic, align } => {
                write!(f, "load {}, {}", self.module.types.show(*ty), self.typed(*pointer))?;
                if let Some(atomic) = atomic {
                    write!(f, " {}", self.atomic(*atomic))?;
                }
                f.write_str(&Self::access(*volatile, *align))
            }
            Store { value, pointer, volatile, atomic, align } => {
                write!(f, "store {}, {}", self.typed(*value), self.typed(*pointer))?;
                if let Some(atomic) = atomic {
                    write!(f, " {}", self.atomic(*atomic))?;
                }
                f.write_str(&Self::access(*volatile, *align))
            }
            CmpXchg(it) => {
                let weak = if it.weak { "weak " } else { "" };
                write!(f, "cmpxchg {weak}{}", self.all(&[it.pointer, it.expected, it.new]))?;
                write!(f, " {} {}{}", self.atomic(it.success), it.failure, Self::access(it.volatile, it.align))
            }
            AtomicRmw { op, pointer, value, atomic, volatile, align } => {
                let operands = self.all(&[*pointer, *value]);
                write!(f, "atomicrmw {op} {operands} {}{}", self.atomic(*atomic), Self::access(*volatile, *align))
            }
            Fence(atomic) => write!(f, "fence {}", self.atomic(*atomic)),
            GetElementPtr { source, base, indices, flags } => {
                write!(f, "getelementptr {flags}{}, {}", self.module.types.show(*source), self.typed(*base))?;
                indices.iter().try_for_each(|index| write!(f, ", {}", self.typed(*index)))
            }
            VaArg { list, ty } => write!(f, "va_arg {}, {}", self.typed(*list), self.module.types.show(*ty)),
            _ => self.control(f),
        }
    }

    fn control(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use InstructionKind::*;
        match &self.instruction.kind {
            Phi { incoming } => {
                let ty = self.instruction.result.map(|id| self.function.local(id).ty);
                write!(f, "phi {}", ty.map(|ty| self.module.types.show(ty).to_string()).unwrap_or_default())?;
                for (i, (value, block)) in incoming.iter().enumerate() {
                    let comma = if i == 0 { "" } else { "," };
                    write!(f, "{comma} [{}, {}]", self.show(*value), self.block(*block))?;
                }
                Ok(())
            }
            Br(target) => write!(f, "br {}", self.block(*target)),
            CondBr { condition, then, otherwise } => {
                write!(f, "br {}, {}, {}", self.show(*condition), self.block(*then), self.block(*otherwise))
            }
            Switch { value, default, cases } => {
                write!(f, "switch {}, {} [", self.typed(*value), self.block(*default))?;
                for (i, (case, block)) in cases.iter().enumerate() {
                    let comma = if i == 0 { "" } else { ", " };
                    write!(f, "{comma}{}: {}", self.show(Operand::Constant(*case)), self.block(*block))?;
                }
                f.write_str("]")
            }
            IndirectBr { address, targets } => {
                write!(f, "indirectbr {} [{}]", self.show(*address), self.blocks(targets))
            }
            Ret(Some(value)) => write!(f, "ret {}", self.typed(*value)),
            Ret(None) => f.write_str("ret"),
            Unreachable => f.write_str("unreachable"),
            Resume(value) => write!(f, "resume {}", self.typed(*value)),
            LandingPad { cleanup, clauses } => {
                f.write_str(if *cleanup { "landingpad cleanup" } else { "landingpad" })?;
                clauses.iter().try_for_each(|clause| match clause {
                    Clause::Catch(value) => write!(f, " catch {}", self.typed(*value)),
                    Clause::Filter(value) => write!(f, " filter {}", self.typed(*value)),
                })
            }
            Call(call) => {
                f.write_str("call ")?;
                self.call(f, call)
            }
            Invoke { call, normal, unwind } => {
                f.write_str("invoke ")?;
                self.call(f, call)?;
                write!(f, " to {} unwind {}", self.block(*normal), self.block(*unwind))
            }
            CallBr { call, fallthrough, targets } => {
                f.write_str("callbr ")?;
                self.call(f, call)?;
                write!(f, " to {} [{}]", self.block(*fallthrough), self.blocks(targets))
            }
            Unsupported { text, .. } => write!(f, "unsupported `{}`", self.module.text(*text)),
            _ => Ok(()),
        }
    }
}

impl fmt::Display for ShowInstruction<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use InstructionKind::*;
        if let Some(result) = self.instruction.result {
            write!(f, "%{} = ", ShowName(&self.function.local(result).name))?;
        }
        match &self.instruction.kind {
            Binary { op, operands, flags } => write!(f, "{op} {flags}{}", self.pair(operands)),
            Icmp { predicate, operands, flags } => write!(f, "icmp {flags}{predicate} {}", self.pair(operands)),
            Fcmp { predicate, operands, flags } => write!(f, "fcmp {flags}{predicate} {}", self.pair(operands)),
            FNeg { value, flags } => write!(f, "fneg {flags}{}", self.typed(*value)),
            Cast { op, value, to, flags } => {
                write!(f, "{op} {flags}{} to {}", self.typed(*value), self.module.types.show(*to))
            }
            Select(operands) => write!(f, "select {}", self.all(operands)),
            Freeze(value) => write!(f, "freeze {}", self.typed(*value)),
            ExtractValue { aggregate, indices } => {
                write!(f, "extractvalue {}, {indices:?}", self.typed(*aggregate))
            }
            InsertValue { aggregate, value, indices } => {
                write!(f, "insertvalue {}, {indices:?}", self.all(&[*aggregate, *value]))
            }
            ExtractElement(operands) => write!(f, "extractelement {}", self.all(operands)),
            InsertElement(operands) => write!(f, "insertelement {}", self.all(operands)),
            ShuffleVector(operands) => write!(f, "shufflevector {}", self.all(operands)),
            _ => self.memory(f),
        }
    }
}
