//! Compilation of C11's accesses and fences to those of a machine: a pass over a program that changes the orders of
//! accesses and puts fences in front of them and behind, as the table of the machine says (`machine/table.rs`).
//!
//! Locks and other primitives of the library are translated by the same tables: taking one is an acquire update, giving
//! it back a release store; a futex is waited at by an acquire update of its queue, and woken by a release update.

mod acquire;
mod table;
#[cfg(test)]
mod tests;

pub use acquire::{AcquireAt, Line, is_header_of_atomics};
pub use table::{AccessKind, After, ExchangeRow, Extensions, Machine, Row};

use std::sync::Arc;

use raddle_graph::{Mode, Tag};

use crate::memory::wide::PartStores;
use crate::{Code, ConditionKind, Function, Instr, InvalidProgram, Origin, Reg};

/// How code is compiled for a memory model. The options do not depend on each other.
///
/// ```
/// use std::sync::Arc;
///
/// use raddle_graph::{Mode, Tag, Width};
/// use raddle_ir::machine::Machine;
/// use raddle_ir::{Compile, Instr, Knowledge, ProgramBuilder};
///
/// let mut program = ProgramBuilder::new();
/// let main = program.declare("main", 0);
/// let mut code = program.function(main);
/// code.store(4096, 1, Mode::Rel, Width::W32);
/// code.finish();
/// program.define(code);
/// program.thread(main, &[]);
/// let power = Compile { machine: Some(Machine::Power), ..Compile::default() };
/// let compiled = Arc::new(program.code()?).program(&power, &Knowledge::default())?;
/// let lwsync = Instr::Fence { mode: Mode::Tag(Tag::Lwsync), on: None };
/// assert_eq!(compiled.functions()[0].code[0], lwsync);
/// # Ok::<(), raddle_ir::InvalidProgram>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Compile {
    /// The machine whose instructions are to be used instead of C11's accesses.
    pub machine: Option<Machine>,
    /// What that machine has beyond its first version.
    pub extensions: Extensions,
    /// Do threads remember from which reads they computed what? Models with dependencies need it, others do not pay for it.
    pub dependencies: bool,
    /// Do they also remember what was only picked among values? Only some models with dependencies need it.
    pub picks: bool,
    /// What becomes of stores to parts of words that are also accessed whole; without it, such words are not explored.
    pub part_stores: Option<PartStores>,
    /// These relaxed reads acquire.
    pub acquire_at: Option<AcquireAt>,
    /// How many jumps and calls a thread may make without an action; by default as many as the code says.
    pub max_steps: Option<u64>,
}

impl Compile {
    /// Is a compare-exchange one instruction of the machine? If it is a pair of exclusives, there is a branch between them.
    pub(crate) fn compares_at_once(&self) -> bool {
        match self.machine {
            Some(Machine::Armv8) => self.extensions.lse,
            Some(Machine::Riscv) => self.extensions.zacas,
            Some(Machine::X86 | Machine::Armv7 | Machine::Power) | None => false,
        }
    }

    /// The code as it is compiled. The orders of accesses are those of the source while a machine's are looked up.
    pub(crate) fn apply(&self, code: &Arc<Code>) -> Result<Arc<Code>, InvalidProgram> {
        if self.machine.is_none() && self.acquire_at.is_none() {
            return Ok(Arc::clone(code));
        }
        let mut compiled = Code::clone(code);
        if let Some(at) = &self.acquire_at {
            acquire::apply(&mut compiled, at);
        }
        for function in &mut compiled.functions {
            if let Some(machine) = self.machine {
                compile(function, machine, self.extensions);
            }
        }
        compiled.validate().map(Arc::new)
    }
}

fn compile(function: &mut Function, machine: Machine, extensions: Extensions) {
    let registers = function.registers;
    let mut output = Output { machine, extensions, registers, code: Vec::new(), origins: Vec::new() };
    // Where each instruction went, with what comes before it.
    let mut places = Vec::with_capacity(function.code.len());
    let mut own = Vec::new();
    for (instr, &origin) in function.code.iter().zip(&function.origins) {
        places.push(output.code.len() as u32);
        let first = output.code.len();
        output.instruction(instr.clone(), origin);
        // Branches that the compilation makes know where they go; the program's own do not yet.
        own.extend((first..output.code.len()).map(|_| instr.targets().next().is_some()));
    }
    let moved = |target: &mut u32| {
        if let Some(place) = places.get(*target as usize) {
            *target = *place;
        }
    };
    for (instr, _) in output.code.iter_mut().zip(own).filter(|(_, is_own)| *is_own) {
        match instr {
            Instr::Jump { target } => moved(target),
            Instr::Branch { then, otherwise, .. } => [then, otherwise].into_iter().for_each(moved),
            Instr::Switch { cases, otherwise, .. } => {
                moved(otherwise);
                cases.iter_mut().for_each(|(_, target)| moved(target));
            }
            _ => {}
        }
    }
    Output { code: function.code, origins: function.origins, registers: function.registers, .. } = output;
}

/// The code of a function, as far as it is compiled.
struct Output {
    machine: Machine,
    extensions: Extensions,
    registers: u16,
    code: Vec<Instr>,
    origins: Vec<Origin>,
}

impl Output {
    fn push(&mut self, instr: Instr, origin: Origin) {
        self.code.push(instr);
        self.origins.push(origin);
    }

    fn fence(&mut self, tag: Tag, origin: Origin) {
        self.push(Instr::Fence { mode: Mode::Tag(tag), on: None }, origin);
    }

