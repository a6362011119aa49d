//! The judge: do the explorer and the oracle find the same executions of a program?
//!
//! What is compared, for each execution by everything in it (events, reads-from, coherence in `mo` mode):
//!
//! - the explorer meets no execution twice, and counts what it shows;
//! - executions in which no thread is blocked: the same sets;
//! - executions with a blocked thread: the same sets in `wb` mode and for programs without assumptions. Otherwise the
//!   explorer may leave out reads that can only block, and need not show every way to block: each of its blocked
//!   executions must satisfy the axioms, and run on from where it stands it must be one of the oracle's;
//! - the state and ending of each thread: what running it on the values of its reads gives;
//! - final memory: what coherence says (in `wb` mode: some coherence order that the model allows);
//! - data races: the least one (by location, then by name) of those that the axioms know, of each execution and of all
//!   of them together, blocked ones included;
//! - failures: the same histories of threads that fail, even if the executions with blocked threads differ;
//! - totals with several workers: the same as with one.

mod explorer;
mod mismatch;
mod replay;

pub use mismatch::{Disagreement, Mismatch};

use std::collections::{BTreeMap, BTreeSet};

use raddle_explore::{Ending, Equivalence, Options, Race, Totals, oracle};
use raddle_graph::{Address, Execution, Label, Source, ThreadEnd, Value};
use raddle_models::ModelName;
use raddle_models::axioms::{self, Candidate};

use crate::Sketch;
use explorer::Found;

/// How to compare.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// May a weak compare-exchange fail although the expected value is there?
    pub spurious_failures: bool,
    /// Programs with more partial graphs are too large for the oracle.
    pub limit: usize,
    /// If more than 1: explore a second time with so many workers.
    pub workers: usize,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { spurious_failures: false, limit: 100_000, workers: 1 }
    }
}

/// What was compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Stats {
    /// Programs compared, once per equivalence.
    pub compared: u64,
    /// Programs that were too large for the oracle.
    pub too_large: u64,
    /// Executions without blocked or failed threads.
    pub complete: u64,
    /// Executions with blocked threads, as the explorer sees them.
    pub blocked: u64,
    /// Executions with failed threads, as the explorer sees them.
    pub failed: u64,
    /// Executions with a data race.
    pub racy: u64,
}

impl std::ops::AddAssign for Stats {
    fn add_assign(&mut self, other: Stats) {
        self.compared += other.compared;
        self.too_large += other.too_large;
        self.complete += other.complete;
        self.blocked += other.blocked;
        self.failed += other.failed;
        self.racy += other.racy;
    }
}

/// Compares explorer and oracle on one program.
///
/// ```
/// use raddle_explore::Equivalence;
/// use raddle_models::ModelName;
/// use raddle_testgen::{Settings, compare, known};
///
/// let program = known::increments(3);
/// let stats = compare(&program, ModelName::Rc11, Equivalence::Wb, Settings::default()).unwrap();
/// assert_eq!(stats.complete, 6);
/// ```
pub fn compare(
    program: &Sketch,
    model: ModelName,
    equivalence: Equivalence,
    settings: Settings,
) -> Result<Stats, Box<Mismatch>> {
    compare_each(program, model, &[equivalence], settings)
}

/// Compares explorer and oracle on one program under both equivalences, asking the oracle once.
pub fn compare_both(program: &Sketch, model: ModelName, settings: Settings) -> Result<Stats, Box<Mismatch>> {
    compare_each(program, model, &[Equivalence::Mo, Equivalence::Wb], settings)
}

fn compare_each(
    program: &Sketch,
    model: ModelName,
    equivalences: &[Equivalence],
    settings: Settings,
) -> Result<Stats, Box<Mismatch>> {
    let mut stats = Stats::default();
    let Some(expected) = Expected::new(program, model, settings) else {
        stats.too_large = equivalences.len() as u64;
        return Ok(stats);
    };
    for &equivalence in equivalences {
        let comparison = Comparison { program, model, equivalence, settings, expected: &expected };
        stats += comparison.run().map_err(|(workers, disagreement)| {
            Box::new(Mismatch {
                program: program.clone(),
                model,
                equivalence,
                spurious_failures: settings.spurious_failures,
                workers,
                disagreement,
            })
        })?;
    }
    Ok(stats)
}

/// What the oracle finds.
struct Expected {
    /// With coherence.
    mo: BTreeSet<Execution>,
    /// Without, each with the final memories that it may leave. (That this is what the oracle finds in `wb` mode is
    /// tested below.)
    wb: BTreeMap<Execution, BTreeSet<Vec<Value>>>,
}

impl Expected {
    fn new(program: &Sketch, model: ModelName, settings: Settings) -> Option<Expected> {
        let Settings { spurious_failures, limit, .. } = settings;
        let mo = oracle::executions(program, model, Equivalence::Mo, spurious_failures, limit)?;
        let mut wb = BTreeMap::<_, BTreeSet<_>>::new();
        for execution in &mo {
            let without = Execution { co: None, ..execution.clone() };
            wb.entry(without).or_default().insert(memory(program, execution));
        }
        Some(Expected { mo, wb })
    }

