//! A cat model, checked one event at a time by the fast engine.
//!
//! Most new events close no cycle of program order and communication, which takes few steps to see; then no axiom is violated
//! (`incremental.rs`). Otherwise the axioms are computed for the events on such cycles, which are few, by the evaluator
//! that judges whole executions.

use raddle_graph::graph::{Graph, Synchronisation};
use raddle_graph::node::{Loc, Slot};

use super::evaluate::Evaluator;
use super::verdicts::Verdicts;
use super::window::{View, Window};
use super::{Axiom, CatModel, bits};
use crate::axioms::{Candidate, Judge};
use crate::coherence::program_order_floor;
use crate::model::{Lookup, Model};
use crate::reach::{ProgramOrder, Search};

/// So many events are checked all at once.
const FEW_EVENTS: usize = 12;

/// A cat model that can be checked one event at a time ([`CatModel::is_incremental`]).
#[derive(Clone, Copy, Debug)]
pub struct Stepwise<'m> {
    model: &'m CatModel,
}

impl<'m> Stepwise<'m> {
    /// Takes a model; `None` if it cannot be checked one event at a time.
    pub fn new(model: &'m CatModel) -> Option<Stepwise<'m>> {
        model.incremental.is_ok().then_some(Stepwise { model })
    }

    /// For graphs in which events are missing: the model, or a weaker one ([`CatModel::when_open`]).
    pub fn when_open(model: &'m CatModel) -> Option<Stepwise<'m>> {
        Stepwise::new(model.when_open()?)
    }

    fn fails_in_part(self) -> bool {
        self.model.incremental.as_ref().is_ok_and(|known| known.fails_in_part)
    }
}

/// Buffers of checks, reused between them.
#[derive(Debug, Default)]
pub struct Buffers<'m> {
    window: Window,
    evaluator: Option<Evaluator<'m>>,
    component: Vec<Slot>,
    /// The component, while a part of it is checked.
    set_aside: Vec<Slot>,
    verdicts: Verdicts,
}

impl<'m> Buffers<'m> {
    /// Prepares for the events in `component`.
    fn load<S: Copy, const N: usize>(
        &mut self,
        model: &'m CatModel,
        graph: &Graph<S, N>,
        lookup: &impl Lookup<S, N>,
    ) -> (&mut Evaluator<'m>, &Window, &mut Verdicts) {
        self.window.open(graph, self.component.drain(..));
        if model.tracks_dependencies {
            self.window.note_dependencies(graph, lookup, model.tracks_picks);
        }
        let evaluator = self.evaluator.get_or_insert_with(|| Evaluator::new(model));
        evaluator.load_size(self.window.members().len());
        (evaluator, &self.window, &mut self.verdicts)
    }

    /// Do the events in `component` satisfy the axioms?
    fn admits<S: Copy, const N: usize>(
        &mut self,
        model: &'m CatModel,
        graph: &Graph<S, N>,
        lookup: &impl Lookup<S, N>,
    ) -> bool {
        let (evaluator, window, verdicts) = self.load(model, graph, lookup);
        evaluator.admits(&View { graph, window }, verdicts)
    }
}

/// Adds the events that are between others in their threads.
fn add_between<S: Copy, const N: usize>(graph: &Graph<S, N>, events: &mut Vec<Slot>) {
    events.sort_unstable_by_key(|&slot| (graph.node(slot).lane, graph.node(slot).index));
    for at in 1..events.len() {
        let [before, after] = [events[at - 1], events[at]].map(|slot| graph.node(slot));
        if before.lane == after.lane
            && let Some(thread) = after.lane.thread()
        {
            let between = before.index as usize + 1..after.index as usize;
            events.extend_from_slice(&graph.threads()[thread.index()].events[between]);
        }
    }
}

impl<'m> Model for Stepwise<'m> {
    const IS_LOCAL: bool = false;
    const COHERES_WITH_HB: bool = false;
    const ALLOWS_BUFFERING: bool = true;
    type Memory = Buffers<'m>;

    fn tracks_dependencies(&self) -> bool {
        self.model.tracks_dependencies
    }

    fn may_buffer(&self) -> bool {
        !self.model.forbids_porf_cycles()
    }

    fn orders_dependencies(&self) -> bool {
        self.model.incremental.as_ref().is_ok_and(|known| known.orders_dependencies)
    }

