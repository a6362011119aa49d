//! The prefix of a write: the events that a revisit keeps.
//!
//! Two parts: what the model orders before the write, and what its value needs. Some events are kept for their existence
//! only: the writes that kept reads read from, the write halves of kept updates, and everything that is neither read nor
//! write and comes before a kept event. What their labels depend on is kept with them; what only their values depend on
//! is not.

use raddle_graph::{EventSet, Relation};
use raddle_models::axioms::{Candidate, Node};

/// Prefixes of the writes of one candidate.
pub(super) struct Prefixes<'a> {
    candidate: &'a Candidate,
    /// What the model orders, and what starting and joining threads orders, backwards.
    order: Relation,
    /// What values depend on, backwards.
    value: Relation,
    /// What labels depend on, backwards; and what picked the value of a write: what else that depends on is not known before.
    label: Relation,
    /// Neither reads nor writes.
    local: EventSet,
}

impl<'a> Prefixes<'a> {
    /// `order` is what the model preserves of program order and reads-from.
    pub fn new(candidate: &'a Candidate, order: &Relation) -> Prefixes<'a> {
        let Candidate { rf, addr, data, ctrl, casdep, picked_data, sync, reads, writes, .. } = candidate;
        let local = EventSet::full(candidate.size()) - &(reads | writes);
        Prefixes {
            candidate,
            order: (order | sync).inverse(),
            value: (rf | addr | data | ctrl | casdep | picked_data).inverse(),
            label: (addr | ctrl | casdep | picked_data | &data.restrict_range(&local)).inverse(),
            local,
        }
    }

    /// What the value of a write needs.
    pub fn of_value(&self, write: usize) -> EventSet {
        reach(&self.value, write)
    }

    /// What is kept for a write, the write itself left out.
    pub fn of(&self, write: usize) -> EventSet {
        let mut kept = reach(&self.order, write) | self.of_value(write);
        let mut todo: Vec<usize> = kept.iter().collect();
        // Things that stand before the write stand there whatever becomes of its own value.
        let add = |kept: &mut EventSet, todo: &mut Vec<usize>, element: usize| {
            if !kept.contains(element) {
                kept.insert(element);
                todo.push(element);
            }
        };
        self.beside(write).for_each(|element| add(&mut kept, &mut todo, element));
        while let Some(element) = todo.pop() {
            let Candidate { rmw, rf, .. } = self.candidate;
            let source = (0..self.candidate.size()).filter(|&source| rf.contains(source, element));
            let needed = source.chain(rmw.successors(element)).chain(self.beside(element));
            needed.for_each(|needed| add(&mut kept, &mut todo, needed));
            for producer in self.label.successors(element) {
                add(&mut kept, &mut todo, producer);
                self.of_value(producer).iter().for_each(|needed| add(&mut kept, &mut todo, needed));
            }
        }
        kept.remove(write);
        kept
    }

    /// What is neither a read nor a write and comes before the event in its thread.
    fn beside(&self, element: usize) -> impl Iterator<Item = usize> + '_ {
        self.local.iter().filter(move |&local| self.candidate.po.contains(local, element))
    }
}

/// What can be reached from an element in at least one step.
fn reach(relation: &Relation, from: usize) -> EventSet {
    let mut reached = EventSet::empty(relation.size());
    let mut todo = vec![from];
    while let Some(element) = todo.pop() {
        for next in relation.successors(element) {
            if !reached.contains(next) {
                reached.insert(next);
                todo.push(next);
            }
        }
    }
    reached
}

/// The names of the events in a set, initial writes left out.
pub(super) fn names(candidate: &Candidate, set: &EventSet) -> Vec<raddle_graph::EventId> {
    let name = |element| match candidate.node(element) {
        Node::Event(id) => Some(id),
        Node::Init(_) => None,
    };
    set.iter().filter_map(name).collect()
}
