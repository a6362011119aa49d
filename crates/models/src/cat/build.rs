//! Adds operations to the graph, simplified. Simplification never changes a value.

use super::base::{BaseRelation, BaseSet, Layer};
use super::dag::{Dag, NodeId, Op};

impl Dag {
    /// The union of relations.
    pub(super) fn union(&mut self, operands: &[NodeId]) -> NodeId {
        let mut flat = Vec::new();
        for &operand in operands {
            self.flatten_late_unions(operand, &mut flat);
        }
        flat.retain(|&node| self.op(node) != Op::Nothing);
        flat.sort_by_key(|&node| (self.layer(node), node));
        flat.dedup();
        let mut operands = flat.into_iter();
        let Some(mut result) = operands.next() else {
            return self.add(Op::Nothing);
        };
        for operand in operands {
            result = self.add(Op::Union(result, operand));
        }
        result
    }

    /// Splits unions whose operands are of different layers, so that the early part is not computed again.
    fn flatten_late_unions(&self, node: NodeId, out: &mut Vec<NodeId>) {
        let mut pending = vec![node];
        while let Some(node) = pending.pop() {
            match self.op(node) {
                Op::Union(a, b) if self.layer(a) != self.layer(b) && self.layer(node) > Layer::Events => {
                    pending.extend([b, a]);
                }
                _ => out.push(node),
            }
        }
    }

    /// `a & b`, for relations.
    pub(super) fn intersection(&mut self, a: NodeId, b: NodeId) -> NodeId {
        let (a, b) = if a <= b { (a, b) } else { (b, a) };
        match (self.op(a), self.op(b)) {
            _ if a == b => a,
            (Op::Nothing, _) | (_, Op::Everything) => a,
            (_, Op::Nothing) | (Op::Everything, _) => b,
            (Op::Cross(s, t), _) => self.between(s, b, t),
            (_, Op::Cross(s, t)) => self.between(s, a, t),
            (Op::Difference(e, x), _) if self.op(e) == Op::Everything => self.difference(b, x),
            (_, Op::Difference(e, x)) if self.op(e) == Op::Everything => self.difference(a, x),
            _ => self.add(Op::Intersection(a, b)),
        }
    }

    /// `[s] ; r ; [t]`.
    fn between(&mut self, s: NodeId, r: NodeId, t: NodeId) -> NodeId {
        let to = self.to(r, t);
        self.from(s, to)
    }

    /// `a \ b`, for relations.
    pub(super) fn difference(&mut self, a: NodeId, b: NodeId) -> NodeId {
        match (self.op(a), self.op(b)) {
            _ if a == b => self.add(Op::Nothing),
            (Op::Nothing, _) | (_, Op::Nothing) => a,
            (_, Op::Everything) => self.add(Op::Nothing),
            (_, Op::Difference(e, x)) if self.op(e) == Op::Everything => self.intersection(a, x),
            _ => self.add(Op::Difference(a, b)),
        }
    }

    /// `~ r`.
    pub(super) fn complement(&mut self, r: NodeId) -> NodeId {
        let everything = self.add(Op::Everything);
        self.difference(everything, r)
    }

    /// `a ; b`.
    pub(super) fn seq(&mut self, a: NodeId, b: NodeId) -> NodeId {
        match (self.op(a), self.op(b)) {
            (Op::Nothing, _) => a,
            (_, Op::Nothing) => b,
            (Op::Identity(s), _) => self.from(s, b),
            (_, Op::Identity(s)) => self.to(a, s),
            (Op::Inverse(source), Op::Relation(BaseRelation::Co)) if self.is_reads_from(source) => {
                self.add(Op::Relation(BaseRelation::FromRead))
            }
            (Op::Inverse(source), Op::Relation(BaseRelation::Rf)) if self.is_reads_from(source) => {
                self.add(Op::Relation(BaseRelation::SameSource))
            }
            _ => self.add(Op::Seq(a, b)),
        }
    }

    fn is_reads_from(&self, node: NodeId) -> bool {
        self.op(node) == Op::Relation(BaseRelation::Rf)
    }

    /// `[s] ; r`.
    fn from(&mut self, s: NodeId, r: NodeId) -> NodeId {
        match (self.op(s), self.op(r)) {
            (Op::AllEvents, _) | (_, Op::Nothing) => r,
            (Op::NoEvents, _) => self.add(Op::Nothing),
            (_, Op::Identity(t)) => {
                let both = self.set_intersection(s, t);
                self.identity(both)
            }
            (_, Op::From(t, r)) => {
                let both = self.set_intersection(s, t);
                self.from(both, r)
            }
            _ => self.add(Op::From(s, r)),
        }
    }

