//! Calls: the functions of `<stdatomic.h>`, assumptions and assertions.

use raddle_graph::Mode;
use raddle_ir::{BinaryOp, Instr, Operand, UpdateKind};

use super::thread::{Local, Thread, Val};
use crate::ast::{Expr, ExprKind, Unary};
use crate::ctype::{IntType, Qualified, Type};
use crate::error::{Error, Span};
use crate::linux::primitive;

/// A function that tests may call.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Function {
    Load,
    Store,
    Init,
    Update(UpdateKind),
    CompareExchange { weak: bool },
    ThreadFence,
    SignalFence,
    Assume,
    Assert,
}

/// The function, and whether orders are given.
fn function(name: &str) -> Option<(Function, bool)> {
    let (base, explicit) = match name.strip_suffix("_explicit") {
        Some(base) => (base, true),
        None => (name, false),
    };
    let function = match base {
        "atomic_load" => Function::Load,
        "atomic_store" => Function::Store,
        "atomic_exchange" => Function::Update(UpdateKind::Exchange),
        "atomic_fetch_add" => Function::Update(UpdateKind::Add),
        "atomic_fetch_sub" => Function::Update(UpdateKind::Sub),
        "atomic_fetch_and" => Function::Update(UpdateKind::And),
        "atomic_fetch_or" => Function::Update(UpdateKind::Or),
        "atomic_fetch_xor" => Function::Update(UpdateKind::Xor),
        "atomic_compare_exchange_strong" => Function::CompareExchange { weak: false },
        "atomic_compare_exchange_weak" => Function::CompareExchange { weak: true },
        _ if explicit => return None,
        "atomic_init" => Function::Init,
        "atomic_thread_fence" => Function::ThreadFence,
        "atomic_signal_fence" => Function::SignalFence,
        "assume" | "__VERIFIER_assume" => Function::Assume,
        "assert" => Function::Assert,
        _ => return None,
    };
    Some((function, explicit))
}

impl Function {
    /// How many arguments come before the orders, and how many orders.
    fn arguments(self) -> (usize, usize) {
        match self {
            Function::Load => (1, 1),
            Function::Store | Function::Update(_) => (2, 1),
            Function::Init => (2, 0),
            Function::CompareExchange { .. } => (3, 2),
            Function::ThreadFence | Function::SignalFence => (0, 1),
            Function::Assume | Function::Assert => (1, 0),
        }
    }

    fn has_default_order(self) -> bool {
        matches!(self, Function::Load | Function::Store | Function::Update(_) | Function::CompareExchange { .. })
    }
}

/// What an order is for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Use {
    Load,
    Store,
    Update,
    Failure,
    Fence,
}

