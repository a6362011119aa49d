//! Caches lowered programs: reading a small program anew takes longer than exploring it.
//!
//! An entry is named by everything that it depends on: the texts of the modules, the options, and the build of Raddle.
//! So an entry never becomes invalid.

use std::fs;

use serde::{Deserialize, Serialize};

use super::entry::{seal, unseal};
use super::{Cache, Key, prune, write};
use crate::clang::Compiled;
use crate::lower::{LowerOptions, Lowered, Runtime};

const MAGIC: &str = "raddle program";

/// The cached result of lowering modules.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum Remembered {
    /// The program.
    Program(Box<Lowered>),
    /// They need these parts of the C++ runtime first.
    Needs(Vec<Runtime>),
}

impl Cache {
    /// The cached result of lowering modules with these options.
    pub fn program<'m>(
        &self,
        modules: impl IntoIterator<Item = &'m Compiled>,
        options: &LowerOptions,
    ) -> Option<Remembered> {
        let dir = self.dir.as_ref()?;
        let bytes = fs::read(dir.join(key(modules, options)?.file("program"))).ok()?;
        unseal(MAGIC, &bytes)
    }

    /// Stores a result. A failure is no error: the next run lowers again.
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

/// `None` if a module has no hash.
fn key<'m>(modules: impl IntoIterator<Item = &'m Compiled>, options: &LowerOptions) -> Option<Key> {
    let mut key = Key::new();
    key.add_program(&std::env::current_exe().ok()?);
    key.add(format!("{options:?}").as_bytes());
    for module in modules {
        key.add(module.digest.as_ref()?);
    }
    Some(key)
}
