//! Constants as words. The addresses of functions and variables are known by now, so everything can be computed except
//! for addresses of thread-local variables, which differ between threads.

use raddle_graph::Width;

use super::shape::{self, Scalar};
use super::{Home, World, type_name};
use crate::lower::analysis::address::{distance, integer};
use crate::lower::link::Target;
use crate::text::constant::{ConstantValue, Expression};
use crate::text::ids::{ConstantId, SymbolId, TypeId};
use crate::text::instr::Operand;
use crate::text::keywords::{BinaryOp, CastOp, IntPredicate};

/// A word of a constant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Datum {
    /// A number.
    Number(u64),
    /// An address in the thread-local memory of the running thread, by its offset.
    ThreadLocal(u64),
}

/// Why a constant cannot be computed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum ConstantFault {
    /// It is not supported.
    Unsupported(String),
    /// It is the address of a variable that no module defines.
    UnknownVariable(String),
}

fn unsupported<T>(what: impl Into<String>) -> Result<T, ConstantFault> {
    Err(ConstantFault::Unsupported(what.into()))
}

/// Maximum nesting depth of constants, aliases included: more than the parser accepts.
const MAX_NESTING: u32 = 300;

/// The base of the addresses of blocks: no object is there.
const BLOCK_ADDRESS_BASE: u64 = 7 << 44;

