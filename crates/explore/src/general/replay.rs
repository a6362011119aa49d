//! Threads in a graph with holes: running them again over the events that are there.
//!
//! A thread runs over its events up to the first that is missing, which is its next one. A read of a value that is not
//! known yet is answered with 0, and dependencies tell what must not be believed then: an action that would not be reached,
//! or would be elsewhere, with another value is *not reached yet* (the thread waits); a store of such a value is there, but
//! what it stores is not known.

use std::sync::Arc;

use raddle_graph::{Dependencies, EventId, Label, Source, ThreadId, UpdateOp, Value};

use super::graph::{Event, Graph};
use crate::ExploreError;
use raddle_program::{Action, Answer, Program};

/// How far a thread has come.
#[derive(Clone, Debug)]
pub(super) struct Run<S> {
    /// Its state before the next event; `None` if it is not started.
    pub state: Option<S>,
    /// The position of its next event.
    pub next: u32,
    /// The positions of its events, as the program counts them: only those that are there.
    pub names: Vec<u32>,
    /// Where it stands.
    pub stands: Stands,
}

/// Where a thread stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Stands {
    /// Before the action of its state.
    Ready,
    /// Between the halves of an update; the state is that before the update.
    Half,
    /// Before something that depends on a value that is not known yet.
    Unknown,
}

impl<S> Run<S> {
    fn at(state: Option<S>) -> Run<S> {
        Run { state, next: 0, names: Vec::new(), stands: Stands::Ready }
    }
}

impl<S> Run<S> {
    /// The dependencies of the action at which it stands, by positions in the graph.
    pub fn dependencies<P: Program<State = S>>(&self, program: &P) -> Dependencies {
        let Some(state) = &self.state else { return Dependencies::default() };
        program.dependencies(state).renamed(|read| self.names.get(read as usize).copied())
    }
}

/// The value that a read reads; `None` if it is not known yet.
pub(super) fn value_of<P: Program>(
    program: &P,
    graph: &Graph<P::State>,
    source: Option<Source>,
    read: &Label,
) -> Option<Value> {
    match (source?, read.addr()?) {
        (Source::Init, addr) => Some(program.initial_value(addr)),
        (Source::Event(id), _) => match graph.get(id)? {
            Event { label: Label::Write { value, .. }, known: true, .. } => Some(*value),
            _ => None,
        },
    }
}

/// The empty graph, with every thread at its beginning.
pub(super) fn begin<P: Program>(program: &P) -> Graph<P::State> {
    let threads = (0..program.threads()).map(|index| ThreadId(index as u16));
    Graph {
        threads: vec![Vec::new(); program.threads()],
        co: Default::default(),
        order: Vec::new(),
        runs: threads.map(|thread| Run::at(program.starts(thread).then(|| program.start(thread)))).collect(),
    }
}

/// Is the value that some read of the set reads not known yet?
fn has_unknown<P: Program>(
    program: &P,
    graph: &Graph<P::State>,
    thread: ThreadId,
    mut reads: impl Iterator<Item = u32>,
) -> bool {
    reads.any(|index| match graph.get(EventId { thread, index }) {
        // That a store-conditional succeeded is known with it.
        Some(write) if write.label.is_write() => false,
        Some(read) => value_of(program, graph, read.source, &read.label).is_none(),
        None => true,
    })
}

/// Does the thread stand at something that depends on what is not known yet?
pub(super) fn is_unknown<P: Program>(
    program: &P,
    graph: &Graph<P::State>,
    thread: ThreadId,
    action: &Action,
    depends: &Dependencies,
) -> bool {
    // Which value was picked says what the event depends on.
    let label = depends.addr.iter().chain(depends.ctrl.iter()).chain(depends.expected.iter());
    let label = label.chain(depends.picked_data.iter());
    // What is stored may be unknown; everything else that an action is made of may not.
    let stores = matches!(action, Action::Write { .. } | Action::Update { .. } | Action::Conditional { .. });
    let data = depends.data.iter().filter(|_| !stores);
    has_unknown(program, graph, thread, label.chain(data))
}

