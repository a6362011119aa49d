//! The memory of a C program before it runs: static objects, and the template of thread-local ones.

use std::ops::Deref;
use std::sync::Arc;

use raddle_graph::{Address, Pairs, ThreadId, Value};
use raddle_program::Discovery;
use serde::{Deserialize, Serialize};

use crate::knowledge::{Knowledge, Pieces, ThreadTable};
use crate::memory::boundaries::Boundaries;
use crate::memory::layout::{self, Area, UNDEFINED};
use crate::memory::unwritten::Sightings;
use crate::memory::wide::{PartStores, WideWords};
use crate::{FailureKind, InvalidProgram, Region};

/// A static object, at an address that the front end chose.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StaticObject {
    /// Its name, for people.
    pub name: String,
    /// Its first byte.
    pub base: u64,
    /// Its content.
    pub bytes: Vec<u8>,
    /// Is it never written?
    pub constant: bool,
    /// What its address is a multiple of.
    pub align: u64,
}

/// A static object, or one of the template of thread-local objects; `base` is an offset then.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Static {
    pub name: String,
    pub base: u64,
    pub size: u64,
    /// The first bytes; all others are 0.
    pub bytes: Vec<u8>,
    pub constant: bool,
    /// Is it a variable of the library, which the source does not have?
    pub is_library: bool,
    /// Its place in the list.
    #[serde(skip)]
    pub number: u32,
}

impl Static {
    pub(crate) fn new(name: &str, base: u64, size: u64, bytes: Vec<u8>, constant: bool) -> Static {
        Static { name: name.to_owned(), base, size, bytes, constant, is_library: false, number: 0 }
    }

    /// What an access of these bytes finds.
    #[inline(always)]
    fn found(&self, addr: u64) -> Found<'_> {
        let offset = addr - self.base;
        if self.constant { Found::Constant(self, offset) } else { Found::Static(self, offset) }
    }

    /// Up to 8 bytes of the content, as a number; 16 as what stands for them.
    pub(crate) fn read(&self, offset: u64, size: u64, pairs: &Pairs) -> Value {
        if size > 8 {
            return pairs.number([offset, offset + 8].map(|offset| self.read(offset, 8, pairs)));
        }
        let start = usize::try_from(offset).unwrap_or(usize::MAX).min(self.bytes.len());
        let end = start.saturating_add(size as usize).min(self.bytes.len());
        let mut word = [0; 8];
        let bytes = &self.bytes[start..end];
        let length = bytes.len().min(8);
        word[..length].copy_from_slice(&bytes[..length]);
        Value::from_le_bytes(word)
    }
}

/// The memory of a C program before it runs.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Statics {
    /// Sorted by address.
    pub statics: Vec<Static>,
    /// Which static object lies in each block of 64 bytes from the first one on, plus one; 0 for none. Empty if there are
    /// blocks with several, or too many blocks.
    #[serde(skip)]
    blocks: Vec<u32>,
    /// The number of that first block.
    #[serde(skip)]
    first_block: u64,
    /// Where each static object is that threads may write, by that number, and how many bytes it has; others have none here.
    #[serde(skip)]
    shared: Vec<(u64, u64)>,
    /// Sorted by offset.
    pub thread_locals: Vec<Static>,
}

/// The memory of a program: what it holds at first, and how it is accessed, as far as that is known.
#[derive(Clone, Debug)]
pub(crate) struct Memory {
    statics: Arc<Statics>,
    pub boundaries: Boundaries,
    pub wide: WideWords,
    pub sightings: Sightings,
    /// What the values of words of 16 bytes stand for.
    pub pairs: Pairs,
    /// Is every access of one piece, and every location a word of its own?
    is_whole: bool,
    /// Does the library read static memory, so that writes have to leave marks?
    library_reads: bool,
}

/// What an access of the running thread finds.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Found<'a> {
    /// Memory that other threads may see.
    Shared,
    /// The same: an object, and how far from its first byte.
    Static(&'a Static, u64),
    /// An object that is never written, and how far from its first byte.
    Constant(&'a Static, u64),
    /// Perhaps an object that only this thread knows.
    Private,
}

impl Found<'_> {
    /// Somebody writes that many bytes there. An error if the program has to learn that.
    #[inline(always)]
    pub(crate) fn write(self, memory: &Memory, size: u64) -> Result<(), Discovery> {
        match self {
            Found::Static(object, offset) => memory.sightings.write(object, offset, size),
            Found::Shared | Found::Constant(..) | Found::Private => Ok(()),
        }
    }
}

