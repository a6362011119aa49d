//! The check: lowers a program and explores it, again and again until everything about it is known.

use std::path::PathBuf;
use std::time::Instant;

use raddle_explore::{Discovery, Ending, ExploreError, Final, Proceed, Program as _, Run, Totals, Visitor, explore};
use raddle_graph::ThreadId;
use raddle_ir::machine::Machine;
use raddle_ir::{Compile, Knowledge, PartStores, Program, State};
use raddle_llvm::{LowerError, LowerOptions, Lowered};
use raddle_models::ModelName;
use thiserror::Error as ThisError;

use crate::describe::Teller;
use crate::elsewhere::{self, Line};
use crate::finder::Finder;
use crate::growth::Growth;
use crate::options::{Options, Watch};
use crate::outcome::{Outcome, Verdict, limit_name};
use crate::source::Source;

/// How often a program may be explored anew because it turned out to be different from what was known. Each time a thread or
/// a boundary between accesses is learnt, of which there are few.
const MOST_ROUNDS: u32 = 10_000;

/// Why a program cannot be checked.
#[derive(Debug, ThisError)]
pub enum CheckError {
    /// There is no module.
    #[error(transparent)]
    Module(#[from] raddle_llvm::Error),
    /// The program needs something that is not supported.
    #[error(transparent)]
    Lower(#[from] LowerError),
    /// A directory instead of a file.
    #[error("`{}` is a folder: name the files to check", path.display())]
    Folder {
        /// The folder.
        path: PathBuf,
    },
    /// A file too large to be a program.
    #[error("`{}` has {megabytes} MB; files up to {largest} MB are read", path.display())]
    TooLarge {
        /// The file.
        path: PathBuf,
        /// Its size.
        megabytes: u64,
        /// The largest size that is read.
        largest: u64,
    },
    /// A file of some other kind.
    #[error("cannot tell the language of `{}` by its ending", path.display())]
    UnknownLanguage {
        /// The file.
        path: PathBuf,
    },
    /// A thread does not stop.
    #[error("thread {} ({name}) does not stop{}", thread.0, at_places(loops))]
    Endless {
        /// The thread.
        thread: ThreadId,
        /// Its function.
        name: String,
        /// The file and line of each of its loops.
        loops: Vec<(String, u32)>,
    },
    /// Something new is learnt in every round.
    #[error("the program starts ever more threads: {rounds} rounds were not enough to find them all")]
    TooManyRounds {
        /// How many there were.
        rounds: u32,
    },
    /// The exploration failed.
    #[error(transparent)]
    Explore(#[from] ExploreError),
}

impl CheckError {
    /// The file, line and column that the error is about, if there is one.
    pub fn place(&self) -> Option<(String, u32, u32)> {
        match self {
            CheckError::Lower(error) => error.place().map(|place| (place.file.clone(), place.line, place.column)),
            CheckError::Module(raddle_llvm::Error::Parse(error)) => {
                Some((error.file.clone(), error.line, error.column))
            }
            _ => None,
        }
    }
}

fn at_places(loops: &[(String, u32)]) -> String {
    let places: Vec<_> = loops.iter().map(|(file, line)| format!("{file}:{line}")).collect();
    match places.as_slice() {
        [] => String::new(),
        [place] => format!(": it loops at {place}"),
        places => format!(": it loops at {}", places.join(", ")),
    }
}

/// Another program than the one that is given, to find out what matters in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Variation {
    /// Relaxed reads on this line acquire.
    pub acquire: Option<Line>,
    /// Nothing is told about what is computed from what.
    pub without_dependencies: bool,
}

/// Lowers a program as the model needs it, and compiles it.
fn lower_for(
    source: &Source,
    lower_options: &LowerOptions,
    options: &Options,
    variation: Variation,
) -> Result<(Lowered, Program), CheckError> {
    let (model, races) = (&options.model, options.races);
    let machine = model.named().and_then(|model| Machine::of_model(model.name()));
    let lower_options = LowerOptions { keep_branches: model.tracks_dependencies(), machine, ..lower_options.clone() };
    let lowered = source.lower(&lower_options)?;
    let part_stores = match model.named() {
        Some(model) if model.has_races() && races => PartStores::Raced,
        // Updates are fences there, or nobody knows what they are.
        Some(ModelName::Tso | ModelName::Pso | ModelName::Ztso) | None => PartStores::Refused,
        Some(_) => PartStores::Updates,
    };
    let compile = Compile {
        machine,
        dependencies: model.tracks_dependencies() && !variation.without_dependencies,
        part_stores: Some(part_stores),
        acquire_at: variation.acquire,
    };
    let program = lowered.code.program(&compile, &Knowledge::default()).map_err(LowerError::Invalid)?;
    Ok((lowered, program))
}

/// Checks a program.
///
/// The limits of the run hold for the whole check: however often it begins anew, and for what is found out about an error.
pub fn check(source: &Source, options: &Options, run: &Run, watch: &dyn Watch) -> Result<Outcome, CheckError> {
    check_variation(source, options, Variation::default(), run, watch)
}

/// Checks a variation of a program.
pub(crate) fn check_variation(
    source: &Source,
    options: &Options,
    variation: Variation,
    run: &Run,
    watch: &dyn Watch,
) -> Result<Outcome, CheckError> {
    let start = Instant::now();
    let lower = options.lower.clone();
    let (lowered, program) = lower_for(source, &lower, options, variation)?;
    let mut check = Check { lowered, program, lower, variation, source, options, run, watch, start, rounds: 0 };
    // Executions are shown once: not before everything is known.
    if [Ending::Complete, Ending::Blocked].into_iter().any(|ending| watch.wants(ending)) {
        check.rehearse()?;
    }
    check.run()
}

struct Check<'a> {
    lowered: Lowered,
    /// What it is, as far as that is known.
    program: Program,
    /// How it was lowered: as asked for, or with less reduction.
    lower: LowerOptions,
    variation: Variation,
    source: &'a Source,
    options: &'a Options,
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

impl Check<'_> {
    /// Explores until everything about the program is known, and reports.
    fn run(mut self) -> Result<Outcome, CheckError> {
        let growth = Growth::new(self.start);
        loop {
            let explored = {
                let teller = Teller::new(&self.lowered, &self.program, &self.source.file, &self.lower.entry);
                let make = || Finder::new(&teller, self.options, self.watch, &growth);
                explore(&self.program, &self.options.model, &self.options.explore, self.run, make).map(
                    |(totals, finders)| {
                        let mut sum = make();
                        finders.into_iter().for_each(|finder| sum.add(finder));
                        self.outcome(&teller, totals, sum)
                    },
                )
            };
            match self.round(explored)? {
                Round::Done(outcome) => return Ok(self.with_diagnosis(outcome)),
                Round::Learnt => {}
            }
        }
    }

    /// The outcome with what else is known about its error, if that is asked for.
    fn with_diagnosis(&self, mut outcome: Outcome) -> Outcome {
        if !self.options.elsewhere || outcome.verdict() != Verdict::Error {
            return outcome;
        }
        let Some((error, execution)) =
            outcome.errors.first().and_then(|error| Some((error, error.execution.as_ref()?)))
        else {
            return outcome;
        };
        let failing = error.place.as_ref().map(|place| place.thread);
        let suspects = elsewhere::suspects(&self.program, execution, failing);
        let notes = elsewhere::notes(self.source, self.options, error, &suspects, self.run);
        outcome.notes.extend(notes);
        outcome
    }

    /// What was assumed about the program.
    fn notes(&self) -> Vec<String> {
        // Where stores are not buffered apart and updates are fences, nothing is assumed.
        let is_exact = matches!(self.options.model.named(), Some(ModelName::Tso | ModelName::Pso | ModelName::Ztso));
        let words = if is_exact { Vec::new() } else { self.program.widened() };
        let widened = (!words.is_empty()).then(|| {
            let first: Vec<_> = words.iter().take(3).map(|&word| self.lowered.names.location(word)).collect();
            let more = match words.len() - first.len() {
                0 => String::new(),
                more => format!(" and {more} more"),
            };
            format!(
                "accessed both whole and in parts: `{}`{more}; each such word is explored as one location, so that accesses \
                 to its parts are not reordered with each other, and who acquires one part may learn what was released with \
                 another",
                first.join("`, `")
            )
        });
        self.lowered.notes.iter().cloned().chain(widened).collect()
    }

    /// Learns what there is to learn, without looking at executions.
    fn rehearse(&mut self) -> Result<(), CheckError> {
        loop {
            let explored = explore(&self.program, &self.options.model, &self.options.explore, self.run, || Rehearsal);
            match self.round(explored)? {
                Round::Learnt => {}
                Round::Done(_) => return Ok(()),
            }
        }
    }

    /// What is to be done after exploring once.
    fn round<T>(&mut self, explored: Result<T, ExploreError>) -> Result<Round<T>, CheckError> {
        self.rounds += 1;
        let learnt = match &explored {
            Ok(_) => true,
            Err(ExploreError::Learn(discovery)) => self.learn(self.first_discovery(*discovery))?,
            Err(_) => false,
        };
        match explored {
            Ok(result) => return Ok(Round::Done(result)),
            Err(error) if !learnt => return Err(describe(error, &self.program, &self.lower.entry)),
            Err(_) => {}
        }
        if self.rounds >= MOST_ROUNDS {
            return Err(CheckError::TooManyRounds { rounds: self.rounds });
        }
        Ok(Round::Learnt)
    }

    /// The discovery to learn from, when several workers came upon this one. Others come upon another one first, and what
    /// one teaches may make another superfluous. One worker alone always comes upon the same one: so what is learnt, and
    /// what is counted in the end, does not depend on how many workers there are.
    fn first_discovery(&self, found: Discovery) -> Discovery {
        if self.options.explore.workers <= 1 {
            return found;
        }
        let alone = raddle_explore::Options { workers: 1, ..self.options.explore.clone() };
        // A copy: the marks that the others have left in the program must not matter.
        let program = self.program.clone();
        match explore(&program, &self.options.model, &alone, self.run, || Rehearsal) {
            Err(ExploreError::Learn(first)) => first,
            // A limit was reached before.
            _ => found,
        }
    }

    /// Takes in what was discovered. False if nothing can be learnt from it.
    fn learn(&mut self, discovery: Discovery) -> Result<bool, CheckError> {
        // Which threads meet at the barrier is open: explore it access by access.
        if matches!(discovery, Discovery::CrowdedBarrier(_)) && self.lower.barrier_reduction {
            self.lower.barrier_reduction = false;
            (self.lowered, self.program) = lower_for(self.source, &self.lower, self.options, self.variation)?;
            return Ok(true);
        }
        Ok(self.program.learn(discovery))
    }

    fn outcome(&self, teller: &Teller<'_>, totals: Totals, sum: Finder<'_>) -> Outcome {
        let show_output = self.options.show_output;
        let errors: Vec<_> = match self.options.keep_going {
            true => sum.errors.values().map(|found| teller.report(found, show_output)).collect(),
            // Several workers may each have found one.
            false => sum.errors.values().take(1).map(|found| teller.report(found, show_output)).collect(),
        };
        let mut warnings = Vec::new();
        for found in sum.leaks.values() {
            let leak = teller.report(found, false);
            let place = leak.place.map_or(String::new(), |place| format!("{place}: "));
            warnings.push(format!("{place}{} (--check-leaks makes this an error)", leak.message));
        }
        let limit = totals.limit.and_then(limit_name);
        let output = match (&sum.example, errors.is_empty()) {
            (Some(execution), true) => self.program.output(execution),
            _ => Vec::new(),
        };
        let mut outcome = Outcome { errors, warnings, limit, output, ..self.blank(totals) };
        if outcome.errors.is_empty() && outcome.limit.is_none() && outcome.is_vacuous() {
            let blocked = outcome.totals.blocked;
            outcome
                .warnings
                .push(format!("no execution runs to its end ({blocked} are blocked), so that the result says nothing"));
        }
        outcome
    }

    fn blank(&self, totals: Totals) -> Outcome {
        Outcome {
            file: self.source.file.display().to_string(),
            model: self.options.model.clone(),
            equivalence: self.options.explore.equivalence,
            workers: self.options.explore.workers,
            threads: self.program.threads(),
            rounds: self.rounds + 1,
            totals,
            errors: Vec::new(),
            warnings: Vec::new(),
            notes: self.notes(),
            bounded: self.options.lower.unroll.filter(|_| totals.bound_reached),
            limit: None,
            output: Vec::new(),
            seconds: self.start.elapsed().as_secs_f64(),
        }
    }
}

/// So many events at the end of a thread that does not stop show where it goes round.
const ROUND: usize = 200;
/// More lines than this are not named.
const MANY_LINES: usize = 5;

fn describe(error: ExploreError, program: &Program, entry: &str) -> CheckError {
    match error {
        ExploreError::TooManyEvents { thread, execution, .. } => {
            let positions = program.positions(&execution);
            let last = positions.get(thread.index()).into_iter().flatten().rev().take(ROUND);
            let mut loops: Vec<_> = last
                .filter(|position| position.line > 0)
                .map(|position| (program.file_name(position.file).to_owned(), position.line))
                .collect();
            loops.sort_unstable();
            loops.dedup();
            loops.truncate(MANY_LINES);
            let name = if thread.0 == 0 { entry.to_owned() } else { program.thread_name(thread) };
            CheckError::Endless { thread, name, loops }
        }
        error => CheckError::Explore(error),
    }
}

/// A visitor that looks at nothing.
struct Rehearsal;

impl Visitor<State> for Rehearsal {
    fn visit(&mut self, _: &dyn Final<State>) -> Proceed {
        Proceed::Continue
    }

    fn skips_plain(&self) -> bool {
        true
    }
}
