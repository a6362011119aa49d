//! The life of objects in the general engine, whose graphs may have holes, by the rules for all graphs (`life`).

use raddle_graph::{Address, EventId, Label, Source, ThreadId};

use super::graph::{Graph, Within};
use crate::life::{self, Events};
use crate::{ExploreError, Fault, LiveObject, Race};
use raddle_program::{Discovery, Program};

impl<S: Clone> Events for Within<'_, S> {
    fn events(self) -> impl Iterator<Item = (EventId, Label)> {
        Within::events(self).map(|(id, event)| (id, event.label))
    }

    fn get(self, id: EventId) -> Option<(Label, Option<Source>)> {
        Within::get(self, id).map(|event| (event.label, event.source))
    }

    fn threads(self) -> usize {
        self.graph.threads.len()
    }

    fn end(self, thread: ThreadId) -> EventId {
        EventId { thread, index: self.graph.threads[thread.index()].len() as u32 }
    }

    fn is_whole(self) -> bool {
        !self.has_holes()
    }
}

/// Why the thread must not do what it is about to do.
pub(super) fn fault<P: Program>(program: &P, graph: &Graph<P::State>, thread: ThreadId) -> Option<Fault> {
    let run = graph.runs.get(thread.index())?;
    let state = run.state.as_ref()?;
    life::fault(program, graph.whole(), EventId { thread, index: run.next }, program.action(state), Some(state))
}

/// What is wrong in a whole graph, and the event that is.
pub(super) fn late_fault<P: Program>(program: &P, graph: &Graph<P::State>) -> Option<(EventId, Fault)> {
    let state = |thread: ThreadId| graph.runs.get(thread.index())?.state.as_ref();
    life::use_after_free(program, graph.whole()).or_else(|| life::free_locked(program, graph.whole(), state))
}

/// The objects whose life has not ended.
pub(super) fn live_objects<S: Clone>(graph: &Graph<S>) -> Vec<LiveObject> {
    let live = life::live_objects(graph.whole());
    live.map(|object| LiveObject { allocated: graph.name(object.allocated), ..object }).collect()
}

/// An access to the thread-local memory of another thread that nothing orders before its end.
pub(super) fn late_access<P: Program>(program: &P, graph: &Graph<P::State>) -> Option<Race> {
    let state = |thread: ThreadId| graph.runs.get(thread.index())?.state.as_ref();
    let late = life::late_accesses(program, graph.whole(), state);
    late.map(|(addr, access, end)| {
        let (access, end) = (graph.name(access), graph.name(end));
        Race { addr, first: access.min(end), second: access.max(end) }
    })
    .min()
}

/// An error if the memory is accessed in other pieces, too, and the program can learn from that.
pub(super) fn check_overlap<P: Program>(
    program: &P,
    graph: &Graph<P::State>,
    addr: Address,
) -> Result<(), ExploreError> {
    match life::overlapping(program, graph.whole(), addr) {
        Some((_, first)) if program.can_learn_overlap(first, addr) => {
            Err(ExploreError::Learn(Discovery::Overlap(first, addr)))
        }
        _ => Ok(()),
    }
}
