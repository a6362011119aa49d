//! The lexer of LLVM's textual IR.
//!
//! Tokens are spans of the text: nothing is copied, and nothing is decoded before it is needed. Unknown characters are
//! tokens, too ([`Kind::Bad`]), so that only the parser reports errors.

use crate::text::span::Span;

/// The kind of a token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    End,
    /// A keyword, a type, an attribute: any plain word.
    Word,
    /// A word, number or quoted string followed by a colon, which is not part of the span.
    Label,
    QuotedLabel,
    /// `%name` or `%5`; the span is the part after the sign, without quotes. The same for the others.
    Local,
    QuotedLocal,
    Global,
    QuotedGlobal,
    /// `$name`.
    Comdat,
    QuotedComdat,
    /// `#5`.
    Group,
    /// `#dbg_declare` and the like.
    Record,
    /// `!name` or `!5`.
    Metadata,
    /// `!` in front of `{` or `"`.
    Bang,
    /// `-12`.
    Integer,
    /// `1.5e+00`, or a hexadecimal number of any kind.
    Float,
    /// `"…"`; the span is inside of the quotes.
    Text,
    /// `c"…"`.
    Bytes,
    /// `^5`: the rest of such a line is a summary for link-time optimisation.
    Summary,
    Ellipsis,
    Sign(u8),
    /// An unknown character, or a string without an end.
    Bad,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Token {
    pub kind: Kind,
    /// The offset of its beginning, including sign and quotes.
    pub start: u32,
    pub span: Span,
}

const BLANK: u8 = 1;
const NAME: u8 = 2;
const DIGIT: u8 = 4;

/// By byte: the character classes it belongs to.
const CLASS: [u8; 256] = {
    let mut class = [0; 256];
    let mut i = 0;
    while i < 256 {
        class[i] = match i as u8 {
            b' ' | b'\t' | b'\n' | b'\r' => BLANK,
            b'0'..=b'9' => NAME | DIGIT,
            b'a'..=b'z' | b'A'..=b'Z' | b'-' | b'$' | b'.' | b'_' => NAME,
            _ => 0,
        };
        i += 1;
    }
    class
};

fn is(class: u8, byte: u8) -> bool {
    CLASS[byte as usize] & class != 0
}

/// The lexer; cheap to copy, so that a parser can look ahead.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lexer<'s> {
    text: &'s str,
    offset: usize,
}

