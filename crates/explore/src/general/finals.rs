//! Final graphs of the general engine: counting, showing them to the visitor, and what is asked about them.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::sync::Arc;

use raddle_graph::{Address, EventId, Execution, Label, ThreadId, Value};

use super::graph::{Event, Graph};
use super::replay::{Stands, refresh};
use super::{Axioms, General, memory};
use crate::ending::{Ends, Facts, Shown, thread_end};
use crate::isolation::Part;
use crate::pool::Stopped;
use crate::{Ending, ExploreError, Fault, Keep, Limit, LiveObject, Proceed, Race};
use raddle_program::Program;

impl<P: Program, A: Axioms> General<'_, P, A> {
    /// Reports a graph to which nothing can be added.
    pub(super) fn finish(&mut self, graph: &Graph<P::State>) -> Result<(), Stopped> {
        // What is missing may be what a thread waits for before it: this leads nowhere. What could come of it is reached otherwise.
        if self.goes_on_behind_an_end(graph) || graph.has_holes() {
            return Ok(());
        }
        let is_unknown = |(_, event): (EventId, &Event)| event.is_write() && !event.known;
        if graph.runs.iter().any(|run| run.stands == Stands::Unknown) || graph.events().any(is_unknown) {
            return Err(ExploreError::ThinAir { execution: Box::new(self.execution(graph)) }.into());
        }
        if !self.is_kept(graph) {
            return Ok(());
        }
        if let Some(part) = self.isolation.and_then(|isolation| isolation.part(&self.execution(graph))) {
            return self.finish_part(graph, &part);
        }
        self.shared.count()?;
        let mut ends = self.ends(graph);
        if ends.has_waiting_after_exit() {
            let waiting = GeneralFacts { graph, program: self.search.program, ending: Ending::Blocked, race: None };
            if Shown::new(waiting).is_settled() {
                ends.settle();
            }
        }
        let ending = ends.count(&mut self.totals);
        if let Some(seen) = self.shared.seen() {
            seen.insert(self.execution(graph))?;
        }
        let race = self.race(graph);
        let found = GeneralFacts { graph, program: self.search.program, ending, race };
        match self.visitor.visit(&Shown::new(found)) {
            Proceed::Continue => Ok(()),
            Proceed::Stop => Err(self.shared.stop(Limit::Stopped)),
        }
    }

    /// How the threads stand.
    fn ends(&self, graph: &Graph<P::State>) -> Ends {
        let mut ends = Ends::default();
        if memory::late_fault(self.search.program, graph).is_some() {
            ends.fail();
        }
        for (index, run) in graph.runs.iter().enumerate() {
            if let Some(state) = &run.state {
                let is_fault = || memory::fault(self.search.program, graph, ThreadId(index as u16)).is_some();
                ends.add(self.search.program.action(state), is_fault);
            }
        }
        ends
    }

    /// Is it one of the graphs that this stage shows?
    fn is_kept(&self, graph: &Graph<P::State>) -> bool {
        match self.keep {
            Keep::All => true,
            Keep::PorfAcyclic => !graph.view().candidate.has_porf_cycle(),
            Keep::PorfCyclic => graph.view().candidate.has_porf_cycle(),
        }
    }

    /// Shows the part that can happen of a graph in which some thread sees the middle of an atomic section, if it has an error or
    /// reaches a bound.
    fn finish_part(&mut self, graph: &Graph<P::State>, part: &Part) -> Result<(), Stopped> {
        let mut beginning = graph.clone();
        beginning.retain(|id| part.contains(graph.name(id)));
        if self.sound(refresh(self.search.program, &mut beginning))?.is_none() {
            unreachable!("a part has all that its events depend on");
        }
        let race = self.race(&beginning);
        let found = GeneralFacts { graph: &beginning, program: self.search.program, ending: Ending::Failed, race };
        let mut ends = self.ends(&beginning);
        if race.or_else(|| found.late_access()).is_some() {
            ends.fail();
        }
        if !ends.is_of_interest() || !self.shared.is_unseen_part(fingerprint(&beginning)) {
            return Ok(());
        }
        ends.count_part(&mut self.totals);
        match self.visitor.visit(&Shown::new(found)) {
            Proceed::Continue => Ok(()),
            Proceed::Stop => Err(self.shared.stop(Limit::Stopped)),
        }
    }

    /// Is there a conditional store that failed? In no execution does one. And has a thread that fails or blocks events behind that,
    /// or with holes between? They do not depend on what it read there, and were there before it read what stops it. No run of
    /// the thread performs them, so this is no execution; but it may lead to some, if the read is revisited.
    fn goes_on_behind_an_end(&self, graph: &Graph<P::State>) -> bool {
        let goes_on = graph
            .runs
            .iter()
            .zip(&graph.threads)
            .any(|(run, events)| events.len() > run.next as usize && run.stands == Stands::Ready);
        goes_on || graph.events().any(|(_, event)| event.failed)
    }

    /// The least race, if the model knows races and there is one.
    fn race(&mut self, graph: &Graph<P::State>) -> Option<Race> {
        let view = graph.view();
        let races = self.search.axioms.races(&view.candidate, &view.co).into_iter().filter_map(|(first, second)| {
            let named = |id| Some((graph.name(id), graph.get(id)?.label));
            Race::new(named(first)?, named(second)?)
        });
        races.min()
    }

    pub(super) fn execution(&self, graph: &Graph<P::State>) -> Execution {
        execution(self.search.program, graph)
    }
}

