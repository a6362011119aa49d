//! The interpreter, driven by hand.

use raddle_graph::{Address, Mode, ThreadId, UpdateOp, Width};
use raddle_program::{Action, Answer, Program as _};

use crate::{
    BinaryOp, FailureKind, FunctionBuilder, Instr, Operand, Position, Program, ProgramBuilder, Reg, State, UpdateKind,
};

const W: Width = Width::W32;

fn read(value: u64) -> Answer {
    Answer { value, stored: false }
}

fn thread(write: impl FnOnce(&mut FunctionBuilder)) -> Program {
    let mut program = ProgramBuilder::new();
    let main = program.declare("main", 0);
    let mut code = program.function(main);
    write(&mut code);
    code.finish();
    program.define(code);
    program.thread(main, &[]);
    program.build().unwrap()
}

fn failure(program: &Program, state: &State) -> (FailureKind, Option<u32>) {
    let Action::Fail(id) = *program.action(state) else { panic!("{:?}", program.action(state)) };
    let failure = program.failure(id);
    (failure.kind, failure.position.map(|position| position.line))
}

#[test]
fn local_code_runs_up_to_the_next_action() {
    let program = thread(|c| {
        let (a, b) = (c.register(), c.register());
        c.load(a, 8, Mode::Acq, W);
        c.binary(BinaryOp::Mul, W, b, a, 3);
        c.sign_extend(b, b, Width::new(4).unwrap(), W);
        c.store(16, b, Mode::Rel, Width::new(8).unwrap());
    });
    let mut state = program.start(ThreadId(0));
    assert_eq!(*program.action(&state), Action::Read { addr: Address(8), mode: Mode::Acq, awaits: false });
    program.step(&mut state, read(5 | 1 << 40));
    assert_eq!(state.register(Reg(0)), 5, "a load cuts to its width");
    assert_eq!(*program.action(&state), Action::Write { addr: Address(16), mode: Mode::Rel, value: 0xff });
    program.step(&mut state, read(0));
    assert_eq!(*program.action(&state), Action::Finish);
    let end = state.clone();
    program.step(&mut state, read(1));
    assert!(state == end, "a thread that ended stays where it is");
    assert_eq!(state.register(Reg(1)), 0xffff_ffff);
}

#[test]
fn a_reservation_reads_and_a_conditional_store_writes() {
    let program = thread(|c| {
        let (a, b) = (c.register(), c.register());
        c.reserve(a, 8, Mode::Acq, W);
        c.binary(BinaryOp::Add, W, b, a, 1);
        c.conditional(8, b, Mode::Rel, W);
    });
    let mut state = program.start(ThreadId(0));
    assert_eq!(*program.action(&state), Action::Reserve { addr: Address(8), mode: Mode::Acq });
    program.step(&mut state, read(6 | 1 << 40));
    assert_eq!(*program.action(&state), Action::Conditional { addr: Address(8), mode: Mode::Rel, value: 7 });
    program.step(&mut state, read(0));
    assert_eq!(*program.action(&state), Action::Finish);
}

#[test]
fn updates_of_every_kind() {
    for kind in UpdateKind::ALL {
        let program = thread(|c| {
            let old = c.register();
            c.update(kind, Some(old), 8, 0x1ff, Mode::AcqRel, Width::new(8).unwrap());
        });
        let mut state = program.start(ThreadId(0));
        let Action::Update { op, width, .. } = *program.action(&state) else { panic!() };
        let expected = match kind {
            UpdateKind::Exchange => 0xff,
            UpdateKind::Add => 4,
            UpdateKind::Sub => 6,
            UpdateKind::And => 5,
            UpdateKind::Or => 0xff,
            UpdateKind::Xor => 0xfa,
            UpdateKind::Nand => 0xfa,
            UpdateKind::Max => 5,
            UpdateKind::Min => 0xff,
            UpdateKind::UMax => 0xff,
            UpdateKind::UMin => 5,
        };
        assert_eq!(op.stores(width, 5), Some(expected), "{}", kind.name());
        program.step(&mut state, Answer { value: 5, stored: true });
        assert_eq!(state.register(Reg(0)), 5);
    }
}

#[test]
fn compare_exchange_gives_the_old_value_and_success() {
    for (weak, stored) in [(true, false), (false, true)] {
        let program = thread(|c| {
            let (old, ok) = (c.register(), c.register());
            c.push(Instr::CompareExchange {
                addr: 8.into(),
                expected: 7.into(),
                desired: 9.into(),
                success: Mode::AcqRel,
                failure: Mode::Acq,
                weak,
                width: W,
                old: Some(old),
                stored: Some(ok),
            });
        });
        let mut state = program.start(ThreadId(0));
        let op = UpdateOp::CompareExchange { expected: 7, desired: 9, failure: Mode::Acq, weak };
        let action = Action::Update { addr: Address(8), mode: Mode::AcqRel, op, width: W, awaits: false };
        assert_eq!(*program.action(&state), action);
        program.step(&mut state, Answer { value: 7, stored });
        assert_eq!((state.register(Reg(0)), state.register(Reg(1))), (7, stored.into()));
    }
}

