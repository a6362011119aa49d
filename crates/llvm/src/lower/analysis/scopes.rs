//! Stack slots whose lives begin and end inside of their function, as the compiler's markers say.
//!
//! Most slots live as long as their function, whatever the markers say: those that become values, those whose address nobody
//! keeps, and those after whose end nothing happens any more. A slot is *scoped* if somebody could notice the difference, and if
//! its markers describe its life completely: one start, and at each instruction that uses it, ends it or leaves the function it is
//! known whether it is alive. If anything else is found, as optimised code may have it, the slot lives as long as its function.

use rustc_hash::FxHashMap;

use super::address::{self, Bulk};
use super::bits::Bits;
use super::cfg::Cfg;
use super::escape::Escapes;
use super::forget;
use crate::lower::promote::Promotion;
use crate::text::ids::LocalId;
use crate::text::instr::{Call, Instruction, InstructionKind, Operand};
use crate::text::module::{Function, Module};

/// An instruction: its block, and its place there.
pub(crate) type Place = (usize, usize);

/// A scoped slot.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Scope {
    pub slot: LocalId,
    /// May other threads see it?
    pub shared: bool,
    /// Where its life begins.
    pub start: Place,
    /// Where its life ends.
    pub ends: Vec<Place>,
    /// The instructions that leave the function, or may do so, while it is alive.
    pub exits: Vec<Place>,
}

/// What the analysis looks at.
pub(crate) struct Scoping<'a> {
    pub module: &'a Module,
    pub function: &'a Function,
    pub cfg: &'a Cfg,
    pub promotion: &'a Promotion,
    pub escapes: &'a Escapes,
    /// The index of the function.
    pub index: usize,
    /// May a call throw?
    pub throws: &'a dyn Fn(&Call) -> bool,
}

/// The markers of a slot.
#[derive(Default)]
struct Markers {
    starts: Vec<Place>,
    ends: Vec<Place>,
}

/// What the markers of a function say.
#[derive(Default, Debug)]
pub(crate) struct Scopes {
    /// The scoped slots, in the order of their names.
    pub scoped: Vec<Scope>,
    /// The others of which it is known that they have no content when their lives begin: those that begin once in a call, and those that nobody else
    /// sees, whose content the marker takes away.
    pub begin_anew: Vec<LocalId>,
}

