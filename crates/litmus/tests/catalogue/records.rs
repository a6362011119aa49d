//! The files of the catalogue, `tests/litmus/*.tests`: records of named lines.
//!
//! ```text
//! # A comment.
//! test SB
//! program: x=1; r0=y
//!        | y=1; r0=x
//! sc mo: 3
//! ```
//!
//! A record begins with `test NAME` and goes on to the next. A line that begins with a blank continues the one before.

use std::fs;
use std::path::{Path, PathBuf};

/// One test.
pub struct Record {
    /// The file and line of its name.
    pub place: String,
    /// Its name.
    pub name: String,
    /// Its lines, in order: what stands before the colon, and what after it.
    lines: Vec<(String, String)>,
}

impl Record {
    /// The line of that name.
    pub fn get(&self, key: &str) -> Option<&str> {
        self.lines.iter().find(|(name, _)| name == key).map(|(_, text)| text.as_str())
    }

    /// The line of that name, which must be there.
    pub fn need(&self, key: &str) -> &str {
        self.get(key).unwrap_or_else(|| panic!("{}: {} has no line `{key}:`", self.place, self.name))
    }

    /// All lines but those of the given names.
    pub fn except(&self, keys: &[&str]) -> impl Iterator<Item = (&str, &str)> {
        let rest = self.lines.iter().filter(move |(key, _)| !keys.contains(&key.as_str()));
        rest.map(|(key, text)| (key.as_str(), text.as_str()))
    }
}

/// The folder with the catalogue's files.
fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/litmus")
}

/// The records of a file, or of all files of a folder in the order of their names.
pub fn read(name: &str) -> Vec<Record> {
    let path = folder().join(name);
    if !path.is_dir() {
        let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        return parse(name, &text).unwrap_or_else(|error| panic!("{error}"));
    }
    let entries = fs::read_dir(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut names: Vec<String> =
        entries.flatten().map(|entry| format!("{name}/{}", entry.file_name().to_string_lossy())).collect();
    names.sort_unstable();
    names.iter().filter(|name| name.ends_with(".tests")).flat_map(|name| read(name)).collect()
}

fn parse(file: &str, text: &str) -> Result<Vec<Record>, String> {
    let mut records: Vec<Record> = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let place = format!("{file}:{}", number + 1);
        if line.trim().is_empty() || line.starts_with('#') {
            continue;
        }
        if let Some(name) = line.strip_prefix("test ") {
            records.push(Record { place, name: name.trim().to_owned(), lines: Vec::new() });
            continue;
        }
        let Some(record) = records.last_mut() else { return Err(format!("{place}: this belongs to no test")) };
        if line.starts_with(char::is_whitespace) {
            let Some((_, text)) = record.lines.last_mut() else {
                return Err(format!("{place}: this continues nothing"));
            };
            text.push(' ');
            text.push_str(line.trim());
            continue;
        }
        let Some((key, text)) = line.split_once(':') else { return Err(format!("{place}: expected `name: …`")) };
        if record.get(key).is_some() {
            return Err(format!("{place}: {} has two lines `{key}:`", record.name));
        }
        record.lines.push((key.trim().to_owned(), text.trim().to_owned()));
    }
    Ok(records)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_have_names_and_may_be_continued() {
        let records = parse("f", "# c\ntest a\nprogram: x=1\n   | y=1\n\nsc mo: 1\ntest b\nsc mo: 2").unwrap();
        assert_eq!(records.len(), 2);
        assert_eq!(records[0].get("program"), Some("x=1 | y=1"));
        assert_eq!(records[0].except(&["program"]).collect::<Vec<_>>(), [("sc mo", "1")]);
        assert_eq!((records[1].place.as_str(), records[1].need("sc mo")), ("f:7", "2"));
    }

    #[test]
    fn what_has_no_place_is_refused() {
        for (text, complaint) in [
            ("sc: 1", "f:1: this belongs to no test"),
            ("test a\n  b", "f:2: this continues nothing"),
            ("test a\nb", "f:2: expected `name: …`"),
            ("test a\nsc: 1\nsc: 2", "f:3: a has two lines `sc:`"),
        ] {
            assert_eq!(parse("f", text).err().as_deref(), Some(complaint), "{text}");
        }
    }
}
