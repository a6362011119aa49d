//! Whether one instruction makes sense in its function.

use raddle_graph::{Mode, ThreadId};
use raddle_program::FailureId;

use crate::{Code, Conversion, Function, FunctionId, Instr, Operand, Reg, UnaryOp};

/// What is wrong with an instruction.
type Check = Result<(), &'static str>;

/// Checks what an instruction names against its function.
#[derive(Clone, Copy)]
struct Names<'a>(&'a Function);

impl Names<'_> {
    fn reg(self, reg: Reg) -> Check {
        if reg.0 < self.0.registers { Ok(()) } else { Err("there is no such register") }
    }

    fn regs(self, regs: impl IntoIterator<Item = Reg>) -> Check {
        regs.into_iter().try_for_each(|reg| self.reg(reg))
    }

    /// That many registers from the first on.
    fn range(self, first: Reg, count: usize) -> Check {
        if first.index() + count <= usize::from(self.0.registers) { Ok(()) } else { Err("there is no such register") }
    }

    fn operand(self, operand: Operand) -> Check {
        match operand {
            Operand::Reg(reg) => self.reg(reg),
            Operand::Const(_) => Ok(()),
        }
    }

    /// The operands of an instruction that changes its scratch registers while it is at work.
    fn bulk(self, operands: &[Operand], scratch: Reg) -> Check {
        let is_scratch = |operand: &Operand| matches!(operand, Operand::Reg(reg) if (scratch.index()..scratch.index() + 4).contains(&reg.index()));
        if operands.iter().any(is_scratch) {
            return Err("the scratch registers belong to the instruction");
        }
        self.operands(operands).and(self.range(scratch, 4))
    }

    fn operands<'o>(self, operands: impl IntoIterator<Item = &'o Operand>) -> Check {
        operands.into_iter().try_for_each(|&operand| self.operand(operand))
    }
}

fn atomic(mode: Mode) -> Check {
    if mode == Mode::Na { Err("an update is atomic") } else { Ok(()) }
}

impl Code {
    pub(super) fn check_instr(&self, function: &Function, instr: &Instr) -> Check {
        let names = Names(function);
        if instr.targets().any(|target| target as usize >= function.code.len()) {
            return Err("the jump leads out of the function");
        }
        match *instr {
            Instr::Jump { .. } | Instr::Finish => Ok(()),
            Instr::Fence { mode, on } => match (mode, on) {
                (Mode::Na | Mode::Rlx, _) => Err("a fence cannot have this order"),
                (_, Some(addr)) => names.operand(addr),
                (_, None) => Ok(()),
            },
            Instr::Spawn { thread } => match self.starts_itself(thread)? {
                true => Err("the thread runs from the beginning and cannot be started"),
                false => Ok(()),
            },
            Instr::Join { thread } => self.starts_itself(thread).map(|_| ()),
            Instr::Fail { failure } => self.check_failure(failure),
            Instr::Assert { cond, failure } => names.operand(cond).and(self.check_failure(failure)),
            Instr::Branch { cond, .. } | Instr::Assume { cond } | Instr::Require { cond } => names.operand(cond),
            Instr::Switch { value, .. } | Instr::Exit { value } => names.operand(value),
            Instr::Call { function: FunctionId(id), ref args, ref results } => {
                let callee = self.functions.get(id as usize).ok_or("there is no such function")?;
                if args.len() != usize::from(callee.parameters) {
                    return Err("the number of arguments is not that of the function's parameters");
                }
                names.operands(args).and(names.regs(results.iter().copied()))
            }
            Instr::CallPointer { function, ref args, ref results } => {
                names.operand(function).and(names.operands(args)).and(names.regs(results.iter().copied()))
            }
            Instr::Return { ref values } => names.operands(values),
            Instr::LoopBound { counter: reg, .. } | Instr::ThreadLocal { dst: reg, .. } | Instr::Self_ { dst: reg } => {
                names.reg(reg)
            }
            Instr::Load { .. }
            | Instr::LoadRaw { .. }
            | Instr::Store { .. }
            | Instr::Reserve { .. }
            | Instr::Conditional { .. }
            | Instr::Update { .. }
            | Instr::CompareExchange { .. }
            | Instr::UpdateWithin { .. } => check_access(names, instr),
            Instr::Lock { addr, kind, result, .. } | Instr::Unlock { addr, kind, result } => {
                names.operands(&[addr, kind]).and(names.reg(result))
            }
            Instr::Holds { dst, addr } => names.reg(dst).and(names.operand(addr)),
            Instr::Condition { addr, group, dst, .. } => names.operands(&[addr, group]).and(names.regs(dst)),
            Instr::BarrierArrive { barrier, round } => names.operand(barrier).and(names.reg(round)),
            Instr::BarrierDepart { barrier, round, count } => names.operands(&[barrier, round, count]),
            Instr::Start { function, argument, handle } => names.operands(&[function, argument]).and(names.reg(handle)),
            Instr::JoinHandle { handle, result } => names.operand(handle).and(names.regs(result)),
            Instr::Detach { handle } => names.operand(handle),
            Instr::Choose { dst, count } => names.reg(dst).and(names.operand(count)),
            Instr::Fork { mark } | Instr::Meet { mark } => names.reg(mark),
            Instr::LoopEnter { shadow } => names.range(shadow, 3),
            Instr::LoopHead { ref watch, shadow, .. } => {
                names.range(shadow, 3 + watch.len()).and(names.regs(watch.iter().copied()))
            }
            Instr::Output { format, ref args } => names.operand(format).and(names.operands(args)),
            Instr::Private { dst, size, align } => {
                if !align.is_power_of_two() {
                    return Err("an alignment is a power of two");
                }
                names.reg(dst).and(names.operand(size))
            }
            Instr::Allocate { dst, size, .. } => names.reg(dst).and(names.operand(size)),
            Instr::Forget { addr } | Instr::Free { addr } | Instr::Release { addr } => names.operand(addr),
            Instr::Copy { to, from, count, scratch } => names.bulk(&[to, from, count], scratch),
            Instr::Fill { to, value, count, scratch } => names.bulk(&[to, value, count], scratch),
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
            | Instr::Convert { .. } => check_computation(names, instr),
        }
    }

