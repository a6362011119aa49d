//! The cat files of models and the axioms written in Rust say the same of every candidate of random programs: coherent or not,
//! with cycles of program order and reads-from or without.

use std::ops::ControlFlow;

use raddle_explore::Run;
use raddle_explore::oracle::{Guessing, for_each_candidate};
use raddle_models::axioms::{Judge, Node, races};
use raddle_models::cat::{CatModel, Evaluator};
use raddle_models::{ModelName, axioms::Candidate};
use raddle_testgen::random::{Flavour, Programs, Size};

/// How many programs there are.
const PROGRAMS: u64 = 500;
/// Candidates of one program that are looked at.
const CANDIDATES: usize = 300;

#[derive(Default, Debug)]
struct Seen {
    candidates: u64,
    allowed: u64,
    racy: u64,
}

/// Compares on the candidates of every flavour of program.
fn compare(model: ModelName, seed: u64) {
    let flavours = Flavour::MEMORY;
    let mut programs = Programs::new(seed, &flavours, &Size::SMALL);
    let definition = CatModel::shipped(model.name()).unwrap();
    let mut evaluator = Evaluator::new(definition);
    let mut seen = Seen::default();
    let guessing = Guessing { spurious_failures: true, coherent: false, limit: 5_000 };
    for nth in 0..PROGRAMS {
        let program = programs.draw().program();
        let mut left = CANDIDATES;
        let _ = for_each_candidate(&program, guessing, &Run::default(), &mut |guess| {
            let by_hand = Judge::new(model, guess.candidate).check(guess.co);
            let by_cat = evaluator.check(guess.candidate, guess.co);
            assert_eq!(
                by_hand.is_ok(),
                by_cat.is_ok(),
                "{model}: {by_hand:?} but {by_cat:?} in\n{}of program {nth}:\n{program:#?}",
                guess.execution(&program)
            );
            assert_eq!(evaluator.explain(guess.candidate, guess.co).is_some(), by_cat.is_err());
            if by_cat.is_ok() {
                assert!(evaluator.may_allow(guess.candidate, &guess.candidate.initial_coherence()));
            }
            if model.has_races() && definition.has_flags() {
                let flagged = flagged(&mut evaluator, guess.candidate, guess.co);
                assert_eq!(flagged, races(guess.candidate, model), "{model}");
                seen.racy += u64::from(!flagged.is_empty());
            }
            seen.candidates += 1;
            seen.allowed += u64::from(by_hand.is_ok());
            left -= 1;
            if left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
    }
    println!("{model}: {seen:?}");
    assert!(seen.candidates > 10_000 && seen.allowed > 1_000 && seen.allowed < seen.candidates);
}

/// The races that the cat file flags, the lower event first.
fn flagged(
    evaluator: &mut Evaluator<'_>,
    candidate: &Candidate,
    co: &raddle_graph::Relation,
) -> Vec<(raddle_graph::EventId, raddle_graph::EventId)> {
    let mut pairs = Vec::new();
    for flag in evaluator.flags(candidate, co) {
        assert_eq!(flag.name, "data-race");
        pairs.extend(flag.pairs.into_iter().filter_map(|pair| match pair {
            (Node::Event(a), Node::Event(b)) if a < b => Some((a, b)),
            _ => None,
        }));
    }
    pairs.sort_unstable();
    pairs
}

#[test]
fn sc() {
    compare(ModelName::Sc, 31);
}

#[test]
fn tso() {
    compare(ModelName::Tso, 32);
}

#[test]
fn pso() {
    compare(ModelName::Pso, 33);
}

#[test]
fn ra() {
    compare(ModelName::Ra, 34);
}

#[test]
fn rc11() {
    compare(ModelName::Rc11, 35);
}

#[test]
fn rc20() {
    compare(ModelName::Rc20, 36);
}
