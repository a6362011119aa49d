//! The operations of a cat file, as a directed acyclic graph with common subexpressions shared.
//!
//! Operands have smaller numbers than the operations that use them, so that ascending numbers are an order of evaluation.
//! Operations are simplified when they are added (`build.rs`): neutral and absorbing operands are removed, `[S] ; r` is a
//! restriction instead of a composition, and operands of early layers are combined first, so that they are not computed again.

use rustc_hash::FxHashMap;

use super::base::{BaseRelation, BaseSet, Layer};
use super::span::Span;

/// An operation, by number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct NodeId(pub(super) u32);

impl NodeId {
    pub(super) fn index(self) -> usize {
        self.0 as usize
    }
}

/// A set of recursive definitions, by number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct GroupId(pub(super) u32);

/// An operation and its operands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Op {
    /// A predefined set.
    Set(BaseSet),
    NoEvents,
    AllEvents,
    SetUnion(NodeId, NodeId),
    SetIntersection(NodeId, NodeId),
    SetDifference(NodeId, NodeId),
    Domain(NodeId),
    Range(NodeId),
    /// A predefined relation.
    Relation(BaseRelation),
    Nothing,
    Everything,
    Union(NodeId, NodeId),
    Intersection(NodeId, NodeId),
    Difference(NodeId, NodeId),
    Seq(NodeId, NodeId),
    Inverse(NodeId),
    Optional(NodeId),
    Plus(NodeId),
    /// `[S]`.
    Identity(NodeId),
    /// `S * T`.
    Cross(NodeId, NodeId),
    /// `[S] ; r`.
    From(NodeId, NodeId),
    /// `r ; [S]`.
    To(NodeId, NodeId),
    /// The current value of a recursive definition while its group is solved: the group, its index there, and whether it is a
    /// relation.
    Variable(GroupId, u32, bool),
    /// The computation of a group's least solution. Has no value itself.
    Solve(GroupId),
    /// The value of a recursive definition in the least solution: the `Solve`, its variable.
    Solution(NodeId, NodeId),
}

impl Op {
    /// Its operands. Those of `Solve` are in its group.
    pub(super) fn operands(self) -> impl Iterator<Item = NodeId> {
        let (a, b) = match self {
            Op::Set(_)
            | Op::NoEvents
            | Op::AllEvents
            | Op::Relation(_)
            | Op::Nothing
            | Op::Everything
            | Op::Variable(..)
            | Op::Solve(_) => (None, None),
            Op::Domain(a) | Op::Range(a) | Op::Inverse(a) | Op::Optional(a) | Op::Plus(a) | Op::Identity(a) => {
                (Some(a), None)
            }
            Op::SetUnion(a, b)
            | Op::SetIntersection(a, b)
            | Op::SetDifference(a, b)
            | Op::Union(a, b)
            | Op::Intersection(a, b)
            | Op::Difference(a, b)
            | Op::Seq(a, b)
            | Op::Cross(a, b)
            | Op::From(a, b)
            | Op::To(a, b)
            | Op::Solution(a, b) => (Some(a), Some(b)),
        };
        a.into_iter().chain(b)
    }
}

/// An operation with its properties.
#[derive(Clone, Debug)]
pub(super) struct Node {
    pub(super) op: Op,
    pub(super) layer: Layer,
    /// Where it is first used in the file.
    pub(super) span: Span,
    /// Does it depend on a variable of the recursive definition that it is part of?
    pub(super) is_inside: bool,
    /// The estimated cost, operands included.
    pub(super) weight: u32,
    /// The length of the longest chain of operands below it.
    pub(super) depth: u32,
    /// Its name in the file, if it has one, and whether the name is defined in `stdlib.cat`.
    pub(super) name: Option<(String, bool)>,
}

/// Mutually recursive definitions, joined by `and`.
#[derive(Clone, Debug, Default)]
pub(super) struct Group {
    pub(super) variables: Vec<NodeId>,
    /// The definition of each variable.
    pub(super) bodies: Vec<NodeId>,
    /// The operations that depend on the variables, in order of evaluation.
    pub(super) inside: Vec<NodeId>,
    /// The operands of those that do not depend on the variables.
    pub(super) outside: Vec<NodeId>,
}

/// All operations of a file.
#[derive(Clone, Debug, Default)]
pub(super) struct Dag {
    pub(super) nodes: Vec<Node>,
    pub(super) groups: Vec<Group>,
    known: FxHashMap<Op, NodeId>,
    /// The span of the expression that is being elaborated.
    pub(super) here: Span,
}

impl Dag {
    pub(super) fn op(&self, node: NodeId) -> Op {
        self.nodes[node.index()].op
    }

    pub(super) fn layer(&self, node: NodeId) -> Layer {
        self.nodes[node.index()].layer
    }

    /// Names an operation, unless it has a name already.
    pub(super) fn name(&mut self, node: NodeId, name: &str, is_standard: bool) {
        let node = &mut self.nodes[node.index()];
        if node.name.is_none() && !matches!(node.op, Op::Set(_) | Op::Relation(_)) {
            node.name = Some((name.to_owned(), is_standard));
        }
    }

