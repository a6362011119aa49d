//! From instructions to what runs fast.

use raddle_graph::{Address, Mode, Value, Width};

use super::{Comparison, Element, Fast, Shape, Sure, at_top, keep, sign_extend};
use crate::analysis::awaits::Facts;
use crate::memory::Memory;
use crate::memory::layout;
use crate::{BinaryOp, CheckedOp, Code, Function, Instr, Operand, Reg};

/// The entries of a function, and how many registers it needs then.
pub(crate) fn translate(
    program: &Code,
    memory: Option<&Memory>,
    function: &Function,
    facts: &[Facts],
) -> (Vec<Fast>, u16) {
    let code = function.code.as_slice();
    let mut entries: Vec<Fast> = code.iter().zip(facts).map(|(i, &facts)| single(program, memory, i, facts)).collect();
    skip_entrances(code, &mut entries);
    let registers = registers(memory, function, &entries);
    for pc in 0..code.len() {
        if let Some(entry) = compare_and_branch(&code[pc..]).or_else(|| index(&code[pc..])) {
            entries[pc] = entry;
        }
    }
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
    let after_jumps: Vec<Fast> = entries.iter().map(|entry| after_jump(entry, &entries)).collect();
    entries = after_jumps;
    for pc in 0..entries.len() {
        if let Some(entry) = element(memory, &entries[pc..]).or_else(|| count(&entries[pc..])) {
            entries[pc] = entry;
        }
    }
    (entries, registers)
}

/// Where a loop is entered whose head is skipped, there is nothing to do.
fn skip_entrances(code: &[Instr], entries: &mut [Fast]) {
    for pc in 0..code.len() {
        let Instr::LoopEnter { shadow } = code[pc] else { continue };
        let is_head = |instr: &Instr| matches!(instr, Instr::LoopHead { shadow: other, .. } if *other == shadow);
        let mut heads = code.iter().zip(&*entries).filter(|(instr, _)| is_head(instr)).peekable();
        if heads.peek().is_some() && heads.all(|(_, entry)| *entry == Fast::Skip) {
            entries[pc] = Fast::Skip;
        }
    }
}

/// How many registers are needed for what is not skipped. (Other front ends ask for the registers of threads that ended.)
fn registers(memory: Option<&Memory>, function: &Function, entries: &[Fast]) -> u16 {
    if memory.is_none() {
        return function.registers;
    }
    let mut needed = function.parameters;
    let mut need = |reg: Reg| needed = needed.max(reg.0.saturating_add(1));
    for (instr, _) in function.code.iter().zip(entries).filter(|(_, entry)| **entry != Fast::Skip) {
        instr.for_each_result(&mut need);
        instr.for_each_operand(|operand| {
            if let Operand::Reg(reg) = operand {
                need(reg);
            }
        });
    }
    needed
}

/// What an entry that jumps to a comparison does with that.
fn after_jump(entry: &Fast, entries: &[Fast]) -> Fast {
    let &Fast::Jump { target } = entry else { return *entry };
    match entries.get(target as usize) {
        Some(&Fast::CompareBranch { jumps, op, unused, dst, lhs, rhs, then, otherwise }) => {
            Fast::CompareBranch { jumps: jumps + 1, op, unused, dst, lhs, rhs, then, otherwise }
        }
        Some(&Fast::CompareConstBranch { jumps, op, unused, dst, lhs, rhs, then, otherwise }) => {
            Fast::CompareConstBranch { jumps: jumps + 1, op, unused, dst, lhs, rhs, then, otherwise }
        }
        _ => *entry,
    }
}

/// A register is counted, and then compared after a jump.
fn count(entries: &[Fast]) -> Option<Fast> {
    let &[
        Fast::AddConst { unused, dst: reg, lhs, rhs: by },
        Fast::CompareConstBranch { jumps: 2, op, unused: compared, dst, lhs: at, rhs, then, otherwise },
        ..,
    ] = entries
    else {
        return None;
    };
    let fits = unused == compared && reg == lhs && reg == at;
    fits.then_some(Fast::Count { op, unused, reg, dst, by, rhs, then, otherwise })
}

