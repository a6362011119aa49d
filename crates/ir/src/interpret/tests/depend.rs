//! Dependencies, shown: what each action of a small thread was computed from.

use raddle_graph::{Dependencies, ReadSet};

use super::*;
use crate::{CheckedOp, Compile, Region};

/// The dependencies of a thread's actions, as text: `a` address, `d` data, `c` control, `e` expected, `j` joined, `pa` and
/// `pd` those of address and data that were only picked.
fn show(dependencies: &Dependencies) -> String {
    let Dependencies { addr, data, ctrl, expected, joined, picked_addr, picked_data } = dependencies;
    let mut text = String::new();
    let picked = [("pa", picked_addr), ("pd", picked_data)];
    for (name, set) in [("a", addr), ("d", data), ("c", ctrl), ("e", expected), ("j", joined)].into_iter().chain(picked)
    {
        if !set.is_empty() {
            let reads: Vec<String> = ReadSet::iter(set).map(|read| read.to_string()).collect();
            text += &format!("{}{name}{}", if text.is_empty() { "" } else { " " }, reads.join(","));
        }
    }
    text
}

/// Runs a program's only thread, whose reads all read this value and whose updates store if they would, and gives the
/// dependencies of its actions, the last one (at which it ends) included.
fn run(program: Program, value: u64) -> Vec<String> {
    run_compiled(program, value, Compile { dependencies: true, ..Compile::default() })
}

fn run_compiled(program: Program, value: u64, compile: Compile) -> Vec<String> {
    let mut program = program.source().program(&compile, program.knowledge()).unwrap();
    let mut state = program.start(ThreadId(0));
    let mut all = Vec::new();
    loop {
        all.push(show(&program.dependencies(&state)));
        let stored = match *program.action(&state) {
            Action::Finish | Action::Block | Action::Fail(_) => return all,
            Action::Learn(discovery) => {
                assert!(program.learn(discovery));
                (state, all) = (program.start(ThreadId(0)), Vec::new());
                continue;
            }
            Action::Update { op, width, .. } => op.stores(width, value).is_some(),
            _ => false,
        };
        program.step(&mut state, Answer { value, stored });
    }
}

/// The same for a thread with three registers, of which it gets the first two.
fn of(value: u64, write: impl FnOnce(&mut FunctionBuilder, Reg, Reg)) -> Vec<String> {
    let program = thread(|c| {
        let (a, b) = (c.register(), c.register());
        c.register();
        write(c, a, b);
    });
    run(program, value)
}

const RLX: Mode = Mode::Rlx;

#[test]
fn values_and_addresses_depend_on_what_they_are_computed_from() {
    let shown = of(8, |c, a, b| {
        c.load(a, 8, RLX, W);
        c.load(b, a, RLX, W);
        c.binary(BinaryOp::Xor, W, a, a, a);
        c.store(16, a, RLX, W);
        c.binary(BinaryOp::Add, W, b, a, b);
        c.store(b, b, RLX, W);
        c.mov(b, 24);
        c.store(b, 1, RLX, W);
    });
    // A load holds itself, not its address; `xor r, r` is 0 and depends on r nevertheless.
    assert_eq!(shown, ["", "a0", "d0", "a0,1 d0,1", "", ""]);
}

#[test]
fn branches_add_to_control_for_good() {
    let shown = of(0, |c, a, b| {
        let (then, end) = (c.label(), c.label());
        c.load(a, 8, RLX, W);
        c.load(b, 16, RLX, W);
        c.store(24, 1, RLX, W);
        c.branch(a, then, end);
        c.bind(then);
        c.store(24, 2, RLX, W);
        c.bind(end);
        c.store(24, b, RLX, W);
        c.fence(Mode::Sc);
    });
    assert_eq!(shown, ["", "", "", "d1 c0", "c0", "c0"]);
}

#[test]
fn assumptions_and_assertions_decide() {
    let shown = of(1, |c, a, b| {
        c.load(a, 8, RLX, W);
        c.assume(a);
        c.load(b, 8, RLX, W);
        c.require(b);
        c.fence(Mode::Sc);
    });
    assert_eq!(shown, ["", "c0", "c0,1", "c0,1"]);
    let shown = of(0, |c, a, _| {
        c.load(a, 8, RLX, W);
        c.assume(a);
        c.fence(Mode::Sc);
    });
    assert_eq!(shown, ["", "c0"]);
}

