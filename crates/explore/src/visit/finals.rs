//! Final graphs: counting, showing them to the visitor, and what is asked about them.

use raddle_graph::clock::{Clock, Lane};
use raddle_graph::graph::{Graph, Life};
use raddle_graph::node::{Kind, Loc, Node, Slot};
use raddle_graph::{Address, EventId, Execution, Group, Label, Mode, Standing, ThreadId, Value};
use raddle_models::Model;

use super::buffering::OfStates;
use super::core::Core;
use super::{Frame, StateId, Visit};
use crate::ending::{Ends, Facts, Shown, thread_end};
use crate::fingerprint;
use crate::isolation::Part;
use crate::pool::Stopped;
use crate::visit::wb::{CoherenceOrders, witness};
use crate::{Ending, Fault, Limit, LiveObject, Proceed, Race, Visitor};
use raddle_program::{Action, Program};

/// How many events are added at least between two plain executions that are shown to a visitor who has no use for them.
const EVENTS_BETWEEN_PLAIN_EXECUTIONS: u64 = 256;

/// To whom final graphs are shown.
pub(super) struct Show<'a, S> {
    visitor: &'a mut dyn Visitor<S>,
    /// Has the visitor no use for plain executions?
    skips_plain: bool,
    /// How many events had been added when it was last shown one.
    shown_at: u64,
}

impl<'a, S> Show<'a, S> {
    pub(super) fn new(visitor: &'a mut dyn Visitor<S>) -> Show<'a, S> {
        Show { skips_plain: visitor.skips_plain(), shown_at: 0, visitor }
    }

    /// Shows an execution that is too long.
    pub(super) fn too_long(&mut self, thread: ThreadId, execution: &Execution) {
        self.visitor.too_long(thread, execution);
    }

    /// Is the graph one that the visitor need not see?
    fn skips(&mut self, is_plain: bool, events_added: u64) -> bool {
        if is_plain && self.skips_plain && events_added < self.shown_at + EVENTS_BETWEEN_PLAIN_EXECUTIONS {
            return true;
        }
        self.shown_at = events_added;
        false
    }
}

impl<P: Program, const N: usize> Core<'_, P, N> {
    /// How the threads stand.
    fn ends(&self) -> Ends {
        let mut ends = Ends::default();
        let over = self.graph.group(Group::Over);
        for thread in self.graph.lanes().filter(|&lane| !over.contains(lane)).filter_map(Lane::thread) {
            if let Some(action) = self.action(thread) {
                ends.add(&action, || self.fault(thread).is_some());
            }
        }
        for thread in self.graph.lanes().filter(|&lane| over.contains(lane)).filter_map(Lane::thread) {
            if self.graph.standing(thread) == Standing::Exited {
                ends.add(&Action::Exit, || false);
            }
        }
        ends
    }

    /// Makes the states of all threads readable.
    fn keep_states(&mut self) {
        for thread in self.graph.lanes().filter_map(Lane::thread) {
            if let Some(&state) = self.graph.state(thread) {
                self.states.keep(state);
            }
        }
    }

    /// May an access to a location race? A plain access leaves its mark there, and so does what limits its life: an access races
    /// with the allocation of what it accesses if that does not happen before it, and with the end of its owner.
    #[inline(always)]
    pub(in crate::visit) fn may_race(&self, loc: Loc) -> bool {
        let location = self.graph.location(loc);
        self.has_races && location.has_plain || location.life.is_some()
    }

    #[inline(never)]
    fn note_race_with_plain(&mut self, access: Slot, loc: Loc) {
        let has_plain = self.has_races && self.graph.location(loc).has_plain;
        let races = has_plain && has_race(&self.graph, access)
            || self.graph.later_allocation(access).is_some()
            // Whether it comes too late is known when the thread has ended.
            || self.graph.outliving(access).is_some();
        self.graph.set_races(access, races);
    }

