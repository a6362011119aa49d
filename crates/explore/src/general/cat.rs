//! Models given as cat files, for the general engine.

use raddle_graph::{EventId, Relation};
use raddle_models::axioms::{Candidate, Node};
use raddle_models::cat::{CatModel, Evaluator};

use super::Axioms;

/// A cat model and the scratch memory of its evaluation.
pub struct CatAxioms<'m>(Evaluator<'m>);

impl<'m> CatAxioms<'m> {
    /// The axioms of a model.
    pub fn new(model: &'m CatModel) -> CatAxioms<'m> {
        CatAxioms(Evaluator::new(model))
    }

    /// The same without what they say about dependencies.
    pub fn ignoring_dependencies(self, ignores: bool) -> CatAxioms<'m> {
        CatAxioms(self.0.ignoring_dependencies(ignores))
    }
}

impl Axioms for CatAxioms<'_> {
    fn allow(&mut self, candidate: &Candidate, co: &Relation) -> bool {
        self.0.allows(candidate, co)
    }

    fn prefix(&mut self, candidate: &Candidate) -> Relation {
        self.0.prefix(candidate)
    }

    fn allow_parts(&self) -> bool {
        // Of the others, RISC-V's know an order between two reads that a third event takes away.
        matches!(self.0.model().name(), "imm" | "armv8" | "armv8-2018" | "armv7" | "power")
    }

    fn allow_last(&self) -> bool {
        matches!(self.0.model().name(), "imm" | "armv8" | "armv8-2018" | "armv7" | "power" | "riscv")
    }

    fn races(&mut self, candidate: &Candidate, co: &Relation) -> Vec<(EventId, EventId)> {
        if !self.0.model().has_flags() {
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
