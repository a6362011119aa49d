//! Checks a program: explores it, again after every discovery, and returns the verdict.

use std::time::{Duration, Instant};

use raddle_engine::{carry_out, explore};
use raddle_explore::{
    Ending, ExploreError, FinalGraph, Limit, Plan, Proceed, Program as _, Refusal, Run, Totals, Visitor, plan,
};
use raddle_ir::machine::AcquireAt;
use raddle_ir::{Position, State};
use raddle_models::{MemoryModel, ModelName};
use thiserror::Error as ThisError;

use crate::describe::Describer;
use crate::diagnose::{self, OnX86};
use crate::finder::Finder;
use crate::growth::Growth;
use crate::options::{Options, Watch};
use crate::specification::{CallJudge, Specification};
use crate::subject::{Checkable, FrontEndError, InputPlace, Subject, Target};
use crate::symbolic::SymbolicError;
use crate::verdict::{Answer, Note, Vacuity, Verdict, Warning};

/// Maximum number of explorations of one program. All but the last end with a discovery: a thread, or a boundary between
/// accesses. Programs have few of these.
pub(crate) const MAX_ROUNDS: u32 = 10_000;
/// How long executions that are to be shown are held back until there is nothing more to learn.
const MAX_REHEARSAL: Duration = Duration::from_secs(2);
/// If there is a deadline, it takes at most this part of what is left.
const PART_FOR_REHEARSAL: u32 = 4;
/// Maximum number of widened words that a note names.
const MAX_NAMED_WORDS: usize = 3;

/// Why a program cannot be checked.
#[derive(Debug, ThisError)]
pub enum CheckError<E: FrontEndError> {
    /// The front end refuses it.
    #[error(transparent)]
    Refused(E),
    /// The model is not one of programs.
    #[error(transparent)]
    Model(#[from] UnfitModel),
    /// Something new is learnt in every round.
    #[error("the program starts ever more threads: {rounds} rounds were not enough to find them all")]
    TooManyRounds {
        /// How many there were.
        rounds: u32,
    },
    /// The exploration failed.
    #[error(transparent)]
    Explore(ExploreError),
    /// The symbolic engine does not check it.
    #[error(transparent)]
    Symbolic(SymbolicError),
}

impl<E: FrontEndError> CheckError<E> {
    /// Where in the source the error is, if it is known.
    pub fn place(&self) -> Option<InputPlace> {
        match self {
            CheckError::Refused(refusal) => refusal.place(),
            CheckError::Symbolic(SymbolicError::Unsupported { place, .. }) => place.clone(),
            CheckError::Symbolic(_) => None,
            CheckError::Model(_) | CheckError::TooManyRounds { .. } | CheckError::Explore(_) => None,
        }
    }
}

/// A model under which programs mean nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ThisError)]
pub enum UnfitModel {
    /// The Linux kernel's: it gives accesses of C11 no meaning.
    #[error("lkmm speaks of the Linux kernel's primitives, which C programs do not have")]
    Kernel,
    /// Under it calls cannot be compared with a specification.
    #[error("calls cannot be compared with a specification under this model")]
    NoHappensBefore,
    /// The same for `sc`, without an order of the writes.
    #[error("calls cannot be compared with a specification under sc up to reads-from")]
    NoCoherence,
}

impl UnfitModel {
    /// Refuses a model under which programs mean nothing.
    pub fn refuse(model: &MemoryModel) -> Result<(), UnfitModel> {
        match model.named() {
            Some(ModelName::Lkmm) => Err(UnfitModel::Kernel),
            _ => Ok(()),
        }
    }

    /// What to do instead.
    pub fn help(self) -> &'static str {
        match self {
            UnfitModel::Kernel => {
                "write a litmus test with READ_ONCE, smp_mb, … and run `raddle litmus`, or check under imm or a machine's model"
            }
            UnfitModel::NoHappensBefore => {
                "--spec asks which call can rely on which: choose rc20, rc11, ra, xmm, sc, tso or ztso, which say it"
            }
            UnfitModel::NoCoherence => "leave --equivalence wb out",
        }
    }
}

