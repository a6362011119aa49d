//! The format of a cache entry: a line that says what it is, the files that a module was made from, and the module.

use std::borrow::Cow;
use std::fs;
use std::hash::Hasher;
use std::path::Path;
use std::time::SystemTime;

use rustc_hash::FxHasher;
use sha2::{Digest, Sha256};

use super::hexadecimal;
use super::stamp::Stamp;

const MAGIC: &str = "raddle module cache 3";

/// A file that a module was made from.
pub(super) struct Dependency<'t> {
    pub path: Cow<'t, str>,
    /// Of its contents, as it is written.
    pub hash: Cow<'t, str>,
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

impl Dependency<'_> {
    /// Looks whether the file is still the same, and does not read it if its stamp says so.
    pub fn look(&mut self, now: SystemTime) -> State {
        let path = Path::new(&*self.path);
        if self.stamp.is_some() && self.stamp == Stamp::of(path) {
            return State::Same;
        }
        match contents(path) {
            Some((hash, stamp)) if hash == self.hash => {
                self.stamp = stamp.if_settled(now);
                if self.stamp.is_some() { State::Touched } else { State::Same }
            }
            _ => State::Changed,
        }
    }
}

/// The hash of a file, and the stamp that it had all the while; nothing if it cannot be read, or changes meanwhile.
pub(super) fn contents(path: &Path) -> Option<(String, Stamp)> {
    let stamp = Stamp::of(path)?;
    let hash = digest(&fs::read(path).ok()?);
    (Stamp::of(path) == Some(stamp)).then_some((hash, stamp))
}

/// The hash of something, as it is written.
pub(super) fn digest(bytes: &[u8]) -> String {
    hexadecimal(&Sha256::digest(bytes))
}

pub(super) struct Entry<'t> {
    pub dependencies: Vec<Dependency<'t>>,
    /// The hash of the text.
    pub digest: Cow<'t, str>,
    pub text: &'t str,
}

impl<'t> Entry<'t> {
    pub fn new(dependencies: Vec<Dependency<'t>>, text: &'t str) -> Entry<'t> {
        Entry { dependencies, digest: Cow::Owned(digest(text.as_bytes())), text }
    }

    /// Names have no line breaks: those that do are not remembered.
    pub fn write(&self) -> Vec<u8> {
        let mut body = String::new();
        for Dependency { path, hash, stamp } in &self.dependencies {
            let stamp = stamp.map_or("-".to_owned(), |stamp| stamp.to_string());
            body.push_str(&format!("{hash} {stamp} {path}\n"));
        }
        body.push_str(&format!("= {}\n{}", self.digest, self.text));
        seal(MAGIC, body.as_bytes())
    }

    /// Nothing if anything is wrong.
    pub fn read(bytes: &'t [u8]) -> Option<Entry<'t>> {
        let mut rest = str::from_utf8(unseal(MAGIC, bytes)?).ok()?;
        let mut dependencies = Vec::new();
        loop {
            let (line, after) = rest.split_once('\n')?;
            rest = after;
            let (hash, line) = line.split_once(' ')?;
            if hash == "=" {
                return Some(Entry { dependencies, digest: Cow::Borrowed(line), text: rest });
            }
            let (stamp, path) = line.split_once(' ')?;
            let stamp = if stamp == "-" { None } else { Some(stamp.parse().ok()?) };
            dependencies.push(Dependency { path: Cow::Borrowed(path), hash: Cow::Borrowed(hash), stamp });
        }
    }
}

/// Puts a line in front that says what this is and has a checksum of it, so that damage is noticed.
pub(super) fn seal(magic: &str, body: &[u8]) -> Vec<u8> {
    let mut sealed = format!("{magic} {}\n", hexadecimal(&checksum(body))).into_bytes();
    sealed.extend_from_slice(body);
    sealed
}

/// What was sealed; nothing if anything is wrong.
pub(super) fn unseal<'t>(magic: &str, sealed: &'t [u8]) -> Option<&'t [u8]> {
    let rest = sealed.strip_prefix(magic.as_bytes())?.strip_prefix(b" ")?;
    let (sum, rest) = rest.split_at_checked(16)?;
    let body = rest.strip_prefix(b"\n")?;
    (sum == hexadecimal(&checksum(body)).as_bytes()).then_some(body)
}

/// Against damage, not against malice: who can write here can write what he likes.
fn checksum(body: &[u8]) -> [u8; 8] {
    let mut hasher = FxHasher::default();
    hasher.write(body);
    hasher.finish().to_be_bytes()
}
