//! Writes: every place in coherence order, and every read that a new write may revisit.

use std::sync::Arc;

use raddle_graph::{EventId, Label, Source};

use super::extend::{Choice, place, slots};
use super::graph::{Event, Graph, Revisited};
use super::kept::{Kept, is_half};
use super::replay::Halt;
use super::{Axioms, General};
use crate::ExploreError;
use raddle_program::{Action, Program};

impl<P: Program, A: Axioms> General<'_, P, A> {
    /// Adds a write: in every place, and with every read that it may revisit reading from it.
    pub(super) fn add_write(
        &mut self,
        graph: &Arc<Graph<P::State>>,
        id: EventId,
        template: &Event,
    ) -> Result<(), ExploreError> {
        let choices = self.search.choices(graph, id, template);
        let Some(with_write) = self.sound(self.search.with_write(graph, id, template))? else { return Ok(()) };
        let mut has_place = false;
        for choice in choices {
            let next = match choice {
                Choice::Slot(slot) => {
                    let mut placed = with_write.clone();
                    place(&mut placed, id, slot);
                    placed
                }
                // It fails if it can do nothing else.
                Choice::Fail if has_place => continue,
                Choice::Fail => match self.sound(self.search.extended(graph, id, template, choice))?.flatten() {
                    Some(failed) => failed,
                    None => continue,
                },
                Choice::Read { .. } | Choice::Value(_) | Choice::Only => unreachable!("these are not for writes"),
            };
            has_place |= self.push_forward(graph, id, next);
        }
        let can_store = !matches!(template.action, Action::Conditional { .. }) || template.reserved.is_some();
        match can_store {
            true => self.revisit_all(graph, id, &with_write),
            false => Ok(()),
        }
    }

    /// Lets every read that may read from the new write do so.
    fn revisit_all(
        &mut self,
        graph: &Arc<Graph<P::State>>,
        write: EventId,
        with_write: &Graph<P::State>,
    ) -> Result<(), ExploreError> {
        let addr = with_write.get(write).and_then(|event| event.label.addr());
        let mut kept = Kept::new(self.search.by_existence);
        let is_read = |event: &Event| event.label.is_read() && event.label.addr() == addr;
        for (read, _) in graph.events().filter(|(_, event)| is_read(event)) {
            for part in self.search.proposals(with_write, &mut kept, read, write) {
                let mut revisited = with_write.clone();
                revisited.retain(|id| part.contains(id));
                self.revisit(graph, revisited.clone(), with_write, read, write, false)?;
                if self.options.spurious_failures {
                    self.revisit(graph, revisited, with_write, read, write, true)?;
                }
            }
        }
        Ok(())
    }

    /// Goes on with a graph in which the read reads from the new write, in every place of that.
    fn revisit(
        &mut self,
        parent: &Arc<Graph<P::State>>,
        mut graph: Graph<P::State>,
        with_write: &Graph<P::State>,
        read: EventId,
        write: EventId,
        spurious: bool,
    ) -> Result<(), ExploreError> {
        let Some(event) = graph.get_mut(read) else { unreachable!("a revisit keeps the read") };
        (event.source, event.spurious) = (Some(Source::Event(write)), spurious);
        if let (Action::Update { op, mode, .. }, Label::Read { mode: of_read, exclusive, .. }) =
            (event.action, &mut event.label)
        {
            // Running the thread over it says whether it stores.
            (*of_read, *exclusive) = (op.failure_mode(mode), false);
        }
        let Some(graph) = self.sound(self.search.refreshed(graph, Some(read)))? else { return Ok(()) };
        if spurious && !self.may_fail_spuriously(&graph, read) {
            return Ok(());
        }
        if is_entangled(&graph, with_write) {
            self.totals.entangled += 1;
        }
        let Some(event) = graph.get(write) else { unreachable!("a revisit keeps the write") };
        let Some(addr) = event.label.addr() else { unreachable!("a write has a location") };
        for slot in slots(&graph, write, event, addr) {
            self.totals.events_added += 1;
            let mut placed = graph.clone();
            place(&mut placed, write, slot);
            if self.search.allows(&placed)
                && let Some(mut placed) = self.search.is_parent(placed, parent)
            {
                placed.revisited = None;
                let part = placed.part();
                let visited = Revisited { graph: placed.clone(), part, earlier: parent.revisited.clone() };
                placed.revisited = Some(Arc::new(visited));
                self.pending.push(placed);
            }
        }
        Ok(())
    }

    /// Is the read one of a weak compare-exchange that finds what it expects?
    fn may_fail_spuriously(&self, graph: &Graph<P::State>, read: EventId) -> bool {
        let is_weak = |event: &Event| matches!(event.action, Action::Update { op, .. } if op.is_weak());
        graph
            .get(read)
            .is_some_and(|event| is_weak(event) && !event.fails_in_vain && self.search.would_store(graph, event))
    }

    /// What was replayed, unless the graph is none of the program's.
    pub(super) fn sound<T>(&self, replayed: Result<T, Halt>) -> Result<Option<T>, ExploreError> {
        match replayed {
            Ok(replayed) => Ok(Some(replayed)),
            // Without updates everything is kept with what its value needs.
            Err(Halt::Broken { thread }) if !self.search.by_existence => Err(ExploreError::Unstable { thread }),
            Err(Halt::Broken { .. }) => Ok(None),
            Err(Halt::Error(error)) => Err(error),
        }
    }
}

/// Is it a graph of the kind in which explorations have been seen to lose their way: with unknown values, with stores that failed,
/// or without a half of an update?
fn is_entangled<S: Clone>(graph: &Graph<S>, before: &Graph<S>) -> bool {
    let is_open = |event: &Event| event.failed || (event.label.is_write() && !event.known);
    let lacks_half = graph.threads.iter().zip(&before.threads).any(|(events, before)| {
        let missing = events.iter().zip(before.iter()).filter(|(event, _)| event.is_none());
        missing.into_iter().any(|(_, before)| before.as_deref().is_some_and(is_half))
    });
    lacks_half || graph.events().any(|(_, event)| is_open(event))
}
