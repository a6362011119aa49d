//! Instructions, with operands resolved to locals, constants and metadata.

use crate::text::attribute::AttributeSet;
use crate::text::ids::{BlockId, ConstantId, LocalId, MetadataId, TypeId};
use crate::text::keywords::{BinaryOp, CastOp, Flags, FloatPredicate, IntPredicate, Ordering, RmwOp, Tail};
use crate::text::span::Span;

/// An instruction of a block.
#[derive(Clone, PartialEq, Debug)]
pub struct Instruction {
    /// What it computes, if it has a result.
    pub result: Option<LocalId>,
    /// What it does.
    pub kind: InstructionKind,
    /// Where it comes from: a `DILocation`.
    pub debug: Option<MetadataId>,
    /// Where it is in the text.
    pub offset: u32,
}

/// A value that an instruction uses.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Operand {
    /// A parameter or the result of an instruction.
    Local(LocalId),
    /// A constant.
    Constant(ConstantId),
    /// A metadata node, as some intrinsics take it.
    Metadata(MetadataId),
}

/// How an atomic access is ordered, and among whom.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Atomic {
    /// How.
    pub ordering: Ordering,
    /// Among whom: the name of a `syncscope`; nothing for all threads.
    pub scope: Option<Span>,
}

/// What an instruction does.
#[derive(Clone, PartialEq, Debug)]
pub enum InstructionKind {
    /// A stack slot.
    Alloca {
        /// The type of an element.
        ty: TypeId,
        /// How many; one if not given.
        count: Option<Operand>,
        /// The alignment in bytes; that of the type if not given.
        align: Option<u64>,
    },
    /// A read.
    Load {
        /// The type that is read.
        ty: TypeId,
        /// From where.
        pointer: Operand,
        /// Whether the read must happen as written.
        volatile: bool,
        /// How it is ordered, if it is atomic.
        atomic: Option<Atomic>,
        /// The alignment that is promised.
        align: Option<u64>,
    },
    /// A write.
    Store {
        /// The value.
        value: Operand,
        /// To where.
        pointer: Operand,
        /// Whether the write must happen as written.
        volatile: bool,
        /// How it is ordered, if it is atomic.
        atomic: Option<Atomic>,
        /// The alignment that is promised.
        align: Option<u64>,
    },
    /// Compare and exchange; the result is the old value and whether it was replaced.
    CmpXchg(Box<CmpXchg>),
    /// An atomic update; the result is the old value.
    AtomicRmw {
        /// What it does to the value.
        op: RmwOp,
        /// Where.
        pointer: Operand,
        /// The other operand.
        value: Operand,
        /// How it is ordered.
        atomic: Atomic,
        /// Whether it must happen as written.
        volatile: bool,
        /// The alignment that is promised.
        align: Option<u64>,
    },
    /// A fence.
    Fence(Atomic),
    /// An address inside of an object.
    GetElementPtr {
        /// The type that the first index counts.
        source: TypeId,
        /// Where to start.
        base: Operand,
        /// How far to go.
        indices: Box<[Operand]>,
        /// Promises.
        flags: Flags,
    },
    /// Arithmetic.
    Binary {
        /// Which.
        op: BinaryOp,
        /// The operands, of one type.
        operands: [Operand; 2],
        /// Promises.
        flags: Flags,
    },
    /// Floating-point negation.
    FNeg {
        /// Of what.
        value: Operand,
        /// Promises.
        flags: Flags,
    },
    /// A comparison of integers or pointers.
    Icmp {
        /// Which.
        predicate: IntPredicate,
        /// The operands, of one type.
        operands: [Operand; 2],
        /// Promises.
        flags: Flags,
    },
    /// A comparison of floating-point numbers.
    Fcmp {
        /// Which.
        predicate: FloatPredicate,
        /// The operands, of one type.
        operands: [Operand; 2],
        /// Promises.
        flags: Flags,
    },
    /// A conversion.
    Cast {
        /// Which.
        op: CastOp,
        /// From what.
        value: Operand,
        /// To which type.
        to: TypeId,
        /// Promises.
        flags: Flags,
    },
    /// A value that depends on the block from which control came.
    Phi {
        /// The values and the blocks they come from.
        incoming: Box<[(Operand, BlockId)]>,
    },
    /// Condition, value if true, value if false.
    Select([Operand; 3]),
    /// Its operand, but the same everywhere if it was undefined.
    Freeze(Operand),
    /// A part of an array or struct.
    ExtractValue {
        /// The whole.
        aggregate: Operand,
        /// The way to the part.
        indices: Box<[u32]>,
    },
    /// An array or struct with one part replaced.
    InsertValue {
        /// The whole.
        aggregate: Operand,
        /// The new part.
        value: Operand,
        /// The way to it.
        indices: Box<[u32]>,
    },
    /// Vector and index: an element.
    ExtractElement([Operand; 2]),
    /// Vector, element, index: the vector with the element replaced.
    InsertElement([Operand; 3]),
    /// Two vectors, and which elements of both to take.
    ShuffleVector([Operand; 3]),
    /// The next variable argument.
    VaArg {
        /// The list.
        list: Operand,
        /// The argument's type.
        ty: TypeId,
    },
    /// A call.
    Call(Box<Call>),
    /// Where an exception lands.
    LandingPad {
        /// Whether it is entered even if no clause matches.
        cleanup: bool,
        /// What it catches.
        clauses: Box<[Clause]>,
    },
    /// A jump.
    Br(BlockId),
    /// A conditional jump.
    CondBr {
        /// The condition.
        condition: Operand,
        /// Where to go if it is true.
        then: BlockId,
        /// Where to go if it is false.
        otherwise: BlockId,
    },
    /// A jump by value.
    Switch {
        /// The value.
        value: Operand,
        /// Where to go if no case matches.
        default: BlockId,
        /// The cases.
        cases: Box<[(ConstantId, BlockId)]>,
    },
    /// A jump to the address of a block.
    IndirectBr {
        /// The address.
        address: Operand,
        /// The blocks that it can be.
        targets: Box<[BlockId]>,
    },
    /// The end of the function.
    Ret(Option<Operand>),
    /// Control never comes here.
    Unreachable,
    /// A call that may throw.
    Invoke {
        /// The call.
        call: Box<Call>,
        /// Where to go on.
        normal: BlockId,
        /// Where exceptions go.
        unwind: BlockId,
    },
    /// A call of inline assembly that may jump.
    CallBr {
        /// The call.
        call: Box<Call>,
        /// Where to go on.
        fallthrough: BlockId,
        /// Where it may jump.
        targets: Box<[BlockId]>,
    },
    /// Goes on with an exception.
    Resume(Operand),
    /// An instruction that we know but do not read: that of other systems' exceptions.
    Unsupported {
        /// Which.
        opcode: Span,
        /// As it is written.
        text: Span,
        /// Whether it ends its block.
        terminator: bool,
    },
}

