//! Semaphores: the first four bytes are the value, or a mark after destruction; those at byte 8 are the mark of `life`.

use raddle_graph::Mode;
use raddle_ir::{FailureKind, Instr, Operand, Reg, UpdateKind};

use super::clock;
use super::code::{Code, INT, argument, int};
use super::life;
use super::mutex::ETIMEDOUT;
use super::process::set_errno;
use super::table::{LibraryFunction, function, refused};

const EAGAIN: i32 = 11;
const EINVAL: i32 = 22;
/// The maximum value; one more marks a destroyed semaphore.
const MAX_VALUE: u32 = 0x7fff_ffff;
const DESTROYED: u64 = MAX_VALUE as u64 + 1;
const MARK_OFFSET: u64 = 8;
const NO_NAMES: &str = "named semaphores are not modelled; use sem_init";

pub(super) const TABLE: &[LibraryFunction] = &[
    function("sem_init", 3, init),
    function("sem_destroy", 1, destroy),
    function("sem_wait", 1, wait),
    function("sem_trywait", 1, try_wait),
    function("sem_timedwait", 2, timed_wait).borrows(&[1]),
    function("sem_clockwait", 3, clock_wait).borrows(&[2]),
    function("sem_post", 1, post),
    function("sem_getvalue", 2, get_value).borrows(&[1]),
    refused("sem_open", NO_NAMES),
    refused("sem_close", NO_NAMES),
    refused("sem_unlink", NO_NAMES),
];

fn init(code: &mut Code<'_>) {
    let large = code.below(u64::from(MAX_VALUE), argument(2));
    code.when(large, |code| fail_with(code, EINVAL));
    let message = "a semaphore is initialised that is initialised already";
    life::begin(code, argument(0), MARK_OFFSET, FailureKind::InvalidArgument, message);
    code.store(argument(0), argument(2), Mode::Na, INT);
    code.ret(int(0));
}

/// A plain write, so that an unordered use is a data race.
fn destroy(code: &mut Code<'_>) {
    let value = code.load(argument(0), Mode::Na, INT);
    check_alive(code, value);
    code.store(argument(0), DESTROYED, Mode::Na, INT);
    life::end(code, argument(0), MARK_OFFSET);
    code.ret(int(0));
}

fn check_alive(code: &mut Code<'_>, value: Reg) {
    let destroyed = code.equal(value, DESTROYED);
    code.fail_if(destroyed, FailureKind::InvalidLock, "the semaphore was destroyed");
}

/// Decrements the value if it is positive; returns whether it did.
fn take(code: &mut Code<'_>) -> Reg {
    let (value, taken) = code.add_within(argument(0), -1, (1, MAX_VALUE), Mode::Acq);
    check_alive(code, value);
    taken
}

fn wait(code: &mut Code<'_>) {
    let taken = take(code);
    code.require(taken);
    code.ret(int(0));
}

fn try_wait(code: &mut Code<'_>) {
    let taken = take(code);
    code.when(taken, |code| code.ret(int(0)));
    fail_with(code, EAGAIN);
}

fn timed_wait(code: &mut Code<'_>) {
    wait_until(code, argument(1));
}

fn clock_wait(code: &mut Code<'_>) {
    wait_until(code, argument(2));
}

/// Waiting until it is positive is the same as trying later.
fn wait_until(code: &mut Code<'_>, deadline: Operand) {
    let taken = take(code);
    code.when(taken, |code| code.ret(int(0)));
    clock::advance_to(code, deadline);
    fail_with(code, ETIMEDOUT);
}

fn fail_with(code: &mut Code<'_>, error: i32) {
    set_errno(code, error);
    code.ret(int(-1));
}

fn post(code: &mut Code<'_>) {
    let before = code.register();
    code.emit(Instr::Update {
        kind: UpdateKind::Add,
        addr: argument(0),
        value: 1.into(),
        mode: Mode::Rel,
        width: INT,
        old: Some(before),
    });
    check_alive(code, before);
    let full = code.equal(before, u64::from(MAX_VALUE));
    code.fail_if(full, FailureKind::Unsupported, "the value of a semaphore exceeds SEM_VALUE_MAX");
    code.ret(int(0));
}

fn get_value(code: &mut Code<'_>) {
    let value = code.load(argument(0), Mode::Rlx, INT);
    check_alive(code, value);
    code.store(argument(1), value, Mode::Na, INT);
    code.ret(int(0));
}
