//! Strings: the functions of `<string.h>` that look for a terminating zero, and numbers from text.

use raddle_ir::{BinaryOp, Operand, Reg};

use super::bytes::{load_byte, store_byte};
use super::code::{Code, INT, WORD, argument};
use super::table::{Model, function, refused, same};

const FORMATS_MEMORY: &str = "formatting into memory is not modelled; write the text with strcpy, or leave it out";

pub(super) const TABLE: &[Model] = &[
    function("strlen", 1, strlen).borrows(&[0]),
    function("strnlen", 2, strnlen).borrows(&[0]),
    function("strcmp", 2, strcmp).borrows(&[0, 1]),
    same("strcoll", "strcmp"),
    function("strncmp", 3, strncmp).borrows(&[0, 1]),
    function("strcpy", 2, strcpy).borrows(&[1]),
    function("__strcpy_chk", 3, strcpy).borrows(&[1]),
    function("stpcpy", 2, stpcpy).borrows(&[1]),
    function("strncpy", 3, strncpy).borrows(&[1]),
    function("strcat", 2, strcat).borrows(&[1]),
    function("strncat", 3, strncat).borrows(&[1]),
    function("strchr", 2, strchr),
    same("index", "strchr"),
    function("strrchr", 2, strrchr),
    same("rindex", "strrchr"),
    function("strstr", 2, strstr).borrows(&[1]),
    function("atoi", 1, atoi).borrows(&[0]),
    function("atol", 1, atol).borrows(&[0]),
    same("atoll", "atol"),
    refused("strtol", "use atol, or a constant"),
    refused("__isoc23_strtol", "use atol, or a constant"),
    refused("__isoc23_strtoul", "use atol, or a constant"),
    refused("strtoul", "use atol, or a constant"),
    refused("strtoll", "use atol, or a constant"),
    refused("strtoull", "use atol, or a constant"),
    refused("atof", "use a constant"),
    refused("strtod", "use a constant"),
    refused("strtok", "its hidden state is not modelled; split the text in the program"),
    refused("strtok_r", "split the text in the program"),
    refused("strerror", "print the number instead"),
    refused("sprintf", FORMATS_MEMORY),
    refused("snprintf", FORMATS_MEMORY),
    refused("vsprintf", FORMATS_MEMORY),
    refused("vsnprintf", FORMATS_MEMORY),
    refused("asprintf", FORMATS_MEMORY),
    refused("sscanf", "reading numbers from text is not modelled; use atol, or a constant"),
];

/// The length of a string, at most the limit.
pub(super) fn length(code: &mut Code<'_>, text: Operand, limit: Option<Operand>) -> Reg {
    let index = code.variable(0);
    code.repeat(|code, end| {
        if let Some(limit) = limit {
            let more = code.below(index, limit);
            code.leave_unless(more, end);
        }
        let place = code.add(text, index);
        let found = load_byte(code, place);
        code.leave_unless(found, end);
        code.advance(index, 1);
    });
    index
}

fn strlen(code: &mut Code<'_>) {
    let length = length(code, argument(0), None);
    code.ret(length);
}

fn strnlen(code: &mut Code<'_>) {
    let length = length(code, argument(0), Some(argument(1)));
    code.ret(length);
}

fn strcmp(code: &mut Code<'_>) {
    compare(code, None);
}

fn strncmp(code: &mut Code<'_>) {
    compare(code, Some(argument(2)));
}

/// Returns how two strings compare, up to the limit.
fn compare(code: &mut Code<'_>, limit: Option<Operand>) {
    let (lhs, rhs) = (argument(0), argument(1));
    let index = code.variable(0);
    code.repeat(|code, end| {
        if let Some(limit) = limit {
            let more = code.below(index, limit);
            code.leave_unless(more, end);
        }
        let (left, right) = (code.add(lhs, index), code.add(rhs, index));
        let (left, right) = (load_byte(code, left), load_byte(code, right));
        let difference = code.binary(BinaryOp::Sub, INT, left, right);
        code.when(difference, |code| code.ret(difference));
        code.leave_unless(left, end);
        code.advance(index, 1);
    });
    code.ret(0);
}

/// Copies a string, its end included, byte by byte; gives the address of the copied end.
fn copy(code: &mut Code<'_>, to: Operand, from: Operand) -> Reg {
    let (to, from) = (code.variable(to), code.variable(from));
    code.repeat(|code, end| {
        let found = load_byte(code, from);
        store_byte(code, to, found);
        code.leave_unless(found, end);
        code.advance(to, 1);
        code.advance(from, 1);
    });
    to
}

fn strcpy(code: &mut Code<'_>) {
    let (to, from) = (argument(0), argument(1));
    copy(code, to, from);
    code.ret(to);
}

