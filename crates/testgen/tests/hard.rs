//! Programs on which explorations with holes lose executions or find some twice, if they keep too little or too much, or decide too
//! early from which graph another is visited: with their threads in every order the explorer finds as many executions as the
//! table says, none twice, and those that the enumerator finds. The same for small changes of these programs.
//!
//! `RADDLE_BLESS=1` writes the numbers that the enumerator finds into the table.

use std::path::Path;

use raddle_explore::oracle::{self, Guessing};
use raddle_explore::{FinalGraph, Options, Proceed, Run, Totals, Visitor, explore};
use raddle_models::ModelName;
use raddle_models::cat::CatModel;
use raddle_testgen::compare::{compare_dependent, compare_mutated};
use raddle_testgen::known::dependent::in_every_order;
use raddle_testgen::known::hard::{MODELS, programs};
use raddle_testgen::notation::{compiled, parse};
use raddle_testgen::sketch::State;
use raddle_testgen::{Settings, Sketch, Stats};

/// Steps up to which the oracle is asked about programs of the table.
const LIMIT: usize = 1_000_000;

/// The same for changed programs.
const MUTATED_LIMIT: usize = 20_000;

/// How many changed programs there are.
const MUTATED: u64 = 150;

struct Nobody;

impl Visitor<State> for Nobody {
    fn visit(&mut self, _: &dyn FinalGraph<State>) -> Proceed {
        Proceed::Continue
    }
}

/// What is counted; an error if an execution is found twice.
fn counted(program: &Sketch, model: ModelName) -> Result<Totals, String> {
    let options = Options { detect_duplicates: true, ..Options::default() };
    let counted = explore(program, &model.into(), &options, &Run::default(), || Nobody);
    counted.map(|(totals, _)| totals).map_err(|error| error.to_string())
}

/// Every program of the table with its threads in every order.
fn in_all_orders(model: ModelName) {
    let mut wrong = Vec::new();
    let (mut runs, mut executions) = (0, 0);
    for hard in programs() {
        let Some(nth) = MODELS.iter().position(|&of| of == model) else { unreachable!("the table has the model") };
        let count = hard.counts[nth];
        for (nth, ordered) in in_every_order(&hard.program).iter().enumerate() {
            let totals = counted(&compiled(ordered, model), model);
            let found = totals.clone().map(|Totals { complete, uncertain, .. }| (complete, uncertain));
            if found != Ok((count, false)) {
                wrong.push(format!("order {nth}: {totals:?} instead of {count}: {}", hard.text));
            }
            runs += 1;
            executions += count;
        }
    }
    println!("{model}: {runs} runs, {executions} executions");
    assert!(wrong.is_empty(), "{model}: {} of {runs}:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn in_all_orders_under_imm() {
    in_all_orders(ModelName::Imm);
}

#[test]
fn in_all_orders_under_armv8() {
    in_all_orders(ModelName::Armv8);
}

#[test]
fn in_all_orders_under_power() {
    in_all_orders(ModelName::Power);
}

#[test]
fn in_all_orders_under_riscv() {
    in_all_orders(ModelName::Riscv);
}

/// Writes the table with what the enumerator finds.
fn bless() {
    let mut text = MODELS.map(|model| format!("{model}\t")).concat() + "program\n";
    for hard in programs() {
        for model in MODELS {
            let cat = CatModel::shipped(model.name()).unwrap();
            let guessing = Guessing { limit: LIMIT, ..Guessing::default() };
            let found = oracle::executions_under_model(&compiled(&hard.program, model), cat, guessing).unwrap();
            text += &format!("{}\t", found.len());
        }
        text += &format!("{}\n", hard.text);
    }
    std::fs::write(Path::new(env!("CARGO_MANIFEST_DIR")).join("src/known/hard.tsv"), text).unwrap();
}

#[test]
fn the_executions_are_those_of_the_enumerator() {
    if std::env::var_os("RADDLE_BLESS").is_some() {
        return bless();
    }
    let settings = Settings { spurious_failures: false, limit: LIMIT, workers: 1 };
    for hard in programs() {
        for (model, count) in MODELS.into_iter().zip(hard.counts) {
            let judged = compare_dependent(&compiled(&hard.program, model), model, settings);
            let stats = judged.unwrap_or_else(|mismatch| panic!("{}\n{mismatch}", hard.text));
            assert_eq!((stats.compared, stats.complete), (1, count), "{model}: {}", hard.text);
        }
    }
}

/// Only the last thread has a write that may overtake a read, so nobody else need wait: updates whose operands come from updates have
/// many values to wait for. (Waiting wherever a thread reads from a higher one added 617,262 events.)
#[test]
fn reads_wait_only_where_a_write_may_overtake_one() {
    let program = "x=1; r0=xchg(x,3); r1=xchg(y,r0+1) | r0=xchg(y,3); r1=faa(x,r0) | r0=xchg(y,1); r1=faa(x,2)";
    let program = parse(program).unwrap();
    for ordered in in_every_order(&program) {
        let Totals { complete, events_added, .. } =
            counted(&compiled(&ordered, ModelName::Riscv), ModelName::Riscv).unwrap();
        assert_eq!(complete, 57);
        assert!(events_added < 20_000, "{events_added} events");
    }
}

/// A thread that writes a location once is not waited for by two updates, nor for two values. (It added 941,554 events.)
#[test]
fn reads_do_not_wait_for_more_writes_than_there_are() {
    let program = "r0=xchg(x,3); r1=xchg(y,r0+1); r2=faa(z,r1); r3=faa(x,1) | \
                   r0=xchg(y,3); r1=faa(z,r0); r2=faa(x,1) | \
                   r0=xchg(z,1); r1=faa(x,2)";
    let program = compiled(&parse(program).unwrap(), ModelName::Riscv);
    let Totals { events_added, .. } = counted(&program, ModelName::Riscv).unwrap();
    assert!(events_added < 400_000, "{events_added} events");
}

#[test]
fn small_changes() {
    let mut stats = Stats::default();
    for seed in 0..MUTATED {
        let judged = compare_mutated(seed, &MODELS, MUTATED_LIMIT);
        stats += judged.unwrap_or_else(|mismatch| panic!("seed {seed}: {mismatch}"));
    }
    println!("{stats:?}");
    assert!(stats.too_large * 2 < stats.compared, "most are small enough: {stats:?}");
}
