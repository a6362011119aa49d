//! Threads that wait for mutexes, semaphores, barriers and condition variables: explorer and oracle find the same
//! executions and the same deadlocks, under every model and both equivalences.

use std::sync::atomic::{AtomicU64, Ordering};

use raddle_explore::Equivalence::{Mo, Wb};
use raddle_explore::{Equivalence, FinalGraph, Options, Totals};
use raddle_models::ModelName;
use raddle_testgen::compare::{compare_both, explore_sketch};
use raddle_testgen::known::resources as known;
use raddle_testgen::random::{Flavour, Programs, Size};
use raddle_testgen::sketch::State;
use raddle_testgen::{Mismatch, Settings, Sketch, Stats, compare};

fn agree(program: &Sketch, model: ModelName, equivalence: Equivalence) -> Stats {
    let settings = Settings { limit: 1_000_000, workers: 3, ..Settings::default() };
    let stats = compare(program, model, equivalence, settings).unwrap_or_else(|mismatch| panic!("{mismatch}"));
    assert_eq!(stats.too_large, 0, "too large for the oracle:\n{program}");
    stats
}

/// Each model has so many complete executions and so many deadlocks; in `mo` mode so many executions with blocked threads.
#[track_caller]
fn everywhere(program: &Sketch, complete: u64, blocked: u64, deadlocks: u64) {
    for model in ModelName::WITHOUT_DEPENDENCIES {
        let stats = agree(program, model, Mo);
        assert_eq!(
            (stats.complete, stats.blocked, stats.deadlocks),
            (complete, blocked, deadlocks),
            "{model}:\n{program}"
        );
        let stats = agree(program, model, Wb);
        // A deadlock is counted once for each value that makes a thread wait.
        assert_eq!((stats.complete, stats.deadlocks > 0), (complete, deadlocks > 0), "{model}, wb:\n{program}");
    }
}

/// What the explorer counts in programs that are too large for the oracle.
fn totals(program: &Sketch, model: ModelName, equivalence: Equivalence) -> (Totals, u64) {
    let options = Options { equivalence, detect_duplicates: true, ..Options::default() };
    let deadlocks = AtomicU64::new(0);
    let count = |found: &dyn FinalGraph<State>| {
        deadlocks.fetch_add(u64::from(found.is_deadlock()), Ordering::Relaxed);
    };
    let totals = explore_sketch(program, model, &options, &count).unwrap();
    (totals, deadlocks.into_inner())
}

/// `docs/internals/blocking.md`, section 3: no execution is explored in which a thread waits for a mutex that it gets in the end.
#[test]
fn mutexes_are_taken_in_every_order_without_waiting() {
    for (n, count) in [(2, 2), (3, 6)] {
        everywhere(&known::locked_increments(n), count, 0, 0);
    }
    for (n, count) in [(4, 24), (5, 120)] {
        for model in ModelName::WITHOUT_DEPENDENCIES {
            let (totals, deadlocks) = totals(&known::locked_increments(n), model, Mo);
            assert_eq!((totals.complete, totals.blocked, totals.failed, deadlocks), (count, 0, 0, 0), "{model}");
        }
    }
    for model in ModelName::WITHOUT_DEPENDENCIES {
        let (totals, deadlocks) = totals(&known::locked_increments(4), model, Wb);
        assert_eq!((totals.complete, totals.failed, deadlocks), (24, 0, 0), "{model}");
    }
    everywhere(&known::locked_increments_twice(2), 6, 0, 0);
    let (totals, _) = totals(&known::locked_increments_twice(3), ModelName::Rc11, Mo);
    assert_eq!((totals.complete, totals.blocked), (90, 0));
}

#[test]
fn deadlocks_of_mutexes_are_found() {
    everywhere(&known::opposite_orders(), 2, 1, 1);
    everywhere(&known::philosophers(3), 6, 1, 1);
    for model in ModelName::WITHOUT_DEPENDENCIES {
        let (totals, deadlocks) = totals(&known::philosophers(5), model, Mo);
        assert_eq!((totals.complete, totals.blocked, deadlocks), (30, 1, 1), "{model}");
    }
    everywhere(&known::locks_twice(), 0, 1, 1);
    everywhere(&known::never_unlocks(), 1, 1, 1);
    everywhere(&known::both_never_unlock(), 0, 2, 2);
    everywhere(&known::joins_with_a_lock(), 1, 1, 1);
}

#[test]
fn assumptions_are_no_deadlocks() {
    everywhere(&known::assumes_with_a_lock(), 1, 1, 0);
    everywhere(&known::assumes_before_a_lock(), 1, 0, 0);
}

#[test]
fn locks_meet_reads_that_are_revisited() {
    for model in ModelName::WITHOUT_DEPENDENCIES {
        for equivalence in [Mo, Wb] {
            let stats = agree(&known::order_depends_on_a_read(), model, equivalence);
            assert!(stats.complete > 0 && stats.deadlocks > 0, "{model}");
            agree(&known::choices_and_locks(), model, equivalence);
        }
    }
}

