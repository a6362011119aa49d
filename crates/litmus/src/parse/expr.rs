//! C expressions, with C's precedence.

use super::{MAX_NESTING, Parser};
use crate::ast::{Binary, Expr, ExprKind, Unary};
use crate::ctype::IntType;
use crate::error::{Error, Span};
use crate::lex::{Kind, Suffix};
use crate::linux::is_telling;

impl Parser<'_> {
    /// Makes an expression, unless it nests too deeply. Long chains such as `a + b + c + …` nest, too.
    fn make(&self, span: Span, kind: ExprKind) -> Result<Expr, Error> {
        let depth = 1 + match &kind {
            ExprKind::Int(..) | ExprKind::Name(_) | ExprKind::SizeOf(_) => 0,
            ExprKind::Unary(_, a) | ExprKind::Step { target: a, .. } | ExprKind::Cast(_, a) => a.depth,
            ExprKind::Binary(_, a, b)
            | ExprKind::And(a, b)
            | ExprKind::Or(a, b)
            | ExprKind::Assign(_, a, b)
            | ExprKind::Comma(a, b)
            | ExprKind::Index(a, b) => a.depth.max(b.depth),
            ExprKind::Conditional(a, b, c) => a.depth.max(b.depth).max(c.depth),
            ExprKind::Call(_, args) => args.iter().map(|arg| arg.depth).max().unwrap_or(0),
        };
        if depth > MAX_NESTING { Err(self.too_deep(span)) } else { Ok(Expr { kind, span, depth }) }
    }

    /// An expression, commas included.
    pub(super) fn expr(&mut self) -> Result<Expr, Error> {
        let mut left = self.assignment()?;
        while self.eat(",")? {
            let right = self.assignment()?;
            let span = left.span.to(right.span);
            left = self.make(span, ExprKind::Comma(left.into(), right.into()))?;
        }
        Ok(left)
    }

    /// An expression without commas.
    pub(super) fn assignment(&mut self) -> Result<Expr, Error> {
        self.nested(|p| {
            let left = p.conditional()?;
            let op = match p.token.kind {
                Kind::Sign("=") => None,
                Kind::Sign("+=") => Some(Binary::Add),
                Kind::Sign("-=") => Some(Binary::Sub),
                Kind::Sign("*=") => Some(Binary::Mul),
                Kind::Sign("/=") => Some(Binary::Div),
                Kind::Sign("%=") => Some(Binary::Rem),
                Kind::Sign("<<=") => Some(Binary::Shl),
                Kind::Sign(">>=") => Some(Binary::Shr),
                Kind::Sign("&=") => Some(Binary::BitAnd),
                Kind::Sign("|=") => Some(Binary::BitOr),
                Kind::Sign("^=") => Some(Binary::BitXor),
                _ => return Ok(left),
            };
            p.advance()?;
            let right = p.assignment()?;
            let span = left.span.to(right.span);
            p.make(span, ExprKind::Assign(op, left.into(), right.into()))
        })
    }

    fn conditional(&mut self) -> Result<Expr, Error> {
        let cond = self.binary(0)?;
        if !self.eat("?")? {
            return Ok(cond);
        }
        self.nested(|p| {
            let then = p.expr()?;
            p.expect(":")?;
            let otherwise = p.conditional()?;
            let span = cond.span.to(otherwise.span);
            p.make(span, ExprKind::Conditional(cond.into(), then.into(), otherwise.into()))
        })
    }

    /// Operators of at least that precedence, by climbing.
    fn binary(&mut self, least: u8) -> Result<Expr, Error> {
        let mut left = self.unary()?;
        while let Kind::Sign(sign) = self.token.kind {
            let Some((level, operator)) = operator(sign).filter(|(level, _)| *level >= least) else { break };
            self.advance()?;
            let right = self.nested(|p| p.binary(level + 1))?;
            let span = left.span.to(right.span);
            let (a, b) = (left.into(), right.into());
            let kind = match operator {
                Operator::And => ExprKind::And(a, b),
                Operator::Or => ExprKind::Or(a, b),
                Operator::Plain(op) => ExprKind::Binary(op, a, b),
            };
            left = self.make(span, kind)?;
        }
        Ok(left)
    }

    fn unary(&mut self) -> Result<Expr, Error> {
        let start = self.span();
        let op = match self.token.kind {
            Kind::Sign("+") => Unary::Plus,
            Kind::Sign("-") => Unary::Minus,
            Kind::Sign("~") => Unary::Complement,
            Kind::Sign("!") => Unary::Not,
            Kind::Sign("*") => Unary::Deref,
            Kind::Sign("&") => Unary::AddressOf,
            Kind::Sign(sign @ ("++" | "--")) => {
                self.advance()?;
                let target = self.nested(Self::unary)?;
                let op = if sign == "++" { Binary::Add } else { Binary::Sub };
                let span = start.to(target.span);
                return self.make(span, ExprKind::Step { op, prefix: true, target: target.into() });
            }
            Kind::Sign("(") if self.second_is_type() => {
                self.advance()?;
                let base = self.base_type()?;
                let ty = self.pointers(base)?.ty;
                self.expect(")")?;
                let inner = self.nested(Self::unary)?;
                let span = start.to(inner.span);
                return self.make(span, ExprKind::Cast(ty, inner.into()));
            }
            Kind::Word("sizeof") => {
                self.advance()?;
                if !(self.is("(") && self.second_is_type()) {
                    return Err(self.expected("a type in parentheses", "`sizeof` is supported for types only"));
                }
                self.advance()?;
                let base = self.base_type()?;
                let ty = self.pointers(base)?.ty;
                let end = self.expect(")")?;
                return self.make(start.to(end), ExprKind::SizeOf(ty));
            }
            _ => return self.postfix(),
        };
        self.advance()?;
        let inner = self.nested(Self::unary)?;
        let span = start.to(inner.span);
        self.make(span, ExprKind::Unary(op, inner.into()))
    }

    fn postfix(&mut self) -> Result<Expr, Error> {
        let mut inner = self.primary()?;
        loop {
            let start = inner.span;
            let kind = match self.token.kind {
                Kind::Sign(sign @ ("++" | "--")) => {
                    self.advance()?;
                    let op = if sign == "++" { Binary::Add } else { Binary::Sub };
                    ExprKind::Step { op, prefix: false, target: inner.into() }
                }
                Kind::Sign("[") => {
                    self.advance()?;
                    let index = self.expr()?;
                    self.expect("]")?;
                    ExprKind::Index(inner.into(), index.into())
                }
                Kind::Sign("." | "->") => {
                    return Err(self.expected("an operator", "structures are not supported in litmus tests"));
                }
                _ => return Ok(inner),
            };
            inner = self.make(start.to(self.previous), kind)?;
        }
    }

    fn primary(&mut self) -> Result<Expr, Error> {
        let start = self.span();
        match self.token.kind {
            Kind::Number(value, suffix) => {
                self.advance()?;
                let Some(ty) = literal_type(value, suffix) else {
                    return Err(self.error_at(start, "this number does not fit any signed type", "add the suffix `u`"));
                };
                self.make(start, ExprKind::Int(value, ty))
            }
            Kind::Word(word) => {
                if self.at_type() {
                    return Err(self.expected("an expression", "a type cannot stand here"));
                }
                self.advance()?;
                match word {
                    "true" => return self.make(start, ExprKind::Int(1, IntType::INT)),
                    "false" | "NULL" => return self.make(start, ExprKind::Int(0, IntType::INT)),
                    "switch" | "goto" | "case" | "default" | "asm" | "__asm__" => {
                        let help = "use `if`, `while`, `do` and `for`";
                        return Err(self.error_at(start, format!("`{word}` is not supported"), help));
                    }
                    _ => {}
                }
                if !self.eat("(")? {
                    return self.make(start, ExprKind::Name(word.to_owned()));
                }
                self.linux |= is_telling(word);
                let mut args = Vec::new();
                while !self.is(")") {
                    args.push(self.assignment()?);
                    if !self.eat(",")? {
                        break;
                    }
                }
                let end = self.expect(")")?;
                self.make(start.to(end), ExprKind::Call(word.to_owned(), args))
            }
            Kind::Sign("(") => {
                self.advance()?;
                let mut inner = self.nested(Self::expr)?;
                let end = self.expect(")")?;
                inner.span = start.to(end);
                Ok(inner)
            }
            Kind::Sign("{") => Err(self.expected("an expression", "`({ … })` is not supported: use statements")),
            _ => Err(self.expected("an expression", "")),
        }
    }
}

