//! Summaries of modules are what the files in `tests/golden` say.
//!
//! `make bless` (or `RADDLE_BLESS=1`) writes what is found now; read the difference before you keep it.

mod files;

use raddle_llvm::Module;
use std::fs;

/// One per kind of program and producer; the others are checked in `invariants.rs`.
const GOLDEN: [&str; 6] = [
    "atomics.clang15.ll",
    "atomics.clang22.ll",
    "classes.clang22.ll",
    "everything.ll",
    "language.clang19.ll",
    "library.rustc.ll",
];

#[test]
fn summaries_are_what_they_were() {
    for (name, text) in files::files().into_iter().filter(|(name, _)| GOLDEN.contains(&name.as_str())) {
        let summary = Module::parse(&name, text).unwrap().to_string();
        let path = files::folder("golden").join(&name).with_extension("txt");
        if std::env::var_os("RADDLE_BLESS").is_some() {
            fs::write(&path, &summary).unwrap();
        }
        let expected = fs::read_to_string(&path).unwrap_or_default();
        if let Some((line, (is, was))) =
            summary.lines().zip(expected.lines()).enumerate().find(|(_, (is, was))| is != was)
        {
            panic!("{name}, line {}:\n  was {was}\n  is  {is}", line + 1);
        }
        assert_eq!(summary.lines().count(), expected.lines().count(), "{name}");
    }
}
