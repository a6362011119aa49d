//! Programs under models that track dependencies: explorer and oracle find the same executions.

use raddle_models::ModelName::{self, Armv8, Imm};
use raddle_testgen::compare::compare_dependent;
use raddle_testgen::known::dependent as known;
use raddle_testgen::random::{Flavour, Programs, Size};
use raddle_testgen::sketch::Dialect;
use raddle_testgen::{Settings, Sketch, Stats};

/// Steps up to which the oracle is asked.
const LIMIT: usize = 10_000;

/// How many programs each model is given.
const PROGRAMS: u64 = 200;

fn random_programs(model: ModelName, seed: u64) {
    let mut drawn = Programs::new(seed, &Flavour::DEPENDENT, &Size::SMALL);
    let mut stats = Stats::default();
    for nth in 0..PROGRAMS {
        let workers = if nth % 8 == 3 { 2 } else { 1 };
        let settings = Settings { spurious_failures: nth % 2 == 0, limit: LIMIT, workers };
        let dialect = Dialect::of(model);
        let judged = drawn.judge_next(|program| compare_dependent(&program.in_dialect(dialect), model, settings));
        stats += judged.unwrap_or_else(|mismatch| panic!("{mismatch}"));
    }
    println!("{model}: {stats:?}");
    assert_eq!(stats.compared + stats.too_large, PROGRAMS);
    assert!(stats.too_large * 3 < stats.compared, "most are small enough");
    assert!(stats.blocked > 0 && stats.failed > 0, "they are not all alike");
}

#[test]
fn random_programs_under_imm() {
    random_programs(Imm, 1);
}

#[test]
fn random_programs_under_armv8() {
    random_programs(Armv8, 2);
}

#[test]
fn random_programs_under_armv7() {
    random_programs(ModelName::Armv7, 3);
}

#[test]
fn random_programs_under_power() {
    random_programs(ModelName::Power, 4);
}

#[test]
fn random_programs_under_riscv() {
    random_programs(ModelName::Riscv, 5);
}

#[test]
fn random_programs_under_ztso() {
    random_programs(ModelName::Ztso, 6);
}

#[test]
fn random_programs_under_lkmm() {
    random_programs(ModelName::Lkmm, 7);
}

const TRACKING: [ModelName; 7] =
    [Imm, Armv8, ModelName::Armv7, ModelName::Power, ModelName::Riscv, ModelName::Ztso, ModelName::Lkmm];

/// Judges the program with its threads in every order: under some models it has so many executions.
fn in_every_order(program: &Sketch, known: &[(ModelName, u64)]) {
    let settings = Settings { spurious_failures: false, limit: 1_000_000, workers: 1 };
    for program in known::in_every_order(program) {
        for model in TRACKING {
            let judged = compare_dependent(&program.in_dialect(Dialect::of(model)), model, settings);
            let stats = judged.unwrap_or_else(|mismatch| panic!("{mismatch}"));
            assert_eq!(stats.compared, 1, "{model}:\n{program}");
            let count = known.iter().find(|(of, _)| *of == model);
            assert!(count.is_none_or(|(_, count)| *count == stats.complete), "{model}: {stats:?}\n{program}");
        }
    }
}

#[test]
fn what_is_kept_when_events_are_deleted() {
    in_every_order(&known::an_order_keeps_a_read(), &[(Imm, 19)]);
    in_every_order(&known::a_hole_below_a_kept_access(), &[]);
    in_every_order(&known::a_revisit_of_a_revisited_read(), &[]);
}

#[test]
fn updates_are_kept_before_their_operands() {
    in_every_order(&known::an_update_is_kept_before_its_operand(), &[(Imm, 12)]);
    in_every_order(&known::an_exchange_is_kept_before_its_operand(), &[]);
    in_every_order(&known::a_forwarded_exchange(), &[]);
    in_every_order(&known::a_computed_expectation(), &[]);
}

#[test]
fn values_that_a_thread_forwards_to_itself() {
    in_every_order(&known::a_value_forwarded_to_an_acquire(), &[(Imm, 4), (Armv8, 3)]);
    in_every_order(&known::a_value_forwarded_behind_a_read(), &[]);
}

#[test]
fn chains_branches_and_contention() {
    in_every_order(&known::a_chain_of_values(), &[(Imm, 8), (Armv8, 8)]);
    in_every_order(&known::both_branches_do_the_same(true), &[(Imm, 3), (Armv8, 3)]);
    in_every_order(&known::both_branches_do_the_same(false), &[(Imm, 4), (Armv8, 4)]);
    in_every_order(&known::contending_updates(3), &[(Imm, 6), (Armv8, 6)]);
}
