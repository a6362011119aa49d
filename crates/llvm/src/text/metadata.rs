//! Metadata, stored generically: nodes with named or numbered fields, interpreted on demand.

use rustc_hash::FxHashMap;

use crate::text::ids::{ConstantId, MetadataId};
use crate::text::span::Span;

/// A node.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Node {
    /// `DILocation` and the like; empty for tuples, and for nodes that are used but never defined.
    pub kind: Span,
    /// Whether it is distinct: different from every other node, even from an equal one.
    pub distinct: bool,
    fields: (u32, u32),
}

/// A field of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Field {
    /// Its name; empty in tuples.
    pub key: Span,
    /// Its value.
    pub value: Value,
}

/// The value of a field.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Value {
    /// Nothing.
    Null,
    /// A number.
    Integer(i64),
    /// A truth value.
    Bool(bool),
    /// A quoted string, with its escapes.
    Text(Span),
    /// Another node.
    Node(MetadataId),
    /// A constant with its type: `i32 7`.
    Constant(ConstantId),
    /// Anything else, as it is written: `DW_TAG_member`, `DIFlagPublic | DIFlagVector`.
    Word(Span),
}

/// The metadata of a module.
#[derive(Clone, Debug, Default)]
pub struct Metadata {
    nodes: Vec<Node>,
    fields: Vec<Field>,
    numbers: FxHashMap<u32, MetadataId>,
    named: Vec<(Box<str>, Box<[MetadataId]>)>,
}

impl Metadata {
    /// The node with this id.
    pub fn node(&self, id: MetadataId) -> &Node {
        &self.nodes[id.index()]
    }

    /// The fields of a node, in the order of the text.
    pub fn fields(&self, id: MetadataId) -> &[Field] {
        let (start, end) = self.node(id).fields;
        self.fields.get(start as usize..end as usize).unwrap_or(&[])
    }

    /// The nodes of named metadata, such as `llvm.module.flags`.
    pub fn named(&self, name: &str) -> &[MetadataId] {
        self.named.iter().find(|(known, _)| **known == *name).map_or(&[], |(_, nodes)| nodes)
    }

    /// The node that is `!number` in the text.
    pub fn numbered(&self, number: u32) -> Option<MetadataId> {
        self.numbers.get(&number).copied()
    }

    /// How many nodes there are.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    pub(crate) fn reserve(&mut self) -> MetadataId {
        self.nodes.push(Node::default());
        MetadataId::new(self.nodes.len() - 1)
    }

    /// The id of `!number`, which need not be defined yet.
    pub(crate) fn refer(&mut self, number: u32) -> MetadataId {
        let next = MetadataId::new(self.nodes.len());
        let id = *self.numbers.entry(number).or_insert(next);
        if id == next {
            self.nodes.push(Node::default());
        }
        id
    }

    pub(crate) fn define(&mut self, id: MetadataId, kind: Span, distinct: bool, fields: &[Field]) {
        let start = self.fields.len() as u32;
        self.fields.extend_from_slice(fields);
        self.nodes[id.index()] = Node { kind, distinct, fields: (start, self.fields.len() as u32) };
    }

    pub(crate) fn name(&mut self, name: &str, nodes: Vec<MetadataId>) {
        self.named.push((name.into(), nodes.into()));
    }
}
