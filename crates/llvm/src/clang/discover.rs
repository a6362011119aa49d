//! Finding a compiler: the one that was asked for, or the newest one installed.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::Command;

use super::cache::Cache;
use super::error::Error;
use super::process::{Failure, Patience};
use super::version::OLDEST_MAJOR;
use super::{Clang, Flavour, Version};

/// The newest major version of clang that is searched for by name.
const NEWEST_MAJOR: u32 = 22;

/// Where to look.
pub(super) struct Places<'a> {
    pub explicit: Option<&'a Path>,
    /// `RADDLE_CLANG`.
    pub variable: Option<OsString>,
    /// `PATH`.
    pub path: Option<OsString>,
    pub cache: &'a Cache,
    pub patience: Patience,
}

impl Clang {
    /// The clang at `explicit` if given (`ziglang` is the one in Python's module of that name), else that of
    /// `RADDLE_CLANG`, else the newest of `clang-22` to `clang-15`, else `clang`, else the one in Python's `ziglang`.
    pub fn find(explicit: Option<&Path>) -> Result<Clang, Error> {
        Clang::find_cached(explicit, &Cache::disabled())
    }

    /// Like [`Clang::find`], but does not run a compiler whose version is cached.
    pub fn find_cached(explicit: Option<&Path>, cache: &Cache) -> Result<Clang, Error> {
        Places::new(explicit, cache).find()
    }
}

impl<'a> Places<'a> {
    pub fn new(explicit: Option<&'a Path>, cache: &'a Cache) -> Places<'a> {
        let variable = std::env::var_os("RADDLE_CLANG").filter(|value| !value.is_empty());
        Places { explicit, variable, path: std::env::var_os("PATH"), cache, patience: Patience::default() }
    }

    /// The program that is tried first, if it is not Python.
    pub fn first(&self) -> Option<PathBuf> {
        let named = self.explicit.or(self.variable.as_ref().map(Path::new));
        match named {
            Some(path) => (path != Path::new("ziglang")).then(|| self.resolve(path)),
            None => self.candidates().next(),
        }
    }

    pub fn find(&self) -> Result<Clang, Error> {
        if let Some(path) = self.explicit {
            return self.named(path, "--clang");
        }
        if let Some(path) = &self.variable {
            return self.named(Path::new(path), "RADDLE_CLANG");
        }
        let mut too_old = None;
        for program in self.candidates() {
            match self.clang_version(&program) {
                Ok(version) if version.is_too_old() => too_old = Some((program, version)),
                Ok(version) => return Ok(Clang { program, version, prefix: Vec::new(), flavour: Flavour::Clang }),
                // Another program of that name: continue.
                Err(_) => {}
            }
        }
        if let Some(clang) = self.zig() {
            return Ok(clang);
        }
        match too_old {
            Some((path, version)) => Err(Error::TooOld { path, version: version.number }),
            None => Err(Error::NoClang {
                looked_for: format!("clang-{NEWEST_MAJOR} … clang-{OLDEST_MAJOR}, clang, and Python's ziglang module"),
            }),
        }
    }

    /// A clang that was named explicitly: that one, or an error.
    fn named(&self, path: &Path, given_by: &'static str) -> Result<Clang, Error> {
        if path == Path::new("ziglang")
            && let Some(clang) = self.zig()
        {
            return Ok(clang);
        }
        let program = self.resolve(path);
        match self.clang_version(&program) {
            Ok(version) if version.is_too_old() => Err(Error::TooOld { path: program, version: version.number }),
            Ok(version) => Ok(Clang { program, version, prefix: Vec::new(), flavour: Flavour::Clang }),
            Err(reason) => Err(Error::NotClang { path: program, given_by, reason }),
        }
    }

    /// A bare name is searched for in `PATH`.
    fn resolve(&self, path: &Path) -> PathBuf {
        let bare = path.components().count() == 1 && !path.has_root();
        let found = path.to_str().filter(|_| bare).and_then(|name| self.search(name));
        found.unwrap_or_else(|| path.to_owned())
    }

    /// The names of clang, the newest version first.
    fn candidates(&self) -> impl Iterator<Item = PathBuf> {
        let numbered = (OLDEST_MAJOR..=NEWEST_MAJOR).rev().map(|major| format!("clang-{major}"));
        numbered.chain(["clang".to_owned()]).filter_map(|name| self.search(&name))
    }

    /// The program of this name in the first directory of `PATH` that has it.
    fn search(&self, name: &str) -> Option<PathBuf> {
        let file = format!("{name}{}", std::env::consts::EXE_SUFFIX);
        std::env::split_paths(self.path.as_ref()?).map(|dir| dir.join(&file)).find(|path| path.is_file())
    }

    fn clang_version(&self, program: &Path) -> Result<Version, String> {
        if let Some(version) = self.cache.version(program).and_then(|output| Version::parse(&output)) {
            return Ok(version);
        }
        let output = ask(program, &[], &self.patience)?;
        let version = Version::parse(&output).ok_or("it does not say that it is a clang when asked for its version")?;
        self.cache.store_version(program, &output);
        Ok(version)
    }

    fn zig(&self) -> Option<Clang> {
        let prefix: Vec<OsString> = ["-m", "ziglang"].map(OsString::from).into();
        ["python3", "python"].iter().filter_map(|name| self.search(name)).find_map(|program| {
            let arguments: Vec<&OsStr> = prefix.iter().map(OsString::as_os_str).chain([OsStr::new("cc")]).collect();
            let version = Version::parse(&ask(&program, &arguments, &self.patience).ok()?)
                .filter(|version| !version.is_too_old())?;
            Some(Clang { program, version, prefix: prefix.clone(), flavour: Flavour::Zig })
        })
    }
}

