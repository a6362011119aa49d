//! Tests written with the primitives of the Linux kernel, in `tests/litmus/linux`: each says in its header what the kernel's
//! documentation (or the rules that it states) makes of it.

#[path = "linux/random.rs"]
mod random;

use std::path::{Path, PathBuf};

use raddle_explore::ExploreError;
use raddle_litmus::{Outcome, RunError, Test, TestOptions, run};
use raddle_models::ModelName;

fn files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/litmus/linux");
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

/// `Never`, or `Sometimes, data-race`.
fn summary(outcome: &Outcome) -> String {
    let mut words = vec![outcome.observation()];
    words.extend(outcome.flags.iter().map(String::as_str));
    words.join(", ")
}

fn expected(test: &Test) -> String {
    let info = |key: &str| test.info().iter().find(|(known, _)| known == key).map(|(_, value)| value.as_str());
    let mut words = vec![info("Expect").expect("every test says what is expected")];
    words.extend(info("Flags"));
    words.join(", ")
}

fn parse(file: &Path) -> Test {
    let text = std::fs::read_to_string(file).unwrap();
    Test::parse(&text).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
}

fn explored(test: &Test, exhaustive: bool) -> Outcome {
    try_exploring(test, exhaustive).unwrap_or_else(|error| panic!("{}: {error}", test.name()))
}

fn try_exploring(test: &Test, exhaustive: bool) -> Result<Outcome, RunError> {
    let explore =
        raddle_explore::Options { detect_duplicates: !exhaustive, enumerate: exhaustive, ..Default::default() };
    let options = TestOptions { explore, ..TestOptions::default() };
    run(test, ModelName::Lkmm, &options)
}

#[test]
fn the_documented_outcomes() {
    let mut wrong = Vec::new();
    for file in files() {
        let test = parse(&file);
        assert_eq!(file.file_stem().and_then(|stem| stem.to_str()), Some(test.name()));
        let outcome = explored(&test, false);
        if summary(&outcome) != expected(&test) {
            wrong.push(format!("{}: expected {}, found {}", test.name(), expected(&test), summary(&outcome)));
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

/// What differs between exploring and guessing, if anything does.
fn difference(test: &Test) -> Option<String> {
    let guessed = match try_exploring(test, true) {
        Err(RunError::Explore(ExploreError::TooLarge { .. })) => return None,
        guessed => guessed.unwrap_or_else(|error| panic!("{}: {error}", test.name())),
    };
    let found = explored(test, false);
    let counts = |outcome: &Outcome| (outcome.positive, outcome.negative, outcome.flags.clone());
    let same = counts(&found) == counts(&guessed) && found.states == guessed.states;
    (!same).then(|| format!("{}: explored {:?}, guessed {:?}", test.name(), counts(&found), counts(&guessed)))
}

#[test]
fn exploring_and_guessing_agree() {
    let wrong: Vec<String> = files().iter().filter_map(|file| difference(&parse(file))).collect();
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn exploring_and_guessing_agree_on_random_tests() {
    let count: usize = std::env::var("TESTS").ok().and_then(|count| count.parse().ok()).unwrap_or(20);
    let seed: u64 = std::env::var("SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(1);
    let mut random = random::Random(seed);
    for flavour in [random::MARKED, random::PLAIN, random::THREE, random::LOCKS, random::RCU, random::JOINS] {
        for _ in 0..count {
            let source = random::test(&mut random, &flavour);
            let test = Test::parse(&source).unwrap_or_else(|error| panic!("{error}\n{source}"));
            if let Some(difference) = difference(&test) {
                panic!("{difference}\n{source}");
            }
        }
    }
}
