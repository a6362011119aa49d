//! Which files to run: files as named, lists of files, folders.

use std::fs;
use std::path::{Path, PathBuf};

use raddle_check::read_input_text;
use thiserror::Error;

/// Why an input cannot be used.
#[derive(Debug, Error)]
pub(crate) enum InputError {
    #[error("cannot read {}: {cause}", path.display())]
    Unreadable { path: PathBuf, cause: std::io::Error },
    #[error("there is no litmus file in {}", path.display())]
    EmptyFolder { path: PathBuf },
    #[error("the list {} contains itself", path.display())]
    CyclicList { path: PathBuf },
}

/// The files that an argument stands for: itself, the files of `@LIST` (relative to the list), or those of a folder, by name.
pub(crate) fn expand(argument: &Path) -> Result<Vec<PathBuf>, InputError> {
    let mut files = Vec::new();
    expand_into(argument, &mut Vec::new(), &mut files)?;
    Ok(files)
}

fn expand_into(argument: &Path, lists: &mut Vec<PathBuf>, files: &mut Vec<PathBuf>) -> Result<(), InputError> {
    if let Some(list) = argument.to_str().and_then(|text| text.strip_prefix('@')) {
        let path = PathBuf::from(list);
        if lists.contains(&path) {
            return Err(InputError::CyclicList { path });
        }
        let text = read(&path)?;
        lists.push(path.clone());
        let folder = path.parent().unwrap_or(Path::new(""));
        for line in text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')) {
            let entry = match line.strip_prefix('@') {
                Some(nested) => PathBuf::from(format!("@{}", folder.join(nested).display())),
                None => folder.join(line),
            };
            expand_into(&entry, lists, files)?;
        }
        lists.pop();
    } else if argument.is_dir() {
        let unreadable = |cause| InputError::Unreadable { path: argument.to_owned(), cause };
        let mut found = Vec::new();
        for entry in fs::read_dir(argument).map_err(unreadable)? {
            let path = entry.map_err(unreadable)?.path();
            if path.extension().is_some_and(|ending| ending == "litmus") {
                found.push(path);
            }
        }
        if found.is_empty() {
            return Err(InputError::EmptyFolder { path: argument.to_owned() });
        }
        found.sort();
        files.append(&mut found);
    } else {
        files.push(argument.to_owned());
    }
    Ok(())
}

/// A file's text.
pub(crate) fn read(path: &Path) -> Result<String, InputError> {
    read_input_text(path).map_err(|cause| InputError::Unreadable { path: path.to_owned(), cause })
}