/// The output of a program's `--version`.
fn ask(program: &Path, arguments: &[&OsStr], patience: &Patience) -> Result<String, String> {
    let output =
        patience.run(Command::new(program).args(arguments).arg("--version")).map_err(|failure| match failure {
            Failure::Run(error) => error.to_string(),
            Failure::Stopped(why) => format!("asked for its version, {why}"),
        })?;
    if !output.status.success() {
        return Err(format!("asked for its version, it failed ({})", output.status));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

#[cfg(all(test, unix))]
mod tests {
    use super::super::scripts::Scripts;
    use super::*;

    fn find(scripts: &Scripts, explicit: Option<&str>, variable: Option<&str>) -> Result<Clang, Error> {
        let explicit = explicit.map(|name| scripts.dir().join(name));
        let variable = variable.map(|name| scripts.dir().join(name).into());
        let cache = Cache::disabled();
        Places {
            explicit: explicit.as_deref(),
            variable,
            path: scripts.path(),
            cache: &cache,
            patience: Patience::default(),
        }
        .find()
    }

    const OLD: &str = "echo Debian clang version 14.0.6";

    #[test]
    fn the_newest_is_taken_unless_one_is_named() {
        let scripts = Scripts::new(&[
            ("clang", OLD),
            ("clang-15", "echo clang version 15.0.6"),
            ("clang-19", "echo clang version 19.1.7"),
            ("clang-22", "exit 1"),
        ]);
        let major = |found: Result<Clang, Error>| found.unwrap().version.major;
        assert_eq!(major(find(&scripts, None, None)), 19, "22 is broken");
        assert_eq!(major(find(&scripts, None, Some("clang-15"))), 15);
        assert_eq!(major(find(&scripts, Some("clang-19"), Some("clang-15"))), 19);
    }

    #[test]
    fn an_old_one_is_refused_by_name() {
        let scripts = Scripts::new(&[("clang", OLD)]);
        let message = find(&scripts, None, None).unwrap_err().to_string();
        assert!(message.contains("/clang` is clang 14.0.6") && message.contains("apt install clang-19"), "{message}");
        let message = find(&scripts, Some("clang"), None).unwrap_err().to_string();
        assert!(message.contains("is clang 14.0.6"), "{message}");
    }

    #[test]
    fn without_any_the_error_says_how_to_get_one() {
        let scripts = Scripts::new(&[("python3", "exit 1")]);
        let message = find(&scripts, None, None).unwrap_err().to_string();
        assert!(message.contains("apt install clang-19") && message.contains("pip install ziglang"), "{message}");
    }

    #[test]
    fn python_can_have_one() {
        let scripts = Scripts::new(&[("python3", "echo \"clang version 20.1.2 ($*)\""), ("clang", OLD)]);
        let clang = find(&scripts, None, None).unwrap();
        assert_eq!((clang.version.major, clang.flavour), (20, Flavour::Zig));
        assert!(clang.version.text.contains("(-m ziglang cc --version)"), "{}", clang.version.text);
        let cache = Cache::disabled();
        let explicit = Some(Path::new("ziglang"));
        let named =
            Places { explicit, variable: None, path: scripts.path(), cache: &cache, patience: Patience::default() }
                .find();
        assert_eq!(named.unwrap().flavour, Flavour::Zig);
    }

    #[test]
    fn something_else_that_was_named_is_an_error() {
        let scripts = Scripts::new(&[("gcc", "echo gcc 12.2.0"), ("clang-19", "echo clang version 19.1.7")]);
        let message = find(&scripts, None, Some("gcc")).unwrap_err().to_string();
        assert!(message.contains("RADDLE_CLANG") && message.contains("not a clang"), "{message}");
        let message = find(&scripts, Some("missing"), None).unwrap_err().to_string();
        assert!(message.contains("--clang"), "{message}");
    }
}
