//! Final graphs of the general engine: counting, showing them to the visitor, and what is asked about them.

use std::hash::{DefaultHasher, Hash, Hasher};

use raddle_graph::{Address, EventId, Execution, Label, Source, ThreadEnd, ThreadId, Value};

use super::graph::Graph;
use super::{Axioms, General, Stands, memory};
use crate::pool::Stopped;
use crate::{Ending, ExploreError, Fault, Final, Keep, Limit, LiveObject, Proceed, Race};
use raddle_program::{Action, Answer, Program, Waits};

impl<P: Program, A: Axioms> General<'_, P, A> {
    /// Reports a graph to which nothing can be added.
    pub(super) fn finish(&mut self, graph: &Graph<P::State>) -> Result<(), Stopped> {
        if self.goes_on_behind_an_end(graph) {
            return Ok(());
        }
        if graph.runs.iter().any(|run| run.stands == Stands::Unknown) {
            return Err(ExploreError::ThinAir { execution: Box::new(self.execution(graph)) }.into());
        }
        if !self.is_kept(graph) {
            return Ok(());
        }
        // A value that became known late may have let a graph be built in two orders.
        if !self.shared.is_unseen(fingerprint(graph)) {
            return Ok(());
        }
        self.shared.count()?;
        let (mut waits, mut failed) = (false, memory::use_after_free(self.program, graph).is_some());
        for (index, run) in graph.runs.iter().enumerate() {
            let Some(state) = &run.state else { continue };
            match *self.program.action(state) {
                Action::Finish => {}
                Action::Fail(_) => failed = true,
                Action::Bound => {
                    waits = true;
                    self.totals.bound_reached = true;
                }
                _ if memory::fault(self.program, graph, ThreadId(index as u16)).is_some() => failed = true,
                _ => waits = true,
            }
        }
        let ending = match (failed, waits) {
            (true, _) => Ending::Failed,
            (false, true) => Ending::Blocked,
            (false, false) => Ending::Complete,
        };
        match ending {
            Ending::Complete => self.totals.complete += 1,
            Ending::Blocked => self.totals.blocked += 1,
            Ending::Failed => self.totals.failed += 1,
        }
        if let Some(seen) = self.shared.seen() {
            seen.insert(self.execution(graph))?;
        }
        let race = self.race(graph);
        let found = Found { graph, program: self.program, ending, race };
        match self.visitor.visit(&found) {
            Proceed::Continue => Ok(()),
            Proceed::Stop => Err(self.shared.stop(Limit::Stopped)),
        }
    }

    /// Is it one of the graphs that this stage shows?
    fn is_kept(&self, graph: &Graph<P::State>) -> bool {
        match self.keep {
            Keep::All => true,
            Keep::PorfAcyclic => !graph.view().candidate.has_porf_cycle(),
            Keep::PorfCyclic => graph.view().candidate.has_porf_cycle(),
        }
    }

    /// Has a thread that fails or blocks events behind that? They do not depend on what it read there, and were there before
    /// it read what stops it. No run of the thread performs them, so this is no execution; but it may lead to some, if the
    /// read is revisited.
    fn goes_on_behind_an_end(&self, graph: &Graph<P::State>) -> bool {
        graph.runs.iter().zip(&graph.threads).any(|(run, events)| {
            let action = run.state.as_ref().map(|state| *self.program.action(state));
            let is_stopped = matches!(action, Some(Action::Fail(_) | Action::Block)) && run.stands == Stands::Ready;
            is_stopped && events.len() > run.next as usize
        })
    }

    /// The least race, if the model knows races and there is one.
    fn race(&mut self, graph: &Graph<P::State>) -> Option<Race> {
        let view = graph.view();
        let races = self.axioms.races(&view.candidate, &view.co).into_iter().filter_map(|(first, second)| {
            let addr = graph.get(first)?.label.addr()?;
            let (first, second) = (graph.name(first), graph.name(second));
            Some(Race { addr, first: first.min(second), second: first.max(second) })
        });
        races.min()
    }

    pub(super) fn execution(&self, graph: &Graph<P::State>) -> Execution {
        execution(self.program, graph)
    }
}

/// A number that tells final graphs apart: two hashes of what their events did, in program order, and of coherence.
fn fingerprint<S: Clone>(graph: &Graph<S>) -> u128 {
    let half = |seed: u64| {
        // Its keys are fixed, so that nothing depends on the run.
        let mut hasher = DefaultHasher::new();
        seed.hash(&mut hasher);
        for (id, event) in graph.events() {
            (id, event.label, event.source).hash(&mut hasher);
        }
        graph.co.hash(&mut hasher);
        u128::from(hasher.finish())
    };
    half(1) << 64 | half(2)
}

fn execution<P: Program>(program: &P, graph: &Graph<P::State>) -> Execution {
    let end = |state: Option<&P::State>| match state.map(|state| program.action(state)) {
        None => ThreadEnd::NotStarted,
        Some(Action::Finish) => ThreadEnd::Finished,
        Some(Action::Fail(_)) => ThreadEnd::Failed,
        Some(_) => ThreadEnd::Blocked,
    };
    let ends = graph.runs.iter().map(|run| end(run.state.as_ref())).collect();
    graph.execution(ends, |addr| program.initial_value(addr))
}

/// A final graph, as a visitor sees it.
struct Found<'a, P: Program> {
    graph: &'a Graph<P::State>,
    program: &'a P,
    ending: Ending,
    race: Option<Race>,
}

