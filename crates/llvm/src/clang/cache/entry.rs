//! The format of cache entries: a header line with a checksum, and the serialised entry.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::hash::Hasher;
use std::path::Path;
use std::time::SystemTime;

use raddle_check::read_file;
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

/// A file or folder that a module depends on.
#[derive(Serialize, Deserialize)]
pub(super) struct Dependency<'t> {
    #[serde(borrow)]
    pub path: Cow<'t, str>,
    /// The hash of its [`Contents`].
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
    /// Has it its old stamp? Then it is unchanged.
    pub fn is_untouched(&self) -> bool {
        self.stamp.is_some() && self.stamp == Stamp::of(Path::new(&*self.path))
    }

    /// Checks whether the file has changed, by reading it.
    pub fn freshness(&mut self, included: &FileNames, now: SystemTime) -> Freshness {
        match Contents::of(Path::new(&*self.path), included) {
            Some(Contents { bytes, stamp }) if self.hash == digest(&bytes) => {
                self.stamp = stamp.if_settled(now);
                if self.stamp.is_some() { Freshness::Touched } else { Freshness::Same }
            }
            _ => Freshness::Changed,
        }
    }
}

/// What a module can depend on of a file or folder.
pub(super) struct Contents {
    /// The bytes of a file; of a folder, the names of headers and folders in it, sorted.
    pub bytes: Vec<u8>,
    pub stamp: Stamp,
}

impl Contents {
    /// `None` if it cannot be read, or changes meanwhile. `included` are the names of files that were included.
    pub fn of(path: &Path, included: &FileNames) -> Option<Contents> {
        let stamp = Stamp::of(path)?;
        let bytes = if path.is_dir() { listing(path, included)? } else { read_file(path).ok()? };
        (Stamp::of(path) == Some(stamp)).then_some(Contents { bytes, stamp })
    }
}

/// FileNames of files, without their folders.
pub(super) type FileNames = BTreeSet<OsString>;

/// The names of files.
pub(super) fn names<'a>(paths: impl Iterator<Item = &'a Path>) -> FileNames {
    paths.filter_map(Path::file_name).map(OsStr::to_owned).collect()
}

/// Has the file the name of a header? Folders are watched for these.
pub(super) fn is_header(path: &Path) -> bool {
    let suffix = path.extension().and_then(OsStr::to_str).unwrap_or("");
    suffix.is_empty() || suffix.starts_with(['h', 'H']) || matches!(suffix, "inc" | "inl" | "ipp" | "tcc" | "def")
}

/// The names in a folder that could be included, or lead to what could.
fn listing(folder: &Path, included: &FileNames) -> Option<Vec<u8>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(folder).ok()? {
        let (path, name) = entry.ok().map(|entry| (entry.path(), entry.file_name()))?;
        if is_header(&path) || included.contains(&name) || path.is_dir() {
            names.push(name);
        }
    }
    names.sort();
    let mut bytes = Vec::new();
    for name in names {
        bytes.extend_from_slice(name.as_encoded_bytes());
        bytes.push(0);
    }
    Some(bytes)
}

pub(super) fn digest(bytes: &[u8]) -> Vec<u8> {
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
