//! Linking: resolves each symbol of each module to a definition.
//!
//! Symbols with internal linkage stay in their module. Of several definitions the strongest is taken; two strong ones
//! are an error, as for any linker.

pub(crate) mod reach;

use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use crate::libc::{has_model, replaces_body};
use crate::lower::error::LowerError;
use crate::text::ids::{AliasId, FunctionId, GlobalId, IfuncId, SymbolId};
use crate::text::keywords::Linkage;
use crate::text::module::{Definition, Function, Global, Header, Module};

/// What a symbol resolves to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Target {
    /// A function with a body.
    Function(usize),
    /// A variable with an initial value.
    Object(usize),
    /// An alias of a module.
    Alias(usize, AliasId),
    /// A function that is chosen when the program is loaded.
    Ifunc(usize, IfuncId),
    /// A function that no module defines.
    ExternalFunction(usize),
    /// A variable that no module defines.
    ExternalObject(usize),
}

/// A symbol that no module defines.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct External {
    pub name: Box<str>,
    /// Whether it is null if it is undefined.
    pub weak: bool,
    /// A module that declares it, and its symbol there.
    pub module: usize,
    pub symbol: SymbolId,
}

/// The modules of a program, with every symbol resolved.
#[derive(Debug)]
pub(crate) struct Linked<'m> {
    pub modules: &'m [Module],
    targets: Vec<Vec<Target>>,
    functions: Vec<(usize, FunctionId)>,
    objects: Vec<(usize, GlobalId)>,
    pub externals: Vec<External>,
}

/// A definition that is visible to other modules.
struct VisibleDefinition {
    module: usize,
    symbol: usize,
    strength: u8,
}

impl<'m> Linked<'m> {
    pub fn new(modules: &'m [Module]) -> Result<Linked<'m>, LowerError> {
        let mut linked = Linked {
            modules,
            targets: Vec::with_capacity(modules.len()),
            functions: Vec::new(),
            objects: Vec::new(),
            externals: Vec::new(),
        };
        let winners = winners(modules)?;
        let mut public: FxHashMap<&str, Target> = FxHashMap::default();
        // Definitions first, so that declarations in front of them find them.
        let mut defined: Vec<Vec<Option<Target>>> = Vec::new();
        for (number, module) in modules.iter().enumerate() {
            let mut targets = Vec::with_capacity(module.symbols.len());
            for (index, symbol) in module.symbols.iter().enumerate() {
                let (header, strength) = describe(module, symbol.definition);
                let wins =
                    winners.get(&*symbol.name).is_some_and(|winner| (winner.module, winner.symbol) == (number, index));
                let here = strength > 0 && (is_local(header) || wins);
                let target = here.then(|| linked.define(number, symbol.definition));
                if let Some(target) = target.filter(|_| wins) {
                    public.insert(&symbol.name, target);
                }
                targets.push(target);
            }
            defined.push(targets);
        }
        for (number, (module, defined)) in modules.iter().zip(defined).enumerate() {
            let mut targets = Vec::with_capacity(module.symbols.len());
            for (index, (symbol, defined)) in module.symbols.iter().zip(defined).enumerate() {
                let target = defined.or_else(|| public.get(&*symbol.name).copied()).unwrap_or_else(|| {
                    let target = linked.declare(number, SymbolId::new(index));
                    public.insert(&symbol.name, target);
                    target
                });
                targets.push(target);
            }
            linked.targets.push(targets);
        }
        Ok(linked)
    }

    fn define(&mut self, module: usize, definition: Definition) -> Target {
        match definition {
            Definition::Function(id) => {
                self.functions.push((module, id));
                Target::Function(self.functions.len() - 1)
            }
            Definition::Global(id) => {
                self.objects.push((module, id));
                Target::Object(self.objects.len() - 1)
            }
            Definition::Alias(id) => Target::Alias(module, id),
            Definition::Ifunc(id) => Target::Ifunc(module, id),
        }
    }

    fn declare(&mut self, module: usize, symbol: SymbolId) -> Target {
        let declared = self.modules[module].symbol(symbol);
        let (header, _) = describe(&self.modules[module], declared.definition);
        let weak = header.is_some_and(|header| header.linkage == Linkage::ExternWeak);
        self.externals.push(External { name: declared.name.clone(), weak, module, symbol });
        let index = self.externals.len() - 1;
        match declared.definition {
            Definition::Function(_) => Target::ExternalFunction(index),
            _ => Target::ExternalObject(index),
        }
    }

    /// What a symbol of a module resolves to.
    pub fn target(&self, module: usize, symbol: SymbolId) -> Target {
        self.targets[module][symbol.index()]
    }

    /// How many functions have a body.
    pub fn function_count(&self) -> usize {
        self.functions.len()
    }

    /// A function with a body, and the module it is in.
    pub fn function(&self, index: usize) -> (usize, &'m Function) {
        let (module, id) = self.functions[index];
        (module, &self.modules[module].functions[id.index()])
    }

    /// How many variables have an initial value.
    pub fn object_count(&self) -> usize {
        self.objects.len()
    }

    /// A variable with an initial value, and the module it is in.
    pub fn object(&self, index: usize) -> (usize, &'m Global) {
        let (module, id) = self.objects[index];
        (module, &self.modules[module].globals[id.index()])
    }

    /// The name of a function with a body.
    pub fn function_name(&self, index: usize) -> &'m str {
        let (module, function) = self.function(index);
        &self.modules[module].symbol(function.header.symbol).name
    }

