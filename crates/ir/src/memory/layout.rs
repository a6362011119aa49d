//! Where the objects of C programs are: an address names its object, for ever.
//!
//! | bits | what |
//! |---|---|
//! | 44..=46 | the region: 0 static (with the null page and the functions), 1 thread-local, 2 heap, 3 zeroed heap, 4 stack, 5 private, 6 `new`, 7 `new[]` |
//! | 37..=43 | the thread, in all regions but 0 and 5 |
//! | below | the place in the region |
//!
//! The place of an object in regions 2 to 4, 6 and 7 says how many the thread allocated before, and so does every address in it:
//! if bit 36 is 0, bits 18..=35 hold that number and the object has less than 2^18 bytes; if it is 1, bits 26..=35 hold it
//! and the object has less than 2^26 bytes. Nothing depends on what other threads do, and no address is used twice, so a
//! dangling pointer never points to anything else. Programs may keep tags in the top 16 bits, as they do on x86-64.
//!
//! Bit 47 marks what the system keeps beside a word of the program (the queue of a futex). No access of a program gets there.
//!
//! The explorer gets the *location* of an access: the address with the number of bytes in its top byte. Different
//! sizes at one address are different locations, whose overlap it notices.

use raddle_graph::{Address, ThreadId, Value};
use raddle_program::{Allocation, Span};

use crate::{FunctionId, Region};

/// What memory without a value holds. It has to be told from everything that programs store, in 64 bits: a program that
/// does store this number is refused, which is better than being wrong, and no program does.
pub const UNDEFINED: Value = 0x7ff4_5bad_f00d_eca5;

/// Addresses below belong to null pointers.
pub(crate) const NULL_PAGE: u64 = 4096;
/// Static objects end here; functions follow.
pub(crate) const FUNCTIONS: u64 = 1 << 43;
/// How many threads have addresses.
pub(crate) const MAX_THREADS: usize = 128;

const REGION_BIT: u32 = 44;
const THREAD_BIT: u32 = 37;
const LARGE: u64 = 1 << 36;
const SMALL_BITS: u32 = 18;
const LARGE_BITS: u32 = 26;
/// How far apart the ends of an object and of its place are at least, so that pointers slightly off miss the neighbours.
const MIN_GAP_BYTES: u64 = 4096;
const SIZE_BIT: u32 = 56;
const SHADOW: u64 = 1 << 47;
/// Addresses of memory are below this; larger numbers are not pointers, or have tags.
pub(crate) const ADDRESS_END: u64 = 1 << 47;

/// What may be at an address. The address alone does not say whether the object exists.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Area {
    /// Nothing: a null pointer, or one with a small offset.
    Null,
    /// A static object.
    Static,
    /// A function.
    Function,
    /// A thread-local object.
    ThreadLocal {
        /// Whose.
        thread: ThreadId,
        /// The offset in the thread-local memory of the thread, in bytes.
        offset: u64,
    },
    /// An object that a thread allocated, on the heap or on its stack.
    Dynamic {
        /// Where, and whether it holds zeros at first.
        region: Region,
        /// The allocation that created the object.
        allocation: Allocation,
        /// The offset in the object, in bytes.
        offset: u64,
    },
    /// A private object, which only the running thread can access.
    Private,
    /// Nothing.
    Nowhere,
}

impl Area {
    /// The area of an address without tags.
    #[inline]
    pub fn of(addr: u64) -> Area {
        let region = match addr >> REGION_BIT {
            0 if addr < NULL_PAGE => return Area::Null,
            0 if addr < FUNCTIONS => return Area::Static,
            0 => return Area::Function,
            1 => {
                let offset = addr & ((1 << THREAD_BIT) - 1);
                return Area::ThreadLocal { thread: thread_of(addr), offset };
            }
            2 => Region::Heap,
            3 => Region::Zeroed,
            4 => Region::Stack,
            5 => return Area::Private,
            6 => Region::New,
            7 => Region::NewArray,
            _ => return Area::Nowhere,
        };
        let bits = if addr & LARGE == 0 { SMALL_BITS } else { LARGE_BITS };
        let index = ((addr & (LARGE - 1)) >> bits) as u32;
        let offset = addr & ((1 << bits) - 1);
        Area::Dynamic { region, allocation: Allocation { thread: thread_of(addr), index }, offset }
    }
}

