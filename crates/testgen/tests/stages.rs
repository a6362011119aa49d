//! Stages add up: the visit shows what has no cycle of program order and reads-from, the general engine what has one, and
//! together they show what the enumerator finds, also of threads that start and join others, meet at barriers, take mutexes
//! and fail.

use std::collections::BTreeSet;
use std::sync::Mutex;

use raddle_explore::oracle::{self, Guessing};
use raddle_explore::{FinalGraph, Options, Plan, Program as _, plan};
use raddle_graph::{Execution, Mode, ThreadEnd};
use raddle_models::axioms::Candidate;
use raddle_models::{CatModel, ModelName};
use raddle_testgen::Sketch;
use raddle_testgen::compare::explore_as_planned;
use raddle_testgen::random::{Drawn, Flavour, Programs, Size};
use raddle_testgen::sketch::{Dialect, State, Stmt, Test};

/// Steps up to which the oracle is asked.
const LIMIT: usize = 10_000;

/// What the threads of a program do besides accessing memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Feature {
    /// One of them starts the others, looks at memory, and joins them.
    Spawns,
    /// They meet, each after so many of its statements.
    Barriers,
    /// Each does a part of what it does in a critical section.
    Mutexes,
    /// Some fail, depending on what they read.
    Failures,
}

/// The program with a feature, which `nth` varies.
fn with(feature: Feature, program: &Sketch, nth: usize) -> Sketch {
    let mut threads = program.threads().to_vec();
    let count = threads.len() as u32;
    let place = |body: &[Stmt], thread: usize| (nth / 2 + thread) % (body.len() + 1);
    match feature {
        Feature::Spawns => {
            let children = 1..=threads.len() as u16;
            let mut parent: Vec<Stmt> = children.clone().map(Stmt::Spawn).collect();
            let joins = children.map(Stmt::Join);
            parent.insert(nth % parent.len(), Stmt::Store { loc: 0, value: 2.into(), mode: Mode::Rlx });
            let looks = Stmt::Load { reg: 0, loc: (nth % 2) as u8, mode: Mode::Rlx };
            match nth % 3 {
                0 => parent.extend(joins.chain([looks])),
                1 => parent.extend([looks].into_iter().chain(joins)),
                _ => parent.push(looks),
            }
            threads.insert(0, parent);
        }
        Feature::Barriers => {
            for (thread, body) in threads.iter_mut().enumerate() {
                body.insert(place(body, thread), Stmt::Barrier { barrier: 0, count });
            }
        }
        Feature::Mutexes => {
            for (thread, body) in threads.iter_mut().enumerate() {
                let place = place(body, thread);
                let section = if nth.is_multiple_of(2) { 0..place } else { place..body.len() };
                body.insert(section.end, Stmt::Unlock(0));
                body.insert(section.start, Stmt::Lock(0));
            }
        }
        Feature::Failures => {
            for (thread, body) in threads.iter_mut().enumerate().take(1 + nth % 2) {
                let test = Test { reg: 0, value: 1, equal: nth.is_multiple_of(3) };
                body.insert(place(body, thread), Stmt::Assert(test));
            }
        }
    }
    Sketch::new(threads)
}

/// What was compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Tally {
    compared: u32,
    too_large: u32,
    /// Programs with load buffering.
    buffering: u32,
    /// Programs with an execution in which a thread failed.
    failing: u32,
    /// Programs with an execution in which a thread waits for good.
    blocking: u32,
}

