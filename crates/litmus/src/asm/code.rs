//! Writes the bytecode of one thread of a test in assembly language.
//!
//! Machine registers are bytecode registers of 64 bits; a register's name selects some of the low bits. Every result is computed
//! from them by bytecode instructions, which track dependencies: also syntactic ones, as in the exclusive or of a register
//! with itself.

use std::collections::{BTreeMap, BTreeSet};

use raddle_graph::{Address, Mode, Value, Width};
use raddle_ir::{BinaryOp, FunctionBuilder, Instr, Label, Operand, Reg, UpdateKind};

use super::VariableAccess;
use super::registers::{View, register};
use super::token::{Cursor, Token};
use crate::dialect::Dialect;
use crate::error::{Error, Span};
use crate::lines::Lines;
use crate::lower::Layout;

/// The register that holds 1 while something is reserved; no machine register has this name.
const MONITOR: &str = "%monitor";

/// An address, and the register or variable that it is computed from, if that is known.
pub(crate) struct MemoryOperand {
    pub addr: Operand,
    base: Option<Base>,
}

/// What an address is computed from.
#[derive(Clone, Debug)]
enum Base {
    /// A register, by its own name.
    Register(String),
    /// A shared variable.
    Variable(String),
}

struct Target {
    label: Label,
    /// Where it is used first.
    used: Option<Span>,
    bound: bool,
    /// Counts jumps back to it, if loops are bounded.
    counter: Option<Reg>,
}

pub(crate) struct Code<'a> {
    pub dialect: Dialect,
    source: &'a str,
    lines: &'a Lines<'a>,
    layout: &'a Layout,
    pub builder: FunctionBuilder,
    registers: BTreeMap<String, Reg>,
    labels: BTreeMap<String, Target>,
    unroll: Option<u64>,
    /// The condition flags, by the names that dialects give them.
    pub(super) flags: BTreeMap<&'static str, Reg>,
    written: BTreeSet<String>,
    initial: BTreeMap<String, Value>,
    /// Accesses with their sizes in bytes.
    accesses: Vec<(Base, u64, Span)>,
    /// The instruction that is being lowered.
    span: Span,
}

impl<'a> Code<'a> {
    pub fn new(
        dialect: Dialect,
        (source, lines): (&'a str, &'a Lines<'a>),
        layout: &'a Layout,
        builder: FunctionBuilder,
        unroll: Option<u64>,
    ) -> Code<'a> {
        Code {
            dialect,
            source,
            lines,
            layout,
            builder,
            registers: BTreeMap::new(),
            labels: BTreeMap::new(),
            unroll,
            flags: BTreeMap::new(),
            written: BTreeSet::new(),
            initial: BTreeMap::new(),
            accesses: Vec::new(),
            span: Span::default(),
        }
    }

    /// The position in the source of what is emitted from now on.
    pub fn at(&mut self, span: Span) {
        self.span = span;
        self.builder.at(self.lines.position(span.start));
    }

    pub fn error(&self, span: Span, message: impl Into<String>, help: impl Into<String>) -> Error {
        Error::new(self.source, span, message, help)
    }

    /// The number of bits of the machine's registers and addresses.
    pub fn word(&self) -> u8 {
        self.dialect.address_bits()
    }

    /// The bytecode register that stands for a register.
    pub fn register(&mut self, name: &str) -> Reg {
        if let Some(&reg) = self.registers.get(name) {
            return reg;
        }
        let reg = self.builder.named_register(name);
        self.registers.insert(name.to_owned(), reg);
        reg
    }

    /// The name of a register at the cursor.
    pub fn view(&self, cursor: &mut Cursor<'_>) -> Result<View, Error> {
        let view = match cursor.peek() {
            Some(Token::Word(word)) => register(self.dialect, word),
            _ => None,
        };
        let view = view.ok_or_else(|| cursor.expected("a register"))?;
        cursor.advance();
        Ok(view)
    }

    /// Is there a register at the cursor?
    pub fn at_register(&self, cursor: &Cursor<'_>) -> bool {
        matches!(cursor.peek(), Some(Token::Word(word)) if register(self.dialect, word).is_some())
    }

    /// The value of a register, restricted to the bits that the name selects.
    pub fn get(&mut self, view: &View) -> Operand {
        let Some(name) = &view.register else { return Operand::Const(0) };
        let reg = self.register(name);
        if view.bits == 64 {
            return reg.into();
        }
        self.truncate(reg, view.bits)
    }

    /// Reads the register named at the cursor.
    pub fn operand(&mut self, cursor: &mut Cursor<'_>) -> Result<Operand, Error> {
        let view = self.view(cursor)?;
        Ok(self.get(&view))
    }