    fn contains(&self, execution: &Execution) -> bool {
        if execution.co.is_some() { self.mo.contains(execution) } else { self.wb.contains_key(execution) }
    }

    fn executions(&self, equivalence: Equivalence) -> Vec<&Execution> {
        match equivalence {
            Equivalence::Mo => self.mo.iter().collect(),
            Equivalence::Wb => self.wb.keys().collect(),
        }
    }
}

/// The last values of all locations, by the execution's coherence.
fn memory(program: &Sketch, execution: &Execution) -> Vec<Value> {
    use raddle_explore::Program;
    let last = |addr: Address| {
        let order = execution.co.as_ref()?.get(&addr)?;
        match execution.get(*order.last()?)?.label {
            Label::Write { value, .. } => Some(value),
            _ => None,
        }
    };
    addresses(program).map(|addr| last(addr).unwrap_or_else(|| program.initial_value(addr))).collect()
}

fn addresses(program: &Sketch) -> impl Iterator<Item = Address> {
    (1..=program.locations() as u64).map(Address)
}

/// The threads that fail, with what they did.
fn failed_histories(execution: &Execution) -> impl Iterator<Item = (usize, Vec<Label>)> {
    let failed = execution.ends.iter().enumerate().filter(|(_, end)| **end == ThreadEnd::Failed);
    failed.map(|(thread, _)| (thread, execution.threads[thread].iter().map(|event| event.label).collect()))
}

fn has_blocked_thread(execution: &Execution) -> bool {
    execution.ends.contains(&ThreadEnd::Blocked)
}

struct Comparison<'a> {
    program: &'a Sketch,
    model: ModelName,
    equivalence: Equivalence,
    settings: Settings,
    expected: &'a Expected,
}

