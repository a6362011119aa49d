//! A canonical coherence order for an execution that has none (`wb` mode, models with global axioms:
//! `docs/internals/wb.md`, section 6).
//!
//! Whether one exists is NP-hard to say in general, so this is a search, made short by saturation: start from the pairs
//! that every allowed order must have; if the axioms already fail, there is none; if they hold for the canonical
//! completion, that is the answer; otherwise branch on the first pair of writes left open. The axioms are monotone in
//! `co`, so nothing is missed. The answer is a function of the execution alone, which the exploration relies on:
//! elements are numbered by thread and index, never by how they came in.

use std::collections::BTreeMap;

use raddle_graph::{Address, EventId, Execution, Relation};
use raddle_models::Model;
use raddle_models::axioms::{Candidate, Judge, Node};

/// The writes of each location in coherence order, initial ones left out.
pub(crate) type CoherenceOrders = BTreeMap<Address, Vec<EventId>>;

/// The canonical coherence order of each location that has writes, initial ones left out; `None` if the model allows
/// none.
pub(crate) fn witness<M: Model>(model: &M, execution: &Execution) -> Option<CoherenceOrders> {
    let candidate = Candidate::new(execution).ok()?;
    let judge = model.judge(&candidate);
    let search = Search { candidate: &candidate, judge: &judge, chains: chains(&candidate) };
    let co = search.complete(search.saturate(&judge.base_order(&candidate))?)?;
    Some(orders(&candidate, &co))
}

struct Search<'a> {
    candidate: &'a Candidate,
    judge: &'a Judge<'a>,
    /// Each update's write, after the write that its read half reads.
    chains: Vec<(usize, usize)>,
}

fn chains(candidate: &Candidate) -> Vec<(usize, usize)> {
    candidate.rf.seq(&candidate.rmw).pairs().collect()
}

impl Search<'_> {
    /// The pairs that follow from the base order; `None` if they are contradictory.
    fn saturate(&self, base: &Relation) -> Option<Relation> {
        let candidate = self.candidate;
        let source = candidate.rf.inverse();
        let pin = |access: usize| source.successors(access).next().unwrap_or(access);
        let mut co = candidate.initial_coherence();
        for (a, b) in (base & &candidate.loc).pairs() {
            if pin(a) != pin(b) {
                co.insert(pin(a), pin(b));
            }
        }
        self.close(co)
    }

    /// Closes under transitivity and the adjacency of updates to their sources; `None` if that gives a cycle.
    fn close(&self, mut co: Relation) -> Option<Relation> {
        loop {
            for &(source, update) in &self.chains {
                co.insert(source, update);
            }
            co = co.plus();
            if !co.is_irreflexive() {
                return None;
            }
            let mut grown = co.clone();
            for &(source, update) in &self.chains {
                for other in 0..co.size() {
                    if other != update && co.contains(source, other) {
                        grown.insert(update, other);
                    }
                    if other != source && co.contains(other, update) {
                        grown.insert(other, source);
                    }
                }
            }
            if grown == co {
                return Some(co);
            }
            co = grown;
        }
    }

    fn complete(&self, co: Relation) -> Option<Relation> {
        self.judge.check(&co).ok()?;
        let (total, open) = self.canonical_completion(&co)?;
        if self.judge.check(&total).is_ok() {
            return Some(total);
        }
        let (a, b) = open?;
        [(a, b), (b, a)].into_iter().find_map(|(first, second)| {
            let mut chosen = co.clone();
            chosen.insert(first, second);
            self.complete(self.close(chosen)?)
        })
    }

    /// The completion that always takes the highest-numbered write that may be last for the last one, with the first
    /// pair that `co` leaves open.
    fn canonical_completion(&self, co: &Relation) -> Option<(Relation, Option<(usize, usize)>)> {
        let mut total = co.clone();
        let mut open = None;
        for writes in self.candidate.writes_by_location().into_values() {
            for (i, &a) in writes.iter().enumerate() {
                for &b in &writes[i + 1..] {
                    if open.is_none() && !co.contains(a, b) && !co.contains(b, a) {
                        open = Some((a, b));
                    }
                }
            }
            let mut left = writes;
            while let Some(&last) =
                left.iter().rev().find(|&&write| left.iter().all(|&other| !total.contains(write, other)))
            {
                left.retain(|&write| write != last);
                for &before in &left {
                    total.insert(before, last);
                }
                // Updates stay next to their sources: close before going on.
                total = self.close(total)?;
            }
        }
        Some((total, open))
    }
}

fn orders(candidate: &Candidate, co: &Relation) -> BTreeMap<Address, Vec<EventId>> {
    let id = |element| match candidate.node(element) {
        Node::Event(id) => Some(id),
        Node::Init(_) => None,
    };
    let sorted = |(addr, mut writes): (Address, Vec<usize>)| {
        writes.sort_by_key(|&write| writes_before(co, write));
        (addr, writes.into_iter().filter_map(id).collect())
    };
    candidate.writes_by_location().into_iter().map(sorted).collect()
}

fn writes_before(co: &Relation, write: usize) -> usize {
    (0..co.size()).filter(|&other| co.contains(other, write)).count()
}
