//! What one thread may do if its reads return any of the values that are known to be possible.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use raddle_graph::{Address, Dependencies, Label, Mode, ThreadId, UpdateOp, Value, Width};

use super::{Budget, Guessing, takes_lock};
use crate::{Action, Answer, Program};

/// Everything that one started thread may do.
pub(super) type Family<State> = Vec<History<State>>;

/// Everything that each of several threads may do.
pub(super) type Families<State> = Vec<Rc<Family<State>>>;

/// One thing that a thread may do, from its start to its end or to where it waits.
#[derive(Clone)]
pub(super) struct History<State> {
    pub(super) thread: ThreadId,
    pub(super) labels: Vec<Label>,
    /// Of each event.
    pub(super) dependencies: Vec<Dependencies>,
    /// The state in which it ended.
    pub(super) end: State,
    /// What the threads that it starts may do.
    pub(super) children: Vec<Rc<Family<State>>>,
    /// The threads that it joined, with what they are to return.
    pub(super) joined: Vec<(ThreadId, Value)>,
    /// The barriers that it left: which, in which round, and how many must have arrived.
    pub(super) left: Vec<(Address, u32, u32)>,
}

/// Values of locations, initial ones left out.
pub(super) type Values = BTreeMap<Address, BTreeSet<Value>>;

/// What is known to be possible.
#[derive(Clone, PartialEq, Eq, Default)]
struct Known {
    /// Values that writes may write, initial ones left out.
    values: Values,
    /// Values that threads may return.
    results: BTreeMap<ThreadId, BTreeSet<Value>>,
    /// The greatest number of writes of each thread.
    writes: BTreeMap<ThreadId, usize>,
    /// The threads whose results are waited for.
    joined: BTreeSet<ThreadId>,
}

impl Known {
    /// How many rounds can be needed: each value depends on each write, and each result that is waited for, at most once.
    fn rounds(&self) -> usize {
        self.writes.values().sum::<usize>() + self.joined.len()
    }

    fn add<P: Program>(&mut self, program: &P, history: &History<P::State>) {
        let mut writes = 0;
        for label in &history.labels {
            if let Label::Write { addr, value, .. } = *label {
                self.values.entry(addr).or_default().insert(value);
                writes += 1;
            }
        }
        self.joined.extend(history.joined.iter().map(|(thread, _)| thread));
        // One that waits may go on when the result is known.
        if let Action::Join { thread } = *program.action(&history.end) {
            self.joined.insert(thread);
        }
        let most = self.writes.entry(history.thread).or_default();
        *most = writes.max(*most);
        if *program.action(&history.end) == Action::Finish {
            self.results.entry(history.thread).or_default().insert(program.result(&history.end));
        }
        history.children.iter().flat_map(|family| family.iter()).for_each(|child| self.add(program, child));
    }
}

/// What the threads that run from the beginning may do, and the values that their reads were given to guess; `None` if that is
/// too much.
pub(super) fn of_all_threads<P: Program>(
    program: &P,
    guessing: Guessing,
    budget: &mut Budget<'_>,
) -> Option<(Families<P::State>, Values)> {
    let mut known = Known::default();
    for round in 0.. {
        let mut families = Vec::new();
        let mut more = known.clone();
        for thread in (0..program.threads()).map(|index| ThreadId(index as u16)) {
            if program.starts(thread) {
                families.push(family(program, guessing, &known, &mut more, thread, program.start(thread), budget)?);
            }
        }
        families.iter().flat_map(|family| family.iter()).for_each(|history| more.add(program, history));
        if more == known || round >= more.rounds() {
            return Some((families, known.values));
        }
        known = more;
    }
    None
}

fn family<P: Program>(
    program: &P,
    guessing: Guessing,
    known: &Known,
    more: &mut Known,
    thread: ThreadId,
    start: P::State,
    budget: &mut Budget<'_>,
) -> Option<Rc<Family<P::State>>> {
    let first = History {
        thread,
        labels: Vec::new(),
        dependencies: Vec::new(),
        end: start,
        children: Vec::new(),
        joined: Vec::new(),
        left: Vec::new(),
    };
    let mut finals = Vec::new();
    let mut pending = vec![first];
    while let Some(history) = pending.pop() {
        let mut walk = Walk { program, guessing, known, more, history, budget, next: &mut pending };
        if walk.go_on()? {
            finals.push(walk.history);
        }
    }
    Some(Rc::new(finals))
}

/// A history that goes on.
struct Walk<'a, 'r, P: Program> {
    program: &'a P,
    guessing: Guessing,
    known: &'a Known,
    /// What becomes known.
    more: &'a mut Known,
    history: History<P::State>,
    budget: &'a mut Budget<'r>,
    /// Where the longer histories go.
    next: &'a mut Vec<History<P::State>>,
}

