//! Work shared between workers. The result of a backward revisit is a self-contained graph: it goes to the pool while
//! some worker waits for work; everything else stays with its worker. What is counted does not depend on who counts.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use raddle_graph::Execution;
use raddle_graph::graph::Graph;
use raddle_graph::node::Slot;
use rustc_hash::FxHashSet;

use crate::engine::Interrupt;
use crate::{Limit, Options};

/// Something to explore from.
pub(crate) enum Job<S, const N: usize> {
    /// The empty graph.
    Start,
    /// A graph in which `read` was just revisited by `write`, which has no place yet.
    Revisited { graph: Box<Graph<S, N>>, read: Slot, write: Slot },
}

struct Queue<S, const N: usize> {
    jobs: Vec<Job<S, N>>,
    /// Workers that may still offer jobs.
    busy: usize,
}

/// What the workers of one exploration share.
pub(crate) struct Shared<S, const N: usize> {
    queue: Mutex<Queue<S, N>>,
    wake: Condvar,
    /// Workers that wait for a job, less the jobs that wait for a worker.
    hunger: AtomicUsize,
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
            queue: Mutex::new(Queue { jobs: vec![Job::Start], busy: options.workers.max(1) }),
            wake: Condvar::new(),
            hunger: AtomicUsize::new(0),
            over: AtomicBool::new(false),
            limit: Mutex::new(None),
            deadline: options.timeout.map(|timeout| Instant::now() + timeout),
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
            self.hunger.fetch_add(1, Ordering::Relaxed);
            queue = self.wake.wait(queue).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Does some worker wait for a job?
    #[inline]
    pub(crate) fn is_hungry(&self) -> bool {
        self.hunger.load(Ordering::Relaxed) > 0
    }

    /// Hands a revisited graph to a worker that waits.
    pub(crate) fn offer(&self, graph: &Graph<S, N>, read: Slot, write: Slot) {
        let (copy, [read, write]) = graph.compact([read, write]);
        let mut queue = lock(&self.queue);
        queue.jobs.push(Job::Revisited { graph: Box::new(copy), read, write });
        let satisfied = self.hunger.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |hunger| hunger.checked_sub(1));
        drop(queue);
        if satisfied.is_ok() {
            self.wake.notify_one();
        }
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
