//! Adding an event to a graph: in which ways it can be, the best first, and the graph that has it.
//!
//! The order matters where a part of a graph is rebuilt (`build`): there the first way that leads anywhere is taken.

use std::sync::Arc;

use raddle_graph::{Address, EventId, Label, Source};

use super::graph::{Event, Graph, View, Virtual};
use super::replay::{self, Halt, Stands, advance, is_unknown, refresh};
use super::{Axioms, Search, memory};
use crate::ExploreError;
use raddle_program::{Action, Discovery, Program};

/// One way in which an event can be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Choice {
    /// A read from there; of a weak compare-exchange, one that fails although it need not.
    Read { source: Source, spurious: bool },
    /// A write, placed before the one that stands there in coherence order.
    Slot(usize),
    /// A conditional store for which there is no place.
    Fail,
    /// The value that was left open.
    Value(u64),
    /// There is nothing to choose.
    Only,
}

impl<P: Program, A: Axioms> Search<'_, P, A> {
    /// The event that comes next at this position, before anything about it is chosen.
    pub fn template(&self, graph: &Graph<P::State>, id: EventId) -> Result<Event, ExploreError> {
        let read = id.index.checked_sub(1).map(|index| EventId { index, ..id });
        if let Some((read, event)) = read.and_then(|read| Some((read, graph.get(read)?)))
            && Graph::<P::State>::write_half(read, event) == Some(id)
        {
            return Ok(half_of(event));
        }
        let run = &graph.runs[id.thread.index()];
        let Some(state) = run.state.as_ref().filter(|_| run.next == id.index) else {
            unreachable!("the thread stands before its next event")
        };
        let action = *self.program.action(state);
        let depends = run.dependencies(self.program);
        debug_assert!(!is_unknown(self.program, graph, id.thread, &action, depends), "the thread would wait");
        if let Some(addr) = action.addr() {
            memory::check_overlap(self.program, graph, addr)?;
        }
        let misuse = |what| ExploreError::Misuse { thread: id.thread, what };
        let label = match action {
            // Running the thread over a read completes its label.
            Action::Read { addr, mode, .. } | Action::Reserve { addr, mode } | Action::Update { addr, mode, .. } => {
                Label::Read { addr, mode, value: 0, exclusive: matches!(action, Action::Reserve { .. }) }
            }
            Action::Write { addr, mode, value } => Label::Write { addr, mode, value, exclusive: false },
            Action::Conditional { addr, mode, value } => Label::Write { addr, mode, value, exclusive: true },
            // Which value is taken is open.
            Action::Choose { .. } => Label::Choose { value: 0 },
            Action::Fence { mode, on } => Label::Fence { mode, on },
            Action::Spawn { thread: child } => match graph.runs.get(child.index()) {
                None => return Err(misuse("starts a thread that does not exist")),
                Some(run) if run.state.is_some() => return Err(misuse("starts a thread that runs already")),
                Some(_) => Label::Spawn { thread: child },
            },
            Action::Join { thread: child } if child.index() >= graph.threads.len() => {
                return Err(misuse("waits for a thread that does not exist"));
            }
            Action::Join { thread: child } => Label::Join { thread: child },
            Action::Allocate { base, size } => Label::Allocate { base, size },
            Action::Free { base } => Label::Free { base },
            Action::Arrive { barrier, round } => Label::Arrive { barrier, round },
            Action::Depart { barrier, round, count } => {
                let arrival = Label::Arrive { barrier, round };
                if graph.events().filter(|(_, event)| event.label == arrival).count() > count as usize {
                    return Err(ExploreError::Learn(Discovery::CrowdedBarrier(barrier)));
                }
                Label::Depart { barrier, round }
            }
            Action::Learn(discovery) => return Err(ExploreError::Learn(discovery)),
            Action::Block | Action::Bound | Action::Fail(_) | Action::Finish | Action::Exit => {
                unreachable!("only threads that can go on have a next event")
            }
        };
        let mut event = match action {
            Action::Update { op, .. } => {
                let mut read = Event::new(action, label, Arc::new(depends.of_read_half()));
                read.half = Some(Arc::new(depends.of_write_half(op, id.index)));
                read
            }
            _ => Event::new(action, label, depends.clone()),
        };
        event.fails_in_vain = replay::fails_in_vain(self.program, state);
        if let Action::Conditional { addr, .. } = action {
            event.reserved = graph.reservation(id, addr).map(|read| read.index);
        }
        Ok(event)
    }

    /// Every way in which the event can be, the best first.
    pub fn choices(&self, graph: &Graph<P::State>, id: EventId, template: &Event) -> Vec<Choice> {
        match (template.label, template.action) {
            (Label::Read { addr, .. }, action) => {
                let is_weak = matches!(action, Action::Update { op, .. } if op.is_weak());
                let may_fail = self.spurious_failures && is_weak && !template.fails_in_vain;
                let sources = sources(graph, id, addr).into_iter();
                let ways = if may_fail { &[false, true][..] } else { &[false] };
                sources.flat_map(|source| ways.iter().map(move |&spurious| Choice::Read { source, spurious })).collect()
            }
            // A conditional store without a reservation cannot be.
            (Label::Write { .. }, Action::Conditional { .. }) if template.reserved.is_none() => vec![Choice::Fail],
            (Label::Write { addr, .. }, action) => {
                let mut choices: Vec<Choice> = slots(graph, id, template, addr).rev().map(Choice::Slot).collect();
                choices.extend(matches!(action, Action::Conditional { .. }).then_some(Choice::Fail));
                choices
            }
            (Label::Choose { .. }, Action::Choose { count }) => (0..count).map(Choice::Value).collect(),
            _ => vec![Choice::Only],
        }
    }

    /// The graph with the event. `None` if it cannot be like that.
    pub fn extended(
        &self,
        graph: &Graph<P::State>,
        id: EventId,
        template: &Event,
        choice: Choice,
    ) -> Result<Option<Graph<P::State>>, Halt> {
        let mut next = graph.clone();
        next.taken = None;
        let mut event = template.clone();
        match choice {
            Choice::Read { source, spurious } => {
                (event.source, event.spurious) = (Some(source), spurious);
                if spurious && !self.would_store(graph, &event) {
                    return Ok(None);
                }
            }
            Choice::Slot(slot) => {
                let mut next = self.with_write(graph, id, template)?;
                place(&mut next, id, slot);
                return Ok(Some(next));
            }
            Choice::Fail => event.failed = true,
            Choice::Value(value) => event.label = Label::Choose { value },
            Choice::Only => {}
        }
        next.add(id, event);
        self.run_on(&mut next, id)?;
        Ok(Some(next))
    }

    /// The graph with a write that has no place in coherence order yet.
    pub fn with_write(&self, graph: &Graph<P::State>, id: EventId, template: &Event) -> Result<Graph<P::State>, Halt> {
        let mut next = graph.clone();
        next.taken = None;
        let mut event = template.clone();
        event.known = false;
        next.add(id, event);
        let run = &mut next.runs[id.thread.index()];
        if run.stands == Stands::Half {
            Arc::make_mut(run).stands = Stands::Ready;
        }
        self.run_on(&mut next, id)?;
        Ok(next)
    }

    /// Would the update store, if it did not fail spuriously?
    pub fn would_store(&self, graph: &Graph<P::State>, read: &Event) -> bool {
        let Action::Update { op, width, .. } = read.action else { unreachable!("only updates fail spuriously") };
        let value = replay::value_of(self.program, graph, read.source, &read.label);
        value.is_some_and(|value| self.program.stores(op, width, value).is_some())
    }

    /// Runs the thread over what was added to it; and everybody, if values may become known by it.
    fn run_on(&self, graph: &mut Graph<P::State>, id: EventId) -> Result<(), Halt> {
        // Nobody reads what is new.
        let is_last = graph.threads[id.thread.index()].len() == id.index as usize + 1;
        let mut changed = false;
        advance(self.program, graph, id.thread, &mut changed)?;
        let is_unknown = |(_, event): (EventId, &Event)| event.is_write() && !event.known;
        if !is_last || graph.has_holes() || graph.events().any(is_unknown) {
            refresh(self.program, graph)?;
        }
        Ok(())
    }

    /// Does the model allow the graph? Write halves that are not there do not count.
    pub fn allows(&mut self, graph: &Graph<P::State>) -> bool {
        let view = graph.view();
        self.axioms.allow(&view.candidate, &view.co)
    }

    /// Does the model allow the graph, if write halves that are not there stand behind what their updates read? That of one
    /// write does not count. It allows it without the event that was added.
    pub fn allows_with_halves(&mut self, graph: &Graph<P::State>, added: EventId, except: EventId) -> bool {
        let half = |(read, event): (EventId, &Event)| {
            let write = Graph::<P::State>::write_half(read, event)?;
            let counts = graph.get(write).is_none() && write != except;
            counts.then_some(Virtual { read, source: event.source? })
        };
        let halves: Vec<Virtual> = graph.events().filter_map(half).collect();
        if self.allows_last && halves.is_empty() && graph.is_last(added) {
            debug_assert!(self.allows(graph), "the model allows what is added last");
            return true;
        }
        let view = View::new(graph, &halves);
        self.axioms.allow(&view.candidate, &view.co)
    }
}

