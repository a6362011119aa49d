//! `raddle litmus`: runs tests and prints one block, or one JSON object, per test.

use std::io::{Write, stdout};
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use raddle_litmus::{Observed, Observer, Options, Outcome, Report, RunError, Test, Verdict, run_observed as run_test};

use crate::args::{Format, LitmusArgs};
use crate::diagnostic::{Diagnostic, rest_of_line};
use crate::inputs;
use crate::status::Status;

pub(crate) fn run(args: &LitmusArgs) -> Status {
    let mut status = Status::Verified;
    for argument in &args.inputs {
        match inputs::expand(argument) {
            Ok(files) => {
                for file in files {
                    status = status.and(run_file(args, &file));
                }
            }
            Err(error) => {
                Diagnostic::new(error.to_string()).emit();
                status = status.and(Status::BadInput);
            }
        }
    }
    status
}

fn run_file(args: &LitmusArgs, path: &Path) -> Status {
    let file = path.display().to_string();
    let text = match inputs::read(path) {
        Ok(text) => text,
        Err(error) => {
            Diagnostic::new(error.to_string()).emit();
            return Status::BadInput;
        }
    };
    let options =
        Options { explore: args.options(), unroll: args.unroll.map(u64::from), races: !args.no_race_detection };
    let shown =
        Shown { file: &file, print: args.print_executions, graph: args.graph.as_deref(), found: Mutex::new(false) };
    let observer = shown.wanted().then_some(&shown as &dyn Observer);
    let result =
        Test::parse(&text).map_err(RunError::from).and_then(|test| run_test(&test, args.model, &options, observer));
    match result {
        Ok(outcome) => report(args, &file, &text, &outcome),
        Err(error) => {
            explain(&error, &file, &text).emit();
            Status::BadInput
        }
    }
}

/// Prints the result and what is wrong.
fn report(args: &LitmusArgs, file: &str, text: &str, outcome: &Outcome) -> Status {
    let result = match args.format {
        Format::Text => write!(stdout(), "{outcome}"),
        Format::Json => {
            let report = Report::new(outcome, file, peak_memory());
            // Every part of a report has a JSON form.
            writeln!(stdout(), "{}", serde_json::to_string(&report).unwrap_or_default())
        }
    };
    if result.is_err() {
        // Nobody reads any more: `raddle … | head`.
        return Status::Verified;
    }
    for warning in &outcome.warnings {
        eprintln!("warning: {file}: {warning}");
    }
    if args.format == Format::Text {
        show_errors(file, text, outcome);
    }
    match outcome.verdict() {
        Verdict::Error => Status::Error,
        Verdict::Unknown => Status::NoVerdict,
        Verdict::Ok if args.strict && outcome.bounded.is_some() => Status::NoVerdict,
        Verdict::Ok => Status::Verified,
    }
}

fn show_errors(file: &str, text: &str, outcome: &Outcome) {
    if let Some(race) = &outcome.race {
        let (first, second) = (race.first, race.second);
        Diagnostic::new(format!("data race on `{}`: nothing orders these two accesses", race.location))
            .code("race")
            .source(file, text)
            .label("this access", rest_of_line(text, first.line, first.column))
            .label("and this one", rest_of_line(text, second.line, second.column))
            .help("make both atomic, or let one happen before the other (a release store read by an acquire load)")
            .emit();
        eprintln!("An execution in which they race:\n{}", race.story);
    }
    for failure in &outcome.failures {
        Diagnostic::new(failure.message.clone())
            .code(failure.kind)
            .source(file, text)
            .label(format!("in {} executions", failure.count), rest_of_line(text, failure.line, failure.column))
            .emit();
        eprintln!("One of them:\n{}", failure.story);
    }
}

fn explain(error: &RunError, file: &str, text: &str) -> Diagnostic {
    match error {
        RunError::Source(error) => {
            Diagnostic::new(format!("{file}:{}:{}: {}", error.line, error.column, error.message))
                .source(file, text)
                .label("here", error.span.start..error.span.end)
                .help(error.help.clone())
        }
        other => Diagnostic::new(format!("{file}: {other}")),
    }
}

/// Executions as they are found.
struct Shown<'a> {
    file: &'a str,
    print: bool,
    graph: Option<&'a Path>,
    /// Has the graph been written?
    found: Mutex<bool>,
}

impl Shown<'_> {
    fn wanted(&self) -> bool {
        self.print || self.graph.is_some()
    }
}

impl Observer for Shown<'_> {
    fn execution(&self, observed: &Observed<'_>) {
        // One execution at a time, whoever finds it.
        let mut found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        if self.print {
            let answer = if observed.satisfies { "satisfies the condition" } else { "does not satisfy the condition" };
            // Where nobody reads there is nothing to do about it.
            let _ = writeln!(stdout(), "Execution ({answer})\n{}", observed.story());
        }
        if let Some(path) = self.graph
            && observed.satisfies
            && !*found
        {
            *found = true;
            if let Err(error) = std::fs::write(path, observed.execution.to_dot(true)) {
                Diagnostic::new(format!("{}: cannot write {}: {error}", self.file, path.display())).emit();
            }
        }
    }
}

/// The most memory that this process ever had, where the system tells.
fn peak_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()? * 1024)
}
