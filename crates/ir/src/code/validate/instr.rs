//! Validates one instruction: registers, functions and threads that it names exist, orders and widths are legal.

use raddle_graph::{Mode, ThreadId};
use raddle_program::FailureId;

use crate::code::instr::{LOOP_REGISTERS, SCRATCH_REGISTERS};
use crate::{Code, Conversion, Function, FunctionId, Instr, Operand, Reg, UnaryOp};

/// The error says what is wrong with the instruction.
type Check = Result<(), &'static str>;

/// Checks that registers exist in the function of the instruction.
#[derive(Clone, Copy)]
struct Registers<'a>(&'a Function);

impl Registers<'_> {
    fn reg(self, reg: Reg) -> Check {
        if reg.0 < self.0.registers { Ok(()) } else { Err("there is no such register") }
    }

    fn regs(self, regs: impl IntoIterator<Item = Reg>) -> Check {
        regs.into_iter().try_for_each(|reg| self.reg(reg))
    }

    /// Checks `count` registers, beginning with `first`.
    fn range(self, first: Reg, count: usize) -> Check {
        if first.index() + count <= usize::from(self.0.registers) { Ok(()) } else { Err("there is no such register") }
    }

    fn operand(self, operand: Operand) -> Check {
        match operand {
            Operand::Reg(reg) => self.reg(reg),
            Operand::Const(_) => Ok(()),
        }
    }

    /// Checks an instruction that makes many accesses. Between them it keeps its state in the scratch registers, so that no
    /// operand may be one of these.
    fn bulk(self, operands: &[Operand], scratch: Reg) -> Check {
        let all = scratch.index()..scratch.index() + SCRATCH_REGISTERS;
        let is_scratch = |operand: &Operand| matches!(operand, Operand::Reg(reg) if all.contains(&reg.index()));
        if operands.iter().any(is_scratch) {
            return Err("the scratch registers belong to the instruction");
        }
        self.operands(operands).and(self.range(scratch, SCRATCH_REGISTERS))
    }

    fn operands<'o>(self, operands: impl IntoIterator<Item = &'o Operand>) -> Check {
        operands.into_iter().try_for_each(|&operand| self.operand(operand))
    }
}

fn check_atomic(mode: Mode) -> Check {
    if mode == Mode::Na { Err("an update is atomic") } else { Ok(()) }
}

