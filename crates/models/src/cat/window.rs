//! Some events of a graph under construction, with their predefined sets and relations.
//!
//! Exact for relations that lead along paths of steps (`incremental.rs`) if the events between two that are in the window are in
//! it, too: so it is for strongly connected components, for prefixes of events, and for whole graphs.

use std::ops::Range;

use raddle_graph::graph::Graph;
use raddle_graph::node::{Kind, Loc, Node, Slot};
use raddle_graph::{Address, Dependence, Dependencies, Mode};

use super::base::{BaseRelation, BaseSet};
use super::bits::{self, Shape};
use super::given::Given;
use crate::model::Lookup;

/// The events, and from which of them others were computed.
#[derive(Debug, Default)]
pub(super) struct Window {
    /// By thread, and there in program order; initial writes first.
    members: Vec<Slot>,
    /// The number of each member plus 1, by its slot; 0 for others.
    numbers: Vec<u32>,
    /// For each member, the numbers of the members of its thread; an initial write stands alone.
    threads: Vec<Range<usize>>,
    /// Relations of dependencies, as rows: those of `DEPENDENCIES`, if they are tracked.
    dependencies: [Vec<u64>; DEPENDENCIES.len()],
}

const DEPENDENCIES: [BaseRelation; 6] = [
    BaseRelation::Addr,
    BaseRelation::Data,
    BaseRelation::Ctrl,
    BaseRelation::CasDep,
    BaseRelation::PickedAddr,
    BaseRelation::PickedData,
];

impl Window {
    /// Makes these the members.
    pub(super) fn open<S: Copy, const N: usize>(
        &mut self,
        graph: &Graph<S, N>,
        members: impl IntoIterator<Item = Slot>,
    ) {
        for &slot in &self.members {
            self.numbers[slot.index()] = 0;
        }
        self.members.clear();
        // Choices are no events of a model.
        self.members.extend(members.into_iter().filter(|&slot| !matches!(graph.node(slot).kind, Kind::Choose)));
        self.members.sort_unstable_by_key(|&slot| (graph.node(slot).lane, graph.node(slot).index, slot));
        for (number, &slot) in (1..).zip(&self.members) {
            if self.numbers.len() <= slot.index() {
                self.numbers.resize(slot.index() + 1, 0);
            }
            self.numbers[slot.index()] = number;
        }
        self.threads.clear();
        for (number, &slot) in self.members.iter().enumerate() {
            let lane = graph.node(slot).lane;
            if self.threads.last().is_some_and(|thread| thread.contains(&number)) {
                self.threads.push(self.threads[number - 1].clone());
                continue;
            }
            let is_same = |&&other: &&Slot| lane.thread().is_some() && graph.node(other).lane == lane;
            let others = self.members[number + 1..].iter().take_while(is_same).count();
            self.threads.push(number..number + 1 + others);
        }
    }

    pub(super) fn members(&self) -> &[Slot] {
        &self.members
    }

    pub(super) fn number(&self, slot: Slot) -> Option<usize> {
        (*self.numbers.get(slot.index())? as usize).checked_sub(1)
    }

    fn shape(&self) -> Shape {
        Shape::new(self.members.len())
    }

    /// Looks up dependencies. `has_picks`: does the model tell picks from others?
    pub(super) fn note_dependencies<S: Copy, const N: usize>(
        &mut self,
        graph: &Graph<S, N>,
        lookup: &impl Lookup<S, N>,
        has_picks: bool,
    ) {
        let shape = self.shape();
        let Window { members, numbers, dependencies, .. } = self;
        dependencies.iter_mut().for_each(|rows| shape.empty(rows));
        for (to, &slot) in members.iter().enumerate() {
            let Some(thread) = graph.node(slot).lane.thread() else { continue };
            let events = &graph.threads()[thread.index()].events;
            // Reads outside of the window are in no pair with an event inside that matters.
            let number = |read: u32| {
                let read = events.get(read as usize)?;
                (*numbers.get(read.index())? as usize).checked_sub(1)
            };
            let mut insert = |relation: usize, read: u32| {
                if let Some(from) = number(read) {
                    dependencies[relation][from * shape.words + to / 64] |= 1 << (to % 64);
                }
            };
            let mut is_simple = !has_picks;
            if is_simple {
                lookup.visit(graph, slot, &mut |how, read| match how {
                    Dependence::Address => insert(0, read),
                    Dependence::Data => insert(1, read),
                    Dependence::Control => insert(2, read),
                    Dependence::Expected => insert(3, read),
                    // Whether they are also in `addr` and `data` is not told.
                    Dependence::PickedAddress | Dependence::PickedData => is_simple = false,
                    Dependence::EarlierAddress | Dependence::EarlierPick => {}
                });
            }
            if !is_simple {
                let found = lookup.dependencies(graph, slot);
                let Dependencies { addr, data, ctrl, expected, joined: _, picked_addr, picked_data } = found;
                for (relation, reads) in [addr, data, ctrl, expected, picked_addr, picked_data].iter().enumerate() {
                    reads.iter().for_each(|read| insert(relation, read));
                }
            }
        }
    }
}

