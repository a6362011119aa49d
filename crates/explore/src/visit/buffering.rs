//! Load buffering: noticing that there may be executions with a cycle of program order and reads-from, which this engine does
//! not build.
//!
//! A cyclic execution comes about when a write w is read by a read r that w follows: by program order and reads-from r is
//! before w, but nothing that the model preserves orders them, so that w may also have come first. So when a write is added we
//! ask whether there is a read of its location that is before it, does not happen before it (that would be incoherent),
//! and that the model does not order before it (`Model::before`: then reading w would close a cycle that the model
//! forbids). If there is, the visit goes on, and the next stage of the plan adds the executions that have a cycle.
//!
//! Why none is missed. Suppose there is an execution with cycles that the model allows. Build it along the order that the model preserves,
//! a write with what is ordered before it and what its value needs, and let reads that were there before read it: there is a first step after which the graph has a cycle, and that step makes a read r read a write w that is being added (a read that is
//! added reads what is there, which closes no cycle). Before that step the graph had none, r was before w, and r was not in
//! w's prefix, which contains all that the model orders before w. What w and the events before it are does not depend on what
//! r reads, nor on what is not there yet: in this engine, too, there is a graph without cycles in which w comes to follow r
//! unordered. It is found when w is added to it. Whether "there is a graph" always holds is argued, not proved;
//! generated programs are compared with the enumerator.
//! The write of a compare-exchange is there only if that reads what it expects, and what it orders is not ordered otherwise: no path
//! leads over it.
//! If r is the read of an update, w may be the write of one that reads the same: no graph of this engine has both, but w is
//! added, without a place, to the graph that has r (`may_read_from_later_update`).
//!
//! The order asked for may be smaller than what the model preserves: then the search for cycles runs without need.

use raddle_graph::graph::Graph;
use raddle_graph::node::Slot;
use raddle_graph::{Dependence, Dependencies, UpdateOp};
use raddle_models::{Lookup, Model};

use super::core::Core;
use super::{StateId, States, Visit};
use raddle_program::{Action, Program};

/// Looks up dependencies in the states of the threads, in which the program tracks them.
pub(super) struct OfStates<'a, 'p, P: Program>(pub &'a States<'p, P>);

impl<P: Program> OfStates<'_, '_, P> {
    /// The state of the thread before an event. The halves of an update share the state before its read half; for the write half,
    /// also the operation and the index of the read half.
    fn asked<const N: usize>(&self, graph: &Graph<StateId, N>, event: Slot) -> (StateId, Option<(UpdateOp, u32)>) {
        let node = graph.node(event);
        if node.is_write() && node.is_exclusive() {
            let thread = node.lane.thread().map(|thread| &graph.threads()[thread.index()]);
            let read = (node.index as usize).checked_sub(1).and_then(|read| thread?.events.get(read).copied());
            if let Some(read) = read {
                let before = *graph.state_before(read);
                if let Action::Update { op, .. } = *self.0.action(before) {
                    return (before, Some((op, graph.node(read).index)));
                }
            }
        }
        (*graph.state_before(event), None)
    }

    /// Is it the write of a compare-exchange?
    fn is_conditional<const N: usize>(&self, graph: &Graph<StateId, N>, event: Slot) -> bool {
        let node = graph.node(event);
        let is_half = node.is_write() && node.is_exclusive() && node.lane.thread().is_some();
        is_half && self.asked(graph, event).1.is_some_and(|(op, _)| op.is_conditional())
    }

    /// From which reads of its thread an event was computed.
    pub(super) fn of_event<const N: usize>(&self, graph: &Graph<StateId, N>, event: Slot) -> Dependencies {
        if self.0.ignores_dependencies {
            return Dependencies::default();
        }
        let (before, half) = self.asked(graph, event);
        let dependencies = self.0.program().dependencies(self.0.get(before));
        match (half, self.0.action(before)) {
            (Some((op, read)), _) => dependencies.of_write_half(op, read),
            (None, Action::Update { .. }) => dependencies.of_read_half(),
            (None, _) => dependencies,
        }
    }
}

