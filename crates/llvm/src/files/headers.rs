//! The headers and the C++ runtime that come with Raddle, put where the compiler finds them.

use std::fs;
use std::hash::{Hash, Hasher};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use rustc_hash::FxHasher;

use super::temporary::TemporaryFolder;
use crate::clang::cache::{Cache, create_private};
use crate::embedded::Files;

/// A directory with files that come with Raddle.
pub(crate) struct Headers {
    pub dir: PathBuf,
    /// Removes the directory at the end, if it is temporary.
    _temporary: Option<TemporaryFolder>,
}

impl Headers {
    /// In the cache, where they stay; without one, in a directory for temporary files.
    pub fn provide(cache: &Cache, purpose: &str, files: Files) -> io::Result<Headers> {
        let name = format!("{purpose}-{:016x}", name_of(files));
        if let Some(cache) = cache.dir()
            && create_private(cache).is_ok()
            && write(&cache.join(&name), files).is_ok()
        {
            return Ok(Headers { dir: cache.join(name), _temporary: None });
        }
        let temporary = TemporaryFolder::new(&format!("raddle-{purpose}-"), None)?;
        write(temporary.path(), files)?;
        Ok(Headers { dir: temporary.path().to_owned(), _temporary: Some(temporary) })
    }
}

/// Names files by what is in them: another Raddle on this machine, perhaps of the same version, may have other ones.
fn name_of(files: Files) -> u64 {
    let mut hasher = FxHasher::default();
    files.hash(&mut hasher);
    hasher.finish()
}

/// Writes what is missing or different. Another process may do the same: files appear whole or not at all.
fn write(dir: &Path, files: Files) -> io::Result<()> {
    for (name, text) in files {
        let path = dir.join(name);
        if fs::read(&path).is_ok_and(|found| found == text.as_bytes()) {
            continue;
        }
        fs::create_dir_all(dir)?;
        let mut new = tempfile::Builder::new().prefix(name).suffix(".tmp").tempfile_in(dir)?;
        new.write_all(text.as_bytes())?;
        new.persist(&path)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn different_files_of_one_name_do_not_replace_each_other() {
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache::at(folder.path());
        let provide = |files| Headers::provide(&cache, "include", files).unwrap();
        let (old, new) = (provide(&[("a.h", "old")]), provide(&[("a.h", "new")]));
        let read = |headers: &Headers| fs::read_to_string(headers.dir.join("a.h")).unwrap();
        assert_eq!((read(&old), read(&new)), ("old".to_owned(), "new".to_owned()));
        assert_eq!(provide(&[("a.h", "old")]).dir, old.dir);
    }
}
