//! Evaluation of a model for an execution.
//!
//! Every operation of the model has a place for its value, which is used again for the next execution. A value is computed
//! when a check first needs it and stays good until something changes that it depends on: the events, reads-from, or
//! coherence. Checks are made in the order of the model: what can be known early and cheaply first.

use raddle_graph::{EventSet, Relation};

use super::ast::Property;
use super::base::Layer;
use super::bits::{self, Shape};
use super::dag::{GroupId, NodeId, Op};
use super::{Axiom, CatModel};
use crate::axioms::{Candidate, Node, Violation};

/// Something that a model flags in an execution that it allows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Flag {
    /// The name of the flag, such as `data-race`.
    pub name: String,
    /// The pairs of events that raise it; an event alone is a pair with itself. Empty if it is raised by the absence of
    /// something.
    pub pairs: Vec<(Node, Node)>,
}

/// A model with room for the values that it computes for executions.
#[derive(Clone, Debug)]
pub struct Evaluator<'m> {
    pub(super) model: &'m CatModel,
    pub(super) shape: Shape,
    values: Vec<Vec<u64>>,
    /// When each value was computed.
    computed: Vec<u64>,
    /// When each layer changed.
    changed: [u64; 3],
    now: u64,
    scratch: Vec<u64>,
}

impl<'m> Evaluator<'m> {
    /// An evaluator of the model.
    pub fn new(model: &'m CatModel) -> Evaluator<'m> {
        let count = model.dag.nodes.len();
        Evaluator {
            model,
            shape: Shape::new(0),
            values: vec![Vec::new(); count],
            computed: vec![0; count],
            changed: [1; 3],
            now: 1,
            scratch: Vec::new(),
        }
    }

    /// The model.
    pub fn model(&self) -> &'m CatModel {
        self.model
    }

    /// Does the model allow the candidate with this coherence? If not, what fails, with the events on a cycle.
    pub fn check(&mut self, candidate: &Candidate, co: &Relation) -> Result<(), Violation> {
        self.load(candidate);
        self.check_coherence(candidate, co)
    }

    /// Is the candidate allowed? As [`Evaluator::check`], without saying why not.
    pub fn allows(&mut self, candidate: &Candidate, co: &Relation) -> bool {
        self.load(candidate);
        self.allows_coherence(candidate, co)
    }

    /// Prepares for another candidate. What follows, until the next call, must be about that one.
    pub fn load(&mut self, candidate: &Candidate) {
        self.shape = Shape::new(candidate.size());
        self.now += 1;
        self.changed = [self.now; 3];
    }

    /// Says that of the candidate loaded only `rf` has changed.
    pub fn reload_reads(&mut self) {
        self.now += 1;
        self.changed[Layer::Reads as usize] = self.now;
        self.changed[Layer::Coherence as usize] = self.now;
    }

    /// Does the model allow the candidate loaded with this coherence?
    pub fn check_coherence(&mut self, candidate: &Candidate, co: &Relation) -> Result<(), Violation> {
        match self.first_failure(candidate, co, false) {
            None => Ok(()),
            Some(axiom) => Err(Violation { axiom: axiom.name.clone().into(), cycle: self.cycle(axiom, candidate) }),
        }
    }

    /// Does the model allow the candidate loaded with this coherence? Without saying why not.
    pub fn allows_coherence(&mut self, candidate: &Candidate, co: &Relation) -> bool {
        self.first_failure(candidate, co, false).is_none()
    }

    /// May the model allow the candidate loaded when more is added to this part of a coherence order? Looks only at axioms
    /// that stay violated whatever is added.
    pub fn may_allow(&mut self, candidate: &Candidate, co: &Relation) -> bool {
        self.first_failure(candidate, co, true).is_none()
    }