    /// The node of an operation, which is not simplified.
    pub(super) fn add(&mut self, op: Op) -> NodeId {
        if let Some(&node) = self.known.get(&op) {
            return node;
        }
        let layer = match op {
            Op::Relation(relation) => relation.layer(),
            Op::Solve(group) => {
                let Group { outside, inside, .. } = &self.groups[group.0 as usize];
                outside.iter().chain(inside).map(|&node| self.layer(node)).max().unwrap_or(Layer::Events)
            }
            _ => op.operands().map(|operand| self.layer(operand)).max().unwrap_or(Layer::Events),
        };
        let node = NodeId(self.nodes.len() as u32);
        let below = || self.all_operands_of(op).map(|operand| &self.nodes[operand.index()]);
        let is_inside = matches!(op, Op::Variable(..)) || below().any(|operand| operand.is_inside);
        let own = match op {
            Op::Seq(..) => 4,
            Op::Plus(_) => 10,
            Op::Solve(_) => 100,
            _ => 1,
        };
        let weight = below().fold(own, |sum: u32, operand| sum.saturating_add(operand.weight));
        let depth = below().map(|operand| operand.depth + 1).max().unwrap_or(0);
        self.nodes.push(Node { op, layer, span: self.here, is_inside, weight, depth, name: None });
        self.known.insert(op, node);
        node
    }

    /// A new group of recursive definitions, each a relation or (`false`) a set.
    pub(super) fn open_group(&mut self, are_relations: &[bool]) -> GroupId {
        let group = GroupId(self.groups.len() as u32);
        self.groups.push(Group::default());
        let variables = (0..).zip(are_relations).map(|(i, &r)| self.add(Op::Variable(group, i, r))).collect();
        self.groups[group.0 as usize].variables = variables;
        group
    }

    /// Defines the group's variables; the solutions, in their order.
    pub(super) fn close_group(&mut self, group: GroupId, bodies: Vec<NodeId>) -> Vec<NodeId> {
        let variables = self.groups[group.0 as usize].variables.clone();
        let depends = self.dependents(&variables);
        let mut inside = Vec::new();
        let mut outside = Vec::new();
        let mut seen = vec![false; self.nodes.len()];
        let mut pending = bodies.clone();
        while let Some(node) = pending.pop() {
            if std::mem::replace(&mut seen[node.index()], true) {
                continue;
            }
            if !depends[node.index()] {
                outside.push(node);
                continue;
            }
            inside.push(node);
            pending.extend(self.all_operands(node));
        }
        inside.retain(|node| !variables.contains(node));
        inside.sort_unstable();
        outside.sort_unstable();
        self.groups[group.0 as usize] = Group { variables: variables.clone(), bodies, inside, outside };
        let solve = self.add(Op::Solve(group));
        variables.into_iter().map(|variable| self.add(Op::Solution(solve, variable))).collect()
    }

    /// For each operation, whether it depends on one of these.
    pub(super) fn dependents(&self, on: &[NodeId]) -> Vec<bool> {
        let mut depends = vec![false; self.nodes.len()];
        for index in 0..self.nodes.len() {
            let node = NodeId(index as u32);
            depends[index] = on.contains(&node) || self.all_operands(node).any(|o| depends[o.index()]);
        }
        depends
    }

    /// The operands; for `Solve`, the operations outside of the group that it depends on.
    pub(super) fn all_operands(&self, node: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        self.all_operands_of(self.op(node))
    }

    fn all_operands_of(&self, op: Op) -> impl Iterator<Item = NodeId> + '_ {
        let outside = match op {
            Op::Solve(group) => self.groups[group.0 as usize].outside.as_slice(),
            _ => &[],
        };
        // `Solve` gives the variable of a solution its value.
        let count = if matches!(op, Op::Solution(..)) { 1 } else { 2 };
        outside.iter().copied().chain(op.operands().take(count))
    }

    /// The operations that must be computed for these, in order of evaluation.
    pub(super) fn needed_for(&self, roots: &[NodeId]) -> Vec<NodeId> {
        let mut needed = vec![false; self.nodes.len()];
        for root in roots {
            needed[root.index()] = true;
        }
        for index in (0..self.nodes.len()).rev() {
            if needed[index] {
                for operand in self.all_operands(NodeId(index as u32)) {
                    needed[operand.index()] = true;
                }
            }
        }
        (0..self.nodes.len() as u32).map(NodeId).filter(|node| needed[node.index()]).collect()
    }

    /// The node of an operation, if the file uses it.
    pub(super) fn known_node(&self, op: Op) -> Option<NodeId> {
        self.known.get(&op).copied()
    }

    /// Do these depend on an operation that has the property?
    pub(super) fn reaches(&self, roots: &[NodeId], property: impl Fn(Op) -> bool) -> bool {
        let mut seen = vec![false; self.nodes.len()];
        let mut pending = roots.to_vec();
        while let Some(node) = pending.pop() {
            if std::mem::replace(&mut seen[node.index()], true) {
                continue;
            }
            let op = self.op(node);
            if property(op) {
                return true;
            }
            if let Op::Solve(group) = op {
                pending.extend(&self.groups[group.0 as usize].inside);
            }
            pending.extend(self.all_operands(node));
        }
        false
    }
}
