//! What is wrong with a litmus file, and where.

use std::fmt;

/// A range of bytes of the source text.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Span {
    /// The first byte.
    pub start: usize,
    /// The byte after the last.
    pub end: usize,
}

impl Span {
    /// From the beginning of one range to the end of another.
    pub fn to(self, end: Span) -> Span {
        Span { start: self.start, end: end.end.max(self.start) }
    }
}

/// An error in a litmus file: what is wrong, where, and what to do about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Error {
    /// What is wrong.
    pub message: String,
    /// What to do about it; may be empty.
    pub help: String,
    /// Where, in bytes.
    pub span: Span,
    /// The line of its beginning, from 1.
    pub line: u32,
    /// The column of its beginning in characters, from 1.
    pub column: u32,
}

impl Error {
    /// An error at a place of `source`.
    pub fn new(source: &str, span: Span, message: impl Into<String>, help: impl Into<String>) -> Error {
        let (line, column) = line_and_column(source, span.start);
        Error { message: message.into(), help: help.into(), span, line, column }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.column, self.message)?;
        if self.help.is_empty() { Ok(()) } else { write!(f, " ({})", self.help) }
    }
}

impl std::error::Error for Error {}

/// The line and column (in characters) of a byte, both from 1.
pub(crate) fn line_and_column(source: &str, offset: usize) -> (u32, u32) {
    let mut end = offset.min(source.len());
    while !source.is_char_boundary(end) {
        end -= 1;
    }
    let before = &source[..end];
    let line = before.bytes().filter(|&b| b == b'\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap_or(before).chars().count() + 1;
    (line as u32, column as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_characters() {
        let source = "ab\nçé x\n";
        assert_eq!(line_and_column(source, 0), (1, 1));
        assert_eq!(line_and_column(source, source.find('x').unwrap()), (2, 4));
        assert_eq!(line_and_column(source, 4), (2, 1), "inside of a character");
        assert_eq!(line_and_column(source, 999), (3, 1));
    }

    #[test]
    fn errors_read_well() {
        let error = Error::new("x\n  y", Span { start: 4, end: 5 }, "no `y`", "declare it");
        assert_eq!(error.to_string(), "2:3: no `y` (declare it)");
    }
}
