//! Mutexes and spin locks.
//!
//! The first four bytes of a mutex are 0 if it is free, 1 if held, 2 if destroyed; an `int` at byte 16 is its kind, as
//! in glibc's static initialisers, and the one at byte 8 its mark (see `life`). Initialisation and destruction are plain writes: if they are not ordered with a use
//! of the mutex, that is a data race. The set of locks that a thread holds is part of the thread's state.

use raddle_graph::Mode;
use raddle_ir::{BinaryOp, FailureKind, Instr, Operand, Reg};

use super::clock;
use super::code::{Code, INT, argument, int};
use super::life;
use super::table::{LibraryFunction, function, nothing, refused, same};

const NO_ROBUST: &str = "robust mutexes are not modelled: no thread dies with a lock";
const NO_CEILING: &str = "priorities are not modelled";
const DESTROYED: u64 = 2;
/// libstdc++'s `__gthread_mutex_unlock`, by which the mutexes of C++ are unlocked: to do that without holding one is undefined
/// whatever its kind is, as in C11, although the function of POSIX that it calls returns an error.
/// (It is static, but not in newer versions.)
pub(super) const UNLOCKS_OF_CXX: [&str; 2] =
    ["_ZL22__gthread_mutex_unlockP15pthread_mutex_t", "_Z22__gthread_mutex_unlockP15pthread_mutex_t"];
/// The kind of recursive mutexes.
pub(super) const RECURSIVE: u64 = 1;
const MARK_OFFSET: u64 = 8;
const KIND_OFFSET: u64 = 16;
/// Static objects are below this address.
const STATIC_END: u64 = 1 << 43;
const EBUSY: u64 = 16;
const EINVAL: i32 = 22;
pub(super) const ETIMEDOUT: i32 = 110;

pub(super) const TABLE: &[LibraryFunction] = &[
    function("pthread_mutex_init", 2, init).borrows(&[1]),
    function("pthread_mutex_destroy", 1, destroy),
    function("pthread_mutex_lock", 1, lock),
    function("pthread_mutex_trylock", 1, try_lock),
    function("pthread_mutex_timedlock", 2, timed_lock).borrows(&[1]),
    function("pthread_mutex_clocklock", 3, clock_lock).borrows(&[2]),
    function("pthread_mutex_unlock", 1, unlock),
    same(UNLOCKS_OF_CXX[0], "mtx_unlock"),
    same(UNLOCKS_OF_CXX[1], "mtx_unlock"),
    refused("pthread_mutex_consistent", NO_ROBUST),
    refused("pthread_mutex_getprioceiling", NO_CEILING),
    refused("pthread_mutex_setprioceiling", NO_CEILING),
    function("pthread_mutexattr_init", 1, attribute_init).borrows(&[0]),
    nothing("pthread_mutexattr_destroy"),
    function("pthread_mutexattr_settype", 2, set_type).borrows(&[0]),
    function("pthread_mutexattr_gettype", 2, get_type).borrows(&[0, 1]),
    nothing("pthread_mutexattr_setprotocol"),
    nothing("pthread_mutexattr_setprioceiling"),
    nothing("pthread_mutexattr_setpshared"),
    function("pthread_mutexattr_setrobust", 2, set_robust).borrows(&[0]),
    same("pthread_mutexattr_setrobust_np", "pthread_mutexattr_setrobust"),
    function("pthread_spin_init", 2, spin_init),
    function("pthread_spin_destroy", 1, spin_destroy),
    function("pthread_spin_lock", 1, spin_lock),
    function("pthread_spin_trylock", 1, spin_try_lock),
    function("pthread_spin_unlock", 1, spin_unlock),
];

/// Whether a mutex of this kind differs from the default one. (3 is the adaptive one, which only spins first.)
pub(super) fn needs_kind(kind: u64) -> bool {
    !matches!(kind, 0 | 3)
}

/// Initialises a mutex with a kind.
pub(super) fn initialise(code: &mut Code<'_>, mutex: Operand, kind: impl Into<Operand>) {
    check_free(code, mutex);
    let message = "a mutex is initialised that is initialised already";
    life::begin(code, mutex, MARK_OFFSET, FailureKind::InvalidArgument, message);
    code.store(mutex, 0, Mode::Na, INT);
    if code.library.mutex_kinds() {
        let place = code.add(mutex, KIND_OFFSET);
        code.store(place, kind, Mode::Na, INT);
    }
}

/// Fails if what is to be initialised is a mutex that is held. Only the type of a static object is certain: other memory may
/// hold anything before.
fn check_free(code: &mut Code<'_>, mutex: Operand) {
    let message = "a mutex is initialised while it is locked";
    let holds = code.register();
    code.emit(Instr::Holds { dst: holds, addr: mutex });
    code.fail_if(holds, FailureKind::InvalidArgument, message);
    let fixed = code.below(mutex, STATIC_END);
    code.when(fixed, |code| {
        let word = code.register();
        code.emit(Instr::LoadRaw { dst: word, addr: mutex, width: INT });
        let held = code.equal(word, 1);
        code.fail_if(held, FailureKind::InvalidArgument, message);
    });
}

/// The kind of a mutex: 0 for normal, 1 for recursive, 2 for error-checking ones.
pub(super) fn kind_of(code: &mut Code<'_>, mutex: Operand) -> Operand {
    if !code.library.mutex_kinds() {
        return 0.into();
    }
    let place = code.add(mutex, KIND_OFFSET);
    let kind = code.load(place, Mode::Na, INT);
    let known = code.below(kind, 3);
    code.select(known, kind, 0).into()
}

