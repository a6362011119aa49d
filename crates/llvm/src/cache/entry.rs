//! The format of a cache entry: a line that says what it is, the files it was made from, and the module.

use std::fs;
use std::hash::Hasher;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use rustc_hash::FxHasher;
use sha2::{Digest, Sha256};

use super::stamp::Stamp;
use super::{Hash, hexadecimal};

const MAGIC: &str = "raddle module cache 2";

/// A file that a module was made from.
pub(super) struct Dependency {
    pub path: PathBuf,
    pub hash: Hash,
    /// While the file has it, its contents have that hash.
    pub stamp: Option<Stamp>,
}

/// What has become of a dependency.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum State {
    Same,
    /// The contents are the same, but that was not seen without reading them; the next time it will be.
    Touched,
    Changed,
}

impl Dependency {
    /// Looks whether the file is still the same, and does not read it if its stamp says so.
    pub fn look(&mut self, now: SystemTime) -> State {
        if self.stamp.is_some() && self.stamp == Stamp::of(&self.path) {
            return State::Same;
        }
        match contents(&self.path) {
            Some((hash, stamp)) if hash == self.hash => {
                self.stamp = stamp.if_settled(now);
                if self.stamp.is_some() { State::Touched } else { State::Same }
            }
            _ => State::Changed,
        }
    }
}

/// The hash of a file, and the stamp that it had all the while; nothing if it cannot be read, or changes meanwhile.
pub(super) fn contents(path: &Path) -> Option<(Hash, Stamp)> {
    let stamp = Stamp::of(path)?;
    let hash = Sha256::digest(fs::read(path).ok()?).into();
    (Stamp::of(path) == Some(stamp)).then_some((hash, stamp))
}

pub(super) struct Entry {
    pub dependencies: Vec<Dependency>,
    pub text: String,
}

impl Entry {
    /// The first line has a checksum of all that follows, so that damage is noticed. Names have no line breaks: those that
    /// do are not remembered.
    pub fn write(&self) -> Vec<u8> {
        let mut body = String::new();
        for Dependency { path, hash, stamp } in &self.dependencies {
            let stamp = stamp.map_or("-".to_owned(), |stamp| stamp.to_string());
            body.push_str(&format!("{} {stamp} {}\n", hexadecimal(hash), path.display()));
        }
        body.push('\n');
        body.push_str(&self.text);
        format!("{MAGIC} {:016x}\n{body}", checksum(&body)).into_bytes()
    }

    /// Nothing if anything is wrong.
    pub fn read(bytes: Vec<u8>) -> Option<Entry> {
        let mut text = String::from_utf8(bytes).ok()?;
        let (first, body) = text.split_once('\n')?;
        let sum = first.strip_prefix(MAGIC)?.strip_prefix(' ')?;
        if sum != format!("{:016x}", checksum(body)) {
            return None;
        }
        let mut dependencies = Vec::new();
        let mut rest = body;
        loop {
            let (line, after) = rest.split_once('\n')?;
            rest = after;
            if line.is_empty() {
                break;
            }
            let (hash, line) = line.split_once(' ')?;
            let (stamp, path) = line.split_once(' ')?;
            let stamp = if stamp == "-" { None } else { Some(stamp.parse().ok()?) };
            dependencies.push(Dependency { path: PathBuf::from(path), hash: digits(hash)?, stamp });
        }
        let text = text.split_off(text.len() - rest.len());
        Some(Entry { dependencies, text })
    }
}

/// Against damage, not against malice: who can write here can write what he likes.
fn checksum(body: &str) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write(body.as_bytes());
    hasher.finish()
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
