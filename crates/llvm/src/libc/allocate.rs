//! The heap: malloc and its relatives.
//!
//! Memory never runs out, but a block that no machine has room for is not allocated. All blocks are aligned to 4096 bytes. Their sizes are stored only in programs that use
//! `realloc`: in a table of the library, indexed by the allocating thread and the number of the block (both are in the
//! address), and accessed like any memory.

use raddle_graph::Mode;
use raddle_ir::{BinaryOp, CheckedOp, FailureKind, Instr, Operand, Reg, Region};

use super::code::{Code, WORD, argument, int};
use super::table::{LibraryFunction, function, same};
use super::{bytes, process, strings};

/// The greatest alignment that every block has.
const BLOCK_ALIGNMENT: u64 = 4096;
/// No process has as many bytes: the address space of x86-64 and ARMv8 ends here.
const ADDRESS_SPACE_BYTES: u64 = 1 << 47;
const ENOMEM: i32 = 12;
const EINVAL: u64 = 22;

pub(super) const TABLE: &[LibraryFunction] = &[
    function("malloc", 1, malloc),
    same("valloc", "malloc"),
    same("pvalloc", "malloc"),
    same("__VERIFIER_malloc", "malloc"),
    function("calloc", 2, calloc),
    function("realloc", 2, realloc),
    function("reallocarray", 3, reallocarray),
    function("malloc_usable_size", 1, usable_size).borrows(&[0]),
    function("aligned_alloc", 2, aligned_alloc),
    function("memalign", 2, memalign),
    same("__VERIFIER_malloc_aligned", "aligned_alloc"),
    function("posix_memalign", 3, posix_memalign).borrows(&[0]),
    function("free", 1, free).borrows(&[0]),
    same("cfree", "free"),
    same("__VERIFIER_free", "free"),
    function("strdup", 1, strdup).borrows(&[0]),
    same("__strdup", "strdup"),
    function("strndup", 2, strndup).borrows(&[0]),
    same("__strndup", "strndup"),
];

/// Whether the program needs the sizes of blocks.
fn remembers_sizes(code: &Code<'_>) -> bool {
    code.library.uses(&["realloc", "reallocarray", "malloc_usable_size"])
}

/// Number of blocks per thread whose sizes are stored, and number of threads.
const MAX_SIZED_BLOCKS: u64 = 4096;
const MAX_THREADS: u64 = 128;

/// The address of a block's size.
fn size_of(code: &mut Code<'_>, block: impl Into<Operand>) -> Reg {
    let block = block.into();
    // See `layout` in `raddle_ir`: bits 37 to 43 of an address are the thread, those from 18 to 35 its block; if bit 36 is
    // set, the block is large, and those from 26 are.
    let bits = |code: &mut Code<'_>, first: u64, count: u64| {
        let shifted = code.binary(BinaryOp::LShr, WORD, block, first);
        code.binary(BinaryOp::And, WORD, shifted, (1 << count) - 1)
    };
    let (thread, large) = (bits(code, 37, 7), bits(code, 36, 1));
    let (small_index, large_index) = (bits(code, 18, 18), bits(code, 26, 10));
    let index = code.select(large, large_index, small_index);
    let many = code.below(MAX_SIZED_BLOCKS - 1, index);
    let message = "realloc is not supported where a thread allocates more than 4096 blocks";
    code.fail_if(many, FailureKind::Unsupported, message);
    let row = code.binary(BinaryOp::Mul, WORD, thread, MAX_SIZED_BLOCKS);
    let entry = code.add(row, index);
    let offset = code.binary(BinaryOp::Shl, WORD, entry, 3);
    let table = code.library_variable("sizes of blocks", 8 * MAX_SIZED_BLOCKS * MAX_THREADS);
    code.add(table, offset)
}

/// Allocates a block.
pub(super) fn allocate(code: &mut Code<'_>, size: impl Into<Operand>, region: Region) -> Reg {
    let (dst, size) = (code.register(), size.into());
    code.emit(Instr::Allocate { dst, size, region });
    if remembers_sizes(code) {
        let word = size_of(code, dst);
        code.store(word, size, Mode::Na, WORD);
    }
    dst
}

/// Returns null for a size that no machine has room for.
pub(super) fn refuse_absurd(code: &mut Code<'_>, size: impl Into<Operand>) {
    let absurd = code.below(ADDRESS_SPACE_BYTES - 1, size);
    code.when(absurd, |code| {
        process::set_errno(code, ENOMEM);
        code.ret(0);
    });
}

fn malloc(code: &mut Code<'_>) {
    refuse_absurd(code, argument(0));
    let block = allocate(code, argument(0), Region::Heap);
    code.ret(block);
}

