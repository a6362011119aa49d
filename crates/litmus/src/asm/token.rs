//! The words and signs of one cell of a table of threads, and a reader of them.

use crate::error::{Error, Span};
use crate::lex::{Lexer, Mode};

/// A word, a number or a sign.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Token<'s> {
    /// A mnemonic, register, variable or label. Dots belong to it, and `%` where it begins.
    Word(&'s str),
    Number(i128),
    Sign(char),
}

/// Reads the tokens of a cell, one after the other.
#[derive(Clone, Debug)]
pub(crate) struct Cursor<'s> {
    source: &'s str,
    tokens: Vec<(Token<'s>, Span)>,
    at: usize,
    /// The whole cell.
    cell: Span,
}

impl<'s> Cursor<'s> {
    pub fn new(source: &'s str, cell: Span) -> Result<Cursor<'s>, Error> {
        let mut tokens = Vec::new();
        // The reader must not see what follows the cell.
        let visible = source.get(..cell.end).unwrap_or(source);
        let mut lexer = Lexer::new(visible, cell.start);
        loop {
            lexer.skip(Mode::Outer)?;
            let start = lexer.offset;
            let rest = visible.get(start..).unwrap_or("");
            let Some(first) = rest.chars().next() else { break };
            let length = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
            let token =
                if first.is_ascii_digit() {
                    let span = Span { start, end: start + length };
                    lexer.offset += length;
                    Token::Number(number(&rest[..length]).ok_or_else(|| {
                        Error::new(source, span, format!("`{}` is not a number", &rest[..length]), "")
                    })?)
                } else if is_word(first) {
                    lexer.offset += length;
                    Token::Word(&rest[..length])
                } else if first == '%' && rest[1..].starts_with(is_word) {
                    let length = rest[1..].find(|c| !is_word(c)).map_or(rest.len(), |length| length + 1);
                    lexer.offset += length;
                    Token::Word(&rest[..length])
                } else {
                    lexer.offset += first.len_utf8();
                    Token::Sign(first)
                };
            tokens.push((token, Span { start, end: lexer.offset }));
        }
        Ok(Cursor { source, tokens, at: 0, cell })
    }

    pub fn peek(&self) -> Option<Token<'s>> {
        self.peek_at(0)
    }

    pub fn peek_at(&self, distance: usize) -> Option<Token<'s>> {
        self.tokens.get(self.at + distance).map(|(token, _)| *token)
    }

    /// The place of the current token; at the end, that of the last one.
    pub fn span(&self) -> Span {
        self.tokens.get(self.at).or(self.tokens.last()).map_or(self.cell, |(_, span)| *span)
    }

    pub fn is_end(&self) -> bool {
        self.at >= self.tokens.len()
    }

    pub fn advance(&mut self) -> Option<Token<'s>> {
        let token = self.peek();
        self.at += 1;
        token
    }

    pub fn is(&self, sign: char) -> bool {
        self.peek() == Some(Token::Sign(sign))
    }

    pub fn eat(&mut self, sign: char) -> bool {
        let found = self.is(sign);
        if found {
            self.at += 1;
        }
        found
    }

    pub fn expect(&mut self, sign: char) -> Result<(), Error> {
        if self.eat(sign) { Ok(()) } else { Err(self.expected(&format!("`{sign}`"))) }
    }

    pub fn comma(&mut self) -> Result<(), Error> {
        self.expect(',')
    }

    pub fn word(&mut self, what: &str) -> Result<(&'s str, Span), Error> {
        let span = self.span();
        match self.peek() {
            Some(Token::Word(word)) => {
                self.at += 1;
                Ok((word, span))
            }
            _ => Err(self.expected(what)),
        }
    }

    /// A number with its sign.
    pub fn number(&mut self, what: &str) -> Result<i128, Error> {
        let negative = self.is('-') && matches!(self.peek_at(1), Some(Token::Number(_)));
        if negative {
            self.at += 1;
        }
        match self.peek() {
            Some(Token::Number(number)) => {
                self.at += 1;
                Ok(if negative { -number } else { number })
            }
            _ => Err(self.expected(what)),
        }
    }

    pub fn error_at(&self, span: Span, message: impl Into<String>, help: impl Into<String>) -> Error {
        Error::new(self.source, span, message, help)
    }

    /// "expected …, found …", at the current token.
    pub fn expected(&self, what: &str) -> Error {
        let span = self.span();
        let found = match self.is_end() {
            true => "the end of the instruction".to_owned(),
            false => format!("`{}`", self.source.get(span.start..span.end).unwrap_or("")),
        };
        self.error_at(span, format!("expected {what}, found {found}"), "")
    }

    /// Nothing may follow.
    pub fn finish(&self) -> Result<(), Error> {
        if self.is_end() { Ok(()) } else { Err(self.expected("the end of the instruction")) }
    }
}

fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '.')
}

fn number(text: &str) -> Option<i128> {
    let (digits, radix) = match text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
        Some(digits) => (digits, 16),
        None => (text, 10),
    };
    u64::from_str_radix(digits, radix).ok().map(i128::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(text: &str) -> Vec<Token<'_>> {
        let mut cursor = Cursor::new(text, Span { start: 0, end: text.len() }).unwrap();
        std::iter::from_fn(|| cursor.advance()).collect()
    }

    #[test]
    fn cells_are_words_numbers_and_signs() {
        use Token::{Number, Sign, Word};
        assert_eq!(all("LC00: stwcx. r1"), [Word("LC00"), Sign(':'), Word("stwcx."), Word("r1")]);
        assert_eq!(all("movl $-1,(%eax)").len(), 8);
        assert_eq!(all("#0x1f (* why *)"), [Sign('#'), Number(31)]);
        assert!(Cursor::new("1x", Span { start: 0, end: 2 }).is_err());
        let sum = all("%+");
        assert_eq!(sum, [Sign('%'), Sign('+')]);
    }

    #[test]
    fn errors_name_what_was_found() {
        let mut cursor = Cursor::new("mov r1", Span { start: 0, end: 6 }).unwrap();
        cursor.advance();
        assert_eq!(cursor.number("a number").unwrap_err().message, "expected a number, found `r1`");
        cursor.advance();
        assert_eq!(cursor.comma().unwrap_err().message, "expected `,`, found the end of the instruction");
    }
}
