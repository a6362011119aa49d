//! The text form of bytecode, for people.

use std::fmt;

use crate::{Code, Conversion, Function, Instr, Operand, Program, Reg};

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
            Instr::LoadRaw { dst, addr, width } => write!(f, "{dst} = load.raw.{} [{addr}]", width.bits()),
            Instr::Load { dst, addr, mode, width, .. } => write!(f, "{dst} = load.{mode}.{} [{addr}]", width.bits()),
            Instr::Store { addr, value, mode, width, .. } => {
                write!(f, "store.{mode}.{} [{addr}], {value}", width.bits())
            }
            Instr::Reserve { dst, addr, mode, width } => write!(f, "{dst} = reserve.{mode}.{} [{addr}]", width.bits()),
            Instr::Conditional { addr, value, mode, width, done } => {
                write!(f, "{}conditional.{mode}.{} [{addr}], {value}", Dst(*done), width.bits())
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
            Instr::Fence { mode, on: None } => write!(f, "fence.{mode}"),
            Instr::Fence { mode, on: Some(addr) } => write!(f, "fence.{mode} [{addr}]"),
            Instr::Spawn { thread } => write!(f, "spawn {thread}"),
            Instr::Join { thread } => write!(f, "join {thread}"),
            Instr::Jump { target } => write!(f, "jump {target}"),
            Instr::Branch { cond, then, otherwise } => write!(f, "branch {cond}, {then}, {otherwise}"),
            Instr::Switch { value, cases, otherwise } => {
                write!(f, "switch {value}")?;
                cases.iter().try_for_each(|(value, target)| write!(f, ", {value}: {target}"))?;
                write!(f, ", else {otherwise}")
            }
            Instr::Call { function, args, results } => {
                write!(f, "{}call #{}({})", Dsts(results), function.0, List(args))
            }
            Instr::CallPointer { function, args, results } => {
                write!(f, "{}call [{function}]({})", Dsts(results), List(args))
            }
            Instr::Return { values } if values.is_empty() => f.write_str("return"),
            Instr::Return { values } => write!(f, "return {}", List(values)),
            Instr::Assume { cond } => write!(f, "assume {cond}"),
            Instr::Assert { cond, failure } => write!(f, "assert {cond}, failure {}", failure.0),
            Instr::Fail { failure } => write!(f, "fail {}", failure.0),
            Instr::LoopBound { counter, bound } => write!(f, "bound {counter}, {bound}"),
            Instr::EndProcess => f.write_str("end the process"),
            Instr::Finish => f.write_str("finish"),
            Instr::Select { dst, cond, then, otherwise } => write!(f, "{dst} = select {cond}, {then}, {otherwise}"),
            Instr::Unary { op, width, dst, src } => write!(f, "{dst} = {}.{} {src}", op.name(), width.bits()),
            Instr::Checked { op, width, dst, overflow, lhs, rhs } => {
                write!(f, "{}{dst} = checked.{}.{} {lhs}, {rhs}", Dst(*overflow), op.name(), width.bits())
            }
            Instr::Wide { op, bits, dst, lhs, rhs } => {
                write!(f, "{}{}.{bits} ({}), ({})", Dsts(dst), op.name(), List(&**lhs), List(&**rhs))
            }
            Instr::Pack { dst, low, high } => write!(f, "{dst} = pack {low}, {high}"),
            Instr::Unpack { dst, src } => write!(f, "{}unpack {src}", Dsts(dst)),
            Instr::Float { op, kind, dst, lhs, rhs } => {
                write!(f, "{dst} = {}.{} {lhs}, {rhs}", op.name(), kind.width().bits())
            }
            Instr::Convert { op, dst, src } => write!(f, "{dst} = {op} {src}"),
            Instr::UpdateWithin { addr, operand, range, mode, width, old, stored } => {
                write!(f, "{}{}update.within.{mode}.{} ", Dst(*stored), Dst(*old), width.bits())?;
                write!(f, "[{addr}], {operand}, {}", List(&**range))
            }
            Instr::Require { cond } => write!(f, "require {cond}"),
            _ => self.fmt_library(f),
        }
    }
}

