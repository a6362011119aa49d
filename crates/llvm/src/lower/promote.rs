//! Promotion: which stack slots need no memory.
//!
//! A slot whose address is only used to load and store its words, to copy it whole and to fill it, lives in registers,
//! word by word (LLVM's SROA and mem2reg in one). Slots that may be read before they are written stay in memory, where
//! such reads are found.

use rustc_hash::{FxHashMap, FxHashSet};

use super::address::{self, Bulk, Spot};
use super::bits::Bits;
use super::cfg::Cfg;
use super::shape::{Shapes, Word};
use crate::ids::{LocalId, TypeId};
use crate::instr::{Instruction, InstructionKind, Operand};
use crate::module::{Function, Module};

/// Larger slots stay in memory.
const LARGEST: u64 = 256;
/// So do those of more words.
const MOST_WORDS: usize = 32;

/// A word of a slot that became a variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Variable {
    /// The slot.
    pub slot: LocalId,
    /// Which of its words.
    pub word: Word,
}

/// What an instruction does to variables.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Effect {
    /// Its result consists of these.
    Load(Vec<usize>),
    /// It gives these the words of a value.
    Store(Vec<usize>),
    /// It gives the first ones what the second ones hold.
    Copy(Vec<(usize, usize)>),
    /// It stores these in memory, so many bytes behind the address that it is given.
    Spill(Vec<(u64, usize)>),
    /// It fills these with copies of a byte.
    Fill(Vec<usize>, u8),
    /// It makes these undefined.
    Begin(Vec<usize>),
    /// It has no meaning any more.
    Nothing,
}

/// The slots of a function that became variables.
#[derive(Debug)]
pub(crate) struct Promotion {
    pub variables: Vec<Variable>,
    /// By promoted slot: its variables, by offset.
    slots: FxHashMap<LocalId, Vec<usize>>,
    spots: Vec<Option<Spot>>,
    /// By local: whether it is only returned, so that it does not matter if it is undefined.
    returned: Bits,
}

/// A copy between two slots, or from one to elsewhere.
struct Move {
    to: Option<Spot>,
    from: Option<Spot>,
    count: u64,
}

/// What is known about the slots while they are examined.
struct Candidates {
    sizes: FxHashMap<LocalId, u64>,
    types: FxHashMap<LocalId, TypeId>,
    words: FxHashMap<LocalId, FxHashSet<Word>>,
    refused: FxHashSet<LocalId>,
    moves: Vec<Move>,
}