/// A change of the program, to find out whether an error depends on what is changed.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Variation {
    /// These relaxed reads acquire.
    pub acquire: Option<AcquireAt>,
    /// The model does not see dependencies.
    pub without_dependencies: bool,
}

/// Checks a program.
///
/// The limits of the run hold for the whole check: for all rounds together, and for the diagnosis of an error.
pub fn check<C: Checkable>(
    program: &C,
    options: &Options,
    run: &Run,
    watch: &dyn Watch,
) -> Result<Verdict, CheckError<C::Error>> {
    check_variation(program, options, Variation::default(), run, watch)
}

/// Checks a variation of a program.
pub(crate) fn check_variation<C: Checkable>(
    program: &C,
    options: &Options,
    variation: Variation,
    run: &Run,
    watch: &dyn Watch,
) -> Result<Verdict, CheckError<C::Error>> {
    UnfitModel::refuse(&options.model)?;
    if options.specification.is_some() {
        Specification::refuse(&options.model, options.explore.equivalence)?;
    }
    let start = Instant::now();
    let target = Target {
        acquire: variation.acquire,
        max_steps: options.max_steps,
        ..Target::new(options.model.clone(), options.races)
    };
    let subject = program.subject(&target).map_err(CheckError::Refused)?;
    let explore =
        raddle_explore::Options { ignore_dependencies: variation.without_dependencies, ..options.explore.clone() };
    let mut check = Check { subject, options, explore, run, watch, start, rounds: 0 };
    // Executions must be shown once, so discoveries are made before any is shown.
    if [Ending::Complete, Ending::Blocked, Ending::Failed].into_iter().any(|ending| watch.wants(ending)) {
        check.rehearse()?;
    }
    let mut verdict = check.run()?;
    if options.diagnose && verdict.answer() == Answer::Error {
        // What other models make of calls is another question.
        let is_about_calls = verdict.errors.iter().any(|error| error.problem.is_about_calls());
        if is_about_calls {
            watch.found(&verdict);
            return Ok(verdict);
        }
        let options = &Options { specification: None, ..options.clone() };
        let on_x86 = if check.subject.is_for_x86() { diagnose::on_x86(program, options, run) } else { None };
        let absent_under = on_x86.as_ref().and_then(OnX86::absent_under);
        verdict.errors.iter_mut().for_each(|error| error.absent_under = absent_under);
        watch.found(&verdict);
        let notes = diagnose::notes(program, check.subject.program(), options, &verdict, on_x86, run);
        verdict.notes.extend(notes.into_iter().map(Note::Elsewhere));
        verdict.seconds = run.elapsed().as_secs_f64();
    }
    Ok(verdict)
}

struct Check<'a, S> {
    subject: S,
    options: &'a Options,
    /// How to explore: as the options say, perhaps with fewer workers.
    explore: raddle_explore::Options,
    run: &'a Run,
    watch: &'a dyn Watch,
    start: Instant,
    rounds: u32,
}

/// How a round of exploration ended.
enum Round<T> {
    Done(T),
    Learnt,
}

