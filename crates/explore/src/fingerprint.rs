//! Numbers that distinguish what threads did.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use raddle_graph::{Event, EventId, Execution, Label, Source, ThreadId, Value};
use rustc_hash::FxHasher;

use crate::open::Chosen;

/// Of what a thread did in an execution: its events, and which of its own writes they read.
pub(crate) fn of_thread(thread: ThreadId, events: impl Iterator<Item = Event>) -> u64 {
    let mut hasher = FxHasher::default();
    for event in events {
        event.label.hash(&mut hasher);
        own_source(thread, &event).hash(&mut hasher);
    }
    hasher.finish()
}

/// Of what a thread did in an open graph, with what it waits for.
pub(crate) fn of_open(of_thread: u64, log: &[(u32, Chosen)]) -> u64 {
    let mut hasher = FxHasher::default();
    of_thread.hash(&mut hasher);
    log.hash(&mut hasher);
    hasher.finish()
}

/// Of what a thread did, without values, and with what events were computed from.
pub(crate) fn of_shape(execution: &Execution, thread: ThreadId) -> u64 {
    let mut hasher = FxHasher::default();
    for (index, event) in (0..).zip(&execution.threads[thread.index()]) {
        let mut label = event.label;
        if let Label::Read { value, .. } | Label::Write { value, .. } | Label::Choose { value } = &mut label {
            *value = 0;
        }
        label.hash(&mut hasher);
        own_source(thread, event).hash(&mut hasher);
        execution.dependencies.get(&EventId { thread, index }).hash(&mut hasher);
    }
    hasher.finish()
}

/// Of what each thread did and how it came to that: see `FinalGraph::footprints`. `labels` shows the events of a thread, `result` is what one
/// returned.
pub(crate) fn of_threads(
    threads: usize,
    labels: impl Fn(usize, &mut dyn FnMut(Label)),
    result: impl Fn(ThreadId) -> Value,
) -> Vec<u128> {
    let (mut footprints, mut beginnings, mut is_done) = (vec![0; threads], vec![None; threads], vec![false; threads]);
    // A thread comes after the one that starts it; some are there from the beginning.
    while let Some(next) = (0..threads)
        .find(|&thread| !is_done[thread] && beginnings[thread].is_some())
        .or_else(|| (0..threads).find(|&thread| !is_done[thread]))
    {
        // Their keys are fixed, so that nothing depends on the run.
        let (mut first, mut second) = (DefaultHasher::new(), FxHasher::default());
        let finish =
            |first: &DefaultHasher, second: &FxHasher| u128::from(first.finish()) << 64 | u128::from(second.finish());
        (next, beginnings[next]).hash(&mut first);
        (next, beginnings[next]).hash(&mut second);
        labels(next, &mut |label| {
            label.hash(&mut first);
            label.hash(&mut second);
            match label {
                Label::Spawn { thread } => beginnings[thread.index()] = Some(finish(&first, &second)),
                Label::Join { thread } => {
                    let result = result(thread);
                    result.hash(&mut first);
                    result.hash(&mut second);
                }
                _ => {}
            }
        });
        footprints[next] = finish(&first, &second);
        is_done[next] = true;
    }
    footprints
}

/// Of a whole execution. So long that no two executions have the same.
pub(crate) fn of_execution(execution: &Execution) -> u128 {
    let half = |seed: u64| {
        // Its keys are fixed, so that nothing depends on the run.
        let mut hasher = DefaultHasher::new();
        seed.hash(&mut hasher);
        execution.hash(&mut hasher);
        u128::from(hasher.finish())
    };
    half(1) << 64 | half(2)
}

fn own_source(thread: ThreadId, event: &Event) -> Option<u32> {
    match event.rf {
        Some(Source::Event(id)) if id.thread == thread => Some(id.index),
        _ => None,
    }
}
