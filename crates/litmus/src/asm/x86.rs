//! The instructions of x86, with 32 bits (the destination first) and with 64 bits (the destination last).
//!
//! Instructions that read and write memory do so in two accesses, unless they are locked. `XCHG` with memory always is.

use raddle_graph::{Mode, Tag};
use raddle_ir::{BinaryOp, Operand, UpdateKind};

use super::code::{Code, MemoryOperand};
use super::flags::Borrow;
use super::registers::{View, register};
use super::token::{Cursor, Token};
use super::unknown;
use crate::dialect::Dialect;
use crate::error::{Error, Span};

/// What an instruction works on.
enum Argument {
    Register(View),
    Memory(MemoryOperand),
    Number(Operand),
}

/// An instruction with its arguments, destination first.
struct Instruction<'s> {
    /// As written.
    name: &'s str,
    span: Span,
    stem: String,
    bits: u8,
    locked: bool,
    arguments: Vec<Argument>,
}

/// The variables that a cell names.
pub(super) fn mentions(dialect: Dialect, cursor: &mut Cursor<'_>, names: &mut Vec<(String, Span)>) {
    let mut mnemonic = true;
    while let Some(token) = cursor.peek() {
        let span = cursor.span();
        cursor.advance();
        let Token::Word(word) = token else { continue };
        if cursor.is(':') {
            cursor.advance();
        } else if mnemonic {
            mnemonic = word.eq_ignore_ascii_case("lock");
            if word.starts_with(['j', 'J']) {
                return;
            }
        } else if register(dialect, word).is_none() && !word.trim_start_matches('%').eq_ignore_ascii_case("rip") {
            names.push((word.to_owned(), span));
        }
    }
}

pub(super) fn instruction(cursor: &mut Cursor<'_>, code: &mut Code<'_>) -> Result<(), Error> {
    let (mut name, mut span) = cursor.word("an instruction")?;
    let locked = name.eq_ignore_ascii_case("lock");
    if locked {
        (name, span) = cursor.word("an instruction")?;
    }
    let lower = name.to_ascii_lowercase();
    let fence = match lower.as_str() {
        "mfence" => Some(Tag::Mfence),
        "sfence" => Some(Tag::Sfence),
        "lfence" => Some(Tag::Lfence),
        _ => None,
    };
    if let Some(tag) = fence.filter(|_| !locked) {
        code.builder.fence(Mode::Tag(tag));
        return Ok(());
    }
    match lower.as_str() {
        "nop" | "pause" => return Ok(()),
        "jmp" => return code.jump(cursor),
        _ => {}
    }
    if let Some(cond) = lower.strip_prefix('j').and_then(|condition| code.x86_condition(condition)) {
        return code.branch(cond, cursor);
    }
    let Some((stem, suffix)) = stem(&lower) else { return Err(unknown(code, name, span)) };
    let mut arguments = Vec::new();
    while !cursor.is_end() {
        if !arguments.is_empty() {
            cursor.comma()?;
        }
        arguments.push(argument(cursor, code)?);
    }
    if code.dialect == Dialect::X86_64 {
        arguments.reverse();
    }
    let registers = arguments.iter().filter_map(|argument| match argument {
        Argument::Register(view) => Some(view.bits),
        _ => None,
    });
    // The size of memory is that of the name, else of a register, else that of an integer.
    let bits = suffix.or_else(|| registers.min()).unwrap_or(32);
    Instruction { name, span, stem, bits, locked, arguments }.write(code)
}

/// The name without its size, and the size.
fn stem(name: &str) -> Option<(String, Option<u8>)> {
    const NAMES: [&str; 16] = [
        "mov", "xchg", "xadd", "cmpxchg", "add", "sub", "and", "or", "xor", "inc", "dec", "neg", "not", "cmp", "test",
        "lea",
    ];
    if NAMES.contains(&name) {
        return Some((name.to_owned(), None));
    }
    let stem = name.get(..name.len().checked_sub(1)?)?;
    let bits = match name.as_bytes().last()? {
        b'b' => 8,
        b'w' => 16,
        b'l' => 32,
        b'q' => 64,
        _ => return None,
    };
    NAMES.contains(&stem).then(|| (stem.to_owned(), Some(bits)))
}

