//! The validator: what it lets through cannot make the interpreter panic.

mod instr;

use std::collections::BTreeSet;
use std::sync::Arc;

use thiserror::Error;

use crate::analysis::awaits::analyse;
use crate::memory::layout;
use crate::{Code, Function, Instr, Origin};

/// What is wrong with a program.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum InvalidProgram {
    /// A function was declared and never defined.
    #[error("function `{function}` has no code")]
    NoCode {
        /// Its name.
        function: String,
    },
    /// A label was used and never bound.
    #[error("function `{function}` jumps to a label that is nowhere")]
    UnboundLabel {
        /// Its name.
        function: String,
    },
    /// An instruction is wrong by itself.
    #[error("function `{function}`, instruction {pc}: {what}")]
    Instruction {
        /// The function's name.
        function: String,
        /// The instruction's position.
        pc: usize,
        /// What is wrong.
        what: &'static str,
    },
    /// A thread cannot be started as it says.
    #[error("thread {thread}: {what}")]
    Thread {
        /// The thread.
        thread: usize,
        /// What is wrong.
        what: &'static str,
    },
    /// Two variables overlap, or one wraps around the address space.
    #[error("variable `{name}` overlaps another, or is at address 0, or does not fit the address space")]
    Object {
        /// The variable.
        name: String,
    },
    /// Too much of something for the numbers that name it.
    #[error("the program has too many {what}")]
    TooLarge {
        /// Of what.
        what: &'static str,
    },
}

impl Code {
    /// Checks everything and analyses the code.
    pub(crate) fn validate(self) -> Result<Code, InvalidProgram> {
        let mut code = self.checked()?;
        let facts = analyse(&code, &BTreeSet::new());
        for (function, facts) in code.functions.iter_mut().zip(facts) {
            function.facts = facts;
        }
        Ok(code)
    }

    /// Checks everything; the code is not analysed yet.
    pub(crate) fn checked(mut self) -> Result<Code, InvalidProgram> {
        self.size = self.functions.iter().map(|f| f.code.len()).sum();
        if self.failure_numbers() > u32::MAX as usize {
            return Err(InvalidProgram::TooLarge { what: "instructions" });
        }
        if self.threads.len() > usize::from(u16::MAX) {
            return Err(InvalidProgram::TooLarge { what: "threads" });
        }
        if let Some(memory) = &mut self.memory {
            Arc::make_mut(memory).validate()?;
            if self.threads.len() > layout::MAX_THREADS {
                return Err(InvalidProgram::TooLarge { what: "threads" });
            }
            if let Some(object) = self.objects.first() {
                // The two kinds of memory do not mix.
                return Err(InvalidProgram::Object { name: object.name.clone() });
            }
        }
        for function in &mut self.functions {
            for instr in &mut function.code {
                if let Instr::Switch { cases, .. } = instr {
                    // The interpreter searches them. Of several for one value the first counts.
                    cases.sort_by_key(|&(value, _)| value);
                }
                self.tried_locks |= matches!(instr, Instr::Lock { attempt: true, .. });
                self.asks_for_self |= matches!(instr, Instr::Self_ { .. });
                self.asks_for_slots |= matches!(instr, Instr::NewestSlot { .. });
            }
        }
        for function in &self.functions {
            self.check_function(function)?;
        }
        for (index, thread) in self.threads.iter().enumerate() {
            let wrong = |what| InvalidProgram::Thread { thread: index, what };
            let entry = self.functions.get(thread.entry.index()).ok_or(wrong("there is no such entry function"))?;
            if thread.args.len() != usize::from(entry.parameters) {
                return Err(wrong("the number of arguments is not that of its entry function's parameters"));
            }
        }
        self.check_objects()?;
        self.init.sort_by_key(|&(addr, _)| addr);
        if self.init.windows(2).any(|pair| pair[0].0 == pair[1].0) {
            return Err(InvalidProgram::TooLarge { what: "initial values for one address" });
        }
        Ok(self)
    }

    fn check_objects(&mut self) -> Result<(), InvalidProgram> {
        self.objects.sort_by_key(|object| object.base);
        let mut free = 1;
        for object in &self.objects {
            let wrong = || InvalidProgram::Object { name: object.name.clone() };
            let size = object.stride.max(1).checked_mul(object.count).ok_or_else(wrong)?;
            if object.base.0 < free {
                return Err(wrong());
            }
            free = object.base.0.checked_add(size).ok_or_else(wrong)?;
        }
        Ok(())
    }

