//! C programs with what is known about them, as data: `tests/programs/programs.tests`, `benches/programs/counts.tests` and
//! `benches/peers/programs/counts.tests`.
//!
//! ```text
//! FILE [-D…] | model=rc20 equivalence=mo [options of raddle check] | ok executions=24 blocked<=0
//! FILE [-D…] | model=rc20 equivalence=mo [options of raddle check] | error kind=race line=17
//! ```
//!
//! Files are relative to the data. All rows are run, and all that fail are told at once. Rows with few executions are
//! explored once more by several workers, which must change nothing and must not meet an execution twice.

mod rows;

use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

#[test]
fn every_program_has_the_verdict_that_is_known() {
    run(&root().join("tests/programs/programs.tests"), &[]);
}

#[test]
fn the_benchmark_families_have_their_counts() {
    // The counts are those of all executions, whether threads are alike or not.
    run(&root().join("benches/programs/counts.tests"), &["--no-symmetry"]);
    run(&root().join("benches/peers/programs/counts.tests"), &["--no-symmetry"]);
}

fn run(data: &Path, options: &[&str]) {
    let text = std::fs::read_to_string(data).unwrap_or_else(|error| panic!("{}: {error}", data.display()));
    let rows = rows::parse(&text).unwrap_or_else(|error| panic!("{}: {error}", data.display()));
    assert!(!rows.is_empty(), "{} has no rows", data.display());
    let folder = data.parent().expect("a file is in a folder");
    let failures = rows::run::failures(&rows, &rows::run::all(folder, &rows, options));
    assert!(
        failures.is_empty(),
        "{}: {} of {} rows fail\n{}",
        data.display(),
        failures.len(),
        rows.len(),
        failures.join("\n")
    );
}
