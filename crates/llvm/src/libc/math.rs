//! The functions of `<math.h>` that are one operation. Registers hold the bits of numbers.

use raddle_ir::{FloatKind, FloatOp, Instr};

use super::code::{Code, argument};
use super::table::{Build, LibraryFunction, function, refused};

const NO_LIBRARY: &str = "only roots, rounding, remainders and similar functions are; use a table";

pub(super) const TABLE: &[LibraryFunction] = &[
    one("sqrt", |code| operate(code, FloatOp::Sqrt, FloatKind::F64)),
    one("sqrtf", |code| operate(code, FloatOp::Sqrt, FloatKind::F32)),
    one("fabs", |code| operate(code, FloatOp::Abs, FloatKind::F64)),
    one("fabsf", |code| operate(code, FloatOp::Abs, FloatKind::F32)),
    one("floor", |code| operate(code, FloatOp::Floor, FloatKind::F64)),
    one("floorf", |code| operate(code, FloatOp::Floor, FloatKind::F32)),
    one("ceil", |code| operate(code, FloatOp::Ceil, FloatKind::F64)),
    one("ceilf", |code| operate(code, FloatOp::Ceil, FloatKind::F32)),
    one("trunc", |code| operate(code, FloatOp::Trunc, FloatKind::F64)),
    one("truncf", |code| operate(code, FloatOp::Trunc, FloatKind::F32)),
    one("round", |code| operate(code, FloatOp::Round, FloatKind::F64)),
    one("roundf", |code| operate(code, FloatOp::Round, FloatKind::F32)),
    two("fmod", |code| operate(code, FloatOp::Rem, FloatKind::F64)),
    two("fmodf", |code| operate(code, FloatOp::Rem, FloatKind::F32)),
    two("fmin", |code| operate(code, FloatOp::Min, FloatKind::F64)),
    two("fminf", |code| operate(code, FloatOp::Min, FloatKind::F32)),
    two("fmax", |code| operate(code, FloatOp::Max, FloatKind::F64)),
    two("fmaxf", |code| operate(code, FloatOp::Max, FloatKind::F32)),
    two("copysign", |code| operate(code, FloatOp::CopySign, FloatKind::F64)),
    two("copysignf", |code| operate(code, FloatOp::CopySign, FloatKind::F32)),
    refused("sin", NO_LIBRARY),
    refused("cos", NO_LIBRARY),
    refused("tan", NO_LIBRARY),
    refused("exp", NO_LIBRARY),
    refused("log", NO_LIBRARY),
    refused("log2", NO_LIBRARY),
    refused("pow", NO_LIBRARY),
];

const fn one(name: &'static str, build: Build) -> LibraryFunction {
    function(name, 1, build)
}

const fn two(name: &'static str, build: Build) -> LibraryFunction {
    function(name, 2, build)
}

/// An operation on the parameters. One on a single number ignores its right operand.
fn operate(code: &mut Code<'_>, op: FloatOp, kind: FloatKind) {
    let dst = code.register();
    let rhs = match op {
        FloatOp::Rem | FloatOp::Min | FloatOp::Max | FloatOp::CopySign => argument(1),
        _ => 0.into(),
    };
    code.emit(Instr::Float { op, kind, dst, lhs: argument(0), rhs });
    code.ret(dst);
}
