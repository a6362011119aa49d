//! Top-level entities.

use super::{Parsed, Parser};
use crate::text::ids::TypeId;
use crate::text::layout::DataLayout;
use crate::text::lex::Kind;

impl Parser<'_> {
    /// Everything up to the end of the file.
    pub(super) fn top_level(&mut self) -> Parsed<()> {
        loop {
            match self.token.kind {
                Kind::End => return Ok(()),
                Kind::Word => self.top_level_word()?,
                Kind::Global | Kind::QuotedGlobal => self.global()?,
                Kind::Local | Kind::QuotedLocal => self.type_definition()?,
                Kind::Comdat | Kind::QuotedComdat => self.comdat_definition()?,
                Kind::Metadata => self.metadata_definition()?,
                Kind::Summary => {
                    // A summary for link-time optimisation, which adds nothing to the module.
                    self.lexer.skip_line();
                    self.advance();
                }
                _ => return Err(self.unexpected("a definition")),
            }
        }
    }

    fn top_level_word(&mut self) -> Parsed<()> {
        match self.words() {
            "define" => self.function(true),
            "declare" => self.function(false),
            "attributes" => {
                self.advance();
                self.attribute_group()
            }
            "source_filename" => {
                self.advance();
                self.expect_sign(b'=', "after `source_filename`")?;
                self.module.source_filename = self.quoted("the name of the source file")?.into();
                Ok(())
            }
            "target" => self.target(),
            "module" => {
                self.advance();
                self.expect_word("asm", "after `module`")?;
                let line = self.quoted("a line of assembly")?.into();
                self.module.assembly.push(line);
                Ok(())
            }
            "uselistorder" | "uselistorder_bb" => self.use_list_order(),
            _ => Err(self.unexpected("a definition")),
        }
    }

    fn target(&mut self) -> Parsed<()> {
        self.advance();
        if self.eat_word("triple") {
            self.expect_sign(b'=', "after `target triple`")?;
            self.module.triple = self.quoted("the target")?.into();
            return Ok(());
        }
        self.expect_word("datalayout", "or `triple` after `target`")?;
        self.expect_sign(b'=', "after `target datalayout`")?;
        let fault = |spec: String| self.error(format!("`{spec}` makes no sense in a data layout"), "");
        let layout = match self.token.kind {
            Kind::Text => DataLayout::parse(self.words()).map_err(fault)?,
            _ => return Err(self.unexpected("the data layout")),
        };
        self.module.data_layout = layout;
        self.advance();
        Ok(())
    }

    /// The order of uses only matters for writing the same file again.
    pub(super) fn use_list_order(&mut self) -> Parsed<()> {
        while !self.at_sign(b'}') {
            if matches!(self.token.kind, Kind::End | Kind::Bad) {
                return Err(self.unexpected("`}` after an order of uses"));
            }
            self.advance();
        }
        self.advance();
        Ok(())
    }

    /// `%name = type …`.
    fn type_definition(&mut self) -> Parsed<()> {
        let named: TypeId = self.named_type()?;
        self.advance();
        self.expect_sign(b'=', "after the name of a type")?;
        self.expect_word("type", "in the definition of a type")?;
        if self.module.types.body(named).is_some() {
            return Err(self.error(format!("`{}` is defined twice", self.module.types.show(named)), ""));
        }
        if self.eat_word("opaque") {
            return Ok(());
        }
        let body = self.ty()?;
        self.module.types.define(named, body);
        Ok(())
    }

    /// `$name = comdat any`.
    fn comdat_definition(&mut self) -> Parsed<()> {
        let name = self.comdat_name()?;
        self.expect_sign(b'=', "after the name of a comdat")?;
        self.expect_word("comdat", "in the definition of a comdat")?;
        let selection = self.word();
        if selection.is_empty() {
            return Err(self.unexpected("how the linker selects"));
        }
        self.advance();
        self.module.comdats.push((name, selection.into()));
        Ok(())
    }
}
