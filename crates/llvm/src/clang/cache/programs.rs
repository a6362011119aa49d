//! Remembers what modules were lowered to: to read a small program anew takes longer than to explore it.
//!
//! An entry is named by everything that it was made from: the texts of the modules, how they were lowered, and the build of
//! Raddle that did it. So it never has to be looked at twice whether it still holds.

use std::fs;

use serde::{Deserialize, Serialize};

use super::entry::{seal, unseal};
use super::{Cache, Key, prune, write};
use crate::clang::Compiled;
use crate::lower::{LowerOptions, Lowered, Runtime};

const MAGIC: &str = "raddle program";

/// What is remembered about modules.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum Remembered {
    /// The program that they are.
    Program(Box<Lowered>),
    /// They are none without these parts of the C++ library.
    Needs(Vec<Runtime>),
}

impl Cache {
    /// What is remembered about modules that are to be lowered like that.
    pub fn program<'m>(
        &self,
        modules: impl IntoIterator<Item = &'m Compiled>,
        options: &LowerOptions,
    ) -> Option<Remembered> {
        let dir = self.dir.as_ref()?;
        let bytes = fs::read(dir.join(key(modules, options)?.file("program"))).ok()?;
        unseal(MAGIC, &bytes)
    }

    /// Remembers it. A failure is no error: the next run lowers again.
    pub fn remember_program<'m>(
        &self,
        modules: impl IntoIterator<Item = &'m Compiled>,
        options: &LowerOptions,
        what: &Remembered,
    ) {
        if let Some(dir) = &self.dir
            && let Some(key) = key(modules, options)
            && let Some(bytes) = seal(MAGIC, what)
        {
            write(dir, &key.file("program"), &bytes);
            prune(dir);
        }
    }
}

/// Nothing if it is not known what the modules were made from.
fn key<'m>(modules: impl IntoIterator<Item = &'m Compiled>, options: &LowerOptions) -> Option<Key> {
    let mut key = Key::new();
    key.add_program(&std::env::current_exe().ok()?);
    key.add(format!("{options:?}").as_bytes());
    for module in modules {
        key.add(module.digest.as_ref()?);
    }
    Some(key)
}
