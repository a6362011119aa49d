//! Symmetric threads: explored in one order, no execution is lost up to renaming them.

use std::collections::BTreeSet;
use std::sync::Mutex;

use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use raddle_explore::oracle::Guessing;
use raddle_explore::{Discovery, Ending, Equivalence, ExploreError, Options, oracle};
use raddle_graph::{EventId, Execution, Mode, Source, ThreadId, Value};
use raddle_models::axioms::Candidate;
use raddle_models::{CatModel, ModelName};
use raddle_testgen::Sketch;
use raddle_testgen::compare::explore_symmetric;
use raddle_testgen::random::{Flavour, Size, programs};
use raddle_testgen::sketch::{Dialect, Operand, Stmt};

const MODELS: [ModelName; 6] = ModelName::WITHOUT_DEPENDENCIES;

/// The complete executions that are explored, symmetric threads in one order.
fn explored(program: &Sketch, model: ModelName, workers: usize) -> Result<Vec<Execution>, ExploreError> {
    let options = Options { detect_duplicates: true, workers, ..Options::default() };
    let found = Mutex::new(Vec::new());
    explore_symmetric(program, model, &options, &|graph| {
        if graph.ending() == Ending::Complete {
            found.lock().unwrap().push(graph.execution());
        }
    })?;
    Ok(found.into_inner().unwrap())
}

/// The execution with thread `i` called `names[i]`.
fn renamed(execution: &Execution, names: &[usize]) -> Execution {
    let id = |id: EventId| EventId { thread: ThreadId(names[id.thread.index()] as u16), ..id };
    let mut result = execution.clone();
    for (old, &new) in names.iter().enumerate() {
        let mut events = execution.threads[old].clone();
        for event in &mut events {
            if let Some(Source::Event(source)) = &mut event.rf {
                *source = id(*source);
            }
        }
        result.threads[new] = events;
        result.ends[new] = execution.ends[old];
    }
    result.dependencies = execution.dependencies.iter().map(|(&event, on)| (id(event), on.clone())).collect();
    for order in result.co.iter_mut().flat_map(|co| co.values_mut()) {
        order.iter_mut().for_each(|write| *write = id(*write));
    }
    result
}

/// All ways to rename equal neighbours.
fn renamings(program: &Sketch) -> Vec<Vec<usize>> {
    let threads = program.threads();
    let mut result = vec![Vec::new()];
    for index in 0..threads.len() {
        let group = (0..threads.len()).filter(|&other| {
            let (low, high) = (index.min(other), index.max(other));
            (low..=high).all(|between| threads[between] == threads[index])
        });
        let group: Vec<usize> = group.collect();
        result = result
            .into_iter()
            .flat_map(|names: Vec<usize>| {
                let free: Vec<usize> = group.iter().copied().filter(|name| !names.contains(name)).collect();
                free.into_iter().map(move |name| [names.clone(), vec![name]].concat())
            })
            .collect();
    }
    result
}

fn orbits(program: &Sketch, executions: impl IntoIterator<Item = Execution>) -> BTreeSet<Execution> {
    let names = renamings(program);
    let least = |execution: Execution| names.iter().map(|names| renamed(&execution, names)).min().unwrap_or(execution);
    executions.into_iter().map(least).collect()
}

/// How many executions were explored, and how many there are up to renaming; `None` if the program is too large.
fn check(program: &Sketch, model: ModelName, workers: usize) -> Option<(usize, usize)> {
    let all = oracle::executions(program, model, Equivalence::Mo, false, 6_000)?;
    let wanted = orbits(program, all.into_iter().filter(Execution::is_complete));
    let found = match explored(program, model, workers) {
        Ok(found) => found,
        // More copies of a thread than its barrier waits for.
        Err(ExploreError::Learn(Discovery::CrowdedBarrier(_))) => return None,
        Err(error) => panic!("{error} under {model:?}:\n{program}"),
    };
    let explored = found.len();
    let found = orbits(program, found);
    let lost: Vec<_> = wanted.difference(&found).collect();
    let wrong: Vec<_> = found.difference(&wanted).collect();
    assert!(
        lost.is_empty() && wrong.is_empty(),
        "under {model:?}, {} of {} lost, {} wrong\n{program}\nfor example\n{}",
        lost.len(),
        wanted.len(),
        wrong.len(),
        lost.first().or(wrong.first()).map_or(String::new(), |execution| execution.to_string())
    );
    Some((explored, wanted.len()))
}

