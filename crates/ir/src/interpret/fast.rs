//! Code in the form in which it runs fast: what happens often, with everything decided that can be decided before.
//!
//! Each instruction has one entry, at the same position. An entry may stand for several instructions, from its own on; those
//! in the middle have entries of their own, for whoever jumps there. Entries only know what happens as a rule: where
//! something else is the case (an overflow, an address out of bounds, a budget that is used up) they do nothing, or
//! not all of it, and the instruction is left to the plain interpreter, as are all rare ones. So nothing can fail here.

mod run;
mod translate;

use raddle_graph::{Address, Mode, Value, Width};

use crate::{BinaryOp, CheckedOp, Reg};

pub(crate) use translate::translate;

/// One entry, of 32 bytes. Widths are given by how many bits of a word are unused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Fast {
    /// Left to the plain interpreter.
    Plain,
    /// Nothing.
    Skip,
    Set {
        dst: Reg,
        value: Value,
    },
    Move {
        dst: Reg,
        src: Reg,
    },
    Truncate {
        dst: Reg,
        src: Reg,
        mask: Value,
    },
    /// Copies the sign bit upwards and keeps what the mask says.
    SignExtend {
        dst: Reg,
        src: Reg,
        unused: u8,
        mask: Value,
    },
    Compute {
        op: Sure,
        unused: u8,
        dst: Reg,
        lhs: Reg,
        rhs: Reg,
    },
    ComputeConst {
        op: Sure,
        unused: u8,
        dst: Reg,
        lhs: Reg,
        rhs: Value,
    },
    /// Overflow is left to the plain interpreter.
    Checked {
        op: CheckedOp,
        width: Width,
        dst: Reg,
        lhs: Reg,
        rhs: Reg,
    },
    /// The constant stands at the top of a word, above the unused bits.
    AddConst {
        unused: u8,
        dst: Reg,
        lhs: Reg,
        rhs: Value,
    },
    /// The address of an element: `base + index * scale`, where the index gets its sign first. Stands for `length`
    /// instructions.
    Index {
        length: u8,
        unused: u8,
        dst: Reg,
        index: Reg,
        scale: u32,
        base: Value,
    },
    /// The same in an array whose address was computed.
    IndexFrom {
        length: u8,
        unused: u8,
        dst: Reg,
        index: Reg,
        base: Reg,
        scale: u32,
    },
    Compare {
        op: Comparison,
        unused: u8,
        dst: Reg,
        lhs: Reg,
        rhs: Reg,
    },
    CompareConst {
        op: Comparison,
        unused: u8,
        dst: Reg,
        lhs: Reg,
        rhs: Value,
    },
    /// A comparison and the branch that it decides, perhaps after a jump to them.
    CompareBranch {
        jumps: u8,
        op: Comparison,
        unused: u8,
        dst: Reg,
        lhs: Reg,
        rhs: Reg,
        then: u32,
        otherwise: u32,
    },
    /// The constant stands at the top of a word.
    CompareConstBranch {
        jumps: u8,
        op: Comparison,
        unused: u8,
        dst: Reg,
        lhs: Reg,
        rhs: Value,
        then: u32,
        otherwise: u32,
    },
    /// The end of an iteration and the beginning of the next one: a register is counted up or down, and the thread jumps back
    /// to where it is compared. Both constants stand at the top of a word.
    Count {
        op: Comparison,
        unused: u8,
        reg: Reg,
        dst: Reg,
        by: Value,
        rhs: Value,
        then: u32,
        otherwise: u32,
    },
    Select {
        dst: Reg,
        cond: Reg,
        then: Reg,
        otherwise: Reg,
    },
    Jump {
        target: u32,
    },
    Branch {
        cond: Reg,
        then: u32,
        otherwise: u32,
    },
    /// Goes on unless the register is 0.
    Check {
        cond: Reg,
    },
    LoopEnter {
        shadow: Reg,
    },
    Load {
        shape: Shape,
        /// May the thread block before its next action?
        awaits: bool,
        /// Is it to be noted if the access is thread-local?
        noted: bool,
        dst: Reg,
        addr: Reg,
    },
    /// A load of shared memory at a place that is known.
    LoadAt {
        shape: Shape,
        awaits: bool,
        dst: Reg,
        location: Address,
    },
    /// A load from an array, with the computation of the address.
    LoadElement {
        shape: Shape,
        awaits: bool,
        element: Element,
    },
    Store {
        shape: Shape,
        noted: bool,
        addr: Reg,
        value: Reg,
    },
    StoreConst {
        shape: Shape,
        noted: bool,
        addr: Reg,
        value: Value,
    },
    /// A store to shared memory at a place that is known.
    StoreAt {
        shape: Shape,
        location: Address,
        value: Reg,
    },
    StoreConstAt {
        shape: Shape,
        location: Address,
        value: Value,
    },
    /// A store to an array, with the computation of the address.
    StoreElement {
        shape: Shape,
        element: Element,
        value: Reg,
    },
    StoreConstElement {
        shape: Shape,
        element: Element,
        value: Value,
    },
}

