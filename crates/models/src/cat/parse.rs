//! The parser of cat files: instructions. Expressions are in `parse/expr.rs`.

mod expr;

use super::ast::{Binding, Check, Consequence, Expr, ExprKind, Instruction, Pattern, Property};
use super::error::{Checked, Fault};
use super::lex::{Kind, Token, tokens};
use super::span::Span;

/// Maximum depth of nested expressions. Published models stay far below.
const MAX_NESTING: usize = 100;

/// The instructions of a file, and the title that may stand before them.
pub(super) fn parse(file: u16, text: &str) -> Checked<(Option<String>, Vec<Instruction>)> {
    let mut parser = Parser { tokens: tokens(file, text)?, at: 0, depth: 0 };
    let title = parser.title();
    let mut instructions = Vec::new();
    while parser.peek().kind != Kind::End {
        parser.instruction(&mut instructions)?;
    }
    Ok((title, instructions))
}

struct Parser<'t> {
    tokens: Vec<Token<'t>>,
    at: usize,
    depth: usize,
}

impl<'t> Parser<'t> {
    fn peek(&self) -> Token<'t> {
        // The last token is the end of the file, which is never consumed.
        self.tokens[self.at.min(self.tokens.len() - 1)]
    }

    fn next(&mut self) -> Token<'t> {
        let token = self.peek();
        self.at += 1;
        token
    }

    /// Is this keyword or symbol next?
    fn sees(&self, text: &str) -> bool {
        let token = self.peek();
        matches!(token.kind, Kind::Keyword | Kind::Symbol) && token.text == text
    }

    /// Consumes this keyword or symbol if it is next.
    fn accept(&mut self, text: &str) -> bool {
        let seen = self.sees(text);
        self.at += usize::from(seen);
        seen
    }

    fn expect(&mut self, text: &str, whereabouts: &str) -> Checked<Token<'t>> {
        if self.sees(text) { Ok(self.next()) } else { Err(self.unexpected(&format!("`{text}` {whereabouts}"))) }
    }

    fn unexpected(&self, expected: &str) -> Box<Fault> {
        let token = self.peek();
        Fault::new(token.span, format!("expected {expected}, found {}", token.described()))
    }

    /// The end of the token before.
    fn last_span(&self) -> Span {
        self.tokens[self.at.saturating_sub(1).min(self.tokens.len() - 1)].span
    }

    /// `"title"`, or an architecture and a title: no instruction begins with either.
    fn title(&mut self) -> Option<String> {
        let mut title = None;
        for _ in 0..2 {
            if matches!(self.peek().kind, Kind::String | Kind::Name) {
                title = Some(self.next().text.to_owned());
            }
        }
        title
    }

    fn instruction(&mut self, out: &mut Vec<Instruction>) -> Checked<()> {
        let token = self.peek();
        match (token.kind, token.text) {
            (Kind::Keyword, "let") => {
                self.next();
                let (recursive, bindings) = self.bindings()?;
                self.accept("in");
                out.push(Instruction::Let { recursive, bindings });
            }
            (Kind::Keyword, "include") => {
                self.next();
                let name = self.peek();
                if name.kind != Kind::String {
                    return Err(self.unexpected("the name of a file in quotes after `include`"));
                }
                self.next();
                out.push(Instruction::Include { name: name.text.to_owned(), span: name.span });
            }
            (Kind::Keyword, "show" | "unshow") => {
                self.next();
                self.expression()?;
                if self.accept("as") {
                    self.name("after `as`")?;
                }
            }
            (Kind::Keyword, "acyclic" | "irreflexive" | "empty" | "flag" | "undefined_unless")
            | (Kind::Symbol, "~") => {
                let check = self.check()?;
                out.push(Instruction::Check(check));
            }
            (Kind::Keyword, "with") => {
                return Err(Fault::new(token.span, "`with … from` is not supported")
                    .help("coherence is given: `co` orders the writes of each location, the initial one first"));
            }
            (
                Kind::Keyword,
                "match" | "forall" | "call" | "procedure" | "enum" | "instructions" | "if" | "do" | "from",
            ) => {
                return Err(Fault::new(token.span, format!("`{}` is not supported in cat files", token.text))
                    .help("`raddle models --show rc11` prints a model that shows what is"));
            }
            _ => {
                return Err(self.unexpected(
                    "an instruction (`let`, `acyclic`, `irreflexive`, `empty`, `flag`, `include`, `show`)",
                ));
            }
        }
        Ok(())
    }

    fn check(&mut self) -> Checked<Check> {
        let consequence = if self.accept("flag") {
            Consequence::Flagged
        } else if self.accept("undefined_unless") {
            Consequence::Undefined
        } else {
            Consequence::Forbidden
        };
        let negated = self.accept("~");
        let property = if self.accept("acyclic") {
            Property::Acyclic
        } else if self.accept("irreflexive") {
            Property::Irreflexive
        } else if self.accept("empty") {
            Property::Empty
        } else {
            return Err(self.unexpected("`acyclic`, `irreflexive` or `empty`"));
        };
        let expr = self.expression()?;
        let name = if self.accept("as") { Some(self.name("after `as`")?.text.to_owned()) } else { None };
        if consequence != Consequence::Forbidden && name.is_none() {
            return Err(self.unexpected("`as` and a name: a flag needs one"));
        }
        Ok(Check { consequence, negated, property, expr, name })
    }

    fn name(&mut self, whereabouts: &str) -> Checked<Token<'t>> {
        if self.peek().kind == Kind::Name {
            Ok(self.next())
        } else {
            Err(self.unexpected(&format!("a name {whereabouts}")))
        }
    }

    /// The bindings after `let`.
    fn bindings(&mut self) -> Checked<(bool, Vec<Binding>)> {
        let recursive = self.accept("rec");
        let mut bindings = vec![self.binding()?];
        while self.accept("and") {
            bindings.push(self.binding()?);
        }
        Ok((recursive, bindings))
    }

    /// `name = e`, `(a, b) = e`, `name x = e`, `name (x, y) = e`.
    fn binding(&mut self) -> Checked<Binding> {
        let start = self.peek().span;
        if self.sees("(") {
            let pattern = self.tuple_pattern()?;
            let span = start.to(self.last_span());
            self.expect("=", "after the names")?;
            return Ok(Binding { pattern, value: self.expression()?, span });
        }
        let name = self.name("after `let`")?;
        let mut parameters = Vec::new();
        while !self.sees("=") {
            if parameters.len() == MAX_NESTING {
                return Err(Fault::new(name.span, format!("`{}` has too many parameters", name.text)));
            }
            parameters.push(self.parameter()?);
        }
        let span = start.to(self.last_span());
        self.expect("=", "after what is defined")?;
        let mut value = self.expression()?;
        for pattern in parameters.into_iter().rev() {
            let span = value.span;
            value = Expr { kind: ExprKind::Function(pattern, Box::new(value)), span };
        }
        Ok(Binding { pattern: Pattern::One(Some(name.text.to_owned())), value, span })
    }

    /// `x`, `_` or `(x, y)`.
    fn parameter(&mut self) -> Checked<Pattern> {
        if self.sees("(") { self.tuple_pattern() } else { Ok(Pattern::One(self.simple_pattern()?)) }
    }

    fn simple_pattern(&mut self) -> Checked<Option<String>> {
        if self.accept("_") {
            return Ok(None);
        }
        if self.peek().kind == Kind::Name {
            return Ok(Some(self.next().text.to_owned()));
        }
        Err(self.unexpected("`=`, or the name of a parameter"))
    }

    fn tuple_pattern(&mut self) -> Checked<Pattern> {
        self.expect("(", "before the names")?;
        let mut names = Vec::new();
        if !self.accept(")") {
            names.push(self.simple_pattern()?);
            while self.accept(",") {
                names.push(self.simple_pattern()?);
            }
            self.expect(")", "after the names")?;
        }
        Ok(match <[Option<String>; 1]>::try_from(names) {
            Ok([name]) => Pattern::One(name),
            Err(names) => Pattern::Tuple(names),
        })
    }
}

#[cfg(test)]
mod tests;