    /// The function with this name that is visible to all modules.
    pub fn find_function(&self, name: &str) -> Option<usize> {
        (0..self.functions.len()).find(|&index| self.function_name(index) == name)
    }
}

/// The parts of the C++ runtime, each a file of `crates/llvm/runtime`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Runtime {
    /// The functions that the language and the headers need.
    Library,
    /// The members of `std::string`, which headers before C++20 leave to the library.
    Strings,
}

impl Runtime {
    /// The file.
    pub fn file(self) -> &'static str {
        match self {
            Runtime::Library => "raddle_runtime.cpp",
            Runtime::Strings => "raddle_strings.cpp",
        }
    }

    /// Whether a program needs it: it uses a symbol of the library that it does not define.
    pub fn is_needed(self, modules: &[Module]) -> bool {
        let starts: &[&str] = match self {
            Runtime::Library => &["__cxa_", "_ZT", "_ZS", "_ZNS", "_ZNKS"],
            Runtime::Strings => &["_ZNSt7__cxx1112basic_stringIcSt11char", "_ZNKSt7__cxx1112basic_stringIcSt11char"],
        };
        let missing = |module: &Module| {
            let mut declared = module.symbols.iter().filter(|symbol| describe(module, symbol.definition).1 == 0);
            declared.any(|symbol| starts.iter().any(|start| symbol.name.starts_with(start)) && !has_model(&symbol.name))
        };
        modules.iter().any(missing)
    }
}

/// Whether a module belongs to the C++ runtime.
pub(crate) fn is_runtime(module: &Module) -> bool {
    let file = module.source_filename.rsplit('/').next();
    [Runtime::Library, Runtime::Strings].iter().any(|runtime| file == Some(runtime.file()))
}

