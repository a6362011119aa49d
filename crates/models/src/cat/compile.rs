//! Compiles a file to a model that can be evaluated: the operations that each check needs, and the order of the checks.

use std::path::Path;
use std::sync::{Arc, OnceLock};

use super::ast::{Consequence, Property};
use super::base::{BaseRelation, Layer};
use super::dag::{Dag, NodeId, Op};
use super::elaborate::{Elaborator, antitone_use};
use super::error::{CatError, Checked, Fault};
use super::include::{self, Sources};
use super::incremental;
use super::value::Value;
use super::{Axiom, CatModel};

/// Up to this depth of nested operations, values are computed recursively; deeper ones would exhaust the stack.
pub(super) const MAX_RECURSIVE_DEPTH: u32 = 500;

pub(super) fn compile(name: &str, text: &str, include: &dyn Fn(&str) -> Option<String>) -> Result<CatModel, CatError> {
    let sources = include::read(name, text, include)?;
    compile_sources(name, text, &sources).map_err(|fault| fault.locate(&sources.files))
}

fn compile_sources(name: &str, text: &str, sources: &Sources) -> Checked<CatModel> {
    let mut elaborator = Elaborator::new(&sources.files);
    for instruction in &sources.instructions {
        elaborator.instruction(instruction)?;
    }
    let prefix = match elaborator.scope.get("prefix") {
        None => None,
        Some(Value::Relation(node)) => Some(*node),
        Some(Value::Zero) => Some(elaborator.dag.add(Op::Nothing)),
        Some(other) => {
            let message = format!("`prefix` must be a relation, and is {}", other.described());
            return Err(Fault::new(sources.definition_of("prefix"), message));
        }
    };
    let Elaborator { mut dag, checks, .. } = elaborator;
    if let Some(prefix) = prefix
        && dag.layer(prefix) == Layer::Coherence
    {
        return Err(Fault::new(sources.definition_of("prefix"), "`prefix` depends on coherence").help(
            "the prefix of an event must be known before coherence is chosen: leave out what uses `co` or `fr`",
        ));
    }

    let mut axioms = Vec::new();
    let mut flags = Vec::new();
    for (index, found) in checks.iter().enumerate() {
        let check = found.check;
        let (property, node) = simplified(&mut dag, check.property, found.node);
        let name = check.name.clone().unwrap_or_else(|| format!("check {}", index + 1));
        let holds = check.negated == (check.consequence == Consequence::Flagged);
        let axiom = Axiom {
            name,
            property,
            holds,
            node,
            is_relation: found.is_relation,
            layer: dag.layer(node),
            is_monotone: false,
            needed: Vec::new(),
        };
        if check.consequence == Consequence::Forbidden { axioms.push(axiom) } else { flags.push(axiom) }
    }
    let coherence = [BaseRelation::Co, BaseRelation::FromRead].map(|base| dag.known_node(Op::Relation(base)));
    let coherence: Vec<NodeId> = coherence.into_iter().flatten().collect();
    for axiom in axioms.iter_mut().chain(&mut flags) {
        axiom.needed = dag.needed_for(&[axiom.node]);
        axiom.is_monotone = axiom.holds && antitone_use(&dag, axiom.node, &coherence).is_none();
    }
    axioms.sort_by_key(|axiom| (axiom.layer, cost(&dag, &axiom.needed)));
    let races: Vec<NodeId> = flags.iter().filter(|flag| flag.is_race()).map(|flag| flag.node).collect();
    let incremental = incremental::analyse(&dag, &axioms, &races, prefix);
    let prefix = prefix.map(|node| (node, dag.needed_for(&[node])));
    let roots: Vec<NodeId> =
        axioms.iter().chain(&flags).map(|axiom| axiom.node).chain(prefix.iter().map(|&(node, _)| node)).collect();
    let tracks_dependencies = dag.reaches(&roots, |op| matches!(op, Op::Relation(base) if base.is_dependency()));
    let tracks_picks = dag.reaches(&roots, |op| matches!(op, Op::Relation(base) if base.is_pick()));
    let ends_control = dag.reaches(&roots, |op| matches!(op, Op::Relation(BaseRelation::Joined)));
    let stem = Path::new(name).file_stem().map_or_else(|| name.to_owned(), |stem| stem.to_string_lossy().into_owned());
    let is_deep = dag.nodes.iter().any(|node| node.depth > MAX_RECURSIVE_DEPTH);
    Ok(CatModel {
        name: stem,
        title: sources.title.clone(),
        source: Arc::from(text),
        included: sources.included(),
        dag,
        axioms,
        flags,
        prefix,
        tracks_dependencies,
        tracks_picks,
        ends_control,
        is_deep,
        incremental,
        weaker: OnceLock::new(),
        twin: OnceLock::new(),
    })
}

/// An equivalent check that costs less: a transitive closure has a cycle only if its operand has one.
fn simplified(dag: &mut Dag, property: Property, node: NodeId) -> (Property, NodeId) {
    match (property, dag.op(node)) {
        (Property::Irreflexive | Property::Acyclic, Op::Plus(inner)) => (Property::Acyclic, inner),
        _ => (property, node),
    }
}

/// The estimated cost of the operations, in steps over a matrix.
fn cost(dag: &Dag, needed: &[NodeId]) -> usize {
    let of = |op: Op| match op {
        Op::Seq(..) => 4,
        Op::Plus(_) => 10,
        Op::Inverse(_) => 3,
        Op::Solve(group) => 8 * dag.groups[group.0 as usize].inside.len(),
        _ => 1,
    };
    needed.iter().map(|&node| of(dag.op(node))).sum()
}
