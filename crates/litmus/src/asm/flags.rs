//! Condition flags: negative, zero, carry and overflow, as x86 and ARM set them, and the conditions of conditional instructions.
//! Each flag carries the dependencies of all operands of the instruction that set it.

use raddle_ir::{BinaryOp, Operand};

use super::code::Code;

/// How a subtraction sets the carry flag.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Borrow {
    /// x86: the flag says that there was a borrow.
    Set,
    /// ARM: the flag says that there was none.
    Clear,
}

impl Code<'_> {
    fn set_flag(&mut self, name: &'static str, value: Operand) {
        let reg = self.flag_register(name);
        self.builder.mov(reg, value);
    }

    pub(super) fn flag_register(&mut self, name: &'static str) -> raddle_ir::Reg {
        if let Some(&reg) = self.flags.get(name) {
            return reg;
        }
        let reg = self.builder.register();
        self.flags.insert(name, reg);
        reg
    }

    fn negative_and_zero(&mut self, bits: u8, result: Operand) {
        let negative = self.binary(BinaryOp::Slt, bits, result, 0u64);
        let zero = self.binary(BinaryOp::Eq, bits, result, 0u64);
        self.set_flag("n", negative);
        self.set_flag("z", zero);
    }

    /// Sets the flags as `lhs - rhs` does; returns the difference.
    pub(super) fn subtract(&mut self, bits: u8, lhs: Operand, rhs: Operand, borrow: Borrow) -> Operand {
        let result = self.binary(BinaryOp::Sub, bits, lhs, rhs);
        self.negative_and_zero(bits, result);
        let carry = match borrow {
            Borrow::Set => self.binary(BinaryOp::Ult, bits, lhs, rhs),
            Borrow::Clear => self.binary(BinaryOp::Ule, bits, rhs, lhs),
        };
        self.set_flag("c", carry);
        let differ = self.binary(BinaryOp::Xor, bits, lhs, rhs);
        self.set_overflow(bits, differ, lhs, result);
        result
    }

    /// Sets the flags as `lhs + rhs` does; returns the sum.
    pub(super) fn add(&mut self, bits: u8, lhs: Operand, rhs: Operand) -> Operand {
        let result = self.binary(BinaryOp::Add, bits, lhs, rhs);
        self.negative_and_zero(bits, result);
        let carry = self.binary(BinaryOp::Ult, bits, result, lhs);
        self.set_flag("c", carry);
        let differ = self.binary(BinaryOp::Xor, bits, lhs, rhs);
        let same = self.complement(differ, bits);
        self.set_overflow(bits, same, lhs, result);
        result
    }

    /// There is an overflow if the signs allow one and the result's is not that of the left operand.
    fn set_overflow(&mut self, bits: u8, possible: Operand, lhs: Operand, result: Operand) {
        let changed = self.binary(BinaryOp::Xor, bits, lhs, result);
        let both = self.binary(BinaryOp::And, bits, possible, changed);
        let overflow = self.binary(BinaryOp::Slt, bits, both, 0u64);
        self.set_flag("v", overflow);
    }

    /// Sets the flags as a logical operation with this result does.
    pub(super) fn logical_flags(&mut self, bits: u8, result: Operand) {
        self.negative_and_zero(bits, result);
        self.set_flag("c", Operand::Const(0));
        self.set_flag("v", Operand::Const(0));
    }

    /// Sets the zero flag alone.
    pub(super) fn set_zero(&mut self, zero: Operand) {
        self.set_flag("z", zero);
    }

    pub(super) fn flag(&mut self, name: &'static str) -> Operand {
        self.flag_register(name).into()
    }

    fn not(&mut self, value: Operand) -> Operand {
        self.binary(BinaryOp::Xor, 64, value, 1u64)
    }

    /// 1 if a condition of ARM holds, by its two letters.
    pub(super) fn arm_condition(&mut self, name: &str) -> Option<Operand> {
        let (base, negated) = match name {
            "eq" => ("z", false),
            "ne" => ("z", true),
            "cs" | "hs" => ("c", false),
            "cc" | "lo" => ("c", true),
            "mi" => ("n", false),
            "pl" => ("n", true),
            "vs" => ("v", false),
            "vc" => ("v", true),
            "hi" => ("hi", false),
            "ls" => ("hi", true),
            "lt" => ("lt", false),
            "ge" => ("lt", true),
            "le" => ("le", false),
            "gt" => ("le", true),
            _ => return None,
        };
        Some(self.combined(base, negated))
    }

    /// 1 if a condition of x86 holds, by what follows the `j`.
    pub(super) fn x86_condition(&mut self, name: &str) -> Option<Operand> {
        let (base, negated) = match name {
            "e" | "z" => ("z", false),
            "ne" | "nz" => ("z", true),
            "b" | "c" | "nae" => ("c", false),
            "ae" | "nb" | "nc" => ("c", true),
            "s" => ("n", false),
            "ns" => ("n", true),
            "o" => ("v", false),
            "no" => ("v", true),
            "be" | "na" => ("be", false),
            "a" | "nbe" => ("be", true),
            "l" | "nge" => ("lt", false),
            "ge" | "nl" => ("lt", true),
            "le" | "ng" => ("le", false),
            "g" | "nle" => ("le", true),
            _ => return None,
        };
        Some(self.combined(base, negated))
    }

    fn combined(&mut self, base: &'static str, negated: bool) -> Operand {
        let value = match base {
            "lt" | "le" => {
                let (n, v) = (self.flag("n"), self.flag("v"));
                let less = self.binary(BinaryOp::Xor, 64, n, v);
                if base == "lt" {
                    less
                } else {
                    let zero = self.flag("z");
                    self.binary(BinaryOp::Or, 64, less, zero)
                }
            }
            "be" => {
                let (c, z) = (self.flag("c"), self.flag("z"));
                self.binary(BinaryOp::Or, 64, c, z)
            }
            "hi" => {
                let (c, z) = (self.flag("c"), self.flag("z"));
                let other = self.not(z);
                self.binary(BinaryOp::And, 64, c, other)
            }
            flag => self.flag(flag),
        };
        if negated { self.not(value) } else { value }
    }
}
