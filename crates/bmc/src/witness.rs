//! From a solution back to an execution: the interpreter runs every thread on what the solution says that it read, and what it does
//! must be what the solution says that it does. The model's own axioms judge the result. Whatever differs is a fault in Raddle.

use std::collections::BTreeMap;

use raddle_graph::{Address, EventId, Execution, Label, Source, ThreadEnd, ThreadId, Value};
use raddle_ir::{Program, State};
use raddle_models::{ModelName, axioms};
use raddle_program::{Action, Answer, Program as _};

use crate::aig::{Aig, Lit, Node};
use crate::memory::{Event, Kind, Record};
use crate::order::{Formula, Origin, linear};
use crate::sat::SatLit;
use crate::word::Word;

/// The value of every gate.
pub struct Solution(Vec<bool>);

impl Solution {
    /// What follows from the inputs.
    pub fn new(aig: &Aig, input: impl Fn(usize) -> bool) -> Solution {
        let mut values: Vec<bool> = Vec::with_capacity(aig.size());
        for index in 0..aig.size() {
            let of = |lit: Lit| values[lit.parts().0] ^ lit.parts().1;
            let value = match aig.node(index) {
                Node::Never => false,
                Node::Input => input(index),
                Node::And(a, b) => of(a) && of(b),
            };
            values.push(value);
        }
        Solution(values)
    }

    /// Does the literal hold?
    pub fn lit(&self, lit: Lit) -> bool {
        self.0[lit.parts().0] ^ lit.parts().1
    }

    fn word(&self, word: &Word) -> Value {
        word.bits().iter().enumerate().map(|(bit, &lit)| u64::from(self.lit(lit)) << bit).sum()
    }
}

/// What a solution says of an event that happens.
struct Happening<'a> {
    number: usize,
    event: &'a Event,
    /// The location, of accesses.
    cell: Option<Address>,
    source: Option<Origin>,
}

/// A thread on its way.
struct Runner<'a> {
    state: Option<State>,
    todo: std::collections::VecDeque<Happening<'a>>,
    done: Vec<raddle_graph::Event>,
}

/// The execution that a solution describes.
pub fn execution(
    program: &Program,
    model: ModelName,
    record: &Record,
    formula: &Formula,
    solution: &Solution,
    holds: &dyn Fn(SatLit) -> bool,
) -> Result<Execution, String> {
    let mut runners: Vec<Runner<'_>> = Vec::new();
    for index in 0..program.threads() {
        let thread = ThreadId(index as u16);
        let state = program.starts(thread).then(|| program.start(thread));
        let own = record.events.iter().enumerate().filter(|(_, event)| event.deed.thread == thread);
        let happens = own.filter(|(_, event)| solution.lit(event.deed.guard));
        let todo = happens.map(|(number, event)| happening(number, event, formula, solution, holds));
        runners.push(Runner { state, todo: todo.collect::<Result<_, _>>()?, done: Vec::new() });
    }
    let mut replay = Replay { program, solution, runners, numbers: BTreeMap::new(), sources: Vec::new() };
    replay.run()?;
    let execution = replay.execution(record, formula, solution, holds)?;
    let candidate = axioms::Candidate::new(&execution).map_err(|violation| format!("{violation:?}"))?;
    let co = execution.co.as_ref().ok_or("no coherence")?;
    let co = candidate.coherence(co).map_err(|violation| format!("{violation:?}"))?;
    axioms::Judge::new(model, &candidate)
        .check(&co)
        .map_err(|violation| format!("{model} forbids it: {violation:?}\n{execution}"))?;
    Ok(execution)
}

fn happening<'a>(
    number: usize,
    event: &'a Event,
    formula: &Formula,
    solution: &Solution,
    holds: &dyn Fn(SatLit) -> bool,
) -> Result<Happening<'a>, String> {
    let cells: Vec<Address> = event.cells.iter().filter(|(at, _)| solution.lit(*at)).map(|&(_, cell)| cell).collect();
    let sources: Vec<Origin> =
        formula.sources[number].iter().filter(|(_, from)| holds(*from)).map(|&(origin, _)| origin).collect();
    let one = |count: usize, wanted: bool| (count == 1) == wanted && count <= 1;
    if !one(cells.len(), !event.cells.is_empty()) || !one(sources.len(), event.read.is_some()) {
        return Err(format!("event {number} has {} locations and {} sources", cells.len(), sources.len()));
    }
    Ok(Happening { number, event, cell: cells.first().copied(), source: sources.first().copied() })
}

