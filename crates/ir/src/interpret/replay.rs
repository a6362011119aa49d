//! From an execution back to its threads, by running them again: where events come from, what was printed.

use std::collections::{HashMap, HashSet};

use raddle_graph::{Event, EventId, Execution, ThreadId};
use raddle_program::replay::{Runner, Step, replay};
use raddle_program::{Answer, Program as _, Span};

use crate::interpret::Observer;
use crate::interpret::output::Printed;
use crate::memory::layout;
use crate::{Position, Program, State, UserLine};

/// Runs threads while an observer watches each of them. Nobody asks for dependencies here.
struct Observed<O>(Vec<O>);

impl<O: Observer> Runner<Program> for Observed<O> {
    fn start(&mut self, program: &Program, thread: ThreadId) -> State {
        program.start_with::<O, false>(thread, &mut self.0[thread.index()])
    }

    fn child(&mut self, program: &Program, parent: &State, child: ThreadId) -> State {
        program.child_with::<O, false>(parent, &mut self.0[child.index()])
    }

    fn step(&mut self, program: &Program, thread: ThreadId, state: &mut State, answer: Answer) {
        program.step_with::<O, false>(state, answer, &mut self.0[thread.index()]);
    }
}

impl Program {
    /// Runs all threads again, shows every step before it is taken, and gives back what watched them.
    pub(super) fn replay<O: Observer + Default>(
        &self,
        execution: &Execution,
        visit: &mut dyn FnMut(Step<'_, State>),
    ) -> Vec<O> {
        let mut observed = Observed((0..self.threads()).map(|_| O::default()).collect());
        replay(self, execution, &mut observed, visit);
        observed.0.truncate(execution.threads.len());
        observed.0
    }

    /// Where in the source an event of an execution of this program comes from, if it has a line.
    pub fn event_position(&self, execution: &Execution, event: EventId) -> Option<Position> {
        execution.get(event)?;
        *self.positions(execution).get(event.thread.index())?.get(event.index as usize)?
    }

    /// Where in the source each event of an execution of this program comes from; `None` where there is no line.
    pub fn positions(&self, execution: &Execution) -> Vec<Vec<Option<Position>>> {
        let nowhere = |events: &Vec<Event>| vec![None; events.len()];
        let mut positions: Vec<Vec<_>> = execution.threads.iter().map(nowhere).collect();
        let _: Vec<()> = self.replay(execution, &mut |step| {
            let here = self.position(step.state);
            let events = positions[step.event.thread.index()].iter_mut();
            events.skip(step.event.index as usize).take(step.length).for_each(|position| *position = here);
        });
        positions
    }

    /// The same, but for events of code in headers, which have no place then.
    pub fn positions_outside_headers(&self, execution: &Execution) -> Vec<Vec<Option<Position>>> {
        let mut positions: Vec<Vec<_>> = execution.threads.iter().map(|_| Vec::new()).collect();
        let _: Vec<()> = self.replay(execution, &mut |step| {
            let here = if self.is_in_header(step.state) { None } else { self.position(step.state) };
            positions[step.event.thread.index()].extend(std::iter::repeat_n(here, step.length));
        });
        positions
    }

    /// The functions that the thread of an event of an execution was in, innermost first, each with where it stood.
    pub fn event_stack(&self, execution: &Execution, event: EventId) -> Vec<(String, Position)> {
        let mut stack = Vec::new();
        let _: Vec<()> = self.replay(execution, &mut |step| {
            if step.includes(event) {
                stack = self.stack(step.state);
            }
        });
        stack
    }

    /// The lines of the user's that the threads of events were on, from the inside out; see [`UserLine`].
    pub fn event_lines(&self, execution: &Execution, events: &HashSet<EventId>) -> HashMap<EventId, Vec<UserLine>> {
        let callers = self.callers();
        let mut lines = HashMap::new();
        let _: Vec<()> = self.replay(execution, &mut |step| {
            let those = (0..step.length).map(|index| EventId { index: step.event.index + index as u32, ..step.event });
            for event in those.filter(|event| events.contains(event)) {
                lines.insert(event, self.user_lines(step.state, &callers));
            }
        });
        lines
    }

    /// The bytes that an event of an execution of this program accesses: those of its location, or fewer if that is a word of
    /// which it accesses a part.
    pub fn bytes_accessed(&self, execution: &Execution, event: EventId) -> Option<Span> {
        let mut bytes = None;
        let _: Vec<()> = self.replay(execution, &mut |step| {
            if step.includes(event) {
                let location = self.action(step.state).addr().map(layout::span);
                bytes = self.access_of(step.state).or(location);
            }
        });
        bytes
    }

    /// What each thread printed in an execution of this program.
    pub fn output(&self, execution: &Execution) -> Vec<(ThreadId, String)> {
        let printed = self.replay(execution, &mut |_| ());
        let texts = printed.into_iter().map(|Printed(text)| text);
        texts.enumerate().map(|(thread, text)| (ThreadId(thread as u16), text)).collect()
    }
}

#[cfg(test)]
mod tests {
    use raddle_graph::{Address, Label, Mode, Width};
    use raddle_program::Action;

