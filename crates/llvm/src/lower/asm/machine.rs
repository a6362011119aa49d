//! The machine that assembly is executed on: its registers, and how operands are read and written.
//!
//! Registers hold values of the bytecode. Each operand in a register of the compiler's choice has a register of its own
//! here. Memory operands access the program's memory: a load by `mov` is an acquire load, a store a release store, and
//! a locked instruction is sequentially consistent and stands between full fences, which is what x86 guarantees in
//! terms of C11. (A seq_cst update alone is weaker: a store before it may be delayed beyond a load behind it.)

use raddle_graph::{Mode, Tag};
use raddle_ir::machine::Machine as Target;
use raddle_ir::{BinaryOp, Instr, Operand, UpdateKind};

use super::flags::{Condition, CpuFlags};
use super::operand::{AsmOperand, Base, MemoryOperand, Register, STACK_POINTER};
use crate::lower::body::Body;
use crate::lower::body::values::width;

/// The mode of loads.
pub(super) const LOAD: Mode = Mode::Acq;
/// The mode of stores.
pub(super) const STORE: Mode = Mode::Rel;
/// The mode of locked instructions.
pub(super) const LOCKED: Mode = Mode::Sc;

/// The number of registers of x86-64; those of operands come behind them.
pub(super) const REGISTERS: usize = 16;

/// The content of a register.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Content {
    /// Unknown; equal numbers stand for equal values.
    Unknown(usize),
    /// A value of which this many low bits are known.
    Known(Operand, u8),
}

/// The meaning of `$0`, `$1`, ….
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Meaning {
    /// Registers, by number and width in bits; one for each word of the operand's value.
    Registers(Vec<(usize, u8)>),
    /// Memory at this address.
    Memory(Operand),
    /// A condition.
    Condition(Condition),
    /// A label, by its index.
    Label(usize),
}

/// The registers and flags between two instructions.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct CpuState {
    pub registers: Vec<Content>,
    pub flags: CpuFlags,
}

/// The state of lowering one piece of assembly.
pub(super) struct Machine<'b, 'w, 'm> {
    pub body: &'b mut Body<'w, 'm>,
    pub operands: Vec<Meaning>,
    pub state: CpuState,
    /// Whether memory was accessed.
    pub accessed: bool,
}

