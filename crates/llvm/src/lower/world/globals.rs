//! Global variables: their addresses and initial bytes.

use super::constant::{ConstantFault, Datum};
use super::{Home, World, type_help};
use crate::lower::error::LowerError;
use crate::lower::names::demangle::readable;
use crate::text::constant::ConstantValue;
use crate::text::ids::{ConstantId, TypeId};
use crate::text::types::Type;

/// Maximum size of a variable, in bytes.
const MAX_VARIABLE_BYTES: u64 = 1 << 32;
/// Maximum size of a variable with an initial value other than zeros, in bytes: its bytes are stored.
const MAX_INITIAL_BYTES: u64 = 1 << 26;

impl World<'_> {
    /// Chooses the addresses of the reachable variables.
    pub fn place_objects(&mut self, objects: &[usize]) -> Result<(), LowerError> {
        let is_local = |world: &World<'_>, index: usize| world.linked.object(index).1.header.thread_local;
        // Thread-local variables are placed with their initial bytes, which may contain addresses of the others.
        let (locals, statics): (Vec<_>, Vec<_>) = objects.iter().partition(|index| is_local(self, **index));
        for index in statics.into_iter().chain(locals).copied() {
            let (module, object) = self.linked.object(index);
            let text = &self.linked.modules[module];
            let symbol = &*text.symbol(object.header.symbol).name;
            let variable = text.debug().global(object);
            let name = match &variable {
                // A vtable has a variable of its own in the debug information.
                Some(variable) if !variable.name.starts_with("_vtable$") => variable.name.to_string(),
                _ => readable(symbol).into_owned(),
            };
            let Some(layout) = text.layout(object.ty).filter(|layout| layout.size <= MAX_VARIABLE_BYTES) else {
                return Err(LowerError::Unsupported {
                    place: self.symbol_place(module, object.header.symbol),
                    what: format!("a variable of type `{}` is not supported", text.types.show(object.ty)),
                    help: "it is too large, or has no size at all".to_owned(),
                });
            };
            let align = object.align.unwrap_or(layout.align);
            let size = layout.size;
            let home = if object.header.thread_local {
                let bytes = self.image(module, index)?;
                Home::ThreadLocal(self.builder.reserve_thread_local(&name, size, align, bytes))
            } else {
                Home::Static(self.builder.reserve_static(&name, size, align, object.constant))
            };
            let shape = variable.and_then(|variable| variable.ty);
            self.names.add(text, module, home, size, &name, shape);
            self.objects[index] = Some(home);
        }
        Ok(())
    }

    /// Stores the initial values, once all addresses are known.
    pub fn fill_objects(&mut self, objects: &[usize]) -> Result<(), LowerError> {
        for &index in objects {
            if let Some(Home::Static(address)) = self.objects[index] {
                let (module, _) = self.linked.object(index);
                let bytes = self.image(module, index)?;
                if !bytes.is_empty() {
                    self.builder.set_static_bytes(address, bytes);
                }
            }
        }
        Ok(())
    }

    /// The initial bytes of a variable; empty if all are zero.
    fn image(&mut self, module: usize, index: usize) -> Result<Vec<u8>, LowerError> {
        let (_, object) = self.linked.object(index);
        let text = &self.linked.modules[module];
        let Some(initializer) = object.initializer else { unreachable!("linked variables have initial values") };
        let Some(layout) = text.layout(object.ty) else { unreachable!("a variable without a layout is refused") };
        let size = layout.size;
        if is_zero(&text.constant(initializer).value) {
            return Ok(Vec::new());
        }
        let place = self.symbol_place(module, object.header.symbol);
        let name = &text.symbol(object.header.symbol).name;
        if size > MAX_INITIAL_BYTES {
            let what = format!("the initial value of `{name}` is too large");
            return Err(LowerError::Unsupported { place, what, help: String::new() });
        }
        let mut bytes = vec![0; size as usize];
        match self.write(module, initializer, 0, &mut bytes) {
            Ok(()) => Ok(bytes),
            Err(ConstantFault::UnknownVariable(name)) => Err(LowerError::UnknownVariable { place, name }),
            Err(ConstantFault::Unsupported(what)) => Err(LowerError::Unsupported {
                place,
                help: type_help(&what),
                what: format!("the initial value of `{name}` needs {what}, which is not supported"),
            }),
        }
    }

    /// Writes a constant into the bytes at an offset.
    fn write(&mut self, module: usize, id: ConstantId, offset: u64, bytes: &mut [u8]) -> Result<(), ConstantFault> {
        // Arrays of many elements would be long sequences of words, so aggregates are written element by element.
        let mut open = vec![(id, offset)];
        while let Some((id, offset)) = open.pop() {
            let text = &self.linked.modules[module];
            let constant = text.constant(id);
            match &constant.value {
                value if is_zero(value) => {}
                ConstantValue::Bytes(data) => put(bytes, offset, data),
                ConstantValue::Aggregate(parts) => {
                    let offsets = offsets(text, constant.ty);
                    for (i, part) in parts.iter().enumerate() {
                        let Some(place) = offsets(i) else {
                            return Err(ConstantFault::Unsupported("a type without a layout".to_owned()));
                        };
                        open.push((*part, offset + place));
                    }
                }
                _ => {
                    let ty = constant.ty;
                    let words = self.constant(module, id)?;
                    let text = &self.linked.modules[module];
                    let shape = self.shapes[module].words(text, ty);
                    for (word, datum) in shape.iter().flat_map(|shape| shape.iter()).zip(words) {
                        let Datum::Number(number) = datum else {
                            return Err(ConstantFault::Unsupported(
                                "the address of a thread-local variable".to_owned(),
                            ));
                        };
                        put(bytes, offset + word.offset, &number.to_le_bytes()[..word.bytes() as usize]);
                    }
                }
            }
        }
        Ok(())
    }

    /// The address of an undefined variable, if it is one that every C library has.
    pub fn external_object(&mut self, index: usize) -> Result<u64, ConstantFault> {
        if let Some(address) = self.externals.get(&index) {
            return Ok(*address);
        }
        let external = self.linked.externals[index].clone();
        let name = &*external.name;
        let address = match name {
            // Pointers to objects that exist but cannot be accessed.
            "stdin" | "stdout" | "stderr" => {
                let file = self.builder.reserve_static(&format!("*{name}"), 1, 8, false);
                self.pointer_variable(name, file)
            }
            // An empty list.
            "environ" | "__environ" | "_environ" => {
                let list = self.builder.reserve_static("*environ", 8, 8, false);
                self.pointer_variable(name, list)
            }
            "optarg"
            | "program_invocation_name"
            | "program_invocation_short_name"
            | "timezone"
            | "__stack_chk_guard" => self.builder.reserve_static(name, 8, 8, false),
            "optind" | "opterr" | "optopt" | "daylight" | "signgam" => self.builder.reserve_static(name, 4, 4, false),
            "__libc_single_threaded" | "__dso_handle" => self.builder.reserve_static(name, 1, 1, false),
            _ if external.weak => 0,
            _ => return Err(ConstantFault::UnknownVariable(name.to_owned())),
        };
        self.externals.insert(index, address);
        Ok(address)
    }

    fn pointer_variable(&mut self, name: &str, value: u64) -> u64 {
        let address = self.builder.reserve_static(name, 8, 8, false);
        self.builder.set_static_bytes(address, value.to_le_bytes().to_vec());
        address
    }
}

fn is_zero(value: &ConstantValue) -> bool {
    matches!(
        value,
        ConstantValue::Zero
            | ConstantValue::Null
            | ConstantValue::Undef
            | ConstantValue::Poison
            | ConstantValue::Integer(0)
    )
}

fn put(bytes: &mut [u8], offset: u64, data: &[u8]) {
    let start = usize::try_from(offset).unwrap_or(usize::MAX);
    if let Some(range) = start.checked_add(data.len()).and_then(|end| bytes.get_mut(start..end)) {
        range.copy_from_slice(data);
    }
}

/// The offsets of the elements of a type.
fn offsets(text: &crate::text::module::Module, ty: TypeId) -> impl Fn(usize) -> Option<u64> + '_ {
    move |index| {
        let ty = text.types.resolve(ty);
        match text.types.get(ty) {
            Type::Struct { .. } => text.layout(ty)?.offsets.get(index).copied(),
            Type::Array { element, .. } => Some(text.layout(*element)?.size * index as u64),
            Type::Vector { element, .. } => Some(text.layout(*element)?.store_size * index as u64),
            _ => None,
        }
    }
}
