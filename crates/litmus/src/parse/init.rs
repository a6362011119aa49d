//! The initial state: `{ x = 1; int y = 2; atomic_int z; [x]=1; 0:r0=5; int *p = &x; int a[3] = {1,2,3}; }`.

use super::Parser;
use crate::condition::Location;
use crate::ctype::Qualified;
use crate::error::{Error, Span};
use crate::lex::Kind;

/// Maximum number of cells of an array.
const MAX_CELLS: u64 = 65536;

/// One entry.
#[derive(Clone, Debug)]
pub(crate) struct Init {
    pub target: InitTarget,
    /// The type, if it was given.
    pub ty: Option<Qualified>,
    /// One value per cell; 0 if it is missing.
    pub values: Vec<InitValue>,
    pub span: Span,
}

/// What an entry is about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum InitTarget {
    Variable(String),
    Array(String, u64),
    Register(u16, String),
}

/// An initial value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum InitValue {
    Number(i128),
    Address { name: String, index: Option<u64>, span: Span },
}

impl Parser<'_> {
    pub(super) fn init(&mut self) -> Result<Vec<Init>, Error> {
        self.expect("{")?;
        let mut entries = Vec::new();
        loop {
            if self.eat("}")? {
                // Some files put a semicolon after the initial state.
                self.eat(";")?;
                return Ok(entries);
            }
            if !self.eat(";")? {
                entries.push(self.entry()?);
                if !self.is("}") && !self.is(";") {
                    return Err(self.expected("`;` or `}`", "separate the entries of the initial state by `;`"));
                }
            }
        }
    }

    fn entry(&mut self) -> Result<Init, Error> {
        let start = self.span();
        // A type is given if another word or a `*` follows its first word.
        let ty = if self.at_type() {
            let base = self.base_type()?;
            Some(self.pointers(base)?)
        } else if self.is("*") {
            // A pointer to an unknown type: `* p = &x`.
            self.advance()?;
            Some(Qualified::plain(crate::ctype::Type::pointer_to(Qualified::plain(crate::ctype::Type::INT))))
        } else {
            None
        };
        let target = self.init_target()?;
        let mut values = Vec::new();
        if self.eat("=")? {
            match &target {
                InitTarget::Array(_, count) => {
                    let count = *count;
                    let open = self.expect("{")?;
                    while !self.is("}") {
                        values.push(self.init_value()?);
                        if !self.eat(",")? {
                            break;
                        }
                    }
                    let close = self.expect("}")?;
                    if values.len() as u64 > count {
                        let message = format!("the array has {count} cells and {} initial values", values.len());
                        return Err(self.error_at(open.to(close), message, "leave some out, or make it larger"));
                    }
                }
                _ => {
                    let wrapped = self.is_word("ATOMIC_INIT") || self.is_word("ATOMIC_VAR_INIT");
                    if wrapped {
                        self.advance()?;
                        self.expect("(")?;
                    }
                    values.push(self.init_value()?);
                    if wrapped {
                        self.expect(")")?;
                    }
                }
            }
        }
        Ok(Init { target, ty, values, span: start.to(self.previous) })
    }

    fn init_target(&mut self) -> Result<InitTarget, Error> {
        if self.eat("[")? {
            let (name, _) = self.word("a variable")?;
            self.expect("]")?;
            return Ok(InitTarget::Variable(name.to_owned()));
        }
        if let Some(Location::Register { thread, name }) = self.register_location()? {
            return Ok(InitTarget::Register(thread, name));
        }
        let (name, _) = self.word("a variable or a register")?;
        if self.eat("[")? {
            let span = self.span();
            let count = self.unsigned("the number of cells")?;
            self.expect("]")?;
            if !(1..=MAX_CELLS).contains(&count) {
                let help = format!("an array has between 1 and {MAX_CELLS} cells");
                return Err(self.error_at(span, format!("an array cannot have {count} cells"), help));
            }
            return Ok(InitTarget::Array(name.to_owned(), count));
        }
        Ok(InitTarget::Variable(name.to_owned()))
    }

    fn init_value(&mut self) -> Result<InitValue, Error> {
        let start = self.span();
        if let Kind::Word(_) | Kind::Sign("&") = self.token.kind {
            self.eat("&")?;
            let (name, _) = self.word("a shared variable")?;
            let name = name.to_owned();
            let index = self.index()?;
            return Ok(InitValue::Address { name, index, span: start.to(self.previous) });
        }
        self.number().map(InitValue::Number)
    }

    /// `[3]`, or nothing.
    pub(super) fn index(&mut self) -> Result<Option<u64>, Error> {
        if !self.eat("[")? {
            return Ok(None);
        }
        let index = self.unsigned("the number of a cell")?;
        self.expect("]")?;
        Ok(Some(index))
    }

    pub(super) fn unsigned(&mut self, what: &str) -> Result<u64, Error> {
        match self.token.kind {
            Kind::Number(value, _) => {
                self.advance()?;
                Ok(value)
            }
            _ => Err(self.expected(what, "")),
        }
    }

    /// A number with a sign.
    pub(super) fn number(&mut self) -> Result<i128, Error> {
        let negative = self.eat("-")?;
        if !negative {
            self.eat("+")?;
        }
        let span = self.span();
        let value = i128::from(self.unsigned("a number or the address of a variable")?);
        if negative && value > 1 << 63 {
            return Err(self.error_at(span, "this is not a 64-bit number", ""));
        }
        Ok(if negative { -value } else { value })
    }

    /// `0:r0` or `P0:r0`, if the current token begins one.
    pub(super) fn register_location(&mut self) -> Result<Option<Location>, Error> {
        let number = match self.token.kind {
            Kind::Number(number, _) => number,
            Kind::Word(word) if self.second() == Some(Kind::Sign(":")) => match thread_number(word) {
                Some(number) => number,
                None => return Ok(None),
            },
            _ => return Ok(None),
        };
        let Ok(thread) = u16::try_from(number) else {
            return Err(self.error_here(format!("there is no thread {number}"), ""));
        };
        self.advance()?;
        self.expect(":")?;
        let (name, _) = self.word("a register")?;
        Ok(Some(Location::Register { thread, name: name.to_owned() }))
    }

    /// Is the current token the name of a thread, such as `P0`?
    pub(super) fn thread_word(&self) -> Option<u64> {
        match self.token.kind {
            Kind::Word(word) => thread_number(word),
            _ => None,
        }
    }
}

fn thread_number(word: &str) -> Option<u64> {
    let digits = word.strip_prefix('P')?;
    if digits.bytes().all(|b| b.is_ascii_digit()) { digits.parse().ok() } else { None }
}
