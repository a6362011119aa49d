//! Which reads are awaits: after which the thread may block at once, depending on the value read.
//!
//! An over-approximation by reachability: can an `Assume` be reached without another visible action in between?
//! What happens across calls is not looked into: there the answer is yes.

use crate::{Function, Instr};

/// For each instruction that reads memory: may the thread block before its next action? `called` says whether the
/// function can be called, so that a `Return` goes on somewhere else.
pub(crate) fn awaits(function: &Function, called: bool, _c_memory: bool) -> Vec<bool> {
    let code = &function.code;
    // blocks[pc]: standing before pc, an `Assume` is reached without a visible action. The least fixed point.
    let mut blocks = vec![false; code.len()];
    loop {
        let mut changed = false;
        for pc in (0..code.len()).rev() {
            let at = |target: u32| blocks.get(target as usize).copied().unwrap_or(false);
            let next = || at(pc as u32 + 1);
            let instr = &code[pc];
            let value = match instr {
                Instr::Assume { .. } | Instr::Require { .. } | Instr::LoopHead { .. } => true,
                Instr::Call { .. } | Instr::CallPointer { .. } => true,
                Instr::Return { .. } => called,
                Instr::Jump { .. } | Instr::Branch { .. } | Instr::Switch { .. } => instr.targets().any(at),
                Instr::Fail { .. } | Instr::Finish | Instr::Exit { .. } => false,
                _ if instr.is_visible() => false,
                _ => next(),
            };
            changed |= value != blocks[pc];
            blocks[pc] = value;
        }
        if !changed {
            break;
        }
    }
    let after = |pc: usize| blocks.get(pc + 1).copied().unwrap_or(false);
    code.iter()
        .enumerate()
        .map(|(pc, instr)| {
            let reads = matches!(instr, Instr::Load { .. } | Instr::Update { .. } | Instr::CompareExchange { .. });
            reads && after(pc)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use raddle_graph::{Mode, Width};

    use crate::{BinaryOp, Instr, ProgramBuilder, UpdateKind};

    #[test]
    fn only_reads_right_before_an_assume_await() {
        let mut program = ProgramBuilder::new();
        let main = program.declare("main", 0);
        let helper = program.declare("helper", 0);
        let mut code = program.function(main);
        let (r, c) = (code.register(), code.register());
        let (skip, end) = (code.label(), code.label());
        code.load(r, 1, Mode::Rlx, Width::W32); // 0: a store comes first
        code.store(2, r, Mode::Rlx, Width::W32); // 1
        code.update(UpdateKind::Add, Some(r), 1, 1, Mode::Rlx, Width::W32); // 2: one branch blocks
        code.binary(BinaryOp::Eq, Width::W32, c, r, 1); // 3
        code.branch(c, skip, end); // 4
        code.bind(skip);
        code.assume(c); // 5
        code.bind(end);
        code.load(r, 1, Mode::Rlx, Width::W32); // 6: a call comes next
        code.call(helper, &[], None); // 7
        code.load(r, 1, Mode::Rlx, Width::W32); // 8: the thread ends
        code.ret(None); // 9
        program.define(code);
        let mut code = program.function(helper);
        let r = code.register();
        code.load(r, 1, Mode::Rlx, Width::W32); // 0: returns to who knows where
        code.ret(None);
        program.define(code);
        program.thread(main, &[]);
        let program = program.build().unwrap();
        let awaits = |f: usize| {
            let function = &program.functions()[f];
            let reads = function
                .code
                .iter()
                .enumerate()
                .filter(|(_, i)| matches!(i, Instr::Load { .. } | Instr::Update { .. }));
            reads.map(|(pc, _)| function.awaits(pc)).collect::<Vec<_>>()
        };
        assert_eq!(awaits(0), [false, true, true, false]);
        assert_eq!(awaits(1), [true]);
    }

    #[test]
    fn loops_are_looked_through() {
        let mut program = ProgramBuilder::new();
        let main = program.declare("main", 0);
        let mut code = program.function(main);
        let (r, i) = (code.register(), code.register());
        let (head, body, end) = (code.label(), code.label(), code.label());
        code.load(r, 1, Mode::Rlx, Width::W32);
        code.bind(head);
        code.branch(i, end, body);
        code.bind(end);
        code.assume(r);
        code.finish();
        code.bind(body);
        code.binary(BinaryOp::Add, Width::W32, i, i, 1);
        code.jump(head);
        program.define(code);
        program.thread(main, &[]);
        assert!(program.build().unwrap().functions()[0].awaits(0));
    }
}
