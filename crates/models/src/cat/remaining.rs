//! What a model says of a graph in which some events of an execution are missing.
//!
//! The search for executions with cycles visits graphs in which reads that wait are left out, with what they read and what was computed
//! from them; the write of an update that waits is a write like any other. The visit loses nothing if the model allows at least as
//! much there as in the execution. So it must not subtract what is smaller where events are missing: `po \ data` orders more if
//! `data` is not known.

use super::base::{BaseRelation, BaseSet};
use super::dag::{Dag, NodeId, Op};

/// What is known of each operation.
pub(super) struct Remaining<'d> {
    dag: &'d Dag,
    /// Does it say the same of the events that remain?
    exact: Vec<bool>,
    /// Is it empty where dependencies are not known?
    gone: Vec<bool>,
}

impl<'d> Remaining<'d> {
    pub(super) fn new(dag: &'d Dag) -> Remaining<'d> {
        let mut result = Remaining { dag, exact: Vec::new(), gone: Vec::new() };
        let stays = Staying::new(dag);
        for node in &dag.nodes {
            let are_exact = node.op.operands().all(|operand| result.exact[operand.index()]);
            let is_exact = match node.op {
                Op::Set(set) => !is_of_pairs(set),
                Op::Relation(base) => {
                    !base.is_dependency() && !matches!(base, BaseRelation::Joined | BaseRelation::Rmw)
                }
                // What is missing may have been the other end, or the middle.
                Op::Domain(_) | Op::Range(_) | Op::Variable(..) | Op::Solve(_) | Op::Solution(..) => false,
                Op::Seq(a, b) => are_exact && (stays.at_end(a) || stays.at_begin(b)),
                Op::Plus(r) => are_exact && (stays.at_end(r) || stays.at_begin(r)),
                _ => are_exact,
            };
            let gone = |operand: NodeId| result.gone[operand.index()];
            let is_gone = match node.op {
                Op::Relation(base) => base.is_dependency() || base == BaseRelation::Joined,
                Op::Union(a, b) | Op::SetUnion(a, b) => gone(a) && gone(b),
                Op::Intersection(a, b) | Op::SetIntersection(a, b) | Op::Seq(a, b) | Op::Cross(a, b) => {
                    gone(a) || gone(b)
                }
                Op::Difference(a, _) | Op::SetDifference(a, _) | Op::From(_, a) | Op::To(a, _) => gone(a),
                Op::Domain(a) | Op::Range(a) | Op::Inverse(a) | Op::Plus(a) | Op::Identity(a) => gone(a),
                _ => false,
            };
            result.exact.push(is_exact);
            result.gone.push(is_gone);
        }
        result
    }

    /// Is the value no larger where events are missing?
    pub(super) fn never_grows(&self, root: NodeId) -> bool {
        // Each operation, and whether it is subtracted: an odd number of times on the way to it.
        let mut seen = vec![[false; 2]; self.dag.nodes.len()];
        let mut pending = vec![(root, false)];
        while let Some((node, odd)) = pending.pop() {
            if std::mem::replace(&mut seen[node.index()][usize::from(odd)], true) {
                continue;
            }
            let op = self.dag.op(node);
            if odd && !self.exact[node.index()] {
                return false;
            }
            match op {
                // Nothing is left of the first: it does not matter what is subtracted, unless that distinguishes pairs.
                Op::Difference(a, b) if self.gone[a.index()] && !self.tells_of_pairs(b) => pending.push((a, odd)),
                Op::Difference(a, b) | Op::SetDifference(a, b) => pending.extend([(a, odd), (b, !odd)]),
                Op::Solve(group) => {
                    pending.extend(self.dag.groups[group.0 as usize].bodies.iter().map(|&body| (body, odd)));
                }
                op => pending.extend(op.operands().map(|operand| (operand, odd))),
            }
        }
        true
    }

    fn tells_of_pairs(&self, root: NodeId) -> bool {
        self.dag.reaches(&[root], |op| match op {
            Op::Set(set) => is_of_pairs(set),
            op => op == Op::Relation(BaseRelation::Rmw),
        })
    }
}

/// Does the set tell of updates, load-linked and store-conditional?
fn is_of_pairs(set: BaseSet) -> bool {
    matches!(set, BaseSet::Exclusive | BaseSet::Updates | BaseSet::UpdateReads | BaseSet::UpdateWrites)
}

/// Which sets have events only that are never missing, and which relations begin and end at such.
struct Staying {
    sets: Vec<bool>,
    begins: Vec<bool>,
    ends: Vec<bool>,
}

impl Staying {
    fn new(dag: &Dag) -> Staying {
        let mut result = Staying { sets: Vec::new(), begins: Vec::new(), ends: Vec::new() };
        for node in &dag.nodes {
            let set = |operand: NodeId| result.sets[operand.index()];
            let begin = |operand: NodeId| result.begins[operand.index()];
            let end = |operand: NodeId| result.ends[operand.index()];
            let is_staying = match node.op {
                Op::Set(set) => {
                    use BaseSet::{Fences, Init, ReleaseWrites, ThreadEvents, UpdateWrites, Writes};
                    matches!(set, Writes | Fences | Init | ThreadEvents | ReleaseWrites | UpdateWrites)
                }
                Op::NoEvents => true,
                Op::SetUnion(a, b) => set(a) && set(b),
                Op::SetIntersection(a, b) => set(a) || set(b),
                Op::SetDifference(a, _) => set(a),
                Op::Domain(r) => begin(r),
                Op::Range(r) => end(r),
                _ => false,
            };
            let (begins, ends) = match node.op {
                Op::Relation(BaseRelation::Co) | Op::Nothing => (true, true),
                Op::Relation(BaseRelation::Rf) => (true, false),
                Op::Relation(BaseRelation::FromRead | BaseRelation::Rmw) => (false, true),
                Op::Union(a, b) => (begin(a) && begin(b), end(a) && end(b)),
                Op::Intersection(a, b) => (begin(a) || begin(b), end(a) || end(b)),
                Op::Difference(a, _) | Op::Plus(a) => (begin(a), end(a)),
                Op::Seq(a, b) => (begin(a), end(b)),
                Op::Inverse(r) => (end(r), begin(r)),
                Op::Identity(s) => (set(s), set(s)),
                Op::Cross(s, t) => (set(s), set(t)),
                Op::From(s, r) => (set(s) || begin(r), end(r)),
                Op::To(r, s) => (begin(r), set(s) || end(r)),
                _ => (false, false),
            };
            result.sets.push(is_staying);
            result.begins.push(begins);
            result.ends.push(ends);
        }
        result
    }