/// Locks a mutex, waiting if necessary: 0 or an error number.
pub(super) fn acquire(code: &mut Code<'_>, mutex: Operand, kind: Operand) -> Reg {
    let result = code.register();
    code.emit(Instr::Lock { addr: mutex, kind, attempt: false, result });
    result
}

/// Locks a mutex if it is free: 0 or an error number.
pub(super) fn attempt(code: &mut Code<'_>, mutex: Operand, kind: Operand) -> Reg {
    code.program().tried_locks();
    let result = code.register();
    code.emit(Instr::Lock { addr: mutex, kind, attempt: true, result });
    result
}

/// Locks a mutex if it becomes free in time. This is the same as trying to lock it, because waiting until it is free is
/// the same as trying later. `late` is the result after a timeout.
pub(super) fn attempt_in_time(
    code: &mut Code<'_>,
    mutex: Operand,
    kind: Operand,
    deadline: Operand,
    late: Operand,
) -> Reg {
    let result = attempt(code, mutex, kind);
    let busy = code.equal(result, EBUSY);
    code.when(busy, |code| clock::advance_to(code, deadline));
    code.select(busy, late, result)
}

/// Unlocks a mutex: 0 or an error number. To unlock a normal one that the thread does not hold is undefined.
pub(super) fn release(code: &mut Code<'_>, mutex: Operand, kind: Operand) -> Reg {
    let result = code.register();
    code.emit(Instr::Unlock { addr: mutex, kind, result });
    result
}

/// Destroys a mutex that is not held.
pub(super) fn ruin_marked(code: &mut Code<'_>, mutex: Operand) {
    ruin(code, mutex);
    life::end(code, mutex, MARK_OFFSET);
}

/// The same for a spin lock, which has no room for a mark.
fn ruin(code: &mut Code<'_>, mutex: Operand) {
    let word = code.load(mutex, Mode::Na, INT);
    let held = code.equal(word, 1);
    code.fail_if(held, FailureKind::InvalidLock, "a mutex is destroyed while it is locked");
    let again = code.equal(word, DESTROYED);
    code.fail_if(again, FailureKind::InvalidLock, "a mutex is destroyed twice");
    code.store(mutex, DESTROYED, Mode::Na, INT);
}

fn spin_destroy(code: &mut Code<'_>) {
    ruin(code, argument(0));
    code.ret(int(0));
}

fn init(code: &mut Code<'_>) {
    let kind = code.variable(0);
    if code.library.mutex_kinds() {
        code.when(argument(1), |code| {
            let wanted = code.load(argument(1), Mode::Na, INT);
            code.set(kind, wanted);
        });
    }
    initialise(code, argument(0), kind);
    code.ret(int(0));
}

fn destroy(code: &mut Code<'_>) {
    ruin_marked(code, argument(0));
    code.ret(int(0));
}

fn lock(code: &mut Code<'_>) {
    let kind = kind_of(code, argument(0));
    let result = acquire(code, argument(0), kind);
    code.ret(result);
}

fn try_lock(code: &mut Code<'_>) {
    let kind = kind_of(code, argument(0));
    let result = attempt(code, argument(0), kind);
    code.ret(result);
}

fn timed_lock(code: &mut Code<'_>) {
    lock_until(code, argument(1));
}

fn clock_lock(code: &mut Code<'_>) {
    lock_until(code, argument(2));
}

fn lock_until(code: &mut Code<'_>, deadline: Operand) {
    let kind = kind_of(code, argument(0));
    let result = attempt_in_time(code, argument(0), kind, deadline, int(ETIMEDOUT));
    code.ret(result);
}

fn unlock(code: &mut Code<'_>) {
    let kind = kind_of(code, argument(0));
    let result = release(code, argument(0), kind);
    code.ret(result);
}

/// An attribute object holds the kind, if it is initialised.
fn attribute_init(code: &mut Code<'_>) {
    if code.library.mutex_kinds() {
        code.store(argument(0), 0, Mode::Na, INT);
    }
    code.ret(int(0));
}

fn set_type(code: &mut Code<'_>) {
    let unknown = code.below(3, argument(1));
    code.when(unknown, |code| code.ret(int(EINVAL)));
    if code.library.mutex_kinds() {
        code.store(argument(0), argument(1), Mode::Na, INT);
    }
    code.ret(int(0));
}

fn get_type(code: &mut Code<'_>) {
    let kind = if code.library.mutex_kinds() { code.load(argument(0), Mode::Na, INT) } else { code.variable(0) };
    code.store(argument(1), kind, Mode::Na, INT);
    code.ret(int(0));
}

fn set_robust(code: &mut Code<'_>) {
    let robust = code.binary(BinaryOp::Ne, INT, argument(1), 0);
    code.fail_if(robust, FailureKind::Unsupported, NO_ROBUST);
    code.ret(int(0));
}

fn spin_init(code: &mut Code<'_>) {
    let holds = code.register();
    code.emit(Instr::Holds { dst: holds, addr: argument(0) });
    code.fail_if(holds, FailureKind::InvalidArgument, "a spin lock is initialised while it is locked");
    code.store(argument(0), 0, Mode::Na, INT);
    code.ret(int(0));
}

fn spin_lock(code: &mut Code<'_>) {
    let result = acquire(code, argument(0), 0.into());
    code.ret(result);
}

fn spin_try_lock(code: &mut Code<'_>) {
    let result = attempt(code, argument(0), 0.into());
    code.ret(result);
}

fn spin_unlock(code: &mut Code<'_>) {
    let result = release(code, argument(0), 0.into());
    code.ret(result);
}
