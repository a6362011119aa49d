//! The first use of a compiler. Asking for its version takes almost as long as compiling a small program, and the
//! module contains the version, too.

use std::path::Path;

use super::cache::Cache;
use super::discover::Places;
use super::error::Error;
use super::{Clang, Compilation, Compiled, Flavour, Version};

impl Clang {
    /// Finds a compiler, like [`Clang::find_cached`], and compiles a file with it.
    pub fn find_and_compile(
        explicit: Option<&Path>,
        compilation: &Compilation,
        cache: &Cache,
    ) -> Result<(Clang, Compiled), Error> {
        let patience = compilation.patience.clone();
        Places { patience, ..Places::new(explicit, cache) }.find_and_compile(compilation)
    }
}

impl Places<'_> {
    fn find_and_compile(&self, compilation: &Compilation) -> Result<(Clang, Compiled), Error> {
        let Some(program) = self.first() else { return self.find_first(compilation) };
        let clang = |version| Clang { program: program.clone(), version, prefix: Vec::new(), flavour: Flavour::Clang };
        match self.cache.version(&program).map(|output| Version::parse(&output)) {
            None => self.try_new(clang(Version { major: 0, number: String::new(), text: String::new() }), compilation),
            // It is the first candidate and is usable, so `find` would return it.
            Some(Some(version)) if !version.is_too_old() => compile(clang(version), compilation, self.cache),
            Some(_) => self.find_first(compilation),
        }
    }

    fn find_first(&self, compilation: &Compilation) -> Result<(Clang, Compiled), Error> {
        compile(self.find()?, compilation, self.cache)
    }

    /// Compiles with a compiler whose version is not known yet.
    fn try_new(&self, new: Clang, compilation: &Compilation) -> Result<(Clang, Compiled), Error> {
        let failure = match new.compile(compilation, self.cache) {
            Ok(compiled) => {
                if let Some(version) = Version::of_module(&compiled.text.read()).filter(|version| !version.is_too_old())
                {
                    self.cache.store_version(&new.program, &version.text);
                    return Ok((Clang { version, ..new }, compiled));
                }
                None
            }
            // Whatever it is, it would take as long again.
            Err(error @ (Error::Stopped { .. } | Error::LargeModule { .. })) => return Err(error),
            Err(error) => Some(error),
        };
        let clang = self.find()?;
        match failure {
            // It is a clang, so the source is at fault.
            Some(error @ Error::Compile { .. }) if new.program == clang.program => Err(error),
            _ => compile(clang, compilation, self.cache),
        }
    }
}

fn compile(clang: Clang, compilation: &Compilation, cache: &Cache) -> Result<(Clang, Compiled), Error> {
    let compiled = clang.compile(compilation, cache)?;
    Ok((clang, compiled))
}

#[cfg(all(test, unix))]
mod tests {
    use super::super::Patience;
    use super::super::scripts::Scripts;
    use super::*;

    fn compile(scripts: &Scripts, cache: &Cache) -> Result<(Clang, Compiled), Error> {
        let source = scripts.dir().join("t.c");
        std::fs::write(&source, "").unwrap();
        let places =
            Places { explicit: None, variable: None, path: scripts.path(), cache, patience: Patience::default() };
        places.find_and_compile(&Compilation::new(source))
    }

    /// A fake compiler of this version: writes a module with its version to the output file.
    fn compiler(version: &str) -> String {
        format!(
            "[ \"$1\" = --version ] && echo clang version {version} && exit\n\
             while [ \"$1\" != -o ]; do shift; done\n\
             printf '\\n!llvm.ident = !{{!0}}\\n!0 = !{{!\"clang version {version}\"}}\\n' >\"$2\""
        )
    }

    /// A fake compiler of this version that rejects every program.
    fn critic(version: &str) -> String {
        format!("[ \"$1\" = --version ] && echo clang version {version} && exit\necho fault >&2; exit 1")
    }

    #[test]
    fn a_new_compiler_is_run_once() {
        let scripts = Scripts::new(&[("clang-22", &compiler("22.1.8"))]);
        let cache = Cache::at(scripts.dir().join("cache"));
        let (clang, compiled) = compile(&scripts, &cache).unwrap();
        assert_eq!((clang.version.number.as_str(), compiled.cached), ("22.1.8", false));
        assert_eq!(scripts.runs(), "clang-22");
        assert_eq!(cache.version(&clang.program).as_deref(), Some("clang version 22.1.8"));
        assert_eq!(compile(&scripts, &Cache::disabled()).unwrap().0, clang);
        assert_eq!(scripts.runs(), "clang-22", "without a cache");
    }

    #[test]
    fn one_that_is_broken_or_too_old_is_passed_over() {
        for bad in ["exit 1".to_owned(), "exit 0".to_owned(), compiler("14.0.6")] {
            let scripts = Scripts::new(&[("clang-22", &bad), ("clang-21", &compiler("21.1.0"))]);
            let cache = Cache::at(scripts.dir().join("cache"));
            assert_eq!(compile(&scripts, &cache).unwrap().0.version.major, 21, "{bad}");
        }
    }

    #[test]
    fn a_wrong_program_is_compiled_once() {
        let scripts = Scripts::new(&[("clang-22", &critic("22.1.8"))]);
        let cache = Cache::at(scripts.dir().join("cache"));
        for runs in ["clang-22 clang-22", "clang-22"] {
            assert!(matches!(compile(&scripts, &cache), Err(Error::Compile { .. })));
            assert_eq!(scripts.runs(), runs);
        }
    }
}
