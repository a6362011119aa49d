//! Constants; expressions are in `expression.rs`.

use rustc_hash::FxHashMap;

use super::{Name, Parsed, Parser, PendingBlock};
use crate::text::constant::ConstantValue;
use crate::text::error::ParseFault;
use crate::text::ids::{BlockId, ConstantId, SymbolId, TypeId};
use crate::text::lex::Kind;
use crate::text::module::{Definition, LocalName};
use crate::text::span;
use crate::text::types::Type;

impl Parser<'_> {
    /// Whether the current token is a word that begins a value rather than an attribute.
    pub(super) fn at_value_word(&self) -> bool {
        let word = self.word();
        matches!(
            word,
            "true"
                | "false"
                | "null"
                | "none"
                | "undef"
                | "poison"
                | "zeroinitializer"
                | "blockaddress"
                | "dso_local_equivalent"
                | "no_cfi"
                | "ptrauth"
                | "splat"
                | "asm"
        ) || Self::is_expression(word)
    }

    /// A type, and a constant of it.
    pub(super) fn typed_constant(&mut self) -> Parsed<ConstantId> {
        let ty = self.ty()?;
        self.constant(ty)
    }

    /// A constant of a type that was read already.
    pub(super) fn constant(&mut self, ty: TypeId) -> Parsed<ConstantId> {
        match self.token.kind {
            // The most frequent ones, which do not nest.
            Kind::Integer => {
                let value = self.integer(ty)?;
                self.advance();
                Ok(self.module.constants.add(ty, value))
            }
            Kind::Global | Kind::QuotedGlobal => {
                if !self.is_pointer(ty) {
                    return Err(self.wrong_type("an address", ty));
                }
                let symbol = self.symbol()?;
                Ok(self.module.constants.add(ty, ConstantValue::Symbol(symbol)))
            }
            _ => self.nested(|parser| {
                let value = parser.constant_value(ty)?;
                Ok(parser.module.constants.add(ty, value))
            }),
        }
    }

    fn constant_value(&mut self, ty: TypeId) -> Parsed<ConstantValue> {
        let value = match self.token.kind {
            Kind::Float => self.float(ty)?,
            Kind::Bytes => self.bytes(ty)?,
            Kind::Sign(b'[') => return self.aggregate(ty, b']'),
            Kind::Sign(b'{') => return self.aggregate(ty, b'}'),
            Kind::Sign(b'<') => {
                self.advance();
                let value = match self.token.kind {
                    Kind::Sign(b'{') => self.aggregate(ty, b'}')?,
                    _ => return self.elements(ty, b'>'),
                };
                self.expect_sign(b'>', "after a packed struct")?;
                return Ok(value);
            }
            Kind::Word => return self.constant_word(ty),
            _ => return Err(self.unexpected("a value")),
        };
        self.advance();
        Ok(value)
    }

    fn constant_word(&mut self, ty: TypeId) -> Parsed<ConstantValue> {
        let word = self.words();
        let value = match word {
            "true" | "false" if ty == TypeId::I1 => ConstantValue::Integer(u128::from(word == "true")),
            "true" | "false" => return Err(self.wrong_type("a truth value", ty)),
            "null" if self.is_pointer(ty) => ConstantValue::Null,
            "null" => return Err(self.wrong_type("the null pointer", ty)),
            "zeroinitializer" => ConstantValue::Zero,
            "undef" => ConstantValue::Undef,
            "poison" => ConstantValue::Poison,
            "none" => ConstantValue::NoToken,
            "blockaddress" => return self.block_address(ty),
            "dso_local_equivalent" | "no_cfi" => {
                self.advance();
                let symbol = self.symbol()?;
                return Ok(match word {
                    "no_cfi" => ConstantValue::NoCfi(symbol),
                    _ => ConstantValue::DsoLocalEquivalent(symbol),
                });
            }
            "ptrauth" => {
                self.advance();
                self.expect_sign(b'(', "after `ptrauth`")?;
                return Ok(ConstantValue::PtrAuth(self.constant_list(b')')?));
            }
            "splat" => {
                self.advance();
                self.expect_sign(b'(', "after `splat`")?;
                let element = self.typed_constant()?;
                self.expect_sign(b')', "after the element of `splat`")?;
                return Ok(ConstantValue::Splat(element));
            }
            _ => return self.expression(ty),
        };
        self.advance();
        Ok(value)
    }

    fn bytes(&self, ty: TypeId) -> Parsed<ConstantValue> {
        let bytes = span::bytes(self.words());
        match *self.module.types.get(self.module.types.resolve(ty)) {
            Type::Array { length, element: TypeId::I8 } if length == bytes.len() as u64 => {
                Ok(ConstantValue::Bytes(bytes.into()))
            }
            _ => Err(self.wrong_type(&format!("a text of {} bytes", bytes.len()), ty)),
        }
    }

    fn aggregate(&mut self, ty: TypeId, close: u8) -> Parsed<ConstantValue> {
        self.advance();
        self.elements(ty, close)
    }

    /// The elements of an aggregate, whose opening bracket was read.
    fn elements(&mut self, ty: TypeId, close: u8) -> Parsed<ConstantValue> {
        let offset = self.token.start as usize;
        let elements = self.constant_list(close)?;
        let types = &self.module.types;
        let expected = match types.get(types.resolve(ty)) {
            Type::Array { length, .. } | Type::Vector { length, scalable: false, .. } => Some(*length),
            Type::Struct { fields, .. } => Some(fields.len() as u64),
            _ => None,
        };
        let fits = expected == Some(elements.len() as u64)
            && elements
                .iter()
                .enumerate()
                .all(|(i, element)| types.element(ty, i as u64) == Some(self.module.constants.get(*element).ty));
        if !fits {
            let message = format!("these {} elements do not make a value of type `{}`", elements.len(), types.show(ty));
            return Err(ParseFault::new(offset, message, ""));
        }
        Ok(ConstantValue::Aggregate(elements))
    }

    /// Constants with commas between, and the sign that closes them.
    fn constant_list(&mut self, close: u8) -> Parsed<Box<[ConstantId]>> {
        let mut constants = Vec::new();
        if !self.eat_sign(close) {
            loop {
                constants.push(self.typed_constant()?);
                if !self.eat_sign(b',') {
                    break;
                }
            }
            self.expect_sign(close, "after the elements of a constant")?;
        }
        Ok(constants.into())
    }

    /// `blockaddress(@f, %b)`. The function may come later, so the block is resolved at the end.
    fn block_address(&mut self, ty: TypeId) -> Parsed<ConstantValue> {
        if !self.is_pointer(ty) {
            return Err(self.wrong_type("an address", ty));
        }
        self.advance();
        self.expect_sign(b'(', "after `blockaddress`")?;
        let function = self.symbol()?;
        self.expect_sign(b',', "after the function of a block address")?;
        if !matches!(self.token.kind, Kind::Local | Kind::QuotedLocal) {
            return Err(self.unexpected("the name of a block"));
        }
        let (block, offset) = (self.name()?, self.token.start);
        self.advance();
        self.expect_sign(b')', "after the block of a block address")?;
        // This kind of constant is never shared, so it will be the next one.
        let constant = ConstantId::new(self.module.constants.len());
        self.blocks.push(PendingBlock { constant, function, block, offset });
        Ok(ConstantValue::BlockAddress { function, block: BlockId(0) })
    }

    /// Resolves the blocks of block addresses, when all functions are known.
    pub(super) fn resolve_block_addresses(&mut self) -> Parsed<()> {
        // By function: its blocks by name. Jump tables name many blocks of one function.
        let mut known: FxHashMap<SymbolId, FxHashMap<LocalName, BlockId>> = FxHashMap::default();
        for PendingBlock { constant, function, block, offset } in std::mem::take(&mut self.blocks) {
            let blocks = known.entry(function).or_insert_with(|| match self.module.symbol(function).definition {
                Definition::Function(id) => {
                    let blocks = self.module.functions[id.index()].blocks.iter().enumerate();
                    blocks.map(|(i, block)| (block.name.clone(), BlockId::new(i))).collect()
                }
                _ => FxHashMap::default(),
            });
            let wanted = match block {
                Name::Name(name) => LocalName::Name(name.into()),
                Name::Number(number) => LocalName::Number(number),
            };
            let Some(&block) = blocks.get(&wanted) else {
                let message = format!("`@{}` has no such block", self.module.symbol(function).name);
                return Err(ParseFault::new(offset as usize, message, ""));
            };
            self.module.constants.set(constant, ConstantValue::BlockAddress { function, block });
        }
        Ok(())
    }

    /// Whether a type is a pointer, or a vector of pointers.
    pub(super) fn is_pointer(&self, ty: TypeId) -> bool {
        match *self.module.types.get(ty) {
            Type::Pointer(_) => true,
            Type::Vector { element, .. } => matches!(self.module.types.get(element), Type::Pointer(_)),
            _ => false,
        }
    }

    pub(super) fn wrong_type(&self, what: &str, ty: TypeId) -> ParseFault {
        self.error(format!("{what} cannot have the type `{}`", self.module.types.show(ty)), "")
    }
}
