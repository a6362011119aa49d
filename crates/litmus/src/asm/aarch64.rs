//! The instructions of 64-bit ARM.

use raddle_graph::{Mode, Tag};
use raddle_ir::{BinaryOp, Operand, UpdateKind};

use super::code::{Code, MemoryOperand};
use super::flags::Borrow;
use super::registers::View;
use super::token::{Cursor, Token};
use super::{annotated, unknown};
use crate::error::{Error, Span};

pub(super) fn instruction(cursor: &mut Cursor<'_>, code: &mut Code<'_>) -> Result<(), Error> {
    let (name, span) = cursor.word("an instruction")?;
    let lower = name.to_ascii_lowercase();
    match lower.as_str() {
        "nop" => Ok(()),
        "mov" | "movz" | "mvn" => {
            let dst = code.view(cursor)?;
            cursor.comma()?;
            let value = flexible(cursor, code, dst.bits)?;
            let value = if lower == "mvn" { code.complement(value, dst.bits) } else { value };
            code.set(&dst, value);
            Ok(())
        }
        "cmp" | "cmn" | "tst" => compare(&lower, cursor, code),
        "cbz" | "cbnz" => {
            let value = code.operand(cursor)?;
            cursor.comma()?;
            let op = if lower == "cbz" { BinaryOp::Eq } else { BinaryOp::Ne };
            let cond = code.binary(op, 64, value, 0u64);
            code.branch(cond, cursor)
        }
        "tbz" | "tbnz" => branch_on_bit(&lower, span, cursor, code),
        "b" => code.jump(cursor),
        "csel" | "csinc" | "csinv" | "csneg" | "cset" | "csetm" | "cinc" | "cinv" | "cneg" => {
            conditional(&lower, cursor, code)
        }
        "dmb" | "dsb" => {
            let (option, option_span) = cursor.word("what the barrier orders, as in `DMB SY`")?;
            let tag = barrier(&lower, &option.to_ascii_lowercase());
            let tag = tag.ok_or_else(|| unknown(code, &format!("{name} {option}"), option_span))?;
            code.builder.fence(Mode::Tag(tag));
            Ok(())
        }
        "isb" => {
            if matches!(cursor.peek(), Some(Token::Word(option)) if option.eq_ignore_ascii_case("sy")) {
                cursor.advance();
            }
            code.builder.fence(Mode::Tag(Tag::Isb));
            Ok(())
        }
        _ => {
            let condition = lower.strip_prefix("b.").or_else(|| lower.strip_prefix('b').filter(|rest| rest.len() == 2));
            if let Some(cond) = condition.and_then(|condition| code.arm_condition(condition)) {
                return code.branch(cond, cursor);
            }
            if let Some((op, sets_flags)) = arithmetic(&lower) {
                return compute(op, sets_flags, cursor, code);
            }
            if let Some(access) = Access::named(&lower) {
                return access.write(cursor, code);
            }
            if let Some(atomic) = Atomic::named(&lower) {
                return atomic.write(cursor, code);
            }
            Err(unknown(code, name, span))
        }
    }
}

/// An instruction that only sets flags.
fn compare(name: &str, cursor: &mut Cursor<'_>, code: &mut Code<'_>) -> Result<(), Error> {
    let lhs = code.view(cursor)?;
    let left = code.get(&lhs);
    cursor.comma()?;
    let right = flexible(cursor, code, lhs.bits)?;
    match name {
        "cmp" => {
            code.subtract(lhs.bits, left, right, Borrow::Clear);
        }
        "cmn" => {
            code.add(lhs.bits, left, right);
        }
        _ => {
            let both = code.binary(BinaryOp::And, lhs.bits, left, right);
            code.logical_flags(lhs.bits, both);
        }
    }
    Ok(())
}