    fn check_function(&self, function: &Function) -> Result<(), InvalidProgram> {
        let Some(last) = function.code.last() else {
            return Err(InvalidProgram::NoCode { function: function.name.clone() });
        };
        let wrong = |pc, what| InvalidProgram::Instruction { function: function.name.clone(), pc, what };
        if function.parameters > function.registers {
            return Err(wrong(0, "there are more parameters than registers"));
        }
        if function.origins.len() != function.code.len() {
            return Err(wrong(0, "every instruction needs an origin"));
        }
        let is_lost =
            |origin: &Origin| matches!(origin, Origin::Inlined { calls, .. } if *calls as usize >= self.inlined.len());
        if let Some(pc) = function.origins.iter().position(is_lost) {
            return Err(wrong(pc, "there are no such inlined calls"));
        }
        if last.falls_through() {
            return Err(wrong(function.code.len() - 1, "the code ends here, but the instruction goes on"));
        }
        for (pc, instr) in function.code.iter().enumerate() {
            self.check_instr(function, instr).map_err(|what| wrong(pc, what))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use raddle_graph::{Mode, ThreadId, Width};

    use super::*;
    use crate::{FunctionBuilder, FunctionId, Program, ProgramBuilder, Reg};

    fn build(write: impl FnOnce(&mut FunctionBuilder)) -> Result<Program, InvalidProgram> {
        let mut program = ProgramBuilder::new();
        let main = program.declare("main", 0);
        let mut code = program.function(main);
        write(&mut code);
        program.define(code);
        program.thread(main, &[]);
        program.build()
    }

    fn complaint(write: impl FnOnce(&mut FunctionBuilder)) -> String {
        build(write).unwrap_err().to_string()
    }

    #[test]
    fn registers_targets_and_ends_are_checked() {
        assert!(complaint(|c| c.push(Instr::Move { dst: Reg(3), src: 0.into() })).contains("goes on"));
        let no_register = complaint(|c| {
            c.push(Instr::Move { dst: Reg(3), src: 0.into() });
            c.finish();
        });
        assert_eq!(no_register, "function `main`, instruction 0: there is no such register");
        assert!(complaint(|c| c.push(Instr::Jump { target: 1 })).contains("out of the function"));
        assert!(complaint(|_| ()).contains("no code"));
        let unbound = complaint(|c| {
            let label = c.label();
            c.jump(label);
        });
        assert!(unbound.contains("label"));
    }

    #[test]
    fn orders_threads_and_arities_are_checked() {
        let release_load = complaint(|c| {
            let r = c.register();
            c.load(r, 1, Mode::Rel, Width::W32);
            c.finish();
        });
        assert!(release_load.contains("order"));
        let spawn = |thread| {
            complaint(|c| {
                c.push(Instr::Spawn { thread });
                c.finish();
            })
        };
        assert!(spawn(ThreadId(1)).contains("no such thread"));
        assert!(spawn(ThreadId(0)).contains("from the beginning"));
        let arity = complaint(|c| {
            c.call(FunctionId(0), &[1.into()], None);
            c.finish();
        });
        assert!(arity.contains("arguments"));
        assert!(build(|c| c.finish()).is_ok());
    }

    #[test]
    fn instructions_of_c_programs_are_checked() {
        let wrong = |instr: Instr| {
            complaint(|c| {
                c.registers(6);
                c.push(instr);
                c.finish();
            })
        };
        let (r, missing) = (Reg(0), Reg(6));
        let scratch = Instr::Copy { to: r.into(), from: r.into(), count: 1.into(), apart: false, scratch: Reg(3) };
        assert!(wrong(scratch).contains("no such register"));
        let fill = Instr::Fill { to: 1.into(), value: 1.into(), count: Reg(4).into(), scratch: Reg(1) };
        assert!(wrong(fill).contains("scratch"));
        let head = |watch: Reg, shadow| Instr::LoopHead { watch: [watch].into(), shadow, bounded: false };
        assert!(wrong(head(r, Reg(3))).contains("no such register"));
        assert!(wrong(head(missing, Reg(2))).contains("no such register"));
        assert!(wrong(Instr::LoopEnter { shadow: Reg(4) }).contains("no such register"));
        let wide = |bits| Instr::Wide {
            op: crate::BinaryOp::Add,
            bits,
            dst: [r, r],
            lhs: [1.into(); 2].into(),
            rhs: [1.into(); 2].into(),
        };
        assert!(wrong(wide(64)).contains("65 to 128"));
        assert!(wrong(wide(129)).contains("65 to 128"));
        assert!(wrong(Instr::Private { dst: r, size: 1.into(), align: 3 }).contains("power of two"));
        let swap =
            Instr::Unary { op: crate::UnaryOp::SwapBytes, width: Width::new(12).unwrap(), dst: r, src: r.into() };
        assert!(wrong(swap).contains("bytes"));
        let switch = Instr::Switch { value: r.into(), cases: [(1, 99)].into(), otherwise: 0 };
        assert!(wrong(switch).contains("out of the function"));
        let call = Instr::CallPointer { function: r.into(), args: [].into(), results: [missing].into() };
        assert!(wrong(call).contains("no such register"));
        let within = Instr::UpdateWithin {
            addr: r.into(),
            operand: 1.into(),
            range: [1.into(), missing.into()].into(),
            mode: Mode::Rlx,
            width: Width::W32,
            old: None,
            stored: None,
        };
        assert!(wrong(within).contains("no such register"));
        assert!(wrong(Instr::Return { values: [missing.into()].into() }).contains("no such register"));
    }

    #[test]
    fn variables_do_not_overlap() {
        let with = |objects: &[(u64, u64)]| {
            let mut program = ProgramBuilder::new();
            let main = program.declare("main", 0);
            let mut code = program.function(main);
            code.finish();
            program.define(code);
            program.thread(main, &[]);
            for &(base, count) in objects {
                program.object("x", base, 4, count);
            }
            program.build().is_ok()
        };
        assert!(with(&[(16, 2), (24, 1)]));
        assert!(!with(&[(20, 2), (24, 1)]));
        assert!(!with(&[(0, 1)]));
        assert!(!with(&[(u64::MAX - 2, 1)]));
        assert!(!with(&[(4, u64::MAX)]));
    }
}
