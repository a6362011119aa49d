//! Floating-point literals, converted to the bits of their format.
//!
//! The text has decimal numbers, the bits of a double for `float` and `double` (`0x…`), and the bits of the format itself
//! for the others: `0xH` half, `0xR` bfloat, `0xK` x87, `0xL` fp128, `0xM` the pair of doubles. Newer compilers may
//! write `f0x…` for the bits of any format.

use crate::text::types::FloatKind;

/// The bits of a literal in the format `kind`; `None` if it is malformed.
pub(crate) fn bits(literal: &str, kind: FloatKind) -> Option<u128> {
    if let Some(digits) = literal.strip_prefix("f0x") {
        return hexadecimal(digits, kind.bits());
    }
    let Some(digits) = literal.strip_prefix("0x") else {
        return decimal(literal, kind);
    };
    match (digits.as_bytes().first()?, kind) {
        (b'H', FloatKind::Half) | (b'R', FloatKind::BFloat) => hexadecimal(&digits[1..], 16),
        (b'K', FloatKind::X86Fp80) => hexadecimal(&digits[1..], 80),
        // These two have the less significant half in front.
        (b'L', FloatKind::Fp128) | (b'M', FloatKind::PpcFp128) => Some(hexadecimal(&digits[1..], 128)?.rotate_left(64)),
        (b'H' | b'R' | b'K' | b'L' | b'M', _) => None,
        _ => from_double(hexadecimal(digits, 64)? as u64, kind),
    }
}

fn hexadecimal(digits: &str, bits: u32) -> Option<u128> {
    if digits.starts_with('+') {
        return None;
    }
    u128::from_str_radix(digits, 16).ok().filter(|value| bits == 128 || value >> bits == 0)
}

fn decimal(literal: &str, kind: FloatKind) -> Option<u128> {
    let double = match literal.trim_start_matches(['+', '-']) {
        "inf" => f64::INFINITY,
        "qnan" | "nan" => f64::NAN,
        digits if digits.starts_with(|c: char| c.is_ascii_digit()) => digits.parse().ok()?,
        _ => return None,
    };
    from_double((if literal.starts_with('-') { -double } else { double }).to_bits(), kind)
}

/// Converts the bits of a double, rounding to nearest; NaNs keep the upper part of their payload.
fn from_double(double: u64, kind: FloatKind) -> Option<u128> {
    let (exponent_bits, fraction_bits) = match kind {
        FloatKind::Double => return Some(u128::from(double)),
        FloatKind::Half => (5, 10),
        FloatKind::BFloat => (8, 7),
        FloatKind::Float => (8, 23),
        FloatKind::X86Fp80 => (15, 63),
        FloatKind::Fp128 => (15, 112),
        // The first of the two doubles is the value, the second the remainder: zero.
        FloatKind::PpcFp128 => return Some(u128::from(double)),
    };
    let sign = u128::from(double >> 63);
    let exponent = (double >> 52 & 0x7ff) as i32;
    let fraction = u128::from(double & ((1 << 52) - 1));
    let largest = (1i32 << exponent_bits) - 1;
    let bias = largest / 2;
    let (exponent, fraction) = if exponent == 0x7ff {
        let fraction =
            if fraction_bits >= 52 { fraction << (fraction_bits - 52) } else { fraction >> (52 - fraction_bits) };
        let lost = double & ((1 << 52) - 1) != 0 && fraction == 0;
        (largest, fraction | u128::from(lost) << (fraction_bits - 1))
    } else if exponent == 0 && fraction == 0 {
        (0, 0)
    } else {
        finite(exponent, fraction, largest, bias, fraction_bits)
    };
    // x87 has an explicit integer bit; the others imply it.
    let (explicit, integer) = match kind {
        FloatKind::X86Fp80 => (1, u128::from(exponent != 0) << 63),
        _ => (0, 0),
    };
    let exponent = (exponent as u128) << (fraction_bits + explicit);
    Some(sign << (fraction_bits + explicit + exponent_bits) | exponent | integer | fraction)
}

/// Exponent and fraction of a finite number other than zero, in another format.
fn finite(exponent: i32, fraction: u128, largest: i32, bias: i32, fraction_bits: i32) -> (i32, u128) {
    // A normalised significand of 53 bits, and the unbiased exponent.
    let (mut significand, mut exponent) =
        if exponent == 0 { (fraction, -1022) } else { (fraction | 1 << 52, exponent - 1023) };
    while significand >> 52 == 0 {
        significand <<= 1;
        exponent -= 1;
    }
    let mut biased = exponent + bias;
    let mut drop = 52 - fraction_bits;
    if biased <= 0 {
        drop += 1 - biased;
        biased = 0;
    }
    let rounded = match drop {
        // The number rounds to zero.
        54.. => 0,
        1.. => {
            let (kept, rest, half) = (significand >> drop, significand & ((1 << drop) - 1), 1 << (drop - 1));
            kept + u128::from(rest > half || rest == half && kept & 1 == 1)
        }
        _ => significand << -drop,
    };
    // Rounding can carry into the exponent: a subnormal becomes normal, or all ones become a power of two.
    let one = 1u128 << fraction_bits;
    let (biased, fraction) = match biased {
        0 if rounded >= one => (1, rounded - one),
        0 => (0, rounded),
        _ if rounded >= one << 1 => (biased + 1, 0),
        _ => (biased, rounded - one),
    };
    if biased >= largest { (largest, 0) } else { (biased, fraction) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use FloatKind::*;

    #[test]
    fn floats_are_written_as_doubles() {
        for value in [0.0f32, -0.0, 1.0, 0.1, -3.5e20, f32::MAX, f32::MIN_POSITIVE, 1e-45, 3e-42, f32::INFINITY] {
            let literal = format!("0x{:016X}", f64::from(value).to_bits());
            assert_eq!(bits(&literal, Float), Some(u128::from(value.to_bits())), "{value}");
        }
        assert_eq!(bits("0x7FF8000000000000", Float), Some(0x7fc0_0000));
        assert_eq!(bits("1.500000e+00", Double), Some(u128::from(1.5f64.to_bits())));
    }

    #[test]
    fn rounding_is_to_nearest_even() {
        for double in [1e39f64, 1e-46, 0.7e-45, 16777217.0, 16777219.0, 1.17549429e-38, 0.1, f64::MIN_POSITIVE] {
            assert_eq!(from_double(double.to_bits(), Float), Some(u128::from((double as f32).to_bits())), "{double}");
        }
    }

    #[test]
    fn other_formats() {
        assert_eq!(bits("0xH3C00", Half), Some(0x3c00));
        assert_eq!(bits("1.0", Half), Some(0x3c00));
        assert_eq!(bits("1.0", BFloat), Some(0x3f80));
        assert_eq!(bits("0xK3FFF8000000000000000", X86Fp80), Some(0x3fff_8000_0000_0000_0000));
        assert_eq!(bits("1.0", X86Fp80), bits("0xK3FFF8000000000000000", X86Fp80));
        assert_eq!(bits("1.0", Fp128), bits("0xL00000000000000003FFF000000000000", Fp128));
        assert_eq!(bits("f0x3F800000", Float), Some(0x3f80_0000));
        assert_eq!(bits("+inf", Float), Some(0x7f80_0000));
        for wrong in ["", "0x", "0xH3C00", "0xZ", "1.0.0", "f0x3F8000000", "-", "0x+1"] {
            assert_eq!(bits(wrong, Float), None, "{wrong}");
        }
    }
}
