//! What the oracle finds.

use std::collections::{BTreeMap, BTreeSet};

use raddle_explore::{Equivalence, Program, oracle};
use raddle_graph::{Address, Execution, Label, ThreadEnd, Value};
use raddle_models::ModelName;

use super::stuck::{Strip, Stuck};
use super::{Settings, objects, replay};
use crate::Sketch;

/// What the oracle finds.
pub(super) struct Expected {
    /// With coherence.
    mo: BTreeSet<Execution>,
    /// Without, each with the final memories that it may leave. (That this is what the oracle finds in `wb` mode is
    /// tested by `tests/random.rs`.)
    pub(super) wb: BTreeMap<Execution, BTreeSet<Vec<Value>>>,
}

impl Expected {
    pub(super) fn new(program: &Sketch, model: ModelName, settings: Settings) -> Option<Expected> {
        let Settings { spurious_failures, limit, .. } = settings;
        let mo = oracle::executions(program, model, Equivalence::Mo, spurious_failures, limit)?;
        let mut wb = BTreeMap::<_, BTreeSet<_>>::new();
        for execution in &mo {
            let without = Execution { co: None, ..execution.clone() };
            wb.entry(without).or_default().insert(memory(program, execution));
        }
        Some(Expected { mo, wb })
    }

    pub(super) fn contains(&self, execution: &Execution) -> bool {
        if execution.co.is_some() { self.mo.contains(execution) } else { self.wb.contains_key(execution) }
    }

    pub(super) fn executions(&self, equivalence: Equivalence) -> Vec<&Execution> {
        match equivalence {
            Equivalence::Mo => self.mo.iter().collect(),
            Equivalence::Wb => self.wb.keys().collect(),
        }
    }

    /// An execution in which an object is accessed or freed when it must not be.
    pub(super) fn faulty(&self, model: ModelName) -> Option<&Execution> {
        self.mo.iter().find(|execution| objects::has_fault(execution, model))
    }

    /// The deadlocks, without the reads that made threads wait: those that must be found, and those that may be. They differ
    /// where it depends on coherence whether an execution is one, and coherence is not looked at.
    pub(super) fn deadlocks(
        &self,
        program: &Sketch,
        equivalence: Equivalence,
    ) -> (BTreeSet<Execution>, BTreeSet<Execution>) {
        let (mut deadlocks, mut others) = (BTreeSet::new(), BTreeSet::new());
        for execution in self.mo.iter().filter(|execution| execution.ends.contains(&ThreadEnd::Blocked)) {
            // The oracle runs the program.
            let Ok(states) = replay::states(program, execution) else { continue };
            let stuck = Stuck { program, execution, states: &states };
            let mut stripped = stuck.stripped(Strip::Resources);
            if equivalence == Equivalence::Wb {
                stripped.co = None;
            }
            if stuck.is_deadlock(&|addr| last_value(program, execution, addr)) {
                deadlocks.insert(stripped);
            } else {
                others.insert(stripped);
            }
        }
        (deadlocks.difference(&others).cloned().collect(), deadlocks)
    }
}

/// The last values of all places, by the execution's coherence.
pub(super) fn memory(program: &Sketch, execution: &Execution) -> Vec<Value> {
    program.addresses().map(|addr| last_value(program, execution, addr)).collect()
}

fn last_value(program: &Sketch, execution: &Execution, addr: Address) -> Value {
    let last = || {
        let order = execution.co.as_ref()?.get(&addr)?;
        match execution.get(*order.last()?)?.label {
            Label::Write { value, .. } => Some(value),
            _ => None,
        }
    };
    last().unwrap_or_else(|| program.initial_value(addr))
}
