//! The closed sets of keywords: operations, predicates, orderings, linkages, flags.

use std::fmt;

macro_rules! words {
    ($($(#[$doc:meta])* $name:ident { $($(#[$item_doc:meta])* $item:ident = $word:literal,)* })*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum $name { $($(#[$item_doc])* $item,)* }

        impl $name {
            /// Its spelling in the text.
            pub fn as_str(self) -> &'static str {
                match self { $($name::$item => $word,)* }
            }

            pub(crate) fn from_word(word: &str) -> Option<$name> {
                match word { $($word => Some($name::$item),)* _ => None }
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.as_str())
            }
        }
    )*};
}

words! {
    /// An operation on two numbers of the same type.
    BinaryOp {
        /// Addition.
        Add = "add",
        /// Subtraction.
        Sub = "sub",
        /// Multiplication.
        Mul = "mul",
        /// Unsigned division.
        UDiv = "udiv",
        /// Signed division.
        SDiv = "sdiv",
        /// Unsigned remainder.
        URem = "urem",
        /// Signed remainder.
        SRem = "srem",
        /// Shift to the left.
        Shl = "shl",
        /// Logical shift to the right.
        LShr = "lshr",
        /// Arithmetic shift to the right.
        AShr = "ashr",
        /// Bitwise and.
        And = "and",
        /// Bitwise or.
        Or = "or",
        /// Bitwise exclusive or.
        Xor = "xor",
        /// Floating-point addition.
        FAdd = "fadd",
        /// Floating-point subtraction.
        FSub = "fsub",
        /// Floating-point multiplication.
        FMul = "fmul",
        /// Floating-point division.
        FDiv = "fdiv",
        /// Floating-point remainder.
        FRem = "frem",
    }

    /// A conversion from one type to another.
    CastOp {
        /// Truncation to a narrower integer.
        Trunc = "trunc",
        /// Zero extension.
        ZExt = "zext",
        /// Sign extension.
        SExt = "sext",
        /// Reinterprets the bits as another type.
        BitCast = "bitcast",
        /// Pointer to integer.
        PtrToInt = "ptrtoint",
        /// A pointer's address, without the provenance.
        PtrToAddr = "ptrtoaddr",
        /// Integer to pointer.
        IntToPtr = "inttoptr",
        /// To a pointer into another address space.
        AddrSpaceCast = "addrspacecast",
        /// To a shorter floating-point format.
        FPTrunc = "fptrunc",
        /// To a longer floating-point format.
        FPExt = "fpext",
        /// From floating-point to unsigned.
        FPToUI = "fptoui",
        /// From floating-point to signed.
        FPToSI = "fptosi",
        /// From unsigned to floating-point.
        UIToFP = "uitofp",
        /// From signed to floating-point.
        SIToFP = "sitofp",
    }

    /// A comparison of integers or pointers.
    IntPredicate {
        /// Equal.
        Eq = "eq",
        /// Not equal.
        Ne = "ne",
        /// Unsigned, greater.
        Ugt = "ugt",
        /// Unsigned, greater or equal.
        Uge = "uge",
        /// Unsigned, less.
        Ult = "ult",
        /// Unsigned, less or equal.
        Ule = "ule",
        /// Signed, greater.
        Sgt = "sgt",
        /// Signed, greater or equal.
        Sge = "sge",
        /// Signed, less.
        Slt = "slt",
        /// Signed, less or equal.
        Sle = "sle",
    }

    /// A comparison of floating-point numbers; the ordered ones (`o…`) are false if an operand is a NaN.
    FloatPredicate {
        /// Never.
        False = "false",
        /// Ordered, equal.
        Oeq = "oeq",
        /// Ordered, greater.
        Ogt = "ogt",
        /// Ordered, greater or equal.
        Oge = "oge",
        /// Ordered, less.
        Olt = "olt",
        /// Ordered, less or equal.
        Ole = "ole",
        /// Ordered, not equal.
        One = "one",
        /// Neither is a NaN.
        Ord = "ord",
        /// Unordered or equal.
        Ueq = "ueq",
        /// Unordered or greater.
        Ugt = "ugt",
        /// Unordered, greater or equal.
        Uge = "uge",
        /// Unordered or less.
        Ult = "ult",
        /// Unordered, less or equal.
        Ule = "ule",
        /// Unordered or not equal.
        Une = "une",
        /// One is a NaN.
        Uno = "uno",
        /// Always.
        True = "true",
    }

    /// The ordering of an atomic access.
    Ordering {
        /// Atomic, without coherence: Java's plain variables.
        Unordered = "unordered",
        /// C's `memory_order_relaxed`.
        Monotonic = "monotonic",
        /// C's `memory_order_acquire`.
        Acquire = "acquire",
        /// C's `memory_order_release`.
        Release = "release",
        /// C's `memory_order_acq_rel`.
        AcqRel = "acq_rel",
        /// C's `memory_order_seq_cst`.
        SeqCst = "seq_cst",
    }

    /// The operation of an `atomicrmw`.
    RmwOp {
        /// Replaces it.
        Xchg = "xchg",
        /// Adds.
        Add = "add",
        /// Subtracts.
        Sub = "sub",
        /// Bitwise and.
        And = "and",
        /// Bitwise and, inverted.
        Nand = "nand",
        /// Bitwise or.
        Or = "or",
        /// Bitwise exclusive or.
        Xor = "xor",
        /// Signed maximum.
        Max = "max",
        /// Signed minimum.
        Min = "min",
        /// Unsigned maximum.
        UMax = "umax",
        /// Unsigned minimum.
        UMin = "umin",
        /// Floating-point addition.
        FAdd = "fadd",
        /// Floating-point subtraction.
        FSub = "fsub",
        /// Floating-point maximum of `fmax`.
        FMax = "fmax",
        /// Floating-point minimum of `fmin`.
        FMin = "fmin",
        /// Floating-point maximum that propagates NaNs.
        FMaximum = "fmaximum",
        /// Floating-point minimum that propagates NaNs.
        FMinimum = "fminimum",
        /// Floating-point maximum of IEEE 754-2019's `maximumNumber`.
        FMaximumNum = "fmaximumnum",
        /// Floating-point minimum of IEEE 754-2019's `minimumNumber`.
        FMinimumNum = "fminimumnum",
        /// Increments up to a bound, then wraps to zero.
        UIncWrap = "uinc_wrap",
        /// Decrements down to zero, then wraps to a bound.
        UDecWrap = "udec_wrap",
        /// Subtracts if that does not wrap.
        USubCond = "usub_cond",
        /// Subtracts, saturating at zero.
        USubSat = "usub_sat",
    }

    /// Linkage.
    Linkage {
        /// Visible everywhere; the default.
        External = "external",
        /// Visible in the module only; no symbol in the object file.
        Private = "private",
        /// Visible in the module only: C's `static`.
        Internal = "internal",
        /// A copy of a definition elsewhere.
        AvailableExternally = "available_externally",
        /// Merged with others of its name; dropped if unused.
        Linkonce = "linkonce",
        /// As `linkonce`, with equivalent definitions only: C++'s inline functions.
        LinkonceOdr = "linkonce_odr",
        /// May be replaced by a strong definition.
        Weak = "weak",
        /// As `weak`, with equivalent definitions only: C++'s explicit instantiations.
        WeakOdr = "weak_odr",
        /// C's tentative definitions.
        Common = "common",
        /// Arrays that the linker appends, such as `llvm.global_ctors`.
        Appending = "appending",
        /// A declaration that may be null.
        ExternWeak = "extern_weak",
    }

    /// Visibility in the dynamic linker.
    Visibility {
        /// Visible everywhere.
        Default = "default",
        /// Visible in its own library only.
        Hidden = "hidden",
        /// Visible everywhere, but its own library always uses its own definition.
        Protected = "protected",
    }

    /// Whether a call may or must be a tail call.
    Tail {
        /// May.
        Tail = "tail",
        /// Must.
        MustTail = "musttail",
        /// Must not.
        NoTail = "notail",
    }

    /// A flag of an instruction: a promise that optimisers may rely on.
    Flag {
        /// No unsigned wrap.
        Nuw = "nuw",
        /// No signed wrap.
        Nsw = "nsw",
        /// No remainder.
        Exact = "exact",
        /// The address stays in the object.
        Inbounds = "inbounds",
        /// Offsets wrap neither as unsigned nor as signed.
        Nusw = "nusw",
        /// The operand is not negative.
        Nneg = "nneg",
        /// The operands have no bits in common.
        Disjoint = "disjoint",
        /// The operands have the same sign.
        SameSign = "samesign",
        /// All of the following flags.
        Fast = "fast",
        /// No operand or result is a NaN.
        Nnan = "nnan",
        /// No operand or result is infinite.
        Ninf = "ninf",
        /// The sign of zero does not matter.
        Nsz = "nsz",
        /// A division may be a multiplication.
        Arcp = "arcp",
        /// Operations may be fused.
        Contract = "contract",
        /// Functions may be approximated.
        Afn = "afn",
        /// Operations may be reassociated.
        Reassoc = "reassoc",
    }
}

