//! Stages add up: the visit shows what has no cycle of program order and reads-from, another engine what has one, and together
//! they show what the enumerator finds, also of threads that start and join others, meet at barriers, take mutexes, fail, and share an
//! object.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Mutex;

use raddle_explore::oracle::{self, Guessing};
use raddle_explore::{FinalGraph, Options, Plan, Program as _, Run, XmmOptions, plan};
use raddle_graph::{Execution, Mode, ThreadEnd, ThreadId};
use raddle_models::axioms::Candidate;
use raddle_models::{CatModel, ModelName};
use raddle_testgen::Sketch;
use raddle_testgen::compare::{explore_as_planned, has_fault};
use raddle_testgen::random::{Drawn, Flavour, Programs, Size};
use raddle_testgen::sketch::{Dialect, OBJECTS, State, Stmt, Test};

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
    /// They access an object and end its life, depending on what they read.
    Objects,
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
        Feature::Objects => {
            let access = match nth % 3 {
                0 => Stmt::Load { reg: 3, loc: OBJECTS, mode: Mode::Rlx },
                _ => Stmt::Store { loc: OBJECTS, value: 1.into(), mode: Mode::Rlx },
            };
            let maybe = |statement: Stmt, is_certain: bool| {
                let test = Test { reg: 0, value: 1, equal: true };
                if is_certain { statement } else { Stmt::If { test, then: vec![statement], otherwise: Vec::new() } }
            };
            let (user, owner) = (nth % 2, 1 - nth % 2);
            let is_used = nth.is_multiple_of(5);
            let place = if is_used { place(&threads[user], user) } else { threads[user].len() };
            threads[user].insert(place, maybe(access, is_used));
            threads[owner].push(maybe(Stmt::Free(0), nth.is_multiple_of(7)));
            if nth % 11 < 2 {
                threads[user].push(maybe(Stmt::Free(0), false));
            }
            let children = 1..=threads.len() as u16;
            let parent = [Stmt::Allocate(0)].into_iter().chain(children.clone().map(Stmt::Spawn));
            threads.insert(0, parent.chain(children.map(Stmt::Join)).collect());
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
    /// Programs with an execution in which an object is used or freed when it must not be.
    faulty: u32,
    /// Programs in which only load buffering leads to that.
    faulty_by_cycles: u32,
}

/// Compares the stages with the enumerator. The error says what they do not agree about.
fn compare(program: &Sketch, model: ModelName, tally: &mut Tally) -> Result<(), String> {
    let guessing = Guessing { limit: LIMIT, ..Guessing::default() };
    let xmm = XmmOptions { commits: None, ..XmmOptions::default() };
    let all = match model {
        ModelName::Xmm => {
            let reached = oracle::reached_by_xmm(program, xmm, guessing, &Run::default());
            // Under it dependencies play no part, and the explorer does not note them.
            let without = |execution| Execution { dependencies: BTreeMap::new(), ..execution };
            reached.ok().map(|reached| reached.executions.into_iter().map(without).collect())
        }
        _ => {
            let cat = CatModel::shipped(model.name()).expect("the model is shipped");
            oracle::executions_under_model(program, cat, guessing)
        }
    };
    let Some(all) = all else {
        tally.too_large += 1;
        return Ok(());
    };
    // The fast engine need not show every way to wait, and the general one shows threads that wait for a mutex with an old value.
    let has_locks = program.threads().iter().flatten().any(|statement| matches!(statement, Stmt::Lock(_)));
    let waits = program.has_waits() || has_locks;
    let is_compared = |execution: &&Execution| !(waits && execution.ends.contains(&ThreadEnd::Blocked));
    let has_cycle = |execution: &Execution| match Candidate::new(execution) {
        Ok(candidate) => candidate.has_porf_cycle(),
        Err(violation) => panic!("{violation}\n{execution}"),
    };
    let options = Options { detect_duplicates: true, symmetry: false, xmm, ..Options::default() };
    let plan = plan(&program.features(), &model.into(), &options).expect("the model has a plan");
    let [visit, _] = plan.stages[..] else { panic!("{model} is explored in two stages") };
    let agrees = |what: &str, plan: &Plan, all: &BTreeSet<&Execution>| {
        let expected: BTreeSet<&Execution> = all.iter().copied().filter(is_compared).collect();
        let found = Mutex::new(Vec::new());
        let fault = Mutex::new(None);
        let collect = |graph: &dyn FinalGraph<State>| {
            let execution = graph.execution();
            let threads = (0..execution.threads.len()).map(|thread| ThreadId(thread as u16));
            if let Some(found) = threads.into_iter().find_map(|thread| graph.fault(thread)) {
                fault.lock().unwrap().get_or_insert(found);
            }
            found.lock().unwrap().push(execution);
        };
        explore_as_planned(plan, program, model, &options, &collect).map_err(|error| format!("{what}: {error}"))?;
        match (fault.into_inner().unwrap(), all.iter().find(|execution| has_fault(execution, model))) {
            (Some(_), Some(_)) => return Ok(true),
            (Some(fault), None) => return Err(format!("{what} finds {fault:?}")),
            (None, Some(faulty)) => return Err(format!("{what} finds nothing wrong in\n{faulty}")),
            (None, None) => {}
        }
        let found = found.into_inner().unwrap();
        let found: BTreeSet<&Execution> = found.iter().filter(is_compared).collect();
        let (missing, surplus) = (expected.difference(&found).next(), found.difference(&expected).next());
        match (missing, surplus) {
            (None, None) => Ok(false),
            (Some(missing), _) => Err(format!("{what} misses\n{missing}")),
            (_, Some(surplus)) => Err(format!("{what} finds too much:\n{surplus}")),
        }
    };
    let all: BTreeSet<&Execution> = all.iter().collect();
    let acyclic: BTreeSet<&Execution> = all.iter().copied().filter(|execution| !has_cycle(execution)).collect();
    let is_faulty_without_cycles = agrees("the visit", &Plan { stages: vec![visit] }, &acyclic)?;
    let is_faulty = agrees("both stages", &plan, &all)?;
    let compared = || all.iter().copied().filter(is_compared);
    let has = |end| compared().any(|execution| execution.ends.contains(&end));
    tally.compared += 1;
    tally.buffering += u32::from(compared().any(has_cycle));
    tally.failing += u32::from(has(ThreadEnd::Failed));
    tally.blocking += u32::from(has(ThreadEnd::Blocked));
    tally.faulty += u32::from(is_faulty);
    tally.faulty_by_cycles += u32::from(is_faulty && !is_faulty_without_cycles);
    Ok(())
}

fn random_programs(feature: Feature, size: Size, count: usize) -> Tally {
    let flavours = [Flavour::Buffering, Flavour::OneLocation, Flavour::Cells, Flavour::Operands];
    let mut tally = Tally::default();
    let models = [
        ModelName::Imm,
        ModelName::Armv8,
        ModelName::Power,
        ModelName::Riscv,
        ModelName::Armv7,
        ModelName::Armv82018,
        ModelName::Xmm,
    ];
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

#[test]
fn of_threads_that_share_an_object() {
    let tally = random_programs(Feature::Objects, Size { threads: 2, statements: 4 }, 600);
    assert!(tally.faulty > 50 && tally.faulty < tally.compared / 2 && tally.faulty_by_cycles > 5, "{tally:?}");
}
