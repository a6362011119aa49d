//! C11's `<threads.h>`: the functions of pthread.h with other names and results.

use raddle_graph::Mode;
use raddle_ir::{BinaryOp, Instr, Operand, Reg};

use super::code::{Code, INT, WORD, argument, int};
use super::condition::{self, Patience};
use super::table::{LibraryFunction, function, nothing, same};
use super::{clock, mutex, specific, thread};

const SUCCESS: i32 = 0;
const BUSY: i32 = 1;
const ERROR: i32 = 2;
const TIMED_OUT: i32 = 4;
/// The bit of a mutex's type that says whether it is recursive.
const RECURSIVE: u64 = 1;

pub(super) const TABLE: &[LibraryFunction] = &[
    function("thrd_create", 3, create).borrows(&[0]),
    function("thrd_join", 2, join).borrows(&[1]),
    function("thrd_detach", 1, detach),
    function("thrd_exit", 1, exit),
    same("thrd_current", "pthread_self"),
    same("thrd_equal", "pthread_equal"),
    nothing("thrd_yield"),
    function("mtx_init", 2, mutex_init),
    function("mtx_destroy", 1, mutex_destroy),
    function("mtx_lock", 1, mutex_lock),
    function("mtx_trylock", 1, mutex_try_lock),
    function("mtx_timedlock", 2, mutex_timed_lock).borrows(&[1]),
    function("mtx_unlock", 1, mutex_unlock),
    function("cnd_init", 1, condition_init),
    function("cnd_destroy", 1, condition_destroy),
    function("cnd_wait", 2, condition_wait),
    function("cnd_timedwait", 3, condition_timed_wait).borrows(&[2]),
    function("cnd_signal", 1, condition_signal),
    function("cnd_broadcast", 1, condition_broadcast),
    function("tss_create", 2, create_key).borrows(&[0]),
    function("tss_delete", 1, delete_key),
    function("tss_set", 2, set_specific),
    same("tss_get", "pthread_getspecific"),
];

/// Whether a mutex of this type differs from the default one.
pub(super) fn needs_kind(kind: u64) -> bool {
    kind & RECURSIVE != 0
}

fn create(code: &mut Code<'_>) {
    let handle = thread::start(code, argument(1), argument(2));
    code.store(argument(0), handle, Mode::Na, WORD);
    code.ret(int(SUCCESS));
}

fn join(code: &mut Code<'_>) {
    let result = code.register();
    code.emit(Instr::JoinHandle { handle: argument(0), result: Some(result) });
    code.when(argument(1), |code| code.store(argument(1), result, Mode::Na, INT));
    code.ret(int(SUCCESS));
}

fn detach(code: &mut Code<'_>) {
    code.emit(Instr::Detach { handle: argument(0) });
    code.ret(int(SUCCESS));
}

fn exit(code: &mut Code<'_>) {
    thread::end(code, argument(0));
}

fn mutex_init(code: &mut Code<'_>) {
    let recursive = code.binary(BinaryOp::And, INT, argument(1), RECURSIVE);
    mutex::initialise(code, argument(0), recursive);
    code.ret(int(SUCCESS));
}

fn mutex_destroy(code: &mut Code<'_>) {
    mutex::ruin_marked(code, argument(0));
    code.ret_void();
}

/// Returns success for 0, else the other result.
fn report(code: &mut Code<'_>, result: Reg, otherwise: i32) {
    let result = code.select(result, int(otherwise), int(SUCCESS));
    code.ret(result);
}

fn kind(code: &mut Code<'_>) -> Operand {
    mutex::kind_of(code, argument(0))
}

fn mutex_lock(code: &mut Code<'_>) {
    let kind = kind(code);
    let result = mutex::acquire(code, argument(0), kind);
    report(code, result, ERROR);
}

fn mutex_try_lock(code: &mut Code<'_>) {
    let kind = kind(code);
    let result = mutex::attempt(code, argument(0), kind);
    report(code, result, BUSY);
}

fn mutex_timed_lock(code: &mut Code<'_>) {
    let kind = kind(code);
    let result = mutex::attempt_in_time(code, argument(0), kind, argument(1), int(TIMED_OUT));
    code.ret(result);
}

/// Of whatever kind the mutex is, the thread has to hold it.
fn mutex_unlock(code: &mut Code<'_>) {
    let result = mutex::release(code, argument(0), 0.into());
    report(code, result, ERROR);
}

fn condition_init(code: &mut Code<'_>) {
    condition::initialise(code);
    code.ret(int(SUCCESS));
}

fn condition_destroy(code: &mut Code<'_>) {
    condition::ruin(code);
    code.ret_void();
}

fn condition_wait(code: &mut Code<'_>) {
    condition::wake_spuriously(code, int(SUCCESS));
    condition::wait_at(code, Patience::Endless);
    code.ret(int(SUCCESS));
}

fn condition_timed_wait(code: &mut Code<'_>) {
    condition::wake_spuriously(code, int(SUCCESS));
    let late = code.choose(2);
    code.when(late, |code| {
        condition::wait_until_timeout(code);
        clock::advance_to(code, argument(2));
        code.ret(int(TIMED_OUT));
    });
    condition::wait_at(code, Patience::Limited);
    code.ret(int(SUCCESS));
}

fn condition_signal(code: &mut Code<'_>) {
    condition::wake_one(code);
    code.ret(int(SUCCESS));
}

fn condition_broadcast(code: &mut Code<'_>) {
    condition::wake_all(code);
    code.ret(int(SUCCESS));
}

fn create_key(code: &mut Code<'_>) {
    specific::make_key(code);
    code.ret(int(SUCCESS));
}

fn delete_key(code: &mut Code<'_>) {
    specific::drop_key(code);
    code.ret_void();
}

fn set_specific(code: &mut Code<'_>) {
    specific::check_key(code, int(ERROR));
    specific::set(code);
    code.ret(int(SUCCESS));
}
