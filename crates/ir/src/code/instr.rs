//! Instructions and what they are made of.

use std::fmt;

use raddle_graph::{Mode, ThreadId, Value, Width};
use raddle_program::FailureId;
use serde::{Deserialize, Serialize};

use crate::{
    BinaryOp, CheckedOp, ConditionKind, Conversion, FloatKind, FloatOp, Region, SpuriousKind, UnaryOp, UpdateKind,
};

/// How many registers `Copy` and `Fill` keep their state in.
pub const SCRATCH_REGISTERS: usize = 4;
/// How many registers a loop has, besides a copy of each one that it watches.
pub const LOOP_REGISTERS: usize = 3;

/// A register of a function's frame.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Reg(pub u16);

impl Reg {
    /// The register's position in its frame.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// A function of a program.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct FunctionId(pub u32);

impl FunctionId {
    /// The function's position among all functions.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A place in the source text.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Position {
    /// The file, by its number among the program's files.
    pub file: u16,
    /// The line, from 1.
    pub line: u32,
    /// The column, in characters from 1; 0 if only the line is known.
    pub column: u32,
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

/// What gave rise to an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub enum Origin {
    /// The library, which has no text: what it does belongs to whoever calls it.
    #[default]
    Library,
    /// A header: part of the program, but not a line of the user's. Where in the header, if that is known.
    Header(Option<Position>),
    /// A place in the source.
    Source(Position),
    /// A function that the compiler has put into its caller.
    Inlined {
        /// The user's line: the innermost one that is not in a header, if there is one.
        user: Option<Position>,
        /// How the program got there, by its number among the code's inlined calls.
        calls: u32,
    },
}

impl Origin {
    /// The place in the source, if there is one.
    pub fn position(self) -> Option<Position> {
        match self {
            Origin::Source(position) => Some(position),
            Origin::Inlined { user, .. } => user,
            Origin::Library | Origin::Header(_) => None,
        }
    }

    /// Is it the code of a header that no line of the user's is inlined around?
    pub fn is_header(self) -> bool {
        !matches!(self, Origin::Library) && self.position().is_none()
    }
}

/// A function that a thread is in, and where in it.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Call {
    /// The function.
    pub function: String,
    /// Where it stands.
    pub position: Position,
    /// Is that in a header of the language's library?
    pub is_header: bool,
}

impl From<Position> for Origin {
    fn from(position: Position) -> Origin {
        Origin::Source(position)
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Origin::Library => f.write_str("library"),
            origin => match origin.position() {
                Some(position) => position.fmt(f),
                None => f.write_str("header"),
            },
        }
    }
}

/// Where an instruction takes a value from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
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

