//! Running rows: every row is checked as `raddle check` would, and compared with what is known.

use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use raddle_check::{Answer, Options, Problem, Unwatched, Verdict, check};
use raddle_explore::{Limits, Run};
use raddle_llvm::{Cache, Input, SourceProgram};
use raddle_report::text;

use super::{Expectation, Row};

/// Rows with more executions are not explored twice.
const MAX_REPEATED_EXECUTIONS: u64 = 5000;
/// The time limit of a row in seconds; one that takes longer hangs.
const ROW_TIMEOUT_SECONDS: &str = "300";
/// Rows that take longer are listed, so that they can be made smaller.
const SLOW_ROW_SECONDS: f64 = 20.0;

/// What became of a row.
pub struct Ran {
    /// What the check gave, or why the program was refused.
    pub verdict: Result<Verdict, String>,
    /// How that differs from what is known, if it does.
    pub failure: Option<String>,
}

/// Runs rows, two at a time; the results are in the order of the rows.
pub fn all(folder: &Path, rows: &[Row], options: &[&str]) -> Vec<Ran> {
    let next = AtomicUsize::new(0);
    let results = Mutex::new(Vec::new());
    let work = || {
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(row) = rows.get(index) else { break };
            let ran = run_row(folder, row, options);
            if let Ok(verdict) = &ran.verdict
                && verdict.seconds > SLOW_ROW_SECONDS
            {
                eprintln!("slow: {:.0} s: {}", verdict.seconds, row.text);
            }
            results.lock().unwrap().push((index, ran));
        }
    };
    std::thread::scope(|scope| {
        scope.spawn(work);
        scope.spawn(work);
    });
    let mut results = results.into_inner().unwrap();
    results.sort_by_key(|(index, _)| *index);
    results.into_iter().map(|(_, ran)| ran).collect()
}

/// A line for each row that fails.
pub fn failures(rows: &[Row], results: &[Ran]) -> Vec<String> {
    let told = |(row, ran): (&Row, &Ran)| {
        ran.failure.as_ref().map(|failure| format!("line {}: {}\n    {failure}", row.number, row.text))
    };
    rows.iter().zip(results).filter_map(told).collect()
}

/// An input that remembers what clang made of it among the files of tests.
pub fn remembered(input: Input) -> Input {
    input.cache(Cache::at(PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("cache")))
}

fn run_row(folder: &Path, row: &Row, more: &[&str]) -> Ran {
    let refused = |error: String, failure| Ran { failure, verdict: Err(error) };
    let mut args = vec![folder.join(&row.file).display().to_string(), "--timeout".into(), ROW_TIMEOUT_SECONDS.into()];
    args.extend(row.options.iter().cloned().chain(more.iter().map(|option| (*option).to_owned())));
    args.push("--".into());
    args.extend(row.flags.iter().cloned());
    let (input, lower, options, limits) = match raddle_cli::parse_check(args) {
        Ok(parsed) => parsed,
        Err(error) => return refused(error.to_string(), Some(error.to_string())),
    };
    // A program that is refused has no verdict.
    let unsupported = |error: String| {
        let expected = [Some(row.expectation.verdict.as_str()), row.expectation.kind.as_deref()];
        let failure = (!expected.contains(&Some(Problem::UNSUPPORTED))).then(|| error.clone());
        refused(error, failure)
    };
    let source = match remembered(input).read() {
        Ok(source) => source,
        Err(error) => return unsupported(error.to_string()),
    };
    let program = source.program(&lower);
    match check(&program, &options, &Run::new(limits), &Unwatched) {
        Ok(verdict) => {
            let failure = judge(&row.expectation, &program, &options, limits, &verdict).err();
            Ran { verdict: Ok(verdict), failure }
        }
        Err(error) => unsupported(error.to_string()),
    }
}

fn judge(
    expected: &Expectation,
    program: &SourceProgram<'_>,
    options: &Options,
    limits: Limits,
    verdict: &Verdict,
) -> Result<(), String> {
    if compare(expected, verdict).is_err() && verdict.answer() == Answer::Error {
        // A row says what errors there are, not which one is found first.
        let options = Options { keep_going: true, ..options.clone() };
        let all = check(program, &options, &Run::new(limits), &Unwatched).map_err(|error| error.to_string())?;
        return compare(expected, &all);
    }
    compare(expected, verdict)?;
    if verdict.answer() == Answer::Ok && verdict.totals.complete <= MAX_REPEATED_EXECUTIONS {
        run_again(program, options.clone(), limits, verdict)?;
    }
    Ok(())
}

fn run_again(program: &SourceProgram<'_>, mut options: Options, limits: Limits, first: &Verdict) -> Result<(), String> {
    options.explore.workers = 3;
    options.explore.detect_duplicates = true;
    let again = check(program, &options, &Run::new(limits), &Unwatched)
        .map_err(|error| format!("with three workers: {error}"))?;
    let counts = |verdict: &Verdict| (verdict.answer(), verdict.totals.complete);
    match counts(&again) == counts(first) {
        true => Ok(()),
        false => Err(format!("three workers change the result: {:?} becomes {:?}", counts(first), counts(&again))),
    }
}

fn compare(expected: &Expectation, verdict: &Verdict) -> Result<(), String> {
    let error = verdict.errors.first();
    let found = match error {
        Some(error) => {
            let line = error.place.as_ref().map_or(0, |place| place.line);
            format!(
                "{} ({} on line {line}: {})",
                text::summary(verdict),
                error.problem.kind(),
                text::problem(&error.problem)
            )
        }
        None => text::summary(verdict),
    };
    let wrong = |what: &str| Err(format!("{what}: {found}"));
    let answer = match verdict.answer() {
        Answer::Unsupported => "unsupported",
        answer => answer.name(),
    };
    if answer != expected.verdict {
        return wrong("another verdict");
    }
    let kinds: Vec<_> = verdict.errors.iter().map(|error| error.problem.kind()).collect();
    if expected.kind.as_deref().is_some_and(|kind| !kinds.contains(&kind)) {
        return wrong("another kind of error");
    }
    let lines: Vec<_> = verdict
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
    if expected.executions.is_some_and(|count| count != verdict.totals.complete) {
        return wrong("another number of executions");
    }
    if expected.blocked.is_some_and(|most| verdict.totals.blocked > most) {
        return wrong("too many blocked executions");
    }
    Ok(())
}
