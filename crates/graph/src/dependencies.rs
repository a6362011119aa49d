//! Dependencies: from which earlier reads of its own thread an event was computed.

use serde::{Deserialize, Serialize};

use crate::UpdateOp;

/// Reads of one thread, by their positions in its program order; store-conditionals, too, where their results carry dependencies.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ReadSet(Vec<u32>);

impl ReadSet {
    /// The positions, in order.
    pub fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        self.0.iter().copied()
    }

    /// Is the read at that position in the set?
    pub fn contains(&self, read: u32) -> bool {
        self.0.binary_search(&read).is_ok()
    }

    /// Is the set empty?
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Adds a read.
    pub fn insert(&mut self, read: u32) {
        if let Err(at) = self.0.binary_search(&read) {
            self.0.insert(at, read);
        }
    }

    /// Adds the reads of another set.
    pub fn extend(&mut self, other: &ReadSet) {
        other.iter().for_each(|read| self.insert(read));
    }
}

impl FromIterator<u32> for ReadSet {
    fn from_iter<I: IntoIterator<Item = u32>>(reads: I) -> ReadSet {
        let mut reads: Vec<u32> = reads.into_iter().collect();
        reads.sort_unstable();
        reads.dedup();
        ReadSet(reads)
    }
}

/// From which earlier reads of its thread an event (or an action, before it is one or two events) was computed.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Dependencies {
    /// Its address.
    #[serde(skip_serializing_if = "ReadSet::is_empty")]
    pub addr: ReadSet,
    /// The value written; for the action of an update, its operand.
    #[serde(skip_serializing_if = "ReadSet::is_empty")]
    pub data: ReadSet,
    /// Whether it happens at all.
    #[serde(skip_serializing_if = "ReadSet::is_empty")]
    pub ctrl: ReadSet,
    /// What a compare-exchange expects.
    #[serde(skip_serializing_if = "ReadSet::is_empty")]
    pub expected: ReadSet,
    /// Of `ctrl`, those whose branches have met again: where it matters what the source calls a control dependency (for
    /// the Linux kernel), they are none any more.
    #[serde(skip_serializing_if = "ReadSet::is_empty")]
    pub joined: ReadSet,
    /// Of `addr`, those that only picked it among values: as the condition of a conditional select does.
    #[serde(skip_serializing_if = "ReadSet::is_empty")]
    pub picked_addr: ReadSet,
    /// The same for the value written; of the write half of a compare-exchange, also those that let it store.
    #[serde(skip_serializing_if = "ReadSet::is_empty")]
    pub picked_data: ReadSet,
}

/// How an event was computed from a read.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Dependence {
    /// Its address.
    Address,
    /// Its address, which was picked among values.
    PickedAddress,
    /// The value written, or the operand of an update.
    Data,
    /// The same, if it was picked among values; or whether a compare-exchange stores.
    PickedData,
    /// Whether it happens at all.
    Control,
    /// What a compare-exchange expects.
    Expected,
    /// The address of an earlier event of the thread.
    EarlierAddress,
    /// What an earlier event of the thread wrote, picked among values.
    EarlierPick,
}

impl Dependence {
    /// Does every model with dependencies order the read before an event that depends on it in this way, if the event is a write?
    pub fn orders_writes(self) -> bool {
        self != Dependence::EarlierPick
    }
}

impl Dependencies {
    /// Calls a function on every read, and how the event was computed from it. (Of earlier events nothing is known here.)
    pub fn visit(&self, visit: &mut dyn FnMut(Dependence, u32)) {
        let strong = |all: &ReadSet, picked: &ReadSet, how, visit: &mut dyn FnMut(Dependence, u32)| {
            all.iter().filter(|&read| !picked.contains(read)).for_each(|read| visit(how, read));
        };
        strong(&self.addr, &self.picked_addr, Dependence::Address, visit);
        self.picked_addr.iter().for_each(|read| visit(Dependence::PickedAddress, read));
        strong(&self.data, &self.picked_data, Dependence::Data, visit);
        self.picked_data.iter().for_each(|read| visit(Dependence::PickedData, read));
        self.ctrl.iter().for_each(|read| visit(Dependence::Control, read));
        self.expected.iter().for_each(|read| visit(Dependence::Expected, read));
    }

    /// Is there none?
    pub fn is_empty(&self) -> bool {
        let Dependencies { addr, data, ctrl, expected, joined, picked_addr, picked_data } = self;
        [addr, data, ctrl, expected, joined, picked_addr, picked_data].into_iter().all(ReadSet::is_empty)
    }

    /// The same with other names for the reads; those without are left out.
    pub fn renamed(&self, name: impl Fn(u32) -> Option<u32>) -> Dependencies {
        let set = |reads: &ReadSet| reads.iter().filter_map(&name).collect();
        Dependencies {
            addr: set(&self.addr),
            data: set(&self.data),
            ctrl: set(&self.ctrl),
            expected: set(&self.expected),
            joined: set(&self.joined),
            picked_addr: set(&self.picked_addr),
            picked_data: set(&self.picked_data),
        }
    }

    /// Of the action of an update, those of the read half. What the update stores is no matter of the read.
    pub fn of_read_half(&self) -> Dependencies {
        Dependencies { data: ReadSet::default(), picked_data: ReadSet::default(), ..self.clone() }
    }

    /// Of the action of an update, those of the write half; `read` is the position of the read half.
    pub fn of_write_half(&self, op: UpdateOp, read: u32) -> Dependencies {
        let Dependencies { addr, mut data, mut ctrl, expected, joined, picked_addr, mut picked_data } = self.clone();
        if op.stores_what_it_read() {
            data.insert(read);
        }
        if op.is_conditional() {
            let is_strong = |read: &u32| data.contains(*read) && !self.picked_data.contains(*read);
            let stores_by: ReadSet = expected.iter().chain([read]).collect();
            picked_data.extend(&stores_by.iter().filter(|read| !is_strong(read)).collect());
            ctrl.extend(&stores_by);
        }
        Dependencies { addr, data, ctrl, expected: ReadSet::default(), joined, picked_addr, picked_data }
    }
}
