//! Threads in a graph with holes: running them again over the events that are there.
//!
//! A thread runs over its events up to the first that is missing, which is its next one. A read of a value that is not
//! known yet is answered with 0, and dependencies tell what must not be believed then: an action that would not be reached,
//! or would be elsewhere, with another value is *not reached yet* (the thread waits); a store of such a value is there, but
//! what it stores is not known. What is stored behind a missing event is found in the same way: as if that had read 0.

use std::mem::discriminant;
use std::sync::{Arc, OnceLock};

use raddle_graph::{Dependencies, EventId, Label, Source, ThreadId, UpdateOp, Value};

use super::graph::{Event, Graph};
use crate::ExploreError;
use raddle_program::{Action, Answer, Program};

/// How far a thread has come.
#[derive(Clone, Debug)]
pub(super) struct Run<S> {
    /// Its state before the next event; `None` if it is not started.
    pub state: Option<S>,
    /// Its state at its beginning, if it is started.
    start: Option<Arc<S>>,
    /// The position of its next event.
    pub next: u32,
    /// The positions of its events, as the program counts them: only those that are there.
    pub names: Vec<u32>,
    /// Where it stands.
    pub stands: Stands,
    /// The dependencies of the action at which it stands, once somebody has asked.
    depends: OnceLock<Arc<Dependencies>>,
}

/// Where a thread stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Stands {
    /// Before the action of its state.
    Ready,
    /// Between the halves of an update; state and position are those before the update.
    Half,
    /// Before something that depends on a value that is not known yet.
    Unknown,
}

impl<S> Run<S> {
    /// A thread that is not started.
    fn none() -> Run<S> {
        Run { state: None, start: None, next: 0, names: Vec::new(), stands: Stands::Ready, depends: OnceLock::new() }
    }
}

impl<S: Clone> Run<S> {
    /// A thread at its beginning.
    fn from(start: Arc<S>) -> Run<S> {
        Run { state: Some((*start).clone()), start: Some(start), ..Run::none() }
    }

    /// The same thread at its beginning.
    fn again(&self) -> Run<S> {
        self.start.clone().map_or_else(Run::none, Run::from)
    }
}

impl<S> Run<S> {
    /// The dependencies of the action at which it stands, by positions in the graph.
    pub fn dependencies<P: Program<State = S>>(&self, program: &P) -> &Arc<Dependencies> {
        self.depends.get_or_init(|| {
            let Some(state) = &self.state else { return Arc::default() };
            Arc::new(program.dependencies(state).renamed(|read| self.names.get(read as usize).copied()))
        })
    }