struct Replay<'a> {
    program: &'a Program,
    solution: &'a Solution,
    runners: Vec<Runner<'a>>,
    /// By the number of an event: where its read half (or the whole) is, and where its write is.
    numbers: BTreeMap<usize, (EventId, EventId)>,
    /// Reads, and from where they read.
    sources: Vec<(EventId, Origin, Value)>,
}

impl Replay<'_> {
    fn run(&mut self) -> Result<(), String> {
        let mut has_moved = true;
        while std::mem::take(&mut has_moved) {
            for index in 0..self.runners.len() {
                while self.step(ThreadId(index as u16))? {
                    has_moved = true;
                }
            }
        }
        match self.runners.iter().position(|runner| !runner.todo.is_empty()) {
            Some(thread) => Err(format!("thread {thread} does not do all that it should")),
            None => Ok(()),
        }
    }

    /// Lets a thread do what it does next. False if it waits, or has nothing to do.
    fn step(&mut self, thread: ThreadId) -> Result<bool, String> {
        let program = self.program;
        let Some(state) = &self.runners[thread.index()].state else { return Ok(false) };
        let action = *program.action(state);
        let wrong = |what: &str| Err(format!("{thread}: {action:?}, but {what}"));
        match action {
            Action::Allocate { base, size } => {
                self.perform(thread, &[Label::Allocate { base, size }], 0, false);
                return Ok(true);
            }
            Action::Fail(_) | Action::Finish | Action::Exit | Action::Block | Action::Bound => return Ok(false),
            Action::Learn(discovery) => return wrong(&format!("{discovery:?} is not known")),
            _ => {}
        }
        let runner = &mut self.runners[thread.index()];
        let Some(next) = runner.todo.front() else { return Ok(false) };
        let (event, at) = (next.event, next.cell);
        let read = event.read.map_or(0, |word| self.solution.word(&word));
        let is_undefined = self.solution.lit(event.undefined);
        let read = match at {
            Some(cell) if is_undefined => program.initial_value(cell),
            _ => read,
        };
        let (labels, value, stored): (Vec<Label>, Value, bool) = match (action, &event.kind) {
            (Action::Read { addr, mode, .. }, Kind::Read) if Some(addr) == at => {
                (vec![Label::Read { addr, mode, value: read, exclusive: false }], read, false)
            }
            (Action::Write { addr, mode, value }, Kind::Write) if Some(addr) == at => {
                (vec![Label::Write { addr, mode, value, exclusive: false }], 0, false)
            }
            (Action::Update { addr, mode, op, width, .. }, Kind::Update) if Some(addr) == at => {
                let stores = self.solution.lit(event.writes);
                match program.stores(op, width, read) {
                    Some(new) if stores => {
                        let read_half = Label::Read { addr, mode, value: read, exclusive: true };
                        let write_half = Label::Write { addr, mode, value: new, exclusive: true };
                        (vec![read_half, write_half], read, true)
                    }
                    None if !stores => {
                        let mode = op.failure_mode(mode);
                        (vec![Label::Read { addr, mode, value: read, exclusive: false }], read, false)
                    }
                    _ => return wrong("the formula does not agree on whether it stores"),
                }
            }
            (Action::Fence { mode, on }, Kind::Fence) => (vec![Label::Fence { mode, on }], 0, false),
            (Action::Choose { .. }, Kind::Choose(word)) => {
                let value = self.solution.word(word);
                (vec![Label::Choose { value }], value, false)
            }
            (Action::Free { base }, Kind::Free(objects)) => {
                if !objects.iter().any(|&(is, object)| object == base && self.solution.lit(is)) {
                    return wrong("the formula ends the life of another object");
                }
                (vec![Label::Free { base }], 0, false)
            }
            (Action::Spawn { thread: child }, Kind::Start(other)) if child == *other => {
                (vec![Label::Spawn { thread: child }], 0, false)
            }
            (Action::Join { thread: child }, Kind::Join(other)) if child == *other => {
                let ended = self.runners[child.index()].state.as_ref();
                let Some(ended) = ended.filter(|state| *program.action(state) == Action::Finish) else {
                    return Ok(false);
                };
                (vec![Label::Join { thread: child }], program.result(ended), false)
            }
            (_, kind) => return wrong(&format!("the formula has {kind:?} at {at:?}")),
        };
        let written = labels.iter().find_map(|label| match *label {
            Label::Write { value, .. } => Some(value),
            _ => None,
        });
        if let (Some(value), Some(word)) = (written, &event.written)
            && self.solution.word(word) != value
        {
            return wrong(&format!("the formula writes {:#x}", self.solution.word(word)));
        }
        let first = EventId { thread, index: self.runners[thread.index()].done.len() as u32 };
        let last = EventId { index: first.index + labels.len() as u32 - 1, ..first };
        if let Some(next) = self.runners[thread.index()].todo.pop_front() {
            self.numbers.insert(next.number, (first, last));
            self.sources.extend(next.source.map(|source| (first, source, read)));
        }
        if let Label::Spawn { thread: child } = labels[0]
            && let Some(parent) = &self.runners[thread.index()].state
        {
            let state = program.child(parent);
            self.runners[child.index()].state = Some(state);
        }
        self.perform(thread, &labels, value, stored);
        Ok(true)
    }

    fn perform(&mut self, thread: ThreadId, labels: &[Label], value: Value, stored: bool) {
        let runner = &mut self.runners[thread.index()];
        runner.done.extend(labels.iter().map(|&label| raddle_graph::Event { label, rf: None }));
        if let Some(state) = &mut runner.state {
            self.program.step(state, Answer { value, stored });
        }
    }

    fn execution(
        self,
        record: &Record,
        formula: &Formula,
        solution: &Solution,
        holds: &dyn Fn(SatLit) -> bool,
    ) -> Result<Execution, String> {
        let program = self.program;
        let end = |state: &Option<State>| match state.as_ref().map(|state| *program.action(state)) {
            None => ThreadEnd::NotStarted,
            Some(Action::Finish | Action::Exit) => ThreadEnd::Finished,
            Some(Action::Fail(_)) => ThreadEnd::Failed,
            Some(_) => ThreadEnd::Blocked,
        };
        let ends = self.runners.iter().map(|runner| end(&runner.state)).collect();
        let mut threads: Vec<Vec<raddle_graph::Event>> = self.runners.into_iter().map(|runner| runner.done).collect();
        let mut init = BTreeMap::new();
        for (read, origin, value) in self.sources {
            let source = match origin {
                Origin::Initial(cell) => {
                    init.insert(cell, program.initial_value(cell));
                    Source::Init
                }
                Origin::Write(write) => match self.numbers.get(&write) {
                    Some(&(_, id)) => Source::Event(id),
                    None => return Err(format!("{read} reads {value:#x} from a write that does not happen")),
                },
            };
            threads[read.thread.index()][read.index as usize].rf = Some(source);
        }
        let held = formula.edges.iter().filter(|(lit, ..)| lit.is_none_or(holds));
        let points = formula.edges.iter().map(|(_, from, to)| from.0.max(to.0) as usize + 1);
        let count = points.max().map_or(record.events.len(), |points| points.max(record.events.len()));
        let edges: Vec<(usize, usize)> = held.map(|(_, from, to)| (from.0 as usize, to.0 as usize)).collect();
        let order = linear(count, &edges).ok_or("the order has a cycle")?;
        let mut co: BTreeMap<Address, Vec<EventId>> = BTreeMap::new();
        for number in order.into_iter().filter(|&point| point < record.events.len()) {
            let event = &record.events[number];
            if !solution.lit(event.deed.guard) || !solution.lit(event.writes) {
                continue;
            }
            let Some(&(_, id)) = self.numbers.get(&number) else { continue };
            if let Some(addr) = threads[id.thread.index()][id.index as usize].label.addr() {
                co.entry(addr).or_default().push(id);
                init.entry(addr).or_insert_with(|| program.initial_value(addr));
            }
        }
        Ok(Execution { threads, ends, co: Some(co), init, dependencies: BTreeMap::new() })
    }
}
