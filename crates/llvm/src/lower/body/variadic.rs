//! Variable arguments in the x86-64 ABI, because compilers expand `va_arg` to code that relies on it.
//!
//! The caller stores them in a private object whose address is a hidden last argument. It begins with the "register
//! save area" (6 integer registers of 8 bytes, 8 vector registers of 16 bytes) for arguments that are passed in
//! registers; the others follow in 8-byte cells, the "overflow area".

use raddle_graph::Mode;
use raddle_ir::{Instr, Operand, Reg};

use super::Body;
use crate::lower::analysis::escape::callee;
use crate::lower::error::LowerError;
use crate::lower::link::Target;
use crate::lower::world::shape::{self, Scalar};
use crate::text::attribute::{Argument, AttributeSet};
use crate::text::ids::TypeId;
use crate::text::instr::{Call, CallArgument};
use crate::text::module::Module;

/// The end of the integer registers and beginning of the vector registers, in bytes.
const INTEGERS_END: u64 = 48;
/// The end of the vector registers and beginning of the overflow area, in bytes.
const REGISTERS_END: u64 = 176;

/// The registers that are used up, as offsets in the save area, and the end of the overflow area.
#[derive(Clone, Copy, Debug)]
struct Used {
    integers: u64,
    vectors: u64,
    end: u64,
}

impl Used {
    fn new() -> Used {
        Used { integers: 0, vectors: INTEGERS_END, end: REGISTERS_END }
    }

    /// The offset of an argument of this type; `None` if such arguments are not supported.
    fn place(&mut self, module: &Module, ty: TypeId, attributes: AttributeSet) -> Option<u64> {
        let copied = copied(module, attributes);
        let layout = module.layout(copied.unwrap_or(ty))?;
        let registers = match shape::lanes(module, ty)? {
            (Scalar::Integer(bits), 1) => (u64::from(bits).div_ceil(64), 0),
            _ => (0, 1),
        };
        let (integers, vectors) = (self.integers + 8 * registers.0, self.vectors + 16 * registers.1);
        if copied.is_none() && integers <= INTEGERS_END && vectors <= REGISTERS_END {
            let place = if registers.0 > 0 { self.integers } else { self.vectors };
            (self.integers, self.vectors) = (integers, vectors);
            return Some(place);
        }
        let place = self.end.checked_next_multiple_of(if layout.align > 8 { 16 } else { 8 })?;
        self.end = place.checked_add(layout.size)?.checked_next_multiple_of(8)?;
        Some(place)
    }
}

/// The type of a `byval` argument.
fn copied(module: &Module, attributes: AttributeSet) -> Option<TypeId> {
    match module.attribute(attributes, "byval")? {
        Argument::Type(ty) => Some(ty),
        _ => None,
    }
}

impl<'m> Body<'_, 'm> {
    /// The offsets of the variable arguments of a call, and the size of the area.
    fn place_arguments(&self, call: &'m Call, fixed: usize) -> Option<(Vec<(&'m CallArgument, u64)>, u64)> {
        let mut used = Used::new();
        let mut places = Vec::new();
        for (index, argument) in call.arguments.iter().enumerate() {
            if index == fixed {
                // Fixed arguments in memory are not part of the overflow area.
                used.end = REGISTERS_END;
            }
            // Fixed arguments of unsupported types are refused elsewhere.
            let place = used.place(self.module, argument.ty, argument.attributes);
            if index >= fixed {
                places.push((argument, place?));
            }
        }
        Some((places, used.end))
    }

    /// Allocates one area for the variable arguments of all calls of the function: no two calls need it at the same
    /// time.
    pub(crate) fn make_argument_area(&mut self) {
        let mut largest = None;
        let function = self.function;
        for instruction in function.blocks.iter().flat_map(|block| &block.instructions) {
            let Some(call) = instruction.kind.call() else { continue };
            let fixed = match callee(&self.world.linked, self.number, self.module, call) {
                Some(Target::Function(index)) => {
                    let (_, callee) = self.world.linked.function(index);
                    callee.variadic.then_some(callee.parameters.len())
                }
                Some(_) => None,
                None => Some(self.fixed(call)).filter(|(_, variadic)| *variadic).map(|(fixed, _)| fixed),
            };
            if let Some(fixed) = fixed.filter(|fixed| *fixed < call.arguments.len()) {
                largest = largest.max(self.place_arguments(call, fixed).map(|(_, size)| size));
            }
        }
        if let Some(size) = largest {
            let dst = self.code.register();
            self.emit(Instr::Private { dst, size: Operand::Const(size), align: 16 });
            self.argument_area = Some(Operand::Reg(dst));
        }
    }

    /// Stores the variable arguments of a call; returns their address.
    pub(crate) fn give_arguments(&mut self, call: &'m Call, fixed: usize) -> Result<Operand, LowerError> {
        let Some((places, _)) = self.place_arguments(call, fixed) else {
            return Err(self.unsupported("a variable argument of this type is not supported"));
        };
        let area = self.argument_area.unwrap_or(Operand::Const(0));
        for (argument, offset) in places {
            let address = self.add(area, offset);
            if let Some(ty) = copied(self.module, argument.attributes) {
                let Some(layout) = self.module.layout(ty) else { unreachable!("placed arguments have a layout") };
                let (from, count) = (self.word(argument.value)?, Operand::Const(layout.size));
                self.emit(Instr::Copy { to: address, from, count, apart: false, scratch: Reg(0) });
                continue;
            }
            let (words, value) = (self.words(argument.ty)?, self.value(argument.value)?);
            for (word, value) in words.iter().zip(value.iter()) {
                let address = self.add(address, word.offset);
                self.store_word(address, *value, word.bits, Mode::Na);
            }
        }
        Ok(area)
    }

    /// `va_start`: skips the registers that fixed arguments take.
    pub(crate) fn start_list(&mut self, list: Operand) -> Result<(), LowerError> {
        let Some(area) = self.variable_arguments else {
            return Err(self.malformed("`va_start` in a function without variable arguments"));
        };
        let mut used = Used::new();
        for (parameter, attributes) in self.function.parameters.iter().enumerate() {
            used.place(self.module, self.function.locals[parameter].ty, *attributes);
        }
        let overflow = self.add(area, REGISTERS_END);
        let (integers, vectors) = (Operand::Const(used.integers), Operand::Const(used.vectors));
        for (offset, value, bits) in [(0, integers, 32), (4, vectors, 32), (8, overflow, 64), (16, area, 64)] {
            let address = self.add(list, offset);
            self.store_word(address, value, bits, Mode::Na);
        }
        Ok(())
    }
}
