//! Floating-point arithmetic on the bits of numbers.
//!
//! Results that are not numbers have one form: which bits such a result has is not the same on all machines.

use raddle_graph::{Value, Width};

use crate::{Conversion, FloatKind, FloatOp};

/// The operations, once for each format.
macro_rules! compute {
    ($float:ty, $bits:ty, $op:expr, $lhs:expr, $rhs:expr) => {{
        let (a, b) = (<$float>::from_bits($lhs as $bits), <$float>::from_bits($rhs as $bits));
        let unordered = a.is_nan() || b.is_nan();
        let number = |value: $float| Value::from(if value.is_nan() { <$float>::NAN } else { value }.to_bits());
        match $op {
            FloatOp::Add => number(a + b),
            FloatOp::Sub => number(a - b),
            FloatOp::Mul => number(a * b),
            FloatOp::Div => number(a / b),
            FloatOp::Rem => number(a % b),
            // Signs are bits, also of what is not a number.
            FloatOp::Neg => (-a).to_bits().into(),
            FloatOp::Abs => a.abs().to_bits().into(),
            FloatOp::CopySign => a.copysign(b).to_bits().into(),
            FloatOp::Sqrt => number(a.sqrt()),
            FloatOp::Min => number(a.min(b)),
            FloatOp::Max => number(a.max(b)),
            FloatOp::Floor => number(a.floor()),
            FloatOp::Ceil => number(a.ceil()),
            FloatOp::Trunc => number(a.trunc()),
            FloatOp::Round => number(a.round()),
            FloatOp::RoundEven => number(a.round_ties_even()),
            FloatOp::Oeq => (a == b).into(),
            FloatOp::One => (!unordered && a != b).into(),
            FloatOp::Olt => (a < b).into(),
            FloatOp::Ole => (a <= b).into(),
            FloatOp::Ogt => (a > b).into(),
            FloatOp::Oge => (a >= b).into(),
            FloatOp::Ord => (!unordered).into(),
            FloatOp::Ueq => (unordered || a == b).into(),
            FloatOp::Une => (a != b).into(),
            FloatOp::Ult => (unordered || a < b).into(),
            FloatOp::Ule => (unordered || a <= b).into(),
            FloatOp::Ugt => (unordered || a > b).into(),
            FloatOp::Uge => (unordered || a >= b).into(),
            FloatOp::Uno => unordered.into(),
        }
    }};
}

impl FloatOp {
    /// The result: the bits of a number, or 0 or 1.
    ///
    /// ```
    /// use raddle_ir::{FloatKind, FloatOp};
    /// let bits = |value: f64| value.to_bits();
    /// assert_eq!(FloatOp::Add.apply(FloatKind::F64, bits(0.1), bits(0.2)), bits(0.1 + 0.2));
    /// assert_eq!(FloatOp::Une.apply(FloatKind::F64, bits(f64::NAN), bits(f64::NAN)), 1);
    /// ```
    pub fn apply(self, kind: FloatKind, lhs: Value, rhs: Value) -> Value {
        match kind {
            FloatKind::F32 => compute!(f32, u32, self, lhs, rhs),
            FloatKind::F64 => compute!(f64, u64, self, lhs, rhs),
        }
    }
}

fn to_f64(kind: FloatKind, bits: Value) -> f64 {
    match kind {
        FloatKind::F32 => f32::from_bits(bits as u32).into(),
        FloatKind::F64 => f64::from_bits(bits),
    }
}

impl Conversion {
    /// The result; `None` if it does not fit.
    ///
    /// ```
    /// use raddle_graph::Width;
    /// use raddle_ir::{Conversion, FloatKind};
    /// let byte = Width::new(8).unwrap();
    /// let convert = Conversion::FloatToInt { signed: true, from: FloatKind::F64, to: byte };
    /// assert_eq!(convert.apply((-3.9f64).to_bits()), Some(0xfd));
    /// assert_eq!(convert.apply(200.0f64.to_bits()), None);
    /// ```
    pub fn apply(self, value: Value) -> Option<Value> {
        match self {
            // Directly to the format: over the wider one, rounding would happen twice.
            Conversion::IntToFloat { signed: true, from, to } => Some(match to {
                FloatKind::F32 => (from.signed(value) as f32).to_bits().into(),
                FloatKind::F64 => (from.signed(value) as f64).to_bits(),
            }),
            Conversion::IntToFloat { signed: false, from, to } => Some(match to {
                FloatKind::F32 => (from.truncate(value) as f32).to_bits().into(),
                FloatKind::F64 => (from.truncate(value) as f64).to_bits(),
            }),
            Conversion::FloatToInt { signed, from, to } => to_integer(to_f64(from, value), signed, to),
            Conversion::FloatToFloat { from, to } => {
                let value = to_f64(from, value);
                Some(match to {
                    FloatKind::F32 if value.is_nan() => f32::NAN.to_bits().into(),
                    FloatKind::F32 => (value as f32).to_bits().into(),
                    FloatKind::F64 if value.is_nan() => f64::NAN.to_bits(),
                    FloatKind::F64 => value.to_bits(),
                })
            }
        }
    }
}

