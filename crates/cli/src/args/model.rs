//! The memory model on the command line: a name, or a file in the cat language.

use std::path::PathBuf;
use std::str::FromStr;
use std::sync::Arc;

use raddle_models::cat::{CatError, CatModel};
use raddle_models::{MemoryModel, ModelName, UnknownModel};

use crate::diagnostic::Diagnostic;

/// The model that the user named.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum ModelArg {
    Named(ModelName),
    File(PathBuf),
}

impl FromStr for ModelArg {
    type Err = UnknownModel;

    fn from_str(text: &str) -> Result<ModelArg, UnknownModel> {
        if text.ends_with(".cat") {
            return Ok(ModelArg::File(PathBuf::from(text)));
        }
        text.parse().map(ModelArg::Named)
    }
}

impl ModelArg {
    /// The model, or what is wrong with its file.
    pub(crate) fn load(&self) -> Result<MemoryModel, Box<Diagnostic>> {
        match self {
            ModelArg::Named(name) => Ok(MemoryModel::Named(*name)),
            ModelArg::File(path) => match CatModel::load(path) {
                Ok(model) => Ok(MemoryModel::File(Arc::new(model))),
                Err(error) => Err(Box::new(describe(&error))),
            },
        }
    }
}

/// The error with the line of the file that it is in.
fn describe(error: &CatError) -> Diagnostic {
    let diagnostic = Diagnostic::new(error.to_string()).help(error.help.clone().unwrap_or_default());
    if error.line == 0 {
        return diagnostic;
    }
    diagnostic.source(&error.file, &error.text).label("here", error.span.start as usize..error.span.end as usize)
}