impl<P: Program, const N: usize> Lookup<StateId, N> for OfStates<'_, '_, P> {
    fn visit(&self, graph: &Graph<StateId, N>, event: Slot, visit: &mut dyn FnMut(Dependence, u32)) {
        let OfStates(states) = self;
        // An initial write belongs to no thread and has no state.
        if states.ignores_dependencies || graph.node(event).lane.thread().is_none() {
            return;
        }
        let (before, half) = self.asked(graph, event);
        let is_read_half = half.is_none() && matches!(states.action(before), Action::Update { .. });
        let is_quick = states.program().visit_dependencies(states.get(before), &mut |how, read| match (how, half) {
            (Dependence::Data | Dependence::PickedData, None) if is_read_half => {}
            (Dependence::Expected, Some(_)) => {
                visit(Dependence::Control, read);
                visit(Dependence::PickedData, read);
            }
            (Dependence::Address | Dependence::PickedAddress, Some(_)) => {
                visit(how, read);
                visit(Dependence::EarlierAddress, read);
            }
            _ => visit(how, read),
        });
        if is_quick {
            if let Some((op, read)) = half {
                if op.is_conditional() {
                    visit(Dependence::Control, read);
                    visit(Dependence::PickedData, read);
                }
                if op.stores_what_it_read() {
                    visit(Dependence::Data, read);
                }
            }
            return;
        }
        self.of_event(graph, event).visit(visit);
        let node = graph.node(event);
        let events = node.lane.thread().map_or(&[][..], |thread| &graph.threads()[thread.index()].events);
        for &earlier in &events[..events.len().min(node.index as usize)] {
            let Dependencies { addr, picked_data, .. } = self.of_event(graph, earlier);
            addr.iter().for_each(|read| visit(Dependence::EarlierAddress, read));
            picked_data.iter().for_each(|read| visit(Dependence::EarlierPick, read));
        }
    }

    fn dependencies(&self, graph: &Graph<StateId, N>, event: Slot) -> Dependencies {
        self.of_event(graph, event)
    }
}

/// Which events may not be there, or not at their location, if a read before them that is not ordered before the write reads something else.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Elsewhere {
    /// None: such reads are ordered before the write.
    Nothing,
    /// Those that depend on reads.
    Dependent,
    /// All behind reads: on what they depend is not known.
    AfterReads,
}

/// The dependencies that there are whether compare-exchanges other than that of the write itself store or not, and whatever is `elsewhere`.
struct Certain<'a, 'p, P: Program> {
    lookup: OfStates<'a, 'p, P>,
    write: Slot,
    elsewhere: Elsewhere,
}

impl<P: Program, const N: usize> Lookup<StateId, N> for Certain<'_, '_, P> {
    fn visit(&self, graph: &Graph<StateId, N>, event: Slot, visit: &mut dyn FnMut(Dependence, u32)) {
        if self.may_be_absent(graph, event) {
            return;
        }
        self.lookup.visit(graph, event, &mut |how, read| {
            // Where something was picked, models compose paths of their own.
            let is_composed = how == Dependence::EarlierPick
                && earlier(graph, event)
                    .is_some_and(|earlier| earlier.iter().any(|&slot| self.may_be_absent(graph, slot)));
            if !is_composed {
                visit(how, read);
            }
        });
    }

    fn dependencies(&self, graph: &Graph<StateId, N>, event: Slot) -> Dependencies {
        self.lookup.of_event(graph, event)
    }

    fn may_be_absent(&self, graph: &Graph<StateId, N>, event: Slot) -> bool {
        if event == self.write {
            return false;
        }
        let is_elsewhere = match self.elsewhere {
            Elsewhere::Nothing => false,
            _ if graph.node(event).lane.thread().is_none() => false,
            Elsewhere::Dependent => {
                let Dependencies { addr, ctrl, .. } = self.lookup.of_event(graph, event);
                !addr.is_empty() || !ctrl.is_empty()
            }
            Elsewhere::AfterReads => {
                let earlier = earlier(graph, event);
                earlier.is_some_and(|earlier| earlier.iter().any(|&slot| graph.node(slot).is_read()))
            }
        };
        is_elsewhere || self.lookup.is_conditional(graph, event)
    }
}

/// The events before this one in its thread.
fn earlier<S: Copy, const N: usize>(graph: &Graph<S, N>, event: Slot) -> Option<&[Slot]> {
    let node = graph.node(event);
    graph.threads()[node.lane.thread()?.index()].events.get(..node.index as usize)
}

/// Visits events that models that order dependencies order before an event: a subset of `Model::before` that costs less.
fn ordered_everywhere<S: Copy, const N: usize>(
    graph: &Graph<S, N>,
    event: Slot,
    lookup: &impl Lookup<S, N>,
    reach: &mut dyn FnMut(Slot),
) {
    let node = graph.node(event);
    let Some(thread) = node.lane.thread() else { return };
    if let Some(source) = node.rf {
        if graph.node(source).lane != node.lane {
            reach(source);
        }
        return;
    }
    if !node.is_write() {
        return;
    }
    let events = &graph.threads()[thread.index()].events;
    if node.is_exclusive()
        && let Some(&half) = (node.index as usize).checked_sub(1).and_then(|half| events.get(half))
    {
        reach(half);
    }
    lookup.visit(graph, event, &mut |how, read| {
        if let Some(&read) = events.get(read as usize).filter(|_| how.orders_writes()) {
            reach(read);
        }
    });
}