/// How many bytes have one entry in the index of static objects.
const BLOCK_BYTES: u64 = 64;

/// How many entries the index has at most.
const MAX_BLOCKS: u64 = 1 << 16;

/// The object of a sorted list in which all of these bytes lie.
fn covering(objects: &[Static], start: u64, size: u64) -> Option<&Static> {
    let after = objects.partition_point(|object| object.base <= start);
    let object = objects.get(after.checked_sub(1)?)?;
    let offset = start - object.base;
    (offset <= object.size && size <= object.size - offset).then_some(object)
}

impl Deref for Memory {
    type Target = Statics;

    #[inline(always)]
    fn deref(&self) -> &Statics {
        &self.statics
    }
}

impl Memory {
    /// Memory of which so much is known.
    pub(crate) fn new(
        statics: Arc<Statics>,
        knowledge: &Knowledge,
        threads: &ThreadTable,
        part_stores: Option<PartStores>,
        library_reads: bool,
    ) -> Memory {
        let Pieces { edges, wide_words } = knowledge.pieces(threads);
        let wide = WideWords::new(&wide_words, part_stores);
        let boundaries = Boundaries::new(&edges, wide.spans(), |byte| statics.extent(byte));
        Memory {
            is_whole: boundaries.is_empty() && wide.is_empty(),
            boundaries,
            wide,
            sightings: Sightings::new(statics.statics.len(), &knowledge.shared_words),
            pairs: Pairs::default(),
            statics,
            library_reads,
        }
    }

    /// Is every access of one piece, and every location a word of its own?
    #[inline(always)]
    pub(crate) fn is_whole(&self) -> bool {
        self.is_whole
    }

    /// May a thread write these bytes, which are shared? False if that is something to learn.
    #[inline(always)]
    pub(crate) fn may_write(&self, addr: u64, size: u64) -> bool {
        !self.library_reads || self.marks_write(addr, size)
    }

    fn marks_write(&self, addr: u64, size: u64) -> bool {
        let object = self.find_indexed(addr, size);
        object.is_none_or(|object| self.sightings.write(object, addr - object.base, size).is_ok())
    }
}

