//! Who may write what, whatever others do.
//!
//! Each thread is run by itself, and a read takes every value that anybody might ever have written there. So what is found holds in every
//! graph of the program, whichever reads wait in it, and nothing need be learnt from graphs.

use std::collections::{BTreeMap, BTreeSet};

use raddle_graph::{Address, ThreadId, UpdateOp, Value};
use raddle_program::{Action, Answer, Program, Span};
use rustc_hash::FxHashSet;

/// After so many steps it is left open who writes what.
const MAX_STEPS: usize = 1 << 12;

/// Threads, and locations that they may write.
pub(crate) type Writers = FxHashSet<(ThreadId, Address)>;

/// The threads and locations of all writes that there may be, if that is found in a few steps. Reads may also take the values that are
/// given.
pub(crate) fn writers<P: Program>(program: &P, known: impl Iterator<Item = (Address, Value)>) -> Option<Writers> {
    let mut found = Found::default();
    known.for_each(|(addr, value)| {
        found.values.entry(addr).or_default().insert(value);
    });
    let mut steps = 0;
    // What a thread writes others may read, and write more.
    loop {
        let before = found.size();
        for thread in (0..program.threads()).map(|thread| ThreadId(thread as u16)) {
            if program.starts(thread) {
                run(program, (thread, program.start(thread)), &mut found, &mut steps)?;
            }
        }
        if found.size() == before {
            return (!found.has_overlaps(program)).then_some(found.writers);
        }
    }
}

/// What is found. It only grows.
#[derive(Default)]
struct Found {
    writers: Writers,
    /// The values that each location may have, besides its initial one.
    values: BTreeMap<Address, BTreeSet<Value>>,
    results: BTreeMap<ThreadId, BTreeSet<Value>>,
    accessed: BTreeSet<Address>,
}

impl Found {
    fn size(&self) -> usize {
        let count = |values: &BTreeSet<Value>| values.len();
        self.writers.len()
            + self.accessed.len()
            + self.values.values().map(count).sum::<usize>()
            + self.results.values().map(count).sum::<usize>()
    }

    fn write(&mut self, thread: ThreadId, addr: Address, value: Value) {
        self.accessed.insert(addr);
        self.writers.insert((thread, addr));
        self.values.entry(addr).or_default().insert(value);
    }

    fn read<P: Program>(&mut self, program: &P, addr: Address) -> Vec<Value> {
        self.accessed.insert(addr);
        let values = self.values.entry(addr).or_default();
        values.insert(program.initial_value(addr));
        values.iter().copied().collect()
    }

    /// Do locations overlap, so that reads may take parts of what was written?
    fn has_overlaps<P: Program>(&self, program: &P) -> bool {
        let spans: Vec<Span> = self.accessed.iter().filter_map(|&addr| program.span(addr)).collect();
        (0..).zip(&spans).any(|(nth, span)| spans[..nth].iter().any(|other| span.overlaps(*other)))
    }
}

/// Runs a thread, and those that it starts, in every way.
fn run<P: Program>(program: &P, start: (ThreadId, P::State), found: &mut Found, steps: &mut usize) -> Option<()> {
    let mut pending = vec![start];
    while let Some((thread, state)) = pending.pop() {
        *steps += 1;
        if *steps > MAX_STEPS {
            return None;
        }
        let mut answer = |value, stored| {
            let mut next = state.clone();
            program.step(&mut next, Answer { value, stored });
            pending.push((thread, next));
        };
        match *program.action(&state) {
            Action::Read { addr, .. } => found.read(program, addr).into_iter().for_each(|value| answer(value, false)),
            Action::Update { addr, op, width, .. } => {
                for value in found.read(program, addr) {
                    let stored = program.stores(op, width, value);
                    if let Some(stored) = stored {
                        found.write(thread, addr, stored);
                        answer(value, true);
                    }
                    // A thread that does not get a lock waits for it.
                    let is_lock = matches!(op, UpdateOp::Lock { .. });
                    if (stored.is_none() && !is_lock) || op.is_weak() {
                        answer(value, false);
                    }
                }
            }
            Action::Write { addr, value, .. } => {
                found.write(thread, addr, value);
                answer(0, false);
            }
            Action::Choose { count } => {
                if count > MAX_STEPS as u64 {
                    return None;
                }
                (0..count).for_each(|value| answer(value, false));
            }
            Action::Join { thread: child } => {
                let results = found.results.get(&child).into_iter().flatten();
                results.for_each(|&value| answer(value, false));
            }
            Action::Spawn { thread: child } => {
                answer(0, false);
                pending.push((child, program.child(&state)));
            }
            Action::Fence { .. }
            | Action::Allocate { .. }
            | Action::Free { .. }
            | Action::Arrive { .. }
            | Action::Depart { .. } => answer(0, false),
            Action::Finish => {
                found.results.entry(thread).or_default().insert(program.result(&state));
            }
            // Nobody knows what comes next.
            Action::Learn(_) | Action::Reserve { .. } | Action::Conditional { .. } => return None,
            Action::Block | Action::Bound | Action::Fail(_) | Action::Exit => {}
        }
    }
    Some(())
}
