//! A recorded execution: events per thread with where each read reads from, and coherence per location.
//!
//! This is the form in which executions leave the explorer and the oracle: compared as sets, checked by the
//! full axioms, printed. It does not depend on the order in which anything was explored.
//!
//! It has three text forms: lines for people, which can be read back (`text`), JSON (`json`), and DOT for drawing (`dot`).

mod dot;
mod json;
mod numbers;
mod parse;
#[cfg(test)]
mod samples;
mod text;

pub use json::JsonError;
pub use numbers::Numbers;
pub use parse::ParseError;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::{Address, Dependencies, EventId, Label, ThreadId, Value};

/// Where a read takes its value from.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Source {
    /// The location's initial value.
    Init,
    /// A write of the execution.
    Event(EventId),
}

/// One event: what it did and, for a read, where its value came from.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Event {
    /// What the event did.
    pub label: Label,
    /// For reads, the write read from; `None` for everything else.
    pub rf: Option<Source>,
}

/// How a thread ended.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ThreadEnd {
    /// It ran to its end.
    Finished,
    /// It waits for something that did not happen: an assumption that does not hold, a value that never came,
    /// a thread that never ended.
    Blocked,
    /// It failed an assertion.
    Failed,
    /// It was never started.
    NotStarted,
}

/// One execution of a program.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Execution {
    /// The events of each thread in program order.
    pub threads: Vec<Vec<Event>>,
    /// How each thread ended; as long as `threads`.
    pub ends: Vec<ThreadEnd>,
    /// The writes of each location that has any (the initial one left out) in coherence order. `None` where executions are
    /// distinguished by program order and reads-from only.
    pub co: Option<BTreeMap<Address, Vec<EventId>>>,
    /// Initial values of the locations accessed, where they are not 0.
    pub init: BTreeMap<Address, Value>,
    /// From which reads of their thread events were computed, for those that were; empty where nobody keeps track.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty", with = "json::as_list")]
    pub dependencies: BTreeMap<EventId, Dependencies>,
}

impl Execution {
    /// Every event with its name, thread by thread.
    pub fn events(&self) -> impl Iterator<Item = (EventId, &Event)> {
        self.threads.iter().enumerate().flat_map(|(thread, events)| {
            events
                .iter()
                .enumerate()
                .map(move |(index, event)| (EventId { thread: ThreadId(thread as u16), index: index as u32 }, event))
        })
    }

    /// The event of that name, if there is one.
    pub fn get(&self, id: EventId) -> Option<&Event> {
        self.threads.get(id.thread.index())?.get(id.index as usize)
    }

    /// Did every thread that was started run to its end?
    pub fn is_complete(&self) -> bool {
        self.ends.iter().all(|end| matches!(end, ThreadEnd::Finished | ThreadEnd::NotStarted))
    }
}
