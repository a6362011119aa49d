//! Threads of pthread.h: create, join and the rest. Attributes have no effect.

use raddle_graph::Mode;
use raddle_ir::{BinaryOp, Instr, Operand, Reg};

use super::code::{Code, WORD, argument, int};
use super::table::{Model, function, nothing, refused};
use super::{cxx, specific};

const NO_CANCELLATION: &str = "cancellation is not modelled; end threads by a flag of the program";
const NO_TIMED_JOIN: &str = "use pthread_join";
const NO_ATTRIBUTES: &str = "attributes of threads have no effect, and cannot be asked for";

pub(super) const TABLE: &[Model] = &[
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
    nothing("pthread_attr_init"),
    nothing("pthread_attr_destroy"),
    nothing("pthread_attr_setdetachstate"),
    nothing("pthread_attr_setguardsize"),
    nothing("pthread_attr_setinheritsched"),
    nothing("pthread_attr_setschedparam"),
    nothing("pthread_attr_setschedpolicy"),
    nothing("pthread_attr_setscope"),
    nothing("pthread_attr_setstack"),
    nothing("pthread_attr_setstacksize"),
    nothing("pthread_attr_setaffinity_np"),
    refused("pthread_attr_getdetachstate", NO_ATTRIBUTES),
    refused("pthread_attr_getstack", NO_ATTRIBUTES),
    refused("pthread_attr_getstacksize", NO_ATTRIBUTES),
    refused("pthread_getattr_np", NO_ATTRIBUTES),
    refused("pthread_tryjoin_np", NO_TIMED_JOIN),
    refused("pthread_timedjoin_np", NO_TIMED_JOIN),
    refused("pthread_clockjoin_np", NO_TIMED_JOIN),
    refused("pthread_cancel", NO_CANCELLATION),
    refused("pthread_cleanup_push", NO_CANCELLATION),
    refused("pthread_cleanup_pop", NO_CANCELLATION),
    refused("__pthread_register_cancel", NO_CANCELLATION),
    refused("__pthread_unregister_cancel", NO_CANCELLATION),
    refused("__pthread_unwind_next", NO_CANCELLATION),
    refused("pthread_kill", "signals are not modelled"),
];

/// Starts a thread: its handle.
pub(super) fn start(code: &mut Code<'_>, function: Operand, argument: Operand) -> Reg {
    let (function, argument) = specific::wrap_thread(code, function, argument);
    let handle = code.register();
    code.emit(Instr::Start { function, argument, handle });
    handle
}

/// The handle is stored when the thread runs already: POSIX does not promise the new thread that it finds it there.
fn create(code: &mut Code<'_>) {
    let handle = start(code, argument(2), argument(3));
    code.store(argument(0), handle, Mode::Na, WORD);
    code.ret(int(0));
}

/// For the C++ runtime: the function never ends with an exception.
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
    cxx::destroy_thread_locals(code);
    specific::destroy_values(code);
    code.emit(Instr::Exit { value });
}
