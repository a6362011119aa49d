//! Which executions with cycles are executions of the program, and from which open graph each is taken.

use std::collections::BTreeSet;

use raddle_graph::{Address, EventId, Execution, Label, Source, ThreadId};
use raddle_models::axioms::Candidate;
use raddle_program::replay::{Step, Unwatched, replay};
use raddle_program::{Action, Program};

use crate::Race;
use crate::general::{Axioms, CatAxioms};
use crate::open::{Closed, Porf, Thing, Things};

/// Judges executions.
pub(super) struct Judge<'a, P> {
    program: &'a P,
    axioms: CatAxioms<'a>,
}

/// An execution with cycles that the model allows.
pub(super) struct Judged {
    pub(super) execution: Execution,
    pub(super) race: Option<Race>,
}

impl<'a, P: Program> Judge<'a, P> {
    pub(super) fn new(program: &'a P, axioms: CatAxioms<'a>) -> Judge<'a, P> {
        Judge { program, axioms }
    }

    /// Is this the open graph that the execution is taken from, and does the model allow the execution?
    pub(super) fn judge(&mut self, closed: &Closed<'_>) -> Option<Judged> {
        if cut(closed.execution, closed.locks) != closed.cut {
            return None;
        }
        let mut execution = closed.execution.clone();
        self.add_dependencies(&mut execution);
        let candidate = match Candidate::new(&execution) {
            Ok(candidate) => candidate,
            Err(violation) => unreachable!("reads read what was written: {violation}"),
        };
        let co = match execution.co.as_ref().map(|co| candidate.coherence(co)) {
            Some(Ok(co)) => co,
            _ => unreachable!("every write has its place in coherence order"),
        };
        if !self.axioms.allow(&candidate, &co) {
            return None;
        }
        let labelled = |id| Some((id, execution.get(id)?.label));
        let races = self.axioms.races(&candidate, &co).into_iter();
        let race = races.filter_map(|(first, second)| Race::new(labelled(first)?, labelled(second)?)).min();
        Some(Judged { execution, race })
    }

    /// Notes from which reads events were computed.
    fn add_dependencies(&self, execution: &mut Execution) {
        let mut found = Vec::new();
        replay(self.program, execution, &mut Unwatched, &mut |step: Step<'_, P::State>| {
            let of_action = self.program.dependencies(step.state);
            let second = EventId { index: step.event.index + 1, ..step.event };
            match *self.program.action(step.state) {
                Action::Update { op, .. } => {
                    found.push((step.event, of_action.of_read_half()));
                    if step.length > 1 {
                        found.push((second, of_action.of_write_half(op, step.event.index)));
                    }
                }
                _ => found.push((step.event, of_action)),
            }
        });
        execution.dependencies = found.into_iter().filter(|(_, dependencies)| !dependencies.is_empty()).collect();
    }
}

/// The cut of an execution: the reads on cycles that read from a higher thread, or from a *late* write. Locks have none of them.
///
/// Without the edges into these there is no cycle. One would lead from a thread to a lower one, by a join, a barrier or a lock,
/// as nothing else does any more; it would go on and leave by an edge of reads-from, whose write is late then.
fn cut(execution: &Execution, locks: &[EventId]) -> Vec<EventId> {
    let Some(porf) = Porf::new(execution, &[]) else { unreachable!("every read has its source") };
    let late = late_from(execution, locks);
    let is_in = |read: EventId, source: EventId| {
        let is_late = source.index >= late[source.thread.index()];
        (read.thread < source.thread || (is_late && read.thread != source.thread))
            && porf.leads(read, source)
            && locks.binary_search(&read).is_err()
    };
    let reads = execution.events().filter_map(|(id, event)| match event.rf {
        Some(Source::Event(source)) => Some((id, source)),
        _ => None,
    });
    reads.filter(|&(read, source)| is_in(read, source)).map(|(read, _)| read).collect()
}

/// For each thread: from which event on its events are late. They follow a join, a meeting at a barrier, or a lock that was taken, by
/// program order and the starting of threads.
pub(super) fn late_from(execution: &Execution, locks: &[EventId]) -> Vec<u32> {
    let mut late = vec![u32::MAX; execution.threads.len()];
    let mut moved = true;
    while std::mem::take(&mut moved) {
        for (id, event) in execution.events() {
            let thread = id.thread.index();
            let begins = match event.label {
                Label::Join { .. } | Label::Depart { .. } => Some((thread, id.index)),
                Label::Spawn { thread: child } if id.index >= late[thread] => Some((child.index(), 0)),
                _ if locks.contains(&id) => Some((thread, id.index)),
                _ => None,
            };
            if let Some((thread, index)) = begins
                && thread < late.len()
                && index < late[thread]
            {
                late[thread] = index;
                moved = true;
            }
        }
    }
    late
}

/// Could the execution be found with these things to wait for?
pub(super) fn fits(execution: &Execution, cut: &[EventId], things: &Things) -> bool {
    let thing = |read: &EventId| {
        let event = execution.get(*read)?;
        let (Label::Read { addr, value, mode, exclusive }, Some(Source::Event(source))) = (event.label, event.rf)
        else {
            return None;
        };
        Some((mode, exclusive, Thing { reader: read.thread, addr, value, writer: source.thread }))
    };
    let found: Vec<_> = cut.iter().filter_map(thing).collect();
    let places: BTreeSet<(ThreadId, Address)> = found.iter().map(|(.., thing)| (thing.reader, thing.addr)).collect();
    found.iter().all(|&(mode, stores, thing)| things.contains(mode, stores, thing))
        && places.into_iter().all(|(thread, addr)| {
            let (mut turns, mut last) = (0, None);
            for (index, event) in (0..).zip(&execution.threads[thread.index()]) {
                if event.label.addr() == Some(addr) {
                    let read = EventId { thread, index };
                    let wait = cut.binary_search(&read).ok().map(|nth| found[nth].2);
                    turns += u32::from(wait.is_some() && wait != last);
                    last = wait;
                }
            }
            turns <= things.turns(thread, addr)
        })
}
