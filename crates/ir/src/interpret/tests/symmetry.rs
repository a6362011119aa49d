//! Threads that are symmetric, and those that are not.

use raddle_graph::{Mode, ThreadId};
use raddle_program::{Action, Program as _};

use super::c::*;
use crate::{FunctionBuilder, Instr, Operand, ProgramBuilder};

/// Who `main` starts, with which argument.
type Starts<'a> = &'a [(&'a str, u64)];

/// The thread that is symmetric to each one that `main` starts; then it does something with their handles.
fn symmetric(starts: Starts, then: impl FnOnce(&mut FunctionBuilder, &[Operand])) -> Vec<Option<ThreadId>> {
    let mut program = ProgramBuilder::new();
    program.c_memory(true);
    let [f, g] = ["f", "g"].map(|name| {
        let id = program.declare(name, 1);
        let mut code = program.function(id);
        code.ret(None);
        program.define(code);
        id
    });
    let main = program.declare("main", 0);
    let mut code = program.function(main);
    let mut handles = Vec::new();
    for (name, argument) in starts {
        if *name == "-" {
            code.fence(Mode::Sc);
            continue;
        }
        let entry = if *name == "f" { f } else { g };
        let function = program.function_address(entry).into();
        let handle = code.register();
        code.emit(Instr::Start { function, argument: (*argument).into(), handle });
        handles.push(handle.into());
    }
    then(&mut code, &handles);
    code.finish();
    program.define(code);
    program.thread(main, &[]);
    let mut runner = Runner::new(program.build().unwrap());
    runner.finish();
    // Again, with everything learnt.
    let mut found = Vec::new();
    runner.state = runner.program.start(ThreadId(0));
    loop {
        match *runner.program.action(&runner.state) {
            Action::Spawn { .. } => found.push(runner.program.symmetric_to(&runner.state)),
            Action::Finish => return found,
            _ => {}
        }
        runner.step();
    }
}

fn join(handle: Operand) -> Instr {
    Instr::JoinHandle { handle, result: None }
}

const THREE: Starts = &[("f", 0), ("f", 0), ("f", 0)];
const ALL: [Option<ThreadId>; 3] = [None, Some(ThreadId(1)), Some(ThreadId(2))];
const NONE: [Option<ThreadId>; 3] = [None; 3];

#[test]
fn same_function_same_argument_one_after_the_other() {
    assert_eq!(symmetric(THREE, |_, _| ()), ALL);
    assert_eq!(symmetric(&[("f", 0), ("f", 1), ("f", 1)], |_, _| ()), [None, None, Some(ThreadId(2))]);
    assert_eq!(symmetric(&[("f", 0), ("g", 0), ("f", 0)], |_, _| ()), NONE);
    assert_eq!(symmetric(&[("f", 0), ("-", 0), ("f", 0), ("f", 0)], |_, _| ()), [None, None, Some(ThreadId(2))]);
}

#[test]
fn symmetric_threads_are_joined_all_at_once_in_any_order() {
    let all = symmetric(THREE, |c, handles| handles.iter().rev().for_each(|&handle| c.emit(join(handle))));
    assert_eq!(all, ALL);
    let some = symmetric(THREE, |c, handles| handles[1..].iter().for_each(|&handle| c.emit(join(handle))));
    assert_eq!(some, NONE);
    let between = symmetric(THREE, |c, handles| {
        c.emit(join(handles[0]));
        c.fence(Mode::Sc);
        c.emit(join(handles[1]));
        c.emit(join(handles[2]));
    });
    assert_eq!(between, NONE);
    let two_groups = symmetric(&[("f", 0), ("f", 0), ("g", 0), ("g", 0)], |c, handles| {
        handles.iter().for_each(|&handle| c.emit(join(handle)));
    });
    assert_eq!(two_groups, [None, Some(ThreadId(1)), None, Some(ThreadId(3))]);
    let mixed = symmetric(&[("f", 0), ("f", 0), ("g", 0), ("g", 0)], |c, handles| {
        [0, 2, 1, 3].iter().for_each(|&index: &usize| c.emit(join(handles[index])));
    });
    assert_eq!(mixed, [None; 4]);
}

#[test]
fn who_asks_for_a_handle_can_tell() {
    let asks = symmetric(THREE, |c, _| {
        let own = c.register();
        c.emit(Instr::Self_ { dst: own });
    });
    assert_eq!(asks, NONE);
}