    /// Sets a register. A name that selects half of it sets the other half to 0; one that selects less keeps the rest.
    pub fn set(&mut self, view: &View, value: impl Into<Operand>) {
        let Some(name) = &view.register else { return };
        self.written.insert(name.clone());
        let reg = self.register(name);
        let value = match view.bits {
            64 => value.into(),
            32 => self.truncate(value, 32),
            bits => {
                let low = self.truncate(value, bits);
                let rest = self.binary(BinaryOp::And, 64, reg, u64::MAX << bits);
                self.binary(BinaryOp::Or, 64, rest, low)
            }
        };
        self.builder.mov(reg, value);
    }

    pub fn temp(&mut self) -> Reg {
        self.builder.register()
    }

    /// `lhs op rhs`
    pub fn binary(&mut self, op: BinaryOp, bits: u8, lhs: impl Into<Operand>, rhs: impl Into<Operand>) -> Operand {
        let dst = self.temp();
        self.builder.binary(op, width(bits), dst, lhs, rhs);
        dst.into()
    }

    pub fn truncate(&mut self, value: impl Into<Operand>, bits: u8) -> Operand {
        let value = value.into();
        if bits == 64 {
            return value;
        }
        let dst = self.temp();
        self.builder.truncate(dst, value, width(bits));
        dst.into()
    }

    /// Sign-extends a value of this many bits.
    pub fn sign_extend(&mut self, value: impl Into<Operand>, bits: u8) -> Operand {
        let value = value.into();
        if bits == 64 {
            return value;
        }
        let dst = self.temp();
        self.builder.sign_extend(dst, value, width(bits), Width::W64);
        dst.into()
    }

    pub fn complement(&mut self, value: impl Into<Operand>, bits: u8) -> Operand {
        self.binary(BinaryOp::Xor, bits, value, u64::MAX)
    }

    // Memory.

    /// The memory that a register points to.
    pub fn place(&mut self, base: &View) -> MemoryOperand {
        let addr = self.get(base);
        MemoryOperand { addr, base: base.register.clone().map(Base::Register) }
    }

    /// The memory of a variable.
    pub fn variable(&self, name: &str, span: Span) -> Result<MemoryOperand, Error> {
        let Some(variable) = self.layout.get(name) else {
            return Err(self.error(span, format!("there is no shared variable `{name}`"), ""));
        };
        Ok(MemoryOperand { addr: Operand::Const(variable.base), base: Some(Base::Variable(name.to_owned())) })
    }

    /// The same operand with an offset added to its address.
    pub fn offset(&mut self, place: MemoryOperand, offset: impl Into<Operand>) -> MemoryOperand {
        let offset = offset.into();
        if offset == Operand::Const(0) {
            return place;
        }
        let word = self.word();
        MemoryOperand { addr: self.binary(BinaryOp::Add, word, place.addr, offset), base: place.base }
    }

    fn access(&mut self, place: &MemoryOperand, bits: u8) -> Width {
        if let Some(base) = &place.base {
            self.accesses.push((base.clone(), u64::from(bits / 8), self.span));
        }
        width(bits)
    }

    /// Loads, zero-extended.
    pub fn load(&mut self, place: &MemoryOperand, bits: u8, mode: Mode) -> Operand {
        let width = self.access(place, bits);
        let dst = self.temp();
        self.builder.load(dst, place.addr, mode, width);
        dst.into()
    }

    pub fn store(&mut self, place: &MemoryOperand, bits: u8, value: impl Into<Operand>, mode: Mode) {
        let width = self.access(place, bits);
        let value = self.truncate(value, bits);
        self.builder.store(place.addr, value, mode, width);
    }

    /// A load-linked: loads and reserves the location.
    pub fn reserve(&mut self, place: &MemoryOperand, bits: u8, mode: Mode) -> Operand {
        let width = self.access(place, bits);
        let dst = self.temp();
        self.builder.reserve(dst, place.addr, mode, width);
        let monitor = self.register(MONITOR);
        self.builder.mov(monitor, 1);
        dst.into()
    }

    /// A store-conditional: succeeds only if the location is still reserved, and may fail even then. The reservation is used up
    /// either way. Returns 1 if it failed. On RISC-V, what follows from success depends on the store.
    pub fn conditional(&mut self, place: &MemoryOperand, bits: u8, value: impl Into<Operand>, mode: Mode) -> Operand {
        let width = self.access(place, bits);
        let value = self.truncate(value, bits);
        let (failed, monitor) = (self.temp(), self.register(MONITOR));
        let [attempt, store, end] = [self.builder.label(), self.builder.label(), self.builder.label()];
        self.builder.mov(failed, 1);
        self.builder.branch(monitor, attempt, end);
        self.builder.bind(attempt);
        self.builder.emit(Instr::Choose { dst: failed, count: Operand::Const(2) });
        self.builder.branch(failed, end, store);
        self.builder.bind(store);
        let done = (self.dialect == Dialect::Riscv).then_some(failed);
        self.builder.emit(Instr::Conditional { addr: place.addr, value, mode, width, done });
        self.builder.bind(end);
        self.builder.mov(monitor, 0);
        failed.into()
    }