fn to_integer(value: f64, signed: bool, width: Width) -> Option<Value> {
    // Powers of two are exact, so that comparing with them is.
    let (low, high) = if signed {
        let limit = 2f64.powi(width.bits() as i32 - 1);
        (-limit, limit)
    } else {
        (0.0, 2f64.powi(width.bits() as i32))
    };
    let whole = value.trunc();
    if !(whole >= low && whole < high) {
        return None;
    }
    Some(width.truncate(if signed { whole as i64 as u64 } else { whole as u64 }))
}

#[cfg(test)]
mod tests {
    use super::*;

    const NAN: f64 = f64::NAN;

    fn f64s(op: FloatOp, a: f64, b: f64) -> f64 {
        f64::from_bits(op.apply(FloatKind::F64, a.to_bits(), b.to_bits()))
    }

    #[test]
    fn numbers_of_both_formats() {
        assert_eq!(f64s(FloatOp::Rem, -7.5, 2.0), -1.5);
        assert_eq!(f64s(FloatOp::Min, NAN, 2.0), 2.0);
        assert_eq!(f64s(FloatOp::Round, -2.5, 0.0), -3.0);
        assert_eq!(f64s(FloatOp::RoundEven, -2.5, 0.0), -2.0);
        assert_eq!(f64s(FloatOp::CopySign, 2.0, -0.0), -2.0);
        assert_eq!(f64s(FloatOp::Sqrt, 9.0, 0.0), 3.0);
        let third = FloatOp::Div.apply(FloatKind::F32, 1f32.to_bits().into(), 3f32.to_bits().into());
        assert_eq!(third, u64::from((1f32 / 3.0).to_bits()));
        let dirty = FloatOp::Neg.apply(FloatKind::F32, u64::from(1f32.to_bits()) | 7 << 32, 0);
        assert_eq!(dirty, u64::from((-1f32).to_bits()), "bits above the format make no difference");
    }

    #[test]
    fn what_is_not_a_number_has_one_form() {
        for (a, b) in [(f64::INFINITY, f64::INFINITY), (NAN, 1.0), (-NAN, 1.0)] {
            assert_eq!(f64s(FloatOp::Sub, a, b).to_bits(), NAN.to_bits());
        }
        assert_eq!(f64s(FloatOp::Neg, NAN, 0.0).to_bits(), NAN.to_bits() ^ 1 << 63);
    }

    #[test]
    fn comparisons_know_what_is_unordered() {
        use FloatOp::*;
        let holds = |a: f64, b: f64| {
            let all = [Oeq, One, Olt, Ole, Ogt, Oge, Ord, Ueq, Une, Ult, Ule, Ugt, Uge, Uno];
            all.into_iter().filter(|op| op.apply(FloatKind::F64, a.to_bits(), b.to_bits()) == 1).collect::<Vec<_>>()
        };
        assert_eq!(holds(1.0, 2.0), [One, Olt, Ole, Ord, Une, Ult, Ule]);
        assert_eq!(holds(2.0, 1.0), [One, Ogt, Oge, Ord, Une, Ugt, Uge]);
        assert_eq!(holds(0.0, -0.0), [Oeq, Ole, Oge, Ord, Ueq, Ule, Uge]);
        assert_eq!(holds(NAN, 1.0), [Ueq, Une, Ult, Ule, Ugt, Uge, Uno]);
    }

    #[test]
    fn integers_that_do_not_fit_are_refused() {
        let to = |signed, bits, value: f64| {
            let to = Width::new(bits).unwrap();
            Conversion::FloatToInt { signed, from: FloatKind::F64, to }.apply(value.to_bits())
        };
        assert_eq!(to(true, 32, -2147483648.9), Some(0x8000_0000));
        assert_eq!(to(true, 32, -2147483649.0), None);
        assert_eq!(to(true, 32, 2147483648.0), None);
        assert_eq!(to(false, 64, 18446744073709549568.0), Some(18446744073709549568));
        assert_eq!(to(false, 64, 18446744073709551616.0), None);
        assert_eq!(to(false, 8, -0.5), Some(0));
        assert_eq!([to(true, 64, NAN), to(true, 64, f64::INFINITY), to(true, 64, 9223372036854775808.0)], [None; 3]);
    }

    #[test]
    fn conversions_round_once() {
        let from = Width::W64;
        let value = (1u64 << 25) + 3 + (1 << 60);
        let to = Conversion::IntToFloat { signed: false, from, to: FloatKind::F32 };
        assert_eq!(to.apply(value), Some((value as f32).to_bits().into()));
        let minus = Conversion::IntToFloat { signed: true, from: Width::W32, to: FloatKind::F64 };
        assert_eq!(minus.apply(0xffff_ffff), Some((-1f64).to_bits()));
        let narrow = Conversion::FloatToFloat { from: FloatKind::F64, to: FloatKind::F32 };
        assert_eq!(narrow.apply(0.1f64.to_bits()), Some((0.1f64 as f32).to_bits().into()));
        assert_eq!(narrow.apply((-NAN).to_bits()), Some(f32::NAN.to_bits().into()));
    }
}
