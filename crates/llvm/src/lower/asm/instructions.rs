//! The instructions of x86-64: moves, arithmetic, bits, conditions. Atomic ones are in `atomic`, jumps in `control`,
//! fences in `barriers`.
//!
//! Names and semantics follow Intel's manual (volume 2), in AT&T's order: the destination is the last operand.

use raddle_ir::{BinaryOp, FailureKind, Instr, Operand, UnaryOp};

use super::flags::{Condition, CpuFlags};
use super::machine::Machine;
use super::operand::AsmOperand;
use super::template::AsmInstruction;
use crate::lower::body::values::width;

/// Instructions whose names may end with their size.
const SIZED: [&str; 39] = [
    "mov",
    "movabs",
    "xchg",
    "xadd",
    "cmpxchg",
    "add",
    "adc",
    "sub",
    "sbb",
    "and",
    "or",
    "xor",
    "cmp",
    "test",
    "inc",
    "dec",
    "neg",
    "not",
    "bt",
    "bts",
    "btr",
    "btc",
    "bsf",
    "bsr",
    "tzcnt",
    "lzcnt",
    "popcnt",
    "bswap",
    "lea",
    "shl",
    "sal",
    "shr",
    "sar",
    "rol",
    "ror",
    "imul",
    "cmpxchg8b",
    "cmpxchg16b",
    "nop",
];

/// The name of an instruction without the size suffix, and the size.
pub(super) fn sized(name: &str) -> Option<(&str, Option<u8>)> {
    if SIZED.contains(&name) {
        return Some((name, None));
    }
    let (base, bits) = suffix(name)?;
    SIZED.contains(&base).then_some((base, Some(bits)))
}

/// Splits a size suffix off a name.
fn suffix(name: &str) -> Option<(&str, u8)> {
    let sizes = [('b', 8), ('w', 16), ('l', 32), ('q', 64)];
    sizes.into_iter().find_map(|(letter, bits)| Some((name.strip_suffix(letter)?, bits)))
}

