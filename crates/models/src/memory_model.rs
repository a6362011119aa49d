//! A memory model as a user names it: one that Raddle knows, or a file.

use std::fmt;
use std::sync::Arc;

use raddle_graph::Execution;

use crate::ModelName;
use crate::axioms::Candidate;
use crate::cat::{CatModel, Evaluator};

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
            // Whatever it looks at, values must come from somewhere; unless there are no cycles.
            MemoryModel::File(model) => {
                model.tracks_dependencies() || !(model.is_incremental(true) && model.forbids_porf_cycles())
            }
        }
    }

    /// Does it tell dependencies that only pick a value from others?
    pub fn tracks_picks(&self) -> bool {
        match self {
            // Known without the cat file, which takes long to read.
            MemoryModel::Named(name) => *name == ModelName::Armv8,
            MemoryModel::File(model) => model.tracks_picks(),
        }
    }

    /// Does it allow load buffering without defining the prefix of a write? Then an exploration would miss executions.
    pub fn lacks_prefix(&self) -> bool {
        match self {
            MemoryModel::Named(_) => false,
            MemoryModel::File(model) => {
                !model.has_prefix() && ["na", "rlx"].into_iter().any(|mode| buffers(model, mode))
            }
        }
    }

    /// Its axioms as a cat file.
    pub fn cat(&self) -> &CatModel {
        match self {
            MemoryModel::Named(name) => name.cat(),
            MemoryModel::File(model) => model,
        }
    }
}

/// Does the model let two threads each read what the other writes afterwards?
fn buffers(model: &CatModel, mode: &str) -> bool {
    let execution = format!(
        "thread T0: finished\n T0.0 R {mode} @1 = 1 from T1.1\n T0.1 W {mode} @2 = 1\n\
         thread T1: finished\n T1.0 R {mode} @2 = 1 from T0.1\n T1.1 W {mode} @1 = 1\n\
         co\n @1: T1.1\n @2: T0.1\n"
    );
    let Ok(execution) = execution.parse::<Execution>() else { unreachable!("the text of an execution is valid") };
    let Ok(candidate) = Candidate::new(&execution) else { unreachable!("every read has a source") };
    let co = execution.co.as_ref().map(|co| candidate.coherence(co));
    matches!(co, Some(Ok(co)) if Evaluator::new(model).allows(&candidate, &co))
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

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> MemoryModel {
        MemoryModel::File(Arc::new(CatModel::parse("mine", text, &|_| None).unwrap()))
    }

    #[test]
    fn what_is_known_of_a_model_is_what_its_file_says() {
        for name in ModelName::ALL {
            assert_eq!(MemoryModel::from(name).tracks_picks(), name.cat().tracks_picks(), "{name}");
        }
    }

    #[test]
    fn a_model_that_allows_load_buffering_needs_a_prefix() {
        assert!(!of("acyclic po | rf as A").lacks_prefix());
        assert!(of("acyclic rf as A").lacks_prefix());
        assert!(!of("acyclic rf as A let prefix = rf").lacks_prefix());
    }
}
