//! Which reads of a thread its later writes may overtake.

use std::collections::BTreeSet;

use raddle_graph::{Dependencies, EventId, Execution, Label, Mode, Relation, ThreadId};
use raddle_models::axioms::{Candidate, Node};
use raddle_models::{MemoryModel, ModelName};

use crate::axioms::Axioms;

/// What a model is known to order. Where that is not known, more is tried.
pub(super) struct Orders<'m> {
    /// Its `prefix`.
    axioms: Axioms<'m>,
    /// Does it order accesses of one location?
    pub(super) coherent: bool,
    /// Does it order reads before writes that were computed from them?
    pub(super) dependencies: bool,
    /// Is it told of dependencies?
    tracks: bool,
    /// May it let values come from nowhere?
    open_values: bool,
    /// Acquires before everything behind them, and everything before releases?
    modes: bool,
    /// Does what threads wait for come before everything behind it: locks, the ends of threads, barriers?
    pub(super) synchronises: bool,
    /// Does it order everything after reads that decide what is there and where, as far as writes behind that go?
    shapes: bool,
}

impl<'m> Orders<'m> {
    pub(super) fn of(model: &'m MemoryModel, ignores_dependencies: bool) -> Orders<'m> {
        let modes = matches!(model.named(), Some(ModelName::Imm | ModelName::Armv8 | ModelName::Armv82018));
        // The kernel's model does not order plain accesses.
        let coherent = model.named().is_some_and(|name| name != ModelName::Lkmm);
        Orders {
            axioms: Axioms::new(model.cat(), ignores_dependencies),
            coherent,
            dependencies: coherent && !ignores_dependencies,
            tracks: model.tracks_dependencies() && !ignores_dependencies,
            open_values: model.named().is_none() && !ignores_dependencies,
            modes,
            synchronises: model.named().is_some(),
            shapes: coherent && !ignores_dependencies,
        }
    }
}

impl Orders<'_> {
    /// Is what the thread does between a read and a write sure to be there whenever both are? What stands there is not if that depends on
    /// reads that are not ordered before the write.
    pub(super) fn is_certain(&self, execution: &Execution, thread: ThreadId) -> bool {
        let of_thread = execution.dependencies.iter().filter(|(event, _)| event.thread == thread);
        self.shapes
            || (self.tracks
                && of_thread.into_iter().all(|(_, depends)| depends.addr.is_empty() && depends.ctrl.is_empty()))
    }

    /// If the update stored, might it do so before an earlier read of its thread?
    pub(super) fn may_overtake(&self, execution: &Execution, update: EventId, read: u32) -> bool {
        let earlier = execution.get(EventId { index: read, ..update }).and_then(|event| event.label.mode());
        let is_computed = || execution.dependencies.get(&update).is_some_and(|depends| computes(depends, read));
        let is_ordered = (self.modes && earlier.is_some_and(Mode::is_acquire)) || (self.dependencies && is_computed());
        !is_ordered
    }
}

/// What a thread's writes may overtake.
pub(super) struct Weak {
    /// Reads and later writes.
    pub(super) pairs: Vec<(u32, u32)>,
    /// Is a write among them that was computed from the read, under a model that is not known to let no value come from nowhere?
    pub(super) has_loose_dependencies: bool,
}

/// The reads of a thread and later writes of it that the model does not order. Where the order is not `certain`, because it may be by
/// something that need not be there, only what orders the two themselves counts.
pub(super) fn weak_pairs(orders: &mut Orders<'_>, execution: &Execution, thread: ThreadId, certain: bool) -> Weak {
    let mut pairs = directly_weak_pairs(orders, execution, thread);
    if pairs.is_empty() || !(certain || orders.open_values) {
        return Weak { pairs, has_loose_dependencies: false };
    }
    let ordered = ordered_pairs(orders, execution, thread);
    let is_loose = |&(read, write): &(u32, u32)| {
        let depends = execution.dependencies.get(&EventId { thread, index: write });
        depends.is_some_and(|depends| computes(depends, read)) && !ordered.contains(&(read, write))
    };
    let has_loose_dependencies = orders.open_values && pairs.iter().any(is_loose);
    if certain {
        pairs.retain(|pair| !ordered.contains(pair));
    }
    Weak { pairs, has_loose_dependencies }
}

/// Was an event with these dependencies computed from the read?
fn computes(depends: &Dependencies, read: u32) -> bool {
    [&depends.addr, &depends.data, &depends.ctrl].iter().any(|set| set.contains(read))
}

fn directly_weak_pairs(orders: &Orders<'_>, execution: &Execution, thread: ThreadId) -> Vec<(u32, u32)> {
    let none = Dependencies::default();
    let (mut reads, mut pairs) = (Vec::new(), Vec::new());
    for (index, event) in (0..).zip(&execution.threads[thread.index()]) {
        match event.label {
            Label::Read { mode, .. } => reads.push((index, mode.is_acquire())),
            Label::Write { mode, .. } => {
                let depends = execution.dependencies.get(&EventId { thread, index }).unwrap_or(&none);
                let is_ordered = |&(read, acquires): &(u32, bool)| {
                    (orders.modes && (acquires || mode.is_release()))
                        || (orders.dependencies && computes(depends, read))
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
