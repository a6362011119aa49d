//! Spans of a module's text, and the escapes in them.

use std::borrow::Cow;

/// A span of a module's text; [`Module::text`](crate::Module::text) returns the words.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Span {
    /// The first byte.
    pub start: u32,
    /// The byte after the last.
    pub end: u32,
}

impl Span {
    /// Whether it is empty.
    pub fn is_empty(self) -> bool {
        self.start == self.end
    }

    pub(crate) fn of(self, text: &str) -> &str {
        text.get(self.start as usize..self.end as usize).unwrap_or("")
    }
}

/// The bytes of a quoted string: `\\` is a backslash, and `\` with two hexadecimal digits any byte.
pub(crate) fn bytes(quoted: &str) -> Vec<u8> {
    let raw = quoted.as_bytes();
    let mut bytes = Vec::with_capacity(raw.len());
    let mut i = 0;
    while i < raw.len() {
        match raw[i..] {
            [b'\\', b'\\', ..] => {
                bytes.push(b'\\');
                i += 2;
            }
            [b'\\', high, low, ..] if high.is_ascii_hexdigit() && low.is_ascii_hexdigit() => {
                bytes.push(digit(high) << 4 | digit(low));
                i += 3;
            }
            _ => {
                bytes.push(raw[i]);
                i += 1;
            }
        }
    }
    bytes
}

/// The value of a hexadecimal digit.
fn digit(c: u8) -> u8 {
    match c {
        b'0'..=b'9' => c - b'0',
        b'a'..=b'f' => c - b'a' + 10,
        b'A'..=b'F' => c - b'A' + 10,
        _ => unreachable!("{c} is no hexadecimal digit"),
    }
}

/// The content of a quoted string; if it is not UTF-8, the string with its escapes, so that different names stay
/// different.
pub(crate) fn unescape(quoted: &str) -> Cow<'_, str> {
    if !quoted.contains('\\') {
        return Cow::Borrowed(quoted);
    }
    String::from_utf8(bytes(quoted)).map_or(Cow::Borrowed(quoted), Cow::Owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes() {
        assert_eq!(bytes(r"a\0A\\\22\zz\4"), b"a\n\\\"\\zz\\4");
        assert_eq!(unescape("plain"), "plain");
        assert_eq!(unescape(r"\C3\A9"), "é");
        assert_eq!(unescape(r"\FF"), r"\FF");
    }
}
