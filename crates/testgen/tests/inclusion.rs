//! Machines are within imm: every execution of a compiled program is, as far as accesses go, one of its source under `imm`.
//!
//! With one exception: `imm` orders what an update reads before all later stores. POWER does that by the branch of the loop that
//! an update is there. Arm's model gives no order to the branch that repeats a pair of exclusives, and single
//! instructions (LSE, and most updates of RISC-V) have none. There `imm` without that order is what compiled programs are within.
//! Where compare-exchanges are single instructions, the same holds for them, whether they store or not.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use raddle_engine::carry_out;
use raddle_explore::{Ending, FinalGraph, Options, Proceed, Program as _, Run, Visitor, plan};
use raddle_graph::{Address, EventId, Execution, Label, Source, Value};
use raddle_ir::machine::{Extensions, Machine};
use raddle_ir::{Code, Compile, Knowledge, State};
use raddle_models::{CatModel, MemoryModel, ModelName};
use raddle_testgen::bytecode::{C11, Random, Statements, generate, generate_with};

/// An access: its location, what is read or written, and from which access.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Access {
    addr: Address,
    value: Value,
    source: Option<Source>,
}

/// An execution without fences and orders: accesses are numbered without fences between them.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Accesses {
    threads: Vec<Vec<Access>>,
    co: BTreeMap<Address, Vec<EventId>>,
}

impl Accesses {
    fn of(execution: &Execution) -> Accesses {
        let is_access = |label: &Label| label.is_read() || label.is_write();
        let name = |id: EventId| {
            let before = &execution.threads[id.thread.index()][..id.index as usize];
            EventId { index: before.iter().filter(|event| is_access(&event.label)).count() as u32, ..id }
        };
        let access = |event: &raddle_graph::Event| {
            let (Label::Read { addr, value, .. } | Label::Write { addr, value, .. }) = event.label else { return None };
            let source = event.rf.map(|source| match source {
                Source::Init => Source::Init,
                Source::Event(id) => Source::Event(name(id)),
            });
            Some(Access { addr, value, source })
        };
        let threads = execution.threads.iter().map(|events| events.iter().filter_map(access).collect()).collect();
        let orders = execution.co.iter().flatten();
        let co = orders.map(|(&addr, writes)| (addr, writes.iter().map(|&write| name(write)).collect())).collect();
        Accesses { threads, co }
    }
}

#[derive(Default)]
struct Collect(BTreeSet<Accesses>);

impl Visitor<State> for Collect {
    fn visit(&mut self, found: &dyn FinalGraph<State>) -> Proceed {
        if found.ending() == Ending::Complete {
            self.0.insert(Accesses::of(&found.execution()));
        }
        Proceed::Continue
    }
}

fn executions(code: &Arc<Code>, compile: &Compile, model: &MemoryModel) -> BTreeSet<Accesses> {
    let program = code.program(compile, &Knowledge::default()).unwrap();
    let options = Options::default();
    let plan = plan(&program.features(), model, &options).unwrap();
    let (_, found) = carry_out(&plan, &program, model, &options, &Run::default(), Collect::default).unwrap();
    found.into_iter().flat_map(|Collect(found)| found).collect()
}

/// `imm` without the order of what an update reads before later stores.
fn imm_without_loops() -> MemoryModel {
    let text = ModelName::Imm.cat().whole();
    let weaker = text.replace("| casdep | [R & X] ; po", "| casdep");
    assert_ne!(text, weaker);
    MemoryModel::File(Arc::new(CatModel::parse("imm-without-loops.cat", &weaker, &|_| None).unwrap()))
}

fn compare(machine: Machine, extensions: Extensions, model: ModelName, source: &MemoryModel, seed: u64, count: usize) {
    let compile = Compile { dependencies: true, machine: Some(machine), extensions, ..Compile::default() };
    let plain = Compile { dependencies: true, ..Compile::default() };
    let mut random = Random::new(seed);
    // Then no branch orders what it read before what follows.
    let compares_at_once = extensions.lse || extensions.zacas;
    let mut fewer = 0;
    for number in 0..count {
        let kind = if number % 5 == 0 { Statements::Updates } else { Statements::LoadsAndStores };
        let source_code = generate_with(&mut random.clone(), &C11, kind, compares_at_once);
        let code = generate(&mut random, &C11, kind);
        let compiled = executions(&code, &compile, &model.into());
        let allowed = executions(&source_code, &plain, source);
        if let Some(extra) = compiled.difference(&allowed).next() {
            let program = code.program(&plain, &Knowledge::default()).unwrap();
            panic!("{model} {extensions:?} {number}: not under {source}: {extra:?}\nof\n{program}");
        }
        fewer += usize::from(compiled.len() < allowed.len());
    }
    println!("{model}: {count} programs, {fewer} of them with fewer executions than under {source}");
    assert!(fewer > 0, "the comparison tells models apart");
}

/// How many programs are compared; more with `RADDLE_PROGRAMS`.
fn programs() -> usize {
    std::env::var("RADDLE_PROGRAMS").map_or(1000, |count| count.parse().unwrap())
}

const NONE: Extensions = Extensions { lse: false, rcpc: false, zacas: false, zabha: false };

#[test]
fn power_is_within_imm() {
    compare(Machine::Power, NONE, ModelName::Power, &ModelName::Imm.into(), 1, programs());
}

#[test]
fn armv8_is_within_imm_without_loops() {
    let imm = imm_without_loops();
    for (seed, extensions) in (2..).zip(Extensions::of(Machine::Armv8)) {
        compare(Machine::Armv8, extensions, ModelName::Armv8, &imm, seed, programs() / 3);
    }
}

#[test]
fn riscv_is_within_imm_without_loops() {
    let imm = imm_without_loops();
    for (seed, extensions) in (5..).zip(Extensions::of(Machine::Riscv)) {
        compare(Machine::Riscv, extensions, ModelName::Riscv, &imm, seed, programs() / 2);
    }
}