    /// The first axiom that fails, of all or of those that are monotone in coherence.
    pub(super) fn first_failure(&mut self, candidate: &Candidate, co: &Relation, monotone: bool) -> Option<&'m Axiom> {
        self.coherence_changes();
        let model = self.model;
        model.axioms.iter().find(|axiom| (axiom.is_monotone || !monotone) && !self.satisfied(axiom, candidate, co))
    }

    fn coherence_changes(&mut self) {
        self.now += 1;
        self.changed[Layer::Coherence as usize] = self.now;
    }

    /// What an event needs to be there, itself left out: the model's `prefix`, or program order and reads-from.
    pub fn prefix(&mut self, candidate: &Candidate) -> Relation {
        self.load(candidate);
        match &self.model.prefix {
            Some((node, needed)) => {
                self.compute_all(needed, candidate, None);
                Relation::from_words(self.shape.size, &self.values[node.index()])
            }
            None => &candidate.po | &candidate.rf,
        }
    }

    /// The flags that the model raises for the candidate with this coherence, which it allows.
    pub fn flags(&mut self, candidate: &Candidate, co: &Relation) -> Vec<Flag> {
        self.load(candidate);
        self.coherence_changes();
        let mut raised = Vec::new();
        for axiom in &self.model.flags {
            if !self.satisfied(axiom, candidate, co) {
                let elements: Vec<(usize, usize)> = match (axiom.property, axiom.is_relation) {
                    (Property::Empty, false) => self.elements(axiom.node).map(|element| (element, element)).collect(),
                    (Property::Empty, true) => self.relation(axiom.node).pairs().collect(),
                    _ => Vec::new(),
                };
                let node = |element| candidate.node(element);
                let pairs = elements.into_iter().map(|(a, b)| (node(a), node(b))).collect();
                raised.push(Flag { name: axiom.name.clone(), pairs });
            }
        }
        raised
    }

    /// The value of a relation, computed before.
    pub(super) fn relation(&self, node: NodeId) -> Relation {
        Relation::from_words(self.shape.size, &self.values[node.index()])
    }

    fn elements(&self, node: NodeId) -> impl Iterator<Item = usize> {
        let set = EventSet::from_elements(self.shape.size, bits::ones(&self.values[node.index()]));
        set.iter().collect::<Vec<_>>().into_iter()
    }

    /// Is the value of a relation, computed before, such that it relates these?
    pub(super) fn relates(&self, node: NodeId, from: usize, to: usize) -> bool {
        bits::has(self.shape.row(&self.values[node.index()], from), to)
    }

    /// Does the axiom hold?
    fn satisfied(&mut self, axiom: &Axiom, candidate: &Candidate, co: &Relation) -> bool {
        let shape = self.shape;
        if axiom.property == Property::Irreflexive
            && let Op::Seq(a, b) = self.model.dag.op(axiom.node)
            && let [operands @ .., _] = axiom.needed.as_slice()
        {
            // The composition itself is not needed to know this.
            self.compute_all(operands, candidate, Some(co));
            let holds = shape.is_irreflexive_seq(&self.values[a.index()], &self.values[b.index()]);
            return holds == axiom.holds;
        }
        self.compute_all(&axiom.needed, candidate, Some(co));
        let value = &self.values[axiom.node.index()];
        let holds = match axiom.property {
            Property::Empty => bits::is_empty(value),
            Property::Irreflexive => shape.is_irreflexive(value),
            Property::Acyclic => shape.is_acyclic(value, &mut self.scratch),
        };
        holds == axiom.holds
    }

    /// The events that show that an axiom fails, which has been checked.
    fn cycle(&mut self, axiom: &Axiom, candidate: &Candidate) -> Vec<Node> {
        if !axiom.holds {
            return Vec::new();
        }
        if let (Property::Irreflexive, Op::Seq(a, b)) = (axiom.property, self.model.dag.op(axiom.node)) {
            let (a, b) = (self.relation(a), self.relation(b));
            let pair = a.pairs().find(|&(from, middle)| b.contains(middle, from));
            return pair.map_or(Vec::new(), |(from, middle)| {
                let middle = (from != middle).then_some(middle);
                std::iter::once(from).chain(middle).map(|element| candidate.node(element)).collect()
            });
        }
        let elements = match (axiom.property, axiom.is_relation) {
            (_, false) => self.elements(axiom.node).take(1).collect(),
            (Property::Acyclic, _) => self.relation(axiom.node).find_cycle().unwrap_or_default(),
            (Property::Irreflexive, _) => {
                let relation = self.relation(axiom.node);
                (0..relation.size()).find(|&element| relation.contains(element, element)).into_iter().collect()
            }
            (Property::Empty, _) => {
                self.relation(axiom.node).pairs().next().map_or(Vec::new(), |(from, to)| vec![from, to])
            }
        };
        elements.into_iter().map(|element| candidate.node(element)).collect()
    }

    /// Computes what is not known among these, which are in order.
    pub(super) fn compute_all(&mut self, needed: &[NodeId], candidate: &Candidate, co: Option<&Relation>) {
        for &node in needed {
            let index = node.index();
            let layer = self.model.dag.nodes[index].layer;
            if self.computed[index] < self.changed[layer as usize] {
                self.compute(node, candidate, co);
                self.computed[index] = self.now;
            }
        }
    }

    /// Computes one operation from its operands.
    fn compute(&mut self, node: NodeId, candidate: &Candidate, co: Option<&Relation>) {
        let op = self.model.dag.op(node);
        if let Op::Solve(group) = op {
            self.solve(group, candidate, co);
            return;
        }
        let shape = self.shape;
        // Memory of the value before, which no operand is.
        let mut out = std::mem::take(&mut self.values[node.index()]);
        let value = |node: NodeId| self.values[node.index()].as_slice();
        match op {
            Op::Set(set) => set.elements(candidate, &mut out),
            Op::NoEvents => {
                out.clear();
                out.resize(shape.words, 0);
            }
            Op::AllEvents => shape.full_set(&mut out),
            Op::SetUnion(a, b) | Op::Union(a, b) => bits::combine(value(a), value(b), &mut out, |a, b| a | b),
            Op::SetIntersection(a, b) | Op::Intersection(a, b) => {
                bits::combine(value(a), value(b), &mut out, |a, b| a & b);
            }
            Op::SetDifference(a, b) | Op::Difference(a, b) => {
                bits::combine(value(a), value(b), &mut out, |a, b| a & !b);
            }
            Op::Domain(r) => shape.domain(value(r), &mut out),
            Op::Range(r) => shape.range(value(r), &mut out),
            Op::Relation(base) => {
                out.clear();
                match base.of(candidate).or(co) {
                    Some(relation) => out.extend_from_slice(relation.words()),
                    None => shape.empty(&mut out),
                }
            }
            Op::Nothing => shape.empty(&mut out),
            Op::Everything => shape.full(&mut out),
            Op::Seq(a, b) => shape.seq(value(a), value(b), &mut out),
            Op::Inverse(r) => shape.inverse(value(r), &mut out),
            Op::Optional(r) => {
                out.clear();
                out.extend_from_slice(value(r));
                shape.make_reflexive(&mut out);
            }
            Op::Plus(r) => {
                out.clear();
                out.extend_from_slice(value(r));
                shape.close(&mut out);
            }
            Op::Identity(s) => shape.identity(value(s), &mut out),
            Op::Cross(s, t) => shape.cross(value(s), value(t), &mut out),
            Op::From(s, r) => shape.from(value(s), value(r), &mut out),
            Op::To(r, s) => shape.to(value(r), value(s), &mut out),
            Op::Solution(_, variable) => {
                out.clear();
                out.extend_from_slice(value(variable));
            }
            // Variables have their values from the computation of their group.
            Op::Variable(..) | Op::Solve(_) => {}
        }
        self.values[node.index()] = out;
    }

    /// The least solution of recursive definitions, left in their variables: from nothing upwards until nothing changes.
    fn solve(&mut self, group: GroupId, candidate: &Candidate, co: Option<&Relation>) {
        let model = self.model;
        let group = &model.dag.groups[group.0 as usize];
        for &variable in &group.variables {
            let Op::Variable(_, _, is_relation) = model.dag.op(variable) else { continue };
            let length = if is_relation { self.shape.size * self.shape.words } else { self.shape.words };
            let value = &mut self.values[variable.index()];
            value.clear();
            value.resize(length, 0);
        }
        loop {
            for &node in &group.inside {
                self.compute(node, candidate, co);
            }
            let mut changed = false;
            for (variable, body) in group.variables.iter().zip(&group.bodies) {
                if self.values[variable.index()] != self.values[body.index()] {
                    changed = true;
                    let mut value = std::mem::take(&mut self.values[variable.index()]);
                    value.clone_from(&self.values[body.index()]);
                    self.values[variable.index()] = value;
                }
            }
            if !changed {
                return;
            }
        }
    }
}