impl Statics {
    /// What lies at an address; the bounds of static and thread-local objects are checked here.
    #[inline(always)]
    pub(crate) fn find(&self, addr: u64, size: u64) -> Result<Found<'_>, FailureKind> {
        match self.find_indexed(addr, size) {
            Some(object) => Ok(object.found(addr)),
            None => self.find_elsewhere(addr, size),
        }
    }

    /// The same for what is not in the index.
    fn find_elsewhere(&self, addr: u64, size: u64) -> Result<Found<'_>, FailureKind> {
        match Area::of(addr) {
            Area::Static => match covering(&self.statics, addr, size) {
                Some(object) => Ok(object.found(addr)),
                None => Err(FailureKind::OutOfBounds),
            },
            Area::Dynamic { .. } => Ok(Found::Shared),
            Area::Private => Ok(Found::Private),
            Area::ThreadLocal { offset, .. } => match covering(&self.thread_locals, offset, size) {
                Some(_) => Ok(Found::Shared),
                None => Err(FailureKind::OutOfBounds),
            },
            Area::Null => Err(FailureKind::NullDereference),
            Area::Function | Area::Nowhere => Err(FailureKind::OutOfBounds),
        }
    }

    /// The static object in which all of these bytes lie, if the index has it.
    #[inline(always)]
    fn find_indexed(&self, addr: u64, size: u64) -> Option<&Static> {
        let block = (addr / BLOCK_BYTES).wrapping_sub(self.first_block);
        let number = *self.blocks.get(usize::try_from(block).ok()?)?;
        let object = self.statics.get((number as usize).wrapping_sub(1))?;
        let offset = addr.wrapping_sub(object.base);
        (offset <= object.size && size <= object.size - offset).then_some(object)
    }

    /// Are all of these bytes, at least one, shared by the threads, as far as can be told quickly?
    #[inline(always)]
    pub(crate) fn shares(&self, addr: u64, size: u64) -> bool {
        let block = (addr / BLOCK_BYTES).wrapping_sub(self.first_block);
        match self.blocks.get(block as usize) {
            Some(&number) => self.shared.get(number as usize).is_some_and(|&(base, length)| {
                let offset = addr.wrapping_sub(base);
                offset < length && size <= length - offset
            }),
            None => layout::is_dynamic(addr),
        }
    }

    /// The static object in which an address lies, if threads may write it: its first byte and how many it has.
    pub(crate) fn shared_object(&self, addr: u64) -> Option<(u64, u64)> {
        let object = self.find_indexed(addr, 1).filter(|object| !object.constant)?;
        Some((object.base, object.size))
    }

    /// Finds out which object lies in which block.
    fn index(&mut self) {
        let (Some(first), Some(last)) = (self.statics.first(), self.statics.last()) else { return };
        let first = first.base / BLOCK_BYTES;
        let block = |addr: u64| (addr / BLOCK_BYTES - first) as usize;
        if (last.base + last.size) / BLOCK_BYTES - first >= MAX_BLOCKS {
            return;
        }
        let mut blocks = vec![0; block(last.base + last.size) + 1];
        for (number, object) in (1..).zip(&self.statics) {
            for entry in &mut blocks[block(object.base)..=block(object.base + object.size.saturating_sub(1))] {
                if std::mem::replace(entry, number) != 0 {
                    return;
                }
            }
        }
        self.blocks = blocks;
        self.first_block = first;
        let place = |object: &Static| if object.constant { (0, 0) } else { (object.base, object.size) };
        self.shared = std::iter::once((0, 0)).chain(self.statics.iter().map(place)).collect();
    }

    /// The initial value of a location.
    pub(crate) fn initial_value(&self, location: Address, pairs: &Pairs) -> Value {
        let span = layout::span(location);
        let read = |objects: &[Static], start| {
            covering(objects, start, span.length)
                .map_or(0, |object| object.read(start - object.base, span.length, pairs))
        };
        match Area::of(span.start) {
            Area::Static => read(&self.statics, span.start),
            Area::ThreadLocal { offset, .. } => read(&self.thread_locals, offset),
            Area::Dynamic { region: Region::Heap | Region::New | Region::NewArray | Region::Stack, .. } => UNDEFINED,
            _ => 0,
        }
    }

    /// The static object in which an address lies, or right behind whose end.
    pub(crate) fn static_at(&self, addr: u64) -> Option<&Static> {
        covering(&self.statics, addr, 0)
    }

    /// The thread-local object in which an offset lies, or right behind whose end.
    pub(crate) fn thread_local_at(&self, offset: u64) -> Option<&Static> {
        covering(&self.thread_locals, offset, 0)
    }

    /// The bytes, from the first to behind the last, of the object or place in which an address lies.
    pub(crate) fn extent(&self, addr: u64) -> (u64, u64) {
        let extent = match Area::of(addr) {
            Area::Static => self.static_at(addr).map(|object| (object.base, object.size)),
            Area::ThreadLocal { thread, offset } => self
                .thread_local_at(offset)
                .map(|object| (layout::thread_local(ThreadId(thread.0), object.base), object.size)),
            Area::Dynamic { .. } => Some(layout::dynamic_place(addr)),
            _ => None,
        };
        extent.map_or((addr, addr), |(start, size)| (start, start + size))
    }

    /// Sorts the objects and checks that they are where they may be and do not overlap.
    pub(crate) fn validate(&mut self) -> Result<(), InvalidProgram> {
        self.statics.sort_by_key(|object| (object.base, object.size));
        self.thread_locals.sort_by_key(|object| (object.base, object.size));
        check(&self.statics, layout::NULL_PAGE, layout::FUNCTIONS)?;
        check(&self.thread_locals, 0, layout::MAX_THREAD_LOCAL)?;
        for (number, object) in (0..).zip(&mut self.statics) {
            object.number = number;
        }
        self.index();
        Ok(())
    }
}

