//! Jumps in assembly: labels become blocks whose parameters are the registers and flags, and backward jumps make loops.
//!
//! `jmp 1b` goes to the nearest label `1` before it, `jmp 1f` to the nearest behind it; other labels are unique. A jump
//! to a label of the program (`asm goto`) leaves the assembly; a number says which one was taken, 0 for none.

use raddle_ir::{Instr, Operand, Reg};

use super::flags::{Condition, CpuFlags};
use super::machine::{Content, CpuState, Machine, Meaning};
use super::operand::AsmOperand;
use super::template::{AsmInstruction, Statement};
use crate::lower::analysis::bits::Bits;
use crate::lower::analysis::loops::Loop;
use crate::lower::code::{Edge, End};

/// Added to an edge's target while that is still the index of a statement; replaced by a block of the code at the end.
const STATEMENT_BASE: usize = 1 << 61;

/// The head of a loop that is not a block of the module.
const NO_BLOCK: usize = usize::MAX;

/// The target of a jump.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum JumpTarget {
    /// A statement; the index behind the last one is the end.
    Statement(usize),
    /// A label of the program, by its index.
    Outside(usize),
}

/// A loop: its first and last statement, and its index among the loops of the function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Cycle {
    head: usize,
    last: usize,
    number: usize,
}

/// What is known about the jumps.
#[derive(Debug, Default)]
pub(super) struct Control {
    /// By statement: the target and condition of its jump.
    jumps: Vec<Option<(JumpTarget, Option<Condition>)>>,
    cycles: Vec<Cycle>,
    /// By statement, including the end: the state that all jumps to it agree on; `None` if there was none so far.
    arriving: Vec<Option<CpuState>>,
    /// By statement: its block, if it is a jump target.
    blocks: Vec<Option<usize>>,
    /// The number of distinct unknown values.
    unknown: usize,
}

