//! Programs: functions, threads and initial memory.

use raddle_graph::{Address, Mode, ThreadId, Value};
use serde::{Deserialize, Serialize};

use crate::analysis::awaits::Facts;
use crate::analysis::live::Live;
use crate::interpret::fast::Fast;
use crate::knowledge::{LocalAccesses, ThreadTable, ToldApart};
use crate::memory::Memory;
use crate::{Failure, FunctionId, Instr, Position};

/// A function.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Function {
    /// Its name, for people.
    pub name: String,
    /// How many arguments it takes, in its first registers.
    pub parameters: u16,
    /// How many registers its frame has.
    pub registers: u16,
    /// Its instructions.
    pub code: Vec<Instr>,
    /// The source position of each instruction.
    pub positions: Vec<Position>,
    /// Names of registers that the source names, for people.
    pub names: Vec<(crate::Reg, String)>,
    /// What the analysis of the whole program says about each instruction.
    pub(crate) facts: Vec<Facts>,
    /// The instructions as they run fast.
    #[serde(skip)]
    pub(crate) fast: Vec<Fast>,
    /// How many registers its frame has then.
    pub(crate) fast_registers: u16,
    /// Which registers are still read.
    #[serde(skip)]
    pub(crate) live: Live,
    /// The number of instructions in the functions before this one.
    #[serde(skip)]
    pub(crate) offset: u32,
}

impl Function {
    /// How many registers a frame has.
    #[inline]
    pub(crate) fn frame<const TRACK: bool>(&self) -> u16 {
        if TRACK { self.registers } else { self.fast_registers }
    }

    /// Where a thread may go on in the function.
    pub(crate) fn successors(&self, pc: usize) -> impl Iterator<Item = usize> {
        let instr = &self.code[pc];
        let next = instr.falls_through().then_some(pc + 1).filter(|&next| next < self.code.len());
        instr.targets().map(|target| target as usize).chain(next)
    }

    /// May the thread block before its next action, depending on what the instruction reads?
    pub fn awaits(&self, pc: usize) -> bool {
        self.facts.get(pc).is_some_and(|facts| facts.awaits)
    }
}

/// A thread.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Thread {
    /// Where it begins.
    pub entry: FunctionId,
    /// With which arguments.
    pub args: Vec<Value>,
    /// Does it run from the beginning, rather than from its `Spawn`?
    pub starts: bool,
}

/// A variable in memory, or an array of them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Object {
    /// Its name, for people.
    pub name: String,
    /// The address of its first cell.
    pub base: Address,
    /// The size of a cell in bytes, and the distance between two of them.
    pub stride: u64,
    /// How many cells there are.
    pub count: u64,
}

impl Object {
    /// Which cell has this address?
    pub fn cell(&self, addr: Address) -> Option<u64> {
        let offset = addr.0.checked_sub(self.base.0)?;
        let stride = self.stride.max(1);
        (offset % stride == 0 && offset / stride < self.count).then_some(offset / stride)
    }
}

/// A validated program. See `ProgramBuilder` for how to make one.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(remote = "Self")]
pub struct Program {
    pub(crate) functions: Vec<Function>,
    pub(crate) threads: Vec<Thread>,
    /// Sorted by base address; accesses elsewhere are failures unless this is empty.
    pub(crate) objects: Vec<Object>,
    /// Sorted by address.
    pub(crate) init: Vec<(Address, Value)>,
    pub(crate) failures: Vec<Failure>,
    /// The number of instructions in all functions.
    #[serde(skip)]
    pub(crate) code_size: usize,
    pub(crate) local_budget: u64,
    pub(crate) files: Vec<String>,
    /// Only C programs have it; `objects` and `init` are empty then.
    pub(crate) memory: Option<Memory>,
    /// Threads that C programs were seen to start; their numbers follow those of `threads`.
    #[serde(skip)]
    pub(crate) table: ThreadTable,
    /// Instructions, by function and position, that were taken for visible and turned out not to be.
    #[serde(skip)]
    pub(crate) local_accesses: LocalAccesses,
    /// May threads be told apart that do the same? Then their executions cannot be exchanged.
    #[serde(skip)]
    pub(crate) told_apart: ToldApart,
    /// Are there attempts to lock that do not wait?
    pub(crate) tried_locks: bool,
    pub(crate) spin_cut: bool,
    pub(crate) unroll: Option<u64>,
    /// Do threads remember what they computed their values from?
    pub(crate) tracks_dependencies: bool,
    /// Is a compare-exchange no branch?
    pub(crate) branchless_updates: bool,
    /// May a thread write memory behind the end of a branch, or read it plainly?
    pub(crate) loose_control: bool,
}

