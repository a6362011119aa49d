//! The interface for verification.

use raddle_graph::Mode;
use raddle_ir::BinaryOp;

use super::world::{TestProgram, lib};
use crate::libc::code::{INT, argument};

#[test]
fn assumptions_exclude_executions() {
    for name in ["__VERIFIER_assume", "assume_abort_if_not", "__VERIFIER_spin_end"] {
        let outcome = TestProgram::new(&[]).run(|code| {
            let value = lib!(code, "__VERIFIER_nondet_bool");
            lib!(code, name, value);
        });
        assert_eq!((outcome.complete, outcome.blocked, outcome.deadlocks), (1, 1, 0), "{name}");
    }
}

#[test]
fn errors_are_errors() {
    for (name, arguments) in [
        ("__VERIFIER_error", 0),
        ("reach_error", 0),
        ("__VERIFIER_assert", 1),
        ("__CPROVER_assert", 2),
        ("__VERIFIER_assert_fail", 3),
    ] {
        let outcome = TestProgram::new(&[]).run(|code| {
            code.lib(name, &vec![0.into(); arguments]);
        });
        outcome.wrong("assertion");
    }
    TestProgram::new(&[]).run_alone(|code| {
        lib!(code, "__VERIFIER_assert", 1);
    });
}

#[test]
fn choices_try_every_value() {
    let mut world = TestProgram::new(&[]);
    let found = world.variable("found", 4);
    let outcome = world.run(|code| {
        let value = lib!(code, "__VERIFIER_nondet_range", 0xffff_fffe, 1);
        code.store(found, value, Mode::Na, INT);
    });
    outcome.fine(4);
    assert_eq!(outcome.values(found), [0, 1, 0xffff_fffe, 0xffff_ffff].into());
    let outcome = TestProgram::new(&[]).run(|code| {
        lib!(code, "__VERIFIER_nondet_range", 2, 1);
    });
    assert_eq!((outcome.complete, outcome.blocked), (0, 1));
    let outcome = TestProgram::new(&[]).run(|code| {
        lib!(code, "__VERIFIER_nondet_range", 0x8000_0000, 0x7fff_ffff);
    });
    outcome.wrong("unsupported");
    let outcome = TestProgram::new(&[]).run(|code| {
        lib!(code, "__VERIFIER_nondet_char");
    });
    outcome.fine(256);
}

#[test]
fn atomic_sections_do_not_interleave() {
    let mut world = TestProgram::new(&[]);
    let counter = world.variable("counter", 4);
    let worker = world.function("worker", 1, |code| {
        lib!(code, "__VERIFIER_atomic_begin");
        let before = code.load(counter, Mode::Na, INT);
        let after = code.binary(BinaryOp::Add, INT, before, 1);
        code.store(counter, after, Mode::Na, INT);
        lib!(code, "__VERIFIER_atomic_end");
        code.ret(0);
    });
    let outcome = world.run(|code| code.parallel(&[worker, worker, worker]));
    outcome.fine(6);
    assert_eq!(outcome.values(counter), [3].into());
    TestProgram::new(&[])
        .run(|code| {
            lib!(code, "__VERIFIER_atomic_begin");
            lib!(code, "__VERIFIER_atomic_begin");
            lib!(code, "__VERIFIER_atomic_end");
            lib!(code, "__VERIFIER_atomic_end");
        })
        .fine(1);
    TestProgram::new(&[])
        .run(|code| {
            lib!(code, "__VERIFIER_atomic_end");
        })
        .wrong("unsupported");
}

#[test]
fn symmetric_threads_are_threads() {
    let mut world = TestProgram::new(&[]);
    let worker = world.function("worker", 1, |code| code.ret(argument(0)));
    let outcome = world.run(|code| {
        let first = lib!(code, "__VERIFIER_spawn", worker, 1);
        let second = lib!(code, "__VERIFIER_thread_create_symmetric", 0, worker, 2, first);
        let result = lib!(code, "__VERIFIER_join", second);
        code.check(result, 2);
        lib!(code, "__VERIFIER_join_symmetric", first);
    });
    outcome.fine(1);
}
