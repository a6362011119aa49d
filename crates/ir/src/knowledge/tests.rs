//! Knowledge does not depend on the order in which it is learnt.

use raddle_graph::{Mode, Width};
use raddle_program::{Action, Answer, Program as _};

use super::*;
use crate::memory::layout::location;
use crate::{Compile, Operand, PartStores, ProgramBuilder};

const X: u64 = 0x1_0000;

/// A C program with one static object of 512 bytes, whose words may be widened.
fn program() -> Program {
    let mut program = ProgramBuilder::new();
    assert_eq!(program.reserve_static("x", 512, 8, false), X);
    let main = program.declare("main", 0);
    let mut code = program.function(main);
    code.finish();
    program.define(code);
    program.thread(main, &[]);
    let compile = Compile { part_stores: Some(PartStores::Updates), ..Compile::default() };
    std::sync::Arc::new(program.code().unwrap()).program(&compile, &Knowledge::default()).unwrap()
}

fn overlap(start: u64, length: u64, inner: u64, inner_length: u64) -> Discovery {
    Discovery::Overlap(location(X + start, length), location(X + inner, inner_length))
}

#[test]
fn the_same_discoveries_in_any_order_give_the_same_knowledge() {
    let program = program();
    let discoveries = [
        Discovery::Thread { parent: ThreadId(0), nth: 1, entry: 7 },
        Discovery::Thread { parent: ThreadId(0), nth: 0, entry: 5 },
        Discovery::Thread { parent: ThreadId(0), nth: 1, entry: 3 },
        Discovery::ThreadLocal { function: 0, pc: 4 },
        Discovery::ThreadLocal { function: 0, pc: 2 },
        Discovery::Distinguishable,
        Discovery::SharedWord { object: 0, words: 0b01 },
        Discovery::SharedWord { object: 0, words: 0b10 },
        overlap(0, 8, 4, 2),
        overlap(0, 4, 2, 2),
        overlap(64, 8, 64, 1),
    ];
    let lessons = discoveries.map(|discovery| program.lesson(discovery).unwrap());
    let learn = |order: &mut dyn Iterator<Item = usize>| {
        let mut knowledge = Knowledge::default();
        order.for_each(|index| knowledge.merge(&lessons[index]));
        knowledge
    };
    let count = lessons.len();
    let all = learn(&mut (0..count));
    for first in 0..count {
        assert_eq!(learn(&mut (first..count).chain(0..first)), all, "from {first} on");
        assert_eq!(learn(&mut (0..count).rev().chain([first])), all, "backwards, {first} twice");
    }
    // The programs that know it are the same, too, whether they learnt it at once or in parts.
    let at_once = program.with(&all);
    let in_parts = lessons.iter().rev().fold(program.clone(), |program, lesson| program.with(lesson));
    assert_eq!(at_once.knowledge(), in_parts.knowledge());
    assert_eq!(at_once.threads(), 3);
    assert_eq!(at_once.thread_name(ThreadId(2)), in_parts.thread_name(ThreadId(2)));
    let memory = |program: &Program| program.memory.as_ref().map(|memory| memory.boundaries.clone());
    assert_eq!(memory(&at_once), memory(&in_parts));
}

#[test]
fn a_word_stays_whole_whenever_its_boundaries_are_learnt() {
    // So many boundaries that every word of the object gets one, and one word that is needed whole.
    let boundaries: Vec<_> = (0..20).map(|word| overlap(8 * word, 8, 8 * word + 4, 4)).collect();
    let whole = overlap(480, 8, 484, 4);
    let mut early = program();
    // First it is split, then that does not help.
    assert!(early.learn(whole) && early.learn(whole));
    assert!(boundaries.iter().all(|&discovery| early.learn(discovery)));
    let mut late = program();
    assert!(boundaries.iter().all(|&discovery| late.learn(discovery)));
    // By pattern it is split; that is taken back, then tried by itself, and then the word is widened.
    assert!(late.learn(whole) && late.learn(whole) && late.learn(whole));
    let piece = |program: &Program, start| program.memory.as_ref().unwrap().boundaries.piece(X + start, 8);
    for program in [&early, &late] {
        assert_eq!(program.widened(), [location(X + 480, 8)]);
        assert_eq!([piece(program, 480), piece(program, 400)], [8, 4]);
        assert!(!program.can_learn_overlap(location(X + 480, 8), location(X + 480, 8)));
    }
}

