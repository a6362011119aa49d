//! Evaluation of a model for an execution.
//!
//! Every operation of the model has a buffer for its value, which is reused for the next execution. A value is computed
//! when a check first needs it and stays valid until something changes that it depends on: the events, reads-from, or
//! coherence. Checks are made in the order of the model: those of early layers first, within a layer the cheapest first.
//!
//! Most executions have few kinds of events: of `[F & SC] ; hb ; [F & SC]` nothing needs to be computed where there is no such
//! fence. So of two operands the cheaper one is computed first, and the other one only if that is not
//! empty.

use raddle_graph::{EventSet, Relation};

use super::ast::Property;
use super::base::Layer;
use super::bits::{self, Shape};
use super::dag::{GroupId, NodeId, Op};
use super::given::{Chosen, Given};
use super::verdicts::Verdicts;
use super::{Axiom, CatModel};
use crate::axioms::{Candidate, Node, Violation};

/// Of more events the same shape does not come again soon.
const MAX_REMEMBERED_EVENTS: usize = 24;

/// Something that a model flags in an execution that it allows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Flag {
    /// The name of the flag, such as `data-race`.
    pub name: String,
    /// The pairs of events that raise it; an event alone is a pair with itself. Empty if it is raised by the absence of
    /// something.
    pub pairs: Vec<(Node, Node)>,
}

/// A model with buffers for the values of its operations.
#[derive(Clone, Debug)]
pub struct Evaluator<'m> {
    pub(super) model: &'m CatModel,
    pub(super) shape: Shape,
    values: Vec<Vec<u64>>,
    /// Which values are empty.
    empty: Vec<bool>,
    /// When each value was computed.
    computed: Vec<u64>,
    /// When each layer changed.
    changed: [u64; 3],
    now: u64,
    scratch: Vec<u64>,
    spare: Vec<u64>,
    /// For operations in recursive definitions: when each was last computed, and when its value last changed.
    tried: Vec<u64>,
    grown: Vec<u64>,
    ignores_dependencies: bool,
}

impl<'m> Evaluator<'m> {
    /// An evaluator of the model.
    pub fn new(model: &'m CatModel) -> Evaluator<'m> {
        let count = model.dag.nodes.len();
        Evaluator {
            model,
            shape: Shape::new(0),
            values: vec![Vec::new(); count],
            empty: vec![false; count],
            computed: vec![0; count],
            changed: [1; 3],
            now: 1,
            scratch: Vec::new(),
            spare: Vec::new(),
            tried: vec![0; count],
            grown: vec![0; count],
            ignores_dependencies: false,
        }
    }

    /// The same for a model to which nothing depends on anything.
    pub fn ignoring_dependencies(self, ignores_dependencies: bool) -> Evaluator<'m> {
        Evaluator { ignores_dependencies, ..self }
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
        self.load_size(candidate.size());
    }

    /// Prepares for so many events.
    pub(super) fn load_size(&mut self, size: usize) {
        self.shape = Shape::new(size);
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
        let (model, given) = (self.model, &Chosen { candidate, co: Some(co) });
        model.axioms.iter().find(|axiom| (axiom.is_monotone || !monotone) && !self.satisfied(axiom, given))
    }

    fn coherence_changes(&mut self) {
        self.now += 1;
        self.changed[Layer::Coherence as usize] = self.now;
    }

    /// The prefix of an event, itself left out: by the model's `prefix`, or by program order and reads-from.
    pub fn prefix(&mut self, candidate: &Candidate) -> Relation {
        self.load(candidate);
        match &self.model.prefix {
            Some((node, needed)) => {
                self.evaluate(*node, needed, &Chosen { candidate, co: None });
                Relation::from_words(self.shape.size, &self.values[node.index()])
            }
            None => &candidate.po | &candidate.rf,
        }
    }

