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

/// A table whose entries have numbers of their own type. Entries change, but none is ever removed. They are added in blocks of
/// `BLOCK`.
#[derive(Clone, Debug)]
pub(crate) struct Table<K, T, const BLOCK: usize = 1> {
    blocks: Vec<[T; BLOCK]>,
    key: PhantomData<K>,
}

impl<K: Key, T> Table<K, T> {
    /// An empty table.
    pub(crate) fn new() -> Table<K, T> {
        Table { blocks: Vec::new(), key: PhantomData }
    }

    /// Adds an entry.
    pub(crate) fn push(&mut self, entry: T) -> K {
        self.blocks.push([entry]);
        K::new(self.blocks.len() - 1)
    }
}

impl<K: Key, T, const BLOCK: usize> Table<K, T, BLOCK> {
    /// An empty table, which does not move before it has so many entries.
    pub(crate) fn with_capacity(entries: usize) -> Table<K, T, BLOCK> {
        Table { blocks: Vec::with_capacity(entries.div_ceil(BLOCK)), key: PhantomData }
    }

    /// Adds a block of entries, which are nothing but memory to be copied.
    pub(crate) fn push_block(&mut self, block: &[T; BLOCK])
    where
        T: Copy,
    {
        // Unlike `push`, this copies it once.
        self.blocks.extend(std::iter::once(block).copied());
    }

    /// How many entries there are.
    pub(crate) fn len(&self) -> usize {
        BLOCK * self.blocks.len()
    }

    /// All entries.
    pub(crate) fn all(&self) -> &[T] {
        self.blocks.as_flattened()
    }

    /// All entries, to change.
    pub(crate) fn all_mut(&mut self) -> &mut [T] {
        self.blocks.as_flattened_mut()
    }
}

// Every step of an exploration looks at dozens of events and locations: without checks it takes a tenth fewer
// instructions.
//
// SAFETY of both: tables are private to graphs, and there are two kinds of keys, `Slot` and `Loc`, which nobody else can make: a
// graph hands them out after there is an entry at that position. Nothing is ever removed from a table. So a key is in
// bounds of the table of the graph that handed it out, for as long as that lives, and of every copy made since. That no graph is
// given the keys of another is what whoever makes one promises: `Graph::new` is unsafe. All tests run with the assertion.

#[expect(unsafe_code, reason = "measured, see above")]
impl<K: Key, T, const BLOCK: usize> Index<K> for Table<K, T, BLOCK> {
    type Output = T;

    #[inline]
    fn index(&self, key: K) -> &T {
        debug_assert!(key.position() < self.len(), "the number is one of this table");
        // SAFETY: see above.
        unsafe { self.blocks.as_flattened().get_unchecked(key.position()) }
    }
}

#[expect(unsafe_code, reason = "measured, see above")]
impl<K: Key, T, const BLOCK: usize> IndexMut<K> for Table<K, T, BLOCK> {
    #[inline]
    fn index_mut(&mut self, key: K) -> &mut T {
        debug_assert!(key.position() < self.len(), "the number is one of this table");
        // SAFETY: see above.
        unsafe { self.blocks.as_flattened_mut().get_unchecked_mut(key.position()) }
    }
}
