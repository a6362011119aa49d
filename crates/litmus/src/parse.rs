//! The parser of litmus files.
//!
//! The header is read line by line, everything after it token by token; the parser tells the lexer where C begins
//! and ends, because `(*` opens a comment outside of C only. It never backtracks, and never nests deeper than
//! [`MAX_NESTING`], so that no input can exhaust the stack.

mod columns;
mod condition;
mod expr;
mod header;
mod init;
mod stmt;
mod types;

use crate::ast::ThreadDef;
use crate::condition::{Condition, Location, Proposition};
use crate::dialect::Dialect;
use crate::error::{Error, Span};
use crate::hash::Hasher;
use crate::lex::{Kind, Lexer, Mode, Token};

pub(crate) use init::{Init, InitTarget, InitValue};

/// Maximum depth of nested expressions, statements and propositions.
pub(crate) const MAX_NESTING: usize = 200;

/// A litmus file, as written.
#[derive(Clone, Debug)]
pub(crate) struct Parsed {
    pub dialect: Dialect,
    pub name: String,
    pub doc: Option<String>,
    pub info: Vec<(String, String)>,
    pub init: Vec<Init>,
    pub threads: Vec<ThreadDef>,
    pub locations: Vec<(Location, Span)>,
    pub filter: Option<Proposition>,
    pub condition: Condition,
    pub hash: u128,
    /// Is it written with the primitives of the Linux kernel?
    pub linux: bool,
}

/// Parses a whole file.
pub(crate) fn parse(source: &str) -> Result<Parsed, Error> {
    let header = header::header(source)?;
    let mut parser = Parser::new(source, header.end)?;
    let init = parser.init()?;
    let threads = if header.dialect == Dialect::C { parser.threads()? } else { parser.columns()? };
    let tail = parser.tail()?;
    Ok(Parsed {
        dialect: header.dialect,
        name: header.name,
        doc: header.doc,
        info: header.info,
        init,
        threads,
        locations: tail.locations,
        filter: tail.filter,
        condition: tail.condition,
        hash: parser.hash.finish(),
        linux: parser.linux,
    })
}

/// Reads tokens one by one, and hashes what it consumes.
struct Parser<'s> {
    source: &'s str,
    lexer: Lexer<'s>,
    mode: Mode,
    token: Token<'s>,
    previous: Span,
    depth: usize,
    hash: Hasher,
    /// Was a type or a primitive of the Linux kernel seen?
    linux: bool,
}

impl<'s> Parser<'s> {
    fn new(source: &'s str, offset: usize) -> Result<Parser<'s>, Error> {
        let mut lexer = Lexer::new(source, offset);
        let token = lexer.next(Mode::Outer)?;
        let previous = Span { start: offset, end: offset };
        Ok(Parser { source, lexer, mode: Mode::Outer, token, previous, depth: 0, hash: Hasher::new(), linux: false })
    }

    fn span(&self) -> Span {
        self.token.span
    }

    /// Advances to the next token and returns the current one.
    fn advance(&mut self) -> Result<Token<'s>, Error> {
        let token = self.token;
        self.token = self.lexer.next(self.mode)?;
        self.previous = token.span;
        self.hash.word(self.source.get(token.span.start..token.span.end).unwrap_or(""));
        Ok(token)
    }

    /// The token after the current one.
    fn second(&self) -> Option<Kind<'s>> {
        let mut ahead = self.lexer;
        ahead.next(self.mode).ok().map(|token| token.kind)
    }

    fn is(&self, sign: &str) -> bool {
        matches!(self.token.kind, Kind::Sign(s) if s == sign)
    }

    fn is_word(&self, word: &str) -> bool {
        matches!(self.token.kind, Kind::Word(w) if w == word)
    }

    fn eat(&mut self, sign: &str) -> Result<bool, Error> {
        let found = self.is(sign);
        if found {
            self.advance()?;
        }
        Ok(found)
    }

    fn eat_word(&mut self, word: &str) -> Result<bool, Error> {
        let found = self.is_word(word);
        if found {
            self.advance()?;
        }
        Ok(found)
    }

    fn expect(&mut self, sign: &str) -> Result<Span, Error> {
        if !self.is(sign) {
            return Err(self.expected(&format!("`{sign}`"), ""));
        }
        Ok(self.advance()?.span)
    }

    fn word(&mut self, what: &str) -> Result<(&'s str, Span), Error> {
        match self.token.kind {
            Kind::Word(word) => {
                let token = self.advance()?;
                Ok((word, token.span))
            }
            _ => Err(self.expected(what, "")),
        }
    }

    fn error_at(&self, span: Span, message: impl Into<String>, help: impl Into<String>) -> Error {
        Error::new(self.source, span, message, help)
    }

    fn error_here(&self, message: impl Into<String>, help: impl Into<String>) -> Error {
        self.error_at(self.span(), message, help)
    }

    /// "expected …, found …", at the current token.
    fn expected(&self, what: &str, help: &str) -> Error {
        let found = match self.token.kind {
            Kind::End => "the end of the file".to_owned(),
            _ => {
                let text = self.source.get(self.span().start..self.span().end).unwrap_or("");
                format!("`{text}`")
            }
        };
        self.error_here(format!("expected {what}, found {found}"), help)
    }

    /// Parses something nested, unless it nests too deeply.
    fn nested<T>(&mut self, parse: impl FnOnce(&mut Self) -> Result<T, Error>) -> Result<T, Error> {
        if self.depth >= MAX_NESTING {
            return Err(self.too_deep(self.span()));
        }
        self.depth += 1;
        let result = parse(self);
        self.depth -= 1;
        result
    }

    fn too_deep(&self, span: Span) -> Error {
        let message = format!("this nests more than {MAX_NESTING} levels deep");
        self.error_at(span, message, "split it into smaller parts")
    }
}

#[cfg(test)]
mod tests;
