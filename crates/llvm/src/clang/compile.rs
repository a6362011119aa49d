//! Running the compiler: one source file in, the text of one module out.

use std::borrow::Cow;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::SystemTime;

use super::SyncBuiltins;
use super::cache::{Cache, CachedModule, Key};
use super::error::Error;
use super::process::{Failure, Finished, Patience};
use super::search::SearchList;
use super::{Clang, Flavour, depfile};
use crate::text::error::ParseError;
use crate::text::module::Module;

/// No optimisation by clang, because it would change the program under test, but without the attribute that forbids
/// ours; the names of the source; and markers where the lives of variables begin and end. (The flag that asks for them belongs to a
/// sanitizer, but without that it does nothing else. Those for optimised code would change macros and headers.)
const FLAGS: [&str; 7] = [
    "-O0",
    "-Xclang",
    "-disable-O0-optnone",
    "-Xclang",
    "-fsanitize-address-use-after-scope",
    "-g",
    "-fno-discard-value-names",
];

/// The target of a module is named in its first lines.
const MAX_HEADER_LINES: usize = 8;

/// libstdc++'s switch for race detectors: without it, two reference counts are read in one access, which no memory
/// model defines.
const WITHOUT_MIXED_SIZES: &str = "-D_GLIBCXX_TSAN=1";

/// Environment variables that change what clang does.
const ENVIRONMENT_VARIABLES: [&str; 8] = [
    "CPATH",
    "C_INCLUDE_PATH",
    "CPLUS_INCLUDE_PATH",
    "CCC_OVERRIDE_OPTIONS",
    "SDKROOT",
    "MACOSX_DEPLOYMENT_TARGET",
    "SOURCE_DATE_EPOCH",
    "CLANG_CONFIG_FILE_SYSTEM_DIR",
];

/// Flags that include files which clang does not list among the dependencies.
const UNTRACKED_FLAGS: [&str; 8] =
    ["@", "-fplugin", "-fpass-plugin", "-fmodule", "--config", "-include-pch", "-fprofile-", "-load"];

/// The largest module that is read, in bytes: those of the largest C++ programs that can be checked have some megabytes.
const LARGEST_MODULE: u64 = 512 << 20;

/// A source file to compile, and how.
#[derive(Clone, Debug)]
pub struct Compilation {
    /// The source file; its suffix determines the language.
    pub source: PathBuf,
    /// Further flags, after ours.
    pub flags: Vec<OsString>,
    /// Directories with headers.
    pub include_dirs: Vec<PathBuf>,
    /// What the `__sync` builtins mean.
    pub sync_builtins: SyncBuiltins,
    /// How long it may take.
    pub patience: Patience,
}

impl Compilation {
    /// A source file, without further flags.
    pub fn new(source: impl Into<PathBuf>) -> Compilation {
        Compilation {
            source: source.into(),
            flags: Vec::new(),
            include_dirs: Vec::new(),
            sync_builtins: SyncBuiltins::default(),
            patience: Patience::default(),
        }
    }

    /// With a directory in which headers are looked for.
    pub fn include(mut self, dir: impl Into<PathBuf>) -> Compilation {
        self.include_dirs.push(dir.into());
        self
    }

    /// With a further flag.
    pub fn flag(mut self, flag: impl Into<OsString>) -> Compilation {
        self.flags.push(flag.into());
        self
    }

    /// Whether all dependencies of the result are known.
    fn is_tracked(&self) -> bool {
        let untracked = |flag: &OsString| UNTRACKED_FLAGS.iter().any(|known| flag.to_string_lossy().starts_with(known));
        !self.flags.iter().any(untracked)
    }

    fn is_cpp(&self) -> bool {
        let suffix = self.source.extension().and_then(OsStr::to_str).unwrap_or("");
        matches!(suffix, "cc" | "cpp" | "cxx" | "c++" | "C" | "CPP" | "cp" | "ii" | "hpp")
    }
}

/// What the compiler is asked to say.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Verbosity {
    /// Warnings and errors.
    Normal,
    /// Where it looks for headers, too.
    Folders,
}

