//! Instructions, with operands resolved to locals, constants and metadata.

use crate::text::attribute::AttributeSet;
use crate::text::ids::{BlockId, ConstantId, LocalId, MetadataId, TypeId};
use crate::text::keywords::{BinaryOp, CastOp, Flags, FloatPredicate, IntPredicate, Ordering, RmwOp, Tail};
use crate::text::span::Span;

/// An instruction of a block.
#[derive(Clone, PartialEq, Debug)]
pub struct Instruction {
    /// Its result, if it has one.
    pub result: Option<LocalId>,
    /// The operation.
    pub kind: InstructionKind,
    /// Its source location: a `DILocation`.
    pub debug: Option<MetadataId>,
    /// Its offset in the text, in bytes.
    pub offset: u32,
}

/// An operand of an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Operand {
    /// A parameter or the result of an instruction.
    Local(LocalId),
    /// A constant.
    Constant(ConstantId),
    /// A metadata node, as an operand of some intrinsics.
    Metadata(MetadataId),
}

/// The ordering of an atomic access, and its scope.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Atomic {
    /// The ordering.
    pub ordering: Ordering,
    /// The scope: the name of a `syncscope`; `None` for all threads.
    pub scope: Option<Span>,
}

/// The operation of an instruction.
#[derive(Clone, PartialEq, Debug)]
pub enum InstructionKind {
    /// A stack slot.
    Alloca {
        /// The type of an element.
        ty: TypeId,
        /// The number of elements; one if not given.
        count: Option<Operand>,
        /// The alignment in bytes; that of the type if not given.
        align: Option<u64>,
    },
    /// A load.
    Load {
        /// The type of the value.
        ty: TypeId,
        /// The address.
        pointer: Operand,
        /// Whether it is volatile.
        volatile: bool,
        /// Ordering and scope, if it is atomic.
        atomic: Option<Atomic>,
        /// The guaranteed alignment in bytes.
        align: Option<u64>,
    },
    /// A store.
    Store {
        /// The value.
        value: Operand,
        /// The address.
        pointer: Operand,
        /// Whether it is volatile.
        volatile: bool,
        /// Ordering and scope, if it is atomic.
        atomic: Option<Atomic>,
        /// The guaranteed alignment in bytes.
        align: Option<u64>,
    },
    /// Compare and exchange; the result is the old value and whether it was replaced.
    CmpXchg(Box<CmpXchg>),
    /// An atomic update; the result is the old value.
    AtomicRmw {
        /// The operation on the value in memory.
        op: RmwOp,
        /// The address.
        pointer: Operand,
        /// The other operand.
        value: Operand,
        /// Ordering and scope.
        atomic: Atomic,
        /// Whether it is volatile.
        volatile: bool,
        /// The guaranteed alignment in bytes.
        align: Option<u64>,
    },
    /// A fence.
    Fence(Atomic),
    /// An address inside of an object.
    GetElementPtr {
        /// The type whose size scales the first index.
        source: TypeId,
        /// The base address.
        base: Operand,
        /// The indices.
        indices: Box<[Operand]>,
        /// Flags.
        flags: Flags,
    },
    /// Arithmetic.
    Binary {
        /// The operation.
        op: BinaryOp,
        /// The operands, of the same type.
        operands: [Operand; 2],
        /// Flags.
        flags: Flags,
    },
    /// Floating-point negation.
    FNeg {
        /// The operand.
        value: Operand,
        /// Flags.
        flags: Flags,
    },
    /// A comparison of integers or pointers.
    Icmp {
        /// The predicate.
        predicate: IntPredicate,
        /// The operands, of the same type.
        operands: [Operand; 2],
        /// Flags.
        flags: Flags,
    },
    /// A comparison of floating-point numbers.
    Fcmp {
        /// The predicate.
        predicate: FloatPredicate,
        /// The operands, of the same type.
        operands: [Operand; 2],
        /// Flags.
        flags: Flags,
    },
    /// A conversion.
    Cast {
        /// The conversion.
        op: CastOp,
        /// The operand.
        value: Operand,
        /// The type of the result.
        to: TypeId,
        /// Flags.
        flags: Flags,
    },
    /// A value that depends on the preceding block.
    Phi {
        /// The values and the blocks they come from.
        incoming: Box<[(Operand, BlockId)]>,
    },
    /// Condition, value if true, value if false.
    Select([Operand; 3]),
    /// The operand, or one fixed value if it is undefined.
    Freeze(Operand),
    /// A member of an array or struct.
    ExtractValue {
        /// The aggregate.
        aggregate: Operand,
        /// The path to the member.
        indices: Box<[u32]>,
    },
    /// An array or struct with one member replaced.
    InsertValue {
        /// The aggregate.
        aggregate: Operand,
        /// The new member.
        value: Operand,
        /// The path to it.
        indices: Box<[u32]>,
    },
    /// Vector and index: an element.
    ExtractElement([Operand; 2]),
    /// Vector, element, index: the vector with the element replaced.
    InsertElement([Operand; 3]),
    /// Two vectors, and the mask that selects elements of both.
    ShuffleVector([Operand; 3]),
    /// The next variable argument.
    VaArg {
        /// The argument list.
        list: Operand,
        /// The argument's type.
        ty: TypeId,
    },
    /// A call.
    Call(Box<Call>),
    /// A landing pad.
    LandingPad {
        /// Whether it is entered even if no clause matches.
        cleanup: bool,
        /// Its clauses.
        clauses: Box<[Clause]>,
    },
    /// A jump.
    Br(BlockId),
    /// A conditional branch.
    CondBr {
        /// The condition.
        condition: Operand,
        /// The target if it is true.
        then: BlockId,
        /// The target if it is false.
        otherwise: BlockId,
    },
    /// A switch.
    Switch {
        /// The value.
        value: Operand,
        /// The target if no case matches.
        default: BlockId,
        /// The cases.
        cases: Box<[(ConstantId, BlockId)]>,
    },
    /// A jump to the address of a block.
    IndirectBr {
        /// The address.
        address: Operand,
        /// The possible targets.
        targets: Box<[BlockId]>,
    },
    /// A return.
    Ret(Option<Operand>),
    /// Undefined behaviour if it is reached.
    Unreachable,
    /// A call that may throw.
    Invoke {
        /// The call.
        call: Box<Call>,
        /// The target after an ordinary return.
        normal: BlockId,
        /// The landing pad.
        unwind: BlockId,
    },
    /// `asm goto`: inline assembly that may jump.
    CallBr {
        /// The call.
        call: Box<Call>,
        /// The target if it does not jump.
        fallthrough: BlockId,
        /// The possible targets of jumps.
        targets: Box<[BlockId]>,
    },
    /// Continues unwinding with an exception.
    Resume(Operand),
    /// A known instruction that is not supported: one of other systems' exceptions.
    Unsupported {
        /// The opcode.
        opcode: Span,
        /// Its text.
        text: Span,
        /// Whether it ends its block.
        terminator: bool,
    },
}

