//! What the C++ language needs of a library apart from exceptions: `new` and `delete`, guards of static variables, and
//! the destructors of thread-local ones. The rest of the C++ library is written in C++, in `crates/llvm/runtime`.

use raddle_graph::Mode;
use raddle_ir::{BinaryOp, FailureKind, Instr, Operand, Reg, Region};

use super::code::{Code, INT, WORD, argument, byte, int};
use super::table::{LibraryFunction, function, nothing, same};
use super::{allocate, process};

/// Memory never runs out and all blocks are aligned to 4096 bytes, so that there are two kinds of `new` only, each with its
/// `delete`.
pub(super) const TABLE: &[LibraryFunction] = &[
    function("_Znwm", 1, new),
    function("_Znam", 1, new_array),
    function("_ZnwmRKSt9nothrow_t", 2, new_or_null),
    function("_ZnamRKSt9nothrow_t", 2, new_array_or_null),
    function("_ZnwmSt11align_val_t", 2, aligned_new),
    function("_ZnamSt11align_val_t", 2, aligned_new_array),
    function("_ZnwmSt11align_val_tRKSt9nothrow_t", 3, aligned_new_or_null),
    function("_ZnamSt11align_val_tRKSt9nothrow_t", 3, aligned_new_array_or_null),
    function("_ZdlPv", 1, delete).borrows(&[0]),
    function("_ZdaPv", 1, delete_array).borrows(&[0]),
    function("_ZdlPvm", 2, delete).borrows(&[0]),
    function("_ZdaPvm", 2, delete_array).borrows(&[0]),
    same("_ZdlPvRKSt9nothrow_t", "_ZdlPvm"),
    same("_ZdaPvRKSt9nothrow_t", "_ZdaPvm"),
    same("_ZdlPvSt11align_val_t", "_ZdlPvm"),
    same("_ZdaPvSt11align_val_t", "_ZdaPvm"),
    function("_ZdlPvmSt11align_val_t", 3, delete).borrows(&[0]),
    function("_ZdaPvmSt11align_val_t", 3, delete_array).borrows(&[0]),
    same("_ZdlPvSt11align_val_tRKSt9nothrow_t", "_ZdlPvmSt11align_val_t"),
    same("_ZdaPvSt11align_val_tRKSt9nothrow_t", "_ZdaPvmSt11align_val_t"),
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

/// Returns a block of as many bytes as the first parameter says.
fn allocate_in(code: &mut Code<'_>, region: Region) {
    let block = allocate::allocate(code, argument(0), region);
    code.ret(block);
}

/// Where a kind of `new` allocates. If the program replaces some of them, by `malloc` in the end, all are alike.
fn region_of(code: &Code<'_>, region: Region) -> Region {
    if code.library.replaces_new() { Region::Heap } else { region }
}

fn new(code: &mut Code<'_>) {
    allocate_in(code, region_of(code, Region::New));
}

fn new_array(code: &mut Code<'_>) {
    allocate_in(code, region_of(code, Region::NewArray));
}

fn new_or_null(code: &mut Code<'_>) {
    allocate::refuse_absurd(code, argument(0));
    new(code);
}

fn new_array_or_null(code: &mut Code<'_>) {
    allocate::refuse_absurd(code, argument(0));
    new_array(code);
}

/// The alignment is the second parameter.
fn check_alignment(code: &mut Code<'_>) {
    allocate::require_power_of_two(code, argument(1));
    allocate::check_alignment(code, argument(1));
}

fn aligned_new(code: &mut Code<'_>) {
    check_alignment(code);
    new(code);
}

fn aligned_new_array(code: &mut Code<'_>) {
    check_alignment(code);
    new_array(code);
}

fn aligned_new_or_null(code: &mut Code<'_>) {
    check_alignment(code);
    new_or_null(code);
}

fn aligned_new_array_or_null(code: &mut Code<'_>) {
    check_alignment(code);
    new_array_or_null(code);
}

fn delete(code: &mut Code<'_>) {
    let region = region_of(code, Region::New);
    code.emit(Instr::Free { addr: argument(0), region });
    code.ret_void();
}

fn delete_array(code: &mut Code<'_>) {
    let region = region_of(code, Region::NewArray);
    code.emit(Instr::Free { addr: argument(0), region });
    code.ret_void();
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
