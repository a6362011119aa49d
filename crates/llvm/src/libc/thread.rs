//! Threads of pthread.h: create, join and the rest.
//!
//! An attribute object holds in its first four bytes whether threads are detached, and in the second eight the size of
//! their stacks; other attributes have no effect.

use raddle_graph::Mode;
use raddle_ir::{BinaryOp, FailureKind, Instr, Operand, Reg};

use super::code::{Code, INT, WORD, argument, int};
use super::table::{LibraryFunction, function, nothing, refused};
use super::{cxx, specific};

const NO_CANCELLATION: &str = "cancellation is not modelled; end threads by a flag of the program";
const NO_TIMED_JOIN: &str = "use pthread_join";
const NO_ATTRIBUTES: &str = "this attribute of threads is ignored and cannot be read";
const NO_CLEANUP: &str = "pthread_exit with cleanup handlers is not modelled";
/// The default stack size in bytes, as on Linux, and its offset in an attribute object.
const DEFAULT_STACK_BYTES: u64 = 8 << 20;
const STACK_SIZE_OFFSET: u64 = 8;
const EINVAL: i32 = 22;

pub(super) const TABLE: &[LibraryFunction] = &[
    function("pthread_create", 4, create).borrows(&[0, 1]),
    function("__raddle_create", 3, create_sure).borrows(&[0]),
    function("pthread_join", 2, join).borrows(&[1]),
    function("pthread_detach", 1, detach),
    function("pthread_self", 0, current),
    function("pthread_equal", 2, equal),
    function("pthread_exit", 1, exit),
    nothing("pthread_yield"),
    nothing("pthread_setname_np"),
    nothing("pthread_setconcurrency"),
    nothing("pthread_setcancelstate"),
    nothing("pthread_setcanceltype"),
    nothing("pthread_testcancel"),
    nothing("pthread_atfork"),
    nothing("pthread_sigmask"),
    nothing("pthread_setschedparam"),
    nothing("pthread_setschedprio"),
    nothing("pthread_setaffinity_np"),
    function("pthread_attr_init", 1, attribute_init).borrows(&[0]),
    nothing("pthread_attr_destroy"),
    function("pthread_attr_setdetachstate", 2, set_detached).borrows(&[0]),
    function("pthread_attr_getdetachstate", 2, get_detached).borrows(&[0, 1]),
    function("pthread_attr_setstacksize", 2, set_stack).borrows(&[0]),
    function("pthread_attr_getstacksize", 2, get_stack).borrows(&[0, 1]),
    nothing("pthread_attr_setguardsize"),
    nothing("pthread_attr_setinheritsched"),
    nothing("pthread_attr_setschedparam"),
    nothing("pthread_attr_setschedpolicy"),
    nothing("pthread_attr_setscope"),
    nothing("pthread_attr_setstack"),
    nothing("pthread_attr_setaffinity_np"),
    refused("pthread_attr_getstack", NO_ATTRIBUTES),
    refused("pthread_getattr_np", NO_ATTRIBUTES),
    refused("pthread_tryjoin_np", NO_TIMED_JOIN),
    refused("pthread_timedjoin_np", NO_TIMED_JOIN),
    refused("pthread_clockjoin_np", NO_TIMED_JOIN),
    refused("pthread_cancel", NO_CANCELLATION),
    refused("pthread_cleanup_push", NO_CANCELLATION),
    refused("pthread_cleanup_pop", NO_CANCELLATION),
    // The parts of `pthread_cleanup_push`: without cancellation, handlers run where they are popped.
    nothing("__pthread_register_cancel"),
    nothing("__pthread_unregister_cancel"),
    function("__pthread_unwind_next", 1, unwind),
    refused("pthread_kill", "signals are not modelled"),
];

/// Starts a thread: its handle.
pub(super) fn start(code: &mut Code<'_>, function: Operand, argument: Operand) -> Reg {
    let (function, argument) = specific::wrap_thread(code, function, argument);
    let handle = code.register();
    code.emit(Instr::Start { function, argument, handle });
    handle
}

