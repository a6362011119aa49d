//! Every row of every table, and the jumps around what was put in.

use raddle_graph::Width;

use super::*;
use crate::{FunctionBuilder, Knowledge, Operand, Position, ProgramBuilder, UpdateKind};

const W: Width = Width::W32;

/// The instructions that the machine makes of one, at the end of which the thread ends.
fn compiled(machine: Machine, add: impl Fn(&mut crate::FunctionBuilder)) -> Vec<Instr> {
    compiled_with(machine, Extensions::default(), add)
}

fn compiled_with(machine: Machine, extensions: Extensions, add: impl Fn(&mut crate::FunctionBuilder)) -> Vec<Instr> {
    let mut program = ProgramBuilder::new();
    let main = program.declare("main", 0);
    let mut code = program.function(main);
    add(&mut code);
    code.finish();
    program.define(code);
    program.thread(main, &[]);
    let compile = Compile { machine: Some(machine), extensions, ..Compile::default() };
    let program = Arc::new(program.code().unwrap()).program(&compile, &Knowledge::default()).unwrap();
    program.functions()[0].code.clone()
}

fn fence(tag: Tag) -> Instr {
    Instr::Fence { mode: Mode::Tag(tag), on: None }
}

fn compare_exchange(success: Mode, failure: Mode, old: Option<Reg>) -> Instr {
    Instr::CompareExchange {
        addr: Operand::Const(4096),
        expected: Operand::Const(0),
        desired: Operand::Const(1),
        success,
        failure,
        weak: false,
        width: W,
        old,
        stored: None,
    }
}

fn fence_of(after: After) -> Option<Tag> {
    match after {
        After::Nothing => None,
        After::Fence(tag) | After::Branch(tag) => Some(tag),
    }
}

#[test]
fn every_row_of_every_table() {
    for (machine, extensions) in variants() {
        for row in machine.table(extensions) {
            let code = compiled_with(machine, extensions, |code| {
                let old = code.register();
                match row.kind {
                    AccessKind::Load => code.load(old, 4096, row.order, W),
                    AccessKind::Store => code.store(4096, 1, row.order, W),
                    AccessKind::Update => code.update(UpdateKind::Add, Some(old), 4096, 1, row.order, W),
                    AccessKind::Fence => code.fence(row.order),
                }
            });
            let fences =
                |tag: Option<Tag>| code.iter().filter(|instr| tag.is_some_and(|tag| **instr == fence(tag))).count();
            let after = fence_of(row.after);
            let what = format!("{machine:?} {extensions:?} {row:?}: {code:?}");
            assert!(row.before.is_none() || fences(row.before) > 0, "{what}");
            assert!(after.is_none() || fences(after) > 0, "{what}");
            if row.before.is_none() && after.is_none() {
                let is_loop =
                    row.kind == AccessKind::Update && machine.branches_on_success(UpdateKind::Add, W, extensions);
                assert_eq!(code.len(), 2 + usize::from(is_loop), "{what}");
            }
            let mode = match code.iter().find(|instr| !matches!(instr, Instr::Fence { .. })) {
                Some(Instr::Load { mode, .. } | Instr::Store { mode, .. } | Instr::Update { mode, .. }) => Some(*mode),
                _ => match code[0] {
                    Instr::Fence { mode, .. } => Some(mode),
                    _ => None,
                },
            };
            assert_eq!(mode, Some(row.becomes), "{what}");
        }
    }
}

fn variants() -> impl Iterator<Item = (Machine, Extensions)> {
    Machine::ALL.into_iter().flat_map(|machine| Extensions::of(machine).map(move |extensions| (machine, extensions)))
}

