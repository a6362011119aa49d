//! What lowering knows about the whole program: where functions and variables are, and where in the source we are.

pub(crate) mod constant;
pub(crate) mod entry;
mod globals;
pub(crate) mod shape;

use raddle_ir::{FailureKind, FunctionId, Instr, Position, ProgramBuilder};
use rustc_hash::FxHashMap;

use crate::libc::{Known, Library};
use crate::lower::asm::barriers::is_of_x86;
use crate::lower::error::{LowerError, SourcePlace};
use crate::lower::exceptions::throws::Throws;
use crate::lower::link::{Linked, is_runtime};
use crate::lower::names::NamesBuilder;
use crate::lower::names::demangle::readable;
use crate::lower::{LowerOptions, Volatile};
use crate::text::debug::SourceLocation;
use crate::text::ids::{MetadataId, SymbolId};
use crate::text::instr::{Callee, Instruction};
use crate::text::module::{Definition, Function};
use shape::Shapes;

/// Stands for the headers of the C++ library: what happens there belongs to the line that asked for it.
const STANDARD: u16 = u16::MAX;

/// Whether a file is a header of the C++ library.
pub(crate) fn is_standard_header(file: &str) -> bool {
    file.contains("/include/c++/") || (file.contains("/include/") && file.contains("/c++/"))
}

/// Where a variable is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Home {
    /// At this address.
    Static(u64),
    /// In every thread, so far from the beginning of its thread-local memory.
    ThreadLocal(u64),
}

/// The program that is being lowered.
#[derive(Debug)]
pub(crate) struct World<'m> {
    pub linked: Linked<'m>,
    pub options: &'m LowerOptions,
    pub builder: ProgramBuilder,
    pub library: Library,
    /// By module.
    pub shapes: Vec<Shapes>,
    /// By function with a body: its number in the bytecode, if it can be reached.
    pub functions: Vec<Option<FunctionId>>,
    /// By variable with an initial value: where it is, if it can be reached.
    pub objects: Vec<Option<Home>>,
    /// By name that nobody defines: its address.
    pub externals: FxHashMap<usize, u64>,
    pub names: NamesBuilder,
    pub notes: Vec<String>,
    pub throws: Throws,
    /// How many words the longest result of a function has: behind those an exception is returned.
    pub result_words: usize,
    /// The types that handlers are for, by their addresses: the place of each is its selector, less one.
    pub selectors: Vec<u64>,
    /// The function that reports exceptions that nobody catches, once somebody asked.
    pub report: Option<FunctionId>,
    /// Where exceptions are thrown, and of which type.
    pub throw_sites: Vec<(String, Position)>,
    /// By module and node of its debug information, a `DILocation` or a function: the place, once somebody asked.
    positions: Vec<Vec<Option<Position>>>,
    /// By module and node, the scope of a place: the file.
    files: Vec<Vec<Option<u16>>>,
    /// By module: where the lines of its text begin, once somebody asked.
    lines: Vec<Option<Vec<u32>>>,
    entry: usize,
    /// Is there assembly of x86, once somebody asked?
    assembly_of_x86: Option<bool>,
    /// By module: whether it is of the C++ runtime; what happens there belongs to the line that asked for it.
    runtime: Vec<bool>,
}