/// The handle is stored when the thread may already run: POSIX does not promise the new thread that it finds it there.
fn create(code: &mut Code<'_>) {
    let handle = start(code, argument(2), argument(3));
    code.store(argument(0), handle, Mode::Na, WORD);
    if code.library.uses(&["pthread_attr_setdetachstate"]) {
        code.when(argument(1), |code| {
            let detached = code.load(argument(1), Mode::Na, INT);
            code.when(detached, |code| code.emit(Instr::Detach { handle: handle.into() }));
        });
    }
    code.ret(int(0));
}

fn attribute_init(code: &mut Code<'_>) {
    code.store(argument(0), 0, Mode::Na, INT);
    let stack = code.add(argument(0), STACK_SIZE_OFFSET);
    code.store(stack, DEFAULT_STACK_BYTES, Mode::Na, WORD);
    code.ret(int(0));
}

fn set_detached(code: &mut Code<'_>) {
    let unknown = code.below(1, argument(1));
    code.when(unknown, |code| code.ret(int(EINVAL)));
    code.store(argument(0), argument(1), Mode::Na, INT);
    code.ret(int(0));
}

fn get_detached(code: &mut Code<'_>) {
    let detached = code.load(argument(0), Mode::Na, INT);
    code.store(argument(1), detached, Mode::Na, INT);
    code.ret(int(0));
}

fn set_stack(code: &mut Code<'_>) {
    let place = code.add(argument(0), STACK_SIZE_OFFSET);
    code.store(place, argument(1), Mode::Na, WORD);
    code.ret(int(0));
}

fn get_stack(code: &mut Code<'_>) {
    let place = code.add(argument(0), STACK_SIZE_OFFSET);
    let size = code.load(place, Mode::Na, WORD);
    code.store(argument(1), size, Mode::Na, WORD);
    code.ret(int(0));
}

fn unwind(code: &mut Code<'_>) {
    code.fail(FailureKind::Unsupported, NO_CLEANUP);
}

/// For the C++ runtime: starts a thread whose function never throws.
fn create_sure(code: &mut Code<'_>) {
    let (function, argument_) = specific::wrap_sure_thread(code, argument(1), argument(2));
    let handle = code.register();
    code.emit(Instr::Start { function, argument: argument_, handle });
    code.store(argument(0), handle, Mode::Na, WORD);
    code.ret(int(0));
}

fn join(code: &mut Code<'_>) {
    let result = code.register();
    code.emit(Instr::JoinHandle { handle: argument(0), result: Some(result) });
    code.when(argument(1), |code| code.store(argument(1), result, Mode::Na, WORD));
    code.ret(int(0));
}

fn detach(code: &mut Code<'_>) {
    code.emit(Instr::Detach { handle: argument(0) });
    code.ret(int(0));
}

fn current(code: &mut Code<'_>) {
    let dst = code.register();
    code.emit(Instr::Self_ { dst });
    code.ret(dst);
}

fn equal(code: &mut Code<'_>) {
    let equal = code.binary(BinaryOp::Eq, WORD, argument(0), argument(1));
    code.ret(equal);
}

fn exit(code: &mut Code<'_>) {
    end(code, argument(0));
}

/// Ends the thread with a result.
pub(super) fn end(code: &mut Code<'_>, value: Operand) {
    if code.library.uses(&["__pthread_register_cancel"]) {
        code.fail(FailureKind::Unsupported, NO_CLEANUP);
    }
    cxx::destroy_thread_locals(code);
    specific::destroy_values(code);
    // The stacks of all functions that the thread is in go with it.
    code.repeat(|code, end| {
        let slot = code.register();
        code.emit(Instr::NewestSlot { dst: slot });
        code.leave_unless(slot, end);
        code.emit(Instr::Release { addr: slot.into() });
    });
    code.emit(Instr::Exit { value });
}
