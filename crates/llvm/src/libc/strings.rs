//! Strings: the functions of `<string.h>` that search for the terminating zero, and numbers from text.

use raddle_graph::Mode;
use raddle_ir::{BinaryOp, FailureKind, Operand, Reg};

use super::bytes::{load_byte, store_byte};
use super::code::{Code, INT, WORD, argument};
use super::table::{LibraryFunction, function, refused, same};

const FORMATS_MEMORY: &str = "formatting into memory is not modelled; write the text with strcpy, or leave it out";

pub(super) const TABLE: &[LibraryFunction] = &[
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
    function("strtol", 3, strtol),
    same("strtoll", "strtol"),
    same("strtoul", "strtol"),
    same("strtoull", "strtol"),
    same("__isoc23_strtol", "strtol"),
    same("__isoc23_strtoll", "strtol"),
    same("__isoc23_strtoul", "strtol"),
    same("__isoc23_strtoull", "strtol"),
    function("strspn", 2, strspn).borrows(&[0, 1]),
    function("strcspn", 2, strcspn).borrows(&[0, 1]),
    function("strpbrk", 2, strpbrk).borrows(&[1]),
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

/// The length of a string, up to the limit.
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

/// Returns the comparison of two strings, up to the limit.
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

/// Copies a string with its end, byte by byte; returns the address of the copied end. It is an error if the copy overlaps the
/// string: then it is longer than the distance between them.
fn copy(code: &mut Code<'_>, to: Operand, from: Operand) -> Reg {
    let limits = [code.binary(BinaryOp::Sub, WORD, from, to), code.binary(BinaryOp::Sub, WORD, to, from)];
    let (start, to, from) = (to, code.variable(to), code.variable(from));
    code.repeat(|code, end| {
        let done = code.binary(BinaryOp::Sub, WORD, to, start);
        for limit in limits {
            let met = code.equal(done, limit);
            code.fail_if(met, FailureKind::OverlappingCopy, "a string is copied to a place that overlaps it");
        }
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
    code.copy_apart(end, from, count);
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

/// Skips white space and a sign; returns whether it was a minus.
fn sign(code: &mut Code<'_>, place: Reg) -> Reg {
    let found = code.register();
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
    let either = code.binary(BinaryOp::Or, WORD, minus, plus);
    code.advance(place, either);
    minus
}

/// The value of a character as a digit of any base; a large number if it is none.
fn digit(code: &mut Code<'_>, byte: Reg) -> Reg {
    let decimal = code.binary(BinaryOp::Sub, WORD, byte, u64::from(b'0'));
    let is_decimal = code.below(decimal, 10);
    let lower = code.binary(BinaryOp::Or, WORD, byte, 0x20);
    let letter = code.binary(BinaryOp::Sub, WORD, lower, u64::from(b'a'));
    let is_letter = code.below(letter, 26);
    let value = code.add(letter, 10);
    let other = code.select(is_letter, value, 99);
    code.select(is_decimal, decimal, other)
}

/// The number whose digits begin at the address, which moves behind them.
fn digits(code: &mut Code<'_>, place: Reg, base: impl Into<Operand>) -> Reg {
    let (value, base) = (code.variable(0), base.into());
    code.repeat(|code, end| {
        let byte = load_byte(code, place);
        let digit = digit(code, byte);
        let valid = code.below(digit, base);
        code.leave_unless(valid, end);
        let shifted = code.binary(BinaryOp::Mul, WORD, value, base);
        let more = code.add(shifted, digit);
        code.set(value, more);
        code.advance(place, 1);
    });
    value
}

/// The decimal number at the beginning of the text, after white space.
fn number(code: &mut Code<'_>) -> Reg {
    let place = code.variable(argument(0));
    let negative = sign(code, place);
    let value = digits(code, place, 10);
    let opposite = code.binary(BinaryOp::Sub, WORD, 0, value);
    code.select(negative, opposite, value)
}

/// Numbers that do not fit wrap.
fn strtol(code: &mut Code<'_>) {
    let (text, end) = (argument(0), argument(1));
    let place = code.variable(text);
    let negative = sign(code, place);
    let base = code.variable(argument(2));
    let first = load_byte(code, place);
    let zero = code.equal(first, u64::from(b'0'));
    // A prefix decides the base, or is optional in base 16.
    code.when(zero, |code| {
        let next = code.add(place, 1);
        let byte = load_byte(code, next);
        let lower = code.binary(BinaryOp::Or, WORD, byte, 0x20);
        let prefix = code.equal(lower, u64::from(b'x'));
        let behind = code.add(place, 2);
        code.when(prefix, |code| {
            let byte = load_byte(code, behind);
            let digit = digit(code, byte);
            let valid = code.below(digit, 16);
            let open = code.not(base);
            let sixteen = code.equal(base, 16);
            let fits = code.binary(BinaryOp::Or, WORD, open, sixteen);
            let hexadecimal = code.binary(BinaryOp::And, WORD, valid, fits);
            code.when(hexadecimal, |code| {
                code.set(base, 16);
                code.set(place, behind);
            });
        });
        let open = code.not(base);
        code.when(open, |code| code.set(base, 8));
    });
    let open = code.not(base);
    code.when(open, |code| code.set(base, 10));
    let begin = code.variable(place);
    let value = digits(code, place, base);
    let nothing = code.equal(begin, place);
    let behind = code.select(nothing, text, place);
    code.when(end, |code| code.store(end, behind, Mode::Na, WORD));
    let opposite = code.binary(BinaryOp::Sub, WORD, 0, value);
    let result = code.select(negative, opposite, value);
    code.ret(result);
}

/// The length of the prefix whose characters are (or are not) among others.
fn span(code: &mut Code<'_>, among: bool) -> Reg {
    let (text, set) = (argument(0), argument(1));
    let index = code.variable(0);
    code.repeat(|code, end| {
        let place = code.add(text, index);
        let found = load_byte(code, place);
        code.leave_unless(found, end);
        let (other, hit) = (code.variable(set), code.variable(0));
        code.repeat(|code, done| {
            let byte = load_byte(code, other);
            code.leave_unless(byte, done);
            let same = code.equal(byte, found);
            code.set(hit, same);
            let differs = code.not(same);
            code.leave_unless(differs, done);
            code.advance(other, 1);
        });
        let goes_on = code.equal(hit, u64::from(among));
        code.leave_unless(goes_on, end);
        code.advance(index, 1);
    });
    index
}

fn strspn(code: &mut Code<'_>) {
    let length = span(code, true);
    code.ret(length);
}

fn strcspn(code: &mut Code<'_>) {
    let length = span(code, false);
    code.ret(length);
}

fn strpbrk(code: &mut Code<'_>) {
    let length = span(code, false);
    let place = code.add(argument(0), length);
    let found = load_byte(code, place);
    let result = code.select(found, place, 0);
    code.ret(result);
}
