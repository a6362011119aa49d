//! The format of cache entries: a line that says what this is and has a checksum, and the binary form of the rest.

use std::borrow::Cow;
use std::fs;
use std::hash::Hasher;
use std::path::Path;
use std::time::SystemTime;

use rustc_hash::FxHasher;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use sha2::{Digest, Sha256};

use super::stamp::Stamp;
use super::{binary, hexadecimal};

const MAGIC: &str = "raddle module";

/// A module with the files that it was made from.
#[derive(Serialize, Deserialize)]
pub(super) struct Entry<'t> {
    #[serde(borrow)]
    pub dependencies: Vec<Dependency<'t>>,
    /// The hash of the text.
    #[serde(borrow)]
    pub digest: Cow<'t, [u8]>,
    /// Last, so that it ends where the entry ends.
    #[serde(borrow)]
    pub text: Raw<'t>,
}

/// Bytes of which nobody has asked yet whether they are text: mostly nobody will.
pub(super) struct Raw<'t>(pub &'t [u8]);

impl Serialize for Raw<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bytes(self.0)
    }
}

impl<'de: 't, 't> Deserialize<'de> for Raw<'t> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Raw<'t>, D::Error> {
        <&[u8]>::deserialize(deserializer).map(Raw)
    }
}

/// A file that a module was made from.
#[derive(Serialize, Deserialize)]
pub(super) struct Dependency<'t> {
    #[serde(borrow)]
    pub path: Cow<'t, str>,
    /// The hash of its contents.
    #[serde(borrow)]
    pub hash: Cow<'t, [u8]>,
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
            Some((hash, stamp)) if self.hash == hash => {
                self.stamp = stamp.if_settled(now);
                if self.stamp.is_some() { State::Touched } else { State::Same }
            }
            _ => State::Changed,
        }
    }
}

/// The hash of a file, and the stamp that it had all the while; nothing if it cannot be read, or changes meanwhile.
pub(super) fn contents(path: &Path) -> Option<(Vec<u8>, Stamp)> {
    let stamp = Stamp::of(path)?;
    let hash = digest(&fs::read(path).ok()?);
    (Stamp::of(path) == Some(stamp)).then_some((hash, stamp))
}

fn digest(bytes: &[u8]) -> Vec<u8> {
    Sha256::digest(bytes).to_vec()
}

impl<'t> Entry<'t> {
    pub fn new(dependencies: Vec<Dependency<'t>>, text: &'t str) -> Entry<'t> {
        Entry { dependencies, digest: digest(text.as_bytes()).into(), text: Raw(text.as_bytes()) }
    }

    pub fn write(&self) -> Option<Vec<u8>> {
        seal(MAGIC, self)
    }

    /// Nothing if anything is wrong.
    pub fn read(bytes: &'t [u8]) -> Option<Entry<'t>> {
        unseal(MAGIC, bytes)
    }
}

/// The bytes of an entry; nothing if there are none for such a value.
pub(super) fn seal(magic: &str, value: &impl Serialize) -> Option<Vec<u8>> {
    let body = binary::write(value)?;
    let mut sealed = format!("{magic} {}\n", hexadecimal(&checksum(&body))).into_bytes();
    sealed.extend_from_slice(&body);
    Some(sealed)
}

/// What was sealed; nothing if anything is wrong.
pub(super) fn unseal<'t, T: Deserialize<'t>>(magic: &str, sealed: &'t [u8]) -> Option<T> {
    let rest = sealed.strip_prefix(magic.as_bytes())?.strip_prefix(b" ")?;
    let (sum, rest) = rest.split_at_checked(16)?;
    let body = rest.strip_prefix(b"\n")?;
    if sum != hexadecimal(&checksum(body)).as_bytes() {
        return None;
    }
    binary::read(body)
}

/// Against damage, not against malice: who can write here can write what he likes.
fn checksum(body: &[u8]) -> [u8; 8] {
    let mut hasher = FxHasher::default();
    hasher.write(body);
    hasher.finish().to_be_bytes()
}