impl World<'_> {
    /// The words of a constant of a module.
    pub fn constant(&mut self, module: usize, id: ConstantId) -> Result<Vec<Datum>, ConstantFault> {
        self.evaluate(module, id, 0)
    }

    /// The address of a block, for computed jumps. It is only compared with others.
    pub fn block_address(&self, function: usize, block: usize) -> u64 {
        BLOCK_ADDRESS_BASE + ((function as u64 + 1) << 20) + block as u64
    }

    fn evaluate(&mut self, module: usize, id: ConstantId, depth: u32) -> Result<Vec<Datum>, ConstantFault> {
        if depth > MAX_NESTING {
            return unsupported("a constant that refers to itself");
        }
        let text = &self.linked.modules[module];
        let constant = text.constant(id);
        let ty = constant.ty;
        let shape = match self.shapes[module].words(text, ty) {
            Some(shape) => shape,
            None => return unsupported(type_name(&text.types.show(ty).to_string())),
        };
        match &constant.value {
            ConstantValue::Integer(value) | ConstantValue::Float(value) => {
                let mut rest = *value;
                let words = shape.iter().map(|word| {
                    let low = rest as u64 & (u64::MAX >> (64 - u32::from(word.bits)));
                    rest = rest.checked_shr(u32::from(word.bits)).unwrap_or(0);
                    Datum::Number(low)
                });
                Ok(words.collect())
            }
            ConstantValue::Null | ConstantValue::Zero | ConstantValue::Undef | ConstantValue::Poison => {
                Ok(vec![Datum::Number(0); shape.len()])
            }
            ConstantValue::Symbol(symbol)
            | ConstantValue::NoCfi(symbol)
            | ConstantValue::DsoLocalEquivalent(symbol) => Ok(vec![self.symbol_address(module, *symbol, depth)?]),
            ConstantValue::Bytes(bytes) => Ok(bytes.iter().map(|byte| Datum::Number(u64::from(*byte))).collect()),
            ConstantValue::Aggregate(parts) => {
                let mut words = Vec::with_capacity(shape.len());
                for part in parts {
                    words.extend(self.evaluate(module, *part, depth + 1)?);
                }
                Ok(words)
            }
            ConstantValue::Splat(part) => {
                let part = self.evaluate(module, *part, depth + 1)?;
                Ok(part.iter().copied().cycle().take(shape.len()).collect())
            }
            ConstantValue::BlockAddress { function, block } => match self.linked.target(module, *function) {
                Target::Function(index) => Ok(vec![Datum::Number(self.block_address(index, block.index()))]),
                _ => unsupported("the address of a block of a function that is not defined"),
            },
            ConstantValue::Expression(expression) => self.expression(module, ty, expression, depth),
            ConstantValue::WideInteger(_) => unsupported("an integer of more than 128 bits"),
            ConstantValue::NoToken => unsupported("a token"),
            ConstantValue::PtrAuth(_) => unsupported("a signed pointer"),
        }
        .and_then(|words| {
            if words.len() == shape.len() { Ok(words) } else { unsupported("a constant of another size") }
        })
    }

    fn symbol_address(&mut self, module: usize, symbol: SymbolId, depth: u32) -> Result<Datum, ConstantFault> {
        match self.linked.target(module, symbol) {
            Target::Function(index) => match self.functions[index] {
                Some(id) => Ok(Datum::Number(self.builder.function_address(id))),
                None => unsupported("the address of a function that cannot be reached"),
            },
            Target::Object(index) => match self.objects[index] {
                Some(Home::Static(address)) => Ok(Datum::Number(address)),
                Some(Home::ThreadLocal(offset)) => Ok(Datum::ThreadLocal(offset)),
                None => unsupported("the address of a variable that cannot be reached"),
            },
            Target::Alias(home, id) => {
                let target = self.linked.modules[home].aliases[id.index()].target;
                match self.evaluate(home, target, depth + 1)?[..] {
                    [datum] => Ok(datum),
                    _ => unsupported("an alias of something that is not an address"),
                }
            }
            Target::Ifunc(..) => unsupported("a function that is chosen when the program is loaded (ifunc)"),
            Target::ExternalFunction(index) => Ok(Datum::Number(self.external_function(index))),
            Target::ExternalObject(index) => self.external_object(index).map(Datum::Number),
        }
    }

    fn one(&mut self, module: usize, id: ConstantId, depth: u32) -> Result<Datum, ConstantFault> {
        match self.evaluate(module, id, depth + 1)?[..] {
            [datum] => Ok(datum),
            _ => unsupported("a computation with constants that are not scalars"),
        }
    }

    fn number(&mut self, module: usize, id: ConstantId, depth: u32) -> Result<u64, ConstantFault> {
        match self.one(module, id, depth)? {
            Datum::Number(number) => Ok(number),
            Datum::ThreadLocal(_) => unsupported("a computation with the address of a thread-local variable"),
        }
    }

    /// The width of a scalar of up to 64 bits.
    fn width(&self, module: usize, ty: TypeId) -> Result<Width, ConstantFault> {
        let scalar = shape::scalar(&self.linked.modules[module], ty);
        let bits = scalar.map_or(0, Scalar::bits);
        match u8::try_from(bits).ok().and_then(Width::new) {
            Some(width) => Ok(width),
            None => unsupported("a computation with constants of more than 64 bits"),
        }
    }

    fn expression(
        &mut self,
        module: usize,
        ty: TypeId,
        it: &Expression,
        depth: u32,
    ) -> Result<Vec<Datum>, ConstantFault> {
        let text = &self.linked.modules[module];
        match it {
            Expression::GetElementPtr { source, base, indices, .. } => {
                let operands: Vec<Operand> = indices.iter().map(|id| Operand::Constant(*id)).collect();
                let Some(distance) = distance(text, *source, &operands) else {
                    return unsupported("an address inside of a type that has no layout");
                };
                let mut bytes = distance.bytes as u64;
                for (index, stride) in distance.scaled {
                    let Operand::Constant(id) = index else { unreachable!("every index was given as a constant") };
                    let width = self.width(module, self.linked.modules[module].constant(id).ty)?;
                    let index = width.signed(self.number(module, id, depth)?) as u64;
                    bytes = bytes.wrapping_add(index.wrapping_mul(stride));
                }
                let moved = match self.one(module, *base, depth)? {
                    Datum::Number(address) => Datum::Number(address.wrapping_add(bytes)),
                    Datum::ThreadLocal(offset) => Datum::ThreadLocal(offset.wrapping_add(bytes)),
                };
                Ok(vec![moved])
            }
            Expression::Cast { op, value } => {
                let from = self.linked.modules[module].constant(*value).ty;
                self.cast(module, *op, *value, from, ty, depth)
            }
            Expression::Binary { op, operands, .. } => {
                let width = self.width(module, ty)?;
                let [a, b] = operands.map(|id| self.one(module, id, depth));
                Ok(vec![binary(*op, width, a?, b?)?])
            }
            Expression::Icmp { predicate, operands } => {
                let width = self.width(module, text.constant(operands[0]).ty)?;
                let [a, b] = operands.map(|id| self.number(module, id, depth));
                let (a, b) = (a?, b?);
                let (sa, sb) = (width.signed(a), width.signed(b));
                let holds = match predicate {
                    IntPredicate::Eq => a == b,
                    IntPredicate::Ne => a != b,
                    IntPredicate::Ugt => a > b,
                    IntPredicate::Uge => a >= b,
                    IntPredicate::Ult => a < b,
                    IntPredicate::Ule => a <= b,
                    IntPredicate::Sgt => sa > sb,
                    IntPredicate::Sge => sa >= sb,
                    IntPredicate::Slt => sa < sb,
                    IntPredicate::Sle => sa <= sb,
                };
                Ok(vec![Datum::Number(u64::from(holds))])
            }
            Expression::Select([condition, then, otherwise]) => {
                let chosen = if self.number(module, *condition, depth)? != 0 { then } else { otherwise };
                self.evaluate(module, *chosen, depth + 1)
            }
            Expression::Fcmp { .. } => unsupported("a comparison of constant floating-point numbers"),
            Expression::ExtractElement(_) | Expression::InsertElement(_) | Expression::ShuffleVector(_) => {
                unsupported("a computation with constant vectors")
            }
        }
    }

    fn cast(
        &mut self,
        module: usize,
        op: CastOp,
        value: ConstantId,
        from: TypeId,
        to: TypeId,
        depth: u32,
    ) -> Result<Vec<Datum>, ConstantFault> {
        let text = &self.linked.modules[module];
        let bits = |ty| shape::scalar(text, ty).map(Scalar::bits);
        let (Some(before), Some(after)) = (bits(from), bits(to)) else {
            return unsupported(format!("a constant `{op}` between types that are not scalars"));
        };
        match op {
            CastOp::BitCast | CastOp::AddrSpaceCast if before == after => self.evaluate(module, value, depth + 1),
            CastOp::PtrToInt | CastOp::PtrToAddr | CastOp::IntToPtr | CastOp::Trunc | CastOp::ZExt => {
                let low = match self.evaluate(module, value, depth + 1)?[..] {
                    [low, ..] => low,
                    [] => return unsupported("a constant without a value"),
                };
                let low = match low {
                    Datum::Number(number) if after < 64 => Datum::Number(number & ((1 << after) - 1)),
                    Datum::ThreadLocal(_) if after < 64 => return unsupported("a part of a thread-local address"),
                    other => other,
                };
                Ok(if after > 64 { vec![low, Datum::Number(0)] } else { vec![low] })
            }
            CastOp::SExt if after <= 64 => {
                let width = self.width(module, from)?;
                let number = width.signed(self.number(module, value, depth)?) as u64;
                Ok(vec![Datum::Number(if after == 64 { number } else { number & ((1 << after) - 1) })])
            }
            CastOp::SExt if before <= 64 => match integer(text, value) {
                Some(number) => Ok(vec![Datum::Number(number as u64), Datum::Number((number >> 64) as u64)]),
                None => unsupported("a constant `sext` to more than 64 bits"),
            },
            _ => unsupported(format!("a constant `{op}`")),
        }
    }
}

