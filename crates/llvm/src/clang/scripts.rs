//! For tests: a directory with fake programs, and a log of which of them ran.

use std::ffi::OsString;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

use tempfile::TempDir;

/// A program cannot be run while it is open for writing, and a process started by another test may have inherited the
/// open file: one test at a time.
static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());

pub struct Scripts {
    dir: TempDir,
    _alone: MutexGuard<'static, ()>,
}

impl Scripts {
    /// Creates programs from their names and shell scripts.
    pub fn new(scripts: &[(&str, &str)]) -> Scripts {
        let alone = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
        let dir = tempfile::tempdir().unwrap();
        for (name, script) in scripts {
            let path = dir.path().join(name);
            fs::write(&path, format!("#!/bin/sh\necho {name} >>'{}'\n{script}\n", dir.path().join("runs").display()))
                .unwrap();
            fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        }
        Scripts { dir, _alone: alone }
    }

    pub fn dir(&self) -> &Path {
        self.dir.path()
    }

    /// A `PATH` with these programs only.
    pub fn path(&self) -> Option<OsString> {
        Some(self.dir().into())
    }

    /// The programs that ran since the last call.
    pub fn runs(&self) -> String {
        let runs = fs::read_to_string(self.dir().join("runs")).unwrap_or_default();
        let _ = fs::remove_file(self.dir().join("runs"));
        runs.lines().collect::<Vec<_>>().join(" ")
    }
}
