//! What instructions compute, compare-exchange and two-operand arithmetic apart: names of operations and kinds.

use raddle_graph::Width;
use serde::{Deserialize, Serialize};

/// What an update stores, compare-exchange apart.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
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

/// An operation on the bits of one number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum UnaryOp {
    /// How many bits are 1.
    PopCount,
    /// How many bits above the highest 1; the width if there is none.
    LeadingZeros,
    /// How many bits below the lowest 1; the width if there is none.
    TrailingZeros,
    /// The bytes in the opposite order; the width is a multiple of 8.
    SwapBytes,
    /// The bits in the opposite order.
    ReverseBits,
    /// The number without its sign; the least number stays as it is.
    Abs,
}

impl UnaryOp {
    /// The name in printed bytecode.
    pub fn name(self) -> &'static str {
        match self {
            UnaryOp::PopCount => "popcount",
            UnaryOp::LeadingZeros => "clz",
            UnaryOp::TrailingZeros => "ctz",
            UnaryOp::SwapBytes => "bswap",
            UnaryOp::ReverseBits => "bitreverse",
            UnaryOp::Abs => "abs",
        }
    }
}

/// Arithmetic that notices when the result does not fit.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum CheckedOp {
    /// The sum of signed numbers.
    SAdd,
    /// The difference of signed numbers.
    SSub,
    /// The product of signed numbers.
    SMul,
    /// The sum of unsigned numbers.
    UAdd,
    /// The difference of unsigned numbers.
    USub,
    /// The product of unsigned numbers.
    UMul,
}

impl CheckedOp {
    /// The name in printed bytecode.
    pub fn name(self) -> &'static str {
        match self {
            CheckedOp::SAdd => "sadd",
            CheckedOp::SSub => "ssub",
            CheckedOp::SMul => "smul",
            CheckedOp::UAdd => "uadd",
            CheckedOp::USub => "usub",
            CheckedOp::UMul => "umul",
        }
    }
}

/// A format of floating-point numbers; registers hold their bits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum FloatKind {
    /// IEEE 754 binary32.
    F32,
    /// IEEE 754 binary64.
    F64,
}

impl FloatKind {
    /// How many bits such a number has.
    pub fn width(self) -> Width {
        match self {
            FloatKind::F32 => Width::W32,
            FloatKind::F64 => Width::W64,
        }
    }
}

/// An operation on floating-point numbers. Those of one number ignore the right operand. Comparisons give 1 or 0; the
/// ordered ones (`O…`) are false if an operand is not a number, the unordered ones (`U…`) true.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum FloatOp {
    /// The sum.
    Add,
    /// The difference.
    Sub,
    /// The product.
    Mul,
    /// The quotient.
    Div,
    /// The remainder, with the sign of the left operand.
    Rem,
    /// The number with the opposite sign.
    Neg,
    /// The number without its sign.
    Abs,
    /// The square root.
    Sqrt,
    /// The smaller; the other one if one is not a number.
    Min,
    /// The larger; the other one if one is not a number.
    Max,
    /// Rounded down.
    Floor,
    /// Rounded up.
    Ceil,
    /// Rounded towards zero.
    Trunc,
    /// Rounded to the nearest, halves away from zero.
    Round,
    /// Rounded to the nearest, halves to the even number.
    RoundEven,
    /// The left operand with the sign of the right one.
    CopySign,
    /// Equal.
    Oeq,
    /// Different.
    One,
    /// Less.
    Olt,
    /// Less or equal.
    Ole,
    /// Greater.
    Ogt,
    /// Greater or equal.
    Oge,
    /// Both are numbers.
    Ord,
    /// Equal or unordered.
    Ueq,
    /// Different or unordered.
    Une,
    /// Less or unordered.
    Ult,
    /// Less, equal or unordered.
    Ule,
    /// Greater or unordered.
    Ugt,
    /// Greater, equal or unordered.
    Uge,
    /// One is not a number.
    Uno,
}

impl FloatOp {
    /// Is the result whether something holds?
    pub fn is_comparison(self) -> bool {
        use FloatOp::{Oeq, Oge, Ogt, Ole, Olt, One, Ord, Ueq, Uge, Ugt, Ule, Ult, Une, Uno};
        matches!(self, Oeq | One | Olt | Ole | Ogt | Oge | Ord | Ueq | Une | Ult | Ule | Ugt | Uge | Uno)
    }
}

