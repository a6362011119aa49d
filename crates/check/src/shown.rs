//! Files of which something is shown: they may be no files at all, or without an end, and have lines without an end.

use std::borrow::Cow;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// The largest file that is read, in bytes.
const LARGEST_FILE: u64 = 64 << 20;
/// The longest line that is shown whole, in characters.
pub const LONGEST_LINE: usize = 400;

/// The bytes of a file, unless it is something else (a pipe may wait for somebody), or too large.
pub fn read_file(path: &Path) -> io::Result<Vec<u8>> {
    match std::fs::metadata(path)?.is_file() {
        true => read_input(path),
        false => Err(io::Error::other("it is not a file")),
    }
}

/// The bytes of what a user named, perhaps a pipe, unless it is too large.
pub fn read_input(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    // A device may have no end.
    File::open(path)?.take(LARGEST_FILE + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > LARGEST_FILE {
        return Err(io::Error::other(format!("it has more than {} MB", LARGEST_FILE >> 20)));
    }
    Ok(bytes)
}

/// The text of a file; see [`read_file`].
pub fn read_text(path: &Path) -> io::Result<String> {
    text(read_file(path)?)
}

/// The text of what a user named; see `read_input`.
pub fn read_input_text(path: &Path) -> io::Result<String> {
    text(read_input(path)?)
}

fn text(bytes: Vec<u8>) -> io::Result<String> {
    let not_text = "stream did not contain valid UTF-8";
    String::from_utf8(bytes).map_err(|_| io::Error::new(io::ErrorKind::InvalidData, not_text))
}

/// A line as it is shown: cut if it is too long.
///
/// ```
/// assert_eq!(raddle_check::shown_line("x = 1;"), "x = 1;");
/// let long = "x".repeat(1_000_000);
/// assert!(raddle_check::shown_line(&long).ends_with("x… (999600 characters more)"));
/// ```
pub fn shown_line(line: &str) -> Cow<'_, str> {
    match line.char_indices().nth(LONGEST_LINE) {
        None => Cow::Borrowed(line),
        Some((end, _)) => {
            let (shown, rest) = line.split_at(end);
            Cow::Owned(format!("{shown}… ({} characters more)", rest.chars().count()))
        }
    }
}

/// The same for each line of a text.
pub fn shown_lines(text: &str) -> Cow<'_, str> {
    if text.len() <= LONGEST_LINE {
        return Cow::Borrowed(text);
    }
    Cow::Owned(text.split('\n').map(shown_line).collect::<Vec<_>>().join("\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_file_is_not_read() {
        assert!(read_file(Path::new(env!("CARGO_MANIFEST_DIR"))).is_err());
        #[cfg(unix)]
        assert!(read_file(Path::new("/dev/zero")).is_err() && read_input(Path::new("/dev/zero")).is_err());
        assert!(read_text(&Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml")).is_ok());
    }

    #[test]
    fn each_line_is_cut() {
        let text = format!("a\n{}\nb", "é".repeat(500));
        let shown = shown_lines(&text);
        assert_eq!(shown.lines().map(|line| line.chars().count()).collect::<Vec<_>>(), [1, 400 + 23, 1]);
    }
}
