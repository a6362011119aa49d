//! Condition variables.
//!
//! A 64-bit word at the beginning of the object counts the waiters in groups (see `raddle_graph::ConditionOp`), so that
//! a signal wakes exactly one of the threads that waited at that time. The accesses order nothing: the mutex does.
//! A wait may end without a signal (`Instr::Spurious`), unless the user excludes that.
//! Destruction is an update of that word, too: who was woken may still have to read it. Four bytes at byte 8 are the mark (see
//! `life`).

use raddle_graph::{ConditionOp, Mode, Width};
use raddle_ir::{BinaryOp, ConditionKind, FailureKind, Instr, Operand, Reg, SpuriousKind, UpdateKind};

use super::clock;
use super::code::{Code, WORD, argument, int};
use super::life;
use super::mutex::{self, ETIMEDOUT};
use super::table::{LibraryFunction, function, nothing};

pub(super) const TABLE: &[LibraryFunction] = &[
    function("pthread_cond_init", 2, init).borrows(&[1]),
    function("pthread_cond_destroy", 1, destroy),
    function("pthread_cond_wait", 2, wait),
    function("pthread_cond_timedwait", 3, timed_wait).borrows(&[2]),
    function("pthread_cond_clockwait", 4, clock_wait).borrows(&[3]),
    function("pthread_cond_signal", 1, signal),
    function("pthread_cond_broadcast", 1, broadcast),
    nothing("pthread_condattr_init"),
    nothing("pthread_condattr_destroy"),
    nothing("pthread_condattr_setclock"),
    nothing("pthread_condattr_setpshared"),
];

const MARK_OFFSET: u64 = 8;

/// An operation on the word of the first parameter.
fn operate(code: &mut Code<'_>, kind: ConditionKind, group: impl Into<Operand>, dst: Option<Reg>) {
    code.emit(Instr::Condition { kind, addr: argument(0), group: group.into(), dst });
}

/// Makes the first parameter a condition variable.
pub(super) fn initialise(code: &mut Code<'_>) {
    let message = "a condition variable is initialised that is initialised already";
    life::begin(code, argument(0), MARK_OFFSET, FailureKind::InvalidArgument, message);
    code.store(argument(0), 0, Mode::Na, WORD);
}

/// Destroys the first parameter. Nobody may wait for it, but who was woken need not have run yet.
pub(super) fn ruin(code: &mut Code<'_>) {
    let before = code.register();
    code.emit(Instr::Update {
        kind: UpdateKind::Or,
        addr: argument(0),
        value: ConditionOp::DESTROYED.into(),
        mode: Mode::Rlx,
        width: WORD,
        old: Some(before),
    });
    let destroyed = code.binary(BinaryOp::And, WORD, before, ConditionOp::DESTROYED);
    let again = code.equal(destroyed, ConditionOp::DESTROYED);
    code.fail_if(again, FailureKind::InvalidArgument, "a condition variable is destroyed twice");
    let waiters = code.binary(BinaryOp::And, WORD, before, ConditionOp::WAITERS);
    code.fail_if(
        waiters,
        FailureKind::InvalidArgument,
        "a condition variable is destroyed while a thread waits for it",
    );
    life::end(code, argument(0), MARK_OFFSET);
}

/// Wakes one waiter of the first parameter.
pub(super) fn wake_one(code: &mut Code<'_>) {
    operate(code, ConditionKind::Signal, 0, None);
}

/// Wakes all waiters of the first parameter.
pub(super) fn wake_all(code: &mut Code<'_>) {
    operate(code, ConditionKind::Broadcast, 0, None);
}

/// The kind of a wait for a signal.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Patience {
    /// Without a deadline: never being signalled is a deadlock.
    Endless,
    /// With a deadline: timing out is explored as another execution, so executions without a signal are discarded.
    Limited,
}

/// Waits at the first parameter with the mutex of the second, which is acquired again at the end.
pub(super) fn wait_at(code: &mut Code<'_>, patience: Patience) {
    let kind = check_mutex(code);
    let group = code.register();
    operate(code, ConditionKind::Register, 0, Some(group));
    mutex::release(code, argument(1), kind);
    match patience {
        Patience::Endless => operate(code, ConditionKind::Wake, group, None),
        Patience::Limited => wake_or_give_up(code, group),
    }
    mutex::acquire(code, argument(1), kind);
}