/// A compare-exchange.
#[derive(Clone, PartialEq, Debug)]
pub struct CmpXchg {
    /// The address.
    pub pointer: Operand,
    /// The expected value.
    pub expected: Operand,
    /// The new value.
    pub new: Operand,
    /// Ordering on success, and scope.
    pub success: Atomic,
    /// Ordering on failure.
    pub failure: Ordering,
    /// Whether it may fail spuriously.
    pub weak: bool,
    /// Whether it is volatile.
    pub volatile: bool,
    /// The guaranteed alignment in bytes.
    pub align: Option<u64>,
}

/// A call of any kind.
#[derive(Clone, PartialEq, Debug)]
pub struct Call {
    /// The callee.
    pub callee: Callee,
    /// The type of its result.
    pub result: TypeId,
    /// The function type, if the text has one; otherwise the types of the arguments are those of the parameters.
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
    /// Whether it is a tail call.
    pub tail: Option<Tail>,
    /// Flags.
    pub flags: Flags,
}

/// An operand bundle: further operands of a call.
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

/// The callee of a call.
#[derive(Clone, PartialEq, Debug)]
pub enum Callee {
    /// A function, by name or by pointer.
    Value(Operand),
    /// Inline assembly.
    Asm(Box<InlineAsm>),
}

/// Inline assembly.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InlineAsm {
    /// The template, unescaped.
    pub template: Box<str>,
    /// The constraints of results, arguments and clobbers.
    pub constraints: Box<str>,
    /// Whether it has side effects.
    pub side_effect: bool,
    /// Whether it needs an aligned stack.
    pub align_stack: bool,
    /// Whether it is in Intel's dialect.
    pub intel_dialect: bool,
    /// Whether it may throw.
    pub unwind: bool,
}

/// A clause of a landing pad.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Clause {
    /// Catches an exception of this type.
    Catch(Operand),
    /// Catches an exception of none of these types.
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

    /// The call, if it is a call, an invoke or a `callbr`.
    pub fn call(&self) -> Option<&Call> {
        match self {
            InstructionKind::Call(call)
            | InstructionKind::Invoke { call, .. }
            | InstructionKind::CallBr { call, .. } => Some(call),
            _ => None,
        }
    }
}
