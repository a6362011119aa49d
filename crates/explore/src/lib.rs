//! Exploration: enumerates every execution of a program that a memory model allows, each exactly once.
//!
//! `plan` chooses the engines for a program and a model, `explore` carries the plan out within a `Run`, which owns the limits;
//! `oracle` is the slow, obviously correct enumerator that all engines are judged by.

mod axioms;
mod buffering_races;
mod cycles;
mod ending;
mod enumerate;
mod error;
mod explore;
mod fingerprint;
mod given;
mod isolation;
mod life;
mod open;
mod options;
pub mod oracle;
mod plan;
mod pool;
mod run;
mod visit;
mod visitor;
mod xmm;

pub use error::ExploreError;
pub use explore::{carry_out, explore};
pub use given::show_given;
pub use options::{DEFAULT_MAX_EVENTS, Equivalence, Options, XmmOptions, XmmRules};
pub use plan::{Checked, Engine, Keep, Plan, Refusal, Stage, Width, plan};
pub use raddle_program::{Action, Allocation, Answer, Discovery, FailureId, Features, Program, Span, Waits};
pub use run::{Limit, Limits, Progress, Run, Totals, XmmCounts};
pub use visitor::{Derivation, Ending, Fault, FinalGraph, LiveObject, Proceed, Race, Visitor};