impl Machine<'_, '_, '_> {
    /// The register of a register operand.
    fn register_of(&self, argument: &AsmOperand) -> Result<Option<Register>, String> {
        match argument {
            AsmOperand::Register(register) => Ok(Some(*register)),
            AsmOperand::Operand { number, modifier, offset: 0 } => match self.operands.get(*number) {
                Some(Meaning::Registers(words)) => {
                    let [(register, bits)] = words[..] else {
                        return Err(format!("operand {number} is too large for a register"));
                    };
                    modified(*modifier, register, bits).map(Some)
                }
                Some(_) => Ok(None),
                None => Err(format!("there is no operand {number}")),
            },
            _ => Ok(None),
        }
    }

    /// The width of a register operand, in bits.
    pub(super) fn bits_of(&self, argument: &AsmOperand) -> Result<Option<u8>, String> {
        Ok(self.register_of(argument)?.map(|register| register.bits))
    }

    /// The address of a memory operand.
    pub(super) fn address(&mut self, argument: &AsmOperand) -> Result<Option<Operand>, String> {
        match argument {
            AsmOperand::Operand { number, offset, .. } => match self.operands.get(*number) {
                Some(Meaning::Memory(address)) => {
                    let address = *address;
                    Ok(Some(self.body.add(address, *offset as u64)))
                }
                Some(Meaning::Registers(_)) if *offset == 0 => Ok(None),
                _ => Err(format!("operand {number} is used against its constraint")),
            },
            AsmOperand::Memory(place) => self.place(*place).map(Some),
            _ => Ok(None),
        }
    }

    fn place(&mut self, place: MemoryOperand) -> Result<Operand, String> {
        let mut address = Operand::Const(place.displacement as u64);
        for (base, scale) in place.base.map(|base| (base, 1)).into_iter().chain(place.index) {
            let register = match base {
                Base::Register(register) if register.number == STACK_POINTER => {
                    return Err("it accesses the stack by its pointer".to_owned());
                }
                Base::Register(register) if register.bits != 64 => {
                    return Err("an address of less than 64 bits is not modelled".to_owned());
                }
                Base::Register(register) => AsmOperand::Register(register),
                Base::Operand(number) => AsmOperand::Operand { number, modifier: Some('q'), offset: 0 },
            };
            let part = self.read(&register, 64)?;
            let scaled = self.body.binary(BinaryOp::Mul, 64, part, Operand::Const(scale.into()));
            address = self.body.binary(BinaryOp::Add, 64, address, scaled);
        }
        Ok(address)
    }

    /// The value of an operand.
    pub(super) fn read(&mut self, argument: &AsmOperand, bits: u8) -> Result<Operand, String> {
        if let AsmOperand::Number(number) = argument {
            return Ok(Operand::Const(width(bits.into()).truncate(*number as u64)));
        }
        if let Some(register) = self.register_of(argument)? {
            if register.high {
                let both = self.read_register(register.number, 16)?;
                return Ok(self.body.binary(BinaryOp::LShr, 64, both, Operand::Const(8)));
            }
            return self.read_register(register.number, bits);
        }
        match self.address(argument)? {
            Some(address) => Ok(self.load(address, bits)),
            None => Err("a label is used as a value".to_owned()),
        }
    }

    /// Writes a value to an operand; it must not have more bits than given.
    pub(super) fn write(&mut self, argument: &AsmOperand, bits: u8, value: Operand) -> Result<(), String> {
        if let Some(register) = self.register_of(argument)? {
            let (value, bits) = match register.high {
                true => {
                    let low = self.read_register(register.number, 8)?;
                    let high = self.body.binary(BinaryOp::Shl, 64, value, Operand::Const(8));
                    (self.body.binary(BinaryOp::Or, 64, low, high), 16)
                }
                false => (value, bits),
            };
            self.write_register(register.number, bits, value);
            return Ok(());
        }
        match self.address(argument)? {
            Some(address) => self.store(address, bits, value),
            None => return Err("the destination cannot be written".to_owned()),
        }
        Ok(())
    }

    pub(super) fn read_register(&mut self, register: usize, bits: u8) -> Result<Operand, String> {
        match self.state.registers.get(register) {
            Some(Content::Known(value, defined)) if *defined >= bits => {
                let value = *value;
                Ok(self.body.truncate(value, bits.into()))
            }
            Some(Content::Known(..)) => Err("it reads more bits of a register than have a value".to_owned()),
            _ => Err("it reads a register that has no value".to_owned()),
        }
    }

    /// Writes the low bits of a register. A 32-bit write clears the upper half; narrower ones leave the other bits
    /// alone.
    pub(super) fn write_register(&mut self, register: usize, bits: u8, value: Operand) {
        let content = match self.state.registers.get(register) {
            _ if bits >= 32 => Content::Known(value, 64),
            Some(Content::Known(old, defined)) if *defined > bits => {
                let (old, defined) = (*old, *defined);
                let others = Operand::Const(!width(bits.into()).truncate(u64::MAX));
                let kept = self.body.binary(BinaryOp::And, 64, old, others);
                Content::Known(self.body.binary(BinaryOp::Or, 64, kept, value), defined)
            }
            _ => Content::Known(value, bits),
        };
        if let Some(register) = self.state.registers.get_mut(register) {
            *register = content;
        }
    }

    /// Copies a whole register with unknown content; returns whether both operands are registers.
    pub(super) fn copy_unknown(&mut self, from: &AsmOperand, to: &AsmOperand) -> Result<bool, String> {
        let (Some(from), Some(to)) = (self.register_of(from)?, self.register_of(to)?) else { return Ok(false) };
        let content = self.state.registers.get(from.number).copied();
        match (content, self.state.registers.get_mut(to.number)) {
            (Some(content @ Content::Unknown(_)), Some(register)) => {
                *register = content;
                Ok(true)
            }
            _ => Ok(false),
        }
    }

    pub(super) fn load(&mut self, address: Operand, bits: u8) -> Operand {
        self.accessed = true;
        self.body.load_word(address, bits, LOAD, false)
    }

    /// Whether the model is that of x86, which has locked instructions of its own.
    fn is_on_x86(&self) -> bool {
        self.body.world.options.machine == Some(Target::X86)
    }

    /// The fence before and behind locked instructions.
    fn lock_fence(&mut self) {
        let fence = Instr::Fence { mode: Mode::Sc, on: None };
        let last = self.body.code.blocks[self.body.block].code.last();
        if !self.is_on_x86() && last.is_none_or(|(last, _)| *last != fence) {
            self.body.emit(fence);
        }
    }

    /// Loads two halves like a locked instruction that stores nothing new.
    pub(super) fn load_halves(&mut self, address: Operand, half: u8) -> [Operand; 2] {
        self.accessed = true;
        let mode = if self.is_on_x86() { Mode::Tag(Tag::Locked) } else { LOCKED };
        self.lock_fence();
        let halves = match half {
            64 => self.body.load_pair(address, mode),
            _ => {
                let whole = self.body.load_word(address, 2 * half, mode, false);
                self.halves(half, whole)
            }
        };
        self.lock_fence();
        halves
    }

    fn halves(&mut self, half: u8, whole: Operand) -> [Operand; 2] {
        let low = self.body.truncate(whole, half.into());
        [low, self.body.binary(BinaryOp::LShr, 64, whole, Operand::Const(half.into()))]
    }

    fn whole(&mut self, half: u8, [low, high]: [Operand; 2]) -> Operand {
        let high = self.body.binary(BinaryOp::Shl, 64, high, Operand::Const(half.into()));
        self.body.binary(BinaryOp::Or, 64, low, high)
    }

    pub(super) fn store(&mut self, address: Operand, bits: u8, value: Operand) {
        self.accessed = true;
        self.body.store_word(address, value, bits, STORE);
    }

    /// Updates memory atomically; returns the old value.
    pub(super) fn update(&mut self, kind: UpdateKind, addr: Operand, bits: u8, value: Operand) -> Operand {
        self.accessed = true;
        let old = self.body.code.narrow_register(bits.into());
        let width = width(bits.into());
        self.lock_fence();
        self.body.emit(Instr::Update { kind, addr, value, mode: LOCKED, width, old: Some(old) });
        self.lock_fence();
        Operand::Reg(old)
    }

    /// Compares and exchanges memory atomically; returns the old value, and whether it was replaced.
    pub(super) fn compare_exchange(
        &mut self,
        addr: Operand,
        bits: u8,
        expected: Operand,
        desired: Operand,
    ) -> (Operand, Operand) {
        self.accessed = true;
        let (old, stored) = (self.body.code.narrow_register(bits.into()), self.body.code.narrow_register(1));
        self.lock_fence();
        self.body.emit(Instr::CompareExchange {
            addr,
            expected,
            desired,
            success: LOCKED,
            failure: LOCKED,
            weak: false,
            width: width(bits.into()),
            old: Some(old),
            stored: Some(stored),
        });
        self.lock_fence();
        (Operand::Reg(old), Operand::Reg(stored))
    }

    /// The same for a value in two halves.
    pub(super) fn compare_exchange_halves(
        &mut self,
        addr: Operand,
        half: u8,
        expected: [Operand; 2],
        desired: [Operand; 2],
    ) -> ([Operand; 2], Operand) {
        if half < 64 {
            let (expected, desired) = (self.whole(half, expected), self.whole(half, desired));
            let (old, stored) = self.compare_exchange(addr, 2 * half, expected, desired);
            return (self.halves(half, old), stored);
        }
        self.accessed = true;
        self.lock_fence();
        let result = self.body.compare_exchange_pair(addr, expected, desired, (LOCKED, LOCKED), false);
        self.lock_fence();
        result
    }
}

/// The part of a register that a modifier selects.
fn modified(modifier: Option<char>, number: usize, bits: u8) -> Result<Register, String> {
    let bits = match modifier {
        None | Some('c' | 'P') => bits,
        Some('b' | 'h') => 8,
        Some('w') => 16,
        Some('k') => 32,
        Some('q') => 64,
        Some(other) => return Err(format!("the modifier `{other}` is not supported")),
    };
    Ok(Register { number, bits, high: modifier == Some('h') })
}
