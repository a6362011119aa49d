//! An error under a model of the language: what do machines make of the program, and what would repair it?
//!
//! Nothing is said that was not checked, and what was left open is named with the reason. The program is checked again, with limits
//! on work and time, as it is compiled for machines; where a machine without dependencies would fail, dependencies are what saves it. Then each relaxed load that
//! read from another thread, in the execution that shows the error, is made an acquire load, one line at a time.

use std::cmp::Reverse;
use std::time::Duration;

use raddle_explore::Run;
use raddle_graph::{Event, EventId, Execution, Label, Mode, Source, ThreadId};
use raddle_ir::machine::{AcquireAt, Line};
use raddle_ir::{Program, UserLine};
use raddle_models::ModelName;

use crate::check::{Variation, check_variation};
use crate::error::Error;
use crate::options::{Options, Unwatched};
use crate::subject::Checkable;
use crate::verdict::{Answer, Elsewhere, Open, OtherError, Question, Verdict};

/// How much work each further check may be: a fraction of a second, and the same on every machine.
const MAX_WORK: u64 = 500_000;
/// How long all further checks together may take. Where events are costly, the work would take minutes.
const MAX_TIME: Duration = Duration::from_secs(5);
/// If the whole check has a deadline, further checks take at most this part of what is left then.
const PART_OF_TIME_LEFT: u32 = 2;
/// Each further check takes at most this part of what is left for all of them, so that some is left for the next.
const PART_OF_EACH: u32 = 3;
/// How long an error may be withheld until it is known whether machines have it.
const MAX_TIME_BEFORE_ERROR: Duration = Duration::from_secs(1);
/// How many calls around a line are looked at.
const MAX_CALLS: usize = 8;
/// How many lines are tried.
const MAX_LINES: usize = 8;
/// The machines that are asked.
const MACHINES: [ModelName; 3] = [ModelName::Tso, ModelName::Armv8, ModelName::Power];

/// A line of relaxed reads that read from other threads, and the ways to it.
struct Suspect {
    /// The reads, with the calls that lead out of headers.
    at: AcquireAt,
    /// The lines of the user's around these reads, from the inside out, once for each way to them.
    ways: Vec<Vec<UserLine>>,
}

/// Relaxed reads that read from other threads in an execution, the last of the given thread first.
fn suspects(program: &Program, execution: &Execution, failing: Option<ThreadId>) -> Vec<Suspect> {
    let is_suspect = |id: EventId, event: &Event| {
        let relaxed = matches!(event.label, Label::Read { mode: Mode::Rlx | Mode::Rel, .. });
        relaxed && matches!(event.rf, Some(Source::Event(write)) if write.thread != id.thread)
    };
    let reads = execution.events().filter(|(id, event)| is_suspect(*id, event)).map(|(id, _)| id);
    let mut reads: Vec<EventId> = reads.collect();
    reads.sort_by_key(|read| (failing.is_none_or(|failing| failing != read.thread), read.thread, Reverse(read.index)));
    let mut lines = program.event_lines(execution, &reads.iter().copied().collect());
    let mut suspects: Vec<Suspect> = Vec::new();
    for way in reads.iter().filter_map(|read| lines.remove(read)) {
        // What a user can change is outside of headers.
        let is_system = |line: &UserLine| is_system_header(program.file_name(line.line.0));
        let depth = way.iter().position(|line| !is_system(line)).unwrap_or(0);
        let Some(first) = way.first() else { continue };
        let calls = way[1..=depth].iter().map(|caller| caller.line).collect();
        let at = AcquireAt { line: first.line, calls };
        match suspects.iter_mut().find(|suspect| suspect.at == at) {
            Some(suspect) if suspect.ways.contains(&way) => {}
            Some(suspect) => suspect.ways.push(way),
            None => suspects.push(Suspect { at, ways: vec![way] }),
        }
    }
    suspects.truncate(MAX_LINES);
    suspects
}

/// Is it a header that came with the system, which users do not change?
fn is_system_header(file: &str) -> bool {
    ["/usr/include/", "/usr/lib/", "/usr/local/include/", "/opt/"].iter().any(|root| file.starts_with(root))
}

impl Suspect {
    /// Where a function is called from several places, one of the calls may be enough: the reads of that call, and of its
    /// callers as long as these are shared, too.
    fn narrowed(&self, repairs: impl Fn(&AcquireAt) -> bool) -> AcquireAt {
        for way in &self.ways {
            let mut at = self.at.clone();
            let mut best = None;
            for pair in way.windows(2).skip(at.calls.len()).take(MAX_CALLS) {
                at.calls.push(pair[1].line);
                match pair[0].is_shared {
                    true if repairs(&at) => best = Some(at.clone()),
                    true => break,
                    false => {}
                }
            }
            if let Some(best) = best {
                return best;
            }
        }
        self.at.clone()
    }
}

