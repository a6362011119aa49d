//! Loops with effects that need not end: there are always longer executions, and the exploration never ends. After a while the
//! user is told where the longest thread loops.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use raddle_graph::{Execution, ThreadId};
use raddle_ir::{Program, Rounds};

use crate::subject::Names;
use crate::verdict::TooLong;

/// How long an exploration takes before somebody looks for loops.
const TIME_BEFORE_WARNING: Duration = Duration::from_millis(1500);
/// How many executions a worker sees between two looks at the clock.
const EXECUTIONS_BETWEEN_POLLS: u32 = 16;
/// A thread that iterates a loop so often in one call may do so without end.
const MIN_ITERATIONS: usize = 8;

/// A thread that runs through a loop again and again, in an exploration that takes long.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Growing {
    /// The thread.
    pub thread: ThreadId,
    /// The file of the loop.
    pub file: String,
    /// Its line.
    pub line: u32,
    /// How often the thread went round it in one call, in one execution.
    pub times: usize,
    /// Is there a counter that ends it?
    pub has_counter: bool,
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

/// The loop that a thread iterates most often; `None` if none that often.
pub(crate) fn longest_loop(program: &Program, execution: &Execution) -> Option<Growing> {
    let rounds = program.most_rounds(execution, None).filter(|rounds| rounds.times >= MIN_ITERATIONS)?;
    Some(Growing::new(program, rounds))
}

impl Growing {
    fn new(program: &Program, rounds: Rounds) -> Growing {
        let Rounds { thread, position, times, has_counter } = rounds;
        let file = program.file_name(position.file).to_owned();
        Growing { thread, file, line: position.line, times, has_counter }
    }
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
    let mut at: Vec<_> =
        last.flatten().map(|position| (program.file_name(position.file).to_owned(), position.line)).collect();
    at.sort_unstable();
    at.dedup();
    at.truncate(MAX_NAMED_LINES);
    let rounds = program.most_rounds(execution, Some(thread));
    let growing = rounds.map(|rounds| Growing::new(program, rounds));
    TooLong { thread, name: names.thread(thread), limit, at, growing }
}
