//! Integer and floating-point literals.

use super::{Parsed, Parser};
use crate::text::constant::ConstantValue;
use crate::text::float;
use crate::text::ids::TypeId;
use crate::text::types::Type;

/// Clears the bits above `width`.
fn truncate(value: u128, width: u32) -> u128 {
    if width >= 128 { value } else { value & ((1 << width) - 1) }
}

/// The bits of a decimal integer; negative ones are in two's complement.
fn decimal(digits: &str) -> Option<u128> {
    match digits.strip_prefix('-') {
        Some(digits) => digits.parse::<u128>().ok().map(u128::wrapping_neg),
        None => digits.strip_prefix('+').unwrap_or(digits).parse().ok(),
    }
}

impl Parser<'_> {
    /// The integer at the current token, as a constant of an integer type.
    pub(super) fn integer(&self, ty: TypeId) -> Parsed<ConstantValue> {
        let Type::Integer(width) = *self.module.types.get(ty) else {
            return Err(self.wrong_type("an integer", ty));
        };
        match decimal(self.words()) {
            Some(value) => Ok(ConstantValue::Integer(truncate(value, width))),
            None if width > 128 => Ok(ConstantValue::WideInteger(self.words().into())),
            None => Err(self.error(format!("this number does not fit into `i{width}`"), "")),
        }
    }

    /// The number at the current token, which is not a decimal integer.
    pub(super) fn float(&self, ty: TypeId) -> Parsed<ConstantValue> {
        match *self.module.types.get(ty) {
            Type::Float(kind) => match float::bits(self.words(), kind) {
                Some(bits) => Ok(ConstantValue::Float(bits)),
                None => Err(self.error(format!("this is not a number of type `{}`", kind.as_str()), "")),
            },
            Type::Integer(width) => self.hexadecimal(width),
            _ => Err(self.wrong_type("a number", ty)),
        }
    }

    /// `u0xFF`, or `s0xFF`, whose first digit has the sign.
    fn hexadecimal(&self, width: u32) -> Parsed<ConstantValue> {
        let words = self.words();
        let fault = || self.error(format!("`{words}` is not a number of type `i{width}`"), "");
        let (digits, signed) = match (words.strip_prefix("u0x"), words.strip_prefix("s0x")) {
            (Some(digits), _) => (digits, false),
            (_, Some(digits)) => (digits, true),
            _ => return Err(fault()),
        };
        let value = u128::from_str_radix(digits, 16).map_err(|_| fault())?;
        let bits = digits.len() as u32 * 4;
        let negative = signed && bits < 128 && value >> (bits - 1) & 1 == 1;
        let value = if negative { value | u128::MAX << bits } else { value };
        Ok(ConstantValue::Integer(truncate(value, width)))
    }
}
