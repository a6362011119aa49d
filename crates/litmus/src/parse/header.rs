//! The header: dialect, name, description and lines of `Key=value`, up to the `{` of the initial state.

use crate::dialect::Dialect;
use crate::error::{Error, Span};
use crate::lex::{Lexer, Mode};

/// What the header says.
pub(super) struct Header {
    pub dialect: Dialect,
    pub name: String,
    pub doc: Option<String>,
    pub info: Vec<(String, String)>,
    /// Where the initial state begins.
    pub end: usize,
}

pub(super) fn header(source: &str) -> Result<Header, Error> {
    let mut lexer = Lexer::new(source, 0);
    // A byte-order mark is no part of the text.
    if source.starts_with('\u{feff}') {
        lexer.offset = '\u{feff}'.len_utf8();
    }
    lexer.skip(Mode::Outer)?;
    let (dialect, start) = word(source, &mut lexer);
    let span = Span { start, end: lexer.offset };
    let Some(dialect) = Dialect::named(dialect) else {
        let all: Vec<_> = Dialect::ALL.iter().map(|dialect| dialect.name()).collect();
        let (message, help) = match dialect {
            "" => ("the file has no header".to_owned(), String::new()),
            "MIPS" | "BPF" | "ASL" | "CPP" | "JAVA" => (
                format!("litmus files of the dialect {dialect} are not supported"),
                format!("; there are {}", all.join(", ")),
            ),
            _ => (format!("there is no litmus dialect `{dialect}`"), format!("; dialects are {}", all.join(", "))),
        };
        let help = format!("the first line of a litmus file is its dialect and its name, as in `C MP`{help}");
        return Err(Error::new(source, span, message, help));
    };
    let line_end = end_of_line(source, lexer.offset);
    let name = source[lexer.offset..line_end].split_whitespace().next().unwrap_or("").to_owned();
    if name.is_empty() {
        return Err(Error::new(source, span, "the test has no name", "write it after the dialect, as in `C MP`"));
    }
    lexer.offset = line_end;
    let mut header = Header { dialect, name, doc: None, info: Vec::new(), end: 0 };
    loop {
        lexer.skip(Mode::Outer)?;
        let rest = &source[lexer.offset..];
        if rest.starts_with('{') {
            header.end = lexer.offset;
            return Ok(header);
        }
        let span = Span { start: lexer.offset, end: end_of_line(source, lexer.offset) };
        if let Some(text) = rest.strip_prefix('"') {
            let Some(length) = text.find('"') else {
                return Err(Error::new(source, span, "this description is never closed", "put a `\"` at its end"));
            };
            header.doc.get_or_insert_with(|| text[..length].to_owned());
            lexer.offset += length + 2;
            continue;
        }
        let line = &source[span.start..span.end];
        match line.split_once('=') {
            Some((key, value)) if is_key(key.trim()) => {
                header.info.push((key.trim().to_owned(), value.trim().to_owned()));
                lexer.offset = span.end;
            }
            _ if rest.is_empty() => {
                let help = "it is written in braces, `{}` if there is nothing to say";
                return Err(Error::new(source, span, "the initial state is missing", help));
            }
            _ => {
                let message = "this line belongs neither to the header nor to the initial state";
                let help = "the header has lines of the form `Key=value`; the initial state begins with `{`";
                return Err(Error::new(source, span, message, help));
            }
        }
    }
}

fn word<'s>(source: &'s str, lexer: &mut Lexer<'s>) -> (&'s str, usize) {
    let start = lexer.offset;
    let rest = &source[start..];
    let length = rest.find(char::is_whitespace).unwrap_or(rest.len());
    lexer.offset += length;
    (&rest[..length], start)
}

fn end_of_line(source: &str, offset: usize) -> usize {
    source[offset..].find('\n').map_or(source.len(), |length| offset + length)
}

fn is_key(key: &str) -> bool {
    !key.is_empty() && key.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.'))
}
