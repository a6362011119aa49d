//! What can go wrong between a C file and a module, and the way out.

use std::fmt;
use std::path::PathBuf;

/// Why there is no module.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// No clang was found.
    #[error(
        "no clang was found, and C and C++ programs need one (15 or newer)\n  \
         looked for: {looked_for}\n  \
         install it (Debian, Ubuntu: `apt install clang-19`; Fedora: `dnf install clang`; macOS: `brew install llvm`; \
         anywhere: `pip install ziglang`), or name one with --clang PATH or RADDLE_CLANG"
    )]
    NoClang {
        /// The names that were tried.
        looked_for: String,
    },
    /// Every clang that was found is too old.
    #[error(
        "`{path}` is clang {version}, which is too old: its pointers have types, and clang 15 is the first without\n  \
         install a newer one beside it (Debian, Ubuntu: `apt install clang-19`), or name one with --clang PATH or \
         RADDLE_CLANG"
    )]
    TooOld {
        /// The program.
        path: PathBuf,
        /// Its version.
        version: String,
    },
    /// A program that was named explicitly is not a usable clang.
    #[error("`{path}`, given by {given_by}, is not a clang: {reason}\n  give the path of clang 15 or newer")]
    NotClang {
        /// The program.
        path: PathBuf,
        /// The option or variable that names it.
        given_by: &'static str,
        /// What it did instead.
        reason: String,
    },
    /// The compiler refused the program.
    #[error("`{path}` does not compile; clang says:\n{messages}")]
    Compile {
        /// The source file.
        path: PathBuf,
        /// What clang wrote, whole.
        messages: String,
    },
    /// The compiler could not be run.
    #[error("could not run `{path}`: {source}\n  check that it can be executed, or name another one with --clang PATH")]
    Run {
        /// The program.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// A file could not be read or written.
    #[error("could not {action} `{path}`: {source}")]
    Io {
        /// What was tried.
        action: &'static str,
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// The text is not LLVM IR as we know it.
    #[error(transparent)]
    Parse(#[from] ParseError),
}

/// What is wrong with a `.ll` file, where, and what to do about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseError {
    /// The file, as it was named to [`Module::parse`](crate::Module::parse).
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// The column in characters, from 1.
    pub column: u32,
    /// The byte of the text.
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

/// A [`ParseError`] before its place is known as line and column. Boxed, because results are returned very often and
/// errors once.
#[derive(Debug)]
pub(crate) struct Fault(Box<FaultParts>);

#[derive(Debug)]
struct FaultParts {
    offset: usize,
    message: String,
    help: &'static str,
}

impl Fault {
    pub fn new(offset: usize, message: impl Into<String>, help: &'static str) -> Fault {
        Fault(Box::new(FaultParts { offset, message: message.into(), help }))
    }

    pub fn locate(self, file: &str, text: &str) -> ParseError {
        let FaultParts { offset, message, help } = *self.0;
        let (line, column) = line_and_column(text, offset);
        ParseError { file: file.to_owned(), line, column, offset: offset.min(text.len()), message, help: help.into() }
    }
}

/// The line and column (in characters) of a byte, both from 1.
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
        let error = Fault::new(2, "no `y`", "declare it").locate("t.ll", "x\ny");
        assert_eq!(error.to_string(), "t.ll:2:1: no `y`\n  declare it");
    }
}
