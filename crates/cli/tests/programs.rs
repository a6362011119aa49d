//! C programs with what is known about them, as data: `tests/programs/programs.tests`, `benches/programs/counts.tests` and
//! `benches/peers/programs/counts.tests`.
//!
//! ```text
//! FILE [-D…] | model=rc11 equivalence=mo [options of raddle check] | ok executions=24 blocked<=0
//! FILE [-D…] | model=rc11 equivalence=mo [options of raddle check] | error kind=race line=17
//! ```
//!
//! Files are relative to the data. All rows are run, and all that fail are told at once. Rows with few executions are
//! explored once more by several workers, which must change nothing and must not meet an execution twice.

mod rows;

use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use raddle_llvm::Cache;
use raddle_report::{Options, Outcome, Source, UNSUPPORTED, Unwatched, Verdict, check};

use rows::{Expectation, Row};

/// Rows with more executions are not explored twice.
const FEW: u64 = 5000;
/// No row takes this long, unless something is wrong.
const PATIENCE: &str = "300";

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

/// Runs all rows of a file, two at a time.
fn run(data: &Path, options: &[&str]) {
    let text = std::fs::read_to_string(data).unwrap_or_else(|error| panic!("{}: {error}", data.display()));
    let rows = rows::parse(&text).unwrap_or_else(|error| panic!("{}: {error}", data.display()));
    assert!(!rows.is_empty(), "{} has no rows", data.display());
    let folder = data.parent().expect("a file is in a folder");
    let next = AtomicUsize::new(0);
    let failures = Mutex::new(Vec::new());
    let work = || {
        while let Some(row) = rows.get(next.fetch_add(1, Ordering::Relaxed)) {
            let start = Instant::now();
            if let Err(failure) = run_row(folder, row, options) {
                failures
                    .lock()
                    .unwrap()
                    .push((row.number, format!("line {}: {}\n    {failure}", row.number, row.text)));
            }
            if start.elapsed().as_secs() > 20 {
                eprintln!("slow: {:.0} s: {}", start.elapsed().as_secs_f64(), row.text);
            }
        }
    };
    std::thread::scope(|scope| {
        scope.spawn(work);
        scope.spawn(work);
    });
    let mut failures = failures.into_inner().unwrap();
    failures.sort();
    let told: Vec<String> = failures.iter().map(|(_, failure)| failure.clone()).collect();
    assert!(told.is_empty(), "{}: {} of {} rows fail\n{}", data.display(), told.len(), rows.len(), told.join("\n"));
}

fn run_row(folder: &Path, row: &Row, more: &[&str]) -> Result<(), String> {
    let mut args = vec![folder.join(&row.file).display().to_string(), "--timeout".into(), PATIENCE.into()];
    args.extend(row.options.iter().cloned().chain(more.iter().map(|option| (*option).to_owned())));
    args.push("--".into());
    args.extend(row.flags.iter().cloned());
    let (input, options) = raddle_cli::parse_check(args).map_err(|error| error.to_string())?;
    let cache = Cache::at(PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("cache"));
    let checked = input.cache(cache).read().and_then(|source| Ok((check(&source, &options, &Unwatched)?, source)));
    let (outcome, source) = match checked {
        Ok(checked) => checked,
        // A program that is refused has no verdict.
        Err(_) if row.expectation.kind.as_deref() == Some(UNSUPPORTED) => return Ok(()),
        Err(error) => return Err(error.to_string()),
    };
    if compare(&row.expectation, &outcome).is_err() && outcome.verdict() == Verdict::Error {
        // A row says what errors there are, not which one is found first.
        let options = Options { keep_going: true, ..options };
        let all = check(&source, &options, &Unwatched).map_err(|error| error.to_string())?;
        return compare(&row.expectation, &all);
    }
    compare(&row.expectation, &outcome)?;
    if outcome.verdict() == Verdict::Ok && outcome.totals.complete <= FEW {
        run_again(&source, options, &outcome)?;
    }
    Ok(())
}

fn run_again(source: &Source, mut options: Options, first: &Outcome) -> Result<(), String> {
    options.explore.workers = 3;
    options.explore.detect_duplicates = true;
    let again = check(source, &options, &Unwatched).map_err(|error| format!("with three workers: {error}"))?;
    let counts = |outcome: &Outcome| (outcome.verdict(), outcome.totals.complete);
    match counts(&again) == counts(first) {
        true => Ok(()),
        false => Err(format!("three workers change the result: {:?} becomes {:?}", counts(first), counts(&again))),
    }
}

fn compare(expected: &Expectation, outcome: &Outcome) -> Result<(), String> {
    let error = outcome.errors.first();
    let found = match error {
        Some(error) => {
            let line = error.place.as_ref().map_or(0, |place| place.line);
            format!("{} ({} on line {line}: {})", outcome.summary(), error.kind, error.message)
        }
        None => outcome.summary(),
    };
    let wrong = |what: &str| Err(format!("{what}: {found}"));
    let verdict = match outcome.verdict() {
        Verdict::Unsupported => "unsupported",
        verdict => verdict.name(),
    };
    if verdict != expected.verdict {
        return wrong("another verdict");
    }
    let kinds: Vec<_> = outcome.errors.iter().map(|error| error.kind).collect();
    if expected.kind.as_deref().is_some_and(|kind| !kinds.contains(&kind)) {
        return wrong("another kind of error");
    }
    let lines: Vec<_> = outcome
        .errors
        .iter()
        .flat_map(|error| {
            let related = error.related.iter().map(|related| related.place.line);
            error.place.iter().map(|place| place.line).chain(related)
        })
        .collect();
    if expected.line.is_some_and(|line| !lines.contains(&line)) {
        return wrong("another line");
    }
    if expected.executions.is_some_and(|count| count != outcome.totals.complete) {
        return wrong("another number of executions");
    }
    if expected.blocked.is_some_and(|most| outcome.totals.blocked > most) {
        return wrong("too many blocked executions");
    }
    Ok(())
}
