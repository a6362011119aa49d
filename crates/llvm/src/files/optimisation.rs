//! Flags that ask for optimisation. Programs are compiled as they are written all the same, with the macros that such a flag
//! defines.
//!
//! Optimised code does what a correct program does, but not every execution of it is one of the source: LLVM reads where the
//! source does not and drops the value, which is neither a race nor a read of uninitialised memory for LLVM, and it removes
//! what only a wrong program does. To check it would be to check another program.

use std::ffi::OsString;

/// The flags of a program without those that ask for optimisation.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Unoptimised {
    /// What is left of them, and what defines the macros.
    pub(super) flags: Vec<OsString>,
    /// The flag that asked for optimisation, if one did: the last one counts.
    pub(super) asked: Option<String>,
}

/// Takes out what asks for optimisation.
pub(super) fn unoptimised(flags: &[OsString]) -> Unoptimised {
    let mut asked = None;
    let mut left: Vec<OsString> = Vec::new();
    for flag in flags {
        let text = flag.to_string_lossy();
        let Some(level) = level(&text) else {
            left.push(flag.clone());
            continue;
        };
        asked = (level != "0").then(|| text.clone().into_owned());
        match level {
            // A flag for the compiler proper must not leave its prefix behind.
            _ if left.last().is_some_and(|before| before == "-Xclang") => left.push("-O0".into()),
            "fast" => left.push("-ffast-math".into()),
            _ => {}
        }
    }
    let macros = asked.as_deref().map(|flag| macros(flag, flags)).unwrap_or_default();
    Unoptimised { flags: macros.into_iter().map(OsString::from).chain(left).collect(), asked }
}

/// The level that a flag asks for.
fn level(flag: &str) -> Option<&str> {
    if flag == "--optimize" {
        return Some("");
    }
    let level = flag.strip_prefix("-O").or_else(|| flag.strip_prefix("--optimize="))?;
    let is_known = matches!(level, "" | "s" | "z" | "g" | "fast") || level.bytes().all(|byte| byte.is_ascii_digit());
    is_known.then_some(level)
}

/// The flags that define and undefine what a flag for optimisation does. They stand in front of the user's, which may do
/// otherwise.
fn macros(flag: &str, all: &[OsString]) -> Vec<&'static str> {
    let mut macros = vec!["-D__OPTIMIZE__=1"];
    if matches!(level(flag), Some("s" | "z")) {
        macros.push("-D__OPTIMIZE_SIZE__=1");
    }
    if !all.iter().any(|flag| flag == "-fno-inline") {
        macros.push("-U__NO_INLINE__");
    }
    macros
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(flags: &str) -> (String, Option<String>) {
        let flags: Vec<OsString> = flags.split_whitespace().map(OsString::from).collect();
        let Unoptimised { flags, asked } = unoptimised(&flags);
        (flags.join(" ".as_ref()).into_string().unwrap(), asked)
    }

    #[test]
    fn the_last_level_counts_and_leaves_its_macros() {
        let found = |flags: &str, asked: Option<&str>| (flags.to_owned(), asked.map(str::to_owned));
        assert_eq!(of("-DN=2 -Os.c -ObjC"), found("-DN=2 -Os.c -ObjC", None));
        assert_eq!(of("-O2 -DN=2"), found("-D__OPTIMIZE__=1 -U__NO_INLINE__ -DN=2", Some("-O2")));
        assert_eq!(of("-O -g"), found("-D__OPTIMIZE__=1 -U__NO_INLINE__ -g", Some("-O")));
        assert_eq!(of("-O3 -O0"), found("", None));
        assert_eq!(of("-fno-inline -Oz"), found("-D__OPTIMIZE__=1 -D__OPTIMIZE_SIZE__=1 -fno-inline", Some("-Oz")));
        assert_eq!(of("-Ofast"), found("-D__OPTIMIZE__=1 -U__NO_INLINE__ -ffast-math", Some("-Ofast")));
        assert_eq!(of("-Xclang -O1 -w"), found("-D__OPTIMIZE__=1 -U__NO_INLINE__ -Xclang -O0 -w", Some("-O1")));
        assert_eq!(of("--optimize=2"), found("-D__OPTIMIZE__=1 -U__NO_INLINE__", Some("--optimize=2")));
    }
}
