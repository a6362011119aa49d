//! The committed events of a core: which sets there may be (conditions 1, 2, 4 and 5), and whether one embeds into a graph
//! (condition 3).
//!
//! Embedding only gets harder with more events, so that the least sets suffice. Under `thesis` and `literal` what is not a
//! read is committed only because a committed read needs it; under `vf` it matters, too, which threads are committed whole.

use raddle_graph::{EventSet, Label, Relation, ThreadId};
use raddle_models::axioms::Candidate;

use super::view::View;
use crate::XmmRules;

/// A set of committed events, by element.
pub(super) type Committed = EventSet;

/// The least sets of events of the core that may be committed.
pub(super) fn committed_sets(core: &View, rules: XmmRules) -> Vec<Committed> {
    let size = core.candidate.size();
    let mut seeds: Vec<EventSet> =
        core.candidate.reads.iter().map(|read| EventSet::from_elements(size, [read])).collect();
    if rules == XmmRules::Vf {
        let mut threads: Vec<ThreadId> = (0..size).filter_map(|element| core.thread(element)).collect();
        threads.dedup();
        seeds.extend(threads.into_iter().map(|thread| {
            EventSet::from_elements(size, (0..size).filter(|&element| core.thread(element) == Some(thread)))
        }));
    }
    let mut sets: Vec<EventSet> = Vec::new();
    for chosen in 0_u64..1 << seeds.len() {
        let mut set = EventSet::empty(size);
        for (_, seed) in seeds.iter().enumerate().filter(|(bit, _)| chosen >> bit & 1 == 1) {
            set |= seed;
        }
        close(core, rules, &mut set);
        if !sets.contains(&set) && is_stable(core, &set, rules) && is_buildable(core, &set) {
            sets.push(set);
        }
    }
    let is_least = |set: &&EventSet| !sets.iter().any(|other| other != *set && (other - *set).is_empty());
    sets.iter().filter(is_least).cloned().collect()
}

/// Conditions 1 and 2: adds the sources of committed reads, and what `rpo` orders before committed events.
fn close(core: &View, rules: XmmRules, set: &mut EventSet) {
    let mut needed = core.candidate.rf.clone();
    if rules != XmmRules::Literal {
        needed |= &core.rpo;
    }
    loop {
        let before = needed.restrict_range(set).domain() - &core.candidate.init;
        if (&before - &*set).is_empty() {
            return;
        }
        *set |= &before;
    }
}

/// Condition 4.
pub(super) fn is_stable(core: &View, set: &EventSet, rules: XmmRules) -> bool {
    let Candidate { rf, reads, writes, external, .. } = &core.candidate;
    let looks = match rules {
        // External reads-from into reads that are not committed.
        XmmRules::Thesis | XmmRules::Literal => (rf & external).restrict_range(&(reads - set)),
        // `vf = [W] ; rf? ; hb?` into any event of a thread that has an event which is not committed.
        XmmRules::Vf => {
            let open: Vec<ThreadId> = (&core.events() - set).iter().filter_map(|event| core.thread(event)).collect();
            let size = core.candidate.size();
            let is_open = |&element: &usize| core.thread(element).is_some_and(|thread| open.contains(&thread));
            let open = EventSet::from_elements(size, (0..size).filter(is_open));
            let hb = raddle_models::axioms::rc20_happens_before(&core.candidate);
            let vf = writes.identity().seq(&rf.opt()).seq(&hb.opt());
            (&vf & external).restrict_range(&open)
        }
    };
    let threads = (0..core.candidate.size()).filter_map(|element| core.thread(element)).map(ThreadId::index).max();
    let between =
        looks.pairs().filter_map(|(write, event)| Some((core.thread(write)?.index(), core.thread(event)?.index())));
    Relation::from_pairs(threads.map_or(0, |most| most + 1), between).is_acyclic()
}

/// Condition 5: `acyclic (po | sync | rf ; [E \ C])`.
pub(super) fn is_buildable(core: &View, set: &EventSet) -> bool {
    let Candidate { po, sync, rf, .. } = &core.candidate;
    (po | sync | rf.restrict_range(&(&core.events() - set))).is_acyclic()
}

/// Condition 3: where the committed events of the core are in the graph, if they are there; as pairs of elements.
pub(super) fn embedding(core: &View, set: &Committed, graph: &View) -> Option<Vec<(usize, usize)>> {
    let events: Vec<usize> = set.iter().collect();
    let mut placed = Vec::new();
    place(core, &events, graph, &mut placed).then_some(placed)
}

/// Finds a place for the remaining events.
fn place(core: &View, remaining: &[usize], graph: &View, placed: &mut Vec<(usize, usize)>) -> bool {
    let [event, rest @ ..] = remaining else { return true };
    for image in graph.events().iter() {
        let is_same = graph.thread(image) == core.thread(*event)
            && compared(graph.candidate.label(image)) == compared(core.candidate.label(*event))
            && reads_initial(core, *event) == reads_initial(graph, image);
        if is_same && fits(core, graph, placed, *event, image) {
            placed.push((*event, image));
            if place(core, rest, graph, placed) {
                return true;
            }
            placed.pop();
        }
    }
    false
}

/// What counts of a label: whether a write is half of an update does not.
pub(super) fn compared(label: Label) -> Label {
    match label {
        Label::Write { addr, mode, value, .. } => Label::Write { addr, mode, value, exclusive: false },
        other => other,
    }
}

/// Is the event a read of an initial value?
fn reads_initial(view: &View, event: usize) -> bool {
    view.candidate.init.iter().any(|init| view.candidate.rf.contains(init, event))
}

/// May the event be embedded there, given where the others are?
fn fits(core: &View, graph: &View, placed: &[(usize, usize)], event: usize, image: usize) -> bool {
    placed.iter().all(|&(other, there)| {
        let keeps = |ours: &Relation, theirs: &Relation| {
            (!ours.contains(other, event) || theirs.contains(there, image))
                && (!ours.contains(event, other) || theirs.contains(image, there))
        };
        let is_equal = |ours: &Relation, theirs: &Relation| {
            ours.contains(other, event) == theirs.contains(there, image)
                && ours.contains(event, other) == theirs.contains(image, there)
        };
        there != image
            && keeps(&core.candidate.rf, &graph.candidate.rf)
            && keeps(&core.co, &graph.co)
            && keeps(&core.candidate.rmw, &graph.candidate.rmw)
            && is_equal(&core.rpo, &graph.rpo)
    })
}
