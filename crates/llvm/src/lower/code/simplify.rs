//! Cleans up after promotion: block parameters that always get the same value, negated conditions, empty blocks.

use raddle_ir::{BinaryOp, Instr, Operand, Reg};

use super::visit::for_each_operand_mut;
use super::{End, FunctionCode};

/// Replaces a parameter that gets one value on all edges, apart from itself, by that value. The value is available
/// wherever the parameter is, because it is available at the end of every predecessor.
pub(crate) fn simplify(code: &mut FunctionCode) {
    let mut values: Vec<Option<Operand>> = vec![None; code.registers()];
    let mut changed = true;
    while changed {
        changed = false;
        let mut found: Vec<Vec<Replacement>> =
            code.blocks.iter().map(|block| vec![Replacement::Nothing; block.parameters.len()]).collect();
        for edge in code.blocks.iter().flat_map(|block| block.end.edges()) {
            let parameters = &code.blocks[edge.to].parameters;
            for ((parameter, argument), candidate) in parameters.iter().zip(&edge.arguments).zip(&mut found[edge.to]) {
                candidate.meet(*parameter, follow(&values, *argument));
            }
        }
        // The parameters of the first block are the function's.
        for (block, candidates) in code.blocks.iter().zip(found).skip(1) {
            for (parameter, candidate) in block.parameters.iter().zip(candidates) {
                if let Replacement::One(value) = candidate
                    && values[parameter.index()].is_none()
                    && follow(&values, value) != Operand::Reg(*parameter)
                {
                    values[parameter.index()] = Some(value);
                    changed = true;
                }
            }
        }
    }
    for block in &mut code.blocks {
        for (instr, _) in &mut block.code {
            for_each_operand_mut(instr, |operand| *operand = follow(&values, *operand));
        }
        if let Some(decider) = block.end.decider_mut() {
            *decider = follow(&values, *decider);
        }
        for edge in block.end.edges_mut() {
            edge.arguments.iter_mut().for_each(|argument| *argument = follow(&values, *argument));
        }
    }
}

/// What the edges pass to a parameter.
#[derive(Clone, Copy)]
enum Replacement {
    Nothing,
    One(Operand),
    Several,
}

impl Replacement {
    fn meet(&mut self, parameter: Reg, argument: Operand) {
        *self = match *self {
            same if argument == Operand::Reg(parameter) => same,
            Replacement::Nothing => Replacement::One(argument),
            Replacement::One(other) if other == argument => Replacement::One(other),
            _ => Replacement::Several,
        };
    }
}

/// The final replacement of an operand. Chains are finite, because no value replaces itself.
fn follow(values: &[Option<Operand>], operand: Operand) -> Operand {
    let mut operand = operand;
    while let Operand::Reg(register) = operand
        && let Some(value) = values[register.index()]
    {
        operand = value;
    }
    operand
}

/// Branches on a negated value swap their targets.
pub(crate) fn swap_negated_branches(code: &mut FunctionCode) {
    let mut negated: Vec<Option<Operand>> = vec![None; code.registers()];
    for (instr, _) in code.blocks.iter().flat_map(|block| &block.code) {
        if let Instr::Binary { op: BinaryOp::Xor, width, dst, lhs, rhs: Operand::Const(1) } = *instr
            && width.bits() == 1
        {
            negated[dst.index()] = Some(lhs);
        }
    }
    for block in &mut code.blocks {
        while let End::Branch(condition, edges) = &mut block.end
            && let Operand::Reg(register) = *condition
            && let Some(opposite) = negated[register.index()]
        {
            *condition = opposite;
            edges.swap(0, 1);
        }
    }
}

/// Maximum number of empty blocks in a row that are skipped. A cycle of empty blocks would be a loop without a head,
/// which does not exist.
const MAX_SKIPPED_BLOCKS: usize = 1000;

/// Lets edges skip empty blocks, turns branches with equal targets into jumps (unless branches are kept), and removes
/// unreachable blocks.
pub(crate) fn straighten(code: &mut FunctionCode, keep_branches: bool) {
    for index in 0..code.blocks.len() {
        let mut end = std::mem::replace(&mut code.blocks[index].end, End::Stop);
        for edge in end.edges_mut() {
            for _ in 0..MAX_SKIPPED_BLOCKS {
                let next = &code.blocks[edge.to];
                let End::Jump(further) = &next.end else { break };
                if !next.code.is_empty() || !next.parameters.is_empty() {
                    break;
                }
                edge.enters.extend(&further.enters);
                (edge.to, edge.arguments) = (further.to, further.arguments.clone());
            }
        }
        code.blocks[index].end = match end {
            End::Branch(_, edges) if edges[0] == edges[1] && !keep_branches => {
                let [edge, _] = *edges;
                End::Jump(edge)
            }
            end => end,
        };
    }
    drop_unreachable(code);
}

fn drop_unreachable(code: &mut FunctionCode) {
    let mut reached = vec![false; code.blocks.len()];
    let mut open = vec![0];
    while let Some(block) = open.pop() {
        if !std::mem::replace(&mut reached[block], true) {
            open.extend(code.blocks[block].end.edges().map(|edge| edge.to));
        }
    }
    let mut numbers = Vec::with_capacity(reached.len());
    let mut next = 0;
    for reached in &reached {
        numbers.push(next);
        next += usize::from(*reached);
    }
    let mut keep = reached.into_iter();
    code.blocks.retain(|_| keep.next() == Some(true));
    for edge in code.blocks.iter_mut().flat_map(|block| block.end.edges_mut()) {
        edge.to = numbers[edge.to];
    }
}
