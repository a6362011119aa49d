//! The audit of a model: does it have the properties on which exploring every execution once rests?
//!
//! | property | meaning |
//! |---|---|
//! | well-prefixed | a read that stands in the prefix of a write cannot read from it (unless it follows it in its thread) |
//! | prefix-closed | what is left of an allowed graph when only events with all of their prefixes are kept is allowed |
//! | extensible | an allowed graph can be extended: by an event at a thread's end that comes last in coherence order or reads what does, and by each event that was left out of it |
//!
//! They are tried on small random graphs, always the same ones: an audit that finds nothing proves nothing, and one that finds
//! something shows it. Small graphs come first, so that what is shown is small.
//!
//! The prefix of an event is what the model's `prefix` leads from, with what its value and its place depend on, the writes that
//! reads of it read from, and the other halves of updates of it (exploration with holes: "HMC", ASPLOS 2020, section 4).

mod draw;
mod graph;

use std::fmt;
use std::time::Instant;

use raddle_graph::{Address, Dependencies, EventId, EventSet, Execution, Label, Relation};

use crate::axioms::{Candidate, Node, Violation};
use crate::cat::{CatModel, Evaluator};
use draw::{Alphabet, Random};
use graph::Graph;

/// A property that models need.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Property {
    /// A read in the prefix of a write cannot read from it.
    WellPrefixed,
    /// Prefixes of allowed graphs are allowed.
    PrefixClosed,
    /// Allowed graphs can be extended.
    Extensible,
}

impl Property {
    /// Every property.
    pub const ALL: [Property; 3] = [Property::WellPrefixed, Property::PrefixClosed, Property::Extensible];

    /// What it says.
    pub fn meaning(self) -> &'static str {
        match self {
            Property::WellPrefixed => "a read in the prefix of a write cannot read from it",
            Property::PrefixClosed => "an allowed graph without events that are in no prefix of the others is allowed",
            Property::Extensible => "an allowed graph can be extended by every event that is missing",
        }
    }
}

impl fmt::Display for Property {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Property::WellPrefixed => "well-prefixed",
            Property::PrefixClosed => "prefix-closed",
            Property::Extensible => "extensible",
        })
    }
}

/// A graph that shows that a property does not hold.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Counterexample {
    /// The property.
    pub property: Property,
    /// A graph that the model allows.
    pub execution: Execution,
    /// What is wrong with it, in words.
    pub what: String,
    /// The axiom that fails for the changed graph, if it is that.
    pub violation: Option<Violation>,
}

impl Counterexample {
    /// The graph's dependencies, a line each; its text form has none.
    pub fn dependencies(&self) -> Vec<String> {
        let mut lines = Vec::new();
        for (id, Dependencies { addr, data, ctrl, picked_addr, picked_data, .. }) in &self.execution.dependencies {
            let picked = [("picked-addr", picked_addr), ("picked-data", picked_data)];
            for (name, reads) in [("addr", addr), ("data", data), ("ctrl", ctrl)].into_iter().chain(picked) {
                lines.extend(reads.iter().map(|read| format!("{name}: {} -> {id}", EventId { index: read, ..*id })));
            }
        }
        lines
    }
}

/// What an audit found.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Audit {
    /// How many graphs there were that the model allows.
    pub graphs: usize,
    /// How many graphs there were: as many as were asked for, unless time was over before.
    pub tried: usize,
    /// At most one for each property, by property.
    pub counterexamples: Vec<Counterexample>,
}

impl Audit {
    /// The counterexample to the property, if there is one.
    pub fn of(&self, property: Property) -> Option<&Counterexample> {
        self.counterexamples.iter().find(|found| found.property == property)
    }
}

/// Audits a model on so many random graphs (of which it will forbid some), or as many as there is time for.
pub fn audit(model: &CatModel, graphs: usize, deadline: Option<Instant>) -> Audit {
    let alphabet = Alphabet::of(model);
    let mut auditor = Auditor { evaluator: Evaluator::new(model), random: Random::new(), result: Audit::default() };
    for nth in 0..graphs {
        if deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            break;
        }
        auditor.result.tried += 1;
        // From few events to many.
        let size = 2 + 7 * nth / graphs;
        let random = &mut auditor.random;
        let graph = match nth % 2 {
            0 => Graph::draw(random, &alphabet, size),
            _ => Graph::draw_ring(random, &alphabet, size / 2),
        };
        auditor.examine(&graph, &alphabet);
    }
    auditor.result.counterexamples.sort_by_key(|found| found.property);
    auditor.result
}

struct Auditor<'m> {
    evaluator: Evaluator<'m>,
    random: Random,
    result: Audit,
}

