//! From files to the texts of modules: C and C++ through clang, LLVM's textual IR directly.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use raddle_check::read_input_text;
use raddle_ir::machine::Extensions;

use super::error::ProgramError;
use super::extensions::{PROBE, of_module, split};
use super::headers::Headers;
use super::optimisation::{Unoptimised, unoptimised};
use super::source::{Source, Unit};
use crate::clang::cache::Cache;
use crate::clang::error::Error;
use crate::clang::{Clang, Compilation, Compiled, Patience, SyncBuiltins};
use crate::embedded::{Files, INCLUDE, RUNTIME};
use crate::lower::Runtime;

/// The largest file that is read, in bytes. Nobody writes larger programs, and what a checker could do with one is nothing.
const LARGEST: u64 = 64 << 20;

/// A program to be read.
#[derive(Clone, Debug)]
pub struct Input {
    files: Vec<PathBuf>,
    flags: Vec<OsString>,
    clang: Option<PathBuf>,
    cache: Cache,
    sync_builtins: SyncBuiltins,
    patience: Patience,
}

enum Language {
    C,
    Llvm,
}

impl Input {
    /// A file, compiled without further flags by the clang that is found, and remembered in the user's cache.
    pub fn new(file: impl Into<PathBuf>) -> Input {
        Input {
            files: vec![file.into()],
            flags: Vec::new(),
            clang: None,
            cache: Cache::for_user(),
            sync_builtins: SyncBuiltins::default(),
            patience: Patience::default(),
        }
    }

    /// With further files of the same program.
    pub fn files(mut self, files: impl IntoIterator<Item = impl Into<PathBuf>>) -> Input {
        self.files.extend(files.into_iter().map(Into::into));
        self
    }

    /// With further flags for the compiler.
    pub fn flags(mut self, flags: impl IntoIterator<Item = impl Into<OsString>>) -> Input {
        self.flags.extend(flags.into_iter().map(Into::into));
        self
    }

    /// With that compiler, if it is given.
    pub fn clang(mut self, clang: Option<impl Into<PathBuf>>) -> Input {
        self.clang = clang.map(Into::into);
        self
    }

    /// With that meaning of the `__sync` builtins.
    pub fn sync_builtins(mut self, meaning: SyncBuiltins) -> Input {
        self.sync_builtins = meaning;
        self
    }

    /// With another cache.
    pub fn cache(mut self, cache: Cache) -> Input {
        self.cache = cache;
        self
    }

    /// With an end to how long compilers may run.
    pub fn patience(mut self, patience: Patience) -> Input {
        self.patience = patience;
        self
    }

    /// Reads the program.
    pub fn read(&self) -> Result<Source, ProgramError> {
        let flags = split(&self.flags, std::env::consts::ARCH);
        let own = unoptimised(&flags.own);
        let mut source = Source::new(self);
        for file in &self.files {
            check_size(file)?;
            let unit = match language(file) {
                Some(Language::C) => Unit::Compiled(self.compile(file, &own, &mut source)?),
                Some(Language::Llvm) => {
                    let text = read_input_text(file).map_err(|error| unreadable(file, error))?;
                    Unit::Text { name: file.display().to_string(), text }
                }
                None => return Err(ProgramError::UnknownLanguage { path: file.clone() }),
            };
            source.units.push(unit);
        }
        let asked = flags.foreign.map(|flags| self.ask(flags)).transpose()?.flatten();
        source.extensions = asked.or_else(|| source.named_extensions()).unwrap_or_default();
        Ok(source)
    }

    /// Where modules and programs are remembered.
    pub(crate) fn memory(&self) -> &Cache {
        &self.cache
    }

    /// The first file, as it was named.
    pub(crate) fn first(&self) -> PathBuf {
        self.files.first().cloned().unwrap_or_default()
    }

