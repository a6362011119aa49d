//! Representation of values: a sequence of words of up to 64 bits, each with its offset in memory.
//!
//! Integers of more than 64 bits are two words, the lower one first; structs, arrays and vectors are the words of their
//! elements in order. Padding is no part of a value.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::text::ids::TypeId;
use crate::text::module::Module;
use crate::text::types::{FloatKind, Type};

/// A word of a value.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Word {
    /// Its offset in the value, in bytes.
    pub offset: u64,
    /// Its width in bits, from 1 to 64.
    pub bits: u8,
}

impl Word {
    /// Its size in memory, in bytes.
    pub fn bytes(self) -> u64 {
        u64::from(self.bits).div_ceil(8)
    }

    /// The offset behind it, in bytes.
    pub fn end(self) -> u64 {
        self.offset + self.bytes()
    }
}

/// A type with its words.
pub(crate) type Words = Rc<[Word]>;

/// Maximum number of words of a value: compilers do not make larger ones.
const MAX_WORDS: usize = 4096;
/// Maximum nesting depth of types.
const MAX_NESTING: u32 = 200;

/// The scalar types that can be computed with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Scalar {
    /// An integer of 1 to 128 bits, or a pointer.
    Integer(u32),
    /// A 32-bit floating-point number.
    Float,
    /// A 64-bit floating-point number.
    Double,
}

impl Scalar {
    pub fn bits(self) -> u32 {
        match self {
            Scalar::Integer(bits) => bits,
            Scalar::Float => 32,
            Scalar::Double => 64,
        }
    }

    /// The number of words that hold it.
    pub fn words(self) -> usize {
        if self.bits() > 64 { 2 } else { 1 }
    }
}

/// A type as a scalar, if it can be computed with.
pub(crate) fn scalar(module: &Module, ty: TypeId) -> Option<Scalar> {
    match module.types.get(module.types.resolve(ty)) {
        Type::Integer(bits @ 1..=128) => Some(Scalar::Integer(*bits)),
        Type::Pointer(space) => match module.data_layout.pointer(*space).size {
            bits @ 1..=64 => Some(Scalar::Integer(bits)),
            _ => None,
        },
        Type::Float(FloatKind::Float) => Some(Scalar::Float),
        Type::Float(FloatKind::Double) => Some(Scalar::Double),
        _ => None,
    }
}

/// The scalar of a scalar or vector type, and the number of elements; one for a scalar.
pub(crate) fn lanes(module: &Module, ty: TypeId) -> Option<(Scalar, usize)> {
    match *module.types.get(module.types.resolve(ty)) {
        Type::Vector { length, element, scalable: false } => {
            Some((scalar(module, element)?, usize::try_from(length).ok().filter(|length| *length <= MAX_WORDS)?))
        }
        _ => Some((scalar(module, ty)?, 1)),
    }
}

/// The words of the types of one module, cached.
#[derive(Debug, Default)]
pub(crate) struct Shapes {
    known: FxHashMap<TypeId, Option<Words>>,
}

impl Shapes {
    /// The words of a type; `None` if its values cannot be represented.
    pub fn words(&mut self, module: &Module, ty: TypeId) -> Option<Words> {
        if let Some(known) = self.known.get(&ty) {
            return known.clone();
        }
        let mut words = Vec::new();
        let complete = collect(module, ty, 0, 0, &mut words);
        let words = complete.map(|()| Words::from(words));
        self.known.insert(ty, words.clone());
        words
    }
}

fn collect(module: &Module, ty: TypeId, base: u64, depth: u32, words: &mut Vec<Word>) -> Option<()> {
    if depth > MAX_NESTING || words.len() > MAX_WORDS {
        return None;
    }
    let ty = module.types.resolve(ty);
    let layout = module.layout(ty);
    match module.types.get(ty) {
        Type::Void => {}
        Type::Array { length, element } => {
            let stride = module.layout(*element)?.size;
            if *length > MAX_WORDS as u64 {
                return None;
            }
            for i in 0..*length {
                collect(module, *element, base + i * stride, depth + 1, words)?;
            }
        }
        Type::Vector { element, .. } => {
            let (scalar, length) = lanes(module, ty)?;
            // Elements that are not whole bytes share bytes with their neighbours.
            if scalar.bits() % 8 != 0 {
                return None;
            }
            for i in 0..length as u64 {
                collect(module, *element, base + i * u64::from(scalar.bits() / 8), depth + 1, words)?;
            }
        }
        Type::Struct { fields, .. } => {
            for (field, offset) in fields.iter().zip(&layout?.offsets) {
                collect(module, *field, base + offset, depth + 1, words)?;
            }
        }
        _ => {
            let mut bits = scalar(module, ty)?.bits();
            let mut offset = base;
            while bits > 64 {
                words.push(Word { offset, bits: 64 });
                (bits, offset) = (bits - 64, offset + 8);
            }
            words.push(Word { offset, bits: bits as u8 });
        }
    }
    (words.len() <= MAX_WORDS).then_some(())
}

/// The range of a part of a struct, array or vector in the words of the whole: the first, and how many.
pub(crate) fn part(
    module: &Module,
    shapes: &mut Shapes,
    ty: TypeId,
    indices: &[u32],
) -> Option<(usize, usize, TypeId)> {
    let (mut ty, mut start) = (ty, 0);
    for &index in indices {
        let whole = module.types.resolve(ty);
        match module.types.get(whole) {
            Type::Struct { fields, .. } => {
                let fields = fields.get(..=index as usize)?;
                for field in &fields[..index as usize] {
                    start += shapes.words(module, *field)?.len();
                }
                ty = fields[index as usize];
            }
            Type::Array { length, element } if u64::from(index) < *length => {
                start += shapes.words(module, *element)?.len() * index as usize;
                ty = *element;
            }
            _ => return None,
        }
    }
    Some((start, shapes.words(module, ty)?.len(), ty))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shape(ty: &str) -> Option<Vec<(u64, u8)>> {
        let layout = "e-m:e-i64:64-i128:128-f80:128-n8:16:32:64-S128";
        let text = format!("target datalayout = \"{layout}\"\n@x = external global {ty}\n");
        let module = Module::parse("t.ll", text).unwrap();
        let words = Shapes::default().words(&module, module.globals[0].ty)?;
        Some(words.iter().map(|word| (word.offset, word.bits)).collect())
    }

    #[test]
    fn words_of_types() {
        assert_eq!(shape("i32"), Some(vec![(0, 32)]));
        assert_eq!(shape("i128"), Some(vec![(0, 64), (8, 64)]));
        assert_eq!(shape("i100"), Some(vec![(0, 64), (8, 36)]));
        assert_eq!(shape("{ i8, i64, [2 x i1] }"), Some(vec![(0, 8), (8, 64), (16, 1), (17, 1)]));
        assert_eq!(shape("<{ i8, ptr }>"), Some(vec![(0, 8), (1, 64)]));
        assert_eq!(shape("<2 x float>"), Some(vec![(0, 32), (4, 32)]));
        assert_eq!(shape("{}"), Some(vec![]));
        assert_eq!(shape("x86_fp80"), None);
        assert_eq!(shape("<8 x i1>"), None);
        assert_eq!(shape("[99999999 x i8]"), None);
    }
}