#[test]
fn numbers_of_threads_depend_on_who_started_them_only() {
    let mut one = program();
    let start = |parent, nth| Discovery::Thread { parent: ThreadId(parent), nth, entry: 0 };
    for discovery in [start(0, 0), start(0, 1), start(1, 0), start(0, 2)] {
        assert!(one.learn(discovery));
        assert!(!one.learn(discovery) || discovery == start(1, 0), "known");
    }
    let mut other = program();
    assert!(other.learn(start(0, 0)));
    let lessons = [(1, 0), (0, 2), (0, 1), (0, 1)].map(|(parent, nth)| other.lesson(start(parent, nth)).unwrap());
    let other = lessons.iter().fold(other, |program, lesson| program.with(lesson));
    let find = |program: &Program, parent, nth| program.table.find(ThreadId(parent), nth);
    for program in [&one, &other] {
        let found = [(0, 0), (0, 1), (0, 2), (1, 0)].map(|(parent, nth)| find(program, parent, nth));
        assert_eq!(found, [1, 2, 3, 4].map(|thread| Some(ThreadId(thread))));
        assert_eq!(find(program, 2, 0), None);
    }
}

/// A thread whose function depends on what its parent read has one name, whichever execution comes first.
#[test]
fn of_the_functions_that_a_thread_may_run_the_first_counts() {
    let mut program = ProgramBuilder::new();
    let x = program.reserve_static("x", 8, 8, false);
    let main = program.declare("main", 0);
    let children = ["one", "two"].map(|name| program.declare(name, 0));
    let [one, two] = children.map(|child| program.function_address(child));
    let mut code = program.function(main);
    let (r, handle) = (code.register(), code.register());
    code.at(crate::Position { file: 0, line: 1, column: 1 });
    code.load(r, x, Mode::Rlx, Width::W64);
    code.push(crate::Instr::Select { dst: r, cond: r.into(), then: Operand::Const(one), otherwise: two.into() });
    code.push(crate::Instr::Start { function: r.into(), argument: 0.into(), handle });
    code.finish();
    program.define(code);
    for child in children {
        let mut code = program.function(child);
        code.finish();
        program.define(code);
    }
    program.thread(main, &[]);
    let program = program.build().unwrap();
    let learn = |mut program: Program, values: [u64; 4]| {
        for value in values {
            let mut state = program.start(ThreadId(0));
            program.step(&mut state, Answer { value, stored: false });
            if let Action::Learn(discovery) = *program.action(&state) {
                assert!(program.learn(discovery));
            }
        }
        program
    };
    let (first, second) = (learn(program.clone(), [0, 0, 1, 1]), learn(program, [1, 1, 0, 0]));
    assert_eq!(first.knowledge(), second.knowledge());
    assert_eq!(first.thread_name(ThreadId(1)), "one");
}

/// Memory belongs to the thread that allocated it, whatever number that has when more threads are known.
#[test]
fn what_is_known_about_memory_stays_with_its_thread() {
    let start = |parent, nth| Discovery::Thread { parent: ThreadId(parent), nth, entry: 0 };
    let stack = |thread, offset| {
        crate::memory::layout::dynamic_base(crate::Region::Stack, ThreadId(thread), 0, 16).unwrap() + offset
    };
    let overlap =
        |thread, offset| Discovery::Overlap(location(stack(thread, offset), 4), location(stack(thread, offset), 2));
    let mut early = program();
    // Thread 1 starts thread 2, in whose memory a word is split, and another one is widened as splitting does not help.
    let discoveries = [start(0, 0), start(1, 0), overlap(2, 0), overlap(2, 8), overlap(2, 8)];
    assert!(discoveries.into_iter().all(|discovery| early.learn(discovery)));
    assert_eq!(early.widened(), [location(stack(2, 8), 4)]);
    // Then thread 0 starts another one, whose number is 2.
    assert!(early.learn(start(0, 1)));
    let mut late = program();
    let discoveries = [start(0, 0), start(0, 1), start(1, 0), overlap(3, 0), overlap(3, 8), overlap(3, 8)];
    assert!(discoveries.into_iter().all(|discovery| late.learn(discovery)));
    assert_eq!(early.knowledge(), late.knowledge());
    for program in [&early, &late] {
        assert_eq!(program.widened(), [location(stack(3, 8), 4)]);
        let piece = |thread| program.memory.as_ref().unwrap().boundaries.piece(stack(thread, 0), 4);
        assert_eq!([piece(1), piece(2), piece(3)], [4, 4, 2]);
    }
}
