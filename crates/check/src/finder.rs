//! Looks at executions while they are explored, and keeps those that are wrong.
//!
//! Of several executions with the same error the least is kept, so that what is shown does not depend on the number of
//! workers or on who meets which execution first (unless the exploration stops at the first error).

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};

use raddle_explore::{
    Action, Ending, FailureId, Fault, FinalGraph, LiveObject, Proceed, Program as _, Race, Visitor, Waits,
};
use raddle_graph::{Execution, ThreadId};
use raddle_ir::{Position, State};

use crate::buffering::BufferingCounter;
use crate::describe::{Describer, Key};
use crate::growth::{Growth, longest_loop, too_long};
use crate::leak::leaked;
use crate::options::{Observed, Options, Watch};
use crate::scene::{Scene, threads};
use crate::specification::{CallFinding, CallJudge};
use crate::verdict::TooLong;

/// Something wrong with an execution. The weightier comes first: a race makes everything else undefined, and what a thread
/// did wrong explains more than what it waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Finding {
    /// Two accesses race.
    Race(Race),
    /// A thread failed.
    Failure(ThreadId, FailureId),
    /// A thread must not do what it is about to do.
    Fault(ThreadId, Fault),
    /// All threads that are left wait for each other.
    Deadlock,
    /// A thread waits forever.
    Livelock(ThreadId),
    /// A block is lost.
    Leak(LiveObject),
    /// Something is wrong with calls of an object: the exhibit says what.
    Calls,
}

/// A finding and an execution that shows it.
#[derive(Clone, Debug)]
pub(crate) struct Exhibit {
    pub finding: Finding,
    pub scene: Scene,
    /// What is wrong with calls of an object.
    pub calls: Option<CallFinding>,
}

/// A visitor that looks for errors.
pub(crate) struct Finder<'a> {
    describer: &'a Describer<'a>,
    options: &'a Options,
    watch: &'a dyn Watch,
    growth: &'a Growth,
    /// Are complete executions without errors of interest, too?
    wants_all: bool,
    seen: u32,
    pub errors: BTreeMap<Key, Exhibit>,
    /// Leaks that are only warned about.
    pub leaks: BTreeMap<Key, Exhibit>,
    /// Is there an execution that an assumption of the program excludes?
    pub has_assumption: bool,
    /// Where threads stand that a bound on loops has stopped.
    pub cut: BTreeSet<Position>,
    /// A thread that has as many events as it may have.
    pub too_long: Option<TooLong>,
    /// An execution without errors, for what it prints.
    pub example: Option<Execution>,
    /// Compares calls with a specification, if that was asked for.
    pub calls: Option<CallJudge<'a>>,
    /// Load-buffering races, if they are to be counted.
    pub buffering: BufferingCounter,
}

impl<'a> Finder<'a> {
    pub fn new(
        describer: &'a Describer<'a>,
        options: &'a Options,
        watch: &'a dyn Watch,
        growth: &'a Growth,
    ) -> Finder<'a> {
        Finder {
            describer,
            options,
            watch,
            growth,
            wants_all: options.specification.is_some()
                || options.show_output
                || options.buffering_races
                || watch.wants(Ending::Complete),
            seen: 0,
            errors: BTreeMap::new(),
            leaks: BTreeMap::new(),
            has_assumption: false,
            cut: BTreeSet::new(),
            too_long: None,
            example: None,
            calls: options.specification.map(|it| CallJudge::new(it, &options.model, describer.program())),
            buffering: BufferingCounter::default(),
        }
    }

    /// Adds what another worker found.
    pub fn add(&mut self, other: Finder<'_>) {
        for (key, found) in other.errors {
            keep(&mut self.errors, key, found);
        }
        for (key, found) in other.leaks {
            keep(&mut self.leaks, key, found);
        }
        self.has_assumption |= other.has_assumption;
        self.cut.extend(other.cut);
        self.too_long = self.too_long.take().or(other.too_long);
        self.buffering.add(other.buffering);
        if let (Some(calls), Some(others)) = (&mut self.calls, other.calls) {
            calls.add(others);
        }
        self.example = self.example.take().into_iter().chain(other.example).min();
    }

    /// What is wrong with an execution, the weightiest first. Leaks are apart.
    fn findings(&self, found: &dyn FinalGraph<State>) -> Vec<Finding> {
        let program = self.describer.program();
        let mut findings = Vec::new();
        if self.options.races {
            findings.extend(found.race().map(Finding::Race));
        }
        findings.extend(found.late_access().map(Finding::Race));
        if found.ending() == Ending::Failed {
            for thread in threads(program) {
                if let Some(fault) = found.fault(thread) {
                    findings.push(Finding::Fault(thread, fault));
                } else if let Some(Action::Fail(id)) = found.state(thread).map(|state| *program.action(state)) {
                    findings.push(Finding::Failure(thread, id));
                }
            }
        }
        if found.ending() == Ending::Blocked {
            if found.is_deadlock() {
                findings.push(Finding::Deadlock);
            } else if self.options.liveness {
                findings.extend(found.livelock().map(Finding::Livelock));
            }
        }
        findings
    }

    /// Notes which loops a bound has cut.
    fn note_cuts(&mut self, found: &dyn FinalGraph<State>) {
        let program = self.describer.program();
        for state in threads(program).filter_map(|thread| found.state(thread)) {
            if *program.action(state) == Action::Bound {
                self.cut.extend(program.position(state));
            }
        }
    }

    /// What is wrong with the calls of an execution that has no other error. Where a bound has stopped a thread nobody knows what else
    /// it would have done.
    fn compare_calls(&mut self, found: &dyn FinalGraph<State>) -> Option<CallFinding> {
        let program = self.describer.program();
        let is_cut = || {
            let mut states = threads(program).filter_map(|thread| found.state(thread));
            states.any(|state| *program.action(state) == Action::Bound)
        };
        let calls = self.calls.as_mut()?;
        if found.ending() == Ending::Failed || is_cut() {
            return None;
        }
        calls.look(found)
    }

    fn show(&self, found: &dyn FinalGraph<State>) {
        if self.watch.wants(found.ending()) {
            let scene = Scene::new(self.describer.program(), found);
            let story = || self.describer.story(&scene);
            self.watch.execution(&Observed { ending: scene.ending, execution: &scene.execution, story: &story });
        }
    }
}

