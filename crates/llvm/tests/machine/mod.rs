//! A machine that runs the first thread of a program alone, with memory of its own: enough to check what lowered code
//! computes.

use std::collections::HashMap;
use std::sync::Arc;

use raddle_explore::{Action, Answer, Discovery, Program as _};
use raddle_graph::{Address, ThreadId};
use raddle_ir::{Code, Compile, Knowledge, Program, UNDEFINED};

/// How a thread ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// It ran to its end.
    Finished,
    /// It failed: kind, line (if it is known) and message.
    Failed(String, Option<u32>, String),
    /// It waits for another thread.
    Blocked,
}

/// Most of the events on the way.
#[derive(Clone, Debug, Default)]
pub struct Trace {
    pub reads: u64,
    pub writes: u64,
    pub updates: u64,
    pub fences: u64,
    pub allocated: u64,
    pub freed: u64,
}

/// Runs the first thread.
pub fn run(code: &Arc<Code>) -> (Outcome, Trace) {
    let mut program = code.program(&Compile::default(), &Knowledge::default()).expect("the code is valid");
    // Learning changes how a program accesses memory, so it starts again.
    for _ in 0..1000 {
        match attempt(&program) {
            Ok(result) => return result,
            Err(discovery) => assert!(program.learn(discovery), "{discovery}"),
        }
    }
    panic!("the program learns without end");
}

fn attempt(program: &Program) -> Result<(Outcome, Trace), Discovery> {
    let mut memory = Memory { program, bytes: HashMap::new(), locations: HashMap::new() };
    let mut trace = Trace::default();
    let mut state = program.start(ThreadId(0));
    for _ in 0..1_000_000 {
        let mut answer = Answer { value: 0, stored: false };
        if let Action::Read { addr, .. } | Action::Write { addr, .. } | Action::Update { addr, .. } =
            *program.action(&state)
            && let Some(other) = memory.meet(addr)
        {
            return Err(Discovery::Overlap(other, addr));
        }
        match *program.action(&state) {
            Action::Read { addr, .. } => {
                trace.reads += 1;
                answer.value = memory.read(addr);
            }
            Action::Write { addr, value, .. } => {
                trace.writes += 1;
                memory.write(addr, value);
            }
            Action::Update { addr, op, width, .. } => {
                trace.updates += 1;
                answer.value = memory.read(addr);
                let new = op.stores(width, answer.value);
                answer.stored = new.is_some();
                new.into_iter().for_each(|new| memory.write(addr, new));
            }
            Action::Fence { .. } => trace.fences += 1,
            Action::Allocate { .. } => trace.allocated += 1,
            Action::Free { .. } => trace.freed += 1,
            Action::Choose { .. } => {}
            Action::Learn(discovery) => return Err(discovery),
            Action::Finish | Action::Exit => return Ok((Outcome::Finished, trace)),
            Action::Fail(id) => {
                let (failure, position) = (program.failure(id), program.position(&state));
                let outcome =
                    Outcome::Failed(failure.kind.name().to_owned(), position.map(|at| at.line), failure.message);
                return Ok((outcome, trace));
            }
            _ => return Ok((Outcome::Blocked, trace)),
        }
        program.step(&mut state, answer);
    }
    panic!("the program runs without end");
}

/// Memory by bytes, so that accesses may differ in size; `None` where nothing was written.
struct Memory<'p> {
    program: &'p Program,
    bytes: HashMap<u64, Option<u8>>,
    /// By byte: the location that it belongs to.
    locations: HashMap<u64, Address>,
}

impl Memory<'_> {
    /// The location that overlaps another one, if there is any.
    fn meet(&mut self, location: Address) -> Option<Address> {
        let (start, size) = bytes_of(location);
        let found = (start..start + size).map(|byte| *self.locations.entry(byte).or_insert(location));
        found.into_iter().find(|other| *other != location)
    }

    fn read(&mut self, location: Address) -> u64 {
        let (start, size) = bytes_of(location);
        let mut value = 0;
        for i in 0..size {
            let program = self.program;
            let byte = *self.bytes.entry(start + i).or_insert_with(|| {
                let value = program.initial_value(Address((start + i) | 1 << 56));
                (value != UNDEFINED).then_some(value as u8)
            });
            let Some(byte) = byte else { return UNDEFINED };
            value |= u64::from(byte) << (8 * i);
        }
        value
    }

    fn write(&mut self, location: Address, value: u64) {
        let (start, size) = bytes_of(location);
        for i in 0..size {
            self.bytes.insert(start + i, (value != UNDEFINED).then_some((value >> (8 * i)) as u8));
        }
    }
}

/// The first byte of a location, and its size in bytes.
fn bytes_of(location: Address) -> (u64, u64) {
    (location.0 & ((1 << 56) - 1), location.0 >> 56)
}