    /// Goes on behind an action that has so many places, with what it is answered.
    fn step<P: Program<State = S>>(&mut self, program: &P, answer: Answer, places: u32, has_two_names: bool) {
        let Some(state) = &mut self.state else { unreachable!("a thread that was not started does not move") };
        program.step(state, answer);
        self.depends = OnceLock::new();
        self.names.push(self.next);
        self.names.extend(has_two_names.then_some(self.next + 1));
        self.next += places;
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

/// A thread at its beginning. Those that do not start by themselves are started by their `Spawn`.
fn first_run<P: Program>(program: &P, thread: ThreadId) -> Run<P::State> {
    if program.starts(thread) { Run::from(Arc::new(program.start(thread))) } else { Run::none() }
}

/// The empty graph, with every thread at its beginning.
pub(super) fn begin<P: Program>(program: &P) -> Graph<P::State> {
    let threads = (0..program.threads()).map(|index| ThreadId(index as u16));
    Graph {
        threads: vec![Arc::default(); program.threads()],
        co: Default::default(),
        taken: Some(Arc::default()),
        revisited: None,
        runs: threads.map(|thread| Arc::new(first_run(program, thread))).collect(),
    }
}

/// Is the value that some read of the set reads not known yet?
pub(super) fn has_unknown<P: Program>(
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

/// Does the thread wait before an event that is there, because it is not known yet whether that is what it does?
fn waits<P: Program>(program: &P, graph: &Graph<P::State>, id: EventId) -> bool {
    graph.get(id).is_some_and(|event| is_unknown(program, graph, id.thread, &event.action, &event.depends))
}

/// From what the write half of an update is computed. This may change although the read half is kept: which value is stored may be
/// picked by reads that are not.
fn renew_half<P: Program>(
    program: &P,
    graph: &mut Graph<P::State>,
    run: &Run<P::State>,
    read: EventId,
    action: &Action,
) -> Arc<Dependencies> {
    let Action::Update { op, .. } = *action else { unreachable!("only updates have halves") };
    let new = run.dependencies(program).of_write_half(op, read.index);
    if let Some(half) = graph.get(read).and_then(|event| event.half.clone())
        && *half == new
    {
        return half;
    }
    let new = Arc::new(new);
    if let Some(event) = graph.get_mut(read) {
        event.half = Some(new.clone());
    }
    let write = EventId { index: read.index + 1, ..read };
    if let Some(event) = graph.get_mut(write) {
        event.depends = new.clone();
    }
    new
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

/// Why a graph is not gone on with.
#[derive(Debug)]
pub(super) enum Halt {
    /// An event that is there is none of its thread any more: it was kept although the value that it was there for has changed.
    Broken { thread: ThreadId },
    /// The exploration cannot go on.
    Error(ExploreError),
}

impl From<ExploreError> for Halt {
    fn from(error: ExploreError) -> Halt {
        Halt::Error(error)
    }
}

/// Runs all threads over their events, from their beginning, until no more values become known.
pub(super) fn refresh<P: Program>(program: &P, graph: &mut Graph<P::State>) -> Result<(), Halt> {
    refresh_some(program, graph, |_| true)
}

/// The same for some threads, if nothing has changed for the others.
pub(super) fn refresh_some<P: Program>(
    program: &P,
    graph: &mut Graph<P::State>,
    is_stale: impl Fn(ThreadId) -> bool,
) -> Result<(), Halt> {
    for index in 0..graph.threads.len() {
        let thread = ThreadId(index as u16);
        if !is_stale(thread) {
            continue;
        }
        // Who is started by somebody who runs again is started again.
        let spawn = graph.events().find(|(_, event)| event.label == Label::Spawn { thread }).map(|(id, _)| id.thread);
        let stays = program.starts(thread) || spawn.is_some_and(|spawner| !is_stale(spawner));
        graph.runs[index] = Arc::new(if stays { graph.runs[index].again() } else { Run::none() });
    }
    while run_all(program, graph)? {
        for index in 0..graph.threads.len() {
            let starts = program.starts(ThreadId(index as u16));
            graph.runs[index] = Arc::new(if starts { graph.runs[index].again() } else { Run::none() });
        }
    }
    Ok(())
}

/// Runs all threads as far as they go. Has a value changed that a thread may have been run with?
fn run_all<P: Program>(program: &P, graph: &mut Graph<P::State>) -> Result<bool, Halt> {
    let (mut changed, mut moved) = (false, true);
    // Threads start others and wait for others.
    while std::mem::take(&mut moved) {
        for index in 0..graph.threads.len() {
            moved |= advance(program, graph, ThreadId(index as u16), &mut changed)?;
        }
    }
    for index in 0..graph.threads.len() {
        look_behind(program, graph, ThreadId(index as u16), &mut changed)?;
    }
    Ok(changed)
}

/// Runs a thread over its next events, as far as they are there. False if it cannot go on.
pub(super) fn advance<P: Program>(
    program: &P,
    graph: &mut Graph<P::State>,
    thread: ThreadId,
    changed: &mut bool,
) -> Result<bool, Halt> {
    let run = &mut graph.runs[thread.index()];
    if run.state.is_none() || run.stands != Stands::Ready {
        return Ok(false);
    }
    let mut run = std::mem::replace(run, Arc::new(Run::none()));
    let mut moved = false;
    let passed = loop {
        match pass(program, graph, thread, &mut run, changed) {
            Ok(true) => moved = true,
            Ok(false) => break Ok(moved),
            Err(halt) => break Err(halt),
        }
    };
    graph.runs[thread.index()] = run;
    passed
}

/// Finds the values of writes behind a hole that do not depend on it: runs the thread on as if what is missing had read 0. Where
/// it stands does not change.
fn look_behind<P: Program>(
    program: &P,
    graph: &mut Graph<P::State>,
    thread: ThreadId,
    changed: &mut bool,
) -> Result<(), Halt> {
    let run = &graph.runs[thread.index()];
    if run.next as usize >= graph.threads[thread.index()].len() || run.stands == Stands::Unknown {
        return Ok(());
    }
    let mut run = run.clone();
    Arc::make_mut(&mut run).stands = Stands::Ready;
    while (run.next as usize) < graph.threads[thread.index()].len() {
        let passed = match graph.get(EventId { thread, index: run.next }) {
            Some(_) => pass(program, graph, thread, &mut run, changed)? || pass_half(program, &mut run),
            None => pass_over(program, graph, thread, &mut run, changed)?,
        };
        if !passed {
            break;
        }
    }
    Ok(())
}

/// Passes over an event that is missing.
fn pass_over<P: Program>(
    program: &P,
    graph: &mut Graph<P::State>,
    thread: ThreadId,
    run: &mut Arc<Run<P::State>>,
    changed: &mut bool,
) -> Result<bool, Halt> {
    let Some(state) = &run.state else { return Ok(false) };
    let action = *program.action(state);
    let depends = run.dependencies(program);
    if has_unknown(program, graph, thread, depends.ctrl.iter()) {
        return Ok(false);
    }
    let id = EventId { thread, index: run.next };
    match action {
        Action::Read { .. } | Action::Reserve { .. } | Action::Write { .. } | Action::Conditional { .. } => {
            Arc::make_mut(run).step(program, Answer { value: 0, stored: false }, 1, false);
        }
        Action::Update { op, .. } if !op.is_conditional() => {
            let write = EventId { index: id.index + 1, ..id };
            if graph.get(write).is_some() {
                write_again(program, graph, write, &action, changed).ok_or(Halt::Broken { thread })?;
            }
            Arc::make_mut(run).step(program, Answer { value: 0, stored: true }, 2, true);
        }
        // Whether it stores is not known; what depends on that waits.
        Action::Update { .. } => Arc::make_mut(run).step(program, Answer { value: 0, stored: false }, 2, false),
        // Everything else is kept with what comes behind it.
        _ => return Ok(false),
    }
    Ok(true)
}

/// Passes over the write half of an update, which is missing.
fn pass_half<P: Program>(program: &P, run: &mut Arc<Run<P::State>>) -> bool {
    if run.stands != Stands::Half {
        return false;
    }
    let run = Arc::make_mut(run);
    run.stands = Stands::Ready;
    run.step(program, Answer { value: 0, stored: true }, 2, true);
    true
}

/// Runs a thread over its next event, if that is there.
fn pass<P: Program>(
    program: &P,
    graph: &mut Graph<P::State>,
    thread: ThreadId,
    run: &mut Arc<Run<P::State>>,
    changed: &mut bool,
) -> Result<bool, Halt> {
    let Some(state) = &run.state else { return Ok(false) };
    if run.stands != Stands::Ready {
        return Ok(false);
    }
    let action = *program.action(state);
    let id = EventId { thread, index: run.next };
    // From what an event was computed does not change as long as it is there.
    let (is_there, is_unknown) = match graph.get(id) {
        None => (false, is_unknown(program, graph, thread, &action, run.dependencies(program))),
        // The thread read something else before, and ends here, waits for more to be known, or was never to come here.
        Some(event) if discriminant(&event.action) != discriminant(&action) => {
            let is_unknown = is_unknown(program, graph, thread, &action, run.dependencies(program));
            if !is_unknown && !matches!(action, Action::Block | Action::Fail(_) | Action::Exit | Action::Learn(_)) {
                return Err(Halt::Broken { thread });
            }
            (true, is_unknown)
        }
        Some(event) if event.is_update() => {
            let half = renew_half(program, graph, run, id, &action);
            let picked = half.picked_data.iter().filter(|&read| read != id.index);
            (true, waits(program, graph, id) || has_unknown(program, graph, thread, picked))
        }
        Some(event) => (!event.failed, waits(program, graph, id)),
    };
    if is_unknown {
        Arc::make_mut(run).stands = Stands::Unknown;
    }
    if is_unknown || !is_there {
        return Ok(false);
    }
    let nothing = Answer { value: 0, stored: false };
    match action {
        Action::Read { addr, mode, .. } | Action::Reserve { addr, mode } => {
            let exclusive = matches!(action, Action::Reserve { .. });
            let value = read_again(program, graph, id).ok_or(Halt::Broken { thread })?;
            let label = Label::Read { addr, mode, value: value.unwrap_or(0), exclusive };
            relabel(graph, id, label).ok_or(Halt::Broken { thread })?;
            Arc::make_mut(run).step(program, Answer { value: value.unwrap_or(0), stored: false }, 1, false);
        }
        Action::Update { addr, mode, op, width, .. } => {
            let value = read_again(program, graph, id).ok_or(Halt::Broken { thread })?;
            let spurious = graph.get(id).is_some_and(|event| event.spurious);
            let stores = match value {
                Some(value) => program.stores(op, width, value).is_some() && !spurious,
                None => !op.is_conditional(),
            };
            let write = EventId { index: id.index + 1, ..id };
            if value.is_none() && op.is_conditional() {
                // Whether it stores is not known, unless its write half was kept with it.
                let stores = graph.get(write).is_some();
                let mode = if stores { mode } else { op.failure_mode(mode) };
                let label = Label::Read { addr, mode, value: 0, exclusive: stores };
                relabel(graph, id, label).ok_or(Halt::Broken { thread })?;
                Arc::make_mut(run).stands = Stands::Unknown;
                return Ok(false);
            }
            if !stores && graph.get(write).is_some() {
                return Err(Halt::Broken { thread });
            }
            let read_mode = if stores { mode } else { op.failure_mode(mode) };
            let label = Label::Read { addr, mode: read_mode, value: value.unwrap_or(0), exclusive: stores };
            relabel(graph, id, label).ok_or(Halt::Broken { thread })?;
            // What it stores may be known only now.
            if graph.get(id).is_some_and(|event| event.action != action)
                && let (Some(state), Some(event)) = (&run.state, graph.get_mut(id))
            {
                (event.action, event.fails_in_vain) = (action, fails_in_vain(program, state));
            }
            if stores {
                if graph.get(write).is_none() {
                    Arc::make_mut(run).stands = Stands::Half;
                    return Ok(false);
                }
                write_again(program, graph, write, &action, changed).ok_or(Halt::Broken { thread })?;
            }
            // The place of a write half stays free if there is none: what follows must not depend on that.
            Arc::make_mut(run).step(program, Answer { value: value.unwrap_or(0), stored: stores }, 2, stores);
        }
        Action::Write { .. } | Action::Conditional { .. } => {
            write_again(program, graph, id, &action, changed).ok_or(Halt::Broken { thread })?;
            Arc::make_mut(run).step(program, nothing, 1, false);
        }
        Action::Choose { .. } => match graph.get(id).map(|event| event.label) {
            Some(Label::Choose { value }) => {
                Arc::make_mut(run).step(program, Answer { value, stored: false }, 1, false)
            }
            _ => return Err(Halt::Broken { thread }),
        },
        Action::Spawn { thread: child } => {
            if let (Some(state), Some(run)) = (&run.state, graph.runs.get_mut(child.index()))
                && run.state.is_none()
            {
                *run = Arc::new(Run::from(Arc::new(program.child(state))));
            }
            Arc::make_mut(run).step(program, nothing, 1, false);
        }
        Action::Join { thread: child } => match result_of(program, graph, child) {
            Some(value) => Arc::make_mut(run).step(program, Answer { value, stored: false }, 1, false),
            None => return Ok(false),
        },
        Action::Fence { .. }
        | Action::Allocate { .. }
        | Action::Free { .. }
        | Action::Arrive { .. }
        | Action::Depart { .. } => Arc::make_mut(run).step(program, nothing, 1, false),
        Action::Learn(discovery) => return Err(ExploreError::Learn(discovery).into()),
        // An event that is there again reads something else now, and the thread cannot pass it.
        Action::Block | Action::Fail(_) | Action::Exit => return Ok(false),
        Action::Bound | Action::Finish => unreachable!("these leave no event behind"),
    }
    Ok(true)
}

/// Does the thread stand at a weak compare-exchange, and would it come back there if that failed without a reason?
pub(super) fn fails_in_vain<P: Program>(program: &P, state: &P::State) -> bool {
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
    let is_known = |event: &Arc<Event>| match event.label {
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
fn relabel<S: Clone>(graph: &mut Graph<S>, id: EventId, label: Label) -> Option<()> {
    let old = graph.get(id)?.label;
    if old.addr() != label.addr() {
        return None;
    }
    if old != label {
        graph.get_mut(id)?.label = label;
    }
    Some(())
}

/// Gives a write that is there the value that it stores, if that is known.
fn write_again<P: Program>(
    program: &P,
    graph: &mut Graph<P::State>,
    id: EventId,
    action: &Action,
    changed: &mut bool,
) -> Option<()> {
    let event = graph.get(id).filter(|event| !event.failed)?;
    let stored = stored_value(program, graph, id, action, &event.depends);
    let Label::Write { addr, value, .. } = event.label else { return None };
    if action.addr() != Some(addr) {
        return None;
    }
    let (new, is_known) = (stored.unwrap_or(0), stored.is_some());
    *changed |= event.known != is_known || value != new;
    if (event.known, value, event.action) != (is_known, new, *action) {
        let event = graph.get_mut(id)?;
        if let Label::Write { value, .. } = &mut event.label {
            *value = new;
        }
        (event.known, event.action) = (is_known, *action);
    }
    Some(())
}