/// Is the address perhaps in an object that a thread allocated?
#[inline(always)]
pub(crate) fn is_dynamic(addr: u64) -> bool {
    matches!(addr >> REGION_BIT, 2..=4 | 6..=7)
}

/// Is the address perhaps in an object that only the running thread knows?
#[inline(always)]
pub(crate) fn is_private(addr: u64) -> bool {
    addr >> REGION_BIT == 5
}

/// The thread to which a thread-local object at an address would belong.
#[inline(always)]
pub(crate) fn thread_local_owner(addr: u64) -> Option<ThreadId> {
    (addr >> REGION_BIT == 1).then(|| thread_of(addr))
}

fn thread_of(addr: u64) -> ThreadId {
    ThreadId((addr >> THREAD_BIT) as u16 & (MAX_THREADS as u16 - 1))
}

/// The thread that allocated the object at an address, or whose thread-local one it is.
pub(crate) fn owner(addr: u64) -> Option<ThreadId> {
    matches!(addr >> REGION_BIT & 7, 1..=4 | 6..=7).then(|| thread_of(addr))
}

/// The same place in the memory of another thread.
pub(crate) fn with_owner(addr: u64, thread: ThreadId) -> u64 {
    addr & !((MAX_THREADS as u64 - 1) << THREAD_BIT) | u64::from(thread.0) << THREAD_BIT
}

/// The first byte of an object of that many bytes, the `index`-th that the thread allocated; `None` if there is no room.
pub(crate) fn dynamic_base(region: Region, thread: ThreadId, index: u32, size: u64) -> Option<u64> {
    let small = size <= (1 << SMALL_BITS) - MIN_GAP_BYTES;
    let (bits, flag) = if small { (SMALL_BITS, 0) } else { (LARGE_BITS, LARGE) };
    let room = thread.index() < MAX_THREADS && size <= (1 << bits) - MIN_GAP_BYTES && u64::from(index) < LARGE >> bits;
    let number = match region {
        Region::Heap => 2,
        Region::Zeroed => 3,
        Region::Stack => 4,
        Region::New => 6,
        Region::NewArray => 7,
    };
    room.then(|| number << REGION_BIT | u64::from(thread.0) << THREAD_BIT | flag | u64::from(index) << bits)
}

/// How many bytes there is room for at the place of a dynamic object, and where the place begins.
pub(crate) fn dynamic_place(addr: u64) -> (u64, u64) {
    let size = 1 << if addr & LARGE == 0 { SMALL_BITS } else { LARGE_BITS };
    (addr & !(size - 1), size)
}

/// The address of a thread-local byte.
pub(crate) fn thread_local(thread: ThreadId, offset: u64) -> u64 {
    1 << REGION_BIT | u64::from(thread.0) << THREAD_BIT | offset
}

/// How many bytes all thread-local objects may have together.
pub(crate) const MAX_THREAD_LOCAL: u64 = 1 << 32;

/// The first byte of a private object, after `units` places that are taken, and how many places it takes.
pub(crate) fn private_base(units: u32, size: u64) -> Option<(u64, u32)> {
    let needed = size.checked_add(MIN_GAP_BYTES)?.div_ceil(1 << SMALL_BITS);
    let end = u64::from(units).checked_add(needed)?;
    (end <= 1 << (REGION_BIT - SMALL_BITS)).then(|| (5 << REGION_BIT | u64::from(units) << SMALL_BITS, needed as u32))
}

/// The addresses that belong to a private object of a size, with the gap behind it.
pub(crate) fn private_place(base: u64, size: u64) -> std::ops::Range<u64> {
    let places = size.saturating_add(MIN_GAP_BYTES).div_ceil(1 << SMALL_BITS);
    base..base.saturating_add(places << SMALL_BITS)
}

/// The address of a function.
pub(crate) fn function_address(function: FunctionId) -> u64 {
    FUNCTIONS + (u64::from(function.0) << 4)
}

/// Which function has this address, if it is one at all.
pub(crate) fn function_at(addr: u64) -> Option<FunctionId> {
    let offset = addr.checked_sub(FUNCTIONS)?;
    if offset % 16 != 0 {
        return None;
    }
    u32::try_from(offset >> 4).ok().map(FunctionId)
}

