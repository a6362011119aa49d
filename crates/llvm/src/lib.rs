//! C and C++ through clang: finds a compiler, has it write textual LLVM IR, reads that, and lowers it to programs that can
//! be explored.
//!
//! The text, rather than LLVM's own libraries, because one tolerant reader understands the output of clang 15 to 22 and
//! of rustc, and because nothing has to be linked.
//!
//! - [`Clang`] finds a compiler and compiles; [`Cache`] stores what it wrote.
//! - [`Module::parse`] reads a `.ll` file into types, constants, globals and functions, with every name resolved. A
//!   module prints a summary of itself.
//! - [`Module::debug`] says where an instruction comes from, and what variables and members are called.
//! - [`Input`] reads the files of a program; what comes of it can be given to `raddle_check::check`.
//! - [`lower`] makes a program of modules, with a model of the C library for what they do not define. What C++ programs
//!   take from libstdc++'s shared library is written in C++ ([`embedded::RUNTIME`]), compiled, and given to [`lower`] as
//!   further modules; [`Runtime`] says which of it a program needs.
//!
//! ```no_run
//! use raddle_llvm::{Cache, Clang, Compilation, LowerOptions, lower};
//!
//! let clang = Clang::find(None)?;
//! let compiled = clang.compile(&Compilation::new("queue.c"), &Cache::for_user())?;
//! let lowered = lower(&[compiled.parse()?], &LowerOptions::default())?;
//! println!("{}", lowered.code);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod clang;
pub mod embedded;
mod files;
mod libc;
mod lower;
mod text;

pub use clang::cache::{Cache, Remembered};
pub use clang::error::Error;
pub use clang::{Clang, Compilation, Compiled, Patience, Stopped, SyncBuiltins, Text, Version};
pub use files::{CompiledProgram, Input, ProgramError, Source, SourceProgram, is_program, remove_temporary_folders};
pub use lower::{LowerError, LowerOptions, Lowered, MissingFunction, Names, Runtime, SourcePlace, Volatile, lower};
pub use text::attribute::{Argument, Attribute, AttributeSet};
pub use text::constant::{Constant, ConstantValue, Constants, Expression};
pub use text::debug::{Debug, Member, SourceLocation, Variable};
pub use text::error::ParseError;
pub use text::ids::{
    AliasId, BlockId, ConstantId, FunctionId, GlobalId, IfuncId, LocalId, MetadataId, SymbolId, TypeId,
};
pub use text::instr::{
    Atomic, Bundle, Call, CallArgument, Callee, Clause, CmpXchg, InlineAsm, Instruction, InstructionKind, Operand,
};
pub use text::keywords::{
    BinaryOp, CastOp, Flag, Flags, FloatPredicate, IntPredicate, Linkage, Ordering, RmwOp, Tail, Visibility,
};
pub use text::layout::{DataLayout, Layout, Layouts, PointerLayout};
pub use text::metadata::{Field, Metadata, Node, Value};
pub use text::module::{
    Alias, Block, DebugVariable, Definition, Function, Global, Header, Ifunc, Local, LocalName, Module, Origin, Symbol,
};
pub use text::span::Span;
pub use text::types::{FloatKind, ShowType, Type, Types};
