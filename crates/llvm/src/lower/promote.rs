//! Promotion: stack slots that become values.
//!
//! A slot is promoted (LLVM's SROA and mem2reg in one) if its address is only used to load, store, copy and fill parts
//! of it at known offsets. It is cut into pieces such that every access covers whole pieces, and each piece becomes a
//! variable. Slots that may be read before they are written stay in memory, where such reads are detected.

mod candidates;
pub(crate) mod phis;
mod raw;

use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use crate::lower::analysis::address::{self, Bulk, Spot};
use crate::lower::analysis::bits::Bits;
use crate::lower::analysis::cfg::Cfg;
use crate::lower::world::shape::{Shapes, Word};
use crate::text::ids::{LocalId, TypeId};
use crate::text::instr::{Instruction, InstructionKind, Operand};
use crate::text::module::{Function, Module};
use candidates::Candidates;

/// A piece of a slot that became a variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct PromotedVariable {
    /// The slot.
    pub slot: LocalId,
    /// Its place in the slot, in whole bytes.
    pub word: Word,
    /// Whether it is padding of the slot's type: its value does not matter.
    padding: bool,
}

/// A part of a word: a variable, and its offset in the word in bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct WordPart {
    pub variable: usize,
    pub shift: u32,
}

/// By word of a value: the variables it consists of. Usually there is one word with one part.
pub(crate) type Parts = SmallVec<[SmallVec<[WordPart; 1]>; 1]>;

/// A small set of variables.
pub(crate) type Variables = SmallVec<[usize; 4]>;

/// What an instruction does to promoted variables.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Effect {
    /// Loads a value: by word, the variables it consists of.
    Load(Parts),
    /// Stores a value: by word, the variables it consists of.
    Store(Parts),
    /// Copies variables: (to, from).
    Copy(Vec<(usize, usize)>),
    /// Stores variables in memory: (offset from the destination, variable).
    Spill(Vec<(u64, usize)>),
    /// Fills variables with copies of a byte.
    Fill(Vec<usize>, u8),
    /// Makes variables undefined.
    Begin(Vec<usize>),
    /// Does nothing: the slot it refers to is gone.
    Nothing,
}

/// The slots of a function that became variables.
#[derive(Debug)]
pub(crate) struct Promotion {
    pub variables: Vec<PromotedVariable>,
    /// By promoted slot: its variables, by offset.
    slots: FxHashMap<LocalId, Vec<usize>>,
    spots: Vec<Option<Spot>>,
    /// By block and instruction: its effect; `None` if it does not concern promoted slots.
    pub effects: Vec<Vec<Option<Effect>>>,
    /// By local: whether its only use is to be returned, so that it may be undefined.
    returned: Bits,
}

impl Promotion {
    pub fn new(module: &Module, function: &Function, cfg: &Cfg, shapes: &mut Shapes) -> Promotion {
        let slots = address::static_slots(module, function);
        let spots = address::spots(module, function, cfg, &slots);
        let mut candidates = Candidates::new(&slots);
        for &block in &cfg.order {
            for instruction in &function.blocks[block].instructions {
                candidates.examine(module, function, shapes, &spots, instruction);
            }
        }
        candidates.agree(module, shapes);
        let mut promotion = Promotion {
            variables: Vec::new(),
            slots: FxHashMap::default(),
            spots,
            effects: Vec::new(),
            returned: only_returned(function, cfg),
        };
        promotion.number(&slots, &candidates, module, shapes);
        promotion.effects = promotion.effects(module, function, cfg, shapes);
        // Slots that may be read before they are written stay in memory, and so do those copied from them.
        let unsure = promotion.maybe_undefined(module, function, cfg, shapes);
        if !unsure.is_empty() {
            candidates.refused.extend(unsure);
            candidates.refuse_copies();
            promotion.number(&slots, &candidates, module, shapes);
            promotion.effects = promotion.effects(module, function, cfg, shapes);
        }
        promotion
    }

    /// By block and instruction: its effect on variables.
    fn effects(
        &self,
        module: &Module,
        function: &Function,
        cfg: &Cfg,
        shapes: &mut Shapes,
    ) -> Vec<Vec<Option<Effect>>> {
        let mut effects = vec![Vec::new(); function.blocks.len()];
        for &block in &cfg.order {
            let instructions = function.blocks[block].instructions.iter();
            effects[block] = instructions.map(|it| self.effect(module, function, shapes, it)).collect();
        }
        effects
    }

