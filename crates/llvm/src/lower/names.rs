//! Names of places in memory for reports: variables with the path to a member, from debug information.

pub(crate) mod demangle;

use raddle_graph::Address;
use raddle_ir::Position;
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use crate::lower::world::Home;
use crate::text::ids::MetadataId;
use crate::text::module::Module;

/// The names of places in memory.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Names {
    /// By address: global variables.
    statics: Vec<NamedObject>,
    /// By offset in thread-local memory.
    thread_locals: Vec<NamedObject>,
    /// By position of the declaration: variables on the stack.
    locals: FxHashMap<Position, (String, Option<usize>)>,
    shapes: Vec<TypeShape>,
}

/// A variable.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct NamedObject {
    base: u64,
    size: u64,
    name: String,
    shape: Option<usize>,
}

/// A type of the source, as far as names need it; sizes are in bits.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
enum TypeShape {
    Scalar,
    Array { element: usize, size: u64, lengths: Vec<u64> },
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

/// Maximum number of types on the path to a byte.
const MAX_PATH_STEPS: usize = 64;
/// Maximum number of types whose shapes are stored.
const MAX_SHAPES: usize = 100_000;

impl Names {
    /// The name of a place in the source: `x`, `queue.head`, `nodes[2].next`. Dynamic objects are named after the
    /// thread that allocated them.
    pub fn location(&self, address: Address) -> String {
        let byte = address.0 & ((1 << 47) - 1);
        let thread = byte >> 37 & 0x7f;
        let inner = byte & ((1 << 37) - 1);
        // Small objects have their number above bit 18, large ones above bit 26.
        let bits = if byte >> 36 & 1 == 0 { 18 } else { 26 };
        let dynamic = |what: &str| {
            let (index, offset) = ((inner & ((1 << 36) - 1)) >> bits, inner & ((1 << bits) - 1));
            let place = if offset == 0 { String::new() } else { format!(" +{offset}") };
            format!("{what} {index} of thread {thread}{place}")
        };
        match byte >> 44 {
            0 => self.find(&self.statics, byte).unwrap_or_else(|| format!("{byte:#x}")),
            1 => {
                let name = self.find(&self.thread_locals, inner);
                format!("{} of thread {thread}", name.unwrap_or_else(|| format!("thread-local memory +{inner}")))
            }
            2 | 3 => dynamic("heap block"),
            4 => dynamic("stack object"),
            5 => "private memory".to_owned(),
            _ => format!("{byte:#x}"),
        }
    }

    /// The name of a byte of the stack variable that is declared at this position, the position of the event that
    /// allocates it.
    pub fn local(&self, declared: Position, offset: u64) -> Option<String> {
        let (name, shape) = self.locals.get(&declared)?;
        Some(format!("{name}{}", self.path(*shape, offset)))
    }

    fn find(&self, entries: &[NamedObject], byte: u64) -> Option<String> {
        let after = entries.partition_point(|entry| entry.base <= byte);
        let entry = entries.get(after.checked_sub(1)?)?;
        let offset = byte - entry.base;
        if offset > entry.size {
            return None;
        }
        let path = self.path(entry.shape, offset);
        let unknown = path.is_empty() && offset > 0;
        Some(if unknown { format!("{} +{offset}", entry.name) } else { format!("{}{path}", entry.name) })
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
        path
    }
}

/// Collects names while a program is lowered.
#[derive(Debug, Default)]
pub(crate) struct NamesBuilder {
    names: Names,
    /// By module and type: its shape.
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

    pub fn finish(mut self) -> Names {
        self.names.statics.sort_by_key(|entry| entry.base);
        self.names.thread_locals.sort_by_key(|entry| entry.base);
        self.names
    }

    /// The shape of a type, computed together with those of its parts.
    fn shape(&mut self, text: &Module, module: usize, ty: MetadataId) -> usize {
        let debug = text.debug();
        let mut open = Vec::new();
        let first = self.number(module, debug.strip(ty), &mut open);
        while let Some((number, ty)) = open.pop() {
            let shape = if let Some((element, lengths)) = debug.array(ty) {
                let element = debug.strip(element);
                let size = debug.size(element).unwrap_or(0);
                TypeShape::Array { element: self.number(module, element, &mut open), size, lengths }
            } else {
                let members: Vec<ShapeMember> = debug
                    .members(ty)
                    .into_iter()
                    .map(|member| {
                        let inner = member.ty.filter(|_| !member.bit_field).map(|ty| debug.strip(ty));
                        let shape = inner.map(|inner| self.number(module, inner, &mut open));
                        ShapeMember { name: member.name.into_owned(), offset: member.offset, size: member.size, shape }
                    })
                    .collect();
                if members.is_empty() { TypeShape::Scalar } else { TypeShape::Members(members) }
            };
            self.names.shapes[number] = shape;
        }
        first
    }

    fn number(&mut self, module: usize, ty: MetadataId, open: &mut Vec<(usize, MetadataId)>) -> usize {
        let shapes = &mut self.names.shapes;
        let next = shapes.len();
        let number = *self.known.entry((module, ty)).or_insert(next);
        if number == next {
            shapes.push(TypeShape::Scalar);
            if next < MAX_SHAPES {
                open.push((number, ty));
            }
        }
        number
    }
}
