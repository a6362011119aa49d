//! Work shared between workers. While some worker waits for work, another hands over a copy of its graph with
//! alternatives that it has not explored yet. What is counted does not depend on who counts.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use raddle_graph::Execution;
use raddle_graph::graph::Graph;
use raddle_graph::node::Slot;
use rustc_hash::FxHashSet;

use crate::engine::{Choice, Interrupt};
use crate::{Limit, Options};

/// Something to explore from.
pub(crate) enum Job<S, const N: usize> {
    /// The empty graph.
    Start,
    /// A graph, and where to go on in it.
    Resume { graph: Box<Graph<S, N>>, point: Point },
}

/// Where to go on in a graph.
pub(crate) enum Point {
    /// `read` was just revisited by `write`, which has no place yet.
    Revisited { read: Slot, write: Slot },
    /// The read of a lock, the newest event, has just displaced another lock.
    Displaced { read: Slot },
    /// The read, the newest event, has these choices left.
    Sources { read: Slot, choices: Vec<Choice> },
    /// The write, the newest event, is to be placed lower, down to above the floor; then come its revisits, if it is new.
    Places { write: Slot, floor: usize, is_new: bool },
}

struct Queue<S, const N: usize> {
    jobs: Vec<Job<S, N>>,
    /// Workers that may still offer jobs.
    busy: usize,
    /// Workers that wait for a job.
    waiting: usize,
}

/// What the workers of one exploration share.
pub(crate) struct Shared<S, const N: usize> {
    queue: Mutex<Queue<S, N>>,
    wake: Condvar,
    /// Does some worker wait, with no job waiting for it?
    hungry: AtomicBool,
    over: AtomicBool,
    limit: Mutex<Option<Limit>>,
    deadline: Option<Instant>,
    max_executions: Option<u64>,
    executions: AtomicU64,
    seen: Mutex<FxHashSet<Execution>>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // A worker that panicked leaves nothing half-done behind: the panic itself is passed on when it is joined.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<S: Clone, const N: usize> Shared<S, N> {
    pub(crate) fn new(options: &Options) -> Shared<S, N> {
        Shared {
            queue: Mutex::new(Queue { jobs: vec![Job::Start], busy: options.workers.max(1), waiting: 0 }),
            wake: Condvar::new(),
            hungry: AtomicBool::new(false),
            over: AtomicBool::new(false),
            limit: Mutex::new(None),
            deadline: options.timeout.and_then(|timeout| Instant::now().checked_add(timeout)),
            max_executions: options.max_executions,
            executions: AtomicU64::new(0),
            seen: Mutex::new(FxHashSet::default()),
        }
    }

    /// The next job; waits for one while another worker may still offer it.
    pub(crate) fn take(&self) -> Option<Job<S, N>> {
        let mut queue = lock(&self.queue);
        queue.busy -= 1;
        loop {
            if self.over.load(Ordering::Relaxed) {
                self.wake.notify_all();
                return None;
            }
            if let Some(job) = queue.jobs.pop() {
                queue.busy += 1;
                return Some(job);
            }
            if queue.busy == 0 {
                self.wake.notify_all();
                return None;
            }
            queue.waiting += 1;
            self.note_hunger(&queue);
            queue = self.wake.wait(queue).unwrap_or_else(PoisonError::into_inner);
            queue.waiting -= 1;
        }
    }

    fn note_hunger(&self, queue: &Queue<S, N>) {
        self.hungry.store(queue.waiting > queue.jobs.len(), Ordering::Relaxed);
    }

    /// Does some worker wait for a job?
    #[inline]
    pub(crate) fn is_hungry(&self) -> bool {
        self.hungry.load(Ordering::Relaxed)
    }

    /// Hands a graph to a worker that waits.
    pub(crate) fn offer(&self, graph: Graph<S, N>, point: Point) {
        let mut queue = lock(&self.queue);
        queue.jobs.push(Job::Resume { graph: Box::new(graph), point });
        self.note_hunger(&queue);
        drop(queue);
        self.wake.notify_one();
    }

    /// Has a limit been reached, or did a worker give up?
    pub(crate) fn is_over(&self) -> bool {
        if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            self.stop(Limit::Timeout);
        }
        self.over.load(Ordering::Relaxed)
    }

    /// Stops all workers for the reason given, unless there was one before.
    pub(crate) fn stop(&self, limit: Limit) -> Interrupt {
        lock(&self.limit).get_or_insert(limit);
        self.give_up();
        Interrupt::Stop
    }

    /// Stops all workers.
    pub(crate) fn give_up(&self) {
        self.over.store(true, Ordering::Relaxed);
        // The lock makes sure that no worker is between looking and waiting.
        drop(lock(&self.queue));
        self.wake.notify_all();
    }

    /// Counts an execution; stops everything after the last one allowed.
    pub(crate) fn count(&self) -> Result<(), Interrupt> {
        match self.max_executions {
            Some(most) if self.executions.fetch_add(1, Ordering::Relaxed) >= most => {
                Err(self.stop(Limit::MaxExecutions))
            }
            _ => Ok(()),
        }
    }

    pub(crate) fn limit(&self) -> Option<Limit> {
        *lock(&self.limit)
    }

    /// Is the execution met for the first time?
    pub(crate) fn is_new(&self, execution: Execution) -> bool {
        lock(&self.seen).insert(execution)
    }
}