/// The value that a write stores; `None` if it is not known yet. `depends` is the write's own.
pub(super) fn stored_value<P: Program>(
    program: &P,
    graph: &Graph<P::State>,
    write: EventId,
    action: &Action,
    depends: &Dependencies,
) -> Option<Value> {
    if has_unknown(program, graph, write.thread, depends.data.iter()) {
        return None;
    }
    match *action {
        Action::Write { value, .. } | Action::Conditional { value, .. } => Some(value),
        Action::Update { op, width, .. } => {
            let read = EventId { index: write.index.checked_sub(1)?, ..write };
            let read = graph.get(read);
            let old = read.and_then(|read| value_of(program, graph, read.source, &read.label));
            // What an exchange stores is known even if what it replaces is not.
            if op.stores_what_it_read() {
                program.stores(op, width, old?)
            } else {
                program.stores(op, width, old.unwrap_or(0))
            }
        }
        _ => None,
    }
}

/// Runs all threads over their events, from their beginning, until no more values become known.
pub(super) fn refresh<P: Program>(program: &P, graph: &mut Graph<P::State>) -> Result<(), ExploreError> {
    loop {
        for index in 0..graph.threads.len() {
            let thread = ThreadId(index as u16);
            // The others are started by their `Spawn`.
            graph.runs[index] = Run::at(program.starts(thread).then(|| program.start(thread)));
        }
        if !run_all(program, graph)? {
            return Ok(());
        }
    }
}

/// Runs all threads as far as they go. Has a value changed that a thread may have been run with?
fn run_all<P: Program>(program: &P, graph: &mut Graph<P::State>) -> Result<bool, ExploreError> {
    let (mut changed, mut moved) = (false, true);
    // Threads start others and wait for others.
    while std::mem::take(&mut moved) {
        for index in 0..graph.threads.len() {
            while advance(program, graph, ThreadId(index as u16), &mut changed)? {
                moved = true;
            }
        }
    }
    Ok(changed)
}

/// Runs a thread over its next event, if that is there. False if the thread cannot go on.
pub(super) fn advance<P: Program>(
    program: &P,
    graph: &mut Graph<P::State>,
    thread: ThreadId,
    changed: &mut bool,
) -> Result<bool, ExploreError> {
    let run = &graph.runs[thread.index()];
    let Some(mut state) = run.state.clone() else { return Ok(false) };
    if run.stands != Stands::Ready {
        return Ok(false);
    }
    let action = *program.action(&state);
    let depends = run.dependencies(program);
    let id = EventId { thread, index: run.next };
    let unstable = || ExploreError::Unstable { thread };
    let stand = |graph: &mut Graph<P::State>, stands| {
        graph.runs[thread.index()].stands = stands;
        Ok(false)
    };
    if is_unknown(program, graph, thread, &action, &depends) {
        return stand(graph, Stands::Unknown);
    }
    if graph.get(id).is_none() {
        return Ok(false);
    }
    let mut stored = false;
    let (answer, places) = match action {
        Action::Read { addr, mode, .. } | Action::Reserve { addr, mode } => {
            let exclusive = matches!(action, Action::Reserve { .. });
            let value = read_again(program, graph, id).ok_or_else(unstable)?;
            let label = Label::Read { addr, mode, value: value.unwrap_or(0), exclusive };
            relabel(graph, id, label, depends).ok_or_else(unstable)?;
            (Answer { value: value.unwrap_or(0), stored: false }, 1)
        }
        Action::Update { addr, mode, op, width, .. } => {
            let value = read_again(program, graph, id).ok_or_else(unstable)?;
            let spurious = graph.get(id).is_some_and(|event| event.spurious);
            let stores = match value {
                Some(value) => program.stores(op, width, value).is_some() && !spurious,
                None => !op.is_conditional(),
            };
            let read_mode = if stores { mode } else { op.failure_mode(mode) };
            let label = Label::Read { addr, mode: read_mode, value: value.unwrap_or(0), exclusive: stores };
            relabel(graph, id, label, depends.of_read_half()).ok_or_else(unstable)?;
            let fails_in_vain = fails_in_vain(program, graph, id);
            let event = graph.get_mut(id).ok_or_else(unstable)?;
            (event.action, event.fails_in_vain) = (action, fails_in_vain);
            if value.is_none() && op.is_conditional() {
                return stand(graph, Stands::Unknown);
            }
            if stores {
                let write = EventId { index: id.index + 1, ..id };
                if graph.get(write).is_none() {
                    graph.runs[thread.index()].next = write.index;
                    return stand(graph, Stands::Half);
                }
                let depends = depends.of_write_half(op, id.index);
                write_again(program, graph, write, &action, depends, changed).ok_or_else(unstable)?;
            }
            stored = stores;
            // The place of a write half stays free if there is none: what follows must not depend on that.
            (Answer { value: value.unwrap_or(0), stored: stores }, 2)
        }
        Action::Write { .. } | Action::Conditional { .. } => {
            write_again(program, graph, id, &action, depends, changed).ok_or_else(unstable)?;
            (Answer { value: 0, stored: false }, 1)
        }
        Action::Choose { .. } => match graph.get(id).map(|event| event.label) {
            Some(Label::Choose { value }) => (Answer { value, stored: false }, 1),
            _ => return Err(unstable()),
        },
        Action::Spawn { thread: child } => {
            if let Some(run) = graph.runs.get_mut(child.index())
                && run.state.is_none()
            {
                *run = Run::at(Some(program.child(&state)));
            }
            (Answer { value: 0, stored: false }, 1)
        }
        Action::Join { thread: child } => match result_of(program, graph, child) {
            Some(value) => (Answer { value, stored: false }, 1),
            None => return Ok(false),
        },
        Action::Fence { .. }
        | Action::Allocate { .. }
        | Action::Free { .. }
        | Action::Arrive { .. }
        | Action::Depart { .. } => (Answer { value: 0, stored: false }, 1),
        Action::Learn(discovery) => return Err(ExploreError::Learn(discovery)),
        // An event that is there again reads something else now, and the thread cannot pass it.
        Action::Block | Action::Fail(_) | Action::Exit => return Ok(false),
        Action::Bound | Action::Finish => return Err(unstable()),
    };
    program.step(&mut state, answer);
    let run = &mut graph.runs[thread.index()];
    run.names.push(id.index);
    run.names.extend(stored.then_some(id.index + 1));
    (run.state, run.next, run.stands) = (Some(state), id.index + places, Stands::Ready);
    Ok(true)
}

