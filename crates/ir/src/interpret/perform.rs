//! Instructions that may have to ask the explorer, and what its answers mean to them.

use raddle_explore::{Action, Answer};
use raddle_graph::Value;

use super::access::{Access, Loaded, Updated, settle_update, update_of};
use super::{Next, Program, get};
use crate::state::Own;
use crate::{FailureKind, Instr};

impl Program {
    /// Begins an instruction; `Load` and `Store` are begun in the interpreter's loop.
    pub(super) fn perform(&self, instr: &Instr, awaits: bool, regs: &mut [Value], own: &mut Own) -> Next {
        match *instr {
            Instr::Fence { mode } => Ok(Some(Action::Fence { mode })),
            Instr::Spawn { thread } => Ok(Some(Action::Spawn { thread })),
            Instr::Join { thread } => Ok(Some(Action::Join { thread })),
            Instr::Copy { .. } | Instr::Fill { .. } => self.bulk(instr, awaits, regs, own),
            Instr::Allocate { size, region, .. } => self.allocate(get(regs, size), region, own),
            Instr::Free { addr } => self.free(get(regs, addr)),
            Instr::Release { addr } => self.release(get(regs, addr)),
            Instr::Start { function, .. } => self.start_thread(get(regs, function), own),
            Instr::JoinHandle { handle, .. } => self.join(get(regs, handle), own),
            Instr::Lock { .. } => self.lock(instr, regs, own),
            Instr::Unlock { .. } => self.unlock(instr, regs, own),
            Instr::Condition { .. } => self.condition(instr, regs, own),
            Instr::BarrierArrive { barrier, .. } => self.arrive(get(regs, barrier), own),
            Instr::BarrierDepart { barrier, round, count } => {
                self.depart(get(regs, barrier), get(regs, round), get(regs, count))
            }
            Instr::Choose { dst, count } => Ok(match get(regs, count) {
                0 => Some(Action::Block),
                1 => {
                    regs[dst.index()] = 0;
                    None
                }
                count => Some(Action::Choose { count }),
            }),
            _ => match update_of(instr, awaits, regs) {
                Some((access, op)) => match self.update(access, op, own)? {
                    Updated::Ask(action) => Ok(Some(action)),
                    Updated::Done(answer) => {
                        settle_update(instr, answer, regs);
                        Ok(None)
                    }
                },
                None => Err(FailureKind::Unsupported),
            },
        }
    }

    /// Goes on with the instruction whose action was answered.
    #[inline]
    pub(super) fn answer(
        &self,
        instr: &Instr,
        awaits: bool,
        answered: (Action, Answer),
        regs: &mut [Value],
        own: &mut Own,
    ) -> Next {
        let (action, answer) = answered;
        match (instr, action) {
            (&Instr::Load { dst, addr, mode, width }, Action::Read { addr: piece, .. }) => {
                let access = Access { addr: get(regs, addr), mode, width, awaits };
                match self.loaded(access, piece, answer.value, own)? {
                    Loaded::All(value) => {
                        regs[dst.index()] = width.truncate(value);
                        Ok(None)
                    }
                    Loaded::Next(action) => Ok(Some(action)),
                }
            }
            (&Instr::Store { addr, value, mode, width }, Action::Write { addr: piece, .. }) => {
                let access = Access { addr: get(regs, addr), mode, width, awaits };
                self.stored(access, piece, get(regs, value), own)
            }
            (Instr::Update { .. } | Instr::CompareExchange { .. } | Instr::UpdateWithin { .. }, _) => {
                self.check_defined(answer)?;
                settle_update(instr, answer, regs);
                Ok(None)
            }
            (Instr::Fence { .. }, _) => Ok(None),
            _ => self.answer_rare(instr, awaits, answered, regs, own),
        }
    }

    fn answer_rare(
        &self,
        instr: &Instr,
        awaits: bool,
        (action, answer): (Action, Answer),
        regs: &mut [Value],
        own: &mut Own,
    ) -> Next {
        match (instr, action) {
            (Instr::Copy { .. } | Instr::Fill { .. }, _) => {
                return self.bulk_answered(instr, awaits, (action, answer), regs, own);
            }
            (Instr::Allocate { dst, .. }, Action::Allocate { base, .. }) => {
                own.allocated = own.allocated.saturating_add(1);
                regs[dst.index()] = base.0;
            }
            (Instr::Start { handle, .. }, Action::Spawn { thread }) => {
                own.starts = own.starts.saturating_add(1);
                regs[handle.index()] = super::library::handle(thread);
            }
            (Instr::JoinHandle { result, .. }, Action::Join { thread }) => {
                own.marks.set_gone(thread);
                if let Some(reg) = result {
                    regs[reg.index()] = answer.value;
                }
            }
            (Instr::Lock { .. }, _) => return self.lock_answered(instr, answer, regs, own),
            (&Instr::Unlock { addr, result, .. }, _) => {
                own.marks.let_go(get(regs, addr));
                regs[result.index()] = 0;
            }
            (Instr::Condition { .. }, _) => return self.condition_answered(instr, answer, regs),
            (&Instr::BarrierArrive { barrier, round }, Action::Arrive { round: before, .. }) => {
                own.marks.arrive(get(regs, barrier));
                regs[round.index()] = before.into();
            }
            (Instr::Choose { dst, .. }, _) => regs[dst.index()] = answer.value,
            _ => {}
        }
        Ok(None)
    }
}
