//! What the C++ language needs of a library apart from exceptions: `new` and `delete`, guards of static variables, and
//! the destructors of thread-local ones. The rest of the C++ library is written in C++, in `crates/llvm/runtime`.

use raddle_graph::Mode;
use raddle_ir::{BinaryOp, FailureKind, Operand, Reg};

use super::code::{Code, INT, WORD, argument, byte, int};
use super::process;
use super::table::{LibraryFunction, function, nothing, same};

/// Memory never runs out and all blocks are aligned to 4096 bytes, so all forms of `new` are one.
pub(super) const TABLE: &[LibraryFunction] = &[
    same("_Znwm", "malloc"),
    same("_Znam", "malloc"),
    same("_ZnwmRKSt9nothrow_t", "malloc"),
    same("_ZnamRKSt9nothrow_t", "malloc"),
    function("_ZnwmSt11align_val_t", 2, aligned_new),
    same("_ZnamSt11align_val_t", "_ZnwmSt11align_val_t"),
    same("_ZnwmSt11align_val_tRKSt9nothrow_t", "_ZnwmSt11align_val_t"),
    same("_ZnamSt11align_val_tRKSt9nothrow_t", "_ZnwmSt11align_val_t"),
    same("_ZdlPv", "free"),
    same("_ZdaPv", "free"),
    same("_ZdlPvm", "free"),
    same("_ZdaPvm", "free"),
    same("_ZdlPvRKSt9nothrow_t", "free"),
    same("_ZdaPvRKSt9nothrow_t", "free"),
    same("_ZdlPvSt11align_val_t", "free"),
    same("_ZdaPvSt11align_val_t", "free"),
    same("_ZdlPvmSt11align_val_t", "free"),
    same("_ZdaPvmSt11align_val_t", "free"),
    same("_ZdlPvSt11align_val_tRKSt9nothrow_t", "free"),
    same("_ZdaPvSt11align_val_tRKSt9nothrow_t", "free"),
    function("__cxa_guard_acquire", 1, guard_acquire),
    function("__cxa_guard_release", 1, guard_release),
    function("__cxa_guard_abort", 1, guard_abort),
    function("__cxa_atexit", 3, process::cxa_atexit),
    function("__cxa_thread_atexit", 3, thread_atexit),
    same("__cxa_thread_atexit_impl", "__cxa_thread_atexit"),
    function("__cxa_pure_virtual", 0, pure_virtual),
    function("__cxa_deleted_virtual", 0, pure_virtual),
    nothing("__cxa_finalize"),
];

fn aligned_new(code: &mut Code<'_>) {
    let large = code.below(4096, argument(1));
    code.fail_if(large, FailureKind::Unsupported, "memory aligned to more than 4096 bytes is not supported");
    let block = super::allocate::allocate(code, argument(0), raddle_ir::Region::Heap);
    code.ret(block);
}

fn pure_virtual(code: &mut Code<'_>) {
    code.fail(FailureKind::Abort, "a pure virtual function is called");
}

/// The offset of a guard's state, behind the byte that compiled code tests.
const STATE_OFFSET: u64 = 4;
const RUNNING: u64 = 1;
const DONE: u64 = 2;

/// 1 if this thread must initialise the variable, 0 if it is initialised. Waits while another thread initialises it.
fn guard_acquire(code: &mut Code<'_>) {
    let state = code.add(argument(0), STATE_OFFSET);
    let before = code.compare_exchange(state, 0, RUNNING, (Mode::Acq, Mode::Acq));
    let settled = code.binary(BinaryOp::Ne, INT, before, RUNNING);
    code.require(settled);
    let first = code.not(before);
    code.ret(first);
}

fn guard_release(code: &mut Code<'_>) {
    code.store(argument(0), 1, Mode::Rel, byte());
    let state = code.add(argument(0), STATE_OFFSET);
    code.store(state, DONE, Mode::Rel, INT);
    code.ret_void();
}

fn guard_abort(code: &mut Code<'_>) {
    let state = code.add(argument(0), STATE_OFFSET);
    code.store(state, 0, Mode::Rel, INT);
    code.ret_void();
}

/// Maximum number of thread-local objects with destructors per thread.
const MAX_THREAD_LOCAL_OBJECTS: u64 = 64;

/// This thread's number of objects to destroy, and their destructors and addresses.
fn objects(code: &mut Code<'_>) -> (Reg, Reg) {
    let count = code.thread_local("number of thread-local objects", 8);
    (count, code.thread_local("thread-local objects", 16 * MAX_THREAD_LOCAL_OBJECTS))
}

fn thread_atexit(code: &mut Code<'_>) {
    let (place, list) = objects(code);
    let count = code.load(place, Mode::Na, WORD);
    let full = code.below(MAX_THREAD_LOCAL_OBJECTS - 1, count);
    code.fail_if(
        full,
        FailureKind::Unsupported,
        "more than 64 thread-local objects with destructors are not supported",
    );
    let more = code.add(count, 1);
    code.store(place, more, Mode::Na, WORD);
    let (destructor, object) = entry(code, list, count.into());
    code.store(destructor, argument(0), Mode::Na, WORD);
    code.store(object, argument(1), Mode::Na, WORD);
    code.ret(int(0));
}

/// The addresses of a destructor and of its argument.
fn entry(code: &mut Code<'_>, list: Reg, index: Operand) -> (Reg, Reg) {
    let offset = code.binary(BinaryOp::Shl, WORD, index, 4);
    let destructor = code.add(list, offset);
    (destructor, code.add(destructor, 8))
}

/// Whether the program has thread-local objects with destructors.
pub(super) fn has_thread_locals(code: &Code<'_>) -> bool {
    code.library.uses(&["__cxa_thread_atexit", "__cxa_thread_atexit_impl"])
}

/// Whether exceptions may leave the functions of threads.
pub(super) fn has_exceptions(code: &Code<'_>) -> bool {
    code.library.exceptions.is_some()
}

/// Destroys the thread's thread-local objects at its end, the last first.
pub(super) fn destroy_thread_locals(code: &mut Code<'_>) {
    if has_thread_locals(code) {
        let helper = code.helper("(thread-local destructors)", 0, thread_local_destructors);
        code.call(helper, &[]);
    }
}

fn thread_local_destructors(code: &mut Code<'_>) {
    let (place, list) = objects(code);
    code.repeat(|code, end| {
        let count = code.load(place, Mode::Na, WORD);
        code.leave_unless(count, end);
        let last = code.add(count, u64::MAX);
        code.store(place, last, Mode::Na, WORD);
        let (destructor, object) = entry(code, list, last.into());
        let function = code.load(destructor, Mode::Na, WORD);
        let object = code.load(object, Mode::Na, WORD);
        code.call_or_terminate(function, &[object.into()]);
    });
    code.ret_void();
}
