//! Constants as text.

use std::fmt;

use crate::text::constant::{ConstantValue, Expression};
use crate::text::ids::{ConstantId, SymbolId};
use crate::text::module::{Definition, Module};

pub(super) struct ShowConstant<'m> {
    pub module: &'m Module,
    pub id: ConstantId,
    /// Whether to print the type in front.
    pub typed: bool,
}

impl ShowConstant<'_> {
    fn list(&self, f: &mut fmt::Formatter<'_>, ids: &[ConstantId]) -> fmt::Result {
        for (i, id) in ids.iter().enumerate() {
            write!(f, "{}{}", if i == 0 { "" } else { ", " }, self.module.show_constant(*id))?;
        }
        Ok(())
    }

    fn symbol(&self, f: &mut fmt::Formatter<'_>, id: SymbolId) -> fmt::Result {
        write!(f, "@{}", self.module.symbol(id).name.escape_debug())
    }

    fn expression(&self, f: &mut fmt::Formatter<'_>, expression: &Expression) -> fmt::Result {
        let show = |id| self.module.show_constant(id);
        let list = |f: &mut fmt::Formatter<'_>, name: &str, ids: &[ConstantId]| {
            write!(f, "{name}(")?;
            self.list(f, ids)?;
            f.write_str(")")
        };
        match expression {
            Expression::GetElementPtr { source, flags, base, indices } => {
                write!(f, "getelementptr {flags}({}, {}", self.module.types.show(*source), show(*base))?;
                for index in indices {
                    write!(f, ", {}", show(*index))?;
                }
                f.write_str(")")
            }
            Expression::Cast { op, value } => write!(f, "{op}({})", show(*value)),
            Expression::Binary { op, flags, operands } => list(f, &format!("{op} {flags}"), operands),
            Expression::Icmp { predicate, operands } => list(f, &format!("icmp {predicate} "), operands),
            Expression::Fcmp { predicate, operands } => list(f, &format!("fcmp {predicate} "), operands),
            Expression::Select(operands) => list(f, "select", operands),
            Expression::ExtractElement(operands) => list(f, "extractelement", operands),
            Expression::InsertElement(operands) => list(f, "insertelement", operands),
            Expression::ShuffleVector(operands) => list(f, "shufflevector", operands),
        }
    }
}

impl fmt::Display for ShowConstant<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let constant = self.module.constant(self.id);
        if self.typed {
            write!(f, "{} ", self.module.types.show(constant.ty))?;
        }
        match &constant.value {
            ConstantValue::Integer(value) => {
                // As signed numbers, like in the text.
                let width = self.module.types.integer_width(constant.ty).unwrap_or(128).clamp(1, 128);
                let shift = 128 - width;
                write!(f, "{}", if width == 1 { *value as i128 } else { (*value << shift) as i128 >> shift })
            }
            ConstantValue::WideInteger(digits) => f.write_str(digits),
            ConstantValue::Float(bits) => write!(f, "0x{bits:X}"),
            ConstantValue::Null => f.write_str("null"),
            ConstantValue::Zero => f.write_str("zero"),
            ConstantValue::Undef => f.write_str("undef"),
            ConstantValue::Poison => f.write_str("poison"),
            ConstantValue::NoToken => f.write_str("none"),
            ConstantValue::Symbol(symbol) => self.symbol(f, *symbol),
            ConstantValue::Bytes(bytes) => write!(f, "\"{}\"", bytes.escape_ascii()),
            ConstantValue::Aggregate(elements) => {
                f.write_str("{")?;
                self.list(f, elements)?;
                f.write_str("}")
            }
            ConstantValue::Splat(element) => write!(f, "splat({})", self.module.show_constant(*element)),
            ConstantValue::BlockAddress { function, block } => {
                f.write_str("blockaddress(")?;
                self.symbol(f, *function)?;
                let name = match self.module.symbol(*function).definition {
                    Definition::Function(id) => self.module.functions[id.index()].block(*block).name.as_str(),
                    _ => "?".into(),
                };
                write!(f, ", %{})", name.escape_debug())
            }
            ConstantValue::DsoLocalEquivalent(symbol) => {
                f.write_str("dso_local_equivalent ")?;
                self.symbol(f, *symbol)
            }
            ConstantValue::NoCfi(symbol) => {
                f.write_str("no_cfi ")?;
                self.symbol(f, *symbol)
            }
            ConstantValue::PtrAuth(parts) => {
                f.write_str("ptrauth(")?;
                self.list(f, parts)?;
                f.write_str(")")
            }
            ConstantValue::Expression(expression) => self.expression(f, expression),
        }
    }
}