impl Program {
    /// Lets relaxed reads on a line acquire. (Before the program is compiled for a machine.)
    pub fn acquire_at(&mut self, file: u16, line: u32) {
        let stronger = |mode: &mut Mode| match *mode {
            Mode::Rlx => *mode = Mode::Acq,
            Mode::Rel => *mode = Mode::AcqRel,
            _ => {}
        };
        for function in &mut self.functions {
            let here = |position: &Position| (position.file, position.line) == (file, line);
            for (instr, _) in function.code.iter_mut().zip(&function.positions).filter(|(_, position)| here(position)) {
                match instr {
                    Instr::Load { mode, .. } | Instr::Update { mode, .. } => stronger(mode),
                    Instr::CompareExchange { success, failure, .. } => {
                        stronger(success);
                        stronger(failure);
                    }
                    _ => {}
                }
            }
        }
        self.translate();
    }

    /// Makes threads remember from which reads they computed what: models with dependencies need it, others do not pay
    /// for it.
    pub fn track_dependencies(&mut self, track: bool) {
        self.tracks_dependencies = track;
    }

    /// The functions, by `FunctionId`.
    pub fn functions(&self) -> &[Function] {
        &self.functions
    }

    /// The threads, by `ThreadId`.
    pub fn thread_table(&self) -> &[Thread] {
        &self.threads
    }

    /// The variables, by address; accesses elsewhere are failures unless there are none at all.
    pub fn objects(&self) -> &[Object] {
        &self.objects
    }

    /// The variable at an address, and which cell of it.
    pub fn object_at(&self, addr: Address) -> Option<(&Object, u64)> {
        let after = self.objects.partition_point(|object| object.base <= addr);
        let object = self.objects.get(after.checked_sub(1)?)?;
        Some((object, object.cell(addr)?))
    }

    /// The initial values that are not 0.
    pub fn initial_values(&self) -> &[(Address, Value)] {
        &self.init
    }

    /// The name of a source file, as the front end gave it.
    pub fn file_name(&self, file: u16) -> &str {
        self.files.get(usize::from(file)).map_or("", String::as_str)
    }

    /// Where in the source the loops of a thread's entry function jump back. For messages about threads that do not stop.
    pub fn loops(&self, thread: ThreadId) -> Vec<Position> {
        let Some(thread) = self.threads.get(thread.index()) else {
            return Vec::new();
        };
        let function = &self.functions[thread.entry.index()];
        let goes_back = |(pc, instr): &(usize, &Instr)| instr.targets().any(|target| target as usize <= *pc);
        let edges = function.code.iter().enumerate().filter(goes_back);
        edges.map(|(pc, _)| function.positions[pc]).collect()
    }

    /// The position of an instruction, counted through all functions.
    pub(crate) fn position_of_index(&self, index: usize) -> Position {
        let after = self.functions.partition_point(|f| f.offset as usize <= index);
        let function = after.checked_sub(1).and_then(|i| self.functions.get(i));
        function.and_then(|f| f.positions.get(index - f.offset as usize)).copied().unwrap_or_default()
    }
}
