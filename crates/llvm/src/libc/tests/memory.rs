//! The heap, and memory as bytes.

use raddle_graph::Mode;

use super::world::{TestProgram, lib};
use crate::libc::code::{INT, WORD, byte};

#[test]
fn a_block_holds_what_is_put_there_until_it_is_freed() {
    let outcome = TestProgram::new(&[]).run_alone(|code| {
        let block = lib!(code, "malloc", 8);
        code.store(block, 7, Mode::Na, WORD);
        let value = code.load(block, Mode::Na, WORD);
        code.check(value, 7);
        lib!(code, "free", block);
        lib!(code, "free", 0);
    });
    assert_eq!(outcome.alive, [0].into());
}

#[test]
fn forgotten_blocks_stay_alive() {
    let outcome = TestProgram::new(&[]).run_alone(|code| {
        lib!(code, "malloc", 8);
        lib!(code, "calloc", 2, 4);
    });
    assert_eq!(outcome.alive, [2].into());
}

#[test]
fn blocks_are_misused() {
    TestProgram::new(&[])
        .run(|code| {
            let block = lib!(code, "malloc", 8);
            code.load(block, Mode::Na, INT);
        })
        .wrong("uninitialized-read");
    TestProgram::new(&[])
        .run(|code| {
            let block = lib!(code, "calloc", 1, 8);
            let behind = code.add(block, 8);
            code.load(behind, Mode::Na, INT);
        })
        .wrong("OutOfBounds");
    TestProgram::new(&[])
        .run(|code| {
            let block = lib!(code, "calloc", 1, 8);
            lib!(code, "free", block);
            code.load(block, Mode::Na, INT);
        })
        .wrong("UseAfterFree");
    TestProgram::new(&[])
        .run(|code| {
            let block = lib!(code, "malloc", 8);
            lib!(code, "free", block);
            lib!(code, "free", block);
        })
        .wrong("DoubleFree");
    let mut world = TestProgram::new(&[]);
    let variable = world.variable("x", 4);
    world
        .run(|code| {
            lib!(code, "free", variable);
        })
        .wrong("invalid-free");
}

#[test]
fn calloc_gives_zeros_or_nothing() {
    TestProgram::new(&[]).run_alone(|code| {
        let block = lib!(code, "calloc", 3, 4);
        let last = code.add(block, 8);
        let value = code.load(last, Mode::Na, INT);
        code.check(value, 0);
        let nothing = lib!(code, "calloc", u64::MAX, 2);
        code.check(nothing, 0);
    });
}

#[test]
fn realloc_keeps_the_content() {
    let outcome = TestProgram::new(&["realloc"]).run_alone(|code| {
        let small = lib!(code, "realloc", 0, 4);
        code.store(small, 5, Mode::Na, INT);
        let size = lib!(code, "malloc_usable_size", small);
        code.check(size, 4);
        let large = lib!(code, "realloc", small, 16);
        let value = code.load(large, Mode::Na, INT);
        code.check(value, 5);
        let behind = code.add(large, 12);
        code.store(behind, 6, Mode::Na, INT);
        let array = lib!(code, "reallocarray", large, 2, 2);
        let value = code.load(array, Mode::Na, INT);
        code.check(value, 5);
        let nothing = lib!(code, "realloc", array, 0);
        code.check(nothing, 0);
        let zeros = lib!(code, "calloc", 1, 8);
        let more = lib!(code, "realloc", zeros, 12);
        let value = code.load(more, Mode::Na, WORD);
        code.check(value, 0);
        lib!(code, "free", more);
    });
    assert_eq!(outcome.alive, [0].into());
}

