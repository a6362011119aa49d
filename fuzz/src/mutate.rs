//! Damaged inputs: pieces of files removed, repeated, moved, replaced and mixed, by a generator that can be repeated.

/// Splitmix64: small, and the same everywhere.
#[derive(Clone, Debug)]
pub struct Numbers(u64);

impl Numbers {
    /// The sequence of a seed.
    pub fn new(seed: u64) -> Numbers {
        Numbers(seed)
    }

    /// The sequence for the `index`-th input of a worker: each input can be made again without the ones before it.
    pub fn of_input(seed: u64, worker: usize, index: u64) -> Numbers {
        let mut mixed = Numbers(seed.wrapping_mul(1_000_003).wrapping_add(worker as u64));
        Numbers(mixed.next() ^ index.wrapping_mul(0xd6e8_feb8_6659_fd93))
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

/// The kinds of changes, some of them with several numbers.
const CHANGES: usize = 14;

/// Where the numbers begin in `PIECES`, and how many there are.
const FIRST_NUMBER: usize = 29;
const NUMBERS: usize = 12;

/// One of the inputs, damaged.
pub fn mutant(inputs: &[Vec<u8>], numbers: &mut Numbers) -> Vec<u8> {
    let mut bytes = Vec::new();
    mutate(inputs, numbers, &mut bytes);
    bytes
}

/// Puts one of the inputs, damaged, into `bytes`.
pub fn mutate(inputs: &[Vec<u8>], numbers: &mut Numbers, bytes: &mut Vec<u8>) {
    bytes.clone_from(&inputs[numbers.below(inputs.len())]);
    // Most get one change: the more there are, the sooner the input is refused.
    let changes = if numbers.below(2) == 0 { 1 } else { 1 + numbers.below(MAX_CHANGES) };
    for _ in 0..changes {
        let other = &inputs[numbers.below(inputs.len())];
        change(bytes, other, numbers);
    }
    bytes.truncate(MAX_BYTES);
}

fn change(bytes: &mut Vec<u8>, other: &[u8], numbers: &mut Numbers) {
    match numbers.below(CHANGES) {
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
        // A number beside the one that was there, or a digit more.
        8..=10 => {
            let token = token(bytes, numbers);
            let is_number = !token.is_empty() && bytes[token.clone()].iter().all(u8::is_ascii_digit);
            if is_number {
                let last = token.end - 1;
                match numbers.below(3) {
                    0 => bytes[last] = b'0' + numbers.below(10) as u8,
                    1 => bytes.insert(token.start, b'1' + numbers.below(9) as u8),
                    _ => drop(bytes.splice(token, PIECES[FIRST_NUMBER + numbers.below(NUMBERS)].bytes())),
                }
            }
        }
        // Two lines exchanged: most of what is read has an order of its own.
        11 | 12 => {
            let (first, second) = (line(bytes, numbers), line(bytes, numbers));
            if first.end <= second.start {
                let moved = bytes[first.clone()].to_vec();
                bytes.splice(second.end..second.end, moved);
                bytes.drain(first);
            }
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
