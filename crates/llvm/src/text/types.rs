//! Types, interned: equal types have equal ids.

use std::fmt;

use rustc_hash::FxHashMap;

use crate::text::ids::TypeId;

/// A type.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Type {
    /// `void`.
    Void,
    /// `label`.
    Label,
    /// `metadata`.
    Metadata,
    /// `token`.
    Token,
    /// `x86_amx`.
    X86Amx,
    /// `x86_mmx`.
    X86Mmx,
    /// `i32`: an integer and its width in bits.
    Integer(u32),
    /// A floating-point number.
    Float(FloatKind),
    /// A pointer into an address space; 0 except for rare targets.
    Pointer(u32),
    /// `[4 x i32]`.
    Array {
        /// How many elements.
        length: u64,
        /// The type of each.
        element: TypeId,
    },
    /// `<4 x i32>`.
    Vector {
        /// The number of elements, or the factor of the machine's vector length.
        length: u64,
        /// The type of each.
        element: TypeId,
        /// Whether the length depends on the machine.
        scalable: bool,
    },
    /// `{ i32, ptr }`, or packed `<{ i32, ptr }>`.
    Struct {
        /// The types of the fields.
        fields: Box<[TypeId]>,
        /// Whether there is no padding.
        packed: bool,
    },
    /// `%name`, whose body is [`Types::body`].
    Named(Box<str>),
    /// `i32 (ptr, ...)`.
    Function {
        /// The type of its result.
        result: TypeId,
        /// The types of its parameters.
        parameters: Box<[TypeId]>,
        /// Whether it is variadic.
        variadic: bool,
    },
    /// `target("name", …)`, spelt as in the text.
    Target(Box<str>),
}

/// The formats of floating-point numbers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FloatKind {
    /// IEEE, 16 bits.
    Half,
    /// The upper half of a `float`.
    BFloat,
    /// IEEE, 32 bits.
    Float,
    /// IEEE, 64 bits.
    Double,
    /// The 80 bits of x87.
    X86Fp80,
    /// IEEE, 128 bits.
    Fp128,
    /// A pair of doubles.
    PpcFp128,
}

impl FloatKind {
    /// Its spelling.
    pub fn as_str(self) -> &'static str {
        match self {
            FloatKind::Half => "half",
            FloatKind::BFloat => "bfloat",
            FloatKind::Float => "float",
            FloatKind::Double => "double",
            FloatKind::X86Fp80 => "x86_fp80",
            FloatKind::Fp128 => "fp128",
            FloatKind::PpcFp128 => "ppc_fp128",
        }
    }

    /// The width of its values, in bits.
    pub fn bits(self) -> u32 {
        match self {
            FloatKind::Half | FloatKind::BFloat => 16,
            FloatKind::Float => 32,
            FloatKind::Double => 64,
            FloatKind::X86Fp80 => 80,
            FloatKind::Fp128 | FloatKind::PpcFp128 => 128,
        }
    }
}

/// The types of a module.
#[derive(Clone, Debug)]
pub struct Types {
    types: Vec<Type>,
    ids: FxHashMap<Type, TypeId>,
    /// By id; only of named types.
    bodies: Vec<Option<TypeId>>,
}

/// The types that every module has, in this order, so that the most frequent ones need no look-up.
const COMMON: [Type; 14] = [
    Type::Void,
    Type::Integer(1),
    Type::Integer(8),
    Type::Integer(16),
    Type::Integer(32),
    Type::Integer(64),
    Type::Integer(128),
    Type::Pointer(0),
    Type::Float(FloatKind::Float),
    Type::Float(FloatKind::Double),
    Type::Label,
    Type::Metadata,
    Type::Token,
    Type::Float(FloatKind::X86Fp80),
];

impl TypeId {
    /// `void`.
    pub const VOID: TypeId = TypeId(0);
    /// `i1`.
    pub const I1: TypeId = TypeId(1);
    /// `i8`.
    pub const I8: TypeId = TypeId(2);
    /// `i16`.
    pub const I16: TypeId = TypeId(3);
    /// `i32`.
    pub const I32: TypeId = TypeId(4);
    /// `i64`.
    pub const I64: TypeId = TypeId(5);
    /// `i128`.
    pub const I128: TypeId = TypeId(6);
    /// `ptr`.
    pub const PTR: TypeId = TypeId(7);
    /// `float`.
    pub const FLOAT: TypeId = TypeId(8);
    /// `double`.
    pub const DOUBLE: TypeId = TypeId(9);
    /// `label`.
    pub const LABEL: TypeId = TypeId(10);
    /// `metadata`.
    pub const METADATA: TypeId = TypeId(11);
    /// `token`.
    pub const TOKEN: TypeId = TypeId(12);
}

impl Types {
    pub(crate) fn new() -> Types {
        let mut types = Types { types: Vec::new(), ids: FxHashMap::default(), bodies: Vec::new() };
        for ty in COMMON {
            types.intern(ty);
        }
        types
    }

    pub(crate) fn intern(&mut self, ty: Type) -> TypeId {
        if let Some(&id) = self.ids.get(&ty) {
            return id;
        }
        let id = TypeId::new(self.types.len());
        self.types.push(ty.clone());
        self.bodies.push(None);
        self.ids.insert(ty, id);
        id
    }