#[test]
fn realloc_frees_the_old_block() {
    TestProgram::new(&["realloc"])
        .run(|code| {
            let old = lib!(code, "malloc", 4);
            code.store(old, 1, Mode::Na, INT);
            lib!(code, "realloc", old, 8);
            code.load(old, Mode::Na, INT);
        })
        .wrong("UseAfterFree");
    let mut world = TestProgram::new(&["realloc"]);
    let variable = world.variable("x", 4);
    world
        .run(|code| {
            lib!(code, "realloc", variable, 8);
        })
        .wrong("invalid-free");
}

#[test]
fn blocks_are_aligned_as_asked() {
    let mut world = TestProgram::new(&[]);
    let place = world.variable("p", 8);
    world.run_alone(|code| {
        let aligned = |code: &mut crate::libc::code::Code<'_>, block, alignment: u64| {
            let rest = code.binary(raddle_ir::BinaryOp::URem, WORD, block, alignment);
            code.check(rest, 0);
        };
        let block = lib!(code, "aligned_alloc", 64, 128);
        aligned(code, block, 64);
        let block = lib!(code, "memalign", 4096, 1);
        aligned(code, block, 4096);
        let result = lib!(code, "posix_memalign", place, 256, 8);
        code.check(result, 0);
        let block = code.load(place, Mode::Na, WORD);
        aligned(code, block, 256);
        let result = lib!(code, "posix_memalign", place, 24, 8);
        code.check(result, 22);
    });
    TestProgram::new(&[])
        .run(|code| {
            lib!(code, "aligned_alloc", 1 << 20, 8);
        })
        .wrong("aligned to more than");
}

#[test]
fn strings_are_duplicated() {
    let mut world = TestProgram::new(&[]);
    let text = world.text("four");
    world.run_alone(|code| {
        let copy = lib!(code, "strdup", text);
        let same = lib!(code, "strcmp", copy, text);
        code.check(same, 0);
        let part = lib!(code, "strndup", text, 2);
        let length = lib!(code, "strlen", part);
        code.check(length, 2);
    });
}

#[test]
fn bytes_are_copied_set_and_compared() {
    let mut world = TestProgram::new(&[]);
    let text = world.text("abcdefgh");
    let buffer = world.variable("buffer", 16);
    world.run_alone(|code| {
        let to = lib!(code, "memcpy", buffer, text, 9);
        code.check(to, buffer);
        let same = lib!(code, "memcmp", buffer, text, 9);
        code.check(same, 0);
        lib!(code, "memmove", buffer + 1, buffer, 4);
        let moved = world_text(code, buffer);
        code.check(moved, u64::from_le_bytes(*b"aabcdfgh"));
        let end = lib!(code, "mempcpy", buffer, text, 3);
        code.check(end, buffer + 3);
        lib!(code, "bcopy", text + 4, buffer, 4);
        let moved = world_text(code, buffer);
        code.check(moved, u64::from_le_bytes(*b"efghdfgh"));
        lib!(code, "memset", buffer, 0x41, 2);
        lib!(code, "bzero", buffer + 7, 1);
        let set = world_text(code, buffer);
        code.check(set, u64::from_le_bytes(*b"AAghdfg\0"));
        let less = lib!(code, "memcmp", buffer, text, 2);
        code.check(less, u64::from(-32i32 as u32));
        let found = lib!(code, "memchr", text, u64::from(b'c'), 8);
        code.check(found, text + 2);
        let missing = lib!(code, "memchr", text, u64::from(b'c'), 2);
        code.check(missing, 0);
        let last = lib!(code, "memrchr", buffer, u64::from(b'g'), 8);
        code.check(last, buffer + 6);
        let checked = lib!(code, "__memcpy_chk", buffer, text, 2, 16);
        code.check(checked, buffer);
        lib!(code, "__memset_chk", buffer, 0x42, 1, 16);
        let first = code.load(buffer, Mode::Na, byte());
        code.check(first, 0x42);
    });
}

/// Eight bytes of memory.
fn world_text(code: &mut crate::libc::code::Code<'_>, addr: u64) -> raddle_ir::Reg {
    code.load(addr, Mode::Na, WORD)
}
