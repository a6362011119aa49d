//! Parses declarations and definitions of functions: header, parameters and attributes. Their bodies are parsed in `body`.

use super::{Parsed, Parser};
use crate::text::attribute::AttributeSet;
use crate::text::ids::{FunctionId, MetadataId, SymbolId, TypeId};
use crate::text::lex::Kind;
use crate::text::module::{Definition, Function, Header, Origin};
use crate::text::span::Span;
use crate::text::types::Type;

/// Calling conventions whose names neither end in `cc` nor begin with `amdgpu_`.
const OTHER_CONVENTIONS: [&str; 4] = ["spir_func", "spir_kernel", "ptx_kernel", "ptx_device"];

impl Parser<'_> {
    /// `define …` if the function is `defined`, else `declare …`.
    pub(super) fn function(&mut self, defined: bool) -> Parsed<()> {
        let offset = self.token.start;
        self.advance();
        let mut debug = None;
        while self.token.kind == Kind::Metadata {
            self.last_debug(&mut debug)?;
        }
        // The name comes after the header; until then the header has a placeholder.
        let (header, _) = self.header(SymbolId(0), offset)?;
        let convention = self.convention()?;
        let result_attributes = self.attributes_before_type()?;
        let result = self.ty()?;
        let symbol = self.symbol()?;
        let header = Header { symbol, ..header };
        self.scope.begin(result);
        let (parameters, variadic) = self.parameters()?;
        let types = self.scope.locals.iter().map(|local| local.ty).collect();
        let ty = self.module.types.intern(Type::Function { result, parameters: types, variadic });
        let mut function = Function {
            header,
            ty,
            result,
            variadic,
            parameters,
            result_attributes,
            attributes: Default::default(),
            convention,
            section: None,
            comdat: None,
            align: None,
            collector: None,
            prefix: None,
            prologue: None,
            personality: None,
            debug,
            locals: Vec::new(),
            blocks: Vec::new(),
            variables: Vec::new(),
        };
        self.suffix(&mut function)?;
        if defined {
            while self.token.kind == Kind::Metadata {
                self.last_debug(&mut function.debug)?;
            }
            self.body()?;
        }
        function.locals = std::mem::take(&mut self.scope.locals);
        function.blocks = std::mem::take(&mut self.scope.blocks);
        function.variables = std::mem::take(&mut self.scope.variables);
        self.define(symbol, Definition::Function(FunctionId::new(self.module.functions.len())), offset)?;
        self.module.functions.push(function);
        Ok(())
    }

    /// The text of the calling convention; `None` for that of C, the default.
    pub(super) fn convention(&mut self) -> Parsed<Option<Span>> {
        let word = self.word();
        if word == "cc" {
            self.advance();
            let span = self.token.span;
            self.number::<u32>("the number of a calling convention")?;
            return Ok(Some(span));
        }
        if !(word.ends_with("cc") || word.starts_with("amdgpu_") || OTHER_CONVENTIONS.contains(&word)) {
            return Ok(None);
        }
        let span = self.token.span;
        self.advance();
        if self.at_sign(b'(') {
            self.skip_brackets()?;
        }
        Ok((word != "ccc").then_some(span))
    }

    /// The attributes of each parameter, and whether the function is variadic. The parameters become the first locals.
    fn parameters(&mut self) -> Parsed<(Vec<AttributeSet>, bool)> {
        self.expect_sign(b'(', "in front of the parameters of a function")?;
        let mut parameters = Vec::new();
        if self.eat_sign(b')') {
            return Ok((parameters, false));
        }
        let mut variadic = false;
        loop {
            if self.token.kind == Kind::Ellipsis {
                self.advance();
                variadic = true;
                break;
            }
            let ty = self.ty()?;
            let attributes = self.attributes_while(|_| true)?;
            let offset = self.token.start;
            let name = match self.token.kind {
                Kind::Local | Kind::QuotedLocal => {
                    let name = self.name()?;
                    self.advance();
                    Some(name)
                }
                _ => None,
            };
            if ty == TypeId::VOID {
                return Err(self.error("a parameter cannot be `void`", ""));
            }
            self.scope.define(name, ty, Origin::Parameter(parameters.len() as u32), offset)?;
            parameters.push(attributes);
            if !self.eat_sign(b',') {
                break;
            }
        }
        self.expect_sign(b')', "after the parameters of a function")?;
        Ok((parameters, variadic))
    }

    /// Everything between the parameters and the body: attributes, section, alignment, personality and the like.
    fn suffix(&mut self, function: &mut Function) -> Parsed<()> {
        let mark = self.module.attributes.mark();
        loop {
            match (self.token.kind, self.word()) {
                // A declaration ends where the next item of the module begins.
                (Kind::Word, "define" | "declare" | "attributes" | "module" | "target" | "source_filename") => break,
                (Kind::Word, "uselistorder" | "uselistorder_bb") => break,
                (Kind::Word, "unnamed_addr") => {
                    self.advance();
                    function.header.unnamed = true;
                }
                (Kind::Word, "local_unnamed_addr") => self.advance(),
                (Kind::Word, "addrspace") => {
                    self.address_space()?;
                }
                (Kind::Word, "section") => {
                    self.advance();
                    function.section = Some(self.quoted("the name of a section")?.into());
                }
                (Kind::Word, "partition") => {
                    self.advance();
                    self.quoted("the name of a partition")?;
                }
                (Kind::Word, "gc") => {
                    self.advance();
                    function.collector = Some(self.quoted("the name of a garbage collector")?.into());
                }
                (Kind::Word, "comdat") => function.comdat = Some(self.comdat(function.header.symbol)?),
                (Kind::Word, "align") => {
                    function.align = Some(self.alignment()?);
                }
                (Kind::Word, "prefix") => {
                    self.advance();
                    function.prefix = Some(self.typed_constant()?);
                }
                (Kind::Word, "prologue") => {
                    self.advance();
                    function.prologue = Some(self.typed_constant()?);
                }
                (Kind::Word, "personality") => {
                    self.advance();
                    function.personality = Some(self.typed_constant()?);
                }
                (Kind::Word | Kind::Text | Kind::Group, _) => self.attribute()?,
                _ => break,
            }
        }
        function.attributes = self.module.attributes.since(mark);
        Ok(())
    }

    /// Parses an attachment of metadata. A `!dbg` replaces the node in `debug`: the last one counts.
    pub(super) fn last_debug(&mut self, debug: &mut Option<MetadataId>) -> Parsed<()> {
        if let Some(node) = self.attachment()? {
            *debug = Some(node);
        }
        Ok(())
    }
}
