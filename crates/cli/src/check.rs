//! `raddle check`: checks a program and prints the verdict.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use raddle_check::{
    Answer, CheckError, Growing, Note, Observed, Options, Symbolic, Verdict, Watch, check, check_symbolically,
    shown_lines,
};
use raddle_explore::{Ending, Limit, Run, XmmCounts};
use raddle_llvm::{Error, Patience, ProgramError, Stopped};
use raddle_models::{MemoryModel, ModelName};
use raddle_report::{Unfinished, dot, json, text};

use crate::args::{CheckArgs, EngineArg, Format};
use crate::diagnostic::Diagnostic;
use crate::process::{catch_signals, interrupt, interrupted, peak_memory, print};
use crate::status::Status;
use crate::watchdog::Watchdog;

mod explain;

pub(crate) fn run(args: &CheckArgs) -> Status {
    let run = Run::new(args.explore.limits()).interrupted_by(interrupt());
    catch_signals();
    // Find out that the file cannot be written now, not after hours of exploration.
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
    let (dog, found, has_shown) = (Watchdog::new(), Mutex::new(None), AtomicBool::new(false));
    let watcher = Watcher { args, model: &model, run: &run, dog, found, has_shown };
    let (leash, receiver) = Watchdog::leash();
    std::thread::scope(|scope| {
        let (watcher, deadline) = (&watcher, run.deadline());
        scope.spawn(move || watcher.dog.watch(&receiver, deadline, |limit| watcher.last_words(limit)));
        let _leash = leash;
        let checked = read_and_check(watcher);
        watcher.dog.dismiss();
        match checked {
            Ok(verdict) => report(args, &verdict),
            Err(error) => refuse(watcher, error),
        }
    })
}

/// Says why there is no verdict.
fn refuse(watcher: &Watcher<'_>, error: CheckError<ProgramError>) -> Status {
    let args = watcher.args;
    let stopped = match &error {
        // An interrupt from the terminal also stops the compiler; its error message would mislead.
        _ if interrupted() => Some(Limit::Interrupted),
        CheckError::Refused(ProgramError::Module(Error::Stopped { why: Stopped::Timeout, .. })) => Some(Limit::Timeout),
        _ => None,
    };
    if let Some(limit) = stopped {
        return watcher.last_words(limit);
    }
    if args.explore.format == Format::Json {
        print(&format!("{}\n", json::program_refusal(&args.name(), &error)));
    }
    explain::diagnostic(&error).emit();
    match error {
        CheckError::Explore(error) if error.is_fault() => Status::Fault,
        CheckError::Symbolic(error) if error.is_fault() => Status::Fault,
        _ => Status::BadInput,
    }
}

fn read_and_check(watcher: &Watcher<'_>) -> Result<Verdict, CheckError<ProgramError>> {
    let Watcher { args, run, model, .. } = *watcher;
    let patience = Patience { deadline: run.deadline(), interrupt: interrupt() };
    let source = args.input().patience(patience).read().map_err(CheckError::Refused)?;
    if !args.quiet && !source.messages.is_empty() {
        tell!("{}", shown_lines(&source.messages).trim_end());
    }
    if args.verbose > 0 {
        let compiler = source.compiler.as_deref().unwrap_or("no compiler: LLVM IR is read as it is");
        tell!("raddle: {}: {compiler}", args.name());
    }
    // Notes on an error cost time, so they are not computed if they are not printed.
    let diagnose = !args.quiet || args.explore.format == Format::Json;
    let options = Options { diagnose, ..args.options(model.clone()) };
    let program = source.program(&args.lower_options());
    match args.engine {
        EngineArg::Explore => check(&program, &options, run, watcher),
        EngineArg::Bmc => {
            let symbolic = Symbolic { unroll: args.explore.unroll };
            check_symbolically(&program, &options, symbolic, run, watcher)
        }
    }
}

/// Are errors printed as soon as they are known, before notes on them?
fn prints_at_once(args: &CheckArgs) -> bool {
    args.explore.format == Format::Text && !args.quiet
}

