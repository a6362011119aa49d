//! Running the explorer and keeping everything that it shows.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use raddle_explore::{
    Ending, ExploreError, Fault, FinalGraph, Limits, LiveObject, Options, Plan, Proceed, Program, Race, Run, Totals,
    Visitor, Waits, carry_out, explore, plan,
};
use raddle_graph::{Execution, ThreadId, Value};
use raddle_models::ModelName;

use super::Disagreement;
use crate::Sketch;
use crate::sketch::State;

/// One execution, as shown.
pub(super) struct Found {
    pub(super) execution: Execution,
    pub(super) ending: Ending,
    pub(super) states: Vec<Option<State>>,
    pub(super) memory: Vec<Value>,
    pub(super) race: Option<Race>,
    pub(super) waits: Vec<Option<Waits>>,
    pub(super) is_deadlock: bool,
    pub(super) faults: Vec<Option<Fault>>,
    pub(super) live_objects: Vec<LiveObject>,
}

struct Collect<'a> {
    program: &'a Sketch,
    found: Vec<Found>,
}

impl Visitor<State> for Collect<'_> {
    fn visit(&mut self, found: &dyn FinalGraph<State>) -> Proceed {
        let threads = || (0..self.program.threads().len()).map(|thread| ThreadId(thread as u16));
        self.found.push(Found {
            execution: found.execution(),
            ending: found.ending(),
            states: threads().map(|thread| found.state(thread).copied()).collect(),
            memory: self.program.addresses().map(|addr| found.memory(addr)).collect(),
            race: found.race(),
            waits: threads().map(|thread| found.waits(thread)).collect(),
            is_deadlock: found.is_deadlock(),
            faults: threads().map(|thread| found.fault(thread)).collect(),
            live_objects: found.live_objects(),
        });
        Proceed::Continue
    }
}

/// Explores a sketch as is planned for it, and shows every execution: symmetric threads like others.
pub fn explore_sketch(
    program: &Sketch,
    model: ModelName,
    options: &Options,
    show: &(dyn Fn(&dyn FinalGraph<State>) + Sync),
) -> Result<Totals, ExploreError> {
    explore_as_planned(&plan(&program.features(), &model.into(), options)?, program, model, options, show)
}

/// The same by any plan.
pub fn explore_as_planned(
    plan: &Plan,
    program: &Sketch,
    model: ModelName,
    options: &Options,
    show: &(dyn Fn(&dyn FinalGraph<State>) + Sync),
) -> Result<Totals, ExploreError> {
    show_all(plan, program, model, &Options { symmetry: false, ..options.clone() }, show)
}

/// Explores a sketch whose symmetric threads need not be explored in every order.
pub fn explore_symmetric(
    program: &Sketch,
    model: ModelName,
    options: &Options,
    show: &(dyn Fn(&dyn FinalGraph<State>) + Sync),
) -> Result<Totals, ExploreError> {
    show_all(&plan(&program.features(), &model.into(), options)?, program, model, options, show)
}

/// Not generic, so that the explorer is compiled for sketches once, here.
fn show_all(
    plan: &Plan,
    program: &Sketch,
    model: ModelName,
    options: &Options,
    show: &(dyn Fn(&dyn FinalGraph<State>) + Sync),
) -> Result<Totals, ExploreError> {
    struct Show<'a>(&'a (dyn Fn(&dyn FinalGraph<State>) + Sync));
    impl Visitor<State> for Show<'_> {
        fn visit(&mut self, found: &dyn FinalGraph<State>) -> Proceed {
            (self.0)(found);
            Proceed::Continue
        }
    }
    let make = || Show(show);
    carry_out(plan, program, &model.into(), options, &Run::default(), make).map(|(totals, _)| totals)
}

/// Everything that the explorer shows, in no particular order.
pub(super) fn run(program: &Sketch, model: ModelName, options: Options) -> Result<(Totals, Vec<Found>), Disagreement> {
    let options = Options { symmetry: false, ..options };
    debug_assert!(Program::threads(program) > 0, "an empty program has nothing to explore");
    // Far longer than any program that the oracle can judge takes: a hang becomes a mismatch that can be shrunk.
    let run = Run::new(Limits { timeout: Some(Duration::from_secs(60)), ..Limits::default() });
    let make_visitor = || Collect { program, found: Vec::new() };
    // A panic would not name the program.
    let result = catch_unwind(AssertUnwindSafe(|| explore(program, &model.into(), &options, &run, make_visitor)));
    match result {
        Ok(Ok((totals, visitors))) => {
            let found = visitors.into_iter().flat_map(|visitor| visitor.found);
            Ok((totals, found.collect()))
        }
        Ok(Err(error)) => Err(Disagreement::Error(error)),
        Err(payload) => {
            let text = (payload.downcast_ref::<String>().map(String::as_str))
                .or_else(|| payload.downcast_ref::<&str>().copied());
            Err(Disagreement::Panic(text.unwrap_or("no message").to_owned()))
        }
    }
}
