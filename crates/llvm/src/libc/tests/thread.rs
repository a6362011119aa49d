//! Threads: pthread.h, threads.h, thread-specific data.

use raddle_graph::Mode;
use raddle_ir::{BinaryOp, FailureKind, Operand};

use super::world::{TestProgram, lib};
use crate::libc::code::{Code, INT, WORD, argument};

/// Adds to a variable, not atomically.
fn add_to(code: &mut Code<'_>, variable: u64, what: impl Into<Operand>) {
    let before = code.load(variable, Mode::Na, INT);
    let after = code.binary(BinaryOp::Add, INT, before, what);
    code.store(variable, after, Mode::Na, INT);
}

#[test]
fn threads_give_results_to_who_joins_them() {
    let mut world = TestProgram::new(&[]);
    let (handle, result) = (world.variable("handle", 8), world.variable("result", 8));
    let worker = world.function("worker", 1, |code| {
        let twice = code.add(argument(0), argument(0));
        code.ret(twice);
    });
    let outcome = world.run(|code| {
        let created = lib!(code, "pthread_create", handle, 0, worker, 21);
        code.check(created, 0);
        let thread = code.load(handle, Mode::Na, WORD);
        let own = lib!(code, "pthread_self");
        let same = lib!(code, "pthread_equal", thread, own);
        code.check(same, 0);
        let joined = lib!(code, "pthread_join", thread, result);
        code.check(joined, 0);
        let value = code.load(result, Mode::Na, WORD);
        code.check(value, 42);
    });
    outcome.fine(1);
}

#[test]
fn a_thread_knows_itself_and_may_end_anywhere() {
    let mut world = TestProgram::new(&[]);
    let own = world.variable("own", 8);
    let worker = world.function("worker", 1, |code| {
        let this = lib!(code, "pthread_self");
        code.store(own, this, Mode::Na, WORD);
        lib!(code, "pthread_exit", 9);
        code.fail(FailureKind::Unreachable, "pthread_exit returned");
    });
    let outcome = world.run(|code| {
        let thread = lib!(code, "__VERIFIER_thread_create", 0, worker, 0);
        let result = lib!(code, "__VERIFIER_join", thread);
        code.check(result, 9);
        let its = code.load(own, Mode::Na, WORD);
        let same = lib!(code, "pthread_equal", its, thread);
        code.check(same, 1);
    });
    outcome.fine(1);
}

#[test]
fn joining_is_misused() {
    let worker = |world: &mut TestProgram| world.function("worker", 1, |code| code.ret(0));
    let mut world = TestProgram::new(&[]);
    let function = worker(&mut world);
    world
        .run(|code| {
            let thread = lib!(code, "__VERIFIER_spawn", function, 0);
            lib!(code, "pthread_detach", thread);
            lib!(code, "pthread_join", thread, 0);
        })
        .wrong("invalid-join");
    let mut world = TestProgram::new(&[]);
    let function = worker(&mut world);
    world
        .run(|code| {
            let thread = lib!(code, "__VERIFIER_spawn_symmetric", function, 0, 0);
            lib!(code, "pthread_join", thread, 0);
            lib!(code, "pthread_join", thread, 0);
        })
        .wrong("invalid-join");
}

#[test]
fn the_handle_of_a_posix_thread_may_come_late() {
    let mut world = TestProgram::new(&[]);
    let handle = world.variable("handle", 8);
    let worker = world.function("worker", 1, |code| {
        code.load(handle, Mode::Na, WORD);
        code.ret(0);
    });
    let outcome = world.run(|code| {
        lib!(code, "pthread_create", handle, 0, worker, 0);
    });
    assert!(outcome.races > 0, "{outcome:?}");
}

