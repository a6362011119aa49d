//! Finding a compiler: the one that was asked for, or the newest there is.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::version::OLDEST;
use super::{Clang, Flavour, Version};
use crate::cache::Cache;
use crate::error::Error;

/// The newest clang that is looked for by name.
const NEWEST: u32 = 22;

/// Where to look.
struct Places<'a> {
    explicit: Option<&'a Path>,
    /// `RADDLE_CLANG`.
    variable: Option<OsString>,
    /// `PATH`.
    path: Option<OsString>,
    cache: &'a Cache,
}

impl Clang {
    /// The clang at `explicit` if given (`ziglang` is the one in Python's module of that name), else that of `RADDLE_CLANG`, else the newest of `clang-22` to `clang-15`,
    /// else `clang`, else the one in Python's `ziglang`.
    pub fn find(explicit: Option<&Path>) -> Result<Clang, Error> {
        Clang::find_cached(explicit, &Cache::disabled())
    }

    /// The same, but does not run a compiler to ask for its version if that is remembered.
    pub fn find_cached(explicit: Option<&Path>, cache: &Cache) -> Result<Clang, Error> {
        let variable = std::env::var_os("RADDLE_CLANG").filter(|value| !value.is_empty());
        Places { explicit, variable, path: std::env::var_os("PATH"), cache }.find()
    }
}

impl Places<'_> {
    fn find(&self) -> Result<Clang, Error> {
        if let Some(path) = self.explicit {
            return self.named(path, "--clang");
        }
        if let Some(path) = &self.variable {
            return self.named(Path::new(path), "RADDLE_CLANG");
        }
        let names: Vec<String> =
            (OLDEST..=NEWEST).rev().map(|major| format!("clang-{major}")).chain(["clang".to_owned()]).collect();
        let mut too_old = None;
        for program in names.iter().filter_map(|name| self.search(name)) {
            match self.clang_version(&program) {
                Ok(version) if version.is_too_old() => too_old = Some((program, version)),
                Ok(version) => return Ok(Clang { program, version, prefix: Vec::new(), flavour: Flavour::Clang }),
                // Something else of that name: keep looking.
                Err(_) => {}
            }
        }
        if let Some(clang) = self.zig() {
            return Ok(clang);
        }
        match too_old {
            Some((path, version)) => Err(Error::TooOld { path, version: version.number }),
            None => Err(Error::NoClang {
                looked_for: format!("clang-{NEWEST} … clang-{OLDEST}, clang, and Python's ziglang module"),
            }),
        }
    }

    /// A clang that somebody named: that one, or an error.
    fn named(&self, path: &Path, given_by: &'static str) -> Result<Clang, Error> {
        if path == Path::new("ziglang")
            && let Some(clang) = self.zig()
        {
            return Ok(clang);
        }
        // A bare name is looked up, like a shell does.
        let bare = path.components().count() == 1 && !path.has_root();
        let found = path.to_str().filter(|_| bare).and_then(|name| self.search(name));
        let program = found.unwrap_or_else(|| path.to_owned());
        match self.clang_version(&program) {
            Ok(version) if version.is_too_old() => Err(Error::TooOld { path: program, version: version.number }),
            Ok(version) => Ok(Clang { program, version, prefix: Vec::new(), flavour: Flavour::Clang }),
            Err(reason) => Err(Error::NotClang { path: program, given_by, reason }),
        }
    }

    /// The program of this name in the first directory of `PATH` that has it.
    fn search(&self, name: &str) -> Option<PathBuf> {
        let file = format!("{name}{}", std::env::consts::EXE_SUFFIX);
        std::env::split_paths(self.path.as_ref()?).map(|dir| dir.join(&file)).find(|path| path.is_file())
    }

    fn clang_version(&self, program: &Path) -> Result<Version, String> {
        let output = match self.cache.version(program) {
            Some(output) => output,
            None => ask(program, &[])?,
        };
        let version = Version::parse(&output).ok_or("it does not say that it is a clang when asked for its version")?;
        self.cache.remember_version(program, &output);
        Ok(version)
    }

    fn zig(&self) -> Option<Clang> {
        let prefix: Vec<OsString> = ["-m", "ziglang"].map(OsString::from).into();
        ["python3", "python"].iter().filter_map(|name| self.search(name)).find_map(|program| {
            let arguments: Vec<&OsStr> = prefix.iter().map(OsString::as_os_str).chain([OsStr::new("cc")]).collect();
            let version = Version::parse(&ask(&program, &arguments).ok()?).filter(|version| !version.is_too_old())?;
            Some(Clang { program, version, prefix: prefix.clone(), flavour: Flavour::Zig })
        })
    }
}

