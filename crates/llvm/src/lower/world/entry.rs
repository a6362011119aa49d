//! The start of the program: the entry function and its arguments, constructors, and the library with what it must
//! know.

use raddle_ir::FunctionId;

use super::shape::{Scalar, scalar};
use super::{World, mutex_kinds};
use crate::libc::{CYCLE_COUNTER, Library, Resolution};
use crate::lower::LowerOptions;
use crate::lower::analysis::address;
use crate::lower::analysis::bits::Bits;
use crate::lower::analysis::cfg::Cfg;
use crate::lower::analysis::escape::callee;
use crate::lower::body::calls::ASSERTIONS;
use crate::lower::error::{LowerError, MissingFunction};
use crate::lower::exceptions;
use crate::lower::link::reach::Reached;
use crate::lower::link::{Linked, Target};
use crate::text::constant::ConstantValue;
use crate::text::ids::{ConstantId, TypeId};
use crate::text::instr::{Call, Operand};

/// Intrinsics that read the counter of the processor.
const COUNTERS: [&str; 3] = ["llvm.readcyclecounter", "llvm.readsteadycounter", "llvm.x86.rdtsc"];

/// Functions of the library that start threads.
const STARTERS: [&str; 4] = ["pthread_create", "thrd_create", "__VERIFIER_spawn_symmetric", "__raddle_create"];

/// Whether calls of an external function are lowered without the library.
fn is_lowered_here(name: &str) -> bool {
    name.starts_with("llvm.")
        || name.starts_with("__atomic_")
        || exceptions::is_lowered_here(name)
        || ASSERTIONS.iter().any(|(known, _)| *known == name)
}

/// Maximum number of functions proposed when the entry function does not exist.
const MAX_CANDIDATES: usize = 20;

/// The entry function.
pub(crate) fn find(linked: &Linked<'_>, name: &str) -> Result<usize, LowerError> {
    linked.find_function(name).ok_or_else(|| {
        let names = (0..linked.function_count()).map(|index| linked.function_name(index).to_owned());
        LowerError::NoEntry { entry: name.to_owned(), candidates: names.take(MAX_CANDIDATES).collect() }
    })
}

/// The constructors, in the order of their priorities.
pub(crate) fn constructors(linked: &Linked<'_>) -> Result<Vec<usize>, LowerError> {
    let mut found: Vec<(u64, usize)> = Vec::new();
    for (number, module) in linked.modules.iter().enumerate() {
        let list = module.global("llvm.global_ctors").and_then(|global| global.initializer);
        let Some(ConstantValue::Aggregate(entries)) = list.map(|id| &module.constant(id).value) else { continue };
        for entry in entries {
            let ConstantValue::Aggregate(fields) = &module.constant(*entry).value else { continue };
            let priority = |id: ConstantId| address::number(module, Operand::Constant(id));
            let (Some(priority), Some(function)) = (fields.first().copied().and_then(priority), fields.get(1)) else {
                continue;
            };
            let symbol = match module.constant(*function).value {
                ConstantValue::Symbol(symbol) => symbol,
                _ => continue,
            };
            if let Target::Function(index) = linked.target(number, symbol) {
                found.push((priority, index));
            }
        }
    }
    found.sort_by_key(|(priority, _)| *priority);
    Ok(found.into_iter().map(|(_, index)| index).collect())
}

/// The library, configured by which of its functions the program uses, and how.
pub(crate) fn library(linked: &Linked<'_>, reached: &Reached, options: &LowerOptions) -> Library {
    let names = reached.externals.iter().map(|index| &*linked.externals[*index].name);
    let names = names.map(|name| if COUNTERS.contains(&name) { CYCLE_COUNTER } else { name });
    let names: Vec<&str> = names.filter(|name| !name.starts_with("llvm.")).collect();
    let mut library = Library::new(&names, options);
    library.compiled_for(linked.modules.first().map_or("", |module| &module.triple));
    for &index in &reached.functions {
        library.notice_definition(linked.function_name(index));
        let (number, function) = linked.function(index);
        let module = &linked.modules[number];
        let mut used = Bits::new(function.locals.len());
        let instructions = || function.blocks.iter().flat_map(|block| &block.instructions);
        for instruction in instructions() {
            instruction.kind.for_each_operand(|operand| {
                if let Operand::Local(local) = operand {
                    used.insert(local.index());
                }
            });
        }
        for instruction in instructions() {
            if let Some(call) = instruction.kind.call()
                && let Some(Target::ExternalFunction(external)) = callee(linked, number, module, call)
            {
                let constants: Vec<Option<u64>> =
                    call.arguments.iter().map(|argument| address::number(module, argument.value)).collect();
                let result_used = instruction.result.is_some_and(|result| used.contains(result.index()));
                library.notice(&linked.externals[external].name, &constants, result_used);
            }
        }
    }
    for &external in &reached.taken {
        library.notice(&linked.externals[external].name, &[], true);
    }
    if mutex_kinds::are_initialised(linked, reached) {
        library.notice_mutex_kinds();
    }
    library
}

