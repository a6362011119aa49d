//! The instructions of POWER. Comparisons set one of eight condition fields, each with three bits: less, greater, equal.

use raddle_graph::{Mode, Tag};
use raddle_ir::{BinaryOp, Operand};

use super::code::{Code, MemoryOperand};
use super::token::{Cursor, Token};
use super::unknown;
use crate::error::Error;

/// Names of the bits of the condition fields.
const FIELDS: [[&str; 3]; 8] = [
    ["cr0.lt", "cr0.gt", "cr0.eq"],
    ["cr1.lt", "cr1.gt", "cr1.eq"],
    ["cr2.lt", "cr2.gt", "cr2.eq"],
    ["cr3.lt", "cr3.gt", "cr3.eq"],
    ["cr4.lt", "cr4.gt", "cr4.eq"],
    ["cr5.lt", "cr5.gt", "cr5.eq"],
    ["cr6.lt", "cr6.gt", "cr6.eq"],
    ["cr7.lt", "cr7.gt", "cr7.eq"],
];

pub(super) fn instruction(cursor: &mut Cursor<'_>, code: &mut Code<'_>) -> Result<(), Error> {
    let (name, span) = cursor.word("an instruction")?;
    let lower = name.to_ascii_lowercase();
    let fence = match lower.as_str() {
        "sync" | "hwsync" | "msync" => Some(Tag::Sync),
        "lwsync" => Some(Tag::Lwsync),
        "eieio" => Some(Tag::Eieio),
        "isync" => Some(Tag::Isync),
        _ => None,
    };
    if let Some(fence) = fence {
        code.builder.fence(Mode::Tag(fence));
        return Ok(());
    }
    match lower.as_str() {
        "nop" => Ok(()),
        "li" | "mr" => {
            let dst = code.view(cursor)?;
            cursor.comma()?;
            let value = match lower.as_str() {
                "li" => Operand::Const(cursor.number("a number")? as u64),
                _ => code.operand(cursor)?,
            };
            code.set(&dst, value);
            Ok(())
        }
        "cmpw" | "cmpwi" | "cmpd" | "cmpdi" | "cmplw" | "cmplwi" | "cmpld" | "cmpldi" => compare(&lower, cursor, code),
        "b" => code.jump(cursor),
        "beq" | "bne" | "blt" | "bge" | "bgt" | "ble" => branch(&lower, cursor, code),
        _ => {
            let (stem, record) = match lower.strip_suffix('.') {
                Some(stem) => (stem, true),
                None => (lower.as_str(), false),
            };
            if let Some(operation) = arithmetic(stem).filter(|operation| record || operation.0 != "andi") {
                return compute(operation, record, cursor, code);
            }
            match Access::named(&lower) {
                Some(access) => access.write(cursor, code),
                None => Err(unknown(code, name, span)),
            }
        }
    }
}

/// Sets a condition field by comparing two numbers.
fn set_field(code: &mut Code<'_>, field: usize, bits: u8, signed: bool, lhs: Operand, rhs: Operand) {
    let less = if signed { BinaryOp::Slt } else { BinaryOp::Ult };
    let values = [
        code.binary(less, bits, lhs, rhs),
        code.binary(less, bits, rhs, lhs),
        code.binary(BinaryOp::Eq, bits, lhs, rhs),
    ];
    for (name, value) in FIELDS[field].into_iter().zip(values) {
        let reg = code.flag_register(name);
        code.builder.mov(reg, value);
    }
}

/// `cr1,`, or nothing, which means `cr0`.
fn field(cursor: &mut Cursor<'_>) -> Result<usize, Error> {
    let number = match cursor.peek() {
        Some(Token::Word(word)) => word.to_ascii_lowercase().strip_prefix("cr").and_then(|n| n.parse::<usize>().ok()),
        _ => None,
    };
    match number {
        Some(number) if number < FIELDS.len() => {
            cursor.advance();
            cursor.comma()?;
            Ok(number)
        }
        Some(_) => Err(cursor.expected("one of the condition fields cr0 to cr7")),
        None => Ok(0),
    }
}

fn compare(name: &str, cursor: &mut Cursor<'_>, code: &mut Code<'_>) -> Result<(), Error> {
    let field = field(cursor)?;
    let lhs = code.operand(cursor)?;
    cursor.comma()?;
    let rhs = match name.ends_with('i') {
        true => Operand::Const(cursor.number("a number")? as u64),
        false => code.operand(cursor)?,
    };
    let bits = if name.contains('w') { 32 } else { 64 };
    set_field(code, field, bits, !name.starts_with("cmpl"), lhs, rhs);
    Ok(())
}

fn branch(name: &str, cursor: &mut Cursor<'_>, code: &mut Code<'_>) -> Result<(), Error> {
    // A hint to the machine.
    if !cursor.eat('+') {
        cursor.eat('-');
    }
    let field = field(cursor)?;
    let (bit, negated) = match name {
        "blt" => (0, false),
        "bge" => (0, true),
        "bgt" => (1, false),
        "ble" => (1, true),
        "beq" => (2, false),
        _ => (2, true),
    };
    let flag = code.flag(FIELDS[field][bit]);
    let cond = code.binary(if negated { BinaryOp::Eq } else { BinaryOp::Ne }, 64, flag, 0u64);
    code.branch(cond, cursor)
}

/// What stands for the last operand.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Last {
    Register,
    Number,
}