/// Compare and exchange.
#[derive(Clone, PartialEq, Debug)]
pub struct CmpXchg {
    /// Where.
    pub pointer: Operand,
    /// The value that is replaced.
    pub expected: Operand,
    /// The value that replaces it.
    pub new: Operand,
    /// The order if it succeeds, and the scope.
    pub success: Atomic,
    /// The order if it fails.
    pub failure: Ordering,
    /// Whether it may fail without reason.
    pub weak: bool,
    /// Whether it must happen as written.
    pub volatile: bool,
    /// The alignment that is promised.
    pub align: Option<u64>,
}

/// A call of any kind.
#[derive(Clone, PartialEq, Debug)]
pub struct Call {
    /// What is called.
    pub callee: Callee,
    /// What it returns.
    pub result: TypeId,
    /// The type of the function, where the text gives it; else the types of the arguments are those of the
    /// parameters.
    pub signature: Option<TypeId>,
    /// The arguments.
    pub arguments: Box<[CallArgument]>,
    /// The calling convention, if it is not that of C.
    pub convention: Option<Span>,
    /// Attributes of the result.
    pub result_attributes: AttributeSet,
    /// Attributes of the call.
    pub attributes: AttributeSet,
    /// Operand bundles.
    pub bundles: Box<[Bundle]>,
    /// Whether it may reuse the frame.
    pub tail: Option<Tail>,
    /// Promises.
    pub flags: Flags,
}

/// Further operands of a call, for those who know the name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bundle {
    /// The name.
    pub name: Box<str>,
    /// The operands.
    pub operands: Box<[Operand]>,
}

/// An argument of a call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CallArgument {
    /// The value.
    pub value: Operand,
    /// Its type.
    pub ty: TypeId,
    /// Its attributes.
    pub attributes: AttributeSet,
}

/// What is called.
#[derive(Clone, PartialEq, Debug)]
pub enum Callee {
    /// A function, by name or by pointer.
    Value(Operand),
    /// Inline assembly.
    Asm(Box<InlineAsm>),
}

/// A piece of assembly.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InlineAsm {
    /// The template, unescaped.
    pub template: Box<str>,
    /// The constraints of results, arguments and clobbers.
    pub constraints: Box<str>,
    /// Whether it does more than compute its results.
    pub side_effect: bool,
    /// Whether it needs an aligned stack.
    pub align_stack: bool,
    /// Whether it is in Intel's dialect.
    pub intel_dialect: bool,
    /// Whether it may throw.
    pub unwind: bool,
}

/// What a landing pad catches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Clause {
    /// An exception of this type.
    Catch(Operand),
    /// An exception of none of these types.
    Filter(Operand),
}

impl InstructionKind {
    /// Whether it ends its block.
    pub fn is_terminator(&self) -> bool {
        use InstructionKind::*;
        match self {
            Br(_)
            | CondBr { .. }
            | Switch { .. }
            | IndirectBr { .. }
            | Ret(_)
            | Unreachable
            | Invoke { .. }
            | CallBr { .. }
            | Resume(_) => true,
            Unsupported { terminator, .. } => *terminator,
            _ => false,
        }
    }

    /// The call, if it is one of any kind.
    pub fn call(&self) -> Option<&Call> {
        match self {
            InstructionKind::Call(call)
            | InstructionKind::Invoke { call, .. }
            | InstructionKind::CallBr { call, .. } => Some(call),
            _ => None,
        }
    }
}
