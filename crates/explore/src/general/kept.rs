//! What a read that reads from a write takes along: the events that must be there before it can read from there.
//!
//! There are several versions. The first has what the model orders before the write and what its value needs. The second has what
//! the write needs to exist, and not what its value needs: where updates may be kept before their operands are known, some
//! executions are reached by it alone. In both, whatever is taken along takes along what its own existence needs. The others are for what depends on whether
//! a compare-exchange stores, which may change with what is read: with and without what the value needs, and without the writes of compare-exchanges that stand
//! before others of their location. The last has what is ordered before releasing write halves that stay with their read halves.

use std::rc::Rc;

use raddle_graph::{Dependencies, EventId, Label, Mode, Relation};
use raddle_models::axioms::Node;

use super::Axioms;
use super::graph::{Event, Graph, View};
use super::part::Part;
use raddle_program::Action;

/// What is taken along with the writes of one graph.
pub(super) struct Kept {
    /// Is there a second version?
    by_existence: bool,
    order: Option<Order>,
    found: Vec<(EventId, Rc<Vec<Part>>)>,
}

/// What the model orders in a graph whatever is read and wherever writes are placed, and what starting, joining and meeting of threads
/// orders.
struct Order {
    view: View,
    before: Relation,
}

impl Order {
    fn new<S: Clone, A: Axioms>(graph: &Graph<S>, axioms: &mut A) -> Order {
        let view = graph.view();
        let before = (axioms.prefix(&view.candidate) | &view.candidate.sync).inverse();
        Order { view, before }
    }

    /// Everything that is ordered before an event.
    fn of<S: Clone>(&self, graph: &Graph<S>, event: EventId) -> Part {
        let candidate = &self.view.candidate;
        let mut reached = vec![false; candidate.size()];
        let mut todo: Vec<usize> = candidate.element(Node::Event(event)).into_iter().collect();
        while let Some(element) = todo.pop() {
            for earlier in self.before.successors(element) {
                if !std::mem::replace(&mut reached[earlier], true) {
                    todo.push(earlier);
                }
            }
        }
        let name = |element: usize| match candidate.node(element) {
            Node::Event(id) => Some(id),
            Node::Init(_) => None,
        };
        let names = (0..candidate.size()).filter(|&element| reached[element]).filter_map(name);
        names.filter(|&id| graph.get(id).is_some()).collect()
    }
}

impl Order {
    /// The set with what is ordered before its releasing write halves, and what that needs to exist. None if it has no such halves.
    fn with_releases<S: Clone>(&self, graph: &Graph<S>, part: &Part, write: EventId) -> Option<Part> {
        let releases =
            |event: &Event| event.is_write() && event.is_update() && event.label.mode().is_some_and(Mode::is_release);
        let mut with = part.clone();
        for half in part.iter().filter(|&id| id != write && graph.get(id).is_some_and(releases)) {
            with.extend(self.of(graph, half).iter());
        }
        if with == *part { None } else { exist(graph, with, write, Overwritten::All) }
    }
}

impl Kept {
    /// Nothing is computed before it is asked for.
    pub fn new(by_existence: bool) -> Kept {
        Kept { by_existence, order: None, found: Vec::new() }
    }

    /// Does the model order the one event before the other, in one step?
    pub fn orders<S: Clone, A: Axioms>(
        &mut self,
        graph: &Graph<S>,
        axioms: &mut A,
        first: EventId,
        second: EventId,
    ) -> bool {
        let Order { view, before } = self.order.get_or_insert_with(|| Order::new(graph, axioms));
        let element = |id| view.candidate.element(Node::Event(id));
        matches!((element(first), element(second)), (Some(first), Some(second)) if before.contains(second, first))
    }

    /// Does the model order the read before the write, in one or several steps, or is the value of the write computed from what the
    /// read reads? Then the read cannot read from the write. What else is taken along with the write is there to let it exist; it
    /// may exist for another reason as well.
    pub fn comes_before<S: Clone, A: Axioms>(
        &mut self,
        graph: &Graph<S>,
        axioms: &mut A,
        read: EventId,
        write: EventId,
    ) -> bool {
        let order = self.order.get_or_insert_with(|| Order::new(graph, axioms));
        order.of(graph, write).contains(read) || computes(graph, read, write)
    }

    /// The versions of what is taken along with a write, the write included. They may be equal.
    pub fn versions<S: Clone, A: Axioms>(&mut self, graph: &Graph<S>, axioms: &mut A, write: EventId) -> Rc<Vec<Part>> {
        if let Some((_, versions)) = self.found.iter().find(|(of, _)| *of == write) {
            return versions.clone();
        }
        let order = self.order.get_or_insert_with(|| Order::new(graph, axioms));
        let mut by_order = order.of(graph, write);
        reach_values(graph, write, &mut by_order);
        let first = exist(graph, by_order, write, Overwritten::All);
        let mut versions: Vec<Part> = first.iter().cloned().collect();
        if self.by_existence {
            let halves: Part = [Some(write), graph.read_half(write)].into_iter().flatten().collect();
            versions.extend(exist(graph, halves.clone(), write, Overwritten::All));
            if graph.events().any(|(_, event)| is_conditional_half(event)) {
                let mut by_value = halves.clone();
                reach_values(graph, write, &mut by_value);
                versions.extend(exist(graph, by_value, write, Overwritten::Unconditional));
                versions.extend(exist(graph, halves, write, Overwritten::Unconditional));
            }
            versions.extend(first.and_then(|first| order.with_releases(graph, &first, write)));
        }
        let versions = Rc::new(versions);
        self.found.push((write, versions.clone()));
        versions
    }
}