    use super::*;
    use crate::{Instr, ProgramBuilder, Reg, UpdateKind};

    fn at(line: u32) -> Position {
        Position { file: 0, line, column: 1 }
    }

    fn execution(threads: &[&[Label]]) -> Execution {
        let event = |label: &Label| Event { label: *label, rf: None };
        let threads = threads.iter().map(|labels| labels.iter().map(event).collect()).collect();
        Execution { threads, ..Execution::default() }
    }

    #[test]
    fn events_have_lines() {
        let mut program = ProgramBuilder::new();
        let main = program.declare("main", 0);
        let mut code = program.function(main);
        code.at(at(1));
        code.update(UpdateKind::Add, None, 8, 1, Mode::Sc, Width::W32);
        code.at(at(2));
        code.fence(Mode::Sc);
        code.finish();
        program.define(code);
        program.thread(main, &[]);
        let program = program.build().unwrap();
        let (addr, mode) = (Address(8), Mode::Sc);
        let execution = execution(&[&[
            Label::Read { addr, mode, value: 0, exclusive: true },
            Label::Write { addr, mode, value: 1, exclusive: true },
            Label::Fence { mode, on: None },
        ]]);
        let line = |index| {
            let event = EventId { thread: ThreadId(0), index };
            program.event_position(&execution, event).map(|position| position.line)
        };
        assert_eq!([line(0), line(1), line(2), line(3)], [Some(1), Some(1), Some(2), None]);
    }

    /// `main` starts two threads that print what they got and return it doubled, and prints the results.
    #[test]
    fn threads_that_were_started_print_and_return() {
        let mut program = ProgramBuilder::new();
        let format = program.reserve_static("format", 8, 1, true);
        program.set_static_bytes(format, b"<%d>\0".to_vec());
        let main = program.declare("main", 0);
        let child = program.declare("child", 1);
        let library = program.declare("fence", 0);
        let mut code = program.function(main);
        let handles = [code.register(), code.register()];
        let result = code.register();
        let function = program.function_address(child);
        for (index, handle) in handles.into_iter().enumerate() {
            let argument = (10 + index as u64).into();
            code.emit(Instr::Start { function: function.into(), argument, handle });
        }
        for handle in handles.into_iter().rev() {
            code.emit(Instr::JoinHandle { handle: handle.into(), result: Some(result) });
            code.emit(Instr::Output { format: format.into(), args: [result.into()].into() });
        }
        code.ret(None);
        program.define(code);
        let mut code = program.function(child);
        code.at(at(7));
        code.emit(Instr::Output { format: format.into(), args: [Reg(0).into()].into() });
        code.call(library, &[], None);
        code.binary(crate::BinaryOp::Mul, Width::W64, Reg(0), Reg(0), 2);
        code.ret(Some(Reg(0).into()));
        program.define(code);
        let mut code = program.function(library);
        code.fence(Mode::Sc);
        code.ret(None);
        program.define(code);
        program.thread(main, &[]);
        let mut program = program.build().unwrap();
        for _ in 0..2 {
            let mut state = program.start(ThreadId(0));
            let discovery = loop {
                match *program.action(&state) {
                    Action::Learn(discovery) => break discovery,
                    _ => program.step(&mut state, Answer { value: 0, stored: false }),
                }
            };
            assert!(program.learn(discovery));
        }
        let (one, two) = (ThreadId(1), ThreadId(2));
        let main = [
            Label::Spawn { thread: one },
            Label::Spawn { thread: two },
            Label::Join { thread: two },
            Label::Join { thread: one },
        ];
        let fence = [Label::Fence { mode: Mode::Sc, on: None }];
        let execution = execution(&[&main, &fence, &fence]);
        let texts: Vec<_> = program.output(&execution).into_iter().map(|(_, text)| text).collect();
        assert_eq!(texts, ["<22><20>", "<10>", "<11>"]);
        assert_eq!(program.positions(&execution)[2], [Some(at(7))], "what the library does belongs to its caller");
        let event = EventId { thread: two, index: 0 };
        assert_eq!(program.event_stack(&execution, event), [("child".to_owned(), at(7))]);
        assert_eq!(program.thread_name(two), "child");
    }
}
