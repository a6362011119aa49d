//! Loops that wait and loops that are bounded.

use raddle_graph::{Mode, ThreadId, Width};
use raddle_program::{Action, Answer, Program as _, Waits};

use super::c::*;
use crate::{BinaryOp, FunctionBuilder, Instr, Program, ProgramBuilder, Reg, State, UpdateKind};

const W: Width = Width::W32;

/// `for (;;) { body; if (r) break; }`, where the first register is `r` and the second, `i`, is watched.
fn looping(
    prepare: impl FnOnce(&mut ProgramBuilder),
    body: impl FnOnce(&mut FunctionBuilder, Reg, Reg, u64),
) -> Program {
    build(prepare, |c, Objects { x, .. }| {
        let (r, i) = (c.register(), c.register());
        let shadow = c.registers(4);
        let (head, end) = (c.label(), c.label());
        c.emit(Instr::LoopEnter { shadow });
        c.bind(head);
        c.emit(Instr::LoopHead { watch: [i].into(), shadow, bounded: true });
        body(c, r, i, x);
        c.branch(r, end, head);
        c.bind(end);
    })
}

fn spin(c: &mut FunctionBuilder, r: Reg, _: Reg, x: u64) {
    c.load(r, x, Mode::Acq, W);
}

fn answer(program: &Program, state: &mut State, value: u64) -> Action {
    program.step(state, Answer { value, stored: false });
    *program.action(state)
}

#[test]
fn a_loop_that_only_reads_waits() {
    let program = looping(|_| (), spin);
    let mut state = program.start(ThreadId(0));
    assert!(matches!(program.action(&state), Action::Read { awaits: true, .. }));
    assert_eq!(answer(&program, &mut state.clone(), 1), Action::Finish);
    assert_eq!(answer(&program, &mut state, 0), Action::Block);
    assert_eq!(program.waits_for(&state), Waits::Spin { reads: 1 });
}

#[test]
fn reads_and_failed_updates_and_fences_are_no_effects() {
    let program = looping(
        |_| (),
        |c, r, _, x| {
            c.load(r, x, Mode::Rlx, W);
            c.fence(Mode::Sc);
            c.emit(Instr::CompareExchange {
                addr: x.into(),
                expected: 0.into(),
                desired: 1.into(),
                success: Mode::Acq,
                failure: Mode::Rlx,
                weak: false,
                width: W,
                old: None,
                stored: Some(r),
            });
        },
    );
    let mut state = program.start(ThreadId(0));
    answer(&program, &mut state, 7);
    answer(&program, &mut state, 0);
    assert_eq!(answer(&program, &mut state, 1), Action::Block);
    assert_eq!(program.waits_for(&state), Waits::Spin { reads: 2 });
}

#[test]
fn setting_a_flag_that_is_set_is_no_effect() {
    let program = looping(
        |_| (),
        |c, r, _, x| {
            c.update(UpdateKind::Exchange, Some(r), x, 1, Mode::Acq, W);
            c.binary(BinaryOp::Xor, W, r, r, 1);
        },
    );
    let mut state = program.start(ThreadId(0));
    let exchange = |state: &mut State, value| {
        program.step(state, Answer { value, stored: true });
        *program.action(state)
    };
    assert_eq!(exchange(&mut state.clone(), 0), Action::Finish);
    assert_eq!(exchange(&mut state, 1), Action::Block);
}

#[test]
fn a_loop_that_changes_something_goes_on() {
    let counts = |c: &mut FunctionBuilder, r: Reg, i: Reg, x: u64| {
        c.binary(BinaryOp::Add, W, i, i, 1);
        c.load(r, x, Mode::Acq, W);
    };
    let writes = |c: &mut FunctionBuilder, r: Reg, _: Reg, x: u64| {
        c.store(x + 8, 1, Mode::Rlx, W);
        c.load(r, x, Mode::Acq, W);
    };
    for program in [looping(|_| (), counts), looping(|_| (), writes)] {
        let mut state = program.start(ThreadId(0));
        for _ in 0..10 {
            let next = answer(&program, &mut state, 0);
            assert!(matches!(next, Action::Read { .. } | Action::Write { .. }), "{next:?}");
        }
    }
}

