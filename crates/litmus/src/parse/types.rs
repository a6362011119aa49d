//! Types: the words that name them, and pointers.

use super::Parser;
use crate::ctype::{IntType, Qualified, Type, named};
use crate::error::Error;
use crate::lex::Kind;

/// Words that can begin a type, besides those that name one by themselves.
const TYPE_WORDS: [&str; 19] = [
    "int",
    "char",
    "short",
    "long",
    "signed",
    "unsigned",
    "void",
    "const",
    "volatile",
    "_Atomic",
    "register",
    "static",
    "float",
    "double",
    "struct",
    "atomic_t",
    "atomic_long_t",
    "atomic64_t",
    "spinlock_t",
];

/// Which of the words that make up the types of integers are there.
#[derive(Default)]
struct IntegerWords {
    int: bool,
    char: bool,
    short: bool,
    long: u32,
    signed: Option<bool>,
}

impl IntegerWords {
    /// The type that they form, if they do and are all of that many words.
    fn integer(&self, count: u32) -> Option<IntType> {
        let IntegerWords { int, char, short, long, signed } = *self;
        let words = u32::from(int) + u32::from(char) + u32::from(short) + long + u32::from(signed.is_some());
        let is_sensible = !(char && (int || short || long > 0)) && !(short && long > 0) && long <= 2;
        let bits = if char {
            8
        } else if short {
            16
        } else if long > 0 {
            64
        } else {
            32
        };
        (count == words && is_sensible).then(|| IntType::new(bits, signed.unwrap_or(true)))
    }
}

impl Parser<'_> {
    /// Can a type begin here?
    pub(super) fn at_type(&self) -> bool {
        matches!(self.token.kind, Kind::Word(word) if begins_type(word))
    }

    /// Can a type begin with the token after this one?
    pub(super) fn second_is_type(&self) -> bool {
        matches!(self.second(), Some(Kind::Word(word)) if begins_type(word))
    }

    /// The words of a type, in any order, without pointers.
    pub(super) fn base_type(&mut self) -> Result<Qualified, Error> {
        let start = self.span();
        let (mut atomic, mut volatile) = (false, false);
        let mut whole: Option<Type> = None;
        let mut words = IntegerWords::default();
        let mut count = 0;
        while let Kind::Word(word) = self.token.kind {
            let mut names = true;
            match word {
                "int" => words.int = true,
                "char" => words.char = true,
                "short" => words.short = true,
                "long" => words.long += 1,
                "signed" => words.signed = Some(true),
                "unsigned" => words.signed = Some(false),
                "void" => whole = Some(Type::Void),
                "const" | "register" => names = false,
                "volatile" => (volatile, names) = (true, false),
                "_Atomic" => {
                    atomic = true;
                    self.advance()?;
                    if self.eat("(")? {
                        let inner = self.nested(|p| p.base_type().and_then(|base| p.pointers(base)))?;
                        self.expect(")")?;
                        volatile |= inner.volatile;
                        whole = Some(inner.ty);
                        count += 1;
                    }
                    continue;
                }
                "float" | "double" | "static" => {
                    let help = "litmus tests compute with integers and pointers, in local variables";
                    return Err(self.error_here(format!("`{word}` is not supported"), help));
                }
                "atomic_t" | "atomic_long_t" | "atomic64_t" | "spinlock_t" => {
                    let ty = if matches!(word, "atomic_t" | "spinlock_t") { IntType::INT } else { IntType::LONG };
                    whole = Some(Type::Int(ty));
                    atomic = true;
                    self.linux = true;
                }
                "struct" if self.second() == Some(Kind::Word("srcu_struct")) => {
                    self.advance()?;
                    whole = Some(Type::INT);
                    atomic = true;
                    self.linux = true;
                }
                _ => match named(word) {
                    Some((named, is_atomic)) => {
                        whole = Some(Type::Int(named));
                        atomic |= is_atomic;
                    }
                    None => break,
                },
            }
            count += u32::from(names);
            self.advance()?;
        }
        if matches!(self.token.kind, Kind::Word("struct" | "union" | "enum" | "typedef")) {
            return Err(self.expected("an integer or pointer type", "structures are not supported in litmus tests"));
        }
        let span = start.to(self.previous);
        if count == 0 {
            return Err(self.expected("a type", ""));
        }
        let ty = match whole {
            Some(whole) => Some(whole).filter(|_| count == 1),
            None => words.integer(count).map(Type::Int),
        };
        match ty {
            Some(ty) => Ok(Qualified { ty, atomic, volatile }),
            None => Err(self.error_at(span, "these words do not form a type", "")),
        }
    }

    /// The `*`s after a type, with their qualifiers.
    pub(super) fn pointers(&mut self, base: Qualified) -> Result<Qualified, Error> {
        let mut qualified = base;
        let mut depth = 0;
        loop {
            match self.token.kind {
                Kind::Sign("*") => {
                    depth += 1;
                    if depth > super::MAX_NESTING {
                        return Err(self.too_deep(self.span()));
                    }
                    qualified = Qualified::plain(Type::pointer_to(qualified));
                }
                Kind::Word("const" | "restrict" | "__restrict") => {}
                Kind::Word("volatile") => qualified.volatile = true,
                Kind::Word("_Atomic") => qualified.atomic = true,
                _ => return Ok(qualified),
            }
            self.advance()?;
        }
    }
}

fn begins_type(word: &str) -> bool {
    TYPE_WORDS.contains(&word) || named(word).is_some()
}