/// Prints the result, notes and warnings.
fn report(args: &CheckArgs, verdict: &Verdict) -> Status {
    print(&match args.explore.format {
        Format::Text if args.quiet => {
            let headings: String = verdict.errors.iter().map(text::heading).collect();
            format!("{headings}{}\n", text::summary(verdict))
        }
        // Its errors are printed already.
        Format::Text if verdict.answer() == Answer::Error => text::ending(verdict),
        Format::Text => text::verdict(verdict),
        // Every part of a report has a JSON form.
        Format::Json => {
            let report = json::ProgramReport::new(verdict, peak_memory());
            format!("{}\n", serde_json::to_string(&report).unwrap_or_default())
        }
    });
    if !args.quiet {
        let name = args.name();
        if let Some(histories) = text::histories(verdict) {
            tell!("note: {name}: {histories}");
        }
        verdict.notes.iter().for_each(|note| tell!("note: {name}: {}", text::note(note)));
        verdict.warnings.iter().for_each(|warning| tell!("warning: {name}: {}", text::warning(warning)));
    }
    if args.verbose > 0 {
        let Verdict { threads, rounds, totals, model, .. } = verdict;
        let xmm = match (model.named(), totals.xmm) {
            // It was not asked whether there may be a cycle, or there may be none.
            (Some(ModelName::Xmm), XmmCounts { rounds: 0, .. }) => String::new(),
            (Some(ModelName::Xmm), xmm) => format!(
                ", {} executions with a cycle, {} race classes, {} closing labels, {} open graphs, {} of {} cores justified",
                xmm.cyclic,
                xmm.race_classes,
                xmm.closing_labels,
                xmm.open_graphs,
                xmm.justified_cores,
                xmm.candidate_cores
            ),
            _ => String::new(),
        };
        let search = match totals.search_rounds {
            0 => String::new(),
            count => format!(", {count} rounds of search for load buffering"),
        };
        let added = totals.events_added;
        let races = verdict.buffering.as_ref().map(|races| text::buffering_races(races, verdict));
        tell!("raddle: {threads} threads, explored in {rounds} rounds, {added} events added{search}{xmm}");
        races.into_iter().for_each(|races| tell!("raddle: {races}"));
    }
    if let Some(path) = &args.graph {
        draw(args, path, verdict);
    }
    let up_to_commits = verdict.totals.commits_reached;
    let weak = verdict.bounded.is_some()
        || up_to_commits
        || verdict.is_vacuous()
        || verdict.notes.contains(&Note::SpuriousOnce);
    match verdict.answer() {
        Answer::Error => Status::Error,
        Answer::Unsupported => Status::BadInput,
        Answer::Unknown if verdict.limit == Some(Limit::Interrupted) => Status::Interrupted,
        Answer::Unknown => Status::NoVerdict,
        Answer::Ok if args.strict && weak => Status::NoVerdict,
        Answer::Ok => Status::Verified,
    }
}

/// Writes the execution that shows the first error. The verdict does not depend on it.
fn draw(args: &CheckArgs, path: &Path, verdict: &Verdict) {
    let dot = verdict.errors.first().map(|error| dot::story(&error.story));
    if dot.is_none() {
        tell!("warning: {}: there is no execution to draw: {} is empty", args.name(), path.display());
    }
    if let Err(error) = std::fs::write(path, dot.unwrap_or_default()) {
        Diagnostic::new(format!("cannot write {}: {error}", path.display())).emit();
    }
}

/// Prints executions and errors as they are found.
struct Watcher<'a> {
    args: &'a CheckArgs,
    model: &'a MemoryModel,
    run: &'a Run,
    dog: Watchdog,
    /// The verdict, while notes on its errors are computed.
    found: Mutex<Option<Verdict>>,
    /// Was an execution shown?
    has_shown: AtomicBool,
}

impl Watcher<'_> {
    /// Prints what is known although the check has not ended.
    fn last_words(&self, limit: Limit) -> Status {
        let (args, seconds) = (self.args, self.run.elapsed().as_secs_f64());
        if let Some(mut verdict) = self.found.lock().unwrap_or_else(PoisonError::into_inner).take() {
            verdict.seconds = seconds;
            verdict.notes.push(Note::NotFinished);
            return report(args, &verdict);
        }
        let equivalence = args.explore.options().equivalence;
        let (file, progress) = (args.name(), self.run.progress());
        let unfinished = Unfinished { file: &file, model: Some(self.model), equivalence, limit, progress, seconds };
        print(&match args.explore.format {
            Format::Text => format!("{}\n", unfinished.summary()),
            Format::Json => format!("{}\n", unfinished.json()),
        });
        if limit == Limit::Interrupted { Status::Interrupted } else { Status::NoVerdict }
    }
}

impl Watch for Watcher<'_> {
    fn wants(&self, ending: Ending) -> bool {
        match ending {
            Ending::Blocked => self.args.print_blocked,
            Ending::Complete | Ending::Failed => self.args.print_executions,
        }
    }

    fn found(&self, verdict: &Verdict) {
        self.dog.undisturbed(|| {
            if prints_at_once(self.args) {
                print(&text::errors(verdict));
            }
            *self.found.lock().unwrap_or_else(PoisonError::into_inner) = Some(verdict.clone());
        });
    }

    fn growing(&self, growing: &Growing) {
        if !self.args.quiet {
            tell!("warning: {}: {}", self.args.name(), text::growing(growing));
        }
    }

    fn again(&self) {
        if self.has_shown.swap(false, Ordering::Relaxed) {
            let name = self.args.name();
            tell!("warning: {name}: more is known about the program now: all executions are shown again");
        }
    }

    fn execution(&self, observed: &Observed<'_>) {
        self.has_shown.store(true, Ordering::Relaxed);
        let ending = match observed.ending {
            Ending::Complete => "complete",
            Ending::Blocked => "blocked",
            Ending::Failed => "failed",
        };
        let text = match self.args.explore.format {
            Format::Text => format!("execution ({ending})\n{}\n", text::story(&(observed.story)())),
            Format::Json => {
                format!("{}\n", serde_json::json!({ "execution": observed.execution, "ending": ending }))
            }
        };
        // One at a time: the text of each stays together.
        self.dog.undisturbed(|| print(&text));
    }
}