impl Code {
    pub(super) fn check_instr(&self, function: &Function, instr: &Instr) -> Check {
        let registers = Registers(function);
        if instr.targets().any(|target| target as usize >= function.code.len()) {
            return Err("the jump leads out of the function");
        }
        match *instr {
            Instr::Jump { .. } | Instr::EndProcess | Instr::Finish => Ok(()),
            Instr::Fence { mode, on } => match (mode, on) {
                (Mode::Na | Mode::Rlx, _) => Err("a fence cannot have this order"),
                (_, Some(addr)) => registers.operand(addr),
                (_, None) => Ok(()),
            },
            Instr::Spawn { thread } => match self.runs_from_start(thread)? {
                true => Err("the thread runs from the beginning and cannot be started"),
                false => Ok(()),
            },
            Instr::Join { thread } => self.runs_from_start(thread).map(|_| ()),
            Instr::Fail { failure } => self.check_failure(failure),
            Instr::Assert { cond, failure } => registers.operand(cond).and(self.check_failure(failure)),
            Instr::Branch { cond, .. } | Instr::Assume { cond } | Instr::Require { cond } => registers.operand(cond),
            Instr::Switch { value, .. } | Instr::Exit { value } => registers.operand(value),
            Instr::Call { function: FunctionId(id), ref args, ref results } => {
                let callee = self.functions.get(id as usize).ok_or("there is no such function")?;
                if args.len() != usize::from(callee.parameters) {
                    return Err("the number of arguments is not that of the function's parameters");
                }
                registers.operands(args).and(registers.regs(results.iter().copied()))
            }
            Instr::CallPointer { function, ref args, ref results } => {
                registers.operand(function).and(registers.operands(args)).and(registers.regs(results.iter().copied()))
            }
            Instr::Return { ref values } => registers.operands(values),
            Instr::LoopBound { counter: reg, .. }
            | Instr::ThreadLocal { dst: reg, .. }
            | Instr::Self_ { dst: reg }
            | Instr::NewestSlot { dst: reg } => registers.reg(reg),
            Instr::Load { .. }
            | Instr::LoadRaw { .. }
            | Instr::Store { .. }
            | Instr::Reserve { .. }
            | Instr::Conditional { .. }
            | Instr::Update { .. }
            | Instr::CompareExchange { .. }
            | Instr::UpdateWithin { .. } => check_access(registers, instr),
            Instr::Lock { addr, kind, result, .. } | Instr::Unlock { addr, kind, result } => {
                registers.operands(&[addr, kind]).and(registers.reg(result))
            }
            Instr::Holds { dst, addr } | Instr::BarrierRound { dst, barrier: addr } => {
                registers.reg(dst).and(registers.operand(addr))
            }
            Instr::Condition { addr, group, dst, .. } => registers.operands(&[addr, group]).and(registers.regs(dst)),
            Instr::BarrierArrive { barrier, round } => registers.operand(barrier).and(registers.reg(round)),
            Instr::BarrierCrowded { barrier } => registers.operand(barrier),
            Instr::BarrierDepart { barrier, round, count } => registers.operands(&[barrier, round, count]),
            Instr::Start { function, argument, handle } => {
                registers.operands(&[function, argument]).and(registers.reg(handle))
            }
            Instr::JoinHandle { handle, result } => registers.operand(handle).and(registers.regs(result)),
            Instr::Detach { handle } => registers.operand(handle),
            Instr::Clock { dst } => registers.reg(dst),
            Instr::AdvanceClock { to } | Instr::Own { addr: to, .. } => registers.operand(to),
            Instr::Spurious { dst, call, .. } => registers.reg(dst).and(registers.reg(call)),
            Instr::Choose { dst, count } => registers.reg(dst).and(registers.operand(count)),
            Instr::Fork { mark } | Instr::Meet { mark } => registers.reg(mark),
            Instr::LoopEnter { shadow } => registers.range(shadow, LOOP_REGISTERS),
            Instr::LoopHead { ref watch, shadow, .. } => {
                registers.range(shadow, LOOP_REGISTERS + watch.len()).and(registers.regs(watch.iter().copied()))
            }
            Instr::CallBegins { ref args, .. } => registers.operands(args),
            Instr::CallEnds { result } => registers.operand(result),
            Instr::Output { format, ref args } => registers.operand(format).and(registers.operands(args)),
            Instr::Private { dst, size, align } => {
                if !align.is_power_of_two() {
                    return Err("an alignment is a power of two");
                }
                registers.reg(dst).and(registers.operand(size))
            }
            Instr::Allocate { dst, size, .. } => registers.reg(dst).and(registers.operand(size)),
            Instr::Forget { addr } | Instr::Expire { addr } | Instr::Free { addr, .. } | Instr::Release { addr } => {
                registers.operand(addr)
            }
            Instr::Copy { to, from, count, scratch, .. } => registers.bulk(&[to, from, count], scratch),
            Instr::Fill { to, value, count, scratch } => registers.bulk(&[to, value, count], scratch),
            Instr::Move { .. }
            | Instr::Binary { .. }
            | Instr::Truncate { .. }
            | Instr::SignExtend { .. }
            | Instr::Select { .. }
            | Instr::Unary { .. }
            | Instr::Checked { .. }
            | Instr::Wide { .. }
            | Instr::Pack { .. }
            | Instr::Unpack { .. }
            | Instr::Float { .. }
            | Instr::Convert { .. } => check_computation(registers, instr),
        }
    }

    /// Does the thread run from the beginning, without being spawned?
    fn runs_from_start(&self, thread: ThreadId) -> Result<bool, &'static str> {
        self.threads.get(thread.index()).map(|thread| thread.starts).ok_or("there is no such thread")
    }

    fn check_failure(&self, id: FailureId) -> Check {
        if (id.0 as usize) < self.failures.len() { Ok(()) } else { Err("there is no such failure") }
    }
}

