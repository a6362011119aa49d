//! Code on its way from LLVM's instructions to bytecode: blocks with parameters instead of phis, and as many registers as
//! one likes, each written once.
//!
//! The instructions are those of the bytecode already; only jumps are still edges between blocks, and the registers that
//! loops and block operations keep for themselves are not chosen yet.

use raddle_ir::{Instr, Operand, Position, Reg};

/// The code of one function.
#[derive(Debug, Default)]
pub(crate) struct Code {
    /// The blocks; control begins in the first, whose parameters are the function's. Each comes after the block that
    /// dominates it immediately.
    pub blocks: Vec<Block>,
    registers: u32,
    /// By register: how many bits its value has at most.
    bits: Vec<u8>,
}

/// A block.
#[derive(Debug)]
pub(crate) struct Block {
    /// What the edges that lead here give values to.
    pub parameters: Vec<Reg>,
    /// What it does.
    pub code: Vec<(Instr, Position)>,
    /// How it ends.
    pub end: End,
    /// Where the end is.
    pub position: Position,
}

/// The end of a block.
#[derive(Debug)]
pub(crate) enum End {
    /// The last instruction lets nothing follow.
    Stop,
    /// Goes on elsewhere.
    Jump(Edge),
    /// Goes on in the first of two blocks if the condition is not 0, else in the second.
    Branch(Operand, Box<[Edge; 2]>),
    /// Goes on where the case of a value says, else where the edge at the end says.
    Switch(Operand, Vec<(u64, Edge)>, Box<Edge>),
}

/// The way from one block to another.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Edge {
    /// The other block.
    pub to: usize,
    /// The values of its parameters.
    pub arguments: Vec<Operand>,
    /// The loops that are entered.
    pub enters: Vec<usize>,
}

impl Code {
    /// A new register. There are at most 65535; who takes more is told by `is_too_large`.
    pub fn register(&mut self) -> Reg {
        self.narrow_register(64)
    }

    /// A new register for values of so many bits.
    pub fn narrow_register(&mut self, bits: u32) -> Reg {
        let register = Reg(u16::try_from(self.registers).unwrap_or(u16::MAX));
        self.registers = self.registers.saturating_add(1);
        if self.bits.len() <= usize::from(u16::MAX) {
            self.bits.push(bits.min(64) as u8);
        }
        register
    }

    /// How many bits an operand has at most.
    pub fn bits(&self, operand: Operand) -> u32 {
        match operand {
            Operand::Const(value) => 64 - value.leading_zeros(),
            Operand::Reg(register) => self.bits.get(register.index()).map_or(64, |bits| u32::from(*bits)),
        }
    }

    /// How many registers there are.
    pub fn registers(&self) -> usize {
        self.registers as usize
    }

    /// Whether there are more registers than can be named.
    pub fn is_too_large(&self) -> bool {
        self.registers > u32::from(u16::MAX)
    }

    /// A new block without parameters.
    pub fn block(&mut self) -> usize {
        let end = End::Stop;
        self.blocks.push(Block { parameters: Vec::new(), code: Vec::new(), end, position: Position::default() });
        self.blocks.len() - 1
    }
}

impl End {
    /// The edges.
    pub fn edges(&self) -> Vec<&Edge> {
        match self {
            End::Stop => Vec::new(),
            End::Jump(edge) => vec![edge],
            End::Branch(_, edges) => edges.iter().collect(),
            End::Switch(_, cases, otherwise) => cases.iter().map(|(_, edge)| edge).chain([&**otherwise]).collect(),
        }
    }

    /// The edges, to be changed.
    pub fn edges_mut(&mut self) -> Vec<&mut Edge> {
        match self {
            End::Stop => Vec::new(),
            End::Jump(edge) => vec![edge],
            End::Branch(_, edges) => edges.iter_mut().collect(),
            End::Switch(_, cases, otherwise) => {
                cases.iter_mut().map(|(_, edge)| edge).chain([&mut **otherwise]).collect()
            }
        }
    }

    /// What decides where to go on.
    pub fn decider(&self) -> Option<Operand> {
        match self {
            End::Branch(operand, _) | End::Switch(operand, ..) => Some(*operand),
            _ => None,
        }
    }

    /// What decides where to go on, to be changed.
    pub fn decider_mut(&mut self) -> Option<&mut Operand> {
        match self {
            End::Branch(operand, _) | End::Switch(operand, ..) => Some(operand),
            _ => None,
        }
    }
}