fn check(objects: &[Static], mut free: u64, limit: u64) -> Result<(), InvalidProgram> {
    for object in objects {
        let wrong = || InvalidProgram::Object { name: object.name.clone() };
        let end = object.base.checked_add(object.size).ok_or_else(wrong)?;
        // Even an object without bytes has an address of its own.
        let next = end.checked_add(u64::from(object.size == 0)).ok_or_else(wrong)?;
        if object.base < free || next > limit || object.bytes.len() as u64 > object.size {
            return Err(wrong());
        }
        free = next;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn memory() -> Statics {
        let object = |base, size, bytes: &[u8], constant| Static::new("x", base, size, bytes.to_vec(), constant);
        Statics {
            statics: vec![object(0x1_0000, 12, &[1, 2, 3, 4, 5], false), object(0x1_0040, 3, b"ab\0", true)],
            thread_locals: vec![object(16, 4, &[9], false)],
            ..Statics::default()
        }
    }

    #[test]
    fn initial_values_are_little_endian_bytes_of_any_size() {
        let value = |addr, size| memory().initial_value(layout::location(addr, size), &Pairs::default());
        assert_eq!(value(0x1_0000, 4), 0x0403_0201);
        assert_eq!(value(0x1_0002, 2), 0x0403);
        assert_eq!(value(0x1_0004, 8), 5, "bytes that are not given are 0");
        assert_eq!(value(layout::thread_local(ThreadId(3), 16), 4), 9);
        let heap = |region| layout::dynamic_base(region, ThreadId(1), 0, 8).unwrap();
        assert_eq!(value(heap(Region::Heap), 4), UNDEFINED);
        assert_eq!(value(heap(Region::Stack), 1), UNDEFINED);
        assert_eq!(value(heap(Region::Zeroed), 8), 0);
    }

    #[test]
    fn bounds_are_exact() {
        let memory = memory();
        let kind = |addr, size| memory.find(addr, size).err();
        assert_eq!(kind(0x1_0008, 4), None);
        assert_eq!(kind(0x1_0009, 4), Some(FailureKind::OutOfBounds));
        assert_eq!(kind(0xffff, 1), Some(FailureKind::OutOfBounds));
        assert_eq!(kind(0x1_0000, u64::MAX), Some(FailureKind::OutOfBounds));
        assert_eq!(kind(8, 1), Some(FailureKind::NullDereference));
        assert_eq!(kind(layout::thread_local(ThreadId(0), 20), 1), Some(FailureKind::OutOfBounds));
        assert!(matches!(memory.find(0x1_0041, 2), Ok(Found::Constant(_, 1))));
    }

    #[test]
    fn the_index_finds_what_the_search_finds() {
        let mut indexed = memory();
        indexed.validate().unwrap();
        assert!(!indexed.blocks.is_empty());
        let mut crowded = memory();
        crowded.statics.push(Static::new("y", 0x1_0050, 0, Vec::new(), false));
        crowded.validate().unwrap();
        assert!(crowded.blocks.is_empty(), "two objects in one block");
        for addr in 0xff00..0x1_0100 {
            for size in [0, 1, 8] {
                let name = |object: Option<&Static>| object.map(|object| object.base);
                let searched = name(covering(&indexed.statics, addr, size));
                // Right behind its end an object has no bytes.
                let expected = searched.filter(|_| size > 0 || indexed.find_indexed(addr, 1).is_some());
                let found = name(indexed.find_indexed(addr, size)).filter(|_| expected.is_some());
                assert_eq!(found, expected, "{addr} {size}");
            }
        }
    }

    #[test]
    fn what_is_shared_is_what_can_be_found_and_written() {
        let mut memory = memory();
        memory.validate().unwrap();
        let dynamic = (2..7).map(|region| (region << 44) + 8);
        for addr in (0xff00..0x1_0100).chain([0, 1 << 43, 1 << 44, u64::MAX]).chain(dynamic) {
            for size in [1, 4, 8] {
                let found = matches!(memory.find(addr, size), Ok(Found::Shared | Found::Static(..)));
                let is_thread_local = matches!(Area::of(addr), Area::ThreadLocal { .. });
                assert_eq!(memory.shares(addr, size), found && !is_thread_local, "{addr} {size}");
            }
        }
    }

    #[test]
    fn objects_do_not_overlap() {
        assert_eq!(memory().validate(), Ok(()));
        let mut wrong = memory();
        wrong.statics[1].base = 0x1_000b;
        assert!(wrong.validate().is_err());
        let mut wrong = memory();
        wrong.statics[0].base = 8;
        assert!(wrong.validate().is_err());
        let mut wrong = memory();
        wrong.statics[0].size = u64::MAX;
        assert!(wrong.validate().is_err());
    }
}
