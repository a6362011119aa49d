//! Every small program: explorer and oracle find the same executions, under every model and both equivalences.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use raddle_models::ModelName;
use raddle_testgen::compare::compare_both;
use raddle_testgen::exhaustive::{Enumeration, Shape};
use raddle_testgen::{Mismatch, Settings, Stats};

/// Numbers handed out at a time.
const CHUNK: u64 = 256;

/// Compares the programs of every `step`-th number, and says how many there were.
fn compare_all(model: ModelName, shape: Shape, step: u64) -> u64 {
    let all = Enumeration::new(model, shape);
    let next = AtomicU64::new(0);
    let over = AtomicBool::new(false);
    let results = Mutex::new((Stats::default(), None::<Box<Mismatch>>));
    let work = || {
        let mut stats = Stats::default();
        let mut failure = None;
        while !over.load(Ordering::Relaxed) {
            let from = next.fetch_add(CHUNK, Ordering::Relaxed);
            if from.saturating_mul(step) >= all.numbers() {
                break;
            }
            let numbers = (from..from + CHUNK).map(|nth| nth * step);
            for number in numbers.take_while(|&number| number < all.numbers()) {
                let Some(program) = all.program(number) else {
                    continue;
                };
                // Several workers now and then: starting them takes longer than a small program does.
                let workers = if number % 1009 == 0 { 3 } else { 1 };
                let settings = Settings { workers, ..Settings::default() };
                match compare_both(&program, model, settings) {
                    Ok(one) => stats += one,
                    Err(mismatch) => {
                        over.store(true, Ordering::Relaxed);
                        failure = Some(mismatch);
                        break;
                    }
                }
            }
        }
        let mut results = results.lock().unwrap();
        results.0 += stats;
        results.1 = results.1.take().or(failure);
    };
    std::thread::scope(|scope| {
        scope.spawn(work);
        scope.spawn(work);
    });
    let (stats, failure) = results.into_inner().unwrap();
    if let Some(mismatch) = failure {
        panic!("{mismatch}");
    }
    assert_eq!(stats.too_large, 0);
    println!("{model}, {shape:?}, every {step}: {stats:?}");
    // Each was compared under both equivalences.
    stats.compared / 2
}

#[test]
fn all_programs_of_two_threads_of_two() {
    assert_eq!(compare_all(ModelName::Sc, Shape::TwoByTwo, 1), 9_702);
    assert_eq!(compare_all(ModelName::Tso, Shape::TwoByTwo, 1), 5_256);
    assert_eq!(compare_all(ModelName::Pso, Shape::TwoByTwo, 1), 9_702);
    assert_eq!(compare_all(ModelName::Ra, Shape::TwoByTwo, 1), 83_232);
    compare_sample(ModelName::Rc11, Shape::TwoByTwo, 13, 86_186);
    compare_sample(ModelName::Rc20, Shape::TwoByTwo, 11, 101_857);
}

#[test]
#[ignore = "takes six minutes: make exhaustive"]
fn all_programs_of_two_threads_of_two_under_rc11() {
    assert_eq!(compare_all(ModelName::Rc11, Shape::TwoByTwo, 1), 1_120_422);
}

#[test]
#[ignore = "takes six minutes: make exhaustive"]
fn all_programs_of_two_threads_of_two_under_rc20() {
    assert_eq!(compare_all(ModelName::Rc20, Shape::TwoByTwo, 1), 1_120_422);
}

/// Compares about so many programs of a shape of which there are too many: those of every number divisible by a prime
/// `step`, which has no factor in common with the numbers of kinds and places, so that nothing is left out for good.
#[track_caller]
fn compare_sample(model: ModelName, shape: Shape, step: u64, count: u64) {
    assert!((2..step).take_while(|d| d * d <= step).all(|d| !step.is_multiple_of(d)), "{step} is prime");
    assert_eq!(compare_all(model, shape, step), count);
}

#[test]
fn some_programs_of_two_threads_of_three() {
    compare_sample(ModelName::Sc, Shape::TwoByThree, 1_009, 2_144);
    compare_sample(ModelName::Tso, Shape::TwoByThree, 503, 2_022);
    compare_sample(ModelName::Pso, Shape::TwoByThree, 1_013, 2_735);
    compare_sample(ModelName::Ra, Shape::TwoByThree, 25_013, 2_249);
    compare_sample(ModelName::Rc11, Shape::TwoByThree, 700_001, 3_998);
    compare_sample(ModelName::Rc20, Shape::TwoByThree, 700_001, 3_998);
}

#[test]
fn some_programs_of_three_threads_of_two() {
    compare_sample(ModelName::Sc, Shape::ThreeByTwo, 307, 2_072);
    compare_sample(ModelName::Tso, Shape::ThreeByTwo, 127, 2_009);
    compare_sample(ModelName::Pso, Shape::ThreeByTwo, 311, 2_045);
    compare_sample(ModelName::Ra, Shape::ThreeByTwo, 8_009, 2_005);
    compare_sample(ModelName::Rc11, Shape::ThreeByTwo, 200_003, 3_957);
    compare_sample(ModelName::Rc20, Shape::ThreeByTwo, 200_003, 3_957);
}
