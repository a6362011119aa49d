//! Types of the source: their names and members, and the member at an offset.

use std::borrow::Cow;

use super::{Debug, MAX_WALK_STEPS};
use crate::text::ids::MetadataId;
use crate::text::metadata::Value;

/// Maximum number of members that a search visits: enough for any struct, and few enough for malformed modules.
const MAX_VISITED_MEMBERS: usize = 10_000;

/// A member of a struct, union or class.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Member<'m> {
    /// Its name; empty for anonymous structs and unions, and for base classes.
    pub name: Cow<'m, str>,
    /// Its type.
    pub ty: Option<MetadataId>,
    /// Its offset in bits.
    pub offset: u64,
    /// Its size in bits.
    pub size: u64,
    /// Whether it is a bit-field.
    pub bit_field: bool,
}

impl<'m> Debug<'m> {
    fn tag(&self, ty: MetadataId) -> &'m str {
        self.word(ty, "tag").strip_prefix("DW_TAG_").unwrap_or("")
    }

    /// Looks through typedefs and qualifiers.
    pub fn strip(&self, ty: MetadataId) -> MetadataId {
        let mut ty = ty;
        for _ in 0..MAX_WALK_STEPS {
            match self.tag(ty) {
                "typedef" | "const_type" | "volatile_type" | "atomic_type" | "restrict_type" => {
                    match self.node(ty, "baseType") {
                        Some(base) => ty = base,
                        None => break,
                    }
                }
                _ => break,
            }
        }
        ty
    }

    /// The size of a type in bits; `None` if it is unknown.
    pub fn size(&self, ty: MetadataId) -> Option<u64> {
        self.number(self.strip(ty), "size")
    }

    /// The name of a type, roughly as in C.
    pub fn type_name(&self, ty: Option<MetadataId>) -> String {
        let (mut ty, mut suffix) = (ty, String::new());
        for _ in 0..MAX_WALK_STEPS {
            let Some(node) = ty else { return format!("void{suffix}") };
            let base = self.node(node, "baseType");
            match self.tag(node) {
                "pointer_type" => suffix.insert_str(0, " *"),
                "reference_type" => suffix.insert_str(0, " &"),
                "rvalue_reference_type" => suffix.insert_str(0, " &&"),
                "const_type" => suffix.insert_str(0, " const"),
                "volatile_type" => suffix.insert_str(0, " volatile"),
                "atomic_type" => suffix.insert_str(0, " _Atomic"),
                "restrict_type" => suffix.insert_str(0, " restrict"),
                "array_type" => {
                    for length in self.lengths(node) {
                        suffix.push_str(&format!("[{length}]"));
                    }
                }
                tag => {
                    let name = self.string(node, "name").unwrap_or_default();
                    let keyword = match (tag, self.kind(node)) {
                        ("structure_type", _) => "struct ",
                        ("union_type", _) => "union ",
                        ("enumeration_type", _) => "enum ",
                        ("class_type", _) => "class ",
                        (_, "DISubroutineType") => "function",
                        _ => "",
                    };
                    return format!("{keyword}{name}").trim_end().to_owned() + &suffix;
                }
            }
            ty = base;
        }
        suffix
    }

    /// The lengths of an array; 0 where there is none.
    fn lengths(&self, array: MetadataId) -> Vec<u64> {
        let Some(elements) = self.node(array, "elements") else { return Vec::new() };
        let ranges = self.module.metadata.fields(elements).iter().take(MAX_WALK_STEPS);
        ranges
            .map(|field| match field.value {
                Value::Node(range) => self.number(range, "count").unwrap_or(0),
                _ => 0,
            })
            .collect()
    }

    /// The type of the elements of an array, and its lengths, the outermost first.
    pub(crate) fn array(&self, ty: MetadataId) -> Option<(MetadataId, Vec<u64>)> {
        let ty = self.strip(ty);
        (self.tag(ty) == "array_type").then(|| Some((self.node(ty, "baseType")?, self.lengths(ty))))?
    }

    /// The members of a struct, union or class, including base classes. Static members and functions are left out.
    pub fn members(&self, ty: MetadataId) -> Vec<Member<'m>> {
        let ty = self.strip(ty);
        let Some(elements) = self.node(ty, "elements").filter(|_| self.kind(ty) == "DICompositeType") else {
            return Vec::new();
        };
        let mut members = Vec::new();
        for field in self.module.metadata.fields(elements).iter().take(MAX_VISITED_MEMBERS) {
            let Value::Node(node) = field.value else { continue };
            let flags = self.word(node, "flags");
            if !matches!(self.tag(node), "member" | "inheritance") || flags.contains("DIFlagStaticMember") {
                continue;
            }
            let base = self.node(node, "baseType");
            members.push(Member {
                name: self.string(node, "name").unwrap_or_default(),
                ty: base,
                offset: self.number(node, "offset").unwrap_or(0),
                size: self.number(node, "size").or_else(|| base.and_then(|base| self.size(base))).unwrap_or(0),
                bit_field: flags.contains("DIFlagBitField"),
            });
        }
        members
    }

    /// The path to a byte of a variable, such as `.head.next` or `[3].value`; empty for a scalar. Of members at the
    /// same offset (in unions, and bit-fields of one byte) it is the first.
    pub fn path(&self, ty: MetadataId, byte: u64) -> String {
        let mut path = String::new();
        let (mut ty, Some(mut bit)) = (ty, byte.checked_mul(8)) else { return path };
        for _ in 0..MAX_WALK_STEPS {
            ty = self.strip(ty);
            if self.tag(ty) == "array_type" {
                let Some(base) = self.node(ty, "baseType") else { break };
                let Some(mut stride) = self.size(base).filter(|size| *size > 0) else { break };
                let lengths = self.lengths(ty);
                for i in (0..lengths.len()).rev().take(lengths.len().saturating_sub(1)) {
                    stride = stride.saturating_mul(lengths[i].max(1));
                }
                for i in 0..lengths.len() {
                    path.push_str(&format!("[{}]", bit / stride));
                    bit %= stride;
                    if let Some(next) = lengths.get(i + 1) {
                        stride = (stride / (*next).max(1)).max(1);
                    }
                }
                ty = base;
                continue;
            }
            let inside = |member: &Member<'_>| member.offset <= bit && bit - member.offset < member.size;
            let Some(member) = self.members(ty).into_iter().find(inside) else { break };
            if !member.name.is_empty() {
                path.push('.');
                path.push_str(&member.name);
            }
            bit -= member.offset;
            match member.ty {
                Some(inner) if !member.bit_field => ty = inner,
                _ => break,
            }
        }
        path
    }
}
