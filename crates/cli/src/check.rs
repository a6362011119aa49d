//! `raddle check`: checks a program and prints the verdict.

use std::path::Path;
use std::sync::{Mutex, PoisonError};

use raddle_explore::{Ending, Run};
use raddle_models::MemoryModel;
use raddle_report::{CheckError, Observed, Options, Outcome, Report, Verdict, Watch, check, refusal};

use crate::args::{CheckArgs, Format};
use crate::diagnostic::Diagnostic;
use crate::process::{catch_interrupts, interrupt, interrupted, peak_memory, print};
use crate::status::Status;

mod explain;

pub(crate) fn run(args: &CheckArgs) -> Status {
    catch_interrupts();
    // Not after hours of exploration.
    if let Some(path) = &args.graph
        && let Err(error) = std::fs::OpenOptions::new().append(true).create(true).open(path)
    {
        Diagnostic::new(format!("cannot write {}: {error}", path.display())).emit();
        return Status::BadInput;
    }
    let model = match args.model() {
        Ok(model) => model,
        Err(error) => {
            error.emit();
            return Status::BadInput;
        }
    };
    match read_and_check(args, model) {
        Ok(outcome) => report(args, &outcome),
        // A signal from the terminal reaches the compiler, too, which then has nothing sensible to say.
        Err(_) if interrupted() => Status::Interrupted,
        Err(error) => {
            if args.explore.format == Format::Json {
                print(&format!("{}\n", refusal(&error, &args.name())));
            }
            explain::diagnostic(&error).emit();
            Status::BadInput
        }
    }
}

fn read_and_check(args: &CheckArgs, model: MemoryModel) -> Result<Outcome, CheckError> {
    let source = args.input().read()?;
    if !args.quiet {
        eprint!("{}", source.messages);
    }
    if args.verbose > 0 {
        let compiler = source.compiler.as_deref().unwrap_or("no compiler: LLVM IR is read as it is");
        eprintln!("raddle: {}: {compiler}", args.name());
    }
    // What nobody will read need not be found out.
    let options = Options { elsewhere: !args.quiet || args.explore.format == Format::Json, ..args.options(model) };
    let run = Run::new(options.limits).interrupted_by(interrupt());
    check(&source, &options, &run, &Watcher { args, lock: Mutex::new(()) })
}

/// Prints the result and what else there is to tell.
fn report(args: &CheckArgs, outcome: &Outcome) -> Status {
    print(&match args.explore.format {
        Format::Text if args.quiet => {
            let headings: String = outcome.errors.iter().map(|error| error.heading()).collect();
            format!("{headings}{}\n", outcome.summary())
        }
        Format::Text => outcome.to_string(),
        // Every part of a report has a JSON form.
        Format::Json => {
            format!("{}\n", serde_json::to_string(&Report::new(outcome, peak_memory())).unwrap_or_default())
        }
    });
    if !args.quiet {
        let name = args.name();
        outcome.notes.iter().for_each(|note| eprintln!("note: {name}: {note}"));
        outcome.warnings.iter().for_each(|warning| eprintln!("warning: {name}: {warning}"));
    }
    if args.verbose > 0 {
        let Outcome { threads, rounds, totals, .. } = outcome;
        eprintln!("raddle: {threads} threads, explored in {rounds} rounds, {} events added", totals.events_added);
    }
    if let Some(path) = &args.graph {
        draw(args, path, outcome);
    }
    let weak = outcome.bounded.is_some() || outcome.is_vacuous();
    match outcome.verdict() {
        Verdict::Error => Status::Error,
        Verdict::Unsupported => Status::BadInput,
        Verdict::Unknown if outcome.limit == Some("interrupted") => Status::Interrupted,
        Verdict::Unknown => Status::NoVerdict,
        Verdict::Ok if args.strict && weak => Status::NoVerdict,
        Verdict::Ok => Status::Verified,
    }
}

/// Writes the execution that shows the first error. The verdict does not depend on it.
fn draw(args: &CheckArgs, path: &Path, outcome: &Outcome) {
    let dot = outcome.errors.iter().map(|error| error.dot.as_str()).find(|dot| !dot.is_empty());
    if dot.is_none() {
        eprintln!("warning: {}: there is no execution to draw: {} is empty", args.name(), path.display());
    }
    if let Err(error) = std::fs::write(path, dot.unwrap_or_default()) {
        Diagnostic::new(format!("cannot write {}: {error}", path.display())).emit();
    }
}

/// Prints executions as they are found, one at a time, whoever finds them.
struct Watcher<'a> {
    args: &'a CheckArgs,
    lock: Mutex<()>,
}

impl Watch for Watcher<'_> {
    fn wants(&self, ending: Ending) -> bool {
        match ending {
            Ending::Blocked => self.args.print_blocked,
            Ending::Complete | Ending::Failed => self.args.print_executions,
        }
    }

    fn growing(&self, message: &str) {
        if !self.args.quiet {
            eprintln!("warning: {}: {message}", self.args.name());
        }
    }

    fn execution(&self, observed: &Observed<'_>) {
        let ending = match observed.ending {
            Ending::Complete => "complete",
            Ending::Blocked => "blocked",
            Ending::Failed => "failed",
        };
        let text = match self.args.explore.format {
            Format::Text => format!("execution ({ending})\n{}\n", (observed.story)()),
            Format::Json => {
                format!("{}\n", serde_json::json!({ "execution": observed.execution, "ending": ending }))
            }
        };
        let _one_at_a_time = self.lock.lock().unwrap_or_else(PoisonError::into_inner);
        print(&text);
    }
}
