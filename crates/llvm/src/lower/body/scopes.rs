//! The lives of stack slots inside of their function (`analysis/scopes`).

use std::rc::Rc;

use raddle_ir::{Instr, Operand};

use super::Body;
use crate::libc;
use crate::lower::analysis::address;
use crate::lower::analysis::forget;
use crate::lower::analysis::scopes::{Scope, Scoping};
use crate::lower::code::{Edge, End};
use crate::text::ids::LocalId;
use crate::text::instr::{self, Call, InstructionKind};

impl Body<'_, '_> {
    /// Finds the slots whose lives do not last as long as the function.
    pub(super) fn find_scopes(&mut self) {
        let Body { module, function, cfg, escapes, index, .. } = *self;
        let (world, number, promotion) = (&*self.world, self.number, &self.promotion);
        let throws = &|call: &Call| world.throws.may_throw(&world.linked, number, call);
        self.scopes = Scoping { module, function, cfg, promotion, escapes, index, throws }.scopes();
    }

    /// Does the slot begin and end its life inside of the function?
    pub(super) fn is_scoped(&self, slot: LocalId) -> bool {
        self.scopes.scoped.iter().any(|scope| scope.slot == slot)
    }

    /// Takes note of a slot that lives as long as the function, although it may be meant to begin its life again in it.
    pub(super) fn notice_life(&mut self, slot: LocalId, size: u64) {
        self.world.has_unknown_lives |= size >= libc::MIN_OBJECT_BYTES && !self.scopes.begin_anew.contains(&slot);
    }

    fn scope(&self, pointer: instr::Operand) -> Option<(LocalId, Option<&Scope>)> {
        let (slot, _) = self.promotion.spot(pointer)?;
        Some((slot, self.scopes.scoped.iter().find(|scope| scope.slot == slot)))
    }

    /// Begins the life of a slot: from now on its content is undefined.
    pub(super) fn begin_life(&mut self, pointer: instr::Operand) {
        let Some((slot, scope)) = self.scope(pointer) else { return };
        let Some(shared) = scope.map(|scope| scope.shared) else { return self.forget_content(slot) };
        let Some((size, align)) = self.size_of_slot(slot) else { unreachable!("a scoped slot has a size") };
        let origin = self.origin;
        self.declare(slot);
        let address = if shared {
            self.allocate_on_stack(Operand::Const(size))
        } else {
            let dst = self.code.register();
            self.emit(Instr::Private { dst, size: Operand::Const(size), align });
            Operand::Reg(dst)
        };
        self.origin = origin;
        self.values[slot.index()] = Some(Rc::new([address]));
    }

    /// A private slot that lives as long as the function: what an earlier iteration left in it is gone.
    fn forget_content(&mut self, slot: LocalId) {
        let Some((_, addr)) = self.private.iter().find(|(known, _)| *known == slot).copied() else { return };
        let place = (self.reading, self.index_in_block + 1);
        let is_repeated = self.loops.iter().any(|it| it.body.contains(self.reading));
        if is_repeated && !forget::is_dead_at(self.module, self.function, self.cfg, &self.promotion, slot, place) {
            self.emit(Instr::Forget { addr });
        }
    }

    fn size_of_slot(&self, slot: LocalId) -> Option<(u64, u64)> {
        let entry = self.function.blocks.first()?;
        entry.instructions.iter().filter(|it| it.result == Some(slot)).find_map(|it| match it.kind {
            InstructionKind::Alloca { ty, count, align } => {
                Some((address::slot_size(self.module, ty, count)?, align.unwrap_or(1)))
            }
            _ => None,
        })
    }

    /// Ends the life of a slot.
    pub(super) fn end_life(&mut self, pointer: instr::Operand) {
        let here = (self.reading, self.index_in_block);
        let Some((slot, Some(scope))) = self.scope(pointer) else { return };
        let (shared, ends) = (scope.shared, scope.ends.contains(&here));
        if ends {
            let addr = self.address_of(slot);
            self.emit(if shared { Instr::Release { addr } } else { Instr::Expire { addr } });
        }
    }

    /// The address of a slot that is alive.
    fn address_of(&self, slot: LocalId) -> Operand {
        match self.values[slot.index()].as_deref() {
            Some([address]) => *address,
            _ => unreachable!("the block in which a life begins is lowered before those in which it lasts"),
        }
    }

    /// The addresses of the slots that have to be released if the current instruction leaves the function.
    fn released_here(&self) -> Vec<Operand> {
        let here = (self.reading, self.index_in_block);
        let alive = self.scopes.scoped.iter().rev().filter(|scope| scope.shared && scope.exits.contains(&here));
        alive.map(|scope| self.address_of(scope.slot)).collect()
    }

    /// Releases the slots that are alive where the function is left.
    pub(crate) fn release_scopes(&mut self) {
        self.released_here().into_iter().for_each(|addr| self.emit(Instr::Release { addr }));
    }

    /// Lets an edge that leaves the function release the slots that are alive.
    pub(crate) fn releasing(&mut self, out: Edge) -> Edge {
        if self.released_here().is_empty() {
            return out;
        }
        let (here, to) = (self.block, self.code.block());
        self.block = to;
        self.release_scopes();
        self.end(End::Jump(out));
        self.block = here;
        Edge { to, arguments: Vec::new(), enters: Vec::new() }
    }
}
