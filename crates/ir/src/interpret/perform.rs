//! Instructions that may have to ask the explorer, and what its answers mean to them.

use raddle_graph::{Address, Mode, Value};
use raddle_program::{Action, Answer, Discovery};

use super::access::{Access, settle_update, update_of};
use super::{Next, Performed, Program, forwards, get, spurious, stop};
use crate::interpret::state::Own;
use crate::memory::layout;
use crate::memory::parts::is_undefined;
use crate::{FailureKind, Instr, Region, SpuriousKind};

impl Program {
    /// Begins an instruction; `Load` and `Store` are begun in the interpreter's loop.
    pub(super) fn perform(&self, instr: &Instr, awaits: bool, regs: &mut [Value], own: &mut Own) -> Performed {
        match *instr {
            Instr::Reserve { addr, mode, width, .. } => {
                let addr = self.reservable(get(regs, addr), width)?;
                stop(own, Action::Reserve { addr, mode })
            }
            Instr::Conditional { addr, value, mode, width, .. } => {
                let addr = self.reservable(get(regs, addr), width)?;
                stop(own, Action::Conditional { addr, mode, value: width.truncate(get(regs, value)) })
            }
            Instr::Fence { mode, on } => {
                forwards::fence(own, mode);
                let on = on.map(|addr| Address(get(regs, addr))).filter(|addr| addr.0 != 0);
                stop(own, Action::Fence { mode, on })
            }
            Instr::Spawn { thread } => stop(own, Action::Spawn { thread }),
            Instr::Join { thread } => stop(own, Action::Join { thread }),
            Instr::Copy { .. } | Instr::Fill { .. } => self.bulk(instr, awaits, regs, own),
            Instr::Allocate { size, region, .. } => self.allocate(get(regs, size), region, own),
            Instr::Free { addr, region } => self.free(get(regs, addr), region, own),
            Instr::Release { addr } => self.release(get(regs, addr), own),
            Instr::Start { function, .. } => self.start_thread(get(regs, function), own),
            Instr::JoinHandle { handle, .. } => self.join(get(regs, handle), own),
            Instr::Lock { .. } => self.lock(instr, awaits, regs, own),
            Instr::Unlock { .. } => self.unlock(instr, regs, own),
            Instr::Condition { .. } => self.condition(instr, awaits, regs, own),
            Instr::BarrierArrive { barrier, .. } => self.arrive(get(regs, barrier), own),
            Instr::BarrierCrowded { barrier } => self.crowded(get(regs, barrier), own),
            Instr::BarrierDepart { barrier, round, count } => {
                self.depart(get(regs, barrier), get(regs, round), get(regs, count), own)
            }
            Instr::Choose { dst, count } => match get(regs, count) {
                0 => stop(own, Action::Block),
                1 => {
                    regs[dst.index()] = 0;
                    Ok(Next::GoOn)
                }
                count => stop(own, Action::Choose { count }),
            },
            _ => {
                let (access, op) = update_of(instr, awaits, regs).ok_or(FailureKind::Unsupported)?;
                match self.update(access, op, own)? {
                    None => Ok(Next::Stop),
                    Some(answer) => {
                        settle_update(instr, answer, regs);
                        Ok(Next::GoOn)
                    }
                }
            }
        }
    }

