//! Mutexes, read-write locks, semaphores, once and barriers.

use raddle_graph::Mode;
use raddle_ir::BinaryOp;

use super::world::{Outcome, TestProgram, lib};
use crate::libc::code::{Code, INT, argument, int};
use crate::lower::LowerOptions;

/// `variable += 1`, not atomically.
pub(super) fn increment(code: &mut Code<'_>, variable: u64) {
    let before = code.load(variable, Mode::Na, INT);
    let after = code.binary(BinaryOp::Add, INT, before, 1);
    code.store(variable, after, Mode::Na, INT);
}

/// Explores threads that all run this code.
fn threads(count: usize, size: u64, body: impl FnOnce(&mut Code<'_>, u64, u64)) -> (Outcome, u64) {
    let mut world = TestProgram::new(&[]);
    let (object, counter) = (world.variable("object", size), world.variable("counter", 4));
    let worker = world.function("worker", 1, |code| {
        body(code, object, counter);
        code.ret(0);
    });
    (world.run(|code| code.parallel(&vec![worker; count])), counter)
}

#[test]
fn mutexes_exclude() {
    for (lock, unlock) in [
        ("pthread_mutex_lock", "pthread_mutex_unlock"),
        ("pthread_spin_lock", "pthread_spin_unlock"),
        ("mtx_lock", "mtx_unlock"),
    ] {
        let (outcome, counter) = threads(3, 40, |code, lock_word, counter| {
            let result = lib!(code, lock, lock_word);
            code.check(result, 0);
            increment(code, counter);
            let result = lib!(code, unlock, lock_word);
            code.check(result, 0);
        });
        outcome.fine(6);
        assert_eq!((outcome.blocked, outcome.values(counter)), (0, [3].into()), "{lock}");
    }
}

#[test]
fn mutexes_on_the_heap_live_from_initialisation_to_destruction() {
    for joins in [true, false] {
        let mut world = TestProgram::new(&[]);
        let counter = world.variable("counter", 4);
        let worker = world.function("worker", 1, |code| {
            lib!(code, "pthread_mutex_lock", argument(0));
            increment(code, counter);
            lib!(code, "pthread_mutex_unlock", argument(0));
            code.ret(0);
        });
        let outcome = world.run(|code| {
            let mutex = lib!(code, "malloc", 40);
            lib!(code, "pthread_mutex_init", mutex, 0);
            let handles = [0; 3].map(|_| lib!(code, "__VERIFIER_spawn", worker, mutex));
            if joins {
                for handle in handles {
                    lib!(code, "__VERIFIER_join", handle);
                }
            }
            lib!(code, "pthread_mutex_destroy", mutex);
            if joins {
                lib!(code, "free", mutex);
            }
        });
        if joins {
            outcome.fine(6);
            assert_eq!(outcome.blocked, 0);
        } else {
            assert!(outcome.races > 0, "{outcome:?}");
        }
    }
}

#[test]
fn attempts_fail_while_another_thread_holds_the_lock() {
    for (lock, unlock, busy) in [
        ("pthread_mutex_trylock", "pthread_mutex_unlock", 16),
        ("pthread_spin_trylock", "pthread_spin_unlock", 16),
        ("mtx_trylock", "mtx_unlock", 1),
    ] {
        let (outcome, counter) = threads(2, 40, |code, object, counter| {
            let result = lib!(code, lock, object);
            let failed = code.equal(result, busy);
            let taken = code.not(result);
            let either = code.add(failed, taken);
            code.check(either, 1);
            code.when(taken, |code| {
                increment(code, counter);
                lib!(code, unlock, object);
            });
        });
        // Both orders without failure, and either thread fails.
        outcome.fine(4);
        assert_eq!(outcome.values(counter), [1, 2].into(), "{lock}");
    }
}

#[test]
fn timed_locks_time_out_only_while_the_lock_is_held() {
    for (lock, unlock, late) in
        [("pthread_mutex_timedlock", "pthread_mutex_unlock", 110), ("mtx_timedlock", "mtx_unlock", 4)]
    {
        let mut world = TestProgram::new(&[]);
        let object = world.variable("object", 40);
        world.run_alone(|code| {
            let result = lib!(code, lock, object, 0);
            code.check(result, 0);
            let result = lib!(code, lock, object, 0);
            code.check(result, late);
            lib!(code, unlock, object);
        });
    }
    let mut world = TestProgram::new(&[]);
    let object = world.variable("object", 40);
    world.run_alone(|code| {
        lib!(code, "pthread_mutex_clocklock", object, 0, 0);
    });
}

#[test]
fn locking_twice_is_a_deadlock() {
    let mut world = TestProgram::new(&[]);
    let object = world.variable("object", 40);
    let outcome = world.run(|code| {
        lib!(code, "pthread_mutex_lock", object);
        lib!(code, "pthread_mutex_lock", object);
    });
    assert_eq!((outcome.complete, outcome.deadlocks), (0, 1));
}

#[test]
fn locks_in_opposite_orders_deadlock() {
    let mut world = TestProgram::new(&[]);
    let (a, b) = (world.variable("a", 40), world.variable("b", 40));
    let both = |world: &mut TestProgram, first, second| {
        world.function("worker", 1, |code| {
            lib!(code, "pthread_mutex_lock", first);
            lib!(code, "pthread_mutex_lock", second);
            lib!(code, "pthread_mutex_unlock", second);
            lib!(code, "pthread_mutex_unlock", first);
            code.ret(0);
        })
    };
    let (ab, ba) = (both(&mut world, a, b), both(&mut world, b, a));
    let outcome = world.run(|code| code.parallel(&[ab, ba]));
    assert_eq!((outcome.complete, outcome.deadlocks), (2, 1));
}

#[test]
fn mutexes_are_misused() {
    let mut world = TestProgram::new(&[]);
    let object = world.variable("object", 40);
    let outcome = world.run(|code| {
        lib!(code, "pthread_mutex_unlock", object);
    });
    outcome.wrong("invalid-unlock");
    for (destroy, lock) in [("pthread_mutex_destroy", "pthread_mutex_lock"), ("mtx_destroy", "mtx_lock")] {
        let mut world = TestProgram::new(&[]);
        let object = world.variable("object", 40);
        let outcome = world.run(|code| {
            lib!(code, lock, object);
            lib!(code, destroy, object);
        });
        outcome.wrong("destroyed while it is locked");
        let mut world = TestProgram::new(&[]);
        let object = world.variable("object", 40);
        let outcome = world.run(|code| {
            lib!(code, destroy, object);
            lib!(code, lock, object);
        });
        outcome.wrong("invalid-unlock");
    }
    let mut world = TestProgram::new(&[]);
    let object = world.variable("object", 40);
    let worker = world.function("worker", 1, |code| {
        lib!(code, "pthread_mutex_lock", object);
        lib!(code, "pthread_mutex_unlock", object);
        code.ret(0);
    });
    let outcome = world.run(|code| {
        lib!(code, "__VERIFIER_spawn", worker, 0);
        lib!(code, "pthread_mutex_init", object, 0);
    });
    assert!(outcome.races > 0, "{outcome:?}");
}

#[test]
fn initialised_locks_work_and_are_destroyed() {
    let mut world = TestProgram::new(&[]);
    let (mutex, spin, rwlock) = (world.variable("m", 40), world.variable("s", 4), world.variable("r", 56));
    world.run_alone(|code| {
        lib!(code, "pthread_mutex_init", mutex, 0);
        lib!(code, "pthread_mutex_lock", mutex);
        lib!(code, "pthread_mutex_unlock", mutex);
        lib!(code, "pthread_mutex_destroy", mutex);
        lib!(code, "pthread_mutex_init", mutex, 0);
        lib!(code, "pthread_spin_init", spin, 0);
        lib!(code, "pthread_spin_lock", spin);
        lib!(code, "pthread_spin_unlock", spin);
        lib!(code, "pthread_spin_destroy", spin);
        lib!(code, "pthread_rwlock_init", rwlock, 0);
        lib!(code, "pthread_rwlock_wrlock", rwlock);
        lib!(code, "pthread_rwlock_unlock", rwlock);
        lib!(code, "pthread_rwlock_destroy", rwlock);
    });
}

#[test]
fn recursive_and_checking_mutexes() {
    let mut world = TestProgram::new(&["pthread_mutexattr_settype"]);
    let (attribute, mutex, kind) = (world.variable("a", 4), world.variable("m", 40), world.variable("k", 4));
    world.run_alone(|code| {
        lib!(code, "pthread_mutexattr_init", attribute);
        let result = lib!(code, "pthread_mutexattr_settype", attribute, 9);
        code.check(result, 22);
        lib!(code, "pthread_mutexattr_settype", attribute, 1);
        lib!(code, "pthread_mutexattr_gettype", attribute, kind);
        let found = code.load(kind, Mode::Na, INT);
        code.check(found, 1);
        lib!(code, "pthread_mutexattr_setrobust", attribute, 0);
        lib!(code, "pthread_mutex_init", mutex, attribute);
        for _ in 0..2 {
            let result = lib!(code, "pthread_mutex_lock", mutex);
            code.check(result, 0);
        }
        for _ in 0..2 {
            let result = lib!(code, "pthread_mutex_unlock", mutex);
            code.check(result, 0);
        }
        lib!(code, "pthread_mutexattr_settype", attribute, 2);
        lib!(code, "pthread_mutex_destroy", mutex);
        lib!(code, "pthread_mutex_init", mutex, attribute);
        let result = lib!(code, "pthread_mutex_unlock", mutex);
        code.check(result, 1);
        lib!(code, "pthread_mutex_lock", mutex);
        let result = lib!(code, "pthread_mutex_lock", mutex);
        code.check(result, 35);
        lib!(code, "pthread_mutex_unlock", mutex);
        lib!(code, "pthread_mutex_destroy", mutex);
        lib!(code, "mtx_init", mutex, 1);
        lib!(code, "mtx_lock", mutex);
        let result = lib!(code, "mtx_lock", mutex);
        code.check(result, 0);
    });
    let mut world = TestProgram::new(&[]);
    let attribute = world.variable("a", 4);
    let outcome = world.run(|code| {
        lib!(code, "pthread_mutexattr_setrobust", attribute, 1);
    });
    outcome.wrong("unsupported");
}

#[test]
fn kinds_cost_nothing_where_there_are_none() {
    let mut world = TestProgram::new(&["pthread_mutexattr_settype", "mtx_init"]);
    assert!(world.library.mutex_kinds());
    world.library.notice("pthread_mutexattr_settype", &[None, Some(0)], false);
    world.library.notice("mtx_init", &[None, Some(2)], false);
    assert!(!world.library.mutex_kinds());
    world.library.notice("mtx_init", &[None, None], false);
    assert!(world.library.mutex_kinds());
}

#[test]
fn readers_share_and_writers_exclude() {
    let (outcome, counter) = threads(2, 56, |code, object, counter| {
        lib!(code, "pthread_rwlock_wrlock", object);
        increment(code, counter);
        lib!(code, "pthread_rwlock_unlock", object);
    });
    outcome.fine(2);
    assert_eq!(outcome.values(counter), [2].into());
    let mut world = TestProgram::new(&[]);
    let (object, data, seen) = (world.variable("object", 56), world.variable("data", 4), world.variable("seen", 4));
    let writer = world.function("writer", 1, |code| {
        lib!(code, "pthread_rwlock_wrlock", object);
        increment(code, data);
        increment(code, data);
        lib!(code, "pthread_rwlock_unlock", object);
        code.ret(0);
    });
    let reader = world.function("reader", 1, |code| {
        lib!(code, "pthread_rwlock_rdlock", object);
        let value = code.load(data, Mode::Na, INT);
        code.store(seen, value, Mode::Rlx, INT);
        lib!(code, "pthread_rwlock_unlock", object);
        code.ret(0);
    });
    let outcome = world.run(|code| code.parallel(&[writer, reader]));
    outcome.fine(2);
    assert_eq!(outcome.values(seen), [0, 2].into());
}

#[test]
fn read_write_locks_are_tried() {
    let mut world = TestProgram::new(&[]);
    let object = world.variable("object", 56);
    world.run_alone(|code| {
        for (lock, result) in [
            ("pthread_rwlock_tryrdlock", 0),
            ("pthread_rwlock_rdlock", 0),
            ("pthread_rwlock_trywrlock", 16),
            ("pthread_rwlock_unlock", 0),
            ("pthread_rwlock_unlock", 0),
            ("pthread_rwlock_trywrlock", 0),
            ("pthread_rwlock_tryrdlock", 16),
            ("pthread_rwlock_unlock", 0),
        ] {
            let found = lib!(code, lock, object);
            code.check(found, result);
        }
        for (lock, result) in [("pthread_rwlock_timedrdlock", 0), ("pthread_rwlock_timedwrlock", 110)] {
            let found = lib!(code, lock, object, 0);
            code.check(found, result);
        }
        let found = lib!(code, "pthread_rwlock_clockrdlock", object, 0, 0);
        code.check(found, 0);
        let found = lib!(code, "pthread_rwlock_clockwrlock", object, 0, 0);
        code.check(found, 110);
    });
}

#[test]
fn read_write_locks_are_misused() {
    for (names, words) in [
        (&["pthread_rwlock_unlock"][..], "does not hold it"),
        (&["pthread_rwlock_rdlock", "pthread_rwlock_destroy"], "destroyed while"),
        (&["pthread_rwlock_destroy", "pthread_rwlock_rdlock"], "was destroyed"),
        (&["pthread_rwlock_destroy", "pthread_rwlock_wrlock"], "was destroyed"),
        (&["pthread_rwlock_destroy", "pthread_rwlock_unlock"], "was destroyed"),
    ] {
        let mut world = TestProgram::new(&[]);
        let object = world.variable("object", 56);
        let outcome = world.run(|code| {
            for name in names {
                lib!(code, name, object);
            }
        });
        outcome.wrong(words);
    }
    let mut world = TestProgram::new(&[]);
    let object = world.variable("object", 56);
    let outcome = world.run(|code| {
        lib!(code, "pthread_rwlock_rdlock", object);
        lib!(code, "pthread_rwlock_wrlock", object);
    });
    assert_eq!((outcome.complete, outcome.deadlocks), (0, 1));
}

#[test]
fn semaphores_count() {
    let mut world = TestProgram::new(&[]);
    let (semaphore, data, value) = (world.variable("s", 32), world.variable("data", 4), world.variable("v", 4));
    let producer = world.function("producer", 1, |code| {
        increment(code, data);
        lib!(code, "sem_post", semaphore);
        code.ret(0);
    });
    let consumer = world.function("consumer", 1, |code| {
        lib!(code, "sem_wait", semaphore);
        let found = code.load(data, Mode::Na, INT);
        code.check(found, 1);
        code.ret(0);
    });
    let outcome = world.run(|code| {
        lib!(code, "sem_init", semaphore, 0, 0);
        code.parallel(&[producer, consumer]);
        lib!(code, "sem_getvalue", semaphore, value);
        lib!(code, "sem_destroy", semaphore);
    });
    outcome.fine(1);
    assert_eq!(outcome.values(value), [0].into());
    let mut world = TestProgram::new(&[]);
    let semaphore = world.variable("s", 32);
    let outcome = world.run(|code| {
        lib!(code, "sem_init", semaphore, 0, 1);
        lib!(code, "sem_wait", semaphore);
        for (name, arguments) in [("sem_timedwait", 2), ("sem_clockwait", 3)] {
            let mut all = vec![0.into(); arguments];
            all[0] = semaphore.into();
            let result = code.lib(name, &all);
            code.check(result, int(-1));
        }
        lib!(code, "sem_wait", semaphore);
    });
    assert_eq!((outcome.complete, outcome.deadlocks), (0, 1));
}

#[test]
fn something_is_done_once() {
    for name in ["pthread_once", "call_once"] {
        let mut world = TestProgram::new(&[]);
        let (control, data) = (world.variable("control", 4), world.variable("data", 4));
        let initialise = world.function("initialise", 0, |code| {
            increment(code, data);
            code.ret_void();
        });
        let worker = world.function("worker", 1, |code| {
            lib!(code, name, control, initialise);
            let value = code.load(data, Mode::Na, INT);
            code.check(value, 1);
            code.ret(0);
        });
        let outcome = world.run(|code| code.parallel(&[worker, worker]));
        outcome.fine(2);
    }
}

/// A barrier for two threads, each of which must see the other's writes before it.
fn meeting(results_used: bool, options: &LowerOptions) -> Outcome {
    let mut world = TestProgram::with(&[], options);
    world.library.notice("pthread_barrier_wait", &[None], results_used);
    let barrier = world.variable("barrier", 32);
    let (a, b) = (world.variable("a", 4), world.variable("b", 4));
    let serial = world.variable("serial", 4);
    let side = |world: &mut TestProgram, own: u64, other: u64| {
        world.function("side", 1, |code| {
            for round in 1..3 {
                increment(code, own);
                let result = lib!(code, "pthread_barrier_wait", barrier);
                let last = code.equal(result, int(-1));
                code.when(last, |code| increment(code, serial));
                let value = code.load(other, Mode::Na, INT);
                code.check(value, round);
                lib!(code, "pthread_barrier_wait", barrier);
            }
            code.ret(0);
        })
    };
    let (first, second) = (side(&mut world, a, b), side(&mut world, b, a));
    let outcome = world.run(|code| {
        let result = lib!(code, "pthread_barrier_init", barrier, 0, 0);
        code.check(result, 22);
        lib!(code, "pthread_barrier_init", barrier, 0, 2);
        code.parallel(&[first, second]);
        lib!(code, "pthread_barrier_destroy", barrier);
    });
    let serials = outcome.values(serial);
    assert_eq!(serials, [if results_used { 2 } else { 0 }].into());
    outcome
}

#[test]
fn barriers_let_all_pass_together() {
    meeting(false, &LowerOptions::default()).fine(1);
    // Two serial threads at each of four meetings.
    meeting(true, &LowerOptions::default()).fine(16);
}

#[test]
fn barriers_are_misused() {
    let mut world = TestProgram::new(&[]);
    let barrier = world.variable("barrier", 32);
    let outcome = world.run(|code| {
        lib!(code, "pthread_barrier_wait", barrier);
    });
    outcome.wrong("barrier");
    for results_used in [false, true] {
        let mut world = TestProgram::new(&[]);
        world.library.notice("pthread_barrier_wait", &[None], results_used);
        let barrier = world.variable("barrier", 32);
        let outcome = world.run(|code| {
            lib!(code, "pthread_barrier_init", barrier, 0, 2);
            lib!(code, "pthread_barrier_wait", barrier);
        });
        assert_eq!((outcome.complete, outcome.deadlocks), (0, 1));
    }
}