#[test]
fn every_pair_of_orders_of_a_compare_exchange() {
    for (machine, extensions) in variants() {
        for success in [Mode::Rlx, Mode::Acq, Mode::Rel, Mode::AcqRel, Mode::Sc] {
            for failure in [Mode::Rlx, Mode::Acq, Mode::Sc] {
                let row = machine.exchange([success, failure], W, extensions).unwrap();
                let code =
                    compiled_with(machine, extensions, |code| code.emit(compare_exchange(success, failure, None)));
                let what = format!("{machine:?} {extensions:?} {row:?}: {code:?}");
                let place = usize::from(row.before.is_some());
                assert!(row.before.is_none_or(|tag| code[0] == fence(tag)), "{what}");
                let Instr::CompareExchange { success, failure, .. } = code[place] else { panic!("{what}") };
                assert_eq!([success, failure], row.becomes, "{what}");
                let [stores, fails] = row.after.map(fence_of);
                match code[place + 1] {
                    Instr::Branch { then, otherwise, .. } if stores != fails => {
                        assert!(stores.is_none_or(|tag| code[then as usize] == fence(tag)), "{what}");
                        assert!(fails.is_none_or(|tag| code[otherwise as usize] == fence(tag)), "{what}");
                    }
                    _ => assert!(stores == fails && stores.is_none_or(|tag| code[place + 1] == fence(tag)), "{what}"),
                }
            }
        }
    }
}

/// clang gives the load of a compare-exchange the stronger of the two orders, where the machine has one.
#[test]
fn a_failing_compare_exchange_acquires_where_the_instruction_does() {
    let fails = |machine: Machine, orders| machine.exchange(orders, W, Extensions::default()).unwrap().becomes[1];
    assert_eq!(fails(Machine::Armv8, [Mode::Acq, Mode::Rlx]), Mode::Acq);
    assert_eq!(fails(Machine::Armv8, [Mode::Rel, Mode::Rlx]), Mode::Rlx);
    assert_eq!(fails(Machine::Riscv, [Mode::Acq, Mode::Rlx]), Mode::Tag(Tag::LrAq));
    assert_eq!(fails(Machine::Riscv, [Mode::Sc, Mode::Rlx]), Mode::Tag(Tag::LrAqrlScRl));
}

#[test]
fn updates_of_bytes_are_pairs_on_risc_v() {
    let byte = Width::new(8).unwrap();
    let becomes = |kind, width, extensions| Machine::Riscv.update(kind, width, Mode::Sc, extensions).unwrap().becomes;
    let (none, zabha) = (Extensions::default(), Extensions { zabha: true, ..Extensions::default() });
    assert_eq!(becomes(UpdateKind::Add, Width::W32, none), Mode::AcqRel);
    assert_eq!(becomes(UpdateKind::Add, byte, none), Mode::Tag(Tag::LrAqrlScRl));
    assert_eq!(becomes(UpdateKind::Or, byte, none), Mode::AcqRel);
    assert_eq!(becomes(UpdateKind::Add, byte, zabha), Mode::AcqRel);
    assert_eq!(becomes(UpdateKind::Nand, Width::W32, zabha), Mode::Tag(Tag::LrAqrlScRl));
    let zacas = Extensions { zacas: true, ..none };
    let exchange = |width, extensions| Machine::Riscv.exchange([Mode::Sc; 2], width, extensions).unwrap().becomes[0];
    assert_eq!(exchange(Width::W32, zacas), Mode::AcqRel);
    assert_eq!(exchange(byte, zacas), Mode::Tag(Tag::LrAqrlScRl));
    assert_eq!(exchange(byte, Extensions { zabha: true, ..zacas }), Mode::AcqRel);
}

#[test]
fn plain_accesses_stay_as_they_are() {
    for machine in Machine::ALL {
        let code = compiled(machine, |code| {
            let reg = code.register();
            code.load(reg, 4096, Mode::Na, W);
            code.store(4096, Operand::Reg(reg), Mode::Na, W);
        });
        assert_eq!(code.len(), 3, "{machine:?}");
    }
}

#[test]
fn an_acquire_load_of_power_is_followed_by_a_branch_and_isync() {
    let code = compiled(Machine::Power, |code| {
        let reg = code.register();
        code.load(reg, 4096, Mode::Acq, W);
    });
    assert!(matches!(code[1], Instr::Branch { then: 2, otherwise: 2, .. }));
    assert_eq!(code[2], fence(Tag::Isync));
}

#[test]
fn an_update_of_power_is_followed_by_the_branch_that_repeats_it() {
    let update = |code: &mut FunctionBuilder| code.update(UpdateKind::Add, None, 4096, 1, Mode::Acq, W);
    let code = compiled(Machine::Power, update);
    assert!(matches!(code[0], Instr::Update { old: Some(_), .. }));
    assert!(matches!(code[1], Instr::Branch { then: 2, otherwise: 2, .. }));
    assert_eq!(code[2], fence(Tag::Lwsync));
    assert_eq!(compiled(Machine::Armv8, update).len(), 2);
}

