//! The instructions of 32-bit ARM.

use raddle_graph::{Mode, Tag};
use raddle_ir::{BinaryOp, Operand};

use super::aarch64::barrier;
use super::code::{Code, MemoryOperand};
use super::flags::Borrow;
use super::token::{Cursor, Token};
use super::unknown;
use crate::error::Error;

pub(super) fn instruction(cursor: &mut Cursor<'_>, code: &mut Code<'_>) -> Result<(), Error> {
    let (name, span) = cursor.word("an instruction")?;
    let lower = name.to_ascii_lowercase();
    match lower.as_str() {
        "nop" => Ok(()),
        "mov" | "mvn" => {
            let dst = code.view(cursor)?;
            cursor.comma()?;
            let value = flexible(cursor, code)?;
            let value = if lower == "mvn" { code.complement(value, 32) } else { value };
            code.set(&dst, value);
            Ok(())
        }
        "cmp" | "tst" => {
            let lhs = code.operand(cursor)?;
            cursor.comma()?;
            let rhs = flexible(cursor, code)?;
            if lower == "cmp" {
                code.subtract(32, lhs, rhs, Borrow::Clear);
            } else {
                let both = code.binary(BinaryOp::And, 32, lhs, rhs);
                code.logical_flags(32, both);
            }
            Ok(())
        }
        "b" => code.jump(cursor),
        "isb" => {
            if let Some(Token::Word(_)) = cursor.peek() {
                cursor.advance();
            }
            code.builder.fence(Mode::Tag(Tag::Isb));
            Ok(())
        }
        _ if lower.starts_with("dmb") || lower.starts_with("dsb") => {
            let (kind, suffix) = lower.split_at(3);
            let option = match (suffix.strip_prefix('.'), cursor.peek()) {
                (Some(option), _) => option.to_owned(),
                (None, Some(Token::Word(option))) if suffix.is_empty() => {
                    cursor.advance();
                    option.to_ascii_lowercase()
                }
                _ => "sy".to_owned(),
            };
            // There is no barrier of loads alone.
            let tag = barrier(kind, &option).filter(|tag| !matches!(tag, Tag::DmbLd | Tag::DsbLd));
            let tag = tag.filter(|_| suffix.is_empty() || suffix.starts_with('.'));
            let tag = tag.ok_or_else(|| unknown(code, &format!("{name} {option}"), span))?;
            code.builder.fence(Mode::Tag(tag));
            Ok(())
        }
        "ldr" | "ldrb" | "ldrh" | "ldrex" | "str" | "strb" | "strh" => access(&lower, cursor, code),
        "strex" => {
            let status = code.view(cursor)?;
            cursor.comma()?;
            let value = code.operand(cursor)?;
            cursor.comma()?;
            let place = address(cursor, code)?;
            let failed = code.conditional(&place, 32, value, Mode::Rlx);
            code.set(&status, failed);
            Ok(())
        }
        _ => {
            if let Some((op, sets_flags)) = arithmetic(&lower) {
                return compute(op, sets_flags, cursor, code);
            }
            let condition = lower.strip_prefix('b').filter(|rest| rest.len() == 2);
            match condition.and_then(|condition| code.arm_condition(condition)) {
                Some(cond) => code.branch(cond, cursor),
                None => Err(unknown(code, name, span)),
            }
        }
    }
}

/// A register or a number.
fn flexible(cursor: &mut Cursor<'_>, code: &mut Code<'_>) -> Result<Operand, Error> {
    if code.at_register(cursor) {
        return code.operand(cursor);
    }
    cursor.eat('#');
    let number = cursor.number("a register or a number")?;
    Ok(code.truncate(number as u64, 32))
}

fn arithmetic(name: &str) -> Option<(BinaryOp, bool)> {
    let (stem, sets_flags) = match name.strip_suffix('s') {
        Some(stem) => (stem, true),
        None => (name, false),
    };
    let op = match stem {
        "add" => BinaryOp::Add,
        "sub" => BinaryOp::Sub,
        "and" => BinaryOp::And,
        "orr" => BinaryOp::Or,
        "eor" => BinaryOp::Xor,
        "mul" => BinaryOp::Mul,
        _ => return None,
    };
    Some((op, sets_flags)).filter(|_| !(sets_flags && op == BinaryOp::Mul))
}

fn compute(op: BinaryOp, sets_flags: bool, cursor: &mut Cursor<'_>, code: &mut Code<'_>) -> Result<(), Error> {
    let dst = code.view(cursor)?;
    cursor.comma()?;
    let lhs = code.operand(cursor)?;
    cursor.comma()?;
    let rhs = flexible(cursor, code)?;
    let result = match (op, sets_flags) {
        (BinaryOp::Add, true) => code.add(32, lhs, rhs),
        (BinaryOp::Sub, true) => code.subtract(32, lhs, rhs, Borrow::Clear),
        _ => code.binary(op, 32, lhs, rhs),
    };
    if sets_flags && !matches!(op, BinaryOp::Add | BinaryOp::Sub) {
        code.logical_flags(32, result);
    }
    code.set(&dst, result);
    Ok(())
}

/// `[R1]`, `[R1,#4]`, `[R1,R2]`
fn address(cursor: &mut Cursor<'_>, code: &mut Code<'_>) -> Result<MemoryOperand, Error> {
    cursor.expect('[')?;
    let base = code.view(cursor)?;
    let mut place = code.place(&base);
    if cursor.eat(',') {
        let first = flexible(cursor, code)?;
        place = code.offset(place, first);
    }
    cursor.expect(']')?;
    if cursor.is('!') || cursor.is(',') {
        return Err(cursor.error_at(cursor.span(), "addresses that change their register are not supported", ""));
    }
    Ok(place)
}

fn access(name: &str, cursor: &mut Cursor<'_>, code: &mut Code<'_>) -> Result<(), Error> {
    let register = code.view(cursor)?;
    cursor.comma()?;
    let place = address(cursor, code)?;
    let bits = match name.as_bytes().last() {
        Some(b'b') => 8,
        Some(b'h') => 16,
        _ => 32,
    };
    if name.starts_with("str") {
        let value = code.get(&register);
        code.store(&place, bits, value, Mode::Rlx);
        return Ok(());
    }
    let value = match name {
        "ldrex" => code.reserve(&place, bits, Mode::Rlx),
        _ => code.load(&place, bits, Mode::Rlx),
    };
    code.set(&register, value);
    Ok(())
}