    /// An update; returns the value read.
    pub fn update(
        &mut self,
        kind: UpdateKind,
        place: &MemoryOperand,
        bits: u8,
        value: impl Into<Operand>,
        mode: Mode,
    ) -> Operand {
        let width = self.access(place, bits);
        let value = self.truncate(value, bits);
        let old = self.temp();
        self.builder.update(kind, Some(old), place.addr, value, mode, width);
        old.into()
    }

    /// A compare-exchange; returns the value read, and 1 if it stored.
    pub fn compare_exchange(
        &mut self,
        place: &MemoryOperand,
        bits: u8,
        [expected, desired]: [Operand; 2],
        [success, failure]: [Mode; 2],
    ) -> [Operand; 2] {
        let width = self.access(place, bits);
        let (expected, desired) = (self.truncate(expected, bits), self.truncate(desired, bits));
        let (old, stored) = (self.temp(), self.temp());
        self.builder.emit(Instr::CompareExchange {
            addr: place.addr,
            expected,
            desired,
            success,
            failure,
            weak: false,
            width,
            old: Some(old),
            stored: Some(stored),
        });
        [old.into(), stored.into()]
    }

    // Jumps.

    fn target(&mut self, name: &str) -> &mut Target {
        let counts = self.unroll.is_some();
        let (builder, labels) = (&mut self.builder, &mut self.labels);
        labels.entry(name.to_owned()).or_insert_with(|| Target {
            label: builder.label(),
            used: None,
            bound: false,
            counter: counts.then(|| builder.register()),
        })
    }

    /// Binds a label to the next instruction.
    pub fn bind(&mut self, name: &str, span: Span) -> Result<(), Error> {
        let target = self.target(name);
        if target.bound {
            return Err(self.error(span, format!("there are two labels `{name}`"), "rename one of them"));
        }
        target.bound = true;
        let label = target.label;
        self.builder.bind(label);
        Ok(())
    }

    /// Jumps to the label named at the cursor.
    pub fn jump(&mut self, cursor: &mut Cursor<'_>) -> Result<(), Error> {
        let (name, span) = cursor.word("a label")?;
        let unroll = self.unroll;
        let target = self.target(name);
        target.used.get_or_insert(span);
        let (label, counter) = (target.label, target.counter.filter(|_| target.bound));
        if let (Some(counter), Some(bound)) = (counter, unroll) {
            self.builder.loop_bound(counter, bound);
        }
        self.builder.jump(label);
        Ok(())
    }

    /// Jumps to the label named at the cursor if a value is not 0.
    pub fn branch(&mut self, cond: impl Into<Operand>, cursor: &mut Cursor<'_>) -> Result<(), Error> {
        let (taken, next) = (self.builder.label(), self.builder.label());
        self.builder.branch(cond, taken, next);
        self.builder.bind(taken);
        self.jump(cursor)?;
        self.builder.bind(next);
        Ok(())
    }

    /// Ends the thread; labels may stand at its end. Returns the code, and the accesses to known variables.
    pub fn finish(mut self) -> Result<(FunctionBuilder, Vec<VariableAccess>), Error> {
        self.builder.finish();
        for (name, target) in &self.labels {
            if let Some(span) = target.used.filter(|_| !target.bound) {
                return Err(self.error(
                    span,
                    format!("there is no label `{name}`"),
                    "put `NAME:` before an instruction",
                ));
            }
        }
        let mut accesses = Vec::new();
        for (base, bytes, span) in std::mem::take(&mut self.accesses) {
            let variable = match base {
                Base::Variable(name) => Some(name),
                Base::Register(name) if self.written.contains(&name) => None,
                Base::Register(name) => self
                    .initial
                    .get(&name)
                    .and_then(|value| self.layout.at(Address(*value)))
                    .map(|(v, _)| v.name.clone()),
            };
            accesses.extend(variable.map(|variable| VariableAccess { variable, bytes, span }));
        }
        Ok((self.builder, accesses))
    }

    /// Does the register hold the address of a variable at the beginning?
    pub fn points(&self, view: &View) -> bool {
        let value = view.register.as_ref().and_then(|name| self.initial.get(name));
        value.is_some_and(|value| self.layout.at(Address(*value)).is_some())
    }

    /// The initial value of a register.
    pub fn initialise(&mut self, name: &str, value: Value) {
        self.initial.insert(name.to_owned(), value);
        let reg = self.register(name);
        self.builder.mov(reg, value);
    }
}

/// A width in bits.
pub(crate) fn width(bits: u8) -> Width {
    Width::new(bits).expect("registers and accesses have 8 to 64 bits")
}
