//! Which models can be checked one event at a time, as the fast engine builds graphs.
//!
//! A *step* is an edge of `po`, `rf`, `co`, `fr` or `sync`. A relation is *ordered* if it leads along steps, and if it can be
//! told whether it relates two events from the events on paths of steps between them. An axiom that forbids cycles of an
//! ordered relation can only be violated by a cycle of steps. So if a graph satisfies it, a new event violates it only on
//! a cycle of steps through that event, and all events of such cycles are in one strongly connected component: the axiom is
//! computed for that component alone (`stepwise.rs`).
//!
//! For graphs that grow, what is subtracted must not: it may not depend on coherence. (New events come last in their thread and
//! are read by nobody, so between two events that are there nothing else changes.)
//!
//! The fast engine takes for granted, and builds in, that each location is coherent and that updates are atomic. Here it is
//! found out whether the axioms say so; and whether they forbid cycles of `po` and `rf`, of which that engine builds none.

use std::cell::RefCell;
use std::fmt;

use super::Axiom;
use super::ast::Property;
use super::base::{BaseRelation, BaseSet, Layer};
use super::compile::MAX_RECURSIVE_DEPTH;
use super::dag::{Dag, NodeId, Op};

/// What is known of a model that can be checked one event at a time.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Incremental {
    /// The positions of the axioms that new events may violate: those that forbid cycles.
    pub(super) checked: Vec<usize>,
    /// The predefined sets and relations that decide about them.
    pub(super) deciding: Vec<NodeId>,
    /// Does an axiom say that no write comes between the halves of an update?
    pub(super) has_atomicity: bool,
    /// Do the axioms forbid cycles of `po` and `rf`?
    pub(super) forbids_porf_cycles: bool,
    /// Is what is flagged as a data race sure to be a conflict with a plain access, not ordered by `po` and `sync`?
    pub(super) flags_plain_conflicts: bool,
    /// Does `prefix` order the reads that a write depends on, and the read half of its update, before the write?
    pub(super) orders_dependencies: bool,
}

/// Why a model cannot be checked one event at a time.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Obstacle {
    /// An axiom is not about cycles that lead along program order and communication.
    Axiom(String),
    /// It is not seen that the axioms keep accesses of one location in order.
    Coherence,
    /// `prefix` does not lead along program order and reads-from.
    Prefix,
    /// It is not seen that load buffering is forbidden, and there is no `prefix`.
    Buffering,
    /// Operations are nested too deeply to be looked at.
    Depth,
}

impl fmt::Display for Obstacle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Obstacle::Axiom(name) => {
                write!(f, "the axiom `{name}` does not forbid cycles along program order and communication")
            }
            Obstacle::Coherence => f.write_str("no axiom is seen to include `acyclic po-loc | rf | co | fr`"),
            Obstacle::Prefix => f.write_str("`prefix` does not lead along program order and reads-from"),
            Obstacle::Buffering => f.write_str("it is not seen to forbid load buffering, and defines no `prefix`"),
            Obstacle::Depth => f.write_str("its operations are nested too deeply"),
        }
    }
}

pub(super) fn analyse(
    dag: &Dag,
    axioms: &[Axiom],
    races: &[NodeId],
    prefix: Option<NodeId>,
) -> Result<Incremental, Obstacle> {
    if dag.nodes.iter().any(|node| node.depth > MAX_RECURSIVE_DEPTH) {
        return Err(Obstacle::Depth);
    }
    let classes = classify(dag);
    let includes = Includes { dag, known: RefCell::default() };
    let mut checked = Vec::new();
    let mut has_atomicity = false;
    for (position, axiom) in axioms.iter().enumerate() {
        let class = classes[axiom.node.index()];
        let forbids_cycles = axiom.holds && axiom.is_relation && axiom.property != Property::Empty;
        if forbids_cycles && class == (Class::Ordered { is_strict: true }) {
            checked.push(position);
        } else if axiom.holds && axiom.property == Property::Empty && includes.is_atomicity(axiom.node) {
            has_atomicity = true;
        } else {
            return Err(Obstacle::Axiom(axiom.name.clone()));
        }
    }
    if !checked.iter().any(|&position| includes.has_coherence(&axioms[position])) {
        return Err(Obstacle::Coherence);
    }
    if prefix.is_some_and(|prefix| !matches!(classes[prefix.index()], Class::Ordered { .. })) {
        return Err(Obstacle::Prefix);
    }
    let forbids_porf_cycles = checked.iter().any(|&position| includes.forbids_porf_cycles(&axioms[position]));
    if !forbids_porf_cycles && prefix.is_none() {
        return Err(Obstacle::Buffering);
    }
    let orders_dependencies = prefix.is_some_and(|prefix| includes.has_dependencies(prefix));
    let flags_plain_conflicts = races.iter().all(|&race| includes.is_plain_conflict(race));
    let roots: Vec<NodeId> = checked.iter().map(|&position| axioms[position].node).collect();
    let is_given = |node: &NodeId| matches!(dag.op(*node), Op::Set(_) | Op::Relation(_));
    let deciding = dag.needed_for(&roots).into_iter().filter(is_given).collect();
    Ok(Incremental {
        checked,
        deciding,
        flags_plain_conflicts,
        has_atomicity,
        forbids_porf_cycles,
        orders_dependencies,
    })
}

