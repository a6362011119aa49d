//! From events of an execution back to places in the source, by running the thread again.

use raddle_explore::{Action, Answer, Program as _};
use raddle_graph::{EventId, Execution, Label, ThreadId};

use crate::{Position, Program};

impl Program {
    /// Where in the source an event of an execution of this program comes from.
    pub fn event_position(&self, execution: &Execution, event: EventId) -> Option<Position> {
        let events = execution.threads.get(event.thread.index())?;
        if event.thread.index() >= self.threads.len() || event.index as usize >= events.len() {
            return None;
        }
        let mut state = self.start(event.thread);
        let mut index = 0;
        loop {
            let position = self.position(&state);
            // An update that stores is two events.
            let (answer, length) = match (events.get(index)?.label, self.action(&state)) {
                (Label::Read { value, exclusive, .. }, Action::Update { .. }) => {
                    (Answer { value, stored: exclusive }, 1 + usize::from(exclusive))
                }
                (Label::Read { value, .. }, _) => (Answer { value, stored: false }, 1),
                _ => (Answer { value: 0, stored: false }, 1),
            };
            if (event.index as usize) < index + length {
                return Some(position);
            }
            index += length;
            self.step(&mut state, answer);
        }
    }
}

impl Program {
    /// Where in the source each event of an execution of this program comes from.
    pub fn positions(&self, execution: &Execution) -> Vec<Vec<Position>> {
        let position = |(id, _)| (id, self.event_position(execution, id).unwrap_or_default());
        let mut positions: Vec<Vec<Position>> = vec![Vec::new(); execution.threads.len()];
        for (id, position) in execution.events().map(position) {
            positions[id.thread.index()].push(position);
        }
        positions
    }

    /// What each thread prints in an execution of this program.
    pub fn output(&self, execution: &Execution) -> Vec<(ThreadId, String)> {
        (0..execution.threads.len()).map(|thread| (ThreadId(thread as u16), String::new())).collect()
    }
}

#[cfg(test)]
mod tests {
    use raddle_graph::{Address, Event, Mode, Width};

    use super::*;
    use crate::{ProgramBuilder, UpdateKind};

    #[test]
    fn events_have_lines() {
        let mut program = ProgramBuilder::new();
        let main = program.declare("main", 0);
        let mut code = program.function(main);
        code.at(Position { line: 1, column: 1, file: 0 });
        code.update(UpdateKind::Add, None, 8, 1, Mode::Sc, Width::W32);
        code.at(Position { line: 2, column: 1, file: 0 });
        code.fence(Mode::Sc);
        code.finish();
        program.define(code);
        program.thread(main, &[]);
        let program = program.build().unwrap();
        let (addr, mode) = (Address(8), Mode::Sc);
        let labels = [
            Label::Read { addr, mode, value: 0, exclusive: true },
            Label::Write { addr, mode, value: 1, exclusive: true },
            Label::Fence { mode },
        ];
        let events = labels.map(|label| Event { label, rf: None }).to_vec();
        let execution = Execution { threads: vec![events], ..Execution::default() };
        let line = |index| {
            let event = EventId { thread: ThreadId(0), index };
            program.event_position(&execution, event).map(|position| position.line)
        };
        assert_eq!([line(0), line(1), line(2), line(3)], [Some(1), Some(1), Some(2), None]);
    }
}