impl<P: Program> Final<P::State> for Found<'_, P> {
    fn ending(&self) -> Ending {
        self.ending
    }

    fn state(&self, thread: ThreadId) -> Option<&P::State> {
        self.graph.runs.get(thread.index())?.state.as_ref()
    }

    fn memory(&self, addr: Address) -> Value {
        let last = self.graph.writes(addr).last().and_then(|&id| self.graph.get(id));
        match last.map(|event| event.label) {
            Some(Label::Write { value, .. }) => value,
            _ => self.program.initial_value(addr),
        }
    }

    fn race(&self) -> Option<Race> {
        self.race
    }

    fn fault(&self, thread: ThreadId) -> Option<Fault> {
        let late = memory::use_after_free(self.program, self.graph).filter(|(access, _)| access.thread == thread);
        let fault = memory::fault(self.program, self.graph, thread).or(late.map(|(_, fault)| fault))?;
        let name = |id| self.graph.name(id);
        Some(match fault {
            Fault::UseAfterFree { freed } => Fault::UseAfterFree { freed: name(freed) },
            Fault::FreeInUse { access } => Fault::FreeInUse { access: name(access) },
            Fault::DoubleFree { freed } => Fault::DoubleFree { freed: name(freed) },
            Fault::MixedSize { access } => Fault::MixedSize { access: name(access) },
            Fault::OutOfBounds | Fault::InvalidFree => fault,
        })
    }

    fn waits(&self, thread: ThreadId) -> Option<Waits> {
        let state = self.state(thread)?;
        if self.fault(thread).is_some() {
            return None;
        }
        match *self.program.action(state) {
            Action::Block => Some(self.program.waits_for(state)),
            Action::Join { .. } | Action::Depart { .. } => Some(Waits::Resource),
            _ => None,
        }
    }

    fn is_deadlock(&self) -> bool {
        let is_over = |thread| match self.state(thread).map(|state| *self.program.action(state)) {
            None | Some(Action::Finish) => true,
            Some(_) => self.waits(thread) == Some(Waits::Resource) && !self.could_go_on(thread),
        };
        self.ending == Ending::Blocked && self.threads().all(is_over)
    }

    fn livelock(&self) -> Option<ThreadId> {
        if self.ending != Ending::Blocked {
            return None;
        }
        // One that could go on might end the wait of the others.
        let is_stuck = |thread| match self.state(thread).map(|state| *self.program.action(state)) {
            None | Some(Action::Finish) => true,
            Some(_) => match self.waits(thread) {
                Some(Waits::Spin { reads }) => self.has_seen_the_last(thread, reads),
                Some(Waits::Resource) => !self.could_go_on(thread),
                Some(Waits::Assumption) | None => false,
            },
        };
        let spins = |&thread: &ThreadId| matches!(self.waits(thread), Some(Waits::Spin { .. }));
        self.threads().all(is_stuck).then(|| self.threads().find(spins)).flatten()
    }

    fn live_objects(&self) -> Vec<LiveObject> {
        memory::live_objects(self.graph)
    }

    fn final_memory(&self) -> Vec<(Address, Value)> {
        let mut accessed: Vec<Address> = self.graph.events().filter_map(|(_, event)| event.label.addr()).collect();
        accessed.sort_unstable();
        accessed.dedup();
        accessed.into_iter().map(|addr| (addr, self.memory(addr))).collect()
    }

    fn execution(&self) -> Execution {
        execution(self.program, self.graph)
    }
}

impl<P: Program> Found<'_, P> {
    fn threads(&self) -> impl Iterator<Item = ThreadId> + use<P> {
        (0..self.graph.threads.len()).map(|index| ThreadId(index as u16))
    }

    /// Would the thread, which blocked because of what it read, go on if it read what is there now?
    fn could_go_on(&self, thread: ThreadId) -> bool {
        let blocked = self.state(thread).is_some_and(|state| *self.program.action(state) == Action::Block);
        let events = &self.graph.threads[thread.index()];
        let Some(last) = events.iter().rposition(Option::is_some).filter(|_| blocked) else { return false };
        let Some(mut ahead) = self.state_before(EventId { thread, index: last as u32 }) else { return false };
        let action = *self.program.action(&ahead);
        match action {
            Action::Read { addr, .. } | Action::Update { addr, .. } => {
                let value = self.memory(addr);
                let stored = matches!(action, Action::Update { op, width, .. } if op.stores(width, value).is_some());
                self.program.step(&mut ahead, Answer { value, stored });
                // What it blocks at then, if it does, is another matter.
                let blocks = *self.program.action(&ahead) == Action::Block;
                stored || !blocks || self.program.waits_for(&ahead) != Waits::Resource
            }
            _ => false,
        }
    }

    /// The state of a thread that runs over its events up to one of them.
    fn state_before(&self, id: EventId) -> Option<P::State> {
        let mut graph = self.graph.clone();
        let later: Vec<EventId> =
            graph.order.iter().copied().filter(|event| event.thread == id.thread && event.index >= id.index).collect();
        graph.remove(&later);
        super::refresh(self.program, &mut graph).ok()?;
        let run = graph.runs.get(id.thread.index())?;
        (run.next == id.index).then(|| run.state.clone()).flatten()
    }

    /// Did the last so many reads of the thread read the last write of their location?
    fn has_seen_the_last(&self, thread: ThreadId, reads: u32) -> bool {
        let events = self.graph.threads[thread.index()].iter().rev().flatten();
        let past = events.filter(|event| event.label.is_read());
        past.take(reads as usize).all(|read| {
            let last = read.label.addr().and_then(|addr| self.graph.writes(addr).last().copied());
            read.source == Some(last.map_or(Source::Init, Source::Event))
        })
    }
}
