//! A cat file as the judge of a candidate.

use std::cell::RefCell;

use raddle_graph::Relation;

use super::{Candidate, Violation};
use crate::cat::{CatModel, Evaluator};

/// An evaluator that has the candidate loaded.
#[derive(Clone, Debug)]
pub(super) struct Cat<'a> {
    candidate: &'a Candidate,
    evaluator: RefCell<Evaluator<'a>>,
}

impl<'a> Cat<'a> {
    pub(super) fn new(model: &'a CatModel, candidate: &'a Candidate) -> Cat<'a> {
        let mut evaluator = Evaluator::new(model);
        evaluator.load(candidate);
        Cat { candidate, evaluator: RefCell::new(evaluator) }
    }

    /// Does everything hold with this coherence?
    pub(super) fn check(&self, co: &Relation) -> Result<(), Violation> {
        self.evaluator.borrow_mut().check_coherence(self.candidate, co)
    }

    /// Does everything hold that fails for good where it fails for a part of coherence?
    pub(super) fn may_allow(&self, co: &Relation) -> bool {
        self.evaluator.borrow_mut().may_allow(self.candidate, co)
    }
}
