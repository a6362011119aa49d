//! An execution with what is looked up in it all the time: steps by event, mutexes, objects.

use std::collections::{HashMap, HashSet};

use raddle_explore::{Action, Allocation, Program as _, Span};
use raddle_graph::{Address, EventId, Execution, Label, Source, ThreadId, UpdateOp};
use raddle_ir::{Place, Position, Program};

use crate::scene::Step;

/// An execution with what is looked up in it.
pub(crate) struct ExecutionIndex<'a> {
    pub execution: &'a Execution,
    pub steps: &'a [Vec<Step>],
    /// The words that are taken as mutexes.
    pub mutexes: HashSet<Address>,
    /// The words that are used as condition variables.
    conditions: HashSet<Address>,
    /// The objects that threads allocated.
    blocks: HashMap<Allocation, Block>,
    /// Those of the heap, by number: the first byte, how many bytes there are, and the event that began the life.
    pub heap: Vec<(Address, u64, EventId)>,
}

/// An object that a thread allocated.
pub(crate) struct Block {
    /// The how many-th block of the heap it is, if it is one.
    pub number: usize,
    /// Where its life begins.
    pub event: EventId,
    pub position: Option<Position>,
    /// Its bytes.
    pub span: Span,
}

impl<'a> ExecutionIndex<'a> {
    pub fn new(program: &Program, execution: &'a Execution, steps: &'a [Vec<Step>]) -> ExecutionIndex<'a> {
        let (mut mutexes, mut conditions) = (HashSet::new(), HashSet::new());
        for step in steps.iter().flatten() {
            match step.action {
                Action::Update { addr, op: UpdateOp::Lock { .. }, .. } => mutexes.insert(addr),
                Action::Update { addr, op: UpdateOp::Condition(_), .. } => conditions.insert(addr),
                _ => false,
            };
        }
        let mut blocks = HashMap::new();
        let mut number = 0;
        let mut heap = Vec::new();
        for step in steps.iter().flatten() {
            let Action::Allocate { base, size } = step.action else { continue };
            let Some(allocation) = program.allocation(base) else { unreachable!("{base} is allocated") };
            let is_heap = matches!(program.place(base), Place::Heap { .. });
            number += usize::from(is_heap);
            let span = Span { start: Program::untagged(base.0), length: size };
            blocks.insert(allocation, Block { number, event: step.event, position: step.position, span });
            if is_heap {
                heap.push((base, size, step.event));
            }
        }
        ExecutionIndex { execution, steps, mutexes, conditions, blocks, heap }
    }

    /// Is the word part of a mutex or a condition variable, so that its values mean nothing to people?
    pub fn is_synchroniser(&self, addr: Address) -> bool {
        self.mutexes.contains(&addr) || self.conditions.contains(&addr)
    }

    /// Does the life of the object that begins here end in the execution?
    pub fn is_freed(&self, base: Address) -> bool {
        let ends = |step: &Step| matches!(step.action, Action::Free { base: freed } if freed == base);
        self.steps.iter().flatten().any(ends)
    }

    /// All objects that threads allocated.
    pub fn blocks(&self) -> impl Iterator<Item = &Block> {
        self.blocks.values()
    }

    /// The object at an address.
    pub fn block(&self, program: &Program, addr: Address) -> Option<&Block> {
        self.blocks.get(&program.allocation(addr)?)
    }

    /// Is the event in the prefix of the thread's end: is there a path from it through program order, reads-from, and the
    /// starts and ends of threads?
    pub fn is_in_prefix(&self, event: EventId, of: ThreadId) -> bool {
        let mut started: HashMap<ThreadId, EventId> = HashMap::new();
        for (id, event) in self.execution.events() {
            if let Label::Spawn { thread } = event.label {
                started.insert(thread, id);
            }
        }
        // How much of each thread is in the prefix, and what is still to be looked at.
        let mut known: HashMap<ThreadId, u32> = HashMap::new();
        let length = |thread: ThreadId| self.execution.threads.get(thread.index()).map_or(0, Vec::len) as u32;
        let mut open = vec![(of, length(of))];
        while let Some((thread, end)) = open.pop() {
            let begin = known.insert(thread, end).unwrap_or(0);
            if begin >= end {
                known.insert(thread, begin);
                continue;
            }
            open.extend(started.get(&thread).map(|spawn| (spawn.thread, spawn.index + 1)));
            for index in begin..end {
                let id = EventId { thread, index };
                let Some(event) = self.execution.get(id) else { unreachable!("{id} is below the thread's length") };
                if let Some(Source::Event(write)) = event.rf {
                    open.push((write.thread, write.index + 1));
                }
                if let Label::Join { thread } = event.label {
                    open.push((thread, length(thread)));
                }
            }
        }
        known.get(&event.thread).is_some_and(|&end| event.index < end)
    }

    /// The step that an event belongs to.
    pub fn step_of(&self, event: EventId) -> Option<&'a Step> {
        let steps = self.steps.get(event.thread.index())?;
        let after = steps.partition_point(|step| step.event.index <= event.index);
        steps.get(after.checked_sub(1)?)
    }
}
