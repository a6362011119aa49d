//! Read-write locks.
//!
//! The first four bytes count the readers, or are all ones while a writer holds the lock; those at byte 8 are its mark (see
//! `life`). What a thread holds is part of its state, as with mutexes: nobody else may unlock it, and its memory lives until
//! then. There is no preference: readers and writers may overtake each other.

use raddle_graph::Mode;
use raddle_ir::{FailureKind, Instr, Operand, Reg};

use super::clock;
use super::code::{Code, INT, argument, int};
use super::life;
use super::mutex::ETIMEDOUT;
use super::table::{LibraryFunction, function, nothing, refused};

const WRITER: u32 = u32::MAX;
const DESTROYED: u32 = 1 << 31;
/// The maximum number of readers, more than there are threads.
const MAX_READERS: u32 = DESTROYED - 1;
const MARK_OFFSET: u64 = 8;
const EBUSY: i32 = 16;

pub(super) const TABLE: &[LibraryFunction] = &[
    function("pthread_rwlock_init", 2, init).borrows(&[1]),
    function("pthread_rwlock_destroy", 1, destroy),
    function("pthread_rwlock_rdlock", 1, read_lock),
    function("pthread_rwlock_tryrdlock", 1, try_read_lock),
    function("pthread_rwlock_timedrdlock", 2, timed_read_lock).borrows(&[1]),
    function("pthread_rwlock_clockrdlock", 3, clock_read_lock).borrows(&[2]),
    function("pthread_rwlock_wrlock", 1, write_lock),
    function("pthread_rwlock_trywrlock", 1, try_write_lock),
    function("pthread_rwlock_timedwrlock", 2, timed_write_lock).borrows(&[1]),
    function("pthread_rwlock_clockwrlock", 3, clock_write_lock).borrows(&[2]),
    function("pthread_rwlock_unlock", 1, unlock),
    nothing("pthread_rwlockattr_init"),
    nothing("pthread_rwlockattr_destroy"),
    nothing("pthread_rwlockattr_setpshared"),
    nothing("pthread_rwlockattr_setkind_np"),
    refused("pthread_rwlockattr_getpshared", "attributes are ignored and cannot be read"),
    refused("pthread_rwlockattr_getkind_np", "attributes are ignored and cannot be read"),
];

fn init(code: &mut Code<'_>) {
    let message = "a read-write lock is initialised that is initialised already";
    life::begin(code, argument(0), MARK_OFFSET, FailureKind::InvalidArgument, message);
    code.store(argument(0), 0, Mode::Na, INT);
    code.ret(int(0));
}

fn destroy(code: &mut Code<'_>) {
    let word = code.load(argument(0), Mode::Na, INT);
    let free = code.not(word);
    let used = code.not(free);
    code.fail_if(used, FailureKind::InvalidLock, "a read-write lock is destroyed while it is locked, or twice");
    code.store(argument(0), u64::from(DESTROYED), Mode::Na, INT);
    life::end(code, argument(0), MARK_OFFSET);
    code.ret(int(0));
}

fn check_alive(code: &mut Code<'_>, word: Reg) {
    let destroyed = code.equal(word, u64::from(DESTROYED));
    code.fail_if(destroyed, FailureKind::InvalidLock, "the read-write lock was destroyed");
}

/// Adds a reader if there is no writer; returns whether it did.
fn enter_as_reader(code: &mut Code<'_>) -> Reg {
    let (word, stored) = code.add_within(argument(0), 1, (0, MAX_READERS - 1), Mode::Acq);
    check_alive(code, word);
    code.when(stored, |code| own(code, true));
    stored
}

/// Becomes the writer if the lock is free; returns whether it did.
fn enter_as_writer(code: &mut Code<'_>) -> Reg {
    let word = code.compare_exchange(argument(0), 0, u64::from(WRITER), (Mode::Acq, Mode::Rlx));
    check_alive(code, word);
    let stored = code.not(word);
    code.when(stored, |code| own(code, true));
    stored
}

/// The thread took the lock, or gave it back.
fn own(code: &mut Code<'_>, taken: bool) {
    code.emit(Instr::Own { addr: argument(0), taken });
}

/// Returns 0 after a success, else the error number.
fn report(code: &mut Code<'_>, success: Reg, otherwise: i32) {
    let result = code.select(success, 0, int(otherwise));
    code.ret(result);
}

fn read_lock(code: &mut Code<'_>) {
    let entered = enter_as_reader(code);
    code.require(entered);
    code.ret(int(0));
}

fn try_read_lock(code: &mut Code<'_>) {
    let entered = enter_as_reader(code);
    report(code, entered, EBUSY);
}

fn timed_read_lock(code: &mut Code<'_>) {
    let entered = enter_as_reader(code);
    report_in_time(code, entered, argument(1));
}

fn clock_read_lock(code: &mut Code<'_>) {
    let entered = enter_as_reader(code);
    report_in_time(code, entered, argument(2));
}

/// Waiting until it is free is the same as trying later.
fn report_in_time(code: &mut Code<'_>, success: Reg, deadline: Operand) {
    code.when(success, |code| code.ret(int(0)));
    clock::advance_to(code, deadline);
    code.ret(int(ETIMEDOUT));
}

fn write_lock(code: &mut Code<'_>) {
    let entered = enter_as_writer(code);
    code.require(entered);
    code.ret(int(0));
}

fn try_write_lock(code: &mut Code<'_>) {
    let entered = enter_as_writer(code);
    report(code, entered, EBUSY);
}

fn timed_write_lock(code: &mut Code<'_>) {
    let entered = enter_as_writer(code);
    report_in_time(code, entered, argument(1));
}

fn clock_write_lock(code: &mut Code<'_>) {
    let entered = enter_as_writer(code);
    report_in_time(code, entered, argument(2));
}

/// Removes a reader; if there is none, the lock is held by this thread as a writer, and no other thread changes it meanwhile.
fn unlock(code: &mut Code<'_>) {
    let holds = code.register();
    code.emit(Instr::Holds { dst: holds, addr: argument(0) });
    let stranger = code.not(holds);
    code.when(stranger, |code| {
        let word = code.load(argument(0), Mode::Rlx, INT);
        check_alive(code, word);
        let message = "the read-write lock is unlocked by a thread that does not hold it";
        code.fail_if(1, FailureKind::InvalidUnlock, message);
    });
    own(code, false);
    let (_, stored) = code.add_within(argument(0), -1, (1, MAX_READERS), Mode::Rel);
    code.when(stored, |code| code.ret(int(0)));
    code.store(argument(0), 0, Mode::Rel, INT);
    code.ret(int(0));
}
