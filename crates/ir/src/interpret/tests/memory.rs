//! Accesses to the memory of C programs, and what is wrong with some of them.

use raddle_graph::{Mode, ThreadId, UpdateOp, Width};
use raddle_program::{Action, Answer, Discovery, Program as _};

use super::c::*;
use crate::memory::layout;
use crate::{FailureKind, Instr, Place, Region, UpdateKind};

const W: Width = Width::W32;

#[test]
fn shared_memory_is_seen_by_the_explorer_with_its_size() {
    let runner = run(|c, Objects { x, .. }| {
        let r = c.register();
        c.load(r, x, Mode::Acq, W);
        c.store(x + 4, r, NA, Width::new(16).unwrap());
        c.update(UpdateKind::Add, None, x, 1, Mode::Rlx, W);
    });
    let x = 0x1_0000;
    let read = Action::Read { addr: at(x, 4), mode: Mode::Acq, awaits: false };
    let write = Action::Write { addr: at(x + 4, 2), mode: NA, value: 0x0201 };
    let op = UpdateOp::Add(1);
    let update = Action::Update { addr: at(x, 4), mode: Mode::Rlx, op, width: W, awaits: false };
    assert_eq!(runner.log, [read, write, update]);
    assert_eq!(runner.register(crate::Reg(0)), 0x0403_0201);
}

#[test]
fn constants_and_private_objects_are_a_matter_of_the_thread() {
    let runner = run(|c, Objects { text, .. }| {
        let (r, p, s) = (c.register(), c.register(), c.register());
        c.load(r, text + 1, NA, W8());
        c.emit(Instr::Private { dst: p, size: 8.into(), align: 8 });
        c.store(p, r, NA, W);
        c.update(UpdateKind::Add, None, p, 1, Mode::Sc, W);
        c.load(s, p, Mode::Sc, W);
    });
    assert_eq!(runner.log, []);
    assert_eq!(runner.register(crate::Reg(2)), u64::from(b'e') + 1);
}

#[test]
fn raw_loads_take_bytes_without_a_value_for_zeros() {
    let runner = run(|c, _| {
        let (p, r, h, s) = (c.register(), c.register(), c.register(), c.register());
        c.emit(Instr::Private { dst: p, size: 8.into(), align: 8 });
        c.store(p, 0x1234, NA, Width::new(16).unwrap());
        c.emit(Instr::LoadRaw { dst: r, addr: p.into(), width: Width::W64 });
        c.emit(Instr::Allocate { dst: h, size: 8.into(), region: Region::Heap });
        c.emit(Instr::LoadRaw { dst: s, addr: h.into(), width: W });
    });
    assert_eq!((runner.register(crate::Reg(1)), runner.register(crate::Reg(3))), (0x1234, 0));
}

#[test]
fn each_error_has_its_name() {
    let load = |addr: u64, mode| {
        failure(move |c, _| {
            let r = c.register();
            c.load(r, addr, mode, W);
        })
    };
    assert_eq!(load(0, NA), FailureKind::NullDereference);
    assert_eq!(load(8, NA), FailureKind::NullDereference);
    assert_eq!(load(0x1_0000 - 4, NA), FailureKind::OutOfBounds);
    assert_eq!(load(0x1_0000 + 61, NA), FailureKind::OutOfBounds);
    assert_eq!(load(u64::MAX, NA), FailureKind::OutOfBounds);
    assert_eq!(load(layout::FUNCTIONS, NA), FailureKind::OutOfBounds);
    assert_eq!(load(0x1_0002, Mode::Rlx), FailureKind::Misaligned);
    let write_constant = failure(|c, Objects { text, .. }| c.store(text, 1, NA, W8()));
    assert_eq!(write_constant, FailureKind::ReadOnly);
    let update_constant = failure(|c, Objects { text, .. }| {
        c.update(UpdateKind::Add, None, text, 1, Mode::Sc, W8());
    });
    assert_eq!(update_constant, FailureKind::ReadOnly);
    let uninitialised = failure(|c, _| {
        let p = c.register();
        c.emit(Instr::Private { dst: p, size: 8.into(), align: 8 });
        c.store(p, 1, NA, W);
        c.load(p, p, NA, Width::W64);
    });
    assert_eq!(uninitialised, FailureKind::UninitializedRead);
    let magic = failure(|c, Objects { x, .. }| c.store(x, NOTHING, NA, Width::W64));
    assert_eq!(magic, FailureKind::Unsupported, "it could not be told from nothing");
}