    /// `r ; [s]`.
    fn to(&mut self, r: NodeId, s: NodeId) -> NodeId {
        match (self.op(r), self.op(s)) {
            (_, Op::AllEvents) | (Op::Nothing, _) => r,
            (_, Op::NoEvents) => self.add(Op::Nothing),
            (Op::Identity(t), _) => {
                let both = self.set_intersection(t, s);
                self.identity(both)
            }
            (Op::To(r, t), _) => {
                let both = self.set_intersection(t, s);
                self.to(r, both)
            }
            // Restrictions of the domain stay outermost, where they can be merged.
            (Op::From(t, r), _) => {
                let inner = self.to(r, s);
                self.from(t, inner)
            }
            _ => self.add(Op::To(r, s)),
        }
    }

    /// `r^-1`.
    pub(super) fn inverse(&mut self, r: NodeId) -> NodeId {
        match self.op(r) {
            Op::Inverse(inner) => inner,
            Op::Cross(s, t) => self.cross(t, s),
            Op::Nothing
            | Op::Everything
            | Op::Identity(_)
            | Op::Relation(BaseRelation::Loc | BaseRelation::External) => r,
            _ => self.add(Op::Inverse(r)),
        }
    }

    /// `r?`.
    pub(super) fn optional(&mut self, r: NodeId) -> NodeId {
        match self.op(r) {
            Op::Optional(_) | Op::Everything => r,
            Op::Nothing | Op::Identity(_) => {
                let all = self.add(Op::AllEvents);
                self.identity(all)
            }
            _ => self.add(Op::Optional(r)),
        }
    }

    /// `r+`.
    pub(super) fn plus(&mut self, r: NodeId) -> NodeId {
        match self.op(r) {
            Op::Plus(_)
            | Op::Nothing
            | Op::Everything
            | Op::Identity(_)
            | Op::Cross(..)
            | Op::Relation(BaseRelation::Po | BaseRelation::Co | BaseRelation::Loc) => r,
            Op::Optional(inner) => {
                let plus = self.plus(inner);
                self.optional(plus)
            }
            _ => self.add(Op::Plus(r)),
        }
    }

    /// `[s]`.
    pub(super) fn identity(&mut self, s: NodeId) -> NodeId {
        match self.op(s) {
            Op::NoEvents => self.add(Op::Nothing),
            _ => self.add(Op::Identity(s)),
        }
    }

    /// `s * t`.
    pub(super) fn cross(&mut self, s: NodeId, t: NodeId) -> NodeId {
        match (self.op(s), self.op(t)) {
            (Op::NoEvents, _) | (_, Op::NoEvents) => self.add(Op::Nothing),
            (Op::AllEvents, Op::AllEvents) => self.add(Op::Everything),
            _ => self.add(Op::Cross(s, t)),
        }
    }

    /// `domain r`.
    pub(super) fn domain(&mut self, r: NodeId) -> NodeId {
        match self.op(r) {
            Op::Nothing => self.add(Op::NoEvents),
            Op::Identity(s) => s,
            Op::Relation(BaseRelation::Rmw) => self.add(Op::Set(BaseSet::UpdateReads)),
            _ => self.add(Op::Domain(r)),
        }
    }

    /// `range r`.
    pub(super) fn range(&mut self, r: NodeId) -> NodeId {
        match self.op(r) {
            Op::Nothing => self.add(Op::NoEvents),
            Op::Identity(s) => s,
            Op::Relation(BaseRelation::Rmw) => self.add(Op::Set(BaseSet::UpdateWrites)),
            _ => self.add(Op::Range(r)),
        }
    }

    /// `a | b`, for sets.
    pub(super) fn set_union(&mut self, a: NodeId, b: NodeId) -> NodeId {
        let (a, b) = if a <= b { (a, b) } else { (b, a) };
        match (self.op(a), self.op(b)) {
            _ if a == b => a,
            (Op::NoEvents, _) | (_, Op::AllEvents) => b,
            (_, Op::NoEvents) | (Op::AllEvents, _) => a,
            _ => self.add(Op::SetUnion(a, b)),
        }
    }

    /// `a & b`, for sets.
    pub(super) fn set_intersection(&mut self, a: NodeId, b: NodeId) -> NodeId {
        let (a, b) = if a <= b { (a, b) } else { (b, a) };
        match (self.op(a), self.op(b)) {
            _ if a == b => a,
            (Op::NoEvents, _) | (_, Op::AllEvents) => a,
            (_, Op::NoEvents) | (Op::AllEvents, _) => b,
            _ => self.add(Op::SetIntersection(a, b)),
        }
    }

    /// `a \ b`, for sets.
    pub(super) fn set_difference(&mut self, a: NodeId, b: NodeId) -> NodeId {
        match (self.op(a), self.op(b)) {
            (Op::NoEvents, _) | (_, Op::NoEvents) => a,
            (_, Op::AllEvents) => self.add(Op::NoEvents),
            _ if a == b => self.add(Op::NoEvents),
            _ => self.add(Op::SetDifference(a, b)),
        }
    }
}