    /// What synchronises is the file's to say.
    fn synchronisation(&self) -> Synchronisation {
        Synchronisation::ThreadsOnly
    }

    #[inline(always)]
    fn floor<S: Copy, const N: usize>(&self, graph: &Graph<S, N>, event: Slot, loc: Loc) -> usize {
        program_order_floor(graph, event, loc)
    }

    fn admits<S: Copy, const N: usize>(
        &self,
        graph: &Graph<S, N>,
        event: Slot,
        lookup: &impl Lookup<S, N>,
        search: &mut Search,
        memory: &mut Buffers<'m>,
    ) -> bool {
        if search.acyclic_through::<ProgramOrder, S, N>(graph, event) {
            return true;
        }
        search.component(graph, event, &mut memory.component);
        // Where there are fences everywhere, each cycle is forbidden: a short one shows it sooner than all of them.
        if memory.component.len() > FEW_EVENTS && self.fails_in_part() {
            search.cycle(graph, event, &mut memory.set_aside);
            add_between(graph, &mut memory.set_aside);
            std::mem::swap(&mut memory.component, &mut memory.set_aside);
            if !memory.admits(self.model, graph, lookup) {
                return false;
            }
            std::mem::swap(&mut memory.component, &mut memory.set_aside);
        }
        memory.admits(self.model, graph, lookup)
    }

    fn mark_before<S: Copy, const N: usize>(
        &self,
        graph: &Graph<S, N>,
        event: Slot,
        lookup: &impl Lookup<S, N>,
        search: &mut Search,
        memory: &mut Buffers<'m>,
    ) {
        let node = graph.node(event);
        for lane in graph.lanes() {
            let Some(thread) = lane.thread() else { continue };
            let events = &graph.threads()[thread.index()].events;
            let before = &events[..events.len().min(node.porf.get(lane) as usize)];
            memory.component.extend(before.iter().filter(|&&slot| !lookup.may_be_absent(graph, slot)));
        }
        let (evaluator, window, _) = memory.load(self.model, graph, lookup);
        let Some(target) = window.number(event) else { unreachable!("an event is in its own prefix") };
        search.begin();
        for before in bits::ones(evaluator.before(target, &View { graph, window })) {
            search.push(window.members()[before]);
        }
    }

    fn flags_races(&self) -> bool {
        self.model.flags.iter().any(Axiom::is_race)
    }

    fn flagged_races<S: Copy, const N: usize>(
        &self,
        graph: &Graph<S, N>,
        lookup: &impl Lookup<S, N>,
        memory: &mut Buffers<'m>,
    ) -> Vec<(Slot, Slot)> {
        let only_conflicts = self.model.incremental.as_ref().is_ok_and(|known| known.flags_plain_conflicts);
        if only_conflicts && !has_plain_conflict(graph) {
            return Vec::new();
        }
        let accessed = graph.locations().filter(|&(loc, _)| graph.is_accessed(loc));
        memory.component.extend(accessed.map(|(_, location)| location.initial).chain(graph.trail().iter().copied()));
        let (evaluator, window, _) = memory.load(self.model, graph, lookup);
        let pairs = evaluator.flagged_races(&View { graph, window });
        pairs.into_iter().map(|(a, b)| (window.members()[a], window.members()[b])).collect()
    }

    fn judge<'c>(&'c self, candidate: &'c Candidate) -> Judge<'c> {
        Judge::by_cat(self.model, candidate)
    }
}

/// Are there accesses of one location in different threads, one of them plain, that program order and the starting and joining of
/// threads do not order?
fn has_plain_conflict<S: Copy, const N: usize>(graph: &Graph<S, N>) -> bool {
    let plain =
        graph.locations().filter(|(_, location)| location.has_plain && location.accessors.into_iter().count() > 1);
    plain.map(|(loc, _)| loc).any(|loc| {
        let accesses = || graph.lanes().flat_map(move |lane| graph.accesses(loc, lane)).map(|slot| graph.node(slot));
        accesses().filter(|access| !access.mode.is_atomic()).any(|plain| {
            accesses().any(|other| {
                other.lane != plain.lane
                    && !plain.hb.contains(other.lane, other.index)
                    && !other.hb.contains(plain.lane, plain.index)
            })
        })
    })
}
