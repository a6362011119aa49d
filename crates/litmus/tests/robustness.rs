//! No input makes the parser panic or hang: files cut short anywhere, and files with bytes changed at random.

use std::path::Path;

use raddle_litmus::Test;

fn samples() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data");
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "litmus"));
    files.sort();
    files.iter().map(|path| std::fs::read_to_string(path).unwrap()).collect()
}

/// Parses, and checks that an error points into the text.
fn parse(bytes: &[u8]) {
    let source = String::from_utf8_lossy(bytes);
    if let Err(error) = Test::parse(&source) {
        assert!(error.span.start <= error.span.end && error.span.end <= source.len(), "{error}: {:?}", error.span);
        assert!(error.line >= 1 && error.column >= 1);
        assert!(!error.message.is_empty());
    }
}

#[test]
fn files_cut_short_at_every_byte() {
    for source in samples() {
        for end in 0..=source.len() {
            parse(&source.as_bytes()[..end]);
        }
        for start in 0..source.len() {
            parse(&source.as_bytes()[start..]);
        }
    }
}

/// A small generator of numbers (splitmix64), so that failures can be repeated.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound.max(1) as u64) as usize
    }
}

#[test]
fn files_with_bytes_changed() {
    const PIECES: [&str; 40] = [
        "(",
        ")",
        "{",
        "}",
        "[",
        "]",
        "*",
        "&",
        ";",
        ",",
        "=",
        "==",
        "~",
        "/\\",
        "\\/",
        "=>",
        "(*",
        "*)",
        "/*",
        "//",
        "\"",
        "0x",
        "9999999999999999999999",
        "-1",
        ":",
        "0:",
        "P0",
        "int",
        "unsigned",
        "_Atomic",
        "if",
        "else",
        "for",
        "do",
        "while",
        "exists",
        "not",
        "assume(",
        "é",
        "\u{0}",
    ];
    let samples = samples();
    let mut random = Random(42);
    for _ in 0..6000 {
        let mut bytes = samples[random.below(samples.len())].clone().into_bytes();
        for _ in 0..1 + random.below(4) {
            let at = random.below(bytes.len());
            let length = random.below(12).min(bytes.len() - at);
            match random.below(4) {
                0 => drop(bytes.drain(at..at + length)),
                1 => {
                    let copy = bytes[at..at + length].to_vec();
                    bytes.splice(at..at, copy);
                }
                2 => {
                    let piece = PIECES[random.below(PIECES.len())];
                    bytes.splice(at..at, piece.bytes());
                }
                _ => {
                    if let Some(byte) = bytes.get_mut(at) {
                        *byte = random.next() as u8;
                    }
                }
            }
        }
        parse(&bytes);
    }
}