/// One instruction. Jump targets are positions in the same function.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
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
    /// Copies one of two values.
    Select {
        /// Where to.
        dst: Reg,
        /// Is it other than 0?
        cond: Operand,
        /// Then this.
        then: Operand,
        /// Else this.
        otherwise: Operand,
    },
    /// Computes from one number.
    Unary {
        /// What.
        op: UnaryOp,
        /// At which width.
        width: Width,
        /// Where the result goes.
        dst: Reg,
        /// The operand.
        src: Operand,
    },
    /// Computes and notices overflow.
    Checked {
        /// What.
        op: CheckedOp,
        /// At which width.
        width: Width,
        /// Where the result goes, cut to the width.
        dst: Reg,
        /// Where 1 goes if the result did not fit, else 0. Without it, overflow is a failure.
        overflow: Option<Reg>,
        /// The left operand.
        lhs: Operand,
        /// The right operand.
        rhs: Operand,
    },
    /// Computes with integers of 65 to 128 bits, each in two registers, low word first.
    Wide {
        /// What.
        op: BinaryOp,
        /// At which width.
        bits: u8,
        /// Where the result goes; that of a comparison goes to the first.
        dst: [Reg; 2],
        /// The left operand.
        lhs: Box<[Operand; 2]>,
        /// The right operand.
        rhs: Box<[Operand; 2]>,
    },
    /// The value that stands for a word of 16 bytes (`Width::PAIR`), given its halves.
    Pack {
        /// Where it goes.
        dst: Reg,
        /// The low half.
        low: Operand,
        /// The high half.
        high: Operand,
    },
    /// The halves of a word of 16 bytes; a failure if one of them has no value.
    Unpack {
        /// Where they go, the low one first.
        dst: [Reg; 2],
        /// The value that stands for the word.
        src: Operand,
    },
    /// Computes with floating-point numbers.
    Float {
        /// What.
        op: FloatOp,
        /// Their format.
        kind: FloatKind,
        /// Where the result goes.
        dst: Reg,
        /// The left operand.
        lhs: Operand,
        /// The right operand.
        rhs: Operand,
    },
    /// Converts from or to floating-point numbers.
    Convert {
        /// How.
        op: Conversion,
        /// Where the result goes.
        dst: Reg,
        /// What to convert.
        src: Operand,
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
        /// Is it an error if the address is not a multiple of the size? It always is for atomic accesses.
        aligned: bool,
    },
    /// Reads memory, plainly, and takes bytes without a value for 0: compilers read such bytes where they do not matter.
    LoadRaw {
        /// Where the value goes.
        dst: Reg,
        /// The address.
        addr: Operand,
        /// How many bits are read.
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
        /// Is it an error if the address is not a multiple of the size?
        aligned: bool,
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
    /// Adds to memory if it holds a number in a range (unsigned), atomically.
    UpdateWithin {
        /// The address.
        addr: Operand,
        /// What to add.
        operand: Operand,
        /// The least and the greatest number to which it is added.
        range: Box<[Operand; 2]>,
        /// The order.
        mode: Mode,
        /// The width at which it computes.
        width: Width,
        /// Where the value read goes.
        old: Option<Reg>,
        /// Where 1 goes if it stored, else 0.
        stored: Option<Reg>,
    },
    /// Reads memory and reserves it (load-linked, load-exclusive).
    Reserve {
        /// Where the value goes.
        dst: Reg,
        /// The address.
        addr: Operand,
        /// The order.
        mode: Mode,
        /// How many bits of the cell are read.
        width: Width,
    },
    /// Writes memory that this thread reserved and nobody wrote since; executions in which somebody did do not exist. Where
    /// the store may fail, the program chooses before.
    Conditional {
        /// The address.
        addr: Operand,
        /// What to write.
        value: Operand,
        /// The order.
        mode: Mode,
        /// How many bits are written.
        width: Width,
        /// Where 0 goes, which was computed from the write and its address.
        done: Option<Reg>,
    },
    /// A fence.
    Fence {
        /// Its order, not `Na`.
        mode: Mode,
        /// The address of the location that it is about, if it is about one.
        on: Option<Operand>,
    },
    /// Starts a thread.
    Spawn {
        /// Which.
        thread: ThreadId,
    },
    /// The object on the stack that the thread allocated last, of those whose lives have not ended; 0 if there is none.
    NewestSlot {
        /// Where its address goes.
        dst: Reg,
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
    /// Remembers, in a register that is used for nothing else, what the program counter was computed from: branches
    /// begin that will meet again.
    Fork {
        /// The register.
        mark: Reg,
    },
    /// The branches since then have met: a source that lets control dependencies end here says so.
    Meet {
        /// The register.
        mark: Reg,
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
    /// Goes on where the case of a value says.
    Switch {
        /// The value.
        value: Operand,
        /// Values and where to go on for each.
        cases: Box<[(u64, u32)]>,
        /// Where to go on for all other values.
        otherwise: u32,
    },
    /// Calls a function; its first registers are the arguments, the others 0.
    Call {
        /// Which.
        function: FunctionId,
        /// With what.
        args: Box<[Operand]>,
        /// Where its results go; those that it does not give are 0.
        results: Box<[Reg]>,
    },
    /// Calls a function by its address.
    CallPointer {
        /// The address.
        function: Operand,
        /// With what.
        args: Box<[Operand]>,
        /// Where its results go.
        results: Box<[Reg]>,
    },
    /// Ends the call; in the outermost frame, ends the thread, whose result is the first value.
    Return {
        /// The results.
        values: Box<[Operand]>,
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
    /// Like `Assume`, but what the thread waits for is a resource: if it waits for good, that is a deadlock.
    Require {
        /// The operand.
        cond: Operand,
    },
    /// Begins the life of an object that only this thread knows. It ends when the function returns.
    Private {
        /// Where its address goes.
        dst: Reg,
        /// How many bytes it has.
        size: Operand,
        /// What its address is a multiple of: a power of two.
        align: u64,
    },
    /// Makes the content of a private object undefined.
    Forget {
        /// Its address.
        addr: Operand,
    },
    /// Ends the life of a private object before its function returns.
    Expire {
        /// Its address.
        addr: Operand,
    },
    /// Begins the life of an object that other threads may see.
    Allocate {
        /// Where its address goes, a multiple of any alignment up to 2^18.
        dst: Reg,
        /// How many bytes it has.
        size: Operand,
        /// Where.
        region: Region,
    },
    /// Ends the life of an object on the heap; does nothing for address 0.
    Free {
        /// Its address.
        addr: Operand,
        /// Where it has to be: `Heap` stands for `Zeroed`, too.
        region: Region,
    },
    /// Ends the life of an object on the stack; does nothing for address 0.
    Release {
        /// Its address.
        addr: Operand,
    },
    /// Copies bytes as if through a buffer (`memmove`); undefined ones stay undefined.
    Copy {
        /// Where to.
        to: Operand,
        /// From where.
        from: Operand,
        /// How many bytes.
        count: Operand,
        /// Is it an error if the ranges overlap (`memcpy`)? They may be the same, as in an assignment of a variable to itself.
        apart: bool,
        /// The first of `SCRATCH_REGISTERS` registers that belong to the instruction.
        scratch: Reg,
    },
    /// Stores a byte many times.
    Fill {
        /// Where.
        to: Operand,
        /// The byte.
        value: Operand,
        /// How often.
        count: Operand,
        /// The first of `SCRATCH_REGISTERS` registers that belong to the instruction.
        scratch: Reg,
    },
    /// The address of this thread's copy of a thread-local byte.
    ThreadLocal {
        /// Where it goes.
        dst: Reg,
        /// The byte's place in the template.
        offset: u64,
    },
    /// Starts a thread.
    Start {
        /// The address of its function, which takes one argument or none.
        function: Operand,
        /// The argument.
        argument: Operand,
        /// Where its handle goes.
        handle: Reg,
    },
    /// The handle of the running thread.
    Self_ {
        /// Where it goes.
        dst: Reg,
    },
    /// Waits for a thread's end.
    JoinHandle {
        /// Its handle.
        handle: Operand,
        /// Where its result goes.
        result: Option<Reg>,
    },
    /// Gives up joining a thread.
    Detach {
        /// Its handle.
        handle: Operand,
    },
    /// Ends the thread, however deep in calls, with a result.
    Exit {
        /// The result.
        value: Operand,
    },
    /// Takes a mutex, a word of 4 bytes: 0 free, 1 held, 2 destroyed.
    Lock {
        /// Its address.
        addr: Operand,
        /// 0 normal, 1 recursive, 2 error-checking.
        kind: Operand,
        /// Gives up (`EBUSY`) instead of waiting?
        attempt: bool,
        /// Where 0 or the error number goes.
        result: Reg,
    },
    /// Gives a mutex back.
    Unlock {
        /// Its address.
        addr: Operand,
        /// 0 normal, 1 recursive, 2 error-checking.
        kind: Operand,
        /// Where 0 or the error number goes.
        result: Reg,
    },
    /// Does this thread hold a mutex?
    Holds {
        /// Where 1 or 0 goes.
        dst: Reg,
        /// The mutex's address.
        addr: Operand,
    },
    /// Remembers that this thread took a lock that is no mutex, or gave it back, as its accesses say. Nobody else notices.
    Own {
        /// The lock's address.
        addr: Operand,
        /// Was it taken?
        taken: bool,
    },
    /// Does something with a condition variable, a word of 8 bytes, or with the queue of a futex, a word of 4 bytes.
    Condition {
        /// What.
        kind: ConditionKind,
        /// Its address.
        addr: Operand,
        /// The group that the thread belongs to, for `Wake` and `Sleep`; how many to wake, for `Notify`; ignored otherwise.
        group: Operand,
        /// Where the group goes, for `Register` and `Enqueue`, or how many were woken, for `Notify`.
        dst: Option<Reg>,
    },
    /// How often did this thread arrive at a barrier?
    BarrierRound {
        /// Where the number goes.
        dst: Reg,
        /// The barrier's address.
        barrier: Operand,
    },
    /// Arrives at a barrier.
    BarrierArrive {
        /// Its address.
        barrier: Operand,
        /// Where it goes how often this thread arrived there before.
        round: Reg,
    },
    /// Leaves a barrier, once as many threads have arrived as it takes.
    BarrierDepart {
        /// Its address.
        barrier: Operand,
        /// What the arrival gave.
        round: Operand,
        /// How many threads it takes.
        count: Operand,
    },
    /// Says that which threads meet at a barrier is not what their numbers of arrivals say: it must be explored access by access.
    BarrierCrowded {
        /// Its address.
        barrier: Operand,
    },
    /// Takes any of the values below a number.
    Choose {
        /// Where the value goes.
        dst: Reg,
        /// The number; with 0 the thread blocks as if an assumption had failed.
        count: Operand,
    },
    /// Takes 1 if something happens without a reason in the call in which it stands, 0 if not. Both are explored, unless the thread would
    /// only come back to where it was; to find that out, a copy of the thread takes 2 and must do nothing that others notice.
    Spurious {
        /// What happens.
        kind: SpuriousKind,
        /// Where that goes.
        dst: Reg,
        /// A register that names the call.
        call: Reg,
    },
    /// Reads the thread's clock, which begins at 0.
    Clock {
        /// Where that goes.
        dst: Reg,
    },
    /// Sets the thread's clock, if it is not later. Nobody else notices.
    AdvanceClock {
        /// The time.
        to: Operand,
    },
    /// Stands on every edge that leads into a loop from outside.
    LoopEnter {
        /// The first of the registers that belong to the loop, as in its `LoopHead`.
        shadow: Reg,
    },
    /// Stands where an iteration of a loop begins. Stops the thread if the last iteration changed nothing that matters:
    /// then it waits for another thread, and so would every further iteration.
    LoopHead {
        /// The registers whose values one iteration hands to the next.
        watch: Box<[Reg]>,
        /// The first of `LOOP_REGISTERS` + `watch.len()` registers that belong to the loop.
        shadow: Reg,
        /// Does the program's bound on loops apply?
        bounded: bool,
    },
    /// Prints as `printf` does.
    Output {
        /// The address of the format.
        format: Operand,
        /// What to print.
        args: Box<[Operand]>,
    },
    /// The thread begins a call of an object that is compared with its specification. Nobody else notices, but what a thread does in a
    /// loop around calls is not in vain.
    CallBegins {
        /// What is called.
        name: Box<str>,
        /// With what.
        args: Box<[Operand]>,
    },
    /// The call that the thread has begun has come to a result.
    CallEnds {
        /// The result.
        result: Operand,
    },
    /// Ends the process.
    EndProcess,
    /// Ends the thread, however deep in calls.
    Finish,
}
