//! Loops that cannot wait: in every iteration a watched register is counted up or down.
//!
//! Such a loop is never stopped for having changed nothing, so reads in it need not be awaits. Most `for` loops are of
//! this kind.

use raddle_graph::Width;

use crate::{BinaryOp, CheckedOp, Function, Instr, Operand, Reg};

/// Does every iteration of the loop whose `LoopHead` is there change a register that it watches?
pub(crate) fn advances(function: &Function, head: usize) -> bool {
    let Instr::LoopHead { watch, shadow, .. } = &function.code[head] else { unreachable!("a loop has a head") };
    let Some(body) = Body::new(function, head, *shadow) else { return false };
    let shadows = (shadow.0..).take(3 + watch.len()).map(Reg);
    body.keeps(shadows) && watch.iter().any(|&reg| body.counts(reg))
}

/// The instructions that can stand between two visits of a loop's head.
pub(crate) struct Body<'a> {
    function: &'a Function,
    head: usize,
    inside: Vec<bool>,
}

impl<'a> Body<'a> {
    /// That of the loop whose `LoopHead` is there; `None` if it can be entered without saying so.
    pub(crate) fn of_loop(function: &'a Function, head: usize) -> Option<Body<'a>> {
        let Instr::LoopHead { shadow, .. } = function.code[head] else { unreachable!("a loop has a head") };
        Body::new(function, head, shadow)
    }

    /// A whole function, as if it was a loop without a head.
    pub(crate) fn whole(function: &'a Function) -> Body<'a> {
        Body { function, head: usize::MAX, inside: vec![true; function.code.len()] }
    }

    /// Is an instruction part of it?
    pub(crate) fn contains(&self, pc: usize) -> bool {
        self.inside[pc]
    }

    /// How many instructions it has.
    pub(crate) fn len(&self) -> usize {
        self.inside.iter().filter(|&&inside| inside).count()
    }

    /// Can a thread get from one instruction to another one in the same iteration?
    pub(crate) fn is_ahead(&self, from: usize, to: usize) -> bool {
        self.reachable(from, |_| false)[to]
    }

    /// `None` if the loop can be entered without saying so.
    fn new(function: &'a Function, head: usize, shadow: Reg) -> Option<Body<'a>> {
        let everything = Body { function, head, inside: vec![true; function.code.len()] };
        // Whoever enters the loop anew does not go on with it.
        let enters = |pc: usize| matches!(function.code[pc], Instr::LoopEnter { shadow: other } if other == shadow);
        if head == 0 || (!enters(0) && everything.reachable(0, enters)[head]) {
            return None;
        }
        let reached = everything.reachable(head, enters);
        let mut inside = vec![false; function.code.len()];
        inside[head] = true;
        // What can reach the head: the least fixed point.
        let mut changed = true;
        while std::mem::take(&mut changed) {
            for pc in (0..inside.len()).rev().filter(|&pc| reached[pc]) {
                if !inside[pc] && function.successors(pc).any(|next| inside[next]) {
                    inside[pc] = true;
                    changed = true;
                }
            }
        }
        Some(Body { function, head, inside })
    }

    /// Does nothing but the head change these registers?
    fn keeps(&self, mut regs: impl Iterator<Item = Reg>) -> bool {
        let others = (0..self.inside.len()).filter(|&pc| self.inside[pc] && pc != self.head);
        regs.all(|reg| !others.clone().any(|pc| may_write(&self.function.code[pc], reg)))
    }

    /// What can be reached from behind an instruction, without passing the head or what `stops` says.
    fn reachable(&self, from: usize, stops: impl Fn(usize) -> bool) -> Vec<bool> {
        let mut reached = vec![false; self.inside.len()];
        let mut todo: Vec<usize> = self.function.successors(from).collect();
        while let Some(pc) = todo.pop() {
            if self.inside[pc] && !reached[pc] && !stops(pc) {
                reached[pc] = true;
                if pc != self.head {
                    todo.extend(self.function.successors(pc));
                }
            }
        }
        reached
    }

    /// Is the register changed in every iteration, by the same number each time?
    fn counts(&self, reg: Reg) -> bool {
        let code = &self.function.code;
        let changes: Vec<usize> = (0..code.len()).filter(|&pc| self.inside[pc] && may_write(&code[pc], reg)).collect();
        let Some(step) = changes.first().and_then(|&pc| step(&code[pc], reg)) else { return false };
        let same = changes.iter().all(|&pc| self::step(&code[pc], reg) == Some(step));
        // Never so often that it wraps around to where it was: none of the changes is repeated in one iteration.
        let (by, width) = step;
        let moves = (1..=changes.len() as u64).all(|times| width.truncate(by.wrapping_mul(times)) != 0);
        let repeats = |&pc: &usize| self.reachable(pc, |pc| pc == self.head)[pc];
        let always = !self.reachable(self.head, |pc| changes.contains(&pc))[self.head];
        same && moves && always && !changes.iter().any(repeats)
    }
}

/// If the instruction adds a number to the register: which, at which width.
fn step(instr: &Instr, reg: Reg) -> Option<(u64, Width)> {
    let (width, dst, lhs, rhs, negative) = match *instr {
        Instr::Binary { op: BinaryOp::Add, width, dst, lhs, rhs } => (width, dst, lhs, rhs, false),
        Instr::Binary { op: BinaryOp::Sub, width, dst, lhs, rhs } => (width, dst, lhs, rhs, true),
        Instr::Checked { op: CheckedOp::SAdd | CheckedOp::UAdd, width, dst, overflow: None, lhs, rhs } => {
            (width, dst, lhs, rhs, false)
        }
        Instr::Checked { op: CheckedOp::SSub | CheckedOp::USub, width, dst, overflow: None, lhs, rhs } => {
            (width, dst, lhs, rhs, true)
        }
        _ => return None,
    };
    match (lhs, rhs) {
        (Operand::Reg(from), Operand::Const(by)) if from == reg && dst == reg => {
            Some((if negative { by.wrapping_neg() } else { by }, width))
        }
        _ => None,
    }
}

/// May the instruction change the register?
fn may_write(instr: &Instr, reg: Reg) -> bool {
    let mut writes = false;
    instr.for_each_result(|result| writes |= result == reg);
    writes
}

#[cfg(test)]
mod tests {
    use raddle_graph::Mode;

    use super::*;
    use crate::{FunctionBuilder, Label, ProgramBuilder};

    const W: Width = Width::W32;

    /// Does a loop advance that watches the first two registers? Its body goes back by jumping to the label.
    fn loop_advances(body: impl FnOnce(&mut FunctionBuilder, Label)) -> bool {
        let mut program = ProgramBuilder::new();
        let main = program.declare("main", 0);
        let mut code = program.function(main);
        let watch = [code.register(), code.register()];
        code.register();
        let shadow = code.registers(5);
        let head = code.label();
        code.emit(Instr::LoopEnter { shadow });
        code.bind(head);
        code.emit(Instr::LoopHead { watch: watch.into(), shadow, bounded: true });
        body(&mut code, head);
        program.define(code);
        program.thread(main, &[]);
        advances(&program.build().unwrap().functions()[0], 1)
    }

    #[test]
    fn a_loop_that_counts_advances() {
        assert!(loop_advances(|c, head| {
            c.load(Reg(2), 8, Mode::Rlx, W);
            c.binary(BinaryOp::Add, W, Reg(1), Reg(1), 1);
            c.jump(head);
        }));
        assert!(loop_advances(|c, head| {
            let op = CheckedOp::SSub;
            c.emit(Instr::Checked { op, width: W, dst: Reg(0), overflow: None, lhs: Reg(0).into(), rhs: 1.into() });
            c.jump(head);
        }));
        assert!(loop_advances(|c, head| {
            // `continue` in one branch: two places that count.
            let (one, two) = (c.label(), c.label());
            c.load(Reg(2), 8, Mode::Rlx, W);
            c.branch(Reg(2), one, two);
            for label in [one, two] {
                c.bind(label);
                c.binary(BinaryOp::Add, W, Reg(1), Reg(1), 1);
                c.jump(head);
            }
        }));
    }

    #[test]
    fn a_loop_that_may_stand_still_does_not() {
        assert!(!loop_advances(|c, head| {
            c.load(Reg(0), 8, Mode::Rlx, W);
            c.jump(head);
        }));
        assert!(!loop_advances(|c, head| {
            c.binary(BinaryOp::Add, W, Reg(1), Reg(1), 1 << 32);
            c.jump(head);
        }));
        assert!(!loop_advances(|c, head| {
            // Counts in one branch only.
            let (one, two) = (c.label(), c.label());
            c.load(Reg(2), 8, Mode::Rlx, W);
            c.branch(Reg(2), one, two);
            c.bind(one);
            c.binary(BinaryOp::Add, W, Reg(1), Reg(1), 1);
            c.bind(two);
            c.jump(head);
        }));
        assert!(!loop_advances(|c, head| {
            // Up and down again.
            c.binary(BinaryOp::Add, W, Reg(1), Reg(1), 1);
            c.binary(BinaryOp::Sub, W, Reg(1), Reg(1), 1);
            c.jump(head);
        }));
        assert!(!loop_advances(|c, head| {
            // As often as an inner loop likes.
            let (inner, outer) = (c.label(), c.label());
            c.bind(inner);
            c.binary(BinaryOp::Add, W, Reg(1), Reg(1), 1);
            c.load(Reg(2), 8, Mode::Rlx, W);
            c.branch(Reg(2), inner, outer);
            c.bind(outer);
            c.jump(head);
        }));
    }

    #[test]
    fn what_is_outside_does_not_count() {
        assert!(loop_advances(|c, head| {
            // Another register's work after the loop; the loop is entered anew afterwards.
            let (go_on, leave) = (c.label(), c.label());
            c.binary(BinaryOp::Add, W, Reg(1), Reg(1), 1);
            c.load(Reg(2), 8, Mode::Rlx, W);
            c.branch(Reg(2), go_on, leave);
            c.bind(leave);
            c.mov(Reg(1), 0);
            c.emit(Instr::LoopEnter { shadow: Reg(3) });
            c.jump(head);
            c.bind(go_on);
            c.jump(head);
        }));
    }
}