    fn at_begin(&self, relation: NodeId) -> bool {
        self.begins[relation.index()]
    }

    fn at_end(&self, relation: NodeId) -> bool {
        self.ends[relation.index()]
    }
}

#[cfg(test)]
mod tests {
    use super::super::CatModel;
    use super::*;
    use crate::ModelName;

    fn never_grows(text: &str) -> bool {
        let model = CatModel::parse("mine", &format!("acyclic {text} as A"), &|_| None).unwrap();
        let node = model.axioms[0].node;
        Remaining::new(&model.dag).never_grows(node)
    }

    #[test]
    fn what_is_not_subtracted_shrinks() {
        assert!(never_grows("(po | rf | fr)+ | data | (rmw ; po)"));
        assert!(never_grows("po & M * M \\ W * R"));
    }

    #[test]
    fn dependencies_pairs_and_paths_through_reads_are_not_subtracted() {
        for text in [
            "po \\ data",
            "po \\ (ctrl ; po)",
            "po \\ rmw",
            "[W \\ X] ; po",
            "po \\ (po ; [R] ; po)",
            "po \\ (po | rf)+",
        ] {
            assert!(!never_grows(text), "{text}");
        }
    }

    #[test]
    fn what_events_and_their_sources_tell_may_be_subtracted() {
        for text in
            ["po \\ (po ; [W] ; po)", "([R] ; po ; [R]) \\ (rf^-1 ; rf)", "po \\ co ; co", "addr \\ picked-addr"]
        {
            assert!(never_grows(text), "{text}");
        }
        assert!(!never_grows("addr \\ rmw"));
    }

    #[test]
    fn shipped_models_that_are_checked_one_event_at_a_time_allow_more_where_events_are_missing() {
        for name in ModelName::ALL {
            let model = name.cat();
            let is_kept = |axiom: &&super::super::Axiom| axiom.forbids_cycles();
            if name != ModelName::Lkmm {
                for axiom in model.axioms.iter().filter(is_kept) {
                    assert!(Remaining::new(&model.dag).never_grows(axiom.node), "{name}: {}", axiom.name);
                }
            }
        }
    }
}