/// What became of a program under the model of x86.
pub(crate) struct OnX86(Checked);

impl OnX86 {
    const MODEL: ModelName = ModelName::Tso;

    /// The model, if there is no error under it.
    pub(crate) fn absent_under(&self) -> Option<ModelName> {
        is(&self.0, is_right).then_some(OnX86::MODEL)
    }

    /// The check, unless it came to its limits: the notes have more time.
    fn decided(self) -> Option<(ModelName, Checked)> {
        open(&self.0).is_none().then_some((OnX86::MODEL, self.0))
    }
}

/// Checks a program that relies on x86 under the model of that. The answer is said together with the error, and may take only a moment.
pub(crate) fn on_x86<C: Checkable>(input: &C, options: &Options, run: &Run) -> Option<OnX86> {
    if !matches!(options.model.named(), Some(ModelName::Rc20 | ModelName::Rc11 | ModelName::Ra)) {
        return None;
    }
    let mut options = Options { model: OnX86::MODEL.into(), keep_going: false, diagnose: false, ..options.clone() };
    options.explore.workers = 1;
    let time =
        run.time_left().map_or(MAX_TIME_BEFORE_ERROR, |left| MAX_TIME_BEFORE_ERROR.min(left / PART_OF_TIME_LEFT));
    let checked = check_variation(input, &options, Variation::default(), &run.child(MAX_WORK, time), &Unwatched);
    Some(OnX86(checked.map_err(|error| Open::Refused(error.to_string()))))
}

/// What else is known about the first error of a program that was checked under a model of the language.
pub(crate) fn notes<C: Checkable>(
    input: &C,
    program: &Program,
    options: &Options,
    verdict: &Verdict,
    on_x86: Option<OnX86>,
    run: &Run,
) -> Vec<Elsewhere> {
    let Some(language @ (ModelName::Rc20 | ModelName::Rc11 | ModelName::Ra)) = options.model.named() else {
        return Vec::new();
    };
    let Some(error) = verdict.errors.first() else { unreachable!("only errors are diagnosed") };
    let time = run.time_left().map_or(MAX_TIME, |left| MAX_TIME.min(left / PART_OF_TIME_LEFT));
    let all = run.child(u64::MAX, time);
    let again = |model: ModelName, variation: Variation| {
        let mut options = Options { model: model.into(), keep_going: false, diagnose: false, ..options.clone() };
        options.explore.workers = 1;
        let each = all.time_left().unwrap_or(time) / PART_OF_EACH;
        let checked = check_variation(input, &options, variation, &all.child(MAX_WORK, each), &Unwatched);
        checked.map_err(|error| Open::Refused(error.to_string()))
    };
    let as_is = Variation::default;
    // A race is one under every model that knows races.
    let sequential = if error.problem.is_race() { None } else { Some(again(ModelName::Sc, as_is())) };
    if sequential.as_ref().is_some_and(|checked| is(checked, |verdict| has_same(verdict, error))) {
        return vec![Elsewhere::Sequential];
    }
    let mut known = on_x86.and_then(OnX86::decided);
    let machine = |model| known.take_if(|(known, _)| *known == model).unwrap_or_else(|| (model, again(model, as_is())));
    let machines: Vec<(ModelName, Checked)> = MACHINES.map(machine).into();
    let mut notes: Vec<Elsewhere> = elsewhere(error, &machines).into_iter().collect();
    let mut open = Opens::default();
    if language == ModelName::Rc20 && stores_again_after_release(&error.execution) {
        let checked = again(ModelName::Rc11, as_is());
        notes.extend(is(&checked, is_right).then_some(Elsewhere::ReleaseSequences));
        open.unless_decided(&checked, ModelName::Rc11);
    }
    let models = sequential.iter().map(|checked| (ModelName::Sc, checked));
    for (model, checked) in models.chain(machines.iter().map(|(model, checked)| (*model, checked))) {
        open.unless_decided(checked, model);
    }
    notes.extend(open.notes(Question::Models));
    let without = || Variation { without_dependencies: true, ..as_is() };
    let (mut saved, mut open) = (Vec::new(), Opens::default());
    for &(model, _) in machines.iter().filter(|(model, checked)| is(checked, is_right) && model.tracks_dependencies()) {
        let checked = again(model, without());
        saved.extend(is(&checked, |verdict| verdict.answer() == Answer::Error).then_some(model));
        open.unless_decided(&checked, model);
    }
    notes.extend((!saved.is_empty()).then_some(Elsewhere::Dependencies(saved)));
    notes.extend(open.notes(Question::Dependencies));
    let failing = error.place.as_ref().map(|place| place.thread);
    let mut open = Opens::default();
    let acquiring = |at: &AcquireAt| again(language, Variation { acquire: Some(at.clone()), ..as_is() });
    let named = |&(file, line): &Line| (program.file_name(file).to_owned(), line);
    for suspect in suspects(program, &error.execution, failing) {
        let checked = acquiring(&suspect.at);
        if is(&checked, is_right) {
            let at = suspect.narrowed(|at| is(&acquiring(at), is_right));
            let (file, line) = named(&at.line);
            let calls = at.calls.iter().map(named).collect();
            notes.push(Elsewhere::Acquire { file, line, calls, model: language });
            return notes;
        }
        open.unless_decided(&checked, named(&suspect.at.line));
    }
    notes.extend(open.notes(Question::Acquire));
    notes
}

