//! Random programs: explorer and oracle find the same executions, under every model and both equivalences.

use std::collections::BTreeSet;

use raddle_explore::{Equivalence, oracle};
use raddle_graph::Execution;
use raddle_models::ModelName;
use raddle_testgen::compare::compare_both;
use raddle_testgen::random::{Flavour, Programs, Size};
use raddle_testgen::{Mismatch, Settings, Sketch, Stats};

/// How many programs each model is given.
const PROGRAMS: u64 = 8_000;

/// Partial graphs up to which the oracle is asked: this leaves out about one program in a thousand.
const LIMIT: usize = 20_000;

fn judge(program: &Sketch, model: ModelName, nth: u64) -> Result<Stats, Box<Mismatch>> {
    let settings =
        Settings { spurious_failures: nth.is_multiple_of(2), limit: LIMIT, workers: if nth % 16 == 3 { 3 } else { 1 } };
    compare_both(program, model, settings)
}

/// Judges the programs of these flavours, half of them on each of two threads.
fn judge_all(model: ModelName, seed: u64, flavours: &[Flavour]) -> Stats {
    let half = |half: u64| {
        let mut programs = Programs::new(2 * seed + half, flavours, &Size::SMALL);
        let mut stats = Stats::default();
        for nth in 0..PROGRAMS / 2 {
            stats += programs.judge_next(|program| judge(program, model, nth))?;
        }
        Ok::<_, Box<Mismatch>>(stats)
    };
    let (first, second) = std::thread::scope(|scope| {
        let other = scope.spawn(|| half(1));
        (half(0), other.join().unwrap())
    });
    let mut stats = Stats::default();
    for result in [first, second] {
        match result {
            Ok(half) => stats += half,
            Err(mismatch) => panic!("{mismatch}"),
        }
    }
    println!("{model}, {flavours:?}: {stats:?}");
    assert_eq!(stats.compared + stats.too_large, 2 * PROGRAMS);
    assert!(stats.too_large * 20 < stats.compared, "most are small enough");
    stats
}

fn every_flavour(model: ModelName, seed: u64) {
    let stats = judge_all(model, seed, &Flavour::MEMORY);
    assert!(stats.blocked > 1000 && stats.failed > 100, "they are not all alike");
}

#[test]
fn random_programs_under_sc() {
    every_flavour(ModelName::Sc, 1);
}

#[test]
fn random_programs_under_tso() {
    every_flavour(ModelName::Tso, 2);
}

#[test]
fn random_programs_under_pso() {
    every_flavour(ModelName::Pso, 3);
}

#[test]
fn random_programs_under_ra() {
    every_flavour(ModelName::Ra, 4);
}

#[test]
fn random_programs_under_rc11() {
    every_flavour(ModelName::Rc11, 5);
}

#[test]
fn random_programs_under_rc20() {
    every_flavour(ModelName::Rc20, 7);
}

/// The judge asks the oracle for executions with coherence only, and takes the others from them.
#[test]
fn executions_up_to_reads_from_are_those_with_some_coherence() {
    let mut programs = Programs::new(6, &Flavour::MEMORY, &Size::SMALL);
    for nth in 0..300 {
        let judged = programs.judge_next(|program| {
            for model in ModelName::WITHOUT_DEPENDENCIES {
                let find = |equivalence| oracle::executions(program, model, equivalence, nth % 2 == 0, 5_000);
                let (Some(mo), Some(wb)) = (find(Equivalence::Mo), find(Equivalence::Wb)) else {
                    continue;
                };
                let without_coherence = mo.into_iter().map(|execution| Execution { co: None, ..execution });
                assert_eq!(without_coherence.collect::<BTreeSet<_>>(), wb, "{model}:\n{program}");
            }
            Ok(Stats::default())
        });
        judged.unwrap_or_else(|mismatch| panic!("{mismatch}"));
    }
}
