//! Condition variables.

use raddle_graph::Mode;
use raddle_ir::FailureKind;

use super::synchronise::increment;
use super::world::{Outcome, TestProgram, lib, never_spurious};
use crate::libc::code::{Code, INT};
use crate::lower::LowerOptions;

/// A thread that waits for a flag under a mutex, and one that sets it and wakes.
fn signalling(wake: &str, wait: &str, checks_flag: bool) -> Outcome {
    signalling_with(wake, wait, checks_flag, &never_spurious())
}

fn signalling_with(wake: &str, wait: &str, checks_flag: bool, options: &LowerOptions) -> Outcome {
    let mut world = TestProgram::with(&[], options);
    let (mutex, condition, flag) = (world.variable("m", 40), world.variable("c", 48), world.variable("f", 4));
    let waiter = world.function("waiter", 1, |code| {
        lib!(code, "pthread_mutex_lock", mutex);
        code.repeat(|code, done| {
            if checks_flag {
                let set = code.load(flag, Mode::Na, INT);
                let unset = code.not(set);
                code.leave_unless(unset, done);
            }
            lib!(code, wait, condition, mutex);
            if !checks_flag {
                let set = code.load(flag, Mode::Na, INT);
                code.check(set, 1);
                code.jump(done);
            }
        });
        lib!(code, "pthread_mutex_unlock", mutex);
        code.ret(0);
    });
    let waker = world.function("waker", 1, |code| {
        lib!(code, "pthread_mutex_lock", mutex);
        code.store(flag, 1, Mode::Na, INT);
        lib!(code, wake, condition);
        lib!(code, "pthread_mutex_unlock", mutex);
        code.ret(0);
    });
    world.run(|code| code.parallel(&[waiter, waker]))
}

#[test]
fn conditions_wake_who_waits() {
    for (wake, wait) in [
        ("pthread_cond_signal", "pthread_cond_wait"),
        ("pthread_cond_broadcast", "pthread_cond_wait"),
        ("cnd_signal", "cnd_wait"),
        ("cnd_broadcast", "cnd_wait"),
    ] {
        let outcome = signalling(wake, wait, true);
        outcome.fine(2);
        let outcome = signalling(wake, wait, false);
        assert_eq!((outcome.complete, outcome.deadlocks), (1, 1), "{wake}: a signal that comes first is lost");
    }
}

#[test]
fn threads_wake_up_spuriously() {
    for (wake, wait) in [("pthread_cond_signal", "pthread_cond_wait"), ("cnd_broadcast", "cnd_wait")] {
        signalling_with(wake, wait, true, &LowerOptions::default()).fine(4);
        signalling_with(wake, wait, false, &LowerOptions::default()).wrong("check");
    }
}

#[test]
fn a_signal_ends_waits_with_a_limit_too() {
    for (wake, wait) in [("pthread_cond_signal", "pthread_cond_timedwait"), ("cnd_broadcast", "cnd_timedwait")] {
        let mut world = TestProgram::new(&[]);
        let (mutex, condition, results) = (world.variable("m", 40), world.variable("c", 48), world.variable("r", 4));
        let waiter = world.function("waiter", 1, |code| {
            lib!(code, "pthread_mutex_lock", mutex);
            let result = lib!(code, wait, condition, mutex, 0);
            code.store(results, result, Mode::Na, INT);
            lib!(code, "pthread_mutex_unlock", mutex);
            code.ret(0);
        });
        let waker = world.function("waker", 1, |code| {
            lib!(code, wake, condition);
            code.ret(0);
        });
        let outcome = world.run(|code| code.parallel(&[waiter, waker]));
        assert_eq!((outcome.failures.len(), outcome.deadlocks), (0, 0));
        assert_eq!(outcome.values(results).len(), 2, "{wait}: {outcome:?}");
    }
}

