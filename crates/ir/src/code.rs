//! What a program is: instructions, functions, threads, and how they are built, checked and printed.

pub(crate) mod builder;
pub(crate) mod failure;
pub(crate) mod instr;
pub(crate) mod ops;
mod print;
pub(crate) mod program;
mod shape;
mod stored;
pub(crate) mod validate;
