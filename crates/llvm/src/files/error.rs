//! Why files are no program that can be checked.

use std::path::PathBuf;

use raddle_check::{FrontEndError, InputPlace};

use crate::clang::error::Error;
use crate::lower::LowerError;

/// Why files are no program that can be checked.
#[derive(Debug, thiserror::Error)]
pub enum ProgramError {
    /// There is no module.
    #[error(transparent)]
    Module(#[from] Error),
    /// The program needs something that is not supported.
    #[error(transparent)]
    Lower(#[from] LowerError),
    /// A directory instead of a file.
    #[error("`{}` is a folder: name the files to check", path.display())]
    Folder {
        /// The folder.
        path: PathBuf,
    },
    /// A file too large to be a program.
    #[error("`{}` has {megabytes} MB; files up to {largest} MB are read", path.display())]
    TooLarge {
        /// The file.
        path: PathBuf,
        /// Its size.
        megabytes: u64,
        /// The largest size that is read.
        largest: u64,
    },
    /// A file of some other kind.
    #[error("cannot tell the language of `{}` by its ending", path.display())]
    UnknownLanguage {
        /// The file.
        path: PathBuf,
    },
}

impl FrontEndError for ProgramError {
    fn place(&self) -> Option<InputPlace> {
        match self {
            ProgramError::Lower(error) => error.place().map(|place| InputPlace {
                file: place.file.clone(),
                line: place.line,
                column: place.column,
            }),
            ProgramError::Module(Error::Parse(error)) => {
                Some(InputPlace { file: error.file.clone(), line: error.line, column: error.column })
            }
            ProgramError::Module(_)
            | ProgramError::Folder { .. }
            | ProgramError::TooLarge { .. }
            | ProgramError::UnknownLanguage { .. } => None,
        }
    }
}