/// The address of an element is computed, and the element accessed.
fn element(memory: Option<&Memory>, entries: &[Fast]) -> Option<Fast> {
    let &Fast::Index { length, unused, dst, index, scale, base } = entries.first()? else { return None };
    let element = |shape: Shape| {
        let memory = memory.filter(|memory| memory.is_whole())?;
        let (start, size) = memory.shared_object(base)?;
        let last = (start + size).checked_sub(base + u64::from(shape.size))?;
        let count = u32::try_from(last.checked_div(scale.into())? + 1).ok()?;
        let fits = shape.is_aligned(base) && shape.is_aligned(scale.into());
        let (base, scale) = (u32::try_from(base).ok()?, u16::try_from(scale).ok()?);
        fits.then_some(Element { length, unused, index, dst, scale, base, count })
    };
    Some(match *entries.get(usize::from(length))? {
        Fast::Load { shape, awaits, addr, .. } if addr == dst => {
            Fast::LoadElement { shape, awaits, element: element(shape)? }
        }
        Fast::Store { shape, addr, value, .. } if addr == dst => {
            Fast::StoreElement { shape, element: element(shape)?, value }
        }
        Fast::StoreConst { shape, addr, value, .. } if addr == dst => {
            Fast::StoreConstElement { shape, element: element(shape)?, value }
        }
        _ => return None,
    })
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

/// A comparison and the branch that it decides.
fn compare_and_branch(code: &[Instr]) -> Option<Fast> {
    let &[Instr::Binary { op, width, dst, lhs, rhs }, Instr::Branch { cond, then, otherwise }, ..] = code else {
        return None;
    };
    let (op, unused, Operand::Reg(lhs)) = (Comparison::of(op)?, unused(width), lhs) else { return None };
    if cond != Operand::Reg(dst) {
        return None;
    }
    Some(match rhs {
        Operand::Reg(rhs) => Fast::CompareBranch { jumps: 1, op, unused, dst, lhs, rhs, then, otherwise },
        Operand::Const(rhs) => {
            Fast::CompareConstBranch { jumps: 1, op, unused, dst, lhs, rhs: at_top(unused, rhs), then, otherwise }
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
fn single(program: &Code, memory: Option<&Memory>, instr: &Instr, facts: Facts) -> Fast {
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
        // Inside an atomic section nobody may wait.
        Instr::Require { .. } if program.sections.is_some() => Fast::Plain,
        Instr::Assume { cond: Operand::Reg(cond) }
        | Instr::Require { cond: Operand::Reg(cond) }
        | Instr::Assert { cond: Operand::Reg(cond), .. } => Fast::Check { cond },
        Instr::LoopEnter { shadow } => Fast::LoopEnter { shadow },
        // What the head would remember of the iteration matters to nobody.
        Instr::LoopHead { bounded, .. } if !(facts.waits || bounded && program.unroll.is_some()) => Fast::Skip,
        // Only the plain interpreter keeps track of dependencies.
        Instr::Fork { .. } | Instr::Meet { .. } => Fast::Skip,
        Instr::Load { .. } | Instr::Store { .. } => {
            memory.and_then(|memory| access(memory, instr, facts)).unwrap_or(Fast::Plain)
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
        Instr::Load { dst, addr: Operand::Reg(addr), mode, width, aligned } => {
            Fast::Load { shape: Shape::new(mode, width, aligned)?, awaits: facts.awaits, noted, dst, addr }
        }
        Instr::Load { dst, addr: Operand::Const(addr), mode, width, aligned } => {
            let shape = Shape::new(mode, width, aligned)?;
            Fast::LoadAt { shape, awaits: facts.awaits, dst, location: shape.shared(memory, addr)? }
        }
        Instr::Store { addr, value, mode, width, aligned } => {
            let shape = Shape::new(mode, width, aligned)?;
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
    fn new(mode: Mode, width: Width, aligned: bool) -> Option<Shape> {
        let size = width.bytes();
        let plain = matches!(size, 1 | 2 | 4 | 8);
        let misaligned = if aligned || mode.is_atomic() { size as u8 - 1 } else { 0 };
        plain.then_some(Shape { mode, unused: unused(width), size: size as u8, misaligned })
    }

    /// The location of such an access, if it is one of shared memory and of one piece.
    fn shared(self, memory: &Memory, addr: u64) -> Option<Address> {
        let size = self.size.into();
        (memory.is_whole() && self.is_aligned(addr) && memory.shares(addr, size)).then(|| layout::location(addr, size))
    }

    /// Is the address one for such an access?
    #[inline(always)]
    pub(crate) fn is_aligned(self, addr: u64) -> bool {
        addr & u64::from(self.misaligned) == 0
    }
}
