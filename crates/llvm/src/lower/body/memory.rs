//! Loads, stores, atomic updates, fences and dynamic stack slots.

use raddle_graph::Mode;
use raddle_ir::{BinaryOp, Instr, Operand, Reg, UpdateKind};

use super::values::width;
use super::{Body, Operands};
use crate::lower::analysis::address;
use crate::lower::error::LowerError;
use crate::lower::world::shape::{self, Scalar};
use crate::text::ids::{LocalId, TypeId};
use crate::text::instr::{self, Atomic, CmpXchg, Instruction, InstructionKind};
use crate::text::keywords::{Ordering, RmwOp};

impl<'m> Body<'_, 'm> {
    /// A dynamic stack slot: an `alloca` outside of the entry block, or one of unknown size.
    pub(crate) fn alloca(
        &mut self,
        it: &Instruction,
        ty: TypeId,
        count: Option<instr::Operand>,
        align: Option<u64>,
    ) -> Result<(), LowerError> {
        let Some(slot) = it.result else { return Ok(()) };
        if self.is_defined(slot) || self.is_scoped(slot) {
            return Ok(());
        }
        let Some(layout) = self.module.layout(ty) else { return Err(self.unsupported_type(ty)) };
        let (element, align) = (layout.size, align.unwrap_or(layout.align));
        let count = match count {
            Some(count) => self.word(count)?,
            None => Operand::Const(1),
        };
        let size = self.binary(BinaryOp::Mul, 64, count, Operand::Const(element));
        self.declare(slot);
        let address = if self.escapes(slot) {
            let address = self.allocate_on_stack(size);
            self.remember_dynamic(slot, address);
            address
        } else {
            let dst = self.code.register();
            self.emit(Instr::Private { dst, size, align });
            Operand::Reg(dst)
        };
        self.define(it, [address].into());
        Ok(())
    }

    /// Allocates private cells for the addresses of dynamic slots that may escape.
    pub(crate) fn make_dynamic_cells(&mut self) {
        let function = self.function;
        for (block, instructions) in function.blocks.iter().enumerate() {
            for instruction in &instructions.instructions {
                let (InstructionKind::Alloca { ty, count, .. }, Some(slot)) = (&instruction.kind, instruction.result)
                else {
                    continue;
                };
                let fixed = block == 0 && address::slot_size(self.module, *ty, *count).is_some();
                if fixed || !self.escapes(slot) {
                    continue;
                }
                let dst = self.code.register();
                self.emit(Instr::Private { dst, size: Operand::Const(8), align: 8 });
                self.store_word(Operand::Reg(dst), Operand::Const(0), 64, Mode::Na);
                self.dynamic.push((slot, Operand::Reg(dst)));
            }
        }
    }

    fn remember_dynamic(&mut self, slot: LocalId, address: Operand) {
        if let Some((_, cell)) = self.dynamic.iter().find(|(known, _)| *known == slot).copied() {
            self.store_word(cell, address, 64, Mode::Na);
        }
    }

    /// Releases the dynamic slots.
    pub(crate) fn release_dynamic(&mut self) {
        for i in (0..self.dynamic.len()).rev() {
            let (_, cell) = self.dynamic[i];
            let addr = self.load_word(cell, 64, Mode::Na, false);
            self.emit(Instr::Release { addr });
            self.store_word(cell, Operand::Const(0), 64, Mode::Na);
        }
    }

    /// The mode of an access that is not atomic.
    fn plain_mode(&mut self, volatile: bool, pointer: instr::Operand) -> Mode {
        let local = self.promotion.spot(pointer).is_some_and(|(slot, _)| !self.escapes(slot));
        if volatile && !local && self.world.volatile_is_relaxed() { Mode::Rlx } else { Mode::Na }
    }

    /// The mode of an atomic access; one with scope `singlethread` orders nothing between threads.
    fn mode(&mut self, atomic: Atomic) -> Mode {
        let single = atomic.scope.is_some_and(|scope| self.module.text(scope).trim_matches('"') == "singlethread");
        // A single-thread scope orders for the compiler only.
        if single { Mode::Rlx } else { mode(atomic.ordering) }
    }

    /// Whether an atomic access has 16 bytes.
    fn is_pair(&mut self, ty: TypeId) -> Result<bool, LowerError> {
        let words = self.words(ty)?;
        Ok(matches!(words[..], [low, high] if [low.bits, high.bits] == [64, 64] && high.offset == 8))
    }

    /// The width of an atomic access.
    fn atomic_bits(&mut self, ty: TypeId) -> Result<u8, LowerError> {
        let words = self.words(ty)?;
        match words[..] {
            [word] if matches!(word.bits, 8 | 16 | 32 | 64) => Ok(word.bits),
            // `_Bool` and the like take a byte in memory.
            [word] if word.bits < 8 => Ok(8),
            _ => {
                let ty = self.module.types.show(ty).to_string();
                Err(self.unsupported(&format!("an atomic access to `{ty}` is not supported")))
            }
        }
    }

    pub(crate) fn load(&mut self, it: &'m Instruction) -> Result<(), LowerError> {
        let InstructionKind::Load { ty, pointer, volatile, atomic, align } = it.kind else {
            unreachable!("called for loads only")
        };
        let words = self.words(ty)?;
        let address = self.word(pointer)?;
        let shapes = &mut self.world.shapes[self.number];
        let raw = atomic.is_none() && self.promotion.is_raw(self.module, self.function, shapes, it);
        let mode = match atomic {
            Some(atomic) => match self.mode(atomic) {
                Mode::Rel | Mode::AcqRel => return Err(self.malformed("a load cannot have this order")),
                mode if self.is_pair(ty)? => {
                    let halves = self.load_pair(address, mode);
                    self.define(it, halves.into());
                    return Ok(());
                }
                mode => {
                    self.atomic_bits(ty)?;
                    mode
                }
            },
            None => self.plain_mode(volatile, pointer),
        };
        let mut value = Vec::with_capacity(words.len());
        for word in words.iter() {
            let address = self.add(address, word.offset);
            let mode = if atomic.is_some() { mode } else { aligned(mode, align, word.bytes()) };
            value.push(self.load_aligned(address, word.bits, mode, raw, piece_align(align, word.offset)));
        }
        self.define(it, value.into());
        Ok(())
    }

    pub(crate) fn store(&mut self, it: &'m Instruction) -> Result<(), LowerError> {
        let InstructionKind::Store { value, pointer, volatile, atomic, align } = it.kind else {
            unreachable!("called for stores only")
        };
        let ty = self.type_of(value);
        let words = self.words(ty)?;
        let (value, address) = (self.value(value)?, self.word(pointer)?);
        let mode = match atomic {
            Some(atomic) => match self.mode(atomic) {
                Mode::Acq | Mode::AcqRel => return Err(self.malformed("a store cannot have this order")),
                mode if self.is_pair(ty)? => {
                    self.store_pair(address, [value[0], value[1]], mode);
                    return Ok(());
                }
                mode => {
                    self.atomic_bits(ty)?;
                    mode
                }
            },
            None => self.plain_mode(volatile, pointer),
        };
        for (word, value) in words.iter().zip(value.iter()) {
            let address = self.add(address, word.offset);
            let mode = if atomic.is_some() { mode } else { aligned(mode, align, word.bytes()) };
            self.store_aligned(address, *value, word.bits, mode, piece_align(align, word.offset));
        }
        Ok(())
    }

    /// Loads a word. A raw load reads undefined bytes as zeros.
    pub(crate) fn load_word(&mut self, address: Operand, bits: u8, mode: Mode, raw: bool) -> Operand {
        self.load_aligned(address, bits, mode, raw, 1)
    }

    /// The same, where the program says that the address is a multiple of `align`.
    fn load_aligned(&mut self, address: Operand, bits: u8, mode: Mode, raw: bool, align: u64) -> Operand {
        let mut value = Operand::Const(0);
        for (start, bytes) in pieces(bits) {
            let addr = self.add(address, start);
            let dst = self.code.narrow_register(bytes * 8);
            self.emit(load(dst, addr, mode, (bytes, piece_align(Some(align), start) >= u64::from(bytes)), raw));
            let piece = self.binary(BinaryOp::Shl, 64, Operand::Reg(dst), Operand::Const(start * 8));
            value = self.binary(BinaryOp::Or, 64, value, piece);
        }
        self.truncate(value, u32::from(bits))
    }

    /// Stores a word.
    pub(crate) fn store_word(&mut self, address: Operand, value: Operand, bits: u8, mode: Mode) {
        self.store_aligned(address, value, bits, mode, 1);
    }

    /// The same, where the program says that the address is a multiple of `align`.
    fn store_aligned(&mut self, address: Operand, value: Operand, bits: u8, mode: Mode, align: u64) {
        for (start, bytes) in pieces(bits) {
            let addr = self.add(address, start);
            let value = self.binary(BinaryOp::LShr, 64, value, Operand::Const(start * 8));
            let aligned = piece_align(Some(align), start) >= u64::from(bytes);
            self.emit(Instr::Store { addr, value, mode, width: width(bytes * 8), aligned });
        }
    }

    pub(crate) fn compare_exchange(&mut self, it: &Instruction, exchange: &CmpXchg) -> Result<(), LowerError> {
        let ty = self.type_of(exchange.expected);
        let addr = self.word(exchange.pointer)?;
        let success = self.mode(exchange.success);
        let failure = self.mode(Atomic { ordering: exchange.failure, ..exchange.success });
        if matches!(failure, Mode::Rel | Mode::AcqRel) {
            return Err(self.malformed("a failed `cmpxchg` cannot have this order"));
        }
        if self.is_pair(ty)? {
            let (expected, desired) = (self.value(exchange.expected)?, self.value(exchange.new)?);
            let halves = |value: &Operands| [value[0], value[1]];
            let modes = (success, failure);
            let (old, stored) =
                self.compare_exchange_pair(addr, halves(&expected), halves(&desired), modes, exchange.weak);
            self.define(it, [old[0], old[1], stored].into());
            return Ok(());
        }
        let bits = self.atomic_bits(ty)?;
        let (expected, desired) = (self.word(exchange.expected)?, self.word(exchange.new)?);
        let (old, stored) = (self.code.narrow_register(bits.into()), self.code.narrow_register(1));
        self.emit(Instr::CompareExchange {
            addr,
            expected,
            desired,
            success,
            failure,
            weak: exchange.weak,
            width: width(u32::from(bits)),
            old: Some(old),
            stored: Some(stored),
        });
        self.define(it, [Operand::Reg(old), Operand::Reg(stored)].into());
        Ok(())
    }

    pub(crate) fn update(&mut self, it: &Instruction) -> Result<(), LowerError> {
        let InstructionKind::AtomicRmw { op, pointer, value, atomic, .. } = it.kind else {
            unreachable!("called for `atomicrmw` only")
        };
        let kind = match op {
            RmwOp::Xchg => UpdateKind::Exchange,
            RmwOp::Add => UpdateKind::Add,
            RmwOp::Sub => UpdateKind::Sub,
            RmwOp::And => UpdateKind::And,
            RmwOp::Nand => UpdateKind::Nand,
            RmwOp::Or => UpdateKind::Or,
            RmwOp::Xor => UpdateKind::Xor,
            RmwOp::Max => UpdateKind::Max,
            RmwOp::Min => UpdateKind::Min,
            RmwOp::UMax => UpdateKind::UMax,
            RmwOp::UMin => UpdateKind::UMin,
            _ => return Err(self.unsupported(&format!("`atomicrmw {op}` is not supported"))),
        };
        let ty = self.type_of(value);
        if self.is_pair(ty)? && kind == UpdateKind::Exchange {
            let (addr, value, mode) = (self.word(pointer)?, self.value(value)?, self.mode(atomic));
            let old = self.exchange_pair(addr, [value[0], value[1]], mode);
            self.define(it, old.into());
            return Ok(());
        }
        let bits = self.atomic_bits(ty)?;
        let (addr, value) = (self.word(pointer)?, self.word(value)?);
        let mode = self.mode(atomic);
        let old = self.code.narrow_register(bits.into());
        self.emit(Instr::Update { kind, addr, value, mode, width: width(u32::from(bits)), old: Some(old) });
        self.define(it, [Operand::Reg(old)].into());
        Ok(())
    }

    pub(crate) fn fence(&mut self, atomic: Atomic) -> Result<(), LowerError> {
        match self.mode(atomic) {
            // A single-thread fence, which orders nothing between threads.
            Mode::Na | Mode::Rlx => {}
            mode => self.emit(Instr::Fence { mode, on: None }),
        }
        Ok(())
    }

    /// The scalar type.
    pub(crate) fn scalar(&self, ty: TypeId) -> Result<Scalar, LowerError> {
        shape::scalar(self.module, ty).ok_or_else(|| self.unsupported_type(ty))
    }
}

