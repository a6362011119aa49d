//! What a read that reads from a write takes along: the events that must be there before it can read from there.
//!
//! There are two versions. The first has what the model orders before the write and what its value needs. The second has what
//! the write needs to exist, and not what its value needs: where updates may be kept before their operands are known, some
//! executions are reached by it alone. In both, whatever is taken along takes along what its own existence needs.

use std::rc::Rc;

use raddle_graph::{Dependencies, EventId, Label, Relation};
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

    /// The versions of what is taken along with a write, the write included. They may be equal.
    pub fn versions<S: Clone, A: Axioms>(&mut self, graph: &Graph<S>, axioms: &mut A, write: EventId) -> Rc<Vec<Part>> {
        if let Some((_, versions)) = self.found.iter().find(|(of, _)| *of == write) {
            return versions.clone();
        }
        let order = self.order.get_or_insert_with(|| Order::new(graph, axioms));
        let mut by_order = order.of(graph, write);
        reach_values(graph, write, &mut by_order);
        let mut versions = vec![exist(graph, by_order, write)];
        if self.by_existence {
            let halves = [Some(write), graph.read_half(write)].into_iter().flatten();
            versions.push(exist(graph, halves.collect(), write));
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

/// The reads from which it was computed what the event is, its value left out. (Which value was picked says on what the event depends;
/// and what is neither read nor write has no value.)
fn label_needs(id: EventId, event: &Event) -> impl Iterator<Item = EventId> + '_ {
    let Dependencies { addr, data, ctrl, expected, picked_data, .. } = &*event.depends;
    let data = data.iter().filter(|_| event.is_local());
    let reads = [addr, ctrl, expected, picked_data].into_iter().flat_map(|reads| reads.iter());
    reads.chain(data).map(move |index| EventId { index, ..id })
}

/// The least set with these events that has with each of its events what that needs to exist; and with `write`.
fn exist<S: Clone>(graph: &Graph<S>, seed: Part, write: EventId) -> Part {
    let mut kept = seed;
    kept.insert(write);
    let mut todo: Vec<EventId> = kept.iter().collect();
    loop {
        while let Some(id) = todo.pop() {
            let Some(event) = graph.get(id) else { unreachable!("{id} is no event of the graph") };
            for needed in needs(graph, id, event).iter() {
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
        let Some((id, _)) = between else { return kept };
        kept.insert(id);
        todo.push(id);
    }
}

/// What an event needs directly to exist.
fn needs<S: Clone>(graph: &Graph<S>, id: EventId, event: &Event) -> Part {
    let mut needs: Part = event.source_event().into_iter().collect();
    for producer in label_needs(id, event).filter(|&id| graph.get(id).is_some()) {
        needs.insert(producer);
        reach_values(graph, producer, &mut needs);
    }
    needs.extend(Graph::<S>::write_half(id, event).filter(|&half| graph.get(half).is_some()));
    let earlier = (0..id.index).map(|index| EventId { index, ..id });
    let stays = |earlier: &Event| {
        let is_overwritten = earlier.is_write() && earlier.label.addr() == event.label.addr();
        earlier.is_local() || is_overwritten
    };
    needs.extend(earlier.filter(|&id| graph.get(id).is_some_and(stays)));
    let spawns = graph.events().filter(|(_, event)| event.label == Label::Spawn { thread: id.thread });
    needs.extend(spawns.map(|(id, _)| id));
    needs
}

/// Is it a half of an update, or of a reservation and its store?
pub(super) fn is_half(event: &Event) -> bool {
    matches!(event.action, Action::Update { .. } | Action::Reserve { .. } | Action::Conditional { .. })
}
