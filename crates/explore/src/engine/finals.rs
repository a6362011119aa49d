//! Final graphs: counting, showing them to the visitor, and what is asked about them.

use raddle_graph::clock::Lane;
use raddle_graph::graph::Graph;
use raddle_graph::node::{Loc, Slot};
use raddle_graph::{Address, EventId, Execution, Group, Mode, ThreadEnd, ThreadId, Value};
use raddle_models::Model;

use super::buffering::OfStates;
use super::memory::{access_fault, free_fault};
use super::{Frame, SELDOM, StateId, States, Visit};
use crate::pool::Stopped;
use crate::witness::witness;
use crate::{Ending, Fault, Final, Limit, LiveObject, Proceed, Race};
use raddle_program::{Action, Answer, Program, Waits};

impl<P: Program, M: Model, const N: usize> Visit<'_, P, M, N> {
    /// Reports a graph to which nothing can be added.
    pub(super) fn finish(&mut self) -> Result<(), Stopped> {
        self.shared.count()?;
        let (failed, waits) = self.unfinished();
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
            seen.insert(self.record())?;
        }
        if self.shared.is_hungry() {
            self.share_oldest_choice();
        }
        if waits && !self.is_wb() {
            self.frames.push(Frame::Late { stamp: self.graph.trail().len(), thread: 0 });
        }
        let is_plain = ending == Ending::Complete && !self.graph.has_races() && !self.graph.has_live_objects();
        if is_plain && self.skips_plain && self.totals.events_added < self.shown_at + SELDOM {
            return Ok(());
        }
        self.shown_at = self.totals.events_added;
        for thread in self.graph.lanes().filter_map(Lane::thread) {
            if let Some(&state) = self.graph.state(thread) {
                self.states.keep(state);
            }
        }
        let (graph, states, with_co) = (&self.graph, &self.states, !self.is_wb());
        let found = Found { graph, states, ending, with_co, model: &self.model };
        match self.visitor.visit(&found) {
            Proceed::Continue => Ok(()),
            Proceed::Stop => Err(self.shared.stop(Limit::Stopped)),
        }
    }

    /// Did a thread fail, and does one wait?
    fn unfinished(&mut self) -> (bool, bool) {
        let (mut failed, mut waits) = (false, false);
        if self.graph.all_are_over() {
            return (failed, waits);
        }
        let over = self.graph.group(Group::Over);
        for thread in self.graph.lanes().filter(|&lane| !over.contains(lane)).filter_map(Lane::thread) {
            match self.action(thread) {
                Some(Action::Fail(_)) => failed = true,
                Some(Action::Bound) => {
                    waits = true;
                    self.totals.bound_reached = true;
                }
                _ if self.fault(thread).is_some() => failed = true,
                _ => waits = true,
            }
        }
        (failed, waits)
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

/// A final graph, as a visitor sees it.
struct Found<'a, P: Program, M, const N: usize> {
    graph: &'a Graph<StateId, N>,
    states: &'a States<'a, P>,
    ending: Ending,
    with_co: bool,
    model: &'a M,
}

impl<P: Program, M: Model, const N: usize> Final<P::State> for Found<'_, P, M, N> {
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
            // The initial write is always there.
            return location.co.last().map_or(0, |&last| self.graph.node(last).value);
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

    fn waits(&self, thread: ThreadId) -> Option<Waits> {
        let state = *self.graph.state(thread)?;
        if self.fault(thread).is_some() {
            return None;
        }
        match *self.states.action(state) {
            Action::Block => Some(self.program().waits_for(self.states.get(state))),
            Action::Join { .. } | Action::Depart { .. } => Some(Waits::Resource),
            Action::Read { addr, .. } | Action::Update { addr, .. } => {
                // It stands before a read that would only block: by reading what is there now it tells on what.
                let mut ahead = self.states.copy(state);
                self.program().step(&mut ahead, Answer { value: self.memory(addr), stored: false });
                Some(match *self.program().action(&ahead) {
                    Action::Block => self.program().waits_for(&ahead),
                    _ => Waits::Assumption,
                })
            }
            _ => None,
        }
    }

    fn is_deadlock(&self) -> bool {
        let threads = || (0..self.graph.threads().len()).map(|index| ThreadId(index as u16));
        let is_over = |thread| match self.action(thread) {
            None | Some(Action::Finish) => true,
            Some(_) => self.waits(thread) == Some(Waits::Resource) && !self.could_go_on(thread),
        };
        self.ending == Ending::Blocked && threads().all(is_over)
    }

    fn livelock(&self) -> Option<ThreadId> {
        if self.ending != Ending::Blocked {
            return None;
        }
        let threads = || (0..self.graph.threads().len()).map(|index| ThreadId(index as u16));
        // One that could go on might end the wait of the others.
        let is_stuck = |thread| match self.action(thread) {
            None | Some(Action::Finish) => true,
            Some(_) => match self.waits(thread) {
                Some(Waits::Spin { reads }) => self.has_seen_the_last(thread, reads),
                Some(Waits::Resource) => !self.could_go_on(thread),
                Some(Waits::Assumption) | None => false,
            },
        };
        let spins = |&thread: &ThreadId| matches!(self.waits(thread), Some(Waits::Spin { .. }));
        threads().all(is_stuck).then(|| threads().find(spins)).flatten()
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

impl<P: Program, M: Model, const N: usize> Found<'_, P, M, N> {
    fn program(&self) -> &P {
        self.states.program()
    }

    /// What the thread is about to do.
    fn action(&self, thread: ThreadId) -> Option<Action> {
        self.graph.state(thread).map(|&state| *self.states.action(state))
    }

    /// Would the thread, which blocked because of what it read, go on if it read what is there now?
    fn could_go_on(&self, thread: ThreadId) -> bool {
        let blocked = self.action(thread) == Some(Action::Block);
        let last = self.graph.threads()[thread.index()].events.last().copied();
        let Some(last) = last.filter(|_| blocked) else { return false };
        let before = *self.graph.state_before(last);
        match *self.states.action(before) {
            Action::Read { addr, .. } | Action::Update { addr, .. } if self.graph.node(last).is_read() => {
                let value = self.memory(addr);
                let stored = matches!(*self.states.action(before), Action::Update { op, width, .. }
                    if op.stores(width, value).is_some());
                let mut ahead = self.states.copy(before);
                self.program().step(&mut ahead, Answer { value, stored });
                // What it blocks at then, if it does, is another matter.
                let blocks = *self.program().action(&ahead) == Action::Block;
                stored || !blocks || self.program().waits_for(&ahead) != Waits::Resource
            }
            _ => false,
        }
    }

    /// Did the last so many reads of the thread read the last write of their location? A read that the thread still stands
    /// before counts as one of them, and would.
    fn has_seen_the_last(&self, thread: ThreadId, reads: u32) -> bool {
        let stands_before = self.action(thread).is_some_and(|action| action != Action::Block);
        let events = &self.graph.threads()[thread.index()].events;
        let past = events.iter().rev().filter(|&&event| self.graph.node(event).is_read());
        past.take((reads as usize).saturating_sub(usize::from(stands_before))).all(|&read| {
            let node = self.graph.node(read);
            node.loc().is_some_and(|loc| node.value == self.memory(self.graph.location(loc).addr))
        })
    }

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
