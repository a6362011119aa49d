//! The oracle: the slow, obviously correct enumerator by which the explorer is judged.
//!
//! Every model forbids cycles of program order and reads-from. So every execution can be built by adding its events one
//! at a time in *some* order in which each read comes after the write that it reads from. The oracle tries all such
//! orders: from each partial graph, each thread that can move moves in every way it can. Graphs in which nothing can move
//! are final; for those all coherence orders are enumerated, and the full axioms decide.
//!
//! It shares with the explorer labels, update operations and the program interface. It may be slow; it may not be clever.
//!
//! Machines, and whoever writes a model, may allow such cycles: for those there is another enumerator, `guess`, which runs
//! each thread alone on values that it guesses. It also keeps dependencies. `xmm` builds on that one.

mod guess;
mod xmm;

pub use guess::{Guess, Guessed, Guessing, executions_under, executions_under_model, for_each_candidate};
pub use xmm::{Reached, WhyNot, check_derivation, reached_by_xmm};

use std::collections::{BTreeMap, BTreeSet};

use raddle_graph::{Address, Event, EventId, Execution, Label, Source, ThreadEnd, ThreadId, UpdateOp, Value};
use raddle_models::ModelName;
use raddle_models::axioms::{Candidate, Judge, coherence_orders, has_coherence_order};
use rustc_hash::FxHashSet;

use crate::{Action, Answer, Equivalence, Program};

/// Every execution of the program that the model allows, blocked and failed ones included; `None` if there are more than
/// `limit` partial graphs, which makes the program too large to judge.
///
/// # Panics
/// If the program names a thread that it does not have, or starts one twice.
pub fn executions<P: Program>(
    program: &P,
    model: ModelName,
    equivalence: Equivalence,
    spurious_failures: bool,
    limit: usize,
) -> Option<BTreeSet<Execution>> {
    let mut found = BTreeSet::new();
    for_each_final(program, spurious_failures, limit, |execution| {
        judge(model, equivalence, execution, &mut found);
    })?;
    Some(found)
}

/// Adds what the model makes of a final graph.
fn judge(model: ModelName, equivalence: Equivalence, graph: Execution, found: &mut BTreeSet<Execution>) {
    let candidate = match Candidate::new(&graph) {
        Ok(candidate) => candidate,
        Err(violation) => {
            unreachable!("reads take values from writes that are there, yet {violation}")
        }
    };
    let judge = Judge::new(model, &candidate);
    match equivalence {
        Equivalence::Mo => {
            for co in coherence_orders(&candidate, &judge) {
                found.insert(Execution { co: Some(co), ..graph.clone() });
            }
        }
        Equivalence::Wb => {
            if has_coherence_order(&candidate, &judge) {
                found.insert(graph);
            }
        }
    }
}

/// Calls `visit` once for each final graph, whatever the models say; `None` if there are too many graphs on the way.
fn for_each_final<P: Program>(
    program: &P,
    spurious_failures: bool,
    limit: usize,
    mut visit: impl FnMut(Execution),
) -> Option<()> {
    let first = Graph::new(program);
    let mut seen = FxHashSet::from_iter([first.events.clone()]);
    let mut pending = vec![first];
    while let Some(graph) = pending.pop() {
        let mut is_final = true;
        for thread in graph.threads() {
            for next in graph.moves(program, thread, spurious_failures) {
                is_final = false;
                if next.reads_twice_for_update() {
                    continue;
                }
                if seen.insert(next.events.clone()) {
                    if seen.len() > limit {
                        return None;
                    }
                    pending.push(next);
                }
            }
        }
        if is_final && !graph.is_impossible(program) {
            visit(graph.execution(program));
        }
    }
    Some(())
}

/// A partial execution: events with reads-from, and the state that each started thread has reached. The states are
/// a function of the events, because threads are deterministic.
struct Graph<State> {
    events: Vec<Vec<Event>>,
    /// `None` for threads that are not started.
    states: Vec<Option<State>>,
}

impl<State: Clone> Graph<State> {
    /// The graph without events.
    fn new<P: Program<State = State>>(program: &P) -> Graph<State> {
        let threads = (0..program.threads()).map(|index| ThreadId(index as u16));
        Graph {
            events: vec![Vec::new(); program.threads()],
            states: threads.map(|thread| program.starts(thread).then(|| program.start(thread))).collect(),
        }
    }

