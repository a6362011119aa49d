//! Copying and filling.

use raddle_graph::{Address, Width};
use raddle_program::{Action, Discovery};

use super::c::*;
use crate::memory::layout;
use crate::{BinaryOp, FailureKind, FunctionBuilder, Instr, Reg, Region};

const X: u64 = 0x1_0000;

/// The cells that were read (`r`) and written (`w`): place behind `base`, and size.
fn cells(log: &[Action], base: u64) -> Vec<(char, i64, u64)> {
    let cell = |kind, addr: Address| {
        let span = layout::span(addr);
        (kind, span.start as i64 - base as i64, span.length)
    };
    log.iter()
        .filter_map(|action| match *action {
            Action::Read { addr, .. } => Some(cell('r', addr)),
            Action::Write { addr, .. } => Some(cell('w', addr)),
            _ => None,
        })
        .collect()
}

fn private(c: &mut FunctionBuilder, size: u64) -> Reg {
    let p = c.register();
    c.emit(Instr::Private { dst: p, size: size.into(), align: 8 });
    p
}

#[test]
fn shared_memory_is_copied_in_aligned_cells() {
    let runner = run(|c, Objects { x, .. }| c.copy(x + 16, x, 15));
    let expected =
        [('r', 0, 8), ('w', 16, 8), ('r', 8, 4), ('w', 24, 4), ('r', 12, 2), ('w', 28, 2), ('r', 14, 1), ('w', 30, 1)];
    assert_eq!(cells(&runner.log, X), expected);
    assert_eq!(runner.read(at(X + 16, 8)), 0x0807_0605_0403_0201);
    let runner = run(|c, Objects { x, .. }| c.copy(x + 34, x, 4));
    assert_eq!(cells(&runner.log, X), [('r', 0, 2), ('w', 34, 2), ('r', 2, 2), ('w', 36, 2)]);
}

#[test]
fn overlapping_bytes_are_read_before_they_are_overwritten() {
    let bytes = |to: u64, from: u64| {
        let runner = run(move |c, _| {
            let p = private(c, 32);
            for offset in 0..16 {
                c.binary(BinaryOp::Add, Width::W64, p, p, 0);
                let q = c.register();
                c.binary(BinaryOp::Add, Width::W64, q, p, offset);
                c.store(q, offset + 1, NA, W8());
            }
            let (to_reg, from_reg) = (c.register(), c.register());
            c.binary(BinaryOp::Add, Width::W64, to_reg, p, to);
            c.binary(BinaryOp::Add, Width::W64, from_reg, p, from);
            c.copy(to_reg, from_reg, 12);
            let low = c.register();
            c.load(low, to_reg, NA, Width::W64);
        });
        let registers = 1 + 16 + 2 + 4;
        runner.register(Reg(registers))
    };
    assert_eq!(bytes(3, 0), 0x0807_0605_0403_0201);
    assert_eq!(bytes(0, 3), 0x0b0a_0908_0706_0504);
    assert_eq!(bytes(4, 4), 0x0c0b_0a09_0807_0605);
    let runner = run(|c, Objects { x, .. }| c.copy(x + 4, x, 8));
    assert_eq!(cells(&runner.log, X), [('r', 4, 4), ('w', 8, 4), ('r', 0, 4), ('w', 4, 4)]);
}

#[test]
fn private_memory_and_constants_are_copied_without_a_trace() {
    let runner = run(|c, Objects { text, .. }| {
        let (p, q) = (private(c, 8), private(c, 8));
        c.copy(p, text, 6);
        c.copy(q, p, 6);
        let r = c.register();
        c.load(r, q, NA, Width::W32);
    });
    assert_eq!(runner.log, []);
    assert_eq!(runner.register(Reg(2 + 8)), u64::from(u32::from_le_bytes(*b"hell")));
}

#[test]
fn undefined_bytes_are_copied_as_undefined() {
    // struct { int a; /* 4 bytes nothing */ long b; } is assigned to shared memory and back.
    let runner = run(|c, _| {
        let p = private(c, 16);
        c.store(p, 5, NA, Width::W32);
        let (b, q) = (c.register(), c.register());
        c.binary(BinaryOp::Add, Width::W64, b, p, 8);
        c.store(b, 6, NA, Width::W64);
        c.emit(Instr::Allocate { dst: q, size: 16.into(), region: Region::Heap });
        c.copy(q, p, 16);
    });
    let base = runner.register(Reg(2));
    assert_eq!(cells(&runner.log, base), [('w', 0, 4), ('w', 4, 4), ('w', 8, 8)]);
    assert_eq!([runner.read(at(base, 4)), runner.read(at(base + 4, 4)), runner.read(at(base + 8, 8))], [5, NOTHING, 6]);

    let kind = failure(|c, _| {
        let p = private(c, 16);
        let q = c.register();
        c.emit(Instr::Allocate { dst: q, size: 16.into(), region: Region::Heap });
        c.fill(p, 1, 16);
        c.copy(p, q, 16);
        c.load(q, p, NA, W8());
    });
    assert_eq!(kind, FailureKind::UninitializedRead, "what was defined is not any more");
}

#[test]
fn cells_do_not_cross_what_was_learnt() {
    let mut runner = Runner::new(program(|c, Objects { x, .. }| {
        c.copy(x + 32, x, 16);
        c.fill(x, 0xab, 16);
    }));
    assert!(runner.program.learn(Discovery::Overlap(at(X, 8), at(X + 4, 4))));
    assert!(runner.program.learn(Discovery::Overlap(at(X + 40, 8), at(X + 40, 2))));
    runner.state = raddle_program::Program::start(&runner.program, raddle_graph::ThreadId(0));
    runner.finish();
    let copied = [('r', 0, 4), ('w', 32, 4), ('r', 4, 4), ('w', 36, 4)];
    let halves = [('r', 8, 2), ('w', 40, 2), ('r', 10, 2), ('w', 42, 2), ('r', 12, 4), ('w', 44, 4)];
    let filled = [('w', 0, 4), ('w', 4, 4), ('w', 8, 8)];
    assert_eq!(cells(&runner.log, X), [&copied[..], &halves[..], &filled[..]].concat());
    assert_eq!(runner.read(at(X + 8, 8)), 0xabab_abab_abab_abab);
}

#[test]
fn nothing_is_copied_from_anywhere() {
    let runner = run(|c, _| {
        c.copy(0, 0, 0);
        c.fill(0, 0, 0);
    });
    assert_eq!(runner.log, []);
}

#[test]
fn bounds_hold_for_every_byte() {
    assert_eq!(failure(|c, Objects { x, .. }| c.fill(x, 0, 65)), FailureKind::OutOfBounds);
    assert_eq!(failure(|c, Objects { x, text }| c.copy(x, text, 7)), FailureKind::OutOfBounds);
    assert_eq!(failure(|c, Objects { x, text }| c.copy(text, x, 1)), FailureKind::ReadOnly);
    assert_eq!(failure(|c, Objects { x, .. }| c.copy(x, 0, 1)), FailureKind::NullDereference);
    assert_eq!(failure(|c, Objects { x, .. }| c.fill(x, 0, u64::MAX)), FailureKind::OutOfBounds);
}
