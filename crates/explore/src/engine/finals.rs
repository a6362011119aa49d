//! Final graphs: counting, showing them to the visitor, and what is asked about them.

use raddle_graph::graph::Graph;
use raddle_graph::node::{Loc, Slot};
use raddle_graph::{Address, Execution, Mode, ThreadEnd, ThreadId, Value};
use raddle_models::{Model, ModelName};

use super::{Engine, Frame, Interrupt};
use crate::program::{Action, Program};
use crate::witness::witness;
use crate::{Ending, ExploreError, Final, Limit, Proceed, Race, Visitor};

impl<P: Program, M: Model, V: Visitor<P::State>, const N: usize> Engine<'_, P, M, V, N> {
    /// Reports a graph to which nothing can be added.
    pub(super) fn finish(&mut self) -> Result<(), Interrupt> {
        self.shared.count()?;
        let (mut waits, mut failed) = (false, false);
        for index in 0..self.graph.threads().len() {
            let Some(state) = self.graph.state(ThreadId(index as u16)) else { continue };
            match self.program.action(state) {
                Action::Finish => {}
                Action::Fail(_) => failed = true,
                Action::Bound => {
                    waits = true;
                    self.totals.bound_reached = true;
                }
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
        if self.options.detect_duplicates {
            let execution = self.record();
            if !self.shared.is_new(execution.clone()) {
                return Err(ExploreError::Duplicate { execution: Box::new(execution) }.into());
            }
        }
        if self.shared.is_hungry() {
            self.share_oldest_choice();
        }
        if waits && !self.is_wb() {
            self.frames.push(Frame::Late { stamp: self.graph.trail().len(), thread: 0 });
        }
        let found = Found { graph: &self.graph, program: self.program, ending, with_co: !self.is_wb(), model: M::NAME };
        match self.visitor.visit(&found) {
            Proceed::Continue => Ok(()),
            Proceed::Stop => Err(self.shared.stop(Limit::Stopped)),
        }
    }

    pub(super) fn record(&self) -> Execution {
        record(&self.graph, self.program, !self.is_wb())
    }
}

fn record<P: Program, const N: usize>(graph: &Graph<P::State, N>, program: &P, with_co: bool) -> Execution {
    let end = |state: &P::State| match program.action(state) {
        Action::Finish => ThreadEnd::Finished,
        Action::Fail(_) => ThreadEnd::Failed,
        _ => ThreadEnd::Blocked,
    };
    graph.record(end, with_co)
}

/// A final graph, as a visitor sees it.
struct Found<'a, P: Program, const N: usize> {
    graph: &'a Graph<P::State, N>,
    program: &'a P,
    ending: Ending,
    with_co: bool,
    model: ModelName,
}

impl<P: Program, const N: usize> Final<P::State> for Found<'_, P, N> {
    fn ending(&self) -> Ending {
        self.ending
    }

    fn state(&self, thread: ThreadId) -> Option<&P::State> {
        self.graph.state(thread)
    }

    fn memory(&self, addr: Address) -> Value {
        let Some(loc) = self.graph.find(addr) else { return self.program.initial_value(addr) };
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
        if !self.model.has_races() {
            return None;
        }
        let plain = self.graph.locations().filter(|(_, location)| location.has_plain);
        plain.filter_map(|(loc, _)| self.race_at(loc)).min()
    }

    fn execution(&self) -> Execution {
        record(self.graph, self.program, self.with_co)
    }
}

impl<P: Program, const N: usize> Found<'_, P, N> {
    fn race_at(&self, loc: Loc) -> Option<Race> {
        self.graph
            .lanes()
            .flat_map(|lane| self.graph.accesses(loc, lane))
            .filter_map(|access| race_with(self.graph, access))
            .min()
    }
}

/// The least race of an access with one of another thread.
pub(super) fn race_with<S: Clone, const N: usize>(graph: &Graph<S, N>, access: Slot) -> Option<Race> {
    let node = graph.node(access);
    let loc = node.loc()?;
    let id = graph.id(access)?;
    let lanes = graph.lanes().filter(|&lane| lane != node.lane);
    // What a thread did up to something that happens before the access happens before it, too.
    let unordered = lanes.flat_map(|lane| {
        graph.accesses(loc, lane).take_while(move |&other| !node.hb.contains(lane, graph.node(other).index))
    });
    let conflicting = unordered.filter(|&other| conflict(graph, access, other));
    let race = |other| Race { addr: graph.location(loc).addr, first: id.min(other), second: id.max(other) };
    conflicting.filter_map(|other| graph.id(other)).map(race).min()
}

fn conflict<S: Clone, const N: usize>(graph: &Graph<S, N>, a: Slot, b: Slot) -> bool {
    let (a, b) = (graph.node(a), graph.node(b));
    (a.is_write() || b.is_write())
        && (a.mode == Mode::Na || b.mode == Mode::Na)
        && !a.hb.contains(b.lane, b.index)
        && !b.hb.contains(a.lane, a.index)
}
