//! The judge: do the explorer and the oracle find the same executions of a program?
//!
//! What is compared, for each execution by everything in it (events, reads-from, coherence in `mo` mode):
//!
//! - the explorer meets no execution twice, and counts what it shows;
//! - executions in which no thread is blocked: the same sets;
//! - executions with a blocked thread, in `mo` mode: the same sets where all blocked threads stand before mutexes, joins
//!   and barriers, and for programs without other waits. Otherwise the explorer may leave out reads that can only block,
//!   and need not show every way to block: each of its blocked executions must satisfy the axioms, and run on from where
//!   it stands it must be one of the oracle's;
//! - executions with a blocked thread, in `wb` mode: the same sets for programs without mutexes. Where there are some, the
//!   explorer lets threads wait for those that are free again: each of its blocked executions must be consistent
//!   and, without the reads that made threads wait for mutexes, the beginning of one of the oracle's; and none of
//!   the oracle's may be missing;
//! - what each thread waits for, and deadlocks: the same sets, without the reads that made threads wait (in `wb` mode:
//!   some coherence order makes it a deadlock, and what all of them make one is found);
//! - the state and ending of each thread: what running it on the values of its reads gives;
//! - final memory: what coherence says (in `wb` mode: some coherence order that the model allows);
//! - data races: the least one (by location, then by name) of those that the axioms know, of each execution and of all
//!   of them together, blocked ones included;
//! - failures: the same histories of threads that fail, even if the executions with blocked threads differ;
//! - accesses to objects whose life has ended, and ends of life of objects that others may be using: some are found if and
//!   only if there are any. In programs that have them, nothing else is judged;
//! - totals with several workers: the same as with one.

mod dependent;
mod expected;
mod explorer;
mod mismatch;
mod objects;
mod orders;
mod replay;
mod run_on;
mod stuck;
mod xmm;

pub use dependent::{compare_dependent, compare_mutated};
pub use mismatch::{Disagreement, Mismatch};
pub use objects::has_fault;
pub use orders::compare_orders;
pub use xmm::{XmmStats, compare_xmm};

use std::collections::BTreeSet;

use raddle_explore::{Ending, Equivalence, Options, Race, Totals};
use raddle_graph::{Address, Execution, Label, Source, ThreadEnd, Value};
use raddle_models::ModelName;
use raddle_models::axioms::{self, Candidate};

use crate::Sketch;
use expected::{Expected, memory};
use explorer::Found;
pub use explorer::{explore_as_planned, explore_sketch, explore_symmetric};
use stuck::{Strip, Stuck};

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
    /// Executions that are deadlocks.
    pub deadlocks: u64,
    /// Programs in which an object is accessed or freed when it must not be.
    pub faulty: u64,
}

impl std::ops::AddAssign for Stats {
    fn add_assign(&mut self, other: Stats) {
        self.compared += other.compared;
        self.too_large += other.too_large;
        self.complete += other.complete;
        self.blocked += other.blocked;
        self.failed += other.failed;
        self.racy += other.racy;
        self.deadlocks += other.deadlocks;
        self.faulty += other.faulty;
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
        if self.judge_faults(&found)? {
            return Ok((totals, Stats { faulty: 1, ..stats }));
        }
        for one in &found {
            self.judge_one(one)?;
            match one.ending {
                Ending::Complete => stats.complete += 1,
                Ending::Blocked => stats.blocked += 1,
                Ending::Failed => stats.failed += 1,
            }
            stats.racy += u64::from(one.race.is_some());
            stats.deadlocks += u64::from(one.is_deadlock);
        }
        self.judge_totals(&totals, &stats)?;
        self.judge_sets(&found)?;
        self.judge_errors(&found)?;
        self.judge_deadlocks(&found)?;
        Ok((totals, stats))
    }

    /// Judges whether there are faults: are there?
    fn judge_faults(&self, found: &[Found]) -> Result<bool, Disagreement> {
        let faults = found.iter().flat_map(|one| &one.faults).flatten();
        let faulty = self.program.has_objects().then(|| self.expected.faulty(self.model)).flatten();
        match (faults.min(), faulty) {
            (Some(fault), None) => Err(Disagreement::Errors(format!("{fault:?} is found, but there is no such fault"))),
            (None, Some(execution)) => {
                Err(Disagreement::Errors(format!("no fault is found, but this has one:\n{execution}")))
            }
            (fault, _) => Ok(fault.is_some()),
        }
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
        } else if ends.contains(&ThreadEnd::Blocked) && !self.ended_with_the_process(found) {
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
        self.judge_waits(found).map_err(wrong)?;
        if objects::live(execution) != found.live_objects {
            return Err(wrong(format!("the objects that live are not {:?}", found.live_objects)));
        }
        self.judge_race(found).map_err(wrong)
    }

    /// Did a thread end the process, and would nobody who waits go on?
    fn ended_with_the_process(&self, found: &Found) -> bool {
        let stuck = self.stuck(found);
        stuck.has_exited() && stuck.is_settled(&self.final_memory(found))
    }

    fn final_memory<'a>(&'a self, found: &'a Found) -> impl Fn(Address) -> Value + 'a {
        |addr| {
            let value = self.program.addresses().zip(&found.memory).find(|(at, _)| *at == addr);
            value.map_or(0, |(_, value)| *value)
        }
    }

    fn judge_memory(&self, found: &Found) -> Result<(), String> {
        let allowed = match self.equivalence {
            Equivalence::Mo => memory(self.program, &found.execution) == found.memory,
            Equivalence::Wb => {
                self.expected.wb.get(&self.comparable(found)).is_none_or(|memories| memories.contains(&found.memory))
            }
        };
        if allowed { Ok(()) } else { Err(format!("no coherence order leaves memory as {:?}", found.memory)) }
    }

