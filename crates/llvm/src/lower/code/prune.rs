//! Dead-code elimination: unused results, and block parameters that are only used to compute themselves.

use raddle_ir::{Instr, Operand, Reg};

use super::visit;
use super::{FunctionCode, is_pure};
use crate::lower::analysis::bits::Bits;

/// Where a register is assigned.
#[derive(Clone, Copy)]
enum Source {
    /// By an instruction: block and index.
    Code(usize, usize),
    /// By the edges to a block: block and index of the parameter.
    Edges(usize, usize),
}

pub(crate) fn prune(code: &mut FunctionCode) {
    let used = used(code);
    let mut kept: Vec<Vec<bool>> = Vec::with_capacity(code.blocks.len());
    for (index, block) in code.blocks.iter().enumerate() {
        // The parameters of the first block are the function's.
        kept.push(block.parameters.iter().map(|register| index == 0 || used.contains(register.index())).collect());
    }
    for (block, kept_here) in code.blocks.iter_mut().zip(&kept) {
        block.code.retain(|(instr, _)| {
            !is_pure(instr) || visit::results(instr).iter().any(|register| used.contains(register.index()))
        });
        block.code.iter_mut().for_each(|(instr, _)| drop_results(instr, &used));
        retain(&mut block.parameters, kept_here);
        for edge in block.end.edges_mut() {
            retain(&mut edge.arguments, &kept[edge.to]);
        }
    }
}

/// Removes unused results of an instruction that is needed for its effect.
fn drop_results(instr: &mut Instr, used: &Bits) {
    let unused = |register: &mut Option<Reg>| {
        if register.is_some_and(|register| !used.contains(register.index())) {
            *register = None;
        }
    };
    match instr {
        Instr::Update { old, .. } => unused(old),
        Instr::CompareExchange { old, stored, .. } => {
            unused(old);
            unused(stored);
        }
        Instr::Call { results, .. } | Instr::CallPointer { results, .. } => {
            let needed = results.iter().rposition(|register| used.contains(register.index()));
            *results = results[..needed.map_or(0, |last| last + 1)].into();
        }
        _ => {}
    }
}

fn retain<T>(list: &mut Vec<T>, kept: &[bool]) {
    let mut kept = kept.iter();
    list.retain(|_| kept.next().copied().unwrap_or(true));
}

/// The registers whose values are used.
fn used(code: &FunctionCode) -> Bits {
    let mut sources: Vec<Option<Source>> = vec![None; code.registers()];
    let mut arriving: Vec<Vec<(usize, usize)>> = vec![Vec::new(); code.blocks.len()];
    let mut used = Bits::new(code.registers());
    let mut open: Vec<Reg> = Vec::new();
    for (b, block) in code.blocks.iter().enumerate() {
        for (p, register) in block.parameters.iter().enumerate() {
            sources[register.index()] = Some(Source::Edges(b, p));
        }
        for (i, (instr, _)) in block.code.iter().enumerate() {
            visit::results(instr).iter().for_each(|register| sources[register.index()] = Some(Source::Code(b, i)));
            if !is_pure(instr) {
                open.extend(visit::uses(instr));
            }
        }
        if let Some(Operand::Reg(register)) = block.end.decider() {
            open.push(register);
        }
        for (e, edge) in block.end.edges().enumerate() {
            arriving[edge.to].push((b, e));
        }
    }
    while let Some(register) = open.pop() {
        if !used.insert(register.index()) {
            continue;
        }
        match sources[register.index()] {
            Some(Source::Code(b, i)) => open.extend(visit::uses(&code.blocks[b].code[i].0)),
            Some(Source::Edges(b, p)) => {
                for &(from, e) in &arriving[b] {
                    if let Some(Operand::Reg(register)) =
                        code.blocks[from].end.edges().nth(e).and_then(|edge| edge.arguments.get(p))
                    {
                        open.push(*register);
                    }
                }
            }
            None => {}
        }
    }
    used
}