#[test]
fn a_failure_is_due_to_its_operands() {
    let shown = of(0, |c, a, b| {
        c.load(a, 8, RLX, W);
        c.load(b, 8, RLX, W);
        c.binary(BinaryOp::UDiv, W, a, b, 5);
        c.store(8, a, RLX, W);
        c.binary(BinaryOp::UDiv, W, a, 5, b);
        c.fence(Mode::Sc);
    });
    assert_eq!(shown, ["", "", "d1", "c1"], "only the division that fails decides anything");
    let shown = of(1 << 31, |c, a, b| {
        c.load(a, 8, RLX, W);
        let (lhs, rhs) = (a.into(), a.into());
        c.emit(Instr::Checked { op: CheckedOp::UAdd, width: W, dst: b, overflow: None, lhs, rhs });
    });
    assert_eq!(shown, ["", "c0"]);
}

#[test]
fn updates_depend_on_operands_and_what_they_read() {
    let shown = of(1, |c, a, b| {
        c.load(a, 8, RLX, W);
        c.update(UpdateKind::Add, Some(b), 16, a, RLX, W);
        c.store(24, b, RLX, W);
        // Two events each.
        c.update(UpdateKind::Exchange, None, 16, a, RLX, W);
        c.load(a, 8, RLX, W);
        c.store(24, a, RLX, W);
    });
    assert_eq!(shown, ["", "d0", "d1", "d0", "", "d6", ""]);
}

fn exchange(addr: u64, expected: Operand, desired: Operand, old: Option<Reg>, stored: Option<Reg>) -> Instr {
    Instr::CompareExchange {
        addr: addr.into(),
        expected,
        desired,
        success: RLX,
        failure: RLX,
        weak: false,
        width: W,
        old,
        stored,
    }
}

#[test]
fn a_compare_exchange_decides_whether_it_stores_or_not() {
    for (value, read) in [(7, "3"), (8, "2")] {
        let shown = of(value, |c, a, b| {
            c.load(a, 8, RLX, W);
            // Stores if the value is 7: then the next read is the fourth event.
            c.emit(exchange(16, 7.into(), a.into(), Some(b), None));
            c.store(24, b, RLX, W);
            c.load(b, 16, RLX, W);
            c.emit(exchange(16, b.into(), 1.into(), None, Some(a)));
            c.store(24, a, RLX, W);
        });
        let store = if value == 7 { 3 } else { 2 };
        let (b, next) = (store + 1, store + 2);
        assert_eq!(
            shown,
            [
                "".into(),
                "d0".into(),
                "d1 c1".to_owned(),
                "c1".into(),
                format!("c1 e{b}"),
                format!("d{b},{next} c1,{b},{next}"),
                format!("c1,{b},{next}"),
            ],
            "{read}"
        );
    }
}

#[test]
fn a_machines_compare_exchange_decides_nothing() {
    let mut program = ProgramBuilder::new();
    program.branchless_updates(true);
    let main = program.declare("main", 0);
    let mut code = program.function(main);
    let [a, old, stored] = [(); 3].map(|()| code.register());
    code.load(a, 8, RLX, W);
    code.emit(exchange(16, a.into(), 1.into(), Some(old), Some(stored)));
    code.store(24, old, RLX, W);
    code.store(24, stored, RLX, W);
    code.finish();
    program.define(code);
    program.thread(main, &[]);
    assert_eq!(run(program.build().unwrap(), 1), ["", "e0", "d1", "d0,1", ""]);
}

#[test]
fn what_is_picked_is_told_from_what_is_computed() {
    let compile = Compile { dependencies: true, picks: true, ..Compile::default() };
    let picks = |value| {
        let program = thread(|c| {
            let [a, b, picked] = [(); 3].map(|()| c.register());
            c.load(a, 8, RLX, W);
            c.load(b, 16, RLX, W);
            c.select(picked, a, b, 8);
            c.store(24, picked, RLX, W);
            c.binary(BinaryOp::Eq, W, picked, picked, 8);
            c.load(a, picked, RLX, W);
            c.binary(BinaryOp::Add, W, picked, picked, b);
            c.store(24, picked, RLX, W);
        });
        run_compiled(program, value, compile.clone())
    };
    // The first read picks what the second one read, or 8.
    assert_eq!(picks(8), ["", "", "d0,1 pd0", "a0,1 pa0,1", "d0,1 pd0", ""]);
    assert_eq!(picks(0), ["", "", "d0 pd0", "a0 pa0", "d0,1 pd0", ""]);
}

