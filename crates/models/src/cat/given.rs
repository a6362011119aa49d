//! What operations are computed from: the predefined sets and relations of some events.

use raddle_graph::Relation;

use super::base::{BaseRelation, BaseSet};
use super::bits::{self, Shape};
use crate::axioms::Candidate;

/// Events with their predefined sets and relations, as bits.
pub(super) trait Given {
    /// Writes a relation to rows of zeros. Coherence stays empty if it is not known.
    fn relation(&self, base: BaseRelation, out: &mut [u64]);

    /// Writes a set.
    fn set(&self, base: BaseSet, out: &mut Vec<u64>);
}

/// A candidate, with coherence if that is known.
pub(super) struct Chosen<'a> {
    pub(super) candidate: &'a Candidate,
    pub(super) co: Option<&'a Relation>,
}

impl Given for Chosen<'_> {
    fn relation(&self, base: BaseRelation, out: &mut [u64]) {
        let shape = Shape::new(self.candidate.size());
        let rf = &self.candidate.rf;
        match base {
            BaseRelation::FromRead => {
                let Some(co) = self.co else { return };
                for (source, read) in rf.pairs() {
                    bits::join(shape.row_mut(out, read), shape.row(co.words(), source));
                }
            }
            BaseRelation::SameSource => {
                for (source, read) in rf.pairs() {
                    bits::join(shape.row_mut(out, read), shape.row(rf.words(), source));
                }
            }
            _ => {
                if let Some(relation) = base.of(self.candidate).or(self.co) {
                    out.copy_from_slice(relation.words());
                }
            }
        }
    }

    fn set(&self, base: BaseSet, out: &mut Vec<u64>) {
        base.elements(self.candidate, out);
    }
}
