//! Debug information: source positions of instructions, and names of variables and types in the source.
//!
//! Nothing here is needed to run the program, so nothing here fails: missing or malformed information is not found.
//! References between nodes can be cyclic, so every walk is bounded.

mod types;

pub use types::Member;

use std::borrow::Cow;

use crate::text::ids::MetadataId;
use crate::text::instr::{Instruction, Operand};
use crate::text::metadata::Value;
use crate::text::module::{Function, Global, Module};
use crate::text::span::unescape;

/// Maximum number of scopes, inlined calls or types that a walk follows.
const MAX_WALK_STEPS: usize = 64;

/// Looks into the debug information of a module.
#[derive(Clone, Copy, Debug)]
pub struct Debug<'m> {
    module: &'m Module,
}

/// A place in the source.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SourceLocation<'m> {
    /// The file, as the compiler was given it; empty if not known.
    pub file: Cow<'m, str>,
    /// The directory that the file's name is relative to.
    pub directory: Cow<'m, str>,
    /// The line, from 1; 0 if the compiler generated the instruction.
    pub line: u32,
    /// The column, from 1; 0 if not known.
    pub column: u32,
    /// The function's name in the source.
    pub function: Option<Cow<'m, str>>,
    /// Where the function was inlined.
    pub inlined_at: Option<MetadataId>,
}

/// What a `DILocation` says.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Place {
    /// The scope.
    pub scope: Option<MetadataId>,
    /// The line, from 1; 0 if the compiler generated the instruction.
    pub line: u32,
    /// The column, from 1; 0 if not known.
    pub column: u32,
    /// Is its function inlined?
    pub is_inlined: bool,
}

/// A variable of the source.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variable<'m> {
    /// Its name.
    pub name: Cow<'m, str>,
    /// Its type, for [`Debug::type_name`] and [`Debug::members`].
    pub ty: Option<MetadataId>,
    /// The line of its declaration; 0 if not known.
    pub line: u32,
    /// The index of the parameter, from 1; 0 if it is none.
    pub parameter: u32,
}

impl Module {
    /// The debug information.
    pub fn debug(&self) -> Debug<'_> {
        Debug { module: self }
    }
}

