//! What keeps a module from being lowered: what it is, where, and the way out.

use std::fmt;

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
    /// There is no function to begin with.
    #[error("there is no function `{entry}` to begin with{}", proposals(.candidates))]
    NoEntry {
        /// The name that was looked for.
        entry: String,
        /// Functions that could be meant.
        candidates: Vec<String>,
    },
    /// The function to begin with takes something that nobody can give.
    #[error(
        "{place}: `{entry}` cannot be the function to begin with: {what}\n  it may be `int {entry}(void)` or `int {entry}(int, char **)`"
    )]
    Entry {
        /// Where it is.
        place: SourcePlace,
        /// Its name.
        entry: String,
        /// What is wrong.
        what: String,
    },
    /// A function is called that nobody defines.
    #[error("{place}: `{name}` is called, but it is neither defined nor known{}", hint(.help))]
    UnknownFunction {
        /// Where it is called.
        place: SourcePlace,
        /// Its name.
        name: String,
        /// What to do about it.
        help: String,
    },
    /// A variable is used that nobody defines.
    #[error("{place}: `{name}` is used, but it is neither defined nor known\n  give the file that defines it, too")]
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
    /// Inline assembly that is not understood.
    #[error("{place}: this inline assembly is not understood: \"{template}\" with constraints \"{constraints}\"{}", hint(.help))]
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
    /// The program is not made for the machine that is modelled.
    #[error(
        "{file}: the module is made for `{target}`, but only x86-64 and other little-endian targets with 64-bit pointers are supported"
    )]
    Target {
        /// The module.
        file: String,
        /// Its target.
        target: String,
    },
    /// The module makes no sense.
    #[error("{place}: {what}")]
    Malformed {
        /// Where.
        place: SourcePlace,
        /// What is wrong.
        what: String,
    },
    /// The bytecode was refused; a fault of the lowering.
    #[error("the program was lowered to something invalid: {0}")]
    Invalid(#[from] raddle_ir::InvalidProgram),
}

impl LowerError {
    /// Where it is, if it is in one place.
    pub fn place(&self) -> Option<&SourcePlace> {
        match self {
            LowerError::Unsupported { place, .. }
            | LowerError::Entry { place, .. }
            | LowerError::UnknownFunction { place, .. }
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
        [] => "; no function is defined at all".to_owned(),
        _ => format!("\n  functions that are defined: {}\n  name one with --entry", names.join(", ")),
    }
}
