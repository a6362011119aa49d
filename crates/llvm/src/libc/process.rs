//! The process: its end, its environment, time, and `errno`.
//!
//! Ending the process stops all threads; what the others might do before is explored.

use raddle_graph::Mode;
use raddle_ir::{BinaryOp, FailureKind, Instr, Operand, Reg, UpdateKind};

use super::code::{Code, INT, WORD, argument, int};
use super::cxx;
use super::table::{LibraryFunction, function, nothing, refused, same};

const NO_RANDOM: &str =
    "its result is not determined by the program; use __VERIFIER_nondet_range to explore every value";
const NO_SIGNALS: &str = "signals are not modelled";
const NO_JUMPS: &str = "non-local jumps are not modelled";
const NO_MACHINE: &str = "properties of the machine are not modelled; use a constant";
const NO_PROCESSES: &str = "other processes are not modelled";

pub(super) const TABLE: &[LibraryFunction] = &[
    function("abort", 0, abort),
    function("exit", 1, exit),
    function("_exit", 1, exit_now),
    same("_Exit", "_exit"),
    same("quick_exit", "_exit"),
    function("atexit", 1, atexit),
    function("__assert_fail", 4, assert_fail).borrows(&[0, 1, 3]),
    same("__assert", "__assert_fail"),
    function("__assert_rtn", 4, assert_fail).borrows(&[0, 1, 3]),
    function("__assert_perror_fail", 4, assert_fail).borrows(&[1, 3]),
    function("__errno_location", 0, errno_location),
    nothing("getenv"),
    nothing("secure_getenv"),
    nothing("setlocale"),
    nothing("poll"),
    nothing("sched_yield"),
    function("getpid", 0, process_number),
    function("getpagesize", 0, page_size),
    refused("rand", NO_RANDOM),
    refused("rand_r", NO_RANDOM),
    refused("srand", NO_RANDOM),
    refused("random", NO_RANDOM),
    refused("srandom", NO_RANDOM),
    refused("drand48", NO_RANDOM),
    refused("lrand48", NO_RANDOM),
    refused("getrandom", NO_RANDOM),
    refused("arc4random", NO_RANDOM),
    refused("select", "files and sockets are not modelled"),
    refused("signal", NO_SIGNALS),
    refused("sigaction", NO_SIGNALS),
    refused("raise", NO_SIGNALS),
    refused("kill", NO_SIGNALS),
    refused("alarm", NO_SIGNALS),
    // Without `longjmp` it only returns 0.
    nothing("setjmp"),
    nothing("_setjmp"),
    nothing("__sigsetjmp"),
    refused("longjmp", NO_JUMPS),
    refused("_longjmp", NO_JUMPS),
    refused("siglongjmp", NO_JUMPS),
    function("sysconf", 1, configuration),
    function("get_nprocs", 0, processors),
    function("get_nprocs_conf", 0, processors),
    refused("sched_getcpu", NO_MACHINE),
    refused("sched_setaffinity", NO_MACHINE),
    refused("fork", NO_PROCESSES),
    refused("vfork", NO_PROCESSES),
    refused("execv", NO_PROCESSES),
    refused("system", NO_PROCESSES),
    refused("waitpid", NO_PROCESSES),
    refused("mmap", "use malloc"),
    refused("munmap", "use malloc and free"),
];

/// Facts about the machine: the page size in bytes, and the number of processors.
const PAGE_BYTES: u64 = 4096;
pub(super) const PROCESSORS: u64 = 4;

/// Maximum number of exit handlers. C requires at least 32, and every static C++ object with a destructor needs one.
const MAX_HANDLERS: u64 = 256;

fn abort(code: &mut Code<'_>) {
    code.fail(FailureKind::Abort, "abort was called");
}

fn assert_fail(code: &mut Code<'_>) {
    code.fail(FailureKind::Assertion, "an assertion failed");
}

fn exit(code: &mut Code<'_>) {
    cxx::destroy_thread_locals(code);
    run_exit_handlers(code);
    code.end_process();
}

fn exit_now(code: &mut Code<'_>) {
    code.end_process();
}

/// The variables of `atexit`: the number of handlers, and the handlers.
fn handlers(code: &mut Code<'_>) -> (u64, u64) {
    (code.library_variable("number of exit handlers", 4), code.library_variable("exit handlers", 8 * MAX_HANDLERS))
}

