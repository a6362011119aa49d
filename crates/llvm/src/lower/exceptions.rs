//! Exceptions: calls that may throw, landing pads, and the report of uncaught exceptions.
//!
//! `throws` describes how an exception is returned. The runtime (`crates/llvm/runtime`) manages exception objects and
//! matches handlers; this file does what a program cannot do itself.

pub(crate) mod throws;

use raddle_ir::{BinaryOp, FailureKind, FunctionId, Instr, Operand, Reg};

use crate::libc::Exceptions;
use crate::lower::body::Body;
use crate::lower::code::{Edge, End};
use crate::lower::error::LowerError;
use crate::lower::names::demangle::type_name;
use crate::lower::world::World;
use crate::text::constant::ConstantValue;
use crate::text::instr::{self, Call, Clause, Instruction, InstructionKind};
use crate::text::module::Block;
use throws::{CATCHES, UNCAUGHT, UNWIND};

/// The function that reports an uncaught exception; its argument is the number of the throw site.
const REPORT: &str = "__raddle_report_uncaught";
/// The function of the ABI that throws; lowering adds the number of the throw site to its arguments.
const THROW: &str = "__cxa_throw";

/// Whether calls of an external function are lowered here.
pub(crate) fn is_lowered_here(name: &str) -> bool {
    matches!(name, UNWIND | REPORT)
}

/// Whether a block is a landing pad.
pub(crate) fn is_landing(block: &Block) -> bool {
    let mut kinds = block.instructions.iter().map(|instruction| &instruction.kind);
    let first = kinds.find(|kind| !matches!(kind, InstructionKind::Phi { .. }));
    matches!(first, Some(InstructionKind::LandingPad { .. }))
}

impl<'m> Body<'_, 'm> {
    /// The result registers of a call, with one for the exception if it may throw.
    pub(super) fn with_exception(&mut self, call: &Call, mut results: Vec<Reg>) -> Box<[Reg]> {
        self.exception = None;
        if self.world.throws.may_throw(&self.world.linked, self.number, call) {
            while results.len() < self.world.result_words {
                results.push(self.code.register());
            }
            let exception = self.code.register();
            self.exception = Some(Operand::Reg(exception));
            results.push(exception);
        }
        results.into()
    }

    /// After a call: returns to the caller if the call threw.
    pub(super) fn propagate_exception(&mut self) {
        let Some(exception) = self.exception.take() else { return };
        let on = self.code.block();
        let out = self.exception_exit(exception);
        let out = self.releasing(out);
        self.end(End::Branch(exception, Box::new([out, plain_edge(on)])));
        self.block = on;
    }

    /// After an invoke: continues in the normal block, or in the landing pad if the call threw.
    pub(super) fn continue_or_land(&mut self, normal: usize, unwind: usize) -> Result<(), LowerError> {
        let on = self.edge(normal)?;
        let Some(exception) = self.exception.take() else {
            self.end(End::Jump(on));
            return Ok(());
        };
        let mut landing = self.edge(unwind)?;
        landing.arguments.push(exception);
        self.end(End::Branch(exception, Box::new([landing, on])));
        Ok(())
    }

    /// Returns an exception to the caller.
    pub(super) fn return_exception(&mut self, exception: Operand) {
        self.release_scopes();
        let out = self.exception_exit(exception);
        self.end(End::Jump(out));
    }

    /// The edge to the block that returns an exception to the caller.
    fn exception_exit(&mut self, exception: Operand) -> Edge {
        let to = self.exception_exit.unwrap_or_else(|| {
            let (here, origin, start) = (self.block, self.origin, self.code.block());
            self.block = start;
            let mut values = vec![Operand::Const(0); self.world.result_words];
            values.push(Operand::Reg(self.parameter(64)));
            self.origin = self.world.function_origin(self.number, self.function);
            self.leave(&values);
            (self.block, self.origin) = (here, origin);
            *self.exception_exit.insert(start)
        });
        Edge { to, arguments: vec![exception], enters: Vec::new() }
    }

    /// Lowers a landing pad: finds the first clause that catches the exception.
    pub(super) fn landing_pad(
        &mut self,
        it: &'m Instruction,
        cleanup: bool,
        clauses: &'m [Clause],
    ) -> Result<(), LowerError> {
        let Some(exception) = self.exception.take() else {
            return Err(self.malformed("`landingpad` is not where exceptions land"));
        };
        let join = self.code.block();
        let mut open = true;
        for clause in clauses {
            let (caught, selector) = match *clause {
                Clause::Catch(ty) => {
                    let ty = self.word(ty)?;
                    (self.catches(exception, ty)?, self.selector(ty)?)
                }
                Clause::Filter(list) => (self.is_caught_by_none(exception, list)?, Operand::Const(u64::from(u32::MAX))),
            };
            let taken = Edge { to: join, arguments: vec![selector], enters: Vec::new() };
            if caught == Operand::Const(1) {
                self.end(End::Jump(taken));
                open = false;
                break;
            }
            let next = self.code.block();
            self.end(End::Branch(caught, Box::new([taken, plain_edge(next)])));
            self.block = next;
        }
        if open && cleanup {
            self.end(End::Jump(Edge { to: join, arguments: vec![Operand::Const(0)], enters: Vec::new() }));
        } else if open {
            self.return_exception(exception);
        }
        self.block = join;
        let selector = self.parameter(32);
        self.define(it, [exception, Operand::Reg(selector)].into());
        Ok(())
    }

    /// The selector of a type: the number by which a landing pad identifies the handler.
    pub(super) fn selector(&mut self, ty: Operand) -> Result<Operand, LowerError> {
        let Operand::Const(ty) = ty else {
            return Err(self.unsupported("a handler for a type that is not a constant is not supported"));
        };
        let selectors = &mut self.world.selectors;
        let place = selectors.iter().position(|known| *known == ty).unwrap_or_else(|| {
            selectors.push(ty);
            selectors.len() - 1
        });
        Ok(Operand::Const(place as u64 + 1))
    }

    /// Whether a handler for this type catches the exception.
    fn catches(&mut self, exception: Operand, ty: Operand) -> Result<Operand, LowerError> {
        if ty == Operand::Const(0) {
            return Ok(Operand::Const(1));
        }
        let Some(function) = self.world.runtime_function(CATCHES) else {
            return Err(self.malformed("there is no runtime for exceptions"));
        };
        let result = self.code.narrow_register(1);
        self.emit(Instr::Call { function, args: [exception, ty].into(), results: [result].into() });
        Ok(Operand::Reg(result))
    }

    /// Whether none of the types in a list catches the exception.
    fn is_caught_by_none(&mut self, exception: Operand, list: instr::Operand) -> Result<Operand, LowerError> {
        let mut none = Operand::Const(1);
        if let instr::Operand::Constant(id) = list
            && let ConstantValue::Aggregate(types) = &self.module.constant(id).value
        {
            for ty in types {
                let ty = self.word(instr::Operand::Constant(*ty))?;
                let passes = self.catches(exception, ty)?;
                let stays = self.binary(BinaryOp::Xor, 1, passes, Operand::Const(1));
                none = self.binary(BinaryOp::And, 1, none, stays);
            }
        }
        Ok(none)
    }

    /// Lowers a call of one of the functions that `is_lowered_here` names.
    pub(super) fn exception_call(&mut self, it: &'m Instruction, call: &'m Call, name: &str) -> Result<(), LowerError> {
        let given = self.argument_word(call, 0)?;
        if name == UNWIND {
            self.exception = Some(given);
        } else {
            let function = self.world.uncaught();
            self.emit(Instr::Call { function, args: [given].into(), results: Box::default() });
            self.exception = None;
        }
        self.define_zero(it, call.result)
    }

    /// Adds the throw site to the arguments if this is a call of `__cxa_throw`; returns whether it is.
    pub(super) fn add_throw_site(&mut self, call: &Call, callee: usize, args: &mut Vec<Operand>) -> bool {
        let throws = self.world.linked.function_name(callee) == THROW && call.arguments.len() == 3;
        if throws {
            let ty = match call.arguments[1].value {
                operand @ instr::Operand::Constant(_) => {
                    self.module.symbol_of(operand).and_then(|symbol| type_name(&symbol.name)).unwrap_or_default()
                }
                _ => String::new(),
            };
            self.world.throw_sites.push((ty, self.origin));
            args.push(Operand::Const(self.world.throw_sites.len() as u64));
        }
        throws
    }
}