impl Instr {
    /// Instructions that stand for what the operating system and the C library do.
    fn fmt_library(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Instr::Private { dst, size, align } => write!(f, "{dst} = private {size}, align {align}"),
            Instr::Forget { addr } => write!(f, "forget [{addr}]"),
            Instr::Expire { addr } => write!(f, "expire [{addr}]"),
            Instr::Allocate { dst, size, region } => write!(f, "{dst} = allocate.{} {size}", region.name()),
            Instr::Free { addr, region } => write!(f, "free.{} [{addr}]", region.name()),
            Instr::Release { addr } => write!(f, "release [{addr}]"),
            Instr::Copy { to, from, count, apart, scratch } => {
                let apart = if *apart { ".apart" } else { "" };
                write!(f, "copy{apart} [{to}], [{from}], {count} using {scratch}")
            }
            Instr::Fill { to, value, count, scratch } => write!(f, "fill [{to}], {value}, {count} using {scratch}"),
            Instr::ThreadLocal { dst, offset } => write!(f, "{dst} = thread-local {offset}"),
            Instr::Start { function, argument, handle } => write!(f, "{handle} = start [{function}]({argument})"),
            Instr::Self_ { dst } => write!(f, "{dst} = self"),
            Instr::NewestSlot { dst } => write!(f, "{dst} = newest-slot"),
            Instr::JoinHandle { handle, result } => write!(f, "{}join [{handle}]", Dst(*result)),
            Instr::Detach { handle } => write!(f, "detach [{handle}]"),
            Instr::Exit { value } => write!(f, "exit {value}"),
            Instr::Lock { addr, kind, attempt, result } => {
                write!(f, "{result} = {} [{addr}], {kind}", if *attempt { "trylock" } else { "lock" })
            }
            Instr::Unlock { addr, kind, result } => write!(f, "{result} = unlock [{addr}], {kind}"),
            Instr::Holds { dst, addr } => write!(f, "{dst} = holds [{addr}]"),
            Instr::Condition { kind, addr, group, dst } => {
                write!(f, "{}condition.{} [{addr}], {group}", Dst(*dst), kind.name())
            }
            Instr::BarrierRound { dst, barrier } => write!(f, "{dst} = rounds [{barrier}]"),
            Instr::BarrierArrive { barrier, round } => write!(f, "{round} = arrive [{barrier}]"),
            Instr::BarrierCrowded { barrier } => write!(f, "crowded [{barrier}]"),
            Instr::BarrierDepart { barrier, round, count } => write!(f, "depart [{barrier}], {round}, {count}"),
            Instr::Clock { dst } => write!(f, "{dst} = clock"),
            Instr::Own { addr, taken: true } => write!(f, "own [{addr}]"),
            Instr::Own { addr, taken: false } => write!(f, "disown [{addr}]"),
            Instr::AdvanceClock { to } => write!(f, "advance the clock to {to}"),
            Instr::Spurious { kind, dst, call } => write!(f, "{dst} = spurious {kind:?} {call}"),
            Instr::Choose { dst, count } => write!(f, "{dst} = choose {count}"),
            Instr::Fork { mark } => write!(f, "fork {mark}"),
            Instr::Meet { mark } => write!(f, "meet {mark}"),
            Instr::LoopEnter { shadow } => write!(f, "enter loop {shadow}"),
            Instr::LoopHead { watch, shadow, bounded } => {
                let bounded = if *bounded { " bounded" } else { "" };
                write!(f, "loop {shadow}{bounded} watching {}", List(watch))
            }
            Instr::Output { format, args } => write!(f, "output [{format}], {}", List(args)),
            Instr::CallBegins { name, args } => write!(f, "begin {name}({})", List(args)),
            Instr::CallEnds { result } => write!(f, "end {result}"),
            _ => Ok(()),
        }
    }
}

/// Things with commas between them.
struct List<'a, T>(&'a [T]);

impl<T: fmt::Display> fmt::Display for List<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().enumerate().try_for_each(|(i, item)| write!(f, "{}{item}", if i == 0 { "" } else { ", " }))
    }
}

/// `%3, %4 = `, or nothing.
struct Dsts<'a>(&'a [Reg]);

impl fmt::Display for Dsts<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() { Ok(()) } else { write!(f, "{} = ", List(self.0)) }
    }
}