impl<'m> Debug<'m> {
    /// The kind of a node, such as `DILocation`.
    pub fn kind(&self, node: MetadataId) -> &'m str {
        self.module.text(self.module.metadata.node(node).kind)
    }

    fn field(&self, node: MetadataId, key: &str) -> Option<Value> {
        // No kind of node has as many named fields.
        let mut fields = self.module.metadata.fields(node).iter().take(MAX_WALK_STEPS);
        fields.find(|field| self.module.text(field.key) == key).map(|field| field.value)
    }

    fn node(&self, node: MetadataId, key: &str) -> Option<MetadataId> {
        match self.field(node, key)? {
            Value::Node(id) => Some(id),
            _ => None,
        }
    }

    fn number(&self, node: MetadataId, key: &str) -> Option<u64> {
        match self.field(node, key)? {
            Value::Integer(number) => u64::try_from(number).ok(),
            _ => None,
        }
    }

    fn line(&self, node: MetadataId) -> u32 {
        self.number(node, "line").and_then(|line| u32::try_from(line).ok()).unwrap_or(0)
    }

    fn string(&self, node: MetadataId, key: &str) -> Option<Cow<'m, str>> {
        match self.field(node, key)? {
            Value::Text(span) if !span.is_empty() => Some(unescape(self.module.text(span))),
            _ => None,
        }
    }

    fn word(&self, node: MetadataId, key: &str) -> &'m str {
        match self.field(node, key) {
            Some(Value::Word(span)) => self.module.text(span),
            _ => "",
        }
    }

    /// The source location of a `DILocation`.
    pub fn location(&self, node: MetadataId) -> Option<SourceLocation<'m>> {
        if self.kind(node) != "DILocation" {
            return None;
        }
        let column = self.number(node, "column").and_then(|column| u32::try_from(column).ok()).unwrap_or(0);
        let scope = self.node(node, "scope");
        let (file, directory) = scope.map_or_else(Default::default, |scope| self.file(scope));
        Some(SourceLocation {
            file,
            directory,
            line: self.line(node),
            column,
            function: scope.and_then(|scope| self.subprogram(scope)).and_then(|node| self.string(node, "name")),
            inlined_at: self.node(node, "inlinedAt"),
        })
    }

    /// What a `DILocation` says.
    pub(crate) fn place(&self, node: MetadataId) -> Option<Place> {
        if self.kind(node) != "DILocation" {
            return None;
        }
        let mut place = Place::default();
        for field in self.module.metadata.fields(node) {
            match (self.module.text(field.key), field.value) {
                ("scope", Value::Node(id)) => place.scope = Some(id),
                ("line", Value::Integer(number)) => place.line = u32::try_from(number).unwrap_or(0),
                ("column", Value::Integer(number)) => place.column = u32::try_from(number).unwrap_or(0),
                ("inlinedAt", Value::Node(_)) => place.is_inlined = true,
                _ => {}
            }
        }
        Some(place)
    }

    /// The source location of an instruction.
    pub fn instruction(&self, instruction: &Instruction) -> Option<SourceLocation<'m>> {
        self.location(instruction.debug?)
    }

    /// A location, then the call sites through which its function was inlined, from the inside out.
    pub fn inline_chain(&self, node: MetadataId) -> Vec<SourceLocation<'m>> {
        let mut chain = Vec::new();
        let mut next = Some(node);
        while let Some(location) = next.and_then(|node| self.location(node)).filter(|_| chain.len() < MAX_WALK_STEPS) {
            next = location.inlined_at;
            chain.push(location);
        }
        chain
    }

    /// Name and directory of the file of a scope, a variable or a type.
    pub fn file(&self, node: MetadataId) -> (Cow<'m, str>, Cow<'m, str>) {
        let file = match self.kind(node) {
            "DIFile" => Some(node),
            _ => self.node(node, "file"),
        };
        let text = |key| file.and_then(|file| self.string(file, key)).unwrap_or_default();
        let (name, directory) = (text("filename"), text("directory"));
        if !directory.is_empty() && self.is_above(&directory) {
            return (format!("{directory}/{name}").into(), Cow::default());
        }
        (name, directory)
    }

    /// Whether a directory is an ancestor of the compiler's directory. Compilers split an absolute file name where it
    /// departs from their directory.
    fn is_above(&self, directory: &str) -> bool {
        let unit = self.module.metadata.named("llvm.dbg.cu").first();
        let file = unit.and_then(|&unit| self.node(unit, "file"));
        let compilers = file.and_then(|file| self.string(file, "directory")).unwrap_or_default();
        compilers.strip_prefix(directory).is_some_and(|rest| rest.starts_with('/'))
    }

    /// The function around a scope.
    fn subprogram(&self, scope: MetadataId) -> Option<MetadataId> {
        let mut scope = scope;
        for _ in 0..MAX_WALK_STEPS {
            if self.kind(scope) == "DISubprogram" {
                return Some(scope);
            }
            scope = self.node(scope, "scope")?;
        }
        None
    }

    /// The name of a function in the source.
    pub fn function_name(&self, function: &Function) -> Option<Cow<'m, str>> {
        self.string(function.debug?, "name")
    }

    /// The source location of a function.
    pub fn function_location(&self, function: &Function) -> Option<SourceLocation<'m>> {
        let node = function.debug?;
        let (file, directory) = self.file(node);
        let name = self.string(node, "name");
        Some(SourceLocation { file, directory, line: self.line(node), column: 0, function: name, inlined_at: None })
    }

    /// The variable that a `DILocalVariable` or `DIGlobalVariable` describes.
    pub fn variable(&self, node: MetadataId) -> Option<Variable<'m>> {
        Some(Variable {
            name: self.string(node, "name")?,
            ty: self.node(node, "type"),
            line: self.line(node),
            parameter: self.number(node, "arg").and_then(|arg| u32::try_from(arg).ok()).unwrap_or(0),
        })
    }

    /// The source variable of a global variable.
    pub fn global(&self, global: &Global) -> Option<Variable<'m>> {
        global.debug.iter().find_map(|node| self.variable(self.node(*node, "var")?))
    }

    /// The variables of a function, and the operands (usually stack slots) that hold them.
    pub fn locals<'f>(&self, function: &'f Function) -> impl Iterator<Item = (Operand, Variable<'m>)> + use<'m, 'f> {
        let debug = *self;
        function
            .variables
            .iter()
            .filter_map(move |declared| Some((declared.storage, debug.variable(declared.variable)?)))
    }

    /// The variable that an operand (usually a stack slot) holds.
    pub fn local(&self, function: &Function, storage: Operand) -> Option<Variable<'m>> {
        self.locals(function).find(|(operand, _)| *operand == storage).map(|(_, variable)| variable)
    }
}
