//! Integer arithmetic of every width from 1 to 64 bits; beside it, wider integers and floating-point numbers.

mod bits;
mod float;
pub(crate) mod wide;

use raddle_graph::{Value, Width};
use serde::{Deserialize, Serialize};

/// An operation on two numbers. Operands are cut to the width first, and results wrap at it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum BinaryOp {
    /// The sum.
    Add,
    /// The difference.
    Sub,
    /// The product.
    Mul,
    /// The quotient of signed numbers, rounded towards zero.
    SDiv,
    /// The quotient of unsigned numbers.
    UDiv,
    /// The remainder of signed numbers; it has the sign of the left operand.
    SRem,
    /// The remainder of unsigned numbers.
    URem,
    /// Bitwise and.
    And,
    /// Bitwise or.
    Or,
    /// Bitwise exclusive or.
    Xor,
    /// Shift to the left.
    Shl,
    /// Shift to the right, filling with zeros.
    LShr,
    /// Shift to the right, filling with the sign.
    AShr,
    /// 1 if equal, else 0.
    Eq,
    /// 1 if different, else 0.
    Ne,
    /// 1 if less as signed numbers, else 0.
    Slt,
    /// 1 if less or equal as signed numbers, else 0.
    Sle,
    /// 1 if less as unsigned numbers, else 0.
    Ult,
    /// 1 if less or equal as unsigned numbers, else 0.
    Ule,
}

impl BinaryOp {
    /// Is the result whether something holds?
    #[inline]
    pub fn is_comparison(self) -> bool {
        use BinaryOp::{Eq, Ne, Sle, Slt, Ule, Ult};
        matches!(self, Eq | Ne | Slt | Sle | Ult | Ule)
    }
}

/// Why an operation has no result.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ArithError {
    /// Division or remainder by zero.
    DivisionByZero,
    /// The least signed number divided by -1.
    DivisionOverflow,
    /// A shift by the width or more.
    ShiftTooFar,
}

impl BinaryOp {
    /// Every operation.
    pub const ALL: [BinaryOp; 19] = [
        BinaryOp::Add,
        BinaryOp::Sub,
        BinaryOp::Mul,
        BinaryOp::SDiv,
        BinaryOp::UDiv,
        BinaryOp::SRem,
        BinaryOp::URem,
        BinaryOp::And,
        BinaryOp::Or,
        BinaryOp::Xor,
        BinaryOp::Shl,
        BinaryOp::LShr,
        BinaryOp::AShr,
        BinaryOp::Eq,
        BinaryOp::Ne,
        BinaryOp::Slt,
        BinaryOp::Sle,
        BinaryOp::Ult,
        BinaryOp::Ule,
    ];

