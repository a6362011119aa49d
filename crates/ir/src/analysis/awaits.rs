//! Which reads are awaits: after which the thread may block at once, depending on the value read.
//!
//! An over-approximation by reachability, across calls: can an instruction that blocks be reached without another
//! visible action in between? What is visible cannot be told from C code alone: an access may turn out to be
//! thread-local. So accesses through addresses that may be private (see `local`) are taken for invisible, all others for
//! visible until a thread blocks after one that was not. Then the program learns of it, and the exploration begins again.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::analysis::counted_loops::advances;
use crate::analysis::local::Locals;
use crate::{Code, Function, Instr, Operand};

/// What the interpreter knows of one instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Facts {
    /// May the thread block before its next action, depending on what the instruction reads?
    pub awaits: bool,
    /// Was it taken for visible, although it need not be?
    pub assumed_visible: bool,
    /// Is it an instruction of the library, which no line of the source gave rise to?
    pub library: bool,
    /// Is it the head of a loop that may wait?
    pub waits: bool,
}

/// For each instruction of each function what is known of it; `seen` are those, by function and position,
/// that turned out not to be visible.
pub(crate) fn analyse(program: &Code, seen: &BTreeSet<(u32, u32)>) -> Vec<Vec<Facts>> {
    let visibility = visibility(program, seen);
    let flow = Flow::new(program, &visibility);
    let function_facts = |(id, function): (usize, &Function)| {
        let after = |pc: usize| flow.blocks[id].get(pc + 1).copied().unwrap_or(false);
        let facts = |(pc, instr): (usize, &Instr)| Facts {
            awaits: reads(instr) && after(pc),
            assumed_visible: visibility[id][pc] == Visibility::Assumed,
            library: is_library(function, pc),
            waits: flow.waiting_loops[id][pc],
        };
        function.code.iter().enumerate().map(facts).collect()
    };
    program.functions.iter().enumerate().map(function_facts).collect()
}

/// Is it an instruction of the library or of a header, which no line of the user's gave rise to?
fn is_library(function: &Function, pc: usize) -> bool {
    function.origins[pc].position().is_none()
}

fn reads(instr: &Instr) -> bool {
    matches!(
        instr,
        Instr::Load { .. }
            | Instr::LoadRaw { .. }
            | Instr::Reserve { .. }
            | Instr::Update { .. }
            | Instr::CompareExchange { .. }
            | Instr::UpdateWithin { .. }
            | Instr::Copy { .. }
            | Instr::Lock { .. }
            | Instr::Condition { .. }
    )
}

/// Does the explorer see the instruction?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Visibility {
    /// Always, or the thread fails.
    Certain,
    /// That is taken for granted.
    Assumed,
    /// Perhaps not.
    No,
}

fn visibility(program: &Code, seen: &BTreeSet<(u32, u32)>) -> Vec<Vec<Visibility>> {
    let locals = Locals::new(program);
    let of = |id: usize, pc: usize, instr: &Instr| {
        let address = match *instr {
            Instr::Load { addr, .. }
            | Instr::LoadRaw { addr, .. }
            | Instr::Store { addr, .. }
            | Instr::Update { addr, .. }
            | Instr::CompareExchange { addr, .. }
            | Instr::UpdateWithin { addr, .. }
            | Instr::Lock { addr, .. }
            | Instr::Unlock { addr, .. }
            | Instr::Condition { addr, .. } => addr,
            // Nothing may be to be done.
            Instr::Copy { .. } | Instr::Fill { .. } | Instr::Free { .. } | Instr::Release { .. } => {
                return Visibility::No;
            }
            Instr::Choose { count, .. } => {
                return if is_above(count, 1) { Visibility::Certain } else { Visibility::No };
            }
            _ if instr.is_visible() => return Visibility::Certain,
            _ => return Visibility::No,
        };
        let library_load = || matches!(instr, Instr::Load { .. }) && is_library(&program.functions[id], pc);
        if program.memory.is_none() {
            Visibility::Certain
        } else if library_load() || seen.contains(&(id as u32, pc as u32)) || locals.may_be_local(id, address) {
            Visibility::No
        } else {
            Visibility::Assumed
        }
    };
    let functions = program.functions.iter().enumerate();
    functions
        .map(|(id, function)| function.code.iter().enumerate().map(|(pc, instr)| of(id, pc, instr)).collect())
        .collect()
}

/// Is the operand a number above the bound?
fn is_above(operand: Operand, bound: u64) -> bool {
    matches!(operand, Operand::Const(value) if value > bound)
}

/// What can happen from each position on without a visible action.
struct Flow<'a> {
    program: &'a Code,
    visibility: &'a [Vec<Visibility>],
    /// By how many arguments they take: the functions that a call through a pointer may reach.
    by_parameters: Vec<Vec<usize>>,
    /// `LoopHead`s that may stop the thread because it waits.
    waiting_loops: Vec<Vec<bool>>,
    /// The thread may block.
    blocks: Vec<Vec<bool>>,
    /// The function may return.
    passes: Vec<Vec<bool>>,
    /// After the function returned the thread may block.
    after_return: Vec<bool>,
}

