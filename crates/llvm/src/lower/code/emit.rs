//! Writes bytecode: assigns registers, turns edges into moves and jumps, and gives loops their shadow registers.

use raddle_ir::{FunctionBuilder, Instr, LOOP_REGISTERS, Label, Operand, Reg, SCRATCH_REGISTERS};

use super::prune::prune;
use super::registers::Allocation;
use super::simplify::{simplify, straighten, swap_negated_branches};
use super::visit::{for_each_operand_mut, for_each_result_mut};
use super::{Edge, End, FunctionCode};
use crate::lower::analysis::loops::Loop;

/// Writes the code of a function. Until here, `shadow` of a loop head is the index of the loop.
pub(crate) fn emit(mut code: FunctionCode, loops: &[Loop], keep_branches: bool, builder: &mut FunctionBuilder) {
    simplify(&mut code);
    swap_negated_branches(&mut code);
    prune(&mut code);
    straighten(&mut code, keep_branches);
    let allocation = Allocation::new(&code);
    let parameters = code.blocks[0].parameters.len();
    for _ in parameters..usize::from(allocation.count) {
        builder.register();
    }
    let watched = watched(&code, &allocation, loops);
    let shadows = shadows(&watched, loops, builder);
    let labels = code.blocks.iter().map(|_| builder.label()).collect();
    let mut emitter = Emitter { builder, allocation, labels, watched, shadows, scratch: None, spare: None };
    for index in 0..code.blocks.len() {
        emitter.block(&mut code, index);
    }
}

struct Emitter<'a> {
    builder: &'a mut FunctionBuilder,
    allocation: Allocation,
    /// By block.
    labels: Vec<Label>,
    /// By loop: the registers that its head compares between iterations.
    watched: Vec<Box<[Reg]>>,
    /// By loop: its first shadow register.
    shadows: Vec<Reg>,
    /// The registers of block operations; all of them share one set.
    scratch: Option<Reg>,
    /// A register for cyclic moves.
    spare: Option<Reg>,
}

/// By loop: the registers that carry values from one iteration to the next.
fn watched(code: &FunctionCode, allocation: &Allocation, loops: &[Loop]) -> Vec<Box<[Reg]>> {
    let mut watched: Vec<Box<[Reg]>> = vec![Box::default(); loops.len()];
    for (index, block) in code.blocks.iter().enumerate() {
        for (instr, _) in &block.code {
            let Instr::LoopHead { shadow, .. } = instr else { continue };
            let mut registers = block.parameters.clone();
            // A loop with several entries may change any live register.
            if !loops[shadow.index()].natural {
                registers.extend(&allocation.alive[index]);
            }
            watched[shadow.index()] = registers.iter().map(|register| allocation.register(*register)).collect();
        }
    }
    watched
}

/// By loop: its first shadow register. Disjoint loops share theirs.
fn shadows(watched: &[Box<[Reg]>], loops: &[Loop], builder: &mut FunctionBuilder) -> Vec<Reg> {
    let mut offsets: Vec<usize> = Vec::new();
    for (i, it) in loops.iter().enumerate() {
        let around = (0..i).filter(|j| loops[*j].body.intersects(&it.body));
        offsets.push(around.map(|j| offsets[j] + LOOP_REGISTERS + watched[j].len()).max().unwrap_or(0));
    }
    let count =
        offsets.iter().zip(watched).map(|(offset, watched)| offset + LOOP_REGISTERS + watched.len()).max().unwrap_or(0);
    let first = builder.registers(count);
    // Too many registers are refused when the program is built.
    offsets.iter().map(|offset| Reg(first.0.saturating_add(u16::try_from(*offset).unwrap_or(u16::MAX)))).collect()
}

