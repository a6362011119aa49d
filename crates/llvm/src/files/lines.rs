//! The lines of source files, read when they are first asked for.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use raddle_check::{read_file, shown_line};

/// Source files, by the names that debug information gives them.
#[derive(Debug, Default)]
pub(crate) struct Lines {
    /// Where names may be relative to, besides the current directory.
    folder: PathBuf,
    files: Mutex<HashMap<String, Vec<String>>>,
}

impl Lines {
    /// The sources of a program, the main file of which is this one.
    pub fn new(main: &Path) -> Lines {
        Lines { folder: main.parent().map(Path::to_owned).unwrap_or_default(), files: Mutex::default() }
    }

    /// A line (from 1) without the white space around it; empty if it is not to be found.
    pub fn line(&self, file: &str, line: u32) -> String {
        let mut files = self.files.lock().unwrap_or_else(PoisonError::into_inner);
        let lines = files.entry(file.to_owned()).or_insert_with(|| self.read(file));
        let index = (line as usize).checked_sub(1);
        index.and_then(|index| lines.get(index)).map(|text| shown_line(text.trim()).into_owned()).unwrap_or_default()
    }

    fn read(&self, file: &str) -> Vec<String> {
        let text = [PathBuf::from(file), self.folder.join(file)].iter().find_map(|path| read_file(path).ok());
        let text = text.map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).unwrap_or_default();
        text.lines().map(str::to_owned).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_counted_from_one_and_missing_ones_are_empty() {
        let lines = Lines::new(Path::new(env!("CARGO_MANIFEST_DIR")).join("src/files/lines.rs").as_path());
        assert_eq!(lines.line("lines.rs", 1), "//! The lines of source files, read when they are first asked for.");
        assert_eq!(lines.line("lines.rs", 0), "");
        assert_eq!(lines.line("lines.rs", 99999), "");
        assert_eq!(lines.line("missing.rs", 1), "");
    }
}
