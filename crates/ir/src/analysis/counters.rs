//! Loops that a counter ends: some way out of the loop is decided by a register or a place in memory that the loop only counts up
//! or down. For advice only: it is no proof that the loop ends.

use std::collections::HashSet;

use super::counted_loops::Body;
use crate::{BinaryOp, CheckedOp, Function, Instr, Operand, Reg, UpdateKind};

/// How many instructions are followed from a value back to where it comes from.
const MAX_DEPTH: usize = 8;

/// Is the loop whose `LoopHead` is there ended by a counter?
pub(crate) fn ends_by_counter(function: &Function, head: usize) -> bool {
    let Some(body) = Body::of_loop(function, head) else { return false };
    let counters = Counters::new(function, head, &body);
    let leaves = |&pc: &usize| function.successors(pc).any(|next| !body.contains(next));
    counters.inside.iter().copied().filter(leaves).any(|pc| counters.decides(pc))
}

struct Counters<'a> {
    function: &'a Function,
    head: usize,
    /// The instructions of the loop.
    inside: Vec<usize>,
    /// By instruction of the function: those of the loop from which a thread comes there.
    before: Vec<Vec<usize>>,
}

/// Where the value of a register comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Definition {
    /// From the instruction at this place.
    At(usize),
    /// From before the iteration.
    Before,
}

/// A number that an instruction has, as far as it is known: what it comes from, and what was added to that.
#[derive(PartialEq, Eq, Clone, Debug)]
enum Number {
    Const(u64),
    /// What a register holds when an iteration begins.
    Register(Reg),
    Memory(Box<Number>),
    Sum(Box<Number>, u64),
}

impl Number {
    fn plus(self, by: u64) -> Number {
        match self {
            Number::Const(number) => Number::Const(number.wrapping_add(by)),
            Number::Sum(number, more) => number.plus(by.wrapping_add(more)),
            number if by == 0 => number,
            number => Number::Sum(Box::new(number), by),
        }
    }
}

