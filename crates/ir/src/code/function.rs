//! The parts of code: functions, threads, and the variables of litmus tests.

use raddle_graph::{Address, Value};
use serde::{Deserialize, Serialize};

use crate::analysis::awaits::Facts;
use crate::{FunctionId, Instr, Origin, Reg};

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
    /// What gave rise to each instruction.
    pub origins: Vec<Origin>,
    /// Names of registers that the source names, for people.
    pub names: Vec<(Reg, String)>,
    /// What the analysis of all code says about each instruction, as long as nothing is learnt.
    pub(crate) facts: Vec<Facts>,
}

impl Function {
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
