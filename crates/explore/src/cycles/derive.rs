//! Learning from open graphs that do not close.
//!
//! A value may be written in executions with cycles alone, and only in such that wait for it. So open graphs are learnt from, too,
//! whatever comes of them: a read or a write that is not known counts if it can be *derived*. All that it was computed from is in the graph
//! then, reads that wait have a write there to read from, and nothing is computed from itself. What cannot be derived would let values
//! grow without end.

use raddle_graph::{EventId, ThreadId};

use crate::FinalGraph;
use crate::open::{Note, OpenState};

/// What takes more steps is taken for derived: that costs time and loses nothing.
const MAX_STEPS: u32 = 10_000;

/// Which events of an open graph can be derived.
pub(super) struct Derivations<'a, S> {
    found: &'a dyn FinalGraph<OpenState<S>>,
    /// Writes that are being derived.
    pending: Vec<EventId>,
    derived: Vec<EventId>,
    steps: u32,
}

impl<'a, S> Derivations<'a, S> {
    pub(super) fn new(found: &'a dyn FinalGraph<OpenState<S>>) -> Derivations<'a, S> {
        Derivations { found, pending: Vec::new(), derived: Vec::new(), steps: 0 }
    }

    /// Can an event be derived that a thread has a note about?
    pub(super) fn is_derived(&mut self, thread: ThreadId, note: &Note) -> bool {
        self.steps = 0;
        self.pending.clear();
        match note.written {
            Some(_) => self.write(EventId { thread, index: note.index }),
            None => self.reads(thread, &note.needs),
        }
    }

    fn write(&mut self, write: EventId) -> bool {
        self.steps += 1;
        if self.derived.contains(&write) || self.steps > MAX_STEPS {
            return true;
        }
        if self.pending.contains(&write) {
            return false;
        }
        let state = self.found.state(write.thread);
        let Some(notes) = state.map(|state| &state.notes) else { unreachable!("only threads that were started write") };
        // What has no note was computed from nothing.
        let Ok(nth) = notes.binary_search_by_key(&write.index, |note| note.index) else { return true };
        self.pending.push(write);
        let is_derived = self.reads(write.thread, &notes[nth].needs);
        self.pending.pop();
        if is_derived {
            self.derived.push(write);
        }
        is_derived
    }

    fn reads(&mut self, thread: ThreadId, reads: &[u32]) -> bool {
        reads.iter().all(|&index| self.read(EventId { thread, index }))
    }

    fn read(&mut self, read: EventId) -> bool {
        match self.found.state(read.thread).and_then(|state| state.waits_at(read.index)) {
            Some(thing) => {
                let sources = self.found.writes(thing.writer, thing.addr, thing.value);
                sources.into_iter().any(|source| self.write(source))
            }
            None => self.found.source(read).is_none_or(|source| self.write(source)),
        }
    }
}