impl<'s> Lexer<'s> {
    /// The text must be shorter than 4 GiB.
    pub fn new(text: &'s str) -> Lexer<'s> {
        Lexer { text, offset: 0 }
    }

    fn byte(&self, offset: usize) -> u8 {
        self.text.as_bytes().get(offset).copied().unwrap_or(0)
    }

    fn skip(&mut self) {
        let bytes = self.text.as_bytes();
        while let Some(&byte) = bytes.get(self.offset) {
            if is(BLANK, byte) {
                self.offset += 1;
            } else if byte == b';' {
                self.skip_line();
            } else {
                return;
            }
        }
    }

    /// Skips the rest of the line.
    pub fn skip_line(&mut self) {
        let rest = &self.text.as_bytes()[self.offset.min(self.text.len())..];
        self.offset += rest.iter().position(|&b| b == b'\n').unwrap_or(rest.len());
    }

    pub fn offset(&self) -> usize {
        self.offset
    }

    /// The end of the name characters that begin at `offset`.
    fn run(&self, mut offset: usize) -> usize {
        let bytes = self.text.as_bytes();
        while bytes.get(offset).is_some_and(|&b| is(NAME, b)) {
            offset += 1;
        }
        offset
    }

    fn token(&mut self, kind: Kind, start: usize, from: usize, to: usize, next: usize) -> Token {
        self.offset = next;
        Token { kind, start: start as u32, span: Span { start: from as u32, end: to as u32 } }
    }

    /// The next token.
    pub fn next(&mut self) -> Token {
        self.skip();
        let start = self.offset;
        let Some(&first) = self.text.as_bytes().get(start) else {
            return self.token(Kind::End, start, start, start, start);
        };
        match first {
            b'%' => self.name(Kind::Local, Kind::QuotedLocal),
            b'@' => self.name(Kind::Global, Kind::QuotedGlobal),
            b'$' if self.byte(start + 1) == b'"' || is(NAME, self.byte(start + 1)) => {
                self.name(Kind::Comdat, Kind::QuotedComdat)
            }
            b'!' => {
                let end = self.metadata_name(start + 1);
                let kind = if end == start + 1 { Kind::Bang } else { Kind::Metadata };
                self.token(kind, start, start + 1, end, end)
            }
            b'#' => {
                let end = self.run(start + 1);
                let digits = self.text.as_bytes()[start + 1..end].iter().all(|&b| is(DIGIT, b));
                let kind = match digits {
                    _ if end == start + 1 => Kind::Bad,
                    true => Kind::Group,
                    false => Kind::Record,
                };
                self.token(kind, start, start + 1, end, end)
            }
            b'^' => {
                let end = self.run(start + 1);
                self.token(Kind::Summary, start, start + 1, end, end)
            }
            b'"' => self.quoted(start, start, Kind::Text),
            b'c' if self.byte(start + 1) == b'"' => self.quoted(start, start + 1, Kind::Bytes),
            b'.' if self.text.as_bytes()[start..].starts_with(b"...") => {
                self.token(Kind::Ellipsis, start, start, start + 3, start + 3)
            }
            b'0'..=b'9' | b'-' | b'+' => self.number(start),
            _ if is(NAME, first) => {
                let end = self.run(start + 1);
                if self.byte(end) == b':' {
                    return self.token(Kind::Label, start, start, end, end + 1);
                }
                let kind = if is_prefixed_hexadecimal(&self.text[start..end]) { Kind::Float } else { Kind::Word };
                self.token(kind, start, start, end, end)
            }
            b'=' | b',' | b'(' | b')' | b'[' | b']' | b'{' | b'}' | b'<' | b'>' | b'*' | b'|' | b':' | b'/' => {
                self.token(Kind::Sign(first), start, start, start + 1, start + 1)
            }
            _ => {
                // Past the whole character, so that every later token begins at a character boundary.
                let width = self.text[start..].chars().next().map_or(1, char::len_utf8);
                self.token(Kind::Bad, start, start, start + width, start + width)
            }
        }
    }

    fn name(&mut self, plain: Kind, quoted: Kind) -> Token {
        let start = self.offset;
        if self.byte(start + 1) == b'"' {
            return self.quoted(start, start + 1, quoted);
        }
        let end = self.run(start + 1);
        let kind = if end == start + 1 { Kind::Bad } else { plain };
        self.token(kind, start, start + 1, end, end)
    }

    /// Names of metadata may have escapes outside of quotes.
    fn metadata_name(&self, offset: usize) -> usize {
        let mut end = self.run(offset);
        while self.byte(end) == b'\\' {
            end = self.run(end + 1);
        }
        end
    }

    /// A string whose opening quote is at `open`.
    fn quoted(&mut self, start: usize, open: usize, kind: Kind) -> Token {
        let rest = &self.text.as_bytes()[open + 1..];
        let Some(length) = rest.iter().position(|&b| b == b'"') else {
            let end = self.text.len();
            return self.token(Kind::Bad, start, start, end, end);
        };
        let close = open + 1 + length;
        if kind == Kind::Text && self.byte(close + 1) == b':' {
            return self.token(Kind::QuotedLabel, start, open + 1, close, close + 2);
        }
        self.token(kind, start, open + 1, close, close + 1)
    }

    fn number(&mut self, start: usize) -> Token {
        let bytes = self.text.as_bytes();
        let mut end = self.run(start + 1);
        if self.byte(end) == b':' && bytes[start] != b'+' {
            return self.token(Kind::Label, start, start, end, end + 1);
        }
        let digits = if bytes[start] == b'-' || bytes[start] == b'+' { start + 1 } else { start };
        if digits < end && bytes[digits..end].iter().all(|&b| is(DIGIT, b)) {
            return self.token(Kind::Integer, start, start, end, end);
        }
        if self.byte(end) == b'+' && matches!(bytes[end - 1], b'e' | b'E') {
            end = self.run(end + 1);
        }
        self.token(Kind::Float, start, start, end, end)
    }
}

/// Newer spellings of numbers by their bits: `f0x3F800000`, `u0xFF`, `s0xFF`.
fn is_prefixed_hexadecimal(word: &str) -> bool {
    matches!(word.as_bytes(), [b'f' | b'u' | b's', b'0', b'x', ..])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(text: &str) -> Vec<(Kind, &str)> {
        let mut lexer = Lexer::new(text);
        let mut tokens = Vec::new();
        loop {
            let token = lexer.next();
            if token.kind == Kind::End {
                return tokens;
            }
            tokens.push((token.kind, token.span.of(text)));
        }
    }

    #[test]
    fn names_numbers_and_texts() {
        use Kind::*;
        assert_eq!(
            all(r#"%a.b-1 = @"x y" $c #12 #dbg_value !dbg !0 !{ c"a\00" "t" ; comment"#),
            [
                (Local, "a.b-1"),
                (Sign(b'='), "="),
                (QuotedGlobal, "x y"),
                (Comdat, "c"),
                (Group, "12"),
                (Record, "dbg_value"),
                (Metadata, "dbg"),
                (Metadata, "0"),
                (Bang, ""),
                (Sign(b'{'), "{"),
                (Bytes, r"a\00"),
                (Text, "t"),
            ]
        );
        assert_eq!(
            all("-5 1.5e+00 0xK3F 5: for.end: ... \"q\": f0x3F"),
            [
                (Integer, "-5"),
                (Float, "1.5e+00"),
                (Float, "0xK3F"),
                (Label, "5"),
                (Label, "for.end"),
                (Ellipsis, "..."),
                (QuotedLabel, "q"),
                (Float, "f0x3F"),
            ]
        );
    }

    #[test]
    fn anything_is_a_token() {
        assert_eq!(all("é?\"")[..], [(Kind::Bad, "é"), (Kind::Bad, "?"), (Kind::Bad, "\"")]);
        assert_eq!(all("%"), [(Kind::Bad, "")]);
    }
}
