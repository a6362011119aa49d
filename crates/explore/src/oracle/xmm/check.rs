//! Checks how a core is said to be justified, condition by condition, without looking for anything: also for programs of which no
//! enumerator could find the executions. It shares with the search labels only.

use std::collections::{BTreeMap, BTreeSet};

use raddle_graph::{EventId, EventSet, Execution, Relation};
use raddle_models::axioms::{Judge, Node};

use super::commit::{compared, is_buildable, is_stable};
use super::view::View;
use crate::XmmRules;

/// Does the source, which is reached, justify the core by these committed events, each given with the one that it is known from? If
/// not, says which condition of the definition fails.
pub fn check_derivation(
    core: &Execution,
    source: &Execution,
    committed: &[(EventId, EventId)],
) -> Result<(), &'static str> {
    let (ours, theirs) = (View::of(core), View::of(source));
    if Judge::of_xmm(&ours.candidate).check(&ours.co).is_err() {
        return Err("the core is not consistent");
    }
    if Judge::of_xmm(&theirs.candidate).check(&theirs.co).is_err() {
        return Err("the source is not consistent");
    }
    let element = |view: &View, id| view.candidate.element(Node::Event(id));
    let pairs: Option<Vec<(usize, usize)>> =
        committed.iter().map(|&(here, there)| Some((element(&ours, here)?, element(&theirs, there)?))).collect();
    let pairs = pairs.ok_or("a committed event does not exist")?;
    let map: BTreeMap<usize, usize> = pairs.iter().copied().collect();
    if map.len() != pairs.len() || map.values().collect::<BTreeSet<_>>().len() != pairs.len() {
        return Err("the committed events are not mapped one to one");
    }
    let set = EventSet::from_elements(ours.candidate.size(), map.keys().copied());
    let is_committed = |event: usize| set.contains(event) || ours.candidate.init.contains(event);
    if !ours.candidate.rf.pairs().all(|(write, read)| !set.contains(read) || is_committed(write)) {
        return Err("condition 1: a committed read reads from a write that is not");
    }
    if !ours.rpo.pairs().all(|(before, after)| !set.contains(after) || is_committed(before)) {
        return Err("condition 2: something before a committed event is not committed");
    }
    let keeps_labels = map.iter().all(|(&here, &there)| {
        ours.thread(here) == theirs.thread(there)
            && compared(ours.candidate.label(here)) == compared(theirs.candidate.label(there))
    });
    if !keeps_labels {
        return Err("a committed event is known from one with another label");
    }
    let image = |event: usize| match ours.candidate.node(event) {
        init @ Node::Init(_) => theirs.candidate.element(init),
        Node::Event(_) => map.get(&event).copied(),
    };
    let keeps = |ours: &Relation, theirs: &Relation| {
        ours.pairs().all(|(from, to)| match (image(from), map.get(&to)) {
            (Some(from), Some(&to)) => theirs.contains(from, to),
            _ => true,
        })
    };
    let is_mapped = keeps(&ours.candidate.rf, &theirs.candidate.rf)
        && keeps(&ours.co, &theirs.co)
        && keeps(&ours.candidate.rmw, &theirs.candidate.rmw)
        && keeps(&ours.rpo, &theirs.rpo);
    let is_known = map.iter().all(|(&a, &there)| {
        map.iter().all(|(&b, &other)| !theirs.rpo.contains(there, other) || ours.rpo.contains(a, b))
    });
    if !is_mapped || !is_known {
        return Err("condition 3: the committed events are related otherwise in the source");
    }
    if !is_stable(&ours, &set, XmmRules::Thesis) {
        return Err("condition 4: uncommitted reads are not stable");
    }
    if !is_buildable(&ours, &set) {
        return Err("condition 5: the core cannot be built step by step");
    }
    Ok(())
}
