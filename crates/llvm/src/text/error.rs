//! Errors in textual IR.

use std::fmt;

/// What is wrong with a `.ll` file, where, and what to do about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseError {
    /// The file, as it was named to [`Module::parse`](crate::Module::parse).
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// The column in characters, from 1.
    pub column: u32,
    /// The offset in the text, in bytes.
    pub offset: usize,
    /// What is wrong.
    pub message: String,
    /// What to do about it; may be empty.
    pub help: String,
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}: {}", self.file, self.line, self.column, self.message)?;
        if self.help.is_empty() { Ok(()) } else { write!(f, "\n  {}", self.help) }
    }
}

impl std::error::Error for ParseError {}

/// A [`ParseError`] before its line and column are computed. Boxed, because results are returned often and errors once.
#[derive(Debug)]
pub(crate) struct ParseFault(Box<FaultParts>);

#[derive(Debug)]
struct FaultParts {
    offset: usize,
    message: String,
    help: &'static str,
}

impl ParseFault {
    pub fn new(offset: usize, message: impl Into<String>, help: &'static str) -> ParseFault {
        ParseFault(Box::new(FaultParts { offset, message: message.into(), help }))
    }

    pub fn locate(self, file: &str, text: &str) -> ParseError {
        let FaultParts { offset, message, help } = *self.0;
        let (line, column) = line_and_column(text, offset);
        ParseError { file: file.to_owned(), line, column, offset: offset.min(text.len()), message, help: help.into() }
    }
}

/// The line and column (in characters) of an offset, both from 1.
pub(crate) fn line_and_column(text: &str, offset: usize) -> (u32, u32) {
    let mut end = offset.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let before = &text[..end];
    let line = before.bytes().filter(|&b| b == b'\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap_or(before).chars().count() + 1;
    (line as u32, column as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_count_lines_and_characters() {
        let text = "ab\nçé x\n";
        assert_eq!(line_and_column(text, 0), (1, 1));
        assert_eq!(line_and_column(text, text.find('x').unwrap()), (2, 4));
        assert_eq!(line_and_column(text, 4), (2, 1), "inside of a character");
        assert_eq!(line_and_column(text, 999), (3, 1));
    }

    #[test]
    fn errors_name_the_file_and_a_way_out() {
        let error = ParseFault::new(2, "no `y`", "declare it").locate("t.ll", "x\ny");
        assert_eq!(error.to_string(), "t.ll:2:1: no `y`\n  declare it");
    }
}