impl Machine<'_, '_, '_> {
    /// Executes the statements. Returns the index of the label of the program that it jumps to, plus one, or 0 for
    /// none; `None` if there are no such jumps.
    pub(super) fn run(&mut self, statements: &[Statement]) -> Result<Option<Operand>, String> {
        let (start, first) = (self.body.block, self.body.code.blocks.len());
        let mut control = self.control(statements)?;
        let leaves = control.jumps.iter().flatten().any(|(target, _)| matches!(target, JumpTarget::Outside(_)));
        // The register behind all others holds the label to which it leaves.
        let outside = self.state.registers.len();
        self.state.registers.push(Content::Known(Operand::Const(0), 64));
        control.unknown = outside + 1;
        let mut falls = true;
        for index in 0..=statements.len() {
            if control.is_target(index) {
                self.arrive(&mut control, index, falls)?;
                falls = true;
            }
            let Some(Statement::Instruction(it)) = statements.get(index) else { continue };
            if !falls {
                return Err("it has code that is never reached".to_owned());
            }
            match control.jumps[index] {
                Some((target, condition)) => {
                    falls = self.jump(&mut control, index, target, condition, statements.len())?
                }
                None => falls = self.simple(it)?,
            }
        }
        for index in std::iter::once(start).chain(first..self.body.code.blocks.len()) {
            let edges = self.body.code.blocks[index].end.edges_mut();
            for edge in edges.filter(|edge| edge.to >= STATEMENT_BASE) {
                if let Some(Some(block)) = control.blocks.get(edge.to - STATEMENT_BASE) {
                    edge.to = *block;
                }
            }
        }
        match self.state.registers.pop() {
            Some(Content::Known(label, _)) if leaves => Ok(Some(label)),
            _ => Ok(None),
        }
    }

    /// Finds the targets of jumps, and the loops.
    fn control(&mut self, statements: &[Statement]) -> Result<Control, String> {
        let mut control = Control::default();
        for (index, statement) in statements.iter().enumerate() {
            let jump = match statement {
                Statement::Instruction(it) => match condition(it) {
                    Some(condition) => Some((self.target(statements, index, it)?, condition)),
                    None => None,
                },
                Statement::Label(_) => None,
            };
            control.jumps.push(jump);
        }
        for (index, jump) in control.jumps.iter().enumerate() {
            let Some((JumpTarget::Statement(head), _)) = *jump else { continue };
            match control.cycles.iter_mut().find(|cycle| cycle.head == head) {
                _ if head > index => {}
                Some(cycle) => cycle.last = index,
                None => control.cycles.push(Cycle { head, last: index, number: 0 }),
            }
        }
        // Outer loops first, as everywhere.
        control.cycles.sort_by_key(|cycle| (cycle.head, usize::MAX - cycle.last));
        for cycle in &mut control.cycles {
            let mut body = Bits::new(self.body.function.blocks.len());
            body.insert(self.body.reading);
            cycle.number = self.body.add_loop(Loop { head: NO_BLOCK, body, natural: true });
        }
        control.arriving = vec![None; statements.len() + 1];
        control.blocks = vec![None; statements.len() + 1];
        Ok(control)
    }

    fn target(&self, statements: &[Statement], from: usize, it: &AsmInstruction) -> Result<JumpTarget, String> {
        let name = match &it.arguments[..] {
            [AsmOperand::Label(name)] => name,
            [AsmOperand::Operand { number, modifier: Some('l'), .. }] => {
                return match self.operands.get(*number) {
                    Some(Meaning::Label(label)) => Ok(JumpTarget::Outside(*label)),
                    _ => Err(format!("operand {number} is no label")),
                };
            }
            _ => return Err(format!("`{}` does not go to a label", it.name)),
        };
        let is = |index: &usize, name: &str| matches!(&statements[*index], Statement::Label(label) if label == name);
        let local = |end: char| {
            let digits = name.strip_suffix(end)?;
            digits.chars().all(|char| char.is_ascii_digit()).then_some(digits)
        };
        let found = if let Some(digits) = local('b') {
            (0..from).rev().find(|index| is(index, digits))
        } else if let Some(digits) = local('f') {
            (from..statements.len()).find(|index| is(index, digits))
        } else {
            (0..statements.len()).find(|index| is(index, name))
        };
        found.map(JumpTarget::Statement).ok_or_else(|| format!("it jumps to `{name}`, which is not in it"))
    }

    /// Jumps, and continues behind the jump if that is possible.
    fn jump(
        &mut self,
        control: &mut Control,
        from: usize,
        target: JumpTarget,
        condition: Option<Condition>,
        end: usize,
    ) -> Result<bool, String> {
        let condition = match condition {
            Some(condition) => Some(self.condition(condition)?),
            None => None,
        };
        let before = self.state.clone();
        let to = match target {
            JumpTarget::Statement(to) => to,
            JumpTarget::Outside(label) => {
                let number = Operand::Const(label as u64 + 1);
                if let Some(register) = self.state.registers.last_mut() {
                    *register = Content::Known(number, 64);
                }
                end
            }
        };
        let taken = self.edge_to(control, from, to)?;
        self.state = before;
        match condition {
            None => {
                self.body.end(End::Jump(taken));
                Ok(false)
            }
            Some(condition) => {
                let next = self.body.code.block();
                let edge = Edge { to: next, arguments: Vec::new(), enters: Vec::new() };
                self.body.end(End::Branch(condition, Box::new([taken, edge])));
                self.body.block = next;
                Ok(true)
            }
        }
    }

    /// The edge from one statement to another that is a target.
    fn edge_to(&mut self, control: &mut Control, from: usize, to: usize) -> Result<Edge, String> {
        let mut enters = Vec::new();
        for cycle in &control.cycles {
            let is_in = |statement: usize| (cycle.head..=cycle.last).contains(&statement);
            if is_in(to) && !is_in(from) {
                if to != cycle.head {
                    return Err("it jumps into the middle of a loop".to_owned());
                }
                enters.push(cycle.number);
            }
        }
        control.agree(to, &self.state)?;
        Ok(Edge { to: STATEMENT_BASE + to, arguments: words(&self.state), enters })
    }

    /// Begins the block of a jump target.
    fn arrive(&mut self, control: &mut Control, index: usize, falls: bool) -> Result<(), String> {
        if falls {
            // From the preceding statement, if there is one.
            let edge = self.edge_to(control, index.wrapping_sub(1), index)?;
            self.body.end(End::Jump(edge));
        }
        let Some(mut state) = control.arriving[index].clone() else {
            return Err("it has code that is only reached by backward jumps".to_owned());
        };
        self.body.block = self.body.code.block();
        control.blocks[index] = Some(self.body.block);
        let parameter = |machine: &mut Self, bits: u8| Operand::Reg(machine.body.parameter(bits));
        for content in &mut state.registers {
            let value = parameter(self, 64);
            if let Content::Known(_, defined) = *content {
                *content = Content::Known(value, defined);
            }
        }
        for flag in each_flag(&mut state.flags) {
            let value = parameter(self, 1);
            *flag = flag.map(|_| value);
        }
        self.state = state;
        if let Some(cycle) = control.cycles.iter().find(|cycle| cycle.head == index) {
            let shadow = Reg(cycle.number as u16);
            self.body.emit(Instr::LoopHead { watch: Box::default(), shadow, bounded: true });
        }
        Ok(())
    }
}