impl FloatOp {
    /// The name in printed bytecode.
    pub fn name(self) -> &'static str {
        match self {
            FloatOp::Add => "fadd",
            FloatOp::Sub => "fsub",
            FloatOp::Mul => "fmul",
            FloatOp::Div => "fdiv",
            FloatOp::Rem => "frem",
            FloatOp::Neg => "fneg",
            FloatOp::Abs => "fabs",
            FloatOp::Sqrt => "sqrt",
            FloatOp::Min => "fmin",
            FloatOp::Max => "fmax",
            FloatOp::Floor => "floor",
            FloatOp::Ceil => "ceil",
            FloatOp::Trunc => "ftrunc",
            FloatOp::Round => "round",
            FloatOp::RoundEven => "roundeven",
            FloatOp::CopySign => "copysign",
            FloatOp::Oeq => "oeq",
            FloatOp::One => "one",
            FloatOp::Olt => "olt",
            FloatOp::Ole => "ole",
            FloatOp::Ogt => "ogt",
            FloatOp::Oge => "oge",
            FloatOp::Ord => "ord",
            FloatOp::Ueq => "ueq",
            FloatOp::Une => "une",
            FloatOp::Ult => "ult",
            FloatOp::Ule => "ule",
            FloatOp::Ugt => "ugt",
            FloatOp::Uge => "uge",
            FloatOp::Uno => "uno",
        }
    }
}

/// A conversion from or to floating-point numbers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Conversion {
    /// An integer, rounded to the nearest.
    IntToFloat {
        /// Is it a signed number?
        signed: bool,
        /// The width it has.
        from: Width,
        /// The format it gets.
        to: FloatKind,
    },
    /// Rounded towards zero; a failure if that does not fit.
    FloatToInt {
        /// Is the result a signed number?
        signed: bool,
        /// The format it has.
        from: FloatKind,
        /// The width it gets.
        to: Width,
    },
    /// Rounded to the nearest.
    FloatToFloat {
        /// The format it has.
        from: FloatKind,
        /// The format it gets.
        to: FloatKind,
    },
}

/// Where an object that other threads may see is allocated.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Region {
    /// The heap; the content is undefined.
    Heap,
    /// The heap; the content is zeros.
    Zeroed,
    /// The heap, for what C++'s `new` allocates: `delete` has to free it.
    New,
    /// The heap, for what `new[]` allocates: `delete[]` has to free it.
    NewArray,
    /// The stack; the content is undefined, and `Release` ends its life.
    Stack,
}

impl Region {
    /// The name in printed bytecode.
    pub fn name(self) -> &'static str {
        match self {
            Region::Heap => "heap",
            Region::Zeroed => "zeroed",
            Region::New => "new",
            Region::NewArray => "new-array",
            Region::Stack => "stack",
        }
    }

    /// The region by which `Free` names all those that it frees alike.
    pub(crate) fn family(self) -> Region {
        match self {
            Region::Zeroed => Region::Heap,
            region => region,
        }
    }
}

/// An operation on the word of a condition variable.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum ConditionKind {
    /// Begins to wait; gives the group of waiters that the thread belongs to now.
    Register,
    /// Lets one waiter go, if there is any.
    Signal,
    /// Lets all waiters go.
    Broadcast,
    /// Waits, as a member of the group, until it may go.
    Wake,
    /// As `Register`, in the queue of a futex: a word that belongs to the system, one for each address.
    Enqueue,
    /// Lets as many go as the operand says, from the queue of a futex; gives how many. Who enqueues later comes behind it.
    Notify,
    /// As `Wake`, in the queue of a futex.
    Sleep,
    /// As `Sleep`, but time may end the wait, which is another execution: without a notification there is nothing to see.
    Doze,
}

impl ConditionKind {
    /// Is it about the queue of a futex, not about a condition variable of the program?
    pub fn is_futex(self) -> bool {
        !matches!(
            self,
            ConditionKind::Register | ConditionKind::Signal | ConditionKind::Broadcast | ConditionKind::Wake
        )
    }

    /// Does the thread wait there?
    pub(crate) fn waits(self) -> bool {
        matches!(self, ConditionKind::Wake | ConditionKind::Sleep | ConditionKind::Doze)
    }

    /// The name in printed bytecode.
    pub fn name(self) -> &'static str {
        match self {
            ConditionKind::Register => "register",
            ConditionKind::Signal => "signal",
            ConditionKind::Broadcast => "broadcast",
            ConditionKind::Wake => "wake",
            ConditionKind::Enqueue => "enqueue",
            ConditionKind::Notify => "notify",
            ConditionKind::Sleep => "sleep",
            ConditionKind::Doze => "doze",
        }
    }
}
/// What may happen without a reason.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum SpuriousKind {
    /// A wait at a condition variable ends. That is in vain if the thread waits again and the mutex protects nothing that it has done.
    Signal,
    /// A wait at a futex ends. That is in vain if the thread waits again.
    Wake,
    /// Time passes. That it does not is in vain if the thread looks at its clock again.
    Time,
}
