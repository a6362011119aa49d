//! Runs programs of the catalogue through the front end, as `raddle litmus` does, and says what went wrong.

use std::collections::BTreeSet;
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use raddle_explore::Equivalence;
use raddle_litmus::{Outcome, RunError, Test, TestOptions};
use raddle_models::ModelName;

use crate::records::Record;
use crate::repeat::expand;
use crate::shorthand::to_litmus;

/// The models that know no dependencies, strongest first.
pub const MODELS: [ModelName; 5] = [ModelName::Sc, ModelName::Tso, ModelName::Pso, ModelName::Ra, ModelName::Rc11];

/// Maximum time for a small program; one that takes longer hangs.
const CASE_TIMEOUT: Duration = Duration::from_secs(60);

/// A program, ready to be run.
#[derive(Clone)]
pub struct Case {
    /// Where it stands, and its name: what a failure is reported with.
    pub title: String,
    /// The litmus file.
    pub source: String,
    test: Test,
}

impl Case {
    /// The program of a record; `known` gives the values of its `$` names, `tail` is what follows the threads.
    pub fn new(record: &Record, known: &[(&str, i64)], tail: &str) -> Case {
        let mut title = format!("{}: {}", record.place, record.name);
        for (name, value) in known {
            title.push_str(&format!(" {name}={value}"));
        }
        // The name of a test is a word.
        let name = record.name.replace(' ', "_");
        let program = expand(record.need("program"), known).unwrap_or_else(|error| panic!("{title}: {error}"));
        let source = to_litmus(&name, &program, tail).unwrap_or_else(|error| panic!("{title}: {error}"));
        Case::of_source(title, source)
    }

    /// A litmus file.
    pub fn of_source(title: String, source: String) -> Case {
        let test = Test::parse(&source).unwrap_or_else(|error| panic!("{title}: {error}\n\n{source}"));
        Case { title, source, test }
    }

    /// Runs it.
    pub fn run(&self, model: ModelName, equivalence: Equivalence) -> Outcome {
        self.explore(model, raddle_explore::Options { equivalence, ..Default::default() })
    }

    /// Runs it with several workers, and fails if an execution is met twice.
    ///
    /// It runs in a thread of its own: workers that wait for each other for good shall fail the test, not stop it.
    pub fn run_carefully(&self, model: ModelName, equivalence: Equivalence, workers: usize) -> Outcome {
        let explore = raddle_explore::Options { equivalence, workers, detect_duplicates: true, ..Default::default() };
        let (sender, receiver) = mpsc::channel();
        let case = self.clone();
        // Sending fails only after the timeout, when the receiver is gone.
        thread::spawn(move || drop(sender.send(case.explore(model, explore))));
        let title = || format!("{}, {}, {workers} workers", self.title, model.name());
        receiver
            .recv_timeout(CASE_TIMEOUT)
            .unwrap_or_else(|error| panic!("{}: no result: {error}\n\n{}", title(), self.source))
    }

    /// Runs it, if it can be run.
    pub fn attempt(&self, model: ModelName, options: &TestOptions) -> Result<Outcome, RunError> {
        raddle_litmus::run(&self.test, model, options)
    }

    fn explore(&self, model: ModelName, explore: raddle_explore::Options) -> Outcome {
        self.attempt(model, &TestOptions { explore, ..Default::default() })
            .unwrap_or_else(|error| panic!("{}, {}: {error}\n\n{}", self.title, model.name(), self.source))
    }
}

/// The model of that name.
pub fn model(name: &str) -> Option<ModelName> {
    name.parse().ok()
}

/// The equivalence of that name.
pub fn equivalence(name: &str) -> Option<Equivalence> {
    [Equivalence::Mo, Equivalence::Wb].into_iter().find(|equivalence| equivalence.name() == name)
}

/// What went wrong in the tests of a file: all of it is reported, at the end.
#[derive(Default)]
pub struct Failures {
    messages: Vec<String>,
    sources: BTreeSet<String>,
}

impl Failures {
    /// Notes it if two things are not equal.
    pub fn same<T: PartialEq + std::fmt::Debug>(&mut self, case: &Case, what: &str, expected: T, found: T) {
        if expected != found {
            self.add(case, &format!("{what}: expected {expected:?}, found {found:?}"));
        }
    }

    /// Notes something.
    pub fn add(&mut self, case: &Case, message: &str) {
        self.messages.push(format!("{}: {message}", case.title));
        self.sources.insert(case.source.clone());
    }

    /// Fails if there is anything to report, with the litmus files to run it again.
    pub fn report(self) {
        let sources: Vec<String> = self.sources.into_iter().collect();
        assert!(self.messages.is_empty(), "\n{}\n\n{}", self.messages.join("\n"), sources.join("\n"));
    }
}