#[test]
fn what_was_allocated_holds_nothing_unless_zeroed() {
    for (region, expected) in [(Region::Heap, true), (Region::Stack, true), (Region::Zeroed, false)] {
        for update in [false, true] {
            let mut runner = Runner::new(program(|c, _| {
                let p = c.register();
                c.emit(Instr::Allocate { dst: p, size: 8.into(), region });
                if update {
                    c.update(UpdateKind::Add, Some(p), p, 1, Mode::Rlx, W);
                } else {
                    c.load(p, p, NA, W);
                }
            }));
            let end = runner.finish();
            assert_eq!(matches!(end, Action::Fail(_)), expected, "{region:?}");
        }
    }
}

#[test]
fn objects_have_addresses_of_their_own() {
    let mut runner = Runner::new(program(|c, _| {
        let (p, q) = (c.register(), c.register());
        c.emit(Instr::Allocate { dst: p, size: 0.into(), region: Region::Heap });
        c.emit(Instr::Allocate { dst: q, size: 100.into(), region: Region::Stack });
        c.emit(Instr::Release { addr: q.into() });
        c.emit(Instr::Free { addr: p.into(), region: Region::Heap });
        c.emit(Instr::Free { addr: 0.into(), region: Region::Heap });
        c.emit(Instr::Release { addr: 0.into() });
    }));
    assert_eq!(runner.finish(), Action::Finish);
    let [p, q] = [0, 1].map(|reg| raddle_graph::Address(runner.register(crate::Reg(reg))));
    assert_eq!(
        runner.log,
        [
            Action::Allocate { base: p, size: 0 },
            Action::Allocate { base: q, size: 100 },
            Action::Free { base: q },
            Action::Free { base: p }
        ]
    );
    let index = |addr| runner.program.allocation(addr).map(|allocation| allocation.index);
    assert_eq!([index(p), index(q), index(at(q.0 + 99, 1)), index(at(0x1_0000, 1))], [Some(0), Some(1), Some(1), None]);
    assert_eq!(runner.program.place(at(q.0 + 3, 4)), Place::Stack { thread: ThreadId(0), index: 1, offset: 3 });
}

#[test]
fn only_the_beginning_of_a_heap_block_can_be_freed() {
    let free = |addr: fn(&mut crate::FunctionBuilder) -> crate::Operand, release| {
        failure(move |c, _| {
            let addr = addr(c);
            c.emit(if release { Instr::Release { addr } } else { Instr::Free { addr, region: Region::Heap } });
        })
    };
    assert_eq!(free(|_| 0x1_0000.into(), false), FailureKind::InvalidFree);
    assert_eq!(free(|_| u64::MAX.into(), false), FailureKind::InvalidFree);
    let inside = |c: &mut crate::FunctionBuilder| {
        let p = c.register();
        c.emit(Instr::Allocate { dst: p, size: 8.into(), region: Region::Zeroed });
        c.binary(crate::BinaryOp::Add, Width::W64, p, p, 4);
        p.into()
    };
    assert_eq!(free(inside, false), FailureKind::InvalidFree);
    assert_eq!(free(inside, true), FailureKind::InvalidFree);
    let too_large = failure(|c, _| {
        let p = c.register();
        c.emit(Instr::Allocate { dst: p, size: u64::MAX.into(), region: Region::Heap });
    });
    assert_eq!(too_large, FailureKind::Unsupported);
}

