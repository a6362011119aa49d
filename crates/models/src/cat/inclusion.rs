//! What operations include, as far as their form shows it: the proofs that a file forbids what the fast engine never builds.

use std::cell::RefCell;

use super::Axiom;
use super::ast::Property;
use super::base::{BaseRelation, BaseSet};
use super::dag::{Dag, NodeId, Op};

/// Between which threads an edge of communication leads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Part {
    Any,
    External,
    Internal,
}

/// A relation of which it is asked whether an operation includes it. Initial writes do not count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Atom {
    /// `po-loc` between accesses.
    PoLoc,
    /// `[R] ; po ; [W]`.
    ReadToWrite,
    Rf(Part),
    Co(Part),
    Fr(Part),
    /// A dependency, to a write.
    Dependence(BaseRelation),
    /// `addr ; po`, to a write.
    EarlierAddress,
    /// `rmw`.
    Update,
    Po,
    Sync,
}

/// What events an edge leads from, or to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Ends {
    Any,
    Accesses,
    Reads,
    Writes,
}

impl Atom {
    fn source(self) -> Ends {
        match self {
            Atom::PoLoc => Ends::Accesses,
            Atom::Po | Atom::Sync => Ends::Any,
            Atom::Rf(_) | Atom::Co(_) => Ends::Writes,
            _ => Ends::Reads,
        }
    }

    fn target(self) -> Ends {
        match self {
            Atom::Po | Atom::Sync => Ends::Any,
            Atom::PoLoc => Ends::Accesses,
            Atom::Rf(_) => Ends::Reads,
            _ => Ends::Writes,
        }
    }

    fn part(self) -> Part {
        match self {
            Atom::Rf(part) | Atom::Co(part) | Atom::Fr(part) => part,
            Atom::Sync => Part::Any,
            _ => Part::Internal,
        }
    }

    /// The parts of it between threads and within one, if it has both.
    fn parts(self) -> Option<[Atom; 2]> {
        let both = [Part::External, Part::Internal];
        match self {
            Atom::Rf(Part::Any) => Some(both.map(Atom::Rf)),
            Atom::Co(Part::Any) => Some(both.map(Atom::Co)),
            Atom::Fr(Part::Any) => Some(both.map(Atom::Fr)),
            _ => None,
        }
    }

    /// Is it part of a predefined relation?
    fn is_in(self, base: BaseRelation) -> bool {
        match base {
            BaseRelation::Po => !matches!(self, Atom::Rf(_) | Atom::Co(_) | Atom::Fr(_) | Atom::Sync),
            BaseRelation::Sync => self == Atom::Sync,
            BaseRelation::Rmw => self == Atom::Update,
            BaseRelation::Rf => matches!(self, Atom::Rf(_)),
            BaseRelation::Co => matches!(self, Atom::Co(_)),
            BaseRelation::FromRead => matches!(self, Atom::Fr(_)),
            BaseRelation::Loc => matches!(self, Atom::PoLoc | Atom::Rf(_) | Atom::Co(_) | Atom::Fr(_) | Atom::Update),
            BaseRelation::External => self.part() == Part::External,
            base => self == Atom::Dependence(base),
        }
    }
}

/// A question about an operation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Question {
    Includes(Atom),
    Excludes(Atom),
    HasAll(Ends),
    HasNone(Ends),
    IsWithin(BaseRelation),
    HasPlainEnd,
}

/// Decides, by the form of operations, what they include. If in doubt: no.
pub(super) struct Includes<'a> {
    dag: &'a Dag,
    /// Answers, by question and operation: operations share operands, so that there are more ways to an operation than operations.
    known: RefCell<Vec<(Question, Vec<Option<bool>>)>>,
}

