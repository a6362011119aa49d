//! Final graphs: counting, showing them to the visitor, and what is asked about them.

use raddle_graph::clock::Lane;
use raddle_graph::graph::Graph;
use raddle_graph::node::{Loc, Node, Slot};
use raddle_graph::{Address, EventId, Execution, Group, Mode, ThreadEnd, ThreadId, Value};
use raddle_models::Model;

use super::buffering::OfStates;
use super::rules::objects::{access_fault, free_fault};
use super::{Frame, StateId, States, Visit};
use crate::ending::{Ends, Facts, Shown};
use crate::pool::Stopped;
use crate::visit::wb::witness;
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

    /// Is the graph one that the visitor need not see?
    fn skips(&mut self, is_plain: bool, events_added: u64) -> bool {
        if is_plain && self.skips_plain && events_added < self.shown_at + EVENTS_BETWEEN_PLAIN_EXECUTIONS {
            return true;
        }
        self.shown_at = events_added;
        false
    }
}

impl<P: Program, M: Model, const N: usize> Visit<'_, P, M, N> {
    /// Reports a graph to which nothing can be added.
    pub(super) fn finish(&mut self) -> Result<(), Stopped> {
        self.shared.count()?;
        self.graph.sample_invariants_of_final();
        let ends = self.ends();
        let ending = ends.count(&mut self.totals);
        if let Some(seen) = self.shared.seen() {
            seen.insert(self.record())?;
        }
        if self.shared.is_hungry() {
            self.share_oldest_choice();
        }
        if ends.has_waiting() && !self.is_wb() {
            self.tree.frames.push(Frame::Late { stamp: self.graph.trail().len(), thread: 0 });
        }
        let is_plain = ending == Ending::Complete && !self.graph.has_races() && !self.graph.has_live_objects();
        if self.show.skips(is_plain, self.totals.events_added) {
            return Ok(());
        }
        for thread in self.graph.lanes().filter_map(Lane::thread) {
            if let Some(&state) = self.graph.state(thread) {
                self.states.keep(state);
            }
        }
        let (graph, states, with_co) = (&self.graph, &self.states, !self.is_wb());
        let found = VisitFacts { graph, states, ending, with_co, model: &self.model };
        match self.show.visitor.visit(&Shown::new(found)) {
            Proceed::Continue => Ok(()),
            Proceed::Stop => Err(self.shared.stop(Limit::Stopped)),
        }
    }

    /// How the threads stand.
    fn ends(&self) -> Ends {
        let mut ends = Ends::default();
        if self.graph.all_are_over() {
            return ends;
        }
        let over = self.graph.group(Group::Over);
        for thread in self.graph.lanes().filter(|&lane| !over.contains(lane)).filter_map(Lane::thread) {
            if let Some(action) = self.action(thread) {
                ends.add(&action, || self.fault(thread).is_some());
            }
        }
        ends
    }

    /// Notes whether the access, which was just added or reads something else now, races.
    #[inline(always)]
    pub(super) fn note_race(&mut self, access: Slot, loc: Loc) {
        // A plain access leaves its mark on the location.
        if M::HAS_RACES && self.graph.location(loc).has_plain {
            self.note_race_with_plain(access);
        }
    }

    #[inline(never)]
    fn note_race_with_plain(&mut self, access: Slot) {
        let races = has_race(&self.graph, access);
        self.graph.set_races(access, races);
    }

    fn fault(&self, thread: ThreadId) -> Option<Fault> {
        fault::<P, M, N>(&self.graph, &self.states, thread)
    }

    pub(super) fn record(&self) -> Execution {
        record::<P, M, N>(&self.graph, &self.states, !self.is_wb())
    }
}

/// Why the thread must not do what it is about to do.
fn fault<P: Program, M: Model, const N: usize>(
    graph: &Graph<StateId, N>,
    states: &States<'_, P>,
    thread: ThreadId,
) -> Option<Fault> {
    match *states.action(*graph.state(thread)?) {
        Action::Read { addr, .. } | Action::Write { addr, .. } | Action::Update { addr, .. } => {
            access_fault(graph, states.program(), addr)
        }
        Action::Free { base } => free_fault(graph, states.program(), thread, base, M::HAS_RACES),
        _ => None,
    }
}

