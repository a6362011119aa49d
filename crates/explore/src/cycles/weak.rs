//! Which reads of a thread its later writes may overtake.

use std::collections::BTreeSet;

use raddle_graph::{Dependencies, EventId, Execution, Label, Relation, ThreadId};
use raddle_models::axioms::{Candidate, Node};
use raddle_models::{MemoryModel, ModelName};

use crate::general::{Axioms as _, CatAxioms};

/// What a model is known to order. Where that is not known, more is tried.
pub(super) struct Orders<'m> {
    /// Its `prefix`.
    axioms: CatAxioms<'m>,
    /// Does it order accesses of one location, and reads before writes that were computed from them?
    pub(super) usual: bool,
    /// Acquires before everything behind them, and everything before releases?
    modes: bool,
}

impl<'m> Orders<'m> {
    pub(super) fn of(model: &'m MemoryModel) -> Orders<'m> {
        let modes = matches!(model.named(), Some(ModelName::Imm | ModelName::Armv8 | ModelName::Armv82018));
        // The kernel's model does not order plain accesses.
        let usual = model.named().is_some_and(|name| name != ModelName::Lkmm);
        Orders { axioms: CatAxioms::new(model.cat()), usual, modes }
    }
}

/// The reads of a thread and later writes of it that the model does not order. Where the order is not `certain`, because it may be by
/// something that need not be there, only what orders the two themselves counts.
pub(super) fn weak_pairs(
    orders: &mut Orders<'_>,
    execution: &Execution,
    thread: ThreadId,
    certain: bool,
) -> Vec<(u32, u32)> {
    let mut pairs = directly_weak_pairs(orders, execution, thread);
    if certain && !pairs.is_empty() {
        let ordered = ordered_pairs(orders, execution, thread);
        pairs.retain(|pair| !ordered.contains(pair));
    }
    pairs
}

fn directly_weak_pairs(orders: &Orders<'_>, execution: &Execution, thread: ThreadId) -> Vec<(u32, u32)> {
    let none = Dependencies::default();
    let (mut reads, mut pairs) = (Vec::new(), Vec::new());
    for (index, event) in (0..).zip(&execution.threads[thread.index()]) {
        match event.label {
            Label::Read { mode, .. } => reads.push((index, mode.is_acquire())),
            Label::Write { mode, .. } => {
                let depends = execution.dependencies.get(&EventId { thread, index }).unwrap_or(&none);
                let computes =
                    |read| [&depends.addr, &depends.data, &depends.ctrl].iter().any(|set| set.contains(read));
                let is_ordered = |&(read, acquires): &(u32, bool)| {
                    (orders.modes && (acquires || mode.is_release())) || (orders.usual && computes(read))
                };
                pairs.extend(reads.iter().filter(|read| !is_ordered(read)).map(|&(read, _)| (read, index)));
            }
            _ => {}
        }
    }
    pairs
}

/// What the model's `prefix` orders inside of a thread.
fn ordered_pairs(orders: &mut Orders<'_>, execution: &Execution, thread: ThreadId) -> BTreeSet<(u32, u32)> {
    let candidate = match Candidate::new(execution) {
        Ok(candidate) => candidate,
        Err(violation) => unreachable!("the execution was found: {violation}"),
    };
    let index = |element| match candidate.node(element) {
        Node::Event(id) if id.thread == thread => Some(id.index),
        _ => None,
    };
    let prefix = orders.axioms.prefix(&candidate);
    let inside = prefix.pairs().filter(|&(from, to)| index(from).zip(index(to)).is_some());
    let order = Relation::from_pairs(candidate.size(), inside).plus();
    order.pairs().filter_map(|(from, to)| index(from).zip(index(to))).collect()
}