/// The reads (and conditional stores) whose values an event was computed from, and what it reads from.
fn value_needs<S: Clone>(graph: &Graph<S>, id: EventId) -> Vec<EventId> {
    let Some(event) = graph.get(id) else { return Vec::new() };
    let Dependencies { addr, data, ctrl, expected, picked_data, .. } = &*event.depends;
    let reads = [addr, data, ctrl, expected, picked_data].into_iter().flat_map(|reads| reads.iter());
    let reads = reads.map(|index| EventId { index, ..id });
    reads.chain(event.source_event()).filter(|&id| graph.get(id).is_some()).collect()
}

/// Adds everything that the value of an event needs.
fn reach_values<S: Clone>(graph: &Graph<S>, id: EventId, reached: &mut Part) {
    // What is in the set for another reason may need more.
    let mut seen = Part::default();
    let mut todo = vec![id];
    while let Some(id) = todo.pop() {
        for needed in value_needs(graph, id) {
            if seen.insert(needed) {
                reached.insert(needed);
                todo.push(needed);
            }
        }
    }
}

/// Is the value of the write computed from that of the read?
fn computes<S: Clone>(graph: &Graph<S>, read: EventId, write: EventId) -> bool {
    let mut seen = Part::default();
    let mut todo = vec![write];
    while let Some(id) = todo.pop() {
        let Some(event) = graph.get(id) else { continue };
        let reads = event.depends.data.iter().filter(|_| event.label.is_write()).map(|index| EventId { index, ..id });
        todo.extend(reads.chain(event.source_event()).filter(|&needed| seen.insert(needed)));
    }
    seen.contains(read)
}

/// The reads from which it was computed what the event is, its value left out. (Which value was picked says on what the event depends;
/// and what is neither read nor write has no value.)
fn label_needs(id: EventId, event: &Event) -> impl Iterator<Item = EventId> + '_ {
    let Dependencies { addr, data, ctrl, expected, picked_data, .. } = &*event.depends;
    let data = data.iter().filter(|_| event.is_local());
    let reads = [addr, ctrl, expected, picked_data].into_iter().flat_map(|reads| reads.iter());
    reads.chain(data).map(move |index| EventId { index, ..id })
}

/// Which earlier writes of its location stay with an event.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Overwritten {
    All,
    /// Those that are there whatever was read.
    Unconditional,
}

/// The least set with these events that has with each of its events what that needs to exist; and with `write`. None if that is not
/// in the graph: a read may read from a write that was deleted.
fn exist<S: Clone>(graph: &Graph<S>, seed: Part, write: EventId, overwritten: Overwritten) -> Option<Part> {
    let mut kept = seed;
    kept.insert(write);
    let mut todo: Vec<EventId> = kept.iter().collect();
    loop {
        while let Some(id) = todo.pop() {
            let event = graph.get(id)?;
            for needed in needs(graph, id, event, overwritten).iter() {
                if kept.insert(needed) {
                    todo.push(needed);
                }
            }
        }
        // A conditional store between its reservation and what stands behind it.
        let between = graph.events().find(|&(id, event)| {
            let reserved = event.reserved.map(|index| EventId { index, ..id });
            event.is_write()
                && !kept.contains(id)
                && reserved.is_some_and(|read| kept.contains(read))
                && kept.has_behind(id)
        });
        let Some((id, _)) = between else { return Some(kept) };
        kept.insert(id);
        todo.push(id);
    }
}

/// What an event needs directly to exist.
fn needs<S: Clone>(graph: &Graph<S>, id: EventId, event: &Event, overwritten: Overwritten) -> Part {
    let mut needs: Part = event.source_event().into_iter().collect();
    for producer in label_needs(id, event).filter(|&id| graph.get(id).is_some()) {
        needs.insert(producer);
        reach_values(graph, producer, &mut needs);
    }
    needs.extend(Graph::<S>::write_half(id, event).filter(|&half| graph.get(half).is_some()));
    let earlier = (0..id.index).map(|index| EventId { index, ..id });
    let stays = |earlier: &Event| {
        let is_overwritten = earlier.is_write()
            && earlier.label.addr() == event.label.addr()
            && (overwritten == Overwritten::All || !is_conditional_half(earlier));
        earlier.is_local() || is_overwritten
    };
    needs.extend(earlier.filter(|&id| graph.get(id).is_some_and(stays)));
    let spawns = graph.events().filter(|(_, event)| event.label == Label::Spawn { thread: id.thread });
    needs.extend(spawns.map(|(id, _)| id));
    needs
}

/// Is it the write half of a compare-exchange? There is none if that reads something else than it expects.
fn is_conditional_half(event: &Event) -> bool {
    event.is_write() && matches!(event.action, Action::Update { op, .. } if op.is_conditional())
}

/// Is there such a write between two events of a thread?
pub(super) fn has_conditional_half_between<S: Clone>(graph: &Graph<S>, first: EventId, last: EventId) -> bool {
    let is_half = |index| graph.get(EventId { index, ..first }).is_some_and(is_conditional_half);
    first.thread == last.thread && (first.index + 1..last.index).any(is_half)
}

/// Is it a half of an update, or of a reservation and its store?
pub(super) fn is_half(event: &Event) -> bool {
    matches!(event.action, Action::Update { .. } | Action::Reserve { .. } | Action::Conditional { .. })
}