fn record<P: Program, M: Model, const N: usize>(
    graph: &Graph<StateId, N>,
    states: &States<'_, P>,
    with_co: bool,
) -> Execution {
    let end = |&state: &StateId| match states.action(state) {
        Action::Finish => ThreadEnd::Finished,
        Action::Fail(_) => ThreadEnd::Failed,
        _ => ThreadEnd::Blocked,
    };
    let mut execution = graph.record(end, with_co);
    if !M::TRACKS_DEPENDENCIES {
        return execution;
    }
    for (thread, events) in (0..).map(ThreadId).zip(graph.threads().iter().map(|thread| &thread.events)) {
        for (index, &event) in (0..).zip(events) {
            let dependencies = OfStates(states).dependencies(graph, event);
            if !dependencies.is_empty() {
                execution.dependencies.insert(EventId { thread, index }, dependencies);
            }
        }
    }
    execution
}

/// What the engine knows about a final graph.
struct VisitFacts<'a, P: Program, M, const N: usize> {
    graph: &'a Graph<StateId, N>,
    states: &'a States<'a, P>,
    ending: Ending,
    with_co: bool,
    model: &'a M,
}

impl<P: Program, M: Model, const N: usize> Facts<P> for VisitFacts<'_, P, M, N> {
    fn program(&self) -> &P {
        self.states.program()
    }

    fn ending(&self) -> Ending {
        self.ending
    }

    fn is_plain(&self) -> bool {
        self.ending == Ending::Complete && !self.graph.has_races() && !self.graph.has_live_objects()
    }

    fn state(&self, thread: ThreadId) -> Option<&P::State> {
        self.graph.state(thread).map(|&state| self.states.get(state))
    }

    fn memory(&self, addr: Address) -> Value {
        let Some(loc) = self.graph.find(addr) else { return self.program().initial_value(addr) };
        let location = self.graph.location(loc);
        if self.with_co {
            let Some(&last) = location.co.last() else { unreachable!("the initial write is there") };
            return self.graph.node(last).value;
        }
        let last = witness(self.model, &self.execution()).and_then(|orders| orders.get(&addr)?.last().copied());
        let last = last.map(|id| self.graph.threads()[id.thread.index()].events[id.index as usize]);
        self.graph.node(last.unwrap_or(location.initial)).value
    }

    fn race(&self) -> Option<Race> {
        if !self.graph.has_races() {
            return None;
        }
        let plain = self.graph.locations().filter(|(_, location)| location.has_plain);
        plain.filter_map(|(loc, _)| self.race_at(loc)).min()
    }

    fn fault(&self, thread: ThreadId) -> Option<Fault> {
        fault::<P, M, N>(self.graph, self.states, thread)
    }

    fn before_newest_read(&self, thread: ThreadId) -> Option<P::State> {
        let newest = *self.graph.threads()[thread.index()].events.last()?;
        self.graph.node(newest).is_read().then(|| self.states.copy(*self.graph.state_before(newest)))
    }

    fn newest_values_read(&self, thread: ThreadId, most: usize) -> Vec<(Address, Value)> {
        let events = self.graph.threads()[thread.index()].events.iter().rev();
        let reads = events.map(|&event| self.graph.node(event)).filter(|node| node.is_read());
        let value = |node: &Node<StateId, N>| Some((self.graph.location(node.loc()?).addr, node.value));
        reads.take(most).filter_map(value).collect()
    }

    fn live_objects(&self) -> Vec<LiveObject> {
        if !self.graph.has_live_objects() {
            return Vec::new();
        }
        let objects = self.graph.threads().iter().flat_map(|thread| &thread.objects);
        let live = objects.filter(|object| object.freed.is_none());
        live.filter_map(|object| {
            let allocated = self.graph.id(object.allocated)?;
            Some(LiveObject { allocated, base: object.base, size: object.size })
        })
        .collect()
    }

    fn final_memory(&self) -> Vec<(Address, Value)> {
        let accessed = self.graph.locations().filter(|&(loc, _)| self.graph.is_accessed(loc));
        accessed.map(|(_, location)| (location.addr, self.memory(location.addr))).collect()
    }

    fn execution(&self) -> Execution {
        record::<P, M, N>(self.graph, self.states, self.with_co)
    }
}

impl<P: Program, M: Model, const N: usize> VisitFacts<'_, P, M, N> {
    fn race_at(&self, loc: Loc) -> Option<Race> {
        self.graph
            .lanes()
            .flat_map(|lane| self.graph.accesses(loc, lane))
            .filter_map(|access| race_with(self.graph, access))
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
    racing(graph, access).filter_map(|other| graph.id(other)).map(race).min()
}

fn conflict<S: Copy, const N: usize>(graph: &Graph<S, N>, a: Slot, b: Slot) -> bool {
    let (a, b) = (graph.node(a), graph.node(b));
    (a.is_write() || b.is_write())
        && (a.mode == Mode::Na || b.mode == Mode::Na)
        && !a.hb.contains(b.lane, b.index)
        && !b.hb.contains(a.lane, a.index)
}