impl Machine<'_, '_, '_> {
    /// Executes an instruction; the error is the reason if it cannot be.
    pub(super) fn perform(&mut self, it: &AsmInstruction) -> Result<(), String> {
        if let Some((from, to)) = extension(&it.name) {
            return self.extend(it, from, to);
        }
        if let Some(condition) = it.name.strip_prefix("set").and_then(Condition::of) {
            return self.set(it, condition);
        }
        if let Some((condition, bits)) = it.name.strip_prefix("cmov").and_then(conditional_move) {
            return self.move_if(it, condition, bits);
        }
        let Some((name, bits)) = sized(&it.name) else { return Err(refusal(&it.name)) };
        if it.lock && !self.can_be_locked(name, it)? {
            return Err(format!("`lock` cannot stand in front of this `{}`", it.name));
        }
        let bits = match bits {
            Some(bits) => Some(bits),
            None => self.size(name, &it.arguments)?,
        };
        let need = || bits.ok_or_else(|| format!("the size of `{}` is not clear", it.name));
        match (name, &it.arguments[..]) {
            ("nop", _) => Ok(()),
            ("cmpxchg8b", [place]) => self.compare_exchange_pair(place, 32, it.lock),
            ("cmpxchg16b", [place]) => self.compare_exchange_pair(place, 64, it.lock),
            ("mov" | "movabs", [from, to]) => {
                let bits = need()?;
                if bits == 64 && self.copy_unknown(from, to)? {
                    return Ok(());
                }
                let value = self.read(from, bits)?;
                self.write(to, bits, value)
            }
            ("lea", [from, to]) => {
                let bits = need()?;
                let address = self.address(from)?.ok_or("`lea` needs a place in memory")?;
                let address = self.body.truncate(address, bits.into());
                self.write(to, bits, address)
            }
            ("xchg", [a, b]) => self.exchange(a, b, need()?),
            ("xadd", [from, to]) => self.exchange_add(from, to, need()?, it.lock),
            ("cmpxchg", [from, to]) => self.compare_and_exchange(from, to, need()?, it.lock),
            ("add" | "sub" | "and" | "or" | "xor", [from, to]) => self.combine(name, from, to, need()?, it.lock),
            ("inc" | "dec" | "not" | "neg", [to]) => self.step(name, to, need()?, it.lock),
            ("bt" | "bts" | "btr" | "btc", [index, to]) => self.test_bit(name, index, to, need()?, it.lock),
            ("adc" | "sbb", [from, to]) => self.with_carry(name, from, to, need()?),
            ("cmp", [right, left]) => {
                let bits = need()?;
                let (left, right) = (self.read(left, bits)?, self.read(right, bits)?);
                self.state.flags = self.body.difference_flags(bits, left, right);
                Ok(())
            }
            ("test", [right, left]) => {
                let bits = need()?;
                let (left, right) = (self.read(left, bits)?, self.read(right, bits)?);
                let both = self.body.binary(BinaryOp::And, bits.into(), left, right);
                self.state.flags = self.body.logic_flags(bits, both);
                Ok(())
            }
            ("bsf" | "bsr" | "tzcnt" | "lzcnt" | "popcnt", [from, to]) => {
                let name = if name == "bsf" && it.repeat { "tzcnt" } else { name };
                self.count_bits(name, from, to, need()?)
            }
            ("bswap", [to]) => {
                let bits = need()?;
                let value = self.read(to, bits)?;
                let swapped = self.unary(UnaryOp::SwapBytes, bits, value);
                self.write(to, bits, swapped)
            }
            ("shl" | "sal" | "shr" | "sar" | "rol" | "ror", [to]) => {
                self.shift(name, &AsmOperand::Number(1), to, need()?)
            }
            ("shl" | "sal" | "shr" | "sar" | "rol" | "ror", [by, to]) => self.shift(name, by, to, need()?),
            ("imul", [factor, to]) => self.multiply(factor, to, to, need()?),
            ("imul", [factor, other, to]) => self.multiply(factor, other, to, need()?),
            _ => Err(format!("`{}` with these operands is not modelled", it.name)),
        }
    }

    /// The size of the register operands.
    fn size(&self, name: &str, arguments: &[AsmOperand]) -> Result<Option<u8>, String> {
        let Some((last, others)) = arguments.split_last() else { return Ok(None) };
        if let Some(bits) = self.bits_of(last)? {
            return Ok(Some(bits));
        }
        // The register of a shift count does not determine the operand size.
        match others.last() {
            Some(other) if !matches!(name, "shl" | "sal" | "shr" | "sar" | "rol" | "ror") => self.bits_of(other),
            _ => Ok(None),
        }
    }

    /// `movzbl` and the like.
    fn extend(&mut self, it: &AsmInstruction, from: Option<u8>, to: Option<u8>) -> Result<(), String> {
        let [source, destination] = &it.arguments[..] else {
            return Err(format!("`{}` with these operands is not modelled", it.name));
        };
        let unclear = || format!("the size of `{}` is not clear", it.name);
        let from = from.or(self.bits_of(source)?).ok_or_else(unclear)?;
        let to = to.or(self.bits_of(destination)?).ok_or_else(unclear)?;
        let value = self.read(source, from)?;
        let value = match it.name.starts_with("movs") {
            true => self.body.sign_extend(value, from.into(), to.into()),
            false => value,
        };
        self.write(destination, to, value)
    }

    /// Whether a condition holds in the current state.
    pub(super) fn condition(&mut self, condition: Condition) -> Result<Operand, String> {
        let flags = self.state.flags;
        self.body.holds(condition, flags).ok_or_else(|| "it reads a flag that is undefined there".to_owned())
    }

    fn set(&mut self, it: &AsmInstruction, condition: Condition) -> Result<(), String> {
        let [to] = &it.arguments[..] else { return Err(format!("`{}` needs one operand", it.name)) };
        let holds = self.condition(condition)?;
        self.write(to, 8, holds)
    }

    fn move_if(&mut self, it: &AsmInstruction, condition: Condition, bits: Option<u8>) -> Result<(), String> {
        let [from, to] = &it.arguments[..] else { return Err(format!("`{}` needs two operands", it.name)) };
        let bits = bits.or(self.bits_of(to)?).ok_or_else(|| format!("the size of `{}` is not clear", it.name))?;
        let holds = self.condition(condition)?;
        // The source is read in any case.
        let (then, otherwise) = (self.read(from, bits)?, self.read(to, bits)?);
        let value = self.body.select(holds, then, otherwise);
        self.write(to, bits, value)
    }

    fn unary(&mut self, op: UnaryOp, bits: u8, src: Operand) -> Operand {
        let dst = self.body.code.narrow_register(bits.into());
        self.body.emit(Instr::Unary { op, width: width(bits.into()), dst, src });
        Operand::Reg(dst)
    }

    fn with_carry(&mut self, name: &str, from: &AsmOperand, to: &AsmOperand, bits: u8) -> Result<(), String> {
        let carry = self.state.flags.carry.ok_or("it reads a flag that is undefined there")?;
        let wide = u32::from(bits);
        // `sbb` of a register with itself turns the carry into a mask; the register may be undefined.
        let (left, right) = match name == "sbb" && from == to && self.bits_of(to)?.is_some() {
            true => (Operand::Const(0), Operand::Const(0)),
            false => (self.read(to, bits)?, self.read(from, bits)?),
        };
        let op = if name == "sbb" { BinaryOp::Sub } else { BinaryOp::Add };
        let first = self.body.binary(op, wide, left, right);
        let result = self.body.binary(op, wide, first, carry);
        let (less, same) = match name == "sbb" {
            true => {
                (self.body.binary(BinaryOp::Ult, wide, left, right), self.body.binary(BinaryOp::Eq, wide, left, right))
            }
            false => (
                self.body.binary(BinaryOp::Ult, wide, result, left),
                self.body.binary(BinaryOp::Eq, wide, result, left),
            ),
        };
        let through = self.body.binary(BinaryOp::And, 1, same, carry);
        let carry = self.body.binary(BinaryOp::Or, 1, less, through);
        self.write(to, bits, result)?;
        self.state.flags = CpuFlags { carry: Some(carry), ..self.body.result_flags(bits, result) };
        Ok(())
    }

    fn count_bits(&mut self, name: &str, from: &AsmOperand, to: &AsmOperand, bits: u8) -> Result<(), String> {
        let value = self.read(from, bits)?;
        let zero = self.body.binary(BinaryOp::Eq, bits.into(), value, Operand::Const(0));
        let op = match name {
            "bsf" | "tzcnt" => UnaryOp::TrailingZeros,
            "bsr" | "lzcnt" => UnaryOp::LeadingZeros,
            _ => UnaryOp::PopCount,
        };
        let mut result = self.unary(op, bits, value);
        if name == "bsr" {
            let highest = Operand::Const(u64::from(bits) - 1);
            result = self.body.binary(BinaryOp::Sub, bits.into(), highest, result);
        }
        self.state.flags = CpuFlags { zero: Some(zero), ..CpuFlags::default() };
        if matches!(name, "bsf" | "bsr") {
            // The result for 0 is undefined; the destination is unchanged.
            result = match self.read(to, bits) {
                Ok(before) => self.body.select(zero, before, result),
                Err(_) => {
                    let message = format!("`{name}` of 0 leaves its destination undefined");
                    let position = self.body.origin.position();
                    let failure = self.body.world.builder.failure_of(FailureKind::Unsupported, &message, position);
                    let cond = self.body.binary(BinaryOp::Xor, 1, zero, Operand::Const(1));
                    self.body.emit(Instr::Assert { cond, failure });
                    result
                }
            };
        } else {
            self.state.flags = CpuFlags::default();
            let condition = if name == "popcnt" {
                zero
            } else {
                self.body.binary(BinaryOp::Eq, bits.into(), result, Operand::Const(0))
            };
            self.state.flags.zero = Some(condition);
            self.state.flags.carry = Some(if name == "popcnt" { Operand::Const(0) } else { zero });
        }
        self.write(to, bits, result)
    }

    fn shift(&mut self, name: &str, by: &AsmOperand, to: &AsmOperand, bits: u8) -> Result<(), String> {
        let by = self.read(by, 8)?;
        let count = self.body.binary(BinaryOp::And, 8, by, Operand::Const(if bits == 64 { 63 } else { 31 }));
        let value = self.read(to, bits)?;
        let known = if let Operand::Const(count) = count { Some(count) } else { None };
        let result = match name {
            "shl" | "sal" => self.body.binary(BinaryOp::Shl, 64, value, count),
            "shr" => self.body.binary(BinaryOp::LShr, 64, value, count),
            "sar" => {
                let signed = self.body.sign_extend(value, bits.into(), 64);
                self.body.binary(BinaryOp::AShr, 64, signed, count)
            }
            _ => {
                let count =
                    known.ok_or("a rotation by a number that is not constant is not modelled")? % u64::from(bits);
                let left = if name == "rol" { count } else { (u64::from(bits) - count) % u64::from(bits) };
                let right = (u64::from(bits) - left) % u64::from(bits);
                let high = self.body.binary(BinaryOp::Shl, 64, value, Operand::Const(left));
                let low = self.body.binary(BinaryOp::LShr, 64, value, Operand::Const(right));
                self.body.binary(BinaryOp::Or, 64, high, low)
            }
        };
        let result = self.body.truncate(result, bits.into());
        self.write(to, bits, result)?;
        match (known, name) {
            (Some(0), _) => {}
            (Some(count), "shl" | "sal" | "shr" | "sar") => {
                let last =
                    if matches!(name, "shr" | "sar") { count - 1 } else { u64::from(bits).saturating_sub(count) };
                let carry = if count <= bits.into() { Some(self.bit(value, Operand::Const(last))) } else { None };
                self.state.flags = CpuFlags { carry, ..self.body.result_flags(bits, result) };
            }
            // Whether flags change depends on the shift count.
            _ => self.state.flags = CpuFlags::default(),
        }
        Ok(())
    }

    /// One bit of a value.
    pub(super) fn bit(&mut self, value: Operand, index: Operand) -> Operand {
        let shifted = self.body.binary(BinaryOp::LShr, 64, value, index);
        self.body.truncate(shifted, 1)
    }

    fn multiply(&mut self, factor: &AsmOperand, other: &AsmOperand, to: &AsmOperand, bits: u8) -> Result<(), String> {
        let (left, right) = (self.read(other, bits)?, self.read(factor, bits)?);
        let product = self.body.binary(BinaryOp::Mul, bits.into(), left, right);
        self.state.flags = CpuFlags::default();
        self.write(to, bits, product)
    }
}

