//! The end of the process, exit handlers, and `errno`.

use raddle_graph::Mode;
use raddle_ir::{BinaryOp, FailureKind};

use super::world::{TestProgram, lib};
use crate::libc::code::{INT, argument};

#[test]
fn aborting_is_an_error() {
    let none = TestProgram::new(&[]).run(|code| {
        lib!(code, "abort");
    });
    none.wrong("abort: abort was called");
    for (name, arguments) in [("__assert_fail", 4), ("__assert_rtn", 4), ("__assert_perror_fail", 4)] {
        let outcome = TestProgram::new(&[]).run(|code| {
            code.lib(name, &vec![0.into(); arguments]);
        });
        outcome.wrong("assertion");
    }
}

#[test]
fn exit_ends_the_thread() {
    for name in ["exit", "_exit", "quick_exit", "_Exit"] {
        TestProgram::new(&[]).run_alone(|code| {
            lib!(code, name, 0);
            code.fail(FailureKind::Unreachable, "exit returned");
        });
    }
}

#[test]
fn exit_handlers_run_at_the_end_the_last_first() {
    for leaves in ["", "exit", "_exit"] {
        let mut world = TestProgram::new(&["atexit"]);
        let trace = world.variable("trace", 4);
        let note = |digit: u64| {
            move |code: &mut crate::libc::code::Code<'_>| {
                let before = code.load(trace, Mode::Na, INT);
                let shifted = code.binary(BinaryOp::Mul, INT, before, 10);
                let after = code.binary(BinaryOp::Add, INT, shifted, digit);
                code.store(trace, after, Mode::Na, INT);
                code.ret_void();
            }
        };
        let first = world.function("first", 0, note(1));
        let second = world.function("second", 0, note(2));
        let outcome = world.run_alone(|code| {
            lib!(code, "atexit", first);
            lib!(code, "atexit", second);
            if !leaves.is_empty() {
                lib!(code, leaves, 0);
            }
        });
        let expected = if leaves == "_exit" { 0 } else { 21 };
        assert_eq!(outcome.values(trace), [expected].into());
    }
}

#[test]
fn every_thread_has_an_errno() {
    let mut world = TestProgram::new(&["__errno_location"]);
    let semaphore = world.variable("semaphore", 32);
    let worker = world.function("worker", 1, |code| {
        let place = lib!(code, "__errno_location");
        let value = code.load(place, Mode::Na, INT);
        code.check(value, 0);
        let number = code.binary(BinaryOp::Add, INT, argument(0), 1);
        code.store(place, number, Mode::Na, INT);
        let value = code.load(place, Mode::Na, INT);
        code.check(value, number);
        let failed = lib!(code, "sem_trywait", semaphore);
        code.check(failed, 0xffff_ffff);
        let value = code.load(place, Mode::Na, INT);
        code.check(value, 11);
        code.ret(0);
    });
    world.run(|code| code.parallel(&[worker, worker])).fine(1);
}

#[test]
fn the_page_size_is_known() {
    TestProgram::new(&[]).run_alone(|code| {
        let size = lib!(code, "getpagesize");
        code.check(size, 4096);
    });
}
