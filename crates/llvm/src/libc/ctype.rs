//! Character classes in the "C" locale: the functions of `<ctype.h>`, and the tables that glibc's macros use.

use raddle_graph::{Mode, Width};
use raddle_ir::{BinaryOp, Instr, Reg};

use super::code::{Code, INT, WORD, argument};
use super::table::{Build, LibraryFunction, function};

pub(super) const TABLE: &[LibraryFunction] = &[
    function("__ctype_b_loc", 0, |code| table(code, "kinds of characters", kinds)),
    function("__ctype_tolower_loc", 0, |code| table(code, "lower case", lower_case)),
    function("__ctype_toupper_loc", 0, |code| table(code, "upper case", upper_case)),
    function("tolower", 1, |code| look_up(code, "lower case", lower_case)),
    function("toupper", 1, |code| look_up(code, "upper case", upper_case)),
    is("isupper", |code| has_kind(code, UPPER)),
    is("islower", |code| has_kind(code, LOWER)),
    is("isalpha", |code| has_kind(code, ALPHA)),
    is("isdigit", |code| has_kind(code, DIGIT)),
    is("isxdigit", |code| has_kind(code, HEX_DIGIT)),
    is("isspace", |code| has_kind(code, SPACE)),
    is("isprint", |code| has_kind(code, PRINT)),
    is("isgraph", |code| has_kind(code, GRAPH)),
    is("isblank", |code| has_kind(code, BLANK)),
    is("iscntrl", |code| has_kind(code, CONTROL)),
    is("ispunct", |code| has_kind(code, PUNCTUATION)),
    is("isalnum", |code| has_kind(code, ALPHANUMERIC)),
];

const fn is(name: &'static str, build: Build) -> LibraryFunction {
    function(name, 1, build)
}

// The bits as glibc's header has them on little-endian machines.
const UPPER: u16 = 0x100;
const LOWER: u16 = 0x200;
const ALPHA: u16 = 0x400;
const DIGIT: u16 = 0x800;
const HEX_DIGIT: u16 = 0x1000;
const SPACE: u16 = 0x2000;
const PRINT: u16 = 0x4000;
const GRAPH: u16 = 0x8000;
const BLANK: u16 = 1;
const CONTROL: u16 = 2;
const PUNCTUATION: u16 = 4;
const ALPHANUMERIC: u16 = 8;

/// The range of the tables, which includes negative `char`s and `EOF`.
const FIRST_CHARACTER: i32 = -128;
const LAST_CHARACTER: i32 = 255;

/// The entry of a character, as bytes.
type EntryOf = fn(i32) -> Vec<u8>;

fn kinds(character: i32) -> Vec<u8> {
    let Ok(byte @ 0..=127) = u8::try_from(character) else {
        return vec![0, 0];
    };
    let kinds = [
        (byte.is_ascii_uppercase(), UPPER),
        (byte.is_ascii_lowercase(), LOWER),
        (byte.is_ascii_alphabetic(), ALPHA),
        (byte.is_ascii_digit(), DIGIT),
        (byte.is_ascii_hexdigit(), HEX_DIGIT),
        (byte == b' ' || (b'\t'..=b'\r').contains(&byte), SPACE),
        (byte == b' ' || byte.is_ascii_graphic(), PRINT),
        (byte.is_ascii_graphic(), GRAPH),
        (byte == b' ' || byte == b'\t', BLANK),
        (byte.is_ascii_control(), CONTROL),
        (byte.is_ascii_punctuation(), PUNCTUATION),
        (byte.is_ascii_alphanumeric(), ALPHANUMERIC),
    ];
    let bits = kinds.iter().filter(|(holds, _)| *holds).fold(0, |bits, (_, bit)| bits | bit);
    bits.to_le_bytes().to_vec()
}

/// Characters outside of ASCII are mapped to themselves.
fn mapped(character: i32, map: fn(&u8) -> u8) -> Vec<u8> {
    let ascii = u8::try_from(character).ok().filter(u8::is_ascii);
    ascii.map_or(character, |byte| i32::from(map(&byte))).to_le_bytes().to_vec()
}

fn lower_case(character: i32) -> Vec<u8> {
    mapped(character, u8::to_ascii_lowercase)
}

fn upper_case(character: i32) -> Vec<u8> {
    mapped(character, u8::to_ascii_uppercase)
}

/// The address of the entry of character 0, and the size of an entry.
fn entries(code: &mut Code<'_>, name: &'static str, entry: EntryOf) -> (u64, u64) {
    let size = entry(0).len() as u64;
    let base = code.constant(name, || (FIRST_CHARACTER..=LAST_CHARACTER).flat_map(entry).collect());
    (base + size * FIRST_CHARACTER.unsigned_abs() as u64, size)
}

/// Returns the address of a pointer to a table's entry of character 0.
fn table(code: &mut Code<'_>, name: &'static str, entry: EntryOf) {
    let (zero, _) = entries(code, name, entry);
    let pointer = match name {
        "lower case" => "pointer to lower case",
        "upper case" => "pointer to upper case",
        _ => "pointer to kinds of characters",
    };
    let pointer = code.constant(pointer, || zero.to_le_bytes().to_vec());
    code.ret(pointer);
}

/// The entry of the parameter, which is in the table.
fn entry_of(code: &mut Code<'_>, name: &'static str, entry: EntryOf) -> Reg {
    let (zero, size) = entries(code, name, entry);
    let character = code.register();
    code.emit(Instr::SignExtend { dst: character, src: argument(0), from: INT, to: WORD });
    let offset = code.binary(BinaryOp::Mul, WORD, character, size);
    let place = code.add(zero, offset);
    // Cannot fail: entries have 2 or 4 bytes.
    let width = Width::new(8 * size as u8).expect("entries are small");
    code.load(place, Mode::Na, width)
}

fn look_up(code: &mut Code<'_>, name: &'static str, entry: EntryOf) {
    let found = entry_of(code, name, entry);
    code.ret(found);
}

fn has_kind(code: &mut Code<'_>, kind: u16) {
    let found = entry_of(code, "kinds of characters", kinds);
    let bit = code.binary(BinaryOp::And, INT, found, u64::from(kind));
    code.ret(bit);
}
