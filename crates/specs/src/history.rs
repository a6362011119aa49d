//! The calls of one object in one run: which was over before which began, and which could rely on which.

use raddle_graph::Relation;

use crate::operation::{OpId, Operation};

/// The calls of one object.
///
/// Invariants: `before` is a strict partial order that contains the order within each thread; nothing that is pending is before
/// anything; `reach` contains `before` and is closed under composition with it on both sides.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct History {
    operations: Vec<Operation>,
    before: Relation,
    reach: Relation,
}

/// Calls of which each was over before the next began, in a circle, or one that was over although it is pending.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the order of the operations is circular")]
pub struct Circular;

impl History {
    /// These calls. Those of a thread are made one after the other, in this order, unless one of them is pending. The pairs of
    /// `before` (the one has returned when the other is called) and `reach` (the one was called before the other returned, and the
    /// other can rely on what was done before) are given between threads; what follows from them is added.
    ///
    /// # Errors
    /// If no run has these calls in this order.
    pub fn new(
        operations: Vec<Operation>,
        before: impl IntoIterator<Item = (OpId, OpId)>,
        reach: impl IntoIterator<Item = (OpId, OpId)>,
    ) -> Result<History, Circular> {
        let size = operations.len();
        let program_order = Relation::from_fn(size, |a, b| a < b && operations[a].thread == operations[b].thread);
        let pairs = |pairs: &mut dyn Iterator<Item = (OpId, OpId)>| {
            Relation::from_pairs(size, pairs.map(|(a, b)| (a.index(), b.index())))
        };
        let before = (program_order | pairs(&mut before.into_iter())).plus();
        let is_over = |a: usize| !operations[a].is_pending();
        if !before.is_irreflexive() || before.pairs().any(|(a, _)| !is_over(a)) {
            return Err(Circular);
        }
        let reach = pairs(&mut reach.into_iter()) | &before;
        let reach = before.opt().seq(&reach).seq(&before.opt());
        Ok(History { operations, before, reach })
    }

    /// Calls that were made at known times: each began and, unless it is pending, ended then. One that ended before another began is
    /// before it; ties are resolved only within a thread. Everything that was called in time can be relied on, as in a run on
    /// machines with one clock.
    pub(crate) fn timed(operations: Vec<Operation>, spans: &[(i64, Option<i64>)]) -> History {
        let size = operations.len();
        let before = Relation::from_fn(size, |a, b| {
            let is_first = a < b && operations[a].thread == operations[b].thread;
            spans[a].1.is_some_and(|end| end < spans[b].0 || is_first)
        });
        let reach = Relation::from_fn(size, |a, b| a != b && !before.contains(b, a));
        History { operations, before, reach }
    }

    /// The calls.
    pub fn operations(&self) -> &[Operation] {
        &self.operations
    }

    /// A call.
    pub fn operation(&self, id: OpId) -> &Operation {
        &self.operations[id.index()]
    }

    /// The names of all calls.
    pub fn ids(&self) -> impl Iterator<Item = OpId> + use<> {
        (0..self.operations.len()).map(OpId::new)
    }

    /// Which call was over before which began.
    pub fn before(&self) -> &Relation {
        &self.before
    }

    /// What was done before which call was made is visible after which has returned.
    pub fn reach(&self) -> &Relation {
        &self.reach
    }
}
