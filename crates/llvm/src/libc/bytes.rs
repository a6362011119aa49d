//! Memory as bytes: memcpy and its relatives.

use raddle_graph::Mode;
use raddle_ir::{BinaryOp, Operand, Reg};

use super::code::{Code, INT, argument, byte};
use super::table::{LibraryFunction, function, same};

pub(super) const TABLE: &[LibraryFunction] = &[
    function("memcpy", 3, copy).borrows(&[1]),
    function("memmove", 3, move_bytes).borrows(&[1]),
    function("__memcpy_chk", 4, copy).borrows(&[1]),
    function("__memmove_chk", 4, move_bytes).borrows(&[1]),
    function("mempcpy", 3, copy_to_end).borrows(&[1]),
    function("bcopy", 3, copy_backwards).borrows(&[0, 1]),
    function("memset", 3, set),
    function("__memset_chk", 4, set),
    function("bzero", 2, zero).borrows(&[0]),
    same("explicit_bzero", "bzero"),
    function("memcmp", 3, compare).borrows(&[0, 1]),
    same("bcmp", "memcmp"),
    function("memchr", 3, find),
    function("memrchr", 3, find_last),
];

/// The byte at an address.
pub(super) fn load_byte(code: &mut Code<'_>, addr: impl Into<Operand>) -> Reg {
    code.load(addr, Mode::Na, byte())
}

/// Writes the byte at an address.
pub(super) fn store_byte(code: &mut Code<'_>, addr: impl Into<Operand>, value: impl Into<Operand>) {
    code.store(addr, value, Mode::Na, byte());
}

fn copy(code: &mut Code<'_>) {
    let (to, from, count) = (argument(0), argument(1), argument(2));
    code.copy_apart(to, from, count);
    code.ret(to);
}

fn move_bytes(code: &mut Code<'_>) {
    let (to, from, count) = (argument(0), argument(1), argument(2));
    code.copy(to, from, count);
    code.ret(to);
}

fn copy_to_end(code: &mut Code<'_>) {
    let (to, from, count) = (argument(0), argument(1), argument(2));
    code.copy_apart(to, from, count);
    let end = code.add(to, count);
    code.ret(end);
}

fn copy_backwards(code: &mut Code<'_>) {
    let (from, to, count) = (argument(0), argument(1), argument(2));
    code.copy(to, from, count);
    code.ret_void();
}

fn set(code: &mut Code<'_>) {
    let (to, value, count) = (argument(0), argument(1), argument(2));
    code.fill(to, value, count);
    code.ret(to);
}

fn zero(code: &mut Code<'_>) {
    let (to, count) = (argument(0), argument(1));
    code.fill(to, 0, count);
    code.ret_void();
}

fn compare(code: &mut Code<'_>) {
    let (lhs, rhs, count) = (argument(0), argument(1), argument(2));
    let index = code.variable(0);
    code.repeat(|code, end| {
        let more = code.below(index, count);
        code.leave_unless(more, end);
        let (left, right) = (code.add(lhs, index), code.add(rhs, index));
        let (left, right) = (load_byte(code, left), load_byte(code, right));
        let difference = code.binary(BinaryOp::Sub, INT, left, right);
        code.when(difference, |code| code.ret(difference));
        code.advance(index, 1);
    });
    code.ret(0);
}

fn find(code: &mut Code<'_>) {
    let (from, count) = (argument(0), argument(2));
    let wanted = code.binary(BinaryOp::And, INT, argument(1), 0xff);
    let index = code.variable(0);
    code.repeat(|code, end| {
        let more = code.below(index, count);
        code.leave_unless(more, end);
        let place = code.add(from, index);
        let found = load_byte(code, place);
        let hit = code.equal(found, wanted);
        code.when(hit, |code| code.ret(place));
        code.advance(index, 1);
    });
    code.ret(0);
}

fn find_last(code: &mut Code<'_>) {
    let (from, count) = (argument(0), argument(2));
    let wanted = code.binary(BinaryOp::And, INT, argument(1), 0xff);
    let left = code.variable(count);
    code.repeat(|code, end| {
        code.leave_unless(left, end);
        code.advance(left, u64::MAX);
        let place = code.add(from, left);
        let found = load_byte(code, place);
        let hit = code.equal(found, wanted);
        code.when(hit, |code| code.ret(place));
    });
    code.ret(0);
}
