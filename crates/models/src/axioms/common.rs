//! What all models share.
//!
//! | axiom | function |
//! |---|---|
//! | NO-THIN-AIR `acyclic (po \| rf \| sync)` | [`no_thin_air`] |
//! | ATOMICITY `empty (rmw & (fr ; co))` | [`atomicity`] |

use raddle_graph::Relation;

use super::{Candidate, Violation};

/// `fr = (rf^-1 ; co) \ id`: from each read to the writes that overwrite what it read.
pub(super) fn from_reads(candidate: &Candidate, co: &Relation) -> Relation {
    candidate.rf.inverse().seq(co) - Relation::identity(candidate.size())
}

/// NO-THIN-AIR: `acyclic (po | rf | sync)`.
pub(super) fn no_thin_air(candidate: &Candidate) -> Result<(), Violation> {
    acyclic("NO-THIN-AIR", candidate, &(&candidate.po | &candidate.rf | &candidate.sync))
}

/// ATOMICITY: `empty (rmw & (fr ; co))`.
pub(super) fn atomicity(candidate: &Candidate, co: &Relation, fr: &Relation) -> Result<(), Violation> {
    let between = &candidate.rmw & fr.seq(co);
    let Some((read, write)) = between.pairs().next() else {
        return Ok(());
    };
    let middle = fr.successors(read).find(|&middle| co.contains(middle, write));
    Err(violation("ATOMICITY", candidate, std::iter::once(read).chain(middle).chain([write])))
}

/// The axiom `acyclic r`.
pub(super) fn acyclic(axiom: &'static str, candidate: &Candidate, r: &Relation) -> Result<(), Violation> {
    match r.find_cycle() {
        None => Ok(()),
        Some(cycle) => Err(violation(axiom, candidate, cycle)),
    }
}

/// The axiom's violation by these elements.
pub(super) fn violation(
    axiom: &'static str,
    candidate: &Candidate,
    elements: impl IntoIterator<Item = usize>,
) -> Violation {
    Violation { axiom: axiom.into(), cycle: elements.into_iter().map(|element| candidate.node(element)).collect() }
}
