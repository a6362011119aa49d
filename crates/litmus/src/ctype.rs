//! The C types of litmus files: integers and pointers, as on 64-bit Unix.

use std::fmt;

use raddle_graph::{Value, Width};

/// An integer type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct IntType {
    /// The size in bits: 8, 16, 32 or 64.
    pub bits: u8,
    /// Is it signed?
    pub signed: bool,
    /// Is it `bool`, to which everything but 0 converts as 1?
    pub boolean: bool,
}

impl IntType {
    /// `int`.
    pub const INT: IntType = IntType::new(32, true);
    /// `unsigned long`, the type of sizes.
    pub const ULONG: IntType = IntType::new(64, false);
    /// `long`.
    pub const LONG: IntType = IntType::new(64, true);
    /// `bool`.
    pub const BOOL: IntType = IntType { bits: 8, signed: false, boolean: true };

    /// A type of that size.
    pub const fn new(bits: u8, signed: bool) -> IntType {
        IntType { bits, signed, boolean: false }
    }

    /// The width of its registers and cells.
    pub fn width(self) -> Width {
        Width::new(self.bits).expect("integer types have 8 to 64 bits")
    }

    /// The type after integer promotion.
    pub fn promoted(self) -> IntType {
        if self.bits < 32 { IntType::INT } else { self }
    }

    /// The common type of two operands, by C's usual arithmetic conversions.
    pub fn common(self, other: IntType) -> IntType {
        let (a, b) = (self.promoted(), other.promoted());
        // Of two types of one size the unsigned one wins, else the larger: it holds all values of the smaller.
        match a.bits.cmp(&b.bits) {
            std::cmp::Ordering::Equal if a.signed => b,
            std::cmp::Ordering::Less => b,
            _ => a,
        }
    }

    /// The number that a register of this type holds.
    pub fn number(self, value: Value) -> i128 {
        if self.signed { self.width().signed(value).into() } else { self.width().truncate(value).into() }
    }
}

/// A type.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Type {
    /// An integer.
    Int(IntType),
    /// The address of an object.
    Pointer(Box<Qualified>),
    /// Nothing.
    Void,
}

/// The type of an object with its qualifiers.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Qualified {
    /// The type of its value.
    pub ty: Type,
    /// Was it declared atomic?
    pub atomic: bool,
    /// Was it declared volatile?
    pub volatile: bool,
}

impl Qualified {
    /// A type without qualifiers.
    pub fn plain(ty: Type) -> Qualified {
        Qualified { ty, atomic: false, volatile: false }
    }
}

impl Type {
    /// `int`.
    pub const INT: Type = Type::Int(IntType::INT);

    /// A pointer to an object.
    pub fn pointer_to(object: Qualified) -> Type {
        Type::Pointer(Box::new(object))
    }

    /// The integer type with the same values; nothing for `void`.
    pub fn as_int(&self) -> Option<IntType> {
        match self {
            Type::Int(int) => Some(*int),
            Type::Pointer(_) => Some(IntType::ULONG),
            Type::Void => None,
        }
    }

    /// The size in bytes; 1 for `void`.
    pub fn size(&self) -> u64 {
        self.as_int().map_or(1, |int| u64::from(int.bits / 8))
    }
}

impl fmt::Display for IntType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match (self.boolean, self.bits, self.signed) {
            (true, ..) => "bool",
            (_, 8, true) => "char",
            (_, 8, false) => "unsigned char",
            (_, 16, true) => "short",
            (_, 16, false) => "unsigned short",
            (_, 32, true) => "int",
            (_, 32, false) => "unsigned",
            (_, _, true) => "long",
            (_, _, false) => "unsigned long",
        })
    }
}

impl fmt::Display for Qualified {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let atomic = if self.atomic { "_Atomic " } else { "" };
        let volatile = if self.volatile { "volatile " } else { "" };
        write!(f, "{volatile}{atomic}{}", self.ty)
    }
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Type::Int(int) => int.fmt(f),
            Type::Pointer(object) => write!(f, "{object} *"),
            Type::Void => f.write_str("void"),
        }
    }
}

/// The integer type that one word names, and whether it is an atomic one. Words that combine (`unsigned`, `long`, …)
/// are left to the parser.
pub(crate) fn named(word: &str) -> Option<(IntType, bool)> {
    if let Some(rest) = word.strip_prefix("atomic_") {
        let int = match rest {
            "bool" => IntType::BOOL,
            "char" | "schar" => IntType::new(8, true),
            "uchar" => IntType::new(8, false),
            "short" => IntType::new(16, true),
            "ushort" => IntType::new(16, false),
            "int" => IntType::INT,
            "uint" => IntType::new(32, false),
            "long" | "llong" => IntType::LONG,
            "ulong" | "ullong" => IntType::ULONG,
            _ => plain_named(rest).filter(|_| rest.ends_with("_t"))?,
        };
        return Some((int, true));
    }
    plain_named(word).map(|int| (int, false))
}

fn plain_named(word: &str) -> Option<IntType> {
    let int = match word {
        "bool" | "_Bool" => IntType::BOOL,
        "size_t" | "uintptr_t" | "uintmax_t" => IntType::ULONG,
        "ssize_t" | "ptrdiff_t" | "intptr_t" | "intmax_t" => IntType::LONG,
        _ => {
            let word = word.strip_suffix("_t")?;
            let (word, signed) = match word.strip_prefix('u') {
                Some(rest) => (rest, false),
                None => (word, true),
            };
            match word.strip_prefix("int")? {
                "8" | "_least8" | "_fast8" => IntType::new(8, signed),
                "16" | "_least16" => IntType::new(16, signed),
                "32" | "_least32" => IntType::new(32, signed),
                "64" | "_least64" | "_fast64" | "_fast16" | "_fast32" => IntType::new(64, signed),
                _ => return None,
            }
        }
    };
    Some(int)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn usual_arithmetic_conversions() {
        let (char, uchar) = (IntType::new(8, true), IntType::new(8, false));
        let uint = IntType::new(32, false);
        assert_eq!(char.common(uchar), IntType::INT);
        assert_eq!(IntType::BOOL.common(IntType::BOOL), IntType::INT);
        assert_eq!(IntType::INT.common(uint), uint);
        assert_eq!(uint.common(IntType::INT), uint);
        assert_eq!(uint.common(IntType::LONG), IntType::LONG, "a long holds every unsigned");
        assert_eq!(IntType::LONG.common(IntType::ULONG), IntType::ULONG);
        assert_eq!(IntType::INT.number(0xffff_ffff), -1);
        assert_eq!(uint.number(0xffff_ffff), 0xffff_ffff);
    }

    #[test]
    fn names() {
        assert_eq!(named("uint16_t"), Some((IntType::new(16, false), false)));
        assert_eq!(named("atomic_uintptr_t"), Some((IntType::ULONG, true)));
        assert_eq!(named("atomic_int"), Some((IntType::INT, true)));
        assert_eq!(named("atomic_flag"), None);
        assert_eq!(named("int"), None, "combines with other words");
        assert_eq!(named("int128_t"), None);
        assert_eq!(named("atomic__Bool"), None);
    }
}
