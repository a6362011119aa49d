//! The symbolic engine finds exactly the executions that the explorer finds: on generated threads of bytecode, one by one, under
//! every model that it knows. `RADDLE_SYMBOLIC_PROGRAMS` says how many programs instead of a few hundred, `RADDLE_SYMBOLIC_SEED`
//! which ones.

use std::collections::{BTreeMap, BTreeSet};

use raddle_bmc::{Unsolved, executions};
use raddle_engine::explore;
use raddle_explore::{Ending, Equivalence, FinalGraph, Options, Proceed, Run, Visitor};
use raddle_graph::Execution;
use raddle_ir::{Compile, Knowledge, Program, State};
use raddle_models::ModelName;
use raddle_testgen::bytecode::{C11, Random, Statements, generate};

const MODELS: [ModelName; 3] = [ModelName::Sc, ModelName::Tso, ModelName::Pso];

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

/// Who reads from whom.
fn sources(execution: Execution) -> Execution {
    Execution { co: None, init: BTreeMap::new(), dependencies: BTreeMap::new(), ..execution }
}

fn explored(program: &Program, model: ModelName) -> BTreeSet<Execution> {
    let options = Options { equivalence: Equivalence::Wb, spurious_failures: false, ..Options::default() };
    let found = explore(program, &model.into(), &options, &Run::default(), Collect::default).unwrap().1;
    found.into_iter().flat_map(|collected| collected.0).map(sources).collect()
}

fn variable(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

fn compare(kind: Statements, seed: u64, count: u64) {
    let count = variable("RADDLE_SYMBOLIC_PROGRAMS").unwrap_or(count);
    let mut random = Random::new(variable("RADDLE_SYMBOLIC_SEED").unwrap_or(seed));
    let (mut compared, mut found) = (0, 0);
    for number in 0..count {
        let program = generate(&mut random, &C11, kind).program(&Compile::default(), &Knowledge::default()).unwrap();
        for model in MODELS {
            let solved = match executions(&program, model, &|| false) {
                Ok(solved) => solved,
                Err(Unsolved::Unsupported { .. }) => continue,
                Err(error) => panic!("program {number} under {model}: {error}\n{}", program.source()),
            };
            let count = solved.len();
            let solved: BTreeSet<Execution> = solved.into_iter().map(sources).collect();
            assert_eq!(solved.len(), count, "each execution is found once");
            let explored = explored(&program, model);
            compared += 1;
            found += count;
            if let Some(missing) = explored.difference(&solved).next() {
                panic!("program {number} under {model}: missing\n{missing}\n{}", program.source());
            }
            if let Some(wrong) = solved.difference(&explored).next() {
                panic!("program {number} under {model}: wrong\n{wrong}\n{}", program.source());
            }
        }
    }
    eprintln!("{compared} comparisons, {found} executions");
    assert!(compared * 2 > count, "most programs are compared");
}

#[test]
fn loads_and_stores() {
    compare(Statements::LoadsAndStores, 1, 300);
}

#[test]
fn updates() {
    compare(Statements::Updates, 2, 300);
}

#[test]
fn fences() {
    compare(Statements::Fences, 3, 300);
}