impl World<'_> {
    /// Whether a call may start a thread.
    pub fn starts_threads(&self, number: usize, call: &Call, starters: &Bits) -> bool {
        match callee(&self.linked, number, &self.linked.modules[number], call) {
            Some(Target::Function(index)) => starters.contains(index),
            Some(Target::ExternalFunction(index)) => STARTERS.contains(&&*self.linked.externals[index].name),
            _ => false,
        }
    }

    /// Finds all external functions that are called but neither defined nor supported, to report them together. A
    /// single one is reported where its call is lowered.
    pub fn check_externals(&mut self, functions: &[usize], cfgs: &[Option<Cfg>]) -> Result<(), LowerError> {
        let mut missing: Vec<MissingFunction> = Vec::new();
        for &index in functions {
            let (number, function) = self.linked.function(index);
            let live = cfgs[index].iter().flat_map(|cfg| &cfg.order);
            for instruction in live.flat_map(|block| &function.blocks[*block].instructions) {
                let Some(call) = instruction.kind.call() else { continue };
                let Some(Target::ExternalFunction(external)) =
                    callee(&self.linked, number, &self.linked.modules[number], call)
                else {
                    continue;
                };
                let name = self.linked.externals[external].name.to_string();
                if is_lowered_here(&name) || missing.iter().any(|known| known.name == name) {
                    continue;
                }
                let reason = match self.library.function(&mut self.builder, &name) {
                    Resolution::Unknown => None,
                    Resolution::Refused(reason) => Some(reason),
                    _ => continue,
                };
                let place = self.place(number, function, Some(instruction));
                missing.push(MissingFunction { name, place, reason });
            }
        }
        match missing.first() {
            Some(first) if missing.len() > 1 => {
                Err(LowerError::MissingFunctions { place: first.place.clone(), functions: missing })
            }
            _ => Ok(()),
        }
    }

    /// The functions that may start threads, directly or through calls.
    pub fn starters(&self, functions: &[usize]) -> Bits {
        let mut starters = Bits::new(self.linked.function_count());
        let mut changed = true;
        while changed {
            changed = false;
            for &index in functions.iter().filter(|index| !starters.contains(**index)).collect::<Vec<_>>() {
                let (number, function) = self.linked.function(index);
                let instructions = function.blocks.iter().flat_map(|block| &block.instructions);
                let mut calls = instructions.filter_map(|instruction| instruction.kind.call());
                if calls.any(|call| self.starts_threads(number, call, &starters)) {
                    changed |= starters.insert(index);
                }
            }
        }
        starters
    }

    /// Makes the first thread.
    pub fn begin(&mut self, entry: usize, constructors: &[usize]) -> Result<(), LowerError> {
        let arguments = self.arguments(entry)?;
        let id = |index: usize| -> FunctionId {
            let Some(id) = self.functions[index] else { unreachable!("the entry and constructors are declared") };
            id
        };
        let (main, constructors) = (id(entry), constructors.iter().map(|index| id(*index)).collect::<Vec<_>>());
        for constructor in &constructors {
            if self.builder.parameters(*constructor) != 0 {
                let (module, function) = self.linked.function(entry);
                return Err(LowerError::Unsupported {
                    place: self.place(module, function, None),
                    what: "a constructor with parameters is not supported".to_owned(),
                    help: String::new(),
                });
            }
        }
        let returns = self.linked.function(entry).1.result != TypeId::VOID;
        let start = self.library.entry(&mut self.builder, &constructors, main, &arguments, returns);
        self.builder.thread(start, &[]);
        Ok(())
    }

    /// The arguments of the entry function: none, or the program's name as the only argument.
    fn arguments(&mut self, entry: usize) -> Result<Vec<u64>, LowerError> {
        let (module, function) = self.linked.function(entry);
        let text = &self.linked.modules[module];
        let wrong = |what: &str| LowerError::Entry {
            place: self.place(module, function, None),
            entry: self.linked.function_name(entry).to_owned(),
            what: what.to_owned(),
        };
        if function.variadic {
            return Err(wrong("it takes variable arguments"));
        }
        if self.shapes_of_result(module, function.result).is_none_or(|words| words > 1) {
            return Err(wrong("it does not return an integer"));
        }
        let types: Vec<Option<Scalar>> =
            (0..function.parameters.len()).map(|index| scalar(text, function.locals[index].ty)).collect();
        let number = Some(Scalar::Integer(32));
        let pointer = Some(Scalar::Integer(64));
        let (count, lists) = match types[..] {
            [] => (0, 0),
            [first] if first == number => (1, 0),
            [first, second] if first == number && second == pointer => (1, 1),
            [first, second, third] if first == number && second == pointer && third == pointer => (1, 2),
            _ => return Err(wrong("its parameters are not supported")),
        };
        let mut arguments = vec![1; count];
        if lists > 0 {
            let name = self.builder.reserve_static("argv[0]", 8, 8, false);
            self.builder.set_static_bytes(name, b"program\0".to_vec());
            let list = self.builder.reserve_static("argv", 16, 8, false);
            self.builder.set_static_bytes(list, name.to_le_bytes().to_vec());
            arguments.push(list);
        }
        if lists > 1 {
            arguments.push(self.builder.reserve_static("envp", 8, 8, false));
        }
        Ok(arguments)
    }

    fn shapes_of_result(&self, module: usize, ty: TypeId) -> Option<usize> {
        let text = &self.linked.modules[module];
        if ty == TypeId::VOID { Some(0) } else { scalar(text, ty).map(Scalar::words) }
    }
}
