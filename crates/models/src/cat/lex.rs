//! Tokens of the cat language.
//!
//! Names may contain `-` and `.` (`po-loc`, `dmb.sy`), so that there is no subtraction to write with `-`. Comments are
//! `(* … *)`, nested, and `// …` to the end of the line.

use super::error::{Checked, Fault};
use super::span::Span;

/// What a token is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// A name that is not a keyword.
    Name,
    /// A reserved word.
    Keyword,
    /// `"…"`, without the quotes.
    String,
    /// `'name`: a tag.
    Tag,
    /// `0`.
    Zero,
    /// An operator or bracket.
    Symbol,
    /// The end of the file.
    End,
}

/// A token with its text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token<'t> {
    pub(super) kind: Kind,
    pub(super) text: &'t str,
    pub(super) span: Span,
}

impl Token<'_> {
    /// The token as messages call it.
    pub(super) fn described(&self) -> String {
        match self.kind {
            Kind::End => "the end of the file".to_owned(),
            Kind::Keyword => format!("the keyword `{}`", self.text),
            Kind::String => format!("the string \"{}\"", self.text),
            _ => format!("`{}`", self.text),
        }
    }
}

const KEYWORDS: &[&str] = &[
    "let",
    "rec",
    "and",
    "in",
    "as",
    "include",
    "acyclic",
    "irreflexive",
    "empty",
    "flag",
    "undefined_unless",
    "show",
    "unshow",
    "fun",
    "try",
    "with",
    "begin",
    "end",
    "match",
    "from",
    "forall",
    "do",
    "call",
    "procedure",
    "enum",
    "instructions",
    "if",
    "then",
    "else",
    "when",
];

/// Operators, longer ones first.
const SYMBOLS: &[&str] =
    &["^-1", "++", "||", "->", "|", "&", "\\", ";", "*", "+", "?", "~", "(", ")", "[", "]", "{", "}", ",", "=", "_"];

/// The tokens of a file, the end included.
pub(super) fn tokens(file: u16, text: &str) -> Checked<Vec<Token<'_>>> {
    let mut lexer = Lexer { file, text, at: 0 };
    let mut result = Vec::new();
    loop {
        lexer.skip_blanks()?;
        let token = lexer.token()?;
        result.push(token);
        if token.kind == Kind::End {
            return Ok(result);
        }
    }
}

struct Lexer<'t> {
    file: u16,
    text: &'t str,
    at: usize,
}

impl<'t> Lexer<'t> {
    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    fn span(&self, start: usize, end: usize) -> Span {
        Span { file: self.file, start: start as u32, end: end as u32 }
    }

    /// Skips white space and comments.
    fn skip_blanks(&mut self) -> Checked<()> {
        loop {
            let rest = self.rest();
            self.at += rest.len() - rest.trim_start().len();
            let rest = self.rest();
            if rest.starts_with("(*") {
                self.skip_comment()?;
            } else if rest.starts_with("//") {
                self.at += rest.find('\n').unwrap_or(rest.len());
            } else {
                return Ok(());
            }
        }
    }

    /// Skips a comment, with those inside it.
    fn skip_comment(&mut self) -> Checked<()> {
        let start = self.at;
        let mut depth = 0_usize;
        while !self.rest().is_empty() {
            if self.rest().starts_with("(*") {
                depth += 1;
                self.at += 2;
            } else if self.rest().starts_with("*)") {
                depth -= 1;
                self.at += 2;
                if depth == 0 {
                    return Ok(());
                }
            } else {
                self.at += self.rest().chars().next().map_or(0, char::len_utf8);
            }
        }
        Err(Fault::new(self.span(start, start + 2), "this comment has no end").help("close it with `*)`"))
    }

    fn token(&mut self) -> Checked<Token<'t>> {
        let start = self.at;
        let rest = self.rest();
        let Some(first) = rest.chars().next() else {
            return Ok(Token { kind: Kind::End, text: "", span: self.span(start, start) });
        };
        let (kind, skip, length) = if first.is_ascii_alphabetic() || (first == '_' && name_length(&rest[1..]) > 0) {
            let length = name_length(rest);
            (if KEYWORDS.contains(&&rest[..length]) { Kind::Keyword } else { Kind::Name }, 0, length)
        } else if first == '"' {
            let Some(length) = rest[1..].find(['"', '\n']).filter(|&end| rest[1 + end..].starts_with('"')) else {
                return Err(Fault::new(self.span(start, start + 1), "this string does not end on its line"));
            };
            (Kind::String, 1, length)
        } else if first == '\'' && name_length(&rest[1..]) > 0 {
            (Kind::Tag, 0, 1 + name_length(&rest[1..]))
        } else if first == '0' && name_length(&rest[1..]) == 0 {
            (Kind::Zero, 0, 1)
        } else if let Some(symbol) = SYMBOLS.iter().find(|symbol| rest.starts_with(**symbol)) {
            (Kind::Symbol, 0, symbol.len())
        } else {
            let span = self.span(start, start + first.len_utf8());
            return Err(Fault::new(span, format!("`{first}` cannot occur in a cat file")));
        };
        let text = &rest[skip..skip + length];
        // A string's second quote.
        self.at += length + 2 * skip;
        Ok(Token { kind, text, span: self.span(start, self.at) })
    }
}

/// The number of bytes at the beginning of the text that can be in a name.
fn name_length(text: &str) -> usize {
    let goes_on = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.' | '\'');
    let length = text.find(|c| !goes_on(c)).unwrap_or(text.len());
    // `a->b` is an arrow behind a name.
    match text[length..].starts_with('>') && text[..length].ends_with('-') {
        true => length - 1,
        false => length,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(text: &str) -> Vec<&str> {
        tokens(0, text).unwrap().iter().map(|token| token.text).collect()
    }

    #[test]
    fn names_contain_dashes_and_dots() {
        assert_eq!(texts("po-loc;[dmb.sy]^-1"), ["po-loc", ";", "[", "dmb.sy", "]", "^-1", ""]);
        assert_eq!(texts("fun x->x_1|_"), ["fun", "x", "->", "x_1", "|", "_", ""]);
    }

    #[test]
    fn comments_nest() {
        assert_eq!(texts("a (* b (* c *) d *) e // f\ng"), ["a", "e", "g", ""]);
        assert_eq!(tokens(0, "a (* b (* c *)").unwrap_err().message, "this comment has no end");
    }

    #[test]
    fn what_is_no_token_is_said() {
        assert_eq!(tokens(0, "a $").unwrap_err().message, "`$` cannot occur in a cat file");
        assert_eq!(tokens(0, "\"a\nb\"").unwrap_err().message, "this string does not end on its line");
        assert!(tokens(0, "é").is_err() && tokens(0, "0x").is_err() && tokens(0, "(*é").is_err());
    }
}
