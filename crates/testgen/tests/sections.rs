//! Atomic sections: nobody sees the middle of one. Under sc and tso, the explorer finds what a machine finds in which only the thread
//! that is in a section moves: complete executions, and failures.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::ops::Range;
use std::sync::Mutex;

use raddle_explore::{Action, Answer, Ending, FinalGraph, Options, Program};
use raddle_graph::{Address, Label, Mode, ThreadId, UpdateOp, Value};
use raddle_models::ModelName;
use raddle_testgen::Sketch;
use raddle_testgen::compare::explore_sketch;
use raddle_testgen::random::{Flavour, Programs, Size};
use raddle_testgen::sketch::{Place, State, Stmt, Test};

/// What can come of a program.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Outcome {
    /// Every thread finished: what each read, and the last value of every location.
    Complete(Vec<Vec<Value>>, Vec<Value>),
    /// A thread failed after it had read this.
    Failed(usize, Vec<Value>),
}

/// What the explorer finds.
fn explored(program: &Sketch, model: ModelName) -> BTreeSet<Outcome> {
    let outcomes = Mutex::new(BTreeSet::new());
    let options = Options { detect_duplicates: true, spurious_failures: true, ..Options::default() };
    let note = |found: &dyn FinalGraph<State>| {
        let value = |label: &Label| match *label {
            Label::Read { value, .. } | Label::Choose { value } => Some(value),
            _ => None,
        };
        let execution = found.execution();
        let read = execution.threads.iter();
        let read: Vec<Vec<Value>> =
            read.map(|events| events.iter().filter_map(|event| value(&event.label)).collect()).collect();
        let mut outcomes = outcomes.lock().unwrap();
        match found.ending() {
            Ending::Complete => {
                let memory = program.addresses().map(|addr| found.memory(addr)).collect();
                outcomes.insert(Outcome::Complete(read, memory));
            }
            Ending::Failed => {
                let has_failed = |state: &State| matches!(program.action(state), Action::Fail(_));
                let failed =
                    (0..read.len()).filter(|&thread| found.state(ThreadId(thread as u16)).is_some_and(has_failed));
                outcomes.extend(failed.map(|thread| Outcome::Failed(thread, read[thread].clone())));
            }
            Ending::Blocked => {}
        }
        // Reports ask this of every thread.
        for thread in 0..execution.threads.len() {
            let _ = found.waits(ThreadId(thread as u16));
        }
    };
    explore_sketch(program, model, &options, &note).unwrap();
    outcomes.into_inner().unwrap()
}

/// A state of the whole program, with what was read on the way.
#[derive(Clone, Debug)]
struct World {
    states: Vec<Option<State>>,
    memory: BTreeMap<Address, Value>,
    /// What each thread has written that memory does not hold yet; always empty under sc.
    buffers: Vec<VecDeque<(Address, Value)>>,
    /// Does the thread wait for its buffer to be empty?
    flushes: Vec<bool>,
    /// Who is in a section: only this thread and its buffer move.
    inside: Option<usize>,
    read: Vec<Vec<Value>>,
}

impl World {
    fn set(&mut self, thread: usize, addr: Address, value: Value) {
        self.memory.insert(addr, value);
        if addr == Place::Mutex(0).address() {
            self.inside = (value != 0).then_some(thread);
        }
    }
}

/// What a machine finds: one memory, and under tso a buffer of writes for each thread.
fn interleaved(program: &Sketch, model: ModelName) -> BTreeSet<Outcome> {
    let count = program.threads().len();
    let threads = (0..count as u16).map(ThreadId);
    let mut outcomes = BTreeSet::new();
    let mut seen = BTreeSet::new();
    let mut pending = vec![World {
        states: threads.map(|thread| program.starts(thread).then(|| program.start(thread))).collect(),
        memory: program.addresses().map(|addr| (addr, program.initial_value(addr))).collect(),
        buffers: vec![VecDeque::new(); count],
        flushes: vec![false; count],
        inside: None,
        read: vec![Vec::new(); count],
    }];
    while let Some(world) = pending.pop() {
        if !seen.insert(format!("{world:?}")) {
            continue;
        }
        let action = |thread: usize| world.states[thread].as_ref().map(|state| *program.action(state));
        let is_over = |thread| matches!(action(thread), None | Some(Action::Finish | Action::Exit));
        if (0..count).all(is_over) && world.buffers.iter().all(VecDeque::is_empty) {
            let memory = program.addresses().map(|addr| world.memory[&addr]).collect();
            outcomes.insert(Outcome::Complete(world.read.clone(), memory));
        }
        let failed = (0..count).filter(|&thread| matches!(action(thread), Some(Action::Fail(_))));
        outcomes.extend(failed.map(|thread| Outcome::Failed(thread, world.read[thread].clone())));
        for thread in (0..count).filter(|&thread| world.inside.is_none_or(|inside| inside == thread)) {
            if let Some((addr, value)) = world.buffers[thread].front().copied() {
                let mut next = world.clone();
                next.buffers[thread].pop_front();
                next.flushes[thread] &= !next.buffers[thread].is_empty();
                next.set(thread, addr, value);
                pending.push(next);
            }
            if !world.flushes[thread] {
                pending.extend(steps(program, &world, thread, model));
            }
        }
    }
    outcomes
}

