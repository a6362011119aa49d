//! For tests: a directory with programs that do what they are told, and keep a list of who was run.

use std::ffi::OsString;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// A program cannot be run while somebody has it open for writing, and a process that another test just started may:
/// one test at a time.
static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());

pub struct Scripts {
    pub dir: PathBuf,
    _alone: MutexGuard<'static, ()>,
}

impl Scripts {
    /// Programs by their names and what they do, in the language of the shell.
    pub fn new(test: &str, scripts: &[(&str, &str)]) -> Scripts {
        let alone = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
        let dir = std::env::temp_dir().join(format!("raddle-scripts-{test}-{}", std::process::id()));
        fs::create_dir_all(&dir).unwrap();
        for (name, script) in scripts {
            let path = dir.join(name);
            fs::write(&path, format!("#!/bin/sh\necho {name} >>'{}'\n{script}\n", dir.join("runs").display())).unwrap();
            fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        }
        Scripts { dir, _alone: alone }
    }

    /// What `PATH` is when there are no other programs.
    pub fn path(&self) -> Option<OsString> {
        Some(self.dir.clone().into())
    }

    /// Who was run since the last time.
    pub fn runs(&self) -> String {
        let runs = fs::read_to_string(self.dir.join("runs")).unwrap_or_default();
        let _ = fs::remove_file(self.dir.join("runs"));
        runs.lines().collect::<Vec<_>>().join(" ")
    }
}

impl Drop for Scripts {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.dir);
    }
}