enum Operator {
    And,
    Or,
    Plain(Binary),
}

fn operator(sign: &str) -> Option<(u8, Operator)> {
    use Operator::Plain;
    Some(match sign {
        "||" => (0, Operator::Or),
        "&&" => (1, Operator::And),
        "|" => (2, Plain(Binary::BitOr)),
        "^" => (3, Plain(Binary::BitXor)),
        "&" => (4, Plain(Binary::BitAnd)),
        "==" => (5, Plain(Binary::Eq)),
        "!=" => (5, Plain(Binary::Ne)),
        "<" => (6, Plain(Binary::Lt)),
        "<=" => (6, Plain(Binary::Le)),
        ">" => (6, Plain(Binary::Gt)),
        ">=" => (6, Plain(Binary::Ge)),
        "<<" => (7, Plain(Binary::Shl)),
        ">>" => (7, Plain(Binary::Shr)),
        "+" => (8, Plain(Binary::Add)),
        "-" => (8, Plain(Binary::Sub)),
        "*" => (9, Plain(Binary::Mul)),
        "/" => (9, Plain(Binary::Div)),
        "%" => (9, Plain(Binary::Rem)),
        _ => return None,
    })
}

/// The first type of C's list that holds the number.
fn literal_type(value: u64, suffix: Suffix) -> Option<IntType> {
    let signed_too = !suffix.unsigned;
    let unsigned_too = suffix.unsigned || suffix.other_base;
    let candidates = [
        (IntType::INT, !suffix.long && signed_too),
        (IntType::new(32, false), !suffix.long && unsigned_too),
        (IntType::LONG, signed_too),
        (IntType::ULONG, unsigned_too),
    ];
    let fits = |ty: IntType| value <= u64::MAX >> (64 - u32::from(ty.bits) + u32::from(ty.signed));
    candidates.into_iter().find(|&(ty, allowed)| allowed && fits(ty)).map(|(ty, _)| ty)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_have_the_types_c_gives_them() {
        let (uint, none) = (IntType::new(32, false), Suffix::default());
        let hex = Suffix { other_base: true, ..none };
        assert_eq!(literal_type(0x7fff_ffff, none), Some(IntType::INT));
        assert_eq!(literal_type(0x8000_0000, none), Some(IntType::LONG));
        assert_eq!(literal_type(0x8000_0000, hex), Some(uint));
        assert_eq!(literal_type(1, Suffix { unsigned: true, ..none }), Some(uint));
        assert_eq!(literal_type(1, Suffix { long: true, ..none }), Some(IntType::LONG));
        assert_eq!(literal_type(u64::MAX, none), None);
        assert_eq!(literal_type(u64::MAX, hex), Some(IntType::ULONG));
    }
}