#[test]
fn plain_accesses_are_split_where_others_see_a_boundary() {
    let mut runner = Runner::new(program(|c, Objects { x, .. }| {
        let r = c.register();
        c.load(r, x, NA, Width::W64);
        c.store(x + 8, r, NA, Width::W64);
        c.load(r, x, Mode::Rlx, Width::W64);
    }));
    let x = 0x1_0000;
    assert!(runner.program.can_learn_overlap(at(x, 8), at(x + 4, 2)));
    assert!(runner.program.learn(Discovery::Overlap(at(x, 8), at(x + 4, 2))));
    assert!(runner.program.learn(Discovery::Overlap(at(x + 8, 8), at(x + 8, 1))));
    runner.state = runner.program.start(ThreadId(0));
    runner.finish();
    let pieces: Vec<_> = runner
        .log
        .iter()
        .map(|action| match *action {
            Action::Read { addr, .. } => (addr, None),
            Action::Write { addr, value, .. } => (addr, Some(value)),
            _ => panic!(),
        })
        .collect();
    assert_eq!(
        pieces,
        [
            (at(x, 4), None),
            (at(x + 4, 2), None),
            (at(x + 6, 2), None),
            (at(x + 8, 1), Some(1)),
            (at(x + 9, 7), Some(0x08_0706_0504_0302)),
            (at(x, 8), None),
        ]
    );
    assert!(!runner.program.can_learn_overlap(at(x, 8), at(x + 4, 2)), "an atomic access is not split");
    assert!(!runner.program.learn(Discovery::Overlap(at(x, 8), at(x + 4, 2))));
}

#[test]
fn a_piece_that_holds_nothing_is_an_uninitialised_read() {
    let mut runner = Runner::new(program(|c, _| {
        let p = c.register();
        c.emit(Instr::Allocate { dst: p, size: 8.into(), region: Region::Heap });
        c.store(p, 1, NA, W);
        c.load(p, p, NA, Width::W64);
    }));
    let base = layout::dynamic_base(Region::Heap, ThreadId(0), 0, 8).unwrap();
    assert!(runner.program.learn(Discovery::Overlap(at(base, 4), at(base, 8))));
    assert_eq!(runner.failure(), FailureKind::UninitializedRead);
    assert_eq!(runner.log.len(), 4, "the second half was read");
}

#[test]
fn each_thread_has_its_thread_local_objects() {
    let runner = run(|c, _| {
        let (p, r) = (c.register(), c.register());
        c.emit(Instr::ThreadLocal { dst: p, offset: 0 });
        c.load(r, p, NA, W);
    });
    assert_eq!(runner.register(crate::Reg(1)), 7);
    assert_eq!(runner.register(crate::Reg(0)), layout::thread_local(ThreadId(0), 0));
    let place = runner.program.place(at(layout::thread_local(ThreadId(3), 4), 4));
    assert_eq!(
        place,
        Place::ThreadLocal { name: "t".into(), is_library: false, thread: ThreadId(3), offset: 4, size: 8 }
    );
}

#[test]
fn private_objects_end_with_their_function() {
    let mut program = crate::ProgramBuilder::new();
    program.c_memory(true);
    let main = program.declare("main", 0);
    let leak = program.declare("leak", 0);
    let mut c = program.function(main);
    let p = c.register();
    c.call(leak, &[], Some(p));
    c.load(p, p, NA, W);
    c.finish();
    program.define(c);
    let mut c = program.function(leak);
    let p = c.register();
    c.emit(Instr::Private { dst: p, size: 4.into(), align: 4 });
    c.store(p, 1, NA, W);
    c.ret(Some(p.into()));
    program.define(c);
    program.thread(main, &[]);
    let mut runner = Runner::new(program.build().unwrap());
    assert_eq!(runner.failure(), FailureKind::UseAfterScope);
}

#[test]
fn forgotten_content_cannot_be_read() {
    let kind = failure(|c, _| {
        let p = c.register();
        c.emit(Instr::Private { dst: p, size: 4.into(), align: 4 });
        c.store(p, 1, NA, W);
        c.emit(Instr::Forget { addr: p.into() });
        c.load(p, p, NA, W);
    });
    assert_eq!(kind, FailureKind::UninitializedRead);
}

/// What the library reads and nobody writes is no business of the explorer.
#[test]
fn the_library_reads_unwritten_memory_without_a_trace() {
    let get = |writes: bool| {
        let mut program = crate::ProgramBuilder::new();
        let x = program.reserve_static("x", 16, 8, false);
        program.set_static_bytes(x, vec![5]);
        let main = program.declare("main", 0);
        let get = program.declare("get", 1);
        let mut c = program.function(main);
        let r = c.register();
        c.at(crate::Position { file: 0, line: 1, column: 1 });
        c.store(x + 8, 1, NA, W);
        c.call(get, &[x.into()], Some(r));
        if writes {
            c.store(x, 6, NA, W);
            c.call(get, &[x.into()], Some(r));
        }
        c.finish();
        program.define(c);
        let mut c = program.function(get);
        c.load(crate::Reg(0), crate::Reg(0), NA, W);
        c.ret(Some(crate::Reg(0).into()));
        program.define(c);
        program.thread(main, &[]);
        let mut runner = Runner::new(program.build().unwrap());
        assert_eq!(runner.finish(), Action::Finish);
        (runner.register(r), runner.log.len())
    };
    assert_eq!(get(false), (5, 1), "one write");
    assert_eq!(get(true), (6, 4), "two writes, two reads");
}

