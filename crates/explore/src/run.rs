//! One check while it runs: its deadline, its budgets and its counters. All rounds, stages, engines and workers of the
//! check share them, so that no limit starts anew on the way.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// How far to go.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// Stop after this long.
    pub timeout: Option<Duration>,
    /// Stop after this many executions, blocked ones included.
    pub max_executions: Option<u64>,
    /// Stop after about this much work. The unit is one event added; an engine that goes through all of a graph whenever it
    /// adds to it counts the square of its size. Unlike time, it is the same everywhere.
    pub max_work: Option<u64>,
}

/// Why an exploration ended before everything was visited.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Limit {
    /// `Limits::timeout` was reached.
    Timeout,
    /// `Limits::max_executions` was reached.
    MaxExecutions,
    /// `Limits::max_work` was reached.
    MaxWork,
    /// A thread had `Options::max_events` events.
    MaxEvents,
    /// A thread took as many steps as it may without an event.
    MaxSteps,
    /// A visitor asked to stop.
    Stopped,
    /// The user asked to stop.
    Interrupted,
}

impl Limit {
    /// Its name on the command line and in reports.
    pub fn name(self) -> &'static str {
        match self {
            Limit::Timeout => "timeout",
            Limit::MaxExecutions => "max-executions",
            Limit::MaxWork => "max-work",
            Limit::MaxEvents => "max-events",
            Limit::MaxSteps => "max-steps",
            Limit::Stopped => "stopped",
            Limit::Interrupted => "interrupted",
        }
    }
}

/// What the search for executions with a cycle did under `xmm`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct XmmCounts {
    /// Classes of races that could close a cycle: thread of the read, location, thread of the write.
    pub race_classes: u64,
    /// What reads may wait for.
    pub closing_labels: u64,
    /// Complete graphs with reads that wait, of the last round.
    pub open_graphs: u64,
    /// Cores that were found.
    pub candidate_cores: u64,
    /// Those that are justified.
    pub justified_cores: u64,
    /// Rounds until nothing new was known.
    pub rounds: u64,
    /// Executions with a cycle.
    pub cyclic: u64,
}

impl XmmCounts {
    fn add(&mut self, other: XmmCounts) {
        self.race_classes += other.race_classes;
        self.closing_labels += other.closing_labels;
        self.open_graphs += other.open_graphs;
        self.candidate_cores += other.candidate_cores;
        self.justified_cores += other.justified_cores;
        self.rounds += other.rounds;
        self.cyclic += other.cyclic;
    }
}

/// What an exploration counted.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Totals {
    /// Executions in which every thread ran to its end.
    pub complete: u64,
    /// Executions in which some thread waits for good (and none failed). Their number depends on how waits are
    /// explored.
    pub blocked: u64,
    /// Executions in which some thread failed.
    pub failed: u64,
    /// Events added to graphs on the way, each source and each place that an event was given counted.
    pub events_added: u64,
    /// How often the program was visited in search of executions with cycles, under models that track dependencies.
    pub search_rounds: u64,
    /// Did the search for executions with cycles give up, or is it not known how far they go? Then executions may be missing.
    pub uncertain: bool,
    /// Was a read of an execution under `xmm` kept from waiting, because as many things as may be are waited for at once
    /// (`XmmOptions::commits`)? Then the counts hold only up to that number.
    pub commits_reached: bool,
    /// What the search under `xmm` did.
    pub xmm: XmmCounts,
    /// Did some thread reach a loop bound? Then the counts hold only up to that bound.
    pub bound_reached: bool,
    /// Why the exploration ended early, if it did.
    pub limit: Option<Limit>,
}

impl Totals {
    /// What `uncertain` means, in words.
    pub const UNCERTAIN: &str = "executions may be missing: the search for load buffering gave up, or the model is not seen to \
                                 order stores after the loads that they are computed from";

    /// What `commits_reached` means, in words.
    pub fn up_to_commits(commits: Option<std::num::NonZeroU32>) -> Option<String> {
        let commits = commits?;
        Some(format!(
            "the result is complete up to {commits} commits at once: executions that need more are not explored; --xmm-commits \
             allows more, or all"
        ))
    }

    /// Adds what another worker or stage counted. The first limit reached is the one that is told.
    pub(crate) fn add(&mut self, other: Totals) {
        self.complete += other.complete;
        self.blocked += other.blocked;
        self.failed += other.failed;
        self.events_added += other.events_added;
        self.search_rounds += other.search_rounds;
        self.uncertain |= other.uncertain;
        self.commits_reached |= other.commits_reached;
        self.xmm.add(other.xmm);
        self.bound_reached |= other.bound_reached;
        self.limit = self.limit.or(other.limit);
    }
}

/// One check while it runs.
#[derive(Debug)]
pub struct Run {
    start: Instant,
    deadline: Option<Instant>,
    max_executions: Option<u64>,
    max_work: Option<u64>,
    interrupt: Arc<AtomicBool>,
    /// Executions of the current round; counted only if there is a limit on them.
    executions: AtomicU64,
    /// Work of all rounds and stages, as far as workers have told.
    work: AtomicU64,
    /// Executions of the current round, as far as workers have told: complete, blocked, failed.
    progress: [AtomicU64; 3],
}

/// How far a check has come, as far as workers have told: they do from time to time.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Progress {
    /// Executions in which every thread ran to its end.
    pub complete: u64,
    /// Executions in which some thread waits for good.
    pub blocked: u64,
    /// Executions in which some thread failed.
    pub failed: u64,
}