    /// Do the events, on cycles that a new one closes, satisfy the axioms that they may violate?
    pub(super) fn admits(&mut self, given: &dyn Given, verdicts: &mut Verdicts) -> bool {
        let Ok(known) = &self.model.incremental else { unreachable!("only what can be checked is asked for") };
        if self.shape.size > MAX_REMEMBERED_EVENTS {
            return known.checked.iter().all(|&axiom| self.satisfied(&self.model.axioms[axiom], given));
        }
        verdicts.begin(self.shape.size);
        for &node in &known.deciding {
            self.pull(node, given);
            verdicts.describe(&self.values[node.index()]);
        }
        verdicts.find(|| known.checked.iter().all(|&axiom| self.satisfied(&self.model.axioms[axiom], given)))
    }

    /// The events that are before one by the closure of `prefix`, as a set.
    pub(super) fn before(&mut self, event: usize, given: &dyn Given) -> &[u64] {
        let Some((prefix, needed)) = &self.model.prefix else {
            unreachable!("a model that buffers loads has a prefix")
        };
        self.evaluate(*prefix, needed, given);
        let (shape, prefix) = (self.shape, &self.values[prefix.index()]);
        let before = &mut self.scratch;
        shape.empty_set(before);
        let mut target = before.clone();
        bits::insert(&mut target, event);
        // The events of `before` and the target are looked for among successors until nothing is added.
        loop {
            let mut has_grown = false;
            for element in (0..shape.size).filter(|&element| !bits::has(before, element)).collect::<Vec<_>>() {
                let row = shape.row(prefix, element);
                if bits::meets(row, before) || bits::meets(row, &target) {
                    bits::insert(before, element);
                    has_grown = true;
                }
            }
            if !has_grown {
                return before;
            }
        }
    }

    /// The pairs that are flagged as data races.
    pub(super) fn flagged_races(&mut self, given: &dyn Given) -> Vec<(usize, usize)> {
        let mut pairs = Vec::new();
        for flag in self.model.flags.iter().filter(|flag| flag.is_race()) {
            if !self.satisfied(flag, given) && flag.property == Property::Empty {
                match flag.is_relation {
                    true => pairs.extend(self.relation(flag.node).pairs()),
                    false => pairs.extend(self.elements(flag.node).map(|element| (element, element))),
                }
            }
        }
        pairs
    }