/// The state of the search for load buffering.
pub(super) struct Buffering {
    /// Was it noticed, or is it forbidden? Then the search is over.
    is_over: bool,
    /// May there be a write that is not ordered after an earlier read of its thread?
    has_loose_writes: bool,
}

impl Buffering {
    pub(super) fn new(is_allowed: bool) -> Buffering {
        Buffering { is_over: !is_allowed, has_loose_writes: false }
    }

    /// Assumes the worst about a graph that another worker built.
    pub(super) fn forget(&mut self) {
        self.has_loose_writes = true;
    }
}

impl<P: Program, const N: usize> Core<'_, P, N> {
    /// Does the write release, or does it (or an address before it) depend on every earlier read of its thread? Then every model
    /// orders it after them. Reads of updates count as such if they are before it anyway.
    fn depends_on_all_reads(&self, write: Slot, is_after_updates: bool) -> bool {
        let graph = &self.graph;
        let node = graph.node(write);
        if node.mode.is_release() && self.synchronises {
            return true;
        }
        let Some(earlier) = earlier(graph, write) else { return false };
        let is_missing = |slot: Slot| {
            let node = graph.node(slot);
            node.is_read() && !(is_after_updates && node.is_exclusive())
        };
        // The read half of an update.
        let own = (node.is_exclusive() && self.tracks_dependencies).then(|| earlier.len().saturating_sub(1));
        // As many at a time as a word has bits.
        earlier.chunks(64).enumerate().all(|(block, events)| {
            let bit = |index: usize| if index / 64 == block { 1_u64 << (index % 64) } else { 0 };
            let reads = (block * 64..).zip(events).filter(|&(_, &slot)| is_missing(slot));
            let mut missing = reads.fold(0, |set, (index, _)| set | bit(index)) & !own.map_or(0, bit);
            if missing != 0 && self.tracks_dependencies {
                OfStates(&self.states).visit(graph, write, &mut |how, read| {
                    if how.orders_writes() {
                        missing &= !bit(read as usize);
                    }
                });
            }
            missing == 0
        })
    }

    /// Is another location written? If not, `leaves_location` does not hold, and this costs less.
    fn is_written_elsewhere(&self, write: Slot) -> bool {
        let own = self.graph.node(write).loc();
        self.graph.locations().any(|(loc, location)| Some(loc) != own && location.co.len() > 1)
    }

    /// Does anything before the write read another location from a write that is not initial? Without, no path of program order and
    /// reads-from leads to it on which the location changes, and inside one location there are no cycles.
    fn leaves_location(&self, write: Slot) -> bool {
        let graph = &self.graph;
        let node = graph.node(write);
        let is_initial = |slot: Slot| graph.node(slot).lane.thread().is_none();
        let is_elsewhere = |&slot: &Slot| {
            let read = graph.node(slot);
            read.loc() != node.loc() && read.rf.is_some_and(|source| !is_initial(source))
        };
        graph.lanes().any(|lane| {
            let events = lane.thread().map_or(&[][..], |thread| &graph.threads()[thread.index()].events);
            let is_before = |&&slot: &&Slot| node.porf.contains(lane, graph.node(slot).index);
            events.iter().take_while(is_before).any(is_elsewhere)
        })
    }

    /// The reads of the write's location in other threads that are before it by program order and reads-from, and do not
    /// happen before it.
    pub(super) fn unordered_reads(&self, write: Slot) -> impl Iterator<Item = Slot> {
        let graph = &self.graph;
        let node = graph.node(write);
        // Accesses to mutexes synchronise.
        let loc = node.loc().filter(|&loc| !graph.location(loc).is_lock);
        let (own, porf, hb) = (node.lane, node.porf, node.hb);
        loc.into_iter().flat_map(move |loc| {
            let lanes = graph.lanes().filter(move |&lane| lane != own && porf.get(lane) > hb.get(lane));
            lanes.flat_map(move |lane| {
                let index = move |access: Slot| graph.node(access).index;
                let accesses = graph.accesses(loc, lane).take_while(move |&access| !hb.contains(lane, index(access)));
                accesses.filter(move |&access| porf.contains(lane, index(access)) && graph.node(access).is_read())
            })
        })
    }
}

