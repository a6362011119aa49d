//! Metadata: nodes are parsed generically, and not validated.

use super::{Parsed, Parser};
use crate::text::ids::MetadataId;
use crate::text::lex::Kind;
use crate::text::metadata::{Field, Value};
use crate::text::span::Span;

impl Parser<'_> {
    /// `!5 = …` or `!name = !{…}`.
    pub(super) fn metadata_definition(&mut self) -> Parsed<()> {
        let words = self.words();
        if !words.starts_with(|c: char| c.is_ascii_digit()) {
            return self.named_metadata();
        }
        let id = self.metadata_number()?;
        self.expect_sign(b'=', "after the number of a metadata node")?;
        let distinct = self.eat_word("distinct");
        match self.token.kind {
            Kind::Bang => self.tuple_or_text(id, distinct),
            Kind::Metadata => self.special_node(id, distinct),
            _ => {
                // A bare constant, as very old compilers write it; it is not used.
                self.lexer.skip_line();
                self.advance();
                Ok(())
            }
        }
    }

    fn named_metadata(&mut self) -> Parsed<()> {
        let name = self.words();
        self.advance();
        self.expect_sign(b'=', "after the name of metadata")?;
        if self.token.kind != Kind::Bang {
            return Err(self.unexpected("`!{`"));
        }
        self.advance();
        self.expect_sign(b'{', "in front of metadata nodes")?;
        let mut nodes = Vec::new();
        if !self.eat_sign(b'}') {
            loop {
                nodes.push(self.metadata()?);
                if !self.eat_sign(b',') {
                    break;
                }
            }
            self.expect_sign(b'}', "after metadata nodes")?;
        }
        self.module.metadata.name(name, nodes);
        Ok(())
    }

    /// `!5` at the current token.
    fn metadata_number(&mut self) -> Parsed<MetadataId> {
        let number = self.words().parse().map_err(|_| self.error("this is not the number of a metadata node", ""))?;
        self.advance();
        Ok(self.module.metadata.refer(number))
    }

    /// A node, by number or written out.
    pub(super) fn metadata(&mut self) -> Parsed<MetadataId> {
        if self.token.kind == Kind::Metadata && self.words().starts_with(|c: char| c.is_ascii_digit()) {
            return self.metadata_number();
        }
        let id = self.module.metadata.reserve();
        match self.token.kind {
            Kind::Bang => self.tuple_or_text(id, false)?,
            Kind::Metadata => self.special_node(id, false)?,
            _ => return Err(self.unexpected("a metadata node")),
        }
        Ok(id)
    }

    /// `!{…}` or `!"…"`.
    fn tuple_or_text(&mut self, id: MetadataId, distinct: bool) -> Parsed<()> {
        self.advance();
        if matches!(self.token.kind, Kind::Text | Kind::QuotedLabel) {
            let field = Field { key: Span::default(), value: Value::Text(self.token.span) };
            self.module.metadata.define(id, Span::default(), distinct, &[field]);
            self.advance();
            return Ok(());
        }
        self.expect_sign(b'{', "after `!`")?;
        self.node_fields(id, Span::default(), distinct, b'}')
    }

    /// `!DILocation(…)` and the like.
    fn special_node(&mut self, id: MetadataId, distinct: bool) -> Parsed<()> {
        let kind = self.token.span;
        self.advance();
        self.expect_sign(b'(', "after the kind of a metadata node")?;
        self.node_fields(id, kind, distinct, b')')
    }

    fn node_fields(&mut self, id: MetadataId, kind: Span, distinct: bool, close: u8) -> Parsed<()> {
        self.nested(|parser| {
            // The fields of nested nodes are pushed and popped on top of ours.
            let mark = parser.fields.len();
            if !parser.eat_sign(close) {
                loop {
                    let field = parser.field()?;
                    parser.fields.push(field);
                    if !parser.eat_sign(b',') {
                        break;
                    }
                }
                parser.expect_sign(close, "after the fields of a metadata node")?;
            }
            let fields = parser.fields.split_off(mark);
            parser.module.metadata.define(id, kind, distinct, &fields);
            Ok(())
        })
    }

    fn field(&mut self) -> Parsed<Field> {
        let mut key = Span::default();
        if self.token.kind == Kind::Label {
            key = self.token.span;
            self.advance();
        }
        let value = self.field_value()?;
        Ok(Field { key, value })
    }

    fn field_value(&mut self) -> Parsed<Value> {
        let span = self.token.span;
        let value = match self.token.kind {
            Kind::Metadata => return self.metadata().map(Value::Node),
            Kind::Bang => {
                if self.peek().kind == Kind::Text {
                    self.advance();
                    let text = self.token.span;
                    self.advance();
                    return Ok(Value::Text(text));
                }
                return self.metadata().map(Value::Node);
            }
            Kind::Integer => self.words().parse().map_or(Value::Word(span), Value::Integer),
            Kind::Text => Value::Text(span),
            Kind::Word => match self.words() {
                "null" => Value::Null,
                "true" => Value::Bool(true),
                "false" => Value::Bool(false),
                _ if self.at_type() => return self.value_as_metadata(),
                _ => return self.anything(),
            },
            Kind::Local | Kind::QuotedLocal | Kind::Sign(b'[' | b'<') => return self.value_as_metadata(),
            _ => return self.anything(),
        };
        self.advance();
        Ok(value)
    }

    /// `i32 7` or `ptr @x`; inside of functions also `i32 %x`, which debug information alone uses.
    fn value_as_metadata(&mut self) -> Parsed<Value> {
        let ty = self.ty()?;
        if matches!(self.token.kind, Kind::Local | Kind::QuotedLocal) {
            let span = self.token.span;
            self.advance();
            return Ok(Value::Word(span));
        }
        self.constant(ty).map(Value::Constant)
    }

    /// Anything up to the next comma or bracket.
    fn anything(&mut self) -> Parsed<Value> {
        let start = self.token.start;
        loop {
            match self.token.kind {
                Kind::End | Kind::Bad => return Err(self.unexpected("the value of a metadata field")),
                Kind::Sign(b',' | b')' | b'}' | b']') => break,
                Kind::Sign(b'(' | b'{' | b'[') => {
                    self.skip_brackets()?;
                }
                _ => self.advance(),
            }
        }
        Ok(Value::Word(Span { start, end: self.previous_end.max(start) }))
    }

    /// `!dbg !5` at the current token; returns the node if the kind is `dbg`.
    pub(super) fn attachment(&mut self) -> Parsed<Option<MetadataId>> {
        let debug = self.words() == "dbg";
        self.advance();
        let node = self.metadata()?;
        Ok(debug.then_some(node))
    }
}
