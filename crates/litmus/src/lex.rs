//! Words and signs of a litmus file. Inside of C bodies `(*` is code; elsewhere it opens a comment.

use crate::error::{Error, Span};

/// Which comments there are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Mode {
    /// Outside of C: `(* … *)`, `/* … */` and `// …`; `/\`, `\/`, `=>` and `<>` are signs.
    Outer,
    /// In C: `/* … */` and `// …`.
    C,
}

/// What a token is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind<'s> {
    Word(&'s str),
    /// A number and its suffix.
    Number(u64, Suffix),
    /// A quoted string, quotes included.
    Text(&'s str),
    Sign(&'static str),
    End,
}

/// What follows the digits of a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Suffix {
    pub unsigned: bool,
    pub long: bool,
    /// Written in another base than ten: C then looks for unsigned types, too.
    pub other_base: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Token<'s> {
    pub kind: Kind<'s>,
    pub span: Span,
}

/// Longest first.
const OUTER_SIGNS: [&str; 21] =
    ["/\\", "\\/", "=>", "<>", "!=", "==", "(", ")", "{", "}", "[", "]", ";", ",", ":", "=", "~", "*", "&", "-", "+"];

const C_SIGNS: [&str; 46] = [
    "<<=", ">>=", "...", "->", "++", "--", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "+=", "-=", "*=", "/=",
    "%=", "&=", "|=", "^=", "(", ")", "{", "}", "[", "]", ";", ",", ":", "?", "=", "<", ">", "+", "-", "*", "/", "%",
    "&", "|", "^", "~", "!", ".",
];

/// A place in the text; cheap to copy, so that a parser can look ahead.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lexer<'s> {
    source: &'s str,
    pub offset: usize,
}

impl<'s> Lexer<'s> {
    pub fn new(source: &'s str, offset: usize) -> Lexer<'s> {
        Lexer { source, offset }
    }

    fn rest(&self) -> &'s str {
        self.source.get(self.offset..).unwrap_or("")
    }

    fn error(&self, start: usize, message: impl Into<String>, help: &str) -> Error {
        Error::new(self.source, Span { start, end: self.offset.max(start) }, message, help)
    }

    /// Skips blanks and comments.
    pub fn skip(&mut self, mode: Mode) -> Result<(), Error> {
        loop {
            let rest = self.rest();
            let blank = rest.len() - rest.trim_start().len();
            if blank > 0 {
                self.offset += blank;
            } else if rest.starts_with("//") {
                self.offset += rest.find('\n').unwrap_or(rest.len());
            } else if let Some(comment) = rest.strip_prefix("/*") {
                let Some(end) = comment.find("*/") else {
                    return Err(self.unclosed(2));
                };
                self.offset += end + 4;
            } else if mode == Mode::Outer && rest.starts_with("(*") {
                self.skip_nested()?;
            } else {
                return Ok(());
            }
        }
    }

    /// `(* … *)` comments nest.
    fn skip_nested(&mut self) -> Result<(), Error> {
        let rest = self.rest().as_bytes();
        let (mut depth, mut i) = (0usize, 0);
        while i < rest.len() {
            if rest[i..].starts_with(b"(*") {
                depth += 1;
                i += 2;
            } else if rest[i..].starts_with(b"*)") {
                depth -= 1;
                i += 2;
                if depth == 0 {
                    self.offset += i;
                    return Ok(());
                }
            } else {
                i += 1;
            }
        }
        Err(self.unclosed(2))
    }

    fn unclosed(&self, len: usize) -> Error {
        let span = Span { start: self.offset, end: self.offset + len };
        Error::new(self.source, span, "this comment is never closed", "close it")
    }

    /// The next token.
    pub fn next(&mut self, mode: Mode) -> Result<Token<'s>, Error> {
        self.skip(mode)?;
        let start = self.offset;
        let rest = self.rest();
        let Some(first) = rest.chars().next() else {
            return Ok(Token { kind: Kind::End, span: Span { start, end: start } });
        };
        let kind = if first.is_ascii_digit() {
            self.number()?
        } else if is_word_start(first) {
            let end = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
            self.offset += end;
            Kind::Word(&rest[..end])
        } else if first == '"' {
            let Some(end) = rest[1..].find(['"', '\n']).filter(|&end| rest[1 + end..].starts_with('"')) else {
                self.offset += 1;
                return Err(self.error(start, "this text is never closed", "put a `\"` at its end, on the same line"));
            };
            self.offset += end + 2;
            Kind::Text(&rest[..end + 2])
        } else {
            let signs: &[&'static str] = if mode == Mode::C { &C_SIGNS } else { &OUTER_SIGNS };
            let Some(sign) = signs.iter().find(|sign| rest.starts_with(**sign)) else {
                self.offset += first.len_utf8();
                return Err(self.error(
                    start,
                    format!("the character `{}` means nothing here", first.escape_default()),
                    "",
                ));
            };
            self.offset += sign.len();
            Kind::Sign(sign)
        };
        Ok(Token { kind, span: Span { start, end: self.offset } })
    }