/// Compares the stages with the enumerator. The error says what they do not agree about.
fn compare(program: &Sketch, model: ModelName, tally: &mut Tally) -> Result<(), String> {
    let cat = CatModel::shipped(model.name()).expect("the model is shipped");
    let guessing = Guessing { limit: LIMIT, ..Guessing::default() };
    let Some(expected) = oracle::executions_under_model(program, cat, guessing) else {
        tally.too_large += 1;
        return Ok(());
    };
    // The fast engine need not show every way to wait, and the general one shows threads that wait for a mutex with an old value.
    let has_locks = program.threads().iter().flatten().any(|statement| matches!(statement, Stmt::Lock(_)));
    let waits = program.has_waits() || has_locks;
    let is_compared = |execution: &&Execution| !(waits && execution.ends.contains(&ThreadEnd::Blocked));
    let expected: BTreeSet<&Execution> = expected.iter().filter(is_compared).collect();
    let has_cycle = |execution: &Execution| match Candidate::new(execution) {
        Ok(candidate) => candidate.has_porf_cycle(),
        Err(violation) => panic!("{violation}\n{execution}"),
    };
    let options = Options { detect_duplicates: true, symmetry: false, ..Options::default() };
    let plan = plan(&program.features(), &model.into(), &options).expect("the model has a plan");
    let [visit, _] = plan.stages[..] else { panic!("{model} is explored in two stages") };
    let agrees = |what: &str, plan: &Plan, expected: &BTreeSet<&Execution>| {
        let found = Mutex::new(Vec::new());
        let collect = |graph: &dyn FinalGraph<State>| found.lock().unwrap().push(graph.execution());
        explore_as_planned(plan, program, model, &options, &collect).map_err(|error| format!("{what}: {error}"))?;
        let found = found.into_inner().unwrap();
        let found: BTreeSet<&Execution> = found.iter().filter(is_compared).collect();
        let (missing, surplus) = (expected.difference(&found).next(), found.difference(expected).next());
        match (missing, surplus) {
            (None, None) => Ok(()),
            (Some(missing), _) => Err(format!("{what} misses\n{missing}")),
            (_, Some(surplus)) => Err(format!("{what} finds too much:\n{surplus}")),
        }
    };
    let acyclic: BTreeSet<&Execution> = expected.iter().copied().filter(|execution| !has_cycle(execution)).collect();
    agrees("the visit", &Plan { stages: vec![visit] }, &acyclic)?;
    agrees("both stages", &plan, &expected)?;
    let has = |end| expected.iter().any(|execution| execution.ends.contains(&end));
    tally.compared += 1;
    tally.buffering += u32::from(acyclic.len() < expected.len());
    tally.failing += u32::from(has(ThreadEnd::Failed));
    tally.blocking += u32::from(has(ThreadEnd::Blocked));
    Ok(())
}

fn random_programs(feature: Feature, size: Size, count: usize) -> Tally {
    let flavours = [Flavour::Buffering, Flavour::OneLocation, Flavour::Cells, Flavour::Operands];
    let mut tally = Tally::default();
    let models =
        [ModelName::Imm, ModelName::Armv8, ModelName::Power, ModelName::Riscv, ModelName::Armv7, ModelName::Armv82018];
    for (model, seed) in models.into_iter().zip(41..) {
        let mut programs = Programs::new(seed, &flavours, &[size]);
        for nth in 0..count {
            let drawn: Drawn = programs.draw();
            let varied = |program: &Sketch| with(feature, program, nth).in_dialect(Dialect::of(model));
            let program = varied(&drawn.program());
            if let Err(wrong) = compare(&program, model, &mut tally) {
                let judge = |program: &Sketch| {
                    let program = varied(program);
                    let wrong = compare(&program, model, &mut Tally::default()).err()?;
                    Some((program, wrong))
                };
                let (program, wrong) = drawn.shrink((program, wrong), judge);
                panic!("{model}, {feature:?}: {wrong}\nof\n{program}");
            }
        }
    }
    println!("{feature:?}: {tally:?}");
    assert!(tally.too_large < tally.compared, "most are small enough: {tally:?}");
    assert!(tally.buffering > 0, "there is no load buffering: {tally:?}");
    tally
}

#[test]
fn of_threads_that_start_and_join_others() {
    random_programs(Feature::Spawns, Size { threads: 2, statements: 3 }, 300);
}

#[test]
fn of_threads_that_meet_at_barriers() {
    random_programs(Feature::Barriers, Size { threads: 2, statements: 4 }, 300);
}

#[test]
fn of_threads_that_take_mutexes() {
    random_programs(Feature::Mutexes, Size { threads: 2, statements: 4 }, 300);
}

#[test]
fn of_threads_that_fail() {
    let tally = random_programs(Feature::Failures, Size { threads: 3, statements: 3 }, 300);
    assert!(tally.failing > 50, "{tally:?}");
}
