//! Typed ids.

use std::fmt;

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident = $prefix:literal;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub u32);

        impl $name {
            /// The id with this index.
            pub(crate) fn new(index: usize) -> $name {
                // Texts are limited to 4 GiB, and every item takes at least a byte.
                $name(index as u32)
            }

            /// The index into the table that the id belongs to.
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, concat!($prefix, "{}"), self.0)
            }
        }
    )*};
}

ids! {
    /// A type, unique in its module: equal types have equal ids.
    TypeId = "t";
    /// A constant of a module.
    ConstantId = "c";
    /// A symbol, written with `@`: a function, a variable, an alias or an ifunc.
    SymbolId = "s";
    /// A global variable.
    GlobalId = "g";
    /// A function, declared or defined.
    FunctionId = "f";
    /// An alias.
    AliasId = "a";
    /// An ifunc.
    IfuncId = "i";
    /// A parameter of a function, or the result of one of its instructions.
    LocalId = "l";
    /// A basic block of a function, in the order of the text.
    BlockId = "b";
    /// A metadata node.
    MetadataId = "m";
}
