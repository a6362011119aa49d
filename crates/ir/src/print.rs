//! The text form of bytecode, for people.

use std::fmt;

use crate::{Function, Instr, Operand, Program, Reg};

impl fmt::Display for Reg {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "%{}", self.0)
    }
}

impl fmt::Display for Operand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Operand::Reg(reg) => reg.fmt(f),
            Operand::Const(value) => value.fmt(f),
        }
    }
}

/// `%3 = `, or nothing.
struct Dst(Option<Reg>);

impl fmt::Display for Dst {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.map_or(Ok(()), |reg| write!(f, "{reg} = "))
    }
}

impl fmt::Display for Instr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Instr::Move { dst, src } => write!(f, "{dst} = {src}"),
            Instr::Binary { op, width, dst, lhs, rhs } => {
                write!(f, "{dst} = {}.{} {lhs}, {rhs}", op.name(), width.bits())
            }
            Instr::Truncate { dst, src, width } => {
                write!(f, "{dst} = trunc.{} {src}", width.bits())
            }
            Instr::SignExtend { dst, src, from, to } => {
                write!(f, "{dst} = sext.{}.{} {src}", from.bits(), to.bits())
            }
            Instr::Load { dst, addr, mode, width } => write!(f, "{dst} = load.{mode}.{} [{addr}]", width.bits()),
            Instr::Store { addr, value, mode, width } => {
                write!(f, "store.{mode}.{} [{addr}], {value}", width.bits())
            }
            Instr::Update { kind, addr, value, mode, width, old } => {
                write!(f, "{}update.{}.{mode}.{} [{addr}], {value}", Dst(*old), kind.name(), width.bits())
            }
            Instr::CompareExchange { addr, expected, desired, success, failure, weak, width, old, stored } => {
                let strength = if *weak { "weak" } else { "strong" };
                let bits = width.bits();
                write!(f, "{}{}cas.{strength}.{success}.{failure}.{bits} ", Dst(*stored), Dst(*old))?;
                write!(f, "[{addr}], {expected}, {desired}")
            }
            Instr::Fence { mode } => write!(f, "fence.{mode}"),
            Instr::Spawn { thread } => write!(f, "spawn {thread}"),
            Instr::Join { thread } => write!(f, "join {thread}"),
            Instr::Jump { target } => write!(f, "jump {target}"),
            Instr::Branch { cond, then, otherwise } => write!(f, "branch {cond}, {then}, {otherwise}"),
            Instr::Call { function, args, result } => {
                write!(f, "{}call #{}(", Dst(*result), function.0)?;
                for (i, arg) in args.iter().enumerate() {
                    write!(f, "{}{arg}", if i == 0 { "" } else { ", " })?;
                }
                f.write_str(")")
            }
            Instr::Return { value: Some(value) } => write!(f, "return {value}"),
            Instr::Return { value: None } => f.write_str("return"),
            Instr::Assume { cond } => write!(f, "assume {cond}"),
            Instr::Assert { cond, failure } => write!(f, "assert {cond}, failure {}", failure.0),
            Instr::Fail { failure } => write!(f, "fail {}", failure.0),
            Instr::LoopBound { counter, bound } => write!(f, "bound {counter}, {bound}"),
            Instr::Finish => f.write_str("finish"),
        }
    }
}

impl fmt::Display for Function {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "fn {}({} of {} registers)", self.name, self.parameters, self.registers)?;
        for (reg, name) in &self.names {
            writeln!(f, "      {reg} is {name}")?;
        }
        for (pc, instr) in self.code.iter().enumerate() {
            let text = instr.to_string();
            let awaits = if self.awaits(pc) { " awaits" } else { "" };
            writeln!(f, "{pc:5} {text:40} ; {}{awaits}", self.positions[pc])?;
        }
        Ok(())
    }
}

impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for object in &self.objects {
            writeln!(f, "object {} at {}: {} x {}", object.name, object.base.0, object.count, object.stride)?;
        }
        for (addr, value) in &self.init {
            writeln!(f, "init {} = {value}", addr.0)?;
        }
        for (i, failure) in self.failures.iter().enumerate() {
            writeln!(f, "failure {i}: {} at {}", failure.message, failure.position)?;
        }
        for (i, thread) in self.threads.iter().enumerate() {
            let start = if thread.starts { "" } else { " when spawned" };
            writeln!(f, "thread {i}: #{}{:?}{start}", thread.entry.0, thread.args)?;
        }
        for (i, function) in self.functions.iter().enumerate() {
            write!(f, "\n#{i} {function}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use raddle_graph::{Mode, Width};

    use crate::{Position, ProgramBuilder};

    #[test]
    fn bytecode_is_readable() {
        let mut program = ProgramBuilder::new();
        let main = program.declare("main", 0);
        let mut code = program.function(main);
        let r = code.named_register("r0");
        code.at(Position { line: 3, column: 5 });
        code.load(r, 4096, Mode::Acq, Width::W32);
        code.assume(r);
        code.finish();
        program.define(code);
        program.thread(main, &[]);
        let text = program.build().unwrap().to_string();
        let expected = "thread 0: #0[]\n\n#0 fn main(0 of 1 registers)\n      %0 is r0\n    \
                        0 %0 = load.acq.32 [4096]                  ; 3:5 awaits\n    \
                        1 assume %0                                ; 3:5\n    \
                        2 finish                                   ; 3:5\n";
        assert_eq!(text, expected);
    }
}