    /// The name in printed bytecode.
    pub fn name(self) -> &'static str {
        match self {
            BinaryOp::Add => "add",
            BinaryOp::Sub => "sub",
            BinaryOp::Mul => "mul",
            BinaryOp::SDiv => "sdiv",
            BinaryOp::UDiv => "udiv",
            BinaryOp::SRem => "srem",
            BinaryOp::URem => "urem",
            BinaryOp::And => "and",
            BinaryOp::Or => "or",
            BinaryOp::Xor => "xor",
            BinaryOp::Shl => "shl",
            BinaryOp::LShr => "lshr",
            BinaryOp::AShr => "ashr",
            BinaryOp::Eq => "eq",
            BinaryOp::Ne => "ne",
            BinaryOp::Slt => "slt",
            BinaryOp::Sle => "sle",
            BinaryOp::Ult => "ult",
            BinaryOp::Ule => "ule",
        }
    }

    /// The result at a width.
    ///
    /// ```
    /// use raddle_graph::Width;
    /// use raddle_ir::{ArithError, BinaryOp};
    /// let byte = Width::new(8).unwrap();
    /// assert_eq!(BinaryOp::SDiv.apply(byte, 0xfe, 2), Ok(0xff), "-2 / 2 is -1");
    /// assert_eq!(BinaryOp::SDiv.apply(byte, 0x80, 0xff), Err(ArithError::DivisionOverflow));
    /// ```
    #[inline(always)]
    pub fn apply(self, width: Width, lhs: Value, rhs: Value) -> Result<Value, ArithError> {
        // At the top of a word, where there is nothing above them, numbers add and compare as they do at their width.
        let unused = 64 - width.bits();
        let (a, b) = (lhs << unused, rhs << unused);
        Ok(match self {
            BinaryOp::Add => a.wrapping_add(b) >> unused,
            BinaryOp::Sub => a.wrapping_sub(b) >> unused,
            BinaryOp::Mul => lhs.wrapping_mul(b) >> unused,
            BinaryOp::And => (a & b) >> unused,
            BinaryOp::Or => (a | b) >> unused,
            BinaryOp::Xor => (a ^ b) >> unused,
            BinaryOp::Eq => u64::from(a == b),
            BinaryOp::Ne => u64::from(a != b),
            BinaryOp::Slt => u64::from((a as i64) < b as i64),
            BinaryOp::Sle => u64::from(a as i64 <= b as i64),
            BinaryOp::Ult => u64::from(a < b),
            BinaryOp::Ule => u64::from(a <= b),
            BinaryOp::SDiv | BinaryOp::UDiv | BinaryOp::SRem | BinaryOp::URem => self.divide(width, lhs, rhs)?,
            BinaryOp::Shl => a << distance(width, b >> unused)? >> unused,
            BinaryOp::LShr => a >> unused >> distance(width, b >> unused)?,
            BinaryOp::AShr => width.truncate((width.signed(lhs) >> distance(width, b >> unused)?) as u64),
        })
    }

    /// The quotient, or the remainder for all operations that are no quotient.
    fn divide(self, width: Width, lhs: Value, rhs: Value) -> Result<Value, ArithError> {
        let (a, b) = (width.truncate(lhs), width.truncate(rhs));
        let (sa, sb) = (width.signed(lhs), width.signed(rhs));
        let result = match self {
            BinaryOp::UDiv => a.checked_div(b).ok_or(ArithError::DivisionByZero)?,
            BinaryOp::URem => a.checked_rem(b).ok_or(ArithError::DivisionByZero)?,
            BinaryOp::SDiv => {
                divisible(width, sa, sb)?;
                sa.wrapping_div(sb) as u64
            }
            _ => {
                divisible(width, sa, sb)?;
                sa.wrapping_rem(sb) as u64
            }
        };
        Ok(width.truncate(result))
    }

    /// Can the operation fail for some operands?
    pub fn can_fail(self) -> bool {
        matches!(
            self,
            BinaryOp::SDiv
                | BinaryOp::UDiv
                | BinaryOp::SRem
                | BinaryOp::URem
                | BinaryOp::Shl
                | BinaryOp::LShr
                | BinaryOp::AShr
        )
    }
}

fn divisible(width: Width, a: i64, b: i64) -> Result<(), ArithError> {
    let least = i64::MIN >> (64 - width.bits());
    match b {
        0 => Err(ArithError::DivisionByZero),
        // At width 1 the numbers are 0 and -1, and -1 is also the least: -1 / -1 = 1 does not fit.
        -1 if a == least => Err(ArithError::DivisionOverflow),
        _ => Ok(()),
    }
}

