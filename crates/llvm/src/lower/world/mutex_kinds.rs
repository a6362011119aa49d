//! Whether some mutex is initialised as a recursive or error-checking one without a function of the library: as a static
//! variable, or by a store. If none is, and no call asks for one, nobody has to read the kinds of mutexes.
//!
//! An answer that is wrong in favour of kinds costs time only.

use crate::lower::analysis::address;
use crate::lower::link::Linked;
use crate::lower::link::reach::Reached;
use crate::text::constant::{ConstantValue, Expression};
use crate::text::ids::{ConstantId, TypeId};
use crate::text::instr::{InstructionKind, Operand};
use crate::text::module::{Function, Module};
use crate::text::types::Type;

/// What the names of glibc's types of mutexes contain.
const MUTEX: &str = "pthread_mutex";
/// The offset of the kind in a mutex, in bytes.
const KIND_OFFSET: i64 = 16;

/// Whether a variable or a function that the program reaches may initialise a mutex with a kind.
pub(super) fn are_initialised(linked: &Linked<'_>, reached: &Reached) -> bool {
    let by_store = |index: &usize| {
        let (number, function) = linked.function(*index);
        stores_kind(&linked.modules[number], function)
    };
    reached.objects.iter().any(|index| has_kind(linked, *index)) || reached.functions.iter().any(by_store)
}

/// Whether a variable contains a mutex that is initialised with a kind: then it is not all zeros.
fn has_kind(linked: &Linked<'_>, object: usize) -> bool {
    let (number, object) = linked.object(object);
    let module = &linked.modules[number];
    let mut open: Vec<ConstantId> = object.initializer.into_iter().collect();
    while let Some(id) = open.pop() {
        let constant = module.constant(id);
        let ConstantValue::Aggregate(parts) = &constant.value else { continue };
        if is_mutex(module, constant.ty) {
            return true;
        }
        // A union is initialised as an unnamed struct that has the layout of one of its members.
        open.extend(parts.iter());
    }
    false
}

fn is_mutex(module: &Module, ty: TypeId) -> bool {
    module.types.show(ty).to_string().contains(MUTEX)
}

/// Whether a function may store a kind: something other than 0, at an index into a mutex or at a distance in bytes.
fn stores_kind(module: &Module, function: &Function) -> bool {
    let instructions = || function.blocks.iter().flat_map(|block| &block.instructions);
    let mut inside = vec![false; function.locals.len()];
    for instruction in instructions() {
        if let (Some(result), InstructionKind::GetElementPtr { source, indices, .. }) =
            (instruction.result, &instruction.kind)
        {
            inside[result.index()] = leads_to_kind(module, *source, indices);
        }
    }
    let may_be_kind = |pointer: Operand| match pointer {
        Operand::Local(local) => inside[local.index()],
        Operand::Constant(id) => match &module.constant(id).value {
            ConstantValue::Expression(expression) => match &**expression {
                Expression::GetElementPtr { source, indices, .. } => {
                    let indices: Vec<Operand> = indices.iter().map(|index| Operand::Constant(*index)).collect();
                    leads_to_kind(module, *source, &indices)
                }
                _ => false,
            },
            _ => false,
        },
        Operand::Metadata(_) => false,
    };
    instructions().any(|instruction| match instruction.kind {
        InstructionKind::Store { value, pointer, .. } => {
            let is_pointer = matches!(module.types.get(module.type_of(function, value)), Type::Pointer(_));
            !is_pointer && address::number(module, value) != Some(0) && may_be_kind(pointer)
        }
        _ => false,
    })
}

/// Whether the address of `getelementptr` may be that of a kind.
fn leads_to_kind(module: &Module, source: TypeId, indices: &[Operand]) -> bool {
    if *module.types.get(source) == Type::Integer(8) {
        let distance = address::distance(module, source, indices);
        return distance.is_some_and(|distance| distance.scaled.is_empty() && distance.bytes >= KIND_OFFSET);
    }
    let mut ty = source;
    for index in indices.iter().skip(1) {
        if is_mutex(module, ty) {
            return true;
        }
        // Elements of an array have the same type.
        match module.types.element(ty, address::number(module, *index).unwrap_or(0)) {
            Some(element) => ty = element,
            None => return false,
        }
    }
    false
}