fn check_computation(registers: Registers<'_>, instr: &Instr) -> Check {
    match *instr {
        Instr::Move { dst, src } | Instr::Truncate { dst, src, .. } | Instr::Convert { dst, src, op: _ } => {
            if let Instr::Convert { op: Conversion::FloatToFloat { from, to }, .. } = *instr
                && from == to
            {
                return Err("a conversion to the same format");
            }
            registers.reg(dst).and(registers.operand(src))
        }
        Instr::SignExtend { dst, src, from, to } => {
            if from > to {
                return Err("sign extension to a smaller width");
            }
            registers.reg(dst).and(registers.operand(src))
        }
        Instr::Unary { op, width, dst, src } => {
            if op == UnaryOp::SwapBytes && width.bits() % 8 != 0 {
                return Err("there are no whole bytes to swap");
            }
            registers.reg(dst).and(registers.operand(src))
        }
        Instr::Binary { dst, lhs, rhs, .. } | Instr::Float { dst, lhs, rhs, .. } => {
            registers.reg(dst).and(registers.operands(&[lhs, rhs]))
        }
        Instr::Checked { dst, overflow, lhs, rhs, .. } => {
            registers.reg(dst).and(registers.regs(overflow)).and(registers.operands(&[lhs, rhs]))
        }
        Instr::Wide { bits, dst, ref lhs, ref rhs, .. } => {
            if !(65..=128).contains(&bits) {
                return Err("wide integers have 65 to 128 bits");
            }
            registers.regs(dst).and(registers.operands(&**lhs)).and(registers.operands(&**rhs))
        }
        Instr::Pack { dst, low, high } => registers.reg(dst).and(registers.operands(&[low, high])),
        Instr::Unpack { dst, src } => registers.regs(dst).and(registers.operand(src)),
        Instr::Select { dst, cond, then, otherwise } => {
            registers.reg(dst).and(registers.operands(&[cond, then, otherwise]))
        }
        _ => unreachable!("`check_instr` passes computations only"),
    }
}

fn check_access(registers: Registers<'_>, instr: &Instr) -> Check {
    match *instr {
        Instr::LoadRaw { dst, addr, .. } => registers.reg(dst).and(registers.operand(addr)),
        Instr::Load { dst, addr, mode, .. } => {
            // `AcqRel` is legal: RISC-V has loads and stores with both annotations.
            if mode == Mode::Rel {
                return Err("a load cannot have this order");
            }
            registers.reg(dst).and(registers.operand(addr))
        }
        Instr::Store { addr, value, mode, .. } => {
            if mode == Mode::Acq {
                return Err("a store cannot have this order");
            }
            registers.operands(&[addr, value])
        }
        Instr::Reserve { dst, addr, mode, .. } => {
            check_atomic(mode).and(registers.reg(dst)).and(registers.operand(addr))
        }
        Instr::Conditional { addr, value, mode, done, .. } => {
            check_atomic(mode).and(registers.operands(&[addr, value])).and(registers.regs(done))
        }
        Instr::Update { addr, value, mode, old, .. } => {
            check_atomic(mode).and(registers.operands(&[addr, value])).and(registers.regs(old))
        }
        Instr::UpdateWithin { addr, operand, ref range, mode, old, stored, .. } => check_atomic(mode)
            .and(registers.operands(&[addr, operand]))
            .and(registers.operands(&**range))
            .and(registers.regs(old))
            .and(registers.regs(stored)),
        Instr::CompareExchange { addr, expected, desired, success, failure, old, stored, .. } => {
            // The failed exchange is a load, see there.
            if matches!(failure, Mode::Na | Mode::Rel) {
                return Err("a failed compare-exchange cannot have this order");
            }
            check_atomic(success)
                .and(registers.operands(&[addr, expected, desired]))
                .and(registers.regs(old))
                .and(registers.regs(stored))
        }
        _ => unreachable!("`check_instr` passes accesses only"),
    }
}
