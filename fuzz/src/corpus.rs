//! What mutation starts from: the files of the repository, and inputs that failed once (`fuzz/found/`).

use std::path::{Path, PathBuf};

use crate::Target;
use crate::excerpts::excerpts;

/// Files larger than this are left out: they take long, and have nothing that smaller ones do not have.
const MAX_FILE_BYTES: u64 = 80 * 1024;

/// The repository.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The inputs for a target, in a fixed order.
pub fn inputs(target: Target) -> Vec<Vec<u8>> {
    let (folders, ending): (&[&str], &str) = match target {
        Target::Litmus => (&["tests/litmus", "crates/litmus/tests", "examples"], ".litmus"),
        Target::Ll => (&["crates/llvm/tests", "tests/programs", "fuzz/seeds/ll"], ".ll"),
        Target::Cat => (&["crates/models/cat", "tests/models", "examples"], ".cat"),
        Target::Execution => (&["fuzz/seeds/execution"], ""),
        Target::Command => (&["fuzz/seeds/command"], ""),
    };
    let root = root();
    let mut paths = Vec::new();
    for folder in folders {
        collect(&root.join(folder), ending, &mut paths);
    }
    collect(&root.join("fuzz/found").join(target.name()), "", &mut paths);
    paths.sort();
    let mut inputs: Vec<Vec<u8>> = paths.iter().filter_map(|path| std::fs::read(path).ok()).collect();
    if target == Target::Ll {
        let parts = inputs.iter().filter_map(|input| std::str::from_utf8(input).ok()).flat_map(excerpts);
        let parts: Vec<Vec<u8>> = parts.map(String::into_bytes).collect();
        inputs.extend(parts);
    }
    inputs
}

/// Adds the files below the folder whose names end so, and that are not too large.
fn collect(folder: &Path, ending: &str, paths: &mut Vec<PathBuf>) {
    // A folder may be missing: nothing has failed yet, or the tests were not shipped.
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for path in entries.flatten().map(|entry| entry.path()) {
        if path.is_dir() {
            collect(&path, ending, paths);
        } else if path.to_string_lossy().ends_with(ending) && path.metadata().is_ok_and(|it| it.len() <= MAX_FILE_BYTES)
        {
            paths.push(path);
        }
    }
}