#[test]
fn what_only_decides_needs_no_picks() {
    let compile = Compile { dependencies: true, picks: true, ..Compile::default() };
    let has_picks = |write: &dyn Fn(&mut FunctionBuilder, Reg)| {
        let program = thread(|c| {
            let a = c.register();
            c.load(a, 8, RLX, W);
            c.binary(BinaryOp::Eq, W, a, a, 1);
            write(c, a);
        });
        program.source().program(&compile, program.knowledge()).unwrap().picks
    };
    assert!(!has_picks(&|c, a| c.emit(Instr::Assume { cond: a.into() })));
    assert!(has_picks(&|c, a| c.store(8, a, RLX, W)));
    assert!(has_picks(&|c, a| c.load(a, a, RLX, W)));
}

#[test]
fn a_compare_exchange_that_stores_may_pick_its_result() {
    let run = |value| {
        let mut program = ProgramBuilder::new();
        program.branchless_updates(true);
        let main = program.declare("main", 0);
        let mut code = program.function(main);
        let [a, old] = [(); 2].map(|()| code.register());
        code.load(a, 8, RLX, W);
        code.emit(exchange(16, 1.into(), a.into(), Some(old), None));
        code.store(24, old, RLX, W);
        code.finish();
        program.define(code);
        program.thread(main, &[]);
        let compile = Compile { dependencies: true, picks: true, ..Compile::default() };
        run_compiled(program.build().unwrap(), value, compile)
    };
    assert_eq!(run(1), ["", "d0", "d1 pd1", ""]);
    assert_eq!(run(2), ["", "d0", "d1", ""], "it did not store");
}

#[test]
fn choices_depend_on_nothing_and_reservations_are_reads() {
    let shown = of(1, |c, a, b| {
        c.emit(Instr::Choose { dst: a, count: 2.into() });
        c.store(8, a, RLX, W);
        c.reserve(a, 8, RLX, W);
        c.binary(BinaryOp::Add, W, b, a, 1);
        c.conditional(8, b, RLX, W);
        c.select(b, a, 1, 2);
        c.store(16, b, RLX, W);
    });
    assert_eq!(shown, ["", "", "", "d2", "d2", ""]);
}

#[test]
fn calls_hand_dependencies_over() {
    let mut program = ProgramBuilder::new();
    let main = program.declare("main", 0);
    let twice = program.declare("twice", 2);
    let mut code = program.function(main);
    let (a, b) = (code.register(), code.register());
    code.load(a, 8, RLX, W);
    code.load(b, 8, RLX, W);
    code.call(twice, &[b.into(), 3.into()], Some(a));
    code.store(16, a, RLX, W);
    code.ret(Some(b.into()));
    program.define(code);
    let mut code = program.function(twice);
    let r = code.register();
    code.binary(BinaryOp::Add, W, r, Reg(0), Reg(0));
    code.ret(Some(r.into()));
    program.define(code);
    program.thread(main, &[]);
    assert_eq!(run(program.build().unwrap(), 1), ["", "", "d1", "d1"]);
}

/// A thread of a program with a shared object of 16 bytes.
fn in_bytes(value: u64, write: impl FnOnce(&mut FunctionBuilder, u64)) -> Vec<String> {
    let mut program = ProgramBuilder::new();
    program.c_memory(true);
    let shared = program.reserve_static("shared", 16, 8, false);
    let main = program.declare("main", 0);
    let mut code = program.function(main);
    code.at(Position { file: 0, line: 1, column: 1 });
    write(&mut code, shared);
    code.ret(None);
    program.define(code);
    program.thread(main, &[]);
    run(program.build().unwrap(), value)
}

#[test]
fn dependencies_go_through_private_memory() {
    let byte = Width::new(8).unwrap();
    let shown = in_bytes(1, |c, shared| {
        let [p, q, a, b, x] = [(); 5].map(|()| c.register());
        c.emit(Instr::Private { dst: p, size: 16.into(), align: 8 });
        c.load(a, shared, Mode::Na, W);
        c.load(b, shared, Mode::Na, byte);
        c.store(p, a, Mode::Na, W);
        c.binary(BinaryOp::Add, Width::W64, q, p, 2);
        c.store(q, b, Mode::Na, byte);
        c.load(x, p, Mode::Na, byte);
        c.store(shared, x, Mode::Na, byte);
        c.load(x, p, Mode::Na, W);
        c.store(shared, x, Mode::Na, W);
    });
    assert_eq!(shown, ["", "", "d0", "d0,1", ""]);
}

