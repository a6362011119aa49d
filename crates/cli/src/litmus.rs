//! `raddle litmus`: runs tests and prints one block, or one JSON object, per test.

use std::path::Path;
use std::sync::{Mutex, PoisonError};

use raddle_check::Answer;
use raddle_explore::{ExploreError, Limit, Run};
use raddle_litmus::{
    CountedExecution, DEFAULT_MAX_EVENTS_OF_TESTS, Explanation, Observer, Outcome, RunError, Test, TestOptions,
    explain, run_observed as run_test,
};
use raddle_models::MemoryModel;
use raddle_report::{Unfinished, dot, herd, json};

use crate::args::{Format, LitmusArgs, ModelArg};
use crate::diagnostic::{Diagnostic, rest_of_line};
use crate::inputs;
use crate::process::{peak_memory, print};
use crate::status::Status;
use crate::watchdog::Watchdog;

pub(crate) fn run(args: &LitmusArgs) -> Status {
    let model = match args.explore.model.as_ref().map(ModelArg::load).transpose() {
        Ok(model) => model,
        Err(error) => {
            error.emit();
            return Status::BadInput;
        }
    };
    if let Some(diagnostic) = args.explore.misplaced_xmm_option() {
        diagnostic.emit();
        return Status::BadInput;
    }
    let mut status = Status::Verified;
    for (index, argument) in args.inputs.iter().enumerate() {
        match inputs::expand(argument) {
            Ok(files) => {
                for (nth, file) in files.iter().enumerate() {
                    let is_last = index + 1 == args.inputs.len() && nth + 1 == files.len();
                    status = status.and(watch_file(args, model.as_ref(), file, is_last));
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

/// Runs a test. Engines notice by themselves that time is over; whatever else takes long is ended with the process.
fn watch_file(args: &LitmusArgs, model: Option<&MemoryModel>, path: &Path, is_last: bool) -> Status {
    let run = Run::new(args.explore.limits());
    let Some(deadline) = run.deadline() else { return run_file(args, model, path, &run, None) };
    let dog = Watchdog::new();
    let (leash, receiver) = Watchdog::leash();
    std::thread::scope(|scope| {
        let (dog, run) = (&dog, &run);
        scope.spawn(move || {
            dog.watch(&receiver, Some(deadline), |limit| {
                last_words(args, model, path, (limit, run), is_last);
                Status::NoVerdict
            });
        });
        let _leash = leash;
        run_file(args, model, path, run, Some(dog))
    })
}

/// Prints what is known although the test has not ended.
fn last_words(args: &LitmusArgs, model: Option<&MemoryModel>, path: &Path, (limit, run): (Limit, &Run), is_last: bool) {
    let file = path.display().to_string();
    let equivalence = args.explore.options().equivalence;
    let (progress, seconds) = (run.progress(), run.elapsed().as_secs_f64());
    let unfinished = Unfinished { file: &file, model, equivalence, limit, progress, seconds };
    print(&match args.explore.format {
        Format::Text => format!("{file}: {}\n", unfinished.summary()),
        Format::Json => format!("{}\n", unfinished.json()),
    });
    if !is_last {
        tell!("warning: {file}: it could only be ended with the process, so the tests after it were not run");
    }
}

fn run_file(args: &LitmusArgs, model: Option<&MemoryModel>, path: &Path, run: &Run, dog: Option<&Watchdog>) -> Status {
    let file = path.display().to_string();
    let text = match inputs::read(path) {
        Ok(text) => text,
        Err(error) => {
            Diagnostic::new(error.to_string()).emit();
            return Status::BadInput;
        }
    };
    let max_events = args.explore.max_events.unwrap_or(DEFAULT_MAX_EVENTS_OF_TESTS);
    let options = TestOptions {
        explore: raddle_explore::Options { enumerate: args.exhaustive, max_events, ..args.explore.options() },
        unroll: args.explore.unroll.map(u64::from),
        races: !args.explore.no_race_detection,
        witness: args.graph.is_some(),
        buffering_races: args.explore.format == Format::Json && args.explore.is_xmm(),
    };
    let printer = Printer { format: args.explore.format, lock: Mutex::new(()) };
    let observer = args.print_executions.then_some(&printer as &dyn Observer);
    let result = Test::parse(&text).map_err(RunError::from).and_then(|test| {
        let model = model.cloned().unwrap_or_else(|| test.default_model().into());
        let outcome = run_test(&test, &model, &options, run, observer)?;
        let explanation = match args.explain.then(|| explain(&test, &model, &options, run)).transpose() {
            // The result does not depend on the explanation.
            Err(error @ RunError::NotExplained { .. }) => {
                tell!("warning: {file}: {error}");
                None
            }
            explanation => explanation?,
        };
        Ok((outcome, explanation))
    });
    if let Some(dog) = dog {
        dog.dismiss();
    }
    match result {
        Ok((outcome, explanation)) => report(args, (&file, &text), &outcome, explanation.as_ref()),
        Err(error) => {
            if args.explore.format == Format::Json {
                print(&format!("{}\n", refusal(&error, &file)));
            }
            refuse(&error, &file, &text).emit();
            match error {
                RunError::Explore(error) if error.is_fault() => Status::Fault,
                _ => Status::BadInput,
            }
        }
    }
}

/// Prints the result and what is wrong.
fn report(
    args: &LitmusArgs,
    (file, text): (&str, &str),
    outcome: &Outcome,
    explanation: Option<&Explanation>,
) -> Status {
    print(&match args.explore.format {
        Format::Text => {
            let why = explanation.map_or(String::new(), |why| format!("{}\n", herd::explanation(why)));
            herd::block(outcome) + &why
        }
        // Every part of a report has a JSON form.
        Format::Json => {
            let explanation = explanation.map(json::ExplanationJson::new);
            let report = json::TestReport { explanation, ..json::TestReport::new(outcome, file, peak_memory()) };
            format!("{}\n", serde_json::to_string(&report).unwrap_or_default())
        }
    });
    for warning in &outcome.warnings {
        tell!("warning: {file}: {warning}");
    }
    if args.explore.format == Format::Text {
        show_errors(file, text, outcome);
    }
    let drawn = args.graph.as_deref().map_or(Status::Verified, |path| draw(file, path, outcome));
    let weak = outcome.bounded.is_some() || outcome.totals.commits_reached || outcome.is_vacuous();
    drawn.and(match outcome.answer() {
        Answer::Error => Status::Error,
        Answer::Unknown => Status::NoVerdict,
        Answer::Unsupported => Status::BadInput,
        Answer::Ok if args.strict && weak => Status::NoVerdict,
        Answer::Ok => Status::Verified,
    })
}

/// Writes the execution that shows an error, or the one that was asked for.
fn draw(file: &str, path: &Path, outcome: &Outcome) -> Status {
    let race = outcome.race.as_ref().map(|race| (&race.execution, &race.story));
    let failure = outcome.failures.first().map(|failure| (&failure.execution, &failure.story));
    let witness = outcome.witness.as_ref().map(|witness| (&witness.execution, &witness.story));
    let Some((execution, story)) = race.or(failure).or(witness) else {
        tell!("warning: {file}: there is no execution to draw: {} is not written", path.display());
        return Status::Verified;
    };
    let drawn = match story.cycle {
        None => execution.to_dot(true),
        Some(_) => dot::story(story),
    };
    match std::fs::write(path, drawn) {
        Ok(()) => Status::Verified,
        Err(error) => {
            Diagnostic::new(format!("{file}: cannot write {}: {error}", path.display())).emit();
            Status::BadInput
        }
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
            .help(if outcome.flags.is_empty() {
                "make both atomic, or let one happen before the other (a release store read by an acquire load)"
            } else {
                "mark both (READ_ONCE, WRITE_ONCE), or order them (a lock, or smp_store_release and smp_load_acquire)"
            })
            .emit();
        tell!("An execution in which they race:\n{}", herd::story(&race.story));
    }
    for failure in &outcome.failures {
        Diagnostic::new(failure.message.clone())
            .code(failure.kind.name())
            .source(file, text)
            .label(format!("in {} executions", failure.count), rest_of_line(text, failure.line, failure.column))
            .emit();
        tell!("An execution in which it happens:\n{}", herd::story(&failure.story));
    }
    if let Some(witness) = outcome.witness.as_ref().filter(|_| outcome.is_contradicted()) {
        Diagnostic::new(format!("{file}: {} is contradicted", outcome.condition)).code("condition").emit();
        tell!("An execution that contradicts it:\n{}", herd::story(&witness.story));
    }
}

fn refuse(error: &RunError, file: &str, text: &str) -> Diagnostic {
    match error {
        _ if raddle_llvm::is_program(Path::new(file)) => {
            Diagnostic::new(format!("{file}: this is a program, not a litmus test"))
                .help(format!("programs are checked with `raddle check {file}`"))
        }
        RunError::Source(error) => {
            Diagnostic::new(format!("{file}:{}:{}: {}", error.line, error.column, error.message))
                .source(file, text)
                .label("here", error.span.start..error.span.end)
                .help(error.help.clone())
        }
        RunError::Explore(ExploreError::Refused(refusal)) => {
            Diagnostic::new(format!("{file}: {refusal}")).help(refusal.help())
        }
        other => Diagnostic::new(format!("{file}: {other}")),
    }
}

/// Prints executions as workers find them. The lock keeps the text of each together.
struct Printer {
    format: Format,
    lock: Mutex<()>,
}

impl Observer for Printer {
    fn execution(&self, counted: &CountedExecution<'_>) {
        let _one_at_a_time = self.lock.lock().unwrap_or_else(PoisonError::into_inner);
        let satisfies = counted.satisfies;
        print(&match self.format {
            Format::Text => {
                let answer = if satisfies { "satisfies the condition" } else { "does not satisfy the condition" };
                format!("Execution ({answer})\n{}\n", herd::story(&counted.story()))
            }
            Format::Json => {
                let mut line = serde_json::json!({ "execution": counted.execution, "satisfies": satisfies });
                let story = counted.story();
                if let Some(cycle) = &story.cycle {
                    line["cycle"] = serde_json::json!(json::CycleJson::new(cycle));
                }
                format!("{line}\n")
            }
        });
    }
}

/// The JSON form of an input that cannot be run.
fn refusal(error: &RunError, file: &str) -> serde_json::Value {
    match error {
        RunError::Source(error) => json::refusal(file, &error.message, (file, error.line, error.column)),
        other => json::refusal(file, &other.to_string(), (file, 0, 0)),
    }
}
