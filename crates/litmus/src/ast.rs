//! The bodies of threads, as parsed.

use crate::ctype::{IntType, Type};
use crate::error::Span;

/// A thread.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct ThreadDef {
    pub params: Vec<Param>,
    pub body: Body,
    pub span: Span,
}

/// What a thread does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Body {
    /// Statements.
    C(Vec<Stmt>),
    /// The cells of its column that are not empty: labels and instructions, read when they are lowered.
    Machine(Vec<Span>),
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Param {
    pub name: String,
    pub ty: Type,
    pub span: Span,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Stmt {
    pub kind: StmtKind,
    pub span: Span,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum StmtKind {
    Declare(Vec<Declarator>),
    Expr(Expr),
    If { cond: Expr, then: Box<Stmt>, otherwise: Option<Box<Stmt>> },
    While { cond: Expr, body: Box<Stmt> },
    DoWhile { body: Box<Stmt>, cond: Expr },
    For { init: Option<Box<Stmt>>, cond: Option<Expr>, step: Option<Expr>, body: Box<Stmt> },
    Block(Vec<Stmt>),
    Break,
    Continue,
    Return,
    Empty,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Declarator {
    pub name: String,
    pub ty: Type,
    pub init: Option<Expr>,
    pub span: Span,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Expr {
    pub kind: ExprKind,
    pub span: Span,
    /// How deeply expressions nest in this one: bounded, so that walking it cannot exhaust the stack.
    pub depth: usize,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum ExprKind {
    Int(u64, IntType),
    Name(String),
    Unary(Unary, Box<Expr>),
    Binary(Binary, Box<Expr>, Box<Expr>),
    And(Box<Expr>, Box<Expr>),
    Or(Box<Expr>, Box<Expr>),
    Conditional(Box<Expr>, Box<Expr>, Box<Expr>),
    /// `a = b`, or `a op= b`.
    Assign(Option<Binary>, Box<Expr>, Box<Expr>),
    /// `++a`, `a++`, `--a`, `a--`.
    Step {
        op: Binary,
        prefix: bool,
        target: Box<Expr>,
    },
    Cast(Type, Box<Expr>),
    SizeOf(Type),
    Comma(Box<Expr>, Box<Expr>),
    Index(Box<Expr>, Box<Expr>),
    Call(String, Vec<Expr>),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Unary {
    Plus,
    Minus,
    Complement,
    Not,
    Deref,
    AddressOf,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Binary {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    Shl,
    Shr,
    BitAnd,
    BitOr,
    BitXor,
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
}

impl Binary {
    pub fn is_comparison(self) -> bool {
        matches!(self, Binary::Eq | Binary::Ne | Binary::Lt | Binary::Le | Binary::Gt | Binary::Ge)
    }

    pub fn is_shift(self) -> bool {
        matches!(self, Binary::Shl | Binary::Shr)
    }
}
