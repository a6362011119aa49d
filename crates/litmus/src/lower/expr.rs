//! Expressions: C's conversions and arithmetic, short circuits and conditionals.

use raddle_ir::{BinaryOp, Label, Operand};

use super::thread::{Thread, Val};
use crate::ast::{Binary, Expr, ExprKind, Unary};
use crate::ctype::{IntType, Type};
use crate::error::{Error, Span};

impl Thread<'_> {
    /// Evaluates for its effects only.
    pub fn discard(&mut self, expr: &Expr) -> Result<(), Error> {
        self.expr(expr).map(|_| ())
    }

    /// Evaluates an expression.
    pub fn expr(&mut self, expr: &Expr) -> Result<Val, Error> {
        self.at(expr.span);
        match &expr.kind {
            ExprKind::Int(value, ty) => Ok(Val::new(*value, Type::Int(*ty))),
            ExprKind::SizeOf(ty) => Ok(Val::new(ty.size(), Type::Int(IntType::ULONG))),
            ExprKind::Name(name) => self.name(name, expr.span),
            ExprKind::Unary(Unary::AddressOf, inner) => self.address_of(inner),
            ExprKind::Unary(Unary::Deref, _) | ExprKind::Index(..) => {
                let place = self.lvalue(expr)?;
                self.read(&place, expr.span)
            }
            ExprKind::Unary(Unary::Not, inner) => {
                let value = self.scalar(inner)?;
                let width = self.int_of(&value, inner.span)?.width();
                let op = self.compute(BinaryOp::Eq, width, value.op, 0);
                Ok(Val::new(op, Type::INT))
            }
            ExprKind::Unary(op, inner) => {
                let value = self.integer(inner)?;
                let int = self.int_of(&value, inner.span)?.promoted();
                let value = self.convert_int(value, int);
                let op = match op {
                    Unary::Minus => self.compute(BinaryOp::Sub, int.width(), 0, value.op),
                    Unary::Complement => self.compute(BinaryOp::Xor, int.width(), value.op, u64::MAX),
                    _ => value.op,
                };
                Ok(Val::new(op, Type::Int(int)))
            }
            ExprKind::Binary(op, left, right) => {
                let (left, right) = (self.scalar(left)?, self.scalar(right)?);
                self.at(expr.span);
                self.arithmetic(*op, left, right, expr.span)
            }
            ExprKind::And(..) | ExprKind::Or(..) => {
                let (yes, no, end) = (self.code.label(), self.code.label(), self.code.label());
                self.branch(expr, yes, no)?;
                let result = self.temp();
                self.code.bind(yes);
                self.code.mov(result, 1);
                self.code.jump(end);
                self.code.bind(no);
                self.code.mov(result, 0);
                self.code.bind(end);
                Ok(Val::new(result, Type::INT))
            }
            ExprKind::Conditional(cond, then, otherwise) => {
                let ty = self.joined(self.type_of(then)?, self.type_of(otherwise)?);
                let (yes, no, end) = (self.code.label(), self.code.label(), self.code.label());
                self.branch(cond, yes, no)?;
                let result = self.temp();
                for (label, part) in [(yes, then), (no, otherwise)] {
                    self.code.bind(label);
                    if ty == Type::Void {
                        self.discard(part)?;
                    } else {
                        let value = self.assignable(part, &ty)?;
                        self.code.mov(result, value.op);
                    }
                    self.code.jump(end);
                }
                self.code.bind(end);
                Ok(Val::new(result, ty))
            }
            ExprKind::Assign(op, target, value) => self.assign(*op, target, value, expr.span),
            ExprKind::Step { op, prefix, target } => self.step(*op, *prefix, target, expr.span),
            ExprKind::Cast(ty, inner) => {
                if *ty == Type::Void {
                    self.discard(inner)?;
                    return Ok(Val::new(0, Type::Void));
                }
                let value = self.scalar(inner)?;
                self.at(expr.span);
                Ok(self.cast(value, ty))
            }
            ExprKind::Comma(first, second) => {
                self.discard(first)?;
                self.expr(second)
            }
            ExprKind::Call(name, args) => self.call(name, args, expr.span),
        }
    }

    /// The type that an expression will have. Used where both types must be known before code is emitted.
    pub fn type_of(&self, expr: &Expr) -> Result<Type, Error> {
        Ok(match &expr.kind {
            ExprKind::Int(_, ty) => Type::Int(*ty),
            ExprKind::SizeOf(_) => Type::Int(IntType::ULONG),
            ExprKind::Name(name) => match (self.local(name), self.params.get(name)) {
                (Some(local), _) => local.ty.clone(),
                (None, Some((_, ty))) => ty.clone(),
                (None, None) => return Err(self.unknown(name, expr.span)),
            },
            ExprKind::Unary(Unary::Deref, inner) => self.pointee(&self.type_of(inner)?, expr.span)?.ty,
            ExprKind::Index(array, _) => self.pointee(&self.type_of(array)?, expr.span)?.ty,
            ExprKind::Unary(Unary::AddressOf, inner) => match &inner.kind {
                ExprKind::Unary(Unary::Deref, pointer) => self.type_of(pointer)?,
                ExprKind::Index(array, _) => self.type_of(array)?,
                _ => return Err(self.no_address(inner)),
            },
            ExprKind::Unary(Unary::Not, _) | ExprKind::And(..) | ExprKind::Or(..) => Type::INT,
            ExprKind::Unary(_, inner) => {
                self.type_of(inner)?.as_int().map_or(Type::Void, |int| Type::Int(int.promoted()))
            }
            ExprKind::Binary(op, ..) if op.is_comparison() => Type::INT,
            ExprKind::Binary(op, left, right) => {
                let (left, right) = (self.type_of(left)?, self.type_of(right)?);
                match (&left, &right) {
                    (Type::Pointer(_), Type::Pointer(_)) => Type::Int(IntType::LONG),
                    (Type::Pointer(_), _) => left,
                    (_, Type::Pointer(_)) => right,
                    (Type::Int(left), _) if op.is_shift() => Type::Int(left.promoted()),
                    (Type::Int(left), Type::Int(right)) => Type::Int(left.common(*right)),
                    _ => Type::Void,
                }
            }
            ExprKind::Conditional(_, then, otherwise) => self.joined(self.type_of(then)?, self.type_of(otherwise)?),
            ExprKind::Assign(_, target, _) | ExprKind::Step { target, .. } => self.type_of(target)?,
            ExprKind::Cast(ty, _) => ty.clone(),
            ExprKind::Comma(_, second) => self.type_of(second)?,
            ExprKind::Call(name, args) => self.call_type(name, args)?,
        })
    }

    /// The type of `c ? a : b`.
    fn joined(&self, a: Type, b: Type) -> Type {
        match (&a, &b) {
            (Type::Int(x), Type::Int(y)) => Type::Int(x.common(*y)),
            (Type::Pointer(_), _) => a,
            (_, Type::Pointer(_)) => b,
            _ => Type::Void,
        }
    }

    pub fn unknown(&self, name: &str, span: Span) -> Error {
        if name.starts_with("memory_order") {
            return self.error(
                span,
                format!("`{name}` is not a value"),
                "memory orders are arguments of atomic functions",
            );
        }
        let help = if self.layout.get(name).is_some() {
            format!("`{name}` is shared: add it to the thread's parameters, as in `int *{name}`")
        } else {
            format!("declare it, as in `int {name};`")
        };
        self.error(span, format!("`{name}` is not declared in this thread"), help)
    }

    fn name(&mut self, name: &str, span: Span) -> Result<Val, Error> {
        if let Some(local) = self.local(name) {
            return Ok(Val::new(local.reg, local.ty.clone()));
        }
        match self.params.get(name) {
            Some((addr, ty)) => Ok(Val::new(*addr, ty.clone())),
            None => Err(self.unknown(name, span)),
        }
    }

    /// Evaluates an expression that must be an integer or a pointer.
    pub fn scalar(&mut self, expr: &Expr) -> Result<Val, Error> {
        let value = self.expr(expr)?;
        self.int_of(&value, expr.span)?;
        Ok(value)
    }

    /// Evaluates an expression that must be an integer.
    pub fn integer(&mut self, expr: &Expr) -> Result<Val, Error> {
        let value = self.scalar(expr)?;
        match value.ty {
            Type::Int(_) => Ok(value),
            _ => Err(self.error(expr.span, format!("expected an integer, found a `{}`", value.ty), "")),
        }
    }

    fn int_of(&self, value: &Val, span: Span) -> Result<IntType, Error> {
        value.ty.as_int().ok_or_else(|| self.error(span, "this has no value", "it can only be a statement of its own"))
    }

    /// Evaluates an expression and converts it to a type as an assignment does.
    pub fn assignable(&mut self, expr: &Expr, ty: &Type) -> Result<Val, Error> {
        let value = self.scalar(expr)?;
        self.at(expr.span);
        self.assigned(value, ty, expr.span)
    }

    /// Converts as an assignment does.
    pub fn assigned(&mut self, value: Val, ty: &Type, span: Span) -> Result<Val, Error> {
        let mismatch = match (&value.ty, ty) {
            (Type::Int(_), Type::Pointer(_)) => value.op != Operand::Const(0),
            (Type::Pointer(_), Type::Int(int)) => !int.boolean,
            (Type::Pointer(from), Type::Pointer(to)) => {
                from.ty.size() != to.ty.size() && from.ty != Type::Void && to.ty != Type::Void
            }
            _ => false,
        };
        if mismatch {
            let message = format!("a `{}` is not a `{ty}`", value.ty);
            return Err(self.error(span, message, format!("if you mean it, convert it: `({ty}) …`")));
        }
        Ok(self.cast(value, ty))
    }

    /// Converts as a cast does.
    pub fn cast(&mut self, value: Val, ty: &Type) -> Val {
        let Some(to) = ty.as_int() else { return Val::new(0, Type::Void) };
        let converted = self.convert_int(value, to);
        Val { op: converted.op, ty: ty.clone() }
    }

    /// Converts between integers; pointers count as `unsigned long`.
    pub fn convert_int(&mut self, value: Val, to: IntType) -> Val {
        let from = value.ty.as_int().unwrap_or(to);
        let op = if to.boolean && !from.boolean {
            self.compute(BinaryOp::Ne, from.width(), value.op, 0)
        } else if to.bits < from.bits {
            match value.op {
                Operand::Const(v) => Operand::Const(to.width().truncate(v)),
                Operand::Reg(_) => {
                    let result = self.temp();
                    self.code.truncate(result, value.op, to.width());
                    result.into()
                }
            }
        } else if to.bits > from.bits && from.signed {
            match value.op {
                Operand::Const(v) => Operand::Const(to.width().truncate(from.width().signed(v) as u64)),
                Operand::Reg(_) => {
                    let result = self.temp();
                    self.code.sign_extend(result, value.op, from.width(), to.width());
                    result.into()
                }
            }
        } else {
            value.op
        };
        Val { op, ty: Type::Int(to) }
    }

    /// Folds an operation on constants, unless it fails; emits it otherwise.
    pub fn compute(
        &mut self,
        op: BinaryOp,
        width: raddle_graph::Width,
        left: impl Into<Operand>,
        right: impl Into<Operand>,
    ) -> Operand {
        let (left, right) = (left.into(), right.into());
        if let (Operand::Const(a), Operand::Const(b)) = (left, right)
            && let Ok(value) = op.apply(width, a, b)
        {
            return Operand::Const(value);
        }
        let result = self.temp();
        self.code.binary(op, width, result, left, right);
        result.into()
    }

    /// A binary operator on two values.
    pub fn arithmetic(&mut self, op: Binary, left: Val, right: Val, span: Span) -> Result<Val, Error> {
        match (&left.ty, &right.ty) {
            (Type::Pointer(_), _) | (_, Type::Pointer(_)) if op.is_comparison() => {
                let left = self.convert_int(left, IntType::ULONG);
                let right = self.convert_int(right, IntType::ULONG);
                Ok(self.integer_arithmetic(op, left, right, IntType::ULONG))
            }
            (Type::Pointer(object), Type::Int(_)) if matches!(op, Binary::Add | Binary::Sub) => {
                let size = object.ty.size();
                self.pointer_step(op, left, right, size)
            }
            (Type::Int(_), Type::Pointer(object)) if op == Binary::Add => {
                let size = object.ty.size();
                self.pointer_step(op, right, left, size)
            }
            (Type::Pointer(a), Type::Pointer(b)) if op == Binary::Sub && a.ty.size() == b.ty.size() => {
                let size = a.ty.size();
                let bytes = self.compute(BinaryOp::Sub, IntType::LONG.width(), left.op, right.op);
                let op = self.compute(BinaryOp::SDiv, IntType::LONG.width(), bytes, size);
                Ok(Val::new(op, Type::Int(IntType::LONG)))
            }
            (Type::Int(a), Type::Int(b)) => {
                let int = if op.is_shift() { a.promoted() } else { a.common(*b) };
                let left = self.convert_int(left, int);
                // The shift count has its own type; it is converted to that of the number, whose width bounds valid counts.
                let right = self.convert_int(right, int);
                Ok(self.integer_arithmetic(op, left, right, int))
            }
            _ => {
                let message = format!("this operator does not apply to `{}` and `{}`", left.ty, right.ty);
                Err(self.error(span, message, ""))
            }
        }
    }

    fn pointer_step(&mut self, op: Binary, pointer: Val, index: Val, size: u64) -> Result<Val, Error> {
        let width = IntType::LONG.width();
        let index = self.convert_int(index, IntType::LONG);
        let bytes = self.compute(BinaryOp::Mul, width, index.op, size);
        let op = if op == Binary::Add { BinaryOp::Add } else { BinaryOp::Sub };
        let result = self.compute(op, width, pointer.op, bytes);
        Ok(Val::new(result, pointer.ty))
    }

    fn integer_arithmetic(&mut self, op: Binary, left: Val, right: Val, int: IntType) -> Val {
        let signed = |yes, no| if int.signed { yes } else { no };
        let (op, swap) = match op {
            Binary::Add => (BinaryOp::Add, false),
            Binary::Sub => (BinaryOp::Sub, false),
            Binary::Mul => (BinaryOp::Mul, false),
            Binary::Div => (signed(BinaryOp::SDiv, BinaryOp::UDiv), false),
            Binary::Rem => (signed(BinaryOp::SRem, BinaryOp::URem), false),
            Binary::Shl => (BinaryOp::Shl, false),
            Binary::Shr => (signed(BinaryOp::AShr, BinaryOp::LShr), false),
            Binary::BitAnd => (BinaryOp::And, false),
            Binary::BitOr => (BinaryOp::Or, false),
            Binary::BitXor => (BinaryOp::Xor, false),
            Binary::Eq => (BinaryOp::Eq, false),
            Binary::Ne => (BinaryOp::Ne, false),
            Binary::Lt => (signed(BinaryOp::Slt, BinaryOp::Ult), false),
            Binary::Le => (signed(BinaryOp::Sle, BinaryOp::Ule), false),
            Binary::Gt => (signed(BinaryOp::Slt, BinaryOp::Ult), true),
            Binary::Ge => (signed(BinaryOp::Sle, BinaryOp::Ule), true),
        };
        let (a, b) = if swap { (right.op, left.op) } else { (left.op, right.op) };
        let compares =
            matches!(op, BinaryOp::Eq | BinaryOp::Ne | BinaryOp::Slt | BinaryOp::Sle | BinaryOp::Ult | BinaryOp::Ule);
        let result = self.compute(op, int.width(), a, b);
        Val::new(result, if compares { Type::INT } else { Type::Int(int) })
    }

    /// Branches on a condition, with C's short-circuit evaluation.
    pub fn branch(&mut self, cond: &Expr, yes: Label, no: Label) -> Result<(), Error> {
        match &cond.kind {
            ExprKind::And(left, right) => {
                let middle = self.code.label();
                self.branch(left, middle, no)?;
                self.code.bind(middle);
                self.branch(right, yes, no)
            }
            ExprKind::Or(left, right) => {
                let middle = self.code.label();
                self.branch(left, yes, middle)?;
                self.code.bind(middle);
                self.branch(right, yes, no)
            }
            ExprKind::Unary(Unary::Not, inner) => self.branch(inner, no, yes),
            _ => {
                let value = self.scalar(cond)?;
                self.at(cond.span);
                match value.op {
                    Operand::Const(0) => self.code.jump(no),
                    Operand::Const(_) => self.code.jump(yes),
                    Operand::Reg(reg) => self.code.branch(reg, yes, no),
                }
                Ok(())
            }
        }
    }
}