/// The arguments of handlers, if there are handlers that take one.
fn handler_arguments(code: &mut Code<'_>) -> Option<u64> {
    let taken = code.library.uses(&["__cxa_atexit"]);
    taken.then(|| code.library_variable("arguments of exit handlers", 8 * MAX_HANDLERS))
}

/// Any thread may register or run handlers, so these accesses must not race.
fn atexit(code: &mut Code<'_>) {
    if handler_arguments(code).is_some() {
        let plain = code.helper("(a handler without argument)", 1, call_plain);
        let plain = code.program().function_address(plain);
        register(code, plain.into(), argument(0));
    } else {
        register(code, argument(0), 0.into());
    }
    code.ret(int(0));
}

fn call_plain(code: &mut Code<'_>) {
    code.call_or_terminate(argument(0), &[]);
    code.ret_void();
}

/// `__cxa_atexit`: a handler, its argument, and the library it belongs to.
pub(super) fn cxa_atexit(code: &mut Code<'_>) {
    register(code, argument(0), argument(1));
    code.ret(int(0));
}

fn register(code: &mut Code<'_>, handler: Operand, given: Operand) {
    let (count, slots) = handlers(code);
    let index = code.register();
    code.emit(Instr::Update {
        kind: UpdateKind::Add,
        addr: count.into(),
        value: 1.into(),
        mode: Mode::AcqRel,
        width: INT,
        old: Some(index),
    });
    let full = code.below(MAX_HANDLERS - 1, index);
    code.fail_if(full, FailureKind::Unsupported, "more than 256 exit handlers are not supported");
    let offset = code.binary(BinaryOp::Shl, WORD, index, 3);
    if let Some(arguments) = handler_arguments(code) {
        let place = code.add(arguments, offset);
        code.store(place, given, Mode::Rlx, WORD);
    }
    let slot = code.add(slots, offset);
    code.store(slot, handler, Mode::Rel, WORD);
}

/// Runs the exit handlers, the last one first.
pub(super) fn run_exit_handlers(code: &mut Code<'_>) {
    if code.library.uses(&["atexit", "__cxa_atexit"]) {
        let helper = code.helper("(exit handlers)", 0, exit_handlers);
        code.call(helper, &[]);
    }
}

fn exit_handlers(code: &mut Code<'_>) {
    let (count, slots) = handlers(code);
    code.repeat(|code, end| {
        let (old, stored) = code.add_within(count, -1, (1, u32::MAX), Mode::AcqRel);
        code.leave_unless(stored, end);
        let offset = code.binary(BinaryOp::Shl, WORD, old, 3);
        let behind = code.add(slots, offset);
        let slot = code.binary(BinaryOp::Sub, WORD, behind, 8);
        let handler = code.load(slot, Mode::Acq, WORD);
        // Null while another thread is registering it: then the process ends before that.
        code.when(handler, |code| match handler_arguments(code) {
            Some(arguments) => {
                let behind = code.add(arguments, offset);
                let place = code.binary(BinaryOp::Sub, WORD, behind, 8);
                let given = code.load(place, Mode::Rlx, WORD);
                code.call_or_terminate(handler, &[given.into()]);
            }
            None => code.call_pointer_only(handler, &[]),
        });
    });
    code.ret_void();
}

fn errno_location(code: &mut Code<'_>) {
    let place = errno(code);
    code.ret(place);
}

fn errno(code: &mut Code<'_>) -> Reg {
    code.thread_local("errno", 4)
}

/// Sets `errno`, if the program can read it. An equal value is not written again, so that a loop that repeats a failing
/// call is seen to have no effect.
pub(super) fn set_errno(code: &mut Code<'_>, value: i32) {
    if code.library.uses(&["__errno_location"]) {
        let place = errno(code);
        let before = code.load(place, Mode::Na, INT);
        let differs = code.binary(BinaryOp::Ne, INT, before, int(value));
        code.when(differs, |code| code.store(place, int(value), Mode::Na, INT));
    }
}

fn process_number(code: &mut Code<'_>) {
    code.ret(int(1));
}

fn page_size(code: &mut Code<'_>) {
    code.ret(PAGE_BYTES);
}

fn processors(code: &mut Code<'_>) {
    code.ret(PROCESSORS);
}

fn configuration(code: &mut Code<'_>) {
    for (name, value) in [(30, PAGE_BYTES), (83, PROCESSORS), (84, PROCESSORS)] {
        let asked = code.binary(BinaryOp::Eq, INT, argument(0), name);
        code.when(asked, |code| code.ret(value));
    }
    code.fail(FailureKind::Unsupported, "sysconf is only modelled for the page size and the number of processors");
}