#[test]
fn calls_pass_arguments_and_results_and_keep_the_outer_frame() {
    let mut program = ProgramBuilder::new();
    let main = program.declare("main", 1);
    let fib = program.declare("fib", 1);
    let mut c = program.function(main);
    let result = c.register();
    c.call(fib, &[Operand::Reg(Reg(0))], Some(result));
    c.ret(None);
    program.define(c);
    let mut c = program.function(fib);
    let (n, a, b) = (Reg(0), c.register(), c.register());
    let (base, rec) = (c.label(), c.label());
    c.binary(BinaryOp::Ult, W, a, n, 2);
    c.branch(a, base, rec);
    c.bind(base);
    c.ret(Some(n.into()));
    c.bind(rec);
    c.binary(BinaryOp::Sub, W, a, n, 1);
    c.call(fib, &[a.into()], Some(a));
    c.binary(BinaryOp::Sub, W, b, n, 2);
    c.call(fib, &[b.into()], Some(b));
    c.binary(BinaryOp::Add, W, a, a, b);
    c.ret(Some(a.into()));
    program.define(c);
    program.thread(main, &[15]);
    let program = program.build().unwrap();
    let state = program.start(ThreadId(0));
    assert_eq!(*program.action(&state), Action::Finish);
    assert_eq!(state.register(result), 610);
    assert_eq!(state.register(Reg(0)), 15);
}

#[test]
fn endless_recursion_and_endless_local_loops_fail_with_their_line() {
    let mut program = ProgramBuilder::new();
    let main = program.declare("main", 0);
    let mut c = program.function(main);
    c.at(Position { line: 7, column: 1, file: 0 });
    c.call(main, &[], None);
    c.finish();
    program.define(c);
    program.thread(main, &[]);
    let program = program.build().unwrap();
    assert_eq!(failure(&program, &program.start(ThreadId(0))), (FailureKind::Recursion, Some(7)));

    let program = thread(|c| {
        let head = c.label();
        c.bind(head);
        c.at(Position { line: 9, column: 2, file: 0 });
        c.jump(head);
    });
    let state = program.start(ThreadId(0));
    assert_eq!(failure(&program, &state), (FailureKind::EndlessLocalLoop, Some(9)));
    let here = Position { line: 9, column: 2, file: 0 };
    assert_eq!(program.position(&state), Some(here));
    assert_eq!(program.loops(ThreadId(0)), [here]);
}

#[test]
fn arithmetic_failures_assertions_assumptions_and_bounds() {
    let program = thread(|c| {
        let r = c.register();
        c.at(Position { line: 4, column: 1, file: 0 });
        c.load(r, 8, Mode::Rlx, W);
        c.binary(BinaryOp::SDiv, W, r, 10, r);
        c.assume(r);
        c.binary(BinaryOp::Shl, W, r, 1, r);
    });
    let after = |value| {
        let mut state = program.start(ThreadId(0));
        program.step(&mut state, read(value));
        state
    };
    assert_eq!(failure(&program, &after(0)), (FailureKind::DivisionByZero, Some(4)));
    assert_eq!(*program.action(&after(11)), Action::Block);
    assert_eq!(*program.action(&after(10)), Action::Finish);
    assert_eq!(failure(&program, &after(0xffff_ffff)), (FailureKind::ShiftTooFar, Some(4)));

    let program = thread(|c| {
        let (i, head) = (c.register(), c.label());
        c.bind(head);
        c.loop_bound(i, 3);
        c.fence(Mode::Sc);
        c.jump(head);
    });
    let mut state = program.start(ThreadId(0));
    for _ in 0..3 {
        assert_eq!(*program.action(&state), Action::Fence { mode: Mode::Sc, on: None });
        program.step(&mut state, read(0));
    }
    assert_eq!(*program.action(&state), Action::Bound);
}

