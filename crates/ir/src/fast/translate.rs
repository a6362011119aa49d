//! From instructions to what runs fast.

use raddle_graph::{Address, Mode, Value, Width};

use super::{Comparison, Fast, Shape, Sure, at_top, keep, sign_extend};
use crate::awaits::Facts;
use crate::layout;
use crate::memory::Memory;
use crate::{BinaryOp, CheckedOp, Function, Instr, Operand, Program, Reg};

/// The entries of a function.
pub(crate) fn translate(program: &Program, function: &Function) -> Vec<Fast> {
    let code = function.code.as_slice();
    let one = |(pc, instr)| several(&code[pc..]).unwrap_or_else(|| single(program, instr, function.facts[pc]));
    let mut entries: Vec<Fast> = code.iter().enumerate().map(one).collect();
    for pc in 0..entries.len() {
        let mut entry = entries[pc];
        entry.for_each_target(|target| {
            // Code never ends with an instruction that goes on.
            while let Some(Fast::Skip) = entries.get(*target as usize) {
                *target += 1;
            }
        });
        entries[pc] = entry;
    }
    entries
}

impl Fast {
    fn for_each_target(&mut self, mut visit: impl FnMut(&mut u32)) {
        match self {
            Fast::Jump { target } => visit(target),
            Fast::Branch { then, otherwise, .. }
            | Fast::CompareBranch { then, otherwise, .. }
            | Fast::CompareConstBranch { then, otherwise, .. } => {
                visit(then);
                visit(otherwise);
            }
            _ => {}
        }
    }
}

fn unused(width: Width) -> u8 {
    64 - width.bits() as u8
}

/// The entry for the first of these instructions and some that follow it, if there is one.
fn several(code: &[Instr]) -> Option<Fast> {
    compare_and_branch(code).or_else(|| index(code))
}

fn compare_and_branch(code: &[Instr]) -> Option<Fast> {
    let &[Instr::Binary { op, width, dst, lhs, rhs }, Instr::Branch { cond, then, otherwise }, ..] = code else {
        return None;
    };
    let (op, unused, Operand::Reg(lhs)) = (Comparison::of(op)?, unused(width), lhs) else { return None };
    if cond != Operand::Reg(dst) {
        return None;
    }
    Some(match rhs {
        Operand::Reg(rhs) => Fast::CompareBranch { op, unused, dst, lhs, rhs, then, otherwise },
        Operand::Const(rhs) => {
            Fast::CompareConstBranch { op, unused, dst, lhs, rhs: at_top(unused, rhs), then, otherwise }
        }
    })
}

/// The address of an element: extension of the index, multiplication and addition, of which one of the first two may be
/// missing.
fn index(code: &[Instr]) -> Option<Fast> {
    let mut rest = code;
    let (mut index, mut unused, mut scale, mut result) = (None, 0, 1, None);
    if let [Instr::SignExtend { dst, src: Operand::Reg(src), from, to: Width::W64 }, after @ ..] = rest {
        (index, unused, result, rest) = (Some(*src), self::unused(*from), Some(*dst), after);
    }
    if let [Instr::Binary { op: BinaryOp::Mul, width: Width::W64, dst, lhs: Operand::Reg(lhs), rhs }, after @ ..] = rest
        && let &Operand::Const(factor) = rhs
        && result.is_none_or(|result| (result, result) == (*dst, *lhs))
    {
        (index, scale, result, rest) = (index.or(Some(*lhs)), u32::try_from(factor).ok()?, Some(*dst), after);
    }
    let &[Instr::Binary { op: BinaryOp::Add, width: Width::W64, dst, lhs, rhs }, ..] = rest else { return None };
    let index = index?;
    let offset = Operand::Reg(result?);
    let base = if rhs == offset { lhs } else { rhs };
    if result != Some(dst) || ![lhs, rhs].contains(&offset) || base == offset {
        return None;
    }
    let length = (code.len() - rest.len() + 1) as u8;
    Some(match base {
        Operand::Const(base) => Fast::Index { length, unused, dst, index, scale, base },
        Operand::Reg(base) => Fast::IndexFrom { length, unused, dst, index, base, scale },
    })
}

/// The entry for an instruction alone.
fn single(program: &Program, instr: &Instr, facts: Facts) -> Fast {
    match *instr {
        Instr::Move { dst, src: Operand::Reg(src) } => Fast::Move { dst, src },
        Instr::Move { dst, src: Operand::Const(value) } => Fast::Set { dst, value },
        Instr::Truncate { dst, src: Operand::Reg(src), width } => {
            Fast::Truncate { dst, src, mask: width.truncate(Value::MAX) }
        }
        Instr::SignExtend { dst, src: Operand::Reg(src), from, to } => {
            Fast::SignExtend { dst, src, unused: unused(from), mask: to.truncate(Value::MAX) }
        }
        Instr::Binary { op, width, dst, lhs, rhs } => binary(op, width, dst, lhs, rhs),
        Instr::Checked { op, width, dst, overflow: None, lhs, rhs } => checked(op, width, dst, lhs, rhs),
        Instr::Select {
            dst,
            cond: Operand::Reg(cond),
            then: Operand::Reg(then),
            otherwise: Operand::Reg(otherwise),
        } => Fast::Select { dst, cond, then, otherwise },
        Instr::Jump { target } => Fast::Jump { target },
        Instr::Branch { cond: Operand::Reg(cond), then, otherwise } => Fast::Branch { cond, then, otherwise },
        Instr::Assume { cond: Operand::Reg(cond) }
        | Instr::Require { cond: Operand::Reg(cond) }
        | Instr::Assert { cond: Operand::Reg(cond), .. } => Fast::Check { cond },
        Instr::LoopEnter { shadow } => Fast::LoopEnter { shadow },
        // What the head would remember of the iteration matters to nobody.
        Instr::LoopHead { bounded, .. } if !(facts.waits || bounded && program.unroll.is_some()) => Fast::Skip,
        // Dependencies are a matter of the plain interpreter.
        Instr::Fork { .. } | Instr::Meet { .. } => Fast::Skip,
        Instr::Load { .. } | Instr::Store { .. } => {
            program.memory.as_ref().and_then(|memory| access(memory, instr, facts)).unwrap_or(Fast::Plain)
        }
        _ => Fast::Plain,
    }
}