#[test]
fn jumps_lead_where_they_led() {
    let code = compiled(Machine::Power, |code| {
        let (head, end) = (code.label(), code.label());
        let reg = code.register();
        code.bind(head);
        code.store(4096, 1, Mode::Sc, W);
        code.load(reg, 4096, Mode::Acq, W);
        code.branch(Operand::Reg(reg), head, end);
        code.bind(end);
        code.store(4100, 1, Mode::Rel, W);
    });
    // sync, store, load, branch, isync, branch, lwsync, store, finish
    assert_eq!(code.len(), 9);
    assert!(matches!(code[5], Instr::Branch { then: 0, otherwise: 6, .. }));
    assert_eq!(code[6], fence(Tag::Lwsync));
}

#[test]
fn a_compare_exchange_is_followed_by_what_belongs_to_its_outcome() {
    let code = compiled(Machine::Armv7, |code| {
        code.emit(compare_exchange(Mode::AcqRel, Mode::Rlx, None));
    });
    // compare-exchange, branch, dmb, jump, finish
    assert!(matches!(code[0], Instr::CompareExchange { success: Mode::Tag(Tag::DmbStrex), failure: Mode::Rlx, .. }));
    assert!(matches!(code[1], Instr::Branch { then: 2, otherwise: 4, .. }));
    assert_eq!((&code[2], &code[3]), (&fence(Tag::DmbSy), &Instr::Jump { target: 4 }));
}

/// The options were mutations once: reads acquired only if that was said before the machine was chosen.
#[test]
fn a_read_that_is_to_acquire_becomes_what_an_acquire_becomes_on_the_machine() {
    let code = |mode| {
        let mut program = ProgramBuilder::new();
        let main = program.declare("main", 0);
        let mut code = program.function(main);
        code.at(Position { file: 0, line: 7, column: 1 });
        let r = code.register();
        code.load(r, 4096, mode, W);
        code.finish();
        program.define(code);
        program.thread(main, &[]);
        Arc::new(program.code().unwrap())
    };
    let line = |line| Some(AcquireAt { line: (0, line), calls: Vec::new() });
    for machine in [Machine::Power, Machine::Armv8, Machine::Riscv] {
        let compile = |code: Arc<Code>, compile: Compile| {
            let program = code.program(&compile, &Knowledge::default()).unwrap();
            program.functions()[0].code.clone()
        };
        let machine = Compile { machine: Some(machine), dependencies: true, ..Compile::default() };
        let acquires = compile(code(Mode::Rlx), Compile { acquire_at: line(7), ..machine.clone() });
        assert_eq!(acquires, compile(code(Mode::Acq), machine.clone()));
        assert_ne!(acquires, compile(code(Mode::Rlx), machine.clone()));
        let elsewhere = Compile { acquire_at: line(8), ..machine.clone() };
        assert_eq!(compile(code(Mode::Rlx), elsewhere), compile(code(Mode::Rlx), machine));
    }
}

/// Each option does the same whatever the others are, so that it cannot matter in which order they are thought of.
#[test]
fn compile_options_do_not_depend_on_each_other() {
    let mut program = ProgramBuilder::new();
    program.reserve_static("x", 8, 8, false);
    let main = program.declare("main", 0);
    let mut code = program.function(main);
    let r = code.register();
    code.load(r, 0x1_0000, Mode::Acq, W);
    code.finish();
    program.define(code);
    program.thread(main, &[]);
    let code = Arc::new(program.code().unwrap());
    for machine in [None, Some(Machine::Power)] {
        for dependencies in [false, true] {
            for part_stores in [None, Some(PartStores::Refused)] {
                let compile = Compile { machine, dependencies, part_stores, ..Compile::default() };
                let program = code.program(&compile, &Knowledge::default()).unwrap();
                assert_eq!(program.functions()[0].code.len(), if machine.is_some() { 4 } else { 2 });
                assert_eq!(program.tracks_dependencies, dependencies);
                assert_eq!(program.memory.as_ref().unwrap().wide.stores, part_stores);
                assert_eq!(program.source(), &code, "code never changes");
                let again = program.source().program(&compile, &Knowledge::default()).unwrap();
                assert_eq!(again.functions(), program.functions(), "it is compiled once");
            }
        }
    }
}
