//! Load buffering: the general engine and the enumerator find the same executions under models that allow it.

use std::collections::BTreeSet;

use raddle_engine::carry_out;
use raddle_explore::oracle::{Guessing, executions_under};
use raddle_explore::{Engine, FinalGraph, Keep, Options, Plan, Proceed, Run, Stage, Visitor};
use raddle_graph::Execution;
use raddle_ir::{Compile, Knowledge};
use raddle_litmus::Test;
use raddle_models::ModelName;
use raddle_models::cat::{CatModel, Evaluator};

struct Collect(Vec<Execution>);

impl<S> Visitor<S> for Collect {
    fn visit(&mut self, found: &dyn FinalGraph<S>) -> Proceed {
        self.0.push(found.execution());
        Proceed::Continue
    }
}

fn counts(body: &str) -> (usize, usize) {
    let text = format!("C test\n{{}}\n{body}\nexists (true)\n");
    let test = Test::parse(&text).unwrap();
    let compile = Compile { dependencies: true, ..Compile::default() };
    let program = test.program(None).unwrap().source().program(&compile, &Knowledge::default()).unwrap();
    let model = CatModel::shipped("imm").unwrap();
    let options = Options { detect_duplicates: true, ..Options::default() };
    let plan = Plan { stages: vec![Stage { engine: Engine::General, keep: Keep::All }] };
    let collect = || Collect(Vec::new());
    let (_, visitors) = carry_out(&plan, &program, &ModelName::Imm.into(), &options, &Run::default(), collect).unwrap();
    let found: BTreeSet<Execution> = visitors.into_iter().flat_map(|visitor| visitor.0).collect();
    let mut evaluator = Evaluator::new(model);
    let expected =
        executions_under(&program, &mut |candidate, co| evaluator.allows(candidate, co), Guessing::default()).unwrap();
    if found != expected {
        for missing in expected.difference(&found) {
            println!("missing\n{missing}");
        }
        for extra in found.difference(&expected) {
            println!("extra\n{extra}");
        }
        panic!("{} {}", found.len(), expected.len());
    }
    (found.len(), expected.len())
}

#[test]
fn a_graph_that_is_built_in_two_orders_counts_once() {
    counts("
P0 (atomic_int* x, int* y) { int r = atomic_load_explicit(x, memory_order_relaxed); *y = 1; }
P1 (atomic_int* x, int* y) { int r = *y; int s = atomic_fetch_add_explicit(x, r, memory_order_relaxed); atomic_store_explicit(x, 1, memory_order_relaxed); }
");
}

#[test]
fn lb() {
    println!("{:?}", counts("
P0 (atomic_int* x, atomic_int* y) { int r = atomic_load_explicit(x, memory_order_relaxed); atomic_store_explicit(y, 1, memory_order_relaxed); }
P1 (atomic_int* x, atomic_int* y) { int r = atomic_load_explicit(y, memory_order_relaxed); atomic_store_explicit(x, 1, memory_order_relaxed); }
"));
    println!("{:?}", counts("
P0 (atomic_int* x, atomic_int* y) { int r = atomic_load_explicit(x, memory_order_relaxed); int s = atomic_load_explicit(x, memory_order_acquire); atomic_store_explicit(y, 1, memory_order_relaxed); }
P1 (atomic_int* x, atomic_int* y) { int r = atomic_load_explicit(y, memory_order_relaxed); atomic_store_explicit(x, r, memory_order_relaxed); }
P2 (atomic_int* x) { atomic_store_explicit(x, 2, memory_order_relaxed); }
"));
}
