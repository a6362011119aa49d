//! Threads, mutexes, condition variables, barriers, choices.

use raddle_graph::{Address, ConditionOp, Mode, ThreadId, UpdateOp, Width};
use raddle_program::{Action, Answer, Discovery, Program as _, Waits};

use super::c::*;
use crate::{ConditionKind, FailureKind, FunctionBuilder, Instr, Operand, ProgramBuilder, Reg};

const X: u64 = 0x1_0000;

/// A thread with a mutex at `x + 8`, which is free.
fn lock(c: &mut FunctionBuilder, kind: u64, attempt: bool) -> Reg {
    let result = c.register();
    c.emit(Instr::Lock { addr: (X + 8).into(), kind: kind.into(), attempt, result });
    result
}

fn unlock(c: &mut FunctionBuilder, kind: u64) -> Reg {
    let result = c.register();
    c.emit(Instr::Unlock { addr: (X + 8).into(), kind: kind.into(), result });
    result
}

#[test]
fn a_lock_is_an_update_and_an_unlock_a_write() {
    let runner = run(|c, _| {
        lock(c, 0, false);
        let holds = c.register();
        c.emit(Instr::Holds { dst: holds, addr: (X + 8).into() });
        unlock(c, 0);
        c.emit(Instr::Holds { dst: Reg(0), addr: (X + 8).into() });
    });
    let addr = at(X + 8, 4);
    let op = UpdateOp::Lock { held: 1 };
    let locked = Action::Update { addr, mode: Mode::Acq, op, width: Width::W32, awaits: true };
    assert_eq!(runner.log, [locked, Action::Write { addr, mode: Mode::Rel, value: 0 }]);
    assert_eq!([runner.register(Reg(1)), runner.register(Reg(0))], [1, 0]);
}

#[test]
fn who_does_not_get_a_mutex_waits_for_a_resource() {
    let program = program(|c, _| _ = lock(c, 0, false));
    let mut state = program.start(ThreadId(0));
    program.step(&mut state, Answer { value: 1, stored: false });
    assert_eq!(*program.action(&state), Action::Block);
    assert_eq!(program.waits_for(&state), Waits::Resource);
    let mut state = program.start(ThreadId(0));
    program.step(&mut state, Answer { value: 2, stored: false });
    assert_eq!(program.failed(&state).unwrap().kind, FailureKind::InvalidLock);
}

#[test]
fn a_thread_that_locks_twice_waits_for_itself_unless_the_mutex_knows() {
    let mut normal = Runner::new(program(|c, _| {
        lock(c, 0, false);
        lock(c, 0, false);
    }));
    assert_eq!(normal.finish(), Action::Block);
    assert_eq!(normal.program.waits_for(&normal.state), Waits::Resource);

    let recursive = run(|c, _| {
        lock(c, 1, false);
        lock(c, 1, false);
        unlock(c, 1);
        unlock(c, 1);
        unlock(c, 1);
    });
    assert_eq!(recursive.log.len(), 2, "only the outermost pair is seen");
    assert_eq!(recursive.register(Reg(4)), 1);

    let checking = run(|c, _| {
        unlock(c, 2);
        lock(c, 2, false);
        lock(c, 2, false);
        lock(c, 2, true);
        lock(c, 0, true);
    });
    assert_eq!([0, 1, 2, 3, 4].map(|reg| checking.register(Reg(reg))), [1, 0, 35, 16, 16]);
    assert_eq!(failure(|c, _| _ = unlock(c, 0)), FailureKind::InvalidUnlock);
    assert_eq!(failure(|c, _| _ = lock(c, 3, false)), FailureKind::InvalidLock);
}

#[test]
fn attempts_to_lock_make_all_locks_ordinary_updates() {
    let program = program(|c, _| {
        lock(c, 0, true);
        lock(c, 0, false);
    });
    let mut state = program.start(ThreadId(0));
    let op = UpdateOp::CompareExchange { expected: 0, desired: 1, failure: Mode::Rlx, weak: false };
    let update = |awaits| Action::Update { addr: at(X + 8, 4), mode: Mode::Acq, op, width: Width::W32, awaits };
    assert_eq!(*program.action(&state), update(false));
    program.step(&mut state, Answer { value: 1, stored: false });
    assert_eq!(state.register(Reg(0)), 16);
    assert_eq!(*program.action(&state), update(true));
    program.step(&mut state, Answer { value: 1, stored: false });
    assert_eq!(*program.action(&state), Action::Block);
}

