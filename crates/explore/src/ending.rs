//! How executions end: who waits and for what, deadlock, livelock. The questions are answered here, once, from the facts
//! that each engine has about its final graphs. (The judges have answers of their own, on purpose.)

use std::marker::PhantomData;

use raddle_graph::{Address, Event, EventId, Execution, Label, Source, ThreadEnd, ThreadId, Value};
use raddle_program::{Action, Answer, Program, Waits};

use crate::buffering_races::buffering_races;
use crate::fingerprint;
use crate::{Derivation, Ending, Fault, FinalGraph, LiveObject, Race, Totals};

/// How the threads of a final graph stand, all together.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Ends {
    has_failed: bool,
    has_waiting: bool,
    has_reached_bound: bool,
    has_exited: bool,
    is_settled: bool,
}

impl Ends {
    /// Adds a thread that was started and stands at an action, and whether it must not perform that.
    pub(crate) fn add(&mut self, action: &Action, is_fault: impl FnOnce() -> bool) {
        match action {
            Action::Finish => {}
            Action::Exit => self.has_exited = true,
            Action::Fail(_) => self.has_failed = true,
            Action::Bound => {
                self.has_waiting = true;
                self.has_reached_bound = true;
            }
            _ if is_fault() => self.has_failed = true,
            _ => self.has_waiting = true,
        }
    }

    /// Some thread failed for a reason that does not show in where it stands.
    pub(crate) fn fail(&mut self) {
        self.has_failed = true;
    }

    /// Does a thread wait?
    pub(crate) fn has_waiting(self) -> bool {
        self.has_waiting
    }

    /// Do threads wait although the process ended?
    pub(crate) fn has_waiting_after_exit(self) -> bool {
        self.has_exited && self.has_waiting && !self.has_failed
    }

    /// The process ended, and nobody who waits would ever go on: the execution is complete.
    pub(crate) fn settle(&mut self) {
        self.is_settled = true;
    }

    /// Is there something to be shown of it, though it is only the beginning of an execution: an error, or a bound that was reached?
    pub(crate) fn is_of_interest(self) -> bool {
        self.has_failed || self.has_reached_bound
    }

    /// Counts the beginning of an execution, which tells nothing but that.
    pub(crate) fn count_part(self, totals: &mut Totals) {
        totals.bound_reached |= self.has_reached_bound;
        totals.failed += u64::from(self.has_failed);
    }

    fn ending(self) -> Ending {
        match (self.has_failed, self.has_waiting && !self.is_settled) {
            (true, _) => Ending::Failed,
            (false, true) => Ending::Blocked,
            (false, false) => Ending::Complete,
        }
    }

    /// How the execution ended, which is counted.
    pub(crate) fn count(self, totals: &mut Totals) -> Ending {
        totals.bound_reached |= self.has_reached_bound;
        let ending = self.ending();
        *match ending {
            Ending::Failed => &mut totals.failed,
            Ending::Blocked => &mut totals.blocked,
            Ending::Complete => &mut totals.complete,
        } += 1;
        ending
    }
}

/// How a thread ended that stands at an action; without one it was never started.
pub(crate) fn thread_end(action: Option<&Action>) -> ThreadEnd {
    match action {
        None => ThreadEnd::NotStarted,
        Some(Action::Finish | Action::Exit) => ThreadEnd::Finished,
        Some(Action::Fail(_)) => ThreadEnd::Failed,
        Some(_) => ThreadEnd::Blocked,
    }
}