impl fmt::Display for Conversion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = |signed: bool| if signed { "s" } else { "u" };
        match *self {
            Conversion::IntToFloat { signed, from, to } => {
                write!(f, "{}tof.{}.{}", sign(signed), from.bits(), to.width().bits())
            }
            Conversion::FloatToInt { signed, from, to } => {
                write!(f, "fto{}.{}.{}", sign(signed), from.width().bits(), to.bits())
            }
            Conversion::FloatToFloat { from, to } => write!(f, "ftof.{}.{}", from.width().bits(), to.width().bits()),
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
            writeln!(f, "{pc:5} {text:40} ; {}{awaits}", self.origins[pc])?;
        }
        Ok(())
    }
}

impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Code::fmt(self, f)
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for object in &self.objects {
            writeln!(f, "object {} at {}: {} x {}", object.name, object.base.0, object.count, object.stride)?;
        }
        for object in self.memory.iter().flat_map(|memory| &memory.statics) {
            let constant = if object.constant { "constant" } else { "static" };
            writeln!(f, "{constant} {} at {}: {} bytes", object.name, object.base, object.size)?;
        }
        for object in self.memory.iter().flat_map(|memory| &memory.thread_locals) {
            writeln!(f, "thread-local {} at {}: {} bytes", object.name, object.base, object.size)?;
        }
        for (addr, value) in &self.init {
            writeln!(f, "init {} = {value}", addr.0)?;
        }
        for (i, failure) in self.failures.iter().enumerate() {
            let at = failure.position.map(|position| format!(" at {position}")).unwrap_or_default();
            writeln!(f, "failure {i}: {}{at}", failure.message)?;
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

    use super::*;
    use crate::{BinaryOp, ConditionKind, FloatKind, Position, ProgramBuilder, Region};

    #[test]
    fn bytecode_is_readable() {
        let mut program = ProgramBuilder::new();
        let main = program.declare("main", 0);
        let mut code = program.function(main);
        let r = code.named_register("r0");
        code.at(Position { file: 0, line: 3, column: 5 });
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

    #[test]
    fn instructions_of_c_programs_are_readable() {
        let (r, s) = (Reg(1), Operand::Reg(Reg(2)));
        let pair = |a: Operand, b: Operand| Box::new([a, b]);
        let sext = Conversion::FloatToInt { signed: true, from: FloatKind::F64, to: Width::W32 };
        let texts = [
            (Instr::Select { dst: r, cond: s, then: 1.into(), otherwise: 2.into() }, "%1 = select %2, 1, 2"),
            (Instr::Switch { value: s, cases: [(3, 7)].into(), otherwise: 9 }, "switch %2, 3: 7, else 9"),
            (
                Instr::Wide { op: BinaryOp::Add, bits: 128, dst: [r, r], lhs: pair(s, s), rhs: pair(s, 0.into()) },
                "%1, %1 = add.128 (%2, %2), (%2, 0)",
            ),
            (Instr::Pack { dst: r, low: s, high: 3.into() }, "%1 = pack %2, 3"),
            (Instr::Unpack { dst: [r, r], src: s }, "%1, %1 = unpack %2"),
            (Instr::Convert { op: sext, dst: r, src: s }, "%1 = ftos.64.32 %2"),
            (
                Instr::CallPointer { function: s, args: [s, 1.into()].into(), results: [r].into() },
                "%1 = call [%2](%2, 1)",
            ),
            (Instr::Allocate { dst: r, size: 8.into(), region: Region::Zeroed }, "%1 = allocate.zeroed 8"),
            (
                Instr::Copy { to: s, from: 0.into(), count: 4.into(), apart: false, scratch: r },
                "copy [%2], [0], 4 using %1",
            ),
            (
                Instr::Copy { to: s, from: 0.into(), count: 4.into(), apart: true, scratch: r },
                "copy.apart [%2], [0], 4 using %1",
            ),
            (Instr::Free { addr: s, region: Region::NewArray }, "free.new-array [%2]"),
            (Instr::Lock { addr: s, kind: 0.into(), attempt: true, result: r }, "%1 = trylock [%2], 0"),
            (Instr::JoinHandle { handle: s, result: None }, "join [%2]"),
            (Instr::LoopHead { watch: [r].into(), shadow: Reg(5), bounded: true }, "loop %5 bounded watching %1"),
            (
                Instr::Condition { kind: ConditionKind::Wake, addr: s, group: 3.into(), dst: None },
                "condition.wake [%2], 3",
            ),
        ];
        for (instr, text) in texts {
            assert_eq!(instr.to_string(), text);
        }
    }
}