    fn threads(&self) -> impl Iterator<Item = ThreadId> + use<State> {
        (0..self.states.len()).map(|index| ThreadId(index as u16))
    }

    /// Every graph that one action of the thread leads to.
    fn moves<P: Program<State = State>>(
        &self,
        program: &P,
        thread: ThreadId,
        spurious_failures: bool,
    ) -> Vec<Graph<State>> {
        let Some(state) = &self.states[thread.index()] else {
            return Vec::new();
        };
        let nothing = Answer { value: 0, stored: false };
        let event = |label| Event { label, rf: None };
        match *program.action(state) {
            Action::Read { addr, mode, .. } | Action::Reserve { addr, mode } => self
                .sources(program, addr)
                .into_iter()
                .map(|(source, value)| {
                    let exclusive = matches!(program.action(state), Action::Reserve { .. });
                    let label = Label::Read { addr, mode, value, exclusive };
                    let read = Event { label, rf: Some(source) };
                    self.extended(program, thread, &[read], Answer { value, stored: false })
                })
                .collect(),
            Action::Update { .. } => self.updates(program, thread, state, spurious_failures),
            Action::Conditional { addr, .. } if !self.has_reserved(thread, addr) => Vec::new(),
            Action::Write { addr, mode, value } | Action::Conditional { addr, mode, value } => {
                let exclusive = matches!(program.action(state), Action::Conditional { .. });
                let write = event(Label::Write { addr, mode, value, exclusive });
                vec![self.extended(program, thread, &[write], nothing)]
            }
            Action::Fence { mode, on } => {
                vec![self.extended(program, thread, &[event(Label::Fence { mode, on })], nothing)]
            }
            Action::Spawn { thread: child } => {
                assert!(self.states[child.index()].is_none(), "{thread} starts {child}, which runs already");
                let spawn = event(Label::Spawn { thread: child });
                let mut next = self.extended(program, thread, &[spawn], nothing);
                next.states[child.index()] = Some(program.child(state));
                vec![next]
            }
            Action::Join { thread: child } => match &self.states[child.index()] {
                Some(finished) if *program.action(finished) == Action::Finish => {
                    let answer = Answer { value: program.result(finished), stored: false };
                    vec![self.extended(program, thread, &[event(Label::Join { thread: child })], answer)]
                }
                _ => Vec::new(),
            },
            Action::Allocate { base, size } => {
                vec![self.extended(program, thread, &[event(Label::Allocate { base, size })], nothing)]
            }
            Action::Free { base } => vec![self.extended(program, thread, &[event(Label::Free { base })], nothing)],
            Action::Choose { count } => (0..count)
                .map(|value| {
                    let choice = event(Label::Choose { value });
                    self.extended(program, thread, &[choice], Answer { value, stored: false })
                })
                .collect(),
            Action::Arrive { barrier, round } => {
                vec![self.extended(program, thread, &[event(Label::Arrive { barrier, round })], nothing)]
            }
            Action::Depart { barrier, round, count } => {
                let arrival = Label::Arrive { barrier, round };
                let arrived = self.events.iter().flatten().filter(|event| event.label == arrival).count();
                if arrived < count as usize {
                    return Vec::new();
                }
                vec![self.extended(program, thread, &[event(Label::Depart { barrier, round })], nothing)]
            }
            Action::Learn(_) => unreachable!("a program that is not known yet cannot be judged"),
            Action::Block | Action::Bound | Action::Fail(_) | Action::Finish | Action::Exit => Vec::new(),
        }
    }

    /// Every graph that the update at which the thread stands leads to.
    fn updates<P: Program<State = State>>(
        &self,
        program: &P,
        thread: ThreadId,
        state: &State,
        spurious_failures: bool,
    ) -> Vec<Graph<State>> {
        let Action::Update { addr, mode, op, width, awaits: _ } = *program.action(state) else {
            unreachable!("{thread} stands at an update")
        };
        let mut result = Vec::new();
        for (source, value) in self.sources(program, addr) {
            if matches!(op, UpdateOp::Lock { .. }) && !self.may_lock(program, state, addr, source, value) {
                continue;
            }
            let read =
                |mode, exclusive| Event { label: Label::Read { addr, mode, value, exclusive }, rf: Some(source) };
            let stored = program.stores(op, width, value);
            if let Some(new) = stored {
                let write = Event { label: Label::Write { addr, mode, value: new, exclusive: true }, rf: None };
                let both = [read(mode, true), write];
                result.push(self.extended(program, thread, &both, Answer { value, stored: true }));
            }
            if stored.is_none() || (op.is_weak() && spurious_failures) {
                let alone = [read(op.failure_mode(mode), false)];
                result.push(self.extended(program, thread, &alone, Answer { value, stored: false }));
            }
        }
        result
    }