impl<'a> Flow<'a> {
    fn new(program: &'a Code, visibility: &'a [Vec<Visibility>]) -> Flow<'a> {
        let mut by_parameters = Vec::new();
        for (id, function) in program.functions.iter().enumerate() {
            let parameters = usize::from(function.parameters);
            if by_parameters.len() <= parameters {
                by_parameters.resize(parameters + 1, Vec::new());
            }
            by_parameters[parameters].push(id);
        }
        let nowhere: Vec<_> = program.functions.iter().map(|function| vec![false; function.code.len()]).collect();
        let waits = |function: &Function, pc: usize| {
            let is_head = matches!(function.code[pc], Instr::LoopHead { .. });
            program.spin_cut && is_head && !advances(function, pc)
        };
        let waiting = |function: &Function| (0..function.code.len()).map(|pc| waits(function, pc)).collect();
        let mut flow = Flow {
            waiting_loops: program.functions.iter().map(waiting).collect(),
            program,
            visibility,
            by_parameters,
            blocks: nowhere.clone(),
            passes: nowhere,
            after_return: vec![false; program.functions.len()],
        };
        // The least fixed point: everything is false until there is a reason.
        while flow.grow() {}
        flow
    }

    /// Looks at everything once; did something change?
    fn grow(&mut self) -> bool {
        let mut changed = false;
        for id in 0..self.program.functions.len() {
            for pc in (0..self.blocks[id].len()).rev() {
                let passes = self.passes[id][pc] || self.passes_at(id, pc);
                let blocks = self.blocks[id][pc] || self.blocks_at(id, pc);
                changed |= passes != self.passes[id][pc] || blocks != self.blocks[id][pc];
                self.passes[id][pc] = passes;
                self.blocks[id][pc] = blocks;
                if blocks && pc > 0 {
                    changed |= self.tell_callees(id, pc);
                }
            }
        }
        changed
    }

    /// If a call stands before this position, where the thread may block: what it calls may return to here.
    fn tell_callees(&mut self, id: usize, pc: usize) -> bool {
        let program = self.program;
        let mut changed = false;
        for callee in self.callees(&program.functions[id].code[pc - 1]).to_vec() {
            changed |= !self.after_return[callee];
            self.after_return[callee] = true;
        }
        changed
    }

    fn callees(&self, instr: &Instr) -> &[usize] {
        match instr {
            // Where there is a function, it is in the list of those with as many parameters.
            Instr::Call { function, args, .. } => {
                let candidates = self.by_parameters.get(args.len()).map_or(&[][..], Vec::as_slice);
                match candidates.binary_search(&function.index()) {
                    Ok(index) => &candidates[index..=index],
                    Err(_) => &[],
                }
            }
            Instr::CallPointer { args, .. } => self.by_parameters.get(args.len()).map_or(&[], Vec::as_slice),
            _ => &[],
        }
    }

    fn passes_at(&self, id: usize, pc: usize) -> bool {
        let at = |target: usize| self.passes[id].get(target).copied().unwrap_or(false);
        match &self.program.functions[id].code[pc] {
            Instr::Return { .. } => true,
            instr @ (Instr::Call { .. } | Instr::CallPointer { .. }) => {
                at(pc + 1) && self.callees(instr).iter().any(|&callee| self.passes[callee].first() == Some(&true))
            }
            instr => self.visibility[id][pc] == Visibility::No && self.successors(instr, pc).any(at),
        }
    }

    fn blocks_at(&self, id: usize, pc: usize) -> bool {
        let at = |target: usize| self.blocks[id].get(target).copied().unwrap_or(false);
        match &self.program.functions[id].code[pc] {
            Instr::Assume { cond } | Instr::Require { cond } if !is_above(*cond, 0) => true,
            Instr::Choose { count, .. } if !is_above(*count, 0) => true,
            Instr::LoopHead { .. } if self.waiting_loops[id][pc] => true,
            Instr::Return { .. } => self.after_return[id],
            instr @ (Instr::Call { .. } | Instr::CallPointer { .. }) => self.callees(instr).iter().any(|&callee| {
                self.blocks[callee].first() == Some(&true) || (self.passes[callee].first() == Some(&true) && at(pc + 1))
            }),
            // Where a mutex is private, the thread may wait for itself.
            Instr::Lock { .. } | Instr::Condition { .. } if self.visibility[id][pc] == Visibility::No => true,
            instr => self.visibility[id][pc] == Visibility::No && self.successors(instr, pc).any(at),
        }
    }

    fn successors<'i>(&self, instr: &'i Instr, pc: usize) -> impl Iterator<Item = usize> + use<'i> {
        let next = instr.falls_through().then_some(pc + 1);
        instr.targets().map(|target| target as usize).chain(next)
    }
}

#[cfg(test)]
mod tests {
    use raddle_graph::{Mode, Width};

