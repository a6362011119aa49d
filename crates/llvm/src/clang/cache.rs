//! Caches what the compiler writes, because starting it takes longer than checking a small program.
//!
//! An entry is one file, named by the hash of everything that can change the module except for the contents of source
//! files; it lists these with their hashes, and the folders in which a new header would hide one of them (`search`), and is valid
//! only if all are unchanged. A file or folder is not read again if its [`stamp`] is unchanged; a stamp is stored only if the file's last change is old enough to be distinguishable from
//! the next one. Entries are written to a temporary file and renamed, so that readers never see a partial one;
//! malformed entries are ignored. Dates and times in macros are those of the first compilation.

mod binary;
mod entry;
mod programs;
mod stamp;

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use sha2::{Digest, Sha256};

use super::{Text, search};
use crate::files::TemporaryFolder;
use entry::{Contents, Dependency, Entry, FileNames, Freshness};
pub use programs::Remembered;
use stamp::Stamp;

/// Maximum number of files; beyond it the older half is removed.
const MAX_ENTRIES: usize = 1000;

/// A directory of cached modules and programs, or none.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cache {
    dir: Option<PathBuf>,
}

/// A cached module.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct CachedModule {
    pub text: Text,
    /// The hash of the text.
    pub digest: Vec<u8>,
}

/// The hash of everything that an entry depends on, except for the contents of files.
#[derive(Clone)]
pub(crate) struct Key(Sha256);

impl Key {
    pub fn new() -> Key {
        let mut key = Key(Sha256::new());
        // The format may change with the version; the number changes with `entry` and `stamp`.
        key.add(concat!("raddle-llvm ", env!("CARGO_PKG_VERSION"), " format 6").as_bytes());
        key
    }

    /// Adds a piece with its length, so that different lists of pieces have different hashes.
    pub fn add(&mut self, piece: &[u8]) {
        self.0.update((piece.len() as u64).to_le_bytes());
        self.0.update(piece);
    }

    /// Adds a program, identified by the stamp of its file.
    pub fn add_program(&mut self, program: &Path) {
        self.add(program.as_os_str().as_encoded_bytes());
        let Some(stamp) = binary::write(&Stamp::of(program)) else { unreachable!("a stamp can be written") };
        self.add(&stamp);
    }

    /// The name of the entry's file.
    fn file(&self, suffix: &str) -> String {
        format!("{}.{suffix}", hexadecimal(&self.0.clone().finalize()))
    }
}

impl Cache {
    /// A cache that stores nothing.
    pub fn disabled() -> Cache {
        Cache { dir: None }
    }

    /// A cache in a directory, which need not exist.
    pub fn at(dir: impl Into<PathBuf>) -> Cache {
        Cache { dir: Some(dir.into()) }
    }

    /// The user's cache: in `$XDG_CACHE_HOME/raddle`, or `~/.cache/raddle`. Disabled if `RADDLE_NO_CACHE` is set.
    pub fn for_user() -> Cache {
        let set = |name| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
        if set("RADDLE_NO_CACHE").is_some() {
            return Cache::disabled();
        }
        let base = set("XDG_CACHE_HOME").filter(|path| path.is_absolute());
        let base = base.or_else(|| Some(set("HOME")?.join(".cache")));
        Cache { dir: base.map(|base| base.join("raddle")) }
    }

    /// The directory, if the cache is enabled.
    pub fn dir(&self) -> Option<&Path> {
        self.dir.as_deref()
    }

    /// A folder for the compiler's output, which only its owner can look into: in the directory of the cache, or in that of
    /// temporary files if there is none. (Sources may be in the latter, too, and a folder in which something changes while the
    /// compiler runs prevents caching.)
    pub(crate) fn temporary_folder(&self) -> io::Result<TemporaryFolder> {
        let in_cache = self
            .dir
            .as_ref()
            .filter(|dir| create_private(dir).is_ok())
            .map(|dir| TemporaryFolder::new("raddle-", Some(dir)));
        match in_cache {
            Some(Ok(folder)) => Ok(folder),
            Some(Err(_)) | None => TemporaryFolder::new("raddle-", None),
        }
    }

    /// The module with a key, if none of its dependencies has changed.
    pub(crate) fn get(&self, key: &Key) -> Option<CachedModule> {
        let dir = self.dir.as_ref()?;
        let name = key.file("ll");
        let bytes = fs::read(dir.join(&name)).ok()?;
        let mut entry = Entry::read(&bytes)?;
        let now = SystemTime::now();
        let mut touched = false;
        let changed: Vec<usize> =
            (0..entry.dependencies.len()).filter(|&at| !entry.dependencies[at].is_untouched()).collect();
        if !changed.is_empty() {
            let included = entry::names(entry.dependencies.iter().map(|dependency| Path::new(&*dependency.path)));
            for at in changed {
                match entry.dependencies[at].freshness(&included, now) {
                    Freshness::Same => {}
                    Freshness::Touched => touched = true,
                    Freshness::Changed => return None,
                }
            }
        }
        if touched {
            write(dir, &name, &entry.write()?);
        }
        let (digest, length) = (entry.digest.into_owned(), entry.text.0.len());
        Some(CachedModule { text: Text::last_bytes(bytes, length), digest })
    }

