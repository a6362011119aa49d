//! The `.ll` files of the tests.

use std::fs;
use std::path::PathBuf;

/// A folder beside the tests.
pub fn folder(name: &str) -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "tests", name].iter().collect()
}

/// Name and text of every `.ll` file, sorted.
pub fn files() -> Vec<(String, String)> {
    let mut files: Vec<_> = fs::read_dir(folder("ll"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|suffix| suffix == "ll"))
        .map(|path| (path.file_name().unwrap().to_string_lossy().into_owned(), fs::read_to_string(&path).unwrap()))
        .collect();
    files.sort();
    assert!(files.len() > 5, "the files are missing");
    files
}