fn arithmetic(stem: &str) -> Option<(&'static str, BinaryOp, Last)> {
    Some(match stem {
        "add" => ("add", BinaryOp::Add, Last::Register),
        "addi" => ("addi", BinaryOp::Add, Last::Number),
        "sub" => ("sub", BinaryOp::Sub, Last::Register),
        "subf" => ("subf", BinaryOp::Sub, Last::Register),
        "subi" => ("subi", BinaryOp::Sub, Last::Number),
        "mullw" => ("mullw", BinaryOp::Mul, Last::Register),
        "and" => ("and", BinaryOp::And, Last::Register),
        "andi" => ("andi", BinaryOp::And, Last::Number),
        "or" => ("or", BinaryOp::Or, Last::Register),
        "ori" => ("ori", BinaryOp::Or, Last::Number),
        "xor" => ("xor", BinaryOp::Xor, Last::Register),
        "xori" => ("xori", BinaryOp::Xor, Last::Number),
        _ => return None,
    })
}

fn compute(
    (name, op, last): (&str, BinaryOp, Last),
    record: bool,
    cursor: &mut Cursor<'_>,
    code: &mut Code<'_>,
) -> Result<(), Error> {
    let dst = code.view(cursor)?;
    cursor.comma()?;
    let mut lhs = match name {
        "addi" | "subi" => base(cursor, code)?.addr,
        _ => code.operand(cursor)?,
    };
    cursor.comma()?;
    let mut rhs = match last {
        Last::Register => code.operand(cursor)?,
        Last::Number => Operand::Const(cursor.number("a number")? as u64),
    };
    if name == "subf" {
        std::mem::swap(&mut lhs, &mut rhs);
    }
    let result = code.binary(op, 64, lhs, rhs);
    code.set(&dst, result);
    if record {
        set_field(code, 0, 64, true, result, Operand::Const(0));
    }
    Ok(())
}

/// A register in an address: `r0` stands for 0.
fn base(cursor: &mut Cursor<'_>, code: &mut Code<'_>) -> Result<MemoryOperand, Error> {
    let mut view = code.view(cursor)?;
    if view.register.as_deref() == Some("r0") {
        view.register = None;
    }
    Ok(code.place(&view))
}

/// An instruction that accesses memory.
struct Access {
    kind: AccessKind,
    bits: u8,
    signed: bool,
    /// Is the address the sum of two registers?
    indexed: bool,
}

enum AccessKind {
    Load,
    Store,
    Reserve,
    Conditional,
}

impl Access {
    fn named(name: &str) -> Option<Access> {
        let access = |kind, bits, signed, indexed| Some(Access { kind, bits, signed, indexed });
        match name {
            "lbz" => access(AccessKind::Load, 8, false, false),
            "lhz" => access(AccessKind::Load, 16, false, false),
            "lwz" => access(AccessKind::Load, 32, false, false),
            "lwa" => access(AccessKind::Load, 32, true, false),
            "ld" => access(AccessKind::Load, 64, false, false),
            "lbzx" => access(AccessKind::Load, 8, false, true),
            "lhzx" => access(AccessKind::Load, 16, false, true),
            "lwzx" => access(AccessKind::Load, 32, false, true),
            "lwax" => access(AccessKind::Load, 32, true, true),
            "ldx" => access(AccessKind::Load, 64, false, true),
            "stb" => access(AccessKind::Store, 8, false, false),
            "sth" => access(AccessKind::Store, 16, false, false),
            "stw" => access(AccessKind::Store, 32, false, false),
            "std" => access(AccessKind::Store, 64, false, false),
            "stbx" => access(AccessKind::Store, 8, false, true),
            "sthx" => access(AccessKind::Store, 16, false, true),
            "stwx" => access(AccessKind::Store, 32, false, true),
            "stdx" => access(AccessKind::Store, 64, false, true),
            "lwarx" => access(AccessKind::Reserve, 32, false, true),
            "ldarx" => access(AccessKind::Reserve, 64, false, true),
            "stwcx." => access(AccessKind::Conditional, 32, false, true),
            "stdcx." => access(AccessKind::Conditional, 64, false, true),
            _ => None,
        }
    }

    fn address(&self, cursor: &mut Cursor<'_>, code: &mut Code<'_>) -> Result<MemoryOperand, Error> {
        if !self.indexed {
            let offset = match cursor.peek() {
                Some(Token::Sign('(')) => 0,
                _ => cursor.number("an address, as in `0(r2)`")?,
            };
            cursor.expect('(')?;
            let place = base(cursor, code)?;
            cursor.expect(')')?;
            return Ok(code.offset(place, offset as u64));
        }
        let place = base(cursor, code)?;
        cursor.comma()?;
        let view = code.view(cursor)?;
        // Either of the two may be the one that points somewhere.
        if place.addr == Operand::Const(0) {
            return Ok(code.place(&view));
        }
        let index = code.get(&view);
        if code.points(&view) {
            let second = code.place(&view);
            return Ok(code.offset(second, place.addr));
        }
        Ok(code.offset(place, index))
    }

    fn write(&self, cursor: &mut Cursor<'_>, code: &mut Code<'_>) -> Result<(), Error> {
        let register = code.view(cursor)?;
        cursor.comma()?;
        let place = self.address(cursor, code)?;
        let (bits, mode) = (self.bits, Mode::Rlx);
        let loaded = match self.kind {
            AccessKind::Load => code.load(&place, bits, mode),
            AccessKind::Reserve => code.reserve(&place, bits, mode),
            AccessKind::Store => {
                let value = code.get(&register);
                code.store(&place, bits, value, mode);
                return Ok(());
            }
            AccessKind::Conditional => {
                let value = code.get(&register);
                let failed = code.conditional(&place, bits, value, mode);
                set_field(code, 0, 64, true, failed, Operand::Const(0));
                return Ok(());
            }
        };
        let loaded = if self.signed { code.sign_extend(loaded, bits) } else { loaded };
        code.set(&register, loaded);
        Ok(())
    }
}
