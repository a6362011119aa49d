//! The fast checkers of the models with dependencies, and of cat files: on generated threads of bytecode they find exactly what
//! the enumerator finds by the cat files, or notice that there may be load buffering.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use raddle_engine::carry_out;
use raddle_explore::oracle::{Guessing, executions_under};
use raddle_explore::{Ending, Engine, FinalGraph, Options, Plan, Proceed, Program as _, Run, Visitor, plan};
use raddle_graph::{Execution, Mode, Relation, Tag, Width};
use raddle_ir::{
    BinaryOp, Compile, FunctionBuilder, Instr, Knowledge, Operand, Program, ProgramBuilder, Reg, State, UpdateKind,
};
use raddle_models::axioms::Candidate;
use raddle_models::cat::Evaluator;
use raddle_models::{CatModel, MemoryModel, ModelName};

const W: Width = Width::W32;

/// Numbers that follow each other unpredictably.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 20) % bound
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len() as u64) as usize]
    }
}

/// The orders that a model gives a meaning to.
struct Orders {
    read: &'static [Mode],
    write: &'static [Mode],
    update: &'static [Mode],
    fence: &'static [Mode],
}

const C11: Orders = Orders {
    read: &[Mode::Rlx, Mode::Rlx, Mode::Rlx, Mode::Acq, Mode::Sc],
    write: &[Mode::Rlx, Mode::Rlx, Mode::Rlx, Mode::Rel, Mode::Sc],
    update: &[Mode::Rlx, Mode::Rlx, Mode::AcqRel, Mode::Sc],
    fence: &[Mode::Sc, Mode::Sc, Mode::Acq, Mode::Rel, Mode::AcqRel],
};

const ARM: Orders = Orders {
    read: &[Mode::Rlx, Mode::Rlx, Mode::Rlx, Mode::Acq, Mode::Tag(Tag::AcqPc)],
    write: &[Mode::Rlx, Mode::Rlx, Mode::Rel],
    update: &[
        Mode::Rlx,
        Mode::Rlx,
        Mode::Acq,
        Mode::Rel,
        Mode::AcqRel,
        Mode::Tag(Tag::AmoAcqRel),
        Mode::Tag(Tag::Noreturn),
        Mode::Tag(Tag::NoreturnAcqRel),
    ],
    fence: &[
        Mode::Tag(Tag::DmbSy),
        Mode::Tag(Tag::DmbLd),
        Mode::Tag(Tag::DmbSt),
        Mode::Tag(Tag::DsbSt),
        Mode::Tag(Tag::Isb),
        Mode::Tag(Tag::Isb),
    ],
};

const POWER: Orders = Orders {
    read: &[Mode::Rlx],
    write: &[Mode::Rlx],
    update: &[Mode::Rlx],
    fence: &[
        Mode::Tag(Tag::Sync),
        Mode::Tag(Tag::Sync),
        Mode::Tag(Tag::Lwsync),
        Mode::Tag(Tag::Lwsync),
        Mode::Tag(Tag::Eieio),
        Mode::Tag(Tag::Isync),
    ],
};

const ARMV7: Orders = Orders {
    read: &[Mode::Rlx],
    write: &[Mode::Rlx],
    update: &[Mode::Rlx, Mode::Tag(Tag::DmbStrex)],
    fence: &[Mode::Tag(Tag::DmbSy), Mode::Tag(Tag::DmbSy), Mode::Tag(Tag::DmbSt), Mode::Tag(Tag::Isb)],
};

const RISCV: Orders = Orders {
    read: &[Mode::Rlx, Mode::Rlx, Mode::Rlx, Mode::Acq],
    write: &[Mode::Rlx, Mode::Rlx, Mode::Rlx, Mode::Rel],
    update: &[Mode::Rlx, Mode::Rlx, Mode::Acq, Mode::Rel, Mode::AcqRel],
    fence: &[
        Mode::Tag(Tag::FenceMM),
        Mode::Tag(Tag::FenceMW),
        Mode::Tag(Tag::FenceRM),
        Mode::Tag(Tag::FenceWW),
        Mode::Tag(Tag::FenceTso),
    ],
};

const REGISTERS: u64 = 3;
const CELLS: u64 = 0x1000;

struct Generator<'a> {
    random: &'a mut Random,
    orders: &'a Orders,
    locations: u64,
    statements: Statements,
}

/// What threads mostly do.
#[derive(Clone, Copy, PartialEq)]
enum Statements {
    LoadsAndStores,
    Updates,
}