#[test]
fn a_private_mutex_is_no_business_of_the_explorer() {
    let runner = run(|c, _| {
        let (p, r) = (c.register(), c.register());
        c.emit(Instr::Private { dst: p, size: 4.into(), align: 4 });
        c.store(p, 0, NA, Width::W32);
        let addr = p.into();
        c.emit(Instr::Lock { addr, kind: 0.into(), attempt: false, result: r });
        c.emit(Instr::Unlock { addr, kind: 0.into(), result: r });
    });
    assert_eq!(runner.log, []);
}

#[test]
fn condition_variables_wake_those_who_wait() {
    let runner = run(|c, _| {
        let group = c.register();
        let addr = Operand::Const(X + 8);
        let condition = |kind, dst| Instr::Condition { kind, addr, group: group.into(), dst };
        c.emit(condition(ConditionKind::Register, Some(group)));
        c.emit(condition(ConditionKind::Signal, None));
        c.emit(condition(ConditionKind::Wake, None));
        c.emit(condition(ConditionKind::Wake, None));
    });
    assert_eq!(runner.register(Reg(0)), u64::from(ConditionOp::group_of(0)));
    assert_eq!(*runner.program.action(&runner.state), Action::Block, "there was one signal only");
    assert_eq!(runner.program.waits_for(&runner.state), Waits::Resource);
}

#[test]
fn rounds_of_a_barrier_are_counted() {
    let runner = run(|c, Objects { x, .. }| {
        let round = c.register();
        for _ in 0..2 {
            c.emit(Instr::BarrierArrive { barrier: x.into(), round });
            c.emit(Instr::BarrierDepart { barrier: x.into(), round: round.into(), count: 3.into() });
        }
    });
    let barrier = at(X, 4);
    let round = |round| [Action::Arrive { barrier, round }, Action::Depart { barrier, round, count: 3 }];
    assert_eq!(runner.log, [round(0), round(1)].concat());
    let depart = |count: u64| {
        failure(move |c, Objects { x, .. }| {
            c.emit(Instr::BarrierDepart { barrier: x.into(), round: 0.into(), count: count.into() });
        })
    };
    assert_eq!([depart(0), depart(1 << 32)], [FailureKind::Barrier; 2]);
}

#[test]
fn choices_are_the_explorers() {
    let program = program(|c, _| {
        let r = c.register();
        c.emit(Instr::Choose { dst: r, count: 1.into() });
        c.emit(Instr::Choose { dst: r, count: 5.into() });
        c.emit(Instr::Choose { dst: r, count: 0.into() });
    });
    let mut state = program.start(ThreadId(0));
    assert_eq!(*program.action(&state), Action::Choose { count: 5 });
    program.step(&mut state, Answer { value: 3, stored: false });
    assert_eq!(state.register(Reg(0)), 3);
    assert_eq!(*program.action(&state), Action::Block);
    assert_eq!(program.waits_for(&state), Waits::Assumption);
}

#[test]
fn updates_within_a_range() {
    let program = program(|c, Objects { x, .. }| {
        let (old, stored) = (c.register(), c.register());
        let range = [1.into(), u64::MAX.into()];
        c.emit(Instr::UpdateWithin {
            addr: x.into(),
            operand: u64::MAX.into(),
            range: range.into(),
            mode: Mode::Acq,
            width: Width::W32,
            old: Some(old),
            stored: Some(stored),
        });
        c.require(stored);
    });
    let mut state = program.start(ThreadId(0));
    let op = UpdateOp::AddWithin { operand: 0xffff_ffff, low: 1, high: 0xffff_ffff };
    let awaiting = Action::Update { addr: at(X, 4), mode: Mode::Acq, op, width: Width::W32, awaits: true };
    assert_eq!(*program.action(&state), awaiting);
    program.step(&mut state, Answer { value: 0, stored: false });
    assert_eq!(*program.action(&state), Action::Block);
    assert_eq!(program.waits_for(&state), Waits::Resource);
}

/// `main` starts `child(5)`, joins it, and does something more with its handle.
fn threads(then: impl FnOnce(&mut FunctionBuilder, Operand)) -> Runner {
    let mut program = ProgramBuilder::new();
    program.c_memory(true);
    let main = program.declare("main", 0);
    let child = program.declare("child", 1);
    let mut c = program.function(main);
    let (handle, result) = (c.register(), c.register());
    let function = program.function_address(child).into();
    c.emit(Instr::Start { function, argument: 5.into(), handle });
    c.emit(Instr::JoinHandle { handle: handle.into(), result: Some(result) });
    then(&mut c, handle.into());
    c.finish();
    program.define(c);
    let mut c = program.function(child);
    let own = c.register();
    c.emit(Instr::Self_ { dst: own });
    c.call(child_exits(&mut program), &[Reg(0).into(), own.into()], None);
    c.ret(None);
    program.define(c);
    program.thread(main, &[]);
    Runner::new(program.build().unwrap())
}

