//! Calls of the Linux kernel's primitives.

use raddle_graph::{Mode, Tag};
use raddle_ir::{BinaryOp, Instr, Operand, Reg, UpdateKind};

use super::lvalue::Lvalue;
use super::thread::{Thread, Val};
use crate::ast::{Expr, ExprKind};
use crate::ctype::{IntType, Qualified, Type};
use crate::error::{Error, Span};
use crate::linux::{Amount, Gives, Primitive};

/// The order of a conditional update that stores nothing.
const FAILED: Mode = Mode::Tag(Tag::FailedUpdate);

impl Thread<'_> {
    /// The type of a primitive's result.
    pub fn primitive_type(&self, primitive: Primitive, args: &[Expr]) -> Result<Type, Error> {
        let object = |index: usize| -> Result<Type, Error> {
            match args.get(index) {
                Some(pointer) => Ok(self.pointee(&self.type_of(pointer)?, pointer.span)?.ty),
                None => Ok(Type::Void),
            }
        };
        match primitive {
            Primitive::Load { by_name: true, .. } => args.first().map_or(Ok(Type::Void), |arg| self.type_of(arg)),
            Primitive::Update { gives: Gives::Nothing, .. } => Ok(Type::Void),
            Primitive::Update { gives: Gives::IsZero | Gives::IsNegative, .. }
            | Primitive::AddUnless
            | Primitive::IncrementNotZero
            | Primitive::TryCompareExchange { .. }
            | Primitive::TryLock
            | Primitive::IsLocked => Ok(Type::Int(IntType::BOOL)),
            Primitive::SrcuLock => Ok(Type::INT),
            Primitive::Update { amount: Amount::First, .. } => object(1),
            Primitive::Load { .. }
            | Primitive::Update { .. }
            | Primitive::CompareExchange { .. }
            | Primitive::DecrementIfPositive => object(0),
            Primitive::Store { .. }
            | Primitive::Fence(_)
            | Primitive::Lock
            | Primitive::Unlock
            | Primitive::SrcuUnlock
            | Primitive::SynchroniseSrcu => Ok(Type::Void),
        }
    }

    /// A call of a primitive.
    pub fn primitive(&mut self, primitive: Primitive, name: &str, args: &[Expr], span: Span) -> Result<Val, Error> {
        if args.len() != primitive.arguments() {
            let message = format!("`{name}` takes {} arguments, not {}", primitive.arguments(), args.len());
            return Err(self.error(span, message, ""));
        }
        let void = Val::new(0, Type::Void);
        match (primitive, args) {
            (Primitive::Load { mode, by_name }, [what]) => {
                let (addr, object) = self.object(what, by_name, name)?;
                self.at(span);
                self.load(addr, &object, mode, span)
            }
            (Primitive::Store { mode, by_name, fenced }, [what, value]) => {
                let (addr, object) = self.object(what, by_name, name)?;
                let value = self.assignable(value, &object.ty)?;
                let width = self.width_of(&object, span)?;
                self.at(span);
                self.code.store(addr, value.op, mode, width);
                if fenced {
                    self.code.fence(Mode::Tag(Tag::Mb));
                }
                Ok(void)
            }
            (Primitive::Fence(tag), _) => {
                self.code.fence(Mode::Tag(tag));
                Ok(void)
            }
            (Primitive::Update { kind, amount, mode, gives }, _) => {
                let (pointer, amount) = match (amount, args) {
                    (Amount::First, [amount, pointer]) | (Amount::Second, [pointer, amount]) => (pointer, Some(amount)),
                    // The number of arguments was checked above.
                    _ => (&args[0], None),
                };
                self.kernel_update((kind, mode, gives), pointer, amount, span)
            }
            (Primitive::AddUnless, [pointer, amount, unless]) => self.add_unless([pointer, amount, unless], name, span),
            (Primitive::IncrementNotZero, [pointer]) => {
                let (addr, object) = self.object(pointer, false, name)?;
                let range = [1.into(), u64::MAX.into()];
                let (_, stored) = self.add_within(addr, 1.into(), range, &object, span)?;
                Ok(Val::new(stored, Type::Int(IntType::BOOL)))
            }
            (Primitive::DecrementIfPositive, [pointer]) => self.decrement_if_positive(pointer, name, span),
            (Primitive::CompareExchange { mode }, [pointer, expected, desired]) => {
                let (addr, object) = self.object(pointer, false, name)?;
                let expected = self.assignable(expected, &object.ty)?;
                let desired = self.assignable(desired, &object.ty)?;
                let (old, _) = self.exchange_if(addr, [expected.op, desired.op], (mode, FAILED), &object, span)?;
                Ok(Val::new(old, object.ty))
            }
            (Primitive::TryCompareExchange { mode }, [pointer, expected, desired]) => {
                self.compare_exchange(false, (mode, FAILED), [pointer, expected, desired], span)
            }
            _ => self.synchronise(primitive, name, args, span),
        }
    }

    /// A call of a primitive of locks, or of SRCU.
    fn synchronise(&mut self, primitive: Primitive, name: &str, args: &[Expr], span: Span) -> Result<Val, Error> {
        let void = Val::new(0, Type::Void);
        match (primitive, args) {
            (Primitive::Lock, [lock]) => {
                let taken = self.try_lock(lock, name, span)?;
                // A thread that finds the lock held blocks. There is another execution in which it reads later and finds it free.
                self.code.require(taken.op);
                Ok(void)
            }
            (Primitive::TryLock, [lock]) => self.try_lock(lock, name, span),
            (Primitive::Unlock, [lock]) => {
                let (addr, object) = self.object(lock, false, name)?;
                let width = self.width_of(&object, span)?;
                self.at(span);
                self.code.store(addr, 0, Mode::Tag(Tag::Unlock), width);
                Ok(void)
            }
            (Primitive::IsLocked, [lock]) => {
                let (addr, object) = self.object(lock, false, name)?;
                self.at(span);
                let held = self.load(addr, &object, Mode::Tag(Tag::LockHeld), span)?;
                Ok(self.cast(held, &Type::Int(IntType::BOOL)))
            }
            (Primitive::SrcuLock, [object]) => {
                let (addr, object) = self.object(object, false, name)?;
                self.at(span);
                self.load(addr, &object, Mode::Tag(Tag::SrcuLock), span)
            }
            (Primitive::SrcuUnlock, [object, cookie]) => {
                let (addr, object) = self.object(object, false, name)?;
                let cookie = self.assignable(cookie, &object.ty)?;
                let width = self.width_of(&object, span)?;
                self.at(span);
                self.code.store(addr, cookie.op, Mode::Tag(Tag::SrcuUnlock), width);
                Ok(void)
            }
            (Primitive::SynchroniseSrcu, [object]) => {
                let (addr, _) = self.object(object, false, name)?;
                self.at(span);
                self.code.fence_on(Mode::Tag(Tag::SyncSrcu), addr);
                Ok(void)
            }
            _ => Err(self.error(span, format!("`{name}` does not take such arguments"), "")),
        }
    }

    /// The memory that a primitive accesses: its argument is the lvalue `*x`, or the pointer `x`.
    fn object(&mut self, expr: &Expr, by_name: bool, name: &str) -> Result<(Operand, Qualified), Error> {
        if by_name {
            if matches!(&expr.kind, ExprKind::Name(name) if self.params.contains_key(name)) {
                let text = self.source.get(expr.span.start..expr.span.end).unwrap_or("x");
                let help = format!("`{name}` wants what the pointer points to: write `*{text}`");
                return Err(self.error(expr.span, format!("`{text}` is a pointer to the shared variable"), help));
            }
            return match self.lvalue(expr)? {
                Lvalue::Memory { addr, object } => Ok((addr, object)),
                Lvalue::Local(_) => {
                    let help = "local variables are registers; only shared variables are accessed so";
                    Err(self.error(expr.span, "this is a local variable", help))
                }
            };
        }
        let pointer = self.scalar(expr)?;
        let object = self.pointee(&pointer.ty, expr.span)?;
        Ok((pointer.op, object))
    }

    /// Adds, unless one value is found; says whether it did.
    fn add_unless(&mut self, [pointer, amount, unless]: [&Expr; 3], name: &str, span: Span) -> Result<Val, Error> {
        let (addr, object) = self.object(pointer, false, name)?;
        let amount = self.assignable(amount, &object.ty)?;
        let unless = self.assignable(unless, &object.ty)?;
        let width = self.width_of(&object, span)?;
        // All values but one are a range that wraps around.
        let low = self.compute(BinaryOp::Add, width, unless.op, 1);
        let high = self.compute(BinaryOp::Sub, width, unless.op, 1);
        let (_, stored) = self.add_within(addr, amount.op, [low, high], &object, span)?;
        Ok(Val::new(stored, Type::Int(IntType::BOOL)))
    }

    /// Subtracts 1 from a positive value; gives the difference, whether it is stored or not.
    fn decrement_if_positive(&mut self, pointer: &Expr, name: &str, span: Span) -> Result<Val, Error> {
        let (addr, object) = self.object(pointer, false, name)?;
        let width = self.width_of(&object, span)?;
        let greatest = (1u64 << (width.bits() - 1)) - 1;
        let range = [1.into(), greatest.into()];
        let (old, _) = self.add_within(addr, u64::MAX.into(), range, &object, span)?;
        let new = self.compute(BinaryOp::Sub, width, old, 1);
        Ok(Val::new(new, object.ty))
    }

    /// Takes a lock that is free; says whether it was.
    fn try_lock(&mut self, lock: &Expr, name: &str, span: Span) -> Result<Val, Error> {
        let (addr, object) = self.object(lock, false, name)?;
        let modes = (Mode::Tag(Tag::Lock), Mode::Tag(Tag::LockHeld));
        let (_, stored) = self.exchange_if(addr, [0.into(), 1.into()], modes, &object, span)?;
        Ok(Val::new(stored, Type::Int(IntType::BOOL)))
    }

    fn kernel_update(
        &mut self,
        (kind, mode, gives): (UpdateKind, Mode, Gives),
        pointer: &Expr,
        amount: Option<&Expr>,
        span: Span,
    ) -> Result<Val, Error> {
        let pointed = self.scalar(pointer)?;
        let object = self.pointee(&pointed.ty, pointer.span)?;
        let int = match (&object.ty, kind) {
            (Type::Int(int), _) => *int,
            (_, UpdateKind::Exchange) => IntType::ULONG,
            (ty, _) => return Err(self.error(span, format!("this update does not apply to a `{ty}`"), "")),
        };
        let amount = match amount {
            Some(amount) => self.assignable(amount, &object.ty)?.op,
            None => 1.into(),
        };
        let old = (gives != Gives::Nothing).then(|| self.temp());
        self.at(span);
        self.code.update(kind, old, pointed.op, amount, mode, int.width());
        let Some(old) = old else { return Ok(Val::new(0, Type::Void)) };
        if gives == Gives::Old {
            return Ok(Val::new(old, object.ty));
        }
        let operation = if kind == UpdateKind::Add { BinaryOp::Add } else { BinaryOp::Sub };
        let new = self.compute(operation, int.width(), old, amount);
        Ok(match gives {
            Gives::IsZero => Val::new(self.compute(BinaryOp::Eq, int.width(), new, 0), Type::Int(IntType::BOOL)),
            Gives::IsNegative => Val::new(self.compute(BinaryOp::Slt, int.width(), new, 0), Type::Int(IntType::BOOL)),
            _ => Val::new(new, object.ty),
        })
    }

    /// Compare-exchange: returns the value read, and whether it stored.
    fn exchange_if(
        &mut self,
        addr: Operand,
        [expected, desired]: [Operand; 2],
        (success, failure): (Mode, Mode),
        object: &Qualified,
        span: Span,
    ) -> Result<(Reg, Reg), Error> {
        let (old, stored) = (self.temp(), self.temp());
        let width = self.width_of(object, span)?;
        self.at(span);
        self.code.push(Instr::CompareExchange {
            addr,
            expected,
            desired,
            success,
            failure,
            weak: false,
            width,
            old: Some(old),
            stored: Some(stored),
        });
        Ok((old, stored))
    }

    /// Adds, fully ordered, if the value is in a range: returns the value read, and whether it stored.
    fn add_within(
        &mut self,
        addr: Operand,
        operand: Operand,
        range: [Operand; 2],
        object: &Qualified,
        span: Span,
    ) -> Result<(Reg, Reg), Error> {
        let (old, stored) = (self.temp(), self.temp());
        let width = self.width_of(object, span)?;
        self.at(span);
        self.code.push(Instr::UpdateWithin {
            addr,
            operand,
            range: Box::new(range),
            mode: Mode::Tag(Tag::Mb),
            width,
            old: Some(old),
            stored: Some(stored),
        });
        Ok((old, stored))
    }
}
