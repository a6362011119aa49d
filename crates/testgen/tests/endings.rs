//! Deadlock: the visit, the search that judges what is complete, and the enumerator agree on whether a program has one.

use std::sync::atomic::{AtomicBool, Ordering};

use raddle_explore::{Checked, Engine, ExploreError, FinalGraph, Keep, Options, Plan, Stage, Width};
use raddle_models::ModelName;
use raddle_testgen::Sketch;
use raddle_testgen::compare::explore_as_planned;
use raddle_testgen::random::{Flavour, Programs, Size};
use raddle_testgen::sketch::State;

const MODEL: ModelName = ModelName::Rc11;

const ENGINES: [Engine; 3] = [
    Engine::Visit { model: Checked::ByName(MODEL), width: Width::Narrow },
    Engine::Cycles { model: Checked::ByAxioms, width: Width::Narrow },
    Engine::Enumerate { coherent: true },
];

/// Has some execution a deadlock? `None` if the program is too large to be enumerated.
fn has_deadlock(program: &Sketch, engine: Engine) -> Option<bool> {
    let plan = Plan { stages: vec![Stage { engine, keep: Keep::All }] };
    let found = AtomicBool::new(false);
    let look = |graph: &dyn FinalGraph<State>| {
        found.fetch_or(graph.is_deadlock(), Ordering::Relaxed);
    };
    match explore_as_planned(&plan, program, MODEL, &Options::default(), &look) {
        Ok(_) => Some(found.into_inner()),
        Err(ExploreError::TooLarge { .. }) => None,
        Err(error) => panic!("{engine:?}: {error}\n{program}"),
    }
}

#[test]
fn all_engines_agree_on_deadlock() {
    let flavours = [Flavour::Waits, Flavour::Locks, Flavour::Semaphores, Flavour::Barriers];
    let mut programs =
        Programs::new(1, &flavours, &[Size { threads: 2, statements: 3 }, Size { threads: 3, statements: 2 }]);
    let (mut compared, mut deadlocks) = (0, 0);
    for _ in 0..200 {
        let program = programs.draw().program();
        let found = ENGINES.map(|engine| has_deadlock(&program, engine));
        let [Some(first), ..] = found else { panic!("the visit is never too large") };
        if found.contains(&None) {
            continue;
        }
        assert!(found.iter().all(|other| *other == Some(first)), "{found:?} by {ENGINES:?}\n{program}");
        compared += 1;
        deadlocks += u32::from(first);
    }
    println!("{compared} programs, {deadlocks} with a deadlock");
    assert!(compared > 100 && deadlocks > 10, "they are not all alike: {compared} compared, {deadlocks} deadlocks");
}
