//! An error under a model of the language: what do machines make of the program, and what would repair it?
//!
//! Nothing is said that was not checked. The program is checked again, with a limit on the work, as it is compiled for
//! machines; where a machine without dependencies would fail, dependencies are what saves it. Then each relaxed load that
//! read from another thread, in the execution that shows the error, is made an acquire load, one line at a time.

use std::collections::BTreeSet;

use raddle_explore::Run;
use raddle_graph::{Event, EventId, Execution, Label, Mode, Source, ThreadId};
use raddle_ir::Program;
use raddle_models::ModelName;

use crate::check::{Variation, check_variation};
use crate::options::{Options, Unwatched};
use crate::outcome::{ErrorReport, Outcome, Verdict};
use crate::source::Source as Input;

/// How much work each further check may be: a fraction of a second, and the same on every machine.
const BUDGET: u64 = 500_000;
/// How many lines are tried.
const MOST_LINES: usize = 8;
/// The machines that are asked.
const MACHINES: [ModelName; 3] = [ModelName::Tso, ModelName::Armv8, ModelName::Power];

const RACE: &str = "race";

/// A line of the program's source: the number of its file, and its own.
pub(crate) type Line = (u16, u32);

/// The lines of relaxed reads that read from other threads in an execution, the last of the given thread first.
pub(crate) fn suspects(program: &Program, execution: &Execution, failing: Option<ThreadId>) -> Vec<(Line, String)> {
    let positions = program.positions(execution);
    let is_suspect = |id: EventId, event: &Event| {
        let relaxed = matches!(event.label, Label::Read { mode: Mode::Rlx | Mode::Rel, .. });
        relaxed && matches!(event.rf, Some(Source::Event(write)) if write.thread != id.thread)
    };
    let mut threads: Vec<usize> = (0..execution.threads.len()).collect();
    threads.sort_by_key(|&thread| failing.is_none_or(|failing| failing.index() != thread));
    let (mut seen, mut lines) = (BTreeSet::new(), Vec::new());
    for thread in threads {
        for (index, event) in execution.threads[thread].iter().enumerate().rev() {
            let id = EventId { thread: ThreadId(thread as u16), index: index as u32 };
            let Some(position) = positions.get(thread).and_then(|events| events.get(index)) else { continue };
            let line = (position.file, position.line);
            if is_suspect(id, event) && position.line > 0 && seen.insert(line) {
                lines.push((line, format!("{}:{}", program.file_name(position.file), position.line)));
            }
        }
    }
    lines.truncate(MOST_LINES);
    lines
}

/// What to tell about an error that was found under a model of the language.
pub(crate) fn notes(
    source: &Input,
    options: &Options,
    error: &ErrorReport,
    suspects: &[(Line, String)],
    run: &Run,
) -> Vec<String> {
    let Some(language @ (ModelName::Rc11 | ModelName::Ra)) = options.model.named() else { return Vec::new() };
    let again = |model: ModelName, variation: Variation| {
        let mut options = Options { model: model.into(), keep_going: false, elsewhere: false, ..options.clone() };
        options.explore.workers = 1;
        check_variation(source, &options, variation, &run.child(BUDGET), &Unwatched).ok()
    };
    let as_is = Variation::default();
    // A race is one under every model that knows races.
    if error.kind != RACE && again(ModelName::Sc, as_is).is_some_and(|outcome| has_same(&outcome, error)) {
        return vec!["the error is there under sc, too: it is not a matter of the order of accesses".to_owned()];
    }
    let machines: Vec<(ModelName, Outcome)> =
        MACHINES.into_iter().filter_map(|model| Some((model, again(model, as_is)?))).collect();
    let mut notes: Vec<String> = elsewhere(error, &machines).into_iter().collect();
    let mut saved: Vec<ModelName> =
        machines.iter().filter(|(_, outcome)| is_right(outcome)).map(|(model, _)| *model).collect();
    saved.retain(|&model| {
        let without = Variation { without_dependencies: true, ..as_is };
        model.tracks_dependencies() && again(model, without).is_some_and(|outcome| outcome.verdict() == Verdict::Error)
    });
    if !saved.is_empty() {
        notes.push(format!(
            "under {} it is a dependency (of an address, of data, or of a branch) that keeps the program right: if \
             dependencies ordered nothing, it would fail there",
            list(&saved)
        ));
    }
    let repairs = |line: Line| {
        again(language, Variation { acquire: Some(line), ..as_is }).is_some_and(|outcome| is_right(&outcome))
    };
    if let Some((_, place)) = suspects.iter().find(|(line, _)| repairs(*line)) {
        notes.push(format!("with memory_order_acquire at {place} there is no error under {language}"));
    }
    notes
}

/// Was everything explored, and nothing wrong?
fn is_right(outcome: &Outcome) -> bool {
    outcome.verdict() == Verdict::Ok && outcome.bounded.is_none() && !outcome.is_vacuous()
}

/// Is it the same error, at the same place?
fn has_same(outcome: &Outcome, error: &ErrorReport) -> bool {
    let line = |error: &ErrorReport| error.place.as_ref().map(|place| (place.file.clone(), place.line));
    outcome.errors.first().is_some_and(|other| other.kind == error.kind && line(other) == line(error))
}

/// What the machines make of the program.
fn elsewhere(error: &ErrorReport, machines: &[(ModelName, Outcome)]) -> Option<String> {
    let those = |holds: &dyn Fn(&Outcome) -> bool| -> Vec<ModelName> {
        machines.iter().filter(|(_, outcome)| holds(outcome)).map(|(model, _)| *model).collect()
    };
    let (right, same) = (those(&is_right), those(&|outcome| has_same(outcome, error)));
    let mut parts = Vec::new();
    if !right.is_empty() {
        parts.push(format!("there is no error under {}", list(&right)));
    }
    if !same.is_empty() {
        parts.push(format!("{} {} it, too", list(&same), if same.len() == 1 { "has" } else { "have" }));
    }
    for (model, outcome) in machines {
        if let Some(other) =
            outcome.errors.first().filter(|_| outcome.verdict() == Verdict::Error && !same.contains(model))
        {
            let place =
                other.place.as_ref().map_or(String::new(), |place| format!(" at {}:{}", place.file, place.line));
            parts.push(format!("under {model} there is error[{}]{place}", other.kind));
        }
    }
    let plain = match error.kind {
        RACE => ", where plain accesses are like any other (unless a compiler moves them)",
        _ => "",
    };
    (!parts.is_empty()).then(|| format!("compiled for machines{plain}: {}", parts.join("; ")))
}

/// Names as in a sentence.
fn list(models: &[ModelName]) -> String {
    let names: Vec<&str> = models.iter().map(|model| model.name()).collect();
    match names.as_slice() {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}