/// The same under a model with load buffering, where the second stage shows every execution that has a cycle, whichever of
/// the symmetric threads are in it. How many of these there are; `None` if the program is too large.
fn check_buffering(program: &Sketch, model: ModelName, workers: usize) -> Option<usize> {
    let cat = CatModel::shipped(model.name()).expect("the model is shipped");
    let guessing = Guessing { limit: 10_000, ..Guessing::default() };
    let all = oracle::executions_under_model(program, cat, guessing)?;
    let all: BTreeSet<Execution> = all.into_iter().filter(Execution::is_complete).collect();
    let found = explored(program, model, workers).unwrap_or_else(|error| panic!("{error} under {model:?}:\n{program}"));
    let cyclic = |executions: &mut dyn Iterator<Item = &Execution>| -> BTreeSet<Execution> {
        let has_cycle = |execution: &&Execution| Candidate::new(execution).is_ok_and(|it| it.has_porf_cycle());
        executions.filter(has_cycle).cloned().collect()
    };
    let cycles = cyclic(&mut all.iter());
    assert_eq!(cyclic(&mut found.iter()), cycles, "with a cycle, under {model:?}:\n{program}");
    assert!(found.iter().all(|execution| all.contains(execution)), "under {model:?}:\n{program}");
    assert_eq!(orbits(program, found), orbits(program, all), "under {model:?}:\n{program}");
    Some(cycles.len())
}

fn add(loc: u8) -> Stmt {
    Stmt::FetchAdd { reg: 0, loc, value: 1.into(), mode: Mode::Rlx }
}

fn store(loc: u8, value: Value) -> Stmt {
    Stmt::Store { loc, value: value.into(), mode: Mode::Rlx }
}

fn load(reg: u8, loc: u8) -> Stmt {
    Stmt::Load { reg, loc, mode: Mode::Rlx }
}

fn cas(loc: u8, expected: Value, desired: Value) -> Stmt {
    let desired = desired.into();
    Stmt::CompareExchange {
        done: 6,
        seen: 7,
        loc,
        expected: expected.into(),
        desired,
        success: Mode::Rlx,
        failure: Mode::Rlx,
        weak: false,
    }
}

fn repeat(body: &[Stmt], times: usize) -> Vec<Vec<Stmt>> {
    vec![body.to_vec(); times]
}

#[test]
fn equal_increments_are_explored_once() {
    for n in 2..=5 {
        let program = Sketch::new(repeat(&[add(0)], n));
        assert_eq!(check(&program, ModelName::Rc11, 1), Some((1, 1)));
    }
}

#[test]
fn known_families_are_reduced() {
    let reduced =
        |threads: Vec<Vec<Stmt>>| check(&Sketch::new(threads), ModelName::Rc11, 1).map(|(explored, _)| explored);
    for n in 2..=4 {
        let mut threads = repeat(&[store(0, 1)], n);
        threads.push(vec![load(0, 0)]);
        assert_eq!(reduced(threads), Some(n + 1), "{n} writers and a reader");
    }
    assert_eq!(reduced(repeat(&[add(0), add(1)], 3)), Some(6));
    assert_eq!(reduced(repeat(&[load(0, 0), store(0, 1)], 3)), Some(15));
    assert_eq!(reduced(repeat(&[cas(0, 0, 1), store(0, 2)], 3)), Some(15));
}

#[test]
fn equal_critical_sections_are_explored_once() {
    for n in 2..=4 {
        let increment = Operand::of(0, 1);
        let body =
            [Stmt::Lock(0), load(0, 0), Stmt::Store { loc: 0, value: increment, mode: Mode::Na }, Stmt::Unlock(0)];
        let program = Sketch::new(repeat(&body, n));
        assert_eq!(check(&program, ModelName::Rc11, 1), Some((1, 1)));
    }
}

/// Programs of which simpler maximality tests lose executions.
#[test]
fn nothing_is_lost_when_an_older_symmetric_thread_is_deleted() {
    let mut programs = Vec::new();
    let mut threads = vec![vec![cas(0, 0, 1), load(1, 0)], vec![store(0, 2), store(0, 2)]];
    threads.extend(repeat(&[add(0), store(0, 2)], 2));
    programs.push(threads);
    let mut threads = vec![vec![store(0, 1), load(1, 0)]];
    threads.extend(repeat(&[add(0)], 3));
    programs.push(threads);
    let mut threads = repeat(&[add(1), store(1, 1)], 3);
    threads.push(vec![store(1, 2), cas(1, 0, 1)]);
    programs.push(threads);
    // Which consumed sources can be skipped depends on the symmetric threads.
    let mut threads = vec![vec![load(0, 1), store(0, 1)]];
    threads.extend(repeat(&[add(0), add(0)], 3));
    programs.push(threads);
    for threads in programs {
        let program = Sketch::new(threads);
        for model in MODELS {
            check(&program, model, 1);
        }
    }
}

