//! Instructions by opcode, and those that only compute.

use super::body::Made;
use super::{Parsed, Parser};
use crate::text::ids::TypeId;
use crate::text::instr::{InstructionKind, Operand};
use crate::text::keywords::{BinaryOp, CastOp, FloatPredicate, IntPredicate};
use crate::text::lex::Kind;
use crate::text::span::Span;
use crate::text::types::Type;

impl Parser<'_> {
    /// The instruction at the current token.
    pub(super) fn instruction_kind(&mut self) -> Parsed<Made> {
        if self.token.kind != Kind::Word {
            return Err(self.unexpected("an instruction"));
        }
        let (opcode, word) = (self.token.span, self.words());
        // The most frequent ones first.
        match word {
            "load" => self.load(),
            "store" => self.store(),
            "call" | "tail" | "musttail" | "notail" => self.call(),
            "br" => self.br(),
            "getelementptr" => self.gep(),
            "alloca" => self.alloca(),
            "icmp" => self.icmp(),
            "ret" => self.ret(),
            "phi" => self.phi(),
            "select" => self.select(),
            "invoke" => self.invoke(),
            "landingpad" => self.landing_pad(),
            "switch" => self.switch(),
            "unreachable" => {
                self.advance();
                self.made(InstructionKind::Unreachable, TypeId::VOID)
            }
            "extractvalue" => self.extract_value(),
            "insertvalue" => self.insert_value(),
            "cmpxchg" => self.cmpxchg(),
            "atomicrmw" => self.atomicrmw(),
            "fence" => self.fence(),
            "fcmp" => self.fcmp(),
            "fneg" => self.fneg(),
            "freeze" => {
                self.advance();
                let (ty, value) = self.typed_operand()?;
                self.made(InstructionKind::Freeze(value), ty)
            }
            "extractelement" => self.extract_element(),
            "insertelement" => self.insert_element(),
            "shufflevector" => self.shuffle_vector(),
            "va_arg" => self.va_arg(),
            "indirectbr" => self.indirectbr(),
            "resume" => {
                self.advance();
                let (_, value) = self.typed_operand()?;
                self.made(InstructionKind::Resume(value), TypeId::VOID)
            }
            "callbr" => self.callbr(),
            "catchswitch" | "catchpad" | "cleanuppad" => self.unsupported(opcode, word == "catchswitch", TypeId::TOKEN),
            "catchret" | "cleanupret" => self.unsupported(opcode, true, TypeId::VOID),
            _ => match (BinaryOp::from_word(word), CastOp::from_word(word)) {
                (Some(op), _) => self.binary(op),
                (_, Some(op)) => self.cast(op),
                _ => Err(self
                    .error(format!("`{word}` is not a known instruction"), "compile with a clang between 15 and 22")),
            },
        }
    }

    /// Stores the rest of the line as text.
    fn unsupported(&mut self, opcode: Span, terminator: bool, ty: TypeId) -> Parsed<Made> {
        let start = self.token.start;
        self.advance();
        let mut end = self.previous_end;
        while !self.on_new_line() {
            match self.token.kind {
                Kind::End | Kind::Bad => return Err(self.unexpected("the end of the instruction")),
                Kind::Sign(b'[' | b'(') => {
                    self.skip_brackets()?;
                }
                _ => self.advance(),
            }
            end = self.previous_end;
        }
        let kind = InstructionKind::Unsupported { opcode, text: Span { start, end }, terminator };
        Ok(Made { kind, ty, debug: None })
    }

    /// Two operands, of which only the first has a type in the text.
    fn pair(&mut self) -> Parsed<(TypeId, [Operand; 2])> {
        let (ty, first) = self.typed_operand()?;
        self.expect_sign(b',', "between two operands")?;
        let second = self.operand(ty)?;
        Ok((ty, [first, second]))
    }

    fn binary(&mut self, op: BinaryOp) -> Parsed<Made> {
        self.advance();
        let flags = self.flags();
        let (ty, operands) = self.pair()?;
        let fits = match self.module.types.get(self.scalar(ty)) {
            Type::Integer(_) => !op.is_float(),
            Type::Float(_) => op.is_float(),
            _ => false,
        };
        if !fits {
            return Err(self.wrong_type(&format!("an operand of `{op}`"), ty));
        }
        self.made(InstructionKind::Binary { op, operands, flags }, ty)
    }

    fn fneg(&mut self) -> Parsed<Made> {
        self.advance();
        let flags = self.flags();
        let (ty, value) = self.typed_operand()?;
        self.made(InstructionKind::FNeg { value, flags }, ty)
    }

    fn icmp(&mut self) -> Parsed<Made> {
        self.advance();
        let flags = self.flags();
        let predicate =
            IntPredicate::from_word(self.word()).ok_or_else(|| self.unexpected("a comparison of integers"))?;
        self.advance();
        let (ty, operands) = self.pair()?;
        if !matches!(self.module.types.get(self.scalar(ty)), Type::Integer(_) | Type::Pointer(_)) {
            return Err(self.wrong_type("an operand of `icmp`", ty));
        }
        let result = self.same_shape(ty, TypeId::I1);
        self.made(InstructionKind::Icmp { predicate, operands, flags }, result)
    }

    fn fcmp(&mut self) -> Parsed<Made> {
        self.advance();
        let flags = self.flags();
        let predicate =
            FloatPredicate::from_word(self.word()).ok_or_else(|| self.unexpected("a comparison of numbers"))?;
        self.advance();
        let (ty, operands) = self.pair()?;
        if !matches!(self.module.types.get(self.scalar(ty)), Type::Float(_)) {
            return Err(self.wrong_type("an operand of `fcmp`", ty));
        }
        let result = self.same_shape(ty, TypeId::I1);
        self.made(InstructionKind::Fcmp { predicate, operands, flags }, result)
    }

    /// The element type of a vector; any other type itself.
    fn scalar(&self, ty: TypeId) -> TypeId {
        match *self.module.types.get(ty) {
            Type::Vector { element, .. } => element,
            _ => ty,
        }
    }

    /// `element`, or a vector of it as long as `like` if that is one.
    pub(super) fn same_shape(&mut self, like: TypeId, element: TypeId) -> TypeId {
        match *self.module.types.get(like) {
            Type::Vector { length, scalable, .. } => {
                self.module.types.intern(Type::Vector { length, element, scalable })
            }
            _ => element,
        }
    }

    fn cast(&mut self, op: CastOp) -> Parsed<Made> {
        self.advance();
        let flags = self.flags();
        let (_, value) = self.typed_operand()?;
        self.expect_word("to", "after the value of a conversion")?;
        let to = self.ty()?;
        self.made(InstructionKind::Cast { op, value, to, flags }, to)
    }

    fn select(&mut self) -> Parsed<Made> {
        self.advance();
        self.flags();
        let (_, condition) = self.typed_operand()?;
        let (ty, then) = self.next_operand("after the condition of `select`")?;
        let (other, otherwise) = self.next_operand("between the values of `select`")?;
        if other != ty {
            return Err(self.error("the values of `select` differ in type", ""));
        }
        self.made(InstructionKind::Select([condition, then, otherwise]), ty)
    }

    /// Indices of `extractvalue` and `insertvalue`, and whether metadata follows a comma that was read.
    fn indices(&mut self) -> Parsed<(Box<[u32]>, bool)> {
        let mut indices = Vec::new();
        while self.eat_sign(b',') {
            if self.token.kind == Kind::Metadata {
                return Ok((indices.into(), true));
            }
            indices.push(self.number("an index")?);
        }
        Ok((indices.into(), false))
    }

    /// The type of a member of an aggregate.
    fn part(&self, aggregate: TypeId, indices: &[u32]) -> Parsed<TypeId> {
        let mut ty = aggregate;
        for &index in indices {
            let part = match self.module.types.get(self.module.types.resolve(ty)) {
                Type::Array { length, element } if u64::from(index) < *length => Some(*element),
                Type::Struct { fields, .. } => fields.get(index as usize).copied(),
                _ => None,
            };
            ty = part.ok_or_else(|| self.error(format!("`{}` has no part {index}", self.module.types.show(ty)), ""))?;
        }
        Ok(ty)
    }

    fn extract_value(&mut self) -> Parsed<Made> {
        self.advance();
        let (whole, aggregate) = self.typed_operand()?;
        let (indices, inside) = self.indices()?;
        let ty = self.part(whole, &indices)?;
        let debug = self.tail(inside)?.debug;
        Ok(Made { kind: InstructionKind::ExtractValue { aggregate, indices }, ty, debug })
    }

    fn insert_value(&mut self) -> Parsed<Made> {
        self.advance();
        let (ty, aggregate) = self.typed_operand()?;
        let (part, value) = self.next_operand("after the aggregate of `insertvalue`")?;
        let (indices, inside) = self.indices()?;
        if self.part(ty, &indices)? != part {
            return Err(self.error("the value does not have the type of the part it replaces", ""));
        }
        let debug = self.tail(inside)?.debug;
        Ok(Made { kind: InstructionKind::InsertValue { aggregate, value, indices }, ty, debug })
    }

    fn element_of(&self, vector: TypeId) -> Parsed<TypeId> {
        match *self.module.types.get(vector) {
            Type::Vector { element, .. } => Ok(element),
            _ => Err(self.error(format!("`{}` is not a vector", self.module.types.show(vector)), "")),
        }
    }

    fn extract_element(&mut self) -> Parsed<Made> {
        self.advance();
        let (vector, value) = self.typed_operand()?;
        let element = self.element_of(vector)?;
        let (_, index) = self.next_operand("in front of an index")?;
        self.made(InstructionKind::ExtractElement([value, index]), element)
    }

    fn insert_element(&mut self) -> Parsed<Made> {
        self.advance();
        let (vector, value) = self.typed_operand()?;
        self.element_of(vector)?;
        let (_, element) = self.next_operand("in front of an element")?;
        let (_, index) = self.next_operand("in front of an index")?;
        self.made(InstructionKind::InsertElement([value, element, index]), vector)
    }

    fn shuffle_vector(&mut self) -> Parsed<Made> {
        self.advance();
        let (vector, first) = self.typed_operand()?;
        let element = self.element_of(vector)?;
        let (_, second) = self.next_operand("between the vectors of `shufflevector`")?;
        let (mask_type, mask) = self.next_operand("in front of a mask")?;
        let ty = self.same_shape(mask_type, element);
        self.made(InstructionKind::ShuffleVector([first, second, mask]), ty)
    }

    fn va_arg(&mut self) -> Parsed<Made> {
        self.advance();
        let (_, list) = self.typed_operand()?;
        self.expect_sign(b',', "after the list of `va_arg`")?;
        let ty = self.ty()?;
        self.made(InstructionKind::VaArg { list, ty }, ty)
    }
}