impl<P: Program> Walk<'_, '_, P> {
    /// Takes every next step; may the history also end here? (`None`: it cannot be told.)
    fn go_on(&mut self) -> Option<bool> {
        let nothing = Answer { value: 0, stored: false };
        match *self.program.action(&self.history.end) {
            Action::Read { addr, mode, .. } => self.read(addr, mode, false)?,
            Action::Reserve { addr, mode } => self.read(addr, mode, true)?,
            Action::Update { addr, mode, op, width, awaits: _ } => {
                self.update(addr, mode, op, width)?;
                // A lock that cannot be taken is no event.
                return Some(matches!(op, UpdateOp::Lock { .. }));
            }
            Action::Write { addr, mode, value } => {
                self.push(&[Label::Write { addr, mode, value, exclusive: false }], nothing)?;
            }
            Action::Conditional { addr, mode, value } => {
                if self.has_reserved(addr) {
                    self.push(&[Label::Write { addr, mode, value, exclusive: true }], nothing)?;
                } else {
                    // It leads nowhere. But what was written on the way may be read, and then the thread need not come here.
                    self.more.add(self.program, &self.history);
                }
            }
            Action::Fence { mode, on } => self.push(&[Label::Fence { mode, on }], nothing)?,
            Action::Spawn { thread } => {
                let start = self.program.child(&self.history.end);
                let child = family(self.program, self.guessing, self.known, self.more, thread, start, self.budget)?;
                self.push(&[Label::Spawn { thread }], nothing)?;
                self.change_newest(|history| history.children.push(child));
            }
            Action::Join { thread } => {
                for &value in self.known.results.get(&thread).into_iter().flatten() {
                    self.push(&[Label::Join { thread }], Answer { value, stored: false })?;
                    self.change_newest(|history| history.joined.push((thread, value)));
                }
                return Some(true);
            }
            Action::Allocate { base, size } => self.push(&[Label::Allocate { base, size }], nothing)?,
            Action::Free { base } => self.push(&[Label::Free { base }], nothing)?,
            Action::Choose { count } => {
                for value in 0..count {
                    self.push(&[Label::Choose { value }], Answer { value, stored: false })?;
                }
            }
            Action::Arrive { barrier, round } => self.push(&[Label::Arrive { barrier, round }], nothing)?,
            Action::Depart { barrier, round, count } => {
                self.push(&[Label::Depart { barrier, round }], nothing)?;
                self.change_newest(|history| history.left.push((barrier, round, count)));
                return Some(true);
            }
            Action::Learn(_) => return None,
            Action::Block | Action::Bound | Action::Fail(_) | Action::Finish | Action::Exit => return Some(true),
        }
        Some(false)
    }

    fn read(&mut self, addr: Address, mode: Mode, exclusive: bool) -> Option<()> {
        for value in self.values(addr) {
            self.push(&[Label::Read { addr, mode, value, exclusive }], Answer { value, stored: false })?;
        }
        Some(())
    }

    fn update(&mut self, addr: Address, mode: Mode, op: UpdateOp, width: Width) -> Option<()> {
        for value in self.values(addr) {
            if matches!(op, UpdateOp::Lock { .. }) && !takes_lock(self.program, &self.history.end, value) {
                continue;
            }
            let stored = self.program.stores(op, width, value);
            if let Some(new) = stored {
                let read = Label::Read { addr, mode, value, exclusive: true };
                let write = Label::Write { addr, mode, value: new, exclusive: true };
                self.push(&[read, write], Answer { value, stored: true })?;
            }
            if stored.is_none() || (op.is_weak() && self.guessing.spurious_failures) {
                let read = Label::Read { addr, mode: op.failure_mode(mode), value, exclusive: false };
                self.push(&[read], Answer { value, stored: false })?;
            }
        }
        Some(())
    }

    fn values(&self, addr: Address) -> BTreeSet<Value> {
        let mut values = self.known.values.get(&addr).cloned().unwrap_or_default();
        values.insert(self.program.initial_value(addr));
        values
    }

    /// Is the thread's newest reservation of this location, and not used yet?
    fn has_reserved(&self, addr: Address) -> bool {
        let newest = self.history.labels.iter().rev().find(|label| label.is_exclusive());
        matches!(newest, Some(Label::Read { addr: at, .. }) if *at == addr)
    }

    /// One way to go on: these events, and then the state after the answer.
    fn push(&mut self, labels: &[Label], answer: Answer) -> Option<()> {
        self.budget.spend()?;
        let mut history = self.history.clone();
        let dependencies = self.program.dependencies(&history.end);
        match (*self.program.action(&history.end), labels) {
            (Action::Update { op, .. }, [_, _]) => {
                let read = history.labels.len() as u32;
                history.dependencies.push(dependencies.of_read_half());
                history.dependencies.push(dependencies.of_write_half(op, read));
            }
            (Action::Update { .. }, _) => history.dependencies.push(dependencies.of_read_half()),
            _ => history.dependencies.push(dependencies),
        }
        history.labels.extend_from_slice(labels);
        self.program.step(&mut history.end, answer);
        self.next.push(history);
        Some(())
    }

    fn change_newest(&mut self, change: impl FnOnce(&mut History<P::State>)) {
        if let Some(history) = self.next.last_mut() {
            change(history);
        }
    }
}
