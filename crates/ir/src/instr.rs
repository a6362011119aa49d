//! Instructions and what they are made of.

use std::fmt;

use raddle_explore::FailureId;
use raddle_graph::{Mode, ThreadId, Value, Width};

use crate::BinaryOp;

/// A register of a function's frame.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Reg(pub u16);

impl Reg {
    /// The register's position in its frame.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// A function of a program.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct FunctionId(pub u32);

impl FunctionId {
    /// The function's position among all functions.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A place in the source text, both numbers from 1; line 0 stands for code that no line gave rise to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Position {
    /// The line.
    pub line: u32,
    /// The column, in characters.
    pub column: u32,
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

/// Where an instruction takes a value from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Operand {
    /// A register.
    Reg(Reg),
    /// A constant.
    Const(Value),
}

impl From<Reg> for Operand {
    fn from(reg: Reg) -> Operand {
        Operand::Reg(reg)
    }
}

impl From<Value> for Operand {
    fn from(value: Value) -> Operand {
        Operand::Const(value)
    }
}

/// What an update stores, compare-exchange apart.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum UpdateKind {
    /// The operand.
    Exchange,
    /// The sum.
    Add,
    /// The difference.
    Sub,
    /// Bitwise and.
    And,
    /// Bitwise or.
    Or,
    /// Bitwise exclusive or.
    Xor,
    /// The complement of bitwise and.
    Nand,
    /// The larger signed number.
    Max,
    /// The smaller signed number.
    Min,
    /// The larger unsigned number.
    UMax,
    /// The smaller unsigned number.
    UMin,
}

impl UpdateKind {
    /// Every kind.
    pub const ALL: [UpdateKind; 11] = [
        UpdateKind::Exchange,
        UpdateKind::Add,
        UpdateKind::Sub,
        UpdateKind::And,
        UpdateKind::Or,
        UpdateKind::Xor,
        UpdateKind::Nand,
        UpdateKind::Max,
        UpdateKind::Min,
        UpdateKind::UMax,
        UpdateKind::UMin,
    ];

    /// The name in printed bytecode.
    pub fn name(self) -> &'static str {
        match self {
            UpdateKind::Exchange => "exchange",
            UpdateKind::Add => "add",
            UpdateKind::Sub => "sub",
            UpdateKind::And => "and",
            UpdateKind::Or => "or",
            UpdateKind::Xor => "xor",
            UpdateKind::Nand => "nand",
            UpdateKind::Max => "max",
            UpdateKind::Min => "min",
            UpdateKind::UMax => "umax",
            UpdateKind::UMin => "umin",
        }
    }
}

/// One instruction. Jump targets are positions in the same function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Instr {
    /// Copies a value.
    Move {
        /// Where to.
        dst: Reg,
        /// What.
        src: Operand,
    },
    /// Computes.
    Binary {
        /// What.
        op: BinaryOp,
        /// At which width.
        width: Width,
        /// Where the result goes.
        dst: Reg,
        /// The left operand.
        lhs: Operand,
        /// The right operand.
        rhs: Operand,
    },
    /// Keeps the low bits only: truncation, and zero extension from that width.
    Truncate {
        /// Where the result goes.
        dst: Reg,
        /// What to cut.
        src: Operand,
        /// How many bits stay.
        width: Width,
    },
    /// Copies the sign bit upwards.
    SignExtend {
        /// Where the result goes.
        dst: Reg,
        /// What to extend.
        src: Operand,
        /// The width it has.
        from: Width,
        /// The width it gets.
        to: Width,
    },
    /// Reads memory.
    Load {
        /// Where the value goes.
        dst: Reg,
        /// The address.
        addr: Operand,
        /// The order.
        mode: Mode,
        /// How many bits of the cell are read.
        width: Width,
    },
    /// Writes memory.
    Store {
        /// The address.
        addr: Operand,
        /// What to write.
        value: Operand,
        /// The order.
        mode: Mode,
        /// How many bits are written.
        width: Width,
    },
    /// Reads and writes memory atomically.
    Update {
        /// What to store.
        kind: UpdateKind,
        /// The address.
        addr: Operand,
        /// The operand.
        value: Operand,
        /// The order.
        mode: Mode,
        /// The width at which it computes.
        width: Width,
        /// Where the value read goes.
        old: Option<Reg>,
    },
    /// Writes memory if it holds what is expected, atomically.
    CompareExchange {
        /// The address.
        addr: Operand,
        /// What must be there.
        expected: Operand,
        /// What to store then.
        desired: Operand,
        /// The order when it stores.
        success: Mode,
        /// The order when it does not.
        failure: Mode,
        /// May it fail although the value is there?
        weak: bool,
        /// The width.
        width: Width,
        /// Where the value read goes.
        old: Option<Reg>,
        /// Where 1 goes if it stored, else 0.
        stored: Option<Reg>,
    },
    /// A fence.
    Fence {
        /// Its order, not `Na`.
        mode: Mode,
    },
    /// Starts a thread.
    Spawn {
        /// Which.
        thread: ThreadId,
    },
    /// Waits for a thread's end.
    Join {
        /// Which.
        thread: ThreadId,
    },
    /// Goes on elsewhere.
    Jump {
        /// Where.
        target: u32,
    },
    /// Goes on in one of two places.
    Branch {
        /// Is it other than 0?
        cond: Operand,
        /// Then here.
        then: u32,
        /// Else here.
        otherwise: u32,
    },
    /// Calls a function; its first registers are the arguments, the others 0.
    Call {
        /// Which.
        function: FunctionId,
        /// With what.
        args: Box<[Operand]>,
        /// Where its result goes.
        result: Option<Reg>,
    },
    /// Ends the call; in the outermost frame, ends the thread.
    Return {
        /// The result, 0 if none.
        value: Option<Operand>,
    },
    /// Goes on only if the operand is not 0; otherwise the thread blocks for good.
    Assume {
        /// The operand.
        cond: Operand,
    },
    /// Fails if the operand is 0.
    Assert {
        /// The operand.
        cond: Operand,
        /// The failure.
        failure: FailureId,
    },
    /// Fails.
    Fail {
        /// The failure.
        failure: FailureId,
    },
    /// Counts an iteration of a loop. The front end sets the counter to 0 before the loop and puts this where an
    /// iteration begins.
    LoopBound {
        /// Holds the number of iterations so far.
        counter: Reg,
        /// When the number exceeds this, the thread stops at its bound.
        bound: u64,
    },
    /// Ends the thread, however deep in calls.
    Finish,
}

impl Instr {
    /// Does the thread stop here for the explorer to act (or for good)?
    pub fn is_visible(&self) -> bool {
        matches!(
            self,
            Instr::Load { .. }
                | Instr::Store { .. }
                | Instr::Update { .. }
                | Instr::CompareExchange { .. }
                | Instr::Fence { .. }
                | Instr::Spawn { .. }
                | Instr::Join { .. }
        )
    }

    /// Can the next instruction in the code follow this one?
    pub fn falls_through(&self) -> bool {
        !matches!(
            self,
            Instr::Jump { .. } | Instr::Branch { .. } | Instr::Return { .. } | Instr::Fail { .. } | Instr::Finish
        )
    }
}
