//! What the models with dependencies have in common: going back from an event to what is ordered before it in its own
//! thread and by the starting and joining of threads.

use raddle_graph::Address;
use raddle_graph::graph::Graph;
use raddle_graph::node::{Kind, Slot};

/// The events of the thread of an event, up to the event.
pub(crate) fn earlier<S: Copy, const N: usize>(graph: &Graph<S, N>, event: Slot) -> &[Slot] {
    let node = graph.node(event);
    let thread = node.lane.thread().map(|thread| &graph.threads()[thread.index()]);
    thread.map_or(&[], |thread| &thread.events[..node.index as usize])
}

/// Is it the start, the wait for the end, or the meeting of threads? All models take these for full fences.
pub(crate) fn is_thread_event(kind: Kind) -> bool {
    matches!(kind, Kind::Spawn(_) | Kind::Join(_) | Kind::Arrive { .. } | Kind::Depart { .. })
}

/// What the starting, joining and meeting of threads orders before an event, program order apart.
pub(crate) fn thread_order<S: Copy, const N: usize>(graph: &Graph<S, N>, event: Slot, reach: &mut dyn FnMut(Slot)) {
    let node = graph.node(event);
    let Some(thread) = node.lane.thread() else { return };
    graph.threads()[thread.index()].spawned_by.into_iter().for_each(&mut *reach);
    match node.kind {
        Kind::Join(child) => graph.threads()[child.index()].events.iter().copied().for_each(reach),
        Kind::Depart { round } => {
            let meeting = graph.meeting(Address(node.value), round);
            meeting.into_iter().flat_map(|meeting| &meeting.arrivals).copied().for_each(reach);
        }
        _ => {}
    }
}

/// The write of another thread that a read reads.
pub(crate) fn external_source<S: Copy, const N: usize>(graph: &Graph<S, N>, event: Slot) -> Option<Slot> {
    let node = graph.node(event);
    node.rf.filter(|&source| graph.node(source).lane != node.lane)
}

/// The write directly before a write in coherence order.
pub(crate) fn co_previous<S: Copy, const N: usize>(graph: &Graph<S, N>, write: Slot) -> Option<Slot> {
    let node = graph.node(write);
    let before = (node.co as usize).checked_sub(1)?;
    graph.location(node.loc().filter(|_| node.is_write())?).co.get(before).copied()
}
