//! Lvalues: local variables and memory, and the accesses to them.
//!
//! A plain access through a pointer is non-atomic, whatever the pointer's type says: that is what `*x` means in
//! litmus files, for `volatile int *` as for `atomic_int *`.

use raddle_graph::Mode;
use raddle_ir::Operand;

use super::thread::{Local, Thread, Val};
use crate::ast::{Binary, Expr, ExprKind, Unary};
use crate::ctype::{Qualified, Type};
use crate::error::{Error, Span};

/// A local variable, or an object in memory.
pub(super) enum Lvalue {
    Local(Local),
    Memory { addr: Operand, object: Qualified },
}

impl Lvalue {
    fn ty(&self) -> &Type {
        match self {
            Lvalue::Local(local) => &local.ty,
            Lvalue::Memory { object, .. } => &object.ty,
        }
    }
}

impl Thread<'_> {
    /// Evaluates an expression to an lvalue, without reading it.
    pub fn lvalue(&mut self, expr: &Expr) -> Result<Lvalue, Error> {
        match &expr.kind {
            ExprKind::Name(name) => {
                if let Some(local) = self.local(name) {
                    return Ok(Lvalue::Local(local.clone()));
                }
                if self.params.contains_key(name) {
                    let help = format!("to write the shared variable, write `*{name} = …`");
                    return Err(self.error(expr.span, format!("the parameter `{name}` cannot be changed"), help));
                }
                Err(self.unknown(name, expr.span))
            }
            ExprKind::Unary(Unary::Deref, inner) => {
                let pointer = self.scalar(inner)?;
                let object = self.pointee(&pointer.ty, expr.span)?;
                Ok(Lvalue::Memory { addr: pointer.op, object })
            }
            ExprKind::Index(array, index) => {
                let (array, index) = (self.scalar(array)?, self.integer(index)?);
                let object = self.pointee(&array.ty, expr.span)?;
                let pointer = self.arithmetic(Binary::Add, array, index, expr.span)?;
                Ok(Lvalue::Memory { addr: pointer.op, object })
            }
            _ => Err(self.error(expr.span, "this cannot be assigned to", "assign to a variable, or to `*x`")),
        }
    }

    /// The type of the object that a pointer points to.
    pub fn pointee(&self, ty: &Type, span: Span) -> Result<Qualified, Error> {
        match ty {
            Type::Pointer(object) if object.ty != Type::Void => Ok((**object).clone()),
            Type::Pointer(_) => Err(self.error(span, "this points to `void`", "convert it to a pointer to something")),
            _ => Err(self.error(span, format!("expected a pointer, found a `{ty}`"), "")),
        }
    }

    /// `&*p` and `&a[i]`; local variables have no address.
    pub fn address_of(&mut self, inner: &Expr) -> Result<Val, Error> {
        match &inner.kind {
            ExprKind::Unary(Unary::Deref, pointer) => self.scalar(pointer),
            ExprKind::Index(array, index) => {
                let (array, index) = (self.scalar(array)?, self.integer(index)?);
                self.pointee(&array.ty, inner.span)?;
                self.arithmetic(Binary::Add, array, index, inner.span)
            }
            _ => Err(self.no_address(inner)),
        }
    }

    pub fn no_address(&self, expr: &Expr) -> Error {
        let help = "local variables are registers; `&r` can only be the second argument of a compare-exchange";
        self.error(expr.span, "the address of this is not available", help)
    }

    fn warn_if_atomic(&mut self, object: &Qualified, span: Span) {
        if object.atomic {
            let line = self.position(span).line;
            self.warnings.push(format!(
                "line {line}: a plain access is non-atomic in litmus files, although the variable is declared atomic; \
                 use the functions for atomic variables"
            ));
        }
    }

    pub fn read(&mut self, lvalue: &Lvalue, span: Span) -> Result<Val, Error> {
        match lvalue {
            Lvalue::Local(local) => Ok(Val::new(local.reg, local.ty.clone())),
            Lvalue::Memory { addr, object } => {
                self.warn_if_atomic(object, span);
                self.at(span);
                self.load(*addr, object, Mode::Na, span)
            }
        }
    }

    /// Reads memory.
    pub fn load(&mut self, addr: Operand, object: &Qualified, mode: Mode, span: Span) -> Result<Val, Error> {
        let width = self.width_of(object, span)?;
        let result = self.temp();
        self.code.load(result, addr, mode, width);
        Ok(Val::new(result, object.ty.clone()))
    }

    pub fn width_of(&self, object: &Qualified, span: Span) -> Result<raddle_graph::Width, Error> {
        let int = object.ty.as_int().ok_or_else(|| self.error(span, "this has no value", ""))?;
        Ok(int.width())
    }

    fn write(&mut self, lvalue: &Lvalue, value: Operand, span: Span) -> Result<(), Error> {
        self.at(span);
        match lvalue {
            Lvalue::Local(local) => self.code.mov(local.reg, value),
            Lvalue::Memory { addr, object } => {
                let width = self.width_of(object, span)?;
                self.code.store(*addr, value, Mode::Na, width);
            }
        }
        Ok(())
    }

    /// `a = b` and `a op= b`
    pub fn assign(&mut self, op: Option<Binary>, target: &Expr, value: &Expr, span: Span) -> Result<Val, Error> {
        let lvalue = self.lvalue(target)?;
        let value = match op {
            None => {
                if let Lvalue::Memory { object, .. } = &lvalue {
                    self.warn_if_atomic(object, span);
                }
                self.assignable(value, lvalue.ty())?
            }
            Some(op) => {
                let right = self.scalar(value)?;
                let left = self.read(&lvalue, span)?;
                let result = self.arithmetic(op, left, right, span)?;
                self.assigned(result, lvalue.ty(), span)?
            }
        };
        self.write(&lvalue, value.op, span)?;
        Ok(value)
    }

    /// `++a`, `a++`, `--a`, `a--`
    pub fn step(&mut self, op: Binary, prefix: bool, target: &Expr, span: Span) -> Result<Val, Error> {
        let lvalue = self.lvalue(target)?;
        let mut old = self.read(&lvalue, span)?;
        if !prefix && let Lvalue::Local(local) = &lvalue {
            // The result is a copy of the old value, because the variable's register changes.
            let copy = self.temp();
            self.code.mov(copy, local.reg);
            old.op = copy.into();
        }
        let one = Val::new(1, Type::INT);
        let new = self.arithmetic(op, old.clone(), one, span)?;
        let new = self.assigned(new, lvalue.ty(), span)?;
        self.write(&lvalue, new.op, span)?;
        Ok(if prefix { new } else { old })
    }
}
