//! Loads of undefined bytes that do not matter, as compilers emit them for correct C programs.
//!
//! A small struct is passed as one or two integers including its padding, and a bit-field is written by loading its
//! whole unit, changing some bits, and storing it.

use crate::lower::analysis::address::{self, Spot};
use crate::lower::world::shape::Shapes;
use crate::text::ids::{LocalId, TypeId};
use crate::text::instr::{Instruction, InstructionKind, Operand};
use crate::text::keywords::BinaryOp;
use crate::text::module::{Function, Module, Origin};
use crate::text::types::Type;

/// Whether a load may read undefined bytes.
pub(crate) fn is_raw(
    module: &Module,
    function: &Function,
    shapes: &mut Shapes,
    spots: &[Option<Spot>],
    load: &Instruction,
) -> bool {
    let InstructionKind::Load { ty, pointer, atomic: None, .. } = load.kind else { return false };
    if matches!(module.types.get(module.types.resolve(ty)), Type::Struct { .. } | Type::Array { .. }) {
        return true;
    }
    if let Some((slot, offset)) = address::of(spots, pointer) {
        // The names that clang gives to structs on their way into and out of registers.
        if function.local(slot).name.as_str().contains("coerce") {
            return true;
        }
        let declared = slot_type(function, slot).and_then(|ty| shapes.words(module, ty));
        if let (Some(declared), Some(loaded)) = (declared, shapes.words(module, ty)) {
            let start = u64::try_from(offset).unwrap_or(u64::MAX);
            let is_declared = |offset: u64, bits: u8| declared.iter().any(|it| (it.offset, it.bits) == (offset, bits));
            // Only structs are loaded as something other than their members.
            if declared.len() > 1 && !loaded.iter().all(|it| is_declared(start.wrapping_add(it.offset), it.bits)) {
                return true;
            }
        }
    }
    is_element_as_number(module, function, shapes, ty, pointer)
        || is_coerced_argument(module, function, load)
        || is_bit_field_write(function, load, pointer)
}

/// Whether a struct in an array, or in another struct, is loaded as something other than its first member.
fn is_element_as_number(
    module: &Module,
    function: &Function,
    shapes: &mut Shapes,
    ty: TypeId,
    pointer: Operand,
) -> bool {
    let Operand::Local(local) = pointer else { return false };
    let Origin::Instruction(block, index) = function.local(local).origin else { return false };
    let instruction = &function.block(block).instructions[index as usize];
    let InstructionKind::GetElementPtr { source, indices, .. } = &instruction.kind else { return false };
    let mut element = *source;
    for index in indices.iter().skip(1) {
        let index = address::number(module, *index).unwrap_or(0);
        match module.types.element(element, index) {
            Some(part) => element = part,
            None => return false,
        }
    }
    let is_struct = matches!(module.types.get(module.types.resolve(element)), Type::Struct { .. });
    match (is_struct, shapes.words(module, element), shapes.words(module, ty)) {
        (true, Some(declared), Some(loaded)) => loaded.iter().any(|word| !declared.contains(word)),
        _ => false,
    }
}

/// Whether the loaded value is only passed to a function as a part of a struct; the name of the parameter says so.
fn is_coerced_argument(module: &Module, function: &Function, load: &Instruction) -> bool {
    let Some(result) = load.result else { return false };
    let Origin::Instruction(block, index) = function.local(result).origin else { return false };
    let rest = function.block(block).instructions.iter().skip(index as usize + 1);
    let user = rest.into_iter().find(|user| {
        let mut uses = false;
        user.kind.for_each_operand(|operand| uses |= operand == Operand::Local(result));
        uses
    });
    let Some(call) = user.and_then(|user| user.kind.call()) else { return false };
    let callee = module.callee_name(&call.callee).and_then(|name| module.function(name));
    let place = call.arguments.iter().position(|argument| argument.value == Operand::Local(result));
    match (callee, place) {
        (Some(callee), Some(place)) if !callee.is_declaration() => {
            let parameter = callee.locals.get(place).filter(|_| place < callee.parameters.len());
            parameter.is_some_and(|parameter| parameter.name.as_str().contains("coerce"))
        }
        _ => false,
    }
}

/// The type of a slot.
fn slot_type(function: &Function, slot: LocalId) -> Option<TypeId> {
    let Origin::Instruction(block, index) = function.local(slot).origin else { return None };
    match function.block(block).instructions[index as usize].kind {
        InstructionKind::Alloca { ty, .. } => Some(ty),
        _ => None,
    }
}

/// Whether a load is followed by a mask, an `or`, and a store to the same address.
fn is_bit_field_write(function: &Function, load: &Instruction, pointer: Operand) -> bool {
    let Some(result) = load.result else { return false };
    let Origin::Instruction(block, _) = function.local(result).origin else { return false };
    let instructions = &function.block(block).instructions;
    let only_user = |local: LocalId, op: BinaryOp| {
        let mut users = instructions.iter().filter(|user| {
            let mut uses = false;
            user.kind.for_each_operand(|operand| uses |= operand == Operand::Local(local));
            uses
        });
        let user = users.next().filter(|_| users.next().is_none())?;
        match &user.kind {
            InstructionKind::Binary { op: found, .. } if *found == op => user.result,
            _ => None,
        }
    };
    let cleared = only_user(result, BinaryOp::And);
    let Some(combined) = cleared.and_then(|cleared| only_user(cleared, BinaryOp::Or)) else { return false };
    instructions.iter().any(|user| {
        matches!(user.kind, InstructionKind::Store { value, pointer: to, .. }
            if value == Operand::Local(combined) && to == pointer)
    })
}
