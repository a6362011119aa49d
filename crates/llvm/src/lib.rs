//! C through clang: finds a compiler, has it write textual LLVM IR, reads that, and lowers it to programs that can be
//! explored. (C++ is read, but what most of it needs is not lowered yet.)
//!
//! The text, rather than LLVM's own libraries, because one tolerant reader understands the output of clang 15 to 22 and
//! of rustc, and because nothing has to be linked.
//!
//! - [`Clang`] finds a compiler and compiles; [`Cache`] remembers what it wrote.
//! - [`Module::parse`] reads a `.ll` file into types, constants, globals and functions, with every name resolved. A
//!   module prints a summary of itself.
//! - [`Module::debug`] says where an instruction comes from, and what variables and members are called.
//! - [`lower`] makes a program of modules, with a model of the C library for what they do not define.
//!
//! ```no_run
//! use raddle_llvm::{Cache, Clang, Compilation, LowerOptions, lower};
//!
//! let clang = Clang::find(None)?;
//! let compiled = clang.compile(&Compilation::new("queue.c"), &Cache::for_user())?;
//! let lowered = lower(&[compiled.parse()?], &LowerOptions::default())?;
//! println!("{}", lowered.program);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod attribute;
mod cache;
mod clang;
mod constant;
mod debug;
mod demangle;
mod error;
mod float;
mod ids;
mod instr;
mod layout;
mod lex;
mod libc;
mod lower;
mod metadata;
mod module;
mod operands;
mod parse;
mod print;
mod text;
mod types;
mod words;

pub use attribute::{Argument, Attribute, AttributeSet};
pub use cache::{Cache, Remembered};
pub use clang::{Clang, Compilation, Compiled, Text, Version};
pub use constant::{Constant, ConstantValue, Constants, Expression};
pub use debug::{Debug, Member, SourceLocation, Variable};
pub use error::{Error, ParseError};
pub use ids::{AliasId, BlockId, ConstantId, FunctionId, GlobalId, IfuncId, LocalId, MetadataId, SymbolId, TypeId};
pub use instr::{
    Atomic, Bundle, Call, CallArgument, Callee, Clause, CmpXchg, InlineAsm, Instruction, InstructionKind, Operand,
};
pub use layout::{DataLayout, Layout, Layouts, PointerLayout};
pub use lower::{LowerError, LowerOptions, Lowered, MissingFunction, Names, Runtime, SourcePlace, Volatile, lower};
pub use metadata::{Field, Metadata, Node, Value};
pub use module::{
    Alias, Block, DebugVariable, Definition, Function, Global, Header, Ifunc, Local, LocalName, Module, Origin, Symbol,
};
pub use text::Span;
pub use types::{FloatKind, ShowType, Type, Types};
pub use words::{
    BinaryOp, CastOp, Flag, Flags, FloatPredicate, IntPredicate, Linkage, Ordering, RmwOp, Tail, Visibility,
};
