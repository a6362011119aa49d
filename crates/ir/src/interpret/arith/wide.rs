//! Arithmetic of integers of 65 to 128 bits.

use crate::{ArithError, BinaryOp};

/// The result at a width of 65 to 128 bits; a comparison gives 0 or 1.
pub(crate) fn apply(op: BinaryOp, bits: u8, lhs: u128, rhs: u128) -> Result<u128, ArithError> {
    let unused = 128 - u32::from(bits.clamp(1, 128));
    let truncate = |value: u128| value << unused >> unused;
    let signed = |value: u128| (value << unused) as i128 >> unused;
    let (a, b) = (truncate(lhs), truncate(rhs));
    let (sa, sb) = (signed(a), signed(b));
    let divisible = || match sb {
        0 => Err(ArithError::DivisionByZero),
        -1 if sa == i128::MIN >> unused => Err(ArithError::DivisionOverflow),
        _ => Ok(()),
    };
    let distance = || if b < u128::from(bits) { Ok(b as u32) } else { Err(ArithError::ShiftTooFar) };
    let result = match op {
        BinaryOp::Add => a.wrapping_add(b),
        BinaryOp::Sub => a.wrapping_sub(b),
        BinaryOp::Mul => a.wrapping_mul(b),
        BinaryOp::UDiv => a.checked_div(b).ok_or(ArithError::DivisionByZero)?,
        BinaryOp::URem => a.checked_rem(b).ok_or(ArithError::DivisionByZero)?,
        BinaryOp::SDiv => {
            divisible()?;
            sa.wrapping_div(sb) as u128
        }
        BinaryOp::SRem => {
            divisible()?;
            sa.wrapping_rem(sb) as u128
        }
        BinaryOp::And => a & b,
        BinaryOp::Or => a | b,
        BinaryOp::Xor => a ^ b,
        BinaryOp::Shl => a << distance()?,
        BinaryOp::LShr => a >> distance()?,
        BinaryOp::AShr => (sa >> distance()?) as u128,
        BinaryOp::Eq => (a == b).into(),
        BinaryOp::Ne => (a != b).into(),
        BinaryOp::Slt => (sa < sb).into(),
        BinaryOp::Sle => (sa <= sb).into(),
        BinaryOp::Ult => (a < b).into(),
        BinaryOp::Ule => (a <= b).into(),
    };
    Ok(truncate(result))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_wrap_at_their_width() {
        let max = (1u128 << 100) - 1;
        assert_eq!(apply(BinaryOp::Add, 100, max, 1), Ok(0));
        assert_eq!(apply(BinaryOp::Sub, 100, 0, 1), Ok(max));
        assert_eq!(apply(BinaryOp::Mul, 128, u128::MAX, u128::MAX), Ok(1));
        assert_eq!(apply(BinaryOp::Shl, 100, 1, 99), Ok(1 << 99));
        assert_eq!(apply(BinaryOp::AShr, 100, 1 << 99, 99), Ok(max));
        assert_eq!(apply(BinaryOp::LShr, 100, 1 << 99, 99), Ok(1));
        assert_eq!(apply(BinaryOp::Add, 65, (1 << 65) | 3, 1), Ok(4), "bits above the width make no difference");
    }

    #[test]
    fn signs_count_where_they_should() {
        let minus_one = (1u128 << 100) - 1;
        assert_eq!(apply(BinaryOp::SDiv, 100, minus_one - 6, 2), Ok(minus_one - 2), "-7 / 2 is -3");
        assert_eq!(apply(BinaryOp::SRem, 100, minus_one - 6, 2), Ok(minus_one));
        assert_eq!(apply(BinaryOp::Slt, 100, minus_one, 0), Ok(1));
        assert_eq!(apply(BinaryOp::Ult, 100, minus_one, 0), Ok(0));
        assert_eq!(apply(BinaryOp::Sle, 128, u128::MAX, u128::MAX), Ok(1));
    }

    #[test]
    fn failures_are_told_apart() {
        assert_eq!(apply(BinaryOp::UDiv, 128, 1, 0), Err(ArithError::DivisionByZero));
        assert_eq!(apply(BinaryOp::SRem, 128, 1, 0), Err(ArithError::DivisionByZero));
        assert_eq!(apply(BinaryOp::SDiv, 128, 1 << 127, u128::MAX), Err(ArithError::DivisionOverflow));
        assert_eq!(apply(BinaryOp::SDiv, 100, 1 << 99, u128::MAX), Err(ArithError::DivisionOverflow));
        assert_eq!(apply(BinaryOp::Shl, 100, 1, 100), Err(ArithError::ShiftTooFar));
        assert_eq!(apply(BinaryOp::Shl, 128, 1, u128::MAX), Err(ArithError::ShiftTooFar));
    }
}
