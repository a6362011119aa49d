//! The memory models under which programs are measured.

use std::ffi::OsString;

use crate::error::Error;
use crate::raddle::Raddle;

/// A memory model.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Model {
    /// As it is printed.
    pub name: String,
    /// Its name or its file for Raddle; nothing for the default.
    argument: Option<OsString>,
    /// Whether programs have the executions that the table says.
    pub has_counts_of_table: bool,
}

impl Default for Model {
    /// Raddle's default for C.
    fn default() -> Model {
        Model { name: "rc20".into(), argument: None, has_counts_of_table: true }
    }
}

impl Model {
    /// A shipped model, whose executions may be others than the table says.
    pub fn shipped(name: &str) -> Model {
        Model { name: name.into(), argument: Some(name.into()), has_counts_of_table: false }
    }

    /// What the others are compared with. None of the measured programs shows the difference between `rc11` and `rc20`.
    pub fn rc11() -> Model {
        Model { has_counts_of_table: true, ..Model::shipped("rc11") }
    }

    /// A file with the text of `rc11`: Raddle notices that it has this model.
    pub fn copy(raddle: &Raddle) -> Result<Model, Error> {
        let file = raddle.model_file("rc11", "copy", "")?;
        Ok(Model { name: "copy of rc11".into(), argument: Some(file.into()), ..Model::rc11() })
    }

    /// A file with the text of a shipped model and one more axiom, which always holds: a user's own model.
    pub fn own(raddle: &Raddle, shipped: &str) -> Result<Model, Error> {
        let file = raddle.model_file(shipped, &format!("own-{shipped}"), "\nacyclic po as OWN\n")?;
        let name = format!("own {shipped}");
        Ok(Model { name, argument: Some(file.into()), ..Model::shipped(shipped) })
    }

    /// What Raddle must be told.
    pub fn arguments(&self) -> impl Iterator<Item = OsString> {
        self.argument.iter().flat_map(|argument| ["--model".into(), argument.clone()])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_default_needs_no_argument() {
        assert_eq!(Model::default().arguments().count(), 0);
        assert_eq!(Model::shipped("power").arguments().collect::<Vec<_>>(), ["--model", "power"]);
    }
}