    /// Why the thread must not do what it is about to do.
    fn fault(&self, thread: ThreadId) -> Option<Fault> {
        match self.action(thread)? {
            Action::Read { addr, .. } | Action::Write { addr, .. } | Action::Update { addr, .. } => {
                self.access_fault(thread, addr)
            }
            Action::Free { base } => self.free_fault(thread, base),
            _ => None,
        }
    }

    pub(super) fn record(&self) -> Execution {
        let end = |&state: &StateId| thread_end(Some(self.states.action(state)));
        let mut execution = self.graph.record(end, !self.is_wb());
        if !self.tracks_dependencies {
            return execution;
        }
        for (thread, events) in (0..).map(ThreadId).zip(self.graph.threads().iter().map(|thread| &thread.events)) {
            for (index, &event) in (0..).zip(events) {
                let dependencies = OfStates(&self.states).of_event(&self.graph, event);
                if !dependencies.is_empty() {
                    execution.dependencies.insert(EventId { thread, index }, dependencies);
                }
            }
        }
        execution
    }
}

impl<P: Program, M: Model, const N: usize> Visit<'_, P, M, N> {
    /// Reports a graph to which nothing can be added.
    pub(super) fn finish(&mut self) -> Result<(), Stopped> {
        if let Some(part) = self.isolation.and_then(|isolation| isolation.part(&self.core.record())) {
            return self.finish_part(&part);
        }
        self.core.shared.count()?;
        self.note_idling();
        self.core.graph.sample_invariants_of_final();
        let ending = if self.core.graph.all_are_over() {
            self.core.totals.complete += 1;
            Ending::Complete
        } else {
            self.end_unfinished()
        };
        if let Some(seen) = self.core.shared.seen() {
            seen.insert(self.core.record())?;
        }
        if self.core.shared.is_hungry() {
            self.core.share_oldest_choice(&self.witness);
        }
        let flagged = self.flagged_race();
        let is_plain = ending == Ending::Complete
            && flagged.is_none()
            && !self.core.graph.has_races()
            && !self.core.graph.has_live_objects();
        if self.show.skips(is_plain, self.core.totals.events_added) {
            return Ok(());
        }
        self.core.keep_states();
        let coherence = |execution: &Execution| witness(&self.model, execution);
        let found = VisitFacts { core: &self.core, ending, flagged, coherence: &coherence };
        match self.show.visitor.visit(&Shown::new(found)) {
            Proceed::Continue => Ok(()),
            Proceed::Stop => Err(self.core.shared.stop(Limit::Stopped)),
        }
    }

    /// Goes on from a graph in which some thread sees the middle of an atomic section. It is no execution, but may lead to some; and
    /// the part of it that can happen may have errors.
    #[inline(never)]
    fn finish_part(&mut self, part: &Part) -> Result<(), Stopped> {
        if self.core.ends().has_waiting() {
            self.core.tree.frames.push(Frame::Late { stamp: self.core.graph.trail().len(), thread: 0 });
        }
        let may_race = self.model.flags_races() || self.core.graph.has_races();
        if !self.core.ends().is_of_interest() && !may_race {
            return Ok(());
        }
        let mut keep = Clock::initial();
        for (thread, length) in part.lengths() {
            keep.set(Lane::of(thread), length);
        }
        let cut = self.core.graph.cut_before(0, keep);
        let shown = self.show_part();
        self.core.graph.restore(cut);
        shown
    }

    /// Shows the beginning of an execution, if it has an error or reaches a bound.
    fn show_part(&mut self) -> Result<(), Stopped> {
        self.core.keep_states();
        let flagged = self.flagged_race();
        let coherence = |execution: &Execution| witness(&self.model, execution);
        let found = VisitFacts { core: &self.core, ending: Ending::Failed, flagged, coherence: &coherence };
        let mut ends = self.core.ends();
        if found.race().or_else(|| found.late_access()).is_some() {
            ends.fail();
        }
        if !ends.is_of_interest() {
            return Ok(());
        }
        let proceed = self.show.visitor.visit(&Shown::new(found));
        ends.count_part(&mut self.core.totals);
        match proceed {
            Proceed::Continue => Ok(()),
            Proceed::Stop => Err(self.core.shared.stop(Limit::Stopped)),
        }
    }

    /// Counts a graph in which some thread is not over. Those that wait do not count if the process ended and they would never
    /// go on.
    #[inline(never)]
    fn end_unfinished(&mut self) -> Ending {
        let mut ends = self.core.ends();
        if ends.has_waiting_after_exit() && self.is_settled() {
            ends.settle();
        }
        if ends.has_waiting() && !self.core.is_wb() {
            self.core.tree.frames.push(Frame::Late { stamp: self.core.graph.trail().len(), thread: 0 });
        }
        ends.count(&mut self.core.totals)
    }

    #[inline(never)]
    fn is_settled(&mut self) -> bool {
        self.core.keep_states();
        let coherence = |execution: &Execution| witness(&self.model, execution);
        let facts = VisitFacts { core: &self.core, ending: Ending::Blocked, flagged: None, coherence: &coherence };
        Shown::new(facts).is_settled()
    }

    /// The least race that the model flags.
    #[inline]
    fn flagged_race(&mut self) -> Option<Race> {
        if !self.model.flags_races() {
            return None;
        }
        let races = self.flagged_races();
        let graph = &self.core.graph;
        let named = |slot| Some((graph.id(slot)?, graph.label(slot)));
        races.into_iter().filter_map(|(first, second)| Race::new(named(first)?, named(second)?)).min()
    }

    /// The races that the model flags.
    pub(in crate::visit) fn flagged_races(&mut self) -> Vec<(Slot, Slot)> {
        let Visit { core, model, memory, .. } = self;
        model.flagged_races(&core.graph, &OfStates(&core.states), memory)
    }

    /// Notes whether the access, which was just added or reads something else now, races.
    #[inline(always)]
    pub(super) fn note_race(&mut self, access: Slot, loc: Loc) {
        if self.core.may_race(loc) {
            self.core.note_race_with_plain(access, loc);
        }
    }
}