/// Does some thread store to a location after it has released there? Without that, what happens before what is the same under
/// `rc11` and `rc20`, and the rest of `rc11` is weaker: it has the error, too.
fn stores_again_after_release(execution: &Execution) -> bool {
    execution.threads.iter().any(|events| {
        let mut released = Vec::new();
        events.iter().any(|event| match event.label {
            Label::Write { addr, mode, .. } => {
                let again = released.contains(&addr);
                if mode.is_release() {
                    released.push(addr);
                }
                again
            }
            _ => false,
        })
    })
}

/// What a further check came to: a verdict, or why it cannot be carried out.
type Checked = Result<Verdict, Open>;

/// Is there a verdict, and does this hold of it?
fn is(checked: &Checked, holds: impl Fn(&Verdict) -> bool) -> bool {
    checked.as_ref().is_ok_and(holds)
}

/// Why a further check decided nothing; `None` if it did.
fn open(checked: &Checked) -> Option<Open> {
    let verdict = match checked {
        Ok(verdict) => verdict,
        Err(why) => return Some(why.clone()),
    };
    match verdict.answer() {
        Answer::Error => None,
        Answer::Unsupported => {
            let needs = verdict.errors.first().map_or(String::new(), |error| error.problem.kind().to_owned());
            Some(Open::Refused(needs))
        }
        Answer::Ok | Answer::Unknown => match (verdict.limit, verdict.bounded) {
            (Some(limit), _) => Some(Open::Limit(limit)),
            (None, Some(bound)) => Some(Open::Unroll(bound)),
            (None, None) if verdict.totals.uncertain => Some(Open::Uncertain),
            (None, None) => verdict.is_vacuous().then_some(Open::Vacuous),
        },
    }
}

/// What is left open of a question, and why.
struct Opens<T>(Vec<(Open, Vec<T>)>);

impl<T> Default for Opens<T> {
    fn default() -> Opens<T> {
        Opens(Vec::new())
    }
}

impl<T> Opens<T> {
    /// The check was to decide about this.
    fn unless_decided(&mut self, checked: &Checked, about: T) {
        let Some(why) = open(checked) else { return };
        match self.0.iter_mut().find(|(known, _)| *known == why) {
            Some((_, those)) => those.push(about),
            None => self.0.push((why, vec![about])),
        }
    }

    /// Says so, once for each reason.
    fn notes(self, question: impl Fn(Vec<T>) -> Question) -> impl Iterator<Item = Elsewhere> {
        self.0.into_iter().map(move |(why, about)| Elsewhere::Undecided { question: question(about), why })
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
fn elsewhere(error: &Error, machines: &[(ModelName, Checked)]) -> Option<Elsewhere> {
    let those = |holds: &dyn Fn(&Verdict) -> bool| -> Vec<ModelName> {
        machines.iter().filter(|(_, checked)| is(checked, holds)).map(|(model, _)| *model).collect()
    };
    let (right, same) = (those(&is_right), those(&|verdict| has_same(verdict, error)));
    let others: Vec<_> = machines
        .iter()
        .filter_map(|(model, checked)| Some((model, checked.as_ref().ok()?)))
        .filter(|(model, verdict)| verdict.answer() == Answer::Error && !same.contains(model))
        .filter_map(|(model, verdict)| {
            let other = verdict.errors.first()?;
            Some(OtherError { model: *model, kind: other.problem.kind(), place: line_of(other) })
        })
        .collect();
    let is_known = !(right.is_empty() && same.is_empty() && others.is_empty());
    is_known.then(|| Elsewhere::Machines { is_race: error.problem.is_race(), right, same, others })
}
