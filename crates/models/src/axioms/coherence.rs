//! Enumeration of coherence orders: all permutations of each location's writes, as far as the axioms let them.
//!
//! Writes are placed one after the other. With each choice everything placed is before everything still to be placed,
//! so `co` grows; a choice that already violates axioms that are monotone in `co` is not pursued. Every order
//! that is reported was checked in full.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use raddle_graph::{Address, EventId, Relation};

use super::{Candidate, Judge, Node};

/// The writes of each location that has any, the initial one left out, in coherence order.
pub type Coherence = BTreeMap<Address, Vec<EventId>>;

/// Every coherence order with which the judge allows the candidate.
pub fn coherence_orders(candidate: &Candidate, judge: &Judge<'_>) -> Vec<Coherence> {
    let mut found = Vec::new();
    // The search is never told to stop.
    let _ = search(candidate, judge, &mut |coherence| {
        found.push(coherence);
        ControlFlow::Continue(())
    });
    found
}

/// Is there a coherence order with which the judge allows the candidate?
pub fn has_coherence_order(candidate: &Candidate, judge: &Judge<'_>) -> bool {
    search(candidate, judge, &mut |_| ControlFlow::Break(())).is_break()
}

type Found<'a> = &'a mut dyn FnMut(Coherence) -> ControlFlow<()>;

fn search(candidate: &Candidate, judge: &Judge<'_>, found: Found<'_>) -> ControlFlow<()> {
    let co = candidate.initial_coherence();
    if !judge.may_allow(&co) {
        return ControlFlow::Continue(());
    }
    let locations = candidate.writes_by_location().into_iter().collect();
    Search { candidate, judge, found, chosen: Coherence::new(), locations }.place(0, &co)
}

struct Search<'a, 'j> {
    candidate: &'a Candidate,
    judge: &'a Judge<'j>,
    found: Found<'a>,
    chosen: Coherence,
    /// The writes not placed yet, by location.
    locations: Vec<(Address, Vec<usize>)>,
}

impl Search<'_, '_> {
    /// Places the remaining writes of the locations from `location` on in every way.
    fn place(&mut self, location: usize, co: &Relation) -> ControlFlow<()> {
        let Some(&(addr, ref remaining)) = self.locations.get(location) else {
            return match self.judge.check(co) {
                Ok(()) => (self.found)(self.chosen.clone()),
                Err(_) => ControlFlow::Continue(()),
            };
        };
        let remaining = remaining.clone();
        if remaining.is_empty() {
            return self.place(location + 1, co);
        }
        for (i, &next) in remaining.iter().enumerate() {
            let Node::Event(id) = self.candidate.node(next) else {
                continue;
            };
            let mut rest = remaining.clone();
            rest.remove(i);
            let mut extended = co.clone();
            for &later in &rest {
                extended.insert(next, later);
            }
            if !rest.is_empty() && !self.judge.may_allow(&extended) {
                continue;
            }
            self.locations[location].1 = rest;
            self.chosen.entry(addr).or_default().push(id);
            let flow = self.place(location, &extended);
            if let Some(order) = self.chosen.get_mut(&addr) {
                order.pop();
            }
            self.locations[location].1.clone_from(&remaining);
            flow?;
        }
        ControlFlow::Continue(())
    }
}