fn stpcpy(code: &mut Code<'_>) {
    let end = copy(code, argument(0), argument(1));
    code.ret(end);
}

fn strncpy(code: &mut Code<'_>) {
    let (to, from, count) = (argument(0), argument(1), argument(2));
    let (index, value) = (code.variable(0), code.variable(1));
    code.repeat(|code, end| {
        let more = code.below(index, count);
        code.leave_unless(more, end);
        // Nothing is read behind the end of the string: the rest is zeros.
        code.when(value, |code| {
            let place = code.add(from, index);
            let found = load_byte(code, place);
            code.set(value, found);
        });
        let place = code.add(to, index);
        store_byte(code, place, value);
        code.advance(index, 1);
    });
    code.ret(to);
}

fn strcat(code: &mut Code<'_>) {
    let (to, from) = (argument(0), argument(1));
    let length = length(code, to, None);
    let end = code.add(to, length);
    copy(code, end.into(), from);
    code.ret(to);
}

fn strncat(code: &mut Code<'_>) {
    let (to, from, limit) = (argument(0), argument(1), argument(2));
    let before = length(code, to, None);
    let count = length(code, from, Some(limit));
    let end = code.add(to, before);
    code.copy(end, from, count);
    let last = code.add(end, count);
    store_byte(code, last, 0);
    code.ret(to);
}

fn strchr(code: &mut Code<'_>) {
    let wanted = code.binary(BinaryOp::And, INT, argument(1), 0xff);
    let place = code.variable(argument(0));
    code.repeat(|code, end| {
        let found = load_byte(code, place);
        let hit = code.equal(found, wanted);
        code.when(hit, |code| code.ret(place));
        code.leave_unless(found, end);
        code.advance(place, 1);
    });
    code.ret(0);
}

fn strrchr(code: &mut Code<'_>) {
    let wanted = code.binary(BinaryOp::And, INT, argument(1), 0xff);
    let (place, last) = (code.variable(argument(0)), code.variable(0));
    code.repeat(|code, end| {
        let found = load_byte(code, place);
        let hit = code.equal(found, wanted);
        code.when(hit, |code| code.set(last, place));
        code.leave_unless(found, end);
        code.advance(place, 1);
    });
    code.ret(last);
}

fn strstr(code: &mut Code<'_>) {
    let wanted = argument(1);
    let place = code.variable(argument(0));
    code.repeat(|code, end| {
        let index = code.variable(0);
        code.repeat(|code, differs| {
            let at = code.add(wanted, index);
            let expected = load_byte(code, at);
            let all = code.not(expected);
            code.when(all, |code| code.ret(place));
            let at = code.add(place, index);
            let found = load_byte(code, at);
            let same = code.equal(found, expected);
            code.leave_unless(same, differs);
            code.advance(index, 1);
        });
        let first = load_byte(code, place);
        code.leave_unless(first, end);
        code.advance(place, 1);
    });
    code.ret(0);
}

fn atoi(code: &mut Code<'_>) {
    let number = number(code);
    let cut = code.binary(BinaryOp::Or, INT, number, 0);
    code.ret(cut);
}

fn atol(code: &mut Code<'_>) {
    let number = number(code);
    code.ret(number);
}

/// The decimal number at the beginning of the text, behind white space.
fn number(code: &mut Code<'_>) -> Reg {
    let place = code.variable(argument(0));
    let (found, value, negative) = (code.register(), code.variable(0), code.variable(0));
    code.repeat(|code, end| {
        let byte = load_byte(code, place);
        code.set(found, byte);
        let blank = code.equal(byte, u64::from(b' '));
        let from_tab = code.binary(BinaryOp::Sub, WORD, byte, u64::from(b'\t'));
        let control = code.below(from_tab, 5);
        let space = code.binary(BinaryOp::Or, WORD, blank, control);
        code.leave_unless(space, end);
        code.advance(place, 1);
    });
    let minus = code.equal(found, u64::from(b'-'));
    let plus = code.equal(found, u64::from(b'+'));
    code.set(negative, minus);
    let sign = code.binary(BinaryOp::Or, WORD, minus, plus);
    code.advance(place, sign);
    code.repeat(|code, end| {
        let byte = load_byte(code, place);
        let digit = code.binary(BinaryOp::Sub, WORD, byte, u64::from(b'0'));
        let valid = code.below(digit, 10);
        code.leave_unless(valid, end);
        let shifted = code.binary(BinaryOp::Mul, WORD, value, 10);
        let more = code.add(shifted, digit);
        code.set(value, more);
        code.advance(place, 1);
    });
    let opposite = code.binary(BinaryOp::Sub, WORD, 0, value);
    code.select(negative, opposite, value)
}
