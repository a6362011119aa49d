//! Addresses that are known statically, relative to a stack slot.

use super::cfg::Cfg;
use crate::text::constant::ConstantValue;
use crate::text::ids::{ConstantId, LocalId, TypeId};
use crate::text::instr::{Call, InstructionKind, Operand};
use crate::text::keywords::CastOp;
use crate::text::module::{Function, Module};
use crate::text::types::Type;

/// A place in a stack slot: the slot's `alloca`, and the offset in bytes.
pub(crate) type Spot = (LocalId, i64);

/// The offset that `getelementptr` adds: a constant number of bytes, and indices that are only known at run time, each
/// with its stride in bytes.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Distance {
    pub bytes: i64,
    pub scaled: Vec<(Operand, u64)>,
}

/// The offset that `getelementptr` adds; `None` if the types do not fit.
pub(crate) fn distance(module: &Module, source: TypeId, indices: &[Operand]) -> Option<Distance> {
    let mut distance = Distance { bytes: 0, scaled: Vec::new() };
    let mut ty = source;
    for (i, &index) in indices.iter().enumerate() {
        let known = match index {
            Operand::Constant(constant) => integer(module, constant),
            _ => None,
        };
        let stride = if i == 0 {
            module.layout(ty)?.size
        } else {
            let whole = module.types.resolve(ty);
            match module.types.get(whole) {
                Type::Struct { fields, .. } => {
                    let field = usize::try_from(known?).ok()?;
                    let offset = *module.layout(whole)?.offsets.get(field)?;
                    distance.bytes = distance.bytes.wrapping_add(offset as i64);
                    ty = *fields.get(field)?;
                    continue;
                }
                Type::Array { element, .. } | Type::Vector { element, .. } => {
                    ty = *element;
                    module.layout(ty)?.size
                }
                _ => return None,
            }
        };
        match known {
            Some(number) => distance.bytes = distance.bytes.wrapping_add((number as i64).wrapping_mul(stride as i64)),
            None => distance.scaled.push((index, stride)),
        }
    }
    Some(distance)
}

/// The value of an integer constant, as a signed number.
pub(crate) fn integer(module: &Module, id: ConstantId) -> Option<i128> {
    let constant = module.constant(id);
    match constant.value {
        ConstantValue::Integer(value) => {
            let unused = 128 - module.types.integer_width(constant.ty)?.clamp(1, 128);
            Some(((value << unused) as i128) >> unused)
        }
        ConstantValue::Zero | ConstantValue::Null | ConstantValue::Undef | ConstantValue::Poison => Some(0),
        _ => None,
    }
}

/// The value of an operand that is a constant and not negative.
pub(crate) fn number(module: &Module, operand: Operand) -> Option<u64> {
    match operand {
        Operand::Constant(id) => {
            let constant = module.constant(id);
            match constant.value {
                ConstantValue::Integer(value) => u64::try_from(value).ok(),
                _ => integer(module, id).and_then(|value| u64::try_from(value).ok()),
            }
        }
        _ => None,
    }
}

/// The static stack slots, those of the entry block with a known size, and their sizes in bytes.
pub(crate) fn static_slots(module: &Module, function: &Function) -> Vec<(LocalId, u64)> {
    let entry = function.blocks.first().map_or(&[][..], |block| &block.instructions);
    let slots = entry.iter().filter_map(|instruction| match instruction.kind {
        InstructionKind::Alloca { ty, count, .. } => Some((instruction.result?, slot_size(module, ty, count)?)),
        _ => None,
    });
    slots.collect()
}

/// The size of a stack slot in bytes, if it is known statically.
pub(crate) fn slot_size(module: &Module, ty: TypeId, count: Option<Operand>) -> Option<u64> {
    let count = count.map_or(Some(1), |count| number(module, count))?;
    module.layout(ty)?.size.checked_mul(count)
}

/// By local: the place in a slot that it always points to, if there is one.
pub(crate) fn spots(module: &Module, function: &Function, cfg: &Cfg, slots: &[(LocalId, u64)]) -> Vec<Option<Spot>> {
    let mut spots: Vec<Option<Spot>> = vec![None; function.locals.len()];
    for (slot, _) in slots {
        spots[slot.index()] = Some((*slot, 0));
    }
    // Definitions come before their uses in this order.
    for &block in &cfg.order {
        for instruction in &function.blocks[block].instructions {
            let Some(result) = instruction.result else { continue };
            let spot = match &instruction.kind {
                InstructionKind::GetElementPtr { source, base, indices, .. } => {
                    of(&spots, *base).and_then(|(slot, offset)| {
                        let distance = distance(module, *source, indices).filter(|it| it.scaled.is_empty())?;
                        Some((slot, offset.checked_add(distance.bytes)?))
                    })
                }
                InstructionKind::Cast { op: CastOp::BitCast | CastOp::AddrSpaceCast, value, .. } => of(&spots, *value),
                _ => continue,
            };
            spots[result.index()] = spot;
        }
    }
    spots
}

/// The place that an operand always points to.
pub(crate) fn of(spots: &[Option<Spot>], operand: Operand) -> Option<Spot> {
    match operand {
        Operand::Local(local) => spots[local.index()],
        _ => None,
    }
}

/// The effect of an intrinsic on a range of memory.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Bulk {
    Copy {
        to: Operand,
        from: Operand,
        count: Operand,
        /// Must the ranges be apart, or the same?
        apart: bool,
    },
    Fill {
        to: Operand,
        value: Operand,
        count: Operand,
    },
    /// The content of a stack slot is undefined from here on.
    Begin(Operand),
    /// The content of a stack slot is dead from here on.
    End(Operand),
}

/// The effect of a call on a range of memory, if it is an intrinsic that has one.
pub(crate) fn bulk(module: &Module, call: &Call) -> Option<Bulk> {
    let name = module.callee_name(&call.callee)?.strip_prefix("llvm.")?;
    let argument = |index: usize| call.arguments.get(index).map(|argument| argument.value);
    let apart = name.starts_with("memcpy.");
    if apart || name.starts_with("memmove.") {
        return Some(Bulk::Copy { to: argument(0)?, from: argument(1)?, count: argument(2)?, apart });
    }
    if name.starts_with("memset.") {
        return Some(Bulk::Fill { to: argument(0)?, value: argument(1)?, count: argument(2)? });
    }
    // Newer versions have no size in front of the pointer.
    if name.starts_with("lifetime.start") {
        return Some(Bulk::Begin(call.arguments.last()?.value));
    }
    if name.starts_with("lifetime.end") {
        return Some(Bulk::End(call.arguments.last()?.value));
    }
    None
}
