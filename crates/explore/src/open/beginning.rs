//! The beginning of an execution.

use raddle_graph::{EventId, Execution};
use raddle_program::Program;
use raddle_program::replay::{Unwatched, replay};

use crate::ending::thread_end;

/// The execution with so many events of each thread, whose sources are among them.
pub(super) fn beginning<P: Program>(program: &P, execution: &Execution, lengths: &[usize]) -> Execution {
    let mut result = execution.clone();
    result.threads.iter_mut().zip(lengths).for_each(|(events, &length)| events.truncate(length));
    let Execution { threads, co, dependencies, init, .. } = &mut result;
    let has = |id: EventId| (id.index as usize) < threads[id.thread.index()].len();
    for order in co.iter_mut().flat_map(|co| co.values_mut()) {
        order.retain(|&id| has(id));
    }
    co.iter_mut().for_each(|co| co.retain(|_, order| !order.is_empty()));
    dependencies.retain(|&id, _| has(id));
    init.retain(|&addr, _| threads.iter().flatten().any(|event| event.label.addr() == Some(addr)));
    let states = replay(program, &result, &mut Unwatched, &mut |_| {});
    result.ends = states.iter().map(|state| thread_end(state.as_ref().map(|state| program.action(state)))).collect();
    result
}
