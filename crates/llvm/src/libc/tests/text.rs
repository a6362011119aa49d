//! Strings, numbers, sorting and output.

use raddle_graph::Mode;
use raddle_ir::BinaryOp;

use super::world::{TestProgram, lib};
use crate::libc::code::{INT, WORD, argument, byte};

/// Calls with strings and numbers, and results; `At` is an address in the first string.
enum Part {
    Text(&'static str),
    Number(u64),
}
use Part::{Number, Text};

enum Expected {
    Value(u64),
    At(u64),
    Int(i32),
}
use Expected::{At, Int, Value};

#[test]
fn strings_are_looked_through() {
    let cases: &[(&str, &[Part], Expected)] = &[
        ("strlen", &[Text("four")], Value(4)),
        ("strlen", &[Text("")], Value(0)),
        ("strnlen", &[Text("four"), Number(3)], Value(3)),
        ("strnlen", &[Text("four"), Number(9)], Value(4)),
        ("strcmp", &[Text("ab"), Text("ab")], Int(0)),
        ("strcmp", &[Text("ab"), Text("ac")], Int(-1)),
        ("strcmp", &[Text("ab"), Text("a")], Int(98)),
        ("strncmp", &[Text("abx"), Text("aby"), Number(2)], Int(0)),
        ("strncmp", &[Text("abx"), Text("aby"), Number(3)], Int(-1)),
        ("strchr", &[Text("abcb"), Number(98)], At(1)),
        ("strchr", &[Text("abcb"), Number(0)], At(4)),
        ("strchr", &[Text("abcb"), Number(120)], Value(0)),
        ("strrchr", &[Text("abcb"), Number(98)], At(3)),
        ("strrchr", &[Text("abcb"), Number(120)], Value(0)),
        ("strstr", &[Text("aabc"), Text("abc")], At(1)),
        ("strstr", &[Text("aabc"), Text("")], At(0)),
        ("strstr", &[Text("aabc"), Text("abd")], Value(0)),
        ("atoi", &[Text(" \t42x")], Int(42)),
        ("atoi", &[Text("-7")], Int(-7)),
        ("atol", &[Text("+70000000000")], Value(70_000_000_000)),
        ("atoi", &[Text("none")], Int(0)),
        ("strtol", &[Text("-0x1fz"), Number(0), Number(0)], Value(-31i64 as u64)),
        ("strtol", &[Text("0x1f"), Number(0), Number(16)], Value(31)),
        ("strtol", &[Text("017"), Number(0), Number(0)], Value(15)),
        ("strtol", &[Text("017"), Number(0), Number(10)], Value(17)),
        ("strtoul", &[Text("0xg"), Number(0), Number(0)], Value(0)),
        ("strspn", &[Text("abcd"), Text("ba")], Value(2)),
        ("strcspn", &[Text("abcd"), Text("dc")], Value(2)),
        ("strcspn", &[Text("abcd"), Text("")], Value(4)),
        ("strpbrk", &[Text("abcd"), Text("dc")], At(2)),
        ("strpbrk", &[Text("abcd"), Text("x")], Value(0)),
        ("isdigit", &[Number(55)], Value(0x800)),
        ("isdigit", &[Number(0xffff_ffff)], Value(0)),
        ("isspace", &[Number(32)], Value(0x2000)),
        ("isupper", &[Number(97)], Value(0)),
        ("isalpha", &[Number(97)], Value(0x400)),
        ("ispunct", &[Number(33)], Value(4)),
        ("iscntrl", &[Number(127)], Value(2)),
        ("isxdigit", &[Number(70)], Value(0x1000)),
        ("isprint", &[Number(31)], Value(0)),
        ("isgraph", &[Number(32)], Value(0)),
        ("isblank", &[Number(9)], Value(1)),
        ("islower", &[Number(122)], Value(0x200)),
        ("isalnum", &[Number(48)], Value(8)),
        ("toupper", &[Number(97)], Int(65)),
        ("tolower", &[Number(65)], Int(97)),
        ("tolower", &[Number(0xffff_ffff)], Int(-1)),
        ("abs", &[Number(0xffff_fffd)], Int(3)),
        ("labs", &[Number(-5i64 as u64)], Value(5)),
        ("sqrt", &[Number(9f64.to_bits())], Value(3f64.to_bits())),
        ("floorf", &[Number(1.5f32.to_bits() as u64)], Value(1f32.to_bits() as u64)),
        ("ceil", &[Number(1.5f64.to_bits())], Value(2f64.to_bits())),
        ("round", &[Number(2.5f64.to_bits())], Value(3f64.to_bits())),
        ("trunc", &[Number((-1.5f64).to_bits())], Value((-1f64).to_bits())),
        ("fabs", &[Number((-1.5f64).to_bits())], Value(1.5f64.to_bits())),
        ("fmod", &[Number(7f64.to_bits()), Number(4f64.to_bits())], Value(3f64.to_bits())),
        ("fmin", &[Number(7f64.to_bits()), Number(4f64.to_bits())], Value(4f64.to_bits())),
        ("fmaxf", &[Number(7f32.to_bits() as u64), Number(4f32.to_bits() as u64)], Value(7f32.to_bits() as u64)),
        ("copysign", &[Number(7f64.to_bits()), Number((-0f64).to_bits())], Value((-7f64).to_bits())),
    ];
    for (name, parts, expected) in cases {
        let mut world = TestProgram::new(&[]);
        let arguments: Vec<u64> = parts
            .iter()
            .map(|part| match part {
                Text(text) => world.text(text),
                Number(number) => *number,
            })
            .collect();
        let expected = match *expected {
            Value(value) => value,
            At(offset) => arguments[0] + offset,
            Int(value) => u64::from(value as u32),
        };
        world.run_alone(|code| {
            let arguments: Vec<_> = arguments.iter().map(|&argument| argument.into()).collect();
            let result = code.lib(name, &arguments);
            code.check(result, expected);
        });
    }
}

#[test]
fn strings_are_copied_and_joined() {
    let mut world = TestProgram::new(&[]);
    let (buffer, other) = (world.variable("buffer", 16), world.variable("other", 8));
    let (ab, abcd, cd) = (world.text("ab"), world.text("abcd"), world.text("cd"));
    world.run_alone(|code| {
        let result = lib!(code, "strcpy", buffer, ab);
        code.check(result, buffer);
        let result = lib!(code, "strcat", buffer, cd);
        code.check(result, buffer);
        let same = lib!(code, "strcmp", buffer, abcd);
        code.check(same, 0);
        lib!(code, "strcpy", buffer, ab);
        lib!(code, "strncat", buffer, abcd, 1);
        let length = lib!(code, "strlen", buffer);
        code.check(length, 3);
        let end = lib!(code, "stpcpy", buffer, abcd);
        code.check(end, buffer + 4);
        lib!(code, "memset", other, 1, 8);
        lib!(code, "strncpy", other, ab, 5);
        for (index, expected) in [97, 98, 0, 0, 0, 1].into_iter().enumerate() {
            let found = code.load(other + index as u64, Mode::Na, byte());
            code.check(found, expected);
        }
        lib!(code, "__strcpy_chk", buffer, ab, 16);
    });
}

#[test]
fn numbers_end_somewhere() {
    let mut world = TestProgram::new(&[]);
    let (text, end) = (world.text("12ab"), world.variable("end", 8));
    world.run_alone(|code| {
        lib!(code, "strtol", text, end, 10);
        let place = code.load(end, Mode::Na, WORD);
        code.check(place, text + 2);
        lib!(code, "strtol", text + 2, end, 10);
        let place = code.load(end, Mode::Na, WORD);
        code.check(place, text + 2);
    });
}

#[test]
fn macros_find_their_tables() {
    TestProgram::new(&[]).run_alone(|code| {
        for (name, size, character, expected) in [
            ("__ctype_b_loc", 2, b'7', 0x800 | 0x1000 | 0x4000 | 0x8000 | 8),
            ("__ctype_tolower_loc", 4, b'X', u64::from(b'x')),
            ("__ctype_toupper_loc", 4, b'x', u64::from(b'X')),
        ] {
            let pointer = lib!(code, name);
            let table = code.load(pointer, Mode::Na, WORD);
            let entry = code.add(table, size * u64::from(character));
            let found = code.load(entry, Mode::Na, raddle_graph::Width::new(8 * size as u8).unwrap());
            code.check(found, expected);
        }
    });
}

#[test]
fn arrays_are_sorted_and_searched() {
    let mut world = TestProgram::new(&[]);
    let array = world.variable("array", 16);
    let order = world.function("order", 2, |code| {
        let (left, right) = (code.load(argument(0), Mode::Na, INT), code.load(argument(1), Mode::Na, INT));
        let difference = code.binary(BinaryOp::Sub, INT, left, right);
        code.ret(difference);
    });
    let wanted = world.variable("wanted", 4);
    world.run_alone(|code| {
        for (index, value) in [3, 1, 4, 2].into_iter().enumerate() {
            code.store(array + 4 * index as u64, value, Mode::Na, INT);
        }
        lib!(code, "qsort", array, 4, 4, order);
        for index in 0..4 {
            let found = code.load(array + 4 * index, Mode::Na, INT);
            code.check(found, index + 1);
        }
        for (value, place) in [(1, array), (4, array + 12), (3, array + 8), (5, 0), (0, 0)] {
            code.store(wanted, value, Mode::Na, INT);
            let found = lib!(code, "bsearch", wanted, array, 4, 4, order);
            code.check(found, place);
        }
    });
}

#[test]
fn output_changes_nothing() {
    let mut world = TestProgram::new(&[]);
    let text = world.text("100%");
    world.run_alone(|code| {
        lib!(code, "puts", text);
        lib!(code, "perror", text);
        lib!(code, "fputs", text, 0);
        let written = lib!(code, "putchar", 65);
        code.check(written, 65);
        lib!(code, "fputc", 65, 0);
        let written = lib!(code, "write", 1, text, 4);
        code.check(written, 4);
        let written = lib!(code, "fwrite", text, 1, 4, 0);
        code.check(written, 4);
    });
}