/// What the engine knows about a final graph.
struct VisitFacts<'a, P: Program, const N: usize> {
    core: &'a Core<'a, P, N>,
    ending: Ending,
    /// The least race that the model flags.
    flagged: Option<Race>,
    /// Finds coherence orders that the model allows, for `wb` mode, where the graph has none.
    coherence: &'a dyn Fn(&Execution) -> Option<CoherenceOrders>,
}

impl<P: Program, const N: usize> Facts<P> for VisitFacts<'_, P, N> {
    fn program(&self) -> &P {
        self.core.program
    }

    fn ending(&self) -> Ending {
        self.ending
    }

    fn is_plain(&self) -> bool {
        self.ending == Ending::Complete
            && self.flagged.is_none()
            && !self.core.graph.has_races()
            && !self.core.graph.has_live_objects()
    }

    fn state(&self, thread: ThreadId) -> Option<&P::State> {
        self.core.graph.state(thread).map(|&state| self.core.states.get(state))
    }

    fn memory(&self, addr: Address) -> Value {
        let Some(loc) = self.core.graph.find(addr) else { return self.program().initial_value(addr) };
        let location = self.core.graph.location(loc);
        if !self.core.is_wb() {
            let Some(&last) = location.co.last() else { unreachable!("the initial write is there") };
            return self.core.graph.node(last).value;
        }
        let last = (self.coherence)(&self.execution()).and_then(|orders| orders.get(&addr)?.last().copied());
        let last = last.map(|id| self.core.graph.threads()[id.thread.index()].events[id.index as usize]);
        self.core.graph.node(last.unwrap_or(location.initial)).value
    }

    fn buffering_races(&self) -> Vec<(EventId, EventId)> {
        let graph = &self.core.graph;
        let id = |slot: Slot| {
            let node = graph.node(slot);
            node.lane.thread().map(|thread| EventId { thread, index: node.index })
        };
        let is_weak =
            |read: Slot, write: Slot| !graph.node(read).mode.is_acquire() || !graph.node(write).mode.is_release();
        let writes = graph.threads().iter().flat_map(|thread| &thread.events).copied();
        let writes = writes.filter(|&write| graph.node(write).is_write());
        let races = writes.flat_map(|write| {
            let reads = self.core.unordered_reads(write).filter(move |&read| is_weak(read, write));
            reads.filter_map(move |read| Some((id(read)?, id(write)?)))
        });
        let mut races: Vec<_> = races.collect();
        races.sort_unstable();
        races
    }

    fn race(&self) -> Option<Race> {
        if !self.core.has_races || !self.core.graph.has_races() {
            return self.flagged;
        }
        let plain = self.core.graph.locations().filter(|(loc, _)| self.core.may_race(*loc));
        plain.filter_map(|(loc, _)| self.race_at(loc)).min()
    }

    fn late_access(&self) -> Option<Race> {
        if !self.core.graph.has_races() {
            return None;
        }
        self.core.graph.locations().filter_map(|(loc, _)| self.late_access_at(loc)).min()
    }

    fn fault(&self, thread: ThreadId) -> Option<Fault> {
        self.core.fault(thread)
    }

    fn before_newest_read(&self, thread: ThreadId) -> Option<P::State> {
        let mut events = self.core.graph.threads()[thread.index()].events.iter().rev();
        let newest = *events.find(|&&event| self.core.graph.node(event).kind != Kind::Fence)?;
        self.core.graph.node(newest).is_read().then(|| self.core.states.copy(*self.core.graph.state_before(newest)))
    }

    fn look_before(&self, event: EventId, look: &mut dyn FnMut(&P::State)) {
        let events = &self.core.graph.threads()[event.thread.index()].events;
        let node = self.core.graph.node(events[event.index as usize]);
        let is_second = node.is_write() && node.is_exclusive();
        let first = events[event.index as usize - usize::from(is_second)];
        self.core.states.look(*self.core.graph.state_before(first), look);
    }

    fn newest_values_read(&self, thread: ThreadId, most: usize) -> Vec<(Address, Value)> {
        let events = self.core.graph.threads()[thread.index()].events.iter().rev();
        let reads = events.map(|&event| self.core.graph.node(event)).filter(|node| node.is_read());
        let value = |node: &Node<StateId, N>| Some((self.core.graph.location(node.loc()?).addr, node.value));
        reads.take(most).filter_map(value).collect()
    }

    fn live_objects(&self) -> Vec<LiveObject> {
        if !self.core.graph.has_live_objects() {
            return Vec::new();
        }
        let objects = self.core.graph.threads().iter().flat_map(|thread| &thread.objects);
        let live = objects.filter(|object| object.freed.is_none());
        live.filter_map(|object| {
            let allocated = self.core.graph.id(object.allocated)?;
            Some(LiveObject { allocated, base: object.base, size: object.size })
        })
        .collect()
    }

    fn final_memory(&self) -> Vec<(Address, Value)> {
        let accessed = self.core.graph.locations().filter(|&(loc, _)| self.core.graph.is_accessed(loc));
        accessed.map(|(_, location)| (location.addr, self.memory(location.addr))).collect()
    }

    fn writes(&self, thread: ThreadId, addr: Address, value: Value) -> Vec<EventId> {
        let graph = &self.core.graph;
        let events = graph.threads()[thread.index()].events.iter();
        let is_it = |&&slot: &&Slot| graph.label(slot).is_write_of(addr, value);
        events.filter(is_it).filter_map(|&slot| graph.id(slot)).collect()
    }

    fn source(&self, read: EventId) -> Option<EventId> {
        let graph = &self.core.graph;
        graph.id(graph.node(graph.threads()[read.thread.index()].events[read.index as usize]).rf?)
    }

    fn may_lead(&self, first: EventId, second: EventId) -> bool {
        let event = self.core.graph.threads()[second.thread.index()].events[second.index as usize];
        self.core.graph.node(event).porf.contains(Lane::of(first.thread), first.index)
    }

    fn happens_before(&self, first: EventId, second: EventId) -> Option<bool> {
        let event = self.core.graph.threads()[second.thread.index()].events[second.index as usize];
        let hb = &self.core.graph.node(event).hb;
        self.core.has_races.then(|| hb.contains(Lane::of(first.thread), first.index))
    }

    fn footprints(&self) -> Vec<u128> {
        let graph = &self.core.graph;
        let labels = |thread: usize, visit: &mut dyn FnMut(Label)| {
            graph.threads()[thread].events.iter().for_each(|&slot| visit(graph.label(slot)));
        };
        fingerprint::of_threads(graph.threads().len(), labels, |thread| self.result(thread))
    }

    fn fingerprint(&self, thread: ThreadId) -> u64 {
        let graph = &self.core.graph;
        fingerprint::of_thread(thread, graph.threads()[thread.index()].events.iter().map(|&slot| graph.event(slot)))
    }

    fn execution(&self) -> Execution {
        self.core.record()
    }
}