    /// Stores a module that was compiled since `started`; returns the hash of its text if it was stored. A failure is
    /// no error: the next run compiles again.
    ///
    /// `watched` names the folders that it depends on, given the names that its files look for with `__has_include`.
    pub(crate) fn put(
        &self,
        key: &Key,
        files: &[PathBuf],
        watched: impl FnOnce(&[PathBuf]) -> Vec<PathBuf>,
        text: &str,
        started: SystemTime,
    ) -> Option<Vec<u8>> {
        let dir = self.dir.as_ref()?;
        let mut entry = Entry::new(Vec::new(), text);
        let mut add = |path: &Path, included: &FileNames| {
            let now = SystemTime::now();
            let Contents { bytes, stamp } = Contents::of(path, included)?;
            // The compiler may have read an earlier state of a file that changed while it ran.
            if !stamp.is_older_than(started) {
                return None;
            }
            let (path, hash) = (path.to_str()?.to_owned().into(), entry::digest(&bytes).into());
            entry.dependencies.push(Dependency { path, hash, stamp: stamp.if_settled(now) });
            Some(bytes)
        };
        let mut probed = Vec::new();
        for file in files {
            probed.extend(search::probed(&add(file, &FileNames::new())?)?);
        }
        // Folders are not watched for files with other names.
        if !probed.iter().all(|name| entry::is_header(name)) {
            return None;
        }
        let folders = watched(&probed);
        // As it will be found from the entry.
        let included = entry::names(files.iter().chain(&folders).map(PathBuf::as_path));
        for folder in &folders {
            add(folder, &included)?;
        }
        if entry.dependencies.is_empty() {
            return None;
        }
        write(dir, &key.file("ll"), &entry.write()?);
        prune(dir);
        Some(entry.digest.into_owned())
    }

    /// The cached output of a compiler's `--version`, if its file is unchanged.
    pub(crate) fn version(&self, program: &Path) -> Option<String> {
        let bytes = fs::read(self.dir.as_ref()?.join(version_name(program))).ok()?;
        Entry::read(&bytes).map(|entry| String::from_utf8_lossy(entry.text.0).into_owned())
    }

    pub(crate) fn store_version(&self, program: &Path, output: &str) {
        if let (Some(dir), Some(bytes)) = (&self.dir, Entry::new(Vec::new(), output).write()) {
            write(dir, &version_name(program), &bytes);
        }
    }
}

fn version_name(program: &Path) -> String {
    let mut key = Key::new();
    key.add_program(program);
    key.file("version")
}

/// Writes an entry whole or not at all. A failure is no error: the next run does the work again.
fn write(dir: &Path, name: &str, bytes: &[u8]) {
    let write = || -> io::Result<()> {
        create_private(dir)?;
        let mut entry = tempfile::Builder::new().prefix(name).suffix(".tmp").tempfile_in(dir)?;
        entry.write_all(bytes)?;
        entry.persist(dir.join(name))?;
        Ok(())
    };
    // The temporary file is removed if it does not become the entry.
    let _ = write();
}

/// Creates a folder that only its owner can look into, if there is none.
pub(crate) fn create_private(dir: &Path) -> io::Result<()> {
    if let Some(parent) = dir.parent() {
        fs::create_dir_all(parent)?;
    }
    let mut builder = fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.recursive(true).create(dir)
}

/// Removes the oldest files if there are too many.
fn prune(dir: &Path) {
    let Ok(entries) = fs::read_dir(dir) else { return };
    let ours = |path: &PathBuf| {
        let suffix = path.extension().and_then(|suffix| suffix.to_str());
        matches!(suffix, Some("ll" | "program" | "version" | "tmp"))
    };
    let files: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).filter(ours).collect();
    if files.len() > MAX_ENTRIES {
        let age = |path: &PathBuf| fs::metadata(path).and_then(|data| data.modified()).ok();
        let mut files: Vec<_> = files.into_iter().filter_map(|path| Some((age(&path)?, path))).collect();
        files.sort();
        for (_, path) in files.iter().rev().skip(MAX_ENTRIES / 2) {
            let _ = fs::remove_file(path);
        }
    }
}

fn hexadecimal(bytes: &[u8]) -> String {
    let digit = |value: u8| char::from(b"0123456789abcdef"[usize::from(value)]);
    bytes.iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]).collect()
}

#[cfg(test)]
mod tests;
