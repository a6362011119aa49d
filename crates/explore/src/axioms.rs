//! A model's axioms, for those who judge whole executions: the enumerators, and the search for executions with cycles.

use raddle_graph::{EventId, Relation};
use raddle_models::axioms::{Candidate, Node};
use raddle_models::cat::{CatModel, Evaluator};

/// A cat model and the scratch memory of its evaluation.
pub(crate) struct Axioms<'m>(Evaluator<'m>);

impl<'m> Axioms<'m> {
    /// The axioms of a model, perhaps without what they say about dependencies.
    pub(crate) fn new(model: &'m CatModel, ignores_dependencies: bool) -> Axioms<'m> {
        Axioms(Evaluator::new(model).ignoring_dependencies(ignores_dependencies))
    }

    /// Does the model allow the execution, with this coherence?
    pub(crate) fn allow(&mut self, candidate: &Candidate, co: &Relation) -> bool {
        self.0.allows(candidate, co)
    }

    /// What the model preserves of program order whatever reads read, and reads-from between threads. Coherence does not matter.
    pub(crate) fn prefix(&mut self, candidate: &Candidate) -> Relation {
        self.0.prefix(candidate)
    }

    /// Does the model tell of data races?
    pub(crate) fn tell_of_races(&self) -> bool {
        self.0.model().has_flags()
    }

    /// The data races, if the model tells of them.
    pub(crate) fn races(&mut self, candidate: &Candidate, co: &Relation) -> Vec<(EventId, EventId)> {
        if !self.tell_of_races() {
            return Vec::new();
        }
        let flags = self.0.flags(candidate, co);
        let races = flags.into_iter().filter(|flag| flag.name == "data-race").flat_map(|flag| flag.pairs);
        races
            .filter_map(|pair| match pair {
                (Node::Event(first), Node::Event(second)) => Some((first, second)),
                _ => None,
            })
            .collect()
    }
}
