//! Every row of every table, and the jumps around what was put in.

use raddle_graph::Width;

use super::*;
use crate::{Knowledge, Operand, Position, ProgramBuilder, UpdateKind};

const W: Width = Width::W32;

/// The instructions that the machine makes of one, at the end of which the thread ends.
fn compiled(machine: Machine, add: impl Fn(&mut crate::FunctionBuilder)) -> Vec<Instr> {
    let mut program = ProgramBuilder::new();
    let main = program.declare("main", 0);
    let mut code = program.function(main);
    add(&mut code);
    code.finish();
    program.define(code);
    program.thread(main, &[]);
    let compile = Compile { machine: Some(machine), ..Compile::default() };
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

#[test]
fn every_row_of_every_table() {
    for machine in Machine::ALL {
        for row in machine.table() {
            let code = compiled(machine, |code| {
                let old = code.register();
                match row.kind {
                    AccessKind::Load => code.load(old, 4096, row.order, W),
                    AccessKind::Store => code.store(4096, 1, row.order, W),
                    AccessKind::Update => code.update(UpdateKind::Add, Some(old), 4096, 1, row.order, W),
                    AccessKind::Failure => code.emit(compare_exchange(Mode::Rlx, row.order, Some(old))),
                    AccessKind::Fence => code.fence(row.order),
                }
            });
            let fences =
                |tag: Option<Tag>| code.iter().filter(|instr| tag.is_some_and(|tag| **instr == fence(tag))).count();
            let after = match row.after {
                After::Nothing => None,
                After::Fence(tag) | After::Branch(tag) => Some(tag),
            };
            let what = format!("{machine:?} {row:?}: {code:?}");
            assert!(row.before.is_none() || fences(row.before) > 0, "{what}");
            assert!(after.is_none() || fences(after) > 0, "{what}");
            if row.before.is_none() && after.is_none() {
                assert_eq!(code.len(), 2, "{what}");
            }
            let mode = match code.iter().find(|instr| !matches!(instr, Instr::Fence { .. })) {
                Some(Instr::Load { mode, .. } | Instr::Store { mode, .. } | Instr::Update { mode, .. }) => Some(*mode),
                Some(Instr::CompareExchange { failure, .. }) => Some(*failure),
                _ => match code[0] {
                    Instr::Fence { mode, .. } => Some(mode),
                    _ => None,
                },
            };
            assert_eq!(mode, Some(row.becomes), "{what}");
        }
    }
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
    let code = compiled(Machine::Power, |code| {
        code.emit(compare_exchange(Mode::AcqRel, Mode::Rlx, None));
    });
    // lwsync, compare-exchange, branch, branch, isync, jump, finish
    assert_eq!(code[0], fence(Tag::Lwsync));
    assert!(matches!(code[2], Instr::Branch { then: 3, otherwise: 6, .. }));
    assert!(matches!(code[3], Instr::Branch { then: 4, otherwise: 4, .. }));
    assert_eq!((&code[4], &code[5]), (&fence(Tag::Isync), &Instr::Jump { target: 6 }));
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
    for machine in [Machine::Power, Machine::Armv8, Machine::Riscv] {
        let compile = |code: Arc<Code>, compile: Compile| {
            let program = code.program(&compile, &Knowledge::default()).unwrap();
            program.functions()[0].code.clone()
        };
        let machine = Compile { machine: Some(machine), dependencies: true, ..Compile::default() };
        let acquires = compile(code(Mode::Rlx), Compile { acquire_at: Some((0, 7)), ..machine });
        assert_eq!(acquires, compile(code(Mode::Acq), machine));
        assert_ne!(acquires, compile(code(Mode::Rlx), machine));
        let elsewhere = Compile { acquire_at: Some((0, 8)), ..machine };
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
                let compile = Compile { machine, dependencies, part_stores, acquire_at: None };
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
