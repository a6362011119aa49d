//! Programs can be stored: what a front end said about them is written, and the validator sees what is read. What follows from
//! that, and what a program learns about itself while it is explored, is not stored.

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::Program;

impl Serialize for Program {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Program::serialize(self, serializer)
    }
}

impl<'t> Deserialize<'t> for Program {
    fn deserialize<D: Deserializer<'t>>(deserializer: D) -> Result<Program, D::Error> {
        Program::deserialize(deserializer)?.validate().map_err(D::Error::custom)
    }
}