/// `TBZ` and `TBNZ`.
fn branch_on_bit(name: &str, span: Span, cursor: &mut Cursor<'_>, code: &mut Code<'_>) -> Result<(), Error> {
    let value = code.operand(cursor)?;
    cursor.comma()?;
    let bit = immediate(cursor)?;
    cursor.comma()?;
    let bit = u32::try_from(bit).ok().filter(|bit| *bit < 64);
    let bit = bit.ok_or_else(|| cursor.error_at(span, "registers have bits 0 to 63", ""))?;
    let masked = code.binary(BinaryOp::And, 64, value, 1u64 << bit);
    let op = if name == "tbz" { BinaryOp::Eq } else { BinaryOp::Ne };
    let cond = code.binary(op, 64, masked, 0u64);
    code.branch(cond, cursor)
}

pub(super) fn barrier(name: &str, option: &str) -> Option<Tag> {
    let kind = match option {
        "sy" | "ish" | "osh" | "nsh" => 0,
        "ld" | "ishld" | "oshld" | "nshld" => 1,
        "st" | "ishst" | "oshst" | "nshst" => 2,
        _ => return None,
    };
    let tags = match name {
        "dmb" => [Tag::DmbSy, Tag::DmbLd, Tag::DmbSt],
        _ => [Tag::DsbSy, Tag::DsbLd, Tag::DsbSt],
    };
    Some(tags[kind])
}

/// `#1`, or `1`.
fn immediate(cursor: &mut Cursor<'_>) -> Result<i128, Error> {
    cursor.eat('#');
    cursor.number("a number")
}

/// A register, perhaps shifted or extended, or a number.
fn flexible(cursor: &mut Cursor<'_>, code: &mut Code<'_>, bits: u8) -> Result<Operand, Error> {
    if code.at_register(cursor) {
        let view = code.view(cursor)?;
        let value = code.get(&view);
        return modified(cursor, code, &view, value);
    }
    let number = immediate(cursor)? as u64;
    let number = code.truncate(number, bits);
    if cursor.is(',') {
        let zero = View { register: None, bits: 64 };
        return modified(cursor, code, &zero, number);
    }
    Ok(number)
}

/// `, SXTW`, `, LSL #2`, or nothing.
fn modified(cursor: &mut Cursor<'_>, code: &mut Code<'_>, view: &View, value: Operand) -> Result<Operand, Error> {
    if !cursor.is(',') {
        return Ok(value);
    }
    let Some(Token::Word(word)) = cursor.peek_at(1) else { return Ok(value) };
    let name = word.to_ascii_lowercase();
    let value = match name.as_str() {
        "sxtw" => code.sign_extend(value, 32),
        "uxtw" => code.truncate(value, 32),
        "lsl" | "lsr" | "asr" | "sxtx" | "uxtx" => value,
        _ => return Ok(value),
    };
    cursor.advance();
    cursor.advance();
    let shift = if cursor.is('#') || matches!(cursor.peek(), Some(Token::Number(_))) { immediate(cursor)? } else { 0 };
    let op = match name.as_str() {
        "lsr" => BinaryOp::LShr,
        "asr" => BinaryOp::AShr,
        _ => BinaryOp::Shl,
    };
    let bits = if name.starts_with(['s', 'u']) { 64 } else { view.bits };
    if !(0..i128::from(bits)).contains(&shift) {
        return Err(cursor.expected("a shift by fewer bits than the register has"));
    }
    Ok(if shift == 0 { value } else { code.binary(op, bits, value, shift as u64) })
}

fn arithmetic(name: &str) -> Option<(BinaryOp, bool)> {
    Some(match name {
        "add" => (BinaryOp::Add, false),
        "adds" => (BinaryOp::Add, true),
        "sub" => (BinaryOp::Sub, false),
        "subs" => (BinaryOp::Sub, true),
        "and" => (BinaryOp::And, false),
        "ands" => (BinaryOp::And, true),
        "orr" => (BinaryOp::Or, false),
        "eor" => (BinaryOp::Xor, false),
        "mul" => (BinaryOp::Mul, false),
        "lsl" => (BinaryOp::Shl, false),
        "lsr" => (BinaryOp::LShr, false),
        "asr" => (BinaryOp::AShr, false),
        _ => return None,
    })
}