    fn number(&mut self, slots: &[(LocalId, u64)], candidates: &Candidates, module: &Module, shapes: &mut Shapes) {
        self.variables.clear();
        self.slots.clear();
        for (slot, _) in slots.iter().filter(|(slot, _)| !candidates.refused.contains(slot)) {
            let ty = candidates.types.get(slot);
            let declared = ty.and_then(|ty| shapes.words(module, *ty));
            let first = self.variables.len();
            for word in candidates.pieces(*slot) {
                let part = |known: &Word| known.offset < word.end() && word.offset < known.end();
                let padding = declared.as_ref().is_some_and(|words| !words.iter().any(part));
                self.variables.push(PromotedVariable { slot: *slot, word, padding });
            }
            self.slots.insert(*slot, (first..self.variables.len()).collect());
        }
    }

    /// Whether a slot is promoted.
    pub fn is_promoted(&self, slot: LocalId) -> bool {
        self.slots.contains_key(&slot)
    }

    /// The slot of the entry block and the offset in it that an operand points to, if that is known.
    pub fn spot(&self, operand: Operand) -> Option<Spot> {
        address::of(&self.spots, operand)
    }

    /// Whether a load may read undefined bytes that do not matter.
    pub fn is_raw(&self, module: &Module, function: &Function, shapes: &mut Shapes, load: &Instruction) -> bool {
        raw::is_raw(module, function, shapes, &self.spots, load)
    }

    /// The variables of the promoted slot that an operand points into, and the offset in the slot.
    fn find(&self, operand: Operand) -> Option<(&[usize], i64)> {
        let (slot, offset) = self.spot(operand)?;
        Some((self.slots.get(&slot)?, offset))
    }

    /// By word of a value of this type at this address: its variables.
    fn words(&self, module: &Module, shapes: &mut Shapes, ty: TypeId, pointer: Operand) -> Option<Parts> {
        let (variables, offset) = self.find(pointer)?;
        let words = shapes.words(module, ty)?;
        let parts = |word: &Word| {
            let start = word.offset.checked_add_signed(offset)?;
            let inside = variables.iter().filter(|v| {
                let piece = self.variables[**v].word;
                start <= piece.offset && piece.end() <= start + word.bytes()
            });
            let part =
                |v: &usize| WordPart { variable: *v, shift: ((self.variables[*v].word.offset - start) * 8) as u32 };
            Some(inside.map(part).collect())
        };
        words.iter().map(parts).collect()
    }

    /// The variables within `count` bytes from an address, with their distances from it.
    fn range(&self, pointer: Operand, count: u64) -> Option<Vec<(u64, usize)>> {
        let (variables, offset) = self.find(pointer)?;
        let relative = |v: &usize| {
            let distance = u64::try_from((self.variables[*v].word.offset as i64).wrapping_sub(offset)).ok()?;
            (distance < count).then_some((distance, *v))
        };
        Some(variables.iter().filter_map(relative).collect())
    }

    /// The effect of an instruction on variables; `None` if it does not concern promoted slots.
    fn effect(
        &self,
        module: &Module,
        function: &Function,
        shapes: &mut Shapes,
        instruction: &Instruction,
    ) -> Option<Effect> {
        match &instruction.kind {
            InstructionKind::Alloca { .. } => self.is_promoted(instruction.result?).then_some(Effect::Nothing),
            InstructionKind::Load { ty, pointer, .. } => self.words(module, shapes, *ty, *pointer).map(Effect::Load),
            InstructionKind::Store { value, pointer, .. } => {
                let ty = module.type_of(function, *value);
                self.words(module, shapes, ty, *pointer).map(Effect::Store)
            }
            InstructionKind::GetElementPtr { .. } | InstructionKind::Cast { .. } => {
                self.find(Operand::Local(instruction.result?)).map(|_| Effect::Nothing)
            }
            InstructionKind::Call(call) => match address::bulk(module, call)? {
                Bulk::Copy { to, from, count, .. } => {
                    let count = address::number(module, count)?;
                    match (self.range(to, count), self.range(from, count)) {
                        (Some(to), Some(from)) => {
                            let source = |distance: u64| from.iter().find(|it| it.0 == distance).map(|it| it.1);
                            Some(Effect::Copy(
                                to.iter().filter_map(|(distance, v)| Some((*v, source(*distance)?))).collect(),
                            ))
                        }
                        (None, Some(mut from)) => {
                            from.retain(|(_, v)| !self.variables[*v].padding);
                            Some(Effect::Spill(from))
                        }
                        _ => None,
                    }
                }
                Bulk::Fill { to, value, count } => {
                    let range = self.range(to, address::number(module, count)?)?;
                    let byte = address::number(module, value)? as u8;
                    Some(Effect::Fill(range.iter().map(|(_, v)| *v).collect(), byte))
                }
                Bulk::Begin(pointer) => Some(Effect::Begin(self.find(pointer)?.0.to_vec())),
                Bulk::End(pointer) => self.find(pointer).map(|_| Effect::Nothing),
            },
            _ => None,
        }
    }

