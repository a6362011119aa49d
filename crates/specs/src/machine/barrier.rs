//! Places where threads wait for each other.
//!
//! The calls of a round have no order among themselves: each returns after all have been made. So the order that is searched for
//! only has to keep rounds apart, and within a round each call must be known to each other one.

use raddle_graph::Relation;
use smallvec::SmallVec;

use super::{Machine, Pair, Standing, Way, call, decode, heap_of, said};
use crate::history::History;
use crate::operation::OpId;

/// A place where a number of threads wait for each other, round after round.
pub(crate) struct Barrier {
    /// Did the call say that it was the one of its round that says so?
    leads: Vec<Option<Option<bool>>>,
    /// Which call was over when which began: such two are not of one round.
    before: Relation,
    threads: usize,
}

impl Barrier {
    pub fn new(threads: i64, history: &History) -> Barrier {
        let threads = usize::try_from(threads).unwrap_or_else(|_| unreachable!("barriers are for some threads"));
        Barrier { leads: decode(history, |operation| Some(said(operation))), before: history.before().clone(), threads }
    }

    fn is_leader(&self, op: OpId) -> bool {
        *call(&self.leads, op) == Some(true)
    }
}

impl Machine for Barrier {
    /// Who has come in this round.
    type State = SmallVec<[OpId; 4]>;

    fn start(&self) -> Self::State {
        SmallVec::new()
    }

    fn ways(&self, arrived: &Self::State, op: OpId, ways: &mut Vec<Way<Self::State>>) {
        let is_over = |&other: &OpId| self.before.contains(other.index(), op.index());
        // At most one call of a round says that it is the one.
        let leads_too = |&other: &OpId| self.is_leader(other) && self.is_leader(op);
        if arrived.iter().any(|other| is_over(other) || leads_too(other)) {
            return;
        }
        let takes: SmallVec<[Pair; 2]> = arrived.iter().flat_map(|&other| [(other, op), (op, other)]).collect();
        let mut next = arrived.clone();
        let place = next.partition_point(|&other| other < op);
        next.insert(place, op);
        if next.len() >= self.threads {
            // If all say whether they are the one, one does.
            let all_follow = |other: &OpId| *call(&self.leads, *other) == Some(false);
            if next.iter().all(all_follow) {
                return;
            }
            next.clear();
        }
        ways.push(Way { next, takes });
    }

    fn may_end(&self, arrived: &Self::State) -> bool {
        arrived.is_empty()
    }

    fn heap(&self, arrived: &Self::State) -> usize {
        heap_of(arrived)
    }

    fn only_looks(&self, _: OpId) -> bool {
        false
    }

    fn standing(&self, arrived: &Self::State) -> Standing {
        Standing::Arrived(arrived.to_vec())
    }
}
