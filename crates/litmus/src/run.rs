//! Running a test: explores its executions and evaluates its condition.

use std::time::Instant;

use raddle_check::Story;
use raddle_engine::carry_out;
use raddle_explore::{
    Derivation, Equivalence, ExploreError, FailureId, Limit, Options, Plan, Program as _, Race, Run, Totals, plan,
};
use raddle_graph::{EventId, Execution, ThreadId, Value};
use raddle_ir::machine::Machine;
use raddle_ir::{Compile, Instr, Knowledge, Program};
use raddle_models::{MemoryModel, ModelName};
use thiserror::Error as ThisError;

use crate::condition::{Location, Quantifier};
use crate::count::{Counter, Failed, Found};
use crate::error::{Error, Span};
use crate::linux::meaning;
use crate::outcome::{FoundFailure, FoundRace, Outcome, RacingAccess, Reply, StateCount, Witness};
use crate::story::{location, story};
use crate::test::{Compiled, Test};

/// The most events that a thread of a test may have unless somebody asks for more: tests are small, and what has more is a loop
/// that does not end.
pub const DEFAULT_MAX_EVENTS_OF_TESTS: usize = 65_534;

/// How to run a test. How far to go is for its [`Run`] to say.
#[derive(Clone, Debug)]
pub struct TestOptions {
    /// How to explore.
    pub explore: Options,
    /// Stop loops after this many iterations.
    pub unroll: Option<u64>,
    /// Look for data races?
    pub races: bool,
    /// Keep an execution that answers the question also if the answer is not an error.
    pub witness: bool,
    /// Count load-buffering races in executions without a cycle.
    pub buffering_races: bool,
}

impl Default for TestOptions {
    fn default() -> TestOptions {
        let max_events = DEFAULT_MAX_EVENTS_OF_TESTS;
        let explore = raddle_explore::Options { max_events, ..raddle_explore::Options::default() };
        TestOptions { explore, unroll: None, races: true, witness: false, buffering_races: false }
    }
}

/// Why a test cannot be run.
#[derive(Clone, PartialEq, Debug, ThisError)]
pub enum RunError {
    /// Something is wrong with the test.
    #[error(transparent)]
    Source(#[from] Error),
    /// The kernel's model speaks of the kernel's primitives only.
    #[error("the test uses atomic accesses that are not the Linux kernel's, of which lkmm says nothing")]
    NotOfTheKernel,
    /// The test asks for something that depends on the modification order.
    #[error(
        "the test observes the final value of `{location}`, which depends on the modification order: \
         use --equivalence mo"
    )]
    NeedsModificationOrder {
        /// What it observes.
        location: Location,
    },
    /// A limit was reached before an outcome was explained.
    #[error("the limit {} was reached before an explanation was found", limit.name())]
    NotExplained {
        /// The limit.
        limit: Limit,
    },
    /// The exploration failed.
    #[error(transparent)]
    Explore(#[from] ExploreError),
}

/// Runs a test under a model, without limits.
///
/// ```
/// use raddle_litmus::{Reply, Test, TestOptions, run};
/// use raddle_models::ModelName;
/// let source = "C SB\n{}\n\
///     P0 (atomic_int *x, atomic_int *y) { atomic_store(x, 1); int r0 = atomic_load(y); }\n\
///     P1 (atomic_int *x, atomic_int *y) { atomic_store(y, 1); int r0 = atomic_load(x); }\n\
///     exists (0:r0=0 /\\ 1:r0=0)";
/// let outcome = run(&Test::parse(source)?, ModelName::Rc11, &TestOptions::default())?;
/// assert_eq!(outcome.reply, Reply::No);
/// assert_eq!(outcome.states.len(), 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn run(test: &Test, model: impl Into<MemoryModel>, options: &TestOptions) -> Result<Outcome, RunError> {
    run_observed(test, &model.into(), options, &Run::default(), None)
}

/// An execution that counts: it is complete and satisfies the filter.
pub struct CountedExecution<'a> {
    /// Does it satisfy the condition's proposition?
    pub satisfies: bool,
    /// The execution.
    pub execution: Execution,
    pub(crate) derivations: Vec<Derivation>,
    pub(crate) compiled: &'a Compiled,
    pub(crate) source: &'a str,
}

impl CountedExecution<'_> {
    /// The same with names, values and source lines.
    pub fn story(&self) -> Story {
        let found = Found { execution: self.execution.clone(), derivations: self.derivations.clone() };
        story(&self.compiled.lowered, self.source, &found)
    }
}

