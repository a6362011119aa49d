//! Why a model forbids an execution: the axiom that fails, and a cycle decomposed into edges with names.
//!
//! An edge between threads is decomposed into predefined relations. An edge within a thread gets the innermost name that the
//! model defines for it: that an edge is in `po` says less than that it is in `bob`.

use raddle_graph::Relation;

use super::ast::Property;
use super::dag::{NodeId, Op};
use super::evaluate::Evaluator;
use super::given::Chosen;
use crate::axioms::{Candidate, Node};

/// A pair of events with the relation that it is in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Edge {
    /// The first event.
    pub from: Node,
    /// The second event.
    pub to: Node,
    /// The relation's name in the model.
    pub relation: String,
}

/// Why an execution is forbidden.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Explanation {
    /// The name of the axiom that fails.
    pub axiom: String,
    /// Edges that form a cycle, or, for an `empty` axiom, a path that the axiom forbids. No edges if a negated axiom fails.
    pub edges: Vec<Edge>,
    /// Is it a cycle?
    pub is_cycle: bool,
}

impl Evaluator<'_> {
    /// Why the model forbids the candidate with this coherence; `None` if it does not.
    pub fn explain(&mut self, candidate: &Candidate, co: &Relation) -> Option<Explanation> {
        self.load(candidate);
        let axiom = self.first_failure(candidate, co, false)?;
        self.compute_all(&axiom.needed, &Chosen { candidate, co: Some(co) });
        let mut steps: Vec<Step> = Vec::new();
        if axiom.holds && axiom.is_relation {
            let relation = self.relation(axiom.node);
            let path = match axiom.property {
                Property::Acyclic => shortest_cycle(&relation),
                Property::Irreflexive => {
                    (0..relation.size()).find(|&e| relation.contains(e, e)).map(|element| vec![element, element])
                }
                Property::Empty => relation.pairs().next().map(|(from, to)| vec![from, to]),
            };
            for pair in path.unwrap_or_default().windows(2) {
                self.decompose(axiom.node, pair[0], pair[1], None, candidate, &mut steps);
            }
        }
        let edge =
            |step: Step| Edge { from: candidate.node(step.from), to: candidate.node(step.to), relation: step.relation };
        Some(Explanation {
            axiom: axiom.name.clone(),
            edges: steps.into_iter().map(edge).collect(),
            is_cycle: axiom.property != Property::Empty,
        })
    }

    /// Appends the steps that a pair of a relation consists of. `outer` is the name of the relation that this one is a part of.
    fn decompose(
        &self,
        node: NodeId,
        from: usize,
        to: usize,
        outer: Option<&str>,
        candidate: &Candidate,
        out: &mut Vec<Step>,
    ) {
        let dag = &self.model.dag;
        let is_internal = from == to || !candidate.external.contains(from, to);
        let (name, is_standard) = match &dag.nodes[node.index()].name {
            Some((name, is_standard)) => (Some(name.as_str()), *is_standard),
            None => (None, false),
        };
        let own = name.or(outer);
        let mut single = |relation: &str| out.push(Step { from, to, relation: relation.to_owned() });
        match dag.op(node) {
            Op::Relation(base) => {
                let shown =
                    if is_internal && matches!(base.name(), "po") { outer.unwrap_or(base.name()) } else { base.name() };
                single(shown);
            }
            Op::Union(a, b) => {
                let part = if self.relates(a, from, to) { a } else { b };
                let is_base = matches!(dag.op(part), Op::Relation(_));
                self.decompose(part, from, to, own.filter(|_| !is_base), candidate, out);
            }
            _ if is_standard && !matches!(dag.op(node), Op::Union(..)) => single(name.unwrap_or_default()),
            Op::From(_, r) | Op::To(r, _) | Op::Difference(r, _) => {
                self.decompose(r, from, to, own, candidate, out);
            }
            Op::Intersection(a, b) => {
                // One side is usually a restriction such as `ext` or `loc`: the other is more informative.
                let part = if matches!(dag.op(a), Op::Relation(_)) && !self.is_communication(a) { b } else { a };
                self.decompose(part, from, to, own, candidate, out);
            }
            Op::Optional(r) if from != to || self.relates(r, from, to) => {
                self.decompose(r, from, to, own, candidate, out);
            }
            Op::Inverse(r) => {
                let mut steps = Vec::new();
                self.decompose(r, to, from, None, candidate, &mut steps);
                out.extend(steps.into_iter().rev().map(|step| Step {
                    from: step.to,
                    to: step.from,
                    relation: format!("{}^-1", step.relation),
                }));
            }
            Op::Seq(a, b) => {
                let middle = (0..self.shape.size).find(|&m| self.relates(a, from, m) && self.relates(b, m, to));
                match (middle, own) {
                    // Within a thread the name of the whole is the most informative.
                    (Some(middle), Some(name)) if is_internal && !candidate.external.contains(from, middle) => {
                        single(name)
                    }
                    (Some(middle), _) => {
                        self.decompose(a, from, middle, own.filter(|_| is_internal), candidate, out);
                        self.decompose(b, middle, to, own.filter(|_| is_internal), candidate, out);
                    }
                    (None, _) => single(own.unwrap_or("?")),
                }
            }
            Op::Plus(r) => {
                let path = self.relation(r).find_path(from, to).unwrap_or_else(|| vec![from, to]);
                for pair in path.windows(2) {
                    self.decompose(r, pair[0], pair[1], own.filter(|_| is_internal), candidate, out);
                }
            }
            Op::Identity(_) | Op::Optional(_) => {}
            _ => single(own.unwrap_or("?")),
        }
    }

    fn is_communication(&self, node: NodeId) -> bool {
        matches!(self.model.dag.op(node), Op::Relation(base) if matches!(base.name(), "rf" | "co"))
    }
}

struct Step {
    from: usize,
    to: usize,
    relation: String,
}

/// The shortest cycle, its first element again at the end.
fn shortest_cycle(relation: &Relation) -> Option<Vec<usize>> {
    (0..relation.size()).filter_map(|element| relation.find_path(element, element)).min_by_key(Vec::len)
}
