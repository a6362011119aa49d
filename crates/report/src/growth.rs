//! Loops with effects that need not end: there are always longer executions, and the exploration never ends. After a while
//! that is said, with the line where the longest thread goes round; the rest is up to the user.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use raddle_graph::Execution;
use raddle_ir::Program;

/// How long to wait before looking.
const PATIENCE: Duration = Duration::from_millis(1500);
/// How many executions are seen between two looks at the clock.
const SELDOM: u32 = 16;
/// A thread that does something on one line so often goes round there.
const OFTEN: usize = 8;

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
        seen.is_multiple_of(SELDOM)
            && !self.looked.load(Ordering::Relaxed)
            && self.since.elapsed() >= PATIENCE
            && !self.looked.swap(true, Ordering::Relaxed)
    }
}

/// Where the longest thread goes round, in words; `None` if it does not.
pub(crate) fn goes_round(program: &Program, execution: &Execution) -> Option<String> {
    // What headers of a library do over and over on behalf of one line says nothing about that line.
    let positions = program.positions_outside_headers(execution);
    let (thread, longest) = positions.iter().enumerate().max_by_key(|(_, positions)| positions.len())?;
    let mut times = BTreeMap::<_, usize>::new();
    for position in longest.iter().filter(|position| position.line > 0) {
        *times.entry((position.file, position.line)).or_default() += 1;
    }
    // Of lines that come equally often the first is where the loop begins.
    let (&(file, line), &count) = times.iter().rev().max_by_key(|&(_, &count)| count)?;
    (count >= OFTEN).then(|| {
        format!(
            "thread {thread} goes round at {}:{line} ({count} times in this execution), perhaps without end: --unroll 3 \
             explores three iterations of each loop",
            program.file_name(file)
        )
    })
}