/// `%eax`, `$1`, `$x`, `(x)`, `4(%rax)`, `[x]`, `[EAX+4]`, `x`
fn argument(cursor: &mut Cursor<'_>, code: &mut Code<'_>) -> Result<Argument, Error> {
    if code.at_register(cursor) {
        return Ok(Argument::Register(code.view(cursor)?));
    }
    if cursor.eat('$') {
        return match cursor.peek() {
            Some(Token::Word(_)) => {
                let (name, span) = cursor.word("a variable")?;
                Ok(Argument::Number(code.variable(name, span)?.addr))
            }
            _ => Ok(Argument::Number(Operand::Const(cursor.number("a number")? as u64))),
        };
    }
    if cursor.eat('[') {
        let place = base(cursor, code)?;
        let place = if cursor.eat('+') {
            let offset = cursor.number("a number")?;
            code.offset(place, offset as u64)
        } else {
            place
        };
        cursor.expect(']')?;
        return Ok(Argument::Memory(place));
    }
    let offset = match cursor.peek() {
        Some(Token::Number(_) | Token::Sign('-')) => {
            let number = cursor.number("a number")?;
            // With the destination first, numbers may stand alone.
            if !cursor.is('(') {
                return match code.dialect {
                    Dialect::X86 => Ok(Argument::Number(Operand::Const(number as u64))),
                    _ => Err(cursor.expected("`(`: numbers are written with a `$`, and memory in parentheses")),
                };
            }
            number
        }
        Some(Token::Word(_)) => {
            let place = base(cursor, code)?;
            // `x(%rip)` is `x`.
            if cursor.is('(') && matches!(cursor.peek_at(1), Some(Token::Word("%rip" | "rip"))) {
                cursor.advance();
                cursor.advance();
                cursor.expect(')')?;
            }
            return Ok(Argument::Memory(place));
        }
        _ => 0,
    };
    cursor.expect('(')?;
    let mut place = base(cursor, code)?;
    if cursor.eat(',') {
        let mut index = code.operand(cursor)?;
        if cursor.eat(',') {
            let scale = cursor.number("1, 2, 4 or 8")?;
            let word = code.word();
            index = code.binary(BinaryOp::Mul, word, index, scale as u64);
        }
        place = code.offset(place, index);
    }
    cursor.expect(')')?;
    Ok(Argument::Memory(code.offset(place, offset as u64)))
}

/// A register that points somewhere, or a variable.
fn base(cursor: &mut Cursor<'_>, code: &mut Code<'_>) -> Result<MemoryOperand, Error> {
    if code.at_register(cursor) {
        let view = code.view(cursor)?;
        return Ok(code.place(&view));
    }
    let (name, span) = cursor.word("a variable or a register")?;
    code.variable(name, span)
}

