//! What is wrong with a cat file, and where.

use std::ops::Range;
use std::sync::Arc;

use super::span::{File, Span};

/// What is wrong with a cat file.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{file}:{line}:{column}: {message}")]
pub struct CatError {
    /// The file.
    pub file: Arc<str>,
    /// The line, from 1; 0 if it is about the file as a whole.
    pub line: u32,
    /// The column in characters, from 1; 0 if it is about the file as a whole.
    pub column: u32,
    /// What is wrong.
    pub message: String,
    /// What to do about it.
    pub help: Option<String>,
    /// The file's text.
    pub text: Arc<str>,
    /// The bytes of the text that the error is about.
    pub span: Range<u32>,
}

/// An error whose span is not yet converted to a file, line and column.
#[derive(Clone, Debug)]
pub(super) struct Fault {
    pub(super) span: Span,
    pub(super) message: String,
    pub(super) help: Option<String>,
    pub(super) reason: Reason,
}

/// Errors that elaboration may recover from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Reason {
    /// A name is not defined; `try … with` recovers from that.
    Undefined,
    /// A recursive definition has the right types and no solution.
    NotMonotone,
    Other,
}

impl Fault {
    pub(super) fn new(span: Span, message: impl Into<String>) -> Box<Fault> {
        Box::new(Fault { span, message: message.into(), help: None, reason: Reason::Other })
    }

    pub(super) fn help(mut self: Box<Fault>, help: impl Into<String>) -> Box<Fault> {
        self.help = Some(help.into());
        self
    }

    pub(super) fn reason(mut self: Box<Fault>, reason: Reason) -> Box<Fault> {
        self.reason = reason;
        self
    }

    /// The error with its file, line and column.
    pub(super) fn locate(self, files: &[File]) -> CatError {
        let Fault { span, message, help, .. } = self;
        let (file, text) = match files.get(usize::from(span.file)) {
            Some(file) => (Arc::clone(&file.name), Arc::clone(&file.text)),
            None => (Arc::from(""), Arc::from("")),
        };
        let before = text.get(..span.start as usize).unwrap_or(&text);
        let line = before.matches('\n').count() as u32 + 1;
        let column = before.chars().rev().take_while(|&c| c != '\n').count() as u32 + 1;
        CatError { file, line, column, message, help, text, span: span.start..span.end }
    }
}

/// What parsing and checking may fail with. Boxed, because it is large and rare.
pub(super) type Checked<T> = Result<T, Box<Fault>>;
