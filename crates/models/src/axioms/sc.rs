//! Sequential consistency, as Shasha and Snir ("Efficient and correct execution of parallel programs that share
//! memory", TOPLAS 1988) define it by a cycle: all accesses, of whatever mode, in one order.
//!
//! | axiom | function |
//! |---|---|
//! | ATOMICITY `empty (rmw & (fr ; co))` | `axioms/common.rs` |
//! | SC `acyclic (po \| rf \| co \| fr \| sync)` | [`Sc::check`] |
//! | NO-THIN-AIR, which SC implies | `axioms/common.rs` |

use raddle_graph::Relation;

use super::common::{acyclic, atomicity, from_reads};
use super::{Candidate, Violation};

/// What SC derives from program order and reads-from.
#[derive(Clone, Debug)]
pub(super) struct Sc<'a> {
    candidate: &'a Candidate,
    /// `po | rf | sync`
    order: Relation,
}

impl<'a> Sc<'a> {
    pub(super) fn new(candidate: &'a Candidate) -> Sc<'a> {
        Sc { candidate, order: &candidate.po | &candidate.rf | &candidate.sync }
    }

    /// Does everything hold with this coherence?
    pub(super) fn check(&self, co: &Relation) -> Result<(), Violation> {
        let fr = from_reads(self.candidate, co);
        atomicity(self.candidate, co, &fr)?;
        acyclic("SC", self.candidate, &(&self.order | co | &fr))
    }
}
