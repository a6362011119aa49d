//! Visitors for the registers that instructions of lowered code read and write.

use raddle_ir::{Instr, Operand, Reg};
use smallvec::SmallVec;

/// A small list of registers.
pub(crate) type Registers = SmallVec<[Reg; 4]>;

/// The registers that an instruction reads.
pub(crate) fn uses(instr: &Instr) -> Registers {
    let mut registers = Registers::new();
    for_each_operand(instr, |operand| {
        if let Operand::Reg(register) = operand {
            registers.push(*register);
        }
    });
    registers
}

/// The registers that an instruction writes.
pub(crate) fn results(instr: &Instr) -> Registers {
    let mut registers = Registers::new();
    for_each_result(instr, |register| registers.push(*register));
    registers
}

/// Each visitor exists for shared and for mutable instructions.
macro_rules! visitors {
    ($operands:ident, $results:ident $(, $mutable:ident)?) => {
        /// Visits everything that an instruction of lowered code reads.
        pub(crate) fn $operands(instr: &$($mutable)? Instr, mut visit: impl FnMut(&$($mutable)? Operand)) {
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
                Instr::Wide { lhs, rhs, .. } => {
                    let words = (&$($mutable)? lhs[..]).into_iter().chain(&$($mutable)? rhs[..]);
                    words.for_each(visit);
                }
                Instr::Pack { low, high, .. } => {
                    visit(low);
                    visit(high);
                }
                Instr::Unpack { src, .. } => visit(src),
                Instr::Load { addr, .. }
                | Instr::LoadRaw { addr, .. }
                | Instr::Forget { addr }
                | Instr::Expire { addr }
                | Instr::Release { addr } => visit(addr),
                Instr::Store { addr, value, .. } | Instr::Update { addr, value, .. } => {
                    visit(addr);
                    visit(value);
                }
                Instr::CompareExchange { addr, expected, desired, .. } => {
                    visit(addr);
                    visit(expected);
                    visit(desired);
                }
                Instr::Call { args, .. } => args.into_iter().for_each(visit),
                Instr::CallPointer { function, args, .. } => {
                    visit(function);
                    args.into_iter().for_each(visit);
                }
                Instr::Return { values } => values.into_iter().for_each(visit),
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
                    args.into_iter().for_each(visit);
                }
                Instr::CallBegins { args, .. } => args.into_iter().for_each(visit),
                Instr::CallEnds { result } => visit(result),
                Instr::Assume { cond } | Instr::Assert { cond, .. } => visit(cond),
                // Fences, failures, loops (whose registers are chosen at the end), and instructions that lowering never
                // emits.
                _ => {}
            }
        }

        /// Visits everything that an instruction of lowered code writes.
        pub(crate) fn $results(instr: &$($mutable)? Instr, mut visit: impl FnMut(&$($mutable)? Reg)) {
            match instr {
                Instr::Move { dst, .. }
                | Instr::Truncate { dst, .. }
                | Instr::SignExtend { dst, .. }
                | Instr::Unary { dst, .. }
                | Instr::Convert { dst, .. }
                | Instr::Binary { dst, .. }
                | Instr::Float { dst, .. }
                | Instr::Select { dst, .. }
                | Instr::Pack { dst, .. }
                | Instr::Load { dst, .. }
                | Instr::LoadRaw { dst, .. }
                | Instr::Private { dst, .. }
                | Instr::Allocate { dst, .. }
                | Instr::ThreadLocal { dst, .. } => visit(dst),
                Instr::Checked { dst, overflow, .. } => {
                    visit(dst);
                    overflow.into_iter().for_each(visit);
                }
                Instr::Wide { dst, .. } | Instr::Unpack { dst, .. } => (&$($mutable)? dst[..]).into_iter().for_each(visit),
                Instr::Update { old, .. } => old.into_iter().for_each(visit),
                Instr::CompareExchange { old, stored, .. } => old.into_iter().chain(stored).for_each(visit),
                Instr::Call { results, .. } | Instr::CallPointer { results, .. } => {
                    results.into_iter().for_each(visit)
                }
                _ => {}
            }
        }
    };
}

visitors!(for_each_operand, for_each_result);
visitors!(for_each_operand_mut, for_each_result_mut, mut);
