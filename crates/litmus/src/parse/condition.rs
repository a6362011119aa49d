//! The end of the file: `locations […]`, `filter …`, and the condition.
//!
//! Operators bind from tightest to loosest: `~`, `=>` (to the right), `/\`, `\/`.

use super::Parser;
use crate::condition::{Condition, Constant, Location, Proposition, Quantifier};
use crate::error::{Error, Span};
use crate::lex::Kind;

pub(super) struct Tail {
    pub locations: Vec<(Location, Span)>,
    pub filter: Option<Proposition>,
    pub condition: Condition,
}

impl Parser<'_> {
    pub(super) fn tail(&mut self) -> Result<Tail, Error> {
        let mut locations = Vec::new();
        let mut filter = None;
        loop {
            if self.eat_word("locations")? {
                self.location_list(&mut locations)?;
            } else if self.eat_word("filter")? {
                if filter.is_some() {
                    return Err(self.error_at(self.previous, "there are two filters", "join them by `/\\`"));
                }
                filter = Some(self.proposition()?);
            } else {
                break;
            }
        }
        let condition = self.condition()?;
        self.eat(";")?;
        if self.token.kind != Kind::End {
            return Err(self.expected("the end of the file", "nothing may follow the condition"));
        }
        Ok(Tail { locations, filter, condition })
    }

    fn location_list(&mut self, locations: &mut Vec<(Location, Span)>) -> Result<(), Error> {
        self.expect("[")?;
        while !self.is("]") {
            let start = self.span();
            let location = self.location()?;
            locations.push((location, start.to(self.previous)));
            // A type may follow, which says how to print the value; ours come from the declarations.
            if self.at_type() {
                let base = self.base_type()?;
                self.pointers(base)?;
            } else {
                self.eat("*")?;
            }
            if !self.eat(";")? {
                break;
            }
        }
        self.expect("]")?;
        Ok(())
    }

    pub(super) fn condition(&mut self) -> Result<Condition, Error> {
        let quantifier = match self.token.kind {
            Kind::Word("exists" | "final") => Quantifier::Exists,
            Kind::Word("forall") => Quantifier::Forall,
            Kind::Sign("~") | Kind::Word("not") => {
                self.advance()?;
                if !self.is_word("exists") {
                    return Err(self.expected("`exists`", "a condition begins with `exists`, `~exists` or `forall`"));
                }
                Quantifier::NotExists
            }
            // A proposition alone means `exists`.
            Kind::Sign("(") => {
                let proposition = self.proposition()?;
                return Ok(Condition { quantifier: Quantifier::Exists, proposition });
            }
            Kind::End => {
                let proposition = Proposition::And(Vec::new());
                return Ok(Condition { quantifier: Quantifier::Forall, proposition });
            }
            _ => {
                let help = "after the threads come `locations`, `filter` and a condition, which begins with \
                            `exists`, `~exists` or `forall`";
                return Err(self.expected("a thread or the condition", help));
            }
        };
        self.advance()?;
        Ok(Condition { quantifier, proposition: self.proposition()? })
    }

    pub(super) fn proposition(&mut self) -> Result<Proposition, Error> {
        self.nested(|p| p.list("\\/", |p| p.list("/\\", Self::implication, Proposition::And), Proposition::Or))
    }

    /// One or more parts; a list only if there are several.
    fn list(
        &mut self,
        sign: &str,
        part: impl Fn(&mut Self) -> Result<Proposition, Error>,
        join: impl FnOnce(Vec<Proposition>) -> Proposition,
    ) -> Result<Proposition, Error> {
        let first = part(self)?;
        if !self.is(sign) {
            return Ok(first);
        }
        let mut parts = vec![first];
        while self.eat(sign)? {
            parts.push(part(self)?);
        }
        Ok(join(parts))
    }

    fn implication(&mut self) -> Result<Proposition, Error> {
        self.nested(|p| {
            let left = p.negation()?;
            if !p.eat("=>")? {
                return Ok(left);
            }
            let right = p.implication()?;
            Ok(Proposition::Implies(left.into(), right.into()))
        })
    }

    fn negation(&mut self) -> Result<Proposition, Error> {
        match self.token.kind {
            Kind::Sign("~") | Kind::Word("not") => {
                self.advance()?;
                Ok(Proposition::Not(self.nested(Self::negation)?.into()))
            }
            Kind::Sign("(") => {
                self.advance()?;
                let inner = self.proposition()?;
                self.expect(")")?;
                Ok(inner)
            }
            Kind::Word("true") => {
                self.advance()?;
                Ok(Proposition::And(Vec::new()))
            }
            Kind::Word("false") => {
                self.advance()?;
                Ok(Proposition::Or(Vec::new()))
            }
            _ => self.comparison(),
        }
    }

    fn comparison(&mut self) -> Result<Proposition, Error> {
        let start = self.span();
        let location = self.location()?;
        let negated = match self.token.kind {
            Kind::Sign("=" | "==") => false,
            Kind::Sign("!=" | "<>") => true,
            _ => return Err(self.expected("`=` or `!=`", "")),
        };
        self.advance()?;
        let constant = self.constant()?;
        let equal = Proposition::Equal(location, constant, start.to(self.previous));
        Ok(if negated { Proposition::Not(equal.into()) } else { equal })
    }

    /// `x`, `[x]`, `*x`, `a[1]`, `[a[1]]`, `0:r0`, `P0:r0`
    fn location(&mut self) -> Result<Location, Error> {
        if self.eat("*")? {
            if let Some(register) = self.register_location()? {
                return Ok(register);
            }
            return self.memory();
        }
        if self.eat("[")? {
            let location = self.memory()?;
            self.expect("]")?;
            return Ok(location);
        }
        match self.register_location()? {
            Some(register) => Ok(register),
            None => self.memory(),
        }
    }

    fn memory(&mut self) -> Result<Location, Error> {
        let (name, _) = self.word("a register or a shared variable")?;
        let name = name.to_owned();
        Ok(Location::Memory { name, index: self.index()? })
    }

    /// A number; `x`, `&x`, `&a[1]`: an address; `[x]`, `*x`, `0:r0`: the value of another location.
    fn constant(&mut self) -> Result<Constant, Error> {
        match self.token.kind {
            Kind::Sign("*" | "[") => self.location().map(Constant::Location),
            Kind::Word(_) | Kind::Sign("&") => {
                let address = self.eat("&")?;
                if !address && let Some(register) = self.register_location()? {
                    return Ok(Constant::Location(register));
                }
                let (name, _) = self.word("a shared variable")?;
                let name = name.to_owned();
                Ok(Constant::Address { name, index: self.index()? })
            }
            Kind::Number(..) if self.second() == Some(Kind::Sign(":")) => self.location().map(Constant::Location),
            _ => self.number().map(Constant::Number),
        }
    }
}