    /// May a lock read this? It does not read what makes it wait, nor what another lock has read.
    fn may_lock<P: Program<State = State>>(
        &self,
        program: &P,
        state: &State,
        addr: Address,
        source: Source,
        value: Value,
    ) -> bool {
        let is_taken = |event: &Event| {
            matches!(event.label, Label::Read { addr: at, exclusive: true, .. } if at == addr)
                && event.rf == Some(source)
        };
        let mut after = state.clone();
        program.step(&mut after, Answer { value, stored: value == 0 });
        let waits = value != 0 && *program.action(&after) == Action::Block;
        !waits && !self.events.iter().flatten().any(is_taken)
    }

    /// Everything that a read of the location can read from, with its value.
    fn sources<P: Program<State = State>>(&self, program: &P, addr: Address) -> Vec<(Source, Value)> {
        let mut result = vec![(Source::Init, program.initial_value(addr))];
        for (thread, events) in self.events.iter().enumerate() {
            for (index, event) in events.iter().enumerate() {
                if let Label::Write { addr: at, value, .. } = event.label
                    && at == addr
                {
                    let id = EventId { thread: ThreadId(thread as u16), index: index as u32 };
                    result.push((Source::Event(id), value));
                }
            }
        }
        result
    }

    /// This graph after one more action of the thread.
    fn extended<P: Program<State = State>>(
        &self,
        program: &P,
        thread: ThreadId,
        events: &[Event],
        answer: Answer,
    ) -> Graph<State> {
        let mut next = Graph { events: self.events.clone(), states: self.states.clone() };
        next.events[thread.index()].extend_from_slice(events);
        if let Some(state) = &mut next.states[thread.index()] {
            program.step(state, answer);
        }
        next
    }

    /// Is the thread's newest reservation of this location, and not used yet?
    fn has_reserved(&self, thread: ThreadId, addr: Address) -> bool {
        let newest = self.events[thread.index()].iter().rev().find(|event| event.label.is_exclusive());
        newest.is_some_and(|event| event.label.is_read() && event.label.addr() == Some(addr))
    }

    /// Does a thread stand before a conditional write that cannot be?
    fn is_impossible<P: Program<State = State>>(&self, program: &P) -> bool {
        self.states.iter().flatten().any(|state| matches!(program.action(state), Action::Conditional { .. }))
    }

    /// Do two updates read from the same write? No model allows that, whatever is added: the one whose write comes
    /// later in coherence has the other's write between what it read and what it wrote.
    fn reads_twice_for_update(&self) -> bool {
        let mut read = Vec::new();
        for events in &self.events {
            // A reservation that was not used, or not yet, is no update.
            let mut reserved = None;
            for event in events {
                match event.label {
                    Label::Read { addr, exclusive: true, .. } => reserved = Some((addr, event.rf)),
                    Label::Write { exclusive: true, .. } => {
                        let Some(update) = reserved.take() else { continue };
                        if read.contains(&update) {
                            return true;
                        }
                        read.push(update);
                    }
                    _ => {}
                }
            }
        }
        false
    }

    /// The graph as an execution without coherence.
    fn execution<P: Program<State = State>>(self, program: &P) -> Execution {
        let end = |state: &Option<State>| match state.as_ref().map(|state| program.action(state)) {
            None => ThreadEnd::NotStarted,
            Some(Action::Finish | Action::Exit) => ThreadEnd::Finished,
            Some(Action::Fail(_)) => ThreadEnd::Failed,
            Some(_) => ThreadEnd::Blocked,
        };
        let accessed = self.events.iter().flatten().filter_map(|event| event.label.addr());
        let init: BTreeMap<Address, Value> =
            accessed.map(|addr| (addr, program.initial_value(addr))).filter(|&(_, value)| value != 0).collect();
        let ends = self.states.iter().map(end).collect();
        Execution { ends, threads: self.events, co: None, init, dependencies: BTreeMap::new() }
    }
}

#[cfg(test)]
mod tests;
