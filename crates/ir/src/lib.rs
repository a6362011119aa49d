//! A small register bytecode for threads, and its interpreter.
//!
//! Every front end translates its threads to this bytecode. A [`ProgramBuilder`] collects it as [`Code`] and validates that: valid
//! code runs without a panic, whatever the explorer answers. [`Code::program`] compiles the code for a memory model
//! ([`Compile`]) and returns a [`Program`], whose deterministic threads can be explored. `ProgramBuilder::build` does all of it,
//! with the default options.
//!
//! There are two kinds of memory. In litmus tests each address is a variable. C programs have byte-addressed memory
//! ([`ProgramBuilder::c_memory`]): objects with lifetimes, accesses of several sizes, uninitialised bytes, threads that are
//! started with an argument. Some facts about such a program are not in its code: which threads it starts, and at which
//! bytes accesses of different sizes overlap. The explorer discovers them (`Action::Learn`, or two locations that overlap)
//! and stops; [`Program::learn`] adds the fact to the program's [`Knowledge`], and the exploration starts again.
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
pub mod symbolic;

pub use code::Code;
pub use code::builder::{DEFAULT_MAX_STEPS, FunctionBuilder, Label, ProgramBuilder};
pub use code::failure::{Failure, FailureKind};
pub use code::function::{Function, Object, Thread};
pub use code::instr::{Call, FunctionId, Instr, LOOP_REGISTERS, Operand, Origin, Position, Reg, SCRATCH_REGISTERS};
pub use code::ops::{
    CheckedOp, ConditionKind, Conversion, FloatKind, FloatOp, Region, SpuriousKind, UnaryOp, UpdateKind,
};
pub use code::validate::InvalidProgram;
pub use interpret::arith::{ArithError, BinaryOp};
pub use interpret::calls::{ObjectCall, StrayMark};
pub use interpret::program::Program;
pub use interpret::rounds::Rounds;
pub use interpret::spurious::LATEST_TIME;
pub use interpret::state::State;
pub use knowledge::Knowledge;
pub use machine::Compile;
pub use memory::StaticObject;
pub use memory::layout::{Area, UNDEFINED};
pub use memory::near::{AccessDeed, NearKind, NearObject, PendingAccess, nearest};
pub use memory::parts::is_undefined;
pub use memory::place::{Place, UserLine};
pub use memory::wide::PartStores;