#[test]
fn attempts_make_mutexes_ordinary_words() {
    for model in ModelName::WITHOUT_DEPENDENCIES {
        for equivalence in [Mo, Wb] {
            assert_eq!(agree(&known::attempts(2), model, equivalence).deadlocks, 0);
            let stats = agree(&known::attempts_instead_of_opposite_orders(), model, equivalence);
            assert_eq!(stats.deadlocks, 0, "{model}");
            let stats = agree(&known::opposite_orders_of_words(), model, equivalence);
            assert_eq!((stats.complete, stats.deadlocks > 0), (2, true), "{model}");
        }
    }
}

#[test]
fn semaphores() {
    for model in ModelName::WITHOUT_DEPENDENCIES {
        for equivalence in [Mo, Wb] {
            for (n, count) in [(2, 2), (3, 6)] {
                let stats = agree(&known::increments_with_a_semaphore(n), model, equivalence);
                assert_eq!((stats.complete, stats.deadlocks, stats.racy), (count, 0, 0), "{model}");
            }
            let stats = agree(&known::handed_over_by_a_semaphore(), model, equivalence);
            assert_eq!((stats.complete, stats.failed, stats.deadlocks, stats.racy), (1, 0, 0, 0), "{model}");
            let stats = agree(&known::semaphores_in_opposite_orders(), model, equivalence);
            assert_eq!((stats.complete, stats.deadlocks > 0), (2, true), "{model}");
            let stats = agree(&known::waits_while_another_has_it(), model, equivalence);
            assert_eq!(stats.deadlocks > 0, stats.complete < 2, "{model}");
        }
    }
}

#[test]
fn barriers() {
    for n in 2..=4 {
        everywhere(&known::meeting(n), 1, 0, 0);
    }
    everywhere(&known::meeting_twice(), 1, 0, 0);
    everywhere(&known::meeting_without_the_third(), 0, 1, 1);
    for model in ModelName::WITHOUT_DEPENDENCIES {
        assert_eq!(agree(&known::meeting(3), model, Mo).racy, 0, "{model}");
    }
}

#[test]
fn condition_variables() {
    everywhere(&known::signal_too_early(), 1, 1, 1);
    for model in ModelName::WITHOUT_DEPENDENCIES {
        for equivalence in [Mo, Wb] {
            let stats = agree(&known::signal_in_time(), model, equivalence);
            assert_eq!((stats.complete, stats.deadlocks, stats.racy), (2, 0, 0), "{model}");
            let one = agree(&known::waiters(2, false), model, equivalence);
            assert!(one.complete > 0 && one.deadlocks > 0, "{model}: one signal for two");
            let all = agree(&known::waiters(2, true), model, equivalence);
            assert!(all.complete > 0 && all.deadlocks == 0, "{model}: everybody is woken");
        }
    }
}

#[test]
fn every_choice_is_made() {
    for model in ModelName::WITHOUT_DEPENDENCIES {
        assert_eq!(agree(&known::choices(), model, Mo).complete, 12);
        assert_eq!(agree(&known::choices(), model, Wb).complete, 6);
    }
}

/// How many programs each model is given.
const PROGRAMS: u64 = 3_000;

/// Partial graphs up to which the oracle is asked.
const LIMIT: usize = 3_000;

fn random_programs(model: ModelName, seed: u64) {
    let mut programs = Programs::new(seed, &Flavour::RESOURCES, &Size::SMALL);
    let mut stats = Stats::default();
    for nth in 0..PROGRAMS {
        let settings = Settings {
            spurious_failures: nth.is_multiple_of(2),
            limit: LIMIT,
            workers: if nth % 16 == 3 { 3 } else { 1 },
        };
        let judged: Result<Stats, Box<Mismatch>> =
            programs.judge_next(|program| compare_both(program, model, settings));
        stats += judged.unwrap_or_else(|mismatch| panic!("{mismatch}"));
    }
    println!("{model}: {stats:?}");
    assert!(stats.too_large * 5 < stats.compared, "most are small enough");
    assert!(stats.faulty > 50, "some objects are used after their end");
    assert!(
        stats.deadlocks > 500 && stats.blocked > stats.deadlocks + 500 && stats.failed > 100,
        "they are not all alike"
    );
}

#[test]
fn random_programs_under_sc() {
    random_programs(ModelName::Sc, 21);
}

#[test]
fn random_programs_under_tso() {
    random_programs(ModelName::Tso, 22);
}

#[test]
fn random_programs_under_pso() {
    random_programs(ModelName::Pso, 23);
}

#[test]
fn random_programs_under_ra() {
    random_programs(ModelName::Ra, 24);
}

#[test]
fn random_programs_under_rc11() {
    random_programs(ModelName::Rc11, 25);
}

#[test]
fn random_programs_under_rc20() {
    random_programs(ModelName::Rc20, 26);
}