/// The product of two parameters; the function returns null on overflow.
fn product(code: &mut Code<'_>, lhs: u16, rhs: u16) -> Reg {
    let (dst, overflow) = (code.register(), code.register());
    let (lhs, rhs) = (argument(lhs), argument(rhs));
    code.emit(Instr::Checked { op: CheckedOp::UMul, width: WORD, dst, overflow: Some(overflow), lhs, rhs });
    code.when(overflow, |code| {
        process::set_errno(code, ENOMEM);
        code.ret(0);
    });
    refuse_absurd(code, dst);
    dst
}

fn calloc(code: &mut Code<'_>) {
    let size = product(code, 0, 1);
    let block = allocate(code, size, Region::Zeroed);
    code.ret(block);
}

fn realloc(code: &mut Code<'_>) {
    let (block, size) = (argument(0), argument(1));
    refuse_absurd(code, size);
    resize(code, block, size);
}

fn reallocarray(code: &mut Code<'_>) {
    let size = product(code, 1, 2);
    let block = argument(0);
    resize(code, block, size.into());
}

fn resize(code: &mut Code<'_>, block: Operand, size: Operand) {
    let null = code.not(block);
    code.when(null, |code| {
        let new = allocate(code, size, Region::Heap);
        code.ret(new);
    });
    let empty = code.not(size);
    code.when(empty, |code| {
        code.emit(Instr::Free { addr: block, region: Region::Heap });
        code.ret(0);
    });
    let word = size_of(code, block);
    let old = code.load(word, Mode::Na, WORD);
    let new = allocate(code, size, Region::Heap);
    let shrinks = code.below(size, old);
    let count = code.select(shrinks, size, old);
    code.copy(new, block, count);
    code.emit(Instr::Free { addr: block, region: Region::Heap });
    code.ret(new);
}

fn usable_size(code: &mut Code<'_>) {
    let block = argument(0);
    let null = code.not(block);
    code.when(null, |code| code.ret(0));
    let word = size_of(code, block);
    let size = code.load(word, Mode::Na, WORD);
    code.ret(size);
}

/// Fails for alignments greater than that of blocks.
pub(super) fn check_alignment(code: &mut Code<'_>, alignment: Operand) {
    let large = code.below(BLOCK_ALIGNMENT, alignment);
    code.fail_if(large, FailureKind::Unsupported, "memory aligned to more than 4096 bytes is not supported");
}

/// Fails for what is not a power of two.
pub(super) fn require_power_of_two(code: &mut Code<'_>, alignment: Operand) {
    let odd = other_bits(code, alignment);
    let message = "memory is asked for with an alignment that is not a power of two";
    code.fail_if(odd, FailureKind::InvalidArgument, message);
    let none = code.not(alignment);
    code.fail_if(none, FailureKind::InvalidArgument, message);
}

/// 0 for powers of two (and for 0).
fn other_bits(code: &mut Code<'_>, alignment: Operand) -> Reg {
    let ones = code.binary(BinaryOp::Sub, WORD, alignment, 1);
    code.binary(BinaryOp::And, WORD, alignment, ones)
}

fn aligned_alloc(code: &mut Code<'_>) {
    let alignment = argument(0);
    require_power_of_two(code, alignment);
    allocate_aligned(code, alignment);
}

/// Without an alignment it does what `malloc` does.
fn memalign(code: &mut Code<'_>) {
    let alignment = argument(0);
    code.when(alignment, |code| require_power_of_two(code, alignment));
    allocate_aligned(code, alignment);
}

fn allocate_aligned(code: &mut Code<'_>, alignment: Operand) {
    refuse_absurd(code, argument(1));
    check_alignment(code, alignment);
    let block = allocate(code, argument(1), Region::Heap);
    code.ret(block);
}

fn posix_memalign(code: &mut Code<'_>) {
    let alignment = argument(1);
    let odd = other_bits(code, alignment);
    code.when(odd, |code| code.ret(EINVAL));
    let small = code.below(alignment, 8);
    code.when(small, |code| code.ret(EINVAL));
    let absurd = code.below(ADDRESS_SPACE_BYTES - 1, argument(2));
    code.when(absurd, |code| code.ret(int(ENOMEM)));
    check_alignment(code, alignment);
    let block = allocate(code, argument(2), Region::Heap);
    code.store(argument(0), block, Mode::Na, WORD);
    code.ret(int(0));
}

fn free(code: &mut Code<'_>) {
    code.emit(Instr::Free { addr: argument(0), region: Region::Heap });
    code.ret_void();
}

fn strdup(code: &mut Code<'_>) {
    let text = argument(0);
    let length = strings::length(code, text, None);
    duplicate(code, text, length);
}

fn strndup(code: &mut Code<'_>) {
    let (text, limit) = (argument(0), argument(1));
    let length = strings::length(code, text, Some(limit));
    duplicate(code, text, length);
}

/// Returns a copy of a string of that length.
fn duplicate(code: &mut Code<'_>, text: Operand, length: Reg) {
    let size = code.add(length, 1);
    let block = allocate(code, size, Region::Heap);
    code.copy(block, text, length);
    let end = code.add(block, length);
    bytes::store_byte(code, end, 0);
    code.ret(block);
}
