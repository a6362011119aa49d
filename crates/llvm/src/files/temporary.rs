//! Temporary folders, which are gone when the process ends, also where it ends in the middle of something.

use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use tempfile::TempDir;

/// The folders that exist now; `None` when the process ends: then no more are made.
static FOLDERS: Mutex<Option<BTreeSet<PathBuf>>> = Mutex::new(Some(BTreeSet::new()));

/// How often removing a folder is tried: a compiler that is being ended may still write into it.
const ATTEMPTS: usize = 3;

fn folders() -> MutexGuard<'static, Option<BTreeSet<PathBuf>>> {
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
        let Some(folders) = &mut *folders else { return Err(io::Error::other("the process is about to end")) };
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
        // Removed with the lock held: who ends the process meanwhile waits until it is gone. What could not be removed, `TempDir`
        // tries once more.
        let mut folders = folders();
        let _ = std::fs::remove_dir_all(self.dir.path());
        if let Some(folders) = &mut *folders {
            folders.remove(self.dir.path());
        }
    }
}

/// Removes every temporary folder of this process, which is about to end without going back to where they were made.
pub fn remove_temporary_folders() {
    for folder in folders().take().unwrap_or_default() {
        remove(&folder);
    }
}

fn remove(folder: &Path) {
    for _ in 0..ATTEMPTS {
        // It may be gone already. What else could be done about it?
        match std::fs::remove_dir_all(folder) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {}
            _ => return,
        }
    }
}
