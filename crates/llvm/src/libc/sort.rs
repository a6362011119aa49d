//! qsort and bsearch, and the absolute values of `<stdlib.h>`.

use raddle_graph::Width;
use raddle_ir::{BinaryOp, Instr, Operand, Reg, UnaryOp};

use super::code::{Code, INT, WORD, argument};
use super::table::{LibraryFunction, function, refused, same};

pub(super) const TABLE: &[LibraryFunction] = &[
    function("qsort", 4, qsort),
    function("bsearch", 5, bsearch),
    refused("qsort_r", "use qsort"),
    function("abs", 1, abs),
    function("labs", 1, labs),
    same("llabs", "labs"),
];

/// The address of an element.
fn element(code: &mut Code<'_>, base: Operand, index: impl Into<Operand>, size: Operand) -> Reg {
    let offset = code.binary(BinaryOp::Mul, WORD, index, size);
    code.add(base, offset)
}

/// Insertion sort, which suits the small arrays of programs under test.
fn qsort(code: &mut Code<'_>) {
    let (base, count, size, order) = (argument(0), argument(1), argument(2), argument(3));
    let spare = code.register();
    code.emit(Instr::Private { dst: spare, size, align: 16 });
    let sorted = code.variable(1);
    code.repeat(|code, end| {
        let more = code.below(sorted, count);
        code.leave_unless(more, end);
        let index = code.variable(sorted);
        code.repeat(|code, placed| {
            code.leave_unless(index, placed);
            let this = element(code, base, index, size);
            let before = code.binary(BinaryOp::Sub, WORD, this, size);
            let compared = code.call_pointer(order, &[before.into(), this.into()]);
            let wrong = code.binary(BinaryOp::Slt, INT, 0, compared);
            code.leave_unless(wrong, placed);
            code.copy(spare, this, size);
            code.copy(this, before, size);
            code.copy(before, spare, size);
            code.advance(index, u64::MAX);
        });
        code.advance(sorted, 1);
    });
    code.ret_void();
}

fn bsearch(code: &mut Code<'_>) {
    let (key, base, count, size, order) = (argument(0), argument(1), argument(2), argument(3), argument(4));
    let (low, high) = (code.variable(0), code.variable(count));
    code.repeat(|code, end| {
        let more = code.below(low, high);
        code.leave_unless(more, end);
        let sum = code.add(low, high);
        let middle = code.binary(BinaryOp::LShr, WORD, sum, 1);
        let place = element(code, base, middle, size);
        let compared = code.call_pointer(order, &[key, place.into()]);
        let hit = code.binary(BinaryOp::Eq, INT, compared, 0);
        code.when(hit, |code| code.ret(place));
        let above = code.binary(BinaryOp::Slt, INT, 0, compared);
        let next = code.add(middle, 1);
        let new_low = code.select(above, next, low);
        let new_high = code.select(above, high, middle);
        code.set(low, new_low);
        code.set(high, new_high);
    });
    code.ret(0);
}

fn abs(code: &mut Code<'_>) {
    absolute(code, INT);
}

fn labs(code: &mut Code<'_>) {
    absolute(code, WORD);
}

fn absolute(code: &mut Code<'_>, width: Width) {
    let dst = code.register();
    code.emit(Instr::Unary { op: UnaryOp::Abs, width, dst, src: argument(0) });
    code.ret(dst);
}