    /// The slots that may be read before they are written.
    fn maybe_undefined(
        &self,
        module: &Module,
        function: &Function,
        cfg: &Cfg,
        shapes: &mut Shapes,
    ) -> FxHashSet<LocalId> {
        let count = self.variables.len();
        // Forward analysis: the variables defined at the end of each block, on every path.
        let mut defined: Vec<Bits> = vec![Bits::full(count); function.blocks.len()];
        let mut changed = true;
        while changed {
            changed = false;
            for (place, &block) in cfg.order.iter().enumerate() {
                let mut now = self.defined_before(cfg, &defined, place, block, count);
                self.effects[block].iter().flatten().for_each(|effect| define(effect, &mut now));
                if now != defined[block] {
                    defined[block] = now;
                    changed = true;
                }
            }
        }
        let mut unsure = FxHashSet::default();
        for (place, &block) in cfg.order.iter().enumerate() {
            let mut now = self.defined_before(cfg, &defined, place, block, count);
            for (effect, instruction) in self.effects[block].iter().zip(&function.blocks[block].instructions) {
                let Some(effect) = effect else { continue };
                for variable in reads(effect) {
                    if !now.contains(variable) && self.matters(module, function, shapes, effect, instruction) {
                        unsure.insert(self.variables[variable].slot);
                    }
                }
                define(effect, &mut now);
            }
        }
        unsure
    }

    /// Whether the variables that an instruction reads must be defined.
    fn matters(
        &self,
        module: &Module,
        function: &Function,
        shapes: &mut Shapes,
        effect: &Effect,
        instruction: &Instruction,
    ) -> bool {
        match effect {
            Effect::Load(_) => {
                let returned = instruction.result.is_some_and(|it| self.returned.contains(it.index()));
                !returned && !self.is_raw(module, function, shapes, instruction)
            }
            Effect::Spill(_) => true,
            // Undefined variables may be copied.
            _ => false,
        }
    }

    fn defined_before(&self, cfg: &Cfg, defined: &[Bits], place: usize, block: usize, count: usize) -> Bits {
        if place == 0 {
            return Bits::new(count);
        }
        let mut before = Bits::full(count);
        cfg.predecessors[block].iter().for_each(|p| before.intersect(&defined[*p]));
        before
    }
}

/// The variables that an effect reads.
pub(crate) fn reads(effect: &Effect) -> Variables {
    match effect {
        Effect::Load(words) => words.iter().flatten().map(|part| part.variable).collect(),
        Effect::Copy(pairs) => pairs.iter().map(|pair| pair.1).collect(),
        Effect::Spill(list) => list.iter().map(|it| it.1).collect(),
        _ => Variables::new(),
    }
}

/// The variables that an effect gives new values.
pub(crate) fn writes(effect: &Effect) -> Variables {
    match effect {
        Effect::Store(words) => words.iter().flatten().map(|part| part.variable).collect(),
        Effect::Fill(variables, _) | Effect::Begin(variables) => variables.iter().copied().collect(),
        Effect::Copy(pairs) => pairs.iter().map(|pair| pair.0).collect(),
        _ => Variables::new(),
    }
}

/// Which variables are defined after an effect.
fn define(effect: &Effect, defined: &mut Bits) {
    match effect {
        Effect::Copy(pairs) => {
            let sources: SmallVec<[bool; 8]> = pairs.iter().map(|(_, from)| defined.contains(*from)).collect();
            for ((to, _), is_defined) in pairs.iter().zip(sources) {
                if is_defined {
                    defined.insert(*to);
                } else {
                    defined.remove(*to);
                }
            }
        }
        Effect::Begin(variables) => variables.iter().for_each(|variable| defined.remove(*variable)),
        other => {
            for variable in writes(other) {
                defined.insert(variable);
            }
        }
    }
}

/// The locals that are only returned.
fn only_returned(function: &Function, cfg: &Cfg) -> Bits {
    let count = function.locals.len();
    let (mut returned, mut other) = (Bits::new(count), Bits::new(count));
    for &block in &cfg.order {
        for instruction in &function.blocks[block].instructions {
            let set = if matches!(instruction.kind, InstructionKind::Ret(_)) { &mut returned } else { &mut other };
            instruction.kind.for_each_operand(|operand| {
                if let Operand::Local(local) = operand {
                    set.insert(local.index());
                }
            });
        }
    }
    returned.subtract(&other);
    returned
}
