//! Loops with effects that need not end: there are always longer executions, and the exploration never ends. After a while the
//! user is told where the longest thread loops.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use raddle_graph::{Execution, ThreadId};
use raddle_ir::Program;

use crate::subject::Names;
use crate::verdict::TooLong;

/// How long an exploration takes before somebody looks for loops.
const TIME_BEFORE_WARNING: Duration = Duration::from_millis(1500);
/// How many executions a worker sees between two looks at the clock.
const EXECUTIONS_BETWEEN_POLLS: u32 = 16;
/// A thread that has so many events on one line loops there.
const MIN_EVENTS_OF_LOOP: usize = 8;

/// A thread that runs through a loop again and again, in an exploration that takes long.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Growing {
    /// The thread.
    pub thread: ThreadId,
    /// The file of the loop.
    pub file: String,
    /// Its line.
    pub line: u32,
    /// How often the thread was there in one execution.
    pub times: usize,
}

/// Looks once, for all workers.
pub(crate) struct Growth {
    since: Instant,
    looked: AtomicBool,
}

impl Growth {
    pub fn new(since: Instant) -> Growth {
        Growth { since, looked: AtomicBool::new(false) }
    }

    /// Is it time to look, after so many executions that a worker has seen?
    pub fn is_due(&self, seen: u32) -> bool {
        seen.is_multiple_of(EXECUTIONS_BETWEEN_POLLS)
            && !self.looked.load(Ordering::Relaxed)
            && self.since.elapsed() >= TIME_BEFORE_WARNING
            && !self.looked.swap(true, Ordering::Relaxed)
    }
}

/// Where the longest thread loops; `None` if it does not.
pub(crate) fn longest_loop(program: &Program, execution: &Execution) -> Option<Growing> {
    // What headers of a library do over and over on behalf of one line says nothing about that line.
    let positions = program.positions_outside_headers(execution);
    let (thread, longest) = positions.iter().enumerate().max_by_key(|(_, positions)| positions.len())?;
    let mut times = BTreeMap::<_, usize>::new();
    for position in longest.iter().filter(|position| position.line > 0) {
        *times.entry((position.file, position.line)).or_default() += 1;
    }
    // Of lines that come equally often the first is where the loop begins.
    let (&(file, line), &times) = times.iter().rev().max_by_key(|&(_, &count)| count)?;
    (times >= MIN_EVENTS_OF_LOOP).then(|| Growing {
        thread: ThreadId(thread as u16),
        file: program.file_name(file).to_owned(),
        line,
        times,
    })
}

/// The number of last events of a thread that is too long in which its loops are looked for.
const MAX_LOOP_EVENTS: usize = 200;
/// Maximum number of lines that are named.
const MAX_NAMED_LINES: usize = 5;

/// Where a thread is that has as many events as it may have.
pub(crate) fn too_long(
    program: &Program,
    names: &dyn Names,
    thread: ThreadId,
    execution: &Execution,
    limit: usize,
) -> TooLong {
    let positions = program.positions_outside_headers(execution);
    let last = positions.get(thread.index()).into_iter().flatten().rev().take(MAX_LOOP_EVENTS);
    let mut at: Vec<_> = last
        .filter(|position| position.line > 0)
        .map(|position| (program.file_name(position.file).to_owned(), position.line))
        .collect();
    at.sort_unstable();
    at.dedup();
    at.truncate(MAX_NAMED_LINES);
    TooLong { thread, name: names.thread(thread), limit, at }
}
