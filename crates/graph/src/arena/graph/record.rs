//! From the graph under construction to a recorded execution.

use std::collections::BTreeMap;

use super::Graph;
use crate::arena::node::{Kind, Slot};
use crate::{Address, Event, EventId, Execution, Label, Source, ThreadEnd};

impl<S: Copy, const N: usize> Graph<S, N> {
    /// The name of an event; `None` for an initial write.
    pub fn id(&self, slot: Slot) -> Option<EventId> {
        let node = self.node(slot);
        Some(EventId { thread: node.lane.thread()?, index: node.index })
    }

    /// What an event did.
    pub fn label(&self, slot: Slot) -> Label {
        let node = self.node(slot);
        let (mode, value) = (node.mode, node.value);
        match node.kind {
            Kind::Read { loc, exclusive } => Label::Read { addr: self.location(loc).addr, mode, value, exclusive },
            Kind::Write { loc, exclusive } => Label::Write { addr: self.location(loc).addr, mode, value, exclusive },
            Kind::Fence => Label::Fence { mode, on: (value != 0).then_some(Address(value)) },
            Kind::Spawn(thread) => Label::Spawn { thread },
            Kind::Join(thread) => Label::Join { thread },
            Kind::Allocate { size } => Label::Allocate { base: Address(value), size },
            Kind::Free { .. } => Label::Free { base: Address(value) },
            Kind::Choose => Label::Choose { value },
            Kind::Arrive { round } => Label::Arrive { barrier: Address(value), round },
            Kind::Depart { round } => Label::Depart { barrier: Address(value), round },
        }
    }

    /// An event with where it reads from.
    pub fn event(&self, slot: Slot) -> Event {
        Event { label: self.label(slot), rf: self.node(slot).rf.map(|source| self.source(source)) }
    }

    /// The execution built so far. `end` tells how a started thread stands; `with_co` whether coherence is part of it.
    pub fn record(&self, end: impl Fn(&S) -> ThreadEnd, with_co: bool) -> Execution {
        let events = |events: &[Slot]| events.iter().map(|&slot| self.event(slot)).collect();
        let threads = self.threads.all().iter().map(|thread| events(&thread.events)).collect();
        let ends = (0..self.threads.all().len())
            .map(|thread| self.state(crate::ThreadId(thread as u16)).map_or(ThreadEnd::NotStarted, &end))
            .collect();
        let co = with_co.then(|| {
            self.locations
                .all()
                .iter()
                .filter(|location| location.co.len() > 1)
                .map(|location| (location.addr, location.co.iter().filter_map(|&write| self.id(write)).collect()))
                .collect()
        });
        let mut init = BTreeMap::new();
        for (loc, location) in self.locations() {
            let value = self.node(location.co[0]).value;
            if value != 0 && self.is_accessed(loc) {
                init.insert(location.addr, value);
            }
        }
        Execution { threads, ends, co, init, dependencies: BTreeMap::new() }
    }

    fn source(&self, write: Slot) -> Source {
        self.id(write).map_or(Source::Init, Source::Event)
    }
}
