//! An error under a model of the language: what do machines make of the program, and what would repair it?
//!
//! Nothing is said that was not checked, and what a limit left open is named. The program is checked again, with a limit on the
//! work, as it is compiled for machines; where a machine without dependencies would fail, dependencies are what saves it. Then each relaxed load that
//! read from another thread, in the execution that shows the error, is made an acquire load, one line at a time.

use std::collections::BTreeSet;

use raddle_explore::{Limit, Run};
use raddle_graph::{Event, EventId, Execution, Label, Mode, Source, ThreadId};
use raddle_ir::Program;
use raddle_models::ModelName;

use crate::check::{Variation, check_variation};
use crate::error::Error;
use crate::options::{Options, Unwatched};
use crate::subject::Checkable;
use crate::verdict::{Answer, Elsewhere, OtherError, Question, Verdict};

/// How much work each further check may be: a fraction of a second, and the same on every machine.
const MAX_WORK: u64 = 500_000;
/// How many lines are tried.
const MAX_LINES: usize = 8;
/// The machines that are asked.
const MACHINES: [ModelName; 3] = [ModelName::Tso, ModelName::Armv8, ModelName::Power];

/// A line of the program's source: the number of its file, and its own.
type Line = (u16, u32);

/// The lines of relaxed reads that read from other threads in an execution, the last of the given thread first.
fn suspects(program: &Program, execution: &Execution, failing: Option<ThreadId>) -> Vec<Line> {
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
            let position = positions[thread][index];
            let line = (position.file, position.line);
            if is_suspect(id, event) && position.line > 0 && seen.insert(line) {
                lines.push(line);
            }
        }
    }
    lines.truncate(MAX_LINES);
    lines
}

/// What else is known about the first error of a program that was checked under a model of the language.
pub(crate) fn notes<C: Checkable>(
    input: &C,
    program: &Program,
    options: &Options,
    verdict: &Verdict,
    run: &Run,
) -> Vec<Elsewhere> {
    let Some(language @ (ModelName::Rc11 | ModelName::Ra)) = options.model.named() else { return Vec::new() };
    let Some(error) = verdict.errors.first() else { unreachable!("only errors are diagnosed") };
    let again = |model: ModelName, variation: Variation| {
        let mut options = Options { model: model.into(), keep_going: false, diagnose: false, ..options.clone() };
        options.explore.workers = 1;
        // What cannot be checked there says nothing about the error.
        check_variation(input, &options, variation, &run.child(MAX_WORK), &Unwatched).ok()
    };
    let as_is = Variation::default();
    // A race is one under every model that knows races.
    let sequential = if error.problem.is_race() { None } else { again(ModelName::Sc, as_is) };
    if sequential.as_ref().is_some_and(|verdict| has_same(verdict, error)) {
        return vec![Elsewhere::Sequential];
    }
    let machines: Vec<(ModelName, Verdict)> =
        MACHINES.into_iter().filter_map(|model| Some((model, again(model, as_is)?))).collect();
    let mut notes: Vec<Elsewhere> = elsewhere(error, &machines).into_iter().collect();
    let mut open = Open::default();
    let models = sequential.iter().map(|verdict| (ModelName::Sc, verdict));
    for (model, verdict) in models.chain(machines.iter().map(|(model, verdict)| (*model, verdict))) {
        open.unless_decided(verdict, model);
    }
    notes.extend(open.note(Question::Models));
    let without = Variation { without_dependencies: true, ..as_is };
    let (mut saved, mut open) = (Vec::new(), Open::default());
    for &(model, _) in machines.iter().filter(|(model, verdict)| is_right(verdict) && model.tracks_dependencies()) {
        if let Some(verdict) = again(model, without) {
            saved.extend((verdict.answer() == Answer::Error).then_some(model));
            open.unless_decided(&verdict, model);
        }
    }
    notes.extend((!saved.is_empty()).then_some(Elsewhere::Dependencies(saved)));
    notes.extend(open.note(Question::Dependencies));
    let failing = error.place.as_ref().map(|place| place.thread);
    let mut open = Open::default();
    for (file, line) in suspects(program, &error.execution, failing) {
        let name = || program.file_name(file).to_owned();
        let Some(verdict) = again(language, Variation { acquire: Some((file, line)), ..as_is }) else { continue };
        if is_right(&verdict) {
            notes.push(Elsewhere::Acquire { file: name(), line, model: language });
            return notes;
        }
        open.unless_decided(&verdict, (name(), line));
    }
    notes.extend(open.note(Question::Acquire));
    notes
}

/// What limits have left open of a question.
struct Open<T> {
    about: Vec<T>,
    limit: Option<Limit>,
}

impl<T> Default for Open<T> {
    fn default() -> Open<T> {
        Open { about: Vec::new(), limit: None }
    }
}

impl<T> Open<T> {
    /// The verdict is about this.
    fn unless_decided(&mut self, verdict: &Verdict, about: T) {
        if verdict.answer() == Answer::Unknown {
            self.about.push(about);
            self.limit = self.limit.or(verdict.limit);
        }
    }

    /// Says so, unless nothing is open.
    fn note(self, question: impl Fn(Vec<T>) -> Question) -> Option<Elsewhere> {
        self.limit.map(|limit| Elsewhere::Undecided { question: question(self.about), limit })
    }
}

/// Was everything explored, and nothing wrong?
fn is_right(verdict: &Verdict) -> bool {
    verdict.answer() == Answer::Ok && verdict.bounded.is_none() && !verdict.is_vacuous()
}

/// Is it the same error, at the same place?
fn has_same(verdict: &Verdict, error: &Error) -> bool {
    let is_same = |other: &Error| other.problem.kind() == error.problem.kind() && line_of(other) == line_of(error);
    verdict.errors.first().is_some_and(is_same)
}

fn line_of(error: &Error) -> Option<(String, u32)> {
    error.place.as_ref().map(|place| (place.file.clone(), place.line))
}

/// What the machines make of the program.
fn elsewhere(error: &Error, machines: &[(ModelName, Verdict)]) -> Option<Elsewhere> {
    let those = |holds: &dyn Fn(&Verdict) -> bool| -> Vec<ModelName> {
        machines.iter().filter(|(_, verdict)| holds(verdict)).map(|(model, _)| *model).collect()
    };
    let (right, same) = (those(&is_right), those(&|verdict| has_same(verdict, error)));
    let others: Vec<_> = machines
        .iter()
        .filter(|(model, verdict)| verdict.answer() == Answer::Error && !same.contains(model))
        .filter_map(|(model, verdict)| {
            let other = verdict.errors.first()?;
            Some(OtherError { model: *model, kind: other.problem.kind(), place: line_of(other) })
        })
        .collect();
    let is_known = !(right.is_empty() && same.is_empty() && others.is_empty());
    is_known.then(|| Elsewhere::Machines { is_race: error.problem.is_race(), right, same, others })
}