fn compute(op: BinaryOp, sets_flags: bool, cursor: &mut Cursor<'_>, code: &mut Code<'_>) -> Result<(), Error> {
    let dst = code.view(cursor)?;
    cursor.comma()?;
    let lhs = code.operand(cursor)?;
    cursor.comma()?;
    let mut rhs = flexible(cursor, code, dst.bits)?;
    if matches!(op, BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr) {
        rhs = code.binary(BinaryOp::And, 64, rhs, u64::from(dst.bits - 1));
    }
    let result = match (op, sets_flags) {
        (BinaryOp::Add, true) => code.add(dst.bits, lhs, rhs),
        (BinaryOp::Sub, true) => code.subtract(dst.bits, lhs, rhs, Borrow::Clear),
        _ => code.binary(op, dst.bits, lhs, rhs),
    };
    if op == BinaryOp::And && sets_flags {
        code.logical_flags(dst.bits, result);
    }
    code.set(&dst, result);
    Ok(())
}

/// `CSEL`, `CSINC`, …, `CSET`, `CNEG`: what is written as a change under a condition is a selection under the opposite one.
fn conditional(name: &str, cursor: &mut Cursor<'_>, code: &mut Code<'_>) -> Result<(), Error> {
    let dst = code.view(cursor)?;
    cursor.comma()?;
    let mut source = || -> Result<Operand, Error> {
        let source = code.operand(cursor)?;
        cursor.comma()?;
        Ok(source)
    };
    let (then, otherwise) = match name {
        "cset" | "csetm" => (Operand::Const(0), Operand::Const(0)),
        "cinc" | "cinv" | "cneg" => [source()?; 2].into(),
        _ => (source()?, source()?),
    };
    let changed = match name {
        "csinc" | "cinc" | "cset" => code.binary(BinaryOp::Add, dst.bits, otherwise, 1u64),
        "csinv" | "cinv" | "csetm" => code.complement(otherwise, dst.bits),
        "csneg" | "cneg" => code.binary(BinaryOp::Sub, dst.bits, 0u64, otherwise),
        _ => otherwise,
    };
    let is_selection = matches!(name, "csel" | "csinc" | "csinv" | "csneg");
    let (then, otherwise) = if is_selection { (then, changed) } else { (changed, then) };
    let (condition, span) = cursor.word("a condition, such as `EQ`")?;
    let cond = code.arm_condition(&condition.to_ascii_lowercase());
    let cond = cond.ok_or_else(|| code.error(span, format!("`{condition}` is not a condition"), ""))?;
    let result = code.temp();
    code.builder.select(result, cond, then, otherwise);
    code.set(&dst, result);
    Ok(())
}

/// `[X1]`, `[X1,#4]`, `[X1,X2]`, `[X1,W2,SXTW]`
fn address(cursor: &mut Cursor<'_>, code: &mut Code<'_>) -> Result<MemoryOperand, Error> {
    cursor.expect('[')?;
    let base = address_register(cursor, code)?;
    let mut place = code.place(&base);
    if cursor.eat(',') {
        let offset = flexible(cursor, code, 64)?;
        place = code.offset(place, offset);
    }
    cursor.expect(']')?;
    if cursor.is('!') || cursor.is(',') {
        return Err(cursor.error_at(cursor.span(), "addresses that change their register are not supported", ""));
    }
    Ok(place)
}

fn address_register(cursor: &mut Cursor<'_>, code: &mut Code<'_>) -> Result<View, Error> {
    let span = cursor.span();
    let view = code.view(cursor)?;
    match view.bits {
        64 => Ok(view),
        _ => Err(code.error(span, "addresses are in registers of 64 bits", "name the register by `X`")),
    }
}

