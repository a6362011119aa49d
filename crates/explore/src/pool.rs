//! Work shared between workers. While some worker waits for work, another hands over a copy of its graph with
//! alternatives that it has not explored yet. What is counted does not depend on who counts.

use crate::visit::Idling;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use raddle_graph::Execution;
use rustc_hash::FxHashSet;

use crate::{ExploreError, Limit, Run, Totals};

/// Why a worker stops before its work is done.
#[derive(Debug)]
pub(crate) enum Stopped {
    /// Everything stops: a limit, or another worker's wish.
    Over,
    /// The exploration cannot be carried out.
    Error(Box<ExploreError>),
}

impl From<ExploreError> for Stopped {
    #[cold]
    fn from(error: ExploreError) -> Stopped {
        Stopped::Error(Box::new(error))
    }
}

/// Every execution met so far, in all stages, to notice one that is met twice.
#[derive(Default)]
pub(crate) struct Seen(Mutex<FxHashSet<Execution>>);

impl Seen {
    /// Fails if the execution was met before.
    pub(crate) fn insert(&self, execution: Execution) -> Result<(), ExploreError> {
        match lock(&self.0).insert(execution.clone()) {
            true => Ok(()),
            false => Err(ExploreError::Duplicate { execution: Box::new(execution) }),
        }
    }
}

/// The beginnings of executions that were shown by their fingerprints, in all stages: several executions may have one in common.
#[derive(Default)]
pub(crate) struct Parts(Mutex<FxHashSet<u128>>);

impl Parts {
    /// Is the beginning with this fingerprint met for the first time?
    pub(crate) fn is_new(&self, fingerprint: u128) -> bool {
        lock(&self.0).insert(fingerprint)
    }
}

struct Queue<J> {
    jobs: Vec<J>,
    /// Workers that may still offer jobs.
    busy: usize,
    /// Workers that wait for a job.
    waiting: usize,
}

/// What the workers of one stage share. `J` is something to explore from.
pub(crate) struct Shared<'a, J> {
    queue: Mutex<Queue<J>>,
    wake: Condvar,
    /// Does some worker wait, with no job waiting for it?
    hungry: AtomicBool,
    over: AtomicBool,
    limit: Mutex<Option<Limit>>,
    run: &'a Run,
    seen: Option<&'a Seen>,
    may_have_cycles: AtomicBool,
    idling: Mutex<Idling>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // A worker that panicked leaves nothing half-done behind: the panic itself is passed on when it is joined.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<'a, J> Shared<'a, J> {
    pub(crate) fn new(workers: usize, run: &'a Run, seen: Option<&'a Seen>, first: J) -> Shared<'a, J> {
        Shared {
            queue: Mutex::new(Queue { jobs: vec![first], busy: workers.max(1), waiting: 0 }),
            wake: Condvar::new(),
            hungry: AtomicBool::new(false),
            over: AtomicBool::new(false),
            limit: Mutex::new(None),
            run,
            seen,
            may_have_cycles: AtomicBool::new(false),
            idling: Mutex::default(),
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

    /// Tells what was counted since the last time.
    pub(crate) fn advance(&self, totals: &Totals, told: &mut Totals) {
        self.run.advance(totals, told);
        *told = *totals;
    }

    /// Tells how much work was done since the last time, and stops if a limit has been reached or a worker gave up.
    pub(crate) fn poll(&self, work: u64) -> Result<(), Stopped> {
        match self.run.spend(work) {
            Err(limit) => Err(self.stop(limit)),
            Ok(()) if self.over.load(Ordering::Relaxed) => Err(Stopped::Over),
            Ok(()) => Ok(()),
        }
    }

    /// Tells how much work was done since the last time, at the end: what comes next notices if that was too much.
    pub(crate) fn tell(&self, work: u64) {
        let _ = self.run.spend(work);
    }

    /// Stops all workers for the reason given, unless there was one before.
    pub(crate) fn stop(&self, limit: Limit) -> Stopped {
        lock(&self.limit).get_or_insert(limit);
        self.give_up();
        Stopped::Over
    }

    /// Stops all workers.
    pub(crate) fn give_up(&self) {
        self.over.store(true, Ordering::Relaxed);
        // The lock makes sure that no worker is between looking and waiting.
        drop(lock(&self.queue));
        self.wake.notify_all();
    }

    /// Counts an execution; stops everything after the last one allowed.
    pub(crate) fn count(&self) -> Result<(), Stopped> {
        self.run.count().map_err(|limit| self.stop(limit))
    }

    /// Where executions are remembered, if they are.
    pub(crate) fn seen(&self) -> Option<&'a Seen> {
        self.seen
    }

    /// Notes that there may be executions with a cycle of program order and reads-from.
    pub(crate) fn note_cycles(&self) {
        self.may_have_cycles.store(true, Ordering::Relaxed);
    }

    /// May there be executions with a cycle of program order and reads-from?
    pub(crate) fn may_have_cycles(&self) -> bool {
        self.may_have_cycles.load(Ordering::Relaxed) || lock(&self.idling).may_matter()
    }

    /// Adds what a worker knows about iterations that lead nowhere.
    pub(crate) fn add_idling(&self, idling: Idling) {
        lock(&self.idling).add(idling);
    }
}

/// Runs so many workers, each until it has nothing more to do, and adds up what they counted.
pub(crate) fn run<J: Send, V: Send>(
    workers: usize,
    shared: &Shared<'_, J>,
    work: impl Fn() -> Result<(Totals, V), ExploreError> + Sync,
) -> Result<(Totals, Vec<V>), ExploreError> {
    let watched = || {
        let _watch = GiveUpOnPanic(shared);
        work().inspect_err(|_| shared.give_up())
    };
    let results = if workers <= 1 {
        vec![watched()]
    } else {
        std::thread::scope(|scope| {
            let workers: Vec<_> = (0..workers).map(|_| scope.spawn(watched)).collect();
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
        totals.add(part);
        visitors.push(visitor);
    }
    totals.limit = *lock(&shared.limit);
    Ok((totals, visitors))
}

/// Lets the other workers go when this one panics: they would wait for its jobs for ever.
struct GiveUpOnPanic<'a, 'r, J>(&'a Shared<'r, J>);

impl<J> Drop for GiveUpOnPanic<'_, '_, J> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.give_up();
        }
    }
}