/// A number that distinguishes graphs: two hashes of what their events did, in program order, and of coherence.
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
    let action = |state| program.action(state);
    let ends = graph.runs.iter().map(|run| thread_end(run.state.as_ref().map(action))).collect();
    graph.execution(ends, |addr| program.initial_value(addr))
}

/// What the engine knows about a final graph.
struct GeneralFacts<'a, P: Program> {
    graph: &'a Graph<P::State>,
    program: &'a P,
    ending: Ending,
    race: Option<Race>,
}

impl<P: Program> Facts<P> for GeneralFacts<'_, P> {
    fn program(&self) -> &P {
        self.program
    }

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

    fn late_access(&self) -> Option<Race> {
        memory::late_access(self.program, self.graph)
    }

    fn race(&self) -> Option<Race> {
        self.race
    }

    fn fault(&self, thread: ThreadId) -> Option<Fault> {
        let late = memory::late_fault(self.program, self.graph).filter(|(event, _)| event.thread == thread);
        let fault = memory::fault(self.program, self.graph, thread).or(late.map(|(_, fault)| fault))?;
        let name = |id| self.graph.name(id);
        Some(match fault {
            Fault::UseAfterFree { freed } => Fault::UseAfterFree { freed: name(freed) },
            Fault::FreeInUse { access } => Fault::FreeInUse { access: name(access) },
            Fault::DoubleFree { freed } => Fault::DoubleFree { freed: name(freed) },
            Fault::FreeLocked { lock, freed } => Fault::FreeLocked { lock: name(lock), freed: freed.map(name) },
            Fault::FreeTooEarly { allocated } => Fault::FreeTooEarly { allocated: name(allocated) },
            Fault::MixedSize { access } => Fault::MixedSize { access: name(access) },
            Fault::OutOfBounds | Fault::InvalidFree => fault,
        })
    }

    fn before_newest_read(&self, thread: ThreadId) -> Option<P::State> {
        let events = &self.graph.threads[thread.index()];
        let is_fence = |event: &Event| matches!(event.label, Label::Fence { .. });
        let newest = events.iter().rposition(|event| event.as_ref().is_some_and(|event| !is_fence(event)))?;
        let is_read = events[newest].as_deref().is_some_and(|event| event.label.is_read());
        is_read.then(|| self.state_before(EventId { thread, index: newest as u32 })).flatten()
    }

    fn newest_values_read(&self, thread: ThreadId, most: usize) -> Vec<(Address, Value)> {
        let events = self.graph.threads[thread.index()].iter().rev().flatten();
        let value = |event: &Arc<Event>| match event.label {
            Label::Read { addr, value, .. } => Some((addr, value)),
            _ => None,
        };
        events.filter_map(value).take(most).collect()
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

impl<P: Program> GeneralFacts<'_, P> {
    /// The state of a thread that runs over its events up to one of them.
    fn state_before(&self, id: EventId) -> Option<P::State> {
        let mut graph = self.graph.clone();
        graph.retain(|event| event.thread != id.thread || event.index < id.index);
        refresh(self.program, &mut graph).ok()?;
        let run = graph.runs.get(id.thread.index())?;
        (run.next == id.index).then(|| run.state.clone()).flatten()
    }
}
