//! Damaged inputs: pieces of files removed, repeated, moved, replaced and mixed, by a generator that can be repeated.

/// Splitmix64: small, and the same everywhere.
#[derive(Clone, Debug)]
pub struct Numbers(u64);

impl Numbers {
    /// The sequence of a seed.
    pub fn new(seed: u64) -> Numbers {
        Numbers(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `bound`, which is not 0.
    pub fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }
}

/// Changes made to one input, at most.
const MAX_CHANGES: usize = 4;

/// Inputs grow no larger than this, in bytes.
const MAX_BYTES: usize = 96 * 1024;

/// Pieces that mean something in one of the languages, or are numbers at the edge.
const PIECES: [&str; 48] = [
    "(",
    ")",
    "{",
    "}",
    "[",
    "]",
    "<",
    ">",
    "*",
    "&",
    ";",
    ",",
    "=",
    "==",
    "|",
    "~",
    "^-1",
    "+",
    "-",
    "/\\",
    "\\/",
    "=>",
    "(*",
    "*)",
    "/*",
    "//",
    "\"",
    "\\",
    "\n",
    "0",
    "-1",
    "1",
    "0x",
    "255",
    "65535",
    "65536",
    "4294967295",
    "4294967296",
    "18446744073709551615",
    "18446744073709551616",
    "99999999999999999999999999",
    "i0",
    "i128",
    "null",
    "init",
    "_",
    "é",
    "\u{0}",
];

/// One of the inputs, damaged.
pub fn mutant(inputs: &[Vec<u8>], numbers: &mut Numbers) -> Vec<u8> {
    let mut bytes = inputs[numbers.below(inputs.len())].clone();
    for _ in 0..1 + numbers.below(MAX_CHANGES) {
        let other = &inputs[numbers.below(inputs.len())];
        change(&mut bytes, other, numbers);
    }
    bytes.truncate(MAX_BYTES);
    bytes
}

fn change(bytes: &mut Vec<u8>, other: &[u8], numbers: &mut Numbers) {
    match numbers.below(9) {
        // A byte.
        0 if !bytes.is_empty() => {
            let at = numbers.below(bytes.len());
            bytes[at] = numbers.next() as u8 & 0x7f;
        }
        // A meaningful piece, in the place of a token or between two.
        1 | 2 => {
            let piece = PIECES[numbers.below(PIECES.len())].as_bytes();
            let token = token(bytes, numbers);
            let end = if numbers.below(2) == 0 { token.end } else { token.start };
            bytes.splice(token.start..end, piece.iter().copied());
        }
        // A token in the place of another.
        3 => {
            let from = token(bytes, numbers);
            let piece = bytes[from].to_vec();
            let to = token(bytes, numbers);
            bytes.splice(to, piece);
        }
        // A token of another input.
        4 => {
            let piece = other[token(other, numbers)].to_vec();
            let to = token(bytes, numbers);
            bytes.splice(to, piece);
        }
        // A line removed, repeated elsewhere, or taken from another input.
        5 => {
            let line = line(bytes, numbers);
            bytes.drain(line);
        }
        6 => {
            let piece = bytes[line(bytes, numbers)].to_vec();
            let at = line(bytes, numbers).start;
            bytes.splice(at..at, piece);
        }
        7 => {
            let piece = other[line(other, numbers)].to_vec();
            let at = line(bytes, numbers).start;
            bytes.splice(at..at, piece);
        }
        // The end cut off.
        _ => {
            let length = numbers.below(bytes.len() + 1);
            bytes.truncate(length);
        }
    }
}

/// The word, number or sign at a random place.
fn token(bytes: &[u8], numbers: &mut Numbers) -> std::ops::Range<usize> {
    if bytes.is_empty() {
        return 0..0;
    }
    let at = numbers.below(bytes.len());
    let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    if !is_word(&bytes[at]) {
        return at..at + 1;
    }
    let start = bytes[..at].iter().rposition(|byte| !is_word(byte)).map_or(0, |before| before + 1);
    let end = bytes[at..].iter().position(|byte| !is_word(byte)).map_or(bytes.len(), |length| at + length);
    start..end
}

/// The line at a random place, with its end.
fn line(bytes: &[u8], numbers: &mut Numbers) -> std::ops::Range<usize> {
    let at = numbers.below(bytes.len() + 1);
    let start = bytes[..at].iter().rposition(|byte| *byte == b'\n').map_or(0, |before| before + 1);
    let end = bytes[at..].iter().position(|byte| *byte == b'\n').map_or(bytes.len(), |length| at + length + 1);
    start..end
}
