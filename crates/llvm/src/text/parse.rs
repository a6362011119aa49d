//! The parser: recursive descent with one token of look-ahead, tolerant where the meaning does not depend on it.
//!
//! Unknown attributes and metadata are skipped; unknown instructions and constants are errors, because the program
//! would mean something else without them. The nesting of types, constants and metadata is bounded, so that no text
//! overflows the stack.

mod attribute;
mod body;
mod call;
mod constant;
mod control;
mod debug;
mod expression;
mod function;
mod global;
mod instr;
mod literal;
mod memory;
mod metadata;
mod scope;
mod top;
mod types;

use std::borrow::Cow;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::text::attribute::Attributes;
use crate::text::constant::Constants;
use crate::text::error::ParseFault;
use crate::text::ids::{ConstantId, SymbolId};
use crate::text::layout::{DataLayout, Layouts};
use crate::text::lex::{Kind, Lexer, Token};
use crate::text::metadata::{Field, Metadata};
use crate::text::module::{Definition, Module, Symbol};
use crate::text::span::{Span, unescape};
use crate::text::types::Types;
use scope::Scope;

pub(crate) type Parsed<T> = Result<T, ParseFault>;

/// Maximum nesting depth of types, constants and metadata. Compilers write a handful of levels.
const MAX_NESTING: u32 = 200;

/// Reads a module.
pub(crate) fn module(name: &str, text: &Arc<str>) -> Parsed<Module> {
    if u32::try_from(text.len()).is_err() {
        return Err(ParseFault::new(0, "the module is larger than 4 GiB", "split the program"));
    }
    let mut parser = Parser::new(name, text);
    parser.advance();
    parser.top_level()?;
    parser.finish()
}

/// A symbol that may not be defined yet.
struct Pending {
    name: Box<str>,
    definition: Option<Definition>,
    /// The offset of its first use.
    offset: u32,
}

/// A `blockaddress` whose function may come later.
struct PendingBlock<'s> {
    constant: ConstantId,
    function: SymbolId,
    block: Name<'s>,
    offset: u32,
}

/// The name after `%`, `@` or `$`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Name<'s> {
    Name(Cow<'s, str>),
    Number(u32),
}

pub(crate) struct Parser<'s> {
    text: &'s str,
    lexer: Lexer<'s>,
    token: Token,
    /// The end of the previous token.
    previous_end: u32,
    depth: u32,
    module: Module,
    symbols: Vec<Pending>,
    numbered_symbols: FxHashMap<u32, SymbolId>,
    blocks: Vec<PendingBlock<'s>>,
    /// Metadata fields of incomplete nodes.
    fields: Vec<Field>,
    scope: Scope<'s>,
}

impl<'s> Parser<'s> {
    fn new(name: &str, text: &'s Arc<str>) -> Parser<'s> {
        let module = Module {
            name: name.to_owned(),
            source_filename: String::new(),
            triple: String::new(),
            data_layout: DataLayout::default(),
            types: Types::new(),
            layouts: Layouts::default(),
            constants: Constants::default(),
            symbols: Vec::new(),
            globals: Vec::new(),
            functions: Vec::new(),
            aliases: Vec::new(),
            ifuncs: Vec::new(),
            comdats: Vec::new(),
            assembly: Vec::new(),
            metadata: Metadata::default(),
            attributes: Attributes::default(),
            by_name: FxHashMap::default(),
            source: text.clone(),
        };
        Parser {
            text,
            lexer: Lexer::new(text),
            token: Token { kind: Kind::End, start: 0, span: Span::default() },
            previous_end: 0,
            depth: 0,
            module,
            symbols: Vec::new(),
            numbered_symbols: FxHashMap::default(),
            blocks: Vec::new(),
            fields: Vec::new(),
            scope: Scope::default(),
        }
    }

    /// Goes to the next token.
    fn advance(&mut self) {
        self.previous_end = self.lexer.offset() as u32;
        self.token = self.lexer.next();
    }

    /// The text of the current token.
    fn words(&self) -> &'s str {
        self.token.span.of(self.text)
    }

    /// The token after the current one.
    fn peek(&self) -> Token {
        let mut lexer = self.lexer;
        lexer.next()
    }

    fn at_sign(&self, sign: u8) -> bool {
        self.token.kind == Kind::Sign(sign)
    }

    fn at_word(&self, word: &str) -> bool {
        self.token.kind == Kind::Word && self.words() == word
    }