impl<P: Program, const N: usize> VisitFacts<'_, P, N> {
    /// An access to the memory of another thread that nothing orders before its end.
    fn late_access_at(&self, loc: Loc) -> Option<Race> {
        let graph = &self.core.graph;
        let Life::Local(owner) = graph.location(loc).life? else { return None };
        let last = self.core.last_event(owner).filter(|_| graph.standing(owner) == Standing::Finished)?;
        let (hb, porf) = (&graph.node(last).hb, &graph.node(last).porf);
        let before = if self.core.has_races { hb } else { porf };
        let end = EventId { thread: owner, index: graph.threads()[owner.index()].events.len() as u32 };
        let late = graph.lanes().filter(|lane| lane.thread() != Some(owner)).flat_map(|lane| {
            graph.accesses(loc, lane).filter(move |&access| !before.contains(lane, graph.node(access).index))
        });
        let race = |id: EventId| Race { addr: graph.location(loc).addr, first: id.min(end), second: id.max(end) };
        let name = |access| match graph.id(access) {
            Some(id) => id,
            None => unreachable!("an initial write is before everything"),
        };
        late.map(name).map(race).min()
    }

    fn race_at(&self, loc: Loc) -> Option<Race> {
        self.core
            .graph
            .lanes()
            .flat_map(|lane| self.core.graph.accesses(loc, lane))
            .filter_map(|access| race_with(&self.core.graph, access))
            .min()
    }
}

