//! A small register bytecode for threads, and its interpreter.
//!
//! Every front end expresses its threads in this bytecode. [`ProgramBuilder`] makes [`Code`] of it, which is validated: it can
//! be run with any answers without a panic. [`Code::program`] compiles it for a memory model ([`Compile`]) and makes a
//! [`Program`] of it, whose deterministic threads can be explored.
//!
//! Memory is one of two kinds. Litmus tests have cells: each address is a variable of its own. C programs have bytes
//! ([`ProgramBuilder::c_memory`]): objects that come and go, accesses of all sizes, bytes without a value, threads that
//! are started with an argument. Not everything about such a program can be told from its code. When a thread stands at
//! `Action::Learn`, or two locations overlap, [`Program::learn`] takes that in, and the program is explored again; what was
//! learnt so far is a value, [`Knowledge`].
//!
//! ```
//! use raddle_program::{Action, Answer, Program as _};
//! use raddle_graph::{Address, Mode, ThreadId, Width};
//! use raddle_ir::{Operand, ProgramBuilder};
//!
//! let mut program = ProgramBuilder::new();
//! let main = program.declare("main", 0);
//! let mut code = program.function(main);
//! let r = code.register();
//! code.load(r, 4096, Mode::Rlx, Width::W32);
//! code.store(4100, Operand::Reg(r), Mode::Rlx, Width::W32);
//! code.finish();
//! program.define(code);
//! program.thread(main, &[]);
//! let program = program.build()?;
//!
//! let mut state = program.start(ThreadId(0));
//! assert!(matches!(program.action(&state), Action::Read { addr: Address(4096), .. }));
//! program.step(&mut state, Answer { value: 7, stored: false });
//! assert!(matches!(program.action(&state), Action::Write { value: 7, .. }));
//! # Ok::<(), raddle_ir::InvalidProgram>(())
//! ```

mod analysis;
mod code;
mod interpret;
mod knowledge;
pub mod machine;
mod memory;

pub use code::Code;
pub use code::builder::{FunctionBuilder, Label, ProgramBuilder};
pub use code::failure::{Failure, FailureKind};
pub use code::function::{Function, Object, Thread};
pub use code::instr::{FunctionId, Instr, Operand, Origin, Position, Reg};
pub use code::ops::{CheckedOp, ConditionKind, Conversion, FloatKind, FloatOp, Region, UnaryOp, UpdateKind};
pub use code::validate::InvalidProgram;
pub use interpret::arith::{ArithError, BinaryOp};
pub use interpret::program::Program;
pub use interpret::state::State;
pub use knowledge::Knowledge;
pub use machine::Compile;
pub use memory::StaticObject;
pub use memory::layout::UNDEFINED;
pub use memory::parts::is_undefined;
pub use memory::place::Place;
pub use memory::wide::PartStores;
