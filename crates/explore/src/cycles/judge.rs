//! Which closed graphs are executions under the model, and from which open graph each is taken.

use raddle_graph::{EventId, Execution, Relation};
use raddle_models::MemoryModel;
use raddle_models::axioms::Candidate;
use raddle_program::{Action, Program};

use super::cut::{Rank, cut};
use crate::axioms::Axioms;
use crate::open::{Closed, OpenState};
use crate::{ExploreError, FinalGraph, Race};

/// Judges executions.
pub(super) struct Judge<'a, P> {
    program: &'a P,
    axioms: Axioms<'a>,
    rank: &'a Rank,
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
        rank: &'a Rank,
    ) -> Judge<'a, P> {
        let unfounded = match model.named() {
            _ if ignores_dependencies => Unfounded::LeftOut,
            Some(_) => Unfounded::None,
            None => Unfounded::Error,
        };
        Judge { program, axioms: Axioms::new(model.cat(), ignores_dependencies), rank, unfounded }
    }

    /// The execution with its dependencies, if this is the open graph that it is taken from.
    pub(super) fn taken(&self, closed: &Closed<'_>, found: &dyn FinalGraph<OpenState<P::State>>) -> Option<Execution> {
        if cut(closed.execution, closed.locks, self.rank) != closed.cut {
            return None;
        }
        let mut execution = closed.execution.clone();
        for (id, event) in closed.execution.events() {
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
        let (candidate, co) = given(execution);
        if !self.axioms.allow(&candidate, &co) {
            return Ok(false);
        }
        match self.unfounded {
            Unfounded::None => Ok(true),
            _ if is_founded(&candidate) => Ok(true),
            Unfounded::LeftOut => Ok(false),
            Unfounded::Error => Err(ExploreError::ThinAir { execution: Box::new(execution.clone()) }),
        }
    }

    /// The least data race of an execution that the model allows, if it tells of them.
    pub(super) fn race(&mut self, execution: &Execution) -> Option<Race> {
        if !self.axioms.tell_of_races() {
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