#[test]
fn accesses_outside_of_variables_or_of_another_size_fail() {
    let mut program = ProgramBuilder::new();
    let main = program.declare("main", 1);
    let mut c = program.function(main);
    c.store(Reg(0), 1, Mode::Na, W);
    c.finish();
    program.define(c);
    for addr in [16, 20, 18, 24, 0, 64] {
        program.thread(main, &[addr]);
    }
    program.object("a", 16, 4, 2);
    program.object("b", 64, 8, 1);
    program.init(20, 5);
    let program = program.build().unwrap();
    assert_eq!(program.initial_value(Address(20)), 5);
    assert_eq!(program.initial_value(Address(16)), 0);
    let action = |t| *program.action(&program.start(ThreadId(t)));
    assert!(matches!(action(0), Action::Write { .. }));
    assert!(matches!(action(1), Action::Write { .. }));
    let kind = |t| failure(&program, &program.start(ThreadId(t))).0;
    assert_eq!([kind(2), kind(3)], [FailureKind::OutOfBounds; 2]);
    assert_eq!([kind(4), kind(5)], [FailureKind::NullDereference, FailureKind::MixedSize]);
}

#[test]
fn spawn_and_join_name_threads() {
    let mut program = ProgramBuilder::new();
    let main = program.declare("main", 0);
    let mut c = program.function(main);
    c.push(Instr::Spawn { thread: ThreadId(1) });
    c.push(Instr::Join { thread: ThreadId(1) });
    c.finish();
    program.define(c);
    let child = program.declare("child", 0);
    let mut c = program.function(child);
    let failure = program.failure("no", None);
    c.assert(0, failure);
    c.push(Instr::Fail { failure });
    program.define(c);
    program.thread(main, &[]);
    program.spawned_thread(child, &[]);
    let program = program.build().unwrap();
    assert!(program.starts(ThreadId(0)) && !program.starts(ThreadId(1)));
    let mut state = program.start(ThreadId(0));
    assert_eq!(*program.action(&state), Action::Spawn { thread: ThreadId(1) });
    program.step(&mut state, read(0));
    assert_eq!(*program.action(&state), Action::Join { thread: ThreadId(1) });
    let child = program.start(ThreadId(1));
    let Action::Fail(id) = *program.action(&child) else { panic!() };
    assert_eq!(program.failure(id).message, "no");
}

mod bulk;
mod c;
mod depend;
mod library;
mod loops;
mod memory;
mod random;
mod symmetry;

#[test]
fn computations_of_every_sort() {
    let byte = Width::new(8).unwrap();
    let program = thread(|c| {
        let regs: Vec<Reg> = (0..10).map(|_| c.register()).collect();
        c.select(regs[0], 0, 1, 2);
        c.push(Instr::Unary { op: crate::UnaryOp::PopCount, width: byte, dst: regs[1], src: 0xf0f.into() });
        let checked = |dst, overflow| Instr::Checked {
            op: crate::CheckedOp::SAdd,
            width: byte,
            dst,
            overflow,
            lhs: 127.into(),
            rhs: 1.into(),
        };
        c.push(checked(regs[2], Some(regs[3])));
        c.wide(BinaryOp::Mul, 128, [regs[4], regs[5]], [u64::MAX.into(), 0.into()], [2.into(), 0.into()]);
        let (lhs, rhs) = (1.5f64.to_bits().into(), 2.5f64.to_bits().into());
        let (op, kind) = (crate::FloatOp::Add, crate::FloatKind::F64);
        c.push(Instr::Float { op, kind, dst: regs[6], lhs, rhs });
        let op = crate::Conversion::FloatToInt { signed: true, from: kind, to: byte };
        c.push(Instr::Convert { op, dst: regs[7], src: regs[6].into() });
        c.push(checked(regs[8], None));
    });
    let state = program.start(ThreadId(0));
    let values = [0, 1, 2, 3, 4, 5, 7].map(|reg| state.register(Reg(reg)));
    assert_eq!(values, [2, 4, 128, 1, u64::MAX - 1, 1, 4]);
    assert_eq!(failure(&program, &state).0, FailureKind::Overflow);
    let program = thread(|c| {
        let r = c.register();
        let op = crate::Conversion::FloatToInt { signed: false, from: crate::FloatKind::F64, to: byte };
        c.push(Instr::Convert { op, dst: r, src: 256f64.to_bits().into() });
    });
    assert_eq!(failure(&program, &program.start(ThreadId(0))).0, FailureKind::Overflow);
}

#[test]
fn switches_go_where_the_case_says() {
    let program = thread(|c| {
        let (r, to) = (c.register(), c.register());
        let labels = [(); 4].map(|()| c.label());
        c.load(r, 8, Mode::Rlx, W);
        c.switch(r, &[(9, labels[0]), (2, labels[1]), (5, labels[2])], labels[3]);
        for (index, label) in labels.into_iter().enumerate() {
            c.bind(label);
            c.mov(to, index as u64);
            c.finish();
        }
    });
    let chosen = |value| {
        let mut state = program.start(ThreadId(0));
        program.step(&mut state, read(value));
        state.register(Reg(1))
    };
    assert_eq!([9, 2, 5, 0, 3, 10].map(chosen), [0, 1, 2, 3, 3, 3]);
}