/// A window on a graph.
pub(super) struct View<'a, S, const N: usize> {
    pub(super) graph: &'a Graph<S, N>,
    pub(super) window: &'a Window,
}

impl<S: Copy, const N: usize> View<'_, S, N> {
    fn nodes(&self) -> impl Iterator<Item = (usize, &Node<S, N>)> {
        self.window.members.iter().map(|&slot| self.graph.node(slot)).enumerate()
    }

    /// Writes the pairs that have a property of both events.
    fn fill(&self, out: &mut [u64], related: impl Fn(&Node<S, N>, &Node<S, N>) -> bool) {
        let shape = self.window.shape();
        for (from, first) in self.nodes() {
            let row = shape.row_mut(out, from);
            for (to, second) in self.nodes() {
                row[to / 64] |= u64::from(related(first, second)) << (to % 64);
            }
        }
    }

    fn location(&self, node: &Node<S, N>) -> Option<Address> {
        match node.kind {
            Kind::Fence => (node.value != 0).then_some(Address(node.value)),
            _ => node.loc().map(|loc| self.graph.location(loc).addr),
        }
    }

    fn program_order(&self, out: &mut [u64]) {
        let shape = self.window.shape();
        for (number, thread) in self.window.threads.iter().enumerate() {
            bits::insert_range(shape.row_mut(out, number), number + 1..thread.end);
        }
    }

    /// The writes that have a place in coherence order: their numbers, locations and places.
    fn placed_writes(&self) -> impl Iterator<Item = (usize, Option<Loc>, u32)> {
        let placed = self.nodes().filter(|(_, node)| node.is_write() && node.placed);
        placed.map(|(number, node)| (number, node.loc(), node.co))
    }

    /// What starting and joining threads and barriers order, and what that orders with program order.
    fn synchronisation(&self, out: &mut [u64]) {
        if !self.nodes().any(|(_, node)| is_thread_event(node.kind)) {
            return;
        }
        let shape = self.window.shape();
        let (mut edges, mut po, mut first) = (Vec::new(), Vec::new(), Vec::new());
        shape.empty(&mut edges);
        shape.empty(&mut po);
        self.fill(&mut edges, |a, b| match (a.kind, b.kind) {
            (Kind::Spawn(child), Kind::Join(joined)) if child == joined => true,
            (Kind::Spawn(child), _) if b.lane.thread() == Some(child) => true,
            (_, Kind::Join(child)) => a.lane.thread() == Some(child),
            (Kind::Arrive { round }, Kind::Depart { round: left }) => round == left && a.value == b.value,
            _ => false,
        });
        self.program_order(&mut po);
        shape.make_reflexive(&mut po);
        shape.seq(&po, &edges, &mut first);
        shape.seq(&first, &po, &mut edges);
        out.copy_from_slice(&edges);
    }
}

