//! Spans of cat files.

use std::sync::Arc;

/// A file that was read.
#[derive(Clone, Debug)]
pub(super) struct File {
    pub(super) name: Arc<str>,
    pub(super) text: Arc<str>,
    /// Is it included implicitly in every model?
    pub(super) is_standard: bool,
}

/// A part of a file, in bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Span {
    pub(super) file: u16,
    pub(super) start: u32,
    pub(super) end: u32,
}

impl Span {
    /// From the start of this to the end of the other, in the same file.
    pub(super) fn to(self, end: Span) -> Span {
        Span { end: end.end, ..self }
    }
}
