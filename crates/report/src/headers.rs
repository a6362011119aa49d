//! The headers and the C++ runtime that come with Raddle, put where the compiler finds them.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use raddle_llvm::Cache;
use raddle_llvm::embedded::Files;

/// A directory with files that come with Raddle.
pub(crate) struct Headers {
    pub dir: PathBuf,
    /// Ours alone, and removed at the end.
    temporary: bool,
}

impl Headers {
    /// In the cache, where they stay; without one, in a directory for temporary files.
    pub fn provide(cache: &Cache, purpose: &str, files: Files) -> io::Result<Headers> {
        let name = format!("{purpose}-{}", env!("CARGO_PKG_VERSION"));
        if let Some(dir) = cache.dir().map(|dir| dir.join(name))
            && write(&dir, files).is_ok()
        {
            return Ok(Headers { dir, temporary: false });
        }
        let time = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default().as_nanos();
        let dir = std::env::temp_dir().join(format!("raddle-{purpose}-{}-{time:x}", std::process::id()));
        // Fails if it is there already: nobody can have put anything into it.
        fs::create_dir(&dir)?;
        write(&dir, files)?;
        Ok(Headers { dir, temporary: true })
    }
}

/// Writes what is missing or different. Another process may do the same: files appear whole or not at all.
fn write(dir: &Path, files: Files) -> io::Result<()> {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    for (name, text) in files {
        let path = dir.join(name);
        if fs::read(&path).is_ok_and(|found| found == text.as_bytes()) {
            continue;
        }
        fs::create_dir_all(dir)?;
        let new = dir.join(format!("{name}.{}.{}.tmp", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed)));
        fs::write(&new, text)?;
        fs::rename(&new, &path)?;
    }
    Ok(())
}

impl Drop for Headers {
    fn drop(&mut self) {
        if self.temporary {
            // What stays behind is in the directory for temporary files.
            let _ = fs::remove_dir_all(&self.dir);
        }
    }
}
