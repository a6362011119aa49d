//! Operations on the bits of one number, and arithmetic that notices overflow.

use raddle_graph::{Value, Width};

use crate::{CheckedOp, UnaryOp};

impl UnaryOp {
    /// The result at a width.
    ///
    /// ```
    /// use raddle_graph::Width;
    /// use raddle_ir::UnaryOp;
    /// assert_eq!(UnaryOp::SwapBytes.apply(Width::W32, 0x1122_3344), 0x4433_2211);
    /// assert_eq!(UnaryOp::LeadingZeros.apply(Width::W32, 1), 31);
    /// ```
    pub fn apply(self, width: Width, value: Value) -> Value {
        let value = width.truncate(value);
        let unused = 64 - width.bits();
        let result = match self {
            UnaryOp::PopCount => value.count_ones().into(),
            UnaryOp::LeadingZeros => (value.leading_zeros() - unused).into(),
            UnaryOp::TrailingZeros => value.trailing_zeros().min(width.bits()).into(),
            UnaryOp::SwapBytes => value.swap_bytes() >> unused,
            UnaryOp::ReverseBits => value.reverse_bits() >> unused,
            UnaryOp::Abs => width.signed(value).unsigned_abs(),
        };
        width.truncate(result)
    }
}

impl CheckedOp {
    /// The result cut to the width, and whether it did not fit.
    ///
    /// ```
    /// use raddle_graph::Width;
    /// use raddle_ir::CheckedOp;
    /// assert_eq!(CheckedOp::SAdd.apply(Width::W32, 0x7fff_ffff, 1), (0x8000_0000, true));
    /// assert_eq!(CheckedOp::UAdd.apply(Width::W32, 0x7fff_ffff, 1), (0x8000_0000, false));
    /// ```
    #[inline(always)]
    pub fn apply(self, width: Width, lhs: Value, rhs: Value) -> (Value, bool) {
        // At the top of a word, what does not fit the width does not fit the word.
        let unused = 64 - width.bits();
        let (a, b) = (lhs << unused, rhs << unused);
        let signed = |(result, overflows): (i64, bool)| (result as u64, overflows);
        let (result, overflows) = match self {
            CheckedOp::SAdd => signed((a as i64).overflowing_add(b as i64)),
            CheckedOp::SSub => signed((a as i64).overflowing_sub(b as i64)),
            CheckedOp::SMul => signed(width.signed(lhs).overflowing_mul(b as i64)),
            CheckedOp::UAdd => a.overflowing_add(b),
            CheckedOp::USub => a.overflowing_sub(b),
            CheckedOp::UMul => width.truncate(lhs).overflowing_mul(b),
        };
        (result >> unused, overflows)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_at_odd_widths() {
        let w = |bits| Width::new(bits).unwrap();
        assert_eq!(UnaryOp::PopCount.apply(w(7), 0xff), 7);
        assert_eq!(UnaryOp::LeadingZeros.apply(w(7), 0), 7);
        assert_eq!(UnaryOp::LeadingZeros.apply(w(64), 0), 64);
        assert_eq!(UnaryOp::TrailingZeros.apply(w(7), 0x80), 7);
        assert_eq!(UnaryOp::TrailingZeros.apply(w(64), 0), 64);
        assert_eq!(UnaryOp::SwapBytes.apply(w(24), 0x11_2233), 0x33_2211);
        assert_eq!(UnaryOp::ReverseBits.apply(w(3), 0b001), 0b100);
        assert_eq!(UnaryOp::Abs.apply(w(8), 0xff), 1);
        assert_eq!(UnaryOp::Abs.apply(w(8), 0x80), 0x80);
        assert_eq!(UnaryOp::Abs.apply(w(64), i64::MIN as u64), i64::MIN as u64);
    }

    #[test]
    fn overflow_is_noticed_exactly_at_small_widths() {
        for bits in 1..=5u8 {
            let width = Width::new(bits).unwrap();
            let (min, max) = (-(1i64 << (bits - 1)), (1i64 << (bits - 1)) - 1);
            for a in 0..1u64 << bits {
                for b in 0..1u64 << bits {
                    let (sa, sb, ua, ub) = (width.signed(a), width.signed(b), a as i64, b as i64);
                    let fits = |value: i64, signed: bool| {
                        if signed { (min..=max).contains(&value) } else { (0..1i64 << bits).contains(&value) }
                    };
                    for (op, exact, signed) in [
                        (CheckedOp::SAdd, sa + sb, true),
                        (CheckedOp::SSub, sa - sb, true),
                        (CheckedOp::SMul, sa * sb, true),
                        (CheckedOp::UAdd, ua + ub, false),
                        (CheckedOp::USub, ua - ub, false),
                        (CheckedOp::UMul, ua * ub, false),
                    ] {
                        let expected = (width.truncate(exact as u64), !fits(exact, signed));
                        assert_eq!(op.apply(width, a, b), expected, "{} {bits} {a} {b}", op.name());
                    }
                }
            }
        }
    }

    #[test]
    fn overflow_is_noticed_at_64_bits() {
        let w = Width::W64;
        let (min, max) = (i64::MIN as u64, i64::MAX as u64);
        assert_eq!(CheckedOp::SMul.apply(w, min, u64::MAX), (min, true));
        assert_eq!(CheckedOp::SSub.apply(w, 0, min), (min, true));
        assert_eq!(CheckedOp::SAdd.apply(w, max, min), (u64::MAX, false));
        assert_eq!(CheckedOp::UMul.apply(w, u64::MAX, u64::MAX), (1, true));
        assert_eq!(CheckedOp::UMul.apply(w, u64::MAX, 1), (u64::MAX, false));
        assert_eq!(CheckedOp::USub.apply(w, 0, 1), (u64::MAX, true));
    }
}