/// A load or store.
struct Access {
    load: bool,
    exclusive: bool,
    mode: Mode,
    /// How many bits, if the name says it.
    bits: Option<u8>,
    signed: bool,
}

impl Access {
    fn named(name: &str) -> Option<Access> {
        let plain = |load, mode, bits| Access { load, exclusive: false, mode, bits, signed: false };
        match name {
            "ldrsw" => return Some(Access { signed: true, ..plain(true, Mode::Rlx, Some(32)) }),
            "ldrsb" => return Some(Access { signed: true, ..plain(true, Mode::Rlx, Some(8)) }),
            "ldrsh" => return Some(Access { signed: true, ..plain(true, Mode::Rlx, Some(16)) }),
            _ => {}
        }
        let (stem, bits) = match name.as_bytes().last()? {
            b'b' => (&name[..name.len() - 1], Some(8)),
            b'h' => (&name[..name.len() - 1], Some(16)),
            _ => (name, None),
        };
        let pc = Mode::Tag(Tag::AcqPc);
        let (load, exclusive, mode) = match stem {
            "ldr" | "ldur" => (true, false, Mode::Rlx),
            "ldar" => (true, false, Mode::Acq),
            "ldapr" | "ldapur" => (true, false, pc),
            "ldxr" => (true, true, Mode::Rlx),
            "ldaxr" => (true, true, Mode::Acq),
            "str" | "stur" => (false, false, Mode::Rlx),
            "stlr" | "stlur" => (false, false, Mode::Rel),
            "stxr" => (false, true, Mode::Rlx),
            "stlxr" => (false, true, Mode::Rel),
            _ => return None,
        };
        Some(Access { exclusive, ..plain(load, mode, bits) })
    }

    fn write(&self, cursor: &mut Cursor<'_>, code: &mut Code<'_>) -> Result<(), Error> {
        let status = (self.exclusive && !self.load).then(|| code.view(cursor)).transpose()?;
        if status.is_some() {
            cursor.comma()?;
        }
        let register = code.view(cursor)?;
        cursor.comma()?;
        let place = address(cursor, code)?;
        let bits = self.bits.unwrap_or(register.bits);
        if self.load {
            let value = match self.exclusive {
                true => code.reserve(&place, bits, self.mode),
                false => code.load(&place, bits, self.mode),
            };
            let value = if self.signed { code.sign_extend(value, bits) } else { value };
            code.set(&register, value);
            return Ok(());
        }
        let value = code.get(&register);
        match status {
            Some(status) => {
                let failed = code.conditional(&place, bits, value, self.mode);
                code.set(&status, failed);
            }
            None => code.store(&place, bits, value, self.mode),
        }
        Ok(())
    }
}

