//! The version of a compiler.

use std::fmt;

/// The oldest major version of clang with opaque pointers.
pub(super) const OLDEST_MAJOR: u32 = 15;

/// The version of a clang.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Version {
    /// The major version: 22 of 22.1.8.
    pub major: u32,
    /// The whole number: `22.1.8`.
    pub number: String,
    /// The first line of the compiler's output, with its vendor and build.
    pub text: String,
}

impl Version {
    /// Parses the output of `clang --version`; `None` if it is not that of a clang.
    pub fn parse(output: &str) -> Option<Version> {
        let line = output.lines().find(|line| line.contains("clang version "))?;
        let (_, after) = line.split_once("clang version ")?;
        let end = after.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(after.len());
        let number = after[..end].trim_end_matches('.');
        let major = number.split('.').next()?.parse().ok()?;
        Some(Version { major, number: number.to_owned(), text: line.trim().to_owned() })
    }

    /// The version that a module names as its producer.
    pub(super) fn of_module(text: &str) -> Option<Version> {
        let (_, after) = text.rsplit_once("\n!llvm.ident = !{")?;
        let (node, after) = after.split_once('}')?;
        let (_, after) = after.split_once(&format!("\n{node} = !{{!\""))?;
        Version::parse(after.split_once('"')?.0)
    }

    /// Whether it writes typed pointers, which are not supported.
    pub fn is_too_old(&self) -> bool {
        self.major < OLDEST_MAJOR
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_of_several_vendors() {
        let major = |text| Version::parse(text).map(|version| (version.major, version.number));
        let found = |major, number: &str| Some((major, number.to_owned()));
        assert_eq!(major("Debian clang version 14.0.6\nTarget: x86_64-pc-linux-gnu\n"), found(14, "14.0.6"));
        assert_eq!(major("clang version 22.1.8\n"), found(22, "22.1.8"));
        assert_eq!(major("Ubuntu clang version 18.1.3 (1ubuntu1)\n"), found(18, "18.1.3"));
        assert_eq!(major("Apple clang version 15.0.0 (clang-1500.3.9.4)\n"), found(15, "15.0.0"));
        assert_eq!(major("warning: x\nclang version 17git (abc)\n"), found(17, "17"));
        assert_eq!(major("gcc (Debian 12.2.0-14) 12.2.0\n"), None);
        assert_eq!(major("clang version unknown\n"), None);
        assert!(Version::parse("clang version 14.0.6").unwrap().is_too_old());
    }

    #[test]
    fn a_module_says_by_which_version_it_was_written() {
        let module = "@x = c\"clang version 1.0\"\n\n!llvm.module.flags = !{!0}\n!llvm.ident = !{!2}\n\n\
                      !0 = !{i32 1}\n!2 = !{!\"Debian clang version 19.1.7 (3)\"}\n!3 = !{!\"clang version 2\"}\n";
        let version = Version::of_module(module).unwrap();
        assert_eq!((version.major, version.text.as_str()), (19, "Debian clang version 19.1.7 (3)"));
        assert_eq!(Version::of_module("!llvm.ident = !{!2}\n!3 = !{!\"clang version 2\"}\n"), None);
        assert_eq!(Version::of_module("\n!llvm.ident = !{!2}\n!2 = !{!\"rustc version 1.95\"}\n"), None);
        assert_eq!(Version::of_module("@x = c\"clang version 19\""), None);
    }
}