    fn judge_waits(&self, found: &Found) -> Result<(), String> {
        let memory = self.final_memory(found);
        let stuck = self.stuck(found);
        let waits = stuck.waits(&memory);
        if waits != found.waits {
            return Err(format!("threads are said to wait for {:?}, but they wait for {waits:?}", found.waits));
        }
        let is_deadlock = found.ending == Ending::Blocked && stuck.is_deadlock(&memory);
        match (found.is_deadlock, is_deadlock) {
            (true, false) => Err("said to be a deadlock, but it is none".to_owned()),
            (false, true) => Err("this is a deadlock, but it is not said to be one".to_owned()),
            _ => Ok(()),
        }
    }

    fn stuck<'a>(&'a self, found: &'a Found) -> Stuck<'a> {
        Stuck { program: self.program, execution: &found.execution, states: &found.states }
    }

    /// The execution as the oracle would show it: a lock reads nothing that makes its thread wait.
    fn comparable(&self, found: &Found) -> Execution {
        if self.waits_for_mutexes(&found.execution) {
            self.stuck(found).stripped(Strip::Mutexes)
        } else {
            found.execution.clone()
        }
    }

    /// Does a thread wait in `wb` mode, where the explorer has no rule for mutexes?
    fn waits_for_mutexes(&self, execution: &Execution) -> bool {
        self.equivalence == Equivalence::Wb && self.program.has_mutexes_by_rule() && has_blocked_thread(execution)
    }

    fn judge_deadlocks(&self, found: &[Found]) -> Result<(), Disagreement> {
        let deadlocks = found.iter().filter(|one| one.is_deadlock);
        let found: BTreeSet<Execution> = deadlocks.map(|one| self.stuck(one).stripped(Strip::Resources)).collect();
        let (must, may) = self.expected.deadlocks(self.program, self.equivalence);
        let missing: Vec<Execution> = must.into_iter().filter(|execution| !found.contains(execution)).collect();
        let surplus: Vec<_> = (found.into_iter().filter(|execution| !may.contains(execution)))
            .map(|execution| (execution, "no deadlock".to_owned()))
            .collect();
        if missing.is_empty() && surplus.is_empty() {
            Ok(())
        } else {
            Err(Disagreement::Deadlocks { missing, surplus })
        }
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
        Ok(located.chain(objects::accesses_too_early(execution, self.model)).min())
    }

    /// May the explorer show other executions with blocked threads than the oracle?
    fn blocked_differ(&self) -> bool {
        match self.equivalence {
            Equivalence::Mo => self.program.has_waits(),
            Equivalence::Wb => self.program.has_mutexes_by_rule(),
        }
    }

    /// Must the execution be one of the oracle's?
    fn is_judged_as_it_is(&self, execution: &Execution) -> bool {
        if !self.blocked_differ() || !has_blocked_thread(execution) {
            return true;
        }
        let stands_before_resources = || {
            let states = replay::states(self.program, execution);
            states.is_ok_and(|states| {
                Stuck { program: self.program, execution, states: &states }.stands_before_resources()
            })
        };
        self.equivalence == Equivalence::Mo && stands_before_resources()
    }

    /// Must an execution of the oracle be found?
    fn must_be_found(&self, execution: &Execution) -> bool {
        self.equivalence == Equivalence::Wb || self.is_judged_as_it_is(execution)
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
        let comparable: BTreeSet<Execution> = found.iter().map(|one| self.comparable(one)).collect();
        let missing: Vec<Execution> = (self.expected.executions(self.equivalence).into_iter())
            .filter(|execution| !comparable.contains(execution) && self.must_be_found(execution))
            .cloned()
            .collect();
        let surplus: Vec<(Execution, String)> = (comparable.into_iter())
            .filter(|execution| !self.expected.contains(execution))
            .filter_map(|execution| {
                let why = if self.is_judged_as_it_is(&execution) {
                    Err(match axioms::check(self.model, &execution) {
                        Err(violation) => violation.to_string(),
                        Ok(()) => "consistent, but not final or not an execution of the program".to_owned(),
                    })
                } else {
                    self.judge_unfinished(&execution)
                };
                why.err().map(|why| (execution, why))
            })
            .collect();
        if missing.is_empty() && surplus.is_empty() { Ok(()) } else { Err(Disagreement::Sets { missing, surplus }) }
    }

    /// Judges an execution from which reads that block were left out.
    fn judge_unfinished(&self, execution: &Execution) -> Result<(), String> {
        axioms::check(self.model, execution).map_err(|violation| violation.to_string())?;
        if self.equivalence == Equivalence::Wb {
            let begins = |whole: &&Execution| {
                whole.threads.iter().zip(&execution.threads).all(|(whole, part)| whole.starts_with(part))
            };
            let whole = self.expected.wb.keys().find(begins);
            return whole.map(|_| ()).ok_or_else(|| "none of the oracle's begins like it".to_owned());
        }
        let finished = run_on::run_on(self.program, execution)?;
        if self.expected.contains(&finished) {
            Ok(())
        } else {
            Err(format!("run on, it becomes what is none of the oracle's:\n{finished}"))
        }
    }
}

/// The threads that fail, with what they did.
fn failed_histories(execution: &Execution) -> impl Iterator<Item = (usize, Vec<Label>)> {
    let failed = execution.ends.iter().enumerate().filter(|(_, end)| **end == ThreadEnd::Failed);
    failed.map(|(thread, _)| (thread, execution.threads[thread].iter().map(|event| event.label).collect()))
}

fn has_blocked_thread(execution: &Execution) -> bool {
    execution.ends.contains(&ThreadEnd::Blocked)
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