/// The output of the compiler.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Compiled {
    /// The source file.
    pub source: PathBuf,
    /// The module.
    pub text: Text,
    /// Warnings, as clang wrote them; empty if the module comes from the cache.
    pub messages: String,
    /// Whether the module comes from the cache.
    pub cached: bool,
    /// The hash of the text, if the module is in the cache now.
    pub(crate) digest: Option<Vec<u8>>,
}

/// The text of a module. It is usually not needed, because the lowered program is cached, too; so it is decoded only on
/// demand.
#[derive(Clone, Debug)]
pub struct Text {
    bytes: Vec<u8>,
    start: usize,
}

impl Text {
    /// The last `length` of these bytes.
    pub(crate) fn last_bytes(bytes: Vec<u8>, length: usize) -> Text {
        let start = bytes.len().saturating_sub(length);
        Text { bytes, start }
    }

    /// Is the target of the module an x86-64 machine, by its first lines? To decode the whole text takes long.
    pub(crate) fn is_for_x86(&self) -> bool {
        const TARGET: &[u8] = b"target triple = \"x86_64";
        let lines = self.bytes[self.start..].split(|byte| *byte == b'\n').take(MAX_HEADER_LINES);
        lines.into_iter().any(|line| line.starts_with(TARGET))
    }

    /// The whole text; bytes that are not UTF-8 are replaced.
    pub fn read(&self) -> Cow<'_, str> {
        String::from_utf8_lossy(&self.bytes[self.start..])
    }
}

impl From<String> for Text {
    fn from(text: String) -> Text {
        Text { bytes: text.into_bytes(), start: 0 }
    }
}

impl PartialEq for Text {
    fn eq(&self, other: &Text) -> bool {
        self.bytes[self.start..] == other.bytes[other.start..]
    }
}

impl Eq for Text {}

impl Compiled {
    /// Parses the module.
    pub fn parse(&self) -> Result<Module, ParseError> {
        Module::parse(&format!("{} (as LLVM IR)", self.source.display()), &*self.text.read())
    }
}

/// Is it what clang says of itself with `-v`?
fn is_verbose(output: &str) -> bool {
    output.lines().any(|line| line.starts_with("InstalledDir: ") || line.starts_with("Target: "))
}