impl Counters<'_> {
    fn new<'a>(function: &'a Function, head: usize, body: &Body<'_>) -> Counters<'a> {
        let inside: Vec<usize> = (0..function.code.len()).filter(|&pc| body.contains(pc)).collect();
        let mut before = vec![Vec::new(); function.code.len()];
        for &pc in &inside {
            function.successors(pc).for_each(|next| before[next].push(pc));
        }
        Counters { function, head, inside, before }
    }

    /// Where the values of a register come from that it has before an instruction.
    fn definitions(&self, reg: Reg, at: usize) -> Vec<Definition> {
        if at == self.head {
            return vec![Definition::Before];
        }
        self.definitions_behind(reg, &self.before[at])
    }

    /// The same behind some instructions.
    fn definitions_behind(&self, reg: Reg, places: &[usize]) -> Vec<Definition> {
        let mut found = Vec::new();
        let (mut seen, mut open) = (HashSet::new(), places.to_vec());
        while let Some(pc) = open.pop() {
            if !seen.insert(pc) {
                continue;
            }
            let instr = &self.function.code[pc];
            let mut writes = false;
            instr.for_each_result(|result| writes |= result == reg);
            match instr {
                Instr::LoopHead { .. } if pc == self.head => found.push(Definition::Before),
                Instr::LoopHead { .. } | Instr::LoopEnter { .. } => open.extend(&self.before[pc]),
                _ if writes => found.push(Definition::At(pc)),
                _ => open.extend(&self.before[pc]),
            }
        }
        found
    }

    /// What an operand of an instruction is, if it is always the same.
    fn number(&self, operand: Operand, at: usize, depth: usize) -> Option<Number> {
        let reg = match operand {
            Operand::Const(number) => return Some(Number::Const(number)),
            Operand::Reg(reg) => reg,
        };
        match self.definitions(reg, at)[..] {
            [Definition::Before] => Some(Number::Register(reg)),
            [Definition::At(place)] if depth < MAX_DEPTH => self.result(place, depth + 1),
            _ => None,
        }
    }

    /// What an instruction computes.
    fn result(&self, at: usize, depth: usize) -> Option<Number> {
        let number = |operand| self.number(operand, at, depth);
        Some(match self.function.code[at] {
            Instr::Move { src, .. } | Instr::Truncate { src, .. } | Instr::SignExtend { src, .. } => number(src)?,
            Instr::Binary { op: BinaryOp::Add, lhs, rhs: Operand::Const(by), .. }
            | Instr::Checked { op: CheckedOp::SAdd | CheckedOp::UAdd, lhs, rhs: Operand::Const(by), .. } => {
                number(lhs)?.plus(by)
            }
            Instr::Binary { op: BinaryOp::Sub, lhs, rhs: Operand::Const(by), .. }
            | Instr::Checked { op: CheckedOp::SSub | CheckedOp::USub, lhs, rhs: Operand::Const(by), .. } => {
                number(lhs)?.plus(by.wrapping_neg())
            }
            Instr::Load { addr, .. } => Number::Memory(Box::new(number(addr)?)),
            _ => return None,
        })
    }

    /// Does every iteration count this register?
    fn counts(&self, reg: Reg) -> bool {
        let definitions = self.definitions_behind(reg, &self.before[self.head]);
        let counts = |definition: &Definition| match *definition {
            Definition::Before => false,
            Definition::At(place) => match self.result(place, 0) {
                Some(Number::Sum(from, by)) => by != 0 && *from == Number::Register(reg),
                _ => false,
            },
        };
        !definitions.is_empty() && definitions.iter().all(counts)
    }

    /// Does all that the loop does to a place in memory count?
    fn counts_memory(&self, place: &Number) -> bool {
        let mut counted = false;
        for &pc in &self.inside {
            let (addr, counts) = match self.function.code[pc] {
                Instr::Store { addr, value, .. } => {
                    let held = Number::Memory(Box::new(place.clone()));
                    let value = self.number(value, pc, 0);
                    (addr, matches!(value, Some(Number::Sum(from, 1..)) if *from == held))
                }
                Instr::Update { kind, addr, value, .. } => {
                    let counts = matches!(kind, UpdateKind::Add | UpdateKind::Sub);
                    (addr, counts && matches!(value, Operand::Const(1..)))
                }
                Instr::CompareExchange { addr, .. } => (addr, false),
                _ => continue,
            };
            if self.number(addr, pc, 0).as_ref() == Some(place) {
                if !counts {
                    return false;
                }
                counted = true;
            }
        }
        counted
    }

    /// Does a counter decide where the thread goes from a branch?
    fn decides(&self, branch: usize) -> bool {
        let mut seen: HashSet<(Reg, usize)> = HashSet::new();
        let mut open: Vec<(Reg, usize)> = Vec::new();
        let add = |pc: usize, open: &mut Vec<(Reg, usize)>| {
            self.function.code[pc].for_each_operand(|operand| {
                if let Operand::Reg(reg) = operand {
                    open.push((reg, pc));
                }
            });
        };
        add(branch, &mut open);
        while let Some((reg, at)) = open.pop() {
            if !seen.insert((reg, at)) {
                continue;
            }
            let definitions = self.definitions(reg, at);
            for &definition in &definitions {
                let place = match definition {
                    Definition::Before if self.counts(reg) => return true,
                    Definition::Before => continue,
                    Definition::At(place) => place,
                };
                // Which of several values it has is decided by branches.
                if definitions.len() > 1 {
                    self.branches_to(place).into_iter().for_each(|pc| add(pc, &mut open));
                }
                match self.function.code[place] {
                    Instr::Load { addr, .. } | Instr::Update { addr, .. } => {
                        let counted = |place: Number| self.counts_memory(&place);
                        if self.number(addr, place, 0).is_some_and(counted) {
                            return true;
                        }
                    }
                    Instr::Call { .. } | Instr::CallPointer { .. } | Instr::CompareExchange { .. } => {}
                    _ => add(place, &mut open),
                }
            }
        }
        false
    }

    /// The branches of the loop that lead to an instruction without another branch between.
    fn branches_to(&self, place: usize) -> Vec<usize> {
        let leads = |&pc: &usize| {
            self.function.successors(pc).count() > 1
                && self.function.successors(pc).any(|next| self.leads_to(next, place))
        };
        self.inside.iter().copied().filter(leads).collect()
    }

    /// Does a thread get from one instruction to another without a branch?
    fn leads_to(&self, from: usize, to: usize) -> bool {
        let mut pc = from;
        for _ in 0..self.function.code.len() {
            if pc == to {
                return true;
            }
            let mut next = self.function.successors(pc);
            match (next.next(), next.next()) {
                (Some(only), None) => pc = only,
                _ => return false,
            }
        }
        false
    }
}
