//! What of a thread's stores to parts of words a load may not see by halves.
//!
//! A word that is accessed whole and in parts is one location. A machine may forward a store to a later load of the same thread
//! before others see it. If the load has more bytes than the store, it takes the others from memory: then it has seen the
//! thread's own store before those of others that come first in the order of the word. One location cannot show that.

use raddle_graph::{Mode, Tag};
use raddle_program::Span;

use super::state::Own;
use crate::FailureKind;
use crate::interpret::marks::Marks;
use crate::memory::Memory;
use crate::memory::wide::PartStores;

/// The thread stores to a part of a word.
pub(super) fn store(memory: &Memory, own: &mut Own, bytes: Span, mode: Mode) {
    if memory.wide.stores == Some(PartStores::Updates) {
        own.marks.store(bytes, mode.is_release());
    }
}

/// The thread stores to whole words: what it stored there before is not forwarded any more.
#[inline(always)]
pub(super) fn overwrite(memory: &Memory, own: &mut Own, bytes: Span) {
    if !memory.wide.is_empty() && !own.marks.is_empty() {
        own.marks.overwrite(bytes);
    }
}

/// The thread loads. Refuses what only some of the bytes may be forwarded to.
#[inline(always)]
pub(super) fn load(memory: &Memory, own: &Own, bytes: Span, mode: Mode) -> Result<(), FailureKind> {
    if memory.wide.is_empty() || own.marks.is_empty() {
        return Ok(());
    }
    if is_split(&own.marks, bytes, mode) { Err(FailureKind::PartlyForwarded) } else { Ok(()) }
}

/// The thread is at a fence: behind a full one, nothing is forwarded.
pub(super) fn fence(own: &mut Own, mode: Mode) {
    use Tag::{DmbSy, DsbSy, FenceMM, Mb, Mfence, Sync};
    if matches!(mode, Mode::Sc | Mode::Tag(DmbSy | DsbSy | FenceMM | Mb | Mfence | Sync)) {
        own.marks.forget_stores();
    }
}

/// May some of the bytes come from a store, and others not? A store that releases is never forwarded to a load that acquires.
#[cold]
fn is_split(marks: &Marks, bytes: Span, mode: Mode) -> bool {
    let end = |span: Span| span.start.saturating_add(span.length);
    let covers = |store: Span| store.start <= bytes.start && end(store) >= end(bytes);
    let splits =
        |(store, releases): (Span, bool)| store.overlaps(bytes) && !covers(store) && !(releases && mode.is_acquire());
    marks.stores().any(splits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_load_of_more_than_was_stored_is_split() {
        let span = |start, length| Span { start, length };
        let is_split = |store: Mode, load, mode| {
            let mut marks = Marks::default();
            marks.store(span(65, 1), store.is_release());
            is_split(&marks, load, mode)
        };
        assert!(is_split(Mode::Rlx, span(64, 4), Mode::Rlx));
        assert!(is_split(Mode::Rel, span(64, 4), Mode::Rlx));
        assert!(is_split(Mode::Rlx, span(64, 4), Mode::Acq));
        assert!(!is_split(Mode::Rel, span(64, 4), Mode::Acq), "it waits until others see the store");
        assert!(!is_split(Mode::Rlx, span(65, 1), Mode::Rlx), "that is what was stored");
        assert!(!is_split(Mode::Rlx, span(66, 2), Mode::Rlx), "these are other bytes");
        let mut marks = Marks::default();
        marks.store(span(65, 1), false);
        marks.forget_stores();
        assert_eq!(marks.stores().count(), 0);
    }

    #[test]
    fn only_the_last_store_to_a_byte_is_forwarded() {
        let span = |start, length| Span { start, length };
        let mut marks = Marks::default();
        marks.store(span(65, 1), true);
        marks.store(span(68, 1), false);
        marks.store(span(64, 2), false);
        assert!(!is_split(&marks, span(64, 2), Mode::Rlx));
        assert!(is_split(&marks, span(64, 4), Mode::Acq));
        marks.overwrite(span(64, 4));
        assert!(!is_split(&marks, span(64, 4), Mode::Rlx));
        assert!(is_split(&marks, span(68, 4), Mode::Rlx), "another word");
    }
}
