//! Writes: every place in coherence order, and every read that a new write may revisit.

use std::sync::Arc;

use raddle_graph::{EventId, Label, Source, ThreadId};
use raddle_models::axioms::Node;

use super::canonical::{Revisit, keeps_values};
use super::graph::{Event, Graph};
use super::prefix::{Prefixes, names};
use super::replay::refresh;
use super::{Axioms, General};
use crate::ExploreError;
use raddle_program::{Action, Program};

impl<P: Program, A: Axioms> General<'_, P, A> {
    /// Adds the write half of the update in the middle of which the thread stands.
    pub(super) fn add_half(&mut self, graph: Graph<P::State>, thread: ThreadId) -> Result<(), ExploreError> {
        let id = EventId { thread, index: graph.runs[thread.index()].next };
        let read = EventId { index: id.index.saturating_sub(1), ..id };
        let Some(Event { action, .. }) = graph.get(read) else { unreachable!("a write half follows its read half") };
        let Action::Update { addr, mode, op, .. } = *action else { unreachable!("only updates have halves") };
        let depends = graph.runs[thread.index()].dependencies(self.program).of_write_half(op, read.index);
        let event = Event {
            action: *action,
            label: Label::Write { addr, mode, value: 0, exclusive: true },
            source: None,
            known: false,
            spurious: false,
            fails_in_vain: false,
            depends: Arc::new(depends),
        };
        self.add_write(graph, id, event)
    }

    /// Adds a write: in every place, and with every read that it may revisit reading from it.
    pub(super) fn add_write(&mut self, graph: Graph<P::State>, id: EventId, event: Event) -> Result<(), ExploreError> {
        let addr = event.label.addr();
        let mut with_write = graph.clone();
        with_write.add(id, event);
        // It goes back to the update's beginning.
        let run = &mut with_write.runs[id.thread.index()];
        if run.stands == super::Stands::Half {
            run.next = id.index.saturating_sub(1);
            run.stands = super::Stands::Ready;
        }
        self.run_on(&mut with_write, id.thread)?;
        self.place(&with_write, id);

        let view = with_write.view();
        let Some(element) = view.candidate.element(Node::Event(id)) else { unreachable!("the write was added") };
        let order = self.axioms.prefix(&view.candidate);
        let prefixes = Prefixes::new(&view.candidate, &order);
        let kept = names(&view.candidate, &prefixes.of(element));
        let revisit = Revisit {
            program: self.program,
            graph: &graph,
            write: id,
            kept: &kept,
            spurious_failures: self.options.spurious_failures,
        };
        for (place, &read) in graph.order.iter().enumerate() {
            let is_read = graph.get(read).is_some_and(|event| event.label.is_read() && event.label.addr() == addr);
            if !is_read || kept.contains(&read) {
                continue;
            }
            let newer = graph.order[place + 1..].iter().copied();
            let deleted: Vec<EventId> = newer.filter(|event| !kept.contains(event)).collect();
            let is_canonical = keeps_values(&with_write, &view, &prefixes, read, &deleted)
                && deleted.iter().chain([&read]).all(|&event| revisit.is_canonical(event, &mut self.axioms));
            if !is_canonical {
                continue;
            }
            let mut revisited = with_write.clone();
            revisited.remove(&deleted);
            if let Some(event) = revisited.get_mut(read) {
                event.source = Some(Source::Event(id));
            }
            self.revisit(revisited.clone(), read, id, false)?;
            if self.options.spurious_failures && self.may_fail_spuriously(&revisited, read) {
                self.revisit(revisited, read, id, true)?;
            }
        }
        Ok(())
    }

    /// Goes on with a read that reads from the new write now.
    fn revisit(
        &mut self,
        mut graph: Graph<P::State>,
        read: EventId,
        write: EventId,
        spurious: bool,
    ) -> Result<(), ExploreError> {
        if let Some(event) = graph.get_mut(read) {
            event.spurious = spurious;
        }
        forget_values(&mut graph, read);
        refresh(self.program, &mut graph)?;
        self.place(&graph, write);
        Ok(())
    }

    /// Is the read one of a weak compare-exchange that finds what it expects?
    fn may_fail_spuriously(&self, graph: &Graph<P::State>, read: EventId) -> bool {
        let is_weak = |event: &Event| matches!(event.action, Action::Update { op, .. } if op.is_weak());
        graph.get(read).is_some_and(|event| is_weak(event) && !event.fails_in_vain) && self.would_store(graph, read)
    }

    /// Tries every place of the newest write in coherence order.
    fn place(&mut self, graph: &Graph<P::State>, write: EventId) {
        let Some(addr) = graph.get(write).and_then(|event| event.label.addr()) else {
            unreachable!("the write is in the graph")
        };
        let writes = graph.writes(addr);
        let slots = match graph.read_half(write).and_then(|read| graph.get(read)?.source) {
            Some(Source::Init) => 0..1,
            Some(Source::Event(source)) => match writes.iter().position(|&id| id == source) {
                Some(place) => place + 1..place + 2,
                None => 0..0,
            },
            None => 0..writes.len() + 1,
        };
        for slot in slots {
            self.totals.events_added += 1;
            let mut placed = graph.clone();
            placed.place(write, addr, slot);
            self.push(placed);
        }
    }
}

/// Forgets the values of the writes that depend on a read which reads something else now, or on reads that are missing.
fn forget_values<S: Clone>(graph: &mut Graph<S>, revisited: EventId) {
    let mut unknown = vec![revisited];
    loop {
        let found = graph.events().find(|&(id, event)| {
            let on_missing = |index| {
                let read = EventId { index, ..id };
                graph.get(read).is_none() || unknown.contains(&read)
            };
            !unknown.contains(&id)
                && match event.label {
                    Label::Write { .. } => event.depends.data.iter().any(on_missing),
                    _ => matches!(event.source, Some(Source::Event(source)) if unknown.contains(&source)),
                }
        });
        let Some((id, _)) = found else { break };
        unknown.push(id);
    }
    for id in unknown {
        if let Some(event) = graph.get_mut(id)
            && event.label.is_write()
        {
            event.known = false;
        }
    }
}