impl Generator<'_> {
    fn register(&mut self) -> Reg {
        Reg(self.random.below(REGISTERS) as u16)
    }

    /// A location, or one that a register decides (or seems to).
    fn address(&mut self, code: &mut FunctionBuilder) -> Operand {
        let cell = CELLS + 8 * self.random.below(self.locations);
        if self.random.below(4) > 0 {
            return cell.into();
        }
        let (scratch, reg) = (Reg(REGISTERS as u16), self.register());
        match self.random.below(2) {
            0 => code.binary(BinaryOp::Xor, W, scratch, reg, reg),
            _ => {
                code.binary(BinaryOp::And, W, scratch, reg, 1);
                code.binary(BinaryOp::Mul, W, scratch, scratch, if cell == CELLS { 8 } else { 0 });
            }
        }
        code.binary(BinaryOp::Add, Width::W64, scratch, scratch, cell);
        scratch.into()
    }

    /// A number, or what a register holds or seems to decide.
    fn value(&mut self, code: &mut FunctionBuilder) -> Operand {
        let (scratch, reg) = (Reg(REGISTERS as u16 + 1), self.register());
        match self.random.below(5) {
            0 => reg.into(),
            1 => {
                code.binary(BinaryOp::Xor, W, scratch, reg, reg);
                code.binary(BinaryOp::Add, W, scratch, scratch, 1);
                scratch.into()
            }
            _ => (1 + self.random.below(2)).into(),
        }
    }

    fn statement(&mut self, code: &mut FunctionBuilder) {
        let kind = match self.statements {
            Statements::LoadsAndStores => self.random.below(16),
            Statements::Updates => self.random.pick(&[0, 5, 10, 10, 10, 10, 10, 11]),
        };
        match kind {
            0..=4 => {
                let (dst, addr) = (self.register(), self.address(code));
                code.load(dst, addr, self.random.pick(self.orders.read), W);
            }
            5..=9 => {
                let (addr, value) = (self.address(code), self.value(code));
                code.store(addr, value, self.random.pick(self.orders.write), W);
            }
            10 => {
                let (old, addr, value) = (self.register(), self.address(code), self.value(code));
                let kind = self.random.pick(&[UpdateKind::Add, UpdateKind::Exchange]);
                code.update(kind, Some(old), addr, value, self.random.pick(self.orders.update), W);
            }
            11 => {
                let (old, addr, desired) = (self.register(), self.address(code), self.value(code));
                let expected = if self.random.below(3) == 0 { self.register().into() } else { 0.into() };
                code.emit(Instr::CompareExchange {
                    addr,
                    expected,
                    desired,
                    success: self.random.pick(self.orders.update),
                    failure: Mode::Rlx,
                    weak: false,
                    width: W,
                    old: Some(old),
                    stored: None,
                });
            }
            12 | 13 => code.fence(self.random.pick(self.orders.fence)),
            14 => {
                // Both ways lead to the same place.
                let (then, end) = (code.label(), code.label());
                code.branch(self.register(), then, end);
                code.bind(then);
                let dst = self.register();
                code.mov(dst, 1);
                code.bind(end);
            }
            _ => code.assume(self.register()),
        }
    }
}

fn generate(random: &mut Random, orders: &Orders, kind: Statements) -> Program {
    let mut program = ProgramBuilder::new();
    let threads = 2 + random.below(2);
    let locations = 2 + random.below(2);
    for thread in 0..threads {
        let function = program.declare(&format!("thread{thread}"), 0);
        let mut code = program.function(function);
        code.registers(REGISTERS as usize + 2);
        // The enumerator takes long for many updates.
        let most = match kind {
            Statements::LoadsAndStores if threads == 2 => 4,
            Statements::LoadsAndStores => 3,
            Statements::Updates => 4 - threads,
        };
        let statements = 2 + random.below(most);
        for _ in 0..statements {
            Generator { random, orders, locations, statements: kind }.statement(&mut code);
        }
        code.finish();
        program.define(code);
        program.thread(function, &[]);
    }
    let compile = Compile { dependencies: true, ..Compile::default() };
    Arc::new(program.code().unwrap()).program(&compile, &Knowledge::default()).unwrap()
}

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
    let mut random = Random(0x9e37_79b9_7f4a_7c15 ^ seed);
    let mut tally = BTreeMap::new();
    for number in 0..count {
        let program = generate(&mut random, orders, kind);
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
