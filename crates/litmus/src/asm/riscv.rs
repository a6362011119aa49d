//! The instructions of 64-bit RISC-V.

use raddle_graph::{Mode, Tag};
use raddle_ir::{BinaryOp, Operand, UpdateKind};

use super::code::{Code, MemoryOperand};
use super::token::{Cursor, Token};
use super::{annotated, unknown};
use crate::error::Error;

pub(super) fn instruction(cursor: &mut Cursor<'_>, code: &mut Code<'_>) -> Result<(), Error> {
    let (name, span) = cursor.word("an instruction")?;
    let lower = name.to_ascii_lowercase();
    match lower.as_str() {
        "nop" => Ok(()),
        "li" | "mv" | "not" | "neg" | "seqz" | "snez" => {
            let dst = code.view(cursor)?;
            cursor.comma()?;
            let value = match lower.as_str() {
                "li" => Operand::Const(cursor.number("a number")? as u64),
                _ => code.operand(cursor)?,
            };
            let value = match lower.as_str() {
                "not" => code.complement(value, 64),
                "neg" => code.binary(BinaryOp::Sub, 64, 0u64, value),
                "seqz" => code.binary(BinaryOp::Eq, 64, value, 0u64),
                "snez" => code.binary(BinaryOp::Ne, 64, value, 0u64),
                _ => value,
            };
            code.set(&dst, value);
            Ok(())
        }
        "j" => code.jump(cursor),
        "beqz" | "bnez" => {
            let value = code.operand(cursor)?;
            cursor.comma()?;
            let op = if lower == "beqz" { BinaryOp::Eq } else { BinaryOp::Ne };
            let cond = code.binary(op, 64, value, 0u64);
            code.branch(cond, cursor)
        }
        "beq" | "bne" | "blt" | "bge" | "bltu" | "bgeu" | "bgt" | "ble" | "bgtu" | "bleu" => {
            let lhs = code.operand(cursor)?;
            cursor.comma()?;
            let rhs = code.operand(cursor)?;
            cursor.comma()?;
            let (op, lhs, rhs) = match lower.as_str() {
                "beq" => (BinaryOp::Eq, lhs, rhs),
                "bne" => (BinaryOp::Ne, lhs, rhs),
                "blt" => (BinaryOp::Slt, lhs, rhs),
                "bge" => (BinaryOp::Sle, rhs, lhs),
                "bltu" => (BinaryOp::Ult, lhs, rhs),
                "bgeu" => (BinaryOp::Ule, rhs, lhs),
                "bgt" => (BinaryOp::Slt, rhs, lhs),
                "ble" => (BinaryOp::Sle, lhs, rhs),
                "bgtu" => (BinaryOp::Ult, rhs, lhs),
                _ => (BinaryOp::Ule, lhs, rhs),
            };
            let cond = code.binary(op, 64, lhs, rhs);
            code.branch(cond, cursor)
        }
        "fence" => {
            let tag = if cursor.is_end() { Tag::FenceMM } else { fence(cursor, code)? };
            code.builder.fence(Mode::Tag(tag));
            Ok(())
        }
        "fence.tso" | "fence.i" => {
            let tag = if lower == "fence.i" { Tag::FenceI } else { Tag::FenceTso };
            code.builder.fence(Mode::Tag(tag));
            Ok(())
        }
        _ => {
            if let Some((op, bits, immediate)) = arithmetic(&lower) {
                return compute(op, bits, immediate, cursor, code);
            }
            match Access::named(&lower) {
                Some(access) => access.write(cursor, code),
                None => Err(unknown(code, name, span)),
            }
        }
    }
}