impl<P: Program, M: Model, const N: usize> Visit<'_, P, M, N> {
    /// Was it noticed?
    pub(super) fn has_noted_buffering(&self) -> bool {
        self.buffering.is_over
    }

    /// Notices if the newest event is a write that an earlier read in its porf-prefix may also have read.
    #[inline(always)]
    pub(super) fn note_buffering(&mut self, write: Slot) {
        if M::ALLOWS_BUFFERING && !self.buffering.is_over && self.may_be_buffered(write) {
            self.buffering.is_over = true;
            self.core.shared.note_cycles();
        }
    }

    /// Might the update of `earlier`, which has taken the source of a begun read, read from the update of that read instead, which
    /// it is before? The write of that update has no place then, but must be added: `note_buffering` decides.
    #[inline(always)]
    pub(super) fn may_read_from_later_update(&self, earlier: Slot, read: Slot) -> bool {
        if !M::ALLOWS_BUFFERING || self.buffering.is_over {
            return false;
        }
        let graph = &self.core.graph;
        let node = graph.node(earlier);
        let is_before = graph.node(read).porf.contains(node.lane, node.index);
        is_before && !graph.hb_before(read).contains(node.lane, node.index)
    }

    fn may_be_buffered(&mut self, write: Slot) -> bool {
        if M::CYCLES_LEAVE_LOCATION && !self.core.is_written_elsewhere(write) {
            return false;
        }
        // As long as every write is ordered after all earlier reads of its own thread, so is everything that a path of program
        // order and reads-from leads to.
        // (Under XMM there is a cheaper question, below.)
        if !M::CYCLES_LEAVE_LOCATION && !self.buffering.has_loose_writes {
            let depends_on_all =
                self.model.orders_dependencies() && self.core.depends_on_all_reads(write, M::ORDERS_AFTER_UPDATES);
            self.buffering.has_loose_writes = !depends_on_all;
            if depends_on_all {
                return false;
            }
        }
        if !self.core.unordered_reads(write).any(|read| self.may_answer(read, write)) {
            return false;
        }
        if M::CYCLES_LEAVE_LOCATION && !self.core.leaves_location(write) {
            return false;
        }
        let graph = &self.core.graph;
        let orders_dependencies = self.model.orders_dependencies();
        let elsewhere = match (self.core.tracks_dependencies, M::CYCLES_LEAVE_LOCATION) {
            // XMM orders nothing before a write because of what stands between.
            (_, true) => Elsewhere::Nothing,
            (true, _) if orders_dependencies => Elsewhere::Nothing,
            (true, _) => Elsewhere::Dependent,
            (false, _) => Elsewhere::AfterReads,
        };
        let lookup = Certain { lookup: OfStates(&self.core.states), write, elsewhere };
        // First what nearly every model orders: dependencies of writes, halves of updates, and reads-from between threads. It takes
        // few steps and usually suffices.
        if orders_dependencies {
            self.search.comes_back(write, |event, reach| {
                if !lookup.may_be_absent(graph, event) {
                    ordered_everywhere(graph, event, &lookup, reach);
                }
            });
            if self.core.unordered_reads(write).all(|read| self.search.has_met(read)) {
                return false;
            }
        }
        self.model.mark_before(graph, write, &lookup, &mut self.search, &mut self.memory);
        let mut reads = self.core.unordered_reads(write).filter(|&read| self.may_answer(read, write));
        reads.any(|read| !self.search.has_met(read))
    }

    /// Under XMM only a race of which one access is at most relaxed answers for a cycle.
    fn may_answer(&self, read: Slot, write: Slot) -> bool {
        let mode = |slot: Slot| self.core.graph.node(slot).mode;
        !M::CYCLES_LEAVE_LOCATION || !mode(read).is_acquire() || !mode(write).is_release()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::visit::states::tests::Sum;
    use raddle_graph::graph::Synchronisation;
    use raddle_graph::{Address, ThreadId};

    #[test]
    fn an_initial_write_depends_on_nothing_whatever_was_forgotten() {
        let mut states = States::new(&Sum, true, true);
        let start = states.add(Sum.start(ThreadId(0)));
        let threads = [(start, states.standing(start), true)];
        // SAFETY: there is one graph.
        #[expect(unsafe_code, reason = "tests make graphs")]
        let mut graph = unsafe { Graph::<StateId, 2>::new(Synchronisation::AsLabelled, threads) };
        let loc = graph.locate(Address(1), || (0, None));
        let initial = graph.location(loc).co[0];
        states.evict_all_but(std::iter::empty());
        OfStates(&states).visit(&graph, initial, &mut |how, read| panic!("{how:?} on {read}"));
    }
}