/// The sizes in the name of `movzbl` and the like.
fn extension(name: &str) -> Option<(Option<u8>, Option<u8>)> {
    match name {
        "movzx" | "movsx" => return Some((None, None)),
        "movsxd" => return Some((Some(32), None)),
        _ => {}
    }
    let sizes = name.strip_prefix("movz").or_else(|| name.strip_prefix("movs"))?;
    match suffix(sizes)? {
        ("", from @ (8 | 16)) => Some((Some(from), None)),
        ("", 32) if name == "movsl" => Some((Some(32), None)),
        (from, to) => match suffix(from)? {
            ("", from) if from < to => Some((Some(from), Some(to))),
            _ => None,
        },
    }
}

/// The condition in the name of a conditional move, and its size.
fn conditional_move(name: &str) -> Option<(Condition, Option<u8>)> {
    if let Some(condition) = Condition::of(name) {
        return Some((condition, None));
    }
    let (name, bits) = suffix(name)?;
    Some((Condition::of(name)?, Some(bits)))
}

/// Why an instruction is not supported.
fn refusal(name: &str) -> String {
    let what = match name {
        "rdtsc" | "rdtscp" => "reads the clock",
        "cpuid" | "xgetbv" | "rdpid" => "asks which processor this is",
        "rdrand" | "rdseed" => "gives random numbers",
        "xbegin" | "xend" | "xabort" | "xtest" => "belongs to transactional memory",
        "syscall" | "sysenter" | "int" => "calls the operating system",
        "call" | "ret" | "push" | "pop" | "pushf" | "popf" | "pushfq" | "popfq" => "uses the stack",
        _ => return format!("the instruction `{name}` is not modelled"),
    };
    format!("`{name}` {what}: it is not modelled")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_with_sizes() {
        for (name, expected) in [
            ("movl", Some(("mov", Some(32)))),
            ("mov", Some(("mov", None))),
            ("shl", Some(("shl", None))),
            ("shll", Some(("shl", Some(32)))),
            ("btsq", Some(("bts", Some(64)))),
            ("subb", Some(("sub", Some(8)))),
            ("cmpxchg16b", Some(("cmpxchg16b", None))),
            ("cmpxchgw", Some(("cmpxchg", Some(16)))),
            ("movzbl", None),
            ("frobl", None),
        ] {
            assert_eq!(sized(name), expected, "{name}");
        }
    }

    #[test]
    fn moves_that_extend() {
        assert_eq!(extension("movzbl"), Some((Some(8), Some(32))));
        assert_eq!(extension("movslq"), Some((Some(32), Some(64))));
        assert_eq!(extension("movzx"), Some((None, None)));
        assert_eq!(extension("movsb"), Some((Some(8), None)));
        assert_eq!(extension("movq"), None);
        assert_eq!(extension("movzlb"), None);
        assert!(
            conditional_move("zl").is_some() && conditional_move("ge").is_some() && conditional_move("x").is_none()
        );
    }
}
