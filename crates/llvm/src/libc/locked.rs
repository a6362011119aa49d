//! Atomic accesses of sizes that no instruction has, as in libatomic: under a lock that the address selects.
//!
//! Lowering calls these functions with a size and addresses. The lock orders more than the accesses ask for; a note
//! says so.

use raddle_graph::Width;
use raddle_ir::{BinaryOp, Instr, Operand, Reg};

use super::code::{Code, WORD, argument, byte};
use super::mutex;
use super::table::{LibraryFunction, function};

pub(super) const TABLE: &[LibraryFunction] = &[
    function("__raddle_locked_load", 3, load).borrows(&[1, 2]),
    function("__raddle_locked_store", 3, store).borrows(&[1, 2]),
    function("__raddle_locked_exchange", 4, exchange).borrows(&[1, 2, 3]),
    function("__raddle_locked_compare_exchange", 4, compare_exchange).borrows(&[1, 2, 3]),
];

/// The base-2 logarithm of the number of locks.
const LOG2_LOCKS: u32 = 8;

/// Runs code under the lock for the object of the second parameter.
fn locked(code: &mut Code<'_>, body: impl FnOnce(&mut Code<'_>)) {
    let locks = code.library_variable("locks of atomic objects", 4 << LOG2_LOCKS);
    // Objects near each other, and those at the beginnings of blocks, have different locks.
    let mixed = code.binary(BinaryOp::Mul, WORD, argument(1), 0x9e37_79b9_7f4a_7c15);
    let number = code.binary(BinaryOp::LShr, WORD, mixed, u64::from(64 - LOG2_LOCKS));
    let offset = code.binary(BinaryOp::Shl, WORD, number, 2);
    let lock = code.add(locks, offset);
    mutex::acquire(code, lock.into(), 0.into());
    body(code);
    mutex::release(code, lock.into(), 0.into());
}

fn load(code: &mut Code<'_>) {
    locked(code, |code| code.copy(argument(2), argument(1), argument(0)));
    code.ret_void();
}

fn store(code: &mut Code<'_>) {
    locked(code, |code| code.copy(argument(1), argument(2), argument(0)));
    code.ret_void();
}

/// The new value may be in the memory that receives the old one.
fn exchange(code: &mut Code<'_>) {
    let spare = code.register();
    code.emit(Instr::Private { dst: spare, size: argument(0), align: 16 });
    locked(code, |code| {
        code.copy(spare, argument(1), argument(0));
        code.copy(argument(1), argument(2), argument(0));
    });
    code.copy(argument(3), spare, argument(0));
    code.ret_void();
}

/// Compares the object with the expected value: replaces it if equal, else stores its value as the expected one.
fn compare_exchange(code: &mut Code<'_>) {
    let (size, object, expected, new) = (argument(0), argument(1), argument(2), argument(3));
    let same = code.variable(1);
    locked(code, |code| {
        let index = code.variable(0);
        code.repeat(|code, end| {
            let more = code.below(index, size);
            code.leave_unless(more, end);
            let (here, there) = (raw_byte(code, object, index), raw_byte(code, expected, index));
            let equal = code.equal(here, there);
            code.set(same, equal);
            code.leave_unless(equal, end);
            code.advance(index, 1);
        });
        code.when(same, |code| code.copy(object, new, size));
        let differs = code.not(same);
        code.when(differs, |code| code.copy(expected, object, size));
    });
    code.ret(same);
}

/// Loads a byte; padding, which may be undefined, is read as 0.
fn raw_byte(code: &mut Code<'_>, base: Operand, index: Reg) -> Reg {
    let (dst, addr) = (code.register(), code.add(base, index));
    let width: Width = byte();
    code.emit(Instr::LoadRaw { dst, addr: addr.into(), width });
    dst
}