    fn number(&mut self) -> Result<Kind<'s>, Error> {
        let start = self.offset;
        let rest = self.rest();
        let end = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
        self.offset += end;
        let text = rest[..end].to_ascii_lowercase();
        let (radix, body) = match text.as_bytes() {
            [b'0', b'x', ..] => (16, &text[2..]),
            [b'0', b'b', ..] => (2, &text[2..]),
            [b'0', _, ..] => (8, &text[1..]),
            _ => (10, &text[..]),
        };
        let digits = body.find(|c: char| !c.is_digit(radix)).unwrap_or(body.len());
        let mut suffix = Suffix { other_base: radix != 10, ..Suffix::default() };
        match &body[digits..] {
            "" => {}
            "u" => suffix.unsigned = true,
            "l" | "ll" => suffix.long = true,
            "ul" | "ull" | "lu" | "llu" => (suffix.unsigned, suffix.long) = (true, true),
            _ => {
                return Err(self.error(
                    start,
                    format!("`{}` is not a number", &rest[..end]),
                    "only integers are supported",
                ));
            }
        }
        // `0` alone, and `0u`, have their only digit in front of what was cut off as a prefix.
        let digits = if radix == 8 && digits == 0 { "0" } else { &body[..digits] };
        match u64::from_str_radix(digits, radix) {
            Ok(value) => Ok(Kind::Number(value, suffix)),
            Err(_) => Err(self.error(start, format!("`{}` is not a 64-bit number", &rest[..end]), "")),
        }
    }
}

fn is_word_start(c: char) -> bool {
    c.is_ascii_alphabetic() || c == '_'
}

fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(source: &str, mode: Mode) -> Result<Vec<Kind<'_>>, Error> {
        let mut lexer = Lexer::new(source, 0);
        let mut kinds = Vec::new();
        loop {
            let token = lexer.next(mode)?;
            if token.kind == Kind::End {
                return Ok(kinds);
            }
            kinds.push(token.kind);
        }
    }

    #[test]
    fn the_opening_of_a_comment_is_code_in_c() {
        use Kind::{Sign, Word};
        assert_eq!(all("(*x)", Mode::C).unwrap(), [Sign("("), Sign("*"), Word("x"), Sign(")")]);
        assert_eq!(all("a (* b (* c *) d *) e // f\n/* g */", Mode::Outer).unwrap(), [Word("a"), Word("e")]);
        assert!(all("(* (* *)", Mode::Outer).is_err());
        assert!(all("/*", Mode::C).is_err());
    }

    #[test]
    fn numbers() {
        let number = |text| match all(text, Mode::C).unwrap()[..] {
            [Kind::Number(value, suffix)] => (value, suffix.unsigned, suffix.long),
            ref other => panic!("{other:?}"),
        };
        assert_eq!(number("0"), (0, false, false));
        assert_eq!(number("0u"), (0, true, false));
        assert_eq!(number("017"), (15, false, false));
        assert_eq!(number("0xFFul"), (255, true, true));
        assert_eq!(number("0b101"), (5, false, false));
        assert_eq!(number("18446744073709551615"), (u64::MAX, false, false));
        for wrong in ["18446744073709551616", "1a", "0x", "09", "1.5f"] {
            assert!(all(wrong, Mode::C).is_err(), "{wrong}");
        }
    }

    #[test]
    fn signs_are_as_long_as_they_can_be() {
        use Kind::Sign;
        assert_eq!(all("a<<=b", Mode::C).unwrap()[1], Sign("<<="));
        assert_eq!(all("/\\ \\/ =>", Mode::Outer).unwrap(), [Sign("/\\"), Sign("\\/"), Sign("=>")]);
        assert!(all("é", Mode::C).is_err());
    }
}