impl<S: Subject> Check<'_, S> {
    /// Explores until a round makes no discovery, and returns the verdict of that round.
    fn run(&mut self) -> Result<Verdict, CheckError<S::Error>> {
        let growth = Growth::new(self.start);
        loop {
            let explored = {
                let describer = Describer::new(self.subject.program(), self.subject.names());
                let make = || Finder::new(&describer, self.options, self.watch, &growth);
                self.plan().and_then(|plan| {
                    let (totals, finders) =
                        carry_out(&plan, self.subject.program(), &self.options.model, &self.explore, self.run, make)?;
                    self.refuse_parts_in_cycles(&totals)?;
                    let mut sum = make();
                    finders.into_iter().for_each(|finder| sum.add(finder));
                    Ok(self.verdict(&describer, plan, totals, sum))
                })
            };
            match self.round(explored)? {
                Round::Done(verdict) => return Ok(verdict),
                Round::Learnt => self.watch.again(),
            }
        }
    }

    /// XMM does not define what accesses of different sizes do in executions with a cycle. Where there may be none it is as `rc20`.
    fn refuse_parts_in_cycles(&self, totals: &Totals) -> Result<(), ExploreError> {
        let is_refused = totals.xmm.rounds > 0 && !self.subject.program().widened().is_empty();
        let feature = "accesses of different sizes to the same memory, in programs with load buffering";
        if is_refused { Err(Refusal::XmmUndefined { feature }.into()) } else { Ok(()) }
    }

    /// How the program is explored, as far as it is known.
    fn plan(&self) -> Result<Plan, ExploreError> {
        Ok(plan(&self.subject.program().features(), &self.options.model, &self.explore)?)
    }

    /// Explores until a round makes no discovery, without visiting executions, or until that has taken too long: somebody waits for
    /// them.
    ///
    /// If a limit ends that early, there may be more to learn. What several workers meet before the limit strikes is different
    /// each time: the round that shows executions might learn something after all, and begin anew. One worker alone meets the
    /// same again. So one explores from then on.
    fn rehearse(&mut self) -> Result<(), CheckError<S::Error>> {
        let time = self.run.time_left().map_or(MAX_REHEARSAL, |left| MAX_REHEARSAL.min(left / PART_FOR_REHEARSAL));
        let end = Instant::now() + time;
        loop {
            let run = self.run.child(u64::MAX, end.saturating_duration_since(Instant::now()));
            let explored = explore(self.subject.program(), &self.options.model, &self.explore, &run, || Rehearsal);
            match self.round(explored)? {
                Round::Learnt => {}
                Round::Done((totals, _)) if totals.limit == Some(Limit::Timeout) => return Ok(()),
                Round::Done((totals, _)) if totals.limit.is_some() && self.explore.workers > 1 => {
                    self.explore.workers = 1;
                }
                Round::Done(_) => return Ok(()),
            }
        }
    }

    /// Ends a round: learns its discovery, if it made one.
    fn round<T>(&mut self, explored: Result<T, ExploreError>) -> Result<Round<T>, CheckError<S::Error>> {
        self.rounds += 1;
        let error = match explored {
            Ok(result) => return Ok(Round::Done(result)),
            Err(error) => self.first_error(error),
        };
        let learnt = match error {
            ExploreError::TooManyEvents { .. } => !std::mem::replace(&mut self.explore.is_long, true),
            ExploreError::Learn(discovery) => self.subject.learn(discovery).map_err(CheckError::Refused)?,
            _ => false,
        };
        if !learnt {
            return Err(CheckError::Explore(error));
        }
        if self.rounds >= MAX_ROUNDS {
            return Err(CheckError::TooManyRounds { rounds: self.rounds });
        }
        Ok(Round::Learnt)
    }

    /// The discovery, or other error, that ends the round when several workers came upon this one. Next time another worker
    /// may be first, and what one discovery teaches may make another superfluous. One worker alone always meets the same
    /// one first: so what is learnt, and what is counted in the end, does not depend on how many workers there are.
    fn first_error(&self, found: ExploreError) -> ExploreError {
        if self.explore.workers <= 1 {
            return found;
        }
        let alone = raddle_explore::Options { workers: 1, ..self.explore.clone() };
        // A copy, because the other workers have left marks in the program.
        let program = self.subject.program().clone();
        match explore(&program, &self.options.model, &alone, self.run, || Rehearsal) {
            Err(first) => first,
            // A limit was reached before the discovery.
            Ok(_) => found,
        }
    }

    /// What was assumed about the program.
    fn notes(&self, has_error: bool) -> Vec<Note> {
        // Widening is exact for models in which the parts of a store stay in order and updates are fences.
        let is_exact = matches!(self.options.model.named(), Some(ModelName::Tso | ModelName::Pso | ModelName::Ztso));
        let words = if is_exact { Vec::new() } else { self.subject.program().widened() };
        let widened = (!words.is_empty()).then(|| {
            let first = words.iter().take(MAX_NAMED_WORDS);
            let names: Vec<_> = first.map(|&word| self.subject.names().location(word)).collect();
            Note::WidenedWords { more: words.len() - names.len(), names }
        });
        let program = self.subject.program();
        let spurious = match self.explore.spurious_failures {
            true => program.has_many_spurious().then_some(Note::SpuriousOnce),
            false => program.has_spurious_places().then_some(Note::NeverSpurious),
        };
        let understood = self.subject.notes().iter().chain(self.subject.error_notes().iter().filter(|_| has_error));
        understood.cloned().map(Note::Understood).chain(widened).chain(spurious).collect()
    }

    fn verdict(&self, describer: &Describer<'_>, plan: Plan, totals: Totals, sum: Finder<'_>) -> Verdict {
        let show_output = self.options.show_output;
        // Without `keep_going`, each of several workers may have found an error before all stopped.
        let max_errors = if self.options.keep_going { usize::MAX } else { 1 };
        let errors = sum.errors.values().map(|found| describer.error(found, show_output));
        // That a thread goes on says nothing about the program.
        let (endless, mut errors): (Vec<_>, Vec<_>) = errors.partition(|error| error.problem.is_step_limit());
        errors.truncate(max_errors);
        let notes = self.notes(!errors.is_empty());
        let leaks = sum.leaks.values().map(|found| Warning::Leak(Box::new(describer.error(found, false))));
        let mut warnings: Vec<_> = leaks.collect();
        // A visitor that stops at the first error has reached no limit.
        let limit = totals.limit.filter(|&limit| limit != Limit::Stopped);
        let limit = limit.or_else(|| (!endless.is_empty()).then_some(Limit::MaxSteps));
        warnings.extend(endless.into_iter().map(|error| Warning::TooManySteps(Box::new(error))));
        warnings.extend(sum.too_long.clone().map(Warning::TooManyEvents));
        let output = match (&sum.example, errors.is_empty()) {
            (Some(execution), true) => self.subject.program().output(execution),
            _ => Vec::new(),
        };
        let bounded = self.subject.unroll().filter(|_| totals.bound_reached);
        let name = |position: &Position| (describer.program().file_name(position.file).to_owned(), position.line);
        let mut cut_loops: Vec<_> = sum.cut.iter().map(name).collect();
        cut_loops.dedup();
        if let Some(unroll) = bounded.filter(|_| !cut_loops.is_empty()) {
            warnings.push(Warning::CutLoops { unroll, loops: cut_loops.clone() });
        }
        let is_vacuous = errors.is_empty() && limit.is_none() && totals.complete + totals.failed == 0;
        let has_no_calls = sum.calls.as_ref().is_some_and(|calls| calls.seen().most_calls == 0);
        let vacuity = match (sum.has_assumption, totals.bound_reached) {
            (true, _) if is_vacuous => Some(Vacuity::Assumptions),
            (false, true) if is_vacuous => Some(Vacuity::Bound),
            (false, false) if is_vacuous => Some(Vacuity::Waits),
            _ => (errors.is_empty() && limit.is_none() && has_no_calls).then_some(Vacuity::Calls),
        };
        warnings.extend(totals.uncertain.then_some(Warning::Uncertain));
        let commits = self.options.explore.xmm.commits.filter(|_| totals.commits_reached);
        warnings.extend(commits.map(|commits| Warning::UpToCommits { commits }));
        warnings.extend(vacuity.map(|why| Warning::Vacuous { why, blocked: totals.blocked }));
        Verdict {
            file: self.subject.names().file().to_owned(),
            model: self.options.model.clone(),
            equivalence: self.options.explore.equivalence,
            plan,
            workers: self.explore.workers,
            threads: self.subject.program().threads(),
            // `round` has not yet counted this one.
            rounds: self.rounds + 1,
            totals,
            calls: sum.calls.as_ref().map(CallJudge::seen),
            buffering: self.options.buffering_races.then(|| sum.buffering.races(describer.program())),
            errors,
            warnings,
            notes,
            bounded,
            cut_loops,
            vacuity,
            limit,
            output,
            symbolic: None,
            seconds: self.run.elapsed().as_secs_f64(),
        }
    }
}

/// A visitor that ignores executions.
struct Rehearsal;

impl Visitor<State> for Rehearsal {
    fn visit(&mut self, _: &dyn FinalGraph<State>) -> Proceed {
        Proceed::Continue
    }

    fn skips_plain(&self) -> bool {
        true
    }
}
