//! Values while a function is lowered: the words of operands, arithmetic with constant folding, and error messages with
//! positions.

use raddle_graph::Width;
use raddle_ir::{BinaryOp, Instr, Operand};

use super::{Body, Operands};
use crate::lower::error::{LowerError, SourcePlace};
use crate::lower::world::constant::{ConstantFault, Datum};
use crate::lower::world::shape::Words;
use crate::lower::world::{type_help, type_name};
use crate::text::ids::{LocalId, TypeId};
use crate::text::instr::{self, Instruction};
use crate::text::module::Origin;

impl Body<'_, '_> {
    /// Defines the result of an instruction.
    pub fn define(&mut self, instruction: &Instruction, value: Operands) {
        if let Some(result) = instruction.result {
            self.values[result.index()] = Some(value);
        }
    }

    /// Whether a local is defined yet.
    pub fn is_defined(&self, local: LocalId) -> bool {
        self.values[local.index()].is_some()
    }

    /// Whether a stack slot is allocated after the `stacksave` with this token.
    pub fn is_made_after(&self, slot: LocalId, token: u64) -> bool {
        let saved = token.checked_sub(1).and_then(|local| self.function.locals.get(usize::try_from(local).ok()?));
        match (saved.map(|local| local.origin), self.function.local(slot).origin) {
            (Some(Origin::Instruction(save, first)), Origin::Instruction(make, second)) if save == make => {
                first < second
            }
            (Some(Origin::Instruction(save, _)), Origin::Instruction(make, _)) => {
                self.cfg.is_reachable(make.index()) && self.cfg.dominates(save.index(), make.index())
            }
            _ => false,
        }
    }

    /// The words of a type.
    pub fn words(&mut self, ty: TypeId) -> Result<Words, LowerError> {
        let words = self.world.shapes[self.number].words(self.module, ty);
        words.ok_or_else(|| self.unsupported_type(ty))
    }

    fn local(&mut self, local: LocalId) -> Result<Operands, LowerError> {
        let dominates = match self.function.local(local).origin {
            Origin::Parameter(_) => true,
            Origin::Instruction(block, _) => {
                self.cfg.is_reachable(block.index()) && self.cfg.dominates(block.index(), self.reading)
            }
        };
        let known = self.values[local.index()].clone().filter(|_| dominates);
        known.ok_or_else(|| self.malformed("a value is used where it is not defined yet"))
    }

    /// The words of an operand.
    pub fn value(&mut self, operand: instr::Operand) -> Result<Operands, LowerError> {
        match operand {
            instr::Operand::Local(local) => self.local(local),
            instr::Operand::Constant(id) => match self.world.constant(self.number, id) {
                Ok(words) => Ok(words.into_iter().map(|datum| self.datum(datum)).collect()),
                Err(ConstantFault::UnknownVariable(name)) => {
                    Err(LowerError::UnknownVariable { place: self.place(), name })
                }
                Err(ConstantFault::Unsupported(what)) => {
                    let help = type_help(&what);
                    Err(self.unsupported_with(&format!("this needs {what}, which is not supported"), &help))
                }
            },
            instr::Operand::Metadata(_) => Err(self.unsupported("metadata as a value is not supported")),
        }
    }

    fn datum(&mut self, datum: Datum) -> Operand {
        match datum {
            Datum::Number(number) => Operand::Const(number),
            Datum::ThreadLocal(offset) => {
                let dst = self.code.register();
                self.emit(Instr::ThreadLocal { dst, offset });
                Operand::Reg(dst)
            }
        }
    }

    /// The word of an operand that has only one.
    pub fn word(&mut self, operand: instr::Operand) -> Result<Operand, LowerError> {
        match self.value(operand)?[..] {
            [word] => Ok(word),
            _ => Err(self.unsupported("a value of more than 64 bits is not supported here")),
        }
    }

    /// The type of an operand.
    pub fn type_of(&self, operand: instr::Operand) -> TypeId {
        self.module.type_of(self.function, operand)
    }

