//! Which closed graphs are executions under the model, and from which open graph each is taken.

use raddle_graph::{Event, EventId, Execution, Relation};
use raddle_models::MemoryModel;
use raddle_models::axioms::Candidate;
use raddle_models::cat::Whole;
use raddle_program::{Action, Program};

use super::cut::cut;
use super::entries::Entries;
use crate::axioms::Axioms;
use crate::open::{Closed, OpenState};
use crate::{ExploreError, FinalGraph, Race};

/// Judges executions.
pub(super) struct Judge<'a, P> {
    program: &'a P,
    axioms: Axioms<'a>,
    /// Judges by parts, under most models.
    whole: Option<Whole<'a>>,
    entries: &'a Entries,
    unfounded: Unfounded,
}

/// What becomes of executions in which values are computed from themselves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Unfounded {
    /// The model says which there are.
    None,
    /// The model is not told of dependencies, which are there nevertheless.
    LeftOut,
    /// What else the values could be is not known.
    Error,
}

impl<'a, P: Program> Judge<'a, P> {
    pub(super) fn new(
        program: &'a P,
        model: &'a MemoryModel,
        ignores_dependencies: bool,
        entries: &'a Entries,
    ) -> Judge<'a, P> {
        let unfounded = match model.named() {
            _ if ignores_dependencies => Unfounded::LeftOut,
            Some(_) => Unfounded::None,
            None => Unfounded::Error,
        };
        let axioms = Axioms::new(model.cat(), ignores_dependencies);
        Judge { program, axioms, whole: Whole::new(model.cat(), ignores_dependencies), entries, unfounded }
    }

    /// The execution with its dependencies, if this is the open graph that it is taken from.
    pub(super) fn taken(&self, closed: &Closed<'_>, found: &dyn FinalGraph<OpenState<P::State>>) -> Option<Execution> {
        if cut(closed, self.entries) != closed.cut {
            return None;
        }
        let mut execution = closed.execution.clone();
        let first_read =
            |events: &Vec<Event>| events.iter().position(|event| event.label.is_read()).unwrap_or(usize::MAX);
        let first_reads: Vec<usize> = closed.execution.threads.iter().map(first_read).collect();
        for (id, event) in closed.execution.events() {
            // Nothing is computed from a read that comes later.
            if id.index as usize <= first_reads[id.thread.index()] {
                continue;
            }
            let origin = EventId { index: closed.origins[id.thread.index()][id.index as usize], ..id };
            found.look_before(origin, &mut |state| {
                let of_action = self.program.dependencies(&state.inner);
                let dependencies = match *self.program.action(&state.inner) {
                    Action::Update { .. } if event.label.is_read() => of_action.of_read_half(),
                    Action::Update { op, .. } => of_action.of_write_half(op, id.index - 1),
                    _ => of_action,
                };
                if !dependencies.is_empty() {
                    execution.dependencies.insert(id, dependencies);
                }
            });
        }
        Some(execution)
    }

    /// Does the model allow the execution?
    pub(super) fn allows(&mut self, execution: &Execution) -> Result<bool, ExploreError> {
        if !self.satisfies_axioms(execution) {
            return Ok(false);
        }
        match self.unfounded {
            Unfounded::None => Ok(true),
            _ if is_founded(&given(execution).0) => Ok(true),
            Unfounded::LeftOut => Ok(false),
            Unfounded::Error => Err(ExploreError::ThinAir { execution: Box::new(execution.clone()) }),
        }
    }

    fn satisfies_axioms(&mut self, execution: &Execution) -> bool {
        let by_parts = self.whole.as_mut().and_then(|whole| whole.allows(execution));
        if let Some(allows) = by_parts
            && !cfg!(debug_assertions)
        {
            return allows;
        }
        let (candidate, co) = given(execution);
        let allows = self.axioms.allow(&candidate, &co);
        debug_assert!(by_parts.is_none_or(|by_parts| by_parts == allows), "parts and whole disagree on\n{execution}");
        allows
    }

    /// The least data race of an execution that the model allows, if it tells of them.
    pub(super) fn race(&mut self, execution: &Execution) -> Option<Race> {
        if !self.axioms.tell_of_races() || self.whole.as_ref().is_some_and(|whole| !whole.may_race(execution)) {
            return None;
        }
        let (candidate, co) = given(execution);
        let labelled = |id| Some((id, execution.get(id)?.label));
        let races = self.axioms.races(&candidate, &co).into_iter();
        races.filter_map(|(first, second)| Race::new(labelled(first)?, labelled(second)?)).min()
    }
}

fn given(execution: &Execution) -> (Candidate, Relation) {
    let candidate = match Candidate::new(execution) {
        Ok(candidate) => candidate,
        Err(violation) => unreachable!("reads read what was written: {violation}"),
    };
    match execution.co.as_ref().map(|co| candidate.coherence(co)) {
        Some(Ok(co)) => (candidate, co),
        _ => unreachable!("every write has its place in coherence order"),
    }
}

/// Is nothing computed from itself?
fn is_founded(candidate: &Candidate) -> bool {
    let Candidate { rf, addr, data, ctrl, .. } = candidate;
    (&(rf | addr) | &(data | ctrl)).is_acyclic()
}