/// A private address that comes out of memory surprises the analysis of awaits once, and never again.
#[test]
fn private_accesses_that_were_taken_for_visible_are_learnt() {
    let write = |c: &mut crate::FunctionBuilder, Objects { x, .. }: Objects| {
        let (p, q, r) = (c.register(), c.register(), c.register());
        c.emit(Instr::Private { dst: p, size: 8.into(), align: 8 });
        c.emit(Instr::Private { dst: q, size: 8.into(), align: 8 });
        c.store(p, q, NA, Width::W64);
        c.load(r, p, NA, Width::W64);
        c.load(p, x, NA, W);
        c.store(r, p, NA, W);
        c.assume(p);
    };
    let mut program = program(write);
    let is_await = |program: &crate::Program, value| {
        let mut state = program.start(ThreadId(0));
        let Action::Read { awaits, .. } = *program.action(&state) else { panic!() };
        program.step(&mut state, Answer { value, stored: false });
        (awaits, *program.action(&state))
    };
    assert_eq!(is_await(&program, 1), (false, Action::Finish));
    let discovery = Discovery::ThreadLocal { function: 0, pc: 5 };
    assert_eq!(is_await(&program, 0), (false, Action::Learn(discovery)));
    assert!(program.learn(discovery));
    assert!(!program.learn(discovery), "nothing new");
    assert_eq!(is_await(&program, 0), (true, Action::Block));
}

#[test]
fn no_answer_and_no_address_makes_the_interpreter_panic() {
    let numbers =
        [0, 1, 7, 4095, 4096, 0x1_0000, 0x1_003f, 0x1_0040, 1 << 43, 1 << 44, 2 << 44, (2 << 44) + 3, 5 << 44]
            .into_iter()
            .chain([(5 << 44) + 2, 6 << 44, 1 << 47, u64::MAX - 7, u64::MAX, NOTHING]);
    for a in numbers.clone() {
        for b in numbers.clone() {
            for index in 0..14 {
                let program = program(|c, Objects { x, .. }| {
                    let (p, q) = (c.register(), c.register());
                    c.emit(Instr::Private { dst: q, size: 16.into(), align: 8 });
                    c.load(p, x, NA, Width::W64);
                    c.load(q, x, NA, Width::W64);
                    let (addr, other) = (p.into(), q.into());
                    match index {
                        0 => c.load(q, p, NA, Width::W64),
                        1 => c.store(p, q, Mode::Rlx, W),
                        2 => c.copy(p, q, 24),
                        3 => c.copy(p, 0x1_0000, q),
                        4 => c.fill(p, 7, q),
                        5 => c.emit(Instr::Free { addr, region: Region::Heap }),
                        6 => c.emit(Instr::Lock { addr, kind: other, attempt: false, result: p }),
                        7 => c.emit(Instr::Unlock { addr, kind: other, result: p }),
                        8 => c.emit(Instr::JoinHandle { handle: addr, result: Some(q) }),
                        9 => c.emit(Instr::Start { function: addr, argument: other, handle: q }),
                        10 => c.emit(Instr::BarrierDepart { barrier: addr, round: other, count: other }),
                        11 => c.call_pointer(p, &[other], &[q]),
                        12 => c.emit(Instr::Private { dst: q, size: other, align: 1 }),
                        _ => c.emit(Instr::Allocate { dst: p, size: other, region: Region::Heap }),
                    }
                });
                let mut state = program.start(ThreadId(0));
                for answer in [a, b].into_iter().chain(numbers.clone()) {
                    program.step(&mut state, Answer { value: answer, stored: answer & 1 != 0 });
                    program.waits_for(&state);
                    program.position(&state);
                }
            }
        }
    }
}
