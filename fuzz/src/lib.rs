//! Everything that Raddle reads, given damaged input: the answer is a value or an error, never a panic or a hang.
//!
//! A [`Target`] is one reader with what follows it. Two runners feed the targets: the binary of this crate, which mutates the
//! files of the repository and needs nothing but a stable toolchain, and `libfuzzer/`, which is guided by coverage and
//! needs cargo-fuzz and a nightly one. `make fuzz` uses the second where it can.

pub mod corpus;
mod excerpts;
pub mod mutate;
pub mod runner;
mod targets;

pub use targets::Target;
