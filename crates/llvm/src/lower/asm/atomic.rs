//! Read-modify-write instructions. With `lock`, and always for `xchg`, they are atomic on memory; without it, they are
//! a load and then a store.

use raddle_graph::Mode;
use raddle_ir::{BinaryOp, Instr, Operand, UpdateKind};

use super::flags::CpuFlags;
use super::instructions::sized;
use super::machine::{Content, Machine};
use super::operand::{AsmOperand, Base, MemoryOperand, STACK_POINTER};
use super::template::AsmInstruction;
use crate::lower::body::values::width;

/// The numbers of the registers of compare-exchanges.
const RAX: usize = 0;
const RCX: usize = 1;
const RDX: usize = 2;
const RBX: usize = 3;

impl Machine<'_, '_, '_> {
    /// Whether an instruction can be locked: it must be one that modifies memory.
    pub(super) fn can_be_locked(&mut self, name: &str, it: &AsmInstruction) -> Result<bool, String> {
        let changes = matches!(
            name,
            "add"
                | "sub"
                | "and"
                | "or"
                | "xor"
                | "inc"
                | "dec"
                | "not"
                | "neg"
                | "xadd"
                | "xchg"
                | "bts"
                | "btr"
                | "btc"
        ) || name.starts_with("cmpxchg");
        let in_memory = |machine: &Machine<'_, '_, '_>, argument: &AsmOperand| match argument {
            AsmOperand::Memory(_) => Ok(true),
            AsmOperand::Operand { .. } => machine.bits_of(argument).map(|bits| bits.is_none()),
            _ => Ok(false),
        };
        let mut found = false;
        // The operands of `xchg` may be in either order.
        for argument in it.arguments.iter().rev().take(if name == "xchg" { 2 } else { 1 }) {
            found |= in_memory(self, argument)?;
        }
        Ok(changes && found)
    }

    /// Modifies a place; returns its old and new values.
    fn modify(
        &mut self,
        kind: UpdateKind,
        to: &AsmOperand,
        bits: u8,
        value: Operand,
        lock: bool,
    ) -> Result<(Operand, Operand), String> {
        let op = match kind {
            UpdateKind::Add => BinaryOp::Add,
            UpdateKind::Sub => BinaryOp::Sub,
            UpdateKind::And => BinaryOp::And,
            UpdateKind::Or => BinaryOp::Or,
            _ => BinaryOp::Xor,
        };
        let address = self.address(to)?;
        let old = match address {
            Some(address) if lock => self.update(kind, address, bits, value),
            Some(address) => self.load(address, bits),
            None => self.read(to, bits)?,
        };
        let new = self.body.binary(op, bits.into(), old, value);
        match address {
            Some(_) if lock => {}
            Some(address) => self.store(address, bits, new),
            None => self.write(to, bits, new)?,
        }
        Ok((old, new))
    }

    /// `add`, `sub`, `and`, `or`, `xor`.
    pub(super) fn combine(
        &mut self,
        name: &str,
        from: &AsmOperand,
        to: &AsmOperand,
        bits: u8,
        lock: bool,
    ) -> Result<(), String> {
        // `xor` and `sub` of a register with itself define it.
        if matches!(name, "xor" | "sub") && from == to && self.bits_of(to)?.is_some() {
            self.state.flags = self.body.logic_flags(bits, Operand::Const(0));
            return self.write(to, bits, Operand::Const(0));
        }
        let kind = match name {
            "add" => UpdateKind::Add,
            "sub" => UpdateKind::Sub,
            "and" => UpdateKind::And,
            "or" => UpdateKind::Or,
            _ => UpdateKind::Xor,
        };
        let value = self.read(from, bits)?;
        let (old, new) = self.modify(kind, to, bits, value, lock)?;
        self.state.flags = match name {
            "add" => self.body.sum_flags(bits, [old, value, new]),
            "sub" => self.body.difference_flags(bits, old, value),
            _ => self.body.logic_flags(bits, new),
        };
        Ok(())
    }

    /// `inc`, `dec`, `not`, `neg`.
    pub(super) fn step(&mut self, name: &str, to: &AsmOperand, bits: u8, lock: bool) -> Result<(), String> {
        let ones = width(bits.into()).truncate(u64::MAX);
        let least = 1_u64 << (bits - 1);
        match name {
            "inc" => {
                let (_, new) = self.modify(UpdateKind::Add, to, bits, Operand::Const(1), lock)?;
                self.state.flags = self.body.step_flags(bits, new, least, self.state.flags);
            }
            "dec" => {
                let (_, new) = self.modify(UpdateKind::Sub, to, bits, Operand::Const(1), lock)?;
                self.state.flags = self.body.step_flags(bits, new, least - 1, self.state.flags);
            }
            "not" => {
                self.modify(UpdateKind::Xor, to, bits, Operand::Const(ones), lock)?;
            }
            _ => {
                let address = self.address(to)?;
                let old = match address {
                    Some(address) if lock => self.body.load_word(address, bits, Mode::Rlx, false),
                    Some(address) => self.load(address, bits),
                    None => self.read(to, bits)?,
                };
                let new = self.body.binary(BinaryOp::Sub, bits.into(), Operand::Const(0), old);
                match address {
                    Some(address) if lock => {
                        // There is no such update: a compare-exchange; executions in which it fails are discarded.
                        let (_, cond) = self.compare_exchange(address, bits, old, new);
                        self.body.emit(Instr::Assume { cond });
                    }
                    Some(address) => self.store(address, bits, new),
                    None => self.write(to, bits, new)?,
                }
                self.state.flags = self.body.difference_flags(bits, Operand::Const(0), old);
            }
        }
        Ok(())
    }

    /// `xchg`.
    pub(super) fn exchange(&mut self, a: &AsmOperand, b: &AsmOperand, bits: u8) -> Result<(), String> {
        let (place, register) = if self.bits_of(a)?.is_some() { (b, a) } else { (a, b) };
        let value = self.read(register, bits)?;
        let old = match self.address(place)? {
            Some(address) => self.update(UpdateKind::Exchange, address, bits, value),
            None => {
                let old = self.read(place, bits)?;
                self.write(place, bits, value)?;
                old
            }
        };
        self.write(register, bits, old)
    }

    /// `xadd`.
    pub(super) fn exchange_add(
        &mut self,
        from: &AsmOperand,
        to: &AsmOperand,
        bits: u8,
        lock: bool,
    ) -> Result<(), String> {
        let value = self.read(from, bits)?;
        let in_memory = self.address(to)?.is_some();
        let (old, new) = self.modify(UpdateKind::Add, to, bits, value, lock)?;
        self.write(from, bits, old)?;
        if !in_memory {
            // Both may be the same register, which then holds the sum.
            self.write(to, bits, new)?;
        }
        self.state.flags = self.body.sum_flags(bits, [old, value, new]);
        Ok(())
    }

    /// `cmpxchg`.
    pub(super) fn compare_and_exchange(
        &mut self,
        from: &AsmOperand,
        to: &AsmOperand,
        bits: u8,
        lock: bool,
    ) -> Result<(), String> {
        let desired = self.read(from, bits)?;
        let expected = self.read_register(RAX, bits)?;
        let (old, stored) = match self.address(to)? {
            Some(address) if lock => self.compare_exchange(address, bits, expected, desired),
            address => {
                let old = match address {
                    Some(address) => self.load(address, bits),
                    None => self.read(to, bits)?,
                };
                let stored = self.body.binary(BinaryOp::Eq, bits.into(), old, expected);
                // If it is not replaced, the old value is written back.
                let new = self.body.select(stored, desired, old);
                match address {
                    Some(address) => self.store(address, bits, new),
                    None => self.write(to, bits, new)?,
                }
                (old, stored)
            }
        };
        // If it is replaced, the accumulator is unchanged, and equals the old value.
        self.write_register(RAX, bits, old);
        self.state.flags = CpuFlags { zero: Some(stored), ..self.body.difference_flags(bits, expected, old) };
        Ok(())
    }

    /// `cmpxchg8b` and `cmpxchg16b`: the expected and the new value are in two registers each.
    pub(super) fn compare_exchange_pair(&mut self, place: &AsmOperand, half: u8, lock: bool) -> Result<(), String> {
        if !lock {
            return Err("such an instruction without `lock` is not modelled".to_owned());
        }
        let address = self.address(place)?.ok_or("it needs a place in memory")?;
        let unknown = |register: usize| match self.state.registers.get(register) {
            Some(Content::Unknown(number)) => Some(*number),
            _ => None,
        };
        // Expected and new value are the same: the usual way to load so many bytes atomically.
        let is_load =
            unknown(RAX).is_some() && unknown(RDX).is_some() && [RAX, RDX].map(unknown) == [RBX, RCX].map(unknown);
        let ([low, high], stored) = if is_load {
            (self.load_halves(address, half), None)
        } else {
            let mut pair =
                |low, high| Ok::<_, String>([self.read_register(low, half)?, self.read_register(high, half)?]);
            let (expected, desired) = (pair(RAX, RDX)?, pair(RBX, RCX)?);
            let (old, stored) = self.compare_exchange_halves(address, half, expected, desired);
            (old, Some(stored))
        };
        self.write_register(RAX, half, low);
        self.write_register(RDX, half, high);
        self.state.flags.zero = stored;
        Ok(())
    }

    /// `bt`, `bts`, `btr`, `btc`: in memory, an offset in a register is not limited to the operand's size.
    pub(super) fn test_bit(
        &mut self,
        name: &str,
        index: &AsmOperand,
        to: &AsmOperand,
        bits: u8,
        lock: bool,
    ) -> Result<(), String> {
        let wide = u32::from(bits);
        let position = self.read(index, bits)?;
        let offset = self.body.binary(BinaryOp::And, wide, position, Operand::Const(u64::from(bits) - 1));
        let mut address = self.address(to)?;
        if let (Some(place), false) = (address, matches!(index, AsmOperand::Number(_))) {
            let signed = self.body.sign_extend(position, wide, 64);
            let words = self.body.binary(BinaryOp::AShr, 64, signed, Operand::Const(wide.ilog2().into()));
            let distance = self.body.binary(BinaryOp::Mul, 64, words, Operand::Const(u64::from(bits / 8)));
            address = Some(self.body.binary(BinaryOp::Add, 64, place, distance));
        }
        let mask = self.body.binary(BinaryOp::Shl, 64, Operand::Const(1), offset);
        let (kind, op, mask) = match name {
            "btr" => {
                let ones = width(wide).truncate(u64::MAX);
                let others = self.body.binary(BinaryOp::Xor, wide, mask, Operand::Const(ones));
                (UpdateKind::And, BinaryOp::And, others)
            }
            "bts" => (UpdateKind::Or, BinaryOp::Or, mask),
            _ => (UpdateKind::Xor, BinaryOp::Xor, mask),
        };
        let old = match address {
            Some(address) if lock => self.update(kind, address, bits, mask),
            Some(address) => self.load(address, bits),
            None => self.read(to, bits)?,
        };
        if name != "bt" && !lock {
            let new = self.body.binary(op, wide, old, mask);
            match address {
                Some(address) => self.store(address, bits, new),
                None => self.write(to, bits, new)?,
            }
        }
        let carry = self.bit(old, offset);
        self.state.flags = CpuFlags { carry: Some(carry), zero: self.state.flags.zero, ..CpuFlags::default() };
        Ok(())
    }
}

/// Whether an instruction is a locked no-operation used as a fence, such as `lock addl $0, (%rsp)`.
pub(super) fn is_locked_nothing(it: &AsmInstruction) -> bool {
    let on_stack = |argument: &AsmOperand| {
        matches!(argument, AsmOperand::Memory(MemoryOperand { base: Some(Base::Register(register)), index: None, .. })
            if register.number == STACK_POINTER)
    };
    let name = sized(&it.name).map_or("", |(name, _)| name);
    match &it.arguments[..] {
        [AsmOperand::Number(0), place] => it.lock && matches!(name, "add" | "sub" | "or" | "xor") && on_stack(place),
        [AsmOperand::Number(-1), place] => it.lock && name == "and" && on_stack(place),
        _ => false,
    }
}