#[test]
fn a_store_to_a_computed_place_concerns_the_whole_object() {
    let shown = in_bytes(4, |c, shared| {
        let [p, q, a, x] = [(); 4].map(|()| c.register());
        c.emit(Instr::Private { dst: p, size: 16.into(), align: 8 });
        c.fill(p, 0, 16);
        c.load(a, shared, Mode::Na, W);
        c.binary(BinaryOp::Add, Width::W64, q, p, a);
        c.store(q, 7, Mode::Na, W);
        c.load(x, p, Mode::Na, W);
        c.store(shared, x, Mode::Na, W);
        c.emit(Instr::Forget { addr: p.into() });
        c.store(p, 1, Mode::Na, W);
        c.load(x, p, Mode::Na, W);
        c.store(shared, x, Mode::Na, W);
    });
    assert_eq!(shown, ["", "d0", "", ""]);
}

#[test]
fn copies_hand_dependencies_over() {
    let shown = in_bytes(4, |c, shared| {
        let [p, q, a, x] = [(); 4].map(|()| c.register());
        c.emit(Instr::Private { dst: p, size: 8.into(), align: 8 });
        c.emit(Instr::Private { dst: q, size: 8.into(), align: 8 });
        c.copy(p, shared, 8);
        c.copy(q, p, 8);
        c.load(x, q, Mode::Na, Width::W64);
        c.store(shared + 8, x, Mode::Na, Width::W64);
        c.load(a, shared, Mode::Na, Width::W64);
        c.fill(q, a, 8);
        c.copy(shared + 8, q, 8);
        c.load(a, shared, Mode::Na, Width::W64);
        c.copy(shared + 8, p, a);
    });
    assert_eq!(shown, ["", "d0", "", "d2", "", "d0 c4", "c4"]);
}

#[test]
fn what_is_allocated_depends_on_how_much() {
    let shown = in_bytes(4, |c, shared| {
        let [p, a] = [(); 2].map(|()| c.register());
        c.load(a, shared, Mode::Na, W);
        c.emit(Instr::Allocate { dst: p, size: a.into(), region: Region::Heap });
        c.store(p, 1, RLX, W);
        c.emit(Instr::Free { addr: p.into(), region: Region::Heap });
        c.load(p, p, RLX, W);
    });
    assert_eq!(shown[..4], ["", "a0", "a0", "a0"]);
}

#[test]
fn a_garbage_address_is_its_reads_fault() {
    let shown = in_bytes(0, |c, shared| {
        let [a, b] = [(); 2].map(|()| c.register());
        c.load(a, shared, Mode::Na, W);
        c.load(b, a, Mode::Na, W);
    });
    assert_eq!(shown, ["", "c0"]);
}

#[test]
fn nothing_is_remembered_unless_wanted() {
    let program = thread(|c| {
        let a = c.register();
        c.load(a, 8, RLX, W);
        c.store(8, a, RLX, W);
    });
    let mut state = program.start(ThreadId(0));
    program.step(&mut state, read(1));
    assert!(program.dependencies(&state).is_empty());
}

#[test]
fn branches_that_have_met_are_told_apart() {
    let shown = of(1, |c, a, b| {
        let (outer, inner) = (c.register(), c.register());
        let labels: Vec<_> = (0..4).map(|_| c.label()).collect();
        c.load(a, 8, RLX, W);
        c.load(b, 16, RLX, W);
        c.emit(Instr::Fork { mark: outer });
        c.branch(a, labels[0], labels[1]);
        c.bind(labels[0]);
        c.emit(Instr::Fork { mark: inner });
        c.branch(b, labels[2], labels[3]);
        c.bind(labels[2]);
        c.store(24, 1, RLX, W);
        c.bind(labels[3]);
        c.emit(Instr::Meet { mark: inner });
        c.store(24, 2, RLX, W);
        c.bind(labels[1]);
        c.emit(Instr::Meet { mark: outer });
        c.store(24, 3, RLX, W);
        c.assume(b);
        c.store(24, 4, RLX, W);
        c.finish();
    });
    assert_eq!(shown, ["", "", "c0,1", "c0,1 j1", "c0,1 j0,1", "c0,1 j0", "c0,1 j0"]);
}