    /// Goes on with the instruction whose action was answered.
    #[inline(always)]
    pub(super) fn answer(
        &self,
        instr: &Instr,
        awaits: bool,
        answer: Answer,
        regs: &mut [Value],
        own: &mut Own,
    ) -> Performed {
        match (instr, &own.action) {
            // Most loads and stores are of one piece.
            (&Instr::Load { dst, width, .. }, &Action::Read { addr: piece, .. })
                if layout::span(piece).length == width.bytes() && !is_undefined(answer.value) =>
            {
                regs[dst.index()] = width.truncate(answer.value);
                Ok(Next::GoOn)
            }
            (&Instr::Store { width, .. }, &Action::Write { addr: piece, .. })
                if layout::span(piece).length == width.bytes() =>
            {
                Ok(Next::GoOn)
            }
            (&Instr::Load { dst, addr, mode, width, .. }, &Action::Read { .. }) => {
                let access = Access { addr: get(regs, addr), mode, width, awaits, library: false, aligned: false };
                self.loaded(access, dst, (answer.value, false), regs, own)
            }
            (&Instr::LoadRaw { dst, addr, width }, &Action::Read { .. }) => {
                let access =
                    Access { addr: get(regs, addr), mode: Mode::Na, width, awaits, library: false, aligned: false };
                self.loaded(access, dst, (answer.value, true), regs, own)
            }
            (&Instr::Store { addr, value, mode, width, .. }, _) => {
                let access = Access { addr: get(regs, addr), mode, width, awaits, library: false, aligned: false };
                self.stored(access, get(regs, value), answer, own)
            }
            (
                Instr::Update { .. } | Instr::CompareExchange { .. } | Instr::UpdateWithin { .. },
                &Action::Update { width, .. },
            ) => {
                self.check_defined(answer)?;
                let answer = Answer { value: width.extract(answer.value, || self.pairs()), ..answer };
                self.check_defined(answer)?;
                settle_update(instr, answer, regs);
                Ok(Next::GoOn)
            }
            (Instr::Fence { .. }, _) => Ok(Next::GoOn),
            _ => self.answer_rare(instr, awaits, answer, regs, own),
        }
    }

    fn answer_rare(&self, instr: &Instr, awaits: bool, answer: Answer, regs: &mut [Value], own: &mut Own) -> Performed {
        match (instr, own.action) {
            (Instr::Copy { .. } | Instr::Fill { .. }, _) => {
                return self.bulk_answered(instr, awaits, answer, regs, own);
            }
            (&Instr::Allocate { dst, region, .. }, Action::Allocate { base, .. }) => {
                own.allocated = own.allocated.saturating_add(1);
                regs[dst.index()] = base.0;
                if self.asks_for_slots && region == Region::Stack {
                    own.marks.add_slot(base.0);
                }
            }
            (Instr::Release { .. }, Action::Free { base }) if self.asks_for_slots => own.marks.remove_slot(base.0),
            (&Instr::Start { function, argument, handle }, Action::Spawn { thread }) => {
                forwards::fence(own, Mode::Sc);
                own.starts = own.starts.saturating_add(1);
                self.note_start(get(regs, function), get(regs, argument), own);
                regs[handle.index()] = super::library::handle(thread);
            }
            (Instr::JoinHandle { result, .. }, Action::Join { thread }) => {
                forwards::fence(own, Mode::Sc);
                own.marks.set_joined(thread);
                if !self.note_join(thread, result.map_or(0, |_| answer.value), own) {
                    return stop(own, Action::Learn(Discovery::Distinguishable));
                }
                if let Some(reg) = result {
                    regs[reg.index()] = answer.value;
                }
            }
            (Instr::Lock { .. }, _) => return self.lock_answered(instr, answer, regs, own),
            (&Instr::Unlock { addr, result, .. }, _) => {
                own.marks.let_go(get(regs, addr));
                regs[result.index()] = 0;
            }
            (Instr::Condition { .. }, _) => return self.condition_answered(instr, answer, regs, own),
            (&Instr::BarrierArrive { barrier, round }, Action::Arrive { round: before, .. }) => {
                own.marks.arrive(get(regs, barrier));
                regs[round.index()] = before.into();
            }
            (&Instr::Reserve { dst, width, .. }, _) => {
                self.check_defined(answer)?;
                regs[dst.index()] = width.truncate(answer.value);
            }
            (&Instr::Spurious { kind, dst, call }, _) => {
                if answer.value == spurious::ENDS {
                    own.marks.add_spurious(regs[call.index()]);
                } else if kind == SpuriousKind::Time {
                    own.marks.add_stayed(regs[call.index()]);
                }
                regs[dst.index()] = answer.value;
            }
            (Instr::Conditional { done: Some(done), .. }, _) => regs[done.index()] = 0,
            (Instr::Choose { dst, .. }, _) => regs[dst.index()] = answer.value,
            _ => {}
        }
        Ok(Next::GoOn)
    }
}
