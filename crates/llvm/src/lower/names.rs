//! Names of memory locations for reports: variables with the path to a member, from debug information.

pub(crate) mod demangle;

use raddle_graph::Address;
use raddle_ir::{Area, Position, Region};
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use crate::lower::world::Home;
use crate::text::ids::MetadataId;
use crate::text::module::Module;

/// The variables of a program with the layout of their types.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Names {
    /// Global variables, sorted by address.
    statics: Vec<NamedObject>,
    /// Thread-local variables, sorted by their offset in thread-local memory.
    thread_locals: Vec<NamedObject>,
    /// By position of the declaration: variables on the stack, with the index of their type's shape.
    locals: FxHashMap<Position, (String, Option<usize>)>,
    /// Refer to each other by index. A recursive type has one shape.
    shapes: Vec<TypeShape>,
}

/// A global or thread-local variable.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct NamedObject {
    /// Its address, or its offset in thread-local memory.
    base: u64,
    /// In bytes.
    size: u64,
    name: String,
    /// The index of its type's shape; `None` without debug information.
    shape: Option<usize>,
}

/// The layout of a type of the source. Sizes and offsets are in bits, as in debug information.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
enum TypeShape {
    Scalar,
    /// `size` is that of one element; there is one length for each dimension.
    Array {
        element: usize,
        size: u64,
        lengths: Vec<u64>,
    },
    /// A struct, a union or a class.
    Members(Vec<ShapeMember>),
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct ShapeMember {
    name: String,
    offset: u64,
    size: u64,
    /// `None` for bit-fields.
    shape: Option<usize>,
}

/// The bits of a location that are an address: without the size of the access and the mark of what the system keeps.
const ADDRESS_MASK: u64 = (1 << 47) - 1;
/// Maximum number of types on the path to a byte.
const MAX_PATH_STEPS: usize = 64;
/// Maximum number of types whose shapes are stored.
const MAX_SHAPES: usize = 100_000;

impl Names {
    /// The name of a location in the source: `x`, `queue.head`, `nodes[2].next`. Dynamic objects are named after the
    /// thread that allocated them.
    pub fn location(&self, location: Address) -> String {
        let byte = location.0 & ADDRESS_MASK;
        match Area::of(byte) {
            Area::Static => self.find(&self.statics, byte).unwrap_or_else(|| format!("{byte:#x}")),
            Area::ThreadLocal { thread, offset } => {
                let name = self.find(&self.thread_locals, offset);
                let name = name.unwrap_or_else(|| format!("thread-local memory +{offset}"));
                format!("{name} of thread {}", thread.0)
            }
            Area::Dynamic { region, allocation, offset } => {
                let what = match region {
                    Region::Heap | Region::Zeroed | Region::New | Region::NewArray => "heap block",
                    Region::Stack => "stack object",
                };
                let place = if offset == 0 { String::new() } else { format!(" +{offset}") };
                format!("{what} {} of thread {}{place}", allocation.index, allocation.thread.0)
            }
            Area::Private => "private memory".to_owned(),
            Area::Null | Area::Function | Area::Nowhere => format!("{byte:#x}"),
        }
    }

    /// The name of the global or thread-local variable that begins at an address.
    pub fn variable(&self, addr: Address) -> Option<String> {
        let byte = addr.0 & ADDRESS_MASK;
        let (variables, base) = match Area::of(byte) {
            Area::Static => (&self.statics, byte),
            Area::ThreadLocal { offset, .. } => (&self.thread_locals, offset),
            _ => return None,
        };
        let index = variables.binary_search_by_key(&base, |variable| variable.base).ok()?;
        Some(variables[index].name.clone())
    }

    /// The name of the stack variable that is declared at this position.
    pub fn local_variable(&self, declared: Position) -> Option<String> {
        self.locals.get(&declared).map(|(name, _)| name.clone())
    }

    /// The name of a byte of the stack variable that is declared at this position, the position of the event that
    /// allocates it.
    pub fn local(&self, declared: Position, offset: u64) -> Option<String> {
        let (name, shape) = self.locals.get(&declared)?;
        Some(format!("{name}{}", self.path(*shape, offset)))
    }

    /// The name of a byte of one of these variables. The byte right behind a variable is named after it, too: pointers to there
    /// are legal.
    fn find(&self, entries: &[NamedObject], byte: u64) -> Option<String> {
        let after = entries.partition_point(|entry| entry.base <= byte);
        let entry = entries.get(after.checked_sub(1)?)?;
        let offset = byte - entry.base;
        if offset > entry.size {
            return None;
        }
        let path = self.path(entry.shape, offset);
        let has_no_path = path.is_empty() && offset > 0;
        Some(if has_no_path { format!("{} +{offset}", entry.name) } else { format!("{}{path}", entry.name) })
    }

