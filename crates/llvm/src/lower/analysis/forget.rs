//! Private stack slots that are dead at the head of a loop.
//!
//! Two visits of a loop's head are compared by the whole private memory of the thread. A value left by the previous
//! iteration that will be overwritten before it is read must not distinguish them.

use super::address::{self, Bulk};
use super::bits::Bits;
use super::cfg::Cfg;
use crate::lower::asm;
use crate::lower::promote::Promotion;
use crate::text::ids::LocalId;
use crate::text::instr::{Callee, Instruction, InstructionKind, Operand};
use crate::text::module::{Function, Module};

/// What an instruction does to a slot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Touch {
    /// Does not affect its content.
    No,
    /// May read its content.
    Reads,
    /// Overwrites its whole content.
    Replaces,
}

/// The uses of one slot.
pub(crate) struct Uses<'a> {
    module: &'a Module,
    function: &'a Function,
    promotion: &'a Promotion,
    slot: LocalId,
    size: u64,
    /// The locals that may point into the slot.
    pointers: Bits,
}

/// Whether a slot is dead at the beginning of a block.
pub(crate) fn is_dead(
    module: &Module,
    function: &Function,
    cfg: &Cfg,
    promotion: &Promotion,
    slot: LocalId,
    block: usize,
) -> bool {
    is_dead_at(module, function, cfg, promotion, slot, (block, 0))
}

/// Whether a slot is dead before an instruction, given by its block and its place there.
pub(crate) fn is_dead_at(
    module: &Module,
    function: &Function,
    cfg: &Cfg,
    promotion: &Promotion,
    slot: LocalId,
    (block, index): (usize, usize),
) -> bool {
    let slots = address::static_slots(module, function);
    // A slot that is not in the entry block is a copied argument, which is always live.
    let Some((_, size)) = slots.iter().find(|(known, _)| *known == slot) else { return false };
    let Some(pointers) = pointers(function, cfg, slot) else { return false };
    let uses = Uses { module, function, promotion, slot, size: *size, pointers };
    let mut seen = Bits::new(function.blocks.len());
    let mut open = vec![(block, index)];
    while let Some((block, index)) = open.pop() {
        // The first block may be reached again, from its beginning.
        if index == 0 && !seen.insert(block) {
            continue;
        }
        let touches = function.blocks[block].instructions[index..].iter().map(|instruction| uses.touch(instruction));
        match touches.into_iter().find(|touch| *touch != Touch::No) {
            Some(Touch::Reads) => return false,
            Some(_) => {}
            None => open.extend(cfg.successors[block].iter().map(|next| (*next, 0))),
        }
    }
    true
}

/// The locals that may point into a slot; `None` if a pointer to it is stored in memory.
fn pointers(function: &Function, cfg: &Cfg, slot: LocalId) -> Option<Bits> {
    let mut pointers = Bits::new(function.locals.len());
    pointers.insert(slot.index());
    let mut changed = true;
    while changed {
        changed = false;
        for &block in &cfg.order {
            for instruction in &function.blocks[block].instructions {
                let mut used = false;
                instruction.kind.for_each_operand(|operand| {
                    used |= matches!(operand, Operand::Local(local) if pointers.contains(local.index()));
                });
                if !used {
                    continue;
                }
                let is_here = |operand| matches!(operand, Operand::Local(local) if pointers.contains(local.index()));
                match &instruction.kind {
                    InstructionKind::Store { value: Operand::Local(value), .. } if pointers.contains(value.index()) => {
                        return None;
                    }
                    InstructionKind::AtomicRmw { .. } | InstructionKind::CmpXchg(_) => return None,
                    // Assembly may keep the pointer, or return it.
                    InstructionKind::Call(call)
                    | InstructionKind::Invoke { call, .. }
                    | InstructionKind::CallBr { call, .. } => {
                        let Callee::Asm(it) = &call.callee else { continue };
                        let kept = asm::kept(it, call.arguments.len());
                        if call.arguments.iter().zip(kept).any(|(it, kept)| kept && is_here(it.value)) {
                            return None;
                        }
                    }
                    InstructionKind::Load { .. } | InstructionKind::Store { .. } | InstructionKind::Icmp { .. } => {}
                    _ => {
                        if let Some(result) = instruction.result {
                            changed |= pointers.insert(result.index());
                        }
                    }
                }
            }
        }
    }
    Some(pointers)
}

impl Uses<'_> {
    fn points_here(&self, operand: Operand) -> bool {
        matches!(operand, Operand::Local(local) if self.pointers.contains(local.index()))
    }

    /// Whether `count` bytes from an address cover the whole slot.
    fn is_whole(&self, pointer: Operand, count: u64) -> bool {
        self.promotion.spot(pointer) == Some((self.slot, 0)) && count >= self.size
    }

    fn touch(&self, instruction: &Instruction) -> Touch {
        let replaces = |whole: bool| if whole { Touch::Replaces } else { Touch::No };
        match &instruction.kind {
            InstructionKind::Load { pointer, .. } if self.points_here(*pointer) => Touch::Reads,
            InstructionKind::Store { value, pointer, .. } => {
                let layout = self.module.layout(self.module.type_of(self.function, *value));
                replaces(self.is_whole(*pointer, layout.map_or(0, |layout| layout.store_size)))
            }
            InstructionKind::Call(call)
            | InstructionKind::Invoke { call, .. }
            | InstructionKind::CallBr { call, .. } => {
                let used = call.arguments.iter().any(|argument| self.points_here(argument.value));
                let count = |count| address::number(self.module, count).unwrap_or(0);
                match address::bulk(self.module, call) {
                    Some(Bulk::Copy { from, .. }) if self.points_here(from) => Touch::Reads,
                    Some(Bulk::Copy { to, count: bytes, .. } | Bulk::Fill { to, count: bytes, .. }) => {
                        replaces(self.is_whole(to, count(bytes)))
                    }
                    Some(Bulk::Begin(pointer)) => replaces(self.is_whole(pointer, u64::MAX)),
                    Some(Bulk::End(_)) => replaces(used),
                    None => {
                        let name = self.module.callee_name(&call.callee).unwrap_or("");
                        match used {
                            true if name.starts_with("llvm.va_start") => replaces(self.size <= 24),
                            true => Touch::Reads,
                            false => Touch::No,
                        }
                    }
                }
            }
            InstructionKind::GetElementPtr { .. }
            | InstructionKind::Cast { .. }
            | InstructionKind::Icmp { .. }
            | InstructionKind::Phi { .. }
            | InstructionKind::Select(_)
            | InstructionKind::Freeze(_) => Touch::No,
            // Whatever else gets a pointer into the slot may read it.
            kind => {
                let mut used = false;
                kind.for_each_operand(|operand| used |= self.points_here(operand));
                if used { Touch::Reads } else { Touch::No }
            }
        }
    }
}