/// `r,rw` and the like; input and output count for nothing.
fn fence(cursor: &mut Cursor<'_>, code: &Code<'_>) -> Result<Tag, Error> {
    let start = cursor.span();
    let (before, _) = cursor.word("what the fence orders, as in `fence rw,w`")?;
    cursor.comma()?;
    let (after, end) = cursor.word("what the fence orders, as in `fence rw,w`")?;
    let kinds = |word: &str| {
        let known = word.chars().all(|c| "iorw".contains(c));
        known.then(|| (word.contains('r'), word.contains('w')))
    };
    let tag = match (kinds(before), kinds(after)) {
        (Some((true, true)), Some((true, true))) => Tag::FenceMM,
        (Some((true, true)), Some((true, false))) => Tag::FenceMR,
        (Some((true, true)), Some((false, true))) => Tag::FenceMW,
        (Some((true, false)), Some((true, true))) => Tag::FenceRM,
        (Some((true, false)), Some((true, false))) => Tag::FenceRR,
        (Some((true, false)), Some((false, true))) => Tag::FenceRW,
        (Some((false, true)), Some((true, true))) => Tag::FenceWM,
        (Some((false, true)), Some((true, false))) => Tag::FenceWR,
        (Some((false, true)), Some((false, true))) => Tag::FenceWW,
        _ => return Err(unknown(code, &format!("fence {before},{after}"), start.to(end))),
    };
    Ok(tag)
}

/// The operation, how many bits it has, and whether its last operand is a number.
fn arithmetic(name: &str) -> Option<(BinaryOp, u8, bool)> {
    let (stem, bits) = match name.strip_suffix('w') {
        Some(stem) => (stem, 32),
        None => (name, 64),
    };
    let (op, immediate) = match stem {
        "add" => (BinaryOp::Add, false),
        "addi" => (BinaryOp::Add, true),
        "sub" => (BinaryOp::Sub, false),
        "mul" => (BinaryOp::Mul, false),
        "sll" => (BinaryOp::Shl, false),
        "slli" => (BinaryOp::Shl, true),
        "srl" => (BinaryOp::LShr, false),
        "srli" => (BinaryOp::LShr, true),
        "sra" => (BinaryOp::AShr, false),
        "srai" => (BinaryOp::AShr, true),
        _ if bits == 32 => return None,
        "and" => (BinaryOp::And, false),
        "andi" => (BinaryOp::And, true),
        "or" => (BinaryOp::Or, false),
        "ori" => (BinaryOp::Or, true),
        "xor" => (BinaryOp::Xor, false),
        "xori" => (BinaryOp::Xor, true),
        "slt" => (BinaryOp::Slt, false),
        "slti" => (BinaryOp::Slt, true),
        "sltu" => (BinaryOp::Ult, false),
        "sltiu" => (BinaryOp::Ult, true),
        _ => return None,
    };
    Some((op, bits, immediate))
}

fn compute(op: BinaryOp, bits: u8, immediate: bool, cursor: &mut Cursor<'_>, code: &mut Code<'_>) -> Result<(), Error> {
    let dst = code.view(cursor)?;
    cursor.comma()?;
    let lhs = code.operand(cursor)?;
    cursor.comma()?;
    let mut rhs = match immediate {
        true => Operand::Const(cursor.number("a number")? as u64),
        false => code.operand(cursor)?,
    };
    if matches!(op, BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr) {
        rhs = code.binary(BinaryOp::And, 64, rhs, u64::from(bits - 1));
    }
    let result = code.binary(op, bits, lhs, rhs);
    let result = code.sign_extend(result, bits);
    code.set(&dst, result);
    Ok(())
}

/// `0(x6)`, `(x6)`
fn address(cursor: &mut Cursor<'_>, code: &mut Code<'_>) -> Result<MemoryOperand, Error> {
    let offset = match cursor.peek() {
        Some(Token::Sign('(')) => 0,
        _ => cursor.number("an address, as in `0(x6)`")?,
    };
    cursor.expect('(')?;
    let base = code.view(cursor)?;
    cursor.expect(')')?;
    let place = code.place(&base);
    Ok(code.offset(place, offset as u64))
}

/// An instruction that accesses memory.
struct Access {
    kind: AccessKind,
    bits: u8,
    signed: bool,
    mode: Mode,
}

enum AccessKind {
    Load,
    Store,
    Reserve,
    Conditional,
    Update(UpdateKind),
}

