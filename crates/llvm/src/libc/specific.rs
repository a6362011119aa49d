//! Thread-specific data: keys, values and their destructors.
//!
//! Destructors are in a table of the library. Each thread has its values, and an upper bound of the keys it has set, so
//! that it visits no more at its end. If the program creates keys, every thread starts in a wrapper that runs the
//! destructors when the thread's function returns. The wrapper receives function and argument in a block on the heap.

use raddle_graph::Mode;
use raddle_ir::{BinaryOp, FailureKind, Instr, Operand, Reg, Region, UpdateKind};

use super::code::{Code, INT, WORD, argument, int};
use super::cxx;
use super::table::{LibraryFunction, function};

/// Maximum number of keys.
const MAX_KEYS: u64 = 32;
/// Maximum number of rounds in which destructors run for values that destructors set.
const MAX_DESTRUCTOR_ROUNDS: u64 = 4;
const EINVAL: i32 = 22;
/// What the table has instead of a destructor for a key that was deleted; no function has this address.
const DELETED: u64 = 1;

pub(super) const TABLE: &[LibraryFunction] = &[
    function("pthread_key_create", 2, create_key).borrows(&[0]),
    function("pthread_key_delete", 1, delete_key),
    function("pthread_setspecific", 2, set_specific),
    function("pthread_getspecific", 1, get_specific),
];

/// The address of an element of an array of words.
fn element(code: &mut Code<'_>, base: impl Into<Operand>, index: impl Into<Operand>) -> Reg {
    let offset = code.binary(BinaryOp::Shl, WORD, index, 3);
    code.add(base, offset)
}

/// The address of a key's destructor. Keys may be created and deleted while other threads end, so these accesses must
/// not race.
fn destructor(code: &mut Code<'_>, key: impl Into<Operand>) -> Reg {
    let table = code.library_variable("destructors of keys", 8 * MAX_KEYS);
    element(code, table, key)
}

/// The address of this thread's value for a key.
fn value(code: &mut Code<'_>, key: impl Into<Operand>) -> Reg {
    let values = code.thread_local("values of keys", 8 * MAX_KEYS);
    element(code, values, key)
}

/// The address of the upper bound of this thread's keys.
fn used(code: &mut Code<'_>) -> Reg {
    code.thread_local("number of keys in use", 8)
}

/// Creates a key with the destructor in the second parameter; stores it where the first points.
pub(super) fn make_key(code: &mut Code<'_>) {
    let count = code.library_variable("number of keys", 4);
    let key = code.register();
    code.emit(Instr::Update {
        kind: UpdateKind::Add,
        addr: count.into(),
        value: 1.into(),
        mode: Mode::Rlx,
        width: INT,
        old: Some(key),
    });
    let full = code.below(MAX_KEYS - 1, key);
    code.fail_if(full, FailureKind::Unsupported, "more than 32 keys for thread-specific data are not supported");
    let place = destructor(code, key);
    code.store(place, argument(1), Mode::Rel, WORD);
    code.store(argument(0), key, Mode::Na, INT);
}

/// Removes the destructor of the key in the first parameter. Keys are not reused.
pub(super) fn drop_key(code: &mut Code<'_>) {
    check_alive(code);
    let place = destructor(code, argument(0));
    code.store(place, DELETED, Mode::Rel, WORD);
}

/// Fails if the key in the first parameter is deleted, in programs that delete keys.
fn check_alive(code: &mut Code<'_>) {
    if !code.library.uses(&["pthread_key_delete", "tss_delete"]) {
        return;
    }
    let place = destructor(code, argument(0));
    let destructor = code.load(place, Mode::Acq, WORD);
    let deleted = code.equal(destructor, DELETED);
    code.fail_if(deleted, FailureKind::InvalidArgument, "a key for thread-specific data is used after it was deleted");
}

/// Sets this thread's value for a key.
pub(super) fn set(code: &mut Code<'_>) {
    check_alive(code);
    let used = used(code);
    let count = code.load(used, Mode::Na, WORD);
    let known = code.below(argument(0), count);
    let new = code.not(known);
    code.when(new, |code| {
        let count = code.add(argument(0), 1);
        code.store(used, count, Mode::Na, WORD);
    });
    let place = value(code, argument(0));
    code.store(place, argument(1), Mode::Na, WORD);
}

