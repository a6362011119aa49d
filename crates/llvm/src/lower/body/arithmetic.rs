//! Arithmetic, comparisons and conversions, of scalars and element by element of vectors.

use raddle_ir::{BinaryOp as Ir, CheckedOp, Conversion, FloatKind, FloatOp, Instr, Operand};

use super::values::width;
use super::{Body, Operands};
use crate::lower::error::LowerError;
use crate::lower::world::constant::integer_operation;
use crate::lower::world::shape::{self, Scalar};
use crate::text::ids::TypeId;
use crate::text::instr::{self, Instruction};
use crate::text::keywords::{BinaryOp, CastOp, Flag, Flags, FloatPredicate, IntPredicate};

impl Body<'_, '_> {
    /// The scalars that a scalar or vector type consists of.
    fn scalars(&self, ty: TypeId) -> Result<(Scalar, usize), LowerError> {
        shape::lanes(self.module, ty).ok_or_else(|| self.unsupported_type(ty))
    }

    pub(crate) fn arithmetic(
        &mut self,
        it: &Instruction,
        op: BinaryOp,
        [lhs, rhs]: [instr::Operand; 2],
        flags: Flags,
    ) -> Result<(), LowerError> {
        let (scalar, count) = self.scalars(self.type_of(lhs))?;
        let (lhs, rhs) = (self.value(lhs)?, self.value(rhs)?);
        let size = scalar.words();
        let mut words = Vec::with_capacity(count * size);
        for lane in 0..count {
            let (a, b) = (&lhs[lane * size..][..size], &rhs[lane * size..][..size]);
            match (scalar, integer_operation(op)) {
                (Scalar::Integer(bits @ 65..), Some(operation)) => {
                    words.extend(self.wide(op, operation, bits, [a[0], a[1]], [b[0], b[1]], flags));
                }
                (Scalar::Integer(bits), Some(operation)) => {
                    words.push(self.narrow(op, operation, bits, a[0], b[0], flags));
                }
                (Scalar::Float | Scalar::Double, None) => {
                    words.push(self.float(float_operation(op), scalar, a[0], b[0]))
                }
                _ => return Err(self.malformed("the operation does not fit the type")),
            }
        }
        self.define(it, words.into());
        Ok(())
    }

    fn narrow(&mut self, op: BinaryOp, operation: Ir, bits: u32, lhs: Operand, rhs: Operand, flags: Flags) -> Operand {
        let checked = match op {
            BinaryOp::Add => Some(CheckedOp::SAdd),
            BinaryOp::Sub => Some(CheckedOp::SSub),
            BinaryOp::Mul => Some(CheckedOp::SMul),
            _ => None,
        };
        match checked.filter(|_| flags.has(Flag::Nsw)) {
            // Signed overflow is undefined in C, and so an error; unsigned numbers wrap.
            Some(op) if !fits(operation, bits, lhs, rhs) => {
                let dst = self.code.narrow_register(bits);
                self.emit(Instr::Checked { op, width: width(bits), dst, overflow: None, lhs, rhs });
                Operand::Reg(dst)
            }
            _ => self.binary(operation, bits, lhs, rhs),
        }
    }

    /// Integers of 65 to 128 bits.
    fn wide(
        &mut self,
        op: BinaryOp,
        operation: Ir,
        bits: u32,
        lhs: [Operand; 2],
        rhs: [Operand; 2],
        flags: Flags,
    ) -> [Operand; 2] {
        let result = self.wide_operation(operation, bits, lhs, rhs);
        if flags.has(Flag::Nsw) && matches!(op, BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul) {
            let overflow = self.wide_overflow(op, true, bits, lhs, rhs, result);
            // Fails exactly if there is an overflow.
            let dst = self.code.register();
            let greatest = Operand::Const(1);
            self.emit(Instr::Checked {
                op: CheckedOp::UAdd,
                width: width(1),
                dst,
                overflow: None,
                lhs: overflow,
                rhs: greatest,
            });
        }
        result
    }

    pub(crate) fn wide_operation(&mut self, op: Ir, bits: u32, lhs: [Operand; 2], rhs: [Operand; 2]) -> [Operand; 2] {
        let dst = [self.code.register(), self.code.register()];
        self.emit(Instr::Wide { op, bits: bits as u8, dst, lhs: lhs.into(), rhs: rhs.into() });
        dst.map(Operand::Reg)
    }