    /// What comes behind an access that put what it read into the register.
    fn after(&mut self, after: After, read: Option<Reg>, origin: Origin) {
        match (after, read) {
            (After::Nothing, _) => {}
            (After::Fence(tag), _) | (After::Branch(tag), None) => self.fence(tag, origin),
            (After::Branch(tag), Some(reg)) => {
                self.branch(reg, origin);
                self.fence(tag, origin);
            }
        }
    }

    /// A branch on what was read, both ways of which lead on: what follows depends on it.
    fn branch(&mut self, read: Reg, origin: Origin) {
        let next = self.code.len() as u32 + 1;
        self.push(Instr::Branch { cond: read.into(), then: next, otherwise: next }, origin);
    }

    /// The register, or a new one.
    fn register(&mut self, wanted: &mut Option<Reg>) -> Reg {
        let reg = wanted.unwrap_or(Reg(self.registers));
        if wanted.is_none() {
            self.registers = self.registers.saturating_add(1);
        }
        *wanted = Some(reg);
        reg
    }

    fn row(&self, kind: AccessKind, order: Mode) -> Option<&'static Row> {
        self.machine.row(kind, order, self.extensions)
    }

    fn instruction(&mut self, mut instr: Instr, origin: Origin) {
        match &mut instr {
            Instr::Load { dst, mode, .. } => {
                let Some(row) = self.row(AccessKind::Load, *mode) else { return self.push(instr, origin) };
                *mode = row.becomes;
                let read = Some(*dst);
                self.around(instr, row, read, origin);
            }
            Instr::Store { mode, .. } => {
                let Some(row) = self.row(AccessKind::Store, *mode) else { return self.push(instr, origin) };
                *mode = row.becomes;
                self.around(instr, row, None, origin);
            }
            Instr::Update { kind, width, mode, old, .. } => {
                let row = self.machine.update(*kind, *width, *mode, self.extensions);
                let Some(row) = row else { return self.push(instr, origin) };
                *mode = row.becomes;
                let is_repeated = self.machine.branches_on_success(*kind, *width, self.extensions);
                let read = (is_repeated || matches!(row.after, After::Branch(_))).then(|| self.register(old));
                if let Some(tag) = row.before {
                    self.fence(tag, origin);
                }
                self.push(instr, origin);
                if let Some(read) = read.filter(|_| is_repeated) {
                    self.branch(read, origin);
                }
                self.after(row.after, read, origin);
            }
            Instr::UpdateWithin { mode, old, .. } => {
                let Some(row) = self.row(AccessKind::Update, *mode) else { return self.push(instr, origin) };
                *mode = row.becomes;
                let read = matches!(row.after, After::Branch(_)).then(|| self.register(old));
                self.around(instr, row, read, origin);
            }
            Instr::CompareExchange { .. } => self.compare_exchange(instr, origin),
            Instr::Fence { mode, on: None } => {
                *mode = self.row(AccessKind::Fence, *mode).map_or(*mode, |row| row.becomes);
                self.push(instr, origin);
            }
            Instr::Lock { .. } => {
                let after = self.machine.after_lock();
                self.push(instr, origin);
                // What the lock read decides already where the thread goes on.
                self.after(after, None, origin);
            }
            // Beginning to wait at a futex is an acquire update of its queue, waking a release update (`interpret/library.rs`).
            Instr::Condition { kind: ConditionKind::Enqueue, dst, .. } => {
                let after = self.machine.after_lock();
                let read = matches!(after, After::Branch(_)).then(|| self.register(dst));
                self.push(instr, origin);
                self.after(after, read, origin);
            }
            Instr::Condition { kind: ConditionKind::Notify, .. } => {
                if let Some(tag) = self.machine.before_unlock() {
                    self.fence(tag, origin);
                }
                self.push(instr, origin);
            }
            Instr::Unlock { .. } => {
                if let Some(tag) = self.machine.before_unlock() {
                    self.fence(tag, origin);
                }
                self.push(instr, origin);
            }
            _ => self.push(instr, origin),
        }
    }

    fn around(&mut self, instr: Instr, row: &Row, read: Option<Reg>, origin: Origin) {
        if let Some(tag) = row.before {
            self.fence(tag, origin);
        }
        self.push(instr, origin);
        self.after(row.after, read, origin);
    }

    fn compare_exchange(&mut self, mut instr: Instr, origin: Origin) {
        let Instr::CompareExchange { success, failure, width, old, stored, weak, .. } = &mut instr else {
            unreachable!("called for a compare-exchange")
        };
        // A single instruction fails only for a reason. (For pairs of them it depends on the compiler.)
        *weak &= !(self.machine == Machine::X86 || self.extensions.lse || self.extensions.zacas);
        let row = self.machine.exchange([*success, *failure], *width, self.extensions);
        let Some(row) = row else { return self.push(instr, origin) };
        [*success, *failure] = row.becomes;
        let [stores, fails] = row.after;
        let is_branch = |after| matches!(after, After::Branch(_));
        let read = (is_branch(stores) || is_branch(fails)).then(|| self.register(old));
        let differs = (stores != fails).then(|| self.register(stored));
        if let Some(tag) = row.before {
            self.fence(tag, origin);
        }
        self.push(instr, origin);
        let Some(stored) = differs else { return self.after(stores, read, origin) };
        let branch = self.code.len();
        self.push(Instr::Branch { cond: stored.into(), then: 0, otherwise: 0 }, origin);
        let then = self.code.len() as u32;
        self.after(stores, read, origin);
        let jump = self.code.len();
        self.push(Instr::Jump { target: 0 }, origin);
        let otherwise = self.code.len() as u32;
        self.after(fails, read, origin);
        self.code[branch] = Instr::Branch { cond: stored.into(), then, otherwise };
        self.code[jump] = Instr::Jump { target: self.code.len() as u32 };
    }
}