/// Wakes up as a member of the group if it was signalled, else discards the execution: timing out is explored as
/// another one. In two steps, because the single-step operation blocks.
fn wake_or_give_up(code: &mut Code<'_>, group: Reg) {
    const TOKENS: u64 = 32;
    // Cannot fail: widths go from 1 to 64 bits.
    let field = Width::new(16).expect("16 bits are a width");
    let word = code.load(argument(0), Mode::Rlx, WORD);
    let ahead = code.binary(BinaryOp::Sub, field, word, group);
    let overtaken = code.binary(BinaryOp::Slt, field, 0, ahead);
    let current = code.not(ahead);
    let rest = code.binary(BinaryOp::LShr, WORD, word, TOKENS);
    let tokens = code.binary(BinaryOp::Ne, field, rest, 0);
    let signalled = code.binary(BinaryOp::And, WORD, current, tokens);
    let awake = code.binary(BinaryOp::Or, WORD, overtaken, signalled);
    code.assume(awake);
    code.when(signalled, |code| {
        let taken = code.binary(BinaryOp::Sub, WORD, word, 1 << TOKENS);
        let stored = code.register();
        code.emit(Instr::CompareExchange {
            addr: argument(0),
            expected: word.into(),
            desired: taken.into(),
            success: Mode::Rlx,
            failure: Mode::Rlx,
            weak: false,
            width: WORD,
            old: None,
            stored: Some(stored),
        });
        code.assume(stored);
    });
}

/// Lets the wait end without a signal, with that result.
pub(super) fn wake_spuriously(code: &mut Code<'_>, result: Operand) {
    end_spuriously(code, SpuriousKind::Signal, result, |code| {
        wait_until_timeout(code);
        code.ret(result);
    });
}

/// Lets the function end without a reason, with that result and after the code that does so.
pub(super) fn end_spuriously(
    code: &mut Code<'_>,
    kind: SpuriousKind,
    result: Operand,
    end: impl FnOnce(&mut Code<'_>),
) {
    if !code.library.spurious_wakeups {
        return;
    }
    let way = code.spurious(kind);
    let runs_ahead = code.equal(way, 2);
    code.when(runs_ahead, |code| code.ret(result));
    code.when(way, end);
}

/// A wait that times out. It never counts as a waiter, so no signal is spent on it.
pub(super) fn wait_until_timeout(code: &mut Code<'_>) {
    let kind = check_mutex(code);
    mutex::release(code, argument(1), kind);
    mutex::acquire(code, argument(1), kind);
}

/// The kind of the mutex, which this thread must hold.
fn check_mutex(code: &mut Code<'_>) -> Operand {
    let kind = mutex::kind_of(code, argument(1));
    let holds = code.register();
    code.emit(Instr::Holds { dst: holds, addr: argument(1) });
    let free = code.not(holds);
    code.fail_if(free, FailureKind::InvalidUnlock, "condition wait without holding the mutex");
    kind
}

fn init(code: &mut Code<'_>) {
    initialise(code);
    code.ret(int(0));
}

fn destroy(code: &mut Code<'_>) {
    ruin(code);
    code.ret(int(0));
}

fn wait(code: &mut Code<'_>) {
    wake_spuriously(code, int(0));
    wait_at(code, Patience::Endless);
    code.ret(int(0));
}

fn timed_wait(code: &mut Code<'_>) {
    wait_until(code, argument(2));
}

fn clock_wait(code: &mut Code<'_>) {
    wait_until(code, argument(3));
}

fn wait_until(code: &mut Code<'_>, deadline: Operand) {
    wake_spuriously(code, int(0));
    let late = code.choose(2);
    code.when(late, |code| {
        wait_until_timeout(code);
        clock::advance_to(code, deadline);
        code.ret(int(ETIMEDOUT));
    });
    wait_at(code, Patience::Limited);
    code.ret(int(0));
}

fn signal(code: &mut Code<'_>) {
    wake_one(code);
    code.ret(int(0));
}

fn broadcast(code: &mut Code<'_>) {
    wake_all(code);
    code.ret(int(0));
}