    /// Whether a sum, difference or product of wide integers overflowed: 1 or 0.
    pub(crate) fn wide_overflow(
        &mut self,
        op: BinaryOp,
        signed: bool,
        bits: u32,
        lhs: [Operand; 2],
        rhs: [Operand; 2],
        result: [Operand; 2],
    ) -> Operand {
        let zero = [Operand::Const(0); 2];
        match (op, signed) {
            (BinaryOp::Mul, _) => {
                // A product overflowed if division does not return the factor. Divides by 1 instead of 0, whose product
                // always fits.
                let is_zero = self.wide_operation(Ir::Eq, bits, rhs, zero)[0];
                let divisor = [self.select(is_zero, Operand::Const(1), rhs[0]), rhs[1]];
                let division = if signed { Ir::SDiv } else { Ir::UDiv };
                let quotient = self.wide_operation(division, bits, result, divisor);
                let differs = self.wide_operation(Ir::Ne, bits, quotient, lhs)[0];
                self.select(is_zero, Operand::Const(0), differs)
            }
            (BinaryOp::Add, false) => self.wide_operation(Ir::Ult, bits, result, lhs)[0],
            (_, false) => self.wide_operation(Ir::Ult, bits, lhs, rhs)[0],
            _ => {
                // By sign: a sum overflowed if both operands differ from it, a difference if the left operand differs
                // from the right one and from it.
                let other = if op == BinaryOp::Add { rhs } else { lhs };
                let first = self.wide_operation(Ir::Xor, bits, lhs, if op == BinaryOp::Add { result } else { rhs });
                let second = self.wide_operation(Ir::Xor, bits, other, result);
                let both = self.wide_operation(Ir::And, bits, first, second);
                self.wide_operation(Ir::Slt, bits, both, zero)[0]
            }
        }
    }

    pub(crate) fn float(&mut self, op: FloatOp, scalar: Scalar, lhs: Operand, rhs: Operand) -> Operand {
        let dst = self.code.narrow_register(scalar.bits());
        self.emit(Instr::Float { op, kind: kind(scalar), dst, lhs, rhs });
        Operand::Reg(dst)
    }

    pub(crate) fn negate(&mut self, it: &Instruction, value: instr::Operand) -> Result<(), LowerError> {
        let (scalar, _) = self.scalars(self.type_of(value))?;
        if let Scalar::Integer(_) = scalar {
            return Err(self.malformed("the operation does not fit the type"));
        }
        let words = self.value(value)?;
        let result: Operands =
            words.iter().map(|word| self.float(FloatOp::Neg, scalar, *word, Operand::Const(0))).collect();
        self.define(it, result);
        Ok(())
    }

    pub(crate) fn compare(
        &mut self,
        it: &Instruction,
        predicate: IntPredicate,
        [lhs, rhs]: [instr::Operand; 2],
    ) -> Result<(), LowerError> {
        let (scalar, count) = self.scalars(self.type_of(lhs))?;
        let Scalar::Integer(bits) = scalar else {
            return Err(self.malformed("the comparison does not fit the type"));
        };
        let (lhs, rhs) = (self.value(lhs)?, self.value(rhs)?);
        let rhs = self.spin_bound(rhs);
        let size = scalar.words();
        let mut words = Vec::with_capacity(count);
        for lane in 0..count {
            let (a, b) = (&lhs[lane * size..][..size], &rhs[lane * size..][..size]);
            words.push(self.compare_words(predicate, bits, a, b));
        }
        self.define(it, words.into());
        Ok(())
    }

    /// Compares two numbers: 1 or 0.
    pub(crate) fn compare_words(
        &mut self,
        predicate: IntPredicate,
        bits: u32,
        a: &[Operand],
        b: &[Operand],
    ) -> Operand {
        let (op, swap) = match predicate {
            IntPredicate::Eq => (Ir::Eq, false),
            IntPredicate::Ne => (Ir::Ne, false),
            IntPredicate::Ult => (Ir::Ult, false),
            IntPredicate::Ule => (Ir::Ule, false),
            IntPredicate::Ugt => (Ir::Ult, true),
            IntPredicate::Uge => (Ir::Ule, true),
            IntPredicate::Slt => (Ir::Slt, false),
            IntPredicate::Sle => (Ir::Sle, false),
            IntPredicate::Sgt => (Ir::Slt, true),
            IntPredicate::Sge => (Ir::Sle, true),
        };
        let (a, b) = if swap { (b, a) } else { (a, b) };
        match (a, b) {
            ([low, high], [other_low, other_high]) => {
                self.wide_operation(op, bits, [*low, *high], [*other_low, *other_high])[0]
            }
            ([a, ..], [b, ..]) => self.binary(op, bits, *a, *b),
            _ => Operand::Const(0),
        }
    }