fn binary(op: BinaryOp, width: Width, dst: Reg, lhs: Operand, rhs: Operand) -> Fast {
    let unused = unused(width);
    let commutes = matches!(op, BinaryOp::Add | BinaryOp::Mul | BinaryOp::And | BinaryOp::Or | BinaryOp::Xor);
    match (lhs, rhs) {
        (Operand::Const(lhs), Operand::Const(rhs)) => {
            op.apply(width, lhs, rhs).map_or(Fast::Plain, |value| Fast::Set { dst, value })
        }
        (Operand::Const(_), Operand::Reg(_)) if commutes => binary(op, width, dst, rhs, lhs),
        (Operand::Reg(lhs), Operand::Reg(rhs)) => match (Sure::of(op), Comparison::of(op)) {
            (Some(op), _) => Fast::Compute { op, unused, dst, lhs, rhs },
            (_, Some(op)) => Fast::Compare { op, unused, dst, lhs, rhs },
            _ => Fast::Plain,
        },
        (Operand::Reg(lhs), Operand::Const(rhs)) => match (Sure::of(op), Comparison::of(op)) {
            (Some(op), _) => Fast::ComputeConst { op, unused, dst, lhs, rhs },
            (_, Some(op)) => Fast::CompareConst { op, unused, dst, lhs, rhs: at_top(unused, rhs) },
            _ => Fast::Plain,
        },
        _ => Fast::Plain,
    }
}

fn checked(op: CheckedOp, width: Width, dst: Reg, lhs: Operand, rhs: Operand) -> Fast {
    let unused = unused(width);
    match (op, lhs, rhs) {
        (_, Operand::Reg(lhs), Operand::Reg(rhs)) => Fast::Checked { op, width, dst, lhs, rhs },
        (CheckedOp::SAdd, Operand::Reg(lhs), Operand::Const(rhs)) => {
            Fast::AddConst { unused, dst, lhs, rhs: at_top(unused, rhs) }
        }
        // To subtract is to add the opposite, which all numbers have but the least.
        (CheckedOp::SSub, Operand::Reg(lhs), Operand::Const(rhs)) => {
            match (sign_extend(unused, rhs) as i64).checked_neg().map(|rhs| at_top(unused, rhs as u64)) {
                Some(rhs) if rhs as i64 != i64::MIN => Fast::AddConst { unused, dst, lhs, rhs },
                _ => Fast::Plain,
            }
        }
        _ => Fast::Plain,
    }
}

fn access(memory: &Memory, instr: &Instr, facts: Facts) -> Option<Fast> {
    let noted = facts.assumed_visible;
    Some(match *instr {
        // The library may read memory that nobody writes.
        Instr::Load { .. } if facts.library => return None,
        Instr::Load { dst, addr: Operand::Reg(addr), mode, width } => {
            Fast::Load { shape: Shape::new(mode, width)?, awaits: facts.awaits, noted, dst, addr }
        }
        Instr::Load { dst, addr: Operand::Const(addr), mode, width } => {
            let shape = Shape::new(mode, width)?;
            Fast::LoadAt { shape, awaits: facts.awaits, dst, location: shape.shared(memory, addr)? }
        }
        Instr::Store { addr, value, mode, width } => {
            let shape = Shape::new(mode, width)?;
            let value = match value {
                Operand::Const(value) => Operand::Const(keep(shape.unused, value)),
                reg => reg,
            };
            match (addr, value) {
                (Operand::Reg(addr), Operand::Reg(value)) => Fast::Store { shape, noted, addr, value },
                (Operand::Reg(addr), Operand::Const(value)) => Fast::StoreConst { shape, noted, addr, value },
                (Operand::Const(addr), Operand::Reg(value)) => {
                    Fast::StoreAt { shape, location: shape.shared(memory, addr)?, value }
                }
                (Operand::Const(addr), Operand::Const(value)) => {
                    Fast::StoreConstAt { shape, location: shape.shared(memory, addr)?, value }
                }
            }
        }
        _ => return None,
    })
}

impl Shape {
    fn new(mode: Mode, width: Width) -> Option<Shape> {
        let size = width.bytes();
        let plain = matches!(size, 1 | 2 | 4 | 8);
        let misaligned = if mode.is_atomic() { size as u8 - 1 } else { 0 };
        plain.then_some(Shape { mode, unused: unused(width), size: size as u8, misaligned })
    }

    /// The location of such an access, if it is one of shared memory.
    fn shared(self, memory: &Memory, addr: u64) -> Option<Address> {
        let size = self.size.into();
        (self.is_aligned(addr) && memory.shares(addr, size)).then(|| layout::location(addr, size))
    }

    /// Is the address one for such an access?
    #[inline(always)]
    pub(crate) fn is_aligned(self, addr: u64) -> bool {
        addr & u64::from(self.misaligned) == 0
    }
}
