//! What lowering knows about the whole program: the addresses of functions and variables, and positions in the source.

pub(crate) mod constant;
pub(crate) mod entry;
mod globals;
mod mutex_kinds;
pub(crate) mod shape;

use raddle_ir::{Call, FailureKind, FunctionId, Instr, Origin, Position, ProgramBuilder};
use rustc_hash::FxHashMap;

use crate::libc::{Library, Resolution};
use crate::lower::asm::barriers::is_of_x86;
use crate::lower::error::{LowerError, SourcePlace};
use crate::lower::exceptions::throws::Throws;
use crate::lower::link::{Linked, is_runtime};
use crate::lower::names::NamesBuilder;
use crate::lower::names::demangle::readable;
use crate::lower::{LowerOptions, Volatile};
use crate::text::debug::{Place, SourceLocation};
use crate::text::ids::{MetadataId, SymbolId};
use crate::text::instr::{Callee, Instruction};
use crate::text::module::{Definition, Function};
use shape::Shapes;

/// Whether a file is a header of the C++ library.
pub(crate) fn is_standard_header(file: &str) -> bool {
    file.contains("/include/c++/") || (file.contains("/include/") && file.contains("/c++/"))
}

/// Where a variable is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Home {
    /// At this address.
    Static(u64),
    /// At this offset in the thread-local memory of every thread.
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
    /// By function with a body: its id in the bytecode, if it is reachable.
    pub functions: Vec<Option<FunctionId>>,
    /// By variable with an initial value: where it is, if it is reachable.
    pub objects: Vec<Option<Home>>,
    /// By external: its address.
    pub externals: FxHashMap<usize, u64>,
    pub names: NamesBuilder,
    pub notes: Vec<String>,
    /// The same, if there is an error.
    pub error_notes: Vec<String>,
    /// Does the program rely on what x86 does?
    pub is_for_x86: bool,
    /// May a variable on the stack hold what its earlier life left behind? (Only those count that have room for a synchronisation object.)
    pub has_unknown_lives: bool,
    pub throws: Throws,
    /// The maximum number of words of a function's result; the exception is returned behind that many.
    pub result_words: usize,
    /// The types that handlers catch, by address: a type's selector is its index plus one.
    pub selectors: Vec<u64>,
    /// The function that reports uncaught exceptions, if it is needed.
    pub report: Option<FunctionId>,
    /// The throw sites: the type of the exception, and the position.
    pub throw_sites: Vec<(String, Origin)>,
    /// By module and metadata node (a `DILocation` or a function): the cached position.
    origins: Vec<Vec<Option<Origin>>>,
    /// By module and metadata node (a scope): the cached file, and whether it is a header of the C++ library.
    files: Vec<Vec<Option<(u16, bool)>>>,
    /// By module: the offsets of its lines, computed on demand.
    lines: Vec<Option<Vec<u32>>>,
    entry: usize,
    /// Whether there is x86 assembly, computed on demand.
    assembly_of_x86: Option<bool>,
    /// By module: whether it belongs to the C++ runtime, whose events are attributed to the calling line of the
    /// program.
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
            origins: by_node.clone().map(|nodes| vec![None; nodes]).collect(),
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
            error_notes: Vec::new(),
            is_for_x86: false,
            has_unknown_lives: false,
            throws,
            result_words: 0,
            selectors: Vec::new(),
            report: None,
            throw_sites: Vec::new(),
            entry,
            assembly_of_x86: None,
        }
    }

    /// Whether this is the entry function.
    pub fn is_entry(&self, function: usize) -> bool {
        self.entry == function
    }

    /// Whether the program has assembly that only x86 has.
    pub fn has_assembly_of_x86(&mut self) -> bool {
        let World { linked, functions, assembly_of_x86, .. } = self;
        *assembly_of_x86.get_or_insert_with(|| {
            let reached = (0..linked.function_count()).filter(|&function| functions[function].is_some());
            let instructions = reached.flat_map(|function| &linked.function(function).1.blocks);
            let mut calls = instructions.flat_map(|block| &block.instructions).filter_map(|it| it.kind.call());
            calls.any(|call| matches!(&call.callee, Callee::Asm(asm) if is_of_x86(&asm.template)))
        })
    }

    /// Adds a note about the whole program, once.
    pub fn note(&mut self, text: &str) {
        if !self.notes.iter().any(|note| note == text) {
            self.notes.push(text.to_owned());
        }
    }

    /// Adds a note about the whole program that matters only if there is an error, once.
    pub fn note_on_error(&mut self, text: &str) {
        if !self.error_notes.iter().any(|note| note == text) {
            self.error_notes.push(text.to_owned());
        }
    }

    /// Whether volatile accesses are atomic; adds the note about it.
    pub fn volatile_is_relaxed(&mut self) -> bool {
        let relaxed = self.options.volatile == Volatile::Relaxed;
        if relaxed {
            self.is_for_x86 = true;
            self.note("volatile accesses are treated as relaxed atomic ones (--volatile plain treats them as plain)");
        }
        relaxed
    }

    /// The position of an instruction in the source. Without debug information it is that of the function, or else the
    /// one in the module: only library functions have none.
    pub fn origin(&mut self, module: usize, function: &Function, instruction: &Instruction) -> Origin {
        if self.runtime[module] {
            return Origin::Header(None);
        }
        let Some(node) = instruction.debug else {
            let known = self.declared(module, function);
            return known.unwrap_or_else(|| self.origin_in_text(module, function, instruction.offset));
        };
        if let Some(known) = self.origins[module][node.index()] {
            return known;
        }
        let origin = match self.linked.modules[module].debug().place(node) {
            Some(place) if place.is_inlined => self.inlined_origin(module, function, node),
            Some(Place { scope, line: line @ 1.., column, .. }) => {
                let (file, is_header) = self.file_of(module, scope);
                let position = Position { file, line, column };
                if is_header { Origin::Header(Some(position)) } else { position.into() }
            }
            _ => self.function_origin(module, function),
        };
        self.origins[module][node.index()] = Some(origin);
        origin
    }

    /// The origin of an instruction of a function that was inlined: some functions of headers always are.
    fn inlined_origin(&mut self, module: usize, function: &Function, node: MetadataId) -> Origin {
        let chain = self.linked.modules[module].debug().inline_chain(node);
        let known = chain.iter().filter(|location| location.line > 0);
        let calls: Vec<Call> = known
            .map(|location| Call {
                function: location.function.as_deref().unwrap_or_default().to_owned(),
                position: Position {
                    file: self.builder.file(&location.file),
                    line: location.line,
                    column: location.column,
                },
                is_header: is_standard_header(&location.file),
            })
            .collect();
        if calls.is_empty() {
            return self.function_origin(module, function);
        }
        let user = calls.iter().find(|call| !call.is_header).map(|call| call.position);
        Origin::Inlined { user, calls: self.builder.inlined(calls) }
    }

    /// Where a function begins.
    pub fn function_origin(&mut self, module: usize, function: &Function) -> Origin {
        if self.runtime[module] {
            return Origin::Header(None);
        }
        let known = self.declared(module, function);
        known.unwrap_or_else(|| self.origin_in_text(module, function, function.header.offset))
    }

    /// The position of a function in the source, if it has debug information.
    fn declared(&mut self, module: usize, function: &Function) -> Option<Origin> {
        let node = function.debug?;
        if self.origins[module][node.index()].is_none() {
            let location = self.linked.modules[module].debug().function_location(function)?;
            let position = self.at(&location);
            self.origins[module][node.index()] = match is_standard_header(&location.file) {
                true => Some(Origin::Header(position)),
                false => position.map(Origin::Source),
            };
        }
        self.origins[module][node.index()]
    }

    /// The file of a scope, and whether it is a header of the C++ library: what happens there is attributed to the line of
    /// the program that calls it.
    fn file_of(&mut self, module: usize, scope: Option<MetadataId>) -> (u16, bool) {
        let Some(scope) = scope else { return (self.builder.file(""), false) };
        if let Some(known) = self.files[module][scope.index()] {
            return known;
        }
        let (name, _) = self.linked.modules[module].debug().file(scope);
        let file = (self.builder.file(&name), is_standard_header(&name));
        self.files[module][scope.index()] = Some(file);
        file
    }

    /// The position of an offset in the text of a module; none for functions that the compiler added.
    fn origin_in_text(&mut self, module: usize, function: &Function, offset: u32) -> Origin {
        let text = &self.linked.modules[module];
        if &*text.symbol(function.header.symbol).name == "__clang_call_terminate" {
            return Origin::Header(None);
        }
        let starts = self.lines[module].get_or_insert_with(|| {
            let ends = text.source.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
            std::iter::once(0).chain(ends.map(|(index, _)| index as u32 + 1)).collect()
        });
        let line = starts.partition_point(|start| *start <= offset) as u32;
        Position { file: self.builder.file(&text.name), line, column: 0 }.into()
    }

    /// A place in the source as a position, if it has a line.
    pub fn at(&mut self, location: &SourceLocation<'_>) -> Option<Position> {
        let SourceLocation { line, column, .. } = *location;
        (line > 0).then(|| Position { file: self.builder.file(&location.file), line, column })
    }

    /// The position of an instruction for an error message: in the source if that is known, else in the module.
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

    /// The position of a global symbol for an error message.
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

    /// The name of a function in the source.
    pub fn function_name(&self, index: usize) -> String {
        let (module, function) = self.linked.function(index);
        let name = self.linked.modules[module].debug().function_name(function);
        name.map_or_else(|| readable(self.linked.function_name(index)).into_owned(), |name| name.into_owned())
    }

    /// The number of parameters of a function in the bytecode: the words of its parameters, and the address of the
    /// variable arguments.
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
            Resolution::Function(id) => Some(id),
            // A weak reference tests whether the function exists.
            Resolution::Unknown if external.weak => None,
            _ => Some(self.stub(&external.name, external.module, external.symbol)),
        };
        let address = id.map_or(0, |id| self.builder.function_address(id));
        self.externals.insert(index, address);
        address
    }

    /// Defines a function whose address can be taken, but which fails when it is called.
    fn stub(&mut self, name: &str, module: usize, symbol: SymbolId) -> FunctionId {
        let text = &self.linked.modules[module];
        let parameters = match text.symbol(symbol).definition {
            Definition::Function(id) => text.functions[id.index()].parameters.len(),
            _ => 0,
        };
        let id = self.builder.declare(name, u16::try_from(parameters).unwrap_or(u16::MAX));
        let message = format!("`{name}` is called through a pointer, but neither defined in the program nor modelled");
        let failure = self.builder.failure_of(FailureKind::Unsupported, &message, None);
        let mut code = self.builder.function(id);
        code.emit(Instr::Fail { failure });
        self.builder.define(code);
        id
    }
}

/// How to name a value of a type in a message.
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
