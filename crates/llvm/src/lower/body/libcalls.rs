//! Calls of `__atomic_…`, which compilers make where they do not emit an atomic instruction.

use raddle_graph::Mode;
use raddle_ir::{BinaryOp, Instr, Operand, UpdateKind};

use super::Body;
use super::values::width;
use crate::lower::analysis::address;
use crate::lower::error::LowerError;
use crate::text::instr::{Call, Instruction};

impl<'m> Body<'_, 'm> {
    /// A call of `__atomic_name`.
    pub(crate) fn atomic_call(&mut self, it: &'m Instruction, call: &'m Call, name: &str) -> Result<(), LowerError> {
        let (operation, size) = match name.rsplit_once('_') {
            Some((operation, size)) if matches!(size, "1" | "2" | "4" | "8" | "16") => {
                (operation, size.parse::<u64>().ok())
            }
            _ => (name, None),
        };
        if operation == "is_lock_free" || operation == "always_lock_free" {
            let size = self.constant_argument(call, 0);
            let is_free = size.is_none_or(|size| matches!(size, 1 | 2 | 4 | 8 | 16));
            self.define(it, [Operand::Const(is_free.into())].into());
            return Ok(());
        }
        let generic = size.is_none();
        let size = size.or_else(|| self.constant_argument(call, 0));
        if size == Some(16) {
            return self.atomic_pair_call(it, call, (name, operation), generic);
        }
        let bits = match size {
            Some(size @ (1 | 2 | 4 | 8)) => size as u8 * 8,
            Some(_) if generic => return self.locked_call(it, call, operation),
            _ => {
                let what = format!("`__atomic_{name}` of this size is not supported");
                return Err(self.unsupported_with(&what, "atomic accesses may have 1, 2, 4, 8 or 16 bytes"));
            }
        };
        // Without a size in the name, the size is the first argument and values are passed by address.
        let first = usize::from(generic);
        let addr = self.argument_word(call, first)?;
        match (operation, generic) {
            ("load", false) => {
                let mode = self.order(call, 1, Access::Read)?;
                let value = self.load_word(addr, bits, mode, false);
                self.define(it, [value].into());
            }
            ("load", true) => {
                let mode = self.order(call, 3, Access::Read)?;
                let to = self.argument_word(call, 2)?;
                let value = self.load_word(addr, bits, mode, false);
                self.store_word(to, value, bits, Mode::Na);
            }
            ("store", _) => {
                let mode = self.order(call, first + 2, Access::Write)?;
                let value = self.value_argument(call, first + 1, generic, bits)?;
                self.store_word(addr, value, bits, mode);
            }
            ("exchange", _) => {
                let value = self.value_argument(call, first + 1, generic, bits)?;
                let mode = self.order(call, if generic { 4 } else { 2 }, Access::Both)?;
                let old = self.rmw(UpdateKind::Exchange, addr, value, bits, mode);
                if generic {
                    let to = self.argument_word(call, 3)?;
                    self.store_word(to, old, bits, Mode::Na);
                } else {
                    self.define(it, [old].into());
                }
            }
            ("compare_exchange", _) => self.compare_exchange_call(it, call, addr, bits, generic)?,
            (_, false) => {
                let Some(update) = update_of(operation) else {
                    return Err(self.unsupported(&format!("`__atomic_{name}` is not supported")));
                };
                self.update_call(it, call, addr, bits, update)?;
            }
            _ => return Err(self.unsupported(&format!("`__atomic_{name}` is not supported"))),
        }
        Ok(())
    }

    /// A call of `__atomic_compare_exchange`.
    fn compare_exchange_call(
        &mut self,
        it: &'m Instruction,
        call: &'m Call,
        addr: Operand,
        bits: u8,
        generic: bool,
    ) -> Result<(), LowerError> {
        let first = usize::from(generic);
        let expected_at = self.argument_word(call, first + 1)?;
        let expected = self.load_word(expected_at, bits, Mode::Na, true);
        let desired = self.value_argument(call, first + 2, generic, bits)?;
        // The sized function has a `weak` argument; compilers mention it in the name of the builtin, but not in
        // the call.
        let orders = call.arguments.len().saturating_sub(2);
        let success = self.order(call, orders, Access::Both)?;
        let failure = self.order(call, orders + 1, Access::Read)?;
        let (old, stored) = (self.code.narrow_register(bits.into()), self.code.narrow_register(1));
        self.emit(Instr::CompareExchange {
            addr,
            expected,
            desired,
            success,
            failure,
            weak: false,
            width: width(u32::from(bits)),
            old: Some(old),
            stored: Some(stored),
        });
        let failed = self.binary(BinaryOp::Xor, 1, Operand::Reg(stored), Operand::Const(1));
        let (then, join) = self.fork(failed);
        self.block = then;
        self.store_word(expected_at, Operand::Reg(old), bits, Mode::Na);
        self.block = join;
        self.define(it, [Operand::Reg(stored)].into());
        Ok(())
    }

    /// A call of `__atomic_fetch_op` or `__atomic_op_fetch`.
    fn update_call(
        &mut self,
        it: &'m Instruction,
        call: &'m Call,
        addr: Operand,
        bits: u8,
        (kind, operation, after): (UpdateKind, Option<BinaryOp>, bool),
    ) -> Result<(), LowerError> {
        let value = self.argument_word(call, 1)?;
        let mode = self.order(call, 2, Access::Both)?;
        let old = self.rmw(kind, addr, value, bits, mode);
        let bits = u32::from(bits);
        let result = match (after, operation) {
            (false, _) => old,
            (true, Some(operation)) => self.binary(operation, bits, old, value),
            (true, None) => {
                let both = self.binary(BinaryOp::And, bits, old, value);
                self.binary(BinaryOp::Xor, bits, both, Operand::Const(width(bits).truncate(u64::MAX)))
            }
        };
        self.define(it, [result].into());
        Ok(())
    }

    /// The same for 16 bytes. Other operations are loops of the compiler, not calls.
    fn atomic_pair_call(
        &mut self,
        it: &'m Instruction,
        call: &'m Call,
        (name, operation): (&str, &str),
        generic: bool,
    ) -> Result<(), LowerError> {
        let first = usize::from(generic);
        let addr = self.argument_word(call, first)?;
        match operation {
            "load" => {
                let mode = self.order(call, if generic { 3 } else { 1 }, Access::Read)?;
                let value = self.load_pair(addr, mode);
                self.return_pair(it, call, generic.then_some(2), value)?;
            }
            "store" => {
                let (value, used) = self.pair_argument(call, first + 1, generic)?;
                let mode = self.order(call, first + 1 + used, Access::Write)?;
                self.store_pair(addr, value, mode);
            }
            "exchange" => {
                let (value, used) = self.pair_argument(call, first + 1, generic)?;
                let mode = self.order(call, if generic { 4 } else { 1 + used }, Access::Both)?;
                let old = self.exchange_pair(addr, value, mode);
                self.return_pair(it, call, generic.then_some(3), old)?;
            }
            "compare_exchange" => {
                let expected_at = self.argument_word(call, first + 1)?;
                let expected = self.load_halves(expected_at);
                let (desired, _) = self.pair_argument(call, first + 2, generic)?;
                let orders = call.arguments.len().saturating_sub(2);
                let modes = (self.order(call, orders, Access::Both)?, self.order(call, orders + 1, Access::Read)?);
                let (old, stored) = self.compare_exchange_pair(addr, expected, desired, modes, false);
                let failed = self.binary(BinaryOp::Xor, 1, stored, Operand::Const(1));
                let (then, join) = self.fork(failed);
                self.block = then;
                self.store_halves(expected_at, old);
                self.block = join;
                self.define(it, [stored].into());
            }
            _ => return Err(self.unsupported(&format!("`__atomic_{name}` of 16 bytes is not supported"))),
        }
        Ok(())
    }

    /// A 16-byte value that is passed by address, as one argument, or as two; and the number of arguments it takes.
    fn pair_argument(
        &mut self,
        call: &'m Call,
        index: usize,
        by_address: bool,
    ) -> Result<([Operand; 2], usize), LowerError> {
        let Some(argument) = call.arguments.get(index) else { return Err(self.malformed("an argument is missing")) };
        if by_address {
            let address = self.word(argument.value)?;
            return Ok((self.load_halves(address), 1));
        }
        let value = self.value(argument.value)?;
        match value[..] {
            [low, high] => Ok(([low, high], 1)),
            [low] => Ok(([low, self.argument_word(call, index + 1)?], 2)),
            _ => Err(self.unsupported("an atomic value of this shape is not supported")),
        }
    }

    /// Returns a 16-byte result: as the result of the call, or through the address in an argument.
    fn return_pair(
        &mut self,
        it: &'m Instruction,
        call: &'m Call,
        to: Option<usize>,
        value: [Operand; 2],
    ) -> Result<(), LowerError> {
        match to {
            Some(index) => {
                let to = self.argument_word(call, index)?;
                self.store_halves(to, value);
            }
            None => self.define(it, value.into()),
        }
        Ok(())
    }

    fn load_halves(&mut self, address: Operand) -> [Operand; 2] {
        let high = self.add(address, 8);
        [self.load_word(address, 64, Mode::Na, true), self.load_word(high, 64, Mode::Na, true)]
    }

    fn store_halves(&mut self, address: Operand, value: [Operand; 2]) {
        let high = self.add(address, 8);
        self.store_word(address, value[0], 64, Mode::Na);
        self.store_word(high, value[1], 64, Mode::Na);
    }

    /// An access of a size that no instruction has. The lock that makes it atomic makes all memory orders equal.
    fn locked_call(&mut self, it: &'m Instruction, call: &'m Call, operation: &str) -> Result<(), LowerError> {
        let model = match operation {
            "load" => "__raddle_locked_load",
            "store" => "__raddle_locked_store",
            "exchange" => "__raddle_locked_exchange",
            "compare_exchange" => "__raddle_locked_compare_exchange",
            _ => return Err(self.unsupported(&format!("`__atomic_{operation}` of this size is not supported"))),
        };
        let note = "atomic objects of other sizes than 1, 2, 4, 8 and 16 bytes are accessed under a lock, as libatomic does: \
                    that orders more than the accesses ask for";
        self.world.note(note);
        self.external_call(it, call, model)
    }

    fn rmw(&mut self, kind: UpdateKind, addr: Operand, value: Operand, bits: u8, mode: Mode) -> Operand {
        let old = self.code.narrow_register(bits.into());
        self.emit(Instr::Update { kind, addr, value, mode, width: width(u32::from(bits)), old: Some(old) });
        Operand::Reg(old)
    }

    /// An argument that is one word.
    pub(crate) fn argument_word(&mut self, call: &Call, index: usize) -> Result<Operand, LowerError> {
        match call.arguments.get(index) {
            Some(argument) => self.word(argument.value),
            None => Err(self.malformed("an argument is missing")),
        }
    }

    fn constant_argument(&self, call: &Call, index: usize) -> Option<u64> {
        call.arguments.get(index).and_then(|argument| address::number(self.module, argument.value))
    }

    /// A value that is passed directly, or by its address.
    fn value_argument(&mut self, call: &Call, index: usize, by_address: bool, bits: u8) -> Result<Operand, LowerError> {
        let word = self.argument_word(call, index)?;
        Ok(if by_address { self.load_word(word, bits, Mode::Na, true) } else { word })
    }

    /// The memory order in an argument, weakened to what the access can have.
    fn order(&mut self, call: &Call, index: usize, access: Access) -> Result<Mode, LowerError> {
        let Some(order) = self.constant_argument(call, index) else {
            return Err(self.unsupported_with(
                "an atomic access whose order is not a constant is not supported",
                "use one of the memory_order constants",
            ));
        };
        Ok(match (order, access) {
            (0, _) => Mode::Rlx,
            // Compilers treat `consume` as `acquire`.
            (1 | 2, Access::Read | Access::Both) => Mode::Acq,
            (3, Access::Write | Access::Both) => Mode::Rel,
            (4, Access::Both) => Mode::AcqRel,
            (5, _) => Mode::Sc,
            (4, Access::Read) => Mode::Acq,
            _ => return Err(self.unsupported("this order is not one that such an access can have")),
        })
    }
}

/// The kind of access, which decides which memory orders it can have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Access {
    Read,
    Write,
    Both,
}

/// The update that a name stands for, the operation that computes the new value from the old one (`None` for `nand`),
/// and whether the new value is the result.
fn update_of(name: &str) -> Option<(UpdateKind, Option<BinaryOp>, bool)> {
    let (operation, after) = match name.strip_suffix("_fetch") {
        Some(operation) => (operation, true),
        None => (name.strip_prefix("fetch_")?, false),
    };
    let (kind, operation) = match operation {
        "add" => (UpdateKind::Add, Some(BinaryOp::Add)),
        "sub" => (UpdateKind::Sub, Some(BinaryOp::Sub)),
        "and" => (UpdateKind::And, Some(BinaryOp::And)),
        "or" => (UpdateKind::Or, Some(BinaryOp::Or)),
        "xor" => (UpdateKind::Xor, Some(BinaryOp::Xor)),
        "nand" => (UpdateKind::Nand, None),
        _ => return None,
    };
    Some((kind, operation, after))
}
