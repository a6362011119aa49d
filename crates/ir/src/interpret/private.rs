//! Memory that only its thread knows: it is part of the thread's state, and never seen by the explorer.
//!
//! Objects come and go like a stack, with the frames of the functions that made them. Each byte holds a value or
//! nothing, and what holds nothing cannot be read. A hash of the content is kept up to date, so that loops can tell
//! whether an iteration changed anything.

use std::sync::Arc;

use raddle_graph::Value;
use raddle_program::Span;

use crate::FailureKind;
use crate::memory::layout;

/// How many words private objects of a thread may have together: states are copied all the time.
const MAX_PRIVATE_WORDS: usize = 1 << 22;

/// A private object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct PrivateObject {
    base: u64,
    size: u32,
    /// Where its words begin.
    start: u32,
}

impl PrivateObject {
    fn data_words(self) -> usize {
        (self.size as usize).div_ceil(8)
    }

    fn words(self) -> usize {
        self.data_words() + (self.size as usize).div_ceil(64)
    }
}

/// The private objects of a thread. States share them as long as nothing changes.
#[derive(Clone, Debug, Default)]
pub(crate) struct Private(Option<Arc<Objects>>);

static NOTHING: Objects = Objects { objects: Vec::new(), words: Vec::new(), hash: 0, units: 0 };

impl PartialEq for Private {
    fn eq(&self, other: &Private) -> bool {
        self.objects() == other.objects()
    }
}

impl Eq for Private {}

impl Private {
    /// Were there never any?
    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_none()
    }

    #[inline]
    fn objects(&self) -> &Objects {
        self.0.as_deref().unwrap_or(&NOTHING)
    }

    #[inline]
    fn objects_mut(&mut self) -> &mut Objects {
        Arc::make_mut(self.0.get_or_insert_default())
    }

    /// How many bytes it owns alone.
    #[inline]
    pub(crate) fn size(&self) -> usize {
        match &self.0 {
            Some(objects) if Arc::strong_count(objects) == 1 => objects.size(),
            _ => 0,
        }
    }

    /// How many objects there are.
    pub(crate) fn len(&self) -> u32 {
        self.objects().objects.len() as u32
    }

    /// The bytes of all objects, oldest first.
    pub(crate) fn spans(&self) -> impl Iterator<Item = Span> + '_ {
        self.objects().objects.iter().map(|object| Span { start: object.base, length: u64::from(object.size) })
    }

    /// The first byte of the first object after so many.
    pub(crate) fn base_after(&self, count: u32) -> Option<u64> {
        self.objects().objects.get(count as usize).map(|object| object.base)
    }

    /// The object in which a byte lies: its first byte and how many it has.
    pub(crate) fn object_of(&self, addr: u64) -> Option<(u64, u64)> {
        self.objects().find(addr, 1).ok().map(|(object, _)| (object.base, u64::from(object.size)))
    }

    /// A hash of the content of all objects.
    #[inline]
    pub(crate) fn hash(&self) -> u64 {
        self.objects().hash
    }

    /// Begins an object's life; `None` if there is no room for it.
    pub(crate) fn allocate(&mut self, size: u64) -> Option<u64> {
        self.objects_mut().allocate(size)
    }

    /// Ends the life of all objects but the first `count`.
    #[inline]
    pub(crate) fn release(&mut self, count: u32) {
        if self.len() > count {
            self.objects_mut().release(count);
        }
    }

    /// Reads up to 8 bytes, at least 1.
    #[inline]
    pub(crate) fn load(&self, addr: u64, size: u64) -> Result<Value, FailureKind> {
        self.objects().load(addr, size)
    }

    /// Reads up to 8 bytes, at least 1; those without a value are 0.
    pub(crate) fn load_raw(&self, addr: u64, size: u64) -> Result<Value, FailureKind> {
        self.objects().load_raw(addr, size)
    }

    /// Writes up to 8 bytes, at least 1.
    #[inline]
    pub(crate) fn store(&mut self, addr: u64, size: u64, value: Value) -> Result<(), FailureKind> {
        self.objects_mut().store(addr, size, value)
    }

    /// Makes up to 8 bytes, at least 1, hold nothing.
    pub(crate) fn undefine(&mut self, addr: u64, size: u64) -> Result<(), FailureKind> {
        self.objects_mut().undefine(addr, size)
    }

    /// Makes a whole object hold nothing. Addresses of anything else are ignored.
    pub(crate) fn forget(&mut self, addr: u64) {
        self.objects_mut().forget(addr);
    }

    /// Ends the life of an object, and forgets which one its addresses in private memory and in `registers` meant: they have no meaning any more, and
    /// loops that keep them come back to where they were. Addresses of anything else are ignored.
    pub(crate) fn expire(&mut self, addr: u64, registers: &mut [Value]) {
        if let Some(place) = self.objects_mut().expire(addr) {
            registers.iter_mut().for_each(|register| *register = without_meaning(*register, &place));
        }
    }

    /// Do all of up to 8 bytes hold a value, or all of them nothing? `None` if they differ.
    pub(crate) fn is_defined(&self, addr: u64, size: u64) -> Result<Option<bool>, FailureKind> {
        self.objects().is_defined(addr, size)
    }
}

