//! Attributes of functions, parameters, results and calls. Unknown ones are kept by name and mean nothing to us.

use rustc_hash::FxHashMap;

use crate::text::ids::TypeId;
use crate::text::span::Span;

/// One attribute.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Attribute {
    /// Its name: `noundef`, `byval`, `target-cpu`.
    pub name: Span,
    /// What it says.
    pub argument: Argument,
}

/// What an attribute says beyond its name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Argument {
    /// Nothing.
    None,
    /// A type: `byval(%T)`.
    Type(TypeId),
    /// A number: `align 8`, `dereferenceable(16)`.
    Number(u64),
    /// Something else, as it is written: `memory(read)`, `"key"="value"`.
    Text(Span),
    /// It is the group `#5`, which has its own attributes.
    Group(u32),
}

/// Some attributes of a module; [`Module::attributes`](crate::Module::attributes) lists them.
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
    /// A mark to give to [`Attributes::since`].
    pub fn mark(&self) -> u32 {
        self.all.len() as u32
    }

    pub fn push(&mut self, attribute: Attribute) {
        self.all.push(attribute);
    }

    /// What was added since the mark.
    pub fn since(&self, mark: u32) -> AttributeSet {
        AttributeSet { start: mark, end: self.mark() }
    }

    pub fn define_group(&mut self, number: u32, set: AttributeSet) {
        self.groups.insert(number, set);
    }

    fn slice(&self, set: AttributeSet) -> &[Attribute] {
        self.all.get(set.start as usize..set.end as usize).unwrap_or(&[])
    }

    /// The attributes of a set, with those of its groups. Groups do not nest.
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