/// The write half of an update.
fn half_of(read: &Event) -> Event {
    let Action::Update { addr, mode, .. } = read.action else { unreachable!("only updates have halves") };
    let Some(depends) = &read.half else { unreachable!("a thread has stood at the update") };
    let label = Label::Write { addr, mode, value: 0, exclusive: true };
    Event::new(read.action, label, depends.clone())
}

/// What a read can read from: known values first; the newest first, but the oldest first if its thread accesses the location again
/// behind it, which leaves room only for what is older than that.
fn sources<S: Clone>(graph: &Graph<S>, id: EventId, addr: Address) -> Vec<Source> {
    let writes = graph.writes(addr).iter().map(|&id| Source::Event(id));
    let mut sources: Vec<Source> = std::iter::once(Source::Init).chain(writes).collect();
    let behind = graph.threads[id.thread.index()].iter().skip(id.index as usize + 1).flatten();
    if !behind.into_iter().any(|event| !event.failed && event.label.addr() == Some(addr)) {
        sources.reverse();
    }
    let is_pending = |source: &Source| match source {
        Source::Init => false,
        Source::Event(id) => graph.get(*id).is_some_and(|event| !event.known),
    };
    sources.sort_by_key(is_pending);
    sources
}

/// The places of a write in coherence order: of a write half, only that behind what its read half reads.
pub(super) fn slots<S: Clone>(graph: &Graph<S>, id: EventId, write: &Event, addr: Address) -> std::ops::Range<usize> {
    let writes = graph.writes(addr);
    let read = id.index.checked_sub(1).and_then(|index| graph.get(EventId { index, ..id }));
    match read.filter(|_| write.is_update()).and_then(|read| read.source) {
        Some(Source::Init) => 0..1,
        Some(Source::Event(source)) => match writes.iter().position(|&id| id == source) {
            Some(place) => place + 1..place + 2,
            None => 0..0,
        },
        None => 0..writes.len() + 1,
    }
}

/// Places a write of the graph in coherence order.
pub(super) fn place<S: Clone>(graph: &mut Graph<S>, write: EventId, slot: usize) {
    let Some(addr) = graph.get(write).and_then(|event| event.label.addr()) else {
        unreachable!("the write is in the graph")
    };
    graph.place(write, addr, slot);
}
