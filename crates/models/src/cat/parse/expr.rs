//! Expressions, by precedence: from loosest to tightest `|`, `;`, `\`, `&`, `*` (between sets), `~`, the postfix
//! operators `+ * ? ^-1`, and application. So `a ; b \ c` is `a ; (b \ c)`, and `a & b ; c` is `(a & b) ; c`.
//!
//! `*` is the product of two sets where an operand follows, and closure otherwise.

use super::super::ast::{Expr, ExprKind, Infix, Unary};
use super::super::error::{Checked, Fault};
use super::super::lex::Kind;
use super::super::span::Span;
use super::{MAX_NESTING, Parser};

/// Infix operators from the loosest to the tightest; `*` comes after them.
const LEVELS: [(&str, Infix); 4] =
    [("|", Infix::Union), (";", Infix::Seq), ("\\", Infix::Difference), ("&", Infix::Intersection)];

impl Parser<'_> {
    /// An expression, possibly a tuple without parentheses.
    pub(super) fn expression(&mut self) -> Checked<Expr> {
        if self.depth >= MAX_NESTING {
            return Err(Fault::new(self.peek().span, "this is nested too deeply").help("give parts of it names"));
        }
        self.depth += 1;
        let result = self.expression_inside();
        self.depth -= 1;
        result
    }

    fn expression_inside(&mut self) -> Checked<Expr> {
        let start = self.peek().span;
        let kind = if self.accept("let") {
            let (recursive, bindings) = self.bindings()?;
            self.expect("in", "after a local definition")?;
            ExprKind::Let { recursive, bindings, body: Box::new(self.expression()?) }
        } else if self.accept("fun") {
            let pattern = self.parameter()?;
            self.expect("->", "after the parameter")?;
            ExprKind::Function(pattern, Box::new(self.expression()?))
        } else if self.accept("try") {
            let first = self.expression()?;
            self.expect("with", "after what is tried")?;
            ExprKind::Try(Box::new(first), Box::new(self.expression()?))
        } else if self.sees("match") || self.sees("if") {
            return Err(Fault::new(start, format!("`{}` is not supported in cat files", self.peek().text)));
        } else {
            let first = self.infix(0)?;
            if !self.sees(",") {
                return Ok(first);
            }
            let mut parts = vec![first];
            while self.accept(",") {
                parts.push(self.infix(0)?);
            }
            ExprKind::Tuple(parts)
        };
        Ok(Expr { kind, span: start.to(self.last_span()) })
    }

    /// Operands at a level, joined by its operator.
    fn infix(&mut self, level: usize) -> Checked<Expr> {
        let Some(&(symbol, operator)) = LEVELS.get(level) else {
            return self.cross();
        };
        let start = self.peek().span;
        let first = self.infix(level + 1)?;
        let mut operands = vec![first];
        while self.accept(symbol) {
            operands.push(self.infix(level + 1)?);
        }
        if self.sees("++") {
            return Err(Fault::new(self.peek().span, "`++` is not supported in cat files"));
        }
        Ok(self.joined(operator, operands, start))
    }

    /// `S * T`.
    fn cross(&mut self) -> Checked<Expr> {
        let start = self.peek().span;
        let mut operands = vec![self.prefix()?];
        // The star of a closure was consumed with its operand.
        while self.accept("*") {
            operands.push(self.prefix()?);
        }
        if operands.len() > 2 {
            let span = start.to(self.last_span());
            return Err(Fault::new(span, "a product has two factors").help("write parentheses"));
        }
        Ok(self.joined(Infix::Cross, operands, start))
    }

    fn joined(&self, operator: Infix, operands: Vec<Expr>, start: Span) -> Expr {
        match <[Expr; 1]>::try_from(operands) {
            Ok([only]) => only,
            Err(operands) => Expr { kind: ExprKind::Infix(operator, operands), span: start.to(self.last_span()) },
        }
    }

    /// `~ e`.
    fn prefix(&mut self) -> Checked<Expr> {
        let start = self.peek().span;
        let mut complements = 0;
        while self.accept("~") {
            complements += 1;
        }
        let mut result = self.postfix()?;
        // Two cancel each other.
        if complements % 2 == 1 {
            result = unary(Unary::Complement, result, start.to(self.last_span()));
        }
        Ok(result)
    }

    /// An application with its postfix operators.
    fn postfix(&mut self) -> Checked<Expr> {
        let start = self.peek().span;
        let mut result = self.application()?;
        for _ in 0..MAX_NESTING {
            let operator = if self.accept("+") {
                Unary::Plus
            } else if self.accept("?") {
                Unary::Optional
            } else if self.accept("^-1") {
                Unary::Inverse
            } else if self.sees("*") && !self.begins_operand(1) {
                self.next();
                Unary::Star
            } else {
                return Ok(result);
            };
            result = unary(operator, result, start.to(self.last_span()));
        }
        Err(Fault::new(self.peek().span, "there are too many operators after this expression"))
    }

    /// Does the token at this distance begin an operand?
    fn begins_operand(&self, ahead: usize) -> bool {
        let Some(token) = self.tokens.get(self.at + ahead) else {
            return false;
        };
        match token.kind {
            Kind::Name | Kind::Zero | Kind::Tag => true,
            Kind::Symbol => matches!(token.text, "(" | "[" | "{" | "_" | "~"),
            Kind::Keyword => token.text == "begin",
            Kind::String | Kind::End => false,
        }
    }

    /// A function and its arguments, or an operand alone.
    fn application(&mut self) -> Checked<Expr> {
        let start = self.peek().span;
        let is_name = self.peek().kind == Kind::Name;
        let mut result = self.operand()?;
        let mut arguments = 0;
        while is_name && self.begins_operand(0) && !self.sees("~") {
            arguments += 1;
            if arguments > MAX_NESTING {
                return Err(Fault::new(self.peek().span, "there are too many arguments"));
            }
            let argument = self.operand()?;
            let kind = ExprKind::Apply(Box::new(result), Box::new(argument));
            result = Expr { kind, span: start.to(self.last_span()) };
        }
        Ok(result)
    }

    fn operand(&mut self) -> Checked<Expr> {
        let token = self.peek();
        let kind = match (token.kind, token.text) {
            (Kind::Name, name) => {
                self.next();
                ExprKind::Name(name.to_owned())
            }
            (Kind::Zero, _) => {
                self.next();
                ExprKind::Zero
            }
            (Kind::Symbol, "_") => {
                self.next();
                ExprKind::Universe
            }
            (Kind::Symbol, "(") => {
                self.next();
                if self.accept(")") {
                    ExprKind::Tuple(Vec::new())
                } else {
                    let inside = self.expression()?;
                    self.expect(")", "to close the parenthesis")?;
                    inside.kind
                }
            }
            (Kind::Keyword, "begin") => {
                self.next();
                let inside = self.expression()?;
                self.expect("end", "to close `begin`")?;
                inside.kind
            }
            (Kind::Symbol, "[") => {
                self.next();
                let inside = self.expression()?;
                self.expect("]", "to close the bracket")?;
                ExprKind::Unary(Unary::Identity, Box::new(inside))
            }
            (Kind::Symbol, "{") => {
                self.next();
                if !self.accept("}") {
                    return Err(Fault::new(token.span, "sets of named elements are not supported")
                        .help("`{}` is the empty set; sets of events have names, such as `R` and `W`"));
                }
                ExprKind::Zero
            }
            (Kind::Tag, _) => {
                return Err(Fault::new(token.span, format!("tags such as `{}` are not supported", token.text))
                    .help("the set of events that carry an annotation has its name, without the quote"));
            }
            _ => return Err(self.unexpected("a set, a relation or a parenthesis")),
        };
        Ok(Expr { kind, span: token.span.to(self.last_span()) })
    }
}

fn unary(operator: Unary, operand: Expr, span: Span) -> Expr {
    Expr { kind: ExprKind::Unary(operator, Box::new(operand)), span }
}
