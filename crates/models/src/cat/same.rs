//! Recognising a shipped model in somebody's file, whatever its definitions are called: shipped models have checkers of their own.

use super::dag::{Dag, NodeId, Op};
use super::{Axiom, CatModel};
use crate::ModelName;

impl CatModel {
    /// The shipped model that says the same, and tells of data races if this one does.
    pub fn shipped_twin(&self) -> Option<ModelName> {
        // The file of `xmm` is only the base of that model.
        let may_be = |name: &ModelName| *name != ModelName::Xmm && name.has_races() == self.has_flags();
        let find = || ModelName::ALL.into_iter().filter(may_be).find(|name| self.is_same(name.cat()));
        *self.twin.get_or_init(find)
    }

    /// Do both say the same, in the same form? Names of definitions and axioms do not count; those of flags do.
    fn is_same(&self, other: &CatModel) -> bool {
        let nodes = translate(&self.dag, &other.dag);
        let same = |node: NodeId| nodes[node.index()];
        let are_same = |ours: &[Axiom], theirs: &[Axiom], have_names: bool| {
            ours.len() == theirs.len()
                && ours.iter().all(|axiom| {
                    theirs.iter().any(|other| {
                        (axiom.property, axiom.holds, same(axiom.node))
                            == (other.property, other.holds, Some(other.node))
                            && (!have_names || axiom.name == other.name)
                    })
                })
        };
        let prefix = |model: &CatModel| model.prefix.as_ref().map(|&(node, _)| node);
        are_same(&self.axioms, &other.axioms, false)
            && are_same(&self.flags, &other.flags, true)
            && prefix(self).map(same) == prefix(other).map(Some)
    }
}

/// For each operation of one file the same operation of another, if that has it.
fn translate(from: &Dag, to: &Dag) -> Vec<Option<NodeId>> {
    let mut found: Vec<Option<NodeId>> = Vec::with_capacity(from.nodes.len());
    for node in &from.nodes {
        let same = match node.op {
            // Recursive definitions are numbered as they come.
            Op::Solve(group) => {
                let theirs = to.groups.get(group.0 as usize).map(|group| &group.bodies);
                let ours = from.groups[group.0 as usize].bodies.iter().map(|body| found[body.index()]);
                let are_same = theirs.is_some_and(|theirs| ours.eq(theirs.iter().map(|&body| Some(body))));
                if are_same { to.known_node(node.op) } else { None }
            }
            op => {
                let same = |operand: NodeId| found[operand.index()];
                let twin = |op: Op| op.with_operands(&same).and_then(|op| to.known_node(op));
                twin(op).or_else(|| twin(op.swapped()?))
            }
        };
        found.push(same);
    }
    found
}

impl Op {
    /// The operation with its operands in the other order, if that does not matter.
    fn swapped(self) -> Option<Op> {
        match self {
            Op::SetUnion(a, b) => Some(Op::SetUnion(b, a)),
            Op::SetIntersection(a, b) => Some(Op::SetIntersection(b, a)),
            Op::Union(a, b) => Some(Op::Union(b, a)),
            Op::Intersection(a, b) => Some(Op::Intersection(b, a)),
            _ => None,
        }
    }

    /// The operation with other operands, if there is one for each.
    fn with_operands(self, other: &dyn Fn(NodeId) -> Option<NodeId>) -> Option<Op> {
        Some(match self {
            Op::Set(_)
            | Op::NoEvents
            | Op::AllEvents
            | Op::Relation(_)
            | Op::Nothing
            | Op::Everything
            | Op::Variable(..)
            | Op::Solve(_) => self,
            Op::Domain(r) => Op::Domain(other(r)?),
            Op::Range(r) => Op::Range(other(r)?),
            Op::Inverse(r) => Op::Inverse(other(r)?),
            Op::Optional(r) => Op::Optional(other(r)?),
            Op::Plus(r) => Op::Plus(other(r)?),
            Op::Identity(s) => Op::Identity(other(s)?),
            Op::SetUnion(a, b) => Op::SetUnion(other(a)?, other(b)?),
            Op::SetIntersection(a, b) => Op::SetIntersection(other(a)?, other(b)?),
            Op::SetDifference(a, b) => Op::SetDifference(other(a)?, other(b)?),
            Op::Union(a, b) => Op::Union(other(a)?, other(b)?),
            Op::Intersection(a, b) => Op::Intersection(other(a)?, other(b)?),
            Op::Difference(a, b) => Op::Difference(other(a)?, other(b)?),
            Op::Seq(a, b) => Op::Seq(other(a)?, other(b)?),
            Op::Cross(a, b) => Op::Cross(other(a)?, other(b)?),
            Op::From(a, b) => Op::From(other(a)?, other(b)?),
            Op::To(a, b) => Op::To(other(a)?, other(b)?),
            Op::Solution(a, b) => Op::Solution(other(a)?, other(b)?),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> CatModel {
        CatModel::parse("mine", text, &|_| None).unwrap()
    }

    #[test]
    fn each_shipped_model_is_the_same_as_itself_alone() {
        for name in ModelName::ALL {
            let copy = of(&name.cat().whole());
            for other in ModelName::ALL {
                assert_eq!(copy.is_same(other.cat()), name == other, "{name} and {other}");
            }
        }
    }

    #[test]
    fn other_names_make_no_difference_and_other_operators_do() {
        let model = of("let order = po | rf acyclic order | co as A empty rmw & (fr ; co) as B");
        assert!(of("empty rmw & (fr ; co) as Y let o = rf | po acyclic o | co as X").is_same(&model));
        assert!(!of("let order = po | rf acyclic order | fr as A empty rmw & (fr ; co) as B").is_same(&model));
        assert!(!of("let order = po | rf acyclic order | co as A").is_same(&model));
    }
}