    /// The path to a byte of a type, in the form of `Debug::path`.
    fn path(&self, shape: Option<usize>, byte: u64) -> String {
        let mut path = String::new();
        let (mut shape, Some(mut bit)) = (shape, byte.checked_mul(8)) else { return path };
        for _ in 0..MAX_PATH_STEPS {
            match shape.and_then(|shape| self.shapes.get(shape)) {
                Some(TypeShape::Array { element, size, lengths }) => {
                    let mut stride = lengths.iter().skip(1).fold(*size, |s, l| s.saturating_mul((*l).max(1))).max(1);
                    for i in 0..lengths.len() {
                        path.push_str(&format!("[{}]", bit / stride));
                        bit %= stride;
                        stride = (stride / lengths.get(i + 1).copied().unwrap_or(1).max(1)).max(1);
                    }
                    shape = Some(*element);
                }
                Some(TypeShape::Members(members)) => {
                    let inside = |member: &&ShapeMember| member.offset <= bit && bit - member.offset < member.size;
                    let Some(member) = members.iter().find(inside) else { break };
                    if !member.name.is_empty() {
                        path.push('.');
                        path.push_str(&member.name);
                    }
                    bit -= member.offset;
                    shape = member.shape;
                }
                Some(TypeShape::Scalar) | None => break,
            }
        }
        // Words of one member have names of their own.
        if bit >= 8 && !path.is_empty() {
            path.push_str(&format!("+{}", bit / 8));
        }
        path
    }
}

/// Collects names while a program is lowered.
#[derive(Debug, Default)]
pub(crate) struct NamesBuilder {
    names: Names,
    /// By module and type: the index of its shape.
    known: FxHashMap<(usize, MetadataId), usize>,
}

impl NamesBuilder {
    /// Adds a global variable.
    pub fn add(&mut self, text: &Module, module: usize, home: Home, size: u64, name: &str, ty: Option<MetadataId>) {
        let shape = ty.map(|ty| self.shape(text, module, ty));
        let (list, base) = match home {
            Home::Static(base) => (&mut self.names.statics, base),
            Home::ThreadLocal(base) => (&mut self.names.thread_locals, base),
        };
        list.push(NamedObject { base, size, name: name.to_owned(), shape });
    }

    /// Adds a variable on the stack.
    pub fn add_local(&mut self, text: &Module, module: usize, declared: Position, name: &str, ty: Option<MetadataId>) {
        let shape = ty.map(|ty| self.shape(text, module, ty));
        self.names.locals.insert(declared, (name.to_owned(), shape));
    }

    /// The names, sorted for searching.
    pub fn finish(mut self) -> Names {
        self.names.statics.sort_by_key(|entry| entry.base);
        self.names.thread_locals.sort_by_key(|entry| entry.base);
        self.names
    }

    /// The index of a type's shape, which is computed together with those of its parts.
    fn shape(&mut self, text: &Module, module: usize, ty: MetadataId) -> usize {
        let debug = text.debug();
        let mut pending = Vec::new();
        let first = self.index(module, debug.strip(ty), &mut pending);
        while let Some((index, ty)) = pending.pop() {
            let shape = if let Some((element, lengths)) = debug.array(ty) {
                let element = debug.strip(element);
                let size = debug.size(element).unwrap_or(0);
                TypeShape::Array { element: self.index(module, element, &mut pending), size, lengths }
            } else {
                let members: Vec<ShapeMember> = debug
                    .members(ty)
                    .into_iter()
                    .map(|member| {
                        let inner = member.ty.filter(|_| !member.bit_field).map(|ty| debug.strip(ty));
                        let shape = inner.map(|inner| self.index(module, inner, &mut pending));
                        ShapeMember { name: member.name.into_owned(), offset: member.offset, size: member.size, shape }
                    })
                    .collect();
                if members.is_empty() { TypeShape::Scalar } else { TypeShape::Members(members) }
            };
            self.names.shapes[index] = shape;
        }
        first
    }

    /// The index of a type's shape. That of a type met for the first time is still to be computed: the type becomes `pending`,
    /// unless there are too many already; then it counts as a scalar.
    fn index(&mut self, module: usize, ty: MetadataId, pending: &mut Vec<(usize, MetadataId)>) -> usize {
        let shapes = &mut self.names.shapes;
        let next = shapes.len();
        let index = *self.known.entry((module, ty)).or_insert(next);
        if index == next {
            shapes.push(TypeShape::Scalar);
            if next < MAX_SHAPES {
                pending.push((index, ty));
            }
        }
        index
    }
}
