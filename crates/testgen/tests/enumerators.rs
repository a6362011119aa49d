//! The two enumerators agree where both have a say: the one that adds events in every order, and the one that guesses
//! the values of reads.

use std::collections::{BTreeMap, BTreeSet};

use raddle_explore::Equivalence;
use raddle_explore::oracle::{self, Guessing};
use raddle_graph::{Execution, Relation};
use raddle_models::ModelName;
use raddle_models::axioms::{Candidate, Judge};
use raddle_testgen::random::{Flavour, Programs, Size};
use raddle_testgen::{Sketch, Stats};

/// Both sets of executions, if they are small enough.
fn executions(program: &Sketch, model: ModelName, spurious_failures: bool) -> Option<[BTreeSet<Execution>; 2]> {
    let ordered = oracle::executions(program, model, Equivalence::Mo, spurious_failures, 2_000)?;
    let mut judge = |candidate: &Candidate, co: &Relation| Judge::new(model, candidate).check(co).is_ok();
    let guessing = Guessing { spurious_failures, limit: 20_000, ..Guessing::default() };
    let guessed = oracle::executions_under(program, &mut judge, guessing)?;
    let forget = |execution| Execution { dependencies: BTreeMap::new(), ..execution };
    Some([ordered, guessed.into_iter().map(forget).collect()])
}

fn agree(seed: u64, flavours: &[Flavour], programs: u64) {
    let mut drawn = Programs::new(seed, flavours, &Size::SMALL);
    let compared = std::cell::Cell::new(0);
    for nth in 0..programs {
        let judged = drawn.judge_next(|program| {
            for model in [ModelName::Rc11, ModelName::Tso] {
                if let Some([ordered, guessed]) = executions(program, model, nth % 2 == 0) {
                    assert_eq!(ordered, guessed, "{model}\n{program}");
                    compared.set(compared.get() + 1);
                }
            }
            Ok(Stats::default())
        });
        judged.unwrap_or_else(|mismatch| panic!("{mismatch}"));
    }
    println!("{} of {} compared", compared.get(), 2 * programs);
    assert!(compared.get() * 10 > 2 * programs * 6, "most are small enough");
}

#[test]
fn programs_that_share_memory() {
    agree(1, &Flavour::MEMORY, 300);
}

#[test]
fn programs_that_share_resources() {
    agree(2, &Flavour::RESOURCES, 300);
}

#[test]
fn programs_with_dependencies() {
    agree(3, &Flavour::DEPENDENT, 300);
}
