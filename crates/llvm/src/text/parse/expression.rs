//! Constant expressions.

use super::{Parsed, Parser};
use crate::text::constant::{ConstantValue, Expression};
use crate::text::ids::{ConstantId, TypeId};
use crate::text::keywords::{BinaryOp, CastOp, Flag, Flags, FloatPredicate, IntPredicate};

impl Parser<'_> {
    pub(super) fn is_expression(word: &str) -> bool {
        matches!(
            word,
            "getelementptr" | "icmp" | "fcmp" | "select" | "extractelement" | "insertelement" | "shufflevector"
        ) || CastOp::from_word(word).is_some()
            || BinaryOp::from_word(word).is_some()
    }

    /// The expression at the current token, of type `ty`.
    pub(super) fn expression(&mut self, ty: TypeId) -> Parsed<ConstantValue> {
        let word = self.words();
        if !Self::is_expression(word) {
            return Err(self.unexpected("a value"));
        }
        self.advance();
        let flags = self.flags();
        let expression = match word {
            "getelementptr" => self.constant_gep(flags)?,
            "icmp" => {
                let word = self.word();
                let predicate =
                    IntPredicate::from_word(word).ok_or_else(|| self.unexpected("a comparison of integers"))?;
                self.advance();
                Expression::Icmp { predicate, operands: self.constants()? }
            }
            "fcmp" => {
                let word = self.word();
                let predicate =
                    FloatPredicate::from_word(word).ok_or_else(|| self.unexpected("a comparison of numbers"))?;
                self.advance();
                Expression::Fcmp { predicate, operands: self.constants()? }
            }
            "select" => Expression::Select(self.constants()?),
            "extractelement" => Expression::ExtractElement(self.constants()?),
            "insertelement" => Expression::InsertElement(self.constants()?),
            "shufflevector" => Expression::ShuffleVector(self.constants()?),
            _ => match (CastOp::from_word(word), BinaryOp::from_word(word)) {
                (Some(op), _) => self.constant_cast(op, ty)?,
                (_, Some(op)) => Expression::Binary { op, flags, operands: self.constants()? },
                _ => return Err(self.unexpected("a value")),
            },
        };
        Ok(ConstantValue::Expression(Box::new(expression)))
    }

    /// Flags in front of operands.
    pub(super) fn flags(&mut self) -> Flags {
        let mut flags = Flags::NONE;
        while let Some(flag) = Flag::from_word(self.word()) {
            flags.add(flag);
            self.advance();
        }
        flags
    }

    fn constant_cast(&mut self, op: CastOp, ty: TypeId) -> Parsed<Expression> {
        self.expect_sign(b'(', "after a conversion")?;
        let value = self.typed_constant()?;
        self.expect_word("to", "after the value of a conversion")?;
        let offset_type = self.ty()?;
        if offset_type != ty {
            return Err(self.wrong_type("this conversion", ty));
        }
        self.expect_sign(b')', "after a conversion")?;
        Ok(Expression::Cast { op, value })
    }

    fn constant_gep(&mut self, mut flags: Flags) -> Parsed<Expression> {
        // `inrange(-16, 32)` restricts which part of the object is used; compilers before 19 write it at an index.
        while self.eat_word("inrange") {
            if self.at_sign(b'(') {
                self.skip_brackets()?;
            }
            let more = self.flags();
            for flag in [Flag::Inbounds, Flag::Nusw, Flag::Nuw] {
                if more.has(flag) {
                    flags.add(flag);
                }
            }
        }
        self.expect_sign(b'(', "after `getelementptr`")?;
        let source = self.ty()?;
        self.expect_sign(b',', "after the type of `getelementptr`")?;
        let base = self.typed_constant()?;
        let mut indices = Vec::new();
        while self.eat_sign(b',') {
            self.eat_word("inrange");
            indices.push(self.typed_constant()?);
        }
        self.expect_sign(b')', "after the indices of `getelementptr`")?;
        Ok(Expression::GetElementPtr { source, flags, base, indices: indices.into() })
    }

    /// This many constants in brackets.
    fn constants<const N: usize>(&mut self) -> Parsed<[ConstantId; N]> {
        self.expect_sign(b'(', "in front of the operands of a constant")?;
        let mut constants = [ConstantId(0); N];
        for (i, constant) in constants.iter_mut().enumerate() {
            if i > 0 {
                self.expect_sign(b',', "between the operands of a constant")?;
            }
            *constant = self.typed_constant()?;
        }
        self.expect_sign(b')', "after the operands of a constant")?;
        Ok(constants)
    }
}