impl<'a> Includes<'a> {
    pub(super) fn new(dag: &'a Dag) -> Includes<'a> {
        Includes { dag, known: RefCell::default() }
    }

    /// Does the axiom include `acyclic po-loc | rf | co | fr`?
    pub(super) fn has_coherence(&self, axiom: &Axiom) -> bool {
        let communication = [Atom::Rf(Part::Any), Atom::Co(Part::Any), Atom::Fr(Part::Any)];
        let communicates = |node| communication.into_iter().all(|atom| self.includes(node, atom));
        match (axiom.property, self.dag.op(axiom.node)) {
            (Property::Acyclic, _) => self.includes(axiom.node, Atom::PoLoc) && communicates(axiom.node),
            // `irreflexive hb ; eco?`
            (Property::Irreflexive, Op::Seq(hb, rest)) => {
                let Op::Optional(eco) = self.dag.op(rest) else { return false };
                let is_closed = matches!(self.dag.op(eco), Op::Plus(_));
                self.includes(hb, Atom::PoLoc) && is_closed && communicates(eco)
            }
            _ => false,
        }
    }

    /// Does the axiom forbid cycles of `po` and `rf`, if locations are coherent? On a cycle of these that has no more threads than
    /// needed, `po` leads from a read to a write.
    pub(super) fn forbids_porf_cycles(&self, axiom: &Axiom) -> bool {
        axiom.property == Property::Acyclic
            && self.includes(axiom.node, Atom::ReadToWrite)
            && self.includes(axiom.node, Atom::Rf(Part::External))
    }

    /// Does `prefix` order what a write depends on before it?
    pub(super) fn has_dependencies(&self, prefix: NodeId) -> bool {
        let dependencies = [BaseRelation::Addr, BaseRelation::Data, BaseRelation::Ctrl].map(Atom::Dependence);
        let others = [Atom::EarlierAddress, Atom::Update];
        dependencies.into_iter().chain(others).all(|atom| self.includes(prefix, atom))
    }

    /// Is it `rmw & (fr ; co)`, or `rmw & (fre ; coe)`, which says the same where locations are coherent and nothing comes between
    /// the halves of an update?
    pub(super) fn is_atomicity(&self, node: NodeId) -> bool {
        let Op::Intersection(a, b) = self.dag.op(node) else { return false };
        let is_rmw = |node| self.dag.op(node) == Op::Relation(BaseRelation::Rmw);
        let rest = if is_rmw(a) { b } else { a };
        let Op::Seq(fr, co) = self.dag.op(rest) else { return false };
        (is_rmw(a) || is_rmw(b))
            && self.includes(fr, Atom::Fr(Part::External))
            && self.is_within(fr, BaseRelation::FromRead)
            && self.includes(co, Atom::Co(Part::External))
            && self.is_within(co, BaseRelation::Co)
    }

    fn ask(&self, node: NodeId, question: Question) -> bool {
        let place = {
            let mut known = self.known.borrow_mut();
            let found = known.iter().position(|&(asked, _)| asked == question);
            let place = found.unwrap_or_else(|| {
                known.push((question, vec![None; self.dag.nodes.len()]));
                known.len() - 1
            });
            // For recursive definitions: what is asked for again is not taken for granted.
            if let Some(answer) = known[place].1[node.index()].replace(false) {
                known[place].1[node.index()] = Some(answer);
                return answer;
            }
            place
        };
        let answer = match question {
            Question::Includes(atom) => self.decide_included(node, atom),
            Question::Excludes(atom) => self.decide_excluded(node, atom),
            Question::HasAll(ends) => self.decide_all(node, ends),
            Question::HasNone(ends) => self.decide_none(node, ends),
            Question::IsWithin(base) => self.decide_within(node, base),
            Question::HasPlainEnd => self.decide_plain_end(node),
        };
        self.known.borrow_mut()[place].1[node.index()] = Some(answer);
        answer
    }

    /// Does the value of an operation include the relation?
    fn includes(&self, node: NodeId, atom: Atom) -> bool {
        self.ask(node, Question::Includes(atom))
    }

    /// Has the value of an operation no pair in common with the relation?
    fn excludes(&self, node: NodeId, atom: Atom) -> bool {
        self.ask(node, Question::Excludes(atom))
    }

    /// Has the set all events of a kind?
    fn has_all(&self, set: NodeId, ends: Ends) -> bool {
        self.ask(set, Question::HasAll(ends))
    }

    /// Has the set no event of a kind?
    fn has_none(&self, set: NodeId, ends: Ends) -> bool {
        self.ask(set, Question::HasNone(ends))
    }

    /// Is the operation a part of a predefined relation?
    fn is_within(&self, node: NodeId, base: BaseRelation) -> bool {
        self.ask(node, Question::IsWithin(base))
    }

    fn decide_within(&self, node: NodeId, base: BaseRelation) -> bool {
        match self.dag.op(node) {
            Op::Relation(relation) => relation == base,
            Op::Intersection(a, b) => self.is_within(a, base) || self.is_within(b, base),
            Op::Union(a, b) => self.is_within(a, base) && self.is_within(b, base),
            Op::Difference(r, _) | Op::From(_, r) | Op::To(r, _) => self.is_within(r, base),
            _ => false,
        }
    }

    /// Does each pair have an event that is not atomic?
    fn decide_plain_end(&self, node: NodeId) -> bool {
        let is_plain = |set| self.dag.op(set) == Op::Set(BaseSet::NonAtomic);
        let has_plain_end = |node| self.ask(node, Question::HasPlainEnd);
        match self.dag.op(node) {
            Op::Union(a, b) => has_plain_end(a) && has_plain_end(b),
            Op::Intersection(a, b) => has_plain_end(a) || has_plain_end(b),
            Op::Difference(r, _) => has_plain_end(r),
            Op::From(s, r) | Op::To(r, s) => is_plain(s) || has_plain_end(r),
            Op::Cross(s, t) => is_plain(s) || is_plain(t),
            _ => false,
        }
    }

    /// Does the relation relate only accesses of one location in different threads, one of them plain, that `po` and `sync` do not
    /// order?
    pub(super) fn is_plain_conflict(&self, node: NodeId) -> bool {
        let Op::Difference(conflict, ordered) = self.dag.op(node) else { return false };
        let Op::Union(before, after) = self.dag.op(ordered) else { return false };
        let is_inverse = |a, b| self.dag.op(a) == Op::Inverse(b);
        let hb = if is_inverse(after, before) { before } else { after };
        (is_inverse(after, before) || is_inverse(before, after))
            && matches!(self.dag.op(hb), Op::Plus(_))
            && [Atom::Po, Atom::Sync].into_iter().all(|atom| self.includes(hb, atom))
            && [BaseRelation::Loc, BaseRelation::External].into_iter().all(|base| self.is_within(conflict, base))
            && self.ask(conflict, Question::HasPlainEnd)
    }

    fn decide_included(&self, node: NodeId, atom: Atom) -> bool {
        if let Some(parts) = atom.parts()
            && parts.into_iter().all(|part| self.includes(node, part))
        {
            return true;
        }
        match self.dag.op(node) {
            Op::Everything => true,
            Op::Relation(base) => atom.is_in(base),
            Op::Union(a, b) => self.includes(a, atom) || self.includes(b, atom),
            Op::Intersection(a, b) => self.includes(a, atom) && self.includes(b, atom),
            Op::Difference(a, b) => self.includes(a, atom) && self.excludes(b, atom),
            Op::Plus(r) | Op::Optional(r) => self.includes(r, atom),
            Op::Solution(_, variable) => self.includes(variable, atom),
            Op::Variable(group, index, _) => {
                self.includes(self.dag.groups[group.0 as usize].bodies[index as usize], atom)
            }
            Op::Seq(a, b) if atom == Atom::EarlierAddress => {
                [a, b].map(|node| self.dag.op(node)) == [BaseRelation::Addr, BaseRelation::Po].map(Op::Relation)
            }
            Op::Seq(a, b) => {
                let is_optional = |node| matches!(self.dag.op(node), Op::Optional(_));
                is_optional(b) && self.includes(a, atom) || is_optional(a) && self.includes(b, atom)
            }
            Op::From(s, r) => self.has_all(s, atom.source()) && self.includes(r, atom),
            Op::To(r, s) => self.has_all(s, atom.target()) && self.includes(r, atom),
            Op::Cross(s, t) => self.has_all(s, atom.source()) && self.has_all(t, atom.target()),
            _ => false,
        }
    }

    fn decide_excluded(&self, node: NodeId, atom: Atom) -> bool {
        match self.dag.op(node) {
            Op::Nothing | Op::Identity(_) => true,
            Op::Relation(BaseRelation::External) => atom.part() == Part::Internal,
            Op::Union(a, b) => self.excludes(a, atom) && self.excludes(b, atom),
            Op::Intersection(a, b) => self.excludes(a, atom) || self.excludes(b, atom),
            Op::Difference(a, b) => self.excludes(a, atom) || self.includes(b, atom),
            Op::From(s, r) => self.has_none(s, atom.source()) || self.excludes(r, atom),
            Op::To(r, s) => self.has_none(s, atom.target()) || self.excludes(r, atom),
            Op::Cross(s, t) => self.has_none(s, atom.source()) || self.has_none(t, atom.target()),
            _ => false,
        }
    }

    fn decide_all(&self, set: NodeId, ends: Ends) -> bool {
        if ends == Ends::Accesses && self.has_all(set, Ends::Reads) && self.has_all(set, Ends::Writes) {
            return true;
        }
        match self.dag.op(set) {
            Op::AllEvents => true,
            Op::Set(BaseSet::Reads) => ends == Ends::Reads,
            Op::Set(BaseSet::Writes) => ends == Ends::Writes,
            Op::SetUnion(a, b) => self.has_all(a, ends) || self.has_all(b, ends),
            Op::SetIntersection(a, b) => self.has_all(a, ends) && self.has_all(b, ends),
            Op::SetDifference(a, b) => self.has_all(a, ends) && self.has_none(b, ends),
            _ => false,
        }
    }

    fn decide_none(&self, set: NodeId, ends: Ends) -> bool {
        match self.dag.op(set) {
            Op::NoEvents | Op::Set(BaseSet::Init | BaseSet::Fences | BaseSet::ThreadEvents) => true,
            Op::Set(BaseSet::Reads | BaseSet::AcquireReads | BaseSet::UpdateReads) => ends == Ends::Writes,
            Op::Set(BaseSet::Writes | BaseSet::ReleaseWrites | BaseSet::UpdateWrites) => ends == Ends::Reads,
            Op::SetUnion(a, b) => self.has_none(a, ends) && self.has_none(b, ends),
            Op::SetIntersection(a, b) => self.has_none(a, ends) || self.has_none(b, ends),
            Op::SetDifference(a, b) => self.has_none(a, ends) || self.has_all(b, ends),
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::CatModel;
    use super::super::incremental::Obstacle;
    use crate::ModelName;

    fn of(text: &str) -> CatModel {
        CatModel::parse("mine", text, &|_| None).unwrap()
    }

    #[test]
    fn machines_are_seen_to_order_dependencies() {
        let orders = |model: &CatModel| model.incremental.as_ref().is_ok_and(|known| known.orders_dependencies);
        for name in [ModelName::Armv82018, ModelName::Armv7, ModelName::Power, ModelName::Riscv, ModelName::Ztso] {
            assert!(orders(name.cat()), "{name}");
        }
        assert!(!orders(&of("acyclic po-loc | com as C let prefix = rfe | addr | data | rmw")));
    }

    #[test]
    fn coherence_is_recognised() {
        let of = |text: &str| of(&format!("{text} acyclic po | rf as P"));
        for text in [
            "acyclic po | com as SC",
            "acyclic (po & loc) | rfe | rfi | co | fr as C",
            "irreflexive po ; (rf | co | fr)+? as C",
            "acyclic (po \\ W * R) | po-loc | com as C",
        ] {
            assert_eq!(of(text).obstacle(), None, "{text}");
        }
        for text in
            ["acyclic po-loc | rf | co as C", "acyclic po-loc | rfe | co | fr as C", "acyclic rf | co | fr as C"]
        {
            assert_eq!(of(text).obstacle(), Some(&Obstacle::Coherence), "{text}");
        }
    }

    #[test]
    fn races_that_are_flagged_are_seen_to_be_conflicts_with_plain_accesses() {
        let only_conflicts =
            |model: &CatModel| model.incremental.as_ref().is_ok_and(|known| known.flags_plain_conflicts);
        assert!(only_conflicts(ModelName::Rc20.cat()));
        let flags = |race: &str| {
            let hb = "let hb = (po | sync)+ let conflict = (W * M | M * W) & loc & ext";
            only_conflicts(&of(&format!("acyclic po | com as C {hb} flag ~empty {race} as data-race")))
        };
        assert!(flags("([NA] ; conflict | conflict ; [NA]) \\ (hb | hb^-1)"));
        assert!(!flags("conflict \\ (hb | hb^-1)"));
        assert!(!flags("([NA] ; conflict) \\ (rf | rf^-1)"));
        assert!(!flags("([NA] ; (W * W)) \\ (hb | hb^-1)"));
    }

    #[test]
    fn load_buffering_is_seen_to_be_forbidden() {
        let forbids = |text: &str| of(&format!("acyclic po-loc | com as C {text}")).forbids_porf_cycles();
        assert_eq!(of("acyclic po-loc | com as C").obstacle(), Some(&Obstacle::Buffering));
        assert!(forbids("acyclic po | rf as A"));
        assert!(forbids("acyclic (po & M * M) \\ W * R | rfe as A"));
        assert!(forbids("acyclic [R] ; po ; [M] | rfe as A"));
        assert!(!forbids("acyclic addr | rfe as A"));
        assert!(!forbids("acyclic [W] ; po | rf as A"));
        assert!(!forbids("acyclic (po \\ R * W) | rf as A"));
    }
}
