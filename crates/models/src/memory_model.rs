//! A memory model as a user names it: one that Raddle knows, or a file.

use std::fmt;
use std::sync::Arc;

use crate::ModelName;
use crate::cat::CatModel;

/// A memory model.
#[derive(Clone, Debug)]
pub enum MemoryModel {
    /// One that Raddle knows.
    Named(ModelName),
    /// One that somebody wrote.
    File(Arc<CatModel>),
}

impl MemoryModel {
    /// Its name.
    pub fn name(&self) -> &str {
        match self {
            MemoryModel::Named(name) => name.name(),
            MemoryModel::File(model) => model.name(),
        }
    }

    /// Which one it is of those that Raddle knows.
    pub fn named(&self) -> Option<ModelName> {
        match self {
            MemoryModel::Named(name) => Some(*name),
            MemoryModel::File(_) => None,
        }
    }

    /// Does it matter to the model from which reads an event was computed?
    pub fn tracks_dependencies(&self) -> bool {
        match self {
            MemoryModel::Named(name) => name.tracks_dependencies(),
            // What a write rests on may be less than everything before it.
            MemoryModel::File(model) => model.tracks_dependencies() || model.has_prefix(),
        }
    }

    /// Its axioms as a cat file, if there is one.
    pub fn cat(&self) -> Option<&CatModel> {
        match self {
            MemoryModel::Named(name) => CatModel::shipped(name.name()),
            MemoryModel::File(model) => Some(model),
        }
    }
}

impl From<ModelName> for MemoryModel {
    fn from(name: ModelName) -> MemoryModel {
        MemoryModel::Named(name)
    }
}

impl fmt::Display for MemoryModel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