/// What is known of the value of an operation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Class {
    /// It leads along steps. Is it sure to relate no event to itself, unless there is a cycle of steps?
    Ordered { is_strict: bool },
    /// It depends on the two events alone (of a set: on the event), and on what they read.
    Pairwise,
    /// Nothing.
    Unknown,
}

/// The class of every operation.
fn classify(dag: &Dag) -> Vec<Class> {
    let mut classes: Vec<Class> = Vec::with_capacity(dag.nodes.len());
    // Which sets have initial writes only.
    let mut initial: Vec<bool> = Vec::with_capacity(dag.nodes.len());
    for node in &dag.nodes {
        let is_initial = |set: NodeId| initial[set.index()];
        let class = class_of(dag, node.op, &|operand| classes[operand.index()], &is_initial);
        let are_all = match node.op {
            Op::Set(BaseSet::Init) | Op::NoEvents => true,
            Op::SetIntersection(a, b) => is_initial(a) || is_initial(b),
            Op::SetDifference(a, _) => is_initial(a),
            Op::SetUnion(a, b) => is_initial(a) && is_initial(b),
            _ => false,
        };
        classes.push(class);
        initial.push(are_all);
    }
    classes
}

fn class_of(dag: &Dag, op: Op, class: &dyn Fn(NodeId) -> Class, is_initial: &dyn Fn(NodeId) -> bool) -> Class {
    use Class::{Ordered, Pairwise, Unknown};
    let known = |class: Class, result: Class| if class == Unknown { Unknown } else { result };
    match op {
        Op::Set(_) | Op::NoEvents | Op::AllEvents | Op::Everything => Pairwise,
        Op::SetUnion(a, b) | Op::SetIntersection(a, b) | Op::SetDifference(a, b) => known(class(a), class(b)),
        Op::Domain(_) | Op::Range(_) => Unknown,
        Op::Relation(base) => class_of_base(base),
        Op::Nothing => Ordered { is_strict: true },
        Op::Union(a, b) => match (class(a), class(b)) {
            (Ordered { is_strict: a }, Ordered { is_strict: b }) => Ordered { is_strict: a && b },
            (a, b) => known(a, known(b, Pairwise)),
        },
        Op::Intersection(a, b) => match (class(a), class(b)) {
            (Unknown, _) | (_, Unknown) => Unknown,
            (Ordered { is_strict: a }, Ordered { is_strict: b }) => Ordered { is_strict: a || b },
            (ordered @ Ordered { .. }, Pairwise) | (Pairwise, ordered) => ordered,
        },
        Op::Difference(_, b) if dag.layer(b) == Layer::Coherence => Unknown,
        Op::Difference(a, b) => match (class(a), dag.op(b)) {
            (Ordered { .. }, Op::Identity(all)) if dag.op(all) == Op::AllEvents => Ordered { is_strict: true },
            (a, _) => known(class(b), a),
        },
        Op::Seq(a, b) => match (class(a), class(b)) {
            (Ordered { is_strict: a }, Ordered { is_strict: b }) => Ordered { is_strict: a || b },
            _ => Unknown,
        },
        Op::Inverse(r) => known(class(r), Pairwise),
        Op::Optional(r) => match class(r) {
            Ordered { .. } => Ordered { is_strict: false },
            other => other,
        },
        Op::Plus(r) => match class(r) {
            ordered @ Ordered { .. } => ordered,
            _ => Unknown,
        },
        Op::Identity(s) => known(class(s), Ordered { is_strict: false }),
        // No step leads to an initial write, so none is on a cycle.
        Op::Cross(s, t) if is_initial(s) => known(class(t), Ordered { is_strict: true }),
        Op::Cross(s, t) => known(class(s), known(class(t), Pairwise)),
        Op::From(s, r) | Op::To(r, s) => known(class(s), class(r)),
        // Assumed here, and verified with the solution.
        Op::Variable(_, _, is_relation) => {
            if is_relation {
                Ordered { is_strict: true }
            } else {
                Unknown
            }
        }
        Op::Solve(group) => {
            let is_ordered = |&body: &NodeId| class(body) == Ordered { is_strict: true };
            if dag.groups[group.0 as usize].bodies.iter().all(is_ordered) {
                Ordered { is_strict: true }
            } else {
                Unknown
            }
        }
        Op::Solution(solve, _) => class(solve),
    }
}