/// The location of an access: what the explorer sees.
#[inline]
pub(crate) fn location(addr: u64, size: u64) -> Address {
    Address(addr | size << SIZE_BIT)
}

/// The location of what the system keeps beside a word.
pub(crate) fn shadow(addr: u64, size: u64) -> Address {
    location(addr | SHADOW, size)
}

/// The bytes of a location.
pub(crate) fn span(location: Address) -> Span {
    Span { start: byte(location), length: (location.0 >> SIZE_BIT).max(1) }
}

/// How many bytes a location has.
#[inline(always)]
pub(crate) fn length(location: Address) -> u64 {
    location.0 >> SIZE_BIT
}

/// The address in a location.
#[inline]
pub(crate) fn byte(location: Address) -> u64 {
    location.0 & ((1 << SIZE_BIT) - 1)
}

/// The address of the word beside which something is kept; others as they are.
pub(crate) fn without_shadow(addr: u64) -> u64 {
    if addr >> REGION_BIT & 8 != 0 && addr >> 48 == 0 { addr & !SHADOW } else { addr }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_names_its_object() {
        for region in [Region::Heap, Region::Zeroed, Region::Stack, Region::New, Region::NewArray] {
            for (index, size) in [(0, 0), (7, 100), (262_143, 1), (1023, 1 << 20), (5, (1 << 26) - MIN_GAP_BYTES)] {
                let thread = ThreadId(127);
                let base = dynamic_base(region, thread, index, size).unwrap();
                assert!(base < 1 << 47);
                for offset in [0, size / 2, size] {
                    let allocation = Allocation { thread, index };
                    assert_eq!(Area::of(base + offset), Area::Dynamic { region, allocation, offset });
                }
                assert_eq!(dynamic_place(base + size).0, base);
                let before = Area::of(base - 1);
                assert!(
                    !matches!(before, Area::Dynamic { allocation, .. } if allocation == Allocation { thread, index })
                );
            }
        }
    }

    #[test]
    fn what_has_no_room_is_refused() {
        let base = |thread, index, size| dynamic_base(Region::Heap, ThreadId(thread), index, size);
        assert_eq!(base(0, 0, 1 << 26), None);
        assert_eq!(base(0, 1024, 1 << 20), None);
        assert_eq!(base(0, 1 << 18, 1), None);
        assert_eq!(base(128, 0, 1), None);
        assert_eq!(base(0, 0, u64::MAX), None);
        assert_eq!(private_base(0, u64::MAX), None);
        assert_eq!(private_base((1 << 26) - 1, 8).map(|(_, units)| units), Some(1));
        assert_eq!(private_base(1 << 26, 8), None);
    }

    #[test]
    fn null_functions_and_nonsense_are_told_apart() {
        assert_eq!(Area::of(0), Area::Null);
        assert_eq!(Area::of(4095), Area::Null);
        assert_eq!(Area::of(4096), Area::Static);
        assert_eq!(Area::of(function_address(FunctionId(3))), Area::Function);
        assert_eq!(function_at(function_address(FunctionId(3))), Some(FunctionId(3)));
        assert_eq!(function_at(function_address(FunctionId(3)) + 1), None);
        assert_eq!(Area::of(private_base(3, 8).unwrap().0), Area::Private);
        assert_eq!(Area::of(8 << 44), Area::Nowhere);
        assert_eq!(Area::of(u64::MAX), Area::Nowhere);
        let addr = thread_local(ThreadId(2), 40);
        assert_eq!(Area::of(addr), Area::ThreadLocal { thread: ThreadId(2), offset: 40 });
        assert_eq!((owner(addr), owner(4096), owner(private_base(3, 8).unwrap().0)), (Some(ThreadId(2)), None, None));
        assert_eq!(with_owner(addr, ThreadId(5)), thread_local(ThreadId(5), 40));
        assert_eq!(owner(byte(shadow(addr, 4))), Some(ThreadId(2)));
    }

    #[test]
    fn a_location_is_an_address_and_a_size() {
        let location = location(0x1234, 8);
        assert_eq!(span(location), Span { start: 0x1234, length: 8 });
        assert_eq!(byte(location), 0x1234);
    }
}
