//! LISA: a generic assembly language. Accesses and fences carry annotations in brackets, which are the orders and tags
//! that this program knows.
//!
//! | written | meaning |
//! |---|---|
//! | `r[once] r1 x`, `r[] r1 x+r2` | a load |
//! | `w[release] x 1` | a store |
//! | `rmw[] r1 (add r2 1) x`, `rmw[] r1 2 x` | an update; gives the old value |
//! | `f[mb]` | a fence |
//! | `b[] r1 L`, `b[] L` | a jump, if `r1` is not 0 |
//! | `mov r1 (xor r2 r2)`, `mov r1 2` | arithmetic: `add`, `sub`, `and`, `or`, `xor`, `eq`, `neq` |

use raddle_graph::{Mode, Tag};
use raddle_ir::{BinaryOp, Operand, UpdateKind};

use super::code::{Code, MemoryOperand};
use super::registers::register;
use super::token::{Cursor, Token};
use super::unknown;
use crate::dialect::Dialect;
use crate::error::{Error, Span};

/// The variables that a cell names.
pub(super) fn mentions(cursor: &mut Cursor<'_>, names: &mut Vec<(String, Span)>) {
    let mut mnemonic = None;
    let mut brackets = 0;
    while let Some(token) = cursor.peek() {
        let span = cursor.span();
        cursor.advance();
        match token {
            Token::Sign('[') => brackets += 1,
            Token::Sign(']') => brackets -= 1,
            Token::Word(_) if cursor.is(':') => {
                cursor.advance();
            }
            Token::Word(word) if mnemonic.is_none() => mnemonic = Some(word),
            Token::Word(word) if brackets == 0 && mnemonic != Some("b") && is_variable(word) => {
                names.push((word.to_owned(), span));
            }
            _ => {}
        }
    }
}

fn is_variable(word: &str) -> bool {
    register(Dialect::Lisa, word).is_none() && operation(word).is_none()
}

pub(super) fn instruction(cursor: &mut Cursor<'_>, code: &mut Code<'_>) -> Result<(), Error> {
    let (name, span) = cursor.word("an instruction")?;
    match name {
        "r" | "w" | "rmw" | "f" | "b" => {}
        "mov" => {
            let dst = code.view(cursor)?;
            cursor.eat(',');
            let value = expression(cursor, code)?;
            code.set(&dst, value);
            return Ok(());
        }
        _ => return Err(unknown(code, name, span)),
    }
    let mode = annotation(name, cursor, code)?;
    match name {
        "f" => code.builder.fence(mode),
        "r" => {
            let dst = code.view(cursor)?;
            let place = address(cursor, code)?;
            let value = code.load(&place, 64, mode);
            code.set(&dst, value);
        }
        "w" => {
            let place = address(cursor, code)?;
            let value = operand(cursor, code)?;
            code.store(&place, 64, value, mode);
        }
        "b" => {
            if !code.at_register(cursor) {
                return code.jump(cursor);
            }
            let value = code.operand(cursor)?;
            let cond = code.binary(BinaryOp::Ne, 64, value, 0u64);
            return code.branch(cond, cursor);
        }
        _ => {
            let dst = code.view(cursor)?;
            let (kind, value) = update(cursor, code)?;
            let place = address(cursor, code)?;
            let old = code.update(kind, &place, 64, value, mode);
            code.set(&dst, old);
        }
    }
    Ok(())
}

