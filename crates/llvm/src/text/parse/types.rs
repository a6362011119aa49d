//! Types.

use super::{Name, Parsed, Parser};
use crate::text::error::ParseFault;
use crate::text::ids::TypeId;
use crate::text::lex::Kind;
use crate::text::types::{FloatKind, Type};

/// Maximum width of an integer in LLVM, in bits.
const MAX_INTEGER_BITS: u32 = 1 << 23;

/// The type that a single keyword stands for.
fn plain(word: &str) -> Option<Type> {
    Some(match word {
        "void" => Type::Void,
        "label" => Type::Label,
        "metadata" => Type::Metadata,
        "token" => Type::Token,
        "x86_amx" => Type::X86Amx,
        "x86_mmx" => Type::X86Mmx,
        "half" => Type::Float(FloatKind::Half),
        "bfloat" => Type::Float(FloatKind::BFloat),
        "float" => Type::Float(FloatKind::Float),
        "double" => Type::Float(FloatKind::Double),
        "x86_fp80" => Type::Float(FloatKind::X86Fp80),
        "fp128" => Type::Float(FloatKind::Fp128),
        "ppc_fp128" => Type::Float(FloatKind::PpcFp128),
        _ => Type::Integer(width(word)?),
    })
}

fn width(word: &str) -> Option<u32> {
    let digits = word.strip_prefix('i').filter(|digits| digits.bytes().all(|b| b.is_ascii_digit()))?;
    digits.parse().ok()
}

/// The most frequent types, without a look-up.
fn common(word: &str) -> Option<TypeId> {
    Some(match word {
        "i32" => TypeId::I32,
        "i64" => TypeId::I64,
        "i8" => TypeId::I8,
        "i1" => TypeId::I1,
        "void" => TypeId::VOID,
        "i16" => TypeId::I16,
        "double" => TypeId::DOUBLE,
        "float" => TypeId::FLOAT,
        "metadata" => TypeId::METADATA,
        _ => return None,
    })
}

impl Parser<'_> {
    /// Whether the current token can begin a type.
    pub(super) fn at_type(&self) -> bool {
        match self.token.kind {
            Kind::Word => {
                let word = self.words();
                word == "ptr" || word == "target" || plain(word).is_some()
            }
            Kind::Local | Kind::QuotedLocal | Kind::Sign(b'[' | b'{' | b'<') => true,
            _ => false,
        }
    }

    pub(super) fn ty(&mut self) -> Parsed<TypeId> {
        self.nested(Self::type_with_suffixes)
    }

    fn type_with_suffixes(&mut self) -> Parsed<TypeId> {
        let mut id = self.type_without_suffix()?;
        // Functions do not return functions, so there is at most one such suffix.
        if self.at_sign(b'(') {
            id = self.function_type(id)?;
        }
        if self.at_sign(b'*') {
            return Err(self.typed_pointer());
        }
        Ok(id)
    }

    fn typed_pointer(&self) -> ParseFault {
        self.error(
            "this pointer has a type, as clang 14 and older write them",
            "compile with clang 15 or newer (Debian, Ubuntu: `apt install clang-19`)",
        )
    }

    fn type_without_suffix(&mut self) -> Parsed<TypeId> {
        match self.token.kind {
            Kind::Word => {
                let word = self.words();
                if word == "ptr" {
                    self.advance();
                    let space = self.address_space()?;
                    return Ok(if space == 0 { TypeId::PTR } else { self.module.types.intern(Type::Pointer(space)) });
                }
                if let Some(id) = common(word) {
                    self.advance();
                    return Ok(id);
                }
                if word == "target" {
                    return self.target_type();
                }
                let ty = plain(word).ok_or_else(|| self.unexpected("a type"))?;
                if matches!(ty, Type::Integer(width) if width == 0 || width > MAX_INTEGER_BITS) {
                    return Err(self.error(format!("there is no integer type `{word}`"), ""));
                }
                self.advance();
                Ok(self.module.types.intern(ty))
            }
            Kind::Local | Kind::QuotedLocal => {
                let id = self.named_type()?;
                self.advance();
                Ok(id)
            }
            Kind::Sign(b'[') => {
                self.advance();
                let length = self.number("the length of an array")?;
                self.expect_word("x", "after the length of an array")?;
                let element = self.ty()?;
                self.expect_sign(b']', "after the element type of an array")?;
                Ok(self.module.types.intern(Type::Array { length, element }))
            }
            Kind::Sign(b'{') => self.struct_type(false),
            Kind::Sign(b'<') => {
                self.advance();
                if self.at_sign(b'{') {
                    let id = self.struct_type(true)?;
                    self.expect_sign(b'>', "after a packed struct")?;
                    return Ok(id);
                }
                let scalable = self.eat_word("vscale");
                if scalable {
                    self.expect_word("x", "after `vscale`")?;
                }
                let length = self.number("the length of a vector")?;
                self.expect_word("x", "after the length of a vector")?;
                let element = self.ty()?;
                self.expect_sign(b'>', "after the element type of a vector")?;
                Ok(self.module.types.intern(Type::Vector { length, element, scalable }))
            }
            _ => Err(self.unexpected("a type")),
        }
    }

    /// The named type at the current token, which need not be defined yet.
    pub(super) fn named_type(&mut self) -> Parsed<TypeId> {
        let name: Box<str> = match self.name()? {
            Name::Name(name) => name.into(),
            Name::Number(number) => number.to_string().into(),
        };
        Ok(self.module.types.intern(Type::Named(name)))
    }

    /// `addrspace(N)`, if it is there.
    pub(super) fn address_space(&mut self) -> Parsed<u32> {
        if !self.eat_word("addrspace") {
            return Ok(0);
        }
        self.expect_sign(b'(', "after `addrspace`")?;
        // Symbolic names of address spaces ("A", "G", "P") are not used by any supported target.
        let space = self.number("the number of an address space")?;
        self.expect_sign(b')', "after an address space")?;
        Ok(space)
    }

    fn struct_type(&mut self, packed: bool) -> Parsed<TypeId> {
        self.advance();
        let mut fields = Vec::new();
        if !self.eat_sign(b'}') {
            loop {
                fields.push(self.ty()?);
                if !self.eat_sign(b',') {
                    break;
                }
            }
            self.expect_sign(b'}', "after the fields of a struct")?;
        }
        Ok(self.module.types.intern(Type::Struct { fields: fields.into(), packed }))
    }

    /// The parameters after a result type. They may have attributes and names, which are not part of the type.
    fn function_type(&mut self, result: TypeId) -> Parsed<TypeId> {
        self.advance();
        let (mut parameters, mut variadic) = (Vec::new(), false);
        if !self.eat_sign(b')') {
            loop {
                if self.token.kind == Kind::Ellipsis {
                    self.advance();
                    variadic = true;
                    break;
                }
                parameters.push(self.ty()?);
                if !self.eat_sign(b',') {
                    break;
                }
            }
            self.expect_sign(b')', "after the parameters of a function type")?;
        }
        Ok(self.module.types.intern(Type::Function { result, parameters: parameters.into(), variadic }))
    }

    fn target_type(&mut self) -> Parsed<TypeId> {
        let start = self.token.start;
        self.advance();
        if !self.at_sign(b'(') {
            return Err(self.unexpected("`(` after `target`"));
        }
        let inner = self.skip_brackets()?;
        let text = self.text.get(start as usize..inner.end as usize + 1).unwrap_or("target");
        Ok(self.module.types.intern(Type::Target(text.into())))
    }
}