impl Comparison<'_> {
    /// An error comes with the number of workers that explored.
    fn run(&self) -> Result<Stats, (usize, Disagreement)> {
        let judge = |workers| self.explore_and_judge(workers).map_err(|disagreement| (workers, disagreement));
        let (totals, stats) = judge(1)?;
        let workers = self.settings.workers;
        if workers > 1 {
            let (parallel, _) = judge(workers)?;
            let counts = |totals: &Totals| (totals.complete, totals.blocked, totals.failed);
            if counts(&totals) != counts(&parallel) {
                let disagreement = Disagreement::Workers { one: Box::new(totals), many: Box::new(parallel) };
                return Err((workers, disagreement));
            }
        }
        Ok(stats)
    }

    fn explore_and_judge(&self, workers: usize) -> Result<(Totals, Stats), Disagreement> {
        let options = Options {
            equivalence: self.equivalence,
            workers,
            spurious_failures: self.settings.spurious_failures,
            detect_duplicates: true,
            ..Options::default()
        };
        let (totals, found) = explorer::run(self.program, self.model, options)?;
        let mut stats = Stats { compared: 1, ..Stats::default() };
        for one in &found {
            self.judge_one(one)?;
            match one.ending {
                Ending::Complete => stats.complete += 1,
                Ending::Blocked => stats.blocked += 1,
                Ending::Failed => stats.failed += 1,
            }
            stats.racy += u64::from(one.race.is_some());
        }
        self.judge_totals(&totals, &stats)?;
        self.judge_sets(&found)?;
        self.judge_errors(&found)?;
        Ok((totals, stats))
    }

    /// Judges what the program is found guilty of, in whichever execution.
    fn judge_errors(&self, found: &[Found]) -> Result<(), Disagreement> {
        if !self.blocked_differ() {
            // The executions are the same, and the errors of each have been judged.
            return Ok(());
        }
        let expected = self.expected.executions(self.equivalence);
        let race = found.iter().filter_map(|one| one.race).min();
        let least = expected.iter().filter_map(|execution| self.least_race(execution).ok()?).min();
        if race != least {
            return Err(Disagreement::Errors(format!("the least race found is {race:?}, but it is {least:?}")));
        }
        let failures: BTreeSet<_> = found.iter().flat_map(|one| failed_histories(&one.execution)).collect();
        let all: BTreeSet<_> = expected.iter().flat_map(|execution| failed_histories(execution)).collect();
        if failures == all {
            return Ok(());
        }
        Err(Disagreement::Errors(format!("threads fail after {failures:?}, but they do after {all:?}")))
    }

    /// Judges what can be said about an execution alone.
    fn judge_one(&self, found: &Found) -> Result<(), Disagreement> {
        let execution = &found.execution;
        let wrong = |what: String| Disagreement::Execution { execution: Box::new(execution.clone()), what };
        let states = replay::states(self.program, execution).map_err(wrong)?;
        if states != found.states {
            return Err(wrong(format!(
                "threads end as {:?}, but running them on what they read gives {states:?}",
                found.states
            )));
        }
        let ends = replay::ends(&states);
        if ends != execution.ends {
            return Err(wrong(format!("the program ends its threads as {ends:?}")));
        }
        let ending = if ends.contains(&ThreadEnd::Failed) {
            Ending::Failed
        } else if ends.contains(&ThreadEnd::Blocked) {
            Ending::Blocked
        } else {
            Ending::Complete
        };
        if ending != found.ending {
            return Err(wrong(format!("reported as {:?}, but it is {ending:?}", found.ending)));
        }
        if execution.co.is_some() != (self.equivalence == Equivalence::Mo) {
            return Err(wrong("coherence belongs to `mo` mode and to nothing else".to_owned()));
        }
        self.judge_memory(found).map_err(wrong)?;
        self.judge_race(found).map_err(wrong)
    }

    fn judge_memory(&self, found: &Found) -> Result<(), String> {
        let allowed = match self.equivalence {
            Equivalence::Mo => memory(self.program, &found.execution) == found.memory,
            Equivalence::Wb => {
                self.expected.wb.get(&found.execution).is_none_or(|memories| memories.contains(&found.memory))
            }
        };
        if allowed { Ok(()) } else { Err(format!("no coherence order leaves memory as {:?}", found.memory)) }
    }

    fn judge_race(&self, found: &Found) -> Result<(), String> {
        let least = self.least_race(&found.execution)?;
        if found.race == least {
            Ok(())
        } else {
            Err(format!("the race shown is {:?}, but the least is {least:?}", found.race))
        }
    }

    fn least_race(&self, execution: &Execution) -> Result<Option<Race>, String> {
        let candidate = Candidate::new(execution).map_err(|violation| violation.to_string())?;
        let races = axioms::races(&candidate, self.model);
        let located = races.iter().filter_map(|&(first, second)| {
            let addr = execution.get(first)?.label.addr()?;
            Some(Race { addr, first, second })
        });
        Ok(located.min())
    }

    /// May the explorer leave out reads that can only block?
    fn blocked_differ(&self) -> bool {
        self.equivalence == Equivalence::Mo && self.program.has_assumptions()
    }

    fn judge_totals(&self, totals: &Totals, stats: &Stats) -> Result<(), Disagreement> {
        let shown = Totals {
            complete: stats.complete,
            blocked: stats.blocked,
            failed: stats.failed,
            events_added: totals.events_added,
            ..Totals::default()
        };
        if *totals == shown {
            Ok(())
        } else {
            Err(Disagreement::Totals { counted: Box::new(*totals), shown: Box::new(shown) })
        }
    }

    fn judge_sets(&self, found: &[Found]) -> Result<(), Disagreement> {
        let mut seen = BTreeSet::new();
        for one in found {
            if !seen.insert(&one.execution) {
                return Err(Disagreement::Twice(Box::new(one.execution.clone())));
            }
        }
        let blocked_differ = self.blocked_differ();
        let judged_as_sets = |execution: &Execution| !(blocked_differ && has_blocked_thread(execution));
        let missing: Vec<Execution> = (self.expected.executions(self.equivalence).into_iter())
            .filter(|execution| judged_as_sets(execution) && !seen.contains(execution))
            .cloned()
            .collect();
        let surplus: Vec<(Execution, String)> = (seen.into_iter())
            .filter(|execution| !self.expected.contains(execution))
            .filter_map(|execution| {
                let why = if judged_as_sets(execution) {
                    Err(match axioms::check(self.model, execution) {
                        Err(violation) => violation.to_string(),
                        Ok(()) => "consistent, but not final or not an execution of the program".to_owned(),
                    })
                } else {
                    self.judge_unfinished(execution)
                };
                why.err().map(|why| (execution.clone(), why))
            })
            .collect();
        if missing.is_empty() && surplus.is_empty() { Ok(()) } else { Err(Disagreement::Sets { missing, surplus }) }
    }

    /// Judges an execution from which reads that block were left out.
    fn judge_unfinished(&self, execution: &Execution) -> Result<(), String> {
        axioms::check(self.model, execution).map_err(|violation| violation.to_string())?;
        let finished = replay::run_on(self.program, execution)?;
        if self.expected.contains(&finished) {
            Ok(())
        } else {
            Err(format!("run on, it becomes what is none of the oracle's:\n{finished}"))
        }
    }
}

/// The source's value in this execution.
fn source_value(program: &Sketch, execution: &Execution, addr: Address, source: Source) -> Option<Value> {
    use raddle_explore::Program;
    match source {
        Source::Init => Some(program.initial_value(addr)),
        Source::Event(id) => match execution.get(id)?.label {
            Label::Write { value, addr: at, .. } if at == addr => Some(value),
            _ => None,
        },
    }
}