impl Clang {
    /// Compiles a file, or takes the module from the cache.
    pub fn compile(&self, compilation: &Compilation, cache: &Cache) -> Result<Compiled, Error> {
        let source = &compilation.source;
        if let Err(error) = fs::metadata(source) {
            return Err(Error::Io { action: "read", path: source.clone(), source: error });
        }
        let key = compilation.is_tracked().then(|| self.key(compilation));
        if let Some(CachedModule { text, digest }) = key.as_ref().and_then(|key| cache.get(key)) {
            let (source, messages, digest) = (source.clone(), String::new(), Some(digest));
            return Ok(Compiled { source, text, messages, cached: true, digest });
        }
        let dir = cache.temporary_folder();
        let dir =
            dir.map_err(|error| Error::Io { action: "create a folder in", path: std::env::temp_dir(), source: error })?;
        // The folder may be new, and in one that is watched.
        let started = SystemTime::now();
        let (module, dependencies) = (dir.path().join("module.ll"), dir.path().join("module.d"));
        // The clang of `ziglang` writes either the module or the dependencies.
        let both = self.flavour == Flavour::Clang;
        let deps = both.then_some(&dependencies);
        let mut output = self.run(compilation, &module, deps, Verbosity::Folders)?;
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        let (search, messages) = match SearchList::parse(&said) {
            Some((search, messages)) => (Some(search), messages.to_owned()),
            None if !is_verbose(&said) => (None, said),
            None => {
                // It stopped before, or lists folders in another way: only what it says by itself is for the user.
                output = self.run(compilation, &module, deps, Verbosity::Normal)?;
                (None, String::from_utf8_lossy(&output.stderr).into_owned())
            }
        };
        if !output.status.success() {
            return Err(Error::Compile { path: source.clone(), messages: messages.trim_end().to_owned() });
        }
        let unreadable = |error| Error::Io { action: "read", path: module.clone(), source: error };
        let size = fs::metadata(&module).map_err(unreadable)?.len();
        if size > LARGEST_MODULE {
            let (megabytes, largest) = (size >> 20, LARGEST_MODULE >> 20);
            return Err(Error::LargeModule { path: source.clone(), megabytes, largest });
        }
        let text = fs::read(&module).map_err(unreadable)?;
        let text =
            String::from_utf8(text).unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned());
        let mut digest = None;
        if let (Some(key), Some(_)) = (key, cache.dir()) {
            if !both {
                self.run(compilation, &dir.path().join("unused.ll"), Some(&dependencies), Verbosity::Normal)?;
            }
            // Without a list of dependencies the module cannot be cached, nor without the folders in which they were looked for.
            if let (Ok(rule), Some(search)) = (fs::read_to_string(&dependencies), search) {
                let files = depfile::parse(&rule);
                digest = cache.put(&key, &files, |probed| search.watched(&files, probed), &text, started);
            }
        }
        Ok(Compiled { source: source.clone(), text: text.into(), messages, cached: false, digest })
    }

    /// Runs the compiler and waits for it.
    fn run(
        &self,
        compilation: &Compilation,
        module: &Path,
        dependencies: Option<&PathBuf>,
        verbosity: Verbosity,
    ) -> Result<Finished, Error> {
        let mut command = Command::new(&self.program);
        command.args(self.arguments(compilation)).args(["-S", "-emit-llvm", "-o"]).arg(module);
        if verbosity == Verbosity::Folders {
            command.arg("-v");
        }
        if let Some(dependencies) = dependencies {
            command.args(["-MD", "-MF"]).arg(dependencies);
        }
        // A file whose name looks like a flag is given with a directory.
        let source = &compilation.source;
        let as_flag = source.as_os_str().as_encoded_bytes().starts_with(b"-");
        command.arg(if as_flag { Path::new(".").join(source) } else { source.clone() });
        compilation.patience.run(&mut command).map_err(|failure| match failure {
            Failure::Run(error) => Error::Run { path: self.program.clone(), source: error },
            Failure::Stopped(why) => Error::Stopped { path: source.clone(), why },
        })
    }

    /// All arguments that do not name files of this run.
    fn arguments(&self, compilation: &Compilation) -> Vec<OsString> {
        let mut arguments = self.own_arguments(compilation);
        arguments.extend(compilation.sync_builtins.flags());
        arguments.extend(compilation.flags.iter().cloned());
        arguments
    }

    /// Those that are neither the user's nor definitions of builtins.
    fn own_arguments(&self, compilation: &Compilation) -> Vec<OsString> {
        let mut arguments = self.prefix.clone();
        if self.flavour == Flavour::Zig {
            arguments.push(if compilation.is_cpp() { "c++" } else { "cc" }.into());
            // By default it compiles for the machine it runs on, and warns about flags that it added itself.
            arguments.extend(["-fno-sanitize=all", "-mcpu=baseline", "-Qunused-arguments"].map(OsString::from));
        }
        arguments.extend(FLAGS.map(OsString::from));
        if compilation.is_cpp() {
            arguments.push(WITHOUT_MIXED_SIZES.into());
        }
        for dir in &compilation.include_dirs {
            arguments.push("-I".into());
            arguments.push(dir.into());
        }
        arguments
    }

    /// The hash of everything that can change the result, except for the contents of files.
    fn key(&self, compilation: &Compilation) -> Key {
        let mut key = Key::new();
        key.add_program(&self.program);
        if self.flavour == Flavour::Zig {
            // The program is Python, whose file does not identify the compiler.
            key.add(self.version.text.as_bytes());
        }
        key.add(std::env::current_dir().unwrap_or_default().as_os_str().as_encoded_bytes());
        key.add(compilation.source.as_os_str().as_encoded_bytes());
        for argument in self.own_arguments(compilation).iter().chain(&compilation.flags) {
            key.add(argument.as_encoded_bytes());
        }
        key.add(&[compilation.sync_builtins as u8]);
        for name in ENVIRONMENT_VARIABLES {
            key.add(std::env::var_os(name).unwrap_or_default().as_encoded_bytes());
        }
        key
    }
}
