//! System calls by number: futexes, and a few that are functions under another name.
//!
//! Operations on one futex are totally ordered: the kernel has a queue of waiters beside the word
//! (`ConditionKind::Enqueue`), and a thread that reads the expected value is in the queue before any wake can miss it.
//! A wait that comes after a wake in this order sees the writes before that wake; being woken synchronises with
//! nothing. A wait ends for one of three reasons, each explored: the value differed, it was woken, or (if it has a
//! deadline) it timed out.

use raddle_graph::Mode;
use raddle_ir::{BinaryOp, ConditionKind, FailureKind, Instr, Operand, Reg, SpuriousKind};

use super::clock;
use super::code::{Code, INT, argument};
use super::condition::{Patience, end_spuriously};
use super::mutex::ETIMEDOUT;
use super::process::set_errno;
use super::table::{LibraryFunction, function};

pub(super) const TABLE: &[LibraryFunction] = &[function("syscall", 7, call), function("gettid", 0, thread_number)];

/// System call numbers of Linux: for x86-64, and the generic ones of newer machines.
const FUTEX: [u64; 2] = [202, 98];
const GETTID: [u64; 2] = [186, 178];
const GETPID: [u64; 2] = [39, 172];
const YIELD: [u64; 2] = [24, 124];

const WAIT: u64 = 0;
const WAKE: u64 = 1;
const WAIT_BITSET: u64 = 9;
const WAKE_BITSET: u64 = 10;
/// Flags for private futexes and the clock of a deadline: neither matters here.
const FLAGS: u64 = 128 | 256;
const EVERY_BIT: u64 = 0xffff_ffff;
const EAGAIN: i32 = 11;

/// The arguments of the call.
const WORD_ARGUMENT: u16 = 1;
const OPERATION_ARGUMENT: u16 = 2;
const VALUE_ARGUMENT: u16 = 3;
const TIMEOUT_ARGUMENT: u16 = 4;
const BITS_ARGUMENT: u16 = 6;

fn call(code: &mut Code<'_>) {
    let machine = usize::from(code.library.is_newer_machine());
    let is = |code: &mut Code<'_>, numbers: [u64; 2]| code.binary(BinaryOp::Eq, INT, argument(0), numbers[machine]);
    let futex = is(code, FUTEX);
    code.when(futex, operate);
    let number = is(code, GETTID);
    code.when(number, thread_number);
    let process = is(code, GETPID);
    code.when(process, |code| code.ret(1));
    let yields = is(code, YIELD);
    code.when(yields, |code| code.ret(0));
    code.fail(FailureKind::Unsupported, "this system call is not modelled; futex, gettid, getpid and sched_yield are");
}

/// A number for each thread; that of the first one is the process id.
fn thread_number(code: &mut Code<'_>) {
    let dst = code.register();
    code.emit(Instr::Self_ { dst });
    code.ret(dst);
}

fn operate(code: &mut Code<'_>) {
    let operation = code.binary(BinaryOp::And, INT, argument(OPERATION_ARGUMENT), !FLAGS & EVERY_BIT);
    let is = |code: &mut Code<'_>, number: u64| code.binary(BinaryOp::Eq, INT, operation, number);
    let (plain_wait, plain_wake) = (is(code, WAIT), is(code, WAKE));
    let (bit_wait, bit_wake) = (is(code, WAIT_BITSET), is(code, WAKE_BITSET));
    let with_bits = code.binary(BinaryOp::Or, INT, bit_wait, bit_wake);
    code.when(with_bits, |code| {
        let some = code.binary(BinaryOp::Ne, INT, argument(BITS_ARGUMENT), EVERY_BIT);
        code.fail_if(
            some,
            FailureKind::Unsupported,
            "a futex with a set of bits is not modelled, except FUTEX_BITSET_MATCH_ANY",
        );
    });
    let waits = code.binary(BinaryOp::Or, INT, plain_wait, bit_wait);
    code.when(waits, |code| wait(code, bit_wait));
    let wakes = code.binary(BinaryOp::Or, INT, plain_wake, bit_wake);
    code.when(wakes, wake);
    code.fail(FailureKind::Unsupported, "this operation on a futex is not modelled: only waits and wakes are");
}

/// Continues only if the word holds the expected value, or only if it does not.
fn compare(code: &mut Code<'_>, expected: bool) {
    let value = code.load(argument(WORD_ARGUMENT), Mode::Rlx, INT);
    let op = if expected { BinaryOp::Eq } else { BinaryOp::Ne };
    let holds = code.binary(op, INT, value, argument(VALUE_ARGUMENT));
    code.assume(holds);
}

fn fail_with(code: &mut Code<'_>, error: i32) {
    set_errno(code, error);
    code.ret(u64::MAX);
}

/// `absolute` says whether the time is a deadline.
fn wait(code: &mut Code<'_>, absolute: Reg) {
    end_spuriously(code, SpuriousKind::Wake, 0.into(), |code| {
        compare(code, true);
        code.ret(0);
    });
    let timed = code.binary(BinaryOp::Ne, super::code::WORD, argument(TIMEOUT_ARGUMENT), 0);
    let ways = code.add(timed, 2);
    let way = code.choose(ways);
    let differs = code.not(way);
    code.when(differs, |code| {
        compare(code, false);
        fail_with(code, EAGAIN);
    });
    let late = code.equal(way, 2);
    code.when(late, |code| {
        compare(code, true);
        code.when(absolute, |code| {
            clock::advance_to(code, argument(TIMEOUT_ARGUMENT));
            fail_with(code, ETIMEDOUT);
        });
        clock::advance_by(code, argument(TIMEOUT_ARGUMENT));
        fail_with(code, ETIMEDOUT);
    });
    let group = code.register();
    queue(code, ConditionKind::Enqueue, 0, Some(group));
    compare(code, true);
    code.when(timed, |code| {
        sleep(code, group, Patience::Limited);
        code.ret(0);
    });
    sleep(code, group, Patience::Endless);
    code.ret(0);
}

/// Sleeps until the group is woken.
fn sleep(code: &mut Code<'_>, group: Reg, patience: Patience) {
    let kind = match patience {
        Patience::Endless => ConditionKind::Sleep,
        Patience::Limited => ConditionKind::Doze,
    };
    queue(code, kind, group, None);
}

fn wake(code: &mut Code<'_>) {
    let some = code.binary(BinaryOp::Slt, INT, 0, argument(VALUE_ARGUMENT));
    let none = code.not(some);
    code.fail_if(none, FailureKind::Unsupported, "waking less than one waiter of a futex is not modelled");
    let woken = code.register();
    let most = code.binary(BinaryOp::And, super::code::WORD, argument(VALUE_ARGUMENT), EVERY_BIT);
    queue(code, ConditionKind::Notify, most, Some(woken));
    code.ret(woken);
}

/// An operation on the queue of the futex.
fn queue(code: &mut Code<'_>, kind: ConditionKind, group: impl Into<Operand>, dst: Option<Reg>) {
    code.emit(Instr::Condition { kind, addr: argument(WORD_ARGUMENT), group: group.into(), dst });
}
