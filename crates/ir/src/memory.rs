//! The memory of a program: how addresses are made up, what it holds before the program runs, and how accesses of
//! different sizes meet in it.

pub(crate) mod boundaries;
pub(crate) mod initial;
pub(crate) mod layout;
pub(crate) mod near;
pub(crate) mod parts;
pub(crate) mod place;
pub(crate) mod unwritten;
pub(crate) mod wide;

pub use initial::StaticObject;
pub(crate) use initial::{Found, Memory, Static, Statics};
