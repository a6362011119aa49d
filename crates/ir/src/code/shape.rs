//! What instructions have in common: which the explorer sees, where the thread goes on behind them, what they read and
//! what they write.

use crate::code::instr::{LOOP_REGISTERS, SCRATCH_REGISTERS};
use crate::{Instr, Operand, Reg};

impl Instr {
    /// May the explorer have to act here? (Accesses to memory may turn out to be thread-local.)
    pub fn is_visible(&self) -> bool {
        matches!(
            self,
            Instr::Load { .. }
                | Instr::LoadRaw { .. }
                | Instr::Store { .. }
                | Instr::Update { .. }
                | Instr::CompareExchange { .. }
                | Instr::UpdateWithin { .. }
                | Instr::Reserve { .. }
                | Instr::Conditional { .. }
                | Instr::Fence { .. }
                | Instr::Spawn { .. }
                | Instr::Join { .. }
                | Instr::Allocate { .. }
                | Instr::Free { .. }
                | Instr::Release { .. }
                | Instr::Copy { .. }
                | Instr::Fill { .. }
                | Instr::Start { .. }
                | Instr::JoinHandle { .. }
                | Instr::Lock { .. }
                | Instr::Unlock { .. }
                | Instr::Condition { .. }
                | Instr::BarrierArrive { .. }
                | Instr::BarrierDepart { .. }
                | Instr::BarrierCrowded { .. }
                | Instr::Choose { .. }
                | Instr::Spurious { .. }
        )
    }

    /// May it write memory?
    pub fn writes_memory(&self) -> bool {
        matches!(
            self,
            Instr::Store { .. }
                | Instr::Update { .. }
                | Instr::CompareExchange { .. }
                | Instr::UpdateWithin { .. }
                | Instr::Conditional { .. }
                | Instr::Copy { .. }
                | Instr::Fill { .. }
                | Instr::Lock { .. }
                | Instr::Unlock { .. }
                | Instr::Condition { .. }
        )
    }

    /// Can the next instruction in the code follow this one?
    pub fn falls_through(&self) -> bool {
        !matches!(
            self,
            Instr::Jump { .. }
                | Instr::Branch { .. }
                | Instr::Switch { .. }
                | Instr::Return { .. }
                | Instr::Exit { .. }
                | Instr::Fail { .. }
                | Instr::EndProcess
                | Instr::Finish
        )
    }

    /// Applies a function to every jump target.
    pub(crate) fn for_each_target(&mut self, mut visit: impl FnMut(&mut u32)) {
        match self {
            Instr::Jump { target } => visit(target),
            Instr::Branch { then, otherwise, .. } => {
                visit(then);
                visit(otherwise);
            }
            Instr::Switch { cases, otherwise, .. } => {
                cases.iter_mut().for_each(|(_, target)| visit(target));
                visit(otherwise);
            }
            _ => {}
        }
    }

