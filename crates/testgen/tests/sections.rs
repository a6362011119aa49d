//! Atomic sections: nobody sees the middle of one. Under sc, the explorer finds what interleaving finds if only the thread that is in
//! a section moves.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Mutex;

use raddle_explore::{Action, Answer, Ending, FinalGraph, Options, Program};
use raddle_graph::{Address, Label, Mode, ThreadId, UpdateOp, Value};
use raddle_models::ModelName;
use raddle_testgen::Sketch;
use raddle_testgen::compare::explore_sketch;
use raddle_testgen::random::{Flavour, Programs, Size};
use raddle_testgen::sketch::{Place, State, Stmt};

/// What each thread read, and the last value of every location.
type Outcome = (Vec<Vec<Value>>, Vec<Value>);

/// The outcomes of all executions in which every thread finishes.
fn explored(program: &Sketch, model: ModelName) -> BTreeSet<Outcome> {
    let outcomes = Mutex::new(BTreeSet::new());
    let options = Options { detect_duplicates: true, spurious_failures: true, ..Options::default() };
    let note = |found: &dyn FinalGraph<State>| {
        if found.ending() != Ending::Complete {
            return;
        }
        let value = |label: &Label| match *label {
            Label::Read { value, .. } | Label::Choose { value } => Some(value),
            _ => None,
        };
        let execution = found.execution();
        let read = execution.threads.iter();
        let read = read.map(|events| events.iter().filter_map(|event| value(&event.label)).collect()).collect();
        outcomes.lock().unwrap().insert((read, program.addresses().map(|addr| found.memory(addr)).collect()));
    };
    explore_sketch(program, model, &options, &note).unwrap();
    outcomes.into_inner().unwrap()
}

/// A state of the whole program, with what was read on the way.
#[derive(Clone)]
struct World {
    states: Vec<Option<State>>,
    memory: BTreeMap<Address, Value>,
    read: Vec<Vec<Value>>,
}

/// The same by interleaving.
fn interleaved(program: &Sketch) -> BTreeSet<Outcome> {
    let threads = (0..program.threads().len() as u16).map(ThreadId);
    let states = threads.map(|thread| program.starts(thread).then(|| program.start(thread))).collect();
    let memory = program.addresses().map(|addr| (addr, program.initial_value(addr))).collect();
    let mut outcomes = BTreeSet::new();
    let mut seen = BTreeSet::new();
    let mut pending = vec![World { states, memory, read: vec![Vec::new(); program.threads().len()] }];
    while let Some(world) = pending.pop() {
        if !seen.insert(format!("{:?}{:?}{:?}", world.states, world.memory, world.read)) {
            continue;
        }
        let is_over = |state: &Option<State>| {
            state.as_ref().is_none_or(|state| matches!(program.action(state), Action::Finish | Action::Exit))
        };
        if world.states.iter().all(is_over) {
            outcomes.insert((world.read.clone(), program.addresses().map(|addr| world.memory[&addr]).collect()));
        }
        let held = world.memory.get(&Place::Mutex(0).address()).is_some_and(|&value| value != 0);
        for thread in 0..world.states.len() {
            let is_inside = world.states[thread].as_ref().is_some_and(|state| state.has(0));
            if !held || is_inside {
                pending.extend(steps(program, &world, thread));
            }
        }
    }
    outcomes
}

/// Every way in which a thread can go on.
fn steps(program: &Sketch, world: &World, thread: usize) -> Vec<World> {
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
    match *program.action(state) {
        Action::Read { addr, .. } => vec![answered(world.memory[&addr], false, true)],
        Action::Write { addr, value, .. } => {
            let mut next = answered(value, true, false);
            next.memory.insert(addr, value);
            vec![next]
        }
        Action::Update { addr, op, width, .. } => {
            let old = world.memory[&addr];
            let stores = program.stores(op, width, old);
            if stores.is_none() && matches!(op, UpdateOp::Lock { .. }) {
                return Vec::new();
            }
            let mut next = answered(old, stores.is_some(), true);
            next.memory.extend(stores.map(|value| (addr, value)));
            let fails = op.is_weak() && stores.is_some();
            fails.then(|| answered(old, false, true)).into_iter().chain([next]).collect()
        }
        Action::Fence { .. } => vec![answered(0, false, false)],
        Action::Spawn { thread: child } => {
            let mut next = answered(0, false, false);
            next.states[child.index()] = Some(program.child(state));
            vec![next]
        }
        Action::Join { thread: child } => {
            let child = world.states[child.index()].as_ref();
            let ended = child.filter(|state| *program.action(state) == Action::Finish);
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
        explored(program, model).into_iter().map(|(read, _)| read[1][0]).collect()
    };
    for model in ModelName::WITHOUT_DEPENDENCIES {
        assert_eq!(seen(&program, model), BTreeSet::from([0, 1, 2]), "{model}: a mutex keeps nobody out");
        assert_eq!(seen(&program.clone().with_sections(), model), BTreeSet::from([0, 2]), "{model}");
    }
}

#[test]
fn sections_of_random_programs_are_indivisible() {
    let mut outcomes = 0;
    let mut fewer = 0;
    let mut programs = Programs::new(16, &[Flavour::Locks], &Size::SMALL);
    for _ in 0..1500 {
        let locked = programs.draw().program();
        let program = locked.clone().with_sections();
        let found = explored(&program, ModelName::Sc);
        assert_eq!(found, interleaved(&program), "{program}");
        outcomes += found.len();
        fewer += usize::from(found.len() < explored(&locked, ModelName::Sc).len());
    }
    assert!(outcomes > 2000 && fewer > 50, "{outcomes} outcomes; {fewer} programs in which sections make a difference");
}
