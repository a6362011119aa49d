//! Which closed graphs are executions under the model, and from which open graph each is taken.

use raddle_graph::{EventId, Execution};
use raddle_models::axioms::Candidate;
use raddle_program::replay::{Step, Unwatched, replay};
use raddle_program::{Action, Program};

use super::cut::{Rank, cut};
use crate::Race;
use crate::general::{Axioms, CatAxioms};
use crate::open::Closed;

/// Judges executions.
pub(super) struct Judge<'a, P> {
    program: &'a P,
    axioms: CatAxioms<'a>,
    rank: &'a Rank,
}

/// An execution that the model allows.
pub(super) struct Allowed {
    pub(super) race: Option<Race>,
}

impl<'a, P: Program> Judge<'a, P> {
    pub(super) fn new(program: &'a P, axioms: CatAxioms<'a>, rank: &'a Rank) -> Judge<'a, P> {
        Judge { program, axioms, rank }
    }

    /// The execution with its dependencies, if this is the open graph that it is taken from.
    pub(super) fn taken(&self, closed: &Closed<'_>) -> Option<Execution> {
        if cut(closed.execution, closed.locks, self.rank) != closed.cut {
            return None;
        }
        let mut execution = closed.execution.clone();
        self.add_dependencies(&mut execution);
        Some(execution)
    }

    /// Does the model allow the execution?
    pub(super) fn judge(&mut self, execution: &Execution) -> Option<Allowed> {
        let candidate = match Candidate::new(execution) {
            Ok(candidate) => candidate,
            Err(violation) => unreachable!("reads read what was written: {violation}"),
        };
        let co = match execution.co.as_ref().map(|co| candidate.coherence(co)) {
            Some(Ok(co)) => co,
            _ => unreachable!("every write has its place in coherence order"),
        };
        if !self.axioms.allow(&candidate, &co) {
            return None;
        }
        let labelled = |id| Some((id, execution.get(id)?.label));
        let races = self.axioms.races(&candidate, &co).into_iter();
        let race = races.filter_map(|(first, second)| Race::new(labelled(first)?, labelled(second)?)).min();
        Some(Allowed { race })
    }

    /// Notes from which reads events were computed.
    fn add_dependencies(&self, execution: &mut Execution) {
        let mut found = Vec::new();
        replay(self.program, execution, &mut Unwatched, &mut |step: Step<'_, P::State>| {
            let of_action = self.program.dependencies(step.state);
            let second = EventId { index: step.event.index + 1, ..step.event };
            match *self.program.action(step.state) {
                Action::Update { op, .. } => {
                    found.push((step.event, of_action.of_read_half()));
                    if step.length > 1 {
                        found.push((second, of_action.of_write_half(op, step.event.index)));
                    }
                }
                _ => found.push((step.event, of_action)),
            }
        });
        execution.dependencies = found.into_iter().filter(|(_, dependencies)| !dependencies.is_empty()).collect();
    }
}