/// What an engine knows about a final graph.
pub(crate) trait Facts<P: Program> {
    fn program(&self) -> &P;
    fn ending(&self) -> Ending;
    /// As `FinalGraph::is_plain`.
    fn is_plain(&self) -> bool {
        false
    }
    /// The state in which a thread ended; `None` if it was never started.
    fn state(&self, thread: ThreadId) -> Option<&P::State>;
    /// The state before a thread's newest event, fences left out, if that is a read. (A machine's fence may come with a read.)
    fn before_newest_read(&self, thread: ThreadId) -> Option<P::State>;
    /// What a thread read, newest first, at most so many values.
    fn newest_values_read(&self, thread: ThreadId, most: usize) -> Vec<(Address, Value)>;
    /// The last value of a location in coherence order.
    fn memory(&self, addr: Address) -> Value;
    fn race(&self) -> Option<Race>;
    fn late_access(&self) -> Option<Race>;
    /// Why the thread must not do what it is about to do, if so.
    fn fault(&self, thread: ThreadId) -> Option<Fault>;
    fn live_objects(&self) -> Vec<LiveObject>;
    fn final_memory(&self) -> Vec<(Address, Value)>;
    /// As `FinalGraph::writes`.
    fn writes(&self, thread: ThreadId, addr: Address, value: Value) -> Vec<EventId> {
        let is_it = |event: &Event| event.label.is_write_of(addr, value);
        let execution = self.execution();
        let events = execution.threads.get(thread.index()).map_or(&[][..], Vec::as_slice);
        (0..).zip(events).filter(|(_, event)| is_it(event)).map(|(index, _)| EventId { thread, index }).collect()
    }
    /// As `FinalGraph::source`.
    fn source(&self, read: EventId) -> Option<EventId> {
        match self.execution().get(read)?.rf? {
            Source::Event(id) => Some(id),
            Source::Init => None,
        }
    }
    /// As `FinalGraph::may_lead`.
    fn may_lead(&self, _first: EventId, _second: EventId) -> bool {
        true
    }
    /// As `FinalGraph::happens_before`.
    fn happens_before(&self, _first: EventId, _second: EventId) -> Option<bool> {
        None
    }
    /// As `FinalGraph::footprints`.
    fn footprints(&self) -> Vec<u128> {
        let execution = self.execution();
        let labels = |thread: usize, visit: &mut dyn FnMut(Label)| {
            execution.threads[thread].iter().for_each(|event| visit(event.label));
        };
        fingerprint::of_threads(execution.threads.len(), labels, |thread| self.result(thread))
    }
    /// What a thread returned; 0 if it has not.
    fn result(&self, thread: ThreadId) -> Value {
        let ended = self.state(thread).filter(|state| *self.program().action(state) == Action::Finish);
        ended.map_or(0, |state| self.program().result(state))
    }
    /// As `FinalGraph::look_before`. Only graphs of the fast engine are asked.
    fn look_before(&self, _event: EventId, _look: &mut dyn FnMut(&P::State)) {
        unreachable!("only graphs of the fast engine are asked for states before events")
    }
    /// As `FinalGraph::fingerprint`.
    fn fingerprint(&self, thread: ThreadId) -> u64 {
        let events = self.execution().threads.into_iter().nth(thread.index()).unwrap_or_default();
        fingerprint::of_thread(thread, events.into_iter())
    }
    fn execution(&self) -> Execution;
    /// As `FinalGraph::buffering_races`.
    fn buffering_races(&self) -> Vec<(EventId, EventId)> {
        buffering_races(&self.execution())
    }
    /// As `FinalGraph::derivations`.
    fn derivations(&self) -> Vec<Derivation> {
        Vec::new()
    }
}

/// A final graph, as a visitor sees it.
pub(crate) struct Shown<P, F> {
    facts: F,
    program: PhantomData<fn() -> P>,
}

impl<P: Program, F: Facts<P>> Shown<P, F> {
    pub(crate) fn new(facts: F) -> Shown<P, F> {
        Shown { facts, program: PhantomData }
    }

    fn program(&self) -> &P {
        self.facts.program()
    }

    fn threads(&self) -> impl Iterator<Item = ThreadId> + use<P, F> {
        (0..self.program().threads()).map(|index| ThreadId(index as u16))
    }

    /// What the thread is about to do; `None` if it was never started.
    fn action(&self, thread: ThreadId) -> Option<Action> {
        self.facts.state(thread).map(|state| *self.program().action(state))
    }

    /// Would the thread, which blocked because of what it read, go on if it read what is there now?
    fn could_go_on(&self, thread: ThreadId) -> bool {
        if self.action(thread) != Some(Action::Block) {
            return false;
        }
        // A thread that did not block because of a read does not go on by reading something else.
        let Some(mut ahead) = self.facts.before_newest_read(thread) else { return false };
        let action = *self.program().action(&ahead);
        let (Action::Read { addr, .. } | Action::Update { addr, .. }) = action else { return false };
        let value = self.facts.memory(addr);
        let stored = self.stores(&action, value);
        self.program().step(&mut ahead, Answer { value, stored });
        self.pass_fences(&mut ahead);
        // If it would block at something else then, it is no longer stuck here.
        stored || *self.program().action(&ahead) != Action::Block || self.program().waits_for(&ahead) != Waits::Resource
    }

    /// Would the action store something if it read that value?
    fn stores(&self, action: &Action, value: Value) -> bool {
        match *action {
            Action::Update { op, width, .. } => self.program().stores(op, width, value).is_some(),
            _ => false,
        }
    }

    /// Runs a thread up to what it does after the fences at which it stands.
    fn pass_fences(&self, state: &mut P::State) {
        while matches!(self.program().action(state), Action::Fence { .. }) {
            self.program().step(state, Answer { value: 0, stored: false });
        }
    }

