//! Why nothing could be measured.

use std::path::PathBuf;

/// Something is missing or does not make sense; wrong counts and missed goals are results, not errors.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Error {
    #[error(
        "valgrind is needed to count instructions, and cannot be started: install it (Debian: apt install valgrind)"
    )]
    NoValgrind,
    #[error("cannot run {program}: {source}")]
    Run { program: String, source: std::io::Error },
    #[error("cannot {action} {}: {source}", path.display())]
    File { action: &'static str, path: PathBuf, source: std::io::Error },
    #[error("{}, line {line}: {problem}", path.display())]
    Table { path: PathBuf, line: usize, problem: String },
    #[error("{} is no baseline: {source}; --save-baseline writes a new one", path.display())]
    Baseline { path: PathBuf, source: serde_json::Error },
    #[error(transparent)]
    Clang(#[from] raddle_llvm::Error),
    #[error("building raddle failed")]
    Build,
    #[error("{command}\n{output}")]
    Failed { command: String, output: String },
    #[error("nothing in the table is called {name}; there are: {known}")]
    UnknownName { name: String, known: String },
}
