//! The values of expressions during elaboration: sets and relations to be computed, tuples, functions.

use std::rc::Rc;

use super::ast::{Expr, Pattern};
use super::dag::NodeId;

/// The value of an expression.
#[derive(Clone, Debug)]
pub(super) enum Value<'a> {
    Set(NodeId),
    Relation(NodeId),
    /// `0`, which is a set or a relation as needed.
    Zero,
    Tuple(Vec<Value<'a>>),
    Function(Rc<Function<'a>>),
}

impl Value<'_> {
    /// Its type, with an article, for messages.
    pub(super) fn described(&self) -> &'static str {
        match self {
            Value::Set(_) => "a set",
            Value::Relation(_) => "a relation",
            Value::Zero => "the empty set or relation",
            Value::Tuple(_) => "a tuple",
            Value::Function(_) => "a function",
        }
    }
}

/// A function.
#[derive(Debug)]
pub(super) enum Function<'a> {
    /// A predefined one.
    BuiltIn(BuiltIn),
    /// One from a file, with the scope for its free names.
    Defined { pattern: &'a Pattern, body: &'a Expr, scope: Scope<'a>, is_standard: bool },
}

/// A predefined function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum BuiltIn {
    Domain,
    Range,
}

/// The values of names, innermost first.
#[derive(Clone, Debug, Default)]
pub(super) struct Scope<'a>(Option<Rc<Entry<'a>>>);

#[derive(Debug)]
struct Entry<'a> {
    name: &'a str,
    value: Value<'a>,
    outer: Scope<'a>,
}

impl<'a> Scope<'a> {
    /// This scope with one more name.
    pub(super) fn with(&self, name: &'a str, value: Value<'a>) -> Scope<'a> {
        Scope(Some(Rc::new(Entry { name, value, outer: self.clone() })))
    }

    /// The value of a name.
    pub(super) fn get(&self, name: &str) -> Option<&Value<'a>> {
        self.entries().find(|entry| entry.name == name).map(|entry| &entry.value)
    }

    /// Every name.
    pub(super) fn names(&self) -> impl Iterator<Item = &'a str> + '_ {
        self.entries().map(|entry| entry.name)
    }

    fn entries(&self) -> impl Iterator<Item = &Entry<'a>> + '_ {
        std::iter::successors(self.0.as_deref(), |entry| entry.outer.0.as_deref())
    }
}

impl Drop for Scope<'_> {
    /// One entry at a time: a long chain dropped as a whole would exhaust the stack.
    fn drop(&mut self) {
        let mut next = self.0.take();
        while let Some(entry) = next {
            next = match Rc::try_unwrap(entry) {
                Ok(mut entry) => entry.outer.0.take(),
                Err(_) => None,
            };
        }
    }
}