#[test]
fn a_loop_that_comes_back_to_where_it_was_waits() {
    let third = |c: &mut FunctionBuilder, r: Reg, i: Reg, x: u64| {
        c.binary(BinaryOp::Add, W, i, i, 1);
        c.binary(BinaryOp::URem, W, i, i, 3);
        c.load(r, x, Mode::Acq, W);
    };
    let program = looping(|_| (), third);
    let mut state = program.start(ThreadId(0));
    let reads = (1..100).find(|_| answer(&program, &mut state, 0) == Action::Block);
    assert_eq!(reads, Some(6));
    assert_eq!(program.waits_for(&state), Waits::Spin { reads: 3 }, "any of the last three may end it");
}

/// A variable in private memory that the body changes and changes back makes no difference; one that it counts up does.
#[test]
fn private_memory_counts() {
    let program = |step: u64| {
        build(
            |_| (),
            move |c, Objects { x, .. }| {
                let (r, p) = (c.register(), c.register());
                let shadow = c.registers(3);
                let (head, end) = (c.label(), c.label());
                c.emit(Instr::Private { dst: p, size: 4.into(), align: 4 });
                c.store(p, 0, NA, W);
                c.emit(Instr::LoopEnter { shadow });
                c.bind(head);
                c.emit(Instr::LoopHead { watch: [].into(), shadow, bounded: true });
                c.load(r, p, NA, W);
                c.binary(BinaryOp::Add, W, r, r, 1);
                c.store(p, r, NA, W);
                c.binary(BinaryOp::Sub, W, r, r, step);
                c.store(p, r, NA, W);
                c.load(r, x, Mode::Rlx, W);
                c.branch(r, end, head);
                c.bind(end);
            },
        )
    };
    let after = |program: Program| answer(&program, &mut program.start(ThreadId(0)), 0);
    assert_eq!(after(program(1)), Action::Block);
    assert!(matches!(after(program(0)), Action::Read { .. }));
}

#[test]
fn the_second_visit_of_a_loop_begins_anew() {
    // Two rounds of a loop that waits: nothing of the first round makes the second one stop at once.
    let program = build(
        |_| (),
        |c, Objects { x, .. }| {
            let (r, n) = (c.register(), c.register());
            let shadow = c.registers(3);
            let (outer, head, next, end) = (c.label(), c.label(), c.label(), c.label());
            c.bind(outer);
            c.emit(Instr::LoopEnter { shadow });
            c.bind(head);
            c.emit(Instr::LoopHead { watch: [].into(), shadow, bounded: true });
            c.load(r, x, Mode::Rlx, W);
            c.branch(r, next, head);
            c.bind(next);
            c.binary(BinaryOp::Add, W, n, n, 1);
            c.binary(BinaryOp::Eq, W, r, n, 2);
            c.branch(r, end, outer);
            c.bind(end);
        },
    );
    let mut state = program.start(ThreadId(0));
    assert!(matches!(answer(&program, &mut state, 1), Action::Read { .. }));
    assert_eq!(answer(&program, &mut state, 0), Action::Block);
}

#[test]
fn bounds_count_iterations() {
    let counts = |c: &mut FunctionBuilder, r: Reg, i: Reg, x: u64| {
        c.binary(BinaryOp::Add, W, i, i, 1);
        c.load(r, x, Mode::Acq, W);
    };
    let program = looping(|program| program.unroll(Some(2)), counts);
    let mut state = program.start(ThreadId(0));
    assert!(matches!(answer(&program, &mut state, 0), Action::Read { .. }));
    assert!(matches!(answer(&program, &mut state, 0), Action::Read { .. }));
    assert_eq!(answer(&program, &mut state, 0), Action::Bound, "two iterations, and once more");
}

#[test]
fn the_cut_can_be_switched_off() {
    let program = looping(|program| program.spin_cut(false), spin);
    let mut state = program.start(ThreadId(0));
    for _ in 0..5 {
        assert!(matches!(answer(&program, &mut state, 0), Action::Read { awaits: false, .. }));
    }
}
