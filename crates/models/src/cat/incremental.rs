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
//! The fast engine takes for granted, and builds in, that each location is coherent and that updates are atomic. Whether the axioms
//! say so, and whether they forbid cycles of `po` and `rf`, of which that engine builds none, `inclusion.rs` finds out.

use std::fmt;

use super::Axiom;
use super::ast::Property;
use super::base::{BaseRelation, BaseSet, Layer};
use super::compile::MAX_RECURSIVE_DEPTH;
use super::dag::{Dag, NodeId, Op};
use super::inclusion::Includes;

/// What is known of a model that can be checked one event at a time.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Incremental {
    /// The positions of the axioms that new events may violate: those that forbid cycles.
    pub(super) checked: Vec<usize>,
    /// The predefined sets and relations that decide about them.
    pub(super) deciding: Vec<NodeId>,
    /// Is an axiom violated if it is for some of the events, with all between them in their threads?
    pub(super) fails_in_part: bool,
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
    let includes = Includes::new(dag);
    let mut checked = Vec::new();
    let mut has_atomicity = false;
    for (position, axiom) in axioms.iter().enumerate() {
        let class = classes[axiom.node.index()];
        if axiom.forbids_cycles() && class == (Class::Ordered { is_strict: true }) {
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
    let exact = exact_in_part(dag);
    let fails_in_part = !dag.reaches(&roots, |op| matches!(op, Op::Difference(_, b) if !exact[b.index()]));
    Ok(Incremental {
        checked,
        deciding,
        fails_in_part,
        flags_plain_conflicts,
        has_atomicity,
        forbids_porf_cycles,
        orders_dependencies,
    })
}

/// What is known of the value of an operation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Class {
    /// It leads along steps. Is it sure to relate no event to itself, unless there is a cycle of steps?
    Ordered { is_strict: bool },
    /// It depends on the two events alone (of a set: on the event), and on what they read.
    Pairwise,
    /// Nothing.
    Unknown,
}

/// The class of every operation.
pub(super) fn classify(dag: &Dag) -> Vec<Class> {
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

/// Which operations have the same value, restricted, when they are computed for some events and all between them in their threads.
/// Others have at most that, if what they subtract is exact.
fn exact_in_part(dag: &Dag) -> Vec<bool> {
    let mut exact: Vec<bool> = Vec::with_capacity(dag.nodes.len());
    // Which relations lead from an event to itself or to a later one of its thread: then so does each step of a path.
    let mut internal: Vec<bool> = Vec::with_capacity(dag.nodes.len());
    for node in &dag.nodes {
        let is_exact = |operand: NodeId| exact[operand.index()];
        let is_internal = |operand: NodeId| internal[operand.index()];
        let exact_here = match node.op {
            Op::Relation(BaseRelation::Sync | BaseRelation::Joined) => false,
            Op::Domain(_) | Op::Range(_) | Op::Variable(..) | Op::Solve(_) | Op::Solution(..) => false,
            Op::Seq(..) | Op::Plus(_) => node.op.operands().all(|operand| is_exact(operand) && is_internal(operand)),
            op => op.operands().all(is_exact),
        };
        let internal_here = match node.op {
            Op::Relation(base) => base == BaseRelation::Po || base == BaseRelation::Rmw || base.is_dependency(),
            Op::Nothing | Op::Identity(_) => true,
            Op::Intersection(a, b) => is_internal(a) || is_internal(b),
            Op::Union(a, b) | Op::Seq(a, b) => is_internal(a) && is_internal(b),
            Op::Difference(r, _) | Op::From(_, r) | Op::To(r, _) | Op::Optional(r) | Op::Plus(r) => is_internal(r),
            _ => false,
        };
        exact.push(exact_here);
        internal.push(internal_here);
    }
    exact
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
    fn what_is_subtracted_must_not_depend_on_events_left_out() {
        let fails_in_part = |text: &str| {
            let model = of(&format!("acyclic po-loc | com as C acyclic po | rf as P acyclic {text} as A"));
            model.incremental.is_ok_and(|known| known.fails_in_part)
        };
        assert!(fails_in_part("po | rf"));
        assert!(fails_in_part("po \\ W * R"));
        assert!(fails_in_part("po-loc \\ (po-loc ; [W] ; po-loc) | (po \\ (rf^-1 ; rf))"));
        // The path may lead through another thread, or through events before the others.
        assert!(!fails_in_part("po \\ (po ; rf)"));
        assert!(!fails_in_part("po \\ sync"));
        assert!(!fails_in_part("(po \\ (po ; po^-1)) | rf"));
        for name in [ModelName::Power, ModelName::Armv7, ModelName::Riscv, ModelName::Armv82018, ModelName::Rc11] {
            assert!(name.cat().incremental.as_ref().is_ok_and(|known| known.fails_in_part), "{name}");
        }
    }
}
