//! Constants.

use rustc_hash::FxHashMap;

use crate::text::ids::{BlockId, ConstantId, SymbolId, TypeId};
use crate::text::keywords::{BinaryOp, CastOp, Flags, FloatPredicate, IntPredicate};

/// A constant and its type.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Constant {
    /// Its type.
    pub ty: TypeId,
    /// Its value.
    pub value: ConstantValue,
}

/// The value of a constant.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum ConstantValue {
    /// An integer of up to 128 bits; those above the width are zero.
    Integer(u128),
    /// A wider integer: its digits.
    WideInteger(Box<str>),
    /// The bits of a floating-point number, in the format of its type.
    Float(u128),
    /// The null pointer.
    Null,
    /// `zeroinitializer`.
    Zero,
    /// `undef`.
    Undef,
    /// `poison`.
    Poison,
    /// `none`, of type `token`.
    NoToken,
    /// The address of a function, variable or alias.
    Symbol(SymbolId),
    /// An array of bytes.
    Bytes(Box<[u8]>),
    /// The elements of an array, vector or struct.
    Aggregate(Box<[ConstantId]>),
    /// A vector of equal elements.
    Splat(ConstantId),
    /// The address of a block, for computed jumps.
    BlockAddress {
        /// The function.
        function: SymbolId,
        /// Its block.
        block: BlockId,
    },
    /// `dso_local_equivalent @f`: a function that behaves like it.
    DsoLocalEquivalent(SymbolId),
    /// `no_cfi @f`: the function itself rather than its jump table entry.
    NoCfi(SymbolId),
    /// A signed pointer, with its key, discriminator and so on.
    PtrAuth(Box<[ConstantId]>),
    /// A constant expression.
    Expression(Box<Expression>),
}

/// A constant expression.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Expression {
    /// An address inside of an object.
    GetElementPtr {
        /// The type whose size scales the first index.
        source: TypeId,
        /// Flags.
        flags: Flags,
        /// The base address.
        base: ConstantId,
        /// The indices.
        indices: Box<[ConstantId]>,
    },
    /// A conversion to the type of the constant.
    Cast {
        /// The conversion.
        op: CastOp,
        /// Its operand.
        value: ConstantId,
    },
    /// Arithmetic.
    Binary {
        /// The operation.
        op: BinaryOp,
        /// Flags.
        flags: Flags,
        /// The operands.
        operands: [ConstantId; 2],
    },
    /// A comparison of integers or pointers.
    Icmp {
        /// The predicate.
        predicate: IntPredicate,
        /// The operands.
        operands: [ConstantId; 2],
    },
    /// A comparison of floating-point numbers.
    Fcmp {
        /// The predicate.
        predicate: FloatPredicate,
        /// The operands.
        operands: [ConstantId; 2],
    },
    /// Condition, value if true, value if false.
    Select([ConstantId; 3]),
    /// Vector and index.
    ExtractElement([ConstantId; 2]),
    /// Vector, element, index.
    InsertElement([ConstantId; 3]),
    /// Two vectors and the mask that selects elements of both.
    ShuffleVector([ConstantId; 3]),
}

/// The constants of a module. Small ones are shared.
#[derive(Clone, Debug, Default)]
pub struct Constants {
    constants: Vec<Constant>,
    small: FxHashMap<(TypeId, Small), ConstantId>,
}

/// Frequent constants.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Small {
    Integer(u128),
    Null,
    Zero,
    Undef,
    Poison,
    Symbol(SymbolId),
}

impl Constants {
    pub(crate) fn add(&mut self, ty: TypeId, value: ConstantValue) -> ConstantId {
        let small = match value {
            ConstantValue::Integer(value) => Some(Small::Integer(value)),
            ConstantValue::Null => Some(Small::Null),
            ConstantValue::Zero => Some(Small::Zero),
            ConstantValue::Undef => Some(Small::Undef),
            ConstantValue::Poison => Some(Small::Poison),
            ConstantValue::Symbol(symbol) => Some(Small::Symbol(symbol)),
            _ => None,
        };
        let next = ConstantId::new(self.constants.len());
        if let Some(small) = small {
            let id = *self.small.entry((ty, small)).or_insert(next);
            if id != next {
                return id;
            }
        }
        self.constants.push(Constant { ty, value });
        next
    }

    pub(crate) fn set(&mut self, id: ConstantId, value: ConstantValue) {
        self.constants[id.index()].value = value;
    }

    /// The constant with this id.
    pub fn get(&self, id: ConstantId) -> &Constant {
        &self.constants[id.index()]
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.constants.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.constants.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_constants_are_kept_once() {
        let mut constants = Constants::default();
        let one = constants.add(TypeId::I32, ConstantValue::Integer(1));
        assert_eq!(constants.add(TypeId::I32, ConstantValue::Integer(1)), one);
        assert_ne!(constants.add(TypeId::I64, ConstantValue::Integer(1)), one);
        assert_eq!(constants.len(), 2);
    }
}
