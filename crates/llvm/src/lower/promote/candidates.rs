//! Candidates for promotion: how each stack slot is used, and the pieces that its uses cut it into.

use std::collections::BTreeSet;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::lower::analysis::address::{self, Bulk, Spot};
use crate::lower::world::shape::{Shapes, Word};
use crate::text::ids::{LocalId, TypeId};
use crate::text::instr::{Instruction, InstructionKind, Operand};
use crate::text::module::{Function, Module};

/// Maximum size of a promoted slot, in bytes.
const MAX_SLOT_BYTES: u64 = 256;
/// Maximum number of pieces of a promoted slot.
const MAX_PIECES: usize = 32;

/// A copy between two slots, or between one and other memory.
#[derive(Clone, Copy, Debug)]
struct Move {
    to: Option<Spot>,
    from: Option<Spot>,
    count: u64,
}

/// What is known about the slots so far.
#[derive(Debug)]
pub(crate) struct Candidates {
    sizes: FxHashMap<LocalId, u64>,
    pub types: FxHashMap<LocalId, TypeId>,
    /// By slot: the offsets at which an access begins or ends.
    cuts: FxHashMap<LocalId, BTreeSet<u64>>,
    /// By slot: the ranges of bytes that are accessed.
    ranges: FxHashMap<LocalId, BTreeSet<(u64, u64)>>,
    pub refused: FxHashSet<LocalId>,
    moves: Vec<Move>,
}

impl Candidates {
    pub fn new(slots: &[(LocalId, u64)]) -> Candidates {
        Candidates {
            sizes: slots.iter().copied().collect(),
            types: FxHashMap::default(),
            cuts: FxHashMap::default(),
            ranges: FxHashMap::default(),
            refused: slots.iter().filter(|(_, size)| *size > MAX_SLOT_BYTES).map(|(slot, _)| *slot).collect(),
            moves: Vec::new(),
        }
    }

    /// Records how an instruction uses the slots.
    pub fn examine(
        &mut self,
        module: &Module,
        function: &Function,
        shapes: &mut Shapes,
        spots: &[Option<Spot>],
        instruction: &Instruction,
    ) {
        let spot = |operand: Operand| address::of(spots, operand);
        match &instruction.kind {
            InstructionKind::Alloca { ty, count, .. } => {
                if let Some(result) = instruction.result.filter(|slot| self.sizes.contains_key(slot)) {
                    // There is no type at hand for an array of them.
                    if count.is_none_or(|count| address::number(module, count) == Some(1)) {
                        self.types.insert(result, *ty);
                    }
                }
                count.iter().for_each(|count| self.refuse(spot(*count)));
            }
            InstructionKind::Load { ty, pointer, .. } => self.access(module, shapes, *ty, spot(*pointer)),
            InstructionKind::Store { value, pointer, .. } => {
                self.refuse(spot(*value));
                self.access(module, shapes, module.type_of(function, *value), spot(*pointer));
            }
            InstructionKind::GetElementPtr { .. } | InstructionKind::Cast { .. }
                if instruction.result.is_some_and(|result| spots[result.index()].is_some()) => {}
            InstructionKind::Call(call) => match address::bulk(module, call) {
                Some(Bulk::Copy { to, from, count, .. }) => match address::number(module, count) {
                    Some(count) => self.moves.push(Move { to: spot(to), from: spot(from), count }),
                    None => [to, from].iter().for_each(|operand| self.refuse(spot(*operand))),
                },
                Some(Bulk::Fill { to, value, count }) => {
                    let known = address::number(module, value).is_some();
                    match (address::number(module, count), spot(to)) {
                        (Some(count), Some((slot, start))) if known => self.add(slot, start, count),
                        _ => self.refuse(spot(to)),
                    }
                }
                Some(Bulk::Begin(_) | Bulk::End(_)) => {}
                None => instruction.kind.for_each_operand(|operand| self.refuse(spot(operand))),
            },
            kind => kind.for_each_operand(|operand| self.refuse(spot(operand))),
        }
    }

    fn refuse(&mut self, spot: Option<Spot>) {
        if let Some((slot, _)) = spot {
            self.refused.insert(slot);
        }
    }

    fn is_candidate(&self, spot: Option<Spot>) -> bool {
        spot.is_some_and(|(slot, _)| !self.refused.contains(&slot))
    }

