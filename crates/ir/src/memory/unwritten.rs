//! Static memory that only the library reads and nobody writes, such as the kind of a mutex that was initialised
//! statically: reading it is a matter of the thread.
//!
//! Whether somebody will write it cannot be told in advance. So what the library reads is taken for unwritten; reads and
//! writes leave marks, and whoever comes second and finds a mark of the other sort makes the program learn. (Reads of the
//! program's own code are always shown to the explorer: they belong to the story.)

use std::sync::atomic::{AtomicU16, Ordering};

/// Which words of one object are read or written; those of objects with more than 16 words count as one.
#[derive(Debug, Default)]
pub(crate) struct Words {
    /// Learnt: written, and read by the library.
    shared: u16,
    written: AtomicU16,
    read: AtomicU16,
}

impl Clone for Words {
    fn clone(&self) -> Words {
        Words { shared: self.shared, ..Words::default() }
    }
}

impl PartialEq for Words {
    fn eq(&self, other: &Words) -> bool {
        self.shared == other.shared
    }
}

impl Eq for Words {}

/// The words of some bytes (at least one) of an object.
#[inline]
fn words(object_size: u64, offset: u64, size: u64) -> u16 {
    if object_size > 128 {
        return 1;
    }
    let (first, last) = (offset / 8, (offset + size - 1) / 8);
    // At most 8 bytes are in two words at most, both below 16.
    1 << first | 1 << last
}

/// Leaves marks and looks for those of the other sort. Each side marks first and looks then: one of two that come at the
/// same time notices.
fn meets(mine: &AtomicU16, others: &AtomicU16, words: u16) -> bool {
    if mine.load(Ordering::Relaxed) & words != words {
        mine.fetch_or(words, Ordering::SeqCst);
    }
    others.load(Ordering::SeqCst) & words != 0
}

/// What the library finds when it reads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum LibraryRead {
    /// Nobody writes it.
    Unwritten,
    /// It is known to be written.
    Shared,
    /// Somebody wrote it, which was not known: the program has to learn.
    Surprise,
}

impl Words {
    /// The library reads up to 8 bytes.
    pub(crate) fn library_reads(&self, object_size: u64, offset: u64, size: u64) -> LibraryRead {
        let words = words(object_size, offset, size);
        if self.shared & words != 0 {
            LibraryRead::Shared
        } else if meets(&self.read, &self.written, words) {
            LibraryRead::Surprise
        } else {
            LibraryRead::Unwritten
        }
    }

    /// Somebody writes up to 8 bytes. False if the program has to learn that.
    #[inline]
    pub(crate) fn write(&self, object_size: u64, offset: u64, size: u64) -> bool {
        let unknown = words(object_size, offset, size) & !self.shared;
        unknown == 0 || !meets(&self.written, &self.read, unknown)
    }

    /// Takes in what was noticed. False if there was nothing.
    pub(crate) fn learn(&mut self) -> bool {
        let news = *self.written.get_mut() & *self.read.get_mut() & !self.shared;
        *self = Words { shared: self.shared | news, ..Words::default() };
        news != 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_nobody_writes_is_unwritten() {
        let mut words = Words::default();
        assert_eq!(words.library_reads(40, 16, 4), LibraryRead::Unwritten);
        assert!(words.write(40, 0, 4), "another word");
        assert!(!words.learn());
        assert_eq!(words.library_reads(40, 16, 4), LibraryRead::Unwritten);
        assert!(!words.write(40, 20, 4), "a surprise");
        assert!(words.learn());
        assert_eq!(words.library_reads(40, 16, 4), LibraryRead::Shared);
        assert!(words.write(40, 20, 4));
        assert_eq!(words.library_reads(40, 0, 4), LibraryRead::Unwritten, "it is not written any more");
    }

    #[test]
    fn the_second_to_come_notices() {
        let words = Words::default();
        assert!(words.write(8, 0, 8));
        assert_eq!(words.library_reads(8, 4, 1), LibraryRead::Surprise);
    }

    #[test]
    fn large_objects_are_one_word() {
        let words = Words::default();
        assert!(words.write(1 << 20, 1 << 19, 8));
        assert_eq!(words.library_reads(1 << 20, 0, 8), LibraryRead::Surprise);
    }

    #[test]
    fn accesses_across_words_count_for_both() {
        let words = Words::default();
        assert_eq!(words.library_reads(128, 124, 4), LibraryRead::Unwritten);
        assert!(words.write(128, 109, 8), "words 13 and 14");
        assert!(!words.write(128, 117, 8), "words 14 and 15");
    }
}