fn class_of_base(base: BaseRelation) -> Class {
    match base {
        BaseRelation::Po
        | BaseRelation::Rf
        | BaseRelation::Co
        | BaseRelation::Addr
        | BaseRelation::Data
        | BaseRelation::Ctrl
        | BaseRelation::CasDep
        | BaseRelation::PickedAddr
        | BaseRelation::PickedData
        | BaseRelation::Rmw
        | BaseRelation::Sync
        | BaseRelation::FromRead => Class::Ordered { is_strict: true },
        BaseRelation::Loc | BaseRelation::External | BaseRelation::SameSource => Class::Pairwise,
        // The fast engine does not know where branches meet.
        BaseRelation::Joined => Class::Unknown,
    }
}

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
struct Includes<'a> {
    dag: &'a Dag,
    /// Answers, by question and operation: operations share operands, so that there are more ways to an operation than operations.
    known: RefCell<Vec<(Question, Vec<Option<bool>>)>>,
}

impl Includes<'_> {
    /// Does the axiom include `acyclic po-loc | rf | co | fr`?
    fn has_coherence(&self, axiom: &Axiom) -> bool {
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
    fn forbids_porf_cycles(&self, axiom: &Axiom) -> bool {
        axiom.property == Property::Acyclic
            && self.includes(axiom.node, Atom::ReadToWrite)
            && self.includes(axiom.node, Atom::Rf(Part::External))
    }

    /// Does `prefix` order what a write depends on before it?
    fn has_dependencies(&self, prefix: NodeId) -> bool {
        let dependencies = [BaseRelation::Addr, BaseRelation::Data, BaseRelation::Ctrl].map(Atom::Dependence);
        let others = [Atom::EarlierAddress, Atom::Update];
        dependencies.into_iter().chain(others).all(|atom| self.includes(prefix, atom))
    }

    /// Is it `rmw & (fr ; co)`, or `rmw & (fre ; coe)`, which says the same where locations are coherent and nothing comes between
    /// the halves of an update?
    fn is_atomicity(&self, node: NodeId) -> bool {
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
    fn is_plain_conflict(&self, node: NodeId) -> bool {
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
    use super::*;
    use crate::ModelName;

    fn of(text: &str) -> CatModel {
        CatModel::parse("mine", text, &|_| None).unwrap()
    }

    #[test]
    fn shipped_models_are_checked_one_event_at_a_time_but_for_the_kernels() {
        for name in ModelName::ALL.into_iter().filter(|&name| name != ModelName::Xmm) {
            let model = name.cat();
            assert_eq!(model.is_incremental(true), name != ModelName::Lkmm, "{name}: {:?}", model.obstacle());
            let forbids = !name.tracks_dependencies() || name == ModelName::Ztso;
            assert_eq!(model.forbids_porf_cycles(), forbids, "{name}");
        }
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
    fn an_axiom_that_is_about_something_else_than_cycles_is_an_obstacle() {
        let coherent = "acyclic po-loc | com as C acyclic po | rf as P ";
        let named = |name: &str| Some(Obstacle::Axiom(name.to_owned()));
        let obstacle = |text: &str| of(&format!("{coherent}{text}")).obstacle().cloned();
        assert_eq!(obstacle(""), None);
        assert_eq!(obstacle("empty rmw & (fr ; co) as A"), None);
        assert_eq!(obstacle("empty po & rf as A"), named("A"));
        assert_eq!(obstacle("~empty rf as A"), named("A"));
        // Two reads of one write are related although no step leads from one to the other.
        assert_eq!(obstacle("acyclic po ; (rf^-1 ; rf) as A"), named("A"));
        assert_eq!(obstacle("acyclic po \\ (rf^-1 ; rf) as A"), None);
        // What is subtracted grows with coherence.
        assert_eq!(obstacle("acyclic po \\ (co ; rf) as A"), named("A"));
        // Whether an event is read at all depends on others.
        assert_eq!(obstacle("acyclic [domain(rf)] ; po as A"), named("A"));
        // Every event violates it.
        assert_eq!(obstacle("irreflexive po? as A"), named("A"));
        assert_eq!(obstacle("let prefix = po ; po^-1"), Some(Obstacle::Prefix));
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