    /// Records a load or store.
    fn access(&mut self, module: &Module, shapes: &mut Shapes, ty: TypeId, spot: Option<Spot>) {
        let Some((slot, offset)) = spot else { return };
        match shapes.words(module, ty) {
            Some(words) => {
                for word in words.iter() {
                    self.add(slot, offset.wrapping_add(word.offset as i64), word.bytes());
                }
            }
            None => self.refuse(spot),
        }
    }

    /// Records an access to a range of bytes; refuses slots that it leaves.
    fn add(&mut self, slot: LocalId, start: i64, count: u64) {
        let size = self.sizes[&slot];
        let range = u64::try_from(start).ok().and_then(|start| Some((start, start.checked_add(count)?)));
        let Some((start, end)) = range.filter(|(_, end)| *end <= size) else {
            self.refused.insert(slot);
            return;
        };
        self.ranges.entry(slot).or_default().insert((start, end));
        self.cuts.entry(slot).or_default().extend([start, end]);
    }

    /// Makes the cuts of slots that are copied to each other agree.
    pub fn agree(&mut self, module: &Module, shapes: &mut Shapes) {
        let moves = std::mem::take(&mut self.moves);
        for it in &moves {
            for (slot, start) in [it.to, it.from].into_iter().flatten() {
                self.add(slot, start, it.count);
                // A copy includes every part of the type, also those that are never accessed here.
                if let Some(words) = self.types.get(&slot).and_then(|ty| shapes.words(module, *ty)) {
                    self.cuts.entry(slot).or_default().extend(words.iter().flat_map(|word| [word.offset, word.end()]));
                }
            }
        }
        self.moves = moves;
        let mut changed = true;
        while changed {
            self.refuse_copies();
            changed = false;
            for i in 0..self.moves.len() {
                let Move { to, from, count } = self.moves[i];
                if let (Some(to), Some(from)) = (to, from)
                    && self.is_candidate(Some(to))
                    && self.is_candidate(Some(from))
                {
                    changed |= self.translate(from, to, count) | self.translate(to, from, count);
                }
            }
            self.refuse_many();
        }
        let slots: Vec<LocalId> = self.cuts.keys().copied().collect();
        for slot in slots {
            if self.pieces(slot).iter().any(|piece| piece.bytes() > 8) {
                self.refused.insert(slot);
            }
        }
        self.refuse_many();
        self.refuse_copies();
    }

    fn refuse_many(&mut self) {
        let many = self.cuts.iter().filter(|(_, cuts)| cuts.len() > MAX_PIECES).map(|(slot, _)| *slot);
        self.refused.extend(many.collect::<Vec<_>>());
    }

    /// Transfers the cuts from one side of a copy to the other; returns whether one is new.
    fn translate(&mut self, (slot, start): Spot, (other, begin): Spot, count: u64) -> bool {
        // Both ranges are inside of their slots; otherwise the slots are refused.
        let (start, begin) = (start as u64, begin as u64);
        let cuts: Vec<u64> = match self.cuts.get(&slot) {
            Some(cuts) => cuts.range(start..=start + count).map(|cut| cut - start + begin).collect(),
            None => Vec::new(),
        };
        let known = self.cuts.entry(other).or_default();
        let before = known.len();
        known.extend(cuts);
        known.len() > before
    }

    /// The accessed pieces in order; those of more than 64 bits are too large for a variable.
    pub fn pieces(&self, slot: LocalId) -> Vec<Word> {
        let (Some(cuts), Some(ranges)) = (self.cuts.get(&slot), self.ranges.get(&slot)) else { return Vec::new() };
        let cuts: Vec<u64> = cuts.iter().copied().collect();
        let mut pieces = Vec::new();
        for pair in cuts.windows(2) {
            let (start, end) = (pair[0], pair[1]);
            if ranges.iter().any(|(from, to)| *from <= start && end <= *to) {
                let bits = u8::try_from((end - start) * 8).unwrap_or(u8::MAX);
                pieces.push(Word { offset: start, bits });
            }
        }
        pieces
    }

    /// A slot that is copied from memory stays in memory: undefined bytes may be copied, but not loaded.
    pub fn refuse_copies(&mut self) {
        let mut changed = true;
        while changed {
            changed = false;
            for it in &self.moves {
                if let (Some((to, _)), false) = (it.to, self.is_candidate(it.from)) {
                    changed |= self.refused.insert(to);
                }
            }
        }
    }
}