    /// What C++ programs need of their library, compiled for the same machine as the program.
    pub(crate) fn compile_runtime(&self, runtime: Runtime) -> Result<Compiled, ProgramError> {
        let headers = self.provide("runtime", RUNTIME)?;
        let mut compilation = Compilation::new(headers.dir.join(runtime.file()));
        compilation.flags = runtime_flags(&split(&self.flags, std::env::consts::ARCH).own);
        compilation.patience.clone_from(&self.patience);
        Ok(Clang::find_and_compile(self.clang.as_deref(), &compilation, &self.cache)?.1)
    }

    fn provide(&self, purpose: &str, files: Files) -> Result<Headers, Error> {
        Headers::provide(&self.cache, purpose, files).map_err(|source| Error::Io {
            action: "write",
            path: std::env::temp_dir(),
            source,
        })
    }

    /// What the machine has that flags of another architecture name.
    fn ask(&self, flags: Vec<OsString>) -> Result<Option<Extensions>, ProgramError> {
        let probe = self.provide("probe", PROBE)?;
        let mut compilation = Compilation::new(probe.dir.join("probe.c"));
        compilation.flags = flags;
        compilation.patience.clone_from(&self.patience);
        let (_, compiled) = Clang::find_and_compile(self.clang.as_deref(), &compilation, &self.cache)?;
        Ok(of_module(&compiled.text.read()))
    }

    fn compile(&self, file: &Path, own: &Unoptimised, source: &mut Source) -> Result<Compiled, ProgramError> {
        let headers = self.provide("include", INCLUDE)?;
        let mut compilation = Compilation::new(file).include(&headers.dir);
        compilation.flags.extend_from_slice(&own.flags);
        compilation.sync_builtins = self.sync_builtins;
        compilation.patience.clone_from(&self.patience);
        let (clang, mut compiled) = Clang::find_and_compile(self.clang.as_deref(), &compilation, &self.cache)?;
        source.messages += &std::mem::take(&mut compiled.messages);
        source.optimisation.clone_from(&own.asked);
        source.compiler = Some(format!("{} ({})", clang.program.display(), clang.version.number));
        Ok(compiled)
    }
}

/// Flags that say for which machine and with which library the program is compiled: the runtime must agree with them.
const SHARED: [&str; 10] = [
    "-m",
    "--target",
    "--sysroot",
    "--gcc-",
    "-stdlib",
    "-isysroot",
    "-nostdinc++",
    "-D_GLIBCXX_",
    "-fshort-",
    "-fsigned-char",
];

/// The flags with which the runtime is compiled.
fn runtime_flags(flags: &[OsString]) -> Vec<OsString> {
    let is_shared = |flag: &&OsString| SHARED.iter().any(|start| flag.to_string_lossy().starts_with(start));
    let own = ["-std=c++20", "-g0", "-w"].map(OsString::from);
    flags.iter().filter(is_shared).cloned().chain(own).collect()
}

fn check_size(file: &Path) -> Result<(), ProgramError> {
    let data = fs::metadata(file).map_err(|error| unreadable(file, error))?;
    if data.is_dir() {
        return Err(ProgramError::Folder { path: file.to_owned() });
    }
    if data.len() > LARGEST {
        let megabytes = data.len() >> 20;
        return Err(ProgramError::TooLarge { path: file.to_owned(), megabytes, largest: LARGEST >> 20 });
    }
    Ok(())
}

fn unreadable(file: &Path, source: std::io::Error) -> Error {
    Error::Io { action: "read", path: file.to_owned(), source }
}

fn language(path: &Path) -> Option<Language> {
    match path.extension()?.to_str()? {
        "c" | "i" | "cc" | "cpp" | "cxx" | "c++" | "C" | "ii" => Some(Language::C),
        "ll" => Some(Language::Llvm),
        _ => None,
    }
}

/// Does a file's ending say that it is a program to be checked?
pub fn is_program(path: &Path) -> bool {
    language(path).is_some()
}