fn binary(op: BinaryOp, width: Width, a: Datum, b: Datum) -> Result<Datum, ConstantFault> {
    let (a, b) = match (op, a, b) {
        (_, Datum::Number(a), Datum::Number(b)) => (a, b),
        (BinaryOp::Add, Datum::ThreadLocal(base), Datum::Number(by))
        | (BinaryOp::Add, Datum::Number(by), Datum::ThreadLocal(base)) => {
            return Ok(Datum::ThreadLocal(base.wrapping_add(by)));
        }
        (BinaryOp::Sub, Datum::ThreadLocal(base), Datum::Number(by)) => {
            return Ok(Datum::ThreadLocal(base.wrapping_sub(by)));
        }
        (BinaryOp::Sub, Datum::ThreadLocal(a), Datum::ThreadLocal(b)) => (a, b),
        _ => return unsupported("a computation with the address of a thread-local variable"),
    };
    let op = match integer_operation(op) {
        Some(op) => op,
        None => return unsupported(format!("a constant `{op}`")),
    };
    match op.apply(width, a, b) {
        Ok(value) => Ok(Datum::Number(value)),
        Err(_) => unsupported("a constant division or shift without a result"),
    }
}

/// The operation of the bytecode; `None` for floating-point operations.
pub(crate) fn integer_operation(op: BinaryOp) -> Option<raddle_ir::BinaryOp> {
    use raddle_ir::BinaryOp as Ir;
    Some(match op {
        BinaryOp::Add => Ir::Add,
        BinaryOp::Sub => Ir::Sub,
        BinaryOp::Mul => Ir::Mul,
        BinaryOp::UDiv => Ir::UDiv,
        BinaryOp::SDiv => Ir::SDiv,
        BinaryOp::URem => Ir::URem,
        BinaryOp::SRem => Ir::SRem,
        BinaryOp::Shl => Ir::Shl,
        BinaryOp::LShr => Ir::LShr,
        BinaryOp::AShr => Ir::AShr,
        BinaryOp::And => Ir::And,
        BinaryOp::Or => Ir::Or,
        BinaryOp::Xor => Ir::Xor,
        BinaryOp::FAdd | BinaryOp::FSub | BinaryOp::FMul | BinaryOp::FDiv | BinaryOp::FRem => return None,
    })
}