impl Auditor<'_> {
    fn check(&mut self, graph: &Graph) -> Result<(), Violation> {
        let (candidate, co) = graph.candidate();
        self.evaluator.check(&candidate, &co)
    }

    fn examine(&mut self, graph: &Graph, alphabet: &Alphabet) {
        let (candidate, co) = graph.candidate();
        if !self.evaluator.allows(&candidate, &co) {
            return;
        }
        self.result.graphs += 1;
        let order = self.evaluator.prefix(&candidate);
        if self.wants(Property::WellPrefixed) {
            self.well_prefixed(graph, &candidate, &order);
        }
        if self.wants(Property::PrefixClosed) || self.wants(Property::Extensible) {
            self.prefixes(graph, &candidate, &order);
        }
        if self.wants(Property::Extensible) {
            self.at_the_end(graph, alphabet);
        }
    }

    /// Is there no counterexample yet?
    fn wants(&self, property: Property) -> bool {
        self.result.of(property).is_none()
    }

    fn found(&mut self, property: Property, graph: &Graph, what: String, violation: Option<Violation>) {
        if self.wants(property) {
            let execution = graph.execution();
            self.result.counterexamples.push(Counterexample { property, execution, what, violation });
        }
    }

    fn well_prefixed(&mut self, graph: &Graph, candidate: &Candidate, order: &Relation) {
        let before = (order | &candidate.sync).plus();
        // What a thread reads from itself it reads after it has written it, whatever the model says.
        let others = &candidate.rf - &candidate.po;
        let wrong = others.pairs().find(|&(write, read)| before.contains(read, write));
        if let Some((write, read)) = wrong {
            let (write, read) = (candidate.node(write), candidate.node(read));
            let what = format!("{read} is in the prefix of {write}, and reads from it in an allowed graph");
            self.found(Property::WellPrefixed, graph, what, None);
        }
    }

    /// Keeps an event with what is in its prefix, for each event; and everything but what has it in its prefix.
    fn prefixes(&mut self, graph: &Graph, candidate: &Candidate, order: &Relation) {
        let needs = needs(candidate, order).star();
        let size = candidate.size();
        for event in 0..size {
            if candidate.init.contains(event) {
                continue;
            }
            let below = EventSet::from_elements(size, (0..size).filter(|&other| needs.contains(event, other)));
            let without = EventSet::from_elements(size, (0..size).filter(|&other| !needs.contains(other, event)));
            for kept in [below, without] {
                if kept.len() < size {
                    self.keep(graph, candidate, &(kept | &candidate.init));
                }
            }
        }
    }

    /// Examines what is left of a graph.
    fn keep(&mut self, graph: &Graph, candidate: &Candidate, kept: &EventSet) {
        let rest = graph.restrict(kept);
        let names = || {
            let left_out = EventSet::full(candidate.size()) - kept;
            left_out.iter().map(|event| candidate.node(event).to_string()).collect::<Vec<_>>().join(", ")
        };
        if let Err(violation) = self.check(&rest) {
            let what = format!("without {}, which no prefix needs, the graph is not allowed any more", names());
            self.found(Property::PrefixClosed, graph, what, Some(violation));
            return;
        }
        if !self.wants(Property::Extensible) {
            return;
        }
        let mut filled = Vec::new();
        for missing in (EventSet::full(candidate.size()) - kept).iter() {
            let Node::Event(id) = candidate.node(missing) else { continue };
            // The first of its thread that is missing.
            if filled.contains(&id.thread) {
                continue;
            }
            filled.push(id.thread);
            let update = candidate.rmw.successors(missing).next();
            if !graph.choices(&rest, missing, update).iter().any(|choice| self.check(choice).is_ok()) {
                let node = candidate.node(missing);
                let what = format!(
                    "when {} are left out of the graph, {node} cannot come back, whatever it reads or wherever it comes in coherence order",
                    names()
                );
                self.found(Property::Extensible, graph, what, None);
            }
        }
    }

    /// Extends each thread by one event that comes last in coherence order or reads what does.
    fn at_the_end(&mut self, graph: &Graph, alphabet: &Alphabet) {
        for thread in graph.threads() {
            let addr = LOCATIONS[self.random.below(LOCATIONS.len())];
            let label = alphabet.label(addr, &mut self.random);
            let (larger, added) = graph.append_last(thread, label, &mut self.random);
            if let Err(violation) = self.check(&larger) {
                let words = match label {
                    Label::Read { addr, .. } => format!("a read of the last write to {addr}"),
                    Label::Write { addr, .. } => format!("a write to {addr} that is the last"),
                    _ => "a fence".to_owned(),
                };
                let what =
                    format!("with {added}, {words}, at the end of its thread, the graph is not allowed any more");
                self.found(
                    Property::Extensible,
                    graph,
                    format!("{what} ({})", larger.event_text(added)),
                    Some(violation),
                );
            }
        }
    }
}

/// From each event to those that it needs to be there.
fn needs(candidate: &Candidate, order: &Relation) -> Relation {
    let Candidate { rf, addr, data, ctrl, casdep, picked_data, sync, rmw, po, reads, writes, .. } = candidate;
    let others = EventSet::full(candidate.size()) - &(reads | writes);
    let before = order | rf | addr | data | ctrl | casdep | picked_data | sync | po.restrict_domain(&others);
    before.inverse() | rmw
}

/// Where random graphs have their accesses.
const LOCATIONS: [Address; 2] = [Address(1), Address(2)];

#[cfg(test)]
mod tests;
