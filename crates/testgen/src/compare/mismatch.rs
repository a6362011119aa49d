//! How a disagreement is printed: with the program, as a litmus file, and everything needed to reproduce it.

use std::fmt;

use raddle_explore::{Equivalence, ExploreError, Totals};
use raddle_graph::Execution;
use raddle_models::ModelName;

use crate::Sketch;

/// A program on which explorer and oracle disagree.
#[derive(Clone, Debug)]
pub struct Mismatch {
    /// The program.
    pub program: Sketch,
    /// The model.
    pub model: ModelName,
    /// What counted as one execution.
    pub equivalence: Equivalence,
    /// Could weak compare-exchanges fail spuriously?
    pub spurious_failures: bool,
    /// How many workers explored.
    pub workers: usize,
    /// What was wrong.
    pub disagreement: Disagreement,
}

/// What can be wrong.
#[derive(Clone, Debug)]
pub enum Disagreement {
    /// The sets of executions differ.
    Sets {
        /// Only the oracle has these.
        missing: Vec<Execution>,
        /// Only the explorer has these; with what is wrong with them.
        surplus: Vec<(Execution, String)>,
    },
    /// The deadlocks differ, shown without the reads that made threads wait.
    Deadlocks {
        /// Only the oracle has these.
        missing: Vec<Execution>,
        /// Only the explorer has these; with what is wrong with them.
        surplus: Vec<(Execution, String)>,
    },
    /// The explorer showed an execution twice.
    Twice(Box<Execution>),
    /// The explorer says something wrong about an execution.
    Execution {
        /// The execution.
        execution: Box<Execution>,
        /// What it says.
        what: String,
    },
    /// The explorer counted something else than it showed.
    Totals {
        /// What it counted.
        counted: Box<Totals>,
        /// What it showed.
        shown: Box<Totals>,
    },
    /// The explorer knows other errors of the program than the oracle.
    Errors(String),
    /// The totals depend on the number of workers.
    Workers {
        /// With one.
        one: Box<Totals>,
        /// With more.
        many: Box<Totals>,
    },
    /// The explorer gave up.
    Error(ExploreError),
    /// The explorer panicked.
    Panic(String),
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "model {}, equivalence {}, workers {}{}:\n\n{}",
            self.model,
            self.equivalence.name(),
            self.workers,
            if self.spurious_failures { ", spurious failures" } else { "" },
            self.program
        )?;
        self.disagreement.fmt(f)
    }
}

impl fmt::Display for Disagreement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Disagreement::Sets { missing, surplus } | Disagreement::Deadlocks { missing, surplus } => {
                let what = if matches!(self, Disagreement::Sets { .. }) { "executions" } else { "deadlocks" };
                writeln!(f, "{} {what} are missing, {} too many", missing.len(), surplus.len())?;
                // One of each is enough; hundreds hide the program.
                for execution in missing.iter().take(3) {
                    writeln!(f, "missing:\n{execution}")?;
                }
                for (execution, why) in surplus.iter().take(3) {
                    writeln!(f, "surplus ({why}):\n{execution}")?;
                }
                Ok(())
            }
            Disagreement::Twice(execution) => writeln!(f, "shown twice:\n{execution}"),
            Disagreement::Execution { execution, what } => writeln!(f, "{what}:\n{execution}"),
            Disagreement::Totals { counted, shown } => writeln!(f, "counted {counted:?}\nbut showed {shown:?}"),
            Disagreement::Errors(what) => writeln!(f, "{what}"),
            Disagreement::Workers { one, many } => {
                writeln!(f, "one worker: {one:?}\nseveral: {many:?}")
            }
            Disagreement::Error(error) => {
                writeln!(f, "{error}")?;
                match error {
                    ExploreError::Duplicate { execution } => writeln!(f, "{execution}"),
                    _ => Ok(()),
                }
            }
            Disagreement::Panic(message) => writeln!(f, "the explorer panicked: {message}"),
        }
    }
}

impl std::error::Error for Mismatch {}