/// Every way in which a thread can go on.
fn steps(program: &Sketch, world: &World, thread: usize, model: ModelName) -> Vec<World> {
    let Some(state) = &world.states[thread] else { return Vec::new() };
    let answered = |value: Value, stored: bool, is_read: bool| {
        let mut next = world.clone();
        if is_read {
            next.read[thread].push(value);
        }
        let Some(state) = &mut next.states[thread] else { unreachable!("it was there") };
        program.step(state, Answer { value, stored });
        next
    };
    let buffer = &world.buffers[thread];
    let current = |addr: Address| {
        let own = buffer.iter().rev().find(|&&(written, _)| written == addr);
        own.map_or(world.memory[&addr], |&(_, value)| value)
    };
    match *program.action(state) {
        Action::Read { addr, .. } => vec![answered(current(addr), false, true)],
        Action::Write { addr, value, mode } => {
            let mut next = answered(value, true, false);
            if model == ModelName::Sc {
                next.set(thread, addr, value);
            } else {
                next.buffers[thread].push_back((addr, value));
                next.flushes[thread] = mode == Mode::Sc;
            }
            vec![next]
        }
        Action::Update { addr, op, width, .. } => {
            let old = current(addr);
            let stores = program.stores(op, width, old);
            if stores.is_none() && matches!(op, UpdateOp::Lock { .. }) {
                return Vec::new();
            }
            let mut all = Vec::new();
            // One that stores nothing is a read in C11, whatever machines make of it.
            if stores.is_none() || op.is_weak() {
                all.push(answered(old, false, true));
            }
            if let Some(value) = stores.filter(|_| buffer.is_empty()) {
                let mut next = answered(old, true, true);
                next.set(thread, addr, value);
                all.push(next);
            }
            all
        }
        Action::Fence { mode, .. } if mode != Mode::Sc => vec![answered(0, false, false)],
        _ if !buffer.is_empty() => Vec::new(),
        Action::Fence { .. } => vec![answered(0, false, false)],
        Action::Spawn { thread: child } => {
            let mut next = answered(0, false, false);
            next.states[child.index()] = Some(program.child(state));
            vec![next]
        }
        Action::Join { thread: child } => {
            let ended = world.states[child.index()].as_ref().filter(|_| world.buffers[child.index()].is_empty());
            let ended = ended.filter(|state| *program.action(state) == Action::Finish);
            ended.map(|state| answered(program.result(state), false, false)).into_iter().collect()
        }
        Action::Choose { count } => (0..count).map(|value| answered(value, false, true)).collect(),
        Action::Block | Action::Fail(_) | Action::Finish | Action::Exit => Vec::new(),
        action => unreachable!("such programs do not {action:?}"),
    }
}

fn store(loc: u8, value: Value) -> Stmt {
    Stmt::Store { loc, value: value.into(), mode: Mode::Sc }
}

fn load(reg: u8, loc: u8) -> Stmt {
    Stmt::Load { reg, loc, mode: Mode::Sc }
}

#[test]
fn nobody_sees_the_middle_of_a_section() {
    let section = vec![Stmt::Lock(0), store(0, 1), store(0, 2), Stmt::Unlock(0)];
    let program = Sketch::new(vec![section, vec![load(0, 0)]]);
    let seen = |program: &Sketch, model| -> BTreeSet<Value> {
        let value = |outcome| match outcome {
            Outcome::Complete(read, _) => read[1][0],
            Outcome::Failed(..) => unreachable!("nobody asserts anything"),
        };
        explored(program, model).into_iter().map(value).collect()
    };
    for model in ModelName::WITHOUT_DEPENDENCIES {
        assert_eq!(seen(&program, model), BTreeSet::from([0, 1, 2]), "{model}: a mutex keeps nobody out");
        assert_eq!(seen(&program.clone().with_sections(), model), BTreeSet::from([0, 2]), "{model}");
    }
}