impl<'m> World<'m> {
    pub fn new(
        linked: Linked<'m>,
        options: &'m LowerOptions,
        library: Library,
        entry: usize,
        throws: Throws,
    ) -> World<'m> {
        let modules = linked.modules.len();
        let by_node = linked.modules.iter().map(|module| module.metadata.len());
        World {
            functions: vec![None; linked.function_count()],
            objects: vec![None; linked.object_count()],
            shapes: (0..modules).map(|_| Shapes::default()).collect(),
            positions: by_node.clone().map(|nodes| vec![None; nodes]).collect(),
            files: by_node.map(|nodes| vec![None; nodes]).collect(),
            lines: vec![None; modules],
            runtime: linked.modules.iter().map(is_runtime).collect(),
            linked,
            options,
            builder: ProgramBuilder::new(),
            library,
            externals: FxHashMap::default(),
            names: NamesBuilder::default(),
            notes: Vec::new(),
            throws,
            result_words: 0,
            selectors: Vec::new(),
            report: None,
            throw_sites: Vec::new(),
            entry,
            assembly_of_x86: None,
        }
    }

    /// Whether the program begins with this function.
    pub fn is_entry(&self, function: usize) -> bool {
        self.entry == function
    }

    /// Is there assembly in the program that only x86 has?
    pub fn has_assembly_of_x86(&mut self) -> bool {
        let World { linked, functions, assembly_of_x86, .. } = self;
        *assembly_of_x86.get_or_insert_with(|| {
            let reached = (0..linked.function_count()).filter(|&function| functions[function].is_some());
            let instructions = reached.flat_map(|function| &linked.function(function).1.blocks);
            let mut calls = instructions.flat_map(|block| &block.instructions).filter_map(|it| it.kind.call());
            calls.any(|call| matches!(&call.callee, Callee::Asm(asm) if is_of_x86(&asm.template)))
        })
    }

    /// Says something about the whole program, once.
    pub fn note(&mut self, text: &str) {
        if !self.notes.iter().any(|note| note == text) {
            self.notes.push(text.to_owned());
        }
    }

    /// Whether volatile accesses are atomic, which is said once.
    pub fn volatile_is_relaxed(&mut self) -> bool {
        let relaxed = self.options.volatile == Volatile::Relaxed;
        if relaxed {
            self.note("volatile accesses are taken as relaxed atomic ones (--volatile plain takes them as plain)");
        }
        relaxed
    }

    /// The place of an instruction in the source; that of its function if it has none, and that in the module if the
    /// function has none, either: only library functions are nowhere.
    pub fn position(&mut self, module: usize, function: &Function, instruction: &Instruction) -> Position {
        if self.runtime[module] {
            return Position::HEADER;
        }
        let Some(node) = instruction.debug else {
            let known = self.declared(module, function);
            return known.unwrap_or_else(|| self.position_in_text(module, function, instruction.offset));
        };
        if let Some(known) = self.positions[module][node.index()] {
            return known;
        }
        let mut place = node;
        let position = loop {
            match self.linked.modules[module].debug().place(place) {
                Some((scope, line @ 1.., column)) => match self.file_of(module, scope) {
                    // Some functions of the headers are always inlined.
                    STANDARD => match self.linked.modules[module].debug().inlined_at(place) {
                        Some(caller) => place = caller,
                        None => break Position::HEADER,
                    },
                    file => break Position { file, line, column },
                },
                _ => break self.function_position(module, function),
            }
        };
        self.positions[module][node.index()] = Some(position);
        position
    }

    /// Where a function begins.
    pub fn function_position(&mut self, module: usize, function: &Function) -> Position {
        if self.runtime[module] {
            return Position::HEADER;
        }
        let known = self.declared(module, function);
        known.unwrap_or_else(|| self.position_in_text(module, function, function.header.offset))
    }

    /// Where a function begins in the source, if that is known.
    fn declared(&mut self, module: usize, function: &Function) -> Option<Position> {
        let node = function.debug?;
        if self.positions[module][node.index()].is_none() {
            let location = self.linked.modules[module].debug().function_location(function)?;
            self.positions[module][node.index()] = match is_standard_header(&location.file) {
                true => Some(Position::HEADER),
                false => (location.line > 0).then(|| self.at(&location)),
            };
        }
        self.positions[module][node.index()]
    }

    /// The file that a scope is in.
    fn file_of(&mut self, module: usize, scope: Option<MetadataId>) -> u16 {
        let Some(scope) = scope else { return self.builder.file("") };
        if let Some(known) = self.files[module][scope.index()] {
            return known;
        }
        let (name, _) = self.linked.modules[module].debug().file(scope);
        let file = if is_standard_header(&name) { STANDARD } else { self.builder.file(&name) };
        self.files[module][scope.index()] = Some(file);
        file
    }

    /// The place of a byte of a module, unless the compiler added the function by itself.
    fn position_in_text(&mut self, module: usize, function: &Function, offset: u32) -> Position {
        let text = &self.linked.modules[module];
        if &*text.symbol(function.header.symbol).name == "__clang_call_terminate" {
            return Position::HEADER;
        }
        let starts = self.lines[module].get_or_insert_with(|| {
            let ends = text.source.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
            std::iter::once(0).chain(ends.map(|(index, _)| index as u32 + 1)).collect()
        });
        let line = starts.partition_point(|start| *start <= offset) as u32;
        Position { file: self.builder.file(&text.name), line, column: 0 }
    }

    /// A place in the source as a position.
    pub fn at(&mut self, location: &SourceLocation<'_>) -> Position {
        Position { file: self.builder.file(&location.file), line: location.line, column: location.column }
    }

    /// The place of an instruction for an error message: in the source if it is known, else in the module.
    pub fn place(&self, module: usize, function: &Function, instruction: Option<&Instruction>) -> SourcePlace {
        let text = &self.linked.modules[module];
        let debug = text.debug();
        let located = instruction.and_then(|instruction| debug.instruction(instruction)).filter(|it| it.line > 0);
        match located.or_else(|| debug.function_location(function).filter(|it| it.line > 0 && instruction.is_none())) {
            Some(location) => {
                SourcePlace { file: location.file.into_owned(), line: location.line, column: location.column }
            }
            None => {
                let offset = instruction.map_or(function.header.offset, |instruction| instruction.offset);
                SourcePlace { file: text.name.clone(), line: text.line(offset), column: 0 }
            }
        }
    }

    /// The place of a global name for an error message.
    pub fn symbol_place(&self, module: usize, symbol: SymbolId) -> SourcePlace {
        let text = &self.linked.modules[module];
        let offset = match text.symbol(symbol).definition {
            Definition::Global(id) => text.globals[id.index()].header.offset,
            Definition::Function(id) => text.functions[id.index()].header.offset,
            Definition::Alias(id) => text.aliases[id.index()].header.offset,
            Definition::Ifunc(id) => text.ifuncs[id.index()].header.offset,
        };
        SourcePlace { file: text.name.clone(), line: text.line(offset), column: 0 }
    }

    /// What the source calls a function.
    pub fn function_name(&self, index: usize) -> String {
        let (module, function) = self.linked.function(index);
        let name = self.linked.modules[module].debug().function_name(function);
        name.map_or_else(|| readable(self.linked.function_name(index)).into_owned(), |name| name.into_owned())
    }

    /// The number of parameters that a function takes in the bytecode: the words of its parameters, and the address of
    /// the variable arguments.
    pub fn parameter_count(&mut self, module: usize, function: &Function) -> Result<u16, LowerError> {
        let mut count = usize::from(function.variadic);
        for parameter in 0..function.parameters.len() {
            let ty = function.locals[parameter].ty;
            let text = &self.linked.modules[module];
            match self.shapes[module].words(text, ty) {
                Some(words) => count += words.len(),
                None => {
                    return Err(LowerError::Unsupported {
                        place: self.place(module, function, None),
                        what: format!(
                            "as a parameter, {} is not supported",
                            type_name(&text.types.show(ty).to_string())
                        ),
                        help: type_help(&text.types.show(ty).to_string()),
                    });
                }
            }
        }
        u16::try_from(count).map_err(|_| LowerError::Unsupported {
            place: self.place(module, function, None),
            what: "a function with so many parameters is not supported".to_owned(),
            help: String::new(),
        })
    }

    /// The addresses of the functions that take variable arguments.
    pub fn variadic_functions(&self) -> Vec<u64> {
        let reached = (0..self.functions.len()).filter_map(|index| Some((index, self.functions[index]?)));
        let variadic = reached.filter(|(index, _)| self.linked.function(*index).1.variadic);
        variadic.map(|(_, id)| self.builder.function_address(id)).collect()
    }

    /// The address of an external function, for pointers to it.
    pub fn external_function(&mut self, index: usize) -> u64 {
        if let Some(address) = self.externals.get(&index) {
            return *address;
        }
        let external = self.linked.externals[index].clone();
        let id = match self.library.function(&mut self.builder, &external.name) {
            Known::Function(id) => Some(id),
            // A weak reference asks whether the function is there.
            Known::Unknown if external.weak => None,
            _ => Some(self.stub(&external.name, external.module, external.symbol)),
        };
        let address = id.map_or(0, |id| self.builder.function_address(id));
        self.externals.insert(index, address);
        address
    }

    /// A function that can have its address taken, but not be called.
    fn stub(&mut self, name: &str, module: usize, symbol: SymbolId) -> FunctionId {
        let text = &self.linked.modules[module];
        let parameters = match text.symbol(symbol).definition {
            Definition::Function(id) => text.functions[id.index()].parameters.len(),
            _ => 0,
        };
        let id = self.builder.declare(name, u16::try_from(parameters).unwrap_or(u16::MAX));
        let message = format!("`{name}` is called through a pointer, but it is neither defined nor known");
        let failure = self.builder.failure_of(FailureKind::Unsupported, &message, Position::default());
        let mut code = self.builder.function(id);
        code.emit(Instr::Fail { failure });
        self.builder.define(code);
        id
    }
}

/// A value of a type, as the source calls it.
pub(crate) fn type_name(ty: &str) -> String {
    match ty {
        "x86_fp80" => "`long double`".to_owned(),
        "fp128" => "`__float128`".to_owned(),
        "half" | "bfloat" => "a floating-point number of 16 bits".to_owned(),
        _ => format!("a value of type `{ty}`"),
    }
}

/// What to do about a type that is not supported.
pub(crate) fn type_help(ty: &str) -> String {
    if ty.contains("x86_fp80") || ty.contains("fp128") || ty.contains("long double") {
        return "use `double`".to_owned();
    }
    if ty.contains("half") || ty.contains("bfloat") {
        return "use `float`".to_owned();
    }
    String::new()
}