/// Ends the thread with the sum of its argument and its handle.
fn child_exits(program: &mut ProgramBuilder) -> crate::FunctionId {
    let id = program.declare("exits", 2);
    let mut c = program.function(id);
    c.binary(crate::BinaryOp::Add, Width::W64, Reg(0), Reg(0), Reg(1));
    c.emit(Instr::Exit { value: Reg(0).into() });
    program.define(c);
    id
}

#[test]
fn threads_are_learnt_started_and_joined() {
    let mut runner = threads(|_, _| ());
    assert_eq!(runner.program.threads(), 1);
    assert_eq!(
        *runner.program.action(&runner.state),
        Action::Learn(Discovery::Thread { parent: ThreadId(0), nth: 0, entry: 1 })
    );
    assert_eq!(runner.finish(), Action::Finish);
    assert_eq!(runner.program.threads(), 2);
    let thread = ThreadId(1);
    assert_eq!(runner.log, [Action::Spawn { thread }, Action::Join { thread }]);
    assert!(!runner.program.starts(thread));
    let parent = runner.program.start(ThreadId(0));
    let child = runner.program.child(&parent);
    assert_eq!(*runner.program.action(&child), Action::Finish);
    assert_eq!(runner.program.result(&child), 5 + 2, "the second thread's handle is 2");
    assert_eq!(runner.program.thread_name(thread), "child");
    assert_eq!(runner.program.thread_name(ThreadId(0)), "main");
}

#[test]
fn a_thread_is_joined_once_and_by_others() {
    let join = |handle| Instr::JoinHandle { handle, result: None };
    assert_eq!(threads(|c, handle| c.emit(join(handle))).failure(), FailureKind::InvalidJoin);
    assert_eq!(threads(|c, handle| c.emit(Instr::Detach { handle })).failure(), FailureKind::InvalidJoin);
    for wrong in [0, 1, 3, u64::MAX] {
        assert_eq!(threads(|c, _| c.emit(join(wrong.into()))).failure(), FailureKind::InvalidJoin, "{wrong}");
    }
    let mut itself = threads(|c, _| c.emit(Instr::Detach { handle: 1.into() }));
    assert_eq!(itself.finish(), Action::Finish, "a thread may detach itself");
}

#[test]
fn what_is_not_a_function_cannot_be_called_or_started() {
    let call = |address: u64| failure(move |c, _| c.call_pointer(address, &[], &[]));
    assert_eq!(call(0), FailureKind::NullDereference);
    assert_eq!(call(X), FailureKind::Unsupported);
    let start = |function: u64| {
        failure(move |c, _| {
            let handle = c.register();
            c.emit(Instr::Start { function: function.into(), argument: 0.into(), handle });
        })
    };
    assert_eq!(start(0), FailureKind::NullDereference);
    assert_eq!(start(u64::MAX), FailureKind::Unsupported);
}

#[test]
fn functions_are_called_by_address_with_many_results() {
    let mut program = ProgramBuilder::new();
    program.c_memory(true);
    let main = program.declare("main", 0);
    let swap = program.declare("swap", 2);
    let mut c = program.function(main);
    let (a, b, rest) = (c.register(), c.register(), c.register());
    c.mov(rest, 9);
    let address = program.function_address(swap);
    c.call_pointer(address, &[1.into(), 2.into()], &[a, b, rest]);
    c.call_many(swap, &[a.into(), b.into()], &[b, a]);
    c.call_pointer(address, &[1.into()], &[]);
    c.finish();
    program.define(c);
    let mut c = program.function(swap);
    c.ret_many(&[Reg(1).into(), Reg(0).into()]);
    program.define(c);
    program.thread(main, &[]);
    let mut runner = Runner::new(program.build().unwrap());
    assert_eq!(runner.failure(), FailureKind::Unsupported, "the number of arguments is wrong");
    assert_eq!([a, b, rest].map(|reg| runner.register(reg)), [2, 1, 0]);
}

#[test]
fn addresses_of_barriers_and_locations_are_told() {
    let program = program(|c, _| c.fence(Mode::Sc));
    assert_eq!(program.span(at(X, 8)).map(|span| (span.start, span.length)), Some((X, 8)));
    assert_eq!(
        program.place(Address(X + 3)),
        crate::Place::Static { name: "x".into(), is_library: false, offset: 3, size: 64 }
    );
    assert_eq!(program.place(at(X - 1, 1)), crate::Place::Nowhere);
}
