//! The life of objects: what an execution of the oracle, which lets threads access whatever they like, does wrong.
//!
//! Where the model knows data races, an object must be allocated before it is accessed or freed, by happens-before. It must be
//! freed at most once, and every access to it must come before that: happen before it where the model
//! knows data races, and be connected with it by program order and reads-from where it does not.

use raddle_explore::{LiveObject, Race};
use raddle_graph::{Address, EventId, Execution, Label, Mode};
use raddle_models::ModelName;
use raddle_models::axioms::{self, Candidate, Node};

/// Is an object accessed or freed when it must not be?
pub fn has_fault(execution: &Execution, model: ModelName) -> bool {
    let frees: Vec<(EventId, Address)> = (execution.events())
        .filter_map(|(id, event)| match event.label {
            Label::Free { base } => Some((id, base)),
            _ => None,
        })
        .collect();
    if frees.is_empty() {
        return false;
    }
    let twice = frees.iter().any(|&(id, base)| frees.iter().any(|&(other, at)| other != id && at == base));
    twice
        || frees_too_early(execution, &frees, model)
        || frees.iter().any(|&(free, base)| has_access_after(execution, free, base, model))
}

/// The accesses that race with the allocation of their object: nothing orders it before them.
pub(super) fn accesses_too_early(execution: &Execution, model: ModelName) -> Vec<Race> {
    let allocations = execution.events().filter_map(|(id, event)| match event.label {
        Label::Allocate { base, .. } => Some((id, base)),
        _ => None,
    });
    let races = |(id, base): (EventId, Address)| {
        // An allocation may be taken for a plain write, like the end of life below.
        let races = Candidate::new(&with_write(execution, id, base)).map(|written| axioms::races(&written, model));
        let here = races.unwrap_or_default().into_iter().filter(move |&(first, second)| first == id || second == id);
        here.map(move |(first, second)| Race { addr: base, first, second }).collect::<Vec<_>>()
    };
    allocations.flat_map(races).collect()
}

/// Is an object freed by a thread before which its allocation does not happen?
fn frees_too_early(execution: &Execution, frees: &[(EventId, Address)], model: ModelName) -> bool {
    let mut written = execution.clone();
    for &(free, base) in frees {
        written = with_write(&written, free, base);
    }
    let is_early = |race: &Race| frees.iter().any(|&(free, _)| free == race.first || free == race.second);
    accesses_too_early(&written, model).iter().any(is_early)
}

/// The execution with a plain write in place of an event.
fn with_write(execution: &Execution, id: EventId, base: Address) -> Execution {
    let mut written = execution.clone();
    written.threads[id.thread.index()][id.index as usize].label =
        Label::Write { addr: base, mode: Mode::Na, value: 0, exclusive: false };
    written
}

fn has_access_after(execution: &Execution, free: EventId, base: Address, model: ModelName) -> bool {
    // What happens before what does not depend on plain writes, so the end of life may be taken for one: what races with
    // that is not ordered.
    let written = with_write(execution, free, base);
    // Reads take values from writes that are there.
    let Ok(candidate) = Candidate::new(&written) else { return true };
    let before = (&candidate.po | &candidate.rf | &candidate.sync).plus();
    let races = axioms::races(&candidate, model);
    execution.events().filter(|(_, event)| event.label.addr() == Some(base)).any(|(access, _)| {
        let elements = candidate.element(Node::Event(access)).zip(candidate.element(Node::Event(free)));
        let is_before = elements.is_some_and(|(access, free)| before.contains(access, free));
        !is_before || races.iter().any(|&(a, b)| (a, b) == (access, free) || (b, a) == (access, free))
    })
}

/// The objects whose life has not ended.
pub(super) fn live(execution: &Execution) -> Vec<LiveObject> {
    let is_freed = |base: Address| execution.events().any(|(_, event)| event.label == Label::Free { base });
    (execution.events())
        .filter_map(|(allocated, event)| match event.label {
            Label::Allocate { base, size } if !is_freed(base) => Some(LiveObject { allocated, base, size }),
            _ => None,
        })
        .collect()
}
