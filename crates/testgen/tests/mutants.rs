//! The compiler of cat files to checks of single events, on mutants of shipped models: each has one operator changed.
//!
//! On generated programs a mutant's checks of single events agree with the same mutant's matrices; and the comparison is sharp
//! enough to tell mutants from the models that they were made of.

use std::collections::BTreeSet;
use std::sync::Arc;

use raddle_engine::carry_out;
use raddle_explore::oracle::{Guessing, executions_under};
use raddle_explore::{Checked, Ending, Engine, FinalGraph, Keep, Options, Plan, Proceed, Run, Stage, Visitor, Width};
use raddle_graph::{Execution, Relation, ThreadEnd};
use raddle_ir::{Compile, Knowledge, Program, State};
use raddle_models::axioms::Candidate;
use raddle_models::cat::Evaluator;
use raddle_models::{CatModel, MemoryModel, ModelName};
use raddle_testgen::bytecode::{ARMV7, C11, Orders, POWER, RISCV, Random, Statements, generate};

/// Programs on which mutants are told from their model.
const PROGRAMS: usize = 500;
/// Every so many of these, each mutant is compared with its own matrices.
const PROGRAMS_PER_COMPARISON: usize = 40;
/// Every so many of the mutants of a model are tried.
const STRIDE: usize = 3;

/// The text of a model with one operator changed, for each operator; comments and titles stay, and what only `prefix` or flags need.
fn mutants(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let end =
        ["let rec static-ii", "let static-ppo", "let conflict"].into_iter().filter_map(|begin| text.find(begin)).min();
    let end = end.unwrap_or(text.len());
    let (mut depth, mut is_quoted) = (0, false);
    let bytes = text.as_bytes();
    for (at, &byte) in bytes[..end].iter().enumerate() {
        match (byte, bytes.get(at + 1)) {
            (b'(', Some(b'*')) => depth += 1,
            (b')', _) if at > 0 && bytes[at - 1] == b'*' && depth > 0 => depth -= 1,
            (b'"', _) => is_quoted = !is_quoted,
            _ => {}
        }
        if depth > 0 || is_quoted {
            continue;
        }
        let other = match byte {
            b'|' => "&",
            b'&' => "|",
            b';' => "|",
            b'\\' => "&",
            b'?' | b'+' => " ",
            _ => continue,
        };
        found.push(format!("{}{other}{}", &text[..at], &text[at + 1..]));
    }
    found
}

#[derive(Default)]
struct Collect(BTreeSet<Execution>);

impl Visitor<State> for Collect {
    fn visit(&mut self, found: &dyn FinalGraph<State>) -> Proceed {
        if found.ending() == Ending::Complete {
            self.0.insert(found.execution());
        }
        Proceed::Continue
    }
}

/// The complete executions without a cycle that the checks of single events allow.
fn visited(program: &Program, model: &MemoryModel) -> BTreeSet<Execution> {
    let engine = Engine::Visit { model: Checked::ByAxioms, width: Width::Narrow };
    let plan = Plan { stages: vec![Stage { engine, keep: Keep::PorfAcyclic }] };
    let options = Options { detect_duplicates: true, ..Options::default() };
    let found = carry_out(&plan, program, model, &options, &Run::default(), Collect::default);
    found.unwrap().1.into_iter().flat_map(|Collect(found)| found).map(plain).collect()
}

/// Those that the matrices allow, if they are not too many.
fn enumerated(program: &Program, model: &CatModel) -> Option<BTreeSet<Execution>> {
    let mut evaluator = Evaluator::new(model);
    let mut judge = |candidate: &Candidate, co: &Relation| evaluator.check(candidate, co).is_ok();
    let guessing = Guessing { spurious_failures: false, coherent: true, limit: 20_000 };
    let found = executions_under(program, &mut judge, guessing)?;
    let is_complete = |execution: &Execution| execution.ends.iter().all(|end| *end == ThreadEnd::Finished);
    let is_acyclic = |execution: &Execution| !Candidate::new(execution).unwrap().has_porf_cycle();
    Some(found.into_iter().filter(is_complete).filter(is_acyclic).map(plain).collect())
}

/// The engines leave dependencies out where the model has no use for them.
fn plain(execution: Execution) -> Execution {
    Execution { dependencies: Default::default(), ..execution }
}

/// Compares the mutants of a model with their own matrices, and tells them from the model.
fn compare(name: ModelName, orders: &Orders, seed: u64) {
    let text = name.cat().whole();
    let mut random = Random::new(seed);
    let compile = Compile { dependencies: true, ..Compile::default() };
    let programs = (0..PROGRAMS).filter_map(|at| {
        let kinds = [Statements::LoadsAndStores, Statements::Fences, Statements::Fences, Statements::Updates];
        let kind = kinds[at % kinds.len()];
        let program = generate(&mut random, orders, kind).program(&compile, &Knowledge::default()).unwrap();
        let executions = enumerated(&program, name.cat())?;
        Some((program, executions))
    });
    let programs: Vec<(Program, BTreeSet<Execution>)> = programs.collect();
    let (mut killed, mut alive, mut skipped) = (0, Vec::new(), 0);
    for mutant in mutants(&text).into_iter().step_by(STRIDE) {
        let Ok(mutant) = CatModel::parse("mutant.cat", &mutant, &|_| None) else { continue };
        if !mutant.is_incremental(true) {
            skipped += 1;
            continue;
        }
        let model = MemoryModel::File(Arc::new(mutant.clone()));
        for (program, _) in programs.iter().step_by(PROGRAMS_PER_COMPARISON) {
            let Some(expected) = enumerated(program, &mutant) else { continue };
            let found = visited(program, &model);
            let counts = format!("{} found, {} expected", found.len(), expected.len());
            assert!(found == expected, "mutant of {name}: {counts}\n{program}\n{}", mutant.source());
        }
        match programs.iter().any(|(program, executions)| visited(program, &model) != *executions) {
            true => killed += 1,
            false => alive.push(changed_line(&text, mutant.source())),
        }
    }
    println!(
        "{name}: {killed} mutants told from the model, {skipped} cannot be checked one event at a time, not told:"
    );
    alive.iter().for_each(|line| println!("    {line}"));
    assert!(2 * killed > alive.len(), "{name}: {killed} of {}", killed + alive.len());
}

/// The line of a mutant in which it differs.
fn changed_line(original: &str, mutant: &str) -> String {
    let mut lines = original.lines().zip(mutant.lines());
    lines.find(|(a, b)| a != b).map_or_else(String::new, |(_, line)| line.trim().to_owned())
}

#[test]
fn of_power() {
    compare(ModelName::Power, &POWER, 1);
}

#[test]
fn of_armv7() {
    compare(ModelName::Armv7, &ARMV7, 2);
}

#[test]
fn of_riscv() {
    compare(ModelName::Riscv, &RISCV, 3);
}

#[test]
fn of_models_of_the_language() {
    compare(ModelName::Rc20, &C11, 4);
    compare(ModelName::Tso, &C11, 5);
}