/// Keeps the least execution of each error.
fn keep(errors: &mut BTreeMap<Key, Exhibit>, key: Key, found: Exhibit) {
    match errors.entry(key) {
        Entry::Vacant(entry) => {
            entry.insert(found);
        }
        Entry::Occupied(mut entry) => {
            if found.scene.execution < entry.get().scene.execution {
                entry.insert(found);
            }
        }
    }
}

impl Visitor<State> for Finder<'_> {
    fn skips_plain(&self) -> bool {
        !self.wants_all
    }

    fn too_long(&mut self, thread: ThreadId, execution: &Execution) {
        let (program, names) = (self.describer.program(), self.describer.names());
        self.too_long = Some(too_long(program, names, thread, execution, self.options.explore.max_events));
    }

    fn visit(&mut self, found: &dyn FinalGraph<State>) -> Proceed {
        self.seen = self.seen.wrapping_add(1);
        let is_due = self.growth.is_due(self.seen);
        if !is_due && !self.wants_all && found.is_plain() {
            return Proceed::Continue;
        }
        if is_due && let Some(growing) = longest_loop(self.describer.program(), &found.execution()) {
            self.watch.growing(&growing);
        }
        if self.options.buffering_races {
            self.buffering.note(self.describer.program(), found);
        }
        self.show(found);
        self.note_cuts(found);
        self.has_assumption |= found.ending() == Ending::Blocked
            && threads(self.describer.program()).any(|thread| found.waits(thread) == Some(Waits::Assumption));
        let mut findings = self.findings(found);
        let mut leaks = Vec::new();
        if found.ending() == Ending::Complete && findings.is_empty() {
            // What a thread that still waits when the process ends would have freed is not lost.
            let waits = |thread| found.waits(thread).is_some();
            if !threads(self.describer.program()).any(waits) {
                leaks.extend(leaked(self.describer.program(), found).into_iter().map(Finding::Leak));
            }
            if self.options.leaks {
                findings.append(&mut leaks);
            } else if self.options.show_output && self.example.is_none() {
                self.example = Some(found.execution());
            }
        }
        let calls = if findings.is_empty() { self.compare_calls(found) } else { None };
        if findings.is_empty() && leaks.is_empty() && calls.is_none() {
            return Proceed::Continue;
        }
        let scene = Scene::new(self.describer.program(), found);
        for finding in leaks {
            let key = self.describer.key(finding, &scene);
            keep(&mut self.leaks, key, Exhibit { finding, scene: scene.clone(), calls: None });
        }
        if let Some(calls) = calls {
            let key = Describer::key_of_calls(&calls);
            keep(&mut self.errors, key, Exhibit { finding: Finding::Calls, scene, calls: Some(calls) });
            return if self.options.keep_going { Proceed::Continue } else { Proceed::Stop };
        }
        if !self.options.keep_going
            && let Some(&finding) = findings.first()
        {
            let key = self.describer.key(finding, &scene);
            keep(&mut self.errors, key, Exhibit { finding, scene, calls: None });
            return Proceed::Stop;
        }
        for finding in findings {
            let key = self.describer.key(finding, &scene);
            keep(&mut self.errors, key, Exhibit { finding, scene: scene.clone(), calls: None });
        }
        Proceed::Continue
    }
}
