//! Tables that only grow, looked up by the numbers that they handed out.

use std::marker::PhantomData;
use std::ops::{Index, IndexMut};

/// A number of an entry of a table: its position.
pub(crate) trait Key: Copy + Eq {
    /// The number of the entry at a position.
    fn new(position: usize) -> Self;

    /// The position.
    fn position(self) -> usize;
}

/// A table whose entries have numbers of their own type. Entries change, but none is ever removed.
#[derive(Clone, Debug)]
pub(crate) struct Table<K, T> {
    entries: Vec<T>,
    key: PhantomData<K>,
}

impl<K: Key, T> Table<K, T> {
    /// An empty table, which does not move before it has so many entries.
    pub(crate) fn with_capacity(entries: usize) -> Table<K, T> {
        Table { entries: Vec::with_capacity(entries), key: PhantomData }
    }

    /// Adds an entry.
    pub(crate) fn push(&mut self, entry: T) -> K {
        self.entries.push(entry);
        K::new(self.entries.len() - 1)
    }

    /// Adds so many of the same.
    pub(crate) fn push_many(&mut self, entry: T, count: usize)
    where
        T: Copy,
    {
        let first = self.entries.len();
        self.entries.reserve(count);
        self.entries.push(entry);
        // Memory is copied faster than entries are.
        while self.entries.len() < first + count {
            let more = (self.entries.len() - first).min(first + count - self.entries.len());
            self.entries.extend_from_within(first..first + more);
        }
    }

    /// How many entries there are.
    pub(crate) fn len(&self) -> usize {
        self.entries.len()
    }

    /// All entries.
    pub(crate) fn all(&self) -> &[T] {
        &self.entries
    }

    /// All entries, to change.
    pub(crate) fn all_mut(&mut self) -> &mut [T] {
        &mut self.entries
    }
}

// Every step of an exploration looks at dozens of events and locations: without checks it takes a tenth fewer
// instructions.
//
// SAFETY of both: tables are private to graphs, and there are two kinds of keys, `Slot` and `Loc`, which nobody else can make: a
// graph hands them out after there is an entry at that position. Nothing is ever removed from a table. So a key is in
// bounds of the table of the graph that handed it out, for as long as that lives, and of every copy made since. Users of a
// graph give it no keys of others: the engine has one graph, and when it takes up another one, replaces all that holds keys
// (`share::Handover`, `States::forget_locations`). All tests run with the assertion.

#[expect(unsafe_code, reason = "measured, see above")]
impl<K: Key, T> Index<K> for Table<K, T> {
    type Output = T;

    #[inline]
    fn index(&self, key: K) -> &T {
        debug_assert!(key.position() < self.entries.len(), "the number is one of this table");
        // SAFETY: see above.
        unsafe { self.entries.get_unchecked(key.position()) }
    }
}

#[expect(unsafe_code, reason = "measured, see above")]
impl<K: Key, T> IndexMut<K> for Table<K, T> {
    #[inline]
    fn index_mut(&mut self, key: K) -> &mut T {
        debug_assert!(key.position() < self.entries.len(), "the number is one of this table");
        // SAFETY: see above.
        unsafe { self.entries.get_unchecked_mut(key.position()) }
    }
}
