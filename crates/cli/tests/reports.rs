//! Whole reports, word by word: each file in `tests/reports` begins with a command line, and what that prints follows.
//!
//! `make bless` (or `RADDLE_BLESS=1`) writes what is printed now; read the difference before you keep it.

use std::path::{Path, PathBuf};

use raddle_check::{Unwatched, check};
use raddle_explore::Run;
use raddle_llvm::Cache;
use raddle_report::text;

/// What the command prints, without the time, which is never the same.
fn report(command: &str) -> String {
    let args = command.strip_prefix("$ raddle check ").unwrap_or_else(|| panic!("`{command}` is not a check"));
    let (input, lower, options, limits) = raddle_cli::parse_check(args.split_whitespace()).expect("the options exist");
    let cache = Cache::at(PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("cache"));
    let source = match input.cache(cache).read() {
        Ok(source) => source,
        Err(error) => return format!("{command}\n{error}\n"),
    };
    match check(&source.program(&lower), &options, &Run::new(limits), &Unwatched) {
        Ok(mut verdict) => {
            verdict.seconds = 0.0;
            let warnings: String =
                verdict.warnings.iter().map(|warning| format!("warning: {}\n", text::warning(warning))).collect();
            format!("{command}\n{}{warnings}", text::verdict(&verdict))
        }
        Err(error) => format!("{command}\n{error}\n"),
    }
}

/// The report without columns: inside of a macro's arguments, versions of clang differ in them.
fn without_columns(report: &str) -> String {
    let mut result = String::new();
    let mut after_line = false;
    for piece in report.split_inclusive(':') {
        let digits = piece.chars().take_while(char::is_ascii_digit).count();
        // `file:line:column`: a number directly behind a line's.
        result.push_str(if after_line { &piece[digits..] } else { piece });
        after_line = !after_line && digits > 0 && &piece[digits..] == ":";
    }
    result
}

#[test]
fn columns_are_left_out() {
    assert_eq!(without_columns("--> a.c:12:5 in f\nat a.c:3:4 in g: 7: x"), "--> a.c:12: in f\nat a.c:3: in g: 7: x");
}

#[test]
fn reports_are_what_they_were() {
    // Reports name files as the command line does.
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    std::env::set_current_dir(&root).expect("the repository is there");
    let mut files: Vec<_> = std::fs::read_dir("tests/reports")
        .expect("there are reports")
        .map(|entry| entry.expect("the folder can be read").path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "txt"))
        .collect();
    files.sort();
    assert!(!files.is_empty());
    let mut wrong = Vec::new();
    for file in files {
        let expected = std::fs::read_to_string(&file).expect("a report is text");
        let command = expected.lines().next().unwrap_or_default();
        let found = report(command);
        if without_columns(&found) == without_columns(&expected) {
            continue;
        }
        if std::env::var_os("RADDLE_BLESS").is_some() {
            std::fs::write(&file, found).expect("the report can be written");
        } else {
            wrong.push(format!("{}\n--- expected\n{expected}--- found\n{found}", file.display()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