fn load(dst: Reg, addr: Operand, mode: Mode, (bytes, aligned): (u32, bool), raw: bool) -> Instr {
    let width = width(bytes * 8);
    if raw && mode == Mode::Na {
        return Instr::LoadRaw { dst, addr, width };
    }
    Instr::Load { dst, addr, mode, width, aligned }
}

/// What the address of a piece is a multiple of, if that of the whole is a multiple of `align`.
fn piece_align(align: Option<u64>, offset: u64) -> u64 {
    let align = align.unwrap_or(1);
    if offset == 0 { align } else { align.min(1 << offset.trailing_zeros()) }
}

/// A volatile access that is not aligned cannot be atomic.
fn aligned(mode: Mode, align: Option<u64>, bytes: u64) -> Mode {
    if align.is_some_and(|align| align < bytes) || !bytes.is_power_of_two() { Mode::Na } else { mode }
}

/// Splits a word into accesses of 1, 2, 4 or 8 bytes: the offset and size of each.
fn pieces(bits: u8) -> impl Iterator<Item = (u64, u32)> {
    let mut rest = u32::from(bits).div_ceil(8);
    let mut start = 0;
    std::iter::from_fn(move || {
        if rest == 0 {
            return None;
        }
        let size = if rest >= 8 { 8 } else { 1 << rest.ilog2() };
        let piece = (u64::from(start), size);
        start += size;
        rest -= size;
        Some(piece)
    })
}

/// The mode of an ordering.
pub(crate) fn mode(ordering: Ordering) -> Mode {
    match ordering {
        Ordering::Unordered | Ordering::Monotonic => Mode::Rlx,
        Ordering::Acquire => Mode::Acq,
        Ordering::Release => Mode::Rel,
        Ordering::AcqRel => Mode::AcqRel,
        Ordering::SeqCst => Mode::Sc,
    }
}