/// Is shown the executions that count, by any worker.
pub trait Observer: Sync {
    /// Called once per execution.
    fn execution(&self, counted: &CountedExecution<'_>);
}

/// The test as a program to be run under a model: C11 is compiled for the model's machine. Dependencies are tracked if the
/// model or the caller needs them.
pub(crate) fn prepare(
    test: &Test,
    model: &MemoryModel,
    unroll: Option<u64>,
    dependencies: bool,
) -> Result<Compiled, Error> {
    let mut compiled = test.compile(unroll)?;
    let machine = model.named().and_then(|model| Machine::of_model(model.name()));
    let machine = machine.filter(|_| test.is_c11());
    let dependencies = dependencies || model.tracks_dependencies();
    let compile = Compile { machine, dependencies, picks: model.tracks_picks(), ..Compile::default() };
    let program = compiled.lowered.program.source().program(&compile, &Knowledge::default());
    compiled.lowered.program = program.map_err(|error| {
        let help = "litmus tests are meant to be small";
        Error::new(test.source(), Span::default(), format!("the test cannot be compiled: {error}"), help)
    })?;
    Ok(compiled)
}

/// Does the program have anything but plain accesses?
fn is_atomic(program: &Program) -> bool {
    program.functions().iter().flat_map(|function| &function.code).any(|instr| match instr {
        Instr::Load { mode, .. } | Instr::Store { mode, .. } => mode.is_atomic(),
        _ => matches!(instr, Instr::Update { .. } | Instr::CompareExchange { .. } | Instr::Fence { .. }),
    })
}

/// Runs a test and shows the executions that count to an observer.
pub fn run_observed(
    test: &Test,
    model: &MemoryModel,
    options: &TestOptions,
    run: &Run,
    observer: Option<&dyn Observer>,
) -> Result<Outcome, RunError> {
    let start = Instant::now();
    let compiled = prepare(test, model, options.unroll, false)?;
    check_question(test, &compiled, model, options)?;
    let cat = model.cat();
    let program = &compiled.lowered.program;
    // C11's models flag races only, which are reported in another way.
    let has_flags = matches!(model.named(), None | Some(ModelName::Lkmm));
    let flags = Some(cat).filter(|cat| has_flags && cat.has_flags());
    let make = || Counter::new(&compiled, test, options, flags, observer);
    let mut explore = options.explore.clone();
    // Executions are shown once, so that what may have to begin again is not begun.
    explore.is_long |= observer.is_some() && explore.max_events > DEFAULT_MAX_EVENTS_OF_TESTS;
    let (plan, totals, counters) = explore_all(program, model, &mut explore, run, &make)?;
    let mut sum = make();
    counters.into_iter().for_each(|counter| sum.add(counter));
    let states = states(&compiled, &sum);
    let source = test.source();
    let race = sum.race.take().map(|(race, found)| found_race(&compiled, source, race, found));
    let mut failures: Vec<_> = std::mem::take(&mut sum.failures).into_iter().collect();
    failures.sort_by_key(|(id, _)| *id);
    let failures: Vec<_> =
        failures.into_iter().map(|(id, failed)| found_failure(&compiled, source, id, failed)).collect();
    let quantifier = test.condition().quantifier;
    let cut = totals.limit.is_some() || totals.uncertain;
    let reply = if race.is_some() && flags.is_none() {
        Reply::Undef
    } else {
        reply(quantifier, sum.positive, sum.negative, !failures.is_empty(), cut)
    };
    let flagged: Vec<String> = std::mem::take(&mut sum.flags).into_iter().collect();
    let (positive, negative) = (sum.positive, sum.negative);
    let witness = sum
        .witness
        .take()
        .map(|found| Witness { story: story(&compiled.lowered, source, &found), execution: found.execution });
    let too_long = sum.too_long.map(|thread| too_long(program, thread, explore.max_events));
    let cut_loops: Vec<u32> = std::mem::take(&mut sum.cut).into_iter().collect();
    let buffering = sum.buffering.as_ref().map(|buffering| buffering.races(program));
    let Compiled { mut warnings, .. } = compiled;
    warnings.extend(flagged.iter().filter_map(|flag| Some(format!("{flag}: {}", meaning(flag)?))));
    warnings.extend(vacuous(&totals, positive + negative));
    warnings.extend(too_long);
    warnings.extend(totals.uncertain.then(|| Totals::UNCERTAIN.to_owned()));
    let commits = Totals::up_to_commits(options.explore.xmm.commits).filter(|_| totals.commits_reached);
    warnings.extend(commits);
    let bounded = options.unroll.filter(|_| totals.bound_reached);
    warnings.extend(bounded.and_then(|unroll| loops_cut(unroll, &cut_loops)));
    Ok(Outcome {
        name: test.name().to_owned(),
        condition: test.condition().clone(),
        model: model.clone(),
        equivalence: options.explore.equivalence,
        plan,
        workers: options.explore.workers,
        threads: test.threads(),
        buffering,
        states,
        positive,
        negative,
        reply,
        race,
        flags: flagged,
        failures,
        witness,
        totals,
        bounded,
        cut_loops,
        warnings,
        hash: test.hash(),
        seconds: start.elapsed().as_secs_f64(),
    })
}

/// Refuses a question that the model, or what counts as one execution, cannot answer.
fn check_question(
    test: &Test,
    compiled: &Compiled,
    model: &MemoryModel,
    options: &TestOptions,
) -> Result<(), RunError> {
    let is_foreign = test.default_model() != ModelName::Lkmm && is_atomic(&compiled.lowered.program);
    if model.named() == Some(ModelName::Lkmm) && is_foreign {
        return Err(RunError::NotOfTheKernel);
    }
    if options.explore.equivalence == Equivalence::Wb
        && let Some(location) = compiled.observation.memory()
    {
        return Err(RunError::NeedsModificationOrder { location: location.clone() });
    }
    Ok(())
}

/// Explores the executions, once more with wide clocks if threads turn out to be long.
fn explore_all<'a>(
    program: &Program,
    model: &MemoryModel,
    explore: &mut Options,
    run: &Run,
    make: &(impl Fn() -> Counter<'a> + Sync),
) -> Result<(Plan, Totals, Vec<Counter<'a>>), RunError> {
    loop {
        let plan = plan(&program.features(), model, explore).map_err(ExploreError::from)?;
        match carry_out(&plan, program, model, explore, run, make) {
            Ok((totals, counters)) => return Ok((plan, totals, counters)),
            Err(ExploreError::TooManyEvents { .. }) if !explore.is_long => explore.is_long = true,
            Err(error) => return Err(error.into()),
        }
    }
}

/// The warning for loops that a bound has cut.
fn loops_cut(unroll: u64, lines: &[u32]) -> Option<String> {
    let (last, others) = lines.split_last()?;
    let others: Vec<_> = others.iter().map(u32::to_string).collect();
    let (at, them) = match others.is_empty() {
        true => (format!("the loop on line {last}"), "it"),
        false => (format!("the loops on lines {} and {last}", others.join(", ")), "them"),
    };
    Some(format!("--unroll {unroll} cut {at}: what comes after more iterations of {them} was not explored"))
}

/// The warning for a thread that has as many events as it may have.
fn too_long(program: &Program, thread: ThreadId, limit: usize) -> String {
    let mut lines: Vec<u32> = program.loops(thread).iter().map(|position| position.line).collect();
    lines.sort_unstable();
    lines.dedup();
    let lines: Vec<_> = lines.iter().map(u32::to_string).collect();
    let at = if lines.is_empty() { String::new() } else { format!("; it loops on line {}", lines.join(", ")) };
    format!(
        "thread P{} has {limit} events in one execution, and may not have more{at}: --max-events allows more, --unroll bounds loops",
        thread.0
    )
}

/// The warning for a vacuous answer.
fn vacuous(totals: &Totals, counted: u64) -> Option<String> {
    let Totals { complete, blocked, failed, .. } = *totals;
    (counted == 0 && failed == 0).then(|| {
        format!(
            "no execution counts, so the answer says nothing: {blocked} are blocked, {complete} dropped by the filter"
        )
    })
}

/// The answer to the condition's question. If the exploration was cut short, one that more executions could not change.
fn reply(quantifier: Quantifier, positive: u64, negative: u64, failed: bool, cut: bool) -> Reply {
    let (found, if_found, otherwise) = match quantifier {
        Quantifier::Exists => (positive > 0, Reply::Ok, Reply::No),
        Quantifier::NotExists => (positive > 0, Reply::No, Reply::Ok),
        Quantifier::Forall => (negative > 0, Reply::No, Reply::Ok),
    };
    if failed {
        Reply::No
    } else if found {
        if_found
    } else if cut {
        Reply::Unknown
    } else {
        otherwise
    }
}

/// The states in order, with names and text.
fn states(compiled: &Compiled, sum: &Counter<'_>) -> Vec<StateCount> {
    let observation = &compiled.observation;
    let mut states: Vec<(&[Value], u64)> = sum.states.iter().map(|(state, &count)| (&**state, count)).collect();
    let numbers = |state: &[Value]| -> Vec<i128> {
        state.iter().enumerate().map(|(index, &value)| observation.number(index, value)).collect()
    };
    states.sort_by_cached_key(|(state, _)| numbers(state));
    let show = |(state, count): (&[Value], u64)| {
        let values = observation.names().enumerate().map(|(index, location)| {
            (location.clone(), observation.text(&compiled.lowered.layout, index, state[index]))
        });
        StateCount { values: values.collect(), count }
    };
    states.into_iter().map(show).collect()
}

fn found_race(compiled: &Compiled, source: &str, race: Race, found: Found) -> FoundRace {
    let lowered = &compiled.lowered;
    let access = |event: EventId| {
        let Some(position) = lowered.program.event_position(&found.execution, event) else {
            unreachable!("{event} races on a line of the test")
        };
        RacingAccess { event, line: position.line, column: position.column }
    };
    FoundRace {
        location: location(lowered, race.addr),
        first: access(race.first),
        second: access(race.second),
        story: story(lowered, source, &found),
        execution: found.execution,
    }
}

fn found_failure(
    compiled: &Compiled,
    source: &str,
    id: FailureId,
    Failed { count, example: (thread, found) }: Failed,
) -> FoundFailure {
    let failure = compiled.lowered.program.failure(id);
    let Some(position) = failure.position else { unreachable!("{id:?} is on a line of the test") };
    FoundFailure {
        kind: failure.kind,
        message: failure.message,
        thread: thread.0,
        line: position.line,
        column: position.column,
        count,
        story: story(&compiled.lowered, source, &found),
        execution: found.execution,
    }
}