/// Does the statement distinguish threads?
fn names_threads(stmt: &Stmt) -> bool {
    matches!(stmt, Stmt::Spawn(_) | Stmt::Join(_)) || stmt.nested().any(names_threads)
}

/// Draws two bodies and gives several threads the same.
#[test]
fn random_programs_lose_nothing() {
    let flavours = [
        Flavour::General,
        Flavour::SeqCst,
        Flavour::Updates,
        Flavour::Waits,
        Flavour::Locks,
        Flavour::TryLocks,
        Flavour::Semaphores,
        Flavour::Choices,
    ];
    let mut runner = TestRunner::new_with_rng(Config::default(), TestRng::from_seed(RngAlgorithm::ChaCha, &[7; 32]));
    let (mut explored, mut wanted, mut judged) = (0, 0, 0);
    for round in 0..400 {
        let size = Size { threads: 2, statements: if round % 3 == 0 { 3 } else { 2 } };
        let strategy = programs(flavours[round % flavours.len()], size);
        let drawn = strategy.new_tree(&mut runner).expect("nothing is rejected").current();
        let [first, second, ..] = drawn.threads() else { continue };
        if [first, second].into_iter().flatten().any(names_threads) {
            continue;
        }
        let mut threads = repeat(first, if round % 5 == 0 { 3 } else { 2 });
        match round % 4 {
            0 => threads.push(second.clone()),
            1 => threads.insert(0, second.clone()),
            2 => threads.extend(repeat(second, 2)),
            _ => {}
        }
        let program = Sketch::new(threads);
        for (index, model) in MODELS.into_iter().enumerate() {
            if (round + index) % 2 == 0
                && let Some((found, orbits)) = check(&program, model, 1 + round % 2)
            {
                explored += found;
                wanted += orbits;
                judged += 1;
            }
        }
    }
    println!("{judged} comparisons, {explored} executions explored of which {wanted} differ in more than names");
    assert!(explored < 2 * wanted, "{explored} executions were explored for {wanted}");
}

#[test]
fn load_buffering_with_each_of_several_symmetric_threads() {
    for model in [ModelName::Imm, ModelName::Armv8] {
        for copies in 2..=3 {
            let mut threads = repeat(&[load(0, 0), store(1, 1)], copies);
            threads.push(vec![load(0, 1), store(0, 1)]);
            let program = Sketch::new(threads.clone());
            let cycles = check_buffering(&program, model, 1);
            assert!(cycles.is_some_and(|cycles| cycles >= copies), "{cycles:?} under {model:?}");
            threads.rotate_right(1);
            assert_eq!(check_buffering(&Sketch::new(threads), model, 2), cycles, "{model:?}");
        }
    }
}

/// Draws two bodies and gives two or three threads the first.
#[test]
fn random_programs_with_load_buffering_lose_nothing() {
    let flavours = [Flavour::Buffering, Flavour::OneLocation, Flavour::Cells, Flavour::Operands];
    let mut runner = TestRunner::new_with_rng(Config::default(), TestRng::from_seed(RngAlgorithm::ChaCha, &[8; 32]));
    let (mut judged, mut buffering) = (0, 0);
    for round in 0..400 {
        let size = Size { threads: 2, statements: if round % 3 == 0 { 3 } else { 2 } };
        let drawn = programs(flavours[round % flavours.len()], size).new_tree(&mut runner);
        let drawn = drawn.expect("nothing is rejected").current();
        let [first, second, ..] = drawn.threads() else { continue };
        let mut threads = repeat(first, if round % 5 == 0 { 3 } else { 2 });
        threads.insert(if round % 2 == 0 { 0 } else { threads.len() }, second.clone());
        for model in [ModelName::Imm, ModelName::Armv8] {
            let program = Sketch::new(threads.clone()).in_dialect(Dialect::of(model));
            if let Some(cycles) = check_buffering(&program, model, 1 + round % 2) {
                judged += 1;
                buffering += u32::from(cycles > 0);
            }
        }
    }
    println!("{judged} comparisons, {buffering} with load buffering");
    assert!(judged > 400 && buffering > 10, "{judged} comparisons, {buffering} with load buffering");
}