impl BinaryOp {
    /// Whether it operates on floating-point numbers.
    pub fn is_float(self) -> bool {
        matches!(self, BinaryOp::FAdd | BinaryOp::FSub | BinaryOp::FMul | BinaryOp::FDiv | BinaryOp::FRem)
    }
}

/// A set of flags.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Flags(u16);

impl Flags {
    /// No flags.
    pub const NONE: Flags = Flags(0);

    /// Whether a flag is set.
    pub fn has(self, flag: Flag) -> bool {
        self.0 & 1 << flag as u16 != 0
    }

    pub(crate) fn add(&mut self, flag: Flag) {
        self.0 |= 1 << flag as u16;
    }
}

/// Each followed by a blank.
impl fmt::Display for Flags {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use Flag::*;
        for flag in [
            Nuw, Nsw, Exact, Inbounds, Nusw, Nneg, Disjoint, SameSign, Fast, Nnan, Ninf, Nsz, Arcp, Contract, Afn,
            Reassoc,
        ] {
            if self.has(flag) {
                write!(f, "{flag} ")?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_read_as_they_are_written() {
        assert_eq!(Ordering::from_word("acq_rel"), Some(Ordering::AcqRel));
        assert_eq!(RmwOp::UMax.to_string(), "umax");
        assert_eq!(BinaryOp::from_word("frobnicate"), None);
        let mut flags = Flags::NONE;
        flags.add(Flag::Nsw);
        flags.add(Flag::Reassoc);
        assert_eq!(flags.to_string(), "nsw reassoc ");
    }
}