    fn starts_itself(&self, thread: ThreadId) -> Result<bool, &'static str> {
        self.threads.get(thread.index()).map(|thread| thread.starts).ok_or("there is no such thread")
    }

    fn check_failure(&self, id: FailureId) -> Check {
        if (id.0 as usize) < self.failures.len() { Ok(()) } else { Err("there is no such failure") }
    }
}

fn check_computation(names: Names, instr: &Instr) -> Check {
    match *instr {
        Instr::Move { dst, src } | Instr::Truncate { dst, src, .. } | Instr::Convert { dst, src, op: _ } => {
            if let Instr::Convert { op: Conversion::FloatToFloat { from, to }, .. } = *instr
                && from == to
            {
                return Err("a conversion to the same format");
            }
            names.reg(dst).and(names.operand(src))
        }
        Instr::SignExtend { dst, src, from, to } => {
            if from > to {
                return Err("sign extension to a smaller width");
            }
            names.reg(dst).and(names.operand(src))
        }
        Instr::Unary { op, width, dst, src } => {
            if op == UnaryOp::SwapBytes && width.bits() % 8 != 0 {
                return Err("there are no whole bytes to swap");
            }
            names.reg(dst).and(names.operand(src))
        }
        Instr::Binary { dst, lhs, rhs, .. } | Instr::Float { dst, lhs, rhs, .. } => {
            names.reg(dst).and(names.operands(&[lhs, rhs]))
        }
        Instr::Checked { dst, overflow, lhs, rhs, .. } => {
            names.reg(dst).and(names.regs(overflow)).and(names.operands(&[lhs, rhs]))
        }
        Instr::Wide { bits, dst, ref lhs, ref rhs, .. } => {
            if !(65..=128).contains(&bits) {
                return Err("wide integers have 65 to 128 bits");
            }
            names.regs(dst).and(names.operands(&**lhs)).and(names.operands(&**rhs))
        }
        Instr::Pack { dst, low, high } => names.reg(dst).and(names.operands(&[low, high])),
        Instr::Unpack { dst, src } => names.regs(dst).and(names.operand(src)),
        Instr::Select { dst, cond, then, otherwise } => names.reg(dst).and(names.operands(&[cond, then, otherwise])),
        _ => Ok(()),
    }
}

fn check_access(names: Names, instr: &Instr) -> Check {
    match *instr {
        Instr::LoadRaw { dst, addr, .. } => names.reg(dst).and(names.operand(addr)),
        Instr::Load { dst, addr, mode, .. } => {
            // RISC-V has accesses with both annotations.
            if mode == Mode::Rel {
                return Err("a load cannot have this order");
            }
            names.reg(dst).and(names.operand(addr))
        }
        Instr::Store { addr, value, mode, .. } => {
            if mode == Mode::Acq {
                return Err("a store cannot have this order");
            }
            names.operands(&[addr, value])
        }
        Instr::Reserve { dst, addr, mode, .. } => atomic(mode).and(names.reg(dst)).and(names.operand(addr)),
        Instr::Conditional { addr, value, mode, .. } => atomic(mode).and(names.operands(&[addr, value])),
        Instr::Update { addr, value, mode, old, .. } => {
            atomic(mode).and(names.operands(&[addr, value])).and(names.regs(old))
        }
        Instr::UpdateWithin { addr, operand, ref range, mode, old, stored, .. } => atomic(mode)
            .and(names.operands(&[addr, operand]))
            .and(names.operands(&**range))
            .and(names.regs(old))
            .and(names.regs(stored)),
        Instr::CompareExchange { addr, expected, desired, success, failure, old, stored, .. } => {
            // RISC-V has loads with both annotations.
            if matches!(failure, Mode::Na | Mode::Rel) {
                return Err("a failed compare-exchange cannot have this order");
            }
            atomic(success).and(names.operands(&[addr, expected, desired])).and(names.regs(old)).and(names.regs(stored))
        }
        _ => Ok(()),
    }
}