/// An element of a static array that is shared, all of which is aligned well: `base + index * scale`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Element {
    /// For how many instructions the computation stands.
    pub length: u8,
    /// Of the index, which gets its sign first.
    pub unused: u8,
    pub index: Reg,
    /// Where the address goes.
    pub dst: Reg,
    pub scale: u16,
    pub base: u32,
    /// How many elements there are.
    pub count: u32,
}

/// The shape of an access: of 1, 2, 4 or 8 bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Shape {
    pub mode: Mode,
    pub unused: u8,
    pub size: u8,
    /// Which bits of the address have to be 0.
    pub misaligned: u8,
}

/// An operation that has a result for all numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Sure {
    Add,
    Sub,
    Mul,
    And,
    Or,
    Xor,
}

impl Sure {
    fn of(op: BinaryOp) -> Option<Sure> {
        Some(match op {
            BinaryOp::Add => Sure::Add,
            BinaryOp::Sub => Sure::Sub,
            BinaryOp::Mul => Sure::Mul,
            BinaryOp::And => Sure::And,
            BinaryOp::Or => Sure::Or,
            BinaryOp::Xor => Sure::Xor,
            _ => return None,
        })
    }

    #[inline(always)]
    pub(crate) fn apply(self, unused: u8, lhs: Value, rhs: Value) -> Value {
        let result = match self {
            Sure::Add => lhs.wrapping_add(rhs),
            Sure::Sub => lhs.wrapping_sub(rhs),
            Sure::Mul => lhs.wrapping_mul(rhs),
            Sure::And => lhs & rhs,
            Sure::Or => lhs | rhs,
            Sure::Xor => lhs ^ rhs,
        };
        keep(unused, result)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Comparison {
    Eq,
    Ne,
    Slt,
    Sle,
    Ult,
    Ule,
}

impl Comparison {
    fn of(op: BinaryOp) -> Option<Comparison> {
        Some(match op {
            BinaryOp::Eq => Comparison::Eq,
            BinaryOp::Ne => Comparison::Ne,
            BinaryOp::Slt => Comparison::Slt,
            BinaryOp::Sle => Comparison::Sle,
            BinaryOp::Ult => Comparison::Ult,
            BinaryOp::Ule => Comparison::Ule,
            _ => return None,
        })
    }

    /// Compares numbers that stand at the top of a word.
    #[inline(always)]
    pub(crate) fn holds(self, lhs: Value, rhs: Value) -> bool {
        match self {
            Comparison::Eq => lhs == rhs,
            Comparison::Ne => lhs != rhs,
            Comparison::Slt => (lhs as i64) < rhs as i64,
            Comparison::Sle => lhs as i64 <= rhs as i64,
            Comparison::Ult => lhs < rhs,
            Comparison::Ule => lhs <= rhs,
        }
    }
}

/// The number at the top of a word, where there is nothing above it.
#[inline(always)]
pub(crate) fn at_top(unused: u8, value: Value) -> Value {
    value << (unused & 63)
}

/// The number without what is above it.
#[inline(always)]
pub(crate) fn keep(unused: u8, value: Value) -> Value {
    value & (Value::MAX >> (unused & 63))
}

/// The number with its sign copied upwards.
#[inline(always)]
pub(crate) fn sign_extend(unused: u8, value: Value) -> Value {
    ((at_top(unused, value) as i64) >> (unused & 63)) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sure_operations_and_comparisons_are_those_of_the_instructions() {
        let numbers =
            [0, 1, 2, 7, 0x7f, 0x80, 0xff, 0x7fff_ffff, 0x8000_0000, 1 << 40, 1 << 63, u64::MAX - 1, u64::MAX];
        let pairs = || numbers.into_iter().flat_map(|a| numbers.map(|b| (a, b)));
        for width in [1, 7, 8, 32, 33, 64].map(|bits| Width::new(bits).unwrap()) {
            let unused = 64 - width.bits() as u8;
            for (op, (a, b)) in BinaryOp::ALL.into_iter().flat_map(|op| pairs().map(move |pair| (op, pair))) {
                let expected = op.apply(width, a, b);
                if let Some(sure) = Sure::of(op) {
                    assert_eq!(Ok(sure.apply(unused, a, b)), expected);
                }
                if let Some(comparison) = Comparison::of(op) {
                    assert_eq!(Ok(comparison.holds(at_top(unused, a), at_top(unused, b)).into()), expected);
                }
            }
            for a in numbers {
                assert_eq!((keep(unused, a), sign_extend(unused, a)), (width.truncate(a), width.signed(a) as u64));
            }
        }
    }

    #[test]
    fn entries_stay_small() {
        assert!(size_of::<Fast>() <= 32, "{}", size_of::<Fast>());
    }
}