impl Access {
    /// `lw`, `sw.rl`, `lr.w.aq`, `amoswap.d.aqrl`, …
    fn named(name: &str) -> Option<Access> {
        let mut parts = name.split('.');
        let stem = parts.next()?;
        let mut rest: Vec<&str> = parts.collect();
        let mode = match rest.as_slice() {
            [.., "aqrl"] => annotated(true, true),
            [.., "aq", "rl"] => {
                rest.pop();
                annotated(true, true)
            }
            [.., "aq"] => annotated(true, false),
            [.., "rl"] => annotated(false, true),
            _ => Mode::Rlx,
        };
        if mode != Mode::Rlx {
            rest.pop();
        }
        let atomic = |kind| {
            let bits = match rest.as_slice() {
                ["w"] => 32,
                ["d"] => 64,
                _ => return None,
            };
            Some(Access { kind, bits, signed: true, mode })
        };
        let plain = |kind, bits, signed| {
            // A plain load cannot release alone, nor a plain store acquire.
            let alone = if matches!(kind, AccessKind::Load) { Mode::Rel } else { Mode::Acq };
            (rest.is_empty() && mode != alone).then_some(Access { kind, bits, signed, mode })
        };
        match stem {
            "lb" => plain(AccessKind::Load, 8, true),
            "lbu" => plain(AccessKind::Load, 8, false),
            "lh" => plain(AccessKind::Load, 16, true),
            "lhu" => plain(AccessKind::Load, 16, false),
            "lw" => plain(AccessKind::Load, 32, true),
            "lwu" => plain(AccessKind::Load, 32, false),
            "ld" => plain(AccessKind::Load, 64, true),
            "sb" => plain(AccessKind::Store, 8, false),
            "sh" => plain(AccessKind::Store, 16, false),
            "sw" => plain(AccessKind::Store, 32, false),
            "sd" => plain(AccessKind::Store, 64, false),
            "lr" => atomic(AccessKind::Reserve),
            "sc" => atomic(AccessKind::Conditional),
            "amoswap" => atomic(AccessKind::Update(UpdateKind::Exchange)),
            "amoadd" => atomic(AccessKind::Update(UpdateKind::Add)),
            "amoand" => atomic(AccessKind::Update(UpdateKind::And)),
            "amoor" => atomic(AccessKind::Update(UpdateKind::Or)),
            "amoxor" => atomic(AccessKind::Update(UpdateKind::Xor)),
            "amomax" => atomic(AccessKind::Update(UpdateKind::Max)),
            "amomin" => atomic(AccessKind::Update(UpdateKind::Min)),
            "amomaxu" => atomic(AccessKind::Update(UpdateKind::UMax)),
            "amominu" => atomic(AccessKind::Update(UpdateKind::UMin)),
            _ => None,
        }
    }

    fn write(&self, cursor: &mut Cursor<'_>, code: &mut Code<'_>) -> Result<(), Error> {
        let (bits, mode) = (self.bits, self.mode);
        let first = code.view(cursor)?;
        cursor.comma()?;
        let value = match self.kind {
            AccessKind::Conditional | AccessKind::Update(_) => {
                let value = code.operand(cursor)?;
                cursor.comma()?;
                value
            }
            _ => Operand::Const(0),
        };
        let place = address(cursor, code)?;
        let loaded = match self.kind {
            AccessKind::Load => code.load(&place, bits, mode),
            AccessKind::Reserve => code.reserve(&place, bits, mode),
            AccessKind::Update(kind) => code.update(kind, &place, bits, value, mode),
            AccessKind::Store => {
                let value = code.get(&first);
                code.store(&place, bits, value, mode);
                return Ok(());
            }
            AccessKind::Conditional => {
                let failed = code.conditional(&place, bits, value, mode);
                code.set(&first, failed);
                return Ok(());
            }
        };
        let loaded = if self.signed { code.sign_extend(loaded, bits) } else { loaded };
        code.set(&first, loaded);
        Ok(())
    }
}
