//! The interface for verification: assumptions, errors, choices and atomic sections, as in SV-COMP, GenMC, Nidhugg,
//! Dartagnan and CBMC.

use raddle_ir::{BinaryOp, FailureKind, Instr, Reg};

use super::code::{Code, INT, WORD, argument};
use super::table::{LibraryFunction, function, input, nothing, refused, same};
use super::{mutex, thread};

pub(super) const NO_RANGE: &str =
    "it has too many values to explore; use __VERIFIER_nondet_range(lo, hi), or --engine bmc";
const NO_FLOATS: &str = "it has too many values; use __VERIFIER_nondet_range(lo, hi)";
const NO_HAZARD_POINTERS: &str = "hazard pointers are not built in; write them in the program";
const NO_RCU: &str = "RCU is not built in; write it in the program";
const NO_PERSISTENCE: &str = "persistent memory is not modelled";
/// Maximum number of values of a choice.
const MAX_CHOICES: u64 = 4096;

/// The function that marks where a call of an object begins: its name, how many arguments it has, and these.
pub(crate) const CALL_BEGINS: &str = "__raddle_call_begins";
/// The one that marks where it ends: its result.
pub(crate) const CALL_ENDS: &str = "__raddle_call_ends";

pub(super) const TABLE: &[LibraryFunction] = &[
    function("__VERIFIER_assume", 1, assume),
    same("assume_abort_if_not", "__VERIFIER_assume"),
    same("__CPROVER_assume", "__VERIFIER_assume"),
    function("__VERIFIER_assert", 1, assert),
    function("__CPROVER_assert", 2, assert).borrows(&[1]),
    function("__VERIFIER_error", 0, error),
    same("__VERIFIER_fail", "__VERIFIER_error"),
    same("reach_error", "__VERIFIER_error"),
    function("__VERIFIER_assert_fail", 3, error).borrows(&[0, 1]),
    function("__VERIFIER_nondet_range", 2, nondet_range),
    function("__VERIFIER_nondet_bool", 0, nondet_bool),
    same("__VERIFIER_nondet__Bool", "__VERIFIER_nondet_bool"),
    function("__VERIFIER_nondet_char", 0, nondet_char),
    same("__VERIFIER_nondet_uchar", "__VERIFIER_nondet_char"),
    same("__VERIFIER_nondet_schar", "__VERIFIER_nondet_char"),
    input("__VERIFIER_nondet_short", input_16),
    input("__VERIFIER_nondet_ushort", input_16),
    input("__VERIFIER_nondet_int", input_32),
    input("__VERIFIER_nondet_uint", input_32),
    input("__VERIFIER_nondet_unsigned", input_32),
    input("__VERIFIER_nondet_unsigned_int", input_32),
    input("__VERIFIER_nondet_long", input_64),
    input("__VERIFIER_nondet_ulong", input_64),
    input("__VERIFIER_nondet_longlong", input_64),
    input("__VERIFIER_nondet_ulonglong", input_64),
    input("__VERIFIER_nondet_size_t", input_64),
    same("__VERIFIER_nondet_u8", "__VERIFIER_nondet_char"),
    input("__VERIFIER_nondet_u16", input_16),
    input("__VERIFIER_nondet_u32", input_32),
    refused("__VERIFIER_nondet_float", NO_FLOATS),
    refused("__VERIFIER_nondet_double", NO_FLOATS),
    refused("__VERIFIER_nondet_pointer", "choose among the addresses of objects with __VERIFIER_nondet_range"),
    function("__VERIFIER_atomic_begin", 0, atomic_begin),
    same("__CPROVER_atomic_begin", "__VERIFIER_atomic_begin"),
    function("__VERIFIER_atomic_end", 0, atomic_end),
    same("__CPROVER_atomic_end", "__VERIFIER_atomic_end"),
    nothing("__VERIFIER_loop_begin"),
    nothing("__VERIFIER_loop_bound"),
    nothing("__VERIFIER_spin_start"),
    function("__VERIFIER_spin_end", 1, spin_end),
    function("__VERIFIER_spawn", 2, spawn),
    function("__VERIFIER_spawn_symmetric", 3, spawn),
    function("__VERIFIER_thread_create", 3, thread_create).borrows(&[0]),
    function("__VERIFIER_thread_create_symmetric", 4, thread_create).borrows(&[0]),
    function("__VERIFIER_join", 1, join),
    same("__VERIFIER_join_symmetric", "__VERIFIER_join"),
    same("__VERIFIER_thread_join", "__VERIFIER_join"),
    same("__VERIFIER_thread_self", "pthread_self"),
    same("__VERIFIER_thread_exit", "pthread_exit"),
    // Where calls are compared with a specification, lowering emits instructions for these.
    nothing(CALL_BEGINS),
    nothing(CALL_ENDS),
    nothing("__VERIFIER_annotate_begin"),
    nothing("__VERIFIER_annotate_end"),
    // Its result, 0, skips the code that it guards, which the caller declares to be optional.
    nothing("__VERIFIER_opt_begin"),
    refused("__VERIFIER_hp_alloc", NO_HAZARD_POINTERS),
    refused("__VERIFIER_hp_protect", NO_HAZARD_POINTERS),
    refused("__VERIFIER_hp_clear", NO_HAZARD_POINTERS),
    refused("__VERIFIER_hp_free", NO_HAZARD_POINTERS),
    refused("__VERIFIER_hp_retire", NO_HAZARD_POINTERS),
    refused("__VERIFIER_hazptr_alloc", NO_HAZARD_POINTERS),
    refused("__VERIFIER_hazptr_protect", NO_HAZARD_POINTERS),
    refused("__VERIFIER_hazptr_clear", NO_HAZARD_POINTERS),
    refused("__VERIFIER_hazptr_free", NO_HAZARD_POINTERS),
    refused("__VERIFIER_hazptr_retire", NO_HAZARD_POINTERS),
    refused("__VERIFIER_rcu_read_lock", NO_RCU),
    refused("__VERIFIER_rcu_read_unlock", NO_RCU),
    refused("__VERIFIER_synchronize_rcu", NO_RCU),
    refused("__VERIFIER_palloc", NO_PERSISTENCE),
    refused("__VERIFIER_pbarrier", NO_PERSISTENCE),
];