    pub(crate) fn compare_floats(
        &mut self,
        it: &Instruction,
        predicate: FloatPredicate,
        [lhs, rhs]: [instr::Operand; 2],
    ) -> Result<(), LowerError> {
        let (scalar, count) = self.scalars(self.type_of(lhs))?;
        if let Scalar::Integer(_) = scalar {
            return Err(self.malformed("the comparison does not fit the type"));
        }
        let op = match predicate {
            FloatPredicate::False | FloatPredicate::True => {
                let always = u64::from(predicate == FloatPredicate::True);
                self.define(it, vec![Operand::Const(always); count].into());
                return Ok(());
            }
            FloatPredicate::Oeq => FloatOp::Oeq,
            FloatPredicate::Ogt => FloatOp::Ogt,
            FloatPredicate::Oge => FloatOp::Oge,
            FloatPredicate::Olt => FloatOp::Olt,
            FloatPredicate::Ole => FloatOp::Ole,
            FloatPredicate::One => FloatOp::One,
            FloatPredicate::Ord => FloatOp::Ord,
            FloatPredicate::Ueq => FloatOp::Ueq,
            FloatPredicate::Ugt => FloatOp::Ugt,
            FloatPredicate::Uge => FloatOp::Uge,
            FloatPredicate::Ult => FloatOp::Ult,
            FloatPredicate::Ule => FloatOp::Ule,
            FloatPredicate::Une => FloatOp::Une,
            FloatPredicate::Uno => FloatOp::Uno,
        };
        let (lhs, rhs) = (self.value(lhs)?, self.value(rhs)?);
        let words: Operands = lhs.iter().zip(rhs.iter()).map(|(a, b)| self.float(op, scalar, *a, *b)).collect();
        self.define(it, words);
        Ok(())
    }

    pub(crate) fn convert(
        &mut self,
        it: &Instruction,
        op: CastOp,
        value: instr::Operand,
        to: TypeId,
    ) -> Result<(), LowerError> {
        let from = self.type_of(value);
        if op == CastOp::BitCast {
            return self.reinterpret(it, value, from, to);
        }
        let ((before, count), (after, other)) = (self.scalars(from)?, self.scalars(to)?);
        if count != other {
            return Err(self.malformed("the conversion does not fit the types"));
        }
        let value = self.value(value)?;
        let size = before.words();
        let mut words = Vec::with_capacity(count * after.words());
        for lane in 0..count {
            let lane = &value[lane * size..][..size];
            words.extend(self.convert_scalar(op, before, after, lane)?);
        }
        self.define(it, words.into());
        Ok(())
    }

