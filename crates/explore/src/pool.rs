//! Work shared between workers. While some worker waits for work, another hands over a copy of its graph with
//! alternatives that it has not explored yet. What is counted does not depend on who counts.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use raddle_graph::Execution;
use rustc_hash::FxHashSet;

use crate::engine::Interrupt;
use crate::{Limit, Options, Totals};

struct Queue<J> {
    jobs: Vec<J>,
    /// Workers that may still offer jobs.
    busy: usize,
    /// Workers that wait for a job.
    waiting: usize,
}

/// What the workers of one exploration share. `J` is something to explore from.
pub(crate) struct Shared<J> {
    queue: Mutex<Queue<J>>,
    wake: Condvar,
    /// Does some worker wait, with no job waiting for it?
    hungry: AtomicBool,
    over: AtomicBool,
    limit: Mutex<Option<Limit>>,
    deadline: Option<Instant>,
    max_executions: Option<u64>,
    executions: AtomicU64,
    seen: Mutex<FxHashSet<Execution>>,
    fingerprints: Mutex<FxHashSet<u128>>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // A worker that panicked leaves nothing half-done behind: the panic itself is passed on when it is joined.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<J> Shared<J> {
    pub(crate) fn new(options: &Options, first: J) -> Shared<J> {
        Shared {
            queue: Mutex::new(Queue { jobs: vec![first], busy: options.workers.max(1), waiting: 0 }),
            wake: Condvar::new(),
            hungry: AtomicBool::new(false),
            over: AtomicBool::new(false),
            limit: Mutex::new(None),
            deadline: options.timeout.and_then(|timeout| Instant::now().checked_add(timeout)),
            max_executions: options.max_executions,
            executions: AtomicU64::new(0),
            seen: Mutex::new(FxHashSet::default()),
            fingerprints: Mutex::new(FxHashSet::default()),
        }
    }

    /// The next job; waits for one while another worker may still offer it.
    pub(crate) fn take(&self) -> Option<J> {
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

    fn note_hunger(&self, queue: &Queue<J>) {
        self.hungry.store(queue.waiting > queue.jobs.len(), Ordering::Relaxed);
    }

    /// Does some worker wait for a job?
    #[inline]
    pub(crate) fn is_hungry(&self) -> bool {
        self.hungry.load(Ordering::Relaxed)
    }

    /// Hands a job to a worker that waits.
    pub(crate) fn offer(&self, job: J) {
        let mut queue = lock(&self.queue);
        queue.jobs.push(job);
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

    /// Is it met for the first time?
    pub(crate) fn is_unseen(&self, fingerprint: u128) -> bool {
        lock(&self.fingerprints).insert(fingerprint)
    }

    /// Is the execution met for the first time?
    pub(crate) fn is_new(&self, execution: Execution) -> bool {
        lock(&self.seen).insert(execution)
    }
}

/// Runs as many workers as the options say, each until it has nothing more to do, and adds up what they counted.
pub(crate) fn run<J: Send, V: Send>(
    options: &Options,
    shared: &Shared<J>,
    work: impl Fn() -> Result<(Totals, V), Interrupt> + Sync,
) -> Result<(Totals, Vec<V>), Interrupt> {
    let watched = || {
        let _watch = GiveUpOnPanic(shared);
        work().inspect_err(|_| shared.give_up())
    };
    let results = if options.workers <= 1 {
        vec![watched()]
    } else {
        std::thread::scope(|scope| {
            let workers: Vec<_> = (0..options.workers).map(|_| scope.spawn(watched)).collect();
            let joined = workers.into_iter().map(|worker| match worker.join() {
                Ok(result) => result,
                Err(panic) => std::panic::resume_unwind(panic),
            });
            joined.collect()
        })
    };
    let mut totals = Totals::default();
    let mut visitors = Vec::new();
    for result in results {
        let (part, visitor) = result?;
        totals.complete += part.complete;
        totals.blocked += part.blocked;
        totals.failed += part.failed;
        totals.events_added += part.events_added;
        totals.bound_reached |= part.bound_reached;
        visitors.push(visitor);
    }
    totals.limit = shared.limit();
    Ok((totals, visitors))
}

/// Lets the other workers go when this one panics: they would wait for its jobs for ever.
struct GiveUpOnPanic<'a, J>(&'a Shared<J>);

impl<J> Drop for GiveUpOnPanic<'_, J> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.give_up();
        }
    }
}
