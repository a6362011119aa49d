//! wip
#![allow(dead_code)]
mod ast;
mod condition;
mod ctype;
mod error;
mod hash;
mod lex;
mod lines;
mod lower;
mod parse;
pub use error::*;
