//! Calls of functions of the program, of the library, and through pointers; failed assertions.

use raddle_ir::{BinaryOp, FailureKind, Instr, Operand, Reg};

use super::{Body, Operands};
use crate::libc::{CALL_BEGINS, CALL_ENDS, Library, Resolution};
use crate::lower::analysis::address;
use crate::lower::analysis::escape::callee;
use crate::lower::code::{Edge, End};
use crate::lower::error::LowerError;
use crate::lower::exceptions;
use crate::lower::link::Target;
use crate::text::constant::{ConstantValue, Expression};
use crate::text::ids::TypeId;
use crate::text::instr::{self, Call, Callee, Instruction};
use crate::text::types::Type;

/// Functions that report a failed assertion, and the index of the argument with its text.
pub(crate) const ASSERTIONS: [(&str, usize); 2] = [("__assert_fail", 0), ("__assert_rtn", 3)];

impl<'m> Body<'_, 'm> {
    pub(crate) fn call(&mut self, it: &'m Instruction, call: &'m Call) -> Result<(), LowerError> {
        if let Callee::Asm(asm) = &call.callee {
            return self.assembly(it, call, asm);
        }
        let name = self.module.callee_name(&call.callee).unwrap_or("");
        if let Some(intrinsic) = name.strip_prefix("llvm.") {
            return self.intrinsic(it, call, intrinsic);
        }
        match callee(&self.world.linked, self.number, self.module, call) {
            Some(Target::Function(index)) => self.direct_call(it, call, index),
            Some(Target::ExternalFunction(index)) => {
                let name = self.world.linked.externals[index].name.clone();
                self.external_call(it, call, &name)
            }
            Some(Target::Ifunc(..)) => Err(self.unsupported("a function that is chosen at load time is not supported")),
            _ => self.pointer_call(it, call),
        }
    }

    /// The result registers of a call: one per word of its type, and one for the exception if it may throw.
    fn results(&mut self, it: &Instruction, call: &Call) -> Result<Box<[Reg]>, LowerError> {
        let words = self.words(call.result)?;
        let results: Vec<Reg> = words.iter().map(|word| self.code.narrow_register(word.bits.into())).collect();
        self.define(it, results.iter().map(|register| Operand::Reg(*register)).collect());
        Ok(self.with_exception(call, results))
    }

    fn direct_call(&mut self, it: &'m Instruction, call: &'m Call, index: usize) -> Result<(), LowerError> {
        let Some(id) = self.world.functions[index] else {
            return Err(self.malformed("a function is called that was not found to be reachable"));
        };
        let (home, function) = self.world.linked.function(index);
        let fixed = function.parameters.len();
        let mut args = Vec::new();
        for argument in call.arguments.iter().take(fixed) {
            args.extend(self.value(argument.value)?.iter());
        }
        if function.variadic {
            args.push(self.give_arguments(call, fixed)?);
        }
        let named = call.arguments.len() + usize::from(self.add_throw_site(call, index, &mut args));
        let wanted = usize::from(self.world.builder.parameters(id));
        if args.len() != wanted || (named > fixed && !function.variadic) {
            let what = format!(
                "`{}` is called with {} arguments, but takes {fixed}",
                self.world.linked.function_name(index),
                call.arguments.len()
            );
            return Err(self.unsupported_with(&what, "give the function a prototype"));
        }
        let text = &self.world.linked.modules[home];
        let given = self.world.shapes[home].words(text, function.result).map_or(0, |words| words.len());
        let asked = self.words(call.result)?.len();
        if asked > 0 && asked != given {
            return Err(self.unsupported("a function is called with another result type than its own"));
        }
        let results = self.results(it, call)?;
        self.emit(Instr::Call { function: id, args: args.into(), results });
        Ok(())
    }

    fn pointer_call(&mut self, it: &'m Instruction, call: &'m Call) -> Result<(), LowerError> {
        let Callee::Value(operand) = call.callee else { unreachable!("assembly is lowered elsewhere") };
        let function = self.word(operand)?;
        let (fixed, variadic) = self.fixed(call);
        let mut args = Vec::new();
        for argument in call.arguments.iter().take(fixed) {
            args.extend(self.value(argument.value)?.iter());
        }
        if !variadic {
            let results = self.results(it, call)?;
            self.emit(Instr::CallPointer { function, args: args.into(), results });
            return Ok(());
        }
        let mut with_area = args.clone();
        with_area.push(self.give_arguments(call, fixed)?);
        if call.arguments.len() > fixed {
            let results = self.results(it, call)?;
            self.emit(Instr::CallPointer { function, args: with_area.into(), results });
            return Ok(());
        }
        // A call without a prototype looks the same, so the callee decides which of the two it is.
        let mut takes_area = Operand::Const(0);
        for address in self.world.variadic_functions() {
            let same = self.binary(BinaryOp::Eq, 64, function, Operand::Const(address));
            takes_area = self.binary(BinaryOp::Or, 1, takes_area, same);
        }
        if takes_area == Operand::Const(0) {
            let results = self.results(it, call)?;
            self.emit(Instr::CallPointer { function, args: args.into(), results });
            return Ok(());
        }
        let words = self.words(call.result)?;
        let (then, otherwise, join) = self.diamond(takes_area);
        for (block, args) in [(then, with_area), (otherwise, args)] {
            self.block = block;
            let results: Vec<Reg> = words.iter().map(|word| self.code.narrow_register(word.bits.into())).collect();
            let mut given: Vec<Operand> = results.iter().map(|register| Operand::Reg(*register)).collect();
            let results = self.with_exception(call, results);
            given.extend(self.exception);
            self.emit(Instr::CallPointer { function, args: args.into(), results });
            self.end(End::Jump(Edge { to: join, arguments: given, enters: Vec::new() }));
        }
        self.block = join;
        let value: Operands = words.iter().map(|word| Operand::Reg(self.parameter(word.bits))).collect();
        self.exception = self.exception.map(|_| Operand::Reg(self.parameter(64)));
        self.define(it, value);
        Ok(())
    }

    /// The number of fixed arguments in a call through a pointer, and whether there may be variable ones. A type
    /// without any parameters is a function without a prototype.
    pub(crate) fn fixed(&self, call: &Call) -> (usize, bool) {
        match call.signature.map(|signature| self.module.types.get(signature)) {
            Some(Type::Function { parameters, variadic: true, .. }) if !parameters.is_empty() => {
                (parameters.len(), true)
            }
            _ => (call.arguments.len(), false),
        }
    }

    pub(crate) fn external_call(&mut self, it: &'m Instruction, call: &'m Call, name: &str) -> Result<(), LowerError> {
        if let Some((_, text)) = ASSERTIONS.iter().find(|(known, _)| *known == name) {
            let text = call.arguments.get(*text).and_then(|argument| self.string(argument.value));
            let message = format!("assertion `{}' failed", text.unwrap_or_default());
            self.fail(FailureKind::Assertion, &message);
            return Ok(());
        }
        if self.world.options.calls && [CALL_BEGINS, CALL_ENDS].contains(&name) {
            return self.object_call(call, name == CALL_BEGINS);
        }
        if exceptions::is_lowered_here(name) {
            return self.exception_call(it, call, name);
        }
        if let Some(operation) = name.strip_prefix("__atomic_") {
            return self.atomic_call(it, call, operation);
        }
        match self.world.library.function(&mut self.world.builder, name) {
            Resolution::Function(id) => {
                let wanted = usize::from(Library::parameters(name).unwrap_or(self.world.builder.parameters(id)));
                let mut args = Vec::with_capacity(wanted);
                for argument in call.arguments.iter().take(wanted) {
                    args.push(self.word(argument.value)?);
                }
                // Without a prototype there may be fewer arguments.
                args.resize(wanted, Operand::Const(0));
                let results = self.results(it, call)?;
                if self.words(call.result)?.len() > 1 {
                    return Err(self.unsupported("a library function with such a result is not supported"));
                }
                self.emit(Instr::Call { function: id, args: args.into(), results });
                Ok(())
            }
            Resolution::Output { format } => {
                if name != "wprintf" {
                    self.check_format(call, format)?;
                }
                let mut words = Vec::new();
                for argument in call.arguments.iter().skip(format) {
                    words.extend(self.value(argument.value)?.iter());
                }
                if words.is_empty() {
                    return Err(self.unsupported("a call without a format is not supported"));
                }
                let format = words.remove(0);
                self.emit(Instr::Output { format, args: words.into() });
                self.define_zero(it, call.result)
            }
            Resolution::Nothing => self.define_zero(it, call.result),
            Resolution::Refused(reason) => {
                Err(LowerError::Unsupported { place: self.place(), what: reason, help: String::new() })
            }
            Resolution::Unknown => Err(LowerError::UnknownFunction {
                place: self.place(),
                name: name.to_owned(),
                help: "add the file that defines it, or define it with the behaviour that matters here".to_owned(),
            }),
        }
    }

    /// A mark where a call of an object begins or ends.
    fn object_call(&mut self, call: &'m Call, begins: bool) -> Result<(), LowerError> {
        if !begins {
            let result = self.argument_word(call, 0)?;
            self.emit(Instr::CallEnds { result });
            return Ok(());
        }
        let name = call.arguments.first().and_then(|argument| self.string(argument.value));
        let count = call.arguments.get(1).and_then(|argument| address::number(self.module, argument.value));
        let (Some(name), Some(count @ 0..=2)) = (name, count) else {
            let help = "use RADDLE_OP, RADDLE_OP1 or RADDLE_OP2 of raddle.h";
            return Err(self.unsupported_with(
                "a mark of a call without a name, or with a number of arguments that is not 0, 1 or 2",
                help,
            ));
        };
        let args: Result<Vec<_>, _> = (0..count as usize).map(|nth| self.argument_word(call, 2 + nth)).collect();
        self.emit(Instr::CallBegins { name: name.into(), args: args?.into() });
        Ok(())
    }

    pub(crate) fn define_zero(&mut self, it: &Instruction, ty: TypeId) -> Result<(), LowerError> {
        let words = self.words(ty)?;
        self.define(it, words.iter().map(|_| Operand::Const(0)).collect());
        Ok(())
    }

    /// The string that a constant operand points to.
    pub(crate) fn string(&self, operand: instr::Operand) -> Option<String> {
        let instr::Operand::Constant(mut id) = operand else { return None };
        // Looks through a few nested address computations.
        for _ in 0..8 {
            match &self.module.constant(id).value {
                ConstantValue::Expression(it) => match &**it {
                    Expression::GetElementPtr { base, .. } => id = *base,
                    Expression::Cast { value, .. } => id = *value,
                    _ => return None,
                },
                ConstantValue::Symbol(symbol) => {
                    let Target::Object(index) = self.world.linked.target(self.number, *symbol) else { return None };
                    let (home, object) = self.world.linked.object(index);
                    let ConstantValue::Bytes(bytes) =
                        &self.world.linked.modules[home].constant(object.initializer?).value
                    else {
                        return None;
                    };
                    let end = bytes.iter().position(|byte| *byte == 0).unwrap_or(bytes.len());
                    return Some(String::from_utf8_lossy(&bytes[..end]).into_owned());
                }
                _ => return None,
            }
        }
        None
    }
}