    /// Where the thread may go on in the same function, the next instruction apart.
    pub(crate) fn targets(&self) -> impl Iterator<Item = u32> + '_ {
        let (few, many): ([Option<u32>; 2], &[(u64, u32)]) = match self {
            Instr::Jump { target } => ([Some(*target), None], &[]),
            Instr::Branch { then, otherwise, .. } => ([Some(*then), Some(*otherwise)], &[]),
            Instr::Switch { cases, otherwise, .. } => ([Some(*otherwise), None], cases),
            _ => ([None, None], &[]),
        };
        few.into_iter().flatten().chain(many.iter().map(|&(_, target)| target))
    }

    /// Applies a function to every operand.
    pub(crate) fn for_each_operand(&self, mut visit: impl FnMut(Operand)) {
        match *self {
            Instr::Move { src, .. }
            | Instr::Truncate { src, .. }
            | Instr::SignExtend { src, .. }
            | Instr::Unary { src, .. }
            | Instr::Convert { src, .. } => visit(src),
            Instr::Binary { lhs, rhs, .. } | Instr::Checked { lhs, rhs, .. } | Instr::Float { lhs, rhs, .. } => {
                [lhs, rhs].into_iter().for_each(visit);
            }
            Instr::Pack { low, high, .. } => [low, high].into_iter().for_each(visit),
            Instr::Unpack { src, .. } => visit(src),
            Instr::Select { cond, then, otherwise, .. } => [cond, then, otherwise].into_iter().for_each(visit),
            Instr::Wide { ref lhs, ref rhs, .. } => lhs.iter().chain(rhs.iter()).copied().for_each(visit),
            Instr::Load { addr, .. }
            | Instr::LoadRaw { addr, .. }
            | Instr::Reserve { addr, .. }
            | Instr::Forget { addr }
            | Instr::Expire { addr }
            | Instr::Free { addr, .. }
            | Instr::Release { addr }
            | Instr::Holds { addr, .. }
            | Instr::BarrierRound { barrier: addr, .. } => visit(addr),
            Instr::Store { addr, value, .. }
            | Instr::Conditional { addr, value, .. }
            | Instr::Update { addr, value, .. } => [addr, value].into_iter().for_each(visit),
            Instr::CompareExchange { addr, expected, desired, .. } => {
                [addr, expected, desired].into_iter().for_each(visit);
            }
            Instr::UpdateWithin { addr, operand, ref range, .. } => {
                [addr, operand, range[0], range[1]].into_iter().for_each(visit);
            }
            Instr::Branch { cond, .. }
            | Instr::Assume { cond }
            | Instr::Require { cond }
            | Instr::Assert { cond, .. } => visit(cond),
            Instr::Switch { value, .. } | Instr::Exit { value } => visit(value),
            Instr::Call { ref args, .. } => args.iter().copied().for_each(visit),
            Instr::CallPointer { function, ref args, .. } => {
                visit(function);
                args.iter().copied().for_each(visit);
            }
            Instr::Return { ref values } => values.iter().copied().for_each(visit),
            Instr::Private { size, .. } | Instr::Allocate { size, .. } => visit(size),
            Instr::Copy { to, from, count, .. } => [to, from, count].into_iter().for_each(visit),
            Instr::Fill { to, value, count, .. } => [to, value, count].into_iter().for_each(visit),
            Instr::Start { function, argument, .. } => [function, argument].into_iter().for_each(visit),
            Instr::JoinHandle { handle, .. } | Instr::Detach { handle } => visit(handle),
            Instr::Lock { addr, kind, .. } | Instr::Unlock { addr, kind, .. } => {
                [addr, kind].into_iter().for_each(visit);
            }
            Instr::Condition { addr, group, .. } => [addr, group].into_iter().for_each(visit),
            Instr::BarrierArrive { barrier, .. } | Instr::BarrierCrowded { barrier } => visit(barrier),
            Instr::BarrierDepart { barrier, round, count } => [barrier, round, count].into_iter().for_each(visit),
            Instr::Choose { count, .. } => visit(count),
            Instr::AdvanceClock { to } | Instr::Own { addr: to, .. } => visit(to),
            Instr::Output { format, ref args } => {
                visit(format);
                args.iter().copied().for_each(visit);
            }
            Instr::CallBegins { ref args, .. } => args.iter().copied().for_each(visit),
            Instr::CallEnds { result } => visit(result),
            Instr::LoopBound { counter, .. } => visit(counter.into()),
            Instr::LoopHead { ref watch, shadow, .. } => {
                let shadows = (shadow.0..).take(LOOP_REGISTERS + watch.len()).map(Reg);
                watch.iter().copied().chain(shadows).for_each(|reg| visit(reg.into()));
            }
            Instr::Fence { on, .. } => on.into_iter().for_each(visit),
            Instr::Spawn { .. }
            | Instr::Join { .. }
            | Instr::Jump { .. }
            | Instr::Fail { .. }
            | Instr::ThreadLocal { .. }
            | Instr::Self_ { .. }
            | Instr::NewestSlot { .. }
            | Instr::LoopEnter { .. }
            | Instr::Fork { .. }
            | Instr::Meet { .. }
            | Instr::Clock { .. }
            | Instr::Spurious { .. }
            | Instr::EndProcess
            | Instr::Finish => {}
        }
    }

    /// Applies a function to every register that the instruction may change.
    pub(crate) fn for_each_result(&self, mut visit: impl FnMut(Reg)) {
        let range = |first: Reg, count: usize| (first.0..).take(count).map(Reg);
        match *self {
            Instr::Move { dst, .. }
            | Instr::Binary { dst, .. }
            | Instr::Truncate { dst, .. }
            | Instr::SignExtend { dst, .. }
            | Instr::Select { dst, .. }
            | Instr::Pack { dst, .. }
            | Instr::Unary { dst, .. }
            | Instr::Float { dst, .. }
            | Instr::Convert { dst, .. }
            | Instr::Load { dst, .. }
            | Instr::LoadRaw { dst, .. }
            | Instr::Reserve { dst, .. }
            | Instr::Private { dst, .. }
            | Instr::Allocate { dst, .. }
            | Instr::ThreadLocal { dst, .. }
            | Instr::Self_ { dst }
            | Instr::NewestSlot { dst }
            | Instr::Holds { dst, .. }
            | Instr::BarrierRound { dst, .. }
            | Instr::Clock { dst }
            | Instr::Choose { dst, .. }
            | Instr::Start { handle: dst, .. }
            | Instr::Lock { result: dst, .. }
            | Instr::Unlock { result: dst, .. }
            | Instr::BarrierArrive { round: dst, .. }
            | Instr::LoopBound { counter: dst, .. } => visit(dst),
            Instr::Checked { dst, overflow, .. } => std::iter::once(dst).chain(overflow).for_each(visit),
            Instr::Wide { dst, .. } | Instr::Unpack { dst, .. } => dst.into_iter().for_each(visit),
            Instr::Conditional { done: dst, .. }
            | Instr::Update { old: dst, .. }
            | Instr::JoinHandle { result: dst, .. }
            | Instr::Condition { dst, .. } => dst.into_iter().for_each(visit),
            Instr::CompareExchange { old, stored, .. } | Instr::UpdateWithin { old, stored, .. } => {
                old.into_iter().chain(stored).for_each(visit);
            }
            Instr::Call { ref results, .. } | Instr::CallPointer { ref results, .. } => {
                results.iter().copied().for_each(visit);
            }
            Instr::Copy { scratch, .. } | Instr::Fill { scratch, .. } => {
                range(scratch, SCRATCH_REGISTERS).for_each(visit)
            }
            Instr::Fork { mark } => visit(mark),
            Instr::Spurious { dst, call, .. } => [dst, call].into_iter().for_each(visit),
            Instr::LoopEnter { shadow } => range(shadow, LOOP_REGISTERS).for_each(visit),
            Instr::LoopHead { ref watch, shadow, .. } => range(shadow, LOOP_REGISTERS + watch.len()).for_each(visit),
            Instr::Store { .. }
            | Instr::Meet { .. }
            | Instr::Fence { .. }
            | Instr::Spawn { .. }
            | Instr::Join { .. }
            | Instr::Jump { .. }
            | Instr::Branch { .. }
            | Instr::Switch { .. }
            | Instr::Return { .. }
            | Instr::Assume { .. }
            | Instr::Require { .. }
            | Instr::Assert { .. }
            | Instr::Fail { .. }
            | Instr::Forget { .. }
            | Instr::Expire { .. }
            | Instr::Free { .. }
            | Instr::Release { .. }
            | Instr::Detach { .. }
            | Instr::Exit { .. }
            | Instr::BarrierCrowded { .. }
            | Instr::BarrierDepart { .. }
            | Instr::Output { .. }
            | Instr::CallBegins { .. }
            | Instr::CallEnds { .. }
            | Instr::AdvanceClock { .. }
            | Instr::Own { .. }
            | Instr::EndProcess
            | Instr::Finish => {}
        }
    }
}
