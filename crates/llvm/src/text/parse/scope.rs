//! The names in one function: locals and blocks, which may be used before they are defined.

use std::borrow::Cow;

use rustc_hash::FxHashMap;

use super::{Name, Parsed, Parser};
use crate::text::error::ParseFault;
use crate::text::ids::{BlockId, LocalId, TypeId};
use crate::text::lex::Kind;
use crate::text::module::{Block, DebugVariable, Local, LocalName, Origin};

/// The state of the function that is being parsed.
#[derive(Default)]
pub(super) struct Scope<'s> {
    names: FxHashMap<Cow<'s, str>, LocalId>,
    numbers: FxHashMap<u32, LocalId>,
    pub locals: Vec<Local>,
    /// By local: the offset of its first use, if it is not defined yet.
    undefined: Vec<Option<u32>>,
    /// The next number of a local or block without a name.
    next_number: u32,
    block_names: FxHashMap<Cow<'s, str>, BlockId>,
    block_numbers: FxHashMap<u32, BlockId>,
    /// By block, in the order of first use: its index in the text once it is defined, and the offset of the first use.
    places: Vec<(Option<BlockId>, u32)>,
    /// The type of the function's result.
    pub result: Option<TypeId>,
    pub blocks: Vec<Block>,
    pub variables: Vec<DebugVariable>,
}

impl<'s> Scope<'s> {
    /// Begins a function that returns `result`. The state of the previous one was moved into it.
    pub fn begin(&mut self, result: TypeId) {
        clear(&mut self.names);
        clear(&mut self.numbers);
        clear(&mut self.block_names);
        clear(&mut self.block_numbers);
        self.undefined.clear();
        self.places.clear();
        self.locals = Vec::new();
        self.blocks = Vec::new();
        self.variables = Vec::new();
        self.next_number = 0;
        self.result = Some(result);
    }

    /// The local of this name; a new one with this type if it was not used before.
    fn local(&mut self, name: &Name<'s>, ty: TypeId, offset: u32) -> LocalId {
        let next = LocalId::new(self.locals.len());
        let id = match name {
            Name::Number(number) => *self.numbers.entry(*number).or_insert(next),
            // Look it up first: most uses are not the first, and need no copy.
            Name::Name(name) => match self.names.get(&**name) {
                Some(id) => *id,
                None => *self.names.entry(name.clone()).or_insert(next),
            },
        };
        if id == next {
            self.locals.push(Local { name: owned(name), ty, origin: Origin::Parameter(u32::MAX) });
            self.undefined.push(Some(offset));
        }
        id
    }

    /// The type of a local that was used already.
    pub fn type_of(&self, name: &Name<'s>) -> Option<TypeId> {
        let id = match name {
            Name::Number(number) => self.numbers.get(number),
            Name::Name(name) => self.names.get(&**name),
        };
        id.map(|id| self.locals[id.index()].ty)
    }

    fn block(&mut self, name: &Name<'s>, offset: u32) -> BlockId {
        let next = BlockId::new(self.places.len());
        let id = match name {
            Name::Number(number) => *self.block_numbers.entry(*number).or_insert(next),
            Name::Name(name) => match self.block_names.get(&**name) {
                Some(id) => *id,
                None => *self.block_names.entry(name.clone()).or_insert(next),
            },
        };
        if id == next {
            self.places.push((None, offset));
        }
        id
    }