/// What a program answers to `--version`.
fn ask(program: &Path, arguments: &[&OsStr]) -> Result<String, String> {
    let output = Command::new(program)
        .args(arguments)
        .arg("--version")
        .stdin(Stdio::null())
        .output()
        .map_err(|error| error.to_string())?;
    if !output.status.success() {
        return Err(format!("asked for its version, it failed ({})", output.status));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::fs;
    use std::os::unix::fs::PermissionsExt;
    use std::sync::{Mutex, MutexGuard, PoisonError};

    /// A program cannot be run while somebody has it open for writing, and a process that another test just started may:
    /// one test at a time.
    static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());

    /// A directory with programs that answer what they are told to.
    struct Programs(PathBuf, #[expect(dead_code, reason = "held, not read")] MutexGuard<'static, ()>);

    impl Programs {
        fn new(test: &str, programs: &[(&str, &str)]) -> Programs {
            let alone = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
            let dir = std::env::temp_dir().join(format!("raddle-discover-{test}-{}", std::process::id()));
            fs::create_dir_all(&dir).unwrap();
            for (name, answer) in programs {
                let path = dir.join(name);
                fs::write(&path, format!("#!/bin/sh\n{answer}\n")).unwrap();
                fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
            }
            Programs(dir, alone)
        }

        fn find(&self, explicit: Option<&str>, variable: Option<&str>) -> Result<Clang, Error> {
            let explicit = explicit.map(|name| self.0.join(name));
            let variable = variable.map(|name| self.0.join(name).into());
            let cache = Cache::disabled();
            Places { explicit: explicit.as_deref(), variable, path: Some(self.0.clone().into()), cache: &cache }.find()
        }
    }

    impl Drop for Programs {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    const OLD: &str = "echo Debian clang version 14.0.6";

    #[test]
    fn the_newest_is_taken_unless_one_is_named() {
        let programs = Programs::new(
            "newest",
            &[
                ("clang", OLD),
                ("clang-15", "echo clang version 15.0.6"),
                ("clang-19", "echo clang version 19.1.7"),
                ("clang-22", "exit 1"),
            ],
        );
        let major = |found: Result<Clang, Error>| found.unwrap().version.major;
        assert_eq!(major(programs.find(None, None)), 19, "22 is broken");
        assert_eq!(major(programs.find(None, Some("clang-15"))), 15);
        assert_eq!(major(programs.find(Some("clang-19"), Some("clang-15"))), 19);
    }

    #[test]
    fn an_old_one_is_refused_by_name() {
        let programs = Programs::new("old", &[("clang", OLD)]);
        let message = programs.find(None, None).unwrap_err().to_string();
        assert!(message.contains("/clang` is clang 14.0.6") && message.contains("apt install clang-19"), "{message}");
        let message = programs.find(Some("clang"), None).unwrap_err().to_string();
        assert!(message.contains("is clang 14.0.6"), "{message}");
    }

    #[test]
    fn without_any_the_error_says_how_to_get_one() {
        let programs = Programs::new("none", &[("python3", "exit 1")]);
        let message = programs.find(None, None).unwrap_err().to_string();
        assert!(message.contains("apt install clang-19") && message.contains("pip install ziglang"), "{message}");
    }

    #[test]
    fn python_can_have_one() {
        let programs = Programs::new("zig", &[("python3", "echo \"clang version 20.1.2 ($*)\""), ("clang", OLD)]);
        let clang = programs.find(None, None).unwrap();
        assert_eq!((clang.version.major, clang.flavour), (20, Flavour::Zig));
        assert!(clang.version.text.contains("(-m ziglang cc --version)"), "{}", clang.version.text);
        let cache = Cache::disabled();
        let explicit = Some(Path::new("ziglang"));
        let named = Places { explicit, variable: None, path: Some(programs.0.clone().into()), cache: &cache }.find();
        assert_eq!(named.unwrap().flavour, Flavour::Zig);
    }

    #[test]
    fn something_else_that_was_named_is_an_error() {
        let programs = Programs::new("else", &[("gcc", "echo gcc 12.2.0"), ("clang-19", "echo clang version 19.1.7")]);
        let message = programs.find(None, Some("gcc")).unwrap_err().to_string();
        assert!(message.contains("RADDLE_CLANG") && message.contains("not a clang"), "{message}");
        let message = programs.find(Some("missing"), None).unwrap_err().to_string();
        assert!(message.contains("--clang"), "{message}");
    }
}
