//! An intermediate form between LLVM's instructions and bytecode: SSA with block parameters instead of phis, and
//! unlimited registers.
//!
//! The instructions are already those of the bytecode. Jumps are still edges between blocks, and the registers that
//! loops and block operations need for themselves are not allocated yet.

pub(crate) mod emit;
mod prune;
mod registers;
mod simplify;
mod visit;

use std::slice;

use raddle_ir::{Instr, Operand, Origin, Reg};

/// The code of one function.
#[derive(Debug, Default)]
pub(crate) struct FunctionCode {
    /// The blocks; the first is the entry, whose parameters are the function's. Each block comes after its immediate
    /// dominator.
    pub blocks: Vec<CodeBlock>,
    registers: u32,
    /// By register: an upper bound of the width of its value, in bits.
    bits: Vec<u8>,
}

/// A block.
#[derive(Debug)]
pub(crate) struct CodeBlock {
    /// The registers that incoming edges assign.
    pub parameters: Vec<Reg>,
    /// What it does.
    pub code: Vec<(Instr, Origin)>,
    /// How it ends.
    pub end: End,
    /// What gave rise to the end.
    pub origin: Origin,
}

/// The end of a block.
#[derive(Debug)]
pub(crate) enum End {
    /// The last instruction does not continue: it returns or fails.
    Stop,
    /// Continues in another block.
    Jump(Edge),
    /// Continues in the first block if the condition is not 0, else in the second.
    Branch(Operand, Box<[Edge; 2]>),
    /// Continues along the edge of the case that equals the value, else along the last edge.
    Switch(Operand, Vec<(u64, Edge)>, Box<Edge>),
}

/// An edge from one block to another.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Edge {
    /// The target.
    pub to: usize,
    /// The arguments for the target's parameters.
    pub arguments: Vec<Operand>,
    /// The loops that it enters.
    pub enters: Vec<usize>,
}

impl FunctionCode {
    /// A new register. If there are more than 65535, `is_too_large` reports it.
    pub fn register(&mut self) -> Reg {
        self.narrow_register(64)
    }

    /// A new register for values of at most `bits` bits.
    pub fn narrow_register(&mut self, bits: u32) -> Reg {
        let register = Reg(u16::try_from(self.registers).unwrap_or(u16::MAX));
        self.registers = self.registers.saturating_add(1);
        if self.bits.len() <= usize::from(u16::MAX) {
            self.bits.push(bits.min(64) as u8);
        }
        register
    }

    /// An upper bound of an operand's width, in bits.
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
        self.blocks.push(CodeBlock { parameters: Vec::new(), code: Vec::new(), end, origin: Origin::Library });
        self.blocks.len() - 1
    }
}

impl End {
    /// The edges.
    pub fn edges(&self) -> impl Iterator<Item = &Edge> {
        let (edges, cases, otherwise): (&[Edge], &[(u64, Edge)], Option<&Edge>) = match self {
            End::Stop => (&[], &[], None),
            End::Jump(edge) => (slice::from_ref(edge), &[], None),
            End::Branch(_, edges) => (&edges[..], &[], None),
            End::Switch(_, cases, otherwise) => (&[], cases, Some(otherwise)),
        };
        edges.iter().chain(cases.iter().map(|(_, edge)| edge)).chain(otherwise)
    }

    /// The edges, to be changed.
    pub fn edges_mut(&mut self) -> impl Iterator<Item = &mut Edge> {
        let (edges, cases, otherwise): (&mut [Edge], &mut [(u64, Edge)], Option<&mut Edge>) = match self {
            End::Stop => (&mut [], &mut [], None),
            End::Jump(edge) => (slice::from_mut(edge), &mut [], None),
            End::Branch(_, edges) => (&mut edges[..], &mut [], None),
            End::Switch(_, cases, otherwise) => (&mut [], cases, Some(otherwise)),
        };
        edges.iter_mut().chain(cases.iter_mut().map(|(_, edge)| edge)).chain(otherwise)
    }

    /// The condition or value that selects the edge.
    pub fn decider(&self) -> Option<Operand> {
        match self {
            End::Branch(operand, _) | End::Switch(operand, ..) => Some(*operand),
            _ => None,
        }
    }

    /// The condition or value that selects the edge, to be changed.
    pub fn decider_mut(&mut self) -> Option<&mut Operand> {
        match self {
            End::Branch(operand, _) | End::Switch(operand, ..) => Some(operand),
            _ => None,
        }
    }
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

/// Whether an instruction whose result is unused can be removed.
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
        | Instr::Pack { .. }
        | Instr::ThreadLocal { .. } => true,
        Instr::Binary { op, .. } | Instr::Wide { op, .. } => !can_fail(*op),
        Instr::Convert { op, .. } => !matches!(op, Conversion::FloatToInt { .. }),
        Instr::Checked { overflow, .. } => overflow.is_some(),
        _ => false,
    }
}