impl Emitter<'_> {
    fn block(&mut self, code: &mut FunctionCode, index: usize) {
        self.builder.bind(self.labels[index]);
        let block = &mut code.blocks[index];
        for (mut instr, origin) in std::mem::take(&mut block.code) {
            self.builder.at(origin);
            let allocation = &self.allocation;
            for_each_operand_mut(&mut instr, |operand| *operand = allocation.operand(*operand));
            for_each_result_mut(&mut instr, |register| *register = allocation.register(*register));
            match &mut instr {
                Instr::LoopHead { watch, shadow, .. } => {
                    let number = shadow.index();
                    *watch = self.watched[number].clone();
                    *shadow = self.shadows[number];
                }
                Instr::Copy { scratch, .. } | Instr::Fill { scratch, .. } => *scratch = self.scratch(),
                Instr::Move { dst, src } if *src == Operand::Reg(*dst) => continue,
                _ => {}
            }
            self.builder.emit(instr);
        }
        self.builder.at(block.origin);
        match std::mem::replace(&mut block.end, End::Stop) {
            End::Stop => {}
            End::Jump(edge) => self.follow(code, &edge, index + 1),
            End::Branch(cond, edges) => {
                let [then, otherwise] = *edges;
                let mut open = Vec::new();
                let (to_then, to_otherwise) =
                    (self.target(code, then, &mut open), self.target(code, otherwise, &mut open));
                let cond = self.allocation.operand(cond);
                self.builder.branch(cond, to_then, to_otherwise);
                self.detours(code, open, index + 1);
            }
            End::Switch(value, cases, otherwise) => {
                let mut open = Vec::new();
                let cases: Box<[(u64, u32)]> = cases
                    .into_iter()
                    .map(|(value, edge)| (value, self.target(code, edge, &mut open).number()))
                    .collect();
                let otherwise = self.target(code, *otherwise, &mut open).number();
                let value = self.allocation.operand(value);
                self.builder.emit(Instr::Switch { value, cases, otherwise });
                self.detours(code, open, index + 1);
            }
        }
    }

    fn scratch(&mut self) -> Reg {
        *self.scratch.get_or_insert_with(|| self.builder.registers(SCRATCH_REGISTERS))
    }

    /// The target of a jump along an edge: the block, or a detour that first assigns its parameters.
    fn target(&mut self, code: &FunctionCode, edge: Edge, open: &mut Vec<(Label, Edge)>) -> Label {
        if edge.enters.is_empty() && self.moves(code, &edge).is_empty() {
            return self.labels[edge.to];
        }
        if let Some((label, _)) = open.iter().find(|(_, other)| *other == edge) {
            return *label;
        }
        let label = self.builder.label();
        open.push((label, edge));
        label
    }

    fn detours(&mut self, code: &FunctionCode, open: Vec<(Label, Edge)>, next: usize) {
        let last = open.len().saturating_sub(1);
        for (i, (label, edge)) in open.into_iter().enumerate() {
            self.builder.bind(label);
            self.follow(code, &edge, if i == last { next } else { usize::MAX });
        }
    }

    /// Follows an edge; `next` is the block that comes next in the code.
    fn follow(&mut self, code: &FunctionCode, edge: &Edge, next: usize) {
        let moves = self.moves(code, edge);
        self.perform(moves);
        for number in &edge.enters {
            self.builder.emit(Instr::LoopEnter { shadow: self.shadows[*number] });
        }
        if edge.to != next {
            self.builder.jump(self.labels[edge.to]);
        }
    }

    /// The parallel moves along an edge.
    fn moves(&self, code: &FunctionCode, edge: &Edge) -> Vec<(Reg, Operand)> {
        let parameters = code.blocks[edge.to].parameters.iter();
        parameters
            .zip(&edge.arguments)
            .map(|(parameter, argument)| (self.allocation.register(*parameter), self.allocation.operand(*argument)))
            .filter(|(to, from)| Operand::Reg(*to) != *from)
            .collect()
    }

    /// Performs parallel moves one after another.
    fn perform(&mut self, mut moves: Vec<(Reg, Operand)>) {
        while !moves.is_empty() {
            let free = moves.iter().position(|(to, _)| moves.iter().all(|(_, from)| *from != Operand::Reg(*to)));
            match free {
                Some(i) => {
                    let (to, from) = moves.remove(i);
                    self.builder.mov(to, from);
                }
                None => {
                    // Only cycles are left: break one with the spare register.
                    let aside = moves[0].0;
                    let spare = *self.spare.get_or_insert_with(|| self.builder.register());
                    self.builder.mov(spare, aside);
                    for (_, from) in moves.iter_mut().filter(|(_, from)| *from == Operand::Reg(aside)) {
                        *from = Operand::Reg(spare);
                    }
                }
            }
        }
    }
}