impl Promotion {
    pub fn new(module: &Module, function: &Function, cfg: &Cfg, shapes: &mut Shapes) -> Promotion {
        let slots = address::static_slots(module, function);
        let spots = address::spots(module, function, cfg, &slots);
        let mut candidates = Candidates {
            sizes: slots.iter().copied().collect(),
            types: FxHashMap::default(),
            words: slots.iter().map(|(slot, _)| (*slot, FxHashSet::default())).collect(),
            refused: slots.iter().filter(|(_, size)| *size > LARGEST).map(|(slot, _)| *slot).collect(),
            moves: Vec::new(),
        };
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
            returned: only_returned(function, cfg),
        };
        promotion.number(&slots, &candidates);
        // What may be read before it is written stays in memory, and so does what is copied from there.
        let unsure = promotion.maybe_undefined(module, function, cfg, shapes);
        if !unsure.is_empty() {
            candidates.refused.extend(unsure);
            candidates.refuse_copies();
            promotion.number(&slots, &candidates);
        }
        promotion
    }

    fn number(&mut self, slots: &[(LocalId, u64)], candidates: &Candidates) {
        self.variables.clear();
        self.slots.clear();
        for (slot, _) in slots.iter().filter(|(slot, _)| !candidates.refused.contains(slot)) {
            let mut words: Vec<Word> = candidates.words[slot].iter().copied().collect();
            words.sort();
            let first = self.variables.len();
            self.variables.extend(words.iter().map(|&word| Variable { slot: *slot, word }));
            self.slots.insert(*slot, (first..self.variables.len()).collect());
        }
    }

    /// Whether a slot needs no memory.
    pub fn is_promoted(&self, slot: LocalId) -> bool {
        self.slots.contains_key(&slot)
    }

    /// The place in a slot of the entry block that an operand surely points to.
    pub fn spot(&self, operand: Operand) -> Option<Spot> {
        address::of(&self.spots, operand)
    }

    /// The variables of a promoted slot, with the offset that a place in it has.
    fn find(&self, operand: Operand) -> Option<(&[usize], i64)> {
        let (slot, offset) = self.spot(operand)?;
        Some((self.slots.get(&slot)?, offset))
    }

    /// The variables that are the words of a value of a type at a place.
    fn words(&self, module: &Module, shapes: &mut Shapes, ty: TypeId, pointer: Operand) -> Option<Vec<usize>> {
        let (variables, offset) = self.find(pointer)?;
        let words = shapes.words(module, ty)?;
        let find = |word: &Word| {
            let offset = word.offset.checked_add_signed(offset)?;
            variables.iter().copied().find(|v| self.variables[*v].word == Word { offset, ..*word })
        };
        words.iter().map(find).collect()
    }

    /// The variables that lie in so many bytes from a place, with how far behind the place they are.
    fn range(&self, pointer: Operand, count: u64) -> Option<Vec<(u64, usize)>> {
        let (variables, offset) = self.find(pointer)?;
        let relative = |v: &usize| {
            let distance = u64::try_from(self.variables[*v].word.offset as i64 - offset).ok()?;
            (distance < count).then_some((distance, *v))
        };
        Some(variables.iter().filter_map(relative).collect())
    }

    /// What an instruction does to variables; nothing if it does not concern them.
    pub fn effect(
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
                Bulk::Copy { to, from, count } => {
                    let count = address::number(module, count)?;
                    match (self.range(to, count), self.range(from, count)) {
                        (Some(to), Some(from)) => {
                            let source = |distance: u64| from.iter().find(|it| it.0 == distance).map(|it| it.1);
                            Some(Effect::Copy(
                                to.iter().filter_map(|(distance, v)| Some((*v, source(*distance)?))).collect(),
                            ))
                        }
                        (None, Some(from)) => Some(Effect::Spill(from)),
                        _ => None,
                    }
                }
                Bulk::Fill { to, value, count } => {
                    let range = self.range(to, address::number(module, count)?)?;
                    let byte = address::number(module, value)? as u8;
                    Some(Effect::Fill(range.iter().map(|(_, v)| *v).collect(), byte))
                }
                Bulk::Begin(pointer) => Some(Effect::Begin(self.find(pointer)?.0.to_vec())),
                Bulk::End => Some(Effect::Nothing),
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
        let mut effects: Vec<Vec<(Effect, bool)>> = vec![Vec::new(); function.blocks.len()];
        for &block in &cfg.order {
            for instruction in &function.blocks[block].instructions {
                if let Some(effect) = self.effect(module, function, shapes, instruction) {
                    let matters = instruction.result.is_none_or(|result| !self.returned.contains(result.index()));
                    effects[block].push((effect, matters));
                }
            }
        }
        // Defined at the end of each block: on every way there.
        let mut defined: Vec<Bits> = vec![Bits::full(count); function.blocks.len()];
        let mut changed = true;
        while changed {
            changed = false;
            for (place, &block) in cfg.order.iter().enumerate() {
                let mut now = self.defined_before(cfg, &defined, place, block, count);
                effects[block].iter().for_each(|(effect, _)| define(effect, &mut now));
                if now != defined[block] {
                    defined[block] = now;
                    changed = true;
                }
            }
        }
        let mut unsure = FxHashSet::default();
        for (place, &block) in cfg.order.iter().enumerate() {
            let mut now = self.defined_before(cfg, &defined, place, block, count);
            for (effect, matters) in &effects[block] {
                if *matters {
                    for variable in reads(effect).into_iter().filter(|v| !now.contains(*v)) {
                        unsure.insert(self.variables[variable].slot);
                    }
                }
                define(effect, &mut now);
            }
        }
        unsure
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
pub(crate) fn reads(effect: &Effect) -> Vec<usize> {
    match effect {
        Effect::Load(variables) => variables.clone(),
        Effect::Copy(pairs) => pairs.iter().map(|pair| pair.1).collect(),
        Effect::Spill(list) => list.iter().map(|it| it.1).collect(),
        _ => Vec::new(),
    }
}

/// The variables that an effect gives new values.
pub(crate) fn writes(effect: &Effect) -> Vec<usize> {
    match effect {
        Effect::Store(variables) | Effect::Fill(variables, _) | Effect::Begin(variables) => variables.clone(),
        Effect::Copy(pairs) => pairs.iter().map(|pair| pair.0).collect(),
        _ => Vec::new(),
    }
}

fn define(effect: &Effect, defined: &mut Bits) {
    for variable in writes(effect) {
        match effect {
            Effect::Begin(_) => defined.remove(variable),
            _ => drop(defined.insert(variable)),
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

impl Candidates {
    /// Notes how an instruction uses the slots.
    fn examine(
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
                    // The type of an array of them is not at hand.
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
                Some(Bulk::Copy { to, from, count }) => match address::number(module, count) {
                    Some(count) => self.moves.push(Move { to: spot(to), from: spot(from), count }),
                    None => [to, from].iter().for_each(|operand| self.refuse(spot(*operand))),
                },
                Some(Bulk::Fill { to, value, count }) => {
                    let known = address::number(module, value).is_some();
                    match address::number(module, count) {
                        // As a copy from nowhere in particular: words that lie across its ends are found below.
                        Some(count) if known => self.moves.push(Move { to: spot(to), from: spot(to), count }),
                        _ => self.refuse(spot(to)),
                    }
                }
                Some(Bulk::Begin(_) | Bulk::End) => {}
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

    /// Notes a load or store.
    fn access(&mut self, module: &Module, shapes: &mut Shapes, ty: TypeId, spot: Option<Spot>) {
        let Some((slot, offset)) = spot else { return };
        match shapes.words(module, ty) {
            Some(words) => {
                for word in words.iter() {
                    self.add(slot, word.offset as i64 + offset, word.bits);
                }
            }
            None => self.refuse(spot),
        }
    }

    fn add(&mut self, slot: LocalId, offset: i64, bits: u8) -> bool {
        let size = self.sizes.get(&slot).copied().unwrap_or(0);
        let word = u64::try_from(offset).ok().map(|offset| Word { offset, bits });
        let (Some(word), Some(words)) = (word.filter(|word| word.end() <= size), self.words.get_mut(&slot)) else {
            self.refused.insert(slot);
            return false;
        };
        let new = words.insert(word);
        if words.len() > MOST_WORDS {
            self.refused.insert(slot);
        }
        new
    }

    /// Makes slots that are copied to each other consist of the same words, and refuses those of which words overlap.
    fn agree(&mut self, module: &Module, shapes: &mut Shapes) {
        let moves = std::mem::take(&mut self.moves);
        for it in moves.iter() {
            for (slot, _) in [it.to, it.from].into_iter().flatten() {
                // Every word of the type is copied, also those that nobody looks at here.
                if it.to != it.from
                    && let Some(ty) = self.types.get(&slot).copied()
                {
                    self.access(module, shapes, ty, Some((slot, 0)));
                }
            }
        }
        self.moves = moves;
        let mut changed = true;
        while changed {
            self.refuse_copies();
            changed = false;
            for i in 0..self.moves.len() {
                let (to, from, count) = (self.moves[i].to, self.moves[i].from, self.moves[i].count);
                for (a, b) in [(from, to), (to, from)] {
                    if self.is_candidate(a) {
                        changed |= self.translate(a, b.filter(|_| self.is_candidate(b)), count);
                    }
                }
            }
        }
        for (slot, words) in &self.words {
            let mut words: Vec<Word> = words.iter().copied().collect();
            words.sort();
            if words.windows(2).any(|pair| pair[0].end() > pair[1].offset) {
                self.refused.insert(*slot);
            }
        }
        self.refuse_copies();
    }

    /// Gives the other side of a copy the words of one side; tells whether one is new.
    fn translate(&mut self, one: Option<Spot>, other: Option<Spot>, count: u64) -> bool {
        let Some((slot, start)) = one else { return false };
        let Some(end) = i64::try_from(count).ok().and_then(|count| start.checked_add(count)) else {
            self.refused.insert(slot);
            return true;
        };
        let mut words: Vec<Word> = self.words.get(&slot).into_iter().flatten().copied().collect();
        words.sort();
        let mut changed = false;
        for word in words {
            let (first, last) = (word.offset as i64, word.end() as i64);
            if last <= start || end <= first {
                continue;
            }
            if first < start || end < last {
                self.refused.insert(slot);
                return true;
            }
            if let Some((slot, offset)) = other {
                changed |= self.add(slot, first - start + offset, word.bits);
            }
        }
        changed
    }

    /// What is copied from memory stays in memory: parts that are undefined may be copied, but not loaded.
    fn refuse_copies(&mut self) {
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