/// The accesses of other threads that conflict with this one, unordered.
fn racing<S: Copy, const N: usize>(graph: &Graph<S, N>, access: Slot) -> impl Iterator<Item = Slot> {
    let node = graph.node(access);
    // What a thread did up to something that happens before the access happens before it, too.
    let unordered = node.loc().into_iter().flat_map(move |loc| {
        graph.lanes().filter(|&lane| lane != node.lane).flat_map(move |lane| {
            graph.accesses(loc, lane).take_while(move |&other| !node.hb.contains(lane, graph.node(other).index))
        })
    });
    unordered.filter(move |&other| conflict(graph, access, other))
}

fn has_race<S: Copy, const N: usize>(graph: &Graph<S, N>, access: Slot) -> bool {
    racing(graph, access).next().is_some()
}

/// The least race of an access with one of another thread.
pub(super) fn race_with<S: Copy, const N: usize>(graph: &Graph<S, N>, access: Slot) -> Option<Race> {
    let addr = graph.location(graph.node(access).loc()?).addr;
    let id = graph.id(access)?;
    let race = |other| Race { addr, first: id.min(other), second: id.max(other) };
    let others = racing(graph, access).chain(graph.later_allocation(access));
    others.filter_map(|other| graph.id(other)).map(race).min()
}

fn conflict<S: Copy, const N: usize>(graph: &Graph<S, N>, a: Slot, b: Slot) -> bool {
    let (a, b) = (graph.node(a), graph.node(b));
    (a.is_write() || b.is_write())
        && (a.mode == Mode::Na || b.mode == Mode::Na)
        && !a.hb.contains(b.lane, b.index)
        && !b.hb.contains(a.lane, a.index)
}
