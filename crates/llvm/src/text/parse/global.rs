//! Global variables, aliases and ifuncs.

use std::borrow::Cow;

use super::{Name, Parsed, Parser};
use crate::text::ids::{AliasId, ConstantId, GlobalId, IfuncId, SymbolId, TypeId};
use crate::text::keywords::{Linkage, Visibility};
use crate::text::lex::Kind;
use crate::text::module::{Alias, Definition, Global, Header, Ifunc};

impl Parser<'_> {
    /// A definition that begins with `@name =`.
    pub(super) fn global(&mut self) -> Parsed<()> {
        let offset = self.token.start;
        let symbol = self.symbol()?;
        self.expect_sign(b'=', "after the name of a global variable")?;
        let (header, declared) = self.header(symbol, offset)?;
        let address_space = self.address_space()?;
        let externally_initialized = self.eat_word("externally_initialized");
        match self.word() {
            "alias" => {
                self.advance();
                let (ty, target) = self.aliasee()?;
                self.partition()?;
                self.define(symbol, Definition::Alias(AliasId::new(self.module.aliases.len())), offset)?;
                self.module.aliases.push(Alias { header, ty, target });
                Ok(())
            }
            "ifunc" => {
                self.advance();
                let (ty, resolver) = self.aliasee()?;
                self.partition()?;
                self.define(symbol, Definition::Ifunc(IfuncId::new(self.module.ifuncs.len())), offset)?;
                self.module.ifuncs.push(Ifunc { header, ty, resolver });
                Ok(())
            }
            word @ ("global" | "constant") => {
                self.advance();
                let ty = self.ty()?;
                let initializer = if declared { None } else { Some(self.constant(ty)?) };
                let mut global = Global {
                    header,
                    ty,
                    constant: word == "constant",
                    initializer,
                    externally_initialized,
                    address_space,
                    align: None,
                    section: None,
                    comdat: None,
                    debug: Vec::new(),
                };
                self.global_tail(&mut global)?;
                self.define(symbol, Definition::Global(GlobalId::new(self.module.globals.len())), offset)?;
                self.module.globals.push(global);
                Ok(())
            }
            _ => Err(self.unexpected("`global`, `constant`, `alias` or `ifunc`")),
        }
    }

    /// Linkage, visibility and so on, and whether the linkage is one of declarations.
    pub(super) fn header(&mut self, symbol: SymbolId, offset: u32) -> Parsed<(Header, bool)> {
        let mut header = Header {
            symbol,
            linkage: Linkage::External,
            visibility: Visibility::Default,
            thread_local: false,
            unnamed: false,
            offset,
        };
        let mut declared = false;
        loop {
            let word = self.word();
            match word {
                "dso_local" | "dso_preemptable" | "dllimport" | "dllexport" | "local_unnamed_addr" => {}
                "unnamed_addr" => header.unnamed = true,
                "thread_local" => {
                    header.thread_local = true;
                    self.advance();
                    if self.at_sign(b'(') {
                        self.skip_brackets()?;
                    }
                    continue;
                }
                _ => match (Linkage::from_word(word), Visibility::from_word(word)) {
                    (Some(linkage), _) => {
                        header.linkage = linkage;
                        declared = matches!(linkage, Linkage::External | Linkage::ExternWeak);
                    }
                    (_, Some(visibility)) => header.visibility = visibility,
                    _ => return Ok((header, declared)),
                },
            }
            self.advance();
        }
    }

    /// The type and the address of an alias. Computed addresses may come without their type.
    fn aliasee(&mut self) -> Parsed<(TypeId, ConstantId)> {
        let ty = self.ty()?;
        self.expect_sign(b',', "after the type of an alias")?;
        let target = if self.at_value_word() { self.constant(TypeId::PTR)? } else { self.typed_constant()? };
        Ok((ty, target))
    }

    fn partition(&mut self) -> Parsed<()> {
        while self.eat_sign(b',') {
            if self.token.kind == Kind::Metadata {
                self.attachment()?;
            } else {
                self.expect_word("partition", "after an alias")?;
                self.quoted("the name of a partition")?;
            }
        }
        Ok(())
    }

    /// The part behind the initial value.
    fn global_tail(&mut self, global: &mut Global) -> Parsed<()> {
        while self.eat_sign(b',') {
            match (self.token.kind, self.word()) {
                (Kind::Metadata, _) => global.debug.extend(self.attachment()?),
                (_, "align") => global.align = Some(self.alignment()?),
                (_, "section") => {
                    self.advance();
                    global.section = Some(self.quoted("the name of a section")?.into());
                }
                (_, "comdat") => global.comdat = Some(self.comdat(global.header.symbol)?),
                (_, "partition" | "code_model") => {
                    self.advance();
                    self.quoted("a text")?;
                }
                // Sanitizers have keywords of their own.
                (Kind::Word, _) => self.advance(),
                _ => return Err(self.unexpected("an alignment, a section or metadata")),
            }
        }
        self.attributes_while(|_| false)?;
        Ok(())
    }

    /// `comdat` or `comdat($name)`; without a name that of the symbol.
    pub(super) fn comdat(&mut self, symbol: SymbolId) -> Parsed<Box<str>> {
        self.advance();
        if !self.eat_sign(b'(') {
            return Ok(self.symbols[symbol.index()].name.clone());
        }
        let name = self.comdat_name()?;
        self.expect_sign(b')', "after the name of a comdat")?;
        Ok(name)
    }

    pub(super) fn comdat_name(&mut self) -> Parsed<Box<str>> {
        if !matches!(self.token.kind, Kind::Comdat | Kind::QuotedComdat) {
            return Err(self.unexpected("the name of a comdat"));
        }
        let name = match self.name()? {
            Name::Name(name) => name,
            Name::Number(number) => Cow::Owned(number.to_string()),
        };
        self.advance();
        Ok(name.into())
    }
}