impl Thread<'_> {
    fn unsupported(&self, name: &str, span: Span) -> Error {
        let help = if name.starts_with("__atomic") || name.starts_with("__sync") {
            "use the functions of <stdatomic.h>, as in `atomic_load_explicit(x, memory_order_relaxed)`"
        } else if self.is_linux() {
            "the test uses primitives of the Linux kernel, and this is none of those that are supported: READ_ONCE, \
             WRITE_ONCE, smp_load_acquire, smp_store_release, smp_store_mb, smp_mb, smp_rmb, smp_wmb, smp_mb__*, barrier, \
             xchg, cmpxchg, try_cmpxchg, atomic_*, spin_*, rcu_*, srcu_*, synchronize_*, assume and assert"
        } else {
            "supported are atomic_load, atomic_store, atomic_exchange, atomic_fetch_{add,sub,and,or,xor}, \
             atomic_compare_exchange_{strong,weak}, each also with _explicit, atomic_init, atomic_thread_fence, \
             assume and assert"
        };
        self.error(span, format!("there is no function `{name}`"), help)
    }

    /// The type of a call's result.
    pub fn call_type(&self, name: &str, args: &[Expr]) -> Result<Type, Error> {
        if self.is_linux()
            && let Some(primitive) = primitive(name)
        {
            return self.primitive_type(primitive, args);
        }
        Ok(match (function(name), args.first()) {
            (Some((Function::Load | Function::Update(_), _)), Some(pointer)) => {
                self.pointee(&self.type_of(pointer)?, pointer.span)?.ty
            }
            (Some((Function::CompareExchange { .. }, _)), _) => Type::Int(IntType::BOOL),
            _ => Type::Void,
        })
    }

    /// A call.
    pub fn call(&mut self, name: &str, args: &[Expr], span: Span) -> Result<Val, Error> {
        let linux = self.is_linux();
        if linux && let Some(primitive) = primitive(name) {
            return self.primitive(primitive, name, args, span);
        }
        let portable = |function| matches!(function, Function::Assume | Function::Assert);
        let Some((function, explicit)) = function(name).filter(|(function, _)| !linux || portable(*function)) else {
            return Err(self.unsupported(name, span));
        };
        let (values, orders) = function.arguments();
        let orders = if function.has_default_order() && !explicit { 0 } else { orders };
        if args.len() != values + orders {
            let message = format!("`{name}` takes {} arguments, not {}", values + orders, args.len());
            return Err(self.error(span, message, ""));
        }
        let (values, orders) = args.split_at(values);
        let void = Val::new(0, Type::Void);
        match (function, values) {
            (Function::Load, [pointer]) => {
                let mode = self.order(orders.first(), Use::Load)?;
                let (addr, object) = self.pointer(pointer)?;
                self.at(span);
                self.load(addr, &object, mode, span)
            }
            (Function::Store | Function::Init, [pointer, value]) => {
                let mode = match function {
                    Function::Init => Mode::Na,
                    _ => self.order(orders.first(), Use::Store)?,
                };
                let (addr, object) = self.pointer(pointer)?;
                let value = self.assignable(value, &object.ty)?;
                let width = self.width_of(&object, span)?;
                self.at(span);
                self.code.store(addr, value.op, mode, width);
                Ok(void)
            }
            (Function::Update(kind), [pointer, value]) => {
                let mode = self.order(orders.first(), Use::Update)?;
                self.update(kind, mode, pointer, value, span)
            }
            (Function::CompareExchange { weak }, [pointer, expected, desired]) => {
                let success = self.order(orders.first(), Use::Update)?;
                let failure = self.order(orders.get(1), Use::Failure)?;
                self.compare_exchange(weak, (success, failure), [pointer, expected, desired], span)
            }
            (Function::ThreadFence, _) => {
                let mode = self.order(orders.first(), Use::Fence)?;
                // A relaxed fence does nothing.
                if mode != Mode::Rlx {
                    self.code.fence(mode);
                }
                Ok(void)
            }
            (Function::SignalFence, _) => {
                self.order(orders.first(), Use::Fence)?;
                Ok(void)
            }
            (Function::Assume, [cond]) => {
                let cond = self.scalar(cond)?;
                self.at(span);
                self.code.assume(cond.op);
                Ok(void)
            }
            (Function::Assert, [cond]) => {
                let text = self.source.get(cond.span.start..cond.span.end).unwrap_or("…");
                let message = format!("assertion `{text}' failed");
                let failure = self.program.failure(&message, self.position(span));
                let cond = self.scalar(cond)?;
                self.at(span);
                self.code.assert(cond.op, failure);
                Ok(void)
            }
            // The number of arguments was checked above.
            _ => Err(self.unsupported(name, span)),
        }
    }

    /// Evaluates a pointer argument.
    fn pointer(&mut self, expr: &Expr) -> Result<(Operand, Qualified), Error> {
        let pointer = self.scalar(expr)?;
        let object = self.pointee(&pointer.ty, expr.span)?;
        Ok((pointer.op, object))
    }

    fn update(&mut self, kind: UpdateKind, mode: Mode, pointer: &Expr, value: &Expr, span: Span) -> Result<Val, Error> {
        let (addr, object) = self.pointer(pointer)?;
        let value = match (kind, &object.ty) {
            (UpdateKind::Exchange, ty) => self.assignable(value, ty)?,
            (_, Type::Int(int)) if !int.boolean => self.assignable(value, &object.ty)?,
            (UpdateKind::Add | UpdateKind::Sub, Type::Pointer(target)) => {
                let index = self.integer(value)?;
                let index = self.convert_int(index, IntType::LONG);
                let bytes = self.compute(BinaryOp::Mul, IntType::LONG.width(), index.op, target.ty.size());
                Val::new(bytes, Type::Int(IntType::LONG))
            }
            (_, ty) => return Err(self.error(span, format!("this update does not apply to a `{ty}`"), "")),
        };
        let width = self.width_of(&object, span)?;
        let old = self.temp();
        self.at(span);
        self.code.update(kind, Some(old), addr, value.op, mode, width);
        Ok(Val::new(old, object.ty))
    }

    /// The local variable that `&r` names, if that is what the argument is.
    fn local_address(&self, expr: &Expr) -> Option<Local> {
        match &expr.kind {
            ExprKind::Unary(Unary::AddressOf, inner) => match &inner.kind {
                ExprKind::Name(name) => self.local(name).cloned(),
                _ => None,
            },
            _ => None,
        }
    }

    pub fn compare_exchange(
        &mut self,
        weak: bool,
        (success, failure): (Mode, Mode),
        [pointer, expected, desired]: [&Expr; 3],
        span: Span,
    ) -> Result<Val, Error> {
        let (addr, object) = self.pointer(pointer)?;
        let width = self.width_of(&object, span)?;
        let stored = self.temp();
        let compare = |expected: Operand, desired: Operand, old| Instr::CompareExchange {
            addr,
            expected,
            desired,
            success,
            failure,
            weak,
            width,
            old: Some(old),
            stored: Some(stored),
        };
        let result = Val::new(stored, Type::Int(IntType::BOOL));
        if let Some(local) = self.local_address(expected) {
            self.same_size(&local.ty, &object.ty, expected.span)?;
            let desired = self.assignable(desired, &object.ty)?;
            self.at(span);
            // If it stores, the value read is the expected one, so that writing it back changes nothing.
            self.code.push(compare(local.reg.into(), desired.op, local.reg));
            return Ok(result);
        }
        let (place, expected_object) = self.pointer(expected)?;
        self.same_size(&expected_object.ty, &object.ty, expected.span)?;
        let desired = self.assignable(desired, &object.ty)?;
        self.at(span);
        let expected = self.load(place, &expected_object, Mode::Na, span)?;
        let old = self.temp();
        self.code.push(compare(expected.op, desired.op, old));
        let (write, end) = (self.code.label(), self.code.label());
        self.code.branch(stored, end, write);
        self.code.bind(write);
        self.code.store(place, old, Mode::Na, width);
        self.code.bind(end);
        Ok(result)
    }

    fn same_size(&self, expected: &Type, object: &Type, span: Span) -> Result<(), Error> {
        if expected.size() == object.size() {
            return Ok(());
        }
        let message = format!("the expected value is a `{expected}`, the variable a `{object}`");
        Err(self.error(span, message, "give them the same type"))
    }

    /// The order of an access; sequentially consistent if none is given.
    fn order(&self, expr: Option<&Expr>, user: Use) -> Result<Mode, Error> {
        let Some(expr) = expr else { return Ok(Mode::Sc) };
        let ExprKind::Name(name) = &expr.kind else {
            let help = "write one of the constants, as in `memory_order_relaxed`";
            return Err(self.error(expr.span, "expected a memory order", help));
        };
        let mode = match name.as_str() {
            "memory_order_relaxed" => Mode::Rlx,
            "memory_order_acquire" | "memory_order_consume" => Mode::Acq,
            "memory_order_release" => Mode::Rel,
            "memory_order_acq_rel" => Mode::AcqRel,
            "memory_order_seq_cst" => Mode::Sc,
            _ => {
                let help = "there are memory_order_relaxed, _consume, _acquire, _release, _acq_rel and _seq_cst";
                return Err(self.error(expr.span, format!("`{name}` is not a memory order"), help));
            }
        };
        let (wrong, what) = match user {
            Use::Load => (matches!(mode, Mode::Rel | Mode::AcqRel), "a load"),
            Use::Store => (matches!(mode, Mode::Acq | Mode::AcqRel), "a store"),
            Use::Failure => (matches!(mode, Mode::Rel | Mode::AcqRel), "a compare-exchange that fails"),
            Use::Update | Use::Fence => (false, ""),
        };
        if wrong {
            let message = format!("{what} cannot have the order `{name}`");
            let help = if user == Use::Store {
                "stores are relaxed, release or seq_cst"
            } else {
                "loads are relaxed, acquire or seq_cst"
            };
            return Err(self.error(expr.span, message, help));
        }
        Ok(mode)
    }
}