/// The first place is that of all objects whose lives have ended before their function; the next one is empty, so that what is in front
/// of the first object is not there.
const EXPIRED_UNITS: u32 = 2;
/// How many bytes they have.
const EXPIRED_BYTES: u64 = 1 << 18;

/// What an address becomes when the life of the object at this place has ended; anything else stays.
fn without_meaning(value: Value, place: &std::ops::Range<u64>) -> Value {
    match (place.contains(&value), layout::private_base(0, 0)) {
        (true, Some((expired, _))) => expired + (value - place.start) % EXPIRED_BYTES,
        _ => value,
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Objects {
    /// Oldest first, so also by address.
    objects: Vec<PrivateObject>,
    /// For each object its bytes in words, then a bit for each byte: does it hold a value? Bytes without one are 0.
    words: Vec<u64>,
    /// A sum over all words; those that are 0 do not count.
    hash: u64,
    /// How many places for objects were used so far.
    units: u32,
}

/// What a word adds to the hash. Multiplication spreads, folding brings the high half back.
#[inline]
fn contribution(index: usize, word: u64) -> u64 {
    if word == 0 {
        return 0;
    }
    let position = (index as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let product = u128::from(word ^ position) * u128::from(position.rotate_left(32) | 1);
    (product as u64 ^ (product >> 64) as u64).wrapping_mul(0xd6e8_feb8_6659_fd93)
}

/// The low `count` bits, up to 64.
#[inline]
fn low_bits(count: u64) -> u64 {
    if count >= 64 { u64::MAX } else { (1 << count) - 1 }
}

/// What they are asked for, see `Private`.
impl Objects {
    /// How many bytes they take, with all that they own.
    fn size(&self) -> usize {
        let lists = size_of::<PrivateObject>() * self.objects.capacity() + size_of::<u64>() * self.words.capacity();
        size_of::<Objects>() + lists
    }

    fn allocate(&mut self, size: u64) -> Option<u64> {
        let (base, units) = layout::private_base(EXPIRED_UNITS + self.units, size)?;
        let object = PrivateObject { base, size: u32::try_from(size).ok()?, start: self.words.len() as u32 };
        let end = self.words.len() + object.words();
        if end > MAX_PRIVATE_WORDS {
            return None;
        }
        self.words.resize(end, 0);
        self.objects.push(object);
        self.units += units;
        Some(base)
    }

    fn release(&mut self, count: u32) {
        if self.objects.len() > count as usize {
            let start = self.end(count as usize);
            for (index, &word) in self.words.iter().enumerate().skip(start) {
                self.hash = self.hash.wrapping_sub(contribution(index, word));
            }
            self.words.truncate(start);
            self.objects.truncate(count as usize);
        }
    }

    /// The object in which all of these bytes lie, and how far from its first one.
    #[inline]
    fn find(&self, addr: u64, size: u64) -> Result<(PrivateObject, u64), FailureKind> {
        let after = self.objects.partition_point(|object| object.base <= addr);
        if let Some(&object) = self.objects[..after].last() {
            let offset = addr - object.base;
            let length = u64::from(object.size);
            if offset <= length && size <= length - offset {
                return Ok((object, offset));
            }
        }
        Err(self.absence(addr))
    }

    /// Why there is no object at an address: it lies beside one, or in a place whose object is gone.
    #[cold]
    fn absence(&self, addr: u64) -> FailureKind {
        let base = |units| layout::private_base(units, 0).map_or(u64::MAX, |(base, _)| base);
        let first = base(0);
        let was_used = (base(EXPIRED_UNITS)..base(EXPIRED_UNITS + self.units)).contains(&addr)
            || self.units > 0 && (first..first + EXPIRED_BYTES).contains(&addr);
        let beside = self.objects.iter().any(|object| {
            let place = layout::private_place(object.base, u64::from(object.size));
            place.contains(&addr)
        });
        if was_used && !beside { FailureKind::UseAfterScope } else { FailureKind::OutOfBounds }
    }

    #[inline]
    fn set_word(&mut self, index: usize, word: u64) {
        let old = self.words[index];
        if old == word {
            return;
        }
        self.hash = self.hash.wrapping_sub(contribution(index, old)).wrapping_add(contribution(index, word));
        self.words[index] = word;
    }

    /// Up to 64 bits from a bit on, in words that begin at `start`. The object has at least that many.
    #[inline]
    fn bits(&self, start: usize, bit: u64, count: u64) -> u64 {
        let (word, shift) = (start + (bit / 64) as usize, bit % 64);
        let mut bits = self.words[word] >> shift;
        if shift + count > 64 {
            bits |= self.words[word + 1] << (64 - shift);
        }
        bits & low_bits(count)
    }

    #[inline]
    fn set_bits(&mut self, start: usize, bit: u64, count: u64, bits: u64) {
        let (word, shift) = (start + (bit / 64) as usize, bit % 64);
        let mask = low_bits(count);
        let bits = bits & mask;
        let low = self.words[word] & !(mask << shift) | bits << shift;
        self.set_word(word, low);
        if shift + count > 64 {
            let done = 64 - shift;
            let high = self.words[word + 1] & !(mask >> done) | bits >> done;
            self.set_word(word + 1, high);
        }
    }

    /// Which of up to 8 bytes hold a value.
    fn mask(&self, object: PrivateObject, offset: u64, size: u64) -> u64 {
        self.bits(object.start as usize + object.data_words(), offset, size)
    }

    #[inline]
    fn load(&self, addr: u64, size: u64) -> Result<Value, FailureKind> {
        let (object, offset) = self.find(addr, size)?;
        if self.mask(object, offset, size) != low_bits(size) {
            return Err(FailureKind::UninitializedRead);
        }
        Ok(self.bits(object.start as usize, offset * 8, size * 8))
    }

    fn load_raw(&self, addr: u64, size: u64) -> Result<Value, FailureKind> {
        let (object, offset) = self.find(addr, size)?;
        Ok(self.bits(object.start as usize, offset * 8, size * 8))
    }

    #[inline]
    fn store(&mut self, addr: u64, size: u64, value: Value) -> Result<(), FailureKind> {
        let (object, offset) = self.find(addr, size)?;
        self.set_bits(object.start as usize, offset * 8, size * 8, value);
        self.set_bits(object.start as usize + object.data_words(), offset, size, u64::MAX);
        Ok(())
    }

    fn undefine(&mut self, addr: u64, size: u64) -> Result<(), FailureKind> {
        let (object, offset) = self.find(addr, size)?;
        self.set_bits(object.start as usize, offset * 8, size * 8, 0);
        self.set_bits(object.start as usize + object.data_words(), offset, size, 0);
        Ok(())
    }

    fn forget(&mut self, addr: u64) {
        if let Ok((object, 0)) = self.find(addr, 0) {
            let start = object.start as usize;
            for index in start..start + object.words() {
                self.set_word(index, 0);
            }
        }
    }

    /// Ends the life of an object: the place where it was.
    fn expire(&mut self, addr: u64) -> Option<std::ops::Range<u64>> {
        let Ok((object, 0)) = self.find(addr, 0) else { return None };
        self.forget(addr);
        self.objects.retain(|it| it.base != object.base);
        // Words in front of those of other objects stay until these are gone, too.
        self.words.truncate(self.end(self.objects.len()));
        let place = layout::private_place(object.base, u64::from(object.size));
        for other in 0..self.objects.len() {
            let start = self.objects[other].start as usize;
            for index in start..start + self.objects[other].data_words() {
                self.set_word(index, without_meaning(self.words[index], &place));
            }
        }
        Some(place)
    }

    /// Where the words of the first `count` objects end.
    fn end(&self, count: usize) -> usize {
        count.checked_sub(1).map_or(0, |last| self.objects[last].start as usize + self.objects[last].words())
    }

    fn is_defined(&self, addr: u64, size: u64) -> Result<Option<bool>, FailureKind> {
        let (object, offset) = self.find(addr, size)?;
        let mask = self.mask(object, offset, size);
        Ok(if mask == low_bits(size) {
            Some(true)
        } else if mask == 0 {
            Some(false)
        } else {
            None
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_little_endian_at_any_place() {
        let mut private = Private::default();
        let base = private.allocate(20).unwrap();
        private.store(base, 8, 0x0807_0605_0403_0201).unwrap();
        private.store(base + 8, 8, 0x100f_0e0d_0c0b_0a09).unwrap();
        for offset in 0..=8 {
            for size in 1..=8 {
                let expected = (0..size).fold(0, |value, i| value | (offset + i + 1) << (8 * i));
                assert_eq!(private.load(base + offset, size), Ok(expected), "{offset} {size}");
            }
        }
        private.store(base + 13, 7, 0xff77_6655_4433_2211).unwrap();
        assert_eq!(private.load(base + 12, 8), Ok(0x7766_5544_3322_110d));
        assert_eq!(private.load(base + 11, 2), Ok(0x0d0c));
    }

    #[test]
    fn bytes_without_a_value_cannot_be_read() {
        let mut private = Private::default();
        let base = private.allocate(100).unwrap();
        private.store(base + 60, 8, u64::MAX).unwrap();
        assert_eq!(private.load(base + 60, 8), Ok(u64::MAX));
        assert_eq!(private.load(base + 59, 2), Err(FailureKind::UninitializedRead));
        assert_eq!(private.load(base + 67, 2), Err(FailureKind::UninitializedRead));
        assert_eq!(private.is_defined(base + 60, 8), Ok(Some(true)));
        assert_eq!(private.is_defined(base + 64, 8), Ok(None));
        assert_eq!(private.is_defined(base + 68, 8), Ok(Some(false)));
        private.undefine(base + 61, 2).unwrap();
        assert_eq!(private.load(base + 60, 2), Err(FailureKind::UninitializedRead));
        assert_eq!(private.load(base + 63, 4), Ok(0xffff_ffff));
        private.forget(base);
        assert_eq!(private.is_defined(base + 60, 8), Ok(Some(false)));
    }

    #[test]
    fn bounds_are_exact_and_addresses_are_not_used_again() {
        let mut private = Private::default();
        assert_eq!(private.load(layout::private_base(0, 1).unwrap().0, 1), Err(FailureKind::OutOfBounds));
        let a = private.allocate(5).unwrap();
        let b = private.allocate(0).unwrap();
        assert_eq!(private.store(a + 1, 4, 0), Ok(()));
        assert_eq!(private.store(a + 2, 4, 0), Err(FailureKind::OutOfBounds));
        assert_eq!(private.store(b, 1, 0), Err(FailureKind::OutOfBounds));
        assert_eq!(private.load(a - 1, 1), Err(FailureKind::OutOfBounds));
        private.release(1);
        let c = private.allocate(8).unwrap();
        assert_ne!(b, c);
        assert_eq!(private.store(b, 1, 0), Err(FailureKind::UseAfterScope));
        let large = private.allocate(1 << 20).unwrap();
        private.store(large + (1 << 20) - 8, 8, 7).unwrap();
        assert_eq!(private.load(large + (1 << 20) - 8, 8), Ok(7));
        assert_eq!(private.allocate(1 << 30), None);
        assert_eq!(private.allocate(u64::MAX), None);
    }

    #[test]
    fn what_has_expired_is_told_from_what_never_was() {
        let mut private = Private::default();
        let (a, b) = (private.allocate(8).unwrap(), private.allocate(8).unwrap());
        private.store(a, 8, 1).unwrap();
        private.store(b, 8, 2).unwrap();
        private.expire(a, &mut []);
        assert_eq!(private.load(a, 8), Err(FailureKind::UseAfterScope));
        assert_eq!(private.load(b, 8), Ok(2));
        assert_eq!(private.load(b + 8, 8), Err(FailureKind::OutOfBounds));
        private.expire(b, &mut []);
        assert_eq!(private.store(b, 8, 2), Err(FailureKind::UseAfterScope));
        assert_eq!((private.hash(), private.len()), (0, 0));
        let c = private.allocate(8).unwrap();
        assert!(c > b, "addresses are not used again");
        assert_eq!(private.load(c + (1 << 30), 1), Err(FailureKind::OutOfBounds));
        private.release(0);
        assert_eq!((private.len(), private.objects().words.len()), (0, 0));
    }

    #[test]
    fn the_hash_tells_content_and_nothing_else() {
        let mut private = Private::default();
        let a = private.allocate(16).unwrap();
        private.store(a, 4, 1).unwrap();
        let before = private.hash();
        private.store(a, 4, 2).unwrap();
        assert_ne!(private.hash(), before);
        private.store(a, 4, 1).unwrap();
        assert_eq!(private.hash(), before);
        private.store(a + 8, 4, 0).unwrap();
        assert_ne!(private.hash(), before, "a zero is not nothing");
        private.undefine(a + 8, 4).unwrap();
        let b = private.allocate(24).unwrap();
        private.store(b + 3, 8, u64::MAX).unwrap();
        private.release(1);
        assert_eq!(private.hash(), before, "what a call leaves behind does not count");
        private.release(0);
        assert_eq!(private.hash(), 0);
    }

    #[test]
    fn addresses_of_what_has_expired_are_all_the_same() {
        let mut private = Private::default();
        let holder = private.allocate(16).unwrap();
        let round = |private: &mut Private| {
            let inner = private.allocate(24).unwrap();
            private.store(holder, 8, inner + 8).unwrap();
            let mut registers = [inner, holder, inner + 24, 5];
            private.expire(inner, &mut registers);
            (registers, private.load(holder, 8).unwrap(), private.hash())
        };
        let (first, second) = (round(&mut private), round(&mut private));
        assert_eq!(first, second);
        let ([inner, known, end, five], kept, _) = first;
        assert_eq!((known, end - inner, five, kept), (holder, 24, 5, inner + 8));
        for addr in [inner, kept] {
            assert_eq!(private.load(addr, 8), Err(FailureKind::UseAfterScope));
        }
    }
}
