//! Cat files as parsed.

use super::span::Span;

/// An instruction.
#[derive(Clone, Debug)]
pub(super) enum Instruction {
    /// `let … and …`, or `let rec …`.
    Let { recursive: bool, bindings: Vec<Binding> },
    /// A check of an expression.
    Check(Check),
    /// `include "name"`.
    Include { name: String, span: Span },
}

/// `pattern = value`.
#[derive(Clone, Debug)]
pub(super) struct Binding {
    pub(super) pattern: Pattern,
    pub(super) value: Expr,
    pub(super) span: Span,
}

/// What a value is bound to; `None` is `_`.
#[derive(Clone, Debug)]
pub(super) enum Pattern {
    One(Option<String>),
    Tuple(Vec<Option<String>>),
}

/// What follows from a check that fails.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Consequence {
    /// The execution is forbidden.
    Forbidden,
    /// The execution is allowed and flagged if the check *holds*: `flag`.
    Flagged,
    /// The execution is allowed and flagged if the check fails: `undefined_unless`.
    Undefined,
}

/// What is checked of an expression.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Property {
    Acyclic,
    Irreflexive,
    Empty,
}

/// `[flag | undefined_unless] [~] (acyclic | irreflexive | empty) expr [as name]`.
#[derive(Clone, Debug)]
pub(super) struct Check {
    pub(super) consequence: Consequence,
    pub(super) negated: bool,
    pub(super) property: Property,
    pub(super) expr: Expr,
    pub(super) name: Option<String>,
}

/// An expression with its place.
#[derive(Clone, Debug)]
pub(super) struct Expr {
    pub(super) kind: ExprKind,
    pub(super) span: Span,
}

/// An operator of any number of operands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Infix {
    Union,
    Seq,
    Difference,
    Intersection,
    Cross,
}

/// An operator of one operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Unary {
    Plus,
    Star,
    Optional,
    Inverse,
    Complement,
    /// `[S]`.
    Identity,
}

#[derive(Clone, Debug)]
pub(super) enum ExprKind {
    Name(String),
    /// `0`.
    Zero,
    /// `_`.
    Universe,
    /// At least two operands. Differences group to the left, the others are associative.
    Infix(Infix, Vec<Expr>),
    Unary(Unary, Box<Expr>),
    Tuple(Vec<Expr>),
    Apply(Box<Expr>, Box<Expr>),
    Function(Pattern, Box<Expr>),
    Let {
        recursive: bool,
        bindings: Vec<Binding>,
        body: Box<Expr>,
    },
    Try(Box<Expr>, Box<Expr>),
}
