//! LLVM's intrinsic functions.

use raddle_graph::Mode;
use raddle_ir::{BinaryOp as Ir, CheckedOp, FailureKind, FloatOp, Instr, Operand, Reg, UnaryOp};

use super::values::width;
use super::{Body, Operands};
use crate::libc::CYCLE_COUNTER;
use crate::lower::analysis::address::{self, Bulk};
use crate::lower::error::LowerError;
use crate::lower::world::shape::{self, Scalar};
use crate::text::instr::{Call, Instruction};
use crate::text::keywords::{BinaryOp, IntPredicate};

/// Intrinsics without an effect at run time.
const WITHOUT_EFFECT: [&str; 11] = [
    "va_end",
    "assume",
    "prefetch",
    "sideeffect",
    "donothing",
    "var.annotation",
    "dbg.",
    "invariant.end",
    "experimental.noalias.scope.decl",
    "x86.sse2.pause",
    "pseudoprobe",
];

/// Intrinsics that return their first argument.
const IDENTITIES: [&str; 7] = [
    "expect",
    "threadlocal.address",
    "annotation",
    "ptr.annotation",
    "launder.invariant.group",
    "strip.invariant.group",
    "ssa.copy",
];

impl<'m> Body<'_, 'm> {
    /// A call of `llvm.name`.
    pub(crate) fn intrinsic(&mut self, it: &'m Instruction, call: &'m Call, name: &str) -> Result<(), LowerError> {
        let is = |known: &str| name.strip_prefix(known).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'));
        if WITHOUT_EFFECT.iter().any(|known| is(known.trim_end_matches('.'))) {
            return Ok(());
        }
        if name.contains("element.unordered.atomic") {
            return Err(self.unsupported("copies element by element are not supported"));
        }
        if let Some(bulk) = address::bulk(self.module, call) {
            return self.bulk(bulk);
        }
        if IDENTITIES.iter().any(|known| is(known)) {
            let value = self.argument(call, 0)?;
            self.define(it, value);
            return Ok(());
        }
        let name = name.to_owned();
        let base = name.split('.').next().unwrap_or("");
        match base {
            "va_start" => {
                let list = self.argument_word(call, 0)?;
                self.start_list(list)
            }
            "eh" if name.starts_with("eh.typeid.for") => {
                let ty = self.argument_word(call, 0)?;
                let selector = self.selector(ty)?;
                self.define(it, [selector].into());
                Ok(())
            }
            "va_copy" => {
                let (to, from) = (self.argument_word(call, 0)?, self.argument_word(call, 1)?);
                self.emit(Instr::Copy { to, from, count: Operand::Const(24), apart: false, scratch: Reg(0) });
                Ok(())
            }
            "stacksave" => {
                // A token that identifies the `stacksave`; only `stackrestore` reads it.
                let token = it.result.map_or(0, |result| u64::from(result.0) + 1);
                self.define(it, [Operand::Const(token)].into());
                Ok(())
            }
            "stackrestore" => {
                let token = self.argument_word(call, 0)?;
                self.restore_stack(token);
                Ok(())
            }
            "trap" | "debugtrap" | "ubsantrap" => {
                self.fail(FailureKind::Abort, "the program traps");
                self.define_zero(it, call.result)
            }
            "is" if name.starts_with("is.constant") => self.define_zero(it, call.result),
            "is" if name.starts_with("is.fpclass") => self.float_class(it, call),
            "objectsize" => self.object_size(it, call),
            "invariant" => self.define_zero(it, call.result),
            "get" if name.starts_with("get.rounding") => {
                self.define(it, [Operand::Const(1)].into());
                Ok(())
            }
            "flt" => {
                self.define(it, [Operand::Const(1)].into());
                Ok(())
            }
            "ptrmask" => {
                let (pointer, mask) = (self.argument_word(call, 0)?, self.argument_word(call, 1)?);
                let masked = self.binary(Ir::And, 64, pointer, mask);
                self.define(it, [masked].into());
                Ok(())
            }
            "x86" if &*name == "x86.rdtsc" => self.external_call(it, call, CYCLE_COUNTER),
            "x86" => self.fence_of_x86(&name),
            "frameaddress" | "returnaddress" | "addressofreturnaddress" | "sponentry" => {
                Err(self.unsupported("the address of a frame is not supported"))
            }
            "readcyclecounter" | "readsteadycounter" => self.external_call(it, call, CYCLE_COUNTER),
            _ => self.computation(it, call, &name, base),
        }
    }

    /// The size of an object counts as not known: the answer is the bound that is always right, the greatest number or 0.
    fn object_size(&mut self, it: &'m Instruction, call: &'m Call) -> Result<(), LowerError> {
        let least = call.arguments.get(1).and_then(|argument| address::number(self.module, argument.value));
        let bits = self.scalar(call.result)?.bits();
        let size = if least == Some(0) { width(bits).truncate(u64::MAX) } else { 0 };
        self.define(it, [Operand::Const(size)].into());
        Ok(())
    }

    fn fence_of_x86(&mut self, name: &str) -> Result<(), LowerError> {
        let mode = match name {
            "x86.sse2.mfence" => Mode::Sc,
            "x86.sse2.lfence" => Mode::Acq,
            "x86.sse.sfence" => Mode::Rel,
            _ => return Err(self.unsupported(&format!("`llvm.{name}` is not supported"))),
        };
        self.emit(Instr::Fence { mode, on: None });
        Ok(())
    }

    /// The words of an argument.
    fn argument(&mut self, call: &Call, index: usize) -> Result<Operands, LowerError> {
        match call.arguments.get(index) {
            Some(argument) => self.value(argument.value),
            None => Err(self.malformed("an argument is missing")),
        }
    }

    fn bulk(&mut self, bulk: Bulk) -> Result<(), LowerError> {
        match bulk {
            Bulk::Copy { to, from, count, apart } => {
                let (to, from, count) = (self.word(to)?, self.word(from)?, self.word(count)?);
                self.emit(Instr::Copy { to, from, count, apart, scratch: Reg(0) });
            }
            Bulk::Fill { to, value, count } => {
                let (to, value, count) = (self.word(to)?, self.word(value)?, self.word(count)?);
                self.emit(Instr::Fill { to, value, count, scratch: Reg(0) });
            }
            Bulk::Begin(pointer) => self.begin_life(pointer),
            Bulk::End(pointer) => self.end_life(pointer),
        }
        Ok(())
    }

    /// Releases the stack slots allocated since a `stacksave`.
    fn restore_stack(&mut self, token: Operand) {
        let Operand::Const(token) = token else { return };
        for i in (0..self.dynamic.len()).rev() {
            let (slot, cell) = self.dynamic[i];
            if self.is_made_after(slot, token) {
                let addr = self.load_word(cell, 64, Mode::Na, false);
                self.emit(Instr::Release { addr });
                self.store_word(cell, Operand::Const(0), 64, Mode::Na);
            }
        }
    }

    /// Intrinsics that only compute, element by element.
    fn computation(&mut self, it: &Instruction, call: &Call, name: &str, base: &str) -> Result<(), LowerError> {
        let unknown = || format!("`llvm.{name}` is not supported");
        let Some(first) = call.arguments.first() else { return Err(self.unsupported(&unknown())) };
        let Some((scalar, count)) = shape::lanes(self.module, first.ty) else {
            return Err(self.unsupported(&unknown()));
        };
        let mut values = Vec::new();
        for argument in &call.arguments {
            values.push(self.value(argument.value)?);
        }
        let size = scalar.words();
        let (mut words, mut flags) = (Vec::new(), Vec::new());
        for lane in 0..count {
            // Flags, such as whether 0 is allowed, are not vectors.
            let lanes: Vec<Vec<Operand>> = values
                .iter()
                .map(|value| match value.get(lane * size..(lane + 1) * size) {
                    Some(words) => words.to_vec(),
                    None => value.to_vec(),
                })
                .collect();
            let (result, flag) = match scalar {
                Scalar::Integer(bits) => self.integer_intrinsic(name, base, bits, &lanes),
                _ => (self.float_intrinsic(base, scalar, &lanes), None),
            };
            match result {
                Some(result) => words.extend(result),
                None => return Err(self.unsupported(&unknown())),
            }
            flags.extend(flag);
        }
        words.extend(flags);
        if words.len() != self.words(call.result)?.len() {
            return Err(self.unsupported(&unknown()));
        }
        self.define(it, words.into());
        Ok(())
    }

    /// The result, and the overflow flag of those that have one.
    fn integer_intrinsic(
        &mut self,
        name: &str,
        base: &str,
        bits: u32,
        arguments: &[Vec<Operand>],
    ) -> (Option<Vec<Operand>>, Option<Operand>) {
        let a = &arguments[0];
        let second = arguments.get(1).filter(|b| b.len() == a.len());
        if name.contains(".with.overflow") || name.contains(".sat.") {
            let Some(b) = second else { return (None, None) };
            let (result, overflow) = match self.overflowing(base, bits, a, b) {
                Some(found) => found,
                None => return (None, None),
            };
            if name.contains(".with.overflow") {
                return (Some(result), Some(overflow));
            }
            return (self.saturated(base, bits, a, &result, overflow), None);
        }
        let result = match base {
            "ctpop" | "ctlz" | "cttz" | "bswap" | "bitreverse" => self.bits(base, bits, a),
            "abs" => match a[..] {
                [src] => Some(vec![self.unary(UnaryOp::Abs, bits, src)]),
                _ => {
                    let zero = [Operand::Const(0); 2];
                    let negative = self.wide_operation(Ir::Slt, bits, [a[0], a[1]], zero)[0];
                    let minus = self.wide_operation(Ir::Sub, bits, zero, [a[0], a[1]]);
                    Some(vec![self.select(negative, minus[0], a[0]), self.select(negative, minus[1], a[1])])
                }
            },
            "smin" | "smax" | "umin" | "umax" => second.map(|b| {
                let predicate = match base {
                    "smin" => IntPredicate::Slt,
                    "smax" => IntPredicate::Sgt,
                    "umin" => IntPredicate::Ult,
                    _ => IntPredicate::Ugt,
                };
                let first = self.compare_words(predicate, bits, a, b);
                a.iter().zip(b).map(|(a, b)| self.select(first, *a, *b)).collect()
            }),
            "scmp" | "ucmp" => None,
            "fshl" | "fshr" => match (second, arguments.get(2).filter(|c| c.len() == a.len())) {
                (Some(b), Some(c)) => Some(self.funnel(base == "fshl", bits, a, b, c)),
                _ => None,
            },
            _ => None,
        };
        (result, None)
    }

    /// `op` on integers of any width.
    fn any(&mut self, op: Ir, bits: u32, a: &[Operand], b: &[Operand]) -> Vec<Operand> {
        match (a, b) {
            ([a, high], [b, other]) => self.wide_operation(op, bits, [*a, *high], [*b, *other]).to_vec(),
            ([a, ..], [b, ..]) => vec![self.binary(op, bits, *a, *b)],
            _ => Vec::new(),
        }
    }

    fn funnel(&mut self, left: bool, bits: u32, a: &[Operand], b: &[Operand], by: &[Operand]) -> Vec<Operand> {
        let number = |value: u32| {
            let mut words = vec![Operand::Const(u64::from(value))];
            words.resize(a.len(), Operand::Const(0));
            words
        };
        let distance = self.any(Ir::URem, bits, by, &number(bits));
        let rest = self.any(Ir::Sub, bits, &number(bits - 1), &distance);
        // Two shifts, because one by the whole width is undefined.
        let (high, low) = if left {
            let step = self.any(Ir::LShr, bits, b, &number(1));
            (self.any(Ir::Shl, bits, a, &distance), self.any(Ir::LShr, bits, &step, &rest))
        } else {
            let step = self.any(Ir::Shl, bits, a, &number(1));
            (self.any(Ir::Shl, bits, &step, &rest), self.any(Ir::LShr, bits, b, &distance))
        };
        self.any(Ir::Or, bits, &high, &low)
    }

    /// A sum, difference or product, and whether it overflowed.
    fn overflowing(&mut self, base: &str, bits: u32, a: &[Operand], b: &[Operand]) -> Option<(Vec<Operand>, Operand)> {
        let (checked, op, operation) = match base {
            "sadd" => (CheckedOp::SAdd, BinaryOp::Add, Ir::Add),
            "uadd" => (CheckedOp::UAdd, BinaryOp::Add, Ir::Add),
            "ssub" => (CheckedOp::SSub, BinaryOp::Sub, Ir::Sub),
            "usub" => (CheckedOp::USub, BinaryOp::Sub, Ir::Sub),
            "smul" => (CheckedOp::SMul, BinaryOp::Mul, Ir::Mul),
            "umul" => (CheckedOp::UMul, BinaryOp::Mul, Ir::Mul),
            _ => return None,
        };
        if let ([a, high], [b, other]) = (a, b) {
            let (lhs, rhs) = ([*a, *high], [*b, *other]);
            let result = self.wide_operation(operation, bits, lhs, rhs);
            let overflow = self.wide_overflow(op, base.starts_with('s'), bits, lhs, rhs, result);
            return Some((result.to_vec(), overflow));
        }
        let (dst, overflow) = (self.code.narrow_register(bits), self.code.narrow_register(1));
        let (lhs, rhs) = (*a.first()?, *b.first()?);
        self.emit(Instr::Checked { op: checked, width: width(bits), dst, overflow: Some(overflow), lhs, rhs });
        Some((vec![Operand::Reg(dst)], Operand::Reg(overflow)))
    }

    /// Saturates: replaces the result by the nearest representable number if it overflowed.
    fn saturated(
        &mut self,
        base: &str,
        bits: u32,
        a: &[Operand],
        result: &[Operand],
        overflow: Operand,
    ) -> Option<Vec<Operand>> {
        let ([a], [result]) = (a, result) else { return None };
        let limit = match base {
            "uadd" => Operand::Const(width(bits).truncate(u64::MAX)),
            "usub" => Operand::Const(0),
            "sadd" | "ssub" => {
                // Saturates towards the sign of the left operand: to the least number if it is negative, else to the
                // greatest.
                let sign = self.binary(Ir::AShr, bits, *a, Operand::Const(u64::from(bits - 1)));
                self.binary(Ir::Xor, bits, sign, Operand::Const(width(bits).truncate(u64::MAX) >> 1))
            }
            _ => return None,
        };
        Some(vec![self.select(overflow, limit, *result)])
    }

    fn unary(&mut self, op: UnaryOp, bits: u32, src: Operand) -> Operand {
        let dst = self.code.narrow_register(bits);
        self.emit(Instr::Unary { op, width: width(bits), dst, src });
        Operand::Reg(dst)
    }

    /// Operations on single bits and bytes.
    fn bits(&mut self, base: &str, bits: u32, a: &[Operand]) -> Option<Vec<Operand>> {
        let op = match base {
            "ctpop" => UnaryOp::PopCount,
            "ctlz" => UnaryOp::LeadingZeros,
            "cttz" => UnaryOp::TrailingZeros,
            "bswap" => UnaryOp::SwapBytes,
            _ => UnaryOp::ReverseBits,
        };
        let (low, high) = match a[..] {
            [src] => return Some(vec![self.unary(op, bits, src)]),
            [low, high] if bits == 128 => (low, high),
            _ => return None,
        };
        let (first, second) = (self.unary(op, 64, low), self.unary(op, 64, high));
        Some(match base {
            "bswap" | "bitreverse" => vec![second, first],
            "ctpop" => vec![self.binary(Ir::Add, 64, first, second), Operand::Const(0)],
            "ctlz" => {
                let more = self.binary(Ir::Add, 64, first, Operand::Const(64));
                vec![self.select(high, second, more), Operand::Const(0)]
            }
            _ => {
                let more = self.binary(Ir::Add, 64, second, Operand::Const(64));
                vec![self.select(low, first, more), Operand::Const(0)]
            }
        })
    }

    fn float_intrinsic(&mut self, base: &str, scalar: Scalar, arguments: &[Vec<Operand>]) -> Option<Vec<Operand>> {
        let a = *arguments[0].first()?;
        let second = arguments.get(1).and_then(|b| b.first()).copied();
        let none = Operand::Const(0);
        let result = match base {
            "fabs" => self.float(FloatOp::Abs, scalar, a, none),
            "sqrt" => self.float(FloatOp::Sqrt, scalar, a, none),
            "floor" => self.float(FloatOp::Floor, scalar, a, none),
            "ceil" => self.float(FloatOp::Ceil, scalar, a, none),
            "trunc" => self.float(FloatOp::Trunc, scalar, a, none),
            "round" => self.float(FloatOp::Round, scalar, a, none),
            "roundeven" | "rint" | "nearbyint" => self.float(FloatOp::RoundEven, scalar, a, none),
            "copysign" => self.float(FloatOp::CopySign, scalar, a, second?),
            "minnum" => self.float(FloatOp::Min, scalar, a, second?),
            "maxnum" => self.float(FloatOp::Max, scalar, a, second?),
            "fmuladd" => {
                let product = self.float(FloatOp::Mul, scalar, a, second?);
                let summand = *arguments.get(2)?.first()?;
                self.float(FloatOp::Add, scalar, product, summand)
            }
            "canonicalize" => a,
            _ => return None,
        };
        Some(vec![result])
    }

    /// `is.fpclass`: whether a number belongs to one of the given classes.
    fn float_class(&mut self, it: &Instruction, call: &Call) -> Result<(), LowerError> {
        let (Some(value), Some(mask)) = (call.arguments.first(), call.arguments.get(1)) else {
            return Err(self.malformed("an argument is missing"));
        };
        let scalar = self.scalar(value.ty)?;
        let word = self.word(value.value)?;
        let infinite = Operand::Const(if scalar == Scalar::Float {
            u64::from(f32::INFINITY.to_bits())
        } else {
            f64::INFINITY.to_bits()
        });
        let size = self.float(FloatOp::Abs, scalar, word, Operand::Const(0));
        let holds = match address::number(self.module, mask.value) {
            Some(0x003) => self.float(FloatOp::Uno, scalar, word, word),
            Some(0x204) => self.float(FloatOp::Oeq, scalar, size, infinite),
            Some(0x1f8) => self.float(FloatOp::Olt, scalar, size, infinite),
            Some(0x3fc) => self.float(FloatOp::Ord, scalar, word, word),
            _ => return Err(self.unsupported("this test of a floating-point number is not supported")),
        };
        self.define(it, [holds].into());
        Ok(())
    }
}