    fn convert_scalar(
        &mut self,
        op: CastOp,
        from: Scalar,
        to: Scalar,
        words: &[Operand],
    ) -> Result<Vec<Operand>, LowerError> {
        let (before, after) = (from.bits(), to.bits());
        let (low, high) = (words[0], words.get(1).copied().unwrap_or(Operand::Const(0)));
        let misfit = || self.malformed("the conversion does not fit the types");
        match op {
            CastOp::Trunc
            | CastOp::ZExt
            | CastOp::PtrToInt
            | CastOp::PtrToAddr
            | CastOp::IntToPtr
            | CastOp::AddrSpaceCast => {
                // Words are zero above their width, so only narrowing needs code.
                let bits = before.min(after);
                let low = if bits < before { self.truncate(low, bits.min(64)) } else { low };
                let high = if bits > 64 && bits < before { self.truncate(high, bits - 64) } else { high };
                Ok(match after {
                    0..=64 => vec![low],
                    _ => vec![low, if bits > 64 { high } else { Operand::Const(0) }],
                })
            }
            CastOp::SExt if before > after => Err(misfit()),
            CastOp::SExt if after <= 64 => Ok(vec![self.sign_extend(low, before, after)]),
            CastOp::SExt if before <= 64 => {
                let low = self.sign_extend(low, before, 64);
                let sign = self.binary(Ir::AShr, 64, low, Operand::Const(63));
                Ok(vec![low, self.truncate(sign, after - 64)])
            }
            CastOp::SExt => {
                let high = self.sign_extend(high, before - 64, after - 64);
                Ok(vec![low, high])
            }
            CastOp::FPTrunc | CastOp::FPExt => {
                if matches!(from, Scalar::Integer(_)) || matches!(to, Scalar::Integer(_)) {
                    return Err(misfit());
                }
                let (from, to) = (kind(from), kind(to));
                Ok(vec![self.conversion(Conversion::FloatToFloat { from, to }, low)])
            }
            CastOp::FPToUI | CastOp::FPToSI | CastOp::UIToFP | CastOp::SIToFP => {
                let to_integer = matches!(op, CastOp::FPToUI | CastOp::FPToSI);
                let signed = matches!(op, CastOp::FPToSI | CastOp::SIToFP);
                let (integer, float) = if to_integer { (to, from) } else { (from, to) };
                match (integer, float) {
                    (Scalar::Integer(bits @ 1..=64), Scalar::Float | Scalar::Double) => {
                        let (kind, width) = (kind(float), width(bits));
                        let op = if to_integer {
                            Conversion::FloatToInt { signed, from: kind, to: width }
                        } else {
                            Conversion::IntToFloat { signed, from: width, to: kind }
                        };
                        Ok(vec![self.conversion(op, low)])
                    }
                    (Scalar::Integer(_), Scalar::Float | Scalar::Double) => Err(self.unsupported(
                        "a conversion between 128-bit integers and floating-point numbers is not supported",
                    )),
                    _ => Err(misfit()),
                }
            }
            CastOp::BitCast => Ok(words.to_vec()),
        }
    }

    fn conversion(&mut self, op: Conversion, src: Operand) -> Operand {
        let dst = self.code.register();
        self.emit(Instr::Convert { op, dst, src });
        Operand::Reg(dst)
    }

    /// A bitcast: splits and joins the words as they would lie in memory.
    fn reinterpret(
        &mut self,
        it: &Instruction,
        value: instr::Operand,
        from: TypeId,
        to: TypeId,
    ) -> Result<(), LowerError> {
        let (before, after) = (self.words(from)?, self.words(to)?);
        let value = self.value(value)?;
        let same = before.iter().map(|word| word.bits).eq(after.iter().map(|word| word.bits));
        if same {
            self.define(it, value);
            return Ok(());
        }
        let mut words = Vec::with_capacity(after.len());
        for target in after.iter() {
            let mut word = Operand::Const(0);
            for (source, part) in before.iter().zip(value.iter()) {
                let (start, end) = (source.offset.max(target.offset), source.end().min(target.end()));
                if start >= end {
                    continue;
                }
                let part = self.binary(Ir::LShr, 64, *part, Operand::Const((start - source.offset) * 8));
                let part = self.truncate(part, ((end - start) * 8) as u32);
                let part = self.binary(Ir::Shl, 64, part, Operand::Const((start - target.offset) * 8));
                word = self.binary(Ir::Or, 64, word, part);
            }
            words.push(self.truncate(word, u32::from(target.bits)));
        }
        self.define(it, words.into());
        Ok(())
    }
}

/// Whether an operation on constants does not overflow, so that no check is needed.
fn fits(op: Ir, bits: u32, lhs: Operand, rhs: Operand) -> bool {
    let (Operand::Const(a), Operand::Const(b)) = (lhs, rhs) else { return false };
    let width = width(bits);
    let (a, b) = (i128::from(width.signed(a)), i128::from(width.signed(b)));
    let exact = match op {
        Ir::Add => a + b,
        Ir::Sub => a - b,
        Ir::Mul => a * b,
        _ => return false,
    };
    exact == i128::from(width.signed(width.truncate(exact as u64)))
}

fn float_operation(op: BinaryOp) -> FloatOp {
    match op {
        BinaryOp::FSub => FloatOp::Sub,
        BinaryOp::FMul => FloatOp::Mul,
        BinaryOp::FDiv => FloatOp::Div,
        BinaryOp::FRem => FloatOp::Rem,
        _ => FloatOp::Add,
    }
}

/// The format of a floating-point number.
pub(crate) fn kind(scalar: Scalar) -> FloatKind {
    if scalar == Scalar::Float { FloatKind::F32 } else { FloatKind::F64 }
}