impl Default for Run {
    fn default() -> Run {
        Run {
            start: Instant::now(),
            deadline: None,
            max_executions: None,
            max_work: None,
            interrupt: Arc::default(),
            executions: AtomicU64::new(0),
            work: AtomicU64::new(0),
            progress: Default::default(),
        }
    }
}

impl Run {
    /// A check that begins now.
    pub fn new(limits: Limits) -> Run {
        let start = Instant::now();
        Run {
            start,
            // A timeout beyond the end of time is none.
            deadline: limits.timeout.and_then(|timeout| start.checked_add(timeout)),
            max_executions: limits.max_executions,
            max_work: limits.max_work,
            ..Run::default()
        }
    }

    /// The check ends soon after the flag is set.
    pub fn interrupted_by(self, flag: Arc<AtomicBool>) -> Run {
        Run { interrupt: flag, ..self }
    }

    /// How long it has taken so far.
    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// When it ends at the latest.
    pub fn deadline(&self) -> Option<Instant> {
        self.deadline
    }

    /// How much time is left; `None` if there is no end to it.
    pub fn time_left(&self) -> Option<Duration> {
        self.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()))
    }

    /// A further check on behalf of this one: it ends with this one, and has a budget of work and of time of its own.
    pub fn child(&self, max_work: u64, max_time: Duration) -> Run {
        let start = Instant::now();
        Run {
            start,
            deadline: self.deadline.into_iter().chain(start.checked_add(max_time)).min(),
            max_executions: self.max_executions,
            max_work: Some(max_work),
            interrupt: self.interrupt.clone(),
            ..Run::default()
        }
    }

    /// A further exploration on behalf of this one, whose executions are not shown: it ends with this one, and what it meets is not
    /// counted. What it spends is to be told.
    pub(crate) fn aside(&self) -> Run {
        Run {
            start: Instant::now(),
            deadline: self.deadline,
            max_work: self.max_work.map(|most| most.saturating_sub(self.work())),
            interrupt: self.interrupt.clone(),
            ..Run::default()
        }
    }

    /// How much work was done so far, as far as workers have told: they do from time to time.
    pub fn work(&self) -> u64 {
        self.work.load(Ordering::Relaxed)
    }

    /// How far it has come.
    pub fn progress(&self) -> Progress {
        let [complete, blocked, failed] = [0, 1, 2].map(|index: usize| self.progress[index].load(Ordering::Relaxed));
        Progress { complete, blocked, failed }
    }

    /// Notes what a worker has counted since it told last.
    pub(crate) fn advance(&self, totals: &Totals, told: &Totals) {
        let new = [totals.complete - told.complete, totals.blocked - told.blocked, totals.failed - told.failed];
        for (sum, new) in self.progress.iter().zip(new) {
            sum.fetch_add(new, Ordering::Relaxed);
        }
    }

    /// Begins a round: what an earlier one counted is discarded with its results.
    pub(crate) fn begin_round(&self) {
        self.executions.store(0, Ordering::Relaxed);
        self.progress.iter().for_each(|count| count.store(0, Ordering::Relaxed));
    }

    /// Notes that work was done, and tells if that was the last.
    pub fn spend(&self, work: u64) -> Result<(), Limit> {
        let before = self.work.fetch_add(work, Ordering::Relaxed);
        if self.interrupt.load(Ordering::Relaxed) {
            return Err(Limit::Interrupted);
        }
        if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            return Err(Limit::Timeout);
        }
        match self.max_work {
            Some(most) if before.saturating_add(work) >= most => Err(Limit::MaxWork),
            _ => Ok(()),
        }
    }

    /// Counts an execution, unless as many as are allowed were counted before.
    pub(crate) fn count(&self) -> Result<(), Limit> {
        match self.max_executions {
            Some(most) if self.executions.fetch_add(1, Ordering::Relaxed) >= most => Err(Limit::MaxExecutions),
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LONG: Duration = Duration::from_secs(3600);

    #[test]
    fn a_child_has_its_own_time() {
        let parent = Run::default();
        assert_eq!(parent.child(100, Duration::ZERO).spend(1), Err(Limit::Timeout));
        assert_eq!(parent.spend(1), Ok(()));
        let left = Run::new(Limits { timeout: Some(LONG), ..Limits::default() }).time_left();
        assert!(left.is_some_and(|left| left <= LONG && left > LONG / 2));
    }

    #[test]
    fn a_child_ends_with_its_parent_and_has_its_own_work() {
        let over = Run::new(Limits { timeout: Some(Duration::ZERO), ..Limits::default() });
        assert_eq!(over.child(100, LONG).spend(1), Err(Limit::Timeout));
        let parent = Run::new(Limits { max_work: Some(10), ..Limits::default() });
        assert_eq!(parent.spend(10), Err(Limit::MaxWork));
        assert_eq!(parent.child(100, LONG).spend(99), Ok(()));
        let flag = Arc::new(AtomicBool::new(false));
        let child = Run::default().interrupted_by(flag.clone()).child(100, LONG);
        assert_eq!(child.spend(1), Ok(()));
        flag.store(true, Ordering::Relaxed);
        assert_eq!(child.spend(1), Err(Limit::Interrupted));
    }

    #[test]
    fn work_adds_up_over_rounds_and_executions_do_not() {
        let run = Run::new(Limits { max_executions: Some(1), max_work: Some(10), ..Limits::default() });
        run.begin_round();
        assert_eq!((run.count(), run.count()), (Ok(()), Err(Limit::MaxExecutions)));
        assert_eq!(run.spend(6), Ok(()));
        run.begin_round();
        assert_eq!(run.count(), Ok(()));
        assert_eq!(run.spend(6), Err(Limit::MaxWork));
    }
}
