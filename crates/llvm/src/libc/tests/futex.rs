//! Futexes, and the clock.

use raddle_graph::Mode;

use super::world::{Outcome, TestProgram, lib, never_spurious};
use crate::libc::code::{Code, INT, WORD};
use crate::lower::LowerOptions;

const FUTEX: u64 = 202;
const WAIT: u64 = 128;
const WAKE: u64 = 129;
const MINUS_ONE: u64 = u64::MAX;

/// A thread that waits for a word to change from 0, and one that stores 1 and wakes as many as that. What the calls returned is
/// in two variables.
fn exchange(options: &LowerOptions, timeout: u64, wakes: impl Fn(&mut Code<'_>, u64)) -> (Outcome, u64) {
    let mut world = TestProgram::with(&["__errno_location"], options);
    let (word, result) = (world.variable("w", 4), world.variable("r", 4));
    let waiter = world.function("waiter", 1, |code| {
        let returned = lib!(code, "syscall", FUTEX, word, WAIT, 0, timeout, 0, 0);
        code.store(result, returned, Mode::Rlx, INT);
        code.ret(0);
    });
    let waker = world.function("waker", 1, |code| {
        wakes(code, word);
        code.ret(0);
    });
    (world.run(|code| code.parallel(&[waiter, waker])), result)
}

fn store_and_wake(code: &mut Code<'_>, word: u64) {
    code.store(word, 1, Mode::Rlx, INT);
    lib!(code, "syscall", FUTEX, word, WAKE, 1, 0, 0, 0);
}

#[test]
fn a_wait_is_woken_or_finds_another_value() {
    let (outcome, result) = exchange(&never_spurious(), 0, store_and_wake);
    outcome.fine(2);
    assert_eq!(Vec::from_iter(outcome.values(result)), [0, 0xffff_ffff]);
}

#[test]
fn nobody_wakes_who_comes_after_the_wake() {
    let (outcome, _) = exchange(&never_spurious(), 0, |code, word| {
        lib!(code, "syscall", FUTEX, word, WAKE, 1, 0, 0, 0);
        code.store(word, 1, Mode::Rlx, INT);
    });
    assert_eq!((outcome.complete, outcome.deadlocks), (2, 1));
}

#[test]
fn a_wake_says_how_many_it_woke() {
    let (outcome, result) = exchange(&never_spurious(), 0, |code, word| {
        code.store(word, 1, Mode::Rlx, INT);
        let woken = lib!(code, "syscall", FUTEX, word, WAKE, 0x7fff_ffff, 0, 0, 0);
        let many = code.below(1, woken);
        code.check(many, 0);
    });
    outcome.fine(2);
    assert_eq!(outcome.values(result).len(), 2);
}

#[test]
fn time_ends_a_wait_and_so_does_chance() {
    let mut world = TestProgram::new(&[]);
    let (word, time) = (world.variable("w", 4), world.variable("t", 16));
    let outcome = world.run(|code| {
        let returned = lib!(code, "syscall", FUTEX, word, WAIT, 0, time, 0, 0);
        code.check(returned, MINUS_ONE);
    });
    outcome.fine(1);
    let (outcome, _) = exchange(&LowerOptions::default(), 0, |_, _| {});
    assert_eq!((outcome.complete, outcome.deadlocks), (1, 1), "spuriously, or never");
}

#[test]
fn other_operations_are_refused() {
    for (number, operation, words) in [(FUTEX, 3, "operation on a futex"), (1, 0, "system call")] {
        let mut world = TestProgram::new(&[]);
        let word = world.variable("w", 4);
        let outcome = world.run(|code| {
            lib!(code, "syscall", number, word, operation, 0, 0, 0, 0);
        });
        outcome.wrong(words);
    }
}

#[test]
fn a_deadline_passes_for_who_waited_in_vain() {
    let mut world = TestProgram::new(&["clock_gettime"]);
    let (semaphore, time) = (world.variable("s", 32), world.variable("t", 16));
    let outcome = world.run(|code| {
        lib!(code, "clock_gettime", 0, time);
        let first = code.load(time, Mode::Na, WORD);
        let deadline = code.add(first, 5);
        code.store(time, deadline, Mode::Na, WORD);
        let returned = lib!(code, "sem_timedwait", semaphore, time);
        code.check(returned, u64::from(u32::MAX));
        lib!(code, "sleep", 2);
        let now = lib!(code, "time", 0);
        let slept = code.add(deadline, 2);
        let is_early = code.below(now, slept);
        code.check(is_early, 0);
    });
    outcome.fine(2);
}