/// An instruction that reads and writes memory at once.
struct Atomic {
    kind: AtomicKind,
    acquire: bool,
    release: bool,
    bits: Option<u8>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum AtomicKind {
    CompareAndSwap,
    Swap,
    /// Loads the old value.
    Load(Operation),
    /// Does not.
    Store(Operation),
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Operation {
    Update(UpdateKind),
    /// Clears the bits of the operand.
    Clear,
}

impl Atomic {
    fn named(name: &str) -> Option<Atomic> {
        const OPERATIONS: [(&str, Operation); 8] = [
            ("add", Operation::Update(UpdateKind::Add)),
            ("set", Operation::Update(UpdateKind::Or)),
            ("clr", Operation::Clear),
            ("eor", Operation::Update(UpdateKind::Xor)),
            ("smax", Operation::Update(UpdateKind::Max)),
            ("smin", Operation::Update(UpdateKind::Min)),
            ("umax", Operation::Update(UpdateKind::UMax)),
            ("umin", Operation::Update(UpdateKind::UMin)),
        ];
        let operation = |rest: &'_ str| {
            OPERATIONS.iter().find_map(|(name, operation)| Some((*operation, rest.strip_prefix(name)?.len())))
        };
        let (kind, suffix) = if let Some(rest) = name.strip_prefix("cas") {
            (AtomicKind::CompareAndSwap, rest.len())
        } else if let Some(rest) = name.strip_prefix("swp") {
            (AtomicKind::Swap, rest.len())
        } else if let Some(rest) = name.strip_prefix("ld") {
            let (operation, left) = operation(rest)?;
            (AtomicKind::Load(operation), left)
        } else {
            let (operation, left) = operation(name.strip_prefix("st")?)?;
            (AtomicKind::Store(operation), left)
        };
        let suffix = &name[name.len() - suffix..];
        let (orders, bits) = match suffix.as_bytes().last() {
            Some(b'b') => (&suffix[..suffix.len() - 1], Some(8)),
            Some(b'h') => (&suffix[..suffix.len() - 1], Some(16)),
            _ => (suffix, None),
        };
        let (acquire, release) = match orders {
            "" => (false, false),
            "a" if !matches!(kind, AtomicKind::Store(_)) => (true, false),
            "l" => (false, true),
            "al" if !matches!(kind, AtomicKind::Store(_)) => (true, true),
            _ => return None,
        };
        Some(Atomic { kind, acquire, release, bits })
    }

    fn write(&self, cursor: &mut Cursor<'_>, code: &mut Code<'_>) -> Result<(), Error> {
        let span = cursor.span();
        let first = code.view(cursor)?;
        cursor.comma()?;
        let second = match self.kind {
            AtomicKind::Store(_) => None,
            _ => {
                let second = code.view(cursor)?;
                cursor.comma()?;
                self.same_size(&first, &second, span, code)?;
                Some(second)
            }
        };
        let place = address(cursor, code)?;
        let bits = self.bits.unwrap_or(first.bits);
        // The register that gets the old value; the zero register gets none.
        let result = match self.kind {
            AtomicKind::CompareAndSwap => Some(&first),
            _ => second.as_ref(),
        };
        let is_used = result.is_some_and(|view| view.register.is_some());
        let [mode, failing] = [self.mode(is_used, self.release), self.mode(is_used, false)];
        let operand = code.get(&first);
        let old = match (self.kind, &second) {
            (AtomicKind::CompareAndSwap, Some(second)) => {
                let desired = code.get(second);
                let [old, _] = code.compare_exchange(&place, bits, [operand, desired], [mode, failing]);
                code.set(&first, old);
                return Ok(());
            }
            (AtomicKind::Load(operation) | AtomicKind::Store(operation), _) => match operation {
                Operation::Update(kind) => code.update(kind, &place, bits, operand, mode),
                Operation::Clear => {
                    let kept = code.complement(operand, bits);
                    code.update(UpdateKind::And, &place, bits, kept, mode)
                }
            },
            _ => code.update(UpdateKind::Exchange, &place, bits, operand, mode),
        };
        if let Some(second) = second {
            code.set(&second, old);
        }
        Ok(())
    }

    /// The order of the instruction. Without a result it does not acquire.
    fn mode(&self, is_used: bool, release: bool) -> Mode {
        match (is_used, self.acquire, release) {
            (true, true, true) => Mode::Tag(Tag::AmoAcqRel),
            (true, acquire, release) => annotated(acquire, release),
            (false, false, false) => Mode::Tag(Tag::Noreturn),
            (false, true, false) => Mode::Tag(Tag::NoreturnAcq),
            (false, false, true) => Mode::Tag(Tag::NoreturnRel),
            (false, true, true) => Mode::Tag(Tag::NoreturnAcqRel),
        }
    }

    fn same_size(&self, first: &View, second: &View, span: Span, code: &Code<'_>) -> Result<(), Error> {
        match first.bits == second.bits {
            true => Ok(()),
            false => Err(code.error(span, "both registers must have the same size", "")),
        }
    }
}
