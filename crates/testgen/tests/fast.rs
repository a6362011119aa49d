//! The fast checkers of the models with dependencies, and of cat files: on generated threads of bytecode they find exactly what
//! the enumerator finds by the cat files, or notice that there may be load buffering.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use raddle_engine::carry_out;
use raddle_explore::oracle::{Guessing, executions_under};
use raddle_explore::{Ending, Engine, FinalGraph, Options, Plan, Proceed, Program as _, Run, Visitor, plan};
use raddle_graph::{Execution, Relation};
use raddle_ir::{Compile, Knowledge, State};
use raddle_models::axioms::Candidate;
use raddle_models::cat::Evaluator;
use raddle_models::{CatModel, MemoryModel, ModelName};
use raddle_testgen::bytecode::{ARM, ARMV7, C11, Orders, POWER, RISCV, Random, Statements, generate};

#[derive(Default)]
struct Collect(Vec<Execution>);

impl Visitor<State> for Collect {
    fn visit(&mut self, found: &dyn FinalGraph<State>) -> Proceed {
        if found.ending() == Ending::Complete {
            self.0.push(found.execution());
        }
        Proceed::Continue
    }
}

fn has_cycle(execution: &Execution) -> bool {
    let candidate = Candidate::new(execution).unwrap();
    !(&candidate.po | &candidate.rf).is_acyclic()
}

fn is_complete(execution: &Execution) -> bool {
    execution.ends.iter().all(|end| *end == raddle_graph::ThreadEnd::Finished)
}

/// How the comparisons went: one stage was enough, two were run with and without need, too large.
fn compare(
    model: &MemoryModel,
    (orders, kind): (&Orders, Statements),
    seed: u64,
    count: usize,
) -> BTreeMap<&'static str, usize> {
    let cat = model.cat();
    let mut random = Random::new(seed);
    let compile = Compile { dependencies: true, ..Compile::default() };
    let mut tally = BTreeMap::new();
    for number in 0..count {
        let program = generate(&mut random, orders, kind).program(&compile, &Knowledge::default()).unwrap();
        let mut evaluator = Evaluator::new(cat);
        let mut judge = |candidate: &Candidate, co: &Relation| evaluator.check(candidate, co).is_ok();
        let guessing = Guessing { spurious_failures: false, coherent: true, limit: 60_000 };
        let Some(expected) = executions_under(&program, &mut judge, guessing) else {
            *tally.entry("too large").or_default() += 1;
            continue;
        };
        // The fast engine leaves dependencies out where the model has no use for them.
        let plain = |execution: Execution| match cat.tracks_dependencies() {
            true => execution,
            false => Execution { dependencies: BTreeMap::new(), ..execution },
        };
        let expected: BTreeSet<Execution> = expected.into_iter().filter(is_complete).map(plain).collect();
        let buffers = expected.iter().any(has_cycle);
        let options = Options { detect_duplicates: true, ..Options::default() };
        let plan = plan(&program.features(), model, &options).unwrap();
        let explored = |plan: &Plan| {
            let explored = carry_out(plan, &program, model, &options, &Run::default(), Collect::default);
            let (_, found) = explored.unwrap_or_else(|error| panic!("{number}: {error}\n{program}"));
            let workers = found.len();
            (workers, found.into_iter().flat_map(|Collect(found)| found).collect::<BTreeSet<Execution>>())
        };
        let agree = |found: &BTreeSet<Execution>, expected: &BTreeSet<Execution>| {
            let (missing, extra) = (expected.difference(found).next(), found.difference(expected).next());
            assert!(
                missing.is_none() && extra.is_none(),
                "{model} {number}: {} of {} found\n{program}\nmissing: {missing:#?}\nextra: {extra:#?}",
                found.len(),
                expected.len()
            );
        };
        // The visit alone finds exactly what has no cycle; the stages together find everything.
        let acyclic = expected.iter().filter(|execution| !has_cycle(execution)).cloned().collect();
        let visit = plan.stages[0];
        assert!(matches!(visit.engine, Engine::Visit { .. }), "{model} is checked one event at a time");
        agree(&explored(&Plan { stages: vec![visit] }).1, &acyclic);
        let (stages, found) = explored(&plan);
        agree(&found, &expected);
        let what = match (stages, buffers) {
            (1, _) => "one stage",
            (_, true) => "buffering",
            (_, false) => "suspicion",
        };
        *tally.entry(what).or_default() += 1;
    }
    tally
}

/// A shipped file as if it were somebody's own: with one more axiom, so that it is not recognised.
fn own(name: ModelName) -> MemoryModel {
    let text = format!("{}\nacyclic po as OWN", name.cat().whole());
    MemoryModel::File(Arc::new(CatModel::parse("own.cat", &text, &|_| None).unwrap()))
}

fn compare_named(name: ModelName, orders: &Orders, seed: u64) {
    let tally = compare(&name.into(), (orders, Statements::LoadsAndStores), seed, 2000);
    println!("{name}: {tally:?}");
    assert!(tally["one stage"] > 1000 && tally["buffering"] > 10, "{name}: {tally:?}");
    let updates = compare(&name.into(), (orders, Statements::Updates), seed, 300);
    println!("{name}, updates: {updates:?}");
}

#[test]
fn imm_agrees_with_its_cat_file() {
    compare_named(ModelName::Imm, &C11, 1);
}

#[test]
fn armv8_agrees_with_its_cat_file() {
    compare_named(ModelName::Armv8, &ARM, 2);
}

#[test]
fn armv8_of_2018_is_checked_by_its_axioms() {
    compare_named(ModelName::Armv82018, &ARM, 3);
}

#[test]
fn power_is_checked_by_its_axioms() {
    compare_named(ModelName::Power, &POWER, 4);
}

#[test]
fn armv7_is_checked_by_its_axioms() {
    compare_named(ModelName::Armv7, &ARMV7, 5);
}

#[test]
fn riscv_is_checked_by_its_axioms() {
    compare_named(ModelName::Riscv, &RISCV, 6);
}

#[test]
fn cat_files_are_checked_by_their_axioms() {
    let buffering = [(ModelName::Imm, &C11), (ModelName::Armv8, &ARM)];
    let others = [ModelName::Sc, ModelName::Tso, ModelName::Pso, ModelName::Ra, ModelName::Rc11, ModelName::Rc20];
    for (seed, (name, orders)) in (10..).zip(others.map(|name| (name, &C11)).into_iter().chain(buffering)) {
        for (kind, count) in [(Statements::LoadsAndStores, 400), (Statements::Updates, 100)] {
            let tally = compare(&own(name), (orders, kind), seed, count);
            println!("{name}: {tally:?}");
        }
    }
}
