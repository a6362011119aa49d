//! Where instructions stand in the flow of a thread: which the explorer sees, and where the thread goes on behind them.

use crate::Instr;

impl Instr {
    /// May the explorer have to act here? (Accesses to memory may turn out to be a matter of the thread alone.)
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
                | Instr::Choose { .. }
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
}