    /// The flags that the model raises for the candidate with this coherence, which it allows.
    pub fn flags(&mut self, candidate: &Candidate, co: &Relation) -> Vec<Flag> {
        self.load(candidate);
        self.coherence_changes();
        let mut raised = Vec::new();
        for axiom in &self.model.flags {
            if !self.satisfied(axiom, &Chosen { candidate, co: Some(co) }) {
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

    /// Does the value of a relation, computed before, relate these?
    pub(super) fn relates(&self, node: NodeId, from: usize, to: usize) -> bool {
        bits::has(self.shape.row(&self.values[node.index()], from), to)
    }

    /// Does the axiom hold?
    fn satisfied(&mut self, axiom: &Axiom, given: &dyn Given) -> bool {
        let shape = self.shape;
        if axiom.property == Property::Irreflexive
            && let Op::Seq(a, b) = self.model.dag.op(axiom.node)
            && let [operands @ .., _] = axiom.needed.as_slice()
        {
            // This needs no value of the composition.
            self.evaluate(a, operands, given);
            if !self.empty[a.index()] {
                self.evaluate(b, operands, given);
            }
            let holds =
                self.empty[a.index()] || shape.is_irreflexive_seq(&self.values[a.index()], &self.values[b.index()]);
            return holds == axiom.holds;
        }
        self.evaluate(axiom.node, &axiom.needed, given);
        let value = &self.values[axiom.node.index()];
        let holds = match axiom.property {
            Property::Empty => bits::is_empty(value),
            Property::Irreflexive => shape.is_irreflexive(value),
            Property::Acyclic => shape.is_acyclic(value, &mut self.scratch),
        };
        holds == axiom.holds
    }

    /// A cycle, or other events, that shows that an axiom fails. The axiom must have been checked and have failed.
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

    /// Computes the stale ones among these, which are in order of evaluation.
    pub(super) fn compute_all(&mut self, needed: &[NodeId], given: &dyn Given) {
        for &node in needed {
            if self.is_stale(node) {
                self.compute(node, given);
            }
        }
    }

    /// Computes the value of an operation. `needed` has everything that it depends on, in order of evaluation.
    fn evaluate(&mut self, node: NodeId, needed: &[NodeId], given: &dyn Given) {
        if self.model.is_deep {
            self.compute_all(needed, given);
        } else {
            self.pull(node, given);
        }
    }

    /// Must its value be computed? Operations inside of recursive definitions are computed by `solve`.
    fn is_stale(&self, node: NodeId) -> bool {
        let known = &self.model.dag.nodes[node.index()];
        !known.is_inside && self.computed[node.index()] < self.changed[known.layer as usize]
    }

    /// Computes an operation and, recursively, those of its operands that its value depends on.
    fn pull(&mut self, node: NodeId, given: &dyn Given) {
        if self.is_stale(node) {
            self.pull_operands(node, given);
            self.compute(node, given);
        }
    }

    /// Computes the operands of an operation, as far as its value depends on them.
    fn pull_operands(&mut self, node: NodeId, given: &dyn Given) {
        let dag = &self.model.dag;
        match dag.op(node) {
            Op::Seq(a, b)
            | Op::Intersection(a, b)
            | Op::SetIntersection(a, b)
            | Op::From(a, b)
            | Op::To(a, b)
            | Op::Cross(a, b) => {
                let weight = |node: NodeId| dag.nodes[node.index()].weight;
                let (first, second) = if weight(a) <= weight(b) { (a, b) } else { (b, a) };
                self.pull(first, given);
                if !self.empty[first.index()] {
                    self.pull(second, given);
                }
            }
            Op::Difference(a, b) | Op::SetDifference(a, b) => {
                self.pull(a, given);
                if !self.empty[a.index()] {
                    self.pull(b, given);
                }
            }
            // `solve` computes the operands when it needs them.
            Op::Solve(_) => {}
            Op::Solution(solve, _) => self.pull(solve, given),
            op => {
                for operand in op.operands() {
                    self.pull(operand, given);
                }
            }
        }
    }

    /// Computes one operation from its operands.
    fn compute(&mut self, node: NodeId, given: &dyn Given) {
        if let Op::Solve(group) = self.model.dag.op(node) {
            self.solve(group, given);
        } else {
            // The buffer of the old value, which is no operand.
            let mut out = std::mem::take(&mut self.values[node.index()]);
            self.compute_into(node, given, &mut out);
            self.empty[node.index()] = bits::is_empty(&out);
            self.values[node.index()] = out;
        }
        self.computed[node.index()] = self.now;
    }

    /// Computes one operation, which is not `Solve`, from its operands.
    fn compute_into(&self, node: NodeId, given: &dyn Given, out: &mut Vec<u64>) {
        let shape = self.shape;
        let value = |node: NodeId| self.values[node.index()].as_slice();
        let is_empty = |node: NodeId| self.empty[node.index()];
        match self.model.dag.op(node) {
            // If one operand is empty, the other may not have been computed.
            Op::Seq(a, b) | Op::Intersection(a, b) | Op::Cross(a, b) | Op::From(a, b) | Op::To(a, b)
                if is_empty(a) || is_empty(b) =>
            {
                shape.empty(out);
            }
            Op::SetIntersection(a, b) if is_empty(a) || is_empty(b) => shape.empty_set(out),
            Op::Difference(a, _) if is_empty(a) => shape.empty(out),
            Op::SetDifference(a, _) if is_empty(a) => shape.empty_set(out),
            Op::Set(set) => given.set(set, out),
            Op::NoEvents => shape.empty_set(out),
            Op::AllEvents => shape.full_set(out),
            Op::SetUnion(a, b) | Op::Union(a, b) => bits::combine(value(a), value(b), out, |a, b| a | b),
            Op::SetIntersection(a, b) | Op::Intersection(a, b) => {
                bits::combine(value(a), value(b), out, |a, b| a & b);
            }
            Op::SetDifference(a, b) | Op::Difference(a, b) => {
                bits::combine(value(a), value(b), out, |a, b| a & !b);
            }
            Op::Domain(r) => shape.domain(value(r), out),
            Op::Range(r) => shape.range(value(r), out),
            Op::Relation(base) if self.ignores_dependencies && base.is_dependency() => shape.empty(out),
            Op::Relation(base) => {
                shape.empty(out);
                given.relation(base, out);
            }
            Op::Nothing => shape.empty(out),
            Op::Everything => shape.full(out),
            Op::Seq(a, b) => shape.seq(value(a), value(b), out),
            Op::Inverse(r) => shape.inverse(value(r), out),
            Op::Optional(r) => {
                out.clear();
                out.extend_from_slice(value(r));
                shape.make_reflexive(out);
            }
            Op::Plus(r) => {
                out.clear();
                out.extend_from_slice(value(r));
                shape.close(out);
            }
            Op::Identity(s) => shape.identity(value(s), out),
            Op::Cross(s, t) => shape.cross(value(s), value(t), out),
            Op::From(s, r) => shape.from(value(s), value(r), out),
            Op::To(r, s) => shape.to(value(r), value(s), out),
            Op::Solution(_, variable) => {
                out.clear();
                out.extend_from_slice(value(variable));
            }
            // `solve` gives variables their values.
            Op::Variable(..) | Op::Solve(_) => {}
        }
    }

    /// Computes the least solution of recursive definitions in their variables, by iterating from empty values to a fixed point.
    /// An operation is computed again only if an operand has changed.
    fn solve(&mut self, group: GroupId, given: &dyn Given) {
        let model = self.model;
        let group = &model.dag.groups[group.0 as usize];
        for &variable in &group.variables {
            let Op::Variable(_, _, is_relation) = model.dag.op(variable) else { continue };
            let length = if is_relation { self.shape.size * self.shape.words } else { self.shape.words };
            let value = &mut self.values[variable.index()];
            value.clear();
            value.resize(length, 0);
            self.empty[variable.index()] = true;
        }
        let mut first = true;
        loop {
            let mut changed = false;
            for &node in &group.inside {
                changed |= self.compute_again(node, first, given);
            }
            for (&variable, &body) in group.variables.iter().zip(&group.bodies) {
                self.pull(body, given);
                if self.values[variable.index()] != self.values[body.index()] {
                    changed = true;
                    let mut value = std::mem::take(&mut self.values[variable.index()]);
                    value.clone_from(&self.values[body.index()]);
                    self.values[variable.index()] = value;
                    self.empty[variable.index()] = self.empty[body.index()];
                    self.now += 1;
                    self.grown[variable.index()] = self.now;
                }
            }
            if !changed {
                return;
            }
            first = false;
        }
    }

    /// Computes an operation of a recursive definition if an operand has changed since; did its value change?
    fn compute_again(&mut self, node: NodeId, first: bool, given: &dyn Given) -> bool {
        let op = self.model.dag.op(node);
        self.now += 1;
        if let Op::Solve(group) = op {
            // A nested group of definitions: the operations that use its solutions compare their values.
            self.solve(group, given);
            self.grown[node.index()] = self.now;
            return false;
        }
        let since = self.tried[node.index()];
        if !first && !op.operands().any(|operand| self.grown[operand.index()] > since) {
            return false;
        }
        self.tried[node.index()] = self.now;
        if !self.model.is_deep {
            self.pull_operands(node, given);
        }
        let mut out = std::mem::take(&mut self.spare);
        self.compute_into(node, given, &mut out);
        let changed = first || out != self.values[node.index()];
        if changed {
            self.grown[node.index()] = self.now;
            self.empty[node.index()] = bits::is_empty(&out);
            std::mem::swap(&mut out, &mut self.values[node.index()]);
        }
        self.spare = out;
        changed
    }
}