impl Instruction<'_> {
    fn error(&self, code: &Code<'_>, message: &str) -> Error {
        code.error(self.span, format!("`{}` {message}", self.name), "")
    }

    fn write(mut self, code: &mut Code<'_>) -> Result<(), Error> {
        let count = match self.stem.as_str() {
            "inc" | "dec" | "neg" | "not" => 1,
            _ => 2,
        };
        if self.arguments.len() != count {
            return Err(self.error(code, &format!("takes {count} operands")));
        }
        let source = (count == 2).then(|| self.arguments.pop()).flatten();
        let Some(destination) = self.arguments.pop() else { return Err(self.error(code, "has no operands")) };
        let source = source.unwrap_or(Argument::Number(Operand::Const(1)));
        match (&destination, &source) {
            (Argument::Memory(_), Argument::Memory(_)) => {
                return Err(self.error(code, "cannot have two operands in memory"));
            }
            (Argument::Number(_), _) if !matches!(self.stem.as_str(), "cmp" | "test") => {
                return Err(self.error(code, "cannot write to a number"));
            }
            _ => {}
        }
        let updates = !matches!(self.stem.as_str(), "mov" | "cmp" | "test" | "lea");
        if self.locked && !(updates && (matches!(destination, Argument::Memory(_)) || self.stem == "xchg")) {
            return Err(self.error(code, "cannot be locked"));
        }
        match self.stem.as_str() {
            "mov" => {
                let value = self.read(code, &source);
                self.assign(code, &destination, value);
            }
            "lea" => {
                let Argument::Memory(place) = &source else { return Err(self.error(code, "takes an address")) };
                let addr = place.addr;
                self.assign(code, &destination, addr);
            }
            "xchg" => self.exchange(code, &destination, &source),
            "cmpxchg" => return self.compare_exchange(code, &destination, &source),
            "cmp" | "test" => {
                let lhs = self.read(code, &destination);
                let rhs = self.read(code, &source);
                self.compute(code, lhs, rhs);
            }
            _ => self.modify(code, &destination, &source),
        }
        Ok(())
    }

    fn read(&self, code: &mut Code<'_>, argument: &Argument) -> Operand {
        match argument {
            Argument::Register(view) => {
                let value = code.get(view);
                code.truncate(value, self.bits)
            }
            Argument::Memory(place) => code.load(place, self.bits, Mode::Rlx),
            Argument::Number(number) => code.truncate(*number, self.bits),
        }
    }

    fn assign(&self, code: &mut Code<'_>, argument: &Argument, value: Operand) {
        match argument {
            Argument::Register(view) => code.set(view, value),
            Argument::Memory(place) => code.store(place, self.bits, value, Mode::Rlx),
            Argument::Number(_) => {}
        }
    }

    /// Atomic if memory takes part.
    fn exchange(&self, code: &mut Code<'_>, first: &Argument, second: &Argument) {
        let (place, register) = match (first, second) {
            (Argument::Memory(place), register) | (register, Argument::Memory(place)) => (place, register),
            _ => {
                let (a, b) = (self.read(code, first), self.read(code, second));
                // Both were read into registers of their own only if they are narrow.
                let kept = code.temp();
                code.builder.mov(kept, a);
                self.assign(code, first, b);
                self.assign(code, second, kept.into());
                return;
            }
        };
        let value = self.read(code, register);
        let old = code.update(UpdateKind::Exchange, place, self.bits, value, Mode::Rlx);
        self.assign(code, register, old);
    }

    fn compare_exchange(&self, code: &mut Code<'_>, destination: &Argument, source: &Argument) -> Result<(), Error> {
        let Argument::Memory(place) = destination else { return Err(self.error(code, "takes memory")) };
        if !self.locked {
            return Err(self.error(code, "is supported with `lock` only"));
        }
        let accumulator = register(code.dialect, if code.word() == 64 { "rax" } else { "eax" });
        let accumulator = accumulator.map(|view| View { bits: self.bits, ..view });
        let Some(accumulator) = accumulator else { return Err(self.error(code, "has no accumulator")) };
        let (expected, desired) = (code.get(&accumulator), self.read(code, source));
        let orders = [Mode::Rlx, Mode::Tag(Tag::Locked)];
        let [old, stored] = code.compare_exchange(place, self.bits, [expected, desired], orders);
        code.subtract(self.bits, expected, old, Borrow::Set);
        code.set_zero(stored);
        // If it stored, this writes what is there already.
        code.set(&accumulator, old);
        Ok(())
    }

    /// `add`, `sub`, `and`, `or`, `xor`, `xadd`, `inc`, `dec`, `neg`, `not`
    fn modify(&self, code: &mut Code<'_>, destination: &Argument, source: &Argument) {
        let value = self.read(code, source);
        let kind = match self.stem.as_str() {
            "add" | "inc" | "xadd" => Some(UpdateKind::Add),
            "sub" | "dec" => Some(UpdateKind::Sub),
            "and" => Some(UpdateKind::And),
            "or" => Some(UpdateKind::Or),
            "xor" | "not" => Some(UpdateKind::Xor),
            _ => None,
        };
        let operand = if self.stem == "not" { code.truncate(u64::MAX, self.bits) } else { value };
        let old = match (destination, kind) {
            (Argument::Memory(place), Some(kind)) if self.locked => {
                let old = code.update(kind, place, self.bits, operand, Mode::Rlx);
                self.compute(code, old, value);
                old
            }
            _ => {
                let old = self.read(code, destination);
                let result = self.compute(code, old, value);
                self.assign(code, destination, result);
                old
            }
        };
        if self.stem == "xadd" {
            self.assign(code, source, old);
        }
    }

    /// The result, with flags set.
    fn compute(&self, code: &mut Code<'_>, old: Operand, value: Operand) -> Operand {
        let bits = self.bits;
        let logical = |code: &mut Code<'_>, op| {
            let result = code.binary(op, bits, old, value);
            code.logical_flags(bits, result);
            result
        };
        match self.stem.as_str() {
            "inc" | "dec" => {
                // The carry stays as it was.
                let kept = code.temp();
                let carry = code.flag("c");
                code.builder.mov(kept, carry);
                let result = match self.stem.as_str() {
                    "inc" => code.add(bits, old, value),
                    _ => code.subtract(bits, old, value, Borrow::Set),
                };
                let carry = code.flag_register("c");
                code.builder.mov(carry, kept);
                result
            }
            "sub" | "cmp" => code.subtract(bits, old, value, Borrow::Set),
            "and" | "test" => logical(code, BinaryOp::And),
            "or" => logical(code, BinaryOp::Or),
            "xor" => logical(code, BinaryOp::Xor),
            "neg" => code.subtract(bits, Operand::Const(0), old, Borrow::Set),
            "not" => code.complement(old, bits),
            _ => code.add(bits, old, value),
        }
    }
}
