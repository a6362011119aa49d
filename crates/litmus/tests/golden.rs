//! Every test in `tests/data` gives what the file beside it says, under its own model. Names say what is tested.
//!
//! `make bless` (or `RADDLE_BLESS=1`) writes what is found now; read the difference before you keep it.

use std::path::Path;

use raddle_litmus::{Test, TestOptions, run};
use raddle_report::herd::block;

#[test]
fn every_test_gives_what_is_expected() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data");
    let mut count = 0;
    for entry in std::fs::read_dir(&folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "litmus") {
            continue;
        }
        count += 1;
        let source = std::fs::read_to_string(&path).unwrap();
        let test = Test::parse(&source).unwrap_or_else(|error| panic!("{}:{error}", path.display()));
        let options = TestOptions::default();
        let outcome =
            run(&test, test.default_model(), &options).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        // The time differs from run to run.
        let text: String =
            block(&outcome).lines().filter(|line| !line.starts_with("Time ")).fold(String::new(), |mut text, line| {
                text.push_str(line);
                text.push('\n');
                text
            });
        let expected = path.with_extension("expected");
        if std::env::var_os("RADDLE_BLESS").is_some() {
            std::fs::write(&expected, &text).unwrap();
        }
        let expected = std::fs::read_to_string(&expected).unwrap_or_default();
        assert_eq!(text, expected, "{}", path.display());
    }
    assert!(count >= 11, "only {count} tests found");
}