/// The header of a definition, and its strength: 0 is a declaration.
fn describe(module: &Module, definition: Definition) -> (Option<&Header>, u8) {
    let (header, defined) = match definition {
        Definition::Function(id) => {
            let function = module.functions.get(id.index());
            let name = function.map(|function| &*module.symbol(function.header.symbol).name);
            // The library's model of some functions takes precedence over their bodies.
            let replaced = name.is_some_and(replaces_body);
            let defined = function.is_some_and(|function| !function.is_declaration() && !replaced);
            (function.map(|function| &function.header), defined)
        }
        Definition::Global(id) => {
            let global = module.globals.get(id.index());
            (global.map(|global| &global.header), global.is_some_and(|global| global.initializer.is_some()))
        }
        Definition::Alias(id) => (module.aliases.get(id.index()).map(|alias| &alias.header), true),
        Definition::Ifunc(id) => (module.ifuncs.get(id.index()).map(|ifunc| &ifunc.header), true),
    };
    let strength = match header.map(|header| header.linkage) {
        _ if !defined => 0,
        None | Some(Linkage::ExternWeak) => 0,
        Some(Linkage::AvailableExternally) => 1,
        Some(Linkage::Linkonce | Linkage::LinkonceOdr | Linkage::Weak | Linkage::WeakOdr | Linkage::Common) => 2,
        Some(Linkage::External | Linkage::Private | Linkage::Internal | Linkage::Appending) => 3,
    };
    (header, strength)
}

fn is_local(header: Option<&Header>) -> bool {
    header.is_some_and(|header| matches!(header.linkage, Linkage::Private | Linkage::Internal | Linkage::Appending))
}

fn winners(modules: &[Module]) -> Result<FxHashMap<&str, VisibleDefinition>, LowerError> {
    let mut winners: FxHashMap<&str, VisibleDefinition> = FxHashMap::default();
    for (number, module) in modules.iter().enumerate() {
        for (index, symbol) in module.symbols.iter().enumerate() {
            let (header, strength) = describe(module, symbol.definition);
            if strength == 0 || is_local(header) {
                continue;
            }
            let candidate = VisibleDefinition { module: number, symbol: index, strength };
            match winners.get_mut(&*symbol.name) {
                None => {
                    winners.insert(&symbol.name, candidate);
                }
                Some(best) if best.strength < strength => *best = candidate,
                Some(best) if best.strength == 3 && strength == 3 => {
                    let file = |module: usize| modules[module].source_filename.clone();
                    let (first, second) = (file(best.module), file(number));
                    return Err(LowerError::Duplicate { name: symbol.name.to_string(), first, second });
                }
                Some(_) => {}
            }
        }
    }
    Ok(winners)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(texts: &[&str]) -> Vec<Module> {
        texts.iter().map(|text| Module::parse("t.ll", *text).unwrap()).collect()
    }

    fn target(linked: &Linked<'_>, module: usize, name: &str) -> Target {
        linked.target(module, linked.modules[module].by_name[name])
    }

    #[test]
    fn declarations_find_definitions_in_other_modules() {
        let modules = parse(&[
            "@x = external global i32\n@s = internal global i32 1\ndeclare void @f()\ndeclare void @g()\n",
            "@x = global i32 2\n@s = internal global i32 3\ndefine void @f() {\n  ret void\n}\ndeclare void @g()\n",
        ]);
        let linked = Linked::new(&modules).unwrap();
        assert_eq!(target(&linked, 0, "x"), target(&linked, 1, "x"));
        assert_ne!(target(&linked, 0, "s"), target(&linked, 1, "s"));
        assert_eq!(target(&linked, 0, "f"), Target::Function(0));
        assert_eq!(target(&linked, 0, "g"), target(&linked, 1, "g"));
        assert_eq!(linked.externals.len(), 1);
    }

    #[test]
    fn the_strongest_definition_wins() {
        let modules = parse(&["@x = weak global i32 1\n", "@x = global i32 2\n", "@x = common global i32 0\n"]);
        let linked = Linked::new(&modules).unwrap();
        let Target::Object(index) = target(&linked, 0, "x") else { panic!() };
        assert_eq!(linked.object(index).0, 1);
        let twice = parse(&["@x = global i32 1\n", "@x = global i32 2\n"]);
        assert!(matches!(Linked::new(&twice), Err(LowerError::Duplicate { .. })));
    }
}
