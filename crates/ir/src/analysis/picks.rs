//! Does it matter in a program whether values were computed or only picked?
//!
//! A machine picks a value where it selects one of two by a condition, or turns a comparison into a number. Nobody can tell
//! that from computing it if the value only decides where a thread goes. So most programs need not keep track of picks: those
//! in which no such value becomes an address, is stored, or is handed to another function.

use crate::{Code, Function, Instr, Operand, Reg};

/// Does anything that was picked reach an address, memory, or another function? `compares_at_once` says that a
/// compare-exchange is no branch.
pub(crate) fn matter(code: &Code, compares_at_once: bool) -> bool {
    code.functions.iter().any(|function| reach_something(function, compares_at_once))
}

fn reach_something(function: &Function, compares_at_once: bool) -> bool {
    let mut picked = vec![false; usize::from(function.registers)];
    // What was found only grows; an instruction may use what a later one computes.
    loop {
        let before = picked.iter().filter(|&&is| is).count();
        for instr in &function.code {
            let mut uses = false;
            instr.for_each_operand(|operand| {
                uses |= matches!(operand, Operand::Reg(reg) if picked[reg.index()]);
            });
            match instr {
                // Even if nobody looks at its result, whether it stores is picked.
                Instr::CompareExchange { .. } if compares_at_once => return true,
                _ if picks(instr) || (uses && computes(instr)) => {
                    results(instr, &mut |reg| picked[reg.index()] = true);
                }
                _ if uses && !decides(instr) => return true,
                _ => {}
            }
        }
        if picked.iter().filter(|&&is| is).count() == before {
            return false;
        }
    }
}

/// Does it pick its result?
fn picks(instr: &Instr) -> bool {
    match instr {
        Instr::Binary { op, .. } => op.is_comparison(),
        Instr::Float { op, .. } => op.is_comparison(),
        Instr::Select { .. } | Instr::Checked { overflow: Some(_), .. } => true,
        Instr::CompareExchange { stored, .. } | Instr::UpdateWithin { stored, .. } => stored.is_some(),
        _ => false,
    }
}

/// The registers that an instruction which picks or computes changes, and that hold what it picked.
fn results(instr: &Instr, visit: &mut dyn FnMut(Reg)) {
    match *instr {
        Instr::CompareExchange { stored, .. } | Instr::UpdateWithin { stored, .. } => {
            stored.into_iter().for_each(visit);
        }
        _ => instr.for_each_result(visit),
    }
}

/// Does it compute registers from registers, and nothing else?
fn computes(instr: &Instr) -> bool {
    matches!(
        instr,
        Instr::Move { .. }
            | Instr::Truncate { .. }
            | Instr::SignExtend { .. }
            | Instr::Unary { .. }
            | Instr::Convert { .. }
            | Instr::Binary { .. }
            | Instr::Float { .. }
            | Instr::Checked { .. }
            | Instr::Wide { .. }
            | Instr::Pack { .. }
            | Instr::Unpack { .. }
            | Instr::Select { .. }
    )
}

/// Does it only decide where the thread goes, or watch what others computed?
fn decides(instr: &Instr) -> bool {
    matches!(
        instr,
        Instr::Branch { .. }
            | Instr::Switch { .. }
            | Instr::Assume { .. }
            | Instr::Require { .. }
            | Instr::Assert { .. }
            | Instr::LoopBound { .. }
            | Instr::LoopHead { .. }
            | Instr::Output { .. }
            | Instr::CallBegins { .. }
            | Instr::CallEnds { .. }
    )
}
