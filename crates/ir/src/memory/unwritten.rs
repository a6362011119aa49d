//! Static memory that only the library reads and nobody writes, such as the kind of a mutex that was initialised
//! statically: reading it is thread-local.
//!
//! Whether somebody will write it cannot be told in advance. So what the library reads is taken for unwritten; reads and
//! writes leave marks, and whoever comes second and finds a mark of the other sort makes the program learn. (Reads of the
//! program's own code are always shown to the explorer: they belong to the story.)
//!
//! The marks are all that the workers of an exploration share. They do not make results depend on how fast each worker is:
//! a mark decides who notices that a word is both read and written, and when, but not whether. An exploration that ends
//! without a discovery has visited every execution, so no such word was left. One that ends with a discovery is not
//! counted: the program is explored again, with fresh marks.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU16, Ordering};

use raddle_program::Discovery;

use crate::memory::Static;

/// Which words of each static object are read by the library, and which are written. A copy has seen nothing.
#[derive(Debug)]
pub(crate) struct Sightings(Box<[Words]>);

impl Clone for Sightings {
    fn clone(&self) -> Sightings {
        Sightings(self.0.iter().map(|words| Words { shared: words.shared, ..Words::default() }).collect())
    }
}

impl Sightings {
    /// Nothing is seen yet; of these words, by object, it is known that they are written and that the library reads them.
    pub(crate) fn new(objects: usize, shared: &BTreeMap<u32, u16>) -> Sightings {
        let words = |object| Words { shared: shared.get(&object).copied().unwrap_or(0), ..Words::default() };
        Sightings((0..objects as u32).map(words).collect())
    }

    /// The library reads up to 8 bytes of an object.
    pub(crate) fn library_reads(&self, object: &Static, offset: u64, size: u64) -> LibraryRead {
        let known = &self.0[object.number as usize];
        let words = words(object.size, offset, size);
        if known.shared & words != 0 {
            return LibraryRead::Shared;
        }
        match meets(&known.read, &known.written, words) {
            0 => LibraryRead::Unwritten,
            words => LibraryRead::Surprise(Discovery::SharedWord { object: object.number, words }),
        }
    }

    /// Somebody writes up to 8 bytes of an object. An error if the program has to learn that.
    #[inline]
    pub(crate) fn write(&self, object: &Static, offset: u64, size: u64) -> Result<(), Discovery> {
        let known = &self.0[object.number as usize];
        let unknown = words(object.size, offset, size) & !known.shared;
        if unknown == 0 {
            return Ok(());
        }
        match meets(&known.written, &known.read, unknown) {
            0 => Ok(()),
            words => Err(Discovery::SharedWord { object: object.number, words }),
        }
    }
}

/// Which words of one object are read or written; those of objects with more than 16 words count as one.
#[derive(Debug, Default)]
struct Words {
    /// Known to be written, and read by the library.
    shared: u16,
    written: AtomicU16,
    read: AtomicU16,
}

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

/// Leaves marks and gives those of the other sort. Each side marks first and looks then: one of two that come at the same
/// time notices.
fn meets(mine: &AtomicU16, others: &AtomicU16, words: u16) -> u16 {
    if mine.load(Ordering::Relaxed) & words != words {
        mine.fetch_or(words, Ordering::SeqCst);
    }
    others.load(Ordering::SeqCst) & words
}

/// What the library finds when it reads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum LibraryRead {
    /// Nobody writes it.
    Unwritten,
    /// It is known to be written.
    Shared,
    /// Somebody wrote it, which was not known: the program has to learn.
    Surprise(Discovery),
}

#[cfg(test)]
mod tests {
    use super::*;

    fn object(size: u64) -> Static {
        Static::new("x", 4096, size, Vec::new(), false)
    }

    fn surprise(words: u16) -> Discovery {
        Discovery::SharedWord { object: 0, words }
    }

    #[test]
    fn what_nobody_writes_is_unwritten() {
        let (x, unknown) = (object(40), BTreeMap::new());
        let seen = Sightings::new(1, &unknown);
        assert_eq!(seen.library_reads(&x, 16, 4), LibraryRead::Unwritten);
        assert_eq!(seen.write(&x, 0, 4), Ok(()), "another word");
        assert_eq!(seen.library_reads(&x, 16, 4), LibraryRead::Unwritten);
        assert_eq!(seen.write(&x, 20, 4), Err(surprise(0b100)));
        let seen = Sightings::new(1, &[(0, 0b100)].into());
        assert_eq!(seen.library_reads(&x, 16, 4), LibraryRead::Shared);
        assert_eq!(seen.write(&x, 20, 4), Ok(()));
        assert_eq!(seen.library_reads(&x, 0, 4), LibraryRead::Unwritten, "it is not written any more");
    }

    #[test]
    fn the_second_to_come_notices() {
        let (x, seen) = (object(8), Sightings::new(1, &BTreeMap::new()));
        assert_eq!(seen.write(&x, 0, 8), Ok(()));
        assert_eq!(seen.library_reads(&x, 4, 1), LibraryRead::Surprise(surprise(1)));
    }

    #[test]
    fn large_objects_are_one_word() {
        let (x, seen) = (object(1 << 20), Sightings::new(1, &BTreeMap::new()));
        assert_eq!(seen.write(&x, 1 << 19, 8), Ok(()));
        assert_eq!(seen.library_reads(&x, 0, 8), LibraryRead::Surprise(surprise(1)));
    }

    #[test]
    fn accesses_across_words_count_for_both() {
        let (x, seen) = (object(128), Sightings::new(1, &BTreeMap::new()));
        assert_eq!(seen.library_reads(&x, 124, 4), LibraryRead::Unwritten);
        assert_eq!(seen.write(&x, 109, 8), Ok(()), "words 13 and 14");
        assert_eq!(seen.write(&x, 117, 8), Err(surprise(1 << 15)), "words 14 and 15");
    }
}
