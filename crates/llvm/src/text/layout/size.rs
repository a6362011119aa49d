//! Sizes, alignments and field offsets of all types of a module, computed once.
//!
//! Named types can form chains of any length, and cycles in malformed modules, so the computation has a stack of its
//! own and visits every type once.

use super::DataLayout;
use crate::text::ids::TypeId;
use crate::text::types::{Type, Types};

/// The layout of a type in memory, in bytes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Layout {
    /// The number of bytes that a store writes.
    pub store_size: u64,
    /// The distance between neighbours in an array.
    pub size: u64,
    /// The ABI alignment.
    pub align: u64,
    /// The offsets of the fields of a struct.
    pub offsets: Box<[u64]>,
}

/// The layouts of a module's types.
#[derive(Clone, Debug, Default)]
pub struct Layouts {
    layouts: Vec<Option<Layout>>,
}

/// Maximum size of a type, in bytes: larger ones cannot exist in memory, and sums of smaller ones do not overflow.
const MAX_TYPE_BYTES: u64 = 1 << 48;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Progress {
    New,
    /// In progress; a type that is found in progress contains itself.
    Open,
    Done,
}

impl Layouts {
    pub(crate) fn new(types: &Types, data: &DataLayout) -> Layouts {
        let count = types.ids().count();
        let mut layouts = Layouts { layouts: vec![None; count] };
        let mut states = vec![Progress::New; count];
        let mut stack = Vec::new();
        for id in types.ids() {
            stack.push(id);
            while let Some(&top) = stack.last() {
                match states[top.index()] {
                    Progress::New => {
                        states[top.index()] = Progress::Open;
                        let parts = parts(types, top);
                        stack.extend(parts.iter().filter(|part| states[part.index()] == Progress::New));
                    }
                    Progress::Open => {
                        states[top.index()] = Progress::Done;
                        layouts.layouts[top.index()] = layouts.compute(types, data, top);
                        stack.pop();
                    }
                    Progress::Done => {
                        stack.pop();
                    }
                }
            }
        }
        layouts
    }

    /// The layout of a type; `None` for types that have none: functions, labels, opaque types, vectors of unknown
    /// length, and types that are larger than any memory.
    pub fn get(&self, id: TypeId) -> Option<&Layout> {
        self.layouts[id.index()].as_ref()
    }

    fn compute(&self, types: &Types, data: &DataLayout, id: TypeId) -> Option<Layout> {
        let part = |id: TypeId| self.get(id);
        match types.get(id) {
            Type::Integer(width) => scalar(u64::from(*width), data.integer_align(*width)),
            Type::Float(kind) => scalar(u64::from(kind.bits()), data.float_align(*kind)),
            Type::X86Mmx => scalar(64, 8),
            Type::X86Amx => scalar(8192, 64),
            Type::Pointer(space) => {
                let pointer = data.pointer(*space);
                scalar(u64::from(pointer.size), u64::from(pointer.align / 8))
            }
            Type::Array { length, element } => {
                let element = part(*element)?;
                let size = element.size.checked_mul(*length).filter(|size| *size <= MAX_TYPE_BYTES)?;
                Some(Layout { store_size: size, size, align: element.align, offsets: [].into() })
            }
            Type::Vector { length, element, scalable: false } => {
                let bits = element_bits(types, data, *element)?.checked_mul(*length)?;
                let bytes = bits.div_ceil(8);
                let natural = || bytes.checked_next_power_of_two().unwrap_or(1);
                scalar(bits, data.vector_align(bits).unwrap_or_else(natural))
            }
            Type::Struct { fields, packed } => {
                let (mut size, mut align) = (0u64, if *packed { 1 } else { data.aggregate_align() });
                let mut offsets = Vec::with_capacity(fields.len());
                for &field in fields {
                    let field = part(field)?;
                    if !packed {
                        size = size.next_multiple_of(field.align);
                        align = align.max(field.align);
                    }
                    offsets.push(size);
                    size = size.checked_add(field.size).filter(|size| *size <= MAX_TYPE_BYTES)?;
                }
                let size = size.next_multiple_of(align);
                Some(Layout { store_size: size, size, align, offsets: offsets.into() })
            }
            Type::Named(_) => types.body(id).and_then(part).cloned(),
            _ => None,
        }
    }
}

fn parts(types: &Types, id: TypeId) -> Vec<TypeId> {
    match types.get(id) {
        Type::Array { element, .. } | Type::Vector { element, .. } => vec![*element],
        Type::Struct { fields, .. } => fields.to_vec(),
        Type::Named(_) => types.body(id).into_iter().collect(),
        _ => Vec::new(),
    }
}

fn scalar(bits: u64, align: u64) -> Option<Layout> {
    let store_size = Some(bits.div_ceil(8)).filter(|size| *size <= MAX_TYPE_BYTES)?;
    Some(Layout { store_size, size: store_size.next_multiple_of(align), align, offsets: [].into() })
}

/// Elements of vectors have no padding between them.
fn element_bits(types: &Types, data: &DataLayout, id: TypeId) -> Option<u64> {
    Some(match types.get(id) {
        Type::Integer(width) => u64::from(*width),
        Type::Float(kind) => u64::from(kind.bits()),
        Type::Pointer(space) => u64::from(data.pointer(*space).size),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::types::FloatKind;

    fn layouts(build: impl FnOnce(&mut Types) -> Vec<TypeId>) -> Vec<Option<(u64, u64, u64)>> {
        let mut types = Types::new();
        let ids = build(&mut types);
        let data = DataLayout::parse("e-i64:64-i128:128-f80:128").unwrap();
        let layouts = Layouts::new(&types, &data);
        ids.iter().map(|id| layouts.get(*id).map(|l| (l.store_size, l.size, l.align))).collect()
    }

    #[test]
    fn sizes_are_those_of_the_abi() {
        let sizes = layouts(|types| {
            let fields: Box<[TypeId]> = [TypeId::I8, TypeId::I64, TypeId::I1].into();
            vec![
                types.intern(Type::Integer(24)),
                types.intern(Type::Float(FloatKind::X86Fp80)),
                types.intern(Type::Struct { fields: fields.clone(), packed: false }),
                types.intern(Type::Struct { fields, packed: true }),
                types.intern(Type::Vector { length: 3, element: TypeId::FLOAT, scalable: false }),
                types.intern(Type::Array { length: 3, element: TypeId::I16 }),
                types.intern(Type::Array { length: u64::MAX, element: TypeId::I16 }),
                TypeId::VOID,
            ]
        });
        let expected = [(3, 4, 4), (10, 16, 16), (24, 24, 8), (10, 10, 1), (12, 16, 16), (6, 6, 2)];
        assert_eq!(sizes[..6], expected.map(Some));
        assert_eq!(sizes[6..], [None, None]);
    }

    #[test]
    fn long_chains_and_circles_of_names_end() {
        let sizes = layouts(|types| {
            let names: Vec<_> = (0..200_000).map(|i| types.intern(Type::Named(format!("t{i}").into()))).collect();
            for pair in names.windows(2) {
                let body = types.intern(Type::Struct { fields: [pair[1], pair[1]].into(), packed: false });
                types.define(pair[0], body);
            }
            let circle = types.intern(Type::Named("c".into()));
            let body = types.intern(Type::Array { length: 2, element: circle });
            types.define(circle, body);
            let last = names[names.len() - 1];
            types.define(last, TypeId::I8);
            vec![circle, last, names[names.len() - 3], names[0]]
        });
        assert_eq!(sizes, [None, Some((1, 1, 1)), Some((4, 4, 1)), None]);
    }
}
