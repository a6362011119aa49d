//! Single sentences of reports: each line of `tests/words/words.tests` has a command line, and pieces of what that prints.
//!
//! A piece behind `!` must not be printed.

use std::path::{Path, PathBuf};

use raddle_check::{Unwatched, check};
use raddle_explore::Run;
use raddle_llvm::Cache;
use raddle_report::text;

/// All that a check prints: the verdict, warnings and notes.
fn printed(command: &str) -> String {
    let (input, lower, mut options, limits) =
        raddle_cli::parse_check(command.split_whitespace()).expect("the options exist");
    options.diagnose = true;
    let cache = Cache::at(PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("cache"));
    let source = match input.cache(cache).read() {
        Ok(source) => source,
        Err(error) => return error.to_string(),
    };
    match check(&source.program(&lower), &options, &Run::new(limits), &Unwatched) {
        Ok(verdict) => {
            let warnings = verdict.warnings.iter().map(|warning| format!("warning: {}\n", text::warning(warning)));
            let notes = verdict.notes.iter().map(|note| format!("note: {}\n", text::note(note)));
            text::verdict(&verdict) + &warnings.chain(notes).collect::<String>()
        }
        Err(error) => error.to_string(),
    }
}

#[test]
fn words_are_what_they_should_be() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/words");
    std::env::set_current_dir(&folder).expect("the folder is there");
    let table = std::fs::read_to_string("words.tests").expect("there is a table");
    let only = std::env::var("RADDLE_ONLY").unwrap_or_default();
    let mut wrong = Vec::new();
    for row in table.lines().filter(|row| !row.is_empty() && !row.starts_with('#') && row.contains(&only)) {
        let mut parts = row.split(" | ").map(str::trim);
        let command = parts.next().unwrap_or_default();
        let found = printed(command);
        for piece in parts {
            let is_right = match piece.strip_prefix('!') {
                Some(piece) => !found.contains(piece.trim()),
                None => found.contains(piece),
            };
            if !is_right {
                wrong.push(format!("{command}: `{piece}`\n--- found\n{found}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