impl Scoping<'_> {
    /// Finds the scoped slots of the function.
    pub fn scopes(&self) -> Scopes {
        let mut markers: FxHashMap<LocalId, Markers> = FxHashMap::default();
        for (place, instruction) in self.instructions() {
            let Some((slot, begins)) = self.marker(instruction) else { continue };
            let of_slot = markers.entry(slot).or_default();
            if begins { of_slot.starts.push(place) } else { of_slot.ends.push(place) }
        }
        let mut scopes = Scopes::default();
        for (&slot, markers) in &markers {
            match self.scope(slot, markers) {
                Some(scope) => scopes.scoped.push(scope),
                None if self.begins_anew(slot, markers) => scopes.begin_anew.push(slot),
                None => {}
            }
        }
        scopes.scoped.sort_by_key(|scope| scope.slot);
        scopes
    }

    fn begins_anew(&self, slot: LocalId, markers: &Markers) -> bool {
        match markers.starts[..] {
            [] => false,
            _ if !self.escapes.escapes(self.index, slot) => true,
            [start] => !self.is_repeated(start),
            _ => false,
        }
    }

    fn instructions(&self) -> impl Iterator<Item = (Place, &Instruction)> {
        self.cfg.order.iter().flat_map(|&block| {
            let instructions = self.function.blocks[block].instructions.iter().enumerate();
            instructions.map(move |(index, instruction)| ((block, index), instruction))
        })
    }

    /// The slot in memory whose life an instruction begins (true) or ends.
    fn marker(&self, instruction: &Instruction) -> Option<(LocalId, bool)> {
        let InstructionKind::Call(call) = &instruction.kind else { return None };
        let (pointer, begins) = match address::bulk(self.module, call)? {
            Bulk::Begin(pointer) => (pointer, true),
            Bulk::End(pointer) => (pointer, false),
            _ => return None,
        };
        let (slot, offset) = self.promotion.spot(pointer)?;
        (offset == 0 && !self.promotion.is_promoted(slot)).then_some((slot, begins))
    }

    fn scope(&self, slot: LocalId, markers: &Markers) -> Option<Scope> {
        let [start] = markers.starts[..] else { return None };
        let shared = self.escapes.escapes(self.index, slot);
        let noticed = match shared {
            true => self.is_repeated(start) || markers.ends.iter().any(|&end| self.something_follows(end)),
            false => markers.ends.iter().any(|&end| self.is_held_after(slot, end)),
        };
        if !noticed {
            return None;
        }
        let mut dead = Reached::new(self.function);
        dead.flood(self, (self.cfg.entry(), 0), &[start]);
        markers.ends.iter().for_each(|&(block, index)| dead.flood(self, (block, index + 1), &[start]));
        let mut alive = Reached::new(self.function);
        alive.flood(self, (start.0, start.1 + 1), &markers.ends);
        let pointers = self.pointers(slot);
        let (mut ends, mut exits) = (Vec::new(), Vec::new());
        for (place, instruction) in self.instructions() {
            let state = (alive.contains(place), dead.contains(place));
            if let Some((marked, begins)) = self.marker(instruction) {
                match (marked == slot, begins, state) {
                    (false, ..) | (_, true, (false, _)) | (_, false, (false, true)) => {}
                    (_, false, (true, false)) => ends.push(place),
                    _ => return None,
                }
                continue;
            }
            let mut used = false;
            instruction.kind.for_each_operand(|operand| {
                used |= matches!(operand, Operand::Local(local) if pointers.contains(local.index()));
            });
            match state {
                (_, true) if used => return None,
                (true, true) if self.leaves(instruction) => return None,
                (true, false) if self.leaves(instruction) => exits.push(place),
                _ => {}
            }
        }
        Some(Scope { slot, shared, start, ends, exits })
    }

    /// Can an instruction be executed more than once in a call of the function?
    fn is_repeated(&self, (block, index): Place) -> bool {
        let mut after = Reached::new(self.function);
        after.flood(self, (block, index + 1), &[]);
        after.contains((block, index))
    }

    /// Does the function do anything after an instruction that another thread could notice, or that takes part in a computation?
    fn something_follows(&self, (block, index): Place) -> bool {
        let mut after = Reached::new(self.function);
        after.flood(self, (block, index + 1), &[]);
        self.instructions().any(|(place, it)| after.contains(place) && self.does_something(place, it))
    }

    fn does_something(&self, (block, index): Place, instruction: &Instruction) -> bool {
        use InstructionKind::*;
        // Accesses to slots that became values are gone.
        if self.promotion.effects[block][index].is_some() || self.marker(instruction).is_some() {
            return false;
        }
        !matches!(
            instruction.kind,
            Alloca { .. }
                | GetElementPtr { .. }
                | Binary { .. }
                | Icmp { .. }
                | Cast { .. }
                | Phi { .. }
                | Select(_)
                | ExtractValue { .. }
                | InsertValue { .. }
                | Br(_)
                | CondBr { .. }
                | Switch { .. }
                | Ret(_)
                | Resume(_)
                | Unreachable
        )
    }

    /// May a slot hold the address of this one when its life ends, and be read later?
    fn is_held_after(&self, slot: LocalId, (block, index): Place) -> bool {
        let Scoping { module, function, cfg, promotion, .. } = *self;
        let is_read = |holder| !forget::is_dead_at(module, function, cfg, promotion, holder, (block, index + 1));
        self.escapes.holders(self.index, slot).any(|holder| holder != slot && is_read(holder))
    }

    /// The address of a slot, and what is computed from it.
    fn pointers(&self, slot: LocalId) -> Bits {
        use InstructionKind::*;
        let mut pointers = Bits::new(self.function.locals.len());
        pointers.insert(slot.index());
        let mut changed = true;
        while changed {
            changed = false;
            for (_, instruction) in self.instructions() {
                let Some(result) = instruction.result else { continue };
                let passes = match &instruction.kind {
                    Load { .. } | Icmp { .. } | CmpXchg(_) | AtomicRmw { .. } | Invoke { .. } | CallBr { .. } => false,
                    // A few intrinsics return their argument.
                    Call(it) => self.module.callee_name(&it.callee).is_some_and(|name| name.starts_with("llvm.")),
                    _ => true,
                };
                if !passes {
                    continue;
                }
                let mut used = false;
                instruction.kind.for_each_operand(|operand| {
                    used |= matches!(operand, Operand::Local(local) if pointers.contains(local.index()));
                });
                changed |= used && pointers.insert(result.index());
            }
        }
        pointers
    }

    /// May an instruction leave the function?
    fn leaves(&self, instruction: &Instruction) -> bool {
        match &instruction.kind {
            InstructionKind::Ret(_) | InstructionKind::Resume(_) => true,
            InstructionKind::LandingPad { cleanup, .. } => !cleanup,
            InstructionKind::Call(call) => (self.throws)(call),
            _ => false,
        }
    }
}

/// Instructions that can be reached.
struct Reached(Vec<Bits>);

impl Reached {
    fn new(function: &Function) -> Reached {
        Reached(function.blocks.iter().map(|block| Bits::new(block.instructions.len())).collect())
    }

    fn contains(&self, (block, index): Place) -> bool {
        self.0[block].contains(index)
    }

    /// Adds what can be reached from an instruction without going past `borders`, which are reached themselves.
    fn flood(&mut self, scoping: &Scoping<'_>, from: Place, borders: &[Place]) {
        let mut open = vec![from];
        while let Some((block, first)) = open.pop() {
            let count = scoping.function.blocks[block].instructions.len();
            let mut place = first;
            while place < count && self.0[block].insert(place) {
                if borders.contains(&(block, place)) {
                    break;
                }
                place += 1;
            }
            if place == count {
                open.extend(scoping.cfg.successors[block].iter().map(|next| (*next, 0)));
            }
        }
    }
}