/// `[]`, `[acquire]`: the order of an access or fence.
fn annotation(name: &str, cursor: &mut Cursor<'_>, code: &Code<'_>) -> Result<Mode, Error> {
    cursor.expect('[')?;
    let start = cursor.span();
    let mut text = String::new();
    while !cursor.is(']') {
        match cursor.advance() {
            Some(Token::Word(word)) => text.push_str(word),
            Some(Token::Sign('-')) => text.push('-'),
            _ => return Err(code.error(start, "expected one annotation", "write it as `r[once] r1 x`")),
        }
    }
    cursor.expect(']')?;
    let lower = text.to_ascii_lowercase();
    let mode = match lower.as_str() {
        "" if name == "f" => None,
        "" | "once" | "plain" => Some(Mode::Rlx),
        "acquire" => Some(Mode::Acq),
        "release" => Some(Mode::Rel),
        "assign" => Some(Mode::Rel),
        "deref" | "lderef" => Some(Mode::Rlx),
        "rcu_read_lock" => Some(Mode::Tag(Tag::RcuLock)),
        "rcu_read_unlock" => Some(Mode::Tag(Tag::RcuUnlock)),
        "sync" | "sync_rcu" if name == "f" => Some(Mode::Tag(Tag::SyncRcu)),
        _ => lower.parse().ok().filter(|mode| *mode != Mode::Na),
    };
    mode.ok_or_else(|| {
        let help = "annotations are `once`, `acquire`, `release`, `acqrel`, `sc`, and the names of fences such as `mb`, \
                    `lwsync`, `dmb.sy` or `rcu-lock`";
        code.error(start, format!("the annotation `{text}` means nothing for `{name}`"), help)
    })
}

fn operation(name: &str) -> Option<BinaryOp> {
    Some(match name {
        "add" => BinaryOp::Add,
        "sub" => BinaryOp::Sub,
        "and" => BinaryOp::And,
        "or" => BinaryOp::Or,
        "xor" => BinaryOp::Xor,
        "eq" => BinaryOp::Eq,
        "neq" => BinaryOp::Ne,
        _ => return None,
    })
}

/// A register, a number, or the address of a variable.
fn operand(cursor: &mut Cursor<'_>, code: &mut Code<'_>) -> Result<Operand, Error> {
    if code.at_register(cursor) {
        return code.operand(cursor);
    }
    match cursor.peek() {
        Some(Token::Word(_)) => {
            let (name, span) = cursor.word("a variable")?;
            Ok(code.variable(name, span)?.addr)
        }
        _ => Ok(Operand::Const(cursor.number("a register, a number or a variable")? as u64)),
    }
}

/// `(xor r1 r2)`, or an operand alone.
fn expression(cursor: &mut Cursor<'_>, code: &mut Code<'_>) -> Result<Operand, Error> {
    if !cursor.eat('(') {
        return operand(cursor, code);
    }
    let (name, span) = cursor.word("an operation")?;
    let op = operation(name).ok_or_else(|| unknown(code, name, span))?;
    let lhs = operand(cursor, code)?;
    cursor.eat(',');
    let rhs = operand(cursor, code)?;
    cursor.expect(')')?;
    Ok(code.binary(op, 64, lhs, rhs))
}

/// What an update stores: `2` exchanges, `(add r1 1)` adds, where `r1` is the register that gets the old value.
fn update(cursor: &mut Cursor<'_>, code: &mut Code<'_>) -> Result<(UpdateKind, Operand), Error> {
    if !cursor.eat('(') {
        return Ok((UpdateKind::Exchange, operand(cursor, code)?));
    }
    let (name, span) = cursor.word("an operation")?;
    let kind = match name {
        "add" => UpdateKind::Add,
        "sub" => UpdateKind::Sub,
        "and" => UpdateKind::And,
        "or" => UpdateKind::Or,
        "xor" => UpdateKind::Xor,
        _ => return Err(unknown(code, name, span)),
    };
    let mut value = operand(cursor, code)?;
    cursor.eat(',');
    if !cursor.is(')') {
        value = operand(cursor, code)?;
    }
    cursor.expect(')')?;
    Ok((kind, value))
}

/// `x`, `r1`, `x+r2`, `[x]`
fn address(cursor: &mut Cursor<'_>, code: &mut Code<'_>) -> Result<MemoryOperand, Error> {
    let bracket = cursor.eat('[');
    let mut place = if code.at_register(cursor) {
        let view = code.view(cursor)?;
        code.place(&view)
    } else {
        let (name, span) = cursor.word("a variable or a register")?;
        code.variable(name, span)?
    };
    if cursor.eat('+') {
        let offset = operand(cursor, code)?;
        place = code.offset(place, offset);
    }
    if bracket {
        cursor.expect(']')?;
    }
    Ok(place)
}
