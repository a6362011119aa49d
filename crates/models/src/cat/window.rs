//! Some events of a graph under construction, with their predefined sets and relations.
//!
//! Exact for relations that lead along paths of steps (`incremental.rs`) if the events between two that are in the window are in
//! it, too: so it is for strongly connected components, for prefixes of events, and for whole graphs.

use raddle_graph::graph::Graph;
use raddle_graph::node::{Kind, Node, Slot};
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
        self.members.extend(members);
        self.members.sort_unstable_by_key(|&slot| (graph.node(slot).lane, graph.node(slot).index, slot));
        for (number, &slot) in (1..).zip(&self.members) {
            if self.numbers.len() <= slot.index() {
                self.numbers.resize(slot.index() + 1, 0);
            }
            self.numbers[slot.index()] = number;
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
        let Window { members, numbers, dependencies } = self;
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
        self.fill(out, |a, b| is_in_thread(a) && a.lane == b.lane && a.index < b.index);
    }

    /// Places in coherence order of the writes of a location.
    fn overwrites(later: &Node<S, N>, earlier: &Node<S, N>) -> bool {
        later.is_write() && later.loc() == earlier.loc() && later.placed && later.co > earlier.co
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
            BaseRelation::Co => self.fill(out, |a, b| a.is_write() && Self::overwrites(b, a)),
            BaseRelation::FromRead => {
                for (read, node) in self.nodes() {
                    let Some(source) = node.rf.map(|source| self.graph.node(source)) else { continue };
                    for (write, later) in self.nodes() {
                        if Self::overwrites(later, source) {
                            insert(read, write);
                        }
                    }
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
                self.fill(out, |a, b| self.location(a).is_some_and(|at| self.location(b) == Some(at)));
            }
            BaseRelation::External => {
                self.fill(out, |a, b| a.lane != b.lane);
                // Initial writes belong to no thread.
                let initial: Vec<usize> = self.nodes().filter(|(_, a)| !is_in_thread(a)).map(|(a, _)| a).collect();
                for &a in &initial {
                    initial.iter().filter(|&&b| a != b).for_each(|&b| out[a * words + b / 64] |= 1 << (b % 64));
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
