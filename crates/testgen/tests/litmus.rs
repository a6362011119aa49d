//! What a sketch prints as a litmus file has the same executions when it is read back: neither the printer nor the
//! front end changes a program.

use std::collections::{BTreeMap, BTreeSet};

use raddle_engine::explore;
use raddle_explore::{Equivalence, FinalGraph, Options, Proceed, Run, Visitor, oracle};
use raddle_graph::{Address, Event, Execution, Label};
use raddle_ir::{Compile, Knowledge};
use raddle_litmus::Test;
use raddle_models::ModelName;
use raddle_testgen::known::dependent::in_every_order;
use raddle_testgen::known::hard;
use raddle_testgen::random::{Flavour, Programs, Size};
use raddle_testgen::{Sketch, Stats};

/// Partial graphs up to which the oracle is asked.
const LIMIT: usize = 2_000;

/// The same execution with locations numbered as they come.
fn renamed(execution: Execution) -> Execution {
    let mut names = BTreeMap::new();
    let mut name = |addr: Address| {
        let next = Address(names.len() as u64 + 1);
        *names.entry(addr).or_insert(next)
    };
    let mut rename = |event: Event| {
        let mut event = event;
        if let Label::Read { addr, .. } | Label::Write { addr, .. } = &mut event.label {
            *addr = name(*addr);
        }
        event
    };
    let threads = execution.threads.into_iter().map(|events| events.into_iter().map(&mut rename).collect()).collect();
    let co = execution.co.map(|co| co.into_iter().map(|(addr, order)| (name(addr), order)).collect());
    let init = execution.init.into_iter().map(|(addr, value)| (name(addr), value)).collect();
    Execution { threads, co, init, ends: execution.ends, dependencies: execution.dependencies }
}

/// The executions with and without printing, if there are not too many.
fn executions(program: &Sketch) -> Option<[BTreeSet<Execution>; 2]> {
    let test = Test::parse(&program.to_string()).unwrap_or_else(|error| panic!("{error}:\n{program}"));
    let read = test.program(None).unwrap_or_else(|error| panic!("{error}:\n{program}"));
    let direct = oracle::executions(program, ModelName::Rc11, Equivalence::Mo, true, LIMIT)?;
    let printed = oracle::executions(&read, ModelName::Rc11, Equivalence::Mo, true, LIMIT)?;
    Some([direct, printed].map(|set| set.into_iter().map(renamed).collect()))
}

#[test]
fn a_printed_program_is_the_same_program() {
    let flavours = [Flavour::General, Flavour::SeqCst, Flavour::Updates, Flavour::Waits];
    let mut programs = Programs::new(7, &flavours, &Size::SMALL);
    let compared = std::cell::Cell::new(0);
    for _ in 0..1_000 {
        let judged = programs.judge_next(|program| {
            if let Some([direct, printed]) = executions(program) {
                assert_eq!(direct, printed, "{program}");
                compared.set(compared.get() + 1);
            }
            Ok(Stats::default())
        });
        judged.unwrap_or_else(|mismatch| panic!("{mismatch}"));
    }
    println!("{} programs compared", compared.get());
    assert!(compared.get() > 800, "most are small enough");
}

struct Nobody;

impl<State> Visitor<State> for Nobody {
    fn visit(&mut self, _: &dyn FinalGraph<State>) -> Proceed {
        Proceed::Continue
    }
}

/// Programs of which executions with load buffering are easily lost, with their threads in every order.
#[test]
fn hard_programs_under_imm() {
    assert_eq!(hard::MODELS[0], ModelName::Imm);
    let mut count = 0;
    for hard in hard::programs().into_iter().filter(|hard| hard.program.is_c()) {
        for ordered in in_every_order(&hard.program) {
            let test = Test::parse(&ordered.to_string()).unwrap_or_else(|error| panic!("{error}:\n{ordered}"));
            let read = test.program(None).unwrap_or_else(|error| panic!("{error}:\n{ordered}"));
            let compile = Compile { dependencies: true, ..Compile::default() };
            let program = read.source().program(&compile, &Knowledge::default()).unwrap();
            let options = Options { symmetry: false, detect_duplicates: true, ..Options::default() };
            let (totals, _) = explore(&program, &ModelName::Imm.into(), &options, &Run::default(), || Nobody).unwrap();
            assert_eq!(totals.complete, hard.counts[0], "{ordered}");
            count += 1;
        }
    }
    println!("{count} programs");
    assert!(count > 100, "most can be said in C: {count}");
}
