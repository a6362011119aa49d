//! The maximality test of dependency-tracking models: is the part of the graph that a revisit deletes built the way in
//! which it would be built again from what is kept?
//!
//! Of all graphs that lead to the same revisited graph only the one that passes performs the revisit. In graphs without holes
//! the default is the newest: reads read the last write, writes are placed last. An event that fills a hole has kept events
//! behind it, which may forbid that: the default is then the first choice that the model allows, oldest first for reads
//! with a kept access of the same location behind them.

use raddle_graph::{Address, EventId, EventSet, Label, Source};

use super::Axioms;
use super::graph::{Event, Graph, View, Virtual};
use super::prefix::Prefixes;
use super::replay::value_of;
use raddle_program::{Action, Program};

/// What a revisit would delete, and what it keeps.
pub(super) struct Revisit<'a, P: Program> {
    pub program: &'a P,
    /// The graph before the write is added.
    pub graph: &'a Graph<P::State>,
    /// The write that revisits.
    pub write: EventId,
    /// The prefix of the write.
    pub kept: &'a [EventId],
    /// May weak compare-exchanges fail although they need not?
    pub spurious_failures: bool,
}

impl<P: Program> Revisit<'_, P> {
    /// Is the event, which is to be deleted or to read something else, what it would be if it were added again now?
    pub fn is_canonical<A: Axioms>(&self, event: EventId, axioms: &mut A) -> bool {
        let Some(place) = self.graph.order.iter().position(|&id| id == event) else {
            unreachable!("what a revisit deletes is in the graph")
        };
        let Some(this) = self.graph.get(event) else { unreachable!("the insertion order lists events of the graph") };
        let older = &self.graph.order[..=place];
        let part = Part { revisit: self, older };
        let reads_from_outside = part.reads().any(|(_, read)| match read.source {
            Some(Source::Event(source)) => !part.contains(source),
            _ => false,
        });
        if reads_from_outside {
            return false;
        }
        match this.label {
            Label::Read { addr, .. } => part.is_default_read(event, this, addr, axioms),
            Label::Write { addr, exclusive, .. } => {
                let is_read = part.reads().any(|(_, read)| read.source == Some(Source::Event(event)));
                !is_read && (exclusive || part.is_default_write(event, addr, axioms))
            }
            Label::Choose { value } => value == 0,
            _ => true,
        }
    }
}

/// The part of the graph that is there when a deleted event is added again: what is older, and what is kept.
struct Part<'a, P: Program> {
    revisit: &'a Revisit<'a, P>,
    older: &'a [EventId],
}

