//! Textual LLVM IR: reading it into a [`Module`](module::Module), asking the module questions, and printing a summary.
//!
//! | step | where |
//! |---|---|
//! | characters to tokens | `lex`, with `span` for pieces of the text |
//! | tokens to a module with every name resolved | `parse`, with `float` for literals |
//! | the module and its parts | `module`, `instr`, `operands`, `types`, `constant`, `attribute`, `metadata`, `keywords`, `ids` |
//! | sizes and offsets of types | `layout` |
//! | lines, variables and members of the source | `debug` |
//! | the module as text again | `print` |
//!
//! Nothing here knows of compilers or of programs that are explored.

pub(crate) mod attribute;
pub(crate) mod constant;
pub(crate) mod debug;
pub(crate) mod error;
mod float;
pub(crate) mod ids;
pub(crate) mod instr;
pub(crate) mod keywords;
pub(crate) mod layout;
mod lex;
pub(crate) mod metadata;
pub(crate) mod module;
mod operands;
mod parse;
mod print;
pub(crate) mod span;
pub(crate) mod types;
