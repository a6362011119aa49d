//! Calls of objects that are compared with their specifications: who made which in an execution, between which events, and what
//! they came to. Found by running the threads again: states know nothing of them.

use std::cell::Cell;

use raddle_graph::{Execution, ThreadId, Value};
use raddle_program::replay::{Runner, replay};
use raddle_program::{Answer, Program as _};

use crate::interpret::{CallDeed, Observer};
use crate::{Origin, Position, Program, State};

/// A call of an object in an execution.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ObjectCall {
    /// What was called.
    pub name: String,
    /// With what.
    pub arguments: Vec<Value>,
    /// How many events its thread had performed when it began.
    pub begin: u32,
    /// How many it had performed when the call returned, and with what; `None` if it has not.
    pub end: Option<(u32, Value)>,
    /// Where it begins.
    pub position: Option<Position>,
}

/// A mark that belongs to no call.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct StrayMark {
    /// Does a call begin within another one of its thread, rather than end without having begun?
    pub is_nested: bool,
    /// The thread.
    pub thread: ThreadId,
    /// Where.
    pub position: Option<Position>,
}

/// The calls of a thread, as it makes them.
struct Recorder<'a> {
    /// How many events the thread has performed.
    events: &'a Cell<u32>,
    thread: ThreadId,
    calls: Result<Vec<ObjectCall>, StrayMark>,
}

impl Observer for Recorder<'_> {
    fn call(&mut self, _: &Program, at: Origin, deed: CallDeed<'_>) {
        let Ok(calls) = &mut self.calls else { return };
        let (position, events) = (at.position(), self.events.get());
        let open = calls.last_mut().filter(|call| call.end.is_none());
        match (deed, open) {
            (CallDeed::Begins { .. }, Some(_)) => {
                self.calls = Err(StrayMark { is_nested: true, thread: self.thread, position });
            }
            (CallDeed::Begins { name, args }, None) => {
                let (name, arguments) = (name.to_owned(), args.collect());
                calls.push(ObjectCall { name, arguments, begin: events, end: None, position });
            }
            (CallDeed::Ends { result }, Some(call)) => call.end = Some((events, result)),
            (CallDeed::Ends { .. }, None) => {
                self.calls = Err(StrayMark { is_nested: false, thread: self.thread, position });
            }
        }
    }
}

/// Runs threads while their calls are recorded. Nobody asks for dependencies here.
struct Recorded<'a>(Vec<Recorder<'a>>);

impl Runner<Program> for Recorded<'_> {
    fn start(&mut self, program: &Program, thread: ThreadId) -> State {
        program.start_with::<_, false>(thread, &mut self.0[thread.index()])
    }

    fn child(&mut self, program: &Program, parent: &State, child: ThreadId) -> State {
        program.child_with::<_, false>(parent, &mut self.0[child.index()])
    }

    fn step(&mut self, program: &Program, thread: ThreadId, state: &mut State, answer: Answer) {
        program.step_with::<_, false>(state, answer, &mut self.0[thread.index()]);
    }
}

impl Program {
    /// The calls of objects that each thread made in an execution of this program, in order.
    ///
    /// # Errors
    /// If marks do not pair up.
    pub fn object_calls(&self, execution: &Execution) -> Result<Vec<Vec<ObjectCall>>, StrayMark> {
        let events: Vec<_> = (0..self.threads()).map(|_| Cell::new(0)).collect();
        let recorder = |(thread, events)| Recorder { events, thread, calls: Ok(Vec::new()) };
        let mut recorded = Recorded((0..).map(ThreadId).zip(&events).map(recorder).collect());
        // A step is shown before it is taken: what the thread does behind it comes after its events.
        replay(self, execution, &mut recorded, &mut |step| {
            events[step.event.thread.index()].set(step.event.index + step.length as u32);
        });
        recorded.0.into_iter().take(execution.threads.len()).map(|recorder| recorder.calls).collect()
    }
}