impl<S: Copy, const N: usize> Given for View<'_, S, N> {
    fn relation(&self, base: BaseRelation, out: &mut [u64]) {
        let words = self.window.shape().words;
        let mut insert = |from: usize, to: usize| out[from * words + to / 64] |= 1 << (to % 64);
        match base {
            BaseRelation::Po => self.program_order(out),
            BaseRelation::Rf => {
                for (read, node) in self.nodes() {
                    if let Some(source) = node.rf.and_then(|source| self.window.number(source)) {
                        insert(source, read);
                    }
                }
            }
            BaseRelation::Co => {
                let writes: Vec<_> = self.placed_writes().collect();
                for &(write, loc, place) in &writes {
                    let later = writes.iter().filter(|&&(_, at, later)| at == loc && later > place);
                    later.for_each(|&(later, ..)| insert(write, later));
                }
            }
            BaseRelation::FromRead => {
                let writes: Vec<_> = self.placed_writes().collect();
                for (read, node) in self.nodes() {
                    let Some(source) = node.rf.map(|source| self.graph.node(source)) else { continue };
                    let later = writes.iter().filter(|&&(_, at, later)| at == node.loc() && later > source.co);
                    later.for_each(|&(write, ..)| insert(read, write));
                }
            }
            BaseRelation::SameSource => self.fill(out, |a, b| a.rf.is_some() && a.rf == b.rf),
            BaseRelation::Rmw => {
                for (write, node) in self.nodes().filter(|(_, node)| node.is_write() && node.is_exclusive()) {
                    if let Some(read) = node.before.and_then(|read| self.window.number(read)) {
                        insert(read, write);
                    }
                }
            }
            BaseRelation::Sync => self.synchronisation(out),
            BaseRelation::Loc => {
                let located = self.nodes().filter_map(|(number, node)| Some((number, self.location(node)?)));
                let located: Vec<(usize, Address)> = located.collect();
                for &(number, at) in &located {
                    let same = located.iter().filter(|&&(_, other)| other == at);
                    same.for_each(|&(other, _)| insert(number, other));
                }
            }
            BaseRelation::External => {
                for (number, thread) in self.window.threads.iter().enumerate() {
                    let row = &mut out[number * words..(number + 1) * words];
                    bits::insert_range(row, 0..thread.start);
                    bits::insert_range(row, thread.end..self.window.members.len());
                }
            }
            BaseRelation::Joined => unreachable!("models that use it are not checked one event at a time"),
            BaseRelation::Addr
            | BaseRelation::Data
            | BaseRelation::Ctrl
            | BaseRelation::CasDep
            | BaseRelation::PickedAddr
            | BaseRelation::PickedData => {
                let Some(at) = DEPENDENCIES.iter().position(|&known| known == base) else {
                    unreachable!("it is one of the dependencies")
                };
                out.copy_from_slice(&self.window.dependencies[at]);
            }
        }
    }

    fn set(&self, base: BaseSet, out: &mut Vec<u64>) {
        self.window.shape().empty_set(out);
        for (number, node) in self.nodes() {
            if has(base, node) {
                bits::insert(out, number);
            }
        }
    }
}

fn is_in_thread<S, const N: usize>(node: &Node<S, N>) -> bool {
    node.lane.thread().is_some()
}

fn is_thread_event(kind: Kind) -> bool {
    matches!(kind, Kind::Spawn(_) | Kind::Join(_) | Kind::Arrive { .. } | Kind::Depart { .. })
}

/// Is the event an element of the set?
fn has<S, const N: usize>(set: BaseSet, node: &Node<S, N>) -> bool {
    let is_ordered = node.loc().is_some() || node.kind == Kind::Fence;
    // Initial writes are plain.
    let mode = if is_in_thread(node) { node.mode } else { Mode::Na };
    match set {
        BaseSet::Reads => node.is_read(),
        BaseSet::Writes => node.is_write(),
        BaseSet::Fences => node.kind == Kind::Fence,
        BaseSet::Init => !is_in_thread(node),
        // There are no load-linked accesses: the fast engine does not build them.
        BaseSet::Exclusive | BaseSet::Updates => node.is_exclusive(),
        BaseSet::UpdateReads => node.is_read() && node.is_exclusive(),
        BaseSet::UpdateWrites => node.is_write() && node.is_exclusive(),
        BaseSet::ThreadEvents => is_thread_event(node.kind),
        BaseSet::Atomic => is_ordered && mode.is_atomic(),
        BaseSet::NonAtomic => is_ordered && !mode.is_atomic(),
        BaseSet::Exactly(exactly) => is_ordered && mode == exactly,
        BaseSet::Acquire => is_ordered && mode.is_acquire(),
        BaseSet::Release => is_ordered && mode.is_release(),
        BaseSet::AcquireReads => node.is_read() && mode.is_acquire(),
        BaseSet::ReleaseWrites => node.is_write() && mode.is_release(),
        BaseSet::Tagged(tag) => is_ordered && mode == Mode::Tag(tag),
    }
}
