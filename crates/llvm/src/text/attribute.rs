//! Attributes of functions, parameters, results and calls. Unknown ones are stored by name and have no effect.

use rustc_hash::FxHashMap;

use crate::text::ids::TypeId;
use crate::text::span::Span;

/// One attribute.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Attribute {
    /// Its name: `noundef`, `byval`, `target-cpu`.
    pub name: Span,
    /// Its argument.
    pub argument: Argument,
}

/// The argument of an attribute.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Argument {
    /// Nothing.
    None,
    /// A type: `byval(%T)`.
    Type(TypeId),
    /// A number: `align 8`, `dereferenceable(16)`.
    Number(u64),
    /// Anything else, as it is written: `memory(read)`, `"key"="value"`.
    Text(Span),
    /// A reference to the attribute group `#5`.
    Group(u32),
}

/// A set of attributes of a module; [`Module::attributes`](crate::Module::attributes) lists them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct AttributeSet {
    start: u32,
    end: u32,
}

/// The attributes of a module.
#[derive(Clone, Debug, Default)]
pub(crate) struct Attributes {
    all: Vec<Attribute>,
    groups: FxHashMap<u32, AttributeSet>,
}

impl Attributes {
    /// The current end of the table, for [`Attributes::since`].
    pub fn mark(&self) -> u32 {
        self.all.len() as u32
    }

    pub fn push(&mut self, attribute: Attribute) {
        self.all.push(attribute);
    }

    /// The attributes added since a mark.
    pub fn since(&self, mark: u32) -> AttributeSet {
        AttributeSet { start: mark, end: self.mark() }
    }

    pub fn define_group(&mut self, number: u32, set: AttributeSet) {
        self.groups.insert(number, set);
    }

    fn slice(&self, set: AttributeSet) -> &[Attribute] {
        self.all.get(set.start as usize..set.end as usize).unwrap_or(&[])
    }

    /// The attributes of a set, including those of its groups. Groups do not nest.
    pub fn list(&self, set: AttributeSet) -> impl Iterator<Item = Attribute> + '_ {
        self.slice(set)
            .iter()
            .flat_map(|attribute| match attribute.argument {
                Argument::Group(number) => self.groups.get(&number).map_or(&[][..], |set| self.slice(*set)).iter(),
                _ => std::slice::from_ref(attribute).iter(),
            })
            .copied()
    }
}
