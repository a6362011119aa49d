//! Programs on which tempting shortcuts go wrong, with the numbers of executions that they have.

use raddle_explore::Equivalence::{self, Mo, Wb};
use raddle_graph::Mode;
use raddle_models::ModelName::{self, Pso, Ra, Rc11, Sc, Tso};
use raddle_testgen::compare::compare_both;
use raddle_testgen::known::{self, Strength};
use raddle_testgen::{Settings, Sketch, Stats, compare};

const SETTINGS: Settings = Settings { spurious_failures: false, limit: 2_000_000, workers: 3 };

fn agree(program: &Sketch, model: ModelName, equivalence: Equivalence) -> Stats {
    let stats = compare(program, model, equivalence, SETTINGS).unwrap_or_else(|mismatch| panic!("{mismatch}"));
    assert_eq!(stats.too_large, 0, "too large for the oracle:\n{program}");
    stats
}

fn complete(program: &Sketch, model: ModelName, equivalence: Equivalence) -> u64 {
    agree(program, model, equivalence).complete
}

/// Each model has so many complete executions.
fn everywhere(program: &Sketch, mo: u64, wb: u64) {
    for model in ModelName::WITHOUT_DEPENDENCIES {
        assert_eq!(complete(program, model, Mo), mo, "{model}, mo:\n{program}");
        assert_eq!(complete(program, model, Wb), wb, "{model}, wb:\n{program}");
    }
}

const STRENGTHS: [Strength; 4] = [Strength::Relaxed, Strength::Fenced, Strength::ReleaseAcquire, Strength::SeqCst];

#[test]
fn increments_come_in_every_order() {
    everywhere(&known::increments(2), 2, 2);
    everywhere(&known::increments(3), 6, 6);
    everywhere(&known::increments(4), 24, 24);
}

#[test]
fn increments_of_two_locations_come_in_every_order() {
    for equivalence in [Mo, Wb] {
        let program = known::two_increments(2, Strength::Relaxed);
        assert_eq!(complete(&program, Rc11, equivalence), 4);
        let program = known::two_increments(3, Strength::Relaxed);
        assert_eq!(complete(&program, Rc11, equivalence), 36);
    }
}

#[test]
fn writers_and_a_reader_are_few_up_to_reads_from() {
    for strength in STRENGTHS {
        everywhere(&known::writers_and_a_reader(2, strength), 6, 3);
        everywhere(&known::writers_and_a_reader(3, strength), 24, 4);
        everywhere(&known::writers_and_a_reader(4, strength), 120, 5);
    }
}

#[test]
fn a_read_before_a_write_reads_any_other() {
    for strength in STRENGTHS {
        assert_eq!(complete(&known::read_then_write(2, strength), Rc11, Mo), 4);
        assert_eq!(complete(&known::read_then_write(3, strength), Rc11, Mo), 36);
        agree(&known::read_then_write(3, strength), Rc11, Wb);
    }
}

#[test]
fn compare_exchanges_before_writes() {
    for model in [Rc11, Ra, Sc] {
        let two = known::cas_then_write(2, Strength::Relaxed);
        assert_eq!(complete(&two, model, Mo), 6, "{model}");
        let three = known::cas_then_write(3, Strength::Relaxed);
        assert_eq!(complete(&three, model, Mo), 66, "{model}");
    }
    assert_eq!(complete(&known::cas_then_write(2, Strength::Relaxed), Rc11, Wb), 4);
    assert_eq!(complete(&known::cas_then_write(3, Strength::Relaxed), Rc11, Wb), 24);
}

#[test]
fn compare_exchanges_in_turn() {
    for (n, count) in [(2, 2), (3, 5), (4, 14), (5, 43)] {
        for model in [Rc11, Sc] {
            let program = known::cas_in_turn(n, Strength::Relaxed);
            assert_eq!(complete(&program, model, Mo), count, "{model}");
            assert_eq!(complete(&program, model, Wb), count, "{model}");
        }
    }
}

#[test]
fn coherence_across_threads() {
    for (n, mo, wb, sc) in [(1, 4, 3, 4), (2, 16, 12, 15)] {
        let program = known::coherence_across_threads(n, Strength::ReleaseAcquire);
        assert_eq!(complete(&program, Rc11, Mo), mo);
        assert_eq!(complete(&program, Rc11, Wb), wb);
        assert_eq!(complete(&program, Sc, Mo), sc);
        for model in [Tso, Pso, Ra, Sc] {
            agree(&program, model, Mo);
            agree(&program, model, Wb);
        }
    }
}

