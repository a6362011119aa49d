//! Load-buffering races of a whole execution, from its relations (`FinalGraph::buffering_races`).

use raddle_graph::{EventId, Execution, Label};
use raddle_models::axioms::{Candidate, Node, rc20_happens_before};

/// The pairs of a read and a write of its location, in different threads, one of them at most relaxed, such that program order and
/// reads-from lead from the read to the write and nothing makes it happen before. None if the execution has a cycle.
pub(crate) fn buffering_races(execution: &Execution) -> Vec<(EventId, EventId)> {
    let Ok(candidate) = Candidate::new(execution) else { unreachable!("reads read what was written") };
    let Candidate { po, sync, rf, loc, reads, writes, .. } = &candidate;
    let porf = (po | sync | rf).plus();
    if !porf.is_irreflexive() {
        return Vec::new();
    }
    let hb = rc20_happens_before(&candidate);
    let is_weak = |read: Label, write: Label| {
        read.mode().is_some_and(|mode| !mode.is_acquire()) || write.mode().is_some_and(|mode| !mode.is_release())
    };
    let pairs = (porf & loc).restrict_domain(reads).restrict_range(writes);
    let races = pairs.pairs().filter_map(|(read, write)| match (candidate.node(read), candidate.node(write)) {
        (Node::Event(first), Node::Event(second)) => {
            let is_race = first.thread != second.thread
                && !hb.contains(read, write)
                && is_weak(candidate.label(read), candidate.label(write));
            is_race.then_some((first, second))
        }
        _ => None,
    });
    let mut races: Vec<_> = races.collect();
    races.sort_unstable();
    races
}