/// A failure counts although the others cannot but go on until one of them stays in a section.
#[test]
fn no_failure_is_lost_where_a_section_stays_open() {
    let one = |reg| Test { reg, value: 1, equal: true };
    let waits = |loc| [load(0, loc), Stmt::Assume(one(0))];
    let section = vec![Stmt::Lock(0), store(0, 1), load(0, 1), Stmt::Assume(one(0)), Stmt::Unlock(0)];
    let fails = vec![load(0, 2), Stmt::Assert(one(0))];
    // Another waits for what the section writes; and then lets it go on, which it must not.
    for woken in [waits(0).to_vec(), [&waits(0)[..], &[store(1, 1)]].concat()] {
        let program = Sketch::new(vec![section.clone(), woken, fails.clone()]).with_sections();
        for model in ModelName::WITHOUT_DEPENDENCIES {
            assert_eq!(explored(&program, model), BTreeSet::from([Outcome::Failed(2, vec![0])]), "{model}\n{program}");
        }
    }
}

/// The same program with the statements of a thread from here to there as a section.
fn with_section(program: &Sketch, thread: usize, statements: Range<usize>) -> Sketch {
    let mut threads = program.threads().to_vec();
    let body = &mut threads[thread];
    body.insert(statements.end.min(body.len()), Stmt::Unlock(0));
    body.insert(statements.start.min(body.len() - 1), Stmt::Lock(0));
    Sketch::with_initial_values(Vec::new(), threads)
}

/// Random programs with a mutex, and without one.
fn random_programs() -> impl Iterator<Item = Sketch> {
    let mut locked = Programs::new(16, &[Flavour::Locks], &Size::SMALL);
    let mut others = Programs::new(17, &Flavour::MEMORY, &[Size { threads: 2, statements: 4 }, Size::SMALL[1]]);
    (0..1500).flat_map(move |round| {
        let program = others.draw().program();
        let (thread, from) = (round % program.threads().len(), round % 3);
        // The machine above knows no end of the process.
        let section = (!program.to_string().contains("exit()"))
            .then(|| with_section(&program, thread, from..from + 1 + round % 2));
        [locked.draw().program()].into_iter().chain(section)
    })
}

/// Every thread of three relaxed accesses to two locations.
fn small_threads() -> Vec<Vec<Stmt>> {
    let accesses = |at: u8| {
        let stores = (0..2).map(move |loc| Stmt::Store { loc, value: Value::from(at + 1).into(), mode: Mode::Rlx });
        stores.chain((0..2).map(move |loc| Stmt::Load { reg: at, loc, mode: Mode::Rlx }))
    };
    let add = |threads: Vec<Vec<Stmt>>, at| {
        let with = |thread: Vec<Stmt>| accesses(at).map(move |access| [&thread[..], &[access]].concat());
        threads.into_iter().flat_map(with).collect()
    };
    (0..3).fold(vec![Vec::new()], add)
}

/// A thread beside another one, whole or in two parts of which the first starts or joins the second; there is a section in the other,
/// or in nobody who does anything.
fn small_programs(one: &[Stmt], other: &[Stmt]) -> [Sketch; 4] {
    let section = [&[Stmt::Lock(0)][..], &other[..2], &[Stmt::Unlock(0)], &other[2..]].concat();
    let started = [&one[..1], &[Stmt::Spawn(2)]].concat();
    let joining = [&[Stmt::Spawn(2), Stmt::Join(2)], &one[2..]].concat();
    let programs = [
        vec![one.to_vec(), other.to_vec(), vec![Stmt::Lock(0), Stmt::Unlock(0)]],
        vec![one.to_vec(), section.clone()],
        vec![started, section.clone(), one[1..].to_vec()],
        vec![joining, section, one[..2].to_vec()],
    ];
    programs.map(|threads| Sketch::new(threads).with_sections())
}

/// Where writes wait in buffers: nothing that a machine does is lost, and nothing is added.
#[test]
fn sections_of_small_programs_are_indivisible() {
    let threads = small_threads();
    // The names of the locations do not matter.
    let first =
        threads.iter().filter(|thread| matches!(thread[0], Stmt::Store { loc: 0, .. } | Stmt::Load { loc: 0, .. }));
    for (one, other) in first.flat_map(|one| threads.iter().map(move |other| (one, other))) {
        for program in small_programs(one, other) {
            assert_eq!(explored(&program, ModelName::Tso), interleaved(&program, ModelName::Tso), "{program}");
        }
    }
}

#[test]
fn sections_of_random_programs_are_indivisible() {
    for model in [ModelName::Sc, ModelName::Tso] {
        let (mut outcomes, mut failures, mut fewer) = (0, 0, 0);
        for locked in random_programs() {
            let program = locked.clone().with_sections();
            let found = explored(&program, model);
            assert_eq!(found, interleaved(&program, model), "{model}\n{program}");
            outcomes += found.len();
            failures += found.iter().filter(|outcome| matches!(outcome, Outcome::Failed(..))).count();
            fewer += usize::from(found.len() < explored(&locked, model).len());
        }
        let counts =
            format!("{outcomes} outcomes; {failures} failures; {fewer} programs in which sections make a difference");
        assert!(outcomes > 5000 && failures > 100 && fewer > 100, "{model}: {counts}");
    }
}