    use crate::{BinaryOp, FunctionBuilder, Instr, Operand, Program, ProgramBuilder, Reg, UpdateKind};

    fn reads(program: &Program, function: usize) -> Vec<bool> {
        let function = &program.functions()[function];
        let reads = function.code.iter().enumerate().filter(|(_, i)| super::reads(i));
        reads.map(|(pc, _)| function.awaits(pc)).collect()
    }

    #[test]
    fn only_reads_right_before_an_assume_await() {
        let mut program = ProgramBuilder::new();
        let main = program.declare("main", 0);
        let helper = program.declare("helper", 0);
        let mut code = program.function(main);
        let (r, c) = (code.register(), code.register());
        let (skip, end) = (code.label(), code.label());
        code.load(r, 1, Mode::Rlx, Width::W32); // a store comes first
        code.store(2, r, Mode::Rlx, Width::W32);
        code.update(UpdateKind::Add, Some(r), 1, 1, Mode::Rlx, Width::W32); // one branch blocks
        code.binary(BinaryOp::Eq, Width::W32, c, r, 1);
        code.branch(c, skip, end);
        code.bind(skip);
        code.assume(c);
        code.bind(end);
        code.load(r, 1, Mode::Rlx, Width::W32); // a call comes next, in which there is a load
        code.call(helper, &[], None);
        code.load(r, 1, Mode::Rlx, Width::W32); // the thread ends
        code.ret(None);
        program.define(code);
        let mut code = program.function(helper);
        let r = code.register();
        code.load(r, 1, Mode::Rlx, Width::W32); // returns to another load
        code.ret(None);
        program.define(code);
        program.thread(main, &[]);
        let program = program.build().unwrap();
        assert_eq!(reads(&program, 0), [false, true, false, false]);
        assert_eq!(reads(&program, 1), [false]);
    }

    #[test]
    fn calls_are_looked_through() {
        let mut program = ProgramBuilder::new();
        let main = program.declare("main", 0);
        let waits = program.declare("waits", 1);
        let get = program.declare("get", 0);
        let pass = program.declare("pass", 0);
        let mut code = program.function(main);
        let r = code.register();
        code.load(r, 1, Mode::Rlx, Width::W32);
        code.call(pass, &[], None);
        code.call(waits, &[r.into()], None);
        code.call(get, &[], Some(r));
        code.assume(r);
        code.ret(None);
        program.define(code);
        let mut code = program.function(waits);
        code.assume(Reg(0));
        code.ret(None);
        program.define(code);
        let mut code = program.function(get);
        let r = code.register();
        code.load(r, 1, Mode::Rlx, Width::W32);
        code.ret(Some(r.into()));
        program.define(code);
        let mut code = program.function(pass);
        code.ret(None);
        program.define(code);
        program.thread(main, &[]);
        let program = program.build().unwrap();
        assert_eq!(reads(&program, 0), [true]);
        assert_eq!(reads(&program, 2), [true]);
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

    fn c_program(write: impl FnOnce(&mut FunctionBuilder, u64)) -> Program {
        let mut program = ProgramBuilder::new();
        let x = program.reserve_static("x", 8, 8, false);
        let main = program.declare("main", 0);
        let mut code = program.function(main);
        code.at(crate::Position { file: 0, line: 1, column: 1 });
        write(&mut code, x);
        code.finish();
        program.define(code);
        program.thread(main, &[]);
        program.build().unwrap()
    }

    #[test]
    fn private_accesses_do_not_count_as_actions() {
        let program = c_program(|code, x| {
            let (p, q, r) = (code.register(), code.register(), code.register());
            code.emit(Instr::Private { dst: p, size: 8.into(), align: 8 });
            code.binary(BinaryOp::Add, Width::W64, q, p, 4);
            code.load(r, x, Mode::Rlx, Width::W32); // is stored in private memory, then decides
            code.store(q, r, Mode::Na, Width::W32);
            code.load(r, q, Mode::Na, Width::W32);
            code.assume(r);
            code.load(r, x, Mode::Rlx, Width::W32); // is stored in shared memory
            code.store(x, r, Mode::Rlx, Width::W32);
            code.assume(r);
        });
        assert_eq!(reads(&program, 0), [true, true, false]);
    }

    #[test]
    fn the_read_that_decides_whether_to_leave_a_loop_awaits() {
        let write = |code: &mut FunctionBuilder, x: u64| {
            let r = code.register();
            let shadow = code.registers(3);
            let (head, end) = (code.label(), code.label());
            code.load(r, x, Mode::Rlx, Width::W32);
            code.fence(Mode::Sc);
            code.emit(Instr::LoopEnter { shadow });
            code.bind(head);
            code.emit(Instr::LoopHead { watch: [].into(), shadow, bounded: true });
            code.load(r, x, Mode::Rlx, Width::W32);
            code.branch(Operand::Reg(r), end, head);
            code.bind(end);
            code.load(r, x, Mode::Rlx, Width::W32);
        };
        assert_eq!(reads(&c_program(write), 0), [false, true, false]);
    }
}