/// Does the event's thread stand at a weak compare-exchange, and would it come back there if that failed without a reason?
pub(super) fn fails_in_vain<P: Program>(program: &P, graph: &Graph<P::State>, id: EventId) -> bool {
    let Some(state) = &graph.runs[id.thread.index()].state else {
        unreachable!("a thread that was not started reads nothing")
    };
    let Action::Update { op: UpdateOp::CompareExchange { expected, weak: true, .. }, .. } = *program.action(state)
    else {
        return false;
    };
    // Its models know no races: others may notice every write.
    program.fails_in_vain(state, expected, &|_, _| false)
}

/// What a thread returned that has finished, all of whose values are known.
pub(super) fn result_of<P: Program>(program: &P, graph: &Graph<P::State>, thread: ThreadId) -> Option<Value> {
    let run = graph.runs.get(thread.index())?;
    let state = run.state.as_ref()?;
    let is_known = |event: &Event| match event.label {
        Label::Read { .. } => value_of(program, graph, event.source, &event.label).is_some(),
        Label::Write { .. } => event.known,
        _ => true,
    };
    let finished = run.stands == Stands::Ready && *program.action(state) == Action::Finish;
    (finished && graph.threads[thread.index()].iter().flatten().all(is_known)).then(|| program.result(state))
}

/// What the read that is there reads now: nothing if it is no read, `Some(None)` if the value is not known.
fn read_again<P: Program>(program: &P, graph: &Graph<P::State>, id: EventId) -> Option<Option<Value>> {
    let event = graph.get(id)?;
    event.label.is_read().then(|| value_of(program, graph, event.source, &event.label))
}

/// Gives a read that is there its label, which may differ in its value (and, for an update, in whether that stores).
fn relabel<S: Clone>(graph: &mut Graph<S>, id: EventId, label: Label, depends: Dependencies) -> Option<()> {
    let event = graph.get_mut(id)?;
    if event.label.addr() != label.addr() {
        return None;
    }
    event.label = label;
    set_depends(event, depends);
    Some(())
}

/// Gives a write that is there the value that it stores, if that is known.
fn write_again<P: Program>(
    program: &P,
    graph: &mut Graph<P::State>,
    id: EventId,
    action: &Action,
    depends: Dependencies,
    changed: &mut bool,
) -> Option<()> {
    let stored = stored_value(program, graph, id, action, &depends);
    let event = graph.get_mut(id)?;
    let Label::Write { addr, value, .. } = &mut event.label else { return None };
    if action.addr() != Some(*addr) {
        return None;
    }
    *changed |= event.known != stored.is_some() || stored.is_some_and(|stored| *value != stored);
    *value = stored.unwrap_or(0);
    event.known = stored.is_some();
    event.action = *action;
    set_depends(event, depends);
    Some(())
}

fn set_depends(event: &mut Event, depends: Dependencies) {
    if *event.depends != depends {
        event.depends = Arc::new(depends);
    }
}