/// Returns the error number if the first parameter is not a key.
pub(super) fn check_key(code: &mut Code<'_>, error: Operand) {
    let valid = code.below(argument(0), MAX_KEYS);
    let invalid = code.not(valid);
    code.when(invalid, |code| code.ret(error));
}

fn create_key(code: &mut Code<'_>) {
    make_key(code);
    code.ret(int(0));
}

fn delete_key(code: &mut Code<'_>) {
    check_key(code, int(EINVAL));
    drop_key(code);
    code.ret(int(0));
}

fn set_specific(code: &mut Code<'_>) {
    check_key(code, int(EINVAL));
    set(code);
    code.ret(int(0));
}

pub(super) fn get_specific(code: &mut Code<'_>) {
    check_key(code, 0.into());
    check_alive(code);
    let place = value(code, argument(0));
    let value = code.load(place, Mode::Na, WORD);
    code.ret(value);
}

/// Whether the program creates keys.
fn has_keys(code: &Code<'_>) -> bool {
    code.library.uses(&["pthread_key_create", "tss_create"])
}

/// The function and argument with which a thread starts: the given ones, or the wrapper with both, if there is
/// something to do at the thread's end or for an exception that leaves it.
pub(super) fn wrap_thread(code: &mut Code<'_>, function: Operand, argument: Operand) -> (Operand, Operand) {
    if cxx::has_exceptions(code) { wrap(code, function, argument) } else { wrap_sure_thread(code, function, argument) }
}

/// The same for a function that never throws.
pub(super) fn wrap_sure_thread(code: &mut Code<'_>, function: Operand, argument: Operand) -> (Operand, Operand) {
    let ends = has_keys(code) || cxx::has_thread_locals(code);
    if ends { wrap(code, function, argument) } else { (function, argument) }
}

fn wrap(code: &mut Code<'_>, function: Operand, argument: Operand) -> (Operand, Operand) {
    let wrapper = code.helper("thread", 1, wrapper);
    let wrapper = code.program().function_address(wrapper);
    let both = code.register();
    code.emit(Instr::Allocate { dst: both, size: 16.into(), region: Region::Heap });
    code.store(both, function, Mode::Na, WORD);
    let second = code.add(both, 8);
    code.store(second, argument, Mode::Na, WORD);
    (wrapper.into(), both.into())
}

fn wrapper(code: &mut Code<'_>) {
    let both = argument(0);
    let function = code.load(both, Mode::Na, WORD);
    let second = code.add(both, 8);
    let argument = code.load(second, Mode::Na, WORD);
    code.emit(Instr::Free { addr: both, region: Region::Heap });
    let result = code.call_or_terminate(function, &[argument.into()]);
    cxx::destroy_thread_locals(code);
    destroy_values(code);
    code.ret(result);
}

/// Runs the destructors of the thread's values at its end, if the program creates keys.
pub(super) fn destroy_values(code: &mut Code<'_>) {
    if has_keys(code) {
        let helper = code.helper("(destructors)", 0, destructors);
        code.call(helper, &[]);
    }
}

fn destructors(code: &mut Code<'_>) {
    let used = used(code);
    let round = code.variable(0);
    code.repeat(|code, end| {
        let more = code.below(round, MAX_DESTRUCTOR_ROUNDS);
        code.leave_unless(more, end);
        let count = code.load(used, Mode::Na, WORD);
        let (key, called) = (code.variable(0), code.variable(0));
        code.repeat(|code, end| {
            let more = code.below(key, count);
            code.leave_unless(more, end);
            let place = value(code, key);
            let value = code.load(place, Mode::Na, WORD);
            code.when(value, |code| {
                let table = destructor(code, key);
                let function = code.load(table, Mode::Acq, WORD);
                let exists = code.below(DELETED, function);
                code.when(exists, |code| {
                    code.store(place, 0, Mode::Na, WORD);
                    code.set(called, 1);
                    code.call_pointer_only(function, &[value.into()]);
                });
            });
            code.advance(key, 1);
        });
        code.leave_unless(called, end);
        code.advance(round, 1);
    });
    code.ret_void();
}
