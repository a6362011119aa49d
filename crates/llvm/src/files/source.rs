//! A program that was read: its modules are parsed when somebody needs them, for what they are lowered to may be remembered.

use std::path::PathBuf;
use std::sync::OnceLock;

use raddle_ir::machine::Extensions;

use super::error::ProgramError;
use super::extensions;
use super::input::Input;
use crate::clang::Compiled;
use crate::clang::cache::Remembered;
use crate::clang::error::Error;
use crate::lower::{LowerOptions, Lowered, Runtime, lower, straighten};
use crate::text::error::ParseError;
use crate::text::module::Module;

/// A program that was read.
#[derive(Debug)]
pub struct Source {
    /// The first file, as it was named.
    pub file: PathBuf,
    /// What the compiler warned about; nothing of modules that were remembered.
    pub messages: String,
    /// Which compiler was used, if one was.
    pub compiler: Option<String>,
    /// What machines of the model have that the program is compiled for, by the flags that it is compiled with.
    pub(crate) extensions: Extensions,
    /// The flag for optimisation that was not followed, if there was one.
    pub(crate) optimisation: Option<String>,
    /// How it was read.
    pub(crate) input: Input,
    pub(crate) units: Vec<Unit>,
    /// What it needs of the C++ library, once that is known.
    pub(crate) runtimes: OnceLock<Vec<(Runtime, Compiled)>>,
    pub(crate) modules: OnceLock<Vec<Module>>,
}

/// The text of a module.
#[derive(Debug)]
pub(crate) enum Unit {
    Compiled(Compiled),
    /// A file of LLVM IR.
    Text {
        name: String,
        text: String,
    },
}

impl Unit {
    fn parse(&self) -> Result<Module, ParseError> {
        match self {
            Unit::Compiled(compiled) => compiled.parse(),
            Unit::Text { name, text } => Module::parse(name, text.as_str()),
        }
    }
}

impl Source {
    /// Nothing of it yet.
    pub(crate) fn new(input: &Input) -> Source {
        Source {
            file: input.first(),
            messages: String::new(),
            compiler: None,
            extensions: Extensions::default(),
            optimisation: None,
            input: input.clone(),
            units: Vec::new(),
            runtimes: OnceLock::new(),
            modules: OnceLock::new(),
        }
    }

    /// The extensions that the texts of the modules name.
    pub(crate) fn named_extensions(&self) -> Option<Extensions> {
        let named = self.units.iter().filter_map(|unit| match unit {
            Unit::Compiled(compiled) if compiled.text.is_for_x86() => None,
            Unit::Compiled(compiled) => extensions::of_module(&compiled.text.read()),
            Unit::Text { text, .. } => extensions::of_module(text),
        });
        named.reduce(extensions::both)
    }

    /// What the files were compiled to, and what of the C++ library belongs to it.
    pub fn modules(&self) -> Result<&[Module], ProgramError> {
        if let Some(modules) = self.modules.get() {
            return Ok(modules);
        }
        let mut modules = self.units.iter().map(Unit::parse).collect::<Result<Vec<_>, _>>().map_err(Error::from)?;
        let mut needed = Vec::new();
        for runtime in [Runtime::Library, Runtime::Strings] {
            if runtime.is_needed(&modules) {
                let compiled = self.input.compile_runtime(runtime)?;
                modules.push(compiled.parse().map_err(Error::from)?);
                needed.push((runtime, compiled));
            }
        }
        modules.iter_mut().for_each(straighten);
        self.runtimes.get_or_init(|| needed);
        Ok(self.modules.get_or_init(|| modules))
    }

    /// Lowers the program, or remembers what it was lowered to.
    pub(crate) fn lower(&self, options: &LowerOptions) -> Result<Lowered, ProgramError> {
        if let Some(lowered) = self.remembered(options)? {
            return Ok(lowered);
        }
        let lowered = lower(self.modules()?, options)?;
        self.remember(options, &lowered);
        Ok(lowered)
    }

    fn remembered(&self, options: &LowerOptions) -> Result<Option<Lowered>, ProgramError> {
        let Some(compiled) = self.compiled() else { return Ok(None) };
        let cache = self.input.memory();
        let runtimes = match (cache.program(compiled.iter().copied(), options), self.runtimes.get()) {
            (Some(Remembered::Program(lowered)), _) => return Ok(Some(*lowered)),
            (None, _) => return Ok(None),
            (Some(Remembered::Needs(_)), Some(runtimes)) => runtimes,
            (Some(Remembered::Needs(needed)), None) => {
                let compile = |runtime| Ok((runtime, self.input.compile_runtime(runtime)?));
                let runtimes = needed.into_iter().map(compile).collect::<Result<_, ProgramError>>()?;
                self.runtimes.get_or_init(|| runtimes)
            }
        };
        let all = compiled.into_iter().chain(runtimes.iter().map(|(_, compiled)| compiled));
        match cache.program(all, options) {
            Some(Remembered::Program(lowered)) => Ok(Some(*lowered)),
            _ => Ok(None),
        }
    }

    fn remember(&self, options: &LowerOptions, lowered: &Lowered) {
        let Some(compiled) = self.compiled() else { return };
        let cache = self.input.memory();
        let runtimes = self.runtimes.get().map_or(&[][..], Vec::as_slice);
        if !runtimes.is_empty() {
            let needed = runtimes.iter().map(|&(runtime, _)| runtime).collect();
            cache.remember_program(compiled.iter().copied(), options, &Remembered::Needs(needed));
        }
        let all = compiled.into_iter().chain(runtimes.iter().map(|(_, compiled)| compiled));
        cache.remember_program(all, options, &Remembered::Program(Box::new(lowered.clone())));
    }

    /// The files, if all of them are such that programs made from them are remembered.
    fn compiled(&self) -> Option<Vec<&Compiled>> {
        let compiled = self.units.iter().map(|unit| match unit {
            Unit::Compiled(compiled) => Some(compiled),
            Unit::Text { .. } => None,
        });
        compiled.collect()
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::clang::cache::Cache;

    /// Reads a program twice, and the second time it is remembered.
    fn remembered(name: &str, text: &str, runtimes: usize) {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join(name);
        fs::write(&file, text).unwrap();
        // What changes while the compiler runs is not remembered, and clocks are coarse.
        std::thread::sleep(std::time::Duration::from_millis(20));
        let input = Input::new(&file).cache(Cache::at(dir.path().join("cache")));
        let options = LowerOptions::default();
        match input.read() {
            Err(ProgramError::Module(Error::NoClang { .. })) => eprintln!("skipped: there is no clang"),
            first => {
                let first = first.unwrap();
                let lowered = first.lower(&options).unwrap();
                assert_eq!(first.modules.get().map(Vec::len), Some(1 + runtimes));
                let second = input.read().unwrap();
                assert!(second.lower(&options).unwrap() == lowered);
                assert!(second.modules.get().is_none(), "nobody had to look into the modules");
                assert_eq!(second.modules().unwrap().len(), 1 + runtimes, "but one can");
            }
        }
    }

    #[test]
    fn a_program_in_c_is_remembered() {
        remembered("t.c", "int x;\nint main(void) { x = 1; return 0; }\n", 0);
    }

    #[test]
    fn a_program_is_remembered_with_what_it_needs_of_the_library() {
        remembered("t.cpp", "int main() { try { throw 1; } catch (int) {} }\n", 1);
    }
}