    /// The next number, for unnamed locals and blocks.
    fn number(&mut self) -> Name<'s> {
        let number = self.next_number;
        self.next_number = number.saturating_add(1);
        Name::Number(number)
    }

    /// Numbers ascend; newer compilers may leave some out.
    fn check_number(&mut self, name: &Name<'s>, offset: u32) -> Parsed<()> {
        if let Name::Number(number) = *name {
            if number < self.next_number {
                let message = format!("`%{number}` should have been `%{}`", self.next_number);
                return Err(ParseFault::new(offset as usize, message, "numbers of values and blocks ascend"));
            }
            self.next_number = number.saturating_add(1);
        }
        Ok(())
    }

    /// Defines a parameter or a result.
    pub fn define(&mut self, name: Option<Name<'s>>, ty: TypeId, origin: Origin, offset: u32) -> Parsed<LocalId> {
        let name = match name {
            Some(name) => {
                self.check_number(&name, offset)?;
                name
            }
            None => self.number(),
        };
        let id = self.local(&name, ty, offset);
        let local = &mut self.locals[id.index()];
        if self.undefined[id.index()].take().is_none() {
            let message = format!("`%{}` is defined twice", local.name.as_str());
            return Err(ParseFault::new(offset as usize, message, ""));
        }
        if local.ty != ty {
            let message = format!("`%{}` was used above with another type", local.name.as_str());
            return Err(ParseFault::new(offset as usize, message, ""));
        }
        local.origin = origin;
        Ok(id)
    }

    /// Begins a block.
    pub fn begin_block(&mut self, name: Option<Name<'s>>, offset: u32) -> Parsed<()> {
        let name = match name {
            Some(name) => {
                self.check_number(&name, offset)?;
                name
            }
            None => self.number(),
        };
        let id = self.block(&name, offset);
        let place = &mut self.places[id.index()].0;
        if place.is_some() {
            let message = format!("the block `%{}` is defined twice", owned(&name).as_str());
            return Err(ParseFault::new(offset as usize, message, ""));
        }
        *place = Some(BlockId::new(self.blocks.len()));
        self.blocks.push(Block { name: owned(&name), instructions: Vec::new() });
        Ok(())
    }

    /// Checks that everything is defined, and numbers the blocks in the order of the text.
    pub fn finish(&mut self) -> Parsed<()> {
        if let Some((index, offset)) = self.undefined.iter().enumerate().find_map(|(i, it)| Some((i, (*it)?))) {
            let message = format!("`%{}` is used but never defined", self.locals[index].name.as_str());
            return Err(ParseFault::new(offset as usize, message, ""));
        }
        if let Some((_, offset)) = self.places.iter().find(|(place, _)| place.is_none()) {
            return Err(ParseFault::new(*offset as usize, "there is no such block in the function", ""));
        }
        let places = &self.places;
        for instruction in self.blocks.iter_mut().flat_map(|block| &mut block.instructions) {
            instruction.kind.for_each_block_mut(|block| {
                let Some(place) = places[block.index()].0 else { unreachable!("every block is defined by now") };
                *block = place;
            });
        }
        Ok(())
    }
}

/// Clearing takes time proportional to the capacity, so a large map is replaced.
fn clear<K, V>(map: &mut FxHashMap<K, V>) {
    if map.capacity() > 2048 {
        *map = FxHashMap::default();
    } else {
        map.clear();
    }
}

fn owned(name: &Name<'_>) -> LocalName {
    match name {
        Name::Name(name) => LocalName::Name((&**name).into()),
        Name::Number(number) => LocalName::Number(*number),
    }
}

impl Parser<'_> {
    /// The local at the current token, used with a type.
    pub(super) fn local(&mut self, ty: TypeId) -> Parsed<LocalId> {
        let name = self.name()?;
        let id = self.scope.local(&name, ty, self.token.start);
        let known = self.scope.locals[id.index()].ty;
        if known != ty {
            let types = &self.module.types;
            let message =
                format!("`%{}` has type `{}`, not `{}`", owned(&name).as_str(), types.show(known), types.show(ty));
            return Err(self.error(message, ""));
        }
        self.advance();
        Ok(id)
    }

    /// `label %name`.
    pub(super) fn label(&mut self) -> Parsed<BlockId> {
        self.expect_word("label", "in front of the name of a block")?;
        self.block()
    }

    /// The block at the current token.
    pub(super) fn block(&mut self) -> Parsed<BlockId> {
        if !matches!(self.token.kind, Kind::Local | Kind::QuotedLocal) {
            return Err(self.unexpected("the name of a block"));
        }
        let name = self.name()?;
        let id = self.scope.block(&name, self.token.start);
        self.advance();
        Ok(id)
    }
}