    /// `lhs op rhs` on integers of up to 64 bits.
    pub fn binary(&mut self, op: BinaryOp, bits: u32, lhs: Operand, rhs: Operand) -> Operand {
        let width = width(bits);
        if let (Operand::Const(a), Operand::Const(b)) = (lhs, rhs)
            && let Ok(value) = op.apply(width, a, b)
        {
            return Operand::Const(value);
        }
        match (op, lhs, rhs) {
            (BinaryOp::Add | BinaryOp::Or | BinaryOp::Sub | BinaryOp::Xor, _, Operand::Const(0)) => return lhs,
            (BinaryOp::Add | BinaryOp::Or | BinaryOp::Xor, Operand::Const(0), _) => return rhs,
            (BinaryOp::Mul, _, Operand::Const(1)) | (BinaryOp::Shl | BinaryOp::LShr, _, Operand::Const(0)) => {
                return lhs;
            }
            _ => {}
        }
        let (left, right) = (self.code.bits(lhs), self.code.bits(rhs));
        let most = match (op, rhs) {
            (BinaryOp::Eq | BinaryOp::Ne | BinaryOp::Slt | BinaryOp::Sle | BinaryOp::Ult | BinaryOp::Ule, _) => 1,
            (BinaryOp::And, _) => left.min(right),
            (BinaryOp::Or | BinaryOp::Xor, _) => left.max(right),
            (BinaryOp::Shl, Operand::Const(by @ 0..64)) => left + by as u32,
            (BinaryOp::LShr, Operand::Const(by @ 0..64)) => left.saturating_sub(by as u32),
            _ => bits,
        };
        let dst = self.code.narrow_register(most.min(bits));
        self.emit(Instr::Binary { op, width, dst, lhs, rhs });
        Operand::Reg(dst)
    }

    /// An address plus an offset.
    pub fn add(&mut self, address: Operand, bytes: u64) -> Operand {
        self.binary(BinaryOp::Add, 64, address, Operand::Const(bytes))
    }

    /// The low bits of a word.
    pub fn truncate(&mut self, src: Operand, bits: u32) -> Operand {
        let width = width(bits);
        match src {
            _ if self.code.bits(src) <= bits => src,
            Operand::Const(value) => Operand::Const(width.truncate(value)),
            _ => {
                let dst = self.code.narrow_register(bits);
                self.emit(Instr::Truncate { dst, src, width });
                Operand::Reg(dst)
            }
        }
    }

    /// Sign extension.
    pub fn sign_extend(&mut self, src: Operand, from: u32, to: u32) -> Operand {
        // A value narrower than its type is not negative.
        let positive = self.code.bits(src) < from;
        let (from, to) = (width(from), width(to));
        match src {
            _ if from == to || positive => src,
            Operand::Const(value) => Operand::Const(to.truncate(from.signed(value) as u64)),
            _ => {
                let dst = self.code.narrow_register(to.bits());
                self.emit(Instr::SignExtend { dst, src, from, to });
                Operand::Reg(dst)
            }
        }
    }

    /// Selects one of two words.
    pub fn select(&mut self, cond: Operand, then: Operand, otherwise: Operand) -> Operand {
        match cond {
            _ if then == otherwise => then,
            Operand::Const(cond) => {
                if cond != 0 {
                    then
                } else {
                    otherwise
                }
            }
            _ => {
                let dst = self.code.narrow_register(self.code.bits(then).max(self.code.bits(otherwise)));
                self.emit(Instr::Select { dst, cond, then, otherwise });
                Operand::Reg(dst)
            }
        }
    }

    /// The current position, for error messages.
    pub fn place(&self) -> SourcePlace {
        self.world.place(self.number, self.function, self.current)
    }

    /// The text of the current instruction.
    fn shown(&self) -> String {
        let Some(instruction) = self.current else { return String::new() };
        let text = self.module.source.get(instruction.offset as usize..).unwrap_or("");
        let line = text.lines().next().unwrap_or("").trim();
        let line = line.split(", !").next().unwrap_or(line);
        let shown: String = line.chars().take(200).collect();
        format!("instruction: {shown}")
    }

    pub fn unsupported(&self, what: &str) -> LowerError {
        self.unsupported_with(what, "")
    }

    pub fn unsupported_with(&self, what: &str, help: &str) -> LowerError {
        let shown = self.shown();
        let help = if help.is_empty() { shown } else { format!("{help}\n  {shown}") };
        LowerError::Unsupported { place: self.place(), what: what.to_owned(), help }
    }

    pub fn unsupported_type(&self, ty: TypeId) -> LowerError {
        let ty = self.module.types.show(ty).to_string();
        self.unsupported_with(&format!("{} is not supported", type_name(&ty)), &type_help(&ty))
    }

    pub fn malformed(&self, what: &str) -> LowerError {
        LowerError::Malformed { place: self.place(), what: format!("{what}\n  {}", self.shown()) }
    }
}

/// A width in bits; wider integers are computed in words of 64 bits.
pub(crate) fn width(bits: u32) -> Width {
    u8::try_from(bits).ok().and_then(Width::new).unwrap_or(Width::W64)
}
