//! The format of cache entries: a header line with a checksum, and the serialised entry.

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

/// A module with its dependencies.
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

/// Bytes that are not validated as UTF-8, because they are rarely needed.
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

/// A file that a module depends on.
#[derive(Serialize, Deserialize)]
pub(super) struct Dependency<'t> {
    #[serde(borrow)]
    pub path: Cow<'t, str>,
    /// The hash of its contents.
    #[serde(borrow)]
    pub hash: Cow<'t, [u8]>,
    /// While the file has this stamp, its contents have the hash.
    pub stamp: Option<Stamp>,
}

/// Whether a dependency has changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Freshness {
    Same,
    /// The contents are unchanged, but the stamp is not; it should be updated.
    Touched,
    Changed,
}

impl Dependency<'_> {
    /// Checks whether the file has changed, without reading it if its stamp is unchanged.
    pub fn freshness(&mut self, now: SystemTime) -> Freshness {
        let path = Path::new(&*self.path);
        if self.stamp.is_some() && self.stamp == Stamp::of(path) {
            return Freshness::Same;
        }
        match contents(path) {
            Some((hash, stamp)) if self.hash == hash => {
                self.stamp = stamp.if_settled(now);
                if self.stamp.is_some() { Freshness::Touched } else { Freshness::Same }
            }
            _ => Freshness::Changed,
        }
    }
}

/// The hash of a file and its stamp; `None` if it cannot be read, or changes meanwhile.
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

    /// `None` if it is malformed.
    pub fn read(bytes: &'t [u8]) -> Option<Entry<'t>> {
        unseal(MAGIC, bytes)
    }
}

/// Serialises a value with header and checksum; `None` if it is not supported.
pub(super) fn seal(magic: &str, value: &impl Serialize) -> Option<Vec<u8>> {
    let body = binary::write(value)?;
    let mut sealed = format!("{magic} {}\n", hexadecimal(&checksum(&body))).into_bytes();
    sealed.extend_from_slice(&body);
    Some(sealed)
}

/// The serialised value behind a valid header; `None` if anything is wrong.
pub(super) fn unseal<'t, T: Deserialize<'t>>(magic: &str, sealed: &'t [u8]) -> Option<T> {
    let rest = sealed.strip_prefix(magic.as_bytes())?.strip_prefix(b" ")?;
    let (sum, rest) = rest.split_at_checked(16)?;
    let body = rest.strip_prefix(b"\n")?;
    if sum != hexadecimal(&checksum(body)).as_bytes() {
        return None;
    }
    binary::read(body)
}

/// A checksum against damage, not against malice: whoever can write here can replace the entry.
fn checksum(body: &[u8]) -> [u8; 8] {
    let mut hasher = FxHasher::default();
    hasher.write(body);
    hasher.finish().to_be_bytes()
}
