//! From a model to one that can be checked one event at a time and allows more, also where events are missing (`remaining.rs`).
//!
//! An axiom that forbids cycles of a relation allows more if the relation has fewer pairs. So what keeps such a relation from being
//! ordered (`incremental.rs`) is taken for empty in it; an axiom of another kind is left out. What the weaker model allows is judged by
//! the whole model when it is complete, so nothing is lost, and nothing too much is shown.

use std::sync::OnceLock;

use super::ast::Property;
use super::dag::{Dag, NodeId, Op};
use super::elaborate::antitone_use;
use super::inclusion::Includes;
use super::incremental::{Class, Obstacle, analyse, classify};
use super::remaining::Remaining;
use super::{Axiom, CatModel};

/// A model that can be checked one event at a time and allows at least what this one allows, if one is found. Races are none of its
/// business.
fn weakened(model: &CatModel) -> Result<CatModel, Obstacle> {
    if model.is_deep {
        return Err(Obstacle::Depth);
    }
    let mut dag = model.dag.clone();
    let mut emptied = Vec::new();
    let roots = model.axioms.iter().filter(|axiom| axiom.forbids_cycles()).map(|axiom| axiom.node);
    let prefix = model.prefix.as_ref().map(|(node, _)| *node);
    for root in roots.chain(prefix) {
        empty_obstacles(&mut dag, root, &mut emptied);
    }
    let classes = classify(&dag);
    let includes = Includes::new(&dag);
    let remaining = Remaining::new(&dag);
    // What is subtracted must not have become smaller.
    let allows_more = |node| antitone_use(&model.dag, node, &emptied).is_none() && remaining.never_grows(node);
    let is_kept = |axiom: &&Axiom| {
        let is_ordered = classes[axiom.node.index()] == (Class::Ordered { is_strict: true });
        let is_atomicity = axiom.holds && axiom.property == Property::Empty && includes.is_atomicity(axiom.node);
        allows_more(axiom.node) && (axiom.forbids_cycles() && is_ordered || is_atomicity)
    };
    let axioms: Vec<Axiom> = model.axioms.iter().filter(is_kept).cloned().collect();
    let incremental = Ok(analyse(&dag, &axioms, &[], prefix.filter(|&node| allows_more(node)))?);
    Ok(CatModel { dag, axioms, flags: Vec::new(), incremental, weaker: OnceLock::new(), ..model.clone() })
}

/// Takes for empty what keeps a relation from being ordered.
fn empty_obstacles(dag: &mut Dag, node: NodeId, emptied: &mut Vec<NodeId>) {
    let is_ordered = |dag: &Dag, node: NodeId| matches!(classify(dag)[node.index()], Class::Ordered { .. });
    if is_ordered(dag, node) {
        return;
    }
    match dag.op(node) {
        Op::Union(a, b) | Op::Intersection(a, b) | Op::Seq(a, b) => {
            empty_obstacles(dag, a, emptied);
            empty_obstacles(dag, b, emptied);
        }
        Op::Plus(r) | Op::Optional(r) | Op::From(_, r) | Op::To(r, _) => empty_obstacles(dag, r, emptied),
        _ => {}
    }
    if !is_ordered(dag, node) {
        dag.nodes[node.index()].op = Op::Nothing;
        emptied.push(node);
    }
}

impl CatModel {
    /// A model that can be checked one event at a time and allows at least what this one allows, also in graphs in which events are
    /// missing: this one, or a weaker one. If there is none, executions with cycles cannot be searched for.
    pub fn when_open(&self) -> Option<&CatModel> {
        let is_fit = self.incremental.is_ok() && self.allows_more_when_open();
        if is_fit { Some(self) } else { self.weaker().as_deref().ok() }
    }

    /// What is not seen if there is no such model, or none under which updates are atomic.
    pub fn why_not_open(&self) -> String {
        match self.weaker() {
            Err(obstacle) => obstacle.to_string(),
            Ok(_) => "no axiom is seen to include `empty rmw & (fr ; co)`".to_owned(),
        }
    }

    fn weaker(&self) -> &Result<Box<CatModel>, Obstacle> {
        self.weaker.get_or_init(|| weakened(self).map(Box::new))
    }

    fn allows_more_when_open(&self) -> bool {
        let remaining = Remaining::new(&self.dag);
        self.axioms.iter().filter(|axiom| axiom.forbids_cycles()).all(|axiom| remaining.never_grows(axiom.node))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ModelName;

    fn weaker(text: &str) -> Option<Vec<String>> {
        let model = CatModel::parse("mine", text, &|_| None).unwrap();
        let open = model.when_open()?;
        if std::ptr::eq(open, &model) {
            return None;
        }
        let mut names: Vec<String> = open.axioms().map(str::to_owned).collect();
        names.sort();
        Some(names)
    }

    const COHERENT: &str = "acyclic po-loc | com as C acyclic po | rf as P ";

    #[test]
    fn what_can_be_checked_one_event_at_a_time_needs_no_weaker_model() {
        assert_eq!(weaker(COHERENT), None);
    }

    #[test]
    fn axioms_that_are_not_about_cycles_are_left_out() {
        let names = weaker(&format!("{COHERENT} empty po & rf as A ~empty rf as B empty rmw & (fr ; co) as D"));
        assert_eq!(names.unwrap(), ["C", "D", "P"]);
    }

    #[test]
    fn what_leads_along_no_steps_is_taken_for_empty() {
        // The second part of the axiom goes, the first one stays.
        let names = weaker(&format!("{COHERENT} acyclic rfe | (po ; rf^-1) as A"));
        assert_eq!(names.unwrap(), ["A", "C", "P"]);
    }

    #[test]
    fn what_is_subtracted_is_not_made_smaller() {
        let text = format!("{COHERENT} let back = po ; rf^-1 acyclic rfe | back as A acyclic po \\ back as B");
        assert_eq!(weaker(&text).unwrap(), ["A", "C", "P"]);
    }

    #[test]
    fn without_coherence_there_is_none() {
        assert_eq!(weaker("acyclic po | rf as P empty po & rf as A"), None);
    }

    #[test]
    fn the_kernels_model_has_one() {
        let lkmm = ModelName::Lkmm.cat();
        let names: Vec<&str> = lkmm.when_open().unwrap().axioms().collect();
        for name in ["coherence", "atomicity", "no-thin-air", "happens-before", "propagation"] {
            assert!(names.contains(&name), "{name} is not in {names:?}");
        }
    }

    #[test]
    fn what_grows_where_events_are_missing_is_left_out() {
        let coherent = "acyclic po-loc | com as C acyclic po & M * M \\ data | rf as P acyclic po \\ rmw | rf as Q let prefix = rf acyclic rf | data as D";
        assert_eq!(weaker(coherent).unwrap(), ["C", "D"]);
    }
}