#[test]
fn a_signal_wakes_one_and_a_broadcast_all() {
    for (wake, deadlocks) in [("pthread_cond_signal", true), ("pthread_cond_broadcast", false)] {
        let mut world = TestProgram::new(&[]);
        let (mutex, condition, waiting) = (world.variable("m", 40), world.variable("c", 48), world.variable("w", 4));
        let waiter = world.function("waiter", 1, |code| {
            lib!(code, "pthread_mutex_lock", mutex);
            increment(code, waiting);
            lib!(code, "pthread_cond_wait", condition, mutex);
            lib!(code, "pthread_mutex_unlock", mutex);
            code.ret(0);
        });
        let waker = world.function("waker", 1, |code| {
            lib!(code, "pthread_mutex_lock", mutex);
            // Only the executions in which both wait.
            let count = code.load(waiting, Mode::Na, INT);
            let both = code.equal(count, 2);
            code.assume(both);
            lib!(code, wake, condition);
            lib!(code, "pthread_mutex_unlock", mutex);
            code.ret(0);
        });
        let outcome = world.run(|code| code.parallel(&[waiter, waiter, waker]));
        assert_eq!(outcome.failures, [] as [&str; 0]);
        assert_eq!(outcome.deadlocks > 0, deadlocks, "{wake}: {outcome:?}");
        assert_eq!(outcome.complete > 0, !deadlocks, "{wake}: {outcome:?}");
    }
}

#[test]
fn a_signal_is_not_stolen_by_who_waits_later() {
    let mut world = TestProgram::new(&[]);
    let (mutex, condition, stage) = (world.variable("m", 40), world.variable("c", 48), world.variable("s", 4));
    // Each step runs under the mutex, and only in executions in which it is its turn.
    let step = move |code: &mut Code<'_>, before: u64, body: &dyn Fn(&mut Code<'_>)| {
        lib!(code, "pthread_mutex_lock", mutex);
        let now = code.load(stage, Mode::Na, INT);
        let turn = code.equal(now, before);
        code.assume(turn);
        code.store(stage, before + 1, Mode::Na, INT);
        body(code);
        lib!(code, "pthread_mutex_unlock", mutex);
    };
    let wait = move |code: &mut Code<'_>| {
        lib!(code, "pthread_cond_wait", condition, mutex);
    };
    let signal = move |code: &mut Code<'_>| {
        lib!(code, "pthread_cond_signal", condition);
    };
    let early = world.function("early", 1, |code| {
        step(code, 0, &wait);
        code.ret(0);
    });
    let late = world.function("late", 1, |code| {
        step(code, 2, &wait);
        code.ret(0);
    });
    let outcome = world.run(|code| {
        let early = lib!(code, "__VERIFIER_spawn", early, 0);
        let late = lib!(code, "__VERIFIER_spawn", late, 0);
        step(code, 1, &signal);
        lib!(code, "pthread_join", early, 0);
        step(code, 3, &signal);
        lib!(code, "pthread_join", late, 0);
    });
    assert!(outcome.complete > 0 && outcome.deadlocks == 0, "{outcome:?}");
}

#[test]
fn waits_with_a_limit_end_without_a_signal() {
    for (wait, late) in [("pthread_cond_timedwait", 110), ("cnd_timedwait", 4)] {
        let mut world = TestProgram::new(&[]);
        let (mutex, condition) = (world.variable("m", 40), world.variable("c", 48));
        let outcome = world.run(|code| {
            if wait.starts_with('c') {
                lib!(code, "cnd_init", condition);
            } else {
                lib!(code, "pthread_cond_init", condition, 0);
            }
            lib!(code, "pthread_mutex_lock", mutex);
            let result = lib!(code, wait, condition, mutex, 0);
            code.check(result, late);
            lib!(code, "pthread_mutex_unlock", mutex);
        });
        assert_eq!((outcome.complete, outcome.deadlocks), (1, 0), "{wait}: {outcome:?}");
    }
    let mut world = TestProgram::new(&[]);
    let (mutex, condition) = (world.variable("m", 40), world.variable("c", 48));
    let outcome = world.run(|code| {
        lib!(code, "pthread_mutex_lock", mutex);
        lib!(code, "pthread_cond_clockwait", condition, mutex, 0, 0);
    });
    assert_eq!((outcome.complete, outcome.deadlocks), (1, 0));
}

#[test]
fn waiting_needs_the_mutex() {
    let mut world = TestProgram::new(&[]);
    let (mutex, condition) = (world.variable("m", 40), world.variable("c", 48));
    let outcome = world.run(|code| {
        lib!(code, "pthread_cond_wait", condition, mutex);
        code.fail(FailureKind::Unreachable, "waited");
    });
    outcome.wrong("without holding the mutex");
}