impl Control {
    fn is_target(&self, statement: usize) -> bool {
        let end = self.jumps.len();
        self.jumps.iter().flatten().any(|(target, _)| match target {
            JumpTarget::Statement(to) => *to == statement,
            JumpTarget::Outside(_) => statement == end,
        })
    }

    /// Merges a state into that of a jump target.
    fn agree(&mut self, to: usize, state: &CpuState) -> Result<(), String> {
        let decided = self.blocks[to].is_some();
        let Some(known) = &mut self.arriving[to] else {
            self.arriving[to] = Some(state.clone());
            return Ok(());
        };
        let mut lost = false;
        for (known, new) in known.registers.iter_mut().zip(&state.registers) {
            let agreed = match (*known, *new) {
                (Content::Known(value, one), Content::Known(_, other)) => Content::Known(value, one.min(other)),
                (Content::Unknown(one), Content::Unknown(other)) if one == other => *known,
                _ => {
                    self.unknown += 1;
                    Content::Unknown(self.unknown)
                }
            };
            // Unknown values merge into an unknown value.
            lost |= agreed != *known && matches!(known, Content::Known(..));
            *known = agreed;
        }
        let mut flags = state.flags;
        for (known, new) in each_flag(&mut known.flags).into_iter().zip(each_flag(&mut flags)) {
            lost |= known.is_some() && new.is_none();
            *known = known.filter(|_| new.is_some());
        }
        if lost && decided {
            return Err("a register has a value at the beginning of a loop, but not always".to_owned());
        }
        Ok(())
    }
}

/// The values of registers and flags, in the order of the parameters of blocks.
fn words(state: &CpuState) -> Vec<Operand> {
    let registers = state.registers.iter().map(|content| match content {
        Content::Known(value, _) => *value,
        Content::Unknown(_) => Operand::Const(0),
    });
    let mut flags = state.flags;
    let flags = each_flag(&mut flags).map(|flag| flag.unwrap_or(Operand::Const(0)));
    registers.chain(flags).collect()
}

fn each_flag(flags: &mut CpuFlags) -> [&mut Option<Operand>; 4] {
    [&mut flags.zero, &mut flags.sign, &mut flags.carry, &mut flags.overflow]
}

/// The condition of a jump, if the instruction is one; the inner `None` is an unconditional jump.
fn condition(it: &AsmInstruction) -> Option<Option<Condition>> {
    match &*it.name {
        "jmp" => Some(None),
        name => Condition::of(name.strip_prefix('j')?).map(Some),
    }
}