#[test]
fn c11_threads_give_numbers_to_who_joins_them() {
    let mut world = TestProgram::new(&[]);
    let (handle, result) = (world.variable("handle", 8), world.variable("result", 4));
    let worker = world.function("worker", 1, |code| {
        let own = lib!(code, "thrd_current");
        let same = lib!(code, "thrd_equal", own, own);
        code.check(same, 1);
        lib!(code, "thrd_exit", 0xffff_ffff);
        code.fail(FailureKind::Unreachable, "thrd_exit returned");
    });
    let outcome = world.run(|code| {
        let created = lib!(code, "thrd_create", handle, worker, 0);
        code.check(created, 0);
        let thread = code.load(handle, Mode::Na, WORD);
        let joined = lib!(code, "thrd_join", thread, result);
        code.check(joined, 0);
        let value = code.load(result, Mode::Na, INT);
        code.check(value, 0xffff_ffff);
    });
    outcome.fine(1);
    let mut world = TestProgram::new(&[]);
    let handle = world.variable("handle", 8);
    let worker = world.function("worker", 1, |code| code.ret(0));
    let outcome = world.run(|code| {
        lib!(code, "thrd_create", handle, worker, 0);
        let thread = code.load(handle, Mode::Na, WORD);
        let result = lib!(code, "thrd_detach", thread);
        code.check(result, 0);
    });
    outcome.fine(1);
}

#[test]
fn values_of_keys_are_each_threads_own_and_are_destroyed_at_its_end() {
    let mut world = TestProgram::new(&["pthread_key_create"]);
    let (key, lock, sum) = (world.variable("key", 4), world.variable("lock", 40), world.variable("sum", 4));
    let destroy = world.function("destroy", 1, |code| {
        lib!(code, "pthread_mutex_lock", lock);
        add_to(code, sum, argument(0));
        lib!(code, "pthread_mutex_unlock", lock);
        code.ret_void();
    });
    let worker = world.function("worker", 1, |code| {
        let key = code.load(key, Mode::Na, INT);
        let value = lib!(code, "pthread_getspecific", key);
        code.check(value, 0);
        let value = code.add(argument(0), 1);
        let result = lib!(code, "pthread_setspecific", key, value);
        code.check(result, 0);
        let found = lib!(code, "pthread_getspecific", key);
        code.check(found, value);
        // One thread returns, the other calls `pthread_exit`.
        code.when(argument(0), |code| {
            lib!(code, "pthread_exit", 0);
        });
        code.ret(0);
    });
    let outcome = world.run(|code| {
        let result = lib!(code, "pthread_key_create", key, destroy);
        code.check(result, 0);
        code.parallel(&[worker, worker]);
    });
    outcome.fine(2);
    assert_eq!(outcome.values(sum), [3].into());
}

#[test]
fn destructors_run_again_for_what_they_set_but_not_for_ever() {
    let mut world = TestProgram::new(&["pthread_key_create"]);
    let (key, calls) = (world.variable("key", 4), world.variable("calls", 4));
    let destroy = world.function("destroy", 1, |code| {
        add_to(code, calls, 1);
        let key = code.load(key, Mode::Na, INT);
        lib!(code, "pthread_setspecific", key, 1);
        code.ret_void();
    });
    let worker = world.function("worker", 1, |code| {
        let key = code.load(key, Mode::Na, INT);
        lib!(code, "pthread_setspecific", key, 1);
        code.ret(0);
    });
    let outcome = world.run(|code| {
        lib!(code, "pthread_key_create", key, destroy);
        code.parallel(&[worker]);
    });
    outcome.fine(1);
    assert_eq!(outcome.values(calls), [4].into());
}

#[test]
fn deleted_keys_have_no_destructors() {
    let mut world = TestProgram::new(&["tss_create"]);
    let key = world.variable("key", 4);
    let destroy = world.function("destroy", 1, |code| code.fail(FailureKind::Assertion, "destroyed"));
    let worker = world.function("worker", 1, |code| {
        let key = code.load(key, Mode::Na, INT);
        lib!(code, "tss_set", key, 1);
        let value = lib!(code, "tss_get", key);
        code.check(value, 1);
        lib!(code, "tss_delete", key);
        code.ret(0);
    });
    let outcome = world.run(|code| {
        lib!(code, "tss_create", key, destroy);
        code.parallel(&[worker]);
        let invalid = lib!(code, "pthread_setspecific", 99, 1);
        code.check(invalid, 22);
        let invalid = lib!(code, "pthread_key_delete", 99);
        code.check(invalid, 22);
    });
    outcome.fine(1);
}