    pub(crate) fn define(&mut self, named: TypeId, body: TypeId) {
        self.bodies[named.index()] = Some(body);
    }

    /// The type with this id.
    pub fn get(&self, id: TypeId) -> &Type {
        &self.types[id.index()]
    }

    /// The body of a named type; `None` if it is opaque, or not named.
    pub fn body(&self, id: TypeId) -> Option<TypeId> {
        self.bodies[id.index()]
    }

    /// Looks through names; opaque types stay as they are.
    pub fn resolve(&self, mut id: TypeId) -> TypeId {
        // Compilers only name structs, so one step is enough; and names can be cyclic.
        for _ in 0..64 {
            match self.body(id) {
                Some(body) => id = body,
                None => break,
            }
        }
        id
    }

    /// All ids, in the order of their first use.
    pub fn ids(&self) -> impl Iterator<Item = TypeId> + use<> {
        (0..self.types.len()).map(TypeId::new)
    }

    /// The id of a type that the module mentions.
    pub fn find(&self, ty: &Type) -> Option<TypeId> {
        self.ids.get(ty).copied()
    }

    /// The type of an element of an array, vector or struct.
    pub fn element(&self, aggregate: TypeId, index: u64) -> Option<TypeId> {
        match self.get(self.resolve(aggregate)) {
            Type::Array { element, .. } | Type::Vector { element, .. } => Some(*element),
            Type::Struct { fields, .. } => fields.get(usize::try_from(index).ok()?).copied(),
            _ => None,
        }
    }

    /// The width of an integer type.
    pub fn integer_width(&self, id: TypeId) -> Option<u32> {
        match *self.get(id) {
            Type::Integer(width) => Some(width),
            _ => None,
        }
    }

    /// The type as text.
    pub fn show(&self, id: TypeId) -> ShowType<'_> {
        ShowType { types: self, id }
    }
}

/// Prints a type as in the text.
#[derive(Clone, Copy, Debug)]
pub struct ShowType<'m> {
    types: &'m Types,
    id: TypeId,
}

impl fmt::Display for ShowType<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let show = |id| self.types.show(id);
        let list = |f: &mut fmt::Formatter<'_>, ids: &[TypeId]| -> fmt::Result {
            for (i, &id) in ids.iter().enumerate() {
                write!(f, "{}{}", if i == 0 { "" } else { ", " }, show(id))?;
            }
            Ok(())
        };
        match self.types.get(self.id) {
            Type::Void => f.write_str("void"),
            Type::Label => f.write_str("label"),
            Type::Metadata => f.write_str("metadata"),
            Type::Token => f.write_str("token"),
            Type::X86Amx => f.write_str("x86_amx"),
            Type::X86Mmx => f.write_str("x86_mmx"),
            Type::Integer(width) => write!(f, "i{width}"),
            Type::Float(kind) => f.write_str(kind.as_str()),
            Type::Pointer(0) => f.write_str("ptr"),
            Type::Pointer(space) => write!(f, "ptr addrspace({space})"),
            Type::Array { length, element } => write!(f, "[{length} x {}]", show(*element)),
            Type::Vector { length, element, scalable } => {
                write!(f, "<{}{length} x {}>", if *scalable { "vscale x " } else { "" }, show(*element))
            }
            Type::Struct { fields, packed } => {
                let (open, close) = if *packed { ("<{", "}>") } else { ("{", "}") };
                if fields.is_empty() {
                    return write!(f, "{open}{close}");
                }
                write!(f, "{open} ")?;
                list(f, fields)?;
                write!(f, " {close}")
            }
            Type::Named(name) => write!(f, "%{name}"),
            Type::Function { result, parameters, variadic } => {
                write!(f, "{} (", show(*result))?;
                list(f, parameters)?;
                match (variadic, parameters.is_empty()) {
                    (true, true) => f.write_str("...)"),
                    (true, false) => f.write_str(", ...)"),
                    (false, _) => f.write_str(")"),
                }
            }
            Type::Target(text) => f.write_str(text),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn common_types_have_the_ids_they_are_said_to_have() {
        let types = Types::new();
        for (id, text) in [
            (TypeId::VOID, "void"),
            (TypeId::I1, "i1"),
            (TypeId::I64, "i64"),
            (TypeId::I128, "i128"),
            (TypeId::PTR, "ptr"),
            (TypeId::FLOAT, "float"),
            (TypeId::DOUBLE, "double"),
            (TypeId::LABEL, "label"),
            (TypeId::METADATA, "metadata"),
            (TypeId::TOKEN, "token"),
        ] {
            assert_eq!(types.show(id).to_string(), text);
        }
    }

    #[test]
    fn a_circle_of_names_has_an_end() {
        let mut types = Types::new();
        let a = types.intern(Type::Named("a".into()));
        let b = types.intern(Type::Named("b".into()));
        types.define(a, b);
        types.define(b, a);
        types.resolve(a);
        assert_eq!(types.element(a, 0), None);
    }
}
