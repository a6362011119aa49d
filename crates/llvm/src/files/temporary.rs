//! Temporary folders, which are gone when the process ends, also where it ends in the middle of something.

use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use tempfile::TempDir;

/// The folders that exist now.
static FOLDERS: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

fn folders() -> MutexGuard<'static, BTreeSet<PathBuf>> {
    FOLDERS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A folder that only its owner can look into. It is removed with this value, or by [`remove_temporary_folders`].
#[derive(Debug)]
pub(crate) struct TemporaryFolder {
    dir: TempDir,
}

impl TemporaryFolder {
    /// A new one in a folder, or in that of temporary files.
    pub(crate) fn new(prefix: &str, parent: Option<&Path>) -> io::Result<TemporaryFolder> {
        let mut builder = tempfile::Builder::new();
        builder.prefix(prefix);
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o700));
        // Held while it is made, so that none is missed by somebody who removes all.
        let mut folders = folders();
        let dir = match parent {
            Some(parent) => builder.tempdir_in(parent)?,
            None => builder.tempdir()?,
        };
        folders.insert(dir.path().to_owned());
        Ok(TemporaryFolder { dir })
    }

    pub(crate) fn path(&self) -> &Path {
        self.dir.path()
    }
}

impl Drop for TemporaryFolder {
    fn drop(&mut self) {
        folders().remove(self.dir.path());
    }
}

/// Removes every temporary folder of this process: for one that ends without going back to where they were made.
pub fn remove_temporary_folders() {
    for folder in std::mem::take(&mut *folders()) {
        // It may be gone already. What else could be done about it?
        let _ = std::fs::remove_dir_all(folder);
    }
}
