//! Why a program cannot be lowered: what, where, and what to do about it.

use std::fmt;

use crate::lower::names::demangle::readable;

/// A place in the source, or in the module where the source is not known.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SourcePlace {
    /// The file.
    pub file: String,
    /// The line, from 1; 0 if not known.
    pub line: u32,
    /// The column, from 1; 0 if not known.
    pub column: u32,
}

impl fmt::Display for SourcePlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.file)?;
        if self.line > 0 {
            write!(f, ":{}", self.line)?;
        }
        if self.column > 0 {
            write!(f, ":{}", self.column)?;
        }
        Ok(())
    }
}

/// Why a program cannot be checked.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum LowerError {
    /// The program uses something that Raddle does not model.
    #[error("{place}: {what}{}", hint(.help))]
    Unsupported {
        /// Where.
        place: SourcePlace,
        /// What.
        what: String,
        /// What to do about it; may be empty.
        help: String,
    },
    /// There is no entry function.
    #[error("there is no entry function `{entry}`{}", proposals(.candidates))]
    NoEntry {
        /// The name of the entry function.
        entry: String,
        /// Defined functions that could be meant.
        candidates: Vec<String>,
    },
    /// The entry function has parameters or a result that are not supported.
    #[error(
        "{place}: `{entry}` cannot be the entry function: {what}\n  use `int {entry}(void)` or `int {entry}(int, char **)`"
    )]
    Entry {
        /// Where it is.
        place: SourcePlace,
        /// Its name.
        entry: String,
        /// What is wrong.
        what: String,
    },
    /// A called function is neither defined nor modelled.
    #[error("{place}: `{}` is called, but neither defined in the program nor modelled{}", readable(.name), hint(.help))]
    UnknownFunction {
        /// Where it is called.
        place: SourcePlace,
        /// Its name.
        name: String,
        /// What to do about it.
        help: String,
    },
    /// Several called functions are neither defined nor supported.
    #[error("{place}: {} functions that the program calls are neither defined nor supported:\n{}{}", .functions.len(), list(.functions), hint("add the files that define them, or define them with the behaviour that matters here"))]
    MissingFunctions {
        /// Where the first one is called.
        place: SourcePlace,
        /// All of them.
        functions: Vec<MissingFunction>,
    },
    /// A variable is neither defined nor modelled.
    #[error("{place}: `{}` is used, but neither defined in the program nor modelled\n  add the file that defines it", readable(.name))]
    UnknownVariable {
        /// Where it is used.
        place: SourcePlace,
        /// Its name.
        name: String,
    },
    /// Two files define the same name.
    #[error("`{name}` is defined in {first} and in {second}")]
    Duplicate {
        /// The name.
        name: String,
        /// The file of the first definition.
        first: String,
        /// The file of the second one.
        second: String,
    },
    /// Inline assembly that is not supported.
    #[error("{place}: this inline assembly is not supported: \"{template}\" with constraints \"{constraints}\"{}", hint(.help))]
    Assembly {
        /// Where it is.
        place: SourcePlace,
        /// The instructions.
        template: String,
        /// The constraints.
        constraints: String,
        /// What to do about it.
        help: String,
    },
    /// The module is compiled for an unsupported target.
    #[error(
        "{file}: the module is compiled for `{target}`, but only x86-64 and other little-endian targets with 64-bit pointers are supported"
    )]
    Target {
        /// The module.
        file: String,
        /// Its target.
        target: String,
    },
    /// The module is malformed.
    #[error("{place}: {what}")]
    Malformed {
        /// Where.
        place: SourcePlace,
        /// What is wrong.
        what: String,
    },
    /// Lowering produced invalid bytecode, which is a bug.
    #[error("internal error: the program was lowered to invalid bytecode: {0}")]
    Invalid(#[from] raddle_ir::InvalidProgram),
}

/// A function that is called, but neither defined nor supported.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MissingFunction {
    /// Its name.
    pub name: String,
    /// Where it is called first.
    pub place: SourcePlace,
    /// Why it is not supported, if it is known at all.
    pub reason: Option<String>,
}

fn list(functions: &[MissingFunction]) -> String {
    let lines = functions.iter().map(|function| match &function.reason {
        Some(reason) => format!("  {}: {reason}", function.place),
        None => format!("  {}: `{}`", function.place, readable(&function.name)),
    });
    lines.collect::<Vec<_>>().join("\n")
}

impl LowerError {
    /// The message without the place in front.
    pub fn message(&self) -> String {
        let text = self.to_string();
        match self.place().and_then(|place| text.strip_prefix(&format!("{place}: "))) {
            Some(rest) => rest.to_owned(),
            None => text,
        }
    }

    /// Where it is, if it is in one place.
    pub fn place(&self) -> Option<&SourcePlace> {
        match self {
            LowerError::Unsupported { place, .. }
            | LowerError::Entry { place, .. }
            | LowerError::UnknownFunction { place, .. }
            | LowerError::MissingFunctions { place, .. }
            | LowerError::UnknownVariable { place, .. }
            | LowerError::Assembly { place, .. }
            | LowerError::Malformed { place, .. } => Some(place),
            LowerError::NoEntry { .. }
            | LowerError::Duplicate { .. }
            | LowerError::Target { .. }
            | LowerError::Invalid(_) => None,
        }
    }
}

fn hint(help: &str) -> String {
    if help.is_empty() { String::new() } else { format!("\n  {help}") }
}

fn proposals(names: &[String]) -> String {
    match names {
        [] => ": no function is defined".to_owned(),
        _ => format!("\n  defined functions: {}\n  choose one with --entry", names.join(", ")),
    }
}
