//! The corpus of every target is there, nothing in it fails, and neither do a few mutants of it.

use std::time::Duration;

use raddle_fuzz::mutate::{Numbers, mutant};
use raddle_fuzz::{Target, corpus, runner};

/// Mutants of each corpus: enough to notice that a runner or a reader is broken. `make fuzz` tries many more.
const MUTANTS: usize = 300;

#[test]
fn no_input_of_the_corpus_fails() {
    for target in Target::ALL {
        let inputs = corpus::inputs(target);
        assert!(inputs.len() >= 8, "{}: only {} inputs", target.name(), inputs.len());
        for input in inputs {
            target.run(&input);
        }
    }
}

#[test]
fn no_mutant_of_the_first_ones_fails() {
    for target in Target::ALL {
        let (inputs, mut numbers) = (corpus::inputs(target), Numbers::new(1));
        for _ in 0..MUTANTS {
            let input = mutant(&inputs, &mut numbers);
            if let Err(failure) = runner::attempt(target, &input) {
                panic!("{}: {}\n{}", target.name(), failure.message, String::from_utf8_lossy(&failure.input));
            }
        }
    }
}

#[test]
fn a_run_counts_its_inputs() {
    let count = runner::fuzz(Target::Cat, 1, Duration::from_millis(200), 2);
    assert!(count.is_ok_and(|count| count.inputs > 0 && count.understood > 0));
}

#[test]
fn mutants_can_be_repeated() {
    let inputs = corpus::inputs(Target::Execution);
    let draw = |seed| {
        let mut numbers = Numbers::new(seed);
        (0..20).map(|_| mutant(&inputs, &mut numbers)).collect::<Vec<_>>()
    };
    assert_eq!(draw(7), draw(7));
    assert_ne!(draw(7), draw(8));
}