fn plain_edge(to: usize) -> Edge {
    Edge { to, arguments: Vec::new(), enters: Vec::new() }
}

impl World<'_> {
    /// Computes how many words results have, and tells the library where exceptions are returned.
    pub fn prepare_exceptions(&mut self, functions: &[usize]) {
        if !self.throws.anything() {
            return;
        }
        for &index in functions {
            let (module, function) = self.linked.function(index);
            let words = self.shapes[module].words(&self.linked.modules[module], function.result);
            self.result_words = self.result_words.max(words.map_or(0, |words| words.len()));
        }
        self.result_words = self.result_words.max(1);
        if let Some(uncaught) = self.runtime_function(UNCAUGHT) {
            self.library.notice_exceptions(Exceptions { result_words: self.result_words, uncaught });
        }
    }

    /// A function of the runtime.
    fn runtime_function(&self, name: &str) -> Option<FunctionId> {
        self.functions[self.linked.find_function(name)?]
    }

    /// The function that reports uncaught exceptions; it is defined at the end, when all throw sites are known.
    fn uncaught(&mut self) -> FunctionId {
        *self.report.get_or_insert_with(|| self.builder.declare(REPORT, 1))
    }

    /// Defines the function that reports uncaught exceptions.
    pub fn define_uncaught(&mut self) {
        let Some(id) = self.report else { return };
        let sites = std::mem::take(&mut self.throw_sites);
        let mut code = self.builder.function(id);
        let site = Operand::Reg(Reg(0));
        for (number, (ty, origin)) in sites.iter().enumerate() {
            let (here, next) = (code.label(), code.label());
            let same = code.register();
            code.binary(BinaryOp::Eq, raddle_graph::Width::W64, same, site, number as u64 + 1);
            code.branch(same, here, next);
            code.bind(here);
            let message = match &**ty {
                "" => "an exception is not caught".to_owned(),
                ty => format!("an exception of type `{ty}` is not caught"),
            };
            code.fail(self.builder.failure_of(FailureKind::Abort, &message, origin.position()));
            code.bind(next);
        }
        code.fail(self.builder.failure_of(FailureKind::Abort, "std::terminate was called", None));
        self.builder.define(code);
    }
}