    /// Did the newest reads of the thread, so many, read the last values of their locations? Then the next iteration reads them
    /// again. (Values, not sources: an older write of the same value makes no difference to the thread.) A read that the
    /// thread still stands before counts as one of them, and would.
    fn has_read_last_values(&self, thread: ThreadId, reads: u32) -> bool {
        let stands_before = self.action(thread).is_some_and(|action| action != Action::Block);
        let most = (reads as usize).saturating_sub(usize::from(stands_before));
        let read = self.facts.newest_values_read(thread, most);
        read.into_iter().all(|(addr, value)| value == self.facts.memory(addr))
    }

    /// Will no thread ever move again?
    pub(crate) fn is_settled(&self) -> bool {
        self.threads().all(|thread| self.is_stuck(thread))
    }

    /// Will the thread never move again, whatever the others that are stuck do?
    fn is_stuck(&self, thread: ThreadId) -> bool {
        match self.action(thread) {
            None | Some(Action::Finish | Action::Exit) => true,
            Some(_) => match self.waits(thread) {
                Some(Waits::Spin { reads }) => self.has_read_last_values(thread, reads),
                Some(Waits::Resource) => !self.could_go_on(thread),
                Some(Waits::Assumption) | None => false,
            },
        }
    }
}

impl<P: Program, F: Facts<P>> FinalGraph<P::State> for Shown<P, F> {
    fn ending(&self) -> Ending {
        self.facts.ending()
    }

    fn is_plain(&self) -> bool {
        self.facts.is_plain()
    }

    fn state(&self, thread: ThreadId) -> Option<&P::State> {
        self.facts.state(thread)
    }

    fn memory(&self, addr: Address) -> Value {
        self.facts.memory(addr)
    }

    fn race(&self) -> Option<Race> {
        self.facts.race()
    }

    fn late_access(&self) -> Option<Race> {
        self.facts.late_access()
    }

    fn fault(&self, thread: ThreadId) -> Option<Fault> {
        self.facts.fault(thread)
    }

    fn waits(&self, thread: ThreadId) -> Option<Waits> {
        let state = self.facts.state(thread)?;
        if self.facts.fault(thread).is_some() {
            return None;
        }
        match *self.program().action(state) {
            Action::Block => Some(self.program().waits_for(state)),
            Action::Join { .. } | Action::Depart { .. } => Some(Waits::Resource),
            ref action @ (Action::Read { addr, .. } | Action::Update { addr, .. }) => {
                // It stands before a read that would only block: by reading what is there now it tells on what.
                let mut ahead = state.clone();
                let value = self.facts.memory(addr);
                let stored = self.stores(action, value);
                self.program().step(&mut ahead, Answer { value, stored });
                self.pass_fences(&mut ahead);
                Some(match *self.program().action(&ahead) {
                    Action::Block => self.program().waits_for(&ahead),
                    _ => Waits::Assumption,
                })
            }
            _ => None,
        }
    }

    fn is_deadlock(&self) -> bool {
        let waits_in_vain = |thread| match self.action(thread) {
            None | Some(Action::Finish | Action::Exit) => true,
            Some(_) => self.waits(thread) == Some(Waits::Resource) && !self.could_go_on(thread),
        };
        self.ending() == Ending::Blocked && self.threads().all(waits_in_vain)
    }

    fn livelock(&self) -> Option<ThreadId> {
        if self.ending() != Ending::Blocked || !self.is_settled() {
            return None;
        }
        self.threads().find(|&thread| matches!(self.waits(thread), Some(Waits::Spin { .. })))
    }

    fn live_objects(&self) -> Vec<LiveObject> {
        self.facts.live_objects()
    }

    fn final_memory(&self) -> Vec<(Address, Value)> {
        self.facts.final_memory()
    }

    fn writes(&self, thread: ThreadId, addr: Address, value: Value) -> Vec<EventId> {
        self.facts.writes(thread, addr, value)
    }

    fn source(&self, read: EventId) -> Option<EventId> {
        self.facts.source(read)
    }

    fn may_lead(&self, first: EventId, second: EventId) -> bool {
        self.facts.may_lead(first, second)
    }

    fn happens_before(&self, first: EventId, second: EventId) -> Option<bool> {
        self.facts.happens_before(first, second)
    }

    fn footprints(&self) -> Vec<u128> {
        self.facts.footprints()
    }

    fn look_before(&self, event: EventId, look: &mut dyn FnMut(&P::State)) {
        self.facts.look_before(event, look);
    }

    fn fingerprint(&self, thread: ThreadId) -> u64 {
        self.facts.fingerprint(thread)
    }

    fn execution(&self) -> Execution {
        self.facts.execution()
    }

    fn buffering_races(&self) -> Vec<(EventId, EventId)> {
        self.facts.buffering_races()
    }

    fn derivations(&self) -> Vec<Derivation> {
        self.facts.derivations()
    }
}