fn distance(width: Width, by: u64) -> Result<u32, ArithError> {
    if by < u64::from(width.bits()) { Ok(by as u32) } else { Err(ArithError::ShiftTooFar) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The same operations on unbounded numbers, cut at the end.
    fn reference(op: BinaryOp, bits: u32, a: u64, b: u64) -> Option<u64> {
        let modulus = 1i128 << bits;
        let signed = |v: u64| {
            if i128::from(v) >= modulus / 2 { i128::from(v) - modulus } else { i128::from(v) }
        };
        let (ua, ub, sa, sb) = (i128::from(a), i128::from(b), signed(a), signed(b));
        let fits = |v: i128| (-(modulus / 2)..modulus / 2).contains(&v).then_some(v);
        let result = match op {
            BinaryOp::Add => ua + ub,
            BinaryOp::Sub => ua - ub,
            BinaryOp::Mul => ((ua as u128).wrapping_mul(ub as u128) % (modulus as u128)) as i128,
            BinaryOp::SDiv => fits(sa.checked_div(sb)?)?,
            BinaryOp::UDiv => ua.checked_div(ub)?,
            BinaryOp::SRem => {
                fits(sa.checked_div(sb)?)?;
                sa.checked_rem(sb)?
            }
            BinaryOp::URem => ua.checked_rem(ub)?,
            BinaryOp::And => ua & ub,
            BinaryOp::Or => ua | ub,
            BinaryOp::Xor => ua ^ ub,
            BinaryOp::Shl if b < u64::from(bits) => ((ua as u128) << b) as i128,
            BinaryOp::LShr if b < u64::from(bits) => ua >> b,
            BinaryOp::AShr if b < u64::from(bits) => sa >> b,
            BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr => return None,
            BinaryOp::Eq => (ua == ub).into(),
            BinaryOp::Ne => (ua != ub).into(),
            BinaryOp::Slt => (sa < sb).into(),
            BinaryOp::Sle => (sa <= sb).into(),
            BinaryOp::Ult => (ua < ub).into(),
            BinaryOp::Ule => (ua <= ub).into(),
        };
        Some(result.rem_euclid(modulus) as u64)
    }

    #[test]
    fn every_operation_agrees_with_unbounded_arithmetic_at_small_widths() {
        for bits in 1..=5u8 {
            let width = Width::new(bits).unwrap();
            for op in BinaryOp::ALL {
                for a in 0..1u64 << bits {
                    for b in 0..1u64 << bits {
                        let expected = reference(op, bits.into(), a, b);
                        assert_eq!(op.apply(width, a, b).ok(), expected, "{} {bits} {a} {b}", op.name());
                        // Bits above the width make no difference.
                        let dirty = !((1u64 << bits) - 1);
                        assert_eq!(op.apply(width, a | dirty, b).ok(), expected);
                    }
                }
            }
        }
    }

    #[test]
    fn every_operation_agrees_with_unbounded_arithmetic_at_odd_widths() {
        for bits in [7u8, 13, 24, 31, 32, 33, 47, 63, 64] {
            let width = Width::new(bits).unwrap();
            let top = 1u64 << (bits - 1);
            let interesting = [0, 1, 2, 3, 7, u64::from(bits) - 1, top - 1, top, top + 1, u64::MAX - 1, u64::MAX];
            for op in BinaryOp::ALL {
                for a in interesting.map(|v| width.truncate(v)) {
                    for b in interesting.map(|v| width.truncate(v)) {
                        let expected = reference(op, bits.into(), a, b);
                        assert_eq!(op.apply(width, a, b).ok(), expected, "{} {bits} {a} {b}", op.name());
                    }
                }
            }
        }
    }

    #[test]
    fn failures_are_told_apart() {
        let w = Width::W32;
        assert_eq!(BinaryOp::SDiv.apply(w, 1, 0), Err(ArithError::DivisionByZero));
        assert_eq!(BinaryOp::URem.apply(w, 1, 0), Err(ArithError::DivisionByZero));
        assert_eq!(BinaryOp::SRem.apply(w, 0x8000_0000, 0xffff_ffff), Err(ArithError::DivisionOverflow));
        assert_eq!(BinaryOp::Shl.apply(w, 1, 32), Err(ArithError::ShiftTooFar));
        for op in BinaryOp::ALL {
            let fails = [0, 1, 32, 0x8000_0000, 0xffff_ffff].iter().any(|&b| op.apply(w, 0x8000_0000, b).is_err());
            assert_eq!(op.can_fail(), fails, "{}", op.name());
        }
    }
}