    /// The word at the current token; empty if it is none.
    fn word(&self) -> &'s str {
        if self.token.kind == Kind::Word { self.words() } else { "" }
    }

    fn eat_sign(&mut self, sign: u8) -> bool {
        let found = self.at_sign(sign);
        if found {
            self.advance();
        }
        found
    }

    fn eat_word(&mut self, word: &str) -> bool {
        let found = self.at_word(word);
        if found {
            self.advance();
        }
        found
    }

    /// Whether the current token is the first of its line.
    fn on_new_line(&self) -> bool {
        self.text.as_bytes()[self.previous_end as usize..self.token.start as usize].contains(&b'\n')
    }

    fn expect_sign(&mut self, sign: u8, context: &str) -> Parsed<()> {
        if self.eat_sign(sign) {
            return Ok(());
        }
        Err(self.unexpected(&format!("`{}` {context}", char::from(sign))))
    }

    fn expect_word(&mut self, word: &str, context: &str) -> Parsed<()> {
        if self.eat_word(word) {
            return Ok(());
        }
        Err(self.unexpected(&format!("`{word}` {context}")))
    }

    /// An error at the current token.
    fn error(&self, message: impl Into<String>, help: &'static str) -> ParseFault {
        ParseFault::new(self.token.start as usize, message, help)
    }

    /// An error that says what was expected, and what is there instead.
    fn unexpected(&self, expected: &str) -> ParseFault {
        let rest = self.text.get(self.token.start as usize..).unwrap_or("");
        let found = match self.token.kind {
            Kind::End => "the end of the file".to_owned(),
            // With a sign in front, perhaps: `@"…`, `c"…`.
            Kind::Bad if rest.bytes().take(2).any(|byte| byte == b'"') => "a text without an end".to_owned(),
            _ => {
                let end = self.lexer.offset().max(self.token.start as usize + 1);
                let found: String = rest.chars().take((end - self.token.start as usize).min(40)).collect();
                format!("`{}`", found.escape_debug())
            }
        };
        // Compilers end every line, so a text that does not end with one may be truncated.
        let last = self.lexer.offset() >= self.text.len() && !self.text.ends_with('\n');
        let cut = self.token.kind == Kind::End || last;
        let help = if cut { "the file seems to be cut off: make it again" } else { "" };
        self.error(format!("expected {expected}, found {found}"), help)
    }

    /// Enters a level of nesting.
    fn nested<T>(&mut self, parse: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.depth >= MAX_NESTING {
            return Err(self.error(format!("this nests more than {MAX_NESTING} levels deep"), "simplify it"));
        }
        self.depth += 1;
        let result = parse(self);
        self.depth -= 1;
        result
    }

    /// Skips to the bracket that closes the one at the current token; returns the text between them.
    fn skip_brackets(&mut self) -> Parsed<Span> {
        let open = self.token.start;
        let mut depth = 0u32;
        loop {
            match self.token.kind {
                Kind::Sign(b'(' | b'[' | b'{') => depth += 1,
                Kind::Sign(b')' | b']' | b'}') => depth = depth.saturating_sub(1),
                Kind::End | Kind::Bad => return Err(self.unexpected("a closing bracket")),
                _ => {}
            }
            let end = self.token.start;
            self.advance();
            if depth == 0 {
                return Ok(Span { start: (open + 1).min(end), end });
            }
        }
    }

    /// The integer at the current token, which must fit.
    fn number<T: TryFrom<u64>>(&mut self, what: &str) -> Parsed<T> {
        let value = match self.token.kind {
            Kind::Integer => self.words().parse::<u64>().ok().and_then(|value| T::try_from(value).ok()),
            _ => None,
        };
        let value = value.ok_or_else(|| self.unexpected(what))?;
        self.advance();
        Ok(value)
    }

    /// A quoted string, unescaped.
    fn quoted(&mut self, what: &str) -> Parsed<Cow<'s, str>> {
        if self.token.kind != Kind::Text {
            return Err(self.unexpected(what));
        }
        let text = unescape(self.words());
        self.advance();
        Ok(text)
    }

    /// The name at the current token: with quotes always a name, without maybe a number.
    fn name(&self) -> Parsed<Name<'s>> {
        let words = self.words();
        match self.token.kind {
            Kind::Local | Kind::Global | Kind::Comdat | Kind::Label => {
                if words.as_bytes().first().is_some_and(u8::is_ascii_digit) && words.bytes().all(|b| b.is_ascii_digit())
                {
                    let number = words.parse().map_err(|_| self.error("this number is too large for a name", ""))?;
                    return Ok(Name::Number(number));
                }
                Ok(Name::Name(Cow::Borrowed(words)))
            }
            _ => Ok(Name::Name(unescape(words))),
        }
    }

    /// The symbol at the current token.
    fn symbol(&mut self) -> Parsed<SymbolId> {
        if !matches!(self.token.kind, Kind::Global | Kind::QuotedGlobal) {
            return Err(self.unexpected("the name of a function or variable"));
        }
        let next = SymbolId::new(self.symbols.len());
        let name: Box<str> = match self.name()? {
            Name::Number(number) => {
                let id = *self.numbered_symbols.entry(number).or_insert(next);
                if id != next {
                    self.advance();
                    return Ok(id);
                }
                number.to_string().into()
            }
            Name::Name(name) => {
                if let Some(&id) = self.module.by_name.get(&*name) {
                    self.advance();
                    return Ok(id);
                }
                let name: Box<str> = name.into();
                self.module.by_name.insert(name.clone(), next);
                name
            }
        };
        self.symbols.push(Pending { name, definition: None, offset: self.token.start });
        self.advance();
        Ok(next)
    }

    /// Defines a symbol.
    fn define(&mut self, symbol: SymbolId, definition: Definition, offset: u32) -> Parsed<()> {
        let pending = &mut self.symbols[symbol.index()];
        if pending.definition.is_some() {
            let message = format!("`@{}` is defined twice", pending.name);
            return Err(ParseFault::new(offset as usize, message, ""));
        }
        pending.definition = Some(definition);
        Ok(())
    }

    /// The checks and resolutions that need the whole module.
    fn finish(mut self) -> Parsed<Module> {
        let mut symbols = Vec::with_capacity(self.symbols.len());
        for pending in std::mem::take(&mut self.symbols) {
            let Some(definition) = pending.definition else {
                let message = format!("`@{}` is used but neither defined nor declared", pending.name);
                return Err(ParseFault::new(pending.offset as usize, message, ""));
            };
            symbols.push(Symbol { name: pending.name, definition });
        }
        self.module.symbols = symbols;
        self.resolve_block_addresses()?;
        self.module.layouts = Layouts::new(&self.module.types, &self.module.data_layout);
        Ok(self.module)
    }
}
