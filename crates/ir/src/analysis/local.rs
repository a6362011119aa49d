//! Which registers may hold addresses of thread-local memory: private objects, and constants.
//!
//! Every register that such an address can flow to by computation, calls and returns is found. What flows through memory
//! is not: who uses this has to notice when it happens.

use crate::{Code, Function, Instr, Operand, Reg};

/// The registers that may hold such addresses, for each function.
pub(crate) struct Locals<'a> {
    program: &'a Code,
    registers: Vec<Vec<bool>>,
    /// For each function, which of its results may be such addresses.
    results: Vec<Vec<bool>>,
}

impl<'a> Locals<'a> {
    pub(crate) fn new(program: &'a Code) -> Locals<'a> {
        let registers = |function: &Function| vec![false; function.registers.into()];
        let mut locals = Locals {
            program,
            registers: program.functions.iter().map(registers).collect(),
            results: vec![Vec::new(); program.functions.len()],
        };
        if program.memory.is_some() {
            while locals.grow() {}
        }
        locals
    }

    /// May the operand be an address of thread-local memory?
    pub(crate) fn may_be_local(&self, function: usize, operand: Operand) -> bool {
        match operand {
            Operand::Reg(reg) => self.registers[function][reg.index()],
            Operand::Const(addr) => {
                let object = self.program.memory.as_ref().and_then(|memory| memory.static_at(addr));
                object.is_some_and(|object| object.constant)
            }
        }
    }

    fn mark(&mut self, function: usize, reg: Reg, local: bool) -> bool {
        let known = &mut self.registers[function][reg.index()];
        let changed = local && !*known;
        *known |= local;
        changed
    }

    /// Follows every instruction once; did something change?
    fn grow(&mut self) -> bool {
        let program = self.program;
        let mut changed = false;
        for (id, function) in program.functions.iter().enumerate() {
            for instr in &function.code {
                changed |= self.follow(id, instr);
            }
        }
        changed
    }

    fn follow(&mut self, id: usize, instr: &Instr) -> bool {
        let local = |operand| self.may_be_local(id, operand);
        match *instr {
            Instr::Private { dst, .. } => self.mark(id, dst, true),
            Instr::Move { dst, src } | Instr::Truncate { dst, src, .. } | Instr::SignExtend { dst, src, .. } => {
                self.mark(id, dst, local(src))
            }
            Instr::Binary { dst, lhs, rhs, .. } => self.mark(id, dst, local(lhs) || local(rhs)),
            Instr::Select { dst, then, otherwise, .. } => self.mark(id, dst, local(then) || local(otherwise)),
            Instr::Return { ref values } => {
                let locals: Vec<bool> = values.iter().map(|&value| local(value)).collect();
                let results = &mut self.results[id];
                results.resize(results.len().max(locals.len()), false);
                let mut changed = false;
                for (known, local) in results.iter_mut().zip(locals) {
                    changed |= local && !*known;
                    *known |= local;
                }
                changed
            }
            Instr::Call { function, ref args, ref results } => self.follow_call(id, function.index(), args, results),
            Instr::CallPointer { ref args, ref results, .. } => {
                let takes = |function: &Function| usize::from(function.parameters) == args.len();
                let functions = &self.program.functions;
                let callees: Vec<_> = (0..functions.len()).filter(|&callee| takes(&functions[callee])).collect();
                let mut changed = false;
                for callee in callees {
                    changed |= self.follow_call(id, callee, args, results);
                }
                changed
            }
            _ => false,
        }
    }

    fn follow_call(&mut self, caller: usize, callee: usize, args: &[Operand], results: &[Reg]) -> bool {
        let mut changed = false;
        for (index, &arg) in args.iter().enumerate() {
            let local = self.may_be_local(caller, arg);
            changed |= self.mark(callee, Reg(index as u16), local);
        }
        for (index, &reg) in results.iter().enumerate() {
            let local = self.results[callee].get(index).copied().unwrap_or(false);
            changed |= self.mark(caller, reg, local);
        }
        changed
    }
}

#[cfg(test)]
mod tests {
    use raddle_graph::Width;

    use super::*;
    use crate::{BinaryOp, ProgramBuilder};

    #[test]
    fn addresses_are_followed_through_calls() {
        let mut program = ProgramBuilder::new();
        program.c_memory(true);
        let text = program.reserve_static("text", 8, 1, true);
        let shared = program.reserve_static("shared", 8, 1, false);
        let main = program.declare("main", 0);
        let next = program.declare("next", 1);
        let mut code = program.function(main);
        let [object, result, other, constant, chosen] = [(); 5].map(|()| code.register());
        code.emit(Instr::Private { dst: object, size: 8.into(), align: 8 });
        code.call(next, &[object.into()], Some(result));
        code.binary(BinaryOp::Add, Width::W64, other, shared, 4);
        code.mov(constant, text + 2);
        code.select(chosen, other, other, constant);
        code.ret(None);
        program.define(code);
        let mut code = program.function(next);
        let r = code.register();
        code.binary(BinaryOp::Add, Width::W64, r, Reg(0), 1);
        code.ret(Some(r.into()));
        program.define(code);
        program.thread(main, &[]);
        let program = program.build().unwrap();
        let locals = Locals::new(&program);
        let in_main = [object, result, other, constant, chosen].map(|reg| locals.may_be_local(0, reg.into()));
        assert_eq!(in_main, [true, true, false, true, true]);
        assert!(locals.may_be_local(1, Reg(0).into()) && locals.may_be_local(1, r.into()));
    }
}