fn assume(code: &mut Code<'_>) {
    code.assume(argument(0));
    code.ret_void();
}

fn assert(code: &mut Code<'_>) {
    let wrong = code.not(argument(0));
    code.fail_if(wrong, FailureKind::Assertion, "a verification assertion failed");
    code.ret_void();
}

fn error(code: &mut Code<'_>) {
    code.fail(FailureKind::Assertion, "an error location is reached");
}

fn extended(code: &mut Code<'_>, argument: u16) -> Reg {
    let dst = code.register();
    code.emit(Instr::SignExtend { dst, src: self::argument(argument), from: INT, to: WORD });
    dst
}

fn nondet_range(code: &mut Code<'_>) {
    let (low, high) = (extended(code, 0), extended(code, 1));
    let possible = code.binary(BinaryOp::Sle, WORD, low, high);
    code.assume(possible);
    let distance = code.binary(BinaryOp::Sub, WORD, high, low);
    let many = code.below(MAX_CHOICES - 1, distance);
    let message = "a range of more than 4096 values is too large to explore: narrow it";
    if !code.library.inputs {
        code.fail_if(many, FailureKind::Unsupported, message);
    }
    let count = code.add(distance, 1);
    let choice = code.choose(count);
    let value = code.binary(BinaryOp::Add, INT, low, choice);
    code.ret(value);
}

fn nondet_bool(code: &mut Code<'_>) {
    let value = code.choose(2);
    code.ret(value);
}

fn nondet_char(code: &mut Code<'_>) {
    let value = code.choose(256);
    code.ret(value);
}

fn input_16(code: &mut Code<'_>) {
    let value = code.choose(1 << 16);
    code.ret(value);
}

fn input_32(code: &mut Code<'_>) {
    let value = code.choose(1 << 32);
    code.ret(value);
}

fn input_64(code: &mut Code<'_>) {
    let (high, low) = (code.choose(1 << 32), code.choose(1 << 32));
    let high = code.binary(BinaryOp::Shl, WORD, high, 32);
    let value = code.binary(BinaryOp::Or, WORD, high, low);
    code.ret(value);
}

/// The lock of atomic sections. It is recursive: what is inside of a section belongs to it, other sections too.
fn section_lock(code: &mut Code<'_>) -> u64 {
    let lock = code.library_variable("atomic section", 4);
    code.program().sections(lock);
    lock
}

fn atomic_begin(code: &mut Code<'_>) {
    let lock = section_lock(code);
    mutex::acquire(code, lock.into(), mutex::RECURSIVE.into());
    code.ret_void();
}

fn atomic_end(code: &mut Code<'_>) {
    let lock = section_lock(code);
    let inside = code.register();
    code.emit(Instr::Holds { dst: inside, addr: lock.into() });
    let outside = code.not(inside);
    code.fail_if(outside, FailureKind::Unsupported, "the end of an atomic section that was not begun");
    mutex::release(code, lock.into(), mutex::RECURSIVE.into());
    code.ret_void();
}

/// Discards executions in which the loop continues: an iteration that continues has only waited.
fn spin_end(code: &mut Code<'_>) {
    code.assume(argument(0));
    code.ret_void();
}

fn spawn(code: &mut Code<'_>) {
    let handle = thread::start(code, argument(0), argument(1));
    code.ret(handle);
}

fn thread_create(code: &mut Code<'_>) {
    let handle = thread::start(code, argument(1), argument(2));
    code.ret(handle);
}

fn join(code: &mut Code<'_>) {
    let result = code.register();
    code.emit(Instr::JoinHandle { handle: argument(0), result: Some(result) });
    code.ret(result);
}
