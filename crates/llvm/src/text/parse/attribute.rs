//! Attributes: known or not, each is a name and perhaps an argument.

use super::{Parsed, Parser};
use crate::text::attribute::{Argument, Attribute, AttributeSet};
use crate::text::lex::Kind;
use crate::text::span::Span;

/// Whether an attribute has a type in its brackets.
fn takes_type(name: &str) -> bool {
    matches!(name, "byval" | "sret" | "byref" | "inalloca" | "preallocated" | "elementtype")
}

/// Whether an attribute may have a number after it.
fn takes_number(name: &str) -> bool {
    matches!(name, "align" | "alignstack")
}

impl Parser<'_> {
    /// Attributes of a result, in front of its type.
    pub(super) fn attributes_before_type(&mut self) -> Parsed<AttributeSet> {
        self.attributes_while(|parser| !parser.at_type())
    }

    /// Attributes of a parameter, in front of its value.
    pub(super) fn attributes_before_value(&mut self) -> Parsed<AttributeSet> {
        self.attributes_while(|parser| !parser.at_value_word())
    }

    /// Attributes behind a call. They are on its line: the next line may begin with any word.
    pub(super) fn attributes_of_call(&mut self) -> Parsed<AttributeSet> {
        self.attributes_while(|parser| !matches!(parser.word(), "to" | "unwind") && !parser.on_new_line())
    }

    /// Attributes, as long as the next word may be one.
    pub(super) fn attributes_while(&mut self, allowed: impl Fn(&Self) -> bool) -> Parsed<AttributeSet> {
        let mark = self.module.attributes.mark();
        while matches!(self.token.kind, Kind::Word | Kind::Text | Kind::Group)
            && (self.token.kind != Kind::Word || allowed(self))
        {
            self.attribute()?;
        }
        Ok(self.module.attributes.since(mark))
    }

    /// The attribute at the current token.
    pub(super) fn attribute(&mut self) -> Parsed<()> {
        let name = self.token.span;
        if self.token.kind == Kind::Group {
            let number = self.words().parse().map_err(|_| self.error("this number is too large", ""))?;
            self.advance();
            self.module.attributes.push(Attribute { name, argument: Argument::Group(number) });
            return Ok(());
        }
        let words = self.words();
        self.advance();
        let argument = match self.token.kind {
            Kind::Sign(b'(') if takes_type(words) => {
                self.advance();
                let ty = self.ty()?;
                self.expect_sign(b')', "after the type of an attribute")?;
                Argument::Type(ty)
            }
            Kind::Sign(b'(') => self.bracketed()?,
            Kind::Sign(b'=') => {
                self.advance();
                let argument = self.token_as_argument();
                self.advance();
                argument
            }
            Kind::Integer if takes_number(words) => {
                let argument = self.token_as_argument();
                self.advance();
                argument
            }
            _ => Argument::None,
        };
        self.module.attributes.push(Attribute { name, argument });
        Ok(())
    }

    fn token_as_argument(&self) -> Argument {
        match self.words().parse() {
            Ok(number) if self.token.kind == Kind::Integer => Argument::Number(number),
            _ => Argument::Text(self.token.span),
        }
    }

    /// `(8)` is a number, anything else a text.
    fn bracketed(&mut self) -> Parsed<Argument> {
        let span: Span = self.skip_brackets()?;
        Ok(span.of(self.text).trim().parse().map_or(Argument::Text(span), Argument::Number))
    }

    /// `attributes #0 = { … }`.
    pub(super) fn attribute_group(&mut self) -> Parsed<()> {
        if self.token.kind != Kind::Group {
            return Err(self.unexpected("the number of an attribute group"));
        }
        let number = self.words().parse().map_err(|_| self.error("this number is too large", ""))?;
        self.advance();
        self.expect_sign(b'=', "after the number of an attribute group")?;
        self.expect_sign(b'{', "in front of the attributes of a group")?;
        let set = self.attributes_while(|_| true)?;
        self.expect_sign(b'}', "after the attributes of a group")?;
        self.module.attributes.define_group(number, set);
        Ok(())
    }
}
