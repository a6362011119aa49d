//! The format of a cache entry: a line that says what it is, the files it was made from, and the module.

use std::path::PathBuf;

use super::{Hash, hash, hexadecimal};

const MAGIC: &str = "raddle module cache 1";

/// A file that a module was made from.
pub(super) struct Dependency {
    pub path: PathBuf,
    pub hash: Hash,
}

pub(super) struct Entry {
    pub dependencies: Vec<Dependency>,
    pub text: String,
}

impl Entry {
    /// Every line but the last begins with the hash of what it names; the first one's is that of all that follows, so that
    /// any damage is noticed. Names have no line breaks: those that do are not remembered.
    pub fn write(&self) -> Vec<u8> {
        let mut body = String::new();
        for Dependency { path, hash } in &self.dependencies {
            body.push_str(&format!("{} {}\n", hexadecimal(hash), path.display()));
        }
        body.push('\n');
        body.push_str(&self.text);
        format!("{MAGIC} {}\n{body}", hexadecimal(&hash(body.as_bytes()))).into_bytes()
    }

    /// Nothing if anything is wrong.
    pub fn read(bytes: &[u8]) -> Option<Entry> {
        let text = std::str::from_utf8(bytes).ok()?;
        let (first, body) = text.split_once('\n')?;
        if first.strip_prefix(MAGIC)?.strip_prefix(' ')? != hexadecimal(&hash(body.as_bytes())) {
            return None;
        }
        let mut dependencies = Vec::new();
        let mut rest = body;
        loop {
            let (line, after) = rest.split_once('\n')?;
            rest = after;
            if line.is_empty() {
                return Some(Entry { dependencies, text: rest.to_owned() });
            }
            let (hash, path) = line.split_once(' ')?;
            dependencies.push(Dependency { path: PathBuf::from(path), hash: digits(hash)? });
        }
    }
}

fn digits(text: &str) -> Option<Hash> {
    let mut hash = [0; 32];
    if text.len() != 64 || !text.is_ascii() {
        return None;
    }
    for (i, byte) in hash.iter_mut().enumerate() {
        *byte = u8::from_str_radix(&text[2 * i..2 * i + 2], 16).ok()?;
    }
    Some(hash)
}