impl<P: Program> Part<'_, P> {
    fn contains(&self, id: EventId) -> bool {
        self.older.contains(&id) || self.revisit.kept.contains(&id)
    }

    fn reads(&self) -> impl Iterator<Item = (EventId, &Event)> {
        self.revisit.graph.events().filter(|&(id, event)| event.label.is_read() && self.contains(id))
    }

    /// The write halves that are not in the part, though their read halves are; that of the revisiting write itself does
    /// not count.
    fn halves(&self, graph: &Graph<P::State>) -> Vec<Virtual> {
        let reads = graph.events().filter(|&(id, _)| self.contains(id));
        reads
            .filter_map(|(read, event)| {
                let write = Graph::<P::State>::write_half(read, event)?;
                let counts = !self.contains(write) && write != self.revisit.write;
                counts.then_some(Virtual { read, source: event.source? })
            })
            .collect()
    }

    fn is_consistent<A: Axioms>(&self, graph: &Graph<P::State>, axioms: &mut A) -> bool {
        let view = View::new(graph, |id| self.contains(id), &self.halves(graph));
        axioms.allow(&view.candidate, &view.co)
    }

    /// Does the read read from where it would by default?
    fn is_default_read<A: Axioms>(&self, read: EventId, event: &Event, addr: Address, axioms: &mut A) -> bool {
        let Revisit { graph, spurious_failures, .. } = *self.revisit;
        let writes = graph.writes(addr).iter().filter(|&&id| self.contains(id));
        let mut sources: Vec<Source> = vec![Source::Init];
        sources.extend(writes.map(|&id| Source::Event(id)));
        let fills_a_hole = graph.events().any(|(id, later)| {
            id.thread == read.thread
                && id.index > read.index
                && later.label.addr() == Some(addr)
                && Graph::<P::State>::write_half(read, event) != Some(id)
                && self.contains(id)
        });
        if !fills_a_hole {
            sources.reverse();
        }
        for source in sources {
            for spurious in [false, true] {
                if spurious && !(spurious_failures && event.is_update() && !event.fails_in_vain) {
                    continue;
                }
                if event.source == Some(source) && event.spurious == spurious {
                    return self.is_consistent(graph, axioms);
                }
                if let Some(other) = self.reading(read, source, spurious)
                    && self.is_consistent(&other, axioms)
                {
                    return false;
                }
            }
        }
        false
    }

    /// The graph in which the read reads from elsewhere; `None` if it cannot.
    fn reading(&self, read: EventId, source: Source, spurious: bool) -> Option<Graph<P::State>> {
        let mut graph = self.revisit.graph.clone();
        let event = self.revisit.graph.get(read)?;
        let mut label = event.label;
        if let (Action::Update { mode, op, width, .. }, Label::Read { mode: as_read, exclusive, .. }) =
            (event.action, &mut label)
        {
            let value = self.value(source, event)?;
            let would_store = match value {
                Some(value) => self.revisit.program.stores(op, width, value).is_some(),
                None => !op.is_conditional(),
            };
            if spurious && !(op.is_weak() && would_store) {
                return None;
            }
            *exclusive = would_store && !spurious;
            *as_read = if *exclusive { mode } else { op.failure_mode(mode) };
        }
        let event = graph.get_mut(read)?;
        (event.source, event.label, event.spurious) = (Some(source), label, spurious);
        Some(graph)
    }

    /// The value of a source, if it is known in this part of the graph.
    fn value(&self, source: Source, read: &Event) -> Option<Option<u64>> {
        if let Source::Event(id) = source
            && !self.knows(id, &mut Vec::new())
        {
            return Some(None);
        }
        Some(value_of(self.revisit.program, self.revisit.graph, Some(source), &read.label))
    }

    /// Is everything in the part that the event's value needs?
    fn knows(&self, id: EventId, seen: &mut Vec<EventId>) -> bool {
        if !self.contains(id) {
            return false;
        }
        if seen.contains(&id) {
            return true;
        }
        seen.push(id);
        let Some(event) = self.revisit.graph.get(id) else { unreachable!("the part is one of this graph") };
        if let Some(Source::Event(source)) = event.source
            && !self.knows(source, seen)
        {
            return false;
        }
        let depends = &event.depends;
        let sets = [&depends.addr, &depends.data, &depends.ctrl, &depends.expected, &depends.picked_data];
        sets.into_iter().flat_map(|set| set.iter()).all(|index| self.knows(EventId { index, ..id }, seen))
    }

    /// Is the write placed where it would be by default?
    fn is_default_write<A: Axioms>(&self, write: EventId, addr: Address, axioms: &mut A) -> bool {
        let graph = self.revisit.graph;
        // Places among the writes of the part: before the write that stands there, or last.
        let others: Vec<EventId> =
            graph.writes(addr).iter().copied().filter(|&id| id != write && self.contains(id)).collect();
        let is_before = |id: EventId| {
            let writes = graph.writes(addr);
            writes.iter().position(|&other| other == id) < writes.iter().position(|&other| other == write)
        };
        let actual = others.iter().filter(|&&id| is_before(id)).count();
        for slot in (0..=others.len()).rev() {
            if slot == actual {
                return self.is_consistent(graph, axioms);
            }
            let mut other = graph.clone();
            let mut order = others.clone();
            order.insert(slot, write);
            other.co.insert(addr, order);
            if self.is_consistent(&other, axioms) {
                return false;
            }
        }
        false
    }
}

/// Rule D2: a kept write that revisited an older read needs its value; what that needs must not be deleted.
pub(super) fn keeps_values<S: Clone>(
    graph: &Graph<S>,
    view: &View,
    prefixes: &Prefixes<'_>,
    revisited: EventId,
    deleted: &[EventId],
) -> bool {
    let gone: EventSet = view.elements(deleted.iter().copied());
    let place = |id: EventId| graph.order.iter().position(|&other| other == id);
    let kept_reads =
        graph.events().filter(|&(id, event)| event.label.is_read() && id != revisited && !deleted.contains(&id));
    kept_reads
        .filter_map(|(read, event)| match event.source? {
            Source::Event(write) if !deleted.contains(&write) && place(read) < place(write) => Some(write),
            _ => None,
        })
        .all(|write| {
            let element = view.candidate.element(raddle_models::axioms::Node::Event(write));
            element.is_none_or(|element| (prefixes.of_value(element) & &gone).is_empty())
        })
}
