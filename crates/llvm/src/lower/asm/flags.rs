//! The flags of x86-64 while assembly is lowered, and the conditions over them.

use raddle_ir::{BinaryOp, Operand};

use crate::lower::body::Body;
use crate::lower::body::values::width;

/// The modelled flags: 1 or 0 each, `None` if unknown. Parity and the auxiliary carry are not modelled.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct CpuFlags {
    pub zero: Option<Operand>,
    pub sign: Option<Operand>,
    pub carry: Option<Operand>,
    pub overflow: Option<Operand>,
}

/// The base of a condition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Test {
    Overflow,
    Carry,
    Zero,
    CarryOrZero,
    Sign,
    Less,
    LessOrEqual,
}

/// A condition, as in the suffixes of `jcc`, `setcc` and `cmovcc`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Condition {
    test: Test,
    negated: bool,
}

impl Condition {
    /// The condition of a suffix; those about parity are not modelled.
    pub(super) fn of(name: &str) -> Option<Condition> {
        use Test::*;
        let (test, negated) = match name {
            "o" => (Overflow, false),
            "no" => (Overflow, true),
            "b" | "c" | "nae" => (Carry, false),
            "ae" | "nb" | "nc" => (Carry, true),
            "e" | "z" => (Zero, false),
            "ne" | "nz" => (Zero, true),
            "be" | "na" => (CarryOrZero, false),
            "a" | "nbe" => (CarryOrZero, true),
            "s" => (Sign, false),
            "ns" => (Sign, true),
            "l" | "nge" => (Less, false),
            "ge" | "nl" => (Less, true),
            "le" | "ng" => (LessOrEqual, false),
            "g" | "nle" => (LessOrEqual, true),
            _ => return None,
        };
        Some(Condition { test, negated })
    }
}

impl Body<'_, '_> {
    /// Whether a condition holds, 1 or 0; `None` if it depends on an unknown flag.
    pub(super) fn holds(&mut self, condition: Condition, flags: CpuFlags) -> Option<Operand> {
        let holds = match condition.test {
            Test::Overflow => flags.overflow?,
            Test::Carry => flags.carry?,
            Test::Zero => flags.zero?,
            Test::Sign => flags.sign?,
            Test::CarryOrZero => self.binary(BinaryOp::Or, 1, flags.carry?, flags.zero?),
            Test::Less => self.binary(BinaryOp::Xor, 1, flags.sign?, flags.overflow?),
            Test::LessOrEqual => {
                let less = self.binary(BinaryOp::Xor, 1, flags.sign?, flags.overflow?);
                self.binary(BinaryOp::Or, 1, less, flags.zero?)
            }
        };
        Some(if condition.negated { self.binary(BinaryOp::Xor, 1, holds, Operand::Const(1)) } else { holds })
    }

    /// The zero and sign flags of a result.
    pub(super) fn result_flags(&mut self, bits: u8, result: Operand) -> CpuFlags {
        let zero = self.binary(BinaryOp::Eq, bits.into(), result, Operand::Const(0));
        let sign = self.is_negative(bits, result);
        CpuFlags { zero: Some(zero), sign: Some(sign), carry: None, overflow: None }
    }

    fn is_negative(&mut self, bits: u8, value: Operand) -> Operand {
        self.binary(BinaryOp::Slt, bits.into(), value, Operand::Const(0))
    }

    /// The flags after `and`, `or`, `xor` and `test`.
    pub(super) fn logic_flags(&mut self, bits: u8, result: Operand) -> CpuFlags {
        let none = Some(Operand::Const(0));
        CpuFlags { carry: none, overflow: none, ..self.result_flags(bits, result) }
    }

    /// The flags of a sum without incoming carry.
    pub(super) fn sum_flags(&mut self, bits: u8, [left, right, sum]: [Operand; 3]) -> CpuFlags {
        let carry = self.binary(BinaryOp::Ult, bits.into(), sum, left);
        // Overflow: both operands have the sign that the result does not have.
        let differs = self.binary(BinaryOp::Xor, bits.into(), left, sum);
        let other = self.binary(BinaryOp::Xor, bits.into(), right, sum);
        let both = self.binary(BinaryOp::And, bits.into(), differs, other);
        let overflow = self.is_negative(bits, both);
        CpuFlags { carry: Some(carry), overflow: Some(overflow), ..self.result_flags(bits, sum) }
    }

    /// The flags of a difference or comparison.
    pub(super) fn difference_flags(&mut self, bits: u8, left: Operand, right: Operand) -> CpuFlags {
        let (left, right) = (self.truncate(left, bits.into()), self.truncate(right, bits.into()));
        let difference = self.binary(BinaryOp::Sub, bits.into(), left, right);
        let zero = self.binary(BinaryOp::Eq, bits.into(), left, right);
        let carry = self.binary(BinaryOp::Ult, bits.into(), left, right);
        let less = self.binary(BinaryOp::Slt, bits.into(), left, right);
        let sign = self.is_negative(bits, difference);
        // Overflow: the sign of the difference contradicts the signed comparison.
        let overflow = self.binary(BinaryOp::Xor, 1, less, sign);
        CpuFlags { zero: Some(zero), sign: Some(sign), carry: Some(carry), overflow: Some(overflow) }
    }

    /// The flags of a result that overflows exactly if it is this number; the carry is unchanged.
    pub(super) fn step_flags(&mut self, bits: u8, result: Operand, overflown: u64, before: CpuFlags) -> CpuFlags {
        let overflown = Operand::Const(width(bits.into()).truncate(overflown));
        let overflow = self.binary(BinaryOp::Eq, bits.into(), result, overflown);
        CpuFlags { carry: before.carry, overflow: Some(overflow), ..self.result_flags(bits, result) }
    }
}