/// Everything that an instruction of lowered code reads.
pub(crate) fn for_each_operand(instr: &mut Instr, visit: &mut dyn FnMut(&mut Operand)) {
    match instr {
        Instr::Move { src, .. }
        | Instr::Truncate { src, .. }
        | Instr::SignExtend { src, .. }
        | Instr::Unary { src, .. }
        | Instr::Convert { src, .. } => visit(src),
        Instr::Binary { lhs, rhs, .. } | Instr::Checked { lhs, rhs, .. } | Instr::Float { lhs, rhs, .. } => {
            visit(lhs);
            visit(rhs);
        }
        Instr::Select { cond, then, otherwise, .. } => {
            visit(cond);
            visit(then);
            visit(otherwise);
        }
        Instr::Wide { lhs, rhs, .. } => lhs.iter_mut().chain(rhs.iter_mut()).for_each(visit),
        Instr::Load { addr, .. } | Instr::LoadRaw { addr, .. } | Instr::Forget { addr } | Instr::Release { addr } => {
            visit(addr)
        }
        Instr::Store { addr, value, .. } | Instr::Update { addr, value, .. } => {
            visit(addr);
            visit(value);
        }
        Instr::CompareExchange { addr, expected, desired, .. } => {
            visit(addr);
            visit(expected);
            visit(desired);
        }
        Instr::Call { args, .. } => args.iter_mut().for_each(visit),
        Instr::CallPointer { function, args, .. } => {
            visit(function);
            args.iter_mut().for_each(visit);
        }
        Instr::Return { values } => values.iter_mut().for_each(visit),
        Instr::Private { size, .. } | Instr::Allocate { size, .. } => visit(size),
        Instr::Copy { to, from, count, .. } => {
            visit(to);
            visit(from);
            visit(count);
        }
        Instr::Fill { to, value, count, .. } => {
            visit(to);
            visit(value);
            visit(count);
        }
        Instr::Output { format, args } => {
            visit(format);
            args.iter_mut().for_each(visit);
        }
        Instr::Assume { cond } | Instr::Assert { cond, .. } => visit(cond),
        // Fences, failures, loops (whose registers are chosen at the end), and what lowering never makes.
        _ => {}
    }
}

/// Everything that an instruction of lowered code writes.
pub(crate) fn for_each_result(instr: &mut Instr, visit: &mut dyn FnMut(&mut Reg)) {
    match instr {
        Instr::Move { dst, .. }
        | Instr::Truncate { dst, .. }
        | Instr::SignExtend { dst, .. }
        | Instr::Unary { dst, .. }
        | Instr::Convert { dst, .. }
        | Instr::Binary { dst, .. }
        | Instr::Float { dst, .. }
        | Instr::Select { dst, .. }
        | Instr::Load { dst, .. }
        | Instr::LoadRaw { dst, .. }
        | Instr::Private { dst, .. }
        | Instr::Allocate { dst, .. }
        | Instr::ThreadLocal { dst, .. } => visit(dst),
        Instr::Checked { dst, overflow, .. } => {
            visit(dst);
            overflow.iter_mut().for_each(visit);
        }
        Instr::Wide { dst, .. } => dst.iter_mut().for_each(visit),
        Instr::Update { old, .. } => old.iter_mut().for_each(visit),
        Instr::CompareExchange { old, stored, .. } => old.iter_mut().chain(stored).for_each(visit),
        Instr::Call { results, .. } | Instr::CallPointer { results, .. } => results.iter_mut().for_each(visit),
        _ => {}
    }
}

/// The registers that an instruction reads.
pub(crate) fn uses(instr: &Instr) -> Vec<Reg> {
    let mut registers = Vec::new();
    // A copy: the visitor can change what it visits, and there is only one of it.
    for_each_operand(&mut instr.clone(), &mut |operand| {
        if let Operand::Reg(register) = operand {
            registers.push(*register);
        }
    });
    registers
}

/// The registers that an instruction writes.
pub(crate) fn results(instr: &Instr) -> Vec<Reg> {
    let mut registers = Vec::new();
    for_each_result(&mut instr.clone(), &mut |register| registers.push(*register));
    registers
}

/// Whether an instruction only computes, and reads all its operands before it writes its result.
pub(crate) fn is_local(instr: &Instr) -> bool {
    matches!(
        instr,
        Instr::Move { .. }
            | Instr::Truncate { .. }
            | Instr::SignExtend { .. }
            | Instr::Unary { .. }
            | Instr::Convert { .. }
            | Instr::Binary { .. }
            | Instr::Checked { .. }
            | Instr::Float { .. }
            | Instr::Select { .. }
    )
}

/// Whether nobody notices if an instruction whose result is not used is left out.
pub(crate) fn is_pure(instr: &Instr) -> bool {
    use raddle_ir::{BinaryOp, Conversion};
    let can_fail = |op: BinaryOp| {
        use BinaryOp::*;
        matches!(op, SDiv | UDiv | SRem | URem | Shl | LShr | AShr)
    };
    match instr {
        Instr::Move { .. }
        | Instr::Truncate { .. }
        | Instr::SignExtend { .. }
        | Instr::Unary { .. }
        | Instr::Float { .. }
        | Instr::Select { .. }
        | Instr::ThreadLocal { .. } => true,
        Instr::Binary { op, .. } | Instr::Wide { op, .. } => !can_fail(*op),
        Instr::Convert { op, .. } => !matches!(op, Conversion::FloatToInt { .. }),
        Instr::Checked { overflow, .. } => overflow.is_some(),
        _ => false,
    }
}