#[test]
fn a_wait_is_offered_older_writes() {
    for strength in STRENGTHS {
        everywhere(&known::waits_for_an_older_value(strength), 1, 1);
    }
}

#[test]
fn a_woken_read_can_still_read_another_write() {
    for strength in STRENGTHS {
        everywhere(&known::waits_for_either_of_two(strength), 4, 2);
    }
}

#[test]
fn a_wait_that_could_end_now_may_not_end_later() {
    let plain = known::satisfiable_but_not_for_long(Strength::Relaxed);
    assert_eq!(complete(&plain, Sc, Mo), 36);
    let fenced = known::satisfiable_but_not_for_long(Strength::Fenced);
    let strong = known::satisfiable_but_not_for_long(Strength::SeqCst);
    for model in [Tso, Pso, Rc11] {
        assert_eq!(complete(&fenced, model, Mo), 36, "{model}");
    }
    assert_eq!(complete(&strong, Rc11, Mo), 36);
    for model in ModelName::WITHOUT_DEPENDENCIES {
        for program in [&plain, &fenced, &strong] {
            agree(program, model, Mo);
            agree(program, model, Wb);
        }
    }
}

#[test]
fn a_spin_lock_is_taken_in_every_order() {
    for strength in STRENGTHS {
        everywhere(&known::spin_lock(2, strength), 2, 2);
        everywhere(&known::spin_lock(3, strength), 6, 6);
    }
}

#[test]
fn two_waits_and_one_release() {
    for strength in STRENGTHS {
        everywhere(&known::two_waits_and_one_release(strength), 2, 2);
    }
}

#[test]
fn a_barrier_never_blocks() {
    for strength in STRENGTHS {
        for model in ModelName::WITHOUT_DEPENDENCIES {
            let stats = agree(&known::barrier(3, strength), model, Mo);
            assert_eq!((stats.complete, stats.blocked), (6, 0), "{model}");
        }
    }
}

#[test]
fn updates_among_writes() {
    for strength in [Strength::Relaxed, Strength::SeqCst] {
        for model in ModelName::WITHOUT_DEPENDENCIES {
            for equivalence in [Mo, Wb] {
                agree(&known::a_write_among_increments(strength), model, equivalence);
                agree(&known::increments_overwritten(strength), model, equivalence);
                agree(&known::increments_among_writes(strength), model, equivalence);
            }
        }
    }
}

/// A program that random testing found and shrank.
fn agree_everywhere(program: fn(Strength) -> Sketch) {
    for strength in STRENGTHS {
        for model in ModelName::WITHOUT_DEPENDENCIES {
            for spurious_failures in [false, true] {
                let settings = Settings { spurious_failures, ..SETTINGS };
                let result = compare_both(&program(strength), model, settings);
                result.unwrap_or_else(|mismatch| panic!("{mismatch}"));
            }
        }
    }
}

#[test]
fn an_update_reads_a_write_that_is_overwritten() {
    agree_everywhere(known::update_reads_a_write_that_is_overwritten);
}

#[test]
fn a_spurious_failure_reads_what_is_taken() {
    agree_everywhere(known::spurious_failure_reads_what_is_taken);
}

#[test]
fn a_wait_ends_by_a_spurious_failure() {
    agree_everywhere(known::wait_ends_by_a_spurious_failure);
}

#[test]
fn a_revisit_undoes_an_update_elsewhere() {
    agree_everywhere(known::revisit_undoes_an_update_elsewhere);
}

#[test]
fn store_buffering_past_a_weaker_store() {
    agree_everywhere(known::store_buffering_past_a_weaker_store);
}

#[test]
fn seq_cst_only_if_it_succeeds() {
    agree_everywhere(known::seq_cst_only_if_it_succeeds);
}

#[test]
fn an_update_that_blocks_is_seen_all_the_same() {
    agree_everywhere(known::stores_and_blocks);
}

#[test]
fn a_read_that_blocks_races_all_the_same() {
    for model in ModelName::WITHOUT_DEPENDENCIES {
        for mode in [Mode::Na, Mode::Rlx, Mode::Acq] {
            for equivalence in [Equivalence::Mo, Equivalence::Wb] {
                let stats = agree(&known::blocks_and_races(mode), model, equivalence);
                assert_eq!(stats.racy > 0, model.has_races());
            }
        }
    }
}

#[test]
fn a_thread_may_be_waited_for_twice() {
    agree_everywhere(known::joined_twice);
}

#[test]
fn an_update_that_changes_nothing_races_all_the_same() {
    agree_everywhere(known::changes_nothing_and_races);
}
